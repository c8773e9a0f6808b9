"""What the pictures of a lesson show: plans, arrows, domains by letter, numbers, cubes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from khronos_lab.analysis import Timeline
from khronos_lab.core import bits, name, square
from khronos_lab.core import events as e
from khronos_lab.drawing import TOP, Highlight, Look, Stroke, Table, points
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import AGES, FAITH, MIGHT, data_folder, say
from khronos_lab.widgets import (
    LARGEST,
    NAME,
    PAWN,
    areas_of,
    cubes_home,
    ground_of,
    items_of,
    look_squares,
    pawn_spot,
    picture,
    picture_strokes,
    position,
    question_strokes,
    sizes_of,
    step_strokes,
)
from khronos_lab.widgets.lessons.steps import _bare
from tests.support import in_language


def item_of(number):
    [item] = items_of(number)
    return item


def step_of(item, sort, nth=0):
    """The step at which an event of this sort is shown."""
    found = [frame.index for frame in item.timeline if isinstance(frame.event, sort)]
    return found[nth]


def labels(item, step):
    table = Table.of(item.look.before.grid)
    return [stroke.label for stroke in step_strokes(item, step, table)]


def areas(item, step):
    return [
        (area.age, [name(sq) for sq in bits(area.mask)], area.text)
        for area in areas_of(item.timeline, step)
    ]


def test_the_plan_is_shown_pale_before_the_move():
    item = item_of(46)
    table = Table.of(item.look.before.grid)
    shown = [stroke.label for stroke in question_strokes(item.look.before, item.look.action, table)]
    assert "ghost tile religious" in shown
    assert "shadow" in shown
    assert not any(label.startswith("badge") for label in shown)


def test_b3_a_falling_shadow_is_an_arrow_until_the_copy_stands():
    item = item_of(46)
    falls, erased, cast = (
        step_of(item, sort) for sort in (e.ShadowFalls, e.BuildingErased, e.ShadowCast)
    )
    assert falls < erased < cast
    for step in (falls, erased, cast):
        assert labels(item, step).count("cast") == 1
    assert labels(item, falls - 1).count("cast") == 0
    assert labels(item, item.last).count("cast") == 2


def test_b3a_the_two_domains_that_forbid_a_copy_get_letters_and_the_clause_a_card():
    item = item_of(11)
    shown = labels(item, step_of(item, e.ShadowBlocked))
    assert {"word A", "word B", "word B3a", "blocked"} <= set(shown)
    assert shown.count("domain") == 2


def test_c2_original_domains_are_compared_in_numbers():
    item = item_of(68)
    joined = step_of(item, e.DomainsJoined)
    left, right = ["a1", "b1", "a2", "b2", "a3"], ["d1", "e1", "d2", "e2"]
    assert areas(item, joined) == [(MIGHT, left, "A"), (MIGHT, right, "B")]
    compared = step_of(item, e.StrengthsCompared)
    assert areas(item, compared) == [(MIGHT, left, "A 3"), (MIGHT, right, "B 2")]
    assert "word A 3" in labels(item, compared)


def test_c3_the_parts_of_a_domain_that_fell_apart_get_letters():
    item = item_of(68)
    split = step_of(item, e.DomainSplit)
    assert [(text, squares[0]) for _, squares, text in areas(item, split)] == [
        ("A", "a1"),
        ("B", "e2"),
    ]


def test_b6_cubes_go_home_from_what_is_erased():
    item = item_of(46)
    step = step_of(item, e.BuildingErased)
    assert cubes_home(item.timeline[step].event) == (1,)
    shown = labels(item, step)
    assert "home" in shown
    assert "cubes 1" in shown
    assert "home" not in labels(item, step + 1)


def test_what_is_gone_is_crossed_out_only_where_the_ground_is_bare():
    state = item_of(46).look.before
    age, building = next((age, each) for age in AGES for each in state.boards[age])
    free = 1 << next(sq for sq in bits(state.grid.area & ~state.boards[age].occupied))
    new = Highlight("new", age, building.mask)
    gone = Highlight("gone", age, building.mask | free)
    hidden = Highlight("gone", age, building.mask)
    assert list(_bare([new, gone, hidden], state)) == [new, gone._replace(mask=free)]


def test_the_arrow_home_begins_at_the_cube_and_leads_up_and_away():
    item = item_of(46)
    step = step_of(item, e.BuildingErased)
    table = Table.of(item.look.before.grid)
    strokes = {each.label: points(each.path) for each in step_strokes(item, step, table)}
    way, head = strokes["home"], strokes["home head"][:3]
    event = item.timeline[step].event
    right, bottom = table.corner(event.age, event.building.square) + np.array(event.building.rank)
    assert np.abs(way[0] - (right, bottom)).max() < 0.5
    assert (way[-1] < (right + 1, bottom - 0.5)).all()
    assert way[-1][0] > way[0][0]
    tip = head[head[:, 1].argmin()]
    assert tip[1] < way[-1][1], "it points the way it goes"
    assert np.abs(head.mean(axis=0) - way[-1]).max() < 0.25


def test_b7_lifted_cubes_do_not_go_home():
    item = item_of(53)
    lifted = [
        frame.event
        for frame in item.timeline
        if isinstance(frame.event, e.BuildingErased) and frame.event.lifted
    ]
    assert [cubes_home(event) for event in lifted] == [()]


def test_x2_a_domain_that_pays_shows_how_much():
    item = item_of(60)
    paid = [
        label
        for step in range(item.last + 1)
        for label in labels(item, step)
        if label.startswith("word +")
    ]
    assert paid == ["word +7", "word +4"]


def test_d1_a_forbidden_building_shows_the_domains_and_h1_the_rival():
    connects = labels(item_of(21), 1)
    assert connects.count("domain") == 2
    assert {"word A", "word B", "blocked"} <= set(connects)
    equals = labels(item_of(24), 1)
    assert "look" in equals
    assert "domain" not in equals


def test_the_cubes_of_what_is_outlined_lie_above_the_line():
    # Ben's watchtower at a1 is too small for a thick line and his cube side by side.
    item = item_of(11)
    table = Table.of(item.look.before.grid)
    told = [stroke.label for stroke in picture_strokes(item, 0, "told", table)]
    last = max(place for place, label in enumerate(told) if label == "look")
    assert "cubes 1" in told[last + 1 :]
    step = labels(item, item.last)
    assert "cubes 1" in step[max(i for i, label in enumerate(step) if label == "domain") :]


def test_pawns_stand_beside_the_name_of_the_age_or_above_it():
    wide, narrow = item_of(60).look.before, item_of(15).look.before
    tops = [sizes_of(each.grid, len(each.players)).table.top for each in (wide, narrow)]
    assert tops == [2.0, 2.5]


# ------------------------------------------------------------------ as data for the browser


def test_strokes_that_differ_in_their_place_only_share_a_shape():
    item = item_of(47)
    sizes = sizes_of(item.look.before.grid, len(item.look.before.players))
    red = [
        Stroke(sizes.table.outline(FAITH, 1 << square(each)), Look(fill="#FF0000"), "red")
        for each in ("b3", "a1")
    ]
    drawn = picture(red, sizes.lines)
    assert drawn["shapes"] == [[{"fill": "#FF0000"}, "M0 0H1V1H0z"]]
    left = int(sizes.table.left(FAITH))
    assert drawn["items"] == [[0, left + 1, 2], [0, left, 0]]


def test_a_line_that_is_not_drawn_has_no_attributes_and_widths_are_in_squares():
    item = item_of(15)
    sizes = sizes_of(item.look.before.grid, len(item.look.before.players))
    path = sizes.table.outline(MIGHT, 1)
    looks = [Look("#FF0000", width=1.0), Look(line="#000000", width=2.0, dash=(4.0, 2.0))]
    plain, dashed = (
        shape for shape, _ in picture([Stroke(path, look) for look in looks], sizes.lines)["shapes"]
    )
    assert plain == {"fill": "#FF0000"}
    width = float(dashed["stroke-width"])
    # On large squares lines are thinner than their share: they do not grow for ever.
    assert 0.03 < width < 2 * 1.75 / 17.28
    assert [float(each) / width for each in dashed["stroke-dasharray"].split()] == pytest.approx(
        [2, 1], abs=0.05
    )


def test_the_ground_tells_where_every_square_of_every_age_lies():
    state = item_of(82).look.before
    ground = ground_of(state.grid, len(state.players))
    table = sizes_of(state.grid, len(state.players)).table
    assert ground["box"] == [-1.0, -table.top, table.width, table.height]
    assert ground["lefts"] == [table.left(age) for age in AGES]
    assert ground["largest"] == LARGEST
    assert set(ground["icons"]) == {f"{kind}{rank}" for kind in "mrc" for rank in (1, 2, 3)}
    known = {shape for shape, *_ in ground["items"]}
    assert known == set(range(len(ground["shapes"])))


def test_a_position_of_many_buildings_is_small():
    timeline = read_game()
    state = timeline.state_at(len(timeline) - 1)
    sizes = sizes_of(state.grid, len(state.players))
    drawn = json.dumps(picture(position(state, sizes.table), sizes.lines), separators=(",", ":"))
    assert sum(len(board.buildings) for board in state.boards) > 60
    assert len(drawn) < 16_000


def read_game():
    [record] = read_games(data_folder() / "games" / "03-four-players-valley.khr")
    assert isinstance(record, GameRecord)
    return Timeline.of(record)


def test_c1_rivals_stand_out_from_their_domain():
    item = item_of(68)
    shown = labels(item, step_of(item, e.ConflictFound))
    assert shown.count("conflict") == 2
    assert shown.count("one domain") == 1


# ------------------------------------------------------------------ nothing hides what it is about


def test_a2_the_plan_of_an_upgrade_leaves_the_old_building_in_sight():
    item = item_of(8)
    table = Table.of(item.look.before.grid)
    shown = [stroke.label for stroke in question_strokes(item.look.before, item.look.action, table)]
    pale = shown.index("ghost tile religious")
    assert {"tile religious", "glyph tile religious", "cubes 0"} <= set(shown[pale + 1 :])
    # Its own glyph would be taken for one more building.
    assert not any(label.startswith("ghost glyph") for label in shown)


def test_g1_the_river_is_seen_under_a_plan():
    for number, sheer in ((38, [False, True]), (1, [False])):
        item = item_of(number)
        table = Table.of(item.look.before.grid)
        tiles = [
            stroke.look.opacity < 1
            for stroke in question_strokes(item.look.before, item.look.action, table)
            if stroke.label == "ghost tile military"
        ]
        assert tiles == sheer


def test_b6_only_bare_ground_is_crossed_out():
    replaced, partly = item_of(46), item_of(47)
    cast = step_of(replaced, e.ShadowCast)
    assert not {"trail gone", "end erased"} & set(labels(replaced, cast))
    # Ben's keep has left bare squares, his chapel has not.
    assert labels(partly, step_of(partly, e.ShadowCast)).count("end erased") == 1


def test_c1_a_conflict_begins_with_a_clean_picture():
    item = item_of(76)
    found = step_of(item, e.ConflictFound)
    assert "cast" in labels(item, found - 1)
    for step in range(found, item.last + 1):
        assert "cast" not in labels(item, step)
    assert labels(item, step_of(item, e.ShadowWithdrawn, 1)).count("withdrawn") == 1


def test_c2_what_covers_a_part_of_an_original_domain_is_not_of_it():
    # The town erases the castle at a1 and covers its corner c3.
    item = item_of(84)
    for sort in (e.DomainsJoined, e.StrengthsCompared):
        (_, squares, _), _ = areas(item, step_of(item, sort))
        assert "c3" not in squares
        assert "a1" not in squares
        assert squares[0] == "a4"


def test_c1_and_b3b_whose_a_building_is_lies_above_the_marks():
    for number, sort in ((68, e.ConflictFound), (12, e.ShadowBlocked)):
        shown = labels(item_of(number), step_of(item_of(number), sort))
        last = max(place for place, label in enumerate(shown) if label == "conflict")
        assert "cubes 1" in shown[last + 1 :]


@pytest.mark.parametrize("language", ["en", "de"])
def test_pawns_never_lie_on_the_name_of_an_age(language):
    for number in (43, 10, 60, 70, 76, 82):
        state = item_of(number).look.before
        players = len(state.players)
        sizes = in_language(language, sizes_of, state.grid, players)
        if sizes.table.top >= TOP:
            continue  # they stand above it
        for age in AGES:
            name = TextPath(
                (0, 0), in_language(language, say, age), size=1, prop=FontProperties(weight="bold")
            )
            right = sizes.table.left(age) + name.get_extents().x1 * sizes.letters * NAME
            left, _ = pawn_spot(sizes.table, players, age, 0, 0)
            assert right < left - PAWN / 2 + 0.1


def test_the_answer_on_the_board_is_not_outlined_twice():
    # The browser marks the keep's squares, so the violet line leaves them alone.
    item = item_of(47)
    state, exercise = item.look.before, item.exercises[0]
    seen = {(age, name(sq)) for age, sq in look_squares(state, exercise)}
    assert seen == {(FAITH, "c3")}
    chosen = look_squares(item_of(21).look.before, item_of(21).exercises[0])
    assert chosen != []
