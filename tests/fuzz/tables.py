"""Damaged datasets: bytes changed, lost, added or exchanged in any file of a folder of tables.

What is read is what was written, or a sentence names the damaged file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from khronos_lab.analysis import Tables, read_tables, write_tables
from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation import simulate
from tests.analysis.test_files import same, some_tables
from tests.fuzz.messages import check_message
from tests.simulation.folders import content


@cache
def whole(kind: str) -> tuple[Path, dict[str, bytes], Tables]:
    """A folder of tables, its files, and what is in them."""
    folder = Path(mkdtemp(prefix="fuzz-tables-"))
    if kind == "tables":
        write_tables(folder, some_tables(1))
    else:
        simulate(2, ["random", "random"], folder, workers=1, shard_games=1, records=True)
    return folder, content(folder), read_tables(folder).collect()


def damaged(data: bytes, other: bytes, rng: Random) -> bytes:
    """A file with a fault."""
    start = rng.randrange(len(data))
    length = rng.choice((1, 1, 2, 8, 100))
    match rng.randrange(8):
        case 0:
            return data[:start]
        case 1:
            return data[:start] + data[start + length :]
        case 2:
            return data[:start] + rng.randbytes(length) + data[start:]
        case 3:
            return data[:start] + bytes(length) + data[start + length :]
        case 4:
            return other
        case 5:
            return b""
        case _:
            changed = bytearray(data)
            for _ in range(rng.choice((1, 1, 3))):
                changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            return bytes(changed)


def attempt(rng: Random, _: Path) -> str:
    """Damage one file, read all, and mend it."""
    folder, files, good = whole(rng.choice(("tables", "simulation")))
    name = rng.choice(sorted(files))
    spoiled = damaged(files[name], files[rng.choice(sorted(files))], rng)
    path = folder / name
    try:
        if rng.random() < 0.05:
            path.unlink()
        else:
            path.write_bytes(spoiled)
        try:
            found = read_tables(folder).collect()
        except KhronosError as fault:
            check_message(str(fault))
            return "refused"
        assert same(found, good), f"{name} was read as something else"
        return "accepted"
    finally:
        path.write_bytes(files[name])
