"""`simulate`: many games as a dataset. It may be killed at any time and goes on from there."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.analysis import (
    PLAN_FILE,
    SHARD_MARKS,
    Failure,
    Folder,
    Mark,
    TableBuilder,
    asked_of,
    read_mark,
    shard_name,
)
from khronos_lab.core import Grid
from khronos_lab.records import GameRecord, game_texts, read_game
from khronos_lab.rulebook import KhronosError, RuleSet, own_or_shipped, path_text, quoted, text_of
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
from khronos_lab.simulation.progress_bar import new_bar
from khronos_lab.simulation.shards import (
    Job,
    Trouble,
    play_into,
    recorder_of,
    steps_of,
    survey,
)
from khronos_lab.simulation.stores import LocalStore, Store, open_store
from khronos_lab.simulation.workers import Alone, Crew, Processes, Team

WORTH_A_POOL: Final = 2.0
"""Seconds of work from which on starting processes, about one second, pays."""
MOST_FAILURES: Final = 100
"""Failures that a report lists; the marks have all of them."""


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
    """The first games that failed; the marks have all of them."""

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
    workers: int | None = None,
    executor: Executor | None = None,
    repair: bool = False,
    progress: bool | None = None,
) -> Report:
    """Play games and write them as a dataset that `read_tables` reads.

    The same arguments give the same files, byte for byte, whoever works. Called again after it was
    stopped, it keeps the shards that are finished and makes the others; other arguments are
    refused, except more games, if the shards there are full.

    Parameters
    ----------
    games, players, seed, maps, rules, seats, paired
        What is played: see `khronos_lab.simulation.plan`. Players are named as in the roster, or
        `module:ClassName`; maps by name, file or value, or `generated` for a new one in each block.
    out
        A folder, or the URL of a place that fsspec can write to, such as `s3://bucket/run`. It must
        be new, empty, or hold a part of this very simulation.
    shard_games
        How many games a shard has; it is made and kept as a whole.
    records
        Keep the records of the games, too.
    workers
        How many processes work; by default as many as there are processors if that pays, which a
        game or two tell. With an executor: how many shards it can make at a time. A script must
        call this below `if __name__ == "__main__":`, because the processes load it, too.
    executor
        Any executor instead, for example that of a Dask client.
    repair
        Make shards with damaged files again instead of refusing them.
    progress
        Show a bar; by default in a terminal or notebook.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     report = simulate(2, ["random", "random"], folder)
    >>> report.games, report.made, report.failed
    (2, 2, 0)
    """
    store = open_store(out)
    if workers is not None and workers < 1:
        raise KhronosError(f"at least one worker is needed, not {workers}")
    there = _plan_there(store)
    plan = planned(
        games,
        players,
        seed=seed,
        maps=maps,
        rules=rules,
        seats=seats,
        paired=paired,
        shard_games=there.shard_games if there and shard_games is None else shard_games,
        records=records,
    )
    _begin(store, plan, there)
    return _run(store, plan, workers=workers, executor=executor, repair=repair, progress=progress)


def resume(
    out: Folder,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    repair: bool = False,
    progress: bool | None = None,
    trust: str | Sequence[str] = (),
) -> Report:
    """Go on with the simulation in a folder, whatever it was.

    `trust` names the modules of players of your own, as in `simulate`: what a file says alone is
    never imported.
    """
    store = open_store(out)
    plan = plan_of(store)
    refuse_untrusted(plan, trust, store.place)
    return _run(
        store,
        plan,
        workers=workers,
        executor=executor,
        repair=repair,
        progress=progress,
    )


def play_again(out: Folder, number: int, *, trust: str | Sequence[str] = ()) -> GameRecord:
    """Play one game of a dataset once more; if it failed, its error is raised.

    If an error is raised, the traceback leads into the player that made it. A player of somebody's
    own is made only if `trust` names its module: a dataset may come from anybody.
    """
    # A sample that comes with the package is found from anywhere.
    plan = plan_of(open_store(out if "://" in path_text(out) else own_or_shipped(out)))
    refuse_untrusted(plan, trust, os.fspath(out))
    if type(number) is not int or not 0 <= number < plan.games:
        raise KhronosError(f"there is no game {quoted(number)}; games are 0 to {plan.games - 1}")
    game = game_of(plan, number)
    recorder = recorder_of(game, plan)
    for _ in steps_of(game, recorder):
        pass
    return recorder.record()


# ------------------------------------------------------------------ beginning


def plan_of(store: Store) -> Plan:
    """The plan of the dataset in a store."""
    plan = _plan_there(store)
    if plan is None:
        raise KhronosError(
            f"{store.place} holds no simulation to go on with; say how many games and which players"
        )
    return plan


def _plan_there(store: Store) -> Plan | None:
    """The plan in a store that holds a dataset; None in an empty one."""
    where = f"{store.place}/{PLAN_FILE}"
    if store.has(PLAN_FILE):
        plan, maker = read_plan(store.read(PLAN_FILE), where)
        if maker != own_version():
            raise KhronosError(
                f"{where} was made by khronos_lab {maker} and this is {own_version()}, which may "
                "play other games; go on with that version, or simulate into another folder"
            )
        return plan
    if not store.is_empty():
        raise KhronosError(f"{store.place} is not empty and holds no simulation; name a new folder")
    return None


def _begin(store: Store, plan: Plan, there: Plan | None) -> None:
    """Write down what is asked; refuse what differs from what was asked here before."""
    if there == plan:
        return
    if there is not None:
        more = plan.games > there.games and there.games % there.shard_games == 0
        if not more or replace(plan, games=there.games) != there:
            raise KhronosError(
                f"{store.place} holds another simulation ({'; '.join(differences(there, plan))}); "
                "name another folder, or ask for the same to go on"
            )
    store.write(PLAN_FILE, plan_text(plan, own_version()).encode())


def own_version() -> str:
    """The version of khronos_lab, as it is installed."""
    try:
        return installed_version("khronos-lab")
    except PackageNotFoundError:
        return "of a folder"


# ------------------------------------------------------------------ running


def _run(
    store: Store,
    plan: Plan,
    *,
    workers: int | None,
    executor: Executor | None,
    repair: bool,
    progress: bool | None,
) -> Report:
    found = survey(store, plan, thorough=repair or isinstance(store, LocalStore))
    if found.broken and not repair:
        first = next(iter(found.broken.values()))
        others = len(found.broken) - 1
        raise KhronosError(f"{first}; {others} more shards are broken" if others else first)
    marks = list(found.marks)
    kept = {mark.shard for mark in found.marks}
    missing = [shard for shard in range(plan.shards) if shard not in kept]
    jobs = (Job(plan, store.place, shard, shard in found.broken) for shard in missing)
    crew = _crew(plan, missing, workers, executor)
    try:
        done = sum(mark.games for mark in marks)
        with new_bar(plan.games, done, shown=progress) as bar:
            for result in crew.work(jobs):
                marks.append(_checked(result, store))
                bar.update(marks[-1].games)
    except KeyboardInterrupt:
        done = sum(mark.games for mark in marks)
        raise KeyboardInterrupt(
            f"stopped after {done:,} of {plan.games:,} games, which are kept in {store.place}; "
            "simulate once more into that folder to go on"
        ) from None
    finally:
        crew.stop()
    store.sweep()
    # By number, so that the report does not depend on which worker was first.
    failures = sorted(
        (failure for mark in marks for failure in mark.failures), key=lambda each: each.number
    )
    told = tuple(failures[:MOST_FAILURES])
    return Report(store.place, plan.games, len(marks) - len(kept), len(kept), len(failures), told)


def _checked(result: Mark | Trouble, store: Store) -> Mark:
    """The mark of a shard that is there; a worker's trouble is raised."""
    if isinstance(result, Trouble):
        raise KhronosError(result.sentence)
    if not store.has(shard_name(SHARD_MARKS, result.shard)):
        raise KhronosError(
            f"a worker wrote shard {result.shard:05} to {store.place}, but it is not to be seen "
            "from here; name a folder that all machines share, or an object store"
        )
    return result


