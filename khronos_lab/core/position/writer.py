"""Positions as text, written: what a person reads, types and keeps for lessons and tests.

A line for each thing that is not as usual, then the three boards, beside each other if they are
small::

    turn: round 4, Red acts, Red starts
    player Red: coins 5, hand mmc, at Might Faith
    player White: coins 4, hand -, at Might Might

    Might           | Faith           | Reason
    .   m2R #   c1  | .   m2R #   .   | .   m2% #   .
    h   #   #   .   | h   #   #   .   | h:R #   #   .

A square shows its terrain (`.` plain, `f` forest, `^` mountain, `~` river), a printed hamlet (`h`,
on forest `H`), or a building on its first square: kind, rank and then its owner's mark (`m2R`), the
cubes on it (`c2:RRW`), or `%` for a ruin with the cube of a half restoration (`m3%R`). `#` goes on
with the building above or to the left. Columns a, b, c... and row numbers may stand at the edges.
What stands under buildings in all three ages is told by a board `Map`, if it is not plain.

Marks are the players' initials, or the numbers of their seats if initials do not tell them apart.
In a hand and in the discards a star is a card that nobody wrote down, and what a `secret` player
draws stays hidden. Reading is in `reader.py`; written and read again, a state is the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Final

from khronos_lab.core.allowances import Purses, full_purses
from khronos_lab.core.board import USUAL_RULES, Board, Building
from khronos_lab.core.grid import TERRAIN_LETTERS, Grid
from khronos_lab.core.maps import is_shipped
from khronos_lab.core.squares import STRIDE
from khronos_lab.core.state import (
    GameState,
    PlayerState,
    Supply,
    cards_text,
    minus_cards,
)
from khronos_lab.rulebook.pieces import AGES, CUBES, FOREST, NO_CARDS, Cards
from khronos_lab.rulebook.ruleset import RuleSet

NARROW: Final = 9
"""Columns up to which boards are written side by side."""

_PLAIN_NAME = re.compile(r"[^\W_][\w .'-]*")


def position_text(state: GameState) -> str:
    """The whole state as text."""
    return "\n".join([*_header(state), "", boards_text(state), ""])


def boards_text(state: GameState, *, labels: bool | None = None) -> str:
    """The three boards as text; labels at the edges are given to large ones."""
    grid = state.grid
    wide = grid.columns > NARROW
    labels = wide if labels is None else labels
    marks = player_marks(state.names)
    blocks = [_block(AGES[age].title, _tokens(state.boards[age], marks), labels) for age in AGES]
    if not is_shipped(grid) and not _inferable(state.boards):
        blocks.insert(0, _block("Map", _map_tokens(grid), labels))
    if wide:
        return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)
    return "\n".join(" | ".join(line).rstrip() for line in zip(*blocks, strict=True))


def player_marks(names: Sequence[str]) -> tuple[str, ...]:
    """One character for each player: the initial, or the number of the seat.

    >>> player_marks(["Red", "White"]), player_marks(["Ann", "Anton"])
    (('R', 'W'), ('1', '2'))
    """
    initials = tuple(name[:1].upper() for name in names)
    clear = len(set(initials)) == len(initials) and all(
        len(each) == 1 and "A" <= each <= "Z" for each in initials
    )
    return initials if clear else tuple(str(seat + 1) for seat in range(len(names)))


# ------------------------------------------------------------------ what is usual


def usual_supply(boards: Iterable[Board], rules: RuleSet = USUAL_RULES) -> Supply:
    """The tiles of the box that stand on none of the boards (S3)."""
    left = [list(row) for row in rules.tiles]
    for board in boards:
        for building in board:
            if not building.printed:
                left[building.kind][building.rank] -= 1
    return tuple((row[0], row[1], row[2], row[3]) for row in left)


def usual_cubes(boards: Iterable[Board], seat: int) -> int:
    """A player's cubes that stand on none of the boards (S1)."""
    placed = (
        building.cubes.count(seat) + (building.owner == seat)
        for board in boards
        for building in board
    )
    return CUBES - sum(placed)


def usual_pile(rules: RuleSet, elsewhere: Iterable[Cards]) -> Cards:
    """The cards of the deck that are nowhere else (S4)."""
    pile = rules.deck
    for cards in elsewhere:
        pile = minus_cards(pile, cards)
    return pile


# ------------------------------------------------------------------ the lines above the boards


def _header(state: GameState) -> list[str]:
    lines = []
    if state.rules.text:
        lines.append(f"rules: {state.rules.text}")
    if is_shipped(state.grid):
        lines.append(f"map: {state.grid.name}")
    lines.append(f"turn: {_turn(state)}")
    if state.turn.purses != full_purses(state.player.adventurers):
        lines.append(f"purses: {purses_text(state.turn.purses)}")
    lines += [_player(state, seat, player) for seat, player in enumerate(state.players)]
    elsewhere = [state.discards, state.open_cards, *(player.hand for player in state.players)]
    if state.pile != usual_pile(state.rules, elsewhere):
        lines.append(f"pile: {cards_text(state.pile)}")
    if any(state.discards) or state.hidden_discards:
        lines.append(f"discards: {cards_text(state.discards, state.hidden_discards)}")
    if state.open_cards != NO_CARDS:
        lines.append(f"open: {cards_text(state.open_cards)}")
    if state.supply != usual_supply(state.boards, state.rules):
        lines.append(f"supply: {supply_text(state.supply)}")
    lines.append(f"chance: {state.chance}")
    return lines


