"""A mode of the desk: what clicks, choices and buttons do to a game, and what is told of it.

A mode knows of no widget. It says in Python what the controls are, what the panels say and what is
marked on the boards; `mode.js` shows all of it and tells what was clicked, chosen and typed. The
browser keeps nothing: a second view of the same desk shows the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from khronos_lab.analysis import signed
from khronos_lab.board import Markup, tag, together
from khronos_lab.core import Effect, Entry, GameState, Grid, name, square, violation_text
from khronos_lab.desk.frames import Frames
from khronos_lab.engine import coin_changes
from khronos_lab.kit import Audience, Eyes, effect_sign, one_of
from khronos_lab.records import Branches
from khronos_lab.rulebook import (
    AGES,
    KINDS,
    RANKS,
    Age,
    KhronosError,
    Said,
    Violation,
    building_thing,
    capital,
    in_each_language,
    say,
    whole_text,
)
from khronos_lab.scenes import Mark

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
    """True if it is a drawer that opens when its title is clicked."""
    place: str = "tray"
    """`tray` in the place of the curve, `side` above the list of moves, or `more` below."""

    def accepted(self, name: str, value: Value) -> Value:
        """The value chosen or typed in one of the controls, as that one keeps it."""
        found = [each for each in self.controls if each.name == name]
        if not found or found[0].sort == "button":
            raise KhronosError(f"there is nothing to choose by the name {name!r}")
        if found[0].sort == "check":
            return value is True
        word = str(value).strip()
        known = [each for each, _ in found[0].options]
        return one_of(word, known, name.rpartition(".")[2]) if known else word


class Panel(NamedTuple):
    """Something that is told, as escaped HTML; an element with `data-press` works as a button."""

    name: str
    title: str
    html: str
    wide: bool = False
    place: str = "more"
    """`side` above the list of moves, or `more` below."""


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

    text: str
    after: GameState | None = None
    """The boards afterwards; None if they stay as they are."""
    marks: Sequence[Mark] = ()
    """What is marked on them."""


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
    panels: Sequence[Panel] = ()
    refusal: str = ""
    """Why the last click did nothing; it is said in the place of the status, so nothing moves."""
    ghost: int = 0
    """How wide a building is that a click in Might or Faith puts down; 0 shows none."""
    keys: Mapping[str, str] = MappingProxyType({})
    """By key (`Ctrl+z`): the button that it presses."""
    menu: Menu | None = None
    paint: Paint | None = None
    """What the pointer paints; a click does what it does if this is None."""
    undo: bool = False
    """True if the button that takes back has something to do."""

    def told(self) -> dict[str, Any]:
        """The page as the browser gets it, what belongs in one place together."""

        def at(place: str, each: Sequence[Group] | Sequence[Panel]) -> Any:  # noqa: ANN401
            return told([one for one in each if one.place == place])

        side = {"groups": at("side", self.groups), "panels": at("side", self.panels)}
        return {
            **told(self),
            "groups": at("tray", self.groups),
            "more": at("more", self.groups),
            "panels": at("more", self.panels),
            "side": side,
        }


def told(value: Any) -> Any:  # noqa: ANN401
    """Named tuples as dicts, all the way down, as the browser gets them."""
    if hasattr(value, "_asdict"):
        return {name: told(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return dict(value)
    return type(value)(map(told, value)) if isinstance(value, tuple | list) else value


class Mode:
    """What the desk does with clicks, choices and buttons; it knows of no widget."""

    name: str
    """`try`, `write`, `play`, `edit` or `train`."""
    frames: Frames
    """The game that is shown."""
    place: Place | None = None
    """The age and the square that were clicked."""
    audience = Audience()
    edited: Callable[[], None] = staticmethod(lambda: None)
    """Called after the game was edited. The desk puts its own here."""

    @property
    def tabs(self) -> tuple[str, ...]:
        """For a mode that opens a desk: all modes that the desk offers."""
        return ()

    @property
    def eyes(self) -> Eyes | None:
        """Whose hands are shown while it goes on; None if whoever looks may choose."""
        return None

    @property
    def position(self) -> GameState:
        """The position that clicks are about."""
        return self.frames.start

    @property
    def at(self) -> tuple[Branches, int]:
        """The line and the frame that show it; of a mere position it is all there is."""
        return (), 0

    @property
    def looks_on(self) -> bool:
        """True if the desk stays where somebody looks, though the position is elsewhere."""
        return False

    def page(self) -> Page:
        raise TypeError(f"{type(self).__name__} needs a method: page()")

    def marks(self) -> Sequence[Mark]:
        return ()

    def settle(self, line: Branches, index: int) -> bool:
        """Go on where somebody looks, if the mode can; True if that changes its page."""
        return False

    def leave(self) -> None:
        """Let go of what is half done."""

    def speak_to(self, audience: Audience) -> None:
        """Go on with others who look."""
        self.audience = audience

    def take(self, control: str, value: Value) -> None:
        raise KhronosError(f"there is nothing to choose by the name {control!r}")

    def buttons(self) -> Mapping[str, Callable[[], object]]:
        """Actions of the buttons, by name."""
        return {}

    def press(self, button: str) -> None:
        work = self.buttons().get(button)
        if work is None:
            raise KhronosError(f"there is no button {button!r}")
        work()

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Do what a click on a square does; `menu` asks for the menu whatever is chosen."""

    def choose(self, entry: str) -> None:
        """Do what an entry of the menu says; an empty one closes it, if there are menus."""

    def tried(self, entry: str) -> Tried:
        raise KhronosError("there is no menu here")

    def paint(self, squares: Sequence[int]) -> None:
        """Paint the squares that the pointer was dragged over."""
        raise KhronosError("nothing can be painted here")


