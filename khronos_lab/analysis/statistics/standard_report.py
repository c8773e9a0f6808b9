"""All questions at once: what one asks first of a new set of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import building_events, lives
from khronos_lab.analysis.statistics.buildings.shadows import erasures, paradoxes, shadow_outcomes
from khronos_lab.analysis.statistics.buildings.survival import (
    clusters_of,
    fates_with_intervals,
    life_rows,
    number_of,
    survival_with_intervals,
    with_clusters,
)
from khronos_lab.analysis.statistics.card_luck import READ as READ_BY_HANDS
from khronos_lab.analysis.statistics.card_luck import cards_held, hands_with_results
from khronos_lab.analysis.statistics.computing.intervals import (
    cluster_rows,
    cluster_sums,
    first_rows,
    means_of,
    with_moments,
)
from khronos_lab.analysis.statistics.computing.large_tables import (
    Part,
    Steps,
    adding,
    in_pieces,
    remembered,
)
from khronos_lab.analysis.statistics.coverage import clause_coverage
from khronos_lab.analysis.statistics.domains import (
    cascade_lengths,
    cascades,
    domain_events,
)
from khronos_lab.analysis.statistics.income import coin_curve, how_won, income
from khronos_lab.analysis.statistics.openings import (
    commonest_first,
    first_turns,
    openings,
    with_results,
)
from khronos_lab.analysis.statistics.paradox_costs import control, mean_cost
from khronos_lab.analysis.statistics.seats import results
from khronos_lab.analysis.statistics.spending import cards_spent, spending
from khronos_lab.analysis.tables.game_tables import LazyTables

KEPT: Final = 5_000_000
"""Events up to which a report reads its tables once and keeps them: about 200 MB."""


def kept(tables: LazyTables, events: int = KEPT) -> LazyTables:
    """The same tables, read once and kept in memory unless they have more events than this.

    Many questions then ask what was read and unpacked once. Larger tables are given back as large
    ones: each question reads them anew, in pieces of whole games, in little memory.
    """
    if tables.events.select(pl.len()).collect().item() > events:
        return replace(tables, large=True)
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
    tables = kept(tables, keep)
    events, turns = tables.events, tables.turns.select(READ_BY_HANDS)
    table = _life_table(tables)
    fared = _once(tables, lambda each: results(each.games))
    opened = _once(tables, lambda each: openings(each.events))

    def opening_rows(each: LazyTables) -> pl.LazyFrame:
        return with_results(opened(each), fared(each))

    def hand_rows(each: LazyTables, rounds: Sequence[int] = ()) -> pl.LazyFrame:
        return hands_with_results(each.turns, fared(each), rounds)

    def opening_means(by: str) -> pl.LazyFrame:
        found = _means(tables, opening_rows, [by], moment=True, events=first_turns(tables.events))
        return commonest_first(found, by)

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
            "seat_effects": _means(tables, fared, ["players", "place"]),
            "openings": opening_means("opening"),
            "first_actions": opening_means("first_action"),
            "cards_held": cards_held(tables),
            "hand_results": _means(tables, hand_rows, ["strength"], turns=turns),
            "first_hand": _means(
                tables, partial(hand_rows, rounds=(1,)), ["strength"], turns=turns
            ),
            "clause_coverage": clause_coverage(events),
        }
    )
    report.kept = not tables.large
    if costs is not None:
        report["paradox_costs"] = mean_cost(costs)
    if changes is not None:
        report["control_changes"] = control(changes)
    return report


def _once(
    tables: LazyTables, work: Callable[[LazyTables], pl.LazyFrame]
) -> Callable[[LazyTables], pl.LazyFrame]:
    """Work that is the same plan whenever it is asked of these tables, so that it is done once."""
    same = work(tables)
    return lambda each: same if each is tables else work(each)


def _life_table(tables: LazyTables) -> pl.LazyFrame:
    """The folded life table of all buildings."""
    keys = ("fold", "age", "kind", "rank", "time", "fate")
    steps = Steps(
        lambda number, rows: with_clusters(rows, number),
        [Part(lambda each: clusters_of(each.games), lambda rows: rows.unique())],
        [adding(number_of, ())],
        [adding(lambda each: life_rows(lives(each.events), each.games), keys)],
    )
    found = in_pieces(tables, steps, events=building_events(tables.events))
    # Of tables in memory polars does what is in common once; of large ones each question is asked
    # alone, and this table is small whatever it is made of.
    return remembered(found) if tables.large else found


def _means(
    tables: LazyTables,
    rows: Callable[[LazyTables], pl.LazyFrame],
    by: Sequence[str],
    *,
    moment: bool = False,
    turns: pl.LazyFrame | None = None,
    events: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """How the players of some rows fared, as `cluster_means` tells it, in pieces if need be."""
    values = ["win", "advantage", "lead"]
    first = partial(first_rows, by=by)

    def finish(sums: pl.LazyFrame, *first: pl.LazyFrame) -> pl.LazyFrame:
        found = means_of(sums, by, values)
        return with_moments(found, first[0], by) if first else found

    steps = Steps(
        finish,
        [adding(lambda each: cluster_rows(rows(each), by, values), [*by, "cluster"])],
        [adding(lambda found: cluster_sums(found, by, values), by)],
        [Part(lambda each: first(rows(each)), first)] if moment else [],
    )
    return in_pieces(tables, steps, turns=turns, events=events)


def collect_report(report: Mapping[str, pl.LazyFrame]) -> dict[str, pl.DataFrame]:
    """Work a report out.

    Of tables in memory families of questions side by side, each family at once, so that what its
    questions have in common is done once. Of tables that are too large for that one by one: what is
    in common would have to be held until the last question has had it.
    """
    if getattr(report, "kept", False):
        families = _families(report)
        with ThreadPoolExecutor(pl.thread_pool_size()) as pool:
            answers = pool.map(lambda names: _together(report, names), families)
            found = {name: frame for each in answers for name, frame in each.items()}
        return {name: found[name] for name in report}
    alone = pl.QueryOptFlags(comm_subplan_elim=False)
    return {
        name: frame.collect(engine="streaming", optimizations=alone)
        for name, frame in report.items()
    }


_FAMILIES: Final = (
    ("survival", "survival_by_age", "fates"),
    ("openings", "first_actions", "seat_effects", "hand_results", "first_hand"),
    ("income", "income_by_round", "income_by_seat", "income_by_player", "how_won"),
)
"""Questions that have work in common, the longest first; each other one stands alone."""


def _families(report: Mapping[str, pl.LazyFrame]) -> list[list[str]]:
    """The questions of a report by family.

    The work between two questions of different families is done by different threads: much of it
    is in steps too small for polars to divide among processors.
    """
    known = {name for family in _FAMILIES for name in family}
    families = [[name for name in family if name in report] for family in _FAMILIES]
    return [*filter(None, families), *([name] for name in report if name not in known)]


def _together(report: Mapping[str, pl.LazyFrame], names: list[str]) -> dict[str, pl.DataFrame]:
    found = pl.collect_all([report[name] for name in names], engine="streaming")
    return dict(zip(names, found, strict=True))
