"""Player: somebody who plays. Ten lines are enough for a player of your own."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, fields
from random import Random
from typing import Any, Protocol

from khronos_lab.core import Action, Building, GameState, Move, OpenChoice, Option, footprint, halo
from khronos_lab.engine import choices


class Player(Protocol):
    """Somebody who plays: one action at a time, and the answers to what actions ask.

    A view is the game as this player's seat may see it (`views.seen_by`): the hands of others
    and the order of the pile are hidden, the discards lie open (S4). All chance that a player
    uses comes from the `Random` it is given; then one seed gives one game.

    >>> from khronos_lab.core import EndTurn
    >>> from khronos_lab.players.games import play_game
    >>> from khronos_lab.engine import new_game
    >>> class Idler:
    ...     def choose(self, view, rng):
    ...         return EndTurn()
    ...
    ...     def answer(self, view, move, question, rng):
    ...         return 0
    >>> len(play_game([Idler(), Idler()], new_game(2), seed=1).line.nodes)
    14
    """

    def choose(self, view: GameState, rng: Random) -> Action:
        """A legal action for the player to act, who is the viewer."""

    def answer(self, view: GameState, move: Move, question: OpenChoice, rng: Random) -> int:
        """The index of an option.

        `move` is the action that asks, with the answers given so far; `view` is the game before
        it. The viewer is who decides: in C4 that may be another than the player who acts.
        """


class Described:
    """A player that says who it is: its class, what is not as usual, and what it does.

    Two players with the same text play alike.
    """

    __slots__ = ()

    @property
    def title(self) -> str:
        """The class with every setting that is not the usual one."""
        mine: Any = self
        told = ((each, getattr(mine, each.name)) for each in fields(mine) if each.repr)
        settings = [f"{each.name}={value!r}" for each, value in told if value != _usual(each)]
        return f"{type(self).__name__}({', '.join(settings)})"

    @property
    def habit(self) -> str:
        """What it does, in one line."""
        return (type(self).__doc__ or "").strip().partition("\n")[0]

    def __repr__(self) -> str:
        return f"{self.title}: {self.habit}" if self.habit else self.title


def _usual(setting: Field[Any]) -> object:
    factory = setting.default_factory
    return setting.default if factory is MISSING else factory()


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
