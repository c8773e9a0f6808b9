"""Boards and domains against plain search and networkx."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.core import (
    FULL,
    STRIDE,
    Board,
    Building,
    Domain,
    bared_hamlets,
    bits,
    board_of,
    components,
    empty_board,
    footprint,
    highest,
    name,
    plain_grid,
    printed_hamlet,
    spread,
    square,
)
from khronos_lab.rulebook import (
    CIVIL,
    COLUMNS,
    KINDS,
    MILITARY,
    RANKS,
    RELIGIOUS,
    ROWS,
    Kind,
    RuleSet,
)
from tests.support import position, square_names

GRID = plain_grid(7, 6, (square("b2"), square("f5")))
SQUARES = list(bits(GRID.area))

Wish = tuple[bool, int, Kind, int, int, tuple[int, ...]]
wishes = st.lists(
    st.tuples(
        st.booleans(),
        st.integers(0, 1000),
        st.sampled_from(KINDS),
        st.sampled_from(RANKS),
        st.integers(0, 4),
        st.lists(st.integers(0, 4), max_size=3).map(lambda seats: tuple(sorted(seats))),
    ),
    max_size=25,
)


# ------------------------------------------------------------------ naive answers


def naive_at(buildings: list[Building], sq: int) -> Building | None:
    return next((each for each in buildings if sq in each.squares), None)


def touching(one: Building, other: Building) -> bool:
    """Some square of one is beside some square of the other, counted in columns and rows."""
    spots = [divmod(sq, 17) for sq in other.squares]
    return any(
        abs(row - other_row) + abs(column - other_column) == 1
        for row, column in (divmod(sq, 17) for sq in one.squares)
        for other_row, other_column in spots
    )


def naive_domains(buildings: list[Building]) -> list[list[Building]]:
    """Groups of touching buildings, merged until nothing changes, in reading order."""
    groups: list[list[Building]] = []
    for building in buildings:
        near = [group for group in groups if any(touching(building, each) for each in group)]
        groups = [group for group in groups if group not in near]
        groups.append(sorted([building, *(each for group in near for each in group)], key=anchor))
    return sorted(groups, key=lambda group: anchor(group[0]))


def anchor(building: Building) -> int:
    return building.square


def assert_consistent(board: Board, expected: list[Building]) -> None:
    """Everything a board says follows from its buildings."""
    buildings = sorted(expected, key=anchor)
    assert list(board) == buildings
    assert board.occupied == sum(1 << sq for each in buildings for sq in each.squares)
    for sq in SQUARES:
        assert board.at(sq) == naive_at(buildings, sq)
    groups = naive_domains(buildings)
    assert [board.members(domain) for domain in board.domains] == groups
    for domain, group in zip(board.domains, groups, strict=True):
        assert domain.mask == sum(1 << sq for each in group for sq in each.squares)
        assert domain.start == 1 << group[0].square
        for kind in (MILITARY, RELIGIOUS):
            ranks = [each.rank for each in group if each.kind is kind]
            assert domain.tops[kind] == max(ranks, default=0)
            assert domain.peers[kind] == ranks.count(max(ranks, default=0))
            top = [each for each in group if each[:2] == (kind, max(ranks, default=0))]
            assert highest(board, domain, kind) == top
        assert highest(board, domain, CIVIL) == []
        assert all(board.domain_at(sq) is domain for each in group for sq in each.squares)
    sites: dict[tuple[Kind, int, int | None], int] = {}
    for each in buildings:
        key = (each.kind, each.rank, each.owner)
        sites[key] = sites.get(key, 0) | 1 << each.square
    assert {key: mask for key, mask in board.sites.items() if mask} == sites
    assert board.clashes == sum(max(domain.peers) > 1 for domain in board.domains)
    assert board.touch == board_of(GRID, buildings).touch


def assert_touched(board: Board, buildings: list[Building]) -> None:
    """`touch` says from which anchors a footprint touches or covers one domain, or several."""
    groups = naive_domains(buildings)
    for rank in RANKS:
        for sq in SQUARES:
            there = Building(CIVIL, rank, sq)
            if there.mask & ~GRID.area:
                continue
            met = sum(
                any(touching(there, each) or there.mask & each.mask for each in group)
                for group in groups
            )
            assert board.touch.one[rank] >> sq & 1 == (met > 0), (rank, name(sq))
            assert board.touch.two[rank] >> sq & 1 == (met > 1), (rank, name(sq))


def building_of(wish: Wish, free: int) -> Building | None:
    """A building of the wished kind and rank where there is room, if there is any."""
    _, pick, kind, rank, owner, cubes = wish
    fitting = [sq for sq in SQUARES if not Building(kind, rank, sq).mask & ~free]
    if not fitting:
        return None
    owned = owner if kind is not CIVIL else None
    cubes = cubes if kind is CIVIL else ()
    return Building(kind, rank, fitting[pick % len(fitting)], owned, cubes=cubes)


def play_wishes(some: list[Wish]) -> tuple[Board, list[Building]]:
    """A board changed step by step, compared after each, and the buildings on it."""
    board, buildings = empty_board(GRID), [printed_hamlet(sq) for sq in bits(GRID.hamlets)]
    for wish in some:
        removed = []
        if wish[0] and buildings:
            number = 1 + wish[4] % 3
            removed = [each for index, each in enumerate(buildings) if index % number == 0][:number]
        left = [each for each in buildings if each not in removed]
        free = GRID.area & ~sum(each.mask for each in left)
        added = building_of(wish, free)
        if removed and wish[1] % 3 == 0:
            added = None
        elif added is None and not removed:
            continue
        board = board.change(removed, added)
        buildings = left + ([added] if added is not None else [])
        assert_consistent(board, buildings)
    return board, buildings


# ------------------------------------------------------------------ tests


@settings(max_examples=60)
@given(wishes)
def test_changed_step_by_step_a_board_is_as_from_scratch(some):
    board, buildings = play_wishes(some)
    scratch = board_of(GRID, buildings)
    assert_consistent(scratch, buildings)
    assert board == scratch
    assert hash(board) == hash(scratch)
    assert board.domains == scratch.domains
    assert_touched(board, buildings)


@settings(max_examples=60)
@given(wishes, st.integers(0))
def test_overlapping_finds_what_covers_any_square_of_a_mask(some, noise):
    board, buildings = play_wishes(some)
    mask = noise * 2654435761 & GRID.area
    expected = [each for each in sorted(buildings, key=anchor) if each.mask & mask]
    assert board.overlapping(mask) == expected
    assert board.overlapping(GRID.area) == sorted(buildings, key=anchor)
    assert board.overlapping(0) == []


@settings(max_examples=40)
@given(wishes, st.integers(0), st.lists(st.integers(0, 4), max_size=3))
def test_retouch_alters_nothing_but_the_cubes_or_the_side(some, pick, seats):
    board, buildings = play_wishes(some)
    if not buildings:
        return
    old = buildings[pick % len(buildings)]
    new = old._replace(cubes=tuple(sorted(seats)), ruin=not old.ruin)
    touched = board.retouch(old, new)
    expected = [new if each == old else each for each in buildings]
    assert_consistent(touched, expected)
    assert touched.standing(new)
    assert not touched.standing(old)
    assert touched != board
    assert_consistent(board, buildings)


@pytest.mark.clause("S5")
def test_s5_an_empty_board_shows_the_printed_hamlets():
    board = empty_board(GRID)
    assert [str(each) for each in board] == ["hamlet at b2", "hamlet at f5"]
    assert all(each.printed and each.value(RuleSet()) == 1 and each.owner is None for each in board)


@pytest.mark.clause("S5")
def test_s5_printed_hamlets_are_bared_unless_covered_anew():
    town = Building(CIVIL, 2, square("a1"))
    city = Building(CIVIL, 3, square("d3"))
    keep = Building(MILITARY, 2, square("a4"), 0)
    assert square_names(tuple(bared_hamlets(GRID, [town, city, keep]))) == ["b2", "f5"]
    assert square_names(tuple(bared_hamlets(GRID, [town, city], town.mask))) == ["f5"]
    assert bared_hamlets(GRID, [printed_hamlet(square("b2"))]) == []


def test_domains_come_in_reading_order():
    state = position("""
        players Red; White
        Might
        .   .   .   .   m1R
        c1  .   .   .   c1
        m2W #   .   r1R .
        #   #   .   .   .
    """)
    board = state.boards[0]
    assert [name(each.anchors[0]) for each in board.domains] == ["e1", "a2", "d3"]
    found = [board.domain_at(square(sq)) for sq in ("e2", "b4", "d3")]
    assert found == list(board.domains)
    with pytest.raises(KeyError, match="no domain at c2"):
        board.domain_at(square("c2"))


@pytest.mark.parametrize(
    ("building", "value", "written"),
    [
        (Building(MILITARY, 3, 0, 1), 4, "castle at a1"),
        (Building(MILITARY, 3, 0, ruin=True), 2, "castle ruin at a1"),
        (Building(RELIGIOUS, 2, 0, ruin=True), 1, "monastery ruin at a1"),
        (Building(CIVIL, 3, 0), 5, "city at a1"),
    ],
)
def test_s2_a_building_knows_its_value_and_its_name(building, value, written):
    assert building.value(RuleSet()) == value
    assert str(building) == written
    assert building.mask == sum(1 << sq for sq in building.squares)


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
