"""Graphs of domains, shadows and causes, against the rules and against naive counting."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings

from khronos_lab.analysis import cause_graph, domain_graph, shadow_graph
from khronos_lab.core import column_of, name, row_of, square
from khronos_lab.records import steps_of
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, MILITARY, REASON, RuleSet
from tests.analysis.test_timeline import files, record_of
from tests.golden.games import GAMES, moves_of
from tests.mechanics.moves import build
from tests.properties.oracles import domains
from tests.properties.strategies import states
from tests.support import do, position

# ------------------------------------------------------------------ domains

TOUCHING = """
    player Red:
    player White:
    Might            | Faith           | Reason
    m2R # c1 . m1W   | . . .  .  .     | m2% # c2:RW # .
    #   # c1 . c1    | . . .  .  .     | #   # #     # .
    .   . .  h .     | . . .  h  .     | .   . .     h .
    """


def test_edges_count_shared_sides_and_corners_are_none():
    graph = domain_graph(position(TOUCHING), MIGHT)
    edges = {(name(a), name(b)): sides for a, b, sides in graph.edges.data("sides")}
    # The hamlet h at d3 touches none of them along a side.
    assert edges == {("a1", "c1"): 1, ("a1", "c2"): 1, ("c1", "c2"): 1, ("e1", "e2"): 1}
    assert [name(node) for node in graph] == ["a1", "c1", "c2", "e1", "e2", "d3"]
    assert graph.graph == {"age": MIGHT}


def test_nodes_say_everything_of_their_building():
    state = position(TOUCHING)
    keep = domain_graph(state, MIGHT).nodes[square("a1")]
    assert keep == {
        "age": MIGHT, "kind": MILITARY, "rank": 2, "owner": 0, "value": 2, "ruin": False,
        "printed": False, "cubes": (), "name": "keep at a1", "square": square("a1"),
        "squares": tuple(map(square, ("a1", "b1", "a2", "b2"))), "domain": square("a1"),
    }  # fmt: skip
    reason = domain_graph(state, REASON)
    ruin, town, hamlet = (reason.nodes[square(sq)] for sq in ("a1", "c1", "d3"))
    assert (ruin["ruin"], ruin["value"], ruin["owner"]) == (True, 1, None)
    assert (town["kind"], town["cubes"], town["value"]) == (CIVIL, (0, 1), 3)
    assert hamlet["printed"]
    assert {node["domain"] for node in (ruin, town, hamlet)} == {square("a1")}


@settings(max_examples=25)
@given(states())
def test_connected_parts_are_the_domains_of_the_core_and_of_a_naive_search(state):
    for age in AGES:
        board = state.boards[age]
        graph = domain_graph(state, age)
        parts = {frozenset(part) for part in nx.connected_components(graph)}
        assert parts == {frozenset(domain.anchors) for domain in board.domains}
        naive = {frozenset(each.square for each in group) for group in domains(board)}
        assert parts == naive
        for part in parts:
            assert {graph.nodes[node]["domain"] for node in part} == {min(part)}


@settings(max_examples=25)
@given(states())
def test_sides_are_those_of_squares_next_to_each_other(state):
    for age in AGES:
        graph = domain_graph(state, age)
        for one, other in combinations(state.boards[age], 2):
            sides = sum(
                abs(column_of(a) - column_of(b)) + abs(row_of(a) - row_of(b)) == 1
                for a in one.squares
                for b in other.squares
            )
            assert graph.get_edge_data(one.square, other.square, {"sides": 0})["sides"] == sides


# ------------------------------------------------------------------ shadows


def edges_of(state):
    return [
        (f"{one.title} {name(a)}", f"{other.title} {name(b)}", data["state"], data["clause"])
        for (one, a), (other, b), data in shadow_graph(state).edges.data()
    ]


EMPTY = """
    player Red: hand mmrr, at Might Might
    player White:
    Might     | Faith     | Reason
    .  . . .  | . . . .   | . . . .
    .  . . .  | . . . .   | . . . .
    """


def test_b3_b4_a_keep_leads_to_its_copy_and_that_to_its_ruin():
    state = do(position(EMPTY), build(MIGHT, "m2", "b1", "mm")).state
    assert edges_of(state) == [
        ("Might b1", "Faith b1", "copy", "C6"),
        ("Faith b1", "Reason b1", "copy", "C6"),
    ]
    nodes = shadow_graph(state).nodes
    assert nodes[FAITH, square("b1")]["owner"] == 0
    assert nodes[REASON, square("b1")]["ruin"]
    assert all(node["standing"] for node in nodes.values())


def test_c6_another_owner_or_kind_or_place_is_no_copy_but_overgrown():
    state = position("""
        player Red:
        player White:
        Might             | Faith             | Reason
        m2R # m2R # r2W # | m2W # r2W # . .   | m2% # . . r2% #
        #   # #   # #   # | #   # #   # . .   | #   # . . #   #
        """)
    assert edges_of(state) == [
        ("Might a1", "Faith a1", "overgrown", "B6"),
        ("Might c1", "Faith c1", "overgrown", "B6"),
        ("Might e1", "Faith e1", "blocked", "B3b"),
        ("Faith a1", "Reason a1", "copy", "C6"),
        ("Faith c1", "Reason c1", "missing", ""),
    ]


def test_b3a_a_copy_that_would_connect_domains_is_blocked():
    state = position("""
        player Red:
        player White:
        Might       | Faith        | Reason
        . m2R # .   | c1 . . m1W   | . . . .
        . #   # .   | .  . . .     | . . . .
        """)
    assert edges_of(state) == [("Might b1", "Faith b1", "blocked", "B3a")]
    node = shadow_graph(state).nodes[FAITH, square("b1")]
    assert (node["standing"], node["domain"], node["name"]) == (False, None, "keep at b1")


@pytest.mark.parametrize(("switch", "expected"), [(False, "missing"), (True, "blocked")])
def test_b4_a_ruin_is_blocked_only_with_the_switch(switch, expected):
    state = position("""
        player Red:
        player White:
        Might      | Faith      | Reason
        . . . .    | . m2R # .  | c1 . . c1
        . . . .    | . #   # .  | .  . . .
        """)
    state = state._replace(rules=RuleSet(ruins_respect_domains=switch))
    assert [edge[2] for edge in edges_of(state)] == [expected]


def test_b1_a_small_building_stands_alone():
    state = position("""
        player Red:
        player White:
        Might | Faith | Reason
        m1R . | m1R . | . .
        """)
    assert len(shadow_graph(state)) == 0


def same(age, one, other):
    """C6, read a second time."""
    alike = (one.kind, one.rank, one.squares) == (other.kind, other.rank, other.squares)
    return alike and (age is FAITH or one.owner == other.owner)


@settings(max_examples=25)
@given(states())
def test_every_large_building_leads_one_age_on_and_copies_are_the_same_building(state):
    graph = shadow_graph(state)
    assert nx.is_directed_acyclic_graph(graph)
    for age in (MIGHT, FAITH):
        later = AGES[age + 1]
        for building in state.boards[age]:
            if building.rank == 1:
                continue
            edges = list(graph.out_edges((age, building.square), data=True))
            there = [b for b in state.boards[later] if set(b.squares) & set(building.squares)]
            copy = [other for other in there if same(age, building, other)]
            assert {data["state"] for *_, data in edges} <= {
                "copy", "missing", "blocked", "overgrown"
            }  # fmt: skip
            assert {target for _, target, _ in edges} == (
                {(later, b.square) for b in copy or there} or {(later, building.square)}
            )
            assert all((data["state"] == "copy") == bool(copy) for *_, data in edges)
            standing = {graph.nodes[target]["standing"] for _, target, _ in edges}
            assert standing == {bool(there)}


# ------------------------------------------------------------------ causes


@files
def test_a_move_is_a_forest_of_effects(path):
    for step in steps_of(record_of(path)):
        graph = cause_graph(step.log)
        assert list(graph) == list(range(len(step.log)))
        assert set(graph.edges) == {
            (entry.cause, number)
            for number, entry in enumerate(step.log)
            if entry.cause is not None
        }
        assert nx.is_forest(graph)
        assert all(cause < effect for cause, effect in graph.edges)
        for number, entry in enumerate(step.log):
            node = graph.nodes[number]
            assert node["caption"] == str(entry)
            assert node["event"] == type(entry.event).__name__
            assert node["clause"] == entry.event.clause
            assert node["change"] is entry.event.changes
            assert node["entry"] is entry


def test_causes_name_their_squares_and_ages():
    state = position("""
        player Red: hand c, at Might Might
        player White:
        Might           | Faith       | Reason
        m1R . m1W .     | . . . .     | . . . .
        """)
    graph = cause_graph(do(state, build(MIGHT, "c1", "b1", "c")).log)
    told = {node["event"]: node for _, node in graph.nodes.data()}
    assert told["CardsPlayed"]["squares"] == ()
    assert told["BuildingBuilt"]["squares"] == (square("b1"),)
    assert told["DomainsJoined"]["squares"] == (square("a1"), square("c1"))
    assert told["ConflictFound"]["squares"] == (square("a1"), square("c1"))
    assert told["StrengthsCompared"]["squares"] == (square("a1"), square("c1"))
    assert {node["age"] for _, node in graph.nodes.data()} == {MIGHT}


def test_choices_name_places_and_buildings_but_never_seats():
    graphs = [cause_graph(each.outcome.log) for file in GAMES for each in moves_of(file)]
    nodes = [node for graph in graphs for _, node in graph.nodes.data()]
    chosen = {node["clause"]: node for node in nodes if node["event"] == "ChoiceMade"}
    assert len(chosen["C4"]["squares"]) == 1
    assert chosen["C2"]["squares"] == chosen["C2"]["entry"].event.choice.squares
    assert chosen["B8"]["squares"] == ()
