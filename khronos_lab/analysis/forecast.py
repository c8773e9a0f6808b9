"""Forecast: what taxes would pay now, domain by domain, and the difference that an action makes.

Every number comes from `khronos_lab.rules.taxes`; nothing here knows a rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from khronos_lab.analysis.inputs import forgiving
from khronos_lab.core.actions import Action, Move
from khronos_lab.core.board import Board, Building, highest, owned
from khronos_lab.core.domains import Domain
from khronos_lab.core.resolution import Option, Script
from khronos_lab.core.squares import name
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import Outcome
from khronos_lab.engine.preview import coin_changes
from khronos_lab.rulebook.errors import IllegalAction
from khronos_lab.rulebook.language import Said
from khronos_lab.rulebook.pieces import AGES, CIVIL, REASON, TAX_ROUNDS, Age
from khronos_lab.rules.order import resolve
from khronos_lab.rules.taxes import RULING_KIND, Due, dues, entitled, yields

Amounts = tuple[tuple[int, ...], ...]
"""By seat, then by age: coins."""

SEARCHED_CHOICES: Final = 3
"""How many open choices of one action are searched for the best answer.

Cascades of eight and more choices happen in crowded games, and each choice that is searched plays
the action anew for each of its options but the first.
"""


class DomainTax(NamedTuple):
    """What one domain would pay, to whom, and why."""

    age: Age
    domain: int
    """First square of the domain."""
    seats: tuple[int, ...]
    """Those entitled: one ruler in Might or Faith, all with most cubes in Reason; or nobody."""
    collecting: tuple[int, ...]
    """Those of them who have an adventurer there."""
    amount: int
    """What each of them gets."""
    clause: str
    """X2 or X3; X4 if somebody is entitled and none of them is there."""
    why: Said
    """The reason, to be read in any language."""


@dataclass(frozen=True, slots=True, repr=False)
class Forecast:
    """The taxes of one position, if all players collected now.

    >>> from khronos_lab.engine.setup import new_game
    >>> forecast(new_game(2, seed=2)).there
    ((0, 0, 0), (0, 0, 0))
    """

    names: tuple[str, ...]
    domains: tuple[DomainTax, ...]
    """Every domain, age by age in reading order; those that pay nothing or nobody, too."""
    there: Amounts
    """By seat and age: what a player would collect if he stood there."""
    here: Amounts
    """By seat and age: what he collects with his adventurers where they are."""

    def of(self, seat: int) -> tuple[DomainTax, ...]:
        """The domains that would pay a player if he stood there."""
        return tuple(each for each in self.domains if seat in each.seats and each.amount)

    def total(self, seat: int) -> int:
        """What a player collects with his adventurers where they are."""
        return sum(self.here[seat])

    def text(self, language: str | None = None) -> str:
        """The forecast in words, a line for each domain."""
        return "\n".join(_said(each, self.names).text(language) for each in self.domains)

    def __repr__(self) -> str:
        return self.text()


@forgiving
def forecast(state: GameState) -> Forecast:
    """What each domain would pay now, and what that makes for each player."""
    lines = [_line(state, due) for age in AGES for due in dues(state.boards[age], age)]
    there, here = amounts(state)
    return Forecast(state.names, tuple(lines), there, here)


def amounts(state: GameState) -> tuple[Amounts, Amounts]:
    """By seat and age: coins if he stood there, and coins with adventurers where they are."""
    there = [[0, 0, 0] for _ in state.players]
    for age in AGES:
        _add(there, state.boards[age], age, state.boards[age].domains, 1)
    frozen = tuple(tuple(mine) for mine in there)
    return frozen, present_amounts(state, frozen)


def present_amounts(state: GameState, there: Amounts) -> Amounts:
    """What is left of amounts by seat and age where a player has no adventurer: nothing."""
    return tuple(
        tuple(coins if age in player.adventurers else 0 for age, coins in enumerate(mine))
        for player, mine in zip(state.players, there, strict=True)
    )


def changed_amounts(there: Amounts, before: GameState, after: GameState) -> Amounts:
    """The amounts after a change, from those before: only domains that changed are looked at."""
    now = [list(mine) for mine in there]
    for age in AGES:
        old, new = before.boards[age], after.boards[age]
        gone, come = changed_domains(old, new)
        _add(now, old, age, gone, -1)
        _add(now, new, age, come, 1)
    return tuple(tuple(mine) for mine in now)


def changed_domains(old: Board, new: Board) -> tuple[list[Domain], list[Domain]]:
    """The domains that only the first board has, cubes included, and those only the second has."""
    if old is new:
        return [], []
    touched = 0
    known = old.buildings
    for square, building in new.buildings.items():
        if known.get(square) is not building:
            touched |= building.mask
    # Boards hand on the domains that a change does not touch, so identity tells them apart.
    before = {id(domain) for domain in old.domains}
    kept = {
        id(domain) for domain in new.domains if id(domain) in before and not domain.mask & touched
    }
    return (
        [domain for domain in old.domains if id(domain) not in kept],
        [domain for domain in new.domains if id(domain) not in kept],
    )


def _add(
    there: list[list[int]], board: Board, age: Age, domains: Iterable[Domain], sign: int
) -> None:
    """Add to amounts what these domains pay, or take it away."""
    for domain in domains:
        seats = entitled(board, age, domain)
        if seats:
            amount = sign * yields(board, age, domain)
            for seat in seats:
                there[seat][age] += amount


def taxations_left(state: GameState, seat: int) -> int:
    """How often a player will still collect taxes (X1)."""
    if state.over:
        return 0
    players = len(state.players)
    done = (seat - state.start) % players < (state.seat - state.start) % players
    return sum(
        number > state.round or (number == state.round and not done) for number in TAX_ROUNDS
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
    """What one domain pays, as a sentence."""
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
    """What an action does to one player's money."""

    coins: int
    """At once: bonus, taxes collected, less what is paid."""
    there: int
    """The change in what he would collect in a taxation, standing in all ages."""
    next: int
    """The change in his next taxation, with his adventurers where they will be then.

    It is 0 for a player who collects no more in this game.
    """

    @property
    def total(self) -> int:
        """At once and in the next taxation."""
        return self.coins + self.next


