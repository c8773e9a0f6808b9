"""Learning what positions are worth: players play, weights are fitted, and they play again.

Run it as a command; it changes the weights of the learned value::

    python -m tests.making.training --games 40 --seed 1

Every run lets a quick planner, which judges by the weights of now, play games for each number of
players, and moves the weights towards what these games say. So run it several times, with
other seeds: weights from the games of weaker players mislead stronger ones. `--afresh` begins with
the guess of `table_value` instead. The file keeps the commands that led to it; the same commands
give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from khronos_lab.core import GameState, seed_of
from khronos_lab.engine import new_game
from khronos_lab.native import KEPT, Stage, stages
from khronos_lab.players import (
    ABSENT,
    GUESSING,
    INCOMES,
    PLAIN,
    TRAITS,
    Foresight,
    PlannerPlayer,
    Player,
    moment_of,
    moves_of_game,
    traits_of,
)
from khronos_lab.rulebook import MAX_PLAYERS, MIN_PLAYERS, ROUNDS, TAX_ROUNDS
from tests.support import PACKAGE

BUDGET = 24
"""Evaluations of the planner that plays: games are many, so each is quick."""
RIDGE = 300.0
"""How strongly weights are held to those of before, in rows of data: few games change little."""
MIX_RIDGE = 600.0
"""The same for how weights change within a round."""


class Row(NamedTuple):
    """One player at the start of somebody's turn, and how the game ended."""

    left: int
    before: int
    traits: tuple[float, ...]
    coins: int
    final: int


def rows_of(states: Iterable[GameState], ends: Sequence[int]) -> Iterator[Row]:
    """A row for every player at the start of every turn."""
    for state in states:
        for seat, player in enumerate(state.players):
            left, before = moment_of(state, seat, over=False)
            found = traits_of(state, seat, player.coins, player.adventurers, over=False)
            yield Row(left, before, tuple(found), player.coins, ends[seat])


def turn_starts(crew: Sequence[Player], seed: object) -> tuple[list[GameState], tuple[int, ...]]:
    """The positions at the start of every turn of one game, and the coins at its end."""
    start = new_game(len(crew), seed_of(seed, "deal"))
    states = [start]
    for before, _, outcome in moves_of_game(crew, start, seed_of(seed, "players")):
        after = outcome.state
        if after.over:
            return states, tuple(player.coins for player in after.players)
        if after.turn.seat != before.turn.seat:
            states.append(after)
    raise AssertionError("a game ends")


def fitted(
    rows: Sequence[Row], players: int, known: Sequence[Stage] | None = None
) -> list[dict[str, Any]]:
    """By turns left: weights at the start and after the end of a turn, and the spread.

    They move from the `known` ones, or from the guess, towards what the rows say.
    """
    width = 1 + len(TRAITS)
    nothing = {"start": [0.0] * width, "end": [0.0] * width, "spread": 0.01}
    found = [nothing]
    for left in range(1, ROUNDS + 1):
        before = guessed(players, left)
        if known is not None:
            before = np.array(known[left].start[1:]), np.array(known[left].end[1:])
        found.append(_stage([row for row in rows if row.left == left], players, before))
    return found


def _stage(
    rows: Sequence[Row], players: int, before: tuple[np.ndarray, np.ndarray]
) -> dict[str, Any]:
    """Ridge regression of the coins still to come on traits, and on incomes as turns pass.

    Weights are held to those of `before`: what few games say counts little.
    """
    traits = np.array([row.traits for row in rows])
    mix = np.array([row.before for row in rows]) / (players - 1)
    first, last = before
    coins = np.array([row.final - row.coins for row in rows], dtype=float)
    target = coins - (traits * (first + mix[:, None] * (last - first))).sum(axis=1)
    incomes = traits[:, : len(INCOMES)]
    table = np.column_stack([np.ones(len(rows)), traits, mix, incomes * (mix - 0.5)[:, None]])
    # Of what is rare little can be learned: its scale is not made larger than a coin's.
    scale = np.maximum(table.std(axis=0), 1.0)
    held = np.full(table.shape[1], RIDGE)
    held[1 + traits.shape[1] :] = MIX_RIDGE
    held[0] = 0.0
    scaled = table / scale
    found = np.linalg.solve(scaled.T @ scaled + np.diag(held), scaled.T @ target) / scale
    plain, step = found[: 1 + len(TRAITS)], np.zeros(1 + len(TRAITS))
    step[0] = found[1 + len(TRAITS)]
    step[1 : 1 + len(INCOMES)] = found[2 + len(TRAITS) :]
    half = step.copy()
    half[0] = 0.0
    start = plain - half / 2
    return {
        "start": _rounded(start + np.append(0.0, first)),
        "end": _rounded(start + step + np.append(0.0, last)),
        "spread": _spread(table @ found, target),
    }


