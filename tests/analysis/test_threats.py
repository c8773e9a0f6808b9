"""Chances and threats: each sort by example, and nothing missed against trying every action."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.analysis.forecast import finish, taxations_left
from khronos_lab.analysis.threats.prospects import chances, threats
from khronos_lab.analysis.threats.search import Sort, attempts, on_turn, stakes_of
from khronos_lab.core import events as e
from khronos_lab.core.actions import Build, Demolish, Move, Populate, Travel, Upgrade
from khronos_lab.core.allowances import full_purses
from khronos_lab.core.squares import square
from khronos_lab.core.state import add_cards
from khronos_lab.engine.legal_actions import legal_actions
from khronos_lab.engine.moves import why_not
from khronos_lab.players.views import seen_by
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import speaking
from khronos_lab.rulebook.pieces import (
    AGES,
    CIVIL,
    FAITH,
    MIGHT,
    MILITARY,
    NO_CARDS,
    REASON,
    RELIGIOUS,
)
from tests.naive import entitled, naive_domains, naive_taxes
from tests.properties.starts import BRIDGES, CASTLES, CUBES_TIED
from tests.properties.strategies import composed_states, crowded_states
from tests.rules.moves import build, demolish, populate, upgrade
from tests.support import do, position


def key(action):
    """An action but for the cards that pay a surcharge."""
    if isinstance(action, Build | Upgrade):
        return (type(action), action.age, action.kind, action.rank, action.square)
    return (type(action), getattr(action, "age", REASON), action.square)


def nothing() -> dict[Sort, set]:
    """By sort: no actions yet."""
    return {sort: set() for sort in Sort}


def found_by(prospects):
    """By sort: the keys of all actions of prospects, same places included."""
    found = nothing()
    for prospect in prospects:
        for action in (prospect.action, *prospect.same):
            for sort in prospect.sorts:
                found[sort].add((prospect.seat, key(action)))
    return found


# ------------------------------------------------------------------ trying everything


def naive_payers(state):
    """By age and square of what pays taxes: who is entitled."""
    return {
        (age, sq): frozenset(entitled(age, domain))
        for age in AGES
        for domain in naive_domains(state.boards[age])
        for building in domain
        if (building.kind is CIVIL) == (age is not REASON)
        for sq in building.squares
    }


def naive_sorts(state, action, outcome):
    """What an action upsets, read from its log and from the boards before and after."""
    events = [entry.event for entry in outcome.log]
    sorts = set()
    for event in events:
        if isinstance(event, e.DomainSplit):
            sorts.add(Sort.SPLIT)
        elif isinstance(event, e.DomainsJoined):
            sorts.add(Sort.JOIN)
        elif isinstance(event, e.ConflictFound):
            sorts.add(Sort.CONFLICT)
        elif isinstance(event, e.HamletCovered):
            if event.building.cubes and not event.lifted:
                sorts.add(Sort.ERASE)
        elif isinstance(event, e.BuildingErased):
            upgraded = [each for each in events if isinstance(each, e.BuildingUpgraded)]
            if not upgraded or not is_shadow(state, upgraded[0], event):
                sorts.add(Sort.ERASE)
    before, after = naive_payers(state), naive_payers(outcome.state)
    if any(before[place] != after[place] for place in before.keys() & after.keys()):
        sorts.add(Sort.CONTROL)
    return sorts


def is_shadow(state, upgraded, erased):
    """C6: what is erased is the shadow of what is upgraded, reached through Faith from Might."""
    old = upgraded.old
    if old.rank == 1:
        return False
    for age in AGES[upgraded.age + 1 : erased.age + 1]:
        there = state.boards[age].buildings.get(old.square)
        if there is None or there[:3] != old[:3]:
            return False
        if age is FAITH and there.owner != old.owner:
            return False
    return erased.building.square == old.square


def everything(state):
    """All routes of up to two journeys, then all actions with cards.

    Each action is tried after the fewest journeys that allow it, from where they cost least
    taxes: where adventurers stand decides what is the best answer to a question.
    """
    tried: dict = {}
    routes = [state]
    for _ in range(3):
        longer = []
        for now in routes:
            actions = legal_actions(now)
            for action in actions:
                if isinstance(action, Build | Upgrade | Demolish | Populate):
                    tried.setdefault(key(action), (now, action))
            journeys = [each for each in actions if isinstance(each, Travel)]
            journeys.sort(key=partial(price, now))
            for journey in journeys:
                after = do(now, journey).state
                if after not in longer:
                    longer.append(after)
        routes = longer
    return tried


def price(state, journey):
    """What the player to act would collect less where an adventurer left."""
    alone = state.player.adventurers.count(journey.origin) == 1
    return standing(state, state.seat, journey.origin) if alone else 0


def brute_force(state, actor, viewer):
    found = nothing()
    if state.over:
        return found
    for name, (now, action) in everything(on_turn(seen_by(state, viewer), actor)).items():
        _, outcome = finish(now, action)
        for sort in naive_sorts(now, action, outcome):
            found[sort].add((actor, name))
    return found


@settings(max_examples=12)
@given(crowded_states() | composed_states())
def test_no_chance_is_missed_and_none_made_up(state):
    for seat in {state.seat, (state.seat + 1) % len(state.players)}:
        assert found_by(chances(state, seat)) == brute_force(state, seat, seat)


@settings(max_examples=5)
@given(composed_states())
def test_no_threat_is_missed(state):
    seat = state.seat
    found = found_by(threats(state, seat))
    for other in range(len(state.players)):
        if other == seat:
            continue
        expected = nothing()
        if not state.over:
            seen = on_turn(seen_by(state, seat), other)
            for name, (now, action) in everything(seen).items():
                _, outcome = finish(now, action)
                if loses(seen, outcome, seat):
                    for sort in naive_sorts(now, action, outcome):
                        expected[sort].add((other, name))
        mine = {sort: {one for one in ones if one[0] == other} for sort, ones in found.items()}
        assert mine == expected


@settings(max_examples=10)
@given(crowded_states() | composed_states())
def test_what_does_not_reach_the_stakes_of_a_player_takes_nothing_from_him(state):
    for seat in range(len(state.players)):
        if seat == state.seat or state.over:
            continue
        seen = seen_by(state, seat)
        tried = {(each.travels, each.action) for each in attempts(seen, stakes_of(seen, seat))}
        for attempt in attempts(seen):
            if (attempt.travels, attempt.action) not in tried:
                _, outcome = finish(attempt.before, attempt.action)
                assert not loses(seen, outcome, seat), attempt.action


def loses(before, outcome, seat):
    """The player loses coins or taxes, standing anywhere, or something with a cube of his."""
    for event in (entry.event for entry in outcome.log):
        gone = isinstance(
            event,
            e.BuildingErased | e.HamletCovered | e.BuildingDemolished | e.BuildingShrunk
            | e.BuildingDestroyed | e.ShadowWithdrawn | e.ShadowReplaced,
        )  # fmt: skip
        if gone and seat in seats_on(event):
            return True
    after = outcome.state
    there = sum(standing(after, seat, age) - standing(before, seat, age) for age in AGES)
    here = naive_taxes(after, seat) - naive_taxes(before, seat)
    return there < 0 or (here < 0 and taxations_left(after, seat) > 0)


def seats_on(event):
    """Whose cubes stand on what an event takes away."""
    lost = event.old if hasattr(event, "old") else event.building
    return (lost.owner, *lost.cubes)


def standing(state, seat, age):
    """What a player would collect in an age if he stood there."""
    players = list(state.players)
    players[seat] = players[seat]._replace(adventurers=(age, age))
    return naive_taxes(state._replace(players=tuple(players)), seat)


@settings(max_examples=12)
@given(crowded_states() | composed_states(), st.booleans())
def test_every_prospect_can_be_played_and_says_what_it_does(state, own):
    seat = state.seat
    listed = chances(state, seat) if own else threats(state, seat)
    swings = [prospect.swing for prospect in listed]
    assert swings == sorted(swings, reverse=own)
    for prospect in listed:
        assert prospect.player == seat
        assert (prospect.seat == seat) is own
        assert prospect.before.seat == prospect.seat
        for action in (prospect.action, *prospect.same):
            assert why_not(prospect.before, action) is None
        outcome = do(prospect.before, prospect.move.action, *prospect.move.answers)
        assert prospect.preview.log == outcome.log
        assert prospect.preview.question is None
        assert {entry.event.clause for entry in outcome.log} == set(prospect.clauses)
        for other, money in enumerate(prospect.money):
            coins = outcome.state.players[other].coins - state.players[other].coins
            assert money.coins == coins
            taxes = naive_taxes(outcome.state, other) - naive_taxes(state, other)
            assert money.next == (taxes if taxations_left(outcome.state, other) else 0)
        others = [m.total for s, m in enumerate(prospect.money) if s != seat]
        own_money = prospect.money[seat].total
        assert prospect.swing == pytest.approx(own_money - sum(others) / len(others))
        assert prospect.text().endswith(").")
        assert prospect.text().startswith(state.players[prospect.seat].name)


@pytest.mark.parametrize(
    "state", [CASTLES, CUBES_TIED, BRIDGES], ids=["castles", "cubes", "bridges"]
)
def test_nasty_positions_hide_nothing(state):
    assert found_by(chances(state, state.seat)) == brute_force(state, state.seat, state.seat)


# ------------------------------------------------------------------ examples

JOINING = """
    turn: round 4, Red acts
    player Red: coins 4, hand {}, at Might Might
    player White: coins 4, hand cccc, at Might Might
    Might                   | Faith           | Reason
    m2R # m1R . m2W # c1 .  | . . . . . . . . | . . . . . . . .
    #   # .   . #   # .  .  | . . . . . . . . | . . . . . . . .
    """


def test_c2_a_hamlet_that_joins_is_a_chance_with_its_money():
    best = chances(position(JOINING.format("c")), 0)[0]
    assert best.action == build(MIGHT, "c1", "d1", "c")
    assert best.sorts == (Sort.SPLIT, Sort.JOIN, Sort.CONFLICT)
    assert {"C1", "C2", "C4"} <= set(best.clauses)
    assert best.money[0].next == 1
    assert "joins the domains at a1 and e1 in Might" in best.text()
    assert "White's keep at e1 in Might shrinks" in best.text()


def test_a_prospect_speaks_german():
    best = chances(position(JOINING.format("c")), 0)[0]
    assert best.text("de") == (
        "Red kann Weiler auf d1 in der Macht für c bauen: das verbindet die Domänen bei "
        "a1 und e1 im Zeitalter der Macht; die Burg von White auf e1 im Zeitalter der Macht "
        "schrumpft; das spaltet die Domäne bei a1 im Zeitalter der Macht (Red +1)."
    )
    with speaking("de"):
        assert str(best) == best.text("de")


def test_the_same_is_a_threat_to_the_weaker_side():
    state = position(JOINING.format("c"))
    listed = threats(state, 1)
    assert listed[0].seat == 0
    assert build(MIGHT, "c1", "d1", "c") in [each.action for each in listed]


def test_own_hand_is_known_and_other_hands_are_not():
    none = position(JOINING.format("r"))
    kinds = {each.action.kind for each in chances(none, 0) if isinstance(each.action, Build)}
    assert kinds <= {RELIGIOUS}
    against = {each.action.kind for each in threats(none, 1) if isinstance(each.action, Build)}
    assert against == {CIVIL}


@settings(max_examples=5)
@given(composed_states())
def test_threats_do_not_depend_on_how_hidden_cards_lie(state):
    seat = state.seat
    players, pile = list(state.players), state.pile
    for other, player in enumerate(players):
        if other != seat:
            pile = add_cards(pile, player.hand)
            hidden = player.hidden + sum(player.hand)
            players[other] = player._replace(hand=NO_CARDS, hidden=hidden)
    hidden = state._replace(players=tuple(players), pile=pile)
    assert [str(each) for each in threats(state, seat)] == [str(t) for t in threats(hidden, seat)]


def test_s4_cards_that_are_all_seen_threaten_nobody():
    state = position(JOINING.format("c"))
    seen = state._replace(pile=(0, 8, 8), discards=(18, 0, 0))
    players = (state.players[0]._replace(hand=(0, 2, 2)), state.players[1])
    listed = threats(seen._replace(players=players), 1)
    assert all(each.action.kind is not MILITARY for each in listed if hasattr(each.action, "kind"))
    assert listed


def test_a4_a_demolition_that_splits():
    state = position("""
        turn: round 4, Red acts
        player Red: coins 1, hand c, at Faith Faith
        player White: at Faith Faith
        Might       | Faith              | Reason
        . . . . . . | r1W c1 c1 c2 # .   | . . . . . .
        . . . . . . | .   .  .  #  # .   | . . . . . .
        """)
    best = chances(state, 0)[0]
    assert best.action == demolish(FAITH, "b1")
    assert best.sorts == (Sort.SPLIT, Sort.CONTROL)
    assert best.money[0].coins == -1
    assert best.money[1].next == -5
    assert best.swing == 4
    # Red's cards are not known to White: the chapel itself may go as well.
    worst = threats(state, 1)[:2]
    assert [each.action for each in worst] == [demolish(FAITH, "a1"), demolish(FAITH, "b1")]
    assert [each.swing for each in worst] == [-4, -4]


def test_t4_adventurers_travel_for_the_coins_they_have():
    text = """
        turn: round 2, Red acts
        player Red: coins {}, hand {}, at Reason Reason
        player White:
        Might       | Faith       | Reason
        . . . . .   | . . r2W # . | . . r2% # .
        . . . . .   | . . #   # . | . . #   # .
        . . . . .   | . . .   . . | . . .   . .
        """
    assert chances(position(text.format(0, "mm")), 0) == ()
    listed = chances(position(text.format(1, "mm")), 0)
    assert {each.travels for each in listed} == {(Travel(REASON, MIGHT),)}
    assert {each.sorts for each in listed} == {(Sort.ERASE,)}
    # A castle takes four cards in one age, so both must go.
    one_coin, two_coins = (position(text.format(coins, "mmmm")) for coins in (1, 2))
    assert needs(one_coin) == {(2, 1)}
    assert needs(two_coins) == {(2, 1), (3, 2)}


def needs(state):
    """Ranks of what the first player can build, and the journeys it takes."""
    listed = [(each.action, len(each.travels)) for each in chances(state, 0)]
    return {(action.rank, journeys) for action, journeys in listed if isinstance(action, Build)}


def test_t5_cards_already_played_count():
    state = position(JOINING.format("cc"))
    tired = state._replace(turn=state.turn._replace(purses=(((MIGHT, 0), (MIGHT, 0)),), acted=True))
    assert chances(tired, 0) == ()
    fresh = state._replace(turn=state.turn._replace(purses=full_purses((MIGHT, MIGHT))))
    assert chances(fresh, 0)


def test_x3_a_cube_that_takes_the_majority():
    state = position("""
        turn: round 7, Red acts
        player Red: hand c, at Reason Reason
        player White: at Reason Reason
        Might     | Faith     | Reason
        . . . .   | . . . .   | m2 # c2:W #
        . . . .   | . . . .   | #  # #    #
        """)
    (best,) = chances(state, 0)
    assert best.action == populate("c1")
    assert best.sorts == (Sort.CONTROL,)
    assert [money.next for money in best.money] == [2, 0]
    assert "taxes at a1 in Reason go to Red and White instead of White" in best.text()


def test_equal_effects_at_several_places_are_one_line():
    state = position("""
        turn: round 4, Red acts
        player Red: hand m, at Might Might
        player White:
        Might     | Faith     | Reason
        . . . .   | . . . .   | . . . .
        . h . .   | . h . .   | . h . .
        . . . .   | . . . .   | . . . .
        """)
    (best,) = chances(state, 0)
    places = {key(each) for each in (best.action, *best.same)}
    around = [square(sq) for sq in ("b1", "a2", "c2", "b3")]
    assert places == {(Build, MIGHT, MILITARY, 1, sq) for sq in around}
    assert best.money[0].total == 1


def test_the_same_done_to_different_things_is_different_lines():
    state = position("""
        turn: round 4, Red acts
        player Red: hand m, at Might Might
        player White:
        Might     | Faith     | Reason
        h . . h   | h . . h   | h . . h
        """)
    assert [each.action for each in chances(state, 0)] == [
        build(MIGHT, "m1", "b1", "m"),
        build(MIGHT, "m1", "c1", "m"),
    ]


def test_b4_a_shadow_that_grows_with_its_building_is_no_paradox():
    state = position("""
        player Red: hand mm, at Might Might
        player White:
        Might     | Faith     | Reason
        m2R # .   | m2R # .   | m2% # .
        #   # .   | #   # .   | #   # .
        .   . .   | .   . .   | .   . .
        """)
    assert why_not(state, upgrade(MIGHT, "m3", "a1", "mm")) is None
    assert chances(state, 0) == ()


def test_b6_cubes_on_a_printed_hamlet_are_lost_to_a_copy():
    state = position("""
        player Red: hand cc, at Might Might
        player White: at Reason Reason
        Might     | Faith     | Reason
        c2 # .    | h . .     | h:W . .
        #  # .    | . . .     | .   . .
        .  . .    | . . .     | .   . .
        """)
    (best,) = chances(state, 0)
    assert best.action == upgrade(MIGHT, "c3", "a1", "cc")
    assert best.sorts == (Sort.ERASE,)
    assert "it erases the hamlet at a1 in Reason" in best.text()
    assert [each.action for each in threats(state, 1)] == [best.action]


def test_x4_taxes_lost_where_nobody_stands_are_a_threat_too():
    state = position("""
        turn: round 4, Red acts
        player Red: hand mm, at Might Might
        player White: at Reason Reason
        Might       | Faith       | Reason
        m1W c1 . .  | . . . .     | . . . .
        .   .  . .  | . . . .     | . . . .
        """)
    worst = threats(state, 1)[0]
    assert worst.action == build(MIGHT, "m2", "c1", "mm")
    assert (worst.money[1].there, worst.money[1].total) == (-1, 0)
    assert worst.sorts == (Sort.CONTROL,)


def test_limits_and_seats():
    state = position(JOINING.format("cc"))
    listed = chances(state, 0)
    assert chances(state, 0, limit=1) == listed[:1]
    with pytest.raises(KhronosError, match="there is no seat 2; seats are 0 to 1"):
        threats(state, 2)
    assert chances(state._replace(over=True), 0) == ()


def test_moves_of_prospects_are_complete():
    for prospect in chances(CASTLES, CASTLES.seat):
        assert isinstance(prospect.move, Move)
        assert str(prospect) == prospect.text()
