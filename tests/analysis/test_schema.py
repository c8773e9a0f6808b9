"""The schemas, spelled out: whoever changes one changes files on other people's disks."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.analysis import AGE, CLAUSE, COLUMNS, EDITION, EVENT, FILLED, KIND, SCHEMAS, SQUARE
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
    hand_religious UInt8, hand_civil UInt8
"""
EVENTS = """
    game String, step UInt32, move UInt16, cause UInt32, turn UInt16, round UInt8, seat UInt8,
    age Age, event Event, clause Clause, kind Kind, rank UInt8, owner UInt8, square Square,
    amount Int32
"""
ENUMS: dict[pl.DataType, str] = {
    EDITION: "Edition",
    AGE: "Age",
    KIND: "Kind",
    EVENT: "Event",
    CLAUSE: "Clause",
    SQUARE: "Square",
}
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


def spelled(schema: pl.Schema) -> list[str]:
    return [f"{name} {ENUMS.get(dtype) or dtype}" for name, dtype in schema.items()]


@pytest.mark.parametrize(
    ("table", "text"), [("games", GAMES), ("turns", TURNS), ("events", EVENTS)], ids=str
)
def test_a_table_has_these_columns(table, text):
    assert spelled(SCHEMAS[table]) == [" ".join(each.split()) for each in text.split(",")]


def test_vocabularies_are_closed():
    assert EVENT.categories.to_list() == EVENT_NAMES.split()
    assert CLAUSE.categories.to_list() == CLAUSE_NAMES.split()
    assert AGE.categories.to_list() == ["Might", "Faith", "Reason"]
    assert KIND.categories.to_list() == ["military", "religious", "civil"]
    assert EDITION.categories.to_list() == ["first", "second"]


def test_squares_are_all_of_the_board_in_reading_order():
    names = SQUARE.categories.to_list()
    assert names[:2] == ["a1", "b1"]
    assert names[16] == "a2"
    assert names[-1] == "p20"
    assert len(names) == 320
    assert sorted(names, key=square) == names


def test_every_column_says_what_it_means():
    for columns in COLUMNS.values():
        assert all(column.meaning for column in columns)
        assert len({column.name for column in columns}) == len(columns)


def test_every_event_has_its_description():
    assert list(FILLED) == [each.__name__ for each in EVENT_TYPES]


def test_an_amount_is_explained_where_it_is_filled():
    for filled in FILLED.values():
        assert ("amount" in filled.columns) == bool(filled.amount)
        assert set(filled.columns) <= set(SCHEMAS["events"])
