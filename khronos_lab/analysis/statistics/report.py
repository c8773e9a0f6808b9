"""All questions at once: what one asks first of a new set of games."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from khronos_lab.analysis.statistics.buildings import lives
from khronos_lab.analysis.statistics.coverage import clause_coverage
from khronos_lab.analysis.statistics.domains import (
    cascade_lengths,
    cascades,
    domain_events,
)
from khronos_lab.analysis.statistics.income import coin_curve, how_won, income
from khronos_lab.analysis.statistics.luck import cards_held, hand_results
from khronos_lab.analysis.statistics.openings import opening_results, openings
from khronos_lab.analysis.statistics.replays import control, mean_cost
from khronos_lab.analysis.statistics.seats import results, seat_effects
from khronos_lab.analysis.statistics.shadows import erasures, paradoxes, shadow_outcomes
from khronos_lab.analysis.statistics.spending import cards_spent, spending
from khronos_lab.analysis.statistics.survival import fates, life_table, survival
from khronos_lab.analysis.tables import LazyTables


def standard_report(
    tables: LazyTables,
    *,
    costs: pl.LazyFrame | None = None,
    changes: pl.LazyFrame | None = None,
) -> dict[str, pl.LazyFrame]:
    """The standard questions by name, each a lazy table that is worked out when it is collected.

    `costs` and `changes` are the tables of `paradox_costs` and `control_changes`, which need
    records; without them those two questions are left out. What a number can't say stands with
    the function of its name.
    """
    events, games = tables.events, tables.games
    table = life_table(lives(events))
    fared = results(games)
    report = {
        "income": income(tables, ("source", "age")),
        "income_by_round": income(tables, ("source", "round")),
        "income_by_seat": income(tables, ("seat", "source")),
        "income_by_player": income(tables, ("player", "source")),
        "coin_curve": coin_curve(tables),
        "how_won": how_won(tables),
        "spending": spending(tables),
        "cards_spent": cards_spent(events),
        "survival": survival(table),
        "survival_by_age": survival(table, ("age", "kind", "rank")),
        "fates": fates(table, ("age", "kind")),
        "shadow_outcomes": shadow_outcomes(events),
        "paradoxes": paradoxes(erasures(events)),
        "domain_events": domain_events(tables),
        "cascade_lengths": cascade_lengths(cascades(events)),
        "seat_effects": seat_effects(fared),
        "openings": opening_results(openings(events), fared),
        "first_actions": opening_results(openings(events, first_action=True), fared),
        "cards_held": cards_held(tables),
        "hand_results": hand_results(tables, fared),
        "first_hand": hand_results(tables, fared, rounds=(1,)),
        "clause_coverage": clause_coverage(events),
    }
    if costs is not None:
        report["paradox_costs"] = mean_cost(costs)
    if changes is not None:
        report["control_changes"] = control(changes)
    return report


def collect_report(report: Mapping[str, pl.LazyFrame]) -> dict[str, pl.DataFrame]:
    """Work a report out: all at once, so that what questions have in common is done once."""
    found = pl.collect_all(list(report.values()), engine="streaming")
    return dict(zip(report, found, strict=True))
