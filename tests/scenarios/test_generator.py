"""Generated exercises: what random games reach, how hard it is, and that the answers are true."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest

from khronos_lab.core import events as e
from khronos_lab.core.position.reader import read_position
from khronos_lab.core.position.writer import position_text
from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.errors import KhronosError, UnknownClause
from khronos_lab.rules.validity import faults
from khronos_lab.scenarios.clauses_shown import clauses_shown
from khronos_lab.scenarios.generator import (
    DIFFICULTIES,
    FORBIDDING,
    effects,
    exercises,
)
from khronos_lab.scenarios.library import scenarios
from khronos_lab.scenarios.questions.tried_action import look
from khronos_lab.scenarios.truth_checks import exercises_in
from tests.scenarios import oracle

TAUGHT = [label for label in clauses() if label[0] in "BCDHGX" or label == "T5"]


@pytest.mark.parametrize("label", TAUGHT)
def test_random_games_reach_the_clause(label):
    exercise = next(exercises(label, seed=3))
    seen = look(exercise.state, exercise.action, exercise.answers)
    assert any(each == label or each[:-1] == label for each in exercise.clauses)
    if seen.done or seen.violation is not None:
        assert label in clauses_shown(seen)
    assert faults(exercise.state) == []
    assert read_position(position_text(exercise.state)) == exercise.state


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("label", ["B6", "C2", None])
def test_a_difficulty_is_the_number_of_effects(label, difficulty):
    for exercise in islice(exercises(label, difficulty, seed=5), 3):
        seen = look(exercise.state, exercise.action, exercise.answers)
        if seen.done or seen.violation is not None:
            assert effects(seen, label) in DIFFICULTIES[difficulty]


def sample():
    """Exercises as they come, some on conflicts and copies, and those of the library."""
    drawn = list(islice(exercises(seed=11), 60))
    for label, number in (("B3", 20), ("C2", 10), ("C3", 5)):
        drawn += islice(exercises(label, seed=11), number)
    return drawn + [exercise for each in scenarios() for exercise in exercises_in(each)]


def test_answers_agree_with_a_reading_of_the_boards_alone():
    checked: Counter[str] = Counter()
    for exercise in sample():
        expected = oracle.answer(exercise)
        if expected is not None:
            checked[exercise.topic] += 1
            assert exercise.correct == expected, (exercise.asks, exercise.state)
    assert min(checked.values()) >= 5
    assert len(checked) == 12


def test_they_ask_many_things_and_little_that_is_trivial():
    drawn = list(islice(exercises(seed=12), 100))
    topics = Counter(exercise.topic for exercise in drawn)
    assert len(topics) >= 12
    assert max(topics.values()) <= 30
    assert not any(exercise.trivial for exercise in drawn)


@pytest.mark.parametrize("label", ["B5", "C2", "D1", "G1"])
def test_practice_on_a_clause_does_not_ask_for_its_name(label):
    drawn = list(islice(exercises(label, seed=6), 24))
    assert sum(exercise.correct == label for exercise in drawn) <= 6


def test_b5_a_shadow_appears_or_not_when_pieces_are_few():
    drawn = [each for each in islice(exercises("B5", seed=3), 20) if each.topic == "shadow"]
    answers = Counter(each.correct for each in drawn)
    assert min(answers[True], answers[False]) >= 4
    assert all("B5" in each.clauses for each in drawn)


def test_c2_easy_exercises_have_something_to_compare():
    compared = []
    for exercise in islice(exercises("C2", "easy", seed=5), 20):
        seen = look(exercise.state, exercise.action, exercise.answers)
        compared += [event.strengths for _, event in seen.told(e.StrengthsCompared)][:1]
    assert len(compared) > 15
    assert sum(max(value for _, value in each) > 1 for each in compared) > 10


def test_b6_what_grows_is_seldom_all_that_is_asked_for():
    dull = 0
    drawn = [each for each in islice(exercises("B6", seed=1), 30) if each.topic == "erased"]
    for exercise in drawn:
        seen = look(exercise.state, exercise.action, exercise.answers)
        old = [event.old.square for _, event in seen.told(e.BuildingUpgraded)]
        dull += exercise.correct == tuple(old)
    assert len(drawn) > 10
    assert dull <= len(drawn) / 3


@pytest.mark.parametrize("label", FORBIDDING[:3])
def test_a_forbidding_clause_is_asked_with_both_answers(label):
    legal = [
        exercise.correct
        for exercise in islice(exercises(label, seed=2), 25)
        if exercise.topic == "legal"
    ]
    assert 0 < legal.count(True) < len(legal)


def test_one_seed_gives_the_same_exercises():
    one, two = (list(islice(exercises("C4", seed="x"), 4)) for _ in range(2))
    assert one == two
    assert one != list(islice(exercises("C4", seed="y"), 4))


PROGRAM = """
from itertools import islice
from khronos_lab.scenarios.generator import exercises
for exercise in islice(exercises(None, None, seed=7), 12):
    print(exercise.asks, exercise.answer, exercise.prompt("de"), exercise.state)
"""


def test_it_is_the_same_in_any_process():
    told = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0]) > 1000


def test_what_is_not_found_within_the_bound_is_said():
    with pytest.raises(KhronosError, match="no exercise on S6 was found in 50 actions"):
        next(exercises("S6", bound=50))
    with pytest.raises(KhronosError, match="no hard exercise on B1 was found in 300"):
        next(exercises("B1", "hard", bound=300))


def test_what_cannot_be_asked_is_refused_at_once():
    with pytest.raises(UnknownClause):
        exercises("Q1")
    with pytest.raises(KhronosError, match="'tough' is no difficulty; there are easy, medium"):
        exercises("B1", "tough")
