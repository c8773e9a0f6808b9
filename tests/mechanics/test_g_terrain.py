"""G1 the river, G2 what forest and mountain cost."""

from __future__ import annotations

from itertools import product

import pytest

from khronos_lab.core import Build, GameState, Upgrade, cards_text
from khronos_lab.engine import legal_actions, why_not
from khronos_lab.rulebook import FAITH, MIGHT
from tests.mechanics.moves import build, demolish, populate, squares, upgrade
from tests.mechanics.pictures import playing
from tests.support import boards, do, forbidden, position

# ------------------------------------------------------------------ G1

RIVER = """player Red: hand {}, at {} {}
player White:
. . ~ . .   | . . ~ . .   | . . ~ . .
. . ~ . .   | . . ~ . .   | . . ~ . .
. . ~ . .   | . . ~ . .   | . . ~ . .
"""


def bank(hand: str, age: str = "Might") -> GameState:
    return position(RIVER.format(hand, age, age))


@pytest.mark.parametrize("age", [MIGHT, FAITH])
@pytest.mark.parametrize(
    ("what", "place", "wet"),
    [
        ("m1", "c1", ["c1"]),
        ("r1", "c2", ["c2"]),
        ("c1", "c3", ["c3"]),
        ("m2", "b1", ["c1", "c2"]),
        ("r2", "c2", ["c2", "c3"]),
        ("m3", "a1", ["c1", "c2", "c3"]),
        ("r3", "b1", ["c1", "c2", "c3"]),
    ],
)
def test_g1_no_other_building_may_cover_the_river(age, what, place, wet):
    paid = what[0] * {"1": 1, "2": 2, "3": 4}[what[1]]
    state = bank("mmmm".replace("m", what[0]), age.title)
    broken = forbidden(state, build(age, what, place, paid), "G1")
    assert broken.squares == squares(*wet)


def test_g1_a_town_may_cover_the_river():
    after = do(bank("ccc"), build(MIGHT, "c2", "b1", "ccc")).state
    boards(after).are("""
        Map         | Might        | Faith        | Reason
        . . ~ . .   | . c2 # . .   | . c2 # . .   | . c2 # . .
        . . ~ . .   | . #  # . .   | . #  # . .   | . #  # . .
        . . ~ . .   | . .  ~ . .   | . .  ~ . .   | . .  ~ . .
        """)


def test_g1_a_city_may_cover_the_river():
    playing(upgrade(MIGHT, "c3", "b1", "cccc")).on("""
        . . ~ . .   | . . ~ . .   | . . ~ . .
        . h ~ . .   | . h ~ . .   | . h ~ . .
        . . ~ . .   | . . ~ . .   | . . ~ . .
        ->
        Map         | Might        | Faith        | Reason
        . . ~ . .   | . c3 # # .   | . c3 # # .   | . c3 # # .
        . h ~ . .   | . #  # # .   | . #  # # .   | . #  # # .
        . . ~ . .   | . #  # # .   | . #  # # .   | . #  # # .
        """)


def test_g1_beside_the_river_everything_may_stand():
    assert why_not(bank("mm"), build(MIGHT, "m2", "a1", "mm")) is None
    assert why_not(bank("rr"), build(MIGHT, "r2", "d2", "rr")) is None
    assert why_not(bank("c"), build(MIGHT, "c1", "b2", "c")) is None


def test_g1_an_upgrade_may_not_reach_into_the_river_either():
    state = position("""
        players Red: hand m; White
        . m1R ~ . .   | . . ~ . .   | . . ~ . .
        . .   ~ . .   | . . ~ . .   | . . ~ . .
        """)
    broken = forbidden(state, upgrade(MIGHT, "m2", "b1", "m"), "G1")
    assert broken.squares == squares("c1", "c2")
    assert why_not(state, upgrade(MIGHT, "m2", "a1", "m")) is None


def test_g1_the_river_costs_nothing_extra():
    paid = {action.cards for action in legal_actions(bank("cccm")) if isinstance(action, Build)}
    assert {cards_text(each) for each in paid} == {"c", "ccc", "m"}


# ------------------------------------------------------------------ G2

FOREST = {2: 1, 3: 1, 4: 0, 5: 0}
MOUNTAIN = {2: 2, 3: 2, 4: 1, 5: 0}
BOTH = {2: 3, 3: 3, 4: 1, 5: 0}

# a1 forest, c1 mountain, e1 plain; b1 to c2 has both terrains, each more than once.
GROUND = (
    "f f ^ ^ .",
    "f f ^ ^ .",
)


def land(
    players: int,
    hand: str,
    ground: tuple[str, ...] = GROUND,
    might: tuple[str, ...] | None = None,
) -> GameState:
    """So many players, the first with this hand; Might may show buildings on the ground."""
    names = ["Red", "White", "Green", "Blue", "Yellow"][:players]
    heads = [f"player {name}: hand {hand if name == 'Red' else '-'}" for name in names]
    rows = [f"{top} | {row} | {row}" for top, row in zip(might or ground, ground, strict=True)]
    return position("\n".join([*heads, "Might | Faith | Reason", *rows]))


def ways(state: GameState, what: str, place: str) -> set[str]:
    """Every payment with which the building is legal there."""
    military, religious, civil = (range(number + 1) for number in state.player.hand)
    offers = [cards_text(paid) for paid in product(military, religious, civil)]
    return {paid for paid in offers if not why_not(state, build(MIGHT, what, place, paid))}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("what", "place", "extra"),
    [
        ("m1", "e1", {2: 0, 3: 0, 4: 0, 5: 0}),
        ("m1", "a1", FOREST),
        ("m1", "c1", MOUNTAIN),
        ("c1", "b2", FOREST),
        ("r1", "d2", MOUNTAIN),
        ("m2", "a1", FOREST),
        ("m2", "c1", MOUNTAIN),
        ("r2", "d1", MOUNTAIN),
    ],
)
def test_g2_each_terrain_costs_extra_by_the_number_of_players(players, what, place, extra):
    own = what[0] * int(what[1])
    state = land(players, own + "m" * 4)
    paid = {sum(action.cards) for action in _builds(state, what, place)}
    assert paid == {int(what[1]) + extra[players]}


