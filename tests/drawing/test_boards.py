"""The three boards: every piece is there, where it stands, in both languages."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from matplotlib.figure import Figure

import khronos_lab as kl
from khronos_lab.core import Building, cubes_on, square
from khronos_lab.drawing import (
    CUBE,
    FULL,
    PALE,
    Drawing,
    Table,
    adventurers,
    buildings,
    draw_boards,
    effects,
    ghost,
    points,
    position,
    standing,
)
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS, say
from tests.drawing.games import labels, longest_move, timeline
from tests.support import in_language


def last_state():
    return timeline(4).moves[-1].after


def parts(strokes, label: str) -> int:
    """How many closed shapes the strokes with this label have."""
    return sum(
        int(np.count_nonzero(np.asarray(stroke.path.codes) == stroke.path.CLOSEPOLY))
        for stroke in strokes
        if stroke.label == label
    )


def texts(drawing: Drawing) -> list[str]:
    return [text.get_text() for ax in drawing.axes for text in ax.texts]


def test_every_building_has_its_tile():
    state = last_state()
    strokes = standing(state, Table.of(state.grid))
    expected: Counter[str] = Counter()
    for board in state.boards:
        for each in board:
            sort = "ruin" if each.ruin else "printed" if each.printed else "tile"
            expected[f"{sort} {each.kind.word}"] += 1
    assert {label: parts(strokes, label) for label in expected} == expected


def test_every_cube_and_every_pawn_is_there():
    state = last_state()
    strokes = position(state, Table.of(state.grid))
    for seat, player in enumerate(state.players):
        cubes = sum(cubes_on(each).count(seat) for board in state.boards for each in board)
        assert parts(strokes, f"cubes {seat}") == cubes
        # A pawn is a body and a head.
        assert parts(strokes, f"pawns {seat}") == 2 * len(player.adventurers)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("columns", [4, 6, 9, 12, 16])
def test_pawns_leave_the_name_of_the_age_in_sight_on_every_board(columns, language):
    for names in (["Ann", "Ben"], ["Ann", "Ben", "Cleo", "Dan", "Eva"]):
        people = "\n".join(f"player {name}: hand c" for name in names)
        row = " | ".join([". " * columns] * 3)
        small = kl.read_position(
            f"turn: round 1, Ann acts, Ann starts\n{people}\nMight | Faith | Reason\n{row}\n{row}\n"
        )
        drawing = draw_boards(small, language=language)
        drawing.figure.draw_without_rendering()
        ax = drawing.axes[0]
        name = next(
            each for each in ax.texts if each.get_text() == in_language(language, say, MIGHT)
        )
        box = name.get_window_extent()
        # The box has room for letters that go up and down; the pawns may come as near as that.
        title = box.transformed(ax.transData.inverted()).shrunk(0.98, 0.6)
        strokes = adventurers(small, Table.of(small.grid))
        for stroke in strokes:
            pawns = points(stroke.path)
            assert pawns[:, 1].min() > -2.5  # not cut off
            inside = (pawns[:, 0] < title.x1) & (pawns[:, 1] > min(title.y0, title.y1))
            assert not inside.any(), (columns, stroke.label)


@pytest.mark.parametrize("age", AGES)
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_a_tile_lies_on_its_squares(age, rank):
    table = Table.of(last_state().grid)
    (tile, *_) = buildings([(age, Building(CIVIL, rank, square("c4")))], table)
    low, high = points(tile.path).min(axis=0), points(tile.path).max(axis=0)
    x, y = table.corner(age, square("c4"))
    assert (low > (x, y)).all()
    assert (high < (x + rank, y + rank)).all()
    assert (high - low > rank - 0.2).all()


@pytest.mark.parametrize("cubes", [1, 3, 5])
def test_cubes_lie_beside_each_other_on_their_building(cubes):
    rank = {1: 1, 3: 2, 5: 3}[cubes]
    city = Building(CIVIL, rank, square("a1"), cubes=tuple(range(cubes)))
    found = [
        s for s in buildings([(REASON, city)], Table.of(last_state().grid)) if "cubes" in s.label
    ]
    spots = [points(stroke.path).mean(axis=0) for stroke in found]
    assert len(spots) == cubes
    left = Table.of(last_state().grid).left(REASON)
    for x, y in spots:
        assert left < x < left + rank
        assert 0 < y < rank
    gaps = np.diff(sorted(x for x, _ in spots))
    assert (gaps > CUBE).all()


def test_ruins_have_cracks_and_half_restored_ones_a_half():
    table = Table.of(last_state().grid)
    ruin = Building(RELIGIOUS, 3, square("d4"), ruin=True)
    assert labels(buildings([(REASON, ruin)], table)) == [
        "ruin religious",
        "cracks religious",
        "glyph ruin religious",
    ]
    half = labels(buildings([(REASON, ruin._replace(cubes=(1,)))], table))
    assert half == [
        "ruin religious",
        "cracks religious",
        "half religious",
        "glyph half religious",
        "cubes 1",
    ]


def test_looks_tell_tiles_ruins_and_printed_hamlets_apart():
    table = Table.of(last_state().grid)
    sorts = [
        Building(CIVIL, 1, square("a1")),
        Building(CIVIL, 1, square("a1"), printed=True),
        Building(MILITARY, 2, square("a1"), ruin=True),
        Building(MILITARY, 2, square("a1")),
    ]
    looks = [buildings([(REASON, each)], table)[0].look for each in sorts]
    assert len({(look.fill, look.dash, look.line) for look in looks}) == 4


def test_pale_pieces_are_lighter_and_have_no_cubes():
    state, table = last_state(), Table.of(last_state().grid)
    full, pale = standing(state, table, FULL), standing(state, table, PALE)
    assert any("cubes" in label for label in labels(full))
    assert not any("cubes" in label for label in labels(pale))
    assert full[0].look.fill != pale[0].look.fill


def test_a_ghost_shows_a_building_without_cubes():
    keep = Building(MILITARY, 2, square("a1"), owner=1)
    assert labels(ghost(Table.of(last_state().grid), FAITH, keep)) == [
        "ghost tile military",
        "ghost glyph tile military",
    ]


# ------------------------------------------------------------------ the whole picture


def test_titles_coordinates_and_legend_are_written():
    drawing = draw_boards(last_state())
    written = texts(drawing)
    for word in ("Might", "Faith", "Reason", "a", "p", "1", "20", "river", "castle", "Jonas"):
        assert word in written
    assert len(drawing.axes) == 2


def test_labels_are_german_when_asked_for():
    written = texts(draw_boards(last_state(), language="de"))
    for word in ("Macht", "Glaube", "Vernunft", "Fluss", "Festung", "aufgedruckter Weiler"):
        assert word in written
    assert "Might" not in written


def test_the_legend_names_the_marks_of_a_move():
    span = longest_move()
    assert "domain split" in texts(draw_boards(span.after, log=span.log))
    assert "domain split" not in texts(draw_boards(span.after))


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_words_of_the_legend_overlap_or_leave_the_picture(language):
    span = longest_move()
    drawing = draw_boards(span.after, log=span.log, language=language)
    drawing.png(1)
    boxes = [text.get_window_extent() for text in drawing.axes[1].texts if text.get_text()]
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[number + 1 :])
        assert drawing.figure.bbox.x0 <= box.x0
        assert box.x1 <= drawing.figure.bbox.x1


def test_axes_that_are_given_are_used_and_get_no_legend():
    figure = Figure(figsize=(6, 3))
    ax = figure.add_subplot()
    drawing = draw_boards(last_state(), ax=ax)
    assert isinstance(drawing, Drawing)
    assert drawing.axes == (ax,)
    assert drawing.figure is figure
    assert figure.axes == [ax]


def test_lines_and_words_are_smaller_in_smaller_axes():
    small = draw_boards(last_state(), ax=Figure(figsize=(5, 3)).add_subplot())
    large = draw_boards(last_state(), legend=False)
    sizes = [float(each.ax.texts[0].get_fontsize()) for each in (small, large)]
    assert sizes[0] < sizes[1]
    widths = [np.max(each.ax.collections[-1].get_linewidth()) for each in (small, large)]
    assert widths[0] < widths[1]


def test_effects_of_a_move_shine():
    span = longest_move()
    found = set(labels(effects(span.log, span.after, Table.of(span.after.grid))))
    assert {"new", "gone", "join", "split", "badge new", "symbol gone"} <= found
    assert "shadow" not in found, "a shadow that was cast is new; it no longer falls"


def test_every_square_begins_at_a_whole_pixel():
    drawing = draw_boards(last_state(), legend=False)
    table = Table.of(last_state().grid)
    corners = [table.corner(age, sq) for age in AGES for sq in (square("a1"), square("p20"))]
    pixels = drawing.ax.transData.transform(corners)
    assert np.abs(pixels - np.rint(pixels)).max() < 1e-6


def test_a_small_map_has_larger_squares():
    state = timeline(8).start
    assert state.grid.rows == 9
    wide, tall = draw_boards(state).figure.get_size_inches()
    assert tall < wide / 2
