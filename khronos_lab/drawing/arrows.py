"""Arrows from age to age: shadows cast, blocked, missing, erased and withdrawn, as strokes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from matplotlib.path import Path

from khronos_lab.core.board import Building
from khronos_lab.core.events import OfBuilding
from khronos_lab.core.resolution import Entry
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.glyphs import (
    SYMBOLS,
    Corner,
    closed,
    placed,
    rectangle,
    word,
    word_width,
)
from khronos_lab.drawing.strokes import Look, Stroke
from khronos_lab.drawing.theme import INK, PAPER
from khronos_lab.rulebook.pieces import MIGHT, Age


class ArrowStyle(NamedTuple):
    """How one sort of shadow looks: colour, dash and arrowhead."""

    colour: str
    dash: tuple[float, ...]
    end: str
    """`head`, `bar`, `times` or `ring`."""


ARROWS: Final[Mapping[str, ArrowStyle]] = MappingProxyType(
    {
        "cast": ArrowStyle("#004D33", (), "head"),
        "replaced": ArrowStyle("#8A4B00", (7.0, 2.0), "head"),
        "blocked": ArrowStyle("#000000", (1.5, 1.8), "bar"),
        "missing": ArrowStyle("#6B6B6B", (1.0, 3.6), "bar"),
        "erased": ArrowStyle("#D1410C", (), "times"),
        "withdrawn": ArrowStyle("#D1410C", (4.0, 2.5), "times"),
        "overgrown": ArrowStyle("#8A4B00", (7.0, 2.0), "ring"),
    }
)
"""By what became of a shadow; the names are those of `legend.shadow.…`."""

MOVE_SORTS: Final = ("cast", "replaced", "blocked", "missing", "erased", "withdrawn")
"""Those of one move; in a position something else may stand where a shadow was."""


class Arrow(NamedTuple):
    """A shadow on its way: its fate, where it goes, and the clause to show."""

    sort: str
    age: Age
    """Where it arrives."""
    building: Building
    clause: str = ""


def arrows_of(log: Sequence[Entry]) -> list[Arrow]:
    """The arrows of a move, in the order of its log."""
    return [
        Arrow(event.about.arrow, event.age, event.building, event.clause)
        for event, _, _ in log
        if event.about.arrow and isinstance(event, OfBuilding)
    ]


def arrow_strokes(arrows: Sequence[Arrow], table: Table) -> list[Stroke]:
    """Arrows, each from the same squares one age earlier; what is erased only has its end."""
    strokes: list[Stroke] = []
    labels: list[Stroke] = []
    for arrow in arrows:
        if arrow.age is not MIGHT:
            strokes += arrow_line(arrow, table)
            labels += _label(arrow, table)
    return [*strokes, *labels]


def arrow_line(arrow: Arrow, table: Table) -> Iterator[Stroke]:
    """The line of an arrow and its end, without the card."""
    style = ARROWS[arrow.sort]
    start, end = _ends(arrow, table)
    if arrow.sort != "erased":
        curve = bow(start, end)
        yield Stroke(curve, Look(line=PAPER, width=5.0), "halo")
        yield Stroke(curve, Look(line=style.colour, width=2.2, dash=style.dash), arrow.sort)
    yield from tip(style, start, end, arrow.sort)


def _ends(arrow: Arrow, table: Table) -> tuple[Corner, Corner]:
    """From the right edge of the origin to the left edge of the shadow."""
    rank = arrow.building.rank
    x, y = table.corner(Age(arrow.age - 1), arrow.building.square)
    u, v = table.corner(arrow.age, arrow.building.square)
    return (x + rank - 0.15, y + rank / 2), (u + 0.05, v + rank / 2)


def bow(start: Corner, end: Corner, height: float = 0.9) -> Path:
    """A line that is bent a little upwards, so that it leaves the row it starts in."""
    (x, y), (u, v) = start, end
    lift = height if abs(u - x) > 4 else height / 2
    middle_one = (x + (u - x) * 0.3, min(y, v) - lift)
    middle_two = (x + (u - x) * 0.7, min(y, v) - lift)
    codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]
    return Path([start, middle_one, middle_two, end], codes)


def tip(
    style: ArrowStyle, start: Corner, end: Corner, label: str, size: float = 1.0
) -> Iterator[Stroke]:
    """The end of an arrow."""
    x, y = end
    if style.end in ("times", "ring"):
        sign = SYMBOLS["times" if style.end == "times" else "coin"]
        path = placed(sign, [(x + 0.25, y)], [1.5 * size])
        yield Stroke(path, Look(style.colour, PAPER, 1.2), f"end {label}")
    elif style.end == "bar":
        bar = closed(rectangle(x - 0.12, y - 0.55, x + 0.10, y + 0.55))
        yield Stroke(bar, Look(style.colour, PAPER, 1.0), f"end {label}")
    else:
        direction = np.array([1.0, 0.35]) if abs(x - start[0]) > 1 else np.array([0.0, 1.0])
        direction /= np.hypot(*direction)
        side = np.array([-direction[1], direction[0]])
        point = np.array([x + 0.18, y])
        back = point - direction * 0.75 * size
        head = [point, back + side * 0.36 * size, back - side * 0.36 * size]
        path = closed([(float(a), float(b)) for a, b in head])
        yield Stroke(path, Look(style.colour, PAPER, 0.9), f"end {label}")


def _label(arrow: Arrow, table: Table) -> list[Stroke]:
    """The clause behind a failed shadow, on a small card beside its end."""
    spot = card_spot(arrow, table)
    return [] if spot is None else card(arrow.clause, spot)


def card_spot(arrow: Arrow, table: Table) -> Corner | None:
    """Where that card lies; None for an arrow that needs none."""
    if arrow.sort not in ("blocked", "missing"):
        return None
    _, (x, y) = _ends(arrow, table)
    return x + 1.15, y


def card(text: str, spot: Corner, height: float = 0.62) -> list[Stroke]:
    """A word on a white card with a line around it."""
    half = word_width(text) * height / 2 + 0.22
    x, y = spot
    frame = closed(rectangle(x - half, y - height * 0.85, x + half, y + height * 0.85))
    letters = placed(word(text), [spot], [height])
    return [
        Stroke(frame, Look(PAPER, INK, 1.0), "card"),
        Stroke(letters, Look(INK), f"word {text}"),
    ]