def _builds(state: GameState, what: str, place: str) -> list[Build]:
    same = build(MIGHT, what, place, "-")
    return [
        action
        for action in legal_actions(state)
        if isinstance(action, Build)
        and (action.age, action.kind, action.rank, action.square)
        == (same.age, same.kind, same.rank, same.square)
    ]


@pytest.mark.parametrize(("players", "extra"), BOTH.items())
def test_g2_a_footprint_on_both_terrains_pays_for_both(players, extra):
    state = land(players, "mrrr", (". ^", "f ."), might=("m1R ^", "f ."))
    for number in range(4):
        action = upgrade(MIGHT, "m2", "a1", "m" + "r" * number)
        if number == extra:
            assert why_not(state, action) is None
        else:
            forbidden(state, action, "G2" if extra else "A2")


def test_g2_a_terrain_counts_once_however_many_squares_it_has():
    assert ways(land(3, "mmr"), "m2", "a1") == {"mmr"}
    assert ways(land(4, "mmrr"), "m2", "b1") == {"mmr"}


def test_g2_the_extra_cards_may_have_any_colour():
    assert ways(land(2, "mmmrrc"), "m1", "c1") == {"mmm", "mmr", "mmc", "mrr", "mrc"}
    assert ways(land(2, "mmrrc"), "c1", "a1") == {"mc", "rc"}
    assert ways(land(2, "cc"), "c1", "a1") == {"cc"}


def test_g2_the_price_itself_stays_in_its_colour():
    state = land(2, "mmrr")
    forbidden(state, build(MIGHT, "m1", "a1", "rr"), "A1")
    broken = forbidden(state, build(MIGHT, "m1", "a1", "m"), "G2")
    assert "costs 1 military card and 1 card of any kind" in str(broken)
    forbidden(state, build(MIGHT, "m1", "a1", "mrr"), "G2")


def test_g2_without_surcharge_nothing_extra_is_taken():
    assert ways(land(5, "mmrr"), "m1", "c1") == {"m"}
    forbidden(land(5, "mmrr"), build(MIGHT, "m1", "c1", "mr"), "A1")


def test_g2_with_five_cards_to_pay_a_building_is_out_of_reach():
    # A castle on forest, with two players: 4 and 1.
    state = position("""
        players Red: hand mmmmm; White
        f . . | f . . | f . .
        . . . | . . . | . . .
        . . . | . . . | . . .
        """)
    forbidden(state, build(MIGHT, "m3", "a1", "mmmmm"), "T5")


def test_g2_an_upgrade_pays_for_the_whole_new_footprint():
    # The watchtower stands on the forest already; the keep pays for that square again.
    state = position("""
        players Red: hand mrr; White
        m1R . .  | f . .   | f . .
        .   . .  | . . .   | . . .
        """)
    forbidden(state, upgrade(MIGHT, "m2", "a1", "m"), "G2")
    after = do(state, upgrade(MIGHT, "m2", "a1", "mr")).state
    boards(after).are("""
        Map     | Might     | Faith     | Reason
        f . .   | m2R # .   | m2R # .   | m2% # .
        . . .   | #   # .   | #   # .   | #   # .
        """)


def test_g2_an_upgrade_that_reaches_a_mountain_pays_for_it():
    state = position("""
        players Red: hand mrr; White
        . m1R ^    | . . ^     | . . ^
        . .   .    | . . .     | . . .
        """)
    assert why_not(state, upgrade(MIGHT, "m2", "a1", "m")) is None
    forbidden(state, upgrade(MIGHT, "m2", "b1", "m"), "G2")
    forbidden(state, upgrade(MIGHT, "m2", "b1", "mr"), "G2")
    assert why_not(state, upgrade(MIGHT, "m2", "b1", "mrr")) is None


@pytest.mark.parametrize(("players", "paid"), [(2, "mcc"), (3, "mcc"), (4, "cc"), (5, "cc")])
def test_g2_a_printed_hamlet_on_forest_is_forest(players, paid):
    state = land(players, "ccm", ("H .", ". ."))
    offered = {
        cards_text(action.cards) for action in legal_actions(state) if isinstance(action, Upgrade)
    }
    assert offered == {paid}


def test_g2_a_printed_hamlet_on_plain_costs_nothing_extra():
    state = position("""
        players Red: hand ccm; White
        h .   | h .   | h .
        . .   | . .   | . .
        """)
    assert why_not(state, upgrade(MIGHT, "c2", "a1", "cc")) is None
    forbidden(state, upgrade(MIGHT, "c2", "a1", "ccm"), "A2")


def test_g2_terrain_costs_nothing_for_demolishing_and_populating():
    state = position("""
        players Red: hand mc, at Might Reason; White
        m1R ^ H    | ^ ^ H   | ^ ^ H
        """)
    assert why_not(state, demolish(MIGHT, "a1")) is None
    assert why_not(state, populate("c1")) is None


def test_g2_copies_pay_nothing_for_terrain():
    state = position("""
        players Red: hand mmr; White
        f .   | f .   | f .
        . .   | . .   | . .
        """)
    after = do(state, build(MIGHT, "m2", "a1", "mmr")).state
    assert len(list(after.boards[FAITH])) == 1
    assert after.discards == (2, 1, 0)
