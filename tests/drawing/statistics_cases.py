"""Every figure of a statistic with the frame of its statistic, from a few random games."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import lives
from khronos_lab.analysis.statistics.buildings.shadows import (
    erasures,
    paradox_costs,
    paradoxes,
    shadow_outcomes,
)
from khronos_lab.analysis.statistics.buildings.survival import (
    fates_with_intervals,
    folded_life_table,
    survival_with_intervals,
)
from khronos_lab.analysis.statistics.card_luck import cards_held, hand_results, luck
from khronos_lab.analysis.statistics.compare import balanced, compare
from khronos_lab.analysis.statistics.coverage import clause_coverage
from khronos_lab.analysis.statistics.domains import cascade_lengths, cascades, domain_events
from khronos_lab.analysis.statistics.income import how_won, income
from khronos_lab.analysis.statistics.leads import comebacks, decided
from khronos_lab.analysis.statistics.measures import player_measures
from khronos_lab.analysis.statistics.openings import opening_results, openings
from khronos_lab.analysis.statistics.payoff import payoff
from khronos_lab.analysis.statistics.ratings import duels, ratings
from khronos_lab.analysis.statistics.seats import results, seat_effects
from khronos_lab.analysis.statistics.spending import cards_spent, spending
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.drawing.statistics import buildings, domains, leads, money
from khronos_lab.drawing.statistics import players as play
from tests.analysis.statistics.rows import played_tables

LONG = "the-grand-duchess-of-long-names-"
"""How players' names begin here."""

FIGURES: dict[str, tuple[Any, str]] = {
    "income_sources": (money.draw_income_sources, "title-income_sources"),
    "spending": (money.draw_spending, "title-spending"),
    "cards_spent": (money.draw_cards_spent, "title-cards_spent"),
    "how_won": (money.draw_how_won, "title-how_won"),
    "survival": (buildings.draw_survival, "title-building_survival"),
    "survival_panels": (buildings.draw_survival, "title-building_survival"),
    "fates": (buildings.draw_fates, "title-fates"),
    "causes": (buildings.draw_causes_of_death, "title-causes_of_death"),
    "shadows": (buildings.draw_shadow_outcomes, "title-shadow_outcomes"),
    "paradoxes": (buildings.draw_paradoxes, "title-paradoxes"),
    "paradox_costs": (buildings.draw_paradox_costs, "title-paradox_costs"),
    "domain_events": (domains.draw_domain_events, "title-domain_events"),
    "cascades": (domains.draw_cascades, "title-cascades"),
    "coverage": (domains.draw_coverage, "title-coverage"),
    "seats": (play.draw_seats, "title-seats"),
    "openings": (play.draw_openings, "title-openings"),
    "hands": (play.draw_hand_results, "title-hands"),
    "cards_held": (play.draw_cards_held, "title-cards_held"),
    "comparison": (play.draw_comparison, "title-comparison"),
    "balance": (play.draw_balance, "title-balance"),
    "ratings": (play.draw_ratings, "title-ratings"),
    "duels": (play.draw_duels, "title-duels"),
    "decided": (leads.draw_decided, "title-decided"),
    "comebacks": (leads.draw_comebacks, "title-comebacks"),
    "payoff": (leads.draw_payoff, "title-payoff"),
    "luck": (leads.draw_luck, "title-luck"),
}
"""By name: the function, and the key of its title."""


def _tables() -> LazyTables:
    found = played_tables().lazy()
    games = found.games.with_columns(player=LONG + pl.col("player"))
    return LazyTables(games, found.turns, found.events)


@cache
def frames() -> dict[str, pl.DataFrame]:
    """By name of a figure: what its statistic gives."""
    tables = _tables()
    events, games = tables.events, tables.games
    alive = lives(events)
    table = folded_life_table(alive, games)
    fared = results(games)
    # As if every player were a deal of its own: a comparison needs ten of them.
    people = player_measures(tables).with_columns(cluster=pl.format("{} {}", "game", "seat"))
    sides = [people.filter(pl.col("seat") == each) for each in (0, 1)]
    lazy = {
        "income_sources": income(tables, ("source", "age", "player")),
        "spending": spending(tables),
        "cards_spent": cards_spent(tables),
        "how_won": how_won(tables),
        "survival": survival_with_intervals(table, ("kind",)),
        "survival_panels": survival_with_intervals(table),
        "fates": fates_with_intervals(table, ("age", "kind")),
        "causes": fates_with_intervals(table, ("kind",)),
        "shadows": shadow_outcomes(tables),
        "paradoxes": paradoxes(erasures(events), games),
        "paradox_costs": paradox_costs(erasures(events), results(games)),
        "domain_events": domain_events(tables),
        "cascades": cascade_lengths(cascades(events)),
        "coverage": clause_coverage(events),
        "seats": seat_effects(fared),
        "openings": opening_results(openings(events), fared),
        "hands": hand_results(tables, fared),
        "cards_held": cards_held(tables),
        "comparison": compare(sides[0], sides[1]),
        "balance": balanced(sides[0], {"other rules": sides[1]}),
        "ratings": ratings(games),
        "duels": duels(games),
        "decided": decided(tables),
        "comebacks": comebacks(tables),
        "payoff": payoff(tables, pl.col("event") == "BuildingUpgraded"),
        "luck": luck(tables, fared, ["holdem"]),
    }
    return dict(zip(lazy, pl.collect_all(list(lazy.values())), strict=True))
