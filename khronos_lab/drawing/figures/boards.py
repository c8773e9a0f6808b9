"""The figures of boards: each is a scene with its legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from khronos_lab.analysis import Timeline
from khronos_lab.core import Entry, GameState, bits
from khronos_lab.drawing.legend import board_legend, shadow_graph_legend, view_legend
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.scene import draw_scene
from khronos_lab.rulebook import Age
from khronos_lab.scenes import Dot, Scene, arrows_of, effects, scene_of, shadow_chains

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@themed
def draw_boards(
    state: GameState,
    *,
    ax: Axes | None = None,
    log: Sequence[Entry] = (),
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw the three ages; with the `log` of a move that led here, its effects stand out.

    The legend needs a figure of its own: it is left out where `ax` is given.
    """
    columns = board_legend(state.names, bool(log)) if legend else ()
    return draw_scene(Scene(state, tuple(effects(log, state))), ax=ax, legend=columns)


@themed
def draw_shadows(
    state: GameState,
    log: Sequence[Entry],
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw the state after a move, with an arrow for each of its shadows that shows its fate."""
    scene = Scene(state, (*effects(log, state), *arrows_of(log)))
    columns = view_legend("shadows", state.names) if legend else ()
    return draw_scene(scene, ax=ax, legend=columns)


@themed
def draw_control(
    state: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw every domain as an area of its controller, with the tax it would pay now.

    A card names those entitled by their cubes and the coins each would get; brackets say that none
    of them has an adventurer there (X4). Domains with several entitled (X3) are lined by turns.
    """
    return _view("control", state, ax, legend)


@themed
def draw_domains(
    state: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw the buildings of all ages as nodes where they stand, joined where they touch."""
    return _view("domains", state, ax, legend)


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
    return _view("difference", after, ax, legend, before)


def _view(
    view: str, state: GameState, ax: Axes | None, legend: bool, since: GameState | None = None
) -> Drawing:
    scene = scene_of(Timeline(state, ())[0], view, since)
    return draw_scene(scene, ax=ax, legend=view_legend(view, state.names) if legend else ())


@themed
def draw_shadow_chains(
    state: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw for every large building of a position what has become of its shadow."""
    columns = shadow_graph_legend(state.names) if legend else ()
    return draw_scene(shadow_chains(state), ax=ax, legend=columns)


@themed
def draw_places(state: GameState, squares: Mapping[Age, int]) -> Drawing:
    """Draw the boards with a dot on some squares, by age; they come as in `first_squares`."""
    dots = (Dot(age, sq, "place") for age, mask in squares.items() for sq in bits(mask))
    return draw_scene(Scene(state, tuple(dots)))
