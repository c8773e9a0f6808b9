"""The peer's side of the players benchmark: catanatron's players, run by its own Python.

Prints one JSON line: for each of its players that this release has, games, seconds and decisions
of 4-player games. Nothing of khronos_lab is imported here.
"""

import importlib
import json
import sys
import time

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,unused-ignore]

# The players by what they do. Releases differ in which of them they ship and where.
PLAYERS = {
    "greedy by points": ("VictoryPointPlayer", ("catanatron.players.search",)),
    "greedy by value": (
        "ValueFunctionPlayer",
        ("catanatron.players.value", "catanatron_experimental.machine_learning.players.value"),
    ),
    "alpha-beta": (
        "AlphaBetaPlayer",
        ("catanatron.players.minimax", "catanatron_experimental.machine_learning.players.minimax"),
    ),
}


def found(title: str, modules: tuple[str, ...]) -> type | None:
    """The class with this name, if this release has it."""
    for module in modules:
        try:
            return getattr(importlib.import_module(module), title, None)
        except ImportError:
            continue
    return None


def account(player: type, first: int, games: int) -> dict[str, float]:
    """Play so many 4-player games and say how long it took."""
    decisions = 0
    start = time.process_time()
    for seed in range(first, first + games):
        game = Game([player(color) for color in Color], seed=seed)
        game.play()
        decisions += len(getattr(game.state, "action_records", ()) or game.state.actions)
    seconds = time.process_time() - start
    return {"games": games, "seconds": seconds, "decisions": decisions}


def main(first: int, games: int) -> None:
    """Every player that there is, the slow ones for a single game."""
    accounts = {"random": account(RandomPlayer, first, 4 * games)}
    for name, (title, modules) in PLAYERS.items():
        player = found(title, modules)
        if player is not None:
            accounts[name] = account(player, first, 1 if name == "alpha-beta" else games)
    print(json.dumps(accounts))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
