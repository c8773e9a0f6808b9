"""Words of reports: pages about one game or about many.

`REPORTS` are words as everywhere. `SENTENCES` have values in braces; `sentence` fills them in.
"""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language.vocabulary import LANGUAGE_NAMES, Words

REPORTS: Final[dict[str, Words]] = {
    "report.contents": ("Contents", "Inhalt"),
    "report.dataset": ("What many games say", "Was viele Partien sagen"),
    "report.numbers": ("The numbers", "Die Zahlen"),
    "report.limits": ("What this can't say", "Was sich daraus nicht ablesen lässt"),
    "report.games": ("The games", "Die Partien"),
    "report.moments": ("Moments worth a look", "Sehenswerte Momente"),
    "report.moments.none": (
        "In this game no shadow erased anything, was blocked, or joined or split a domain.",
        "In dieser Partie hat kein Zeitschatten etwas ausgelöscht, keiner wurde verhindert, und "
        "keine Domäne wurde vereinigt oder zerfiel.",
    ),
    "report.open": ("Open this moment", "Diesen Moment öffnen"),
    "report.in_notebook": ("in a notebook", "im Notebook"),
    "report.in_terminal": ("in a terminal", "im Terminal"),
    "report.result": ("How it ended", "Wie es ausging"),
    "report.rank": ("rank", "Rang"),
    "report.course": ("How the money came", "Wie das Geld kam"),
    "report.taxes": ("The taxes", "Die Steuern"),
    "report.missed": ("missed", "verpasst"),
    "report.all": ("together", "zusammen"),
    "report.deeds": ("What each player's moves did", "Was die Aktionen der Spieler bewirkten"),
    "report.deeds.cast": ("shadows cast", "geworfene Zeitschatten"),
    "report.deeds.blocked": ("shadows blocked", "verhinderte Zeitschatten"),
    "report.deeds.erased_other": (
        "others' buildings erased",
        "fremde Gebäude ausgelöscht",
    ),
    "report.deeds.erased_own": ("own buildings erased", "eigene Gebäude ausgelöscht"),
    "report.deeds.erased_nobody": ("nobody's buildings erased", "herrenlose Gebäude ausgelöscht"),
    "report.deeds.join": ("domains joined", "Domänen vereinigt"),
    "report.deeds.split": ("domains split", "Domänen zerfallen"),
    "report.deeds.shrunk": ("buildings shrunk", "Gebäude geschrumpft"),
    "report.turning": ("Turning points", "Wendepunkte"),
    "report.turning.whom": ("moved most", "am stärksten betroffen"),
    "report.turning.wins": ("share of wins", "Anteil der Siege"),
    "report.turning.coins": ("coins at the end", "Taler am Ende"),
    "report.turning.sure": ("beyond chance", "mehr als Zufall"),
    "report.turning.yes": ("yes", "ja"),
    "report.turning.no": ("not sure", "unsicher"),
    "report.turning.few": ("too few games", "zu wenige Partien"),
    "report.turning.missed": ("Better turns that were found", "Bessere Züge, die gefunden wurden"),
    "report.turning.better": ("instead", "stattdessen"),
    "report.turning.limits": (
        "Each position was played on many times by the same player in every seat. The share of "
        "wins is about that player, not about those who sat at the table, and two shares whose "
        "intervals overlap may be equal.",
        "Jede Stellung wurde viele Male von demselben Spieler auf allen Plätzen zu Ende gespielt. "
        "Der Anteil der Siege sagt etwas über diesen Spieler, nicht über die am Tisch, und zwei "
        "Anteile, deren Intervalle sich überschneiden, können gleich sein.",
    ),
    "report.final": ("The boards at the end", "Die Spielpläne am Ende"),
    "report.telling": ("The whole game, turn by turn", "Die ganze Partie, Zug für Zug"),
    "report.comment": ("from the record", "aus der Aufzeichnung"),
    "report.map": ("map", "Karte"),
    "report.setting": ("What was played", "Was gespielt wurde"),
    "report.see_also": (
        "A row with a game and a step can be opened at that very moment:",
        "Eine Zeile mit Partie und Schritt lässt sich genau in diesem Moment öffnen:",
    ),
    "report.offline": (
        "This page is one file: it needs no network and no program but a browser.",
        "Diese Seite ist eine einzige Datei: Sie braucht kein Netz und nur einen Browser.",
    ),
    "report.about_players": (
        "All answers are about the players of these games, not about people in general and not "
        "about good play. Intervals count deals that are independent of each other; of twenty "
        "intervals expect one to miss.",
        "Alle Antworten gelten für die Spieler dieser Partien, nicht für Menschen im Allgemeinen "
        "und nicht für gutes Spiel. Intervalle zählen voneinander unabhängige Kartenfolgen; "
        "von zwanzig Intervallen liegt im Schnitt eines daneben.",
    ),
    # What the number of each question can't say; the keys are those of the standard report.
    "limit.income": (
        "Why: who stands in Faith in round 7 may be rich because of it, or go there because there "
        "is most to be had. Bars add up several means and have no intervals.",
        "Warum: Wer in Runde 7 im Glauben steht, ist vielleicht deshalb reich oder geht dorthin, "
        "weil dort am meisten zu holen ist. Balken addieren mehrere Mittelwerte und haben keine "
        "Intervalle.",
    ),
    "limit.income_by_round": (
        "What a round is worth by itself: taxes are due in rounds 4 and 7 only (X1), so all that "
        "was built before is paid there.",
        "Was eine Runde für sich wert ist: Steuern gibt es nur in den Runden 4 und 7 (X1), und "
        "dort wird alles bezahlt, was vorher gebaut wurde.",
    ),
    "limit.income_by_seat": (
        "Whether the seat did it: strong players may have sat on one seat more often.",
        "Ob es am Platz lag: Starke Spieler saßen vielleicht öfter auf einem Platz.",
    ),
    "limit.income_by_player": (
        "Who is stronger: players meet different tables and different company.",
        "Wer stärker ist: Spieler treffen auf verschiedene Tische und verschiedene Gesellschaft.",
    ),
    "limit.coin_curve": (
        "What becomes of anybody: who is in the upper half after round 4 need not be there after "
        "round 7.",
        "Was aus jemandem wird: Wer nach Runde 4 in der oberen Hälfte ist, muss es nach Runde 7 "
        "nicht sein.",
    ),
    "limit.how_won": (
        "That an age wins: winners are rich in several ways at once.",
        "Dass ein Zeitalter gewinnt: Sieger sind auf mehrere Arten zugleich reich.",
    ),
    "limit.spending": (
        "How much was done: buildings cost cards, not coins.",
        "Wie viel getan wurde: Gebäude kosten Karten, keine Taler.",
    ),
    "limit.cards_spent": (
        "What was thrown away: cards that nobody played are not in it (T6).",
        "Was abgeworfen wurde: Karten, die niemand gespielt hat, fehlen hier (T6).",
    ),
    "limit.survival": (
        "What would have become of a building that grew: it leaves the count alive, and owners "
        "upgrade what is safe, or what is in danger.",
        "Was aus einem Gebäude geworden wäre, das wuchs: Es scheidet lebend aus, und ausgebaut "
        "wird, was sicher ist, oder was in Gefahr ist.",
    ),
    "limit.survival_by_age": (
        "The same; and the last steps of a curve rest on few buildings.",
        "Dasselbe; und die letzten Stufen einer Kurve beruhen auf wenigen Gebäuden.",
    ),
    "limit.fates": (
        "What would happen if one danger were taken away: whoever escapes it meets the others.",
        "Was geschähe, wenn eine Gefahr wegfiele: Wer ihr entgeht, dem drohen die anderen.",
    ),
    "limit.shadow_outcomes": (
        "How often shadows would be blocked: players see it coming and build elsewhere. A copy "
        "that fails in Faith is never tried in Reason (B3).",
        "Wie oft Zeitschatten verhindert würden: Spieler sehen es kommen und bauen anderswo. Eine "
        "Kopie, die im Glauben scheitert, wird in der Vernunft nicht versucht (B3).",
    ),
    "limit.paradoxes": (
        "What the loss was worth in coins, and whether it was meant.",
        "Was der Verlust in Talern wert war, und ob er gewollt war.",
    ),
    "limit.domain_events": (
        "Who gained by it. In Reason nothing conflicts (H1).",
        "Wer etwas davon hatte. In der Vernunft gibt es keine Konflikte (H1).",
    ),
    "limit.cascade_lengths": (
        "Importance: length counts events in a chain of causes. What is hollow was seen fewer than "
        "ten times.",
        "Wichtigkeit: Die Länge zählt Ereignisse in einer Kette von Ursachen. Was hohl ist, kam "
        "weniger als zehnmal vor.",
    ),
    "limit.seat_effects": (
        "Seat and skill apart, unless players changed seats; deals that were played with every "
        "order of seats (--paired) answer it best.",
        "Platz und Können getrennt, außer die Spieler wechselten die Plätze; am besten antworten "
        "Kartenfolgen, die mit jeder Sitzordnung gespielt wurden (--paired).",
    ),
    "limit.openings": (
        "That an opening wins: good players choose it, or good hands allow it.",
        "Dass eine Eröffnung gewinnt: Gute Spieler wählen sie, oder gute Karten erlauben sie.",
    ),
    "limit.first_actions": (
        "The same for the first action alone.",
        "Dasselbe nur für die erste Aktion.",
    ),
    "limit.cards_held": (
        "What was dealt: in the first edition players choose what they keep (V1).",
        "Was ausgeteilt wurde: In der ersten Auflage wählen Spieler, was sie behalten (V1).",
    ),
    "limit.hand_results": (
        "That luck does not matter: the largest building that a hand pays for alone is a poor "
        "measure of what cards are worth.",
        "Dass Glück nicht zählt: Das größte Gebäude, das eine Hand allein bezahlt, misst schlecht, "
        "was Karten wert sind.",
    ),
    "limit.first_hand": (
        "The same for the hand of round 1 alone.",
        "Dasselbe nur für die Handkarten der ersten Runde.",
    ),
    "limit.clause_coverage": (
        "How often a rule matters: clauses that forbid, or that say what others mean, have no "
        "event of their own.",
        "Wie oft eine Regel zählt: Regeln, die verbieten oder sagen, was andere bedeuten, haben "
        "kein eigenes Ereignis.",
    ),
    "limit.paradox_costs": (
        "What the game would have been: two boards are compared, with and without the copy; with "
        "the building still there everybody might have played another way.",
        "Wie die Partie gelaufen wäre: Verglichen werden zwei Spielpläne, mit und ohne Kopie; "
        "stünde das Gebäude noch, hätten vielleicht alle anders gespielt.",
    ),
    "limit.control_changes": (
        "What a domain was worth. Who loses one and who gains it are two changes.",
        "Was eine Domäne wert war. Wer eine verliert und wer sie gewinnt, sind zwei Wechsel.",
    ),
}

