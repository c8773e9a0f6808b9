"""Panels of a lesson, as escaped HTML: the table, the verdict, every step with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from khronos_lab.analysis.timeline import Frame
from khronos_lab.core.captions import question_text, violation_text
from khronos_lab.core.events import Effect
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState
from khronos_lab.drawing.theme import EFFECT_MARKS, MARKS
from khronos_lab.rulebook.clause_texts import whole_text
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import AGES, KINDS, RANKS, building_thing
from khronos_lab.scenarios.questions.exercise import Exercise, answer_said
from khronos_lab.viewer.html import NOTHING, Markup, link, table, tag, together
from khronos_lab.widgets.kit.frame_panels import cards_left, cards_markup, seat_mark
from khronos_lab.widgets.lessons.items import Item
from khronos_lab.widgets.lessons.steps import cubes_home

SIGNS: Final = {
    Effect.APPEARS: "+", Effect.VANISHES: "✕", Effect.BLOCKED: "⊘", Effect.JOINS: "⋈",
    Effect.SPLITS: "÷", Effect.CONFLICTS: "!", Effect.SHRINKS: "↓", Effect.CUBES: "■",
    Effect.PAYS: "●", Effect.CARDS: "▮",
}  # fmt: skip
"""By sort of effect: a sign, so that a list can be read at a glance."""
FALLS: Final = "→"
FEW: Final = 2
"""With this number of tiles or fewer, what is left of a sort is shown."""


class StepSaid(NamedTuple):
    """What is said about one step; `where` and `caption` are plain text, the others HTML."""

    where: str
    caption: str
    ages: list[str]
    """By age: what has happened there so far."""
    causes: Markup
    clause: Markup


# ------------------------------------------------------------------ the table


def players_panel(state: GameState, language: str) -> Markup:
    """A line a player: coins, hand, cubes, adventurers; and tiles that are short."""
    heads = ("word-player", "panel-coins", "panel-hands", "word-cubes", "panel-adventurers")
    head = [tag("th", capital(say(key, language)), scope="col") for key in heads]
    rows = [_player(state, seat, language) for seat in range(len(state.players))]
    number = f"{capital(say('word-round', language))} {state.round}"
    tiles = ", ".join(_few(state, language))
    left = [f"{say('lesson-tiles_left', language)}: {tiles}"] if tiles else []
    few = tag("p", " · ".join([number, *left]), class_="kll-few")
    return together([table(head, rows, class_="kll-players"), few])


def _player(state: GameState, seat: int, language: str) -> list[str]:
    player = state.players[seat]
    acting = seat == state.turn.seat and not state.over
    mark = tag("span", "▶", title=say("panel-to_act", language), class_="kll-acting")
    where = (
        cards_left(state.turn.purses, language)
        if acting
        else " · ".join(say(age, language) for age in player.adventurers)
    )
    return [
        tag("th", seat_mark(seat), " ", player.name, *([" ", mark] if acting else []), scope="row"),
        str(player.coins),
        cards_markup(player.hand, player.hidden, language),
        str(player.cubes),
        where,
    ]


def _few(state: GameState, language: str) -> Iterator[str]:
    for kind in KINDS:
        for rank in RANKS:
            left = state.supply[kind][rank]
            if left <= FEW:
                yield f"{say(building_thing(kind, rank), language)} {left}"


# ------------------------------------------------------------------ answers


def verdict_panel(item: Item, exercise: Exercise, right: bool, language: str) -> Markup:
    """What is said of an answer: the answer, why, and the clauses behind it."""
    judged = tag("b", say("lesson-right" if right else "lesson-wrong", language))
    answer = tag("b", answer_said(exercise, exercise.correct, language))
    head = ["✓ " if right else "✗ ", judged, f" {say('lesson-the_answer', language)} ", answer]
    parts = [tag("p", *head, ".", class_="kll-verdict-head")]
    own = item.explanation if exercise is item.exercises[0] else None
    if own is not None:
        parts.append(tag("p", own.text(language), class_="kll-explanation"))
    reasons = dict.fromkeys(each.words.text(language) for each in exercise.because)
    points = [tag("li", words) for words in reasons]
    title = tag("h4", say("lesson-why", language))
    parts.append(tag("div", title, tag("ul", *points), class_="kll-reasons"))
    parts.append(clauses_panel(exercise.clauses, language))
    return together(parts)


def clauses_panel(labels: Sequence[str], language: str) -> Markup:
    """The texts of clauses; all but the first are folded away."""
    folded = [
        tag(
            "details", tag("summary", label), tag("p", whole_text(label, language)),
            open="" if number == 0 else None,
        )
        for number, label in enumerate(labels)
    ]  # fmt: skip
    title = tag("h4", say("lesson-clause", language))
    return tag("div", title, *folded, class_="kll-clauses") if folded else NOTHING


def hint_text(exercise: Exercise, language: str) -> str:
    """The clause to think of, unless it is what is asked for; then the age to look at."""
    because = exercise.because[-1]
    if not isinstance(exercise.correct, str):
        label = because.clause[:2] if because.clause[-1:].isalpha() else because.clause
        return f"{say('lesson-hint_clause', language)} {label}: {whole_text(label, language)}"
    ages = dict.fromkeys(each.age for each in exercise.because if each.age is not None)
    said = ", ".join(say(age, language) for age in ages)
    return f"{say('lesson-hint_age', language)} {said}." if said else _all_hint(language)


def _all_hint(language: str) -> str:
    return say("lesson-hint_cards", language)


# ------------------------------------------------------------------ steps


def steps_said(item: Item, language: str) -> list[StepSaid]:
    """What is said about every step of an item."""
    return [_step(item, index, language) for index in range(item.last + 1)]


def _step(item: Item, index: int, language: str) -> StepSaid:
    where = f"{say('panel-step', language)} {index}/{item.last}"
    if index >= len(item.timeline):
        caption, label = _end(item, language)
        ages = age_columns(item, len(item.timeline) - 1, language, (caption, item))
        return StepSaid(where, caption, ages, NOTHING, one_clause(label, language))
    frame = item.timeline[index]
    if frame.event is None:
        caption = say("lesson-before", language)
        return StepSaid(where, caption, age_columns(item, 0, language), NOTHING, NOTHING)
    assert frame.entry is not None
    return StepSaid(
        where,
        frame.entry.text(language),
        age_columns(item, index, language),
        chain(frame, language),
        one_clause(frame.event.clause, language),
    )


def _end(item: Item, language: str) -> tuple[str, str]:
    """The last words about a move that is refused, or that waits for a choice."""
    broken, question = item.look.violation, item.open
    if broken is not None:
        refused = capital(violation_text(broken, language))
        return f"{capital(say('answer-forbidden', language))}: {refused}.", broken.clause
    assert question is not None
    asked = question_text(question, item.look.before.names, language)
    return asked, question.clause


def one_clause(label: str, language: str) -> Markup:
    """The text of the clause behind a step."""
    return tag("p", tag("b", label), " ", whole_text(label, language))


def chain(frame: Frame, language: str) -> Markup:
    """The causes of an event, first cause first; each leads to its step."""
    assert frame.entry is not None
    causes = [tag("li", link(cause.entry.text(language), cause.step + 1)) for cause in frame.causes]
    now = tag("li", tag("b", frame.entry.text(language)), aria_current="step")
    return tag("ol", *causes, now)


def age_columns(
    item: Item, index: int, language: str, end: tuple[str, Item] | None = None
) -> list[str]:
    """By age: a list of what has happened there up to a step, the last one strong."""
    columns: list[list[Markup]] = [[], [], []]
    span = item.timeline.moves[0] if item.timeline.moves else None
    for number, entry in enumerate(span.log[:index] if span else (), 1):
        age = entry.event.age
        if age is not None:
            columns[age].append(_line(entry, number, number == index and end is None, language))
    if end is not None:
        columns[_end_age(item)].append(
            tag("li", _sign("⊘" if item.look.violation else "?", "blocked"), end[0],
                class_="kll-now")
        )  # fmt: skip
    nothing = tag("p", say("lesson-nothing_yet", language), class_="kll-nothing")
    return [tag("ul", *lines) if lines else nothing for lines in columns]


def _end_age(item: Item) -> int:
    question = item.open
    age = question.age if question else getattr(item.look.action, "age", AGES[0])
    return int(age)


def _line(entry: Entry, number: int, now: bool, language: str) -> Markup:
    event = entry.event
    effect = event.about.effect
    mark = "shadow" if effect is None else EFFECT_MARKS[effect]
    sign = FALLS if event.about.mark == "shadow" else SIGNS.get(effect, "·") if effect else "·"
    seats = [seat_mark(seat) for seat in cubes_home(event)]
    home = [tag("span", *seats, "↗", class_="kll-home")] if seats else []
    words = link(entry.text(language), number)
    return tag("li", _sign(sign, mark), words, *home, class_="kll-now" if now else None)


def _sign(sign: str, mark: str) -> Markup:
    style = f"background:{MARKS[mark].colour}"
    return tag("span", sign, class_="kll-sign", style=style, aria_hidden="true")
