"""Tables as Parquet files: four in a folder, or the many of a simulated dataset.

`write_tables` makes `games.parquet`, `players.parquet`, `turns.parquet` and `events.parquet`, and
`tables.json` with their digests: all of them whole, or nothing. `read_tables` also reads what a
simulation wrote (see `khronos_lab.analysis.tables.dataset_folder`), and folders of such folders.

Any other reader of Parquet gets the same: the files have the columns of the schema, and tell in
their metadata what each of them means (`notes_of`).
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import polars as pl
from polars.exceptions import PolarsError
from polars.io.plugins import register_io_source

from khronos_lab.analysis.tables.dataset_folder import (
    FORMAT,
    PLAN_FILE,
    TABLES,
    Shard,
    asked_of,
    check_layout,
    damaged,
    digest_of,
    file_fault,
    read_json,
    read_shards,
    shard_file,
)
from khronos_lab.analysis.tables.game_tables import LazyTables, Tables, players_of
from khronos_lab.analysis.tables.schema import COLUMNS, FILLED, LATER, ROWS, SCHEMAS
from khronos_lab.records import local_path, refusal, whole_files
from khronos_lab.rulebook import KhronosError, a_or_an, say

Folder = str | os.PathLike[str]
Tell = Callable[[Path], object]
"""Tells the events of a simulated dataset of which only the ends of games are known."""

DIGESTS: Final = "tables.json"
"""Beside four files that are no simulation: their digests."""
NEEDED: Final = ("games", "turns", "events")
"""Tables that every version wrote."""

LEVEL: Final = 19
"""Of zstd. Measured on greedy games: 15 writes 1 to 7 % more bytes in half the time, 22 no fewer;
playing a game takes hundreds of times as long."""
WHOLE: Final = 1 << 27
"""More rows, or bytes of a page, than a file has: what is packed together is packed best. Split at
the usual 262,144 rows, the events of 960 games take 9 % more."""


def write_tables(folder: Folder, tables: Tables, *, overwrite: bool = False) -> None:
    """Write tables into a folder, which is made if need be.

    Files appear when all of them are complete. Files that are there already are kept, and nothing
    is written, unless `overwrite` is said.
    """
    folder = local_path(folder)
    frames = {table: getattr(tables, table) for table in TABLES}
    for table, frame in frames.items():
        check_schema(table, frame.schema, f"the table {table}")
    targets = [*(folder / f"{table}.parquet" for table in TABLES), folder / DIGESTS]
    for target in targets:
        if target.exists() and not overwrite:
            raise KhronosError(f"{target} is there already; overwrite=True replaces it")
    data = [parquet_bytes(table, frame) for table, frame in frames.items()]
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
    """A table as the bytes of a Parquet file."""
    buffer = io.BytesIO()
    frame.rechunk().write_parquet(
        buffer,
        compression="zstd",
        compression_level=LEVEL,
        row_group_size=WHOLE,
        data_page_size=WHOLE,
        metadata=notes_of(table),
    )
    return buffer.getvalue()


def notes_of(table: str) -> dict[str, str]:
    """What the file of a table tells readers who have no khronos_lab.

    >>> json.loads(notes_of("events")["columns"])["clause"]
    'the clause behind it'
    >>> json.loads(notes_of("events")["amounts"])["TaxCollected"]
    'coins'
    """
    notes = {
        "table": table,
        "rows": ROWS[table],
        "columns": json.dumps({each.name: each.meaning for each in COLUMNS[table]}),
    }
    if table == "events":
        counts = {event: filled.amount for event, filled in FILLED.items() if filled.amount}
        notes["amounts"] = json.dumps(counts)
    return notes


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
    parts = [part for each in (folder, *more) for part in _parts(local_path(each), verify=verify)]
    _refuse_same_places(str(path) for part in parts for path in part.paths["games"])
    _refuse_twins((part.simulation, str(part.place)) for part in parts if part.simulation)
    found = [_scanned(part, tell) for part in parts]
    if len(parts) > 1 or not parts[0].simulation:
        _refuse_same_games([str(part.place) for part in parts], [each["games"] for each in found])
    tables = {table: [each[table] for each in found] for table in TABLES}
    frames = {name: each[0] if len(each) == 1 else pl.concat(each) for name, each in tables.items()}
    return LazyTables(
        **frames,
        failed=sum(part.failed for part in parts),
        unplayed=sum(part.unplayed for part in parts),
    )


def check_schema(table: str, found: pl.Schema, where: str) -> None:
    """Refuse columns or types that are not those of a table."""
    expected = SCHEMAS[table]
    if found == expected:
        return
    missing = [name for name in expected if name not in found]
    foreign = [name for name in found if name not in expected]
    changed = [name for name in expected if name in found and found[name] != expected[name]]
    faults = {
        "it lacks the columns": missing,
        "it has the unknown columns": foreign,
        "it has other types or words in the columns": changed,
    }
    told = (f"{fault} {', '.join(names)}" for fault, names in faults.items() if names)
    reason = next(told, "its columns are in another order")
    raise KhronosError(
        f"{where} is not {a_or_an(table)} table that this version can read: {reason}"
    )


# ------------------------------------------------------------------ finding files


class _Part(NamedTuple):
    """Files with the same columns: where they are, and the paths of each table."""

    place: Path
    simulation: str
    """Its short name, if it is a simulated dataset."""
    paths: dict[str, list[Path]]
    """Tables that are not there have no paths."""
    failed: int = 0
    """Games that it lacks because they could not be played."""
    unplayed: int = 0
    """Games that are planned and not there yet."""


def _parts(folder: Path, *, verify: bool) -> Iterator[_Part]:
    """Every set of tables below a folder, in the order of their names."""
    for each in list(_table_folders(folder)) or [folder]:
        if (each / PLAN_FILE).is_file():
            yield from _simulated(each, verify=verify)
        else:
            yield _four_files(each, verify=verify)


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
    if verify:
        for name, digest in _digests(folder).items():
            if fault := file_fault(folder / name, digest):
                raise KhronosError(f"{fault}; {say('files-convert_anew')}")
    return _Part(folder, "", {table: [path] for table, path in paths.items() if path.is_file()})


def _digests(folder: Path) -> dict[str, str]:
    """What a `tables.json` says of the files beside it."""
    path = folder / DIGESTS
    if not path.is_file():
        raise KhronosError(say("files-no_sums", folder=str(folder), name=DIGESTS))
    data = read_json(path)
    files: Any = data.get("files")
    if data["format"] == 1:  # of version 0.2.0
        check_layout(data.get("layout"), path)
        files = {each["name"]: each["sha256"] for each in files}
    if not isinstance(files, dict) or not {f"{table}.parquet" for table in NEEDED} <= files.keys():
        raise damaged(path)
    return files


def _simulated(folder: Path, *, verify: bool) -> Iterator[_Part]:
    """The finished shards of a dataset; those of version 0.2.0 may differ in their columns."""
    simulation, games = asked_of(folder)
    shards = read_shards(folder, simulation)
    if not shards:
        raise KhronosError(f"{folder} has no finished shard yet; let the simulation run on")
    if verify:
        for shard in shards:
            if fault := shard.fault(folder):
                raise KhronosError(fault)
    unplayed = games - sum(shard.games for shard in shards)
    for schema in sorted({shard.schema for shard in shards}):
        alike = [shard for shard in shards if shard.schema == schema]
        failed = sum(len(shard.failures) for shard in alike)
        yield _Part(folder, simulation, _paths(folder, alike), failed, unplayed)
        unplayed = 0


def _paths(folder: Path, shards: Sequence[Shard]) -> dict[str, list[Path]]:
    """By table that all shards have: its files."""
    names = {table: [shard_file(table, shard.number) for shard in shards] for table in TABLES}
    there = {name for shard in shards for name in shard.files}
    return {
        table: [folder / each for each in files]
        for table, files in names.items()
        if there.issuperset(files)
    }


# ------------------------------------------------------------------ games that would count twice


def _refuse_same_places(paths: Iterable[str]) -> None:
    """Refuse a file that would be read twice."""
    seen: set[str] = set()
    for path in paths:
        place = os.path.realpath(path)
        if place in seen:
            raise KhronosError(say("files-read_twice", place=os.path.dirname(path)))
        seen.add(place)


def _refuse_twins(simulations: Iterable[tuple[str, str]]) -> None:
    """Refuse two datasets, given as name and place, whose games have the same ids."""
    places: dict[str, str] = {}
    for simulation, place in simulations:
        other = places.setdefault(simulation, place)
        if other != place:
            raise KhronosError(
                f"{other} and {place} hold games of the same simulation {simulation}, which would "
                "count twice; read one of them"
            )


def _refuse_same_games(places: Sequence[str], games: Sequence[pl.LazyFrame]) -> None:
    """Refuse games, given by the tables of several places, of which one is there twice.

    It is the same game if it has the same id, or if all that the table says of all its players is
    the same: seed, names, rules, map, coins, events. Chance does not do that twice.
    """
    told = [_prints(number, frame) for number, frame in enumerate(games)]
    try:
        found = pl.concat(told).collect()
    except (PolarsError, OSError) as fault:
        raise KhronosError(f"{places[0]}: the table of games cannot be read: {fault}") from fault
    doubled = found.filter(pl.col("rows") > pl.col("seats")).head(1)
    for number, game in doubled.select("place", "game").iter_rows():
        raise KhronosError(say("files-doubled", place=places[number], game=game))
    for key in ("game", "print"):
        twins = found.filter(pl.col("place").n_unique().over(key) > 1).sort(key, "place")
        if twins.height:
            one, other = (places[number] for number in twins["place"].head(2))
            count = twins[key].n_unique()
            first = twins["game"][0]
            raise KhronosError(say("files-same_games", one=one, other=other, game=first, n=count))


def _prints(place: int, games: pl.LazyFrame) -> pl.LazyFrame:
    """A row for each game: what tells it apart, whatever it is called, and how many rows it has."""
    says = pl.struct(pl.exclude("game")).hash()
    return (
        games.group_by("game", maintain_order=True)
        .agg(says.sum().alias("print"), rows=pl.len(), seats=pl.col("seat").n_unique())
        .with_columns(place=pl.lit(place))
    )


# ------------------------------------------------------------------ scanning


def _scanned(part: _Part, tell: Tell | None) -> dict[str, pl.LazyFrame]:
    """By table: its rows."""
    if "turns" not in part.paths:
        return {table: _told_when_read(table, part.place, tell) for table in TABLES}
    found = {table: _scan(table, paths) for table, paths in part.paths.items()}
    if "players" not in found:
        found["players"] = players_of(found["games"], found["turns"])
    return found


def _scan(table: str, paths: list[Path]) -> pl.LazyFrame:
    frame = pl.scan_parquet(paths, glob=False)
    try:
        there = frame.collect_schema()
    except (PolarsError, OSError) as fault:
        raise KhronosError(f"{paths[0]} cannot be read as a Parquet file") from fault
    frame = _with_later_columns(table, frame, there)
    check_schema(table, frame.collect_schema(), str(paths[0]))
    return frame


def _with_later_columns(table: str, frame: pl.LazyFrame, there: pl.Schema) -> pl.LazyFrame:
    """A table from before some columns were there: they hold what held then."""
    schema = SCHEMAS[table]
    lacking = {each: usual for each, usual in LATER.get(table, {}).items() if each not in there}
    if not lacking or {*there, *lacking} != set(schema):
        return frame
    added = (pl.lit(usual, schema[each]).alias(each) for each, usual in lacking.items())
    return frame.with_columns(added).select(schema.names())


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
        frame = _scan(table, _paths(folder, read_shards(folder, asked_of(folder).name))[table])
        if predicate is not None:
            frame = frame.filter(predicate)
        if rows is not None:
            frame = frame.head(rows)
        yield frame.select(columns or pl.all()).collect(engine="streaming")

    return register_io_source(source, schema=SCHEMAS[table])
