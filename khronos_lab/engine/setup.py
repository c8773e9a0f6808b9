"""New games: seed, players, map and rule set give the first position (S1, S4)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_lab.core.allowances import full_purses
from khronos_lab.core.board import empty_board
from khronos_lab.core.chance import below, draw, seed_of
from khronos_lab.core.grid import Grid
from khronos_lab.core.maps import load_map
from khronos_lab.core.state import DEFAULT_NAMES, GameState, PlayerState, Turn, minus_cards
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import (
    ADVENTURERS,
    CUBES,
    HAND_SIZE,
    MAX_PLAYERS,
    MIGHT,
    MIN_PLAYERS,
    NO_CARDS,
    START_COINS,
    TILES,
)
from khronos_lab.rulebook.ruleset import RuleSet


@implements("S1", "S4", "V2")
def new_game(
    players: int | Sequence[str] = 4,
    seed: int | str = 0,
    *,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
) -> GameState:
    """Set up a game: the same arguments always give the same game.

    `players` is a number or the names in seat order; `grid` a map or its name or file.

    >>> state = new_game(["Ann", "Ben"], seed=7)
    >>> [player.coins for player in state.players], state.round
    ([4, 4], 1)
    """
    names = seat_names(players)
    number = len(names)
    rules = rules or RuleSet()
    grid = load_map(grid) if isinstance(grid, str) else grid
    chance = seed_of("khronos", seed)
    pile = rules.deck
    open_cards = (1, 1, 1) if rules.holdem else NO_CARDS
    pile = minus_cards(pile, open_cards)
    hands = []
    for _ in names:
        chance, hand, pile = draw(chance, pile, HAND_SIZE)
        hands.append(hand)
    chance, start = below(chance, number)
    adventurers = (MIGHT,) * ADVENTURERS
    board = empty_board(grid)
    return GameState(
        rules=rules,
        boards=(board, board, board),
        players=tuple(
            PlayerState(name, START_COINS, hand, CUBES, adventurers)
            for name, hand in zip(names, hands, strict=True)
        ),
        supply=TILES,
        pile=pile,
        discards=NO_CARDS,
        open_cards=open_cards,
        chance=chance,
        round=1,
        start=start,
        turn=Turn(start, full_purses(adventurers)),
        over=False,
    )


@implements("S1")
def seat_names(players: int | Sequence[str]) -> tuple[str, ...]:
    """The names in seat order, refused with a sentence if no game can have them."""
    if isinstance(players, str):
        raise KhronosError(f"{players!r} is one name; give a list of names or a number of players")
    number = players if isinstance(players, int) else len(players)
    if not MIN_PLAYERS <= number <= MAX_PLAYERS:
        raise KhronosError(
            f"Khronos is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {number} (S1)"
        )
    names = DEFAULT_NAMES[:number] if isinstance(players, int) else tuple(players)
    for name in names:
        if not name.strip() or not name.isprintable():
            raise KhronosError(f"{name!r} is no name for a player; use printable characters")
    if len(set(names)) < number:
        raise KhronosError(f"players need different names, not {', '.join(names)}")
    return names
