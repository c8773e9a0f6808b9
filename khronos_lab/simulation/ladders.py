"""`ladder`: every player against every other on the same deals, and what that says of strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl

from khronos_lab.analysis import read_tables
from khronos_lab.engine import listed_names
from khronos_lab.players import roster_name
from khronos_lab.questions import duels, rating_text, ratings
from khronos_lab.records import local_path
from khronos_lab.rulebook import KhronosError, number_of, quoted, say, speaking
from khronos_lab.simulation.plan import planned, seat_orders
from khronos_lab.simulation.run import announced, simulate


@dataclass(frozen=True, slots=True)
class Ladder:
    """The result of a round-robin: `ratings`, best first, and every duel behind them."""

    ratings: pl.DataFrame
    duels: pl.DataFrame

    def __str__(self) -> str:
        lines = [f"{'player':24}{'rating':>11}   {'95 % interval':>15}"]
        for row in self.ratings.iter_rows(named=True):
            value, low, high = row["rating"], row["rating_low"], row["rating_high"]
            with speaking("en"):
                rating = rating_text(value, low, high)
            interval = "-" if low is None or high is None else f"{low:.0f} to {high:.0f}"
            lines.append(f"{row['player']:24}{rating:>11}   {interval:>15}")
        lines += ["", f"{'ends above':48}{'share':>7}   {'95 % interval':>15}{'deals':>8}"]
        for row in self.duels.iter_rows(named=True):
            interval = _interval(row["share_low"], row["share_high"])
            pair = f"{row['one']} above {row['other']}, {row['players']} players"
            lines.append(f"{pair:48}{row['share']:7.1%}   {interval:>15}{row['clusters']:8}")
        return "\n".join(lines)

    __repr__ = __str__


def _interval(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{low:.1%} to {high:.1%}"


def ladder(
    players: Sequence[str],
    out: str | Path,
    *,
    table: int = 2,
    deals: int = 50,
    seed: int | str = 0,
    maps: Sequence[str] = ("valley",),
    workers: int | None = None,
    cluster: Any = None,  # noqa: ANN401
    progress: bool | None = None,
) -> Ladder:
    """Let every pair of players play the same deals from every seat, and rate them.

    At a table of more than two, one sits against as many of the other as there are seats left, and
    the other way round. The games are kept as datasets in folders of `out`, one for each pairing;
    if it is stopped, the same call goes on from there, and with more deals it plays the rest. If a
    game fails, there is no rating: left out, it would favour a player that fails when behind.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     found = ladder(["random", "greedy"], folder, deals=1, workers=1)
    >>> found.ratings["player"].to_list()
    ['greedy', 'random']
    """
    players = [roster_name(each) for each in listed_names(players)]
    if len(set(players)) < 2 or len(set(players)) != len(players):
        raise KhronosError("a ladder needs at least two players, each named once")
    number_of(deals, "how many deals are played", 1)
    folder = local_path(out)
    tables = {
        seats: deals * len(seat_orders(seats, "rotate", paired=True))
        for seats in pairings(players, table)
    }
    plans = [planned(games, seats, events=False) for seats, games in tables.items()]
    with announced(plans, 0, workers, cluster, progress) as bar:
        reports = [
            simulate(
                games, seats, folder / folder_name(seats), seed=seed, maps=maps, paired=True,
                workers=workers, cluster=cluster, events=False, progress=bar,
            )
            for seats, games in tables.items()
        ]  # fmt: skip
    if failed := [report for report in reports if report.failed]:
        raise KhronosError(
            say(
                "files-no_rating",
                n=sum(report.failed for report in failed),
                games=sum(report.games for report in reports),
                first=str(failed[0].failures[0]),
                folder=failed[0].out,
            )
        )
    games = read_tables(folder).games
    return Ladder(ratings(games).collect(), duels(games).collect())


def pairings(players: Sequence[str], table: int) -> list[tuple[str, ...]]:
    """Who sits at each table of a round-robin.

    >>> pairings(["random", "greedy"], 3)
    [('random', 'greedy', 'greedy'), ('greedy', 'random', 'random')]
    """
    if not 2 <= table <= 5:
        raise KhronosError(f"two to five play Khronos, not {quoted(table)} (S1)")
    found = []
    for one, other in combinations(players, 2):
        found.append((one, *[other] * (table - 1)))
        if table > 2:
            found.append((other, *[one] * (table - 1)))
    return found


def folder_name(seats: Sequence[str]) -> str:
    """The folder of a pairing: `planner-against-greedy`, `planner-against-3-greedy`."""
    one, *others = (name.replace(":", ".") for name in seats)
    number = f"{len(others)}-" if len(others) > 1 else ""
    return f"{one}-against-{number}{others[0]}"
