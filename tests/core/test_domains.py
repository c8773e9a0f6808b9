"""Components of masks against networkx, and where a domain can be touched against plain search."""

from __future__ import annotations

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.core import FULL, STRIDE, Domain, bits, components, footprint, spread
from khronos_lab.rulebook import COLUMNS, RANKS, ROWS

PLACES = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
GRAPH = nx.grid_2d_graph(COLUMNS, ROWS)

crowds = st.sets(st.sampled_from(PLACES), max_size=150)
boxes = st.tuples(
    st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1), st.integers(1, 9), st.integers(1, 9)
)


def mask_of(some) -> int:
    return sum(1 << row * STRIDE + column for column, row in some)


def parts_by_networkx(some) -> list[int]:
    found = [mask_of(part) for part in nx.connected_components(GRAPH.subgraph(some))]
    return sorted(found, key=lambda mask: mask & -mask)


def boxed(corners) -> set[tuple[int, int]]:
    """Rectangles: larger parts than single squares make, cut off at the edges."""
    return {
        (column, row)
        for left, top, width, height in corners
        for column in range(left, min(left + width, COLUMNS))
        for row in range(top, min(top + height, ROWS))
    }


@settings(max_examples=200)
@given(crowds)
def test_components_are_those_of_networkx(some):
    assert components(mask_of(some)) == parts_by_networkx(some)


@settings(max_examples=200)
@given(st.lists(boxes, max_size=8), crowds)
def test_components_of_rectangles_with_holes_are_those_of_networkx(corners, holes):
    some = boxed(corners) - holes
    assert components(mask_of(some)) == parts_by_networkx(some)


@settings(max_examples=60)
@given(st.lists(boxes, min_size=1, max_size=4), st.sampled_from(RANKS))
def test_near_are_the_anchors_that_touch_or_cover_the_domain(corners, rank):
    mask = mask_of(boxed(corners))
    domain = Domain(mask, (), (0, 0), (0, 0))
    expected = 0
    for anchor in bits(FULL):
        covered = footprint(anchor, rank)
        if not covered & ~FULL and spread(covered) & mask:
            expected |= 1 << anchor
    inside = sum(1 << anchor for anchor in bits(FULL) if not footprint(anchor, rank) & ~FULL)
    assert domain.near[rank] & inside == expected
