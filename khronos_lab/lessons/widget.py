"""Lessons in a notebook: predict what a move does, have it checked, then watch it effect by effect.

The lesson is data (`khronos_lab.lessons`), and one model in the browser runs it. The kernel sends
the items one at a time, keeps what was answered and makes the next exercise; what the browser does
can be done from Python, too.

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
from functools import reduce
from itertools import groupby
from pathlib import Path
from typing import Any, Final, overload
from urllib.parse import quote

import traitlets
from traitlets import Bunch, observe, validate

from khronos_lab.board import SCRIPTS, STYLE, Markup, table, tag, together
from khronos_lab.kit import (
    SafeWidget,
    in_its_language,
    joined,
    one_of,
    refusing,
    within,
)
from khronos_lab.lessons.course import (
    IDEAS,
    Idea,
    Item,
    ReaderTurn,
    Source,
    exercise_item,
    idea_named,
    items_of,
    lesson_title,
    moment_items,
    turn_item,
)
from khronos_lab.lessons.data import (
    LessonData,
    age_of,
    answer_from_browser,
    hints,
    lesson_words,
    refusal,
    rule_name,
    shown_clauses,
    step_told,
    turn_prompt,
    written,
)
from khronos_lab.lessons.exercise import Answer, Exercise, Text, Verdict, read_answer
from khronos_lab.lessons.handouts import Classroom
from khronos_lab.lessons.library import LESSONS, SUFFIX, Scenario, scenarios
from khronos_lab.lessons.progress import (
    EVERYTHING,
    MASTERED,
    Deck,
    LearningProgress,
    Session,
    due_cards,
    due_day,
    keep_mistakes,
    mistakes_in,
    own_mistakes,
    progress_path,
    stars,
    today,
)
from khronos_lab.lessons.questions import (
    CASES,
    DIFFICULTIES,
    booked,
    difficulties,
    feedback_on,
    mixed,
)
from khronos_lab.lessons.topics import rule_options
from khronos_lab.rulebook import (
    AGES,
    LANGUAGE_NAMES,
    KhronosError,
    Said,
    capital,
    current_language,
    multilingual,
    plain_rule,
    rules_about,
    say,
    speaking,
    spoken,
    text_of,
)
from khronos_lab.rulebook import clause as clause_of

WRONG: Final = "wrong"  # practice of what went wrong, in place of a clause
TRIES: Final = 3  # Wrong answers after which the right one is told, as in `model.js`
MODULES: Final = tuple(
    f"../lessons/browser/{each}.js" for each in ("model", "lesson", "hand_in", "lesson_widget")
)


@overload
def lesson(source: Source | Classroom, *, language: str | None = None) -> Lesson: ...
@overload
def lesson(source: None = None, *, language: str | None = None) -> LessonList: ...
def lesson(
    source: Source | Classroom | None = None, *, language: str | None = None
) -> Lesson | LessonList:
    """Open a lesson: `"How Khronos is played"`, `"Time shadows"`, a clause (`"B6"`), a scenario.

    Also a class, an exercise, a state with an action or a move, or a list of any of these. Without
    any of them all lessons are listed, with what is mastered and what is due.
    """
    if source is None:
        with speaking(language):
            return LessonList(LearningProgress())
    if isinstance(source, Classroom):
        return Lesson(source.items, title=source.title, language=language, classroom=source.told)
    found = idea_named(source) if isinstance(source, str) else None
    return Lesson(items_of(source), title=lesson_title(source), language=language, idea=found)


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
    its question is asked. With mistakes that the coach has found (`games.mistakes("Ada")`, a
    review, one of its turns) you look for the better turn, and they come back among what is due.
    """
    if isinstance(clause, str | os.PathLike) and Path(clause).suffix == SUFFIX:
        return lesson(Path(clause), language=language)
    if (own := mistakes_in(clause)) is not None:
        kept = keep_mistakes(own, progress_path())
        items = [exercise_item(each.exercise) for each in kept]
        return Lesson(items, title=Said("mistake-title"), language=language)
    if not (clause is None or isinstance(clause, str)) or ".khr" in Path(clause or "").suffixes:
        return Lesson(moment_items(clause), title=Said("practice-game"), language=language)
    return Lesson((), clause=clause, difficulty=difficulty, seed=seed, language=language)