def guessed(players: int, left: int) -> tuple[np.ndarray, np.ndarray]:
    """What a coin of each trait is worth by `table_value`: at the start of a turn and after one."""
    ends = []
    for before in (0, players - 1):
        weights = np.zeros(len(TRAITS))
        for number in TAX_ROUNDS:
            own_turns = number - (ROUNDS - left) - 1
            if own_turns >= 0:
                turns = before + own_turns * (players - 1)
                might, faith, reason = (np.array(row) ** turns for row in KEPT[players])
                held = [*might[1:], *faith[1:], *reason[1:]]
                away = ABSENT * np.array([might[2], faith[2], reason[2]])
                weights[: len(held) + 3] += [*held, *away]
        ends.append(weights)
    return ends[0], ends[1]


def _spread(guesses: np.ndarray, target: np.ndarray) -> float:
    """The scale of a logistic distribution with the spread of what the guesses miss."""
    return round(float(np.std(target - guesses)) * 3**0.5 / np.pi * 2**0.5, 3)


def _rounded(weights: np.ndarray) -> list[float]:
    return [round(float(each), 3) for each in weights]


def explained(rows: Sequence[Row], stages: list[dict[str, Any]], players: int) -> dict[int, float]:
    """By turns left: the share of the coins still to come that the weights explain (R squared)."""
    found = {}
    for left in range(1, ROUNDS + 1):
        some = [row for row in rows if row.left == left]
        start, end = (np.array(stages[left][key]) for key in ("start", "end"))
        mix = np.array([row.before for row in some])[:, None] / (players - 1)
        table = np.column_stack([np.ones(len(some)), [row.traits for row in some]])
        target = np.array([row.final - row.coins for row in some], dtype=float)
        rest = target - (table * (start + mix * (end - start))).sum(axis=1)
        found[left] = round(1 - float((rest**2).sum() / ((target - target.mean()) ** 2).sum()), 3)
    return found


def weights_text(stages: dict[int, list[dict[str, Any]]], commands: Sequence[str]) -> str:
    """The file of weights: one line for each list, so that a person can read it."""
    blocks = []
    for players, found in sorted(stages.items()):
        rows = [
            f'    {{"spread": {each["spread"]},\n     "start": {each["start"]},\n'
            f'     "end": {each["end"]}}}'
            for each in found
        ]
        blocks.append(f'  "{players}": [\n' + ",\n".join(rows) + "]")
    return (
        f'{{"commands": {json.dumps(list(commands), indent=1)},\n'
        f'"traits": {json.dumps(list(TRAITS))},\n'
        '"players": {\n' + ",\n".join(blocks) + "}}\n"
    )


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="for each number of players")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--afresh", action="store_true", help="begin with the guess")
    options = parser.parse_args()
    file = PACKAGE / "native" / "weights.json"
    player = PlannerPlayer(
        budget=BUDGET, taste=GUESSING if options.afresh else PLAIN, foresight=Foresight(0, ())
    )
    commands = [] if options.afresh else json.loads(file.read_text("utf-8"))["commands"]
    found = {}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        rows: list[Row] = []
        for number in range(options.games):
            rows += rows_of(*turn_starts([player] * players, f"{options.seed}-{players}-{number}"))
        known = None if options.afresh else stages(players)
        found[players] = fitted(rows, players, known)
        shares = explained(rows, found[players], players)
        print(f"{players} players, R squared by turns left: {shares}", flush=True)
    command = "python -m tests.making.training " + " ".join(sys.argv[1:])
    file.write_text(weights_text(found, [*commands, command]), encoding="utf-8")


if __name__ == "__main__":
    main()
