"""How often a turn is marked as a mistake by chance: turns compared with themselves.

Run from the project's root::

    python -m tests.benchmarks.chance_marks --times 4

After every turn of the shipped games short games are played twice, with other seeds. Whatever one
half loses against the other is chance, so every mark is a false one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from khronos_lab.analysis import Branch, Timeline, loss_of, mark_of
from khronos_lab.core import Entry, GameState
from khronos_lab.players import NOBODY, ShortGames, known_to, share_interval
from khronos_lab.records import GameRecord
from tests.simulation.reviewed import game

GAMES = 48
"""Short games after a turn that looks like a mistake."""


def compared_with_itself(after: GameState, seat: int, times: int) -> Iterator[str]:
    """The marks that a turn gets against itself, twice for each time: either half may lose."""
    for number in range(times):
        one, other = (
            Branch(tuple(ShortGames(after, f"{half} {number}").samples(GAMES)))
            for half in ("one", "other")
        )
        yield mark_of(loss_of(one, other, seat))
        yield mark_of(loss_of(other, one, seat))


def turns_of(record: GameRecord) -> Iterator[tuple[GameState, int]]:
    """What everybody knows after each turn that leaves something open, and whose turn it was."""
    log: list[Entry] = []
    for span in Timeline.of(record).moves:
        log += span.log
        if span.ends_turn and not span.after.over:
            yield known_to(record.start, log, NOBODY), span.before.seat


def main() -> None:
    """Print the share of false marks, game by game and of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2, help="comparisons of every turn")
    parser.add_argument("--numbers", type=int, nargs="+", default=range(1, 10))
    given = parser.parse_args()
    began, marks = time.process_time(), list[bool]()
    for number in given.numbers:
        found = [
            bool(mark)
            for after, seat in turns_of(game(number))
            for mark in compared_with_itself(after, seat, given.times)
        ]
        print(f"game {number}: {sum(found):3} of {len(found)}", flush=True)
        marks += found
    low, high = share_interval(sum(marks) / len(marks), len(marks))
    print(
        f"marked by chance: {sum(marks)} of {len(marks)} turns compared with themselves, "
        f"{sum(marks) / len(marks):.1%} ({low:.1%} to {high:.1%}); "
        f"{time.process_time() - began:.0f} s of processor time"
    )


if __name__ == "__main__":
    main()
