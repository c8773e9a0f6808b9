"""Heat: how often each square of each age is built on, erased, contested or controlled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from numpy.typing import NDArray

from khronos_lab.analysis import LazyTables, tax_rounds
from khronos_lab.core import (
    BITS,
    EVENT_TYPES,
    FOOTPRINT,
    Arrival,
    Grid,
    Removal,
    Replacement,
    bits,
    column_of,
    components,
    footprint,
    row_of,
    shipped_map,
)
from khronos_lab.core import square as square_of
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.scene import new_canvas
from khronos_lab.drawing.statistics.figure_parts import percent_axis
from khronos_lab.drawing.themes import HEAT
from khronos_lab.rulebook import AGES, KhronosError, say

What = Literal["built", "erased", "contested", "controlled"]
WHAT: Final[tuple[What, ...]] = ("built", "erased", "contested", "controlled")

Shares = NDArray[np.float64]
"""By age, then by square (see `khronos_lab.core.squares`)."""
Masks = dict[tuple[str, int], int]
"""By game and age: squares as bits."""

_BUILT: Final = ("BuildingBuilt", "BuildingUpgraded", "ShadowCast")
_EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "built": _BUILT,
    "erased": ("BuildingErased",),
    "contested": _BUILT,
}
_REMOVING: Final = {each.__name__ for each in EVENT_TYPES if issubclass(each, Removal)}
_PLACING: Final = {each.__name__ for each in EVENT_TYPES if issubclass(each, Arrival | Replacement)}
_TAX: Final = "TaxCollected"


def heat(tables: LazyTables, what: What, *, grid: Grid | None = None) -> Shares:
    """How often each square is built on, erased or contested (share of games), or controlled.

    A square is contested in a game if buildings of two players or more were put there, shadows
    included.
    Control is counted at taxations: the share of tax rounds, over all games, in which somebody
    collected from a domain that covers the square. Without a `grid` every game needs the name of
    its map in the tables.
    """
    if what not in WHAT:
        raise KhronosError(f"{what!r} cannot be counted; there are {', '.join(WHAT)}")
    games = tables.games.select("game", "map").unique().collect()
    if games.is_empty():
        raise KhronosError("there are no games in these tables, so nothing can be counted")
    if what == "controlled":
        return _controlled(tables, games, grid)
    rows = (
        tables.events.filter(pl.col("event").is_in(list(_EVENTS[what])))
        .select(
            "game", "seat", pl.col("age").to_physical(), pl.col("square").cast(pl.String), "rank"
        )
        .unique()
        .collect()
    )
    if what != "contested":
        return _shares(rows, len(games))
    by_player = [_masks(each) for each in rows.partition_by("seat")]
    return _counted(_twice(by_player), len(games))


def _shares(rows: pl.DataFrame, games: int) -> Shares:
    """Every game counts once for a square, however many buildings covered it."""
    return _counted(_masks(rows), games)


def _masks(rows: pl.DataFrame) -> Masks:
    """By game and age: all squares that buildings covered."""
    seen: Masks = {}
    for game, age, square, rank in rows.select("game", "age", "square", "rank").iter_rows():
        key = (game, age)
        seen[key] = seen.get(key, 0) | footprint(square_of(square), rank)
    return seen


def _twice(players: Iterable[Masks]) -> Masks:
    """By game and age: the squares that at least two players covered."""
    once: Masks = {}
    twice: Masks = {}
    for masks in players:
        for key, mask in masks.items():
            twice[key] = twice.get(key, 0) | once.get(key, 0) & mask
            once[key] = once.get(key, 0) | mask
    return twice


def _counted(seen: Masks, games: int) -> Shares:
    found = np.zeros((len(AGES), BITS))
    for (_, age), mask in seen.items():
        found[age, list(bits(mask))] += 1
    return found / games


def _controlled(tables: LazyTables, games: pl.DataFrame, grid: Grid | None) -> Shares:
    kept = [*_PLACING, *_REMOVING, _TAX]
    rows = (
        tables.events.filter(pl.col("event").is_in(kept))
        .sort("game", "step")
        .select(
            "game", "round", pl.col("event").cast(pl.String), pl.col("age").to_physical(),
            pl.col("square").cast(pl.String), "rank",
        )
        .collect()
    )  # fmt: skip
    found = np.zeros((len(AGES), BITS))
    parts = rows.partition_by("game", as_dict=True)
    for game, name in games.iter_rows():
        part = parts.get((game,))
        if part is not None:
            hamlets = _hamlets(game, name, grid)
            for (_, age), mask in _taxed(part.iter_rows(), hamlets).items():
                found[age, list(bits(mask))] += 1
    played = tables.turns.filter("ended").select("game", "round").unique()
    rules = tables.games.select("game", "numbers").unique()
    taxed = rules.join(tax_rounds(tables.games).lazy(), on="numbers", nulls_equal=True)
    taxations = played.join(taxed, on=["game", "round"], how="semi").collect().height
    return found / max(1, taxations)


def _hamlets(game: str, name: str | None, grid: Grid | None) -> int:
    if grid is None and name is None:
        raise KhronosError(f"game {game} does not say on which map it was played; give a grid=")
    return (grid or shipped_map(name or "")).hamlets


def _taxed(rows: Iterable[tuple[object, ...]], hamlets: int) -> dict[tuple[int, int], int]:
    """By tax round and age: the squares of all domains that paid somebody in one game."""
    standing: list[dict[int, int]] = [dict.fromkeys(bits(hamlets), 1) for _ in AGES]
    paid: dict[tuple[int, int], int] = {}
    for _, number, event, age, square, rank in rows:
        assert isinstance(age, int)
        assert isinstance(square, str)
        anchor = square_of(square)
        board = standing[age]
        if event == _TAX:
            assert isinstance(number, int)
            mask = _domain(board, anchor)
            paid[number, age] = paid.get((number, age), 0) | mask
        else:
            assert isinstance(rank, int)
            _change(board, str(event), anchor, rank)
    return paid


def _change(board: dict[int, int], event: str, anchor: int, rank: int) -> None:
    """Keep track of which buildings, by first square and rank, stand in an age."""
    if event in _REMOVING:
        board.pop(anchor, None)
        return
    new = footprint(anchor, rank)
    # An upgrade covers the old building; a shrunk one lies inside it.
    for old in [each for each, size in board.items() if FOOTPRINT[size] << each & new]:
        del board[old]
    board[anchor] = rank


def _domain(board: Mapping[int, int], anchor: int) -> int:
    occupied = 0
    for each, rank in board.items():
        occupied |= footprint(each, rank)
    return next((part for part in components(occupied) if part >> anchor & 1), 1 << anchor)


# ------------------------------------------------------------------ drawing


@themed
def draw_heat(
    tables: LazyTables,
    what: What = "built",
    *,
    ax: Axes | None = None,
    grid: Grid | None = None,
    language: str | None = None,
) -> Drawing:
    """Draw how often each square of each age is built on, erased, contested or controlled."""
    shares = heat(tables, what, grid=grid)
    grid = grid or grid_of(tables)
    table = Table.of(grid)
    canvas = new_canvas(grid, ax=ax, fade=0.8, table=table)
    top = max(float(shares.max()), 1e-9)
    norm = Normalize(0, top)
    window = table.window
    for age in AGES:
        image = np.full((window.rows, window.columns), np.nan)
        for sq in bits(grid.area):
            image[row_of(sq), column_of(sq)] = shares[age, sq]
        left = table.left(age)
        canvas.ax.imshow(
            image, cmap=HEAT, norm=norm, interpolation="nearest", zorder=1.5, alpha=0.92,
            extent=(left, left + window.columns, window.rows, 0),
        )  # fmt: skip
    canvas.ax.set_xlim(-1.0, table.width - 1.0)
    canvas.ax.set_ylim(window.rows + 0.5, -table.top)
    if ax is None:
        width, height = canvas.figure.get_size_inches()
        canvas.figure.set_size_inches(width, height + 0.75)
        share = 0.75 / (height + 0.75)
        canvas.ax.set_position((0.0, share, 1.0, 1.0 - share))
        bar = canvas.figure.add_axes((0.3, share * 0.62, 0.4, share * 0.2))
        colours = canvas.figure.colorbar(
            ScalarMappable(norm, HEAT), cax=bar, orientation="horizontal"
        )
        percent_axis(bar.xaxis)
        colours.set_label(say(f"axis-often_{what}"))
        colours.outline.set_linewidth(0.6)
        return Drawing(canvas.figure, (canvas.ax, bar))
    return Drawing(canvas.figure, canvas.axes)


def grid_of(tables: LazyTables) -> Grid:
    """The one map of all games."""
    names = tables.games.select("map").unique().sort("map").collect()["map"].to_list()
    if not names:
        raise KhronosError("There are no games here, so there is no map to draw.")
    if len(names) != 1 or names[0] is None:
        known = ", ".join(name or "one without a name" for name in names)
        raise KhronosError(
            f"These games are played on {len(names)} maps ({known}); choose one, "
            f'map="{names[-1]}", or give a grid=.'
        )
    return shipped_map(names[0])
