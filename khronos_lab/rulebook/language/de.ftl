### So geht es:
### { $who } ist ein Wert; { FORM($age, "in") } ein Wort in einer seiner Formen (die Zeilen mit Punkt);
### { WHICH($building, "gen") } ein Gebäude mit Besitzer und Feld; { LIST($shares, "key") } eine Meldung je Teil;
### { EITHER($options, "nom") } wie WHICH, aber mit "oder"; { CAPITAL(…) } beginnt groß.
### Eine Zeile mit [one], [yes] oder einem Wort in Klammern wählt der Wert vor dem Pfeil.

## Kleine Teile

and = und
or = oder
list-and = { $items }
n-coins = { $n } Taler
# nach "mit" und "von": mit 1 Taler, mit 3 Talern
n-coins-dat = { $n ->
    [one] { $n } Taler
   *[other] { $n } Talern
}
n-cubes = { $n } Kontrollwürfel
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
kind-several = mehrere Arten
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
# Weiß vergrößert im Glauben den Wachturm auf g5 zur Burg auf f4–g5
caption-BuildingUpgraded = { $who } vergrößert { FORM($age, "in") } { WHICH($old, "acc") } { FORM($building, "to") } auf { $area }
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

## Ein Spielzug in einem Satz ohne Subjekt: Der Name steht davor oder darüber.

told-BuildingBuilt = baut { FORM($age, "in") } { FORM($building, "a-acc") } auf { $place }
told-BuildingUpgraded = vergrößert { FORM($age, "in") } { WHICH($old, "acc") } { FORM($building, "to") } auf { $place }
told-BuildingDemolished = reißt { FORM($age, "in") } { WHICH($building, "acc") } ab
told-CubePlaced = bevölkert { FORM($age, "in") } { WHICH($building, "acc") }
told-RuinBegun = beginnt { WHICH($building, "acc") } zu restaurieren
told-RuinRestored = restauriert { WHICH($building, "acc") }
told-AdventurerTravelled = reist { FORM($origin, "from") } { FORM($target, "into") }
told-OpenCardsSwapped = tauscht { $cards } gegen { $n ->
    [one] eine offene { FORM($kind, "e") }
   *[other] { $n } offene { FORM($kind, "e") }
}
told-cards = { $n ->
    [one] eine { FORM($kind, "e") } Karte
   *[other] { $n } { FORM($kind, "e") } Karten
}
told-CardsDiscarded = { $n ->
    [one] tauscht für 2 Taler eine Karte aus
   *[other] tauscht für 2 Taler { $n } Karten aus
}
told-TurnEnded = { $taxed ->
    [yes] beendet den Zug und kassiert { n-coins }
   *[no] beendet den Zug
}
told-erases = löscht { FORM($age, "in") } { WHICH($building, "acc") } aus
told-destroys = zerstört { FORM($age, "in") } { WHICH($building, "acc") }
told-reduces = verkleinert { FORM($age, "in") } { WHICH($building, "acc") }
told-removes = beseitigt { $n } Gebäude

## Entscheidungen: offene Fragen, und Aktionen, bevor etwas geschehen ist

question-yields = { $who } entscheidet, welches Gebäude { FORM($age, "in") } weicht: { EITHER($options, "nom") }
question-cube = { $who } entscheidet, wer { FORM($age, "in") } einen Kontrollwürfel { WHICH($subject, "in") } behält: { EITHER($options, "nom") }
question-square = { $who } wählt, auf welchem Feld der Rest { WHICH($subject, "gen") } { FORM($age, "in") } stehen bleibt: { EITHER($options, "nom") }
# Eine Möglichkeit, für einen Knopf
option-building = { WHICH($building, "nom") }

deed-Exchange = { $cards } tauschen
deed-Swap = { $n ->
    [one] { $n } offene Karte
   *[other] { $n } offene Karten
} ({ $known ->
    [yes] { $kind }
   *[no] Art { $kind }
}) für { $cards } nehmen
deed-Travel = { FORM($origin, "from") } { FORM($target, "into") } reisen
deed-Build = { deed-what } auf { $place } { FORM($age, "in") }{ deed-price } bauen
deed-Upgrade = { $known ->
    [yes] { FORM($building, "to") }
   *[no] zum Gebäude vom Rang { $building }
} auf { $place } { FORM($age, "in") }{ deed-price } vergrößern
deed-price = { $paid ->
    [yes] {" "}für { $cards }
   *[no] {""}
}
deed-what = { $known ->
    [yes] { $building }
   *[no] Gebäude vom Rang { $building }
}
deed-Demolish = das Gebäude auf { $place } { FORM($age, "in") } abreißen
deed-Populate = das Gebäude auf { $place } bevölkern
deed-Restore = die Ruine auf { $place } restaurieren
deed-EndTurn = { $discards ->
    [yes] Zug beenden, { $cards } abwerfen
   *[no] Zug beenden
}

## Wörter des Spiels


rank-1 = klein
rank-2 = mittel
rank-3 = groß

word-buildings = Gebäude
ruin-half_restored = halb restauriert

terrain-plain = Ebene
terrain-forest = Wald
terrain-mountain = Gebirge
terrain-river = Fluss
word-domain = Domäne
word-conflict = Konflikt

word-copies = Kopien

word-player = Spieler
word-players = Spieler
word-seat = Platz
word-nobody = niemand
word-coins = Taler
word-cubes = Kontrollwürfel
word-adventurers = Abenteurer
word-cards = Karten
word-hands = Handkarten
word-open_cards = offene Karten
word-taxes = Steuern

word-games = Partien
word-round = Runde
word-turn = Zug
word-start_player = Startspieler
word-winners = Sieger
edition-first = erste Auflage
edition-second = zweite Auflage

# Regeln, die man wählen kann, RuleSet
rule-edition = Auflage
rule-holdem = Hold'em
rule-ruins_respect_domains = Ruinen dürfen keine Domänen verbinden
rule-erased_tiles_return = ausgelöschte Plättchen kommen zurück
number-value = { FORM($building, "a") } ist { $amount } wert
number-tiles = Plättchen { FORM($building, "gen") }: { $amount }
number-cards = { FORM($kind, "e") } Karten: { $amount }
number-ruin = { $size ->
    [medium] eine mittlere Ruine ist { $amount } wert
   *[large] eine große Ruine ist { $amount } wert
}
number-bonus = Bonus { FORM($age, "in") }: { $amount }
number-terrain = Zusatzkarten für { $terrain } zu { $n }: { $amount }
number-start_coins = Taler zu Beginn: { $amount }
number-tax_rounds = Steuern in Runde { $amount }

## Kurze Namen von Aktionen, Ereignissen und Wirkungen

action-Exchange = tauschen
action-Swap = offene Karten nehmen
action-Travel = reisen
action-Build = bauen
action-Upgrade = vergrößern
action-Demolish = abreißen
action-Populate = bevölkern
action-Restore = restaurieren
action-EndTurn = Zug beenden

event-CoinsSpent = Taler gezahlt
event-CardsPlayed = Karten gespielt
event-CardsDiscarded = Karten abgeworfen
event-CardsDrawn = Karten gezogen
event-PileRenewed = Nachziehstapel erneuert
event-OpenCardsSwapped = offene Karten genommen
event-AdventurerTravelled = Abenteurer gereist
event-BuildingBuilt = Gebäude gebaut
event-BuildingUpgraded = Gebäude vergrößert
event-BonusPaid = Bonus gezahlt
event-BuildingDemolished = Gebäude abgerissen
event-CubePlaced = Kontrollwürfel gesetzt
event-RuinBegun = Ruine halb restauriert
event-RuinRestored = Ruine restauriert
event-ShadowFalls = Zeitschatten fällt
event-ShadowBlocked = Zeitschatten verhindert
event-ShadowMissing = Zeitschatten bleibt aus
event-BuildingErased = Gebäude ausgelöscht
event-HamletCovered = Weiler überdeckt
event-HamletRevealed = Weiler erscheint wieder
event-ShadowCast = Zeitschatten geworfen
event-CubesMoved = Kontrollwürfel umgezogen
event-CubeKept = Kontrollwürfel behalten
event-DomainsJoined = Domänen vereinigt
event-DomainSplit = Domäne zerfallen
event-ConflictFound = Konflikt
event-StrengthsCompared = Stärken verglichen
event-ChoiceMade = Wahl getroffen
event-BuildingShrunk = Gebäude verkleinert
event-BuildingDestroyed = Gebäude zerstört
event-ShadowWithdrawn = Zeitschatten verschwunden
event-ShadowReplaced = Zeitschatten ersetzt
event-TaxCollected = Steuer kassiert
event-TaxMissed = Steuer verpasst
event-TurnEnded = Zug beendet
event-GameEnded = Partie beendet

effect-APPEARS = erscheint
effect-VANISHES = verschwindet
effect-BLOCKED = ist verhindert
effect-JOINS = vereinigt
effect-SPLITS = zerfällt
effect-CONFLICTS = Konflikt
effect-SHRINKS = schrumpft
effect-CUBES = Kontrollwürfel
effect-PAYS = Taler
effect-CARDS = Karten

source-start = Anfang
source-bonus = Bonus
source-tax-might = Steuern der Macht
source-tax-faith = Steuern des Glaubens
source-tax-reason = Steuern der Vernunft
source-exchange = Kartentausch
source-travel = Reisen
source-demolition = Abriss
source-spent = ausgegeben

## Bilder und Bedienfelder

axis-coins = Taler
axis-round = Runde
axis-cumulative_income = Einkommen bisher
axis-wins = Anteil der Siege
axis-events = Ereignisse
axis-often_built = Anteil der Partien mit Bau hier
axis-often_erased = Anteil der Partien mit Zeitparadoxon hier
axis-often_controlled = Anteil der Besteuerungen mit Herrschaft hier

title-boards = Die drei Zeitalter
title-income = Taler im Lauf der Partie
title-sources = Woher die Taler kommen
title-control = Wer was beherrscht
title-shadows = Zeitschatten

legend-terrain = Gelände
legend-cube = Kontrollwürfel
legend-adventurer = Abenteurer
legend-printed = aufgedruckter Weiler
legend-ruin = Ruine
legend-half_restored = halb restaurierte Ruine
legend-last_action = letzte Aktion
legend-shadow-cast = geworfener Zeitschatten
legend-shadow-blocked = verhinderter Zeitschatten
legend-shadow-missing = Plättchen oder Kontrollwürfel fehlt
legend-shadow-erased = vom Zeitparadoxon ausgelöscht
legend-shadow-withdrawn = verschwundener Zeitschatten
legend-shadow-replaced = ersetzter Zeitschatten
legend-shadow-nothing = dort steht kein Zeitschatten
legend-shadow-overgrown = dort steht etwas anderes
legend-controlled = beherrscht
legend-contested = umstritten
legend-uncontrolled = herrenlos
legend-tax_lost = Steuern, die niemand kassiert
legend-taxation = Besteuerung
legend-median = Median
legend-band = mittlere Hälfte der Partien
legend-wide_band = mittlere 90 % der Partien
legend-appeared = erschienen
legend-vanished = verschwunden
legend-changed = verändert
legend-sides-1 = eine Seite gemeinsam
legend-sides-2 = zwei Seiten gemeinsam
legend-sides-3 = drei Seiten gemeinsam

word-view = Ansicht
view-boards = Spielpläne
view-shadows = Zeitschatten
view-control = Herrschaft
view-domains = Domänen
view-difference = Unterschied

button-start = Anfang
button-close = Schließen
tip-play = Partie Schritt für Schritt (Leertaste)
tip-pause = Anhalten (Leertaste)
tip-start = Zum Anfang der Partie (Pos1)
tip-end = Zum Ende der Partie (Ende)
tip-effect-back = Eine Wirkung zurück (←)
tip-effect-forward = Eine Wirkung vor (→)
tip-action-back = Eine Aktion zurück (↑)
tip-action-forward = Eine Aktion vor (↓)
tip-turn-back = Einen Zug zurück (Bild auf)
tip-turn-forward = Einen Zug vor (Bild ab)
tip-slider = Zu jedem Schritt ziehen
tip-move = Auf eine Aktion klicken führt dorthin
tip-speed = Schritte je Sekunde
tip-hidden = Karten der Gegner verbergen
tip-coins = Verdeckt: Du siehst die Taler der Spieler, deren Karten du siehst

word-jump = Springe zum Nächsten
jump-paradox = Nächstes Zeitparadoxon
jump-blocked = Nächster verhinderter Zeitschatten
jump-join = Nächste Vereinigung
jump-split = Nächster Zerfall
jump-taxation = Nächste Besteuerung
jump-none = Danach kommt nichts dergleichen.
jump-none_before = Davor kommt nichts dergleichen.

panel-language = Sprache
panel-step = Schritt
panel-hands = Handkarten
panel-hands-short = Karten
panel-cubes-short = Würfel
panel-hidden = verdeckt
panel-coins = Taler
panel-coins-open = offen
panel-coins-hidden = verdeckt
panel-coins-none = Alle Taler sind verdeckt.
panel-cubes_left = Kontrollwürfel übrig
panel-still = noch { n-cards }
panel-supply = Vorrat
panel-pile = Nachziehstapel
panel-forecast = Steuervorschau
panel-moves = Aktionen
panel-legend = Legende
panel-causes = Warum
panel-clause = Regel
panel-square-empty = Hier steht nichts.
panel-adventurers = Abenteurer
panel-to_act = am Zug
panel-game_start = Die Partie beginnt.
panel-nothing = nichts
panel-loading = Wird gezeichnet …
panel-error = Etwas ist schiefgegangen
panel-before = Vor
panel-after = Nach

page-record = Aufzeichnung der Partie
page-save_record = Aufzeichnung speichern
page-no_script = Die Wiedergabe braucht JavaScript: diese Datei im Browser öffnen.
panel-eyes-all = Alle Karten
panel-eyes-nobody = Keine Karten
panel-main_line = Zurück zur Partie

title-income_sources = Wovon Spieler leben
title-spending = Wofür Taler ausgegeben werden
title-cards_spent = Wofür Karten gespielt werden
title-how_won = Wovon Sieger und andere leben
title-building_survival = Wie lange Gebäude stehen
title-fates = Was aus Gebäuden wird
title-causes_of_death = Was Gebäude verschwinden lässt, und wann
title-shadow_outcomes = Was aus Kopien wird
title-paradoxes = Was Zeitparadoxa auslöschen
title-paradox_costs = Was ein verlorenes Gebäude kostet
title-domain_events = Wie oft sich Domänen ändern
title-cascades = Wie weit eine Aktion wirkt
title-coverage = Welche Regeln vorkamen
title-seats = Zählt der Platz am Tisch?
title-openings = Erste Züge und wie es ausging
title-hands = Gewinnen bessere Handkarten?
title-cards_held = Was auf der Hand ist
title-balance = Was andere Regeln ändern
title-comparison = Zwei Mengen von Partien im Vergleich
title-ratings = Wie stark Spieler sind
title-duels = Wer vor wem endet

axis-coins_a_player = Taler je Spieler und Partie
axis-share_of_income = Anteil am Einkommen
axis-share_of_cards = Anteil an allen gespielten Karten
axis-turns_since = Züge seit dem Bau
axis-rounds_since = Runden seit dem Bau
axis-standing = Anteil, der noch steht
axis-share_of_buildings = Anteil der Gebäude
axis-ended = Anteil, den diese Ursache beendet hat
axis-share_of_copies = Anteil der Kopien
axis-buildings_lost = verlorene Gebäude
axis-paradox_cost = Taler, die jeder Verlust den Besitzer kostet
axis-per_game = Mal je Partie
axis-a_game = je Partie
axis-length = Ereignisse in der längsten Kette
axis-share_of_cascades = Anteil der Kaskaden (log)
axis-number_of_events = Ereignisse (log)
axis-place = Platz in der Zugfolge
axis-advantage = Anteil der Siege über oder unter dem Zufall
axis-hand_strength = mittlere Stärke der Handkarten, ab
axis-cards_in_hand = Karten auf der Hand
axis-balance = Änderung in Standardabweichungen einzelner Partien
axis-effect_size = Unterschied in Standardabweichungen
axis-rating = Punkte über { $anchor } (400 Punkte: zehn zu eins)
axis-rival = Anteil der Begegnungen, in denen die Zeile vor der Spalte endet

caption-no_data = keine Daten
opening-part = { $what } { $verb } { $age }
caption-unknown = unbekannt
caption-all_players = alle Spieler
caption-others = andere
caption-non_winners = Nichtsieger
caption-no_holdem = ohne Hold'em
caption-place = Platz
caption-to = bis
caption-interval = Intervalle zu
caption-clusters = unabhängige Kartenverteilungen
caption-of_players = Plätze
caption-too_narrow = unter dreißig zu eng
caption-clauses = Regeln
caption-censored = Kreuze: Gebäude schieden lebend aus (gewachsen oder Partie zu Ende)
caption-cut = die Achse beginnt nicht bei 0
caption-hands = Kartenhände
caption-bar_whiskers = Striche am Ende der Balken:
caption-whiskers = Striche am Ende der Teile:
caption-bands = Bänder:
caption-no_interval = ohne Intervalle
caption-few = hohl: weniger als zehn
caption-never = hohl: ohne eigenes Ereignis oder nie vorgekommen
caption-chance = Zufall
caption-balance_means = rechts: der Mittelwert nach den üblichen Regeln
caption-by_chance = hohl: Bei so vielen Größen kann das Zufall sein
caption-more_in = mehr:
caption-only_commonest = nur die häufigsten
caption-first_groups = die ersten { $n } von { $all } Gruppen
caption-never_met = leer: sie trafen nie aufeinander
caption-meetings = Begegnungen
caption-groups_apart = Gruppen zwischen Linien trafen nie aufeinander, ihre Zahlen sind nicht vergleichbar
outcome-cast = geworfen
outcome-blocked = verhindert
outcome-missing = kein Plättchen oder Würfel (B5)
victim-own = eigenes
victim-other = eines anderen
victim-nobody = ohne Besitzer
birth-built = gebaut
birth-upgraded = durch Vergrößern entstanden
birth-cast = Zeitschatten
birth-shrunk = durch Verkleinern entstanden
birth-replaced = Zeitschatten eines verkleinerten
fate-upgraded = vergrößert
fate-succeeded = durch seine Kopie ersetzt
fate-paradox = vom Zeitparadoxon ausgelöscht
fate-demolished = abgerissen
fate-shrunk = verkleinert
fate-destroyed = zerstört
fate-withdrawn = Schatten verschwunden
fate-replaced = Zeitschatten verkleinert
fate-standing = steht noch
measure-coins = Taler am Ende
measure-winner = Taler des Siegers
measure-margin = Reichster minus Ärmster
measure-win = Anteil der Siege
measure-advantage = Siege über dem Zufall
measure-lead = Taler über dem Schnitt am Tisch
measure-bonus = Taler aus Boni
measure-tax_might = Steuern der Macht
measure-tax_faith = Steuern des Glaubens
measure-tax_reason = Steuern der Vernunft
measure-tax_missed = verpasste Steuern
measure-spent_exchange = Taler für Kartentausch
measure-spent_travel = Taler für Reisen
measure-spent_demolition = Taler für Abriss
measure-cards_played = gespielte Karten
measure-builds = Bauten
measure-upgrades = Vergrößerungen
measure-demolitions = Abrisse
measure-populates = bevölkert
measure-restores = restauriert
measure-shadows_cast = geworfene Zeitschatten
measure-shadows_blocked = verhinderte Zeitschatten
measure-shadows_missing = Zeitschatten ohne Plättchen
measure-joined = vereinigte Domänen
measure-split = zerfallene Domänen
measure-conflicts = Konflikte
measure-shrunk = verkleinerte Gebäude
measure-first_seat = Siege des ersten Platzes über dem Zufall
measure-open_end = bis zur letzten Runde offene Partien
measure-chosen = wie oft ein Spieler { FORM($building, "a-acc") } baut
measure-wins = Siege über dem Zufall mit { FORM($building, "dat") }
measure-destroyed = zerstörte Gebäude

## Lektionen

