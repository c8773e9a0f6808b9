"""Positions edited by hand: no tile, cube or card is lost, and nothing impossible stands."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.core import (
    Build,
    Building,
    GameState,
    Upgrade,
    bits,
    board_of,
    plain_grid,
    position_text,
    read_position,
    square,
    usual_cubes,
    usual_pile,
    usual_supply,
)
from khronos_lab.engine import Outcome, choices, new_game, play_through
from khronos_lab.engine import position_editing as edit
from khronos_lab.mechanics import faults
from khronos_lab.rulebook import (
    AGES,
    CIVIL,
    FAITH,
    KINDS,
    MIGHT,
    MILITARY,
    NO_CARDS,
    RANKS,
    REASON,
    RELIGIOUS,
    Age,
    IllegalAction,
    PositionError,
    RuleSet,
)
from tests.support import position

SMALL = plain_grid(6, 6, (square("a6"),))
"""A small map with one printed hamlet."""


@pytest.fixture
def empty() -> GameState:
    return edit.empty_position(["Ann", "Ben"], SMALL)


def keep(place: str, owner: int | None = 0, **more) -> Building:
    return Building(MILITARY, 2, square(place), owner, **more)


def there(state: GameState, age: Age, place: str) -> Building:
    found = state.boards[age].at(square(place))
    assert found is not None
    return found


def assert_complete(state: GameState) -> None:
    """Every tile, cube and card is somewhere, once, and the boards are what they seem."""
    assert state.supply == usual_supply(state.boards)
    for seat, player in enumerate(state.players):
        assert player.cubes == usual_cubes(state.boards, seat)
    elsewhere = [state.discards, state.open_cards, *(player.hand for player in state.players)]
    assert state.pile == usual_pile(state.rules, elsewhere)
    for board in state.boards:
        again = board_of(state.grid, tuple(board))
        assert (board.occupied, board.domains, board.clashes) == (
            again.occupied, again.domains, again.clashes,
        )  # fmt: skip


# ------------------------------------------------------------------ one age alone


def test_a_building_that_is_just_put_casts_no_shadow_and_the_old_state_stays(empty):
    state = edit.put(empty, MIGHT, keep("b2"))
    assert [str(each) for each in state.boards[MIGHT]] == ["keep at b2", "hamlet at a6"]
    assert [len(board.buildings) for board in state.boards] == [2, 1, 1]
    assert (state.players[0].cubes, state.supply[MILITARY][2]) == (24, 23)
    assert empty.players[0].cubes == 25
    assert_complete(state)


def test_s3_what_is_covered_goes_back_to_the_supply_and_its_cubes_go_home(empty):
    full = edit.settled(edit.put(empty, REASON, Building(CIVIL, 2, square("b2"))), square("c3"), 1)
    assert full.players[1].cubes == 24
    state = edit.put(full, REASON, keep("c3", None, ruin=True))
    assert state.players[1].cubes == 25
    assert state.supply[CIVIL][2] == 24
    assert_complete(state)


def test_s5_a_printed_hamlet_is_neither_removed_nor_covered_by_a_small_tile(empty):
    with pytest.raises(PositionError, match=r"part of the map.*S5"):
        edit.removed(empty, MIGHT, square("a6"))
    with pytest.raises(PositionError, match="S5"):
        edit.put(empty, MIGHT, Building(MILITARY, 1, square("a6"), 0))


def test_a6_a_large_ruin_carries_one_cube_until_it_is_turned(empty):
    ruin = Building(RELIGIOUS, 3, square("b2"), ruin=True)
    state = edit.put(empty, REASON, ruin)
    half = edit.settled(state, square("d4"), 1)
    assert (there(half, REASON, "b2").cubes, half.players[1].cubes) == ((1,), 24)
    with pytest.raises(PositionError, match="A6"):
        edit.settled(half, square("b2"), 0)
    restored = edit.turned(half, square("b2"))
    assert restored.boards[REASON].at(square("b2")) == ruin._replace(ruin=False)
    assert restored.players[1].cubes == 25
    assert edit.turned(restored, square("b2")) == state


def test_what_the_rules_forbid_can_stand_and_is_named(empty):
    state = edit.put(edit.put(empty, MIGHT, keep("b2")), MIGHT, keep("d2", 1))
    assert [fault.clause for fault in faults(state)] == ["H1"]
    on_hamlet = edit.put(empty, FAITH, keep("a5"))
    assert [fault.clause for fault in faults(on_hamlet)] == ["A1"]
    assert_complete(state)


@pytest.mark.parametrize(
    ("age", "building", "reason"),
    [
        (MIGHT, keep("b2", None), "needs an owner (A1)"),
        (FAITH, Building(CIVIL, 2, square("b2"), 0), "cannot have an owner (A1)"),
        (MIGHT, keep("b2", 0, ruin=True), "there are ruins only in Reason (B4)"),
        (MIGHT, Building(CIVIL, 2, square("b2"), cubes=(0,)), "people live only in Reason (A5)"),
        (REASON, keep("b2", 0), "nobody owns buildings in Reason (A6)"),
        (REASON, Building(MILITARY, 1, square("b2")), "never copied there (B1)"),
        (REASON, Building(CIVIL, 2, square("b2"), ruin=True), "civil buildings never are (B2)"),
        (REASON, keep("b2", None, ruin=True, cubes=(0,)), "only a large ruin does"),
        (REASON, Building(CIVIL, 2, square("b2"), cubes=(0,) * 4), "at most 3 cubes (A5)"),
        (MIGHT, keep("f2"), "does not fit on the map"),
        (MIGHT, keep("b2", 2), "there is no seat 2"),
        (MIGHT, Building(MILITARY, 4, 0, 0), "no building of kind 0, rank 4"),
    ],
)
def test_what_cannot_exist_is_refused(empty, age, building, reason):
    with pytest.raises(PositionError) as refused:
        edit.put(empty, age, building)
    assert reason in str(refused.value)


def test_s3_a_tile_too_many_and_s1_a_cube_too_many_are_refused(empty):
    short = edit.with_supply(empty, MILITARY, 2, 0)
    with pytest.raises(PositionError, match=r"no keep tile left.*S3"):
        edit.put(short, MIGHT, keep("b2"))
    poor = edit.with_cubes(empty, 0, 0)
    with pytest.raises(PositionError, match=r"Ann has no cube left \(S1\)"):
        edit.put(poor, MIGHT, keep("b2"))
    # The tile and the cube of what is covered can be used at once.
    last = edit.with_supply(edit.put(empty, MIGHT, keep("b2")), MILITARY, 2, 0)
    state = edit.put(edit.with_cubes(last, 0, 0), MIGHT, keep("c2"))
    assert str(state.boards[MIGHT].at(square("c2"))) == "keep at c2"


# ------------------------------------------------------------------ any edits


def edits(state: GameState, rng: Random) -> GameState:
    """One edit at random, whatever comes of it."""
    age, sq = rng.choice(AGES), rng.choice(list(bits(state.grid.area)))
    kind, rank, seat = rng.choice(KINDS), rng.choice(RANKS), rng.randrange(len(state.players))
    mine = None if kind is CIVIL or age is REASON else seat
    building = Building(kind, rank, sq, mine, ruin=kind is not CIVIL and age is REASON)
    work = rng.choice(
        [
            *[lambda: edit.put(state, age, building)] * 5,
            lambda: getattr(edit.cast(state, age, building), "state", state),
            lambda: getattr(edit.torn_down(state, age, sq), "state", state),
            lambda: edit.removed(state, age, sq),
            lambda: edit.owned(state, age, sq, seat),
            *[lambda: edit.settled(state, sq, seat)] * 2,
            lambda: edit.unsettled(state, sq, seat),
            lambda: edit.turned(state, sq),
            lambda: edit.with_hand(
                state, seat, (rng.randrange(4), rng.randrange(4), rng.randrange(4))
            ),
            lambda: edit.with_coins(state, seat, rng.randrange(30)),
            lambda: edit.with_adventurers(state, seat, (rng.choice(AGES), rng.choice(AGES))),
            lambda: edit.with_turn(state, round=rng.randrange(1, 8), seat=seat),
        ]
    )
    return work()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_whatever_is_edited_nothing_is_lost_and_it_can_be_written_and_read(seed):
    rng = Random(seed)
    state = edit.empty_position(["Ann", "Ben", "Cleo"], plain_grid(7, 5, (0, square("e3"))))
    state = state._replace(rules=RuleSet(erased_tiles_return=True))
    done = 0
    for _ in range(40):
        try:
            state = edits(state, rng)
            done += 1
        except (PositionError, IllegalAction):
            continue
        assert_complete(state)
    assert done
    assert read_position(position_text(state)) == state


# ------------------------------------------------------------------ through the rules


def test_b3_b4_what_is_cast_goes_through_the_rules(empty):
    done = edit.cast(empty, MIGHT, keep("b2", 1))
    assert isinstance(done, Outcome)
    assert [str(board.at(square("c3"))) for board in done.state.boards] == [
        "keep at b2", "keep at b2", "keep ruin at b2",
    ]  # fmt: skip
    assert [entry.event.clause for entry in done.log][-1] == "B4"
    assert_complete(done.state)


def test_a2_a_building_over_a_smaller_one_of_its_kind_is_an_upgrade(empty):
    small = edit.put(empty, MIGHT, Building(MILITARY, 1, square("c3"), 0))
    done = edit.cast(small, MIGHT, keep("b2"))
    assert isinstance(done, Outcome)
    assert done.state.players[0].cubes == 23  # the keep's, which stays, and its copy's
    with pytest.raises(IllegalAction, match=r"only its owner upgrades it \(A2\)"):
        edit.cast(small, MIGHT, keep("b2", 1))


def test_d1_and_h1_forbid_casting_what_could_just_be_put():
    state = position("""
        players Ann; Ben
        Might       | Faith     | Reason
        m1A . . c1  | . . . .   | . . . .
        m1B . . .   | . . . .   | . . . .
    """)
    with pytest.raises(IllegalAction, match=r"connect the domains at .*\(D1\)"):
        edit.cast(state, MIGHT, keep("b1"))
    with pytest.raises(IllegalAction, match=r"\(H1\)"):
        edit.cast(state, MIGHT, Building(MILITARY, 1, square("b2"), 0))
    assert there(edit.put(state, MIGHT, keep("b1")), MIGHT, "b1").rank == 2


def test_c2_casting_asks_what_the_rules_ask():
    state = position("""
        players Ann; Ben
        Might             | Faith         | Reason
        m2A #  .  m2B #   | . . . . .     | . . . . .
        #   #  .  #   #   | . . . . .     | . . . . .
    """)
    hamlet = Building(CIVIL, 1, square("c1"))
    asked = edit.cast(state, MIGHT, hamlet)
    assert not isinstance(asked, Outcome)
    assert asked.clause == "C4"
    done = edit.cast(state, MIGHT, hamlet, (0,))
    assert isinstance(done, Outcome)
    assert [each.rank for each in done.state.boards[MIGHT]] == [1, 1, 2]


def test_a4_a_demolition_through_the_rules_costs_nothing_and_keeps_the_rule(empty):
    tower = edit.put(empty, MIGHT, Building(MILITARY, 1, square("c3"), 1))
    done = edit.torn_down(tower, MIGHT, square("c3"))
    assert isinstance(done, Outcome)
    assert done.state == empty
    with pytest.raises(IllegalAction, match="too large"):
        edit.torn_down(edit.put(empty, MIGHT, keep("b2")), MIGHT, square("c3"))


@pytest.mark.parametrize("seed", range(3))
def test_casting_does_to_boards_what_playing_does(seed):
    rng = Random(seed)
    state = new_game(2 + seed, seed=seed)
    compared = 0
    while not state.over and compared < 25:
        action = choices(state).pick(rng)
        move, outcome = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))
        if isinstance(action, Build | Upgrade):
            owner = None if action.kind is CIVIL else state.seat
            building = Building(action.kind, action.rank, action.square, owner)
            done = edit.cast(state, action.age, building, move.answers)
            assert isinstance(done, Outcome)
            assert done.state == edit.grafted(state, outcome.state)
            compared += 1
        state = outcome.state
    assert compared > 5


# ------------------------------------------------------------------ the table


def test_s4_a_hand_comes_out_of_the_pile_and_then_out_of_the_discards(empty):
    state = edit.with_hand(empty, 0, (18, 0, 0))
    assert state.pile == (0, 18, 19)
    with pytest.raises(PositionError, match=r"Ben cannot hold m: the deck does not .*S4"):
        edit.with_hand(state, 1, (1, 0, 0))
    thrown = edit.with_hand(state, 0, NO_CARDS)._replace(pile=(0, 18, 19), discards=(18, 0, 0))
    again = edit.with_hand(thrown, 1, (2, 0, 0))
    assert (again.pile, again.discards) == ((0, 18, 19), (16, 0, 0))
    assert edit.with_hand(empty, 0, (0, 0, 1), 3).players[0].hidden == 3


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda state: edit.with_coins(state, 0, -1), "0 to 9999 coins"),
        (lambda state: edit.with_coins(state, 5, 1), "no seat 5"),
        (lambda state: edit.with_hand(state, 0, (-1, 0, 0)), "cannot hold -1"),
        (lambda state: edit.with_cubes(state, 0, 26), "0 to 25 cubes"),
        (lambda state: edit.with_adventurers(state, 0, (MIGHT,)), "2 adventurers, not 1"),
        (lambda state: edit.with_turn(state, round=8), "no round 8"),
        (lambda state: edit.with_supply(state, CIVIL, 3, 10), "0 to 9 city tiles"),
    ],
)
def test_what_no_table_can_hold_is_refused(empty, change, reason):
    with pytest.raises(PositionError, match=reason):
        change(empty)
