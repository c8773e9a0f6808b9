"""The story of one game in facts: who won and led, what taxes paid, which moves mattered.

Everything is read from the timeline's log; no rule is applied a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from khronos_lab.analysis.timeline import Span, Timeline
from khronos_lab.core import events as e
from khronos_lab.core import is_loss
from khronos_lab.mechanics import winners
from khronos_lab.rulebook import AGES


class Standing(NamedTuple):
    """A player at the end of what is told."""

    rank: int
    """1 for the richest; players with equal coins share a rank."""
    seat: int
    name: str
    coins: int


def standings(timeline: Timeline) -> list[Standing]:
    """The players, richest first; equal ones in the order of their seats."""
    last = timeline.moves[-1].after if timeline.moves else timeline.start
    coins = [player.coins for player in last.players]
    found = [
        Standing(1 + sum(other > player.coins for other in coins), seat, player.name, player.coins)
        for seat, player in enumerate(last.players)
    ]
    return sorted(found, key=lambda each: (each.rank, each.seat))


def lead_history(timeline: Timeline) -> list[tuple[int, int]]:
    """Each time that one player came to have more than all others: the round, and the seat.

    Only ends of rounds count: within a round some have been paid and others not yet.
    """
    found: list[tuple[int, int]] = []
    for span in timeline.moves:
        if not span.after.over and span.after.round == span.before.round:
            continue
        richest = winners(tuple(player.coins for player in span.after.players))
        if len(richest) == 1 and (not found or found[-1][1] != richest[0]):
            found.append((span.before.round, richest[0]))
    return found


class TaxLine(NamedTuple):
    """One player's taxes of one round (X1)."""

    round: int
    seat: int
    collected: tuple[int, ...]
    """By age."""
    missed: int


def tax_lines(timeline: Timeline) -> list[TaxLine]:
    """The taxes of every player in the order of payment; who was due nothing has zeros."""
    found = []
    for span in timeline.moves:
        if span.ends_turn and any(span.first <= t.first <= span.last for t in timeline.taxations):
            sums, missed = [0] * len(AGES), 0
            for event, _, _ in span.log:
                if isinstance(event, e.TaxCollected):
                    sums[event.age] += event.amount
                elif isinstance(event, e.TaxMissed):
                    missed += event.amount
            found.append(TaxLine(span.before.round, span.before.seat, tuple(sums), missed))
    return found


# ------------------------------------------------------------------ deeds and moments

DEEDS: Final = {
    "cast": 0.0,
    "blocked": 2.0,
    "erased_other": 4.0,
    "erased_own": 3.0,
    "erased_nobody": 3.0,
    "join": 2.0,
    "split": 3.0,
    "shrunk": 4.0,
}
"""Effects of moves by how much they make one worth a picture: harm to somebody weighs most."""
_STOPS: Final = {"blocked": "blocked", "join": "join", "split": "split", "shrink": "shrunk"}


def deeds(timeline: Timeline) -> list[Counter[str]]:
    """Counts of `DEEDS` brought about by each player's moves, by seat."""
    found = [Counter[str]() for _ in timeline.start.players]
    for span in timeline.moves:
        found[span.before.seat].update(_deeds_of(span))
    return found


def _deeds_of(span: Span) -> Iterator[str]:
    for entry in span.log:
        if entry.event.about.stop in _STOPS:
            yield _STOPS[entry.event.about.stop]
        elif isinstance(entry.event, e.ShadowCast):
            yield "cast"
        elif is_loss(entry, span.log):
            assert isinstance(entry.event, e.BuildingErased)
            owner = entry.event.building.owner
            whose = "own" if owner == span.before.seat else "other"
            yield "erased_nobody" if owner is None else f"erased_{whose}"


class KeyMoment(NamedTuple):
    """A move that mattered."""

    span: Span
    sorts: tuple[str, ...]
    """The sorts of its deeds, each once, in the order of the log."""
    weight: float


def moments(timeline: Timeline, most: int) -> list[KeyMoment]:
    """The moves in which most happened between ages and domains, in the order of the game."""
    found = []
    for span in timeline.moves:
        if done := [deed for deed in _deeds_of(span) if DEEDS[deed]]:
            found.append(
                KeyMoment(span, tuple(dict.fromkeys(done)), sum(DEEDS[deed] for deed in done))
            )
    told = sorted(found, key=lambda each: -each.weight)[:most]
    return sorted(told, key=lambda each: each.span.number)
