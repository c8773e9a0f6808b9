"""A2: a larger building in place of a smaller one, and A3's bonus for it."""

from __future__ import annotations

import pytest

from khronos_lab.core import GameState, Upgrade
from khronos_lab.core import events as e
from khronos_lab.engine import legal_actions, why_not
from khronos_lab.rulebook import FAITH, MIGHT, MILITARY, REASON
from tests.mechanics.moves import build, cards, follow, hamlet, piece, squares, upgrade
from tests.mechanics.pictures import playing
from tests.support import boards, do, events_of, forbidden, position, square_names, story

TOWER = """player Red: hand mmmr
player White: hand mmmr
.   .   . .   | . . . .   | . . . .
.   m1R . .   | . . . .   | . . . .
.   .   . .   | . . . .   | . . . .
.   .   . .   | . . . .   | . . . .
"""


def small(kind: str, hand: str, age: str) -> GameState:
    """A building of rank 1 at a1 in both ages."""
    token = "c1" if kind == "c" else f"{kind}1R"
    return position(f"""
        player Red: hand {hand}, at {age} {age}
        player White:
        {token} . .   | {token} . .   | . . .
        .       . .   | .       . .   | . . .
        .       . .   | .       . .   | . . .
        """)


# ------------------------------------------------------------------ one and two ranks up


def test_a2_a_watchtower_becomes_a_keep_for_one_card_and_keeps_its_cube():
    outcome = playing(upgrade(MIGHT, "m2", "b2", "m")).on(TOWER)
    outcome.shows("""
        .   .   . .   | .   .   . .   | .   .   . .
        .   m2R # .   | .   m2R # .   | .   m2% # .
        .   #   # .   | .   #   # .   | .   #   # .
        .   .   . .   | .   .   . .   | .   .   . .
        """)
    assert story(outcome)[:3] == [
        "Red plays 1 card (m) in Might (A2).",
        "Red upgrades the watchtower at b2 to a keep on b2–c3 in Might (A2).",
        "Red gets a bonus of 1 coin in Might (A3).",
    ]
    # One cube stays on it; the copy in Faith needs another one.
    assert outcome.state.player.cubes == 25 - 2
    assert outcome.state.player.hand == cards("mmr")


def test_a2_two_ranks_up_cost_the_whole_difference():
    outcome = playing(upgrade(MIGHT, "m3", "b1", "mmm")).on(TOWER)
    outcome.shows("""
        . m3R # #   | . m3R # #   | . m3% # #
        . #   # #   | . #   # #   | . #   # #
        . #   # #   | . #   # #   | . #   # #
        . .   . .   | . .   . .   | . .   . .
        """)
    assert outcome.state.player.coins == 5


@pytest.mark.parametrize("place", ["a1", "b1", "a2", "b2"])
def test_a2_the_new_footprint_may_lie_anywhere_around_the_old_one(place):
    outcome = do(position(TOWER), upgrade(MIGHT, "m2", place, "m"))
    assert events_of(outcome, e.BuildingUpgraded) == [
        e.BuildingUpgraded(0, MIGHT, piece("m1", "b2", owner=0), piece("m2", place, owner=0))
    ]


def test_a2_every_place_for_an_upgrade_is_offered():
    offered = [action for action in legal_actions(position(TOWER)) if isinstance(action, Upgrade)]
    places = {
        rank: square_names(tuple(a.square for a in offered if a.rank == rank)) for rank in (2, 3)
    }
    assert places == {2: ["a1", "b1", "a2", "b2"], 3: ["a1", "b1", "a2", "b2"]}


@pytest.mark.parametrize(
    ("before", "hand", "action"),
    [
        ("m1R", "m", upgrade(MIGHT, "m2", "a1", "m")),
        ("m1R", "mmm", upgrade(MIGHT, "m3", "a1", "mmm")),
        ("r1R", "r", upgrade(MIGHT, "r2", "a1", "r")),
        ("r1R", "rrr", upgrade(MIGHT, "r3", "a1", "rrr")),
        ("c1", "cc", upgrade(MIGHT, "c2", "a1", "cc")),
        ("c1", "cccc", upgrade(MIGHT, "c3", "a1", "cccc")),
        ("m2R", "mm", upgrade(MIGHT, "m3", "a1", "mm")),
        ("r2R", "rr", upgrade(MIGHT, "r3", "a1", "rr")),
        ("c2", "cc", upgrade(MIGHT, "c3", "a1", "cc")),
    ],
)
def test_a2_the_price_is_the_difference_of_values_in_its_colour(before, hand, action):
    rest = ("#", "#") if before[1] == "2" else (".", ".")
    state = position(f"""
        player Red: hand {hand}
        player White:
        {before} {rest[0]} .        | . . .   | . . .
        {rest[0]} {rest[1]} .       | . . .   | . . .
        .         .         .       | . . .   | . . .
        """)
    assert why_not(state, action) is None
    cheaper = Upgrade(action.age, action.kind, action.rank, action.square, cards(hand[1:]))
    forbidden(state, cheaper, "A2")


