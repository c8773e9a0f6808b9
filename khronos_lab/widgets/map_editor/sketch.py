"""A map that is being made: what a brush does to it, what S5 still asks, and its file."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Final, NamedTuple

from khronos_lab.core.grid import (
    Grid,
    file_text,
    grid_text,
    load_map,
    map_names,
    plain_grid,
    read_sketch,
    touching_hamlets,
    with_rows_of,
)
from khronos_lab.core.squares import name
from khronos_lab.engine.map_generator import generate_map
from khronos_lab.records.game_files import refuse_shipped
from khronos_lab.records.safe_files import PathName, local_path, locked_folder, whole_file
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.errors import KhronosError, MapError, text_of
from khronos_lab.rulebook.language import Said
from khronos_lab.rulebook.pieces import COLUMNS, FOREST, HAMLETS, MOUNTAIN, PLAIN, RIVER, ROWS

HAMLET: Final = "hamlet"
TERRAINS: Final = {each.name.lower(): each for each in (PLAIN, FOREST, MOUNTAIN, RIVER)}
BRUSHES: Final = (*TERRAINS, HAMLET)
BLANK: Final = "blank"
GENERATED: Final = "generated"
SUFFIX: Final = ".txt"


class Check(NamedTuple):
    """One thing that S5 asks of a map, and whether it holds."""

    holds: bool
    said: Said
    squares: int = 0
    """Where it does not hold."""


# ------------------------------------------------------------------ painting


@implements("S5")
def painted(grid: Grid, brush: str, *squares: int) -> Grid:
    """The map after a stroke of a brush; a hamlet gives way to a mountain or a river.

    A hamlet is put down, or taken up again, one at a time.
    """
    if brush == HAMLET:
        return _with_hamlet(grid, squares[0])
    terrain, mask = TERRAINS[brush], sum(1 << sq for sq in {*squares})
    layers = {FOREST: grid.forest, MOUNTAIN: grid.mountain, RIVER: grid.river}
    new = {each: (old | mask) if each is terrain else old & ~mask for each, old in layers.items()}
    kept = grid.hamlets & ~mask if terrain in (MOUNTAIN, RIVER) else grid.hamlets
    return replace(grid, forest=new[FOREST], mountain=new[MOUNTAIN], river=new[RIVER], hamlets=kept)


def _with_hamlet(grid: Grid, sq: int) -> Grid:
    terrain = grid.terrain(sq)
    if terrain in (MOUNTAIN, RIVER):
        about = {"place": name(sq), "ground": terrain.name}
        raise KhronosError(Said("map-wrong_ground", about))
    return replace(grid, hamlets=grid.hamlets ^ 1 << sq)


# ------------------------------------------------------------------ checks


@implements("S5")
def checks(grid: Grid) -> list[Check]:
    """What S5 asks of the hamlets, a sentence each; terrain may be as one likes."""
    number = grid.hamlets.bit_count()
    many = "few" if number < HAMLETS else "many" if number > HAMLETS else "right"
    missing = abs(HAMLETS - number)
    count = Said("map-hamlets", {"count": many, "n": number, "all": HAMLETS, "missing": missing})
    pairs = touching_hamlets(grid.hamlets)
    apart = [Check(True, Said("map-apart", {}))]
    touching = [
        Check(False, Said("map-touching", {"one": name(one), "other": name(other)}),
              1 << one | 1 << other)
        for one, other in pairs
    ]  # fmt: skip
    return [Check(not missing, count), *(touching or apart)]


# ------------------------------------------------------------------ beginnings


def begun_as(model: str) -> Grid:
    """A map to begin with: `blank`, a shipped one or a file, or `generated:7` for a seed."""
    if model == BLANK:
        return plain_grid(COLUMNS, ROWS)
    if text_of(model, "what a map begins as").startswith(GENERATED):
        return generate_map(model.partition(":")[2] or "0")
    return load_map(model)


def beginnings() -> tuple[str, ...]:
    """What the editor offers to begin with."""
    return (BLANK, GENERATED, *map_names())


# ------------------------------------------------------------------ the file


class MapFile:
    """The file of a map: saved after every stroke, never over what somebody else wrote."""

    def __init__(self, path: PathName) -> None:
        self.path = local_path(path).expanduser()
        if self.path.suffix != SUFFIX or not self.path.stem:
            raise MapError(f"a map is kept in a file named *{SUFFIX}", os.fspath(path))
        if not self.path.parent.is_dir():
            raise MapError(f"there is no folder {self.path.parent}; make it first", str(path))
        self._text = self._found()

    @property
    def exists(self) -> bool:
        """True if there is a map to go on with."""
        return self._text is not None

    def grid(self) -> Grid:
        """The map as it was saved, finished or not."""
        if self._text is None:
            raise MapError("there is no such file yet", str(self.path))
        return read_sketch(self._text, str(self.path))

    def save(self, grid: Grid) -> None:
        """Write the map; comments of the file stay."""
        refuse_shipped(self.path)
        new = grid_text(grid) if self._text is None else with_rows_of(grid, self._text)
        with locked_folder(self.path):
            if self._found() != self._text:
                raise MapError(
                    "somebody else has changed the file since, so nothing was saved; run the "
                    "cell again to go on from there, or edit a copy",
                    str(self.path),
                )
            with whole_file(self.path) as file:
                file.write(new)
        self._text = new

    def _found(self) -> str | None:
        return file_text(str(self.path)) if self.path.exists() else None
