"""`simulate`: many games as a dataset. It may be killed at any time and goes on from there."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from itertools import islice
from pathlib import Path
from typing import Any, Final

from khronos_lab.analysis import (
    FORMAT,
    MANIFEST,
    PLAN_FILE,
    TABLES,
    Failure,
    Folder,
    Shard,
    asked_of,
    read_shards,
    shard_file,
    write_manifest,
)
from khronos_lab.core import Grid
from khronos_lab.records import GameRecord, game_texts, local_path, read_game, refusal, whole_bytes
from khronos_lab.rulebook import (
    KhronosError,
    RuleSet,
    own_or_shipped,
    path_text,
    quoted,
    say,
    text_of,
)
from khronos_lab.simulation.plan import (
    Plan,
    Seats,
    differences,
    game_of,
    plan_text,
    planned,
    read_plan,
    refuse_untrusted,
)
from khronos_lab.simulation.progress_bar import Bar
from khronos_lab.simulation.shards import PART, Job, moves_of, recorder_of
from khronos_lab.simulation.workers import announced, made

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MOST_FAILURES: Final = 100
"""Failures that a report lists; the manifest has all of them."""
SAVED: Final = 1.0
"""Seconds after which the manifest is written again: what it lacks is made once more."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation came to."""

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
    seed: int | str = 0,
    maps: Sequence[str | Grid] = ("valley",),
    rules: Sequence[RuleSet] = (RuleSet(),),
    seats: Seats = "rotate",
    paired: bool = False,
    shard_games: int | None = None,
    records: bool = False,
    events: bool = True,
    workers: int | None = None,
    cluster: Any = None,  # noqa: ANN401
    progress: Bar | bool | None = None,
) -> Report:
    """Play games and write them as a dataset that `read_tables` reads.

    The same arguments give the same files, byte for byte, whoever works. Called again after it was
    stopped, it keeps the shards that are finished and whole and makes the others; other arguments
    are refused, except more games, or events of games of which only the ends were noted.

    Games of players that the compiled engine knows are played there, and the readable engine tells
    their events; at any other table it plays, too.

    Parameters
    ----------
    games, players, seed, maps, rules, seats, paired
        What is played: see `khronos_lab.simulation.plan`. Players are named as in the roster, or
        `module:ClassName`; maps by name, file or value, or `generated` for a new one in each block.
    out
        A folder. It must be new, empty, or hold a part of this very simulation.
    shard_games
        How many games a shard has, which is made and kept as a whole; by default few at first, and
        then what takes some seconds.
    records
        Keep the records of the games, too.
    events
        Tell what happens in the games. False notes only how they end, which is much faster; the
        same call with True tells the rest.
    workers
        How many processes work; by default as many as this computer grants, or one if there is
        little to do. A script must call this below `if __name__ == "__main__":`, because the
        processes load it, too.
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
    plan = planned(
        games, players, seed=seed, maps=maps, rules=rules, seats=seats, paired=paired,
        shard_games=shard_games, records=records, events=events,
    )  # fmt: skip
    with _only_writer(folder):
        plan = _begun(folder, plan, keep_size=shard_games is None)
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
            _run(folder, replace(plan, events=True), untold, None, None, progress)


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
    recorder = recorder_of(game, plan)
    for before, move, outcome in moves_of(game, plan):
        recorder.add(before, move, outcome)
    return recorder.record()


# ------------------------------------------------------------------ beginning


def plan_of(folder: Path) -> Plan:
    """The plan of the dataset in a folder, which may be of version 0.2.0."""
    if not (folder / PLAN_FILE).is_file():
        raise KhronosError(
            f"{folder} holds no simulation to go on with; say how many games and which players"
        )
    return read_plan(folder)[0]


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


@contextmanager
def _only_writer(folder: Path) -> Iterator[None]:
    """Refuse to work where somebody else does; a process that is killed leaves nothing behind."""
    if folder.is_file():
        raise KhronosError(f"{folder} is a file; name a folder")
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if fcntl is not None:
                handle = os.open(folder, os.O_RDONLY)
                stack.callback(os.close, handle)
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise KhronosError(say("files-two_writers", folder=str(folder))) from None
        except OSError as fault:
            if fault.errno not in (errno.ENOTSUP, errno.ENOLCK):  # a file system without locks
                raise refusal(folder, "written", fault) from fault
        yield


def own_version() -> str:
    """The version of khronos_lab, as it is installed."""
    try:
        return installed_version("khronos-lab")
    except PackageNotFoundError:
        return "of a folder"


# ------------------------------------------------------------------ running


def _run(
    folder: Path,
    plan: Plan,
    wanted: Iterable[int],
    workers: int | None,
    cluster: Any,  # noqa: ANN401
    progress: Bar | bool | None,
) -> Report:
    """Make the wanted shards that are not there, and keep the manifest."""
    _refuse_strangers(folder, plan)
    shards = _whole_shards(folder, plan)
    whole = {each for each in shards if shards[each].is_told or not plan.events}
    jobs = [Job(plan, str(folder), number) for number in wanted if number not in whole]
    done = plan.games - sum(len(plan.numbers(job.shard)) for job in jobs)
    saved = time.monotonic()
    try:
        with (
            announced([plan], done, workers, cluster, progress) as bar,
            closing(made(plan, jobs, workers, cluster)) as results,
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


def _refuse_strangers(folder: Path, plan: Plan) -> None:
    """Refuse files that are no part of a simulation, so that nobody's work is mixed with it."""
    folders = (*TABLES, "records")
    own = {shard_file(each, shard) for each in folders for shard in range(plan.shards)}
    own |= {PLAN_FILE, MANIFEST}
    for path in sorted(folder.rglob("[!.]*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in own:
            raise KhronosError(
                f"{path} does not belong to this simulation of {plan.shards} shards; move it away"
            )


def _whole_shards(folder: Path, plan: Plan) -> dict[int, Shard]:
    """The finished shards that the plan still wants so, and whose files are what was written."""
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
    """The folders of simulations, and their short names."""
    for plan in sorted(Path(path_text(folder)).rglob(PLAN_FILE)):
        with suppress(KhronosError):  # somebody else's file of this name
            yield plan.parent, asked_of(plan.parent).name


def _kept(folder: Path, simulation: str, number: int) -> GameRecord | None:
    """The record of a game as its shard has it; None if there is none."""
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
