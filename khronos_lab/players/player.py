"""Player: somebody who plays. Ten lines are enough for a player of your own."""

from __future__ import annotations

from random import Random
from typing import Protocol

from khronos_lab.core.actions import Action, Move
from khronos_lab.core.resolution import Question
from khronos_lab.core.state import GameState


class Player(Protocol):
    """Somebody who plays: one action at a time, and the answers to what actions ask.

    A view is the game as this player's seat may see it (`views.seen_by`): the hands of others
    and the order of the pile are hidden, the discards lie open (S4). All chance that a player
    uses comes from the `Random` it is given; then one seed gives one game.

    >>> from khronos_lab.core.actions import EndTurn
    >>> from khronos_lab.players.games import play_game
    >>> from khronos_lab.engine.setup import new_game
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

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """The index of an option.

        `move` is the action that asks, with the answers given so far; `view` is the game before
        it. The viewer is who decides: in C4 that may be another than the player who acts.
        """
