"""What questions are made of: texts in both languages, an action in words, buildings to choose."""

from __future__ import annotations

from typing import NamedTuple

from khronos_lab.core.actions import (
    Action,
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.core.board import Building, owned
from khronos_lab.core.squares import name
from khronos_lab.core.state import GameState, cards_text
from khronos_lab.rulebook.language import LANGUAGES, Said, Thing, spoken
from khronos_lab.rulebook.pieces import building_thing


class Words(NamedTuple):
    """A text that somebody has written in both languages, as in the file of a scenario."""

    en: str
    de: str

    def text(self, language: str | None = None) -> str:
        """The text in a language, or in the one that is set.

        >>> Words("keep", "Burg").text("de")
        'Burg'
        """
        return self[LANGUAGES.index(spoken(language))]


Text = Said | Words
"""A message of the catalogues or a text of a file; both are read by `text(language)`."""


def label(building: Building, names: tuple[str, ...]) -> Said:
    """A building as one of several to choose from: `b1: keep (Ann)`, `c2: printed hamlet`."""
    thing = owned(building, names)
    told = {"place": name(building.square), "building": thing, "owner": thing.owner}
    return Said("choice-building", {**told, "owned": building.owner is not None})


def title(state: GameState, action: Action) -> Said:
    """What somebody does, with a capital and without a full stop."""
    return Said("sentence-title", {"said": does(state, action)})


def does(state: GameState, action: Action) -> Said:
    """What somebody does: `Ann builds a keep at b1 in Might`; payments are left out."""
    told: dict[str, object] = {"who": state.player.name}
    match action:
        case Build() | Upgrade():
            told["building"] = building_thing(action.kind, action.rank)
            told |= {"place": name(action.square), "age": action.age}
            if isinstance(action, Upgrade):
                return _upgrades(state, action, told)
            return Said("caption-BuildingBuilt", told)
        case Demolish(age=age, square=square):
            building = state.boards[age].buildings.get(square)
            if building is None:
                return Said("does-Demolish", {**told, "place": name(square), "age": age})
            told |= {"building": _which(building, state), "age": age, "players": 0}
            return Said("caption-BuildingDemolished", told)
        case Travel(origin=origin, target=target):
            return Said("caption-AdventurerTravelled", {**told, "origin": origin, "target": target})
        case Swap(kind=kind, cards=cards):
            told |= {"n": sum(cards), "given": cards_text(cards)}
            return Said("caption-OpenCardsSwapped", {**told, "taken": kind.letter * sum(cards)})
        case Exchange(cards=cards, hidden=hidden):
            return Said("does-Exchange", {**told, "cards": cards_text(cards, hidden)})
        case Populate(square=square) | Restore(square=square):
            return Said(f"does-{type(action).__name__}", {**told, "place": name(square)})
        case EndTurn():
            return Said("does-EndTurn", told)
    raise AssertionError(action)


def _upgrades(state: GameState, action: Upgrade, told: dict[str, object]) -> Said:
    new = Building(action.kind, action.rank, action.square)
    inside = [
        each
        for each in state.boards[action.age].overlapping(new.mask)
        if each.kind is new.kind and each.rank < new.rank
    ]
    if len(inside) != 1:
        return Said("does-Upgrade", told)
    area = f"{name(new.squares[0])}–{name(new.squares[-1])}"
    return Said("caption-BuildingUpgraded", {**told, "old": _which(inside[0], state), "area": area})


def _which(building: Building, state: GameState) -> Thing:
    """A building; whose it is need not be said if it belongs to the player to act."""
    thing = owned(building, state.names)
    return thing._replace(which="which-own") if building.owner == state.seat else thing
