"""`legal_actions` is exactly what `why_not` allows, in a stable order, counted and drawn fairly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import GameState, full_purses
from khronos_lab.core import actions as a
from khronos_lab.engine import choices, legal_actions, play, why_not
from khronos_lab.rulebook import AGES, KINDS, Cards, IllegalAction, clauses
from tests.properties import starts, strategies
from tests.properties.naive_law import Law
from tests.support import position

SMALL = strategies.small_grids(3, 5)
TINY_STATES = strategies.composed_states(strategies.new_games(SMALL)) | strategies.mid_games(
    strategies.new_games(SMALL), 40
)


# ------------------------------------------------------------------ everything conceivable


def payments(hand: Cards) -> list[Cards]:
    """Every choice of cards from a hand."""
    military, religious, civil = (range(number + 1) for number in hand)
    return list(product(military, religious, civil))


def squares(state: GameState) -> list[int]:
    """Every square of the map, and those just off it."""
    grid = state.grid
    return [17 * row + col for row in range(grid.rows + 1) for col in range(grid.columns + 1)]


def conceivable(state: GameState) -> Iterator[a.Action]:
    """Every action that anybody could think of with this hand on this map."""
    ways = payments(state.player.hand)
    for cards in ways:
        yield a.Exchange(cards)
        yield a.EndTurn(cards)
        for kind in KINDS:
            yield a.Swap(kind, cards)
    yield a.EndTurn()
    for origin, target in product(AGES, AGES):
        yield a.Travel(origin, target)
    for sq in squares(state):
        yield a.Populate(sq)
        yield a.Restore(sq)
        for age in AGES:
            yield a.Demolish(age, sq)
            for kind, rank, cards in product(KINDS, (1, 2, 3), ways):
                yield a.Build(age, kind, rank, sq, cards)
                yield a.Upgrade(age, kind, rank, sq, cards)


def allowed(state: GameState) -> set[a.Action]:
    """The conceivable actions against which nothing speaks, by the engine and by the page."""
    law = Law(state)
    found = set()
    for action in conceivable(state):
        broken = why_not(state, action)
        assert (broken is None) == law.allows(action), f"{action}: {broken or 'legal'}\n{state}"
        if broken is None:
            found.add(action)
    return found


def assert_same(state: GameState, listed: list[a.Action], found: set[a.Action]) -> None:
    """The list holds what was found, and the message says what it does not."""
    missing = sorted(map(str, found - set(listed)))
    wrong = sorted(map(str, set(listed) - found))
    assert not missing, f"legal but not listed: {missing}\n{state}"
    assert not wrong, f"listed but forbidden: {wrong}\n{state}"


@given(TINY_STATES)
def test_t3_legal_actions_are_all_that_nothing_forbids(state):
    assert_same(state, legal_actions(state), allowed(state))


@pytest.mark.parametrize("name", starts.STARTS)
def test_t3_legal_actions_are_all_that_nothing_forbids_among_large_buildings(name):
    start = starts.STARTS[name]
    for seat in range(len(start.players)):
        turn = start.turn._replace(seat=seat, purses=full_purses(start.players[seat].adventurers))
        state = start._replace(turn=turn)
        assert_same(state, legal_actions(state), allowed(state))


@given(strategies.states(), st.randoms(use_true_random=False))
def test_what_is_listed_is_legal_on_any_map(state, rng):
    legal = choices(state)
    for _ in range(min(len(legal), 60)):
        action = legal.pick(rng)
        assert why_not(state, action) is None, f"{action}: {why_not(state, action)}\n{state}"


# ------------------------------------------------------------------ order, numbers, counts


@given(strategies.states())
def test_the_list_is_stable_numbered_counted_and_without_doubles(state):
    listed, legal = legal_actions(state), choices(state)
    assert [str(action) for action, n in Counter(listed).items() if n > 1] == []
    assert listed == legal_actions(state) == list(legal)
    assert len(legal) == len(listed)
    assert [legal[index] for index in range(len(legal))] == listed
    assert [legal[index - len(legal)] for index in range(len(legal))] == listed
    for index in (len(legal), -len(legal) - 1):
        with pytest.raises(IndexError):
            legal[index]
    assert legal.count_by_kind() == dict(Counter(type(action).__name__ for action in listed))


def test_t7_nothing_is_legal_when_the_game_is_over():
    state = starts.CASTLES._replace(over=True)
    assert legal_actions(state) == []
    assert len(choices(state)) == 0


# ------------------------------------------------------------------ drawing

FEW_ACTIONS = position(
    """
    players Red: coins 3, hand mmrc, at Might Reason; White

    Might        | Faith      | Reason
    m1R f  .  h  | .  f . h   | m2% #  .  h:W
    .   .  ^  .  | .  . ^ .   | #   #  ^  .
    c1  .  .  .  | .  . . .   | .   .  .  .
    """
)


class Numbered(Random):
    """A generator that gives the number it is told, if that is below the limit asked for."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def randrange(self, start, stop=None, step=1):
        low, high = (0, start) if stop is None else (start, stop)
        assert step == 1
        assert low <= self.number < high
        self.limits = (low, high)
        return self.number


def test_drawing_maps_each_number_to_one_action():
    legal = choices(FEW_ACTIONS)
    drawn = []
    for number in range(len(legal)):
        rng = Numbered(number)
        drawn.append(legal.pick(rng))
        assert rng.limits == (0, len(legal)), "a limit above or below makes some likelier"
    assert drawn == list(legal)


# ------------------------------------------------------------------ garbage


@given(strategies.states(), strategies.garbage_actions())
def test_why_not_answers_any_nonsense(state, action):
    broken = why_not(state, action)
    if broken is None:
        assert action in choices(state)
        return
    assert broken.clause in clauses()
    assert str(broken)
    assert action not in list(choices(state))


@given(strategies.composed_states(), strategies.garbage_actions())
def test_play_refuses_any_nonsense_with_its_reason(state, action):
    broken = why_not(state, action)
    if broken is None:
        return
    with pytest.raises(IllegalAction) as refused:
        play(state, action)
    assert refused.value.violation == broken
    assert str(broken) in str(refused.value)
