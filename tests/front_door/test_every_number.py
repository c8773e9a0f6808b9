"""Every number that a dataset answers with, recomputed by plain loops, column by column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import sqrt
from statistics import NormalDist, mean

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.questions import QUESTIONS
from tests.front_door.plain import buildings, money, strength, winning
from tests.front_door.plain.rows import Plain, Told, grouped
from tests.front_door.test_answers import ASKED
from tests.questions.naive_intervals import quotient, student

Way = Callable[[Plain], Told]

WAYS: dict[str, tuple[tuple[str, ...], Way]] = {
    "income": (("source", "age", "round"), money.income),
    "wealth": (("round", "quantile"), money.wealth),
    "how_won": (("won", "source", "age"), money.how_won),
    "spending": (("purpose", "round"), money.spending),
    "cards_spent": (("clause", "age", "kind"), money.cards_spent),
    "cards_held": (("won", "kind"), money.cards_held),
    "survival": (("kind", "rank", "time"), buildings.survival),
    "fates": (("age", "kind", "fate", "time"), partial(buildings.fates, keys=("age", "kind"))),
    "causes_of_death": (("age", "fate", "time"), partial(buildings.fates, keys=("age",))),
    "shadows": (("age", "kind", "rank", "outcome", "clause"), buildings.shadows),
    "paradoxes": (("age", "kind", "rank", "victim"), buildings.paradoxes),
    "paradox_costs": (("kind",), buildings.paradox_costs),
    "domains": (("event", "age"), buildings.domains),
    "cascades": (("event", "length"), buildings.cascades),
    "longest_cascades": (("game", "step"), buildings.longest_cascades),
    "heat": (("age", "square"), buildings.heat),
    "seats": (("players", "place"), winning.seats),
    "openings": (("opening",), winning.openings),
    "hands": (("strength",), winning.hands),
    "luck": ((), winning.luck),
    "lead_changes": (("round",), winning.lead_changes),
    "comebacks": (("round", "behind"), winning.comebacks),
    "pays": (("did",), winning.pays),
    "ratings": (("player",), strength.ratings),
    "duels": (("players", "one", "other"), strength.duels),
    "compare": (("measure",), strength.compare),
    "balance": (("measure",), strength.balance),
    "rules": (("clause", "event"), strength.rules),
    "first_leader": ((), winning.first_leader),
    "largest_comebacks": (("game",), winning.largest_comebacks),
    "measure": ((), money.coins_per_card),
}
"""The keys of an answer, and its other way."""
CHANCES = ("p", "p_of_all")
"""Found by drawing: another source of chance gives nearly the same."""
DRAWN = {"luck": 0.5}
"""So many points a sentence may be off that tells such a number; all else is only rounded."""
WITH_EMPTY_ROWS = ("heat", "rules")
"""Squares and clauses where nothing happened have rows, too."""


@pytest.fixture(scope="module")
def data() -> kl.Dataset:
    """Tables of two and of four, deals played twice, and one who never wins."""
    return kl.dataset(["data/sample/2-levels", "data/sample/4-levels"])


@pytest.fixture(scope="module")
def plain(data) -> Plain:
    return Plain(data)


ELSEWHERE = {"adventurers", "domain_sizes", "opening_tree", "style", "worth", "progress"}
"""Questions whose second way is SQL (`tests/questions/test_judges.py`), or is worked out by hand
(`progress`, in `tests/questions/test_findings.py`)."""


def test_every_question_has_a_second_way_for_its_rows_and_its_sentence():
    assert set(WAYS) == set(SAID) == set(QUESTIONS) - ELSEWHERE


@pytest.mark.parametrize("name", WAYS)
def test_every_number_is_found_a_second_way(data, plain, name):
    keys, way = WAYS[name]
    answer, expected = ASKED[name](data), way(plain)
    assert_same(answer.frame, keys, expected, name)
    spoken = SPOKEN.get(name, ASKED[name])(data).told(alone=False)
    said, meant = numbers(spoken), [*SAID[name](plain, expected)]
    assert len(said) == len(meant), spoken
    for (value, digit), exact in zip(said, meant, strict=True):
        assert abs(value - exact) <= DRAWN.get(name, 0) + digit * 0.501, spoken


@pytest.mark.parametrize("by", [("kind",), ()])
def test_medians_are_the_first_times_at_which_half_is_gone(data, plain, by):
    curves: dict[tuple, dict] = {}
    for key, row in buildings.survival(plain, by).items():
        curves.setdefault(key[:-1], {})[key[-1]] = row
    found = data.buildings().survival(by=by).median().rows(named=True)
    assert {tuple(row[key] for key in by) for row in found} == set(curves)
    for row in found:
        curve = curves[tuple(row[key] for key in by)]
        assert row["buildings"] == curve[0]["at_risk"]
        for end in ("", "_low", "_high"):
            gone = [time for time, at in curve.items() if at[f"survival{end}"] <= 0.5]
            assert row[f"median{end}"] == min(gone, default=None)


def assert_same(frame, keys, expected, name=""):
    rows = {tuple(row[key] for key in keys): row for row in frame.iter_rows(named=True)}
    assert len(rows) == frame.height
    if name not in WITH_EMPTY_ROWS:
        assert set(rows) == set(expected)
    for key, row in rows.items():
        want = expected[key] | dict(zip(keys, key, strict=True))
        assert row.keys() == want.keys(), key
        for column, value in row.items():
            assert value == near(name, column, want, row), (key, column)


def near(name, column, want, row):
    value = want[column]
    if value is None or not isinstance(value, float):
        return value
    if column in CHANCES:
        return pytest.approx(value, abs=0.04)
    if name == "luck" and column.endswith(("_low", "_high")):
        stem = column.rpartition("_")[0]
        return pytest.approx(value, abs=(row[f"{stem}_high"] - row[f"{stem}_low"]) / 10)
    return pytest.approx(value, rel=1e-5, abs=2e-6)


# ------------------------------------------------------------------ what the sentences say

NUMBER = re.compile(r"(?<![\w/.-])[-+]?\d[\d,]*(?:\.\d+)?(?![\w-])")


def numbers(sentence: str) -> list[tuple[float, float]]:
    """The numbers of a sentence, each with the worth of its last digit; those in names are not."""
    found = [each.replace(",", "") for each in NUMBER.findall(sentence)]
    return [(float(each), 10.0 ** -len(each.partition(".")[2])) for each in found]


def ends(row, name, times=1.0):
    return [row[name + end] * times for end in ("", "_low", "_high")]


def most(rows, name):
    return max(rows.values(), key=lambda row: row[name] if row[name] is not None else -9)


def said_ratings(_, rows):
    first, second = sorted(
        (row for row in rows.values() if row["rating"] is not None),
        key=lambda row: -row["rating"],
    )[:2]
    assert not first["rating"], "the strongest is the anchor here, so the next one's gap is told"
    return [-second["rating"], -second["rating_high"], -second["rating_low"]]


def said_income(plain, _):
    by_age = money.income(plain, ("source", "age"))
    source, age = max(by_age, key=lambda key: by_age[key]["mean"])
    paid = money.income(plain, ("source", "age", "who"))
    own = [
        row["mean"]
        for key, row in paid.items()
        if key[:2] == (source, age) and row["clusters"] >= 10
    ]
    total = money.income(plain, ())[()]
    return [*ends(total, "mean"), *ends(by_age[source, age], "mean"), min(own), max(own)]


def sums_by_deal(plain, rows, value):
    """By deal: what some rows add up to, by whether their player won."""
    found = {True: Counter[str](), False: Counter[str]()}
    for row in rows:
        won = plain.people[row["game"], row["seat"]]["won"]
        found[won][plain.seed[row["game"]]] += row[value]
    return found


def gap(plain, sums, pairs=1):
    """Winners' mean less the others', with an interval that allows for several of them."""
    off, means = Counter[str](), dict[bool, float]()
    for won, sign in ((True, 1), (False, -1)):
        people = plain.people_of(won=won)
        means[won] = sums[won].total() / people.total()
        scale = sqrt(len(people) / (len(people) - 1)) / people.total()
        for seed, number in people.items():
            off[seed] += sign * scale * (sums[won][seed] - means[won] * number)
    width = student(len(plain.games_of) - 1, 1 - 0.05 / pairs) * sqrt(
        sum(each**2 for each in off.values())
    )
    value = means[True] - means[False]
    return [value, value - width, value + width]


def said_how_won(plain, _):
    paid = plain.named("BonusPaid", "TaxCollected")
    whole = sums_by_deal(plain, paid, "amount")
    parts = [sums_by_deal(plain, rows, "amount") for rows in grouped(paid, "event", "age").values()]
    gaps = [gap(plain, each, len(parts)) for each in parts]
    means = [whole[won].total() / plain.people_of(won=won).total() for won in (True, False)]
    return [*means, *gap(plain, whole), *max(gaps)]


def said_survival(plain, _):
    rows = buildings.survival(plain, ())
    curve = {key[0]: row for key, row in rows.items()}
    time = max(at for at, row in curve.items() if 10 * row["at_risk"] >= curve[0]["at_risk"])
    return [*ends(curve[time], "survival", 100), time]


def said_fates(plain, told=lambda fate: True):
    rows = buildings.fates(plain, ())
    number = Counter[str]()
    for (fate, _), row in rows.items():
        number[fate] += row["number"] * told(fate)
    fate = max(number, key=number.__getitem__)
    last = max(time for each, time in rows if each == fate)
    return ends(rows[fate, last], "incidence", 100)


GROWN = ("upgraded", "succeeded")


def said_shadows(_, rows):
    number = Counter[str]()
    for key, row in rows.items():
        number[key[3]] += row["number"]
    whole = number.total()
    share = [100 * number[each] / whole for each in ("cast", "blocked", "missing")]
    return [share[0], whole, *share[1:]]


def said_paradoxes(plain, rows):
    own = sum(row["number"] for key, row in rows.items() if key[3] == "own")
    lost = Counter(plain.seed[row["game"]] for row in plain.lost)
    return [*quotient(lost, plain.games_of), 100 * own / len(plain.lost)]


def said_domains(plain, _):
    return [len(plain.named(each)) / len(plain.tables) for each in ("DomainsJoined", "DomainSplit")]


def said_cascades(plain, _):
    lengths = sorted(row["length"] for row in buildings.chains(plain))
    short = next(n for n in lengths if sum(each <= n for each in lengths) >= 0.9 * len(lengths))
    return [lengths[-1], 100 * mean(each <= short for each in lengths), short]


def said_heat(plain, rows):
    """The interval allows for the choice among all squares; so many others reach its end."""
    z, number = NormalDist().inv_cdf(1 - 0.025 / len(rows)), deals_on(plain, "valley")
    best = max(row["share"] for row in rows.values())
    part = z * z / number
    middle = (best + part / 2) / (1 + part)
    half = z / (1 + part) * sqrt(best * (1 - best) / number + part / 4 / number)
    low, high = max(0.0, middle - half), middle + half
    rivals = sum(row["share"] >= low for row in rows.values()) - 1
    return [rivals, 100 * best, 100 * low, 100 * high]


def deals_on(plain, name):
    return len({row["cluster"] for row in plain.games if row["map"] == name})


def said_openings(_, rows):
    known = {key: row for key, row in rows.items() if row["clusters"] >= 10}
    return [len(known), *ends(most(known, "advantage_low"), "advantage", 100)]


def said_hands(_, rows):
    known = {key: row for key, row in rows.items() if row["clusters"] >= 10}
    return [max(known)[0], *ends(known[max(known)], "advantage", 100)]


def said_lead_changes(plain, rows):
    before = max((row["share"], -key[0]) for key, row in rows.items() if key[0] < 7)
    row = rows[-before[1],]
    low, high = wider(row["share"], row["share_low"], row["share_high"], len(plain.games_of), 6)
    told = [-before[1], 100 * before[0], 100 * low, 100 * high]
    return [*ends(rows[7,], "share", 100), 7, *told]


def wider(share, low, high, clusters, number):
    """Wilson's interval for one of several: the same number of rows, a higher quantile."""
    middle, half = (low + high) / 2, (high - low) / 2
    z = student(clusters - 1)
    # Of the middle (share + part / 2) / (1 + part) the part is z**2 / rows.
    part = (middle - share) / (0.5 - middle)
    rows, z = z * z / part, student(clusters - 1, 1 - 0.05 / number)
    part = z * z / rows
    middle = (share + part / 2) / (1 + part)
    half = z / (1 + part) * sqrt(share * (1 - share) / rows + part / 4 / rows)
    return middle - half, middle + half


