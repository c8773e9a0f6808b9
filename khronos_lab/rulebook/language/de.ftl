### So geht es:
### { $who } ist ein Wert; { FORM($age, "in") } ein Wort in einer seiner Formen (die Zeilen mit Punkt);
### { WHICH($building, "gen") } ein Gebäude mit Besitzer und Feld; { LIST($shares, "key") } eine Meldung je Teil;
### { EITHER($options, "nom") } wie WHICH, aber mit "oder"; { CAPITAL(…) } beginnt groß.
### Eine Zeile mit [one], [yes] oder einem Wort in Klammern wählt der Wert vor dem Pfeil.

## Kleine Teile

and = und
or = oder
n-coins = { $n } Taler
# nach "mit" und "von": mit 1 Taler, mit 3 Talern
n-coins-dat = { $n ->
    [one] { $n } Taler
   *[other] { $n } Talern
}
n-cards = { $n ->
    [one] { $n } Karte
   *[other] { $n } Karten
}

## Zeitalter und Arten

age-might = Macht
    .in = in der Macht
    .into = in die Macht
    .from = aus der Macht
age-faith = Glaube
    .in = im Glauben
    .into = in den Glauben
    .from = aus dem Glauben
age-reason = Vernunft
    .in = in der Vernunft
    .into = in die Vernunft
    .from = aus der Vernunft
kind-military = militärisch
    .e = militärische
    .es = militärisches
    .en = militärischen
kind-religious = religiös
    .e = religiöse
    .es = religiöses
    .en = religiösen
kind-civil = bürgerlich
    .e = bürgerliche
    .es = bürgerliches
    .en = bürgerlichen

## Gebäude: nom, acc, dat, gen mit bestimmtem Artikel; a und a-acc mit unbestimmtem; no mit "kein";
## to mit "zum" oder "zur"; in mit "im" oder "in der".

building-watchtower = Wachturm
    .nom = der Wachturm
    .acc = den Wachturm
    .dat = dem Wachturm
    .gen = des Wachturms
    .a = ein Wachturm
    .a-acc = einen Wachturm
    .no = kein Wachturm
    .to = zum Wachturm
building-keep = Burg
    .nom = die Burg
    .acc = die Burg
    .dat = der Burg
    .gen = der Burg
    .a = eine Burg
    .a-acc = eine Burg
    .no = keine Burg
    .to = zur Burg
building-castle = Festung
    .nom = die Festung
    .acc = die Festung
    .dat = der Festung
    .gen = der Festung
    .a = eine Festung
    .a-acc = eine Festung
    .no = keine Festung
    .to = zur Festung
building-chapel = Kirche
    .nom = die Kirche
    .acc = die Kirche
    .dat = der Kirche
    .gen = der Kirche
    .a = eine Kirche
    .a-acc = eine Kirche
    .no = keine Kirche
    .to = zur Kirche
building-monastery = Kloster
    .nom = das Kloster
    .acc = das Kloster
    .dat = dem Kloster
    .gen = des Klosters
    .a = ein Kloster
    .a-acc = ein Kloster
    .no = kein Kloster
    .to = zum Kloster
building-abbey = Abtei
    .nom = die Abtei
    .acc = die Abtei
    .dat = der Abtei
    .gen = der Abtei
    .a = eine Abtei
    .a-acc = eine Abtei
    .no = keine Abtei
    .to = zur Abtei
building-hamlet = Weiler
    .nom = der Weiler
    .acc = den Weiler
    .dat = dem Weiler
    .gen = des Weilers
    .a = ein Weiler
    .a-acc = einen Weiler
    .no = kein Weiler
    .to = zum Weiler
    .in = im Weiler
building-town = Dorf
    .nom = das Dorf
    .acc = das Dorf
    .dat = dem Dorf
    .gen = des Dorfs
    .a = ein Dorf
    .a-acc = ein Dorf
    .no = kein Dorf
    .to = zum Dorf
    .in = im Dorf
building-city = Stadt
    .nom = die Stadt
    .acc = die Stadt
    .dat = der Stadt
    .gen = der Stadt
    .a = eine Stadt
    .a-acc = eine Stadt
    .no = keine Stadt
    .to = zur Stadt
    .in = in der Stadt
building-printed = aufgedruckter Weiler
    .nom = der aufgedruckte Weiler
    .acc = den aufgedruckten Weiler
    .dat = dem aufgedruckten Weiler
    .gen = des aufgedruckten Weilers
    .a = ein aufgedruckter Weiler
    .a-acc = einen aufgedruckten Weiler
    .in = im aufgedruckten Weiler
