"""T5: which adventurer's allowance pays, left open until it matters.

Each adventurer may play two cards a turn where he stands. Nobody says which of two adventurers in
one age paid, or which of them left, so all consistent accounts are kept side by side. An *account*
is where the two stand and how many cards each may still play, e.g. `((MIGHT, 1), (FAITH, 2))`,
sorted because the two are alike; a *purse* is the tuple of all accounts that are still possible.
There are never more than a handful, and the steps between them are remembered for all games.
"""

from __future__ import annotations

from functools import lru_cache

from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import CARDS_PER_ADVENTURER, Age

Account = tuple[tuple[Age, int], ...]
Purses = tuple[Account, ...]


@lru_cache(maxsize=64)
@implements("T5")
def full_purses(adventurers: tuple[Age, ...]) -> Purses:
    """The one account at the start of a turn: two cards for each adventurer."""
    return (tuple(sorted((age, CARDS_PER_ADVENTURER) for age in adventurers)),)


@lru_cache(maxsize=4096)
@implements("T5")
def allowance(purses: Purses, age: Age) -> int:
    """The most cards that one action in this age may still cost."""
    return max(sum(left for place, left in account if place == age) for account in purses)


@lru_cache(maxsize=4096)
@implements("T5")
def pay_cards(purses: Purses, age: Age, number: int) -> Purses:
    """The accounts possible after `number` cards were played in this age; none if too many."""
    after = {paid for account in purses for paid in _payments(account, age, number)}
    return tuple(sorted(after))


@lru_cache(maxsize=4096)
@implements("T5")
def travel(purses: Purses, origin: Age, target: Age) -> Purses:
    """The accounts possible after some adventurer went from one age to another."""
    after = set()
    for account in purses:
        for index, (place, left) in enumerate(account):
            if place == origin:
                moved = (*account[:index], (target, left), *account[index + 1 :])
                after.add(tuple(sorted(moved)))
    return tuple(sorted(after))


def _payments(account: Account, age: Age, number: int) -> list[Account]:
    """Every way in which the adventurers of one account share a payment in one age."""
    if not account:
        return [()] if number == 0 else []
    (place, left), rest = account[0], account[1:]
    most = min(left, number) if place == age else 0
    return [
        tuple(sorted(((place, left - share), *others)))
        for share in range(most + 1)
        for others in _payments(rest, age, number - share)
    ]
