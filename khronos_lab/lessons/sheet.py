"""Worksheets: exercises on paper, with pictures, and an answer key with reasons.

>>> sheet = worksheet("B3", "C2", n=4, seed=7)
>>> len(sheet.exercises)
4
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from khronos_lab.board import Markup, tag
from khronos_lab.core import cards_text
from khronos_lab.drawing import (
    CELL,
    INK,
    MUTED,
    Ink,
    Table,
    cell_points,
    draw_ground,
    matplotlib_set,
    new_figure,
    scene_strokes,
    theme,
)
from khronos_lab.export import plain_words
from khronos_lab.lessons.data import few_tiles
from khronos_lab.lessons.deck import Maker, difficulties, learning_order, mixed
from khronos_lab.lessons.exercise import AnswerKind, Exercise, answer_said
from khronos_lab.lessons.library import SUFFIX, load_scenario
from khronos_lab.lessons.model import Scenario, main_exercise
from khronos_lab.lessons.questions import CASES
from khronos_lab.lessons.steps import question_scene
from khronos_lab.lessons.topics import chain_of_reasons
from khronos_lab.records import PathName, harmless, local_path, whole_bytes
from khronos_lab.rulebook import KhronosError, quoted, say, speaking, spoken
from khronos_lab.rulebook import clause as clause_of

WIDE, TALL = 8.27, 11.69
"""Inches of a page of A4."""
EDGE: Final = 0.4
SQUARE: Final = 6.1 / 25.4
"""Inches of a square: what is smaller cannot be read across a table."""
MOST_ON_A_PAGE: Final = 6
LINE: Final = 0.15
MOST: Final = 60
"""Exercises of one sheet."""
NAME: Final = 10.5
"""Points of the name of an age, on a board as wide as in a replay."""
BOX: Final = "☐ "
WRITTEN: Final = {
    AnswerKind.NUMBER: "sheet-number",
    AnswerKind.SQUARES: "sheet-squares",
    AnswerKind.BUILDINGS: "sheet-buildings",
}
"""By kind of answer: what has to be written."""
SEATS: Final = "●□▲◆★"
"""The marks of the seats, as on the boards."""


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
    labels = [clause_of(str(each)).id for each in about if _scenario(each) is None]
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
    """Exercises on clauses in turn; a sheet of one's own scenarios needs none."""
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
        """Whose mark is whose, if all exercises have the same players."""
        names = {each.state.names for each in self.exercises}
        if len(names) > 1:
            return ""
        return "   ".join(f"{mark} {name}" for mark, name in zip(SEATS, names.pop(), strict=False))

    def _table(self, exercise: Exercise) -> str:
        """What the boards do not show and the question may need."""
        state = exercise.state
        if exercise.topic in ("winner", "tax"):
            shares = ", ".join(f"{player.name} {player.coins}" for player in state.players)
            said = [say("sheet-coins", shares=shares)]
        else:
            player = state.player
            values = {"who": player.name, "cards": cards_text(player.hand), "n": player.cubes}
            said = [say("sheet-hand", **values)]
        few = ", ".join(few_tiles(state))
        if few:
            said.append(f"{say('lesson-tiles_left')}: {few}")
        return " · ".join(said)

    def _key(self, exercise: Exercise) -> tuple[str, str]:
        """The answer, and why."""
        taught = self.taught[self.exercises.index(exercise)]
        *reasons, _ = (each.text() for each in chain_of_reasons(exercise, taught))
        return answer_said(exercise, exercise.correct), " ".join(reasons)

    # -------------------------------------------------------------- PDF

    def _pdf(self) -> bytes:
        data = io.BytesIO()
        about = {"Title": say("sheet-title"), "Creator": "khronos_lab", "CreationDate": None}
        numbered = list(enumerate(self.exercises, 1))
        with plain_words(), theme(), PdfPages(data, metadata=about) as pages:
            for page in self._sheets(numbered):
                pages.savefig(page)
            for page in self._key_pages(numbered):
                pages.savefig(page)
        return data.getvalue()

    def _sheets(self, numbered: Sequence[tuple[int, Exercise]]) -> Iterator[Figure]:
        """Pages with as many exercises as have room, six at most."""
        figure, top, placed = None, TALL, 0
        width = WIDE - 2 * EDGE
        for number, exercise in numbered:
            asked = _wrapped(f"{number}. {exercise.prompt()}", width, 9)
            choices = self._choices(exercise)
            below = [x for each in choices for x in _wrapped(each, width, 8)]
            table = _shown(exercise)
            square = min(SQUARE, width / table.width)
            high = LINE * (len(asked) + len(below) + 1) + square * table.height + 0.16
            if placed == MOST_ON_A_PAGE or top + high > TALL - EDGE:
                if figure is not None:
                    yield figure
                figure, top, placed = new_figure(WIDE, TALL), 0.85, 0
                name = f"{say('sheet-name')}: {'_' * 40}"
                self._head(figure, say("sheet-title"), f"{self._players()}          {name}")
            assert figure is not None
            for at, line in enumerate(asked):
                _write(figure, EDGE, top + LINE * at, line, 9)
            boards = top + LINE * len(asked) - 0.08
            ax = figure.add_axes((
                EDGE / WIDE, 1 - (boards + square * table.height) / TALL,
                square * table.width / WIDE, square * table.height / TALL,
            ))  # fmt: skip
            draw_question(exercise, ax, table)
            under = boards + square * table.height + 0.1
            for at, line in enumerate([self._table(exercise), *below]):
                size, colour = (7, MUTED) if at == 0 else (8, INK)
                _write(figure, EDGE, under + LINE * at, line, size, colour=colour)
            top, placed = top + high, placed + 1
        if figure is not None:
            yield figure

    def _choices(self, exercise: Exercise) -> list[str]:
        """What can be ticked or has to be written, in lines."""
        if exercise.kind in (AnswerKind.YES_NO, AnswerKind.PLAYERS):
            return [BOX + f"      {BOX}".join(each.words.text() for each in exercise.options)]
        if exercise.kind is AnswerKind.CLAUSE:
            return [BOX + each.words.text() for each in exercise.options]
        return [f"{say(WRITTEN[exercise.kind])} {'_' * 30}"]

    def _key_pages(self, numbered: Sequence[tuple[int, Exercise]]) -> Iterator[Figure]:
        """Answers with reasons, as many on a page as have room."""
        figure, top = None, TALL
        for number, exercise in numbered:
            answer, why = self._key(exercise)
            lines = _wrapped(why, WIDE - 2 * EDGE - 0.15, 7.5)
            needed = 0.2 + 0.145 * len(lines) + 0.1
            if top + needed > TALL - EDGE:
                if figure is not None:
                    yield figure
                figure, top = new_figure(WIDE, TALL), 0.95
                self._head(figure, say("sheet-key"), say("sheet-title"))
            assert figure is not None
            _write(figure, EDGE, top, f"{number}. {answer}", 8.5, bold=True)
            for at, line in enumerate(lines):
                _write(figure, EDGE + 0.15, top + 0.18 + 0.145 * at, line, 7.5)
            top += needed
        if figure is not None:
            yield figure

    def _head(self, figure: Figure, title: str, below: str) -> None:
        _write(figure, EDGE, 0.42, title, 14, bold=True)
        _write(figure, EDGE, 0.64, below, 8, colour=MUTED)

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
            tag("h1", say("sheet-title")), tag("p", self._players(), class_="kls-table"),
            tag("ol", *cells, class_="kls-sheet"),
            tag("section", tag("h1", say("sheet-key")), tag("ol", *keys),
                class_="kls-key"),
        ]  # fmt: skip
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


def _shown(exercise: Exercise) -> Table:
    """The part of the boards on which something stands, with a square around it."""
    state, mask = exercise.state, exercise.trial.mask
    for board in state.boards:
        for each in board:
            mask |= 0 if each.printed else each.mask
    for reason in exercise.because:
        mask |= sum(1 << sq for sq in set(reason.squares))
    return Table.of(state.grid, mask, margin=1)


def draw_question(exercise: Exercise, ax: Axes, table: Table) -> None:
    """The boards before the move, and what somebody wants to do."""
    state = exercise.state
    scale = cell_points(ax, table) / (CELL * 72)
    # Small enough to leave room for everybody's pawns beside the longest name.
    draw_ground(ax, state.grid, table, font=8 * scale, title=NAME * scale)
    scene = question_scene(state, exercise.action)
    Ink(ax, scale=scale).show(scene_strokes(scene, table))


def _write(
    figure: Figure, left: float, top: float, words: str, size: float, *, colour: str = INK,
    bold: bool = False,
) -> None:  # fmt: skip
    """Write a line this many inches from the left and the top of a page."""
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
