"""Progress: kept between lessons, added to by several, never lost to a damaged file."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from khronos_lab.lessons import lesson, practice
from tests.killing import lines_until_killed


@pytest.fixture(autouse=True)
def file(progress_file):
    return progress_file


def answers(file) -> dict[str, dict[str, list[int]]]:
    """By scenario and question: how often it was answered, and when first rightly."""
    return json.loads(file.read_text("utf-8"))["answers"]


def test_progress_is_kept_for_the_next_lesson(file):
    lesson(11).answer("yes")
    lesson(11).answer("no")
    assert lesson("shadows").about["progress"] == "1/21 right"
    assert json.loads(file.read_text("utf-8"))["answers"] == {"11": {"shadow Faith": [2, 2]}}


def test_a_lesson_goes_on_where_it_was_left():
    first = lesson("two-domains")
    assert first.place == 0
    first.next().answer(2)
    assert lesson("two-domains").place == 0  # nothing is right yet
    first.answer(1)
    assert lesson("two-domains").place == 2
    assert lesson("two-domains").stage == "ask"
    for _ in range(2):
        first.next().solve().check()
    assert lesson("two-domains").place == 0  # all of it: once more from the beginning


def test_reset_forgets_this_lesson_and_nothing_else():
    lesson(11).answer("no")
    lesson(46).answer("b1")
    practice("B3", "easy").solve().check()
    shown = lesson("shadows").reset()
    assert shown.about["progress"] == "0/21 right"
    assert lesson(46).about["list"] == [["Question", "A paradox", " ✓"]]
    assert practice("B3").about["progress"] == "1/1 right at the first try"
    assert practice("B3").reset().about["progress"] == practice("B3").about["progress"] == ""


@pytest.mark.parametrize(
    "content",
    [
        b"{ not json",
        b"[]",
        b'{"format": "something else"}',
        b'{"format": "khronos progress 1", "answers": {"11": {"legal": [1]}}}',
        b'{"format": "khronos progress 1", "answers": {"11": {"legal": [1, 2]}}}',
        b'{"format": "khronos progress 1", "answers": [1]}',
        b"\xff\xfe\x00",
        b" " * 1_000_001,
    ],
)
def test_a_damaged_file_is_put_aside_and_a_new_one_begins(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    shown = lesson(11)
    assert "could not be read; it is now progress.damaged-1.json" in shown.error
    assert (file.parent / "progress.damaged-1.json").read_bytes() == content
    shown.answer("no")
    assert answers(file) == {"11": {"shadow Faith": [1, 1]}}
    file.write_bytes(content)
    assert "progress.damaged-2.json" in lesson(11).error


def test_progress_that_cannot_be_written_is_said_and_the_lesson_goes_on(file):
    file.parent.write_text("a file where a folder should be", "utf-8")
    shown = lesson(11)
    assert shown.answer("no").right
    assert shown.error.startswith("Progress is not kept: ")
    assert shown.stage == "told"


@pytest.mark.skipif(sys.platform == "win32", reason="the folder is not named by a variable")
def test_without_the_variable_it_lies_in_the_data_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv("KHRONOS_LAB_PROGRESS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    former = tmp_path / "Library" / "Application Support" / "khronos_lab" / "progress.json"
    former.parent.mkdir(parents=True)
    former.write_text("{}", "utf-8")
    lesson(11).answer("no")
    assert answers(former)["11"]
    former.unlink()
    lesson(11).answer("no")
    assert answers(tmp_path / "khronos_lab" / "progress.json")["11"]


ANSWERING = """
import sys
import khronos_lab as kl
shown = kl.lesson(int(sys.argv[1]))
for number in range(int(sys.argv[2])):
    shown.answer(sys.argv[3])
    assert not shown.error, shown.error
    print(number, flush=True)
"""


def test_two_notebooks_at_once_lose_nothing(file):
    both = [
        subprocess.Popen([sys.executable, "-c", ANSWERING, number, "30", answer],
                         stdout=subprocess.DEVNULL)
        for number, answer in (("11", "no"), ("46", "b1"))
    ]  # fmt: skip
    assert [each.wait(120) for each in both] == [0, 0]
    assert answers(file) == {"11": {"shadow Faith": [30, 1]}, "46": {"erased Faith": [30, 1]}}


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_lesson_that_is_killed_has_kept_every_answer_that_it_showed(file):
    shown = lines_until_killed(ANSWERING, "11", "100000", "no", lines=7, longest=0.03)
    assert lesson(46).error == ""
    [tries, _] = answers(file)["11"]["shadow Faith"]
    assert tries - len(shown) in (0, 1)


def test_a_file_that_was_changed_by_hand_is_put_aside_and_one_from_before_is_read(file):
    lesson(11).answer("no")
    text = file.read_text("utf-8")
    assert text.endswith("}\n")
    file.write_text(text.replace("1,", "7,", 1), "utf-8")
    assert "progress.damaged-1.json" in lesson(11).error
    old = {"answers": {"11": {"shadow Faith": [2, 2]}}, "practice": {"B3": [2, 1]}}
    file.write_text(json.dumps({"format": "khronos progress 1", **old}), "utf-8")
    assert lesson("shadows").about["progress"] == "1/21 right"
    assert practice("B3").about["progress"] == "1/2 right at the first try"
