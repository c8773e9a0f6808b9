"""What a teacher hands out: exercises on paper, a lesson as a page, a class that hands in.

A page works without Python, on a phone, too. No server and no account: a pupil works on a page, in
a notebook or on paper, and hands in a few letters, by mail or read aloud. They hold how every first
answer went.

>>> page = lesson_page("Stopped by an equal")
>>> page.title, "<script" in page.html
('Stopped by an equal', True)
>>> sheet = worksheet("B3", "C2", n=4, seed=7)
>>> len(sheet.exercises)
4
>>> tuesday = classroom("Tuesday", "B3", "C2", n=4)
>>> tuesday.results(["Mia " + tuesday.code("Mia", [1, 1, 3, 2]).partition(" ")[2]]).missed
{'Mia': ('B3a', 'C2')}
"""

from __future__ import annotations

import base64
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from khronos_lab.board import SCRIPTS, Markup, board_style, joined_modules, packed_page, table, tag
from khronos_lab.drawing import (
    CELL,
    INK,
    MUTED,
    BoardLayout,
    Ink,
    cell_points,
    draw_ground,
    matplotlib_set,
    new_figure,
    scene_strokes,
    theme,
)
from khronos_lab.export import plain_words
from khronos_lab.lessons.course import Item, Source, exercise_item, ideas_of, items_of, lesson_title
from khronos_lab.lessons.data import (
    LessonData,
    few_tiles,
    hand_text,
    lesson_words,
    question_scene,
    rule_name,
)
from khronos_lab.lessons.exercise import AnswerKind, Exercise, Text, Words, answer_said, still
from khronos_lab.lessons.library import SUFFIX, Scenario, load_scenario, main_exercise
from khronos_lab.lessons.progress import learning_order
from khronos_lab.lessons.questions import CASES, Maker, booked, difficulties, mixed
from khronos_lab.lessons.topics import chain_of_reasons
from khronos_lab.records import PathName, harmless, local_path, whole_bytes, whole_file
from khronos_lab.rulebook import (
    LANGUAGE_NAMES,
    LANGUAGES,
    KhronosError,
    Said,
    in_each_language,
    multilingual,
    quoted,
    say,
    speaking,
    spoken,
)
from khronos_lab.rulebook import clause as clause_of

BROWSER: Final = Path(__file__).parent / "browser"
NOTEBOOKS: Final = {
    "00": "introduction",
    "02": "shadows",
    "03": "paradoxes",
    "04": "domains",
    "05": "taxes",
}
"""By notebook: the lesson whose title the page has."""


@dataclass(frozen=True)
class LessonPage:
    """A lesson as HTML; `save` writes it to a file."""

    title: str
    html: str

    def save(self, path: PathName) -> None:
        with whole_file(path) as file:
            file.write(self.html)

    def __repr__(self) -> str:
        size = len(self.html.encode()) / 1000
        return f'<LessonPage {self.title!r}, {size:.0f} kB: .save("lesson.html")>'


@multilingual
def lesson_page(source: Source, *, language: str | None = None) -> LessonPage:
    """A lesson as one offline page in both languages: a notebook's ideas (`"02"`), or any lesson.

    Whatever `lesson` opens can be made a page; `"00"` is the introduction. It remembers on its
    device what was answered.
    """
    notebook = source.strip() if isinstance(source, str) else ""
    if notebook in NOTEBOOKS:
        name = lesson_title(NOTEBOOKS[notebook])
        ideas = ideas_of(notebook)
        items = [item for idea in ideas for item in items_of(idea.name)]
        return page_of_items(items or items_of("introduction"), name)
    return page_of_items(items_of(source), lesson_title(source))


