"""Tables on disk: four Parquet files in a folder, or the many of a simulated dataset.

`write_tables` makes `games.parquet`, `players.parquet`, `turns.parquet` and `events.parquet`, and
`tables.json` with their digests: all of them whole, or nothing. A simulation writes a folder of
shards, and a manifest that says which are finished::

    simulation.json             the plan: what was asked
    manifest.json               the finished shards: their files with digests, the games that failed
    games/00000.parquet         a table of the games of shard 0; so in players/, turns/ and events/
    records/00000.khr.gz        their records, if they were asked for

A file is written under a hidden name and renamed, so it is there whole or not at all, and a shard
counts once the manifest has it. Whatever is missing or damaged is made by running the same
simulation again. Version 0.2.0 had a file with the digests of each shard, `shards/00000.json`, and
no `players`; these are read, too.

`read_tables` reads all of that, and folders of such folders. Any other reader of Parquet gets the
same: the files have the columns of the schema, and tell in their metadata what each of them means.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import polars as pl
from polars.exceptions import PolarsError
from polars.io.plugins import register_io_source

from khronos_lab.analysis.tables.game_tables import LazyTables, Tables, players_of
from khronos_lab.analysis.tables.schema import COLUMNS, FILLED, LATER, ROWS, SCHEMAS
from khronos_lab.records import local_path, refusal, whole_bytes, whole_files
from khronos_lab.rulebook import KhronosError, a_or_an, say

Folder = str | os.PathLike[str]
Tell = Callable[[Path], object]
"""Tells the events of a simulated dataset of which only the ends of games are known."""

FORMAT: Final = 2
"""The version of folders and their files."""
OLD_LAYOUT: Final = 3
"""Of the tables in a folder of version 1: those before counted steps another way."""

TABLES: Final = ("games", "players", "turns", "events")
NEEDED: Final = ("games", "turns", "events")
"""Tables that every version wrote."""
PLAN_FILE: Final = "simulation.json"
MANIFEST: Final = "manifest.json"
DIGESTS: Final = "tables.json"
"""Beside four files that are no simulation: their digests."""
AGAIN: Final = "run the same simulation again, which makes only what is missing or damaged"

LEVEL: Final = 19
"""Of zstd. Measured on greedy games: 15 writes 1 to 7 % more bytes in half the time, 22 no fewer;
playing a game takes hundreds of times as long."""
WHOLE: Final = 1 << 27
"""More rows, or bytes of a page, than a file has: what is packed together is packed best. Split at
the usual 262,144 rows, the events of 960 games take 9 % more."""


# ------------------------------------------------------------------ shards and manifests


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
    """Games, those that failed included."""
    files: dict[str, str]
    """SHA-256 digests by name below the folder."""
    failures: tuple[Failure, ...] = ()

    @property
    def is_told(self) -> bool:
        """False if it has the ends of its games only."""
        return shard_file("events", self.number) in self.files

    def fault(self, folder: Path) -> str:
        """The first fault of the files in one sentence; empty if they are what was written."""
        for name, digest in self.files.items():
            if name.startswith("records/") and not (folder / name).is_file():
                continue  # whoever needs no records may delete them
            if fault := _file_fault(folder / name, digest):
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


def _file_fault(path: Path, digest: str) -> str:
    try:
        with open(path, "rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return f"{path} is missing"
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    return "" if found == digest else f"{path} is damaged, or belongs to another dataset"


def write_manifest(folder: Path, simulation: str, shards: Mapping[int, Shard]) -> None:
    """Write down which shards are finished."""
    rows = [
        {**shard._asdict(), "failures": [each._asdict() for each in shard.failures]}
        for _, shard in sorted(shards.items())
    ]
    head = json.dumps({"format": FORMAT, "simulation": simulation})
    text = head[:-1] + ', "shards": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]}\n"
    with whole_bytes(folder / MANIFEST) as file:
        file.write(text.encode())


def read_shards(folder: Path, simulation: str) -> list[Shard]:
    """The finished shards of a dataset, as far as its manifest says; files are not looked at."""
    if (folder / MANIFEST).is_file():
        found = read_json(folder / MANIFEST)
        marks, simulations = [folder / MANIFEST], [found.get("simulation")]
        rows: Any = found.get("shards")
    else:  # of version 0.2.0
        marks = sorted((folder / "shards").glob("*.json"))
        rows = [read_json(path) for path in marks]
        for path, row in zip(marks, rows, strict=True):
            _check_layout(row.get("layout"), path)
        simulations = [row.get("simulation") for row in rows]
    for path, name in zip(marks, simulations, strict=True):
        if name != simulation:
            raise KhronosError(
                f"{path} belongs to another simulation than the {PLAN_FILE} of its folder; "
                "keep each simulation in a folder of its own"
            )
    try:
        shards = [_shard(row) for row in rows]
    except (KeyError, TypeError, AttributeError, ValueError) as fault:
        raise damaged(marks[0]) from fault
    return shards


def _shard(row: dict[str, Any]) -> Shard:
    files = row["files"]
    if isinstance(files, list):  # of version 0.2.0
        row = {**row, "number": row["shard"]}
        files = {each["name"]: each["sha256"] for each in files}
    failures = (Failure(**{**each, "players": (*each["players"],)}) for each in row["failures"])
    shard = Shard(row["number"], row["first"], row["games"], {**files}, tuple(failures))
    whole = all(type(each) is int and each >= 0 for each in shard[:3])
    if not whole or shard_file("games", shard.number) not in files:
        raise ValueError(shard)
    return shard


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


def _check_layout(found: object, path: Path) -> None:
    """Refuse tables of version 1 that came before 0.2.0."""
    if found != OLD_LAYOUT:
        raise KhronosError(say("files-older_layout", file=str(path)))


def damaged(path: Path) -> KhronosError:
    """The refusal of a file of a dataset that cannot be read."""
    return KhronosError(say("files-damaged", file=str(path)))


def simulation_in(folder: Path) -> tuple[str, int]:
    """The short name of the simulation in a folder, and how many games it is to have.

    The ids of its games begin with the name.
    """
    data = read_json(folder / PLAN_FILE)
    if not isinstance(data.get("simulation"), str) or type(data.get("games")) is not int:
        raise damaged(folder / PLAN_FILE)
    return data["simulation"], data["games"]


# ------------------------------------------------------------------ writing


def write_tables(folder: Folder, tables: Tables, *, overwrite: bool = False) -> None:
    """Write tables into a folder, which is made if need be.

    Files appear when all of them are complete. Files that are there already are kept, and nothing
    is written, unless `overwrite` is said.
    """
    folder = local_path(folder)
    targets = [*(folder / f"{table}.parquet" for table in TABLES), folder / DIGESTS]
    data = []
    for table in TABLES:
        _check_schema(table, getattr(tables, table).schema, f"the table {table}")
        data.append(parquet_bytes(table, getattr(tables, table)))
    for target in targets:
        if target.exists() and not overwrite:
            raise KhronosError(f"{target} is there already; overwrite=True replaces it")
    digests = {target.name: digest_of(each) for target, each in zip(targets, data, strict=False)}
    data.append((json.dumps({"format": FORMAT, "files": digests}) + "\n").encode())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise refusal(folder, "written", fault) from fault
    with whole_files(targets, replace=overwrite) as files:
        for file, content in zip(files, data, strict=True):
            file.write(content)


def parquet_bytes(table: str, frame: pl.DataFrame) -> bytes:
    """A table as the bytes of a Parquet file, which tells what its columns mean."""
    notes = {
        "table": table,
        "rows": ROWS[table],
        "columns": json.dumps({each.name: each.meaning for each in COLUMNS[table]}),
    }
    if table == "events":
        counts = {event: filled.amount for event, filled in FILLED.items() if filled.amount}
        notes["amounts"] = json.dumps(counts)
    buffer = io.BytesIO()
    frame.rechunk().write_parquet(
        buffer,
        compression="zstd",
        compression_level=LEVEL,
        row_group_size=WHOLE,
        data_page_size=WHOLE,
        metadata=notes,
    )
    return buffer.getvalue()


def _check_schema(table: str, found: pl.Schema, where: str) -> None:
    """Refuse columns or types that are not those of a table."""
    expected = SCHEMAS[table]
    if found == expected:
        return
    faults = {
        "it lacks the columns": [name for name in expected if name not in found],
        "it has the unknown columns": [name for name in found if name not in expected],
        "it has other types or words in the columns": [
            name for name in expected if name in found and found[name] != expected[name]
        ],
    }
    told = (f"{fault} {', '.join(names)}" for fault, names in faults.items() if names)
    raise KhronosError(
        f"{where} is not {a_or_an(table)} table that this version can read: "
        f"{next(told, 'its columns are in another order')}"
    )


# ------------------------------------------------------------------ reading


def read_tables(
    folder: Folder, *more: Folder, verify: bool = True, tell: Tell | None = None
) -> LazyTables:
    """The tables below a folder, or those of several folders as one.

    A folder holds four files, or a simulated dataset, or folders of these. Of a dataset the shards
    that are finished are read. Tables written by version 0.2.0 have no `players`; what games and
    turns say stands in for it.

    Before anything is decoded, every file is compared with the digest that was noted when it was
    written, and a damaged one is refused by name. `verify=False` does not, and reads tables that
    somebody else has written; what is damaged there may look like other games. Then a question
    reads the columns and rows that it needs. A game that would count twice is refused, whatever it
    is called and wherever it lies.

    Where a simulation noted only how its games end (`events=False`), the other tables are told by
    `tell` as soon as somebody reads them; without it they are refused.
    """
    places = [
        place
        for each in (folder, *more)
        for place in [*_table_folders(local_path(each))] or [local_path(each)]
    ]
    parts = [
        (_simulated if (place / PLAN_FILE).is_file() else _four_files)(place, verify=verify)
        for place in places
    ]
    found = [_scanned(part, tell) for part in parts]
    if len(parts) > 1 or not (places[0] / PLAN_FILE).is_file():
        _refuse_same_games(places, [each["games"] for each in found])
    tables = {table: [each[table] for each in found] for table in TABLES}
    return LazyTables(
        **{name: each[0] if len(each) == 1 else pl.concat(each) for name, each in tables.items()},
        failed=sum(part.failed for part in parts),
        unplayed=sum(part.unplayed for part in parts),
    )


class _Part(NamedTuple):
    """Tables in one folder."""

    place: Path
    paths: dict[str, list[Path]]
    """The files of each table that is there."""
    failed: int = 0
    """Games that it lacks because they could not be played."""
    unplayed: int = 0
    """Games that are planned and not there yet."""


def _table_folders(folder: Path) -> Iterator[Path]:
    """A folder, or those below it, that have tables of their own."""
    own = (PLAN_FILE, *(f"{table}.parquet" for table in TABLES))
    if any((folder / name).is_file() for name in own):
        yield folder
    elif folder.is_dir():
        for each in sorted(folder.iterdir()):
            if each.is_dir() and not each.name.startswith("."):
                yield from _table_folders(each)


def _four_files(folder: Path, *, verify: bool) -> _Part:
    paths = {table: folder / f"{table}.parquet" for table in TABLES}
    for table in NEEDED:
        if not paths[table].is_file():
            raise KhronosError(
                f"{paths[table]} is missing; tables of games are four files in one folder"
            )
    for name, digest in _digests(folder).items() if verify else ():
        if fault := _file_fault(folder / name, digest):
            raise KhronosError(f"{fault}; {say('files-convert_anew')}")
    return _Part(folder, {table: [path] for table, path in paths.items() if path.is_file()})


def _digests(folder: Path) -> dict[str, str]:
    path = folder / DIGESTS
    if not path.is_file():
        raise KhronosError(say("files-no_sums", folder=str(folder), name=DIGESTS))
    data = read_json(path)
    files: Any = data.get("files")
    if data["format"] == 1:  # of version 0.2.0
        _check_layout(data.get("layout"), path)
        files = {each["name"]: each["sha256"] for each in files}
    if not isinstance(files, dict) or not {f"{table}.parquet" for table in NEEDED} <= files.keys():
        raise damaged(path)
    return files


def _simulated(folder: Path, *, verify: bool) -> _Part:
    simulation, games = simulation_in(folder)
    shards = read_shards(folder, simulation)
    if not shards:
        raise KhronosError(f"{folder} has no finished shard yet; let the simulation run on")
    for shard in shards if verify else ():
        if fault := shard.fault(folder):
            raise KhronosError(fault)
    failed = sum(len(shard.failures) for shard in shards)
    unplayed = games - sum(shard.games for shard in shards)
    return _Part(folder, _paths(folder, shards), failed, unplayed)


def _paths(folder: Path, shards: Sequence[Shard]) -> dict[str, list[Path]]:
    """The files of each table that all shards have."""
    names = {table: [shard_file(table, shard.number) for shard in shards] for table in TABLES}
    there = {name for shard in shards for name in shard.files}
    return {
        table: [folder / each for each in files]
        for table, files in names.items()
        if there.issuperset(files)
    }


def _scanned(part: _Part, tell: Tell | None) -> dict[str, pl.LazyFrame]:
    if "turns" not in part.paths:
        return {table: _told_when_read(table, part.place, tell) for table in TABLES}
    found = {table: _scan(table, paths) for table, paths in part.paths.items()}
    if "players" not in found:
        found["players"] = players_of(found["games"], found["turns"])
    return found


def _scan(table: str, paths: list[Path]) -> pl.LazyFrame:
    """A table in files; what columns that came later held before is filled in."""
    frame = pl.scan_parquet(paths, glob=False)
    try:
        there = frame.collect_schema()
    except (PolarsError, OSError) as fault:
        raise KhronosError(f"{paths[0]} cannot be read as a Parquet file") from fault
    schema = SCHEMAS[table]
    lacking = {each: usual for each, usual in LATER.get(table, {}).items() if each not in there}
    if lacking and {*there, *lacking} == set(schema):
        added = (pl.lit(usual, schema[each]).alias(each) for each, usual in lacking.items())
        frame = frame.with_columns(added).select(schema.names())
    _check_schema(table, frame.collect_schema(), str(paths[0]))
    return frame


def _told_when_read(table: str, folder: Path, tell: Tell | None) -> pl.LazyFrame:
    """A table of games of which only the ends are known so far.

    Files are looked up when they are read: those of the games are replaced when these are told.
    """

    def source(
        columns: list[str] | None, predicate: pl.Expr | None, rows: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        if table != "games":
            if tell is None:
                raise KhronosError(say("files-untold", folder=str(folder)))
            tell(folder)
        frame = _scan(table, _paths(folder, read_shards(folder, simulation_in(folder)[0]))[table])
        if predicate is not None:
            frame = frame.filter(predicate)
        if rows is not None:
            frame = frame.head(rows)
        yield frame.select(columns or pl.all()).collect(engine="streaming")

    return register_io_source(source, schema=SCHEMAS[table])


def _refuse_same_games(places: Sequence[Path], games: Sequence[pl.LazyFrame]) -> None:
    """Refuse games, given by the tables of several places, of which one is there twice.

    It is the same game if it has the same id, or if all that the table says of all its players is
    the same: seed, names, rules, map, coins, events. Chance does not do that twice.
    """
    says = pl.struct(pl.exclude("game")).hash()
    told = [
        frame.group_by("game", maintain_order=True)
        .agg(says.sum().alias("print"), rows=pl.len(), seats=pl.col("seat").n_unique())
        .with_columns(place=pl.lit(number))
        for number, frame in enumerate(games)
    ]
    try:
        found = pl.concat(told).collect()
    except (PolarsError, OSError) as fault:
        raise KhronosError(f"{places[0]}: the table of games cannot be read: {fault}") from fault
    doubled = found.filter(pl.col("rows") > pl.col("seats"))
    for number, game in doubled.select("place", "game").iter_rows():
        raise KhronosError(say("files-doubled", place=str(places[number]), game=game))
    for key in ("game", "print"):
        twins = found.filter(pl.col("place").n_unique().over(key) > 1).sort(key, "place")
        if twins.height:
            one, other = (places[number] for number in twins["place"].head(2))
            if os.path.realpath(one) == os.path.realpath(other):
                raise KhronosError(say("files-read_twice", place=str(one)))
            number, first = twins[key].n_unique(), twins["game"][0]
            told_places = {"one": str(one), "other": str(other)}
            raise KhronosError(say("files-same_games", **told_places, game=first, n=number))
