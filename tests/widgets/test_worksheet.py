"""Worksheets: the same for a seed, in both languages, on paper and as a page."""

from __future__ import annotations

import re
import shutil

import pytest

from khronos_lab.drawing import Table, new_figure
from khronos_lab.rulebook import AGES, LANGUAGES, KhronosError, data_file, say
from khronos_lab.scenarios import main_exercise, scenario
from khronos_lab.widgets import PAWN, draw_question, pawn_spot, worksheet
from tests.scenarios import second_reading
from tests.support import in_language
from tests.viewer.hostile import BAD


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


def test_twelve_exercises_are_one_page_and_the_key_another(tmp_path):
    path = worksheet("H1", n=12, seed=1).save(tmp_path / "sheet.pdf")
    assert pages(path) == 2
    assert pages(worksheet("H1", n=13, seed=1).save(tmp_path / "more.pdf")) >= 3


def test_the_page_has_every_question_its_answer_and_why(tmp_path):
    sheet = worksheet("B6", "H1", n=4, seed=2, language="de")
    text = sheet.save(tmp_path / "blatt.html").read_text("utf-8")
    assert text.count("<img") == 4
    assert "Antworten und Gründe" in text
    for exercise in sheet.exercises:
        assert exercise.prompt("de") in text
        assert exercise.because[-1].words.text("de") in text
    assert "http" not in re.sub(r"base64,[\w+/=]+", "", text)


def test_scenarios_of_ones_own_come_first_and_alone_are_a_sheet(tmp_path):
    file = tmp_path / "my.khs"
    shutil.copy(data_file("scenarios") / "46_paradox.khs", file)
    sheet = worksheet(file, "B3", n=3, seed=1)
    assert sheet.exercises[0].prompt("en") == scenario(46).question.en
    assert len(sheet.exercises) == 3
    alone = worksheet(str(file), scenario(11))
    assert [x.asks for x in alone.exercises] == ["erased Faith", main_exercise(scenario(11)).asks]


def test_hostile_names_do_no_harm(tmp_path):
    sheet = worksheet("H1", n=1, seed=1)
    state = sheet.exercises[0].state
    named = state._replace(
        players=tuple(p._replace(name=n) for p, n in zip(state.players, BAD, strict=False))
    )
    object.__setattr__(sheet.exercises[0], "state", named)
    text = sheet.save(tmp_path / "sheet.html").read_text("utf-8")
    assert "<script" not in text
    assert "<img src=x" not in text
    assert pages(sheet.save(tmp_path / "sheet.pdf")) == 2


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


def test_other_files_are_refused(tmp_path):
    with pytest.raises(KhronosError, match=r"saved as \.pdf or \.html, not as 'sheet\.docx'"):
        worksheet("H1", n=1).save(tmp_path / "sheet.docx")


def test_without_a_clause_every_rule_may_come_up():
    sheet = worksheet(n=8, seed=3)
    assert len({exercise.topic for exercise in sheet.exercises}) >= 4
    assert repr(sheet).startswith("1. ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_ages_leave_room_for_everybodys_pawns(language):
    state = worksheet("C2", n=1, seed=7).exercises[0].state
    assert (len(state.players), state.grid.columns) == (3, 8)
    figure = new_figure(5.2, 1.9)
    ax = figure.add_axes((0, 0, 1, 1))
    in_language(language, draw_question, worksheet("C2", n=1, seed=7).exercises[0], ax)
    table = Table.of(state.grid)
    names = {in_language(language, say, age): age for age in AGES}
    drawn = [each for each in ax.texts if each.get_text() in names]
    assert len(drawn) == 3
    for each in drawn:
        box = ax.transData.inverted().transform_bbox(each.get_window_extent())
        pawn = pawn_spot(table, 3, names[each.get_text()], 0, 0)[0] - PAWN / 2
        assert box.x1 + 0.5 < pawn  # half a square
