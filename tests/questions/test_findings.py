"""Sentences that are true of what was asked: groups, filters, strata, few deals, one word each."""

from __future__ import annotations

import re
from inspect import signature
from random import Random

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.questions import QUESTIONS, REVIEWED, Progress, erasures, mean_interval
from khronos_lab.rulebook import LANGUAGES, KhronosError, speaking
from tests.making.asking import STUB, stub


@pytest.fixture(scope="module")
def sample() -> kl.Dataset:
    return kl.dataset("data/sample")


@pytest.fixture(scope="module")
def small() -> kl.Dataset:
    """Tables of two and of three players."""
    return kl.dataset(["data/sample/2-levels", "data/sample/3-levels"])


@pytest.fixture(scope="module")
def played() -> kl.Dataset:
    """Games with all that is logged of players."""
    return kl.simulate(30, ["greedy", "greedy", "random"], workers=1, progress=False)


@pytest.fixture(scope="module")
def one(small) -> kl.Dataset:
    return small.filter(game=small.games.collect()["game"].min())


# ------------------------------------------------------------------ the list of an analyst


@pytest.mark.parametrize("ask", ["income", "spending"])
def test_1_a_question_can_be_grouped_by_the_size_of_the_table(small, ask):
    answer = getattr(small, ask)(by="players")
    assert set(answer.frame["players"]) == {2, 3}
    assert answer.plot().figure.axes


@pytest.mark.parametrize(
    "ask",
    [
        lambda d: d.lead_changes(by="players"),
        lambda d: d.wealth(by="players"),
        lambda d: d.cards_held(by="players"),
        lambda d: d.income(by="players"),
        lambda d: d.first_leader(by="players"),
        lambda d: d.measure("coins", by="players"),
    ],
)
def test_2_a_grouped_finding_names_and_compares_its_groups(small, ask):
    said = ask(small).finding
    assert "2 players" in said
    assert "3 players" in said
    assert "beyond chance" in said


def test_2_groups_of_players_by_how_they_ended_are_refused_where_it_is_about_winning(small):
    with pytest.raises(KhronosError, match="sort players by how they ended"):
        small.comebacks(by="won")


def test_2_a_group_that_never_has_it_is_as_unsure_as_its_interval(small):
    said = small.shadows(by="kind").told(alone=False)
    assert "civil 0.0% (0.0% to 3.9%)" in said  # which holds all that the others have
    assert "1 of 3 differences is beyond chance" in said
    assert "the widest of these is between military and religious" in said


def test_2_a_clear_difference_never_has_an_end_of_zero(small):
    said = small.income(by=("source", "map")).told(alone=False)
    assert re.search(r"beyond chance.*: 4\.0 \(0\.01 to", said)


@pytest.mark.parametrize("ask", ["cards_held", "adventurers"])
def test_2_a_single_group_is_not_said_to_differ(small, ask):
    said = getattr(small.filter(rank=1), ask)(by="won").told(alone=False)
    assert "differ most" not in said
    assert "on average" in said or "of players have" in said


def test_7_every_key_of_a_question_is_in_its_sentence(small):
    assert "nobody's" in small.paradoxes(by="victim").finding
    assert "A1, round 1 with" in small.cards_spent(by=("clause", "round")).finding
    assert "round 1 with" in small.cascades(by="round").finding


def test_13_a_measure_of_turns_has_the_words_of_its_column(small):
    said = small.measure("bonus", of="turns", by="round").told(alone=False)
    assert said.startswith("Coins from bonus, the highest and the lowest of 7 groups: round")


def test_10_a_set_is_not_compared_with_itself_and_one_measure_is_told_whatever_it_says(small):
    with pytest.raises(KhronosError, match="nothing to compare"):
        small.compare(small).frame  # noqa: B018
    one = small.filter(map="delta").compare(small.filter(map="valley"), measures="coins")
    assert "The difference is not beyond chance: coins at the end, " in one.finding


def test_10_a_comparison_is_based_on_the_games_of_both_sets(small):
    found = small.filter(player="greedy", players=2).compare(small.filter(players=3))
    assert found.finding.endswith("Based on 120 games of one set and 108 of the other.")


