"""What is in a folder, to the byte."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl

from khronos_lab.analysis import digest_of

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


def as_version_0_2_0(folder: Path) -> None:
    """Make a dataset what version 0.2.0 would have written: no players, a file for each shard."""
    manifest, plan = folder / "manifest.json", folder / "simulation.json"
    shards = json.loads(manifest.read_text("utf-8"))["shards"]
    data = json.loads(plan.read_text("utf-8"))
    manifest.unlink()
    (folder / "shards").mkdir()
    for shard in shards:
        number = shard.pop("number")
        names = [name for name in shard["files"] if not name.startswith("players/")]
        turns = folder / f"turns/{number:05}.parquet"
        pl.read_parquet(turns).drop("value", "win_chance").write_parquet(turns)
        (folder / f"players/{number:05}.parquet").unlink()
        files = [
            {"name": name, "bytes": len(content), "sha256": digest_of(content)}
            for name in names
            for content in [(folder / name).read_bytes()]
        ]
        mark = {"format": 1, "schema": "3593068741dbacd0", "simulation": data["simulation"]}
        mark |= {**shard, "shard": number, "files": files, "layout": 3, "sum": "?"}
        (folder / f"shards/{number:05}.json").write_text(json.dumps(mark), "utf-8")
    del data["events"], data["native"]
    changed = {"format": 1, "khronos_lab": "0.2.0", "sum": "?"}
    plan.write_text(json.dumps(data | changed), "utf-8")


def written(folder: Path) -> int:
    """How many shards have all their tables."""
    return len(list((folder / "events").glob("[0-9]*.parquet")))
