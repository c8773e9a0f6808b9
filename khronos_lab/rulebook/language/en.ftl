### How it works:
### { $who } is a value; { FORM($age, "in") } a noun in one of its forms (the lines with a dot);
### { WHICH($building) } a noun with owner and place; { LIST($shares, "key") } a message per item;
### { EITHER($options) } is WHICH with "or" between several; { CAPITAL(…) } begins with a capital.
### A line that begins with [one], [yes] or a word is chosen by the value before the arrow.

## Small parts

and = and
or = or
list-and = { $items }
n-coins = { $n ->
    [one] { $n } coin
   *[other] { $n } coins
}
n-cubes = { $n ->
    [one] { $n } cube
   *[other] { $n } cubes
}
n-cards = { $n ->
    [one] { $n } card
   *[other] { $n } cards
}

## Ages and kinds

age-might = Might
age-faith = Faith
age-reason = Reason
kind-several = several kinds
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
# the keep at f4: whose it is has been said
which-own = the { $noun } at { $place }
# the town at c2
which-free = the { $noun } at { $place }

## Captions: one sentence for every event, named by its class. The clause is added: "… (A1)."
## The first letter becomes a capital by itself.

caption-CoinsSpent = { $who } pays { n-coins }
caption-CardsPlayed = { $who } plays { n-cards } ({ $cards }) in { $age }
caption-CardsDiscarded = { $who } discards { n-cards } ({ $cards })
caption-CardsDrawn = { $who } draws { n-cards } ({ $cards })
caption-PileRenewed = { $n ->
    [one] The draw pile is empty; the only discard ({ $cards }) becomes the new one
   *[other] The draw pile is empty; the { $n } discards ({ $cards }) are shuffled into a new one
}
caption-OpenCardsSwapped = { $n ->
    [one] { $who } swaps { $given } for the open card { $taken }
   *[other] { $who } swaps { $given } for the open cards { $taken }
}
caption-AdventurerTravelled = One of { $who }'s adventurers travels from { $origin } to { $target }

caption-BuildingBuilt = { $who } builds { FORM($building, "a") } at { $place } in { $age }
caption-BuildingUpgraded = { $who } upgrades { WHICH($old) } to { FORM($building, "a") } on { $area } in { $age }
caption-BonusPaid = { $who } gets a bonus of { n-coins } in { $age }
caption-BuildingDemolished = { $who } demolishes { WHICH($building) } in { $age }{ cubes-back }
caption-CubePlaced = { $who } puts a cube on { WHICH($building) } in { $age }
caption-RuinBegun = { $who } starts to restore { WHICH($building) } and marks it with a cube
caption-RuinRestored = { $who } restores { WHICH($building) }{ cubes-back }

# Time shadows. $source is the building that casts one: the keep, not the keep ruin.
caption-ShadowFalls = The shadow of { WHICH($source) } reaches { $age }
caption-ShadowBlocked = No shadow in { $age }: { WHICH($source) } would { $reason ->
    [equal] equal the highest { $kind } building of its domain, at { $squares }
    [older] { $n ->
        [one] connect the domain of its own older shadow at { $older } with the domain at { $others }
       *[other] connect the domain of its own older shadow at { $older } with the domains at { $others }
    }
   *[connect] connect the domains at { $domains }
}
caption-ShadowMissing = { $lacking ->
    [cube] No shadow appears in { $age } at { $place }: { $owner } has no cube left for the { $source }
   *[tile] { $ruin ->
        [yes] No ruin appears in { $age } at { $place }: there is no { $source } tile left
       *[no] No shadow appears in { $age } at { $place }: there is no { $source } tile left
    }
}
caption-ShadowCast = { $ruin ->
    [yes] { FORM($building, "a") } appears at { $place } in { $age }
   *[no] { WHICH($building) } now stands in { $age }, too
}
caption-BuildingErased = Paradox: { WHICH($building) } in { $age } is erased{ cubes-left }{ $gone ->
    [yes] ; its tile is out of the game
   *[no] {""}
}
caption-HamletCovered = { WHICH($building) } in { $age } is covered{ cubes-left }
caption-HamletRevealed = { WHICH($building) } comes to light again in { $age }
caption-ShadowWithdrawn = The shadow of { WHICH($source) } disappears from { $age }{ cubes-back }
caption-ShadowReplaced = The shadow of { WHICH($old) } in { $age } is replaced by { FORM($building, "a") } at { $place }{ cubes-back }

# Cubes. $players have $cubes cubes together; $shares are those of each.
cubes-back = { $players ->
    [0] {""}
    [1] { $cubes ->
        [one] ; { $owners } gets a cube back
       *[other] ; { $owners } gets { $cubes } cubes back
    }
   *[other] ; cubes go back to { LIST($shares, "cubes-share") }
}
cubes-left = { $lifted ->
    [yes] { $cubes ->
        [one] ; its cube will move onto the new building
       *[other] ; its cubes will move onto the new building
    }
   *[no] { cubes-back }
}
cubes-share = { $who } ({ $n })
caption-CubesMoved = { $players ->
    [1] { $cubes ->
        [one] { $owners }'s cube moves onto { WHICH($building) }
       *[other] { $cubes } of { $owners }'s cubes move onto { WHICH($building) }
    }
   *[other] The cubes of { LIST($shares, "cubes-share") } move onto { WHICH($building) }
}
caption-CubeKept = { $who } keeps a cube on { WHICH($building) } in { $age }

caption-DomainsJoined = The domains at { $domains } in { $age } become one
caption-DomainSplit = The domain at { $place } in { $age } is split: one part around { $first }, { LIST($rest, "part-around") }
part-around = another around { $place }
caption-ConflictFound = Conflict in { $age }: { WHICH($buildings) } tie as the highest { $kind } buildings of one domain
caption-StrengthsCompared = { $kind } strength in { $age } before the join: { LIST($strengths, "strength-at") }
strength-at = { $n } at { $place }
caption-ChoiceMade = { $choice ->
    [player] { $who } decides that { $other } keeps a cube
    [square] { $who } chooses { $place } for the smaller building
   *[building] { $who } decides that { WHICH($building) } gives way
}
caption-BuildingShrunk = { WHICH($old) } in { $age } is reduced to { FORM($building, "a") } at { $place }
caption-BuildingDestroyed = { WHICH($building) } in { $age } is destroyed{ cubes-back }

caption-TaxCollected = { $who } collects { n-coins } from the domain at { $place } in { $age }
caption-TaxMissed = { $who } misses { n-coins } from the domain at { $place }: no adventurer in { $age }
caption-TurnEnded = { $who } ends the turn; { $next } is next, round { $round }
caption-GameEnded = { $several ->
    [yes] { $winners } share the win with { n-coins } each
   *[no] { $winners } wins with { n-coins }
}

## Moves in one sentence, without their subject: the player's name stands before or above them.

told-BuildingBuilt = builds { FORM($building, "a") } at { $place } in { $age }
told-BuildingUpgraded = upgrades { WHICH($old) } to { FORM($building, "a") } at { $place } in { $age }
told-BuildingDemolished = demolishes { WHICH($building) } in { $age }
told-CubePlaced = puts a cube on { WHICH($building) } in { $age }
told-RuinBegun = starts to restore { WHICH($building) }
told-RuinRestored = restores { WHICH($building) }
told-AdventurerTravelled = travels from { $origin } to { $target }
told-OpenCardsSwapped = swaps { $cards } for { $n ->
    [one] an open { $kind } one
   *[other] { $n } open { $kind } ones
}
told-cards = { $n ->
    [one] a { $kind } card
   *[other] { $n } { $kind } cards
}
told-CardsDiscarded = { $n ->
    [one] pays 2 coins to exchange a card
   *[other] pays 2 coins to exchange { $n } cards
}
told-TurnEnded = { $taxed ->
    [yes] ends the turn and collects { n-coins }
   *[no] ends the turn
}
told-erases = erases { WHICH($building) } in { $age }
told-destroys = destroys { WHICH($building) } in { $age }
told-reduces = reduces { WHICH($building) } in { $age }
told-removes = removes { $n } buildings

## Decisions: open questions, and actions before anything has happened

question-yields = { $who } decides which building in { $age } gives way: { EITHER($options) }
question-cube = { $who } decides who keeps a cube on { WHICH($subject) } in { $age }: { EITHER($options) }
question-square = { $who } chooses a square for what is left of { WHICH($subject) } in { $age }: { EITHER($options) }
# One option, for a button
option-building = { WHICH($building) }

deed-Exchange = exchange { $cards }
deed-Swap = swap { $cards } for { $n } open { $known ->
    [yes] { $kind }
   *[no] kind { $kind }
}
deed-Travel = travel { $origin } to { $target }
deed-Build = build { deed-what } at { $place } in { $age }{ deed-price }
deed-Upgrade = upgrade to { deed-what } at { $place } in { $age }{ deed-price }
deed-price = { $paid ->
    [yes] {" "}for { $cards }
   *[no] {""}
}
deed-what = { $known ->
    [yes] { $building }
   *[no] building of rank { $building }
}
deed-Demolish = demolish { $place } in { $age }
deed-Populate = populate { $place }
deed-Restore = restore { $place }
deed-EndTurn = { $discards ->
    [yes] end turn, discard { $cards }
   *[no] end turn
}

## Words of the game

# The ages, in labels.

# Kinds and ranks.
rank-1 = rank 1
rank-2 = rank 2
rank-3 = rank 3

# Buildings and ruins.
word-buildings = buildings
ruin-half_restored = half restored

# The board.
terrain-plain = plain
terrain-forest = forest
terrain-mountain = mountain
terrain-river = river
word-domain = domain
word-conflict = conflict

# Shadows.
word-copies = copies

# What players have.
word-player = player
word-players = players
word-seat = seat
word-nobody = nobody
word-coins = coins
word-cubes = cubes
word-adventurers = adventurers
word-cards = cards
word-hands = hands
word-open_cards = open cards
word-taxes = taxes

# The course of a game.
word-games = games
word-round = round
word-turn = turn
word-start_player = start player
word-winners = winners
edition-first = first edition
edition-second = second edition

# Rules that a group may choose, RuleSet
rule-edition = edition
rule-holdem = Hold'em
rule-ruins_respect_domains = ruins respect domains
rule-erased_tiles_return = erased tiles return
number-value = { FORM($building, "a") } is worth { $amount }
number-tiles = tiles of { FORM($building, "a") }: { $amount }
number-cards = { $kind } cards: { $amount }
number-ruin = { $size ->
    [medium] a medium ruin is worth { $amount }
   *[large] a large ruin is worth { $amount }
}
number-bonus = bonus in { $age }: { $amount }
number-terrain = extra cards for { $terrain } with { $n } players: { $amount }
number-start_coins = coins at the start: { $amount }
number-tax_rounds = taxes in round { $amount }

## Short names of actions, events and effects

# Actions, by the name of their class.
action-Exchange = exchange
action-Swap = swap
action-Travel = travel
action-Build = build
action-Upgrade = upgrade
action-Demolish = demolish
action-Populate = populate
action-Restore = restore
action-EndTurn = end turn

# Events, by the name of their class.
event-CoinsSpent = coins spent
event-CardsPlayed = cards played
event-CardsDiscarded = cards discarded
event-CardsDrawn = cards drawn
event-PileRenewed = pile renewed
event-OpenCardsSwapped = open cards swapped
event-AdventurerTravelled = adventurer travelled
event-BuildingBuilt = building built
event-BuildingUpgraded = building upgraded
event-BonusPaid = bonus paid
event-BuildingDemolished = building demolished
event-CubePlaced = cube placed
event-RuinBegun = ruin half restored
event-RuinRestored = ruin restored
event-ShadowFalls = shadow falls
event-ShadowBlocked = shadow blocked
event-ShadowMissing = shadow missing
event-BuildingErased = building erased
event-HamletCovered = hamlet covered
event-HamletRevealed = hamlet re-appears
event-ShadowCast = shadow cast
event-CubesMoved = cubes moved
event-CubeKept = cube kept
event-DomainsJoined = domains joined
event-DomainSplit = domain split
event-ConflictFound = conflict
event-StrengthsCompared = strengths compared
event-ChoiceMade = choice made
event-BuildingShrunk = building shrunk
event-BuildingDestroyed = building destroyed
event-ShadowWithdrawn = shadow withdrawn
event-ShadowReplaced = shadow replaced
event-TaxCollected = tax collected
event-TaxMissed = tax missed
event-TurnEnded = turn ended
event-GameEnded = game ended

# Effects of a preview, by the name of the member.
effect-APPEARS = appears
effect-VANISHES = vanishes
effect-BLOCKED = is blocked
effect-JOINS = joins
effect-SPLITS = splits
effect-CONFLICTS = conflicts
effect-SHRINKS = shrinks
effect-CUBES = cubes
effect-PAYS = pays
effect-CARDS = cards

# Where coins come from and go to.
source-start = start
source-bonus = bonus
source-tax-might = taxes in Might
source-tax-faith = taxes in Faith
source-tax-reason = taxes in Reason
source-exchange = exchange
source-travel = travel
source-demolition = demolition
source-spent = spent

## Pictures and panels

# Axes.
axis-coins = coins
axis-round = round
axis-cumulative_income = income so far
axis-wins = share of wins
axis-events = events
axis-often_built = share of games with a building here
axis-often_erased = share of games with a paradox here
axis-often_controlled = share of taxations with control here

# Titles of pictures.
title-boards = The three ages
title-income = Coins over the game
title-sources = Where the coins come from
title-control = Who controls what
title-shadows = Time shadows

# Legends.
legend-terrain = terrain
legend-cube = cube
legend-adventurer = adventurer
legend-printed = printed hamlet
legend-ruin = ruin
legend-half_restored = half restored ruin
legend-last_action = last action
legend-shadow-cast = shadow cast
legend-shadow-blocked = shadow blocked
legend-shadow-missing = no tile or cube left
legend-shadow-erased = erased by a paradox
legend-shadow-withdrawn = shadow withdrawn
legend-shadow-replaced = shadow replaced
legend-shadow-nothing = no shadow stands there
legend-shadow-overgrown = something else stands there
legend-controlled = controlled
legend-contested = contested
legend-uncontrolled = uncontrolled
legend-tax_lost = tax nobody collects
legend-taxation = taxation
legend-median = median
legend-band = middle half of the games
legend-wide_band = middle 90% of the games
legend-appeared = appeared
legend-vanished = vanished
legend-changed = changed
legend-sides-1 = one side shared
legend-sides-2 = two sides shared
legend-sides-3 = three sides shared

# Views of the replay.
word-view = View
view-boards = Boards
view-shadows = Shadows
view-control = Control map
view-domains = Domain graph
view-difference = Difference

# Buttons, and what their tooltips say.
button-start = Start
button-close = Close
tip-play = Play the game step by step (space)
tip-pause = Stop playing (space)
tip-start = To the start of the game (Home)
tip-end = To the end of the game (End)
tip-effect-back = One effect back (←)
tip-effect-forward = One effect forward (→)
tip-action-back = One action back (↑)
tip-action-forward = One action forward (↓)
tip-turn-back = One turn back (Page Up)
tip-turn-forward = One turn forward (Page Down)
tip-slider = Drag to any step
tip-move = Click a move to go there
tip-speed = Steps a second
tip-hidden = Hide what opponents hold
tip-coins = Hidden: you see the coins of players whose hands you see

# Jumps.
word-jump = Jump to the next
jump-paradox = Next paradox
jump-blocked = Next blocked shadow
jump-join = Next join
jump-split = Next split
jump-taxation = Next taxation
jump-none = There is no other after this step.
jump-none_before = There is no other before this step.

