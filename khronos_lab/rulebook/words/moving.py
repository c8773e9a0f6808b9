"""Words of choosing a move, square by square, and of keeping other moves as variations."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.words.vocabulary import Words

MOVING: Final[dict[str, Words]] = {
    "move.title": ("Move", "Spielzug"),
    "move.to": ("To", "Nach"),
    "move.open": ("Take open cards", "Offene Karten nehmen"),
    "move.hidden": ("hidden", "verdeckt"),
    "move.draws": ("Draws", "Zieht"),
    "move.draw.chance": ("by chance", "nach Zufall"),
    "move.draw.hidden": ("nobody sees", "niemand sieht sie"),
    "move.draw.given": ("these cards", "diese Karten"),
    "move.play": ("Play", "Ausführen"),
    "move.back": ("Take back", "Zurücknehmen"),
    "move.back_hint": ("Take the last choice back", "Die letzte Wahl zurücknehmen"),
    "move.clear": ("Choose anew", "Neu wählen"),
    "move.ready": ("Ready", "Bereit"),
    "move.over": ("The game is over (T7).", "Die Partie ist zu Ende (T7)."),
    "move.next.verb": ("Choose an action.", "Wähle eine Aktion."),
    "move.next.building": ("Choose a building.", "Wähle ein Gebäude."),
    "move.next.square": ("Click a square.", "Klicke auf ein Feld."),
    "move.next.origin": (
        "Choose the age where the journey begins.",
        "Wähle das Zeitalter, in dem die Reise beginnt.",
    ),
    "move.next.target": (
        "Choose the age where the journey leads, or click its board.",
        "Wähle das Zeitalter, in das die Reise führt, oder klicke auf seinen Spielplan.",
    ),
    "move.next.kind": ("Choose which open cards to take.", "Wähle, welche offenen Karten."),
    "move.next.cards": ("Choose cards of the hand.", "Wähle Handkarten."),
    "move.enter_draws": (
        "Enter the cards that are drawn:",
        "Gib die Karten ein, die gezogen werden:",
    ),
    "move.first.verb": (
        "Choose an action first, then a square.",
        "Wähle zuerst eine Aktion, dann ein Feld.",
    ),
    "move.first.building": (
        "Choose a building first, then a square.",
        "Wähle zuerst ein Gebäude, dann ein Feld.",
    ),
    "move.first.cards": (
        "This action is about cards; no square is needed.",
        "Bei dieser Aktion geht es um Karten; ein Feld ist nicht nötig.",
    ),
    "move.none.build": (
        "There is no room for it on the boards, or no tile",
        "Auf den Spielplänen ist kein Platz dafür, oder es fehlt ein Plättchen",
    ),
    "move.none.upgrade": (
        "Nothing on the boards can be upgraded to it, or there is no tile",
        "Nichts auf den Spielplänen lässt sich dazu ausbauen, oder es fehlt ein Plättchen",
    ),
    "move.none.demolish": (
        "No rank 1 tile stands in Might or Faith",
        "In Macht und Glaube steht kein kleines Plättchen",
    ),
    "move.none.populate": (
        "No civil building in Reason has room, or no cube is left",
        "Kein bürgerliches Gebäude der Vernunft hat Platz, oder es ist kein Kontrollwürfel da",
    ),
    "move.none.restore": (
        "There is no ruin in Reason that could be restored",
        "In der Vernunft gibt es keine Ruine, die restauriert werden könnte",
    ),
    "move.none.cards": ("There are no cards in the hand", "Auf der Hand sind keine Karten"),
    "move.no_option": (
        "This square is none of those to choose from",
        "Dieses Feld steht nicht zur Wahl",
    ),
    "move.choose_player": (
        "Choose the player beside the boards",
        "Wähle die Person neben den Spielplänen",
    ),
    "move.map_answers": (
        "Dots: the squares to choose from.",
        "Punkte: die Felder, die zur Wahl stehen.",
    ),
}
"""By key: the words in English and German."""