def _crew(
    plan: Plan, missing: Sequence[int], workers: int | None, executor: Executor | None
) -> Crew:
    """Who makes the missing shards."""
    if executor is not None:
        return Team(executor, workers or os.cpu_count() or 1)
    if workers is None:
        workers = os.cpu_count() or 1
        if len(missing) < 2 or workers < 2 or not _can_spawn() or not _worth_a_pool(plan, missing):
            workers = 1
    workers = min(workers, len(missing))
    return Processes(workers) if workers > 1 else Alone()


def _can_spawn() -> bool:
    """True if processes can be started: they load the main program, which must be in a file."""
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    return file is None or main.__spec__ is not None or os.path.exists(file)


def _worth_a_pool(plan: Plan, missing: Sequence[int]) -> bool:
    """True if the games to play take longer than starting processes would.

    The first game also pays for what is loaded and worked out once, so the second one is timed.
    """
    numbers = plan.numbers(missing[0])
    for number in (numbers[0], numbers[-1]):
        start = time.perf_counter()
        try:
            play_into(TableBuilder(), game_of(plan, number), plan)
        except Exception:  # it will be told where it counts
            continue
        seconds = time.perf_counter() - start
        games = sum(len(plan.numbers(shard)) for shard in missing)
        if seconds * games < WORTH_A_POOL:
            return False
    return True


