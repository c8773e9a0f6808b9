"""Turns what people pass in into what a function needs: a game, a moment of it, a log, an age.

`forgiving` reads it off the annotations of a function: where a `GameState` is needed, an outcome, a
frame, a record, a game or its file will do; where a `Timeline` is needed, any game.

>>> from khronos_lab.engine import new_game
>>> as_timeline("data/games/01-two-players-valley.khr").start.names
('Ada', 'Ben')
>>> as_timeline(new_game(2))
Traceback (most recent call last):
khronos_lab.rulebook.errors.KhronosError: A state is one moment; this needs a whole game: ...
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from khronos_lab.analysis.timeline import Frame, Timeline
from khronos_lab.core import Action, Board, Entry, GameState, Move
from khronos_lab.engine import Outcome, as_age, position_of
from khronos_lab.players import Rollouts
from khronos_lab.records import BadGame, GameRecord, Home, Step, game_at, game_texts, read_record
from khronos_lab.rulebook import (
    KhronosError,
    Said,
    a_or_an,
    current_language,
    data_folder,
    is_shipped,
    near,
    nearest,
    own_or_shipped,
    quoted,
    there_is_no,
)

P = ParamSpec("P")
R = TypeVar("R")

A_GAME: Final = "kl.load(...) or the record of kl.play_game(...)"


# ------------------------------------------------------------------ games


def as_record(source: object, game: int | None = None) -> tuple[GameRecord, Home | None]:
    """The record in a file, an open file, a text, a list or an object; and where it stands.

    A file with several games needs the number of the `game`, from 1.
    """
    inner = getattr(source, "record", source)
    if isinstance(inner, GameRecord):
        return inner, None
    if isinstance(source, BadGame):
        raise source.error
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("[Khronos")):
        return read_record(source), None
    if isinstance(source, str | os.PathLike):
        path = _in_language(_named(source) or own_or_shipped(source))
        return _in_file(path, game, os.fspath(source))
    if hasattr(source, "read"):
        text: str | bytes = source.read()
        text = text.decode() if isinstance(text, bytes) else text
        return read_record(text, str(getattr(source, "name", "<text>"))), None
    if isinstance(source, list | tuple | Iterator) and not isinstance(source, GameState | Step):
        return _only(list(source), game), None
    raise KhronosError(
        f"I can't load a game from {a_or_an(type(source).__name__)}. Give a file (*.khr), the text "
        f"of a record, or a record: {A_GAME}."
    )


def _in_language(path: Path) -> Path:
    """The same shipped game with comments in the language that is spoken, if there is one."""
    folder = Path(os.path.realpath(path)).parent
    twin = folder.with_name(f"{folder.name}-{current_language()}") / path.name
    return twin if is_shipped(path) and twin.exists() else path


def _named(source: str | os.PathLike[str]) -> Path | None:
    """The game that a number or a few words name: one's own `friday.khr`, or a shipped one."""
    said = str(source)
    if not isinstance(source, str) or os.path.exists(said) or not re.fullmatch(r"[\w .-]+", said):
        return None
    if os.path.isfile(f"{said}.khr"):
        return Path(f"{said}.khr")
    if ".khr" in Path(said).suffixes:
        return None
    shipped = {each.stem: each for each in sorted(data_folder().joinpath("games").glob("*.khr"))}
    words = re.findall(r"\w+", said.casefold())
    shared = {name: len(set(words) & set(re.findall(r"\w+", name))) for name in shipped}
    found = [name for name, number in shared.items() if number and number == max(shared.values())]
    if len(found) == 1 and shared[found[0]] == len(words):
        return shipped[found[0]]
    raise KhronosError(there_is_no("game", said, found or shipped, "; or name a file, *.khr"))


def _only(games: list[Any], number: int | None) -> GameRecord:
    if (number is None and len(games) == 1) or (type(number) is int and 1 <= number <= len(games)):
        return as_record(games[(number or 1) - 1])[0]
    raise KhronosError(f"That is a list of {len(games)} games: choose one, for example games[0].")


