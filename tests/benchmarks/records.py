"""What records cost, as ratios to playing the same games.

Run from the project's root::

    python -m tests.benchmarks.records

Seconds vary with the machine and with whoever else uses it, so everything is timed game by game in
turns, and of each game the quickest of several rounds counts.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from khronos_lab.core import GameState, Move, Question
from khronos_lab.engine import Outcome, choices, new_game, play, play_through
from khronos_lab.records import GameRecord, Recorder, read_record, record_text

PLAYERS = (2, 3, 4, 5)


class Sample(NamedTuple):
    """One game: how it starts, its moves, and its record as text."""

    seed: int
    start: GameState
    moves: tuple[Move, ...]
    text: str


def random_game(seed: int, *, record: bool = False) -> Recorder | None:
    """Play a game of uniformly random actions, trusted, with or without writing it down."""
    rng = Random(seed)

    def any_option(_: GameState, question: Question) -> int:
        return rng.randrange(len(question.options))

    state = new_game(PLAYERS[seed % len(PLAYERS)], seed)
    recorder = Recorder(state, {"Seed": str(seed)}) if record else None
    while not state.over:
        move, outcome = play_through(state, choices(state).pick(rng), any_option, trusted=True)
        if recorder is not None:
            recorder.add(state, move, outcome)
        state = outcome.state
    return recorder


def recorded(seed: int) -> GameRecord:
    """A random game and its record, digests and all."""
    recorder = random_game(seed, record=True)
    assert recorder is not None
    return recorder.record()


def sample(seed: int) -> Sample:
    """A game to measure."""
    record = recorded(seed)
    moves = tuple(node.move for node in record.line.nodes)
    return Sample(seed, record.start, moves, record_text(record))


def play_moves(game: Sample) -> None:
    """Play known moves with their answers and draws, every one checked."""
    state = game.start
    for move in game.moves:
        outcome = play(state, move)
        assert isinstance(outcome, Outcome)
        state = outcome.state


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def compare(
    games: list[Sample],
    one: Callable[[Sample], object],
    other: Callable[[Sample], object],
    rounds: int,
) -> float:
    """The time of one way by the time of the other, over all games."""
    totals = [0.0, 0.0]
    for game in games:
        pairs = [
            (seconds(lambda g=game: one(g)), seconds(lambda g=game: other(g)))  # type: ignore[misc]
            for _ in range(rounds)
        ]
        totals[0] += min(pair[0] for pair in pairs)
        totals[1] += min(pair[1] for pair in pairs)
    return totals[0] / totals[1]


def main() -> None:
    """Print all ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    games = [sample(seed) for seed in range(options.games)]
    actions = sum(len(game.moves) for game in games)
    # The collector should not look through these games again whenever another one is timed.
    gc.collect()
    gc.freeze()
    print(f"Python {sys.version.split()[0]}, {len(games)} random games, {actions} actions")
    reading = compare(games, lambda g: read_record(g.text), play_moves, options.rounds)
    print(f"reading, checking and replaying / playing the same moves: {reading:.2f} (at most 1.5)")
    recording = compare(
        games,
        lambda g: random_game(g.seed, record=True),
        lambda g: random_game(g.seed),
        options.rounds,
    )
    print(f"playing and recording / playing: {recording:.3f} (at most 1.1)")
    whole = compare(games, lambda g: recorded(g.seed), lambda g: random_game(g.seed), 3)
    print(f"  with the record made at the end: {whole:.3f}")
    size = sum(len(game.text.encode()) for game in games)
    tags = sum(len(game.text.partition("\n\n")[0].encode()) for game in games)
    print(f"bytes per action: {size / actions:.1f}, without the tags {(size - tags) / actions:.1f}")
    print("  (at most 16)")


if __name__ == "__main__":
    main()