lesson-scenario = Szenario
lesson-question = Frage
lesson-gone = Führe das Notebook noch einmal aus; dein Fortschritt ist gespeichert, und es geht weiter, wo du aufgehört hast.
lesson-check = Prüfen
lesson-right = Richtig.
lesson-wrong = Nicht ganz.
lesson-why = Warum?
lesson-show = Zeigen, was geschieht
lesson-next = Weiter
lesson-back = Zurück
lesson-reveal = Antwort zeigen
lesson-once_more = Schau genauer hin und versuch es noch einmal.
lesson-left_out = So weit richtig; aber es fehlt noch etwas.
lesson-repeat = Wiederholen, was ich falsch hatte
lesson-next_idea = Weiter zum nächsten Abschnitt
lesson-practise = Das üben
lesson-projector = Beamer: große Spielpläne; die Leertaste zeigt die Antwort
lesson-your_name = Dein Name
lesson-hand_in = Trag deinen Namen ein und gib diesen Code ab, per Mail oder auf Papier:
lesson-copy = Kopieren
rule_named-not = Eine andere Regel entscheidet.
lesson-no_square = Es gibt kein Feld
lesson-something = „Nichts“ stimmt nicht: Es gibt etwas zu finden.
lesson-again = Noch einmal
lesson-hint = Tipp
lesson-progress = Fortschritt
lesson-difficulty = Schwierigkeit
lesson-easy = leicht
lesson-medium = mittel
lesson-hard = schwer
lesson-new = Neue Aufgabe
lesson-clause = Die Regel
lesson-the_answer = Die Antwort ist:
lesson-choose = Wähle zuerst eine Antwort.
lesson-click_squares = Felder dort anklicken oder hier eintippen, etwa f4 g4
lesson-click_buildings = Gebäude dort anklicken oder hier wählen
lesson-number = Eine Zahl
lesson-more = Noch eine Frage
lesson-to_question = Zurück zur Frage
lesson-previous = Vorige Aufgabe
lesson-practice = Üben
lesson-any_clause = alle Regeln
lesson-any_difficulty = gemischt
lesson-forget = Fortschritt vergessen
lesson-forget_sure = Wirklich vergessen?
lesson-solved = richtig
lesson-first_try = beim ersten Versuch richtig
lesson-look_here = Violett umrandet: wo du hinsehen musst.
lesson-marked = ✓ gehört zur Antwort (gestrichelt: nicht gewählt), ✗ nicht.
lesson-planned = Blass und gepunktet umrandet: was geplant ist.
lesson-target = Umrandet: worum es geht.
lesson-before = Vor der Aktion.
lesson-nothing_yet = bisher nichts
lesson-tiles_left = Plättchen übrig
lesson-in_words = Die Stellung in Worten
lesson-hint_cards = Sieh in der Tabelle nach: Karten, Taler und Abenteurer.
lesson-keys = Pfeiltasten: eine Wirkung zurück oder vor. Pos1 und Ende: erste und letzte.
lesson-first = Zum Anfang
lesson-last = Zum Ende
lesson-step_back = Eine Wirkung zurück
lesson-step_on = Eine Wirkung vor
lesson-causes = Wie es dazu kam
lesson-play = Abspielen
lesson-pause = Anhalten
lesson-take = Ausführen
lesson-go_on = Weiter
lesson-choose_again = Etwas anderes wählen
lesson-restart = Diesen Zug noch einmal spielen
lesson-next_scene = Weiter
lesson-previous_scene = Zurück
lesson-scene = Teil

## Der Zug, den man am Ende der Einführung selbst spielt
own_turn-next = Du hast { n-coins }. Was nun?
own_turn-over = Dein Zug ist zu Ende. Es { $best ->
    [one] war 1 Taler
   *[other] waren { $best } Taler
} drin; gefunden hast du { $n }. { $most ->
    [yes] Mehr war nicht möglich. Du hast einen ganzen Zug gesehen: Karten und Abenteurer, Zeitschatten, ein Zeitparadoxon und Steuern. Nun können die Lektionen beginnen, mit „Zeitschatten“.
   *[no] Denk an die Domäne rechts vom Fluss: Was muss geschehen, damit sie dir etwas zahlt, und in welchen Zeitaltern? Spiel den Zug noch einmal oder mach mit den Lektionen weiter.
}
answer-yes = ja
answer-no = nein
answer-none = nichts
answer-forbidden = verboten
answer-open_choice = dann ist eine Wahl offen
explain-title = Darf ich?
explain-choose_square = Wähle ein Feld.
explain-costs = Das kostet
explain-pays = Das bringt
explain-would_happen = Was geschehen würde
sandbox-title = Sandkasten
sandbox-place = Setzen
sandbox-remove = Entfernen
sandbox-own = Besitzer
sandbox-valid = Die Stellung ist regelgerecht.
sandbox-faults = Was so nicht stehen kann
sandbox-save = Als Szenario speichern
board-close = Meldung schließen
board-gone = Führe die Zelle noch einmal aus, um weiterzumachen. Was in einer Datei gespeichert wurde, ist noch da.
explain-building = Gebäude
explain-free = Wenn Karten keine Rolle spielten
explain-free_hint = Lässt außer Acht, ob Karten, Taler und ein Abenteurer da sind, der sie dort noch spielen darf (T4, T5, die Karten und Taler von A1 bis A6). Felder, Plättchen, Kontrollwürfel, Besitz, G1, D1 und H1 zählen trotzdem.
explain-show = Zeigen
explain-show-now = jetzt
explain-show-after = danach
explain-allowed = Erlaubt.
explain-forbidden = Verboten.
explain-placeable = Auf den Spielplänen spricht nichts dagegen; es fehlen Karten, Taler oder Abenteurer.
explain-set_aside = Außer Acht gelassen
explain-any_kind = beliebiger Art für das Gelände (G2)
explain-ways = So kann diese Hand zahlen
explain-no_way = Das lässt sich dort jetzt nicht bezahlen.
explain-at_once = sofort
explain-next_tax = nächste Steuern
explain-all_taxes = wenn überall
explain-money_hint = Nächste Steuern: die Änderung mit den Abenteurern, wo sie stehen. Wenn überall: mit einem in jedem Zeitalter.
explain-choice = Von hier an mit der Wahl, die dem Wählenden am meisten bringt.
explain-nothing = nichts
explain-map = Punkte: wo es jetzt erlaubt ist (erste Felder). Ringe: Es fehlen nur Karten, Taler oder Abenteurer.
explain-map_free = Punkte: wo es mit genug Karten erlaubt wäre (erste Felder).
explain-outlined = Dick umrandet: die Felder der Regel. Buchstaben: ihre Domänen.
sandbox-tool = Werkzeug
sandbox-menu = Menü
sandbox-take_cube = Würfel nehmen
sandbox-cube = Würfel setzen
sandbox-turn_over = Ruine / restauriert
sandbox-cast = Zeitschatten werfen
sandbox-cast_hint = An: nach den Regeln, ohne nach Karten zu fragen, mit Zeitschatten, Zeitparadoxa und Konflikten. Aus: nur in diesem Zeitalter hingelegt.
sandbox-undo = Rückgängig
sandbox-redo = Wiederholen
sandbox-clear = Zeitalter leeren
sandbox-table = Spieler und Zug
sandbox-hand = Handkarten
sandbox-hand_hint = zum Beispiel mmc
sandbox-cubes_home = Würfel im Vorrat
sandbox-adventurer = Abenteurer
sandbox-acts = Am Zug
sandbox-starts = Beginnt
sandbox-tiles = Plättchen übrig
sandbox-text = Als Text
sandbox-take_text = Diesen Text übernehmen
sandbox-reset_text = Text neu aus der Stellung
sandbox-open = Öffnen
sandbox-source = Szenario oder Datei
sandbox-source_hint = 11, lektion.khs oder partie.khr
sandbox-step = Schritt der Partie
sandbox-file = Datei
sandbox-replace = Vorhandene Datei ersetzen
sandbox-write = Speichern
sandbox-check = Szenario prüfen
sandbox-ask = Nach einer Aktion fragen
sandbox-ask_reason = In der Vernunft gilt ein Zug einem Gebäude oder einer Ruine: Klicke auf eines davon.
sandbox-move = Aktion
sandbox-move_hint = zum Beispiel M+m2f4
sandbox-asks = Frage nach
sandbox-lesson = Lektion
sandbox-level = Stufe
sandbox-title_en = Titel (englisch)
sandbox-title_de = Titel (deutsch)
sandbox-question_en = Frage (englisch)
sandbox-question_de = Frage (deutsch)
sandbox-explanation_en = Erklärung (englisch)
sandbox-explanation_de = Erklärung (deutsch)
sandbox-by_engine = leer: wird für dich geschrieben
sandbox-answer = Die Antwort der Regelprüfung
sandbox-shows = Gezeigte Regeln
sandbox-saved = Gespeichert
sandbox-happened = Was eben geschah
sandbox-give_up = Nicht setzen
sandbox-same = Das steht schon dort.
sandbox-outlined = Dick umrandet: Felder, die eine Regel verletzen.
index-title = Die Regeln in einfachen Worten
index-tests = Ansehen und ausprobieren
index-search = Regel suchen: Paradoxon, Fluss, wer schrumpft …
index-found_one = Regel gefunden
index-found = Regeln gefunden
index-no_scenario = Keine einzelne Aktion zeigt diese Regel, daher gibt es kein Szenario.
index-exact = Die genaue Regel
index-small_words = als am an auf aus bei bin das dem den der des die du ein eine einem einen einer eines er es für ich im in ist kann man mein mit nach sein sich sie sind und von vom wann warum was welche welcher welches wem wen wenn wer wie wird wo zu zum zur
index-open = Dieses Szenario öffnen
index-close = Szenario schließen
index-letter-S = Aufbau
index-letter-T = Der Zug
index-letter-A = Aktionen
index-letter-G = Gelände
index-letter-D = Domänen
index-letter-H = Rangordnung
index-letter-O = Reihenfolge der Wirkungen
index-letter-B = Zeitschatten
index-letter-C = Domänen ordnen
index-letter-X = Steuern
index-letter-V = Varianten

## Einen Zug wählen

move-open = Offene Karten nehmen
move-hidden = verdeckt
move-discards = Wirft ab
move-gives = Gibt
move-draws = Zieht
move-draw-chance = nach Zufall
move-draw-hidden = niemand sieht sie
move-draw-given = diese Karten
move-ready = Bereit
move-over = Die Partie ist zu Ende (T7).
move-enter_draws = Gib die Karten ein, die gezogen werden:
move-none-build = Auf den Spielplänen ist kein Platz dafür, oder es fehlt ein Plättchen
move-none-demolish = In Macht und Glaube steht kein kleines Plättchen
move-none-cards = Auf der Hand sind keine Karten
move-no_option = Dieses Feld steht nicht zur Wahl
move-choose_player = Wähle die Person neben den Spielplänen
move-map_answers = Punkte: die Felder, die zur Wahl stehen.
menu-nothing_there = Dort steht nichts, das bevölkert oder restauriert werden kann (A5, A6).
menu-hint = Zeige auf einen Eintrag, um zu sehen, was er in allen drei Zeitaltern bewirkt.
menu-pay = Welche Karten bezahlen das Gelände (G2)?
branch-title = Was wäre wenn, ab:
branch-game = die Partie, wie gespielt
branch-before = vor:
branch-after = nach:
branch-at_start = am Anfang
branch-at_end = die Partie ist zu Ende
branch-over = Übergeben an
branch-turn = bis zum Ende des Zuges
branch-end = bis zum Ende der Partie
branch-games = oder zu Ende spielen:
branch-many = Mal, und sehen, wie es ausgeht
branch-many_hint = Jedes Mal fallen die Karten anders. Nichts davon kommt in die Aufzeichnung.
branch-stop = Anhalten
branch-line = Diese Variante
branch-name = Name der Variante
branch-name_hint = zum Beispiel: Erst die Burg
branch-comment = Kommentar
branch-mark = Zeichen
branch-promote = Aufwerten
branch-promote_hint = Mit der Linie tauschen, von der sie eine Variante ist
branch-cut = Danach abschneiden
branch-cut_hint = Alles löschen, was in dieser Variante nach der gezeigten Stellung kommt
branch-delete = Löschen
branch-delete_hint = Diese Variante löschen und alle, die von ihr abzweigen
branch-file = Datei
branch-path = Speichern unter
branch-path_hint = zum Beispiel: meine-partie.khr
branch-save = Speichern
branch-save_hint = Die Partie mit Varianten und Kommentaren in ihre Datei schreiben
branch-replace = Datei ersetzen
branch-unsaved = Noch nicht gespeichert
branch-results = Wie es ausgeht
branch-here = von hier
branch-elsewhere = Wie Partien enden, gehört zu einer Stellung. Weitergespielt wurde ab:
branch-draws = Ich sage, welche Karten gezogen werden
branch-takes = { $player } (etwa { $n } { $minutes ->
    [yes] min
   *[no] s
})
branch-disagree = Die Spieler sind uneins: Mit { $player } gewinnt { $who } { $one } der Partien, mit { $other } { $two }. Verlass dich auf keine der beiden Zahlen zu sehr.
branch-caveat = So würden diese Programme weiterspielen; Menschen spielen vielleicht anders.
branch-hidden_turn = Die Hand der Person am Zug ist für diese Augen verdeckt: Lass die Partie viele Male zu Ende spielen, oder zeige alle Karten.
branch-hidden_once = Eine einzelne Fortsetzung würde die Karten der anderen zeigen: Lass sie viele Male spielen, oder zeige alle Karten.
branch-close = Was-wäre-wenn verlassen
branch-compare = Vergleichen mit
branch-compare-nothing = nichts
branch-compare-game = der Partie, wie gespielt, im selben Zug
branch-pin = Diese Stellung merken
branch-pin_hint = Merken, was gezeigt wird, dann anderswohin gehen und vergleichen
branch-busy = Es wird schon etwas berechnet; halte das zuerst an.
branch-gone = Inzwischen wurden Varianten gelöscht oder aufgewertet; das Ergebnis wird verworfen.
branch-not_the_game = Das ist die Partie, wie sie gespielt wurde; wähle zuerst eine Variante.

## Der Trainer

coach-title = Trainer
coach-about = Der Trainer sieht jeden Zug an, den zweifelhaftesten zuerst: was er verschenkte, welcher Zug besser war, und warum.
coach-working = { $done } von { $turns } Zügen sind durchgesehen; was dabei herauskam, kannst du schon lesen.
coach-start = Partie durchsehen
coach-start_hint = Erste Markierungen nach Sekunden, die letzten nach einer Minute; du kannst anhalten, und deine eigene Datei behält, was fertig ist
coach-stop = Anhalten
coach-stop_hint = Was bisher gefunden wurde, bleibt
coach-keep = Besseren Zug behalten
coach-keep_hint = Als Variante neben dem gespielten Zug, mit einem Kommentar, was er wert ist
coach-practice = Üben
coach-practice_hint = Stell dich vor jeden Fehler und finde auf den Plänen einen besseren Zug
coach-check = Meinen Zug prüfen
coach-check_hint = Alles, was dem besten Zug nahekommt, gilt; ein offener Zug wird beendet
coach-hint = Hinweis
coach-hint_hint = Erst wo, dann was, dann der ganze Zug
coach-next = Nächster Fehler
coach-next_hint = Diesen lassen
coach-leave = Üben beenden
coach-leave_hint = Zurück zur Partie
coach-hidden = Bessere Züge würden die Karten der anderen zeigen: Zeige zuerst alle Karten.
coach-nothing = Diese Partie ist noch nicht durchgesehen: Drücke zuerst „Partie durchsehen“.
outlook-title = Dieser Moment
outlook-players = Am Ende wahrscheinlich, mit Gewinnchance: { $players }.
outlook-over = Die Partie ist zu Ende: { $players }.
outlook-player = { $who } { $coins } Taler ({ $percent }{"\u00A0"}%)
outlook-turn = { $number }. { $who } { $moves }: { $coins } Taler, { $percent }{"\u00A0"}%.
practice-nothing = Es gibt nichts zu üben: Kein Fehler geht über den Zufall hinaus.
practice-task = Fehler { $n } von { $all }, { $label }: { $who } ist am Zug. Gespielt wurde: { $who } { $moves }. Das verschenkte { $coins } Taler. Finde einen besseren Zug: Wähle Aktionen auf den Plänen, dann prüfe.
practice-idle = Noch ist nichts ausprobiert: Wähle zuerst Aktionen auf den Plänen.
practice-where = Hinweis: Sieh dich { $ages } um.
practice-age = { FORM($age, "in") }
practice-what = Hinweis: Es geht um { WHICH($buildings, "a-acc") }.
practice-tried = { $solved ->
    [yes] Richtig: Dein Zug ist so gut wie der beste, der gefunden wurde, oder fast ({ $coins } Taler weniger, { $between }).
   *[no] Noch nicht: Dein Zug verschenkt noch { $coins } Taler ({ $between }).
}

## Eine Partie aufschreiben

play-since = Seit deinem letzten Zug
play-on = Weiter
play-skip = Bis zu meinem Zug
play-left = { $n ->
    [0] dann bist du dran
    [one] noch eines zu sehen
   *[other] noch { $n } zu sehen
}
play-warning = Dieser Zug verschenkt viel; warum, steht unten. Nimm etwas zurück, oder beende den Zug noch einmal.
play-won = Gewonnen: { $names } mit { $coins } Talern.
record-title = Mitschrift

record-setup = Aufbau
record-setup-players = Spieler
record-setup-map = Karte
record-setup-own_map = eigene Karte
record-setup-first = erste, 33 Karten (V1)
record-setup-second = zweite, 55 Karten
record-setup-start = Beginnt
record-setup-hand = Hand, falls bekannt
record-setup-hand_hint = mmrc, ** unbekannt
record-setup-event = Anlass
record-setup-date = Datum
record-setup-begin = Anfangen
record-setup-change = Aufbau ändern
record-setup-next = Sag, wer spielt, dann drücke Anfangen. Vorher wird nichts gespeichert.

record-tool = Bauen oder vergrößern
record-demolish = Abreißen
record-end = Zug beenden
record-end_hint = Was gezogen wird, bleibt verdeckt. Karten, die alle gesehen haben, kann man tippen, mit Sternen für die anderen
record-exchange = Karten tauschen
record-swap = Offene Karten
record-typed = oder tippen
record-typed_hint = Burg f4 in Macht
record-enter = Eintragen
record-cancel = Abbrechen
record-take_back = Zurücknehmen
record-redo = Wiederholen
record-first_tool = Klicke auf ein Feld, um zu sehen, was dort möglich ist.
record-map = Punkte: wo das jetzt möglich ist, mit dem ersten Feld. In der Vernunft bevölkert oder restauriert ein Klick.
record-map_menu = Klicke auf ein Feld, um sein Menü zu öffnen; in der Vernunft bevölkert oder restauriert ein Klick. Für mehrere gleiche Gebäude wähle zuerst oben eines aus.
record-menu = Menü

record-saved = gespeichert in
record-not_yet = noch nicht begonnen
record-going_on = Es geht weiter mit
record-over = Die Partie ist zu Ende (T7).
record-moves = Aktionen
record-moves_hint = Klicke in der Liste auf eine Aktion, um sie zu berichtigen.
record-none_yet = Noch keine Aktion.
record-undone = zurückgenommen
record-forget = Diese vergessen

record-correct = Berichtigen
record-picked = Die Spielpläne zeigen die Stellung davor. Klicke oder tippe, was stattdessen geschah.
record-replaces = ersetzen
record-comes_before = davor einfügen
record-delete = Weglassen
record-leave = Zurück ans Ende
record-waiting = passt nicht mehr
record-still_waiting = Was du jetzt einträgst, ersetzt sie, dann geht der Rest weiter. Es folgen noch:
record-still_waiting_before = Was du jetzt einträgst, kommt davor, dann geht der Rest weiter. Es folgen noch:
record-unanswered = Ohne diese Wahl eintragen
record-give_up = Alle diese aufgeben
record-revert = Berichtigung zurücknehmen
record-corrected = Berichtigt; alles passt.
record-shifted = Aktionen gehören jetzt zu einem anderen Zug als vorher
record-surplus = Hier wird nicht mehr gefragt, was die Aktion beantwortet.
record-open_choice = Hier muss jetzt jemand wählen, und die Aktion sagt nicht, was (B8, C2, C3, C4).
record-strange_answer = Was gewählt wurde, steht nicht mehr zur Wahl (B8, C2, C3, C4).

record-words = Kommentar und Zeichen
record-comment = Kommentar
record-mark = Zeichen
record-no_mark = keins
record-preface = Vor der Partie

## Was wäre, wenn: ab einer Stellung weiterspielen

