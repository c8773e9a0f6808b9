"""What a dataset answers: numbers, figure, sentence, limits, and the moment behind a row."""

from __future__ import annotations

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.analysis import LazyTables
from khronos_lab.questions import QUESTIONS, Selection
from khronos_lab.rulebook import KhronosError, say

CASTLE = (pl.col("kind") == "military") & (pl.col("rank") == 3) & (pl.col("round") <= 3)
EARLY_CASTLE = (pl.col("event") == "BuildingBuilt") & CASTLE


@pytest.fixture(scope="module")
def sample() -> kl.Dataset:
    return kl.dataset("data/sample")


@pytest.fixture(scope="module")
def small() -> kl.Dataset:
    """The games of one folder of the sample: three players of unlike strength."""
    return kl.dataset("data/sample/3-levels")


def chosen(games: kl.Dataset) -> Selection:
    return Selection(LazyTables(games.games, games.turns, games.events))


ASKED = {
    "income": lambda d: d.income(),
    "wealth": lambda d: d.wealth(),
    "how_won": lambda d: d.how_won(),
    "spending": lambda d: d.spending(),
    "cards_spent": lambda d: d.cards_spent(),
    "survival": lambda d: d.buildings().survival(),
    "fates": lambda d: d.buildings().fates(),
    "causes_of_death": lambda d: d.buildings().causes_of_death(),
    "shadows": lambda d: d.shadows(),
    "paradoxes": lambda d: d.paradoxes(),
    "paradox_costs": lambda d: d.paradox_costs(),
    "domains": lambda d: d.domains(),
    "cascades": lambda d: d.cascades(),
    "longest_cascades": lambda d: d.longest_cascades(),
    "seats": lambda d: d.seats(),
    "openings": lambda d: d.openings(),
    "hands": lambda d: d.hands(),
    "luck": lambda d: d.luck(),
    "cards_held": lambda d: d.cards_held(),
    "rules": lambda d: d.rules(),
    "ratings": lambda d: d.ratings(),
    "duels": lambda d: d.duels(),
    "lead_changes": lambda d: d.lead_changes(),
    "comebacks": lambda d: d.comebacks(),
    "compare": lambda d: d.filter(holdem=True).compare(d.filter(holdem=False)),
    "balance": lambda d: QUESTIONS["balance"](
        chosen(d.filter(holdem=True)), {"one": chosen(d.filter(holdem=False))}
    ),
    "heat": lambda d: d.heat("contested", map="valley"),
    "pays": lambda d: d.pays(EARLY_CASTLE),
    "first_leader": lambda d: d.first_leader(),
    "largest_comebacks": lambda d: d.largest_comebacks(),
    "measure": lambda d: d.measure("coins per card", pl.col("income") / pl.col("cards_played")),
}


@pytest.mark.parametrize("name", sorted({*ASKED} - {"heat", "compare", "balance"}))  # these refuse
def test_no_games_give_an_answer_that_says_so(small, name):
    answer = ASKED[name](small.filter(players=5))
    assert say("finding-nothing") in answer.finding or answer.frame["number"].sum() == 0


def test_names_of_players_are_escaped():
    start = kl.new_game(["<b>x", "Ann"], seed=3)
    page = kl.dataset(kl.play_game(["random", "random"], start)).ratings()._repr_html_()
    assert "<b>x" not in page
    assert "&lt;b&gt;x" in page


# ------------------------------------------------------------------ filters


def test_a_filter_on_games_keeps_whole_games(sample):
    four = sample.filter(players=4, map="valley")
    games = four.games.collect()
    assert set(games["players"]) == {4}
    assert set(games["map"]) == {"valley"}
    assert games.height == 4 * len(four)
    ids = set(games["game"])
    for table in (four.turns, four.events):
        assert set(table.select("game").unique().collect()["game"]) == ids
    assert repr(four).endswith("(data/sample: players=4, map=valley)")


def test_a_filter_on_a_player_counts_that_player_against_everybody(small):
    greedy = small.filter(player="greedy")
    games = greedy.games.collect()
    assert set(games["player"]) == {"greedy"}
    assert len(greedy) == len(small)
    # All events of the games are there, but only greedy's coins count.
    assert greedy.events.select(pl.len()).collect().item() == (
        small.events.select(pl.len()).collect().item()
    )
    paid = small.income(by=["age", "player"]).frame.filter(pl.col("player") == "greedy")
    assert greedy.income(by="age").frame["mean"].to_list() == pytest.approx(paid["mean"].to_list())
    # A win is still one against the others at the table.
    wins = games["won"].mean()
    assert 0 < wins < 1
    seats = greedy.seats(adjust=None).frame
    share = (seats["win"] * seats["rows"]).sum() / seats["rows"].sum()
    assert share == pytest.approx(wins, abs=0.02)  # equal winners share


