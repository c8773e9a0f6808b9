"""Captions: events, questions, actions and whole moves in sentences.

The sentences are in the catalogues, `caption-…` with the name of the event, `question-…`, `deed-…`
and `told-…`; here are only the values that they speak of. Nothing in this module knows a language.

>>> from khronos_lab import Build, new_game, play
>>> start = new_game(["Ada", "Ben"], seed=2)
>>> outcome = play(start, Build("Might", "keep", "f4"))
>>> move_sentence(outcome.log)
'builds a keep at f4 in Might'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, cast

from khronos_lab.core import actions as a
from khronos_lab.core import events as e
from khronos_lab.core.board import Building, owned
from khronos_lab.core.resolution import Entry, OpenChoice, Option, is_loss
from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook import (
    KINDS,
    RANKS,
    Said,
    Thing,
    Violation,
    building_thing,
    capital,
    catalogue,
    say,
)

Names = tuple[str, ...]
Found = dict[str, Any]


def caption(event: e.Event, names: Names) -> str:
    """One sentence in the present tense, with the clause in brackets."""
    sentence = catalogue().say(f"caption-{type(event).__name__}", values(event, names))
    return f"{capital(sentence)} ({event.clause})."


def violation_text(violation: Violation) -> str:
    """Why an action is forbidden, with the clause in brackets."""
    return violation.text()


def values(event: e.Event, names: Names) -> Found:
    """What the sentence about an event may speak of, by name."""
    found = {key: make(getattr(event, field), names) for field, key, make in _TOLD[type(event)]}
    building = getattr(event, "building", None)
    if building is not None:
        found["place"] = name(building.square)
    more = _MORE.get(type(event))
    if more is not None:
        more(found, event, names)
    return found


# ------------------------------------------------------------------ fields that many events have


def _player(seat: int, names: Names) -> str:
    return names[seat]


def _as_it_is(value: object, names: Names) -> object:
    return value


def _square(square: int, names: Names) -> str:
    return name(square)


def _squares(squares: tuple[int, ...], names: Names) -> tuple[str, ...]:
    return tuple(map(name, squares))


_FIELDS: Final[dict[str, tuple[str, Callable[..., object]]]] = {
    "seat": ("who", _player),
    "next_seat": ("next", _player),
    "age": ("age", _as_it_is),
    "kind": ("kind", _as_it_is),
    "origin": ("origin", _as_it_is),
    "target": ("target", _as_it_is),
    "amount": ("n", _as_it_is),
    "round": ("round", _as_it_is),
    "lacking": ("lacking", _as_it_is),
    "out_of_game": ("gone", _as_it_is),
    "building": ("building", owned),
    "old": ("old", owned),
    "buildings": ("buildings", lambda rivals, names: tuple(owned(each, names) for each in rivals)),
    "square": ("place", _square),
    "domain": ("place", _square),
    "domains": ("domains", _squares),
    "squares": ("squares", _squares),
    "strengths": (
        "strengths",
        lambda pairs, names: tuple({"place": name(sq), "n": n} for sq, n in pairs),
    ),
}
"""By field: what sentences call it, and how it is told."""

_TOLD: Final = {
    kind: tuple((each.name, *_FIELDS[each.name]) for each in fields(kind) if each.name in _FIELDS)
    for kind in cast("tuple[type[Any], ...]", e.EVENT_TYPES)
}


# ------------------------------------------------------------------ what only some have


def _cards(found: Found, event: Any, names: Names) -> None:
    hidden = getattr(event, "hidden", 0)
    found["n"] = sum(event.cards) + hidden
    found["cards"] = cards_text(event.cards, hidden)


def _swap(found: Found, event: e.OpenCardsSwapped, names: Names) -> None:
    found["n"] = sum(event.taken)
    found["taken"], found["given"] = cards_text(event.taken), cards_text(event.given)
    found["kind"] = next(kind for kind in KINDS if event.taken[kind])
    found["cards"] = tuple(
        Said("told-cards", {"n": event.given[kind], "kind": kind})
        for kind in KINDS
        if event.given[kind]
    )


def _own(thing: Thing) -> Thing:
    return thing._replace(which="which-own") if thing.owner else thing


def _upgrade(found: Found, event: e.BuildingUpgraded, names: Names) -> None:
    # Only its owner upgrades a building (A2), so nobody needs to be told whose it is.
    found["old"] = _own(found["old"])
    squares = event.building.squares
    found["area"] = f"{name(squares[0])}–{name(squares[-1])}"


def _shares(found: Found, seats: tuple[int, ...], names: Names) -> None:
    """Whose cubes: `cubes` together, `players` who have some, `shares` of each."""
    players = sorted(set(seats))
    found["cubes"], found["players"] = len(seats), len(players)
    found["owners"] = tuple(names[seat] for seat in players)
    found["shares"] = tuple({"who": names[seat], "n": seats.count(seat)} for seat in players)


def _leaves(found: Found, event: Any, names: Names) -> None:
    building = event.building
    owner = () if building.owner is None else (building.owner,)
    _shares(found, (*owner, *building.cubes), names)
    found["lifted"] = getattr(event, "lifted", False)
    found["source"] = owned(building, names, whole=True)


def _demolished(found: Found, event: e.BuildingDemolished, names: Names) -> None:
    _leaves(found, event, names)
    if event.building.owner == event.seat:
        found["building"] = _own(found["building"])


def _shadow(found: Found, event: Any, names: Names) -> None:
    building = event.building
    found["ruin"] = building.ruin
    found["kind"] = building.kind
    found["owner"] = "" if building.owner is None else names[building.owner]
    found["source"] = owned(building, names, whole=True)


def _blocked(found: Found, event: e.ShadowBlocked, names: Names) -> None:
    _shadow(found, event, names)
    older = event.older
    found["reason"] = "equal" if event.clause == "B3b" else "connect" if older is None else "older"
    if older is not None:
        found["older"] = name(older)
        found["others"] = tuple(name(sq) for sq in event.domains if sq != older)
        found["n"] = len(found["others"])


def _split(found: Found, event: e.DomainSplit, names: Names) -> None:
    found["first"], *rest = found["domains"]
    found["rest"] = tuple({"place": each} for each in rest)


def _choice(found: Found, event: e.ChoiceMade, names: Names) -> None:
    what = event.choice
    if isinstance(what, Building):
        found["choice"] = "building"
        thing = owned(what, names)
        found["building"] = _own(thing) if what.owner == event.seat else thing
    elif event.clause == "B8":
        found["choice"], found["other"] = "player", names[what]
    else:
        found["choice"], found["place"] = "square", name(what)


def _ended(found: Found, event: e.GameEnded, names: Names) -> None:
    found["winners"] = tuple(names[seat] for seat in event.winners)
    found["several"] = len(event.winners) > 1
    found["n"] = max(event.coins)


_MORE: Final[dict[type[e.Event], Callable[..., None]]] = {
    e.CardsPlayed: _cards,
    e.CardsDiscarded: _cards,
    e.CardsDrawn: _cards,
    e.PileRenewed: _cards,
    e.OpenCardsSwapped: _swap,
    e.BuildingUpgraded: _upgrade,
    e.BuildingDemolished: _demolished,
    e.RuinRestored: _leaves,
    e.ShadowFalls: _shadow,
    e.ShadowBlocked: _blocked,
    e.ShadowMissing: _shadow,
    e.BuildingErased: _leaves,
    e.HamletCovered: _leaves,
    e.ShadowCast: _shadow,
    e.CubesMoved: lambda found, event, names: _shares(found, event.cubes, names),
    e.DomainSplit: _split,
    e.ChoiceMade: _choice,
    e.BuildingDestroyed: _leaves,
    e.ShadowWithdrawn: _leaves,
    e.ShadowReplaced: lambda found, event, names: _shares(found, event.old.cubes, names),
    e.GameEnded: _ended,
}


# ------------------------------------------------------------------ what players decide


def question_text(question: OpenChoice, names: Names) -> str:
    """What is to be decided, by whom and between what, with the clause in brackets."""
    options = tuple(_option(question, each, names) for each in question.options)
    told = {"who": names[question.seat], "age": question.age, "options": options}
    key = "question-yields"
    if question.subject is not None:
        told["subject"] = owned(question.subject, names)
        key = "question-cube" if question.clause == "B8" else "question-square"
    return f"{capital(say(key, **told))} ({question.clause})."


def option_text(question: OpenChoice, option: Option, names: Names) -> str:
    """One option of a question, for a button: a building, a square or a player's name."""
    shown = _option(question, option, names)
    return shown if isinstance(shown, str) else say("option-building", building=shown)


