"""What if, without any widget: one callback tells of every change."""

from __future__ import annotations

import pytest

from khronos_lab.analysis import Timeline
from khronos_lab.core import Build
from khronos_lab.engine import legal_actions, new_game
from khronos_lab.records import RecordEditor, game_at
from khronos_lab.rulebook import KhronosError, speaking
from khronos_lab.widgets import Audience, WhatIf, opened
from tests.widgets.conftest import FOUR_PLAYERS


class Told:
    """What the callback was told: None for the page, else the editor."""

    def __init__(self, source=FOUR_PLAYERS) -> None:
        self.changes: list[RecordEditor | None] = []
        self.what_if = WhatIf(opened(source), self.changes.append, lambda _: None)


@pytest.fixture
def told() -> Told:
    told = Told()
    told.what_if.settle((), 0)
    return told


def test_a_choice_changes_the_page_and_a_move_the_record(told):
    what_if = told.what_if
    place = legal(what_if, Build)
    what_if.click_square(place.age, place.square)
    assert told.changes == [None]
    tool = f"{place.kind.letter}{place.rank}"
    what_if.choose(f"build {tool} {place.square}")
    assert told.changes == [None, what_if.editor]
    assert (what_if.spot.branches, what_if.spot.moves) == (((0, 0),), 1)
    assert not what_if.touch.begun
    assert what_if.unsaved


def legal(what_if, verb):
    found = legal_actions(what_if.spot.state)
    return next(each for each in found if isinstance(each, verb) and each.rank == 1)


def test_what_was_half_chosen_is_forgotten_elsewhere_only(told):
    what_if = told.what_if
    what_if.press("verb:exchange")
    first = what_if.lines.main.moves[0]
    assert not what_if.settle((), 0)
    # Inside the first move the position before it is meant.
    assert what_if.settle((), first.first)
    assert (what_if.spot.inside, what_if.touch.begun) == (True, True)
    assert what_if.settle((), first.last)
    assert not what_if.touch.begun


def test_a_choice_inside_a_move_is_made_on_the_position_before_it(told):
    what_if = told.what_if
    span = what_if.lines.main.moves[3]
    what_if.settle((), span.first)
    assert what_if.spot.inside
    what_if.press("verb:exchange")
    assert (what_if.spot.inside, what_if.spot.frame) == (False, span.first - 1)


def test_everything_is_taken_back_in_turn(told):
    """The half-made choice, then every change of the record, a deleted variation included."""
    what_if = told.what_if
    records = [what_if.record]
    for change in (
        lambda: what_if.play_move("end of turn"),
        lambda: what_if.name_line("Wait"),
        lambda: what_if.play_move("end of turn"),
        what_if.delete,
    ):
        change()
        records.append(what_if.record)
    what_if.press("verb:exchange")
    what_if.press("take_back")
    assert not what_if.touch.begun
    assert what_if.record == records[-1]
    for record in reversed(records[:-1]):
        what_if.take_back()
        assert what_if.record == record
    assert (what_if.spot.branches, what_if.spot.moves) == ((), 0)
    assert not what_if.unsaved
    what_if.take_back()
    assert what_if.record == records[0]


def test_what_is_taken_back_after_saving_is_not_saved(told, tmp_path):
    what_if = told.what_if
    what_if.play_move("end of turn")
    what_if.save(tmp_path / "mine.khr")
    what_if.take_back()
    assert what_if.unsaved


def test_a_move_in_words_that_leaves_something_open_says_what(told):
    """And one that is forbidden says why."""
    with pytest.raises(KhronosError, match="T5"):
        told.what_if.play_move("keep f4 in Faith")


def test_draws_come_by_chance_or_are_entered(told):
    what_if = told.what_if
    what_if.take("branch.draws", True)
    what_if.press("verb:end")
    assert what_if.record.line.nodes
    assert what_if.spot.branches == ()
    assert "0/" in what_if.page()["status"]
    hand = {each["name"] for group in what_if.page()["groups"] for each in group["controls"]}
    assert "move.draw.m" in hand


def test_the_page_is_empty_while_nothing_is_tried(told):
    assert told.what_if.page()["groups"]
    told.what_if.leave()
    assert told.what_if.page() == {}
    with pytest.raises(KhronosError, match="begin with"):
        told.what_if.play_move("end of turn")


def test_buttons_and_fields_of_the_page_edit_the_record(told):
    what_if = told.what_if
    what_if.press("verb:end")
    what_if.take("branch.name", "Wait")
    assert what_if.page()["title"].endswith("(Wait)")
    what_if.press("branch.promote")
    assert what_if.editor.branches == ()
    assert what_if.record.line.nodes[0].text.startswith(">")
    with pytest.raises(KhronosError, match="nothing to choose"):
        what_if.take("branch.nothing", "")


def test_other_eyes_forget_what_was_remembered_and_choose_for_nobody(told):
    what_if = told.what_if
    what_if.remember()
    what_if.compare()
    assert what_if.page()["results"]
    what_if.speak_to(Audience("nobody"))
    with speaking("de"):
        page = what_if.page()
        assert (page["groups"], page["results"]) == ([], [])
        assert page["title"].startswith("Was wäre wenn")
        with pytest.raises(KhronosError, match="verdeckt"):
            what_if.play_move("end of turn")


def test_it_is_saved_in_a_file_and_told(told, tmp_path):
    what_if = told.what_if
    what_if.play_move("end of turn")
    what_if.take("branch.path", str(tmp_path / "mine.khr"))
    what_if.press("branch.save")
    assert not what_if.unsaved
    assert game_at(tmp_path / "mine.khr")[0].line == what_if.record.line
    assert told.changes[-1] is None


def test_a_timeline_without_a_record_can_be_looked_at_only():
    what_if = Told(Timeline.of([], start=new_game(2, seed=7))).what_if
    assert not what_if.unsaved
    with pytest.raises(KhronosError, match="without its record"):
        what_if.settle((), 0)
