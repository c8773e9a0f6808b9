"""Every figure of a statistic with the frame of its statistic, from a few random games."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl

from khronos_lab.analysis import (
    LazyTables,
    balanced,
    cards_held,
    cards_spent,
    cascade_lengths,
    cascades,
    clause_coverage,
    comebacks,
    compare,
    decided,
    domain_events,
    duels,
    erasures,
    fates_with_intervals,
    folded_life_table,
    hand_results,
    how_won,
    income,
    lives,
    luck,
    openings,
    paradox_costs,
    paradoxes,
    payoff,
    player_measures,
    rated_openings,
    ratings,
    results,
    seat_effects,
    shadow_outcomes,
    spending,
    survival_with_intervals,
)
from khronos_lab.drawing import (
    draw_balance,
    draw_cards_held,
    draw_cards_spent,
    draw_cascades,
    draw_causes_of_death,
    draw_comebacks,
    draw_comparison,
    draw_coverage,
    draw_decided,
    draw_domain_events,
    draw_duels,
    draw_fates,
    draw_hand_results,
    draw_how_won,
    draw_income_sources,
    draw_luck,
    draw_openings,
    draw_paradox_costs,
    draw_paradoxes,
    draw_payoff,
    draw_ratings,
    draw_seats,
    draw_shadow_outcomes,
    draw_spending,
    draw_survival,
)
from tests.analysis.statistics.rows import played_tables

LONG = "the-grand-duchess-of-long-names-"
"""How players' names begin here."""

FIGURES: dict[str, tuple[Any, str]] = {
    "income_sources": (draw_income_sources, "title-income_sources"),
    "spending": (draw_spending, "title-spending"),
    "cards_spent": (draw_cards_spent, "title-cards_spent"),
    "how_won": (draw_how_won, "title-how_won"),
    "survival": (draw_survival, "title-building_survival"),
    "survival_panels": (draw_survival, "title-building_survival"),
    "fates": (draw_fates, "title-fates"),
    "causes": (draw_causes_of_death, "title-causes_of_death"),
    "shadows": (draw_shadow_outcomes, "title-shadow_outcomes"),
    "paradoxes": (draw_paradoxes, "title-paradoxes"),
    "paradox_costs": (draw_paradox_costs, "title-paradox_costs"),
    "domain_events": (draw_domain_events, "title-domain_events"),
    "cascades": (draw_cascades, "title-cascades"),
    "coverage": (draw_coverage, "title-coverage"),
    "seats": (draw_seats, "title-seats"),
    "openings": (draw_openings, "title-openings"),
    "hands": (draw_hand_results, "title-hands"),
    "cards_held": (draw_cards_held, "title-cards_held"),
    "comparison": (draw_comparison, "title-comparison"),
    "balance": (draw_balance, "title-balance"),
    "ratings": (draw_ratings, "title-ratings"),
    "duels": (draw_duels, "title-duels"),
    "decided": (draw_decided, "title-decided"),
    "comebacks": (draw_comebacks, "title-comebacks"),
    "payoff": (draw_payoff, "title-payoff"),
    "luck": (draw_luck, "title-luck"),
}
"""By name: the function, and the key of its title."""


@cache
def frames(names: str = "") -> dict[str, pl.DataFrame]:
    """By name of a figure: what its statistic gives; `names` begin those of the players."""
    found = played_tables().lazy()
    named = found.games.with_columns(player=names + pl.col("player"))
    tables = LazyTables(named, found.turns, found.events)
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
        "openings": rated_openings(openings(events), fared),
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
