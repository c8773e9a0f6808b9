"""Choosing moves on the boards: the tool, the half-made move, and the menu that is open.

Without a tool a click opens the menu of a square: what can be done there with the cards in hand,
what it would do, why not. With one, a building or demolishing, every click on a square is a move.
What makes a move whole gives it to the mode that keeps the game; until then the menu asks for what
is open, a payment or the answer to a question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce, wraps
from operator import or_
from types import MappingProxyType
from typing import Any, Concatenate, Final, ParamSpec

from khronos_lab.analysis import Where, Wish, action_at, price_of, where_allowed
from khronos_lab.core import (
    Action,
    EndTurn,
    Exchange,
    GameState,
    Move,
    OpenChoice,
    Swap,
    Travel,
    cards_of,
    cards_text,
    first,
    name,
    option_text,
    question_text,
)
from khronos_lab.desk.half_move import (
    BUILDINGS,
    CHANCE,
    DEMOLISH,
    GIVEN,
    HalfMove,
    around,
    option_mask,
    reason_text,
    tool_wishes,
)
from khronos_lab.desk.mode import (
    Control,
    Group,
    Menu,
    MenuEntry,
    Mode,
    Page,
    Panel,
    Place,
    Tried,
    Value,
    log_words,
    note,
    place_text,
)
from khronos_lab.engine import Outcome, choices, why_not
from khronos_lab.kit import expected, number_in, one_of
from khronos_lab.records import Study
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    KINDS,
    NO_CARDS,
    REASON,
    Age,
    Cards,
    KhronosError,
    Violation,
    building_thing,
    cached_by_language,
    capital,
    say,
)
from khronos_lab.scenes import Mark, allowed_marks, effects, plan_marks

MENU: Final = ""
TOOLS: Final = (MENU, *BUILDINGS, DEMOLISH)
"""What a click in Might or Faith does: open the menu, build kind and rank, or demolish."""
PARTLY_SEEN: Final = ">m***"
"""The end of a turn at which one of the cards drawn was seen."""


class MoveMode(Mode, ABC):
    """A mode in which somebody chooses moves: what is half chosen, the tool, the menu that is open.

    A move that has become whole is given to `play_whole`.
    """

    keys = MappingProxyType({"Ctrl+z": "take_back", "Escape": "escape"})
    half: HalfMove
    tool = MENU
    menu_at: Place | None = None
    """The square whose menu was asked for."""
    refused = ""
    """Why the last click or choice did nothing."""
    asks_draws = False
    """True if cards drawn are entered, as at a table."""
    at_once = True
    """In Reason, where one thing can be done, a click does it without a menu."""
    answered = True
    """What is asked on the way is answered here, too, before the move is whole."""

    @property
    @abstractmethod
    def chooses(self) -> bool:
        """True if whoever looks may choose a move now."""

    @abstractmethod
    def play_whole(self, move: Move) -> None:
        """Go on with a move that has become whole."""

    def ready(self) -> None:
        """Prepare for a choice; an error if nobody may choose."""
        self.refused = ""

    def stand(self, state: GameState) -> None:
        """Nothing chosen, in this position."""
        self.half = HalfMove(state, asks_draws=self.asks_draws)
        self.menu_at, self.refused = None, ""

    def cancel(self) -> None:
        self.stand(self.half.state)

    @property
    def has_selection(self) -> bool:
        return self.half.action is not None or self.menu_at is not None

    # -------------------------------------------------------------- choosing

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Open the menu of a square, do what the tool makes of it, or answer a question."""
        self.place = age, sq
        self.ready()
        if not self.chooses:
            return
        self.menu_at = None
        if self.half.asked is not None:
            self._go_on(self.half.answer_at(age, sq))
        elif menu or (self.tool == MENU and not (self.at_once and age is REASON)):
            self.cancel()
            self.menu_at = age, sq
        else:
            meant = self.half.meant(self.tool, age, sq)
            nothing = replace(self.half.cleared(), refused=say("menu-nothing_there"))
            self._go_on(nothing if meant is None else meant[1])

    def choose(self, entry: str) -> None:
        self.ready()
        place = self._open_at
        if entry and place is not None:
            self._go_on(_chosen(self.half, place, entry))
        else:
            self.cancel()

    def tried(self, entry: str) -> Tried:
        """What an entry of the menu would do, as far as these eyes may know.

        The three ages afterwards are shown; in words it is what happens besides, losses first.
        """
        place = self._open_at
        if place is None or not entry:  # it has been closed meanwhile
            return Tried("")
        half = _chosen(self.half, place, entry)
        if half.refused or half.result is None:
            return Tried(half.refused or ("" if half.broken is None else reason_text(half.broken)))
        # Nothing is told that chance would give.
        eyes = self.eyes or self.audience.eyes
        known = (each for each in half.result.log if each.event.about.effect is not None)
        log, names = tuple(expected(each, eyes) for each in known), half.state.names
        words = log_words(log, names)
        if half.question is not None:
            words = f"{words} {question_text(half.question, names)}"
        if isinstance(half.result, Outcome):
            after: GameState | None = half.result.state
        else:  # what is still open pays best for whoever is asked
            after = half.told.after if half.told is not None and not half.answers else None
        return Tried(words, after, () if after is None else effects(log, after))

    def take(self, control: str, value: Value) -> None:
        self.ready()
        word = str(value).strip()
        if control == "tool":
            self.tool = one_of(word, TOOLS, "tool")
            self.cancel()
        else:
            self._go_on(self.half.take(control, word))

    def press(self, button: str) -> None:
        self.refused = ""
        work = self.buttons().get(button)
        verb, _, rest = button.partition(":")
        if work is not None:
            work()
            return
        self.ready()
        if verb == "go" and len(rest) == 2:
            self._go_on(self.half.begin(Travel(_age_named(rest[0]), _age_named(rest[1]))))
        elif verb == "verb":
            self._go_on(self.half.begin(_card_action(self.half.state, rest)))
        elif verb in ("cancel", "escape"):
            self.cancel()
        elif verb == "enter" and self.half.move is not None:
            self.play_whole(self.half.move)
        elif verb == "enter":
            raise KhronosError(self.half.status)
        else:
            super().press(button)

    def _go_on(self, half: HalfMove) -> None:
        """Go on with a half-made move; one that is whole is played."""
        self.half, self.refused = half, half.refused
        if half.refused:
            if half.asked is None:
                self.half = half.cleared()
            return
        move = half.whole(answered=self.answered)
        if move is not None:
            self.play_whole(move)
        elif half.place is not None:
            self.menu_at = half.place

    # -------------------------------------------------------------- what is shown

    @property
    def _open_at(self) -> Place | None:
        """The square at which something is open."""
        question = self.half.asked
        if question is not None:
            return self.half.place or (question.age, 0)
        return self.menu_at

    def open_menu(self) -> Menu | None:
        """The menu of a square, or what the move leaves open."""
        place = self._open_at
        return menu_at(self.half, place) if self.chooses and place is not None else None

    @property
    def ghost(self) -> int:
        """How wide the building of the tool is, as long as nothing else is asked."""
        if not self.chooses or self.tool not in BUILDINGS or self.half.question is not None:
            return 0
        return BUILDINGS[self.tool][1]

    def move_page(
        self,
        title: str,
        status: str,
        groups: Sequence[Group],
        panels: Sequence[Panel],
        *,
        undo: bool,
        refusal: str = "",
    ) -> Page:
        """The page with what is half chosen."""
        return Page(
            title, status, groups, panels, self.refused or refusal, self.ghost, self.keys,
            self.open_menu(), undo=undo or self.has_selection,
        )  # fmt: skip

    def next_text(self) -> str:
        """What is to be chosen next of a move that was begun; empty if none was."""
        return "" if self.half.action is None else self.half.status

    def legend(self) -> Panel:
        """What the marks on the boards mean."""
        said = f"{capital(_tool_word(self.tool))}. {say('record-map')}"
        if self.half.asked is not None:
            said = say("move-map_answers")
        elif not self.tool:
            said = say("record-map_menu")
        return Panel("below", "", note(said))

    def move_groups(self) -> list[Group]:
        """The tray of buildings, what needs no square, and what is open of a move."""
        state = self.half.state
        return [tool_group(state, self.tool), _button_group(state), _open_group(self.half)]

    def marks(self) -> Sequence[Mark]:
        """Where a click is a move now, or answers what is asked; and the plan."""
        half, question = self.half, self.half.asked
        if not self.chooses:
            return ()
        if question is not None:
            masks = (option_mask(question, option) for option in question.options)
            now = {question.age: reduce(or_, masks)}
        else:
            wishes = [Wish("populate"), Wish("restore")]
            wishes += tool_wishes(self.tool) if self.tool else []
            found = where_any(half.state, wishes)
            now = {age: each.now for age, each in zip(AGES, found, strict=True)}
        drawn: list[Mark] = [*allowed_marks(now, {})]
        if half.place is not None and half.action is not None and half.question is None:
            drawn += plan_marks(half.state, half.action, "new")
        return drawn


