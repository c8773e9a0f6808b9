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

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, overload

import traitlets
from traitlets import Bunch, observe, validate

from khronos_lab.board import (
    SCRIPTS,
    STYLE,
    Encoder,
    Sizes,
    drawn_with,
    ground_of,
    picture,
    sizes_of,
)
from khronos_lab.kit import (
    SafeWidget,
    in_its_language,
    joined,
    one_of,
    refusing,
    within,
)
from khronos_lab.rulebook import (
    LANGUAGE_NAMES,
    KhronosError,
    Said,
    Violation,
    multilingual,
    rules_about,
    say,
    speaking,
    spoken,
    text_of,
)
from khronos_lab.rulebook import clause as clause_of
from khronos_lab.scenarios import (
    CASES,
    DIFFICULTIES,
    SUFFIX,
    Answer,
    Exercise,
    Made,
    Session,
    Text,
    Turn,
    Verdict,
    difficulties,
    mixed,
    read_answer,
)
from khronos_lab.scenes import Scene
from khronos_lab.widgets.lessons import page as pages
from khronos_lab.widgets.lessons.items import (
    Item,
    Source,
    exercise_item,
    items_of,
    lesson_title,
    moment_items,
    turn_item,
)
from khronos_lab.widgets.lessons.panels import (
    LessonList,
    StepSaid,
    known_panel,
    refusal_panel,
    steps_said,
)
from khronos_lab.widgets.lessons.progress import EVERYTHING, Progress, today
from khronos_lab.widgets.lessons.steps import age_of, asked_scene, lesson_scene, step_scene

WRONG: Final = "wrong"
"""Practice of what went wrong, in place of a clause."""
STAGES: Final = ("ask", "rule", "told", "look")
"""A question is asked, sometimes which rule decides, it is judged, the move is shown."""


@overload
def lesson(source: Source, *, language: str | None = None) -> Lesson: ...
@overload
def lesson(source: None = None, *, language: str | None = None) -> LessonList: ...
def lesson(source: Source | None = None, *, language: str | None = None) -> Lesson | LessonList:
    """Open a lesson: `"How Khronos is played"`, `"Time shadows"`, a clause (`"B6"`), a scenario.

    Also an exercise, a state with an action or a move, or a list of any of these. Without any of
    them all lessons are listed, with what is mastered and what is due.
    """
    if source is None:
        with speaking(language):
            return LessonList(Progress())
    return Lesson(items_of(source), title=lesson_title(source), language=language)


def practice(
    clause: object = None,
    difficulty: str | None = None,
    seed: int | str | None = None,
    *,
    language: str | None = None,
) -> Lesson:
    """Open what is due today, in fresh positions, and then what is new; or exercises on a clause.

    Every first answer is kept with its day; what went well comes back later and later, what did
    not comes back today. `practice("wrong")` repeats what went wrong last. With a seed everybody
    gets the same exercises, the rules in turn, whatever they know.

    With a game in place of a clause, a `Game`, a record or its file, you are asked what happens
    next wherever a paradox, a join or a split decides something; with a scenario file of your own
    its question is asked.
    """
    if isinstance(clause, str | os.PathLike) and Path(clause).suffix == SUFFIX:
        return lesson(Path(clause), language=language)
    if not (clause is None or isinstance(clause, str)) or _names_a_game(clause):
        title = Said("practice-game")
        return Lesson(moment_items(clause), title=title, language=language)
    return Lesson((), clause=clause, difficulty=difficulty, seed=seed, language=language)


def _names_a_game(word: str | None) -> bool:
    """True of the name of a record's file."""
    return word is not None and ".khr" in Path(word).suffixes


def _practised(clause: str | None) -> str:
    """What is practised: a clause, what went wrong, or nothing in particular."""
    word = (clause or "").strip()
    if word.lower() in ("", WRONG):
        return word.lower()
    found = rules_about(word)
    return found[0] if found else clause_of(word).id