title-income_worth = Was ein Taler Einkommen den Spielern wert ist
axis-income_worth = Taler am Ende
income_worth-note = { $players } Spieler; gelernt aus Partien der Spieler gegen sich selbst; am Ende eines Zuges dieser Runde
hold-watchtower = durch einen Wachturm
hold-keep = durch eine Burg
hold-castle = durch eine Festung
hold-chapel = durch eine Kirche
hold-tie = Gleichstand
hold-open = offen für Schatten
hold-safe = außer Reichweite
title-prospects = Wie es von hier aus weitergeht
axis-final_coins = Taler am Ende
axis-win_chance = Gewinnchance
axis-expected_coins = erwartete Taler am Ende
prospects-game = eine Partie
prospects-half = mittlere Hälfte und Median
prospects-actual = wie die Partie endete
prospects-each = je Stellung
prospects-played_by = zu Ende gespielt von
prospects-paired = alle Zweige treffen Partie für Partie dasselbe Kartenglück

title-review = Wo die Partie gewonnen und verloren wurde
legend-interval = Intervall zu 95 %
legend-mistake = Fehler
review-unfinished = nicht alle Züge wurden angesehen

differences-first = in der ersten
differences-second = in der zweiten
differences-upper = im oberen Bild
differences-lower = im unteren Bild
differences-none = Nichts unterscheidet sich.
differences-cubes_left = Kontrollwürfel übrig
differences-taxes = Steuern, wenn jetzt fällig
differences-gone = nur im oberen Bild
differences-new = nur im unteren Bild
differences-age = nur in diesem Zeitalter
differences-age_join = im anderen Zeitalter mehrere
differences-age_split = im anderen Zeitalter eine Domäne
differences-touched = andere Würfel oder andere Seite
differences-join = hier eine Domäne, oben mehrere
differences-split = oben Teil einer Domäne
differences-pay = zahlt anders

## Berichte

report-key_moments = Schlüsselmomente, gleich hier zum Ansehen
report-watch = ▶ Ansehen
report-findings = Was auffällt
report-title = Was { $n ->
    [one] eine Partie
   *[other] { $n } Partien
} Khronos { $n ->
    [one] sagt
   *[other] sagen
}
report-nothing_sure = Nichts davon ist zugleich groß und sicher; im Anhang stehen alle Fragen.
report-methods = Wie gezählt wurde
report-method = { $games ->
    [one] Eine Partie
   *[other] { $games } Partien
} aus { $deals } unabhängigen Kartenverteilungen. Alle Aussagen gelten für die Spieler dieser Partien, nicht für Menschen überhaupt und nicht für gutes Spiel. Zahlen in Klammern sind 95-%-Konfidenzintervalle; gezählt werden Kartenverteilungen, nie Züge oder Gebäude, denn was in einer Verteilung geschieht, hängt zusammen. Wo mehrere Gruppen oder Größen verglichen werden, berücksichtigen Intervalle und Tests ihre Zahl. „Verglichen mit ähnlichen Spielern“ heißt: derselbe Spieler am selben Platz der Zugfolge gegen dieselben Gegner. Oben stehen die Ergebnisse, die nach Abzug des Zweifels am größten sind, höchstens zwei von einer Art.
report-data = Die Daten in deinen eigenen Werkzeugen
report-data_how = Die Tabellen sind einfache Parquet-Dateien: eine Zeile je Partie und Spieler, je Zug oder je Ereignis.
report-appendix = Anhang
report-appendix_what = { $n ->
    [one] Eine weitere Frage, und wer was gespielt hat
   *[other] { $n } weitere Fragen, und wer was gespielt hat
}
report-family_winning = Gewinnen
report-family_money = Geld und Karten
report-family_buildings = Gebäude, Zeitschatten und Domänen
report-family_strength = Spieler und Regeln
report-who = Es spielen: { $who }.
report-names = wer
report-no_games = { $title }: Es ist keine Partie darin, über die sich berichten ließe
report-no_replays = Keine dieser Partien lässt sich hier nachspielen: Es gibt keine Aufzeichnungen, und die Spieler sind nicht zur Hand.
report-example_ripple = Eine lange Wirkungskette: { $length } Ereignisse hintereinander (Partie { $game })
report-example_richest = Ein reicher Spieler: { $player } mit { n-coins-dat } am Ende (Partie { $game })
report-example_narrow = { $n ->
    [0] Ein Gleichstand: Der Erste und der Zweite haben am Ende gleich viele Taler
   *[other] Ein knappes Ende: Abstand zwischen Platz 1 und 2: { n-coins }
} (Partie { $game })
report-contents = Inhalt
report-numbers = Die Zahlen
report-limits = Was sich daraus nicht ablesen lässt
report-moments = Sehenswerte Momente
report-moments-none = In dieser Partie hat kein Zeitschatten etwas ausgelöscht, keiner wurde verhindert, und keine Domäne wurde vereinigt oder zerfiel.
report-result = Wie es ausging
report-rank = Rang
report-course = Wie das Geld kam
report-taxes = Die Steuern
report-missed = verpasst
report-all = zusammen
report-deeds = Was die Aktionen der Spieler bewirkten
report-deeds-cast = geworfene Zeitschatten
report-deeds-blocked = verhinderte Zeitschatten
report-deeds-erased_other = fremde Gebäude ausgelöscht
report-deeds-erased_own = eigene Gebäude ausgelöscht
report-deeds-erased_nobody = herrenlose Gebäude ausgelöscht
report-deeds-join = Domänen vereinigt
report-deeds-split = Domänen zerfallen
report-deeds-shrunk = Gebäude verkleinert
report-telling = Die ganze Partie, Zug für Zug
report-map = Landkarte
report-setting = Was gespielt wurde
report-offline = Diese Seite ist eine einzige Datei: Sie braucht kein Netz und nur einen Browser.

limit-income = Warum: Wer in Runde 7 im Glauben steht, ist vielleicht deshalb reich oder geht dorthin, weil dort am meisten zu holen ist. Eine Linie zeigt, wie sicher ein Teil ist; der ganze Balken hat keine.
limit-coin_curve = Was aus jemandem wird: Wer nach Runde 4 in der oberen Hälfte ist, muss es nach Runde 7 nicht sein.
limit-how_won = Dass ein Zeitalter gewinnt: Sieger sind auf mehrere Arten zugleich reich.
limit-spending = Wie viel getan wurde: Gebäude kosten Karten, keine Taler.
limit-cards_spent = Was abgeworfen wurde: Karten, die niemand gespielt hat, fehlen hier (T6).
limit-survival = Was aus einem Gebäude geworden wäre, das wuchs: Es scheidet lebend aus, und vergrößert wird, was sicher ist, oder was in Gefahr ist.
limit-fates = Was geschähe, wenn eine Gefahr wegfiele: Wer ihr entgeht, dem drohen die anderen.
limit-shadow_outcomes = Wie oft Zeitschatten verhindert würden: Spieler sehen es kommen und bauen anderswo. Eine Kopie, die im Glauben scheitert, wird in der Vernunft nicht versucht (B3).
limit-paradoxes = Was der Verlust gekostet hat (siehe: Was ein verlorenes Gebäude kostet), und ob er gewollt war.
limit-paradox_costs = Dass der Verlust der Grund war: Wer mehr baut, hat mehr zu verlieren und ist vielleicht ohnehin reich. Gebäude ohne Besitzer (zivile und Ruinen) sind nicht dabei.
limit-domain_events = Wer etwas davon hatte. In der Vernunft gibt es keine Konflikte (H1).
limit-cascade_lengths = Wichtigkeit: Die Länge zählt Ereignisse in einer Kette von Ursachen. Was hohl ist, kam weniger als zehnmal vor.
limit-seat_effects = Platz und Können getrennt, außer die Spieler wechselten die Plätze; am besten antworten Kartenverteilungen, die mit jeder Sitzordnung gespielt wurden (--paired).
limit-openings = Dass eine Eröffnung gewinnt: Gute Spieler wählen sie, oder gute Karten erlauben sie.
limit-cards_held = Was ausgeteilt wurde: In der ersten Auflage wählen Spieler, was sie behalten (V1).
limit-hand_results = Dass Glück nicht zählt: Das größte Gebäude, das eine Hand allein bezahlt, misst schlecht, was Karten wert sind.
limit-clause_coverage = Wie oft eine Regel zählt: Regeln, die verbieten oder sagen, was andere bedeuten, haben kein eigenes Ereignis.

## Antworten eines Datensatzes: was sich zeigt, in einem Satz. Was er nicht sagt, steht unter Berichte.

