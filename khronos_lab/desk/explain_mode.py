"""Try without playing: point at a square, choose what to do there, and see whether you may.

Allowed or not, by which clause, with the squares and domains it is about; what it would cost and
pay, and what would happen in each age; all before anything is played.

>>> from khronos_lab.lessons import scenario
>>> shown = explain(scenario(11).state).wish("build", "monastery").at("Might b1")
>>> shown.told.allowed, [entry.event.clause for entry in shown.told.log][-1]
(True, 'B3a')
>>> [broken.clause for broken in shown.at("F b1").told.broken]
['T5', 'D1']
>>> print(shown.wish("build", free=True).verdict)
Forbidden. The monastery at b1 would connect the domains at a1 and d1 (D1)
"""

from __future__ import annotations

from collections.abc import Sequence

from khronos_lab.analysis import (
    PLACING,
    VERBS,
    Explained,
    Price,
    Wish,
    in_turn_of,
    signed,
)
from khronos_lab.board import Markup, table, tag, together
from khronos_lab.core import GameState, cards_text, footprint, question_text, violation_text
from khronos_lab.desk.board_input import MENU, TOOLS, menu_at, tool_group, where_any, wish_of
from khronos_lab.desk.desk import Desk
from khronos_lab.desk.frames import Frames
from khronos_lab.desk.half_move import HalfMove, explained_once, meant_wish, tool_wishes
from khronos_lab.desk.mode import (
    Control,
    Group,
    Menu,
    Mode,
    Page,
    Panel,
    Place,
    Tried,
    Value,
    log_panel,
    log_words,
    note,
    place_text,
    read_place,
    reason,
    seat_named,
    seat_options,
)
from khronos_lab.engine import as_building
from khronos_lab.kit import Shared, cards_markup, forwarded, in_its_language, one_of, seat_mark
from khronos_lab.rulebook import (
    AGES,
    Age,
    KhronosError,
    Kind,
    Violation,
    capital,
    multilingual,
    say,
)
from khronos_lab.scenes import Mark, allowed_marks, effects, obstacle_marks, plan_marks


@multilingual
def explain(
    state: GameState, *, seat: int | str | None = None, language: str | None = None
) -> Explainer:
    """Open the explainer on a position, for the player to act or for another one."""
    mode = ExplainMode(state, seat)
    return Explainer(mode.frames, mode)


