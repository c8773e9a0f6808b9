"""Dataset: many games, wherever they lie, as one thing to ask."""

from __future__ import annotations

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.rulebook import KhronosError, data_file


@pytest.fixture(scope="module")
def shipped() -> kl.Dataset:
    return kl.dataset("data/games")


def test_a_folder_of_records_is_a_dataset(shipped):
    assert len(shipped) == 9
    assert repr(shipped) == "Dataset: 9 games, 2 to 5 players (data/games)"
    seats = [len(shipped.game(number).players) for number in range(9)]
    assert shipped.games.collect().height == sum(seats)
    assert shipped.game(2).players == ("Farid", "Greta", "Hugo", "Ines")


def test_records_games_patterns_and_lists_are_datasets(shipped):
    folder = data_file("games")
    game = kl.load(folder / "01-two-players-valley.khr")
    assert len(kl.dataset(game)) == 1
    assert len(kl.dataset([game, game.record])) == 1
    assert len(kl.dataset(str(folder / "0[12]*.khr"))) == 2
    assert len(kl.dataset(folder / "01-two-players-valley.khr", folder / "06-holdem.khr")) == 2


def test_the_sample_is_a_dataset_whose_games_open():
    sample = kl.dataset("data/sample")
    assert len(sample) > 400
    row = sample.games.filter(pl.col("players") == 4).head(1).collect().row(0, named=True)
    game = sample.game(row["game"])
    assert len(game.players) == 4
    final = [player.coins for player in game[-1].state.players]
    assert final[row["seat"]] == row["coins"]


def test_it_describes_itself(shipped):
    told = shipped.describe()
    assert told["games"].sum() == 9
    assert set(told.columns) == {"players", "edition", "holdem", "who", "games", "maps"}
    assert "Dataset: 9 games" in shipped._repr_html_()
    columns = shipped.columns
    assert set(columns["table"]) == {"games", "players", "turns", "events"}
    assert columns["meaning"].str.len_chars().min() > 3


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        ((), "Name the games"),
        (("nowhere/at/all",), "nowhere/at/all is not there: name a folder or file of games."),
        ((7,), "I can't read games from a int."),
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
