"""Words of playing on, turning points and differences."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.words.vocabulary import Words

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
    "differences.first": ("first", "zuerst"),
    "differences.second": ("second", "dann"),
    "differences.none": ("Nothing differs.", "Nichts unterscheidet sich."),
    "differences.here": ("only here, or otherwise", "nur hier, oder anders"),
    "differences.cubes": ("other cubes or another side", "andere Würfel oder andere Seite"),
    "differences.joined": ("one domain here, several there", "hier eine Domäne, dort mehrere"),
    "differences.split": ("several domains here, one there", "hier mehrere Domänen, dort eine"),
    "differences.control": ("pays somebody else, or more", "zahlt anderen oder anders viel"),
}
