"""All questions at once: what one asks first of a new set of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import lives
from khronos_lab.analysis.statistics.buildings.shadows import erasures, paradoxes, shadow_outcomes
from khronos_lab.analysis.statistics.buildings.survival import (
    fates_with_intervals,
    folded_life_table,
    survival_with_intervals,
)
from khronos_lab.analysis.statistics.card_luck import cards_held, hand_results
from khronos_lab.analysis.statistics.coverage import clause_coverage
from khronos_lab.analysis.statistics.domains import (
    cascade_lengths,
    cascades,
    domain_events,
)
from khronos_lab.analysis.statistics.income import coin_curve, how_won, income
from khronos_lab.analysis.statistics.openings import opening_results, openings
from khronos_lab.analysis.statistics.paradox_costs import control, mean_cost
from khronos_lab.analysis.statistics.seats import results, seat_effects
from khronos_lab.analysis.statistics.spending import cards_spent, spending
from khronos_lab.analysis.tables.game_tables import LazyTables

KEPT: Final = 5_000_000
"""Events up to which a report reads its tables once and keeps them: about 200 MB."""


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

    Tables of up to `keep` events are read once and kept in memory; larger ones are read by each
    question as polars streams them, in little memory.
    `costs` and `changes` are the tables of `paradox_costs` and `control_changes`, which need
    records; without them those two questions are left out. What a number can't say stands with
    the function of its name.
    """
    small = tables.events.select(pl.len()).collect().item() <= keep
    if small:
        tables = tables.collect().lazy()
    events = tables.events
    table = folded_life_table(lives(events), tables.games)
    fared, opened = results(tables.games), openings(events)
    report = Report(
        {
            "income": income(tables, ("source", "age")),
            "income_by_round": income(tables, ("source", "round")),
            "income_by_place": income(tables, ("place", "source")),
            "income_by_player": income(tables, ("player", "source")),
            "coin_curve": coin_curve(tables),
            "how_won": how_won(tables),
            "spending": spending(tables),
            "cards_spent": cards_spent(tables),
            "survival": survival_with_intervals(table),
            "survival_by_age": survival_with_intervals(table, ("age", "kind", "rank")),
            "fates": fates_with_intervals(table, ("age", "kind")),
            "shadow_outcomes": shadow_outcomes(tables),
            "paradoxes": paradoxes(erasures(events), tables.games),
            **({} if costs is None else {"paradox_costs": mean_cost(costs)}),
            "domain_events": domain_events(tables),
            "cascade_lengths": cascade_lengths(cascades(events)),
            **({} if changes is None else {"control_changes": control(changes)}),
            "seat_effects": seat_effects(fared),
            "openings": opening_results(opened, fared),
            "first_actions": opening_results(opened, fared, "first_action"),
            "cards_held": cards_held(tables),
            "hand_results": hand_results(tables, fared),
            "first_hand": hand_results(tables, fared, rounds=(1,)),
            "clause_coverage": clause_coverage(events),
        }
    )
    report.kept = small
    return report


def collect_report(report: Mapping[str, pl.LazyFrame]) -> dict[str, pl.DataFrame]:
    """Work a report out: families of questions, each at once, so that what they share is done once.

    Of tables in memory the families are worked out side by side: much of the work is in steps too
    small for polars to divide among processors. Of larger ones they come one after the other, and
    only those that share little are asked together: what is shared is held until all have had it.
    """
    kept = getattr(report, "kept", False)
    families = _families(report, _FAMILIES if kept else _FAMILIES[:1])
    with ThreadPoolExecutor(pl.thread_pool_size() if kept else 1) as pool:
        answers = pool.map(lambda names: _together(report, names), families)
        found = {name: frame for each in answers for name, frame in each.items()}
    return {name: found[name] for name in report}


_FAMILIES: Final = (
    ("survival", "survival_by_age", "fates"),  # a life table, small however many games there are
    ("openings", "first_actions", "seat_effects", "hand_results", "first_hand"),
    ("income", "income_by_round", "income_by_place", "income_by_player", "how_won"),
)
"""Questions that have work in common, the longest first; each other one stands alone."""


def _families(
    report: Mapping[str, pl.LazyFrame], together: Sequence[Sequence[str]]
) -> list[list[str]]:
    """The questions of a report by family."""
    known = {name for family in together for name in family}
    families = [[name for name in family if name in report] for family in together]
    return [*filter(None, families), *([name] for name in report if name not in known)]


def _together(report: Mapping[str, pl.LazyFrame], names: list[str]) -> dict[str, pl.DataFrame]:
    found = pl.collect_all([report[name] for name in names], engine="streaming")
    return dict(zip(names, found, strict=True))
