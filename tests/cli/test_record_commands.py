"""`khronos-lab validate`, `show`, `convert`, `report`: what they print, write and refuse."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from khronos_lab.commands import server
from khronos_lab.records import GameRecord, Line, read_games, record_text, write_records
from tests.cli.calls import PATIENCE, assert_refused, khronos_lab
from tests.records.sample_games import annotated, played, spoiled, text_of

ROOT = server.PACKAGE.parent
GAME = "data/games/08-lesson-three-ages.khr"


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.khr"
    path.write_text(text_of(1, 2), "utf-8")
    return path


@pytest.fixture
def mixed(tmp_path):
    path = tmp_path / "mixed.khr"
    path.write_text(f"{text_of(1)}\n{spoiled(text_of(2))}\n{text_of(3)}", "utf-8")
    return path


@pytest.fixture
def notes(tmp_path):
    """A game with comments and variations."""
    path = tmp_path / "notes.khr"
    write_records(path, [annotated(played(1))])
    return path


# ------------------------------------------------------------------ validate


def test_validate_tells_what_is_wrong_with_the_position_and_goes_on(mixed):
    result = khronos_lab("validate", mixed)
    first, *boards, last = result.stdout.splitlines()
    assert result.exit_code == 1
    assert first.startswith(f"{mixed}, line ")
    assert "R+c7" in first
    assert any(line.startswith("    Reason") for line in boards)
    assert all(line.startswith("    ") or not line for line in boards)
    assert last == f"{mixed}: ok, 2 games, 48 moves; 1 bad"


def test_validate_reads_folders_and_goes_on_after_bad_files(tmp_path, good, mixed):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "binary.khr").write_bytes(os.urandom(1000))
    (tmp_path / "deep" / "cut.khr.gz").write_bytes(gzip.compress(text_of(1).encode())[:-10])
    (tmp_path / "none").mkdir()
    result = khronos_lab("validate", tmp_path, tmp_path / "none", tmp_path / "nowhere.khr")
    lines = [line for line in result.stdout.splitlines() if line.startswith(str(tmp_path))]
    assert result.exit_code == 1
    assert [line[len(str(tmp_path)) + 1 :].split(",")[0].split(":")[0] for line in lines] == [
        os.path.join("deep", "binary.khr"),
        os.path.join("deep", "cut.khr.gz"),
        "good.khr",
        "mixed.khr",
        "mixed.khr",
        "none",
        "nowhere.khr",
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'[Khronos "1"]\n[Player1 "\x1b]0;owned\x07"]',
        b'[Khronos "1"]\n[Map "../../../etc/passwd"][Player1 "a"][Player2 "b"]',
    ],
)
def test_validate_answers_bad_input_with_a_harmless_line(tmp_path, data):
    path = tmp_path / "bad.khr"
    path.write_bytes(data)
    result = khronos_lab("validate", path)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{path}, line ")
    assert result.stdout.replace("\n", "").isprintable()


# ------------------------------------------------------------------ show


def test_show_prints_tags_turns_effects_comments_and_boards(notes):
    result = khronos_lab("show", notes)
    assert result.exit_code == 0
    record = annotated(played(1))
    lines = result.stdout.splitlines()
    first = record.line.nodes[0]
    assert "Player1: Ann" in lines
    assert any(line.startswith(f"{first.label} (turn 1): ") for line in lines)
    assert f"  {first.text} !" in lines
    assert any(line.startswith("    {A <b>bold</b>") for line in lines)
    assert any(line.startswith("    ({A <b>bold</b>") for line in lines)
    assert any("ends the turn" in line for line in lines)
    assert [line.split()[0] for line in lines if " a " in line and line[0] in "MFR"] == [
        "Might",
        "Faith",
        "Reason",
    ]


@pytest.mark.parametrize("turn", ["0", "99", "9.Z", "-1", "\x1b[31m"])
def test_show_refuses_a_turn_that_is_not_there(good, turn):
    assert_refused(khronos_lab("show", good, f"--turn={turn}"), 2, "turns are 1 to")


def test_show_refuses_what_is_no_game(tmp_path):
    path = tmp_path / "bad.khr"
    path.write_bytes(b"\x00\x01\x02")
    assert_refused(khronos_lab("show", path), 1, "bad.khr", "line 1")
    assert_refused(khronos_lab("show", tmp_path / "no.khr"), 1, "no.khr", "No such file")


def test_nothing_that_a_game_says_reaches_the_terminal_raw(tmp_path):
    record = played(1)
    comment = "right-to-left \u202e and \u2028 and a\u00a0space"
    nodes = (record.line.nodes[0]._replace(comment=comment), *record.line.nodes[1:])
    path = tmp_path / "odd.khr"
    write_records(path, [replace(record, line=Line(nodes))])
    shown = khronos_lab("show", path).stdout
    assert "right-to-left \\u202e and \\u2028 and a\u00a0space" in shown


# ------------------------------------------------------------------ convert


def test_convert_tells_bad_games_and_writes_the_good(tmp_path, mixed):
    target = tmp_path / "good.khr.gz"
    result = khronos_lab("convert", mixed, target)
    assert result.exit_code == 1
    assert "R+c7" in result.stderr
    assert result.stdout == f"{target}: 2 games, 48 moves; 1 bad game told above\n"
    found = [game for game in read_games(target) if isinstance(game, GameRecord)]
    assert [record_text(game) for game in found] == [record_text(played(s)) for s in (1, 3)]


def test_convert_writes_nothing_without_a_good_game(tmp_path):
    source = tmp_path / "bad.khr"
    source.write_text(spoiled(text_of(1)), "utf-8")
    for name in ("out.khr.gz", "out.khr", "out/"):
        result = khronos_lab("convert", source, f"{tmp_path}/{name}")
        assert result.exit_code == 1
        assert result.stderr.splitlines()[-1].endswith("no good game, so nothing was written")
    assert list(tmp_path.iterdir()) == [source]


def test_convert_refuses_a_name_that_says_nothing(tmp_path, good):
    assert_refused(khronos_lab("convert", good, tmp_path / "out.pdf"), 2, "out.pdf", ".khr.gz")
    assert_refused(khronos_lab("convert", good, "x.khr", "--to", "pdf"), 2, "pdf")


# ------------------------------------------------------------------ report


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_of_records_becomes_a_page_and_bad_games_are_told(here):
    (here / "club").mkdir()
    (here / "club" / "a.khr").write_text(text_of(1, 2), "utf-8")
    (here / "club" / "b.khr").write_text(spoiled(text_of(3)), "utf-8")
    result = khronos_lab("report", "club", "-o", "club.html", "--moments", 1)
    assert result.exit_code == 0
    assert "b.khr, line" in result.stderr
    page = (here / "club.html").read_text("utf-8")
    assert "2 games, 2 players" in page
    assert "<title>What 2 games of Khronos" in page
    assert "club" in page


def test_a_game_with_a_bad_move_is_told_up_to_there(here):
    (here / "bad.khr").write_text(text_of(1).rstrip() + " M>M\n", "utf-8")
    call = ("report", "bad.khr", "-o", "bad.html", "--no-review", "--moments", 0)
    result = khronos_lab(*call)
    assert result.exit_code == 1
    assert "(T4)" in result.stderr
    assert "is told up to a bad move" in (here / "bad.html").read_text("utf-8")


def test_what_cannot_be_reported_on_is_refused(here):
    (here / "empty").mkdir()
    assert_refused(khronos_lab("report", "empty", "-o", "x.html"), 1, "empty", "no game")
    assert_refused(khronos_lab("report", "none.khr", "-o", "x.html"), 1, "none.khr")
    assert_refused(khronos_lab("report", GAME, "-o", "x.html", "--game", 2), 1, "no game 2")
    assert_refused(khronos_lab("report", GAME), 2, "--out")
    assert list(here.iterdir()) == [here / "empty"]


# ------------------------------------------------------------------ as a real command


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of another kind")
def test_a_closed_pipe_ends_it_quietly(tmp_path):
    path = tmp_path / "long.khr"
    write_records(path, [played(7, 10_000)])
    process = subprocess.Popen(
        [sys.executable, "-m", "khronos_lab", "show", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait(PATIENCE)
