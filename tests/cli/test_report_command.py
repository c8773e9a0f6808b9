"""`khronos-lab report`: what it writes and refuses."""

from __future__ import annotations

import pytest

from tests.cli.calls import assert_refused, khronos_lab
from tests.records.sample_games import spoiled, text_of

GAME = "data/games/08-lesson-three-ages.khr"


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
