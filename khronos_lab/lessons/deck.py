"""Practice: made exercises without end, mixed, or as they are due.

One seed gives the same exercises in any process. The cases of a clause come in rounds, shuffled,
so that each comes as often as any other; without a clause the clauses come in rounds, too, because
what is mixed is learnt better than what is drilled. No exercise may be guessed: where the look of
positions would tell the answer, others are made.

The deck holds what somebody has practised, card by card. A card is a clause with a kind of
question, `("B3", "shadow")`. Only first tries count, each with its day. A card that goes well comes
back after longer and longer times, one that does not comes back the same day. Positions are new
each time, so that a rule is remembered and not a picture.

The times are a plain ladder, which can be told in a sentence. FSRS needs as many answers for the
same memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from itertools import islice
from random import Random
from typing import Final, NamedTuple, TypeVar

from khronos_lab.core import events as e
from khronos_lab.lessons.exercise import Exercise
from khronos_lab.lessons.library import scenarios
from khronos_lab.lessons.questions import CASES, TOPICS, topics_of
from khronos_lab.lessons.topics import Case
from khronos_lab.lessons.trial import Trial
from khronos_lab.lessons.workshop import Workshop
from khronos_lab.rulebook import KhronosError, quoted
from khronos_lab.rulebook import clause as clause_of

DIFFICULTIES: Final = ("easy", "medium", "hard")
LOADS: Final = (range(9), range(3, 26), range(6, 1000))
"""By difficulty: how much there may be to see, see `load`."""
CROWD: Final = 3
"""This many buildings on the boards are as much to look at as one effect."""
TRIES: Final = 150
"""Positions that are built for one case before another one takes its turn."""
FAIR_TRIES: Final = 12
"""Exercises of one case from which the fairest is taken."""

T = TypeVar("T")


def difficulties(label: str, topics: Sequence[str] = ()) -> tuple[str, ...]:
    """The difficulties in which a clause is asked about, if wanted by certain kinds of question."""
    cases = [case for topic, case in CASES.get(label, ()) if not topics or topic in topics]
    sizes = {size for case in cases for size in case.sizes}
    return tuple(name for size, name in enumerate(DIFFICULTIES, 1) if size in sizes)


def mixed(
    clause: str | None = None, difficulty: str | None = None, seed: int | str = 0
) -> Iterator[Exercise]:
    """Exercises without end: about a clause or any, easy, medium, hard or as they come.

    >>> made = next(mixed("B6", "easy", seed=1))
    >>> made.clause, "B6" in made.clauses
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


def _mixed(labels: list[str], difficulty: str | None, rng: Random) -> Iterator[Exercise]:
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
            name: _rounds([each for each in CASES[label] if size in each[1].sizes], rng)
            for size, name in enumerate(DIFFICULTIES, 1)
            if name in difficulties(label)
        }
        self._seen: Counter[tuple[object, ...]] = Counter()
        """How often an answer went with a cue."""

    def make(self, difficulty: str | None = None, topics: Sequence[str] = ()) -> Exercise:
        """The next exercise, if wanted on certain kinds of question only."""
        chosen = difficulty or self.rng.choice(difficulties(self.label, topics))
        for topic, case in islice(self._cases[chosen], 2 * len(CASES[self.label])):
            found = self._made(topic, case, chosen) if not topics or topic in topics else None
            if found is not None:
                for cue in self._cues(found):
                    self._seen[cue] += 1
                return replace(found, clause=self.label, difficulty=chosen, case=case.name)
        raise KhronosError(f"no {chosen} exercise on {self.label} could be made; try another rule")

    def _made(self, topic: str, case: Case, difficulty: str) -> Exercise | None:
        """An exercise of a case, the fairest of several."""
        size = DIFFICULTIES.index(difficulty) + 1
        best, least = None, 0.0
        fair = 0
        for _ in range(TRIES):
            trial = case.sketch(Workshop(self.rng), size)
            if trial is None or load(trial) not in LOADS[size - 1]:
                continue
            found = [each for each in TOPICS[topic].ask(trial) if case.fits(each)]
            for each in self.rng.sample(found, len(found)):
                bias = self._bias(each)
                if best is None or bias < least:
                    best, least = each, bias
            fair += bool(found)
            if best is not None and (least <= 0.5 or fair >= FAIR_TRIES):
                return best
        return best

    def _cues(self, exercise: Exercise) -> Iterator[tuple[object, ...]]:
        """What goes with an answer and is seen without knowing the rule."""
        answer = relative_answer(exercise)
        exempt = TOPICS[exercise.topic].told_by.get(self.label, ())
        for name, value in cues(exercise).items():
            if name not in exempt:
                yield exercise.topic, name, value, answer
        yield exercise.topic, "", "", answer

    def _bias(self, exercise: Exercise) -> float:
        """How far an answer is ahead of the others where any one cue is as it is here."""
        answers = {key[-1] for key in self._seen if key[0] == exercise.topic}
        answers.add(relative_answer(exercise))
        worst = -1.0
        for *cue, answer in self._cues(exercise):
            others = [self._seen[(*cue, each)] for each in answers if each != answer]
            if others:
                worst = max(worst, self._seen[(*cue, answer)] - sum(others) / len(others))
        return worst


def cues(exercise: Exercise) -> dict[str, object]:
    """What can be seen of an exercise at a glance: somebody might guess by any of these."""
    action, state = exercise.action, exercise.state
    return {
        "verb": type(action).__name__,
        "kind": getattr(action, "kind", None),
        "rank": getattr(action, "rank", None),
        "age": getattr(action, "age", None),
        "asked": exercise.age,
        "crowd": sum(not each.printed for board in state.boards for each in board) // 4,
        "sentences": exercise.prompt("en").count(". "),
    }


def relative_answer(exercise: Exercise) -> object:
    """An answer as somebody guesses it: yes, a number, a clause, whose turn it is, nothing."""
    right, seat = exercise.correct, exercise.state.seat
    if not isinstance(right, tuple):
        return right
    if not right:
        return "none"
    if exercise.kind.value == "players":
        return "several" if len(right) > 1 else (right[0] - seat) % len(exercise.state.players)
    return len(right)


def load(trial: Trial) -> int:
    """How much there is to see: effects of the move, and buildings to look through."""
    standing = sum(not each.printed for board in trial.before.boards for each in board)
    return sum(_is_effect(entry.event) for entry in trial.log) + standing // CROWD


def _is_effect(event: e.Event) -> bool:
    about = event.about
    told = event.changes or about.stop is not None
    ripples = about.ripple and not about.action and not isinstance(event, e.Payment)
    return isinstance(event, e.Taxation) or (told and ripples)


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
    questions = {label: topics_of(label) for label in learning_order()}
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

    def next(self, deck: Deck, today: date, difficulty: str | None = None) -> Exercise | None:
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
