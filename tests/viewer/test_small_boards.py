"""The page of a game on a board of any size: README's example and the boards of the scenarios."""

from __future__ import annotations

import pytest

import khronos_lab as kl
from khronos_lab.core import Action, GameState, Move
from khronos_lab.export import export_game
from khronos_lab.records import GameRecord, RecordEditor
from khronos_lab.rulebook import KhronosError
from khronos_lab.scenarios import scenarios

README = """
player Ada: hand ccc
player Ben:
Might     | Faith           | Reason
. . . . . | . . m3B # #     | . . m3% # #
. . . . . | . . #   # #     | . . #   # #
. . . . . | . . #   # #     | . . #   # #
"""


def small_boards():
    """One scenario for each size of up to five rows or columns, and the README's example."""
    found: dict[tuple[int, int], tuple[GameState, Action | Move]] = {}
    for each in scenarios():
        try:
            RecordEditor(GameRecord({}, each.state)).play([each.action])
        except KhronosError:
            continue  # it shows what is forbidden, or asks a question
        grid = each.state.grid
        if min(grid.columns, grid.rows) > 5:
            continue
        found.setdefault((grid.columns, grid.rows), (each.state, each.action))
    action = kl.Build("Might", "town", "b2")
    return {"README": (kl.read_position(README), action), **{
        f"{width} x {height}": case for (width, height), case in sorted(found.items())
    }}  # fmt: skip


CASES = small_boards()


@pytest.mark.parametrize("board", CASES)
def test_the_page_of_a_small_board(tmp_path, board):
    state, action = CASES[board]
    record = RecordEditor(GameRecord({}, state)).play([action]).record
    page = export_game(record, tmp_path / "page.html")
    assert record.names[0] in page.read_text("utf-8")
