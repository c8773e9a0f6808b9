"""Single rules against their second reading, on more positions than whole games reach."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import (
    Build,
    Demolish,
    EndTurn,
    TaxCollected,
    Upgrade,
    allowance,
    full_purses,
    pay_cards,
    travel,
)
from khronos_lab.engine import legal_actions
from khronos_lab.rulebook import AGES, Age, Edition
from tests.properties import oracles, strategies
from tests.properties.checks import check_prediction
from tests.properties.players import finish, quarrel

PLACES = st.sampled_from(AGES)
DEEDS = st.tuples(PLACES, PLACES | st.integers(1, 4))


@given(strategies.composed_states() | strategies.crowded_states(), strategies.SEEDS)
def test_o1_effects_are_those_of_a_second_reading_of_the_page(state, seed):
    rng = Random(seed)
    bold = [each for each in legal_actions(state) if isinstance(each, Build | Upgrade | Demolish)]
    weights = [0.1 + quarrel(state, action) for action in bold]
    for action in rng.choices(bold, weights, k=8) if bold else ():
        check_prediction(finish(state, action, lambda asked: rng.randrange(len(asked.options))))


@given(st.tuples(PLACES, PLACES).map(sorted).map(tuple), st.lists(DEEDS, max_size=9))
def test_t5_purses_are_every_consistent_account_of_a_turn(ages, deeds):
    purses = full_purses(ages)
    start = set(purses)
    done: list[oracles.Deed] = []
    for age, what in deeds:
        possible = oracles.accounts(start, [*done, (age, what)])
        if isinstance(what, Age):
            after = travel(purses, age, what)
        else:
            after = pay_cards(purses, age, what)
            assert (what <= allowance(purses, age)) == bool(possible)
        assert set(after) == possible
        if possible:
            purses = after
            done.append((age, what))


@given(strategies.composed_states() | strategies.crowded_states(), st.sampled_from([4, 7]))
def test_x1_taxes_are_those_of_a_naive_count(state, round_number):
    state = state._replace(round=round_number, over=False)
    discard = state.player.hand if state.rules.edition is Edition.FIRST else None
    step = finish(state, EndTurn(discard), lambda _: 0)
    paid = dict.fromkeys(AGES, 0)
    for entry in step.outcome.log:
        if isinstance(entry.event, TaxCollected):
            paid[entry.event.age] += entry.event.amount
    assert paid == dict.fromkeys(AGES, 0) | oracles.naive_taxes_by_age(state, state.seat)
