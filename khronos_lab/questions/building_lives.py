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
from functools import cache, partial
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.analysis import AGE, EVENT, KIND, SQUARE
from khronos_lab.core import EVENT_TYPES, Paradox, Removal, Replacement
from khronos_lab.questions.streams import (
    MOMENT,
    Schema,
    game_by_game,
    in_step_order,
    shaped,
)
from khronos_lab.rulebook import RANKS

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

USED: Final = sorted({*BIRTHS, *_ENDS, "ShadowFalls", "TurnEnded", "GameEnded"})
_WIDTH: Final = SQUARE.categories.to_list().index("a2")
"""Squares in a row, as the vocabulary of squares counts them."""


def lives(events: pl.LazyFrame, beside: pl.LazyFrame | None = None) -> pl.LazyFrame:
    """Every tile that was put up, with its end: a row for each building.

    `step` is the event that put it up, `end_step` the one that ended it (null if it stands);
    `turn` and `round` are those of its birth, `turns` and `rounds` how long it stood. `fate` is one
    of `FATES`. Printed hamlets are no tiles and are left out, restoring a ruin (A6) is no end, and
    a building that stood before the first event has no row. An unfinished game ends with its last
    turn that ended, or the last building event after that. `beside` has a row for each game that
    counts; its columns are added.
    """
    read = events.filter(pl.col("event").is_in(USED)).select(_READ)
    schema = LIVES if beside is None else {**LIVES, **beside.collect_schema()}
    return game_by_game(read, partial(lives_of, schema=schema), schema, beside=beside)


# ------------------------------------------------------------------ one batch of games

Integers = NDArray[np.int64]
Codes = NDArray[np.uint8]

_STEP_ROOM: Final = 2**20
"""More steps than a game has."""
_CODES: Final = {word: code for code, word in enumerate(EVENT.categories.to_list())}
_FATE_CODES: Final = {word: code for code, word in enumerate(FATES)}
_STANDING: Final = _FATE_CODES["standing"]


def _is_one_of(event: Codes, names: Iterable[str]) -> Integers:
    """The rows with one of these events."""
    wanted = np.zeros(len(_CODES), dtype=np.bool_)
    wanted[[_CODES[name] for name in names]] = True
    return np.flatnonzero(wanted[event])


def lives_of(batch: pl.DataFrame, schema: Schema) -> pl.LazyFrame:
    """The `lives` of a batch of games, with the columns of a schema."""
    batch = in_step_order(batch)
    born, until, fate = followed(batch)
    lasted = {f"{each}s": batch[each].gather(until) - batch[each].gather(born)
              for each in ("turn", "round")}  # fmt: skip
    told = batch.lazy().select(pl.all().gather(born)).with_columns(
        birth=pl.col("event").replace_strict(BIRTHS, return_dtype=BIRTH),
        fate=pl.Series(list(FATES), dtype=FATE).gather(fate),
        end_step=pl.when(pl.Series(fate != _STANDING)).then(batch["step"].gather(until)),
        **lasted,
    )  # fmt: skip
    return shaped(told, schema)


def followed(batch: pl.DataFrame) -> tuple[Integers, Integers, Integers]:
    """Of a batch in the order of steps the rows of births, of their ends, and the code of the fate.

    What stands at the end has the last row of its game.
    """
    event, number = batch["code"].to_numpy(), batch["number"].to_numpy()
    sites = number.astype(np.int64) * _SITES + batch["site"].to_numpy()
    born = _is_one_of(event, BIRTHS)
    # Rows of ends, where the building stood that ends, and how it ended.
    parts = [
        _named_ends(event, sites), _erased_ends(batch, sites), _guessed_ends(batch, event, sites)
    ]  # fmt: skip
    rows, ended, fates = (np.concatenate(each) for each in zip(*parts, strict=True))
    fate = np.empty(len(event), dtype=np.int64)
    fate[rows] = fates
    end = _end_of(sites, born, ended, rows)[born]
    stands = end < 0
    last = np.flatnonzero(np.diff(number, append=number[-1:] + 1))
    final = np.repeat(last, np.diff(last, prepend=-1))
    return born, np.where(stands, final[born], end), np.where(stands, _STANDING, fate[end])


def _end_of(sites: Integers, born: Integers, ended: Integers, rows: Integers) -> Integers:
    """By row of a birth the row of its end; -1 if it has none.

    A building's site is free again once it ended, so what follows its birth there is its end; of
    two that were put up before one end, it is the end of the later. Site, row and what happens are
    sorted as one number: several times as fast as to sort places by it.
    """
    room = len(sites).bit_length()
    keys = np.concatenate([(ended << room) + rows << 1, ((sites[born] << room) + born << 1) + 1])
    keys.sort()
    one, following = keys[:-1], keys[1:]
    # A birth and then an end at the same site: they differ in the last bit and in the row only.
    pairs = np.flatnonzero((one & 1 > following & 1) & (one ^ following < 2 << room))
    row = (1 << room) - 1
    found = np.full(len(sites), -1, dtype=np.int64)
    found[one[pairs] >> 1 & row] = following[pairs] >> 1 & row
    return found


