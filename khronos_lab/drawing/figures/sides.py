"""Sides: two positions, or two ages of one, with all that differs in full colours and marked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from textwrap import fill
from typing import TYPE_CHECKING, Final

from khronos_lab.analysis import BuildingChange, Differences, age_differences, differences
from khronos_lab.core import Building, GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.legend import (
    Column,
    base_columns,
    legend_height,
    mark_columns,
    write_legend,
)
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.scene import CELL, LARGEST, WIDTH, draw_scene
from khronos_lab.drawing.themes import INK, new_figure
from khronos_lab.rulebook import Age, capital, say
from khronos_lab.scenes import FADE, Highlight, Piece, Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE: Final = 0.30
"""Inches above a picture for its name."""
LINE: Final = 0.175
"""Inches of a line of words."""
MOST_LINES: Final = 26
"""How many lines are written below, in two columns; the rest is in the picture and the text."""
LETTERS: Final = 84
"""Of a line."""
STRIP: Final = 1.8
"""Squares above a board without pawns."""
FIRST, SECOND = 0, 1


@themed
def draw_side_by_side(
    first: GameState,
    second: GameState,
    *,
    labels: tuple[str, str] | None = None,
    zoom: bool = False,
    words: bool = True,
    purses: Sequence[int] | None = None,
    language: str | None = None,
) -> Drawing:
    """Draw two positions one above the other, with all that differs in full colours and marked.

    Parameters
    ----------
    labels
        What the two are, as in `after 3.A`; they head the pictures and stand in the sentences.
    zoom
        Show only the part of the map where buildings differ, without adventurers.
    words
        Write the differences below, as far as there is room.
    purses
        The seats whose coins are told; None for all. The others keep theirs hidden (S6): only
        what differs is told.
    """
    found = differences(first, second)
    around = _places(found) if zoom else 0
    table = Table.of(second.grid, around, top=STRIP) if around else Table.of(second.grid)
    marks = _used(_highlights(found, FIRST) + _highlights(found, SECOND))
    legend = [*base_columns(second.names), *_legend(marks, _WORDS)]
    lines = _lines(found, labels, purses) if words else []
    page = _Page(table, 2, legend, lines)
    labels = labels or (
        say("differences-first"),
        say("differences-second"),
    )
    axes = []
    for side, state in enumerate((first, second)):
        pieces = (Piece(each.ages[side], piece) for each, piece in _own(found, side))
        scene = Scene(state, (*pieces, *_highlights(found, side)), "pale", FADE)
        # Around a few squares there is no room for adventurers beside the name of the age.
        drawn = draw_scene(scene, ax=page.board(side), table=table, pawns=not around)
        told = _purses(state, purses)
        page.head(side, f"{capital(labels[side])}{f':  {told}' if told else ''}")
        axes.append(drawn.ax)
    return Drawing(page.figure, (*axes, page.legend()))


@themed
def draw_two_ages(
    state: GameState,
    first: Age,
    second: Age,
    *,
    words: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw a position with all that differs between two of its ages marked in both."""
    found = age_differences(state, first, second)
    table = Table.of(state.grid)
    marks = [
        each._replace(mark="new") if each.mark == "gone" else each
        for side in (FIRST, SECOND)
        for each in _highlights(found, side)
    ]
    legend = [*base_columns(state.names), *_legend(_used(marks), _AGE_WORDS)]
    lines = _lines(found, None) if words else []
    page = _Page(table, 1, legend, lines)
    pieces = (
        Piece(each.ages[side], piece)
        for side in (FIRST, SECOND)
        for each, piece in _own(found, side)
    )
    scene = Scene(state, (*pieces, *marks), "pale", FADE)
    drawn = draw_scene(scene, ax=page.board(0), table=table)
    return Drawing(page.figure, (drawn.ax, page.legend()))


# ------------------------------------------------------------------ what is marked

_MARKS: Final = {
    ("gone", FIRST): "gone",
    ("new", SECOND): "new",
    ("other", FIRST): "gone",
    ("other", SECOND): "new",
    ("changed", FIRST): "touched",
    ("changed", SECOND): "touched",
}
"""By sort of difference and side."""

_DOMAIN_MARKS: Final = {
    "joined": "join",
    "split": "split",
    "regrouped": "split",
    "control": "pay",
}
"""By sort of difference; marked on the second side."""

