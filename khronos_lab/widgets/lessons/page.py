"""The page of a lesson: everything that the browser shows about one question, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from khronos_lab.core.actions import Demolish, Populate, Restore
from khronos_lab.core.position import position_text
from khronos_lab.core.squares import name
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import catalogue, say
from khronos_lab.scenarios.feedback import deciding_rule, feedback_on
from khronos_lab.scenarios.made.mix import CASES
from khronos_lab.scenarios.questions.exercise import (
    Answer,
    AnswerKind,
    Choice,
    Exercise,
)
from khronos_lab.scenarios.questions.phrases import title
from khronos_lab.scenarios.scenes import Turn
from khronos_lab.viewer.html import NOTHING, Markup, tag, together
from khronos_lab.widgets.clickable_boards.board_strokes import look_squares
from khronos_lab.widgets.kit import base as careful
from khronos_lab.widgets.lessons.hints import hints, rule_options, shown_before
from khronos_lab.widgets.lessons.items import Item
from khronos_lab.widgets.lessons.panels import (
    missed_panel,
    players_panel,
    rule_panel,
    verdict_head,
    verdict_tail,
)

NONE: Final = "-"
"""How the browser says that nothing, or nobody, is the answer."""
SORTS: Final = {
    AnswerKind.YES_NO: "choice",
    AnswerKind.CLAUSE: "choice",
    AnswerKind.NUMBER: "number",
    AnswerKind.SQUARES: "squares",
    AnswerKind.BUILDINGS: "buildings",
    AnswerKind.PLAYERS: "players",
}
"""By kind of answer: the controls that the browser shows."""


class Given(NamedTuple):
    """What somebody has answered: the question, and which rule decides if that was asked, too."""

    answer: Answer
    rule: str = ""


def question_page(
    item: Item, number: int, language: str, given: Given | None = None, hinted: int = 0
) -> dict[str, Any]:
    """One question, and what is said of the answer if one was given."""
    state = item.state
    page: dict[str, Any] = {
        "players": players_panel(state, language),
        "text": position_text(state),
        "last": item.last,
        "prompt": item.title.text(language),
        "answer": None,
        "verdict": "",
        "hint": "",
        "right": None,
        "hints": 0,
        "look": "",
        "solution": [],
        "count": "",
        "plan": _plan(item, language),
        "scene": bool(item.notes),
    }
    if item.turn is not None:
        return page | turn_page(item, item.turn, language)
    if not item.exercises:
        return page
    exercise = item.exercises[number]
    page["prompt"] = exercise.prompt(language)
    page["answer"] = answer_controls(exercise, language)
    if len(item.exercises) > 1:
        of_all = f"{number + 1}/{len(item.exercises)}"
        page["count"] = f"{say('lesson-question', language)} {of_all}"
    found = hints(item, exercise, language)
    page["hints"] = len(found) - hinted
    page["hint"] = hint_list(found[:hinted])
    if shown := shown_step(item, number, hinted):
        so_far = item.look.log[shown - 1].text(language)
        page["plan"] = say("hint-so_far", language, said=so_far)
    if given is not None:
        page["right"] = given.answer == exercise.correct
        page["verdict"] = _verdict(item, exercise, given, language)
        page["look"] = verdict_look(item, exercise, language)
        page["solution"] = solution(exercise)
    return page


def shown_step(item: Item, number: int, hinted: int = 0) -> int:
    """The step up to which the move is shown while a question is asked."""
    if not item.exercises:
        return 0
    exercise = item.exercises[number]
    if hinted and hinted == len(hints(item, exercise, "en")):
        return shown_before(item, exercise)  # the last hint is the first step, if there is one
    return shown_before(item, exercise, item.hides) if number == 0 else 0


def hint_list(said: Sequence[str]) -> Markup:
    """The hints so far, one below the other."""
    return tag("ol", *(tag("li", each) for each in said)) if said else NOTHING


def _verdict(item: Item, exercise: Exercise, given: Given, language: str) -> Markup:
    right = given.answer == exercise.correct
    parts = [verdict_head(exercise, right, language)]
    if not right:
        missed = feedback_on(item.look, exercise).on(exercise, given.answer)
        parts += [missed_panel(each, language) for each in missed]
    if given.rule:
        rule = deciding_rule(exercise, item.clauses)
        parts.append(rule_panel(rule, given.rule == rule, language))
    return together([*parts, verdict_tail(item, exercise, language)])


def rule_page(item: Item, exercise: Exercise, language: str) -> dict[str, Any]:
    """The question which rule decides, before the verdict."""
    options = [
        {"value": str(each.value), "text": each.words.text(language), "squares": []}
        for each in rule_options(item, exercise)
    ]
    answer = {"sort": "choice", "age": None, "options": options, "none": "", "told": ""}
    return {"prompt": say("rule_named-asked", language), "answer": answer, "count": ""}


def turn_page(item: Item, turn: Turn, language: str) -> dict[str, Any]:
    """The turn that the reader plays: what can be done now."""
    so_far = say("own_turn-next", language, n=turn.state.player.coins)
    options = [
        {"value": each, "text": title(turn.state, turn.tried(each).action).text(language),
         "squares": []}
        for each in turn.open
    ]  # fmt: skip
    return {
        "prompt": so_far if turn.played else item.notes[0].text(language),
        "answer": {"sort": "choice", "age": None, "options": options, "none": "", "told": ""},
        "turn": "over" if turn.over else "on",
    }


def verdict_look(item: Item, exercise: Exercise, language: str) -> str:
    """What the lines on the boards mean once an answer was given."""
    keys = []
    if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        keys.append("lesson-marked")
    if look_squares(item.look.before, exercise):
        keys.append("lesson-look_here")
    return " ".join(say(key, language) for key in keys)


def _plan(item: Item, language: str) -> str:
    """What the line on the boards means before the move, if there is one."""
    if item.turn is not None:
        return ""
    if item.look.placing is not None:
        return say("lesson-planned", language)
    targets = isinstance(item.look.action, Demolish | Populate | Restore)
    return say("lesson-target", language) if targets else ""


def answer_controls(exercise: Exercise, language: str) -> dict[str, Any]:
    """How the question is answered."""
    sort = SORTS[exercise.kind]
    told = ""
    if sort in ("squares", "buildings") and exercise.age is not None:
        how = say(f"lesson-click_{sort}", language)
        told = f"{say(exercise.age, language)}: {how}"
    return {
        "sort": sort,
        "age": None if exercise.age is None else int(exercise.age),
        "options": [
            {
                "value": _option_value(exercise, option),
                "text": option.words.text(language),
                "squares": [name(sq) for sq in option.squares],
            }
            for option in exercise.options
            if option.value != ()
        ],
        "none": {
            "buildings": say("answer-none", language),
            "squares": say("answer-none", language),
            "players": say("word-nobody", language),
        }.get(sort, ""),
        "told": told,
    }


def _option_value(exercise: Exercise, option: Choice) -> str:
    return " ".join(written(exercise, option.value))


def _part(exercise: Exercise, value: Answer) -> str:
    """One part of an answer as the browser writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        return name(value)
    return str(value)


