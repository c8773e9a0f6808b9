"""What branching and recording cost, as ratios.

Run from the project's root::

    python -m tests.benchmarks.what_if

Games played on by each player against random ones, the review of a game against one game,
and saving after every move against checking that move. Seconds vary with the machine and with
whoever else uses it: everything is timed in turns, and the quickest of several rounds counts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from khronos_lab.engine import new_game
from khronos_lab.players import play_on
from khronos_lab.records import GameFile, GameRecord, Session, begin, read_games
from khronos_lab.rulebook import data_folder
from khronos_lab.simulation import reviews

CREWS = ("random", "greedy")


def quickest(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The least seconds of each work, one after the other in every round."""
    least = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            least[name] = min(least[name], time.perf_counter() - began)
    return least


def shipped(number: int) -> GameRecord:
    """A game that comes with khronos_lab."""
    [path] = (data_folder() / "games").glob(f"{number:02}-*.khr")
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    return record


def playing_on(games: int, rounds: int) -> None:
    """Games a second from the first position of four players."""
    start = new_game(4, 1)
    least = quickest(
        {crew: partial(play_on, start, crew, games=games, seed=1) for crew in CREWS}, rounds
    )
    for crew, seconds in least.items():
        ratio = seconds / least["random"]
        print(f"play on, {crew:8} {games / seconds:8.1f} games a second, {ratio:6.1f} times random")


def reviewing() -> None:
    """Processor seconds of the review of a game of four: to its first mark, and the whole of it."""
    record = shipped(3)
    began = time.process_time()
    play_on(record.start, "greedy", games=4, seed=1)
    one_game = (time.process_time() - began) / 4
    began, first = time.process_time(), 0.0
    for review in reviews(record):
        if review.mistakes and not first:
            first = time.process_time() - began
    whole = time.process_time() - began
    print(
        f"review of four players: first mark after {first:.1f} s, whole {whole:.1f} s of processor "
        f"time, {whole / one_game:.0f} times a game of greedy"
    )


def recording(rounds: int) -> None:
    """Entering a whole game move by move, with and without saving after each."""
    record = shipped(9)
    moves = [node.text for node in record.line.nodes]

    def entered(saved: Callable[[Session], object]) -> None:
        session = begin(record.names)
        for text in moves:
            session = session.enter(text)
            saved(session)

    with TemporaryDirectory() as folder:

        def kept() -> None:
            path = Path(folder) / "game.khr"
            path.unlink(missing_ok=True)
            entered(GameFile(path).save)

        least = quickest({"checked": lambda: entered(lambda _: None), "saved": kept}, rounds)
    each = 1000 / len(moves)
    print(
        f"recorder, {len(moves)} moves: {least['saved'] * each:.2f} ms a move, saved; "
        f"{least['saved'] / least['checked']:.1f} times checking it alone"
    )


def main() -> int:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games played on in a round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    playing_on(given.games, given.rounds)
    reviewing()
    recording(given.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
