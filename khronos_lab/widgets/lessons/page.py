"""The page of a lesson: everything that the browser shows about one question, as plain data.

Hints come one after the other: which age, which squares, the rule in plain words, the first step;
also how much of a move can be shown without giving the answer away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from khronos_lab.core import Demolish, Populate, Restore, bits, name, position_text
from khronos_lab.core import events as e
from khronos_lab.kit import WORDS as KIT_WORDS
from khronos_lab.rulebook import REASON, Age, KhronosError, Said, catalogue, clauses, say
from khronos_lab.scenarios import (
    CASES,
    Answer,
    AnswerKind,
    Choice,
    Exercise,
    Turn,
    clause_options,
    deciding_rule,
    feedback_on,
    scenarios_for,
    title,
    told,
)
from khronos_lab.viewer import NOTHING, Markup, tag, together
from khronos_lab.widgets.lessons.items import Item
from khronos_lab.widgets.lessons.panels import (
    missed_panel,
    players_panel,
    rule_name,
    rule_panel,
    verdict_head,
    verdict_tail,
)
from khronos_lab.widgets.lessons.steps import look_squares

_LEADING: Final[dict[str, tuple[type[e.Event], ...]]] = {
    "shrinks": (e.ConflictFound, e.StrengthsCompared),
    "decides": (e.ConflictFound, e.StrengthsCompared),
    "settled": (e.ConflictFound,),
    "strength": (e.ConflictFound,),
    "vanishes": (e.BuildingShrunk,),
}
"""By topic: events that are part of the reason, but not yet the answer."""
_SILENT: Final = (
    e.CardsPlayed, e.CardsDiscarded, e.CardsDrawn, e.CoinsSpent, e.BonusPaid, e.BuildingBuilt,
    e.BuildingUpgraded, e.ShadowFalls,
)  # fmt: skip
"""What nobody has to predict: it is not an effect, or the question tells it."""


def shown_before(item: Item, exercise: Exercise, hidden: int | None = 1) -> int:
    """The last step that may be shown while an exercise is asked; 0 if none may.

    With `hidden` 1 only the effect that is asked for is hidden, with 2 the one before it, too.
    """
    if hidden is None:
        return 0
    names, log = item.look.before.names, [entry.event for entry in item.look.log]
    leading = _LEADING.get(exercise.topic, ())
    answering = [
        number
        for number, event in enumerate(log)
        if not isinstance(event, leading)
        # Where a smaller building is put says which one shrinks.
        and (
            told(event, names) in exercise.because or (leading and isinstance(event, e.ChoiceMade))
        )
    ]
    if exercise.topic == "shadow":
        # Whatever happens in that age says whether the copy appears.
        answering = [number for number, event in enumerate(log) if event.age is exercise.age]
    if not answering:
        return 0
    step = answering[0]
    for _ in range(hidden - 1):
        step = _back(log, step) - 1
    if all(isinstance(each, _SILENT) for each in log[: max(step, 0)]):
        return 0
    return step


def _back(log: list[e.Event], step: int) -> int:
    """The step before an effect: what only leads to it, as a falling shadow does, goes with it."""
    while step > 0 and isinstance(log[step - 1], _SILENT):
        step -= 1
    return max(step, 0)


# ------------------------------------------------------------------ hints


def hints(item: Item, exercise: Exercise) -> list[str]:
    """All hints for an exercise, the smallest first."""
    found = [_age_hint(item, exercise)]
    places = hint_squares(item, exercise)
    if places:
        squares = tuple(dict.fromkeys(name(sq) for _, sq in places))
        told_places = squares if len(squares) < 5 else (f"{squares[0]}–{squares[-1]}",)
        found.append(say("hint-squares", places=told_places, age=places[0][0]))
    found += _rule_hint(item, exercise)
    step = shown_before(item, exercise)
    if step > shown_before(item, exercise, item.hides):
        entry = item.look.log[step - 1]
        found.append(say("hint-step", said=entry.text()))
    elif exercise.topic == "tax":
        # What each domain pays: of several the first is told.
        said = (each.words for each in exercise.because)
        sums = [each for each in said if isinstance(each, Said) and each.key == "why-values"]
        found += [say("hint-step", said=each) for each in sums[: len(sums) > 1]]
    return found


def hint_squares(item: Item, exercise: Exercise) -> list[tuple[Age, int]]:
    """Where to look, without showing the answer: what the move places, or what is compared."""
    action, age = item.look.placing, exercise.age
    if exercise.topic == "vanishes":
        return [(age, sq) for sq in exercise.because[-1].squares] if age is not None else []
    if action is not None and exercise.topic != "late":
        return [(action.age if age is None else age, sq) for sq in bits(item.look.mask)]
    if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        return []
    pointed = (each for each in exercise.because if each.age is not None and each.squares)
    first = next(pointed, None)
    return [] if first is None or first.age is None else [(first.age, sq) for sq in first.squares]


def _age_hint(item: Item, exercise: Exercise) -> str:
    reason = REASON if isinstance(exercise.action, Populate) else None
    acts = getattr(exercise.action, "age", reason)
    told = sorted({each.age for each in exercise.because if each.age is not None})
    ages = told if exercise.age is None else [exercise.age]
    if not ages and isinstance(acts, Age) and deciding_rule(exercise, item.clauses) != "T5":
        ages = [acts]
    if not ages:
        return say("lesson-hint_cards")
    return say("hint-age", ages=tuple(ages))


def _rule_hint(item: Item, exercise: Exercise) -> list[str]:
    """The rule in plain words; where one of several is asked for, one that it is not."""
    if isinstance(exercise.correct, str):
        others = [x.value for x in exercise.options if x.value != exercise.correct]
        found = [Said(f"motto-{each}") for each in others[:1] if len(others) > 1]
        return [say("hint-not", said=each) for each in found]
    rule = deciding_rule(exercise, item.clauses)
    return [say("hint-rule", said=Said(f"motto-{rule}"))]


# ------------------------------------------------------------------ which rule decides?


def asks_rule(item: Item, number: int, hinted: int) -> bool:
    """True if the reader is asked which rule decides: with the first question, unless told."""
    return item.asks_rule and number == 0 and hinted < hints_to_rule(item)


def hints_to_rule(item: Item) -> int:
    """How many hints for the first question it takes to be told the rule."""
    return 2 + bool(hint_squares(item, item.exercises[0]))


def rule_options(item: Item, exercise: Exercise) -> tuple[Choice, ...]:
    """The rule that decides, and two of the same letter that do not."""
    right = deciding_rule(exercise, item.clauses)
    near = [x for x in clauses() if x[0] == right[0]] + [x for x in clauses() if x[0] in "BDH"]
    others = [
        each
        for each in dict.fromkeys(near)
        if each[:2] != right[:2]
        and each not in (*exercise.clauses, *item.clauses)
        and scenarios_for(each)
    ]
    chosen = {right, others[0], others[len(others) // 2]}
    return clause_options(tuple(each for each in clauses() if each in chosen))


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
NONE_OF: Final = {
    "buildings": "answer-none", "squares": "answer-none", "players": "word-nobody"
}  # fmt: skip
"""By control: how it says that nothing is the answer."""


# ------------------------------------------------------------------ the page


class Given(NamedTuple):
    """What somebody has answered: the question, and which rule decides if that was asked, too."""

    answer: Answer
    rule: str = ""


def question_page(
    item: Item, number: int, given: Given | None = None, hinted: int = 0
) -> dict[str, Any]:
    """One question, and what is said of the answer if one was given."""
    state = item.state
    page: dict[str, Any] = {
        "players": players_panel(state),
        "text": position_text(state),
        "last": item.last,
        "prompt": item.title.text(),
        "answer": None,
        "verdict": "",
        "hint": "",
        "right": None,
        "hints": 0,
        "look": "",
        "solution": [],
        "count": "",
        "plan": _plan(item),
        "scene": bool(item.notes),
    }
    if item.turn is not None:
        return page | turn_page(item, item.turn)
    if not item.exercises:
        return page
    exercise = item.exercises[number]
    page["prompt"] = exercise.prompt()
    page["answer"] = answer_controls(exercise)
    if len(item.exercises) > 1:
        of_all = f"{number + 1}/{len(item.exercises)}"
        page["count"] = f"{say('lesson-question')} {of_all}"
    found = hints(item, exercise)
    page["hints"] = len(found) - hinted
    page["hint"] = hint_list(found[:hinted])
    if shown := shown_step(item, number, hinted):
        so_far = item.look.log[shown - 1].text()
        page["plan"] = say("hint-so_far", said=so_far)
    if given is not None:
        page["right"] = given.answer == exercise.correct
        page["verdict"] = _verdict(item, exercise, given)
        page["look"] = verdict_look(item, exercise)
        page["solution"] = solution(exercise)
    return page


def shown_step(item: Item, number: int, hinted: int = 0) -> int:
    """The step up to which the move is shown while a question is asked."""
    if not item.exercises:
        return 0
    exercise = item.exercises[number]
    if hinted and hinted == len(hints(item, exercise)):
        return shown_before(item, exercise)  # the last hint is the first step, if there is one
    return shown_before(item, exercise, item.hides) if number == 0 else 0


def hint_list(said: Sequence[str]) -> Markup:
    """The hints so far, one below the other."""
    return tag("ol", *(tag("li", each) for each in said)) if said else NOTHING


def _verdict(item: Item, exercise: Exercise, given: Given) -> Markup:
    right = given.answer == exercise.correct
    parts = [verdict_head(exercise, right)]
    if not right:
        missed = feedback_on(item.look, exercise).on(exercise, given.answer)
        parts += [missed_panel(each) for each in missed]
    if given.rule:
        rule = deciding_rule(exercise, item.clauses)
        parts.append(rule_panel(rule, given.rule == rule))
    return together([*parts, verdict_tail(item, exercise)])


def rule_page(item: Item, exercise: Exercise) -> dict[str, Any]:
    """The question which rule decides, before the verdict."""
    options = {str(x.value): x.words.text() for x in rule_options(item, exercise)}
    answer = _one_of(options)
    return {"prompt": say("rule_named-asked"), "answer": answer, "count": ""}


def _one_of(options: Mapping[str, str]) -> dict[str, Any]:
    """The controls that choose one of several things, by their words."""
    told = [{"value": value, "text": text, "squares": []} for value, text in options.items()]
    return {"sort": "choice", "age": None, "options": told, "none": "", "told": ""}


def turn_page(item: Item, turn: Turn) -> dict[str, Any]:
    """The turn that the reader plays: what can be done now."""
    so_far = say("own_turn-next", n=turn.state.player.coins)
    now = turn.state
    options = {each: title(now, turn.tried(each).action).text() for each in turn.open}
    return {
        "prompt": so_far if turn.played else item.notes[0].text(),
        "answer": _one_of(options),
        "turn": "over" if turn.over else "on",
    }


def verdict_look(item: Item, exercise: Exercise) -> str:
    """What the lines on the boards mean once an answer was given."""
    keys = []
    if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        keys.append("lesson-marked")
    if look_squares(item.look.before, exercise):
        keys.append("lesson-look_here")
    return " ".join(say(key) for key in keys)


def _plan(item: Item) -> str:
    """What the line on the boards means before the move, if there is one."""
    if item.turn is not None:
        return ""
    if item.look.placing is not None:
        return say("lesson-planned")
    targets = isinstance(item.look.action, Demolish | Populate | Restore)
    return say("lesson-target") if targets else ""


def answer_controls(exercise: Exercise) -> dict[str, Any]:
    """How the question is answered."""
    sort = SORTS[exercise.kind]
    told = ""
    if sort in ("squares", "buildings") and exercise.age is not None:
        how = say(f"lesson-click_{sort}")
        told = f"{say(exercise.age)}: {how}"
    return {
        "sort": sort,
        "age": None if exercise.age is None else int(exercise.age),
        "options": [
            {
                "value": " ".join(written(exercise, option.value)),
                "text": option.words.text(),
                "squares": [name(sq) for sq in option.squares],
            }
            for option in exercise.options
            if option.value != ()
        ],
        "none": say(NONE_OF[sort]) if sort in NONE_OF else "",
        "told": told,
    }


def written(exercise: Exercise, answer: Answer) -> list[str]:
    """An answer as the browser writes it."""
    if isinstance(answer, bool):
        return ["yes" if answer else "no"]
    on_board = exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS)
    parts = answer if isinstance(answer, tuple) else (answer,)
    return [name(x) if on_board and isinstance(x, int) else str(x) for x in parts] or [NONE]


def answer_from_browser(exercise: Exercise, given: Sequence[str]) -> object:
    """What the browser wrote, as `Exercise.check` takes it; refused if nothing is chosen."""
    parts = [str(part).strip() for part in given if str(part).strip()]
    if not parts:
        raise KhronosError(say("lesson-choose"))
    if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        return [] if parts == [NONE] else parts
    if exercise.kind is AnswerKind.PLAYERS:
        numbers = [int(x) if x.isascii() and x.isdigit() else x for x in parts]
        return [] if parts == [NONE] else numbers
    return parts[0]


def solution(exercise: Exercise) -> list[list[str]]:
    """The squares of the right answer on the board, building by building."""
    if exercise.kind not in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        return []
    right = exercise.correct
    assert isinstance(right, tuple)
    covered = {option.value: option.squares for option in exercise.options}
    return [[name(sq) for sq in covered.get(part, (part,))] for part in right]


WORDS: Final = (
    *KIT_WORDS, "practice-today", "practice-wrong",
    "panel-language", "panel-loading", "panel-step", "answer-none",
    *(f"age-{age}" for age in ("might", "faith", "reason")),
)  # fmt: skip


def lesson_words() -> dict[str, str]:
    """The words that the browser shows by itself, by key."""
    lessons = [key for key in catalogue() if key.startswith("lesson-")]
    names = {f"rule-{label}": rule_name(label) for label in CASES}
    return {key: say(key) for key in (*lessons, *WORDS)} | names
