"""Following buildings through the events: when each was put up, and what became of it.

A building is known by its age, kind, rank and first square, as C6 knows it. Events that take one
away name it by these. An upgrade, a shrinking and the replacing of a shadow name only the new
building; the old one is of another rank, and its place is one of few:

    upgrade to rank 2     # #    the old watchtower stood on one of these four squares,
                          # #    and nothing else did (A2)
    shrunk to rank 1      ? ?    the old keep began on one of the four squares up and left of
                          ? N    the new watchtower N, and no other keep can (they would overlap)

So all these places are looked at, and the one where such a building stands is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    game_by_game,
    shaped,
)
from khronos_lab.analysis.tables.schema import AGE, EVENT, KIND, SQUARE
from khronos_lab.core.events import EVENT_TYPES, Paradox, Removal, Replacement
from khronos_lab.rulebook.pieces import RANKS

BIRTHS: Final = {each.__name__: each.about.birth for each in EVENT_TYPES if each.about.birth}
"""By event: how a building came to be."""
BIRTH: Final = pl.Enum(list(BIRTHS.values()))

FATES: Final = {
    "upgraded": "a larger one of its kind was made of it (A2); it lives on",
    "succeeded": "a copy of its kind and owner covered all of it (B6, B7); it lives on",
    "paradox": "any other copy covered it, wholly or partly (B6)",
    "demolished": "a player took it away (A4)",
    "shrunk": "it lost a conflict and became smaller (C4)",
    "destroyed": "it lost a conflict and could not become smaller (C4)",
    "withdrawn": "it was the shadow of one that shrank or was destroyed (C5)",
    "replaced": "it was the shadow of one that shrank, and became smaller with it (C5)",
    "standing": "it stood when the game, or what is told of it, ended",
}
"""What can become of a building."""
FATE: Final = pl.Enum(list(FATES))

_ENDS: Final = {each.__name__: each.about.fate for each in EVENT_TYPES if each.about.fate}
_NAMED: Final = [
    each.__name__
    for each in EVENT_TYPES
    if each.about.fate and issubclass(each, Removal) and not issubclass(each, Paradox)
]
"""Events that name the building that ends; so does a paradox, which may not be an end."""
_UNNAMED: Final = [each.__name__ for each in EVENT_TYPES if issubclass(each, Replacement)]

LIVES: Final[Schema] = {
    **MOMENT,
    "end_step": pl.UInt32(),
    "age": AGE,
    "kind": KIND,
    "rank": pl.UInt8(),
    "owner": pl.UInt8(),
    "square": SQUARE,
    "birth": BIRTH,
    "fate": FATE,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "turns": pl.UInt16(),
    "rounds": pl.UInt8(),
}
"""Columns of `lives`."""

_READ: Final = (
    "game", "step", "cause", "turn", "round", "age", "event", "kind", "rank", "owner", "square",
)  # fmt: skip
_USED: Final = sorted({*BIRTHS, *_ENDS, "ShadowFalls", "TurnEnded", "GameEnded"})
_WIDTH: Final = SQUARE.categories.to_list().index("a2")
"""Squares in a row, as the vocabulary of squares counts them."""


def lives(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every tile that was put up, with its end: a row for each building.

    `step` is the event that put it up, `end_step` the one that ended it (null if it stands);
    `turn` and `round` are those of its birth, `turns` and `rounds` how long it stood. `fate` is one
    of `FATES`. Printed hamlets are no tiles and are left out, restoring a ruin (A6) is no end, and
    a building that stood before the first event has no row. An unfinished game ends with its last
    turn that ended, or the last building event after that.
    """
    read = events.filter(pl.col("event").is_in(_USED)).select(_READ)
    return game_by_game(read, _lives, LIVES)


# ------------------------------------------------------------------ one batch of games

Integers = NDArray[np.int64]

_END: Final = ("step", "turn", "round")
_STEP_ROOM: Final = 2**20
"""More steps than a game has."""
_CODES: Final = {word: code for code, word in enumerate(EVENT.categories.to_list())}
_FATE_CODES: Final = {word: code for code, word in enumerate(FATES)}


