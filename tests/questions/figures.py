"""Every question with the rows of a few random games, to look at its figure."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import polars as pl

from khronos_lab.analysis import LazyTables
from khronos_lab.questions import Condition, Selection, balanced, compare, player_measures
from tests.questions.asked import answer
from tests.questions.rows import played_tables

LONG = "the-grand-duchess-of-long-names-"
"""How players' names begin here."""
UPGRADED = (Condition(pl.col("event") == "BuildingUpgraded"),)


class Case(NamedTuple):
    """A question, the key of its title, and with what it is asked."""

    question: str
    title: str
    by: tuple[str, ...] | None = None
    options: dict[str, Any] = {}  # noqa: RUF012 - read only


FIGURES = {
    "income_sources": Case("income", "title-income_sources", ("source", "age", "player")),
    "spending": Case("spending", "title-spending", ("round",)),
    "cards_spent": Case("cards_spent", "title-cards_spent", ("clause", "age", "kind")),
    "how_won": Case("how_won", "title-how_won"),
    "survival": Case("survival", "title-building_survival", ("kind",)),
    "survival_panels": Case("survival", "title-building_survival", ("kind", "rank")),
    "fates": Case("fates", "title-fates", ("age", "kind")),
    "causes": Case("causes_of_death", "title-causes_of_death", ("kind",)),
    "shadows": Case("shadows", "title-shadow_outcomes", ("age", "kind", "rank")),
    "paradoxes": Case("paradoxes", "title-paradoxes", ("age", "kind", "rank")),
    "paradox_costs": Case("paradox_costs", "title-paradox_costs", ("kind",)),
    "domain_events": Case("domains", "title-domain_events", ("age",)),
    "cascades": Case("cascades", "title-cascades", ("event",)),
    "coverage": Case("rules", "title-coverage"),
    "seats": Case("seats", "title-seats", options={"adjust": None}),
    "openings": Case("openings", "title-openings", ("opening",)),
    "hands": Case("hands", "title-hands"),
    "cards_held": Case("cards_held", "title-cards_held", ("won",)),
    "comparison": Case("compare", "title-comparison"),
    "balance": Case("balance", "title-balance"),
    "ratings": Case("ratings", "title-ratings", ()),
    "duels": Case("duels", "title-duels"),
    "decided": Case("lead_changes", "title-decided", ()),
    "comebacks": Case("comebacks", "title-comebacks", ()),
    "payoff": Case("pays", "title-payoff", options={"done": UPGRADED}),
    "luck": Case("luck", "title-luck", ("holdem",)),
    "first_leader": Case("first_leader", "title-first_leader", ("players",)),
    "largest_comebacks": Case("largest_comebacks", "title-largest_comebacks"),
    "measure": Case("measure", "title-measure", ("player",),
                    {"name": "coins per card", "expr": pl.col("income") / pl.col("cards_played")}),
}  # fmt: skip
"""By name: a question as its figure is looked at."""


@cache
def frames(names: str = "") -> dict[str, pl.DataFrame]:
    """By name of a figure: the rows of its question; `names` begin those of the players."""
    found = played_tables().lazy()
    named = found.games.with_columns(player=names + pl.col("player"))
    tables = LazyTables(named, found.turns, found.events)
    # As if every player were a deal of its own: a comparison needs ten of them.
    people = player_measures(Selection(tables)).with_columns(
        cluster=pl.format("{} {}", "game", "seat")
    )
    sides = [people.filter(pl.col("seat") == each) for each in (0, 1)]
    lazy = {
        "comparison": compare(sides[0], sides[1]),
        "balance": balanced(sides[0], {"other rules": sides[1]}),
    }
    for name, case in FIGURES.items():
        if name not in lazy:
            by = {} if case.by is None else {"by": case.by}
            lazy[name] = answer(case.question, tables, **by, **case.options)
    return dict(zip(lazy, pl.collect_all(list(lazy.values())), strict=True))
