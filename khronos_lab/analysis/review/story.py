"""The story of one game in facts: who won and led, what taxes paid, which moves mattered.

Everything is read from the timeline's log; no rule is applied a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from khronos_lab.analysis.timeline import Span, Timeline
from khronos_lab.core import events as e
from khronos_lab.core import is_loss
from khronos_lab.mechanics import winners
from khronos_lab.rulebook import AGES

# ------------------------------------------------------------------ who won, and who led


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


# ------------------------------------------------------------------ taxes


class TaxLine(NamedTuple):
    """What one player's taxes of one round were (X1)."""

    round: int
    seat: int
    collected: tuple[int, int, int]
    """By age."""
    missed: int


def tax_lines(timeline: Timeline) -> list[TaxLine]:
    """The taxes of every player in the order of payment; who was due nothing has zeros."""
    return [
        _tax_line(span) for span in timeline.moves if span.ends_turn and _is_taxed(span, timeline)
    ]


def _is_taxed(span: Span, timeline: Timeline) -> bool:
    return any(span.first <= tax.first <= span.last for tax in timeline.taxations)


def _tax_line(span: Span) -> TaxLine:
    sums = [0] * len(AGES)
    missed = 0
    for event, _, _ in span.log:
        if isinstance(event, e.TaxCollected):
            sums[event.age] += event.amount
        elif isinstance(event, e.TaxMissed):
            missed += event.amount
    might, faith, reason = sums
    return TaxLine(span.before.round, span.before.seat, (might, faith, reason), missed)


# ------------------------------------------------------------------ deeds


@dataclass(slots=True)
class Deeds:
    """What a player's moves brought about, in numbers."""

    cast: int = 0
    blocked: int = 0
    erased_other: int = 0
    erased_own: int = 0
    erased_nobody: int = 0
    join: int = 0
    split: int = 0
    shrunk: int = 0


def deeds(timeline: Timeline) -> list[Deeds]:
    """By seat: what the player's moves brought about."""
    found = [Deeds() for _ in timeline.start.players]
    for span in timeline.moves:
        for sort in _sorts(span):
            done = found[span.before.seat]
            setattr(done, sort, getattr(done, sort) + 1)
    return found


_DEEDS: Final[Mapping[str | None, str]] = MappingProxyType(
    {"blocked": "blocked", "join": "join", "split": "split", "shrink": "shrunk"}
)
"""By stop of the timeline."""


def _sorts(span: Span) -> Iterator[str]:
    for entry in span.log:
        if entry.event.about.stop in _DEEDS:
            yield _DEEDS[entry.event.about.stop]
        elif isinstance(entry.event, e.ShadowCast):
            yield "cast"
        elif is_loss(entry, span.log):
            assert isinstance(entry.event, e.BuildingErased)
            owner = entry.event.building.owner
            whose = "own" if owner == span.before.seat else "other"
            yield "erased_nobody" if owner is None else f"erased_{whose}"


# ------------------------------------------------------------------ moments


WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "erased_other": 4.0,
        "erased_own": 3.0,
        "erased_nobody": 3.0,
        "blocked": 2.0,
        "join": 2.0,
        "split": 3.0,
        "shrunk": 4.0,
    }
)
"""How much a happening makes a move worth a picture: what hurts somebody weighs most."""


class KeyMoment(NamedTuple):
    """A move that mattered."""

    span: Span
    sorts: tuple[str, ...]
    """What happened, each sort once, in the order of the log."""
    weight: float


def moments(timeline: Timeline, most: int) -> list[KeyMoment]:
    """The moves in which most happened between ages and domains, in the order of the game."""
    found = [_moment(span) for span in timeline.moves]
    told = sorted((each for each in found if each.weight), key=lambda each: -each.weight)[:most]
    return sorted(told, key=lambda each: each.span.number)


def _moment(span: Span) -> KeyMoment:
    sorts = [sort for sort in _sorts(span) if sort in WEIGHTS]
    weight = sum(WEIGHTS[sort] for sort in sorts)
    return KeyMoment(span, tuple(dict.fromkeys(sorts)), weight)
