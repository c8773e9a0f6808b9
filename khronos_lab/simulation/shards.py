"""Shards: playing the games of one, writing its files, and looking at those that are there.

A worker plays a shard, writes its tables and, last of all, its mark, and sends back no more than
the mark. The files of a shard follow from the plan to the byte, so a second try in another process
or on another machine does no harm.
"""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from traceback import extract_tb, walk_tb
from typing import NamedTuple

from khronos_lab.analysis import (
    PLAN_FILE,
    REPAIR,
    SHARD_MARKS,
    TABLES,
    Failure,
    Mark,
    Step,
    TableBuilder,
    described,
    mark_text,
    parquet_bytes,
    read_mark,
    shard_name,
    shard_of,
)
from khronos_lab.players import moves_of_game, player_named
from khronos_lab.records import GameRecord, Recorder, record_text
from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation.plan import Game, Plan, game_of
from khronos_lab.simulation.stores import Store, open_store

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
LONGEST_ERROR = 500


class Job(NamedTuple):
    """What a worker needs to make a shard."""

    plan: Plan
    out: str
    shard: int
    repair: bool = False
    """Overwrite files whose content differs."""

    def __str__(self) -> str:
        numbers = self.plan.numbers(self.shard)
        return f"shard {self.shard:05} (games {numbers[0]} to {numbers[-1]})"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a shard could not be made: a sentence. Errors themselves do not always travel."""

    sentence: str


def make_shard(job: Job) -> Mark | Trouble:
    """Play the games of a shard and write it; this runs in the workers."""
    try:
        files, failures = _played(job)
        return _written(job, files, failures)
    except KhronosError as error:
        return Trouble(str(error))


# ------------------------------------------------------------------ playing


def _played(job: Job) -> tuple[dict[str, bytes], list[Failure]]:
    """The files of a shard by name, and the games that failed."""
    plan = job.plan
    builder = TableBuilder()
    texts: list[str] = []
    failures = []
    for player in plan.players:
        player_named(player)  # one that this machine does not have is no failure of a game
    for number in plan.numbers(job.shard):
        game = game_of(plan, number)
        try:
            record = play_into(builder, game, plan)
            if record is not None:
                texts.append(record_text(record))
        except Exception as error:
            failures.append(_failure(game, error))
    tables = builder.tables()
    files = {
        shard_name(table, job.shard): parquet_bytes(table, getattr(tables, table))
        for table in TABLES
    }
    if plan.records:
        files[shard_name("records", job.shard)] = _packed("\n".join(texts))
    return files, failures


def play_into(builder: TableBuilder, game: Game, plan: Plan) -> GameRecord | None:
    """Play a game and add it to tables; gives its record if the plan asks for records."""
    recorder = recorder_of(game, plan) if plan.records else None
    builder.add_game(game.id, game.start(), steps_of(game, recorder), seed=game.seed)
    return recorder.record() if recorder else None


def recorder_of(game: Game, plan: Plan) -> Recorder:
    """A recorder for a game, with tags that say where it comes from."""
    event = f"Simulation {plan.name}, game {game.number}"
    return Recorder(game.start(), {"Event": event, "Seed": str(game.seed)})


def steps_of(game: Game, recorder: Recorder | None = None) -> Iterator[Step]:
    """Play a game with players of its own, move by move."""
    players = [player_named(name) for name in game.roster]
    for before, move, outcome in moves_of_game(players, game.start(), game.seed):
        if recorder is not None:
            recorder.add(before, move, outcome)
        yield before, move, outcome.state, outcome.log


def _failure(game: Game, error: Exception) -> Failure:
    return Failure(
        game=game.id,
        number=game.number,
        seed=str(game.seed),
        players=game.names,
        map=game.map.name,
        rules=game.rules_text,
        error=error_text(error),
    )


def error_text(error: Exception) -> str:
    """An error and where it was raised, without what changes from run to run."""
    said = _ADDRESS.sub("", f"{type(error).__name__}: {error}")[:LONGEST_ERROR]
    raised = error.__cause__ if isinstance(error.__cause__, SystemExit) else error
    frames = list(walk_tb(raised.__traceback__))
    if not frames:
        return said
    place = extract_tb(raised.__traceback__)[-1]
    module = frames[-1][0].f_globals.get("__name__", "?")
    return f"{said} (in {place.name}, line {place.lineno} of {module})"


# ------------------------------------------------------------------ writing


def _packed(text: str) -> bytes:
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=buffer, mtime=0) as file:
        file.write(text.encode())
    return buffer.getvalue()


def _written(job: Job, files: dict[str, bytes], failures: list[Failure]) -> Mark:
    """Write the files and then the mark."""
    store = open_store(job.out)
    shown = tuple(described(name, data) for name, data in files.items())
    numbers = job.plan.numbers(job.shard)
    mark = Mark(job.plan.name, job.shard, numbers[0], len(numbers), shown, tuple(failures))
    for file in shown:
        if not job.repair:
            _refuse_other(store, file.name, file.sha256)
    for name, data in files.items():
        store.write(name, data)
    store.write(shard_name(SHARD_MARKS, job.shard), mark_text(mark).encode())
    return mark


def _refuse_other(store: Store, name: str, expected: str) -> None:
    """Refuse to replace a file by another; one that a killed run has left is the same."""
    if store.has(name) and store.sum_of(name) != expected:
        raise KhronosError(
            f"{store.place}/{name} is there and is not what this simulation makes; "
            f"move it away, or {REPAIR}"
        )


# ------------------------------------------------------------------ looking at what is there


@dataclass(frozen=True, slots=True)
class Survey:
    """The shards of a dataset that are there, and what is wrong with others."""

    marks: tuple[Mark, ...]
    broken: dict[int, str]
    """By shard: why it does not count."""


def survey(store: Store, plan: Plan, *, thorough: bool) -> Survey:
    """Look at every shard of a dataset; files that do not belong to it are refused by name.

    Sizes are compared always, contents if `thorough`.
    """
    sizes = store.sizes()
    _refuse_strangers(store, plan, sizes)
    marks, broken = [], {}
    for shard in range(plan.shards):
        name = shard_name(SHARD_MARKS, shard)
        if name not in sizes:
            continue
        try:
            mark = read_mark(store.read(name), f"{store.place}/{name}", plan.name)
            _check_mark(store, plan, mark, shard, sizes, thorough=thorough)
        except KhronosError as error:
            broken[shard] = str(error)
        else:
            marks.append(mark)
    return Survey(tuple(marks), broken)


def _refuse_strangers(store: Store, plan: Plan, sizes: dict[str, int]) -> None:
    for name in sizes:
        shard = shard_of(name)
        if name != PLAN_FILE and (shard is None or shard >= plan.shards):
            raise KhronosError(
                f"{store.place}/{name} does not belong to this simulation of {plan.shards} shards; "
                "move it away"
            )


def _check_mark(
    store: Store, plan: Plan, mark: Mark, shard: int, sizes: dict[str, int], *, thorough: bool
) -> None:
    """Refuse a mark that is not of its place, and files that are not what it says."""
    numbers = plan.numbers(shard)
    folders = (*TABLES, "records") if plan.records else TABLES
    expected = [shard_name(folder, shard) for folder in folders]
    whole = (mark.shard, mark.first, mark.games) == (shard, numbers[0], len(numbers))
    if not whole or [file.name for file in mark.files] != expected:
        raise KhronosError(
            f"{store.place}/{shard_name(SHARD_MARKS, shard)} is the mark of another shard; {REPAIR}"
        )
    for file in mark.files:
        path = f"{store.place}/{file.name}"
        if file.name not in sizes:
            raise KhronosError(f"{path} is missing, though its shard is marked as done; {REPAIR}")
        is_same = sizes[file.name] == file.bytes
        if not is_same or (thorough and store.sum_of(file.name) != file.sha256):
            raise KhronosError(f"{path} is damaged: it is not what its mark says; {REPAIR}")
