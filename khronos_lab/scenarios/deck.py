"""The deck: what somebody has practised, card by card, and what is due.

A card is a clause with a kind of question, `("B3", "shadow")`. Only first tries count, each with
its day. A card that goes well comes back after longer and longer times, one that does not comes
back the same day. Positions are new each time, so that a rule is remembered and not a picture.

The times are a plain ladder, which can be told in a sentence. FSRS needs as many answers for the
same memory: `tests/benchmarks/spacing.py` has the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Final, NamedTuple

from khronos_lab.scenarios.library import scenarios
from khronos_lab.scenarios.made.mix import CASES, Made, Maker, difficulties, questions_on

DAYS: Final = (0, 1, 3, 7, 16, 35, 80)
"""By the days on which a card went right in a row: how many days it rests."""
MASTERED: Final = 3
"""Right first tries on this many different days make a rule mastered."""
APART: Final = 4
"""A card is not asked again before this many others, as long as there are others."""

Card = tuple[str, str]


class Try(NamedTuple):
    """A first answer to a fresh exercise."""

    day: date
    right: bool


Deck = Mapping[Card, tuple[Try, ...]]
"""By card: its tries, oldest first."""


def level(tries: tuple[Try, ...]) -> int:
    """On how many different days a card went right since it went wrong last."""
    days: list[date] = []
    for each in tries:
        days = [*days, each.day] if each.right else []
    return len(dict.fromkeys(days))


def due_day(tries: tuple[Try, ...]) -> date:
    """The day on which a card is asked again."""
    return tries[-1].day + timedelta(DAYS[min(level(tries), len(DAYS) - 1)])


def due_cards(deck: Deck, today: date) -> list[Card]:
    """The cards that are due, longest waiting first."""
    found = [(due_day(tries), card) for card, tries in deck.items() if tries]
    return [card for day, card in sorted(found) if day <= today]


def wrong_cards(deck: Deck) -> list[Card]:
    """The cards whose last try was wrong, oldest first."""
    found = [(tries[-1].day, card) for card, tries in deck.items() if tries and not tries[-1].right]
    return [card for _, card in sorted(found)]


def new_cards(deck: Deck) -> list[Card]:
    """The cards that were never asked, in the order of learning, first questions first."""
    questions = {label: questions_on(label) for label in learning_order()}
    most = max(map(len, questions.values()))
    return [
        (label, topics[number])
        for number in range(most)
        for label, topics in questions.items()
        if number < len(topics) and (label, topics[number]) not in deck
    ]


@cache
def learning_order() -> tuple[str, ...]:
    """The rules that are practised, as the scenarios of the library teach them."""
    taught = dict.fromkeys(label for each in scenarios() for label in each.clauses)
    rules = (label[:2] for label in (*taught, *CASES) if label in CASES)
    return tuple(dict.fromkeys(rules))


def stars(deck: Deck, label: str) -> int:
    """On how many different days a rule went right at the first try, at most three."""
    days = {each.day for card, tries in deck.items() if card[0] == label for each in tries
            if each.right}  # fmt: skip
    return min(MASTERED, len(days))


def fitting(card: Card, tries: tuple[Try, ...]) -> str:
    """The difficulty that suits somebody who knows a card this well: harder every other time."""
    offered = difficulties(card[0], card[1:])
    return offered[min(level(tries) // 2, len(offered) - 1)]


class Session:
    """Exercises for one sitting: what is due, then what is new; or what went wrong, again."""

    def __init__(self, seed: int | str, *, wrong: bool = False) -> None:
        self._rng = Random(f"session {seed}")
        self._wrong = wrong
        self._makers: dict[str, Maker] = {}
        self._lately: list[Card] = []

    def next(self, deck: Deck, today: date, difficulty: str | None = None) -> Made | None:
        """The next exercise, looked up in the deck as it is now; None if nothing is left."""
        found = [card for card in self._wanted(deck, today) if _askable(card, difficulty)]
        rested = [card for card in found if card not in self._lately]
        if not found:
            return None
        card = label, topic = (rested or found)[0]
        maker = self._makers.setdefault(label, Maker(label, self._rng))
        self._lately = [*self._lately, card][-APART:]
        return maker.make(difficulty or fitting(card, deck.get(card, ())), (topic,))

    def _wanted(self, deck: Deck, today: date) -> Iterator[Card]:
        if self._wrong:
            yield from wrong_cards(deck)
            return
        yield from due_cards(deck, today)
        yield from new_cards(deck)
        # Everything rests: what has rested longest is asked all the same.
        yield from sorted(deck, key=lambda card: due_day(deck[card]))


def _askable(card: Card, difficulty: str | None) -> bool:
    """True unless a card is of another version, or is not asked in this difficulty."""
    offered = difficulties(card[0], card[1:])
    return difficulty in offered if difficulty else bool(offered)