def _in_file(path: Path, number: int | None, said: str) -> tuple[GameRecord, Home]:
    if path.is_dir() and number is None:
        files = sorted(each.name for each in path.iterdir() if ".khr" in each.suffixes)
        if not files:
            raise KhronosError(f"{path} is a folder without games (*.khr); name a file.")
        shown = ", ".join(files[:3]) + (", …" if len(files) > 3 else "")
        raise KhronosError(
            f"{said} is a folder of {len(files)} games: kl.dataset({quoted(said)}), or name one: "
            f"{shown}"
        )
    if not path.exists():
        beside = sorted(each.name for each in path.parent.glob("*.khr*") if each.exists())
        about = {"file": str(path), "near": nearest(path.name, beside)}
        raise KhronosError(Said("slip-near_file" if about["near"] else "slip-file", about))
    if number is None:
        several = sum(1 for _ in game_texts(path))
        if several > 1:
            raise KhronosError(
                f"{path.name} holds {several} games; say which one: kl.load({quoted(said)}, game=1)"
            )
    return game_at(path, 1 if number is None else number)


def as_timeline(thing: object) -> Timeline:
    """The timeline of a game, however it is given."""
    inner = getattr(thing, "timeline", thing)
    if isinstance(inner, Timeline):
        return inner
    for kind, what in (
        (GameState, "A state is one moment"),
        (Frame, "A frame is one moment"),
        (Outcome, "An outcome is one move"),
        (Step, "A step is one move"),
    ):
        if isinstance(thing, kind):
            raise KhronosError(f"{what}; this needs a whole game: {A_GAME}.")
    if isinstance(thing, list) and thing and isinstance(thing[0], Step):
        return Timeline.of(thing)
    return Timeline.of(as_record(thing)[0])


# ------------------------------------------------------------------ moments


class Moment(NamedTuple):
    """One moment of a game, and the move that led to it."""

    state: GameState
    before: GameState | None
    """The position before the move; None where nobody knows it."""
    log: tuple[Entry, ...] | None
    """All that the move does; None for a state by itself."""
    so_far: tuple[Entry, ...] | None
    """What it has done by now."""


def as_moment(thing: object, step: int | None = None) -> Moment:
    """The moment that is meant; of a whole game the one at a step, or the last."""
    if isinstance(thing, GameState):
        return Moment(thing, None, None, None)
    if isinstance(thing, Outcome):
        return Moment(thing.state, None, thing.log, thing.log)
    if isinstance(thing, Step):
        return Moment(thing.after, thing.before, thing.log, thing.log)
    if not isinstance(thing, Frame) and isinstance(getattr(thing, "state", None), GameState):
        return Moment(position_of(thing), None, None, None)
    frame = thing if isinstance(thing, Frame) else as_timeline(thing)[-1 if step is None else step]
    if frame.span is None:
        return Moment(frame.state, frame.state, (), ())
    return Moment(frame.state, frame.span.before, frame.span.log, frame.so_far)


# ------------------------------------------------------------------ functions


