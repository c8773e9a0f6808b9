"""What a player can decide: the actions, and a move with its answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook import KINDS, RANKS, REASON, Age, Cards, Kind, name_of

UNPAID: Final[Cards] = (-1, -1, -1)
"""Cards of an action whose price is paid when it is played; see `engine.reading`."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """T2: pay 2 coins, discard these cards and `hidden` unseen ones, and draw as many."""

    cards: Cards
    hidden: int = 0

    def __str__(self) -> str:
        return f"exchange {cards_text(self.cards, self.hidden)}"


@dataclass(frozen=True, slots=True)
class Swap:
    """V2: take open cards of one kind and put these cards of the hand in their place."""

    kind: Kind
    cards: Cards

    def __str__(self) -> str:
        kind = KINDS[self.kind].word if self.kind in KINDS else f"kind {self.kind}"
        return f"swap {cards_text(self.cards)} for {sum(self.cards)} open {kind}"


@dataclass(frozen=True, slots=True)
class Travel:
    """T4: an adventurer goes from one age to another; which one is left open (T5)."""

    origin: Age
    target: Age

    def __str__(self) -> str:
        return f"travel {self.origin.title} to {self.target.title}"


@dataclass(frozen=True, slots=True)
class Build:
    """A1: a building with its first square there, paid with these cards."""

    age: Age
    kind: Kind
    rank: int
    square: int
    cards: Cards

    def __str__(self) -> str:
        return _placing("build", self)


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A2: this larger building in place of the one of its kind inside its squares."""

    age: Age
    kind: Kind
    rank: int
    square: int
    cards: Cards

    def __str__(self) -> str:
        return _placing("upgrade to", self)


@dataclass(frozen=True, slots=True)
class Demolish:
    """A4: remove the rank 1 tile on a square."""

    age: Age
    square: int

    def __str__(self) -> str:
        return f"demolish {name(self.square)} in {self.age.title}"


@dataclass(frozen=True, slots=True)
class Populate:
    """A5: a cube on the civil building of this square in Reason."""

    square: int

    def __str__(self) -> str:
        return f"populate {name(self.square)}"


@dataclass(frozen=True, slots=True)
class Restore:
    """A6: a card on the ruin of this square in Reason."""

    square: int

    def __str__(self) -> str:
        return f"restore {name(self.square)}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """T6: discard and refill; then taxes, if it is the round for them.

    In the second edition all unused cards go and `discard` stays empty; in the first (V1) it
    names the cards that the player discards, and `hidden` how many more nobody wrote down.
    """

    discard: Cards | None = None
    hidden: int = 0

    def __str__(self) -> str:
        if self.discard is None:
            return "end turn"
        return f"end turn, discard {cards_text(self.discard, self.hidden)}"


Action = Exchange | Swap | Travel | Build | Upgrade | Demolish | Populate | Restore | EndTurn

ACTIONS: Final = frozenset(get_args(Action))


def is_unpaid(action: Action) -> bool:
    """True if an action leaves its cards open, to be paid when it is played."""
    # Asked before every move: a union would be made anew each time.
    return isinstance(action, (Build, Upgrade)) and action.cards == UNPAID


def paying_age(action: Action) -> Age:
    """The age whose allowance pays for an action; a journey's is where it begins."""
    return Age(getattr(action, "age", getattr(action, "origin", REASON)))


@dataclass(frozen=True, slots=True)
class Move:
    """An action with the answers to the questions met on the way, and what chance gave.

    `answers` are indices into the options of each question, in the order asked. `drawn` are the
    cards that the action draws; left out, the game's own chance decides.
    """

    action: Action
    answers: tuple[int, ...] = ()
    drawn: Cards | None = None


def _placing(verb: str, action: Build | Upgrade) -> str:
    known = action.rank in RANKS
    building = name_of(action.kind, action.rank) if known else f"building of rank {action.rank}"
    paid = "" if action.cards == UNPAID else f" for {cards_text(action.cards)}"
    return f"{verb} {building} at {name(action.square)} in {action.age.title}{paid}"
