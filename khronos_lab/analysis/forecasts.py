"""Forecast: what taxes would pay now, domain by domain, and the difference that an action makes.

Every number comes from `khronos_lab.mechanics.taxes`; nothing here knows a rule of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from khronos_lab.analysis.inputs import forgiving
from khronos_lab.core import Action, GameState, Move, OpenChoice, highest, name, owned
from khronos_lab.engine import Outcome, coin_changes, play
from khronos_lab.mechanics import RULING_KIND, Due, dues, entitled, yields
from khronos_lab.rulebook import AGES, CIVIL, REASON, Age, Said, multilingual

Amounts = tuple[tuple[int, ...], ...]
"""By seat, then by age: coins."""

SEARCHED_CHOICES: Final = 3
"""The number of open choices of one action that are searched for the best answer.

Cascades of eight and more choices happen in crowded games, and each choice that is searched plays
the action again for each of its options.
"""


class DomainTax(NamedTuple):
    """The tax of one domain: whom it pays, how much, and why."""

    age: Age
    domain: int
    """First square of the domain."""
    seats: tuple[int, ...]
    """Who may collect: one ruler in Might or Faith, all with most cubes in Reason, or nobody."""
    collecting: tuple[int, ...]
    """Who of them has an adventurer there."""
    amount: int
    """The coins of each of them."""
    clause: str
    """X2 or X3; X4 if those who may collect have no adventurer there."""
    why: Said
    """The reason, to be read in any language."""


@dataclass(frozen=True, slots=True, repr=False)
class Forecast:
    """The taxes of one position if everybody collected now.

    >>> from khronos_lab.engine import new_game
    >>> forecast(new_game(2, seed=2)).there
    ((0, 0, 0), (0, 0, 0))
    """

    names: tuple[str, ...]
    domains: tuple[DomainTax, ...]
    """Every domain, age by age in reading order, even if it pays nothing."""
    there: Amounts
    """Coins by seat and age with an adventurer there."""
    here: Amounts
    """Coins by seat and age with the adventurers where they are."""

    def of(self, seat: int) -> tuple[DomainTax, ...]:
        """The domains that would pay a player who has an adventurer there."""
        return tuple(each for each in self.domains if seat in each.seats and each.amount)

    def total(self, seat: int) -> int:
        """A player's coins with the adventurers where they are."""
        return sum(self.here[seat])

    @multilingual
    def text(self, language: str | None = None) -> str:
        """The forecast in words, a line for each domain."""
        return "\n".join(_said(each, self.names).text() for each in self.domains)

    def __repr__(self) -> str:
        return self.text()


@forgiving
def forecast(state: GameState) -> Forecast:
    """The taxes of each domain if they were due now, and the sums for each player."""
    lines = [_line(state, due) for age in AGES for due in dues(state.boards[age], age)]
    there, here = amounts(state)
    return Forecast(state.names, tuple(lines), there, here)


def amounts(state: GameState) -> tuple[Amounts, Amounts]:
    """Coins by seat and age with an adventurer there, and with the adventurers where they are."""
    there = [[0, 0, 0] for _ in state.players]
    for age in AGES:
        board = state.boards[age]
        for domain in board.domains:
            for seat in entitled(board, age, domain):
                there[seat][age] += yields(board, age, domain)
    here = tuple(
        tuple(coins if age in player.adventurers else 0 for age, coins in enumerate(mine))
        for player, mine in zip(state.players, there, strict=True)
    )
    return tuple(tuple(mine) for mine in there), here


def taxations_left(state: GameState, seat: int) -> int:
    """The number of times that a player will still collect taxes (X1)."""
    if state.over:
        return 0
    players = len(state.players)
    done = (seat - state.start) % players < (state.seat - state.start) % players
    return sum(
        number > state.round or (number == state.round and not done)
        for number in state.rules.tax_rounds
    )


# ------------------------------------------------------------------ why