finding-nothing = Dazu gibt es hier keine Partien.
finding-none = Darauf geben diese Partien keine Antwort: Es kam nicht vor, oder es fehlt etwas zum Vergleichen.
finding-outcome = Gezählt wird nur, wer so endete: { $words }. Wie oft das vorkommt und was dazu führt, lässt sich daran nicht ablesen.
finding-outcome_winning = Gezählt wird nur, wer so endete: { $words }. Wie oft jemand gewinnt und was dazu führt, lässt sich daran nicht ablesen.
finding-outcome_games = Gezählt werden ganze Partien, ausgewählt danach, wie jemand darin endete: { $words }.
finding-outcome_buildings = Gezählt werden nur Gebäude, die so endeten: { $words }. Wie oft das vorkommt und was dazu führt, lässt sich daran nicht ablesen.
finding-points = { $points } Prozentpunkte
finding-not_sure = Ob das mehr ist als { EITHER($others) }, ist nicht sicher.
finding-not_ahead = Ein sicherer Vorsprung vor { EITHER($others) } ist das nicht.
finding-group = { $number ->
    [yes] { $group } mit { $value } ({ $ends })
   *[no] { $group } { $value } ({ $ends })
}
finding-mean = { $number ->
    [yes] { $group } mit { $value }
   *[no] { $group } { $value }
}
finding-groups = { $what }: { $groups }.
finding-groups_some = { $what }, die höchsten und die niedrigsten von { $n } Gruppen: { $groups }.
finding-groups_one = { $n ->
    [one] { $what }: { $groups }. Eine andere Gruppe zum Vergleichen gibt es hier nicht.
   *[other] { $what }: { $groups }. Keine andere Gruppe hat die { $least } unabhängigen Kartenverteilungen, die ein Vergleich braucht.
}
finding-groups_few = { $what }: Keine Gruppe hat die { $least } unabhängigen Kartenverteilungen, die ein Vergleich braucht.
finding-groups_left = { $n ->
    [one] Eine Gruppe hat
   *[other] { $n } Gruppen haben
} weniger als { $least } unabhängige Kartenverteilungen und { $n ->
    [one] fehlt
   *[other] fehlen
} hier.
finding-gap = Der Unterschied ist größer, als es der Zufall erklärt: { $value } ({ $ends }).
finding-gap_none = Den Unterschied könnte auch der Zufall erklären: { $value } ({ $ends }).
finding-gaps_none = Jeden dieser Unterschiede könnte bei so vielen Vergleichen auch der Zufall erklären.
finding-gaps = { $some ->
    [all] Alle { $all } Unterschiede sind
   *[some] { $n } von { $all } Unterschieden { $n ->
        [one] ist
       *[other] sind
    }
} größer, als es bei so vielen Vergleichen der Zufall erklärt; der größte davon: { $one } gegen { $other }, { $value } ({ $ends }).
what-income = Taler, die ein Spieler je Partie verdient
what-wealth = Taler, die ein Spieler am Ende im Schnitt hat
what-spending = Taler, die ein Spieler je Partie ausgibt
what-cards_spent = Anteil an allen gespielten Karten
what-cards_Build = zum Bauen
what-cards_Upgrade = zum Vergrößern
what-cards_Demolish = zum Abreißen
what-cards_Populate = zum Bevölkern
what-cards_Restore = zum Restaurieren von Ruinen
what-cards_held = Handkarten der Art { $kind }, in der sich diese Gruppen am meisten unterscheiden
what-survival = Gebäude, die nach { $time } noch stehen
what-fates = Gebäude, die auf die häufigste Art endeten ({ $fate })
what-shadows = Gescheiterte Kopien
what-paradoxes = Durch Zeitparadoxa verlorene Gebäude je Partie
what-domains = So oft vereinigen sich Domänen je Partie
what-lead_changes = Partien, die sich erst in der letzten Runde entscheiden
what-comebacks = Partien, die Spieler noch gewinnen, wenn sie nach Runde { $round } um { $least } bis { $most } Taler zurückliegen
what-first_leader = Partien, die der Führende nach der ersten Besteuerung gewinnt
what-luck = Anteil der Unterschiede an Talern an einem Tisch, der mit der Stärke der Hände einhergeht
what-seats = Anteil der Siege nach Platz
finding-in_round = { $part } in Runde { $round }
finding-income = Ein Spieler verdient { $total } Taler je Partie ({ $total_ends }). Der größte Posten: { $part } mit { $mean } ({ $ends }).
finding-how_won = Sieger nehmen { $won } Taler je Partie ein und die anderen { $lost }: { $more } mehr ({ $more_ends }). Am größten ist der Abstand hier: { $part }, { $widest } Taler ({ $ends }).
finding-spending = Ein Spieler gibt { $total } Taler je Partie aus ({ $total_ends }), am meisten hierfür: { $part }, { $mean } ({ $ends }).
finding-cards_spent = { $mean } ({ $ends }) der gespielten Karten dienen { $part }.
finding-survival = Nach { $time } stehen noch { $share } ({ $ends }) der Gebäude.
finding-fates = So enden Gebäude am häufigsten, wenn sie nicht bis zuletzt stehen: { $fate }, { $share } ({ $ends }) aller Gebäude.
finding-paradoxes = Zeitparadoxa kosten { $mean } Gebäude je Partie ({ $ends }). { $share } davon gehören dem, der am Zug ist.
finding-paradox_costs = { $way ->
    [unclear] Ein Gebäude, das ein Zeitparadoxon auslöscht, macht für seinen Besitzer keinen klaren Unterschied
    [less] Mit jedem Gebäude, das ein Zeitparadoxon auslöscht, hat sein Besitzer am Ende mehr Taler
   *[more] Mit jedem Gebäude, das ein Zeitparadoxon auslöscht, hat sein Besitzer am Ende weniger Taler
}, verglichen mit ähnlichen Spielern: { $coins } Taler { $less ->
    [yes] mehr
   *[no] weniger
} ({ $ends }).
finding-paradox_costs_by = { $any ->
    [yes] Wer ein Gebäude durch ein Zeitparadoxon verliert, hat am Ende sicher weniger Taler, wenn es von dieser Art ist: { $sure }
   *[no] Bei keiner Art von Gebäude ist sicher, dass am Ende weniger Taler hat, wer es durch ein Zeitparadoxon verliert
}. So viele Taler weniger als ähnliche Spieler hat der Besitzer am Ende (die Intervalle berücksichtigen die Zahl der Arten): { $groups }.
finding-paradox_costs_few = Hier gehen zu wenige Gebäude durch Zeitparadoxa verloren, um zu sagen, was eines kostet: { $least } einer Art sind nötig.
finding-seats = { $way ->
    [more] Wer beginnt, gewinnt öfter
    [less] Wer beginnt, gewinnt seltener
   *[unclear] Zu beginnen macht keinen klaren Unterschied
}: { $points } Prozentpunkte ({ $ends }), verglichen mit denselben Spielern auf anderen Plätzen.
finding-seats_split = Ob es hilft zu beginnen, ist nicht überall gleich; eine Zahl für alle führte in die Irre. Prozentpunkte mehr Siege, als dieselben Spieler auf anderen Plätzen haben, getrennt nach { $what }: { $strata }.
finding-seats_joint = Zusammen unterscheiden sich die Plätze aber stärker, als es der Zufall erklärt, am meisten { $place } ({ $players }): { $points } Punkte ({ $ends }).
finding-seats_none = Hier sitzt kein Spieler auf mehreren Plätzen; Platz und Spieler lassen sich nicht trennen.
finding-seats_raw = { $sure ->
    [yes] An Tischen mit { $players } liegt { $place } am weitesten vom Zufall entfernt
   *[no] Kein Platz weicht sicher vom Zufall ab. An Tischen mit { $players } liegt { $place } am weitesten davon entfernt
}: { $win } ({ $ends }) Siege, der Zufall gäbe { $chance }.
finding-openings = { $way ->
    [more] „{ $opening }“ ist der aussichtsreichste
   *[unclear] Kein erster Zug ist eindeutig der beste; „{ $opening }“ ist der aussichtsreichste
} von { $n } häufigen: { $points } Prozentpunkte ({ $ends }) an Gewinnchance desselben Spielers.
finding-openings_few = Keine zwei ersten Züge wurden in je { $least } unabhängigen Kartenverteilungen gespielt; es lässt sich nichts vergleichen.
finding-hands = { $way ->
    [more] Mit den besten Händen (Stärke ab { $strength }) gewinnt man öfter als durch Zufall
    [less] Mit den besten Händen (Stärke ab { $strength }) gewinnt man seltener als durch Zufall
   *[unclear] Mit den besten Händen (Stärke ab { $strength }) gewinnt man weder klar öfter noch klar seltener als durch Zufall
}: { $points } Prozentpunkte ({ $ends }).
finding-hands_few = Zu wenige Hände ungleicher Stärke: Je Sorte sind { $least } unabhängige Kartenverteilungen nötig.
finding-luck_groups = So viel der Unterschiede an Talern an einem Tisch erklärt die Stärke der Hände: { $groups }. { $apart ->
    [yes] Einige dieser Intervalle liegen getrennt, die Gruppen unterscheiden sich also.
   *[no] Diese Intervalle überlappen, also ist kein Unterschied belegt.
}
finding-cards_held = Am meisten Karten einer Hand sind { $part }: im Schnitt { $mean } ({ $ends }).
finding-ratings = { $sure ->
    [yes] { $player } ist am stärksten
   *[no] { $player } ist am höchsten gewertet
}: { $points } Elo-Punkte ({ $ends }) über { $anchor }.
finding-ratings_anchor = { $sure ->
    [yes] { $player } ist am stärksten
   *[no] { $player } ist am höchsten gewertet
}, { $points } Elo-Punkte ({ $ends }) über { $second }.
finding-ratings_only = Nur { $player } hat eine Wertung; die anderen haben nie oder immer gegen ihn gewonnen.
finding-ratings_few = Zu wenige unabhängige Kartenverteilungen für Wertungen: Jeder Spieler braucht { $least }.
finding-duels = { $sure ->
    [yes] Das ungleichste Paar
   *[no] Eines der ungleichsten Paare
}: { $one } liegt in { $share } ({ $ends }) der Begegnungen vor { $other }, an Tischen mit { $players } Spielern.
finding-duels_few = Keine zwei Spieler trafen sich in { $least } unabhängigen Kartenverteilungen.
finding-lead_changes = { $share } ({ $ends }) der Partien entscheiden sich erst in Runde { $round }, mit ihrer Besteuerung.
finding-lead_changes_before = { $sure ->
    [yes] Von den Runden davor entscheidet Runde { $often } am meisten
   *[no] Von den Runden davor entscheidet keine sicher mehr als alle anderen; am meisten hat Runde { $often }
}: { $most } ({ $ends }).
finding-comebacks_few = Nach Runde { $round } liegen zu wenige Spieler zurück, um ihre Chancen zu nennen: { $least } unabhängige Kartenverteilungen sind nötig.
finding-cascades_by = Mittlere Länge einer Kette: { $groups }.
finding-first_leader = Wer nach der ersten Besteuerung führt, im Schnitt um { $margin } Taler, gewinnt { $share } ({ $ends }) der Partien.
finding-largest_comebacks = { $player } gewann Partie { $game } nach einem Rückstand von { $behind } Talern (Runde { $round }). Mehr holte hier niemand auf.
finding-compare = { $all ->
    [one] { $n ->
        [0] Den Unterschied könnte auch der Zufall erklären:
       *[other] Der Unterschied ist größer, als es der Zufall erklärt:
    }
   *[other] { $n ->
        [one] Eine von { $all } Größen unterscheidet sich
       *[other] { $n } von { $all } Größen unterscheiden sich
    } stärker, als es bei so vielen der Zufall erklärt. Am klarsten:
} { $measure }, { $one } ({ $first }) gegen { $other } ({ $second }), ein Unterschied von { $difference } ({ $ends }).
finding-compare_none = { $all ->
    [one] Den Unterschied könnte auch der Zufall erklären.
   *[other] Keine von { $all } Größen unterscheidet sich stärker, als es bei so vielen der Zufall erklärt.
}
compare-behind = Grundlage: { $one } Partien der einen und { $other } der anderen Menge{ $some ->
    [yes] { "" } ({ $where }).
   *[no] .
}
compare-same = Alle Partien der einen Menge sind auch in der anderen, und von der bleibt nichts übrig; es gibt nichts zu vergleichen.
compare-rest = die übrigen
compare-differ = Die Mengen unterscheiden sich hierin: { $said }.
compare-alike = Beide Mengen haben dieselben Spieler, Tischgrößen, Landkarten, Auflagen und dasselbe bei Hold'em.
compare-setting = { $what } ({ $one } → { $other })
compare-who = Spieler
compare-players = Tischgröße
compare-map = Landkarte
compare-edition = Auflage
compare-holdem = Hold'em
compare-overlap = { $n ->
    [one] Eine Partie gehört
   *[other] { $n } Partien gehören
} zu beiden Mengen und { $n ->
    [one] zählt
   *[other] zählen
} nur für die kleinere.
compare-common = { $n ->
    [one] Eine Kartenverteilung wurde in beiden gespielt und wird
   *[other] { $n } Kartenverteilungen wurden in beiden gespielt und werden
} mit sich selbst verglichen.
compare-stratified = Unter Partien, die hierin gleich sind ({ $what }), beträgt der Unterschied { $difference } ({ $ends }).
compare-no_strata = Keine Partien gleichen sich hierin: { $what }. Woran der Unterschied liegt, lässt sich nicht trennen.
limit-compare = Woran der Unterschied liegt, wenn sich die beiden Mengen in mehr als einem unterscheiden; die Spieler werden nicht angeglichen.
finding-largest_comebacks_none = Hier gewann niemand aus dem Rückstand: Jeder Sieger führte nach jeder Runde.
finding-heat_built = { $sure ->
    [yes] Am häufigsten bebaut: { $square }, { $age }
   *[no] { $square }, { $age }, gehört zu den am häufigsten bebauten Feldern ({ $rivals } andere könnten davor liegen)
}: in { $share } ({ $ends }) der Partien.
finding-heat_erased = { $sure ->
    [yes] Am häufigsten treffen Zeitparadoxa { $square }, { $age }
   *[no] { $square }, { $age }, gehört zu den Feldern, die Zeitparadoxa am häufigsten treffen ({ $rivals } andere könnten davor liegen)
}: in { $share } ({ $ends }) der Partien.
finding-heat_contested = { $sure ->
    [yes] Am stärksten umkämpft ist { $square }, { $age }
   *[no] { $square }, { $age }, gehört zu den am stärksten umkämpften Feldern ({ $rivals } andere könnten davor liegen)
}: In { $share } ({ $ends }) der Partien bauen dort mindestens zwei Spieler.
finding-heat_coins = In diesen Partien zahlte kein Feld mehr als { $square }, { $age }: { $coins } Taler Steuern je Partie, wenn die Taler einer Domäne gleich auf ihre Felder verteilt werden.
finding-heat_few = { $n ->
    [one] Eine unabhängige Kartenverteilung ist
   *[other] { $n } unabhängige Kartenverteilungen sind
} zu wenig, um das häufigste Feld zu nennen: { $least } sind nötig.
axis-often_coins = Taler Steuern je Partie
finding-payoff = { $way ->
    [unclear] { $whose ->
        [owner] Dabei der Besitzer zu sein ({ $event }), macht
       *[doer] Das zu tun ({ $event }), macht
    } keinen klaren Unterschied: am Ende { $coins } Taler { $less ->
        [yes] weniger
       *[no] mehr
    } ({ $ends })
   *[clear] { $whose ->
        [owner] Wer dabei der Besitzer ist ({ $event }), hat
       *[doer] Wer das tut ({ $event }), hat
    } am Ende { $coins } Taler { $less ->
        [yes] weniger
       *[no] mehr
    } ({ $ends })
} als ähnliche Spieler, die es nicht { $whose ->
    [owner] sind
   *[doer] tun
}.
finding-payoff_split = Wie es { $whose ->
    [owner] dem Besitzer ergeht, dem das geschieht
   *[doer] Spielern ergeht, die das tun
} ({ $event }), ist nicht überall gleich; eine Zahl für alle führte in die Irre. Taler mehr oder weniger am Ende als ähnliche Spieler, getrennt nach { $what }: { $strata }.
finding-payoff_never = { $did ->
    [yes] Das tun hier alle
   *[no] Das tut hier niemand
} ({ $event }); es lässt sich nichts vergleichen.
finding-payoff_alone = Wer das hier tut ({ $event }), hat niemanden zum Vergleich, der ihm gleicht und es nicht tut.
finding-measure = { $name }: im Schnitt { $mean } ({ $ends }), in { $of ->
    [games] { $number } Partien
    [turns] { $number } Zügen
   *[players] { $number } Ergebnissen von Spielern
}.
title-heat = Wo es geschieht
title-first_leader = Gewinnt, wer früh führt?
title-largest_comebacks = Die größten Aufholjagden
title-measure = Eine eigene Größe
limit-first_leader = Dass Führen gewinnen lässt: Wer früh führt, ist oft der stärkere Spieler.
limit-measure = Warum: Gruppen können sich in mehr unterscheiden als in dem, wonach sie heißen.
list-or = { EITHER($options) }
n-rounds = { $n ->
    [one] { $n } Runde
   *[other] { $n } Runden
}
n-turns = { $n ->
    [one] { $n } Zug
   *[other] { $n } Zügen
}
measure-paradoxes = Verluste durch Zeitparadoxa
finding-behind = Grundlage: { n-games } von { $players }{ $some ->
    [yes] { "" } ({ $where }).
   *[no] .
}
finding-other_players = { $n ->
    [one] einem anderen
   *[other] { $n } anderen
}
finding-no_moment = Diese Zeile fasst viele Partien zusammen und hat keinen eigenen Moment.
finding-no_games = Die Partien hinter diesen Zahlen liegen nicht vor, also lässt sich keine öffnen.
finding-other_course = Noch einmal gespielt, verläuft Partie { $game } anders: Ihre Spieler haben sich geändert, seit die Tabellen entstanden. Simuliere neu, mit records=True, um die Partien zu behalten.
finding-dataset = Datensatz: { $games } Partien, { $seats } Spieler ({ $name })
finding-no_row = Es gibt keine Zeile { $row }: Die Antwort hat { $n } Zeilen, gezählt ab 0.
finding-no_median = Ein Median braucht Überlebenskurven: dataset.buildings().survival(...).median().
finding-ends = { $low } bis { $high }
finding-no_ends = zu wenige Kartenverteilungen für ein Intervall
finding-income_spread = Davon bekommt { $poorest } { $least } und { $richest } { $most }.
finding-wealth = Nach Runde { $round } hat die mittlere Hälfte der Spieler { $low } bis { $high } Taler, der Median ist { $middle }.
finding-shadows = { $share } von { $n } Kopien entstehen, { $blocked } werden verhindert, und { $lack ->
    [yes] { $missing } fehlt
   *[no] keiner fehlt
} ein Plättchen oder Würfel.
finding-domains = Je Partie vereinigen sich Domänen { $joined }-mal und werden { $split }-mal geteilt.
finding-longest_cascades = Eine Aktion in Partie { $game } (Schritt { $step }) löste { $effects } Wirkungen aus, { $length } Ereignisse hintereinander. Weiter reicht hier keine.
finding-cascades = Die längste Kette von Folgen hat { $length } Ereignisse. { $share } aller Ketten haben höchstens { $short }.
finding-luck_few = Wie viel der Unterschiede an Talern mit den Karten einhergeht, lässt sich aus weniger als { $least } unabhängigen Kartenverteilungen nicht sagen.
finding-luck = Die Stärke der Hände erklärt { $share } ({ $ends }) der Unterschiede an Talern an einem Tisch.
finding-not_noted = Diese Tabellen sagen darüber nichts: Die Spalte ist leer. Tabellen einer älteren Version wissen nichts von Domänen und Zeitparadoxa der Spieler, und Werte von Zügen gibt es erst nach einer Bewertung.
taxation-first = erste Besteuerung
taxation-last = letzte Besteuerung
title-adventurers = Wo Abenteurer bei Besteuerungen stehen
title-domain_sizes = Wie groß Domänen bei Besteuerungen sind
title-opening_tree = Was Spieler zuerst tun
title-style = Was ein Spieler öfter oder seltener tut
title-worth = Was Aktionen wert sind
title-progress = Weniger Fehler?
axis-adventurers = Anteil der Spieler, die dort einen Abenteurer haben
axis-domain_sizes = Felder einer Domäne, die jemandem zahlt
axis-opening_tree = Anteil der Züge, die bis dahin gleich begannen
axis-style = { $player } gegen die anderen am Tisch, in Standardabweichungen
axis-worth = Taler, die ein Zug damit einbrachte
axis-progress = frühere Partien → spätere Partien, in Standardabweichungen
finding-adventurers = Der größte Anteil: { $mean } ({ $ends }) der Spieler haben { $part } einen Abenteurer.
taxation-where = bei der { $when ->
    [first] ersten
   *[last] letzten
} Besteuerung { $age ->
    [Might] in der Macht
    [Faith] im Glauben
   *[Reason] in der Vernunft
}
finding-domain_sizes = Domänen, die jemandem zahlen, sind { $part } am größten: im Schnitt { $mean } Felder ({ $ends }).
finding-opening_tree = { $share } der ersten Züge beginnen mit „{ $action }“ ({ $n }); wer das spielt, gewinnt { $win } ({ $ends }) der Partien.
finding-opening_tree_then = Danach folgt am häufigsten „{ $action }“ ({ $share }).
finding-style = { $player } unterscheidet sich in { $n } von { $all } Größen von den anderen am Tisch, stärker, als es bei so vielen der Zufall erklärt. Am deutlichsten: { $told }.
finding-style_measure = { $measure } { $own } je Partie gegen { $others } (Unterschied { $ends })
finding-style_none = { $player } tut nichts von { $n } Dingen sicher öfter oder seltener als die anderen am Tisch.
finding-style_few = { $player } hat weniger als { $least } unabhängige Kartenverteilungen: zu wenige, um von einem Stil zu sprechen.
finding-worth_unknown = Diese Züge haben noch keine Werte: `turns.value` ist leer, bis die Partien bewertet sind.
finding-progress = { $player } verschenkt in der späteren Hälfte von { $n } Partien { $later } Taler je Zug, in der früheren { $earlier }: { $way ->
    [less] weniger
    [more] mehr
   *[unclear] kein klarer Unterschied
} ({ $difference }, { $ends }).
finding-progress_sort = Am deutlichsten verändert: { $measure }, { $one } → { $other }.
what-adventurers = Spieler mit einem Abenteurer bei der letzten Besteuerung ({ $age }, wo sich diese Gruppen am meisten unterscheiden)
what-domain_sizes = Felder einer Domäne, die bei einer Besteuerung jemandem zahlt
what-worth = Taler, die ein Zug einbrachte
limit-adventurers = Ob es richtig ist, dort zu stehen: Wer in einem Zeitalter nichts beherrscht, hat dort nichts zu holen, und Reisen kostet.
limit-domain_sizes = Was Größe wert ist: Eine große Domäne zahlt dem, der sie beherrscht, und mehr Spieler streiten um sie.
limit-opening_tree = Dass eine erste Aktion gut ist: Vielleicht mögen starke Spieler sie. `openings()` vergleicht jeden Spieler mit sich selbst.
limit-style = Warum: Karten, Plätze und Gegner prägen, was jemand tut. Was öfter getan wird, muss nicht das sein, was gewinnt.
limit-worth = Was eine Aktion allein wert war: Züge haben mehrere, und ein Wert ist die Meinung eines Programms, nicht die Wahrheit.
limit-progress = Warum: Gegner, Karten und Glück wechseln von Partie zu Partie, und Partien zählen in der Reihenfolge, in der sie geladen wurden. Eine Besprechung ist die Meinung eines Programms.
finding-progress_few = { $player } hat hier { $n ->
    [one] eine besprochene Partie
   *[other] { $n } besprochene Partien
}; um die spätere Hälfte mit der früheren zu vergleichen, sind { $least } nötig.
measure-travels = Reisen
measure-exchanges = Kartentausche
measure-paradoxes_caused = ausgelöste Zeitparadoxa
measure-paradoxes_suffered = erlittene Zeitparadoxa
measure-given_away = verschenkte Taler je Zug
measure-given_away_early = verschenkte Taler je Zug bis zur ersten Besteuerung
measure-given_away_late = verschenkte Taler je Zug nach der ersten Besteuerung
measure-inaccuracies = Ungenauigkeiten (?!) je Partie
measure-mistakes = Fehler (?) je Partie
measure-blunders = grobe Fehler (??) je Partie
finding-coverage = { $n } von { $all } Regeln kamen vor. Am seltensten: { $clause }, { $number }-mal.
finding-ratings_bound = { $player } hat gegen alle, die Siege und Niederlagen mit { $anchor } verbinden, nie verloren; sicher ist nur: { $bound }.
finding-comebacks = Wer nach Runde { $round } um { $least } bis { $most } Taler zurückliegt, gewinnt noch { $share } ({ $ends }) der Partien.
finding-balance = { $variant }: { $n ->
    [one] eine von { $all } Größen unterscheidet sich
   *[other] { $n } von { $all } Größen unterscheiden sich
} stärker, als es bei so vielen der Zufall erklärt, am klarsten { $measure } ({ $usual } → { $changed }). Taler am Ende: { $coins } ({ $ends }).
finding-balance_none = { $variant }: Keine von { $all } Größen unterscheidet sich stärker, als es bei so vielen der Zufall erklärt. Taler am Ende: { $coins } ({ $ends }).
finding-heat_controlled = In diesen Partien wird kein Feld öfter beherrscht als { $square }, { $age }: bei { $share } der Besteuerungen.
title-decided = Wann Partien entschieden sind
title-comebacks = Chancen bei Rückstand
title-payoff = Lohnt es sich?
title-luck = Wie viel die Karten entscheiden
axis-share_decided = Anteil entschiedener Partien
axis-behind = Rückstand in Talern
axis-lead_alike = Taler mehr als ähnliche Spieler
axis-explained = Anteil an den Unterschieden in Talern
axis-often_contested = Anteil der Partien mit zwei Bauherren hier
caption-did = getan
caption-did_not = nicht getan
caption-below = unter { $bound }
caption-above = über { $bound }
limit-lead_changes = Wann eine Partie noch zu drehen war: nur, dass sie danach niemand mehr gedreht hat.
limit-comebacks = Wie viel noch geschehen kann: Wer zurückliegt, ist oft der schwächere Spieler.
limit-payoff = Dass es sich lohnt: Wer es sich leisten kann, hat vielleicht schon gute Karten oder eine gute Stellung.
limit-luck = Wie viel Glück im Spiel ist: Die Stärke einer Hand misst schlecht, was Karten wert sind; das hier ist das Mindeste.
limit-ratings = Dass ein stärkerer Spieler jeden schwächeren schlägt: siehe die Paare. Wertungen gelten für diese Partien, Karten und Tische.
limit-balance = Was Menschen aus diesen Regeln machen würden. Es spielen Programme, und die meisten urteilen mit Gewichten, die sie aus Partien mit den üblichen Zahlen gelernt haben: Mit anderen spielen sie schlechter, als sie könnten. Größen derselben Partien hängen zusammen.
limit-heat = Warum: Ein Feld mag gut sein, oder nur nahe am Anfang aller.

## Hauptwörter nach einer Zahl

n-players = { $n } Spieler
n-buildings = { $n } Gebäude
n-games = { $n ->
    [one] { $n } Partie
   *[other] { $n } Partien
}
n-moves = { $n ->
    [one] { $n } Aktion
   *[other] { $n } Aktionen
}

## Sätze der Berichte

story-won = { $winner } gewinnt mit { n-coins-dat }, { $margin } Taler vor { $second }.
story-shared = { $winners } teilen sich den Sieg mit je { n-coins-dat } (T7).
story-unfinished = Die Aufzeichnung endet in Runde { $round }; vorn mit { n-coins-dat }: { $leaders }.
story-lead = Vorn nach den Runden: { $leaders }.
story-lead_from = { $leader } ab Runde { $round }
story-happened = Geworfene Zeitschatten: { $cast }; verhindert oder ausgeblieben: { $blocked }; von ihnen ausgelöschte Gebäude: { $erased }. Vereinigte Domänen: { $joined }; zerfallene: { $split }; dabei verkleinerte oder zerstörte Gebäude: { $shrunk }.
story-taxes = Steuern brachten { $tax } der { $n } verdienten Taler; { $missed } gingen verloren, weil kein Abenteurer da war (X4).
story-games = { $games }, { $players }, gespielt auf { $maps }.
story-more_rows = und { $number } weitere Zeilen
story-more_effects = und { $number } weitere Wirkungen
story-made_by = Erstellt mit khronos_lab { $version }.
story-problem = Die Aufzeichnung ist nur bis zu einem Fehler erzählt: { $reason }

## Werte, die sich im Notizbuch selbst zeigen: Stände, Tabellen von Aktionen, Spieler; der Schieber über Bildern.

word-hand = Handkarten
word-action = Aktion
word-squares = Felder
shown-of = von
shown-where = wo
shown-cost = Kosten
shown-highest = Höchstrangige Gebäude
shown-no_actions = Es gibt gerade keine solche Aktion. Warum nicht, sagt kl.why_not(state, "Burg f4 in Macht").
shown-first_rows = Die ersten { $n } Zeilen; .collect() liefert alle.
shown-rating = Wertung
shown-share = Anteil
shown-deals = Kartenverteilungen
shown-interval = 95-%-Intervall
habit-RandomPlayer = Wählt irgendeine erlaubte Aktion, jede gleich wahrscheinlich.
habit-GreedyPlayer = Nimmt die Aktion, die sofort am meisten bringt: Taler und mehr erwartete Steuern.
habit-PlannerPlayer = Plant den ganzen Zug: nach jedem der besten Anfänge wird jede Aktion versucht.
habit-MasterPlayer = Spielt seine besten Pläne weiter, bis alle einmal am Zug waren, und nimmt den, der am besten abschneidet.
word-clause = Regel
panel-rules = Regeln
panel-game_over = Die Partie ist zu Ende.
n-squares = { $n ->
    [one] { $n } Feld
   *[other] { $n } Felder
}
scrub-step = Schrittweite
scrub-effect = Wirkung
scrub-move = Aktion
scrub-turn = Zug

## Wörter, die in Zügen aus Worten stehen dürfen

word-age = Zeitalter
word-building = Gebäude
word-square = Feld
word-card = Karte
word-ruin = Ruine
word-adventurer = Abenteurer

## Aufgaben: ganze Sätze, und mehrere davon

sentence-title = { CAPITAL($said) }
sentence-plain = { CAPITAL($said) }.
sentence-clause = { CAPITAL($said) } ({ $clause }).
sentence-pair = { $first } { $second }

# Was jemand tut, wo kein Satz zu einem Ereignis es sagen kann.
does-Upgrade = { $who } vergrößert { FORM($age, "in") } etwas { FORM($building, "to") } auf { $place }
does-Demolish = { $who } reißt { FORM($age, "in") } ab, was auf { $place } steht
does-Populate = { $who } setzt in der Vernunft einen Kontrollwürfel auf das bürgerliche Gebäude auf { $place }
does-Restore = { $who } spielt in der Vernunft eine Karte, um die Ruine auf { $place } zu restaurieren
does-Exchange = { $who } tauscht die Karten { $cards }
does-EndTurn = { $who } beendet den Zug

# Lektionen, zu denen Beispiele gehören
course-introduction = Wie Khronos gespielt wird
course-shadows = Zeitschatten
course-domains = Domänen und Rangordnung
course-adventurers = Abenteurer, Karten und Gelände
course-paradoxes = Zeitparadoxa
course-taxes = Steuern
course-cascades = Vereinigung, Teilung, Kettenreaktionen

