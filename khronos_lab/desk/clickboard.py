"""Clickboard: three boards that can be clicked, controls above them and panels below.

A model says in Python what the controls are, what the panels say and what is drawn on the boards;
`clickboard.js` shows all of it and tells what was clicked, chosen and typed. Nothing is kept in the
browser: a second view of the same widget shows the same.

Boards are used with the mouse or with keys: arrows move the cursor, Enter does what a click does.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import traitlets
from traitlets import observe, validate

from khronos_lab.board import (
    SCRIPTS as BOARDS,
)
from khronos_lab.board import (
    STYLE,
    Sizes,
    ground_of,
    picture,
    sizes_of,
)
from khronos_lab.core import Building, GameState, Grid, name, square
from khronos_lab.kit import WORDS, SafeWidget, joined
from khronos_lab.rulebook import (
    AGES,
    LANGUAGE_NAMES,
    Age,
    KhronosError,
    Said,
    building_thing,
    in_each_language,
    multilingual,
    say,
    spoken,
)
from khronos_lab.scenes import Scene

Value = str | bool
Place = tuple[Age, int]
"""An age and a square of its board."""


class Control(NamedTuple):
    """Something to choose, type or press."""

    name: str
    sort: str
    """`choice` (all options are seen), `select`, `check`, `text`, `area`, `number` or `button`."""
    label: str
    value: Value = ""
    options: tuple[tuple[str, str], ...] = ()
    """Values with their words."""
    disabled: bool = False
    hint: str = ""
    strong: bool = False
    """A button that is meant to be pressed next."""
    wide: bool = False
    """A field for a sentence."""
    dimmed: tuple[tuple[str, str], ...] = ()
    """Options of a choice that lead to nothing now, and why; they can be chosen all the same."""


class Group(NamedTuple):
    """Controls that belong together."""

    name: str
    title: str
    controls: tuple[Control, ...]
    folded: bool = False
    """True if it is a drawer below the boards that opens when its title is clicked."""


class Panel(NamedTuple):
    """Something that is told, as escaped HTML; an element with `data-press` works as a button."""

    name: str
    title: str
    html: str
    wide: bool = False


class MenuEntry(NamedTuple):
    """Something that can be done at a square."""

    name: str
    words: str
    cost: str = ""
    """Cards by their letters; a star for one of any kind."""
    icon: str = ""
    """The building (`m2`) whose picture is shown."""
    why: str = ""
    """Why it cannot be done now."""
    ways: tuple[tuple[str, str], ...] = ()
    """Other ways to do it, by name, with their words."""


class Menu(NamedTuple):
    """What can be done at a square, shown beside it."""

    place: Place
    title: str
    entries: tuple[MenuEntry, ...]
    said: str = ""
    """What is said as long as nothing is pointed at."""


class Tried(NamedTuple):
    """What an entry of the menu would do."""

    scene: Scene | None
    """The boards afterwards; None if they stay as they are."""
    text: str


class Paint(NamedTuple):
    """What the pointer paints on the squares that it is dragged over."""

    colour: str
    many: bool = True
    """False if it is one square at a time."""


class Page(NamedTuple):
    """What stands around the boards."""

    title: str
    status: str
    """One sentence that is read out when it changes."""
    groups: Sequence[Group]
    panels: Sequence[Panel]
    below: str = ""
    """What the marks of the picture mean."""
    refusal: str = ""
    """Why the last click did nothing; it is said in the place of the status, so nothing moves."""
    ghost: int = 0
    """How wide a building is that a click in Might or Faith puts down; 0 shows none."""
    keys: Mapping[str, str] = MappingProxyType({})
    """By key (`Ctrl+z`): the button that it presses."""
    acting: str = ""
    """Whoever is to act, with hand and coins, as escaped HTML."""
    menu: Menu | None = None
    paint: Paint | None = None
    """What the pointer paints; a click does what it does if this is None."""


class BoardModel(Protocol):
    """What a clickable board shows, and what clicks do to it; it knows of no widget."""

    place: Place | None = None
    """The age and the square that are pointed at."""

    @property
    def position(self) -> GameState:
        """The position that is shown."""

    def page(self) -> Page:
        """What stands around the boards."""

    def scene(self) -> Scene:
        """What is drawn on the boards."""

    def picture_key(self) -> Hashable:
        """What the picture depends on besides the language: it is drawn again when this changes."""

    def tip(self, age: Age, sq: int) -> str:
        """What is said of a square while the pointer is over it."""
        return place_text(self.position, (age, sq))

    def take(self, control: str, value: Value) -> None:
        """Take over what was chosen or typed."""

    def press(self, button: str) -> None:
        """Do what a button says."""

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Do what a click on a square does; `menu` asks for the menu whatever is chosen."""

    def choose(self, entry: str) -> None:
        """Do what an entry of the menu says; an empty one closes it, if there are menus."""
        return

    def tried(self, entry: str) -> Tried:
        """What an entry of the menu would do."""
        raise KhronosError("there is no menu here")

    def point(self, age: Age, sq: int) -> None:
        """Point at a square with the keys."""
        self.place = (age, sq)


