"""A record at the end of a cell shows its replay."""

from __future__ import annotations

import pytest
from IPython.core.interactiveshell import InteractiveShell

from khronos_lab.records.game_files import read_games
from khronos_lab.rulebook.resources import data_file
from khronos_lab.widgets.replay.notebook_display import register


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    made = InteractiveShell()
    yield made
    assert made.history_manager is not None
    made.history_manager.end_session()
    InteractiveShell.clear_instance()


def test_a_bare_record_shows_the_replay(shell):
    assert register(shell)
    record = next(iter(read_games(data_file("games", "08-lesson-three-ages.khr"))))
    data, _ = shell.display_formatter.mimebundle_formatter(record)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert data["text/plain"].startswith("<Replay of Ruth, Wim")


def test_without_ipython_nothing_is_registered():
    assert register() is False
