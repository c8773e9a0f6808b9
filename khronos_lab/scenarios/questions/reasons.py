"""Reasons that explain an answer: events of the log, broken rules, and mottos of clauses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from khronos_lab.core import events as e
from khronos_lab.core.board import Building
from khronos_lab.core.captions import values
from khronos_lab.core.squares import bits
from khronos_lab.rulebook.language import Said
from khronos_lab.rulebook.pieces import Age
from khronos_lab.scenarios.questions.exercise import Because
from khronos_lab.scenarios.questions.phrases import does
from khronos_lab.scenarios.questions.tried_action import Look


def rule(label: str, age: Age | None = None, squares: tuple[int, ...] = ()) -> Because:
    """A clause by its motto."""
    said = Said("sentence-clause", {"said": Said(f"motto-{label}"), "clause": label})
    return Because(label, said, age, squares)


def told(event: e.Event, names: tuple[str, ...]) -> Because:
    """An event in words, with the squares that it is about."""
    said = Said("sentence-clause", {"said": _caption(event, names), "clause": event.clause})
    return Because(event.clause, said, event.age, spots(event))


def _caption(event: e.Event, names: tuple[str, ...]) -> Said:
    return Said(f"caption-{type(event).__name__}", values(event, names))


def happened(look: Look, *numbers: int) -> tuple[Because, ...]:
    """Events of the log in words, and then the mottos of their clauses, each once."""
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


def cubes_there(names: tuple[str, ...], cubes: Sequence[int]) -> Said:
    """How many cubes each player has there, by the seats of the cubes."""
    shares = tuple(
        {"who": who, "n": cubes.count(seat)} for seat, who in enumerate(names) if seat in cubes
    )
    return Said("why-cubes", {"players": len(shares), "shares": shares})


def broken(look: Look) -> tuple[Because, ...]:
    """Why an action is forbidden, in words with squares."""
    violation = look.violation
    assert violation is not None
    why = {"said": Said(violation.key, violation.values), "clause": violation.clause}
    said = Said("sentence-clause", why)
    because = Because(violation.clause, said, age_of_action(look), violation.squares)
    return (because, rule(violation.clause))


def age_of_action(look: Look) -> Age | None:
    """The age in which somebody acts, if it is one."""
    age = getattr(look.action, "age", None)
    return age if isinstance(age, Age) else None


def prompt(look: Look, question: Said, *, choices: bool = False) -> Said:
    """What is done, what players chose on the way if wanted, and then the question."""
    parts = [does(look.before, look.action)]
    if choices:
        parts += [_caption(event, look.before.names) for _, event in look.told(e.ChoiceMade)]
    return reduce(_then, (*(Said("sentence-plain", {"said": each}) for each in parts), question))


def _then(first: Said, second: Said) -> Said:
    return Said("sentence-pair", {"first": first, "second": second})