def said_duels(_, rows):
    """The surest of all pairs that one of them leads, allowing for their number."""
    above = [row for row in rows.values() if row["clusters"] >= 10 and row["share"] >= 0.5]
    sure = [row for row in above if row["share"] == 1.0]
    z = student(sure[0]["clusters"] - 1, 1 - 0.05 / len(above))
    number = max(row["clusters"] for row in sure)
    z = student(number - 1, 1 - 0.05 / len(above))
    return [100, 100 * number / (number + z * z), 100, 4]


def said_compare(_, rows):
    clear = {key: row | {"far": abs(row["effect"])} for key, row in rows.items() if row["differs"]}
    best = most(clear, "far")
    return [len(clear), len(rows), best["one"], best["other"], *ends(best, "difference")]


def said_balance(_, rows):
    named = {key: row | {"one": row["usual"], "other": row["changed"]} for key, row in rows.items()}
    return [*said_compare(_, named)[:4], *ends(rows["coins",], "difference")]


def said_rules(plain, rows):
    number = Counter(row["clause"] for row in plain.events)
    return [len(number), 47, min(number.values())]


def said_spending(plain, _):
    by_purpose = money.spending(plain, ())
    coins = Counter[str]()
    for row in plain.turns:
        spent = ("spent_exchange", "spent_travel", "spent_demolition")
        coins[plain.seed[row["game"]]] += sum(row[each] for each in spent)
    return [*quotient(coins, plain.people_of()), *ends(most(by_purpose, "mean"), "mean")]


