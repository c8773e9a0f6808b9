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
    table = ", ".join([f"({p[1]}, {p[3]}, {_places(p[4])})" for p in state.players])
    supply = ", ".join(map(_row, state.supply))
    turn = f"{state.round},{state.turn[0]},{state.over}"
    rest = f"{_settled(reason)}[{table}]({supply}){turn}"
    summed = b"".join([_stamp(might), _stamp(faith), _stamp(reason), rest.encode()])
    return blake2b(summed, digest_size=3).hexdigest()


def _stamp(board: Board) -> bytes:
    """What stands where on a board; worked out once for each."""
    if board.stamp is None:
        board.stamp = _sites(board)
    return board.stamp


@lru_cache(maxsize=64)
def _places(adventurers: tuple[Age, ...]) -> str:
    return ", ".join(str(int(age)) for age in adventurers)


@lru_cache(maxsize=1024)
def _row(tiles: tuple[int, ...]) -> str:
    return str(tiles)


def _sites(board: Board) -> bytes:
    """What stands where, as a weighted sum: it depends on no order and costs little."""
    total = 0
    for sort, anchors in board.sites.items():
        total += _WEIGHTS[sort] * anchors
    return total.to_bytes(_BYTES, "little")


def _settled(board: Board) -> list[tuple[int, bool, tuple[int, ...]]]:
    """What is a ruin and what carries cubes, which only Reason has."""
    settled = [
        (anchor, building[4], building[5])
        for anchor, building in board.buildings.items()
        if building[4] or building[5]
    ]
    settled.sort()
    return settled
