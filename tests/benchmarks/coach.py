"""Is the coach true? Its marks are played on to the end by masters, after both turns.

    nice python -m tests.benchmarks.coach --games 40 --rows coach.jsonl

Games of built-in players with two to four seats are reviewed. Every marked turn, and one of the
unmarked ones drawn by lot, is played on with the turn played and with the best other one found, on
the same 16 deals, by masters that think for about 0.05 s a turn. The deals are others than those of
the review. 16 deals leave a standard error of 3 to 4.5 coins, so that luck alone would show a miss
in every fourth unmarked turn: where they show more than a coin, 80 more are played. After each game
a line says what was found so far:

- coverage: the share of named intervals that contain the mean that masters find;
- slope: of what masters find on what was named, through the origin (1: losses are true on average);
- missed: the share of unmarked turns for which the other turn is better by more than 3 coins, as
  16 deals have it, and as all have it.

Where `--rows` has a pair of turns from an earlier run, what masters found is taken from there.
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
MOST: Final = 96
"""Deals of an unmarked turn that looks as if it gave something away."""
TABLES: Final = (
    ("planner", "greedy"),
    ("greedy", "planner", "greedy", "planner"),
    ("planner", "greedy", "greedy"),
)
MISSED: Final = 3.0
"""Coins by which a turn may be bettered and still have no mark."""

Pair = tuple[int, str, tuple[str, ...]]
"""A game, a turn of it, and the moves of the other turn."""


def found_by_masters(turn: ReviewedTurn, first: int, number: int) -> list[float]:
    """By deal: how much better the other turn is when masters play on to the end."""
    assert turn.other is not None
    leads = []
    for known in (turn.known, turn.other.known):
        rows = NativePosition.of(known).rollouts(deals("masters", number, first), MASTER)
        held = [player.coins for player in known.players]
        leads.append(
            [lead([a + b.coins for a, b in zip(held, row, strict=True)], turn.seat) for row in rows]
        )
    return [other - played for played, other in zip(*leads, strict=True)]


def rows_of(number: int, unmarked: int, known: dict[Pair, list[float]]) -> list[dict[str, Any]]:
    """The marks of one game and some unmarked turns, with what masters find."""
    table = TABLES[number % len(TABLES)]
    record = play_game(list(table), seed=f"coach {number}")
    with ThreadPoolExecutor(1) as one:
        review = review_game(record, progress=False, keep=False, executor=one)
    rest = [turn for turn in review.turns if not turn.mark and turn.loss and not turn.known.over]
    chosen = [turn for turn in review.turns if turn.mark]
    chosen += Random(number).sample(rest, min(unmarked, len(rest)))
    found = []
    for turn in chosen:
        assert turn.loss is not None
        assert turn.other is not None
        moves = tuple(node.text for node in turn.other.nodes)
        values = known.get((number, turn.label, moves)) or found_by_masters(turn, 0, DEALS)
        if not turn.mark and fmean(values[:DEALS]) > 1 and len(values) < MOST:
            values += found_by_masters(turn, len(values), MOST - len(values))
        found.append(
            {
                "game": number, "players": len(table), "turn": turn.label, "round": turn.round,
                "mark": turn.mark, "named": turn.loss.coins, "kinds": turn.loss.by_kind,
                "luck": turn.loss.luck, "chance": turn.loss.chance, "games": turn.loss.games,
                "moves": moves, "values": [round(each, 2) for each in values],
            }
        )  # fmt: skip
    return found


def told(rows: list[dict[str, Any]]) -> str:
    """What was found so far, in a line."""
    marked = [row for row in rows if row["mark"]]
    rest = [row["values"] for row in rows if not row["mark"]]
    if not marked:
        return "nothing yet"
    pairs = [(row["named"], fmean(row["values"][:DEALS])) for row in marked]
    inside = fmean(low <= found <= high for (_, low, high), found in pairs)
    slope = sum(named[0] * found for named, found in pairs) / sum(n[0] ** 2 for n, _ in pairs)
    same = fmean((found > 0) == (named[0] > 0) for named, found in pairs)
    said = (
        f"{len(marked)} marks: coverage {inside:.0%}, slope {slope:.2f}, same direction {same:.0%}"
    )
    if not rest:
        return said
    raw = fmean(fmean(values[:DEALS]) > MISSED for values in rest)
    known = fmean(fmean(values) > MISSED for values in rest)
    errors = [stdev(values) / len(values) ** 0.5 for values in rest if len(values) > DEALS]
    return (
        f"{said}; {len(rest)} unmarked: missed {raw:.0%} by {DEALS} deals, "
        f"{known:.0%} by all (standard errors up to {max(errors, default=0):.1f})"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1, help="3 takes one size of table only")
    parser.add_argument("--unmarked", type=int, default=1, help="unmarked turns of a game")
    parser.add_argument("--rows", type=Path, help="keep one line of JSON per turn here")
    asked = parser.parse_args()
    old = asked.rows.read_text().splitlines() if asked.rows and asked.rows.exists() else []
    known: dict[Pair, list[float]] = {
        (row["game"], row["turn"], tuple(row["moves"])): row["values"]
        for row in map(json.loads, old)
    }
    rows: list[dict[str, Any]] = []
    for number in range(asked.first, asked.first + asked.step * asked.games, asked.step):
        rows += rows_of(number, asked.unmarked, known)
        if asked.rows:
            asked.rows.write_text("".join(json.dumps(row) + "\n" for row in rows))
        print(f"game {number}: {told(rows)}", flush=True)


if __name__ == "__main__":
    main()
