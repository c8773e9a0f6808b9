"""Tables of games: small ones worked out by hand, many others counted a second way."""

from __future__ import annotations

from collections import Counter
from functools import cache

import polars as pl
import pytest

from khronos_lab.analysis import SCHEMAS, TableBuilder, Tables, tables_of
from khronos_lab.core import EVENT_TYPES, EndTurn, GameState, Travel, bits, ends_turn, name
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome
from khronos_lab.records import Recorder, game_id, read_record, record_text
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON, Age, KhronosError, RuleSet
from tests.analysis.games import RULES, played, random_game
from tests.golden.games import GAMES, moves_of
from tests.mechanics.moves import build, demolish, exchange, populate, restore, swap, upgrade
from tests.support import position

VALLEY = """
    turn: round 4, Red acts, Red starts
    player Red: coins 5, hand mmr
    player White: coins 3, hand cc
    Might             | Faith             | Reason
    .   .   h   .   . | .   .   h   .   . | .   .   h   .   .
    .   .   .   .   . | .   .   .   .   . | .   .   .   .   .
"""


def tables_from(*games) -> Tables:
    """The tables of pairs of a first state and steps, named `a`, `b`, `c`..."""
    builder = TableBuilder()
    for game, (start, steps) in zip("abcdefgh", games, strict=False):
        builder.add_game(game, start, steps)
    return builder.tables()


@cache
def two_turns() -> Tables:
    """Red builds a keep, travels and is taxed; White travels and populates, and there it stops."""
    start = position(VALLEY)
    steps = played(
        start,
        build(MIGHT, "m2", "a1", "mm"),
        Travel(MIGHT, FAITH),
        EndTurn(),
        Travel(MIGHT, REASON),
        populate("c1"),
    )
    return tables_from((start, steps))


@cache
def random_games() -> tuple:
    """A few games of all rules and numbers of players."""
    return tuple(
        random_game(seed, 2 + seed % 4, RULES[seed % len(RULES)]) for seed in range(len(RULES) * 2)
    )


@cache
def random_tables() -> Tables:
    return tables_from(*random_games())


# ------------------------------------------------------------------ worked out by hand

TOLD = """
    step move cause turn round seat age    event               clause kind      rank owner square amount
    1    0    -     1    4     0    Might  CardsPlayed         A1     military  -    -     -      2
    2    0    -     1    4     0    Might  BuildingBuilt       A1     military  2    0     a1     2
    3    0    2     1    4     0    Might  BonusPaid           A3     -         -    -     -      1
    4    0    2     1    4     0    Faith  ShadowFalls         B3     military  2    0     a1     2
    5    0    4     1    4     0    Faith  ShadowCast          B3     military  2    0     a1     2
    6    0    5     1    4     0    Reason ShadowFalls         B4     military  2    -     a1     1
    7    0    6     1    4     0    Reason ShadowCast          B4     military  2    -     a1     1
    8    1    -     1    4     0    -      CoinsSpent          T4     -         -    -     -      1
    9    1    -     1    4     0    Faith  AdventurerTravelled T4     -         -    -     -      -
    10   2    -     1    4     0    -      CardsDiscarded      T6     religious -    -     -      1
    11   2    -     1    4     0    -      CardsDrawn          T6     ?         -    -     -      4
    12   2    -     1    4     0    Might  TaxCollected        X2     -         -    -     a1     1
    13   2    -     1    4     0    -      TurnEnded           T1     -         -    -     -      -
    14   3    -     2    4     1    -      CoinsSpent          T4     -         -    -     -      1
    15   3    -     2    4     1    Reason AdventurerTravelled T4     -         -    -     -      -
    16   4    -     2    4     1    Reason CardsPlayed         A5     civil     -    -     -      1
    17   4    16    2    4     1    Reason CubePlaced          A5     civil     1    -     c1     1
"""  # noqa: E501


def test_every_event_is_a_row():
    header, *lines = (line.split() for line in TOLD.strip().splitlines())
    rows = two_turns().events.select(header).rows()
    told = [["-" if cell is None else str(cell) for cell in row] for row in rows]
    for found, line in zip(told, lines, strict=True):
        assert [was for was, now in zip(line, found, strict=True) if was not in ("?", now)] == []


