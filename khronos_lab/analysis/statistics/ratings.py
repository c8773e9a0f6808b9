"""Who is stronger: duels between players of the same games, and ratings from all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import networkx as nx
import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import CLUSTER, WHO, Schema, shaped
from khronos_lab.analysis.statistics.computing.intervals import LEVEL, Floats, cluster_means

DRAWS: Final = 1000
ELO: Final = 400 / np.log(10)
"""Points of a rating in one step of the logistic curve: 400 points are ten to one."""
PRIOR: Final = 0.5
"""A win that either side of a duel is given, so that who never lost has a rating, too."""
STEPS: Final = 50
LONGEST_STEP: Final = 2.0

RATINGS: Final[Schema] = {
    "group": pl.UInt32(),
    "player": pl.String(),
    "rating": pl.Float64(),
    "rating_low": pl.Float64(),
    "rating_high": pl.Float64(),
    "duels": pl.UInt32(),
    "clusters": pl.UInt32(),
}
"""Columns of `ratings`."""


def meetings(games: pl.LazyFrame) -> pl.LazyFrame:
    """Every two different players of a finished game: `score` is 1 if `one` has more coins.

    As many coins count a half. Each pair is there twice, once from either side; a player who sits
    in several seats meets the others in each of them, never himself.
    """
    seats = games.filter(pl.col("finished")).select(
        "game", "seat", "step", "players", "coins", player=WHO, cluster=CLUSTER
    )
    rivals = seats.select("game", rival=pl.col("player"), theirs=pl.col("coins"))
    more, same = pl.col("coins") > pl.col("theirs"), pl.col("coins") == pl.col("theirs")
    return (
        seats.join(rivals, on="game")
        .filter(pl.col("player") != pl.col("rival"))
        .select(
            "game",
            "step",
            "players",
            "cluster",
            one="player",
            other="rival",
            score=more.cast(pl.Float64) + same.cast(pl.Float64) / 2,
        )
    )


def duels(games: pl.LazyFrame, *, level: float = LEVEL) -> pl.LazyFrame:
    """How often each player ends above each other one, by size of the table, with intervals.

    `share` counts equal coins as a half; 0.5 is even, whatever the size of the table. Intervals
    count seeds, not meetings: the same deal with the seats changed is one piece of evidence. It
    compares players as they are; who beats one rival need not beat the next.
    """
    found = meetings(games).rename({"score": "share"})
    return cluster_means(found, ["players", "one", "other"], ["share"], level=level)


def ratings(
    games: pl.LazyFrame, *, seed: int = 0, draws: int = DRAWS, level: float = LEVEL
) -> pl.LazyFrame:
    """One number for the strength of each player, best first, with bootstrap intervals.

    Ratings are those of Bradley and Terry on the scale of Elo, with a mean of 0: 400 points more
    are ten wins to one. Every two players that met are given half a win each, so nobody's rating
    is without end; after one-sided duels a rating says little more than "far above". Intervals
    come from drawing whole seeds again and again. One number cannot show that one player beats
    another and loses to a third: for that see `duels`.

    Players compare if they met, or if others link them who did. Where nothing links them they are
    rated apart: `group` counts from 1, the largest first, each group has a mean of 0, and numbers
    of different groups say nothing about each other.
    """
    sums = (
        meetings(games)
        .group_by("cluster", "one", "other")
        .agg(wins=pl.col("score").sum(), duels=pl.len())
        .sort("cluster", "one", "other")
    )
    work = partial(_rated, seed=seed, draws=draws, level=level)
    return sums.map_batches(work, schema=pl.Schema(RATINGS))


def _rated(sums: pl.DataFrame, *, seed: int, draws: int, level: float) -> pl.DataFrame:
    names = sums["one"].unique().sort().to_list()
    if not names:
        return pl.DataFrame(schema=RATINGS)
    wins, clusters = _by_cluster(sums, names, "wins"), sums["cluster"].n_unique()
    won = wins.sum(axis=0)
    met = won + won.T > 0
    groups = _groups(met)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=draws)
    strengths = _strengths(np.tensordot(drawn.astype(float), wins, axes=1), met, groups)
    ends = np.quantile(strengths, [(1 - level) / 2, (1 + level) / 2], axis=0)
    frame = pl.DataFrame(
        {
            "group": groups,
            "player": names,
            "rating": _strengths(won[None], met, groups)[0] * ELO,
            "rating_low": ends[0] * ELO,
            "rating_high": ends[1] * ELO,
            "duels": [sums.filter(pl.col("one") == name)["duels"].sum() for name in names],
            "clusters": [
                sums.filter(pl.col("one") == name)["cluster"].n_unique() for name in names
            ],
        }
    )
    return shaped(frame, RATINGS).sort("group", "rating", "player", descending=[False, True, False])


def _groups(met: np.ndarray) -> np.ndarray:
    """For each player the number of those that meetings link, from 1; the largest group first."""
    found = [sorted(group) for group in nx.connected_components(nx.from_numpy_array(met))]
    numbers = np.zeros(len(met), dtype=np.uint32)
    for number, group in enumerate(sorted(found, key=lambda group: (-len(group), group)), 1):
        numbers[group] = number
    return numbers


def _by_cluster(sums: pl.DataFrame, names: Sequence[str], column: str) -> Floats:
    """For each cluster a square of numbers: what each player has against each other."""
    clusters = sums["cluster"].rle_id().to_numpy()
    place = {name: number for number, name in enumerate(names)}
    found = np.zeros((int(clusters[-1]) + 1, len(names), len(names)))
    rows = [place[name] for name in sums["one"]]
    columns = [place[name] for name in sums["other"]]
    found[clusters, rows, columns] = sums[column].to_numpy()
    return found


def _strengths(wins: Floats, met: np.ndarray, groups: np.ndarray) -> Floats:
    """The most likely strengths for squares of wins, by Newton's method; 0 in each group's mean."""
    wins = wins + PRIOR * met
    duels = wins + wins.transpose(0, 2, 1)
    number = wins.shape[1]
    found = np.zeros(wins.shape[:2])
    diagonal = np.arange(number)
    together = groups[:, None] == groups[None, :]
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(found[:, None, :] - found[:, :, None]))
        slope = (wins - duels * chance).sum(axis=2)
        bend = -duels * chance * (1 - chance)
        bend[:, diagonal, diagonal] = -bend.sum(axis=2) + bend[:, diagonal, diagonal]
        # Only differences within a group count; what is added here keeps its mean at 0.
        step = np.linalg.solve(bend + together / number, slope[:, :, None])[:, :, 0]
        found += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    return found
