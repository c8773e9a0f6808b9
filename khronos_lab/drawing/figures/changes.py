"""Differences: what came, went and changed between two states, on pale boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.core.board import Building
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import new_canvas
from khronos_lab.drawing.highlights import Highlight, shine
from khronos_lab.drawing.legend import Column, base_columns, mark_columns
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.pieces import PALE, adventurers, buildings, ghost, standing
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.rulebook.pieces import AGES, Age

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKED: Final = ("new", "gone", "touched")


def change_strokes(before: GameState, after: GameState, table: Table) -> list[Stroke]:
    """What came in full colours, what went as ghosts, each with its mark."""
    ghosts, shown, marks = changes_between(before, after)
    strokes = [stroke for age, building in ghosts for stroke in ghost(table, age, building)]
    return [*strokes, *buildings(shown, table), *shine(marks, table)]


class Changes(NamedTuple):
    """What is shown of a difference, with the age of each."""

    ghosts: list[tuple[Age, Building]]
    """What went and left its squares empty."""
    shown: list[tuple[Age, Building]]
    """What came or changed."""
    marks: list[Highlight]


def changes_between(before: GameState, after: GameState) -> Changes:
    """What came, went and changed between two states, and how it is marked."""
    found = Changes([], [], [])
    for age in AGES:
        if before.boards[age] is after.boards[age]:
            continue
        new, gone, changed = compare(before, after, age)
        covered = sum(each.mask for each in new)
        for building in gone:
            if not after.boards[age].occupied & building.mask:
                found.ghosts.append((age, building))
            if not _grown(building, new):
                left = building.mask & ~covered
                found.marks.append(Highlight("gone", age, left or building.mask))
        found.marks.extend(Highlight("new", age, each.mask) for each in new)
        found.marks.extend(Highlight("touched", age, each.mask) for each in changed)
        found.shown.extend((age, each) for each in (*new, *changed))
    return found


def compare(
    before: GameState, after: GameState, age: Age
) -> tuple[list[Building], list[Building], list[Building]]:
    """The buildings of an age that are new, gone, or changed (another side, other cubes)."""
    old, now = before.boards[age].buildings, after.boards[age].buildings
    new, changed = [], []
    for anchor, building in sorted(now.items()):
        was = old.get(anchor)
        if was is building:
            continue
        if was is None or not _alike(was, building):
            new.append(building)
        elif was != building:
            changed.append(building)
    gone = [
        was
        for anchor, was in sorted(old.items())
        if (here := now.get(anchor)) is not was and (here is None or not _alike(was, here))
    ]
    return new, gone, changed


def _grown(building: Building, new: Sequence[Building]) -> bool:
    """True if a larger building of its kind covers it now: an upgrade takes nothing away."""
    return any(
        each.kind is building.kind and each.rank > building.rank and not building.mask & ~each.mask
        for each in new
    )


def _alike(one: Building, other: Building) -> bool:
    return (one.kind, one.rank, one.owner, one.printed) == (
        other.kind,
        other.rank,
        other.owner,
        other.printed,
    )


@themed
def draw_changes(
    before: GameState,
    after: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw what has changed between two states of a game."""
    columns = changes_legend(after.names, language) if legend and ax is None else []
    canvas = new_canvas(after.grid, ax=ax, legend=columns, fade=0.55, language=language)
    pale = [*standing(after, canvas.table, PALE), *adventurers(after, canvas.table)]
    canvas.ink.show([*pale, *change_strokes(before, after, canvas.table)])
    return Drawing(canvas.figure, canvas.axes)


def changes_legend(names: Sequence[str], language: str | None) -> list[Column]:
    """The legend of a picture of changes."""
    return [
        *base_columns(names, language),
        *mark_columns(language, MARKED, title="view-difference"),
    ]