SENTENCES: Final[dict[str, Words]] = {
    "won": (
        "{winner} wins with {coins}, {margin} ahead of {second}.",
        "{winner} gewinnt mit {coins}, {margin} vor {second}.",
    ),
    "shared": (
        "{winners} share the win with {coins} each (T7).",
        "{winners} teilen sich den Sieg mit je {coins} (T7).",
    ),
    "unfinished": (
        "The record ends in round {round}; in front with {coins}: {leaders}.",
        "Die Aufzeichnung endet in Runde {round}; vorn mit {coins}: {leaders}.",
    ),
    "lead": (
        "In front after the rounds: {leaders}.",
        "Vorn nach den Runden: {leaders}.",
    ),
    "lead_from": ("{leader} from round {round} on", "{leader} ab Runde {round}"),
    "happened": (
        "Shadows cast: {cast}; blocked or missing: {blocked}; buildings they erased: {erased}. "
        "Domains joined: {joined}; split: {split}; buildings shrunk or destroyed for it: {shrunk}.",
        "Geworfene Zeitschatten: {cast}; verhindert oder ausgeblieben: {blocked}; von ihnen "
        "ausgelöschte Gebäude: {erased}. Vereinigte Domänen: {joined}; zerfallene: {split}; dafür "
        "geschrumpfte oder zerstörte Gebäude: {shrunk}.",
    ),
    "turning": (
        "After each of {turns} turns the game was played on {games} times by {players}. The turns "
        "that changed somebody's chances most; in brackets 95% intervals:",
        "Nach jedem von {turns} Zügen wurde die Partie {games}-mal von {players} zu Ende gespielt. "
        "Die Züge, die jemandes Aussichten am meisten veränderten; in Klammern Intervalle zu 95 %:",
    ),
    "taxes": (
        "Taxes brought {tax} of all {income} that were earned; {missed} were missed for want of an "
        "adventurer (X4).",
        "Steuern brachten {tax} von allen {income}, die verdient wurden; {missed} gingen verloren, "
        "weil kein Abenteurer da war (X4).",
    ),
    "games": (
        "{games}, {players}, played on {maps}.",
        "{games}, {players}, gespielt auf {maps}.",
    ),
    "more_rows": ("and {number} more rows", "und {number} weitere Zeilen"),
    "more_effects": ("and {number} more effects", "und {number} weitere Wirkungen"),
    "moment": (
        "Game {game}, from step {step}: {number} effects, {length} in a chain.",
        "Partie {game}, ab Schritt {step}: {number} Wirkungen, {length} in einer Kette.",
    ),
    "no_picture": (
        "There is no picture, because the game cannot be played again here: {reason}.",
        "Es gibt kein Bild, weil sich die Partie hier nicht wieder spielen lässt: {reason}.",
    ),
    "made_by": ("Made by khronos_lab {version}.", "Erstellt mit khronos_lab {version}."),
    "problem": (
        "The record is told up to a bad move: {reason}",
        "Die Aufzeichnung ist nur bis zu einem Fehler erzählt: {reason}",
    ),
}


def sentence(key: str, language: str, **values: object) -> str:
    """A sentence with its values.

    >>> sentence("lead_from", "de", leader="Ines", round=3)
    'Ines ab Runde 3'
    """
    return SENTENCES[key][list(LANGUAGE_NAMES).index(language)].format_map(values)
