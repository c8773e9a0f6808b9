"""Every number that a dataset answers with, recomputed by plain loops, column by column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from statistics import mean

import pytest

import khronos_lab as kl
from khronos_lab.answers import QUESTIONS
from tests.front_door.plain import buildings, money, strength, winning
from tests.front_door.plain.rows import Plain, Told
from tests.front_door.test_answers import ASKED

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
}
"""The keys of an answer, and its other way."""
CHANCES = ("p", "p_of_all")
"""Found by drawing: another source of chance gives nearly the same."""
DRAWN = {"seats": 4, "openings": 4, "luck": 0.5}
"""So many points a sentence may be off that tells such a number; all else is only rounded."""
WITH_EMPTY_ROWS = ("heat", "rules")
"""Squares and clauses where nothing happened have rows, too."""


@pytest.fixture(scope="module")
def data() -> kl.Dataset:
    """Tables of two and of four, deals played twice, and one who never wins."""
    return kl.dataset(["data/sample/2-planner-greedy", "data/sample/4-ladder"])


@pytest.fixture(scope="module")
def plain(data) -> Plain:
    return Plain(data)


def test_every_question_has_a_second_way_for_its_rows_and_its_sentence():
    assert set(WAYS) == set(SAID) == set(QUESTIONS)


@pytest.mark.parametrize("name", WAYS)
def test_every_number_is_found_a_second_way(data, plain, name):
    keys, way = WAYS[name]
    answer, expected = ASKED[name](data), way(plain)
    assert_same(answer.frame, keys, expected, name)
    said, meant = numbers(answer.finding), [*SAID[name](plain, expected)]
    assert len(said) == len(meant), answer.finding
    for (value, digit), exact in zip(said, meant, strict=True):
        assert abs(value - exact) <= DRAWN.get(name, 0) + digit * 0.501, answer.finding


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


def said_income(plain, _):
    by_age = money.income(plain, ("source", "age"))
    source, age = max(by_age, key=lambda key: by_age[key]["mean"])
    paid = money.income(plain, ("source", "age", "who"))
    own = [paid.get((source, age, who), {"mean": 0.0})["mean"] for who in plain.names]
    total = sum(row["mean"] for row in by_age.values())
    return [total, *ends(by_age[source, age], "mean"), min(own), max(own)]


def said_how_won(_, rows):
    sums = {won: sum(row["mean"] for key, row in rows.items() if key[0] == won) for won in (0, 1)}
    gaps = [row["mean"] - rows[False, *key[1:]]["mean"] for key, row in rows.items() if key[0]]
    return [sums[1], sums[0], max(gaps)]


def said_survival(_, rows):
    groups = {key[:2] for key in rows}
    reached = []
    for group in groups:
        curve = {key[2]: row["at_risk"] for key, row in rows.items() if key[:2] == group}
        reached.append(max(time for time, left in curve.items() if 10 * left >= curve[0]))
    time = min(reached)
    last = [
        rows[max(key for key in rows if key[:2] == group and key[2] <= time)] for group in groups
    ]
    worst = min(last, key=lambda row: row["survival"])
    return [time, *ends(worst, "survival", 100), 100 * max(row["survival"] for row in last)]


def said_fates(_, rows):
    last = {key[:-1]: row for key, row in sorted(rows.items(), key=lambda each: each[0][-1])}
    return ends(most(last, "incidence"), "incidence", 100)


def said_shadows(_, rows):
    number = Counter[str]()
    for key, row in rows.items():
        number[key[3]] += row["number"]
    whole = number.total()
    share = [100 * number[each] / whole for each in ("cast", "blocked", "missing")]
    return [share[0], whole, *share[1:]]


def said_paradoxes(plain, rows):
    own = sum(row["number"] for key, row in rows.items() if key[3] == "own")
    return [len(plain.lost) / len(plain.tables), 100 * own / len(plain.lost)]


def said_paradox_costs(_, rows):
    low, high = sorted(rows.values(), key=lambda row: row["cost"])
    return [*ends(high, "cost"), *ends(low, "cost")]


def said_domains(plain, _):
    return [len(plain.named(each)) / len(plain.tables) for each in ("DomainsJoined", "DomainSplit")]


def said_cascades(plain, _):
    lengths = sorted(row["length"] for row in buildings.chains(plain))
    short = next(n for n in lengths if sum(each <= n for each in lengths) >= 0.9 * len(lengths))
    return [lengths[-1], 100 * mean(each <= short for each in lengths), short]


def said_openings(_, rows):
    best = most(rows, "advantage_low")
    return [30, *ends(best, "advantage", 100), 100 * best["p"]]


def said_hands(_, rows):
    known = {key: row for key, row in rows.items() if row["clusters"] > 1}
    return [max(known)[0], *ends(known[max(known)], "advantage", 100)]


def said_lead_changes(_, rows):
    before = max((row["share"], -key[0]) for key, row in rows.items() if key[0] < 7)
    return [*ends(rows[7,], "share", 100), 7, -before[1], 100 * before[0]]


def said_compare(_, rows):
    clear = {key: row | {"far": abs(row["effect"])} for key, row in rows.items() if row["differs"]}
    best = most(clear, "far")
    return [len(clear), len(rows), best["one"], best["other"]]


def said_balance(_, rows):
    named = {key: row | {"one": row["usual"], "other": row["changed"]} for key, row in rows.items()}
    return [*said_compare(_, named), *ends(rows["coins",], "difference")]


def said_rules(plain, rows):
    number = Counter(row["clause"] for row in plain.events)
    return [len(number), 47, min(number.values())]


SAID: dict[str, Callable] = {
    "income": said_income,
    "wealth": lambda _, rows: [7, *(rows[7, q]["coins"] for q in (0.25, 0.75, 0.5))],
    "how_won": said_how_won,
    "spending": lambda plain, _: [
        sum(row["mean"] for row in money.spending(plain, ()).values()),
        *ends(most(money.spending(plain, ()), "mean"), "mean"),
    ],
    "cards_spent": lambda plain, _: [
        100 * most(money.cards_spent(plain, ("clause",)), "share")["share"]
    ],
    "cards_held": lambda _, rows: ends(most(rows, "mean"), "mean"),
    "survival": said_survival,
    "fates": said_fates,
    "causes_of_death": said_fates,
    "shadows": said_shadows,
    "paradoxes": said_paradoxes,
    "paradox_costs": said_paradox_costs,
    "domains": said_domains,
    "cascades": said_cascades,
    "longest_cascades": lambda _, rows: [
        next(iter(rows))[1], *(next(iter(rows.values()))[each] for each in ("effects", "length"))
    ],
    "heat": lambda _, rows: ends(most(rows, "share"), "share", 100),
    "seats": lambda plain, rows: [
        *ends(winning.first_seat(plain), "gain", 100), 100 * rows[2, 0]["p"]
    ],
    "openings": said_openings,
    "hands": said_hands,
    "luck": lambda _, rows: ends(rows[()], "explained", 100),
    "lead_changes": said_lead_changes,
    "comebacks": lambda _, rows: [10, 14, 6, *ends(rows[6, 10], "win", 100)],
    "pays": lambda _, rows: ends(rows[True,], "gain"),
    "ratings": lambda _, rows: ends(most(rows, "rating"), "rating"),
    "duels": lambda _, rows: ends(most(rows, "share"), "share", 100),
    "compare": said_compare,
    "balance": said_balance,
    "rules": said_rules,
}  # fmt: skip
"""The numbers of a sentence, in its order."""