def page_of_items(
    items: Sequence[Item], title: Text | None, classroom: Mapping[str, Any] | None = None
) -> LessonPage:
    named = title or items[0].title
    titles = {language: named.text(language) for language in LANGUAGES}
    facts = LessonData().whole(items) | {
        "id": f"{titles[LANGUAGES[0]]} {len(items)}",
        "languages": LANGUAGE_NAMES,
        "title": titles,
        "words": dict(zip(LANGUAGES, in_each_language(lesson_words), strict=True)),
        "class": classroom,
    }
    modules = [*(BROWSER.parent / x for x in SCRIPTS)]
    modules += [BROWSER / f"{x}.js" for x in ("model", "lesson", "hand_in", "lesson_page")]
    script = joined_modules(path.read_text("utf-8") for path in modules)
    names = ("../../kit/browser/kit.css", "lesson.css", "lesson_page.css")
    sheets = [(BROWSER / name).read_text("utf-8") for name in names]
    style = "".join([board_style(), *sheets])
    html = packed_page(
        named.text(), facts, style, script, body="<main></main>",
        policy="; style-src-attr 'unsafe-inline'",
    )  # fmt: skip
    return LessonPage(named.text(), html)


WIDE, TALL = 8.27, 11.69  # inches of a page of A4
EDGE: Final = 0.4
SQUARE: Final = 6.1 / 25.4  # inches of a square: what is smaller cannot be read across a table
MOST_ON_A_PAGE: Final = 6
LINE: Final = 0.15
MOST: Final = 60  # exercises of one sheet
NAME: Final = 10.5  # points of the name of an age, on a board as wide as in a replay
BOX: Final = "☐ "
WRITTEN: Final = {
    AnswerKind.NUMBER: "sheet-number",
    AnswerKind.SQUARES: "sheet-squares",
    AnswerKind.BUILDINGS: "sheet-buildings",
}
"""By kind of answer: what has to be written."""
SEATS: Final = "●□▲◆★"  # the marks of the seats, as on the boards
Block = tuple[float, Callable[[Figure, float], None]]
"""A part of a page: its inches from top to bottom, and what draws it from an edge on."""


def worksheet(
    *about: str | Scenario | Path,
    n: int = 12,
    seed: int | str = 0,
    difficulty: str | None = None,
    language: str | None = None,
) -> Worksheet:
    """A sheet of `n` exercises on these clauses in turn, and an answer key with reasons.

    Scenarios of your own, or their files, come first, once each; without a clause every rule may
    come up. One seed gives the same sheet. `save` writes it as PDF or as a page for the browser.
    """
    if type(n) is not int or not 1 <= n <= MOST:
        raise KhronosError(f"a worksheet has 1 to {MOST} exercises, not {quoted(n)}")
    own = [each for each in map(_scenario, about) if each is not None]
    labels = [clause_of(str(each)) for each in about if _scenario(each) is None]
    found = [(main_exercise(each), each.clauses) for each in own][:n]
    if len(found) < n:
        made = _made(labels, n - len(found), seed, difficulty, own=bool(own))
        found += [(each, (each.clause,)) for each in made]
    exercises, taught = zip(*found, strict=True)
    return Worksheet(exercises, spoken(language), taught)


def _scenario(about: str | Scenario | Path) -> Scenario | None:
    if isinstance(about, Scenario):
        return about
    if not isinstance(about, str | Path):
        raise KhronosError(f"a worksheet is about clauses and scenarios, not {quoted(about)}")
    path = Path(about)
    return load_scenario(path) if path.suffix == SUFFIX else None


def _made(
    labels: list[str], number: int, seed: int | str, difficulty: str | None, *, own: bool
) -> list[Exercise]:
    if own and not labels:
        return []
    for label in (*labels, None):
        mixed(label, difficulty)  # It refuses what cannot be asked.
    rng = Random(f"worksheet {seed} {labels} {difficulty}")
    known = labels or rng.sample(learning_order(), len(learning_order()))
    wanted = [known[each % len(known)] for each in range(number)]
    makers = {label: Maker(label, rng) for label in dict.fromkeys(wanted) if label in CASES}
    # What is not asked in all difficulties is asked in the first.
    sizes = {x: difficulty if len(difficulties(x)) == 3 else difficulty and "easy" for x in makers}
    return [makers[label].make(sizes[label]) for label in wanted]


