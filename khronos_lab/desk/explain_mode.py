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

from collections.abc import Hashable, Sequence

from khronos_lab.analysis import (
    PLACING,
    VERBS,
    Explained,
    Money,
    Price,
    Wish,
    explained,
    in_turn_of,
    signed,
)
from khronos_lab.board import NOTHING, Markup, table, tag, together
from khronos_lab.core import GameState, cards_text, footprint, question_text, violation_text
from khronos_lab.desk.board_input import (
    MENU,
    TOOLS,
    map_marks,
    tool_group,
)
from khronos_lab.desk.desk import Desk
from khronos_lab.desk.menu import (
    acting_line,
    log_panel,
    log_words,
    meant_wish,
    menu_at,
    wish_of,
)
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
    place_text,
    read_place,
)
from khronos_lab.desk.move_choice import (
    Mover,
    seat_named,
    seat_options,
    tool_wishes,
    where_any,
)
from khronos_lab.desk.spots import Frames
from khronos_lab.engine import as_building
from khronos_lab.kit import Shared, cards_markup, forwarded, in_its_language, one_of, seat_mark
from khronos_lab.records import Branches
from khronos_lab.rulebook import (
    Age,
    KhronosError,
    Kind,
    Violation,
    capital,
    multilingual,
    say,
    whole_text,
)
from khronos_lab.scenes import Mark, effects, obstacle_marks, plan_marks


@multilingual
def explain(
    state: GameState, *, seat: int | str | None = None, language: str | None = None
) -> Explainer:
    """Open the explainer on a position, for the player to act or for another one."""
    mode = ExplainMode(state, seat)
    return Explainer(mode.frames, mode)


