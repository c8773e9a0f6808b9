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
told-OpenCardsSwapped = swaps { $given } for { $taken } from the open cards
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
word-ages = ages

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
control-controlled = controlled
control-contested = contested
control-uncontrolled = uncontrolled
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
rule-erased_tiles_return = erased tiles do not return

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
back-paradox = Previous paradox
back-blocked = Previous blocked shadow
back-join = Previous join
back-split = Previous split
back-taxation = Previous taxation
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
panel-cards_left = Cards left
panel-cards_left-each = cards left to play, by adventurer
panel-supply = Supply
panel-pile = Draw pile
panel-forecast = Tax forecast
panel-moves = Moves
panel-legend = Legend
panel-causes = Why
panel-clause = Rule
panel-square-empty = Nothing stands here.
panel-story = How it came about
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
page-no_script = The replay needs JavaScript: open this file in a browser. The record is below.
panel-eyes-all = everybody
panel-pays = pays
panel-pays_nobody = nobody collects
panel-here_there = collected now; in brackets: if an adventurer were there
panel-main_line = Back to the game

# Figures of statistics over many games: titles.
title-income_sources = What players live on
title-income_means = Income of a player, by source
title-spending = What coins are spent on
title-cards_spent = What cards are played for
title-how_won = What winners and others live on
title-building_survival = How long buildings stand
title-fates = What becomes of buildings
title-causes_of_death = What ends buildings, and when
title-shadow_outcomes = What becomes of copies
title-paradoxes = What paradoxes erase
title-paradox_costs = What a paradox costs at the next taxation
title-domain_events = How often domains change
title-cascades = How far an action ripples
title-control_changes = How domains change hands
title-coverage = Which clauses came up
title-seats = Does the place at the table matter?
title-openings = First turns and how they ended
title-hands = Do better hands win?
title-cards_held = What hands hold
title-comparison = Two sets of games compared
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
axis-coins_lost = coins less
axis-per_game = times a game
axis-a_game = per game
axis-length = events in the longest chain of causes
axis-share_of_cascades = share of cascades (log)
axis-domains_changed = domains: lost ← → gained
axis-number_of_events = events (log)
axis-place = place in the order of turns
axis-advantage = share of wins above or below chance
axis-hand_strength = mean strength of the hands, from
axis-cards_in_hand = cards in a hand
axis-effect_size = difference in standard deviations
axis-rating = points above { $anchor } (400 points: ten to one)
axis-rival = share of meetings in which the row ends above the column

# Their legends and captions.
caption-no_data = no data
opening-part = { $verb } { $what } { $age }
caption-unknown = unknown
caption-all_players = all players
caption-others = others
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
caption-by_chance = hollow: among so many measures, chance would do
caption-more_in = more in
caption-several_kinds = several kinds
caption-only_commonest = the commonest only
caption-cost_owner = owner of the lost building
caption-cost_other = others whose taxes change
caption-due = what the age would pay him
caption-paid = of it where he has an adventurer
caption-below_zero = below 0: a gain
caption-changes = changes of rule
caption-never_met = empty: they never met
caption-meetings = meetings
caption-groups_apart = groups between lines never met, so their numbers do not compare
outcome-cast = cast
outcome-blocked = blocked
outcome-missing = no tile or cube (B5)
victim-own = his own
victim-other = another player's
victim-nobody = nobody's
change-gained-own = gained by his own action
change-gained-other = gained by another's action
change-lost-own = lost by his own action
change-lost-other = lost by another's action
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
measure-erased = buildings erased
measure-joined = domains joined
measure-split = domains split
measure-conflicts = conflicts
measure-shrunk = buildings shrunk
measure-destroyed = buildings destroyed

## Lessons

