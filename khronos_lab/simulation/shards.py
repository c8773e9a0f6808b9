"""Shards: playing the games of one and writing its files.

A worker plays a shard, writes its files and sends back what the manifest says of it. The files
follow from the plan to the byte, so a second try in another process or on another machine does no
harm.
"""

from __future__ import annotations

import gc
import gzip
import io
import os
import re
import secrets
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb, walk_tb
from typing import Final, NamedTuple

from khronos_lab.analysis import (
    TABLES,
    Failure,
    Shard,
    Step,
    TableBuilder,
    digest_of,
    parquet_bytes,
    shard_file,
)
from khronos_lab.core import GameState, Move
from khronos_lab.engine import Outcome, play
from khronos_lab.native import Level, NativeMissing, is_there, play_game, play_games
from khronos_lab.players import level_named, moves_of_game, player_named
from khronos_lab.records import Recorder, record_text, refusal
from khronos_lab.rulebook import BrokenInvariant, say
from khronos_lab.simulation.plan import Game, Plan, game_of

PART: Final = ".part"
"""The ending of files that are still being written."""

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
LONGEST_ERROR = 500


class Job(NamedTuple):
    """What a worker needs to make a shard."""

    plan: Plan
    folder: str
    shard: int

    def __str__(self) -> str:
        numbers = self.plan.numbers(self.shard)
        return f"shard {self.shard:05} (games {numbers[0]} to {numbers[-1]})"


def make_shard(job: Job) -> Shard:
    """Play the games of a shard and write it; this runs in the workers."""
    with _uncollected(job.plan):
        files, failures = _played(job.plan, job.shard)
    for name, data in files.items():
        write_part(Path(job.folder, name), data)
    numbers = job.plan.numbers(job.shard)
    digests = {name: digest_of(data) for name, data in files.items()}
    return Shard(job.shard, numbers[0], len(numbers), digests, tuple(failures))


@contextmanager
def _uncollected(plan: Plan) -> Iterator[None]:
    """Pause the garbage collector, which looks through all facts and finds nothing.

    States and events have no cycles. Players of somebody's own may have some.
    """
    paused = plan.native and gc.isenabled()
    if paused:
        gc.disable()
    try:
        yield
    finally:
        if paused:
            gc.enable()


def write_part(path: Path, data: bytes) -> None:
    """Write a file of its own under a hidden name and rename it; its folder is made if need be.

    Nothing waits for the disk: what a power cut takes is found by its digest and made again.
    """
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}{PART}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as fault:
        part.unlink(missing_ok=True)
        raise refusal(path, "written", fault) from fault


# ------------------------------------------------------------------ playing


def _played(plan: Plan, shard: int) -> tuple[dict[str, bytes], list[Failure]]:
    """The files of a shard by name, and the games that failed."""
    builder, texts, failures = TableBuilder(), list[str](), []
    # Players or an engine that this machine does not have are no failure of a game.
    for player in plan.players:
        player_named(player)
    if plan.native and not is_there():
        raise NativeMissing(say("files-no_native"))
    games = [game_of(plan, number) for number in plan.numbers(shard)]
    if plan.native and not plan.events and not plan.records:
        _add_ends(builder, games)
    else:
        for game in games:
            try:
                text = _add_game(builder, game, plan)
            except Exception as error:
                failures.append(_failure(game, error))
            else:
                texts.append(text)
    tables = builder.tables()
    files = {
        shard_file(table, shard): parquet_bytes(table, getattr(tables, table))
        for table in (TABLES if plan.events else TABLES[:1])
    }
    if plan.records:
        buffer = io.BytesIO()
        with gzip.GzipFile("", "wb", fileobj=buffer, mtime=0) as file:
            file.write("\n".join(texts).encode())
        files[shard_file("records", shard)] = buffer.getvalue()
    return files, failures


def _add_game(builder: TableBuilder, game: Game, plan: Plan) -> str:
    """Play a game and add it to tables; gives its record as text if the plan asks for records."""
    start = game.start()
    recorder = recorder_of(game, plan)

    def steps() -> Iterator[Step]:
        for before, move, outcome in moves_of(game, plan):
            if plan.records:
                recorder.add(before, move, outcome)
            yield before, move, outcome.state, outcome.log

    if plan.events:
        builder.add_game(game.id, start, steps(), seed=game.seed)
    else:
        *_, (_, _, end, _) = steps()
        coins = [player.coins for player in end.players]
        builder.add_result(game.id, start, coins, seed=game.seed)
    return record_text(recorder.record()) if plan.records else ""


def recorder_of(game: Game, plan: Plan) -> Recorder:
    """A recorder for a game, with tags that say where it comes from."""
    event = f"Simulation {plan.name}, game {game.number}"
    return Recorder(game.start(), {"Event": event, "Seed": str(game.seed)})


def moves_of(game: Game, plan: Plan) -> Iterator[tuple[GameState, Move, Outcome]]:
    """Play a game: the state before each move, the move, and what comes of it.

    The compiled engine plays, if it has all players, and the readable one tells.
    """
    state = game.start()
    if not plan.native:
        players = [player_named(name) for name in game.roster]
        yield from moves_of_game(players, state, game.seed)
        return
    played = play_game(_levels(game.roster), game.seed, grid=state.grid, rules=game.rules)
    for move in played.moves:
        outcome = play(state, move, trusted=True)
        assert isinstance(outcome, Outcome)
        yield state, move, outcome
        state = outcome.state
    if not state.over:
        raise BrokenInvariant(f"the engines disagree on {game.id}")


def _levels(roster: Sequence[str]) -> list[Level]:
    return [level for name in roster if (level := level_named(name))]


def _add_ends(builder: TableBuilder, games: Sequence[Game]) -> None:
    """Add the ends of games that the compiled engine plays, those of one table together."""
    starts = {game.id: game.start() for game in games}
    tables = defaultdict[tuple[object, ...], list[Game]](list)
    for game in games:
        tables[game.roster, starts[game.id].grid, game.rules].append(game)
    ends = dict[str, tuple[int, ...]]()
    for alike in tables.values():
        roster, grid, rules = alike[0].roster, starts[alike[0].id].grid, alike[0].rules
        coins = play_games(_levels(roster), [game.seed for game in alike], grid=grid, rules=rules)
        ends.update(zip((game.id for game in alike), coins, strict=True))
    for game in games:
        builder.add_result(game.id, starts[game.id], ends[game.id], seed=game.seed)


def _failure(game: Game, error: Exception) -> Failure:
    return Failure(
        game=game.id,
        number=game.number,
        seed=str(game.seed),
        players=game.names,
        map=game.map.name,
        rules=game.rules.text or "usual rules",
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