# Ideen, aus denen Lektionen bestehen
idea-first-shadows = Ein Gebäude wirft einen Zeitschatten
idea-two-domains = Verhindert durch zwei Domänen
idea-an-equal = Verhindert durch ein gleichrangiges Gebäude
idea-missing-piece = Es fehlt ein Teil
idea-ruins = Ruinen und ausgebliebene Zeitschatten
idea-covered = Was bedeckt wird, wird ausgelöscht
idea-first-allowed = Erst erlaubt, dann ausgelöscht
idea-in-vain = Vergeblich restauriert
idea-citizens = Kontrollwürfel, die umziehen
idea-last-cube = Wer behält einen Kontrollwürfel?
idea-connecting = Wer darf Domänen verbinden?
idea-one-leader = Nur einer ist der Höchste
idea-joining = Vereinigt: Das schwächere Gebäude weicht
idea-ties = Und bei Gleichstand?
idea-shrunk-shadows = Was wird aus den Zeitschatten?
idea-conflict-order = In welcher Reihenfolge?
idea-breaking-off = Etwas wird abgetrennt
idea-splitting = Eine Domäne zerfällt
idea-cascades = Kettenreaktionen
idea-leader-collects = Macht und Glaube: Der Höchste kassiert
idea-citizens-collect = Vernunft: Die Bürger kassieren
idea-nobody-home = Niemand zu Hause
idea-pooling = Zwei Abenteurer, vier Karten
idea-a-turn = Reisen und tauschen
idea-ground = Fluss, Wald und Gebirge
idea-work-in-reason = Arbeit in der Vernunft
idea-prices = Preise, Bonus, Abriss
idea-variants = Wenn ihr es anders spielt
idea_step-watch = Sieh erst zu, dann bist du dran. { $question }
idea_step-over = Das war „{ $idea }“. Das weißt du jetzt: { $rules }
idea_step-example = Beispiel: { $title }
idea_step-end = Das weißt du jetzt

# Antworten
answer-is = Die Antwort ist: { $answer }.
answer-buildings = { WHICH($buildings, "nom") }
choice-building = { $place }: { $building }{ $owned ->
    [yes] {" "}({ $owner })
   *[no] {""}
}
choice-clause = { $label }: { $motto }.

## Aufgaben: was gefragt wird

ask-legal = Ist das erlaubt?
ask-mistake = Runde { $round }: { $who } ist am Zug, und es war mehr möglich, als getan wurde. Welcher Zug ist der beste?
ask-clause = Das ist verboten. Welche Regel verbietet es?
ask-against-squares = Das ist verboten. An welchen Feldern liegt es?
ask-against-buildings = Das ist verboten. An welchen Gebäuden liegt es?
ask-touches = Wie viele Domänen berührt das neue Gebäude { FORM($age, "in") }{ $own ->
    [yes] , die eigene mitgezählt
   *[no] {""}
}?
ask-shadow = Erscheint der Zeitschatten { FORM($age, "in") }?
ask-stopped = { CAPITAL(FORM($age, "in")) } erscheint kein Zeitschatten. Welche Regel verhindert ihn?
ask-erased = Welche Gebäude weichen { FORM($age, "in") } dem Zeitschatten?
ask-emptied = Welche Felder werden { FORM($age, "in") } leer?
ask-keeps = In der Vernunft kommt der aufgedruckte Weiler auf { $place } wieder zum Vorschein. Wer behält dort einen Kontrollwürfel?
ask-home = Wie viele Kontrollwürfel bekommt { $who } zurück?
ask-cubes = Wie viele Kontrollwürfel liegen am Ende auf der Kopie in der Vernunft, { WHICH($building, "dat") }?
ask-conflict = { CAPITAL(FORM($age, "in")) } entsteht ein Konflikt. Zwischen welchen Gebäuden?
ask-strength = { CAPITAL(FORM($age, "in")) } entscheidet die { FORM($kind, "e") } Stärke über einen Konflikt. Wie stark war die Domäne bei { $place } vor der Vereinigung?
ask-settled = { CAPITAL(FORM($age, "in")) } entsteht ein Konflikt. Welche Regel löst ihn?
ask-shrinks = Welches Gebäude wird { FORM($age, "in") } zuerst verkleinert oder zerstört?
ask-decides-conflict = { CAPITAL(FORM($age, "in")) } entsteht ein Konflikt. Wer wählt, welches Gebäude weicht?
ask-decides-C4 = { CAPITAL(WHICH($building, "nom")) } muss verkleinert werden. Wer wählt das Feld für das kleinere Gebäude?
ask-decides-B8 = Wer entscheidet, wer in der Vernunft einen Kontrollwürfel { WHICH($building, "in") } behält?
ask-shrunk = Wie viele Gebäude werden insgesamt verkleinert oder zerstört, verschwindende Zeitschatten nicht mitgezählt?
ask-vanishes = { CAPITAL(WHICH($building, "nom")) } wird { FORM($origin, "in") } verkleinert. Verschwindet auch, was { FORM($age, "in") } auf denselben Feldern steht?
ask-late = Dem Zeitschatten { WHICH($building, "gen") } in der Macht steht im Glauben nichts mehr entgegen. Erscheint er nun doch?
ask-ruler = Wem stehen { FORM($age, "in") } die Steuern der Domäne bei { $place } zu?
ask-ruler-after = Wem stehen danach { FORM($age, "in") } die Steuern der Domäne um { $place } zu?
ask-restored = Ist die Ruine damit fertig restauriert?
ask-bonus = Wie viele Taler bringt das sofort?
ask-coins = Wie viele Taler kostet das?
ask-cards = Wie viele Karten kostet das?
ask-tax = Es ist Runde { $round }. Wie viele Taler Steuern kassiert { $who }?
ask-tax-age = Wie viele Taler Steuern kassiert { $who } { FORM($age, "in") }?
ask-winner = Damit ist die Partie zu Ende. Wer gewinnt?

## Aufgaben: Gründe für die Antwort

why-free = Nichts verbietet es.
why-touches = { $n ->
    [0] Es berührt kein Gebäude.
    [one] Es berührt die Domäne bei { $places }.
   *[other] Es berührt die Domänen bei { $places }.
}
why-it = { $copy ->
    [yes] die Kopie
   *[no] das neue Gebäude
}
why-touching = { $n ->
    [0] { CAPITAL(FORM($age, "in")) } berührt { why-it } kein Gebäude, das stehen bleibt ({ $clause }).
    [one] { CAPITAL(FORM($age, "in")) } berührt { why-it } nur eine Domäne, bei { $places }, verbindet also nichts ({ $clause }).
   *[other] { CAPITAL(FORM($age, "in")) } verbindet { why-it } die Domänen bei { $places }. Als bürgerliches darf es das ({ $clause }).
}
why-grows = { CAPITAL(FORM($age, "in")) } wächst die Kopie in der Domäne des eigenen älteren Zeitschattens auf { $place } und berührt keine andere, verbindet also nichts (B3a).
why-no_rival = In dieser Domäne gibt es kein anderes { FORM($kind, "es") } Gebäude, also kein gleichrangiges ({ $clause }).
why-rival = Das höchstrangige andere { FORM($kind, "e") } Gebäude dort, { WHICH($rival, "nom") }, ist { $lower ->
    [yes] kleiner
   *[no] größer
} als { why-it }, also nicht gleichrangig ({ $clause }).
why-nothing_covered = Die Kopie bedeckt dort kein Gebäude.
why-may_play = Das braucht { FORM($age, "in") } { n-cards }, und die Abenteurer dort dürfen noch { $left } spielen.
why-covers = Die Kopie bedeckt { $places }.
why-met = Die Kopie bedeckt { $places } und trifft damit { WHICH($building, "acc") }.
why-no_cubes = Auf dem, was die Kopie bedeckt, liegen keine Kontrollwürfel.
value-of = { WHICH($building, "nom") } ({ $n })
why-strength = Dort zählen: { LIST($parts, "value-of") }.{ $apart ->
    [yes] {" "}Gebäude, die inzwischen von der vereinigten Domäne abgetrennt sind, zählen weiter für ihre alte.
   *[no] {""}
}
why-not_joined = { CAPITAL(FORM($age, "in")) } wurden keine Domänen vereinigt, also zählen keine Stärken.
why-others_joined = Zwar wurden { FORM($age, "in") } Domänen vereinigt, doch dieser Konflikt entstand, weil ein Gebäude verschwand; also zählen keine Stärken.
why-only_one = Hier lassen die Regeln nur eine Möglichkeit, also wird niemand gefragt.
why-not_same = { $n ->
    [one] { CAPITAL(WHICH($buildings, "nom")) } ist { FORM($age, "in") } nicht genau dasselbe Gebäude.
   *[other] { CAPITAL(WHICH($buildings, "nom")) } sind { FORM($age, "in") } nicht genau dasselbe Gebäude.
}
why-cubes = { $players ->
    [0] Dort hat niemand einen Kontrollwürfel.
   *[other] Kontrollwürfel dort: { LIST($shares, "cubes-share") }.
}
why-no_ruler = Dort gibt es kein { FORM($kind, "es") } Gebäude, also hat niemand Anspruch.
why-ruler = { CAPITAL(WHICH($building, "nom")) } ist dort das höchstrangige { FORM($kind, "e") } Gebäude.
why-cards = { $n ->
    [one] { $n } { FORM($kind, "e") } Karte
   *[other] { $n } { FORM($kind, "e") } Karten
}{ $extra ->
    [0] {""}
    [one] , dazu 1 beliebige Karte für das Gelände
   *[other] , dazu { $extra } beliebige Karten für das Gelände
}.
why-values = { CAPITAL(FORM($age, "in")) } zählen in der Domäne bei { $place }: { LIST($parts, "value-of") }.

## Worauf es bei jeder Regel ankommt, für alle, die gerade eine Frage beantwortet haben.
## Es gelten die Regeln selbst. Nummer und Punkt kommen dazu.

motto-S1 = Zwei bis fünf Spieler beginnen mit je 4 Talern, 4 Karten, 25 Kontrollwürfeln und zwei Abenteurern in der Macht
motto-S2 = Der Wert eines Gebäudes ist sein Preis, seine Stärke und seine Steuer: 1, 3, 5 für bürgerliche; 1, 2, 4 für die anderen; 1 und 2 für Ruinen
motto-S3 = Ein Plättchen, das den Spielplan verlässt, kommt zurück in den Vorrat; eines, das ein Zeitparadoxon auslöscht, ist aus dem Spiel
motto-S4 = Ist der Nachziehstapel leer, werden die abgeworfenen Karten zu einem neuen gemischt
motto-S5 = Ein aufgedruckter Weiler ist immer da, wenn nichts sein Feld bedeckt
motto-S6 = Der Bank geht das Geld nie aus, und jede Gruppe hält es, wie sie mag, ob Taler offen liegen
motto-T1 = Das Spiel hat sieben Runden; die Spieler sind reihum am Zug
motto-T2 = Einmal je Zug, vor der ersten Aktion, darf man 2 Taler zahlen und Karten tauschen
motto-T3 = In einem Zug führt man beliebig viele Aktionen in beliebiger Reihenfolge aus: reisen, bauen, vergrößern, abreißen, bevölkern, restaurieren
motto-T4 = Eine Reise in ein anderes Zeitalter kostet 1 Taler
motto-T5 = Jeder Abenteurer spielt je Zug höchstens zwei Karten, und zwar in dem Zeitalter, in dem er steht; zwei im selben Zeitalter dürfen zusammenlegen
motto-T6 = Am Ende des Zuges werden alle nicht benutzten Karten abgeworfen und vier neue gezogen, noch vor den Steuern
motto-T7 = Nach Runde 7 gewinnt, wer am reichsten ist
motto-A1 = Ein neues Gebäude braucht freie Felder, seinen Preis in Karten, ein Plättchen und, wenn es einen Besitzer hat, einen Kontrollwürfel
motto-A2 = Eine Vergrößerung ersetzt ein Gebäude durch ein größeres derselben Art und kostet den Wertunterschied; zwei Gebäude werden nie verschmolzen
motto-A3 = Der Bau mittlerer und großer Gebäude und jede Vergrößerung bringen in der Macht 1 Taler und im Glauben 2, auch wenn der Zeitschatten ausbleibt
motto-A4 = Jedes kleine Plättchen darf für 1 Taler und 1 Karte seiner Art abgerissen werden, aber nie ein aufgedruckter Weiler
motto-A5 = In der Vernunft setzt eine bürgerliche Karte einen Kontrollwürfel auf ein bürgerliches Gebäude, das noch Platz hat
motto-A6 = Eine mittlere Ruine wird mit einer Karte restauriert, eine große mit zweien, gleich von wem
motto-G1 = Nur Dörfer und Städte dürfen auf dem Fluss stehen
motto-G2 = Wald und Gebirge kosten je einmal zusätzliche Karten: je weniger mitspielen, desto mehr
motto-D1 = Gebäude, die sich an einer Seite berühren, bilden eine Domäne, und nur ein bürgerliches Gebäude darf Domänen verbinden
motto-H1 = Das höchstrangige Gebäude einer Art in einer Domäne ist das einzige seines Ranges; kleinere und größere sind erlaubt
motto-O1 = Erst das Gebäude, dann seine Kopien, dann die Konflikte: in der Macht vor denen im Glauben
motto-B1 = Kleine Gebäude werfen keinen Zeitschatten, und Zeitschatten fallen nur in spätere Zeitalter
motto-B2 = Dörfer und Städte werden in jedes spätere Zeitalter kopiert, und nichts kann das verbieten
motto-B3 = Ein mittleres oder großes militärisches oder religiöses Gebäude wird mit einem Kontrollwürfel des Besitzers aus der Macht in den Glauben kopiert, wenn es dort erlaubt ist
motto-B3a = Eine Kopie darf im Glauben keine Domänen verbinden, und ohne sie gibt es auch keine Ruine; die Domäne eines eigenen älteren Zeitschattens zählt als eine davon
motto-B3b = Eine Kopie darf im Glauben nicht gleichrangig mit dem höchstrangigen anderen Gebäude ihrer Art in der Domäne sein, und ohne sie gibt es auch keine Ruine
motto-B4 = Militärische und religiöse Gebäude, die im Glauben gebaut oder dorthin kopiert werden, liegen in der Vernunft als Ruine ohne Kontrollwürfel; dort verbietet es keine Regel
motto-B5 = Eine Kopie braucht ein Plättchen und im Glauben, wenn sie einen Besitzer hat, einen Kontrollwürfel von ihm; fehlt eines davon, erscheint in diesem und jedem späteren Zeitalter keine
motto-B6 = Was eine Kopie bedeckt, auch nur zum Teil, wird entfernt, und die Kontrollwürfel darauf gehen zurück; was im Glauben ausgelöscht wird, verliert auch seinen Zeitschatten in der Vernunft
motto-B7 = Wird ein bürgerliches Gebäude vergrößert, so ziehen seine Kontrollwürfel in der Vernunft auf das größere um; andere bedeckte gehen zurück
motto-B8 = Kommt ein aufgedruckter Weiler wieder zum Vorschein, so behält dort einen Kontrollwürfel, wer die meisten hatte. Bei Gleichstand scheidet zuerst aus, wer am Zug ist; steht es dann noch gleich, entscheidet, wer am Zug ist
motto-B9 = Eine ausgebliebene Kopie wird nie nachgeholt, und von allem Ausgelöschten kehren nur aufgedruckte Weiler zurück
motto-C1 = Zwei gleichrangige höchste Gebäude einer Art in einer Domäne stehen im Konflikt; in der Macht wird zuerst der militärische gelöst, im Glauben zuerst der religiöse
motto-C2 = Entsteht durch eine Vereinigung ein Konflikt, so vergleicht man die Domänen, wie sie vorher waren: Das Gebäude aus der schwächeren wird verkleinert. Bei gleicher Stärke verkleinert, wer am Zug ist, ein eigenes; wer keines hat, wählt eines aus
motto-C3 = In einem Konflikt, den keine Vereinigung geschaffen hat, zählen keine Stärken: Wer am Zug ist, verkleinert ein eigenes Gebäude; wer keines hat, wählt eines aus
motto-C4 = Ein Gebäude wird um einen Rang verkleinert und bleibt auf seinen alten Feldern, wo sein Besitzer will; ein kleines wird zerstört
motto-C5 = Die Zeitschatten eines verkleinerten Gebäudes verschwinden; hat es nun mittleren Rang, so wird es an ihrer Stelle kopiert
motto-C6 = Nur genau dasselbe Gebäude gilt als Zeitschatten: dieselbe Art, derselbe Rang, dieselben Felder und im Glauben auch derselbe Besitzer
motto-X1 = In Runde 4 und 7 kassiert man Steuern in jedem Zeitalter, in dem ein eigener Abenteurer steht
motto-X2 = Wem in einer Domäne das höchstrangige militärische Gebäude gehört (in der Macht) oder das höchstrangige religiöse (im Glauben), der kassiert die Werte ihrer bürgerlichen Gebäude
motto-X3 = In der Vernunft kassiert, wer in einer Domäne die meisten Kontrollwürfel auf bürgerlichen Gebäuden hat, die Werte der militärischen und religiösen; bei Gleichstand kassieren alle voll
motto-X4 = Wer Anspruch hat, aber dort keinen Abenteurer, geht leer aus, und niemand kassiert stattdessen
motto-V1 = In der ersten Auflage wählt man, welche nicht benutzten Karten man abwirft
motto-V2 = Bei Hold'em darf man einmal je Zug, vor der ersten Aktion, Handkarten gegen ebenso viele offene Karten einer Art tauschen

# Wörter, unter denen man eine Regel sucht, außer denen ihrer Sätze
find-S1 = Start, Spieler, Beginn, Aufbau, wie viele
find-S2 = Wert, Preis, Stärke, Zahl, Kosten
find-S3 = Plättchen, Vorrat, Schachtel, aus dem Spiel
find-S4 = Stapel, mischen, Ablage, verdeckt, offen
find-S5 = Karte, Spielplan, Gelände, aufgedruckter Weiler, Feld
find-S6 = Bank, Geld, offene Taler, verdeckte Taler
find-T1 = Runde, Zug, Phasen, wie lange, Reihenfolge
find-T2 = tauschen, neue Karten
find-T3 = Aktionen, was darf ich, wie viele Aktionen
find-T4 = reisen, Reise, Abenteurer bewegen
find-T5 = Abenteurer, Karten je Zug, zusammenlegen, wie viele Karten
find-T6 = nachziehen, ziehen, Ende des Zuges, abwerfen
find-T7 = Sieger, gewinnen, Spielende, Gleichstand
find-A1 = bauen, neues Gebäude, Kosten, freie Felder
find-A2 = ausbauen, vergrößern, wachsen, verschmelzen
find-A3 = Bonus, Taler, verdienen
find-A4 = abreißen, entfernen
find-A5 = bevölkern, Kontrollwürfel, Bürger, Platz, voll
find-A6 = restaurieren, Ruine, halb restauriert
find-G1 = Fluss, Wasser, Brücke
find-G2 = Wald, Gebirge, Gelände, Aufpreis, zusätzliche Karten
find-D1 = Domäne, verbinden, vereinigen, berühren
find-H1 = Rangordnung, höchstrangig, gleichrangig, Rang
find-O1 = Reihenfolge, zuerst, wann
find-B1 = klein, Rang 1, Vergangenheit, zurück, kein Zeitschatten
find-B2 = Dorf, Stadt, bürgerlicher Zeitschatten, Kopie
find-B3 = Zeitschatten, Schatten, Kopie, Burg, Kloster, Festung, Abtei, Glaube
find-B3a = verhinderter Zeitschatten, Domänen verbinden
find-B3b = verhinderter Zeitschatten, gleichrangig, gleicher Rang
find-B4 = Ruine, Vernunft, Zeitschatten
find-B5 = fehlendes Plättchen, fehlender Würfel, kein Plättchen mehr, aufgebraucht
find-B6 = Paradoxon, Zeitparadoxon, Paradox, auslöschen, bedecken, verschwinden, weg
find-B7 = Würfel umziehen, Bürger, ausbauen
find-B8 = wer behält einen Würfel, Weiler erscheint wieder, Gleichstand
find-B9 = später, nachholen, zu spät, zurückkehren
find-C1 = Konflikt, höchstrangig, zwei Burgen, gleichrangig
find-C2 = wer schrumpft, wer verkleinert, schwächer, stärker, Stärke, Vereinigung, Gleichstand, weicht
find-C3 = wer schrumpft, wer verkleinert, Teilung, zerfällt, weicht
find-C4 = wie schrumpft, wer wählt den Platz, kleiner, verkleinert, zerstört
find-C5 = Zeitschatten eines verkleinerten Gebäudes, verschwinden
find-C6 = dasselbe Gebäude, welcher Zeitschatten gehört dazu
find-X1 = Steuern, wann, Runde 4, Runde 7, kassieren
find-X2 = Steuern, wer kassiert, Macht, Glaube, höchstrangig
find-X3 = Steuern, wer kassiert, Vernunft, Mehrheit, meiste Würfel
find-X4 = Steuern, abwesend, niemand kassiert, kein Abenteurer
find-V1 = erste Auflage, alte Regeln, 33 Karten
find-V2 = Hold'em, offene Karten

