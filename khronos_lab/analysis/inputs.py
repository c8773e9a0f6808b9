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
from khronos_lab.engine import Outcome, as_action, as_age, position_of
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
    if isinstance(source, str) and _is_text(source):
        return read_record(source), None
    if isinstance(source, str | os.PathLike):
        return _in_file(_in_language(_named(source) or own_or_shipped(source)), game)
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


def _is_text(source: str) -> bool:
    """True for the text of a record rather than the name of a file."""
    return "\n" in source or source.lstrip().startswith("[Khronos")


def _only(games: list[Any], number: int | None) -> GameRecord:
    if (number is None and len(games) == 1) or (type(number) is int and 1 <= number <= len(games)):
        return as_record(games[(number or 1) - 1])[0]
    raise KhronosError(f"That is a list of {len(games)} games: choose one, for example games[0].")


def _in_file(path: Path, number: int | None) -> tuple[GameRecord, Home]:
    if path.is_dir() and number is None:
        files = sorted(each.name for each in path.iterdir() if ".khr" in each.suffixes)
        if not files:
            raise KhronosError(f"{path} is a folder without games (*.khr); name a file.")
        shown = ", ".join(files[:3]) + (", …" if len(files) > 3 else "")
        raise KhronosError(
            f"{path} is a folder of {len(files)} games: kl.dataset({str(path)!r}), or "
            f"name one: {shown}"
        )
    if not path.exists():
        beside = sorted(each.name for each in path.parent.glob("*.khr*"))
        about = {"file": str(path), "near": nearest(path.name, beside)}
        raise KhronosError(Said("slip-near_file" if about["near"] else "slip-file", about))
    if number is None:
        several = sum(1 for _ in game_texts(path))
        if several > 1:
            raise KhronosError(
                f"{path.name} holds {several} games; say which one: kl.load({str(path)!r}, game=1)"
            )
    return game_at(path, 1 if number is None else number)


def as_timeline(thing: object) -> Timeline:
    """The timeline of a game, however it is given."""
    inner = getattr(thing, "timeline", thing)
    if isinstance(inner, Timeline):
        return inner
    for kind, what in _MOMENTS.items():
        if isinstance(thing, kind):
            raise KhronosError(f"{what}; this needs a whole game: {A_GAME}.")
    if isinstance(thing, list) and thing and isinstance(thing[0], Step):
        return Timeline.of(thing)
    return Timeline.of(as_record(thing)[0])


_MOMENTS: Final[dict[type, str]] = {
    GameState: "A state is one moment",
    Frame: "A frame is one moment",
    Outcome: "An outcome is one move",
    Step: "A step is one move",
}


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
    if isinstance(thing, Frame):
        return _moment_of(thing)
    if isinstance(getattr(thing, "state", None), GameState):
        return Moment(position_of(thing), None, None, None)
    return _moment_of(as_timeline(thing)[-1 if step is None else step])


def _moment_of(frame: Frame) -> Moment:
    span = frame.span
    if span is None:
        return Moment(frame.state, frame.state, (), ())
    return Moment(frame.state, span.before, span.log, frame.so_far)


# ------------------------------------------------------------------ functions


