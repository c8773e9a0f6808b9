"""Replays without a browser: what the widget sends is written down."""

from __future__ import annotations

from itertools import count

import pytest

from khronos_lab.rulebook import data_folder
from khronos_lab.widgets import Replay, replay
from tests.viewer.unpacking import inflated

FOUR_PLAYERS = "data/games/03-four-players-valley.khr"
LESSON = "data/games/08-lesson-three-ages.khr"
SHIPPED = sorted(path.name for path in (data_folder() / "games").glob("*.khr"))


class Browser:
    """Asks a replay as the page does, and keeps the answers."""

    def __init__(self, widget: Replay) -> None:
        self.widget = widget
        self.numbers = count(1)
        self.got: list[tuple[dict, list[bytes]]] = []
        # The widget has no browser, so its way out is taken.
        object.__setattr__(widget, "send", lambda content, buffers=(): self.take(content, buffers))

    def take(self, content, buffers) -> None:
        self.got.append((content, list(buffers)))

    def ask(self, kind: str, **more) -> tuple[dict, list[bytes]]:
        """The one answer to a message, and its pictures."""
        self.got.clear()
        widget = self.widget
        content = {
            "kind": kind,
            "id": str(next(self.numbers)),
            "line": [list(pair) for pair in widget.branches],
            "index": widget.index,
            **more,
        }
        widget._handle_custom_msg(content, [])
        [(answer, buffers)] = [each for each in self.got if each[0].get("id") == content["id"]]
        del answer["id"]
        return answer, buffers

    def game(self) -> dict:
        """The data of the game, as the page gets it."""
        answer, [data] = self.ask("game")
        assert answer == {"kind": "game"}
        return inflated(data)

    def sent(self, kind: str) -> list[dict]:
        """What was sent of one kind without being asked for since the last question."""
        return [inflated(buffers[0]) for answer, buffers in self.got if answer["kind"] == kind]


@pytest.fixture
def opened():
    """Open a replay with a browser; all are closed in the end."""
    made: list[Replay] = []

    def open_one(source=FOUR_PLAYERS, **more) -> Browser:
        made.append(replay(source, **more))
        return Browser(made[-1])

    yield open_one
    for widget in made:
        widget.close()
