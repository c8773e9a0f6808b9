r"""Nonsense at the door: `python -m tests.native.fuzz [--tries N] [--seed S]`.

Every function of the library gets positions and moves with random bytes in them. It must refuse or
answer, and neither read nor write beyond its bounds, which only the sanitized library can tell:

    python -m khronos_lab.native --sanitize
    KHRONOS_LAB_NATIVE_FILE=khronos_lab/native/_native.sanitized.so PYTHONMALLOC=malloc \
        ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=$(gcc -print-file-name=libasan.so) \
        python -m tests.native.fuzz
"""

from __future__ import annotations

import argparse
import ctypes
from collections import Counter
from random import Random

from khronos_lab.engine import new_game
from khronos_lab.native import NativePosition
from khronos_lab.native import layout as c
from khronos_lab.rulebook import KhronosError
from tests.native.differential import garbage
from tests.native.positions import dense_position

ROOM = 64


def spoil(data: ctypes.Structure, rng: Random, number: int) -> None:
    """Overwrite some bytes, a few of them far apart or a stretch."""
    size = ctypes.sizeof(data)
    view = (ctypes.c_uint8 * size).from_buffer(data)
    for _ in range(number):
        start = rng.randrange(size)
        for place in range(start, min(size, start + rng.choice((1, 1, 1, 2, 8, 300)))):
            view[place] = rng.choice((0, 1, 2, 3, 0x7F, 0x80, 0xFF, rng.randrange(256)))


def some_state(rng: Random) -> tuple[c.TableStruct, c.StateStruct]:
    """A position, spoiled: from not at all to nothing but noise."""
    position = NativePosition.of(
        dense_position(rng.randrange(5000))
        if rng.random() < 0.7
        else new_game(4, rng.randrange(99))
    )
    data = c.StateStruct.from_buffer_copy(position._data)
    how = rng.random()
    if how < 0.05:
        noise = rng.randbytes(ctypes.sizeof(data))
        data = c.StateStruct.from_buffer_copy(noise)
    elif how < 0.6:
        # Only where the engine reads: buildings, cubes and numbers.
        for _ in range(rng.randint(1, 4)):
            age, kind, rank = rng.randrange(3), rng.randrange(3), rng.randint(1, 3)
            odd = kind | rank << 2 | rng.choice((0, 0, 1, 2)) << 4 | rng.choice((0, 0, 1)) << 7
            odd = rng.choice((odd, odd, 0, 0, rng.randrange(256)))
            data.boards[age].what[rng.randrange(320)] = odd
        if rng.random() < 0.5:
            data.cubes[rng.randrange(320)][rng.randrange(5)] = rng.randrange(256)
    elif how < 0.9:
        spoil(data, rng, rng.randint(1, 6))
    return position._setup.table, data


def some_move(rng: Random) -> c.MoveStruct:
    """A move of noise, or one with answers and draws of noise."""
    if rng.random() < 0.3:
        return c.MoveStruct.from_buffer_copy(rng.randbytes(ctypes.sizeof(c.MoveStruct)))
    move = c.MoveStruct()
    move.action.verb = rng.randrange(11)
    for field in ("age", "kind", "rank", "hidden", "target", "named"):
        setattr(move.action, field, rng.choice((0, 0, 1, 1, 2, 3, 200)))
    move.action.cell = rng.choice((rng.randrange(320), rng.randrange(1 << 16)))
    for kind in range(3):
        move.action.cards[kind] = rng.choice((0, 1, 1, 2, 3, 255))
    move.count, move.known = rng.choice((0, 0, 0, 1, 64, 255)), rng.random() < 0.1
    return move


def legal_move(table: c.TableStruct, data: c.StateStruct, rng: Random) -> c.MoveStruct:
    """A legal action of the position, if it is one, with answers of noise."""
    actions, move = (c.ActionStruct * ROOM)(), c.MoveStruct()
    number = c.library().khronos_legal(table, data, actions, ROOM)
    if number > 0:
        move.action = actions[rng.randrange(min(number, ROOM))]
    move.count = rng.choice((0, 0, 0, 0, 0, 0, 1, 3))
    for place in range(move.count):
        move.answers[place] = rng.choice((0, 1, 2, rng.randrange(1 << 16)))
    return move