## Was Steuern jetzt einbrächten, und warum

forecast-domain = { $age }, Domäne bei { $place }: { $pays ->
    [yes] { $several ->
        [yes] je { n-coins } für { $who }
       *[no] { n-coins } für { $who }
    }: { CAPITAL($why) } ({ $clause }).
    [nothing] nichts wert: { CAPITAL($why) } ({ $clause }).
   *[no] { $n } wert, aber niemand kassiert: { CAPITAL($why) } ({ $clause }).
}
forecast-ruler = { WHICH($building, "nom") } ist das höchstrangige { FORM($kind, "e") } Gebäude
forecast-no_ruler = hier gibt es kein { FORM($kind, "es") } Gebäude
forecast-no_cubes = hier hat niemand einen Kontrollwürfel
forecast-cubes = { $several ->
    [yes] { $who } haben gleich viele, je { n-cubes }
   *[no] { $who } hat die meisten Kontrollwürfel, { $n }
}
forecast-absent = { $several ->
    [yes] { $why }, aber { $who } haben dort keinen Abenteurer
   *[no] { $why }, aber { $who } hat dort keinen Abenteurer
}

## Unterschiede zwischen zwei Stellungen, je eine Zeile

difference-line = { $same ->
    [yes] { $age }: { $said }.
   *[no] { CAPITAL($said) }.
}
difference-in = { FORM($age, "in") }
difference-building = { WHICH($building, "nom") }{ $n ->
    [0] {""}
   *[other] {" "}({ $cubes })
}
difference-only = { $building } nur { $side }
difference-became = { $was } → { $now }
difference-cubes = { WHICH($building, "nom") }: { $was } → { $now }
difference-new = eine Domäne bei { $now } nur { $second }
difference-gone = eine Domäne bei { $was } nur { $first }
difference-joined = die Domänen bei { $was } sind { $second } vereinigt
difference-split = die Domäne bei { $was } ist { $second } geteilt, mit Teilen bei { $now }
difference-regrouped = die Domänen bei { $was } sind { $second } andere, bei { $now }
difference-control = die Domäne bei { $now }
difference-pays = { $control ->
    [yes] { $said } zahlt { $was } → { $now }
   *[no] { $said }; zahlt { $was } → { $now }
}
difference-paid = { $n ->
    [0] niemandem
   *[other] { LIST($shares, "difference-share") }
}
difference-share = { $who } { $n }

## Die Durchsicht einer Partie: was Züge verschenkten, und warum

why-twice = { $twice ->
    [yes] {", was in beiden Steuerrunden zählt"}
   *[no] {""}
}
why-happened = Dann { $how ->
    [erases] löschte { $who }{ why-last } { WHICH($building, "acc") } aus
    [destroys] zerstörte { $who }{ why-last } { WHICH($building, "acc") }
    [reduces] verkleinerte { $who }{ why-last } { WHICH($building, "acc") }
    [demolishes] riss { $who }{ why-last } { WHICH($building, "acc") } ab
    [joins] verband { $who }{ why-last } Domänen bei { $place }
    [splits] teilte { $who }{ why-last } die Domäne bei { $place }
    [takes] übernahm { $who }{ why-last } { why-domain }
   *[populates] bevölkerte { $who }{ why-last } { WHICH($building, "acc") }
}: { $whole ->
    [yes] { why-all }, die { $victim } { FORM($age, "in") } einnahm, waren weg
   *[no] { $n } der { $all } Taler, die { $victim } { FORM($age, "in") } einnahm, waren weg
} ({ $clause }).
why-all = { $all ->
    [2] Beide Taler
   *[other] Alle { $all } Taler
}
why-domain = { $named ->
    [yes] die Domäne mit { WHICH($building, "dat") }
   *[no] die Domäne
}
why-last = { $last ->
    [yes] {" "}als letzter Spieler der Partie
   *[no] {""}
}
why-happens = In { $often } von { $games } weitergespielten Partien { $how ->
    [erases] löscht { why-doer } bald { WHICH($building, "acc") } aus
    [destroys] zerstört { why-doer } bald { WHICH($building, "acc") }
    [reduces] verkleinert { why-doer } bald { WHICH($building, "acc") }
    [demolishes] reißt { why-doer } bald { WHICH($building, "acc") } ab
    [joins] verbindet { why-doer } bald Domänen bei { $place }
    [splits] teilt { why-doer } bald die Domäne bei { $place }
    [takes] übernimmt { why-doer } bald { why-domain }
   *[populates] bevölkert { why-doer } bald { WHICH($building, "acc") }
}: { $whole ->
    [yes] { why-all }, die { $victim } { FORM($age, "in") } einnimmt, sind weg
   *[no] Etwa { $n } der { $all } Taler, die { $victim } { FORM($age, "in") } einnimmt, sind weg
} ({ $clause }).
why-doer = { $known ->
    [yes] { $who }
   *[no] jemand
}
why-unused = { $who } ließ { $n ->
    [one] eine Karte
   *[other] { $n } Karten
} ungenutzt, die der bessere Zug spielt (T6).
why-shrinks = Der gespielte Zug verkleinert { FORM($age, "in") } { WHICH($building, "acc") } (C4).
why-entry = { $more ->
    [yes] mehr
   *[no] weniger
} { $clause ->
    [A3] Boni (A3)
    [T4] Reisekosten (T4)
    [A4] Abrisskosten (A4)
   *[T2] Tauschkosten (T2)
}
why-absent = { $n ->
    [one] 1 Taler { FORM($age, "in") } geht
   *[other] { n-coins } { FORM($age, "in") } gehen
} an niemanden: { $who } hat dort keinen Abenteurer (X4).
why-taxes = { why-better } bringt { FORM($age, "in") } sofort { n-coins } Steuern{ $instead ->
    [0] {""}
   *[other] {" "}statt { $instead }
} (X1){ $cost ->
    [0] {""}
   *[other] , kostet aber { $cost } Taler mehr
}.
why-joins = { why-better } verbindet { FORM($age, "in") } Domänen und bringt { $who } dort { n-coins } mehr ein{ why-twice } (C2).
why-income = { why-better } bringt { $who } { FORM($age, "in") } { n-coins } mehr ein, in der Domäne mit { WHICH($building, "dat") }{ why-twice } ({ $clause }).
why-erases = { why-better } löscht { FORM($age, "in") } { WHICH($building, "acc") } aus: { n-coins } weniger für { $victim } (B6).
why-demolishes = { why-better } reißt { FORM($age, "in") } { WHICH($building, "acc") } ab: { n-coins } weniger für { $victim } (A4).
why-reduces = { why-better } verkleinert { FORM($age, "in") } { WHICH($building, "acc") }: { n-coins } weniger für { $victim } (C4).
why-splits = { why-better } teilt { FORM($age, "in") } eine Domäne: { n-coins } weniger für { $victim } ({ $clause }).
why-takes = { why-better } nimmt { $victim } { FORM($age, "in") } { n-coins } an Einnahmen, in der Domäne mit { WHICH($building, "dat") } ({ $clause }).
why-costs = Der gespielte Zug kostet { $who } { FORM($age, "in") } { n-coins } an Einnahmen, in der Domäne mit { WHICH($building, "dat") }{ why-twice } ({ $clause }).
why-gives = Der gespielte Zug lässt { $victim } { FORM($age, "in") } { n-coins } mehr kassieren, in der Domäne mit { WHICH($building, "dat") } ({ $clause }).
why-blocked = { CAPITAL(WHICH($building, "nom")) } bekommt { FORM($age, "in") } keine Kopie ({ $clause }).
why-nobody = Für { WHICH($building, "acc") } { FORM($age, "in") } kassiert niemand: Dort herrscht kein { FORM($kind, "es") } Gebäude (X2).
why-pays = { CAPITAL(WHICH($building, "nom")) } { FORM($age, "in") } zahlt an { $victim } (X2).
why-coins = { why-with } hat { $who } sofort { n-coins } mehr: durch { $how }{ $fewer ->
    [0] {""}
   *[other] , aber { $fewer } weniger an Steuern
}.
why-mostly = Der größte Teil des Unterschieds kommt erst später, { $where ->
    [age] durch Steuern { FORM($age, "in") }
    [purse] durch Boni und Kosten
   *[ahead] nach den nächsten Steuern
}.
why-several = Nichts entscheidet allein: Mehreres kommt zusammen.

# Gespielt wurde ein guter Zug, verglichen mit dem eines Planers, oder ein Fehler, verglichen mit einem besseren.
why-later = { why-with } sind die Einnahmen von { $who } { FORM($age, "in") } eine Runde später um etwa { n-coins } { $own ->
    [yes] höher
   *[no] geringer
}{ why-twice } ({ $clause }).
why-balance = Die Bilanz in Talern: { $mine ->
    [yes] für { $who } { $own }
   *[no] für { $who } kaum etwas
}{ $theirs ->
    [yes] ; { $duel ->
        [yes] { $rival }
       *[no] den anderen im Schnitt
    } genommen: { $others }
   *[no] {""}
}{ $over ->
    [yes] ; Kleinigkeiten { $rest }
   *[no] {""}
}. Zusammen { $whole }.
why-part = { $where ->
    [now] { $coins } sofort
    [age] { $coins } Steuern { FORM($age, "in") }
    [purse] { $coins } später durch Boni und Kosten
   *[ahead] { $coins } nach den nächsten Steuern
}
why-decides = Wenige Taler, aber sie entscheiden: Die Partie ist knapp.
why-hardly = Viele Taler, aber am Sieger ändern sie kaum etwas.
why-idle = { $n ->
    [one] Die Karte, die der bessere Zug übrig lässt, bringt hier nichts mehr.
   *[other] Die { $n } Karten, die der bessere Zug übrig lässt, bringen hier nichts mehr.
}
why-better = { $again ->
    [yes] Er
   *[no] { $good ->
        [yes] Dieser Zug
       *[no] Der bessere Zug
    }
}
why-with = { $again ->
    [yes] Zugleich
   *[no] { $good ->
        [yes] Mit diesem Zug
       *[no] Mit dem besseren Zug
    }
}

review-turn = { $label }{ $mark } { $who } { $moves }.
review-loss = Das verschenkt { $coins } Taler gegenüber { $duel ->
    [yes] { $rival }
   *[no] den anderen
} ({ $between }){ review-points }.
review-points = { $count ->
    [0] , aber kaum etwas an Gewinnchance
    [one] {" "}und { $points } Prozentpunkt der Gewinnchance ({ $spread })
   *[other] {" "}und { $points } Prozentpunkte der Gewinnchance ({ $spread })
}
review-gain = Besser um { $coins } Taler gegenüber { $duel ->
    [yes] { $rival }
   *[no] den anderen
} ({ $between }){ $count ->
    [0] {""}
   *[other] { review-points }
}.
review-better = Besser: { $who } { $moves }.
review-good = Gut gefunden: Der nächstbeste Zug, der gefunden wurde, verschenkt { $coins } Taler gegenüber { $duel ->
    [yes] { $rival }
   *[no] den anderen
} ({ $between }){ review-points }.
review-plain = Der nächstbeste: { $who } { $moves }.
review-fine = In { $games } weitergespielten Partien war kein anderer Zug deutlich besser.
review-first = Das ist ein erster Blick; das letzte Wort braucht mehr Partien.
review-alone = Nichts wurde verglichen: Niemand kennt die Handkarten, oder es gab nichts anderes zu tun.
review-waiting = Noch nicht angesehen.
review-shown = Die Hand ist verdeckt; der bessere Zug nutzt nur Karten, die in diesem Zug gezeigt wurden.
review-none = { $n ->
    [0] Noch kein Zug wurde angesehen.
   *[other] In { $n } Zügen wurde kein Fehler gefunden, der über den Zufall hinausgeht.
}
review-more = { $n ->
    [one] Ein weiterer Fehler ist in der Partie markiert.
   *[other] { $n } weitere Fehler sind in der Partie markiert.
}
review-stopped = Vorzeitig angehalten: { $done } von { $turns } Zügen wurden angesehen. Derselbe Aufruf macht dort weiter.
review-account = { $who } konnte zu Beginn { $start } Taler erwarten. { $known ->
    [yes] Die Karten brachten { $draws }, die Entscheidungen { $decisions } ({ $decided })
   *[no] Karten und Entscheidungen zusammen brachten { $decisions } ({ $decided })
}, die Züge der anderen { $others } ({ $took }): am Ende { $result }.
review-name = Besserer Zug
review-mistakes = Fehler
review-found = Gut gespielt
review-luck = Glück und Können
review-meaning = Was die Zahlen bedeuten
report-review = Fehler, Glück und Können
review-unknown = unbekannt
review-no_records = Eine Durchsicht braucht die Aufzeichnungen der Partien: kl.dataset("my-games/") mit *.khr-Dateien.
review-between = { $low } bis { $high }
review-certain = in jeder Partie
review-caveat = Nach jedem Zug und nach dem besten anderen, der gefunden wurde, spielen gierige Spieler und Planer Partien mit denselben Karten weiter: über die nächsten Steuern hinaus oder bis zum Ende. Markiert wird nur, worin beide übereinstimmen; der Verlust ist das Mittel aus beiden. Taler zählen gegenüber dem Durchschnitt der anderen. Die Intervalle zu 95{"\u00A0"}% in Klammern enthalten das Kartenglück und wie weit solche Spieler gegenüber Meistern danebenlagen.

## Ablehnungen: warum die Regeln etwas verbieten. Die Regel kommt dazu: "… (A1)".

# Der Zug und seine Karten.
refusal-over = die Partie ist zu Ende
refusal-seen_elsewhere = { $who } kann die Karten { $cards } nicht haben: Alle { $n } { FORM($kind, "en") } Karten sind anderswo zu sehen
refusal-not_in_hand = { $who } kann die Karten { $cards } nicht benutzen: Auf der Hand sind { $hand }
refusal-exchanged_before = Karten können nur einmal je Zug getauscht werden
refusal-exchange_late = Karten können nur vor der ersten Aktion des Zuges getauscht werden
refusal-exchange_nothing = bei einem Tausch wird mindestens eine Karte abgeworfen
refusal-exchange_price = ein Tausch kostet { n-coins }, und { $who } hat { refusal-coins }
refusal-no_open_cards = offene Karten gibt es nur bei Hold'em
refusal-swapped_before = offene Karten können nur einmal je Zug genommen werden
refusal-swap_late = offene Karten können nur vor der ersten Aktion des Zuges genommen werden
refusal-swap_nothing = es wird mindestens eine offene Karte einer Art genommen
refusal-too_few_open = { $n ->
    [0] keine { FORM($kind, "e") } Karte liegt offen
    [one] nur 1 { FORM($kind, "e") } Karte liegt offen
   *[other] nur { $n } { FORM($kind, "e") } Karten liegen offen
}
refusal-same_age = eine Reise führt in ein anderes Zeitalter
refusal-no_adventurer = { $who } hat { FORM($age, "in") } keinen Abenteurer
refusal-travel_price = eine Reise kostet { n-coins }, und { $who } hat { refusal-coins }
refusal-no_discard_choice = alle nicht benutzten Karten werden abgeworfen; nur die erste Auflage lässt die Wahl
refusal-discard_choice = in der ersten Auflage ist anzugeben, welche nicht benutzten Karten abgeworfen werden
refusal-allowance = das braucht { FORM($age, "in") } { n-cards }, und die Abenteurer dort dürfen in diesem Zug { $allowed ->
    [0] keine mehr
   *[other] nur noch { $allowed }
} spielen
refusal-drawn = hier { $n ->
    [0] wird keine Karte
    [one] wird 1 Karte
   *[other] werden { $n } Karten
} gezogen, nicht { $cards }
refusal-pile = der Nachziehstapel mit { $pile } kann { $cards } nicht geben
refusal-answer = Antwort { $answer } auf Frage { $question } ist keine der Möglichkeiten, 0 bis { $last }
refusal-coins = { $coins ->
    [0] keinen
   *[other] { $coins }
}

# Aktionen.
refusal-price = { WHICH($building, "nom") } kostet { $n } { FORM($kind, "e") } { $n ->
    [one] Karte
   *[other] Karten
}{ $extra ->
    [0] {""}
    [one] {" "}und 1 Karte beliebiger Art für das Gelände (G2)
   *[other] {" "}und { $extra } Karten beliebiger Art für das Gelände (G2)
}, nicht { $cards }
refusal-building_ages = gebaut und vergrößert wird nur in der Macht und im Glauben
refusal-rank = es gibt kein Gebäude vom Rang { $rank }
refusal-off_map = das Feld { $square } liegt nicht auf der Karte
refusal-fit = { WHICH($building, "nom") } passt nicht auf die Karte
refusal-supply = im Vorrat ist { FORM($building, "no") } mehr
refusal-taken = { FORM($age, "in") } nicht frei: { $places }
refusal-owner_cube = { $who } hat keinen Kontrollwürfel mehr für { FORM($building, "acc") }
refusal-not_owner = { WHICH($building, "nom") } gehört { $owner }; vergrößern darf nur, wem das Gebäude gehört
refusal-nothing_to_upgrade = wo { WHICH($new, "nom") } stehen würde, steht kein Gebäude
refusal-two_buildings = { FORM($new, "a") } entsteht nie aus zwei Gebäuden
refusal-upgrade_taken = die Felder { FORM($new, "gen") } sind nicht frei: { WHICH($others, "nom") }
refusal-upgrade_cuts = { FORM($new, "nom") } würde { WHICH($old, "acc") } nicht ganz enthalten
refusal-demolition_ages = abgerissen wird nur in der Macht und im Glauben
refusal-printed = { WHICH($building, "nom") } wird nie abgerissen
refusal-large = { WHICH($building, "nom") } ist zu groß, um abgerissen zu werden
refusal-demolition_price = ein Abriss kostet { n-coins }, und { $who } hat { refusal-coins }
refusal-not_civil = bevölkert werden bürgerliche Gebäude, nicht { WHICH($building, "nom") }
refusal-full = { WHICH($building, "nom") } { FORM($age, "in") } ist voll
refusal-no_cube = { $who } hat keinen Kontrollwürfel mehr
refusal-no_ruin = { WHICH($building, "nom") } ist keine Ruine
refusal-ruin_cube = { $who } hat keinen Kontrollwürfel mehr, um { WHICH($building, "acc") } zu restaurieren
refusal-nothing_there = auf { $place } steht nichts
refusal-first_square = { FORM($building, "nom") } auf { $place } wird nach dem ersten Feld benannt, { $first }

# Wo ein Gebäude stehen darf.
refusal-river = { FORM($building, "a") } darf den Fluss auf { $places } nicht bedecken; das dürfen nur Dörfer und Städte
refusal-connects = { WHICH($building, "nom") } würde die Domänen bei { $places } verbinden
refusal-equals = { WHICH($building, "nom") } wäre gleichrangig mit dem höchstrangigen { FORM($kind, "en") } Gebäude der Domäne, { WHICH($rival, "dat") }

# Stellungen von Hand.
refusal-conflict = { WHICH($buildings, "nom") } sind { FORM($age, "in") } die höchstrangigen { FORM($kind, "en") } Gebäude derselben Domäne
refusal-covers_river = { WHICH($building, "nom") } bedeckt { FORM($age, "in") } den Fluss
refusal-on_hamlet = { WHICH($building, "nom") } steht { FORM($age, "in") } auf einem aufgedruckten Weiler
refusal-several_hamlets = { WHICH($building, "nom") } bedeckt { FORM($age, "in") } mehrere aufgedruckte Weiler
refusal-hamlet_twice = { WHICH($building, "nom") } liegt { FORM($age, "in") } auf einem aufgedruckten Weiler
refusal-overcrowded = { WHICH($building, "nom") } trägt { FORM($age, "in") } mehr als { n-cubes }
refusal-ruin_cubes = { WHICH($building, "nom") } trägt { FORM($age, "in") } mehr als einen Kontrollwürfel