def _is_one_of(event: Integers, names: Iterable[str]) -> Integers:
    """The rows with one of these events."""
    wanted = np.zeros(len(_CODES), dtype=np.bool_)
    wanted[[_CODES[name] for name in names]] = True
    return np.flatnonzero(wanted[event])


def _numbers(rows: pl.DataFrame, name: str, nothing: int = 0) -> Integers:
    """A column as whole numbers, words by their place in the vocabulary."""
    return rows[name].to_physical().cast(pl.Int64).fill_null(nothing).to_numpy()


def _lives(batch: pl.DataFrame) -> pl.LazyFrame:
    event, step = _numbers(batch, "event"), _numbers(batch, "step")
    born = _is_one_of(event, BIRTHS)
    sites = _sites(batch)
    # Rows of ends, where the building stood that ends, and how it ended.
    parts = [
        _named_ends(event, sites),
        _erased_ends(batch, event, sites),
        _guessed_ends(batch, event, sites),
    ]
    rows, ended, fate = (np.concatenate(each) for each in zip(*parts, strict=True))
    end = _end_of(sites[born], step[born], ended, step[rows])
    met = pl.Series(np.append(rows, -1)[end]).replace(-1, None)
    known = {f"end_{name}": batch[name].gather(met) for name in _END}
    fates = pl.Series(list(FATES), dtype=FATE).gather(np.append(fate, _FATE_CODES["standing"])[end])
    told = batch.lazy().select(pl.all().gather(born)).with_columns(**known, fate=fates)
    return shaped(
        told.with_columns(
            birth=pl.col("event").replace_strict(BIRTHS, return_dtype=BIRTH),
            turns=pl.col("end_turn").fill_null(_last(batch, born, "turn")) - pl.col("turn"),
            rounds=pl.col("end_round").fill_null(_last(batch, born, "round")) - pl.col("round"),
        ),
        LIVES,
    )


def _end_of(site: Integers, step: Integers, ended: Integers, end_step: Integers) -> Integers:
    """For each birth the place of its end among the ends; -1 if it has none.

    A building's site is free again once it ended, so what follows its birth there is its end.
    """
    keys = ended * _STEP_ROOM + end_step
    order = np.argsort(keys, kind="stable")
    keys = np.append(keys[order], -1)
    births = site * _STEP_ROOM + step
    place = np.searchsorted(keys[:-1], births, side="right")
    found = keys[place] // _STEP_ROOM == site
    # Of two that were put up before one end, it is the end of the later.
    latest = np.empty(len(keys), dtype=np.int64)
    ending = np.flatnonzero(found)
    latest[place[ending]] = ending
    found[ending] = latest[place[ending]] == ending
    return np.where(found, np.append(order, -1)[place], -1)


def _last(rows: pl.DataFrame, born: Integers, column: str) -> pl.Series:
    """For each building: the largest of a column in its game."""
    number = rows["number"].to_numpy()
    first = np.flatnonzero(np.diff(number, prepend=number[:1] + 1))
    largest = np.maximum.reduceat(rows[column].to_numpy(), first)
    return pl.Series(column, largest[number[born]])


def _sites(rows: pl.DataFrame) -> Integers:
    """For each row a number for where a building stands and what it is.

    That is its game, age, kind, rank and first square: one number sorts several times faster than
    five columns.
    """
    code = _numbers(rows, "number") * 3 + _numbers(rows, "age")
    code = (code * 3 + _numbers(rows, "kind")) * 4 + _numbers(rows, "rank")
    return code * _PLACES + _numbers(rows, "square")


_PLACES: Final = 512
"""More than there are squares."""


def _named_ends(event: Integers, sites: Integers) -> tuple[Integers, Integers, Integers]:
    """The ends of buildings that their event names."""
    rows = _is_one_of(event, _NAMED)
    fate = np.zeros(len(_CODES), dtype=np.int64)
    for name in _NAMED:
        fate[_CODES[name]] = _FATE_CODES[_ENDS[name]]
    return rows, sites[rows], fate[event[rows]]


