"""Every figure of a statistic with the frame of its statistic, from a few random games."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl

from khronos_lab import analysis as a
from khronos_lab import drawing as d
from tests.analysis.statistics.rows import played_tables

LONG = "the-grand-duchess-of-long-names-"
"""How players' names begin here."""

FIGURES: dict[str, tuple[Any, str]] = {
    "income_sources": (d.draw_income_sources, "title-income_sources"),
    "spending": (d.draw_spending, "title-spending"),
    "cards_spent": (d.draw_cards_spent, "title-cards_spent"),
    "how_won": (d.draw_how_won, "title-how_won"),
    "survival": (d.draw_survival, "title-building_survival"),
    "survival_panels": (d.draw_survival, "title-building_survival"),
    "fates": (d.draw_fates, "title-fates"),
    "causes": (d.draw_causes_of_death, "title-causes_of_death"),
    "shadows": (d.draw_shadow_outcomes, "title-shadow_outcomes"),
    "paradoxes": (d.draw_paradoxes, "title-paradoxes"),
    "paradox_costs": (d.draw_paradox_costs, "title-paradox_costs"),
    "domain_events": (d.draw_domain_events, "title-domain_events"),
    "cascades": (d.draw_cascades, "title-cascades"),
    "coverage": (d.draw_coverage, "title-coverage"),
    "seats": (d.draw_seats, "title-seats"),
    "openings": (d.draw_openings, "title-openings"),
    "hands": (d.draw_hand_results, "title-hands"),
    "cards_held": (d.draw_cards_held, "title-cards_held"),
    "comparison": (d.draw_comparison, "title-comparison"),
    "balance": (d.draw_balance, "title-balance"),
    "ratings": (d.draw_ratings, "title-ratings"),
    "duels": (d.draw_duels, "title-duels"),
    "decided": (d.draw_decided, "title-decided"),
    "comebacks": (d.draw_comebacks, "title-comebacks"),
    "payoff": (d.draw_payoff, "title-payoff"),
    "luck": (d.draw_luck, "title-luck"),
}
"""By name: the function, and the key of its title."""


@cache
def frames(names: str = "") -> dict[str, pl.DataFrame]:
    """By name of a figure: what its statistic gives; `names` begin those of the players."""
    found = played_tables().lazy()
    named = found.games.with_columns(player=names + pl.col("player"))
    tables = a.LazyTables(named, found.turns, found.events)
    events, games = tables.events, tables.games
    alive = a.lives(events)
    table = a.folded_life_table(alive, games)
    fared = a.results(games)
    # As if every player were a deal of its own: a comparison needs ten of them.
    people = a.player_measures(tables).with_columns(cluster=pl.format("{} {}", "game", "seat"))
    sides = [people.filter(pl.col("seat") == each) for each in (0, 1)]
    lazy = {
        "income_sources": a.income(tables, ("source", "age", "player")),
        "spending": a.spending(tables),
        "cards_spent": a.cards_spent(tables),
        "how_won": a.how_won(tables),
        "survival": a.survival_with_intervals(table, ("kind",)),
        "survival_panels": a.survival_with_intervals(table),
        "fates": a.fates_with_intervals(table, ("age", "kind")),
        "causes": a.fates_with_intervals(table, ("kind",)),
        "shadows": a.shadow_outcomes(tables),
        "paradoxes": a.paradoxes(a.erasures(events), games),
        "paradox_costs": a.paradox_costs(a.erasures(events), a.results(games)),
        "domain_events": a.domain_events(tables),
        "cascades": a.cascade_lengths(a.cascades(events)),
        "coverage": a.clause_coverage(events),
        "seats": a.seat_effects(fared),
        "openings": a.rated_openings(a.openings(events), fared),
        "hands": a.hand_results(tables, fared),
        "cards_held": a.cards_held(tables),
        "comparison": a.compare(sides[0], sides[1]),
        "balance": a.balanced(sides[0], {"other rules": sides[1]}),
        "ratings": a.ratings(games),
        "duels": a.duels(games),
        "decided": a.decided(tables),
        "comebacks": a.comebacks(tables),
        "payoff": a.payoff(tables, pl.col("event") == "BuildingUpgraded"),
        "luck": a.luck(tables, fared, ["holdem"]),
    }
    return dict(zip(lazy, pl.collect_all(list(lazy.values())), strict=True))