def test_filters_follow_one_another_and_take_lists_and_polars(sample):
    some = sample.filter(players=[2, 3]).filter(pl.col("coins") > 60, edition="first")
    games = some.games.collect()
    assert set(games["players"]) <= {2, 3}
    assert games["coins"].min() > 60
    assert set(games["edition"]) == {"first"}


def test_one_program_is_one_player_in_every_seat(sample):
    names = sample.income(by=["player"]).frame["player"].unique().to_list()
    assert "greedy" in names
    assert not [name for name in names if "#" in name]
    seats = sample.filter(player="greedy").games.collect()
    assert set(seats["player"]) > {"greedy"}


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda d: d.filter(player_s=4), "Games have no column 'player_s'. Did you mean player"),
        (lambda d: d.filter(4), "A filter is a column with a value"),
        (lambda d: d.seats(adjust="x"), 'adjust= is "player" or None'),
        (lambda d: d.buildings(knid="civil"), "no column 'knid'. Did you mean kind?"),
        (lambda d: d.buildings(birth="shadow"), "There is no birth 'shadow'. There are: built, "),
        (lambda d: d.pays(kind="castle"), "no kind 'castle'. There are: military, religious, civ"),
        (lambda d: d.pays(), "Say what may pay"),
        (lambda d: d.ratings(anchor="gredy").frame, "Did you mean greedy?"),
        (lambda d: d.seats().median(), "A median needs survival curves"),
        (lambda d: d.seats().open(0), "has no moment of its own"),
        (lambda d: d.cascades().open(10_000), "There is no row 10,000"),
        (lambda d: d.compare(7), "Compare with another dataset"),
        (lambda d: d.compare(d, 7), 'measures= names columns, as measures="coins", not 7.'),
        (lambda d: d.income(by=7), 'by= names columns, as by="player", not 7.'),
        (lambda d: d.ratings(by="weather").frame, 'I can\'t group ratings by "weather".'),
        (lambda d: d.openings(by=()), 'by= is "opening" or "first_action", not ().'),
        (lambda d: d.hands(rounds=1.5), "rounds= is a list of rounds: rounds=[1], and not 1.5."),
        (lambda d: d.luck(rounds=["x"]), 'a round is a whole number from 1 on, not "x"'),
        (lambda d: d.pays(pl.col("kind")), "Events can't be filtered by that: filter predicate"),
        (lambda d: d.filter(map=object()), "map= is a value of the column, or a list, not <obj"),
        (lambda d: d.filter(map=1.5), "Games can't be filtered by that: cannot compare string"),
        (lambda d: d.filter(map="vally"), 'no map "vally". Did you mean valley? There are: delta'),
        (lambda d: d.filter(player="gredy"), 'no player "gredy". Did you mean greedy?'),
        (lambda d: d.heat(map=()).frame, "There are no games here, so there is no map to draw."),
        (lambda d: d.positions(event="Tax"), "There is no event 'Tax'. There are: "),
        (lambda d: d.game(1.5), "the id of a game is a text, not 1.5"),
        (lambda d: d.heat().frame, 'choose one, map="valley"'),
    ],
)
def test_what_cannot_be_asked_is_answered_in_a_sentence(small, ask, sentence):
    with pytest.raises(KhronosError) as refused:
        ask(small)
    assert sentence in str(refused.value)


# ------------------------------------------------------------------ ten questions of an analyst


def test_a_map_is_not_found_among_games_whose_maps_have_no_name():
    lesson = kl.dataset(["data/games/08-lesson-three-ages.khr"])
    with pytest.raises(KhronosError, match=r'There is no map "valley".* none that has a map'):
        lesson.heat(map="valley")


def test_10_from_an_outlier_to_its_moment():
    small = kl.dataset("data/sample/2-levels")  # with records
    answer = small.cascades()
    longest = answer.frame["length"].arg_max()
    assert longest is not None
    row = answer.frame.row(longest, named=True)
    opened = answer.open(longest)
    event = small.events.filter(
        (pl.col("game") == row["game"]) & (pl.col("step") == row["step"])
    ).collect()
    frame = small.game(row["game"])[opened.index]
    assert frame.entry is not None
    assert type(frame.entry.event).__name__ == event["event"][0]
