"""Moves in words, in either language: read as the action they name, or refused in a sentence."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from khronos_lab import Build, Upgrade
from khronos_lab.core import Action, OpenChoice, action_text, bits, name
from khronos_lab.core import actions as plain
from khronos_lab.engine import (
    Outcome,
    as_action,
    as_move,
    choices,
    new_game,
    play,
    play_through,
    why_not,
)
from khronos_lab.records import game_at, steps_of
from khronos_lab.rulebook import LANGUAGES, REASON, Edition, KhronosError, RuleSet, data_file, say
from tests.support import in_language

GAMES = [
    (2, RuleSet()),
    (3, RuleSet(holdem=True)),
    (4, RuleSet(edition=Edition.FIRST)),
    (5, RuleSet()),
]


def positions(players: int, rules: RuleSet):
    """Positions of a random game."""
    rng = Random(players)
    state = new_game(players, seed=3, rules=rules)
    while not state.over:
        yield state, rng
        action = choices(state).pick(rng)
        state = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))[1].state


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("players", "rules"), GAMES)
def test_the_words_of_an_action_are_read_as_that_action(players, rules, language):
    kinds = set()
    for state, rng in positions(players, rules):
        some = rng.sample(list(choices(state)), min(40, len(choices(state))))
        for action in {type(each): each for each in some}.values():
            assert as_action(state, in_language(language, action_text, action)) == action
            kinds.add(type(action))
    assert len(kinds) >= 7


@pytest.mark.parametrize(
    "game", sorted(data_file("games").glob("0[1-7]*.khr")), ids=lambda g: g.stem
)
def test_notation_is_played_as_records_are_with_its_answers(game):
    record, _ = game_at(game)
    steps = list(steps_of(record))
    for step in steps:
        outcome = play(step.before, step.node.text)
        assert isinstance(outcome, Outcome)
        assert (outcome.state, outcome.log) == (step.after, step.log)
        assert why_not(step.before, step.node.text) is None


@pytest.mark.clause("G2")
def test_g2_who_lacks_the_cards_is_told_the_whole_price_with_that_of_the_terrain():
    state = new_game(2, seed=7)
    state = state._replace(
        players=(state.player._replace(hand=(0, 0, 0)), *state.players[1:]),
    )
    prices = {}
    for sq in bits(state.grid.area):
        extra = state.grid.surcharge_at(state.terrain_cost, 1, sq)
        action = as_action(state, f"hamlet {name(sq)} in Might")
        assert isinstance(action, plain.Build)
        prices[extra] = action.cards
    assert prices[0] == (0, 0, 1)
    assert max(prices) > 0
    assert all(cards == (0, 0, 1 + extra) for extra, cards in prices.items())


@pytest.mark.parametrize(("players", "rules"), GAMES)
def test_cards_left_open_are_paid_and_legal_whenever_any_payment_is(players, rules):
    tried = 0
    for state, rng in positions(players, rules):
        for action in (choices(state).pick(rng) for _ in range(4)):
            if isinstance(action, plain.Build | plain.Upgrade):
                left_open = plain_without_cards(action)
                assert why_not(state, left_open) is None
                paid: Any = as_move(state, left_open).action
                assert sum(paid.cards) == sum(action.cards)
                assert type(play(state, plain.Move(left_open))) in (Outcome, OpenChoice)
                tried += 1
    assert tried > 20


def plain_without_cards(action) -> Any:
    make = Build if isinstance(action, Build) else Upgrade
    return make(action.age, action.kind, action.rank, action.square)


def test_the_surcharge_leaves_the_most_even_hand():
    state = new_game(2, seed=7)
    forest = next(
        action
        for action in choices(state)
        if isinstance(action, plain.Build) and sum(action.cards) == 2 and action.rank == 1
    )
    paid: Any = as_action(state, plain_without_cards(forest))
    left = [held - gone for held, gone in zip(state.player.hand, paid.cards, strict=True)]
    assert sorted(left) == [0, 1, 1]


def test_t5_where_nobody_stands_in_an_age_of_builders_the_first_is_meant_and_the_rules_say_why():
    state = new_game(["Ada", "Ben"], seed=7)
    travelled = state.players[0]._replace(adventurers=(REASON, REASON))
    there = state._replace(players=(travelled, *state.players[1:]))
    assert str(as_action(there, "hamlet d8")) == "build hamlet at d8 in Might for c"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["slip-examples", "slip-exchange", "slip-swap", "slip-travel"])
def test_whatever_a_slip_tells_to_write_is_understood(key, language):
    examples = re.findall('["„]([^"“]*)["“]', in_language(language, say, key))
    assert examples
    for each in examples:
        assert isinstance(as_action(new_game(2), each), Action)


@pytest.mark.parametrize(
    ("typed", "german"),
    [
        ("Brug f4", "„Brug“ kenne ich nicht. Ist burg gemeint?"),
        ("Burg", "Welches Feld ist mit „Burg“ gemeint?"),
        ("Burg z9", "Ein Feld z9 gibt es nicht"),
        ("tauschen", "Welche Karten werden getauscht?"),
    ],
)
def test_a_slip_is_told_in_german_and_raised_in_english(typed, german):
    with pytest.raises(KhronosError) as fault:
        as_action(new_game(2), typed)
    assert fault.value.text("de").startswith(german)
    assert str(fault.value) == fault.value.text("en")