# ------------------------------------------------------------------ from a row back to its game


class Place(NamedTuple):
    """Where a game can be played again: the folder of its simulation, and its number there."""

    folder: Path
    simulation: str
    number: int


def record_of(
    folder: str | os.PathLike[str], game: str, *, trust: str | Sequence[str] = ()
) -> GameRecord:
    """The record of a game by its id in the tables of a folder, as every row of a result has it.

    The folder is on this computer and holds a simulated dataset, or folders of them. A dataset that
    was made with records has it; for any other the game is played once more, which gives the same
    game as long as the players are those that played it; `trust` names the modules of players that
    are not khronos_lab's, else they are not imported. Open it with `replay(record, step=step)`.
    """
    place = place_of(folder, game)
    if place is None:
        safe_id = game if game.isprintable() else repr(game)
        raise KhronosError(
            f"{path_text(folder)} has no game {safe_id}; ids are those of its tables"
        )
    return _kept(place) or play_again(place.folder, place.number, trust=trust)


def place_of(folder: str | os.PathLike[str], game: str) -> Place | None:
    """Where the game with this id is; None if no simulation at or below a folder has it.

    The id is the short name of a simulation and the number of the game in it.
    """
    simulation, _, number = text_of(game, "the id of a game").rpartition("-")
    if not simulation or not number.isdecimal():
        return None
    for found, name in _simulations(folder):
        if name == simulation:
            return Place(found, simulation, int(number))
    return None


def simulations_with_records(folder: str | os.PathLike[str]) -> list[str]:
    """The short names of the simulations at or below a folder that have kept their games."""
    return [name for found, name in _simulations(folder) if any(found.glob("records/*"))]


def _simulations(folder: str | os.PathLike[str]) -> Iterator[tuple[Path, str]]:
    """The folders of simulations, and their short names."""
    for plan in sorted(Path(path_text(folder)).rglob(PLAN_FILE)):
        with suppress(KhronosError, OSError):  # somebody else's file of this name
            yield plan.parent, asked_of(plan.read_bytes(), str(plan)).name


def _kept(place: Place) -> GameRecord | None:
    """The record of a game as its shard has it; None if there is none."""
    for path in sorted((place.folder / SHARD_MARKS).glob("*.json")):
        mark = read_mark(path.read_bytes(), path.as_posix(), place.simulation)
        if mark.first <= place.number < mark.first + mark.games:
            shard = place.folder / shard_name("records", mark.shard)
            return _in_shard(shard, mark, place.number)
    return None


def _in_shard(file: Path, mark: Mark, number: int) -> GameRecord | None:
    failed = {failure.number for failure in mark.failures}
    if number in failed or not file.is_file():
        return None
    place = sum(each not in failed for each in range(mark.first, number))
    # Those before it are not read, only counted.
    text = next(islice(game_texts(file), place, None), None)
    found = None if text is None else read_game(text)
    return found if isinstance(found, GameRecord) else None
