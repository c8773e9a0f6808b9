"""The explorer without a browser: what is counted, brushed, listed, opened and selected."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.rulebook import KhronosError
from khronos_lab.widgets import (
    LISTED,
    MOST_BINS,
    ROW_UNITS,
    Axis,
    Counter,
    ExplorerPage,
    Sheet,
    measure_words,
    units_of,
)
from tests.support import in_language


@pytest.fixture(scope="module")
def games():
    return kl.dataset("data/sample")


@pytest.fixture
def explorer(games):
    return games.explore()


def heard(explorer, monkeypatch):
    """What the page is told from now on, with its bytes."""
    told: list[tuple[dict, bytes]] = []

    def send(content, buffers=None):
        told.append((content, b"".join(map(bytes, buffers or ()))))

    monkeypatch.setattr(explorer.pictures, "send", send)
    return told


def say(explorer, **content):
    explorer.pictures._handle_custom_msg(content, [])


# ------------------------------------------------------------------ rows


def test_a_game_tells_its_winner_and_what_happened_in_it(games):
    rows = ROW_UNITS["games"].rows(games.tables).collect()
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
        erased = happened.filter(pl.col("event") == "BuildingErased")
        assert (row["erased"], row["step_erased"]) == (erased.height, erased["step"].min())
        taxed = turns.filter((pl.col("game") == row["game"]) & (pl.col("round") == 4))
        assert row["tax_faith_4"] == taxed["tax_faith"].sum()


def test_a_player_and_a_turn_are_rows_with_all_their_measures(games):
    players = ROW_UNITS["players"].rows(games.tables).collect()
    assert players.height == games.games.collect().height
    one = players.filter(pl.col("game") == players["game"][0])
    mean = one["coins"].mean()
    assert all(
        abs(lead - (coins - mean)) <= 0.5 for lead, coins in one["lead", "coins"].iter_rows()
    )
    turns = ROW_UNITS["turns"].rows(games.tables).collect()
    assert turns.height == games.turns.filter("ended").collect().height
    for unit, rows in (("players", players), ("turns", turns)):
        assert set(ROW_UNITS[unit].measures) <= set(rows.columns)
        assert set(ROW_UNITS[unit].first) <= set(ROW_UNITS[unit].measures)


def test_t1_taxes_of_other_rounds_have_columns_of_their_own(games):
    """The rules of some games have taxes after rounds 3 and 7: what is paid there is counted."""
    few = games.filter(map="valley").tables
    first = few.games.select("game").unique().sort("game").collect()["game"][0]
    changed = pl.when(pl.col("game") == first).then(pl.lit("tax rounds 3 7"))
    rules = replace(few, games=few.games.with_columns(numbers=changed.otherwise("numbers")))
    known = units_of(rules.games)
    taxes = [name for name in known["games"].measures if name.startswith("tax_faith_")]
    assert taxes == ["tax_faith_3", "tax_faith_4", "tax_faith_7"]
    rows = known["games"].rows(rules).collect()
    third = rules.turns.filter(pl.col("round") == 3).select(pl.col("tax_faith").sum())
    assert rows["tax_faith_3"].sum() == third.collect().item()
    assert ExplorerPage(rules, "games", print).shown == list(ROW_UNITS["games"].first)


@pytest.mark.parametrize("unit", ROW_UNITS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_measure_has_words_of_its_own(unit, language):
    words = [in_language(language, measure_words, unit, name) for name in ROW_UNITS[unit].measures]
    assert len(set(words)) == len(words)
    assert all(word and "_" not in word for word in words)


# ------------------------------------------------------------------ counting


def made(rows=4000):
    rng = np.random.default_rng(7)
    frame = pl.DataFrame(
        {
            "game": [f"g{n}" for n in range(rows)],
            "coins": rng.normal(50, 40, rows).round().astype(int),
            "erased": rng.poisson(6, rows),
            "player": rng.choice([f"p{n}" for n in range(9)], rows).tolist(),
            "map": [["valley", None][each] for each in rng.integers(0, 2, rows)],
        }
    )
    return frame, Sheet.of(frame, ["coins", "erased", "player", "map"])


def naive(frame, sheet, view, brushes, groups):
    """The same numbers, one row at a time."""
    counts = np.zeros([*(sheet.axes[name].size for name in view), groups], int)
    for number, codes in enumerate(sheet.codes.iter_rows(named=True)):
        others = {name: each for name, each in brushes.items() if name not in view}
        if all(low <= codes[name] <= high for name, (low, high) in others.items()):
            group = min(codes["player"], groups - 1)
            assert frame["game"][number] == sheet.rows["game"][number]
            counts[(*(codes[name] for name in view), group)] += 1
    return counts


def test_bins_hold_what_their_labels_say():
    frame, sheet = made()
    for name in ("coins", "erased"):
        axis = sheet.axes[name]
        assert axis.size <= MOST_BINS
        for value, code in zip(frame[name], sheet.codes[name], strict=True):
            first = axis.low + code * axis.width
            assert first <= value < first + axis.width
            assert axis.bins(value, value) == (code, code)
    assert sheet.axes["map"].names in (("valley", "–"), ("–", "valley"))
    labels = [Axis(3, -4, 2).label(place).replace("\N{MINUS SIGN}", "-") for place in range(3)]
    assert labels == ["-4 … -3", "-2 … -1", "0–1"]
    assert Axis(3, 0, 1).label(2) == "2"


def test_counts_are_those_of_a_loop_and_cubes_give_the_same():
    frame, sheet = made()
    views = [("coins",), ("erased",), ("map",), ("coins", "erased")]
    counter = Counter(sheet, views, "player")
    assert counter.groups == ("p0", "p1", "p2", "p3", "p4", "…") or len(counter.groups) == 6
    for brushes in (
        {},
        {"coins": (10, 30)},
        {"coins": (10, 30), "erased": (2, 5)},
        {"coins": (12, 18), "erased": (2, 5)},
        {"erased": (2, 5), "map": (0, 0), "player": (0, 3)},
    ):
        wanted = [naive(frame, sheet, view, brushes, 6) for view in views]
        for hand in ("", *brushes):
            found = counter.counts(brushes, hand)
            assert all(np.array_equal(one, other) for one, other in zip(found, wanted, strict=True))
        kept = counter.chosen(brushes)
        assert kept.height == counter.number(brushes)
        inside = [low <= code <= high for name, (low, high) in brushes.items()
                  for code in sheet.codes.filter(counter.kept(brushes))[name]]  # fmt: skip
        assert all(inside)


def test_a_step_of_the_brush_in_hand_reads_no_rows(monkeypatch):
    _, sheet = made()
    counter = Counter(sheet, [("erased",), ("map",)], None)
    counter.counts({"coins": (0, 5)}, "coins")
    monkeypatch.setattr(np, "bincount", lambda *_, **__: pytest.fail("rows were read"))
    first = counter.counts({"coins": (0, 9)}, "coins")
    monkeypatch.undo()
    assert np.array_equal(first[0], counter.counts({"coins": (0, 9)})[0])


def test_games_without_rows_can_be_looked_at(games):
    nobody = games.filter(players=4).filter(players=3).explore()
    assert nobody.pictures.sheet.codes.height == 0
    assert nobody.pictures.page["list"] == []


# ------------------------------------------------------------------ what the page says and hears


def test_brushing_sends_bytes_that_are_the_counts(explorer, games, monkeypatch):
    told = heard(explorer, monkeypatch)
    say(explorer, kind="brush", ranges={"erased": [8, 12]}, done=False, id=5)
    [(message, data)] = told
    assert (message["kind"], message["id"]) == ("now", 5)
    numbers = np.frombuffer(data, "<u4")
    assert numbers.size == sum(int(np.prod(shape)) for shape in message["shapes"])
    chosen = explorer.pictures.chosen()
    assert numbers[: message["shapes"][0][0]].sum() == chosen.height
    assert chosen["erased"].is_between(8, 12).all()
    assert message["said"] == f"{chosen.height:,} of {len(games):,} games"
    say(explorer, kind="brush", ranges={"erased": None}, done=True, id=6)
    assert [each["kind"] for each, _ in told[1:]] == ["now", "list"]
    assert explorer.pictures.brushes == {}


def test_the_selection_is_a_dataset_again(explorer, games):
    x = explorer.brush(erased=(10, 20), players=(4, 4))
    found = x.selection
    assert type(found) is kl.Dataset
    wanted = x.pictures.chosen()["game"].to_list()
    assert found.games.select("game").unique().collect()["game"].sort().to_list() == sorted(wanted)
    assert found.games.collect()["players"].unique().to_list() == [4]
    assert len(found.income(by="age").frame)
    assert len(x.clear().selection) == len(games)


def test_the_selection_of_players_counts_only_them(games):
    x = games.explore("players").brush(player=("planner", "planner"), won=("true", "true"))
    rows = x.selection.games.collect()
    assert rows["won"].all()
    assert rows["player"].str.starts_with("planner").all()
    assert rows.height == games.games.filter(
        pl.col("won") & pl.col("player").str.starts_with("planner")
    ).collect().height  # fmt: skip


def test_a_bar_lists_its_games_and_a_click_opens_the_moment(explorer, monkeypatch):
    told = heard(explorer, monkeypatch)
    say(explorer, kind="bar", bins={"erased": [12, 12]})
    [(message, _)] = told
    assert message["about"] == "Buildings erased"
    assert {row[-1] for row in message["rows"]} == {"12"}
    assert len(message["rows"]) <= LISTED
    say(explorer, kind="open", row=2)
    assert explorer.pictures.error == ""
    assert explorer.children == (explorer.pictures, explorer.game)
    # The first paradox of that very game.
    assert explorer.game.frame.event.__class__.__name__ == "BuildingErased"
    say(explorer, kind="open", row=10_000)
    assert "there is no number 10000" in explorer.pictures.error


def test_a_point_with_one_game_behind_it_opens_at_once_in_the_language_of_the_page(
    explorer, monkeypatch
):
    told = heard(explorer, monkeypatch)
    rows = explorer.pictures.sheet.rows
    coins = explorer.pictures.sheet.axes["coins"]
    assert rows.filter(pl.col("coins") == rows["coins"].max()).height == 1
    explorer.pictures.language = "de"
    say(explorer, kind="bar", bins={"coins": [coins.size - 1, coins.size - 1]})
    assert told[-1][0] == {"kind": "opened"}
    assert explorer.game.frame.event.__class__.__name__ == "GameEnded"
    assert explorer.game.language == "de"
    explorer.pictures.language = "en"
    assert explorer.game.language == "en"


def test_measures_colour_and_kind_of_row_are_chosen(explorer, games):
    for what, value, place in (
        ("shown", "bonus", 3), ("scatter", "joined", 1), ("colour", "player", 0),
    ):  # fmt: skip
        say(explorer, kind="choose", what=what, value=value, place=place)
    page = explorer.pictures.page
    assert (page["shown"][3], page["scatter"][1], page["colour"]) == ("bonus", "joined", "player")
    assert "planner" in page["groups"]
    say(explorer, kind="choose", what="unit", value="turns")
    assert explorer.pictures.sheet.codes.height == games.turns.collect().height
    explorer.pictures.language = "de"
    assert dict(explorer.pictures.page["measures"])["round"] == "Runde"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"kind": "brush", "ranges": {"coins": [0, 999]}, "done": True, "id": 1}, "bins"),
        ({"kind": "brush", "ranges": {"weather": [0, 1]}, "done": True, "id": 1}, "no measure"),
        ({"kind": "choose", "what": "unit", "value": "moves"}, "no kind of row"),
        ({"kind": "choose", "what": "shown", "value": "coins", "place": 99}, "no picture 99"),
        ({"kind": "choose", "what": "sound", "value": "on"}, "no choice"),
        ({"kind": "fly"}, "nothing here answers"),
    ],
)
def test_what_makes_no_sense_is_told(explorer, content, said):
    say(explorer, **content)
    assert said in explorer.pictures.error
    assert explorer.pictures.brushes == {}


def test_python_is_told_in_a_sentence(explorer, games):
    with pytest.raises(KhronosError, match="there is no measure 'coin'"):
        explorer.brush(coin=(1, 2))
    with pytest.raises(KhronosError, match=r"no 'vally' here\. Did you mean valley"):
        explorer.brush(map=("vally", "vally"))
    with pytest.raises(KhronosError, match="no kind of row 'moves'"):
        games.explore("moves")
