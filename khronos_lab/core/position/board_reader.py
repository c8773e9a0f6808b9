"""The boards of a position in text, read; the form is told in `writer.py`."""

from __future__ import annotations

import re

from khronos_lab.core.board import Board, Building, board_of, printed_hamlet
from khronos_lab.core.grid import TERRAIN_LETTERS, Grid
from khronos_lab.core.squares import STRIDE, bits, name
from khronos_lab.rulebook.errors import PositionError
from khronos_lab.rulebook.pieces import (
    COLUMNS,
    OWNED_KINDS,
    REASON,
    ROWS,
    Age,
    Kind,
    cube_limit,
)

Rows = list[tuple[int, list[str]]]
"""The rows of one board: the number of the line, and what its squares say."""
Sheets = dict[Age | None, Rows]
"""The boards of a text; None is the board `Map`."""

_BUILDING = re.compile(r"([mrc])([123])(?:(%)(\w?)|:(\w+)|(\w))?")
_HAMLET = re.compile(r"[hH](?::(\w+))?")


def position_error(line: int, reason: str) -> PositionError:
    """One sentence with the line it is about; line 0 is none. What it quotes may be cut off."""
    reason = reason if len(reason) <= 160 else f"{reason[:157]}..."
    return PositionError(f"position, line {line}: {reason}" if line else f"position: {reason}")


def read_grid(sheets: Sheets) -> Grid:
    """The map that the board `Map` tells, or else what shows on the three boards."""
    rows = max(sheets.values(), key=len, default=[])
    columns = max((len(tokens) for _, tokens in rows), default=0)
    if not (1 <= len(rows) <= ROWS and 1 <= columns <= COLUMNS):
        raise PositionError(
            f"position: boards have 1 to {ROWS} rows of 1 to {COLUMNS} squares, or name a map"
        )
    masks = dict.fromkeys(TERRAIN_LETTERS + "hH", 0)
    if None in sheets:
        _check_map(sheets[None], len(rows), columns)
    boards = [sheets[None]] if None in sheets else list(sheets.values())
    for board in boards:
        for row, (_, tokens) in enumerate(board):
            for column, token in enumerate(tokens):
                letter = token[:1] if _HAMLET.fullmatch(token) else token
                if letter in masks:
                    masks[letter] |= 1 << (row * STRIDE + column)
    return Grid(
        columns, len(rows), masks["f"] | masks["H"], masks["^"], masks["~"], masks["h"] | masks["H"]
    )


def _check_map(rows: Rows, height: int, width: int) -> None:
    """The board `Map` is as large as the others and has only letters of maps."""
    for line, tokens in rows:
        unknown = [token for token in tokens if token not in (*TERRAIN_LETTERS, "h", "H")]
        if unknown:
            raise position_error(line, f"{unknown[0]!r} is nothing that a map has")
        if len(tokens) != width:
            raise position_error(line, f"the map has {len(tokens)} squares here, not {width}")
    if len(rows) != height:
        raise position_error(
            rows[-1][0] if rows else 0, f"the map has {len(rows)} rows, not {height}"
        )


def read_board(grid: Grid, age: Age, rows: Rows, marks: tuple[str, ...]) -> Board:
    """One age; left out altogether, only the printed hamlets stand there."""
    if not rows:
        return board_of(grid, (printed_hamlet(sq) for sq in bits(grid.hamlets)))
    if len(rows) != grid.rows:
        raise position_error(
            rows[-1][0], f"{age.title} has {len(rows)} rows; the map has {grid.rows}"
        )
    buildings: list[Building] = []
    claimed = 0
    for row, (line, tokens) in enumerate(rows):
        if len(tokens) != grid.columns:
            raise position_error(
                line, f"{age.title} has {len(tokens)} squares here, not {grid.columns}"
            )
        for column, token in enumerate(tokens):
            sq = row * STRIDE + column
            if token == "#":
                claimed |= 1 << sq
                continue
            building = _building(grid, age, line, sq, token, marks)
            if building is not None:
                buildings.append(building)
    _check_cover(grid, age, rows[0][0], buildings, claimed)
    return board_of(grid, buildings)