# ------------------------------------------------------------------ squares in words


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
    word, sq = match[1] or match[3], square((match[2] or match[4]).lower())
    named = in_each_language(lambda: [say(age) for age in AGES])
    meant = [
        age
        for names in named
        for age, each in zip(AGES, names, strict=True)
        if each.lower().startswith(word.lower())
    ]
    if not meant:
        known = ", ".join(chain(*named))
        raise KhronosError(f"{word!r} is not an age; ages are {known}")
    if not grid.area >> sq & 1:
        raise KhronosError(f"there is no square {name(sq)} on this map")
    return meant[0], sq


def place_text(state: GameState, place: Place | None) -> str:
    """A square with what stands there: `f4, Faith (forest): keep e3, Ann`."""
    if place is None:
        return ""
    age, sq = place
    building = state.boards[age].at(sq)
    head = f"{name(sq)}, {say(age)} ({say(state.grid.terrain(sq))})"
    if building is None:
        return f"{head}: {say('panel-square-empty')}"
    thing = building_thing(building.kind, building.rank, ruin=building.ruin)
    word = f"{say('building-printed' if building.printed else thing)} {name(building.square)}"
    if building.ruin and building.cubes:
        word += f" ({say('ruin-half_restored')})"
    seats = building.cubes if building.owner is None else (building.owner,)
    return f"{head}: {', '.join([word, *(state.players[seat].name for seat in seats)])}"


# ------------------------------------------------------------------ players and buildings


def building_options() -> tuple[tuple[str, str], ...]:
    sorts = ((kind, rank) for kind in KINDS for rank in RANKS)
    return tuple((f"{kind.letter}{rank}", say(building_thing(kind, rank))) for kind, rank in sorts)


def seat_options(state: GameState) -> tuple[tuple[str, str], ...]:
    return tuple((str(seat), name) for seat, name in enumerate(state.names))


def seat_named(state: GameState, asked: str | int) -> int:
    """A seat by its number or its player's name."""
    number = str(asked)
    if asked in state.names:
        return state.names.index(number)
    if number.isascii() and number.isdigit() and int(number) < len(state.players):
        return int(number)
    raise KhronosError(f"nobody here is {asked!r}; players are {', '.join(state.names)}")


# ------------------------------------------------------------------ undo


Kept = TypeVar("Kept")
MOST_UNDONE: Final = 500
"""Edits that can be undone."""
UNDO_KEYS: Final = {"Ctrl+z": "undo", "Ctrl+y": "redo", "Ctrl+Shift+z": "redo"}


