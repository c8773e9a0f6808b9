"""Practice: one stands before a mistake of the game, tries another turn, and is told. No widget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from khronos_lab.analysis import Review, ReviewedTurn, better_text, between, signed
from khronos_lab.core import events as e
from khronos_lab.core import turn_sentence
from khronos_lab.players import Loss
from khronos_lab.rulebook import KhronosError, Said, multilingual, say
from khronos_lab.simulation import tried_turn

CLOSE: Final = 1.5
"""Coins that a turn may give away against the best one and still be right."""
HINTS: Final = 3
"""Hints from the age to the whole turn."""


@dataclass(frozen=True)
class Practice:
    """Where somebody is in the mistakes of a game."""

    review: Review
    turns: tuple[ReviewedTurn, ...]
    """The mistakes, in the order of the game."""
    number: int = 0
    hints: int = 0
    tried: Loss | None = None
    """What the turn that was tried last gives away against the best one."""
    idle: bool = False
    """The check was asked for before anything was tried."""

    @classmethod
    def of(cls, review: Review, player: str | None = None, shown: int | None = None) -> Practice:
        """Practice with all mistakes of a game, or with those of one player.

        It begins with the mistake of the turn that is `shown`, or else with the worst.
        """
        if player is not None:
            review = review.of_player(player)
        found = sorted(review.mistakes, key=lambda each: each.turn)
        if not found:
            raise KhronosError(say("practice-nothing"))
        at = shown or 0
        here = [each for each in found if each.first < at <= each.step]
        here += [each for each in found if each.first == at > 0]
        first = (*here, *review.mistakes)[0]
        return cls(review, tuple(found), found.index(first))

    @property
    def turn(self) -> ReviewedTurn:
        """The mistake that one stands before."""
        return self.turns[self.number]

    @property
    def solved(self) -> bool:
        """True if what was tried is as good as the best turn, or nearly."""
        loss = self.tried
        return loss is not None and (loss.coins.value <= CLOSE)

    @property
    def open(self) -> bool:
        """True if the answer may be seen."""
        return self.solved or self.hints >= HINTS

    def hint(self) -> Practice:
        """One more hint."""
        return replace(self, hints=min(HINTS, self.hints + 1))

    def attempt(self, texts: Sequence[str]) -> Practice:
        """Judge a turn in notation; where nothing was done there is nothing to judge."""
        tried = tried_turn(self.turn, texts) if texts else None
        return replace(self, tried=tried, idle=tried is None)

    def next(self) -> Practice:
        """The next mistake; after the last comes the first."""
        number = (self.number + 1) % len(self.turns)
        return Practice(self.review, self.turns, number)

    @multilingual
    def lines(self, language: str | None = None) -> list[str]:
        """What there is to read: the task, hints, what became of the last attempt."""
        turn = self.turn
        moves = turn_sentence(turn.logs)
        told = {"who": turn.player, "label": turn.label, "n": self.number + 1, "moves": moves}
        assert turn.loss is not None
        lost = signed(turn.loss.coins.value, 1).removeprefix("+")
        found = [say("practice-task", **told, all=len(self.turns), coins=lost)]
        found += [_hint(turn, number) for number in range(1, min(self.hints, 2) + 1)]
        if self.idle:
            found.append(say("practice-idle"))
        if self.tried is not None:
            found.append(
                say(
                    "practice-tried", solved=self.solved,
                    coins=signed(max(0.0, self.tried.coins.value), 1).removeprefix("+"),
                    between=between(self.tried.coins[1:], 1, plus=False)
                )
            )  # fmt: skip
        if self.open:
            found += [better_text(turn), turn.reasons()]
        return found


def _hint(turn: ReviewedTurn, number: int) -> str:
    """Where to look, then what to do there."""
    assert turn.other is not None
    deeds = [
        entry.event
        for log in turn.other.logs
        for entry in log
        if entry.event.about.action and not isinstance(entry.event, e.AdventurerTravelled)
    ]
    if number == 1:
        ages = dict.fromkeys(event.age for event in deeds if event.age is not None)
        said = tuple(Said("practice-age", {"age": each}) for each in ages)
        return say("practice-where", ages=said)
    buildings = [event.building for event in deeds if isinstance(event, e.OfBuilding)]
    things = tuple(dict.fromkeys(each.thing._replace(which="", place="") for each in buildings))
    return say("practice-what", buildings=things)