SCRIPTS: Final = (*BOARDS, "../board/browser/menu.js")
STYLES: Final = (
    "../kit/browser/form.css",
    STYLE,
    "../desk/browser/menu.css",
    "../desk/browser/clickboard.css",
)


class ClickBoard(SafeWidget):
    """Three boards that show a model and tell it what is done to them."""

    _esm = joined(*SCRIPTS, "../kit/browser/form.js", "../desk/browser/clickboard.js")
    _css = joined(*STYLES)
    kernel_gone = "board-gone"

    square = traitlets.List(traitlets.Int()).tag(sync=True)
    """The age and the number of the square that is pointed at; empty for none."""

    # What follows is told to the browser and not meant to be set.
    page = traitlets.Dict().tag(sync=True)
    ground = traitlets.Dict().tag(sync=True)
    """The map and where its squares lie; it stays as long as the map does."""
    scene = traitlets.Dict().tag(sync=True)
    """What lies on the boards, with another number for every other picture."""

    @multilingual
    def __init__(self, model: BoardModel, language: str | None = None) -> None:
        """Show a model."""
        self.model = model
        self._pictured: Hashable = None
        super().__init__(language=spoken(language))
        self._speak()

    @property
    def position(self) -> GameState:
        """The position that is shown."""
        return self.model.position

    @property
    def place(self) -> Place | None:
        """The age and the square that are pointed at."""
        return self.model.place

    # -------------------------------------------------------------- telling the browser

    def _tell(self) -> None:
        """Tell the browser what is shown now."""
        model, place = self.model, self.model.place
        key = (model.picture_key(), self.language)
        with self.hold_sync():
            if key != self._pictured:
                self._pictured = key
                self.ground = self._ground()
                self.scene = self._picture(model.scene())
            self.square = [] if place is None else [int(place[0]), place[1]]
            page = model.page()
            self.page = {
                **page._asdict(),
                "groups": [told_group(group) for group in page.groups],
                "panels": [panel._asdict() for panel in page.panels],
                "keys": dict(page.keys),
                "menu": None if page.menu is None else told_menu(page.menu),
                "paint": None if page.paint is None else page.paint._asdict(),
                "languages": LANGUAGE_NAMES,
                "words": {key: say(key) for key in _WORDS},
            }

    def _sizes(self) -> Sizes:
        return sizes_of(self.position.grid, len(self.position.players))

    def _ground(self) -> dict[str, Any]:
        return ground_of(self.position.grid, len(self.position.players))

    def _picture(self, scene: Scene) -> dict[str, Any]:
        return {"version": self.scene.get("version", 0) + 1, **picture(scene, self._sizes())}

    @validate("square")
    def _check_square(self, proposal: Any) -> list[int]:  # noqa: ANN401
        value = list(proposal["value"])
        if value and not on_map(self.position.grid, value):
            raise KhronosError(f"there is no square {value} on this map")
        return value

    @observe("square")
    def _pointed(self, _: object) -> None:
        self.model.place = (Age(self.square[0]), self.square[1]) if self.square else None

    @observe("language")
    def _speak(self, _: object = None) -> None:
        self._tell()

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: dict[str, Any]) -> None:
        kind = content["kind"]
        if kind in ("take", "press", "click", "choose", "paint"):
            self.error = ""
        try:
            {
                "take": lambda: self.model.take(str(content["name"]), content["value"]),
                "press": lambda: self.model.press(str(content["name"])),
                "click": lambda: self.model.click(
                    *self._at(content), menu=bool(content.get("menu"))
                ),
                "choose": lambda: self.model.choose(str(content["name"])),
                "try": lambda: self._try(str(content["name"])),
                "point": lambda: self.model.point(*self._at(content)),
                "paint": lambda: self._paint(content),
                "hover": lambda: self._hover(*self._at(content)),
            }[kind]()
        finally:
            if kind not in ("try", "hover"):
                # After an error, too: what was refused must not stay on the page.
                self._tell()
            self.send({"kind": "done", "of": kind})

    def _paint(self, content: dict[str, Any]) -> None:
        """Paint the squares that the pointer was dragged over."""
        raise KhronosError("nothing can be painted here")

    def _try(self, entry: str) -> None:
        tried = self.model.tried(entry)
        answer: dict[str, Any] = {"kind": "tried", "name": entry, "text": tried.text}
        if tried.scene is not None:
            answer["picture"] = self._picture(tried.scene)
        self.send({**answer, "version": self.scene["version"]})

    def _hover(self, age: Age, sq: int) -> None:
        answer = {"kind": "tip", "square": [int(age), sq], "text": self.model.tip(age, sq)}
        self.send({**answer, "version": self.scene["version"]})

    def _at(self, content: dict[str, Any]) -> Place:
        value = [int(each) for each in content["square"]]
        if not on_map(self.position.grid, value):
            raise KhronosError(f"there is no square {value} on this map")
        return Age(value[0]), value[1]