# Panels beside the boards.
panel-language = Language
panel-step = Step
panel-hands = Hands
panel-hands-short = Hands
panel-cubes-short = Cubes
panel-hidden = hidden
panel-coins = Coins
panel-coins-open = open
panel-coins-hidden = hidden
panel-coins-none = All coins are hidden.
panel-cubes_left = Cubes left
panel-still = { n-cards } left
panel-supply = Supply
panel-pile = Draw pile
panel-forecast = Tax forecast
panel-moves = Moves
panel-legend = Legend
panel-causes = Why
panel-clause = Rule
panel-square-empty = Nothing stands here.
panel-adventurers = Adventurers
panel-to_act = to act
panel-game_start = The game begins.
panel-nothing = nothing
panel-loading = Drawing…
panel-error = Something went wrong
panel-before = Before
panel-after = After

# An exported page.
page-record = Record of the game
page-save_record = Save the record
page-no_script = The replay needs JavaScript: open this file in a browser.
panel-eyes-all = All hands
panel-eyes-nobody = No hands
panel-main_line = Back to the game

# Figures of statistics over many games: titles.
title-income_sources = What players live on
title-spending = What coins are spent on
title-cards_spent = What cards are played for
title-how_won = What winners and others live on
title-building_survival = How long buildings stand
title-fates = What becomes of buildings
title-causes_of_death = What ends buildings, and when
title-shadow_outcomes = What becomes of copies
title-paradoxes = What paradoxes erase
title-paradox_costs = What a lost building costs
title-domain_events = How often domains change
title-cascades = How far an action ripples
title-coverage = Which clauses came up
title-seats = Does the place at the table matter?
title-openings = First turns and how they ended
title-hands = Do better hands win?
title-cards_held = What hands hold
title-comparison = Two sets of games compared
title-balance = What other rules change
title-ratings = How strong players are
title-duels = Who ends above whom

# Their axes.
axis-coins_a_player = coins a player and game
axis-share_of_income = share of income
axis-share_of_cards = share of all cards played
axis-turns_since = turns since it was put up
axis-rounds_since = rounds since it was put up
axis-standing = share still standing
axis-share_of_buildings = share of buildings
axis-ended = share ended by this cause
axis-share_of_copies = share of copies
axis-buildings_lost = buildings lost
axis-paradox_cost = coins that each loss costs its owner
axis-per_game = times a game
axis-a_game = per game
axis-length = events in the longest chain of causes
axis-share_of_cascades = share of cascades (log)
axis-number_of_events = events (log)
axis-place = place in the order of turns
axis-advantage = share of wins above or below chance
axis-hand_strength = mean strength of the hands, from
axis-cards_in_hand = cards in a hand
axis-balance = change, in standard deviations of single games
axis-effect_size = difference in standard deviations
axis-rating = points above { $anchor } (400 points: ten to one)
axis-rival = share of meetings in which the row ends above the column

# Their legends and captions.
caption-no_data = no data
opening-part = { $verb } { $what } { $age }
caption-unknown = unknown
caption-all_players = all players
caption-others = others
caption-non_winners = non-winners
caption-no_holdem = without Hold'em
caption-place = place
caption-to = to
caption-interval = intervals of
caption-clusters = independent deals
caption-of_players = seats
caption-too_narrow = below thirty they are too narrow
caption-clauses = clauses
caption-censored = crosses: buildings left the count alive (they grew, or the game ended)
caption-cut = the axis does not begin at 0
caption-hands = hands
caption-bar_whiskers = lines at the ends of bars:
caption-whiskers = lines at the ends of parts:
caption-bands = bands:
caption-no_interval = no intervals
caption-few = hollow: fewer than ten
caption-never = hollow: no event of its own, or it never came up
caption-chance = chance
caption-balance_means = on the right: the mean under the usual rules
caption-by_chance = hollow: with this many measures, chance alone could do it
caption-more_in = more:
caption-only_commonest = the commonest only
caption-first_groups = the first { $n } of { $all } groups
caption-never_met = empty: they never met
caption-meetings = meetings
caption-groups_apart = groups between lines never met, so their numbers do not compare
outcome-cast = cast
outcome-blocked = blocked
outcome-missing = no tile or cube (B5)
victim-own = one's own
victim-other = another player's
victim-nobody = nobody's
birth-built = built
birth-upgraded = made by an upgrade
birth-cast = shadow
birth-shrunk = shrunk to this
birth-replaced = shadow of a shrunk one
fate-upgraded = upgraded
fate-succeeded = replaced by its copy
fate-paradox = erased by a paradox
fate-demolished = demolished
fate-shrunk = shrunk
fate-destroyed = destroyed
fate-withdrawn = shadow withdrawn
fate-replaced = shadow shrunk
fate-standing = still stands
measure-coins = coins at the end
measure-winner = coins of the winner
measure-margin = richest less poorest
measure-win = share of wins
measure-advantage = wins above chance
measure-lead = coins above the table's mean
measure-bonus = coins from bonus
measure-tax_might = taxes in Might
measure-tax_faith = taxes in Faith
measure-tax_reason = taxes in Reason
measure-tax_missed = taxes missed
measure-spent_exchange = coins for exchanges
measure-spent_travel = coins for travel
measure-spent_demolition = coins for demolition
measure-cards_played = cards played
measure-builds = builds
measure-upgrades = upgrades
measure-demolitions = demolitions
measure-populates = populated
measure-restores = restored
measure-shadows_cast = shadows cast
measure-shadows_blocked = shadows blocked
measure-shadows_missing = shadows without tile or cube
measure-joined = domains joined
measure-split = domains split
measure-conflicts = conflicts
measure-shrunk = buildings shrunk
measure-destroyed = buildings destroyed
measure-first_seat = wins of the first seat above chance
measure-open_end = games open until the last round
measure-chosen = how often a player builds { FORM($building, "a") }
measure-wins = wins above chance with { FORM($building, "a") }

## Lessons

lesson-scenario = Scenario
lesson-question = Question
lesson-gone = Run the notebook again; your progress is kept, and the lesson goes on where you stopped.
lesson-check = Check
lesson-right = Right.
lesson-wrong = Not quite.
lesson-why = Why?
lesson-show = Show what happens
lesson-next = Next
lesson-back = Back
lesson-reveal = Show the answer
lesson-once_more = Have another look, and try again.
lesson-left_out = So far, so good; but something is still missing.
lesson-repeat = Repeat what I missed
lesson-next_idea = Next idea
lesson-practise = Practise this
lesson-projector = Projector: large boards; the space bar shows the answer
lesson-your_name = Your name
lesson-hand_in = Type your name and hand in this code, by mail or on paper:
lesson-copy = Copy
rule_named-not = Another rule decides.
lesson-no_square = There is no square
lesson-something = "Nothing" is not right: there is something to find.
lesson-again = Try again
lesson-hint = Hint
lesson-progress = Progress
lesson-difficulty = Difficulty
lesson-easy = easy
lesson-medium = medium
lesson-hard = hard
lesson-new = New exercise
lesson-clause = The rule
lesson-the_answer = The answer is:
lesson-choose = Choose an answer first.
lesson-click_squares = click squares on that board, or type them, as in f4 g4
lesson-click_buildings = click buildings on that board, or choose them here
lesson-number = A number
lesson-more = One more question
lesson-to_question = Back to the question
lesson-previous = Previous exercise
lesson-practice = Practice
lesson-any_clause = any rule
lesson-any_difficulty = as it comes
lesson-forget = Forget my progress
lesson-forget_sure = Really forget it?
lesson-solved = right
lesson-first_try = right at the first try
lesson-look_here = Outlined in violet: where to look.
lesson-marked = ✓ belongs to the answer (broken line: not chosen), ✗ does not.
lesson-planned = Pale with a dotted line: what is planned.
lesson-target = Outlined: what the move is about.
lesson-before = Before the move.
lesson-nothing_yet = nothing so far
lesson-tiles_left = tiles left
lesson-in_words = The position in words
lesson-hint_cards = Look at the table: cards, coins and adventurers.
lesson-keys = Arrow keys: one effect back or forward. Home and End: first and last.
lesson-first = To the beginning
lesson-last = To the end
lesson-step_back = One effect back
lesson-step_on = One effect forward
lesson-causes = What led to it
lesson-play = Play
lesson-pause = Pause
lesson-take = Do it
lesson-go_on = Go on
lesson-choose_again = Choose something else
lesson-restart = Play this turn again
lesson-next_scene = Next
lesson-previous_scene = Back
lesson-scene = Part

## The turn that a reader plays at the end of the introduction
own_turn-next = You have { n-coins }. What next?
own_turn-over = Your turn is over. There { $best ->
    [one] is 1 coin
   *[other] are { $best } coins
} in it; you found { $n }. { $most ->
    [yes] Nobody could make more of it. You have seen a whole turn: cards and adventurers, shadows, a paradox and taxes. Now the lessons can begin, with "Time shadows".
   *[no] Think of the domain right of the river: what makes it pay you, and in which ages? Play the turn again, or go on with the lessons.
}
answer-yes = yes
answer-no = no
answer-none = nothing
answer-forbidden = forbidden
answer-open_choice = then a choice is open
explain-title = May I?
explain-choose_square = Choose a square.
explain-costs = It costs
explain-pays = It pays
explain-would_happen = What would happen
sandbox-title = Sandbox
sandbox-place = Place
sandbox-remove = Remove
sandbox-own = Owner
sandbox-valid = The position is legal.
sandbox-faults = What cannot stand
sandbox-save = Save as a scenario
board-close = Close this message
board-gone = Run the cell again to go on. Whatever was saved to a file is still there.
explain-building = Building
explain-free = If cards were no object
explain-free_hint = Sets aside whether the player has the cards, the coins and an adventurer there who may still play them (T4, T5, the cards and coins of A1 to A6). Squares, tiles, cubes, owners, G1, D1 and H1 count all the same.
explain-show = Show
explain-show-now = now
explain-show-after = afterwards
explain-allowed = Allowed.
explain-forbidden = Forbidden.
explain-placeable = Nothing on the boards forbids it; cards, coins or adventurers are missing.
explain-set_aside = Set aside
explain-any_kind = of any kind for the terrain (G2)
explain-ways = Ways to pay with this hand
explain-no_way = The player cannot pay that there now.
explain-at_once = at once
explain-next_tax = next taxes
explain-all_taxes = if everywhere
explain-money_hint = Next taxes: the change with the adventurers where they stand. If everywhere: with one in every age.
explain-choice = From here on, with the choice that pays best for whoever makes it.
explain-nothing = nothing
explain-map = Dots: where it is allowed now (first squares). Rings: only cards, coins or adventurers are missing.
explain-map_free = Dots: where it would be allowed with enough cards (first squares).
explain-outlined = Thick outline: the squares of the rule. Letters: its domains.
sandbox-tool = Tool
sandbox-menu = Menu
sandbox-take_cube = Take a cube
sandbox-cube = Put a cube
sandbox-turn_over = Ruin / restored
sandbox-cast = Cast shadows
sandbox-cast_hint = On: through the rules, cards aside, with shadows, paradoxes and conflicts. Off: just put down in this age.
sandbox-undo = Undo
sandbox-redo = Redo
sandbox-clear = Clear this age
sandbox-table = Players and turn
sandbox-hand = Hand
sandbox-hand_hint = for example mmc
sandbox-cubes_home = Cubes at home
sandbox-adventurer = Adventurer
sandbox-acts = To act
sandbox-starts = Starts
sandbox-tiles = Tiles left
sandbox-text = As text
sandbox-take_text = Take over this text
sandbox-reset_text = Write the position again
sandbox-open = Open
sandbox-source = Scenario or file
sandbox-source_hint = 11, lesson.khs or game.khr
sandbox-step = Step of the game
sandbox-file = File
sandbox-replace = Replace an existing file
sandbox-write = Save
sandbox-check = Check the scenario
sandbox-ask = Ask about a move
sandbox-ask_reason = In Reason a move puts a cube on a building or a card on a ruin: click on one.
sandbox-move = Move
sandbox-move_hint = for example M+m2f4
sandbox-asks = Question about
sandbox-lesson = Lesson
sandbox-level = Level
sandbox-title_en = Title (English)
sandbox-title_de = Title (German)
sandbox-question_en = Question (English)
sandbox-question_de = Question (German)
sandbox-explanation_en = Explanation (English)
sandbox-explanation_de = Explanation (German)
sandbox-by_engine = left empty: written for you
sandbox-answer = The answer of the engine
sandbox-shows = Clauses it shows
sandbox-saved = Saved
sandbox-happened = What just happened
sandbox-give_up = Do not place it
sandbox-same = That is what stands there.
sandbox-outlined = Thick outline: squares that break a rule.
index-title = The rules in plain words
index-tests = See it and try it
index-search = Find a rule: paradox, river, who shrinks …
index-found_one = rule found
index-found = rules found
index-no_scenario = No single move shows this rule, so there is no scenario for it.
index-exact = The exact rule
index-small_words = a an and are at be by can do does how i if in is it me my of on or that the their them there they this to what when where which who why will with
index-open = Open this scenario
index-close = Close the scenario
index-letter-S = Set-up
index-letter-T = The turn
index-letter-A = Actions
index-letter-G = Ground
index-letter-D = Domains
index-letter-H = Hierarchy
index-letter-O = Order of effects
index-letter-B = Time shadows
index-letter-C = Putting domains right
index-letter-X = Taxes
index-letter-V = Options

## Choosing a move

move-open = Take open cards
move-hidden = hidden
move-discards = Discards
move-gives = Gives
move-draws = Draws
move-draw-chance = by chance
move-draw-hidden = nobody sees
move-draw-given = these cards
move-ready = Ready
move-over = The game is over (T7).
move-enter_draws = Enter the cards that are drawn:
move-none-build = There is no room for it on the boards, or no tile
move-none-demolish = No rank 1 tile stands in Might or Faith
move-none-cards = There are no cards in the hand
move-no_option = This square is not among those to choose from
move-choose_player = Choose the player beside the boards
move-map_answers = Dots: the squares to choose from.
menu-nothing_there = Nothing stands there to be populated or restored (A5, A6).
menu-hint = Point at an entry to see what it would do in all three ages.
menu-pay = Which cards pay for the terrain (G2)?
branch-title = What if, from:
branch-game = the game as played
branch-before = before
branch-after = after
branch-at_start = at the start
branch-at_end = the game is over
branch-over = Hand over to
branch-turn = to the end of the turn
branch-end = to the end of the game
branch-games = or finish
branch-many = times, see how it ends
branch-many_hint = Every time cards fall otherwise. Nothing of it is kept in the record.
branch-stop = Stop
branch-line = This line
branch-name = Name of the variation
branch-name_hint = for example: Keep first
branch-comment = Comment
branch-mark = Mark
branch-promote = Promote
branch-promote_hint = Let it change places with the line that it is a variation of
branch-cut = Cut after this
branch-cut_hint = Delete everything in this variation after the position shown
branch-delete = Delete
branch-delete_hint = Delete this variation and all that branch off it
branch-file = File
branch-path = Save as
branch-path_hint = for example: my-game.khr
branch-save = Save
branch-save_hint = Write the game with its variations and comments to its file
branch-replace = replace the file
branch-unsaved = Not saved yet
branch-results = How it ends
branch-here = here
branch-elsewhere = How games end belongs to a position. They were played on from:
branch-draws = I say which cards are drawn
branch-takes = { $player } (about { $n } { $minutes ->
    [yes] min
   *[no] s
})
branch-disagree = The players disagree: with { $player } { $who } wins { $one } of the games, with { $other } { $two }. Trust neither number too much.
branch-caveat = So these players would finish; people may play otherwise.
branch-hidden_turn = The hand of the player to act is hidden from these eyes: let players finish the game many times, or show all hands.
branch-hidden_once = One continuation would show the others' cards: let it be played many times, or show all hands.
branch-close = Leave what if
branch-compare = Compare with
branch-compare-nothing = nothing
branch-compare-game = the game as played, same turn
branch-pin = Remember this position
branch-pin_hint = Remember what is shown, then go elsewhere and compare
branch-busy = Something is being worked out already; stop it first.
branch-gone = Variations were deleted or promoted meanwhile, so what was worked out is dropped.
branch-not_the_game = This is the game as it was played; choose a variation first.

