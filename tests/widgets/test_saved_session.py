"""A game that is written down into its file, and the model of its page; without any widget."""

from __future__ import annotations

import pytest

from khronos_lab.core import Build, square
from khronos_lab.records import GameFile, begin, game_at
from khronos_lab.rulebook import MIGHT, KhronosError
from khronos_lab.widgets import RecorderModel


@pytest.fixture
def saved(tmp_path) -> RecorderModel:
    return RecorderModel(GameFile(tmp_path / "mine.khr"), begin(["Ann", "Ben"]))


def moves(saved: RecorderModel) -> list[str]:
    """The moves in the file."""
    record, _ = game_at(saved.path)
    return [node.text for node in record.line.nodes]


def test_what_is_entered_is_in_the_file_at_once(saved):
    saved.enter("M+m2c5 M>F")
    assert moves(saved) == ["M+m2c5", "M>F"]
    assert saved.log  # of the last move
    saved.take_back()
    assert moves(saved) == ["M+m2c5"]
    saved.redo()
    assert moves(saved) == ["M+m2c5", "M>F"]


def test_what_is_entered_goes_to_the_move_that_was_picked(saved):
    saved.enter("M+m2c5 M>F")
    saved.pick(0)
    assert saved.position == saved.session.start
    saved.enter("M+m2d5")
    assert (moves(saved), saved.corrected, saved.picked) == (["M+m2d5", "M>F"], True, None)
    with pytest.raises(KhronosError, match="no number 9"):
        saved.pick(9)


def test_before_it_begins_the_boards_of_the_form_are_shown(tmp_path):
    saved = RecorderModel(GameFile(tmp_path / "new.khr"), None)
    assert len(saved.position.players) == 2
    with pytest.raises(KhronosError, match="has not begun"):
        saved.enter("M>F")
    assert not saved.path.exists()


def test_a_click_with_a_tool_is_a_move_and_a_refusal_is_a_line_on_the_page(saved):
    model = saved
    model.take("tool", "m2")
    model.click(MIGHT, square("c5"))
    action = saved.session.nodes[-1].move.action
    assert isinstance(action, Build)
    assert model.place == (MIGHT, square("c5"))
    model.click(MIGHT, square("c5"))
    assert model.page().refusal
    assert len(saved.session.nodes) == 1
    model.press("take_back")
    assert saved.session.nodes == ()
    assert model.page().refusal == ""
