"""The rule set of a game: edition, Hold'em and one field for each switchable ruling (V)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import Cards


class Edition(Enum):
    """Which box is on the table."""

    FIRST = "first"
    SECOND = "second"


DECKS: dict[Edition, Cards] = {Edition.FIRST: (11, 11, 11), Edition.SECOND: (18, 18, 19)}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything about the rules that a group can choose.

    >>> RuleSet().deck, RuleSet(edition=Edition.FIRST).deck
    ((18, 18, 19), (11, 11, 11))
    """

    edition: Edition = Edition.SECOND
    """V1."""
    holdem: bool = False
    """V2."""
    ruins_respect_domains: bool = False
    """B4's ruling: when on, a ruin that would connect domains of Reason is not placed."""
    erased_tiles_return: bool = True
    """S3's ruling: when off, a tile that a paradox erases (B6) is out of the game."""

    @property
    @implements("S4", "V1")
    def deck(self) -> Cards:
        """The cards of this edition: 55, or 33 in the first."""
        return DECKS[self.edition]

    @property
    @implements("V1")
    def keeps_cards(self) -> bool:
        """At refill the player chooses which unused cards to keep (first edition)."""
        return self.edition is Edition.FIRST
