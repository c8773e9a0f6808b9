"""Practice: made exercises without end, mixed, or as they are due.

One seed gives the same exercises in any process. The cases of a clause come in rounds, shuffled,
so that each comes as often as any other; without a clause the clauses come in rounds, too, because
what is mixed is learnt better than what is drilled. What is asked about a case is what was asked
least so far.

The deck holds what somebody has practised, card by card. A card is a clause with a kind of
question, `("B3", "shadow")`. Only first tries count, each with its day. A card that goes well comes
back after longer and longer times, one that does not comes back the same day. Positions are new
each time, so that a rule is remembered and not a picture.

The times are a plain ladder, which can be told in a sentence. FSRS needs as many answers for the
same memory: `tests/benchmarks/spacing.py` has the figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import islice
from random import Random
from typing import Final, NamedTuple, TypeVar

from khronos_lab.core import events as e
from khronos_lab.rulebook import KhronosError, clauses, quoted
from khronos_lab.rulebook import clause as clause_of
from khronos_lab.scenarios.library import scenarios
from khronos_lab.scenarios.made.conflict_cases import CONFLICTS, TAXES
from khronos_lab.scenarios.made.placing_cases import PLACING
from khronos_lab.scenarios.made.shadow_cases import SHADOWS
from khronos_lab.scenarios.made.workshop import Asked, Case, Workshop
from khronos_lab.scenarios.questions.all_questions import TOPICS
from khronos_lab.scenarios.questions.exercise import Exercise
from khronos_lab.scenarios.questions.tried_action import Look

DIFFICULTIES: Final = ("easy", "medium", "hard")
LOADS: Final = (range(9), range(3, 26), range(6, 1000))
"""By difficulty: how much there may be to see, see `load`."""
CROWD: Final = 3
"""This many buildings on the boards are as much to look at as one effect."""
TRIES: Final = 150
"""Positions that are built for one case before another one takes its turn."""

T = TypeVar("T")
_FOUND: Final = {**PLACING, **SHADOWS, **CONFLICTS, **TAXES}
CASES: Final[dict[str, tuple[Case, ...]]] = {
    label: _FOUND[label] for label in clauses() if label in _FOUND
}
"""By clause, in the order of the rules page; what is not here cannot be asked."""


class Made(NamedTuple):
    """An exercise, and what it was made for."""

    clause: str
    difficulty: str
    case: str
    exercise: Exercise


def difficulties(label: str, topics: Sequence[str] = ()) -> tuple[str, ...]:
    """The difficulties in which a clause is asked about, if wanted by certain kinds of question."""
    cases = [x for x in CASES.get(label, ()) if not topics or not set(topics).isdisjoint(x.topics)]
    sizes = {size for case in cases for size in case.sizes}
    return tuple(name for size, name in enumerate(DIFFICULTIES, 1) if size in sizes)


def questions_on(label: str) -> tuple[str, ...]:
    """The kinds of questions that are asked about a clause."""
    return tuple(dict.fromkeys(topic for case in CASES[label] for topic in case.topics))


def mixed(
    clause: str | None = None, difficulty: str | None = None, seed: int | str = 0
) -> Iterator[Made]:
    """Exercises without end: about a clause or any, easy, medium, hard or as they come.

    Each comes with the clause and the case that it was made for.

    >>> made = next(mixed("B6", "easy", seed=1))
    >>> made.clause, "B6" in made.exercise.clauses
    ('B6', True)
    """
    wanted = None if clause is None else clause_of(clause).id
    labels = [wanted] if wanted is not None else [each for each in CASES if each[-1].isdigit()]
    if difficulty is not None and difficulty not in DIFFICULTIES:
        known = ", ".join(DIFFICULTIES)
        raise KhronosError(f"{quoted(difficulty)} is not a difficulty; there are {known}")
    labels = [each for each in labels if _asked(each, difficulty)]
    if not labels:
        assert wanted is not None
        raise KhronosError(_not_asked(wanted, difficulty))
    drawn = f"exercises {seed} {wanted} {difficulty}".encode(errors="surrogatepass")
    return _mixed(labels, difficulty, Random(drawn))


def _asked(label: str, difficulty: str | None) -> bool:
    offered = difficulties(label)
    return bool(offered) if difficulty is None else difficulty in offered


def _not_asked(label: str, difficulty: str | None) -> str:
    offered = difficulties(label)
    if offered:
        return f"there is no {difficulty} exercise on {label}; try {' or '.join(offered)}"
    return f"there is no exercise on {label}; practise one of {', '.join(CASES)}"


def _mixed(labels: list[str], difficulty: str | None, rng: Random) -> Iterator[Made]:
    streams = {label: Maker(label, rng) for label in labels}
    for label in _rounds(labels, rng):
        yield streams[label].make(difficulty)


def _rounds(things: Sequence[T], rng: Random) -> Iterator[T]:
    """All things in some order, again and again, none twice in a row."""
    last: list[T] = []
    while True:
        order = rng.sample(things, len(things))
        if order[:1] == last and len(order) > 1:
            order.append(order.pop(0))
        yield from order
        last = order[-1:]


class Maker:
    """Makes exercises on one clause, its cases in turn."""

    def __init__(self, label: str, rng: Random) -> None:
        self.label, self.rng = label, rng
        self._cases = {
            name: _rounds([case for case in CASES[label] if size in case.sizes], rng)
            for size, name in enumerate(DIFFICULTIES, 1)
            if name in difficulties(label)
        }
        self._asked: Counter[tuple[str, str]] = Counter()

    def make(self, difficulty: str | None = None, topics: Sequence[str] = ()) -> Made:
        """The next exercise, if wanted on certain kinds of question only."""
        chosen = difficulty or self.rng.choice(difficulties(self.label, topics))
        for case in islice(self._cases[chosen], 2 * len(CASES[self.label])):
            wanted = [each for each in case.topics if not topics or each in topics]
            found = self._made(case, chosen, wanted) if wanted else None
            if found is not None:
                self._asked[case.name, found.topic] += 1
                return Made(self.label, chosen, case.name, found)
        raise KhronosError(f"no {chosen} exercise on {self.label} could be made; try another rule")

    def _made(self, case: Case, difficulty: str, topics: Sequence[str]) -> Exercise | None:
        size = DIFFICULTIES.index(difficulty) + 1
        for _ in range(TRIES):
            look = case.sketch(Workshop(self.rng), size)
            if look is None or load(look) not in LOADS[size - 1]:
                continue
            found = [
                exercise
                for topic in topics
                for exercise in TOPICS[topic](look)
                if case.fits(Asked(look, exercise))
            ]
            if found:
                least = min(self._asked[case.name, each.topic] for each in found)
                return self.rng.choice(
                    [each for each in found if self._asked[case.name, each.topic] == least]
                )
        return None


def load(look: Look) -> int:
    """How much there is to see: effects of the move, and buildings to look through."""
    standing = sum(not each.printed for board in look.before.boards for each in board)
    return sum(_is_effect(entry.event) for entry in look.log) + standing // CROWD


def _is_effect(event: e.Event) -> bool:
    about = event.about
    told = event.changes or about.stop is not None
    ripples = about.ripple and not about.action and not isinstance(event, e.Payment)
    return isinstance(event, e.Tax) or (told and ripples)


# ------------------------------------------------------------------ the deck

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
