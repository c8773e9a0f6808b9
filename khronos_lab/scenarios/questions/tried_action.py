"""Look: what the engine says about one action, kept so that questions can be asked about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, Build, Move, Upgrade
from khronos_lab.core.board import Board
from khronos_lab.core.resolution import Entry, Question
from khronos_lab.core.squares import FULL, STRIDE, footprint
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import Outcome, play, why_not
from khronos_lab.rulebook.errors import Violation
from khronos_lab.rulebook.pieces import Cards

E = TypeVar("E", bound=e.Event)


@dataclass(frozen=True, slots=True)
class Look:
    """An action in a state and what comes of it: forbidden, done, or up to an open question."""

    before: GameState
    action: Action
    answers: tuple[int, ...]
    violation: Violation | None
    log: tuple[Entry, ...]
    questions: tuple[Question, ...]
    """Everything asked on the way; one without an answer is the last."""
    after: GameState | None
    """None if the action is forbidden or a question is open."""

    @property
    def placing(self) -> Build | Upgrade | None:
        """The action, if it builds or upgrades."""
        return self.action if isinstance(self.action, Build | Upgrade) else None

    @property
    def mask(self) -> int:
        """The squares that it builds on; 0 if it builds nothing."""
        action = self.placing
        return 0 if action is None else footprint(action.square, action.rank)

    @property
    def done(self) -> bool:
        """True if nothing is left open."""
        return self.after is not None

    def told(self, sort: type[E]) -> Iterator[tuple[int, E]]:
        """The events of one type with their numbers in the log."""
        for number, entry in enumerate(self.log):
            if isinstance(entry.event, sort):
                yield number, entry.event


def look(
    state: GameState, action: Action, answers: tuple[int, ...] = (), drawn: Cards | None = None
) -> Look:
    """Ask the engine about an action; without enough answers it stops at an open question."""
    broken = why_not(state, action)
    if broken is not None:
        return Look(state, action, (), broken, (), (), None)
    asked: list[Question] = []
    for given in range(len(answers) + 1):
        result = play(state, Move(action, answers[:given], drawn), trusted=True)
        if isinstance(result, Outcome):
            return Look(state, action, answers, None, result.log, tuple(asked), result.state)
        asked.append(result)
    return Look(state, action, answers, None, result.log, tuple(asked), None)


def domains_around(board: Board, mask: int) -> set[int]:
    """The domains at the sides and at the corners of some squares, as masks."""
    row = mask | mask << 1 | mask >> 1
    around = (row | row << STRIDE | row >> STRIDE) & FULL
    return {board.domain_at(each.square).mask for each in board if each.mask & around}
