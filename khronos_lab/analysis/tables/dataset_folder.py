"""Simulated datasets on disk: a folder of shards, each with a mark that says what it holds.

::

    simulation.json             what was asked
    games/00000.parquet         the tables of the games of shard 0, as `turns/` and `events/` have
    records/00000.khr.gz        their records, if they were asked for
    shards/00000.json           the mark, written last: a shard without one does not count

A mark names the files of its shard with their sizes and SHA-256 sums, and the games that failed.
Marks and plans have a sum of their own, so that nothing that was changed is taken for what was
written.
Folders of tables can lie in folders: a reader takes all that are below the folder it is given.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

import polars as pl

from khronos_lab.analysis.tables.schema import LATER, SCHEMAS
from khronos_lab.records import read_sealed, sealed, whole_number
from khronos_lab.rulebook import KhronosError, say

FORMAT: Final = 1
"""The version of the folder and of the marks."""
LAYOUT: Final = 3
"""The version of what lies in the files: 1 and 2 counted steps from 0, and 2 packed six columns
into three."""

TABLES: Final = ("games", "turns", "events")
PLAN_FILE: Final = "simulation.json"
SUMS_FILE: Final = "tables.json"
"""Beside three files that are no simulation: their sizes and sums."""
SHARD_MARKS: Final = "shards"
REPAIR: Final = "make it again with --repair (repair=True)"


@dataclass(frozen=True, slots=True)
class ShardFile:
    """A file of a shard as its mark knows it; the name is that below the dataset's folder."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Failure:
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


@cache
def schema_print(lacking: int = 0) -> str:
    """A short print of the declared columns, types and words: tables with another do not fit.

    Tables from before may lack the newest columns about rules; that is the print of such tables.
    """
    missing = list(LATER)[len(LATER) - lacking :]
    columns = [
        [table, name, type(dtype).__name__, *_words(dtype)]
        for table, schema in SCHEMAS.items()
        for name, dtype in schema.items()
        if table != "games" or name not in missing
    ]
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()[:16]


def _words(dtype: pl.DataType) -> list[str]:
    return dtype.categories.to_list() if isinstance(dtype, pl.Enum) else []


@dataclass(frozen=True, slots=True)
class Mark:
    """What a shard holds; it counts when this is written."""

    simulation: str
    """The short name of the simulation, with which the ids of its games begin."""
    shard: int
    first: int
    """The number of its first game."""
    games: int
    """How many games it has, those that failed included."""
    files: tuple[ShardFile, ...]
    failures: tuple[Failure, ...] = ()
    layout: int = LAYOUT
    """The version of what lies in its files."""
    schema: str = field(default_factory=schema_print)
    """The print of the columns that they have."""


def shard_name(folder: str, shard: int) -> str:
    """The name of a shard's file in one of the dataset's folders.

    >>> shard_name("games", 7), shard_name("shards", 7)
    ('games/00007.parquet', 'shards/00007.json')
    """
    ending = {SHARD_MARKS: "json", "records": "khr.gz"}.get(folder, "parquet")
    return f"{folder}/{shard:05}.{ending}"


_SHARD_NAME = re.compile(r"(games|turns|events|records|shards)/(\d{5,})\.(parquet|khr\.gz|json)")


def shard_of(name: str) -> int | None:
    """The number of the shard that a file belongs to by its name; None if it is no such name."""
    match = _SHARD_NAME.fullmatch(name)
    shard = int(match[2]) if match else -1
    return shard if match and name == shard_name(match[1], shard) else None


def described(name: str, data: bytes) -> ShardFile:
    """A file as a mark knows it."""
    return ShardFile(name, len(data), hashlib.sha256(data).hexdigest())


# ------------------------------------------------------------------ marks as text


def mark_text(mark: Mark) -> str:
    """A mark as one line of JSON."""
    data = {"format": FORMAT, "schema": mark.schema, **asdict(mark)}
    return json.dumps(sealed(data), ensure_ascii=False) + "\n"


