"""Mottos: the point of each clause that a move can show, in one sentence and two languages.

The rules page stays the law; these are for somebody who has just answered a question.
"""

from __future__ import annotations

from typing import Final

from khronos_lab.play.scenarios.speech import Words
from khronos_lab.rulebook.clauses import clause

MOTTOS: Final = {
    "S2": Words(
        "One number is cost, strength and tax value: civil 1, 3, 5; the others 1, 2, 4; ruins 1"
        " and 2.",
        "Eine Zahl ist Preis, Stärke und Steuerwert: bürgerlich 1, 3, 5; die anderen 1, 2, 4; "
        "Ruinen 1 und 2.",
    ),
    "S4": Words(
        "When the pile is empty, the discards become the new one.",
        "Ist der Stapel leer, werden die abgelegten Karten zum neuen Stapel gemischt.",
    ),
    "S5": Words(
        "A printed hamlet stands whenever nothing covers its square.",
        "Ein gedruckter Weiler steht immer dann, wenn nichts sein Feld bedeckt.",
    ),
    "T1": Words(
        "Seven rounds; after a turn the next player follows.",
        "Sieben Runden; nach einem Zug folgt der nächste Spieler.",
    ),
    "T2": Words(
        "Once a turn, before any action, cards may be exchanged for 2 coins.",
        "Einmal im Zug, vor jeder Aktion, dürfen für 2 Taler Karten getauscht werden.",
    ),
    "T4": Words(
        "A journey to another age costs 1 coin.",
        "Eine Reise in ein anderes Zeitalter kostet 1 Taler.",
    ),
    "T5": Words(
        "Each adventurer plays at most two cards a turn, in the age where it stands; two in one"
        " age may pool.",
        "Jeder Abenteurer spielt höchstens zwei Karten im Zug, und zwar dort, wo er steht; zwei"
        " im selben Zeitalter dürfen zusammenlegen.",
    ),
    "T6": Words(
        "At the end of the turn unused cards go and four new ones are drawn, before taxes.",
        "Am Zugende gehen ungenutzte Karten fort und vier neue kommen, noch vor den Steuern.",
    ),
    "T7": Words(
        "After round 7 the richest player wins.",
        "Nach Runde 7 gewinnt, wer am reichsten ist.",
    ),
    "A1": Words(
        "A building needs free squares, its price in cards, a tile and, if owned, a cube.",
        "Ein Gebäude braucht freie Felder, seinen Preis in Karten, ein Plättchen und, wenn es "
        "einen Besitzer hat, einen Kontrollwürfel.",
    ),
    "A2": Words(
        "An upgrade replaces one building of the same kind for the difference in value; two are"
        " never fused.",
        "Ein Ausbau ersetzt ein Gebäude derselben Art und kostet den Wertunterschied; zwei "
        "werden nie verschmolzen.",
    ),
    "A3": Words(
        "Building rank 2 or 3, or any upgrade, pays 1 coin in Might and 2 in Faith, even if the"
        " shadow fails.",
        "Wer mittel oder groß baut oder ausbaut, bekommt 1 Taler in der Macht und 2 im Glauben,"
        " auch wenn der Schatten ausbleibt.",
    ),
    "A4": Words(
        "Any small tile may be demolished for 1 coin and 1 card of its colour, never a printed "
        "hamlet.",
        "Jedes kleine Plättchen darf für 1 Taler und 1 Karte seiner Farbe abgerissen werden, "
        "nie ein gedruckter Weiler.",
    ),
    "A5": Words(
        "One civil card puts one cube on a civil building of Reason that still has room.",
        "Eine bürgerliche Karte setzt einen Würfel auf ein bürgerliches Gebäude der Vernunft, "
        "das noch Platz hat.",
    ),
    "A6": Words(
        "A medium ruin is restored by one card, a large one by two, from any players.",
        "Eine mittlere Ruine restauriert eine Karte, eine große zwei, gleich von wem.",
    ),
    "G1": Words(
        "Only towns and cities may cover the river.",
        "Nur Dörfer und Städte dürfen auf den Fluss.",
    ),
    "G2": Words(
        "Forest and mountain each cost extra cards once, the fewer players the more.",
        "Wald und Gebirge kosten je einmal zusätzliche Karten, umso mehr, je weniger mitspielen.",
    ),
    "D1": Words(
        "A military or religious building may not connect domains; a civil one may.",
        "Ein militärisches oder religiöses Gebäude darf keine Domänen vereinigen; ein "
        "bürgerliches darf es.",
    ),
    "H1": Words(
        "In a domain the highest building of a kind is the only one of its rank; lower and "
        "higher ones are welcome.",
        "In einer Domäne ist das höchste Gebäude einer Art das einzige seiner Größe; kleinere "
        "und größere sind erlaubt.",
    ),
    "O1": Words(
        "First the building, then the copies, then the domains: Might before Faith.",
        "Erst das Gebäude, dann die Kopien, dann die Domänen: Macht vor Glaube.",
    ),
    "B1": Words(
        "Small buildings cast no shadow, and shadows only fall forward.",
        "Kleine Gebäude werfen keinen Schatten, und Schatten fallen nur nach vorn.",
    ),
    "B2": Words(
        "Towns and cities are copied to every later age, and nothing forbids it.",
        "Dörfer und Städte werden in jedes spätere Zeitalter kopiert, und nichts verbietet es.",
    ),
    "B3": Words(
        "A military or religious building of Might is copied to Faith with its owner's cube, if"
        " Faith allows it.",
        "Ein militärisches oder religiöses Gebäude der Macht wird mit dem Würfel seines "
        "Besitzers in den Glauben kopiert, wenn der Glaube es zulässt.",
    ),
    "B3a": Words(
        "A copy that would connect domains in Faith is forbidden, and then there is no ruin "
        "either.",
        "Eine Kopie, die im Glauben Domänen vereinigen würde, ist verboten, und dann gibt es "
        "auch keine Ruine.",
    ),
    "B3b": Words(
        "A copy that would equal the highest other building of its kind in its Faith domain is "
        "forbidden, and then there is no ruin either.",
        "Eine Kopie, die dem höchsten anderen Gebäude ihrer Art in ihrer Domäne des Glaubens "
        "gleichkäme, ist verboten, und dann gibt es auch keine Ruine.",
    ),
    "B4": Words(
        "What is built or copied in Faith becomes a ruin in Reason, without a cube; nothing "
        "forbids it there.",
        "Was im Glauben gebaut oder kopiert wird, wird in der Vernunft zur Ruine ohne Würfel; "
        "dort verbietet es nichts.",
    ),
    "B5": Words(
        "A copy needs a tile and in Faith the owner's cube; what is missing ends it for this "
        "age and the later ones.",
        "Eine Kopie braucht ein Plättchen und im Glauben einen Würfel des Besitzers; fehlt "
        "etwas, bleibt sie hier und später aus.",
    ),
    "B6": Words(
        "Whatever a copy covers, even partly, is removed; its cubes go home.",
        "Was eine Kopie bedeckt, auch nur zum Teil, verschwindet; seine Würfel gehen zurück.",
    ),
    "B7": Words(
        "After a civil upgrade the cubes in Reason move onto the larger building; other covered"
        " cubes go home.",
        "Nach einem bürgerlichen Ausbau ziehen die Würfel der Vernunft auf das größere Gebäude;"
        " andere bedeckte gehen zurück.",
    ),
    "B8": Words(
        "On a hamlet that re-appears the player with most cubes keeps one; tied, the acting "
        "player drops out first.",
        "Auf einem wieder sichtbaren Weiler behält die Mehrheit einen Würfel; bei Gleichstand "
        "scheidet zuerst aus, wer am Zug ist.",
    ),
    "B9": Words(
        "A copy that failed is not tried again, and nothing erased comes back but printed hamlets.",
        "Eine ausgebliebene Kopie wird nicht nachgeholt, und nichts Gelöschtes kehrt zurück "
        "außer gedruckten Weilern.",
    ),
    "C1": Words(
        "Two equal highest buildings of a kind in one domain are a conflict: in Might military "
        "first, in Faith religious first.",
        "Zwei gleich hohe höchste Gebäude einer Art in einer Domäne sind ein Konflikt: in der "
        "Macht erst militärisch, im Glauben erst religiös.",
    ),
    "C2": Words(
        "After a joining the weaker original domain yields; if none is weaker, the acting "
        "player gives up one of their own or, having none, chooses.",
        "Nach einer Vereinigung weicht die schwächere der alten Domänen; ist keine schwächer, "
        "gibt, wer am Zug ist, ein eigenes Gebäude her oder wählt, wenn er keines hat.",
    ),
    "C3": Words(
        "After a splitting no strengths count: the acting player gives up one of their own or, "
        "having none, chooses.",
        "Nach einem Zerfall zählen keine Stärken: wer am Zug ist, gibt ein eigenes Gebäude her "
        "oder wählt, wenn er keines hat.",
    ),
    "C4": Words(
        "A building shrinks by one rank inside its old squares, where its owner says; a small "
        "one is destroyed.",
        "Ein Gebäude schrumpft um eine Größe innerhalb seiner alten Felder, wo sein Besitzer "
        "will; ein kleines wird zerstört.",
    ),
    "C5": Words(
        "The shadows of a shrunk building vanish; the medium one that follows a large one is "
        "copied in their place.",
        "Die Schatten eines geschrumpften Gebäudes verschwinden; das mittlere, das einem großen"
        " folgt, wird an ihrer Stelle kopiert.",
    ),
    "C6": Words(
        "Only the very same building is its shadow: kind, rank, squares and, in Faith, owner.",
        "Nur genau dasselbe Gebäude ist der Schatten: Art, Größe, Felder und im Glauben der "
        "Besitzer.",
    ),
    "X1": Words(
        "In rounds 4 and 7 a player collects in every age where their own adventurer stands.",
        "In Runde 4 und 7 kassiert man in jedem Zeitalter, in dem ein eigener Abenteurer steht.",
    ),
    "X2": Words(
        "In Might the highest military building, in Faith the highest religious one collects "
        "the values of the civil buildings.",
        "In der Macht kassiert das höchste militärische, im Glauben das höchste religiöse "
        "Gebäude die Werte der bürgerlichen Gebäude.",
    ),
    "X3": Words(
        "In Reason most cubes on civil buildings collect the values of the military and "
        "religious ones; ties each collect in full.",
        "In der Vernunft kassieren die meisten Würfel auf bürgerlichen Gebäuden die Werte der "
        "militärischen und religiösen; bei Gleichstand jeder voll.",
    ),
    "X4": Words(
        "Without an adventurer there nobody collects.",
        "Ohne einen eigenen Abenteurer vor Ort kassiert niemand.",
    ),
    "V1": Words(
        "In the first edition a player chooses which unused cards to discard.",
        "In der ersten Auflage wählt man, welche ungenutzten Karten man abwirft.",
    ),
    "V2": Words(
        "In Hold'em open cards of one kind may be taken for as many of the hand, once, before "
        "any action.",
        "Bei Hold'em darf man einmal, vor jeder Aktion, offene Karten einer Art gegen ebenso "
        "viele aus der Hand nehmen.",
    ),
}


def motto(label: str) -> Words:
    """The point of a clause with its number; a clause without one speaks for itself in English.

    >>> motto("G1").de
    'Nur Dörfer und Städte dürfen auf den Fluss (G1).'
    """
    words = MOTTOS.get(label)
    if words is None:
        text = clause(label).text
        words = Words(text, text)
    return Words(*(f"{each.removesuffix('.')} ({label})." for each in words))
