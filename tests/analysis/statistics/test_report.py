"""The standard report: every question, on real games and on none, always the same."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from khronos_lab.analysis.statistics.paradox_costs import control_changes, paradox_costs
from khronos_lab.analysis.statistics.standard_report import collect_report, standard_report
from khronos_lab.analysis.tables.game_tables import LazyTables
from tests.analysis.statistics.rows import played_games, played_tables, tables


def steps():
    return [(game, steps) for game, _, steps in played_games()]


def test_every_question_has_an_answer():
    found = collect_report(
        standard_report(
            played_tables().lazy(),
            costs=paradox_costs(steps()).lazy(),
            changes=control_changes(steps()).lazy(),
        )
    )
    assert [name for name, frame in found.items() if frame.is_empty()] == []
    assert len(found) == 24


def test_all_at_once_is_the_same_as_one_by_one_and_as_again():
    report = standard_report(played_tables().lazy())
    found = collect_report(report)
    again = collect_report(standard_report(played_tables().lazy()))
    for name, frame in report.items():
        assert found[name].equals(frame.collect(engine="streaming")), name
        assert found[name].equals(again[name]), name
        assert found[name].schema == frame.collect_schema(), name


def test_no_games_give_no_rows_and_no_errors():
    found = collect_report(standard_report(tables()))
    clauses = found.pop("clause_coverage")
    assert clauses["number"].sum() == 0
    assert {name: frame.height for name, frame in found.items() if not frame.is_empty()} == {}


def test_every_row_that_points_at_a_moment_points_at_an_event():
    events = played_tables().events.select("game", "step")
    for name, frame in collect_report(standard_report(played_tables().lazy())).items():
        if "step" in frame.columns:
            moments = frame.select("game", "step").drop_nulls()
            assert not moments.is_empty(), name
            assert moments.join(events, on=["game", "step"], how="anti").is_empty(), name


@pytest.mark.parametrize(
    "name", ["shadow_outcomes", "clause_coverage", "openings", "domain_events"]
)
def test_rows_of_a_report_can_be_opened_in_the_replay(name):
    frame = standard_report(played_tables().lazy())[name]
    assert {"game", "step"} <= set(frame.collect_schema().names())


def test_tables_too_large_to_keep_give_the_same():
    one = collect_report(standard_report(played_tables().lazy()))
    large = standard_report(played_tables().lazy(), keep=0)
    assert not large.kept
    other = collect_report(large)
    for name, frame in one.items():
        assert_frame_equal(frame, other[name], check_exact=False, rel_tol=1e-12, abs_tol=1e-12)


def test_tables_are_kept_up_to_a_number_of_events(tmp_path):
    path = tmp_path / "events.parquet"
    played_tables().events.write_parquet(path)
    held = played_tables().lazy()
    scanned = LazyTables(held.games, held.turns, pl.scan_parquet(path))
    number = played_tables().events.height
    assert not standard_report(scanned, keep=number - 1).kept
    report = standard_report(scanned, keep=number)
    path.unlink()
    assert report["clause_coverage"].collect()["number"].sum() == number


def test_files_give_what_memory_gives(tmp_path):
    held = played_tables()
    for table in ("games", "turns", "events"):
        getattr(held, table).write_parquet(tmp_path / f"{table}.parquet")
    scanned = type(held.lazy())(
        *(pl.scan_parquet(tmp_path / f"{table}.parquet") for table in ("games", "turns", "events"))
    )
    one, other = (collect_report(standard_report(each)) for each in (held.lazy(), scanned))
    assert [name for name in one if not one[name].equals(other[name])] == []