@dataclass(frozen=True)
class Worksheet:
    """Exercises to be printed; in a notebook it shows itself."""

    exercises: tuple[Exercise, ...]
    language: str
    taught: tuple[tuple[str, ...], ...]
    """By exercise: the rules that it is about, the main one first."""

    def save(self, path: PathName) -> Path:
        """Write the sheet with its answer key: `.pdf`, or `.html` for the browser."""
        target = local_path(path)
        suffix = target.suffix.lower()
        if suffix not in (".pdf", ".html"):
            raise KhronosError(f"a worksheet is saved as .pdf or .html, not as {target.name!r}")
        with speaking(self.language):
            data = self._pdf() if suffix == ".pdf" else self._page().encode()
        with whole_bytes(target) as file:
            file.write(data)
        return target

    def __repr__(self) -> str:
        with speaking(self.language):
            lines = [f"{at}. {each.prompt()}" for at, each in enumerate(self.exercises, 1)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        with speaking(self.language):
            return self._inside()

    # -------------------------------------------------------------- words

    def _players(self) -> str:
        names = {each.state.names for each in self.exercises}
        if len(names) > 1:
            return ""
        return "   ".join(f"{mark} {name}" for mark, name in zip(SEATS, names.pop(), strict=False))

    def _table(self, exercise: Exercise) -> str:
        state = exercise.state
        if exercise.topic in ("winner", "tax"):
            shares = ", ".join(f"{player.name} {player.coins}" for player in state.players)
            said = [say("sheet-coins", shares=shares)]
        else:
            player = state.player
            values = {"who": player.name, "cards": hand_text(player) or "–", "n": player.cubes}
            said = [say("sheet-hand", **values)]
        few = ", ".join(few_tiles(state))
        if few:
            said.append(f"{say('lesson-tiles_left')}: {few}")
        return " · ".join(said)

    def _key(self, exercise: Exercise) -> tuple[str, str]:
        taught = self.taught[self.exercises.index(exercise)]
        *reasons, _ = (each.text() for each in chain_of_reasons(exercise, taught))
        return answer_said(exercise, exercise.correct), " ".join(reasons)

    # -------------------------------------------------------------- PDF

    def _pdf(self) -> bytes:
        data = io.BytesIO()
        about = {"Title": say("sheet-title"), "Creator": "khronos_lab", "CreationDate": None}
        numbered = list(enumerate(self.exercises, 1))
        with plain_words(), theme(), PdfPages(data, metadata=about) as pages:
            name = f"{self._players()}          {say('sheet-name')}: {'_' * 40}"
            asked = [self._question_block(*each) for each in numbered]
            keys = [self._key_block(*each) for each in numbered]
            for page in _pages(asked, say("sheet-title"), name, 0.85, MOST_ON_A_PAGE):
                pages.savefig(page)
            for page in _pages(keys, say("sheet-key"), say("sheet-title"), 0.95, MOST):
                pages.savefig(page)
        return data.getvalue()

    def _question_block(self, number: int, exercise: Exercise) -> Block:
        width = WIDE - 2 * EDGE
        asked = _wrapped(f"{number}. {exercise.prompt()}", width, 9)
        below = [x for each in self._choices(exercise) for x in _wrapped(each, width, 8)]
        table = _shown(exercise)
        square = min(SQUARE, width / table.width)
        wide, tall = square * table.width, square * table.height

        def draw(figure: Figure, top: float) -> None:
            for at, line in enumerate(asked):
                _write(figure, EDGE, top + LINE * at, line, 9)
            under = top + LINE * len(asked) - 0.08 + tall
            box = (EDGE / WIDE, 1 - under / TALL, wide / WIDE, tall / TALL)
            draw_question(exercise, figure.add_axes(box), table)
            for at, line in enumerate([self._table(exercise), *below]):
                size, colour = (7, MUTED) if at == 0 else (8, INK)
                _write(figure, EDGE, under + 0.1 + LINE * at, line, size, colour=colour)

        return LINE * (len(asked) + len(below) + 1) + tall + 0.16, draw

    def _key_block(self, number: int, exercise: Exercise) -> Block:
        answer, why = self._key(exercise)
        lines = _wrapped(why, WIDE - 2 * EDGE - 0.15, 7.5)

        def draw(figure: Figure, top: float) -> None:
            _write(figure, EDGE, top, f"{number}. {answer}", 8.5, bold=True)
            for at, line in enumerate(lines):
                _write(figure, EDGE + 0.15, top + 0.18 + 0.145 * at, line, 7.5)

        return 0.3 + 0.145 * len(lines), draw

    def _choices(self, exercise: Exercise) -> list[str]:
        if exercise.kind in (AnswerKind.YES_NO, AnswerKind.PLAYERS):
            return [BOX + f"      {BOX}".join(each.words.text() for each in exercise.options)]
        if exercise.kind is AnswerKind.CLAUSE:
            return [BOX + each.words.text() for each in exercise.options]
        return [f"{say(WRITTEN[exercise.kind])} {'_' * 30}"]

    # -------------------------------------------------------------- HTML

    def _page(self) -> str:
        head = tag("head", Markup('<meta charset="utf-8"><meta name="viewport" '
                                  'content="width=device-width">'),
                   tag("title", say("sheet-title")), Markup(f"<style>{STYLE}</style>"))  # fmt: skip
        return "<!doctype html>\n" + tag(
            "html", head, tag("body", Markup(self._inside())), lang=self.language
        )

    def _inside(self) -> str:
        cells = [
            tag("li", tag("p", each.prompt()), self._image(each),
                tag("p", self._table(each), class_="kls-table"),
                *(tag("p", line, class_="kls-choice") for line in self._choices(each)))
            for each in self.exercises
        ]  # fmt: skip
        keys = []
        for exercise in self.exercises:
            answer, why = self._key(exercise)
            keys.append(tag("li", tag("b", answer), tag("p", why)))
        parts = [
            Markup(f"<style>{STYLE}</style>"),
            tag("h1", say("sheet-title")),
            tag("p", self._players(), class_="kls-table"),
            tag("ol", *cells, class_="kls-sheet"),
            tag("section", tag("h1", say("sheet-key")), tag("ol", *keys), class_="kls-key"),
        ]
        return tag("div", *parts, class_="kls")

    def _image(self, exercise: Exercise) -> Markup:
        data = io.BytesIO()
        with plain_words(), theme(), matplotlib_set({"svg.hashsalt": "khronos"}):
            table = _shown(exercise)
            figure = new_figure(SQUARE * table.width, SQUARE * table.height)
            draw_question(exercise, figure.add_axes((0, 0, 1, 1)), table)
            figure.savefig(data, format="svg", metadata={"Date": None})
        code = base64.b64encode(data.getvalue()).decode()
        wide = f"width: {25.4 * SQUARE * table.width:.0f}mm"
        return tag("img", src=f"data:image/svg+xml;base64,{code}", alt="", style=wide)


def _shown(exercise: Exercise) -> BoardLayout:
    """The part of the boards on which something stands, with a square around it."""
    state, mask = exercise.state, exercise.trial.mask
    for board in state.boards:
        for each in board:
            mask |= 0 if each.printed else each.mask
    for reason in exercise.because:
        mask |= sum(1 << sq for sq in set(reason.squares))
    return BoardLayout.of(state.grid, mask, margin=1)


def draw_question(exercise: Exercise, ax: Axes, table: BoardLayout) -> None:
    state = exercise.state
    scale = cell_points(ax, table) / (CELL * 72)
    # Small enough to leave room for everybody's pawns beside the longest name.
    draw_ground(ax, state.grid, table, font=8 * scale, title=NAME * scale)
    scene = question_scene(state, exercise.action)
    Ink(ax, scale=scale).show(scene_strokes(scene, table))


def _pages(
    blocks: Sequence[Block], title: str, below: str, first: float, most: int
) -> Iterator[Figure]:
    figure, top, placed = None, TALL, 0
    for high, draw in blocks:
        if placed == most or top + high > TALL - EDGE:
            if figure is not None:
                yield figure
            figure, top, placed = new_figure(WIDE, TALL), first, 0
            _write(figure, EDGE, 0.42, title, 14, bold=True)
            _write(figure, EDGE, 0.64, below, 8, colour=MUTED)
        assert figure is not None
        draw(figure, top)
        top, placed = top + high, placed + 1
    if figure is not None:
        yield figure


def _write(
    figure: Figure, left: float, top: float, words: str, size: float, *, colour: str = INK,
    bold: bool = False,
) -> None:  # fmt: skip
    figure.text(
        left / WIDE, 1 - top / TALL, harmless(words), fontsize=size, va="baseline", color=colour,
        fontweight="bold" if bold else "normal",
    )  # fmt: skip


def _wrapped(words: str, inches: float, size: float) -> list[str]:
    """Lines that are no wider than that; letters differ, so that counting them is not enough."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".lstrip()
        lines[-1:] = [longer] if _inches(longer, size) <= inches else [lines[-1], word]
    return lines


def _inches(words: str, size: float) -> float:
    font = FontProperties(size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(words, font, ismath=False)
    return 1.05 * float(width) / 72  # drawn letters are a little wider than planned ones


STYLE: Final = """
.kls { font-family: system-ui, sans-serif; max-width: 192mm; margin: auto; padding: 0 0.5em; }
.kls h1 { font-size: 1.3em; margin: 0.3em 0; }
.kls-sheet { padding-left: 1.4em; }
.kls-sheet li { margin-bottom: 1em; }
.kls li { break-inside: avoid; }
.kls li p { margin: 0.1em 0; }
.kls img { max-width: 100%; }
.kls-table { opacity: 0.75; font-size: 0.8em; }
.kls-choice { white-space: pre-wrap; }
.kls-key { break-before: page; }
@page { size: A4; margin: 1.1cm; }
@media print { .kls { font-size: 8pt; } }
"""


# ------------------------------------------------------------------ a class

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which look like others; the same as in `hand_in.js`."""
LOOKALIKES: Final = str.maketrans("ILOU", "110V")
FIRST, LATER, WRONG = 1, 2, 3
"""How an answer went: right at once, right in the end, or wrong; 0 is not answered."""
GROUP: Final = 5  # answers that go into two letters


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
        unread = KhronosError(Said("class-unread", {"code": quoted(code)}))
        *names, rest = code.split() or [""]
        who, parts = " ".join(names), rest.upper().split(".")
        if len(parts) != 4 or not who:
            raise unread
        name, sheet = parts[0], parts[1]
        text, check = (each.translate(LOOKALIKES) for each in parts[2:])
        if (name, sheet) != (self.name, str(self.number)):
            told = {"code": quoted(code), "name": self.name, "n": self.number}
            raise KhronosError(Said("class-other", told))
        if _checksum(f"{who} {name}.{sheet}.{text}") != check or set(text) - set(LETTERS):
            raise unread
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
    answers: dict[str, tuple[int, ...]]  # by pupil: how each answer went

    @cached_property
    def rules(self) -> tuple[str, ...]:
        found = []
        for exercise in self.classroom.sheet.exercises:
            card = booked(exercise, (exercise.clause,))
            found.append(exercise.clause if card is None else card[0])
        return tuple(found)

    @cached_property
    def missed(self) -> dict[str, tuple[str, ...]]:
        """By pupil: the rules that were not known at once."""
        found = {}
        for who, given in self.answers.items():
            rules = (rule for rule, how in zip(self.rules, given, strict=False) if how != FIRST)
            found[who] = tuple(dict.fromkeys(rules))
        return found

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