class ExplainMode(Mode):
    """A position, what is wished for there, and what the rules say to it."""

    def __init__(self, state: GameState, seat: int | str | None = None) -> None:
        if not isinstance(state, GameState):
            raise KhronosError(
                f"cannot explain a {type(state).__name__}; give a state, for example kl.new_game(2)"
            )
        self._whole = state
        self._state = in_turn_of(state, None if seat is None else seat_named(state, seat))
        self._wish: Wish | None = None
        """What is asked about; None until something is chosen."""
        self._tool = MENU
        self._cards = ""
        self._free = False
        self._view = "now"
        self._asked = False
        """True while the menu of the square is open."""
        self._kept: tuple[Hashable, Explained] | None = None
        self._frames = Frames.of_position(self._state)

    name = "try"

    @property
    def tabs(self) -> tuple[str, ...]:
        """What else can be done at a desk that it opens."""
        return ("try",)

    @property
    def position(self) -> GameState:
        """The position that is asked about, in the turn of whoever would act; or what follows."""
        after = self.told.after if self._shows_after() else None
        return self._state if after is None else after

    @property
    def frames(self) -> Frames:
        """A game that is nothing but this position."""
        return self._frames.on(self.position)

    @property
    def at(self) -> tuple[Branches, int]:
        """It is all there is."""
        return (), 0

    @property
    def told(self) -> Explained:
        """Everything about what is chosen at the square that is pointed at."""
        wish, place = self._wish, self.place
        if place is None:
            raise KhronosError("no square is chosen; say where, for example .at('F f4')")
        if wish is None:
            raise KhronosError("say what to do there, for example .wish('build', 'keep')")
        key = (self._state, wish, place, self._cards)
        if self._kept is None or self._kept[0] != key:
            told = explained(self._state, wish, place)
            chosen = [way for way in told.ways if cards_text(way) == self._cards]
            if chosen:
                told = explained(self._state, wish, place, cards=chosen[0])
            self._kept = (key, told)
        return self._kept[1]

    @property
    def _asks(self) -> bool:
        """True if it is known what is asked, and about which square."""
        return self.place is not None and self._wish is not None

    @property
    def verdict(self) -> str:
        """Allowed or not, and why, in one line; empty before a square is chosen."""
        return verdict_text(self.told, self._free) if self._asks else ""

    def point_at(self, place: str) -> None:
        """Point at a square of an age: `F f4`."""
        self._point(*read_place(place, self._state.grid))

    def wish(
        self, verb: str, building: str = "", *, origin: Age | None = None, free: bool | None = None
    ) -> None:
        """Choose what to do: a verb, for `build` and `upgrade` a building by its name."""
        verb = one_of(verb, VERBS, "action")
        old = self._wish or Wish("build", Kind.MILITARY, 2)
        kind, rank = old.kind, old.rank
        if building:
            kind, rank = as_building(building)
        self._wish, self._tool = Wish(verb, kind, rank, origin), MENU
        self._free = self._free if free is None else free

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        """What to do, where, by whom; the verdict."""
        title = say("explain-title")
        return Page(
            title, self._status(), self._groups(title), self._panels(),
            acting=acting_line(self._state), menu=self._menu(),
        )  # fmt: skip

    def _menu(self) -> Menu | None:
        """Everything that somebody could wish for at the square, allowed or not."""
        if not self._asked or self.place is None:
            return None
        menu = menu_at(Mover(self._state), self.place)
        entries = [each for each in menu.entries if self._fits_map(each.name)]
        if self._free:
            entries = [each._replace(why=self._why(each.name)) for each in entries]
        return menu._replace(entries=tuple(entries))

    def _why(self, entry: str) -> str:
        told = self._wished(entry)
        said = (violation_text(each) for each in told.beyond)
        return "; ".join(map(capital, said))

    def _wished(self, entry: str) -> Explained:
        if self.place is None:
            raise KhronosError("no menu is open")
        wish, place, _ = wish_of(self.place, entry)
        return explained(self._state, wish, place)

    def _status(self) -> str:
        """The square and the verdict."""
        if self.place is None:
            return say("explain-choose_square")
        where = place_text(self._state, self.place)
        return f"{where} → {self.verdict}" if self._asks else where

    def _below(self) -> str:
        """What dots, rings and outlines mean."""
        if self._shows_after():
            return ""
        said = []
        if any(wish.verb != "travel" for wish in self._wishes()):
            said.append(say("explain-map_free" if self._free else "explain-map"))
        if self._asks and any(each.squares for each in counted(self.told, self._free)):
            said.append(say("explain-outlined"))
        return " ".join(said)

    def _wishes(self) -> list[Wish]:
        """What the map of squares is about: the tool, or what was chosen last."""
        if self._tool:
            return tool_wishes(self._tool)
        return [] if self._wish is None else [self._wish]

    def _wish_at(self, age: Age, sq: int) -> Wish | None:
        """What a square is asked about: with a tool whatever it is for there."""
        if not self._tool:
            return self._wish

        def fits(wish: Wish) -> bool:
            told = explained(self._state, wish, (age, sq))
            return told.placeable if self._free else told.allowed

        return meant_wish(self._state, self._tool, age, sq, fits) or tool_wishes(self._tool)[0]

    def _groups(self, title: str) -> list[Group]:
        """Who, what, and how it is shown."""
        stuck = not self._asks or self.told.after is None
        views = tuple((view, say(f"explain-show-{view}")) for view in ("now", "after"))
        player, view = capital(say("word-player")), "now" if stuck else self._view
        tray = tool_group(self._state, self._tool)
        if self._free:
            tray = tray._replace(controls=tuple(each._replace(dimmed=()) for each in tray.controls))
        return [
            tray,
            Group("how", title, (
                Control("player", "select", player, str(self._state.seat),
                        seat_options(self._state)),
                Control("free", "check", say("explain-free"), self._free,
                        hint=say("explain-free_hint")),
                Control("view", "choice", say("explain-show"), view, views, disabled=stuck),
            )),
        ]  # fmt: skip

    def _panels(self) -> list[Panel]:
        """The verdict, the price, the pay, and each age."""
        below = self._below()
        notes = [Panel("below", "", tag("p", below, class_="klc-note"), place="side")]
        if not self._asks:
            return notes if below else []
        told = self.told
        panels = [
            Panel("verdict", "", verdict_panel(told, self._free), place="side"),
            Panel("price", say("explain-costs"), price_panel(told), place="side"),
            Panel("money", say("explain-pays"), money_panel(told), place="side"),
            *(notes if below else ()),
        ]
        if told.log:
            if told.question is not None:
                panels.append(Panel("question", "", question_panel(told), wide=True))
            happened = say("explain-would_happen")
            panels.append(Panel("log", happened, log_panel(told.log), wide=True))
        return panels

    def marks(self) -> Sequence[Mark]:
        """The map and the plan; or, on the position afterwards, what it has done."""
        if self._shows_after():
            assert self.told.after is not None
            return effects(self.told.log, self.told.after)
        drawn = map_marks(where_any(self._state, self._wishes()), self._free)
        if self._asks and self._on_map():
            drawn += now_marks(self.told, self._free)
        return drawn

    def _shows_after(self) -> bool:
        return self._view == "after" and self._asks and self.told.after is not None

    def _on_map(self) -> bool:
        """False for a building that would reach over the edge of the map."""
        assert self.place is not None
        assert self._wish is not None
        return stays_on_map(self._state, self._wish, self.place)

    def _fits_map(self, entry: str) -> bool:
        assert self.place is not None
        wish, place, _ = wish_of(self.place, entry)
        return stays_on_map(self._state, wish, place)

    # -------------------------------------------------------------- what the browser does

    def _point(self, age: Age, sq: int) -> None:
        """Point at a square; with a tool it is asked about at once."""
        self._cards, self._asked = "", False
        self.place, self._wish = (age, sq), self._wish_at(age, sq)

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Point at a square; without a tool its menu opens, or closes if it was open."""
        again = self._asked and self.place == (age, sq)
        self._point(age, sq)
        self._asked = (menu or not self._tool) and not again

    def choose(self, entry: str) -> None:
        """Wish for what an entry of the menu says."""
        self._asked = False
        if entry and self.place is not None:
            self._wish, self.place, self._cards = wish_of(self.place, entry)
            self._tool = MENU

    def tried(self, entry: str) -> Tried:
        """What an entry would do; or what stands in its way."""
        told, free = self._wished(entry), self._free
        words = log_words(told.log, told.state.names)
        if counted(told, free):
            why = verdict_text(told, free)
            would = f"{say('explain-would_happen')}: {words}" if words else ""
            words = f"{why}. {would}".strip()
        if told.after is not None:
            return Tried(words, told.after, effects(told.log, told.after))
        if not self._fits_map(entry):
            return Tried(words)
        return Tried(words, told.state, now_marks(told, free))

    def take(self, control: str, value: Value) -> None:
        """Take over a choice."""
        match control:
            case "player":
                self._state = in_turn_of(self._whole, seat_named(self._whole, str(value)))
            case "tool":
                self._tool, self._asked = one_of(str(value), TOOLS, "tool"), False
                if self.place is not None:
                    self._point(*self.place)
            case "free":
                self._free = bool(value)
            case "view":
                self._view = one_of(str(value), ("now", "after"), "view")
            case _:
                raise KhronosError(f"the explainer has no control {control!r}")

    def press(self, button: str) -> None:
        """The explainer has no buttons."""
        raise KhronosError(f"the explainer has no button {button!r}")


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


def stays_on_map(state: GameState, wish: Wish, place: Place) -> bool:
    """False for a building that would reach over the edge of the map."""
    rank = wish.rank if wish.verb in PLACING else 1
    return not footprint(place[1], rank) & ~state.grid.area


# ------------------------------------------------------------------ verdict


def counted(told: Explained, free: bool) -> tuple[Violation, ...]:
    """What stands in the way; where cards and coins do not count, only the rest."""
    return told.beyond if free else told.broken


def verdict_panel(told: Explained, free: bool) -> Markup:
    """Allowed or not, and by which clauses."""
    counts = counted(told, free)
    sort = "no" if counts else "yes"
    if not free and told.broken and told.placeable:
        sort = "perhaps"
    sign = {"yes": "✓ ", "no": "✗ ", "perhaps": "✗ "}[sort]
    head = tag("b", sign, say(f"explain-{'forbidden' if counts else 'allowed'}"))
    parts = [tag("p", head, class_=f"klc-verdict klc-{sort}")]
    if sort == "perhaps":
        parts.append(tag("p", say("explain-placeable")))
    parts += [reason(each) for each in counts]
    aside = [each for each in told.broken if each not in counts]
    if free and aside:
        said = "; ".join(violation_text(each) for each in aside)
        words = f"{say('explain-set_aside')}: {said}"
        parts.append(tag("p", words, class_="klc-note"))
    return together(parts)


def reason(broken: Violation) -> Markup:
    """One reason, with the text of its clause folded away."""
    words = f"{capital(violation_text(broken))}."
    label = broken.clause
    text = tag("p", whole_text(label), class_="klc-note")
    return tag("details", tag("summary", words), text)


def verdict_text(told: Explained, free: bool) -> str:
    """The same in one line, for hovering and for screen readers."""
    counts = counted(told, free)
    if not counts:
        return say("explain-allowed")
    said = "; ".join(violation_text(each) for each in counts)
    return f"{say('explain-forbidden')} {capital(said)}"


# ------------------------------------------------------------------ price and pay


def price_panel(told: Explained) -> Markup:
    """What it costs, and in which ways the hand could pay."""
    if told.price is None:
        return tag("p", say("explain-nothing"))
    parts = [tag("p", price_text(told.price))]
    if told.ways:
        ways = [tag("li", cards_markup(way, 0)) for way in told.ways]
        if len(ways) > 1 or told.price.extra:
            parts.append(tag("p", f"{say('explain-ways')}:", class_="klc-note"))
            parts.append(tag("ul", *ways))
        elif any(told.ways[0]):
            parts.append(tag("p", cards_markup(told.ways[0], 0)))
    else:
        parts.append(tag("p", say("explain-no_way"), class_="klc-note"))
    return together(parts)


def price_text(price: Price) -> str:
    """A price in words.

    >>> from khronos_lab.rulebook import CIVIL
    >>> price_text(Price(CIVIL, 3, 1, 0))
    '3 cards (civil) and 1 card of any kind for the terrain (G2)'
    """
    parts = []
    if price.cards:
        kind = say(price.kind)
        parts.append(f"{say('n-cards', n=price.cards)} ({kind})")
    if price.extra:
        more = say("n-cards", n=price.extra)
        parts.append(f"{more} {say('explain-any_kind')}")
    if price.coins:
        parts.append(say("n-coins", n=price.coins))
    return say("list-and", items=tuple(parts)) or say("explain-nothing")


def money_panel(told: Explained) -> Markup:
    """By player: coins at once and what taxes would pay more or less."""
    if not told.money:
        return tag("p", say("explain-nothing"))
    keys = ("explain-at_once", "explain-next_tax", "explain-all_taxes")
    heads = (say("word-player"), *(say(key) for key in keys))
    head = [tag("th", capital(words), scope="col") for words in heads]
    rows = [_money(told.state, seat, money) for seat, money in enumerate(told.money)]
    note = tag("p", say("explain-money_hint"), class_="klc-note")
    return together([table(head, rows), note])


def _money(state: GameState, seat: int, money: Money) -> list[str]:
    name = tag("th", seat_mark(seat), " ", state.players[seat].name, scope="row")
    return [name, *(signed(each) for each in (money.coins, money.next, money.there))]


# ------------------------------------------------------------------ what would happen


def question_panel(told: Explained) -> Markup:
    """The first choice that somebody would have to make."""
    if told.question is None:
        return NOTHING
    asked = question_text(told.question, told.state.names)
    note = tag("span", say("explain-choice"), class_="klc-note")
    return tag("p", "? ", asked, " ", note)


# ------------------------------------------------------------------ on the boards


def now_marks(told: Explained, free: bool) -> list[Mark]:
    """The plan on the position as it is, and what the broken clauses are about."""
    counts = counted(told, free)
    # The letters of domains say more than the symbol, which would lie under one of them.
    badge = not any(len(broken.domains) > 1 for broken in counts)
    marks = plan_marks(told.state, told.action, "blocked" if counts else "new", badge=badge)
    for broken in counts:
        marks += obstacle_marks(told.state, told.age, broken.domains, broken.squares)
    return marks
