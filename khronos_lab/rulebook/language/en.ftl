### How it works:
### { $who } is a value; { FORM($age, "in") } a noun in one of its forms (the lines with a dot);
### { WHICH($building) } a noun with owner and place; { LIST($shares, "key") } a message per item;
### { EITHER($options) } is WHICH with "or" between several; { CAPITAL(…) } begins with a capital.
### A line that begins with [one], [yes] or a word is chosen by the value before the arrow.

## Small parts

and = and
or = or
n-coins = { $n ->
    [one] { $n } coin
   *[other] { $n } coins
}
n-cards = { $n ->
    [one] { $n } card
   *[other] { $n } cards
}

## Ages and kinds

age-might = Might
age-faith = Faith
age-reason = Reason
kind-military = military
kind-religious = religious
kind-civil = civil

## Buildings. English needs one form beside the bare noun: with "a" or "an".

building-watchtower = watchtower
    .a = a watchtower
building-keep = keep
    .a = a keep
building-castle = castle
    .a = a castle
building-chapel = chapel
    .a = a chapel
building-monastery = monastery
    .a = a monastery
building-abbey = abbey
    .a = an abbey
building-hamlet = hamlet
    .a = a hamlet
building-town = town
    .a = a town
building-city = city
    .a = a city
building-printed = printed hamlet
    .a = a printed hamlet
ruin-keep = keep ruin
    .a = a keep ruin
ruin-castle = castle ruin
    .a = a castle ruin
ruin-monastery = monastery ruin
    .a = a monastery ruin
ruin-abbey = abbey ruin
    .a = an abbey ruin

# White's keep at f4
which-owned = { $owner }'s { $noun } at { $place }
# their own keep at f4
which-own = their own { $noun } at { $place }
# the town at c2
which-free = the { $noun } at { $place }

## Captions: one sentence for every event, named by its class. The clause is added: "… (A1)."
## The first letter becomes a capital by itself.

caption-CoinsSpent = { $who } pays { n-coins }
caption-CardsPlayed = { $who } plays { n-cards } ({ $cards }) in { $age }
caption-CardsDiscarded = { $who } discards { n-cards } ({ $cards })
caption-CardsDrawn = { $who } draws { n-cards } ({ $cards })
caption-PileRenewed = { $n ->
    [one] { n-cards } ({ $cards }) of the discards is shuffled into a new pile
   *[other] { n-cards } ({ $cards }) of the discards are shuffled into a new pile
}
caption-OpenCardsSwapped = { $n ->
    [one] { $who } takes the open card { $taken } and lays down { $given }
   *[other] { $who } takes the open cards { $taken } and lays down { $given }
}
caption-AdventurerTravelled = An adventurer of { $who } travels from { $origin } to { $target }

caption-BuildingBuilt = { $who } builds { FORM($building, "a") } at { $place } in { $age }
caption-BuildingUpgraded = { $who } upgrades { WHICH($old) } in { $age } to { FORM($building, "a") }{ $moves ->
    [yes] {" "}at { $place }
   *[no] {""}
}
caption-BonusPaid = { $who } gets a bonus of { n-coins } in { $age }
caption-BuildingDemolished = { $who } demolishes { WHICH($building) } in { $age }{ cubes-back }
caption-CubePlaced = { $who } puts a cube on { WHICH($building) } in { $age }
caption-RuinBegun = { $who } begins to restore { WHICH($building) } with a cube
caption-RuinRestored = { $who } restores { WHICH($building) }{ cubes-back }

# Time shadows. $source is the building that casts one: the keep, not the keep ruin.
caption-ShadowFalls = The shadow of { WHICH($building) } falls on { $age }
caption-ShadowBlocked = { $age } blocks the shadow of { WHICH($building) }: { $reason ->
    [equal] it would equal the highest of its kind at { $squares }
    [older] { $n ->
        [one] it would connect the domain of its own older shadow at { $older } with the domain at { $others }
       *[other] it would connect the domain of its own older shadow at { $older } with the domains at { $others }
    }
   *[connect] it would connect the domains at { $domains }
}
caption-ShadowMissing = { WHICH($building) } casts no shadow on { $age }: { $lacking ->
    [cube] its owner has no cube left
   *[tile] no { $source } tile is left
}
caption-ShadowCast = { WHICH($building) } now stands in { $age }, too
caption-BuildingErased = Paradox: { WHICH($building) } in { $age } is erased{ cubes-left }{ $gone ->
    [yes] ; its tile is out of the game
   *[no] {""}
}
caption-HamletCovered = { WHICH($building) } in { $age } is covered{ cubes-left }
caption-HamletRevealed = { WHICH($building) } re-appears in { $age }
caption-ShadowWithdrawn = The shadow of { WHICH($building) } vanishes from { $age }{ cubes-back }
caption-ShadowReplaced = The shadow of { WHICH($old) } in { $age } gives way to { FORM($building, "a") } at { $place }{ cubes-back }

# Cubes. $players have $cubes cubes together; $shares are those of each.
cubes-back = { $cubes ->
    [0] {""}
    [1] ; { cubes-of } goes home
   *[other] ; { cubes-of } go home
}
cubes-left = { $lifted ->
    [yes] { $cubes ->
        [one] ; its cube is lifted off
       *[other] ; its cubes are lifted off
    }
   *[no] { cubes-back }
}
cubes-of = { $single ->
    [yes] { LIST($shares, "cubes-owner") } cubes
   *[no] { LIST($shares, "cubes-share") }
}
cubes-owner = { $who }'s
cubes-share = { $n ->
    [one] { $who }'s cube
   *[other] { $who }'s { $n } cubes
}
caption-CubesMoved = { $cubes ->
    [one] { cubes-of } moves onto { WHICH($building) }
   *[other] { cubes-of } move onto { WHICH($building) }
}
caption-CubeKept = { $who } keeps a cube on { WHICH($building) } in { $age }

caption-DomainsJoined = The domains at { $domains } in { $age } are joined
caption-DomainSplit = The domain at { $place } in { $age } falls apart: { $domains }
caption-ConflictFound = { WHICH($buildings) } are the highest { $kind } buildings of one domain in { $age }
caption-StrengthsCompared = { $kind } strength in { $age }: { LIST($strengths, "strength-at") }
strength-at = { $n } for the domain at { $place }
caption-ChoiceMade = { $choice ->
    [player] { $who } decides that { $other } keeps a cube
    [square] { $who } chooses { $place } for the smaller building
   *[building] { $who } decides that { WHICH($building) } yields
}
caption-BuildingShrunk = { WHICH($old) } in { $age } shrinks to { FORM($building, "a") } at { $place }
caption-BuildingDestroyed = { WHICH($building) } in { $age } is destroyed{ cubes-back }

caption-TaxCollected = { $who } collects { n-coins } from the domain at { $place } in { $age }
caption-TaxMissed = { $who } has no adventurer in { $age } and misses { n-coins } from the domain at { $place }
caption-TurnEnded = { $who } ends the turn; { $next } is next, round { $round }
caption-GameEnded = { $several ->
    [yes] { $winners } win with { n-coins }
   *[no] { $winners } wins with { n-coins }
}