@pytest.mark.parametrize("paid", ["mm", "r", "mr", "-"])
def test_a2_the_price_is_paid_exactly(paid):
    forbidden(position(TOWER), upgrade(MIGHT, "m2", "b2", paid), "A2")


# ------------------------------------------------------------------ whose, and into what


def test_a2_only_the_owner_upgrades_a_military_or_religious_building():
    state = position(TOWER)
    white = state._replace(turn=state.turn._replace(seat=1))
    broken = forbidden(white, upgrade(MIGHT, "m2", "b2", "m"), "A2")
    assert str(broken) == "the watchtower at b2 belongs to Red; only its owner upgrades it (A2)"
    assert broken.squares == squares("b2")
    assert why_not(state, upgrade(MIGHT, "m2", "b2", "m")) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_a2_anyone_upgrades_a_civil_building(seat):
    state = position("""
        players Red: hand cc; White: hand cc
        c1 . .  | . . .   | . . .
        .  . .  | . . .   | . . .
        """)
    state = state._replace(turn=state.turn._replace(seat=seat))
    outcome = do(state, upgrade(MIGHT, "c2", "a1", "cc"))
    assert [player.coins for player in outcome.state.players] == [4 + (seat == 0), 4 + (seat == 1)]
    assert [player.cubes for player in outcome.state.players] == [25, 25]


@pytest.mark.parametrize("seat", [0, 1])
def test_a2_anyone_upgrades_a_printed_hamlet(seat):
    state = position("""
        players Red: hand cccc; White: hand cccc
        . . .   | . . .   | . . .
        . h .   | . h .   | . h .
        . . .   | . . .   | . . .
        """)
    state = state._replace(turn=state.turn._replace(seat=seat))
    assert why_not(state, upgrade(MIGHT, "c2", "b2", "cc")) is None
    outcome = do(state, upgrade(MIGHT, "c3", "a1", "cccc"))
    (upgraded,) = events_of(outcome, e.BuildingUpgraded)
    assert upgraded == e.BuildingUpgraded(seat, MIGHT, hamlet("b2"), piece("c3", "a1"))
    boards(outcome).are("""
        Map     | Might    | Faith    | Reason
        . . .   | c3 # #   | c3 # #   | c3 # #
        . h .   | #  # #   | #  # #   | #  # #
        . . .   | #  # #   | #  # #   | #  # #
        """)


def test_a2_a_building_becomes_one_of_the_same_kind_only():
    state = position(TOWER)
    forbidden(state, upgrade(MIGHT, "r2", "b2", "r"), "A2")
    forbidden(state, upgrade(MIGHT, "m1", "b2", "-"), "A2")
    forbidden(state, upgrade(MIGHT, "m1", "b2", "m"), "A2")


def test_a2_there_must_be_a_building_to_upgrade():
    broken = forbidden(position(TOWER), upgrade(MIGHT, "m2", "c3", "m"), "A2")
    assert str(broken) == "no building stands where the keep at c3 would (A2)"
    forbidden(position(TOWER), upgrade(FAITH, "m2", "b2", "m"), "A2")


def test_a2_a_small_and_a_middle_building_are_not_fused_either():
    state = position("""
        players Red: hand mm; White
        m2R # .       | . . .   | . . .
        #   # .       | . . .   | . . .
        .   . m1R     | . . .   | . . .
        """)
    forbidden(state, upgrade(MIGHT, "m3", "a1", "mm"), "A2")


def test_a2_other_squares_must_be_free():
    state = position("""
        players Red: hand m; White
        .   . .       | . . .   | . . .
        .   m1R c1    | . . .   | . . .
        .   .   .     | . . .   | . . .
        """)
    broken = forbidden(state, upgrade(MIGHT, "m2", "b2", "m"), "A2")
    assert broken.squares == squares("b2", "c2")
    assert why_not(state, upgrade(MIGHT, "m2", "a1", "m")) is None


def test_a2_the_old_building_lies_wholly_inside_the_new_one():
    state = position("""
        players Red: hand mm; White
        m2R # . .   | . . . .   | . . . .
        #   # . .   | . . . .   | . . . .
        .   . . .   | . . . .   | . . . .
        """)
    broken = forbidden(state, upgrade(MIGHT, "m3", "b1", "mm"), "A2")
    assert str(broken) == "the castle would not contain the keep at a1 entirely (A2)"
    assert why_not(state, upgrade(MIGHT, "m3", "a1", "mm")) is None