def test_3_strata_of_opposite_sign_are_not_pooled(sample):
    three = sample.filter(players=3)
    said = three.seats().told(alone=False)
    assert said.startswith("Whether playing first helps is not the same everywhere")
    gains = [float(each) for each in re.findall(r"Hold'em ([+-][\d.]+)", said)]
    assert len(gains) == 2
    assert min(gains) < 0 < max(gains)
    alone = three.filter(holdem=False).seats().told(alone=False)
    assert f"{gains[0]:+.1f} percentage points" in alone
    assert "of the time" not in said + alone


def test_3_a_player_who_never_wins_is_no_stratum(sample):
    said = sample.seats().told(alone=False)
    assert said.startswith("Whoever plays first wins less often: -")
    assert "random" not in said


def test_4_a_filter_on_the_outcome_is_said_first(small):
    winners = small.filter(won=True)
    refused = winners.comebacks().finding
    assert refused.startswith("Only those who ended like this are counted: winners.")
    assert "%" not in refused
    told = winners.income().finding
    assert told.startswith("Only those who ended like this are counted: winners.")
    assert "coins a game" in told
    rich = small.filter(pl.col("coins") > 50).seats().finding
    assert "ended like this are counted: coins > 50" in rich
    lost = small.buildings(fate="paradox").survival(by=()).finding
    assert lost.startswith("Only buildings that ended like this are counted: erased by a paradox.")
    for fair in (small.filter(players=2), small.filter(player="greedy"), small.filter(place=0)):
        assert "ended like this" not in fair.income().finding


def test_12_the_spread_of_players_is_told_only_where_enough_is_known_of_all(sample):
    four = sample.filter(players=4)
    assert "From there random gets 0.5 and master 17.1." in four.income(by="age").finding
    assert "gets" not in four.filter(map="valley").income(by="age").finding  # 4 deals of master


@pytest.mark.parametrize("unit", ["turns", "rounds"])
def test_5_times_have_the_unit_that_was_asked_for(small, unit):
    said = small.buildings().survival(by="kind", unit=unit).finding
    assert re.search(rf"after \d+ {unit}", said)


@pytest.mark.parametrize("by", ["player", "won", "seat"])
def test_6_a_question_about_games_refuses_columns_of_players(small, by):
    with pytest.raises(KhronosError, match="It is about games, not about single players"):
        small.lead_changes(by=by)


def test_7_the_finding_is_about_all_that_was_asked(small):
    said = small.income(by=("won", "age", "round")).finding
    assert said != small.income().finding
    assert "winners" in said
    assert "others" in said
    assert "round 7" in small.income(by=("age", "round")).finding
    assert "round" not in small.income(by="age").told(alone=False)


def test_8_a_paradox_is_counted_alike_everywhere(played):
    small, games = played, len(played)
    every = erasures(small.events).collect()
    lost = every.filter(~pl.col("succeeded")).height
    assert lost < every.height
    assert small.paradoxes().frame["number"].sum() == lost
    means = small.measure("paradoxes", of="games").frame
    assert means["mean"][0] == pytest.approx(lost / games)
    shown = small.explore("games").pictures.sheet.rows["paradoxes"].sum()
    assert shown == lost
    people = small.players.select("paradoxes_suffered", "paradoxes_caused").sum().collect()
    owned = every.filter(~pl.col("succeeded"), pl.col("owner").is_not_null()).height
    assert people.row(0) == (owned, lost)


def test_9_the_doer_and_the_owner_are_asked_for_apart_and_the_event_is_named(small):
    doer, owner = (small.pays(event="BuildingErased", whose=each) for each in ("doer", "owner"))
    assert doer.frame["rows"].to_list() != owner.frame["rows"].to_list()
    assert "(building erased)" in doer.finding
    assert "owners fare whom this happens to (building erased)" in owner.finding
    castle = small.pays(event="BuildingBuilt", building="castle", round=[1, 2, 3]).finding
    assert "(building built, castle, round 1, 2 or 3)" in castle
    assert "lead of -" not in doer.finding + owner.finding + castle


