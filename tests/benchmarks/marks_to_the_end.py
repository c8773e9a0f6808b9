"""What is left of the losses that the coach tells if players play on to the end.

Run from the project's root::

    python -m tests.benchmarks.marks_to_the_end --games 40

After every marked turn of some shipped games, and after the better one, the game is played to the
end with the same deals. The slope is that of a line through zero: 1 if players find as much on
average as the coach tells, less if they find less. Greedy players found 0.7 of it (0.5 to 0.85; 17
turns, 40 games each), planners 1.0 (0.6 to 1.6; 9 turns of games 1 and 8, 12 games each).
"""

from __future__ import annotations

import argparse
import sys
from statistics import fmean

from khronos_lab.analysis import ReviewedTurn
from khronos_lab.players import lead, play_on, standard_error
from tests.simulation.reviewed import reviewed


def lost_at_the_end(turn: ReviewedTurn, players: str, games: int) -> list[float]:
    """Game by game: what the turn played gives away against the better one."""
    assert turn.other is not None
    leads: list[list[float]] = []
    for known in (turn.known, turn.other.known):
        ends: list[tuple[int, ...]] = []
        play_on(known, players, games=games, seed="check", ended=ends.append)
        leads.append([lead(coins, turn.seat) for coins in ends])
    return [other - played for played, other in zip(*leads, strict=True)]


def main() -> int:
    """Print what the coach tells and what players find, turn by turn, and the slope."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numbers", type=int, nargs="+", default=[1, 2, 5, 7, 8])
    parser.add_argument("--games", type=int, default=40, help="games after each turn")
    parser.add_argument("--players", default="greedy", help="who plays on")
    given = parser.parse_args()
    pairs: list[tuple[float, float]] = []
    for number in given.numbers:
        for turn in reviewed(number).mistakes:
            assert turn.loss is not None
            found = lost_at_the_end(turn, given.players, given.games)
            pairs.append((turn.loss.coins.value, fmean(found)))
            print(
                f"{number:02} {turn.label} {turn.mark:2} coach {pairs[-1][0]:5.1f}, "
                f"{given.players} {pairs[-1][1]:5.1f} ± {standard_error(found):.1f}",
                flush=True,
            )
    slope = sum(told * found for told, found in pairs) / sum(told * told for told, _ in pairs)
    print(f"{given.players} finds {slope:.2f} of what the coach tells in {len(pairs)} turns")
    return 0


if __name__ == "__main__":
    sys.exit(main())