## The coach

coach-title = Coach
coach-about = The coach looks at every turn, the most doubtful first: what it gave away, which turn was better, and why.
coach-working = { $done } of { $turns } turns have been reviewed; you can already read what was found.
coach-start = Review the game
coach-start_hint = First marks within seconds, the last ones within a minute; it can be stopped, and your own file keeps what is done
coach-stop = Stop
coach-stop_hint = What was found so far stays
coach-keep = Keep the better turn
coach-keep_hint = As a variation beside the turn played, with a comment that says what it is worth
coach-practice = Practise
coach-practice_hint = Stand before each mistake and find a better turn on the boards
coach-check = Check my turn
coach-check_hint = Anything close to the best turn counts; a turn that is not ended is ended
coach-hint = Hint
coach-hint_hint = First where, then what, then the whole turn
coach-next = Next mistake
coach-next_hint = Leave this one
coach-leave = Leave practice
coach-leave_hint = Back to the replay
coach-hidden = Better turns would show the others' cards: show all hands first.
coach-nothing = There is no review of this game yet: press “Review the game” first.
outlook-title = This moment
outlook-players = Likely at the end, with the chance to win: { $players }.
outlook-over = The game is over: { $players }.
outlook-player = { $who } { $coins } coins ({ $percent }%)
outlook-turn = { $number }. { $who } { $moves }: { $coins } coins, { $percent }%.
practice-nothing = There is nothing to practise: no mistake beyond chance was found.
practice-task = Mistake { $n } of { $all }, { $label }: { $who } to play. In the game { $who } { $moves }. That gave away { $coins } coins. Find a better turn: choose moves on the boards, then check.
practice-idle = Nothing has been tried yet: choose moves on the boards first.
practice-where = Hint: look at { $ages }.
practice-age = { $age }
practice-what = Hint: it is about { WHICH($buildings, "a") }.
practice-tried = { $solved ->
    [yes] Right: your turn is as good as the best that was found, or nearly ({ $coins } coins less, { $between }).
   *[no] Not yet: your turn still gives away { $coins } coins ({ $between }).
}

## Writing a game down

play-since = Since your last turn
play-on = Next
play-skip = Skip to my turn
play-left = { $n ->
    [0] then it is your turn
    [one] one more to see
   *[other] { $n } more to see
}
play-warning = This turn gives away much; below you read why. Take something back, or end the turn once more.
play-won = { $names } won with { $coins } coins.
record-title = Recorder

# The set-up.
record-setup = Set-up
record-setup-players = Players
record-setup-map = Map
record-setup-own_map = own map
record-setup-first = first, 33 cards (V1)
record-setup-second = second, 55 cards
record-setup-start = Starts
record-setup-hand = hand, if known
record-setup-hand_hint = mmrc, ** unknown
record-setup-event = Event
record-setup-date = Date
record-setup-begin = Begin
record-setup-change = Change the set-up
record-setup-next = Say who plays, then press Begin. Nothing is saved before.

# What is entered.
record-tool = Build or upgrade
record-demolish = Demolish
record-end = End of turn
record-end_hint = The draw stays hidden. Cards that everybody saw can be typed, with stars for the others
record-exchange = Exchange cards
record-swap = Open cards
record-typed = or type
record-typed_hint = keep f4 in Might
record-enter = Enter
record-cancel = Cancel
record-take_back = Take back
record-redo = Do again
record-first_tool = Click a square to see what can be done there.
record-map = Dots: where this can be done now, by its first square. In Reason a click populates or restores.
record-map_menu = Click a square for its menu; in Reason a click populates or restores. To enter many of the same, choose a building above first.
record-menu = Menu

# Where it stands.
record-saved = saved in
record-not_yet = not begun
record-going_on = Going on with
record-over = The game is over (T7).
record-moves = Moves
record-moves_hint = Click a move in the list to correct it.
record-none_yet = No move yet.
record-undone = taken back
record-forget = Forget these

# Corrections.
record-correct = Correct
record-picked = The boards show the position before it. Click or type what was played instead.
record-replaces = replace it
record-comes_before = insert before it
record-delete = Leave it out
record-leave = Back to the end
record-waiting = no longer fits
record-still_waiting = What you enter now replaces it, then the rest is played again. Still to come:
record-still_waiting_before = What you enter now comes before it, then the rest is played again. Still to come:
record-unanswered = Enter it without that choice
record-give_up = Give up all of these
record-revert = Undo the correction
record-corrected = Corrected; everything fits.
record-shifted = moves now belong to another turn than before
record-surplus = It answers a question that is not asked any more.
record-open_choice = It leaves open what somebody has to choose now (B8, C2, C3, C4).
record-strange_answer = What was chosen cannot be chosen any more (B8, C2, C3, C4).

# Words about moves.
record-words = Comment and mark
record-comment = Comment
record-mark = Mark
record-no_mark = none
record-preface = Before the game

## What if: playing on from a position

# Playing on.
title-income_worth = What players think a coin of income is worth
axis-income_worth = coins at the end
income_worth-note = { $players } players; learned from games of players against themselves; at the end of a turn of that round
hold-watchtower = by a watchtower
hold-keep = by a keep
hold-castle = by a castle
hold-chapel = by a chapel
hold-tie = tied
hold-open = open to a shadow
hold-safe = out of reach
title-prospects = How games go on from here
axis-final_coins = coins at the end
axis-win_chance = chance to win
axis-expected_coins = expected final coins
prospects-game = one game
prospects-half = middle half and median
prospects-actual = as the game ended
prospects-each = from each position
prospects-played_by = played on by
prospects-paired = branches meet the same luck, game by game

# The review.
title-review = Where the game was won and lost
legend-interval = interval of 95%
legend-mistake = mistakes
review-unfinished = not all turns were looked at

# Differences.
differences-first = in the first
differences-second = in the second
differences-upper = in the upper picture
differences-lower = in the lower picture
differences-none = Nothing differs.
differences-cubes_left = cubes left
differences-taxes = taxes if due now
differences-gone = only in the upper picture
differences-new = only in the lower picture
differences-age = only in this age
differences-age_join = several domains in the other age
differences-age_split = one domain in the other age
differences-touched = other cubes or another side
differences-join = one domain here, several above
differences-split = part of one domain above
differences-pay = pays otherwise

## Reports

report-key_moments = Key moments, to watch here
report-watch = ▶ Watch
report-findings = What stands out
report-title = What { $n ->
    [one] one game
   *[other] { $n } games
} of Khronos { $n ->
    [one] says
   *[other] say
}
report-nothing_sure = Nothing here is both large and sure; the appendix has all questions.
report-methods = How this was counted
report-method = { $games ->
    [one] One game
   *[other] { $games } games
} from { $deals } independent deals. All statements are about the players of these games, not about people in general and not about good play. Numbers in brackets are 95% confidence intervals; they count deals, never turns or buildings, because what happens in one deal hangs together. Where several groups or measures are compared, intervals and tests allow for their number. “Compared with similar players” means the same player in the same company at the same place in turn order. The findings above are those whose effect is largest after the doubt is taken off, at most two of a kind.
report-data = The data in your own tools
report-data_how = The tables are plain Parquet files: one row per game and player, turn or event.
report-appendix = Appendix
report-appendix_what = { $n ->
    [one] One further question, and who played what
   *[other] { $n } further questions, and who played what
}
report-family_winning = Winning
report-family_money = Money and cards
report-family_buildings = Buildings, shadows and domains
report-family_strength = Players and rules
report-who = Who plays: { $who }.
report-names = who
report-no_games = { $title }: there is no game in it to report on
report-no_replays = None of these games can be replayed here: no records were kept, and the players are not at hand.
report-example_ripple = A long chain of effects: { $length } events in a row (game { $game })
report-example_richest = A rich player: { $player } ends with { n-coins } (game { $game })
report-example_narrow = { $n ->
    [0] A tie: first and second end with the same coins
   *[other] A close finish: { n-coins } between first and second
} (game { $game })
report-contents = Contents
report-numbers = The numbers
report-limits = What this can't say
report-moments = Moments worth a look
report-moments-none = In this game no shadow erased anything, was blocked, or joined or split a domain.
report-result = How it ended
report-rank = rank
report-course = How the money came
report-taxes = The taxes
report-missed = missed
report-all = together
report-deeds = What each player's moves did
report-deeds-cast = shadows cast
report-deeds-blocked = shadows blocked
report-deeds-erased_other = others' buildings erased
report-deeds-erased_own = own buildings erased
report-deeds-erased_nobody = nobody's buildings erased
report-deeds-join = domains joined
report-deeds-split = domains split
report-deeds-shrunk = buildings shrunk
report-telling = The whole game, turn by turn
report-map = map
report-setting = What was played
report-offline = This page is one file: it needs no network and no program but a browser.

# What the number of each question can't say; the keys are those of the standard report.
limit-income = Why: who stands in Faith in round 7 may be rich because of it, or go there because there is most to be had. A line shows how sure one part is; a whole bar has none.
limit-coin_curve = What becomes of anybody: who is in the upper half after round 4 need not be there after round 7.
limit-how_won = That an age wins: winners are rich in several ways at once.
limit-spending = How much was done: buildings cost cards, not coins.
limit-cards_spent = What was thrown away: cards that nobody played are not in it (T6).
limit-survival = What would have become of a building that grew: it leaves the count alive, and owners upgrade what is safe, or what is in danger.
limit-fates = What would happen if one danger were taken away: whoever escapes it meets the others.
limit-shadow_outcomes = How often shadows would be blocked: players see it coming and build elsewhere. A copy that fails in Faith is never tried in Reason (B3).
limit-paradoxes = What the loss cost (see what a lost building costs), and whether it was meant.
limit-paradox_costs = That the loss was the reason: whoever builds more has more to lose, and may be rich anyway. Buildings without an owner (civil ones and ruins) are left out.
limit-domain_events = Who gained by it. In Reason nothing conflicts (H1).
limit-cascade_lengths = Importance: length counts events in a chain of causes. What is hollow was seen fewer than ten times.
limit-seat_effects = Seat and skill apart, unless players changed seats; deals that were played with every order of seats (--paired) answer it best.
limit-openings = That an opening wins: good players choose it, or good hands allow it.
limit-cards_held = What was dealt: in the first edition players choose what they keep (V1).
limit-hand_results = That luck does not matter: the largest building that a hand pays for alone is a poor measure of what cards are worth.
limit-clause_coverage = How often a rule matters: clauses that forbid, or that say what others mean, have no event of their own.

## Answers of a dataset: what was found, in a sentence. What it can't say stands under Reports.

