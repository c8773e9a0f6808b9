"""The main numbers recomputed by plain loops over the events of shipped and random games."""

from __future__ import annotations

from collections import Counter
from functools import cache

import polars as pl

from khronos_lab.analysis import (
    DEATHS,
    FATES,
    TableBuilder,
    cascades,
    clause_coverage,
    domain_events,
    erasures,
    fates,
    hands,
    income,
    life_table,
    lives,
    paradoxes,
    results,
    shadow_outcomes,
    spending,
    survival,
)
from khronos_lab.core import EndTurn, Move
from khronos_lab.core import events as e
from khronos_lab.records import GameRecord, read_record, steps_of
from khronos_lab.rulebook import MIGHT, data_file
from tests.analysis.games import played
from tests.analysis.statistics.naive import (
    naive_cascades,
    naive_lives,
    naive_money,
    naive_survival,
    told,
)
from tests.analysis.statistics.rows import played_games, rows
from tests.mechanics.moves import build
from tests.support import position


@cache
def shipped() -> tuple[GameRecord, ...]:
    files = sorted(data_file("games").glob("*.khr"))
    assert len(files) == 9
    return tuple(read_record(path.read_text("utf-8")) for path in files)


@cache
def all_games() -> tuple:
    """Shipped and random games: id, first state, steps."""
    records = shipped()
    replays = [
        (f"s{number}", each.start, list(steps_of(each))) for number, each in enumerate(records)
    ]
    return (*replays, ("castles", *castles()), *played_games())


def castles():
    """Red's castle loses to White's and becomes a keep down right, in all three ages (C5)."""
    start = position("""
        turn: round 1, Red acts, Red starts
        player Red: hand mmmm
        player White: hand c
        Might                         | Faith                     | Reason
        .   .   .   .   m3W #   #   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        .   .   .   .   #   #   #   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        .   .   .   .   #   #   #   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        .   .   .   .   m1W .   .   . | .   .   .   .   . . . .   | .   .   .   .   . . . .
        """)
    joining = Move(build(MIGHT, "c1", "d2", "c"), (3,))
    return start, played(start, build(MIGHT, "m3", "a1", "mmmm"), EndTurn(), joining, EndTurn())


@cache
def all_tables():
    builder = TableBuilder()
    for game, start, steps in all_games():
        builder.add_game(game, start, steps)
    return builder.tables().lazy()


def steps_of_all():
    return [(game, steps) for game, _, steps in all_games()]


def events_of_all(*types):
    return [line for _, steps in steps_of_all() for line in told(steps) if type(line[4]) in types]


def test_income_and_spending():
    paid, spent = naive_money(steps_of_all())
    found = {row[:2]: row[2] for row in rows(income(all_tables()), "source", "age", "coins")}
    assert found == paid
    purposes = {"exchange": "T2", "travel": "T4", "demolition": "A4"}
    rounds = rows(spending(all_tables()), "purpose", "coins")
    by_purpose: Counter = Counter()
    for purpose, coins in rounds:
        by_purpose[purposes[purpose]] += coins
    assert by_purpose == spent
    assert len(spent) == 3


LIFE = (
    "game", "step", "end_step", "age", "kind", "rank", "owner", "square", "birth", "fate", "turns",
)  # fmt: skip


def test_the_life_of_every_building():
    expected = [life for game, steps in steps_of_all() for life in naive_lives(game, steps)]
    found = rows(lives(all_tables().events), *LIFE)
    finished = {game for game, _, steps in all_games() if steps and steps[-1][2].over}
    for one, other in zip(found, expected, strict=True):
        # What stands at the end of an unfinished game may be counted to the turn that ended last.
        cut = -1 if one[0] not in finished and one[-2] == "standing" else len(one)
        assert one[:cut] == other[:cut]
    fates_met = Counter(life[-2] for life in expected)
    assert len(fates_met) == 9, f"some fate never came up: {fates_met}"


