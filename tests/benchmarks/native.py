"""How much faster the compiled engine is than the readable one, as ratios of one run.

Run from the project's root::

    python -m tests.benchmarks.native

Catanatron plays its 4-player games of random players beside them; it is installed into an
environment of its own in a temporary folder (or give one that has it with `--peer PYTHON`;
`--peer none` leaves it out). All seconds are of the processor, so that other work on the machine
counts for little.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import statistics
import subprocess
import tempfile
import time
import venv
from collections.abc import Callable
from functools import partial
from itertools import starmap
from pathlib import Path
from random import Random

from khronos_lab.core import Action, EndTurn, GameState
from khronos_lab.engine import choices, new_game, play_through
from khronos_lab.native import NativePosition, play_games
from khronos_lab.native import layout as c
from khronos_lab.players import sensible
from tests.native.readable_value import prospects

PEER = Path(__file__).with_name("peer_catanatron.py")


def seconds(work: Callable[[], object]) -> float:
    """Seconds of the processor that some work takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def random_game(seed: int) -> list[GameState]:
    """The states of a 4-player game with uniform choice over all legal actions."""
    rng, states = Random(seed), [new_game(4, seed)]
    while not states[-1].over:
        state = states[-1]
        action = choices(state).pick(rng)
        _, outcome = play_through(
            state, action, lambda _, asked: rng.randrange(len(asked.options)), trusted=True
        )
        states.append(outcome.state)
    return states


def told(what: str, ours: float, theirs: float, unit: str, bar: int) -> None:
    """One line: both rates and their ratio."""
    ratio = ours / theirs
    mark = "" if ratio >= bar else "  BELOW THE BAR"
    print(
        f"{what:52}{ours:12,.0f}{theirs:10,.1f} {unit}  {ratio:6.0f} x (bar {bar}){mark}",
        flush=True,
    )


def random_games(peer: str | None, rounds: int) -> None:
    """Games of four random players: compiled, readable, and catanatron's."""
    compiled, readable, theirs = [], [], []
    for first in range(0, 1500 * rounds, 1500):
        many, some = range(first, first + 1500), range(first, first + 25)
        compiled.append(len(many) / seconds(partial(play_games, ["random"] * 4, many)))
        readable.append(len(some) / seconds(partial(list, map(random_game, some))))
        if peer is not None:
            theirs.append(peer_rate(peer, first))
    ours = statistics.median(compiled)
    told("random 4-player games", ours, statistics.median(readable), "a second", 45)
    if theirs:
        told("  beside catanatron's", ours, statistics.median(theirs), "a second", 100)


def peer_rate(python: str, first: int) -> float:
    """Catanatron's games a second of the processor."""
    command = [python, str(PEER), str(first), "10"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    account = json.loads(done.stdout.splitlines()[-1])
    return float(account["games"] / account["seconds"])


def listing(states: list[GameState]) -> None:
    """All legal actions, listed: into the memory of the C side, and as objects of Python."""
    positions = [NativePosition.of(state) for state in states]
    total = sum(len(choices(state)) for state in states)
    room = max(position.count() for position in positions)
    buffer = (c.ActionStruct * room)()
    legal = c.library().khronos_legal
    repeats = 20

    def compiled() -> None:
        for _ in range(repeats):
            for position in positions:
                legal(position._setup.table, position._data, buffer, room)

    # A board of its own each time: what it worked out before is kept with it.
    fresh = [position.state() for position in positions]
    readable = total / seconds(lambda: [list(choices(state)) for state in fresh])
    told("legal actions listed", repeats * total / seconds(compiled), readable, "a second", 100)
    objects = total / seconds(lambda: [position.legal() for position in positions])
    print(f"  as objects of Python: {objects:,.0f} a second, {objects / readable:.1f} x")


def trying(states: list[GameState]) -> None:
    """An action with all its effects and then the learned value of all seats."""
    positions = [NativePosition.of(state) for state in states[::3]]
    number = sum(position.count() for position in positions)
    actions, coins = (c.ActionStruct * 4000)(), (ctypes.c_double * c.SEATS * 4000)()
    try_all = c.library().khronos_try_all

    def compiled() -> None:
        for position in positions:
            try_all(position._setup.table, position._data, actions, coins, 4000)

    rng, rates, readables = Random(1), [], []
    for _ in range(5):
        # States of their own each time: what was worked out of a board before is kept with it.
        fresh = [position.state() for position in positions]
        sample = [(state, choices(state).pick(rng)) for state in fresh for _ in range(4)]
        readables.append(len(sample) / seconds(partial(list, starmap(try_one, sample))))
        rates.append(number / seconds(compiled))
    rate, readable = statistics.median(rates), statistics.median(readables)
    told("an action with the learned value of all seats", rate, readable, "a second", 150)
    print(f"  {1e6 / rate:.2f} µs against {1e6 / readable:.0f} µs")


def try_one(state: GameState, action: Action) -> list[float]:
    """One action of the readable engine."""
    after = play_through(state, action, sensible, trusted=True)[1].state
    over = not isinstance(action, EndTurn)
    return [prospects(after, seat, over=over) for seat in range(len(after.players))]


def copying() -> None:
    """A copy of a position."""
    size, many = ctypes.sizeof(c.StateStruct), 2000
    source, target = (c.StateStruct * many)(), (c.StateStruct * many)()
    best = min(seconds(lambda: ctypes.memmove(target, source, many * size)) for _ in range(20))
    print(f"a copy of a position: {size:,} bytes, {1e6 * best / many:.2f} µs")


def whole_games() -> None:
    """Whole games of the built-in players, on one thread and on two."""
    rate = 20 / seconds(lambda: play_games(["greedy"] * 2, range(20)))
    print(f"games of two greedy players: {rate:.0f} a second of the processor")
    seeds = range(20_000)
    for threads in (1, 2):
        begin = time.perf_counter()
        play_games(["random"] * 4, seeds, threads=threads)
        rate = len(seeds) / (time.perf_counter() - begin)
        print(f"  random games by the clock, threads {threads}: {rate:,.0f} a second")
    plans = [NativePosition.of(new_game(2, seed)) for seed in range(10)]
    turn = seconds(lambda: [position.plans(8, width=12) for position in plans]) / len(plans)
    print(f"the beam over a turn, 12 wide: {1000 * turn:.0f} ms")


def main() -> None:
    """Measure everything once."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.native")
    parser.add_argument("--peer", help="a Python that has catanatron, or none")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"{'':48}{'compiled':>12}{'other':>12}")
    with tempfile.TemporaryDirectory() as folder:
        peer = given.peer
        if peer is None:
            venv.create(folder, with_pip=True)
            peer = str(Path(folder) / "bin" / "python")
            subprocess.run([peer, "-m", "pip", "install", "-q", "catanatron"], check=True)
        random_games(None if peer == "none" else peer, given.rounds)
    states = [state for seed in range(4) for state in random_game(seed) if not state.over]
    listing(states)
    trying(states)
    copying()
    whole_games()


if __name__ == "__main__":
    main()
