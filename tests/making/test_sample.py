"""The sample: balanced sections, read as one dataset."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from khronos_lab.analysis import read_tables, tables_of
from khronos_lab.core import map_names
from khronos_lab.rulebook import data_file
from khronos_lab.simulation import play_again
from tests.making.sample import RULES, SECTIONS, Section, make_sample


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_a_section_is_balanced(section):
    assert section.games % (len(section.players) * len(map_names()) * len(RULES)) == 0
    assert section.name.startswith(str(len(section.players)))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_size_of_table_has_the_strongest_all_levels_and_equals(size):
    sections = [section for section in SECTIONS if len(section.players) == size]
    assert any("master" in section.players for section in sections)
    assert any(set(section.players) == {"planner"} for section in sections)
    assert {"planner", "greedy", "random"} <= {
        name for section in sections for name in section.players
    }
    games = sum(section.games for section in sections)
    assert 240 <= games <= 360


def test_most_games_are_good_ones():
    named = [name for section in SECTIONS for name in section.players * section.games]
    assert sum(name in ("greedy", "random") for name in named) < len(named) / 2


SHIPPED = sorted(path.name for path in data_file("sample").iterdir())
LONG = ("3-masters", "4-masters", "5-masters")
"""Their players play in other folders, too: one game of these takes many seconds."""


def test_the_shipped_sample_is_small():
    files = (path for path in data_file("sample").rglob("*") if path.is_file())
    assert sum(path.stat().st_size for path in files) <= 6_000_000


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_sample_is_what_the_players_of_today_play(name):
    folder = data_file("sample", name)
    tables = read_tables(folder)
    assert tables.missing() == []
    if name in LONG:
        return
    games = tables.games.collect()
    [game] = games["game"].filter(games["game"].str.ends_with("-000001")).unique()
    again = tables_of([play_again(folder, number=1)], game_ids=[game])
    kept = tables.events.filter(pl.col("game") == game).collect()
    assert_frame_equal(kept, again.events)


def test_sections_are_read_as_one(tmp_path):
    sections = (Section("2-a", ("random",) * 2, 8), Section("3-b", ("random",) * 3, 3))
    make_sample(tmp_path, sections=sections)
    games = read_tables(tmp_path).games.collect()
    assert games["game"].n_unique() == 11
    assert set(games["players"]) == {2, 3}
    assert set(games["map"]) == set(map_names())
    assert set(games["edition"]) == {"second", "first"}
