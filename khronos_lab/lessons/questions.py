"""All questions: what can be asked about a trial, and which rules that trains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# Importing a module makes its topics known.
from khronos_lab.lessons import conflicts, placing, shadows, taxes
from khronos_lab.lessons.exercise import Exercise, Feedback
from khronos_lab.lessons.own_mistakes import MISTAKE
from khronos_lab.lessons.topics import Case, Topic, deciding_rule, rule
from khronos_lab.lessons.trial import Trial
from khronos_lab.rulebook import KhronosError, clauses

TOPICS: Final[dict[str, Topic]] = {
    topic.name: topic
    for module in (placing, shadows, conflicts, taxes)
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
