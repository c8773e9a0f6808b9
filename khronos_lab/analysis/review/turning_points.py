"""Turning points: what every turn of a game was worth, and where the game turned.

Values only; `khronos_lab.simulation.turning_points` works them out, `turning_words` tells them.

After every turn the game is played on many times by the same players, knowing only what everybody
at the table could see (`knowledge`, eyes of nobody). So the luck of a draw counts in the turn in
which its cards are played, and records with hidden hands are treated like any other. All positions
meet the same luck, game by game, so the change from turn to turn is known better than its ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from khronos_lab.core.events import GameEnded
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState
from khronos_lab.players.intervals import Span
from khronos_lab.players.rollout_results import Contrast, Rollouts, contrast
from khronos_lab.records.model import Node
from khronos_lab.rulebook.errors import KhronosError


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The best turn that was found in place of the one played."""

    nodes: tuple[Node, ...]
    """Its moves; they can be kept as a variation of the first move of the turn."""
    ends: Rollouts
    """How games that go on after it end."""
    shown_only: bool = False
    """The hand was hidden: only cards that the player showed in this turn were used."""
    exchanged: bool = False
    """In the turn played cards were exchanged, so luck is in the difference, too (T2)."""


@dataclass(frozen=True, slots=True)
class TurnValue:
    """One turn of a game and what it led to."""

    turn: int
    """Its number, from 1; 0 is the first position."""
    frame: int
    """The index of its last frame in the timeline."""
    label: str
    """Round and player as in records, `4.Y`; empty for the first position."""
    seat: int
    """Whose turn it was."""
    round: int
    texts: tuple[str, ...]
    """The moves played, in notation."""
    before: GameState
    """The position before the turn, as recorded."""
    log: tuple[Entry, ...]
    """All that happened in it."""
    ends: Rollouts
    """How games that go on after it end."""
    best: BestTurn | None = None
    """None where no turn was sought: at the start, or if nothing is known of the hand."""

    @property
    def over(self) -> bool:
        """True if the game ended with this turn: then nothing is left to chance."""
        return bool(self.log) and isinstance(self.log[-1].event, GameEnded)

    @property
    def win_intervals(self) -> tuple[Span, ...]:
        """By seat: between which shares of wins the true one lies."""
        if self.over:
            return tuple((share, share) for share in self.ends.win_shares)
        return self.ends.win_intervals

    @property
    def same(self) -> bool:
        """True if the best turn found is the very one that was played, draws aside."""
        if self.best is None:
            return False
        return decided(node.text for node in self.best.nodes) == decided(self.texts)

    @property
    def missed(self) -> Contrast | None:
        """What the best turn found would have brought more, with intervals."""
        return None if self.best is None else contrast(self.ends, self.best.ends)


@dataclass(frozen=True, slots=True)
class Swing:
    """How far one turn moved a player's prospects."""

    value: TurnValue
    seat: int
    """The player whose chance to win changed most."""
    wins: float
    """How much his share of wins grew."""
    win_interval: Span
    coins: float
    """How much his expected final coins grew."""
    coin_interval: Span

    @property
    def sure(self) -> bool:
        """True if the interval of the change in wins or in coins excludes zero."""
        return any(low > 0 or high < 0 for low, high in (self.win_interval, self.coin_interval))


@dataclass(frozen=True, slots=True)
class TurningPoints:
    """The values of a game's turns, in order; a run that was stopped has the first of them."""

    names: tuple[str, ...]
    values: tuple[TurnValue, ...]
    """The first position, then every turn that was valued."""
    turns: int
    """How many turns the game has."""
    players: str
    """Who finished the games, in a word."""
    adviser: str
    """Who looked for the best turns; empty if nobody did."""
    games: int
    """How many games were played after every turn, and after every best turn."""
    notes: tuple[str, ...] = ()
    """Remarks on the run, for example about a cache that could not be used."""

    @property
    def complete(self) -> bool:
        """True if every turn was valued."""
        return len(self.values) == self.turns + 1

    def swing(self, turn: int) -> Swing:
        """How far a turn moved the prospects of the player whom it moved most."""
        if not 1 <= turn < len(self.values):
            raise KhronosError(f"turn {turn} was not valued; there are 1 to {len(self.values) - 1}")
        value = self.values[turn]
        change = contrast(self.values[turn - 1].ends, value.ends)
        seat = max(
            range(len(self.names)),
            # Of two who change alike, the one who acted.
            key=lambda each: (
                round(abs(change.wins[each]), 9),
                round(abs(change.coins[each]), 9),
                each == value.seat,
            ),
        )
        return Swing(
            value,
            seat,
            change.wins[seat],
            change.win_intervals[seat],
            change.coins[seat],
            change.coin_intervals[seat],
        )

    def swings(self, number: int = 3) -> tuple[Swing, ...]:
        """The turns that moved the chances to win most, the largest first."""
        found = [self.swing(turn) for turn in range(1, len(self.values))]
        found.sort(key=lambda each: (-abs(each.wins), -abs(each.coins), each.value.turn))
        return tuple(found[:number])

    def missed(self, number: int = 3) -> tuple[TurnValue, ...]:
        """The turns for which a better one was found, by the coins that it would have brought."""
        found = [(_gain(value), value) for value in self.values]
        better = [(gain, value) for gain, value in found if gain > 0]
        better.sort(key=lambda each: (-each[0], each[1].turn))
        return tuple(value for _, value in better[:number])

    def sentences(self, number: int = 3, language: str | None = None) -> list[str]:
        """The largest swings, the best turns missed and what the numbers mean, in words."""
        from khronos_lab.analysis.review.turning_words import turning_summary

        return turning_summary(self, number, language)

    def curve(self, seat: int) -> tuple[Sequence[float], Sequence[float]]:
        """By turn: a player's share of wins and his expected final coins."""
        return (
            [value.ends.win_shares[seat] for value in self.values],
            [value.ends.mean_coins[seat] for value in self.values],
        )


def decided(texts: Iterable[str]) -> tuple[str, ...]:
    """What a player decided in a turn that was ended: its moves without the cards drawn at its end.

    >>> decided(("M+m2f4", "-mr>cc"))
    ('M+m2f4', '-mr')
    """
    *moves, last = texts
    return (*moves, last.partition(">")[0])


def _gain(value: TurnValue) -> float:
    """The coins by which the best turn found beats the one played, for its player."""
    more = value.missed
    return 0.0 if more is None or value.same else more.coins[value.seat]
