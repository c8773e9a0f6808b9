"""What if in the replay: games that players finish, comparing, turning points."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.analysis.review.turning_words import best_text, signed
from khronos_lab.players.rollout_results import Rollouts
from khronos_lab.records import tree
from khronos_lab.records.format.writer import record_text
from khronos_lab.records.model import GameRecord
from khronos_lab.records.saving import save_as
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.simulation.turning_points import turning_points
from khronos_lab.widgets.replay.widget import Replay, replay
from khronos_lab.widgets.what_if import background_games
from khronos_lab.widgets.what_if.compare import played_then
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


# ------------------------------------------------------------------ comparing, turning points


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
    pin = played_then(widget.record, widget._lines.main, widget.timeline, widget.spot, "en", "all")
    ends = [span.after for span in widget._lines.main.moves if span.ends_turn]
    assert pin.state == ends[0]
    start = at_move(0)
    pin = played_then(start.record, start._lines.main, start.timeline, start.spot, "en", "all")
    assert pin.state == start.record.start


def test_turning_points_stand_under_the_slider_and_are_kept_beside_the_file(tmp_path):
    path = tmp_path / "short.khr"
    record = replay("data/games/01-two-players-valley.khr").record
    last = [n for n, node in enumerate(record.line.nodes) if node.digest][-3]
    save_as(path, tree.cut(record, (), last + 1))
    widget = at_move(0, path)
    assert widget.strip == {}
    widget.turning(1).wait()
    assert widget.error == ""
    assert "chance to win" in widget.strip["words"]
    assert "branch_turning" in results(widget)
    assert (tmp_path / "short.khr.turning.json").exists()
    again = at_move(0, path)
    again.turning(1).wait()
    assert again.strip == widget.strip
    widget.eyes = "0"
    assert widget.strip == {}
    assert "branch_turning" not in results(widget)
    with pytest.raises(KhronosError, match="others' cards"):
        widget.turning(1)
    widget.eyes = "all"
    words = widget.strip["words"]
    widget.language = "de"
    assert widget.strip["words"] != words
    ended(widget)
    assert widget.strip
    widget.promote()
    assert widget.strip == {}


@pytest.fixture(scope="module")
def valued() -> tuple[GameRecord, TurningPoints]:
    """A game of four turns for all of which better ones are sought."""
    record = replay("data/games/01-two-players-valley.khr").record
    last = [n for n, node in enumerate(record.line.nodes) if node.digest][3]
    record = tree.cut(record, (), last + 1)
    found = turning_points(record, "random", games=4, seed=2, adviser="greedy", progress=False)
    assert found.missed(1)
    return record, found


def with_points(valued: tuple[GameRecord, TurningPoints]) -> Replay:
    widget = replay(valued[0])
    widget._games.points = valued[1]
    return widget.what_if()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_best_turn_is_kept_as_a_variation_that_says_what_it_is(valued, language):
    widget = with_points(valued)
    widget.language = language
    best = valued[1].missed(1)[0]
    options = controls(widget)["branch.best"]["options"]
    assert options[0][0] == str(best.turn)
    assert best.label in options[0][1]
    widget.keep_best()
    nodes = tree.nodes_of(widget.record, widget.branches)
    first = sum(span.turn < best.turn for span in widget._lines.main.moves)
    assert [node.text for node in nodes[first:]] == [node.text for node in best.best.nodes]
    assert widget.spot.state.seat != best.seat
    names = {"en": "Best turn found by greedy", "de": "Bester Zug, gefunden von greedy"}
    assert tree.name_of(widget.record, widget.branches) == names[language]
    comment = nodes[-1].comment
    assert best_text(valued[1], best, language) in comment
    assert "finished 4 games" in comment or "je 4 Partien" in comment
    assert widget.unsaved
    # Asked again, it is found again, and what was written there stays.
    widget.name_line("Mine").comment("Said.").show_line((), 0)
    record = widget.record
    assert widget.keep_best(best.turn).record == record


def test_best_turns_are_kept_by_those_who_see_all_hands_and_sought_them(valued):
    widget = with_points(valued)
    with pytest.raises(KhronosError, match="no other turn"):
        widget.keep_best(0)
    widget.eyes = "0"
    assert "branch.best" not in controls(widget)
    with pytest.raises(KhronosError, match="others' cards"):
        widget.keep_best()
    with pytest.raises(KhronosError, match="turning"):
        at_move(0).keep_best()


def test_the_curve_is_drawn_as_wide_as_the_slider(opened, valued):
    browser = opened(valued[0])
    assert browser.ask("strip", width=600, ratio=1)[0]["kind"] == "nothing"
    browser.widget._games.points = valued[1]
    message, (png,) = browser.ask("strip", width=600, ratio=1.5)
    assert message["kind"] == "strip"
    assert int.from_bytes(png[16:20]) == 900
    browser.widget.eyes = "0"
    assert browser.ask("strip", width=600, ratio=1)[0]["kind"] == "nothing"


def test_a_shipped_game_keeps_its_turning_points_in_memory_only(monkeypatch):
    caches = []

    def look(*_, cache, **__):
        caches.append(cache)
        raise KhronosError("that will do")

    monkeypatch.setattr(background_games, "turning_points", look)
    at_move(0).turning(1).wait()
    assert caches == [False]