_PLACES: Final = 512
"""More than there are squares."""
_SITES: Final = 3 * 3 * 4 * _PLACES
"""More than a game has of what `site` tells apart."""


def _code(name: str) -> pl.Expr:
    return pl.col(name).to_physical().cast(pl.Int32).fill_null(0)


NUMBERS: Final = (
    pl.col("event").to_physical().alias("code"),
    pl.col("cause").fill_null(0).alias("because"),
    pl.col("owner").fill_null(255).alias("holder"),
    (((_code("age") * 3 + _code("kind")) * 4 + _code("rank")) * _PLACES + _code("square")).alias(
        "site"
    ),
)
"""What is read of an event besides its columns, in numbers without gaps, which numpy takes as they
are; `site` is age, kind, rank and first square."""

_READ: Final = (
    "game", "step", "turn", "round", "age", "event", "kind", "rank", "owner", "square", *NUMBERS,
)  # fmt: skip


def parts_of(site: Integers) -> tuple[Integers, Integers, Integers]:
    """Kind, rank and square of a site."""
    return site // (4 * _PLACES) % 3, site // _PLACES & 3, site & _PLACES - 1


def _named_ends(event: Codes, sites: Integers) -> tuple[Integers, Integers, Integers]:
    """The ends of buildings that their event names."""
    rows = _is_one_of(event, _NAMED)
    fate = np.zeros(len(_CODES), dtype=np.int64)
    for name in _NAMED:
        fate[_CODES[name]] = _FATE_CODES[_ENDS[name]]
    return rows, sites[rows], fate[event[rows]]


def _erased_ends(batch: pl.DataFrame, sites: Integers) -> tuple[Integers, Integers, Integers]:
    """The ends of buildings that a copy covered, which may be their own shadow."""
    rows, copies = copies_over(batch)
    fate = np.where(lives_on(batch, rows, copies), _FATE_CODES["succeeded"], _FATE_CODES["paradox"])
    return rows, sites[rows], fate


def copies_over(batch: pl.DataFrame) -> tuple[Integers, Integers]:
    """The rows of buildings that were erased, and of the copy that covered each; -1 if none did."""
    event = batch["code"].to_numpy()
    erased, falls = (np.flatnonzero(event == _CODES[name]) for name in COVERING)
    game = batch["number"].to_numpy().astype(np.int64) * _STEP_ROOM
    cause = game[erased] + batch["because"].to_numpy()[erased]
    copies = game[falls] + batch["step"].to_numpy()[falls]
    place = np.searchsorted(copies, cause)
    found = np.append(copies, -1)[place] == cause
    return erased, np.where(found, np.append(falls, -1)[place], -1)


COVERING: Final = ("BuildingErased", "ShadowFalls")


def lives_on(batch: pl.DataFrame, erased: Integers, copies: Integers) -> NDArray[np.bool_]:
    """True for a building whose copy is of its kind and owner and covers all of it."""
    site, holder = batch["site"].to_numpy(), batch["holder"].to_numpy()
    old, new = site[erased], site[copies]
    (kind, rank, square), (new_kind, new_rank, new_square) = map(parts_of, (old, new))
    room = new_rank - rank
    right, down = square % _WIDTH - new_square % _WIDTH, square // _WIDTH - new_square // _WIDTH
    within = (right >= 0) & (right <= room) & (down >= 0) & (down <= room)
    same = (kind == new_kind) & (holder[erased] == holder[copies])
    return np.asarray((copies >= 0) & same & within)


def _guessed_ends(
    batch: pl.DataFrame, event: Codes, sites: Integers
) -> tuple[Integers, Integers, Integers]:
    """The ends of buildings whose event names only the new one: all places where it could be."""
    rows = _is_one_of(event, _UNNAMED)
    sort = event[rows].astype(np.int64) * 4 + batch["site"].to_numpy()[rows] // _PLACES % 4
    found = []
    for (name, rank), befores in _befores().items():
        here = rows[sort == _CODES[name] * 4 + rank]
        fate = np.full(len(here), _FATE_CODES[_ENDS[name]])
        # A place above the first row of the board gives a site that no building has.
        found += [(here, sites[here] + shift, fate) for shift in befores]
    whole, old, fates = (np.concatenate(each) for each in zip(*found, strict=True))
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
        reach, sign = range(abs(new - old) + 1), 1 if new > old else -1
        shifts.setdefault((event, new), []).extend(
            (old - new) * _PLACES + sign * (down * _WIDTH + right)
            for down in reach
            for right in reach
        )
    return shifts
