"""A game on paper: a PDF with a page for each turn, or the storyboard of each move."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from khronos_lab.analysis import Span, Timeline
from khronos_lab.core import GameState
from khronos_lab.drawing import (
    INK,
    MUTED,
    draw_income,
    draw_shadows,
    draw_storyboard,
    new_figure,
    panels,
    theme,
)
from khronos_lab.export.film import plain_words
from khronos_lab.records import GameRecord, harmless
from khronos_lab.rulebook import say

WIDE: Final = 11.69
TALL: Final = 8.27  # inches of a page of A4 on its side
_EDGE: Final = 0.45
_LINE: Final = 0.155  # inches of a line of small words
_LETTERS: Final = 100  # of a line in one of two columns


def pdf_bytes(record: GameRecord, *, moves: bool = False) -> bytes:
    """A game as PDF: the course of it, then every turn, or every move effect by effect."""
    data = io.BytesIO()
    about = {"Title": _title(record), "Creator": "khronos_lab", "CreationDate": None}
    timeline = Timeline.of(record)
    with plain_words(), theme(), PdfPages(data, metadata=about) as pages:
        pages.savefig(_cover(record, timeline))
        for page in _moves(timeline) if moves else _turns(timeline):
            if moves:
                # The title stands above the storyboard, and the page grows by it.
                pages.savefig(page, bbox_inches="tight", pad_inches=0.3)
            else:
                pages.savefig(page)
    return data.getvalue()


def _title(record: GameRecord) -> str:
    event = record.tags.get("Event", "").strip(" ?")
    return event or ", ".join(record.names)


# ------------------------------------------------------------------ the first page


def _cover(record: GameRecord, timeline: Timeline) -> Figure:
    figure = new_figure(WIDE, TALL)
    _write(figure, 0.45, _title(record), 18, bold=True)
    tags = [record.tags[key] for key in ("Site", "Date") if record.tags.get(key, "?") != "?"]
    said = [", ".join(record.names), record.start.grid.name, *tags]
    _write(figure, 0.85, " · ".join(each for each in said if each), 10, colour=MUTED)
    top = 1.2
    for line in textwrap.wrap(harmless(record.line.comment), 165)[:14]:
        _write(figure, top, line, 9)
        top += 0.19
    if not timeline.moves:
        return figure
    height = TALL - top - 1.0
    box = (0.07, 0.5 / TALL, 0.83, height / TALL)
    draw_income(timeline, ax=figure.add_axes(box))
    return figure


def _write(
    figure: Figure, top: float, words: str, size: float, *, colour: str = INK, bold: bool = False
) -> None:
    """Write a line this many inches below the top of a page."""
    figure.text(
        _EDGE / WIDE, 1 - top / TALL, harmless(words), fontsize=size, va="baseline", color=colour,
        fontweight="bold" if bold else "normal",
    )  # fmt: skip


# ------------------------------------------------------------------ a page for each turn


def _turns(timeline: Timeline) -> Iterator[Figure]:
    for _, moves in groupby(timeline.moves, lambda span: span.turn):
        yield from _turn(list(moves))


def _turn(moves: Sequence[Span]) -> Iterator[Figure]:
    """The boards after a turn with what it did, and below the moves in words."""
    after = moves[-1].after
    log = [entry for span in moves for entry in span.log]
    figure = new_figure(WIDE, TALL)
    _write(figure, 0.5, _heading(moves), 15, bold=True)
    _write(figure, 0.74, _coins(after), 9, colour=MUTED)
    height = 4.75
    ax = figure.add_axes(
        (_EDGE / WIDE, 1 - (0.85 + height) / TALL, 1 - 2 * _EDGE / WIDE, height / TALL)
    )
    draw_shadows(after, log, ax=ax)
    lines = list(_story(moves))
    room = int((TALL - 0.95 - height - 0.3) / _LINE)
    yield _columns(figure, lines[: 2 * room], 1.05 + height, room)
    rest = lines[2 * room :]
    room = int((TALL - 1.0) / _LINE)
    while rest:
        figure = new_figure(WIDE, TALL)
        _write(figure, 0.5, f"{_heading(moves)} …", 15, bold=True)
        yield _columns(figure, rest[: 2 * room], 0.85, room)
        rest = rest[2 * room :]


def _heading(moves: Sequence[Span]) -> str:
    node = moves[0].node
    label = "" if node is None else f"{node.label}  "
    return f"{label}{moves[0].before.player.name}"


def _coins(state: GameState) -> str:
    coins = ", ".join(f"{player.name} {player.coins}" for player in state.players)
    return f"{say('panel-coins')}: {coins}"


def _story(moves: Iterable[Span]) -> Iterator[tuple[str, bool]]:
    """Lines of words, and whether each says what a move does."""
    for span in moves:
        said = [(span.sentence(), ""), *((entry.text(), "   ") for entry in span.log)]
        if span.node is not None and span.node.comment:
            said.append((f"“{span.node.comment}”", "   "))
        for words, indent in said:
            lines = textwrap.wrap(
                harmless(words), _LETTERS, initial_indent=indent, subsequent_indent=indent
            )
            yield from ((line, not indent) for line in lines)


def _columns(figure: Figure, lines: Sequence[tuple[str, bool]], top: float, room: int) -> Figure:
    """Write lines in two columns, the left one first."""
    for number, (words, bold) in enumerate(lines):
        column, row = divmod(number, room)
        figure.text(
            (_EDGE + column * (WIDE / 2 - 0.15)) / WIDE, 1 - (top + row * _LINE) / TALL, words,
            fontsize=7.5, va="top", fontweight="bold" if bold else "normal",
        )  # fmt: skip
    return figure


# ------------------------------------------------------------------ a page for each move


def _moves(timeline: Timeline) -> Iterator[Figure]:
    for span in timeline.moves:
        if panels(span.before, span.log):
            drawing = draw_storyboard(span.before, span.log)
            said = [_heading([span])]
            if span.node is not None:
                said.append(harmless(span.sentence()))
                said += textwrap.wrap(harmless(span.node.comment), 150)
            height = drawing.figure.get_size_inches()[1]
            drawing.figure.text(
                0.01, 1 + 0.08 / height, "\n".join(["   ".join(said[:2]), *said[2:]]),
                fontsize=10, va="bottom", color=INK,
            )  # fmt: skip
            yield drawing.figure
