"""Grid: the map that all three ages share; and map files, read, checked and written (S5).

A map is 20 rows of 16 characters, the top row first::

    .  plain       f  forest                     h  printed hamlet on plain
    ~  river       ^  mountain                   H  printed hamlet on forest

`#` starts a comment, on a line of its own or after a row; blank lines and spaces at the end of a
line do not count. A first comment line with a title is good manners and nothing more: a map is
called by its file's name.

Three decisions that S5 leaves open:

- A map without any river is allowed: S5 says what a square can be, not that each terrain occurs.
- A hamlet on the river cannot be written in this format, but a `Grid` can be made by hand, so
  `check_grid` refuses it. `read_map`, `map_text` and the map generator all go through it.
- A hamlet on a mountain is refused in the same way, because a map file has no character for it.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from khronos_lab.core.squares import (
    OFFSETS,
    STRIDE,
    anchors_inside,
    anchors_meeting,
    bits,
    column_of,
    first,
    footprint,
    name,
    nth,
    row_of,
)
from khronos_lab.rulebook import (
    CIVIL,
    COLUMNS,
    FOREST,
    HAMLETS,
    KINDS,
    MOUNTAIN,
    PLAIN,
    RANKS,
    RIVER,
    ROWS,
    Kind,
    MapError,
    Terrain,
    TerrainCost,
    data_file,
    implements,
    near,
    quoted,
    surcharge,
)

TERRAIN_LETTERS: Final = ".f^~"
"""By terrain: its character in maps and text boards."""

Surcharges = tuple[tuple[tuple[int, int], ...], ...]
"""By rank: pairs of extra cards and the anchors where a footprint costs exactly those (G2)."""


@dataclass(frozen=True)
class Grid:
    """Terrain and printed hamlets. Two grids with the same squares are equal, whatever their name.

    A game's map has 16 columns and 20 rows (S5, held by `check_grid`); positions for lessons and
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
            found = tuple(_surcharges_of_rank(self, cost, rank) for rank in (0, *RANKS))
            self._surcharges[cost] = found
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
    """The grid in the characters of a map file, a line a row."""
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


# ------------------------------------------------------------------ map files

LARGEST_FILE: Final = 65_536
"""Bytes; a map with every row is 340 of them, the rest is room for comments."""

_CHARACTERS: Final = ".f^~hH"
_NAME = re.compile(r"[\w-]*")


@implements("S5")
def read_map(text: str, file: str = "<text>") -> Grid:
    """The grid that a map file's text describes; `file` is what errors call it.

    Raises
    ------
    MapError
        With file, line and column, where the text breaks the format or S5.
    """
    grid = read_sketch(text, file)
    _check(grid, file, [line for line, _ in _rows(text)])
    return grid


def read_sketch(text: str, file: str = "<text>") -> Grid:
    """The grid of a map that is still being made: of its hamlets nothing is asked yet."""
    rows = _checked_rows(text, file)
    return Grid(
        COLUMNS,
        ROWS,
        forest=_mask(rows, "fH"),
        mountain=_mask(rows, "^"),
        river=_mask(rows, "~"),
        hamlets=_mask(rows, "hH"),
        name="" if file.startswith("<") else Path(file).stem,
    )


def with_rows_of(grid: Grid, text: str) -> str:
    """The text of a map with the rows of another grid: its comments stay where they are."""
    lines, rows = text.split("\n"), grid_text(grid).splitlines()
    for (line, old), row in zip(_rows(text), rows, strict=True):
        lines[line - 1] = row + lines[line - 1][len(old) :]
    return "\n".join(lines)


@implements("S5")
def check_grid(grid: Grid, file: str = "<grid>") -> None:
    """Refuse a grid that is not a game's map; lines and columns are those of its bare text.

    Grids for lessons and tests may be smaller and need not pass.
    """
    _check(grid, file, range(1, grid.rows + 1))


@implements("S5")
def map_text(grid: Grid) -> str:
    """The text of a map file; `read_map` makes an equal grid of it."""
    check_grid(grid, grid.name or "<grid>")
    return grid_text(grid)


def map_names() -> tuple[str, ...]:
    """The names of the maps that come with khronos_lab.

    >>> map_names()
    ('delta', 'highlands', 'valley')
    """
    return tuple(sorted(path.stem for path in data_file("maps").glob("*.txt")))


@implements("S5")
def load_map(name_or_path: str | os.PathLike[str]) -> Grid:
    """The map with this name or in this file.

    Letters, digits, `_` and `-` alone are the name of a shipped map, anything else is a path.

    >>> load_map("valley").name
    'valley'
    """
    if not isinstance(name_or_path, str | os.PathLike):
        reason = f"this is not a map; name one of {', '.join(map_names())}, or give a file"
        raise MapError(reason, quoted(name_or_path))
    wanted = os.fspath(name_or_path)
    if _NAME.fullmatch(wanted):
        return shipped_map(wanted)
    return read_map(file_text(wanted), _shown(wanted))