Given = ParamSpec("Given")


def edits(
    change: Callable[Concatenate[Study, Given], Study], **how: bool
) -> Callable[Concatenate[Any, Given], None]:
    """A method of a mode that changes its game; `how` is told to the mode's `edit`."""

    @wraps(change)
    def edit(mode: Any, /, *args: Given.args, **more: Given.kwargs) -> None:  # noqa: ANN401
        mode.edit(lambda study: change(study, *args, **more), **how)

    return edit


def where_any(state: GameState, wishes: Iterable[Wish]) -> list[Where]:
    """By age: the squares where one of several wishes may be done."""
    found = [Where(0, 0) for _ in AGES]
    for wish in wishes:
        more = where_allowed(state, wish)
        found = [Where(*map(or_, one, two)) for one, two in zip(found, more, strict=True)]
    return found


# ------------------------------------------------------------------ the menu of a square


def menu_at(half: HalfMove, place: Place) -> Menu:
    """Everything that can be done at a square; or what is open of a move that was begun."""
    if half.asked is not None:
        return question_menu(half.asked, place, half.state.names)
    if half.to_pay:
        ways = tuple(
            MenuEntry(f"pay {cards_text(way)}", words, cards_text(way))
            for way, words in _payment_words(half.ways)
        )
        return Menu(place, say("menu-pay"), ways)
    entries = tuple(_actions(half, place))
    reasons = list(dict.fromkeys(each.why for each in entries))
    # Before an entry is pointed at: the one reason, if nothing can be done.
    said = reasons[0] if len(reasons) == 1 else say("menu-hint") if "" in reasons else ""
    said = said if entries else say("menu-nothing_there")
    return Menu(place, place_text(half.state, place), entries, said)


