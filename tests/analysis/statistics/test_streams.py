"""Working game by game: whole games, any batch size, little memory."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.analysis import cascades, clause_coverage, game_by_game, lives
from khronos_lab.rulebook import KhronosError
from tests.analysis.statistics.rows import played_tables, rows

FRAME = pl.LazyFrame({"game": list("aabbbc"), "x": range(6)})
SIZES = {"game": pl.String(), "games": pl.UInt32(), "rows": pl.UInt32(), "number": pl.UInt64()}


def sizes(batch: pl.DataFrame) -> pl.DataFrame:
    """By game: its rows, its number, and how many games came in the same batch."""
    found = batch.group_by("game", maintain_order=True).agg(
        rows=pl.len(), number=pl.first("number")
    )
    return found.with_columns(games=pl.len()).select(SIZES.keys())


@pytest.mark.parametrize("batch", [1, 2, 3, 4, 5, 6, 100])
def test_a_game_is_never_cut_whatever_the_batch(batch):
    found = rows(game_by_game(FRAME, sizes, SIZES, rows=batch), "game", "rows")
    assert found == [("a", 2), ("b", 3), ("c", 1)]


def test_games_of_a_batch_are_numbered():
    # The last game of a piece waits for more rows, so it comes in a batch of its own.
    found = rows(game_by_game(FRAME, sizes, SIZES), "game", "games", "number")
    assert found == [("a", 2, 0), ("b", 2, 1), ("c", 1, 0)]


def test_nothing_gives_nothing():
    assert rows(game_by_game(FRAME.filter(pl.lit(False)), sizes, SIZES)) == []


def test_columns_rows_and_heads_are_cut_as_in_any_lazy_table():
    found = game_by_game(FRAME, sizes, SIZES, rows=2)
    assert rows(found.filter(pl.col("rows") > 1).select("rows")) == [(2,), (3,)]
    assert rows(found.head(1), "game") == [("a",)]
    assert rows(game_by_game(FRAME, sizes, SIZES).head(1), "game") == [("a",)]
    assert rows(found.select(pl.col("rows").sum())) == [(6,)]


def test_a_head_does_not_read_on():
    seen = []

    def noted(batch):
        seen.append(batch["game"][0])
        return sizes(batch)

    many = pl.LazyFrame({"game": [f"{number:05}" for number in range(20_000)], "x": 0})
    assert game_by_game(many, noted, SIZES, rows=100).head(1).collect()["game"][0] == "00000"
    assert len(seen) < 10


@pytest.mark.parametrize("batch", [1, 2, 100])
@pytest.mark.parametrize("games", ["aba", "abbca", "abca"])
def test_games_in_pieces_are_refused(games, batch):
    frame = pl.LazyFrame({"game": list(games), "x": range(len(games))})
    with pytest.raises(KhronosError, match="do not stand together"):
        game_by_game(frame, sizes, SIZES, rows=batch).collect()


@pytest.mark.parametrize("ask", [lives, cascades, clause_coverage], ids=lambda ask: ask.__name__)
def test_batches_do_not_show_in_results(ask, monkeypatch):
    events = played_tables().events.lazy()
    whole = ask(events).collect()
    monkeypatch.setattr("khronos_lab.analysis.statistics.computing.game_streams.ROWS", 50)
    defaults = {"rows": 50, "beside": None}
    monkeypatch.setattr(game_by_game, "__kwdefaults__", defaults)
    assert whole.height > 40
    assert ask(events).collect(engine="streaming").equals(whole)