finding-nothing = There are no games here to answer this.
finding-none = Nothing in these games answers this: it never happened, or there is nothing to compare it with.
finding-outcome = Only those who ended like this are counted: { $words }. So this can't say how often that happens, or what leads to it.
finding-outcome_winning = Only those who ended like this are counted: { $words }. So this can't say how often anybody wins, or what leads to it.
finding-outcome_games = Whole games are counted, chosen by how somebody in them ended: { $words }.
finding-outcome_buildings = Only buildings that ended like this are counted: { $words }. So this can't say how often that happens, or what leads to it.
finding-points = { $points } percentage points
finding-not_sure = That is not surely more than { EITHER($others) }.
finding-not_ahead = That is no sure lead over { EITHER($others) }.
finding-group = { $number ->
    [yes] { $group } with { $value } ({ $ends })
   *[no] { $group } { $value } ({ $ends })
}
finding-mean = { $number ->
    [yes] { $group } with { $value }
   *[no] { $group } { $value }
}
finding-groups = { $what }: { $groups }.
finding-groups_some = { $what }, the highest and the lowest of { $n } groups: { $groups }.
finding-groups_one = { $n ->
    [one] { $what }: { $groups }. There is no other group here to compare it with.
   *[other] { $what }: { $groups }. No other group has the { $least } independent deals that a comparison needs.
}
finding-groups_few = { $what }: no group has the { $least } independent deals that a comparison needs.
finding-groups_left = { $n ->
    [one] One group has
   *[other] { $n } groups have
} fewer than { $least } independent deals and { $n ->
    [one] is
   *[other] are
} left out.
finding-gap = The difference is beyond chance: { $value } ({ $ends }).
finding-gap_none = The difference is not beyond chance: { $value } ({ $ends }).
finding-gaps_none = None of these differences is beyond chance, allowing for how many there are.
finding-gaps = { $some ->
    [all] All { $all } differences are
   *[some] { $n } of { $all } differences { $n ->
        [one] is
       *[other] are
    }
} beyond chance, allowing for how many there are; the widest of these is between { $one } and { $other }: { $value } ({ $ends }).
what-income = Coins that a player earns in a game
what-wealth = Coins that a player has at the end, on average
what-spending = Coins that a player spends in a game
what-cards_spent = Share of all cards played
what-cards_Build = for building
what-cards_Upgrade = for upgrades
what-cards_Demolish = for demolishing
what-cards_Populate = for populating
what-cards_Restore = for restoring ruins
what-cards_held = { $kind } cards in a hand, the kind in which these groups differ most
what-survival = Buildings that still stand after { $time }
what-fates = buildings that ended in the commonest way ({ $fate })
what-shadows = Copies that fail
what-paradoxes = Buildings lost to paradoxes in a game
what-domains = How often domains join in a game
what-lead_changes = Games decided only in the last round
what-comebacks = games still won by players who are { $least } to { $most } coins behind after round { $round }
what-first_leader = Games that the leader after the first taxation wins
what-luck = Share of the differences in coins at a table that goes with the strength of hands
what-seats = Share of wins by place
finding-in_round = { $part } in round { $round }
finding-income = A player earns { $total } coins a game ({ $total_ends }). The largest part comes from { $part }: { $mean } ({ $ends }).
finding-how_won = Winners are paid { $won } coins a game and the others { $lost }: { $more } more ({ $more_ends }). The gap is widest in { $part }: { $widest } coins ({ $ends }).
finding-spending = A player spends { $total } coins a game ({ $total_ends }), the largest part on { $part }: { $mean } ({ $ends }).
finding-cards_spent = { $mean } ({ $ends }) of the cards that players play are { $part }.
finding-survival = { $share } ({ $ends }) of the buildings still stand after { $time }.
finding-fates = The commonest end of a building, apart from standing to the last: { $fate }, { $share } ({ $ends }) of all buildings.
finding-paradoxes = Paradoxes take { $mean } buildings a game ({ $ends }). { $share } of them belong to the player who acts.
finding-paradox_costs = { $way ->
    [unclear] A building lost to a paradox makes no clear difference to its owner
    [less] A building lost to a paradox goes with more coins for its owner by the end
   *[more] A building lost to a paradox goes with fewer coins for its owner by the end
}, compared with similar players: { $coins } coins { $less ->
    [yes] more
   *[no] fewer
} ({ $ends }).
finding-paradox_costs_by = { $any ->
    [yes] Losing a building to a paradox surely goes with fewer coins for its owner if it is of this sort: { $sure }
   *[no] For no sort of building does losing it to a paradox surely go with fewer coins for its owner
}. Coins fewer at the end than similar players have, with intervals that allow for the number of sorts: { $groups }.
finding-paradox_costs_few = Too few buildings are lost to paradoxes here to say what one costs: { $least } of a sort are needed.
finding-seats = { $way ->
    [more] Whoever plays first wins more often
    [less] Whoever plays first wins less often
   *[unclear] Playing first makes no clear difference
}: { $points } percentage points ({ $ends }), compared with the same players at other places.
finding-seats_split = Whether playing first helps is not the same everywhere, so one number for all would mislead. Percentage points more wins than the same players have at other places, by { $what }: { $strata }.
finding-seats_joint = Taken together the places do differ beyond chance, most of all { $place } with { $players }: { $points } points ({ $ends }).
finding-seats_none = No player sits at several places here, so place and player can't be told apart.
finding-seats_raw = { $sure ->
    [yes] At tables of { $players }, { $place } is furthest from chance
   *[no] No place surely differs from chance. At tables of { $players }, { $place } is furthest from it
}: it wins { $win } ({ $ends }) of its games, chance would give { $chance }.
finding-openings = { $way ->
    [more] “{ $opening }” is the most promising
   *[unclear] No first turn is clearly the best; “{ $opening }” is the most promising
} of { $n } common ones: { $points } percentage points ({ $ends }) in the same player's chance to win.
finding-openings_few = No two first turns were played in { $least } independent deals each, so none can be compared.
finding-hands = { $way ->
    [more] Players with the best hands (strength { $strength } and more) win more often than by chance
    [less] Players with the best hands (strength { $strength } and more) win less often than by chance
   *[unclear] Players with the best hands (strength { $strength } and more) win neither clearly more nor clearly less often than by chance
}: { $points } percentage points ({ $ends }).
finding-hands_few = Too few hands of unlike strength: { $least } independent deals of each sort are needed.
finding-luck_groups = The strength of hands accounts for this much of the differences in coins at a table: { $groups }. { $apart ->
    [yes] Some of these intervals lie apart, so the groups differ.
   *[no] These intervals overlap, so no difference is shown.
}
finding-cards_held = Of all kinds, hands hold most { $part } cards: { $mean } on average ({ $ends }).
finding-ratings = { $sure ->
    [yes] { $player } is strongest
   *[no] { $player } is rated highest
}: { $points } Elo points ({ $ends }) above { $anchor }.
finding-ratings_anchor = { $sure ->
    [yes] { $player } is strongest
   *[no] { $player } is rated highest
}, { $points } Elo points ({ $ends }) above { $second }.
finding-ratings_only = { $player } is the only player with a rating; the others never beat or never lost to it.
finding-ratings_few = Too few independent deals to rate anybody: each player needs { $least }.
finding-duels = { $sure ->
    [yes] The most one-sided pair
   *[no] One of the most one-sided pairs
}: { $one } ends above { $other } in { $share } ({ $ends }) of their meetings at tables of { $players }.
finding-duels_few = No two players met in { $least } independent deals.
finding-lead_changes = { $share } ({ $ends }) of games are decided only in round { $round }, with its taxation.
finding-lead_changes_before = { $sure ->
    [yes] Of the rounds before, round { $often } decides most games
   *[no] Of the rounds before, none surely decides more games than all others; round { $often } has most
}: { $most } ({ $ends }).
finding-comebacks_few = Too few players are behind after round { $round } to tell their chances: { $least } independent deals are needed.
finding-cascades_by = Mean length of a chain: { $groups }.
finding-first_leader = Whoever leads after the first taxation, by { $margin } coins on average, wins { $share } ({ $ends }) of the games.
finding-largest_comebacks = { $player } won game { $game } after being { $behind } coins behind (round { $round }). Nobody here came back from further.
finding-compare = { $all ->
    [one] { $n ->
        [0] The difference is not beyond chance:
       *[other] The difference is beyond chance:
    }
   *[other] { $n ->
        [one] One of { $all } measures differs
       *[other] { $n } of { $all } measures differ
    } by more than chance can explain, allowing for how many there are. Clearest:
} { $measure }, { $one } ({ $first }) against { $other } ({ $second }), a difference of { $difference } ({ $ends }).
finding-compare_none = { $all ->
    [one] The one measure does not differ by more than chance can explain.
   *[other] None of the { $all } measures differs by more than chance can explain, allowing for how many there are.
}
compare-behind = Based on { $one } games of one set and { $other } of the other{ $some ->
    [yes] { "" } ({ $where }).
   *[no] .
}
compare-same = All games of one set are in the other one and nothing is left of it, so there is nothing to compare.
compare-rest = the rest
compare-differ = The sets differ in { $said }.
compare-alike = Both sets have the same players, table sizes, maps, editions and Hold'em.
compare-setting = { $what } ({ $one } → { $other })
compare-who = players
compare-players = table size
compare-map = map
compare-edition = edition
compare-holdem = Hold'em
compare-overlap = { $n ->
    [one] One game is
   *[other] { $n } games are
} in both sets and { $n ->
    [one] counts
   *[other] count
} for the smaller one only.
compare-common = { $n ->
    [one] One deal was
   *[other] { $n } deals were
} played in both and { $n ->
    [one] is
   *[other] are
} compared with { $n ->
    [one] itself
   *[other] themselves
}.
compare-stratified = Among games alike in { $what } the difference is { $difference } ({ $ends }).
compare-no_strata = No games are alike in { $what }, so what made the difference can't be told apart.
limit-compare = What made the difference, if the two sets differ in more than one thing; players are not made alike.
finding-largest_comebacks_none = Nobody here won from behind: every winner led after every round.
finding-heat_built = { $sure ->
    [yes] { $square } in { $age } gets a building most often
   *[no] { $square } in { $age } is among the squares that get a building most often ({ $rivals } others may be ahead of it)
}: in { $share } ({ $ends }) of games.
finding-heat_erased = { $sure ->
    [yes] Paradoxes strike { $square } in { $age } most often
   *[no] { $square } in { $age } is among the squares that paradoxes strike most often ({ $rivals } others may be ahead of it)
}: in { $share } ({ $ends }) of games.
finding-heat_contested = { $sure ->
    [yes] The most contested square is { $square } in { $age }
   *[no] { $square } in { $age } is among the most contested squares ({ $rivals } others may be ahead of it)
}: in { $share } ({ $ends }) of games at least two players build there.
finding-heat_coins = In these games no square paid more than { $square } in { $age }: { $coins } coins of taxes a game, with the coins of a domain shared equally by its squares.
finding-heat_few = { $n ->
    [one] One independent deal is
   *[other] { $n } independent deals are
} too few to say which square is hottest: { $least } are needed.
axis-often_coins = coins of taxes in a game
finding-payoff = { $way ->
    [unclear] { $whose ->
        [owner] Being the owner in this ({ $event }) makes
       *[doer] Doing this ({ $event }) makes
    } no clear difference: { $coins } coins { $less ->
        [yes] fewer
       *[no] more
    } at the end ({ $ends })
   *[clear] { $whose ->
        [owner] Owners in this ({ $event })
       *[doer] Players who do this ({ $event })
    } end with { $coins } coins { $less ->
        [yes] fewer
       *[no] more
    } ({ $ends })
} than similar players { $whose ->
    [owner] who are not
   *[doer] who don't
}.
finding-payoff_split = How { $whose ->
    [owner] owners fare whom this happens to
   *[doer] players fare who do this
} ({ $event }) is not the same everywhere, so one number for all would mislead. Coins more or fewer at the end than similar players, by { $what }: { $strata }.
finding-payoff_never = { $did ->
    [yes] Everybody does this here
   *[no] Nobody does this here
} ({ $event }), so nothing can be compared.
finding-payoff_alone = Whoever does this here ({ $event }) has nobody alike who doesn't, so nothing can be compared.
finding-measure = { $name }: { $mean } ({ $ends }) on average, in { $of ->
    [games] { $number } games
    [turns] { $number } turns
   *[players] { $number } players' results
}.
title-heat = Where it happens
title-first_leader = Who leads early wins?
title-largest_comebacks = The largest comebacks
title-measure = A measure of your own
limit-first_leader = That leading makes one win: who leads early is often the stronger player.
limit-measure = Why: groups may differ in more than what they are called by.
list-or = { EITHER($options) }
n-rounds = { $n ->
    [one] { $n } round
   *[other] { $n } rounds
}
n-turns = { $n ->
    [one] { $n } turn
   *[other] { $n } turns
}
measure-paradoxes = buildings lost to paradoxes
finding-behind = Based on { n-games } of { $players }{ $some ->
    [yes] { "" } ({ $where }).
   *[no] .
}
finding-other_players = { $n ->
    [one] one other
   *[other] { $n } others
}
finding-no_moment = This row sums up many games and has no moment of its own to open.
finding-no_games = The games behind these numbers are not at hand, so none can be opened.
finding-other_course = Played again, game { $game } takes another course: its players have changed since the tables were made. Simulate again, with records=True to keep the games.
finding-dataset = Dataset: { $games } games, { $seats } players ({ $name })
finding-no_row = There is no row { $row }: the answer has { $n } rows, counted from 0.
finding-no_median = A median needs survival curves: dataset.buildings().survival(...).median().
finding-ends = { $low } to { $high }
finding-no_ends = too few deals for an interval
finding-income_spread = From there { $poorest } gets { $least } and { $richest } { $most }.
finding-wealth = After round { $round } the middle half of players has { $low } to { $high } coins, the median is { $middle }.
finding-shadows = { $share } of { $n } copies are cast, { $blocked } are blocked, and { $lack ->
    [yes] { $missing } lack a tile or a cube
   *[no] none lacks a tile or a cube
}.
finding-domains = In a game, domains join { $joined } times and split { $split } times.
finding-longest_cascades = One action in game { $game } (step { $step }) set off { $effects } effects, { $length } events in a row. Nothing here ripples further.
finding-cascades = The longest chain of effects has { $length } events. { $share } of all chains have at most { $short }.
finding-luck_few = How much of the differences in coins goes with the cards can't be told from fewer than { $least } independent deals.
finding-luck = The strength of hands accounts for { $share } ({ $ends }) of the differences in coins at a table.
finding-not_noted = These tables do not say: the column is empty. Tables of an older version know nothing of domains and paradoxes of players, and values of turns are there after an evaluation only.
taxation-first = first taxation
taxation-last = last taxation
title-adventurers = Where adventurers stand at taxations
title-domain_sizes = How large domains are at taxations
title-opening_tree = What players do first
title-style = What a player does more or less of
title-worth = What actions are worth
title-progress = Fewer mistakes?
axis-adventurers = share of players with an adventurer there
axis-domain_sizes = squares of a domain that pays somebody
axis-opening_tree = share of the turns that began like this so far
axis-style = { $player } against the others at the table, in standard deviations
axis-worth = coins that a turn with it gained
axis-progress = earlier games → later games, in standard deviations
finding-adventurers = The largest share: { $mean } ({ $ends }) of players have an adventurer { $part }.
taxation-where = in { $age ->
    [Might] Might
    [Faith] Faith
   *[Reason] Reason
} at the { $when ->
    [first] first
   *[last] last
} taxation
finding-domain_sizes = The domains that pay somebody are largest { $part }: { $mean } squares on average ({ $ends }).
finding-opening_tree = { $share } of first turns begin with “{ $action }” ({ $n } of them); whoever plays it wins { $win } ({ $ends }) of the games.
finding-opening_tree_then = After it, the commonest next action is “{ $action }” ({ $share }).
finding-style = { $player } differs from the others at the same tables in { $n } of { $all } things, by more than chance can explain, allowing for how many there are. Most clearly: { $told }.
finding-style_measure = { $measure } { $own } a game against { $others } (a difference of { $ends })
finding-style_none = { $player } does none of { $n } things surely more or less often than the others at the same tables.
finding-style_few = { $player } has fewer than { $least } independent deals: too few to speak of a style.
finding-worth_unknown = These turns have no values yet: `turns.value` is empty until the games have been evaluated.
finding-progress = { $player } gives away { $later } coins a turn in the later half of { $n } games and { $earlier } in the earlier half: { $way ->
    [less] fewer
    [more] more
   *[unclear] no clear difference
} ({ $difference }, { $ends }).
finding-progress_sort = Most clearly changed: { $measure }, { $one } → { $other }.
what-adventurers = players with an adventurer in { $age } at the last taxation, where these groups differ most
what-domain_sizes = Squares of a domain that pays somebody at a taxation
what-worth = Coins that a turn gained
limit-adventurers = Whether it is right to stand there: whoever rules nothing in an age has no reason to be there, and travel has its price.
limit-domain_sizes = What size is worth: a large domain pays whoever rules it, and more people fight over it.
limit-opening_tree = That a first action is good: strong players may like it. `openings()` compares each player with itself.
limit-style = Why: cards, seats and opponents shape what anybody does. What is done more often need not be what wins.
limit-worth = What an action was worth by itself: turns have several, and a value is the opinion of a program, not the truth.
limit-progress = Why: opponents, cards and luck differ from game to game, and games count in the order in which they were loaded. A review is the opinion of a program.
finding-progress_few = { $player } has { $n ->
    [one] one reviewed game
   *[other] { $n } reviewed games
} here; { $least } are needed to compare the later half with the earlier one.
measure-travels = journeys
measure-exchanges = exchanges of cards
measure-paradoxes_caused = paradoxes caused
measure-paradoxes_suffered = paradoxes suffered
measure-given_away = coins given away a turn
measure-given_away_early = coins given away a turn up to the first taxation
measure-given_away_late = coins given away a turn after the first taxation
measure-inaccuracies = inaccuracies (?!) a game
measure-mistakes = mistakes (?) a game
measure-blunders = blunders (??) a game
finding-coverage =
    { $n } of { $all } clauses came up. The rarest of them: { $clause }, { $number ->
        [one] once
       *[other] { $number } times
    }.
finding-ratings_bound = { $player } never lost to those whom wins and losses link with { $anchor }, so its rating is only known to be { $bound }.
finding-comebacks = Whoever is { $least } to { $most } coins behind after round { $round } still wins { $share } ({ $ends }) of the games.
finding-balance = { $variant }: { $n ->
    [one] one of { $all } measures differs
   *[other] { $n } of { $all } measures differ
} by more than chance can explain, allowing for how many there are, most clearly { $measure } ({ $usual } → { $changed }). Coins at the end: { $coins } ({ $ends }).
finding-balance_none = { $variant }: none of the { $all } measures differs by more than chance can explain, allowing for how many there are. Coins at the end: { $coins } ({ $ends }).
finding-heat_controlled = In these games no square is controlled more often than { $square } in { $age }: at { $share } of taxations.
title-decided = When games are decided
title-comebacks = Chances from behind
title-payoff = Does it pay?
title-luck = How much the cards decide
axis-share_decided = share of games decided
axis-behind = coins behind
axis-lead_alike = coins more than similar players
axis-explained = share of differences in coins
axis-often_contested = share of games with two builders here
caption-did = did it
caption-did_not = did not
caption-below = below { $bound }
caption-above = above { $bound }
limit-lead_changes = When a game could still have been turned: only that nobody turned it afterwards.
limit-comebacks = How much can still happen: whoever is behind is often the weaker player.
limit-payoff = That doing it pays: whoever can afford it may have good cards or a good position already.
limit-luck = How much of a game is luck: a hand's strength is a poor measure of what cards are worth, so this is the least that luck can be.
limit-ratings = That a stronger player beats every weaker one: see the pairs. Ratings are those of these games, maps and tables.
limit-balance = What people would do with these rules. The players are programs, and most of them judge by weights learned from games with the usual numbers: with others they play less well than they could. Measures of the same games hang together.
limit-heat = Why: a square may be good, or simply near where everybody starts.