def question_menu(question: OpenChoice, place: Place, names: tuple[str, ...]) -> Menu:
    """What somebody has to answer (B8, C2, C3, C4), with its answers."""
    answers = tuple(
        MenuEntry(f"answer {number}", capital(option_text(question, each, names)))
        for number, each in enumerate(question.options)
    )
    return Menu(place, question_text(question, names), answers)


def _actions(half: HalfMove, place: Place) -> Iterator[MenuEntry]:
    age, sq = place
    if age is not REASON:
        for tool in BUILDINGS:
            yield _building_entry(half, tool, place)
    meant = half.meant(DEMOLISH, age, sq)
    if meant is not None and half.state.boards[age].at(sq) is not None:
        verb = meant[0].verb
        yield MenuEntry(f"{verb} {sq}", say(f"action-{verb.title()}"), why=meant[1].refused)
    for trip in _journeys(half.state):
        if trip.target is age:
            words = f"{say(trip.origin)} → {say(trip.target)}"
            yield MenuEntry(f"travel {int(trip.origin)} {int(age)}", words)


def _building_entry(half: HalfMove, tool: str, place: Place) -> MenuEntry:
    """A building at a square: what it costs there and how it can be paid, or why not."""
    state, (age, pointed) = half.state, place
    meant = half.meant(tool, age, _nearest(state, tool, age, pointed))
    assert meant is not None
    wish, tried = meant
    words = say(building_thing(wish.kind, wish.rank))
    if tried.place is None:
        cards = wish.kind.letter * state.rules.values[wish.kind][wish.rank]
        return MenuEntry(f"{wish.verb} {tool} {pointed}", words, cards, tool, tried.refused)
    sq = tried.place[1]
    entry, price = f"{wish.verb} {tool} {sq}", price_of(state, wish, age, sq)
    cost = "" if price is None else price.kind.letter * price.cards + "*" * price.extra
    ways = tuple((f"{entry} {cards_text(way)}", said) for way, said in _payment_words(tried.ways))
    spot = "" if sq == pointed else f" {name(sq)}"
    return MenuEntry(entry, f"{words}{spot}", cost, tool, ways=ways)


def _nearest(state: GameState, tool: str, age: Age, sq: int) -> int:
    """The first square of the building: the one that is pointed at, or else one it would cover.

    Of several the cheapest, so that nobody pays for terrain without having meant it (G2).
    """
    found = []
    for corner in (sq, *around(sq, BUILDINGS[tool][1])):
        for wish in tool_wishes(tool):
            if state.grid.area >> corner & 1 and not why_not(
                state, action_at(state, wish, age, corner)
            ):
                if corner == sq:
                    return sq
                price = price_of(state, wish, age, corner)
                found.append((0 if price is None else price.extra, corner))
    return min(found)[1] if found else sq


