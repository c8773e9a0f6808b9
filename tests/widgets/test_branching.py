"""What if in the replay, without a browser: other moves are tried, kept, named, saved, read."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest

from khronos_lab.analysis import Timeline
from khronos_lab.core import Upgrade, bits
from khronos_lab.engine import choices, new_game
from khronos_lab.players import Rollouts
from khronos_lab.records import GameRecord, Line, tree
from khronos_lab.rulebook import Age, KhronosError, data_file
from khronos_lab.widgets import replay, spot_at
from khronos_lab.widgets.what_if import background_games
from tests.records.random_games import hide
from tests.widgets.branches import at_move, controls, ended
from tests.widgets.conftest import FOUR_PLAYERS, LESSON


@pytest.fixture(autouse=True)
def no_processes(monkeypatch):
    """Games are played in the thread: a pool takes seconds to start."""
    monkeypatch.setattr(background_games, "with_helpers", lambda work: work(None))


# ------------------------------------------------------------------ where it begins


def test_between_moves_it_begins_with_what_is_shown_and_inside_one_before_it():
    timeline = replay(FOUR_PLAYERS).timeline
    for span in timeline.moves[:20]:
        inside = range(span.first, span.last)
        for index in inside:
            spot = spot_at(timeline, (), index)
            assert (spot.moves, spot.frame, spot.inside) == (span.number, span.first - 1, True)
            assert spot.state == span.before
        spot = spot_at(timeline, (), span.last)
        assert (spot.moves, spot.frame, spot.inside) == (span.number + 1, span.last, False)
        assert spot.state == span.after


def test_the_page_says_where_it_begins():
    widget = at_move(3)
    told = widget.timeline.moves[2].sentence("en")
    assert f"after {told}" in widget.what_if_page["title"]
    span = widget.timeline.moves[3]
    assert span.last > span.first
    widget.index = span.first
    assert "before " in widget.what_if_page["title"]
    assert widget.what_if_page["frame"] == span.first - 1
    widget.click_square(Age.MIGHT, 0)
    assert widget.index == span.first - 1


def test_nothing_is_told_while_it_is_off():
    widget = replay(FOUR_PLAYERS)
    assert widget.what_if_page == {}
    widget.index = 50
    assert widget.what_if_page == {}
    assert widget.what_if().trying
    assert widget.what_if_page["groups"]
    assert widget.what_if(on=False).what_if_page == {}
    with pytest.raises(KhronosError, match="begin with"):
        _ = widget.spot


def test_going_elsewhere_forgets_a_half_made_choice():
    widget = at_move(3)
    widget.click_square(Age.MIGHT, 0)
    assert widget.what_if_page["menu"] is not None
    widget.go("turn.forward")
    assert widget.what_if_page["menu"] is None


def test_a_timeline_without_a_record_cannot_be_branched():
    widget = replay(Timeline.of([], start=new_game(2, seed=7)))
    with pytest.raises(KhronosError, match="without its record"):
        widget.what_if()


# ------------------------------------------------------------------ playing


def test_another_move_is_a_variation_shown_at_once():
    widget = ended(at_move(3))
    assert widget.branches == ((3, 0),)
    assert widget.unsaved
    assert widget.index == widget.last
    assert "[[3,0]]" in widget.lines
    assert widget.spot.state.seat != widget.record.start.seat or widget.spot.moves == 4
    inner = ended(ended(widget))
    assert tree.line_of(inner.record, inner.branches).nodes[2].label
    inner.show_line(((3, 0),), 3)
    inner.play_move("travel to Reason")
    assert inner.branches == ((3, 0), (4, 0))


def test_the_move_that_was_played_leads_on_in_the_game():
    widget = at_move(0)
    node = widget.record.line.nodes[0]
    action = node.move.action
    assert isinstance(action, Upgrade)
    widget.click_square(action.age, action.square)
    widget.choose(f"upgrade {action.kind.letter}{action.rank} {action.square}")
    assert widget.branches == ()
    assert not widget.unsaved
    assert widget.index == widget.timeline.moves[0].last


def test_every_legal_square_is_marked_and_an_illegal_click_says_why(opened):
    browser = opened(FOUR_PLAYERS)
    widget = browser.widget.show_line((), 54).what_if()
    assert not widget.what_if_page["marks"]["items"]
    browser.ask("what_if", what="take", name="tool", value="m2")
    assert len(widget.what_if_page["marks"]["items"]) > 10
    assert widget.what_if_page["ghost"] == 2
    widget.click_square(Age.FAITH, 0)
    assert widget.what_if_page["refused"]
    assert re.search(r"\((T5|A1|G1)\)", widget.what_if_page["status"])
    assert widget.branches == ()
    with pytest.raises(KhronosError, match="T5"):
        widget.play_move("keep a1 in Faith")


def test_the_menu_says_what_can_be_done_and_why_the_rest_cannot():
    widget = at_move(0)
    family = next(each for each in choices(widget.spot.state).families if each.rank == 2)
    widget.click_square(family.age, next(bits(family.anchors)))
    entries = widget.what_if_page["menu"]["entries"]
    assert any(not each["why"] for each in entries)
    refused = [each["why"] for each in entries if each["why"]]
    assert refused
    assert all(re.search(r"\([A-Z]\d[a-z]?\)", each) for each in refused)
    assert widget.branches == ()
    assert not widget.unsaved


# ------------------------------------------------------------------ words


def test_names_comments_and_marks_are_in_the_list_and_escaped():
    widget = ended(at_move(3))
    widget.name_line("<i>Quick</i>").comment("A <b>bold</b> one").mark("?!")
    line = widget.lines["[[3,0]]"]
    # As plain text, which the viewer only ever writes as text.
    assert line["note"].startswith("<i>Quick</i>")
    assert line["moves"][0]["note"] == "A <b>bold</b> one"
    assert line["moves"][0]["mark"] == "?!"
    assert "<i>Quick" in widget.what_if_page["title"]  # as plain text
    assert controls(widget)["branch.name"]["value"] == "<i>Quick</i>"
    assert controls(widget)["branch.mark"]["value"] == "?!"


def test_what_belongs_to_variations_is_refused_for_the_game():
    widget = at_move(3)
    for work in (widget.promote, widget.delete, widget.cut, lambda: widget.name_line("x")):
        with pytest.raises(KhronosError, match="as it was played"):
            work()
    assert "branch.delete" not in controls(widget)
    widget.comment("Said of the game.")
    assert widget.record.line.nodes[2].comment == "Said of the game."


def test_promoting_deleting_and_cutting():
    widget = ended(ended(at_move(3)))
    moves = [node.text for node in tree.nodes_of(widget.record, ((3, 0),))]
    game = [node.text for node in widget.record.line.nodes]
    widget.promote()
    assert widget.branches == ()
    assert [node.text for node in widget.record.line.nodes] == moves
    assert [node.text for node in tree.nodes_of(widget.record, ((3, 0),))] == game
    widget.show_line(((3, 0),), 5)
    assert not controls(widget)["branch.cut"]["disabled"]
    widget.cut()
    assert controls(widget)["branch.cut"]["disabled"], "nothing is left to be cut off"
    assert widget.last == widget.timeline.moves[5].last
    widget.delete()
    assert (widget.branches, widget.spot.moves) == ((), 3)
    assert list(tree.all_lines(widget.record)) == [()]


def test_frames_of_a_line_with_the_name_of_a_deleted_one_are_its_own(opened):
    browser = opened(FOUR_PLAYERS)
    widget = browser.widget
    browser.game()
    widget.show_line((), 2)
    ended(widget.what_if())
    first = browser.sent("news")[-1]["lines"]["[[3,0]]"]
    widget.delete()
    assert browser.sent("news")[-1]["lines"]["[[3,0]]"] is None
    widget.play_move("travel from Faith to Reason")
    assert widget.branches == ((3, 0),)
    second = browser.sent("news")[-1]["lines"]["[[3,0]]"]
    assert second["steps"] != first["steps"]


# ------------------------------------------------------------------ one player's eyes


@pytest.mark.parametrize("eyes", ["0", "2", "nobody"])
def test_what_these_eyes_see_is_what_a_record_without_the_other_hands_tells(eyes):
    """Page, moves and words are the same, byte for byte: so no hidden card shows anywhere."""
    record = replay(FOUR_PLAYERS).record
    bare = [node._replace(variations=(), comment="", mark="") for node in record.line.nodes]
    plain = replace(record, line=Line(tuple(bare)))
    hidden, _, _ = hide(plain, {0, 1, 2, 3} - ({int(eyes)} if eyes != "nobody" else set()))
    one, other = replay(plain, eyes=eyes), replay(hidden, eyes=eyes)
    told = []
    for widget in (one, other):
        facts = widget._facts()
        [line] = facts["lines"].values()
        steps = [{key: each[key] for key in each if key != "say"} for each in line["steps"]]
        for step in steps:
            # Their own cards they see, and what they draw from an unknown pile may be others.
            step["now"] = {key: v for key, v in step.get("now", {}).items() if key != f"h{eyes}"}
        # Discards lie open (S4), so a record of all hands tells more about them.
        said = [each for each in facts["captions"] if not re.search("discard| draws ", each[1])]
        moves = [move["text"] for move in line["moves"]]
        told.append([steps, said, moves, facts["table"], facts["shapes"], facts["pieces"]])
    assert told[0] == told[1]
    own = 0
    for move in range(0, len(one.timeline.moves), 4):
        for widget in (one, other):
            widget.show_line((), move)
            widget.what_if()
        assert one.text == other.text
        assert one.what_if_page == other.what_if_page
        if str(one.spot.state.seat) == eyes:
            own += 1
            for widget in (one, other):
                widget.click_square(Age.MIGHT, 40)
            assert one.what_if_page == other.what_if_page
            assert controls(one)["verb:end"]
        elif not one.spot.state.over:
            assert one.what_if_page["groups"] == []
            assert "hidden" in one.what_if_page["status"]
            with pytest.raises(KhronosError, match="hidden"):
                one.play_move("end of turn")
    assert own or eyes == "nobody"


def test_one_continuation_would_show_hidden_hands_and_is_refused():
    widget = at_move(20, eyes=1)
    assert controls(widget)["branch.end"]["disabled"]
    with pytest.raises(KhronosError, match="others' cards"):
        widget.hand_over()


def test_rollouts_know_what_these_eyes_know(monkeypatch):
    seen = []

    def look(state, *_, **__):
        seen.append(state)
        return Rollouts(((1, 2, 3, 4),))

    monkeypatch.setattr(background_games, "play_on", look)
    widget = at_move(20, eyes=1)
    widget.play_on("greedy", 1).wait()
    (state,) = seen
    real = widget.spot.state
    assert state.players[1].hand == real.players[1].hand
    others = [player for seat, player in enumerate(state.players) if seat != 1]
    assert all(player.hidden == 4 or not sum(player.hand) for player in others)
    assert state.chance != real.chance


# ------------------------------------------------------------------ files


def test_saved_and_opened_again_it_is_the_same_tree(tmp_path):
    path = tmp_path / "mine.khr"
    shutil.copy(data_file("games", "03-four-players-valley.khr"), path)
    widget = ended(at_move(3, path))
    widget.name_line("Wait").comment("Nothing.").mark("?")
    widget.save()
    assert not widget.unsaved
    again = replay(path)
    assert again.record.line == widget.record.line
    assert again.lines == widget.lines
    again.show_line(((3, 0),), 3)
    ended(again.what_if()).save()
    assert len(tree.nodes_of(replay(path).record, ((3, 0),))) == 5


def test_a_shipped_game_needs_another_name(tmp_path):
    widget = ended(at_move(3, LESSON))
    with pytest.raises(KhronosError, match="came with khronos_lab"):
        widget.save()
    assert widget.unsaved
    widget.save(tmp_path / "lesson.khr")
    assert not widget.unsaved
    ended(widget).save()
    assert len(tree.nodes_of(replay(tmp_path / "lesson.khr").record, ((3, 0),))) == 5
    with pytest.raises(KhronosError, match="exists already"):
        replay(LESSON).save(tmp_path / "lesson.khr")


def test_a_record_in_no_file_is_saved_under_a_name(tmp_path):
    record = tree.played(GameRecord({}, new_game(["Ann", "Ben"], seed=7)), (), 0, []).record
    widget = replay(record)
    with pytest.raises(KhronosError, match="in no file yet"):
        widget.save()
    widget.save(tmp_path / "new.khr")
    assert (tmp_path / "new.khr").exists()


# ------------------------------------------------------------------ as the page asks


def test_the_page_can_do_all_of_it(opened, tmp_path):
    browser = opened(FOUR_PLAYERS)
    widget = browser.widget
    path = tmp_path / "page.khr"

    def send(what, **more):
        browser.ask("what_if", what=what, **more)
        assert widget.error == ""

    send("toggle")
    send("press", name="verb:exchange")
    send("press", name="take_back")
    send("press", name="verb:end")
    send("take", name="branch.name", value="Page")
    send("take", name="branch.comment", value="Said.")
    send("take", name="branch.mark", value="!")
    send("take", name="branch.player", value="greedy")
    send("take", name="branch.games", value="2")
    send("press", name="branch.many")
    widget.wait()
    send("press", name="branch.turn")
    widget.wait()
    send("take", name="branch.path", value=str(path))
    send("press", name="branch.save")
    assert tree.name_of(replay(path).record, ((0, 0),)) == "Page"
    send("press", name="branch.promote")
    send("press", name="branch.close")
    assert not widget.trying


def test_what_the_page_asks_wrongly_is_refused_and_shown(opened):
    browser = opened(FOUR_PLAYERS)
    widget = browser.widget
    browser.ask("what_if", what="toggle")
    for content in (
        {"what": "take", "name": "branch.games", "value": "many"},
        {"what": "take", "name": "branch.nothing", "value": ""},
        {"what": "press", "name": "branch.delete"},
        {"what": "press", "name": "nothing"},
        {"what": "press", "name": "enter"},
        {"what": "click", "square": [0, 9999]},
    ):
        browser.ask("what_if", **content)
        assert widget.error
        widget.error = ""


def test_german():
    widget = ended(at_move(3, language="de"))
    assert widget.what_if_page["title"].startswith("Was wäre wenn, ab: Runde 1")
    assert controls(widget)["branch.delete"]["label"] == "Löschen"
    widget.language = "en"
    assert widget.what_if_page["title"].startswith("What if, from: Round 1")