## Nouns after a number

n-players = { $n ->
    [one] { $n } player
   *[other] { $n } players
}
n-buildings = { $n ->
    [one] { $n } building
   *[other] { $n } buildings
}
n-games = { $n ->
    [one] { $n } game
   *[other] { $n } games
}
n-moves = { $n ->
    [one] { $n } move
   *[other] { $n } moves
}

## Sentences of reports

story-won = { $winner } wins with { n-coins }, { $margin ->
    [one] 1 coin
   *[other] { $margin } coins
} ahead of { $second }.
story-shared = { $winners } share the win with { n-coins } each (T7).
story-unfinished = The record ends in round { $round }; in front with { n-coins }: { $leaders }.
story-lead = In front after the rounds: { $leaders }.
story-lead_from = { $leader } from round { $round } on
story-happened = Shadows cast: { $cast }; blocked or missing: { $blocked }; buildings they erased: { $erased }. Domains joined: { $joined }; split: { $split }; buildings shrunk or destroyed for it: { $shrunk }.
story-taxes = Taxes brought { $tax } of the { n-coins } earned; { $missed } were missed because no adventurer was there (X4).
story-games = { $games }, { $players }, played on { $maps }.
story-more_rows = and { $number } more rows
story-more_effects = and { $number } more effects
story-made_by = Made by khronos_lab { $version }.
story-problem = The record is told up to a bad move: { $reason }

## Values that show themselves in a notebook: scores, tables of actions, players; the slider over pictures.

word-hand = hand
word-action = action
word-squares = squares
shown-of = of
shown-where = where
shown-cost = cost
shown-highest = Highest buildings
shown-no_actions = There is no such action now. kl.why_not(state, "keep f4 in Might") says why not.
shown-first_rows = The first { $n } rows; .collect() gives all of them.
shown-rating = Rating
shown-share = Share
shown-deals = Deals
shown-interval = 95% interval
habit-RandomPlayer = Picks any legal action, each as likely as the others.
habit-GreedyPlayer = Takes the action that gains most at once: coins now and the change in expected taxes.
habit-PlannerPlayer = Plans its whole turn: every action is tried after each of the best beginnings.
habit-MasterPlayer = Plays its best plans on until everybody has had a turn, and takes what comes out best.
word-clause = clause
panel-rules = Rules
panel-game_over = The game is over.
n-squares = { $n ->
    [one] { $n } square
   *[other] { $n } squares
}
scrub-step = Step by
scrub-effect = effect
scrub-move = action
scrub-turn = turn

## Words that moves in words may have

word-age = age
word-building = building
word-square = square
word-card = card
word-ruin = ruin
word-adventurer = adventurer

## Exercises: whole sentences, and several of them

sentence-title = { CAPITAL($said) }
sentence-plain = { CAPITAL($said) }.
sentence-clause = { CAPITAL($said) } ({ $clause }).
sentence-pair = { $first } { $second }

# What somebody does, where no caption of an event can tell it.
does-Upgrade = { $who } upgrades to { FORM($building, "a") } at { $place } in { $age }
does-Demolish = { $who } demolishes what stands at { $place } in { $age }
does-Populate = { $who } puts a cube on the civil building at { $place } in Reason
does-Restore = { $who } plays a card to restore the ruin at { $place } in Reason
does-Exchange = { $who } exchanges the cards { $cards }
does-EndTurn = { $who } ends the turn

# Lessons that scenarios belong to
course-introduction = How Khronos is played
course-shadows = Time shadows
course-domains = Domains and hierarchy
course-adventurers = Adventurers, cards and terrain
course-paradoxes = Paradoxes
course-taxes = Taxes
course-cascades = Joins, splits, chain reactions

# Ideas that lessons are made of
idea-first-shadows = A building casts a shadow
idea-two-domains = Stopped by two domains
idea-an-equal = Stopped by an equal
idea-missing-piece = A piece is missing
idea-ruins = Ruins, and shadows that failed
idea-covered = Whatever is covered is erased
idea-first-allowed = First allowed, then erasing
idea-in-vain = Restored in vain
idea-citizens = Cubes that move up
idea-last-cube = Who keeps a cube?
idea-connecting = Who may connect domains?
idea-one-leader = One leader only
idea-joining = Joined: the weaker leader shrinks
idea-ties = And if they tie?
idea-shrunk-shadows = What becomes of the shadows?
idea-conflict-order = In which order?
idea-breaking-off = Something breaks off
idea-splitting = A domain falls apart
idea-cascades = Chain reactions
idea-leader-collects = Might and Faith: the leader collects
idea-citizens-collect = Reason: the citizens collect
idea-nobody-home = Nobody at home
idea-pooling = Two adventurers, four cards
idea-a-turn = Journeys and exchanges
idea-ground = River, forest and mountain
idea-work-in-reason = At work in Reason
idea-prices = Prices, bonuses, demolition
idea-variants = If your group plays it differently
idea_step-watch = First watch, then answer. { $question }
idea_step-over = That was "{ $idea }". What you know now: { $rules }
idea_step-example = Example: { $title }
idea_step-end = What you know now

# Answers
answer-is = The answer is: { $answer }.
answer-buildings = { WHICH($buildings) }
choice-building = { $place }: { $building }{ $owned ->
    [yes] {" "}({ $owner })
   *[no] {""}
}
choice-clause = { $label }: { $motto }.

## Exercises: what is asked

ask-legal = Is that allowed?
ask-mistake = Round { $round }: it is { $who }'s turn, and more was possible than was done. Which turn is best?
ask-clause = That is forbidden. Which rule forbids it?
ask-against-squares = That is forbidden. Which of its squares are the reason?
ask-against-buildings = That is forbidden. Which buildings are the reason?
ask-touches = How many domains in { $age } does the new building touch{ $own ->
    [yes] , counting its own
   *[no] {""}
}?
ask-shadow = Does the shadow appear in { $age }?
ask-stopped = No shadow appears in { $age }. Which rule prevents it?
ask-erased = Which buildings in { $age } give way to the shadow?
ask-emptied = Which squares in { $age } become empty?
ask-keeps = The printed hamlet at { $place } in Reason comes to light again. Who keeps a cube on it?
ask-home = How many cubes does { $who } get back?
ask-cubes = How many cubes end up on the copy in Reason, { WHICH($building) }?
ask-conflict = A conflict arises in { $age }. Between which buildings?
ask-strength = In { $age } a conflict is settled by { $kind } strength. How strong was the domain at { $place } before the join?
ask-settled = A conflict arises in { $age }. Which rule settles it?
ask-shrinks = Which building in { $age } is reduced or destroyed first?
ask-decides-conflict = A conflict arises in { $age }. Who chooses which building gives way?
ask-decides-C4 = { CAPITAL(WHICH($building)) } has to be reduced. Who chooses where the smaller building goes?
ask-decides-B8 = Who decides which player keeps a cube on { WHICH($building) } in Reason?
ask-shrunk = How many buildings are reduced or destroyed in all, not counting shadows that vanish?
ask-vanishes = { CAPITAL(WHICH($building)) } in { $origin } is reduced. Does what stands on its squares in { $age } disappear, too?
ask-late = Nothing in Faith forbids the shadow of { WHICH($building) } in Might any more. Does it appear after all?
ask-ruler = Who is entitled to the taxes of the domain at { $place } in { $age }?
ask-ruler-after = Who is entitled to the taxes of the domain around { $place } in { $age } afterwards?
ask-restored = Is the ruin fully restored now?
ask-bonus = How many coins does that earn at once?
ask-coins = How many coins does that cost?
ask-cards = How many cards does that cost?
ask-tax = It is round { $round }. How many coins does { $who } collect in taxes?
ask-tax-age = How many coins does { $who } collect in taxes in { $age }?
ask-winner = That ends the game. Who wins?

## Exercises: reasons for the answer

why-free = Nothing forbids it.
why-touches = { $n ->
    [0] It touches no building.
    [one] It touches the domain at { $places }.
   *[other] It touches the domains at { $places }.
}
why-it = { $copy ->
    [yes] the copy
   *[no] the new building
}
why-touching = { $n ->
    [0] In { $age } { why-it } touches no building that stays ({ $clause }).
    [one] In { $age } { why-it } touches only one domain, at { $places }, so it connects nothing ({ $clause }).
   *[other] In { $age } { why-it } connects the domains at { $places }. Being civil, it may ({ $clause }).
}
why-grows = In { $age } the copy grows within the domain of its own older shadow at { $place } and touches no other, so it connects nothing (B3a).
why-no_rival = There is no other { $kind } building in that domain, so it ties with none ({ $clause }).
why-rival = The highest other { $kind } building there, { WHICH($rival) }, ranks { $lower ->
    [yes] below
   *[no] above
} { why-it }, so they do not tie ({ $clause }).
why-nothing_covered = The copy covers no building there.
why-may_play = This takes { n-cards } in { $age }, and the adventurers there may still play { $left }.
why-covers = The copy covers { $places }.
why-met = The copy covers { $places } of { WHICH($building) }.
why-no_cubes = There are no cubes on what the copy covers.
value-of = { WHICH($building) } ({ $n })
why-strength = These count there: { LIST($parts, "value-of") }.{ $apart ->
    [yes] {" "}Buildings that have been cut off from the joined domain still count for their old one.
   *[no] {""}
}
why-not_joined = No domains were joined in { $age }, so strengths do not count.
why-others_joined = Domains were joined in { $age }, but this conflict arose because a building disappeared, so strengths do not count.
why-only_one = The rules leave only one possibility here, so nobody is asked.
why-not_same = { $n ->
    [one] { CAPITAL(WHICH($buildings)) } in { $age } is not the very same building.
   *[other] { CAPITAL(WHICH($buildings)) } in { $age } are not the very same building.
}
why-cubes = { $players ->
    [0] Nobody has a cube there.
   *[other] Cubes there: { LIST($shares, "cubes-share") }.
}
why-no_ruler = There is no { $kind } building there, so nobody is entitled.
why-ruler = { CAPITAL(WHICH($building)) } is the highest { $kind } building there.
why-cards = { $n ->
    [one] { $n } { $kind } card
   *[other] { $n } { $kind } cards
}{ $extra ->
    [0] {""}
    [one] , plus 1 card of any kind for the terrain
   *[other] , plus { $extra } cards of any kind for the terrain
}.
why-values = These count in the domain at { $place } in { $age }: { LIST($parts, "value-of") }.

## The point of each clause that a move can show, for somebody who has just answered a question.
## The rules page stays the law. The clause and the full stop are added.

motto-S1 = Two to five players each begin with 4 coins, 4 cards, 25 cubes and two adventurers in Might
motto-S2 = A building's value is its price, its strength and its tax: 1, 3, 5 for civil buildings; 1, 2, 4 for the others; 1 and 2 for ruins
motto-S3 = A tile that leaves a board goes back to the supply, but a tile erased by a paradox is out of the game
motto-S4 = When the draw pile is empty, the discards are shuffled into a new one
motto-S5 = A printed hamlet is there whenever nothing covers its square
motto-S6 = The bank never runs out of coins, and each group decides whether coins lie open
motto-T1 = The game lasts seven rounds; the players take their turns one after the other
motto-T2 = Once a turn, before the first action, a player may pay 2 coins to exchange cards
motto-T3 = In a turn you take any number of actions in any order: travel, build, upgrade, demolish, populate, restore
motto-T4 = A journey to another age costs 1 coin
motto-T5 = Each adventurer plays at most two cards a turn, in the age where it stands; two in the same age may pool theirs
motto-T6 = At the end of a turn unused cards are discarded and four new ones drawn, before taxes
motto-T7 = After round 7 the richest player wins
motto-A1 = A new building needs free squares, its price in cards, a tile and, if it has an owner, a cube
motto-A2 = An upgrade replaces one building of the same kind and costs the difference in value; two buildings never merge
motto-A3 = Building rank 2 or 3, and every upgrade, earns 1 coin in Might and 2 in Faith, even if the shadow fails
motto-A4 = Any rank 1 tile may be demolished for 1 coin and 1 card of its kind, but never a printed hamlet
motto-A5 = In Reason one civil card puts one cube on a civil building that still has room
motto-A6 = One card restores a rank 2 ruin, two restore a rank 3 ruin, whoever plays them
motto-G1 = Only towns and cities may cover the river
motto-G2 = A building on forest or mountain costs extra cards, once for each: the fewer players, the more
motto-D1 = Buildings that touch along a side form a domain, and only a civil building may connect domains
motto-H1 = The highest building of a kind in a domain is the only one of its rank; lower and higher ones are welcome
motto-O1 = First the building, then its copies, then conflicts: Might before Faith
motto-B1 = Rank 1 buildings cast no shadow, and shadows fall only into later ages
motto-B2 = Towns and cities are copied into every later age, and nothing can forbid it
motto-B3 = A military or religious building of rank 2 or 3 is copied from Might to Faith with a cube of its owner, if Faith allows it
motto-B3a = A copy may not connect domains in Faith, and without it there is no ruin either; the domain of the building's own older shadow counts as one of them
motto-B3b = A copy may not tie with the highest other building of its kind in its Faith domain, and without it there is no ruin either
motto-B4 = A military or religious building that is built in Faith or copied there becomes a ruin in Reason, without a cube; nothing forbids it there
motto-B5 = A copy needs a tile and, in Faith, a cube of its owner if it has one; if either is missing, no copy appears in this age or any later one
motto-B6 = Whatever a copy covers, even partly, is removed and its cubes are returned; a building erased in Faith loses its shadow in Reason, too
motto-B7 = When a civil building is upgraded, its cubes in Reason move onto the larger one; other covered cubes are returned
motto-B8 = When a printed hamlet comes to light again, the player with most cubes keeps one there. If players tie, the one whose turn it is drops out first; if others still tie, that player decides
motto-B9 = A copy that failed is never made up for, and of all that was erased only printed hamlets come back
motto-C1 = Two equal highest buildings of a kind in one domain are in conflict; military conflicts are settled first in Might, religious ones first in Faith
motto-C2 = When a join makes a conflict, compare the domains as they were before it: the building from the weaker one shrinks. If they tie, the player whose turn it is shrinks one of their own; owning none, they pick one
motto-C3 = In a conflict that no join has made, strengths do not count: the player whose turn it is shrinks one of their own buildings; owning none, they pick one
motto-C4 = A building shrinks by one rank and stays inside its old squares, where its owner chooses; one of rank 1 is destroyed
motto-C5 = The shadows of a reduced building disappear; if it is now of rank 2, it is copied in their place
motto-C6 = Only the very same building is its shadow: same kind, rank and squares and, in Faith, the same owner
motto-X1 = In rounds 4 and 7 a player collects taxes in every age where one of their adventurers stands
motto-X2 = Whoever owns the highest military building of a domain in Might, or its highest religious one in Faith, collects the values of its civil buildings
motto-X3 = In Reason whoever has most cubes on the civil buildings of a domain collects the values of its military and religious ones; players who tie each collect in full
motto-X4 = Whoever is entitled but has no adventurer there collects nothing, and nobody collects instead
motto-V1 = In the first edition a player chooses which unused cards to discard
motto-V2 = In Hold'em a player may swap cards of the hand for as many open cards of one kind, once a turn, before the first action

