"""Scenario: a small position, a question, the move that answers it, and why.

Its texts are in English and German; what it claims (the clauses it shows, the answer) is checked by
`problems` against the engine, never believed. `library.py` reads and writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from khronos_lab.core import Action, GameState, player_marks
from khronos_lab.core import events as e
from khronos_lab.engine import play_token, read_token, why_not
from khronos_lab.mechanics import faults, touched_domains
from khronos_lab.rulebook import (
    BUILDING_AGES,
    CARDS_PER_ADVENTURER,
    CIVIL,
    FAITH,
    KhronosError,
    Said,
    clauses,
)
from khronos_lab.scenarios.questions.all_questions import exercise_on
from khronos_lab.scenarios.questions.conflicts import conflicts, made_possible
from khronos_lab.scenarios.questions.exercise import Exercise, Words
from khronos_lab.scenarios.questions.tried_action import Look, domains_around, look

LESSONS = {
    name: Said(f"course-{name}")
    for name in ("shadows", "domains", "adventurers", "paradoxes", "taxes", "cascades")
}
"""What a scenario can belong to, in the order of learning."""

LEVELS = range(1, 6)
"""From first steps (1) to cascades (5)."""


class ScenarioError(KhronosError):
    """A scenario that cannot be read, with file and line."""

    def __init__(self, reason: str, file: str, line: int | None = None) -> None:
        super().__init__(f"{file}: {reason}" if line is None else f"{file}, line {line}: {reason}")
        self.reason, self.file, self.line = reason, file, line


class Step(NamedTuple):
    """One move of a scenario: the state before it, and what the engine says of it."""

    token: str
    before: GameState
    look: Look


@dataclass(frozen=True)
class Scenario:
    """A position that teaches; `steps` plays it, `main_exercise` asks its question."""

    id: str
    """Two digits in the library, the order of learning, and a letter if it came later: `14b`."""
    lesson: str
    level: int
    title: Words
    question: Words
    explanation: Words
    clauses: tuple[str, ...]
    """What its last move shows, the most important first."""
    asks: str
    """The question for the engine, as in `exercise.asks`: `erased Faith`."""
    answer: str
    """What the engine must answer, as in `exercise.answer`: `b1`."""
    position: GameState
    move: str
    """The move that the question is about, in record notation; it may be a forbidden one."""
    lead: tuple[str, ...] = ()
    """Moves played before it."""
    example: int | None = None
    """The worked example of the rules page that it shows."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every move with what comes of it; a forbidden one can only be the last."""
        found: list[Step] = []
        state = self.position
        for token in (*self.lead, self.move):
            step = Step(token, state, seen(state, token))
            found.append(step)
            if step.look.after is None:
                break
            state = step.look.after
        return tuple(found)

    @property
    def last(self) -> Step:
        """The move that the question is about."""
        if len(self.steps) <= len(self.lead):
            raise KhronosError(f"scenario {self.id}: {self.steps[-1].token!r} cannot be played")
        return self.steps[-1]

    @property
    def state(self) -> GameState:
        """The position in which the question is asked, after the moves that lead to it."""
        return self.last.before

    @property
    def action(self) -> Action:
        """What the question is about."""
        return self.last.look.action

    def __str__(self) -> str:
        return f"{self.id} {self.title.text()} ({', '.join(self.clauses)})"

    def __repr__(self) -> str:
        return f"{self}: {self.question.text()}"


def seen(state: GameState, token: str) -> Look:
    """What the engine says of a move in record notation, which names all its answers."""
    action, _, drawn = read_token(state, token)
    if why_not(state, action) is not None:
        return look(state, action)
    move, _ = play_token(state, token, player_marks(state.names))
    return look(state, action, move.answers, drawn)


# ------------------------------------------------------------------ is it true?


def problems(scenario: Scenario) -> tuple[str, ...]:
    """Everything that is wrong with a scenario, in sentences; none if it is true.

    Its position keeps the rules, its moves can be played with just these answers (the last may be
    a forbidden one), it shows the clauses that it names, and its answer is the engine's.
    """
    found = [str(fault) for fault in faults(scenario.position)]
    try:
        found += _untrue(scenario)
    except KhronosError as fault:
        found.append(str(fault))
    return tuple(found)


def _untrue(scenario: Scenario) -> Iterator[str]:
    shown = clauses_shown(scenario.last.look)
    for label in scenario.clauses:
        if label not in shown:
            yield f"{scenario.move} does not show {label}, but {', '.join(shown)}"
    right = main_exercise(scenario).answer
    if right != scenario.answer:
        yield f"the answer to {scenario.asks!r} is {right!r}, not {scenario.answer!r}"


def main_exercise(scenario: Scenario) -> Exercise:
    """The scenario's own question, with its own words."""
    return replace(
        exercise_on(scenario.last.look, scenario.asks), words=scenario.question, trivial=False
    )


