"""Why an action is forbidden, in German; the English sentences stand beside the rules themselves.

The English sentence is the key: whoever changes one there is told by a test to change it here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from khronos_lab.core.board import Building
from khronos_lab.core.squares import name
from khronos_lab.rulebook.errors import Violation
from khronos_lab.rulebook.language.german import (
    IN_AGE,
    KIND_STEMS,
    NO,
    NOUNS,
    THE,
    A,
    Case,
)
from khronos_lab.rulebook.language.old_tables import coins, counted, listed

Values = Mapping[str, Any]


def _the(building: Building, case: Case = "nom", *, placed: bool = True) -> str:
    """`die Burg auf f4`, or without its place; whose it is does not matter to a rule here."""
    said = THE[building.kind, building.rank, building.ruin, case]
    return f"{said} auf {name(building.square)}" if placed else said


def _a(building: Building, case: Case = "nom") -> str:
    return A[building.kind, building.rank, building.ruin, case]


def _kind(building: Building) -> str:
    return KIND_STEMS[building.kind]


def _cards(number: int, kind: int) -> str:
    """`1 militärische Karte`, `2 militärische Karten`."""
    return f"{number} {KIND_STEMS[kind]}e {'Karte' if number == 1 else 'Karten'}"


def _more(number: int) -> str:
    return f"nur noch {number}" if number else "keine mehr"


def _price(values: Values, what: str) -> str:
    return f"{what} kostet {coins(int(values['price']), 'de')}, und {values['player']} hat " + (
        f"{values['coins']}" if values["coins"] else "keinen"
    )


def _domains(values: Values) -> str:
    places = listed(values["places"], "de")
    return f"{_the(values['building'])} würde die Domänen bei {places} verbinden"


def _equal(values: Values) -> str:
    building = values["building"]
    return (
        f"{_the(building)} wäre so groß wie das höchste {_kind(building)}e Gebäude der Domäne, "
        f"{_the(values['rival'])}"
    )


def _plural(building: Building) -> str:
    return NOUNS[building.name].plural


GERMAN: Final[dict[str, Callable[[Values], str]]] = {
    # T, V: the turn and its cards.
    "the game is over": lambda v: "die Partie ist zu Ende",
    "{player} cannot hold the cards {cards}: all {number} {kind.word} cards are seen elsewhere": (
        lambda v: (
            f"{v['player']} kann die Karten {v['cards']} nicht haben: Alle {v['number']} "
            f"{KIND_STEMS[v['kind']]}en Karten sind anderswo zu sehen"
        )
    ),
    "{player} cannot use the cards {cards}: the hand is {hand}": lambda v: (
        f"{v['player']} kann die Karten {v['cards']} nicht benutzen: Auf der Hand sind {v['hand']}"
    ),
    "cards can be exchanged only once a turn": lambda v: (
        "Karten können nur einmal je Zug getauscht werden"
    ),
    "cards can be exchanged only before the first action of the turn": lambda v: (
        "Karten können nur vor der ersten Aktion des Zuges getauscht werden"
    ),
    "an exchange discards at least one card": lambda v: (
        "bei einem Tausch wird mindestens eine Karte abgeworfen"
    ),
    "an exchange costs {price} and {player} has {coins}": lambda v: _price(v, "ein Tausch"),
    "there are open cards only in Hold'em": lambda v: "offene Karten gibt es nur bei Hold'em",
    "open cards can be taken only once a turn": lambda v: (
        "offene Karten können nur einmal je Zug genommen werden"
    ),
    "open cards can be taken only before the first action of the turn": lambda v: (
        "offene Karten können nur vor der ersten Aktion des Zuges genommen werden"
    ),
    "a swap takes at least one open card of one kind": lambda v: (
        "es wird mindestens eine offene Karte einer Art genommen"
    ),
    "only {number} {kind.word} cards lie open": lambda v: (
        f"nur {_cards(v['number'], v['kind'])} {'liegt' if v['number'] == 1 else 'liegen'} offen"
    ),
    "a journey leads to another age": lambda v: "eine Reise führt in ein anderes Zeitalter",
    "{player} has no adventurer in {age.title}": lambda v: (
        f"{v['player']} hat {IN_AGE[v['age']]} keinen Abenteurer"
    ),
    "a journey costs {price} and {player} has {coins}": lambda v: _price(v, "eine Reise"),
    "all unused cards are discarded; only the first edition has a choice": lambda v: (
        "alle nicht benutzten Karten werden abgeworfen; nur die erste Auflage lässt die Wahl"
    ),
    "the first edition asks which unused cards to discard": lambda v: (
        "in der ersten Auflage ist anzugeben, welche nicht benutzten Karten abgeworfen werden"
    ),
    "this takes {number} in {age.title}, and the adventurers there may play {allowed} more "
    "this turn": lambda v: (
        f"das braucht {counted(int(v['number']), 'card', 'de')} {IN_AGE[v['age']]}, und die "
        f"Abenteurer dort dürfen in diesem Zug {_more(v['allowed'])} spielen"
    ),
    # A: actions.
    "the {building} costs {price} {building.kind.word}, not {cards}": lambda v: (
        f"{_the(v['building'])} kostet {_cards(v['price'], v['building'].kind)}, nicht {v['cards']}"
    ),
    "the {building} costs {price} {building.kind.word} and {extra} more of any kind (G2), "
    "not {cards}": lambda v: (
        f"{_the(v['building'])} kostet {_cards(v['price'], v['building'].kind)} und {v['extra']} "
        f"weitere beliebiger Art (G2), nicht {v['cards']}"
    ),
    "players build and upgrade only in Might and Faith": lambda v: (
        "gebaut und ausgebaut wird nur in den Zeitaltern der Macht und des Glaubens"
    ),
    "there is no building of rank {rank}": lambda v: f"es gibt kein Gebäude der Größe {v['rank']}",
    "square {square} is not on the map": lambda v: (
        f"das Feld {v['square']} liegt nicht auf der Karte"
    ),
    "the {building} does not fit on the map": lambda v: (
        f"{_a(v['building'])} auf {name(v['building'].square)} passt nicht auf die Karte"
    ),
    "no {building.name} is left in the supply": lambda v: (
        f"im Vorrat ist {NO[v['building'].kind, v['building'].rank, False, 'nom']} mehr"
    ),
    "not free in {age.title}: {places}": lambda v: f"{IN_AGE[v['age']]} nicht frei: {v['places']}",
    "{player} has no cube left to own the {building.name}": lambda v: (
        f"{v['player']} hat keinen Kontrollwürfel mehr für {_a(v['building'], 'acc')}"
    ),
    "the {building} is {owner}'s; only its owner upgrades it": lambda v: (
        f"{_the(v['building'])} gehört {v['owner']}; ausbauen darf nur, wem das Gebäude gehört"
    ),
    "no building stands where the {new} would": lambda v: (
        f"wo {_the(v['new'])} stehen würde, steht kein Gebäude"
    ),
    "two buildings are never fused to one {new.name}": lambda v: (
        f"zwei Gebäude werden nie zu {_a(v['new'], 'dat')} verschmolzen"
    ),
    "the squares of the {new.name} are not free: {others}": lambda v: (
        f"die Felder {_the(v['new'], 'gen', placed=False)} sind nicht frei: "
        + ", ".join(_the(each) for each in v["others"])
    ),
    "the {new.name} would not contain the {old} entirely": lambda v: (
        f"{_the(v['new'], placed=False)} würde {_the(v['old'], 'acc')} nicht ganz enthalten"
    ),
    "buildings are demolished only in Might and Faith": lambda v: (
        "abgerissen wird nur in den Zeitaltern der Macht und des Glaubens"
    ),
    "the printed {building} is never demolished": lambda v: (
        f"der gedruckte Weiler auf {name(v['building'].square)} wird nie abgerissen"
    ),
    "the {building} is too large to be demolished": lambda v: (
        f"{_the(v['building'])} ist zu groß, um abgerissen zu werden"
    ),
    "a demolition costs {price} and {player} has {coins}": lambda v: _price(v, "ein Abriss"),
    "cubes settle on civil buildings, not on the {building}": lambda v: (
        f"bevölkert werden bürgerliche Gebäude, nicht {_the(v['building'])}"
    ),
    "the {building} in Reason is full": lambda v: (
        f"{_the(v['building'])} im Zeitalter der Vernunft ist voll"
    ),
    "{player} has no cube left": lambda v: f"{v['player']} hat keinen Kontrollwürfel mehr",
    "the {building} is no ruin": lambda v: f"{_the(v['building'])} ist keine Ruine",
    "{player} has no cube left to begin the {building}": lambda v: (
        f"{v['player']} hat keinen Kontrollwürfel mehr, um {_the(v['building'], 'acc')} zu beginnen"
    ),
    "nothing stands at {place}": lambda v: f"auf {v['place']} steht nichts",
    "the {building.name} on {place} is named by its first square, {first}": lambda v: (
        f"{_the(v['building'], placed=False)} auf {v['place']} wird nach dem ersten Feld benannt, "
        f"{v['first']}"
    ),
    # G, D, H: where a building may stand.
    "the {building.name} may not cover the river at {places}; only towns and cities may": (
        lambda v: (
            f"{_a(v['building'])} darf den Fluss auf {v['places']} nicht bedecken; das dürfen nur "
            "Dörfer und Städte"
        )
    ),
    "the {building} would connect the domains at {places}": _domains,
    "the {building} would equal the highest {building.kind.word} building of its domain, "
    "the {rival}": _equal,
    # Positions made by hand.
    "{number} {building.name}s are highest in one domain of {age.title}: {places}": lambda v: (
        f"{v['number']} {_plural(v['building'])} sind die höchsten einer Domäne "
        f"{IN_AGE[v['age']]}: {v['places']}"
    ),
    "the {building} in {age.title} covers the river": lambda v: (
        f"{_the(v['building'])} {IN_AGE[v['age']]} bedeckt den Fluss"
    ),
    "the {building} in {age.title} stands on a printed hamlet": lambda v: (
        f"{_the(v['building'])} {IN_AGE[v['age']]} steht auf einem gedruckten Weiler"
    ),
    "the {building} in {age.title} covers several printed hamlets": lambda v: (
        f"{_the(v['building'])} {IN_AGE[v['age']]} bedeckt mehrere gedruckte Weiler"
    ),
    "the {building} in {age.title} lies on a printed hamlet": lambda v: (
        f"{_the(v['building'])} {IN_AGE[v['age']]} liegt auf einem gedruckten Weiler"
    ),
    "the {building} in {age.title} holds more than {limit} cubes": lambda v: (
        f"{_the(v['building'])} {IN_AGE[v['age']]} trägt mehr als {v['limit']} Kontrollwürfel"
    ),
    "the {building} in {age.title} carries more than one cube": lambda v: (
        f"{_the(v['building'])} {IN_AGE[v['age']]} trägt mehr als einen Kontrollwürfel"
    ),
}
"""By English sentence: a function that makes the German one of its values."""


def _german(violation: Violation) -> str:
    return GERMAN[violation.sentence](violation.values)


REASONS: Final[dict[str, Callable[[Violation], str]]] = {
    "en": lambda violation: violation.reason,
    "de": _german,
}
