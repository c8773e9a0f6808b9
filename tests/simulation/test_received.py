"""A dataset that came by mail: reading it imports and calls nothing, and stays in its folder."""

from __future__ import annotations

import sys

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.analysis import Tables, read_tables
from khronos_lab.questions import draw_heat
from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation import play_again, record_of, resume, simulate
from tests.cli.calls import assert_one_sentence, khronos_lab

PLAYER = """
from khronos_lab.players import RandomPlayer
class Thief(RandomPlayer):
    pass
"""


@pytest.fixture
def received(tmp_path, monkeypatch):
    """A dataset by a player whose module does harm as soon as it is imported."""
    module = tmp_path / "hostile_players.py"
    module.write_text(PLAYER)
    monkeypatch.syspath_prepend(str(tmp_path))
    simulate(2, ["hostile_players:Thief", "greedy"], tmp_path / "run", workers=1, shard_games=2)
    module.write_text("raise SystemExit('imported')")
    del sys.modules["hostile_players"]
    return tmp_path / "run"


def test_reading_reporting_and_opening_import_nothing(received, tmp_path):
    games = kl.dataset(received)
    assert len(games) == 2
    id_ = games.games.collect()["game"][0]
    for opened in (lambda: games.game(0), lambda: record_of(received, id_),
                   lambda: play_again(received, 0), lambda: resume(received)):  # fmt: skip
        with pytest.raises(KhronosError, match="--trust hostile_players"):
            opened()
    page = tmp_path / "page.html"
    assert khronos_lab("report", received, "-o", page).exit_code == 0
    assert "--trust hostile_players" in page.read_text("utf-8")
    result = khronos_lab("simulate", "--out", received, "--game", "0")
    assert result.exit_code == 1
    assert_one_sentence(result.stderr, "--trust hostile_players")
    assert "hostile_players" not in sys.modules


def test_with_the_users_word_a_player_of_his_own_plays_again(tmp_path):
    own = "tests.simulation.players:Slow"
    simulate(1, [own, "random"], tmp_path, workers=1)
    with pytest.raises(KhronosError, match=r"--trust tests\.simulation\.players"):
        play_again(tmp_path, 0)
    assert play_again(tmp_path, 0, trust="tests.simulation.players").line.nodes
    assert kl.dataset(tmp_path).game(0, trust=["tests.simulation.players"]).record.line.nodes
    args = ("simulate", "--out", tmp_path, "--game", "0", "--trust", "tests.simulation.players")
    assert khronos_lab(*args).exit_code == 0


def test_a_map_that_data_names_is_never_a_file(tmp_path):
    simulate(1, ["random", "random"], tmp_path / "run", workers=1)
    tables = read_tables(tmp_path / "run").collect()
    (tmp_path / "secret.txt").write_text("top secret")
    moved = tables.games.with_columns(map=pl.lit(str(tmp_path / "secret.txt")))
    spoiled = Tables(moved, tables.turns, tables.events).lazy()
    with pytest.raises(KhronosError, match="no map of this name comes with khronos_lab"):
        draw_heat(spoiled)