def attempt(rng: Random, met: Counter[str]) -> None:
    """One try: a position of noise is refused or made sound, and then anything is asked of it."""
    lib = c.library()
    table, data = some_state(rng)
    state, after, question = c.StateStruct(), c.StateStruct(), c.QuestionStruct()
    if lib.khronos_admit(table, data, state) != c.DONE:
        met["refused position"] += 1
        through_the_door(rng, met)
        return
    move = legal_move(table, state, rng) if rng.random() < 0.7 else some_move(rng)
    met[f"play {lib.khronos_play(table, state, move, after, question)}"] += 1
    ask_anything(table, state, rng)
    if rng.random() < 0.2:
        odd_table(table, rng, met)


def ask_anything(table: c.TableStruct, state: c.StateStruct, rng: Random) -> None:
    """One of the other questions, with arguments that may be beyond their limits."""
    lib = c.library()
    coins = (ctypes.c_double * c.SEATS * ROOM)()
    which = rng.randrange(7)
    if which == 0:
        lib.khronos_dues(table, state, rng.randint(-1, 4), (c.DueStruct * 255)())
    elif which == 1:
        lib.khronos_value(table, state, rng.randrange(8), c.ValueStruct())
    elif which == 2:
        lib.khronos_try_all(table, state, (c.ActionStruct * ROOM)(), coins, rng.randint(-1, ROOM))
    elif which == 3:
        lib.khronos_deal(table, state, rng.getrandbits(64), c.StateStruct())
    elif which == 4 and rng.random() < 0.05:
        lib.khronos_plans(
            table, state, rng.randint(-1, 2), c.TasteStruct(0.6), 3, (c.PlanStruct * 3)()
        )
    elif which == 5:
        crew = (c.LevelStruct * 5)(*(some_level(rng) for _ in range(5)))
        deals = (ctypes.c_uint64 * 2)(1, 2)
        accounts, turns = (c.AccountStruct * c.SEATS * 2)(), rng.randint(-1, 2)
        lib.khronos_rollouts(table, state, crew, turns, deals, 2, accounts, (c.MoveStruct * 3)(), 3)
    elif which == 6 and rng.random() < 0.05:
        level, moves = some_level(rng), (c.MoveStruct * 3)()
        lib.khronos_turn(table, state, ctypes.byref(level), 7, moves, 3, c.StateStruct())


def some_level(rng: Random) -> c.LevelStruct:
    """A level that the engine has, or nearly."""
    kind, width = rng.choice((0, 0, 1, 2, 3, 9)), rng.choice((0, 1, 1, 2))
    return c.LevelStruct(kind, width, rng.choice((-1, 0, 0, 1)), rng.choice((0, 2, 99)), 9, 1.0)


def odd_table(table: c.TableStruct, rng: Random, met: Counter[str]) -> None:
    """A table of noise, or a spoiled one; what is taken must be good for a game."""
    noise = c.TableStruct.from_buffer_copy(rng.randbytes(ctypes.sizeof(c.TableStruct)))
    if rng.random() < 0.8:
        noise = c.TableStruct.from_buffer_copy(table)
        spoil(noise, rng, 3)
    if c.library().khronos_table(noise) == c.DONE:
        met["odd table"] += 1
        lots, coins = (ctypes.c_uint64 * 5)(1, 2, 3, 4, 5), (ctypes.c_int32 * 5 * 1)()
        crew = (c.LevelStruct * 5)(*(c.LevelStruct(0, 1) for _ in range(5)))
        c.library().khronos_games(noise, crew, (ctypes.c_uint64 * 1)(7), lots, 1, coins)


def through_the_door(rng: Random, met: Counter[str]) -> None:
    """A sound position and an action that nobody may make, in Python."""
    position = NativePosition.of(dense_position(rng.randrange(5000)))
    try:
        position.play(garbage(rng), [rng.randrange(-2, 1 << 17) for _ in range(rng.randrange(3))])
        met["played"] += 1
    except KhronosError:
        met["refused in Python"] += 1


def main() -> None:
    """Try as often as asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.native.fuzz")
    parser.add_argument("--tries", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    met: Counter[str] = Counter()
    for number in range(given.tries):
        attempt(Random(f"{given.seed} {number}"), met)
    print(f"{given.tries:,} tries, no crash")
    for what, number in sorted(met.items()):
        print(f"{number:9,}  {what}")


if __name__ == "__main__":
    main()
