"""Forecasts against a naive recount of taxes, and the difference that actions make."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from khronos_lab.analysis import Explained, Money, Wish, explained, forecast
from khronos_lab.core import Build, Demolish, Upgrade, square
from khronos_lab.core import events as e
from khronos_lab.engine import legal_actions
from khronos_lab.lessons import scenario
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, REASON, Age
from tests.properties.oracles import naive_taxes, naive_taxes_by_age
from tests.properties.strategies import SEEDS, states
from tests.support import position

RULED = """
    turn: round 4, Red acts
    player Red: hand mmcc, at Might Might
    player White: at Faith Faith
    Might               | Faith              | Reason
    m2R # c1 . m1W c2 # | r1R c1 . r1W . . . | m2% # c2:RW # . . .
    #   # .  . .   #  # | .   .  . c1  . . . | #   # #     # . . .
    h   . .  . .   .  . | h   .  . .   . . . | h   . .     . . . .
    """


def standing_everywhere(state, seat, age):
    players = list(state.players)
    players[seat] = players[seat]._replace(adventurers=(age, age))
    return state._replace(players=tuple(players))


# ------------------------------------------------------------------ now


def test_each_domain_says_whom_it_pays_and_why():
    told = forecast(position(RULED)).domains
    lines = [(t.age.title, t.domain, t.seats, t.collecting, t.amount, str(t.why)) for t in told]
    a1, d1, e1, a3 = map(square, ("a1", "d1", "e1", "a3"))
    rules = "is the highest {} building"
    assert lines == [
        ("Might", a1, (0,), (0,), 2, f"Red's keep at a1 {rules.format('military')}"),
        (
            "Might", e1, (1,), (), 3,
            f"White's watchtower at e1 {rules.format('military')}, "
            "but White has no adventurer there",
        ),
        (
            "Faith", a1, (0,), (), 1,
            f"Red's chapel at a1 {rules.format('religious')}, but Red has no adventurer there",
        ),
        ("Faith", d1, (1,), (1,), 1, f"White's chapel at d1 {rules.format('religious')}"),
        ("Faith", a3, (), (), 1, "there is no religious building here"),
        (
            "Reason", a1, (0, 1), (), 1,
            "Red and White tie with 1 cube each, "
            "but Red and White have no adventurer there",
        ),
    ]  # fmt: skip


def test_by_player_and_age_there_and_here():
    told = forecast(position(RULED))
    assert told.there == ((2, 1, 1), (3, 1, 1))
    assert told.here == ((2, 0, 0), (0, 1, 0))
    assert (told.total(0), told.total(1)) == (2, 1)
    assert [(t.age, t.amount) for t in told.of(1)] == [(MIGHT, 3), (FAITH, 1), (REASON, 1)]


@settings(max_examples=30)
@given(states())
def test_the_forecast_is_a_naive_recount(state):
    told = forecast(state)
    for seat in range(len(state.players)):
        here = naive_taxes_by_age(state, seat)
        assert told.here[seat] == tuple(here.get(age, 0) for age in AGES)
        assert told.total(seat) == naive_taxes(state, seat)
        for age in AGES:
            there = naive_taxes(standing_everywhere(state, seat, age), seat)
            assert told.there[seat][age] == there
            lines = [line.amount for line in told.of(seat) if line.age is age]
            assert sum(lines) == there
            collected = [
                line.amount for line in told.domains if line.age is age and seat in line.collecting
            ]
            assert sum(collected) == here.get(age, 0)


# ------------------------------------------------------------------ the difference an action makes


def tried(state, verb: str, place: tuple[Age, str], *about) -> Explained:
    return explained(state, Wish(verb, *about), (place[0], square(place[1])))


def test_an_action_changes_taxes_for_everybody():
    # The hamlet joins both domains; Red's keep rules all of it: 1 + 1 + 1 + 3.
    made = tried(position(RULED), "build", (MIGHT, "d1"), CIVIL, 1).money
    assert made == (Money(0, 4, 4), Money(0, -3, 0))


def test_coins_at_once_are_bonus_less_price():
    state = position(RULED)
    assert tried(state, "upgrade", (MIGHT, "c1"), CIVIL, 2).money[0].coins == 1
    assert tried(state, "demolish", (MIGHT, "c1")).money[0] == Money(-1, -1, -1)


def test_a_journey_changes_what_is_collected_and_not_what_is_due():
    made = tried(position(RULED), "travel", (REASON, "a1")).money[0]
    assert made == Money(-1, 0, 1)
    assert made.total == 0


@pytest.mark.parametrize(
    ("turn", "coming"),
    [("round 6, Red acts", -1), ("round 7, Red acts", -1), ("round 7, White acts, Red starts", 0)],
)
def test_x1_who_has_collected_for_the_last_time_loses_nothing_more(turn, coming):
    text = RULED.replace("round 4, Red acts", turn)
    state = position(text.replace("player White: at Faith", "player White: hand c, at Might"))
    assert tried(state, "demolish", (MIGHT, "c1")).money[0].next == coming


def coins(event, seat: int) -> int:
    """What an event pays a player; what he pays is less than nothing."""
    if not isinstance(event, e.BonusPaid | e.TaxCollected | e.CoinsSpent) or event.seat != seat:
        return 0
    return -event.amount if isinstance(event, e.CoinsSpent) else event.amount


@settings(max_examples=40)
@given(states(), SEEDS)
def test_differences_are_naive_recounts_before_and_after(state, seed):
    placing = Build | Upgrade | Demolish
    allowed = [each for each in legal_actions(state) if isinstance(each, placing)]
    if state.over or not allowed:
        return
    action = Random(seed).choice(allowed)
    about = () if isinstance(action, Demolish) else (action.kind, action.rank)
    wish = Wish(type(action).__name__.lower(), *about)
    told = explained(state, wish, (action.age, action.square))
    assert told.allowed
    assert told.after is not None
    for seat, made in enumerate(told.money):
        assert made.coins == sum(coins(entry.event, seat) for entry in told.log)
        change = naive_taxes(told.after, seat) - naive_taxes(state, seat)
        assert made.next in (change, 0)
        assert made.next == change or state.round == 7
        there = [
            naive_taxes(standing_everywhere(one, seat, age), seat)
            for one in (told.after, state)
            for age in AGES
        ]
        assert made.there == sum(there[: len(AGES)]) - sum(there[len(AGES) :])


def test_c4_the_owner_chooses_the_place_that_pays_him():
    # White's keep yields to Red's stronger side. Only at f1 does the watchtower touch the town
    # at g1 without touching Red's domain.
    state = position("""
        turn: round 4, Red acts
        player Red: hand c, at Might Might
        player White: at Might Might
        Might                | Faith               | Reason
        m2R # m1R . m2W # c2 # | . . . . . . . .   | . . . . . . . .
        #   # .   . #   # #  # | . . . . . . . .   | . . . . . . . .
        """)
    told = tried(state, "build", (MIGHT, "d1"), CIVIL, 1)
    assert told.question is not None
    assert (told.question.clause, told.question.seat) == ("C4", 1)
    assert told.after is not None
    assert naive_taxes(told.after, 1) == 3
    assert told.money[1].next == 0


def test_x2_x3_x4_the_reasons_are_given_in_german_too():
    state = scenario(64).position
    said = forecast(state).text("de").splitlines()
    assert said[0] == (
        "Macht, Domäne bei a1: 6 wert, aber niemand kassiert: Die Burg von Ann auf c1 ist das "
        "höchstrangige militärische Gebäude, aber Ann hat dort keinen Abenteurer (X4)."
    )
    assert said[1].endswith("Hier gibt es kein religiöses Gebäude (X2).")
    assert said[2].endswith("niemand kassiert: Hier hat niemand einen Kontrollwürfel (X3).")
    assert str(forecast(position(RULED))).splitlines()[::3] == [
        "Might, domain at a1: 2 coins for Red: Red's keep at a1 is the highest military building "
        "(X2).",
        "Faith, domain at d1: 1 coin for White: White's chapel at d1 is the highest religious "
        "building (X2).",
    ]
