"""Prospects in words: who can do what, what it upsets and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from khronos_lab.analysis.forecast import Money
from khronos_lab.analysis.threats.search import Handover
from khronos_lab.core import events as e
from khronos_lab.core.actions import Action
from khronos_lab.core.board import Building
from khronos_lab.core.captions import action_text
from khronos_lab.core.captions.german import the
from khronos_lab.core.resolution import Entry
from khronos_lab.core.squares import first, name
from khronos_lab.rulebook.language import listed, spoken
from khronos_lab.rulebook.language.german import IN_AGE

Names = tuple[str, ...]
Erased = tuple[e.Paradox, ...]


class Story(NamedTuple):
    """What is told of an action that upsets something."""

    names: Names
    seat: int
    actions: tuple[Action, ...]
    """Journeys first."""
    log: tuple[Entry, ...]
    erased: Erased
    """What copies took away, but for the shadow that they grew from."""
    handovers: tuple[Handover, ...]
    money: tuple[Money, ...]


def sentence(story: Story, language: str | None = None) -> str:
    """One sentence; without a language in the one that is set."""
    return _SENTENCES[spoken(language)](story)


def _worth(story: Story, nothing: str) -> str:
    changes = [
        f"{who} {money.total:+}"
        for who, money in zip(story.names, story.money, strict=True)
        if money.total
    ]
    return ", ".join(changes) or nothing


def _told(story: Story, words: Callable[[e.Event, Names, Erased], str]) -> list[str]:
    found = (words(entry.event, story.names, story.erased) for entry in story.log)
    return [each for each in found if each]


# ------------------------------------------------------------------ English


def _english(story: Story) -> str:
    steps = " and ".join(action_text(action, "en") for action in story.actions)
    told = _told(story, _upset_en) + [_handover_en(each, story.names) for each in story.handovers]
    worth = _worth(story, "no money moves")
    return f"{story.names[story.seat]} can {steps}: {'; '.join(told)} ({worth})."


def _upset_en(event: e.Event, names: Names, erased: Erased) -> str:
    """What one event does, in a few words; nothing for those that upset nothing."""
    if isinstance(event, e.DomainsJoined):
        places = " and ".join(name(sq) for sq in event.domains)
        return f"it joins the domains at {places} in {event.age.title}"
    if isinstance(event, e.DomainSplit):
        return f"it splits the domain at {name(event.square)} in {event.age.title}"
    if isinstance(event, e.Paradox) and event in erased:
        return f"it erases {_whose(event.building, names)} in {event.age.title}"
    if isinstance(event, e.BuildingShrunk):
        return f"{_whose(event.old, names)} in {event.age.title} shrinks"
    if isinstance(event, e.BuildingDestroyed):
        return f"{_whose(event.building, names)} in {event.age.title} is destroyed"
    return ""


def _whose(building: Building, names: Names) -> str:
    whose = "the" if building.owner is None else f"{names[building.owner]}'s"
    return f"{whose} {building}"


def _handover_en(handover: Handover, names: Names) -> str:
    then, now = (_all(seats, names, "en", "nobody") for seats in handover[2:])
    place = name(first(handover.squares))
    return f"taxes at {place} in {handover.age.title} go to {now} instead of {then}"


def _all(seats: Sequence[int], names: Names, language: str, nobody: str) -> str:
    return listed((names[seat] for seat in seats), language) if seats else nobody


# ------------------------------------------------------------------ German


def _german(story: Story) -> str:
    steps = " und ".join(action_text(action, "de") for action in story.actions)
    told = _told(story, _upset_de) + [_handover_de(each, story.names) for each in story.handovers]
    worth = _worth(story, "kein Geld wechselt den Besitzer")
    return f"{story.names[story.seat]} kann {steps}: {'; '.join(told)} ({worth})."


def _upset_de(event: e.Event, names: Names, erased: Erased) -> str:
    if isinstance(event, e.DomainsJoined):
        places = listed((name(sq) for sq in event.domains), "de")
        return f"das verbindet die Domänen bei {places} {IN_AGE[event.age]}"
    if isinstance(event, e.DomainSplit):
        return f"das spaltet die Domäne bei {name(event.square)} {IN_AGE[event.age]}"
    if isinstance(event, e.Paradox) and event in erased:
        return f"das löscht {the(event.building, names, 'acc')} {IN_AGE[event.age]} aus"
    if isinstance(event, e.BuildingShrunk):
        return f"{the(event.old, names)} {IN_AGE[event.age]} schrumpft"
    if isinstance(event, e.BuildingDestroyed):
        return f"{the(event.building, names)} {IN_AGE[event.age]} wird zerstört"
    return ""


def _handover_de(handover: Handover, names: Names) -> str:
    now = _all(handover.after, names, "de", "niemanden")
    then = _all(handover.before, names, "de", "niemanden")
    place = name(first(handover.squares))
    return f"die Steuern bei {place} {IN_AGE[handover.age]} gehen an {now} statt an {then}"


_SENTENCES: Final[dict[str, Callable[[Story], str]]] = {"en": _english, "de": _german}
