"""Player: somebody who plays. Ten lines are enough for a player of your own."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from random import Random
from typing import Any, Protocol

from khronos_lab.core import Action, GameState, Move, OpenChoice


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
