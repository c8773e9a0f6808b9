"""Captions: every event as one sentence, in the language asked for.

The sentences are in the catalogues as `caption-…` with the event's name; here are only the values
that they speak of. Nothing in this module knows a language. None for the language is the setting,
see `rulebook.language`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, cast

from khronos_lab.core import events as e
from khronos_lab.core.actions import Action
from khronos_lab.core.board import Building, owned
from khronos_lab.core.captions import decisions
from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook.errors import Violation
from khronos_lab.rulebook.language import catalogue
from khronos_lab.rulebook.language.things import Said, Thing, capital
from khronos_lab.rulebook.pieces import KINDS, REASON

if TYPE_CHECKING:
    from khronos_lab.core.resolution import Option, Question

Names = tuple[str, ...]
Found = dict[str, Any]


def caption(event: e.Event, names: Names, language: str | None = None) -> str:
    """One sentence in the present tense, with the clause in brackets."""
    sentence = catalogue(language).say(f"caption-{type(event).__name__}", values(event, names))
    return f"{capital(sentence)} ({event.clause})."


def question_text(question: Question, names: Names, language: str | None = None) -> str:
    """What is to be decided, by whom and between what, with the clause in brackets."""
    sentence = decisions.question_said(question, names).text(language)
    return f"{capital(sentence)} ({question.clause})."


def option_text(
    question: Question, option: Option, names: Names, language: str | None = None
) -> str:
    """One option of a question, for a button: a building, a square or a player's name."""
    said = decisions.option_said(question, option, names)
    return said if isinstance(said, str) else said.text(language)


def action_text(action: Action, language: str | None = None) -> str:
    """What a player wants to do, before anything has happened."""
    return decisions.action_said(action).text(language)


def violation_text(violation: Violation, language: str | None = None) -> str:
    """Why an action is forbidden, with the clause in brackets."""
    return violation.text(language)


def values(event: e.Event, names: Names) -> Found:
    """What the sentence about an event may speak of, by name."""
    found: Found = {}
    for field, give in _GIVERS[type(event)]:
        give(found, getattr(event, field), names)
    more = _MORE.get(type(event))
    if more is not None:
        more(found, event, names)
    return found


# ------------------------------------------------------------------ fields that many events have


def _player(key: str) -> Callable[..., None]:
    def give(found: Found, seat: int, names: Names) -> None:
        found[key] = names[seat]

    return give


def _as_it_is(key: str) -> Callable[..., None]:
    def give(found: Found, value: object, names: Names) -> None:
        found[key] = value

    return give


def _square(found: Found, square: int, names: Names) -> None:
    found["place"] = name(square)


def _squares(key: str) -> Callable[..., None]:
    def give(found: Found, squares: tuple[int, ...], names: Names) -> None:
        found[key] = tuple(map(name, squares))

    return give


def _building(found: Found, building: Building, names: Names) -> None:
    found["building"] = owned(building, names)
    found["place"] = name(building.square)


def _old(found: Found, building: Building, names: Names) -> None:
    found["old"] = owned(building, names)


_FIELDS: Final[dict[str, Callable[..., None]]] = {
    "seat": _player("who"),
    "next_seat": _player("next"),
    "age": _as_it_is("age"),
    "kind": _as_it_is("kind"),
    "origin": _as_it_is("origin"),
    "target": _as_it_is("target"),
    "amount": _as_it_is("n"),
    "round": _as_it_is("round"),
    "lacking": _as_it_is("lacking"),
    "out_of_game": _as_it_is("gone"),
    "building": _building,
    "old": _old,
    "square": _square,
    "domain": _square,
    "domains": _squares("domains"),
    "squares": _squares("squares"),
}
_GIVERS: Final = {
    kind: tuple((each.name, _FIELDS[each.name]) for each in fields(kind) if each.name in _FIELDS)
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
    """A building that goes: whose cubes it gives back."""
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


def _replaced(found: Found, event: e.ShadowReplaced, names: Names) -> None:
    _shares(found, event.old.cubes, names)


def _moved(found: Found, event: e.CubesMoved, names: Names) -> None:
    _shares(found, event.cubes, names)


def _conflict(found: Found, event: e.ConflictFound, names: Names) -> None:
    found["buildings"] = tuple(owned(each, names) for each in event.buildings)


def _strengths(found: Found, event: e.StrengthsCompared, names: Names) -> None:
    found["strengths"] = tuple({"place": name(sq), "n": n} for sq, n in event.strengths)


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


def _in_reason(found: Found, event: e.CubePlaced | e.CubeKept, names: Names) -> None:
    found["age"] = REASON


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
    e.CubePlaced: _in_reason,
    e.RuinRestored: _leaves,
    e.ShadowFalls: _shadow,
    e.ShadowBlocked: _blocked,
    e.ShadowMissing: _shadow,
    e.BuildingErased: _leaves,
    e.HamletCovered: _leaves,
    e.ShadowCast: _shadow,
    e.CubesMoved: _moved,
    e.CubeKept: _in_reason,
    e.DomainSplit: _split,
    e.ConflictFound: _conflict,
    e.StrengthsCompared: _strengths,
    e.ChoiceMade: _choice,
    e.BuildingDestroyed: _leaves,
    e.ShadowWithdrawn: _leaves,
    e.ShadowReplaced: _replaced,
    e.GameEnded: _ended,
}