def _practised(clause: str | None) -> str:
    word = (clause or "").strip()
    if word.lower() in ("", WRONG):
        return word.lower()
    found = rules_about(word)
    return found[0] if found else clause_of(word)


def _of_state(name: str, doc: str) -> Any:  # noqa: ANN401
    return property(lambda shown: shown.state[name], doc=doc)


class Lesson(SafeWidget):
    """Questions about moves, and the moves step by step."""

    _esm = joined(*SCRIPTS, *MODULES)
    _css = joined(STYLE, "../lessons/browser/lesson.css")

    kernel_gone = "lesson-gone"

    clause = traitlets.Unicode("").tag(sync=True)  # practice: the clause, or empty for any
    difficulty = traitlets.Unicode("").tag(sync=True)
    """Practice: `easy`, `medium`, `hard`, or empty."""
    state = traitlets.Dict().tag(sync=True)  # Where the learner is, as `model.js` keeps it

    # What follows is told to the browser and not meant to be set.
    data = traitlets.Dict().tag(sync=True)  # the item that is shown, with everything that it needs
    about = traitlets.Dict().tag(sync=True)
    """The lesson: its title, the list of items, what is known."""
    words = traitlets.Dict().tag(sync=True)

    @multilingual
    def __init__(
        self, items: Sequence[Item], *, clause: str | None = None, difficulty: str | None = None,
        seed: int | str | None = None, title: Text | None = None, language: str | None = None,
        idea: Idea | None = None, classroom: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Prepare the widget; `lesson` opens one, `practice` one without items: it never ends."""
        self._items = list(items)
        self._endless = not items
        self._seed, self._title, self._idea, self._class = seed, title, idea, classroom
        self._source: Iterator[Exercise] = iter(())
        self._still = True
        self.progress = LearningProgress()
        super().__init__(
            language=spoken(language),
            clause=_practised(clause),
            difficulty=text_of(difficulty or "", "a difficulty"),
            error=self._kept_or_not(),
        )
        # A lesson goes on at the first question that was not answered rightly yet.
        asked = [(n, x.key, x.exercises[0]) for n, x in enumerate(items) if x.key and x.exercises]
        still = [n for n, key, one in asked if not self.progress.right([(key, one.asks)])]
        self._restart(still[0] if 0 < len(still) < len(asked) else 0)
        self._still = False
        self.words = lesson_words()

    def __repr__(self) -> str:
        number = len(self._items)
        return f"<Lesson {self.place + 1}/{number}: {self.prompt}>"

    # -------------------------------------------------------------- where the learner is

    place = _of_state("place", "The number of the item that is shown, from 0.")
    question = _of_state("question", "The number of the question about it, from 0.")
    stage = _of_state("stage", "`ask`, or which `rule` decides; it is `told`, or one may `look`.")
    step = _of_state("step", "The effect that is shown: 0 is the position before the move.")
    given = _of_state("given", "The answer so far: its parts as text, `-` for nothing or nobody.")

    @property
    def item(self) -> Item:
        item: Item = self._items[self.place]
        turn = item.turn
        if turn is None or not self.state["played"]:
            return item
        return turn_item(item, reduce(ReaderTurn.then, self.state["played"], turn))

    @property
    def exercise(self) -> Exercise:
        if not self.item.exercises:
            raise KhronosError("nothing is worth asking about this move; show it instead")
        asked: Exercise = self.item.exercises[self.question]
        return asked

    @property
    @in_its_language
    def prompt(self) -> str:
        """The question in words."""
        item = self.item
        if item.turn is not None:
            return turn_prompt(item, item.turn)
        if self.stage == "rule":
            return say("rule_named-asked")
        return self.exercise.prompt() if item.exercises else item.title.text()

    @property
    @in_its_language
    def said(self) -> dict[str, Any]:
        """Everything that is said about the step that is shown: `where`, `caption`, `note`.

        Also what has happened in each of the `ages` so far, the `causes` of the step, and its
        `rule` in plain words.
        """
        item = self.item
        captions = [step_told(item, n)["caption"] for n in range(item.last + 1)]
        frame = item.timeline[self.step] if self.step < len(item.timeline) else None
        event = frame.event if frame else None
        ages = [
            [captions[n] for n in range(1, self.step + 1) if age_of(item, n) == age] for age in AGES
        ]
        causes = [captions[each.step] for each in frame.causes] if frame and event else []
        rule = f"{event.clause} {plain_rule(event.clause)}" if event else ""
        return {**step_told(item, self.step), "ages": ages, "causes": causes, "rule": rule}

    @property
    def caption(self) -> str:
        return str(self.said["caption"])

    @property
    @in_its_language
    def hints(self) -> tuple[str, ...]:
        """The hints that were given to this question."""
        return tuple(hints(self.item, self.exercise)[: self._record["hinted"]])

    @property
    @in_its_language
    def feedback(self) -> tuple[str, ...]:
        """What the last answer has overlooked."""
        if "given" not in self._record:
            return ()
        given = answer_from_browser(self.exercise, self._record["given"])
        missed = feedback_on(self.exercise).on(self.exercise, read_answer(self.exercise, given))
        return tuple(each.text() for each in missed)

    @property
    def _record(self) -> dict[str, Any]:
        kept = self.state["records"].get(f"{self.place}.{self.question}", {})
        return {"tries": 0, "hinted": 0, **kept}

    # -------------------------------------------------------------- answering, as in `model.js`

    @in_its_language
    def answer(self, given: object) -> Verdict:
        """Answer the question, in any form that `Exercise.check` takes, and be told why."""
        verdict = self.exercise.check(given)
        answer = read_answer(self.exercise, given)
        record = self._record
        self._book(self.place, self.question, answer, first=record["tries"] == 0)
        tries = record["tries"] + 1
        hinted = record["hinted"] + (tries == 2 and not verdict.right)
        over = verdict.right or tries >= TRIES
        asks_rule = self.item.asks_rule and self.question == 0 and tries == 1
        self._note(
            given=written(self.exercise, answer), tries=tries, right=verdict.right, over=over,
            first=record.get("first", verdict.right),
            hinted=min(hinted, len(hints(self.item, self.exercise))),
        )  # fmt: skip
        self._go(stage="rule" if asks_rule else "told" if over else "ask")
        return verdict

    def check(self) -> Lesson:
        """Judge the answer that has been chosen (`given`), as the button does."""
        first = self.given[0] if self.given else ""
        if self.item.turn is not None:
            return self.take(first)
        if self.stage == "rule":
            return self.name_rule(first)
        self.answer(answer_from_browser(self.exercise, self.given))
        return self

    def name_rule(self, label: str) -> Lesson:
        """Say which rule decides, before the verdict."""
        known = rule_options(self.exercise, self.item.clauses, shown_clauses())
        self._note(rule=one_of(label, known, "rule here"))
        return self._go(stage="told" if self._record.get("over") else "ask")

    @in_its_language
    def take(self, offer: str) -> Lesson:
        """Take an action in the turn that the reader plays; a forbidden one is explained."""
        turn = self.item.turn
        if turn is None:
            raise KhronosError("here is a question to answer; a turn is played elsewhere")
        if turn.forbidden(offer) is not None:
            return self._go(stage="told", refused=offer)
        return self._go(played=[*turn.played, offer], stage="look", step=0, given=[])

    @property
    @in_its_language
    def refused(self) -> str:
        """Why the reader may not do what was chosen last, if it is forbidden."""
        turn, offer = self.item.turn, self.state["refused"]
        broken = turn.forbidden(offer) if turn is not None and offer else None
        return "" if broken is None else " ".join(refusal(broken))

    def restart(self) -> Lesson:
        return self._go(played=[], stage="ask", given=[], step=0, refused="")

    @in_its_language
    def hint(self) -> Lesson:
        """Give one more hint: which squares, the rule, the first step."""
        most = len(hints(self.item, self.exercise))
        return self._note(hinted=min(self._record["hinted"] + 1, most))

    def again(self) -> Lesson:
        return self._go(stage="ask", given=[], refused="")

    def show(self) -> Lesson:
        seen = [*self.state["seen"], self.place]
        return self._go(stage="look", step=0, seen=list(dict.fromkeys(seen)))

    def solve(self) -> Lesson:
        """Choose the right answer, for teachers who prepare a class; nothing is kept of it."""
        return self._go(given=written(self.exercise, self.exercise.correct))

    # -------------------------------------------------------------- going about

    def go(self, step: int) -> Lesson:
        """Show the move up to one effect; 0 is before it, -1 the last."""
        last = self.item.last
        wanted = last if step == -1 else within(step, last + 1, "step", "steps in this move")
        return self._go(stage="look", step=wanted)

    def more(self) -> Lesson:
        most = len(self.item.exercises)
        number = within(self.question + 1, most, "question", "questions about this move")
        return self._go(question=number, stage="ask", given=[])

    @in_its_language
    def next(self) -> Lesson:
        """Go to the next item, or to a new exercise."""
        return self._open(self.place + 1)

    @in_its_language
    def back(self) -> Lesson:
        return self._open(self.place - 1)

    @in_its_language
    def reset(self) -> Lesson:
        """Forget the progress in everything that this widget shows."""
        keys = [item.key for item in self._items if item.key]
        self.progress.forget(keys, [self.clause or EVERYTHING] if self._endless else ())
        self.state = {}
        self._open(0)
        self._tell_about()
        return self

    @in_its_language
    def next_idea(self) -> Lesson:
        """Go on with the idea that follows in the course."""
        following = self._following()
        if following is None:
            raise KhronosError("this was the last idea; practise what you know")
        self._idea, self._title = following, following.title
        self._items, self._endless = list(items_of(following.name)), False
        return self._restart()

    @in_its_language
    def practise(self) -> Lesson:
        """Practise the rules that this idea teaches, in fresh positions."""
        taught = [] if self._idea is None else [x for x in self._idea.rules if x in CASES]
        self._endless, self._title, self._idea = True, None, None
        with self.hold_sync():
            self.clause = taught[0] if taught else ""
            return self._restart()

    def _following(self) -> Idea | None:
        number = IDEAS.index(self._idea) + 1 if self._idea else len(IDEAS)
        return IDEAS[number] if number < len(IDEAS) else None

    # -------------------------------------------------------------- traits

    @validate("difficulty")
    def _check_difficulty(self, proposal: Bunch) -> str:
        return one_of(str(proposal["value"]), ("", *DIFFICULTIES), "difficulty")

    @validate("clause")
    def _check_clause(self, proposal: Bunch) -> str:
        with refusing():
            return _practised(str(proposal["value"]))

    @observe("clause", "difficulty")
    def _chosen(self, _: object) -> None:
        if self._still:
            return
        offered = difficulties(self.clause) if self.clause in CASES else DIFFICULTIES
        if self.difficulty not in ("", *offered):
            self.difficulty = ""
        self._endless, self._title, self._idea = True, None, None
        self._restart()

    @observe("language")
    def _speak(self, _: object) -> None:
        if not self._still:
            self.words = lesson_words()
            self._tell_data()
            self._tell_about()

    def _go(self, **facts: object) -> Lesson:
        self.state = {**self.state, **facts, "by": ""}
        return self

    def _note(self, **facts: object) -> Lesson:
        key = f"{self.place}.{self.question}"
        return self._go(records={**self.state["records"], key: {**self._record, **facts}})

    def _restart(self, place: int = 0) -> Lesson:
        if self._endless:
            source = self._exercises()
            self._items, self._source = [self._new_item(source)], source
        self.state = {}
        self._open(place)
        self._tell_about()
        return self

    def _open(self, place: int) -> Lesson:
        if self._endless and place == len(self._items):
            self._items.append(self._new_item(self._source))
        within(place, len(self._items), "place", "items in this lesson")
        item = self._items[place]
        record = self.state.get("records", {}).get(f"{place}.0", {})
        stage = "look" if item.told or item.idea else "told" if record.get("over") else "ask"
        begun = {"records": {}, "seen": [], "queue": None} | dict(self.state)
        given = record.get("given", []) if stage == "told" else []
        with self.hold_sync():
            self.state = {
                **begun, "place": place, "question": 0, "stage": stage, "step": 0, "given": given,
                "played": [], "refused": "", "by": "",
            }  # fmt: skip
            self._tell_data()
        return self

    def _new_item(self, source: Iterator[Exercise]) -> Item:
        made = next(source, None)
        if made is None:
            raise KhronosError(say("practice-nothing_wrong"))
        return exercise_item(made)

    def _exercises(self) -> Iterator[Exercise]:
        """On the clause and with the difficulty that are set; without either, what is due."""
        # What was answered before decides where fresh positions begin.
        seed = self._seed
        if seed is None:
            seed = f"{today()} {sum(map(len, self.progress.deck.values()))}"
        if self.clause in CASES or (self._seed is not None and self.clause != WRONG):
            return mixed(self.clause or None, self.difficulty or None, seed)
        session = Session(seed, wrong=self.clause == WRONG)

        def due() -> Exercise | None:
            self.progress.refresh()
            own = own_mistakes(self.progress.path)
            return session.next(self.progress.deck, today(), self.difficulty or None, own)

        return iter(due, None)

    # -------------------------------------------------------------- progress

    def _book(self, place: int, number: int, answer: Answer, *, first: bool) -> None:
        item = self._items[place]
        exercise = item.exercises[number]
        right = answer == exercise.correct
        card = booked(exercise, item.clauses, right=right)
        if self._endless and first and card is not None:
            self.progress.practised(self.clause or EVERYTHING, card, right)
        if not self._endless and item.key:
            self.progress.answered(item.key, exercise.asks, right)
        if not self._endless and first and not right and card is not None:
            self.progress.missed(card)
        self.error = self._kept_or_not()
        self._tell_about()

    def _kept_or_not(self) -> str:
        told = self.progress.told
        return "" if told is None else told.text()

    # -------------------------------------------------------------- telling the browser

    def _tell_data(self) -> None:
        told = LessonData((self.language,)).whole([self._items[self.place]])
        self.data = {**told, "first": self.place}

    @in_its_language
    def _tell_about(self) -> None:
        self.progress.refresh()
        title = say("lesson-practice") if self._endless else ""
        following = self._following()
        self.about = {
            "title": title if self._title is None else self._title.text(),
            "list": [] if self._endless else [self._label(each) for each in self._items],
            "progress": self._progress(),
            "endless": self._endless,
            "seeded": self._seed is not None,
            "clauses": {label: list(difficulties(label)) for label in CASES},
            "difficulties": list(DIFFICULTIES),
            "languages": LANGUAGE_NAMES,
            "known": known_panel(self.progress) if self._endless or self._idea else "",
            "idea": "" if self._idea is None else self._idea.name,
            "next_idea": "" if following is None else following.title.text(),
            "class": self._class,
        }

    def _label(self, item: Item) -> list[str]:
        own = item.exercises[0].asks if item.exercises else ""
        tries, right_at = self.progress.mark(item.key, own) if item.key else (0, 0)
        done = "" if not tries else " ✓" if right_at else " ✗"
        return [item.heading(solved=False).text(), item.title.text(), done]

    def _progress(self) -> str:
        if self._endless:
            asked, right = self.progress.score(self.clause or EVERYTHING)
            return f"{right}/{asked} {say('lesson-first_try')}" if asked else ""
        pairs = [(i.key, i.exercises[0].asks) for i in self._items if i.key and i.exercises]
        if len(pairs) < 2:
            return ""
        return f"{self.progress.right(pairs)}/{len(pairs)} {say('lesson-solved')}"

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: dict[str, Any]) -> None:
        match one_of(str(content["kind"]), MESSAGES, "message"):
            case "open":
                kept = {key: content["state"][key] for key in ("records", "seen", "queue")}
                with self.hold_sync():
                    self._go(**kept)
                    self._open(int(content["place"]))
            case "answered":
                place, number = int(content["place"]), int(content["question"])
                within(place, len(self._items), "place", "items in this lesson")
                exercise = self._items[place].exercises[number]
                answer = read_answer(exercise, answer_from_browser(exercise, content["given"]))
                self._book(place, number, answer, first=bool(content["first"]))
            case "reset" | "next_idea" | "practise" as name:
                getattr(self, name)()


MESSAGES: Final = ("open", "answered", "reset", "next_idea", "practise")
"""What the browser asks for."""


# ------------------------------------------------------------------ what somebody knows


def known_panel(progress: LearningProgress) -> Markup:
    """The map of the rules, each with a star for every day on which it went right."""
    deck = progress.deck
    due = {label for label, _ in due_cards(deck, today())}
    rows = [
        tag("div", *(_chip(deck, label, label in due) for label in labels), class_="kll-known-row")
        for _, labels in groupby(CASES, key=lambda label: label[0])
    ]
    how = tag("p", say("practice-how", n=MASTERED), class_="kll-known-how")
    copy = tag(
        "a", say("practice-copy"), download="khronos-progress.json",
        href="data:application/json;charset=utf-8," + quote(progress.exported()),
    )  # fmt: skip
    kept = say("practice-kept", path=str(progress.path))
    kept = tag("p", kept, " ", copy, class_="kll-known-how")
    return tag("div", tag("details", tag("summary", known_text(deck)), how, *rows, kept))


def known_text(deck: Deck) -> str:
    mastered = sum(stars(deck, label) == MASTERED for label in CASES)
    due = len(due_cards(deck, today()))
    return say("practice-known", n=mastered, all=len(CASES), due=due)


def _chip(deck: Deck, label: str, due: bool) -> Markup:
    number = stars(deck, label)
    days = [due_day(tries) for card, tries in deck.items() if card[0] == label]
    again = [say("practice-again", day=min(days).isoformat())] if days else []
    told = ". ".join([rule_name(label), f"{number}/{MASTERED}", *again])
    mark = [tag("span", capital(say("practice-due")), class_="kll-known-due")] if due else []
    return tag(
        "button", tag("b", label), " ", say(f"rule_name-{label}"), " ",
        "●" * number + "○" * (MASTERED - number), *mark,
        type="button", title=told, aria_label=told, data_rule=label, class_=f"kll-known-{number}",
    )  # fmt: skip


class LessonList:
    """All lessons in the order of learning, with what is mastered and what is due.

    The introduction comes first; below each lesson are the ideas that it can be taken in.
    """

    def __init__(self, progress: LearningProgress) -> None:
        self._progress, self._language = progress, current_language()
        self.rows = [(say("course-introduction"), "", "", "")]
        """Title, questions right, rules mastered, questions due; of an idea only the first two."""
        deck = progress.deck
        due = [label for label, _ in due_cards(deck, today())]
        for name, title in LESSONS.items():
            taught = [each for each in scenarios() if each.lesson == name]
            rules = [label for label in CASES if any(label in each.clauses for each in taught)]
            mastered = sum(stars(deck, label) == MASTERED for label in rules)
            waiting = sum(label in rules for label in due)
            counts = (f"{mastered}/{len(rules)}", str(waiting))
            self.rows.append((title.text(), self._right(taught), *counts))
            for idea in IDEAS:
                if idea.scenarios[0].lesson == name:
                    self.rows.append((idea.title.text(), self._right(idea.scenarios[1:]), "", ""))

    def _right(self, asked: Sequence[Scenario]) -> str:
        right = self._progress.right((each.id, each.asks) for each in asked)
        return f"{right}/{len(asked)}"

    def _heads(self) -> list[str]:
        keys = ("practice-lesson", "practice-scenarios", "practice-mastered", "practice-questions")
        return [capital(say(key)) for key in keys]

    def _repr_html_(self) -> str:
        with speaking(self._language):
            head = [tag("th", each, scope="col") for each in self._heads()]
            known = tag("p", known_text(self._progress.deck), " ", tag("code", "kl.practice()"))
        rows = []
        for title, right, mastered, due in self.rows:
            idea = bool(right) and not mastered  # It stands further in.
            style = f"text-align: left; padding-left: {2.5 if idea else 0.5}em"
            name = tag("td" if idea else "th", title, " ", tag("code", f'kl.lesson("{title}")'),
                       scope=None if idea else "row", style=style)  # fmt: skip
            rows.append((name, right, mastered, due))
        return together([table(head, rows), known])

    def __repr__(self) -> str:
        with speaking(self._language):
            lines = [tuple(self._heads())]
        lines += [(f"  {x[0]}" if x[1] and not x[2] else x[0], *x[1:]) for x in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        rows = ("  ".join(x.ljust(n) for x, n in zip(line, widths, strict=True)) for line in lines)
        return "\n".join(row.rstrip() for row in rows)