def test_kaplan_meier_and_fates():
    expected = [life for game, steps in played_steps() for life in naive_lives(game, steps)]
    table = life_table(lives(played_events()))
    curve = naive_survival(expected, DEATHS)
    found = rows(survival(table, ()), "time", "at_risk", "died", "survival")
    assert found == [(*row[:3], round(row[3], 6)) for row in curve]
    last = survival(table, (), deaths=[fate for fate in FATES if fate != "standing"])
    met = fates(table, ()).group_by("fate").agg(pl.col("incidence").max())
    assert rows(met.select(pl.col("incidence").sum() + last_share(last))) == [(1.0,)]


def last_share(curve):
    return rows(curve.select(pl.col("survival").min()))[0][0]


def played_steps():
    return [(game, steps) for game, _, steps in played_games()]


def played_events():
    return all_tables().events.filter(pl.col("game").str.contains("^[0-9]+$"))


def test_cascades():
    expected = [row for game, steps in steps_of_all() for row in naive_cascades(game, steps)]
    found = rows(cascades(all_tables().events), "game", "step", "length", "effects")
    assert found == expected
    assert max(row[2] for row in expected) > 8


def test_shadows_and_domains():
    blocked = Counter(line[4].clause for line in events_of_all(e.ShadowBlocked))
    found = shadow_outcomes(all_tables(), ())
    told_blocked = rows(found.filter(pl.col("outcome") == "blocked"), "clause", "number")
    assert dict(told_blocked) == blocked
    joined = Counter(
        (type(line[4]).__name__, line[4].age.title)
        for line in events_of_all(e.DomainsJoined, e.DomainSplit, e.ConflictFound)
    )
    numbers = rows(domain_events(all_tables()), "event", "age", "number")
    assert {row[:2]: row[2] for row in numbers if not row[0].startswith("Building")} == joined


def test_every_erased_building():
    lines = events_of_all(e.BuildingErased)
    expected = [
        (line[0], line[4].building.kind.word, line[4].building.owner, line[3]) for line in lines
    ]
    assert rows(erasures(all_tables().events), "step", "kind", "owner", "seat") == expected


def test_coverage():
    expected = Counter(
        (line[4].clause, type(line[4]).__name__)
        for _, steps in steps_of_all()
        for line in told(steps)
    )
    found = rows(clause_coverage(all_tables().events), "clause", "event", "number")
    assert {row[:2]: row[2] for row in found if row[2]} == expected


def test_results_and_hands():
    expected = []
    dealt = []
    for game, _, steps in all_games():
        final = steps[-1][2]
        coins = [player.coins for player in final.players]
        if final.over:
            share = 1 / coins.count(max(coins))
            expected += [
                (game, seat, round(share, 6) if own == max(coins) else 0.0)
                for seat, own in enumerate(coins)
            ]
        turn = 0
        for number, turns, _, seat, _, _ in told(steps):
            if turns != turn:
                turn = turns
                state = next(s for s in _states(steps) if s[0] == number)[1]
                player = state.players[seat]
                if not player.hidden:
                    dealt.append((game, turns, *player.hand))
    assert rows(results(all_tables().games), "game", "seat", "win") == expected
    held = hands(all_tables().turns, all_tables().games)
    assert rows(held, "game", "turn", "military", "religious", "civil") == dealt


def _states(steps):
    step = 1
    for before, _, _, log in steps:
        yield step, before
        step += len(log)


def test_paradoxes_by_what_was_lost():
    lost: Counter = Counter()
    for game, steps in steps_of_all():
        for life in naive_lives(game, steps):
            if life[9] == "paradox":
                lost[life[3], life[4], life[5]] += 1
    found = paradoxes(erasures(all_tables().events), all_tables().games, ("age", "kind", "rank"))
    told_lost = {row[:3]: row[3] for row in rows(found, "age", "kind", "rank", "number")}
    # What stood on a board before the first event has no life here, but can be lost.
    assert {key: number for key, number in told_lost.items() if lost[key] > number} == {}
    played = paradoxes(erasures(played_events()), all_tables().games, ("age", "kind", "rank"))
    lost = Counter(
        life[3:6]
        for game, steps in played_steps()
        for life in naive_lives(game, steps)
        if life[9] == "paradox"
    )
    assert {row[:3]: row[3] for row in rows(played, "age", "kind", "rank", "number")} == lost
