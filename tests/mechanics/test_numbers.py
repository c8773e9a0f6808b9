"""Numbers of the rules that a rule set changes: every rule reads them where it needs them."""

from __future__ import annotations

import pickle

import pytest

from khronos_lab.analysis import tables_of
from khronos_lab.core import Build, EndTurn, Populate, position_text, read_position, square
from khronos_lab.engine import legal_actions, new_game
from khronos_lab.players import play_game
from khronos_lab.records import read_record, record_text
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, MILITARY, rules_with
from tests.support import do, forbidden, position, rule_sets

TABLE = """
    rules: {rules}
    turn: round {round}, Ann acts
    players Ann: coins 5, hand mmmm, at Might Reason; Ben
    m1A h . . . . . | . h . . . . . . | . h:A m3% # # . .
    .   . . . . . . | . . . . . . . . | . .   #   # # . .
    .   . . . . . . | . . . . . . . . | . .   #   # # . .
"""


def table(rules: str, number: int = 1):
    """A small position under rules said in words."""
    text = TABLE.format(rules=rules, round=number)
    rows = [line.replace("| . h . . . . . . |", "| . h . . . . . |") for line in text.splitlines()]
    rows = [line.replace("| . . . . . . . . |", "| . . . . . . . |") for line in rows]
    return position("\n".join(line for line in rows if line.strip() != "rules:"))


def test_s1_s3_s4_a_game_begins_with_its_own_coins_tiles_and_deck():
    rules = rules_with(start_coins=7, castle_tiles=2, military_cards=30)
    state = new_game(3, seed=1, rules=rules)
    assert {player.coins for player in state.players} == {7}
    assert state.supply[MILITARY] == (0, 20, 24, 2)
    hands = sum(player.hand[MILITARY] for player in state.players)
    assert state.pile[MILITARY] + hands == 30


def builds(state, rank):
    return {
        each.cards for each in legal_actions(state) if isinstance(each, Build) and each.rank == rank
    }


def test_s2_a_building_costs_what_it_is_worth():
    usual, dear = (
        position(f"""
        {rules}
        players Ann: hand mmmm, at Might Might; Ben
        Might
        . . .
        . . .
    """)
        for rules in ("", "rules: keep value 3")
    )
    build = Build(MIGHT, MILITARY, 2, square("a1"), (3, 0, 0))
    forbidden(usual, build, "A1")
    assert do(dear, build).state.player.hand == (1, 0, 0)
    assert (builds(usual, 2), builds(dear, 2)) == ({(2, 0, 0)}, {(3, 0, 0)})


def test_s2_x3_taxes_are_the_values_of_the_game():
    assert do(table("", 4), EndTurn()).state.players[0].coins == 5 + 1 + 2
    numbers = "hamlet value 2, rank 3 ruin value 5"
    assert do(table(numbers, 4), EndTurn()).state.players[0].coins == 5 + 2 + 5


def test_s2_a5_a_civil_building_holds_as_many_cubes_as_it_is_worth():
    def populated(rules):
        state = table(rules)
        player = state.player._replace(hand=(0, 0, 1))
        return state._replace(players=(player, *state.players[1:]))

    forbidden(populated(""), Populate(square("b1")), "A5")
    home = do(populated("hamlet value 2"), Populate(square("b1"))).state.boards[2].at(square("b1"))
    assert home is not None
    assert home.cubes == (0, 0)


@pytest.mark.parametrize(("rules", "taxed"), [("", False), ("tax rounds 3 7", True)])
def test_t1_taxes_are_paid_in_the_rounds_of_the_game(rules, taxed):
    assert (do(table(rules, 3), EndTurn()).state.players[0].coins > 5) is taxed


@pytest.mark.parametrize(
    ("rules", "coins"), [("", 1), ("bonus in might 3", 3), ("bonus in might 0", 0)]
)
def test_a3_the_bonus_of_the_game_is_paid(rules, coins):
    outcome = do(table(rules), Build(MIGHT, MILITARY, 2, square("d2"), (2, 0, 0)))
    assert outcome.state.player.coins == 5 + coins
    assert ("bonus" in str(outcome)) is bool(coins)


def test_g2_terrain_costs_the_cards_of_the_game():
    text = """
        {rules}
        players Ann: hand mm, at Might Might; Ben
        Might
        f . .
    """
    two = Build(MIGHT, MILITARY, 1, square("a1"), (2, 0, 0))
    do(position(text.format(rules="")), two)
    free = position(text.format(rules="rules: forest surcharge for 2 players 0"))
    forbidden(free, two, "A1")
    assert builds(free, 1) == {(1, 0, 0)}


def test_c2_strength_is_counted_with_the_values_of_the_game():
    state = position("""
        rules: keep value 3
        players Ann: hand c, at Might Might; Ben; Cem
        Might
        m2B # . m2C #   h
        #   # . #   #   .
        .   . . .   r1A .
    """)
    outcome = do(state, Build(MIGHT, CIVIL, 1, square("c1"), (0, 0, 1)), 0, 0)
    assert "Military strength in Might before the join: 3 at a1 and 3 at d1" in str(outcome)


@pytest.mark.parametrize("name", rule_sets())
def test_records_positions_and_tables_keep_the_rules(name):
    rules = rule_sets()[name]
    record = play_game(["greedy", "random"], new_game(2, seed=5, rules=rules), seed=5)
    again = read_record(record_text(record))
    assert again.start == record.start
    assert again.start.boards[0].rules == rules
    assert [node.label for node in again.line.nodes] == [node.label for node in record.line.nodes]
    state = record.start
    assert read_position(position_text(state)) == state
    assert pickle.loads(pickle.dumps(state)).boards[1].rules == rules
    [numbers] = tables_of([record]).games["numbers"].unique()
    assert numbers == rules.plain()["numbers"]


def test_a_shadow_has_the_values_of_its_game():
    state = table("castle value 5")
    shown = do(state, Build(MIGHT, MILITARY, 2, square("d1"), (2, 0, 0))).state
    assert {board.rules for board in shown.boards} == {state.rules}
    assert shown.boards[FAITH].at(square("d1")) is not None
