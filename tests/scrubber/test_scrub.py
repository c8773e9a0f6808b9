"""The slider over drawings: it draws what it says, counts as it is told, and takes any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from khronos_lab import draw
from khronos_lab.rulebook import speaking
from khronos_lab.scrubber import scrub
from tests.board.hostile import hostile_record
from tests.drawing.games import timeline
from tests.drawing.test_png import decoded

GAME = timeline(8)
OURS: tuple[Callable[..., Any] | str, ...] = (
    *(draw.boards, draw.shadows, "control", "domains", draw.changes, draw.shadow_chains),
    *("income", draw.sources),
)


def own(frame, ax):
    ax.bar(frame.state.names, frame.coins)
    ax.twinx()


@pytest.mark.parametrize("figure", [*OURS, own], ids=lambda each: getattr(each, "__name__", each))
def test_a_step_draws_another_picture_and_the_way_back_the_same(figure):
    moving = scrub(GAME, figure, start=0)
    [image] = moving.images
    first = decoded(image.value)
    moving.slider.value = moving.slider.max
    last = decoded(image.value)
    assert last.shape == first.shape
    assert (last != first).any()
    moving.slider.value = 0
    assert (decoded(image.value) == first).all()


def test_the_unit_of_a_step_can_be_chosen():
    moving = scrub(GAME, own, start=7)
    assert moving.slider.max == len(GAME) - 1
    moving.unit.value = "turn"
    stops = GAME.stops("turn")
    assert moving.frame.index == max(stop for stop in stops if stop <= 7)
    assert moving.slider.max == moving.play.max == len(stops) - 1
    moving.slider.value += 1
    assert moving.frame.index in stops
    moving.unit.value = "move"
    assert moving.frame.index in GAME.stops("move")
    moving.go(5)
    assert moving.frame.index == max(stop for stop in GAME.stops("move") if stop <= 5)


def test_the_caption_follows_with_its_clause_in_the_language_and_escaped():
    with speaking("de"):
        moving = scrub(GAME, own)
    assert "Die Partie beginnt." in moving.caption.value
    moving.slider.value = 3
    event = GAME[3].event
    assert event is not None
    assert f"({event.clause})" in moving.caption.value
    bad = scrub(hostile_record(), "boards", start=1)
    for index in range(bad.slider.max + 1):
        bad.slider.value = index
        assert "<script" not in bad.caption.value
        assert "<img" not in bad.caption.value


def test_a_fault_of_the_users_function_is_told():
    def picky(frame, ax):
        if frame.index:
            raise ValueError("<b>no</b>")

    moving = scrub(GAME, picky)
    moving.slider.value = 1
    assert "ValueError: &lt;b&gt;no&lt;/b&gt;" in moving.caption.value
    moving.slider.value = 0
    assert "ValueError" not in moving.caption.value
    with pytest.raises(ValueError, match="no"):
        scrub(GAME, picky, start=1)


def test_pictures_share_the_room():
    """Two in a row where both can be read, else one below the other."""

    def widths(number: int, width: int) -> list[int]:
        shown = scrub(GAME, *[own] * number, width=width)
        return [int(image.layout.width.removesuffix("px")) for image in shown.images]

    assert widths(1, 900) == [900]
    [left, right] = widths(2, 900)
    assert left == right
    assert 860 <= left + right < 900
    assert widths(2, 400) == [400, 400]
