"""Grid: the map that all three ages share. Reading and checking map files is in `maps.py`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from khronos_lab.core.squares import (
    OFFSETS,
    STRIDE,
    anchors_inside,
    anchors_meeting,
    bits,
    footprint,
)
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import (
    CIVIL,
    FOREST,
    KINDS,
    MOUNTAIN,
    PLAIN,
    RANKS,
    RIVER,
    Kind,
    Terrain,
    TerrainCost,
    surcharge,
)

TERRAIN_LETTERS: Final = ".f^~"
"""By terrain: its character in maps and text boards."""

Surcharges = tuple[tuple[tuple[int, int], ...], ...]
"""By rank: pairs of extra cards and the anchors where a footprint costs exactly those (G2)."""


@dataclass(frozen=True)
class Grid:
    """Terrain and printed hamlets. Two grids with the same squares are equal, whatever their name.

    A game's map has 16 columns and 20 rows (S5, held by `maps.py`); positions for lessons and
    tests may be smaller.
    """

    columns: int
    rows: int
    forest: int
    mountain: int
    river: int
    hamlets: int
    name: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._squares == other._squares

    def __hash__(self) -> int:
        return hash(self._squares)

    @cached_property
    def _squares(self) -> tuple[int, ...]:
        return (self.columns, self.rows, self.forest, self.mountain, self.river, self.hamlets)

    @cached_property
    def area(self) -> int:
        """All squares of the map."""
        line = (1 << self.columns) - 1
        return sum(line << (STRIDE * row) for row in range(self.rows))

    @cached_property
    @implements("G1")
    def beds(self) -> tuple[tuple[int, ...], ...]:
        """By kind and rank: the anchors where a building is on the map and not in the river."""
        return tuple(
            tuple(anchors_inside(self.bed(kind, rank), rank) if rank else 0 for rank in (0, *RANKS))
            for kind in KINDS
        )

    @implements("G2")
    def surcharges(self, cost: TerrainCost) -> Surcharges:
        """By rank: what terrain costs, and at which anchors."""
        found = self._surcharges.get(cost)
        if found is None:
            found = self._surcharges[cost] = _surcharges(self, cost)
        return found

    @cached_property
    def _surcharges(self) -> dict[TerrainCost, Surcharges]:
        return {}

    def terrain(self, sq: int) -> Terrain:
        """What a square is made of."""
        for terrain, mask in (
            (FOREST, self.forest),
            (MOUNTAIN, self.mountain),
            (RIVER, self.river),
        ):
            if mask >> sq & 1:
                return terrain
        return PLAIN

    @implements("G1")
    def bed(self, kind: Kind, rank: int) -> int:
        """The squares that such a building may cover: the river is for towns and cities."""
        return self.area if kind is CIVIL and rank > 1 else self.area & ~self.river

    @implements("G1")
    def drowned(self, kind: Kind, rank: int, anchor: int) -> int:
        """The river squares that such a building there would cover and may not."""
        return footprint(anchor, rank) & self.area & ~self.bed(kind, rank)

    @implements("G2")
    def surcharge_at(self, cost: TerrainCost, rank: int, anchor: int) -> int:
        """The extra cards that such a footprint costs."""
        covered = footprint(anchor, rank)
        return surcharge(
            cost, forest=bool(covered & self.forest), mountain=bool(covered & self.mountain)
        )


def _surcharges(grid: Grid, cost: TerrainCost) -> Surcharges:
    return tuple(_surcharges_of_rank(grid, cost, rank) for rank in (0, *RANKS))


def _surcharges_of_rank(grid: Grid, cost: TerrainCost, rank: int) -> tuple[tuple[int, int], ...]:
    if rank == 0:
        return ()
    inside = anchors_inside(grid.area, rank)
    woods = anchors_meeting(grid.forest, rank)
    hills = anchors_meeting(grid.mountain, rank)
    groups = {
        (False, False): inside & ~woods & ~hills,
        (True, False): inside & woods & ~hills,
        (False, True): inside & hills & ~woods,
        (True, True): inside & woods & hills,
    }
    by_cost: dict[int, int] = {}
    for (forest, mountain), anchors in groups.items():
        extra = surcharge(cost, forest=forest, mountain=mountain)
        by_cost[extra] = by_cost.get(extra, 0) | anchors
    return tuple(sorted((extra, anchors) for extra, anchors in by_cost.items() if anchors))


def plain_grid(columns: int, rows: int, hamlets: tuple[int, ...] = ()) -> Grid:
    """A grid of plain squares, for lessons and tests."""
    return Grid(columns, rows, 0, 0, 0, sum(1 << sq for sq in hamlets))


def grid_text(grid: Grid) -> str:
    """The grid in the characters of a map file, a line a row (see `maps.py`)."""
    lines = []
    for row in range(grid.rows):
        squares = range(row * STRIDE, row * STRIDE + grid.columns)
        lines.append("".join(_letter(grid, sq) for sq in squares))
    return "\n".join(lines) + "\n"


def _letter(grid: Grid, sq: int) -> str:
    terrain = grid.terrain(sq)
    if grid.hamlets >> sq & 1:
        return "H" if terrain is FOREST else "h"
    return TERRAIN_LETTERS[terrain]


def touching_hamlets(hamlets: int) -> list[tuple[int, int]]:
    """The pairs of printed hamlets that share a side, which S5 forbids."""
    return [
        (sq, other)
        for sq in bits(hamlets)
        for other in (sq + OFFSETS[2][1], sq + STRIDE)
        if hamlets >> other & 1
    ]
