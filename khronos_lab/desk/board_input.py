"""Touching the boards: the tool, the half-made move, and the menu that is open. No widget here.

Without a tool a click opens the menu of a square. With one, a building or demolishing, every click
on a square is a move. What makes a move whole gives it to whoever keeps the game; until then the
menu asks for what is open, a payment or the answer to a question.

>>> from khronos_lab.core import square
>>> from khronos_lab.engine import new_game
>>> touch = BoardInput(new_game(2, seed=2))
>>> touch.click(Age.MIGHT, square("f4")), len(touch.menu().entries)
(None, 9)
>>> str(touch.choose("build m2 56").action)
'build keep at f4 in Might for mm'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from khronos_lab.analysis import Where, Wish
from khronos_lab.board import tag, together
from khronos_lab.core import (
    Action,
    EndTurn,
    Entry,
    Exchange,
    GameState,
    Move,
    Swap,
    Travel,
    action_text,
    question_text,
)
from khronos_lab.desk.menu import (
    WouldBe,
    chosen,
    clicked,
    journeys,
    log_panel,
    menu_at,
    open_question,
    reason_of,
    whole_move,
    would_be,
)
from khronos_lab.desk.mode import (
    Control,
    Group,
    History,
    Menu,
    Panel,
    Place,
    Tried,
)
from khronos_lab.desk.move_choice import (
    BUILDINGS,
    CHANCE,
    DEMOLISH,
    GIVEN,
    Mover,
    age_named,
    card_verbs,
    tool_wishes,
    where_any,
    where_asked,
    why_no_button,
    why_no_tool,
)
from khronos_lab.kit import Eyes, one_of
from khronos_lab.players import ALL
from khronos_lab.rulebook import (
    AGES,
    KINDS,
    NO_CARDS,
    REASON,
    Age,
    KhronosError,
    building_thing,
    capital,
    say,
)
from khronos_lab.scenes import Mark, allowed_marks, effects, plan_marks

MENU: Final = ""
TOOLS: Final = (MENU, *BUILDINGS, DEMOLISH)
"""What a click in Might or Faith does: open the menu, build kind and rank, or demolish."""
PARTLY_SEEN: Final = ">m***"
"""The end of a turn at which one of the cards drawn was seen."""


def _card_action(state: GameState, verb: str) -> Action:
    """What is done with cards alone, before any are named."""
    match one_of(verb, card_verbs(state), "action"):
        case "exchange":
            return Exchange(NO_CARDS)
        case "swap":
            lying = [kind for kind in KINDS if state.open_cards[kind]]
            return Swap(lying[0] if lying else KINDS[0], NO_CARDS)
    return EndTurn(NO_CARDS if state.rules.keeps_cards else None)


class BoardInput:
    """A move that is being chosen in a position; what makes it whole gives it."""

    eyes: Eyes = ALL

    def __init__(
        self,
        state: GameState,
        *,
        asks_draws: bool = False,
        at_once: bool = True,
        whole: Callable[[Mover], Move | None] = whole_move,
    ) -> None:
        """`at_once`: in Reason, where one thing can be done, a click does it without a menu."""
        self.mover = Mover(state, asks_draws=asks_draws)
        self.tool = MENU
        self.menu_at: Place | None = None
        """The square whose menu was asked for."""
        self.refused = ""
        """Why the last click or choice did nothing."""
        self._at_once, self._whole = at_once, whole

    def stand(self, state: GameState) -> None:
        """Nothing chosen, in this position."""
        self.mover = replace(self.mover.cleared(), state=state)
        self.menu_at, self.refused = None, ""

    def cancel(self) -> None:
        """Let go of what is half chosen."""
        self.stand(self.mover.state)

    @property
    def begun(self) -> bool:
        """True if something is half chosen."""
        return self.mover.action is not None or self.menu_at is not None

    # -------------------------------------------------------------- choosing

    def click(self, age: Age, sq: int, *, menu: bool = False) -> Move | None:
        """Open the menu of a square, do what the tool makes of it, or answer a question."""
        plain = menu or (self.tool == MENU and not (self._at_once and age is REASON))
        if open_question(self.mover) is None and plain:
            self.cancel()
            self.menu_at = age, sq
            return None
        self.menu_at = None
        return self.go_on(clicked(self.mover, self.tool, age, sq))

    def choose(self, entry: str) -> Move | None:
        """Do what an entry of the menu says; an empty one closes it."""
        place = self._open_at
        if not entry or place is None:
            self.cancel()
            return None
        return self.go_on(chosen(self.mover, place, entry))

    def would_be(self, entry: str) -> WouldBe:
        """What an entry of the menu would do; nothing if the menu has been closed meanwhile."""
        place = self._open_at
        if place is None or not entry:
            return WouldBe("")
        return would_be(chosen(self.mover, place, entry), self.eyes)

    def tried(self, entry: str) -> Tried:
        """The same as it is shown: the three ages afterwards, and the rest in words."""
        words, log, after = self.would_be(entry)
        return Tried(words, after, () if after is None else effects(log, after))

    def take(self, control: str, value: str) -> Move | None:
        """Take over what was chosen beside the boards."""
        if control == "tool":
            self.tool = one_of(value, TOOLS, "tool")
            self.cancel()
            return None
        return self.go_on(self.mover.take(control, value))

    def press(self, button: str) -> Move | None:
        """Do what a button of `groups` says."""
        name, _, rest = button.partition(":")
        if name == "go" and len(rest) == 2:
            return self.go_on(self.mover.begin(Travel(age_named(rest[0]), age_named(rest[1]))))
        if name == "verb":
            return self.go_on(self.mover.begin(_card_action(self.mover.state, rest)))
        if name == "cancel":
            self.cancel()
            return None
        if name == "enter":
            if self.mover.move is None:
                raise KhronosError(status_text(self.mover))
            return self.mover.move
        raise KhronosError(f"there is no button {button!r} for choosing a move")

    def go_on(self, mover: Mover) -> Move | None:
        """Go on with a half-made move; one that is whole is given back."""
        self.mover, self.refused = mover, ""
        if mover.said:
            self.refused = " ".join(each.text() for each in mover.said)
            if open_question(mover) is None:
                self.mover = mover.cleared()
            return None
        move = self._whole(mover)
        if move is None and mover.place is not None:
            self.menu_at = mover.place
        return move

    # -------------------------------------------------------------- what is shown

    @property
    def _open_at(self) -> Place | None:
        """The square at which something is open."""
        question = open_question(self.mover)
        if question is not None:
            return self.mover.place or (question.age, 0)
        return self.menu_at

    def menu(self) -> Menu | None:
        """The menu of a square, or what the move leaves open."""
        place = self._open_at
        over = self.mover.state.over
        return None if place is None or over else menu_at(self.mover, place)

    @property
    def ghost(self) -> int:
        """How wide the building of the tool is, as long as nothing else is asked."""
        if self.tool not in BUILDINGS or self.mover.question is not None:
            return 0
        return BUILDINGS[self.tool][1]

    def next_text(self) -> str:
        """What is to be chosen next of a move that was begun; empty if none was."""
        return "" if self.mover.action is None else status_text(self.mover)

    def legend(self) -> Panel:
        """What the marks on the boards mean."""
        said = f"{capital(tool_word(self.tool))}. {say('record-map')}"
        if open_question(self.mover) is not None:
            said = say("move-map_answers")
        elif not self.tool:
            said = say("record-map_menu")
        return Panel("below", "", tag("p", said, class_="klc-note"))

    def groups(self) -> list[Group]:
        """The tray of buildings, what needs no square, and what is open of a move."""
        mover = self.mover
        return [
            tool_group(mover.state, self.tool),
            button_group(mover),
            open_group(mover),
        ]

    def marks(self) -> list[Mark]:
        """Where one may click, and the plan."""
        drawn = map_marks(where_now(self.mover, self.tool), False)
        mover = self.mover
        if mover.place is not None and mover.action is not None and mover.question is None:
            drawn += plan_marks(mover.state, mover.action, "new")
        return drawn


def turn_text(state: GameState) -> str:
    """The round, and whose turn it is."""
    return f"{capital(say('word-round'))} {state.round}, {state.player.name}"


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


# ------------------------------------------------------------------ tools


def where_now(mover: Mover, tool: str) -> list[Where]:
    """By age: the squares where a click is a move now, or answers what is asked."""
    question = open_question(mover)
    if question is not None:
        return where_asked(question)
    wishes = [Wish("populate"), Wish("restore"), *(tool_wishes(tool) if tool else ())]
    return [each._replace(free=each.now) for each in where_any(mover.state, wishes)]


def map_marks(where: Sequence[Where], free: bool) -> list[Mark]:
    """Dots where a wish may be done, rings where only means are missing."""
    now = {age: masks.free if free else masks.now for age, masks in zip(AGES, where, strict=True)}
    lacking = {age: masks.free & ~now[age] for age, masks in zip(AGES, where, strict=True)}
    return [*allowed_marks(now, lacking)]


# ------------------------------------------------------------------ controls


def tool_group(state: GameState, tool: str) -> Group:
    """The tray: what a click in Might or Faith does."""
    options = tuple((each, tool_word(each)) for each in TOOLS)
    reasons = ((each, why_no_tool(state, each)) for each in TOOLS if each != MENU)
    dimmed = tuple((each, why.text()) for each, why in reasons if why is not None)
    word = say("record-tool")
    return Group("tool", word, (Control("tool", "choice", word, tool, options, dimmed=dimmed),))


def tool_word(tool: str) -> str:
    """What a tool is called."""
    if tool not in BUILDINGS:
        return say(f"record-{tool or 'menu'}")
    return say(building_thing(*BUILDINGS[tool]))


def undo_buttons(history: History[Any]) -> tuple[Control, Control]:
    """The buttons that take an edit back and do it again."""
    undo, redo = say("sandbox-undo"), say("sandbox-redo")
    return (
        Control("undo", "button", f"↶ {undo}", disabled=not history.past, hint="Ctrl+Z"),
        Control("redo", "button", f"↷ {redo}", disabled=not history.future, hint="Ctrl+Y"),
    )


def button_group(mover: Mover) -> Group:
    """What needs no square: journeys, cards, the end of the turn."""
    state = mover.state
    buttons = [
        Control(f"go:{int(each.origin)}{int(each.target)}", "button",
                f"{say(each.origin)} → {say(each.target)}")
        for each in journeys(state)
    ]  # fmt: skip
    *cards, end = (_verb_button(state, verb) for verb in card_verbs(state))
    if state.player.secret and not end.disabled:
        end = end._replace(hint=f"{say('record-end_hint')}: {PARTLY_SEEN}")
    return Group("actions", "", (*buttons, *cards, end._replace(strong=not end.disabled)))


def _verb_button(state: GameState, verb: str) -> Control:
    why, words = why_no_button(state, verb), say(f"record-{verb}")
    hint = "" if why is None else why.text()
    return Control(f"verb:{verb}", "button", words, disabled=why is not None, hint=hint)


def open_group(mover: Mover) -> Group:
    """The cards that the move is about, and the way out; what else is open, the menu asks."""
    controls = details(mover)
    if mover.names_cards:
        ready = mover.move is not None
        words = say("record-enter")
        controls.append(Control("enter", "button", words, disabled=not ready, strong=ready))
    if mover.action is not None:
        controls.append(Control("cancel", "button", say("record-cancel"), hint="Esc"))
    return Group("open", "", tuple(controls))


def details(mover: Mover) -> list[Control]:
    """What else is to be said of the action that is chosen."""
    controls: list[Control] = []
    if isinstance(mover.action, Swap):
        open_cards = mover.state.open_cards
        kinds = tuple((kind.letter, f"{say(kind)} ({open_cards[kind]})") for kind in KINDS)
        word = say("move-open")
        controls.append(Control("move.open", "choice", word, mover.action.kind.letter, kinds))
    if mover.names_cards:
        controls += _cards(mover)
    if mover.question is None and mover.draws and mover.broken is None:
        controls += _draws(mover)
    return controls


def _cards(mover: Mover) -> list[Control]:
    """By kind: how many cards of the hand."""
    hand, swaps = mover.hand, isinstance(mover.action, Swap)
    controls = [
        _count(f"move.card.{kind.letter}", say(kind), mover.cards[kind], hand[kind])
        for kind in KINDS
        if hand[kind]
    ]
    if mover.state.player.hidden and not swaps:
        hidden = say("move-hidden")
        controls.append(_count("move.hidden", hidden, mover.hidden, mover.state.player.hidden))
    key = "move-gives" if swaps else "move-discards"
    return _headed(controls, say(key))


def _headed(controls: list[Control], head: str) -> list[Control]:
    """Counts in a row: the first one says what is counted."""
    first = [each._replace(label=f"{head}: {each.label}") for each in controls[:1]]
    return first + controls[1:]


def _count(control: str, label: str, value: int, most: int) -> Control:
    options = tuple((str(number), str(number)) for number in range(most + 1))
    return Control(control, "choice", label, str(value), options)


def _draws(mover: Mover) -> list[Control]:
    """Whether chance gives what is drawn, or somebody says it."""
    controls = []
    if not mover.asks_draws or mover.state.player.secret:
        unsaid = "move-draw-hidden" if mover.state.player.secret else "move-draw-chance"
        ways = ((CHANCE, say(unsaid)), (GIVEN, say("move-draw-given")))
        chosen = GIVEN if mover.drawn is not None else CHANCE
        controls.append(Control("move.draw", "choice", say("move-draws"), chosen, ways))
    if mover.gives_draws:
        drawn = mover.drawn or NO_CARDS
        counts = [
            _count(f"move.draw.{kind.letter}", say(kind), drawn[kind], mover.draws)
            for kind in KINDS
        ]
        controls += counts if controls else _headed(counts, say("move-draws"))
    return controls


def status_text(mover: Mover) -> str:
    """One sentence: what is to be chosen next of a move that was begun."""
    if mover.ways and not mover.paid:
        return say("menu-pay")
    if mover.question is not None:
        return question_text(mover.question, mover.state.names)
    if mover.broken is not None:
        return reason_of(mover)
    fault = mover.draw_fault
    if fault is not None:
        entered, number = sum(mover.drawn or NO_CARDS), mover.draws
        if entered == number or mover.state.player.secret:
            return fault.text()
        return f"{say('move-enter_draws')} {entered}/{number}."
    if mover.action is None:
        return say("record-first_tool")
    return f"{say('move-ready')}: {action_text(mover.action)}."
