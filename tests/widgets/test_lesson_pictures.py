"""The pictures of a lesson: the position, a plan, marks by their meaning; and their size."""

from __future__ import annotations

import pytest

import khronos_lab as kl
from khronos_lab.drawing import MARKS, css
from tests.widgets.page import standing, tiles

SAME = ("split", "added", "left_out")
"""Marks that share their colour with something else."""
MEANING = {css(style.colour): name for name, style in MARKS.items() if name not in SAME}
"""Marks by their colour."""


def shape_of(item) -> int:
    """The number of the shape of an item."""
    return int(item[0] if isinstance(item, list) else str(item).split(" ")[0])


def looks(picture: dict) -> list[str]:
    """Everything that the looks of a picture say."""
    used = {shape_of(item) for item in picture["items"].values()}
    return [
        said
        for shape in used
        for look in picture["shapes"][shape][::2]
        for said in picture["looks"][look]
    ]


def marks(picture: dict) -> set[str]:
    """What the lines and areas of a picture mean."""
    return {MEANING[each] for each in looks(picture) if each in MEANING}


def steps(number: int) -> list[tuple[str, dict]]:
    """What is said and shown at each step of a scenario."""
    shown = kl.lesson(number).show()
    return [(each["caption"], {"items": each["items"], **shown.shapes}) for each in shown.steps]


@pytest.mark.parametrize("number", [1, 11, 46, 53, 60, 68, 76, 84])
def test_every_step_shows_the_buildings_of_its_moment(number):
    shown = kl.lesson(number).show()
    assert shown.ground["ages"] == ["Might", "Faith", "Reason"]
    for frame, step in zip(shown.item.timeline, shown.steps, strict=True):
        picture = {"items": step["items"], **shown.shapes}
        assert tiles(shown.ground, picture) >= standing(frame.state), step["caption"]


@pytest.mark.parametrize(
    ("number", "said", "meant"),
    [
        (46, "reaches Faith (B3)", "shadow"),
        (46, "now stands in Faith", "new"),
        (46, "in Faith is erased", "gone"),
        (68, "Conflict in Might", "conflict"),
        (68, "become one (C2)", "join"),
        (60, "collects 7 coins", "join"),
    ],
)
def test_what_happens_is_marked_in_the_colour_of_its_meaning(number, said, meant):
    told = [marks(picture) for caption, picture in steps(number) if said in caption]
    assert told
    assert all(meant in each for each in told)
    assert meant not in marks(steps(number)[1][1])


def test_a2_a_plan_has_a_dotted_line_and_leaves_what_stands_there_in_sight():
    for number in (1, 8, 46):
        shown = kl.lesson(number)
        picture, state = shown.page["picture"], shown.item.look.before
        assert "stroke-dasharray" in looks(picture)
        assert tiles(shown.ground, picture) >= standing(state)
        assert marks(picture) <= {"shadow"}


def test_the_answer_is_marked_where_to_look_and_the_line_is_explained():
    for number, wrong in ((11, "yes"), (21, "yes"), (24, "A1")):
        shown = kl.lesson(number)
        before = shown.page["picture"]["items"]
        shown.answer(wrong)
        assert len(shown.page["picture"]["items"]) > len(before)
        assert shown.page["look"] == "Outlined in violet: where to look."
