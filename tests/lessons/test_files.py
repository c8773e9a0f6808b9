"""Scenario files: what is refused, with file and line, and what is written."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from khronos_lab.lessons import LESSONS, TOPICS, Words, load_scenario, scenario, write_scenario
from khronos_lab.rulebook import KhronosError, data_file

TEXT = next(data_file("scenarios").glob("11_*")).read_text("utf-8")
LINES = TEXT.split("\n")
PAGE = files("khronos_lab.lessons").joinpath("FORMAT.md").read_text("utf-8")


def read(text, folder):
    path = folder / "eleven.khs"
    path.write_text(text, "utf-8")
    return load_scenario(path)


def number_of(start):
    return 1 + next(n for n, line in enumerate(LINES) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "start", "told"),
    [
        ("id: 11", "id: E l f", "id:", "'E l f' may have only small letters"),
        ("lesson: shadows", "lesson: cooking", "lesson", "'cooking' is none of shadows, domains"),
        ("level: 2", "level: 9", "level", "'9' is not a whole number from 1 to 5"),
        ("level: 2", "level: two", "level", "'two' is not a whole number from 1 to 5"),
        ("example: 12", "example: 18", "example", "'18' is not a whole number from 1 to 17"),
        ("clauses: B3a B3 A3", "clauses: B3a Q7", "clauses", "no clause 'Q7'"),
        ("answer: no", "answer:", "answer", "'answer' says nothing"),
        ("answer: no", "answer no", "answer", "cannot read 'answer no'"),
        ("answer: no", "reply: no", "answer", "cannot read 'reply: no'"),
        ("answer: no", "asks: no", "answer", "'asks' is said for the second time"),
        ("m1B", "m1X", "Might", "no player has the mark 'X'"),
        ("hand rr", "hand rz", "player Ann", "'rz' are not cards"),
    ],
)
def test_a_fault_is_told_with_file_and_line(tmp_path: Path, old, new, start, told):
    with pytest.raises(KhronosError) as fault:
        read(TEXT.replace(old, new, 1), tmp_path)
    # Of a board's row the line is that of the row; the title stands above it.
    line = number_of(start) + (start == "Might")
    assert str(fault.value).startswith(f"eleven.khs, line {line}: ")
    assert told in str(fault.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "begins with the line 'khronos scenario 1'"),
        (TEXT.replace("scenario 1", "scenario 2", 1), "begins with the line"),
        (TEXT.partition("\n\n")[0], "an empty line and the position are missing"),
        ("x" * 100_001, "more than 100,000 characters"),
        (TEXT.partition("\n\n")[0] + "\n\n", "boards have 1 to 20 rows"),
    ],
)
def test_what_is_no_scenario_at_all(tmp_path: Path, text, told):
    with pytest.raises(KhronosError, match=told):
        read(text, tmp_path)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path):
    with pytest.raises(KhronosError, match="cannot be read"):
        load_scenario(tmp_path / "nothing.khs")
    (tmp_path / "odd.khs").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(KhronosError, match="not UTF-8 text"):
        load_scenario(tmp_path / "odd.khs")


def test_a_scenario_is_written_whole_and_reads_the_same(tmp_path: Path):
    path = tmp_path / "mine.khs"
    mine = replace(scenario("68"), id="mine-2", example=None, level=5)
    write_scenario(mine, path)
    assert load_scenario(path) == mine
    assert [each.name for each in tmp_path.iterdir()] == ["mine.khs"]
    with pytest.raises(KhronosError, match="exists already"):
        write_scenario(mine, path, replace=False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "A B"},
        {"title": Words("", "leer")},
        {"lesson": "cooking"},
        {"move": ""},
        {"asks": "a\nb: c"},
        {"lead": ("M>F M>R",)},
    ],
)
def test_what_would_not_read_the_same_is_not_written(wrong, tmp_path: Path):
    with pytest.raises(KhronosError):
        write_scenario(replace(scenario("11"), **wrong), tmp_path / "x.khs")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ the page about the format


def test_the_pages_example_is_a_scenario_of_the_library():
    assert PAGE.split("```\n")[1] == TEXT


def test_the_page_names_every_word_lesson_and_topic():
    words = [line.partition(":")[0] for line in TEXT.partition("\n\n")[0].splitlines()[1:]]
    for word in [word for word in words if not word.startswith("  ")] + ["lead"]:
        assert f"`{word}`" in PAGE, word
    assert all(f"`{lesson}`" in PAGE for lesson in LESSONS)
    assert all(f"| `{topic}" in PAGE for topic in TOPICS)