def sums_text(files: Iterable[ShardFile]) -> str:
    """What is noted of files that are written together."""
    data = {"format": FORMAT, "layout": LAYOUT, "files": [asdict(file) for file in files]}
    return json.dumps(sealed(data), ensure_ascii=False) + "\n"


def read_sums(text: bytes, where: str) -> list[ShardFile]:
    """The files of a `tables.json`; a damaged one is refused by name."""
    try:
        data = read_sealed(text)
        check_format(data["format"], where)
        check_layout(data.get("layout"), where)
        files = [_file(each) for each in data["files"]]
        if [file.name for file in files] != [f"{table}.parquet" for table in TABLES]:
            raise ValueError("other files")
    except (ValueError, KeyError, TypeError) as fault:
        if isinstance(fault, KhronosError):
            raise
        raise KhronosError(say("files-damaged", file=where, reason=str(fault))) from fault
    return files


def _file(data: dict[str, Any]) -> ShardFile:
    whole_number(data, "bytes")
    if not isinstance(data["name"], str) or not isinstance(data["sha256"], str):
        raise ValueError("a file without a name or a sum")
    return ShardFile(**data)


def read_mark(text: str | bytes, where: str, simulation: str = "") -> Mark:
    """The mark in a file; one that is damaged, or of another place, is refused by name."""
    try:
        mark = _mark(read_sealed(text), where)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        if isinstance(fault, KhronosError):
            raise
        raise KhronosError(f"{where} is damaged, or not the mark of a shard; {REPAIR}") from fault
    if not where.endswith(f"/{shard_name(SHARD_MARKS, mark.shard)}"):
        raise KhronosError(f"{where} is the mark of another shard; {REPAIR}")
    if simulation and mark.simulation != simulation:
        raise KhronosError(
            f"{where} belongs to the simulation {mark.simulation}, not to {simulation} as the "
            f"{PLAN_FILE} beside it; move the files of the other one to a folder of their own"
        )
    return mark


def _mark(data: dict[str, Any], where: str) -> Mark:
    check_format(data.pop("format"), where)
    if data["schema"] not in map(schema_print, range(len(LATER) + 1)):
        raise KhronosError(
            f"{where} counts tables with other columns than those of this khronos_lab; read them "
            "with the khronos_lab that made them, or simulate again into another folder"
        )
    for name in ("shard", "first", "games"):
        whole_number(data, name)
    files = tuple(_file(each) for each in data.pop("files"))
    failures = tuple(
        Failure(**{**each, "players": tuple(each["players"])}) for each in data.pop("failures")
    )
    check_layout(data.get("layout"), where)
    mark = Mark(**data, files=files, failures=failures)
    if any(shard_of(file.name) != mark.shard for file in files):
        raise ValueError("a file of another shard")
    return mark


def check_format(found: object, where: str) -> None:
    """Refuse a layout of another version."""
    if found != FORMAT:
        raise KhronosError(
            f"{where} is of version {found!r} and this khronos_lab knows version {FORMAT}; "
            "use the khronos_lab that made it"
        )


def check_layout(found: object, where: str) -> None:
    """Refuse tables that lie in their files in another way."""
    if found == LAYOUT:
        return
    if isinstance(found, int) and found > LAYOUT:
        raise KhronosError(say("files-newer_layout", file=where))
    raise KhronosError(say("files-older_layout", file=where))


class Asked(NamedTuple):
    """What a reader needs to know of a simulation."""

    name: str
    games: int


def asked_of(text: str | bytes, where: str) -> Asked:
    """The simulation that a `simulation.json` describes."""
    try:
        data = read_sealed(text)
        found, asked = data["format"], Asked(str(data["simulation"]), whole_number(data, "games"))
    except (ValueError, KeyError, TypeError) as fault:
        raise KhronosError(f"{where} does not describe a simulation, or is damaged") from fault
    check_format(found, where)
    return asked