def supply_text(supply: Supply) -> str:
    """Tiles left by kind and rank: `m 20 24 9, r 20 20 9, c 20 24 9`."""
    rows = zip("mrc", supply, strict=True)
    return ", ".join(f"{letter} {row[1]} {row[2]} {row[3]}" for letter, row in rows)


def purses_text(purses: Purses) -> str:
    """Accounts of T5: `Might 1 Faith 2 or Might 2 Faith 1`."""
    return " or ".join(
        " ".join(f"{age.title} {left}" for age, left in account) for account in purses
    )


def quoted(name: str) -> str:
    """A name as it stands in a line: plain, or as a JSON string if it has odd characters."""
    return name if _PLAIN_NAME.fullmatch(name) and name == name.strip() else json.dumps(name)


def _turn(state: GameState) -> str:
    turn = state.turn
    names = state.names
    words = [f"round {state.round}", f"{quoted(names[turn.seat])} acts"]
    words.append(f"{quoted(names[state.start])} starts")
    said = {
        "exchanged": turn.exchanged,
        "swapped": turn.swapped,
        "acted": turn.acted,
        "over": state.over,
    }
    return ", ".join(words + [word for word, true in said.items() if true])


def _player(state: GameState, seat: int, player: PlayerState) -> str:
    words = [f"coins {player.coins}", f"hand {cards_text(player.hand, player.hidden)}"]
    if player.secret:
        words.append("secret")
    if player.cubes != usual_cubes(state.boards, seat):
        words.append(f"cubes {player.cubes}")
    words.append("at " + " ".join(age.title for age in player.adventurers))
    return f"player {quoted(player.name)}: {', '.join(words)}"


# ------------------------------------------------------------------ the boards


def building_token(building: Building, marks: Sequence[str]) -> str:
    """A building as it stands on its first square."""
    cubes = "".join(marks[seat] for seat in building.cubes)
    if building.printed:
        return f"h:{cubes}" if cubes else "h"
    text = f"{building.kind.letter}{building.rank}"
    if building.ruin:
        return f"{text}%{cubes}"
    if building.owner is not None:
        return text + marks[building.owner]
    return f"{text}:{cubes}" if cubes else text


def _tokens(board: Board, marks: Sequence[str]) -> list[list[str]]:
    return [
        [_token(board, row * STRIDE + column, marks) for column in range(board.grid.columns)]
        for row in range(board.grid.rows)
    ]


def _token(board: Board, sq: int, marks: Sequence[str]) -> str:
    building = board.buildings.get(sq)
    if building is None:
        return "#" if board.occupied >> sq & 1 else TERRAIN_LETTERS[board.grid.terrain(sq)]
    token = building_token(building, marks)
    on_forest = building.printed and board.grid.terrain(sq) is FOREST
    return f"H{token[1:]}" if on_forest else token


def _map_tokens(grid: Grid) -> list[list[str]]:
    rows = range(grid.rows)
    return [[map_letter(grid, row * STRIDE + col) for col in range(grid.columns)] for row in rows]


def map_letter(grid: Grid, sq: int) -> str:
    """A square as a map writes it."""
    if grid.hamlets >> sq & 1:
        return "H" if grid.terrain(sq) is FOREST else "h"
    return TERRAIN_LETTERS[grid.terrain(sq)]


def _block(title: str, tokens: list[list[str]], labels: bool) -> list[str]:
    """A board as lines of equal length under its title."""
    width = max(len(token) for row in tokens for token in row)
    lines = [" ".join(token.ljust(width) for token in row) for row in tokens]
    head = title
    if labels:
        letters = " ".join(chr(ord("a") + col).ljust(width) for col in range(len(tokens[0])))
        margin = len(title) + 1
        lines = [f"{row + 1:>{margin - 1}} {line}" for row, line in enumerate(lines)]
        head = f"{title} {letters}"
    length = max(len(line) for line in [head, *lines])
    return [line.ljust(length) for line in [head, *lines]]


def _inferable(boards: tuple[Board, Board, Board]) -> bool:
    """True if all terrain but plain, and every printed hamlet, shows on some board."""
    grid = boards[0].grid
    shown = printed = 0
    for board in boards:
        shown |= ~board.occupied
        for building in board:
            if building.printed:
                printed |= building.mask
    shown |= printed
    special = grid.forest | grid.mountain | grid.river
    return not special & ~shown and not grid.hamlets & ~printed
