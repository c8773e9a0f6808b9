"""The players of now against a player of version 0.2.0, by paired deals.

The old player sits in a process of its own, with the code of commit 8240ecb in a git worktree that
is made in a temporary folder; moves are exchanged as text. Rule switches are named on both sides.
The new player sits once in every seat of a deal. Who is asked out of turn (C4) answers sensibly::

    python -m tests.benchmarks.against_release planner planner --deals 100
    python -m tests.benchmarks.against_release master planner --players 4 --deals 20

A budget is written as master:100000. A deal in which the engines differ (B8) is left out.
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
from typing import Any

from khronos_lab import players as p
from khronos_lab.core import GameState, Move, OpenChoice, player_marks, seed_of
from khronos_lab.engine import new_game, play_token
from khronos_lab.records import node_of
from khronos_lab.rulebook import ROUNDS, KhronosError, RuleSet

COMMIT = "8240ecb"
SWITCHES = "erased_tiles_return", "ruins_respect_domains", "holdem"
RULES: Any = dict.fromkeys(SWITCHES, False)
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
        players, seed, name, seats = int(words[0]), *words[1:]
        state = new_game(players, seed, rules=RuleSet(**RULES))
        marks, used = player_marks(state.names), 0.0
        table = [(player_named(name) if str(seat) in seats else Other(),
                  Random(seed_of(seed, "seat", seat))) for seat in range(players)]
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


class Asked(p.RandomPlayer):
    """Somebody in another process, who only answers what he is asked."""

    def answer(self, view: GameState, move: Move, question: OpenChoice, rng: Random) -> int:
        return p.sensible(view, question)


class OldPlayer(subprocess.Popen[str]):
    """The other process."""

    def __init__(self, folder: str) -> None:
        code, pipe = f"RULES = {RULES!r}\n{OLD}", subprocess.PIPE
        where: Any = {"cwd": folder, "env": {"PYTHONPATH": folder}}
        super().__init__([sys.executable, "-c", code], text=True, stdin=pipe, stdout=pipe, **where)

    def tell(self, *words: object) -> None:
        print(*words, file=self.stdin, flush=True)

    def ask(self, *words: object) -> str:
        self.tell(*words)
        assert self.stdout is not None
        return self.stdout.readline().strip()


def game(new: p.Player, old: OldPlayer, name: str, players: int, seed: str, seat: int) -> Any:
    """Won, lead over the others' mean, seconds a turn of the new player and of an old one."""
    state: GameState = new_game(players, seed, rules=RuleSet(**RULES))
    marks, used = player_marks(state.names), 0.0
    lots = [Random(seed_of(seed, "seat", each)) for each in range(players)]
    table = [(new if each == seat else Asked(), lot) for each, lot in enumerate(lots)]
    old.tell("new", players, seed, name, "".join(str(s) for s in range(players) if s != seat))
    while not state.over:
        if state.seat == seat:
            start = time.process_time()
            move, outcome = p.next_move(table, state)
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


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("new")
    parser.add_argument("old")
    for name, usual in (("--players", 2), ("--deals", 20)):
        parser.add_argument(name, type=int, default=usual)
    parser.add_argument("--seed", default="release")
    given, rows, failed = parser.parse_args(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        tree, git = f"{folder}/tree", ["git", "-C", str(Path(__file__).parent), "worktree"]
        subprocess.run([*git, "add", "--detach", tree, COMMIT], check=True, capture_output=True)
        try:
            budget, old = given.new.partition(":")[2], OldPlayer(tree)
            new = p.MasterPlayer(budget=int(budget)) if budget else p.player_named(given.new)
            for deal in range(given.deals):
                seed, seats = f"{given.seed}-{deal}", range(given.players)
                try:
                    games = [game(new, old, given.old, given.players, seed, s) for s in seats]
                    rows.append([fmean(column) for column in zip(*games, strict=True)])
                except (KhronosError, ValueError):
                    old, failed = OldPlayer(tree), failed + 1
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=False, capture_output=True)
    wins, leads, ours, theirs = zip(*rows, strict=True)
    for title, column in (("wins", wins), ("lead", leads)):
        low, high = p.mean_interval(column)
        print(f"{title} {fmean(column):.2f} ({low:.2f} to {high:.2f})")
    ms, old_ms = (round(1000 * fmean(each), 1) for each in (ours, theirs))
    print(f"{len(rows)} deals, {failed} left out; {ms} ms a turn against {old_ms}")


if __name__ == "__main__":
    main()
