"""Figures that are kept as paragraphs, to be read and judged; see `as_text.py`.

`python -m tests.golden.regenerate` writes them anew; read what differs before you keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from khronos_lab import draw
from khronos_lab.core import Build, Event, Move
from khronos_lab.drawing import MARKS, BoardLayout, Drawing, draw_squares, scene_strokes
from khronos_lab.front import Dataset
from khronos_lab.questions import Answer
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, NO_CARDS
from khronos_lab.scenes import scene_of
from tests.analysis.goldens import MORE, sample
from tests.drawing.as_text import drawing_lines, marks, wrapped
from tests.drawing.games import (
    ENDS,
    LESSON,
    OTHER,
    SPAN,
    STATE,
    longest_move,
    moments,
    tables,
    timeline,
)
from tests.golden.sections import Goldens, Lines
from tests.questions.asked import figure
from tests.questions.figures import FIGURES, frames
from tests.simulation.reviewed import glanced

FOLDER = Path(__file__).parents[1] / "golden" / "drawings"
BOTH = ("Ann", "Ben")
SHORT = next(span for span in LESSON.moves if 3 <= len(span.log) <= 5)
FIVE = timeline(4)
SIGNS = ("trail", "ghost", "badge", "end")
LONGEST = longest_move()

OF_GAMES: dict[str, Callable[[], Drawing]] = {
    "boards after a move": lambda: draw.boards(STATE, log=SPAN.log),
    "shadows of a move, in German": lambda: draw.shadows(STATE, SPAN.log, language="de"),
    "shadow chains": lambda: draw.shadow_chains(STATE),
    "control, in German": lambda: draw.control(LONGEST.after, language="de"),
    "domains": lambda: draw.domains(STATE),
    "changes": lambda: draw.changes(SPAN.before, STATE),
    "causes of the longest move": lambda: draw.causes(LONGEST.log),
    "storyboard": lambda: draw.storyboard(SHORT.before, SHORT.log),
    "a move by itself": lambda: draw.move(Move(Build(MIGHT, CIVIL, 2, 35, NO_CARDS))),
    "squares": lambda: draw_squares(STATE.boards[0].domains[0].mask),
    "side by side": lambda: draw.side_by_side(LESSON.start, STATE),
    "closer": lambda: draw.side_by_side(SPAN.before, STATE, zoom=True),
    "two ages": lambda: draw.two_ages(STATE, MIGHT, FAITH),
    "income": lambda: draw.income(LESSON),
    "incomes of five, in German": lambda: draw.income(FIVE, language="de"),
    "income of one of five": lambda: draw.income(FIVE, seats=[2]),
    "sources": lambda: draw.sources(LESSON),
    "income of many games": lambda: draw.income_bands(tables(1)),
    "income by seat": lambda: draw.income_bands(tables(3, 6), by_seat=True),
    "heat of what was erased": lambda: draw.heat(tables(1), "erased"),
    "prospects": lambda: draw.prospects(ENDS, BOTH, actual=(33, 21)),
    "prospects of two moves": lambda: draw.prospects({"played": ENDS, "town": OTHER}, BOTH),
    "review": lambda: draw.review(glanced()),
    "worth of incomes": lambda: draw.income_worth(3),
}


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    events = sorted(moments(), key=lambda event: event.__name__)
    figures: dict[str, Lines] = {
        "marks of events": lambda: (line for event in events for line in _marks(event)),
        **{name: partial(_told, draw) for name, draw in OF_GAMES.items()},
        **{name: partial(_statistic, name) for name in FIGURES},
        **{name: partial(_answer, ask) for name, ask in MORE.items()},
    }
    return Goldens(FOLDER, {"figures": figures})


def _marks(event: type[Event]) -> Iterator[str]:
    """What boards show of the first such event of all games, without what stands there."""
    game, frame = moments()[event]
    table = BoardLayout.of(game.start.grid)
    shown = scene_strokes(scene_of(frame, "shadows"), table)
    kept = [each for each in shown if each.label.split()[0] in (*MARKS, *SIGNS)]
    return iter(wrapped(f"{event.__name__}: {marks(kept, table)}") if kept else ())


def _told(draw: Callable[..., Drawing], *args: Any, **how: Any) -> Iterator[str]:
    return drawing_lines(draw(*args, **how))


def _statistic(name: str) -> Iterator[str]:
    case = FIGURES[name]
    by = {} if case.by is None else {"by": case.by}
    return _told(figure, case.question, frames()[name], games=20, **by, **case.options)


def _answer(ask: Callable[[Dataset], Answer]) -> Iterator[str]:
    return drawing_lines(ask(sample()).plot(language="de"))
