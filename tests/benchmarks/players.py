"""What players cost, as ratios: against random play, and against a peer's players.

Run from the project's root::

    python -m tests.benchmarks.players

The peer, catanatron, is installed into an environment of its own in a temporary folder (or give
one that has it with `--peer PYTHON`; `--peer none` leaves it out). All players play 4-player games
on one core, in turns, in the same run; seconds vary with the machine, ratios hardly. The packaged
release 3.2.1 has no other greedy player than one by points; the value function and alpha-beta are
in the source from 3.3.0 on: `--peer-from FOLDER` installs a copy of it. Players that the peer lacks
are named. One game of its alpha-beta takes half a minute.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from khronos_lab.engine import new_game
from khronos_lab.players import NAMES, moves_of_game, player_named
from tests.benchmarks.engine import peer_python

PEER = Path(__file__).with_name("peer_catanatron_players.py")
PEER_PLAYERS = ("greedy by points", "greedy by value", "alpha-beta")
GAMES = {"random": 30, "greedy": 6}
"""Games of these players in a round; two of any other."""
MANY = 10_000


def our_round(name: str, first: int, games: int) -> Counter[str]:
    """Play so many 4-player games; the same account as the peer's."""
    player = player_named(name)
    found: Counter[str] = Counter(games=games)
    start = time.process_time()
    for seed in range(first, first + games):
        found["decisions"] += sum(1 for _ in moves_of_game([player] * 4, new_game(4, seed), seed))
    found["microseconds"] = round(1e6 * (time.process_time() - start))
    return found


def our_accounts(rounds: int) -> dict[str, Counter[str]]:
    """All players of the roster, in turns."""
    total: dict[str, Counter[str]] = {}
    for number in range(rounds):
        for name in NAMES:
            account = our_round(name, 100 * number, GAMES.get(name, 2))
            total[name] = total.get(name, Counter()) + account
    return total


def peer_accounts(python: str) -> dict[str, dict[str, float]]:
    """Let the peer's players play."""
    command = [python, str(PEER), "0", "3"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    accounts: dict[str, dict[str, float]] = json.loads(done.stdout.splitlines()[-1])
    return accounts


def print_ours(total: dict[str, Counter[str]]) -> None:
    """Cost by decision and by game, and the ratio to random play."""
    yard = total["random"]["microseconds"] / total["random"]["games"]
    print("khronos_lab, 4 players, CPU time")
    for name, each in total.items():
        game = each["microseconds"] / each["games"]
        decision = each["microseconds"] / each["decisions"]
        print(
            f"  {name:15} {game / 1000:8.1f} ms a game, {decision / 1000:7.2f} ms a decision, "
            f"{game / yard:6.1f} times random"
        )
    greedy = total["greedy"]["microseconds"] / total["greedy"]["games"] / 1e6
    print(
        f"  {MANY:,} greedy games would take {MANY * greedy / 60:.0f} minutes on one core, "
        f"{MANY * greedy / 120:.0f} on two that share nothing"
    )


def print_peer(total: dict[str, Counter[str]], peer: dict[str, dict[str, float]]) -> None:
    """The peer's costs, and ours by decision in times of its."""
    print("catanatron, 4 players, CPU time")
    yard = peer["random"]["seconds"] / peer["random"]["games"]
    for name, each in peer.items():
        game, decision = each["seconds"] / each["games"], each["seconds"] / each["decisions"]
        print(
            f"  {name:15} {1000 * game:8.1f} ms a game, {1000 * decision:7.2f} ms a decision, "
            f"{game / yard:6.1f} times random"
        )
        for ours in ("greedy", "planner"):
            cost = total[ours]["microseconds"] / total[ours]["decisions"] / 1e6
            if name != "random":
                print(f"    our {ours} costs {cost / decision:.2f} times that a decision")
    for name in PEER_PLAYERS:
        if name not in peer:
            print(f"  {name}: this release of catanatron has no such player")


def main() -> None:
    """Print all costs and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", help="a Python that has catanatron, or `none`")
    parser.add_argument("--peer-from", default="catanatron", help="what to install as the peer")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}")
    total = our_accounts(options.rounds)
    print_ours(total)
    if options.peer == "none":
        return
    with tempfile.TemporaryDirectory() as folder:
        peer = options.peer or peer_python(Path(folder) / "peer", options.peer_from)
        print_peer(total, peer_accounts(peer))


if __name__ == "__main__":
    main()
