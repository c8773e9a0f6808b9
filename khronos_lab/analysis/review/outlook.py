"""Outlook: everybody's expected coins and chance to win at a moment, and the best turns found."""

from __future__ import annotations

from dataclasses import dataclass

from khronos_lab.analysis.review.review import OtherTurn
from khronos_lab.analysis.timeline import Frame
from khronos_lab.core import GameState, turn_sentence
from khronos_lab.players import MORE, QUICK, Branch, Estimate, other_turns, played_on, seen_by
from khronos_lab.rulebook import Said, multilingual, number_text, say

SHOWN = 3
"""Turns that are told."""
SEED = "outlook"


@dataclass(frozen=True)
class Outlook:
    """Everybody's coins at the end and chance to win, as the player to act can know it.

    At the end of a cell it tells itself.
    """

    state: GameState
    branch: Branch
    """Games that went on from here."""
    turns: tuple[OtherTurn, ...]
    """The best turns found for the player to act, best first."""
    refined: bool

    @property
    def coins(self) -> tuple[Estimate, ...]:
        """Everybody's coins at the end, by seat."""
        return tuple(self.branch.expected_coins(seat) for seat in range(len(self.state.players)))

    @property
    def chances(self) -> tuple[Estimate, ...]:
        """Everybody's chance to win, by seat."""
        return tuple(self.branch.chance(seat) for seat in range(len(self.state.players)))

    @multilingual
    def lines(self, language: str | None = None) -> list[str]:
        """A line for all players, then one for each turn."""
        rows = zip(self.state.names, self.coins, self.chances, strict=True)
        players = tuple(
            Said("outlook-player", {"who": name, "coins": number_text(coins.value, 0),
                                    "percent": number_text(100 * chance.value, 0)})
            for name, coins, chance in rows
        )  # fmt: skip
        key = "outlook-over" if self.state.over else "outlook-players"
        found = [say(key, players=players)]
        for number, turn in enumerate(self.turns, 1):
            found.append(
                say(
                    "outlook-turn", number=number, who=self.state.player.name,
                    moves=turn_sentence(turn.logs), coins=number_text(turn.coins.value, 0),
                    percent=number_text(100 * turn.chance.value, 0),
                )
            )  # fmt: skip
        return found

    @multilingual
    def text(self, language: str | None = None) -> str:
        """The same in one text."""
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return self.text()


def settled(frame: Frame) -> GameState:
    """The position of a moment; within a move, the one before the move."""
    if frame.span is None:
        return frame.state
    return frame.span.after if frame.index == frame.span.last else frame.span.before


def outlook_of(state: GameState, *, refined: bool = False) -> Outlook:
    """The outlook of a position, in a fraction of a second; `refined` takes a few.

    The hands of others and all draws are dealt anew from what the player to act has not seen.
    """
    games, rounds = (MORE[0], None) if refined else (QUICK, 1)
    branch = played_on(seen_by(state, state.seat), SEED, games, rounds=rounds)
    found: list[OtherTurn] = []
    if not state.over and not state.player.hidden:
        # A turn that has begun is gone on with.
        for turn in other_turns(state, (), thorough=refined, most=SHOWN):
            known = seen_by(turn.after, -1)
            after = played_on(known, SEED, games, rounds=rounds)
            found.append(OtherTurn(turn.nodes, turn.logs, known, state.seat, after))
    found.sort(key=lambda each: -each.ahead)
    return Outlook(state, branch, tuple(found), refined)
