"""A short digest of what everybody at the table can see; it finds the turn where rules differ."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

from khronos_lab.core.board import Board
from khronos_lab.core.state import GameState, Supply
from khronos_lab.rulebook.pieces import Age


def table_digest(state: GameState) -> str:
    """Six hexadecimal digits for boards, cubes, coins, adventurers, supply and whose turn it is.

    Hands are left out: the digest is the same whether a record knows them or not.
    """
    parts = [_board(board) for board in state.boards]
    parts += [f"{p[1]},{p[3]},{_places(p[4])}" for p in state.players]
    parts.append(f"{_supply(state.supply)}{state.round},{state.turn[0]},{state.over}")
    return blake2b("\n".join(parts).encode(), digest_size=3).hexdigest()


@lru_cache(maxsize=64)
def _places(adventurers: tuple[Age, ...]) -> str:
    return "".join(str(int(age)) for age in adventurers)


@lru_cache(maxsize=256)
def _supply(supply: Supply) -> str:
    return str(supply)


def _board(board: Board) -> str:
    """Anchors by kind, rank and owner; then whatever carries cubes or is a ruin."""
    sites = sorted(
        [
            (kind + 0, rank, -1 if owner is None else owner, anchors)
            for (kind, rank, owner), anchors in board.sites.items()
            if anchors
        ]
    )
    ruins = 0
    cubes = []
    for anchor, building in board.buildings.items():
        if building[4]:
            ruins |= 1 << anchor
        if building[5]:
            cubes.append((anchor, building[5]))
    return f"[{', '.join([_site(site) for site in sites])}]{ruins}{sorted(cubes)}"


@lru_cache(maxsize=1 << 14)
def _site(site: tuple[int, int, int, int]) -> str:
    """The text of one site: a turn changes few of them, and long numbers are slow to write."""
    return str(site)
