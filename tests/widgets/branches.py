"""A replay in which other moves are tried, for the tests of it."""

from __future__ import annotations

from khronos_lab.widgets import Replay, replay
from tests.widgets.conftest import FOUR_PLAYERS


def at_move(move: int, source=FOUR_PLAYERS, **more) -> Replay:
    """A replay in which so many moves have been played, trying others."""
    widget = replay(source, **more)
    if move:
        widget.show_line((), move - 1)
    widget.what_if()
    return widget


def ended(widget: Replay) -> Replay:
    """The turn ended at once."""
    return widget.play_move("end of turn")


def controls(widget: Replay) -> dict:
    page = widget.what_if_page
    return {
        each["name"]: each
        for group in (*page["groups"], *page["more"])
        for each in group["controls"]
    }


def results(widget: Replay) -> dict[str, str]:
    return {panel["name"]: panel["html"] for panel in widget.what_if_page["results"]}
