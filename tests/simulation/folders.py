"""What is in a folder, to the byte."""

from __future__ import annotations

import json
from pathlib import Path

from khronos_lab.records import sealed

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


def edit(path: Path, **changes: object) -> None:
    """Change values of a JSON file and its sum, so that it looks as if it had been written so."""
    data = json.loads(path.read_text("utf-8")) | changes
    data.pop("sum", None)
    kept = {key: value for key, value in data.items() if value is not None}
    path.write_text(json.dumps(sealed(kept)), "utf-8")


def marks(folder: Path) -> int:
    """How many shards are finished."""
    return len(list((folder / "shards").glob("*.json")))