def _journeys(state: GameState) -> list[Travel]:
    return [each for each in choices(state).plain if isinstance(each, Travel)]


def _chosen(half: HalfMove, place: Place, entry: str) -> HalfMove:
    match entry.split():
        case ["answer", number]:
            return half.answer(number_in(number))
        case ["pay", way]:
            return half.pay(way)
    wish, (age, sq), way = wish_of(place, entry)
    tried = half.cleared().at(wish, age, sq)
    return tried.pay(way) if way and tried.ways else tried


def wish_of(place: Place, entry: str) -> tuple[Wish, Place, str]:
    """What an entry wishes for, where, and the cards it pays with, whether allowed or not."""
    age = place[0]
    match entry.split():
        case ["travel", origin, _]:
            return Wish("travel", origin=_age_named(origin)), place, ""
        case [("build" | "upgrade") as verb, tool, sq, *way] if (
            tool in BUILDINGS and sq.isdigit() and len(way) < 2
        ):
            return Wish(verb, *BUILDINGS[tool]), (age, int(sq)), "".join(way)
        case [("demolish" | "populate" | "restore") as verb, sq] if sq.isdigit():
            return Wish(verb), (age, int(sq)), ""
    raise KhronosError(f"the menu has no entry {entry!r}")


def _age_named(value: str) -> Age:
    return Age(int(one_of(value, (str(int(age)) for age in AGES), "age")))


def _payment_words(ways: Sequence[Cards]) -> list[tuple[Cards, str]]:
    """Ways to pay for terrain (G2), each by the cards that another way would not use.

    One is said in words, several in letters: a row of them must not get long.
    """
    if len(ways) < 2:
        return []
    fixed = tuple(map(min, zip(*ways, strict=True)))
    said = []
    for way in reversed(ways):  # military first, as everywhere
        extra = [paid - least for paid, least in zip(way, fixed, strict=True)]
        words = [say(kind) for kind in KINDS if extra[kind]]
        letters = cards_text((extra[0], extra[1], extra[2]))
        said.append((way, f"+ {words[0] if sum(extra) == 1 else letters}"))
    return said


# ------------------------------------------------------------------ controls: tools and buttons


def tool_group(state: GameState, tool: str) -> Group:
    """The tray: what a click in Might or Faith does."""
    options = tuple((each, _tool_word(each)) for each in TOOLS)
    reasons = ((each, _why_no_tool(state, each)) for each in TOOLS if each != MENU)
    dimmed = tuple((each, why) for each, why in reasons if why)
    word = say("record-tool")
    return Group("tool", word, (Control("tool", "choice", word, tool, options, dimmed=dimmed),))


def _tool_word(tool: str) -> str:
    if tool not in BUILDINGS:
        return say(f"record-{tool or 'menu'}")
    return say(building_thing(*BUILDINGS[tool]))


@cached_by_language(maxsize=256)
def _why_no_tool(state: GameState, tool: str) -> str:
    """Why no click with a tool is a move now; empty if one is.

    It is what stands in the way of the nearest place besides the boards; without a place, these.
    """
    if state.over:
        return _reason_against(state, EndTurn())
    wishes, home = tool_wishes(tool), state.player.adventurers
    if any(where.now for wish in wishes for where in where_allowed(state, wish)):
        return ""
    wish = wishes[0]
    for age in sorted(BUILDING_AGES, key=lambda age: age not in home):
        free = where_allowed(state, wish)[age].free
        why = _reason_against(state, action_at(state, wish, age, first(free))) if free else ""
        if why:
            return why
    said = say(f"move-none-{wish.verb}").rstrip(".")
    return f"{said} ({'A4' if tool == DEMOLISH else 'A1'})."


def _reason_against(state: GameState, action: Action) -> str:
    broken = why_not(state, action)
    return "" if broken is None else reason_text(broken)


