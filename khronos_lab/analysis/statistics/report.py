"""All questions at once: what one asks first of a new set of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
from khronos_lab.analysis.statistics.survival_intervals import (
    fates_with_intervals,
    folded_life_table,
    survival_with_intervals,
)
from khronos_lab.analysis.tables import LazyTables

KEPT: Final = 5_000_000
"""Events up to which a report reads its tables once and keeps them: about 200 MB."""


def kept(tables: LazyTables, events: int = KEPT) -> LazyTables:
    """The same tables, read once and kept in memory, if they have no more than so many events.

    Many questions then ask what was read and unpacked once. Larger tables are given back as they
    are: each question reads them anew, piece by piece, in little memory.
    """
    if tables.events.select(pl.len()).collect().item() > events:
        return tables
    frames = (tables.games, tables.turns, tables.events)
    return LazyTables(*(each.lazy() for each in pl.collect_all(frames, engine="streaming")))


class Report(dict[str, pl.LazyFrame]):
    """Questions by name; `kept` says that the tables they ask are in memory already."""

    kept: bool = False


def standard_report(
    tables: LazyTables,
    *,
    costs: pl.LazyFrame | None = None,
    changes: pl.LazyFrame | None = None,
    keep: int = KEPT,
) -> Report:
    """The standard questions by name, each a lazy table that is worked out when it is collected.

    Tables of up to `keep` events are read at once and kept, as `kept` does; larger ones are read
    by each question, in little memory.
    `costs` and `changes` are the tables of `paradox_costs` and `control_changes`, which need
    records; without them those two questions are left out. What a number can't say stands with
    the function of its name.
    """
    given, tables = tables, kept(tables, keep)
    events, games = tables.events, tables.games
    table = folded_life_table(lives(events), games)
    fared = results(games)
    opened = openings(events)
    report = Report(
        {
            "income": income(tables, ("source", "age")),
            "income_by_round": income(tables, ("source", "round")),
            "income_by_seat": income(tables, ("seat", "source")),
            "income_by_player": income(tables, ("player", "source")),
            "coin_curve": coin_curve(tables),
            "how_won": how_won(tables),
            "spending": spending(tables),
            "cards_spent": cards_spent(events),
            "survival": survival_with_intervals(table),
            "survival_by_age": survival_with_intervals(table, ("age", "kind", "rank")),
            "fates": fates_with_intervals(table, ("age", "kind")),
            "shadow_outcomes": shadow_outcomes(events),
            "paradoxes": paradoxes(erasures(events)),
            "domain_events": domain_events(tables),
            "cascade_lengths": cascade_lengths(cascades(events)),
            "seat_effects": seat_effects(fared),
            "openings": opening_results(opened, fared),
            "first_actions": opening_results(opened, fared, "first_action"),
            "cards_held": cards_held(tables),
            "hand_results": hand_results(tables, fared),
            "first_hand": hand_results(tables, fared, rounds=(1,)),
            "clause_coverage": clause_coverage(events),
        }
    )
    report.kept = tables is not given
    if costs is not None:
        report["paradox_costs"] = mean_cost(costs)
    if changes is not None:
        report["control_changes"] = control(changes)
    return report


def collect_report(report: Mapping[str, pl.LazyFrame]) -> dict[str, pl.DataFrame]:
    """Work a report out.

    Of tables in memory all at once, so that what questions have in common is done once. Of tables
    that are too large for that one by one: what is in common would have to be held until the last
    question has had it.
    """
    if getattr(report, "kept", False):
        found = pl.collect_all(list(report.values()), engine="streaming")
        return dict(zip(report, found, strict=True))
    alone = pl.QueryOptFlags(comm_subplan_elim=False)
    return {
        name: frame.collect(engine="streaming", optimizations=alone)
        for name, frame in report.items()
    }