_WORDS: Final = (*WORDS, "panel-language", "board-keys")
"""What the page says by itself."""


def told_group(group: Group) -> dict[str, Any]:
    """A group as the browser gets it."""
    return {**group._asdict(), "controls": [each._asdict() for each in group.controls]}


def told_menu(menu: Menu) -> dict[str, Any]:
    """A menu as the browser gets it."""
    return {**menu._asdict(), "entries": [each._asdict() for each in menu.entries]}


# ------------------------------------------------------------------ squares in words


def on_map(grid: Grid, value: Sequence[int]) -> bool:
    """True if two numbers are an age and a square of a map."""
    return (
        len(value) == 2
        and value[0] in tuple(AGES)
        and value[1] >= 0
        and bool(grid.area >> value[1] & 1)
    )


_PLACE = re.compile(r"\s*([^\W\d_]+)[\s,:;]+([a-pA-P]\d{1,2})\s*|\s*([MFRGV])([a-p]\d{1,2})\s*")


def read_place(text: str, grid: Grid) -> Place:
    """The age and the square that somebody typed: `F f4`, `faith f4`, `Glaube f4`, `Ff4`.

    >>> from khronos_lab.core import plain_grid
    >>> read_place("F f4", plain_grid(8, 8)) == read_place("glaube F4", plain_grid(8, 8))
    True
    """
    match = _PLACE.fullmatch(text)
    if match is None:
        raise KhronosError(f"{text!r} is not a place; write an age and a square, for example F f4")
    age, sq = _named_age(match[1] or match[3]), square((match[2] or match[4]).lower())
    if not grid.area >> sq & 1:
        raise KhronosError(f"there is no square {name(sq)} on this map")
    return age, sq


def _named_age(word: str) -> Age:
    """An age by its name or the beginning of it, in any language."""
    named = in_each_language(lambda: [say(age) for age in AGES])
    for names in named:
        for age, each in zip(AGES, names, strict=True):
            if each.lower().startswith(word.lower()):
                return age
    known = ", ".join(chain(*named))
    raise KhronosError(f"{word!r} is not an age; ages are {known}")


def place_text(state: GameState, place: Place | None) -> str:
    """A square with what stands there: `f4, Faith (forest): keep e3, Ann`."""
    if place is None:
        return ""
    age, sq = place
    ground = say(state.grid.terrain(sq))
    building = state.boards[age].at(sq)
    head = f"{name(sq)}, {say(age)} ({ground})"
    if building is None:
        return f"{head}: {say('panel-square-empty')}"
    return f"{head}: {', '.join([_building_text(building), *_people(state, building)])}"


def _people(state: GameState, building: Building) -> list[str]:
    seats = building.cubes if building.owner is None else (building.owner,)
    return [state.players[seat].name for seat in seats]


def _building_text(building: Building) -> str:
    """The name of a building with its first square, and how far a ruin is restored."""
    thing = building_thing(building.kind, building.rank, ruin=building.ruin)
    word = say("building-printed" if building.printed else thing)
    half = building.ruin and building.cubes
    state = f" ({say('ruin-half_restored')})" if half else ""
    return f"{word} {name(building.square)}{state}"


Kept = TypeVar("Kept")


class History(NamedTuple, Generic[Kept]):
    """A value with those before it and those that were undone; it never changes.

    Values share what an edit leaves as it is, so all of them can be kept.

    >>> History(1).then(2).then(3).undone()
    History(now=2, past=(1,), future=(3,))
    """

    now: Kept
    past: tuple[Kept, ...] = ()
    future: tuple[Kept, ...] = ()

    def then(self, value: Kept) -> History[Kept]:
        """The history after an edit; one that changes nothing is not kept."""
        if value == self.now:
            return self
        return History(value, (*self.past, self.now))

    def undone(self) -> History[Kept]:
        """One edit back."""
        if not self.past:
            raise KhronosError(Said("slip-undo"))
        return History(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redone(self) -> History[Kept]:
        """One edit that was undone, forward again."""
        if not self.future:
            raise KhronosError(Said("slip-redo"))
        return History(self.future[0], (*self.past, self.now), self.future[1:])
