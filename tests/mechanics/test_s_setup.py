"""S1, S2, S3, S6: players, values, tiles, the bank."""

from __future__ import annotations

import pytest

from khronos_lab.core import EndTurn, GameState, Travel
from khronos_lab.engine import legal_actions, new_game, why_not
from khronos_lab.rulebook import FAITH, MIGHT, KhronosError, PositionError, RuleSet
from tests.mechanics.moves import build, demolish, follow, piece, populate, upgrade
from tests.mechanics.pictures import playing
from tests.support import boards, do, forbidden, position

# ------------------------------------------------------------------ S1


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_s1_each_player_starts_with_the_same(number):
    state = new_game(number, seed=3)
    assert len(state.players) == number
    for player in state.players:
        assert (player.coins, sum(player.hand), player.cubes) == (4, 4, 25)
        assert player.adventurers == (MIGHT, MIGHT)
    assert (state.round, state.over) == (1, False)


@pytest.mark.parametrize("number", [0, 1, 6])
def test_s1_fewer_than_two_or_more_than_five_players_are_refused(number):
    with pytest.raises(KhronosError, match=rf"2 to 5 players, not {number} \(S1\)"):
        new_game(number)
    with pytest.raises(KhronosError, match=r"\(S1\)"):
        new_game(["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"][:number])


def test_s1_a_position_has_two_to_five_players_too():
    with pytest.raises(PositionError, match="2 to 5 players"):
        position("player Red:\nMight | Faith | Reason\n. . | . . | . .")


def test_s1_players_sit_in_the_order_of_their_names():
    assert new_game(["Eve", "Dan", "Ann"]).names == ("Eve", "Dan", "Ann")


def test_s1_the_start_player_is_drawn_by_the_seed():
    starts = [new_game(3, seed).start for seed in range(300)]
    assert all(80 <= starts.count(seat) <= 120 for seat in range(3))
    assert [new_game(3, seed).start for seed in range(300)] == starts


def test_s1_the_start_player_starts_every_round_and_play_goes_round_in_seat_order():
    state = next(game for game in (new_game(3, seed) for seed in range(50)) if game.start == 1)
    turns = []
    while not state.over:
        turns.append((state.round, state.seat))
        state = follow(state, EndTurn())
    assert turns == [(number, seat) for number in range(1, 8) for seat in (1, 2, 0)]


# ------------------------------------------------------------------ S2


@pytest.mark.parametrize(
    ("kind", "whole", "ruined"),
    [("m", (1, 2, 4), (1, 2)), ("r", (1, 2, 4), (1, 2)), ("c", (1, 3, 5), None)],
)
def test_s2_values_of_buildings_and_ruins(kind, whole, ruined):
    assert tuple(piece(f"{kind}{rank}", "a1").value(RuleSet()) for rank in (1, 2, 3)) == whole
    if ruined:
        assert tuple(piece(f"{kind}{rank}%", "a1").value(RuleSet()) for rank in (2, 3)) == ruined


def test_s2_a_half_restored_ruin_has_the_ruin_value():
    assert piece("m3%", "a1", cubes=(0,)).value(RuleSet()) == 2


@pytest.mark.parametrize(
    ("what", "cost"),
    [("m1", 1), ("m2", 2), ("m3", 4), ("r1", 1), ("r2", 2), ("r3", 4), ("c1", 1), ("c2", 3)],
)
def test_s2_the_value_is_the_build_cost_in_cards(what, cost):
    state = position(f"""
        player Red: hand {what[0] * 4}
        player White:
        . . .   | . . .   | . . .
        . . .   | . . .   | . . .
        . . .   | . . .   | . . .
        """)
    legal = [
        paid for paid in range(5) if not why_not(state, build(MIGHT, what, "a1", what[0] * paid))
    ]
    assert legal == [cost]


FULL_AND_NOT = {
    1: ("{}   . .", ".  . .", ".  . ."),
    3: ("{}   # .", "#  # .", ".  . ."),
    5: ("{}   # #", "#  # #", "#  # #"),
}


