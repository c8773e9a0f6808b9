"""Made exercises: every case in its turn, fair answers, and answers that a second reading shares.

`python -m pytest tests/lessons/test_made.py -k two_thousand -s` prints what was made, how long it
took and how the answers are spread.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from itertools import islice, pairwise
from random import Random

import pytest

from khronos_lab.core import events as e
from khronos_lab.core import position_text, read_position
from khronos_lab.lessons import (
    CASES,
    DIFFICULTIES,
    AnswerKind,
    Exercise,
    Maker,
    difficulties,
    mixed,
    scenarios,
)
from khronos_lab.mechanics import faults
from khronos_lab.rulebook import KhronosError, UnknownClause
from tests.lessons import second_reading
from tests.lessons.questions import exercises_in

PAIRS = [(label, name) for label in CASES for name in difficulties(label)]
EACH = -(-2000 // len(PAIRS))
"""So many of every pair make two thousand."""
MOST = 0.75
"""No answer to one kind of question on one rule is right more often than this."""


@cache
def drawn(label: str, difficulty: str) -> tuple[tuple[Exercise, float], ...]:
    """Exercises of one pair, each with the processor time that it took."""
    maker, found = Maker(label, Random(f"two thousand {label} {difficulty}")), []
    for _ in range(EACH):
        start = time.process_time()
        made = maker.make(difficulty)
        found.append((made, time.process_time() - start))
    return tuple(found)


def sort_of_answer(made: Exercise) -> object:
    """The answer as far as it could be guessed: which squares they are cannot."""
    right, exercise = made.correct, made
    if not isinstance(right, tuple):
        return right
    if exercise.kind in (AnswerKind.BUILDINGS, AnswerKind.SQUARES):
        return f"{len(right)} of them"
    if len(right) == 1:
        return "whose turn it is" if right[0] == exercise.state.seat else "another"
    return f"{len(right)} players"


@pytest.mark.parametrize("label", CASES)
def test_two_thousand_exercises_are_a_mix_on_purpose(label):
    answers: dict[str, Counter[object]] = {}
    for difficulty in difficulties(label):
        made = drawn(label, difficulty)
        cases = Counter((each.topic, each.case) for each, _ in made)
        slowest = max(seconds for _, seconds in made) * 1000
        mean = sum(seconds for _, seconds in made) / len(made) * 1000
        print(f"\n{label} {difficulty}: {mean:.0f} ms, at most {slowest:.0f} ms; {dict(cases)}")
        # Each in its turn: no case was given up because its position could not be built.
        wanted = [
            (topic, x.name)
            for topic, x in CASES[label]
            if DIFFICULTIES.index(difficulty) + 1 in x.sizes
        ]
        assert set(cases) == set(wanted)
        assert max(cases.values()) - min(cases.values()) <= 2
        for each, _ in made:
            answers.setdefault(each.topic, Counter())[sort_of_answer(each)] += 1
    for topic, spread in answers.items():
        print(f"{label} {topic}: {dict(spread.most_common())}")
        if spread.total() >= 12 and topic not in WHERE_NOT_WHAT:
            assert max(spread.values()) / spread.total() <= MOST, topic


WHERE_NOT_WHAT = ("shrinks", "against", "conflict", "erased", "emptied")
"""Questions about places: one building or square among many cannot be guessed."""


@pytest.mark.parametrize("label", CASES)
def test_a_second_reading_of_the_rules_agrees_with_every_answer(label):
    for difficulty in difficulties(label):
        for made, _ in drawn(label, difficulty):
            told = (made.case, made.asks, made.action, made.state)
            assert second_reading.answer(made) == made.correct, told


@pytest.mark.parametrize("label", CASES)
def test_positions_keep_the_rules_and_can_be_written_down(label):
    for difficulty in difficulties(label):
        for made, _ in drawn(label, difficulty)[:6]:
            state = made.state
            assert faults(state) == []
            assert read_position(position_text(state)) == state


# ------------------------------------------------------------------ the cases of the hardest rules


def looks(label, *names):
    """What the engine says of the exercises of some cases."""
    for name in names or difficulties(label):
        for made, _ in drawn(label, name):
            yield made, made.trial


def test_c2_ties_are_rare_enough_and_strengths_differ():
    compared = []
    for _, seen in looks("C2"):
        compared += [event.strengths for _, event in seen.told(e.StrengthsCompared)][:1]
    ties = sum(len({value for _, value in each}) == 1 for each in compared)
    values = Counter(value for each in compared for _, value in each)
    print(f"C2: {ties} ties of {len(compared)}, strengths {dict(values.most_common())}")
    assert 0.2 < ties / len(compared) < 0.5
    assert max(values.values()) / values.total() < 0.5
    assert len(values) >= 5


def test_c2_cases_are_what_they_are_called():
    seen_cases: Counter[str] = Counter()
    for made, seen in looks("C2"):
        rivals = next(event for _, event in seen.told(e.ConflictFound)).buildings
        own = sum(each.owner == seen.before.seat for each in rivals)
        weaker = sum(each < max(seen.strengths) for each in seen.strengths)
        seen_cases[made.case] += 1
        expected = {
            "one side stronger": weaker == 1,
            "two weaker sides": weaker == 2 or made.correct == 2,
            "tie with own": weaker == 0 and own,
            "tie with two of one's own": weaker == 0 and own == 2,
            "tie without own": weaker == 0 and not own,
            "falls apart": bool(seen.events(e.DomainSplit)),
        }
        assert expected.get(made.case, True), made
    assert len(seen_cases) == 9


def test_b6_one_several_partly_covered_with_cubes_own_and_nothing():
    sizes: Counter[int] = Counter()
    for made, seen in looks("B6"):
        gone = [x.event for x in seen.log if isinstance(x.event, e.Paradox)]
        if made.topic == "erased":
            sizes[min(3, len(made.correct))] += 1
        if made.case == "cubes":
            assert any(event.building.cubes for event in gone)
        if made.case == "own":
            assert any(event.building.owner == seen.before.seat for event in gone)
        if made.case == "partly covered":
            square, rank = seen.placing.square, seen.placing.rank
            squares = {square + 17 * row + column for row in range(rank) for column in range(rank)}
            assert any(set(event.building.squares) - squares for event in gone)
    print(f"B6: so many erased: {dict(sorted(sizes.items()))}")
    assert min(sizes[number] for number in (0, 1, 2)) / sizes.total() > 0.1
    assert max(sizes.values()) / sizes.total() < 0.6


# ------------------------------------------------------------------ without a clause


def test_clauses_are_interleaved():
    labels = [each.clause for each in islice(mixed(seed=4), 60)]
    assert all(one != other for one, other in pairwise(labels))
    assert len(set(labels[:30])) == 30


@pytest.mark.parametrize("label", ["B5", "C2", "D1", "G1"])
def test_practice_on_a_clause_does_not_ask_for_its_name(label):
    assert not any(x.correct == label for x in islice(mixed(label, seed=6), 12))


NOT_READ = ("clause", "pays", "late", "ruler", "against")
"""What the second reading says nothing of, or only of positions that were made for it."""


def test_the_second_reading_agrees_with_the_library():
    checked: Counter[str] = Counter()
    for exercise in (exercise for each in scenarios() for exercise in exercises_in(each)):
        if exercise.topic not in NOT_READ:
            checked[exercise.topic] += 1
            assert second_reading.answer(exercise) == exercise.correct, exercise.asks
    assert len(checked) > 15


# ------------------------------------------------------------------ seeds, and what is refused


def test_one_seed_gives_the_same_exercises():
    one, two = (list(islice(mixed("C4", seed="x"), 4)) for _ in range(2))
    assert one == two
    assert one != list(islice(mixed("C4", seed="y"), 4))


PROGRAM = """
from itertools import islice
from khronos_lab.lessons import mixed
for exercise in islice(mixed(None, None, seed=7), 12):
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


def test_what_cannot_be_asked_is_refused_at_once():
    with pytest.raises(UnknownClause):
        mixed("Q1")
    with pytest.raises(KhronosError, match='"tough" is not a difficulty; there are easy, medium'):
        mixed("B1", "tough")
    with pytest.raises(KhronosError, match="there is no hard exercise on B1; try easy or medium"):
        mixed("B1", "hard")
    with pytest.raises(KhronosError, match="there is no exercise on S6; practise one of S2, S5"):
        mixed("S6")
