"""What the mover shows: controls and panels as the clickable boards know them, and strokes.

Controls are named `move.…`; what is chosen by them goes to `Mover.take`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khronos_lab.analysis.legality import Where
from khronos_lab.core.actions import Swap
from khronos_lab.core.captions import action_text, question_text
from khronos_lab.core.resolution import Entry
from khronos_lab.core.squares import bits
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.strokes import Look, Stroke, circle, closed, placed
from khronos_lab.drawing.theme import EFFECT_MARKS, MARKS, PAPER
from khronos_lab.players.knowledge import ALL
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import AGES, KINDS, NO_CARDS, Age
from khronos_lab.viewer.html import Markup, tag
from khronos_lab.widgets.clickable_boards.clickboard import Control
from khronos_lab.widgets.kit.frame_panels import SIGNS
from khronos_lab.widgets.kit.hidden_cards import Eyes, expected
from khronos_lab.widgets.move_input.move_choice import CHANCE, GIVEN, Mover
from khronos_lab.widgets.move_input.offers import Reason

ALLOWED: Final = "#004D33"
"""The colour of squares where something may be done."""
_DOT: Final = closed(circle(0.5))
_RING: Final = closed(circle(0.5), circle(0.3)[::-1])


def details(mover: Mover, language: str) -> list[Control]:
    """What else is to be said of the action that is chosen."""
    controls: list[Control] = []
    if isinstance(mover.action, Swap):
        open_cards = mover.state.open_cards
        kinds = tuple(
            (kind.letter, f"{say(kind, language)} ({open_cards[kind]})") for kind in KINDS
        )
        word = say("move-open", language)
        controls.append(Control("move.open", "choice", word, mover.action.kind.letter, kinds))
    if mover.names_cards:
        controls += _cards(mover, language)
    if mover.question is None and mover.draws and mover.broken is None:
        controls += _draws(mover, language)
    return controls


def _cards(mover: Mover, language: str) -> list[Control]:
    """By kind: how many cards of the hand."""
    hand, swaps = mover.hand, isinstance(mover.action, Swap)
    controls = [
        _count(f"move.card.{kind.letter}", say(kind, language), mover.cards[kind], hand[kind])
        for kind in KINDS
        if hand[kind]
    ]
    if mover.state.player.hidden and not swaps:
        hidden = say("move-hidden", language)
        controls.append(_count("move.hidden", hidden, mover.hidden, mover.state.player.hidden))
    key = "move-gives" if swaps else "move-discards"
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
    controls = []
    if not mover.asks_draws or mover.state.player.secret:
        unsaid = "move-draw-hidden" if mover.state.player.secret else "move-draw-chance"
        ways = ((CHANCE, say(unsaid, language)), (GIVEN, say("move-draw-given", language)))
        chosen = GIVEN if mover.drawn is not None else CHANCE
        controls.append(Control("move.draw", "choice", say("move-draws", language), chosen, ways))
    if mover.gives_draws:
        drawn = mover.drawn or NO_CARDS
        counts = [
            _count(f"move.draw.{kind.letter}", say(kind, language), drawn[kind], mover.draws)
            for kind in KINDS
        ]
        controls += counts if controls else _headed(counts, say("move-draws", language))
    return controls


# ------------------------------------------------------------------ words


def status_text(mover: Mover, language: str) -> str:
    """One sentence: what is to be chosen next of a move that was begun."""
    if mover.ways and not mover.paid:
        return say("menu-pay", language)
    if mover.question is not None:
        return question_text(mover.question, mover.state.names, language)
    if mover.broken is not None:
        return reason_of(mover, language)
    fault = mover.draw_fault
    if fault is not None:
        entered, number = sum(mover.drawn or NO_CARDS), mover.draws
        if entered == number or mover.state.player.secret:
            return fault.text(language)
        return f"{say('move-enter_draws', language)} {entered}/{number}."
    if mover.action is None:
        return say("record-first_tool", language)
    return f"{say('move-ready', language)}: {action_text(mover.action, language)}."


def reason_of(mover: Mover, language: str) -> str:
    """Why the action that is chosen is forbidden."""
    return "" if mover.broken is None else Reason.of(mover.broken).text(language)


# ------------------------------------------------------------------ what would happen


def preview_log(mover: Mover, eyes: Eyes = ALL) -> tuple[Entry, ...]:
    """What would happen as far as these eyes may know: nothing that chance would give."""
    result = mover.result
    if result is None:
        return ()
    known = (entry for entry in result.log if entry.event.about.effect is not None)
    return tuple(expected(entry, eyes) for entry in known)


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
