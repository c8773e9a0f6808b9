"""The players of now against a player of version 0.2.0, by paired deals.

The old player sits in a process of its own, with the code of commit 8240ecb in a git worktree that
is made in a temporary folder; moves are exchanged as text. Rule switches are named on both sides.
With two players every deal is played twice with seats changed; with four the new player sits once
in every seat. Whoever is asked out of turn (C4) answers sensibly::

    python -m tests.benchmarks.against_release master planner --deals 60
    python -m tests.benchmarks.against_release master planner --players 4 --deals 20
    python -m tests.benchmarks.against_release planner planner --deals 100

A budget is written as master:100000. A game in which the two engines differ (B8 was changed since)
is counted and left out with its deal.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import fmean

from khronos_lab.core import GameState, Move, Question, player_marks, seed_of
from khronos_lab.engine import new_game, play_token
from khronos_lab.players import (
    MasterPlayer,
    Player,
    RandomPlayer,
    mean_interval,
    next_move,
    player_named,
    sensible,
)
from khronos_lab.records import node_of
from khronos_lab.rulebook import ROUNDS, KhronosError, RuleSet

ROOT = Path(__file__).resolve().parents[2]
COMMIT = "8240ecb"
RULES = {"erased_tiles_return": False, "ruins_respect_domains": False, "holdem": False}
OLD = """
import sys, time
from random import Random
from khronos_lab.core.chance import seed_of
from khronos_lab.core.position import player_marks
from khronos_lab.engine.notation import play_token
from khronos_lab.engine.setup import new_game
from khronos_lab.players.games import next_move
from khronos_lab.players.random_player import sensible
from khronos_lab.players.roster import player_named
from khronos_lab.records.model import node_of
from khronos_lab.rulebook.ruleset import RuleSet
class Other:
    def answer(self, view, move, question, rng):
        return sensible(view, question)
for line in sys.stdin:
    order, *words = line.split()
    if order == "new":
        players, seed, name, seats = int(words[0]), words[1], words[2], words[3]
        state = new_game(players, seed, rules=RuleSet(**RULES))
        marks = player_marks(state.names)
        table = [(player_named(name) if str(seat) in seats else Other(),
                  Random(seed_of(seed, "seat", seat))) for seat in range(players)]
        used = 0.0
    elif order == "told":
        state = play_token(state, words[0], marks)[1].state
    elif order == "seconds":
        print(used, flush=True)
    else:
        start = time.process_time()
        move, outcome = next_move(table, state)
        used += time.process_time() - start
        print(node_of(state, move, outcome, marks).text, flush=True)
        state = outcome.state
"""


class Asked(RandomPlayer):
    """Somebody in another process, who only answers what he is asked."""

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """Sensibly."""
        return sensible(view, question)


class OldPlayer:
    """The other process."""

    def __init__(self, folder: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"RULES = {RULES!r}\n{OLD}"], cwd=folder, text=True,
            env={"PYTHONPATH": folder}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def tell(self, *words: object) -> None:
        """Say a line."""
        print(*words, file=self._process.stdin, flush=True)

    def ask(self, *words: object) -> str:
        """Say a line and hear one."""
        self.tell(*words)
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def game(new: Player, old: OldPlayer, name: str, players: int, seed: str, seat: int) -> list[float]:
    """Won, lead over the others' mean, seconds a turn of the new player and of an old one."""
    state: GameState = new_game(players, seed, rules=RuleSet(**RULES))
    marks = player_marks(state.names)
    table = [(new if each == seat else Asked(), Random(seed_of(seed, "seat", each)))
             for each in range(players)]  # fmt: skip
    old.tell("new", players, seed, name, "".join(str(s) for s in range(players) if s != seat))
    used = 0.0
    while not state.over:
        if state.seat == seat:
            start = time.process_time()
            move, outcome = next_move(table, state)
            used += time.process_time() - start
            old.tell("told", node_of(state, move, outcome, marks).text)
        else:
            _, outcome = play_token(state, old.ask("move"), marks)
        state = outcome.state
    coins = [player.coins for player in state.players]
    others = (sum(coins) - coins[seat]) / (players - 1)
    won = (coins[seat] == max(coins)) / coins.count(max(coins))
    theirs = float(old.ask("seconds")) / ROUNDS / (players - 1)
    return [won, coins[seat] - others, used / ROUNDS, theirs]


def made(name: str) -> Player:
    """A player of now, with its budget if one is given."""
    title, _, budget = name.partition(":")
    return MasterPlayer(budget=int(budget)) if budget else player_named(title)


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("new")
    parser.add_argument("old")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", default="release")
    given, rows, failed = parser.parse_args(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        tree = f"{folder}/tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", tree, COMMIT], check=True, capture_output=True)
        try:
            old, new = OldPlayer(tree), made(given.new)
            for deal in range(given.deals):
                seed, seats = f"{given.seed}-{deal}", range(given.players)
                try:
                    games = [game(new, old, given.old, given.players, seed, s) for s in seats]
                except (KhronosError, ValueError):
                    old, failed = OldPlayer(tree), failed + 1
                    continue
                rows.append([fmean(column) for column in zip(*games, strict=True)])
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=False, capture_output=True)
    wins, leads, ours, theirs = zip(*rows, strict=True)
    for title, column in (("wins", wins), ("lead", leads)):
        low, high = mean_interval(column)
        print(f"{title} {fmean(column):.2f} ({low:.2f} to {high:.2f})")
    print(f"{len(rows)} deals, {failed} left out;", end=" ")
    print(f"{fmean(ours) * 1000:.1f} ms a turn against {fmean(theirs) * 1000:.1f}")


if __name__ == "__main__":
    main()