def maps_in(folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """The files of a folder, `*.txt`, that are maps to play on."""
    return tuple(path for path in sorted(Path(folder).glob("*.txt")) if _is_map(path))


def _is_map(path: Path) -> bool:
    try:
        facts = path.stat()
    except OSError:
        return False
    return _reads_as_map(str(path), facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=1024)
def _reads_as_map(path: str, changed: int, size: int) -> bool:
    """Whether a file of this age and size is a map; it is read once."""
    try:
        read_map(file_text(path), path)
    except MapError:
        return False
    return True


@lru_cache(maxsize=64)
def shipped_map(name: str) -> Grid:
    """The map of this name that comes with khronos_lab, never a file: for names that data says."""
    if name not in map_names():
        raise MapError(
            f"no map of this name comes with khronos_lab, which has {', '.join(map_names())};"
            f"{near(name, map_names()).lower()} name one of them, or give the path of your own "
            f"file, such as ./{name or 'map'}.txt",
            repr(name),
        )
    path = str(data_file("maps", f"{name}.txt"))
    return read_map(file_text(path), path)


def file_text(path: str) -> str:
    """The text of a file, never more than `LARGEST_FILE` bytes of it."""
    content = _content(path).removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8").split("\n")
        reason = "the file is not text in UTF-8, so it is not a map (S5); save it as UTF-8 text"
        raise MapError(reason, _shown(path), len(before), len(before[-1]) + 1) from None


def _content(path: str) -> bytes:
    try:
        if not Path(path).is_file():
            reason = "there is no such file; check the path, or name one of the maps "
            raise MapError(f"{reason}{', '.join(map_names())}", _shown(path))
        with Path(path).open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = f"the file cannot be read ({error.strerror}); check the path and its permissions"
        raise MapError(reason, _shown(path)) from None
    if len(content) > LARGEST_FILE:
        reason = (
            f"the file has more than {LARGEST_FILE} bytes, too many for a map (S5); check the path"
        )
        raise MapError(reason, _shown(path))
    return content


def _shown(path: str) -> str:
    """The path as it goes into a sentence: quoted if it would break the line or the terminal."""
    return path if path.isprintable() else repr(path)


def _checked_rows(text: str, file: str) -> list[str]:
    line, rows = 1, list[str]()
    for line, row in _rows(text):
        _check_row(row, file, line)
        if len(rows) == ROWS:
            reason = f"a map has {ROWS} rows (S5) and this is one more; remove it"
            raise MapError(reason, file, line, 1)
        rows.append(row)
    if len(rows) < ROWS:
        reason = f"a map has {ROWS} rows (S5) and this one ends after {len(rows)}; add the others"
        raise MapError(reason, file, line, 1)
    return rows


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """Line numbers and what is left of the lines without comments, blank ones left out."""
    for line, content in enumerate(text.split("\n"), start=1):
        row = content.partition("#")[0].rstrip()
        if row:
            yield line, row


def _check_row(row: str, file: str, line: int) -> None:
    for column, character in enumerate(row[: COLUMNS + 1], start=1):
        if column > COLUMNS:
            more = len(row) - COLUMNS
            reason = f"a row has {COLUMNS} squares (S5) and this one {more} more; remove them"
            raise MapError(reason, file, line, column)
        if character not in _CHARACTERS:
            reason = (
                f"{character!r} means nothing on a map (S5); use . plain, f forest, ^ mountain, "
                "~ river, h hamlet or H hamlet on forest, and # before a comment"
            )
            raise MapError(reason, file, line, column)
    if len(row) < COLUMNS:
        reason = f"a row has {COLUMNS} squares (S5) and this one only {len(row)}; add the others"
        raise MapError(reason, file, line, len(row) + 1)


def _mask(rows: Sequence[str], characters: str) -> int:
    return sum(
        1 << row * STRIDE + column
        for row, line in enumerate(rows)
        for column, character in enumerate(line)
        if character in characters
    )


def _check(grid: Grid, file: str, lines: Sequence[int]) -> None:
    """Refuse what S5 forbids, at the line and column where it stands."""
    if (grid.columns, grid.rows) != (COLUMNS, ROWS):
        reason = f"a map has {COLUMNS} columns and {ROWS} rows (S5), not {grid.columns} and "
        raise MapError(f"{reason}{grid.rows}; add or remove squares", file)
    if (grid.forest | grid.mountain | grid.river | grid.hamlets) & ~grid.area:
        reason = "terrain or hamlets lie outside the squares a1 to p20 (S5); remove them"
        raise MapError(reason, file)
    for sq, reason in _faults(grid):
        raise MapError(reason, file, lines[row_of(sq)], column_of(sq) + 1)


def _faults(grid: Grid) -> Iterator[tuple[int, str]]:
    """What is wrong with a grid of the right size: a square and a sentence for each."""
    woods, hills, river = grid.forest, grid.mountain, grid.river
    if double := woods & hills | woods & river | hills & river:
        sq = first(double)
        yield sq, f"{name(sq)} has two terrains and a square has one (S5); choose one of them"
    if wet := grid.hamlets & river:
        sq = first(wet)
        yield sq, f"the printed hamlet {name(sq)} is on the river (S5); move it to dry land"
    if high := grid.hamlets & hills:
        sq = first(high)
        yield (
            sq,
            f"the printed hamlet {name(sq)} is on a mountain, for which a map file has no "
            "character (S5); move it, or make the square plain or forest",
        )
    for one, other in touching_hamlets(grid.hamlets):
        yield (
            other,
            f"the printed hamlets {name(one)} and {name(other)} touch along a side (S5); "
            "move one of them",
        )
    number = grid.hamlets.bit_count()
    if number > HAMLETS:
        sq = nth(grid.hamlets, HAMLETS)
        yield sq, f"a map has {HAMLETS} printed hamlets (S5), not {number}; remove one here"
    if number < HAMLETS:
        yield 0, f"a map has {HAMLETS} printed hamlets (S5), not {number}; add the others"


def is_shipped(grid: Grid) -> bool:
    """True if a map comes with the package, so that its name says it all."""
    return grid.name in map_names() and load_map(grid.name) == grid
