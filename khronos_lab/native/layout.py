"""The compiled library: found, checked, loaded, and the structs that it reads and writes.

`native.h` says how these are laid out, and nobody else: their fields are read from there.
"""

from __future__ import annotations

import ctypes
import os
import re
from ctypes import (
    POINTER,
    Structure,
    c_bool,
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
from typing import Any, Final, TypeVar

from khronos_lab.native.compiling import HERE, LIBRARY, digest
from khronos_lab.rulebook import KhronosError

AGAIN: Final = (
    "Compile it: python -m khronos_lab.native (needs a C compiler, or: pip install ziglang)"
)
DONE, ASKED, ILLEGAL, NONSENSE = 0, 1, 2, -1


class NativeMissing(KhronosError):
    """The compiled engine is not there, cannot be loaded or is older than its sources."""


# ------------------------------------------------------------------ the header

_HEADER: Final = re.sub(
    r"/\*.*?\*/",
    "",
    "".join((HERE / name).read_text("utf-8") for name in ("squares.h", "native.h")),
    flags=re.DOTALL,
)


def _numbers() -> dict[str, int]:
    """The constants of the header by name."""
    found: dict[str, int] = {}
    for body in re.findall(r"enum \{(.*?)\}", _HEADER, re.DOTALL):
        following = 0
        for each in filter(None, map(str.strip, body.split(","))):
            name, _, value = each.partition(" = ")
            found[name] = eval(value.replace("/", "//"), {}, found) if value else following
            following = found[name] + 1
    return found


S = TypeVar("S", bound=Structure)
_NUMBERS: Final = _numbers()
_BODIES: Final = {
    name: body for body, name in re.findall(r"typedef struct \{(.*?)\} (\w+);", _HEADER, re.DOTALL)
}
_TYPES: dict[str, Any] = {
    "uint8_t": c_uint8, "uint16_t": c_uint16, "uint64_t": c_uint64, "int16_t": c_int16,
    "int32_t": c_int32, "int64_t": c_int64, "double": c_double, "bool": c_bool,
    "Building": c_uint8,
}  # fmt: skip

CELLS: Final = _NUMBERS["CELLS"]
SEATS: Final = _NUMBERS["MAX_PLAYERS"]
TRAITS: Final = _NUMBERS["TRAITS"]


def _fields(struct: str) -> list[tuple[str, Any]]:
    """The fields of a struct, with their types of ctypes."""
    found = []
    for line in filter(None, map(str.strip, _BODIES[struct].split(";"))):
        sort, names = line.split(maxsplit=1)
        if sort not in _TYPES:
            _described(type(sort, (Structure,), {}))
        for name in names.split(","):
            kind = _TYPES[sort]
            for size in reversed(re.findall(r"\[(.*?)\]", name)):
                kind = kind * eval(size, {}, _NUMBERS)
            found.append((name.partition("[")[0].strip(), kind))
    return found


def _described(struct: type[S]) -> type[S]:
    """A struct with the fields that the header gives it; `MoveStruct` is called `Move` there."""
    name = struct.__name__.removesuffix("Struct")
    struct._fields_ = _fields(name)
    _TYPES[name] = struct
    return struct


@_described
class TableStruct(Structure):
    """The map, the rules and the weights; the C side fills in the rest."""


@_described
class ActionStruct(Structure):
    """An action of the C side."""


@_described
class MoveStruct(Structure):
    """A move of the C side."""


@_described
class QuestionStruct(Structure):
    """A question of the C side."""


@_described
class PlanStruct(Structure):
    """A turn of the C side."""


@_described
class ValueStruct(Structure):
    """The learned value of the C side."""


@_described
class StateStruct(Structure):
    """A position of the C side."""


@_described
class DueStruct(Structure):
    """What a domain pays."""


@_described
class TasteStruct(Structure):
    """Weights of the evaluation: envy, and income by age."""


@_described
class LevelStruct(Structure):
    """How a built-in player thinks."""


@_described
class AccountStruct(Structure):
    """Where a player's coins came from in a game played on."""


# ------------------------------------------------------------------ the library


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
    order = "State Table Action Move Question Plan Value Due Level Account"
    ours = [_TYPES[name] for name in order.split()]
    sizes = (c_int32 * len(ours))()
    lib.khronos_sizes(sizes)
    if list(sizes) != [ctypes.sizeof(each) for each in ours]:
        raise NativeMissing(f"The compiled engine has another layout. {AGAIN}")
    _declare(lib)
    return lib


def _declare(lib: ctypes.CDLL) -> None:
    """Types of arguments and results; calls through a `CDLL` release the GIL."""
    state, table, array = POINTER(StateStruct), POINTER(TableStruct), ctypes.c_void_p
    number, large = c_int32, c_int64
    for name, result, arguments in (
        ("table", number, (table,)),
        ("admit", number, (table, state, state)),
        ("new", number, (table, c_uint64, state)),
        ("legal", large, (table, state, array, large)),
        ("play", number, (table, state, POINTER(MoveStruct), state, POINTER(QuestionStruct))),
        ("deal", number, (table, state, c_uint64, state)),
        ("dues", number, (table, state, number, array)),
        ("value", number, (table, state, number, POINTER(ValueStruct))),
        ("try_all", large, (table, state, array, array, large)),
        ("plans", number, (table, state, number, POINTER(TasteStruct), number, array)),
        ("rollouts", large, (table, state, array, number, array, number, array, array, large)),
        ("games", large, (table, array, array, array, number, array)),
        ("turn", large, (table, state, array, c_uint64, array, large, state)),
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
