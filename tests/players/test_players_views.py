"""Views: a seat sees what it may see, and nothing hidden can be read through what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from khronos_lab.core import EndTurn, Exchange, GameState, Move, OpenChoice, pile_size
from khronos_lab.engine import (
    Outcome,
    choices,
    legal_actions,
    new_game,
    play,
    play_through,
    why_not,
)
from khronos_lab.players import deal_hidden, moves_of_game, player_named, seen_by
from tests.players.test_knowledge import RULES, all_cards
from tests.players.test_players_games import ROSTER

GAMES = [(rules, players) for rules in RULES for players in (2, 4)]


def states_of(rules: str, players: int, seed: int = 1, step: int = 7) -> Iterator[GameState]:
    """Some states of a random game."""
    rng, state = Random(f"{rules} {players} {seed}"), new_game(players, seed, rules=RULES[rules])
    number = 0
    while not state.over:
        if number % step == 0:
            yield state
        number += 1
        action = choices(state).pick(rng)
        state = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))[1].state


def reshuffled(state: GameState, seat: int, seed: int) -> GameState:
    """Another game that this seat cannot tell from this one: other cards wherever it can't look."""
    return deal_hidden(seen_by(state, seat), Random(seed))


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_games_that_differ_only_in_hidden_cards_look_the_same(rules, players):
    for state in states_of(rules, players, step=19):
        for seat in range(players):
            others = [reshuffled(state, seat, seed) for seed in range(4)]
            assert len({str((each.players, each.pile, each.chance)) for each in others}) > 1
            assert all(seen_by(each, seat) == seen_by(state, seat) for each in others)


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_a_view_keeps_what_lies_open(rules, players):
    for state in states_of(rules, players):
        for seat in range(players):
            view = seen_by(state, seat)
            assert view.players[seat] == state.players[seat]
            assert pile_size(view) == pile_size(state)
            assert (view.boards, view.supply, view.open_cards) == (
                state.boards,
                state.supply,
                state.open_cards,
            )
            for one, other in zip(view.players, state.players, strict=True):
                assert sum(one.hand) + one.hidden == sum(other.hand)
                assert one[:2] + one[3:5] == other[:2] + other[3:5]
            assert all_cards(view) == all_cards(state)
            assert (view.discards, view.hidden_discards) == (state.discards, 0)
            assert seen_by(view, seat) == view


@pytest.mark.parametrize("rules", RULES)
def test_the_legal_actions_of_a_view_are_those_of_the_game(rules):
    for state in states_of(rules, 3):
        assert legal_actions(seen_by(state, state.seat)) == legal_actions(state)


@pytest.mark.parametrize("rules", ["second", "first"])
def test_a_turn_ended_in_the_head_tells_nothing_of_the_real_draw(rules):
    for state in states_of(rules, 3, step=19):
        ways: list[EndTurn | Exchange] = [
            each for each in legal_actions(state) if isinstance(each, EndTurn | Exchange)
        ]
        games = [reshuffled(state, state.seat, seed) for seed in range(6)]
        for action in (ways[0], ways[-1]):
            foretold = [_ended(seen_by(each, each.seat), action) for each in games]
            assert foretold[1:] == foretold[:-1]
    assert len({_ended(each, action).players[each.seat].hand for each in games}) > 1


def _ended(state: GameState, action: EndTurn | Exchange) -> GameState:
    outcome = play(state, action)
    assert isinstance(outcome, Outcome)
    return outcome.state


class Spy:
    """Plays at random and keeps all that it is given."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, GameState]] = []
        self.asked: list[tuple[GameState, Move, OpenChoice]] = []

    def choose(self, view, rng):
        self.seen.append((view.seat, view))
        # Larger buildings meet more often, and more is asked.
        large = [each for each in legal_actions(view) if getattr(each, "rank", 1) > 1]
        return rng.choice(large) if large else choices(view).pick(rng)

    def answer(self, view, move, question, rng):
        self.seen.append((question.seat, view))
        self.asked.append((view, move, question))
        return rng.randrange(len(question.options))


def test_a_player_is_given_views_and_nothing_else():
    spy = Spy()
    clauses = set()
    for seed in range(6):
        list(moves_of_game([spy] * 4, new_game(4, seed), seed))
    for seat, view in spy.seen:
        assert view == seen_by(view, seat)
    for view, move, question in spy.asked:
        clauses.add(question.clause)
        assert view == seen_by(view, question.seat)
        assert why_not(view, move.action) is None
        assert play(view, move) == question
        # The log of a question tells what would have happened so far: it carries players, too.
        for entry in question.log:
            assert entry.players == view.players
    assert {"C2", "C4"} <= clauses
    assert any(view.seat != question.seat for view, _, question in spy.asked)


@pytest.mark.parametrize("name", ROSTER)
@pytest.mark.parametrize("rules", ["second", "first holdem"])
def test_what_a_player_chooses_does_not_depend_on_hidden_cards(name, rules):
    player = player_named(name)
    for state in list(states_of(rules, 3, step=23))[: 1 if name == "master" else 4]:
        games = [state, *(reshuffled(state, state.seat, seed) for seed in range(2))]
        chosen = [player.choose(seen_by(each, each.seat), Random(5)) for each in games]
        assert chosen[1:] == chosen[:-1]
        assert why_not(state, chosen[0]) is None
