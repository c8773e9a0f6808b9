"""Progress: kept between lessons, added to by several, never lost to a damaged file."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from khronos_lab.scenarios import scenario
from khronos_lab.widgets import (
    VARIABLE,
    Mark,
    Progress,
    lesson,
    practice,
    progress_path,
    progress_text,
    read_progress,
)
from tests.killing import lines_until_killed


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    path = tmp_path / "kept" / "progress.json"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def test_progress_is_kept_for_the_next_lesson(file):
    lesson(11).answer("yes")
    lesson(11).answer("no")
    assert Progress().mark("11", "shadow Faith") == Mark(tries=2, right_at=2)
    assert lesson("shadows").page["progress"] == "1/21 right"
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


def test_what_was_right_once_stays_right():
    mark = Mark().after(True).after(False)
    assert mark == Mark(2, 1)


def test_two_lessons_add_to_the_same_file():
    one, other = lesson(70), lesson(46)
    one.answer(5)
    other.answer("b1")
    one.again().answer(4)
    kept = Progress()
    assert kept.mark("70", "strength Might e1") == Mark(tries=2, right_at=1)
    assert kept.mark("46", "erased Faith").right_at


def test_a_lesson_sees_what_another_has_kept():
    overview = lesson("shadows")
    lesson(2).solve().check()
    overview.hint()
    assert overview.page["progress"] == "1/21 right"


def test_reset_forgets_this_lesson_and_nothing_else():
    lesson(11).answer("no")
    lesson(46).answer("b1")
    practice("B3", "easy").solve().check()
    shown = lesson("shadows").reset()
    assert shown.page["progress"] == "0/21 right"
    assert Progress().mark("46", "erased Faith").right_at
    assert Progress().score("B3") == (1, 1)
    assert practice("B3").reset().page["progress"] == ""
    assert Progress().score("B3") == (0, 0)


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
    assert Progress().mark("11", "shadow Faith").right_at == 1
    file.write_bytes(content)
    told = Progress().told
    assert told
    assert "progress.damaged-2.json" in told.text("en")


def test_progress_that_cannot_be_written_is_said_and_the_lesson_goes_on(file):
    file.parent.write_text("a file where a folder should be", "utf-8")
    shown = lesson(11)
    assert shown.answer("no").right
    assert shown.error.startswith("Progress is not kept: ")
    assert (shown.stage, shown.page["right"]) == ("told", True)


def test_a_full_disk_loses_nothing_and_says_so_in_one_sentence(file, monkeypatch):
    lesson(11).answer("no")
    before = file.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        shown = lesson(46, language="de")
        shown.answer("b1")
        assert shown.error == (
            "Dein Fortschritt ist nicht gespeichert: Die Festplatte ist voll. Schaff Platz; deine "
            "nächste Antwort speichert dann auch diese."
        )
        assert file.read_bytes() == before
        assert [path.name for path in file.parent.iterdir()] == ["progress.json"]
        assert shown.page["list"] == ["46 · Ein Zeitparadoxon ✓"]  # in this notebook it counts
    shown.answer("b1")
    assert shown.error == ""
    assert Progress().mark("46", "erased Faith") == Mark(tries=2, right_at=1)


LIMITED = """
import resource, signal
from khronos_lab.widgets import Progress
progress = Progress()
progress.answered("11", "shadow Faith", True)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (50, resource.RLIM_INFINITY))
progress.answered("46", "erased Faith", True)
print(progress.told.text("en"))
assert Progress().right([("11", "shadow Faith"), ("46", "erased Faith")]) == 1
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
progress.answered("70", "strength Might e1", False)
assert progress.told is None
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_what_the_system_really_refuses_to_write_is_written_later():
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Progress is not kept: ")
    assert "File too large. Your next answer tries again." in done.stdout
    asked = [("11", "shadow Faith"), ("46", "erased Faith"), ("70", "strength Might e1")]
    assert [Progress().mark(*each).tries for each in asked] == [1, 1, 1]


def test_nothing_is_kept_of_a_move_that_is_no_scenario(file):
    taught = scenario(11)
    lesson((taught.state, taught.action)).answer("no")
    assert not file.exists()


def test_the_text_comes_back_as_it_was():
    progress = Progress()
    progress.answered("46", "erased Faith", True)
    progress.answered("11", "shadow Faith", False)
    progress.practised("B3", ("B3", "shadow"), True)
    progress.practised("any", ("B3", "shadow"), False)
    text = progress.path.read_text("utf-8")
    assert progress_text(read_progress(text)) == text
    assert text.index('"11"') < text.index('"46"')


@pytest.mark.skipif(sys.platform == "win32", reason="the folder is not named by a variable")
def test_without_the_variable_it_lies_in_the_data_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    place = tmp_path / "khronos_lab" / "progress.json"
    assert progress_path() == place
    former = tmp_path / "Library" / "Application Support" / "khronos_lab" / "progress.json"
    for path, found in ((former, former), (place, place)):
        path.parent.mkdir(parents=True)
        path.write_text("{}", "utf-8")
        assert progress_path() == found


ANSWERING = """
import sys
from khronos_lab.widgets import Progress
progress = Progress()
for number in range(int(sys.argv[2])):
    progress.answered(sys.argv[1], f"question {number}", True)
    print(number, flush=True)
assert not progress.told, progress.told
"""


def answering(name, number):
    """A notebook of its own that answers so many questions."""
    return subprocess.Popen(
        [sys.executable, "-c", ANSWERING, name, str(number)], stdout=subprocess.PIPE, text=True
    )


def test_two_notebooks_at_once_lose_nothing():
    both = [answering(name, 100) for name in ("one", "other")]
    assert [each.wait(120) for each in both] == [0, 0]
    for each in both:
        each.communicate()
    kept = Progress()
    assert (
        kept.right((name, f"question {n}") for name in ("one", "other") for n in range(100)) == 200
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("after", [1, 7, 20])
def test_a_lesson_that_is_killed_has_kept_every_answer_that_it_showed(file, after):
    shown = lines_until_killed(ANSWERING, "11", "100000", lines=after, longest=0.03)
    kept = Progress()
    assert not kept.told
    right = kept.right(("11", f"question {number}") for number in range(100_000))
    assert right - len(shown) in (0, 1)


def test_a_file_that_was_damaged_is_put_aside(file):
    Progress().answered("11", "shadow Faith", True)
    text = file.read_text("utf-8")
    file.write_text(text.replace("1,", "7,", 1), "utf-8")
    told = Progress().told
    assert told
    assert "progress.damaged-1.json" in told.text("en")


def test_a_file_from_before_has_no_sum_and_is_read(file):
    file.parent.mkdir()
    file.write_text('{"format": "khronos progress 1", "answers": {"11": {"x": [2, 2]}}}', "utf-8")
    assert Progress().mark("11", "x") == Mark(2, 2)
