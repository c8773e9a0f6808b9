"""Reasons that explain an answer: events of the log, broken rules, mottos, and why it is allowed.

What forbids a building or a copy is told by the engine. To somebody who wrongly saw a reason, the
explanation has to say how near it came: one domain only (D1, B3a), a leader that is not its equal
(H1, B3b).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from khronos_lab.core import Building, Domain, bits, name, owned, values
from khronos_lab.core import events as e
from khronos_lab.lessons.exercise import Because
from khronos_lab.lessons.trial import Trial, does
from khronos_lab.mechanics import (
    contact_squares,
    joined_by_copy,
    shadows_of,
    touched_by_copy,
    touched_domains,
)
from khronos_lab.rulebook import CIVIL, FAITH, Age, Said


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


def happened(trial: Trial, *numbers: int) -> tuple[Because, ...]:
    """Events of the log in words, and then the mottos of their clauses, each once."""
    events = [trial.log[number].event for number in numbers]
    clauses = dict.fromkeys(event.clause for event in events)
    return (*(told(event, trial.before.names) for event in events), *map(rule, clauses))


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


def broken(trial: Trial) -> tuple[Because, ...]:
    """Why an action is forbidden, in words with squares."""
    violation = trial.violation
    assert violation is not None
    why = {"said": Said(violation.key, violation.values), "clause": violation.clause}
    said = Said("sentence-clause", why)
    because = Because(violation.clause, said, age_of_action(trial), violation.squares)
    return (because, rule(violation.clause))


def age_of_action(trial: Trial) -> Age | None:
    """The age in which somebody acts, if it is one."""
    age = getattr(trial.action, "age", None)
    return age if isinstance(age, Age) else None


def prompt(trial: Trial, question: Said, *, choices: bool = False) -> Said:
    """What is done, what players chose on the way if wanted, and then the question."""
    parts = [does(trial.before, trial.action)]
    if choices:
        parts += [_caption(event, trial.before.names) for _, event in trial.told(e.ChoiceMade)]
    sentences = (*(Said("sentence-plain", {"said": each}) for each in parts), question)
    return reduce(lambda one, two: Said("sentence-pair", {"first": one, "second": two}), sentences)


# ------------------------------------------------------------------ why something is allowed


def why_copied(trial: Trial, cast: e.ShadowCast) -> Iterator[Because]:
    """Why Faith allows a copy; elsewhere, and to civil ones, no such question is put."""
    copy = cast.building
    if cast.age is not FAITH or copy.kind is CIVIL:
        return
    board = trial.before.boards[FAITH]
    upgraded = next((event for _, event in trial.told(e.BuildingUpgraded)), None)
    older = {} if upgraded is None else dict(shadows_of(trial.before, upgraded.age, upgraded.old))
    own = older.get(FAITH)
    touched, beside = touched_by_copy(board, copy, own)
    if own is not None and len(touched) == 1:
        # It touches nothing but the domain of its own older shadow.
        said = Said("why-grows", {"age": FAITH, "place": name(own.square)})
        yield Because("B3a", said, FAITH, tuple(bits(beside)))
    else:
        yield _touches(FAITH, touched, tuple(bits(beside)), "B3a", copy=True)
    rest, joined = joined_by_copy(board, copy)
    if touched:
        others = (each for domain in joined for each in rest.members(domain))
        yield _beside(trial, copy, others, FAITH, "B3b", copy=True)


def why_built(trial: Trial) -> Iterator[Because]:
    """Why a building is allowed where it touches others."""
    action = trial.placing
    touched = [] if action is None else touched_domains(trial.before.boards[action.age], trial.mask)
    if action is None or not touched:
        return
    new, board = Building(action.kind, action.rank, action.square), trial.before.boards[action.age]
    yield _touches(action.age, touched, contact_squares(board, new.mask), "D1")
    if new.kind is not CIVIL:
        others = (
            each for domain in touched for each in board.members(domain) if not each.mask & new.mask
        )
        yield _beside(trial, new, others, action.age, "H1")


def _touches(
    age: Age, domains: list[Domain], squares: tuple[int, ...], clause: str, *, copy: bool = False
) -> Because:
    """How many domains it touches, and where they are."""
    places = tuple(name(domain.anchors[0]) for domain in domains)
    told = {"age": age, "n": len(domains), "places": places, "clause": clause, "copy": copy}
    return Because(clause, Said("why-touching", told), age, squares)


def _beside(
    trial: Trial, new: Building, others: Iterable[Building], age: Age, clause: str, *,
    copy: bool = False,
) -> Because:  # fmt: skip
    """The highest other building of its kind, which is not its equal."""
    told = {"kind": new.kind, "clause": clause, "copy": copy}
    rivals = [each for each in others if each.kind is new.kind]
    if not rivals:
        return Because(clause, Said("why-no_rival", told), age)
    leader = max(rivals, key=lambda each: each.rank)
    told |= {"rival": owned(leader, trial.before.names), "lower": leader.rank < new.rank}
    return Because(clause, Said("why-rival", told), age, leader.squares)
