"""What if in the replay: players play on in the background, once or many times."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest

from khronos_lab.desk import Replay
from khronos_lab.records import Study
from khronos_lab.rulebook import KhronosError
from tests.widgets.conftest import at_move, ended
from tests.widgets.page import controls, panels

pytestmark = pytest.mark.usefixtures("no_processes")


def test_players_finish_the_turn_and_the_game_each_time_with_other_cards():
    widget = at_move(100)
    seat = widget.spot.state.seat
    widget.hand_over("greedy", "turn").wait()
    assert (widget.error, widget.spot.state.seat != seat) == ("", True)
    lines = []
    for _ in range(2):
        widget.show_line((), 99).hand_over("greedy").wait()
        assert widget.spot.state.over
        lines.append([node.text for node in Study(widget.record).nodes_of(widget.branches)])
    assert lines[0] != lines[1]
    with pytest.raises(KhronosError, match="over"):
        widget.hand_over()


def test_many_games_are_counted_beside_the_game_as_played():
    widget = at_move(100)
    widget.play_on("greedy", 4).wait()
    assert (widget.error, widget.progress) == ("", {})
    assert [ends.rollouts.games for ends in widget.results] == [4]
    widget.play_on("greedy", 3).wait()
    assert [ends.rollouts.games for ends in widget.results] == [3], "asked again, it is replaced"
    ended(widget).play_on("greedy", 2).wait()
    told = unescape(panels(widget)["branch_results"])
    assert "data:image/png;base64," in told
    assert "here (2): " in told
    assert "the game as played, after" in told
    with pytest.raises(KhronosError, match="2,000 games"):
        widget.play_on("greedy", 0)
    with pytest.raises(KhronosError, match="player"):
        widget.play_on("nobody", 3)
    widget.delete()
    assert widget.results == (), "lines have other names now"


def test_how_it_ends_belongs_to_its_position():
    """Elsewhere there is only a link back; a variation before its first move is its parent."""
    widget = ended(at_move(100))
    widget.show_line(((100, 0),), 99).play_on("greedy", 1).wait()
    assert list(panels(widget)) == ["branch_results"]
    assert list(panels(widget.show_line((), 99))) == ["branch_results"]
    span = widget.timeline.moves[100]
    assert span.last > span.first
    widget.index = span.first
    assert list(panels(widget)) == ["branch_elsewhere"]
    link = panels(widget)["branch_elsewhere"]
    last = widget.timeline.moves[99]
    assert f'data-index="{last.last}"' in link
    assert last.sentence("en") in unescape(link)
    # Asked inside a move, it goes back to the position before it.
    widget.play_on("greedy", 1).wait()
    assert (widget.index, list(panels(widget))) == (span.first - 1, ["branch_results"])


def test_one_piece_of_work_at_a_time_which_can_be_stopped_and_keeps_what_is_done():
    widget = at_move(60).play_on("greedy", 2000)
    with pytest.raises(KhronosError, match="worked out already"):
        widget.play_on("greedy", 2)
    widget.stop().wait()
    assert widget.progress == {}
    assert all(ends.rollouts.games < 2000 for ends in widget.results)
    assert not controls(widget)["branch.many"]["disabled"]


def test_the_time_that_players_take_is_said_before():
    def seconds(widget) -> float:
        options = dict(controls(widget)["branch.player"]["options"])
        assert list(options) == ["greedy", "planner"]
        found = re.fullmatch(r"planner \(about (\d+) (s|min)\)", options["planner"])
        assert found
        return float(found[1]) * (60 if found[2] == "min" else 1)

    assert seconds(at_move(0)) > seconds(at_move(100)) > 0


def test_in_a_cell_of_a_notebook_it_can_be_waited_for():
    """The loop of the kernel is held up by the cell that waits."""

    async def cell() -> Replay:
        return at_move(100).play_on("greedy", 2).wait()

    # In a thread: tests in a browser may have a loop of their own in this one.
    with ThreadPoolExecutor(1) as other:
        widget = other.submit(asyncio.run, cell()).result()
    assert widget.progress == {}
    assert [ends.rollouts.games for ends in widget.results] == [2]
