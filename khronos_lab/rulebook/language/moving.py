"""Words of choosing a move, square by square, and of keeping other moves as variations."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language.vocabulary import Words

MOVING: Final[dict[str, Words]] = {
    "move.title": ("Move", "Spielzug"),
    "move.to": ("To", "Nach"),
    "move.open": ("Take open cards", "Offene Karten nehmen"),
    "move.hidden": ("hidden", "verdeckt"),
    "move.discards": ("Discards", "Wirft ab"),
    "move.gives": ("Gives", "Gibt"),
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
    "tip.what_if": ("What if: try other moves (w)", "Was wäre wenn: andere Züge versuchen (w)"),
    "button.what_if": ("What if", "Was wäre wenn"),
    "branch.title": ("What if, from:", "Was wäre wenn, ab:"),
    "branch.game": ("the game as played", "die Partie, wie gespielt"),
    "branch.before": ("before", "vor"),
    "branch.after": ("after", "nach"),
    "branch.at_start": ("at the start", "am Anfang"),
    "branch.at_end": ("the game is over", "die Partie ist zu Ende"),
    "branch.play": ("Play it", "Ausführen"),
    "branch.over": ("Hand over to", "Übergeben an"),
    "branch.turn": ("to the end of the turn", "bis zum Ende des Zuges"),
    "branch.end": ("to the end of the game", "bis zum Ende der Partie"),
    "branch.games": ("or finish", "oder zu Ende spielen:"),
    "branch.many": ("times, see how it ends", "Mal, und sehen, wie es ausgeht"),
    "branch.many_hint": (
        "Every time cards fall otherwise. Nothing of it is kept in the record.",
        "Jedes Mal fallen die Karten anders. Nichts davon kommt in die Aufzeichnung.",
    ),
    "branch.stop": ("Stop", "Anhalten"),
    "branch.line": ("This line", "Diese Variante"),
    "branch.name": ("Name of the variation", "Name der Variante"),
    "branch.name_hint": ("for example: Keep first", "zum Beispiel: Erst die Burg"),
    "branch.comment": ("Comment", "Kommentar"),
    "branch.mark": ("Mark", "Zeichen"),
    "branch.promote": ("Promote", "Aufwerten"),
    "branch.promote_hint": (
        "Let it change places with the line that it is a variation of",
        "Mit der Linie tauschen, von der sie eine Variante ist",
    ),
    "branch.cut": ("Cut after this", "Danach abschneiden"),
    "branch.cut_hint": (
        "Delete what this variation has after the position that is shown",
        "Löschen, was diese Variante nach der gezeigten Stellung hat",
    ),
    "branch.delete": ("Delete", "Löschen"),
    "branch.delete_hint": (
        "Delete this variation and all that hangs on it",
        "Diese Variante löschen und alles, was an ihr hängt",
    ),
    "branch.file": ("File", "Datei"),
    "branch.path": ("Save as", "Speichern unter"),
    "branch.path_hint": ("for example: my-game.khr", "zum Beispiel: meine-partie.khr"),
    "branch.save": ("Save", "Speichern"),
    "branch.save_hint": (
        "Write the game with its variations and comments to its file",
        "Die Partie mit Varianten und Kommentaren in ihre Datei schreiben",
    ),
    "branch.replace": ("replace the file", "Datei ersetzen"),
    "branch.unsaved": ("Not saved yet", "Noch nicht gespeichert"),
    "branch.results": ("How it ends", "Wie es ausgeht"),
    "branch.caveat": (
        "So these players would finish; people may play otherwise.",
        "So würden diese Programme weiterspielen; Menschen spielen vielleicht anders.",
    ),
    "branch.hidden_turn": (
        "The hand of the player to act is hidden from these eyes: let players finish the game many "
        "times, or show all hands.",
        "Die Hand der Person am Zug ist für diese Augen verdeckt: Lass die Partie viele Male zu "
        "Ende spielen, oder zeige alle Karten.",
    ),
    "branch.hidden_once": (
        "One continuation would show the others' cards: let it be played many times, or show all "
        "hands.",
        "Eine einzelne Fortsetzung würde die Karten der anderen zeigen: Lass sie viele Male "
        "spielen, oder zeige alle Karten.",
    ),
    "branch.close": ("Leave what if", "Was-wäre-wenn verlassen"),
    "branch.compare": ("Compare with", "Vergleichen mit"),
    "branch.compare.nothing": ("nothing", "nichts"),
    "branch.compare.game": (
        "the game as played, same turn",
        "der Partie, wie gespielt, im selben Zug",
    ),
    "branch.pin": ("Remember this position", "Diese Stellung merken"),
    "branch.pin_hint": (
        "Remember what is shown, then go elsewhere and compare",
        "Merken, was gezeigt wird, dann anderswohin gehen und vergleichen",
    ),
    "branch.turning": ("Turning points", "Wendepunkte"),
    "branch.turning_hint": (
        "Play the game on after every turn: a curve of the chances to win under the slider. It "
        "takes minutes and can be stopped; your own file keeps what is done.",
        "Die Partie nach jedem Zug weiterspielen: eine Kurve der Siegchancen unter dem Regler. Das "
        "dauert Minuten und lässt sich anhalten; eine eigene Datei behält, was fertig ist.",
    ),
    "branch.strip": (
        "The curve under the slider: each player's chance to win after every turn, from 0 to "
        "100 %; dashed lines are the largest swings, shaded are rounds with taxes.",
        "Die Kurve unter dem Regler: die Siegchancen nach jedem Zug, von 0 bis 100 %; gestrichelt "
        "sind die größten Wendungen, schattiert die Runden mit Steuern.",
    ),
    "branch.best": ("Best turns found", "Beste Züge, die gefunden wurden"),
    "branch.best_keep": ("Keep as a variation", "Als Variante behalten"),
    "branch.best_hint": (
        "Put this turn beside the one played, with a comment that says what it is worth",
        "Diesen Zug neben den gespielten stellen, mit einem Kommentar, was er wert ist",
    ),
    "branch.best_name": ("Best turn found by", "Bester Zug, gefunden von"),
    "branch.hidden_turning": (
        "The best turns would show the others' cards: show all hands first.",
        "Die besten Züge würden die Karten der anderen zeigen: Zeige zuerst alle Karten.",
    ),
    "branch.busy": (
        "Something is being worked out already; stop it first.",
        "Es wird schon etwas berechnet; halte das zuerst an.",
    ),
    "branch.gone": (
        "Variations were deleted or promoted meanwhile, so what was worked out is dropped.",
        "Inzwischen wurden Varianten gelöscht oder aufgewertet; das Ergebnis wird verworfen.",
    ),
    "branch.not_the_game": (
        "This is the game as it was played; choose a variation first.",
        "Das ist die Partie, wie sie gespielt wurde; wähle zuerst eine Variante.",
    ),
}
"""By key: the words in English and German."""