class EditedMode(Mode, Generic[Kept]):
    """A mode that edits a value; the values before it, and those that were undone, are kept."""

    def __init__(self, value: Kept) -> None:
        self.now = value
        self._past: tuple[Kept, ...] = ()
        self._future: tuple[Kept, ...] = ()

    def accept(self, value: Kept) -> None:
        """Whatever has to happen before a value is shown; what is refused is not shown."""

    def become(self, value: Kept) -> None:
        """Show another value; undo leads back to this one."""
        self.accept(value)
        if value != self.now:
            self._past, self._future = (*self._past[1 - MOST_UNDONE :], self.now), ()
            self.now = value

    def undo(self) -> None:
        """Take the last edit back."""
        if not self._past:
            raise KhronosError(Said("slip-undo"))
        *past, value = self._past
        self.accept(value)
        self._past, self._future, self.now = tuple(past), (self.now, *self._future), value

    def redo(self) -> None:
        """Do again what was undone."""
        if not self._future:
            raise KhronosError(Said("slip-redo"))
        value, *future = self._future
        self.accept(value)
        self._past, self._future, self.now = (*self._past, self.now), tuple(future), value

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    def undo_buttons(self) -> tuple[Control, Control]:
        """The buttons that take an edit back and do it again."""
        undo, redo = f"↶ {say('sandbox-undo')}", f"↷ {say('sandbox-redo')}"
        return (
            Control("undo", "button", undo, disabled=not self._past, hint="Ctrl+Z"),
            Control("redo", "button", redo, disabled=not self._future, hint="Ctrl+Y"),
        )

    def buttons(self) -> Mapping[str, Callable[[], object]]:
        return {"undo": self.undo, "take_back": self.undo, "redo": self.redo}


# ------------------------------------------------------------------ what modes tell


_TOLD_FIRST: Final = (Effect.VANISHES, Effect.SHRINKS, Effect.BLOCKED, Effect.SPLITS)
_LEFT_OUT: Final = (None, Effect.CARDS, Effect.PAYS)
"""Coins are added up, and cards are on the entry itself."""


def turn_text(state: GameState) -> str:
    return f"{capital(say('word-round'))} {state.round}, {state.player.name}"


def note(words: str) -> Markup:
    return tag("p", words, class_="klc-note")


def reason(broken: Violation) -> Markup:
    """One reason, with the text of its clause folded away."""
    words = f"{capital(violation_text(broken))}."
    return tag("details", tag("summary", words), note(whole_text(broken.clause)))


# ------------------------------------------------------------------ what a log tells


def coins_text(log: Sequence[Entry], names: Sequence[str]) -> str:
    changes = zip(names, coin_changes(tuple(log), len(names)), strict=True)
    return ", ".join(f"{name} {signed(each)}" for name, each in changes if each)


def log_words(log: Sequence[Entry], names: Sequence[str]) -> str:
    """A preview in sentences: coins added up, then what is lost, then the rest."""
    coins = coins_text(log, names)
    told = [entry for entry in log if entry.event.about.effect not in _LEFT_OUT]
    told.sort(key=lambda entry: entry.event.about.effect not in _TOLD_FIRST)
    head = [f"{capital(say('word-coins'))}: {coins}."] if coins else []
    return " ".join([*head, *(entry.text() for entry in told)])


def log_panel(log: Sequence[Entry]) -> Markup:
    """What would happen, or has happened, age by age, one line for each effect."""
    columns = []
    for age in AGES:
        lines = [
            tag("li", effect_sign(entry.event, "klc-sign"), tag("span", entry.text()))
            for entry in log
            if entry.event.age is age
        ]
        told = tag("ul", *lines, class_="klc-effects") if lines else note(say("explain-nothing"))
        columns.append(tag("div", tag("h4", say(age)), told))
    return tag("div", *columns, class_="klc-columns")


def happened(log: Sequence[Entry], title: str = "") -> list[Panel]:
    """What a move has done: coins and cards, then age by age; nothing if it did nothing."""
    told = [entry for entry in log if entry.event.about.effect is not None]
    if not told:
        return []
    lines = [tag("li", x.text()) for x in told if x.event.age is None]
    parts = [tag("ul", *lines)] if lines else []
    if len(told) > len(lines):
        parts.append(log_panel(told))
    head = say("sandbox-happened")
    return [Panel("log", f"{head}: {title}" if title else head, together(parts), wide=True)]
