"""The compiled library: found, checked, loaded, and the structs that it reads and writes."""

from __future__ import annotations

import ctypes
import os
from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int16,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
    c_uint64,
)
from functools import cache
from pathlib import Path
from typing import Final

from khronos_lab.native.compiling import HERE, LIBRARY, digest
from khronos_lab.rulebook import KhronosError

AGAIN: Final = (
    "Compile it: python -m khronos_lab.native (needs a C compiler, or: pip install ziglang)"
)
CELLS: Final = 320
SEATS: Final = 5
TRAITS: Final = 25
DONE, ASKED, ILLEGAL, NONSENSE = 0, 1, 2, -1


class NativeMissing(KhronosError):
    """The compiled engine is not there, cannot be loaded or is older than its sources."""


Squares = c_uint64 * 5
Cards = c_int16 * 3


class Table(Structure):
    """The map, the rules and the weights; the C side fills in the rest."""

    _fields_ = (
        ("players", c_uint8),
        ("keeps_cards", c_uint8),
        ("holdem", c_uint8),
        ("ruins_respect_domains", c_uint8),
        ("erased_tiles_return", c_uint8),
        ("tax_rounds", c_uint8),
        ("columns", c_uint8),
        ("rows", c_uint8),
        ("values", c_int16 * 4 * 3),
        ("ruin_values", c_int16 * 4),
        ("tiles", c_int16 * 4 * 3),
        ("deck", c_int16 * 3),
        ("bonus", c_int16 * 3),
        ("forest_cost", c_int16),
        ("mountain_cost", c_int16),
        ("start_coins", c_int16),
        ("spare", c_int16 * 3),
        ("forest", Squares),
        ("mountain", Squares),
        ("river", Squares),
        ("hamlets", Squares),
        ("weights", c_double * (1 + TRAITS) * SEATS * 8),
        ("deviation", c_double * 8),
        ("share", c_double * 4 * 3),
        ("mark", c_uint64 * 2),
        ("derived", c_double * (36 * 3 * 4)),
        ("sets", Squares * (2 + 2 * 3 + 3 * 5)),
    )


class Action(Structure):
    """An action of the C side."""

    _fields_ = (
        ("verb", c_uint8),
        ("age", c_uint8),
        ("kind", c_uint8),
        ("rank", c_uint8),
        ("cards", c_uint8 * 3),
        ("hidden", c_uint8),
        ("cell", c_uint16),
        ("target", c_uint8),
        ("named", c_uint8),
    )


class Move(Structure):
    """A move of the C side."""

    _fields_ = (
        ("action", Action),
        ("answers", c_uint16 * 64),
        ("count", c_uint8),
        ("known", c_uint8),
        ("drawn", c_uint8 * 3),
        ("spare", c_uint8),
    )


class Question(Structure):
    """A question of the C side."""

    _fields_ = (
        ("clause", c_uint8),
        ("seat", c_uint8),
        ("age", c_uint8),
        ("asked", c_uint8),
        ("subject", c_uint16),
        ("rank", c_uint16),
        ("count", c_uint16),
        ("options", c_uint16 * CELLS),
    )


class Plan(Structure):
    """A turn of the C side."""

    _fields_ = (
        ("standing", c_double),
        ("actions", c_uint8),
        ("spare", c_uint8 * 7),
        ("moves", Move * 12),
    )


class Value(Structure):
    """The learned value of the C side."""

    _fields_ = (
        ("coins", c_double * SEATS),
        ("chance", c_double * SEATS),
        ("traits", c_double * TRAITS * SEATS),
    )


class Board(Structure):
    """The buildings of an age by first square, and what the C side makes of them."""

    _fields_ = (("what", c_uint8 * CELLS), ("rest", c_uint64 * 516))


class Player(Structure):
    """A player of the C side."""

    _fields_ = (
        ("coins", c_int32),
        ("hand", Cards),
        ("hidden", c_int16),
        ("cubes", c_int16),
        ("at", c_uint8 * 2),
        ("secret", c_uint8),
        ("spare", c_uint8),
    )


