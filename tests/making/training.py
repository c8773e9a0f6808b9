"""Learning what positions are worth: players play, weights are fitted, and they play again.

Run it as a command; it changes the weights of the learned value::

    python -m tests.making.training --player greedy --games 600 --seed 1

Every run lets built-in players, who judge by the weights of now, play games of both editions for
each number of players, and moves the weights towards what these games say. So run it several times,
with other seeds and stronger players: weights from the games of weaker players mislead stronger
ones. `--afresh` begins anew, with what incomes alone are worth. The file keeps the commands that
led to it; the same commands give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from khronos_lab.core import EndTurn
from khronos_lab.native import KEPT, LEVELS, Level, Stage, play_game, stages, traits
from khronos_lab.rulebook import MAX_PLAYERS, MIN_PLAYERS, ROUNDS, TAX_ROUNDS, Edition, RuleSet
from tests.support import PACKAGE

RIDGE = 300.0
"""How strongly weights are held to those of before, in rows of data: few games change little."""
MIX_RIDGE = 600.0
"""The same for how weights change within a round."""
INCOMES = 9
"""The first traits: incomes by age and hold."""
IDLE = [12, 13]
"""Own watchtowers and chapels: who plays well has some, but more of them win nothing."""
ABSENT = 0.5
"""What an income counts at first in an age where nobody is likely to be."""
LEFT, BEFORE, COINS, FINAL = range(4)
"""The first columns of a row: turns left, turns of others first, coins, coins at the end."""


def rows_of(players: int, seed: object, player: str | Level, rules: RuleSet) -> np.ndarray:
    """A row for every player at the start of every turn of a game: moment, coins, end, traits."""
    played = play_game([player] * players, str(seed), rules=rules)
    ends = [each.coins for each in played.end.state().players]
    rows, position, starts = [], played.start, True
    for move in played.moves:
        if starts:
            state, found = position.state(), position.evaluate(over=False)
            turn = (state.seat - state.start) % players
            for seat, each in enumerate(state.players):
                place = (seat - state.start) % players
                left = ROUNDS - state.round + (place >= turn)
                moment = (left, (place - turn) % players, each.coins, ends[seat])
                rows.append((*moment, *found.traits[seat]))
        starts = isinstance(move.action, EndTurn)
        following = position.play(move.action, move.answers)
        assert not isinstance(following, tuple)
        position = following
    return np.array(rows, dtype=float)


def fitted(
    rows: np.ndarray, players: int, known: Sequence[Stage] | None = None, *, small: bool = True
) -> list[dict[str, Any]]:
    """By turns left: weights at the start and after the end of a turn, and the spread.

    They move from the `known` ones, or from what incomes alone are worth, towards what the rows
    say. Without `small`, own watchtowers and chapels count nothing.
    """
    width = rows.shape[1] - FINAL
    nothing = {"start": [0.0] * width, "end": [0.0] * width, "spread": 0.01}
    found = [nothing]
    for left in range(1, ROUNDS + 1):
        before = guessed(players, left, width - 1)
        if known is not None:
            before = np.array(known[left].start[1:]), np.array(known[left].end[1:])
        some = rows[rows[:, LEFT] == left]
        if not small:
            for each in (*before, some[:, FINAL + 1 :].T):
                each[IDLE] = 0.0
        found.append(_stage(some, players, before))
    return found


def _stage(rows: np.ndarray, players: int, before: tuple[np.ndarray, np.ndarray]) -> dict[str, Any]:
    """Ridge regression of the coins still to come on traits, and on incomes as turns pass.

    Weights are held to those of `before`: what few games say counts little.
    """
    found = rows[:, FINAL + 1 :]
    many, mix, (first, last) = found.shape[1], rows[:, BEFORE] / (players - 1), before
    target = rows[:, FINAL] - rows[:, COINS]
    target = target - (found * (first + mix[:, None] * (last - first))).sum(axis=1)
    changes = found[:, :INCOMES] * (mix - 0.5)[:, None]
    table = np.column_stack([np.ones(len(rows)), found, mix, changes])
    # Of what is rare little can be learned: its scale is not made larger than a coin's.
    scale = np.maximum(table.std(axis=0), 1.0)
    held = np.full(table.shape[1], RIDGE)
    held[1 + many :] = MIX_RIDGE
    held[0] = 0.0
    scaled = table / scale
    weights = np.linalg.solve(scaled.T @ scaled + np.diag(held), scaled.T @ target) / scale
    step = np.zeros(1 + many)
    step[0] = weights[1 + many]
    step[1 : 1 + INCOMES] = weights[2 + many :]
    half = np.append(0.0, step[1:]) / 2
    start = weights[: 1 + many] - half
    return {
        "start": _rounded(start + np.append(0.0, first)),
        "end": _rounded(start + step + np.append(0.0, last)),
        "spread": _spread(target - table @ weights),
    }


def guessed(players: int, left: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """What a coin of each income is worth by itself: at the start of a turn and after one."""
    ends = []
    for before in (0, players - 1):
        weights = np.zeros(width)
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


def plain_weights() -> dict[int, list[dict[str, Any]]]:
    """By players and turns left, what incomes alone are worth."""
    found = {}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        guesses = [guessed(players, left, len(traits())) for left in range(ROUNDS + 1)]
        found[players] = [
            {"start": [0.0, *_rounded(start)], "end": [0.0, *_rounded(end)], "spread": 1.0}
            for start, end in guesses
        ]
    return found


def _spread(missed: np.ndarray) -> float:
    """The scale of a logistic distribution with the spread of what the guesses miss."""
    return round(float(np.std(missed)) * 3**0.5 / np.pi * 2**0.5, 3)


def _rounded(weights: np.ndarray) -> list[float]:
    return [round(float(each), 3) for each in weights]


def explained(rows: np.ndarray, found: list[dict[str, Any]], players: int) -> dict[int, float]:
    """By turns left: the share of the coins still to come that the weights explain (R squared)."""
    shares = {}
    for left in range(1, ROUNDS + 1):
        some = rows[rows[:, LEFT] == left]
        start, end = (np.array(found[left][key]) for key in ("start", "end"))
        mix = some[:, BEFORE][:, None] / (players - 1)
        table = np.column_stack([np.ones(len(some)), some[:, FINAL + 1 :]])
        target = some[:, FINAL] - some[:, COINS]
        rest = target - (table * (start + mix * (end - start))).sum(axis=1)
        shares[left] = round(1 - float((rest**2).sum() / ((target - target.mean()) ** 2).sum()), 3)
    return shares


def weights_text(found: dict[int, list[dict[str, Any]]], commands: Sequence[str]) -> str:
    """The file of weights: one line for each list, so that a person can read it."""
    blocks = []
    for players, each_left in sorted(found.items()):
        rows = [
            f'    {{"spread": {each["spread"]},\n     "start": {each["start"]},\n'
            f'     "end": {each["end"]}}}'
            for each in each_left
        ]
        blocks.append(f'  "{players}": [\n' + ",\n".join(rows) + "]")
    return (
        f'{{"commands": {json.dumps(list(commands), indent=1)},\n'
        f'"traits": {json.dumps(list(traits()))},\n'
        '"players": {\n' + ",\n".join(blocks) + "}}\n"
    )


def games_of(players: int, games: int, seed: object, player: str | Level) -> np.ndarray:
    """The rows of games of one number of players; every fourth is of the first edition."""
    editions = [RuleSet()] * 3 + [RuleSet(Edition.FIRST)]

    def one(number: int) -> np.ndarray:
        return rows_of(players, f"{seed}-{players}-{number}", player, editions[number % 4])

    with ThreadPoolExecutor(2) as pool:
        return np.concatenate(list(pool.map(one, range(games))))


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="greedy", choices=sorted(LEVELS))
    parser.add_argument("--games", type=int, default=600, help="by number of players, of two")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--no-small", action="store_true", help="small buildings count nothing")
    parser.add_argument("--afresh", action="store_true", help="begin with incomes alone")
    options = parser.parse_args()
    file = PACKAGE / "native" / "weights.json"
    if options.afresh:  # the first games are played by what incomes alone are worth
        file.write_text(weights_text(plain_weights(), []), encoding="utf-8")
    commands = json.loads(file.read_text("utf-8"))["commands"]
    found = {}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        rows = games_of(players, options.games * 2 // players, options.seed, options.player)
        found[players] = fitted(rows, players, stages(players), small=not options.no_small)
        shares = explained(rows, found[players], players)
        print(f"{players} players, R squared by turns left: {shares}", flush=True)
    command = "python -m tests.making.training " + " ".join(sys.argv[1:])
    file.write_text(weights_text(found, [*commands, command]), encoding="utf-8")


if __name__ == "__main__":
    main()
