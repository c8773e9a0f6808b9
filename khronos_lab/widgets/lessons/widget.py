"""Lessons: predict what a move does, have the engine check it, then watch it effect by effect.

The kernel knows the rules, draws the pictures and writes the words; `lesson.js` beside this file
shows them and tells the kernel what was clicked. Progress is kept, see `progress`.

>>> shown = lesson(11)
>>> shown.prompt
'Ann builds a monastery at b1 in Might. In Faith a watchtower stands at a1 and a town at d1. Does...
>>> shown.exercise.check("yes").right, shown.exercise.check("no").right
(False, True)
>>> shown.show().go(4).caption
"No shadow in Faith: Ann's monastery at b1 would connect the domains at a1 and d1 (B3a)."
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import traitlets
from traitlets import Bunch, observe, validate

from khronos_lab.drawing.strokes import Stroke
from khronos_lab.rulebook.clauses import clause as clause_of
from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import LANGUAGE_NAMES, catalogue, say, spoken
from khronos_lab.scenarios.generator import DIFFICULTIES, exercises
from khronos_lab.scenarios.questions.exercise import Exercise, Verdict
from khronos_lab.scenarios.questions.phrases import Text
from khronos_lab.widgets.clickable_boards.board_scene import (
    BOARDS,
    Shapes,
    Sizes,
    ground_of,
    picture,
    sizes_of,
)
from khronos_lab.widgets.kit.base import SafeWidget, joined, one_of, refusing, within
from khronos_lab.widgets.lessons.items import Item, Source, exercise_item, items_of, lesson_title
from khronos_lab.widgets.lessons.page import (
    answer_from_browser,
    lesson_words,
    question_page,
    written,
)
from khronos_lab.widgets.lessons.panels import StepSaid, steps_said
from khronos_lab.widgets.lessons.progress import Progress
from khronos_lab.widgets.lessons.steps import age_of, picture_strokes, step_strokes

STAGES: Final = ("ask", "told", "look")
"""A question is asked, its answer is judged, the move is shown step by step."""


def lesson(source: Source, *, language: str | None = None) -> Lesson:
    """Open a lesson: a scenario or its number, a lesson (`"shadows"`), a clause (`"B6"`), a file.

    Also an exercise, a state with an action or a move, or a list of any of these.
    """
    return Lesson(items_of(source), title=lesson_title(source), language=language)


def practice(
    clause: str | None = None,
    difficulty: str | None = None,
    seed: int | str = 0,
    *,
    language: str | None = None,
) -> Lesson:
    """Open exercises without end, made from random games: on one clause or any, easy to hard."""
    return Lesson((), endless=True, clause=clause, difficulty=difficulty, seed=seed,
                  language=language)  # fmt: skip


class Lesson(SafeWidget):
    """Questions about moves, and the moves step by step; every trait can be read and set."""

    _esm = joined(*BOARDS, "lessons/lesson.js")
    _css = joined("kit/boards.css", "lessons/lesson.css")

    kernel_gone = "lesson-gone"

    place = traitlets.Int(0).tag(sync=True)
    """The number of the scenario or exercise that is shown, from 0."""
    question = traitlets.Int(0).tag(sync=True)
    """The number of the question about it, from 0."""
    stage = traitlets.Unicode("ask").tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    """The effect that is shown: 0 is the position before the move."""
    given = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The answer so far: its parts as text, `-` for nothing or nobody."""
    clause = traitlets.Unicode("").tag(sync=True)
    """Practice: the clause, or empty for any."""
    difficulty = traitlets.Unicode("").tag(sync=True)
    """Practice: `easy`, `medium`, `hard`, or empty."""

    # What follows is told to the browser and not meant to be set.
    page = traitlets.Dict().tag(sync=True)
    ground = traitlets.Dict().tag(sync=True)
    """The map of the scenario and where its squares lie."""
    steps = traitlets.List(traitlets.Dict()).tag(sync=True)
    """What is said and drawn at every step; the shapes that all of them draw with come with it."""
    shapes: traitlets.List[Any] = traitlets.List().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        items: Sequence[Item],
        *,
        endless: bool = False,
        clause: str | None = None,
        difficulty: str | None = None,
        seed: int | str = 0,
        title: Text | None = None,
        language: str | None = None,
    ) -> None:
        """Prepare the widget; `lesson` and `practice` open one."""
        self._items = list(items)
        self._endless = endless
        self._seed = seed
        self._title = title
        self._source: Iterator[Exercise] = iter(())
        self._verdicts: dict[tuple[int, int], bool] = {}
        self._hinted: set[tuple[int, int]] = set()
        self._told: tuple[Item, str] | None = None
        """The move and the language of the steps that the browser has."""
        self._still = True
        self._round = 0  # of practice: its questions must not be taken for those of another
        self.progress = Progress()
        super().__init__(
            language=spoken(language),
            clause="" if clause is None else clause_of(clause).id,
            difficulty=difficulty or "",
            error=self.progress.told,
            choices={
                "languages": LANGUAGE_NAMES,
                "endless": endless,
                "clauses": [label for label in clauses() if f"motto-{label}" in catalogue()],
                "difficulties": list(DIFFICULTIES),
            },
        )
        if endless:
            self._begin()
        self._still = False
        self._tell_words()
        self._tell()

    def __repr__(self) -> str:
        return f"<Lesson {self.place + 1}/{len(self._items)}: {self.prompt}>"

    # -------------------------------------------------------------- what is shown

    @property
    def item(self) -> Item:
        """The move that is asked about."""
        return self._items[self.place]

    @property
    def exercise(self) -> Exercise:
        """The question that is asked."""
        if not self.item.exercises:
            raise KhronosError("nothing is worth asking about this move; show it instead")
        return self.item.exercises[self.question]

    @property
    def prompt(self) -> str:
        """The question in words."""
        return str(self.page["prompt"])

    @property
    def said(self) -> StepSaid:
        """Everything that is said about the step that is shown."""
        return steps_said(self.item, self.language)[self.step]

    @property
    def caption(self) -> str:
        """What happens in the step that is shown."""
        return self.said.caption

    def strokes(self) -> list[Stroke]:
        """What is drawn on the boards now."""
        name = f"step {self.step}" if self.stage == "look" else self.stage
        return picture_strokes(self.item, self.question, name, self._sizes.table)

    @property
    def _sizes(self) -> Sizes:
        state = self.item.look.before
        return sizes_of(state.grid, len(state.players), self.language)

    # -------------------------------------------------------------- answering

    def answer(self, given: object) -> Verdict:
        """Answer the question, in any form that `Exercise.check` takes, and be told why."""
        verdict = self.exercise.check(given, self.language)
        self._judge(verdict.right)
        return verdict

    def check(self) -> Lesson:
        """Judge the answer that has been chosen (`given`), as the button does."""
        self.answer(answer_from_browser(self.exercise, self.given))
        return self

    def _judge(self, right: bool) -> None:
        where = (self.place, self.question)
        if self._endless:
            if where not in self._verdicts:
                self.progress.practised(self.clause or "any", right)
        elif self.item.key:
            self.progress.answered(self.item.key, self.exercise.asks, right)
        self._verdicts[where] = right
        self.error = self.progress.told
        self._set(stage="told")

    def hint(self) -> Lesson:
        """Say which clause to think of."""
        self._hinted.add((self.place, self.question))
        self._tell()
        return self

    def again(self) -> Lesson:
        """Ask the same question once more."""
        self._set(stage="ask", given=[])
        return self

    def show(self) -> Lesson:
        """Show the move step by step."""
        self._set(stage="look", step=0)
        return self

    def solve(self) -> Lesson:
        """Choose the right answer, for teachers who prepare a class; nothing is kept of it."""
        self.given = written(self.exercise, self.exercise.correct)
        return self

    # -------------------------------------------------------------- going about

    def go(self, step: int) -> Lesson:
        """Show the move up to one effect; 0 is before it, -1 the last."""
        last = self.item.last
        self._set(stage="look", step=last if step == -1 else step)
        return self

    def more(self) -> Lesson:
        """Ask the next question about the same move."""
        self._set(question=self.question + 1)
        return self

    def next(self) -> Lesson:
        """Go to the next scenario, or to a new exercise."""
        if self.place + 1 == len(self._items) and self._endless:
            self._items.append(exercise_item(next(self._source)))
        self._set(place=self.place + 1)
        return self

    def back(self) -> Lesson:
        """Go to the scenario or exercise before."""
        self._set(place=self.place - 1)
        return self

    def reset(self) -> Lesson:
        """Forget the progress in everything that this widget shows."""
        keys = [item.key for item in self._items if item.key]
        self.progress.forget(keys, [self.clause or "any"] if self._endless else ())
        self._verdicts.clear()
        self._hinted.clear()
        self._set(place=0, question=0, stage="ask", given=[])
        return self

    # -------------------------------------------------------------- traits

    @validate("place")
    def _check_place(self, proposal: Bunch) -> int:
        return within(int(proposal["value"]), len(self._items), "place", "items in this lesson")

    @validate("question")
    def _check_question(self, proposal: Bunch) -> int:
        count = max(1, len(self.item.exercises)) if self._items else 1
        return within(int(proposal["value"]), count, "question", "questions about this move")

    @validate("step")
    def _check_step(self, proposal: Bunch) -> int:
        count = self.item.last + 1 if self._items else 1
        return within(int(proposal["value"]), count, "step", "steps in this move")

    @validate("stage")
    def _check_stage(self, proposal: Bunch) -> str:
        return one_of(str(proposal["value"]), STAGES, "stage")

    @validate("clause")
    def _check_clause(self, proposal: Bunch) -> str:
        with refusing():
            return clause_of(str(proposal["value"])).id if proposal["value"] else ""

    @validate("difficulty")
    def _check_difficulty(self, proposal: Bunch) -> str:
        return one_of(str(proposal["value"]), ("", *DIFFICULTIES), "difficulty")

    @observe("place", "question", "stage")
    def _moved(self, change: Bunch) -> None:
        if self._still:
            return
        if change["name"] == "place":
            self._set(question=0, stage="ask", step=0, given=[])
        elif change["name"] == "question":
            self._set(stage="ask", given=[])
        else:
            self._set()

    @observe("clause", "difficulty")
    def _chosen(self, _: object) -> None:
        if not self._still and self._endless:
            self._set(place=0, question=0, stage="ask", given=[], begin=True)

    @observe("language")
    def _tell_words(self, _: object = None) -> None:
        if not self._still:
            self.words = lesson_words(self.language)
            self._tell()

    def _set(self, *, begin: bool = False, **values: object) -> None:
        """Set traits together and tell the browser once."""
        before, self._still = self._still, True
        try:
            with self.hold_sync():
                if begin:
                    self._begin()
                if values.get("place", self.place) != self.place:
                    values = {"question": 0, "stage": "ask", "step": 0, "given": [], **values}
                elif values.get("question", self.question) != self.question:
                    values = {"stage": "ask", "given": [], **values}
                # The place first: what the others may be depends on it.
                for name in sorted(values, key=lambda name: name != "place"):
                    setattr(self, name, values[name])
                self._tell()
        finally:
            self._still = before

    def _begin(self) -> None:
        """Start practice anew, with the clause and the difficulty that are set."""
        clause, difficulty = self.clause or None, self.difficulty or None
        source = exercises(clause, difficulty, self._seed)
        first = exercise_item(next(source))
        self._source, self._items = source, [first]
        self._round += 1
        self._verdicts.clear()
        self._hinted.clear()

    # -------------------------------------------------------------- telling the browser

    def _tell(self) -> None:
        self.progress.refresh()
        where = (self.place, self.question)
        right = self._verdicts.get(where) if self.stage != "ask" else None
        page = question_page(self.item, self.question, self.language, right, where in self._hinted)
        page["id"] = f"{self._round}.{self.place}.{self.question}"
        page["lesson"] = "" if self._title is None else self._title.text(self.language)
        page["list"] = [self._label(number) for number in range(len(self._items))]
        page["progress"] = self._progress()
        page["more"] = self.question + 1 < len(self.item.exercises)
        page["next"] = self._endless or self.place + 1 < len(self._items)
        state = self.item.look.before
        self.ground = ground_of(state.grid, len(state.players), self.language)
        if self.stage == "look":
            self._tell_steps()
        else:
            page["picture"] = picture(self.strokes(), self._sizes)
        self.page = page

    def _tell_steps(self) -> None:
        """All steps at once: most of what they draw they share."""
        item, sizes = self.item, self._sizes
        told = (item, self.language)
        if told == self._told:
            return
        self._told, drawn = told, Shapes(sizes.lines)
        self.steps = [
            {
                **step._asdict(),
                "items": drawn.items(step_strokes(item, number, sizes.table)),
                "age": age_of(item, number),
            }
            for number, step in enumerate(steps_said(item, self.language))
        ]
        self.shapes = drawn.shapes

    def _label(self, number: int) -> str:
        item = self._items[number]
        own = item.exercises[0].asks if item.exercises else ""
        mark = self.progress.mark(item.key, own) if item.key else None
        done = "" if mark is None or not mark.tries else " ✓" if mark.right_at else " ✗"
        return f"{item.key or number + 1} · {item.title.text(self.language)}{done}"

    def _progress(self) -> str:
        if self._endless:
            asked, right = self.progress.score(self.clause or "any")
            said = say("lesson-first_try", self.language)
            return f"{right}/{asked} {said}" if asked else ""
        pairs = [(i.key, i.exercises[0].asks) for i in self._items if i.key and i.exercises]
        if len(pairs) < 2:
            return ""
        solved = say("lesson-solved", self.language)
        return f"{self.progress.right(pairs)}/{len(pairs)} {solved}"

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: dict[str, Any]) -> None:
        one_of(str(content["what"]), _ACTIONS, "button")
        _ACTIONS[content["what"]](self)


_ACTIONS: Final = {
    name: getattr(Lesson, name)
    for name in ("check", "hint", "again", "show", "more", "next", "back", "reset")
}
"""What the buttons do."""