lesson-scenario = Scenario
lesson-question = Question
lesson-gone = Run the notebook again; your progress is kept.
lesson-check = Check
lesson-right = Right.
lesson-wrong = Not quite.
lesson-why = Why?
lesson-show = Show what happens
lesson-next = Next
lesson-back = Back
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
lesson-next_scenario = Next scenario
lesson-previous_scenario = Previous scenario
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
lesson-hint_clause = Think of
lesson-hint_age = Look closely at:
lesson-hint_cards = Count the cards, and who may play them.
lesson-keys = Arrow keys: one effect back or forward. Home and End: first and last.
lesson-first = To the beginning
lesson-last = To the end
lesson-step_back = One effect back
lesson-step_on = One effect forward
lesson-causes = What led to it
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
sandbox-valid = The position keeps the rules.
sandbox-faults = What cannot stand
sandbox-save = Save as a scenario
board-keys = The three boards. Arrow keys move the cursor, Enter does what a click does.
board-close = Close this message
board-gone = Run the cell again to go on. Whatever was saved to a file is still there.
explain-action = Action
explain-building = Building
explain-from = From
explain-where = Age and square
explain-where_hint = for example F f4
explain-cards = Pay with
explain-menu = Menu at the square
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
explain-choice = Told on with what pays best for whoever chooses.
explain-nothing = nothing
explain-map = Dots: where it is allowed now (first squares). Rings: only cards, coins or adventurers are missing.
explain-map_free = Dots: where it would be allowed with cards enough (first squares).
explain-outlined = Thick outline: the squares of the rule. Letters: its domains.
explain-instead-upgrade = To upgrade what stands there would be allowed.
explain-instead-build = To build it there anew would be allowed.
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
sandbox-players = At the table
sandbox-give_up = Do not place it
sandbox-outlined = Thick outline: squares that break a rule.
index-title = The rules, one by one
index-functions = implemented by
index-tests = shown by
index-search = Find a rule
index-found_one = rule found
index-found = rules found
index-no_scenario = No single move shows this rule, so there is no scenario for it.
index-no_function = No function is tied to this rule by name.
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

move-title = Move
move-to = To
move-open = Take open cards
move-hidden = hidden
move-discards = Discards
move-gives = Gives
move-draws = Draws
move-draw-chance = by chance
move-draw-hidden = nobody sees
move-draw-given = these cards
move-play = Play
move-back = Take back
move-back_hint = Take the last choice back
move-clear = Choose anew
move-ready = Ready
move-over = The game is over (T7).
move-next-verb = Choose an action.
move-next-building = Choose a building.
move-next-square = Click a square.
move-next-origin = Choose the age where the journey begins.
move-next-target = Choose the age where the journey leads, or click its board.
move-next-kind = Choose which open cards to take.
move-next-cards = Choose cards of the hand.
move-enter_draws = Enter the cards that are drawn:
move-first-verb = Choose an action first, then a square.
move-first-building = Choose a building first, then a square.
move-first-cards = This action is about cards; no square is needed.
move-none-build = There is no room for it on the boards, or no tile
move-none-upgrade = Nothing on the boards can be upgraded to it, or there is no tile
move-none-demolish = No rank 1 tile stands in Might or Faith
move-none-populate = No civil building in Reason has room, or no cube is left
move-none-restore = There is no ruin in Reason that could be restored
move-none-cards = There are no cards in the hand
move-no_option = This square is none of those to choose from
move-choose_player = Choose the player beside the boards
move-map_answers = Dots: the squares to choose from.
menu-nothing_there = Nothing stands there to be populated or restored (A5, A6).
menu-hint = Point at an entry to see what it would do in all three ages.
menu-pay = Which cards pay for the terrain (G2)?
tip-what_if = What if: try other moves (w)
button-what_if = What if
branch-title = What if, from:
branch-game = the game as played
branch-before = before
branch-after = after
branch-at_start = at the start
branch-at_end = the game is over
branch-play = Play it
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
branch-cut_hint = Delete what this variation has after the position that is shown
branch-delete = Delete
branch-delete_hint = Delete this variation and all that hangs on it
branch-file = File
branch-path = Save as
branch-path_hint = for example: my-game.khr
branch-save = Save
branch-save_hint = Write the game with its variations and comments to its file
branch-replace = replace the file
branch-unsaved = Not saved yet
branch-results = How it ends
branch-caveat = So these players would finish; people may play otherwise.
branch-hidden_turn = The hand of the player to act is hidden from these eyes: let players finish the game many times, or show all hands.
branch-hidden_once = One continuation would show the others' cards: let it be played many times, or show all hands.
branch-close = Leave what if
branch-compare = Compare with
branch-compare-nothing = nothing
branch-compare-game = the game as played, same turn
branch-pin = Remember this position
branch-pin_hint = Remember what is shown, then go elsewhere and compare
branch-turning = Turning points
branch-turning_hint = Play the game on after every turn: a curve of the chances to win under the slider. It takes minutes and can be stopped; your own file keeps what is done.
branch-strip = The curve under the slider: each player's chance to win after every turn, from 0 to 100 %; dashed lines are the largest swings, shaded are rounds with taxes.
branch-best = Best turns found
branch-best_keep = Keep as a variation
branch-best_hint = Put this turn beside the one played, with a comment that says what it is worth
branch-best_name = Best turn found by
branch-hidden_turning = The best turns would show the others' cards: show all hands first.
branch-busy = Something is being worked out already; stop it first.
branch-gone = Variations were deleted or promoted meanwhile, so what was worked out is dropped.
branch-not_the_game = This is the game as it was played; choose a variation first.

