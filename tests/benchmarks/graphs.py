"""What graphs, forecasts and frames cost: milliseconds, and ratios to a naive way.

Run from the project's root::

    python -m tests.benchmarks.graphs

Positions are the last ones of the shipped games, where boards are fullest. Milliseconds are the
processor's, best of several, and vary with the machine; ratios hardly. Where a picture waits, 5 ms
are the limit.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from random import Random

import networkx as nx

from khronos_lab.analysis import Timeline, cause_graph, domain_graph, finish, forecast, shadow_graph
from khronos_lab.core import GameState, evolve
from khronos_lab.records import GameRecord, read_record, steps_of
from khronos_lab.rulebook import AGES, data_file

LIMIT = 5.0
"""Milliseconds that a picture may wait."""


def best(work: Callable[[], object], times: int) -> float:
    """Milliseconds of processor time, the least of several tries."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return 1000 * min(found)


def games() -> list[GameRecord]:
    """The shipped games."""
    paths = sorted(data_file("games").glob("*.khr"))
    return [read_record(path.read_text("utf-8"), path.name) for path in paths]


def naive_graph(state: GameState) -> None:
    """Domains as one would with networkx alone: a node a square, then its parts."""
    for age in AGES:
        graph = nx.Graph()
        on = {sq: b.square for b in state.boards[age] for sq in b.squares}
        graph.add_nodes_from(on)
        graph.add_edges_from((a, b) for a in on for b in on if b - a in (1, 17))
        list(nx.connected_components(graph))


def measure_positions(timelines: list[Timeline], times: int) -> None:
    """The graph functions for whose answer a picture waits."""
    ends = [timeline.moves[-1].after for timeline in timelines]
    longest = [max(timeline.moves, key=lambda span: len(span.log)) for timeline in timelines]
    naive = max(best(partial(naive_graph, state), times) for state in ends)
    print(f"slowest of {len(ends)} last positions; {LIMIT:.0f} ms is the limit")
    works: dict[str, Callable[[int], object]] = {
        "domain_graph of three ages": lambda n: [domain_graph(ends[n], age) for age in AGES],
        "shadow_graph": lambda n: shadow_graph(ends[n]),
        "forecast": lambda n: forecast(ends[n]),
        "cause_graph of the longest move": lambda n: cause_graph(longest[n].log),
        "the longest move's action to its end": lambda n: finish(
            longest[n].before, longest[n].node.move.action  # type: ignore[union-attr]
        ),
    }  # fmt: skip
    for what, work in works.items():
        slowest = max(best(partial(work, n), times) for n in range(len(ends)))
        print(f"  {what:40} {slowest:7.2f} ms, {slowest / naive:5.2f} of the naive domain graph")


def measure_frames(timelines: list[Timeline], times: int) -> None:
    """Frames: making a timeline against replaying, one frame against a step."""
    records = games()
    made = best(lambda: [Timeline.of(record) for record in records], times)
    played = best(lambda: [list(steps_of(record)) for record in records], times)
    timeline = max(timelines, key=len)
    number = len(timeline)
    rng = Random(1)
    indices = [rng.randrange(number) for _ in range(number)]
    any_frame = best(lambda: [timeline[index] for index in indices], times) / number
    in_order = best(lambda: list(timeline), times) / number
    step = best(lambda: _fold(timeline), times) / number
    print(
        f"frames: making the timelines of {len(records)} games takes {made / played:.2f} of replay"
    )
    print(
        f"  a frame at random {1000 * any_frame:.1f} µs, the next one {1000 * in_order:.1f} µs, "
        f"a state alone by evolve {1000 * step:.1f} µs"
    )


def _fold(timeline: Timeline) -> None:
    for span in timeline.moves:
        state = span.before
        for event, _, _ in span.log:
            state = evolve(state, event)


def _scan(timeline: Timeline, sq: int) -> list[int]:
    entries = (entry for span in timeline.moves for entry in span.log)
    return [n for n, entry in enumerate(entries) if entry.event.touched >> sq & 1]


def measure_choices(timelines: list[Timeline]) -> None:
    """The longest cascade: all its choices answered."""
    spans = [span for timeline in timelines for span in timeline.moves if span.node]
    span = max(spans, key=lambda each: len(each.node.move.answers))  # type: ignore[union-attr]
    assert span.node is not None
    action = span.node.move.action
    took = best(lambda: finish(span.before, action), 3)
    print(f"finish: {len(span.node.move.answers)} choices in {took:.1f} ms")


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="tries of which the best counts")
    times = parser.parse_args().times
    timelines = [Timeline.of(record) for record in games()]
    measure_positions(timelines, times)
    measure_frames(timelines, times)
    measure_choices(timelines)


if __name__ == "__main__":
    main()