# Stellungen von Hand: was es nicht geben kann.
refusal-hamlet_stays = { WHICH($building, "nom") } gehört zur Karte und lässt sich nicht entfernen
refusal-hamlet_below = { WHICH($building, "nom") } kann dort nicht stehen, wo die Karte schon einen Weiler hat
refusal-ownerless = { WHICH($building, "nom") } gehört { FORM($age, "in") } niemandem; Besitzer haben nur militärische und religiöse Gebäude in der Macht und im Glauben
refusal-owned = { WHICH($building, "nom") } { $needs ->
    [yes] braucht { FORM($age, "in") } einen Besitzer
   *[no] kann { FORM($age, "in") } keinen Besitzer haben
}
refusal-late_owner = { WHICH($building, "nom") } hat einen Besitzer, aber in der Vernunft gehören Gebäude niemandem
refusal-early_ruin = { WHICH($building, "nom") } kann { FORM($age, "in") } keine Ruine sein; Ruinen gibt es nur in der Vernunft
refusal-early_cubes = { WHICH($building, "nom") } kann { FORM($age, "in") } keine Kontrollwürfel tragen; bevölkert wird nur in der Vernunft
refusal-late_small = { WHICH($building, "nom") } kann nicht in der Vernunft stehen: Kleine Gebäude werfen keinen Zeitschatten dorthin
refusal-civil_ruin = { WHICH($building, "nom") } kann keine Ruine sein: Bürgerliche Gebäude werden nie zu Ruinen
refusal-no_ruined_side = { WHICH($building, "nom") } hat keine Ruinenseite: Die hat kein bürgerliches Gebäude
refusal-crowded = { WHICH($building, "nom") } fasst höchstens { n-cubes }
refusal-cubeless = { WHICH($building, "nom") } trägt keinen Kontrollwürfel; das tut nur eine große, halb restaurierte Ruine
refusal-no_cube_there = { $who } hat keinen Kontrollwürfel auf { WHICH($building, "dat") }
refusal-no_tile = es ist { FORM($building, "no") } mehr im Vorrat; für alle drei Zeitalter gibt es nur { $n }
refusal-tiles = im Vorrat können jetzt 0 bis { $most } Plättchen ({ FORM($building) }) liegen, nicht { $n }
refusal-hand = { $who } kann { $cards } nicht auf der Hand haben: So viele gibt es nicht, oder andere haben sie
refusal-home_cubes = { $who } hat jetzt 0 bis { $most } Kontrollwürfel im Vorrat, nicht { $n }
refusal-round = eine Partie hat die Runden 1 bis { $most }; eine Runde { $n } gibt es nicht

## Versehen: was getippt oder angeklickt wurde, und was stattdessen geht

slip-nothing_stands = auf { $place } steht { FORM($age, "in") } nichts
slip-coins = man kann 0 bis { $most } Taler haben, nicht { $n }
slip-number = „{ $text }“ ist keine Zahl; schreibe zum Beispiel 2
slip-cards = „{ $text }“ sind keine Karten: Schreibe einen Buchstaben je Karte, m militärisch, r religiös, c bürgerlich, zum Beispiel „mmr“.
slip-no_action = „{ $text }“ ist keine Aktion; schreibe zum Beispiel { EITHER($options) }
slip-stars = „{ $text }“ zieht { n-cards }, hier { $right ->
    [one] wird aber { $right }
   *[other] werden aber { $right }
} gezogen
slip-empty = hier steht keine Aktion; schreibe zum Beispiel { EITHER($options) }
slip-draws = schreibe dazu, welche Karten { $who } zieht: Diese Hand ist nicht verdeckt
slip-no_move = { $text } ist keine Aktion: Schreibe sie in Worten, zum Beispiel { slip-examples }.
slip-examples = „Burg f4 in Macht“, „vergrößern a1 zur Festung“, „Macht nach Glaube“, „bevölkern e4“, „Zug beenden“
slip-unclear = { $what ->
    [square] Welches Feld ist
    [building] Welches Gebäude ist
   *[action] Welche Aktion ist
} mit „{ $text }“ gemeint? Schreibe zum Beispiel { slip-examples }.
slip-near = „{ $text }“ kenne ich nicht. Ist { $near } gemeint? Gebäude: { $all }.
slip-unknown = „{ $text }“ kenne ich nicht. Aktionen: { $actions }. Gebäude: { $all }.
slip-exchange = Welche Karten werden getauscht? Schreibe einen Buchstaben je Karte, zum Beispiel „tauschen mm“.
slip-swap = Welche offenen Karten werden genommen? Schreibe, was du ablegst und welche Art du nimmst, zum Beispiel „offene Karten nehmen mc für religiös“.
slip-travel = Woher und wohin geht die Reise? Schreibe zum Beispiel „Macht nach Glaube“.
slip-largest = Größer als { WHICH($building, "nom") } wird nichts; vergrößern lässt es sich nicht.
slip-upgrade = Wozu wird { WHICH($building, "nom") } vergrößert? Schreibe zum Beispiel „vergrößern { $place } { FORM($new, "to") }“.
slip-which_age = In welchem Zeitalter? Es geht in der Macht und im Glauben: Schreibe zum Beispiel „{ $text } in Macht“.
slip-square = Ein Feld { $text } gibt es nicht: Die Spalten gehen von a bis { $last }, die Zeilen von 1 bis { $most }.
slip-file = Eine Datei { $file } gibt es nicht.
slip-near_file = Eine Datei { $file } gibt es nicht. Ist { $near } gemeint?
slip-scenario = ein Szenario { $text } gibt es nicht; es gibt { $first } bis { $last }
slip-name = { $text } ist kein Name für einen Spieler; schreibe mindestens einen Buchstaben
slip-long_name = ein Name hat höchstens { $most } Buchstaben, nicht { $n }: { $text }
slip-same_names = jeder Spieler braucht einen anderen Namen, nicht { $text }
slip-undo = es gibt nichts rückgängig zu machen
slip-message = die Seite hat etwas geschickt, das hier niemand versteht; führe die Zelle noch einmal aus
slip-eyes = die Karten der anderen bleiben verdeckt, bis das Spiel zu Ende ist
slip-redo = es gibt nichts zu wiederholen
slip-delete = klicke die Aktion an, die wegfallen soll
slip-taken_back = Aktionen wurden zurückgenommen: Wiederhole sie, bevor du die wartenden änderst
slip-only_reason = Kontrollwürfel und Ruinen gibt es in der Vernunft, nicht { FORM($age, "in") } (A5, A6, B4)
slip-no_shadows = in der Vernunft baut niemand (A1), und von dort fällt kein Zeitschatten (B1); schalte die Zeitschatten aus, um ein Gebäude zu setzen
slip-clear = zeige auf ein Feld des Zeitalters, das geleert werden soll
slip-open = sage, welches Szenario oder welche Datei geöffnet werden soll, zum Beispiel 11 oder partie.khr
slip-scenario_move = ein Szenario braucht die Aktion, um die es geht, zum Beispiel M+m2f4
slip-one_move = „{ $text }“ ist mehr als eine Aktion; ein Szenario handelt von einer
slip-nothing_to_ask = über { $text } lässt sich nichts fragen; wähle eine andere Aktion
slip-scenario_name = das Szenario braucht einen Dateinamen, zum Beispiel meine_lektion.khs

## Dateien und Datensätze

progress-play = Partien laufen
progress-tell = Partien laufen und werden erzählt
progress-game = Partie
progress-review = Fehler werden gesucht
progress-turn = Zug
progress-about = { $doing }, etwa { $minutes } min
files-twin = { $file }, Partie { $game }, ist dieselbe wie { $other }, Partie { $first }: Sie zählt einmal.
files-given_twice = { $n ->
    [one] { $n } doppelt angegebene Partie zählt einmal
   *[other] { $n } doppelt angegebene Partien zählen einmal
}
files-read_twice = { $place } würde zweimal gelesen, und seine Partien zählten doppelt; gib es einmal an.
files-same_games = { $one } und { $other } enthalten beide die Partie { $game }, und { $n ->
    [one] sie zählte
   *[other] { $n } Partien zählten
} doppelt; lies nur eines von beiden. Tabellen, die ein früheres khronos_lab umgewandelt hat, müssen neu umgewandelt werden.
files-doubled = { $place } enthält die Partie { $game } zweimal, also wäre jede Zählung falsch; wandle sie neu um oder simuliere neu.
files-failed_games = { $n ->
    [one] { $n } Partie ist gescheitert und fehlt hier
   *[other] { $n } Partien sind gescheitert und fehlen hier
}: Zahlen können den begünstigen, der scheitert
files-no_rating = { $n } von { $games } Partien sind gescheitert, deshalb gibt es keine Wertung. Die erste in { $folder } ist { $first }. Verbessere den Spieler und nenne einen neuen Ordner.
files-player_left = { $who } hat mitten in einer Partie sys.exit aufgerufen
files-no_file = { $path }: ist keine gewöhnliche Datei, also wird nichts hineingeschrieben; nenne eine andere
files-no_sums = { $folder } hat keine { $name } mit den Prüfsummen seiner Dateien, also weiß niemand, ob sie heil sind; wandle die Partien neu um oder lies sie mit verify=False, wie sie sind
files-convert_anew = wandle die Partien neu um
files-damaged = { $file } ist beschädigt; starte dieselbe Simulation noch einmal oder wandle die Partien neu um
files-untrusted = { $place } wurde von { $player } gespielt; um es noch einmal zu spielen, müsste das Modul { $module } laufen. Wenn du ihm vertraust, sag es: --trust { $module } (trust="{ $module }").
files-players_fault = { $file }, Zeile { $line }: { $reason }
files-no_folder = { $path }: Den Ordner { $folder } gibt es nicht; lege ihn erst an
files-too_many = eine Simulation von { $games } Partien ist zu groß; höchstens { $most } Partien in einer Million Stücken
files-broken_pool = Die Prozesse, die helfen sollten, sind beendet. Reicht der Speicher, beendet ein Spieler seinen Prozess, ruft ein Skript dies außerhalb von „if __name__ == '__main__':“ auf? Ohne workers= geht es in diesem Prozess weiter.
files-dask_address = { $address } ist keine Adresse eines Dask-Schedulers; sie sieht aus wie tcp://host:8786
files-unplayed_games = { $n ->
    [one] { $n } geplante Partie ist noch nicht da
   *[other] { $n } geplante Partien sind noch nicht da
}
files-older_layout = { $file } gehört zu Tabellen eines khronos_lab vor 0.2.0, das die Schritte anders zählte; simuliere die Partien neu oder wandle sie neu um
files-newer_layout = { $file } gehört zu Tabellen eines neueren khronos_lab; lies sie mit diesem
files-untold = In { $folder } steht nur, wie die Partien ausgehen. Starte dieselbe Simulation noch einmal mit events=True (--events), dann werden Züge und Ereignisse erzählt.
files-unseen = ein Worker hat Teil { $shard } nach { $folder } geschrieben, aber hier ist er nicht zu sehen; nenne einen Ordner, den alle Rechner teilen
files-two_writers = In { $folder } wird gerade schon simuliert; warte, bis das fertig ist, oder nenne einen anderen Ordner
files-no_native = Diese Partien hat die kompilierte Engine gespielt, die hier fehlt; mach weiter, wo sie installiert ist, oder nenne einen anderen Ordner
files-elsewhere = { $path }: Dateien werden auf diesem Rechner geschrieben; ein Name ohne :// wird gebraucht

## Der Betrachter

piece-owned = { $noun } von { $owner }
piece-cubes = { $noun } mit Kontrollwürfeln von { $owners }
viewer-step = Schritt { $n } von { $all }
viewer-round = Runde { $n }
viewer-coin = { $n } Taler
viewer-coins = { $n } Taler
viewer-taxes = Steuern
viewer-jump = Gehe zu …
viewer-notation = Notation
viewer-all_ages = Alle Zeitalter
mode-look = Ansehen
mode-try = Probieren
mode-write = Aufschreiben
mode-play = Spielen
mode-edit = Bearbeiten
mode-train = Üben
tip-more = Mehr: Sprünge, Tempo, Sprache
tip-theme = Hell oder dunkel
viewer-unit = Ein Schritt ist
viewer-effect = Wirkung
viewer-action = Aktion
viewer-turn = Zug
viewer-effect_of = Wirkung { $n } von { $all }
viewer-curve = Kurve
viewer-chance = Siegchance
viewer-expected = erwartete Taler
viewer-coins_now = Taler
viewer-taxes_now = Steuern jetzt
viewer-chance_change = Siegchance, Änderung im Zug
viewer-may_play = { $who } darf noch { $what } spielen
viewer-card_in = { $n } Karte ({ $what })
viewer-cards_in = { $n } Karten ({ $what })
desk-gone = Führe diese Zelle noch einmal aus; deine Partie ist gespeichert.
desk-gone_unsaved = Führe diese Zelle noch einmal aus; was nicht gespeichert war, ist verloren.
desk-silent = Der Kernel antwortet nicht. Bleibt er stumm, führe diese Zelle noch einmal aus; deine Partie ist gespeichert.
verdict-good = Gut gefunden
verdict-doubtful = Zweifelhaft
verdict-mistake = Fehler
verdict-blunder = Grober Fehler
verdict-fine = Kein besserer Zug gefunden
verdict-open = Nichts zu vergleichen
verdict-against = Gegenüber dem besseren Zug
verdict-against_next = Gegenüber dem nächstbesten Zug
verdict-coins = Taler
verdict-chance = Sieg
verdict-between = { $n } bis { $all }
verdict-points = { $n } bis { $all } Punkte
verdict-better = Besser:
verdict-next = Der nächstbeste Zug:
verdict-best = Bester gefundener Zug:
verdict-promises = { $n } Taler, Sieg zu { $all } %
verdict-more = Die Rechnung
verdict-ghosts = Auf den Plänen
verdict-added = dazu
verdict-left_out = entfällt
verdict-working = { $n } von { $all } Zügen durchgesehen
act-review = Partie durchsehen
act-review_hint = Erste Zeichen nach Sekunden, die letzten binnen einer Minute; man kann anhalten, und deine eigene Datei behält, was fertig ist
act-stop = Anhalten
act-stop_hint = Was bisher gefunden wurde, bleibt
act-try = Ausprobieren
act-try_hint = Von der Stellung vor diesem Zug an spielen
act-keep = Behalten
act-keep_hint = Als Variante neben dem gespielten Zug, mit einem Kommentar, der sagt, was sie wert ist
act-train = Üben
act-train_hint = Steh vor diesem Fehler und finde auf den Plänen einen besseren Zug
viewer-age_busy = Diese Aktion hat hier etwas verändert.
viewer-hide_ending = Ende verbergen
tip-hide_ending = Kurve nur bis zu diesem Schritt zeigen
tip-fullscreen = Vollbild
card-pays = Die Domäne zahlt { $n } an { $who }.
card-away = Die Domäne würde { $n } an { $who } zahlen, aber dort steht kein eigener Abenteurer (X4).
card-nobody = Die Domäne ist { $n } wert, aber niemand herrscht hier und kassiert.
card-nothing = Die Domäne zahlt nichts.
card-first = Am Anfang: { $what }
card-begins = Steht hier seit Beginn der Partie.
card-never = Hier stand noch nie etwas.
jump-covered = Nächster überdeckter Weiler

## Regeln beim Namen, wo geübt wird

rule_name-S2 = Werte: Preis, Stärke, Steuer
rule_name-S5 = Aufgedruckte Weiler
rule_name-T5 = Wer die Karten spielen darf
rule_name-T7 = Wer gewinnt
rule_name-A1 = Was ein Gebäude kostet
rule_name-A2 = Vergrößern
rule_name-A3 = Taler fürs Bauen
rule_name-A4 = Abreißen
rule_name-A5 = Kontrollwürfel in der Vernunft
rule_name-A6 = Ruinen restaurieren
rule_name-G1 = Der Fluss
rule_name-G2 = Wald und Gebirge
rule_name-D1 = Domänen verbinden
rule_name-H1 = Rangordnung: keine zwei gleich hoch
rule_name-B1 = Was einen Zeitschatten wirft
rule_name-B2 = Zeitschatten von Dörfern und Städten
rule_name-B3 = Verhinderte Zeitschatten
rule_name-B3a = Verhindert: würde Domänen verbinden
rule_name-B3b = Verhindert: wäre gleichrangig
rule_name-B4 = Ruinen in der Vernunft
rule_name-B5 = Plättchen oder Würfel fehlen
rule_name-B6 = Zeitparadoxa
rule_name-B7 = Würfel ziehen um
rule_name-B8 = Wer einen Würfel auf dem Weiler behält
rule_name-B9 = Was wiederkommt und was nicht
rule_name-C1 = Konflikte
rule_name-C2 = Vereinigungen: die schwächere Seite weicht
rule_name-C3 = Teilungen: ohne Stärken
rule_name-C4 = Ein Gebäude verkleinern
rule_name-C5 = Zeitschatten eines verkleinerten Gebäudes
rule_name-C6 = Genau dasselbe Gebäude
rule_name-X1 = Wann Steuern fließen
rule_name-X2 = Steuern in Macht und Glaube
rule_name-X3 = Steuern in der Vernunft
rule_name-X4 = Niemand da, nichts gezahlt
rule_name-with_clause = { $name } ({ $clause })

## Der Karteneditor

map-title = Karte
map-brush = Pinsel
map-checks = Was eine Karte braucht (S5)
map-hamlets = { $count ->
    [few] { $n } von { $all } aufgedruckten Weilern: { $missing } fehlen noch (S5).
    [many] { $n } aufgedruckte Weiler: Entferne { $missing }, denn eine Karte hat { $all } (S5).
   *[right] Alle { $all } aufgedruckten Weiler sind da.
}
map-apart = Keine zwei Weiler berühren sich mit einer Seite.
map-touching = Die Weiler auf { $one } und { $other } berühren sich mit einer Seite: Versetze einen davon (S5).
map-wrong_ground = { $ground ->
    [RIVER] Auf { $place } ist Fluss: Ein Weiler braucht Ebene oder Wald (S5).
   *[MOUNTAIN] Auf { $place } ist Gebirge: Ein Weiler braucht Ebene oder Wald (S5).
}
map-terrain = Felder
map-use = So benutzt du sie
map-use_recorder = Wer im selben Ordner eine Partie mitschreibt, kann sie dort auswählen. In Python:
map-hint = Ziehe, um zu malen. Mit der Tastatur: Pfeile bewegen, Enter malt, Umschalt mit Pfeil malt unterwegs, 1 bis 5 wählen den Pinsel. Ein zweiter Klick mit dem Weiler-Pinsel nimmt den Weiler wieder weg.
map-saved = gespeichert
map-not_yet = noch nicht gespeichert
map-ready = spielbar
map-unfinished = noch nicht fertig
map-start = Anfangen mit
map-blank = überall Ebene
map-generated = neuer Karte
map-begin = Neu anfangen
map-begin_hint = Rückgängig bringt deine Karte zurück.

## Der Stöberer

explore-title = Partien zum Stöbern
explore-games = Partien
explore-players = Partien einzelner Spieler
explore-turns = Züge
explore-unit = Zählen
explore-colour = Farbe nach
explore-none = nichts
explore-reset = Auswahl aufheben
explore-copy = Kopieren
explore-keys = Pfeiltasten wählen einen Balken, Umschalt mit Pfeil erweitert, Enter wählt aus, Escape hebt auf, L listet die Partien.
explore-all = Klicke auf einen Balken oder Punkt, um zu sehen, was dahintersteckt; eine einzelne Partie öffnet sich sofort. Ziehe, um auszuwählen; ein Doppelklick hebt auf. Gefüllt: die Auswahl. Umriss: alle, auf gleicher Höhe.
explore-listed = Liste
explore-open = Diese Partie an dieser Stelle öffnen
explore-status = { $unit ->
    [games] { $n } von { $all } Partien
    [players] { $n } von { $all } Partien einzelner Spieler
   *[turns] { $n } von { $all } Zügen
}
explore-selection = die Auswahl
explore-tax_round = { $age }, Steuern in Runde { $round }
explore-winner-coins = Taler des Siegers
explore-winner-lead = Vorsprung des Siegers
explore-winner-player = Sieger
explore-winner-place = Platz des Siegers am Tisch
explore-place = Platz in der Reihenfolge
explore-rank = Rang am Ende
explore-table = Zahl der Spieler
explore-won = gewonnen
explore-gain = Taler in diesem Zug
explore-coins_after = Taler nach dem Zug
## Rückmeldung: was eine falsche Antwort übersehen hat, und das Ende einer Kette von Gründen