_SORTS: Final = ("gone", "new", "touched", "join", "split", "pay")
_WORDS: Final = {mark: f"differences-{mark}" for mark in _SORTS}
_AGE_WORDS: Final = {
    **_WORDS,
    "new": "differences-age",
    "join": "differences-age_join",
    "split": "differences-age_split",
}


def _own(found: Differences, side: int) -> list[tuple[BuildingChange, Building]]:
    """What stands on a side and differs."""
    pairs = [(each, (each.first, each.second)[side]) for each in found.buildings]
    return [(each, piece) for each, piece in pairs if piece is not None]


def _highlights(found: Differences, side: int) -> list[Highlight]:
    marks = [
        Highlight(_MARKS[each.sort, side], each.ages[side], piece.mask)
        for each, piece in _own(found, side)
    ]
    if side == SECOND:
        for change in found.domains:
            mark = _DOMAIN_MARKS.get(change.sort)
            if mark is not None:
                marks += [Highlight(mark, change.ages[side], each.mask) for each in change.second]
    return marks


def _places(found: Differences) -> int:
    """All squares where a building differs."""
    mask = 0
    for one, other in (each.masks for each in found.buildings):
        mask |= one | other
    return mask


def _used(marks: Sequence[Highlight]) -> list[str]:
    """The marks that occur, in the order of the legend."""
    return [mark for mark in _WORDS if any(each.mark == mark for each in marks)]


def _legend(marks: Sequence[str], words: dict[str, str]) -> list[Column]:
    if not marks:
        return []
    return mark_columns(marks, title="view-difference", words=words)


# ------------------------------------------------------------------ the page


def _purses(state: GameState, purses: Sequence[int] | None) -> str:
    """The coins of everybody, or of these seats."""
    return ", ".join(
        f"{player.name} {say('n-coins', n=player.coins)}"
        for seat, player in enumerate(state.players)
        if purses is None or seat in purses
    )


def _lines(
    found: Differences, labels: tuple[str, str] | None, purses: Sequence[int] | None = None
) -> list[str]:
    """The differences in words, the players' first, as many as there is room for."""
    said = found.text(labels, purses).split("\n")
    players = len(found.players)
    ordered = said[len(said) - players :] + said[: len(said) - players] if players else said
    wrapped = list(
        chain.from_iterable(
            fill(each, LETTERS, subsequent_indent="    ").split("\n") for each in ordered
        )
    )
    return wrapped if len(wrapped) <= MOST_LINES else [*wrapped[: MOST_LINES - 1], "…"]


class _Page:
    """A figure with rows of boards, a legend below them, and lines of words below that."""

    def __init__(
        self, table: Table, rows: int, legend: Sequence[Column], lines: Sequence[str]
    ) -> None:
        cell = min(LARGEST, WIDTH / table.width)
        self._legend, self._rows = legend, rows
        self._board = table.height * cell
        most = max(len(column.items) for column in legend)
        self._below = legend_height(most) * CELL
        half = (len(lines) + 1) // 2
        self._words = LINE * half + 0.1 if lines else 0.0
        self._titles = TITLE if rows > 1 else 0.0
        self._tall = rows * (self._board + self._titles) + self._below + self._words
        self._wide = max(WIDTH, table.width * cell)
        self._width = table.width * cell
        self.figure: Figure = new_figure(self._wide, self._tall)
        for x, column in ((0.012, lines[:half]), (0.512, lines[half:])):
            self.figure.text(
                x, (self._words - 0.02) / self._tall, "\n".join(column), va="top", fontsize=8.5,
                color=INK, linespacing=1.25,
            )  # fmt: skip

    def _bottom(self, row: int) -> float:
        left = self._rows - 1 - row
        return self._words + self._below + left * (self._board + self._titles)

    def board(self, row: int) -> Axes:
        """The axes of a row."""
        return self.figure.add_axes(
            (
                0.0,
                self._bottom(row) / self._tall,
                self._width / self._wide,
                self._board / self._tall,
            )
        )

    def head(self, row: int, words: str) -> None:
        """The name of a row."""
        y = self._bottom(row) + self._board + 0.06
        self.figure.text(0.012, y / self._tall, words, fontsize=10, fontweight="bold", color=INK)

    def legend(self) -> Axes:
        """The axes of the legend, drawn."""
        share = (0.0, self._words / self._tall, 1.0, self._below / self._tall)
        ax = self.figure.add_axes(share)
        write_legend(ax, self._legend, self._wide / CELL)
        return ax
