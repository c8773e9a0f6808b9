"""The compiled engine: the rules, the learned value and the search of a turn, in C.

It is the fast twin of the readable engine, which stays the authority and explains; a differential
test compares the two move by move. Here are a position with what can be asked of it, and whole
games; nothing else of the package knows how the C side keeps them.

>>> from khronos_lab.engine.setup import new_game
>>> position = Position.of(new_game(2, seed=7))
>>> position.count() == len(position.legal())
True
"""

from khronos_lab.native.games import Played, play_game, play_games
from khronos_lab.native.library import NativeMissing, is_there
from khronos_lab.native.position import (
    PLAYERS,
    Choice,
    Evaluation,
    Income,
    Plan,
    Position,
)

__all__ = (
    "PLAYERS",
    "Choice",
    "Evaluation",
    "Income",
    "NativeMissing",
    "Plan",
    "Played",
    "Position",
    "is_there",
    "play_game",
    "play_games",
)
