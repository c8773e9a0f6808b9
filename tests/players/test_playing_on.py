"""Playing on: the same games whoever works, prefixes when stopped, lines that fit into a record."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import count
from multiprocessing import get_context

import pytest

from khronos_lab.core import Exchange
from khronos_lab.engine import new_game
from khronos_lab.mechanics import winners
from khronos_lab.players import (
    Rollouts,
    advised_turn,
    continuation,
    contrast,
    known_to,
    play_on,
    player_named,
    replayed,
    with_cards,
)
from khronos_lab.records import GameRecord, Line, read_games, read_record, record_text, steps_of
from khronos_lab.rulebook import KhronosError, data_file

GAMES = ["01-two-players-valley", "05-first-edition", "06-holdem", "07-hidden-hands"]


@cache
def game(name: str) -> GameRecord:
    record = next(iter(read_games(data_file("games", f"{name}.khr"))))
    assert isinstance(record, GameRecord)
    return record


@cache
def states(name: str):
    return [step.before for step in steps_of(game(name))]


# ------------------------------------------------------------------ many games


def test_the_same_seed_gives_the_same_games_however_many_work():
    state = states("01-two-players-valley")[20]
    alone = play_on(state, "random", games=11, seed="a")
    assert len(set(alone.coins)) > 1
    assert alone == play_on(state, [player_named("random"), "random"], games=11, seed="a")
    assert alone != play_on(state, "random", games=11, seed="b")
    with ThreadPoolExecutor(3) as threads:
        assert play_on(state, "random", games=11, seed="a", executor=threads) == alone
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert play_on(state, "random", games=11, seed="a", executor=processes) == alone


@pytest.mark.parametrize("threads", [False, True])
def test_a_stopped_run_gives_the_first_games(threads):
    state = states("01-two-players-valley")[30]
    whole = play_on(state, "random", games=9, seed=1)
    asked, told = count(), []
    executor = ThreadPoolExecutor(2) if threads else None
    part = play_on(
        state,
        "random",
        games=9,
        seed=1,
        progress=lambda done, games: told.append((done, games)),
        stop=lambda: next(asked) == 4,
        executor=executor,
    )
    if executor:
        executor.shutdown()
    assert part.coins == whole.coins[:4]
    assert told == [(1, 9), (2, 9), (3, 9), (4, 9)]
    nothing = play_on(state, "random", games=9, stop=lambda: True)
    assert (nothing.games, nothing.win_shares, nothing.mean_coins) == (0, (), ())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("eyes", [None, 0, "nobody"])
def test_any_position_can_be_played_on(name, eyes):
    steps = list(steps_of(game(name)))
    for number in range(0, len(steps), 17):
        state = steps[number].before
        log = [entry for step in steps[:number] for entry in step.log]
        for view in (state, known_to(game(name).start, log, eyes)):
            ends = play_on(view, "random", games=2, seed=number, eyes=eyes)
            assert sum(ends.win_shares) == pytest.approx(1)
            assert all(len(coins) == len(state.players) for coins in ends.coins)


def test_hidden_hands_make_more_ends_than_known_ones():
    """As recorded, a player in his last turn holds what he holds; from others' eyes he may not."""
    last = states("01-two-players-valley")[-1]
    state = next(
        each
        for each in states("01-two-players-valley")
        if (each.round, each.seat) == (last.round, last.seat)
    )
    known = play_on(state, "greedy", games=12, seed=1)
    unknown = play_on(state, "greedy", games=12, seed=1, eyes=1 - state.seat)
    assert len(set(known.coins)) < len(set(unknown.coins))


def test_a_finished_game_ends_as_it_did():
    *_, last = steps_of(game("01-two-players-valley"))
    coins = tuple(player.coins for player in last.after.players)
    assert play_on(last.after, games=3).coins == (coins,) * 3


def test_what_cannot_be_played_is_refused():
    state = new_game(3, seed=1)
    with pytest.raises(KhronosError, match="2 players cannot take the 3 seats"):
        play_on(state, ["random", "greedy"])
    with pytest.raises(KhronosError, match='There is no player "clever"'):
        play_on(state, "clever")
    with pytest.raises(KhronosError, match="-1 games cannot be played"):
        play_on(state, games=-1)


# ------------------------------------------------------------------ the same luck


def test_a_branch_compared_with_itself_differs_in_nothing():
    state = states("01-two-players-valley")[20]
    ends = play_on(state, "random", games=6, seed=1)
    same = contrast(ends, play_on(state, "random", games=4, seed=1))
    assert same.games == 4
    assert set(same.coins) == set(same.wins) == {0.0}
    assert same.coin_intervals == ((0.0, 0.0),) * 2


