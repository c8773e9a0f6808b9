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


def test_the_sample_has_all_sorts_of_games():
    assert any(section.paired for section in SECTIONS)
    assert {section.records for section in SECTIONS} == {True, False}
    named = [name for section in SECTIONS for name in section.players * section.games]
    assert sum(name in ("greedy", "random") for name in named) < len(named) / 2
    assert {len(section.players) for section in SECTIONS} == {2, 3, 4, 5}
    assert 400 <= sum(section.games for section in SECTIONS) <= 5000


LONG = ("2-masters", "4-masters", "4-planners")
"""Their players play in other sections, too: one game of these takes many seconds."""


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_the_shipped_sample_is_what_the_players_of_today_play(section):
    folder = data_file("sample", section.name)
    tables = read_tables(folder, verify=True)
    games = tables.games.collect()
    assert games["game"].n_unique() == section.games
    if section.name in LONG:
        return
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