def test_a_turn_sums_up_its_events():
    first, second = two_turns().turns.rows(named=True)
    nothing = dict.fromkeys(SCHEMAS["turns"], 0) | {"game": "a", "round": 4, "travels": 1}
    nothing |= {"spent_travel": 1, "adventurer_1": "Might"}
    assert first == nothing | {
        "turn": 1, "step": 1, "moves": 3, "seat": 0, "ended": True, "coins_before": 5,
        "coins_after": 6, "bonus": 1, "tax_might": 1, "cards_played": 2, "builds": 1,
        "adventurer_2": "Faith", "hand_military": 2, "hand_religious": 1,
        "value": None, "win_chance": None,
    }  # fmt: skip
    assert second == nothing | {
        "turn": 2, "step": 14, "move": 3, "moves": 2, "seat": 1, "ended": False,
        "coins_before": 3, "coins_after": 2, "cards_played": 1, "populates": 1,
        "adventurer_2": "Reason", "hand_civil": 2, "value": None, "win_chance": None,
    }  # fmt: skip


def test_a_player_sums_up_the_turns_and_stands_somewhere_at_each_taxation():
    red, white = two_turns().players.rows(named=True)
    assert (red["coins"], red["lead"], red["rank"]) == (6, None, None)
    totals = ("bonus", "tax_might", "spent_travel", "cards_played", "builds", "populates")
    assert [red[each] for each in totals] == [1, 1, 1, 2, 1, 0]
    assert [white[each] for each in totals] == [0, 0, 1, 1, 0, 1]
    first = ("coins_first", "rank_first", "tax_might_first", "domains_might_first",
             "squares_might_first", "adventurer_1_first", "adventurer_2_first")  # fmt: skip
    assert [red[each] for each in first] == [6, 1, 1, 1, 5, "Might", "Faith"]
    # White's turn is not over, and nobody has come to the last taxation.
    assert {white[each] for each in first} == {None}
    assert red["coins_last"] is None


@pytest.mark.parametrize("seed", range(6))
def test_players_are_what_the_states_and_events_of_a_game_say(seed):
    start, steps = random_game(seed, 2 + seed % 4)
    tables = tables_from((start, steps))
    end = steps[-1][2]
    coins = [player.coins for player in end.players]
    lost = [0] * len(coins)
    made = [0] * len(coins)
    taxed: dict[tuple[int, int], GameState] = {}
    due: dict[tuple[int, int, Age], list[int]] = {}
    for before, _, after, log in steps:
        for event, cause, _ in log:
            if isinstance(event, e.BuildingErased):
                copy = log[cause].event.building
                inside = set(bits(event.building.mask)) <= set(bits(copy.mask))
                same = (copy.kind, copy.owner) == (event.building.kind, event.building.owner)
                if not (inside and same):
                    made[before.turn.seat] += 1
                    if event.building.owner is not None:
                        lost[event.building.owner] += 1
            elif isinstance(event, e.TaxCollected | e.TaxMissed):
                [domain] = [
                    each
                    for each in after.boards[event.age].domains
                    if event.domain in bits(each.mask)
                ]
                squares = sum(
                    len(list(bits(each.mask))) for each in after.boards[event.age].members(domain)
                )
                due.setdefault((event.seat, before.round, event.age), []).append(squares)
        if before.round in (4, 7) and ends_turn(before, after):
            taxed[before.turn.seat, before.round] = after
    for row in tables.players.rows(named=True):
        seat = row["seat"]
        assert row["coins"] == coins[seat]
        assert row["rank"] == 1 + sum(each > coins[seat] for each in coins)
        assert row["lead"] == pytest.approx(coins[seat] - sum(coins) / len(coins), abs=1e-4)
        assert (row["paradoxes_suffered"], row["paradoxes_caused"]) == (lost[seat], made[seat])
        for when, round_ in (("first", 4), ("last", 7)):
            then = taxed[seat, round_].players[seat]
            assert row[f"coins_{when}"] == then.coins
            assert row[f"adventurer_1_{when}"] == then.adventurers[0].title
            for age in AGES:
                ruled = due.get((seat, round_, age), [])
                told = row[f"domains_{age.title.lower()}_{when}"]
                assert (told, row[f"squares_{age.title.lower()}_{when}"]) == (
                    len(ruled), sum(ruled)
                )  # fmt: skip


def test_an_unfinished_game_has_coins_but_no_winner():
    red, white = two_turns().games.rows(named=True)
    assert red == {
        "game": "a", "seat": 0, "step": 17, "player": "Red", "players": 2, **RuleSet().plain(),
        "map": None, "seed": None, "start_seat": 0, "is_start": True, "coins": 6, "won": None,
        "rank": None, "finished": False,
    }  # fmt: skip
    assert (white["player"], white["coins"], white["is_start"]) == ("White", 2, False)