## Writing a game down

play-on = Next
play-skip = Skip to my turn
play-left = { $n ->
    [0] then it is your turn
    [one] one more to see
   *[other] { $n } more to see
}
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
record-setup-hand_hint = e.g. mmrc: military, religious, civil; * unknown
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
record-moves_hint = newest first; click one to correct it
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
record-shown = What is shown

# Words about moves.
record-words = Comment and mark
record-comment = Comment
record-mark = Mark
record-no_mark = none
record-preface = Before the game

## What if: playing on from a position

# Playing on.
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

# Turning points.
title-turning = Where the game turned
legend-interval = interval of 95%
legend-swing = largest swings
turning-stopped = not all turns are valued

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

report-contents = Contents
report-numbers = The numbers
report-limits = What this can't say
report-moments = Moments worth a look
report-moments-none = In this game no shadow erased anything, was blocked, or joined or split a domain.
report-open = Open this moment
report-in_notebook = in a notebook
report-in_terminal = in a terminal
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
report-turning = Turning points
report-turning-whom = moved most
report-turning-wins = share of wins
report-turning-coins = coins at the end
report-turning-sure = beyond chance
report-turning-yes = yes
report-turning-no = not sure
report-turning-few = too few games
report-turning-missed = Better turns that were found
report-turning-better = instead
report-turning-limits = Each position was played on many times by the same player in every seat. The share of wins is about that player, not about those who sat at the table, and two shares whose intervals overlap may be equal.
report-final = The boards at the end
report-telling = The whole game, turn by turn
report-map = map
report-setting = What was played
report-see_also = A row with a game and a step can be opened at that very moment:
report-offline = This page is one file: it needs no network and no program but a browser.
report-about_players = All answers are about the players of these games, not about people in general and not about good play. Intervals count deals that are independent of each other; of twenty intervals expect one to miss.

# What the number of each question can't say; the keys are those of the standard report.
limit-income = Why: who stands in Faith in round 7 may be rich because of it, or go there because there is most to be had. Bars add up several means and have no intervals.
limit-income_by_round = What a round is worth by itself: taxes are due in rounds 4 and 7 only (X1), so all that was built before is paid there.
limit-income_by_place = Whether the place did it: strong players may have sat there more often.
limit-income_by_player = Who is stronger: players meet different tables and different company.
limit-coin_curve = What becomes of anybody: who is in the upper half after round 4 need not be there after round 7.
limit-how_won = That an age wins: winners are rich in several ways at once.
limit-spending = How much was done: buildings cost cards, not coins.
limit-cards_spent = What was thrown away: cards that nobody played are not in it (T6).
limit-survival = What would have become of a building that grew: it leaves the count alive, and owners upgrade what is safe, or what is in danger.
limit-survival_by_age = The same; and the last steps of a curve rest on few buildings.
limit-fates = What would happen if one danger were taken away: whoever escapes it meets the others.
limit-shadow_outcomes = How often shadows would be blocked: players see it coming and build elsewhere. A copy that fails in Faith is never tried in Reason (B3).
limit-paradoxes = What the loss was worth in coins, and whether it was meant.
limit-domain_events = Who gained by it. In Reason nothing conflicts (H1).
limit-cascade_lengths = Importance: length counts events in a chain of causes. What is hollow was seen fewer than ten times.
limit-seat_effects = Seat and skill apart, unless players changed seats; deals that were played with every order of seats (--paired) answer it best.
limit-openings = That an opening wins: good players choose it, or good hands allow it.
limit-first_actions = The same for the first action alone.
limit-cards_held = What was dealt: in the first edition players choose what they keep (V1).
limit-hand_results = That luck does not matter: the largest building that a hand pays for alone is a poor measure of what cards are worth.
limit-first_hand = The same for the hand of round 1 alone.
limit-clause_coverage = How often a rule matters: clauses that forbid, or that say what others mean, have no event of their own.
limit-paradox_costs = What the game would have been: two boards are compared, with and without the copy; with the building still there everybody might have played another way.
limit-control_changes = What a domain was worth. Who loses one and who gains it are two changes.

