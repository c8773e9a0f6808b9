"""A click board with a model of a few lines: what it shows, and what it tells the model."""

from __future__ import annotations

import pytest

from khronos_lab.core.squares import square
from khronos_lab.engine.setup import new_game
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import FAITH
from khronos_lab.widgets.clickable_boards.clickboard import ClickBoard, Page, Panel


class Model:
    """Writes down what is done to it."""

    language = "en"
    place = None

    def __init__(self) -> None:
        self.position = new_game(2, seed=7)
        self.done: list[tuple] = []
        self.picture = 0

    def page(self):
        return Page(f"Title ({self.language})", "status", (), [Panel("a", "A", "html")])

    def strokes(self, table):
        return []

    def picture_key(self):
        return self.picture

    def tip(self, age, sq):
        return f"tip {sq}"

    def take(self, control, value):
        self.done.append(("take", control, value))

    def press(self, button):
        raise KhronosError(f"no button {button}")

    def click(self, age, sq):
        self.place = (age, sq)
        self.done.append(("click", age, sq))

    def point(self, age, sq):
        self.place = (age, sq)


@pytest.fixture
def board():
    board = ClickBoard(Model())
    yield board
    board.close()


def send(board, kind, **more):
    board._handle_custom_msg({"kind": kind, **more}, [])


def test_the_page_of_the_model_is_shown_in_the_language_of_the_widget(board):
    assert board.page["title"] == "Title (en)"
    assert board.page["panels"] == [{"name": "a", "title": "A", "html": "html", "wide": False}]
    assert (board.page["refusal"], board.page["ghost"], board.page["keys"]) == (None, 0, {})
    board.language = "de"
    assert board.page["title"] == "Title (de)"


def test_what_is_done_in_the_browser_reaches_the_model(board):
    sq = square("d4")
    send(board, "take", name="tool", value="m2")
    send(board, "click", square=[int(FAITH), sq])
    assert board.model.done == [("take", "tool", "m2"), ("click", FAITH, sq)]
    assert (board.square, board.place) == ([int(FAITH), sq], (FAITH, sq))
    board.square = []
    assert board.model.place is None


def test_a_refusal_of_the_model_is_a_line_in_the_widget(board):
    send(board, "press", name="undo")
    assert board.error == "no button undo"
    send(board, "click", square=[9, 9])
    assert "no square" in board.error


def test_a_picture_has_another_number_when_it_changes(board):
    version = board.version
    send(board, "take", name="tool", value="m2")
    assert board.version == version
    board.model.picture = 1
    send(board, "take", name="tool", value="m2")
    assert board.version == version + 1