def test_t7_a_shared_win_is_won_by_both():
    start = position("""
        turn: round 7, White acts, Red starts
        player Red: coins 9
        player Green: coins 4
        player White: coins 9
        Might | Faith | Reason
        .   . | .   . | .   .
    """)
    tables = tables_from((start, played(start, EndTurn())))
    assert tables.games.select("won", "rank", "finished").rows() == [
        (True, 1, True),
        (False, 3, True),
        (True, 1, True),
    ]
    assert tables.turns["ended"].to_list() == [True]
    assert tables.events.row(-1, named=True)["amount"] == 9


def test_what_is_paid_is_told_apart_by_its_purpose():
    start = position("""
        rules: hold'em
        open: mrc
        player Red: coins 9, hand mmc
        player White:
        Might         | Faith         | Reason
        m1W .   .   . | .   .   .   . | .   .   .   .
    """)
    steps = played(
        start, exchange("c"), swap("c", "m"), Travel(MIGHT, REASON), demolish(MIGHT, "a1")
    )
    turn = tables_from((start, steps)).turns.row(0, named=True)
    names = ("spent_exchange", "spent_travel", "spent_demolition")
    assert [turn[each] for each in names] == [2, 1, 1]
    assert [turn[each] for each in ("exchanges", "swaps", "travels", "demolitions")] == [1] * 4
    assert (turn["coins_after"], turn["cards_played"]) == (5, 1)


def test_amounts_of_buildings_are_values_or_their_change():
    start = position("""
        player Red: coins 9, hand mmrr, at Might Reason
        player White:
        Might             | Faith             | Reason
        m1R .   .   .   . | .   .   .   .   . | .   .   r3%W #  #
        .   .   .   .   . | .   .   .   .   . | .   .   #   #   #
        .   .   .   .   . | r1W .   .   .   . | .   .   #   #   #
        .   .   .   .   . | .   .   .   .   . | .   .   .   .   .
    """)
    steps = played(start, restore("c1"), upgrade(MIGHT, "m2", "a1", "m"), restore("a1"))
    rows = tables_from((start, steps)).events.select("event", "rank", "amount").rows()
    assert ("RuinRestored", 3, 2) in rows
    assert ("BuildingUpgraded", 2, 1) in rows
    assert ("ShadowCast", 2, 2) in rows
    assert ("ShadowCast", 2, 1) in rows
    assert ("RuinRestored", 2, 1) in rows


# ------------------------------------------------------------------ counted a second way


def test_coins_of_a_turn_add_up():
    turns = random_tables().turns.cast({pl.UInt16: pl.Int64, pl.UInt8: pl.Int64})
    income = pl.sum_horizontal("bonus", "tax_might", "tax_faith", "tax_reason")
    spent = pl.sum_horizontal("spent_exchange", "spent_travel", "spent_demolition")
    assert turns.filter(pl.col("coins_before") + income - spent != pl.col("coins_after")).is_empty()
    assert turns.filter(pl.col("cards_played") > 4).is_empty()


def test_actions_are_counted_by_kind():
    columns = {
        "Exchange": "exchanges",
        "Swap": "swaps",
        "Travel": "travels",
        "Build": "builds",
        "Upgrade": "upgrades",
        "Demolish": "demolitions",
        "Populate": "populates",
        "Restore": "restores",
    }
    for game, (_, steps) in zip("abcdefgh", random_games(), strict=True):
        done = Counter(type(move.action).__name__ for _, move, _, _ in steps)
        turns = random_tables().turns.filter(pl.col("game") == game)
        assert {kind: turns[name].sum() for kind, name in columns.items()} == {
            kind: done[kind] for kind in columns
        }
        assert turns["ended"].sum() == done["EndTurn"]
        assert turns["moves"].sum() == len(steps)


def test_turns_begin_and_end_as_the_states_say():
    for game, (_, steps) in zip("abcdefgh", random_games(), strict=True):
        for turn in random_tables().turns.filter(pl.col("game") == game).iter_rows(named=True):
            before = steps[turn["move"]][0]
            after = steps[turn["move"] + turn["moves"] - 1][2]
            seat = turn["seat"]
            assert (before.turn.seat, before.round) == (seat, turn["round"])
            assert before.players[seat].coins == turn["coins_before"]
            assert after.players[seat].coins == turn["coins_after"]
            ages = tuple(age.title for age in after.players[seat].adventurers)
            assert ages == (turn["adventurer_1"], turn["adventurer_2"])
            hand = tuple(turn[f"hand_{kind}"] for kind in ("military", "religious", "civil"))
            assert hand == before.players[seat].hand


# ------------------------------------------------------------------ every event


