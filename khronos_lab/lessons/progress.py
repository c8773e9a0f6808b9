"""What somebody has answered, and when a rule comes back: the deck, in one small JSON file.

The deck holds what somebody has practised, card by card. A card is a clause with a kind of
question, `("B3", "shadow")`. Only first tries count, each with its day. A card that goes well comes
back after longer and longer times, one that does not comes back the same day. Positions are new
each time, so that a rule is remembered and not a picture. The times are a plain ladder, which can
be told in a sentence; FSRS needs as many answers for the same memory.

The file is `khronos_lab/progress.json` in the user's own data folder (`~/.local/share`, on Windows
`%APPDATA%`, on a Mac `~/Library/Application Support`), so that it is the same for every notebook
and stays out of folders that are shared. The variable `KHRONOS_LAB_PROGRESS` names another file.
It is read before and written after every answer, whole or not at all and one notebook at a time, so
that several add to it. What cannot be written, on a full disk, is written with the next answer. It
has a sum; a file that is damaged is put aside, never overwritten.

Turns for which the coach found a better one come back, too. These mistakes lie beside the file of
progress, each whole: the position, turns to choose from, and why the better one is better, in both
languages. The record and its review are not needed any more.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from platformdirs import user_data_path

from khronos_lab.analysis import Review, ReviewedTurn, loss_text, why
from khronos_lab.core import position_text, read_position, turn_sentence
from khronos_lab.lessons.exercise import AnswerKind, AnswerOption, Because, Exercise, Words, still
from khronos_lab.lessons.library import scenarios
from khronos_lab.lessons.questions import CASES, MISTAKE, Maker, difficulties, topics_of
from khronos_lab.players import other_turns
from khronos_lab.records import locked_folder, read_sealed, refusal, sealed, whole_file
from khronos_lab.rulebook import KhronosError, Said, capital, clauses, in_each_language, say

# ------------------------------------------------------------------ the deck

DAYS: Final = (0, 1, 3, 7, 16, 35, 80)
"""By the days on which a card went right in a row: how many days it rests."""
MASTERED: Final = 3  # right first tries on this many different days make a rule mastered
APART: Final = 4  # A card is not asked again before this many others, as long as there are others

Card = tuple[str, str]


class Try(NamedTuple):
    """A first answer to a fresh exercise."""

    day: date
    right: bool


Deck = Mapping[Card, tuple[Try, ...]]  # by card: its tries, oldest first


def today() -> date:
    return datetime.now(UTC).astimezone().date()


def level(tries: tuple[Try, ...]) -> int:
    """On how many different days a card went right since it went wrong last."""
    days: list[date] = []
    for each in tries:
        days = [*days, each.day] if each.right else []
    return len(set(days))


def due_day(tries: tuple[Try, ...]) -> date:
    """The day on which a card is asked again."""
    return tries[-1].day + timedelta(DAYS[min(level(tries), len(DAYS) - 1)])


def due_cards(deck: Deck, today: date) -> list[Card]:
    """The cards that are due, longest waiting first."""
    found = sorted((due_day(tries), card) for card, tries in deck.items() if tries)
    return [card for day, card in found if day <= today]


def stars(deck: Deck, label: str) -> int:
    """On how many different days a rule went right at the first try, at most three."""
    tries = (each for card, tries in deck.items() if card[0] == label for each in tries)
    return min(MASTERED, len({each.day for each in tries if each.right}))


@cache
def learning_order() -> tuple[str, ...]:
    """The rules that are practised, as the scenarios of the library teach them."""
    taught = dict.fromkeys(label for each in scenarios() for label in each.clauses)
    return tuple(dict.fromkeys(label[:2] for label in (*taught, *CASES) if label in CASES))


class Session:
    """Exercises for one sitting: what is due, then what is new; or what went wrong, again."""

    def __init__(self, seed: int | str, *, wrong: bool = False) -> None:
        self._rng = Random(f"session {seed}")
        self._wrong = wrong
        self._makers: dict[str, Maker] = {}
        self._lately: list[Card] = []

    def next(
        self, deck: Deck, today: date, difficulty: str | None = None,
        own: Mapping[str, Mistake] = MappingProxyType({}),
    ) -> Exercise | None:  # fmt: skip
        """The next exercise, looked up in the deck as it is now; None if nothing is left.

        `own` are one's own mistakes: new ones come after what is due.
        """
        found = []
        for each in self._wanted(deck, today, own):
            # Of another version, or not asked in this difficulty.
            offered = difficulties(each[0], each[1:])
            if (difficulty in offered if difficulty else offered) or each[1] in own:
                found.append(each)
        if not found:
            return None
        card = next((each for each in found if each not in self._lately), found[0])
        self._lately = [*self._lately, card][-APART:]
        if card[0] == MISTAKE:
            return own[card[1]].exercise
        if difficulty is None:  # harder every other time
            offered = difficulties(card[0], card[1:])
            difficulty = offered[min(level(deck.get(card, ())) // 2, len(offered) - 1)]
        maker = self._makers.setdefault(card[0], Maker(card[0], self._rng))
        return maker.make(difficulty, card[1:])

    def _wanted(self, deck: Deck, today: date, own: Iterable[str]) -> Iterator[Card]:
        if self._wrong:
            missed = [(x[-1].day, card) for card, x in deck.items() if x and not x[-1].right]
            yield from (card for _, card in sorted(missed))
            return
        yield from due_cards(deck, today)
        yield from (card for each in own if (card := (MISTAKE, each)) not in deck)
        # What is new, in the order of learning: the first question of every rule, then the second.
        asked = [(n, label, topic) for label in learning_order()
                 for n, topic in enumerate(topics_of(label))]  # fmt: skip
        new = ((label, topic) for _, label, topic in sorted(asked, key=lambda each: each[0]))
        yield from (card for card in new if card not in deck)
        # Everything rests: what has rested longest is asked all the same.
        yield from sorted(deck, key=lambda card: due_day(deck[card]))


# ------------------------------------------------------------------ the file

VARIABLE: Final = "KHRONOS_LAB_PROGRESS"
FORMAT: Final = "khronos progress 2"
FORMER: Final = "khronos progress 1"  # without a deck
KEPT_TRIES: Final = 40  # of each card; older ones are forgotten
PARTS: Final = ("answers", "practice", "deck")
LONGEST: Final = 1_000_000  # bytes; all questions of the library together need less than a tenth
EVERYTHING: Final = "any"


Kept = dict[str, Any]
"""What the file holds, by part: by item and question how often it was answered, and when first
rightly (0 if never yet); by clause how many exercises were answered, and how many of them rightly;
by clause and topic the tries, each with its day."""
Change = Callable[[Kept], None]  # what an answer does to it


def progress_path() -> Path:
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    place = user_data_path("khronos_lab", appauthor=False, roaming=True) / "progress.json"
    # Earlier versions did not ask for XDG_DATA_HOME on a Mac; what they kept there stays in use.
    former = Path.home() / "Library" / "Application Support" / "khronos_lab" / "progress.json"
    return former if former.exists() and not place.exists() else place


class LearningProgress:
    """The progress of one learner; `told` is what has to be said about the file, if anything."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = progress_path() if path is None else path
        self.told: Said | None = None
        self._read: Kept = {part: {} for part in PARTS}
        """What the file held when it was read last."""
        self._unwritten: list[Change] = []
        """Answers that could not be written: they are tried again with the next one."""
        self._kept = self._read
        self.refresh()

    def mark(self, item: str, question: str) -> tuple[int, int]:
        """How often a question was answered, and at which try it was right, 0 if never yet."""
        tries, right_at = self._kept["answers"].get(item, {}).get(question, (0, 0))
        return tries, right_at

    def score(self, clause: str) -> tuple[int, int]:
        """How many exercises were answered, and how many of them rightly at the first try."""
        asked, right = self._kept["practice"].get(clause, (0, 0))
        return asked, right

    @property
    def deck(self) -> Deck:
        cards = ((label, *each) for label, x in self._kept["deck"].items() for each in x.items())
        return {
            (label, topic): tuple(Try(date.fromisoformat(day), right) for day, right in tries)
            for label, topic, tries in cards
        }

    def exported(self) -> str:
        return progress_text(self._kept)

    def right(self, pairs: Iterable[tuple[str, str]]) -> int:
        return sum(self.mark(item, question)[1] > 0 for item, question in pairs)

    def answered(self, item: str, question: str, right: bool) -> None:
        """Keep an answer; what was right once stays right."""

        def change(kept: Kept) -> None:
            marks = kept["answers"].setdefault(item, {})
            tries, right_at = marks.get(question, (0, 0))
            marks[question] = (tries + 1, right_at or (tries + 1) * right)

        self._change(change)

    def practised(self, clause: str, card: Card, right: bool) -> None:
        """Keep the first answer to an exercise: under what was chosen, and on its card."""
        day = today()

        def change(kept: Kept) -> None:
            asked, good = kept["practice"].get(clause, (0, 0))
            kept["practice"][clause] = (asked + 1, good + right)
            _try(kept, card, day, right)

        self._change(change)

    def missed(self, card: Card) -> None:
        """Keep that a question of a lesson was answered wrongly: its rule comes back today."""
        day = today()
        self._change(lambda kept: _try(kept, card, day, False))

    def forget(self, items: Iterable[str] = (), clauses: Iterable[str] = ()) -> None:
        """Forget the answers to all questions of these items, and the practice on clauses.

        With `any` all practice is forgotten.
        """
        gone, over = frozenset(items), frozenset(clauses)

        def change(kept: Kept) -> None:
            for part, keys in (("answers", gone), ("practice", over), ("deck", over)):
                for key in [x for x in kept[part] if x in keys or EVERYTHING in keys]:
                    del kept[part][key]

        self._change(change)

    # -------------------------------------------------------------- the file

    def refresh(self) -> None:
        try:
            if self.path.stat().st_size > LONGEST:
                raise ValueError("longer than any progress")
            self._read = read_progress(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass
        except OSError as fault:
            self.told = Said("progress-unread", {"reason": str(refusal(self.path, "read", fault))})
        except (ValueError, TypeError, AttributeError):
            self._put_aside()
        self._kept = deepcopy(self._read)
        for change in self._unwritten:
            change(self._kept)

    def _put_aside(self) -> None:
        """Keep a file that cannot be read, under the first free name, and start afresh."""
        number = 1
        while (aside := self.path.with_suffix(f".damaged-{number}.json")).exists():
            number += 1
        try:
            self.path.rename(aside)
        except OSError as fault:
            reason = str(refusal(self.path, "put aside", fault))
            self.told = Said("progress-unread", {"reason": reason})
        else:
            self.told = Said("progress-damaged", {"name": aside.name})

    def _change(self, change: Change) -> None:
        if self._unwritten:
            self.told = None  # that it was not kept: this is another try
        self._unwritten.append(change)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # What other notebooks write meanwhile must not be lost.
            with locked_folder(self.path):
                self.refresh()
                with whole_file(self.path) as file:
                    file.write(progress_text(self._kept))
        except (OSError, KhronosError) as fault:
            refused = refusal(self.path, "written", fault) if isinstance(fault, OSError) else fault
            cause = refused.__cause__ or fault
            self.refresh()
            full = isinstance(cause, OSError) and cause.errno == errno.ENOSPC
            told = {} if full else {"reason": str(refused)}
            self.told = Said("progress-full" if full else "progress-not_kept", told)
        else:
            self._read = self._kept
            self._unwritten.clear()


def _try(kept: Kept, card: Card, day: date, right: bool) -> None:
    topics = kept["deck"].setdefault(card[0], {})
    topics[card[1]] = [*topics.get(card[1], ()), (day.isoformat(), right)][-KEPT_TRIES:]


def progress_text(kept: Kept) -> str:
    ordered = json.loads(json.dumps(kept, sort_keys=True))
    content = {"format": FORMAT, **{part: ordered[part] for part in PARTS}}
    return json.dumps(sealed(content), indent=1, ensure_ascii=False) + "\n"


def read_progress(text: str) -> Kept:
    """What a file holds; an error if we did not write it."""
    content = read_sealed(text, needed=False)
    if content.get("format") not in (FORMAT, FORMER) or not set(content) <= {"format", *PARTS}:
        raise ValueError("no progress of this version")
    kept: Kept = {part: content.get(part, {}) for part in PARTS}
    marks = [mark for many in kept["answers"].values() for mark in many.values()]
    if not all(0 <= second <= first for first, second in (*marks, *kept["practice"].values())):
        raise ValueError("no pair of numbers")
    for tries in (tries for topics in kept["deck"].values() for tries in topics.values()):
        if not tries or any(type(right) is not bool for _, right in tries):
            raise ValueError("no tries")
        for day, _ in tries:
            date.fromisoformat(day)
    return kept


# ------------------------------------------------------------------ one's own mistakes

MISTAKES_FORMAT: Final = "khronos mistakes 1"


class Mistake(NamedTuple):
    """A turn that gave something away, and all that a question about it needs."""

    position: str  # before the turn, as text
    turns: tuple[Words, ...]  # the better turn, the one that was played, and perhaps a third
    reasons: tuple[Words, ...]

    @property
    def id(self) -> str:
        return hashlib.blake2b(repr(self[:2]).encode(), digest_size=5).hexdigest()

    @property
    def exercise(self) -> Exercise:
        state = read_position(self.position)
        letters = [chr(ord("a") + n) for n in range(len(self.turns))]
        order = Random(self.id).sample(letters, len(letters))
        offered = sorted(zip(order, self.turns, strict=True))
        # The last rule that is named; T7, most coins win, where none is.
        named = re.findall(r"\(([A-Z]\d[ab]?)\)", " ".join(each.en for each in self.reasons))
        rule = next((each for each in reversed(named) if each in clauses()), "T7")
        because = tuple(Because(rule, each) for each in self.reasons)
        asked = Said("ask-mistake", {"who": state.player.name, "round": state.round})
        return Exercise(
            still(state), f"{MISTAKE} {self.id}", AnswerKind.TURN, asked, order[0], because,
            tuple(AnswerOption(letter, words) for letter, words in offered),
        )  # fmt: skip


def mistake_of(turn: ReviewedTurn) -> Mistake:
    """The mistake of a reviewed turn; a third turn to choose is one that looks good, too."""
    others = other_turns(turn.known_before, turn.texts, seed=turn.turn, thorough=False)
    logs = [turn.other.logs if turn.other else (), turn.logs, *(x.logs for x in islice(others, 3))]
    told = in_each_language(lambda: [capital(turn_sentence(each)) for each in logs])
    turns = dict.fromkeys(Words(*each) for each in zip(*told, strict=True))

    def reasons() -> list[str]:
        done, lost = turn_sentence(turn.logs), loss_text(turn)
        return [say("why-mistake", who=turn.player, said=done, loss=lost), *why(turn)]

    because = zip(*in_each_language(reasons), strict=True)
    return Mistake(
        position_text(turn.before), tuple(turns)[:3], tuple(Words(*each) for each in because)
    )


def mistakes_in(source: object) -> list[ReviewedTurn] | None:
    """The mistakes of a review, of many games (`games.mistakes()`), or one; None for all else."""
    if isinstance(source, ReviewedTurn):
        return [source]
    if isinstance(source, Review):
        return list(source.mistakes)
    turns = getattr(source, "turns", ())
    found = [each[-1] if isinstance(each, tuple) else each for each in turns]
    return found if found and all(isinstance(each, ReviewedTurn) for each in found) else None


def own_file(progress: Path) -> Path:
    return progress.with_suffix(".mistakes.json")


def own_mistakes(progress: Path) -> Mapping[str, Mistake]:
    """By id: the mistakes that were chosen, oldest first; none of a file that cannot be read."""
    try:
        content: Any = read_sealed(own_file(progress).read_text("utf-8"))
        if content["format"] != MISTAKES_FORMAT:
            return {}
        found = [
            Mistake(x["position"], *(tuple(Words(*y) for y in x[key]) for key in ("turns", "why")))
            for x in content["mistakes"]
        ]
    except (OSError, ValueError, LookupError, TypeError):
        return {}
    return {each.id: each for each in found}


def keep_mistakes(turns: Iterable[ReviewedTurn], progress: Path) -> list[Mistake]:
    """Add mistakes to those that come back; gives those that were asked for."""
    added = [mistake_of(each) for each in turns if each.is_mistake]
    if not added:
        raise KhronosError(say("practice-nothing"))
    progress.parent.mkdir(parents=True, exist_ok=True)
    with locked_folder(progress):
        kept = {**own_mistakes(progress), **{each.id: each for each in added}}
        rows = [{"position": x.position, "turns": x.turns, "why": x.reasons} for x in kept.values()]
        content = sealed(json.loads(json.dumps({"format": MISTAKES_FORMAT, "mistakes": rows})))
        with whole_file(own_file(progress)) as file:
            file.write(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return added
