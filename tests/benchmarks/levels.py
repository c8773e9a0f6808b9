"""How strong the players are against each other, by paired deals.

Run from the project's root; more deals make narrower intervals::

    python -m tests.benchmarks.levels --only two --names greedy planner --deals 600
    python -m tests.benchmarks.levels --only budgets --budgets 40000 160000 --deals 60
    python -m tests.benchmarks.levels --only mirror --tables 2 --names master --deals 30

The ladder of budgets plays masters: each rung against the one below, and the last against the
first. `against_release` plays against the planner of version 0.2.0.

In a match the challenger sits once in every seat of a deal, and the compiled engine plays: hundreds
of deals of greedy players and planners take a minute. Tables of one sort are told, for what happens
to buildings. Intervals hold 95 times of 100, deals taken as independent. Seconds are of the
processor and of this machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

from khronos_lab.core import events as e
from khronos_lab.core import seed_of
from khronos_lab.engine import new_game
from khronos_lab.native import LEVELS, Level, play_games
from khronos_lab.players import Player, mean_interval, next_move, player_named
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


def match(
    title: str, one: str | Level, other: str | Level, players: int, deals: int, seed: str
) -> None:
    """One against others: the share of games won, and the lead over the others' mean.

    He sits once in every seat of a deal.
    """
    seeds, begin = [f"{seed}-{number}" for number in range(deals)], time.process_time()
    wins, leads = [[0.0] * deals for _ in range(2)]
    for seat in range(players):
        crew = [other] * players
        crew[seat] = one
        for deal, coins in enumerate(play_games(crew, seeds)):
            own, most = coins[seat], max(coins)
            wins[deal] += (own == most) / coins.count(most) / players
            leads[deal] += (own - (sum(coins) - own) / (players - 1)) / players
    seconds = (time.process_time() - begin) / (deals * players**2 * ROUNDS)
    print(f"{title}: wins {interval(wins)}, lead {interval(leads)}")
    print(f"  {1000 * seconds:.2f} ms a turn of them all", flush=True)


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
    for players, only in ((2, "two"), (4, "four")):
        for weak, strong in pairwise(("random", *options.names)):
            if options.only in (None, only):
                title = f"{players} players, {strong} against {weak}"
                match(title, strong, weak, players, deals, seed)
    if options.only in (None, "mirror"):
        for players in options.tables:
            for name in options.names:
                mirror(name, player_named(name), players, deals, seed)
    if options.only in (None, "budgets"):
        rungs = options.budgets
        for less, more in dict.fromkeys((*pairwise(rungs), (rungs[0], rungs[-1]))):
            title = f"2 players, master with a budget of {more:,} against {less:,}"
            master = LEVELS["master"]
            one, other = (master._replace(budget=budget) for budget in (more, less))
            match(title, one, other, 2, deals, seed)


if __name__ == "__main__":
    main()
