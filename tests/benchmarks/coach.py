"""Is the coach true? Its marks are played on to the end by masters, after both turns.

    nice python -m tests.benchmarks.coach --games 40 --rows coach.jsonl

Games of built-in players with two to four seats are reviewed. Every marked turn, and one of the
unmarked ones drawn by lot, is played on with the turn played and with the best other one found, on
the same 16 deals, by masters that think for about 0.05 s a turn. The deals are others than those of
the review. After each game a line says what was found so far:

- coverage: the share of named intervals that contain the mean that masters find;
- slope: of what masters find on what was named, through the origin (1: losses are true on average);
- missed: the share of unmarked turns for which the other turn is better by more than 3 coins, and
  the same beyond chance.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from khronos_lab.analysis import ReviewedTurn
from khronos_lab.native import LEVELS, NativePosition
from khronos_lab.players import deals, lead, play_game
from khronos_lab.simulation import review_game

MASTER: Final = LEVELS["master"]._replace(budget=30_000, width=6, plans=8, draws=2)
DEALS: Final = 16
TABLES: Final = (
    ("planner", "greedy"),
    ("greedy", "planner", "greedy", "planner"),
    ("planner", "greedy", "greedy"),
)
MISSED: Final = 3.0
"""Coins by which a turn may be bettered and still have no mark."""


def found_by_masters(turn: ReviewedTurn) -> list[float]:
    """By deal: how much better the other turn is when masters play on to the end."""
    assert turn.other is not None
    leads = []
    for known in (turn.known, turn.other.known):
        rows = NativePosition.of(known).rollouts(deals("masters", DEALS), MASTER)
        held = [player.coins for player in known.players]
        leads.append(
            [lead([a + b.coins for a, b in zip(held, row, strict=True)], turn.seat) for row in rows]
        )
    return [other - played for played, other in zip(*leads, strict=True)]


def rows_of(number: int) -> list[dict[str, Any]]:
    """The marks of one game and an unmarked turn, with what masters find."""
    table = TABLES[number % len(TABLES)]
    record = play_game(list(table), seed=f"coach {number}")
    with ThreadPoolExecutor(1) as one:
        review = review_game(record, progress=False, keep=False, executor=one)
    rest = [turn for turn in review.turns if not turn.mark and turn.loss and not turn.known.over]
    chosen = [turn for turn in review.turns if turn.mark]
    chosen += Random(number).sample(rest, min(1, len(rest)))
    found = []
    for turn in chosen:
        assert turn.loss is not None
        values = found_by_masters(turn)
        found.append(
            {
                "game": number, "players": len(table), "turn": turn.label, "round": turn.round,
                "mark": turn.mark, "named": turn.loss.coins, "kinds": turn.loss.by_kind,
                "luck": turn.loss.luck, "chance": turn.loss.chance, "games": turn.loss.games,
                "found": fmean(values), "error": stdev(values) / len(values) ** 0.5,
            }
        )  # fmt: skip
    return found


def told(rows: list[dict[str, Any]]) -> str:
    """What was found so far, in a line."""
    marked = [row for row in rows if row["mark"]]
    rest = [row for row in rows if not row["mark"]]
    if not marked or not rest:
        return "nothing yet"
    inside = fmean(row["named"][1] <= row["found"] <= row["named"][2] for row in marked)
    named = sum(row["named"][0] ** 2 for row in marked)
    slope = sum(row["named"][0] * row["found"] for row in marked) / named
    missed = [row for row in rest if row["found"] > MISSED]
    sure = [row for row in missed if row["found"] > 1.64 * row["error"]]
    same = fmean((row["found"] > 0) == (row["named"][0] > 0) for row in marked)
    return (
        f"{len(marked)} marks: coverage {inside:.0%}, slope {slope:.2f}, "
        f"same direction {same:.0%}; "
        f"{len(rest)} unmarked: missed {len(missed) / len(rest):.0%}, "
        f"beyond chance {len(sure) / len(rest):.0%}"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1, help="3 takes one size of table only")
    parser.add_argument("--rows", type=Path, help="keep one line of JSON per turn here")
    asked = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for number in range(asked.first, asked.first + asked.step * asked.games, asked.step):
        rows += rows_of(number)
        if asked.rows:
            asked.rows.write_text("".join(json.dumps(row) + "\n" for row in rows))
        print(f"game {number}: {told(rows)}", flush=True)


if __name__ == "__main__":
    main()
