"""Progress: which questions somebody has answered, and the deck, kept in one small JSON file.

The file is `khronos_lab/progress.json` in the user's own data folder (`~/.local/share`, on Windows
`%APPDATA%`, on a Mac `~/Library/Application Support`), so that it is the same for every notebook
and stays out of folders that are shared. The variable `KHRONOS_LAB_PROGRESS` names another file.

It is read before and written after every answer, whole or not at all and one notebook at a time, so
that several add to it. What cannot be written, on a full disk, is written with the next answer. It
has a sum; a file that is damaged is put aside, never overwritten.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, NamedTuple

from platformdirs import user_data_path

from khronos_lab.lessons.deck import Card, Deck, Try
from khronos_lab.records import locked_folder, read_sealed, refusal, sealed, whole_file
from khronos_lab.rulebook import KhronosError, Said

VARIABLE: Final = "KHRONOS_LAB_PROGRESS"
FORMAT: Final = "khronos progress 2"
FORMER: Final = "khronos progress 1"
"""Without a deck."""
KEPT_TRIES: Final = 40
"""Of each card; older ones are forgotten."""
LONGEST: Final = 1_000_000
"""Bytes; all questions of the library together need less than a tenth."""


EVERYTHING: Final = "any"


def today() -> date:
    """The day on which an answer counts."""
    return datetime.now(UTC).astimezone().date()


class Mark(NamedTuple):
    """How one question went: answers given, and the one that was right, 0 if none was yet."""

    tries: int = 0
    right_at: int = 0

    def after(self, right: bool) -> Mark:
        """The mark after one more answer; what was right once stays right."""
        tries = self.tries + 1
        return Mark(tries, self.right_at or (tries if right else 0))


class Score(NamedTuple):
    """How practice goes: exercises answered, and how many right at the first try."""

    asked: int = 0
    right: int = 0


Marks = dict[tuple[str, str], Mark]
"""By item and question."""


class Kept(NamedTuple):
    """What the file holds."""

    marks: Marks
    scores: dict[str, Score]
    """By clause, `any` for exercises on any clause."""
    deck: dict[Card, tuple[Try, ...]]


Change = Callable[[Kept], None]
"""What an answer does to it."""


def progress_path() -> Path:
    """The file in which progress is kept."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    place = user_data_path("khronos_lab", appauthor=False, roaming=True) / "progress.json"
    # Earlier versions did not ask for XDG_DATA_HOME on a Mac; what they kept there stays in use.
    former = Path.home() / "Library" / "Application Support" / "khronos_lab" / "progress.json"
    return former if former.exists() and not place.exists() else place


