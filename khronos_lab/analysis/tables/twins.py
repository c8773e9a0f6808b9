"""Twins: games that are there twice and would count twice, or mix; every reader refuses them.

Three ways lead to them: a folder that is named twice, or together with one of its parts; two
copies of a simulation; and the same game in two folders, perhaps with another id in each.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import polars as pl
from polars.exceptions import PolarsError

from khronos_lab.rulebook import KhronosError, say


def refuse_same_places(paths: Iterable[str]) -> None:
    """Refuse a file that would be read twice."""
    seen: set[str] = set()
    for path in paths:
        place = path if "://" in path else os.path.realpath(path)
        if place in seen:
            raise KhronosError(say("files-read_twice", place=os.path.dirname(path)))
        seen.add(place)


def refuse_twins(simulations: Iterable[tuple[str, str]]) -> None:
    """Refuse two datasets, given as name and place, whose games have the same ids."""
    places: dict[str, str] = {}
    for simulation, place in simulations:
        other = places.setdefault(simulation, place)
        if other != place:
            raise KhronosError(
                f"{other} and {place} hold games of the same simulation {simulation}, which would "
                "count twice; read one of them"
            )


def refuse_same_games(places: Sequence[str], games: Sequence[pl.LazyFrame]) -> None:
    """Refuse games, given by the tables of several places, of which one is there twice.

    It is the same game if it has the same id, or if all that the table says of all its players is
    the same: seed, names, rules, map, coins, events. Chance does not do that twice.
    """
    told = [_prints(number, frame) for number, frame in enumerate(games)]
    try:
        found = pl.concat(told).collect()
    except (PolarsError, OSError) as fault:
        raise KhronosError(f"{places[0]}: the table of games cannot be read: {fault}") from fault
    doubled = found.filter(pl.col("rows") > pl.col("seats")).head(1)
    for number, game in doubled.select("place", "game").iter_rows():
        raise KhronosError(say("files-doubled", place=places[number], game=game))
    for key in ("game", "print"):
        twins = found.filter(pl.col("place").n_unique().over(key) > 1).sort(key, "place")
        if twins.height:
            one, other = (places[number] for number in twins["place"].head(2))
            count = twins[key].n_unique()
            first = twins["game"][0]
            raise KhronosError(say("files-same_games", one=one, other=other, game=first, n=count))


def _prints(place: int, games: pl.LazyFrame) -> pl.LazyFrame:
    """A row for each game: what tells it apart, whatever it is called, and how many rows it has."""
    says = pl.struct(pl.exclude("game")).hash()
    return (
        games.group_by("game", maintain_order=True)
        .agg(says.sum().alias("print"), rows=pl.len(), seats=pl.col("seat").n_unique())
        .with_columns(place=pl.lit(place))
    )
