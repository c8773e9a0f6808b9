"""Games in the background, without any widget: what is told, kept, refused and forgotten."""

from __future__ import annotations

import pytest

from khronos_lab.analysis import Timeline
from khronos_lab.core import EndTurn
from khronos_lab.players import Rollouts
from khronos_lab.records import Node, game_at
from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.widgets import Audience, BackgroundGames, Spot, spot_after, spot_at
from khronos_lab.widgets.what_if import background_games

TWO = Rollouts(((1, 2), (3, 4)))


class Page:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.games = BackgroundGames(self.changed)
        self.progress: list[dict[str, int]] = []
        self.faults: list[str] = []

    def changed(self, fault: Exception | None) -> None:
        self.progress.append(self.games.progress)
        self.faults += [] if fault is None else [str(fault)]


@pytest.fixture
def page(monkeypatch) -> Page:
    monkeypatch.setattr(background_games, "with_helpers", lambda work: work(None))
    return Page()


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return Timeline.of(game_at(data_file("games", "01-two-players-valley.khr"))[0])


def finished(page: Page, timeline: Timeline, index: int = 0, eyes: str = "all") -> None:
    spot = spot_at(timeline, (), index)
    page.games.play_on(timeline, spot, "greedy", 2, Audience(eyes))
    page.games.wait()


def test_a_frame_means_the_position_from_which_one_can_play_on(timeline):
    assert spot_at(timeline, (), 0) == Spot((), 0, 0, timeline.start)
    span = next(each for each in timeline.moves if len(each.log) > 3 and each.number)
    done = spot_at(timeline, (), span.last)
    assert done == Spot((), span.number + 1, span.last, span.after)
    # Inside a move things are half done: one plays on from before it.
    inside = spot_at(timeline, (), span.first + 1)
    assert inside == Spot((), span.number, span.first - 1, span.before, inside=True)
    assert spot_after(timeline, (), span.number + 1) == done
    assert spot_after(timeline, (), 0).moves == 0


def test_a_turn_that_players_play_is_handed_to_the_caller(page, timeline):
    found: list[Node] = []
    page.games.hand_over(timeline.start, found.extend, "greedy", "turn", Audience())
    page.games.wait()
    ends = [isinstance(node.move.action, EndTurn) for node in found]
    assert ends == [*[False] * (len(found) - 1), True]
    assert page.progress[0] == {"done": 0, "total": 0}
    assert page.progress[-1] == {}
    assert page.faults == []


def test_the_rest_of_a_game_is_counted_in_turns(page, timeline):
    begun = timeline.state_at(timeline.stops("turn")[3])
    page.games.hand_over(begun, list, "greedy", "game", Audience())
    page.games.wait()
    counted = [each for each in page.progress if each.get("total")]
    assert counted[-1] == {"done": 14 - 3, "total": 14 - 3}
    assert all(each["total"] == 14 - 3 for each in counted)


def test_every_time_cards_fall_otherwise(page, timeline):
    games: list[list[str]] = []
    for _ in range(2):
        page.games.hand_over(
            timeline.start, lambda nodes: games.append([node.text for node in nodes]),
            "greedy", "game", Audience(),
        )  # fmt: skip
        page.games.wait()
    assert games[0] != games[1]


def test_results_are_kept_and_asked_again_replaced(page, timeline, monkeypatch):
    monkeypatch.setattr(background_games, "play_on", lambda *_, **__: TWO)
    finished(page, timeline)
    finished(page, timeline)
    assert [ends.rollouts for ends in page.games.results] == [TWO]
    finished(page, timeline, eyes="0")
    assert [ends.eyes for ends in page.games.results] == ["all", "0"]


def test_where_lines_got_other_names_meanwhile_the_result_belongs_nowhere(
    page, timeline, monkeypatch
):
    def rename(*_, **__):
        page.games.forget_places()
        return TWO

    monkeypatch.setattr(background_games, "play_on", rename)
    finished(page, timeline)
    assert page.games.results == ()
    assert len(page.faults) == 1


def test_what_fails_is_told_and_the_next_work_can_begin(page, timeline, monkeypatch):
    def fail(*_, **__):
        raise ValueError("the sky is falling")

    monkeypatch.setattr(background_games, "play_on", fail)
    finished(page, timeline)
    assert (page.faults, page.games.progress) == (["the sky is falling"], {})
    monkeypatch.setattr(background_games, "play_on", lambda *_, **__: TWO)
    finished(page, timeline)
    assert len(page.games.results) == 1


def test_what_the_caller_cannot_keep_is_told_too(page, timeline):
    def keep(_):
        raise KhronosError("no room")

    page.games.hand_over(timeline.start, keep, "greedy", "turn", Audience())
    page.games.wait()
    assert page.faults == ["no room"]


def test_one_piece_of_work_at_a_time(page, timeline, monkeypatch):
    refused = []

    def another(*_, **__):
        with pytest.raises(KhronosError) as fault:
            page.games.play_on(timeline, spot_at(timeline, (), 0), "greedy", 2, Audience())
        refused.append(fault)
        return TWO

    monkeypatch.setattr(background_games, "play_on", another)
    finished(page, timeline)
    assert len(refused) == 1


@pytest.mark.parametrize("eyes", ["0", "nobody"])
def test_what_would_show_hidden_hands_is_refused(page, timeline, eyes):
    audience = Audience(eyes)
    with pytest.raises(KhronosError, match="others' cards"):
        page.games.hand_over(timeline.start, print, "greedy", "turn", audience)
    assert page.progress == []


def test_dots_stream_in_while_games_are_played(page, timeline, monkeypatch):
    def streamed(*_, progress, ended, **__):
        for number in range(8):
            ended((number, 1))
            progress(number + 1, 8)
        return Rollouts(tuple((number, 1) for number in range(8)))

    seen: list[int] = []
    changed = page.changed

    def note(fault: Exception | None) -> None:
        changed(fault)
        seen.extend(ends.rollouts.games for ends in page.games.results)

    page.games._changed = note
    monkeypatch.setattr(background_games, "play_on", streamed)
    monkeypatch.setattr("khronos_lab.widgets.kit.background.PAUSE", 0.0)
    finished(page, timeline)
    assert list(dict.fromkeys(seen)) == [2, 4, 8]


def test_the_time_that_players_take_is_known_before_and_learned_from_games(
    page, timeline, monkeypatch
):
    expected = page.games.seconds(timeline.start)
    assert expected["planner"] > expected["greedy"] > 0
    late = timeline.state_at(timeline.stops("turn")[-1])
    assert page.games.seconds(late)["greedy"] < expected["greedy"]
    ticks = iter(range(0, 28 * 9, 28))
    monkeypatch.setattr(background_games, "monotonic", lambda: next(ticks))

    def slow(*_, ended, **__):
        for number in range(9):
            ended((number, 2))
        return TWO

    monkeypatch.setattr(background_games, "play_on", slow)
    finished(page, timeline)
    learned = page.games.seconds(timeline.start)
    assert learned["greedy"] == pytest.approx(28.0)
    assert learned["planner"] / learned["greedy"] == pytest.approx(
        expected["planner"] / expected["greedy"]
    )
