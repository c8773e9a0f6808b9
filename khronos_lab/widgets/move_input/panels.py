"""What the mover shows: controls and panels as the clickable boards know them, and strokes.

Controls are named `move.…`; what is chosen by them goes to `Mover.take`, buttons to `pressed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khronos_lab.analysis.legality import PLACING, Where
from khronos_lab.analysis.review.turning_words import signed
from khronos_lab.core.actions import Build, Upgrade
from khronos_lab.core.captions import action_text, option_text, question_text
from khronos_lab.core.resolution import Entry, Question
from khronos_lab.core.squares import bits
from khronos_lab.core.state import cards_text
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.glyphs import circle, closed, placed
from khronos_lab.drawing.strokes import Look, Stroke
from khronos_lab.drawing.theme import EFFECT_MARKS, MARKS, PAPER
from khronos_lab.engine.preview import coin_changes
from khronos_lab.players.knowledge import ALL
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import AGES, KINDS, Age, Cards, building_thing
from khronos_lab.viewer.html import Markup, tag, together
from khronos_lab.widgets.clickable_boards.board_strokes import plan_strokes
from khronos_lab.widgets.clickable_boards.clickboard import Control, Group, Panel
from khronos_lab.widgets.kit.frame_panels import seat_mark
from khronos_lab.widgets.kit.hidden_cards import Eyes, expected
from khronos_lab.widgets.lessons.panels import SIGNS
from khronos_lab.widgets.move_input.move_choice import BUILDINGS, CHANCE, GIVEN, ON_BOARDS, Mover
from khronos_lab.widgets.move_input.offers import Offer, Reason

PLAY: Final = "move.play"
BACK: Final = "move.back"
CLEAR: Final = "move.clear"
_TITLES: Final = {"end": "EndTurn"}
ALLOWED: Final = "#004D33"
"""The colour of squares where something may be done."""
_DOT: Final = closed(circle(0.5))
_RING: Final = closed(circle(0.5), circle(0.3)[::-1])


def pressed(mover: Mover, button: str) -> Mover:
    """What a button does to the half-made choice; `PLAY` is for whoever keeps the game."""
    if button == BACK:
        return mover.back()
    if button == CLEAR:
        return mover.cleared()
    raise KhronosError(f"there is no button {button!r} for choosing a move")


# ------------------------------------------------------------------ controls


def move_groups(mover: Mover, language: str, play_label: str = "") -> list[Group]:
    """What can be chosen, and the buttons; the play button may be called otherwise."""
    chosen = _verb_controls(mover, language)
    chosen += details(mover, language)
    title = say("move-title", language)
    return [
        Group("move", f"{title}: {mover.state.player.name}", tuple(chosen)),
        Group("move_buttons", "", _buttons(mover, language, play_label)),
    ]


def _verb_controls(mover: Mover, language: str) -> list[Control]:
    half = mover.half
    verbs = [_offered(each, verb_word(each.value, language), language) for each in mover.verbs]
    controls = [_choice("move.verb", "explain-action", half.verb, verbs, language)]
    if half.verb in PLACING:
        built = [
            _offered(each, say(building_thing(*BUILDINGS[each.value]), language), language)
            for each in mover.buildings
        ]
        controls.append(
            _choice("move.building", "explain-building", half.building, built, language)
        )
    return controls


_Offered = tuple[str, str, str]
"""A value, its words, and why it leads to nothing, if so."""


def _offered(offer: Offer, words: str, language: str) -> _Offered:
    return offer.value, words, "" if offer.why is None else offer.why.text(language)


def _choice(
    control: str, label: str, value: str, offered: Sequence[_Offered], language: str
) -> Control:
    options = tuple((each, words) for each, words, _ in offered)
    dimmed = tuple((each, why) for each, _, why in offered if why)
    return Control(control, "choice", say(label, language), value, options, dimmed=dimmed)


def verb_word(verb: str, language: str) -> str:
    """An action in a word or two."""
    return say(f"action-{_TITLES.get(verb, verb.title())}", language)


def details(mover: Mover, language: str) -> list[Control]:
    """What else is to be said of the action that is chosen."""
    controls: list[Control] = []
    if mover.half.verb == "travel":
        controls += _journey(mover, language)
    if mover.half.verb == "swap":
        open_cards = mover.state.open_cards
        kinds = [(kind.letter, f"{say(kind, language)} ({open_cards[kind]})") for kind in KINDS]
        chosen = "" if mover.half.kind is None else mover.half.kind.letter
        controls.append(
            Control("move.open", "choice", say("move-open", language), chosen, tuple(kinds))
        )
    if mover.names_cards:
        controls += _cards(mover, language)
    if mover.ways:
        ways = tuple((cards_text(way), cards_text(way)) for way in mover.ways)
        paid = cards_text(_paid(mover))
        controls.append(Control("move.pay", "choice", say("explain-cards", language), paid, ways))
    if mover.question is not None:
        controls.append(_answers(mover, mover.question, language))
    elif mover.draws and mover.broken is None:
        controls += _draws(mover, language)
    return controls


def _paid(mover: Mover) -> Cards:
    action = mover.action
    assert isinstance(action, Build | Upgrade)
    return action.cards


def _journey(mover: Mover, language: str) -> list[Control]:
    ages = tuple((str(int(age)), say(age, language)) for age in AGES)
    origins = tuple(each for each in ages if Age(int(each[0])) in mover.origins)
    half = mover.half
    controls = []
    if len(origins) > 1:
        origin = "" if half.origin is None else str(int(half.origin))
        controls.append(
            Control("move.from", "choice", say("explain-from", language), origin, origins)
        )
    target = "" if half.target is None else str(int(half.target))
    controls.append(Control("move.to", "choice", say("move-to", language), target, ages))
    return controls


def _cards(mover: Mover, language: str) -> list[Control]:
    """By kind: how many cards of the hand."""
    half, hand = mover.half, mover.hand
    controls = [
        _count(f"move.card.{kind.letter}", say(kind, language), half.cards[kind], hand[kind])
        for kind in KINDS
        if hand[kind]
    ]
    if mover.state.player.hidden and half.verb != "swap":
        hidden = say("move-hidden", language)
        controls.append(_count("move.hidden", hidden, half.hidden, mover.state.player.hidden))
    key = "move-gives" if half.verb == "swap" else "move-discards"
    return _headed(controls, say(key, language))


def _headed(controls: list[Control], head: str) -> list[Control]:
    """Counts in a row: the first one says what is counted."""
    first = [each._replace(label=f"{head}: {each.label}") for each in controls[:1]]
    return first + controls[1:]


def _count(control: str, label: str, value: int, most: int) -> Control:
    options = tuple((str(number), str(number)) for number in range(most + 1))
    return Control(control, "choice", label, str(value), options)


def _draws(mover: Mover, language: str) -> list[Control]:
    """Whether chance gives what is drawn, or somebody says it."""
    controls, half = [], mover.half
    if not mover.asks_draws or mover.state.player.secret:
        unsaid = "move-draw-hidden" if mover.state.player.secret else "move-draw-chance"
        ways = ((CHANCE, say(unsaid, language)), (GIVEN, say("move-draw-given", language)))
        chosen = GIVEN if half.drawn is not None else CHANCE
        controls.append(Control("move.draw", "choice", say("move-draws", language), chosen, ways))
    if mover.gives_draws:
        drawn = half.drawn or (0, 0, 0)
        counts = [
            _count(f"move.draw.{kind.letter}", say(kind, language), drawn[kind], mover.draws)
            for kind in KINDS
        ]
        controls += counts if controls else _headed(counts, say("move-draws", language))
    return controls


def _answers(mover: Mover, question: Question, language: str) -> Control:
    names = mover.state.names
    options = tuple(
        (str(number), option_text(question, each, names, language))
        for number, each in enumerate(question.options)
    )
    label = f"{names[question.seat]} ({question.clause})"
    return Control("move.answer", "choice", label, "", options)


def _buttons(mover: Mover, language: str, play_label: str) -> tuple[Control, ...]:
    ready = mover.move is not None
    return (
        Control(PLAY, "button", play_label or say("move-play", language), disabled=not ready,
                strong=ready, hint="" if ready else status_text(mover, language)),
        Control(BACK, "button", say("move-back", language), disabled=not mover.can_go_back,
                hint=say("move-back_hint", language)),
        Control(CLEAR, "button", say("move-clear", language), disabled=not mover.can_go_back),
    )  # fmt: skip


# ------------------------------------------------------------------ words


def status_text(mover: Mover, language: str) -> str:
    """One sentence: why the last click did nothing, or else what is to be chosen next."""
    if mover.said:
        return " ".join(each.text(language) for each in mover.said)
    missing = mover.missing
    if missing == "answer":
        assert mover.question is not None
        return question_text(mover.question, mover.state.names, language)
    if missing == "draws":
        entered, number = sum(mover.half.drawn or (0, 0, 0)), mover.draws
        if entered == number or mover.state.player.secret:
            return capital(mover.draw_fault)
        return f"{say('move-enter_draws', language)} {entered}/{number}."
    if missing in ("other", "cards") and mover.broken is not None:
        return reason_of(mover, language)
    if missing == "other":
        return say("move-over", language)
    if missing:
        return say(f"move-next-{missing}", language)
    assert mover.action is not None
    return f"{say('move-ready', language)}: {action_text(mover.action, language)}."


def reason_of(mover: Mover, language: str) -> str:
    """Why the action that is chosen is forbidden."""
    return "" if mover.broken is None else Reason.of(mover.broken).text(language)


def below_text(mover: Mover, language: str) -> str:
    """What the marks on the boards mean."""
    if mover.question is not None:
        return "" if mover.question.clause == "B8" else say("move-map_answers", language)
    chosen = mover.half.place is not None
    return say("explain-map", language) if mover.wish is not None and not chosen else ""


# ------------------------------------------------------------------ what would happen


def preview_log(mover: Mover, eyes: Eyes = ALL) -> tuple[Entry, ...]:
    """What would happen as far as these eyes may know: nothing that chance would give."""
    result = mover.result
    if result is None:
        return ()
    known = (entry for entry in result.log if entry.event.about.effect is not None)
    return tuple(expected(entry, eyes) for entry in known)


def move_panels(mover: Mover, language: str, eyes: Eyes = ALL) -> list[Panel]:
    """The choice in words, what it would change for everybody, and what would happen."""
    panels = [Panel("move_status", "", tag("p", status_text(mover, language)))]
    log = preview_log(mover, eyes)
    if not log:
        return panels
    told = [_money(mover, language), _elsewhere(log, language), log_panel(log, language)]
    title = say("explain-would_happen", language)
    return [*panels, Panel("move_preview", title, together(told), wide=True)]


def _money(mover: Mover, language: str) -> Markup:
    result, names = mover.result, mover.state.names
    assert result is not None
    changes = coin_changes(result.log, len(names))
    paid = [
        tag("span", seat_mark(seat), f" {names[seat]} {signed(each)}")
        for seat, each in enumerate(changes)
        if each
    ]
    if not paid:
        return Markup("")
    head = f"{capital(say('word-coins', language))}: "
    return tag("p", head, together(_spaced(paid)))


def _spaced(parts: Sequence[Markup]) -> list[Markup]:
    spaced: list[Markup] = []
    for each in parts:
        spaced += [Markup(", "), each] if spaced else [each]
    return spaced


def _elsewhere(log: Sequence[Entry], language: str) -> Markup:
    """What happens in no age: cards and coins."""
    lines = [entry.text(language) for entry in log if entry.event.age is None]
    return tag("ul", *(tag("li", line) for line in lines)) if lines else Markup("")


# ------------------------------------------------------------------ what happens, in words


def happenings(log: Sequence[Entry], age: Age, language: str) -> Markup:
    """What would happen in an age, one line for each effect."""
    lines = [_line(entry, language) for entry in log if entry.event.age is age]
    if not lines:
        return tag("p", say("explain-nothing", language), class_="klc-note")
    return tag("ul", *lines, class_="klc-effects")


def _line(entry: Entry, language: str) -> Markup:
    effect = entry.event.about.effect
    mark = "shadow" if effect is None else EFFECT_MARKS[effect]
    falls = entry.event.about.mark == "shadow"
    sign = "→" if falls else "·" if effect is None else SIGNS[effect]
    style = f"background:{MARKS[mark].colour}"
    badge = tag("span", sign, class_="klc-sign", style=style, aria_hidden="true")
    return tag("li", badge, tag("span", entry.text(language)))


def log_panel(log: Sequence[Entry], language: str) -> Markup:
    """What would happen, or has happened, age by age."""
    parts = [
        tag("div", tag("h4", say(age, language)), happenings(log, age, language)) for age in AGES
    ]
    return tag("div", *parts, class_="klc-columns")


# ------------------------------------------------------------------ on the boards


def map_strokes(where: Sequence[Where], free: bool, table: Table) -> list[Stroke]:
    """Dots where a wish may be done, rings where only means are missing."""
    strokes: list[Stroke] = []
    for age, masks in zip(AGES, where, strict=True):
        now = masks.free if free else masks.now
        for mask, glyph in ((now, _DOT), (masks.free & ~now, _RING)):
            # One by one: all dots of a picture then have one shape.
            for sq in bits(mask & table.squares):
                spot = [_middle(table, age, sq)]
                halo = Stroke(placed(_DOT, spot, [0.46]), Look(PAPER, opacity=0.75), "halo")
                strokes += [halo, Stroke(placed(glyph, spot, [0.36]), Look(ALLOWED), "allowed")]
    return strokes


def _middle(table: Table, age: Age, sq: int) -> tuple[float, float]:
    x, y = table.corner(age, sq)
    return x + 0.5, y + 0.5


def move_strokes(mover: Mover, table: Table) -> list[Stroke]:
    """Dots and rings where one may click, and the plan."""
    strokes = map_strokes(mover.where, False, table)
    action = mover.action
    if action is not None and mover.half.verb in ON_BOARDS and mover.question is None:
        strokes += plan_strokes(mover.state, action, table, "new")
    return strokes
