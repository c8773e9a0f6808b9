"""What is in a folder, to the byte."""

from __future__ import annotations

from pathlib import Path

TWO = ("random", "random")
SLOW = ("tests.simulation.players:Slow", "random")
FAULTY = ("tests.simulation.players:Faulty", "random")
DEADLY = ("tests.simulation.players:Deadly", "random")


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones included."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def marks(folder: Path) -> int:
    """How many shards are finished."""
    return len(list((folder / "shards").glob("*.json")))