def _button_group(state: GameState) -> Group:
    buttons = [
        Control(f"go:{int(each.origin)}{int(each.target)}", "button",
                f"{say(each.origin)} → {say(each.target)}")
        for each in _journeys(state)
    ]  # fmt: skip
    for verb in _card_verbs(state):
        broken, word = _why_no_cards(state, verb), say(f"record-{verb}")
        if isinstance(broken, Violation):
            why = reason_text(broken)
        else:
            why = f"{say('move-none-cards').rstrip('.')} ({broken})." if broken else ""
        buttons.append(Control(f"verb:{verb}", "button", word, disabled=bool(why), hint=why))
    end = buttons[-1]._replace(strong=not buttons[-1].disabled)
    if state.player.secret and not end.disabled:
        end = end._replace(hint=f"{say('record-end_hint')}: {PARTLY_SEEN}")
    return Group("actions", "", (*buttons[:-1], end))


def _card_verbs(state: GameState) -> tuple[str, ...]:
    return ("exchange", "swap", "end") if state.rules.holdem else ("exchange", "end")


def _card_action(state: GameState, verb: str) -> Action:
    match one_of(verb, _card_verbs(state), "action"):
        case "exchange":
            return Exchange(NO_CARDS)
        case "swap":
            lying = [kind for kind in KINDS if state.open_cards[kind]]
            return Swap(lying[0] if lying else KINDS[0], NO_CARDS)
    return EndTurn(NO_CARDS if state.rules.keeps_cards else None)


@lru_cache(maxsize=64)
def _why_no_cards(state: GameState, verb: str) -> Violation | str:
    """Why nothing can be done with cards now, in this way, or the clause if there are no cards.

    Empty if something can be done: of these actions one is allowed if any is.
    """
    player = state.player
    held = [kind for kind in KINDS if player.hand[kind]]
    samples: list[Action]
    match verb:
        case "exchange":
            samples = [Exchange(cards_of(kind)) for kind in held]
            samples += [Exchange(NO_CARDS, 1)] if player.hidden else []
        case "swap":
            mine = KINDS if player.hidden else held
            samples = [Swap(kind, cards_of(each)) for kind in KINDS for each in mine]
        case _:
            samples = [_card_action(state, verb)]
    reasons = [why_not(state, each) for each in samples]
    if not reasons:
        return "T2" if verb == "exchange" else "V2"
    return "" if None in reasons else reasons[0] or ""


# ------------------------------------------------------------------ controls: the half-made move


def _open_group(half: HalfMove) -> Group:
    controls: list[Control] = []
    if isinstance(half.action, Swap):
        open_cards = half.state.open_cards
        kinds = tuple((kind.letter, f"{say(kind)} ({open_cards[kind]})") for kind in KINDS)
        letter = half.action.kind.letter
        controls.append(Control("move.open", "choice", say("move-open"), letter, kinds))
    if half.names_cards:
        swaps, hidden = isinstance(half.action, Swap), half.state.player.hidden
        counts = [
            _count(f"move.card.{kind.letter}", say(kind), half.cards[kind], half.hand[kind])
            for kind in KINDS
            if half.hand[kind]
        ]
        if hidden and not swaps:
            counts.append(_count("move.hidden", say("move-hidden"), half.hidden, hidden))
        controls += _headed(counts, say("move-gives" if swaps else "move-discards"))
    if half.question is None and half.draws and half.broken is None:
        controls += _draws(half)
    if half.names_cards:
        ready, words = half.move is not None, say("record-enter")
        controls.append(Control("enter", "button", words, disabled=not ready, strong=ready))
    if half.action is not None:
        controls.append(Control("cancel", "button", say("record-cancel"), hint="Esc"))
    return Group("open", "", tuple(controls))


def _draws(half: HalfMove) -> list[Control]:
    controls, secret = [], half.state.player.secret
    if not half.asks_draws or secret:
        ways = (
            (CHANCE, say("move-draw-hidden" if secret else "move-draw-chance")),
            (GIVEN, say("move-draw-given")),
        )
        chosen = GIVEN if half.drawn is not None else CHANCE
        controls.append(Control("move.draw", "choice", say("move-draws"), chosen, ways))
    if half.gives_draws:
        drawn = half.drawn or NO_CARDS
        counts = [
            _count(f"move.draw.{kind.letter}", say(kind), drawn[kind], half.draws) for kind in KINDS
        ]
        controls += counts if controls else _headed(counts, say("move-draws"))
    return controls


def _headed(controls: list[Control], head: str) -> list[Control]:
    """Counts in a row: the first one says what is counted."""
    first_one = [each._replace(label=f"{head}: {each.label}") for each in controls[:1]]
    return first_one + controls[1:]


def _count(control: str, label: str, value: int, most: int) -> Control:
    options = tuple((str(number), str(number)) for number in range(most + 1))
    return Control(control, "choice", label, str(value), options)
