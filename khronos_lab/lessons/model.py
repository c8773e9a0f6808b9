"""Scenario: a small position, a question, the move that answers it, and why.

Its texts are in English and German; what it claims (the clauses it shows, the answer) is checked by
`problems` against the engine, never believed. `library.py` reads and writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from khronos_lab.core import Action, GameState
from khronos_lab.core import events as e
from khronos_lab.lessons.conflicts import made_possible
from khronos_lab.lessons.exercise import Exercise, Words
from khronos_lab.lessons.questions import exercise_on
from khronos_lab.lessons.trial import Trial, attempt_token, conflicts, domains_around
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
    trial: Trial


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
            step = Step(token, state, attempt_token(state, token))
            found.append(step)
            if step.trial.after is None:
                break
            state = step.trial.after
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
        return self.last.trial.action

    def __str__(self) -> str:
        return f"{self.id} {self.title.text()} ({', '.join(self.clauses)})"

    def __repr__(self) -> str:
        return f"{self}: {self.question.text()}"


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
    shown = clauses_shown(scenario.last.trial)
    for label in scenario.clauses:
        if label not in shown:
            yield f"{scenario.move} does not show {label}, but {', '.join(shown)}"
    right = main_exercise(scenario).answer
    if right != scenario.answer:
        yield f"the answer to {scenario.asks!r} is {right!r}, not {scenario.answer!r}"


def main_exercise(scenario: Scenario) -> Exercise:
    """The scenario's own question, with its own words."""
    return replace(
        exercise_on(scenario.last.trial, scenario.asks), words=scenario.question, trivial=False
    )


# ------------------------------------------------------------------ what a move shows


def clauses_shown(trial: Trial) -> tuple[str, ...]:
    """The clauses that a move makes visible, in the order of the rules page.

    Most are those of its events. Where an event's clause says less than a lesson wants (any joining
    carries C2, but only a comparison of strengths shows it), or where a clause shows in what does
    *not* happen (B1, B9), the evidence is spelled out below.
    """
    if trial.violation is not None:
        found = {trial.violation.clause}
    else:
        found = {entry.event.clause for entry in trial.log} - set(_EVIDENCE)
        found |= {label for label, evidence in _EVIDENCE.items() if evidence(trial)}
    found |= {label[:-1] for label in found if label[-1].isalpha()}
    return tuple(label for label in clauses() if label in found)


def _tells(trial: Trial, *events: type[e.Event]) -> bool:
    """True if one of these happens."""
    return any(isinstance(entry.event, events) for entry in trial.log)


# ------------------------------------------------------------------ places and cards


def _respects_domains(trial: Trial) -> bool:
    """D1: a civil building connects domains, or another one has a second at its corner only."""
    action = trial.placing
    if action is None:
        return False
    if action.kind is CIVIL:
        return any(event.age is action.age for _, event in trial.told(e.DomainsJoined))
    board = trial.before.boards[action.age]
    touched, near = touched_domains(board, trial.mask), domains_around(board, trial.mask)
    return len(touched) == 1 < len(near)


def _fits_hierarchy(trial: Trial) -> bool:
    """H1: a lower or higher building joins a domain that has one of its kind."""
    action = trial.placing
    if action is None or action.kind is CIVIL:
        return False
    board = trial.before.boards[action.age]
    return any(domain.tops[action.kind] for domain in touched_domains(board, trial.mask))


def _covers(trial: Trial, *terrains: str) -> bool:
    """G1 and G2: a building on such ground, whatever it costs with this number of players."""
    return any(trial.mask & getattr(trial.before.grid, terrain) for terrain in terrains)


def _pools(trial: Trial) -> bool:
    """T5: more cards than one adventurer may play, or cards of a turn that has played before."""
    played = [sum(event.cards) for _, event in trial.told(e.CardsPlayed)]
    full = all(
        left == CARDS_PER_ADVENTURER for account in trial.before.turn.purses for _, left in account
    )
    return bool(played) and (max(played) > CARDS_PER_ADVENTURER or not full)


# ------------------------------------------------------------------ shadows and domains


def _no_shadow_of_small(trial: Trial) -> bool:
    """B1: a rank 1 building, or nothing in the age before."""
    action = trial.placing
    return action is not None and (action.rank == 1 or action.age is FAITH)


def _without_strength(trial: Trial) -> bool:
    """C3: a conflict without them, unless the log ends at it because an answer is missing."""
    settled = (
        each
        for each in conflicts(trial)
        if trial.done or trial.questions or each.number + 1 < len(trial.log)
    )
    return any(each.strengths is None for each in settled)


def _same_building(trial: Trial) -> bool:
    """C6: a shrunk rank 2 or 3 building has its shadow found, or another one left alone there."""
    return any(
        event.age in BUILDING_AGES
        and event.old.rank > 1
        and trial.before.boards[event.age + 1].occupied & event.old.mask
        for _, event in trial.told(e.BuildingShrunk)
    )


def _in_order(trial: Trial) -> bool:
    """O1: copies and then conflicts, or conflicts in Might and then in Faith."""
    ages = {event.age for _, event in trial.told(e.ConflictFound)}
    return len(ages) > 1 or (len(ages) == 1 and _tells(trial, e.ShadowCast))


_EVIDENCE: Final[dict[str, Callable[[Trial], bool]]] = {
    "S2": lambda trial: _tells(trial, e.StrengthsCompared, e.TaxCollected),
    "S3": lambda trial: any(event.out_of_game for _, event in trial.told(e.BuildingErased)),
    "S5": lambda trial: _tells(trial, e.HamletCovered, e.HamletRevealed),
    "T1": lambda trial: _tells(trial, e.TurnOver),
    "T5": _pools,
    "G1": lambda trial: _covers(trial, "river"),
    "G2": lambda trial: _covers(trial, "forest", "mountain"),
    "D1": _respects_domains,
    "H1": _fits_hierarchy,
    "O1": _in_order,
    "B1": _no_shadow_of_small,
    # A copy that was forbidden would be allowed now, but is not made; or a hamlet is back.
    "B9": lambda trial: _tells(trial, e.HamletRevealed) or any(True for _ in made_possible(trial)),
    "C2": lambda trial: _tells(trial, e.StrengthsCompared),
    "C3": _without_strength,
    "C6": _same_building,
    "X1": lambda trial: _tells(trial, e.TaxCollected),
}
"""What stands for the clauses that events alone do not tell."""
