"""Items of a lesson: one move each, with the questions that are asked before it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core.actions import Action, EndTurn, Move
from khronos_lab.core.evolve import evolve
from khronos_lab.core.resolution import Question
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.language import Said
from khronos_lab.scenarios.library import scenarios
from khronos_lab.scenarios.questions.all_questions import exercises_on
from khronos_lab.scenarios.questions.exercise import Exercise
from khronos_lab.scenarios.questions.phrases import Text, title
from khronos_lab.scenarios.questions.reasons import rule
from khronos_lab.scenarios.questions.tried_action import Look, look
from khronos_lab.scenarios.scenario import Scenario
from khronos_lab.scenarios.scenes import Scene, Turn, still
from khronos_lab.scenarios.truth_checks import main_exercise

MOST: Final = 4
"""How many questions are asked about one move."""
PLAIN: Final = ("legal", "cards", "bonus", "touches")
"""What can be asked about any building; asked if there is nothing else."""
IMPLIED: Final = {
    "legal": ("clause", "against", "touches"),
    "clause": ("legal", "against", "touches"),
    "against": ("legal", "clause", "touches"),
    "touches": ("legal", "clause", "against"),
    "shadow": ("shadow", "stopped"),
    "stopped": ("shadow", "stopped"),
    "erased": ("shadow", "erased", "emptied", "home"),
    "emptied": ("shadow", "erased", "emptied", "home", "vanishes"),
    "vanishes": ("vanishes", "emptied"),
    "home": ("erased", "emptied", "home"),
    "conflict": ("touches", "conflict", "settled", "shrinks"),
    "settled": ("touches", "conflict", "settled", "strength"),
    "strength": ("touches", "conflict", "settled", "strength", "shrinks"),
    "shrinks": ("touches", "conflict", "settled", "strength", "shrinks", "shrunk"),
    "shrunk": ("touches", "conflict", "shrinks", "shrunk", "vanishes"),
    "decides": ("touches", "decides"),
    "ruler": ("ruler", "tax"),
    "tax": ("ruler", "tax"),
}
"""By topic of a question: what its verdict gives away."""


@dataclass(frozen=True)
class Item:
    """One move: what the engine says of it, what is asked about it, and the words around it."""

    look: Look
    exercises: tuple[Exercise, ...]
    title: Text
    key: str = ""
    """The name under which progress is kept; empty if it is not."""
    explanation: Text | None = None
    """Written by hand; it belongs to the first question."""
    clauses: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    """What is told at each step of a scene; the last one stays."""
    hides: int | None = None
    """How many effects are hidden when the first question is asked; None for all of them."""
    asks_rule: bool = False
    """True if the reader is asked which rule decides before the verdict."""
    turn: Turn | None = None
    """The turn that the reader plays, if that is what this item is for."""

    @property
    def state(self) -> GameState:
        """The position that is asked about."""
        return self.look.before if self.turn is None else self.turn.state

    @property
    def action(self) -> Action:
        """What is planned in it; in a turn of the reader's nothing is."""
        return self.look.action if self.turn is None else EndTurn()

    def heading(self, *, solved: bool) -> Text:
        """Its title; one that somebody has written may give the answer away."""
        hidden = self.explanation is not None and not solved
        return Said("lesson-question") if hidden else self.title

    @property
    def told(self) -> bool:
        """True for what is shown at once and not asked about."""
        return bool(self.notes) and self.turn is None

    @cached_property
    def timeline(self) -> Timeline:
        """The effects of the move, as far as they are settled."""
        before, log = self.look.before, self.look.log
        if not log:
            return Timeline.of([], start=before)
        after = before if self.look.after is None else self.look.after
        if self.look.after is None:
            for entry in log:
                after = evolve(after, entry.event)
        return Timeline.of([(before, self.look.action, after, log)])

    @property
    def open(self) -> Question | None:
        """The choice that is left open at the end, if one is."""
        if self.look.done or self.look.violation is not None:
            return None
        return self.look.questions[-1]

    @property
    def last(self) -> int:
        """The number of the last step: a refusal and an open choice are steps of their own."""
        return len(self.timeline) - (1 if self.look.done else 0)


# ------------------------------------------------------------------ making items


def scenario_item(taught: Scenario) -> Item:
    """The item of a scenario, with its own question; its explanation would answer any other.

    Progress is kept for those of the library.
    """
    known = any(each is taught for each in scenarios())
    return Item(
        taught.last.look,
        (main_exercise(taught),),
        taught.title,
        taught.id if known else "",
        taught.explanation,
        taught.clauses,
    )


def scene_item(scene: Scene) -> Item:
    """The item of a scene of the introduction."""
    turn = Turn(scene.position, scene.offers) if scene.offers else None
    return Item(scene.look, (), scene.title, notes=scene.notes, turn=turn)


def turn_item(scene: Item, turn: Turn) -> Item:
    """The item of a scene after what the reader has played in it."""
    look = still(turn.start) if turn.last is None else turn.last
    return Item(look, (), scene.title, notes=scene.notes, turn=turn)


def exercise_item(exercise: Exercise, taught: str = "") -> Item:
    """The item of a generated exercise: the very move that its reasons speak of.

    `taught` is the rule for which it was made. Choices that are still open are made by their first
    option.
    """
    seen = look(exercise.state, exercise.action, exercise.played)
    while not seen.done and seen.violation is None:
        seen = look(exercise.state, exercise.action, (*seen.answers, 0))
    clauses = (taught,) if taught else ()
    return Item(seen, (exercise,), title(seen.before, seen.action), clauses=clauses)


def move_item(state: GameState, played: Action | Move) -> Item:
    """The item of any move in any position, forbidden or not."""
    move = played if isinstance(played, Move) else Move(played)
    seen = look(state, move.action, move.answers, move.drawn)
    possible = exercises_on(seen)
    telling = [each for each in possible if each.topic not in PLAIN] or possible
    return Item(seen, fresh_questions(telling, MOST), title(seen.before, seen.action))


def fresh_questions(possible: Iterable[Exercise], most: int) -> tuple[Exercise, ...]:
    """Questions about one move, the first ones, whose answers no verdict before gives away."""
    found: list[Exercise] = []
    for each in possible:
        implied = any(each.topic in IMPLIED.get(one.topic, (one.topic,)) for one in found)
        if len(found) < most and not implied and not _shared(each, found):
            found.append(each)
    return tuple(found)


def _shared(exercise: Exercise, asked: Sequence[Exercise]) -> bool:
    """True if an event that answers an exercise is part of the reason for another one."""
    mottos = [rule(label) for label in exercise.clauses]
    events = [each for each in exercise.because if each not in mottos]
    return any(each in one.because for one in asked for each in events)
