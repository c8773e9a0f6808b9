"""A short digest of what everybody at the table can see; it finds the turn where rules differ."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Final

from khronos_lab.core.board import Board
from khronos_lab.core.chance import step
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.pieces import KINDS, MAX_PLAYERS, RANKS, Age, Kind


def _weights() -> dict[tuple[Kind, int, int | None], int]:
    """A large odd number for each kind, rank and owner."""
    weights, chance = {}, 0
    for kind in KINDS:
        for rank in RANKS:
            for owner in (None, *range(MAX_PLAYERS)):
                chance, number = step(chance)
                weights[kind, rank, owner] = number | 1
    return weights


_WEIGHTS: Final = _weights()
_BYTES: Final = 64


def table_digest(state: GameState) -> str:
    """Six hexadecimal digits for boards, cubes, coins, adventurers, supply and whose turn it is.

    Hands are left out: the digest is the same whether a record knows them or not.
    """
    might, faith, reason = state.boards
    table = ", ".join([_account(p[1], p[3], p[4]) for p in state.players])
    military, religious, civil = map(_row, state.supply)
    rest = f"[{table}]({military}, {religious}, {civil}){state.round},{state.turn[0]},{state.over}"
    # What follows from a board alone is worked out once for each.
    summed = b"".join(
        [
            might.stamp or _sites(might),
            faith.stamp or _sites(faith),
            reason.stamp or _sites(reason),
            reason.settled or _settled(reason),
            rest.encode(),
        ]
    )
    return blake2b(summed, digest_size=3).hexdigest()


@lru_cache(maxsize=4096)
def _account(coins: int, cubes: int, adventurers: tuple[Age, ...]) -> str:
    return f"({coins}, {cubes}, {', '.join(str(int(age)) for age in adventurers)})"


@lru_cache(maxsize=1024)
def _row(tiles: tuple[int, ...]) -> str:
    return str(tiles)


def _sites(board: Board) -> bytes:
    """What stands where, as a weighted sum: it depends on no order and costs little."""
    total = 0
    for sort, anchors in board.sites.items():
        total += _WEIGHTS[sort] * anchors
    board.stamp = total.to_bytes(_BYTES, "little")
    return board.stamp


def _settled(board: Board) -> bytes:
    """What is a ruin and what carries cubes, which only Reason has."""
    settled = [
        (anchor, building[4], building[5])
        for anchor, building in board.buildings.items()
        if building[4] or building[5]
    ]
    settled.sort()
    board.settled = str(settled).encode()
    return board.settled