@cache
def golden_events() -> tuple[pl.DataFrame, list]:
    """The events of all goldens, one game for each move, and the events themselves."""
    builder = TableBuilder()
    happened = []
    for file in GAMES:
        for number, each in enumerate(moves_of(file)):
            step = (each.before, each.move, each.outcome.state, each.outcome.log)
            builder.add_game(f"{file} {number}", each.before, [step])
            happened += [entry.event for entry in each.outcome.log]
    return builder.tables().events, happened


def test_an_event_fills_just_the_columns_it_says():
    payload = ("age", "kind", "rank", "owner", "square", "amount")
    for event in EVENT_TYPES:
        rows = golden_events()[0].filter(pl.col("event") == event.__name__)
        assert not rows.is_empty()
        filled = {column for column in payload if rows[column].count()}
        assert filled <= set(event.about.fills)
        # A pile of one kind is possible, but no golden has it.
        unmet = {"kind"} if event is e.PileRenewed else set()
        assert set(event.about.fills) - filled <= unmet
        assert rows.select("seat", "clause", "round", "turn").null_count().row(0) == (0, 0, 0, 0)


def test_columns_say_what_the_event_says():
    frame, happened = golden_events()
    for row, event in zip(frame.iter_rows(named=True), happened, strict=True):
        assert row["seat"] == (row["seat"] if event.seat is None else event.seat)
        assert row["age"] == (None if event.age is None else event.age.title)
        building = getattr(event, "building", None)
        if building is not None:
            assert row["kind"] == building.kind.word
            assert (row["rank"], row["owner"]) == (building.rank, building.owner)
            assert row["square"] == name(building.square)
        counts = isinstance(event, e.OfBuilding)
        assert row["amount"] == (event.counted(RuleSet()) if counts else event.amount)
        if hasattr(event, "domain"):
            assert row["square"] == name(event.domain)


# ------------------------------------------------------------------ records, ids, faults


def recorded(seed: int, players: int = 3):
    start, steps = random_game(seed, players)
    recorder = Recorder(start, {"Seed": str(seed)})
    for before, move, after, log in steps:
        recorder.add(before, move, Outcome(after, log))
    return recorder.record()


def test_records_give_the_tables_of_their_games():
    records = [recorded(1), recorded(2)]
    found = tables_of(records)
    builder = TableBuilder()
    for seed, record in zip((1, 2), records, strict=True):
        start, steps = random_game(seed, 3)
        builder.add_game(game_id(record), start, steps, seed=seed)
    expected = builder.tables()
    assert found.events.equals(expected.events)
    assert found.turns.equals(expected.turns)
    assert found.games.equals(expected.games)
    assert found.games["seed"].to_list() == ["1"] * 3 + ["2"] * 3
    assert found.games["map"].unique().to_list() == ["valley"]
    read = tables_of([read_record(record_text(record)) for record in records])
    assert read.events.equals(expected.events)


def test_ids_can_be_given_and_must_fit():
    records = [recorded(1), recorded(2)]
    found = tables_of(records, game_ids=["spring", "autumn"])
    assert found.games["game"].unique(maintain_order=True).to_list() == ["spring", "autumn"]
    for ids in (["x"], ["x", "y", "z"]):
        with pytest.raises(KhronosError, match="not as many game ids as records"):
            tables_of(records, game_ids=ids)
    with pytest.raises(KhronosError, match="two games have the id 'x'"):
        tables_of(records, game_ids=["x", "x"])


def test_no_games_give_empty_tables_of_the_same_columns():
    tables = tables_of([])
    found = {table: getattr(tables, table) for table in SCHEMAS}
    assert {table: frame.schema for table, frame in found.items()} == SCHEMAS
    assert all(frame.is_empty() for frame in found.values())


def test_a_game_without_moves_has_players_only():
    start = position(VALLEY)
    tables = tables_from((start, []))
    assert tables.games.select("step", "coins", "finished").rows() == [(0, 5, False), (0, 3, False)]
    assert tables.turns.is_empty()
    assert tables.events.is_empty()


def test_a_game_that_fails_leaves_nothing_behind():
    start, steps = random_game(1)

    def broken():
        yield from steps[:40]
        raise RuntimeError

    builder = TableBuilder()
    builder.add_game("a", *random_game(2))
    before = builder.tables()
    with pytest.raises(RuntimeError):
        builder.add_game("b", start, broken())
    after = builder.tables()
    assert after.events.equals(before.events)
    assert after.turns.equals(before.turns)
    assert after.games.equals(before.games)
    builder.add_game("b", start, steps)
    assert builder.tables().events.height == before.events.height + sum(len(s[3]) for s in steps)
