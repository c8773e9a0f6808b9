"""Graphs: a position's domains, its shadows, and the tree of a move's effects, for networkx.

Domains and shadows have buildings as nodes, with these attributes:

==========  ====================  ==================================================
attribute   type                  meaning
==========  ====================  ==================================================
age         Age                   where it stands
kind        Kind                  military, religious or civil
rank        int                   1, 2 or 3
owner       int or None           seat of its owner; None for civil ones and ruins
value       int                   strength and tax value, a ruin's its own (S2)
ruin        bool                  a ruin of Reason (B4)
printed     bool                  a printed hamlet, no tile (S5)
cubes       tuple of int          seats with cubes on it (A5, A6)
name        str                   `keep at f4`
square      int                   its first square
squares     tuple of int          all its squares in reading order
domain      int                   first square of its domain
standing    bool                  shadow graph only: False for a copy that is not there
==========  ====================  ==================================================

A domain graph's nodes are first squares and its edges have `sides`, the number of sides that two
buildings share; connected parts are domains. A shadow graph's nodes are pairs of age and first
square, see `shadow_graph`; a cause graph's are numbers of log entries, see `cause_graph`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from khronos_lab.analysis.inputs import forgiving
from khronos_lab.core import STRIDE, Board, Building, GameState
from khronos_lab.mechanics import connects, forbidden_in_faith, shadows_of
from khronos_lab.rulebook import AGES, CIVIL, FAITH, REASON, Age, RuleSet

if TYPE_CHECKING:
    import networkx as nx

    from khronos_lab.core import Entry, Event

Place = tuple[Age, int]
"""A node of the shadow graph: an age and the first square of a building there."""

COPY, MISSING, BLOCKED, OVERGROWN = "copy", "missing", "blocked", "overgrown"


# ------------------------------------------------------------------ domains


@forgiving
def domain_graph(position: GameState | Board, age: Age) -> nx.Graph:
    """The buildings of one age; those that touch along sides are joined by an edge.

    >>> from khronos_lab import MIGHT, new_game
    >>> graph = domain_graph(new_game(2, seed=2), MIGHT)
    >>> len(graph), graph.number_of_edges(), graph.graph["age"].title
    (10, 0, 'Might')
    """
    from khronos_lab.analysis.graph_types import Graph  # with networkx, which takes time

    board = position if isinstance(position, Board) else position.boards[age]
    graph = Graph(age=age)
    for domain in board.domains:
        for building in board.members(domain):
            told = attributes(age, building, domain.anchors[0], board.rules)
            graph.add_node(building.square, **told)
    sides = shared_sides(board)
    graph.add_edges_from((one, other, {"sides": sides[one, other]}) for one, other in sorted(sides))
    return graph


def shared_sides(board: Board) -> dict[tuple[int, int], int]:
    """The number of sides that two buildings share, by their first squares in order."""
    on = {sq: building.square for building in board.buildings.values() for sq in building.squares}
    sides: dict[tuple[int, int], int] = {}
    for sq, anchor in on.items():
        for beside in (sq + 1, sq + STRIDE):
            other = on.get(beside, anchor)
            if other != anchor:
                pair = (min(anchor, other), max(anchor, other))
                sides[pair] = sides.get(pair, 0) + 1
    return sides


def attributes(age: Age, building: Building, domain: int | None, rules: RuleSet) -> dict[str, Any]:
    """The attributes of a building's node; see the table above."""
    return {
        "age": age,
        "kind": building.kind,
        "rank": building.rank,
        "owner": building.owner,
        "value": building.value(rules),
        "ruin": building.ruin,
        "printed": building.printed,
        "cubes": building.cubes,
        "name": str(building),
        "square": building.square,
        "squares": building.squares,
        "domain": domain,
    }


# ------------------------------------------------------------------ shadows


@forgiving
def shadow_graph(state: GameState) -> nx.DiGraph:
    """Edges from every rank 2 or 3 building to its shadow, age by age.

    An edge leads from a building of Might to Faith or from one of Faith to Reason. Its `state` is

    - `copy`: the very same building stands there (C6), a ruin or restored one in Reason;
    - `overgrown`: something else stands on its squares, an edge to each of those buildings;
    - `blocked`: nothing stands there, and a copy would be forbidden now; `clause` says by what
      (B3a, B3b, or B4 with the switch `ruins_respect_domains`);
    - `missing`: nothing stands there and nothing would forbid it (it was erased, lacked a tile or
      a cube, or was blocked when it was cast: the position does not tell).

    The last two lead to nodes whose `standing` is False and whose `domain` is None. A building no
    edge `copy` leads to is an original, or outlived its own: identity is kind, rank, squares and,
    in Faith, owner.

    >>> from khronos_lab import MIGHT, MILITARY, Build, new_game, play
    >>> from khronos_lab.core import square
    >>> state = new_game(2, seed=2)
    >>> state = play(state, Build(MIGHT, MILITARY, 2, square("f4"), (2, 0, 0))).state
    >>> [(one, other, d["state"]) for (one, _), (other, _), d in shadow_graph(state).edges.data()]
    [(<Age.MIGHT: 0>, <Age.FAITH: 1>, 'copy'), (<Age.FAITH: 1>, <Age.REASON: 2>, 'copy')]
    """
    from khronos_lab.analysis.graph_types import DiGraph  # with networkx, which takes time

    graph = DiGraph()
    large = [(age, each) for age in AGES for each in state.boards[age] if each.rank > 1]
    for age, building in large:
        _stand(graph, state, age, building)
    for age, building in large:
        if age is not REASON:
            _link(graph, state, age, building)
    return graph


