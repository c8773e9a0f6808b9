"""The story of a game in facts, against counts by hand and against the tables."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.analysis import (
    Timeline,
    deeds,
    lead_history,
    moments,
    standings,
    tables_of,
    tax_lines,
)
from khronos_lab.questions import erasures
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import data_file

FILES = sorted(data_file("games").glob("*.khr"))
EACH = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


def record_of(path) -> GameRecord:
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    return record


@EACH
def test_standings_and_taxes_are_those_of_the_tables(path):
    record = record_of(path)
    tables = tables_of([record])
    timeline = Timeline.of(record)
    rows = tables.games.sort("seat").select("coins", "rank").rows()
    for standing in standings(timeline):
        coins, rank = rows[standing.seat]
        assert standing.coins == coins
        assert rank in (standing.rank, None)
    sums = tables.turns.select("tax_might", "tax_faith", "tax_reason", "tax_missed").sum().row(0)
    lines = tax_lines(timeline)
    columns = [[line.collected[age] for line in lines] for age in range(3)]
    assert (*map(sum, columns), sum(line.missed for line in lines)) == sums


@EACH
def test_deeds_are_those_of_the_tables(path):
    record = record_of(path)
    tables = tables_of([record])
    found = deeds(Timeline.of(record))
    lost = erasures(tables.events.lazy()).filter(~pl.col("succeeded")).collect()
    for seat, done in enumerate(found):
        own = lost.filter(pl.col("seat") == seat)
        counts = dict(own["victim"].cast(pl.String).value_counts().iter_rows())
        erased = [counts.get(whose, 0) for whose in ("another's", "own", "nobody's")]
        assert [done[f"erased_{whose}"] for whose in ("other", "own", "nobody")] == erased
        events = tables.events.filter(pl.col("seat") == seat)["event"].cast(pl.String).to_list()
        assert done["cast"] == events.count("ShadowCast")
        assert done["blocked"] == events.count("ShadowBlocked") + events.count("ShadowMissing")
        assert (done["join"], done["split"]) == tuple(
            events.count(name) for name in ("DomainsJoined", "DomainSplit")
        )


def test_shared_ranks_and_the_lead_after_rounds():
    timeline = Timeline.of(record_of(data_file("games", "05-first-edition.khr")))
    assert [each.rank for each in standings(timeline)] == [1, 1, 3]
    found = lead_history(timeline)
    assert found == sorted(found)
    coins = timeline.coins
    for number, seat in found:
        end = max(span.last for span in timeline.moves if span.before.round == number)
        assert all(coins[seat][end] > curve[end] for other, curve in enumerate(coins)
                   if other != seat)  # fmt: skip


def test_a_game_without_moves_has_a_story_too():
    record = record_of(FILES[0])
    timeline = Timeline(record.start, [])
    assert [each.rank for each in standings(timeline)] == [1] * len(record.names)
    assert not [*lead_history(timeline), *tax_lines(timeline), *moments(timeline, 5)]