def money_of(
    before: GameState, after: GameState, coins: tuple[int, ...], there: Amounts | None = None
) -> tuple[Money, ...]:
    """By seat: coins at once, and the change in taxes.

    To ask this of many outcomes of one position, pass what `amounts` said of it as `there`.
    """
    there = amounts(before)[0] if there is None else there
    there_now = changed_amounts(there, before, after)
    here, here_now = present_amounts(before, there), present_amounts(after, there_now)
    return tuple(
        Money(
            coins[seat],
            sum(there_now[seat]) - sum(there[seat]),
            sum(here_now[seat]) - sum(here[seat]) if taxations_left(after, seat) else 0,
        )
        for seat in range(len(coins))
    )


def finish(
    state: GameState,
    action: Action,
    answers: tuple[int, ...] = (),
    there: Amounts | None = None,
) -> tuple[Move, Outcome]:
    """Play a legal action to its end; whoever has a choice takes what pays best.

    What pays best is measured against the others' average.

    Choices are made one after the other: for each, all options are tried with first options for
    whatever is asked afterwards, and the first of the best is taken; after `SEARCHED_CHOICES` of
    them first options are taken untried. `there` is as in `money_of`.
    """
    trial = _tried(state, action, answers)
    first, last = len(answers), len(answers) + SEARCHED_CHOICES
    for place in range(first, last):
        if place >= len(trial.asked):
            break
        there = amounts(state)[0] if there is None else there
        seat, options = trial.asked[place]
        before = trial.answers[:place]
        # The first option is what the trial so far has taken.
        trials = [trial, *(_tried(state, action, (*before, each)) for each in range(1, options))]
        worths = [_worth(state, each.outcome, seat, there) for each in trials]
        trial = trials[worths.index(max(worths))]
    return Move(action, trial.answers), trial.outcome


class _Trial(NamedTuple):
    """An action played to its end, first options taken for what nobody answered."""

    answers: tuple[int, ...]
    asked: list[tuple[int, int]]
    """By question: who decides, and between how many options."""
    outcome: Outcome


class _Guided(Script):
    """A move whose open questions get their first options; all questions are noted."""

    __slots__ = ("asked",)

    def __init__(self, state: GameState, answers: tuple[int, ...]) -> None:
        super().__init__(state, answers, None)
        self.asked: list[tuple[int, int]] = []

    def ask(
        self,
        clause: str,
        seat: int,
        age: Age,
        options: tuple[Option, ...],
        *,
        subject: Building | None = None,
        cause: int | None = None,
    ) -> Option:
        if len(options) > 1:
            self.asked.append((seat, len(options)))
            if self.used == len(self.answers):
                self.answers = (*self.answers, 0)
        return super().ask(clause, seat, age, options, subject=subject, cause=cause)


def _tried(state: GameState, action: Action, answers: tuple[int, ...]) -> _Trial:
    script = _Guided(state, answers)
    resolve(script, action)
    if script.used < len(answers):
        raise IllegalAction(
            f"{action} asks {script.used} questions, but has {len(answers)} answers"
        )
    return _Trial(script.answers, script.asked, Outcome(script.state, tuple(script.log)))


def _worth(before: GameState, outcome: Outcome, seat: int, there: Amounts) -> float:
    coins = coin_changes(outcome.log, len(before.players))
    return swing(money_of(before, outcome.state, coins, there), seat)


def swing(money: tuple[Money, ...], seat: int) -> float:
    """What a player gains, at once and in the next taxation, more than the others on average."""
    others = [each.total for other, each in enumerate(money) if other != seat]
    return money[seat].total - sum(others) / len(others)
