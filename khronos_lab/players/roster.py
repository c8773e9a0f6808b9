"""The roster: players by name, as datasets and the command line know them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Final

from khronos_lab.native import LEVELS, Level
from khronos_lab.players.built_in import GreedyPlayer, MasterPlayer, NativePlayer, PlannerPlayer
from khronos_lab.players.player import Player, RandomPlayer
from khronos_lab.rulebook import KhronosError, quoted, say, there_is_no

# Styles are planners that care for some things more than winning asks for, so that games differ.

MIGHT_BUILDER: Final = partial(PlannerPlayer, likes=(0.8, -0.3, -0.4))
"""Builds and rules in Might, the age whose buildings cast every shadow."""

FAITH_RAIDER: Final = partial(PlannerPlayer, likes=(-0.3, 0.8, -0.4), envy=1.0)
"""Takes Faith, its own way or others', and likes what hurts."""

REASON_SETTLER: Final = partial(PlannerPlayer, likes=(-0.4, -0.3, 0.8))
"""Settles Reason and restores what the past left there."""

_ROSTER: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
    "master": MasterPlayer,
    "might-builder": MIGHT_BUILDER,
    "faith-raider": FAITH_RAIDER,
    "reason-settler": REASON_SETTLER,
}

NAMES: Final = tuple(_ROSTER)
"""The players for many games, from the weakest on, then the styles."""


def player_named(name: str | Player | type[Player]) -> Player:
    """The player with this name; `module:ClassName` makes one of your own class.

    Who is a player already is given back, and a class makes one.

    >>> player_named("random")
    RandomPlayer(): Every legal action is as likely as any other.
    """
    if not isinstance(name, str):
        return _checked(
            _made(name, name.__name__) if isinstance(name, type) else name, quoted(name)
        )
    if name.strip().casefold() in _ROSTER:
        return _ROSTER[name.strip().casefold()]()
    if ":" in name:
        return _own_player(name)
    raise KhronosError(there_is_no("player", name, _ROSTER, '; your own: "my_file:MyPlayer"'))


def level_named(name: str) -> Level | None:
    """How a player thinks that the compiled engine has; None for one of your own."""
    known = name.strip().casefold()
    if known not in _ROSTER:
        return None
    player = _ROSTER[known]()
    return player.level if isinstance(player, NativePlayer) else LEVELS[known]


def roster_name(player: str | Player | type[Player]) -> str:
    """The name by which another process makes the same player again.

    >>> roster_name(GreedyPlayer()), roster_name(GreedyPlayer)
    ('greedy', 'greedy')
    """
    if isinstance(player, str):
        return player
    made = player_named(player)
    for name, make in _ROSTER.items():
        usual = make()
        if type(usual) is type(made) and repr(usual) == repr(made):
            return name
    raise KhronosError(
        f"{quoted(made)} has no name by which it can be made again: name players as in "
        f'{", ".join(NAMES[:3])}, or put your own class into a file and write "my_file:MyPlayer".'
    )


def table_names(players: Sequence[str]) -> tuple[str, ...]:
    """The names of players at one table.

    >>> table_names(["greedy", "random", "greedy"])
    ('greedy', 'random', 'greedy#2')
    """
    seen: list[str] = []
    names = []
    for player in players:
        seen.append(player)
        number = seen.count(player)
        names.append(player if number == 1 else f"{player}#{number}")
    return tuple(names)


def seat_title(player: str | Player | type[Player]) -> str:
    """What a player is called at a table: its name, or that of its class."""
    try:
        return roster_name(player)
    except KhronosError:
        return type(player).__name__


def _own_player(name: str) -> Player:
    module, _, title = name.partition(":")
    made = _made(lambda: getattr(importlib.import_module(module), title)(), name)
    return _checked(made, repr(name))


def _made(make: Callable[[], object], name: str) -> object:
    """What somebody's own code makes; whatever goes wrong in it is told with its file and line."""
    try:
        return make()
    except (Exception, SystemExit) as error:
        raise KhronosError(f"the player {name!r} cannot be made: {_error_text(error)}") from error


def _error_text(error: BaseException) -> str:
    """What is wrong, and in which line of which file that is not ours."""
    if isinstance(error, SyntaxError):
        places = [(error.filename or "?", error.lineno or 0)]
    else:
        frames = extract_tb(error.__traceback__)
        places = [(frame.filename, frame.lineno or 0) for frame in frames]
    not_theirs = ("<", str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent))
    own = [place for place in places if not place[0].startswith(not_theirs)]
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    if not own:
        return said
    file, line = own[-1]
    reason = f"{type(error).__name__}: {said}"
    return say("files-players_fault", file=file, line=str(line), reason=reason)


def _checked(made: object, title: str) -> Player:
    if not callable(getattr(made, "choose", None)) or not callable(getattr(made, "answer", None)):
        raise KhronosError(f"{title} is not a player: it needs the methods choose and answer")
    player: Player = made  # type: ignore[assignment]
    return player