def _line(state: GameState, due: Due) -> DomainTax:
    present = tuple(seat for seat in due.seats if due.age in state.players[seat].adventurers)
    clause = "X4" if due.seats and due.amount and not present else due.clause
    why = _majority(state, due) if due.age is REASON else _ruler(state, due)
    if clause == "X4":
        why = Said("forecast-absent", {"why": why, **_entitled(due.seats, state.names)})
    return DomainTax(due.age, due.domain, due.seats, present, due.amount, clause, why)


def _said(line: DomainTax, names: tuple[str, ...]) -> Said:
    pays = "nothing" if not line.amount else bool(line.collecting)
    told = {"age": line.age, "place": name(line.domain), "n": line.amount, "pays": pays}
    reason = {"why": line.why, "clause": line.clause}
    return Said("forecast-domain", {**told, **reason, **_entitled(line.collecting, names)})


def _entitled(seats: tuple[int, ...], names: tuple[str, ...]) -> dict[str, object]:
    return {"who": tuple(names[seat] for seat in seats), "several": len(seats) > 1}


def _ruler(state: GameState, due: Due) -> Said:
    board, kind = state.boards[due.age], RULING_KIND[due.age]
    tops = highest(board, board.domain_at(due.domain), kind)
    if not tops or tops[0].owner is None:
        return Said("forecast-no_ruler", {"kind": kind})
    return Said("forecast-ruler", {"building": owned(tops[0], state.names), "kind": kind})


def _majority(state: GameState, due: Due) -> Said:
    if not due.seats:
        return Said("forecast-no_cubes")
    board = state.boards[REASON]
    members = board.members(board.domain_at(due.domain))
    cubes = sum(each.cubes.count(due.seats[0]) for each in members if each.kind is CIVIL)
    return Said("forecast-cubes", {"n": cubes, **_entitled(due.seats, state.names)})


# ------------------------------------------------------------------ the difference an action makes


class Money(NamedTuple):
    """The effect of an action on one player's money."""

    coins: int
    """Coins at once: bonus and taxes collected, less what is paid."""
    there: int
    """The change in a taxation with adventurers in all ages."""
    next: int
    """The change in the next taxation, with the adventurers where they will be then.

    It is 0 for a player who collects no more in this game.
    """

    @property
    def total(self) -> int:
        """At once and in the next taxation."""
        return self.coins + self.next


def money_of(before: GameState, after: GameState, coins: tuple[int, ...]) -> tuple[Money, ...]:
    """The effect of an action on everybody's money, by seat."""
    (there, here), (there_now, here_now) = amounts(before), amounts(after)
    return tuple(
        Money(
            coins[seat],
            sum(there_now[seat]) - sum(there[seat]),
            sum(here_now[seat]) - sum(here[seat]) if taxations_left(after, seat) else 0,
        )
        for seat in range(len(coins))
    )


def finish(state: GameState, action: Action) -> tuple[Move, Outcome]:
    """Play a legal action to its end; whoever has a choice takes what pays best.

    What pays best is measured against the others' average.

    Choices are made one after the other: for each, all options are tried with first options for
    whatever is asked afterwards, and the first of the best is taken; after `SEARCHED_CHOICES` of
    them first options are taken untried.
    """
    answers: tuple[int, ...] = ()
    while isinstance(asked := play(state, Move(action, answers), trusted=True), OpenChoice):
        best = 0
        if len(answers) < SEARCHED_CHOICES:
            trials = [_tried(state, action, (*answers, n)) for n in range(len(asked.options))]
            worths = [_worth(state, each, asked.seat) for each in trials]
            best = worths.index(max(worths))
        answers = (*answers, best)
    return Move(action, answers), asked


def _tried(state: GameState, action: Action, answers: tuple[int, ...]) -> Outcome:
    """The outcome if every further question gets its first option."""
    while isinstance(asked := play(state, Move(action, answers), trusted=True), OpenChoice):
        answers = (*answers, 0)
    return asked


def _worth(before: GameState, outcome: Outcome, seat: int) -> float:
    """A player's gain against the others' average, at once and in the next taxation."""
    coins = coin_changes(outcome.log, len(before.players))
    money = money_of(before, outcome.state, coins)
    others = [each.total for other, each in enumerate(money) if other != seat]
    return money[seat].total - sum(others) / len(others)
