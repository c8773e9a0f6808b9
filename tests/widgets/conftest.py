"""Replays and learners that tests share: all are closed, and nobody's own progress is touched."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from khronos_lab.desk import Replay, replay

FOUR_PLAYERS = "data/games/03-four-players-valley.khr"
LESSON = "data/games/08-lesson-three-ages.khr"


@pytest.fixture(autouse=True)
def progress_file(tmp_path, monkeypatch):
    """The file in which lessons keep their progress."""
    path = tmp_path / "kept" / "progress.json"
    monkeypatch.setenv("KHRONOS_LAB_PROGRESS", str(path))
    return path


@pytest.fixture
def no_processes(monkeypatch):
    """A computer that starts no processes: games are played in a thread, which begins at once."""

    def refuse(*_, **__):
        raise OSError("no processes here")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuse)


def at_move(move: int, source=FOUR_PLAYERS, **more) -> Replay:
    """A replay in which so many moves have been played, trying others."""
    widget = replay(source, **more)
    if move:
        widget.show_line((), move - 1)
    return widget.what_if()


def ended(widget: Replay) -> Replay:
    """The turn ended at once."""
    return widget.play_move("end of turn")