def test_10_a_comparison_first_says_in_what_the_sets_differ(small):
    two, three = small.filter(players=2), small.filter(players=3)
    said = two.compare(three).finding
    assert said.startswith("The sets differ in players (greedy, planner → greedy, planner, random")
    assert "table size (2 players → 3 players)" in said
    subset = small.compare(three)
    assert "108 games are in both sets and count for the smaller one only" in subset.finding
    assert subset.frame["rows_one"][0] == len(two)
    same = small.filter(holdem=True).compare(small.filter(holdem=False))
    assert same.finding.startswith("The sets differ in Hold'em (Hold'em → without Hold'em).")
    assert same.frame["stratified"].is_not_null().all()


def test_11_one_game_rates_nobody(one):
    assert one.ratings().told(alone=False) == (
        "Too few independent deals to rate anybody: each player needs 10."
    )


def test_12_no_headline_from_few_deals_and_no_superlative_without_support(small, one):
    for ask in (one.openings, one.hands, one.duels, one.comebacks):
        assert "10 independent deals" in ask().finding
    assert small.duels().finding.startswith("One of the most one-sided pairs")
    hot = small.heat(map="valley")
    first = hot.frame.row(0, named=True)
    assert "others may be ahead of it" in hot.finding
    low = int(re.search(r"\((\d+)% to", hot.finding)[1])  # type: ignore[index]
    assert low < 100 * first["share_low"] - 5  # it allows for the choice among 960 squares
    said = small.openings().finding
    number = int(re.search(r"of (\d+) common", said)[1])  # type: ignore[index]
    assert number == small.openings().frame.filter(pl.col("clusters") >= 10).height


def test_13_an_own_measure_building_names_and_exactly_these_players(small):
    ratio = pl.col("income") / pl.col("cards_played")
    told = small.measure("coins per card", ratio, by="player")
    assert {"mean", "mean_low", "mean_high", "clusters"} <= set(told.frame.columns)
    assert told.finding.startswith("Coins per card: planner ")
    plain = mean_interval(small.players.with_columns(value=ratio), "value", ["player"])
    assert plain["value_low"].to_list() == pytest.approx(told.frame["mean_low"].to_list())
    two, three = small.filter(players=2), small.filter(players=3)
    both = two.compare(three, {"coins per card": ratio})
    assert " (2 players) against " in both.finding
    assert " (3 players), a difference of " in both.finding
    means = [each.measure("x", ratio).frame["mean"][0] for each in (two, three)]
    assert both.frame.row(0, named=True)["one"] == pytest.approx(means[0])
    assert both.frame.row(0, named=True)["other"] == pytest.approx(means[1])
    with pytest.raises(KhronosError, match="players have no column 'weather'"):
        two.compare(three, {"x": pl.col("weather")}).frame  # noqa: B018
    keeps = small.buildings(building="keep").lives.collect()
    assert set(zip(keeps["kind"], keeps["rank"], strict=True)) == {("military", 2)}
    pair = small.filter(who=["planner", "greedy"])
    assert set(pair.games.collect()["players"]) == {2}
    assert len(pair) == 120


def test_14_one_program_is_one_player_whatever_its_seat():
    twice = kl.dataset("data/sample/4-levels")
    assert twice.games.filter(pl.col("player").str.contains("#")).collect().height
    for answer in (
        twice.luck(by="player"),
        twice.comebacks(by="player"),
        twice.income(by="player"),
    ):
        assert not [name for name in answer.frame["player"] if "#" in name]


def test_15_odd_words_are_gone(small, one):
    alone = small.filter(player="greedy")
    said = [each.finding for each in (one.seats(), alone.ratings(), small.cards_spent())]
    assert not re.search(
        r"unknown of the time|go into this|\b\d+(\.\d+)?e-\d|\bnan|inf\b", " ".join(said)
    )
    assert "are for building" in said[-1]


# ------------------------------------------------------------------ any combination


