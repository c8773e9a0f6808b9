"""From a row of a result to its game: the kept record, or the game played once more."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.analysis import read_tables, tables_of
from khronos_lab.questions import cascades, longest_cascades
from khronos_lab.records import steps_of
from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.simulation import play_again, record_of, simulate

SAMPLE = data_file("sample")


def test_the_event_of_a_row_is_at_its_step_of_the_kept_record():
    place = SAMPLE / "2-levels"
    [row] = longest_cascades(cascades(read_tables(place).events), 1).collect().rows(named=True)
    told = tables_of([record_of(SAMPLE, row["game"])]).events.filter(step=row["step"])
    columns = ["step", "turn", "round", "seat", "event", "age", "kind", "rank"]
    assert told.select(columns).rows(named=True) == [{name: row[name] for name in columns}]


def test_the_last_game_of_every_shard_is_found():
    place = SAMPLE / "2-levels"
    games = read_tables(place).games.filter(pl.col("seat") == 0).collect()
    for game, seed in games[57:61].select("game", "seed").iter_rows():
        assert record_of(place, game).tags["Seed"] == seed


def test_a_game_without_a_kept_record_is_played_once_more(tmp_path):
    place = tmp_path / "four"
    simulate(2, ("planner", "greedy", "greedy", "random"), place, workers=1)
    game = read_tables(place).games.select("game").last().collect().item()
    record = record_of(tmp_path, game)
    assert record.line == play_again(place, 1).line
    *_, last = steps_of(record)
    coins = read_tables(place).games.filter(game=game).select("coins").collect()
    assert [player.coins for player in last.after.players] == coins["coins"].to_list()


@pytest.mark.parametrize("game", ["00000000-00000001", "7", "94803d52-x", ""])
def test_an_unknown_game_is_named(game):
    with pytest.raises(KhronosError, match=f"has no game {game}; ids are"):
        record_of(SAMPLE, game)
