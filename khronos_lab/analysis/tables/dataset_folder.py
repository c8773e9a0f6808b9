"""Simulated datasets on disk: a folder of shards, and a manifest that says which are finished.

::

    simulation.json             the plan: what was asked
    manifest.json               the finished shards: their files with digests, the games that failed
    games/00000.parquet         a table of the games of shard 0; so in players/, turns/ and events/
    records/00000.khr.gz        their records, if they were asked for

A file is written under a hidden name and renamed, so it is there whole or not at all, and a shard
counts once the manifest has it. Whatever is missing or damaged is made by running the same
simulation again. Folders of tables can lie in folders: a reader takes all below the one it gets.

Version 0.2.0 had a file with the digests of each shard, `shards/00000.json`; these are read, too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from khronos_lab.records import refusal, whole_bytes
from khronos_lab.rulebook import KhronosError, say

FORMAT: Final = 2
"""The version of the folder and its files."""
OLD_LAYOUT: Final = 3
"""Of the tables in a folder of version 1: those before counted steps another way."""

TABLES: Final = ("games", "players", "turns", "events")
PLAN_FILE: Final = "simulation.json"
MANIFEST: Final = "manifest.json"
AGAIN: Final = "run the same simulation again, which makes only what is missing or damaged"


class Failure(NamedTuple):
    """A game that could not be played to its end, and what it was."""

    game: str
    """Its id, as the tables would have it."""
    number: int
    seed: str
    players: tuple[str, ...]
    """In seat order."""
    map: str
    rules: str
    error: str

    def __str__(self) -> str:
        return f"game {self.number} (seed {self.seed}): {self.error}"


class Shard(NamedTuple):
    """A finished shard."""

    number: int
    first: int
    """The number of its first game."""
    games: int
    """How many games it has, those that failed included."""
    files: dict[str, str]
    """By name below the folder: the SHA-256 digest."""
    failures: tuple[Failure, ...] = ()
    schema: str = ""
    """Shards of version 1 may differ in their columns; those with the same text do not."""

    @property
    def is_told(self) -> bool:
        """False if it has the ends of its games only."""
        return shard_file("events", self.number) in self.files

    def fault(self, folder: Path) -> str:
        """What is wrong with the files in one sentence; nothing if they are what was written."""
        for name, digest in self.files.items():
            if name.startswith("records/") and not (folder / name).is_file():
                continue  # whoever needs no records may delete them
            if fault := file_fault(folder / name, digest):
                return f"{fault}; {AGAIN}"
        return ""


def shard_file(folder: str, shard: int) -> str:
    """The name of a shard's file in one of the dataset's folders.

    >>> shard_file("games", 7), shard_file("records", 7)
    ('games/00007.parquet', 'records/00007.khr.gz')
    """
    return f"{folder}/{shard:05}.{'khr.gz' if folder == 'records' else 'parquet'}"


def digest_of(data: bytes) -> str:
    """The SHA-256 digest of a file's content."""
    return hashlib.sha256(data).hexdigest()


def file_fault(path: Path, digest: str) -> str:
    """Why a file is not what was written; nothing if it is."""
    try:
        with open(path, "rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return f"{path} is missing"
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    return "" if found == digest else f"{path} is damaged, or belongs to another dataset"


# ------------------------------------------------------------------ manifests


def write_manifest(folder: Path, simulation: str, shards: Mapping[int, Shard]) -> None:
    """Write down which shards are finished."""
    rows = [_row(shards[number]) for number in sorted(shards)]
    head = json.dumps({"format": FORMAT, "simulation": simulation})
    text = head[:-1] + ', "shards": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]}\n"
    with whole_bytes(folder / MANIFEST) as file:
        file.write(text.encode())


def _row(shard: Shard) -> dict[str, Any]:
    failures = [each._asdict() for each in shard.failures]
    row = {**shard._asdict(), "failures": failures}
    del row["schema"]
    return row


def read_shards(folder: Path, simulation: str) -> list[Shard]:
    """The finished shards of a dataset, as far as its manifest says; files are not looked at."""
    if (folder / MANIFEST).is_file():
        return _read_manifest(folder / MANIFEST, simulation)
    marks = sorted((folder / "shards").glob("*.json"))
    return [_old_shard(path, simulation) for path in marks]


def _read_manifest(path: Path, simulation: str) -> list[Shard]:
    data = read_json(path)
    if data.get("simulation") != simulation:
        raise KhronosError(
            f"{path} belongs to another simulation than the {PLAN_FILE} beside it; "
            "keep each simulation in a folder of its own"
        )
    try:
        shards = [
            Shard(**{**each, "failures": _failures(each["failures"])}) for each in data["shards"]
        ]
        for shard in shards:
            whole = all(type(each) is int and each >= 0 for each in shard[:3])
            if not whole or shard_file("games", shard.number) not in shard.files:
                raise damaged(path)
        return shards
    except (KeyError, TypeError, ValueError) as fault:
        raise damaged(path) from fault


def _old_shard(path: Path, simulation: str) -> Shard:
    """A shard of version 0.2.0."""
    data = read_json(path)
    try:
        check_layout(data.get("layout"), path)
        if data["simulation"] != simulation:
            raise KhronosError(
                f"{path} belongs to another simulation than the {PLAN_FILE} above it"
            )
        return Shard(
            data["shard"],
            data["first"],
            data["games"],
            {each["name"]: each["sha256"] for each in data["files"]},
            _failures(data["failures"]),
            data["schema"],
        )
    except (KeyError, TypeError, AttributeError) as fault:
        raise damaged(path) from fault


def _failures(rows: list[dict[str, Any]]) -> tuple[Failure, ...]:
    return tuple(Failure(**{**each, "players": tuple(each["players"])}) for each in rows)


def read_json(path: Path) -> dict[str, Any]:
    """A JSON file of a dataset; one that is damaged or of a newer version is refused."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    except (ValueError, RecursionError) as fault:
        raise damaged(path) from fault
    if not isinstance(data, dict) or type(data.get("format")) is not int:
        raise damaged(path)
    if data["format"] > FORMAT:
        raise KhronosError(say("files-newer_layout", file=str(path)))
    return data


def check_layout(found: object, path: Path) -> None:
    """Refuse tables of version 1 that came before 0.2.0."""
    if found != OLD_LAYOUT:
        raise KhronosError(say("files-older_layout", file=str(path)))


def damaged(path: Path) -> KhronosError:
    """What to do about a file of a dataset that cannot be read."""
    return KhronosError(say("files-damaged", file=str(path)))


class Asked(NamedTuple):
    """What a reader needs to know of a simulation."""

    name: str
    """Its short name, with which the ids of its games begin."""
    games: int


def asked_of(folder: Path) -> Asked:
    """The simulation whose games are in a folder."""
    data = read_json(folder / PLAN_FILE)
    if not isinstance(data.get("simulation"), str) or type(data.get("games")) is not int:
        raise damaged(folder / PLAN_FILE)
    return Asked(data["simulation"], data["games"])
