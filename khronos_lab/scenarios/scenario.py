"""Scenario: a small position, a question, the move that answers it, and why.

Its texts are in English and German; what it claims (the clauses it shows, the answer) is checked by
`truth_checks.problems` against the engine, never believed. `library.py` reads and writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from khronos_lab.core.actions import Action
from khronos_lab.core.position.writer import player_marks
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import why_not
from khronos_lab.engine.notation import play_token, read_token
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import Said
from khronos_lab.scenarios.questions.exercise import Words
from khronos_lab.scenarios.questions.tried_action import Look, look

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
    """A position that teaches; `steps` plays it, `exercise` asks its question."""

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
