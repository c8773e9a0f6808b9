"""`simulate`: many games as a dataset. It may be killed at any time and goes on from there.

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
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from itertools import islice
from pathlib import Path
from traceback import extract_tb, walk_tb
from typing import Any, Final, NamedTuple

from khronos_lab.analysis import (
    FORMAT,
    MANIFEST,
    PLAN_FILE,
    TABLES,
    Failure,
    Folder,
    Shard,
    Step,
    TableBuilder,
    digest_of,
    parquet_bytes,
    read_shards,
    shard_file,
    simulation_in,
    write_manifest,
)
from khronos_lab.core import GameState, Move
from khronos_lab.engine import Outcome, play
from khronos_lab.native import Level, NativeMissing, is_there, play_game, play_games
from khronos_lab.players import level_named, moves_of_game, player_named
from khronos_lab.records import (
    GameRecord,
    Recorder,
    game_texts,
    local_path,
    lock_folder,
    read_game,
    record_text,
    refusal,
    whole_bytes,
)
from khronos_lab.rulebook import (
    BrokenInvariant,
    KhronosError,
    own_or_shipped,
    path_text,
    quoted,
    say,
    text_of,
)
from khronos_lab.simulation.plan import (
    Plan,
    PlannedGame,
    differences,
    game_of,
    plan_text,
    planned,
    read_plan,
    refuse_untrusted,
)
from khronos_lab.simulation.workers import Bar, done_by, new_bar, workers_for

MOST_FAILURES: Final = 100
"""Failures that a report lists; the manifest has all of them."""
SAVED: Final = 1.0
"""Seconds after which the manifest is written again: what it lacks is made once more."""
PART: Final = ".part"
"""The ending of files that are still being written."""
LONGEST_ERROR: Final = 500


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a simulation."""

    out: str
    games: int
    """All games of the dataset, those that failed included."""
    made: int
    """Shards made now."""
    kept: int
    """Shards that were there already."""
    failed: int
    failures: tuple[Failure, ...]
    """The first games that failed; the manifest has all of them."""

    def __str__(self) -> str:
        games = f"{self.games:,} game{'s' * (self.games != 1)}"
        shards = self.made + self.kept
        kept = f", {self.kept:,} of them there before" if self.kept else ""
        failed = f"; {self.failed:,} failed" if self.failed else ""
        return f"{self.out}: {games} in {shards:,} shard{'s' * (shards != 1)}{kept}{failed}"


def simulate(
    games: int,
    players: Sequence[str],
    out: Folder,
    *,
    workers: int | None = None,
    cluster: Any = None,  # noqa: ANN401
    progress: Bar | bool | None = None,
    **asked: Any,  # noqa: ANN401
) -> Report:
    """Play games and write them as a dataset that `read_tables` reads.

    The same arguments give the same files, byte for byte, whoever works. Called again after it was
    stopped, it keeps the shards that are finished and whole and makes the others; other arguments
    are refused, except more games, or events of games of which only the ends were noted.

    Games of players that the compiled engine knows are played there, and the readable engine tells
    their events; at any other table it plays, too.

    Parameters
    ----------
    games, players, asked
        What is played: see `khronos_lab.simulation.plan.planned`.
    out
        A folder. It must be new, empty, or hold a part of this very simulation.
    workers
        How many processes work; by default as many as this computer grants, or one if there is
        little to do. Processes load the script that calls this, so it works alone unless it has
        an `if __name__ == "__main__":` with the call below it.
    cluster
        The client of a Dask cluster whose workers see the same folder, instead of processes.
    progress
        Show a bar, which says beforehand about how long it takes; by default in a terminal or
        notebook. Another bar counts these games, too.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     report = simulate(2, ["random", "random"], folder)
    >>> report.games, report.made, report.failed
    (2, 1, 0)
    """
    folder = local_path(out).absolute()
    if workers is not None and workers < 1:
        raise KhronosError(f"at least one worker is needed, not {workers}")
    plan = planned(games, players, **asked)
    with _only_writer(folder):
        plan = _begun(folder, plan, keep_size=asked.get("shard_games") is None)
        return _run(folder, plan, range(plan.shards), workers, cluster, progress)


