"""Words of values that show themselves in a notebook: scores, tables of actions, players."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language.vocabulary import Words

SHOWING: Final[dict[str, Words]] = {
    "shown.of": ("of", "von"),
    "shown.where": ("where", "wo"),
    "shown.cost": ("cost", "Kosten"),
    "shown.highest": ("Highest buildings", "Höchstrangige Gebäude"),
    "shown.no_actions": ("There is no such action.", "Es gibt keine solche Aktion."),
    "shown.rating": ("Rating", "Wertung"),
    "shown.share": ("Share", "Anteil"),
    "shown.deals": ("Deals", "Kartenverteilungen"),
    "shown.interval": ("95% interval", "95-%-Intervall"),
    # What players do, by the name of their class.
    "habit.RandomPlayer": (
        "Picks any legal action, each as likely as the others.",
        "Wählt irgendeine erlaubte Aktion, jede gleich wahrscheinlich.",
    ),
    "habit.GreedyPlayer": (
        "Takes the action that gains most at once: coins now and the change in expected taxes.",
        "Nimmt die Aktion, die sofort am meisten bringt: Taler und mehr erwartete Steuern.",
    ),
    "habit.PlannerPlayer": (
        "Plans its whole turn, with an eye on what the others can do about it.",
        "Plant den ganzen Zug und bedenkt, was die anderen dagegen tun können.",
    ),
    "habit.RolloutPlayer": (
        "Plays its best plans out to the end of the game and takes the one that ends best.",
        "Spielt seine besten Pläne bis zum Ende der Partie durch und nimmt den besten.",
    ),
    # The slider over pictures.
    "scrub.step": ("Step by", "Schrittweite"),
    "scrub.effect": ("effect", "Wirkung"),
    "scrub.move": ("action", "Aktion"),
    "scrub.turn": ("turn", "Zug"),
}
