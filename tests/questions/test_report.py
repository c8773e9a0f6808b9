"""All questions at once: on real games and on none, in memory or streamed, always the same."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from khronos_lab.analysis import LazyTables, Tables
from khronos_lab.questions import Selection, cascades, clause_coverage, lives, openings
from khronos_lab.report import standard_answers
from khronos_lab.rulebook import KhronosError
from tests.questions.asked import frames
from tests.questions.rows import played_tables, tables


def same(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> None:
    """The same answers: whole numbers and words exactly, quotients to the last digits."""
    assert list(one) == list(other)
    for name, frame in one.items():
        assert_frame_equal(frame, other[name], check_exact=False, rel_tol=1e-12, abs_tol=1e-12)


def copied(tables: Tables, copies: int) -> Tables:
    """The same games under other ids and of other seeds."""

    def copy(frame: pl.DataFrame, number: int) -> pl.DataFrame:
        frame = frame.with_columns(game=pl.lit(f"{number:03}-") + pl.col("game"))
        if "seed" in frame.columns:
            seed = pl.lit(f"{number}-") + pl.col("seed")
            frame = frame.with_columns(seed=seed)
        return frame

    found = (tables.games, tables.turns, tables.events)
    return Tables(*(pl.concat([copy(each, n) for n in range(copies)]) for each in found))


def test_every_question_has_an_answer_whose_moments_are_events():
    found = frames(played_tables().lazy())
    assert [name for name, frame in found.items() if frame.is_empty()] == []
    assert len(found) == 23
    events = played_tables().events.select("game", "step")
    pointing = {name: frame for name, frame in found.items() if "step" in frame.columns}
    assert {"shadows", "rules", "openings", "domains"} <= set(pointing)
    for name, frame in pointing.items():
        moments = frame.select("game", "step").drop_nulls()
        assert not moments.is_empty(), name
        assert moments.join(events, on=["game", "step"], how="anti").is_empty(), name


def test_no_games_give_no_rows_and_no_errors():
    found = frames(tables())
    clauses = found.pop("rules")
    assert clauses["number"].sum() == 0
    assert {name: frame.height for name, frame in found.items() if not frame.is_empty()} == {}


def test_files_that_are_not_kept_give_what_memory_gives(tmp_path):
    held = played_tables()
    for table in ("games", "turns", "events"):
        getattr(held, table).write_parquet(tmp_path / f"{table}.parquet")
    scanned = LazyTables(
        *(pl.scan_parquet(tmp_path / f"{table}.parquet") for table in ("games", "turns", "events"))
    )
    same(frames(held.lazy()), frames(scanned, keep=0))


@pytest.mark.parametrize("ask", [lives, cascades, openings], ids=lambda ask: ask.__name__)
def test_games_that_are_read_in_several_batches_are_never_cut(ask):
    few = ask(played_tables().events.lazy()).collect()
    many = ask(copied(played_tables(), 30).events.lazy()).collect(engine="streaming")
    assert many.height == 30 * few.height
    for copy in ("000-", "013-", "022-", "029-"):
        mine = many.filter(pl.col("game").str.starts_with(copy))
        bare = mine.with_columns(pl.col("game").str.strip_prefix(copy))
        assert bare.equals(few)


def test_games_in_pieces_are_refused():
    events = played_tables().events
    mixed = pl.concat([events.tail(50), events.head(-50)]).lazy()
    for ask in (lives, cascades, clause_coverage):
        with pytest.raises(KhronosError, match="do not stand together"):
            ask(mixed).collect()


def test_filtered_tables_in_any_order_of_games_give_the_report_of_their_games():
    own = pl.col("game").str.starts_with("001")
    alone, tables = (copied(played_tables(), copies).lazy() for copies in (2, 3))
    turned = tables.games.sort("game", descending=True, maintain_order=True)
    some = LazyTables(*(each.filter(own) for each in (turned, tables.turns, tables.events)))
    alone = LazyTables(*(each.filter(own) for each in (alone.games, alone.turns, alone.events)))
    same(frames(alone), frames(some, keep=0))


def test_questions_of_a_report_give_what_each_gives_alone():
    """Alone a question reads the events itself; in a report one reading serves all of them."""
    together = Selection(played_tables().lazy()).for_report()
    for answer in standard_answers(together).values():
        alone = type(answer)(Selection(played_tables().lazy()), **answer.options)
        assert_frame_equal(
            answer.frame, alone.frame, check_exact=False, rel_tol=1e-12, abs_tol=1e-12
        )


@pytest.mark.parametrize("more", [0, -1])
def test_tables_are_kept_up_to_a_number_of_events(tmp_path, more):
    path = tmp_path / "events.parquet"
    played_tables().events.write_parquet(path)
    held = played_tables().lazy()
    scanned = LazyTables(held.games, held.turns, pl.scan_parquet(path), failed=2)
    number = played_tables().events.height
    asked = Selection(scanned).for_report(number + more)
    assert asked.kept == (more == 0)
    assert asked.whole.failed == 2
    if asked.kept:
        path.unlink()
        assert asked.whole.events.collect().height == number
