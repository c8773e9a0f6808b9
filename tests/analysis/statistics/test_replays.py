"""What a paradox cost and who rules: positions worked out by hand."""

from __future__ import annotations

import pytest

from khronos_lab.analysis.statistics.paradox_costs import (
    control,
    control_changes,
    mean_cost,
    paradox_costs,
    replayed,
)
from khronos_lab.analysis.tables.game_tables import tables_of
from khronos_lab.core.actions import EndTurn
from khronos_lab.engine.moves import Outcome
from khronos_lab.records.model import Recorder
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import MIGHT
from tests.analysis.games import played
from tests.analysis.statistics.rows import played_games, rows
from tests.rules.moves import build, demolish, populate, upgrade
from tests.support import position

# Red's monastery falls on White's chapel in Faith, which ruled two hamlets beside it.
CHAPEL = """
    turn: round 4, Red acts, Red starts
    player Red: coins 5, hand rr, at Might {}
    player White: coins 3, hand cc, at Might {}
    Might             | Faith             | Reason
    .   .   .   .   . | r1W c1  .   .   . | .   .   .   .   .
    .   .   .   .   . | .   c1  .   .   . | .   .   .   .   .
    .   .   .   .   . | .   .   .   .   . | .   .   .   .   .
"""
COST = ("step", "age", "square", "erased", "value", "victim", "owner", "tax_round", "cost", "paid")


def costs(text: str, *moves):
    return paradox_costs([("x", played(position(text), *moves))])


@pytest.mark.parametrize(("red", "white"), [("Faith", "Faith"), ("Faith", "Reason")])
def test_b6_a_paradox_costs_its_victim_the_domain_and_gives_it_to_the_caster(red, white):
    # The monastery covers the chapel and the hamlet b2 beneath; b1 too: nothing is left to tax.
    found = costs(CHAPEL.format(red, white), build(MIGHT, "r2", "a1", "rr"), EndTurn(), EndTurn())
    assert found.select(COST).rows() == [
        (4, "Faith", "a1", 3, 3, 1, True, 4, 2, 2 if white == "Faith" else 0)
    ]
    assert found["game"].to_list() == ["x"]


def test_x2_the_caster_may_gain_what_the_victim_loses():
    text = (
        CHAPEL.format("Faith", "Faith")
        .replace("r1W c1  .", "r1W .   c1")
        .replace(".   c1  .   .   . |", ".   .   c1  .   . |")
    )
    found = costs(text, build(MIGHT, "r2", "a1", "rr"), EndTurn(), EndTurn())
    # Red rules c1 and c2 beside his monastery; White's chapel, which stood alone, paid nothing.
    assert found.select(COST).rows() == [
        (4, "Faith", "a1", 1, 1, 0, False, 4, -2, -2),
        (4, "Faith", "a1", 1, 1, 1, True, 4, 0, 0),
    ]


def test_a_cost_is_not_known_where_something_new_stands():
    text = CHAPEL.format("Might", "Faith").replace("hand rr", "hand rrrr")
    grown = upgrade(MIGHT, "r3", "a1", "rr")
    found = costs(text, build(MIGHT, "r2", "a1", "rr"), grown, EndTurn(), EndTurn())
    assert found.select("victim", "owner", "cost", "paid").rows() == [(1, True, None, None)]
    assert rows(mean_cost(found.lazy())) == []


@pytest.mark.parametrize(("number", "taxed"), [(4, 4), (5, 7)])
def test_taxes_come_at_the_next_taxation_of_each_player_only(number, taxed):
    start = position(CHAPEL.format("Faith", "Faith").replace("round 4", f"round {number}"))
    ends = [EndTurn()] * 2 * (8 - number)
    steps = played(start, build(MIGHT, "r2", "a1", "rr"), *ends)
    assert steps[-1][2].over
    found = paradox_costs([("x", steps)])
    assert found.select("round", "tax_round", "victim", "cost").rows() == [(number, taxed, 1, 2)]


