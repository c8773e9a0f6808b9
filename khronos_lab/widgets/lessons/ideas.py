"""An idea as items of a lesson: an example, questions that hide more and more, and an end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.rulebook.language import LANGUAGES, Said, say
from khronos_lab.scenarios.course import Idea
from khronos_lab.scenarios.questions.exercise import AnswerKind
from khronos_lab.scenarios.questions.phrases import Text, Words
from khronos_lab.scenarios.scenario import Scenario
from khronos_lab.scenarios.scenes import still
from khronos_lab.scenarios.truth_checks import main_exercise
from khronos_lab.widgets.lessons.items import Item, scenario_item

NOTHING: Final = Words("", "")
FADING: Final = (1, 2)
"""How many effects the first questions hide; later ones hide all."""
FAMILIAR: Final = ("A1", "A2", "A3", "A4")
"""What the introduction has told: said again only where a scenario is about it."""


def idea_items(idea: Idea) -> tuple[Item, ...]:
    """The example, the questions and what is known in the end."""
    example, *asked = idea.scenarios
    questions = [
        replace(
            scenario_item(each),
            hides=FADING[number] if number < len(FADING) else None,
            asks_rule=number % 2 == 1 and main_exercise(each).kind is not AnswerKind.CLAUSE,
        )
        for number, each in enumerate(asked)
    ]
    return (worked_item(example), *questions, _end(idea, asked[-1]))


def worked_item(taught: Scenario) -> Item:
    """A scenario that is shown, with a note for every step, and not asked about."""
    shown = scenario_item(taught)
    title = _in_both("idea_step-example", title=taught.title)
    return Item(shown.look, (), title, notes=tuple(_notes(taught, shown)), clauses=taught.clauses)


def _notes(taught: Scenario, shown: Item) -> Iterator[Text]:
    """The question, each rule when it first acts, and the explanation at the end."""
    yield _in_both("idea_step-watch", question=taught.question)
    known: set[str] = set()
    for number, entry in enumerate(shown.look.log, 1):
        clause = entry.event.clause
        if number == shown.last:
            break
        # That a domain falls apart is told under C3, which is about what follows from it.
        silent = clause in known or isinstance(entry.event, e.DomainSplit)
        silent = silent or (clause in FAMILIAR and clause not in taught.clauses)
        yield NOTHING if silent else _rule(clause)
        known.add(clause)
    yield taught.explanation


def _end(idea: Idea, last: Scenario) -> Item:
    """What is known when the idea has been gone through."""
    after = last.last.look.after or last.state
    rules = Words(*(" ".join(_rule(x).text(each) for x in idea.rules) for each in LANGUAGES))
    said = _in_both("idea_step-over", idea=idea.title, rules=rules)
    return Item(still(after), (), Said("idea_step-end"), notes=(said,))


def _rule(clause: str) -> Said:
    """A rule in one sentence."""
    return Said("sentence-clause", {"said": Said(f"motto-{clause}"), "clause": clause})


def _in_both(key: str, **texts: Text) -> Words:
    """A message around texts that somebody has written."""
    return Words(
        *(say(key, lang, **{k: text.text(lang) for k, text in texts.items()}) for lang in LANGUAGES)
    )
