"""What is in a folder, to the byte."""

from __future__ import annotations

import json
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


def edit(path: Path, **changes: object) -> None:
    """Change values of a JSON file."""
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changes), "utf-8")


def forget(folder: Path, shard: int) -> None:
    """Leave a shard out of the manifest, as if a run had been killed before it was noted."""
    path = folder / "manifest.json"
    shards = json.loads(path.read_text("utf-8"))["shards"]
    edit(path, shards=[each for each in shards if each["number"] != shard])


def written(folder: Path) -> int:
    """How many shards have all their tables."""
    return len(list((folder / "events").glob("[0-9]*.parquet")))