## Answers of a dataset: what was found, in a sentence. What it can't say stands under Reports.

finding-nothing = No games that this could be asked of.
finding-behind = Behind it: { n-games }{ $many ->
    [one] { "" } of { $players }.
   *[other] { "" } in which { $players } are pooled.
}
finding-no_moment = This row sums up many games and has no moment of its own to open.
finding-no_games = The games behind these numbers are not at hand, so none can be opened.
finding-other_course = Played again, game { $game } takes another course: its players have changed since the tables were made. Simulate anew, with records=True to keep the games.
finding-no_row = There is no row { $row }: the answer has { $n } rows, counted from 0.
finding-no_median = A median needs survival curves: dataset.buildings().survival(...).median().
finding-ends = { $low } to { $high }
finding-no_ends = no interval from a single deal
finding-income = A player earns { $total } coins a game. Most of them come from { $part }: { $mean } ({ $ends }).
finding-income_spread = { $poorest } gets { $least } of these, { $richest } { $most }.
finding-wealth = After round { $round } the middle half of players has { $low } to { $high } coins, the median is { $middle }.
finding-how_won = Winners are paid { $won } coins, the others { $lost }. The gap is widest in { $part }: { $more } coins.
finding-spending = A player spends { $total } coins a game, most of it on { $purpose }: { $mean } ({ $ends }).
finding-cards_spent = { $share } of the cards played go into this: { $action }.
finding-survival = Lost soonest: { $group }. After { $time } rounds { $share } ({ $ends }) still stand. Longest-lived: { $best }, with { $most }.
finding-survival_one = { $share } ({ $ends }) of the buildings still stand after { $time } rounds.
finding-fates = What most often becomes of buildings ({ $group }): { $fate }, { $share } ({ $ends }).
finding-shadows = { $share } of { $n } copies are cast, { $blocked } are blocked, and { $missing } lack a tile or a cube.
finding-paradoxes = Paradoxes erase { $mean } buildings a game. { $share } of them belong to the player who acts.
finding-domains = In a game, domains join { $joined } times and split { $split } times.
finding-cascades = The longest chain of effects has { $length } events. { $share } of all chains have at most { $short }.
finding-seats = Playing first changes the chance to win by { $points } percentage points ({ $ends }), compared with the same players at other places. If no place mattered, differences like those between all places would be this likely: { $p }.
finding-seats_raw = { $place } at tables of { $players } is furthest from chance: it wins { $win } ({ $ends }) of its games, chance would give { $chance }.
finding-openings = “{ $opening }” goes with { $points } percentage points ({ $ends }) in the same player's chance to win: the best of { $n } common first turns. If none mattered, differences like these would be this likely: { $p }.
finding-hands = The best hands (strength { $strength } and more) go with { $points } percentage points ({ $ends }) in the chance to win.
finding-luck = The strength of hands accounts for { $share } ({ $ends }) of the differences in coins at a table.
finding-luck_groups = The strength of hands accounts for this much of the differences in coins at a table: { $groups }. { $apart ->
    [yes] The intervals do not overlap.
   *[no] The intervals overlap, so no difference is shown.
}
finding-luck_group = { $group } { $share } ({ $ends })
finding-cards_held = A hand holds { $mean } { $kind } cards ({ $ends }), more than of any other kind.
finding-coverage = { $n } of { $all } clauses came up. The rarest of them: { $clause }, { $number } times.
finding-ratings = { $player } is strongest: { $points } points ({ $ends }) above { $anchor }.
finding-ratings_anchor = { $player } is strongest. Next comes { $second }: { $points } ({ $ends }) points against it.
finding-ratings_bound = { $player } never lost to those whom wins and losses link with { $anchor }, so its rating is only known to be { $bound }.
finding-ratings_sizes = The strongest by size of table: { $best }. All numbers are differences to { $anchor }.
finding-ratings_size = { $player } ({ $players })
finding-duels = The most one-sided pair: { $one } ends above { $other } in { $share } ({ $ends }) of their meetings.
finding-lead_changes = { $share } ({ $ends }) of games are decided only in round { $round }, with its taxation. Of the rounds before, round { $often } decides most: { $most }.
finding-comebacks = Whoever is { $least } to { $most } coins behind after round { $round } still wins { $share } ({ $ends }) of the games.
finding-compare = { $n } of { $all } measures differ by more than chance would show among so many. Clearest: { $measure }, { $one } in { $first } and { $other } in { $second }.
finding-compare_none = None of { $all } measures differs by more than chance would show among so many.
finding-heat_built = { $square } in { $age } gets a building most often: in { $share } ({ $ends }) of games.
finding-heat_erased = Most paradoxes strike { $square } in { $age }: in { $share } ({ $ends }) of games.
finding-heat_contested = The most contested square is { $square } in { $age }: in { $share } ({ $ends }) of games at least two players build there.
finding-heat_controlled = { $square } in { $age } is controlled most often: in { $share } of taxations.
finding-payoff = It goes with { $coins } coins ({ $ends }) of lead, compared with like players who don't do it.
finding-payoff_never = Nobody does this here, or everybody does, so nothing can be compared.
title-decided = When games are decided
title-comebacks = Chances from behind
title-payoff = Does it pay?
title-luck = How much the cards decide
axis-share_decided = share of games decided
axis-behind = coins behind
axis-lead_alike = coins more than like players
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
limit-compare = What made the difference, if the two sets differ in more than one thing.
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
story-turning = After each of { $turns } turns the game was played on { $games } times by { $players }. The turns that changed somebody's chances most; in brackets 95% intervals:
story-taxes = Taxes brought { $tax } of the { n-coins } earned; { $missed } were missed because no adventurer was there (X4).
story-games = { $games }, { $players }, played on { $maps }.
story-more_rows = and { $number } more rows
story-more_effects = and { $number } more effects
story-moment = Game { $game }, from step { $step }: { $number } effects, { $length } in a chain.
story-no_picture = There is no picture, because the game cannot be played again here: { $reason }.
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
shown-no_actions = There is no such action.
shown-rating = Rating
shown-share = Share
shown-deals = Deals
shown-interval = 95% interval
habit-RandomPlayer = Picks any legal action, each as likely as the others.
habit-GreedyPlayer = Takes the action that gains most at once: coins now and the change in expected taxes.
habit-PlannerPlayer = Plans its whole turn, with an eye on what the others can do about it.
habit-RolloutPlayer = Plays its best plans out to the end of the game and takes the one that ends best.
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
course-shadows = Time shadows
course-domains = Domains and hierarchy
course-adventurers = Adventurers, cards and terrain
course-paradoxes = Paradoxes
course-taxes = Taxes
course-cascades = Joins, splits, chain reactions