ruin-keep = Burgruine
    .nom = die Burgruine
    .acc = die Burgruine
    .dat = der Burgruine
    .gen = der Burgruine
    .a = eine Burgruine
    .a-acc = eine Burgruine
ruin-castle = Festungsruine
    .nom = die Festungsruine
    .acc = die Festungsruine
    .dat = der Festungsruine
    .gen = der Festungsruine
    .a = eine Festungsruine
    .a-acc = eine Festungsruine
ruin-monastery = Klosterruine
    .nom = die Klosterruine
    .acc = die Klosterruine
    .dat = der Klosterruine
    .gen = der Klosterruine
    .a = eine Klosterruine
    .a-acc = eine Klosterruine
ruin-abbey = Abteiruine
    .nom = die Abteiruine
    .acc = die Abteiruine
    .dat = der Abteiruine
    .gen = der Abteiruine
    .a = eine Abteiruine
    .a-acc = eine Abteiruine

# die Burg von Weiß auf f4. Namen bekommen nie eine Endung.
which-owned = { $noun } von { $owner } auf { $place }
# die Burg auf f4: wem sie gehört, ist schon gesagt
which-own = { $noun } auf { $place }
# das Dorf auf c2
which-free = { $noun } auf { $place }

## Sätze zu Ereignissen, benannt nach deren Klasse. Die Regel kommt dazu: "… (A1)."
## Der erste Buchstabe wird von selbst groß.

caption-CoinsSpent = { $who } zahlt { n-coins }
caption-CardsPlayed = { $who } spielt { FORM($age, "in") } { n-cards } ({ $cards })
caption-CardsDiscarded = { $who } wirft { n-cards } ({ $cards }) ab
caption-CardsDrawn = { $who } zieht { n-cards } ({ $cards })
caption-PileRenewed = { $n ->
    [one] Der Nachziehstapel ist leer; die einzige abgeworfene Karte ({ $cards }) wird zum neuen
   *[other] Der Nachziehstapel ist leer; die { $n } abgeworfenen Karten ({ $cards }) werden zu einem neuen gemischt
}
caption-OpenCardsSwapped = { $n ->
    [one] { $who } tauscht { $given } gegen die offene Karte { $taken }
   *[other] { $who } tauscht { $given } gegen die offenen Karten { $taken }
}
caption-AdventurerTravelled = Ein Abenteurer von { $who } reist { FORM($origin, "from") } { FORM($target, "into") }

caption-BuildingBuilt = { $who } baut { FORM($age, "in") } { FORM($building, "a-acc") } auf { $place }
# Weiß baut im Glauben den Wachturm auf g5 zur Burg auf f4–g5 aus
caption-BuildingUpgraded = { $who } baut { FORM($age, "in") } { WHICH($old, "acc") } { FORM($building, "to") } auf { $area } aus
caption-BonusPaid = { $who } bekommt { FORM($age, "in") } { n-coins } Bonus
caption-BuildingDemolished = { $who } reißt { FORM($age, "in") } { WHICH($building, "acc") } ab{ cubes-back }
caption-CubePlaced = { $who } bevölkert { FORM($age, "in") } { WHICH($building, "acc") } mit einem Kontrollwürfel
caption-RuinBegun = { $who } beginnt { WHICH($building, "acc") } zu restaurieren und markiert sie mit einem Kontrollwürfel
caption-RuinRestored = { $who } restauriert { WHICH($building, "acc") }{ cubes-back }