# Words that people look a rule up by, besides those of its sentences
find-S1 = start, players, begin, setup, how many
find-S2 = value, price, strength, worth, number, cost
find-S3 = tiles, supply, box, out of the game
find-S4 = deck, pile, shuffle, discards, hidden, open cards
find-S5 = map, board, terrain, printed hamlet, square
find-S6 = bank, money, open coins, hidden coins
find-T1 = round, turn, phases, how long, order
find-T2 = exchange, swap cards, new cards
find-T3 = actions, what can I do, how many actions
find-T4 = travel, journey, move an adventurer
find-T5 = adventurer, cards per turn, pool, how many cards
find-T6 = draw, refill, end of turn, discard
find-T7 = winner, who wins, end of the game, tie
find-A1 = build, new building, cost, free squares
find-A2 = upgrade, grow, larger, merge, fuse
find-A3 = bonus, coins, earn
find-A4 = demolish, remove, tear down
find-A5 = populate, cube, citizens, room, full
find-A6 = restore, ruin, half restored
find-G1 = river, water, bridge
find-G2 = forest, mountain, terrain, extra cards, surcharge
find-D1 = domain, connect, join, touch
find-H1 = hierarchy, highest, equal, leader, same rank
find-O1 = order, first, sequence, when
find-B1 = small, rank 1, past, backwards, no shadow
find-B2 = town, city, civil shadow, copy
find-B3 = shadow, copy, keep, monastery, castle, abbey, Faith
find-B3a = blocked shadow, connect domains
find-B3b = blocked shadow, equal, tie, same rank
find-B4 = ruin, Reason, shadow
find-B5 = missing tile, missing cube, no tile left, run out
find-B6 = paradox, erase, cover, disappear, gone, destroyed by a shadow
find-B7 = cubes move, citizens, upgrade
find-B8 = who keeps a cube, hamlet re-appears, tie
find-B9 = later, again, too late, come back, made up for
find-C1 = conflict, leaders, two keeps, equal
find-C2 = who shrinks, weaker, stronger, strength, join, tie, gives way, yields
find-C3 = who shrinks, split, falls apart, gives way, yields
find-C4 = how it shrinks, who chooses the place, smaller, reduced, destroyed
find-C5 = shadow of a shrunk building, vanish, disappear
find-C6 = same building, identity, which shadow belongs
find-X1 = taxes, when, round 4, round 7, collect
find-X2 = taxes, who collects, ruler, Might, Faith, highest
find-X3 = taxes, who collects, Reason, majority, most cubes
find-X4 = taxes, absent, nobody collects, no adventurer
find-V1 = first edition, old rules, 33 cards
find-V2 = Hold'em, open cards

## What taxes would pay now, and why

forecast-domain = { $age }, domain at { $place }: { $pays ->
    [yes] { n-coins } for { $who }{ $several ->
        [yes] {" "}each
       *[no] {""}
    }: { $why } ({ $clause }).
    [nothing] worth nothing: { $why } ({ $clause }).
   *[no] worth { $n }, but nobody collects: { $why } ({ $clause }).
}
forecast-ruler = { WHICH($building) } is the highest { $kind } building
forecast-no_ruler = there is no { $kind } building here
forecast-no_cubes = nobody has a cube here
forecast-cubes = { $several ->
    [yes] { $who } tie with { n-cubes } each
   *[no] { $who } has the most cubes, { $n }
}
forecast-absent = { $several ->
    [yes] { $why }, but { $who } have no adventurer there
   *[no] { $why }, but { $who } has no adventurer there
}

## Differences between two positions, a line each

difference-line = { $same ->
    [yes] { $age }: { $said }.
   *[no] { CAPITAL($said) }.
}
difference-in = in { $age }
difference-building = { WHICH($building) }{ $n ->
    [0] {""}
   *[other] {" "}({ $cubes })
}
difference-only = { $building } only { $side }
difference-became = { $was } → { $now }
difference-cubes = { WHICH($building) }: { $was } → { $now }
difference-new = a domain at { $now } only { $second }
difference-gone = a domain at { $was } only { $first }
difference-joined = the domains at { $was } are one { $second }
difference-split = the domain at { $was } is split { $second }, with parts at { $now }
difference-regrouped = the domains at { $was } are different ones { $second }, at { $now }
difference-control = the domain at { $now }
difference-pays = { $control ->
    [yes] { $said } pays { $was } → { $now }
   *[no] { $said }; pays { $was } → { $now }
}
difference-paid = { $n ->
    [0] nobody
   *[other] { LIST($shares, "difference-share") }
}
difference-share = { $who } { $n }

## The review of a game: what turns gave away, and why

why-twice = { $twice ->
    [yes] {", which counts in both tax rounds"}
   *[no] {""}
}
why-happened = Then { $who }{ why-last } { $how ->
    [erases] erased { WHICH($building) }
    [destroys] destroyed { WHICH($building) }
    [reduces] reduced { WHICH($building) }
    [demolishes] demolished { WHICH($building) }
    [joins] joined domains at { $place }
    [splits] split the domain at { $place }
    [takes] took over { why-domain }
   *[populates] populated { WHICH($building) }
}: { $whole ->
    [yes] { why-all } of { $victim }'s income in { $age }
   *[no] { $n } of { $victim }'s { $all } coins of income in { $age }
} were gone ({ $clause }).
why-all = { $all ->
    [2] both coins
   *[other] all { $all } coins
}
why-domain = { $named ->
    [yes] the domain of { WHICH($building) }
   *[no] the domain
}
why-last = { $last ->
    [yes] , moving last,
   *[no] {""}
}
why-happens = In { $often } of { $games } games played on, { why-doer } soon { $how ->
    [erases] erases { WHICH($building) }
    [destroys] destroys { WHICH($building) }
    [reduces] reduces { WHICH($building) }
    [demolishes] demolishes { WHICH($building) }
    [joins] joins domains at { $place }
    [splits] splits the domain at { $place }
    [takes] takes over { why-domain }
   *[populates] populates { WHICH($building) }
}: { $whole ->
    [yes] { why-all } of { $victim }'s income in { $age }
   *[no] about { $n } of { $victim }'s { $all } coins of income in { $age }
} are gone ({ $clause }).
why-doer = { $known ->
    [yes] { $who }
   *[no] somebody
}
why-unused = { $who } left { $n ->
    [one] a card
   *[other] { $n } cards
} unused that the better turn plays (T6).
why-shrinks = The turn played reduces { WHICH($building) } in { $age } (C4).
why-entry = { $more ->
    [yes] more
   *[no] less
} { $clause ->
    [A3] from bonuses (A3)
    [T4] spent on journeys (T4)
    [A4] spent on demolitions (A4)
   *[T2] spent on exchanges (T2)
}
why-absent = { $n ->
    [one] 1 coin in { $age } goes
   *[other] { n-coins } in { $age } go
} to nobody: { $who } has no adventurer there (X4).
why-taxes = { why-better } brings { n-coins } in taxes from { $age } at once{ $instead ->
    [0] {""}
   *[other] {" "}instead of { $instead }
} (X1){ $cost ->
    [0] {""}
    [one] , and costs 1 coin more
   *[other] , and costs { $cost } coins more
}.
why-joins = { why-better } joins domains in { $age } and raises { $who }'s income there by { n-coins }{ why-twice } (C2).
why-income = { why-better } raises { $who }'s income in { $age } by { n-coins }, in the domain of { WHICH($building) }{ why-twice } ({ $clause }).
why-erases = { why-better } erases { WHICH($building) } in { $age }: { n-coins } less for { $victim } (B6).
why-demolishes = { why-better } demolishes { WHICH($building) } in { $age }: { n-coins } less for { $victim } (A4).
why-reduces = { why-better } reduces { WHICH($building) } in { $age }: { n-coins } less for { $victim } (C4).
why-splits = { why-better } splits a domain in { $age }: { n-coins } less for { $victim } ({ $clause }).
why-takes = { why-better } takes { n-coins } of income in { $age } from { $victim }, in the domain of { WHICH($building) } ({ $clause }).
why-costs = The turn played costs { $who } { n-coins } of income in { $age }, in the domain of { WHICH($building) }{ why-twice } ({ $clause }).
why-gives = The turn played lets { $victim } collect { n-coins } more in { $age }, in the domain of { WHICH($building) } ({ $clause }).
why-blocked = { CAPITAL(WHICH($building)) } gets no copy in { $age } ({ $clause }).
why-nobody = Nobody collects for { WHICH($building) } in { $age }: no { $kind } building rules there (X2).
why-pays = { CAPITAL(WHICH($building)) } in { $age } pays { $victim } (X2).
why-coins = { why-with } { $who } has { n-coins } more at once: { $how }{ $fewer ->
    [0] {""}
    [one] , but 1 coin less in taxes
   *[other] , but { $fewer } coins less in taxes
}.
why-mostly = Most of the difference comes later, { $where ->
    [age] in taxes from { $age }
    [purse] from bonuses and costs
   *[ahead] after the next taxes
}.
why-several = No single thing decides it: several small ones add up.

# What was played is a good turn, compared with a planner's, or a mistake, compared with a better one.
why-later = { why-with } { $who }'s income in { $age } is about { n-coins } { $own ->
    [yes] higher
   *[no] lower
} a round later{ why-twice } ({ $clause }).
why-balance = The balance in coins: { $mine ->
    [yes] for { $who } { $own }
   *[no] for { $who } hardly anything
}{ $theirs ->
    [yes] ; taken from { $duel ->
        [yes] { $rival }
       *[no] the others, on average,
    } { $others }
   *[no] {""}
}{ $over ->
    [yes] ; small things { $rest }
   *[no] {""}
}. Together { $whole }.
why-part = { $where ->
    [now] { $coins } at once
    [age] { $coins } in taxes from { $age }
    [purse] { $coins } from bonuses and costs later
   *[ahead] { $coins } still to come after the next taxes
}
why-decides = Few coins, but they decide: the game is close.
why-hardly = Many coins, but they hardly change who wins.
why-idle = { $n ->
    [one] The card that the better turn leaves gains nothing more here.
   *[other] The { $n } cards that the better turn leaves gain nothing more here.
}
why-better = { $again ->
    [yes] It also
   *[no] { $good ->
        [yes] This turn
       *[no] The better turn
    }
}
why-with = { $again ->
    [yes] At the same time
   *[no] { $good ->
        [yes] With this turn
       *[no] With the better turn
    }
}

review-turn = { $label }{ $mark } { $who } { $moves }.
review-loss = This gives away { $coins } coins against { $duel ->
    [yes] { $rival }
   *[no] the others
} ({ $between }){ review-points }.
review-points = { $count ->
    [0] , but hardly any chance of winning
    [one] {" "}and { $points } percentage point of the chance to win ({ $spread })
   *[other] {" "}and { $points } percentage points of the chance to win ({ $spread })
}
review-gain = Better by { $coins } coins against { $duel ->
    [yes] { $rival }
   *[no] the others
} ({ $between }){ $count ->
    [0] {""}
   *[other] { review-points }
}.
review-better = Better: { $who } { $moves }.
review-good = Well found: the next best turn found gives away { $coins } coins against { $duel ->
    [yes] { $rival }
   *[no] the others
} ({ $between }){ review-points }.
review-plain = The next best: { $who } { $moves }.
review-fine = Over { $games } games played on, no other turn was clearly better.
review-first = This is a first look; the last word needs more games.
review-alone = Nothing was compared: nobody knows the hand, or there was nothing else to do.
review-waiting = Not looked at yet.
review-shown = The hand is hidden, so the better turn uses only cards that were shown in this one.
review-none = { $n ->
    [0] No turn was looked at yet.
   *[other] No mistake beyond chance was found in { $n } turns.
}
review-more = { $n ->
    [one] One more mistake is marked in the game.
   *[other] { $n } more mistakes are marked in the game.
}
review-stopped = Stopped early: { $done } of { $turns } turns were looked at. The same call goes on from there.
review-account = { $who } could expect { $start } coins at the start. { $known ->
    [yes] The cards brought { $draws }, the decisions { $decisions } ({ $decided })
   *[no] Cards and decisions together brought { $decisions } ({ $decided })
}, the others' turns { $others } ({ $took }): { $result } in the end.
review-name = Better turn
review-mistakes = Mistakes
review-found = Well played
review-luck = Luck and skill
review-meaning = What the numbers mean
report-review = Mistakes, luck and skill
review-unknown = unknown
review-no_records = A review needs the records of games: kl.dataset("my-games/") with *.khr files.
review-between = { $low } to { $high }
review-certain = in every game
review-caveat = After every turn, and after the best other one that was found, games are played on with the same deals, by greedy players and by planners: past the next taxes or to the end. A turn is marked only where both kinds agree; the loss is the mean of theirs. Coins count against the others' average. The 95% intervals in brackets hold the luck of the deals and how far such players have been wrong against masters.

## Refusals: why the rules forbid something. The clause is added: "… (A1)".

# The turn and its cards.
refusal-over = the game is over
refusal-seen_elsewhere = { $who } cannot hold the cards { $cards }: all { $n } { $kind } cards are seen elsewhere
refusal-not_in_hand = { $who } cannot use the cards { $cards }: the hand is { $hand }
refusal-exchanged_before = cards can be exchanged only once a turn
refusal-exchange_late = cards can be exchanged only before the first action of the turn
refusal-exchange_nothing = an exchange discards at least one card
refusal-exchange_price = an exchange costs { n-coins } and { $who } has { refusal-coins }
refusal-no_open_cards = there are open cards only in Hold'em
refusal-swapped_before = open cards can be taken only once a turn
refusal-swap_late = open cards can be taken only before the first action of the turn
refusal-swap_nothing = a swap takes at least one open card of one kind
refusal-too_few_open = { $n ->
    [0] no { $kind } card lies open
    [one] only 1 { $kind } card lies open
   *[other] only { $n } { $kind } cards lie open
}
refusal-same_age = a journey leads to another age
refusal-no_adventurer = { $who } has no adventurer in { $age }
refusal-travel_price = a journey costs { n-coins } and { $who } has { refusal-coins }
refusal-no_discard_choice = all unused cards are discarded; only the first edition has a choice
refusal-discard_choice = the first edition asks which unused cards to discard
refusal-allowance = this takes { n-cards } in { $age }, and the adventurers there may play { $allowed ->
    [0] no
   *[other] { $allowed }
} more this turn
refusal-drawn = { $n ->
    [0] no card is drawn here
    [one] 1 card is drawn here
   *[other] { $n } cards are drawn here
}, not { $cards }
refusal-pile = the pile of { $pile } cannot give { $cards }
refusal-answer = answer { $answer } to question { $question } is not one of the options 0 to { $last }
refusal-coins = { $coins ->
    [0] none
   *[other] { $coins }
}

