"""The door of the compiled engine: positions in and out, refusals, values, plans, games."""

from __future__ import annotations

import ctypes
import pickle
from concurrent.futures import ThreadPoolExecutor
from math import exp
from random import Random

import pytest

from khronos_lab.core import Build, EndTurn, Exchange, Travel, full_purses
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.native import (
    ENVY,
    LEVELS,
    NativeMissing,
    NativePosition,
    compiling,
    layout,
    play_game,
    play_games,
    stages,
)
from khronos_lab.players import seen_by
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import (
    FAITH,
    MIGHT,
    MILITARY,
    REASON,
    ROUNDS,
    Edition,
    IllegalAction,
    KhronosError,
    RuleSet,
    data_file,
)
from tests.native.engine import needs_engine
from tests.native.fuzz import some_state
from tests.native.readable_value import traits

SHIPPED = sorted(data_file("games").glob("*.khr"))
SETUPS = [
    (2, RuleSet(), "valley"),
    (3, RuleSet(Edition.FIRST), "delta"),
    (4, RuleSet(holdem=True), "highlands"),
    (5, RuleSet(ruins_respect_domains=True, erased_tiles_return=True), "valley"),
]


# ------------------------------------------------------------------ in and out


@needs_engine
@pytest.mark.parametrize("game", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_game_is_played_alike(game):
    (record,) = read_games(game)
    assert isinstance(record, GameRecord)
    state, position = record.start, NativePosition.of(record.start)
    for node in record.line.nodes:
        after = play(state, node.move)
        assert isinstance(after, Outcome)
        moved = position.play(node.move.action, node.move.answers, node.move.drawn)
        assert isinstance(moved, NativePosition)
        state, position = after.state, moved
    assert position.state() == state


@needs_engine
@pytest.mark.parametrize(("players", "rules", "grid"), SETUPS)
def test_s4_a_seed_deals_the_same_game_in_both(players, rules, grid):
    for seed in range(20):
        start = new_game(players, seed, grid=grid, rules=rules)
        assert NativePosition.new(start.names, seed, start.grid, rules).state() == start


@needs_engine
def test_a_state_takes_less_than_sixteen_thousand_bytes():
    assert ctypes.sizeof(layout.StateStruct) < 16_000


@needs_engine
def test_a_position_is_equal_to_itself_and_reads_as_its_state():
    state = new_game(3, 1)
    assert NativePosition.of(state) == NativePosition.of(state) != NativePosition.of(new_game(3, 2))
    assert hash(NativePosition.of(state)) == hash(NativePosition.of(state))
    assert repr(NativePosition.of(state)) == repr(state)
    assert pickle.loads(pickle.dumps(NativePosition.of(state))).state() == state


# ------------------------------------------------------------------ refusals


@needs_engine
@pytest.mark.parametrize(
    "action",
    [
        Build(MIGHT, MILITARY, 2, 10**9, (2, 0, 0)),
        Build(MIGHT, MILITARY, 77, 0, (2, 0, 0)),
        Build(MIGHT, MILITARY, 2, 0, (10**6, 0, 0)),
        Build(REASON, MILITARY, 2, 0, (2, 0, 0)),
        Exchange((0, 0, 0)),
        Exchange((-1, 0, 0)),
        Travel(FAITH, FAITH),
        EndTurn((0, 0, 0)),
    ],
    ids=str,
)
def test_a_wrong_move_is_refused_with_its_clause(action):
    with pytest.raises(IllegalAction) as refused:
        NativePosition.of(new_game(2, 7)).play(action)
    assert refused.value.violation is not None


@needs_engine
def test_a_move_with_too_many_answers_is_refused():
    with pytest.raises(IllegalAction, match="answers"):
        NativePosition.of(new_game(2, 7)).play(Travel(MIGHT, FAITH), (0,))
    with pytest.raises(IllegalAction):
        NativePosition.of(new_game(2, 7)).play(Travel(MIGHT, FAITH), (0,) * 100)


@needs_engine
def test_positions_beyond_any_game_are_refused():
    state = new_game(2, 7)
    many = state._replace(supply=((0, 10**6, 1, 1), *state.supply[1:]))
    alone = state._replace(
        turn=state.turn._replace(purses=full_purses((FAITH, REASON))),
    )
    for odd in (many, alone, state._replace(pile=(999, 0, 0)), state._replace(round=9)):
        with pytest.raises(KhronosError, match="cannot hold this position"):
            NativePosition.of(odd)


@needs_engine
@pytest.mark.parametrize(("field", "value"), [("holdem", 128), ("keeps_cards", 2), ("deck", 7)])
def test_a_table_that_no_rules_have_is_refused(field, value):
    """With such a one a pile had less than no cards, and drawing never ended."""
    table = layout.TableStruct.from_buffer_copy(some_state(Random(1))[0])
    assert layout.library().khronos_table(table) == layout.DONE
    if field == "deck":
        table.deck[0] = value
    else:
        setattr(table, field, value)
    assert layout.library().khronos_table(table) != layout.DONE


@needs_engine
def test_unknown_players_are_refused():
    with pytest.raises(KhronosError, match="has no player 'wizard'; it has random, greedy"):
        play_games(["wizard", "random"], [1])


def test_without_the_library_one_sentence_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("KHRONOS_LAB_NATIVE_FILE", str(tmp_path / "none.so"))
    with pytest.raises(NativeMissing, match=r"not installed\. Compile it: python -m khronos_lab"):
        layout.library.__wrapped__()


@needs_engine
def test_a_library_older_than_its_sources_is_refused(monkeypatch):
    monkeypatch.setattr(layout, "digest", lambda: "0" * 16)
    with pytest.raises(NativeMissing, match=r"older than its sources\. Compile it: python -m"):
        layout.library.__wrapped__()


def test_the_digest_follows_sources_and_flags(monkeypatch, tmp_path):
    for path in (*compiling.HERE.glob("*.c"), *compiling.HERE.glob("*.h")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    before = compiling.digest()
    monkeypatch.setattr(compiling, "HERE", tmp_path)
    assert compiling.digest() == before
    (tmp_path / "value.c").write_text((tmp_path / "value.c").read_text() + "\n")
    changed = compiling.digest()
    assert changed != before
    monkeypatch.setattr(compiling, "FLAGS", ("-O0",))
    assert compiling.digest() != changed


# ------------------------------------------------------------------ judgement


def some_states(seed: int):
    """States of a random game of three."""
    position, rng = NativePosition.of(new_game(3, seed)), Random(seed)
    while not position.state().over:
        yield position
        following = position.play(rng.choice(position.legal()))
        if isinstance(following, NativePosition):
            position = following


@needs_engine
def test_traits_and_chances_are_those_of_the_learned_value():
    for position in some_states(4):
        state, found = position.state(), position.evaluate(over=False)
        for seat, player in enumerate(state.players):
            theirs = traits(state, seat, player.coins, player.adventurers, over=False)
            assert list(found.traits[seat]) == theirs
        left = ROUNDS - state.round + 1
        ahead = [exp((each - max(found.coins)) / stages(3)[left].spread) for each in found.coins]
        assert found.chances == pytest.approx([each / sum(ahead) for each in ahead], abs=1e-12)


@needs_engine
def test_every_action_is_tried_and_judged():
    position = NativePosition.of(new_game(3, 5))
    tried = position.try_all()
    assert [action for action, _ in tried] == position.legal()
    for action, coins in tried[5:200:7]:
        after = position.play(action)
        assert isinstance(after, NativePosition)
        assert coins == after.evaluate(over=not isinstance(action, EndTurn)).coins


@needs_engine
def test_plans_are_legal_different_and_stand_as_they_say():
    state = new_game(2, 3)
    position = NativePosition.of(seen_by(state, state.seat))
    plans = position.plans(6, width=4)
    values = [plan.standing for plan in plans]
    assert len(plans) == 6
    assert values == sorted(values, reverse=True)
    for plan in plans:
        after = position
        for move in plan.moves:
            following = after.play(move.action, move.answers)
            assert isinstance(following, NativePosition)
            after = following
        coins = after.evaluate(over=True).coins
        own, other = coins[state.seat], coins[1 - state.seat]
        assert plan.standing == own - ENVY * (other + other) / 2


@needs_engine
def test_a_wider_beam_is_never_worse():
    for seed in range(3):
        position = NativePosition.of(new_game(2, seed))
        narrow, wide = (position.plans(1, width=width)[0].standing for width in (1, 8))
        assert wide >= narrow


@needs_engine
def test_short_games_follow_from_their_deals():
    position = NativePosition.of(seen_by(new_game(3, 3), 1))
    one = position.rollouts(range(20), "random", turns=3)
    assert one == position.rollouts(range(20), "random", turns=3)
    assert len(set(one)) > 10
    assert position.rollouts([5], "random", turns=3) == [one[5]]


@needs_engine
def test_hidden_cards_are_dealt_from_the_unseen_ones():
    view = seen_by(new_game(4, 3), 1)
    seen = set()
    for seed in range(30):
        state = NativePosition.of(view).dealt(seed).state()
        assert [sum(player.hand) for player in state.players] == [4] * 4
        assert state.players[1].hand == view.players[1].hand
        cards = [state.pile, state.discards, *(player.hand for player in state.players)]
        assert tuple(map(sum, zip(*cards, strict=True))) == state.rules.deck
        seen.add(state.players[0].hand)
    assert len(seen) > 5


# ------------------------------------------------------------------ whole games


@needs_engine
@pytest.mark.parametrize(("players", "rules", "grid"), SETUPS)
@pytest.mark.parametrize("crew", [*LEVELS.values()][:3], ids=lambda level: level.kind)
def test_a_whole_game_is_a_game_of_the_readable_engine(players, rules, grid, crew):
    played = play_game([crew] * players, 11, grid=grid, rules=rules)
    state = new_game(players, 11, grid=grid, rules=rules)
    assert played.start.state() == state
    for move in played.moves:
        outcome = play(state, move)
        assert isinstance(outcome, Outcome)
        state = outcome.state
    assert state.over
    assert played.end.state() == state
    coins = play_games([crew] * players, [11], grid=grid, rules=rules)
    assert coins == [tuple(player.coins for player in state.players)]


@needs_engine
def test_threads_play_the_same_games():
    crew, seeds = ["random"] * 4, range(60)
    alone = play_games(crew, seeds)
    assert play_games(crew, seeds, threads=3) == alone
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda seed: play_games(crew, [seed])[0], seeds)) == alone
    assert play_games(crew, []) == []


@needs_engine
def test_a_turn_is_whole_and_says_nothing_of_hidden_cards():
    small = LEVELS["master"]._replace(width=1, plans=3, draws=1, budget=2000)
    state = new_game(3, 5)
    unlike = state._replace(chance=99)
    for level in (*[*LEVELS.values()][:3], small):
        moves = NativePosition.of(state).turn(level, 8)
        assert isinstance(moves[-1].action, EndTurn)
        assert not any(isinstance(move.action, EndTurn) for move in moves[:-1])
        assert NativePosition.of(unlike).turn(level, 8) == moves
        if level.kind != "random":
            assert NativePosition.of(seen_by(state, state.seat)).turn(level, 8) == moves


@needs_engine
def test_greedy_beats_random():
    coins = play_games(["greedy", "random"], range(6))
    assert sum(one > other for one, other in coins) >= 5
