"""Review: what every turn of a game gave away, and what luck and skill made of it.

Values only; `khronos_lab.simulation.review` works them out, `words` tells them, and `reasons` says
why.

After every turn games are played on from what everybody at the table could know, and as many from
the best other turn that was found (`players.turn_evaluation`). Coins are counted against the
others' average: what a turn takes from an opponent counts, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.core import Entry, GameState, turn_sentence
from khronos_lab.players import (
    GOOD,
    GREAT,
    MARKS,
    NOBODY,
    Advice,
    Branch,
    Estimate,
    Loss,
    Span,
    estimate,
    loss_of,
    mark_of,
    watched,
)
from khronos_lab.records import Node
from khronos_lab.rulebook import KhronosError, multilingual, number_text, say, there_is_no

if TYPE_CHECKING:
    from khronos_lab.analysis.review.reasons import Comparison

MINUS: Final = "\N{MINUS SIGN}"
NOT_PLAYED: Final = Branch(())

# ------------------------------------------------------------------ turns


@dataclass(frozen=True)
class OtherTurn:
    """A turn that could have been taken, or could be taken now, and games that went on after it."""

    nodes: tuple[Node, ...]
    """Its moves; they can be kept as a variation of the first move of the turn."""
    logs: tuple[tuple[Entry, ...], ...]
    """By move: what would happen."""
    known: GameState
    """The position after it, as everybody at the table knows it."""
    seat: int
    branch: Branch = NOT_PLAYED

    @property
    def moves(self) -> tuple[str, ...]:
        """In notation."""
        return tuple(node.text for node in self.nodes)

    @property
    def coins(self) -> Estimate:
        """What its player will have at the end."""
        return self.branch.expected_coins(self.seat)

    @property
    def chance(self) -> Estimate:
        """Its player's chance to win."""
        return self.branch.chance(self.seat)

    @property
    def ahead(self) -> float:
        """The coins of its player at the end, less the others' average."""
        return self.branch.mean_lead(self.seat)


@dataclass(frozen=True)
class ReviewedTurn:
    """One turn of a game: what it led to, and what it gave away.

    At the end of a cell it tells itself: the mark, what was lost, the better turn and why.
    """

    turn: int
    """Its number, from 1; 0 stands for the first position, before all turns."""
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
    seed: int | str = 0
    """What the deals of the games are made from."""
    next_logs: tuple[tuple[int, tuple[Entry, ...]], ...] = ()
    """What the others did until the player's next turn: by turn the seat and all that happened."""
    held: GameState | None = None
    """The position in which another turn is sought; None if there is nothing to seek.

    The hand has the cards that the player is known to have held, after an exchange (T2) those that
    it brought.
    """
    begun: Advice | None = None
    """An exchange that is taken as it was."""
    branch: Branch = NOT_PLAYED
    """Games that went on after it; empty as long as none were played."""
    other: OtherTurn | None = None
    """The best other turn found; None if there is none, or nobody knows the hand."""
    draw: float | None = None
    """The coins that the hand of this turn was worth more than the average one, for its player."""

    def instead(self, advice: Advice) -> OtherTurn:
        """Another turn in its place, with the exchange that it began with."""
        nodes, logs = advice.nodes, advice.logs
        if self.begun is not None:
            nodes, logs = (*self.begun.nodes, *nodes), (*self.begun.logs, *logs)
        entries = tuple(entry for log in logs for entry in log)
        return OtherTurn(nodes, logs, watched(self.known_before, entries, NOBODY), self.seat)

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
        """What it gained on the best other turn found, if planners, too, leave much of it."""
        if self.loss is None or not self.branch.planner or self.shown_only:
            return None
        gain = self.loss.turned
        return gain if mark_of(gain) in GREAT else None

    @property
    def shown_only(self) -> bool:
        """The hand was hidden: the other turn uses only cards that were shown in this one."""
        return bool(self.before.player.hidden)

    @property
    def final(self) -> bool:
        """False as long as only a first look was taken."""
        return bool(self.branch.planner)

    @cached_property
    def mark(self) -> str:
        """`??`, `?`, `?!` for a mistake beyond chance, `!` for a good turn, or nothing."""
        if self.loss is None:
            return ""
        return mark_of(self.loss) or (GOOD if self.gain is not None else "")

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

        return " ".join(why(self))

    @cached_property
    def case(self) -> Comparison | None:
        """The turn and the best other one, looked at once for what makes the difference."""
        from khronos_lab.analysis.review.reasons import Comparison

        return None if self.loss is None else Comparison(self)

    @multilingual
    def text(self, language: str | None = None) -> str:
        """All that there is to say of it, in sentences."""
        from khronos_lab.analysis.review.words import heading, verdict

        return " ".join([heading(self), *verdict(self)])

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
        from khronos_lab.analysis.review.words import account_text

        return account_text(self)