# Actions.
refusal-price = { WHICH($building) } costs { $n } { $kind } { $n ->
    [one] card
   *[other] cards
}{ $extra ->
    [0] {""}
    [one] {" "}and 1 card of any kind for the terrain (G2)
   *[other] {" "}and { $extra } cards of any kind for the terrain (G2)
}, not { $cards }
refusal-building_ages = players build and upgrade only in Might and Faith
refusal-rank = there is no building of rank { $rank }
refusal-off_map = square { $square } is not on the map
refusal-fit = { WHICH($building) } does not fit on the map
refusal-supply = no { FORM($building) } is left in the supply
refusal-taken = not free in { $age }: { $places }
refusal-owner_cube = { $who } has no cube left to own the { FORM($building) }
refusal-not_owner = { WHICH($building) } belongs to { $owner }; only its owner upgrades it
refusal-nothing_to_upgrade = no building stands where { WHICH($new) } would
refusal-two_buildings = { FORM($new, "a") } is never made of two buildings
refusal-upgrade_taken = the squares of the { FORM($new) } are not free: { WHICH($others) }
refusal-upgrade_cuts = the { FORM($new) } would not contain { WHICH($old) } entirely
refusal-demolition_ages = buildings are demolished only in Might and Faith
refusal-printed = { WHICH($building) } is never demolished
refusal-large = { WHICH($building) } is too large to be demolished
refusal-demolition_price = a demolition costs { n-coins } and { $who } has { refusal-coins }
refusal-not_civil = cubes settle on civil buildings, not on { WHICH($building) }
refusal-full = { WHICH($building) } in { $age } is full
refusal-no_cube = { $who } has no cube left
refusal-no_ruin = { WHICH($building) } is not a ruin
refusal-ruin_cube = { $who } has no cube left to start restoring { WHICH($building) }
refusal-nothing_there = nothing stands at { $place }
refusal-first_square = the { FORM($building) } on { $place } is named by its first square, { $first }

# Where a building may stand.
refusal-river = { FORM($building, "a") } may not cover the river at { $places }; only towns and cities may
refusal-connects = { WHICH($building) } would connect the domains at { $places }
refusal-equals = { WHICH($building) } would equal the highest { $kind } building of its domain, { WHICH($rival) }

# Positions made by hand.
refusal-conflict = { WHICH($buildings) } tie as the highest { $kind } buildings of one domain in { $age }
refusal-covers_river = { WHICH($building) } in { $age } covers the river
refusal-on_hamlet = { WHICH($building) } in { $age } stands on a printed hamlet
refusal-several_hamlets = { WHICH($building) } in { $age } covers several printed hamlets
refusal-hamlet_twice = { WHICH($building) } in { $age } lies on a printed hamlet
refusal-overcrowded = { WHICH($building) } in { $age } holds more than { n-cubes }
refusal-ruin_cubes = { WHICH($building) } in { $age } carries more than one cube

# Positions edited by hand: what cannot exist.
refusal-hamlet_stays = { WHICH($building) } is part of the map and cannot be removed
refusal-hamlet_below = { WHICH($building) } cannot stand where the map has a printed hamlet already
refusal-ownerless = { WHICH($building) } in { $age } belongs to nobody; only military and religious buildings in Might and Faith have an owner
refusal-owned = { WHICH($building) } in { $age } { $needs ->
    [yes] needs an owner
   *[no] cannot have an owner
}
refusal-late_owner = { WHICH($building) } has an owner, but nobody owns buildings in Reason
refusal-early_ruin = { WHICH($building) } in { $age } cannot be a ruin; there are ruins only in Reason
refusal-early_cubes = { WHICH($building) } in { $age } cannot carry cubes; people live only in Reason
refusal-late_small = { WHICH($building) } cannot stand in Reason: small buildings are never copied there
refusal-civil_ruin = { WHICH($building) } cannot be a ruin: civil buildings never are
refusal-no_ruined_side = { WHICH($building) } has no ruined side: no civil building has one
refusal-crowded = { WHICH($building) } holds at most { n-cubes }
refusal-cubeless = { WHICH($building) } carries no cube; only a large ruin does, while it is half restored
refusal-no_cube_there = { $who } has no cube on { WHICH($building) }
refusal-no_tile = there is no { FORM($building) } tile left; the box has { $n } for all three ages
refusal-tiles = the supply can hold 0 to { $most } { FORM($building) } tiles now, not { $n }
refusal-hand = { $who } cannot hold { $cards }: the deck does not have that many, or other players hold them
refusal-home_cubes = { $who } has 0 to { $most } cubes at home now, not { $n }
refusal-round = a game has rounds 1 to { $most }, so there is no round { $n }

## Slips: what somebody typed or clicked, and what to do instead

slip-nothing_stands = nothing stands at { $place } in { $age }
slip-coins = a player has 0 to { $most } coins, not { $n }
slip-number = '{ $text }' is not a number; write, for example, 2
slip-cards = "{ $text }" is not a choice of cards: write a letter for each, m military, r religious, c civil, for example "mmr".
slip-no_action = '{ $text }' is not an action; write e.g. { EITHER($options) }
slip-stars = '{ $text }' draws { n-cards }, but { $right } are drawn here
slip-empty = there is no move in this; write e.g. { EITHER($options) }
slip-draws = say which cards { $who } draws: this hand is not hidden
slip-no_move = { $text } is not a move: write it in words, for example { slip-examples }.
slip-examples = "keep f4 in Might", "upgrade a1 to castle", "Might to Faith", "populate e4", "end turn"
slip-unclear = { $what ->
    [square] Which square
    [building] Which building
   *[action] What is to be done
} in "{ $text }"? Write for example { slip-examples }.
slip-near = I don't know "{ $text }". Did you mean { $near }? Buildings: { $all }.
slip-unknown = I don't know "{ $text }". Actions: { $actions }. Buildings: { $all }.
slip-exchange = Exchange which cards? Write a letter for each, as in "exchange mm".
slip-swap = Swap which cards? Write those you lay down and the kind you take, as in "swap mc for religious".
slip-travel = Travel from where to where? Write for example "Might to Faith".
slip-largest = Nothing is larger than { WHICH($building) }, so it cannot be upgraded.
slip-upgrade = Upgrade { WHICH($building) } to what? Write for example "upgrade { $place } to { FORM($new) }".
slip-which_age = In which age? It is possible in Might and in Faith: write for example "{ $text } in Might".
slip-square = There is no square { $text }: columns go from a to { $last }, rows from 1 to { $most }.
slip-file = There is no file { $file }.
slip-near_file = There is no file { $file }. Did you mean { $near }?
slip-scenario = no scenario is called { $text }; there are { $first } to { $last }
slip-name = { $text } cannot be a player's name; use printable characters
slip-long_name = a name has up to { $most } letters, not { $n }: { $text }
slip-same_names = players need different names, not { $text }
slip-undo = there is nothing to undo
slip-message = the page sent something that nobody here understands; run the cell again
slip-eyes = other hands stay hidden until the game is over
slip-redo = there is nothing to redo
slip-delete = click the move that is to be left out
slip-taken_back = moves were taken back: do them again before those that wait
slip-only_reason = cubes and ruins stand in Reason, not in { $age } (A5, A6, B4)
slip-no_shadows = nobody builds in Reason (A1), and nothing is copied from there (B1); switch off the shadows to put a building down
slip-clear = point at a square of the age that is to be cleared
slip-open = say which scenario or file to open, for example 11 or game.khr
slip-scenario_move = a scenario needs the move that it is about, for example M+m2f4
slip-one_move = '{ $text }' is more than one move; a scenario is about one
slip-nothing_to_ask = nothing can be asked about { $text }; choose another move
slip-scenario_name = the scenario needs the name of a file, for example my_lesson.khs

## Files and datasets

progress-play = playing
progress-tell = playing and telling events
progress-game = game
progress-review = looking for mistakes
progress-turn = turn
progress-about = { $doing }, about { $minutes } min
files-twin = { $file }, game { $game }, is the same game as { $other }, game { $first }: it counts once.
files-given_twice = { $n ->
    [one] { $n } game given twice counts once
   *[other] { $n } games given twice count once
}
files-read_twice = { $place } would be read twice and its games counted twice; name it once.
files-same_games = { $one } and { $other } both hold the game { $game }, and { $n ->
    [one] it would count
   *[other] { $n } games would count
} twice; read one of them. Tables that were converted with an earlier khronos_lab need to be converted again.
files-doubled = { $place } has the game { $game } twice, so any count would be wrong; convert or simulate it again.
files-failed_games = { $n ->
    [one] { $n } game failed and is missing here
   *[other] { $n } games failed and are missing here
}: numbers may favour a player that fails
files-no_rating = { $n } of { $games } games failed, so there is no rating. The first in { $folder } is { $first }. Mend the player and name a new folder.
files-player_left = { $who } called sys.exit in the middle of a game
files-no_file = { $path } is not an ordinary file; name another one
files-no_sums = { $folder } has no { $name } with the sums of its files, so nobody can tell whether they are whole; convert the games again, or read them as they are with verify=False
files-convert_anew = convert the games again
files-damaged = { $file } is damaged; run the same simulation again, or convert the games again
files-untrusted = { $place } was played by { $player }, and playing it again would run the module { $module }. If you trust it, say so: --trust { $module } (trust="{ $module }").
files-players_fault = { $file }, line { $line }: { $reason }
files-no_folder = { $path }: there is no folder { $folder }; make it first
files-too_many = a simulation of { $games } games is too large; { $most } games in a million shards are the most
files-broken_pool = the processes that were to help have ended. Is there memory enough, does a player end its process, does a script call this outside of "if __name__ == '__main__':"? Without workers= it goes on in this process.
files-dask_address = { $address } is not the address of a Dask scheduler, which looks like tcp://host:8786
files-unplayed_games = { $n ->
    [one] { $n } game of the plan is not there yet
   *[other] { $n } games of the plan are not there yet
}
files-older_layout = { $file } belongs to tables of a khronos_lab before 0.2.0, which counted steps another way; simulate or convert the games again
files-newer_layout = { $file } belongs to tables of a newer khronos_lab; read them with that one
files-untold = { $folder } holds only how its games end. Run the same simulation once more with events=True (--events), and their turns and events are told.
files-unseen = a worker wrote shard { $shard } to { $folder }, but it is not to be seen from here; name a folder that all machines share
files-two_writers = somebody else is simulating into { $folder } right now; wait until it is done, or name another folder
files-no_native = These games were played by the compiled engine, which is missing here; go on where it is installed, or name another folder
files-elsewhere = { $path }: files are written on this computer; name one without ://

## The viewer

piece-owned = { $owner }'s { $noun }
piece-cubes = { $noun } with cubes of { $owners }
viewer-step = Step { $n } of { $all }
viewer-round = Round { $n }
viewer-coin = { $n } coin
viewer-coins = { $n } coins
viewer-taxes = Taxes
viewer-jump = Jump to …
viewer-notation = Notation
viewer-all_ages = All ages
mode-look = Look
mode-try = Try
mode-write = Write
mode-play = Play
mode-edit = Edit
mode-train = Train
tip-more = More: jumps, speed, language
tip-theme = Light or dark
viewer-unit = One step is
viewer-effect = effect
viewer-action = action
viewer-turn = turn
viewer-effect_of = effect { $n } of { $all }
viewer-curve = Curve
viewer-chance = chance to win
viewer-expected = expected coins
viewer-coins_now = coins
viewer-taxes_now = taxes now
viewer-chance_change = chance to win, change this turn
viewer-may_play = { $who } may still play { $what }
viewer-card_in = { $n } card in { $what }
viewer-cards_in = { $n } cards in { $what }
desk-gone = Run this cell again; your game is saved.
desk-gone_unsaved = Run this cell again; changes that were not saved are gone.
desk-silent = The kernel does not answer. If it stays silent, run this cell again; your game is saved.
verdict-good = Well found
verdict-doubtful = Doubtful
verdict-mistake = Mistake
verdict-blunder = Blunder
verdict-fine = No better turn found
verdict-open = Nothing to compare
verdict-against = Against the better turn
verdict-against_next = Against the next best turn
verdict-coins = coins
verdict-chance = to win
verdict-between = { $n } to { $all }
verdict-points = { $n } to { $all } points
verdict-better = Better:
verdict-next = The next best:
verdict-best = Best turn found:
verdict-promises = { $n } coins, { $all } % to win
verdict-more = The balance
verdict-ghosts = On the boards
verdict-added = added
verdict-left_out = left out
verdict-working = { $n } of { $all } turns reviewed
act-review = Review the game
act-review_hint = First marks within seconds, the last ones within a minute; it can be stopped, and your own file keeps what is done
act-stop = Stop
act-stop_hint = What was found so far stays
act-try = Try it
act-try_hint = Play from the position before this turn
act-keep = Keep it
act-keep_hint = As a variation beside the turn played, with a comment that says what it is worth
act-train = Practise
act-train_hint = Stand before this mistake and find a better turn on the boards
viewer-age_busy = This move has changed something here.
viewer-hide_ending = Hide the ending
tip-hide_ending = Show the curve only up to this step
tip-fullscreen = Full screen
card-pays = Its domain pays { $n } to { $who }.
card-away = Its domain would pay { $n } to { $who }, who has no adventurer in this age (X4).
card-nobody = Its domain is worth { $n }, but nobody rules here to collect it.
card-nothing = Its domain pays nothing.
card-first = At the start: { $what }
card-begins = It has stood here since the game began.
card-never = Nothing has stood here yet.
jump-covered = Next covered hamlet

## Rules by name, where practice offers them

rule_name-S2 = Values: price, strength, tax
rule_name-S5 = Printed hamlets
rule_name-T5 = Who may play the cards
rule_name-T7 = Who wins
rule_name-A1 = What a building costs
rule_name-A2 = Upgrades
rule_name-A3 = Coins for building
rule_name-A4 = Demolitions
rule_name-A5 = Cubes in Reason
rule_name-A6 = Restoring ruins
rule_name-G1 = The river
rule_name-G2 = Forest and mountain
rule_name-D1 = Connecting domains
rule_name-H1 = Hierarchy: no equal at the top
rule_name-B1 = What casts a shadow
rule_name-B2 = Shadows of towns and cities
rule_name-B3 = Blocked shadows
rule_name-B3a = Blocked: it would connect domains
rule_name-B3b = Blocked: it would tie
rule_name-B4 = Ruins in Reason
rule_name-B5 = Short of tiles or cubes
rule_name-B6 = Paradoxes
rule_name-B7 = Cubes move up
rule_name-B8 = Who keeps a cube on the hamlet
rule_name-B9 = What comes back, and what does not
rule_name-C1 = Conflicts
rule_name-C2 = Joins: the weaker side yields
rule_name-C3 = Splits: no strengths
rule_name-C4 = Reducing a building
rule_name-C5 = Shadows of a reduced building
rule_name-C6 = The very same building
rule_name-X1 = When taxes are collected
rule_name-X2 = Taxes in Might and Faith
rule_name-X3 = Taxes in Reason
rule_name-X4 = Nobody there, nothing paid
rule_name-with_clause = { $name } ({ $clause })

## The map editor

map-title = Map
map-brush = Brush
map-checks = What a map needs (S5)
map-hamlets = { $count ->
    [few] { $n } of { $all } printed hamlets: { $missing } still to place (S5).
    [many] { $n } printed hamlets: remove { $missing }, because a map has { $all } (S5).
   *[right] All { $all } printed hamlets are there.
}
map-apart = No two hamlets touch along a side.
map-touching = The hamlets at { $one } and { $other } touch along a side: move one of them (S5).
map-wrong_ground = { $ground ->
    [RIVER] Square { $place } is river: a hamlet needs plain or forest (S5).
   *[MOUNTAIN] Square { $place } is mountain: a hamlet needs plain or forest (S5).
}
map-terrain = Squares
map-use = How to use it
map-use_recorder = The recorder offers it by its name if the game is saved in the same folder. In Python:
map-hint = Drag to paint. With the keyboard: arrows move, Enter paints, Shift with an arrow paints on the way, 1 to 5 choose the brush. A second click with the hamlet brush takes the hamlet away.
map-saved = saved
map-not_yet = not saved yet
map-ready = ready to play on
map-unfinished = not finished
map-start = Begin with
map-blank = plain everywhere
map-generated = a new map
map-begin = Start over
map-begin_hint = Undo brings your map back.

