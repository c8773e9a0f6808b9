"""T5 against brute force: every card and every journey of a turn given to each adventurer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

import pytest

from khronos_lab.core import Purses, allowance, full_purses, pay_cards, travel
from khronos_lab.rulebook import AGES, Age

Step = tuple[str, Age, int]
"""`cards`, age, how many; or `journey`, origin, target."""

CARDS = [("cards", age, number) for age in AGES for number in (1, 2, 3, 4, 5)]
JOURNEYS = [("journey", origin, target) for origin, target in permutations(AGES, 2)]
STEPS: list[Step] = [*CARDS, *JOURNEYS]
LONGEST = 3
"""Histories of up to so many steps are all tried, each with every next step."""
STARTS = list(combinations_with_replacement(AGES, 2))


# ------------------------------------------------------------------ brute force


def decisions(history: tuple[Step, ...]) -> Iterator[tuple[str, Age, int]]:
    """Each single card and each journey, in order: what has to be given to somebody."""
    for what, age, number in history:
        if what == "cards":
            yield from (("card", age, 0) for _ in range(number))
        else:
            yield "journey", age, number


def possible(start: tuple[Age, ...], history: tuple[Step, ...]) -> bool:
    """True if somebody can be named for every card and every journey of a whole turn."""
    return assignable(start, (2, 2), list(decisions(history)))


def assignable(
    places: tuple[Age, ...], left: tuple[int, ...], todo: list[tuple[str, Age, int]]
) -> bool:
    """Try adventurer 1, then adventurer 2, for the first decision, and so on for all others."""
    if not todo:
        return True
    (what, age, target), rest = todo[0], todo[1:]
    for who in (0, 1):
        if places[who] != age:
            continue
        if what == "journey":
            moved = (Age(target), places[1]) if who == 0 else (places[0], Age(target))
            if assignable(moved, left, rest):
                return True
        elif left[who]:
            paid = (left[0] - 1, left[1]) if who == 0 else (left[0], left[1] - 1)
            if assignable(places, paid, rest):
                return True
    return False


# ------------------------------------------------------------------ the same with purses


def follow(purses: Purses, step: Step) -> Purses:
    what, age, number = step
    return pay_cards(purses, age, number) if what == "cards" else travel(purses, age, Age(number))


def compare_every_next_step(start: tuple[Age, ...], history: tuple[Step, ...], purses: Purses):
    for step in STEPS:
        expected = possible(start, (*history, step))
        assert bool(follow(purses, step)) == expected, (start, history, step)
    for age in AGES:
        most = max(n for n in range(6) if n == 0 or possible(start, (*history, ("cards", age, n))))
        assert allowance(purses, age) == most, (start, history, age)


# ------------------------------------------------------------------ tests


@pytest.mark.parametrize("start", STARTS, ids=lambda s: "-".join(age.title for age in s))
def test_t5_every_short_history_agrees_with_brute_force(start):
    layer: list[tuple[tuple[Step, ...], Purses]] = [((), full_purses(start))]
    for length in range(LONGEST + 1):
        following = []
        for history, purses in layer:
            compare_every_next_step(start, history, purses)
            for step in STEPS if length < LONGEST else ():
                after = follow(purses, step)
                if after:
                    following.append(((*history, step), after))
        layer = following
