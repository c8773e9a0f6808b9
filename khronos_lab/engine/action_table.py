"""Actions as a table: what, where and at what cost, with squares of the same price in one row."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from khronos_lab.core.actions import (
    Action,
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import DEMOLITION_COST, EXCHANGE_COST, TRAVEL_COST, building_thing

FEW: Final = 10
"""How many squares a row of text names; the rest is only counted."""
WAYS: Final = 4
"""The same for ways to pay."""


class Row(NamedTuple):
    """Actions that differ only in their square and payment."""

    what: str
    where: str
    squares: tuple[str, ...]
    cost: str


class _Line(NamedTuple):
    """One action; it costs coins, or a card that depends on the square."""

    what: str
    where: str
    square: str
    price: str
    cards: str


def rows_of(actions: Iterable[Action], language: str | None = None) -> list[Row]:
    """The rows of a table of actions, in the order of the actions."""
    found: dict[tuple[str, str, str], list[str]] = {}
    lines = (_line(action, language) for action in actions)
    for (what, where, square), same in groupby(lines, key=lambda line: line[:3]):
        several = list(same)
        cards = few([line.cards for line in several if line.cards], WAYS)
        cost = " + ".join(part for part in (several[0].price, cards) if part)
        found.setdefault((what, where, cost), []).append(square)
    return [
        Row(what, where, tuple(filter(None, squares)), cost)
        for (what, where, cost), squares in found.items()
    ]


def table_text(actions: Iterable[Action], language: str | None = None) -> str:
    """The table as text."""
    rows = rows_of(actions, language)
    if not rows:
        return say("shown-no_actions", language)
    cells = [(row.what, row.where, row.cost, few(row.squares)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def few(words: Iterable[str], most: int = FEW) -> str:
    """The first few words, and how many more there are.

    >>> few("abc"), few("abcdefghijklm")
    ('a, b, c', 'a, b, c, d, e, f, g, h, i, j, +3')
    """
    said = list(words)
    more = [f"+{len(said) - most}"] if len(said) > most else []
    return ", ".join([*said[:most], *more])


def _line(action: Action, language: str | None) -> _Line:
    what = say(f"action-{type(action).__name__}", language)
    match action:
        case Build(age, kind, rank, square, cards) | Upgrade(age, kind, rank, square, cards):
            what = f"{what}: {say(building_thing(kind, rank), language)}"
            return _Line(what, say(age, language), name(square), "", cards_text(cards))
        case Exchange(cards, hidden):
            return _Line(
                what, "", "", say("n-coins", language, n=EXCHANGE_COST), cards_text(cards, hidden)
            )
        case Swap(kind, cards):
            return _Line(f"{what}: {say(kind, language)}", "", "", "", cards_text(cards))
        case Travel(origin, target):
            where = f"{say(origin, language)} → {say(target, language)}"
            return _Line(what, where, "", say("n-coins", language, n=TRAVEL_COST), "")
        case Demolish(age, square):
            price = (
                f"{say('n-coins', language, n=DEMOLITION_COST)} + {say('n-cards', language, n=1)}"
            )
            return _Line(what, say(age, language), name(square), price, "")
        case Populate(square):
            reason = say("age-reason", language)
            return _Line(what, reason, name(square), cards_text((0, 0, 1)), "")
        case Restore(square):
            reason = say("age-reason", language)
            return _Line(what, reason, name(square), say("n-cards", language, n=1), "")
        case EndTurn(discard, hidden):
            return _Line(what, "", "", "", "" if discard is None else cards_text(discard, hidden))
