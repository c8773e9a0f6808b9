"""Forecasts against a naive recount of taxes, and the difference that actions make."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.analysis import DomainTax, Money, finish, forecast, money_of, swing, taxations_left
from khronos_lab.core import EndTurn, Move, Question, Travel, square
from khronos_lab.engine import choices, coin_changes, play
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON
from khronos_lab.scenarios import scenario
from tests.mechanics.moves import build, demolish, upgrade
from tests.naive import naive_taxes, naive_taxes_by_age
from tests.properties.strategies import SEEDS, mid_games, states
from tests.support import do, position

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


def test_domains_without_anybody_are_told_too():
    state = position("""
        player Red: at Might Might
        player White:
        Might  | Faith  | Reason
        h . .  | h . .  | h . .
        """)
    told = forecast(state).domains
    assert [(t.seats, t.amount, str(t.why)) for t in told] == [
        ((), 1, "there is no military building here"),
        ((), 1, "there is no religious building here"),
        ((), 0, "nobody has a cube here"),
    ]


def test_by_player_and_age_there_and_here():
    told = forecast(position(RULED))
    assert told.there == ((2, 1, 1), (3, 1, 1))
    assert told.here == ((2, 0, 0), (0, 1, 0))
    assert (told.total(0), told.total(1)) == (2, 1)
    assert [(t.age, t.amount) for t in told.of(1)] == [(MIGHT, 3), (FAITH, 1), (REASON, 1)]
    assert all(isinstance(line, DomainTax) for line in told.domains)


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


# ------------------------------------------------------------------ how often still


@pytest.mark.parametrize(
    ("round_", "acting", "over", "expected"),
    [
        (1, 0, False, (2, 2, 2)),
        (4, 1, False, (2, 2, 2)),
        (4, 2, False, (2, 1, 2)),
        (4, 0, False, (2, 1, 1)),
        (5, 1, False, (1, 1, 1)),
        (7, 1, False, (1, 1, 1)),
        (7, 0, False, (1, 0, 0)),
        (7, 0, True, (0, 0, 0)),
    ],
)
def test_x1_taxations_left_go_by_round_and_seat(round_, acting, over, expected):
    names = ("Red", "White", "Sky")
    start = position(f"""
        turn: round {round_}, {names[acting]} acts, White starts
        player Red:
        player White:
        player Sky:
        Might | Faith | Reason
        .     | .     | .
        """)
    state = start._replace(over=over)
    assert tuple(taxations_left(state, seat) for seat in range(3)) == expected


# ------------------------------------------------------------------ the difference


def money(state, action, *answers):
    outcome = do(state, action, *answers) if answers else finish(state, action)[1]
    coins = coin_changes(outcome.log, len(state.players))
    return money_of(state, outcome.state, coins)


def test_an_action_changes_taxes_for_everybody():
    # The hamlet joins both domains; Red's keep rules all of it: 1 + 1 + 1 + 3.
    made = money(position(RULED), build(MIGHT, "c1", "d1", "c"))
    assert made == (Money(0, 4, 4), Money(0, -3, 0))


def test_coins_at_once_are_bonus_less_price():
    state = position(RULED)
    assert money(state, upgrade(MIGHT, "c2", "c1", "cc"))[0].coins == 1
    assert money(state, demolish(MIGHT, "c1"))[0] == Money(-1, -1, -1)


def test_a_journey_changes_what_is_collected_and_not_what_is_due():
    made = money(position(RULED), Travel(MIGHT, REASON))[0]
    assert made == Money(-1, 0, 1)
    assert made.total == 0


def test_at_the_end_of_the_game_nothing_more_is_collected():
    text = RULED.replace("round 4, Red acts", "round 7, White acts, Red starts")
    state = position(text.replace("player White: at Faith", "player White: hand c, at Might"))
    assert money(state, demolish(MIGHT, "c1")) == (Money(0, -1, 0), Money(-1, 0, 0))


def test_taxes_that_an_end_of_turn_pays_are_coins():
    assert money(position(RULED), EndTurn())[0].coins == 2


@settings(max_examples=40)
@given(states(), SEEDS)
def test_differences_are_naive_recounts_before_and_after(state, seed):
    if state.over:
        return
    move, outcome = finish(state, choices(state).pick(Random(seed)))
    after = do(state, move.action, *move.answers).state
    coins = coin_changes(outcome.log, len(state.players))
    for seat, made in enumerate(money_of(state, after, coins)):
        assert made.coins == after.players[seat].coins - state.players[seat].coins
        change = naive_taxes(after, seat) - naive_taxes(state, seat)
        assert made.next == (change if taxations_left(after, seat) else 0)
        there = [
            naive_taxes(standing_everywhere(one, seat, age), seat)
            for one in (after, state)
            for age in AGES
        ]
        assert made.there == sum(there[: len(AGES)]) - sum(there[len(AGES) :])


# ------------------------------------------------------------------ choices on the way


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
    action = build(MIGHT, "c1", "d1", "c")
    move, outcome = finish(state, action)
    question = play(state, Move(action))
    assert isinstance(question, Question)
    assert (question.clause, question.seat) == ("C4", 1)
    worth = {}
    for option in range(len(question.options)):
        worth[option] = swing(money(state, action, option), 1)
    assert worth[move.answers[0]] == max(worth.values()) > min(worth.values())
    assert naive_taxes(outcome.state, 1) == 3


@settings(max_examples=25)
@given(mid_games(), SEEDS)
def test_finish_answers_every_question(state, seed):
    if state.over:
        return
    action = choices(state).pick(Random(seed))
    move, outcome = finish(state, action)
    assert play(state, move) == outcome


@given(st.lists(st.tuples(*[st.integers(-9, 9)] * 3), min_size=2, max_size=5))
def test_swings_of_all_players_add_up_to_nothing(rows):
    money = tuple(Money(*row) for row in rows)
    assert abs(sum(swing(money, seat) for seat in range(len(money)))) < 1e-9


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
