"""Replays without a browser: what the widget sends is written down."""

from __future__ import annotations

from itertools import count

import pytest

from khronos_lab.rulebook.resources import data_folder
from khronos_lab.widgets.replay import Replay, replay

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

    def ask(self, kind: str, **more) -> list[tuple[dict, list[bytes]]]:
        """The answers to one message, without the closing `done`."""
        self.got.clear()
        widget = self.widget
        content = {
            "kind": kind,
            "id": str(next(self.numbers)),
            "look": [widget.view, widget.language, 320, 1],
            "line": [list(pair) for pair in widget.branches],
            "eyes": widget.eyes,
            "index": widget.index,
            **more,
        }
        widget._handle_custom_msg(content, [])
        *answers, (done, _) = self.got
        assert done == {"kind": "done", "id": content["id"]}
        return answers


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
