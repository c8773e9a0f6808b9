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
from khronos_lab.lessons.exercise import Exercise, answer_said
from khronos_lab.lessons.library import SUFFIX, load_scenario
from khronos_lab.lessons.model import Scenario, main_exercise
from khronos_lab.lessons.questions import CASES
from khronos_lab.lessons.steps import question_scene
from khronos_lab.lessons.topics import chain_of_reasons
from khronos_lab.records import PathName, harmless, local_path, whole_bytes
from khronos_lab.rulebook import KhronosError, quoted, say, speaking, spoken
from khronos_lab.rulebook import clause as clause_of
from khronos_lab.viewer import Markup, tag

WIDE, TALL = 8.27, 11.69
"""Inches of a page of A4."""
EDGE: Final = 0.45
COLUMNS, ROWS = 2, 6
MOST: Final = 60
"""Exercises of one sheet."""
NAME: Final = 10.5
"""Points of the name of an age, on a board as wide as in a replay."""
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
            for first in range(0, len(numbered), COLUMNS * ROWS):
                pages.savefig(self._sheet(numbered[first : first + COLUMNS * ROWS]))
            for page in self._key_pages(numbered):
                pages.savefig(page)
        return data.getvalue()

    def _sheet(self, numbered: Sequence[tuple[int, Exercise]]) -> Figure:
        figure = new_figure(WIDE, TALL)
        own_name = f"{say('sheet-name')}: {'_' * 40}"
        self._head(figure, say("sheet-title"), f"{self._players()}          {own_name}")
        rows = max(3, -(-len(numbered) // COLUMNS))
        width = (WIDE - 2 * EDGE - 0.3) / COLUMNS
        height = (TALL - 1.25) / rows
        for place, (number, exercise) in enumerate(numbered):
            row, column = divmod(place, COLUMNS)
            left, top = EDGE + column * (width + 0.3), 0.85 + row * height
            self._cell(figure, number, exercise, (left, top, width, height))
        return figure

    def _cell(
        self, figure: Figure, number: int, exercise: Exercise,
        box: tuple[float, float, float, float],
    ) -> None:  # fmt: skip
        """One exercise: the question, the boards, what else is on the table, room to answer."""
        left, top, width, height = box
        lines = _wrapped(f"{number}. {exercise.prompt()}", width, 7.2)
        for at, line in enumerate(lines):
            _write(figure, left, top + 0.12 * at, line, 7.2)
        above = 0.12 * len(lines) - 0.02
        room = height - above - 0.3
        ax = figure.add_axes(
            (left / WIDE, 1 - (top + above + room) / TALL, width / WIDE, room / TALL)
        )
        draw_question(exercise, ax)
        below, table = top + above + room + 0.1, self._table(exercise)
        _write(figure, left, below, table, 5.8, colour=MUTED)
        # Room to answer: what the words leave of the line.
        free = max(0.6, width - _inches(table, 5.8) - 0.15)
        dashes = "_" * int(free / _inches("_", 5.8))
        _write(figure, left + width - free, below, dashes, 5.8, colour=MUTED)

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
                tag("p", self._table(each), tag("span", class_="kls-line"), class_="kls-table"))
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
            figure = new_figure(5.2, 1.9)
            draw_question(exercise, figure.add_axes((0, 0, 1, 1)))
            figure.savefig(data, format="svg", metadata={"Date": None})
        code = base64.b64encode(data.getvalue()).decode()
        return tag("img", src=f"data:image/svg+xml;base64,{code}", alt="")


def draw_question(exercise: Exercise, ax: Axes) -> None:
    """The boards before the move, and what somebody wants to do."""
    state, table = exercise.state, Table.of(exercise.state.grid)
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
.kls { font-family: system-ui, sans-serif; max-width: 60em; margin: auto; padding: 0 0.5em; }
.kls h1 { font-size: 1.3em; margin: 0.3em 0; }
.kls-sheet { display: grid; grid-template-columns: repeat(auto-fit, minmax(20em, 1fr));
  gap: 0.6em 2.6em; padding-left: 1.4em; }
.kls li { break-inside: avoid; }
.kls li p { margin: 0.1em 0; }
.kls img { width: 100%; }
.kls-table { opacity: 0.75; font-size: 0.8em; display: flex; flex-wrap: wrap; gap: 0.4em 1em; }
.kls-line { flex: 1; min-width: 9em; min-height: 1em; border-bottom: 1px solid; }
.kls-key { break-before: page; }
@page { size: A4; margin: 1.1cm; }
@media print { .kls { font-size: 7.6pt; }
  .kls-sheet { grid-template-columns: 1fr 1fr; gap: 0.1em 1.4em; } }
"""
