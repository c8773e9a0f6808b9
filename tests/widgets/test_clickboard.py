"""A click board with a model of a few lines: what it shows, and what it tells the model."""

from __future__ import annotations

import pytest

from khronos_lab.core import square
from khronos_lab.drawing import Look, Stroke
from khronos_lab.engine import new_game
from khronos_lab.rulebook import FAITH, KhronosError, current_language
from khronos_lab.widgets import ClickBoard, Page, Panel, Tried


class Model:
    """Writes down what is done to it."""

    place = None

    def __init__(self) -> None:
        self.position = new_game(2, seed=7)
        self.done: list[tuple] = []
        self.picture = 0

    def page(self):
        return Page(f"Title ({current_language()})", "status", (), [Panel("a", "A", "html")])

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

    def click(self, age, sq, *, menu=False):
        self.place = (age, sq)
        self.done.append(("menu" if menu else "click", age, sq))

    def choose(self, entry):
        self.done.append(("choose", entry))

    def tried(self, entry):
        return Tried(lambda table: [Stroke(table.outline(FAITH, 3), Look("#FF0000"))], entry)

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
    assert (board.page["refusal"], board.page["ghost"], board.page["keys"]) == ("", 0, {})
    board.language = "de"
    assert board.page["title"] == "Title (de)"


def test_what_is_done_in_the_browser_reaches_the_model(board):
    sq = square("d4")
    send(board, "take", name="tool", value="m2")
    send(board, "click", square=[int(FAITH), sq])
    send(board, "click", square=[int(FAITH), sq], menu=True)
    send(board, "choose", name="build m2")
    assert board.model.done == [
        ("take", "tool", "m2"), ("click", FAITH, sq), ("menu", FAITH, sq), ("choose", "build m2")
    ]  # fmt: skip
    assert (board.square, board.place) == ([int(FAITH), sq], (FAITH, sq))
    board.square = []
    assert board.model.place is None


def test_a_refusal_of_the_model_is_a_line_in_the_widget(board):
    send(board, "press", name="undo")
    assert board.error == "no button undo"
    send(board, "click", square=[9, 9])
    assert "no square" in board.error


def test_a_picture_has_another_number_when_it_changes(board):
    version, ground = board.scene["version"], board.ground
    send(board, "take", name="tool", value="m2")
    assert board.scene["version"] == version
    board.model.picture = 1
    send(board, "take", name="tool", value="m2")
    assert board.scene["version"] == version + 1
    assert board.ground is ground


def test_trying_an_entry_out_changes_nothing(board):
    sent = []
    object.__setattr__(board, "send", lambda content, buffers=(): sent.append(content))
    before = board.scene
    send(board, "try", name="build m2")
    answer = next(each for each in sent if each["kind"] == "tried")
    assert (answer["name"], answer["text"]) == ("build m2", "build m2")
    # One shape, two squares wide, at the corner of Faith.
    assert answer["picture"]["shapes"] == [[{"fill": "#FF0000"}, "M0 0H2V1H0z"]]
    assert answer["picture"]["items"] == [[0, 18, 0]]
    assert board.scene is before
    assert board.model.done == []
