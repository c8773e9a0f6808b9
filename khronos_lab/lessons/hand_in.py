"""A class: one sheet for everybody, a short code to hand in, and who missed which rule.

No server and no account: a pupil works on a page, in a notebook or on paper, and hands in a few
letters, by mail or read aloud. They hold how every first answer went.

>>> tuesday = classroom("Tuesday", "B3", "C2", n=4)
>>> tuesday.results(["Mia " + tuesday.code("Mia", [1, 1, 3, 2]).partition(" ")[2]]).missed
{'Mia': ('B3a', 'C2')}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from khronos_lab.board import Markup, table, tag
from khronos_lab.lessons.course import Item, exercise_item
from khronos_lab.lessons.data import rule_name
from khronos_lab.lessons.exercise import Words
from khronos_lab.lessons.page import LessonPage, page_of_items
from khronos_lab.lessons.questions import booked
from khronos_lab.lessons.sheet import Worksheet, worksheet
from khronos_lab.lessons.trial import still
from khronos_lab.records import PathName, local_path
from khronos_lab.rulebook import (
    KhronosError,
    Said,
    in_each_language,
    multilingual,
    quoted,
    say,
    speaking,
)

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which look like others; the same as in `hand_in.js`."""
LOOKALIKES: Final = str.maketrans("ILOU", "110V")
FIRST, LATER, WRONG = 1, 2, 3
"""How an answer went: right at once, right in the end, or wrong; 0 is not answered."""
GROUP: Final = 5
"""So many answers go into two letters."""


@multilingual
def classroom(
    name: str,
    *about: str,
    n: int = 10,
    sheet: int = 1,
    difficulty: str | None = None,
    language: str | None = None,
) -> Classroom:
    """A class and its sheet of `n` exercises, the same for everybody who says the same.

    `about` are rules; without one every rule may come up. The next lesson has the next `sheet`.
    """
    word = str(name).strip().upper()
    if not word.isalnum():
        raise KhronosError(f"a class has a name of letters and digits, not {quoted(name)}")
    seed = f"class {word} {sheet}"
    made = worksheet(*about, n=n, seed=seed, difficulty=difficulty)
    return Classroom(word, sheet, made, tuple(about))