class ExplainMode(Mode):
    """A position, what is wished for there, and what the rules say to it."""

    name = "try"
    tabs = ("try",)

    def __init__(self, state: GameState, seat: int | str | None = None) -> None:
        if not isinstance(state, GameState):
            raise KhronosError(
                f"cannot explain a {type(state).__name__}; give a state, for example kl.new_game(2)"
            )
        self._whole = state
        self._state = in_turn_of(state, None if seat is None else seat_named(state, seat))
        """The same in the turn of whoever would act."""
        self._wish: Wish | None = None
        """What is asked about; None until something is chosen."""
        self._tool = MENU
        self._free = False
        """True if it may cost whatever it costs."""
        self._view = "now"
        self._menu_open = False
        self._cards = ""
        """The way to pay that was chosen, if there are several."""
        self.frames = Frames.of_position(self._state)

    @property
    def told(self) -> Explained:
        """Everything about what is chosen at the square that is pointed at."""
        wish, place = self._wish, self.place
        if place is None:
            raise KhronosError("no square is chosen; say where, for example .at('F f4')")
        if wish is None:
            raise KhronosError("say what to do there, for example .wish('build', 'keep')")
        told = explained_once(self._state, wish, place)
        chosen = [way for way in told.ways if cards_text(way) == self._cards]
        return explained_once(self._state, wish, place, cards=chosen[0]) if chosen else told

    @property
    def _asks(self) -> bool:
        return self.place is not None and self._wish is not None

    @property
    def verdict(self) -> str:
        """Allowed or not, and why, in one line; empty before a square is chosen."""
        return _verdict_text(self._against(self.told)) if self._asks else ""

    def _against(self, told: Explained) -> tuple[Violation, ...]:
        """What stands in the way; where cards and coins do not count, only the rest."""
        return told.beyond if self._free else told.broken

    def point_at(self, place: str) -> None:
        """Point at a square of an age: `F f4`."""
        self._point(*read_place(place, self._state.grid))
        self._show()

    def wish(
        self, verb: str, building: str = "", *, origin: Age | None = None, free: bool | None = None
    ) -> None:
        """Choose what to do: a verb, for `build` and `upgrade` a building by its name."""
        verb = one_of(verb, VERBS, "action")
        old = self._wish or Wish("build", Kind.MILITARY, 2)
        kind, rank = as_building(building) if building else (old.kind, old.rank)
        self._wish, self._tool = Wish(verb, kind, rank, origin), MENU
        self._free = self._free if free is None else free
        self._show()

    @property
    def _after(self) -> GameState | None:
        return self.told.after if self._view == "after" and self._asks else None

    def _show(self) -> None:
        self.frames.on(self._after or self._state)

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        status = say("explain-choose_square")
        if self.place is not None:
            status = place_text(self._state, self.place)
            status += f" → {self.verdict}" if self._asks else ""
        title = say("explain-title")
        return Page(title, status, self._groups(), self._panels(), menu=self._menu())

    def _menu(self) -> Menu | None:
        if not self._menu_open or self.place is None:
            return None
        menu = menu_at(HalfMove(self._state), self.place)
        entries = []
        for each in menu.entries:
            wish, place, _ = wish_of(self.place, each.name)
            if not self._on_map(wish, place):
                continue
            if self._free:
                told = explained_once(self._state, wish, place)
                why = "; ".join(capital(violation_text(broken)) for broken in told.beyond)
                each = each._replace(why=why)
            entries.append(each)
        return menu._replace(entries=tuple(entries))

    def _on_map(self, wish: Wish, place: Place) -> bool:
        rank = wish.rank if wish.verb in PLACING else 1
        return not footprint(place[1], rank) & ~self._state.grid.area

    def _wishes(self) -> list[Wish]:
        if self._tool:
            return tool_wishes(self._tool)
        return [] if self._wish is None else [self._wish]

    def _groups(self) -> list[Group]:
        stuck = not self._asks or self.told.after is None
        views = tuple((view, say(f"explain-show-{view}")) for view in ("now", "after"))
        player, view = capital(say("word-player")), "now" if stuck else self._view
        tray = tool_group(self._state, self._tool)
        if self._free:
            tray = tray._replace(controls=tuple(each._replace(dimmed=()) for each in tray.controls))
        return [
            tray,
            Group("how", say("explain-title"), (
                Control("player", "select", player, str(self._state.seat),
                        seat_options(self._state)),
                Control("free", "check", say("explain-free"), self._free,
                        hint=say("explain-free_hint")),
                Control("view", "choice", say("explain-show"), view, views, disabled=stuck),
            )),
        ]  # fmt: skip

    def _panels(self) -> list[Panel]:
        told = self.told if self._asks else None
        marks = []
        if self._after is None:
            if any(wish.verb != "travel" for wish in self._wishes()):
                marks.append(say("explain-map_free" if self._free else "explain-map"))
            if told is not None and any(each.squares for each in self._against(told)):
                marks.append(say("explain-outlined"))
        below = [Panel("below", "", note(" ".join(marks)), place="side")] if marks else []
        if told is None:
            return below
        panels = [
            Panel("verdict", "", self._verdict_panel(told), place="side"),
            Panel("price", say("explain-costs"), _price_panel(told), place="side"),
            Panel("money", say("explain-pays"), _money_panel(told), place="side"),
            *below,
        ]
        if told.log:
            if told.question is not None:
                asked = question_text(told.question, told.state.names)
                said = tag("span", say("explain-choice"), class_="klc-note")
                panels.append(Panel("question", "", tag("p", "? ", asked, " ", said), wide=True))
            happened = say("explain-would_happen")
            panels.append(Panel("log", happened, log_panel(told.log), wide=True))
        return panels

    def _verdict_panel(self, told: Explained) -> Markup:
        counts = self._against(told)
        lacks = not self._free and bool(told.broken) and told.placeable
        sort = "perhaps" if lacks else "no" if counts else "yes"
        words = say(f"explain-{'forbidden' if counts else 'allowed'}")
        head = tag("b", "✗ " if counts else "✓ ", words)
        parts = [tag("p", head, class_=f"klc-verdict klc-{sort}")]
        if lacks:
            parts.append(tag("p", say("explain-placeable")))
        parts += map(reason, counts)
        aside = [violation_text(each) for each in told.broken if each not in counts]
        if self._free and aside:
            parts.append(note(f"{say('explain-set_aside')}: {'; '.join(aside)}"))
        return together(parts)

    def marks(self) -> Sequence[Mark]:
        after = self._after
        if after is not None:
            return effects(self.told.log, after)
        where = dict(zip(AGES, where_any(self._state, self._wishes()), strict=True))
        now = {age: each.free if self._free else each.now for age, each in where.items()}
        lacking = {age: each.free & ~now[age] for age, each in where.items()}
        drawn: list[Mark] = [*allowed_marks(now, lacking)]
        if self._wish is not None and self.place is not None:
            drawn += self._plan(self.told) if self._on_map(self._wish, self.place) else ()
        return drawn

    def _plan(self, told: Explained) -> list[Mark]:
        counts = self._against(told)
        # The letters of domains say more than the symbol, which would lie under one of them.
        badge = not any(len(broken.domains) > 1 for broken in counts)
        marks = plan_marks(told.state, told.action, "blocked" if counts else "new", badge=badge)
        for broken in counts:
            marks += obstacle_marks(told.state, told.age, broken.domains, broken.squares)
        return marks

    # -------------------------------------------------------------- what the browser does

    def _point(self, age: Age, sq: int) -> None:
        """Point at a square; a tool asks at once about whatever it is for there."""
        self._menu_open, self._cards, self.place = False, "", (age, sq)
        if not self._tool:
            return

        def fits(wish: Wish) -> bool:
            told = explained_once(self._state, wish, (age, sq))
            return told.placeable if self._free else told.allowed

        meant = meant_wish(self._state, self._tool, age, sq, fits)
        self._wish = meant or tool_wishes(self._tool)[0]

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Point at a square; without a tool its menu opens, or closes if it was open."""
        again = self._menu_open and self.place == (age, sq)
        self._point(age, sq)
        self._menu_open = (menu or not self._tool) and not again
        self._show()

    def choose(self, entry: str) -> None:
        self._menu_open = False
        if entry and self.place is not None:
            self._wish, self.place, self._cards = wish_of(self.place, entry)
            self._tool = MENU
        self._show()

    def tried(self, entry: str) -> Tried:
        if self.place is None:
            raise KhronosError("no menu is open")
        wish, place, _ = wish_of(self.place, entry)
        told = explained_once(self._state, wish, place)
        counts, words = self._against(told), log_words(told.log, told.state.names)
        if counts:
            would = f"{say('explain-would_happen')}: {words}" if words else ""
            words = f"{_verdict_text(counts)}. {would}".strip()
        if told.after is not None:
            return Tried(words, told.after, effects(told.log, told.after))
        if not self._on_map(wish, place):
            return Tried(words)
        return Tried(words, told.state, self._plan(told))

    def take(self, control: str, value: Value) -> None:
        match control:
            case "player":
                self._state = in_turn_of(self._whole, seat_named(self._whole, str(value)))
            case "tool":
                self._tool, self._menu_open = one_of(str(value), TOOLS, "tool"), False
                if self.place is not None:
                    self._point(*self.place)
            case "free":
                self._free = bool(value)
            case "view":
                self._view = one_of(str(value), ("now", "after"), "view")
            case _:
                super().take(control, value)
        self._show()


class Explainer(Desk):
    """A desk on a position; `at`, `wish`, `told` and `verdict` say in Python what its page says."""

    _own: ExplainMode

    @in_its_language
    def __repr__(self) -> str:
        return f"<Explainer: {self.verdict or say('explain-choose_square')}>"

    told = Shared("_own", ExplainMode.told)
    verdict = Shared("_own", ExplainMode.verdict)
    at = forwarded("_own", ExplainMode.point_at, "_show_change")
    wish = forwarded("_own", ExplainMode.wish, "_show_change")


def _verdict_text(counts: Sequence[Violation]) -> str:
    if not counts:
        return say("explain-allowed")
    said = "; ".join(violation_text(each) for each in counts)
    return f"{say('explain-forbidden')} {capital(said)}"


def _price_panel(told: Explained) -> Markup:
    if told.price is None:
        return tag("p", say("explain-nothing"))
    parts = [tag("p", price_text(told.price))]
    if not told.ways:
        parts.append(note(say("explain-no_way")))
    elif len(told.ways) > 1 or told.price.extra:
        parts.append(note(f"{say('explain-ways')}:"))
        parts.append(tag("ul", *(tag("li", cards_markup(way, 0)) for way in told.ways)))
    elif any(told.ways[0]):
        parts.append(tag("p", cards_markup(told.ways[0], 0)))
    return together(parts)


def price_text(price: Price) -> str:
    """A price in words.

    >>> from khronos_lab.rulebook import CIVIL
    >>> price_text(Price(CIVIL, 3, 1, 0))
    '3 cards (civil) and 1 card of any kind for the terrain (G2)'
    """
    parts = []
    if price.cards:
        parts.append(f"{say('n-cards', n=price.cards)} ({say(price.kind)})")
    if price.extra:
        parts.append(f"{say('n-cards', n=price.extra)} {say('explain-any_kind')}")
    if price.coins:
        parts.append(say("n-coins", n=price.coins))
    return say("list-and", items=tuple(parts)) or say("explain-nothing")


def _money_panel(told: Explained) -> Markup:
    if not told.money:
        return tag("p", say("explain-nothing"))
    keys = ("word-player", "explain-at_once", "explain-next_tax", "explain-all_taxes")
    head = [tag("th", capital(say(key)), scope="col") for key in keys]
    rows = [
        [
            tag("th", seat_mark(seat), " ", told.state.players[seat].name, scope="row"),
            *(signed(each) for each in (money.coins, money.next, money.there)),
        ]
        for seat, money in enumerate(told.money)
    ]
    return together([table(head, rows), note(say("explain-money_hint"))])