@pytest.mark.parametrize(("what", "limit"), [("c1", 1), ("c2", 3), ("c3", 5)])
def test_s2_the_value_of_a_civil_building_is_its_cube_limit(what, limit):
    def settled(cubes: int) -> GameState:
        token = f"{what}:{'RW'[cubes % 2] * cubes}" if cubes else what
        rows = [f". . . | . . . | {row.format(token)}" for row in FULL_AND_NOT[limit]]
        head = "player Red: hand c, at Might Reason\nplayer White:\nMight | Faith | Reason"
        return position("\n".join([head, *rows]))

    assert why_not(settled(limit - 1), populate("a1")) is None
    forbidden(settled(limit), populate("a1"), "A5")


# ------------------------------------------------------------------ S3


def test_s3_there_are_155_tiles():
    supply = new_game(4).supply
    assert [row[1:] for row in supply] == [(20, 24, 9), (20, 20, 9), (20, 24, 9)]
    assert sum(map(sum, supply)) == 155


TOWER = """
    players Red: hand mm; White
    m1R . .   | . . .   | . . .
    .   . .   | . . .   | . . .
    """


def test_s3_a_demolished_tile_goes_back_to_the_supply():
    state = position(TOWER)
    assert state.supply[0][1] == 19
    assert do(state, demolish(MIGHT, "a1")).state.supply[0][1] == 20


def test_s3_an_upgraded_tile_goes_back_and_three_larger_ones_are_taken():
    supply = do(position(TOWER), upgrade(MIGHT, "m2", "a1", "m")).state.supply
    assert supply[0] == (0, 20, 24 - 3, 9)


def test_s3_a_printed_hamlet_is_no_tile():
    state = position("""
        players Red: hand cc; White
        h . .   | h . .   | h . .
        . . .   | . . .   | . . .
        """)
    assert state.supply[2] == (0, 20, 24, 9)
    assert do(state, upgrade(MIGHT, "c2", "a1", "cc")).state.supply[2] == (0, 20, 24 - 3, 9)


def test_s3_an_erased_tile_is_out_of_the_game():
    outcome = playing(build(MIGHT, "c2", "a1", "ccc")).on("""
        . . .   | r1W . .   | . . .
        . . .   | .   . .   | . . .
        ->
        c2 # .   | c2 # .   | c2 # .
        #  # .   | #  # .   | #  # .
        """)
    assert outcome.before.supply[1] == (0, 19, 20, 9)
    assert outcome.state.supply[1] == (0, 19, 20, 9)


def test_s3_a_tile_that_went_back_can_be_built_again():
    state = position("""
        players Red: hand mm; White
        supply: m 0 24 9, r 20 20 9, c 20 24 9
        m1R . .   | . . .   | . . .
        """)
    forbidden(state, build(MIGHT, "m1", "c1", "m"), "A1")
    after = follow(state, demolish(MIGHT, "a1"), build(MIGHT, "m1", "c1", "m"))
    boards(after).are("""
        . . m1R   | . . .   | . . .
        """)


# ------------------------------------------------------------------ S6


def test_s6_the_bank_pays_whatever_players_already_have():
    outcome = playing(build(MIGHT, "m2", "c1", "mm")).on("""
        turn: round 7, Red acts
        players Red: coins 1000000000, hand mm; White: coins 1000000000
        c2 # . .    | . . . . | . . . .
        #  # . .    | . . . . | . . . .
        """)
    assert outcome.state.player.coins == 1000000001
    assert do(outcome.state, EndTurn()).state.players[0].coins == 1000000004


def test_s6_coins_spent_are_gone_and_limit_nobody():
    state = position("""
        players Red: coins 1; White: coins 0
        . .   | . .   | . .
        """)
    after = follow(state, Travel(MIGHT, FAITH))
    assert [player.coins for player in after.players] == [0, 0]
    assert not [action for action in legal_actions(after) if isinstance(action, Travel)]