def said_cards_held(plain, _):
    hands = Counter(plain.seed[row["game"]] for row in plain.turns)
    cards = {kind: Counter[str]() for kind in ("military", "religious", "civil")}
    for row in plain.turns:
        for kind, found in cards.items():
            found[plain.seed[row["game"]]] += row[f"hand_{kind}"]
    return max(quotient(each, hands) for each in cards.values())


def said_paradox_costs(plain, _):
    row = buildings.paradox_costs(plain, ())[()]
    return [abs(row["cost"]), row["cost_low"], row["cost_high"]]


EARLY = pl.col("round").is_in([1, 2, 3])
SPOKEN: dict[str, Callable] = {
    "income": lambda d: d.income(by="age"),
    "spending": lambda d: d.spending(by="purpose"),
    "cards_held": lambda d: d.cards_held(by=()),
    "survival": lambda d: d.buildings().survival(by=()),
    "fates": lambda d: d.buildings().fates(by=()),
    "causes_of_death": lambda d: d.buildings().causes_of_death(by=()),
    "shadows": lambda d: d.shadows(by=()),
    "paradox_costs": lambda d: d.paradox_costs(by=()),
    "domains": lambda d: d.domains(by=()),
    "cascades": lambda d: d.cascades(by=()),
    "pays": lambda d: d.pays(EARLY, event="BuildingBuilt", building="castle"),
    "compare": lambda d: d.filter(holdem=True).compare(
        d.filter(holdem=False), names=("with", "without")
    ),
}
"""Those whose usual way tells several groups; these are recomputed in `tests/questions`."""
SAID: dict[str, Callable] = {
    "income": said_income,
    "wealth": lambda _, rows: [7, *(rows[7, q]["coins"] for q in (0.25, 0.75, 0.5))],
    "how_won": said_how_won,
    "spending": said_spending,
    "cards_spent": lambda plain, _: ends(
        most(money.cards_spent(plain, ("clause",)), "share"), "share", 100
    ),
    "cards_held": said_cards_held,
    "survival": said_survival,
    "fates": lambda plain, _: said_fates(plain),
    "causes_of_death": lambda plain, _: said_fates(plain, lambda fate: fate not in GROWN),
    "shadows": said_shadows,
    "paradoxes": said_paradoxes,
    "paradox_costs": said_paradox_costs,
    "domains": said_domains,
    "cascades": said_cascades,
    "longest_cascades": lambda _, rows: [
        next(iter(rows))[1], *(next(iter(rows.values()))[each] for each in ("effects", "length"))
    ],
    "heat": said_heat,
    "seats": lambda plain, _: ends(winning.first_seat(plain), "gain", 100),
    "openings": said_openings,
    "hands": said_hands,
    "luck": lambda _, rows: ends(rows[()], "explained", 100),
    "lead_changes": said_lead_changes,
    "comebacks": lambda _, rows: [10, 14, 6, *ends(rows[6, 10], "win", 100)],
    "pays": lambda _, rows: [1, 2, 3, *ends(rows[True,], "gain")],
    "ratings": said_ratings,
    "duels": said_duels,
    "compare": said_compare,
    "balance": said_balance,
    "rules": said_rules,
    "first_leader": lambda _, rows: [rows[()]["margin"], *ends(rows[()], "win", 100)],
    "largest_comebacks": lambda _, rows: [
        max(row["behind"] for row in rows.values()),
        max(rows.values(), key=lambda row: row["behind"])["round"],
    ],
    "measure": lambda _, rows: [*ends(rows[()], "mean"), rows[()]["rows"]],
}  # fmt: skip
"""The numbers of a sentence, in its order."""
