"""Where squares lie, and the outlines of sets of squares."""

from __future__ import annotations

import pytest

from khronos_lab.core import bits, footprint, plain_grid, square
from khronos_lab.drawing import Table, Window, middle_square, outlines, points
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON
from tests.drawing.games import timeline


def mask(*names: str) -> int:
    return sum(1 << square(name) for name in names)


def area(loop) -> float:
    pairs = zip(loop, [*loop[1:], loop[0]], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def test_a_window_shows_the_squares_with_a_margin_and_no_more_than_the_map():
    table = Table.of(plain_grid(16, 20), mask("b3", "d4"), margin=2)
    assert table.window == Window(0, 0, 6, 6)
    assert Table.of(plain_grid(16, 20), mask("p20"), margin=2).window == Window(13, 17, 3, 3)
    assert table.corner(FAITH, square("a1")) == (8, 0)
    assert table.corner(MIGHT, square("c4")) == (2, 3)


def test_the_outline_of_one_building_is_its_square():
    (loop,) = outlines(footprint(square("c2"), 2))
    assert sorted(loop) == [(2, 1), (2, 3), (4, 1), (4, 3)]


def test_an_outline_moves_inwards():
    (loop,) = outlines(footprint(square("c2"), 2), 0.25)
    assert sorted(loop) == [(2.25, 1.25), (2.25, 2.75), (3.75, 1.25), (3.75, 2.75)]


@pytest.mark.parametrize("squares", ["a1 b2", "b1 a2", "a1 c1 b2", "b1 a2 c2 b3", "a1 c1 b2 a3 c3"])
def test_squares_that_touch_at_a_corner_have_outlines_of_their_own(squares):
    loops = outlines(mask(*squares.split()), 0.1)
    assert len(loops) == len(squares.split())
    assert all(area(loop) == pytest.approx(0.64) for loop in loops)


def test_a_hole_has_an_outline_that_runs_the_other_way():
    ring = footprint(square("b2"), 3) & ~mask("c3")
    loops = outlines(ring)
    assert sorted(area(loop) for loop in loops) == [-1, 9]


def test_outlines_enclose_exactly_the_squares_of_real_domains():
    for board in timeline(3).moves[-1].after.boards:
        for domain in board.domains:
            enclosed = sum(area(loop) for loop in outlines(domain.mask))
            assert enclosed == domain.mask.bit_count()


def test_the_middle_of_a_set_is_one_of_its_squares():
    bent = mask("a1", "b1", "c1", "c2", "c3")
    assert middle_square(bent) == square("b1")
    assert middle_square(footprint(square("e5"), 3)) == square("f6")
    for board in timeline(3).moves[-1].after.boards:
        for domain in board.domains:
            assert middle_square(domain.mask) in list(bits(domain.mask))


def test_an_outline_stops_at_the_edge_of_the_window():
    table = Table.of(plain_grid(16, 20), mask("d4"), margin=1)
    path = table.outline(REASON, footprint(square("d4"), 3))
    xs = points(path)[:, 0] - table.left(REASON)
    assert xs.min() == 1
    assert xs.max() == 3


def test_ages_lie_beside_each_other():
    table = Table.of(plain_grid(6, 4))
    lefts = [table.left(age) for age in AGES]
    assert lefts == [0, 8, 16]
    assert table.left(MIGHT) == 0
    assert table.width == 16 + 6 + 1.5
