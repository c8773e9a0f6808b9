"""The peer's side of the engine benchmark: catanatron's random players, run by its own Python.

Prints one JSON line: games, seconds and decisions. Nothing of khronos_lab is imported here.
"""

import json
import sys
import time

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,unused-ignore]


def main(first: int, games: int) -> None:
    """Play so many 4-player games and say how long it took."""
    decisions = 0
    start = time.process_time()
    for seed in range(first, first + games):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        decisions += len(getattr(game.state, "action_records", ()) or game.state.actions)
    seconds = time.process_time() - start
    print(json.dumps({"games": games, "seconds": seconds, "decisions": decisions}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