# ------------------------------------------------------------------ counting


def test_t7_wins_are_shared_and_add_up():
    ends = Rollouts(((9, 4, 9), (3, 3, 3), (1, 2, 0)))
    assert ends.wins == ((0.5, 0, 0.5), (1 / 3, 1 / 3, 1 / 3), (0, 1, 0))
    assert sum(ends.win_shares) == pytest.approx(1)
    for share, (low, high) in zip(ends.win_shares, ends.win_intervals, strict=True):
        assert 0 <= low < share < high <= 1
    assert winners((9, 4, 9)) == (0, 2)


def test_quantiles_errors_and_intervals_by_hand():
    ends = Rollouts(((10, 0), (20, 0), (30, 0), (40, 0)))
    assert ends.mean_coins == (25.0, 0.0)
    assert ends.coin_quantiles(4)[0] == (17.5, 25.0, 32.5)
    assert ends.coin_errors == pytest.approx((6.455, 0.0), abs=0.001)
    low, high = ends.coin_intervals[0]
    assert (low, high) == pytest.approx((25 - 3.182 * 6.455, 25 + 3.182 * 6.455), abs=0.01)
    single = Rollouts(((7, 3),))
    assert single.coin_errors == (float("inf"),) * 2
    assert single.coin_quantiles(2) == ((7.0,), (3.0,))


def test_branches_that_cannot_be_compared_are_refused():
    with pytest.raises(KhronosError, match="without a finished game"):
        contrast(Rollouts(()), Rollouts(((1, 2),)))
    with pytest.raises(KhronosError, match="games of 3 and of 2 players"):
        contrast(Rollouts(((1, 2, 3),)), Rollouts(((1, 2),)))


# ------------------------------------------------------------------ lines for records


@pytest.mark.parametrize("name", GAMES)
def test_a_game_played_on_is_a_variation_that_is_read_back(name):
    record = game(name)
    nodes = list(record.line.nodes)
    for number in range(2, len(nodes), 13):
        line = Line(continuation(states(name)[number], "random", seed=number), "played on")
        assert line.nodes[-1].label.startswith("7.")
        carried = nodes[number]._replace(variations=(*nodes[number].variations, line))
        nodes[number] = carried
    grown = replace(record, line=Line(tuple(nodes), record.line.comment))
    text = record_text(grown)
    again = read_record(text)
    assert record_text(again) == text
    assert again.line == grown.line


def test_a_game_played_on_keeps_the_hands_of_the_record():
    state = states("06-holdem")[30]
    nodes = continuation(state, "greedy", seed=1)
    assert nodes == continuation(state, "greedy", seed=1)
    assert nodes != continuation(state, "greedy", seed=2)
    ends = play_on(state, "greedy", games=1, seed=1)
    *_, last = steps_of(GameRecord({}, state, Line(nodes)))
    assert tuple(player.coins for player in last.after.players) == ends.coins[0]


# ------------------------------------------------------------------ advice


def test_advice_is_a_whole_turn_that_can_be_replayed_from_its_notation():
    for state in states("05-first-edition")[::30]:
        advice = advised_turn(state, "greedy", seed=2)
        assert advice.nodes[-1].digest
        assert all(not isinstance(node.move.action, Exchange) for node in advice.nodes[:1])
        again = replayed(state, [node.text for node in advice.nodes])
        assert again.nodes == advice.nodes
        assert again.after.boards == advice.after.boards


def test_advice_for_a_hidden_hand_uses_the_cards_that_were_told():
    state = next(each for each in states("07-hidden-hands") if each.player.hidden == 4)
    assert [node.text for node in advised_turn(state).nodes][-1] == ">****"
    assert not any(node.text[1:2] in "+^" for node in advised_turn(state).nodes)
    told = with_cards(state, (2, 0, 1))
    assert (told.player.hand, told.player.hidden) == ((2, 0, 1), 1)
    assert any("+m" in node.text for node in advised_turn(told).nodes)
    with pytest.raises(KhronosError, match=r"cannot have held all of these cards at once \(S4\)"):
        with_cards(state, (5, 0, 0))


def test_advice_does_not_know_what_will_be_drawn():
    """The chance of the game itself is not used: its next draw stays secret."""
    state = new_game(2, seed=7)
    drawn = {advised_turn(state, "greedy", seed=seed).nodes[-1].text for seed in range(8)}
    assert len(drawn) > 3