# Answers
answer-is = The answer is: { $answer }.
choice-building = { $place }: { $building }{ $owned ->
    [yes] {" "}({ $owner })
   *[no] {""}
}
choice-clause = { $label }: { $motto }.

## Exercises: what is asked

ask-legal = Is that allowed?
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
why-covers = The copy covers { $places }.
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

motto-S2 = A building's value is its price, its strength and its tax: 1, 3, 5 for civil buildings; 1, 2, 4 for the others; 1 and 2 for ruins
motto-S3 = A tile that leaves a board goes back to the supply; if your group plays it that way, a tile erased by a paradox is out of the game
motto-S4 = When the draw pile is empty, the discards are shuffled into a new one
motto-S5 = A printed hamlet is there whenever nothing covers its square
motto-T1 = The game lasts seven rounds; the players take their turns one after the other
motto-T2 = Once a turn, before the first action, a player may exchange cards for 2 coins
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
motto-D1 = Only a civil building may connect domains
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
motto-C2 = When a join makes a conflict, the building from the weaker original domain is reduced, whatever is cut off in the meantime. If they tie, the player whose turn it is reduces one of their own; owning none, they pick one
motto-C3 = In a conflict that no join has made, strengths do not count: the player whose turn it is reduces one of their own buildings; owning none, they pick one
motto-C4 = A building is reduced by one rank and stays inside its old squares, where its owner chooses; one of rank 1 is destroyed
motto-C5 = The shadows of a reduced building disappear; if it is now of rank 2, it is copied in their place
motto-C6 = Only the very same building is its shadow: same kind, rank and squares and, in Faith, the same owner
motto-X1 = In rounds 4 and 7 a player collects taxes in every age where one of their adventurers stands
motto-X2 = Whoever owns the highest military building of a domain in Might, or its highest religious one in Faith, collects the values of its civil buildings
motto-X3 = In Reason whoever has most cubes on the civil buildings of a domain collects the values of its military and religious ones; players who tie each collect in full
motto-X4 = Whoever is entitled but has no adventurer there collects nothing, and nobody collects instead
motto-V1 = In the first edition a player chooses which unused cards to discard
motto-V2 = In Hold'em a player may swap cards of the hand for as many open cards of one kind, once a turn, before the first action

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
difference-regrouped = the domains at { $was } are others { $second }, at { $now }
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

