"""One figure that is kept for a whole game. A step costs a few milliseconds, and so does any jump.

Everything that never changes (terrain, coordinates, names, legend) is drawn once and kept as
pixels. A step restores them, gives the one artist of the picture other strokes, draws it and
writes a PNG. Words that change with every step have no place here: they belong beside the picture.

A view is a function from a frame to strokes, with the ground and the legend it needs; a new view is
one more entry of `VIEWS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from khronos_lab.analysis import Frame
from khronos_lab.core import GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import WIDTH, board_legend, new_canvas, position
from khronos_lab.drawing.figures.changes import changed_boards, changes_legend
from khronos_lab.drawing.figures.control import FADE, control_legend, controlled_boards
from khronos_lab.drawing.figures.networks import domain_legend, domain_strokes
from khronos_lab.drawing.figures.shadows import arrow_strokes, arrows_of, shadow_legend
from khronos_lab.drawing.highlights import ghosts, highlights_of, journey, shine, trail
from khronos_lab.drawing.legend import Column
from khronos_lab.drawing.output.cached_figure import KeptFigure
from khronos_lab.drawing.output.png import Pixels
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.drawing.themes import DPI, theme
from khronos_lab.rulebook import KhronosError

Names = Sequence[str]
Strokes = Callable[[Frame, GameState | None, Table], list[Stroke]]
"""What is drawn of a frame, perhaps compared with an earlier state."""


class View(NamedTuple):
    """One way to look at a moment of a game."""

    strokes: Strokes
    legend: Callable[[Names], list[Column]]
    fade: float = 0.0
    """Of the ground towards paper."""


def _shown(frame: Frame, table: Table) -> list[Stroke]:
    """The event of a frame, and in thin lines what the move did before it."""
    event, state = frame.event, frame.state
    if event is None:
        return []
    now = highlights_of(event, state)
    known = {(each.age, each.mask) for each in now}
    before = [each for each in trail(frame.so_far[:-1], state) if each[1:3] not in known]
    shining = shine([*before, *now], table)
    return [*ghosts(event, state, table), *shining, *journey(event, state, table)]


def _boards(frame: Frame, _: GameState | None, table: Table) -> list[Stroke]:
    return [*position(frame.state, table), *_shown(frame, table)]


def _shadows(frame: Frame, _: GameState | None, table: Table) -> list[Stroke]:
    arrows = arrow_strokes(arrows_of(frame.so_far), table)
    return [*position(frame.state, table), *_shown(frame, table), *arrows]


def _of_state(strokes: Callable[[GameState, Table], list[Stroke]]) -> Strokes:
    return lambda frame, _, table: strokes(frame.state, table)


def _difference(frame: Frame, since: GameState | None, table: Table) -> list[Stroke]:
    if since is None:
        since = frame.state if frame.span is None else frame.span.before
    return changed_boards(since, frame.state, table)


VIEWS: Final[Mapping[str, View]] = MappingProxyType(
    {
        "boards": View(_boards, lambda names: board_legend(names, True)),
        "shadows": View(_shadows, shadow_legend),
        "control": View(_of_state(controlled_boards), control_legend, FADE),
        "domains": View(_of_state(domain_strokes), domain_legend, FADE),
        "difference": View(_difference, changes_legend, FADE),
    }
)
"""By name, as `view.…` of the words."""


class BoardScene:
    """The boards of one game in one view, drawn once and updated from step to step.

    >>> from khronos_lab.analysis import Timeline
    >>> from khronos_lab.engine import new_game
    >>> timeline = Timeline.of([], start=new_game(2, seed=7))
    >>> scene = BoardScene(timeline.start, width=6)
    >>> scene.draw(timeline[0])[1:4], scene.size
    (b'PNG', (600, 312))
    """

    def __init__(
        self,
        start: GameState,
        view: str | View = "boards",
        *,
        width: float = WIDTH,
        ratio: float = 1.0,
        legend: bool = True,
    ) -> None:
        """Prepare the picture; `ratio` is 2 for a screen with twice as many pixels.

        The view is one of `VIEWS`, by name, or one of your own.
        """
        if isinstance(view, str) and view not in VIEWS:
            raise KhronosError(f"there is no view {view!r}; there are {', '.join(VIEWS)}")
        self._view = VIEWS[view] if isinstance(view, str) else view
        columns = self._view.legend(start.names) if legend else []
        with theme():
            canvas = new_canvas(
                start.grid, legend=columns, fade=self._view.fade, width=width, dpi=DPI * ratio
            )
            self.figure, self.ax, self.table, self._ink, _ = canvas
            self._kept = KeptFigure(self.figure, self._ink.artist, ratio)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height on the screen, in pixels of an ordinary one."""
        return self._kept.size

    def pixels(self, frame: Frame, since: GameState | None = None) -> Pixels:
        """The picture of a frame; the same memory is used again by the next one.

        The difference view compares with `since`, or else with the state before the move.
        """
        self._ink.show(self._view.strokes(frame, since, self.table))
        return self._kept.pixels()

    def draw(self, frame: Frame, since: GameState | None = None) -> bytes:
        """The picture of a frame as PNG."""
        self._ink.show(self._view.strokes(frame, since, self.table))
        return self._kept.png()
