"""The learned value: what it reads from a table, that it adds up, and that it can be made again."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random

import pytest

from khronos_lab.core import GameState, Populate, Swap, Travel
from khronos_lab.core import events as e
from khronos_lab.engine import new_game, play_through
from khronos_lab.mechanics import dues
from khronos_lab.native import NativePosition
from khronos_lab.native import traits as trait_names
from khronos_lab.players import moves_of_game, player_named, sensible
from khronos_lab.rulebook import AGES, MIGHT, MILITARY, REASON, ROUNDS
from tests.making.training import fitted, games_of, weights_text
from tests.support import position

GREEDY = player_named("greedy")
TRAITS = trait_names()


def states_of(players: int, seed: int) -> list[GameState]:
    start = new_game(players, seed)
    return [before for before, _, _ in moves_of_game([GREEDY] * players, start, seed)]


def named(state: GameState, seat: int = 0) -> dict[str, float]:
    """The traits of a player that are not 0, by name."""
    found = NativePosition.of(state).evaluate(over=False).traits[seat]
    return {name: trait for name, trait in zip(TRAITS, found, strict=True) if trait}


# ------------------------------------------------------------------ traits


@pytest.mark.parametrize("players", [2, 4])
def test_x_incomes_here_and_elsewhere_are_all_that_the_rules_pay(players):
    for state in states_of(players, 3)[::5]:
        due = [0] * players
        for age in AGES:
            for each in dues(state.boards[age], age):
                for seat in each.seats:
                    due[seat] += each.amount
        for seat in range(players):
            found = NativePosition.of(state).evaluate(over=False).traits[seat]
            paid = TRAITS.index("elsewhere in Reason") + 1
            assert sum(found[:paid]) == due[seat]


MONASTERY = """
    turn: round 3, Red acts, Red starts
    player Red: coins 4, hand -, at Might Faith
    player White: coins 4, hand -, at Might Might
    Might               | Faith               | Reason
    {}   h   .   .   | r2R #   h   .   .   | .   .   h   .   .
    {}   .   .   .   | #   #   .   .   .   | .   .   .   .   .
    """


def test_b6_a_monastery_is_open_to_a_shadow_where_might_has_room():
    bare = position(MONASTERY.format(".   .", ".   ."))
    assert named(bare)["Faith, open to a shadow"] == 1


def test_b6_a_shadow_whose_original_stands_is_out_of_reach():
    backed = position(MONASTERY.format("r2R #", "#   #"))
    found = named(backed)
    assert found["Faith, out of reach"] == 1
    assert "Faith, open to a shadow" not in found


def test_a_keep_is_told_from_a_watchtower():
    text = """
        turn: round 3, Red acts, Red starts
        player Red: coins 4, hand -, at Might Might
        player White: coins 4, hand -, at Might Might
        Might               | Faith               | Reason
        {}                  | .   .   h   .   .   | .   .   h   .   .
        .   .   .   .   .   | .   .   .   .   .   | .   .   .   .   .
        """
    assert named(position(text.format(".   m1R h   .   .  ")))["Might by a watchtower"] == 1


# ------------------------------------------------------------------ players that use it


def test_v2_greedy_takes_an_open_card_that_does_more():
    # A military card would take the town from White; Red's own cards do nothing here.
    state = position(
        """
        rules: holdem
        turn: round 7, Red acts, Red starts
        player Red: coins 0, hand rr, at Might Might
        player White: coins 4, hand -, at Might Might
        open: mm
        Might                   | Faith                   | Reason
        m1W c2  #   .   .   .   | .   c2  #   .   .   .   | .   c2  #   .   .   .
        .   #   #   .   .   .   | .   #   #   .   .   .   | .   #   #   .   .   .
        """
    )
    assert GREEDY.choose(state, Random(0)) == Swap(MILITARY, (0, 2, 0))


def test_x3_greedy_goes_to_reason_for_a_cube_that_pays_more_than_what_it_can_do_at_home():
    # A hamlet beside Red's keep pays 1; a cube on the town in Reason is worth 5 coins of ruins.
    state = position(
        """
        turn: round 7, Red acts, Red starts
        player Red: coins 3, hand c, at Might Might
        player White: coins 4, hand -, at Might Might
        Might                   | Faith                   | Reason
        m2R #   c1  .   .   .   | .   .   .   .   .   .   | r3% #   #   c2  #   .
        #   #   .   .   .   .   | .   .   .   .   .   .   | #   #   #   #   #   .
        .   .   .   .   .   .   | .   .   .   .   .   .   | #   #   #   m2% #   .
        .   .   .   .   .   .   | .   .   .   .   .   .   | .   .   .   #   #   .
        """
    )
    greedy = GREEDY
    journey = greedy.choose(state, Random(0))
    assert journey == Travel(MIGHT, REASON)
    there = play_through(state, journey, sensible)[1].state
    assert isinstance(greedy.choose(there, Random(0)), Populate)


def test_x3_greedy_players_earn_in_reason_at_a_table_of_four():
    earned = 0
    for seed in range(4):
        seats = {
            entry.event.seat
            for _, _, outcome in moves_of_game([GREEDY] * 4, new_game(4, seed), seed)
            for entry in outcome.log
            if isinstance(entry.event, e.TaxCollected) and entry.event.age is REASON
        }
        earned += len(seats)
    assert earned > 4  # of 16 seats


# ------------------------------------------------------------------ learning


def test_the_weights_say_how_they_were_made():
    table = json.loads(files("khronos_lab.native").joinpath("weights.json").read_text())
    assert table["commands"]
    for command in table["commands"]:
        assert command.startswith("python -m tests.making.training ")
    assert table["traits"][: len(TRAITS)] == list(TRAITS)
    assert [len(table["players"][each]) for each in "2345"] == [ROUNDS + 1] * 4


def test_the_same_games_give_the_same_weights_and_more_of_an_income_more_coins():
    texts = []
    for _ in range(2):
        rows = games_of(2, 12, "learn", "greedy")
        texts.append(weights_text({2: fitted(rows, 2)}, ["x"]))
    assert texts[0] == texts[1]
    table = json.loads(texts[0])
    keep = 1 + TRAITS.index("Might by a keep")
    assert 0.5 < table["players"]["2"][1]["end"][keep] < 2