class Lesson(SafeWidget):
    """Questions about moves, and the moves step by step; every trait can be read and set."""

    _esm = joined(*SCRIPTS, "../widgets/lessons/lesson.js")
    _css = joined(STYLE, "../widgets/lessons/lesson.css")

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
    shapes: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)

    @multilingual
    def __init__(
        self,
        items: Sequence[Item],
        *,
        clause: str | None = None,
        difficulty: str | None = None,
        seed: int | str | None = None,
        title: Text | None = None,
        language: str | None = None,
    ) -> None:
        """Prepare the widget; `lesson` opens one, `practice` one without items: it never ends."""
        self._items = list(items)
        self._endless = not items
        self._seed = seed
        self._title = title
        self._source: Iterator[Made] = iter(())
        self._given: dict[tuple[int, int], pages.Given] = {}
        self._hinted: dict[tuple[int, int], int] = {}
        self._seen: set[int] = set()
        """The items that were shown step by step: there is nothing more to ask about them."""
        self._told: tuple[Item, str] | None = None
        """The move and the language of the steps that the browser has."""
        self._refused: Violation | None = None
        """Why the last action of the reader's own turn is forbidden."""
        self._still = True
        self._round = 0  # of practice: its questions must not be taken for those of another
        self.progress = Progress()
        super().__init__(
            language=spoken(language),
            clause=_practised(clause),
            difficulty=text_of(difficulty or "", "a difficulty"),
            error=self._kept_or_not(),
            choices={
                "languages": LANGUAGE_NAMES,
                "endless": self._endless,
                "seeded": seed is not None,
                "clauses": {label: list(difficulties(label)) for label in CASES},
                "difficulties": list(DIFFICULTIES),
            },
        )
        if self._endless:
            self._begin()
        self.place = self._left_off()
        self.stage = self._first(self.place)
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
    @in_its_language
    def said(self) -> StepSaid:
        """Everything that is said about the step that is shown."""
        return steps_said(self.item)[self.step]

    @property
    def caption(self) -> str:
        """What happens in the step that is shown."""
        return self.said.caption

    def _scene(self) -> Scene:
        """What is drawn on the boards now."""
        hinted = self._hinted.get((self.place, self.question), 0)
        if self.stage in ("ask", "rule"):
            step = pages.shown_step(self.item, self.question, hinted)
            asked = self.item.exercises
            pointed = pages.hint_squares(self.item, self.exercise) if asked and hinted > 1 else []
            return asked_scene(self.item, step, pointed)
        name = f"step {self.step}" if self.stage == "look" else self.stage
        return lesson_scene(self.item, self.question, name)

    @property
    def _sizes(self) -> Sizes:
        state = self.item.state
        return sizes_of(state.grid, len(state.players))

    # -------------------------------------------------------------- answering

    @in_its_language
    def answer(self, given: object) -> Verdict:
        """Answer the question, in any form that `Exercise.check` takes, and be told why."""
        verdict = self.exercise.check(given)
        self._judge(read_answer(self.exercise, given))
        return verdict

    def check(self) -> Lesson:
        """Judge the answer that has been chosen (`given`), as the button does."""
        if self.item.turn is not None:
            return self.take(self.given[0] if self.given else "")
        if self.stage == "rule":
            return self.name_rule(self.given[0] if self.given else "")
        self.answer(pages.answer_from_browser(self.exercise, self.given))
        return self

    def name_rule(self, label: str) -> Lesson:
        """Say which rule decides, before the verdict."""
        where = (self.place, self.question)
        known = [str(each.value) for each in pages.rule_options(self.item, self.exercise)]
        self._given[where] = self._given[where]._replace(rule=one_of(label, known, "rule here"))
        self._set(stage="told")
        return self

    def _judge(self, answer: Answer) -> None:
        where, right = (self.place, self.question), answer == self.exercise.correct
        if self._endless:
            if where not in self._given:
                self.progress.practised(self.clause or EVERYTHING, self.item.card, right)
        elif self.item.key:
            self.progress.answered(self.item.key, self.exercise.asks, right)
        named = self._given.get(where)
        self._given[where] = pages.Given(answer, named.rule if named else "")
        self.error = self._kept_or_not()
        asked = pages.asks_rule(self.item, self.question, self._hinted.get(where, 0))
        asked = asked and not self._given[where].rule
        self._set(stage="rule" if asked else "told", given=[] if asked else self.given)

    def _kept_or_not(self) -> str:
        """What has to be said about the file of progress, if anything."""
        told = self.progress.told
        return "" if told is None else told.text()

    def take(self, offer: str) -> Lesson:
        """Take an action in the turn that the reader plays; a forbidden one is explained."""
        turn = self.item.turn
        if turn is None:
            raise KhronosError("here is a question to answer; a turn is played elsewhere")
        self._refused = turn.forbidden(offer)
        if self._refused is not None:
            self._set(stage="told")
            return self
        self._play(turn.then(offer))
        self._set(stage="look", step=0, given=[])
        return self

    def restart(self) -> Lesson:
        """Play the reader's turn once more."""
        if self.item.turn is not None:
            self._play(Turn(self.item.turn.start, self.item.turn.offers))
        return self.again()

    def _play(self, turn: Turn) -> None:
        # A new item: what was worked out about the one before belongs to its move.
        old = self.item
        self._items[self.place] = turn_item(old, turn)

    @in_its_language
    def hint(self) -> Lesson:
        """Give one more hint: which age, which squares, the rule, the first step."""
        where = (self.place, self.question)
        most = len(pages.hints(self.item, self.exercise))
        self._hinted[where] = min(self._hinted.get(where, 0) + 1, most)
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
        self.given = pages.written(self.exercise, self.exercise.correct)
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

    @in_its_language
    def next(self) -> Lesson:
        """Go to the next scenario, or to a new exercise."""
        if self.place + 1 == len(self._items) and self._endless:
            self._items.append(self._new_item(self._source))
        self._set(place=self.place + 1)
        return self

    def back(self) -> Lesson:
        """Go to the scenario or exercise before."""
        self._set(place=self.place - 1)
        return self

    def reset(self) -> Lesson:
        """Forget the progress in everything that this widget shows."""
        keys = [item.key for item in self._items if item.key]
        self.progress.forget(keys, [self.clause or EVERYTHING] if self._endless else ())
        self._forget_answers()
        self._set(place=0, question=0, stage="ask", given=[])
        return self

    def _forget_answers(self) -> None:
        for kept in (self._given, self._seen, self._hinted):
            kept.clear()

    # -------------------------------------------------------------- traits

    @validate("place", "question", "step")
    def _check_number(self, proposal: Bunch) -> int:
        name = proposal["trait"].name
        count, of = len(self._items), "items in this lesson"
        if name == "question":
            count, of = max(1, len(self.item.exercises)), "questions about this move"
        elif name == "step":
            count, of = self.item.last + 1, "steps in this move"
        return within(int(proposal["value"]), count, name, of)

    @validate("stage", "difficulty")
    def _check_name(self, proposal: Bunch) -> str:
        name = proposal["trait"].name
        known = STAGES if name == "stage" else ("", *DIFFICULTIES)
        return one_of(str(proposal["value"]), known, name)

    @validate("clause")
    def _check_clause(self, proposal: Bunch) -> str:
        with refusing():
            return _practised(str(proposal["value"]))

    @observe("place", "question", "stage")
    def _moved(self, change: Bunch) -> None:
        if self._still:
            return
        if change["name"] == "place":
            self._set(question=0, stage=self._first(self.place), step=0, given=[])
        elif change["name"] == "question":
            self._set(stage="ask", given=[])
        else:
            self._set()

    @observe("clause", "difficulty")
    def _chosen(self, _: object) -> None:
        if not self._still and self._endless:
            offered = difficulties(self.clause) if self.clause in CASES else DIFFICULTIES
            if self.difficulty not in ("", *offered):
                self._set(difficulty="")
            self._set(place=0, question=0, stage="ask", given=[], begin=True)

    @observe("language")
    def _tell_words(self, _: object = None) -> None:
        if not self._still:
            self.words = pages.lesson_words()
            self._tell()

    @in_its_language
    def _set(self, /, *, begin: bool = False, **values: object) -> None:
        """Set traits together and tell the browser once."""
        before, self._still = self._still, True
        try:
            with self.hold_sync():
                if begin:
                    self._begin()
                place = values.get("place", self.place)
                if isinstance(place, int) and place != self.place:
                    begun = {"question": 0, "stage": self._first(place), "step": 0, "given": []}
                    values = begun | values
                elif values.get("question", self.question) != self.question:
                    values = {"stage": "ask", "given": [], **values}
                # The place first: what the others may be depends on it.
                for name in sorted(values, key=lambda name: name != "place"):
                    setattr(self, name, values[name])
                self._tell()
        finally:
            self._still = before

    def _left_off(self) -> int:
        """Where a lesson goes on: at the first question that was not answered rightly yet."""
        asked = [(n, each) for n, each in enumerate(self._items) if each.key and each.exercises]
        still = [n for n, x in asked if not self.progress.right([(x.key, x.exercises[0].asks)])]
        return still[0] if 0 < len(still) < len(asked) else 0

    def _first(self, place: int) -> str:
        """The stage in which an item begins: what is only told is shown at once."""
        told = 0 <= place < len(self._items) and self._items[place].told
        return "look" if told else "ask"

    def _begin(self) -> None:
        """Start practice again, with the clause and the difficulty that are set."""
        source = self._exercises()
        self._items, self._source = [self._new_item(source)], source
        self._round += 1
        self._forget_answers()

    def _new_item(self, source: Iterator[Made]) -> Item:
        made = next(source, None)
        if made is None:
            raise KhronosError(say("practice-nothing_wrong"))
        return exercise_item(made.exercise, made.clause)

    def _exercises(self) -> Iterator[Made]:
        """On the clause and with the difficulty that are set; without either, what is due."""
        # What was answered before decides where fresh positions begin.
        seed = self._seed
        if seed is None:
            seed = f"{today()} {sum(map(len, self.progress.deck.values()))}"
        if self.clause in CASES or (self._seed is not None and self.clause != WRONG):
            return mixed(self.clause or None, self.difficulty or None, seed)
        session = Session(seed, wrong=self.clause == WRONG)
        ask = partial(self._due, session)
        return iter(ask, None)

    def _due(self, session: Session) -> Made | None:
        self.progress.refresh()
        return session.next(self.progress.deck, today(), self.difficulty or None)

    # -------------------------------------------------------------- telling the browser

    def _tell(self) -> None:
        self.progress.refresh()
        where = (self.place, self.question)
        given = self._given.get(where) if self.stage not in ("ask", "rule") else None
        hinted = self._hinted.get(where, 0)
        page = pages.question_page(self.item, self.question, given, hinted)
        if self.stage == "rule":
            page |= pages.rule_page(self.item, self.exercise)
        if self.stage == "look":
            self._seen.add(self.place)
        played = () if self.item.turn is None else self.item.turn.played
        page["id"] = ".".join(map(str, (self._round, self.place, self.question, *played)))
        if self.item.turn is not None and self._refused is not None and self.stage == "told":
            page |= {"verdict": refusal_panel(self._refused), "right": False}
        title = self._title or self.item.heading(solved=self._known(self.place))
        page["lesson"] = title.text()
        page["list"] = [self._label(number) for number in range(len(self._items))]
        page["progress"] = self._progress()
        page["known"] = known_panel(self.progress) if self._endless else ""
        left = self.question + 1 < len(self.item.exercises)
        page["more"] = left and self.place not in self._seen
        page["next"] = self._endless or self.place + 1 < len(self._items)
        state = self.item.state
        self.ground = ground_of(state.grid, len(state.players))
        if self.stage == "look":
            self._tell_steps()
        else:
            page["picture"] = picture(self._scene(), self._sizes)
        self.page = page

    def _tell_steps(self) -> None:
        """All steps at once: most of what they draw they share."""
        item, sizes = self.item, self._sizes
        told = (item, self.language)
        if told == self._told:
            return
        players = len(item.state.players)
        self._told, drawn = told, Encoder(sizes.table, players, sizes.lines)
        self.steps = [
            {
                **step._asdict(),
                "items": drawn.scene(step_scene(item, number)),
                "age": age_of(item, number),
            }
            for number, step in enumerate(steps_said(item))
        ]
        self.shapes = drawn_with(drawn)

    def _label(self, number: int) -> str:
        item = self._items[number]
        own = item.exercises[0].asks if item.exercises else ""
        mark = self.progress.mark(item.key, own) if item.key else None
        done = "" if mark is None or not mark.tries else " ✓" if mark.right_at else " ✗"
        title = item.heading(solved=bool(done) or self._known(number))
        return f"{item.key or number + 1} · {title.text()}{done}"

    def _known(self, number: int) -> bool:
        """True if an item was answered or shown here, whether or not progress is kept."""
        return number in self._seen or (number, 0) in self._given

    def _progress(self) -> str:
        if self._endless:
            asked, right = self.progress.score(self.clause or EVERYTHING)
            said = say("lesson-first_try")
            return f"{right}/{asked} {said}" if asked else ""
        pairs = [(i.key, i.exercises[0].asks) for i in self._items if i.key and i.exercises]
        if len(pairs) < 2:
            return ""
        solved = say("lesson-solved")
        return f"{self.progress.right(pairs)}/{len(pairs)} {solved}"

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: dict[str, Any]) -> None:
        one_of(str(content["what"]), _ACTIONS, "button")
        _ACTIONS[content["what"]](self)


_ACTIONS: Final = {
    name: getattr(Lesson, name)
    for name in ("check", "hint", "again", "show", "more", "next", "back", "reset", "restart")
}
"""What the buttons do."""
