"""New games: seed, players, map and rule set give the first position (S1, S4)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from khronos_lab.core import (
    DEFAULT_NAMES,
    Board,
    GameState,
    Grid,
    PlayerState,
    Turn,
    below,
    draw,
    empty_board,
    full_purses,
    load_map,
    seed_of,
    usual_pile,
)
from khronos_lab.core import read_position as read_position
from khronos_lab.engine import legal_actions as legal_actions  # it answers `GameState.legal`
from khronos_lab.rulebook import (
    ADVENTURERS,
    CUBES,
    HAND_SIZE,
    LONGEST_NAME,
    MAX_PLAYERS,
    MIGHT,
    MIN_PLAYERS,
    NO_CARDS,
    Cards,
    KhronosError,
    RuleSet,
    Said,
    implements,
    quoted,
)


@implements("S1", "S4", "V2")
def new_game(
    players: int | str | Sequence[str] = 4,
    seed: int | str = 0,
    *,
    grid: Grid | str | os.PathLike[str] = "valley",
    rules: RuleSet | None = None,
) -> GameState:
    """Set up a game: the same arguments always give the same game.

    `players` is a number or the names in seat order, `["Ann", "Ben"]` or `"Ann, Ben"`; `grid` a
    map or its name or file.

    >>> state = new_game(["Ann", "Ben"], seed=7)
    >>> [player.coins for player in state.players], state.round
    ([4, 4], 1)
    """
    names = seat_names(players)
    number = len(names)
    rules = RuleSet() if rules is None else rules
    if not isinstance(rules, RuleSet):
        raise KhronosError(f"{quoted(rules)} is not a rule set: write kl.rules_with(holdem=True).")
    grid = grid if isinstance(grid, Grid) else load_map(grid)
    chance = seed_of("khronos", seed)
    pile = usual_pile(rules, [_open_cards(rules)])
    hands = []
    for _ in names:
        chance, hand, pile = draw(chance, pile, HAND_SIZE)
        hands.append((hand, 0))
    chance, start = below(chance, number)
    return dealt(names, empty_board(grid, rules), hands, start, chance)


@implements("S1", "S4", "V2")
def dealt(
    names: Sequence[str], board: Board, hands: Sequence[tuple[Cards, int]], start: int, chance: int
) -> GameState:
    """The first position with these hands: known cards, and how many that nobody wrote down."""
    rules, adventurers = board.rules, (MIGHT,) * ADVENTURERS
    players = tuple(
        PlayerState(name, rules.start_coins, hand, CUBES, adventurers, hidden, hidden > 0)
        for name, (hand, hidden) in zip(names, hands, strict=True)
    )
    open_cards = _open_cards(rules)
    pile = usual_pile(rules, [open_cards, *(hand for hand, _ in hands)])
    turn = Turn(start, full_purses(adventurers))
    return GameState(
        rules, (board, board, board), players, rules.tiles, pile, NO_CARDS, open_cards, chance,
        1, start, turn, over=False,
    )  # fmt: skip


def _open_cards(rules: RuleSet) -> Cards:
    return (1, 1, 1) if rules.holdem else NO_CARDS


@implements("S1")
def seat_names(players: int | str | Sequence[str]) -> tuple[str, ...]:
    """The names in seat order; names that no game can have are refused."""
    names = DEFAULT_NAMES[: max(0, players)] if isinstance(players, int) else listed_names(players)
    number = players if isinstance(players, int) else len(names)
    if not MIN_PLAYERS <= number <= MAX_PLAYERS:
        raise KhronosError(
            f"Khronos is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {number} (S1)"
        )
    for name in names:
        if not str(name).strip() or not str(name).isprintable():
            raise KhronosError(Said("slip-name", {"text": repr(name)}))
        if len(str(name)) > LONGEST_NAME:
            about = {"most": LONGEST_NAME, "n": len(str(name)), "text": f"{str(name)[:20]}…"}
            raise KhronosError(Said("slip-long_name", about))
    if len(set(names)) < number:
        raise KhronosError(Said("slip-same_names", {"text": ", ".join(map(str, names))}))
    return tuple(map(str, names))


def listed_names(said: object) -> tuple[str, ...]:
    """Names from a list or from a text with commas.

    >>> listed_names("Ann, Ben"), listed_names(["Ann", "Ben"])
    (('Ann', 'Ben'), ('Ann', 'Ben'))
    """
    if isinstance(said, str):
        names = tuple(each.strip() for each in said.split(","))
        if len(names) > 1:
            return names
    elif isinstance(said, Iterable):
        return tuple(said)
    raise KhronosError(
        f'{quoted(said)} is not a list of players: write ["Ann", "Ben"], "Ann, Ben" or a number.'
    )
