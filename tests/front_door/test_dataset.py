"""Dataset: many games, wherever they lie, as one thing to ask."""

from __future__ import annotations

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.rulebook import KhronosError, data_file, speaking


@pytest.fixture(scope="module")
def shipped() -> kl.Dataset:
    return kl.dataset("data/games")


def test_records_games_patterns_and_lists_are_datasets(shipped):
    folder = data_file("games")
    game = kl.load(folder / "01-two-players-valley.khr")
    assert len(kl.dataset(game)) == 1
    assert len(kl.dataset([game, game.record])) == 1
    assert len(kl.dataset(str(folder / "0[12]*.khr"))) == 2
    assert len(kl.dataset(folder / "01-two-players-valley.khr", folder / "06-holdem.khr")) == 2


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        ((), "Name the games"),
        (("nowhere/at/all",), "nowhere/at/all is not there: name a folder or file of games."),
        ((7,), "I can't read games from an int."),
        (("data/maps",), "data/maps: there is no game in this folder"),
        (("data/sample", "data/games"), "load them as two datasets"),
    ],
)
def test_what_holds_no_games_is_answered_in_a_sentence(sources, sentence):
    with pytest.raises(KhronosError) as refused:
        kl.dataset(*sources)
    assert sentence in str(refused.value)


def test_a_game_that_is_not_there_is_answered_in_a_sentence(shipped):
    for asked in (9, -10):
        with pytest.raises(KhronosError, match=f"There are 9 games, so there is no game {asked}"):
            shipped.game(asked)
    with pytest.raises(KhronosError, match='There is no game "x"'):
        shipped.game("x")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("games.incme()", "A Dataset has no incme. Did you mean games.income?"),
        ("games.survival()", "Ask that of buildings: games.buildings(...).survival()."),
        ("games.xyz", "A Dataset has no xyz. dir(games) lists what it has."),
        ("games.report(5)", "a file or folder has a name, and 5 is none"),
    ],
)
def test_a_slip_is_answered_by_what_to_write(shipped, line, said):
    with pytest.raises((KhronosError, AttributeError)) as told:
        eval(line, {"games": shipped})
    assert str(told.value) == said


def test_a_lazy_table_shows_its_first_rows_and_what_is_selected_from_it_does_too(shipped):
    table = shipped.players
    assert isinstance(table, pl.LazyFrame)
    assert str(table).startswith("shape: (10, ")
    assert repr(table).endswith("The first 10 rows; .collect() gives all of them.")
    assert repr(shipped.turns.select("value").head(3)).startswith("shape: (3, 1)")
    assert "<table" in table._repr_html_()
    assert ".collect() liefert alle" in german(table)


def german(table):
    with speaking("de"):
        return table._repr_html_()
