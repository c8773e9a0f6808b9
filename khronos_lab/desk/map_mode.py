"""The map editor: paint terrain, put down the ten hamlets, and S5 looks over your shoulder.

>>> import tempfile
>>> from pathlib import Path
>>> place = Path(tempfile.mkdtemp()) / "our-board.txt"
>>> editor = edit_map(place, "valley").use("river").paint("a1", "b1", "c1")
>>> place.read_text()[:3], editor.faults
('~~~', [])
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.board import tag, together
from khronos_lab.core import (
    Grid,
    bits,
    file_text,
    grid_text,
    load_map,
    map_names,
    name,
    plain_grid,
    read_sketch,
    square,
    touching_hamlets,
    with_rows_of,
)
from khronos_lab.desk.desk import Desk
from khronos_lab.desk.frames import Frames
from khronos_lab.desk.mode import (
    UNDO_KEYS,
    Control,
    EditedMode,
    Group,
    Page,
    Paint,
    Panel,
    Value,
    note,
)
from khronos_lab.drawing import KIND, TERRAIN
from khronos_lab.engine import generate_map, new_game
from khronos_lab.kit import Shared, forwarded, one_of
from khronos_lab.records import (
    PathName,
    local_path,
    locked_folder,
    refuse_shipped,
    whole_file,
)
from khronos_lab.rulebook import (
    AGES,
    CIVIL,
    COLUMNS,
    FOREST,
    HAMLETS,
    MIGHT,
    MOUNTAIN,
    PLAIN,
    RIVER,
    ROWS,
    Age,
    KhronosError,
    MapError,
    Said,
    capital,
    implements,
    multilingual,
    say,
    speaking,
    text_of,
)
from khronos_lab.scenes import Highlight, Mark

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
        sq = squares[0]
        terrain = grid.terrain(sq)
        if terrain in (MOUNTAIN, RIVER):
            about = {"place": name(sq), "ground": terrain.name}
            raise KhronosError(Said("map-wrong_ground", about))
        return replace(grid, hamlets=grid.hamlets ^ 1 << sq)
    terrain, mask = TERRAINS[brush], sum(1 << sq for sq in {*squares})
    layers = {FOREST: grid.forest, MOUNTAIN: grid.mountain, RIVER: grid.river}
    new = {each: (old | mask) if each is terrain else old & ~mask for each, old in layers.items()}
    kept = grid.hamlets & ~mask if terrain in (MOUNTAIN, RIVER) else grid.hamlets
    return replace(grid, forest=new[FOREST], mountain=new[MOUNTAIN], river=new[RIVER], hamlets=kept)


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


@multilingual
def edit_map(path: PathName, start: str = BLANK, *, language: str | None = None) -> MapEditor:
    """Make a map in a file, or go on with the one that is in it; every stroke is saved.

    A new map begins as `start` says: `"blank"`, the name of a map to copy, or `"generated:7"`. The
    file can be played on as soon as it has its ten hamlets (S5): `kl.new_game(2,
    grid="our-board.txt")`.
    """
    file = MapFile(path)
    grid = file.grid() if file.exists else begun_as(start)
    mode = MapMode(file, grid)
    return MapEditor(mode.frames, mode)


KEYS: Final = UNDO_KEYS | {
    str(number): f"brush:{brush}" for number, brush in enumerate(BRUSHES, start=1)
}


class MapMode(EditedMode[Grid]):
    """A map that is painted, its history, and what S5 says to it."""

    name = "edit"
    tabs = ("edit",)

    def __init__(self, file: MapFile, grid: Grid) -> None:
        super().__init__(grid)
        self.file = file
        self.brush = BRUSHES[1]
        self._start = GENERATED
        self._seed = 0
        self._refused: KhronosError | None = None
        self.frames = Frames.of_position(new_game(2, grid=grid))

    @property
    def grid(self) -> Grid:
        """The map as it is now."""
        return self.now

    @property
    def path(self) -> Path:
        """Where it is saved."""
        return self.file.path

    @property
    def faults(self) -> list[str]:
        """What S5 still asks, a sentence each; empty if the map can be played on."""
        return [each.said.text() for each in checks(self.grid) if not each.holds]

    def use(self, brush: str) -> None:
        """Take a brush: `plain`, `forest`, `mountain`, `river` or `hamlet`."""
        self.brush = one_of(brush, BRUSHES, "brush")

    def paint_named(self, *squares: str) -> None:
        """Paint squares with the brush, as one stroke."""
        self.paint([square(each) for each in squares])

    def paint(self, squares: Sequence[int]) -> None:
        """Paint squares by their numbers, the first one for a hamlet; what cannot be is told."""
        if not squares:
            return
        self.place, self._refused = (MIGHT, squares[-1]), None
        try:
            grid = painted(self.grid, self.brush, *squares)
        except KhronosError as fault:
            self._refused = fault
        else:
            self.become(grid)

    def accept(self, value: Grid) -> None:
        """Save it first, so that what is shown is on disk."""
        self._refused = None
        if value != self.grid or not self.file.exists:
            self.file.save(value)
        if value != self.grid:
            self.frames.on(new_game(2, grid=value))

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        lines = [
            tag("li", f"{'✓' if each.holds else '✗'} {each.said.text()}",
                class_="klm-good" if each.holds else "klm-bad")
            for each in checks(self.grid)
        ]  # fmt: skip
        ground = Counter(self.grid.terrain(sq) for sq in bits(self.grid.area))
        told = " · ".join(f"{say(each)} {ground[each]}" for each in TERRAINS.values())
        where = str(self.path) if self.path.parent.name else f"./{self.path.name}"
        code = (
            f'kl.new_game(["Ada", "Ben"], grid="{where}")',
            f'kl.simulate(100, ["greedy", "greedy"], out="runs/own", maps=["{where}"])',
        )
        usage = [tag("p", say("map-use_recorder")), *(tag("code", line) for line in code)]
        panels = [
            Panel("checks", say("map-checks"), tag("ul", *lines), place="side"),
            Panel("terrain", say("map-terrain"), tag("p", told), place="side"),
            Panel("hint", "", note(say("map-hint")), place="side"),
            Panel("use", say("map-use"), together(usage)),
        ]
        status = [
            *([self._square_text(self.place[1])] if self.place else []),
            say("map-saved" if self.file.exists else "map-not_yet"),
            say("map-unfinished" if self.faults else "map-ready"),
        ]
        colour = TERRAIN[TERRAINS[self.brush]] if self.brush in TERRAINS else KIND[CIVIL]
        return Page(
            f"{say('map-title')}: {self.path.name}", " · ".join(status), self._groups(), panels,
            "" if self._refused is None else self._refused.text(), keys=KEYS,
            paint=Paint(colour, self.brush != HAMLET), undo=self.can_undo,
        )  # fmt: skip

    def _groups(self) -> list[Group]:
        brushes = []
        for number, brush in enumerate(BRUSHES, start=1):
            key = "building-hamlet" if brush == HAMLET else TERRAINS[brush].thing.key
            brushes.append((brush, f"{number} {capital(say(key))}"))
        chosen = Control("brush", "choice", say("map-brush"), self.brush, tuple(brushes))
        words = {each: each for each in beginnings()}
        words |= {each: say(f"map-{each}") for each in (BLANK, GENERATED)}
        begin = (
            Control("start", "choice", say("map-start"), self._start, tuple(words.items())),
            Control("begin", "button", say("map-begin"), hint=say("map-begin_hint")),
        )
        return [
            Group("brush", "", (*self.undo_buttons(), chosen)),
            Group("begin", say("map-begin"), begin, folded=True, place="more"),
        ]

    def _square_text(self, sq: int) -> str:
        hamlet = [say("building-printed")] if self.grid.hamlets >> sq & 1 else []
        return f"{name(sq)}: {', '.join([say(self.grid.terrain(sq)), *hamlet])}"

    def marks(self) -> Sequence[Mark]:
        wrong = [each.squares for each in checks(self.grid) if each.squares]
        return [Highlight("conflict", age, mask) for mask in wrong for age in AGES]

    # -------------------------------------------------------------- what the browser does

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        self.paint([sq])

    def take(self, control: str, value: Value) -> None:
        if control == "brush":
            self.use(str(value))
        elif control == "start":
            self._start = one_of(str(value), beginnings(), "beginning")
        else:
            super().take(control, value)

    def buttons(self) -> Mapping[str, Callable[[], object]]:
        brushes = {f"brush:{brush}": partial(self.use, brush) for brush in BRUSHES}
        return {**super().buttons(), "begin": self._begin, **brushes}

    def _begin(self) -> None:
        """Begin again with another map; each press of the same button generates another one."""
        self._seed += 1
        model = f"{GENERATED}:{self._seed}" if self._start == GENERATED else self._start
        self.become(begun_as(model))


class MapEditor(Desk):
    """A desk that paints; `use`, `paint`, `undo` and `redo` do in Python what its page does."""

    _own: MapMode

    def __repr__(self) -> str:
        with speaking("en"):
            ready = say("map-ready")
        said = self.faults or [ready]
        return f"<MapEditor: {self.path.name}. {' '.join(said)}>"

    grid = Shared("_own", MapMode.grid)
    path = Shared("_own", MapMode.path)
    faults = Shared("_own", MapMode.faults)
    use = forwarded("_own", MapMode.use, "_show_change")
    paint = forwarded("_own", MapMode.paint_named, "_show_change")
    undo = forwarded("_own", MapMode.undo, "_show_change")
    redo = forwarded("_own", MapMode.redo, "_show_change")