def _erased_ends(
    batch: pl.DataFrame, event: Integers, sites: Integers
) -> tuple[Integers, Integers, Integers]:
    """The ends of buildings that a copy covered, which may be their own shadow."""
    rows = _is_one_of(event, ["BuildingErased"])
    lives_on = with_copies(batch).select(SUCCEEDED.fill_null(value=False)).to_series().to_numpy()
    fate = np.where(lives_on, _FATE_CODES["succeeded"], _FATE_CODES["paradox"])
    return rows, sites[rows], fate


def with_copies(batch: pl.DataFrame) -> pl.DataFrame:
    """Buildings that were erased, with `place` and the copy that covered each, as `copy_kind`...

    These are null if none did.
    """
    names = ("kind", "rank", "owner", "place")
    rows = batch.filter(pl.col("event").is_in(["BuildingErased", "ShadowFalls"])).with_columns(
        place=pl.col("square").to_physical().cast(pl.Int32)
    )
    erased, falls = (rows.filter(pl.col("event") == name) for name in _COVERING)
    copies = _numbers(falls, "number") * _STEP_ROOM + _numbers(falls, "step")
    order = np.argsort(copies, kind="stable")
    causes = _numbers(erased, "number") * _STEP_ROOM + _numbers(erased, "cause")
    place = np.searchsorted(copies[order], causes)
    meant = np.append(order, 0)[place]
    found = pl.Series(np.append(copies, -1)[meant] == causes)
    told = falls.select(pl.col(names).name.prefix("copy_"))
    if not falls.height:
        return erased.with_columns(told.clear(erased.height))
    return erased.with_columns(told[meant].with_columns(pl.when(found).then(pl.all())))


_COVERING: Final = ("BuildingErased", "ShadowFalls")

_RIGHT: Final = pl.col("place") % _WIDTH - pl.col("copy_place") % _WIDTH
_DOWN: Final = pl.col("place") // _WIDTH - pl.col("copy_place") // _WIDTH
_ROOM: Final = pl.col("copy_rank").cast(pl.Int32) - pl.col("rank").cast(pl.Int32)

SUCCEEDED: Final = (
    (pl.col("kind") == pl.col("copy_kind"))
    & pl.col("owner").eq_missing(pl.col("copy_owner"))
    & _RIGHT.is_between(0, _ROOM)
    & _DOWN.is_between(0, _ROOM)
)
"""True for a building whose copy is of its kind and owner and covers all of it."""


def _guessed_ends(
    batch: pl.DataFrame, event: Integers, sites: Integers
) -> tuple[Integers, Integers, Integers]:
    """The ends of buildings whose event names only the new one: all places where it could be."""
    rows = _is_one_of(event, _UNNAMED)
    sort = event[rows] * 4 + _numbers(batch, "rank")[rows]
    found = []
    for (name, rank), befores in _befores().items():
        here = rows[sort == _CODES[name] * 4 + rank]
        fate = np.full(len(here), _FATE_CODES[_ENDS[name]])
        # A place above the first row of the board gives a site that no building has.
        found += [(here, sites[here] + shift, fate) for shift in befores]
    parts = zip(*found, strict=True)
    whole, old, fates = (np.concatenate(each) for each in parts)
    return whole, old, fates


@cache
def _befores() -> dict[tuple[str, int], list[int]]:
    """By event and rank: from the new building's site to all where the old one may have stood.

    Only one of these places can have held a building of its kind that covers, or lies in, the new
    one; so the others meet none that stands.
    """
    found = [("ShadowReplaced", 2, 3)]  # only a rank 3 shadow is replaced (C5)
    for small in RANKS:
        for large in RANKS[small:]:
            found += [("BuildingUpgraded", large, small), ("BuildingShrunk", small, large)]
    shifts: dict[tuple[str, int], list[int]] = {}
    for event, new, old in found:
        places = [(old - new) * _PLACES + offset for offset in _offsets(old, new)]
        shifts.setdefault((event, new), []).extend(places)
    return shifts


def _offsets(old: int, new: int) -> list[int]:
    """From the first square of the new building: where the old one's may be."""
    reach = range(abs(new - old) + 1)
    sign = 1 if new > old else -1
    return [sign * (down * _WIDTH + right) for down in reach for right in reach]