def resume(
    out: Folder,
    *,
    events: bool = False,
    workers: int | None = None,
    cluster: Any = None,  # noqa: ANN401
    progress: bool | None = None,
    trust: str | Sequence[str] = (),
) -> Report:
    """Go on with the simulation in a folder, whatever it was; `events` tells what was left untold.

    `trust` names the modules of players of your own, as in `simulate`: what a file says alone is
    never imported.
    """
    folder = local_path(out).absolute()
    plan = plan_of(folder)
    refuse_untrusted(plan, trust, str(folder))
    with _only_writer(folder):
        plan = _begun(folder, replace(plan, events=plan.events or events))
        return _run(folder, plan, range(plan.shards), workers, cluster, progress)


def tell(folder: Path, *, trust: str | Sequence[str] = (), progress: bool | None = None) -> None:
    """Tell the events of the finished games in a folder of which only the ends were noted."""
    with _only_writer(folder):
        plan = _begun(folder, plan_of(folder))
        shards = read_shards(folder, plan.name)
        if untold := [shard.number for shard in shards if not shard.is_told]:
            refuse_untrusted(plan, trust, str(folder))
            _run(folder, replace(plan, events=True), untold, progress=progress)


def play_again(out: Folder, number: int, *, trust: str | Sequence[str] = ()) -> GameRecord:
    """Play one game of a dataset once more; if it failed, its error is raised.

    If an error is raised, the traceback leads into the player that made it. A player of somebody's
    own is made only if `trust` names its module: a dataset may come from anybody.
    """
    plan = plan_of(own_or_shipped(out))
    refuse_untrusted(plan, trust, os.fspath(out))
    if type(number) is not int or not 0 <= number < plan.games:
        raise KhronosError(f"there is no game {quoted(number)}; games are 0 to {plan.games - 1}")
    game = game_of(plan, number)
    recorder = _recorder(game, plan)
    for before, move, outcome in _moves_of(game, plan):
        recorder.add(before, move, outcome)
    return recorder.record()


# ------------------------------------------------------------------ a run


def plan_of(folder: Path) -> Plan:
    """The plan of the dataset in a folder, which may be of version 0.2.0."""
    if not (folder / PLAN_FILE).is_file():
        raise KhronosError(
            f"{folder} holds no simulation to go on with; say how many games and which players"
        )
    return read_plan(folder)[0]