# ------------------------------------------------------------------ the whole


@dataclass(frozen=True)
class Review:
    """The turns of a game with their marks, in order; while it is worked out some have none yet."""

    names: tuple[str, ...]
    start: Branch
    """Games that went on from the first position."""
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

    @property
    def judged(self) -> int:
        """How many of them have their last mark."""
        return sum(each.final for each in self.turns)

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
            each if each.player == name else replace(each, other=None) for each in self.turns
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
        branches = [(0, self.start), *((each.step, each.branch) for each in self.turns)]
        return [
            (step, branch.expected_coins(seat), branch.chance(seat))
            for step, branch in branches
            if branch.games
        ]

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """Luck and skill apart, for each player; nothing until every turn was looked at."""
        if not self.start.games or self.reviewed < len(self.turns):
            return ()
        return tuple(self._account(seat) for seat in range(len(self.names)))

    def _account(self, seat: int) -> Account:
        branches = [self.start, *(each.branch for each in self.turns)]
        means = [each.expected_coins(seat).value for each in branches]
        # Deal by deal, because all positions meet the same deals: luck falls out of the sums.
        games = min(len(each.greedy) for each in branches if not each.over)
        coins = [
            [each.coins(each.greedy[0 if each.over else game])[seat] for game in range(games)]
            for each in branches
        ]

        def part(own: bool) -> Estimate:
            """What some turns made of it, with how much that differs from deal to deal."""
            chosen = [
                number for number, each in enumerate(self.turns) if (each.seat == seat) == own
            ]
            value = sum(means[number + 1] - means[number] for number in chosen)
            spread = estimate(
                [
                    sum(coins[number + 1][game] - coins[number][game] for number in chosen)
                    for game in range(games)
                ]
            )
            return spread.moved(value - spread.value)

        known = [each.draw for each in self.turns if each.seat == seat]
        draws = None if None in known else sum(each or 0.0 for each in known)
        start = self.start.expected_coins(seat)
        skill = part(True).moved(-(draws or 0.0))
        return Account(self.names[seat], seat, start, draws, skill, part(False), means[-1])

    @multilingual
    def text(self, language: str | None = None) -> str:
        """The mistakes, luck and skill, and what the numbers mean."""
        from khronos_lab.analysis.review.words import SHOWN, chapters

        return "\n\n".join(
            "\n".join([chapter.title, *map(" ".join, chapter.items)])
            for chapter in chapters(self, SHOWN)
        )

    def __repr__(self) -> str:
        return self.text()


def weight(turn: ReviewedTurn) -> float:
    """How much a turn matters: ten points of the chance to win weigh as much as four coins."""
    counted = turn.gain if turn.mark == GOOD else turn.loss
    if counted is None:
        return 0.0
    _, coins, chance = MARKS[1]
    return abs(counted.coins.value) / coins + abs(counted.chance.value) / chance


# ------------------------------------------------------------------ numbers in words


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, a true minus; no sign for zero.

    >>> signed(1.25, 1), signed(-3.0, 1)[1:], signed(-0.04, 1)
    ('+1.2', '3.0', '0.0')
    """
    text = number_text(abs(value), digits)
    if not float(f"{abs(value):.{digits}f}"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def between(span: Span, digits: int, *, plus: bool = True) -> str:
    """The ends of an interval in words; of a single game nothing is known."""
    if span[1] == float("inf"):
        return say("review-unknown")
    low, high = (signed(each, digits) for each in span)
    if low == high:
        return say("review-certain")
    if not plus and not low.startswith(MINUS):
        low, high = low.removeprefix("+"), high.removeprefix("+")
    return say("review-between", low=low, high=high)
