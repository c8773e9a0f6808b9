"""Pools: what a new process loads before it works."""

from __future__ import annotations

from khronos_lab.engine import new_game
from khronos_lab.players import play_on
from khronos_lab.simulation import process_pool

LOADED = "{name.partition('.')[0] for name in __import__('sys').modules}"


def test_a_worker_that_plays_games_loads_no_tables_and_no_pictures():
    with process_pool(1) as pool:
        assert play_on(new_game(2, seed=1), "random", games=2, executor=pool).games == 2
        names = pool.submit(eval, LOADED).result()
    assert "khronos_lab" in names
    assert not names & {"polars", "matplotlib", "ipywidgets", "networkx", "tqdm"}
