"""Every scenario of the library is true, small, readable, and in its place."""

from __future__ import annotations

import re

import pytest

from khronos_lab.core import Populate, bits, name, square
from khronos_lab.lessons import (
    LESSONS,
    clauses_shown,
    load_scenario,
    problems,
    scenario,
    scenarios,
    scenarios_for,
    write_scenario,
)
from khronos_lab.rulebook import KhronosError, clauses, data_file
from tests.lessons.questions import exercises_in

FILES = sorted(data_file("scenarios").iterdir())
ALL = pytest.mark.parametrize("each", scenarios(), ids=lambda each: each.id)
NEVER_SHOWN = ["S1", "S6", "T3"]
"""Set-up, the bank, and that actions come in any order: no single move shows them."""


@ALL
def test_a_scenario_is_true(each):
    assert problems(each) == ()


@ALL
def test_a_scenario_is_small_enough_for_three_boards_in_a_row(each):
    grid = each.position.grid
    assert grid.columns <= 9
    assert grid.rows <= 7
    assert len(each.position.players) <= 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_the_same_to_the_byte_when_written_again(path, tmp_path):
    write_scenario(load_scenario(path), tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@ALL
def test_texts_are_short_and_in_two_languages(each):
    assert len(each.title.en) <= 50
    for words in (each.title, each.question, each.explanation):
        assert words.en != words.de
        assert all(len(text) <= 600 for text in words)
        assert not any("  " in text or text != text.strip() for text in words)
    for words in (each.question, each.explanation):
        assert words.en[-1] in ".?"
        assert words.de[-1] in ".?"
    assert each.question.en.endswith("?")
    assert each.question.de.endswith("?")


def squares_in(text):
    return set(re.findall(r"\b[a-i][1-9]\b", text))


@ALL
def test_both_languages_name_the_same_squares_and_clauses_and_they_exist(each):
    area = {name(sq) for sq in bits(each.position.grid.area)}
    for words in (each.question, each.explanation):
        assert squares_in(words.en) == squares_in(words.de)
        assert squares_in(words.en) <= area
        labels = re.compile(r"\b[A-Z][0-9][ab]?\b")
        assert set(labels.findall(words.en)) == set(labels.findall(words.de)) <= set(clauses())


ENGLISH_WORDS = re.compile(
    r"\b(the|and|keep|castle|abbey|town|city|domain|shadow|cube|Might|Faith|Reason)\b"
)


@ALL
def test_the_german_text_is_german_but_for_the_name_of_a_switch(each):
    for words in (each.title, each.question, each.explanation):
        assert not ENGLISH_WORDS.search(re.sub(r"`[^`]*`", "", words.de))


@ALL
def test_the_explanation_begins_with_the_answer(each):
    first = re.split(r"[.:,]", each.explanation.en)[0]
    if each.answer in ("yes", "no"):
        assert first.lower().startswith((each.answer, "not yet"))
        german = {"yes": "ja", "no": "n"}[each.answer]
        assert each.explanation.de.lower().startswith(german)


@ALL
def test_what_a_scenario_is_for_comes_up_in_the_reasons_of_its_exercises(each):
    reasons = {label for exercise in exercises_in(each, trivial=True) for label in exercise.clauses}
    assert reasons & {*each.clauses, *(label[:2] for label in each.clauses)}


# ------------------------------------------------------------------ the library as a whole


def test_there_are_enough_of_them_and_they_are_numbered_in_order():
    ids = [each.id for each in scenarios()]
    numbers = list(dict.fromkeys(each[:2] for each in ids))
    assert numbers == [f"{number:02}" for number in range(1, len(numbers) + 1)]
    assert len(ids) >= 40
    assert [path.name.partition("_")[0] for path in FILES] == ids


def test_lessons_come_one_after_the_other_and_end_with_cascades():
    lessons = list(dict.fromkeys(each.lesson for each in scenarios()))
    assert lessons == list(LESSONS)
    assert [each.lesson for each in scenarios()] == sorted(
        (each.lesson for each in scenarios()), key=lessons.index
    )


def test_positions_and_moves_are_not_told_twice_with_the_same_question():
    told = [(each.position, each.lead, each.move, each.asks) for each in scenarios()]
    assert len(set(map(repr, told))) == len(told)


def test_every_worked_example_is_among_them():
    assert {each.example for each in scenarios()} - {None} == set(range(1, 18))


def test_every_clause_that_a_move_can_show_has_a_scenario():
    missing = [label for label in clauses() if not scenarios_for(label)]
    assert missing == NEVER_SHOWN


@pytest.mark.parametrize("label", [x for x in clauses() if x[0] in "BCDHGX" or x == "T5"])
def test_a_clause_of_the_lessons_is_the_main_point_of_a_scenario(label):
    if label == "B3":  # Its parts are the point; B3 itself is shown by shadows that appear.
        assert scenarios_for(label)
    assert any(label in each.clauses[:2] for each in scenarios_for(label))


@pytest.mark.parametrize("label", ["D1", "H1", "G1", "T5", "A5", "A2", "T2", "T4"])
def test_there_is_a_forbidden_move_for(label):
    broken = [each.trial.violation for each in scenarios_for(label)]
    assert any(violation is not None and violation.clause == label for violation in broken)


# ------------------------------------------------------------------ finding one


def test_one_is_found_by_its_number():
    assert scenario("03") is scenario(3) is scenarios()[2]
    with pytest.raises(KhronosError, match="no scenario is called '999'; there are 01 to"):
        scenario("999")


def test_those_for_a_clause_begin_with_those_that_name_it_first():
    found = scenarios_for("b6")
    assert found[0].clauses[0] == "B6"
    firsts = [each.clauses[0] == "B6" for each in found]
    assert firsts == sorted(firsts, reverse=True)
    assert all("B6" in clauses_shown(each.trial) for each in found)


def test_every_step_of_a_lead_is_played():
    each = next(each for each in scenarios() if len(each.lead) == 4)
    assert len(each.trials) == 5
    assert each.state == each.trials[-1].before
    assert each.trials[1].before == each.trials[0].after
    assert each.action == Populate(square("c1"))
