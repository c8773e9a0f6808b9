"""The three boards: every piece is there, on its squares, and can be told from the others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

import khronos_lab as kl
from khronos_lab.analysis import Timeline
from khronos_lab.core import Building, GameState, bits, cubes_on, footprint, plain_grid, square
from khronos_lab.drawing import (
    BoardLayout,
    Stroke,
    Window,
    buildings,
    cube_stroke,
    draw_boards,
    pawn_stroke,
    points,
    scene_strokes,
)
from khronos_lab.rulebook import (
    AGES,
    CIVIL,
    FAITH,
    KINDS,
    MAX_PLAYERS,
    MIGHT,
    MILITARY,
    OWNED_KINDS,
    RANKS,
    REASON,
    RELIGIOUS,
    say,
)
from khronos_lab.scenes import scene_of
from tests.drawing.games import labels, longest_move, timeline
from tests.support import in_language

PLACE = square("d4")
SORTS = ("tile", "ruin", "printed")
LAST = timeline(4).moves[-1].after
TABLE = BoardLayout.of(LAST.grid)


def still(state: GameState, view: str = "boards") -> list[Stroke]:
    """The strokes of a position to which nothing has just happened."""
    return scene_strokes(
        scene_of(Timeline.of([], start=state)[0], view), BoardLayout.of(state.grid)
    )


def parts(strokes, label: str) -> int:
    """How many closed shapes the strokes with this label have."""
    return sum(
        int(np.count_nonzero(np.asarray(stroke.path.codes) == stroke.path.CLOSEPOLY))
        for stroke in strokes
        if stroke.label == label
    )


def box(*strokes: Stroke) -> tuple[np.ndarray, np.ndarray]:
    """The upper left and the lower right corner of what is drawn."""
    spots = np.concatenate([points(stroke.path) for stroke in strokes])
    return spots.min(axis=0), spots.max(axis=0)


def area(path) -> float:
    """What closed lines enclose; a hole runs the other way round and counts less than nothing."""
    starts = np.flatnonzero(np.asarray(path.codes) == path.MOVETO)
    loops = np.split(points(path), starts[1:])
    return sum(float(x[:-1] @ y[1:] - x[1:] @ y[:-1]) / 2 for x, y in (loop.T for loop in loops))


# ------------------------------------------------------------------ pieces


def test_every_building_cube_and_pawn_is_there():
    strokes = still(LAST)
    expected: Counter[str] = Counter()
    for each in (each for board in LAST.boards for each in board):
        sort = "ruin" if each.ruin else "printed" if each.printed else "tile"
        expected[f"{sort} {each.kind.word}"] += 1
        expected.update(f"cubes {seat}" for seat in cubes_on(each))
    for seat, player in enumerate(LAST.players):
        expected[f"pawns {seat}"] = 2 * len(player.adventurers)  # a body and a head
    assert {label: parts(strokes, label) for label in expected} == expected


STANDING = [
    *(Building(kind, rank, PLACE, owner=1) for kind in OWNED_KINDS for rank in RANKS),
    *(Building(kind, rank, PLACE, ruin=True) for kind in OWNED_KINDS for rank in RANKS),
    *(Building(kind, 3, PLACE, ruin=True, cubes=(2,)) for kind in OWNED_KINDS),
    *(Building(CIVIL, rank, PLACE, cubes=tuple(range(rank))) for rank in RANKS),
    Building(CIVIL, 1, PLACE, printed=True),
]


@pytest.mark.parametrize("building", STANDING, ids=str)
def test_a_building_fills_its_squares_with_its_glyph_in_the_middle(building):
    strokes = buildings([(REASON, building)], TABLE)
    corner = np.array(TABLE.corner(REASON, PLACE))
    low, high = box(*strokes)
    assert (low >= corner).all()
    assert (high <= corner + building.rank + 0.04).all(), "only its shade lies below it"
    low, high = box(*(each for each in strokes if each.label.startswith((*SORTS, "owner"))))
    assert (high - low > building.rank - 0.2).all()
    low, high = box(*(each for each in strokes if "glyph" in each.label))
    assert (np.abs((low + high) / 2 - corner - building.rank / 2) < 0.12 * building.rank).all()
    assert (high - low > 0.35 * building.rank).all()


@pytest.mark.parametrize(("rank", "cubes"), [(1, 1), (2, 3), (3, 5)])
def test_cubes_lie_beside_each_other_on_their_building(rank, cubes):
    city = Building(CIVIL, rank, square("a1"), cubes=tuple(range(cubes)))
    found = [each for each in buildings([(REASON, city)], TABLE) if "cubes" in each.label]
    spots = [points(stroke.path).mean(axis=0) - (TABLE.left(REASON), 0) for stroke in found]
    assert len(spots) == cubes
    assert all(((spot > 0) & (spot < rank)).all() for spot in spots)
    assert (np.diff(sorted(x for x, _ in spots)) > 0.5).all()


def test_a_ruin_has_cracks_all_over_and_a_half_restored_one_is_half_covered():
    ruin = Building(RELIGIOUS, 3, PLACE, ruin=True)
    plain = buildings([(REASON, ruin)], TABLE)
    assert labels(plain) == ["ruin religious", "cracks religious", "glyph ruin religious"]
    lines = points(plain[1].path).reshape(-1, 2, 2)
    assert np.allclose(lines[:, 0].sum(axis=1), lines[:, 1].sum(axis=1)), "all run one way"
    places = np.sort(lines[:, 0].sum(axis=1))
    assert np.allclose(np.diff(places), np.diff(places)[0]), "and equally far apart"
    low, high = box(plain[0])
    assert places[0] - low.sum() < 0.5
    assert high.sum() - places[-1] < 0.8
    strokes = buildings([(REASON, ruin._replace(cubes=(1,)))], TABLE)
    whole, half = (
        next(each.path for each in strokes if each.label == f"{what} religious")
        for what in ("ruin", "half")
    )
    assert abs(area(half)) == pytest.approx(abs(area(whole)) / 2)
    assert [low[0], high[1]] in points(half).tolist(), "the lower left half"


def test_every_kind_rank_and_player_has_a_sign_of_its_own():
    glyphs = [
        next(each for each in buildings([(REASON, Building(kind, rank, PLACE))], TABLE)
             if "glyph" in each.label)
        for kind in KINDS for rank in RANKS
    ]  # fmt: skip
    cubes = [cube_stroke(seat, [(0.0, 0.0)], 1.0) for seat in range(MAX_PLAYERS)]
    pawns = [pawn_stroke(seat, [(0.0, 0.0)], 1.0) for seat in range(MAX_PLAYERS)]
    for family in (glyphs, cubes, pawns):
        shapes = [points(each.path) - points(each.path).mean(axis=0) for each in family]
        for one, other in combinations(shapes, 2):
            assert one.shape != other.shape or not np.allclose(one, other, atol=0.05)
    sorts = [
        Building(CIVIL, 1, PLACE),
        Building(CIVIL, 1, PLACE, printed=True),
        Building(MILITARY, 2, PLACE, ruin=True),
        Building(MILITARY, 2, PLACE),
    ]
    looks = [
        next(s.look for s in buildings([(REASON, each)], TABLE) if s.label.startswith(SORTS))
        for each in sorts
    ]
    assert len({(look.fill, look.dash, look.line) for look in looks}) == 4


def test_pieces_below_areas_of_control_are_pale_and_have_no_cubes():
    full, pale = still(LAST), still(LAST, "control")
    tiles = [next(each for each in some if each.label == "tile civil") for some in (full, pale)]
    assert tiles[0].look.fill != tiles[1].look.fill
    assert any("cubes" in label for label in labels(full))
    assert not any("cubes" in label for label in labels(pale))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("columns", [4, 9, 16])
def test_pawns_leave_the_name_of_the_age_in_sight_on_every_board(columns, language):
    for names in (["Ann", "Ben"], ["Ann", "Ben", "Cleo", "Dan", "Eva"]):
        people = "\n".join(f"player {name}: hand c" for name in names)
        row = " | ".join([". " * columns] * 3)
        small = kl.read_position(
            f"turn: round 1, Ann acts, Ann starts\n{people}\nMight | Faith | Reason\n{row}\n{row}\n"
        )
        drawing = draw_boards(small, language=language)
        drawing.figure.draw_without_rendering()
        might = in_language(language, say, MIGHT)
        [name] = [each for each in drawing.ax.texts if each.get_text() == might]
        # The box has room for letters that go up and down; the pawns may come as near as that.
        title = name.get_window_extent().transformed(drawing.ax.transData.inverted())
        title = title.shrunk(0.98, 0.6)
        for stroke in still(small):
            if stroke.label.startswith("pawns"):
                pawns = points(stroke.path)
                assert pawns[:, 1].min() > -2.5  # not cut off
                inside = (pawns[:, 0] < title.x1) & (pawns[:, 1] > min(title.y0, title.y1))
                assert not inside.any(), (columns, stroke.label)


# ------------------------------------------------------------------ where squares lie


def mask(names: str) -> int:
    return sum(1 << square(name) for name in names.split())


def test_a_window_shows_the_squares_with_a_margin_and_no_more_than_the_map():
    table = BoardLayout.of(plain_grid(16, 20), mask("b3 d4"), margin=2)
    assert table.window == Window(0, 0, 6, 6)
    assert BoardLayout.of(plain_grid(16, 20), mask("p20"), margin=2).window == Window(13, 17, 3, 3)
    assert table.corner(FAITH, square("a1")) == (8, 0)
    assert table.corner(MIGHT, square("c4")) == (2, 3)
    small = BoardLayout.of(plain_grid(6, 4))
    assert [small.left(age) for age in AGES] == [0, 8, 16]
    assert small.width == 16 + 6 + 1.5
    near = BoardLayout.of(plain_grid(16, 20), mask("d4"), margin=1)
    xs = points(near.outline(REASON, footprint(square("d4"), 3)))[:, 0] - near.left(REASON)
    assert (xs.min(), xs.max()) == (1, 3), "an outline stops at the edge of the window"


def test_outlines_enclose_exactly_the_squares_of_a_set():
    keep = footprint(square("c2"), 2)
    assert {*map(tuple, points(TABLE.outline(MIGHT, keep)))} == {(2, 1), (2, 3), (4, 1), (4, 3)}
    inner = points(TABLE.outline(MIGHT, keep, 0.25))
    assert {*inner[:, 0]} == {2.25, 3.75}
    assert {*inner[:, 1]} == {1.25, 2.75}
    assert area(TABLE.outline(MIGHT, footprint(square("b2"), 3) & ~mask("c3"))) == 9 - 1
    for age in AGES:
        for domain in LAST.boards[age].domains:
            assert area(TABLE.outline(age, domain.mask)) == domain.mask.bit_count()
            x, y = TABLE.badge_spot(age, domain.mask)
            corners = [TABLE.corner(age, sq) for sq in bits(domain.mask)]
            assert (x - 0.5, y - 0.5) in corners, "the middle of a domain is one of its squares"
    assert TABLE.badge_spot(MIGHT, mask("a1 b1 c1 c2 c3")) == (1.5, 0.5)
    assert TABLE.badge_spot(MIGHT, footprint(square("e5"), 3)) == (5.5, 5.5)


@pytest.mark.parametrize("squares", ["a1 b2", "b1 a2", "a1 c1 b2", "b1 a2 c2 b3", "a1 c1 b2 a3 c3"])
def test_squares_that_touch_at_a_corner_have_outlines_of_their_own(squares):
    path = TABLE.outline(MIGHT, mask(squares), 0.1)
    assert np.count_nonzero(np.asarray(path.codes) == path.CLOSEPOLY) == len(squares.split())
    assert area(path) == pytest.approx(0.64 * len(squares.split()))


# ------------------------------------------------------------------ the whole picture


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_words_of_the_legend_overlap_or_leave_the_picture(language):
    span = longest_move()
    drawing = draw_boards(span.after, log=span.log, language=language)
    drawing.png(1)
    boxes = [text.get_window_extent() for text in drawing.axes[1].texts if text.get_text()]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert all(box.x0 >= 0 and box.x1 <= drawing.figure.bbox.x1 for box in boxes)


def test_axes_that_are_given_get_no_legend_and_smaller_lines_and_words():
    ax = Figure(figsize=(5, 3)).add_subplot()
    small, large = draw_boards(LAST, ax=ax), draw_boards(LAST, legend=False)
    assert small.axes == (ax,)
    assert small.figure.axes == [ax]
    sizes = [float(each.ax.texts[0].get_fontsize()) for each in (small, large)]
    assert sizes[0] < sizes[1]
    widths = [np.max(each.ax.collections[-1].get_linewidth()) for each in (small, large)]
    assert widths[0] < widths[1]


def test_every_square_begins_at_a_whole_pixel_and_small_maps_have_larger_ones():
    drawing = draw_boards(LAST, legend=False)
    corners = [TABLE.corner(age, sq) for age in AGES for sq in (square("a1"), square("p20"))]
    pixels = drawing.ax.transData.transform(corners)
    assert np.abs(pixels - np.rint(pixels)).max() < 1e-6
    wide, tall = draw_boards(timeline(8).start).figure.get_size_inches()
    assert tall < wide / 2
