"""Positions of many games at chosen moments, for graphs and for one's own measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx
import polars as pl

from khronos_lab.analysis import domain_graph
from khronos_lab.core import GameState
from khronos_lab.engine import as_age
from khronos_lab.rulebook import Age

if TYPE_CHECKING:
    from khronos_lab.front.datasets import Dataset


@dataclass(frozen=True, slots=True)
class Position:
    """A position just before an event, and the event as its row in `events`."""

    game: str
    state: GameState
    event: Mapping[str, Any]

    def domains(self, age: str | Age | None = None) -> nx.Graph:
        """The buildings of an age (that of the event), joined where they touch."""
        return domain_graph(self.state, as_age(self.event["age"] if age is None else age))


def positions(games: Dataset, when: list[pl.Expr], number: int | None) -> Iterator[Position]:
    """The positions of `Dataset.positions`, game after game."""
    ids = games.games.select("game").unique(maintain_order=True)
    chosen = ids if number is None else ids.head(number)
    rows = games.events.filter(*when).join(chosen, on="game", how="semi", maintain_order="left")
    for part in rows.collect(engine="streaming").partition_by("game", maintain_order=True):
        game = games.game(part["game"][0])
        for row in part.iter_rows(named=True):
            yield Position(row["game"], game[row["step"] - 1].state, row)