def _stand(graph: nx.DiGraph, state: GameState, age: Age, building: Building) -> Place:
    place = (age, building.square)
    if place not in graph:
        domain = state.boards[age].domain_at(building.square).anchors[0]
        graph.add_node(place, **attributes(age, building, domain, state.rules), standing=True)
    return place


def _link(graph: nx.DiGraph, state: GameState, age: Age, building: Building) -> None:
    """Lead from a building to what has become of its shadow in the next age."""
    later = AGES[age + 1]
    place = (age, building.square)
    if any(found is later for found, _ in shadows_of(state, age, building)):
        graph.add_edge(place, (later, building.square), state=COPY, clause="C6")
        return
    there = state.boards[later].overlapping(building.mask)
    for other in there:
        graph.add_edge(place, _stand(graph, state, later, other), state=OVERGROWN, clause="B6")
    if not there:
        # B2 to B4: itself in Faith, its ruin in Reason.
        copy = building._replace(cubes=())
        if building.kind is not CIVIL and later is REASON:
            copy = Building(building.kind, building.rank, building.square, ruin=True)
        told = attributes(later, copy, None, state.rules)
        graph.add_node((later, copy.square), **told, standing=False)
        clause = _forbidden(state, later, copy)
        graph.add_edge(
            place, (later, copy.square), state=BLOCKED if clause else MISSING, clause=clause
        )


def _forbidden(state: GameState, later: Age, copy: Building) -> str:
    """The clause that forbids a copy now, if any."""
    if copy.kind is CIVIL:
        return ""
    if later is FAITH:
        blocked = forbidden_in_faith(state.boards[FAITH], copy)
    elif state.rules.ruins_respect_domains:
        blocked = connects(state.boards[REASON], copy, REASON, "B4")
    else:
        blocked = None
    return "" if blocked is None else blocked.clause


# ------------------------------------------------------------------ causes


@forgiving
def cause_graph(log: Sequence[Entry]) -> nx.DiGraph:
    """The effects of one move: an edge leads from each cause to what it caused.

    Nodes are the numbers of the log's entries. Their attributes: `event` (name of the type),
    `clause`, `caption` (one sentence), `change` (False for a note that only explains), `age` (None
    if it happens in none), `squares` (those it names, in reading order), `entry`. First causes
    have no edge into them; every other node has one, so the graph is a forest.

    >>> import networkx as nx
    >>> from khronos_lab import MIGHT, MILITARY, Build, new_game, play
    >>> from khronos_lab.core import square
    >>> build = Build(MIGHT, MILITARY, 2, square("f4"), (2, 0, 0))
    >>> graph = cause_graph(play(new_game(2, seed=2), build).log)
    >>> [graph.nodes[node]["event"] for node in nx.descendants(graph, 1)]
    ['BonusPaid', 'ShadowFalls', 'ShadowCast', 'ShadowFalls', 'ShadowCast']
    """
    from khronos_lab.analysis.graph_types import DiGraph  # with networkx, which takes time

    graph = DiGraph()
    for number, entry in enumerate(log):
        event = entry.event
        graph.add_node(
            number,
            event=type(event).__name__,
            clause=event.clause,
            caption=str(entry),
            change=event.changes,
            age=event.age,
            squares=tuple(sorted(set(_named(event)))),
            entry=entry,
        )
    edges = ((entry.cause, number) for number, entry in enumerate(log) if entry.cause is not None)
    graph.add_edges_from(edges)
    return graph


def _named(event: Event) -> Iterator[int]:
    """The squares that an event names: of its buildings, or first squares of domains."""
    for field in ("building", "old", "choice"):
        building = getattr(event, field, None)
        if isinstance(building, Building):
            yield from building.squares
    for building in getattr(event, "buildings", ()):
        yield from building.squares
    for field in ("squares", "domains"):
        yield from _ints(getattr(event, field, ()))
    yield from _ints(sq for sq, _ in getattr(event, "strengths", ()))
    yield from _ints(getattr(event, field, None) for field in ("square", "domain"))
    if event.clause == "C4":
        yield from _ints((getattr(event, "choice", None),))


def _ints(values: Iterable[object]) -> Iterator[int]:
    return (each for each in values if isinstance(each, int))
