"""The legality explainer: point at a square, choose what to do there, and see whether you may.

Allowed or not, by which clause, with the squares and domains it is about; what it would cost and
pay, and what would happen in each age; all before anything is played.

>>> from khronos_lab.scenarios.library import scenario
>>> shown = explain(scenario(11).state).wish("build", "monastery").at("Might b1")
>>> shown.told.allowed, [entry.event.clause for entry in shown.told.log][-1]
(True, 'B3a')
>>> [broken.clause for broken in shown.at("F b1").told.broken]
['T5', 'D1']
>>> print(shown.wish("build", free=True).verdict)
Forbidden. The monastery at b1 would connect the domains at a1 and d1 (D1)
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from khronos_lab.analysis.legality import (
    PLACING,
    VERBS,
    Explained,
    Wish,
    explained,
    in_turn_of,
    where_allowed,
)
from khronos_lab.core.actions import Violation
from khronos_lab.core.captions import violation_text
from khronos_lab.core.squares import footprint, name
from khronos_lab.core.state import GameState, cards_text
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import (
    BUILDING_NAMES,
    KINDS,
    RANKS,
    Age,
    Kind,
    building_thing,
)
from khronos_lab.widgets.clickable_boards.board_strokes import position
from khronos_lab.widgets.clickable_boards.clickboard import (
    BoardModel,
    ClickBoard,
    Control,
    Group,
    Menu,
    Page,
    Panel,
    Tried,
    Value,
    place_text,
    read_place,
)
from khronos_lab.widgets.explainer.panels import (
    after_strokes,
    money_panel,
    now_strokes,
    price_panel,
    question_panel,
    verdict_panel,
    verdict_text,
)
from khronos_lab.widgets.kit.base import one_of
from khronos_lab.widgets.kit.parts import Shared, forwarded
from khronos_lab.widgets.move_input.menu import acting_line, log_words, menu_at, payment_of, wish_of
from khronos_lab.widgets.move_input.move_choice import Mover
from khronos_lab.widgets.move_input.panels import log_panel, map_strokes

BUILDINGS: Final = tuple((kind, rank) for kind in KINDS for rank in RANKS)
"""Everything that can be built, in the order in which it is offered."""


def explain(
    state: GameState, *, seat: int | str | None = None, language: str | None = None
) -> Explainer:
    """Open the explainer on a position, for the player to act or for another one."""
    return Explainer(state, seat=seat, language=language)


class ExplainerModel(BoardModel):
    """A position, what is wished for there, and what the rules say to it."""

    def __init__(self, state: GameState, seat: int | str | None = None) -> None:
        if not isinstance(state, GameState):
            raise KhronosError(
                f"cannot explain a {type(state).__name__}; give a state, for example new_game(2)"
            )
        self._whole = state
        self._state = in_turn_of(state, _seat(state, seat))
        self._wish = Wish("build", Kind.MILITARY, 2)
        self._cards = ""
        self._free = False
        self._view = "now"
        self._typed = ""
        self._opens, self._asked = True, False
        """Whether a click opens the menu of a square, and whether it is open."""
        self._kept: tuple[Hashable, Explained] | None = None

    @property
    def position(self) -> GameState:
        """The position that is asked about, in the turn of whoever would act."""
        return self._state

    @property
    def told(self) -> Explained:
        """Everything about what is chosen at the square that is pointed at."""
        if self.place is None:
            raise KhronosError("no square is chosen; say where, for example .at('F f4')")
        key = (self._state, self._wish, self.place, self._cards)
        if self._kept is None or self._kept[0] != key:
            told = explained(self._state, self._wish, self.place)
            chosen = [way for way in told.ways if cards_text(way) == self._cards]
            if chosen:
                told = explained(self._state, self._wish, self.place, cards=chosen[0])
            self._kept = (key, told)
        return self._kept[1]

    @property
    def verdict(self) -> str:
        """Allowed or not, and why, in one line; empty before a square is chosen."""
        if self.place is None:
            return ""
        return verdict_text(self.told, self._free, self.language)

    def at(self, place: str) -> None:
        """Point at a square of an age: `F f4`."""
        self.point(*read_place(place, self._state.grid))

    def wish(
        self, verb: str, building: str = "", *, origin: Age | None = None, free: bool | None = None
    ) -> None:
        """Choose what to do: a verb, for `build` and `upgrade` a building by its English name."""
        verb = one_of(verb, VERBS, "action")
        kind, rank = self._wish.kind, self._wish.rank
        if building:
            known = {BUILDING_NAMES[kind][rank]: (kind, rank) for kind, rank in BUILDINGS}
            kind, rank = known[one_of(building, known, "building")]
        self._wish = Wish(verb, kind, rank, origin)
        self._free = self._free if free is None else free

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        """What to do, where, by whom; the verdict."""
        title = say("explain-title", self.language)
        acting = acting_line(self._state, self.language)
        return Page(
            title, self._status(), self._groups(title), self._panels(), self._below(),
            acting=acting, menu=self._menu(),
        )  # fmt: skip

    def _menu(self) -> Menu | None:
        """Everything that somebody could wish for at the square, allowed or not."""
        if not self._asked or self.place is None:
            return None
        menu = menu_at(Mover(self._state), self.place, self.language)
        if not self._free:
            return menu
        entries = tuple(each._replace(why=self._why(each.name)) for each in menu.entries)
        return menu._replace(entries=entries)

    def _why(self, entry: str) -> str:
        told = self._wished(entry)
        said = (violation_text(each, self.language) for each in told.beyond)
        return "; ".join(map(capital, said))

    def _wished(self, entry: str) -> Explained:
        if self.place is None:
            raise KhronosError("no menu is open")
        return explained(self._state, *wish_of(self.place, entry))

    def _status(self) -> str:
        """The square and the verdict."""
        if self.place is None:
            return say("explain-choose_square", self.language)
        return f"{place_text(self._state, self.place, self.language)} → {self.verdict}"

    def tip(self, age: Age, sq: int) -> str:
        """The verdict about a square that the pointer is over."""
        told = explained(self._state, self._wish, (age, sq))
        what = place_text(self._state, (age, sq), self.language)
        return f"{what}\n{verdict_text(told, self._free, self.language)}"

    def _below(self) -> str:
        """What dots, rings and outlines mean."""
        if self._shows_after():
            return ""
        said = []
        if self._wish.verb != "travel":
            said.append(say("explain-map_free" if self._free else "explain-map", self.language))
        if self.place is not None and any(each.squares for each in self._counting()):
            said.append(say("explain-outlined", self.language))
        return " ".join(said)

    def _counting(self) -> tuple[Violation, ...]:
        return self.told.beyond if self._free else self.told.broken

    def _groups(self, title: str) -> list[Group]:
        """What to do, where, by whom."""
        word, wish = self._word, self._wish
        verbs = tuple((verb, word(f"action-{verb.title()}")) for verb in VERBS)
        names = tuple((str(seat), called) for seat, called in enumerate(self._state.names))
        what = [
            Control("player", "select", capital(word("word-player")), str(self._state.seat), names),
            Control("verb", "choice", word("explain-action"), wish.verb, verbs),
        ]
        chosen = f"{wish.kind.letter}{wish.rank}"
        built = tuple(
            (f"{kind.letter}{rank}", say(building_thing(kind, rank), self.language))
            for kind, rank in BUILDINGS
        )
        # It stays where it is when something else is chosen: the boards must not move.
        what.append(
            Control("building", "choice", word("explain-building"), chosen, built,
                    disabled=wish.verb not in PLACING)
        )  # fmt: skip
        return [Group("what", title, tuple(what)), Group("how", "", self._how())]

    def _how(self) -> tuple[Control, ...]:
        word = self._word
        views = tuple((view, word(f"explain-show-{view}")) for view in ("now", "after"))
        stuck = self.place is None or self.told.after is None
        controls = [
            Control("where", "text", word("explain-where"), self._typed,
                    hint=word("explain-where_hint")),
            Control("free", "check", word("explain-free"), self._free,
                    hint=word("explain-free_hint")),
            Control("view", "choice", word("explain-show"), "now" if stuck else self._view, views,
                    disabled=stuck),
            Control("menu", "check", word("explain-menu"), self._opens),
        ]  # fmt: skip
        return tuple(controls)

    def _panels(self) -> list[Panel]:
        """The verdict, the price, the pay, and each age."""
        if self.place is None:
            return []
        told, language = self.told, self.language
        panels = [
            Panel("verdict", "", verdict_panel(told, self._free, self._instead(), language)),
            Panel("price", say("explain-costs", language), price_panel(told, language)),
            Panel("money", say("explain-pays", language), money_panel(told, language)),
        ]
        if told.log:
            if told.question is not None:
                panels.append(Panel("question", "", question_panel(told, language), wide=True))
            happened = say("explain-would_happen", language)
            panels.append(Panel("log", happened, log_panel(told.log, language), wide=True))
        return panels

    def _instead(self) -> str:
        """The other of building and upgrading, if that would be allowed there."""
        if self._wish.verb not in PLACING or self.place is None:
            return ""
        other = "upgrade" if self._wish.verb == "build" else "build"
        told = explained(self._state, self._wish._replace(verb=other), self.place)
        return other if (told.placeable if self._free else told.allowed) else ""

    def picture_key(self) -> Hashable:
        """Position, wish, square and view."""
        return (self._state, self._wish, self.place, self._cards, self._free, self._view)

    def strokes(self, table: Table) -> list[Stroke]:
        """The position with the map and the plan, or the position afterwards."""
        if self._shows_after():
            return after_strokes(self.told, table)
        drawn = position(self._state, table)
        drawn += map_strokes(where_allowed(self._state, self._wish), self._free, table)
        if self.place is not None and self._on_map():
            drawn += now_strokes(self.told, self._free, table)
        return drawn

    def _shows_after(self) -> bool:
        return self._view == "after" and self.place is not None and self.told.after is not None

    def _on_map(self) -> bool:
        """False for a building that would reach over the edge of the map."""
        assert self.place is not None
        rank = self._wish.rank if self._wish.verb in PLACING else 1
        return not footprint(self.place[1], rank) & ~self._state.grid.area

    def _word(self, key: str) -> str:
        return say(key, self.language)

    # -------------------------------------------------------------- what the browser does

    def point(self, age: Age, sq: int) -> None:
        """Point at a square; what was typed follows."""
        self._cards, self._asked = "", False
        self.place = (age, sq)
        self._typed = _typed(age, sq, self.language)

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Point at a square and open its menu; a click on the same square closes it."""
        again = self._asked and self.place == (age, sq)
        self.point(age, sq)
        self._asked = (menu or self._opens) and not again

    def choose(self, entry: str) -> None:
        """Wish for what an entry of the menu says."""
        self._asked = False
        if entry and self.place is not None:
            self._wish, (age, sq) = wish_of(self.place, entry)
            self.point(age, sq)
            self._cards = payment_of(entry)

    def tried(self, entry: str) -> Tried:
        """What an entry would do; or what stands in its way."""
        told = self._wished(entry)
        if told.after is not None:
            return Tried(
                lambda table: after_strokes(told, table),
                log_words(told.log, told.state.names, self.language),
            )
        free = self._free
        return Tried(
            lambda table: [*position(told.state, table), *now_strokes(told, free, table)],
            verdict_text(told, free, self.language),
        )

    def take(self, control: str, value: Value) -> None:
        """Take over a choice."""
        match control:
            case "player":
                self._state = in_turn_of(self._whole, _seat(self._whole, str(value)))
            case "verb":
                self._wish = self._wish._replace(verb=one_of(str(value), VERBS, "action"))
            case "building":
                self._wish = _building(self._wish, str(value))
            case "where":
                self.at(str(value))
            case "free":
                self._free = bool(value)
            case "menu":
                self._opens, self._asked = bool(value), False
            case "view":
                self._view = one_of(str(value), ("now", "after"), "view")
            case _:
                raise KhronosError(f"the explainer has no control {control!r}")

    def press(self, button: str) -> None:
        """The explainer has no buttons."""
        raise KhronosError(f"the explainer has no button {button!r}")