class Progress:
    """The progress of one learner; `told` is what has to be said about the file, if anything."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = progress_path() if path is None else path
        self.told: Said | None = None
        self._read = Kept({}, {}, {})
        """What the file held when it was read last."""
        self._unwritten: list[Change] = []
        """Answers that could not be written: they are tried again with the next one."""
        self._kept = self._read
        self.refresh()

    def mark(self, item: str, question: str) -> Mark:
        """How a question went so far."""
        return self._kept.marks.get((item, question), Mark())

    def score(self, clause: str) -> Score:
        """How practice on a clause went so far."""
        return self._kept.scores.get(clause, Score())

    @property
    def deck(self) -> Deck:
        """What was practised, card by card."""
        return self._kept.deck

    def exported(self) -> str:
        """Everything that is kept, as the text of the file."""
        return progress_text(self._kept)

    def right(self, pairs: Iterable[tuple[str, str]]) -> int:
        """How many of these questions were answered rightly."""
        return sum(1 for item, question in pairs if self.mark(item, question).right_at)

    def answered(self, item: str, question: str, right: bool) -> None:
        """Keep an answer."""

        def change(kept: Kept) -> None:
            key = (item, question)
            kept.marks[key] = kept.marks.get(key, Mark()).after(right)

        self._change(change)

    def practised(self, clause: str, card: Card, right: bool) -> None:
        """Keep the first answer to an exercise: under what was chosen, and on its card."""
        day = today()

        def change(kept: Kept) -> None:
            asked, good = kept.scores.get(clause, Score())
            kept.scores[clause] = Score(asked + 1, good + right)
            tries = (*kept.deck.get(card, ()), Try(day, right))
            kept.deck[card] = tries[-KEPT_TRIES:]

        self._change(change)

    def missed(self, card: Card) -> None:
        """Keep that a question of a lesson was answered wrongly: its rule comes back today."""
        day = today()

        def change(kept: Kept) -> None:
            kept.deck[card] = (*kept.deck.get(card, ()), Try(day, False))[-KEPT_TRIES:]

        self._change(change)

    def forget(self, items: Iterable[str] = (), clauses: Iterable[str] = ()) -> None:
        """Forget the answers to all questions of these items, and the practice on clauses.

        With `any` all practice is forgotten.
        """
        gone, over = frozenset(items), frozenset(clauses)

        def change(kept: Kept) -> None:
            for key in [key for key in kept.marks if key[0] in gone]:
                del kept.marks[key]
            for clause in [each for each in kept.scores if each in over or EVERYTHING in over]:
                del kept.scores[clause]
            for card in [each for each in kept.deck if each[0] in over or EVERYTHING in over]:
                del kept.deck[card]

        self._change(change)

    # -------------------------------------------------------------- the file

    def refresh(self) -> None:
        """Read what other lessons have kept since."""
        try:
            self._read = read_progress(_text(self.path))
        except FileNotFoundError:
            pass
        except OSError as fault:
            self.told = Said("progress-unread", {"reason": str(refusal(self.path, "read", fault))})
        except ValueError:
            self._put_aside()
        marks, scores, deck = self._read
        self._kept = Kept(dict(marks), dict(scores), dict(deck))
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
            return
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
        except OSError as fault:
            self._not_kept(refusal(self.path, "written", fault), fault)
        except KhronosError as fault:
            self._not_kept(fault, fault.__cause__)
        else:
            self._read = self._kept
            self._unwritten.clear()

    def _not_kept(self, refused: KhronosError, cause: BaseException | None) -> None:
        self.refresh()
        full = isinstance(cause, OSError) and cause.errno == errno.ENOSPC
        told = {} if full else {"reason": str(refused)}
        self.told = Said("progress-full" if full else "progress-not_kept", told)


def _text(path: Path) -> str:
    if path.stat().st_size > LONGEST:
        raise ValueError("longer than any progress")
    return path.read_text(encoding="utf-8")


def progress_text(kept: Kept) -> str:
    """The file's text; the same progress gives the same text."""
    answers: dict[str, dict[str, list[int]]] = {}
    for (item, question), mark in sorted(kept.marks.items()):
        answers.setdefault(item, {})[question] = list(mark)
    practice = {clause: list(score) for clause, score in sorted(kept.scores.items())}
    deck: dict[str, dict[str, list[list[object]]]] = {}
    for (clause, topic), tries in sorted(kept.deck.items()):
        told: list[list[object]] = [[each.day.isoformat(), each.right] for each in tries]
        deck.setdefault(clause, {})[topic] = told
    content = {"format": FORMAT, "answers": answers, "practice": practice, "deck": deck}
    return json.dumps(sealed(content), indent=1, ensure_ascii=False) + "\n"


def read_progress(text: str) -> Kept:
    """What a file holds; a `ValueError` if we did not write it."""
    content = read_sealed(text, needed=False)
    known = {"format", "answers", "practice", "deck"}
    if content.get("format") not in (FORMAT, FORMER) or not set(content) <= known:
        raise ValueError("no progress of this version")
    marks: Marks = {}
    for item, questions in _table(content.get("answers", {})):
        for question, mark in _table(questions):
            marks[item, question] = Mark(*_pair(mark))
    scores = {clause: Score(*_pair(pair)) for clause, pair in _table(content.get("practice", {}))}
    deck = {
        (clause, topic): _tries(tries)
        for clause, topics in _table(content.get("deck", {}))
        for topic, tries in _table(topics)
    }
    return Kept(marks, scores, deck)


def _tries(value: object) -> tuple[Try, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("no tries")
    found = []
    for each in value:
        match each:
            case [str(day), bool(right)]:
                found.append(Try(date.fromisoformat(day), right))
            case _:
                raise ValueError("no try")
    return tuple(found)


def _table(value: object) -> Iterable[tuple[str, object]]:
    if not isinstance(value, dict):
        raise ValueError("no table")
    return value.items()


def _pair(value: object) -> tuple[int, int]:
    match value:
        case [int(first), int(second)] if 0 <= second <= first:
            return first, second
    raise ValueError("no pair of numbers")
