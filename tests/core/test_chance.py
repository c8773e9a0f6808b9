"""Chance: the generator's published numbers, skipping, drawing cards, seeds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import below, draw, seed_of, skip, step

WORD = (1 << 64) - 1
PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""What splitmix64 gives from the seed 1234567."""

words = st.integers(0, WORD)
piles = st.tuples(*[st.integers(0, 20)] * 3)


def test_the_generator_gives_the_published_numbers():
    chance, numbers = 1234567, []
    for _ in PUBLISHED:
        chance, number = step(chance)
        numbers.append(number)
    assert tuple(numbers) == PUBLISHED


@given(words, st.integers(0, 60))
def test_skipping_is_stepping(chance, steps):
    walked = chance
    for _ in range(steps):
        walked, _ = step(walked)
    assert skip(chance, steps) == walked


@given(words, st.integers(1, 1000))
def test_below_uses_one_number_and_stays_below(chance, limit):
    following, number = below(chance, limit)
    assert 0 <= number < limit
    assert following == skip(chance, 1)
    assert number == step(chance)[1] * limit // (WORD + 1)


@pytest.mark.clause("S4")
@given(words, piles, st.integers(0, 8))
def test_s4_drawing_conserves_cards(chance, pile, wanted):
    number = min(wanted, sum(pile))
    following, drawn, left = draw(chance, pile, number)
    assert sum(drawn) == number
    assert min(*drawn, *left) >= 0
    assert tuple(a + b for a, b in zip(drawn, left, strict=True)) == pile
    assert following == skip(chance, number)


@given(words, piles, st.integers(0, 5), st.integers(0, 5))
def test_s4_drawing_in_two_goes_is_drawing_at_once(chance, pile, one, two):
    if one + two > sum(pile):
        one = two = 0
    after, first, left = draw(chance, pile, one)
    after, second, left = draw(after, left, two)
    together = tuple(a + b for a, b in zip(first, second, strict=True))
    assert (after, together, left) == draw(chance, pile, one + two)


def test_s4_kinds_are_drawn_as_often_as_they_lie_in_the_pile():
    chance, total = seed_of("frequencies"), [0, 0, 0]
    for _ in range(4000):
        chance, drawn, _ = draw(chance, (18, 18, 19), 4)
        total = [a + b for a, b in zip(total, drawn, strict=True)]
    for number, lying in zip(total, (18, 18, 19), strict=True):
        assert number / 16000 == pytest.approx(lying / 55, abs=0.012)


@pytest.mark.parametrize(
    ("parts", "seed"),
    [
        ((), 16476032584258269876),
        ((0,), 9523843951405948789),
        (("khronos", 0), 7692097069209190083),
        ((7, "game", 3), 326631279725201054),
        (("ä", "日本"), 724742609103795381),
    ],
)
def test_seeds_stay_what_they_are(parts, seed):
    assert seed_of(*parts) == seed


def test_seeds_tell_their_parts_apart():
    seeds = {seed_of(1, 23), seed_of(12, 3), seed_of(123), seed_of(1, 2, 3), seed_of("1", "2")}
    assert len(seeds) == 5
    assert seed_of(1, "2") == seed_of("1", 2)
    assert all(0 <= seed <= WORD for seed in seeds)