def _check_cover(grid: Grid, age: Age, line: int, buildings: list[Building], claimed: int) -> None:
    """Buildings lie on the map and not on each other, `#` says the same, and hamlets show."""
    covered = anchors = 0
    for building in buildings:
        if building.mask & covered or building.mask & ~grid.area:
            raise position_error(line, f"the {building} in {age.title} has no room")
        covered |= building.mask
        anchors |= 1 << building.square
    if covered & ~anchors != claimed:
        wrong = name(next(bits((covered & ~anchors) ^ claimed)))
        raise position_error(line, f"{wrong} in {age.title}: # marks just what buildings cover")
    if grid.hamlets & ~covered:
        bare = name(next(bits(grid.hamlets & ~covered)))
        raise position_error(line, f"the printed hamlet of {bare} must show in {age.title} (S5)")


def _building(
    grid: Grid, age: Age, line: int, sq: int, token: str, marks: tuple[str, ...]
) -> Building | None:
    """The building whose first square says this, or None for bare ground."""
    if token in TERRAIN_LETTERS:
        if token != "." and TERRAIN_LETTERS[grid.terrain(sq)] != token:
            raise position_error(line, f"{name(sq)} is {grid.terrain(sq).name.lower()} on the map")
        return None
    hamlet = _HAMLET.fullmatch(token)
    if hamlet and grid.hamlets >> sq & 1:
        if hamlet[1] and age is not REASON:
            raise position_error(line, f"{name(sq)} in {age.title}: cubes stand in Reason (A5)")
        cubes = _seats(line, hamlet[1], marks)
        if len(cubes) > cube_limit(1):
            raise position_error(line, f"{name(sq)} in {age.title}: a hamlet holds one cube (A5)")
        return Building(Kind.CIVIL, 1, sq, None, False, cubes, True)
    match = _BUILDING.fullmatch(token)
    if match is None:
        raise position_error(line, f"{name(sq)} in {age.title}: cannot read {token!r}")
    kind, rank = Kind("mrc".index(match[1])), int(match[2])
    cubes = _seats(line, match[4] or match[5], marks)
    owner = _seats(line, match[6], marks)
    building = Building(kind, rank, sq, owner[0] if owner else None, bool(match[3]), cubes)
    wrong = _impossible(age, building)
    if rank == 1 and grid.hamlets >> sq & 1:
        wrong = "lies on a printed hamlet (S5)"
    if wrong:
        raise position_error(line, f"{name(sq)} in {age.title}: {token!r} {wrong}")
    return building


def _impossible(age: Age, building: Building) -> str | None:
    """What no building of an age can be."""
    owned = building.kind in OWNED_KINDS
    if age is not REASON:
        if owned != (building.owner is not None):
            return "needs an owner (A1)" if owned else "has no owner (A1)"
        if building.ruin or building.cubes:
            return "can be a ruin or carry cubes only in Reason (A5, B4)"
    elif building.owner is not None or (owned and building.rank == 1):
        return "does not exist in Reason (A6, B1)"
    elif building.ruin and (not owned or (building.rank == 2 and building.cubes)):
        return "is no such ruin (A6)"
    elif owned and building.cubes and not building.ruin:
        return "cannot carry cubes (A5)"
    elif not owned and len(building.cubes) > cube_limit(building.rank):
        return f"holds at most {cube_limit(building.rank)} cubes (A5)"
    return None


def _seats(line: int, letters: str | None, marks: tuple[str, ...]) -> tuple[int, ...]:
    unknown = [letter for letter in letters or "" if letter not in marks]
    if unknown:
        raise position_error(
            line, f"no player has the mark {unknown[0]!r}; marks are {', '.join(marks)}"
        )
    return tuple(sorted(marks.index(letter) for letter in letters or ""))
