"""Review: what every turn of a game gave away, and what luck and skill made of it.

Values only; `khronos_lab.simulation.review` works them out, `review_words` tells them, and
`reasons` says why.

After every turn short games are played on from what everybody at the table could know
(`players.thinking.short_games`), and as many from the best other turn that was found. Both meet the
same deals, so their difference is known better than either. Coins are counted against the others'
average: what a turn takes from an opponent counts, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.core import Entry, GameState, turn_sentence
from khronos_lab.players import Outlook, Sample, lead, mean_interval, without_luck
from khronos_lab.records import Node
from khronos_lab.rulebook import KhronosError, multilingual, there_is_no

if TYPE_CHECKING:
    from khronos_lab.analysis.review.reasons import Reason

# ------------------------------------------------------------------ numbers


class Estimate(NamedTuple):
    """A number, and between which numbers the true one lies, 95 times of 100."""

    value: float
    low: float
    high: float

    @property
    def above(self) -> bool:
        """True if it is more than 0 beyond chance."""
        return self.low > 0

    @property
    def below(self) -> bool:
        """True if it is less than 0 beyond chance."""
        return self.high < 0


def estimate(values: Sequence[float], luck: Sequence[float] | None = None) -> Estimate:
    """The mean of values with its interval, luck taken out where it is known."""
    if luck is None:
        return Estimate(fmean(values), *mean_interval(values))
    calm = without_luck(values, luck)
    return Estimate(fmean(calm), *mean_interval(calm, fitted=1))


def _within(share: Estimate, least: float) -> Estimate:
    """A share of 1, or a difference of two, with no end beyond what is possible."""
    return Estimate(*(min(1.0, max(least, each)) for each in share))


@dataclass(frozen=True, slots=True)
class Branch:
    """What short games say of one position; they are numbered, and other branches have the same."""

    games: tuple[Sample, ...]

    def coins(self, seat: int) -> list[float]:
        """Game by game: a player's coins at the end, without the luck of the next hand."""
        return without_luck(
            [each.outlook.coins[seat] for each in self.games],
            [each.luck.coins[seat] for each in self.games],
        )

    def expected_coins(self, seat: int) -> Estimate:
        """What a player will have at the end."""
        return estimate(*self._both(lambda outlook: outlook.coins[seat]))

    def chance(self, seat: int) -> Estimate:
        """A player's chance to win."""
        return _within(estimate(*self._both(lambda outlook: outlook.chances[seat])), 0.0)

    def _both(self, ask: Callable[[Outlook], float]) -> tuple[list[float], list[float]]:
        return [ask(each.outlook) for each in self.games], [ask(each.luck) for each in self.games]


class Loss(NamedTuple):
    """What a turn gave away against another; less than 0 if it was better than that."""

    coins: Estimate
    """Against the others' average."""
    chance: Estimate
    """Of the chance to win, from 0 to 1."""
    games: int


def loss_of(played: Branch, better: Branch, seat: int) -> Loss:
    """What a player lost by one branch against another, deal by deal."""
    pairs = list(zip(played.games, better.games, strict=False))

    def differences(ask: Callable[[Outlook], float]) -> Estimate:
        return estimate(
            [ask(other.outlook) - ask(one.outlook) for one, other in pairs],
            [ask(other.luck) - ask(one.luck) for one, other in pairs],
        )

    return Loss(
        differences(lambda outlook: lead(outlook.coins, seat)),
        _within(differences(lambda outlook: outlook.chances[seat]), -1.0),
        len(pairs),
    )


# ------------------------------------------------------------------ turns


class Mark(NamedTuple):
    """A mark, and what a turn has to give away for it: either of the two is enough."""

    sign: str
    coins: float
    chance: float


MARKS: Final = (Mark("??", 8.0, 0.20), Mark("?", 4.0, 0.10), Mark("?!", 2.0, 0.05))
"""Marks of mistakes, the worst first."""
GOOD: Final = "!"
"""The mark of a turn that beats what a planner finds by as much as a `?` gives away."""


def mark_of(loss: Loss) -> str:
    """The mark of a mistake: none if what a turn gives away may be chance, or is little.

    >>> sure, unsure = Estimate(5.0, 3.0, 7.0), Estimate(5.0, -1.0, 11.0)
    >>> little = Estimate(0.01, -0.1, 0.1)
    >>> mark_of(Loss(sure, little, 16)), mark_of(Loss(unsure, little, 16))
    ('?', '')
    """
    coins, chance, _ = loss
    if coins.value <= 0 or chance.value < 0 or coins.below or chance.below:
        return ""
    for mark in MARKS:
        if _large(coins, mark.coins) or _large(chance, mark.chance):
            return mark.sign
    return ""