def forgiving(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function accept anything from which its annotated arguments can be found.

    Of a game it may be asked at a step, `function(game, step=262)`, although it knows none.
    """
    signature = inspect.signature(function)
    needs = {name: str(each.annotation) for name, each in signature.parameters.items()}
    needed = [name for name, each in signature.parameters.items() if each.default is each.empty]

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        title = function.__name__
        named: dict[str, Any] = dict(kwargs)
        step = None if "step" in needs else named.pop("step", None)
        try:
            given = dict(signature.bind_partial(*args, **named).arguments)
        except TypeError as fault:
            strange = [name for name in named if name not in needs]
            hint = near(strange[0], needs) if strange else ""
            raise KhronosError(f"{title}: {fault}.{hint}") from None
        _complete(title, given, needs, step)
        missing = [name for name in needed if name not in given]
        if missing == ["log"]:
            raise KhronosError(
                f"A state is one moment; {title} also needs what happened: give the outcome of "
                "kl.play(...), or a game and a step."
            )
        if missing:
            raise KhronosError(f"{title} needs {' and '.join(missing)}.")
        for name, said in given.items():
            if needs[name] == "bool" and not isinstance(said, int | None):
                raise KhronosError(f"{title}: {name} is True or False, not {quoted(said)}.")
            if reader := _READERS.get(needs[name]):
                given[name] = reader(said)
        return function(**given)  # type: ignore[call-arg]

    return asked


_STATE, _POSITION, _LOG = "GameState", "GameState | Board", "Sequence[Entry]"


def _complete(title: str, given: dict[str, Any], needs: dict[str, str], step: int | None) -> None:
    """Add what the moment in the first argument brings: positions before and after, the log."""
    first = next(iter(needs))
    thing = given.get(first)
    if needs[first] not in (_STATE, _POSITION, _LOG) or first not in given or _is_log(thing):
        return
    if first != "log" and isinstance(given.get("log"), int):
        step = given.pop("log")
    if isinstance(thing, Board):
        return
    moment = as_moment(thing, step)
    brought = {
        "before": moment.before,
        "after": moment.state if moment.before is not None else None,
        "log": moment.log if "state" not in needs else moment.so_far,
    }
    # A bare state, first of two, is the position before.
    alone = isinstance(thing, GameState) and first in brought
    given[first] = thing if alone else brought.get(first, moment.state)
    if given[first] is None:
        raise KhronosError(
            f"{title} needs the position before the move, which an outcome has not kept: give a "
            "game and a step, or the state and the outcome's log."
        )
    for name, value in brought.items():
        if name in needs and name not in given and value is not None:
            given[name] = value


def _is_log(thing: object) -> bool:
    return (
        isinstance(thing, list | tuple)
        and not isinstance(thing, GameState | Step)
        and all(isinstance(each, Entry) for each in thing)
    )


def _as_tables(thing: object) -> object:
    """The tables of a dataset, or those in a folder."""
    # Polars takes a moment to load, and only tables need it.
    from khronos_lab.analysis.tables.dataset_files import read_tables
    from khronos_lab.analysis.tables.game_tables import LazyTables, Tables

    inner = getattr(thing, "tables", thing)
    if isinstance(thing, str | os.PathLike):
        return read_tables(own_or_shipped(thing))
    return inner if isinstance(inner, LazyTables | Tables) else _of_type(thing, False, _TABLES)


def _as_review(thing: object) -> object:
    from khronos_lab.analysis.review.review import Review

    return _of_type(thing, isinstance(thing, Review), _REVIEW)


def _as_rollouts(thing: object) -> object:
    many = thing.values() if isinstance(thing, Mapping) else [thing]
    return _of_type(thing, all(isinstance(each, Rollouts) for each in many), _ROLLOUTS)


_TABLES: Final = 'the tables of many games, not {}: kl.dataset("data/sample")'
_REVIEW: Final = "the review of a game, not {}: kl.load(...).review()"
_ROLLOUTS: Final = "what kl.players.play_on(...) gives, or a dictionary of several by name, not {}"


def _of_type(thing: object, right: bool, needed: str) -> object:
    if right:
        return thing
    raise KhronosError(f"This needs {needed.format(a_or_an(type(thing).__name__))}.")


def _as_played(said: object) -> object:
    if isinstance(said, Move | Action):
        return said
    raise KhronosError(
        f"{quoted(said)} belongs to no position here, so write it as an action: "
        'kl.Build("Might", "keep", "f4").'
    )


def _matplotlib(part: str, known_by: str) -> Callable[[object], object]:
    """A reader of axes or figures; this floor does without matplotlib itself."""

    def checked(thing: object) -> object:
        if thing is None or hasattr(thing, known_by):
            return thing
        raise KhronosError(f"{quoted(thing)} is not {part} of matplotlib.")

    return checked


_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "Axes | None": _matplotlib("axes", "get_xlim"),
    "Figure | None": _matplotlib("a figure", "get_size_inches"),
    "Mapping[str, Rollouts] | Rollouts": _as_rollouts,
    _STATE: lambda thing: as_moment(thing).state,
    _POSITION: lambda thing: thing if isinstance(thing, Board) else as_moment(thing).state,
    _LOG: lambda thing: thing if _is_log(thing) else as_moment(thing).log or (),
    "Timeline": as_timeline,
    "Age": as_age,
    "LazyTables": _as_tables,
    "Review": _as_review,
    "Move | Action": _as_played,
}
"""By annotation: how what is given becomes what is needed."""
