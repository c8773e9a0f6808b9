"""`khronos-lab review`: mistakes in the terminal, and a copy with marks and comments."""

from __future__ import annotations

import shutil

import pytest

from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import data_file
from tests.cli.calls import khronos_lab
from tests.simulation.reviewed import reviewed


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(data_file("games", "08-lesson-three-ages.khr"), tmp_path / "game.khr")
    return tmp_path


def test_mistakes_are_told_with_reasons_and_written_into_a_copy(here):
    result = khronos_lab("review", "game.khr", "--quiet", "-o", "copy.khr")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[: len(reviewed().mistakes)]] == [
        f"{turn.label}{turn.mark}" for turn in reviewed().mistakes
    ]
    assert reviewed().mistakes[0].why in result.stdout
    assert (here / "game.khr.review.json").exists()
    copy = next(iter(read_games(here / "copy.khr")))
    assert isinstance(copy, GameRecord)
    marks = [node.mark for node in copy.line.nodes]
    assert any(mark.startswith("?") for mark in marks)
    assert "Better turn" in (here / "copy.khr").read_text("utf-8")
    again = khronos_lab("review", "game.khr", "--quiet", "-o", "copy.khr")
    assert again.exit_code != 0
    one = khronos_lab("review", "game.khr", "--quiet", "--player", "Ruth", "--language", "de")
    assert "Besser: Ruth" in one.stdout
    assert "Besser: Wim" not in one.stdout


def test_a_shipped_game_is_not_written_beside(here):
    before = sorted(data_file("games", "").iterdir())
    result = khronos_lab("review", "data/games/08-lesson-three-ages.khr", "--quiet")
    assert result.exit_code == 0
    assert sorted(data_file("games", "").iterdir()) == before
