"""What the page asks for and what it gets: frames ahead, squares, lines, errors."""

from __future__ import annotations

import re
import resource
from random import Random

import pytest

from khronos_lab.core.squares import square
from khronos_lab.drawing.figures.board_scene import VIEWS
from khronos_lab.rulebook.pieces import FAITH, MIGHT, REASON
from khronos_lab.widgets.kit.frame_pictures import ALBUMS, Look, Pictures, two_rows
from khronos_lab.widgets.replay.frame_answers import MOST
from khronos_lab.widgets.replay.widget import replay
from tests.widgets.conftest import FOUR_PLAYERS, LESSON

FAILED: tuple[dict, list] = ({"kind": "failed"}, [])


def test_frames_come_in_one_message_with_their_words_as_asked(opened):
    browser = opened()
    items = [[3, True, True], [5, False, True], [4, True, False]]
    answer, pictures = browser.ask("want", items=items)
    frames = answer["frames"]
    assert [(frame["index"], frame.get("picture")) for frame in frames] == [
        (3, 0),
        (5, None),
        (4, 1),
    ]
    assert pictures == [browser.picture(3), browser.picture(4)]
    assert ["said" in frame for frame in frames] == [True, True, False]
    said = frames[0]["said"]
    assert said["where"] == "Step 2/481 · Round 1 · Greta"
    assert set(said) == {
        *("where", "caption", "clause", "causes", "comment", "players", "supply"),
    }


def test_a_frame_that_was_drawn_is_not_drawn_again(opened, monkeypatch):
    browser = opened()
    first = browser.picture(7)
    scene = browser.widget._pictures.scene(Look("boards", "en", 320))
    monkeypatch.setattr(scene, "draw", None)
    assert browser.picture(7) == first


def test_one_message_asks_for_no_more_than_a_few_frames(opened):
    answer, _ = opened(LESSON).ask("want", items=[[n, False, True] for n in range(40)])
    assert len(answer["frames"]) == MOST


def test_a_finer_screen_gets_more_pixels(opened):
    browser = opened(LESSON)
    plain, fine = (
        int.from_bytes(browser.picture(0, look=["boards", "en", 600, ratio])[16:20])
        for ratio in (1, 2)
    )
    assert fine == 2 * plain
    assert plain <= 600


def test_legend_and_curve_are_pictures_of_their_own(opened):
    browser = opened(LESSON)
    _, [legend] = browser.ask("legend")
    browser.widget.view = "shadows"
    _, [other] = browser.ask("legend")
    assert legend != other
    curve, [png] = browser.ask("curve")
    assert png[1:4] == b"PNG"
    assert curve["frames"][0] == 0
    assert curve["frames"][-1] == browser.widget.last
    assert 0 < curve["left"] < curve["right"] < 1


# ------------------------------------------------------------------ squares


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_stands_under_one_heading_stays_in_one_row_of_a_legend(view, language):
    columns = VIEWS[view].legend(["Ann", "Bob", "Cid", "Dan"], language)
    rows = two_rows(columns)
    assert [column for row in rows for column in row] == columns
    assert len(rows) == 2
    assert all(row[0].title for row in rows)


def test_a_click_on_a_square_tells_its_story_with_links(opened):
    browser = opened(FOUR_PLAYERS, step=137)
    browser.widget.look_at("d4", FAITH)
    answer, _ = browser.ask("story")
    left, top, width, height = answer["box"]
    browser.widget.square = []
    clicked, _ = browser.ask("click", x=left + width / 2, y=top + height / 2)
    assert browser.widget.square[0] == FAITH
    assert clicked == answer
    story = clicked["html"]
    assert story.startswith("<h4>d4, Faith (plain)</h4>")
    assert "keep d3" in story
    assert "Ines" in story
    assert "Domain f1: 6 buildings" in story
    steps = [int(index) - 1 for index in re.findall(r'data-index="(\d+)"', story)]
    timeline = browser.widget.timeline
    assert [str(timeline.at_step(step).entry) for step in steps] == [
        "Ines builds a keep at d3 in Might (A1).",
        "The shadow of Ines's keep at d3 reaches Faith (B3).",
        "Ines's keep at d3 now stands in Faith, too (B3).",
    ]


def test_a_square_chosen_by_keyboard_is_clicked_by_its_name(opened):
    browser = opened()
    browser.widget.what_if().choose("verb", "build").choose("building", "m1")
    browser.ask("what_if", what="click", square=[int(MIGHT), square("l11")])
    assert browser.widget.what_if_page["status"].startswith("Ready: build watchtower at l11")
    browser.ask("what_if", what="click", square=[int(MIGHT), 10_000])
    assert "there is no square 10000" in browser.widget.error


def test_a_click_beside_the_boards_forgets_the_square(opened):
    browser = opened(LESSON)
    browser.widget.look_at("b2", MIGHT)
    answer, _ = browser.ask("click", x=0.001, y=0.001)
    assert (answer["html"], answer["box"]) == ("", None)
    assert browser.widget.square == []
    assert browser.widget.story() == ""


