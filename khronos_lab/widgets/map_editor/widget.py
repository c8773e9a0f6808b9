"""The map editor: paint terrain, put down the ten hamlets, and S5 looks over your shoulder.

>>> import tempfile
>>> from pathlib import Path
>>> place = Path(tempfile.mkdtemp()) / "our-board.txt"
>>> editor = edit_map(place, "valley").use("river").paint("a1", "b1", "c1")
>>> place.read_text()[:3], editor.faults
('~~~', [])
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, Final

from khronos_lab.core.board import empty_board
from khronos_lab.core.grid import Grid
from khronos_lab.core.squares import name, square
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.highlights import Highlight, shine
from khronos_lab.drawing.pieces import buildings
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.drawing.theme import KIND, TERRAIN
from khronos_lab.engine.setup import new_game
from khronos_lab.records.safe_files import PathName
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import CIVIL, MIGHT, Age
from khronos_lab.viewer.html import tag, together
from khronos_lab.widgets.clickable_boards.board_scene import Sizes, map_ground, map_sizes
from khronos_lab.widgets.clickable_boards.clickboard import (
    STYLES,
    BoardModel,
    ClickBoard,
    Control,
    Group,
    Page,
    Paint,
    Panel,
    Value,
)
from khronos_lab.widgets.clickable_boards.history import History
from khronos_lab.widgets.kit.base import joined, one_of
from khronos_lab.widgets.kit.parts import Shared, forwarded
from khronos_lab.widgets.map_editor.sketch import (
    BLANK,
    BRUSHES,
    GENERATED,
    HAMLET,
    TERRAINS,
    MapFile,
    beginnings,
    begun_as,
    checks,
    painted,
)


def edit_map(path: PathName, start: str = BLANK, *, language: str | None = None) -> MapEditor:
    """Make a map in a file, or go on with the one that is in it; every stroke is saved.

    A new map begins as `start` says: `"blank"`, the name of a map to copy, or `"generated:7"`. The
    file can be played on as soon as it has its ten hamlets (S5): `kl.new_game(2,
    grid="our-board.txt")`.
    """
    file = MapFile(path)
    grid = file.grid() if file.exists else begun_as(start)
    return MapEditor(file, grid, language=language)


KEYS: Final = {
    "Ctrl+z": "undo",
    "Ctrl+y": "redo",
    "Ctrl+Shift+z": "redo",
    **{str(number): f"brush:{brush}" for number, brush in enumerate(BRUSHES, start=1)},
}


class MapModel(BoardModel):
    """A map that is painted, its history, and what S5 says to it."""

    def __init__(self, file: MapFile, grid: Grid) -> None:
        self.file = file
        self.history: History[Grid] = History(grid)
        self.brush = BRUSHES[1]
        self._start = GENERATED
        self._seed = 0
        self._refused: KhronosError | None = None

    @property
    def grid(self) -> Grid:
        """The map as it is now."""
        return self.history.now

    @property
    def path(self) -> Path:
        """Where it is saved."""
        return self.file.path

    @property
    def faults(self) -> list[str]:
        """What S5 still asks, a sentence each; empty if the map can be played on."""
        return [each.said.text(self.language) for each in checks(self.grid) if not each.holds]

    @property
    def position(self) -> GameState:
        """A game that is about to begin on the map."""
        return new_game(2, grid=self.grid)

    def use(self, brush: str) -> None:
        """Take a brush: `plain`, `forest`, `mountain`, `river` or `hamlet`."""
        self.brush = one_of(brush, BRUSHES, "brush")

    def paint(self, *squares: str) -> None:
        """Paint squares with the brush, as one stroke."""
        self.stroke([square(each) for each in squares])

    def stroke(self, squares: list[int]) -> None:
        """Paint squares by their numbers, the first one for a hamlet; what cannot be is told."""
        self.place, self._refused = (MIGHT, squares[-1]), None
        try:
            grid = painted(self.grid, self.brush, *squares)
        except KhronosError as fault:
            self._refused = fault
        else:
            self.become(grid)

    def become(self, grid: Grid) -> None:
        """Go on with another map; undo leads back to this one."""
        self._become(self.history.then(grid))

    def undo(self) -> None:
        """Take the last stroke back."""
        self._become(self.history.undone())

    def redo(self) -> None:
        """Paint again what was undone."""
        self._become(self.history.redone())

    def _become(self, history: History[Grid]) -> None:
        """Saved first, so that what is shown is on disk."""
        self._refused = None
        if history.now != self.grid or not self.file.exists:
            self.file.save(history.now)
        self.history = history

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        """Brushes, what S5 asks, and how the map is used."""
        language = self.language
        title = f"{say('map-title', language)}: {self.path.name}"
        groups = (self._brushes(), self._beginnings())
        panels = [
            Panel("checks", say("map-checks", language), self._checked()),
            Panel("terrain", say("map-terrain", language), self._terrains()),
            Panel("use", say("map-use", language), self._usage()),
        ]
        hint = say("map-hint", language)
        refusal = "" if self._refused is None else self._refused.text(language)
        return Page(
            title, self._status(), groups, panels, hint, refusal, keys=KEYS,
            paint=Paint(self._colour(), self.brush != HAMLET),
        )  # fmt: skip

    def _colour(self) -> str:
        return TERRAIN[TERRAINS[self.brush]] if self.brush in TERRAINS else KIND[CIVIL]

    def _status(self) -> str:
        saved = say("map-saved" if self.file.exists else "map-not_yet", self.language)
        parts = [self.tip(*self.place)] if self.place else []
        playable = say("map-unfinished" if self.faults else "map-ready", self.language)
        return " · ".join([*parts, saved, playable])

    def _brushes(self) -> Group:
        language = self.language
        options = tuple(
            (brush, f"{number} {_brush_word(brush, language)}")
            for number, brush in enumerate(BRUSHES, start=1)
        )
        past, future = self.history.past, self.history.future
        return Group(
            "brush",
            "",
            (
                Control("undo", "button", f"↶ {say('sandbox-undo', language)}", hint="Ctrl+Z",
                        disabled=not past),
                Control("redo", "button", f"↷ {say('sandbox-redo', language)}", hint="Ctrl+Y",
                        disabled=not future),
                Control("brush", "choice", say("map-brush", language), self.brush, options),
            ),
        )  # fmt: skip

    def _beginnings(self) -> Group:
        words = {each: each for each in beginnings()}
        words |= {each: say(f"map-{each}", self.language) for each in (BLANK, GENERATED)}
        controls = (
            Control("start", "choice", say("map-start", self.language), self._start,
                    tuple(words.items())),
            Control("begin", "button", say("map-begin", self.language),
                    hint=say("map-begin_hint", self.language)),
        )  # fmt: skip
        return Group("begin", say("map-begin", self.language), controls, folded=True)

    def _checked(self) -> str:
        lines = [
            tag("li", f"{'✓' if each.holds else '✗'} {each.said.text(self.language)}",
                class_="klm-good" if each.holds else "klm-bad")
            for each in checks(self.grid)
        ]  # fmt: skip
        return tag("ul", *lines)

    def _terrains(self) -> str:
        grid = self.grid
        counts = {
            "forest": grid.forest.bit_count(),
            "mountain": grid.mountain.bit_count(),
            "river": grid.river.bit_count(),
        }
        counts = {"plain": grid.area.bit_count() - sum(counts.values()), **counts}
        told = [f"{say(TERRAINS[each], self.language)} {count}" for each, count in counts.items()]
        return tag("p", " · ".join(told))

    def _usage(self) -> str:
        where = str(self.path) if self.path.parent.name else f"./{self.path.name}"
        lines = (
            f'kl.new_game(["Ada", "Ben"], grid="{where}")',
            f'kl.simulate(100, ["greedy", "greedy"], out="runs/own", maps=["{where}"])',
        )
        code = [tag("code", line) for line in lines]
        return together([tag("p", say("map-use_recorder", self.language)), *code])

    def picture_key(self) -> Hashable:
        """The map."""
        return self.grid

    def strokes(self, table: Table) -> list[Stroke]:
        """The hamlets, and those that may not stand as they do."""
        standing = empty_board(self.grid).buildings.values()
        wrong = [Highlight("conflict", MIGHT, each.squares) for each in checks(self.grid)]
        shown = shine([each for each in wrong if each.mask], table)
        return [*buildings([(MIGHT, each) for each in standing], table), *shown]

    # -------------------------------------------------------------- what the browser does

    def tip(self, age: Age, sq: int) -> str:
        """What a square is."""
        words = [say(self.grid.terrain(sq), self.language)]
        if self.grid.hamlets >> sq & 1:
            words.append(say("building-printed", self.language))
        return f"{name(sq)}: {', '.join(words)}"

    def point(self, age: Age, sq: int) -> None:
        """Point at a square with the keys: its words are read out."""
        self.place = (MIGHT, sq)

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Paint one square."""
        self.stroke([sq])

    def take(self, control: str, value: Value) -> None:
        """Take over what was chosen."""
        if control == "brush":
            self.use(str(value))
        elif control == "start":
            self._start = one_of(str(value), beginnings(), "beginning")
        else:
            raise KhronosError(f"the map editor has no control {control!r}")

    def press(self, button: str) -> None:
        """Do what a button says."""
        if button.startswith("brush:"):
            self.use(button.removeprefix("brush:"))
            return
        works: dict[str, Callable[[], object]] = {
            "undo": self.undo, "redo": self.redo, "begin": self._begin,
        }  # fmt: skip
        if button not in works:
            raise KhronosError(f"the map editor has no button {button!r}")
        works[button]()

    def _begin(self) -> None:
        """Begin again with another map; each press of the same button generates another one."""
        self._seed += 1
        model = f"{GENERATED}:{self._seed}" if self._start == GENERATED else self._start
        self.become(begun_as(model))


