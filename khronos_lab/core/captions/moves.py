"""A whole move in one readable sentence: what a player does, and what others lose by it.

>>> from khronos_lab import Build, new_game, play
>>> start = new_game(["Ada", "Ben"], seed=2)
>>> outcome = play(start, Build("Might", "keep", "f4"))
>>> move_sentence(outcome.log, "en"), move_sentence(outcome.log, "de")
('builds a keep at f4 in Might', 'baut in der Macht eine Burg auf f4')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from khronos_lab.core import events as e
from khronos_lab.core.board import Building, owned
from khronos_lab.core.captions import values
from khronos_lab.core.resolution import is_loss
from khronos_lab.rulebook.language import Said, say

if TYPE_CHECKING:
    from khronos_lab.core.resolution import Entry

Names = tuple[str, ...]

MOST_NAMED: Final = 2
"""Losses that are named one by one; the rest are counted."""


def move_sentence(log: Sequence[Entry], language: str | None = None) -> str:
    """What a move does, without its subject: "builds a keep at d3 in Might and erases …".

    The name of the player stands before it, or above it in a list. What a paradox erases and what
    conflicts destroy or reduce is part of the sentence; shadows that just follow or grow are not.
    """
    names = tuple(player.name for player in log[0].players) if log else ()
    said = [*_deed(log, names), *_losses(log, names)]
    return say("list-and", language, items=tuple(said))


def turn_sentence(logs: Sequence[Sequence[Entry]], language: str | None = None) -> str:
    """A whole turn in one sentence, without its subject: what its moves do, one after the other.

    That a turn ends is only said if it pays, or if nothing else was done.
    """
    told = [log for log in logs if not _just_ends(log)] or logs
    return "; ".join(move_sentence(log, language) for log in told)


def _just_ends(log: Sequence[Entry]) -> bool:
    events = [entry.event for entry in log]
    ends = any(isinstance(event, e.TurnEnded | e.GameEnded) for event in events)
    return ends and not any(isinstance(event, e.TaxCollected) for event in events)


def building_of(log: Sequence[Entry]) -> Building | None:
    """The building that a move is about, for its icon; None if it is about cards or journeys."""
    for entry in log:
        if isinstance(entry.event, _WITH_BUILDING):
            return entry.event.building
    return None


# ------------------------------------------------------------------ what the player does

_WITH_BUILDING: Final = (
    e.BuildingBuilt, e.BuildingUpgraded, e.BuildingDemolished, e.CubePlaced, e.RuinBegun,
    e.RuinRestored,
)  # fmt: skip
_DEEDS: Final = (*_WITH_BUILDING, e.AdventurerTravelled, e.OpenCardsSwapped)


def _deed(log: Sequence[Entry], names: Names) -> Iterator[Said]:
    events = [entry.event for entry in log]
    for event in events:
        if isinstance(event, _DEEDS):
            yield Said(f"told-{type(event).__name__}", values(event, names))
            return
    if any(isinstance(event, e.TurnEnded | e.GameEnded) for event in events):
        coins = sum(event.amount for event in events if isinstance(event, e.TaxCollected))
        yield Said("told-TurnEnded", {"taxed": coins > 0, "n": coins})
        return
    for event in events:
        if isinstance(event, e.CardsDiscarded):
            yield Said("told-CardsDiscarded", values(event, names))
            return


# ------------------------------------------------------------------ what is lost by it

_LOSSES: Final[tuple[tuple[type[Any], str], ...]] = (
    (e.BuildingErased, "told-erases"),
    (e.BuildingDestroyed, "told-destroys"),
    (e.BuildingShrunk, "told-reduces"),
)


def _losses(log: Sequence[Entry], names: Names) -> Iterator[Said]:
    lost: dict[object, Said] = {}
    for entry in log:
        event: Any = entry.event
        for kind, key in _LOSSES:
            if isinstance(event, kind) and (kind is not e.BuildingErased or is_loss(entry, log)):
                building = getattr(event, "old", event.building)
                said = Said(key, {"building": owned(building, names), "age": event.age})
                # A building and its shadows in later ages are one loss: the first says it all.
                lost.setdefault((building.kind, building.square), said)
    if len(lost) <= MOST_NAMED:
        yield from lost.values()
    else:
        yield Said("told-removes", {"n": len(lost)})
