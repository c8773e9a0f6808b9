"""How fast the engine is, as ratios: against a peer, and against our own naive ways.

Run from the project's root::

    python -m tests.benchmarks.engine

The peer, catanatron, is installed into an environment of its own in a temporary folder (or give
one that has it with `--peer PYTHON`; `--peer none` leaves it out). Both sides play random 4-player
games on one core, in turns, in the same run; seconds vary with the machine, ratios hardly.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import networkx as nx

from khronos_lab.core import STRIDE, Board, GameState, OpenChoice, bits, components
from khronos_lab.engine import choices, legal_actions, new_game, play_through
from khronos_lab.mechanics import why_not
from tests.benchmarks.timing import took

PEER = Path(__file__).with_name("peer_catanatron.py")


def random_states(seed: int, players: int = 4) -> Iterator[GameState]:
    """The states of a game with uniform choice over the full set of legal actions."""
    rng = Random(seed)

    def any_option(_: GameState, question: OpenChoice) -> int:
        return rng.randrange(len(question.options))

    state = new_game(players, seed)
    yield state
    while not state.over:
        action = choices(state).pick(rng)
        state = play_through(state, action, any_option, trusted=True)[1].state
        yield state


def our_round(first: int, games: int) -> dict[str, float]:
    """Play so many games; the same account as the peer's."""
    decisions = 0
    start = time.perf_counter()
    for seed in range(first, first + games):
        decisions += sum(1 for _ in random_states(seed)) - 1
    return {"games": games, "seconds": time.perf_counter() - start, "decisions": decisions}


def peer_python(folder: Path, source: str = "catanatron") -> str:
    """An environment of its own for the peer, installed from a release or a copy of its source."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", source], check=True)
    return python


def peer_round(python: str, first: int, games: int) -> dict[str, float]:
    """Let the peer play so many games."""
    command = [python, str(PEER), str(first), str(games)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    account: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return account


def against_peer(python: str | None, rounds: int) -> None:
    """Games per second, ours and the peer's in turns; medians over the rounds."""
    ours, theirs, decisions = [], [], 0.0
    for number in range(rounds):
        mine = our_round(100 * number, 60)
        ours.append(mine["games"] / mine["seconds"])
        decisions = mine["decisions"] / mine["games"]
        if python is not None:
            peer = peer_round(python, 100 * number, 20)
            theirs.append(peer["games"] / peer["seconds"])
    rate = statistics.median(ours)
    print(f"random 4-player games: {rate:.0f} a second, {decisions:.0f} decisions each")
    if theirs:
        peer_rate = statistics.median(theirs)
        print(f"  catanatron: {peer_rate:.1f} a second; ratio {rate / peer_rate:.1f}")


def per_call(work: Callable[[], object], calls: int, times: int = 5) -> float:
    """Seconds for one call, the best of some."""
    return took(work, times).wall / calls


def choosing(states: list[GameState]) -> None:
    """Counting against listing, and listing against asking `why_not` of every action listed."""
    total = sum(len(choices(state)) for state in states)
    count = per_call(lambda: [len(choices(state)) for state in states], 1)
    listing = per_call(lambda: [legal_actions(state) for state in states], 1, 3)
    some = states[:: max(1, len(states) // 40)]
    asked = sum(len(choices(state)) for state in some)
    asking = per_call(lambda: [why_not(s, a) for s in some for a in legal_actions(s)], 1, 1)
    print(f"legal actions: {total / len(states):.0f} in a position")
    print(f"  counted {total / count:,.0f} a second, listed {total / listing:,.0f} a second")
    print(f"  ratio of listing to counting {listing / count:.1f}")
    print(f"  ratio of asking why_not to listing {asking / asked / (listing / total):.1f}")


def playing(states: list[GameState]) -> None:
    """The cost of one move by kind of action, against one count of the legal actions."""
    rng = Random(1)
    spent: dict[str, list[float]] = {}
    for state in states:
        action = choices(state).pick(rng)
        start = time.perf_counter()
        play_through(state, action, lambda _, q: rng.randrange(len(q.options)))
        spent.setdefault(type(action).__name__, []).append(time.perf_counter() - start)
    count = per_call(lambda: [len(choices(state)) for state in states], len(states))
    print(f"one count of legal actions: {count * 1e6:.0f} µs")
    for kind, seconds in sorted(spent.items()):
        median = statistics.median(seconds)
        print(f"  play {kind}: {median * 1e6:.0f} µs, {median / count:.1f} counts")


def map_graph(board: Board) -> nx.Graph:
    """All squares of the map as a networkx graph: what a rules core on networkx would keep."""
    area = set(bits(board.grid.area))
    graph = nx.Graph()
    graph.add_nodes_from(sorted(area))
    graph.add_edges_from(
        (sq, sq + step) for sq in sorted(area) for step in (1, STRIDE) if sq + step in area
    )
    return graph


def searching(states: list[GameState]) -> None:
    """The domain search: kept up by a change, by our flood, and by networkx on the map's graph."""
    boards = [state.boards[0] for state in states if state.round > 4][::7]
    graph = map_graph(boards[0])
    tiles = [(board, next(b for b in board if not b.printed)) for board in boards]

    def by_networkx() -> None:
        for board in boards:
            list(nx.connected_components(graph.subgraph(list(bits(board.occupied)))))

    slow = per_call(by_networkx, len(boards))
    flood = per_call(lambda: [components(board.occupied) for board in boards], len(boards))
    kept = per_call(lambda: [board.change(removed=(tile,)) for board, tile in tiles], len(tiles))
    print(f"domain search of a board by networkx: {slow * 1e6:.0f} µs")
    print(f"  ratio to our flood {slow / flood:.1f}")
    print(f"  ratio to a removal with all that a board keeps up {slow / kept:.1f}")


def main() -> None:
    """Print all ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", help="a Python that has catanatron, or `none`")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        peer = options.peer or peer_python(Path(folder) / "peer")
        against_peer(None if peer == "none" else peer, options.rounds)
    states = [state for seed in range(6) for state in random_states(seed) if not state.over]
    choosing(states)
    playing(states)
    searching(states)


if __name__ == "__main__":
    main()
