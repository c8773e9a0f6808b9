"""Words of writing a game down: the recorder, its set-up, corrections."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language.vocabulary import Words

RECORDING: Final[dict[str, Words]] = {
    "record.title": ("Recorder", "Mitschrift"),
    # The set-up.
    "record.setup": ("Set-up", "Aufbau"),
    "record.setup.players": ("Players", "Spieler"),
    "record.setup.map": ("Map", "Karte"),
    "record.setup.own_map": ("own map", "eigene Karte"),
    "record.setup.first": ("first, 33 cards (V1)", "erste, 33 Karten (V1)"),
    "record.setup.second": ("second, 55 cards", "zweite, 55 Karten"),
    "record.setup.start": ("Starts", "Beginnt"),
    "record.setup.hand": ("hand, if known", "Hand, falls bekannt"),
    "record.setup.hand_hint": (
        "e.g. mmrc: military, religious, civil; * unknown",
        "mmrc: militärisch, religiös, bürgerlich; * unbekannt",
    ),
    "record.setup.event": ("Event", "Anlass"),
    "record.setup.date": ("Date", "Datum"),
    "record.setup.begin": ("Begin", "Anfangen"),
    "record.setup.change": ("Change the set-up", "Aufbau ändern"),
    "record.setup.next": (
        "Say who plays, then press Begin. Nothing is saved before.",
        "Sag, wer spielt, dann drücke Anfangen. Vorher wird nichts gespeichert.",
    ),
    # What is entered.
    "record.tool": ("Build or upgrade", "Bauen oder ausbauen"),
    "record.demolish": ("Demolish", "Abreißen"),
    "record.end": ("End of turn", "Zug beenden"),
    "record.end_hint": (
        "The draw stays hidden. Cards that everybody saw can be typed, with stars for the others",
        "Was gezogen wird, bleibt verdeckt. Karten, die alle gesehen haben, kann man tippen, mit "
        "Sternen für die anderen",
    ),
    "record.exchange": ("Exchange cards", "Karten tauschen"),
    "record.swap": ("Open cards", "Offene Karten"),
    "record.typed": ("or type", "oder tippen"),
    "record.enter": ("Enter", "Eintragen"),
    "record.cancel": ("Cancel", "Abbrechen"),
    "record.pay": ("Paid with", "Bezahlt mit"),
    "record.choose_pay": (
        "Choose the cards that paid for the terrain (G2).",
        "Wähle die Karten, mit denen das Gelände bezahlt wurde (G2).",
    ),
    "record.take_back": ("Take back", "Zurücknehmen"),
    "record.redo": ("Do again", "Wiederholen"),
    "record.first_tool": (
        "Choose what is built, then click its first square.",
        "Wähle, was gebaut wird, dann klicke auf das erste Feld.",
    ),
    "record.nothing_there": (
        "Nothing stands there to be populated or restored (A5, A6).",
        "Dort steht nichts, das bevölkert oder restauriert werden kann (A5, A6).",
    ),
    "record.map": (
        "Dots: where this can be done now, by its first square. In Reason a click populates or "
        "restores.",
        "Punkte: wo das jetzt möglich ist, mit dem ersten Feld. In der Vernunft bevölkert oder "
        "restauriert ein Klick.",
    ),
    # Where it stands.
    "record.saved": ("saved in", "gespeichert in"),
    "record.not_yet": ("not begun", "noch nicht begonnen"),
    "record.going_on": ("Going on with", "Es geht weiter mit"),
    "record.over": ("The game is over (T7).", "Die Partie ist zu Ende (T7)."),
    "record.moves": ("Moves", "Aktionen"),
    "record.moves_hint": (
        "newest first; click one to correct it",
        "neueste zuerst; anklicken, um zu berichtigen",
    ),
    "record.none_yet": ("No move yet.", "Noch keine Aktion."),
    "record.undone": ("taken back", "zurückgenommen"),
    "record.forget": ("Forget these", "Diese vergessen"),
    # Corrections.
    "record.correct": ("Correct", "Berichtigen"),
    "record.picked": (
        "The boards show the position before it. Click or type what was played instead.",
        "Die Tafeln zeigen die Stellung davor. Klicke oder tippe, was statt dessen geschah.",
    ),
    "record.replaces": ("replace it", "ersetzen"),
    "record.comes_before": ("insert before it", "davor einfügen"),
    "record.delete": ("Leave it out", "Weglassen"),
    "record.leave": ("Back to the end", "Zurück ans Ende"),
    "record.waiting": ("no longer fits", "passt nicht mehr"),
    "record.still_waiting": (
        "What you enter now replaces it, then the rest is played again. Still to come:",
        "Was du jetzt einträgst, ersetzt sie, dann geht der Rest weiter. Es folgen noch:",
    ),
    "record.still_waiting_before": (
        "What you enter now comes before it, then the rest is played again. Still to come:",
        "Was du jetzt einträgst, kommt davor, dann geht der Rest weiter. Es folgen noch:",
    ),
    "record.unanswered": ("Enter it without that choice", "Ohne diese Wahl eintragen"),
    "record.give_up": ("Give up all of these", "Alle diese aufgeben"),
    "record.revert": ("Undo the correction", "Berichtigung zurücknehmen"),
    "record.corrected": ("Corrected; everything fits.", "Berichtigt; alles passt."),
    "record.shifted": (
        "moves now belong to another turn than before",
        "Aktionen gehören jetzt zu einem anderen Zug als vorher",
    ),
    "record.surplus": (
        "It answers a question that is not asked any more.",
        "Hier wird nicht mehr gefragt, was die Aktion beantwortet.",
    ),
    "record.open_choice": (
        "It leaves open what somebody has to choose now (B8, C2, C3, C4).",
        "Hier muss jetzt jemand wählen, und die Aktion sagt nicht, was (B8, C2, C3, C4).",
    ),
    "record.strange_answer": (
        "What was chosen cannot be chosen any more (B8, C2, C3, C4).",
        "Was gewählt wurde, steht nicht mehr zur Wahl (B8, C2, C3, C4).",
    ),
    "record.shown": ("What is shown", "Was gezeigt wird"),
    # Words about moves.
    "record.words": ("Comment and mark", "Kommentar und Zeichen"),
    "record.comment": ("Comment", "Kommentar"),
    "record.mark": ("Mark", "Zeichen"),
    "record.no_mark": ("none", "keins"),
    "record.preface": ("Before the game", "Vor der Partie"),
}
