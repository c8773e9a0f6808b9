"""Worksheets: the same for a seed, in both languages, on paper and as a page."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest

from khronos_lab.lessons import main_exercise, scenario, worksheet
from khronos_lab.rulebook import KhronosError, data_file
from tests.board.hostile import BAD
from tests.lessons import second_reading


def pages(path):
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def test_clauses_take_turns_and_a_seed_gives_the_same_sheet():
    sheet = worksheet("B3", "C2", n=6, seed=7)
    assert sheet == worksheet("B3", "C2", n=6, seed=7)
    assert sheet != worksheet("B3", "C2", n=6, seed=8)
    for number, exercise in enumerate(sheet.exercises):
        labels = ("B3", "B3a", "B3b") if number % 2 == 0 else ("C2",)
        assert set(labels) & set(exercise.clauses)
        assert second_reading.answer(exercise) == exercise.correct


def test_the_page_has_every_question_its_answer_and_why(tmp_path):
    sheet = worksheet("B6", "H1", n=4, seed=2, language="de")
    text = sheet.save(tmp_path / "blatt.html").read_text("utf-8")
    assert text.count("<img") == 4
    assert "Antworten und Gründe" in text
    for exercise in sheet.exercises:
        assert exercise.prompt("de") in text
        assert any(each.words.text("de") in text for each in exercise.because)
    assert "http" not in re.sub(r"base64,[\w+/=]+", "", text)


def test_what_can_be_chosen_is_printed(tmp_path):
    sheet = worksheet("B3", "C2", "B6", n=9, seed=4)
    text = sheet.save(tmp_path / "sheet.html").read_text("utf-8")
    kinds = {each.kind.value for each in sheet.exercises}
    assert kinds >= {"yes or no", "buildings"}
    assert "☐ yes      ☐ no" in text
    assert "Buildings, by a square each: ____" in text


def test_scenarios_of_ones_own_come_first_and_alone_are_a_sheet(tmp_path):
    file = tmp_path / "my.khs"
    shutil.copy(data_file("scenarios") / "46_paradox.khs", file)
    sheet = worksheet(file, "B3", n=3, seed=1)
    assert sheet.exercises[0].prompt("en") == scenario(46).question.en
    assert len(sheet.exercises) == 3
    alone = worksheet(str(file), scenario(11))
    assert [x.asks for x in alone.exercises] == ["erased Faith", main_exercise(scenario(11)).asks]


def test_hostile_names_do_no_harm(tmp_path):
    taught = scenario(46)
    players = zip(taught.state.players, BAD, strict=False)
    named = taught.state._replace(players=tuple(p._replace(name=n) for p, n in players))
    sheet = worksheet(replace(taught, position=named))
    text = sheet.save(tmp_path / "sheet.html").read_text("utf-8")
    assert ("<script" in text, "<img src=x" in text) == (False, False)
    assert pages(sheet.save(tmp_path / "sheet.pdf")) == 2
    with pytest.raises(KhronosError, match=r"saved as \.pdf or \.html, not as 'sheet\.docx'"):
        sheet.save(tmp_path / "sheet.docx")


@pytest.mark.parametrize(
    ("about", "options", "said"),
    [
        (("S6",), {}, "there is no exercise on S6"),
        (("B1",), {"difficulty": "hard"}, "there is no hard exercise on B1; try easy or medium"),
        (("B3",), {"n": 0}, "a worksheet has 1 to 60 exercises, not 0"),
        (("B3",), {"n": "3"}, 'exercises, not "3"'),
        (("Q7",), {}, "no clause 'Q7'"),
        ((7,), {}, "about clauses and scenarios, not 7"),
        ((), {"difficulty": "tough"}, "is not a difficulty"),
    ],
)
def test_what_cannot_be_printed_is_refused(about, options, said):
    with pytest.raises(KhronosError, match=said):
        worksheet(*about, **options)