def test_the_story_of_an_empty_square_and_of_a_printed_hamlet(opened):
    widget = opened().widget
    grid = widget.timeline.start.grid
    hamlet = next(sq for sq in range(400) if grid.area >> sq & 1 and grid.hamlets >> sq & 1)
    widget.look_at(hamlet, REASON)
    assert "printed hamlet" in widget.story()
    widget.language = "de"
    assert "gedruckter Weiler" in widget.story()
    board = widget.timeline.start.boards[MIGHT]
    empty = next(sq for sq in range(400) if grid.area >> sq & 1 and not board.occupied >> sq & 1)
    widget.look_at(empty, MIGHT)
    assert "Hier steht nichts." in widget.story()


# ------------------------------------------------------------------ lines


def test_a_move_of_a_variation_shows_that_line(opened):
    browser = opened()
    widget = browser.widget
    main = widget.timeline
    place = next(span.number for span in main.moves if span.node and span.node.variations)
    assert f'data-line="[[{place},0]]" data-move="{place}"' in widget.moves
    browser.ask("open", line=[[place, 0]], move=place)
    assert widget.line == f"[[{place},0]]"
    node, variation = main.moves[place].node, widget.timeline.moves[place].node
    assert node is not None
    assert variation == node.variations[0].nodes[0]
    assert widget.frame.node == variation
    assert widget.last == len(widget.timeline) - 1 < len(main) - 1
    # Up to the branch both lines are the same.
    assert widget.timeline.stops("turn")[:3] == main.stops("turn")[:3]
    assert widget.timeline.state_at(40) is main.state_at(40)
    browser.ask("open", line=[], move=place)
    assert widget.timeline is main
    assert widget.frame.move == place


def test_a_place_is_told_with_its_line_and_an_old_one_is_forgotten(opened):
    browser = opened()
    widget = browser.widget
    answer = browser.ask("place", line=[], index=7)
    assert answer[0]["kind"] == "placed"
    assert widget.index == 7
    browser.ask("place", line=[[3, 0]], index=1)
    assert widget.index == 7
    assert browser.ask("place", line=[], index=99_999) == FAILED
    assert "no number 99999" in widget.error


def test_a_variation_inside_a_variation_can_be_shown(opened):
    widget = opened(LESSON).widget
    lines = set(re.findall(r'data-line="([^"]+)"', widget.moves))
    inner = next(line for line in sorted(lines) if line.count("[") == 3)
    branches = [[int(each) for each in pair] for pair in re.findall(r"(\d+),(\d+)", inner)]
    widget.show_line(branches)
    assert widget.frame.node is not None
    assert widget.frame.node.text == "M+r2o1"


def test_a_line_that_is_not_there_is_told(opened):
    browser = opened(LESSON)
    assert browser.ask("open", line=[[0, 5]], move=0) == FAILED
    assert "there is no 5" in browser.widget.error
    assert browser.ask("open", line=[], move=999) == FAILED
    assert "no number 999" in browser.widget.error
    assert browser.widget.line == "[]"


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


@pytest.mark.parametrize(
    ("kind", "more", "why"),
    [
        ("want", {"items": [[9999, True, True]]}, "there is no frame 9999"),
        ("want", {"items": [[0, True, True]], "look": ["moon", "en", 500, 1]}, "no view 'moon'"),
        ("want", {"items": [[0, True, True]], "eyes": "Zoe"}, "nobody here is 'Zoe'"),
        ("curve", {"coins": "gone"}, "called 'gone'; there are open, hidden"),
        ("story", {"look": ["boards", "xx", 500, 1]}, "no words in the language 'xx'"),
    ],
)
def test_a_message_that_makes_no_sense_is_told_and_closed(kind, more, why, opened):
    browser = opened(LESSON)
    browser.widget.look_at("b2", MIGHT)
    assert browser.ask(kind, **more) == FAILED
    assert why in browser.widget.error


# ------------------------------------------------------------------ memory


def test_memory_stays_flat_over_a_thousand_steps(opened):
    widget = opened(LESSON).widget
    room = 200_000
    widget._pictures = Pictures(widget.timeline.start, room)
    rng = Random(1)
    look = Look("boards", "en", 160)

    def walk(steps: int) -> int:
        for _ in range(steps):
            widget.index = rng.randrange(widget.last)
            widget._pictures.of(widget.timeline, (), widget.index, look)
            assert widget._pictures.bytes <= room
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = walk(200)
    grown = walk(1000) - before
    assert grown < 8 * 1024, f"{grown} kB more after 1,000 steps"
    kept = widget._pictures._kept
    assert sum(len(png) for png in kept.values()) == widget._pictures.bytes
    assert len(kept) > 10


def test_replays_that_were_left_keep_nothing_and_come_back(opened):
    browsers = [opened(LESSON) for _ in range(ALBUMS + 1)]
    first, *_ = [browser.picture(3) for browser in browsers]
    kept = [browser.widget._pictures.bytes > 0 for browser in browsers]
    assert kept == [False, *[True] * ALBUMS]
    assert browsers[0].picture(3) == first


def test_figures_that_are_not_looked_at_any_more_are_let_go(opened):
    browser = opened(LESSON)
    for width in range(320, 480, 20):
        browser.picture(0, look=["boards", "en", width, 1])
    assert len(browser.widget._pictures._scenes) == 6
    browser.widget.close()
    assert len(browser.widget._pictures._scenes) == browser.widget._pictures.bytes == 0


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
    game = replay(LESSON, step=3)
    [name] = bad
    before = getattr(game, name)
    game.set_state(bad)
    assert game.error
    assert getattr(game, name) == before
    game.set_state({"index": 7})
    assert game.index == 7