def forgiving(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function accept anything from which its annotated arguments can be found.

    Of a game it may be asked at a step, `function(game, step=262)`, although it knows none.
    """
    signature = inspect.signature(function)
    needs = {name: str(each.annotation) for name, each in signature.parameters.items()}

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        named: dict[str, Any] = dict(kwargs)
        step = None if "step" in needs else named.pop("step", None)
        try:
            given = dict(signature.bind_partial(*args, **named).arguments)
        except TypeError as fault:
            strange = [name for name in named if name not in needs]
            hint = near(strange[0], needs) if strange else ""
            raise KhronosError(f"{function.__name__}: {fault}.{hint}") from None
        read = _read(function.__name__, given, needs, step)
        missing = [
            name
            for name, each in signature.parameters.items()
            if each.default is each.empty and name not in read
        ]
        if missing == ["log"]:
            raise KhronosError(
                f"A state is one moment; {function.__name__} also needs what happened: give the "
                "outcome of kl.play(...), or a game and a step."
            )
        if missing:
            raise KhronosError(f"{function.__name__} needs {' and '.join(missing)}.")
        return function(**read)  # type: ignore[call-arg]

    return asked


def _read(
    title: str, given: dict[str, Any], needs: dict[str, str], step: int | None
) -> dict[str, Any]:
    """The arguments as the function needs them, completed from the moment they mean."""
    first = next(iter(needs))
    if first in given and needs[first] in (_STATE, _POSITION, _LOG) and not _is_log(given[first]):
        if first != "log" and isinstance(given.get("log"), int):
            step = given.pop("log")
        if not isinstance(given[first], Board):
            given = _of_moment(title, as_moment(given[first], step), given, needs)
    state = given.get("state")
    for name, said in given.items():
        if needs[name] == "bool" and not isinstance(said, int | None):
            raise KhronosError(f"{title}: {name} is True or False, not {quoted(said)}.")
    return {
        name: _READERS[needs[name]](state, said) if needs[name] in _READERS else said
        for name, said in given.items()
    }


def _is_log(thing: object) -> bool:
    return (
        isinstance(thing, list | tuple)
        and not isinstance(thing, GameState | Step)
        and all(isinstance(each, Entry) for each in thing)
    )


def _of_moment(
    title: str, moment: Moment, given: dict[str, Any], needs: dict[str, str]
) -> dict[str, Any]:
    """The arguments with what the moment in the first of them brings."""
    first, *others = needs
    whole = "state" not in needs
    brought = {
        "before": moment.before,
        "after": moment.state if moment.before is not None else None,
        "log": moment.log if whole else moment.so_far,
    }
    found = dict(given)
    if first in brought:
        # A bare state, first of two, is the position before.
        alone = isinstance(given[first], GameState)
        found[first] = given[first] if alone else brought[first]
        if found[first] is None:
            raise KhronosError(
                f"{title} needs the position before the move, which an outcome has not kept: give "
                "a game and a step, or the state and the outcome's log."
            )
    else:
        found[first] = moment.state
    for name in others:
        if name in brought and name not in given and brought[name] is not None:
            found[name] = brought[name]
    return found


_STATE, _POSITION, _LOG = "GameState", "GameState | Board", "Sequence[Entry]"


def _as_tables(_: GameState | None, thing: object) -> object:
    """The tables of a dataset, or those in a folder."""
    # Polars takes a moment to load, and only tables need it.
    from khronos_lab.analysis.tables.game_tables import LazyTables, Tables
    from khronos_lab.analysis.tables.parquet_files import read_tables

    inner = getattr(thing, "tables", thing)
    if isinstance(inner, LazyTables | Tables):
        return inner
    if isinstance(thing, str | os.PathLike):
        return read_tables(own_or_shipped(thing))
    raise KhronosError(
        f"This needs the tables of many games, not {a_or_an(type(thing).__name__)}: "
        'kl.dataset("data/sample").'
    )


def _as_review(_: GameState | None, thing: object) -> object:
    from khronos_lab.analysis.review.review import Review

    if isinstance(thing, Review):
        return thing
    raise KhronosError(
        f"This needs the review of a game, not {a_or_an(type(thing).__name__)}: "
        "kl.load(...).review()."
    )


def _as_played(_: GameState | None, said: object) -> object:
    if isinstance(said, Move | Action):
        return said
    raise KhronosError(
        f"{quoted(said)} belongs to no position here, so write it as an action: "
        'kl.Build("Might", "keep", "f4").'
    )


def _as_rollouts(_: GameState | None, thing: object) -> object:
    many = thing.values() if isinstance(thing, Mapping) else [thing]
    if all(isinstance(each, Rollouts) for each in many):
        return thing
    raise KhronosError(
        "This needs what kl.players.play_on(...) gives, or a dictionary of several by name, "
        f"not {a_or_an(type(thing).__name__)}."
    )


def _matplotlib(part: str, known_by: str) -> Callable[[GameState | None, object], object]:
    """A reader of axes or figures; this floor does without matplotlib itself."""

    def checked(_: GameState | None, thing: object) -> object:
        if thing is None or hasattr(thing, known_by):
            return thing
        raise KhronosError(f"{quoted(thing)} is not {part} of matplotlib.")

    return checked


_READERS: Final[dict[str, Callable[[Any, Any], object]]] = {
    "Axes | None": _matplotlib("axes", "get_xlim"),
    "Figure | None": _matplotlib("a figure", "get_size_inches"),
    "Mapping[str, Rollouts] | Rollouts": _as_rollouts,
    _STATE: lambda _, thing: as_moment(thing).state,
    _POSITION: lambda _, thing: thing if isinstance(thing, Board) else as_moment(thing).state,
    _LOG: lambda _, thing: thing if _is_log(thing) else as_moment(thing).log or (),
    "Timeline": lambda _, thing: as_timeline(thing),
    "Age": lambda _, said: as_age(said),
    "LazyTables": _as_tables,
    "Review": _as_review,
    "Move | Action": _as_played,
    "Action": lambda state, said: said if state is None else as_action(state, said),
}
"""By annotation: how what is given becomes what is needed."""
