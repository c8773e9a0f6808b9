"""Tables as Parquet files: three in a folder, or the many of a simulated dataset.

`write_tables` makes `games.parquet`, `turns.parquet` and `events.parquet`, and `tables.json`, which
has their sizes and sums: all of them whole, or nothing. `read_tables` also reads what a simulation
wrote (see `khronos_lab.analysis.tables.dataset_folder`), folders of such folders, and datasets in
an object store that polars can scan.

Any other reader of Parquet gets the same: the files have the columns of the schema, and tell in
their metadata what each of them means (`notes_of`).
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import polars as pl
from polars.exceptions import PolarsError

from khronos_lab.analysis.tables.dataset_folder import (
    PLAN_FILE,
    REPAIR,
    SHARD_MARKS,
    SUMS_FILE,
    TABLES,
    Mark,
    ShardFile,
    asked_of,
    described,
    read_mark,
    read_sums,
    shard_name,
    sums_text,
)
from khronos_lab.analysis.tables.game_tables import LazyTables, Tables
from khronos_lab.analysis.tables.schema import COLUMNS, FILLED, LATER, ROWS, SCHEMAS
from khronos_lab.analysis.tables.twins import refuse_same_games, refuse_same_places, refuse_twins
from khronos_lab.records import local_path, refusal, whole_files
from khronos_lab.rulebook import KhronosError, a_or_an, path_text, say

Folder = str | os.PathLike[str]

LEVEL: Final = 19
"""Of zstd. Measured on greedy games: 15 writes 1 to 7 % more bytes in half the time, 22 no fewer;
playing a game takes hundreds of times as long."""
WHOLE: Final = 1 << 27
"""More rows, or bytes of a page, than a file has: what is packed together is packed best. Split at
the usual 262,144 rows, the events of 960 games take 9 % more."""


def write_tables(folder: Folder, tables: Tables, *, overwrite: bool = False) -> None:
    """Write tables into a folder, which is made if need be.

    All files appear whole or none of them. Files that are there already are kept, and nothing is
    written, unless `overwrite` is said.
    """
    folder = local_path(folder)
    frames = {"games": tables.games, "turns": tables.turns, "events": tables.events}
    for table in TABLES:
        check_schema(table, frames[table].schema, f"the table {table}")
    targets = [*(file_of(folder, table) for table in TABLES), folder / SUMS_FILE]
    for target in targets:
        if target.exists() and not overwrite:
            raise KhronosError(f"{target} is there already; overwrite=True replaces it")
    data = [parquet_bytes(table, frames[table]) for table in TABLES]
    names = [target.name for target in targets]
    data.append(sums_text(map(described, names, data)).encode())
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


def read_tables(folder: Folder, *more: Folder, verify: bool = True) -> LazyTables:
    """The tables below a folder, or those of several folders as one.

    A folder holds three files, or a simulated dataset, or folders of these. Of a dataset the shards
    that are finished are read.

    Before anything is decoded, every file is compared with the sum that was noted when it was
    written, and a damaged one is refused by name. `verify=False` compares sizes only, and reads
    tables that somebody else has written; what is damaged there may look like other games. Then
    a question reads the columns and rows that it needs. A game that would count twice is refused,
    whatever it is called and wherever it lies.

    A folder can be the URL of an object store (`s3://bucket/run`), as far as polars can scan it;
    there neither sizes nor sums are compared: the store has sums of its own.
    """
    parts = [part for each in (folder, *more) for part in _parts(each, verify=verify)]
    refuse_same_places(path for part in parts for path in part.paths["games"])
    refuse_twins((part.simulation, part.place) for part in parts if part.simulation)
    tables = {table: [_checked(table, part) for part in parts] for table in TABLES}
    if len(parts) > 1 or not parts[0].simulation:
        refuse_same_games([part.place for part in parts], tables["games"])
    return LazyTables(
        *(_one(frames) for frames in tables.values()),
        failed=sum(part.failed for part in parts),
        unplayed=sum(part.unplayed for part in parts),
    )


def local_folder(folder: Folder) -> Path | None:
    """The folder on this computer that is meant, `file://` or not; None for any other URL."""
    text = path_text(folder)
    if "://" not in text:
        return Path(text)
    split = urlsplit(text)
    if not split.netloc and not split.path.strip("/"):
        raise KhronosError(f"{text} names no place; write it like s3://bucket/run")
    if split.scheme != "file":
        return None
    from urllib.request import url2pathname  # with all that the web needs, which takes time

    return Path(url2pathname(split.path))


def file_of(folder: Folder, table: str) -> Path:
    """Where a table is kept in a folder."""
    return Path(folder) / f"{table}.parquet"


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
    """The files of one set of tables: where it is, and the paths of each table."""

    place: str
    simulation: str
    """Its short name, if it is a simulated dataset."""
    paths: dict[str, list[str]]
    failed: int = 0
    """Games that it lacks because they could not be played."""
    unplayed: int = 0
    """Games that are planned and not there yet."""


def _parts(folder: Folder, *, verify: bool) -> Iterator[_Part]:
    """Every set of tables below a folder, in the order of their names."""
    path = local_folder(folder)
    if path is None:
        yield from _remote_parts(os.fspath(folder).rstrip("/"))
        return
    folders = list(_table_folders(path)) or [path]
    for each in folders:
        if (each / PLAN_FILE).is_file():
            yield from _shards(each, verify=verify)
        else:
            yield _three_files(each, verify=verify)


def _table_folders(folder: Path) -> Iterator[Path]:
    """A folder, or those below it, that have tables of their own."""
    own = (PLAN_FILE, *(f"{table}.parquet" for table in TABLES))
    if any((folder / name).is_file() for name in own):
        yield folder
    elif folder.is_dir():
        for each in sorted(folder.iterdir()):
            if each.is_dir() and not each.name.startswith("."):
                yield from _table_folders(each)


def _three_files(folder: Path, *, verify: bool) -> _Part:
    for file in (file_of(folder, table) for table in TABLES):
        if not file.is_file():
            raise KhronosError(f"{file} is missing; tables of games are three files in one folder")
    sums = folder / SUMS_FILE
    if verify and not sums.is_file():
        raise KhronosError(say("files-no_sums", folder=str(folder), name=SUMS_FILE))
    if verify:
        for each in read_sums(sums.read_bytes(), str(sums)):
            _check_file(folder / each.name, each, verify=True, advice=say("files-convert_anew"))
    return _Part(str(folder), "", {table: [str(file_of(folder, table))] for table in TABLES})


def _shards(folder: Path, *, verify: bool) -> Iterator[_Part]:
    """The finished shards of a dataset, those that are not what their marks say refused."""
    plan = folder / PLAN_FILE
    simulation, games = asked_of(plan.read_bytes(), str(plan))
    marks = [
        read_mark(path.read_bytes(), path.as_posix(), simulation)
        for path in sorted((folder / SHARD_MARKS).glob("*.json"))
    ]
    for file in (file for mark in marks for file in mark.files):
        if file.name.startswith(TABLES):  # whoever needs no records may delete them
            _check_file(folder / file.name, file, verify=verify)
    missing = games - sum(mark.games for mark in marks)
    for number, part in enumerate(_alike(str(folder), simulation, marks)):
        yield part._replace(unplayed=missing) if number == 0 else part


def _check_file(path: Path, file: ShardFile, *, verify: bool, advice: str = REPAIR) -> None:
    if not path.is_file():
        raise KhronosError(f"{path} is missing, though its shard has a mark; {advice}")
    if path.stat().st_size != file.bytes or (verify and _sum(path) != file.sha256):
        raise KhronosError(f"{path} is damaged: it is not what its mark says; {advice}")


def _sum(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _alike(place: str, simulation: str, marks: Sequence[Mark]) -> Iterator[_Part]:
    """The shards of a dataset; those that lack columns, from before, are a part of their own."""
    if not marks:
        raise KhronosError(f"{place} has no finished shard yet; let the simulation run on")
    for schema in sorted({mark.schema for mark in marks}):
        alike = [mark for mark in marks if mark.schema == schema]
        shards = sorted(mark.shard for mark in alike)
        paths = {
            table: [f"{place}/{shard_name(table, shard)}" for shard in shards] for table in TABLES
        }
        yield _Part(place, simulation, paths, sum(len(mark.failures) for mark in alike))


def _remote_parts(url: str) -> Iterator[_Part]:
    """The datasets below a URL; polars lists and reads the marks."""
    lines = pl.scan_csv(
        f"{url}/**/{SHARD_MARKS}/*.json",
        has_header=False,
        separator="\x1f",  # in no JSON text, so that a line is one field
        quote_char=None,
        schema={"text": pl.String},
        include_file_paths="path",
    )
    try:
        rows = lines.collect().rows()
    except (PolarsError, OSError) as fault:
        raise KhronosError(f"{url}: no simulated dataset can be read there: {fault}") from fault
    if not rows:
        raise KhronosError(f"{url}: there is no finished shard of a simulated dataset")
    marks: dict[str, list[Mark]] = {}
    for text, path in rows:
        place = path.removesuffix(f"/{SHARD_MARKS}/{path.rpartition('/')[2]}")
        others = marks.setdefault(place, [])
        others.append(read_mark(text, path, others[0].simulation if others else ""))
    for place in sorted(marks):
        simulation = marks[place][0].simulation
        yield from _alike(place, simulation, marks[place])


# ------------------------------------------------------------------ scanning


def _one(frames: Sequence[pl.LazyFrame]) -> pl.LazyFrame:
    return frames[0] if len(frames) == 1 else pl.concat(frames)


def _checked(table: str, part: _Part) -> pl.LazyFrame:
    paths = part.paths[table]
    frame = pl.scan_parquet(paths, glob=False)
    try:
        found = frame.collect_schema()
    except (PolarsError, OSError) as fault:
        raise KhronosError(f"{paths[0]} cannot be read as a Parquet file") from fault
    if table == "games":
        frame = _with_later_columns(frame, found)
    check_schema(table, frame.collect_schema(), paths[0])
    return frame


def _with_later_columns(games: pl.LazyFrame, found: pl.Schema) -> pl.LazyFrame:
    """A table of games from before some rules could be chosen: their columns have the default."""
    schema = SCHEMAS["games"]
    lacking = {name: usual for name, usual in LATER.items() if name not in found}
    if not lacking or {*found, *lacking} != set(schema):
        return games
    added = (pl.lit(usual, schema[name]).alias(name) for name, usual in lacking.items())
    return games.with_columns(added).select(schema.names())