def _option(question: OpenChoice, option: Option, names: Names) -> str | Thing:
    if isinstance(option, Building):
        return owned(option, names)
    return names[option] if question.clause == "B8" else name(option)


def action_text(action: a.Action) -> str:
    """What a player wants to do, before anything has happened."""
    kind = type(action)
    return say(f"deed-{kind.__name__}", **_ACTIONS[kind](action))


def _placed(action: a.Build | a.Upgrade) -> dict[str, object]:
    known, unpaid = action.rank in RANKS, a.is_unpaid(action)
    return {
        "known": known,
        "building": building_thing(action.kind, action.rank) if known else str(action.rank),
        "place": name(action.square),
        "age": action.age,
        "paid": not unpaid,
        "cards": "" if unpaid else cards_text(action.cards),
    }


def _swapped(action: a.Swap) -> dict[str, object]:
    known = action.kind in KINDS
    return {
        "known": known,
        "kind": KINDS[action.kind] if known else str(action.kind),
        "n": sum(action.cards),
        "cards": cards_text(action.cards),
    }


def _end(action: a.EndTurn) -> dict[str, object]:
    if action.discard is None:
        return {"discards": False}
    return {"discards": True, "cards": cards_text(action.discard, action.hidden)}


_ACTIONS: Final[dict[type[a.Action], Callable[[Any], dict[str, object]]]] = {
    a.Exchange: lambda v: {"cards": cards_text(v.cards, v.hidden)},
    a.Swap: _swapped,
    a.Travel: lambda v: {"origin": v.origin, "target": v.target},
    a.Build: _placed,
    a.Upgrade: _placed,
    a.Demolish: lambda v: {"place": name(v.square), "age": v.age},
    a.Populate: lambda v: {"place": name(v.square)},
    a.Restore: lambda v: {"place": name(v.square)},
    a.EndTurn: _end,
}


# ------------------------------------------------------------------ whole moves and turns

MOST_NAMED: Final = 2
"""Losses that are named one by one; the rest are counted."""


def move_sentence(log: Sequence[Entry]) -> str:
    """What a move does, without its subject: "builds a keep at d3 in Might and erases …".

    The name of the player stands before it, or above it in a list. What a paradox erases and what
    conflicts destroy or reduce is part of the sentence; shadows that just follow or grow are not.
    """
    names = tuple(player.name for player in log[0].players) if log else ()
    said = [*_deed(log, names), *_losses(log, names)]
    return say("list-and", items=tuple(said))


def turn_sentence(logs: Sequence[Sequence[Entry]]) -> str:
    """A whole turn in one sentence, without its subject: what its moves do, one after the other.

    That a turn ends is only said if it pays, or if nothing else was done.
    """
    told = [log for log in logs if not _just_ends(log)] or logs
    return "; ".join(move_sentence(log) for log in told)


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