def test_a2_a_town_over_a_printed_hamlet_grows_to_a_city():
    state = position("""
        players Red: hand cc; White
        c2 # .    | h . .    | h . .
        #  # .    | . . .    | . . .
        .  . .    | . . .    | . . .
        """)
    boards(do(state, upgrade(MIGHT, "c3", "a1", "cc")).state).are("""
        Map     | Might    | Faith    | Reason
        h . .   | c3 # #   | c3 # #   | c3 # #
        . . .   | #  # #   | #  # #   | #  # #
        . . .   | #  # #   | #  # #   | #  # #
        """)


# ------------------------------------------------------------------ what else forbids it


def test_a2_the_larger_tile_must_be_in_the_supply():
    state = position("supply: m 19 0 9, r 20 20 9, c 20 24 9\n" + TOWER)
    broken = forbidden(state, upgrade(MIGHT, "m2", "b2", "m"), "A2")
    assert str(broken) == "no keep is left in the supply (A2)"
    assert why_not(state, upgrade(MIGHT, "m3", "b2", "mmm")) is None


def test_a2_no_cube_is_needed_because_the_old_one_stays():
    state = position(TOWER.replace("hand mmmr", "hand mmmr, cubes 0", 1))
    outcome = do(state, upgrade(MIGHT, "m2", "b2", "m"))
    assert events_of(outcome, e.ShadowMissing) == [
        e.ShadowMissing(FAITH, piece("m2", "b2", owner=0), "cube")
    ]
    assert outcome.state.player.cubes == 0


def test_a2_the_cards_must_be_in_the_hand_and_within_the_allowance():
    state = position(TOWER.replace("hand mmmr", "hand mm", 1))
    forbidden(state, upgrade(MIGHT, "m3", "b2", "mmm"), "A2")
    state = position(TOWER.replace("hand mmmr", "hand mmm, at Might Faith", 1))
    forbidden(state, upgrade(MIGHT, "m3", "b2", "mmm"), "T5")


def test_a2_nothing_is_upgraded_in_reason():
    state = position("""
        players Red: hand cccm, at Reason Reason; White
        h . .   | h . .   | h   . .
        . . .   | . . .   | .   . .
        """)
    forbidden(state, upgrade(REASON, "c2", "a1", "cc"), "A2")
    assert not [action for action in legal_actions(state) if isinstance(action, Upgrade)]


@pytest.mark.parametrize(("rank", "place"), [(2, "d2"), (3, "c2"), (3, "b3"), (3, "b4")])
def test_a2_the_new_building_lies_wholly_on_the_map(rank, place):
    forbidden(position(TOWER), upgrade(MIGHT, f"m{rank}", place, "m" * (2 * rank - 3)), "A2")


def test_a2_a_square_or_rank_that_is_none_is_refused():
    forbidden(position(TOWER), Upgrade(MIGHT, MILITARY, 2, -1, cards("m")), "A2")
    forbidden(position(TOWER), Upgrade(MIGHT, MILITARY, 4, 0, cards("m")), "A2")
    forbidden(position(TOWER), Upgrade(MIGHT, MILITARY, 0, 0, cards("m")), "A2")


def test_a2_a_copy_is_upgraded_in_its_own_age_like_any_other():
    state = position("""
        players Red: hand mmmm, at Might Faith; White
        . . .     | . . .     | . . .
        . . .     | . . .     | . . .
        . . .     | . . .     | . . .
        """)
    after = follow(state, build(MIGHT, "m2", "a1", "mm"), upgrade(FAITH, "m3", "a1", "mm"))
    boards(after).are("""
        m2R # .   | m3R # #   | m3% # #
        #   # .   | #   # #   | #   # #
        .   . .   | #   # #   | #   # #
        """)
    assert after.player.coins == 4 + 1 + 2


def test_a2_a_civil_copy_is_upgraded_by_anyone_too():
    playing(upgrade(FAITH, "c3", "a1", "cc")).on("""
        turn: round 1, White acts
        players Red; White: hand cc, at Faith Faith
        c2 # .    | c2 # .    | c2:RW # .
        #  # .    | #  # .    | #     # .
        .  . .    | .  . .    | .     . .
        ->
        c2 # .    | c3 # #    | c3:RW # #
        #  # .    | #  # #    | #     # #
        .  . .    | #  # #    | #     # #
        """)


# ------------------------------------------------------------------ A3


@pytest.mark.parametrize(
    ("what", "paid"), [("m2", "m"), ("m3", "mmm"), ("c2", "cc"), ("c3", "cccc")]
)
@pytest.mark.parametrize(("age", "bonus"), [(MIGHT, 1), (FAITH, 2)])
def test_a3_any_upgrade_pays_its_player(what, paid, age, bonus):
    state = small(what[0], paid, age.title)
    outcome = do(state, upgrade(age, what, "a1", paid))
    assert events_of(outcome, e.BonusPaid) == [e.BonusPaid(0, age, bonus)]
    assert outcome.state.player.coins == 4 + bonus
