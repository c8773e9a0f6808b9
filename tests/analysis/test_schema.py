"""The schemas, spelled out: whoever changes one changes files on other people's disks."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.analysis import COLUMNS, SCHEMAS
from khronos_lab.core import EVENT_TYPES, square

GAMES = """
    game String, seat UInt8, step UInt32, player String, players UInt8, edition Edition,
    holdem Boolean, ruins_respect_domains Boolean, erased_tiles_return Boolean,
    numbers String, map String,
    seed String, start_seat UInt8, is_start Boolean, coins Int32, won Boolean, rank UInt8,
    finished Boolean
"""
TURNS = """
    game String, turn UInt16, step UInt32, move UInt16, moves UInt16, round UInt8, seat UInt8,
    ended Boolean, coins_before Int32, coins_after Int32, bonus UInt16, tax_might UInt16,
    tax_faith UInt16, tax_reason UInt16, tax_missed UInt16, spent_exchange UInt16,
    spent_travel UInt16, spent_demolition UInt16, cards_played UInt8, exchanges UInt8, swaps UInt8,
    travels UInt16, builds UInt8, upgrades UInt8, demolitions UInt8, populates UInt8,
    restores UInt8, adventurer_1 Age, adventurer_2 Age, hand_military UInt8,
    hand_religious UInt8, hand_civil UInt8, value Float32, win_chance Float32
"""
PLAYERS = """
    game String, seat UInt8, step UInt32, player String, players UInt8, place UInt8, coins Int32,
    won Boolean, rank UInt8, lead Float32, bonus UInt16, tax_might UInt16, tax_faith UInt16,
    tax_reason UInt16, tax_missed UInt16, spent_exchange UInt16, spent_travel UInt16,
    spent_demolition UInt16, cards_played UInt16, exchanges UInt16, swaps UInt16, travels UInt16,
    builds UInt16, upgrades UInt16, demolitions UInt16, populates UInt16, restores UInt16,
    paradoxes_suffered UInt16, paradoxes_caused UInt16,
    coins_first Int32, rank_first UInt8, tax_might_first UInt16, tax_faith_first UInt16,
    tax_reason_first UInt16, domains_might_first UInt8, domains_faith_first UInt8,
    domains_reason_first UInt8, squares_might_first UInt16, squares_faith_first UInt16,
    squares_reason_first UInt16, adventurer_1_first Adventurer, adventurer_2_first Adventurer,
    coins_last Int32, rank_last UInt8, tax_might_last UInt16, tax_faith_last UInt16,
    tax_reason_last UInt16, domains_might_last UInt8, domains_faith_last UInt8,
    domains_reason_last UInt8, squares_might_last UInt16, squares_faith_last UInt16,
    squares_reason_last UInt16, adventurer_1_last Adventurer, adventurer_2_last Adventurer
"""
EVENTS = """
    game String, step UInt32, move UInt16, cause UInt32, turn UInt16, round UInt8, seat UInt8,
    age Age, event Event, clause Clause, kind Kind, rank UInt8, owner UInt8, square Square,
    amount Int32
"""
EVENT_NAMES = """
    CoinsSpent CardsPlayed CardsDiscarded CardsDrawn PileRenewed OpenCardsSwapped
    AdventurerTravelled BuildingBuilt BuildingUpgraded BonusPaid BuildingDemolished CubePlaced
    RuinBegun RuinRestored ShadowFalls ShadowBlocked ShadowMissing BuildingErased HamletCovered
    HamletRevealed ShadowCast CubesMoved CubeKept DomainsJoined DomainSplit ConflictFound
    StrengthsCompared ChoiceMade BuildingShrunk BuildingDestroyed ShadowWithdrawn ShadowReplaced
    TaxCollected TaxMissed TurnEnded GameEnded
"""
CLAUSE_NAMES = """
    S1 S2 S3 S4 S5 S6 T1 T2 T3 T4 T5 T6 T7 A1 A2 A3 A4 A5 A6 G1 G2 D1 H1 O1 B1 B2 B3 B3a B3b B4 B5
    B6 B7 B8 B9 C1 C2 C3 C4 C5 C6 X1 X2 X3 X4 V1 V2
"""


@pytest.mark.parametrize(
    ("table", "text"),
    [("games", GAMES), ("players", PLAYERS), ("turns", TURNS), ("events", EVENTS)],
    ids=str,
)
def test_a_table_has_these_columns_each_with_its_meaning(table, text):
    spelled = [
        f"{name} {name.partition('_')[0].title() if isinstance(dtype, pl.Enum) else dtype}"
        for name, dtype in SCHEMAS[table].items()
    ]
    wanted = [" ".join(each.split()).replace("1 Age", "1 Adventurer") for each in text.split(",")]
    assert spelled == [each.replace("2 Age", "2 Adventurer") for each in wanted]
    assert all(column.meaning for column in COLUMNS[table])


def test_vocabularies_are_closed():
    events = {name: each for name, each in SCHEMAS["events"].items() if isinstance(each, pl.Enum)}
    words = {name: each.categories.to_list() for name, each in events.items()}
    assert words["event"] == EVENT_NAMES.split()
    assert words["clause"] == CLAUSE_NAMES.split()
    assert words["age"] == ["Might", "Faith", "Reason"]
    assert words["kind"] == ["military", "religious", "civil"]
    assert SCHEMAS["games"]["edition"] == pl.Enum(["first", "second"])
    for column in ("adventurer_1", "adventurer_2"):
        assert SCHEMAS["turns"][column] == events["age"]
    squares = words["square"]
    assert squares[:2] == ["a1", "b1"], "in reading order"
    assert (squares[16], squares[-1], len(squares)) == ("a2", "p20", 320)
    assert sorted(squares, key=square) == squares


def test_an_amount_is_explained_where_it_is_filled():
    assert [each.__name__ for each in EVENT_TYPES] == EVENT_NAMES.split()
    for each in EVENT_TYPES:
        assert ("amount" in each.about.fills) == bool(each.about.counts)
        assert set(each.about.fills) <= set(SCHEMAS["events"])