def reviewed(rng: Random) -> pl.DataFrame:
    """Reviewed turns of a player in some games."""
    rows = [
        (f"{game:02}", number, rng.choice(["", "?", "??"]), float(rng.choice([0, 0, 3])))
        for game in range(rng.choice([3, 24]))
        for number in range(1, 8)
    ]
    return pl.DataFrame(rows, REVIEWED, orient="row")


def ask_at_random(games: kl.Dataset, rng: Random) -> str:
    """A question with some grouping, of some of the games, in some language."""
    filters: list[dict[str, object]] = [
        {}, {}, {}, {"players": 2}, {"players": 5}, {"player": "greedy"}, {"won": True},
        {"won": False}, {"rank": 2}, {"place": 0}, {"holdem": True}, {"map": "valley"},
        {"who": ["greedy", "planner"]}, {"game": games.games.collect()["game"][0]},
        {"edition": "first"},
    ]  # fmt: skip
    some = games.filter(**rng.choice(filters))  # type: ignore[arg-type]
    question = rng.choice([*QUESTIONS.values()])
    columns = (*question.parts, "players", "player", "map", "won", "seat", "place", "holdem")
    by = tuple(rng.sample(columns, rng.choice((0, 1, 1, 2))))
    options: dict[str, object] = {"by": by} if rng.random() < 0.7 else {}
    given: dict[str, dict[str, object]] = {
        "pays": {"event": rng.choice(["BuildingBuilt", "BuildingErased", "PileRenewed"]),
                 "whose": rng.choice(["doer", "owner"])},
        "measure": {"name": rng.choice(["coins", "paradoxes_suffered"]), **options},
        "compare": {"other": games.filter(players=2)._chosen},
        "balance": {"variants": {"two": games.filter(players=2)._chosen}},
        "progress": {"reviewed": reviewed(rng), "player": "greedy"},
        "heat": {"what": rng.choice(["built", "erased", "coins"]), "map": "valley"},
    }  # fmt: skip
    takes_by = "by" in signature(question.rows).parameters
    wanted = given.get(question.name, options if takes_by else {})
    with speaking(rng.choice(LANGUAGES)):
        answer = question(some._chosen, **wanted)  # type: ignore[arg-type]
        said = answer.finding
        assert answer.caveat
    return f"{question.name} {wanted}: {said}"


@pytest.mark.parametrize("seed", range(12))
def test_any_combination_gives_a_sentence_or_a_clear_refusal(small, one, seed):
    rng = Random(seed)
    for _ in range(8):
        games = rng.choice([small, small, small, one])
        try:
            said = ask_at_random(games, rng)
        except KhronosError as refused:
            said = str(refused)
        assert said.endswith((".", ")"))
        odd = re.search(r"\bnan\b|\binf\b|None|\{|\}|polars|\de-\d\d|unknown of", said)
        assert odd is None or "{" in odd[0], said


def test_progress_tells_whether_less_is_given_away(small):
    rows = [
        (f"{game:02}", number, "??" if game < 12 else "", 4.0 + game % 3 if game < 12 else 1.0)
        for game in range(24)
        for number in range(1, 8)
    ]
    told = Progress(small._chosen, pl.DataFrame(rows, REVIEWED, orient="row"), "Greta", 4)
    assert told.finding.startswith(
        "Greta gives away 1.00 coins a turn in the later half of 24 games and 5.00 in the earlier "
        "half: fewer (-4.00, "
    )
    assert "Most clearly changed: " in told.finding
    assert told.plot().figure.axes
    assert {"given_away", "given_away_early", "blunders"} <= set(told.frame["measure"])


def test_the_stub_has_every_question():
    written, wanted = ("".join(each.split()) for each in (STUB.read_text("utf-8"), stub()))
    assert written.replace("'", '"').replace(",)", ")") == wanted.replace("'", '"')


def test_a_question_is_found_by_its_class_alone():
    """Declared once, a question is a method with a docstring and its own parameters."""
    for name, question in QUESTIONS.items():
        if question.method:
            method = getattr(kl.Dataset, name)
            assert method.__doc__ == question.__doc__
            assert name in dir(kl.Dataset)
