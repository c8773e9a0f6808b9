"""Speech: what questions and explanations are made of, in English and German.

Buildings, ages, actions and the point of each clause, as parts of sentences. The terms are those of
the rules page's table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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
from khronos_lab.core.board import Building
from khronos_lab.core.squares import name
from khronos_lab.core.state import GameState, cards_text
from khronos_lab.rulebook.language import LANGUAGES, german, old_tables, say, spoken
from khronos_lab.rulebook.language.old_tables import building_word
from khronos_lab.rulebook.pieces import AGES, BUILDING_NAMES, Kind, name_of


class Words(NamedTuple):
    """One text in both languages."""

    en: str
    de: str

    def said(self, language: str | None = None) -> str:
        """The text in a language, or in the one that is set.

        >>> Words("keep", "Burg").said("de")
        'Burg'
        """
        return self.de if spoken(language) == "de" else self.en


def words_of(key: str) -> Words:
    """A term in both languages."""
    return Words(say(key, "en"), say(key, "de"))


# ------------------------------------------------------------------ ages and buildings

IN_AGE: Final = tuple(
    Words(f"in {age.title}", said) for age, said in zip(AGES, german.IN_AGE, strict=True)
)


def a_building(kind: Kind, rank: int, case: german.Case = "acc") -> Words:
    """`a keep`, in German in a case."""
    title = name_of(kind, rank)
    article = "an" if title[0] in "aeiou" else "a"
    return Words(f"{article} {title}", german.A[kind, rank, False, case])


def the_building(building: Building, names: tuple[str, ...], case: german.Case = "acc") -> Words:
    """`Ann's keep at b1`, in German in a case."""
    place = name(building.square)
    title = german.THE[building.kind, building.rank, building.ruin, case]
    if building.owner is not None:
        owner = names[building.owner]
        return Words(f"{owner}'s {building.name} at {place}", f"{title} von {owner} auf {place}")
    if building.printed:
        return Words(f"the printed hamlet at {place}", f"{german.PRINTED[case]} auf {place}")
    return Words(f"the {building.name} at {place}", f"{title} auf {place}")


def label(building: Building, names: tuple[str, ...]) -> Words:
    """A building as one of several to choose from: `b1: keep (Ann)`, `c2: printed hamlet`."""
    kind, rank, ruin = building.kind, building.rank, building.ruin
    place = name(building.square)
    if building.printed:
        return Words(*(f"{place}: {said}" for said in words_of("building-printed")))
    owner = "" if building.owner is None else f" ({names[building.owner]})"
    said = (f"{place}: {building_word(kind, rank, each, ruin=ruin)}{owner}" for each in LANGUAGES)
    return Words(*said)


def listed(parts: list[Words]) -> Words:
    """Words joined by commas and a last `and`."""
    return Words(
        old_tables.listed((part.en for part in parts), "en"),
        old_tables.listed((part.de for part in parts), "de"),
    )


# ------------------------------------------------------------------ actions


def does(state: GameState, action: Action) -> Words:
    """What somebody does: `Ann builds a keep at b1 in Might`; payments are left out."""
    who = state.player.name
    if isinstance(action, Build):
        what, where = a_building(action.kind, action.rank), IN_AGE[action.age]
        place = name(action.square)
        return Words(
            f"{who} builds {what.en} at {place} {where.en}",
            f"{who} baut {where.de} {what.de} auf {place}",
        )
    if isinstance(action, Upgrade):
        return _upgrades(state, action, who)
    if isinstance(action, Demolish):
        return _demolishes(state, action, who)
    return _short(action, who)


_TO_A: Final = tuple(
    tuple(
        f"{'zur' if noun.gender == 'f' else 'zum'} {noun.word}" if noun else ""
        for noun in (german.NOUNS.get(title) for title in titles)
    )
    for titles in BUILDING_NAMES
)
"""By kind and rank: what something grows to, `zur Burg`."""


def _upgrades(state: GameState, action: Upgrade, who: str) -> Words:
    what, where = a_building(action.kind, action.rank), IN_AGE[action.age]
    place, to = name(action.square), _TO_A[action.kind][action.rank]
    board = state.boards[action.age]
    inside = [
        each
        for each in board.overlapping(Building(action.kind, action.rank, action.square).mask)
        if each.kind is action.kind and each.rank < action.rank
    ]
    if len(inside) != 1:
        return Words(
            f"{who} makes {what.en} at {place} {where.en} by an upgrade",
            f"{who} errichtet {where.de} durch Ausbau {what.de} auf {place}",
        )
    old = _own_or(inside[0], state)
    if inside[0].square == action.square:
        # The place is told once.
        return Words(
            f"{who} upgrades {old.en} {where.en} to {what.en}",
            f"{who} baut {where.de} {old.de} {to} aus",
        )
    return Words(
        f"{who} upgrades {old.en} {where.en} to {what.en} at {place}",
        f"{who} baut {where.de} {old.de} {to} auf {place} aus",
    )


def _own_or(building: Building, state: GameState) -> Words:
    """A building, or `their own keep at b1` if it belongs to the player to act."""
    if building.owner != state.seat:
        return the_building(building, state.names)
    place = name(building.square)
    own = german.OWN[building.kind, building.rank, False, "acc"]
    return Words(f"their own {building.name} at {place}", f"{own} auf {place}")


def _demolishes(state: GameState, action: Demolish, who: str) -> Words:
    building = state.boards[action.age].buildings.get(action.square)
    where, place = IN_AGE[action.age], name(action.square)
    if building is None:
        return Words(f"{who} demolishes {place} {where.en}", f"{who} reißt {where.de} {place} ab")
    what = _own_or(building, state)
    return Words(f"{who} demolishes {what.en} {where.en}", f"{who} reißt {where.de} {what.de} ab")


def _short(action: Action, who: str) -> Words:
    match action:
        case Populate(square=sq):
            return Words(
                f"{who} puts a cube on the civil building at {name(sq)} in Reason",
                f"{who} setzt im Zeitalter der Vernunft einen Kontrollwürfel auf das bürgerliche "
                f"Gebäude auf {name(sq)}",
            )
        case Restore(square=sq):
            return Words(
                f"{who} plays a card to restore the ruin at {name(sq)} in Reason",
                f"{who} spielt im Zeitalter der Vernunft eine Karte, um die Ruine auf {name(sq)} "
                "zu restaurieren",
            )
        case Travel(origin=origin, target=target):
            return Words(
                f"an adventurer of {who} travels from {origin.title} to {target.title}",
                f"ein Abenteurer von {who} reist {german.FROM_AGE[origin]} "
                f"{german.INTO_AGE[target]}",
            )
        case Exchange(cards=cards, hidden=hidden):
            given = cards_text(cards, hidden)
            return Words(f"{who} exchanges the cards {given}", f"{who} tauscht die Karten {given}")
        case Swap(kind=kind, cards=cards):
            given, taken = cards_text(cards), kind.letter * sum(cards)
            one = len(taken) == 1
            return Words(
                f"{who} takes the open {'card' if one else 'cards'} {taken} and lays down {given}",
                f"{who} nimmt die {'offene Karte' if one else 'offenen Karten'} {taken} und legt "
                f"dafür {given} aus",
            )
        case EndTurn():
            return Words(f"{who} ends the turn", f"{who} beendet den Zug")
    raise AssertionError(action)
