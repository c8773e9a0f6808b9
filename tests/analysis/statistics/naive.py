"""The same numbers a second time: plain loops over what happened, sharing nothing with polars.

The full events are read here, with the old building of an upgrade and the squares of every one,
so that what the statistics must guess from the tables is simply known.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import networkx as nx

from khronos_lab.core import events as e
from khronos_lab.core import name
from khronos_lab.rulebook import Age
from tests.naive import RULER, entitled, naive_domains, pays, places

BIRTHS = {
    e.BuildingBuilt: "built",
    e.BuildingUpgraded: "upgraded",
    e.ShadowCast: "cast",
    e.BuildingShrunk: "shrunk",
    e.ShadowReplaced: "replaced",
}
ENDS = {
    e.BuildingDemolished: "demolished",
    e.BuildingDestroyed: "destroyed",
    e.ShadowWithdrawn: "withdrawn",
    e.BuildingErased: "paradox",
    e.BuildingUpgraded: "upgraded",
    e.BuildingShrunk: "shrunk",
    e.ShadowReplaced: "replaced",
}


def told(steps):
    """Every event of a game: step, turn, round, seat, the event, and the step of its cause."""
    step, turn = 1, 1
    for before, _, _, log in steps:
        first = step
        for event, cause, _ in log:
            above = None if cause is None else first + cause
            yield step, turn, before.round, before.turn.seat, event, above
            step += 1
        if any(isinstance(event, e.TurnEnded | e.GameEnded) for event, _, _ in log):
            turn += 1


def naive_money(games):
    """Coins paid by source and age, and spent by clause."""
    paid: Counter = Counter()
    spent: Counter = Counter()
    for _, steps in games:
        for *_, event, _ in told(steps):
            if isinstance(event, e.BonusPaid):
                paid["bonus", event.age.title] += event.amount
            elif isinstance(event, e.TaxCollected):
                paid["taxes", event.age.title] += event.amount
            elif isinstance(event, e.CoinsSpent):
                spent[event.clause] += event.amount
    return paid, spent


def covers(copy, old):
    return set(places(old)) <= set(places(copy))


def naive_lives(game, steps):
    """Every building: game, step, end, age, kind, rank, square, fate and turns, in order."""
    events = list(told(steps))
    standing: dict = {}
    found: dict = {}
    for step, turn, _, _, event, above in events:
        sort = type(event)
        if sort in ENDS:
            old = getattr(event, "old", event.building)
            fate = ENDS[sort]
            if sort is e.BuildingErased:
                copy = events[above - 1][4].building
                if (copy.kind, copy.owner) == (old.kind, old.owner) and covers(copy, old):
                    fate = "succeeded"
            born = standing.pop((event.age, old.square), None)
            if born is not None:
                assert (born[1].kind, born[1].rank) == (old.kind, old.rank)
                found[born[0]] += (step, fate, turn)
        if sort in BIRTHS:
            assert (event.age, event.building.square) not in standing
            standing[event.age, event.building.square] = (step, event.building)
            found[step] = (event.age.title, event.building, BIRTHS[sort], turn)
    last = events[-1][1] if events else 0
    for step, _ in standing.values():
        found[step] += (None, "standing", last)
    for step, (age, building, birth, turn, end, fate, ended) in sorted(found.items()):
        square = name(building.square)
        yield (
            game, step, end, age, building.kind.word, building.rank, building.owner, square, birth,
            fate, ended - turn,
        )  # fmt: skip


def naive_survival(lives, deaths):
    """Kaplan-Meier of all buildings, straight from its definition."""
    times = sorted({life[-1] for life in lives})
    share = 1.0
    curve = []
    for time in times:
        at_risk = sum(life[-1] >= time for life in lives)
        died = sum(life[-1] == time and life[-2] in deaths for life in lives)
        share *= 1 - died / at_risk
        curve.append((time, at_risk, died, share))
    return curve


def naive_cascades(game, steps):
    """Every building action with effects: game, step, length and number of effects."""
    depth: dict = {}
    root: dict = {}
    names: dict = {}
    for step, _, _, _, event, above in told(steps):
        names[step] = type(event)
        depth[step] = 1 if above is None else depth[above] + 1
        root[step] = step if above is None else root[above]
    below = defaultdict(list)
    for step, first in root.items():
        if step != first:
            below[first].append(depth[step])
    wanted = (e.BuildingBuilt, e.BuildingUpgraded, e.BuildingDemolished, e.ConflictFound)
    for first in sorted(below):
        if issubclass(names[first], wanted):
            yield game, first, max(below[first]), len(below[first])


def _naive_cost(game, case, state, seat, step):
    age, copy = case["age"], case["copy"]
    now = list(state.boards[age])
    back = {place for old in case["gone"] for place in places(old)}
    then = [
        each
        for each in now
        if (each.kind, each.rank, each.square) != (copy.kind, copy.rank, copy.square)
        and not (each.printed and back & set(places(each)))
    ]
    taken = {place for each in then for place in places(each)}
    cost = None
    if not taken & back:
        cost = _naive_due(age, [*then, *case["gone"]], seat) - _naive_due(age, now, seat)
    own = any(old.owner == seat for old in case["lost"])
    if own or cost:
        here = age in state.players[seat].adventurers
        paid = None if cost is None else cost * here
        square = name(copy.square)
        yield game, case["step"], age.title, square, seat, own, step, cost, paid


def _naive_due(age, buildings, seat):
    """What an age pays a player; of several highest buildings the first in reading order rules."""
    graph = nx.Graph()
    on = {place: each for each in buildings for place in places(each)}
    graph.add_nodes_from(range(len(buildings)))
    number = {id(each): place for place, each in enumerate(buildings)}
    for (column, row), each in on.items():
        for beside in ((column + 1, row), (column, row + 1)):
            if beside in on:
                graph.add_edge(number[id(each)], number[id(on[beside])])
    due = 0
    for group in nx.connected_components(graph):
        domain = sorted((buildings[place] for place in group), key=lambda each: each.square)
        if age is Age.REASON:
            seats = entitled(age, domain)
        else:
            rulers = [each for each in domain if each.kind is RULER[age]]
            top = max((each.rank for each in rulers), default=0)
            owner = next((each.owner for each in rulers if each.rank == top), None)
            seats = set() if owner is None else {owner}
        due += pays(age, domain) * (seat in seats)
    return due


def _rules(age, board):
    return [
        (
            {place for building in domain for place in places(building)},
            entitled(age, domain),
            pays(age, domain),
        )
        for domain in naive_domains(board)
    ]
