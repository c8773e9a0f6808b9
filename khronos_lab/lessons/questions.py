"""All questions: what can be asked, which rules that trains, and exercises without end.

One seed gives the same exercises in any process. The cases of a clause come in rounds, shuffled,
so that each comes as often as any other; without a clause the clauses come in rounds, too, because
what is mixed is learnt better than what is drilled. No exercise may be guessed: where the look of
positions would tell the answer, others are made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final, TypeVar

from khronos_lab.core import events as e
from khronos_lab.lessons import actions, domains, shadows
from khronos_lab.lessons.exercise import AnswerKind, Exercise, Feedback, Trial
from khronos_lab.lessons.position_builder import Workshop
from khronos_lab.lessons.topics import Case, Topic, deciding_rule, rule
from khronos_lab.rulebook import KhronosError, Said, clauses, quoted
from khronos_lab.rulebook import clause as clause_of

MISTAKE: Final = "mistake"  # the first half of such cards, where others have a rule


class BetterTurn(Topic):
    """Asks for the best turn where one's own was not; made from a review, never from a sketch."""

    name = MISTAKE
    kind = AnswerKind.TURN

    def therefore(self, exercise: Exercise) -> Said:
        return Said("so-turn")


TOPICS: Final[dict[str, Topic]] = {
    topic.name: topic
    for module in (actions, shadows, domains)
    for topic in Topic.known.values()
    if type(topic).__module__ == module.__name__
}
"""What can be asked, in the order in which a lesson asks it."""
CASES: Final[dict[str, tuple[tuple[str, Case], ...]]] = {
    label: found
    for label in clauses()
    if (found := tuple((x.name, case) for x in TOPICS.values() for case in x.trains.get(label, ())))
}
"""By clause, in the order of the rules page: topics and cases; what is not here is not asked."""


def exercises_on(trial: Trial, *, trivial: bool = False) -> tuple[Exercise, ...]:
    """The exercises that a trial makes possible."""
    possible = (exercise for topic in TOPICS.values() for exercise in topic.ask(trial))
    return tuple(each for each in possible if trivial or not each.trivial)


def exercise_on(trial: Trial, asks: str) -> Exercise:
    """The one exercise that asks this, trivial or not."""
    topic = asks.partition(" ")[0]
    if topic not in TOPICS:
        raise KhronosError(f"nothing can be asked about {topic!r}; topics are {', '.join(TOPICS)}")
    possible = {each.asks: each for each in TOPICS[topic].ask(trial)}
    if asks not in possible:
        others = ", ".join(possible) or "nothing"
        raise KhronosError(f"{asks!r} cannot be asked here; about {topic} there is: {others}")
    return possible[asks]


def feedback_on(exercise: Exercise) -> Feedback:
    """What to say about the wrong answers to an exercise."""
    return Topic.known[exercise.topic].missed(exercise)


def fresh_questions(possible: Iterable[Exercise], most: int) -> tuple[Exercise, ...]:
    """Questions about one move, the first ones, whose answers no verdict before gives away."""
    found: list[Exercise] = []
    for each in possible:
        mottos = [rule(label) for label in each.clauses]
        events = [reason for reason in each.because if reason not in mottos]
        known = any(
            each.topic in (x.topic, *TOPICS[x.topic].reveals)
            or any(event in x.because for event in events)
            for x in found
        )
        if len(found) < most and not known:
            found.append(each)
    return tuple(found)


def topics_of(label: str) -> tuple[str, ...]:
    """The kinds of questions that are asked about a clause."""
    return tuple(dict.fromkeys(topic for topic, _ in CASES.get(label, ())))


def booked(
    exercise: Exercise, taught: tuple[str, ...] = (), *, right: bool = False
) -> tuple[str, str] | None:
    """The card on which an answer is kept: a rule, and the sort of question.

    A right one counts for the rule that was practised. A mistake is one about the rule that
    decides: a castle that B3a stops is booked to B3a, whatever the exercise was made for. None if
    the rule is not practised.
    """
    if exercise.topic == MISTAKE:
        return MISTAKE, exercise.asks.split()[1]
    if right and exercise.clause:
        return exercise.clause, exercise.topic
    rules = (deciding_rule(exercise, taught), deciding_rule(exercise), exercise.clause, *taught)
    near = [each for label in filter(None, rules) for each in (label, label[:2])]
    for label in dict.fromkeys(near):
        if exercise.topic in topics_of(label):
            return label, exercise.topic
    return next(((label, topics_of(label)[0]) for label in near if label in CASES), None)


DIFFICULTIES: Final = ("easy", "medium", "hard")
LOADS: Final = (range(9), range(3, 26), range(6, 1000))
"""By difficulty: how much there may be to see, see `load`."""
CROWD: Final = 3  # this many buildings on the boards are as much to look at as one effect
TRIES: Final = 150  # positions that are built for one case before another one takes its turn
FAIR_TRIES: Final = 12  # exercises of one case from which the fairest is taken

T = TypeVar("T")


def difficulties(label: str, topics: Sequence[str] = ()) -> tuple[str, ...]:
    """The difficulties in which a clause is asked about, if wanted by certain kinds of question."""
    cases = [case for topic, case in CASES.get(label, ()) if not topics or topic in topics]
    sizes = {size for case in cases for size in case.sizes}
    return tuple(name for size, name in enumerate(DIFFICULTIES, 1) if size in sizes)


