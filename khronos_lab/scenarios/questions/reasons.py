"""Reasons: what explains an answer: happenings of the log, broken rules, and mottos of clauses."""

from __future__ import annotations

from khronos_lab.core import events as e
from khronos_lab.core.board import Building
from khronos_lab.core.captions import caption, violation_text
from khronos_lab.core.squares import bits
from khronos_lab.rulebook.language import LANGUAGES
from khronos_lab.rulebook.language.german import capital
from khronos_lab.rulebook.pieces import Age
from khronos_lab.scenarios.questions.clause_mottos import motto
from khronos_lab.scenarios.questions.exercise import Because
from khronos_lab.scenarios.questions.phrases import Words, does
from khronos_lab.scenarios.questions.tried_action import Look


def rule(label: str, age: Age | None = None, squares: tuple[int, ...] = ()) -> Because:
    """A clause by its motto."""
    return Because(label, motto(label), age, squares)


def told(event: e.Event, names: tuple[str, ...]) -> Because:
    """A happening, with the squares that it is about."""
    words = Words(caption(event, names, "en"), caption(event, names, "de"))
    return Because(event.clause, words, event.age, spots(event))


def happened(look: Look, *numbers: int) -> tuple[Because, ...]:
    """Happenings of the log, and then the mottos of their clauses, each once."""
    events = [look.log[number].event for number in numbers]
    clauses = dict.fromkeys(event.clause for event in events)
    return (*(told(event, look.before.names) for event in events), *map(rule, clauses))


def spots(event: e.Event) -> tuple[int, ...]:
    """The squares that an event is about, in reading order."""
    mask = 0
    for key in ("building", "old"):
        building = getattr(event, key, None)
        if isinstance(building, Building):
            mask |= building.mask
    for building in getattr(event, "buildings", ()):
        mask |= building.mask
    for sq in (*getattr(event, "squares", ()), *getattr(event, "domains", ())):
        mask |= 1 << sq
    return tuple(bits(mask))


def broken(look: Look) -> tuple[Because, ...]:
    """Why an action is forbidden, in words with squares."""
    violation = look.violation
    assert violation is not None
    age = age_of_action(look)
    words = Words(*(f"{capital(violation_text(violation, each))}." for each in LANGUAGES))
    return (Because(violation.clause, words, age, violation.squares), rule(violation.clause))


def age_of_action(look: Look) -> Age | None:
    """The age in which somebody acts, if it is one."""
    age = getattr(look.action, "age", None)
    return age if isinstance(age, Age) else None


# ------------------------------------------------------------------ what a question begins with


def situation(look: Look, *, choices: bool = False) -> Words:
    """What is done and, if wanted, what players chose on the way, as whole sentences."""
    done = does(look.before, look.action)
    parts = [Words(f"{capital(done.en)}.", f"{capital(done.de)}.")]
    if choices:
        for _, event in look.told(e.ChoiceMade):
            words = told(event, look.before.names).words
            parts.append(Words(*(_without_clause(each, event.clause) for each in words)))
    return Words(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


def _without_clause(sentence: str, label: str) -> str:
    return sentence.replace(f" ({label})", "")
