"""The explorer without a browser: what is counted, brushed, listed, opened and selected."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.questions import erasures
from khronos_lab.rulebook import KhronosError
from tests.widgets.page import send


@pytest.fixture(scope="module")
def games():
    return kl.dataset("data/sample")


@pytest.fixture
def explorer(games):
    return games.explore()


# ------------------------------------------------------------------ rows


def test_a_game_tells_its_winner_and_what_happened_in_it(games):
    rows = games.explore("games").pictures.chosen()
    seats, events = games.games.collect(), games.events.collect()
    turns = games.turns.collect()
    assert rows.height == len(games)
    for row in rows.sample(12, seed=3).iter_rows(named=True):
        mine = seats.filter(pl.col("game") == row["game"]).sort("coins", descending=True)
        best, second = mine["coins"][0], mine["coins"][1]
        assert (row["coins"], row["lead"], row["players"]) == (best, best - second, mine.height)
        winners = mine.filter("won")
        places = (winners["seat"] + mine.height - winners["start_seat"]) % mine.height + 1
        assert row["place"] == places.min()
        happened = events.filter(pl.col("game") == row["game"])
        lost = erasures(happened.lazy()).filter(~pl.col("succeeded")).collect()
        assert (row["paradoxes"], row["step_paradox"]) == (lost.height, lost["step"].min())
        taxed = turns.filter((pl.col("game") == row["game"]) & (pl.col("round") == 4))
        assert row["tax_faith_4"] == taxed["tax_faith"].sum()


def test_t1_taxes_of_other_rounds_have_columns_of_their_own():
    rules = kl.rules_with(tax_rounds=(3, 7))
    games = kl.simulate(2, ["random", "random"], rules=rules, workers=1)
    page = games.explore().pictures.page
    taxes = [name for name, _ in page["measures"] if name.startswith("tax_faith_")]
    assert taxes == ["tax_faith_3", "tax_faith_7"]


@pytest.mark.parametrize("unit", ["games", "players", "turns"])
def test_every_measure_has_words_of_its_own(games, unit):
    for language in ("en", "de"):
        words = [
            word for _, word in games.explore(unit, language=language).pictures.page["measures"]
        ]
        assert len(set(words)) == len(words)
        assert all(word and "_" not in word for word in words)


def test_games_without_rows_can_be_looked_at(games):
    nobody = games.filter(players=4).filter(players=3).explore()
    assert nobody.pictures.chosen().height == 0
    assert nobody.pictures.page["list"] == []


# ------------------------------------------------------------------ what the page says and hears


def counted(page: Any, message: dict, data: bytes) -> dict[str, np.ndarray]:
    """By measure: the numbers that the bars show."""
    numbers, found, at = np.frombuffer(data, "<u4"), {}, 0
    for name, shape in zip([*page.page["shown"], "scatter"], message["shapes"], strict=True):
        size = int(np.prod(shape))
        found[name] = numbers[at : at + size].reshape(shape)
        at += size
    assert at == numbers.size
    return found


def test_bars_are_as_high_as_a_loop_counts_and_their_labels_hold(explorer, games):
    """Every measure is counted among the rows that the brushes of the others keep."""
    page = explorer.pictures
    rows, shown = page.chosen(), page.page["shown"]
    labels = page.page["labels"]
    assert all(len(each) <= 60 for each in labels.values())
    for one, other in product(("paradoxes", "coins"), ("players", "joined")):
        for name in (one, other):
            half = len(labels[name]) // 2
            [(message, [data]), *_] = send(page, "brush", ranges={name: [0, half]}, done=True, id=5)
        assert (message["kind"], message["id"]) == ("now", 5)
        chosen = page.chosen()
        assert message["said"] == f"{chosen.height:,} of {len(games):,} games"
        kept = {name: inside(rows, name, labels[name][: len(labels[name]) // 2 + 1])
                for name in (one, other)}  # fmt: skip
        assert sorted(chosen["game"]) == sorted(set.intersection(*kept.values()))
        for measure, heights in counted(page, message, data).items():
            if measure in shown:
                others = [games for name, games in kept.items() if name != measure]
                left = rows.filter(pl.col("game").is_in(set.intersection(*others)))
                wanted = [len(inside(left, measure, [label])) for label in labels[measure]]
                assert heights.sum(axis=1).tolist() == wanted, measure
        explorer.clear()


def inside(rows: pl.DataFrame, name: str, labels: list[str]) -> set[str]:
    """The games whose measure lies in one of the bins."""
    found: set[str] = set()
    for label in labels:
        ends = label.replace("\N{MINUS SIGN}", "-").replace(" … ", "–").split("–")
        column = pl.col(name).cast(pl.String)
        if ends[0].lstrip("-").isdigit():
            number = pl.col(name).cast(pl.Int64)
            found |= set(rows.filter(number.is_between(int(ends[0]), int(ends[-1])))["game"])
        else:
            found |= set(rows.filter(column == label)["game"])
    return found


def test_the_selection_of_players_counts_only_them(games):
    x = games.explore("players").brush(player=("planner", "planner"), won=("true", "true"))
    rows = x.selection.games.collect()
    assert rows["won"].all()
    assert rows["player"].str.starts_with("planner").all()
    assert rows.height == games.games.filter(
        pl.col("won") & pl.col("player").str.starts_with("planner")
    ).collect().height  # fmt: skip


def test_a_measure_of_ones_own_is_shown_first_brushed_and_copied(games):
    own = {"coins per card": pl.col("coins") / pl.col("cards_played")}
    shown = games.explore("players", measures=own)
    assert shown.pictures.shown[0] == "coins per card"
    assert shown.pictures.page["measures"][0] == ["coins per card", "Coins per card"]
    rows = shown.pictures.sheet.rows.filter(
        pl.col("coins per card").is_between(1, 2, closed="left")
    )
    shown.brush(**{"coins per card": (1.0, 1.999)})
    assert shown.pictures.chosen().height == rows.height > 0
    again = eval(shown.code, {"games": games, "measures": own})
    assert again.games.collect().equals(shown.selection.games.collect())
    with pytest.raises(KhronosError, match="can't be made of turns"):
        games.explore("turns", measures={"x": pl.col("weather")})
    with pytest.raises(KhronosError, match="x is a polars expression"):
        games.explore(measures={"x": 3})
    with pytest.raises(KhronosError, match="Your own measures have names"):
        games.explore(measures=["x"])


def test_a_bar_lists_its_games_and_a_click_opens_the_moment(explorer):
    assert len(explorer.pictures.page["list"]) == 60
    assert explorer.pictures.page["about"] == "Coins of the winner"
    [(message, _)] = send(explorer.pictures, "bar", bins={"paradoxes": [12, 12]})
    assert message["about"] == "Buildings lost to paradoxes"
    assert {row[-1] for row in message["rows"]} == {"12"}
    send(explorer.pictures, "open", row=2)
    assert explorer.pictures.error == ""
    assert explorer.children == (explorer.pictures, explorer.game)
    # The first paradox of that very game.
    assert explorer.game.frame.event.__class__.__name__ == "BuildingErased"
    send(explorer.pictures, "open", row=10_000)
    assert "there is no number 10000" in explorer.pictures.error


def test_a_point_with_one_game_behind_it_opens_at_once_in_the_language_of_the_page(explorer, games):
    explorer.pictures.language = "de"
    least = games.games.group_by("game").agg(pl.col("coins").max()).collect()["coins"].sort()
    assert least[0] < least[1], "one game has the poorest winner"
    *_, (told, _) = send(explorer.pictures, "bar", bins={"coins": [0, 0]})
    assert told == {"kind": "opened"}
    assert explorer.game.frame.event.__class__.__name__ == "GameEnded"
    assert explorer.game.language == "de"
    explorer.pictures.language = "en"
    assert explorer.game.language == "en"