def mixed(
    clause: str | None = None, difficulty: str | None = None, seed: int | str = 0
) -> Iterator[Exercise]:
    """Exercises without end: about a clause or any, easy, medium, hard or as they come.

    >>> made = next(mixed("B6", "easy", seed=1))
    >>> made.clause, "B6" in made.clauses
    ('B6', True)
    """
    wanted = None if clause is None else clause_of(clause)
    if difficulty is not None and difficulty not in DIFFICULTIES:
        known = ", ".join(DIFFICULTIES)
        raise KhronosError(f"{quoted(difficulty)} is not a difficulty; there are {known}")
    labels = [each for each in CASES if each[-1].isdigit()] if wanted is None else [wanted]
    labels = [x for x in labels if (difficulty in difficulties(x) if difficulty else x in CASES)]
    if not labels:
        assert wanted is not None
        offered = " or ".join(difficulties(wanted))
        raise KhronosError(
            f"there is no {difficulty} exercise on {wanted}; try {offered}"
            if offered
            else f"there is no exercise on {wanted}; practise one of {', '.join(CASES)}"
        )
    rng = Random(f"exercises {seed} {wanted} {difficulty}".encode(errors="surrogatepass"))
    return _mixed(labels, difficulty, rng)


def _mixed(labels: list[str], difficulty: str | None, rng: Random) -> Iterator[Exercise]:
    makers = {label: Maker(label, rng) for label in labels}
    for label in _shuffled_rounds(labels, rng):
        yield makers[label].make(difficulty)


def _shuffled_rounds(things: Sequence[T], rng: Random) -> Iterator[T]:
    last: list[T] = []
    while True:
        order = rng.sample(things, len(things))
        if order[:1] == last and len(order) > 1:
            order.append(order.pop(0))
        yield from order
        last = order[-1:]


class Maker:
    """Makes exercises on one clause, its cases in turn."""

    def __init__(self, label: str, rng: Random) -> None:
        self.label, self.rng = label, rng
        self._cases = {
            name: _shuffled_rounds([each for each in CASES[label] if size in each[1].sizes], rng)
            for size, name in enumerate(DIFFICULTIES, 1)
            if name in difficulties(label)
        }
        self._seen: Counter[tuple[object, ...]] = Counter()
        """How often an answer went with a cue."""

    def make(self, difficulty: str | None = None, topics: Sequence[str] = ()) -> Exercise:
        chosen = difficulty or self.rng.choice(difficulties(self.label, topics))
        for topic, case in islice(self._cases[chosen], 2 * len(CASES[self.label])):
            found = self._made(topic, case, chosen) if not topics or topic in topics else None
            if found is not None:
                self._seen.update(self._cues(found))
                return replace(found, clause=self.label, difficulty=chosen, case=case.name)
        raise KhronosError(f"no {chosen} exercise on {self.label} could be made; try another rule")

    def _made(self, topic: str, case: Case, difficulty: str) -> Exercise | None:
        """An exercise of a case, the fairest of several."""
        size = DIFFICULTIES.index(difficulty) + 1
        best, least, fair = None, 0.0, 0
        for _ in range(TRIES):
            trial = case.sketch(Workshop(self.rng), size)
            if trial is None or load(trial) not in LOADS[size - 1]:
                continue
            found = [each for each in TOPICS[topic].ask(trial) if case.fits(each)]
            for each in self.rng.sample(found, len(found)):
                bias = self._bias(each)
                if best is None or bias < least:
                    best, least = each, bias
            fair += bool(found)
            if best is not None and (least <= 0.5 or fair >= FAIR_TRIES):
                return best
        return best

    def _cues(self, exercise: Exercise) -> Iterator[tuple[object, ...]]:
        """What goes with an answer and is seen without knowing the rule."""
        answer = relative_answer(exercise)
        exempt = TOPICS[exercise.topic].told_by.get(self.label, ())
        for name, value in {**cues(exercise), "": ""}.items():
            if name not in exempt:
                yield exercise.topic, name, value, answer

    def _bias(self, exercise: Exercise) -> float:
        """How far an answer is ahead of the others where any one cue is as it is here."""
        answers = {key[-1] for key in self._seen if key[0] == exercise.topic}
        answers.add(relative_answer(exercise))
        worst = -1.0
        for *cue, answer in self._cues(exercise):
            others = [self._seen[(*cue, each)] for each in answers if each != answer]
            if others:
                worst = max(worst, self._seen[(*cue, answer)] - sum(others) / len(others))
        return worst


def cues(exercise: Exercise) -> dict[str, object]:
    """What can be seen of an exercise at a glance: somebody might guess by any of these."""
    action, state = exercise.action, exercise.state
    return {
        "verb": type(action).__name__,
        "kind": getattr(action, "kind", None),
        "rank": getattr(action, "rank", None),
        "age": getattr(action, "age", None),
        "asked": exercise.age,
        "crowd": sum(not each.printed for board in state.boards for each in board) // 4,
        "sentences": exercise.prompt("en").count(". "),
    }


def relative_answer(exercise: Exercise) -> object:
    """An answer as somebody guesses it: yes, a number, a clause, whose turn it is, nothing."""
    right, seat = exercise.correct, exercise.state.seat
    if not isinstance(right, tuple):
        return right
    if not right:
        return "none"
    if exercise.kind.value == "players":
        return "several" if len(right) > 1 else (right[0] - seat) % len(exercise.state.players)
    return len(right)


def load(trial: Trial) -> int:
    """How much there is to see: effects of the move, and buildings to look through."""
    standing = sum(not each.printed for board in trial.before.boards for each in board)
    return sum(_is_effect(entry.event) for entry in trial.log) + standing // CROWD


def _is_effect(event: e.Event) -> bool:
    about = event.about
    told = event.changes or about.stop is not None
    ripples = about.ripple and not about.action and not isinstance(event, e.Payment)
    return isinstance(event, e.Taxation) or (told and ripples)