# Zeitschatten. $source ist das Gebäude, das ihn wirft: die Burg, nicht die Burgruine.
caption-ShadowFalls = Der Zeitschatten { WHICH($source, "gen") } fällt { FORM($age, "into") }
caption-ShadowBlocked = Kein Zeitschatten { FORM($age, "in") }: { CAPITAL(WHICH($source, "nom")) } { $reason ->
    [equal] wäre dort gleichrangig mit dem höchstrangigen { FORM($kind, "en") } Gebäude der Domäne, auf { $squares }
    [older] { $n ->
        [one] würde dort die Domäne des eigenen älteren Zeitschattens bei { $older } mit der bei { $others } verbinden
       *[other] würde dort die Domäne des eigenen älteren Zeitschattens bei { $older } mit denen bei { $others } verbinden
    }
   *[connect] würde dort die Domänen bei { $domains } verbinden
}
caption-ShadowMissing = { $lacking ->
    [cube] { FORM($age, "in") } erscheint auf { $place } kein Zeitschatten: { $owner } hat keinen Kontrollwürfel mehr für { FORM($source, "acc") }
   *[tile] { $ruin ->
        [yes] { FORM($age, "in") } erscheint auf { $place } keine Ruine: Im Vorrat ist { FORM($source, "no") } mehr
       *[no] { FORM($age, "in") } erscheint auf { $place } kein Zeitschatten: Im Vorrat ist { FORM($source, "no") } mehr
    }
}
caption-ShadowCast = { $ruin ->
    [yes] { FORM($age, "in") } liegt nun auf { $place } { FORM($building, "a") }
   *[no] { WHICH($building, "nom") } steht nun auch { FORM($age, "in") }
}
caption-BuildingErased = Zeitparadoxon: { CAPITAL(WHICH($building, "nom")) } wird { FORM($age, "in") } ausgelöscht{ cubes-left }{ $gone ->
    [yes] ; das Plättchen ist aus dem Spiel
   *[no] {""}
}
caption-HamletCovered = { WHICH($building, "nom") } wird { FORM($age, "in") } überdeckt{ cubes-left }
caption-HamletRevealed = { WHICH($building, "nom") } kommt { FORM($age, "in") } wieder zum Vorschein
caption-ShadowWithdrawn = Der Zeitschatten { WHICH($source, "gen") } verschwindet { FORM($age, "from") }{ cubes-back }
caption-ShadowReplaced = Den Zeitschatten { WHICH($old, "gen") } ersetzt { FORM($age, "in") } { FORM($building, "a") } auf { $place }{ cubes-back }

# Kontrollwürfel. $players haben zusammen $cubes; $shares sind die Anteile.
cubes-back = { $players ->
    [0] {""}
    [1] { $cubes ->
        [one] ; { $owners } bekommt einen Kontrollwürfel zurück
       *[other] ; { $owners } bekommt { $cubes } Kontrollwürfel zurück
    }
   *[other] ; Kontrollwürfel gehen zurück an { LIST($shares, "cubes-share") }
}
cubes-left = { $lifted ->
    [yes] { $cubes ->
        [one] ; der Kontrollwürfel darauf zieht gleich auf das neue Gebäude um
       *[other] ; die Kontrollwürfel darauf ziehen gleich auf das neue Gebäude um
    }
   *[no] { cubes-back }
}
cubes-share = { $who } ({ $n })
caption-CubesMoved = { $players ->
    [1] { $cubes ->
        [one] Ein Kontrollwürfel von { $owners } zieht in { WHICH($building, "acc") } um
       *[other] { $cubes } Kontrollwürfel von { $owners } ziehen in { WHICH($building, "acc") } um
    }
   *[other] Die Kontrollwürfel von { LIST($shares, "cubes-share") } ziehen in { WHICH($building, "acc") } um
}
caption-CubeKept = { $who } behält { FORM($age, "in") } einen Kontrollwürfel { WHICH($building, "in") }

caption-DomainsJoined = { FORM($age, "in") } werden die Domänen bei { $domains } vereinigt
caption-DomainSplit = { FORM($age, "in") } wird die Domäne bei { $place } geteilt: ein Teil um { $first }, { LIST($rest, "part-around") }
part-around = einer um { $place }
caption-ConflictFound = Konflikt { FORM($age, "in") }: { CAPITAL(WHICH($buildings, "nom")) } sind die höchstrangigen { FORM($kind, "en") } Gebäude derselben Domäne
caption-StrengthsCompared = { FORM($kind, "e") } Stärke { FORM($age, "in") } vor der Vereinigung: { LIST($strengths, "strength-at") }
strength-at = { $n } bei { $place }
caption-ChoiceMade = { $choice ->
    [player] { $who } entscheidet, dass { $other } einen Kontrollwürfel behält
    [square] { $who } wählt { $place } für das kleinere Gebäude
   *[building] { $who } entscheidet, dass { WHICH($building, "nom") } weicht
}
caption-BuildingShrunk = { WHICH($old, "nom") } wird { FORM($age, "in") } { FORM($building, "to") } auf { $place } verkleinert
caption-BuildingDestroyed = { WHICH($building, "nom") } wird { FORM($age, "in") } zerstört{ cubes-back }

caption-TaxCollected = { $who } kassiert { FORM($age, "in") } { n-coins } von der Domäne bei { $place }
caption-TaxMissed = { $who } verpasst { n-coins } von der Domäne bei { $place }: kein Abenteurer { FORM($age, "in") }
caption-TurnEnded = { $who } beendet den Zug; nun ist { $next } an der Reihe, Runde { $round }
caption-GameEnded = { $several ->
    [yes] { $winners } teilen sich den Sieg mit je { n-coins-dat }
   *[no] { $winners } gewinnt mit { n-coins-dat }
}
