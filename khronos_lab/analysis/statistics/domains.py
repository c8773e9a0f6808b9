"""Domains: how often they join and split, and how far one action ripples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Reading,
    Schema,
    clusters_of,
    counted,
    first_moment,
    game_by_game,
    in_step_order,
    shaped,
    shared,
)
from khronos_lab.analysis.statistics.computing.intervals import quotients
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.analysis.tables.schema import AGE, EVENT, KIND
from khronos_lab.core import EVENT_TYPES

Integers = NDArray[np.int64]

_DOMAIN_EVENTS: Final = (
    "DomainsJoined", "DomainSplit", "ConflictFound", "BuildingShrunk", "BuildingDestroyed",
)  # fmt: skip

_RIPPLES: Final = [each.__name__ for each in EVENT_TYPES if each.about.ripple]
_ACTIONS: Final = [each.__name__ for each in EVENT_TYPES if each.about.action]
_ROOTS: Final = (*_ACTIONS, "ConflictFound")
_COUNTED: Final = {
    "cast": "ShadowCast",
    "blocked": "ShadowBlocked",
    "erased": "BuildingErased",
    "joined": "DomainsJoined",
    "split": "DomainSplit",
    "conflicts": "ConflictFound",
    "shrunk": "BuildingShrunk",
    "destroyed": "BuildingDestroyed",
}

CASCADES: Final[Schema] = {
    **MOMENT,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "seat": pl.UInt8(),
    "event": EVENT,
    "age": AGE,
    "kind": KIND,
    "rank": pl.UInt8(),
    "length": pl.UInt16(),
    "effects": pl.UInt16(),
    "last_step": pl.UInt32(),
    **{name: pl.UInt16() for name in _COUNTED},
}
"""Columns of `cascades`."""


def domain_events(
    tables: LazyTables, by: Sequence[str] = ("age",), *, changes: pl.LazyFrame | None = None
) -> pl.LazyFrame:
    """How often domains join, split and come into conflict, and buildings shrink for it.

    `number`, `per_game` with an interval that counts seeds (games where no seed is told), the mean
    `amount` (domains joined, parts of a split, rivals of a conflict, value lost) and the first of
    them as `game` and `step`. A joining by a building that fills a gap between two domains counts
    once, however many buildings they have. In Reason nothing conflicts. It can't say who gained.
    An interval of what was seen a few times is rough, and may reach below 0. `changes` are those
    of `CHANGES`, if they were read before.
    """
    keys = ["event", *by]
    clusters = clusters_of(tables.games)
    played = clusters.group_by("cluster").agg(games=pl.len().cast(pl.Int64))
    if changes is None:
        found = tables.events.filter(pl.col("event").is_in(_DOMAIN_EVENTS))
        changes = found.join(clusters, on="game", maintain_order="left").with_columns(
            rows=pl.lit(1, pl.Int64), told=pl.col("amount").is_not_null()
        )
    numbers = changes.group_by(*keys, "cluster").agg(
        pl.col(each).cast(pl.Int64).sum().alias(name)
        for name, each in (("number", "rows"), ("amount", "amount"), ("told", "told"))
    )
    first = changes.group_by(keys).agg(**first_moment())
    found = quotients(numbers, played, keys, [], "per_game")
    return (
        found.join(first, on=keys, nulls_equal=True)
        .sort(keys)
        .select(
            *keys, pl.col("number").cast(pl.UInt32), pl.col("amount") / pl.col("told"),
            "game", "step", "per_game", "per_game_low", "per_game_high", "clusters",
        )
    )  # fmt: skip


CHANGES: Final = Reading(
    _DOMAIN_EVENTS,
    ("step", "event", "age", "amount"),
    lambda batch, _: counted(
        batch,
        ("event", "age"),
        pl.col("amount").cast(pl.Int64).sum(),
        pl.col("amount").count().cast(pl.Int64).alias("told"),
    ),
)
"""What became of domains, by event, age and game."""


def cascades(events: pl.LazyFrame, *, counted: bool = True) -> pl.LazyFrame:
    """What each building action set off: a row for each that had any effect.

    `step` is the action (built, upgraded, demolished), `length` the number of events in the longest
    chain of causes, itself included, `effects` how many events it caused in all and `last_step` the
    last of them; then how many shadows were cast and blocked, buildings erased, domains joined...
    A bonus alone is a chain of 2. Causes are those of the log: where two things together caused a
    third, the log names the later one. Length counts events, not importance. Without `counted` the
    counts of shadows, buildings and domains are left out.
    """
    wanted = events.filter(pl.col("event").is_in(_RIPPLES)).select("cause", *_OF_EVENTS)
    names = (name for name in CASCADES if counted or name not in _COUNTED)
    schema = {name: CASCADES[name] for name in names}
    return game_by_game(wanted, partial(_cascades, schema=schema), schema)


_OF_EVENTS: Final = ("game", "step", "turn", "round", "seat", "event", "age", "kind", "rank")


def _lengths(batch: pl.DataFrame) -> pl.LazyFrame:
    names = ("event", "length", "effects", "step")
    schema = {**{name: CASCADES[name] for name in names}, "number": pl.UInt64()}
    found = _cascades(batch, schema).group_by("event", "length", maintain_order=True)
    first = {"game": pl.col("number").first(), "step": pl.col("step").first()}
    return found.agg(rows=pl.len(), effects=pl.col("effects").sum(), **first)


LENGTHS: Final = Reading(_RIPPLES, ("cause", "step", "event"), lambda batch, _: _lengths(batch))
"""How many cascades have which length, by the event that began them, and all their effects."""


def cascade_lengths(cascades: pl.LazyFrame, by: Sequence[str] = ("event",)) -> pl.LazyFrame:
    """How many cascades have each length, with their share and the first of them to look at.

    Actions without any effect have no cascade and are not counted here. Long chains are rare: look
    at `number` before believing a share. Rows may count several cascades, as those of `LENGTHS`.
    """
    if "rows" not in cascades.collect_schema():
        cascades = cascades.with_columns(rows=pl.lit(1, pl.UInt32))
    number, effects = pl.col("rows").sum(), pl.col("effects").sum()
    found = cascades.group_by(*by, "length").agg(
        number=number, effects=effects / number, **first_moment()
    )
    return found.sort(*by, "length").select(
        *by, "length", "number", shared("number", by).alias("share"), "effects", "game", "step"
    )


def longest_cascades(cascades: pl.LazyFrame, number: int = 10) -> pl.LazyFrame:
    """The longest cascades, the one with most effects first; worth a look in the replay."""
    order = ["length", "effects", "game", "step"]
    descending = [True, True, False, False]
    return cascades.sort(order, descending=descending).head(number)


# ------------------------------------------------------------------ one batch of games


def _cascades(batch: pl.DataFrame, schema: Schema) -> pl.LazyFrame:
    rows = in_step_order(batch)
    effects, depth, root = _chains(rows)
    begins = np.zeros(rows.height, dtype=np.bool_)
    begins[root] = True
    roots = np.flatnonzero(begins)
    group = (np.cumsum(begins) - 1)[root]
    lengths = np.zeros(len(roots), dtype=np.int64)
    np.maximum.at(lengths, group, depth)
    last = np.empty(len(roots), dtype=np.int64)
    last[group] = rows["step"].to_numpy()[effects]  # in their order, so the last one stays
    events = rows["event"].to_physical().to_numpy()[effects]
    counts = {
        name: np.bincount(group[events == _CODES[event]], minlength=len(roots))
        for name, event in _COUNTED.items()
        if name in schema
    }
    sums = {
        "length": lengths,
        "effects": np.bincount(group, minlength=len(roots)),
        "last_step": last,
        **counts,
    }
    found = rows.lazy().select(pl.all().gather(roots))
    found = found.with_columns(pl.Series(name, column) for name, column in sums.items())
    return shaped(found.filter(pl.col("event").is_in(_ROOTS)), schema)


_CODES: Final = {word: code for code, word in enumerate(EVENT.categories.to_list())}


def _chains(rows: pl.DataFrame) -> tuple[Integers, Integers, Integers]:
    """Rows that have a cause among the rows; their places in the chain, and its first row.

    The first of a chain has place 1, what it causes 2.
    """
    game, step = rows["number"].to_numpy(), rows["step"].to_numpy().astype(np.int64)
    first = np.flatnonzero(np.diff(game, prepend=game[:1] + 1))
    last = np.append(first[1:], len(step)) - 1
    longest = step[last] + 1
    # Every step of every game has a place of its own, which holds the row of its event.
    begin = np.repeat(np.cumsum(longest) - longest, last + 1 - first)
    places = np.full(int(longest.sum()), -1, dtype=np.int64)
    places[begin + step] = np.arange(len(step))
    cause = rows["cause"].fill_null(0).to_numpy()
    above = np.where(cause > 0, places[begin + cause], -1)
    effects = np.flatnonzero(above >= 0)
    parent, above = above, above[effects]
    depth = np.full(len(effects), 2, dtype=np.int64)
    root = above.copy()
    climbing = np.arange(len(effects))
    while len(climbing):
        higher = parent[root[climbing]]
        climbing, higher = climbing[higher >= 0], higher[higher >= 0]
        root[climbing] = higher
        depth[climbing] += 1
    return effects, depth, root
