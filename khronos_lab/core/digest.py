"""A short digest of what everybody at the table can see; it finds the turn where rules differ."""

from __future__ import annotations

from hashlib import blake2b

from khronos_lab.core.board import Board
from khronos_lab.core.state import GameState


def table_digest(state: GameState) -> str:
    """Six hexadecimal digits for boards, cubes, coins, adventurers, supply and whose turn it is.

    Hands are left out: the digest is the same whether a record knows them or not.
    """
    parts = [_board(board) for board in state.boards]
    parts += [
        f"{p.coins},{p.cubes},{''.join(map(str, map(int, p.adventurers)))}" for p in state.players
    ]
    parts.append(f"{state.supply}{state.round},{state.turn.seat},{state.over}")
    return blake2b("\n".join(parts).encode(), digest_size=3).hexdigest()


def _board(board: Board) -> str:
    """Anchors by kind, rank and owner; then whatever carries cubes or is a ruin."""
    sites = sorted(
        (int(kind), rank, -1 if owner is None else owner, anchors)
        for (kind, rank, owner), anchors in board.sites.items()
        if anchors
    )
    ruins = 0
    cubes = []
    for anchor, building in board.buildings.items():
        if building.ruin:
            ruins |= 1 << anchor
        if building.cubes:
            cubes.append((anchor, building.cubes))
    return f"{sites}{ruins}{sorted(cubes)}"
