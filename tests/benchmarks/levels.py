"""How strong the players are against each other, by paired deals.

Run from the project's root; more deals make narrower intervals::

    python -m tests.benchmarks.levels --deals 20
    python -m tests.benchmarks.levels --only budgets --budgets 40000 160000 --deals 60
    python -m tests.benchmarks.levels --only mirror --tables 2 --names master --deals 30

The ladder of budgets plays masters: each rung against the one below, and the last against the
first. `against_release` plays against the planner of version 0.2.0.

With two players every deal is played twice with seats changed; with four the challenger sits in
each deal at one seat, in turns, against three of the others. Intervals hold 95 times of 100, deals
taken as independent. Seconds are of the processor and of this machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

from khronos_lab.core import events as e
from khronos_lab.core import seed_of
from khronos_lab.engine import new_game
from khronos_lab.players import MasterPlayer, Player, mean_interval, next_move, player_named
from khronos_lab.rulebook import FAITH, REASON, RELIGIOUS, ROUNDS

BUDGETS = (40_000, 160_000, 640_000, 2_560_000)
"""The rungs of the ladder: about 0.05 to 3.2 seconds a turn."""


class Account:
    """What one game showed: coins, income by age, fates in Faith, seconds by seat."""

    def __init__(self, crew: Sequence[Player], deal: object) -> None:
        self.seconds = [0.0] * len(crew)
        self.reason = [0] * len(crew)
        self.income = [0] * len(crew)
        self.built = [0] * len(crew)
        self.erased = [0] * len(crew)
        self.by_owner = 0
        self.longest = 0.0
        state = new_game(len(crew), seed_of(deal, "deal"))
        table = [(player, Random(seed_of(deal, "seat", seat))) for seat, player in enumerate(crew)]
        born: dict[object, int] = {}
        turn, spent = 0, 0.0
        while not state.over:
            seat, start = state.seat, time.process_time()
            _, outcome = next_move(table, state)
            used = time.process_time() - start
            spent += used
            self.seconds[seat] += used
            self.acting = seat
            for entry in outcome.log:
                self._note(entry.event, born, turn)
            state = outcome.state
            if state.over or state.seat != seat:
                self.longest = max(self.longest, spent)
                turn, spent = turn + 1, 0.0
        self.coins = [player.coins for player in state.players]

    def _note(self, event: e.Event, born: dict[object, int], turn: int) -> None:
        if isinstance(event, e.TaxCollected | e.BonusPaid):
            self.income[event.seat] += event.amount
            self.reason[event.seat] += event.amount * (event.age is REASON)
        elif isinstance(event, e.BuildingBuilt | e.BuildingUpgraded):
            building = event.building
            if event.age is FAITH and building.kind is RELIGIOUS and building.rank > 1:
                assert building.owner is not None
                self.built[building.owner] += 1
                born[building[:4]] = turn
        elif isinstance(event, e.BuildingErased) and event.age is FAITH and event.out_of_game:
            # What a copy of its own owner renews or enlarges is not lost (S3, B6).
            building = event.building
            if turn - born.get(building[:4], -99) <= len(self.seconds):
                self.erased[building.owner or 0] += 1
                self.by_owner += building.owner == self.acting


def interval(values: Sequence[float], digits: int = 2) -> str:
    """A mean with its interval."""
    low, high = mean_interval(values)
    return f"{fmean(values):.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def lead(coins: Sequence[int], seat: int) -> float:
    """Coins ahead of the best opponent."""
    return coins[seat] - max([*coins[:seat], *coins[seat + 1 :]])


def duels(one: Player, other: Player, deals: int, seed: str) -> Iterator[tuple[Account, Account]]:
    """Every deal twice, with seats changed."""
    for number in range(deals):
        deal = f"{seed}-{number}"
        yield Account([one, other], deal), Account([other, one], deal)


def two(title: str, one: Player, other: Player, deals: int, seed: str) -> None:
    """The share of games won with two players, and the lead."""
    pairs = list(duels(one, other, deals, seed))
    leads = [(lead(a.coins, 0), lead(b.coins, 1)) for a, b in pairs]
    wins = [fmean([(each > 0) + 0.5 * (each == 0) for each in pair]) for pair in leads]
    print(f"{title}: wins {interval(wins)}, lead {interval([fmean(each) for each in leads])}")
    turns = 2 * deals * ROUNDS
    ours = sum(a.seconds[0] + b.seconds[1] for a, b in pairs) / turns
    theirs = sum(a.seconds[1] + b.seconds[0] for a, b in pairs) / turns
    print(f"  {ours * 1000:.0f} ms a turn against {theirs * 1000:.0f}", flush=True)


def four(title: str, one: Player, other: Player, deals: int, seed: str) -> None:
    """One against three: lead over their mean and over the best, Reason, Faith, seconds."""
    games = []
    for number in range(deals):
        crew = [other] * 4
        crew[number % 4] = one
        games.append((number % 4, Account(crew, f"{seed}-{number}")))
    means = [game.coins[seat] - (sum(game.coins) - game.coins[seat]) / 3 for seat, game in games]
    wins = [
        (game.coins[seat] == max(game.coins)) / game.coins.count(max(game.coins))
        for seat, game in games
    ]
    seconds = sum(game.seconds[seat] for seat, game in games) / deals / ROUNDS
    print(f"{title}: lead over the mean of the three {interval(means)}, wins {interval(wins)}")
    print(f"  {seconds * 1000:.0f} ms a turn")


def mirror(name: str, player: Player, players: int, deals: int, seed: str) -> None:
    """A table of one sort: winning score, share of Reason, Faith lost within a round, seconds."""
    games = [Account([player] * players, f"{seed}-{number}") for number in range(deals)]
    reason = sum(sum(game.reason) for game in games) / sum(sum(game.income) for game in games)
    built = sum(sum(game.built) for game in games)
    erased = sum(sum(game.erased) for game in games)
    nothing = fmean([each == 0 for game in games for each in game.reason])
    seconds = sum(sum(game.seconds) for game in games) / deals / ROUNDS / players
    print(f"{players} x {name}: winning score {interval([max(g.coins) for g in games], 1)}")
    print(f"  Reason {reason:.1%} of income, {nothing:.0%} of seats earn nothing there")
    by_owner = sum(game.by_owner for game in games)
    print(f"  Faith: {erased} of {built} monasteries and abbeys lost within a round")
    print(f"  ({erased / built:.0%}), {by_owner} of them to another copy of their own owner")
    longest = max(game.longest for game in games)
    print(f"  {seconds * 1000:.0f} ms a turn, the longest {longest * 1000:.0f} ms")


def main() -> None:
    """Print the bars."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", default="levels")
    parser.add_argument("--only", choices=("two", "four", "mirror", "budgets"))
    parser.add_argument("--names", nargs="+", default=("greedy", "planner", "master"))
    parser.add_argument("--tables", nargs="+", type=int, default=(2, 4))
    parser.add_argument("--budgets", nargs="+", type=int, default=BUDGETS)
    options = parser.parse_args()
    deals, seed = options.deals, options.seed
    for weak, strong in pairwise(("random", *options.names)):
        one, other = player_named(strong), player_named(weak)
        if options.only in (None, "two"):
            two(f"2 players, {strong} against {weak}", one, other, deals, seed)
        if options.only in (None, "four"):
            four(f"4 players, {strong} against three {weak}", one, other, deals, seed)
    if options.only in (None, "mirror"):
        for players in options.tables:
            for name in options.names:
                mirror(name, player_named(name), players, deals, seed)
    if options.only in (None, "budgets"):
        rungs = options.budgets
        for less, more in dict.fromkeys((*pairwise(rungs), (rungs[0], rungs[-1]))):
            title = f"2 players, master with a budget of {more:,} against {less:,}"
            two(title, MasterPlayer(budget=more), MasterPlayer(budget=less), deals, seed)


if __name__ == "__main__":
    main()