## The explorer

explore-title = Explore many games
explore-games = games
explore-players = players of games
explore-turns = turns
explore-unit = Count
explore-colour = Colour by
explore-none = nothing
explore-reset = Clear the selection
explore-copy = Copy
explore-keys = Arrow keys choose a bar, Shift with an arrow extends the selection, Enter selects it, Escape clears, L lists its games.
explore-all = Click a bar or a dot to list what is behind it; a single game opens at once. Drag to select, double-click to clear. Filled: the selection. Outline: all games, drawn at the same height.
explore-listed = List
explore-open = Open this game at this moment
explore-status = { $unit ->
    [games] { $n } of { $all } games
    [players] { $n } of { $all } players' games
   *[turns] { $n } of { $all } turns
}
explore-selection = the selection
explore-tax_round = { $age }, taxes of round { $round }
explore-winner-coins = Coins of the winner
explore-winner-lead = Winner's lead over the second
explore-winner-player = Winner
explore-winner-place = Winner's place in turn order
explore-place = Place in turn order
explore-rank = Rank at the end
explore-table = Number of players
explore-won = Won
explore-gain = Coins gained in the turn
explore-coins_after = Coins after the turn
## Feedback: what a wrong answer has overlooked, and the end of a chain of reasons

why-mistake = { $who } { $said }. { $loss }
therefore = Therefore { $answer }.
so-shadow = { $right ->
    [yes] the copy appears in { $age }
   *[no] no copy appears in { $age }
}
so-ruin = { $right ->
    [yes] a ruin appears in { $age }
   *[no] no ruin appears in { $age }
}
so-legal = { $right ->
    [yes] it is allowed
   *[no] it is forbidden
}
so-vanishes = { $right ->
    [yes] it disappears from { $age }, too
   *[no] what stands in { $age } stays
}
so-late = { $right ->
    [yes] it appears after all
   *[no] no copy appears now, nor ever
}
so-restored = { $right ->
    [yes] the ruin is restored
   *[no] the ruin is only half restored
}
so-players = { $n ->
    [0] the answer is: nobody
   *[other] the answer is { $names }
}
so-places = { $n ->
    [0] the answer is: nothing
   *[other] the answer is { $places }
}
so-turn = this turn brings more
so-is = the answer is { $answer }
missed-shadow = { $why ->
    [civil] You expected something to stop the copy. Towns and cities are never stopped by domains or leaders.
    [ruin] You expected something to stop the ruin. Once the building stands in Faith, only a missing tile can.
   *[copy] You expected something to stop the copy. Nothing does: it connects no domains, ties with no leader, and no piece is missing.
}
missed-stopped-B1 = You overlooked the size: only buildings of rank 2 and 3 cast a shadow, and only into later ages.
missed-stopped-B3a = You overlooked what the copy would touch in Faith: buildings of two different domains.
missed-stopped-B3b = You overlooked who leads the domain in Faith: a building of the same kind and the same rank.
missed-stopped-B5 = You overlooked the supply: every copy needs a tile and, in Faith, a cube of its owner.
missed-forbidden-D1 = You overlooked that the new building touches two domains, and only a civil building may connect them.
missed-forbidden-H1 = You overlooked the leader of the domain: the new building would have the same rank.
missed-forbidden-G1 = You overlooked the river.
missed-forbidden-T5 = You overlooked who may play the cards: two for each adventurer, in the age where it stands.
missed-forbidden-A2 = You overlooked what an upgrade is: one building becomes a larger one of its kind, on its own squares and free ones.
missed-vanishes = { $right ->
    [yes] You expected it to stay. It is the very same building: kind, rank and squares agree.
   *[no] You expected it to go. It is not the same building: kind, rank, squares or owner differ.
}
missed-legal = You saw an obstacle that is none: { $why ->
    [demolish] any small tile may be demolished, whoever owns it
    [river] towns and cities may stand on the river
    [civil] a civil building may connect domains
    [rank] the highest building of its kind there does not have the same rank
    [alone] it touches only one domain, so it connects nothing
    [cards] the adventurers there may play that many cards between them
   *[free] the squares are free and nothing touches them
}.
missed-legal_room = You saw no room, but there is some: { $n } of { $limit } cubes are there.
missed-mistake = The coach found a turn that brings more. Think of what the others do next, and of the next taxation.
missed-rule = You overlooked a rule: { $said }.
missed-forbidden-A4 = You overlooked what may be demolished: small tiles only, and a printed hamlet is not a tile.
missed-forbidden-A5 = You overlooked that it is full: a hamlet holds 1 cube, a town 3, a city 5.
missed-river_left = You left out { $place }: it is a river square under the new building.
missed-river_extra = { $place } is not in the way: { $on ->
    [yes] it is not a river
   *[no] the new building does not cover it
}.
missed-against_left = You left out { WHICH($building) }: { $clause ->
    [D1] the new building touches it
    [H1] it has the same kind and the same rank
   *[A2] the new building would cover it
}.
missed-against_extra = { CAPITAL(WHICH($building)) } is not in the way: { $why ->
    [own] it is the one that grows
    [kind] it is of another kind
    [rank] it has another rank
    [domain] it is in another domain
   *[apart] the new building neither touches nor covers it
}.
cubes-or-none = { $n ->
    [0] no cube
   *[other] { n-cubes }
}
missed-keeps = { $who } has { cubes-or-none } there, { $tie ->
    [yes] as many as somebody else; but it is { $who }'s turn, and that player's cubes drop out first
   *[no] and somebody else has more
}.
missed-keeps_nobody = Somebody keeps one: there were cubes on it, and a printed hamlet has room for one.
missed-winner_extra = { $who } ends with { n-coins }, and somebody has { $most }.
missed-winner_left = You left out { $who }, who has { n-coins }, too: equal wealth is a shared win.
missed-winner_nobody = Somebody always wins: whoever has most coins after the last taxes.
missed-decides-conflict = { $owns ->
    [yes] { $who } owns one of the buildings, but owners are not asked
   *[no] { $who } has no part in it
}: { $why ->
    [split] no join has made this conflict
   *[tie] the strongest sides tie
}, so { $actor } decides, whose turn it is.
missed-decides-C4 = { $acts ->
    [yes] It is { $who }'s turn, but that may decide only which building shrinks
   *[no] { $who } does not own that building
}; where the smaller one stands is up to its owner, even out of turn.
missed-decides-B8 = { $who } is not asked: others tie for most cubes, so { $actor } decides, whose turn it is.
missed-decides_none = { $who } is not asked: { $why ->
    [weaker] the weaker side gives way, whoever owns it
   *[own] only one of the buildings belongs to the player whose turn it is, so that one gives way
}.
missed-decides_nobody = Somebody is asked: { $clause ->
    [conflict] the rules leave more than one building that can give way
    [C4] the smaller building has several squares to choose from
   *[B8] several players tie for most cubes
}.
missed-conflict_left = You left out { WHICH($building) }: it has the same rank as the other one.
missed-conflict_extra = { CAPITAL(WHICH($building)) } has no part in it: { $why ->
    [kind] the conflict is between { $kind } buildings
    [rank] a building of the same kind there ranks higher
   *[domain] it is in another domain
}.
missed-bonus_none = A small new building pays no bonus.
missed-bonus_left = You left out the bonus: buildings of rank 2 and 3 and all upgrades pay one.
missed-bonus_age = That is the bonus of { $origin }; this is built in { $age }.
missed-bonus_number = No bonus is that high: it is 1 coin in Might and 2 in Faith.
missed-pays_number = { $few ->
    [yes] It is not free
   *[no] It is not so dear
}: { $travel ->
    [yes] a journey costs 1 coin, however far it goes
   *[no] a demolition costs 1 coin and, apart from that, 1 card
}.
missed-strength_number = { $few ->
    [yes] Too little: add up the values of all { $kind } buildings of that domain, whoever owns them
   *[no] Too much: only { $kind } buildings that stood in this domain before the join count, at 1, 2 or 4
}.
missed-touches_number = { $few ->
    [yes] Too few: look along every side of the new building
   *[no] Too many: buildings that touch each other are one domain, and corners do not count
}.
missed-cards_number = { $few ->
    [yes] Too few: the value is paid in cards, and rough ground costs more
   *[no] Too many: only the value, or its difference for an upgrade, and the ground cost cards
}.
missed-tax_number = { $few ->
    [yes] Too little: all domains count that { $who } may tax, in every age with one of { $who }'s adventurers
   *[no] Too much: only domains count that { $who } may tax, in ages with one of { $who }'s adventurers
}.
missed-cubes_number = { $few ->
    [yes] You counted too few
   *[no] You counted too many
}: only the cubes of the building that is upgraded move onto the new one; others go home.
missed-shrunk_number = { $few ->
    [yes] You counted too few: after each one everything is checked again, and a new conflict may have appeared
   *[no] You counted too many: a conflict ends when only one leader is left
}.
missed-home_number = { $few ->
    [yes] You counted too few: look at every age
   *[no] You counted too many: only cubes of buildings that go are returned
}.
missed-late = You expected the shadow to appear later. A copy has one chance: when its building is built or upgraded.
missed-restored = { $right ->
    [yes] You expected it to need another card. A rank 2 ruin needs one, and a rank 3 ruin was begun before.
   *[no] You expected one card to be enough. A rank 3 ruin needs two.
}
missed-clause-A1 = A1 would mean that squares are not free, or that cards, a tile or a cube are missing.
missed-clause-A2 = A2 would mean that this is no proper upgrade: the kind or the owner differs, or a square is taken.
missed-clause-G1 = G1 would need a square of the river under the building.
missed-clause-G2 = G2 would need forest or mountain that the cards cannot pay for.
missed-clause-D1 = D1 would need two different domains that the new building touches.
missed-clause-H1 = H1 would need a leader of the same kind and the same rank in that domain.
missed-clause-T5 = T5 would mean that the adventurers there may not play that many cards.
missed-clause-B1 = B1 is about buildings of rank 1, and about earlier ages.
missed-clause-B3a = B3a would need two different domains in Faith that the copy touches.
missed-clause-B3b = B3b would need a leader of the same kind and the same rank in the domain that the copy joins.
missed-clause-B5 = B5 would mean that no tile is left, or no cube of the owner.
missed-clause-C2 = C2 compares strengths, but only if a join has caused the conflict. Here none has.
missed-clause-C3 = C3 is for conflicts that no join has caused. Here a join has caused it, so strengths count.
missed-erased_extra = { CAPITAL(WHICH($building)) } stays: { $beside ->
    [yes] the copy lies beside it, and touching is not covering
   *[no] the copy covers none of its squares
}.
missed-erased_left = You left out { WHICH($building) }: the copy covers at least one of its squares, and that is enough.
missed-erased_trace = You left out { WHICH($building) }: the building that cast it has been erased in Faith.
missed-emptied_left = You left out squares of { WHICH($building) }: nothing covers them afterwards.
missed-emptied_stands = { $place } does not become empty: { WHICH($building) } stands there afterwards.
missed-emptied_before = { $place } was empty before.
missed-shrinks_none = One of them has to shrink: { WHICH($buildings) } have the same rank in one domain now.
missed-shrinks_strong = You chose { WHICH($building) }, but its domain was the stronger one: { $n } against { $other }.
missed-shrinks_tie = You compared { $n } with { $other }: a tie. Then it matters whose turn it is: { $who }'s.
missed-shrinks_c3 = No join has caused this conflict, so strengths do not count. What matters is whose turn it is: { $who }'s.
missed-ruler_cubes = { $who } has { cubes-or-none } on the civil buildings of that domain{ $more ->
    [yes] , and somebody else has more
   *[no] {""}
}.
missed-ruler_none = { $who } has no { $kind } building in that domain.
missed-ruler_lower = { CAPITAL(WHICH($building)) } is not the highest { $kind } building there: rank counts, not number.
missed-ruler_nobody = Somebody is entitled: look at { $age } again.
missed-ruler_tie = Players who tie each collect in full.
missed-strength_leader = You counted the leader only. All { $kind } buildings of the domain count.
missed-strength_count = You counted buildings. What counts is their value: 1, 2 or 4.
missed-strength_both = You added both domains together. Each is counted by itself, as it was before the join.
missed-strength_kinds = You counted buildings of other kinds, too. Only { $kind } ones count here.
missed-touches = You counted { $n } buildings. Those that touch each other are one domain.
missed-touches_corner = You counted a corner: only sides count.
missed-touches_own = You left out its own domain: for an upgrade that counts, too.
missed-cards_ground = You left out the ground: forest and mountain cost extra cards ({ $n } here).
missed-cards_difference = You paid for the whole building. An upgrade costs only the difference in value.
missed-tax_absent = You counted a domain in an age without an adventurer. Whoever is not there collects nothing.
missed-tax_kinds = You counted all buildings. In Might and Faith only civil ones pay, in Reason only military and religious ones.
missed-tax_one = You counted one domain only; { $n } of them pay.

## Hints, and which rule decides
hint-age = Look at { $ages }.
hint-squares = Look at { $places } in { $age }, outlined on the board.
hint-rule = The rule: { $said }.
hint-not = It is not this one: { $said }.
hint-step = The first step: { $said }
hint-so_far = So far: { $said }
rule_named-asked = Before you see the answer: which rule decides?
rule_named-right = You named the rule that decides.

## Practice that remembers

practice-today = what is due today
practice-wrong = what I got wrong last
practice-nothing_wrong = Nothing to repeat: your last answers were all right.
practice-known = { $n } of { $all } rules mastered · { $due ->
    [0] nothing due today
    [one] 1 question due today
   *[other] { $due } questions due today
}
practice-how = A rule fills up by one for each day on which your first answer to it is right; with { $n } it is mastered. Click a rule to practise it.
practice-again = Next: { $day }
practice-due = due
practice-kept = Kept in { $path }.
progress-full = Progress is not kept: the disk is full. Make room; your next answer then saves this one, too.
progress-not_kept = Progress is not kept: { $reason }. Your next answer tries again.
progress-damaged = The file of your progress could not be read; it is now { $name }, and a new one begins.
progress-unread = Your progress could not be read: { $reason }.
practice-copy = Save a copy
practice-lesson = lesson
practice-scenarios = questions right
practice-mastered = rules mastered
practice-questions = questions due
mistake-title = Find the better turn
practice-game = What happens next?
practice-quiet_game = This game has no paradox, no blocked shadow and no conflict to ask about; try another.

## Worksheets

class-title = { $name }, sheet { $n }
class-end = Done
class-over = That was the sheet. Type your name below and hand in the code.
class-pupil = pupil
class-right = right
class-missed = missed
class-hardest = To practise next: { $rules }.
class-unread = { $code } is no code of a pupil: there is a letter wrong or missing.
class-other = { $code } is of another class or sheet, not of { $name }.{ $n }.
sheet-number = Number:
sheet-squares = Squares:
sheet-buildings = Buildings, by a square each:
sheet-title = Khronos: what happens?
sheet-key = Answers and reasons
sheet-name = Name
sheet-hand = { $who } holds { $cards }; cubes left: { $n }
sheet-coins = Coins: { $shares }
