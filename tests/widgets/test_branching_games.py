"""What if in the replay: games that players finish, comparing."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest

from khronos_lab.analysis import signed
from khronos_lab.players import Rollouts
from khronos_lab.records import record_text
from khronos_lab.rulebook import KhronosError
from khronos_lab.widgets import Replay, played_then
from khronos_lab.widgets.what_if import background_games
from tests.widgets.branches import at_move, controls, ended, results


@pytest.fixture(autouse=True)
def no_processes(monkeypatch):
    """Games are played in the thread: a pool takes seconds to start."""
    monkeypatch.setattr(background_games, "with_helpers", lambda work: work(None))


# ------------------------------------------------------------------ handing over


def test_players_finish_the_turn_and_the_game_once():
    widget = at_move(3)
    seat = widget.spot.state.seat
    widget.hand_over("greedy", "turn").wait()
    assert widget.error == ""
    assert widget.spot.state.seat != seat
    widget.hand_over("greedy").wait()
    assert widget.spot.state.over
    assert widget.branches
    other = widget.branches
    widget.show_line((), 2)
    widget.hand_over("greedy").wait()
    assert widget.branches != other
    assert record_text(widget.record).count("(") >= 2
    with pytest.raises(KhronosError, match="over"):
        widget.hand_over()


def test_many_games_are_counted_beside_the_game_as_played():
    widget = at_move(60)
    widget.play_on("greedy", 4).wait()
    assert widget.error == ""
    assert widget.progress == {}
    (ends,) = widget.results
    assert ends.rollouts.games == 4
    ended(widget).play_on("greedy", 4).wait()
    (panel,) = widget.what_if_page["results"]
    assert "data:image/png;base64," in panel["html"]
    assert "the game as played" in panel["html"]
    assert len(widget.results) == 2
    assert widget.record == widget.record
    with pytest.raises(KhronosError, match="2,000 games"):
        widget.play_on("greedy", 0)
    with pytest.raises(KhronosError, match="player"):
        widget.play_on("nobody", 3)


def test_inside_the_next_move_how_it_ends_is_a_link_and_asked_there_it_goes_back():
    widget = at_move(60)
    span = widget.timeline.moves[60]
    assert span.last > span.first
    widget.play_on("greedy", 1).wait()
    widget.index = span.first
    assert list(results(widget)) == ["branch_elsewhere"]
    widget.play_on("greedy", 1).wait()
    assert widget.index == span.first - 1
    assert list(results(widget)) == ["branch_results"]


def test_how_it_ends_belongs_to_its_position():
    """Elsewhere there is only a link back; a variation before its first move is its parent."""
    widget = ended(at_move(60))
    widget.show_line(((60, 0),), 59).play_on("greedy", 1).wait()
    assert list(results(widget)) == ["branch_results"]
    widget.show_line((), 59)
    assert list(results(widget)) == ["branch_results"]
    widget.go("turn.back")
    told = results(widget)
    assert list(told) == ["branch_elsewhere"]
    last = widget.timeline.moves[59]
    assert f'data-index="{last.last}"' in told["branch_elsewhere"]
    assert last.sentence("en") in unescape(told["branch_elsewhere"])
    widget.show_line(((60, 0),), 60).play_on("greedy", 1).wait()
    assert "here (1): " in results(widget)["branch_results"]


def test_players_that_disagree_about_a_position_are_told(monkeypatch):
    ends = {"greedy": ((9, 1, 1, 1),) * 40, "planner": ((1, 9, 1, 1),) * 40}
    monkeypatch.setattr(background_games, "play_on", lambda _, player, **__: Rollouts(ends[player]))
    widget = at_move(60)
    widget.play_on("greedy", 40).wait()
    assert "disagree" not in results(widget)["branch_results"]
    widget.play_on("planner", 40).wait()
    told = unescape(results(widget)["branch_results"])
    assert "with planner Farid wins 0% of the games, with greedy 100%" in told


def test_how_long_players_take_is_said_before():
    options = dict(controls(at_move(60))["branch.player"]["options"])
    assert list(options) == ["greedy", "planner"]
    assert re.fullmatch(r"planner \(about \d+ (s|min)\)", options["planner"])


def test_a_run_can_be_stopped_and_keeps_what_is_done(monkeypatch):
    def some(*_, progress, stop, **__):
        progress(1, 100)
        widget.stop()
        assert stop()
        return Rollouts(((1, 2, 3, 4),))

    monkeypatch.setattr(background_games, "play_on", some)
    widget = at_move(60)
    widget.play_on("greedy", 100).wait()
    assert widget.results[0].rollouts.games == 1
    assert not controls(widget)["branch.many"]["disabled"]


def test_what_fails_in_the_background_is_shown(monkeypatch):
    def fail(*_, **__):
        raise KhronosError("the sky is falling")

    monkeypatch.setattr(background_games, "play_on", fail)
    widget = at_move(60)
    widget.play_on("greedy", 3).wait()
    assert "the sky is falling" in widget.error
    assert widget.progress == {}


def test_in_a_cell_of_a_notebook_it_can_be_waited_for():
    """The loop of the kernel is held up by the cell that waits."""

    async def cell() -> Replay:
        return at_move(60).play_on("greedy", 2).wait()

    # In a thread: tests in a browser may have a loop of their own in this one.
    with ThreadPoolExecutor(1) as other:
        widget = other.submit(asyncio.run, cell()).result()
    assert widget.progress == {}
    assert [ends.rollouts.games for ends in widget.results] == [2]


# ------------------------------------------------------------------ comparing


def test_s6_a_comparison_tells_no_coins_that_are_hidden():
    """Everybody's coins differ: of the player who looks as totals, of the others as a change."""
    widget = at_move(20, eyes=1, coins="hidden")
    widget.remember()
    before = widget.spot.state
    widget.show_line((), 60)
    widget.compare()
    after = widget.spot.state
    told = results(widget)["branch_compared"]
    for seat, (one, other) in enumerate(zip(before.players, after.players, strict=True)):
        assert one.coins != other.coins
        total = f"{one.name}: {one.coins} → {other.coins} coin"
        change = f"{one.name}: {signed(other.coins - one.coins)} coin"
        assert (total in told, change in told) == (seat == 1, seat != 1)
    widget.coins = "open"
    shown = results(widget)["branch_compared"]
    assert shown != told
    assert all(f"{p.name}: {p.coins} → " in shown for p in before.players)