def written(exercise: Exercise, answer: Answer) -> list[str]:
    """An answer as the browser writes it."""
    if isinstance(answer, tuple):
        return [_part(exercise, part) for part in answer] or [NONE]
    return [_part(exercise, answer)]


def answer_from_browser(exercise: Exercise, given: Sequence[str]) -> object:
    """What the browser wrote, as `Exercise.check` takes it; refused if nothing is chosen."""
    parts = [str(part).strip() for part in given if str(part).strip()]
    if not parts:
        raise KhronosError(say("lesson-choose"))
    if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        return [] if parts == [NONE] else parts
    if exercise.kind is AnswerKind.PLAYERS:
        return [] if parts == [NONE] else [_seat(part) for part in parts]
    return parts[0]


def _seat(part: str) -> int | str:
    return int(part) if part.isascii() and part.isdigit() else part


def solution(exercise: Exercise) -> list[list[str]]:
    """The squares of the right answer on the board, building by building."""
    if exercise.kind not in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        return []
    right = exercise.correct
    assert isinstance(right, tuple)
    covered = {option.value: option.squares for option in exercise.options}
    return [[name(sq) for sq in covered.get(part, (part,))] for part in right]


WORDS: Final = (
    *careful.WORDS, "practice-today", "practice-wrong",
    "panel-language", "panel-loading", "panel-step", "answer-none",
    *(f"age-{age}" for age in ("might", "faith", "reason")),
)  # fmt: skip


def lesson_words(language: str) -> dict[str, str]:
    """The words that the browser shows by itself, by key."""
    lessons = [key for key in catalogue(language) if key.startswith("lesson-")]
    names = {f"rule-{label}": rule_name(label, language) for label in CASES}
    return {key: say(key, language) for key in (*lessons, *WORDS)} | names


def rule_name(label: str, language: str) -> str:
    """A rule that can be practised, in words: `Blocked shadows (B3)`."""
    name = say(f"rule_name-{label}", language)
    return say("rule_name-with_clause", language, name=name, clause=label)
