"""Nothing can be guessed: no single cue, and no answer said every time, beats chance by much.

Every sort of question on every rule and level is answered by the best single cue: the kind, rank
and age of what is built, how crowded the boards are, how long the question is; and by always saying
the commonest answer. A cue may tell the answer only where it is the rule itself, as the rank is in
B1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

import pytest

from khronos_lab.lessons import CASES, TOPICS, AnswerKind, Exercise, Maker, difficulties, topics_of

NUMBER = 36
"""Exercises of each sort; a multiple of the numbers of cases."""
TWO, MORE = 0.60, 0.15
"""The largest share that a guesser may get right: of two answers; above chance, of more."""
SLACK = 0.06
"""Of so few exercises: about one standard error."""
PLACES = (AnswerKind.SQUARES, AnswerKind.BUILDINGS)


def kinds_asked() -> Iterator[tuple[str, str, str]]:
    for label in CASES:
        for topic in topics_of(label):
            for difficulty in difficulties(label, (topic,)):
                yield label, topic, difficulty


def answer(exercise: Exercise) -> object:
    """An answer as one guesses it: players by whose turn it is, places by their number."""
    right = exercise.correct
    if not isinstance(right, tuple):
        return right
    if exercise.kind in PLACES:
        return len(right)
    players = len(exercise.state.players)
    return tuple(sorted((each - exercise.state.seat) % players for each in right))


def position(exercise: Exercise) -> object:
    """The answer's place in the list that is shown."""
    values = [option.value for option in exercise.options]
    right = exercise.correct
    if exercise.kind is AnswerKind.BUILDINGS and isinstance(right, tuple):
        return tuple(map(values.index, right))
    return values.index(right) if right in values else right


def cues(exercise: Exercise) -> dict[str, object]:
    action, state = exercise.action, exercise.state
    return {
        "verb": type(action).__name__,
        "kind": getattr(action, "kind", None),
        "rank": getattr(action, "rank", None),
        "age": getattr(action, "age", None),
        "crowd": sum(not each.printed for board in state.boards for each in board) // 4,
        "sentences": exercise.prompt("en").count(". "),
        "length": len(exercise.prompt("en")) // 40,
    }


def guessed(made: list[Exercise], cue: str) -> float:
    """How often the best answer for each value of a cue is right, for exercises not counted."""
    seen: dict[object, Counter[object]] = defaultdict(Counter)
    for each in made:
        seen[cues(each)[cue]][answer(each)] += 1
    right = 0.0
    for each in made:
        others = seen[cues(each)[cue]].copy()
        others[answer(each)] -= 1
        best = max(others.values())
        if best > 0 and others[answer(each)] == best:
            right += 1 / sum(value == best for value in others.values())
    return right / len(made)


@pytest.mark.parametrize(("label", "topic", "difficulty"), list(kinds_asked()))
def test_no_answer_can_be_guessed(label, topic, difficulty):
    maker = Maker(label, Random(f"guessing {label} {topic} {difficulty}"))
    made = [maker.make(difficulty, (topic,)) for _ in range(NUMBER)]
    answers = Counter(map(answer, made))
    common = [each for each, times in answers.items() if times >= NUMBER / 20]
    if len(common) == 1 and topic in ALWAYS:
        return
    allowed = TWO if len(common) <= 2 else 1 / len(common) + MORE
    exempt = TOPICS[topic].told_by.get(label, ())
    if made[0].kind not in PLACES:
        told = {name: guessed(made, name) for name in cues(made[0]) if name not in exempt}
        told["always the same"] = max(answers.values()) / NUMBER
        worst = max(told, key=lambda name: told[name])
        assert told[worst] <= allowed + SLACK, (worst, told[worst], allowed, answers)
    if made[0].kind is not AnswerKind.YES_NO:
        places = Counter(map(position, made))
        assert max(places.values()) / NUMBER <= 0.6 + SLACK, places


ALWAYS = ("shrinks", "against")
"""One building among many: which one has to be found."""
