"""Signs of pieces: they stay where the piece is, fill it, and differ where the pieces differ."""

from __future__ import annotations

import numpy as np
import pytest

from khronos_lab.core import Building, GameState, square
from khronos_lab.drawing import (
    BUILDINGS,
    Column,
    Item,
    Stroke,
    Table,
    base_columns,
    buildings,
    card,
    domain_legend,
    domain_strokes,
    ghost,
    mark_columns,
    new_figure,
    points,
    word,
    write_legend,
)
from khronos_lab.rulebook import AGES, CIVIL, KINDS, OWNED_KINDS, RANKS, REASON
from tests.drawing.games import timeline

PLACE = square("d4")
STANDING = [
    *(Building(kind, rank, PLACE, owner=1) for kind in OWNED_KINDS for rank in RANKS),
    *(Building(kind, rank, PLACE, ruin=True) for kind in OWNED_KINDS for rank in RANKS),
    *(Building(kind, 3, PLACE, ruin=True, cubes=(2,)) for kind in OWNED_KINDS),
    *(Building(CIVIL, rank, PLACE, cubes=tuple(range(rank))) for rank in RANKS),
    Building(CIVIL, 1, PLACE, printed=True),
]
EACH = pytest.mark.parametrize("building", STANDING, ids=str)


def table() -> Table:
    return Table.of(timeline(4).start.grid)


def box(*strokes: Stroke) -> tuple[np.ndarray, np.ndarray]:
    """The upper left and the lower right corner of what is drawn."""
    spots = np.concatenate([points(stroke.path) for stroke in strokes])
    return spots.min(axis=0), spots.max(axis=0)


def area(corners: np.ndarray) -> float:
    """The area of a polygon."""
    x, y = corners[:, 0], corners[:, 1]
    return abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2


@EACH
def test_all_signs_of_a_building_stay_on_its_squares(building):
    low, high = box(*buildings([(REASON, building)], table()))
    corner = np.array(table().corner(REASON, PLACE))
    assert (low >= corner).all()
    assert (high <= corner + building.rank).all()


@EACH
def test_the_glyph_stands_in_the_middle_and_can_be_seen(building):
    strokes = buildings([(REASON, building)], table())
    low, high = box(*(each for each in strokes if "glyph" in each.label))
    middle = np.array(table().corner(REASON, PLACE)) + building.rank / 2
    assert (np.abs((low + high) / 2 - middle) < 0.12 * building.rank).all()
    assert (high - low > 0.35 * building.rank).all()


def test_every_kind_and_rank_has_a_glyph_of_its_own():
    glyphs = [points(BUILDINGS[kind][rank]) for kind in KINDS for rank in RANKS]
    for number, one in enumerate(glyphs):
        assert np.abs(one).max() < 0.55
        for other in glyphs[number + 1 :]:
            assert one.shape != other.shape or not np.allclose(one, other)


@pytest.mark.parametrize("rank", RANKS)
def test_cracks_run_across_the_whole_ruin(rank):
    ruin = Building(OWNED_KINDS[0], rank, PLACE, ruin=True)
    strokes = buildings([(REASON, ruin)], table())
    [cracks] = [each for each in strokes if each.label.startswith("cracks")]
    lines = points(cracks.path).reshape(-1, 2, 2)
    assert np.allclose(lines[:, 0].sum(axis=1), lines[:, 1].sum(axis=1)), "all run one way"
    places = np.sort(lines[:, 0].sum(axis=1))
    assert np.allclose(np.diff(places), np.diff(places)[0]), "and equally far apart"
    low, high = box(*(each for each in strokes if each.label.startswith("ruin")))
    assert places[0] - low.sum() < 0.5
    assert high.sum() - places[-1] < 0.8


def test_a_half_restored_ruin_is_half_covered():
    ruin = Building(OWNED_KINDS[0], 3, PLACE, ruin=True, cubes=(1,))
    strokes = {each.label.split()[0]: each for each in buildings([(REASON, ruin)], table())}
    whole, half = (points(strokes[label].path)[:-1] for label in ("ruin", "half"))
    assert area(half) == pytest.approx(area(whole) / 2)
    left, bottom = whole[:, 0].min(), whole[:, 1].max()
    assert (left, bottom) in {(x, y) for x, y in half.tolist()}, "the lower left one, as in legends"


def test_the_legend_shows_a_half_restored_ruin_in_the_same_way():
    items = [item for column in base_columns(("Ann",)) for item in column.items]
    signs = [{each.label: each for each in item.paint(0.0, 0.0)} for item in items]
    [sign] = [each for each in signs if "half" in each]
    whole, half = (points(sign[label].path)[:-1] for label in ("ruin", "half"))
    assert area(half) == pytest.approx(area(whole) / 2)
    assert [whole[:, 0].min(), whole[:, 1].max()] in half.tolist()


