"""Short words for actions, events and effects: lists, legends and tables on the screen.

Whole sentences about events are made by the captions.
"""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language.vocabulary import Words

HAPPENINGS: Final[dict[str, Words]] = {
    # Actions, by the name of their class.
    "action.Exchange": ("exchange", "tauschen"),
    "action.Swap": ("swap", "offene Karten nehmen"),
    "action.Travel": ("travel", "reisen"),
    "action.Build": ("build", "bauen"),
    "action.Upgrade": ("upgrade", "ausbauen"),
    "action.Demolish": ("demolish", "abreißen"),
    "action.Populate": ("populate", "bevölkern"),
    "action.Restore": ("restore", "restaurieren"),
    "action.EndTurn": ("end turn", "Zug beenden"),
    # Events, by the name of their class.
    "event.CoinsSpent": ("coins spent", "Taler gezahlt"),
    "event.CardsPlayed": ("cards played", "Karten gespielt"),
    "event.CardsDiscarded": ("cards discarded", "Karten abgeworfen"),
    "event.CardsDrawn": ("cards drawn", "Karten gezogen"),
    "event.PileRenewed": ("pile renewed", "Nachziehstapel erneuert"),
    "event.OpenCardsSwapped": ("open cards swapped", "offene Karten genommen"),
    "event.AdventurerTravelled": ("adventurer travelled", "Abenteurer gereist"),
    "event.BuildingBuilt": ("building built", "Gebäude gebaut"),
    "event.BuildingUpgraded": ("building upgraded", "Gebäude ausgebaut"),
    "event.BonusPaid": ("bonus paid", "Bonus gezahlt"),
    "event.BuildingDemolished": ("building demolished", "Gebäude abgerissen"),
    "event.CubePlaced": ("cube placed", "Kontrollwürfel gesetzt"),
    "event.RuinBegun": ("ruin half restored", "Ruine halb restauriert"),
    "event.RuinRestored": ("ruin restored", "Ruine restauriert"),
    "event.ShadowFalls": ("shadow falls", "Zeitschatten fällt"),
    "event.ShadowBlocked": ("shadow blocked", "Zeitschatten verhindert"),
    "event.ShadowMissing": ("shadow missing", "Zeitschatten bleibt aus"),
    "event.BuildingErased": ("building erased", "Gebäude ausgelöscht"),
    "event.HamletCovered": ("hamlet covered", "Weiler überdeckt"),
    "event.HamletRevealed": ("hamlet re-appears", "Weiler erscheint wieder"),
    "event.ShadowCast": ("shadow cast", "Zeitschatten geworfen"),
    "event.CubesMoved": ("cubes moved", "Kontrollwürfel umgezogen"),
    "event.CubeKept": ("cube kept", "Kontrollwürfel behalten"),
    "event.DomainsJoined": ("domains joined", "Domänen vereinigt"),
    "event.DomainSplit": ("domain split", "Domäne zerfallen"),
    "event.ConflictFound": ("conflict", "Konflikt"),
    "event.StrengthsCompared": ("strengths compared", "Stärken verglichen"),
    "event.ChoiceMade": ("choice made", "Wahl getroffen"),
    "event.BuildingShrunk": ("building shrunk", "Gebäude geschrumpft"),
    "event.BuildingDestroyed": ("building destroyed", "Gebäude zerstört"),
    "event.ShadowWithdrawn": ("shadow withdrawn", "Zeitschatten verschwunden"),
    "event.ShadowReplaced": ("shadow replaced", "Zeitschatten ersetzt"),
    "event.TaxCollected": ("tax collected", "Steuer kassiert"),
    "event.TaxMissed": ("tax missed", "Steuer verpasst"),
    "event.TurnEnded": ("turn ended", "Zug beendet"),
    "event.GameEnded": ("game ended", "Partie beendet"),
    # Effects of a preview, by the name of the member.
    "effect.APPEARS": ("appears", "erscheint"),
    "effect.VANISHES": ("vanishes", "verschwindet"),
    "effect.BLOCKED": ("is blocked", "ist verhindert"),
    "effect.JOINS": ("joins", "vereinigt"),
    "effect.SPLITS": ("splits", "zerfällt"),
    "effect.CONFLICTS": ("conflicts", "Konflikt"),
    "effect.SHRINKS": ("shrinks", "schrumpft"),
    "effect.CUBES": ("cubes", "Kontrollwürfel"),
    "effect.PAYS": ("pays", "Taler"),
    "effect.CARDS": ("cards", "Karten"),
    # Where coins come from and go to.
    "source.start": ("start", "Anfang"),
    "source.bonus": ("bonus", "Bonus"),
    "source.tax.might": ("taxes in Might", "Steuern der Macht"),
    "source.tax.faith": ("taxes in Faith", "Steuern des Glaubens"),
    "source.tax.reason": ("taxes in Reason", "Steuern der Vernunft"),
    "source.exchange": ("exchange", "Kartentausch"),
    "source.travel": ("travel", "Reisen"),
    "source.demolition": ("demolition", "Abriss"),
    "source.spent": ("spent", "ausgegeben"),
}
