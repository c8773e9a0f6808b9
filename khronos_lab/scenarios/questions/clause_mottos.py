"""Mottos: the point of each clause that a move can show, in one sentence and two languages.

The rules page stays the law; these are for somebody who has just answered a question.
"""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.clauses import clause
from khronos_lab.scenarios.questions.phrases import Words

MOTTOS: Final = {
    "S2": Words(
        "One number is cost, strength and tax value: civil 1, 3, 5; the others 1, 2, 4; ruins 1"
        " and 2.",
        "Eine Zahl ist Preis, Stärke und Steuerwert: bürgerlich 1, 3, 5; die anderen 1, 2, 4; "
        "Ruinen 1 und 2.",
    ),
    "S3": Words(
        "A tile that leaves a board goes back to the supply; if the group plays so, one that a "
        "paradox erases is out of the game.",
        "Ein Plättchen, das den Spielplan verlässt, kommt zurück in den Vorrat; wenn die Runde es "
        "so spielt, ist eines, das ein Zeitparadoxon auslöscht, aus dem Spiel.",
    ),
    "S4": Words(
        "When the pile is empty, the discards become the new one.",
        "Ist der Nachziehstapel leer, wird der Ablagestapel zu einem neuen gemischt.",
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
        "Einmal im Zug, vor der ersten Aktion, dürfen für 2 Taler Karten getauscht werden.",
    ),
    "T4": Words(
        "A journey to another age costs 1 coin.",
        "Eine Reise in ein anderes Zeitalter kostet 1 Taler.",
    ),
    "T5": Words(
        "Each adventurer plays at most two cards a turn, in the age where it stands; two in one"
        " age may pool.",
        "Jeder Abenteurer spielt höchstens zwei Karten im Zug, und zwar in dem Zeitalter, in dem"
        " er steht; zwei im selben Zeitalter dürfen zusammenlegen.",
    ),
    "T6": Words(
        "At the end of the turn unused cards go and four new ones are drawn, before taxes.",
        "Am Ende des Zuges werden alle ungenutzten Karten abgeworfen und vier neue gezogen, noch "
        "vor den Steuern.",
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
        "Ein Bau der Größe 2 oder 3 und jeder Ausbau bringen im Zeitalter der Macht 1 Taler, in "
        "dem des Glaubens 2, auch wenn der Zeitschatten ausbleibt.",
    ),
    "A4": Words(
        "Any small tile may be demolished for 1 coin and 1 card of its colour, never a printed "
        "hamlet.",
        "Jedes kleine Plättchen darf für 1 Taler und 1 Karte seiner Farbe abgerissen werden, "
        "nie ein gedruckter Weiler.",
    ),
    "A5": Words(
        "One civil card puts one cube on a civil building of Reason that still has room.",
        "Eine bürgerliche Karte setzt im Zeitalter der Vernunft einen Kontrollwürfel auf ein "
        "bürgerliches Gebäude, das noch Platz hat.",
    ),
    "A6": Words(
        "A rank 2 ruin is restored by one card, a rank 3 one by two, from any players.",
        "Eine Ruine der Größe 2 wird mit einer Karte restauriert, eine der Größe 3 mit zweien, "
        "gleich von wem.",
    ),
    "G1": Words(
        "Only towns and cities may cover the river.",
        "Nur Dörfer und Städte dürfen auf dem Fluss stehen.",
    ),
    "G2": Words(
        "Forest and mountain each cost extra cards once, the fewer players the more.",
        "Wald und Gebirge kosten je einmal zusätzliche Karten, umso mehr, je weniger mitspielen.",
    ),
    "D1": Words(
        "A military or religious building may not connect domains; a civil one may.",
        "Ein militärisches oder religiöses Gebäude darf keine Domänen verbinden; ein "
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
        "Erst das Gebäude, dann die Kopien, dann werden die Domänen geordnet: die der Macht vor "
        "denen des Glaubens.",
    ),
    "B1": Words(
        "Rank 1 buildings cast no shadow, and shadows only fall forward in time.",
        "Gebäude der Größe 1 werfen keinen Zeitschatten, und Zeitschatten fallen nur in spätere "
        "Zeitalter.",
    ),
    "B2": Words(
        "Towns and cities are copied to every later age, and nothing forbids it.",
        "Dörfer und Städte werden in jedes spätere Zeitalter kopiert, und nichts verbietet es.",
    ),
    "B3": Words(
        "A military or religious building of rank 2 or 3 is copied to Faith with a cube of its "
        "owner, if Faith allows it.",
        "Ein militärisches oder religiöses Gebäude der Größe 2 oder 3 wird mit einem "
        "Kontrollwürfel des Besitzers ins Zeitalter des Glaubens kopiert, wenn es dort erlaubt "
        "ist.",
    ),
    "B3a": Words(
        "A copy that would connect domains in Faith is forbidden, and then there is no ruin "
        "either; the domain of the building's own older shadow counts as one.",
        "Eine Kopie, die im Zeitalter des Glaubens Domänen verbinden würde, ist verboten, und "
        "dann gibt es auch keine Ruine; die Domäne eines eigenen älteren Zeitschattens zählt als "
        "eine.",
    ),
    "B3b": Words(
        "A copy that would equal the highest other building of its kind in its Faith domain is "
        "forbidden, and then there is no ruin either.",
        "Eine Kopie, die im Zeitalter des Glaubens so groß wäre wie das höchste andere Gebäude "
        "ihrer Art in der Domäne, in die sie kommt, ist verboten, und dann gibt es auch keine "
        "Ruine.",
    ),
    "B4": Words(
        "A military or religious building built or copied in Faith becomes a ruin in Reason, "
        "without a cube; nothing forbids it there.",
        "Was Militärisches oder Religiöses im Zeitalter des Glaubens gebaut oder dorthin kopiert "
        "wird, steht im Zeitalter der Vernunft als Ruine ohne Kontrollwürfel; dort verbietet es "
        "keine Regel.",
    ),
    "B5": Words(
        "A copy needs a tile and in Faith, if it has an owner, one of his cubes; if something is "
        "missing, there is none in this age or a later one.",
        "Eine Kopie braucht ein Plättchen und im Zeitalter des Glaubens, wenn sie einen Besitzer "
        "hat, einen Kontrollwürfel von ihm; fehlt etwas, gibt es in diesem und jedem späteren "
        "Zeitalter keine.",
    ),
    "B6": Words(
        "Whatever a copy covers, even partly, is removed; its cubes go home. What is erased in "
        "Faith loses its shadow in Reason, too.",
        "Was eine Kopie bedeckt, auch nur zum Teil, wird entfernt; die Kontrollwürfel darauf gehen "
        "zurück. Was im Glauben ausgelöscht wird, verliert auch seinen Zeitschatten in der "
        "Vernunft.",
    ),
    "B7": Words(
        "After a civil upgrade the cubes in Reason move onto the larger building; other covered"
        " cubes go home.",
        "Wird ein bürgerliches Gebäude ausgebaut, so ziehen seine Kontrollwürfel im Zeitalter der "
        "Vernunft auf das größere um; andere bedeckte gehen zurück.",
    ),
    "B8": Words(
        "On a hamlet that re-appears the player with most cubes keeps one; tied, the acting "
        "player drops out first; still tied, the acting player decides.",
        "Auf einem Weiler, der wieder erscheint, behält einen Kontrollwürfel, wer die meisten "
        "hatte; bei Gleichstand scheidet zuerst aus, wer am Zug ist; steht es dann noch gleich, "
        "entscheidet er.",
    ),
    "B9": Words(
        "A copy that failed is not tried again, and nothing erased comes back but printed hamlets.",
        "Eine ausgebliebene Kopie wird nicht nachgeholt, und nichts Ausgelöschtes kehrt zurück "
        "außer gedruckten Weilern.",
    ),
    "C1": Words(
        "Two equal highest buildings of a kind in one domain are a conflict: in Might military "
        "first, in Faith religious first.",
        "Sind in einer Domäne zwei Gebäude einer Art gleich groß und die höchsten, so ist das ein "
        "Konflikt: im Zeitalter der Macht erst militärisch, in dem des Glaubens erst religiös.",
    ),
    "C2": Words(
        "When a join makes a conflict, the building from the weaker original domain shrinks, "
        "whatever falls off in the meantime. If they tie, the player whose turn it is shrinks one "
        "of their own; owning none, they pick one.",
        "Entsteht durch eine Vereinigung ein Konflikt, so wird das Gebäude aus der schwächeren "
        "ursprünglichen Domäne verkleinert, was immer sich inzwischen abtrennt. Bei gleicher Stärke"
        " verkleinert, wer am Zug ist, ein eigenes; wer keines hat, wählt eines aus.",
    ),
    "C3": Words(
        "In a conflict that no join has made strengths do not count: the player whose turn it is "
        "shrinks one of their own; owning none, they pick one.",
        "In einem Konflikt, den keine Vereinigung geschaffen hat, zählen keine Stärken: Wer am Zug "
        "ist, verkleinert ein eigenes Gebäude; wer keines hat, wählt eines aus.",
    ),
    "C4": Words(
        "A building shrinks by one rank inside its old squares, where its owner says; one of "
        "rank 1 is destroyed.",
        "Ein Gebäude schrumpft um eine Größe, innerhalb seiner alten Felder, dorthin, wo der "
        "Besitzer will; eines der Größe 1 wird zerstört.",
    ),
    "C5": Words(
        "The shadows of a shrunk building vanish; the rank 2 building that follows one of rank 3 "
        "is copied in their place.",
        "Die Zeitschatten eines geschrumpften Gebäudes verschwinden; schrumpft es von Größe 3 auf "
        "Größe 2, so wird der Nachfolger an ihrer Stelle kopiert.",
    ),
    "C6": Words(
        "Only the very same building is its shadow: kind, rank, squares and, in Faith, owner.",
        "Nur genau dasselbe Gebäude gilt als Zeitschatten: Art, Größe, Felder und im Zeitalter "
        "des Glaubens auch der Besitzer.",
    ),
    "X1": Words(
        "In rounds 4 and 7 a player collects in every age where their own adventurer stands.",
        "In Runde 4 und 7 kassiert man in jedem Zeitalter, in dem ein eigener Abenteurer steht.",
    ),
    "X2": Words(
        "Whoever owns the highest military building of a domain (Might) or its highest religious "
        "one (Faith) collects the values of its civil buildings.",
        "Wem in einer Domäne das höchste militärische Gebäude gehört (Macht) oder das höchste "
        "religiöse (Glaube), der kassiert die Werte ihrer bürgerlichen Gebäude.",
    ),
    "X3": Words(
        "In Reason whoever has most cubes on the civil buildings of a domain collects the values "
        "of its military and religious ones; those who tie each collect in full.",
        "Im Zeitalter der Vernunft kassiert, wer in einer Domäne die meisten Kontrollwürfel auf "
        "bürgerlichen Gebäuden hat, die Werte der militärischen und religiösen; bei Gleichstand "
        "jeder voll.",
    ),
    "X4": Words(
        "If the one entitled has no adventurer there, nobody collects.",
        "Hat der Berechtigte dort keinen Abenteurer, so kassiert niemand.",
    ),
    "V1": Words(
        "In the first edition a player chooses which unused cards to discard.",
        "In der ersten Auflage wählt man, welche ungenutzten Karten man abwirft.",
    ),
    "V2": Words(
        "In Hold'em open cards of one kind may be taken for as many of the hand, once, before "
        "any action.",
        "Bei Hold'em darf man einmal im Zug, vor der ersten Aktion, offene Karten einer Art gegen "
        "ebenso viele aus der Hand nehmen.",
    ),
}


def motto(label: str) -> Words:
    """The point of a clause with its number; a clause without one speaks for itself in English.

    >>> motto("G1").de
    'Nur Dörfer und Städte dürfen auf dem Fluss stehen (G1).'
    """
    words = MOTTOS.get(label)
    if words is None:
        text = clause(label).text
        words = Words(text, text)
    return Words(*(f"{each.removesuffix('.')} ({label})." for each in words))