# ------------------------------------------------------------------ what a move shows


def clauses_shown(look: Look) -> tuple[str, ...]:
    """The clauses that a move makes visible, in the order of the rules page.

    Most are those of its events. Where an event's clause says less than a lesson wants (any joining
    carries C2, but only a comparison of strengths shows it), or where a clause shows in what does
    *not* happen (B1, B9), the evidence is spelled out below.
    """
    if look.violation is not None:
        found = {look.violation.clause}
    else:
        found = {entry.event.clause for entry in look.log} - set(_EVIDENCE)
        found |= {label for label, evidence in _EVIDENCE.items() if evidence(look)}
    found |= {label[:-1] for label in found if label[-1].isalpha()}
    return tuple(label for label in clauses() if label in found)


def _tells(look: Look, *events: type[e.Event]) -> bool:
    """True if one of these happens."""
    return any(isinstance(entry.event, events) for entry in look.log)


# ------------------------------------------------------------------ places and cards


def _respects_domains(look: Look) -> bool:
    """D1: a civil building connects domains, or another one has a second at its corner only."""
    action = look.placing
    if action is None:
        return False
    if action.kind is CIVIL:
        return any(event.age is action.age for _, event in look.told(e.DomainsJoined))
    board = look.before.boards[action.age]
    touched, near = touched_domains(board, look.mask), domains_around(board, look.mask)
    return len(touched) == 1 < len(near)


def _fits_hierarchy(look: Look) -> bool:
    """H1: a lower or higher building joins a domain that has one of its kind."""
    action = look.placing
    if action is None or action.kind is CIVIL:
        return False
    board = look.before.boards[action.age]
    return any(domain.tops[action.kind] for domain in touched_domains(board, look.mask))


def _covers(look: Look, *terrains: str) -> bool:
    """G1 and G2: a building on such ground, whatever it costs with this number of players."""
    return any(look.mask & getattr(look.before.grid, terrain) for terrain in terrains)


def _pools(look: Look) -> bool:
    """T5: more cards than one adventurer may play, or cards of a turn that has played before."""
    played = [sum(event.cards) for _, event in look.told(e.CardsPlayed)]
    full = all(
        left == CARDS_PER_ADVENTURER for account in look.before.turn.purses for _, left in account
    )
    return bool(played) and (max(played) > CARDS_PER_ADVENTURER or not full)


# ------------------------------------------------------------------ shadows and domains


def _no_shadow_of_small(look: Look) -> bool:
    """B1: a rank 1 building, or nothing in the age before."""
    action = look.placing
    return action is not None and (action.rank == 1 or action.age is FAITH)


def _without_strength(look: Look) -> bool:
    """C3: a conflict without them, unless the log ends at it because an answer is missing."""
    settled = (
        each
        for each in conflicts(look)
        if look.done or look.questions or each.number + 1 < len(look.log)
    )
    return any(each.strengths is None for each in settled)


def _same_building(look: Look) -> bool:
    """C6: a shrunk rank 2 or 3 building has its shadow found, or another one left alone there."""
    return any(
        event.age in BUILDING_AGES
        and event.old.rank > 1
        and look.before.boards[event.age + 1].occupied & event.old.mask
        for _, event in look.told(e.BuildingShrunk)
    )


def _in_order(look: Look) -> bool:
    """O1: copies and then conflicts, or conflicts in Might and then in Faith."""
    ages = {event.age for _, event in look.told(e.ConflictFound)}
    return len(ages) > 1 or (len(ages) == 1 and _tells(look, e.ShadowCast))


_EVIDENCE: Final[dict[str, Callable[[Look], bool]]] = {
    "S2": lambda look: _tells(look, e.StrengthsCompared, e.TaxCollected),
    "S3": lambda look: any(event.out_of_game for _, event in look.told(e.BuildingErased)),
    "S5": lambda look: _tells(look, e.HamletCovered, e.HamletRevealed),
    "T1": lambda look: _tells(look, e.TurnOver),
    "T5": _pools,
    "G1": lambda look: _covers(look, "river"),
    "G2": lambda look: _covers(look, "forest", "mountain"),
    "D1": _respects_domains,
    "H1": _fits_hierarchy,
    "O1": _in_order,
    "B1": _no_shadow_of_small,
    # A copy that was forbidden would be allowed now, but is not made; or a hamlet is back.
    "B9": lambda look: _tells(look, e.HamletRevealed) or any(True for _ in made_possible(look)),
    "C2": lambda look: _tells(look, e.StrengthsCompared),
    "C3": _without_strength,
    "C6": _same_building,
    "X1": lambda look: _tells(look, e.TaxCollected),
}
"""What stands for the clauses that events alone do not tell."""