## Turning points: what a turn was worth

turning-swing = { $who }'s chance to win: { $was } → { $now } (change { $points } points); expected coins at the end { $coins } ({ $between }).{ turning-doubt }
turning-doubt = { $sure ->
    [yes] {""}
   *[no] {" "}This may be chance.
}
turning-same = { $adviser } found the same turn.
turning-best = { $adviser } found { $moves }: { $coins } coins for { $who } ({ $between }){ $shown ->
    [yes] ; only with cards that were shown in this turn
   *[no] {""}
}{ $exchanged ->
    [yes] ; cards were exchanged in the turn played, so luck is in it (T2)
   *[no] {""}
}.{ turning-doubt }
turning-kept = { $players } finished { $games } games after each of the two turns; 95% interval.
turning-between = { $low } to { $high }
turning-unknown = unknown
turning-caveat = After every turn { $players } finished { $games } games, knowing only what everybody at the table could see. These players are no masters: chances that they miss count too little here, and the numbers are about their play, not about your group.{ $advised ->
    [yes] {" "}{ $adviser } looked for better turns with what the player could know, without exchanging cards; a negative difference means that the turn played was better.
   *[no] {""}
} Each 95% interval is about one turn alone: of many turns, those with the largest swings are partly the luckiest. All positions were played on with the same luck.
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
refusal-answer = answer { $answer } to question { $question } is none of the options, 0 to { $last }
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
refusal-no_ruin = { WHICH($building) } is no ruin
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

## Files and datasets

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
files-doubled = { $place } has the game { $game } twice, so nothing that is counted there would be right; convert or simulate it anew.
files-failed_games = { $n ->
    [one] { $n } game failed and is missing here
   *[other] { $n } games failed and are missing here
}: numbers may favour a player that fails
files-no_rating = { $n } of { $games } games failed, so there is no rating. The first in { $folder } is { $first }. Mend the player and name a new folder.
files-player_left = { $who } called sys.exit in the middle of a game
files-no_file = { $path }: is no ordinary file, so nothing is written to it; name another one
files-no_sums = { $folder } has no { $name } with the sums of its files, so nobody can tell whether they are whole; convert the games again, or read them as they are with verify=False
files-convert_anew = convert the games again
files-damaged = { $file } is damaged: { $reason }; convert the games again
files-untrusted = { $place } was played by { $player }, and playing it again would run the module { $module }. If you trust it, say so: --trust { $module } (trust="{ $module }").
files-players_fault = { $file }, line { $line }: { $reason }
files-no_folder = { $path }: there is no folder { $folder }; make it first
files-too_many = a simulation of { $games } games is too large; { $most } games in a million shards are the most
files-broken_pool = the processes that were to help have ended. Is there memory enough, does a player end its process, does a script call this outside of "if __name__ == '__main__':"? Without workers= it goes on in this process.
files-dask_address = { $address } is no address of a Dask scheduler; it looks like tcp://host:8786
files-unplayed_games = { $n ->
    [one] { $n } game of the plan is not there yet
   *[other] { $n } games of the plan are not there yet
}
files-ladder_here = a ladder keeps its games on this computer; name a folder instead of { $place }

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
back-covered = Previous covered hamlet