class State(Structure):
    """A position of the C side."""

    _fields_ = (
        ("boards", Board * 3),
        ("cubes", c_uint8 * SEATS * CELLS),
        ("players", Player * SEATS),
        ("supply", c_int16 * 4 * 3),
        ("pile", Cards),
        ("discards", Cards),
        ("open", Cards),
        ("hidden_discards", c_int16),
        ("purse", c_uint16),
        ("chance", c_uint64),
        ("round", c_uint8),
        ("start", c_uint8),
        ("seat", c_uint8),
        ("exchanged", c_uint8),
        ("swapped", c_uint8),
        ("acted", c_uint8),
        ("over", c_uint8),
        ("spare", c_uint8),
    )


class Due(Structure):
    """What a domain pays."""

    _fields_ = (
        ("first", c_uint16),
        ("amount", c_int16),
        ("seats", c_uint8),
        ("spare", c_uint8),
    )


class Taste(Structure):
    """What a player cares about besides his own coins."""

    _fields_ = (("envy", c_double), ("likes", c_double * 3))


class Level(Structure):
    """How a built-in player thinks."""

    _fields_ = (
        ("kind", c_int32),
        ("width", c_int32),
        ("draws", c_int32),
        ("plans", c_int32),
        ("budget", c_int64),
        ("trust", c_double),
        ("taste", Taste),
    )


class Account(Structure):
    """Where a player's coins came from in a game played on."""

    _fields_ = (
        ("taxes", c_double * 3),
        ("purse", c_double),
        ("ahead", c_double),
        ("win", c_double),
    )


@cache
def library() -> ctypes.CDLL:
    """The loaded library, of this very version of the sources."""
    path = Path(os.environ.get("KHRONOS_LAB_NATIVE_FILE") or LIBRARY)
    if not path.exists():
        raise NativeMissing(f"The compiled engine is not installed. {AGAIN}")
    try:
        lib = ctypes.CDLL(str(path))
    except OSError as error:
        raise NativeMissing(f"The compiled engine cannot be loaded: {error}. {AGAIN}") from error
    lib.khronos_digest.restype = c_char_p
    if any(HERE.glob("*.c")) and lib.khronos_digest().decode() != digest():
        raise NativeMissing(f"The compiled engine is older than its sources. {AGAIN}")
    sizes = (c_int32 * 10)()
    lib.khronos_sizes(sizes)
    ours = (State, Table, Action, Move, Question, Plan, Value, Due, Level, Account)
    if list(sizes) != [ctypes.sizeof(each) for each in ours]:
        raise NativeMissing(f"The compiled engine has another layout. {AGAIN}")
    _declare(lib)
    return lib


def _declare(lib: ctypes.CDLL) -> None:
    """Types of arguments and results; calls through a `CDLL` release the GIL."""
    state, table, array = POINTER(State), POINTER(Table), ctypes.c_void_p
    number, large = c_int32, c_int64
    for name, result, arguments in (
        ("table", number, (table,)),
        ("admit", number, (table, state, state)),
        ("new", number, (table, c_uint64, state)),
        ("legal", large, (table, state, array, large)),
        ("play", number, (table, state, POINTER(Move), state, POINTER(Question))),
        ("deal", number, (table, state, c_uint64, state)),
        ("dues", number, (table, state, number, array)),
        ("value", number, (table, state, number, POINTER(Value))),
        ("try_all", large, (table, state, array, array, large)),
        ("plans", number, (table, state, number, POINTER(Taste), number, array)),
        ("rollouts", large, (table, state, array, number, array, number, array, array, large)),
        ("games", large, (table, array, array, array, number, array)),
        ("turn", large, (table, state, array, c_uint64, array, large, state, array)),
        ("game", large, (table, array, c_uint64, array, array, large, state)),
    ):
        function = getattr(lib, f"khronos_{name}")
        function.restype, function.argtypes = result, arguments


def is_there() -> bool:
    """True if the compiled engine can be used."""
    return availability() == "with its compiled engine"


def availability() -> str:
    """`with its compiled engine`, or why it cannot be used."""
    try:
        library()
    except NativeMissing as reason:
        return f"without its compiled engine: {reason}"
    return "with its compiled engine"