def _brush_word(brush: str, language: str) -> str:
    key = "building-hamlet" if brush == HAMLET else TERRAINS[brush].thing.key
    return capital(say(key, language))


class MapEditor(ClickBoard):
    """The widget; `use`, `paint`, `undo` and `redo` do in Python what its page does."""

    _css = joined(*STYLES, "map_editor/map_editor.css")
    model: MapModel

    def __init__(self, file: MapFile, grid: Grid, *, language: str | None = None) -> None:
        """Prepare the widget; `edit_map` opens one."""
        super().__init__(MapModel(file, grid), language)

    def __repr__(self) -> str:
        said = self.model.faults or [say("map-ready", "en")]
        return f"<MapEditor: {self.path.name}. {' '.join(said)}>"

    def _sizes(self) -> Sizes:
        return map_sizes(self.grid)

    def _ground(self) -> dict[str, Any]:
        return map_ground(self.grid)

    def _paint(self, content: dict[str, Any]) -> None:
        squares = [self._at({"square": [MIGHT, each]})[1] for each in content["squares"]]
        if squares:
            self.model.stroke(squares)

    grid = Shared("model", MapModel.grid)
    path = Shared("model", MapModel.path)
    faults = Shared("model", MapModel.faults)
    use = forwarded("model", MapModel.use, "_tell")
    paint = forwarded("model", MapModel.paint, "_tell")
    undo = forwarded("model", MapModel.undo, "_tell")
    redo = forwarded("model", MapModel.redo, "_tell")
