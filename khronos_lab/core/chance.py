"""Chance as a value: a 64-bit generator whose state is one integer inside the game state.

`random.Random` carries 2.5 kB of hidden state and costs more to make than a whole turn of draws;
a game state has to be a small value that is copied, compared and sent to other processes. This is
splitmix64 (Steele, Lea and Flood 2014), pinned by its published test vectors in the tests.
"""

from __future__ import annotations

import hashlib

from khronos_lab.rulebook import KINDS, Cards, implements

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def step(chance: int) -> tuple[int, int]:
    """The next state and the next 64-bit number."""
    chance = (chance + _STEP) & _MASK
    number = ((chance ^ chance >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & _MASK
    return chance, number ^ number >> 31


def below(chance: int, limit: int) -> tuple[int, int]:
    """The next state and a number from 0 to `limit` - 1."""
    chance, number = step(chance)
    return chance, number * limit >> 64


def skip(chance: int, steps: int) -> int:
    """The state after a number of draws."""
    return (chance + steps * _STEP) & _MASK


def seed_of(*parts: object) -> int:
    """A 64-bit seed from any seed and labels: seeds flow down, never sideways.

    >>> seed_of(7, "game", 3) == seed_of(7, "game", 3) != seed_of(7, "game", 4)
    True
    """
    text = "\x1f".join(str(part) for part in parts)
    data = text.encode("utf-8", "surrogatepass")  # a seed may be any text
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big")


@implements("S4")
def draw(chance: int, pile: Cards, number: int) -> tuple[int, Cards, Cards]:
    """Draw cards from a shuffled pile: the next state, the cards drawn and the pile left.

    A pile is only numbers of cards: nobody can know its order, so deciding it card by card
    is the same as shuffling it beforehand.
    """
    left = list(pile)
    drawn = [0, 0, 0]
    for _ in range(number):
        chance, pick = below(chance, sum(left))
        for kind in KINDS:
            if pick < left[kind]:
                left[kind] -= 1
                drawn[kind] += 1
                break
            pick -= left[kind]
    return chance, (drawn[0], drawn[1], drawn[2]), (left[0], left[1], left[2])
