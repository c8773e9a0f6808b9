"""RandomPlayer, and the answers that any player can give."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from khronos_lab.core import Action, Building, GameState, Move, OpenChoice, Option, footprint, halo
from khronos_lab.engine import choices
from khronos_lab.players.player import Described


@dataclass(frozen=True, slots=True, repr=False)
class RandomPlayer(Described):
    """Every legal action is as likely as any other."""

    def choose(self, view: GameState, rng: Random) -> Action:
        """Any legal action."""
        return choices(view).pick(rng)

    def answer(self, view: GameState, move: Move, question: OpenChoice, rng: Random) -> int:
        """Any option."""
        return rng.randrange(len(question.options))


def sensible(view: GameState, question: OpenChoice) -> int:
    """An answer for whoever decides, without trying anything out.

    Of his own buildings the first yields, of others' the richest player's; what shrinks
    stays where it touches most; the poorest keeps a cube (B8).
    """
    likings = [_liking(view, question, option) for option in question.options]
    return likings.index(max(likings))


def _liking(view: GameState, question: OpenChoice, option: Option) -> float:
    if isinstance(option, Building):
        owner = option.owner
        return 0.0 if owner is None or owner == question.seat else view.players[owner].coins
    if question.clause == "B8":
        return -view.players[option].coins
    subject = question.subject
    assert subject is not None
    place = footprint(option, max(1, subject.rank - 1))
    occupied = view.boards[question.age].occupied
    return (halo(place) & occupied & ~subject.mask).bit_count()
