"""The same numbers a second time: plain loops over what happened, sharing nothing with polars.

The full events are read here, with the old building of an upgrade and the squares of every one,
so that what the statistics must guess from the tables is simply known.
"""

from __future__ import annotations

from khronos_lab.core import events as e
from khronos_lab.core import name
from tests.properties.oracles import covered

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


def covers(copy, old):
    return covered(old) <= covered(copy)


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