def test_a_ghost_stands_where_the_building_would():
    for building in STANDING[:6]:
        low, high = box(*ghost(table(), REASON, building))
        corner = np.array(table().corner(REASON, PLACE))
        assert (low >= corner).all()
        assert (high <= corner + building.rank).all()


# ------------------------------------------------------------------ domains and legends


def last() -> GameState:
    return timeline(4).moves[-1].after


def test_nodes_of_a_domain_graph_stand_in_the_middle_of_their_buildings():
    state = last()
    nodes = [s for s in domain_strokes(state, table()) if s.label.startswith("node")]
    found = np.concatenate([_middles(stroke) for stroke in nodes])
    middles = np.array(
        [
            np.array(table().corner(age, each.square)) + each.rank / 2
            for age in AGES
            for each in state.boards[age]
        ]
    )
    assert len(found) == len(middles)
    for spot in found:
        assert np.abs(middles - spot).max(axis=1).min() < 0.1


def test_cubes_of_a_domain_graph_lie_on_the_buildings_they_belong_to():
    state = last()
    cubes = [s for s in domain_strokes(state, table()) if s.label.startswith("cubes")]
    spots = np.concatenate([_middles(stroke) for stroke in cubes])
    boxes = [
        (np.array(table().corner(age, each.square)), each.rank)
        for age in AGES
        for each in state.boards[age]
        if each.owner is not None or each.cubes
    ]
    for spot in spots:
        assert any((spot >= low).all() and (spot <= low + rank).all() for low, rank in boxes)


def _middles(stroke: Stroke) -> np.ndarray:
    codes = np.asarray(stroke.path.codes)
    starts = np.flatnonzero(codes == stroke.path.MOVETO)
    return np.array([part.mean(axis=0) for part in np.split(points(stroke.path), starts[1:])])


def test_a_legend_has_every_sign_left_of_its_name_and_columns_side_by_side():
    spots: list[tuple[float, float]] = []

    def paint(x: float, y: float) -> list[Stroke]:
        spots.append((x, y))
        return []

    names = [("river", "plain"), ("keep", "a castle with a long name", "abbey")]
    columns = [Column("Title", tuple(Item(paint, each, 2.0) for each in some)) for some in names]
    ax = new_figure(6, 2).add_subplot()
    write_legend(ax, columns, 25)
    written = {text.get_text(): text.get_position() for text in ax.texts}
    placed = dict(zip([each for some in names for each in some], spots[-5:], strict=True))
    for name, (x, y) in placed.items():
        assert written[name][1] == y
        assert 1.0 < written[name][0] - x < 2.0, "as far as half the sign is wide, and a bit"
    assert [placed[name][1] for name in ("river", "keep")] == [placed["river"][1]] * 2
    assert placed["plain"][1] > placed["river"][1] > written["Title"][1]
    assert placed["keep"][0] > written["plain"][0] > 0


@pytest.mark.parametrize("text", ["A1", "B3a", "C6"])
def test_a_card_is_a_little_larger_than_its_word(text):
    frame, letters = card(text, (4.0, 5.0))
    (low, high), (left, right) = box(frame), box(letters)
    assert ((left - low > 0.1) & (left - low < 0.5)).all()
    assert ((high - right > 0.1) & (high - right < 0.5)).all()


@pytest.mark.parametrize("text", ["1", "8", "14", "+3"])
def test_numbers_on_the_boards_stand_in_the_middle_and_are_as_high_as_said(text):
    box = word(text).get_extents()
    assert (box.x0 + box.x1) / 2 == pytest.approx(0, abs=0.01)
    if text.isdigit():
        assert (box.y0, box.y1) == pytest.approx((-0.5, 0.5), abs=0.04)


def test_signs_of_a_legend_stay_in_the_room_they_ask_for():
    names = last().names
    columns = [
        *base_columns(names),
        *mark_columns(),
        *domain_legend(names),
    ]
    signs = [item for column in columns for item in column.items]
    assert len(signs) > 20
    middle = np.array([10.0, 5.0])
    for item in signs:
        low, high = box(*item.paint(*middle))
        room = np.array([item.width / 2 + 0.15, 0.62])
        assert (low >= middle - room).all(), item.label
        assert (high <= middle + room).all(), item.label
        assert (np.abs((low + high) / 2 - middle) < 0.3).all(), item.label