GREAT: Final = tuple(mark.sign for mark in MARKS[:2])
"""The marks of mistakes that give away much."""


def _large(number: Estimate, least: float) -> bool:
    return number.above and number.value >= least


@dataclass(frozen=True)
class OtherTurn:
    """A turn in place of the one played: the best that was found, or a planner's own."""

    nodes: tuple[Node, ...]
    """Its moves; they can be kept as a variation of the first move of the turn."""
    logs: tuple[tuple[Entry, ...], ...]
    """By move: what would happen."""
    known: GameState
    """The position after it, as everybody at the table knows it."""
    branch: Branch


@dataclass(frozen=True)
class ReviewedTurn:
    """One turn of a game: what it led to, and what it gave away.

    At the end of a cell it tells itself: the mark, what was lost, the better turn and why.
    """

    turn: int
    """Its number, from 1."""
    first: int
    """The step before its first event."""
    step: int
    """The step of its last event."""
    label: str
    """Round and player as in records, `4.Y`."""
    texts: tuple[str, ...]
    """The moves played, in notation."""
    before: GameState
    """The position before the turn, as recorded."""
    logs: tuple[tuple[Entry, ...], ...]
    """By move: what happened."""
    known_before: GameState
    known: GameState
    """The positions before and after it, as everybody at the table knows them."""
    branch: Branch
    """What short games say of the second; empty as long as none were played."""
    other: OtherTurn | None = None
    """The best other turn found; None if there is none, or nobody knows the hand."""
    plain: OtherTurn | None = None
    """The turn that a planner finds by itself; None if the one played is not far better."""
    draw: float | None = None
    """The coins that the hand of this turn was worth more than the average one, for its player."""
    deals: str = ""
    """The seed of the deals that these games were played with."""
    shown_only: bool = False
    """The hand was hidden: the other turn uses only cards that were shown in this one."""

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return self.before.seat

    @property
    def round(self) -> int:
        """The round."""
        return self.before.round

    @property
    def player(self) -> str:
        """Whose turn it was, by name."""
        return self.before.player.name

    @cached_property
    def loss(self) -> Loss | None:
        """What it gave away against the best other turn found; None if nothing was compared."""
        if self.other is None or not self.other.branch.games or not self.branch.games:
            return None
        return loss_of(self.branch, self.other.branch, self.seat)

    @cached_property
    def gain(self) -> Loss | None:
        """What it gained on the turn that a planner finds by itself, if it is far better."""
        if self.plain is None or not self.plain.branch.games or not self.branch.games:
            return None
        return loss_of(self.plain.branch, self.branch, self.seat)

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` for a mistake beyond chance, `!` for a good turn, or nothing."""
        found = "" if self.loss is None else mark_of(self.loss)
        return found or (GOOD if self.gain is not None and mark_of(self.gain) in GREAT else "")

    @property
    def is_mistake(self) -> bool:
        """True if a better turn was found, beyond chance."""
        return self.mark.startswith("?")

    @property
    def played(self) -> str:
        """What was done, in words."""
        return turn_sentence(self.logs)

    @property
    def better(self) -> str:
        """The best other turn found, in words; empty if there is none."""
        return "" if self.other is None else turn_sentence(self.other.logs)

    @property
    def why(self) -> str:
        """Why the other turn is better, or a good turn good, in sentences with their clauses."""
        return self.reasons()

    @multilingual
    def reasons(self, language: str | None = None) -> str:
        """The same in another language."""
        from khronos_lab.analysis.review.reasons import why

        return why(self)

    @cached_property
    def found_reasons(self) -> tuple[Reason, ...]:
        """The same as values; they are sought once."""
        from khronos_lab.analysis.review.reasons import reasons

        return reasons(self)

    @multilingual
    def text(self, language: str | None = None) -> str:
        """All that there is to say of it, in sentences."""
        from khronos_lab.analysis.review.review_words import turn_text

        return turn_text(self)

    def __repr__(self) -> str:
        return self.text()


# ------------------------------------------------------------------ luck and skill


class Account(NamedTuple):
    """Where a player's result comes from, in coins; the parts add up to it."""

    player: str
    seat: int
    start: Estimate
    """What was to be expected when the game began."""
    draws: float | None
    """What the hands gave more than average ones; None if nobody knows them."""
    decisions: Estimate
    """What the player's own turns gave more than such hands give on average."""
    others: Estimate
    """What the turns of the others gave, or took if it is less than 0."""
    result: float
    """The coins at the end, or those to be expected where the game or its review ends."""

    def __str__(self) -> str:
        from khronos_lab.analysis.review.review_words import account_text

        return account_text(self)


# ------------------------------------------------------------------ the whole


@dataclass(frozen=True)
class Review:
    """The turns of a game with their marks, in order; while it is worked out some have none yet."""

    names: tuple[str, ...]
    start: Branch
    """What short games say of the first position."""
    turns: tuple[ReviewedTurn, ...]
    seed: int | str = 0
    """What the deals were made from."""
    finished: bool = True
    """False if it was stopped before every turn had all its games."""
    notes: tuple[str, ...] = ()
    """Remarks on the run, for example about a file that could not be used."""

    @property
    def reviewed(self) -> int:
        """How many turns have been looked at."""
        return sum(bool(each.branch.games) for each in self.turns)

    @cached_property
    def mistakes(self) -> tuple[ReviewedTurn, ...]:
        """The turns for which a better one was found, beyond chance: the costliest first."""
        found = [each for each in self.turns if each.is_mistake]
        return tuple(sorted(found, key=lambda each: (-weight(each), each.turn)))

    def of_player(self, name: str) -> Review:
        """The same with the marks and luck of one player only."""
        if name not in self.names:
            raise KhronosError(there_is_no("player", name, self.names))
        turns = tuple(
            each if each.player == name else replace(each, other=None, plain=None)
            for each in self.turns
        )
        return replace(self, turns=turns)

    def key_moments(self, number: int = 3) -> tuple[ReviewedTurn, ...]:
        """The turns to look at first, mistakes and good ones, in the order of the game."""
        found = sorted(
            (each for each in self.turns if each.mark), key=lambda each: (-weight(each), each.turn)
        )
        return tuple(sorted(found[:number], key=lambda each: each.turn))

    def curve(self, seat: int) -> list[tuple[int, Estimate, Estimate]]:
        """A player's expected coins and chance to win: at the start and after every turn.

        Each with its step; turns that were not looked at yet are left out.
        """
        return [
            (step, branch.expected_coins(seat), branch.chance(seat))
            for step, branch in self._branches()
        ]

    def _branches(self) -> Iterator[tuple[int, Branch]]:
        if self.start.games:
            yield 0, self.start
        for each in self.turns:
            if each.branch.games:
                yield each.step, each.branch

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """Luck and skill apart, for each player; nothing until every turn was looked at."""
        if not self.start.games or self.reviewed < len(self.turns):
            return ()
        return tuple(self._account(seat) for seat in range(len(self.names)))

    def _account(self, seat: int) -> Account:
        branches = [self.start, *(each.branch for each in self.turns)]
        games = min(len(each.games) for each in branches)
        # Deal by deal, because all positions meet the same deals: luck falls out of the sums.
        values = [each.coins(seat)[:games] for each in branches]
        steps = [
            [after - before for before, after in zip(one, other, strict=True)]
            for one, other in pairwise(values)
        ]
        own = [step for step, each in zip(steps, self.turns, strict=True) if each.seat == seat]
        rest = [step for step, each in zip(steps, self.turns, strict=True) if each.seat != seat]
        known = [each.draw for each in self.turns if each.seat == seat]
        draws = None if None in known else sum(each or 0.0 for each in known)
        return Account(
            self.names[seat],
            seat,
            estimate(values[0]),
            draws,
            estimate([each - (draws or 0.0) for each in _sums(own, games)]),
            estimate(_sums(rest, games)),
            fmean(values[-1]),
        )

    @multilingual
    def text(self, language: str | None = None) -> str:
        """The mistakes, luck and skill, and what the numbers mean, in lines."""
        from khronos_lab.analysis.review.review_words import review_lines

        return "\n".join(review_lines(self))

    def __repr__(self) -> str:
        return self.text()


def weight(turn: ReviewedTurn) -> float:
    """How much a turn matters: ten points of the chance to win weigh as much as four coins."""
    counted = turn.gain if turn.mark == GOOD else turn.loss
    if counted is None:
        return 0.0
    _, coins, chance = MARKS[1]
    return abs(counted.coins.value) / coins + abs(counted.chance.value) / chance


def _sums(steps: list[list[float]], games: int) -> list[float]:
    return [sum(step[game] for step in steps) for game in range(games)]
