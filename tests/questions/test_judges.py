"""Answers found again in DuckDB, from the Parquet files alone: numbers, intervals, curves.

Whoever asks a question in SQL gets what the question says. An interval is the usual one for a ratio
of sums over clusters (deals): Student's, or Wilson's for shares.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import duckdb
import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.players import LEVEL, student_quantile

FOLDERS = ("data/sample/2-levels", "data/sample/3-levels")
PEOPLE = r"""(
    SELECT *, coalesce('s' || seed, 'g' || game) AS cluster,
           regexp_replace(player, '#\d+$', '') AS who,
           (seat + players - start_seat) % players AS place
    FROM games)"""


@pytest.fixture(scope="module")
def games() -> kl.Dataset:
    return kl.dataset(list(FOLDERS))


@pytest.fixture(scope="module")
def sql() -> duckdb.DuckDBPyConnection:
    known = duckdb.connect()
    for table in ("games", "turns", "events"):
        files = [f"{folder}/{table}/*.parquet" for folder in FOLDERS]
        known.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet({files})")
    known.execute(f"CREATE VIEW people AS SELECT * FROM {PEOPLE}")
    return known


def ends(value: float, error: float, clusters: int, *, share: bool) -> tuple[float, float]:
    """Both ends of an interval from a mean, its error and the number of clusters."""
    reach = student_quantile(LEVEL, clusters - 1)
    if not share:
        return value - reach * error, value + reach * error
    even = value * (1 - value)
    rows = even / error**2 if min(even, error) > 1e-12 else clusters
    part = reach**2 / rows
    middle = (value + part / 2) / (1 + part)
    half = reach / (1 + part) * math.sqrt(even / rows + part / (4 * rows))
    return max(0.0, middle - half), min(1.0, middle + half)


def ratios(sql: duckdb.DuckDBPyConnection, cells: str, *, share: bool = False) -> dict:
    """By key: the ratio of `part` by `whole` over clusters, and its interval.

    `cells` selects key, cluster, part and whole: a row for each cluster that could have a part.
    """
    rows = sql.execute(
        f"""
        WITH cells AS ({cells}),
        means AS (SELECT key, sum(part) / sum(whole) AS mean, sum(whole) AS size,
                         count(*) AS clusters FROM cells GROUP BY key)
        SELECT key, any_value(mean), any_value(clusters),
               sqrt(sum((part - mean * whole) ** 2) * any_value(clusters)
                    / (any_value(clusters) - 1)) / any_value(size)
        FROM cells JOIN means USING (key) GROUP BY key
        """
    ).fetchall()
    return {
        key: (mean, *ends(mean, error, clusters, share=share))
        for key, mean, clusters, error in rows
    }


def told(frame: pl.DataFrame, keys: Sequence[str], value: str) -> dict:
    """By key: a value of an answer with its interval."""
    names = [value, f"{value}_low", f"{value}_high"]
    return {
        row[keys[0]] if len(keys) == 1 else tuple(row[key] for key in keys): tuple(
            row[name] for name in names
        )
        for row in frame.iter_rows(named=True)
    }


def same(found: dict, expected: dict) -> None:
    assert set(found) == set(expected)
    for key, values in expected.items():
        assert found[key] == pytest.approx(values, rel=1e-9, abs=1e-9), key


WINS = """SELECT {key} AS key, cluster, sum(won::INT / winners) AS part, count(*) AS whole
    FROM (SELECT *, sum(won::INT) OVER (PARTITION BY game) AS winners FROM people WHERE finished)
    WHERE {where} GROUP BY ALL"""
COINS = """SELECT {key} AS key, cluster, sum(coins) AS part, count(*) AS whole
    FROM people WHERE finished GROUP BY ALL"""


@pytest.mark.parametrize(("by", "key"), [("player", "who"), ("map", "map"), ("place", "place")])
def test_coins_at_the_end(games, sql, by, key):
    frame = games.measure("coins", by=by).frame
    same(told(frame, [by], "mean"), ratios(sql, COINS.format(key=key)))


def test_plain_shares_of_wins_by_place(games, sql):
    frame = games.filter(players=3).seats(adjust=None).frame
    expected = ratios(sql, WINS.format(key="place", where="players = 3"), share=True)
    same(told(frame, ["place"], "win"), expected)


@pytest.mark.parametrize(
    ("by", "key", "where"),
    [("source", "'taxes'", "TRUE"), (("source", "player"), "('taxes', who)", "TRUE"),
     (("source", "holdem"), "('taxes', holdem)", "TRUE")],
)  # fmt: skip
def test_taxes_a_player(games, sql, by, key, where):
    cells = f"""
        SELECT {key} AS key, cluster, sum(coalesce(paid, 0)) AS part, count(*) AS whole FROM people
        LEFT JOIN (SELECT game, seat, sum(amount) AS paid FROM events
                   WHERE event = 'TaxCollected' GROUP BY ALL) USING (game, seat)
        WHERE {where} GROUP BY ALL"""
    keys = [by] if isinstance(by, str) else list(by)
    frame = games.income(by=by).frame.filter(pl.col("source") == "taxes")
    same(told(frame, keys, "mean"), ratios(sql, cells))


def test_spending_on_travel_by_round(games, sql):
    cells = """
        SELECT round AS key, cluster, sum(spent_travel) AS part,
               any_value(seats) AS whole FROM turns JOIN people USING (game, seat)
        JOIN (SELECT cluster, count(*) AS seats FROM people GROUP BY ALL) USING (cluster)
        GROUP BY ALL"""
    frame = games.spending(by="round").frame.filter(pl.col("purpose") == "travel")
    same(told(frame, ["round"], "mean"), ratios(sql, cells))


def test_cards_of_a_kind_in_the_hands_of_winners_and_others(games, sql):
    cells = """
        SELECT won AS key, cluster, sum(hand_civil) AS part, count(*) AS whole
        FROM turns JOIN people USING (game, seat) WHERE hand_civil IS NOT NULL GROUP BY ALL"""
    frame = games.cards_held(by="won").frame.filter(pl.col("kind") == "civil")
    same(told(frame, ["won"], "mean"), ratios(sql, cells))


def test_joins_a_game_by_size_of_the_table(games, sql):
    cells = """
        SELECT players AS key, cluster, sum(coalesce(joins, 0)) AS part, count(*) AS whole
        FROM people LEFT JOIN (SELECT game, count(*) AS joins FROM events
                               WHERE event = 'DomainsJoined' GROUP BY game) USING (game)
        WHERE seat = 0 GROUP BY ALL"""
    frame = games.domains(by="players").frame.filter(pl.col("event") == "DomainsJoined")
    same(told(frame, ["players"], "per_game"), ratios(sql, cells))


def test_copies_that_are_blocked_in_each_age(games, sql):
    cells = """
        SELECT age::VARCHAR AS key, cluster, count(*) FILTER (event = 'ShadowBlocked') AS part,
               count(*) AS whole
        FROM events JOIN (SELECT game, cluster FROM people WHERE seat = 0) USING (game)
        WHERE event IN ('ShadowFalls', 'ShadowReplaced', 'ShadowBlocked', 'ShadowMissing')
        GROUP BY ALL"""
    expected = {key: mean for key, (mean, *_) in ratios(sql, cells, share=True).items() if mean}
    frame = games.shadows(by="age").frame.filter(pl.col("outcome") == "blocked")
    found = frame.group_by("age").agg(pl.col("share").sum())
    assert dict(found.iter_rows()) == pytest.approx(expected)


STOOD = """
    SELECT *, max(coins_after) OVER (PARTITION BY game, round) - coins_after AS behind
    FROM turns JOIN people USING (game, seat) WHERE ended AND finished"""


def test_the_leader_after_the_first_taxation(games, sql):
    cells = f"""
        SELECT players AS key, cluster, sum(won::INT / winners) AS part, count(*) AS whole
        FROM ({STOOD}) JOIN (SELECT game, sum(won::INT) AS winners FROM people GROUP BY game)
        USING (game) WHERE round = 4 AND behind = 0 GROUP BY ALL"""
    same(
        told(games.first_leader(by="players").frame, ["players"], "win"),
        ratios(sql, cells, share=True),
    )


def test_chances_from_six_to_nine_coins_behind(games, sql):
    cells = f"""
        SELECT round AS key, cluster, sum(won::INT / winners) AS part, count(*) AS whole
        FROM ({STOOD}) JOIN (SELECT game, sum(won::INT) AS winners FROM people GROUP BY game)
        USING (game) WHERE behind BETWEEN 6 AND 9 GROUP BY ALL"""
    frame = games.comebacks().frame.filter(pl.col("behind") == 6, pl.col("clusters") > 1)
    found = told(frame, ["round"], "win")
    same(found, {key: each for key, each in ratios(sql, cells, share=True).items() if key in found})


def test_adventurers_at_the_last_taxation(games, sql):
    cells = """
        SELECT who AS key, cluster,
               count(*) FILTER (adventurer_1 = 'Faith' OR adventurer_2 = 'Faith') AS part,
               count(*) AS whole
        FROM turns JOIN people USING (game, seat) WHERE round = 7 AND ended GROUP BY ALL"""
    frame = games.adventurers(by="player").frame
    frame = frame.filter(pl.col("taxation") == "last", pl.col("age") == "Faith")
    same(told(frame, ["player"], "share"), ratios(sql, cells, share=True))


def test_kaplan_meier_in_sql(games, sql, tmp_path):
    """The product of what is left, from the table of lives alone."""
    games.buildings(building="keep").lives.collect().write_parquet(tmp_path / "lives.parquet")
    rows = sql.execute(
        f"""
        WITH ended AS (
            SELECT rounds AS time, count(*) AS gone, count(*) FILTER (fate IN (
                'paradox', 'demolished', 'shrunk', 'destroyed', 'withdrawn', 'replaced')) AS died
            FROM '{tmp_path}/lives.parquet' GROUP BY rounds),
        risk AS (SELECT *, sum(gone) OVER (ORDER BY time DESC) AS at_risk FROM ended)
        SELECT time, at_risk, died, exp(sum(ln(1 - died / at_risk)) OVER (ORDER BY time))
        FROM risk ORDER BY time
        """
    ).fetchall()
    found = games.buildings(building="keep").survival(by=()).frame
    names = ("time", "at_risk", "died", "survival")
    assert found.select(names).rows() == [pytest.approx(row) for row in rows]


def test_what_a_turn_was_worth_where_it_was_evaluated(games, sql, tmp_path):
    turns = games.turns.with_columns(value=(pl.col("builds") * 2.0 - 1).cast(pl.Float32))
    known = kl.Dataset(
        type(games.tables)(games.games, turns, games.events, games.tables.players), name="valued"
    )
    frame = known.worth().frame
    turns.collect().write_parquet(tmp_path / "turns.parquet")
    asked = f"SELECT avg(value), count(*) FROM '{tmp_path}/turns.parquet' WHERE travels > 0"
    rows = sql.execute(asked).fetchall()
    [travel] = frame.filter(pl.col("action") == "Travel").rows(named=True)
    assert (travel["value"], travel["rows"]) == pytest.approx(rows[0])
    assert known.worth().finding.startswith("Coins that a turn gained, the highest")


def test_style_is_the_difference_to_the_others_at_the_table(games, sql):
    rows = sql.execute(
        """
        SELECT avg(own - others), count(*) FROM (
            SELECT game, avg(built) FILTER (who = 'greedy') AS own,
                   avg(built) FILTER (who <> 'greedy') AS others
            FROM people JOIN (SELECT game, seat, sum(builds) AS built FROM turns GROUP BY ALL)
            USING (game, seat) GROUP BY game)
        WHERE own IS NOT NULL AND others IS NOT NULL
        """
    ).fetchall()
    [found] = games.style("greedy").frame.filter(pl.col("measure") == "builds").rows(named=True)
    assert (found["difference"], found["rows"]) == pytest.approx(rows[0])


def test_the_first_action_of_the_tree(games, sql):
    [(number, share)] = sql.execute(
        """
        WITH first AS (
            SELECT game, seat, arg_min(kind::VARCHAR || ' ' || rank || ' in ' || age, step) AS what,
                   arg_min(event::VARCHAR, step) AS event
            FROM events WHERE round = 1 AND (event IN (
                'BuildingBuilt', 'BuildingUpgraded', 'BuildingDemolished', 'AdventurerTravelled',
                'CubePlaced', 'RuinBegun', 'RuinRestored', 'OpenCardsSwapped')
                OR (event = 'CoinsSpent' AND clause = 'T2'))
            GROUP BY game, seat)
        SELECT count(*) FILTER (event = 'BuildingBuilt' AND what = 'military 2 in Might'),
               count(*) FILTER (event = 'BuildingBuilt' AND what = 'military 2 in Might') / count(*)
        FROM first
        """
    ).fetchall()
    frame = games.opening_tree(depth=1, least=1).frame
    [found] = frame.filter(pl.col("path") == "build military 2 in Might").rows(named=True)
    assert (found["rows"], found["share"]) == pytest.approx((number, share))


def test_squares_of_the_domains_that_pay(sql, tmp_path):
    games = kl.simulate(20, ["greedy", "random"], seed=2, workers=1, progress=False)
    people = games.players.collect()
    people.write_parquet(tmp_path / "players.parquet")
    cells = f"""
        SELECT player AS key, cluster, sum(squares_might_last) AS part,
               sum(domains_might_last) AS whole
        FROM '{tmp_path}/players.parquet' GROUP BY ALL HAVING sum(domains_might_last) > 0"""
    frame = games.domain_sizes(by="player").frame
    frame = frame.filter(pl.col("taxation") == "last", pl.col("age") == "Might")
    same(told(frame, ["player"], "size"), ratios(sql, cells))
