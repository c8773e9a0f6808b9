"""The four tables, declared once: columns, types, closed vocabularies, what every column means.

- `games` has a row for each player of each game: who plays what, and how it ends,
- `players` has a row for each player of each game, too: how the player came there,
- `turns` has a row for each turn,
- `events` has a row for each happening, the same columns for all of them.

Tables are joined by `game`, with `seat` or `turn`. Every row has a `step`, so that a result can be
opened in the replay at that very moment: step 0 is the first position, step n is the game after n
events. Moves count from 0, as the nodes of a record do; rounds, turns and ranks from 1, as people
do. A cell is null where its column has no meaning. Full payloads stay in the record.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import polars as pl

from khronos_lab.core import EVENT_TYPES, FULL, bits, name
from khronos_lab.rulebook import AGES, BEFORE, KINDS, RULES, Edition, Rule, clauses

# ------------------------------------------------------------------ vocabularies

EVENT: Final = pl.Enum([each.__name__ for each in EVENT_TYPES])
CLAUSE: Final = pl.Enum(list(clauses()))
AGE: Final = pl.Enum([age.title for age in AGES])
KIND: Final = pl.Enum([kind.word for kind in KINDS])
SQUARE: Final = pl.Enum([name(sq) for sq in bits(FULL)])
"""In reading order, so that squares sort as on the board; small maps use some of them."""
EDITION: Final = pl.Enum([edition.value for edition in Edition])


class Column(NamedTuple):
    """One column: its name, its type and what it says."""

    name: str
    dtype: pl.DataType
    meaning: str


def schema_of(columns: Iterable[Column]) -> pl.Schema:
    """The names and types of columns."""
    return pl.Schema([(each.name, each.dtype) for each in columns])


U8, U16, U32, I32 = pl.UInt8(), pl.UInt16(), pl.UInt32(), pl.Int32()
TEXT, YES_NO, F32 = pl.String(), pl.Boolean(), pl.Float32()

# ------------------------------------------------------------------ tables


def _rule_column(rule: Rule) -> Column:
    when = "false: " if rule.default is True else ""
    meaning = f"{when}{rule.meaning} ({rule.clause})"
    return Column(rule.name, YES_NO if rule.is_switch else EDITION, meaning)


GAMES: Final = (
    Column("game", TEXT, "the game's id; unique in a set of tables"),
    Column("seat", U8, "the player's seat, from 0"),
    Column("step", U32, "the last step of the game: how many events it has; null until told"),
    Column("player", TEXT, "the player's name"),
    Column("players", U8, "how many play"),
    *map(_rule_column, RULES),
    Column("numbers", TEXT, "numbers of the rules that differ from the usual ones, as in records"),
    Column("map", TEXT, "the map's name; null if it has none"),
    Column("seed", TEXT, "what the game came from; null if nobody said"),
    Column("start_seat", U8, "the seat that starts every round (S1)"),
    Column("is_start", YES_NO, "this player starts every round"),
    Column("coins", I32, "coins at the end, or as far as the game is told"),
    Column("won", YES_NO, "the richest, alone or shared (T7); null in an unfinished game"),
    Column("rank", U8, "1 and how many are richer; null in an unfinished game"),
    Column("finished", YES_NO, "the game came to its end"),
)

TURNS: Final = (
    Column("game", TEXT, "the game's id"),
    Column("turn", U16, "the number of the turn in the game, from 1"),
    Column("step", U32, "the step after the first event of the turn"),
    Column("move", U16, "the first move of the turn"),
    Column("moves", U16, "how many moves it has, its end included"),
    Column("round", U8, "the round, 1 to 7"),
    Column("seat", U8, "whose turn it is"),
    Column("ended", YES_NO, "false if the game is told only so far"),
    Column("coins_before", I32, "the player's coins before the turn"),
    Column("coins_after", I32, "the player's coins after it, taxes included"),
    Column("bonus", U16, "coins for large buildings and upgrades (A3)"),
    Column("tax_might", U16, "coins collected in Might (X2)"),
    Column("tax_faith", U16, "coins collected in Faith (X2)"),
    Column("tax_reason", U16, "coins collected in Reason (X3)"),
    Column("tax_missed", U16, "coins missed for want of an adventurer (X4)"),
    Column("spent_exchange", U16, "coins paid to exchange cards (T2)"),
    Column("spent_travel", U16, "coins paid to travel (T4)"),
    Column("spent_demolition", U16, "coins paid to demolish (A4)"),
    Column("cards_played", U8, "cards played for actions (T5)"),
    Column("exchanges", U8, "actions: exchange (T2)"),
    Column("swaps", U8, "actions: swap of open cards (V2)"),
    Column("travels", U16, "actions: travel (T4)"),
    Column("builds", U8, "actions: build (A1)"),
    Column("upgrades", U8, "actions: upgrade (A2)"),
    Column("demolitions", U8, "actions: demolish (A4)"),
    Column("populates", U8, "actions: populate (A5)"),
    Column("restores", U8, "actions: restore, the first card on a large ruin included (A6)"),
    Column("adventurer_1", AGE, "where the adventurer in the earlier age stands at the end"),
    Column("adventurer_2", AGE, "where the other one stands"),
    Column("hand_military", U8, "military cards in hand before the turn; null if some are hidden"),
    Column("hand_religious", U8, "religious cards in hand before the turn"),
    Column("hand_civil", U8, "civil cards in hand before the turn"),
    Column("value", F32, "coins that the turn was worth to the player; null until evaluated"),
    Column("win_chance", F32, "the player's chance to win after it; null until evaluated"),
)


def _at_taxation(when: str, which: str) -> tuple[Column, ...]:
    """Columns of a player at the first or the last taxation of a game."""
    at = f"at the {which} taxation"
    ages = AGE.categories.to_list()
    return (
        Column(f"coins_{when}", I32, f"coins after the {which} taxation (X1)"),
        Column(f"rank_{when}", U8, f"1 and how many are richer {at}, everybody taxed"),
        *(
            Column(f"tax_{age.lower()}_{when}", U16, f"coins collected in {age} {at}")
            for age in ages
        ),
        *(
            Column(
                f"domains_{age.lower()}_{when}",
                U8,
                f"domains in {age} that pay this player {at}, missed ones included (X4)",
            )
            for age in ages
        ),
        *(
            Column(f"squares_{age.lower()}_{when}", U16, f"squares of these domains together, {at}")
            for age in ages
        ),
        Column(f"adventurer_1_{when}", AGE, f"where the adventurer in the earlier age stands {at}"),
        Column(f"adventurer_2_{when}", AGE, f"where the other one stands {at}"),
    )


SUMMED: Final = (
    "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed", "spent_exchange",
    "spent_travel", "spent_demolition", "cards_played", "exchanges", "swaps", "travels", "builds",
    "upgrades", "demolitions", "populates", "restores",
)  # fmt: skip
"""Columns of `turns` that `players` sums up."""

PLAYERS: Final = (
    Column("game", TEXT, "the game's id"),
    Column("seat", U8, "the player's seat, from 0"),
    Column("step", U32, "the last step of the game"),
    Column("player", TEXT, "the player's name"),
    Column("players", U8, "how many play"),
    Column("place", U8, "how many play before this player in every round: 0 starts (S1)"),
    Column("coins", I32, "coins at the end, or as far as the game is told"),
    Column("won", YES_NO, "the richest, alone or shared (T7); null in an unfinished game"),
    Column("rank", U8, "1 and how many are richer; null in an unfinished game"),
    Column("lead", F32, "coins less the mean of the table; null in an unfinished game"),
    *(Column(each.name, U16, f"{each.meaning}, in all") for each in TURNS if each.name in SUMMED),
    Column("paradoxes_suffered", U16, "own buildings lost to a paradox (B6), whoever made it"),
    Column("paradoxes_caused", U16, "buildings, anybody's, lost to paradoxes in own turns (B6)"),
    *_at_taxation("first", "first"),
    *_at_taxation("last", "last"),
)

EVENTS: Final = (
    Column("game", TEXT, "the game's id"),
    Column("step", U32, "the step after this event: 1 for the first event of the game"),
    Column("move", U16, "the number of the move in the game, from 0"),
    Column("cause", U32, "the step of the event that caused it; null for a first cause"),
    Column("turn", U16, "the turn, as in `turns`"),
    Column("round", U8, "the round, 1 to 7"),
    Column("seat", U8, "the player the event names; if it names none, the one on turn"),
    Column("age", AGE, "the age where it happens"),
    Column("event", EVENT, "what happens"),
    Column("clause", CLAUSE, "the clause behind it"),
    Column("kind", KIND, "kind of the building, or of the cards if they are known and all alike"),
    Column("rank", U8, "rank of the building, 1 to 3; of the new one where one replaces another"),
    Column("owner", U8, "seat that owns the building; null for civil ones and ruins"),
    Column("square", SQUARE, "first square of the building or domain"),
    Column("amount", I32, "a number; what it counts depends on the event, see `FILLED`"),
)

COLUMNS: Final = {"games": GAMES, "players": PLAYERS, "turns": TURNS, "events": EVENTS}
ROWS: Final = {
    "games": "one per player of each game: who plays what, and how it ends",
    "players": "one per player of each game: income, actions, domains, paradoxes",
    "turns": "one per turn of a player",
    "events": "one per event, in the order in which they happen; step n is the game after n events",
}
"""The meaning of a row, by table."""
SCHEMAS: Final = {table: schema_of(columns) for table, columns in COLUMNS.items()}
"""Names and types of the columns, by table."""

LATER: Final[dict[str, dict[str, object]]] = {
    "games": {**BEFORE},
    "turns": {"value": None, "win_chance": None},
}
"""Columns that older tables may lack, with the value that held then, by table."""

# ------------------------------------------------------------------ events, one by one


class Filled(NamedTuple):
    """The columns that an event fills besides those that all events fill."""

    columns: tuple[str, ...]
    """Those of age, kind, rank, owner, square and amount that it can fill."""
    amount: str = ""
    """The meaning of `amount`."""


FILLED: Final = {each.__name__: Filled(each.about.fills, each.about.counts) for each in EVENT_TYPES}
"""The columns that an event fills, and the meaning of its amount."""