def test_a_position_is_compared_with_one_remembered_the_game_or_another_age():
    widget = at_move(3)
    with pytest.raises(KhronosError, match="remembered"):
        widget.compare()
    widget.remember()
    ended(widget).compare()
    told = results(widget)["branch_compared"]
    assert "cards 1 → 4" in told
    assert "data:image/png" in told
    widget.compare("game")
    assert results(widget)["branch_compared"] != told
    widget.compare("01")
    assert "only in Might" in results(widget)["branch_compared"]
    widget.compare("")
    assert "branch_compared" not in results(widget)
    with pytest.raises(KhronosError, match="comparison"):
        widget.compare("all")


def test_a_comparison_says_in_which_picture_something_stands():
    widget = at_move(0).remember()
    widget.show_line((), 60).compare()
    told = results(widget)["branch_compared"]
    assert " only in the lower picture." in told
    assert "only Round" not in told
    widget.language = "de"
    assert " nur im unteren Bild." in results(widget)["branch_compared"]


def test_other_eyes_forget_what_was_remembered():
    widget = at_move(3)
    widget.remember().compare()
    widget.eyes = "2"
    assert "branch_compared" not in results(widget)
    offered = [value for value, _ in controls(widget)["branch.compare"]["options"]]
    assert offered == ["", "game", "01", "12", "02"]


def test_the_game_compared_with_is_at_the_end_of_the_same_turn():
    widget = ended(at_move(3))
    pin = played_then(widget._lines.main, widget.timeline, widget.spot)
    ends = [span.after for span in widget._lines.main.moves if span.ends_turn]
    assert pin.state == ends[0]
    start = at_move(0)
    pin = played_then(start._lines.main, start.timeline, start.spot)
    assert pin.state == start.record.start
