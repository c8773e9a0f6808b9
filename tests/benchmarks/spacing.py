"""How often somebody must practise to remember as much: the deck's ladder of days, and FSRS.

Run from the project's root, after `pip install fsrs` (nothing else needs it)::

    python -m tests.benchmarks.spacing

Learners who forget practise a hundred cards for half a year, at most fifteen exercises a day, five
of them new; now and then they guess rightly. One sort of learner forgets as FSRS supposes (by a
power of time, with a difficulty for each card), the other by half-lives that double with success.
What counts is the share that would be known on an average day, and the answers that it took; for
FSRS at several aims, so that both can be compared where they remember as much.

Of 40 learners each, with fsrs 6:

| learner | ladder | fsrs, aim 0.85 | fsrs, aim 0.9 | fsrs, aim 0.95 |
|---|---|---|---|---|
| power | 87 %, 1059 answers | 79 %, 688 | 85 %, 905 | 91 %, 1430 |
| half-life | 76 %, 1726 answers | 55 %, 2245 | 75 %, 1915 | 85 %, 1955 |

Where both remember as much, the ladder takes 4 to 10 % fewer answers, even from the learner that
FSRS supposes. So the ladder stays: it has no weights and can be told in a sentence.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from statistics import mean
from typing import Any

from khronos_lab.scenarios import Try, due_day

CARDS, DAYS, A_DAY, NEW, LEARNERS = 100, 180, 15, 5, 40
GUESSED = 0.35
"""Between yes or no and a square among fifty."""
START = date(2026, 1, 5)
AIMS = (0.75, 0.8, 0.85, 0.9, 0.95)

Tries = tuple[Try, ...]
Schedule = Callable[[Tries], date]


class Learner:
    """What somebody remembers of one card."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.last = rng, START

    def recall(self, day: date) -> float:
        """The chance that the card is known on a day."""
        raise NotImplementedError

    def answer(self, day: date) -> bool:
        """Try the card, be told the answer, and remember it better."""
        known = self.rng.random() < self.recall(day)
        self.learn(day, known)
        self.last = day
        return known or self.rng.random() < GUESSED

    def learn(self, day: date, known: bool) -> None:
        raise NotImplementedError


class PowerLearner(Learner):
    """Forgets by a power of time; success late in the interval strengthens most."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.stability, self.hard = 0.0, rng.uniform(2, 8)

    def recall(self, day: date) -> float:
        if not self.stability:
            return 0.0
        return (1 + 0.235 * (day - self.last).days / self.stability) ** -0.5

    def learn(self, day: date, known: bool) -> None:
        if not self.stability:
            self.stability = self.rng.uniform(0.8, 3)
        elif known:
            left = 1 - self.recall(day)
            growth = (
                4.5 * (11 - self.hard) / 5 * self.stability**-0.15 * (2.718 ** (1.5 * left) - 1)
            )
            self.stability *= 1 + max(0.05, growth)
        else:
            self.stability = max(0.5, 0.4 * self.stability**0.6)


class HalfLearner(Learner):
    """Forgets half in some days; that time doubles with success and is cut with failure."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.half, self.gain = 0.0, rng.uniform(1.6, 2.8)

    def recall(self, day: date) -> float:
        return 0.5 ** ((day - self.last).days / self.half) if self.half else 0.0

    def learn(self, day: date, known: bool) -> None:
        if not self.half:
            self.half = self.rng.uniform(1, 4)
        elif day > self.last:
            self.half *= self.gain if known else 0.5
            self.half = max(self.half, 0.7)


def season(sort: type[Learner], due: Schedule, seed: int) -> tuple[float, int]:
    """Half a year of one learner: the share remembered on an average day, and answers given."""
    rng = Random(f"{sort.__name__} {seed}")
    cards = [sort(rng) for _ in range(CARDS)]
    tries: dict[int, Tries] = {}
    answers, shares = 0, []
    for number in range(DAYS):
        day = START + timedelta(number)
        waiting = sorted((due(told), card) for card, told in tries.items() if due(told) <= day)
        new = [card for card in range(CARDS) if card not in tries][:NEW]
        today = [card for _, card in waiting] + new
        for card in today[:A_DAY]:
            right = cards[card].answer(day)
            tries[card] = (*tries.get(card, ()), Try(day, right))
            answers += 1
        shares.append(mean(each.recall(day + timedelta(1)) for each in cards))
    return mean(shares[30:]), answers


def fsrs_schedule(fsrs: Any, aim: float) -> Schedule:
    """When FSRS with its published weights asks again, if it aims at remembering so much."""
    scheduler = fsrs.Scheduler(
        desired_retention=aim, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
    known: dict[Tries, Any] = {(): fsrs.Card()}

    def due(tries: Tries) -> date:
        if tries not in known:
            due(tries[:-1])
            when = datetime.combine(tries[-1].day, datetime.min.time(), UTC)
            rating = fsrs.Rating.Good if tries[-1].right else fsrs.Rating.Again
            known[tries], _ = scheduler.review_card(known[tries[:-1]], rating, when)
        return known[tries].due.date()

    return due


def main() -> None:
    schedules: dict[str, Schedule] = {"ladder": due_day}
    try:
        fsrs = importlib.import_module("fsrs")
    except ImportError:
        print("fsrs is not installed: the ladder alone")
    else:
        schedules |= {f"fsrs, aim {aim}": fsrs_schedule(fsrs, aim) for aim in AIMS}
    print("| learner | scheduler | remembered | answers |\n|---|---|---|---|")
    for sort in (PowerLearner, HalfLearner):
        for name, due in schedules.items():
            shares, answers = zip(*(season(sort, due, n) for n in range(LEARNERS)), strict=True)
            print(f"| {sort.__name__} | {name} | {mean(shares):.3f} | {mean(answers):.0f} |")


if __name__ == "__main__":
    main()
