"""Words of playing on, turning points and differences."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language.vocabulary import Words

WHAT_IF: Final[dict[str, Words]] = {
    # Playing on.
    "title.prospects": ("How games go on from here", "Wie es von hier aus weitergeht"),
    "axis.final_coins": ("coins at the end", "Taler am Ende"),
    "axis.win_chance": ("chance to win", "Gewinnchance"),
    "axis.expected_coins": ("expected final coins", "erwartete Taler am Ende"),
    "prospects.mean": ("mean", "Mittel"),
    "prospects.more": ("difference to the first", "Unterschied zum ersten"),
    "prospects.game": ("one game", "eine Partie"),
    "prospects.half": ("middle half and median", "mittlere Hälfte und Median"),
    "prospects.actual": ("as the game ended", "wie die Partie endete"),
    "prospects.each": ("from each position", "je Stellung"),
    "prospects.played_by": ("played on by", "zu Ende gespielt von"),
    "prospects.paired": (
        "branches meet the same luck, game by game",
        "alle Zweige treffen Partie für Partie dasselbe Kartenglück",
    ),
    "prospects.as_played": ("as played", "wie gespielt"),
    # Turning points.
    "title.turning": ("Where the game turned", "Wo sich die Partie drehte"),
    "legend.interval": ("interval of 95%", "Intervall zu 95\N{NO-BREAK SPACE}%"),
    "legend.swing": ("largest swings", "größte Umschwünge"),
    "turning.stopped": ("not all turns are valued", "nicht alle Züge sind bewertet"),
    # Differences.
    "title.differences": ("What differs", "Was sich unterscheidet"),
    "differences.first": ("in the first", "in der ersten"),
    "differences.second": ("in the second", "in der zweiten"),
    "differences.upper": ("in the upper picture", "im oberen Bild"),
    "differences.lower": ("in the lower picture", "im unteren Bild"),
    "differences.none": ("Nothing differs.", "Nichts unterscheidet sich."),
    "differences.cubes_left": ("cubes left", "Kontrollwürfel übrig"),
    "differences.taxes": ("taxes if due now", "Steuern, wenn jetzt fällig"),
    "differences.gone": ("only in the upper picture", "nur im oberen Bild"),
    "differences.new": ("only in the lower picture", "nur im unteren Bild"),
    "differences.age": ("only in this age", "nur in diesem Zeitalter"),
    "differences.age_join": ("several domains in the other age", "im anderen Zeitalter mehrere"),
    "differences.age_split": ("one domain in the other age", "im anderen Zeitalter eine Domäne"),
    "differences.touched": ("other cubes or another side", "andere Würfel oder andere Seite"),
    "differences.join": ("one domain here, several above", "hier eine Domäne, oben mehrere"),
    "differences.split": ("part of one domain above", "oben Teil einer Domäne"),
    "differences.pay": ("pays otherwise", "zahlt anders"),
}
