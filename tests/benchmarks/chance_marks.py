"""How often a turn is marked as a mistake by chance: turns compared with themselves.

Run from the project's root::

    python -m tests.benchmarks.chance_marks --times 4

After every turn of the shipped games short games are played twice, with other seeds. Whatever one
half loses against the other is chance, so every mark is a false one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from khronos_lab.analysis import Branch, Timeline, loss_of, mark_of
from khronos_lab.players import ShortGames, share_interval
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import data_file
from khronos_lab.simulation import GAMES, MORE_GAMES, ReviewJob, is_doubtful, jobs_of


def compared_with_itself(job: ReviewJob, times: int) -> Iterator[str]:
    """The marks that a turn gets against itself, twice for each time: either half may lose."""
    for time_ in range(times):
        one, other = (ShortGames(job.known, f"{half} {time_}") for half in ("one", "other"))
        for halves in ((one, other), (other, one)):
            for games in (GAMES, MORE_GAMES):
                played, better = (Branch(tuple(each.samples(games))) for each in halves)
                loss = loss_of(played, better, job.before.seat)
                if not is_doubtful(loss):
                    break
            yield mark_of(loss)


def turns_of(record: GameRecord) -> list[ReviewJob]:
    """The turns of a game after which something is open."""
    return [job for job in jobs_of(Timeline.of(record)) if job.spans and not job.known.over]


def main() -> int:
    """Print the share of false marks, game by game and of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2, help="comparisons of every turn")
    given = parser.parse_args()
    began, marks = time.process_time(), list[str]()
    for path in sorted(Path(str(data_file("games", ""))).glob("*.khr")):
        record = next(iter(read_games(path)))
        assert isinstance(record, GameRecord)
        found = [
            mark for job in turns_of(record) for mark in compared_with_itself(job, given.times)
        ]
        print(f"{path.stem:28} {sum(map(bool, found)):3} of {len(found)}", flush=True)
        marks += found
    false = sum(map(bool, marks))
    low, high = share_interval(false / len(marks), len(marks))
    print(
        f"marked by chance: {false} of {len(marks)} turns compared with themselves, "
        f"{false / len(marks):.1%} ({low:.1%} to {high:.1%}); "
        f"{time.process_time() - began:.0f} s of processor time"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