class Explainer(ClickBoard):
    """The explainer; `at`, `wish`, `told` and `verdict` are what its page does, in Python."""

    model: ExplainerModel

    def __init__(
        self, state: GameState, *, seat: int | str | None = None, language: str | None = None
    ) -> None:
        """Prepare the widget; `explain` opens one."""
        super().__init__(ExplainerModel(state, seat), language)

    def __repr__(self) -> str:
        return f"<Explainer: {self.verdict or say('explain-choose_square', self.language)}>"

    told = Shared("model", ExplainerModel.told)
    verdict = Shared("model", ExplainerModel.verdict)
    at = forwarded("model", ExplainerModel.at, "_tell")
    wish = forwarded("model", ExplainerModel.wish, "_tell")


def _typed(age: Age, sq: int, language: str) -> str:
    """A place as somebody would type it."""
    return f"{say(age, language)[0]} {name(sq)}"


def _building(wish: Wish, word: str) -> Wish:
    known = {f"{kind.letter}{rank}": (kind, rank) for kind, rank in BUILDINGS}
    kind, rank = known[one_of(word, known, "building")]
    return wish._replace(kind=kind, rank=rank)


def _seat(state: GameState, asked: int | str | None) -> int | None:
    """A seat by its number or its player's name."""
    if asked is None or asked in state.names:
        return None if asked is None else state.names.index(str(asked))
    number = str(asked)
    if number.isascii() and number.isdigit() and int(number) < len(state.players):
        return int(number)
    raise KhronosError(f"nobody here is {asked!r}; players are {', '.join(state.names)}")
