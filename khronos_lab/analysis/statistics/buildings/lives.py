"""Following buildings through the events: when each was put up, and what became of it.

A building is known by its age, kind, rank and first square, as C6 knows it. Events that take one
away name it by these. An upgrade, a shrinking and the replacing of a shadow name only the new
building; the old rank follows from the value gained or lost, and the old place is one of few:

    upgrade to rank 2     # #    the old watchtower stood on one of these four squares,
                          # #    and nothing else did (A2)
    shrunk to rank 1      ? ?    the old keep began on one of the four squares up and left of
                          ? N    the new watchtower N, and no other keep can (they would overlap)

So all these places are looked at, and the one where such a building stands is meant.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    game_by_game,
    shaped,
)
from khronos_lab.analysis.tables.schema import AGE, EVENT, KIND, SQUARE
from khronos_lab.core.events import EVENT_TYPES, Paradox, Removal, Replacement
from khronos_lab.rulebook.pieces import KINDS, OWNED_KINDS, RANKS, RUIN_VALUES, VALUES

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
    "amount",
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


def _lives(batch: pl.DataFrame) -> pl.LazyFrame:
    rows = batch.with_columns(place=pl.col("square").to_physical().cast(pl.Int32))
    born = rows.filter(pl.col("event").is_in(list(BIRTHS)))
    ends = pl.concat([_named_ends(rows), _erased_ends(rows), _guessed_ends(rows)])
    row = _end_of(born.select(_site(), "step"), ends)
    met = {f"end_{name}": ends[name].gather(row) for name in _END}
    told = born.lazy().with_columns(**met)
    return shaped(
        told.with_columns(
            birth=pl.col("event").replace_strict(BIRTHS, return_dtype=BIRTH),
            fate=pl.col("end_fate").fill_null("standing"),
            turns=pl.col("end_turn").fill_null(_last(rows, born, "turn")) - pl.col("turn"),
            rounds=pl.col("end_round").fill_null(_last(rows, born, "round")) - pl.col("round"),
        ),
        LIVES,
    )


def _end_of(births: pl.DataFrame, ends: pl.DataFrame) -> pl.Series:
    """For each birth the row of its end; null if it has none.

    A building's site is free again once it ended, so what follows its birth there is its end. Most
    buildings stand where nothing ever ended: only the others are put in order.
    """
    born = pl.int_range(pl.len(), dtype=pl.UInt32).alias("born")
    row = pl.int_range(pl.len(), dtype=pl.UInt32).alias("end")
    rivals = births.with_columns(born).filter(pl.col("site").is_in(ends["site"].unique().implode()))
    line = pl.concat([rivals, ends.select("site", "step", row)], how="diagonal")
    line = line.sort(pl.col("site") * _STEP_ROOM + pl.col("step"))
    same = pl.col("site").shift(-1) == pl.col("site")
    found = line.select("born", end=pl.when(same).then(pl.col("end").shift(-1)))
    found = found.drop_nulls()
    every = np.full(births.height, ends.height, dtype=np.uint32)
    every[found["born"].to_numpy()] = found["end"].to_numpy()
    return pl.Series("row", every).replace(ends.height, None)


def _last(rows: pl.DataFrame, born: pl.DataFrame, column: str) -> pl.Series:
    """For each building: the largest of a column in its game."""
    number = rows["number"].to_numpy()
    first = np.flatnonzero(np.diff(number, prepend=number[:1] + 1))
    largest = np.maximum.reduceat(rows[column].to_numpy(), first)
    return pl.Series(column, largest[born["number"].to_numpy()])


_END: Final = ("step", "turn", "round", "fate")
_STEP_ROOM: Final = 2**20
"""More steps than a game has."""


def _site(rank: str = "rank", place: str = "place") -> pl.Expr:
    """A number for where a building stands and what it is: game, age, kind, rank, first square.

    One number sorts several times faster than five columns.
    """
    code = pl.col("number").cast(pl.Int64) * 3 + pl.col("age").to_physical()
    code = (code * 3 + pl.col("kind").to_physical()) * 4 + pl.col(rank)
    return (code * 512 + pl.col(place)).alias("site")


def _named_ends(rows: pl.DataFrame) -> pl.DataFrame:
    """The ends of buildings that their event names."""
    fate = pl.col("event").replace_strict(_ENDS, return_dtype=FATE)
    return rows.filter(pl.col("event").is_in(_NAMED)).select(_site(), *_END[:-1], fate=fate)


def _erased_ends(rows: pl.DataFrame) -> pl.DataFrame:
    """The ends of buildings that a copy covered, which may be their own shadow."""
    erased = rows.filter(pl.col("event") == "BuildingErased")
    fate = pl.when(SUCCEEDED).then(pl.lit("succeeded")).otherwise(pl.lit("paradox")).cast(FATE)
    return with_copies(erased, rows).select(_site(), *_END[:-1], fate=fate)


def with_copies(erased: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Add the copy that covered a building, as `copy_kind`, `copy_rank`...; null if none did."""
    names = ("kind", "rank", "owner", "place")
    falls = rows.filter(pl.col("event") == "ShadowFalls").select(
        "number", cause="step", **{f"copy_{name}": pl.col(name) for name in names}
    )
    return erased.join(falls, on=["number", "cause"], how="left", maintain_order="left")


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


def _guessed_ends(rows: pl.DataFrame) -> pl.DataFrame:
    """The ends of buildings whose event names only the new one: all places where it could be."""
    return (
        rows.filter(pl.col("event").is_in(_UNNAMED))
        .join(_steps(), on=["event", "kind", "rank", "amount"])
        .explode("offset")
        # A place above the first row of the board gives a site that no building has.
        .with_columns(old_place=pl.col("place") + pl.col("offset"))
        .select(_site("old_rank", "old_place"), *_END)
    )


def _offsets(old: int, new: int) -> list[int]:
    """From the first square of the new building: where the old one's may be."""
    reach = range(abs(new - old) + 1)
    sign = 1 if new > old else -1
    return [sign * (down * _WIDTH + right) for down in reach for right in reach]


@cache
def _steps() -> pl.DataFrame:
    """By event, kind, rank and value gained or lost: the rank before, and where it stood."""
    found: dict[tuple[str, str, int, int], int] = {}
    for kind in KINDS:
        for old in RANKS:
            for new in RANKS[old:]:
                gained = VALUES[kind][new] - VALUES[kind][old]
                found["BuildingUpgraded", kind.word, new, gained] = old
                if kind in OWNED_KINDS:
                    found["BuildingShrunk", kind.word, old, gained] = new
    for kind in OWNED_KINDS:
        # Only a rank 3 shadow is replaced (C5); in Reason a ruin follows, whole or not before.
        for before, after in (
            (VALUES[kind][3], VALUES[kind][2]),
            (VALUES[kind][3], RUIN_VALUES[2]),
            (RUIN_VALUES[3], RUIN_VALUES[2]),
        ):
            found["ShadowReplaced", kind.word, 2, before - after] = 3
    rows = [(*key, old, _ENDS[key[0]], _offsets(old, key[2])) for key, old in found.items()]
    return pl.DataFrame(
        rows,
        {
            "event": EVENT,
            "kind": KIND,
            "rank": pl.UInt8(),
            "amount": pl.Int32(),
            "old_rank": pl.UInt8(),
            "fate": FATE,
            "offset": pl.List(pl.Int32()),
        },
        orient="row",
    )