def test_mean_costs_have_intervals_by_game():
    moves = (build(MIGHT, "r2", "a1", "rr"), EndTurn(), EndTurn())
    games = [
        (name, played(position(CHAPEL.format("Faith", at)), *moves))
        for name, at in (("x", "Faith"), ("y", "Reason"))
    ]
    found = mean_cost(paradox_costs(games).lazy())
    columns = ("age", "owner", "rows", "clusters", "cost", "paid")
    assert rows(found, *columns) == [("Faith", True, 2, 2, 2.0, 1.0)]


# ------------------------------------------------------------------ who rules

TOWERS = """
    turn: round 2, Red acts, Red starts
    player Red: coins 5, hand mmcc, at Might Reason
    player White: coins 3, hand cccc, at Might Reason
    Might             | Faith             | Reason
    m1W c1  .   .   . | .   .   .   .   . | m2% #   c1:W .  .
    .   .   .   .   . | .   .   .   .   . | #   #   .   .   .
"""
CHANGE = ("step", "seat", "event", "age", "ruler", "change", "own", "square", "amount")


def test_x2_a_higher_building_takes_a_domain_from_its_ruler():
    start = position(TOWERS)
    found = control_changes([("x", played(start, build(MIGHT, "m2", "c1", "mm")))])
    might = [row for row in found.select(CHANGE).rows() if row[3] == "Might"]
    last = found["step"][0]
    assert might == [
        (last, 0, "BuildingBuilt", "Might", 1, "lost", False, "a1", 1),
        (last, 0, "BuildingBuilt", "Might", 0, "gained", True, "a1", 1),
    ]


def test_x3_a_tie_in_reason_adds_a_ruler_and_takes_none():
    start = position(
        TOWERS.replace("c1:W .", "c2:W #").replace("#   #   .   .   .", "#   #   #   #   .")
    )
    found = control_changes([("x", played(start, populate("c1")))])
    assert found.select(CHANGE).rows() == [
        (1, 0, "CubePlaced", "Reason", 0, "gained", True, "a1", 1)
    ]


def test_a4_a_demolished_ruler_is_lost_to_nobody():
    start = position(TOWERS)
    found = control_changes([("x", played(start, demolish(MIGHT, "a1")))])
    assert found.select("ruler", "change", "own", "amount").rows() == [(1, "lost", False, 1)]
    assert rows(control(found.lazy(), ("age", "change"))) == [
        ("Might", "lost", 1, 1.0, "x", found["step"][0])
    ]


def test_a_domain_that_only_grows_changes_no_ruler():
    start = position(TOWERS.replace("hand mmcc", "hand cccc"))
    found = control_changes([("x", played(start, build(MIGHT, "c1", "c1", "c")))])
    assert found.is_empty()


# ------------------------------------------------------------------ records


def recorded(number=0):
    _, start, steps = played_games()[number]
    recorder = Recorder(start, {})
    for before, move, after, log in steps:
        recorder.add(before, move, Outcome(after, log))
    return recorder.record()


def test_records_have_the_ids_of_their_tables():
    records = [recorded(0), recorded(1)]
    games = tables_of(records).games["game"].unique(maintain_order=True).to_list()
    assert [game for game, _ in replayed(records)] == games
    assert [game for game, _ in replayed(records, game_ids="pq")] == ["p", "q"]
    with pytest.raises(KhronosError, match="not as many game ids as records"):
        list(replayed(records, game_ids="p"))


def test_steps_are_those_of_the_tables():
    record = recorded()
    tables = tables_of([record])
    changes = control_changes(replayed([record]))
    ends = tables.events.group_by("game", "move").agg(step="step").explode("step")
    last = ends.group_by("move").max()
    assert set(changes["step"]) <= set(last["step"])
    turns = tables.events.select("game", "step", "turn", "round", "seat")
    joined = changes.join(turns, on=["game", "step"], suffix="_told")
    assert joined.height == changes.height
    assert joined.filter(
        (joined["turn"] != joined["turn_told"]) | (joined["round"] != joined["round_told"])
    ).is_empty()
