"""All questions at once: on real games and on none, in memory or streamed, always the same."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from khronos_lab.analysis import LazyTables
from khronos_lab.analysis.statistics.computing import game_streams
from khronos_lab.answers import READINGS, Answer, ChosenGames
from khronos_lab.report import standard_answers
from tests.analysis.statistics.asked import frames
from tests.analysis.statistics.rows import played_tables, tables


def test_every_question_has_an_answer_and_the_same_again():
    found, again = (frames(played_tables().lazy()) for _ in range(2))
    assert [name for name, frame in found.items() if frame.is_empty()] == []
    assert len(found) == 22
    assert [name for name in found if not found[name].equals(again[name])] == []


def test_no_games_give_no_rows_and_no_errors():
    found = frames(tables())
    clauses = found.pop("rules")
    assert clauses["number"].sum() == 0
    assert {name: frame.height for name, frame in found.items() if not frame.is_empty()} == {}


def test_every_row_that_points_at_a_moment_points_at_an_event():
    events = played_tables().events.select("game", "step")
    pointing = []
    for name, frame in frames(played_tables().lazy()).items():
        if "step" in frame.columns:
            moments = frame.select("game", "step").drop_nulls()
            assert not moments.is_empty(), name
            assert moments.join(events, on=["game", "step"], how="anti").is_empty(), name
            pointing.append(name)
    assert {"shadows", "rules", "openings", "domains"} <= set(pointing)


def test_tables_too_large_to_keep_give_the_same():
    one, other = (frames(played_tables().lazy(), keep=keep) for keep in (10**9, 0))
    for name, frame in one.items():
        assert_frame_equal(frame, other[name], check_exact=False, rel_tol=1e-12, abs_tol=1e-12)


def test_questions_of_a_report_give_what_each_gives_alone(monkeypatch):
    """Alone a question reads the events itself; in a report one reading serves all of them."""
    monkeypatch.setattr(game_streams, "ROWS", 200)  # several batches
    together = ChosenGames(played_tables().lazy()).for_report()
    for answer in standard_answers(together).values():
        alone = Answer(answer.question, ChosenGames(played_tables().lazy()), answer.options)
        assert_frame_equal(
            answer.frame, alone.frame, check_exact=False, rel_tol=1e-12, abs_tol=1e-12
        )
    assert [name for name in READINGS if together.read(name) is not None] == []  # all were used


@pytest.mark.parametrize("more", [0, -1])
def test_tables_are_kept_up_to_a_number_of_events(tmp_path, more):
    path = tmp_path / "events.parquet"
    played_tables().events.write_parquet(path)
    held = played_tables().lazy()
    scanned = LazyTables(held.games, held.turns, pl.scan_parquet(path), failed=2)
    number = played_tables().events.height
    asked = ChosenGames(scanned).for_report(number + more)
    assert asked.kept == (more == 0)
    assert asked.whole.failed == 2
    if asked.kept:
        path.unlink()
        assert asked.whole.events.collect().height == number


def test_files_give_what_memory_gives(tmp_path):
    held = played_tables()
    for table in ("games", "turns", "events"):
        getattr(held, table).write_parquet(tmp_path / f"{table}.parquet")
    scanned = LazyTables(
        *(pl.scan_parquet(tmp_path / f"{table}.parquet") for table in ("games", "turns", "events"))
    )
    one, other = (frames(each) for each in (held.lazy(), scanned))
    assert [name for name in one if not one[name].equals(other[name])] == []
