"""What the page asks for and what it gets: the game once, then news; squares, lines, errors."""

from __future__ import annotations

import html
import re

import pytest

from khronos_lab.core import square
from khronos_lab.rulebook import MIGHT
from khronos_lab.widgets import replay
from tests.viewer.test_export_page import data_of
from tests.viewer.unpacking import inflated
from tests.widgets.conftest import LESSON

FAILED: tuple[dict, list] = ({"kind": "failed"}, [])


def test_the_game_is_sent_once_and_small(opened):
    answer, [data] = opened().ask("game")
    assert answer == {"kind": "game"}
    assert len(data) < 60_000


def test_steps_ask_the_kernel_for_nothing(opened):
    browser = opened()
    browser.game()
    browser.got.clear()
    for index in range(30):
        browser.widget.index = index
    assert browser.got == []


def test_a_new_variation_sends_its_own_line(opened):
    browser = opened()
    game = browser.game()
    browser.widget.show_line((), 54).what_if()
    browser.got.clear()
    browser.widget.play_move("end of turn")
    [news] = browser.sent("news")
    new = [name for name, line in news["lines"].items() if line and "steps" in line]
    assert new == ["[[55,0]]"]
    assert "[[55,0]]" not in game["lines"]
    assert browser.widget.line == "[[55,0]]"
    packed = [len(buffers[0]) for answer, buffers in browser.got if answer["kind"] == "news"]
    assert sum(packed) < 15_000
    # Whoever opens the page now gets all of it.
    assert "[[55,0]]" in browser.game()["lines"]


def shown(widget) -> dict:
    """What a notebook keeps of a widget, by the sort of it."""
    bundle = widget._repr_mimebundle_()
    return bundle[0] if isinstance(bundle, tuple) else bundle


def test_without_a_kernel_there_is_a_page(opened):
    widget = opened().widget
    data = shown(widget)
    page = data["text/html"]
    assert len(page.encode()) <= 100_000
    assert page.startswith('<iframe class="kl-fallback" srcdoc="&lt;!doctype html&gt;')
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "M+m2d3" in data_of(html.unescape(page))["record"]
    widget.eyes = "1"
    # The record tells all hands.
    assert data_of(html.unescape(shown(widget)["text/html"]))["record"] == ""


# ------------------------------------------------------------------ squares


def test_an_entry_of_the_menu_is_previewed_as_the_viewer_shows_it(opened):
    browser = opened()
    browser.game()
    widget, sq = browser.widget.what_if(), square("l11")
    browser.ask("what_if", what="click", square=[int(MIGHT), sq])
    assert widget.what_if_page["menu"]["place"] == (MIGHT, sq)
    browser.got.clear()
    browser.ask("what_if", what="try", name=f"build m1 {sq}")
    [(answer, [packed])] = browser.got
    assert (answer["kind"], answer["name"]) == ("tried", f"build m1 {sq}")
    assert "builds a watchtower at l11" in answer["text"]
    facts = inflated(packed)
    old, after = widget.spot.state.player, facts["table"]
    assert facts["items"][f"b0.{sq}"]
    assert facts["marks"]["items"]
    assert after[f"u{widget.spot.state.seat}"] < old.cubes
    # Nothing has been played, and one who pointed elsewhere meanwhile gets no error.
    assert (widget.branches, widget.unsaved) == ((), False)
    browser.ask("what_if", what="choose", name="")
    browser.ask("what_if", what="try", name=f"build m1 {sq}")
    assert browser.got[-1][0]["text"] == ""
    assert widget.error == ""
    browser.ask("what_if", what="click", square=[int(MIGHT), 10_000])
    assert "there is no square 10000" in widget.error


# ------------------------------------------------------------------ lines


def test_a_move_of_a_variation_shows_that_line(opened):
    browser = opened()
    widget = browser.widget
    main = widget.timeline
    place = next(span.number for span in main.moves if span.node and span.node.variations)
    line = widget.lines[f"[[{place},0]]"]
    first = line["at"] + line["moves"][0]["steps"]
    browser.ask("place", line=[[place, 0]], index=first)
    assert widget.line == f"[[{place},0]]"
    node, variation = main.moves[place].node, widget.timeline.moves[place].node
    assert node is not None
    assert variation == node.variations[0].nodes[0]
    assert widget.frame.node == variation
    assert widget.last == len(widget.timeline) - 1 < len(main) - 1
    # Up to the branch both lines are the same.
    assert widget.timeline.stops("turn")[:3] == main.stops("turn")[:3]
    assert widget.timeline.state_at(40) is main.state_at(40)
    browser.ask("place", line=[], index=7)
    assert widget.timeline is main
    assert widget.index == 7


def test_a_place_that_is_not_there_is_told(opened):
    browser = opened()
    assert browser.ask("place", line=[], index=99_999) == FAILED
    assert "no number 99999" in browser.widget.error
    assert browser.ask("place", line=[[0, 5]], index=0) == FAILED
    assert "there is no 5" in browser.widget.error
    assert browser.widget.line == "[]"


def test_a_variation_inside_a_variation_can_be_shown(opened):
    widget = opened(LESSON).widget
    inner = next(line for line in widget.lines if line.count("[") == 3)
    branches = [[int(each) for each in pair] for pair in re.findall(r"(\d+),(\d+)", inner)]
    widget.show_line(branches)
    assert widget.frame.node is not None
    assert widget.frame.node.text == "M+r2o1"


# ------------------------------------------------------------------ errors


def test_a_callback_that_fails_shows_its_message(opened):
    widget = opened(LESSON).widget

    def fail(change):
        raise ValueError("the sky is falling")

    widget.observe(fail, "index")
    widget.set_state({"index": 3})
    assert widget.error == "Something went wrong: ValueError: the sky is falling"
    assert widget.index == 3
    # In Python it is raised as always.
    with pytest.raises(ValueError, match="sky"):
        widget.index = 4


def test_a_message_that_makes_no_sense_is_told_and_closed(opened):
    browser = opened(LESSON)
    assert browser.ask("moon") == FAILED
    assert "moon" in browser.widget.error


@pytest.mark.parametrize(
    "bad",
    [
        {"index": 99_999},
        {"view": "nowhere"},
        {"language": "xx"},
        {"eyes": "Nobody"},
        {"square": [9, 9]},
    ],
    ids=lambda bad: next(iter(bad)),
)
def test_a_value_that_makes_no_sense_is_refused_and_the_old_one_stays(bad):
    game = replay(LESSON, step=4)
    [name] = bad
    before = getattr(game, name)
    game.set_state(bad)
    assert game.error
    assert getattr(game, name) == before
    game.set_state({"index": 7})
    assert game.index == 7