why-mistake = { $who } { $said }. { $loss }
therefore = Also: { $answer }.
so-shadow = { $right ->
    [yes] Die Kopie erscheint { FORM($age, "in") }
   *[no] { CAPITAL(FORM($age, "in")) } erscheint keine Kopie
}
so-ruin = { $right ->
    [yes] { CAPITAL(FORM($age, "in")) } liegt nun eine Ruine
   *[no] { CAPITAL(FORM($age, "in")) } erscheint keine Ruine
}
so-legal = { $right ->
    [yes] Es ist erlaubt
   *[no] Es ist verboten
}
so-vanishes = { $right ->
    [yes] Auch { FORM($age, "in") } verschwindet es
   *[no] Was { FORM($age, "in") } steht, bleibt
}
so-late = { $right ->
    [yes] Er erscheint doch noch
   *[no] Es erscheint keine Kopie mehr
}
so-restored = { $right ->
    [yes] Die Ruine ist restauriert
   *[no] Die Ruine ist erst halb restauriert
}
so-players = { $n ->
    [0] Die Antwort ist: niemand
   *[other] Die Antwort ist { $names }
}
so-places = { $n ->
    [0] Die Antwort ist: nichts
   *[other] Die Antwort ist { $places }
}
so-turn = Dieser Zug bringt mehr
so-is = Die Antwort ist { $answer }
missed-shadow = { $why ->
    [civil] Du hast erwartet, dass etwas die Kopie verhindert. Dörfer und Städte werden aber weder von Domänen noch von höchstrangigen Gebäuden aufgehalten.
    [ruin] Du hast erwartet, dass etwas die Ruine verhindert. Steht das Gebäude im Glauben, kann das nur noch ein fehlendes Plättchen.
   *[copy] Du hast erwartet, dass etwas die Kopie verhindert. Aber sie verbindet keine Domänen, ist mit keinem höchstrangigen Gebäude gleichrangig, und es fehlt weder Plättchen noch Kontrollwürfel.
}
missed-stopped-B1 = Du hast die Größe übersehen: Nur mittlere und große Gebäude werfen einen Zeitschatten, und nur in spätere Zeitalter.
missed-stopped-B3a = Du hast übersehen, was die Kopie im Glauben berühren würde: Gebäude aus zwei verschiedenen Domänen.
missed-stopped-B3b = Du hast übersehen, was in der Domäne im Glauben das höchstrangige Gebäude ist: eines derselben Art und desselben Ranges.
missed-stopped-B5 = Du hast den Vorrat übersehen: Jede Kopie braucht ein Plättchen und im Glauben einen Kontrollwürfel des Besitzers.
missed-forbidden-D1 = Du hast übersehen, dass das neue Gebäude zwei Domänen berührt, und verbinden darf sie nur ein bürgerliches.
missed-forbidden-H1 = Du hast das höchstrangige Gebäude der Domäne übersehen: Das neue hätte denselben Rang.
missed-forbidden-G1 = Du hast den Fluss übersehen.
missed-forbidden-T5 = Du hast übersehen, wer die Karten spielen darf: jeder Abenteurer zwei, und zwar in dem Zeitalter, in dem er steht.
missed-forbidden-A2 = Du hast übersehen, was vergrößern heißt: Ein Gebäude wird zu einem größeren derselben Art, auf seinen eigenen und auf freien Feldern.
missed-vanishes = { $right ->
    [yes] Du hast erwartet, dass es bleibt. Es ist aber genau dasselbe Gebäude: Art, Rang und Felder stimmen überein.
   *[no] Du hast erwartet, dass es verschwindet. Es ist aber nicht dasselbe Gebäude: Art, Rang, Felder oder Besitzer sind andere.
}
missed-legal = Du hast ein Hindernis gesehen, das keines ist: { $why ->
    [demolish] Jedes kleine Plättchen darf abgerissen werden, wem es auch gehört
    [river] Dörfer und Städte dürfen auf dem Fluss stehen
    [civil] Ein bürgerliches Gebäude darf Domänen verbinden
    [rank] Das höchstrangige Gebäude seiner Art dort hat einen anderen Rang
    [alone] Es berührt nur eine Domäne, verbindet also nichts
    [cards] Die Abenteurer dort dürfen zusammen so viele Karten spielen
   *[free] Die Felder sind frei, und nichts berührt sie
}.
missed-legal_room = Du hast keinen Platz gesehen, aber es ist welcher da: { $n } von { $limit } Kontrollwürfeln liegen dort.
missed-mistake = Der Trainer hat einen Zug gefunden, der mehr bringt. Denk daran, was die anderen als Nächstes tun, und an die nächste Besteuerung.
missed-rule = Du hast eine Regel übersehen: { $said }.
missed-forbidden-A4 = Du hast übersehen, was abgerissen werden darf: nur kleine Plättchen, und ein aufgedruckter Weiler ist keines.
missed-forbidden-A5 = Du hast übersehen, dass kein Platz mehr ist: Ein Weiler fasst 1 Kontrollwürfel, ein Dorf 3, eine Stadt 5.
missed-river_left = Du hast { $place } ausgelassen: Das ist ein Flussfeld unter dem neuen Gebäude.
missed-river_extra = { $place } ist nicht im Weg: { $on ->
    [yes] Dort ist kein Fluss
   *[no] Das neue Gebäude bedeckt dieses Feld nicht
}.
missed-against_left = Du hast { WHICH($building, "acc") } ausgelassen: { $clause ->
    [D1] Das neue Gebäude läge daneben, Seite an Seite
    [H1] Art und Rang sind dieselben
   *[A2] Das neue Gebäude läge darauf
}.
missed-against_extra = { CAPITAL(WHICH($building, "nom")) } ist nicht im Weg: { $why ->
    [own] Das ist das Gebäude, das vergrößert wird
    [kind] Die Art ist eine andere
    [rank] Der Rang ist ein anderer
    [domain] Die Domäne ist eine andere
   *[apart] Das neue Gebäude liegt weder darauf noch daneben
}.
cubes-or-none = { $n ->
    [0] keinen Kontrollwürfel
   *[other] { n-cubes }
}
missed-keeps = { $who } hat dort { cubes-or-none }, { $tie ->
    [yes] so viele wie jemand anders; aber { $who } ist am Zug und scheidet bei Gleichstand zuerst aus
   *[no] und jemand anders hat mehr
}.
missed-keeps_nobody = Jemand behält einen: Es lagen Kontrollwürfel darauf, und ein aufgedruckter Weiler hat Platz für einen.
missed-winner_extra = { $who } hat am Ende { n-coins }, und jemand hat { $most }.
missed-winner_left = Du hast { $who } ausgelassen, ebenfalls mit { n-coins-dat }: Bei gleichem Vermögen gewinnen alle zusammen.
missed-winner_nobody = Jemand gewinnt immer: wer nach den letzten Steuern die meisten Taler hat.
missed-decides-conflict = { $owns ->
    [yes] { $who } gehört eines der Gebäude, aber die Besitzer werden nicht gefragt
   *[no] { $who } hat damit nichts zu tun
}: { $why ->
    [split] Keine Vereinigung hat diesen Konflikt geschaffen
   *[tie] Die stärksten Seiten sind gleich stark
}, also entscheidet { $actor }, weil { $actor } am Zug ist.
missed-decides-C4 = { $acts ->
    [yes] { $who } ist am Zug, aber das entscheidet höchstens, welches Gebäude verkleinert wird
   *[no] { $who } gehört dieses Gebäude nicht
}; wo das kleinere steht, wählt der Besitzer, auch wenn er nicht am Zug ist.
missed-decides-B8 = { $who } wird nicht gefragt: Andere haben gleich viele Kontrollwürfel, also entscheidet { $actor }, weil { $actor } am Zug ist.
missed-decides_none = { $who } wird nicht gefragt: { $why ->
    [weaker] Die schwächere Seite weicht, wem sie auch gehört
   *[own] Nur eines der Gebäude gehört dem, der am Zug ist, also weicht dieses
}.
missed-decides_nobody = Jemand wird gefragt: { $clause ->
    [conflict] Die Regeln lassen mehr als ein Gebäude übrig, das weichen kann
    [C4] Für das kleinere Gebäude gibt es mehrere Felder zur Wahl
   *[B8] Mehrere haben gleich viele Kontrollwürfel
}.
missed-conflict_left = Du hast { WHICH($building, "acc") } ausgelassen: Der Rang ist derselbe.
missed-conflict_extra = { CAPITAL(WHICH($building, "nom")) } hat damit nichts zu tun: { $why ->
    [kind] Der Konflikt besteht zwischen { FORM($kind, "en") } Gebäuden
    [rank] Ein Gebäude derselben Art hat dort einen höheren Rang
   *[domain] Die Domäne ist eine andere
}.
missed-bonus_none = Ein kleines neues Gebäude bringt keinen Bonus.
missed-bonus_left = Du hast den Bonus ausgelassen: Mittlere und große Gebäude und jede Vergrößerung bringen einen.
missed-bonus_age = Das wäre der Bonus { FORM($origin, "in") }; gebaut wird aber { FORM($age, "in") }.
missed-bonus_number = So hoch ist kein Bonus: Es gibt 1 Taler in der Macht und 2 im Glauben.
missed-pays_number = { $few ->
    [yes] Umsonst ist es nicht
   *[no] So teuer ist es nicht
}: { $travel ->
    [yes] Eine Reise kostet 1 Taler, wie weit sie auch geht
   *[no] Ein Abriss kostet 1 Taler und außerdem 1 Karte
}.
missed-strength_number = { $few ->
    [yes] Zu wenig: Zähle die Werte aller { FORM($kind, "en") } Gebäude dieser Domäne zusammen, wem sie auch gehören
   *[no] Zu viel: Es zählen nur { FORM($kind, "e") } Gebäude, die vor der Vereinigung in dieser Domäne standen, mit 1, 2 oder 4
}.
missed-touches_number = { $few ->
    [yes] Zu wenige: Geh alle Seiten des neuen Gebäudes entlang
   *[no] Zu viele: Gebäude, die einander berühren, sind eine Domäne, und Ecken zählen nicht
}.
missed-cards_number = { $few ->
    [yes] Zu wenige: Bezahlt wird der Wert in Karten, und schwieriges Gelände kostet mehr
   *[no] Zu viele: Karten kosten nur der Wert, beim Vergrößern der Unterschied, und das Gelände
}.
missed-tax_number = { $few ->
    [yes] Zu wenig: Es zählen alle Domänen, in denen { $who } Anspruch hat, in jedem Zeitalter mit einem eigenen Abenteurer
   *[no] Zu viel: Es zählen nur Domänen, in denen { $who } Anspruch hat, und nur in Zeitaltern mit einem eigenen Abenteurer
}.
missed-cubes_number = { $few ->
    [yes] Du hast zu wenige gezählt
   *[no] Du hast zu viele gezählt
}: Nur die Kontrollwürfel des vergrößerten Gebäudes ziehen auf das neue um, andere gehen zurück.
missed-shrunk_number = { $few ->
    [yes] Du hast zu wenige gezählt: Nach jedem wird alles neu geprüft, und es kann ein neuer Konflikt entstanden sein
   *[no] Du hast zu viele gezählt: Ein Konflikt endet, sobald nur noch ein höchstrangiges Gebäude da ist
}.
missed-home_number = { $few ->
    [yes] Du hast zu wenige gezählt: Sieh in jedem Zeitalter nach
   *[no] Du hast zu viele gezählt: Zurück gehen nur die Kontrollwürfel von Gebäuden, die verschwinden
}.
missed-late = Du hast erwartet, dass der Zeitschatten später noch fällt. Eine Kopie hat nur eine Gelegenheit: wenn ihr Gebäude gebaut oder vergrößert wird.
missed-restored = { $right ->
    [yes] Du hast erwartet, dass noch eine Karte fehlt. Eine mittlere Ruine braucht eine, und eine große war schon begonnen.
   *[no] Du hast erwartet, dass eine Karte genügt. Eine große Ruine braucht zwei.
}
missed-clause-A1 = A1 hieße: Felder sind nicht frei, oder Karten, ein Plättchen oder ein Kontrollwürfel fehlen.
missed-clause-A2 = A2 hieße, dass hier nicht richtig vergrößert wird: Art oder Besitzer passen nicht, oder ein Feld ist nicht frei.
missed-clause-G1 = Für G1 müsste ein Flussfeld unter dem Gebäude liegen.
missed-clause-G2 = Für G2 müsste dort Wald oder Gebirge sein, für das die Karten nicht reichen.
missed-clause-D1 = Für D1 müsste das neue Gebäude zwei verschiedene Domänen berühren.
missed-clause-H1 = Für H1 müsste in der Domäne ein höchstrangiges Gebäude derselben Art und desselben Ranges stehen.
missed-clause-T5 = T5 hieße: Die Abenteurer dort dürfen nicht so viele Karten spielen.
missed-clause-B1 = B1 handelt von kleinen Gebäuden und von früheren Zeitaltern.
missed-clause-B3a = Für B3a müsste die Kopie im Glauben zwei verschiedene Domänen berühren.
missed-clause-B3b = Für B3b müsste in der Domäne, zu der die Kopie käme, ein höchstrangiges Gebäude derselben Art und desselben Ranges stehen.
missed-clause-B5 = B5 hieße: Es ist kein Plättchen mehr da oder kein Kontrollwürfel des Besitzers.
missed-clause-C2 = C2 vergleicht Stärken, aber nur, wenn eine Vereinigung den Konflikt geschaffen hat. Hier war keine.
missed-clause-C3 = C3 gilt für Konflikte, die keine Vereinigung verursacht hat. Hier war es eine, also zählen Stärken.
missed-erased_extra = { CAPITAL(WHICH($building, "nom")) } bleibt stehen: { $beside ->
    [yes] Die Kopie liegt daneben, und Berühren ist nicht Bedecken
   *[no] Die Kopie bedeckt kein Feld davon
}.
missed-erased_left = Du hast { WHICH($building, "acc") } ausgelassen: Die Kopie bedeckt mindestens ein Feld davon, und das genügt.
missed-erased_trace = Du hast { WHICH($building, "acc") } ausgelassen: Das Gebäude, das diesen Zeitschatten geworfen hat, ist im Glauben ausgelöscht.
missed-emptied_left = Du hast Felder ausgelassen, auf denen { WHICH($building, "nom") } stand: Dort steht danach nichts mehr.
missed-emptied_stands = { $place } wird nicht leer: Danach steht dort { WHICH($building, "nom") }.
missed-emptied_before = { $place } war schon vorher leer.
missed-shrinks_none = Eines davon muss verkleinert werden: { WHICH($buildings, "nom") } haben jetzt in einer Domäne denselben Rang.
missed-shrinks_strong = Du hast { WHICH($building, "acc") } gewählt, aber diese Domäne war die stärkere: { $n } gegen { $other }.
missed-shrinks_tie = Du hast { $n } mit { $other } verglichen: Gleichstand. Dann kommt es darauf an, wer am Zug ist: { $who }.
missed-shrinks_c3 = Diesen Konflikt hat keine Vereinigung verursacht, also zählen keine Stärken. Es kommt darauf an, wer am Zug ist: { $who }.
missed-ruler_cubes = { $who } hat { cubes-or-none } auf den bürgerlichen Gebäuden der Domäne{ $more ->
    [yes] , und jemand anders hat mehr
   *[no] {""}
}.
missed-ruler_none = { $who } hat in der Domäne kein { FORM($kind, "es") } Gebäude.
missed-ruler_lower = { CAPITAL(WHICH($building, "nom")) } ist dort nicht das höchstrangige { FORM($kind, "e") } Gebäude: Der Rang zählt, nicht die Zahl.
missed-ruler_nobody = Jemand hat Anspruch: Sieh { FORM($age, "in") } noch einmal nach.
missed-ruler_tie = Bei Gleichstand kassieren alle voll.
missed-strength_leader = Du hast nur das höchstrangige Gebäude gezählt. Alle { FORM($kind, "en") } Gebäude der Domäne zählen.
missed-strength_count = Du hast Gebäude gezählt. Es zählt aber ihr Wert: 1, 2 oder 4.
missed-strength_both = Du hast beide Domänen zusammengezählt. Jede zählt für sich, wie sie vor der Vereinigung war.
missed-strength_kinds = Du hast auch Gebäude anderer Arten gezählt. Hier zählen nur { FORM($kind, "e") }.
missed-touches = Du hast { $n } Gebäude gezählt. Gebäude, die einander berühren, sind aber eine einzige Domäne.
missed-touches_corner = Du hast eine Ecke mitgezählt: Es zählen nur Seiten.
missed-touches_own = Du hast die eigene Domäne ausgelassen: Beim Vergrößern zählt sie mit.
missed-cards_ground = Du hast das Gelände ausgelassen: Wald und Gebirge kosten zusätzliche Karten (hier { $n }).
missed-cards_difference = Du hast das ganze Gebäude bezahlt. Vergrößern kostet nur den Wertunterschied.
missed-tax_absent = Du hast eine Domäne in einem Zeitalter ohne Abenteurer mitgezählt. Wer nicht da ist, kassiert nichts.
missed-tax_kinds = Du hast alle Gebäude gezählt. In Macht und Glauben zahlen nur bürgerliche, in der Vernunft nur militärische und religiöse.
missed-tax_one = Du hast nur eine Domäne gezählt; es zahlen { $n }.

## Tipps, und welche Regel entscheidet
hint-age = Schau { WHICH($ages, "into") }.
hint-squares = Schau { FORM($age, "in") } auf { $places }, auf dem Plan umrandet.
hint-rule = Die Regel: { $said }.
hint-not = Diese ist es nicht: { $said }.
hint-step = Der erste Schritt: { $said }
hint-so_far = Bis hierher: { $said }
rule_named-asked = Bevor du die Antwort siehst: Welche Regel entscheidet?
rule_named-right = Du hast die Regel genannt, die entscheidet.

## Üben mit Gedächtnis

practice-today = was heute fällig ist
practice-wrong = was zuletzt falsch war
practice-nothing_wrong = Nichts zu wiederholen: Deine letzten Antworten waren alle richtig.
practice-known = { $n } von { $all } Regeln sitzen · { $due ->
    [0] heute ist nichts fällig
    [one] 1 Frage ist heute fällig
   *[other] { $due } Fragen sind heute fällig
}
practice-how = Eine Regel füllt sich mit jedem Tag, an dem deine erste Antwort zu ihr richtig ist; mit { $n } sitzt sie. Klicke auf eine Regel, um sie zu üben.
practice-again = Wieder am { $day }
practice-due = fällig
practice-kept = Gespeichert in { $path }.
progress-full = Dein Fortschritt ist nicht gespeichert: Die Festplatte ist voll. Schaff Platz; deine nächste Antwort speichert dann auch diese.
progress-not_kept = Dein Fortschritt ist nicht gespeichert: { $reason }. Deine nächste Antwort versucht es noch einmal.
progress-damaged = Die Datei mit deinem Fortschritt war nicht lesbar; sie heißt jetzt { $name }, und eine neue beginnt.
progress-unread = Dein Fortschritt war nicht lesbar: { $reason }.
practice-copy = Kopie speichern
practice-lesson = Lektion
practice-scenarios = Fragen richtig
practice-mastered = Regeln, die sitzen
practice-questions = Fragen fällig
mistake-title = Den besseren Zug finden
practice-game = Was passiert als Nächstes?
practice-quiet_game = In dieser Partie gibt es kein Paradoxon, keinen verhinderten Zeitschatten und keinen Konflikt; nimm eine andere.

## Arbeitsblätter

class-title = { $name }, Blatt { $n }
class-end = Fertig
class-over = Das war das Blatt. Trag unten deinen Namen ein und gib den Code ab.
class-pupil = Name
class-right = richtig
class-missed = noch offen
class-hardest = Als Nächstes üben: { $rules }.
class-unread = { $code } ist kein Code: Ein Buchstabe ist falsch oder fehlt.
class-other = { $code } gehört zu einer anderen Klasse oder einem anderen Blatt, nicht zu { $name }.{ $n }.
sheet-number = Anzahl:
sheet-squares = Felder:
sheet-buildings = Gebäude, jeweils mit einem Feld:
sheet-title = Khronos: Was passiert?
sheet-key = Antworten und Gründe
sheet-name = Name
sheet-hand = { $who } hat { $cards } auf der Hand; übrige Kontrollwürfel: { $n }
sheet-coins = Taler: { $shares }