@contextmanager
def _only_writer(folder: Path) -> Iterator[None]:
    """Refuse to work where somebody else does; a process that is killed leaves nothing behind."""
    if folder.is_file():
        raise KhronosError(f"{folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = lock_folder(folder)
    except BlockingIOError:
        raise KhronosError(say("files-two_writers", folder=str(folder))) from None
    except OSError as fault:
        raise refusal(folder, "written", fault) from fault
    try:
        yield
    finally:
        os.close(handle)


def _begun(folder: Path, plan: Plan, *, keep_size: bool = False) -> Plan:
    """Write down what is asked; refuse what differs from what was asked here before."""
    there = None
    if (folder / PLAN_FILE).is_file():
        there, maker, format_ = read_plan(folder)
        if (maker, format_) != (own_version(), FORMAT):
            raise KhronosError(
                f"{folder / PLAN_FILE} was made by khronos_lab {maker} and this is another "
                "version, which may play other games; go on with that one, or name a new folder"
            )
        size = there.shard_games if keep_size else plan.shard_games
        plan = replace(plan, shard_games=size, events=plan.events or there.events)
        more = replace(plan, games=there.games, events=there.events)
        if plan.games < there.games or more != there:
            raise KhronosError(
                f"{folder} holds another simulation ({'; '.join(differences(there, plan))}); "
                "name another folder, or ask for the same to go on"
            )
    elif any(not path.name.startswith(".") for path in folder.iterdir()):
        raise KhronosError(f"{folder} is not empty and holds no simulation; name a new folder")
    if plan != there:
        with whole_bytes(folder / PLAN_FILE) as file:
            file.write(plan_text(plan, own_version()).encode())
    return plan


def _run(
    folder: Path,
    plan: Plan,
    wanted: Iterable[int],
    workers: int | None = None,
    cluster: Any = None,  # noqa: ANN401
    progress: Bar | bool | None = None,
) -> Report:
    """Make the wanted shards that are not there, and keep the manifest."""
    shards = _whole_shards(folder, plan)
    whole = {each for each in shards if shards[each].is_told or not plan.events}
    jobs = [Job(plan, str(folder), number) for number in wanted if number not in whole]
    left = sum(len(plan.numbers(job.shard)) for job in jobs)
    hands = workers_for(plan.seconds * left, workers, cluster)
    saved = time.monotonic()
    try:
        with (
            announced([plan], plan.games - left, workers, cluster, progress) as bar,
            closing(done_by(hands, cluster, make_shard, jobs)) as results,
        ):
            for shard in results:
                if not all((folder / name).is_file() for name in shard.files):
                    raise KhronosError(
                        say("files-unseen", shard=f"{shard.number:05}", folder=str(folder))
                    )
                shards[shard.number] = shard
                bar.update(shard.games)
                if time.monotonic() - saved > SAVED:
                    write_manifest(folder, plan.name, shards)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        done = sum(shard.games for shard in shards.values())
        raise KeyboardInterrupt(
            f"stopped after {done:,} of {plan.games:,} games, which are kept in {folder}; "
            "simulate once more into that folder to go on"
        ) from None
    finally:
        write_manifest(folder, plan.name, shards)
    for part in sorted(folder.rglob(f".*{PART}")):
        part.unlink(missing_ok=True)
    # By number, so that the report does not depend on which worker was first.
    failures = [each for number in sorted(shards) for each in shards[number].failures]
    told = tuple(failures[:MOST_FAILURES])
    return Report(str(folder), plan.games, len(jobs), len(whole), len(failures), told)


def _whole_shards(folder: Path, plan: Plan) -> dict[int, Shard]:
    """The finished shards that the plan still wants so, and whose files are what was written.

    A file that is no part of the simulation is refused, so that nobody's work is mixed with it.
    """
    folders = (*TABLES, "records")
    own = {shard_file(each, shard) for each in folders for shard in range(plan.shards)}
    for path in sorted(folder.rglob("[!.]*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in {*own, PLAN_FILE, MANIFEST}:
            raise KhronosError(
                f"{path} does not belong to this simulation of {plan.shards} shards; move it away"
            )
    try:
        found = read_shards(folder, plan.name)
    except KhronosError:
        return {}  # a damaged manifest says nothing, so all is made again
    return {
        shard.number: shard
        for shard in found
        if 0 <= shard.number < plan.shards
        and range(shard.first, shard.first + shard.games) == plan.numbers(shard.number)
        and not shard.fault(folder)
    }


@contextmanager
def announced(
    plans: Sequence[Plan],
    done: int,
    workers: int | None,
    cluster: Any,  # noqa: ANN401
    progress: Bar | bool | None,
) -> Iterator[Bar]:
    """A bar for the games of simulations; it says beforehand about how long they take.

    A bar that is there already goes on with them.
    """
    if progress is not None and not isinstance(progress, bool):
        progress.update(done)
        yield progress
        return
    games = sum(plan.games for plan in plans)
    seconds = sum(plan.games * plan.seconds for plan in plans) * (1 - done / games)
    minutes = round(seconds / workers_for(seconds, workers, cluster) / 60)
    doing = say("progress-tell" if any(plan.events for plan in plans) else "progress-play")
    if minutes:
        doing = say("progress-about", doing=doing, minutes=minutes)
    with new_bar(games, done, shown=progress, doing=doing) as bar:
        yield bar


def own_version() -> str:
    """The version of khronos_lab, as it is installed."""
    try:
        return installed_version("khronos-lab")
    except PackageNotFoundError:
        return "of a folder"


# ------------------------------------------------------------------ a shard


class Job(NamedTuple):
    """A shard to be made."""

    plan: Plan
    folder: str
    shard: int

    def __str__(self) -> str:
        numbers = self.plan.numbers(self.shard)
        return f"shard {self.shard:05} (games {numbers[0]} to {numbers[-1]})"


def make_shard(job: Job) -> Shard:
    """Play the games of a shard and write it; this runs in the workers."""
    # States and events have no cycles: the garbage collector would look through all facts and find
    # nothing. Players of somebody's own may have some.
    paused = job.plan.native and gc.isenabled()
    if paused:
        gc.disable()
    try:
        files, failures = _played(job.plan, job.shard)
    finally:
        if paused:
            gc.enable()
    for name, data in files.items():
        write_part(Path(job.folder, name), data)
    numbers = job.plan.numbers(job.shard)
    digests = {name: digest_of(data) for name, data in files.items()}
    return Shard(job.shard, numbers[0], len(numbers), digests, tuple(failures))


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
                rules = game.rules.text or "usual rules"
                what = (game.id, game.number, str(game.seed), game.names, game.map.name, rules)
                failures.append(Failure(*what, error_text(error)))
            else:
                texts.append(text)
    tables = builder.tables()
    files = {
        shard_file(table, shard): parquet_bytes(table, getattr(tables, table))
        for table in (TABLES if plan.events else TABLES[:1])
    }
    if plan.records:
        packed = io.BytesIO()
        with gzip.GzipFile("", "wb", fileobj=packed, mtime=0) as file:
            file.write("\n".join(texts).encode())
        files[shard_file("records", shard)] = packed.getvalue()
    return files, failures


def _add_game(builder: TableBuilder, game: PlannedGame, plan: Plan) -> str:
    """Play a game and add it to tables; gives its record as text if the plan asks for records."""
    start = game.start()
    recorder = _recorder(game, plan)

    def steps() -> Iterator[Step]:
        for before, move, outcome in _moves_of(game, plan):
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


def _recorder(game: PlannedGame, plan: Plan) -> Recorder:
    event = f"Simulation {plan.name}, game {game.number}"
    return Recorder(game.start(), {"Event": event, "Seed": str(game.seed)})


def _moves_of(game: PlannedGame, plan: Plan) -> Iterator[tuple[GameState, Move, Outcome]]:
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


def _add_ends(builder: TableBuilder, games: Sequence[PlannedGame]) -> None:
    """Add the ends of games that the compiled engine plays, those of one table together."""
    starts = {game.id: game.start() for game in games}
    tables = defaultdict[tuple[object, ...], list[PlannedGame]](list)
    for game in games:
        tables[game.roster, starts[game.id].grid, game.rules].append(game)
    ends = dict[str, tuple[int, ...]]()
    for alike in tables.values():
        roster, grid, rules = alike[0].roster, starts[alike[0].id].grid, alike[0].rules
        coins = play_games(_levels(roster), [game.seed for game in alike], grid=grid, rules=rules)
        ends.update(zip((game.id for game in alike), coins, strict=True))
    for game in games:
        builder.add_result(game.id, starts[game.id], ends[game.id], seed=game.seed)


def error_text(error: Exception) -> str:
    """An error and where it was raised, without what changes from run to run."""
    said = re.sub(r" at 0x[0-9a-fA-F]+", "", f"{type(error).__name__}: {error}")[:LONGEST_ERROR]
    raised = error.__cause__ if isinstance(error.__cause__, SystemExit) else error
    frames = list(walk_tb(raised.__traceback__))
    if not frames:
        return said
    place = extract_tb(raised.__traceback__)[-1]
    module = frames[-1][0].f_globals.get("__name__", "?")
    return f"{said} (in {place.name}, line {place.lineno} of {module})"


# ------------------------------------------------------------------ from a row back to its game


def record_of(
    folder: str | os.PathLike[str], game: str, *, trust: str | Sequence[str] = ()
) -> GameRecord:
    """The record of a game by its id in the tables of a folder, as every row of a result has it.

    The folder holds a simulated dataset, or folders of them. A dataset that was made with records
    has it; for any other the game is played once more, which gives the same game as long as the
    players are those that played it; `trust` names the modules of players that are not
    khronos_lab's, else they are not imported. Open it with `replay(record, step=step)`.
    """
    simulation, _, number = text_of(game, "the id of a game").rpartition("-")
    for found, name in _simulations(folder):
        if name == simulation and number.isdecimal():
            kept = _kept(found, simulation, int(number))
            return kept or play_again(found, int(number), trust=trust)
    safe_id = game if game.isprintable() else repr(game)
    raise KhronosError(f"{path_text(folder)} has no game {safe_id}; ids are those of its tables")


def simulations_with_records(folder: str | os.PathLike[str]) -> list[str]:
    """The short names of the simulations at or below a folder that have kept their games."""
    return [name for found, name in _simulations(folder) if any(found.glob("records/*"))]


def _simulations(folder: str | os.PathLike[str]) -> Iterator[tuple[Path, str]]:
    for plan in sorted(Path(path_text(folder)).rglob(PLAN_FILE)):
        with suppress(KhronosError):  # somebody else's file of this name
            yield plan.parent, simulation_in(plan.parent)[0]


def _kept(folder: Path, simulation: str, number: int) -> GameRecord | None:
    for shard in read_shards(folder, simulation):
        file = folder / shard_file("records", shard.number)
        failed = {failure.number for failure in shard.failures}
        if shard.first <= number < shard.first + shard.games and number not in failed:
            before = sum(each not in failed for each in range(shard.first, number))
            # Those before it are not read, only counted.
            texts = islice(game_texts(file), before, None) if file.is_file() else iter(())
            found = next(map(read_game, texts), None)
            return found if isinstance(found, GameRecord) else None
    return None