@dataclass(frozen=True)
class Classroom:
    """A sheet for a class, as a page, in a notebook or on paper; `results` reads what comes in."""

    name: str
    number: int
    sheet: Worksheet
    about: tuple[str, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """The exercises, and the end at which the code is shown."""
        asked = [exercise_item(each) for each in self.sheet.exercises]
        last = asked[-1].trial
        said = Words(*in_each_language(lambda: say("class-over")))
        end = Item(
            still(last.after or last.before), (), Said("class-end"), notes=(said,), idea="class"
        )
        return (*asked, end)

    @property
    def told(self) -> dict[str, Any]:
        """What the browser has to know to make the code."""
        return {"name": self.name, "sheet": self.number, "n": len(self.sheet.exercises)}

    @property
    def title(self) -> Said:
        """What the sheet is called."""
        return Said("class-title", {"name": self.name.title(), "n": self.number})

    def page(self) -> LessonPage:
        """The sheet as an offline page for a phone, which ends with the code."""
        with speaking(self.sheet.language):
            return page_of_items(self.items, self.title, self.told)

    def save(self, path: PathName) -> Path:
        """Write the sheet: `.html` for phones, `.pdf` for paper."""
        target = local_path(path)
        if target.suffix.lower() == ".pdf":
            return self.sheet.save(target)
        self.page().save(target)
        return target

    def code(self, pupil: str, answers: Sequence[int]) -> str:
        """What a pupil hands in, by how each answer went: 1 right, 2 right in the end, 3 wrong."""
        who = " ".join(pupil.split())
        text = ""
        for first in range(0, len(answers), GROUP):
            group = [*answers[first : first + GROUP], *[0] * GROUP][:GROUP]
            total = 0
            for each in group:
                total = total * 4 + each
            text += LETTERS[total >> 5] + LETTERS[total & 31]
        body = f"{who} {self.name}.{self.number}.{text}"
        return f"{body}.{_checksum(body)}"

    def results(self, codes: Iterable[str]) -> Results:
        """Who missed which rule, by the codes that were handed in."""
        found = dict(self._read(each) for each in codes if each.strip())
        return Results(self, found)

    def _read(self, code: str) -> tuple[str, tuple[int, ...]]:
        who, _, rest = code.strip().rpartition(" ")
        parts = rest.upper().split(".")
        if len(parts) != 4 or not who:
            raise KhronosError(Said("class-unread", {"code": quoted(code)}))
        name, sheet = parts[0], parts[1]
        text, check = (each.translate(LOOKALIKES) for each in parts[2:])
        if (name, sheet) != (self.name, str(self.number)):
            told = {"code": quoted(code), "name": self.name, "n": self.number}
            raise KhronosError(Said("class-other", told))
        who = " ".join(who.split())
        if _checksum(f"{who} {name}.{sheet}.{text}") != check or set(text) - set(LETTERS):
            raise KhronosError(Said("class-unread", {"code": quoted(code)}))
        answers: list[int] = []
        for first in range(0, len(text), 2):
            total = LETTERS.index(text[first]) * 32 + LETTERS.index(text[first + 1])
            answers += [total >> 2 * (GROUP - 1 - at) & 3 for at in range(GROUP)]
        return who, tuple(answers[: len(self.sheet.exercises)])

    def __repr__(self) -> str:
        with speaking(self.sheet.language):
            return f"{self.title.text()}\n{self.sheet!r}"

    def _repr_html_(self) -> str:
        with speaking(self.sheet.language):
            return tag("h3", self.title.text()) + self.sheet._repr_html_()


def _checksum(text: str) -> str:
    """Two letters that change with any other one."""
    total = 7
    for letter in text:
        total = (total * 31 + ord(letter)) % 1021
    return LETTERS[total >> 5] + LETTERS[total & 31]


@dataclass(frozen=True)
class Results:
    """What a class handed in; `next_sheet` asks about what was missed."""

    classroom: Classroom
    answers: dict[str, tuple[int, ...]]
    """By pupil: how each answer went."""

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """By exercise: the rule that it decides about."""
        found = []
        for exercise in self.classroom.sheet.exercises:
            card = booked(exercise, (exercise.clause,))
            found.append(exercise.clause if card is None else card[0])
        return tuple(found)

    @cached_property
    def missed(self) -> dict[str, tuple[str, ...]]:
        """By pupil: the rules that were not known at once."""
        return {
            who: tuple(
                dict.fromkeys(
                    rule for rule, how in zip(self.rules, given, strict=False) if how != FIRST
                )
            )
            for who, given in self.answers.items()
        }

    @cached_property
    def hardest(self) -> tuple[str, ...]:
        """The rules that were missed, most often first."""
        counted = Counter(rule for rules in self.missed.values() for rule in rules)
        return tuple(rule for rule, _ in sorted(counted.items(), key=lambda x: (-x[1], x[0])))

    def next_sheet(self, n: int | None = None) -> Classroom:
        """The sheet for the next lesson: the rules that were missed, most often first."""
        taught = self.classroom
        about = self.hardest or taught.about
        number = n or len(taught.sheet.exercises)
        with speaking(taught.sheet.language):
            return classroom(taught.name, *about, n=number, sheet=taught.number + 1)

    def _rows(self) -> list[list[str]]:
        signs = {0: "–", FIRST: "✓", LATER: "(✓)", WRONG: "✗"}
        rows = []
        for who in sorted(self.answers, key=str.casefold):
            given = self.answers[who]
            rules = ", ".join(self.missed[who]) or "–"
            rows.append([who, f"{given.count(FIRST)}/{len(given)}", *map(signs.get, given), rules])
        return [[str(each) for each in row] for row in rows]

    def _heads(self) -> list[str]:
        numbers = [str(n) for n in range(1, len(self.rules) + 1)]
        return [say("class-pupil"), say("class-right"), *numbers, say("class-missed")]

    def __repr__(self) -> str:
        with speaking(self.classroom.sheet.language):
            rows = [self._heads(), ["", "", *self.rules, ""], *self._rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(x.ljust(n) for x, n in zip(row, widths, strict=True)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        with speaking(self.classroom.sheet.language):
            head = [tag("th", each, scope="col") for each in self._heads()]
            rules = [["", "", *(tag("small", each) for each in self.rules), ""]]
            known = [rule_name(label) for label in self.hardest]
            said = tag("p", say("class-hardest", rules=tuple(known))) if known else Markup("")
        return table(head, [*rules, *self._rows()]) + said
