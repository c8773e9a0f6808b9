"""Seeded games that together meet everything: each event, each clause of B and C, each question.

They are watched like those of the machine. When a test here fails because something was not met,
either the engine has lost it, or drivers and starts have to be taught to find it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from khronos_lab.core import Entry, GameState, Grid, square
from khronos_lab.core import events as e
from khronos_lab.engine import new_game
from khronos_lab.rulebook import Age, Edition, RuleSet
from tests.properties import players, starts
from tests.properties.checks import Watcher
from tests.properties.players import LOADED, QUARREL, TOGETHER, VARIED, Driver, Step, game


class Run(NamedTuple):
    """A start, a driver, a seed, and how far to go (None: to the end)."""

    start: GameState
    driver: Driver
    seed: int
    actions: int | None = None


def mask(*names: str) -> int:
    return sum(1 << square(name) for name in names)


FIELDS = Grid(
    10,
    10,
    forest=mask("a1", "a2", "b1", "j5", "j6", "h8"),
    mountain=mask("j1", "j2", "a10", "b10"),
    river=mask("e1", "e2", "e3", "e4", "f4", "f5"),
    hamlets=mask("b3", "g2", "i4", "c6", "h7", "b9", "f9", "i9"),
)
"""Room for keeps and towns of five players, and little more."""


def runs() -> Iterator[Run]:
    """The campaign."""
    strict = RuleSet(ruins_respect_domains=True, erased_tiles_return=True)
    first = RuleSet(edition=Edition.FIRST, holdem=True)
    for seed, driver in enumerate((VARIED, TOGETHER, LOADED, QUARREL)):
        yield Run(players.rich(new_game(2 + seed, seed, grid=FIELDS)), driver, seed)
        yield Run(players.rich(new_game(5 - seed, seed, grid=FIELDS, rules=strict)), driver, seed)
    for seed, driver in enumerate((VARIED, LOADED)):
        few = players.scarce(new_game(3, seed, grid=FIELDS, rules=first), Random(seed))
        yield Run(few, driver, seed)
        yield Run(new_game(4, seed), driver, seed, 60)
    for start in starts.STARTS.values():
        for seed in range(12):
            yield Run(start, (QUARREL, TOGETHER, LOADED)[seed % 3], seed, 14)


# ------------------------------------------------------------------ what is to be met

CLAUSES = {
    "B2", "B3", "B3a", "B3b", "B4", "B5", "B6", "B7", "B8", "C1", "C2", "C3", "C4", "C5",
}  # fmt: skip
"""B1, B9 and C6 say what does not happen; no event cites them."""

WAYS = {
    "ShadowCast B2", "ShadowCast B3", "ShadowCast B4",
    "ShadowBlocked B3a", "ShadowBlocked B3b", "ShadowBlocked B4",
    "ShadowMissing B5 tile Faith", "ShadowMissing B5 tile Reason", "ShadowMissing B5 cube Faith",
    "ShadowMissing C5 tile Faith", "ShadowMissing C5 tile Reason",
    "BuildingErased Faith", "BuildingErased Reason",
    "HamletRevealed Faith", "HamletRevealed Reason",
    "ConflictFound military Might", "ConflictFound religious Might",
    "ConflictFound military Faith", "ConflictFound religious Faith",
    "BuildingShrunk 3 to 2", "BuildingShrunk 3 to 1", "BuildingShrunk 2 to 1",
    "BuildingDestroyed 1", "BuildingDestroyed 2", "BuildingDestroyed 3",
    "ShadowWithdrawn Faith", "ShadowWithdrawn Reason",
    "ShadowReplaced Faith", "ShadowReplaced Reason",
    "DomainsJoined Might", "DomainsJoined Faith", "DomainsJoined Reason",
    "DomainSplit Might", "DomainSplit Faith", "DomainSplit Reason",
    "CardsDiscarded T2", "CardsDiscarded T6", "CardsDiscarded V1",
    "TaxCollected X2", "TaxCollected X3",
    "question B8", "question C2", "question C3", "question C4",
    "question C4 out of turn", "CubeKept unasked", "GameEnded shared",
    "BuildingErased out of the game", "BuildingErased never was", "ShadowBlocked older shadow",
    "StrengthsCompared after a split",
}  # fmt: skip
"""The same events for different reasons and in different ages."""


def split_before(log: Sequence[Entry], age: Age) -> bool:
    return any(isinstance(each.event, e.DomainSplit) and each.event.age is age for each in log)


def ways(step: Step) -> Iterator[str]:
    """How the events and questions of a step are named in `WAYS`."""
    for question in step.questions:
        yield f"question {question.clause}"
        if question.seat != step.before.seat:
            yield f"question {question.clause} out of turn"
    asked = {question.clause for question in step.questions}
    log = step.outcome.log
    for number, entry in enumerate(log):
        event = entry.event
        name = type(event).__name__
        match event:
            case e.StrengthsCompared(age=age) if split_before(log[:number], age):
                yield f"{name} after a split"
            case e.ShadowBlocked(older=int()):
                yield f"{name} older shadow"
            case e.BuildingErased() if entry.cause is not None:
                if isinstance(log[entry.cause].event, e.BuildingErased):
                    yield f"{name} never was"
        if isinstance(event, e.BuildingErased) and event.out_of_game:
            yield f"{name} out of the game"
        yield f"{name} {event.clause}"
        yield f"{name} {particulars(event)}"
        if isinstance(event, e.CubeKept) and "B8" not in asked:
            yield f"{name} unasked"


def particulars(event: e.Event) -> str:
    """What tells events of one type apart."""
    match event:
        case e.ShadowMissing():
            return f"{event.clause} {event.lacking} {event.age.title}"
        case e.ConflictFound():
            return f"{event.kind.word} {event.age.title}"
        case e.BuildingShrunk():
            return f"{event.old.rank} to {event.building.rank}"
        case e.BuildingDestroyed():
            return f"{event.building.rank}"
        case e.GameEnded():
            return "shared" if len(event.winners) > 1 else "alone"
        case _:
            return "" if event.age is None else event.age.title


def test_seeded_games_meet_every_event_clause_and_question_and_break_nothing():
    events: set[type[e.Event]] = set()
    clauses: set[str] = set()
    found: set[str] = set()
    for run in runs():
        watcher = Watcher(run.start)
        for step in game(run.start, run.driver, Random(run.seed), actions=run.actions):
            watcher.see(step)
            events |= {type(entry.event) for entry in step.outcome.log}
            clauses |= {entry.event.clause for entry in step.outcome.log}
            found |= set(ways(step))
    unmet = [each.__name__ for each in e.EVENT_TYPES if each not in events]
    assert not unmet, f"events never met: {unmet}"
    assert clauses >= CLAUSES, f"clauses never met: {sorted(CLAUSES - clauses)}"
    assert found >= WAYS, f"never met: {sorted(WAYS - found)}"


def test_the_same_seed_drives_the_same_game():
    run = next(runs())
    one, other = (
        [step.move for step in game(run.start, run.driver, Random(7), actions=60)] for _ in "ab"
    )
    assert one == other
