"""Pictures that are kept as lines of text, to be compared artist by artist.

`python -m tests.golden.regenerate` writes them anew; read what differs before you keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

from khronos_lab.answers import Answer
from khronos_lab.core import Build, Event, Move
from khronos_lab.drawing import (
    VIEWS,
    Drawing,
    Table,
    draw_causes,
    draw_changes,
    draw_control,
    draw_domains,
    draw_heat,
    draw_income,
    draw_income_bands,
    draw_income_worth,
    draw_move,
    draw_prospects,
    draw_review,
    draw_shadow_chains,
    draw_shadows,
    draw_side_by_side,
    draw_sources,
    draw_storyboard,
    draw_two_ages,
    new_figure,
    position,
)
from khronos_lab.front import Dataset
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, NO_CARDS
from tests.analysis.goldens import ALONE, one_game, sample
from tests.analysis.goldens import MORE as MORE_ASKED
from tests.drawing.as_text import drawing_lines, stroke_lines
from tests.drawing.games import longest_move, moments, timeline
from tests.drawing.statistics_cases import FIGURES, frames
from tests.drawing.test_control import tables
from tests.drawing.test_drawing import LESSON, ON_AXES, ON_FIGURES, SPAN, STATE
from tests.drawing.test_what_if import ENDS, OTHER
from tests.simulation.reviewed import glanced
from tests.support import in_language

FOLDER = Path(__file__).parents[1] / "golden" / "drawings"
GUESTS = ("income_sources", "survival_panels", "cascades", "how_won")
"""Figures that are also drawn into axes of somebody else."""
BOTH = ("Ann", "Ben")
SHORT = next(span for span in LESSON.moves if 3 <= len(span.log) <= 5)

Lines = Callable[[], Iterator[str]]


def goldens() -> dict[str, Mapping[str, Lines]]:
    """By file and name: what makes the lines."""
    statistics = {name: partial(_statistic, name) for name in FIGURES}
    guests = {f"{name} as a guest": partial(_guest, name) for name in GUESTS}
    figures = {name: partial(_lines, draw) for name, draw in (ON_AXES | ON_FIGURES | MORE).items()}
    events = sorted(moments(), key=lambda event: event.__name__)
    shown = {event.__name__: partial(_shown, event) for event in events}
    views = {
        f"{name} in game {number}": partial(_view, name, number, step)
        for number, step in ((4, -1), (1, 60))
        for name in VIEWS
    }
    answers = {name: partial(_answer, ask, "de", sample) for name, ask in MORE_ASKED.items()}
    lonely = {name: partial(_answer, ask, "en", one_game) for name, ask in ALONE.items()}
    return {
        "statistics": statistics | guests,
        "answers": answers,
        "one_game": lonely,
        "figures": figures,
        "strokes": shown | views,
    }


FIVE = timeline(4)
LONGEST = longest_move()


def _played(number: int) -> Drawing:
    node = LESSON.moves[number].node
    assert node is not None
    return draw_move(node.move, language="de")


MORE: dict[str, Callable[[], Drawing]] = {
    "boards without a legend": lambda: ON_AXES["boards"](legend=False, log=SPAN.log),
    "storyboard": lambda: draw_storyboard(SHORT.before, SHORT.log),
    "storyboard in three columns": lambda: draw_storyboard(SHORT.before, SHORT.log, columns=3),
    "move": lambda: draw_move(Move(Build(MIGHT, CIVIL, 2, 35, NO_CARDS))),
    "side by side": lambda: draw_side_by_side(LESSON.start, STATE),
    "closer": lambda: draw_side_by_side(SPAN.before, STATE, zoom=True),
    "two ages": lambda: draw_two_ages(STATE, MIGHT, FAITH),
    "prospects": lambda: draw_prospects(ENDS, BOTH, actual=(33, 21)),
    "two moves": lambda: draw_prospects({"played": ENDS, "town": OTHER}, BOTH),
    "bands by seat": lambda: draw_income_bands(tables(3, 6), by_seat=True, language="de"),
    "review": lambda: draw_review(glanced()),
    "review in German": lambda: draw_review(glanced(), language="de"),
    "worth of incomes": lambda: draw_income_worth(3, language="de"),
    **{
        f"move {number} of the lesson": partial(_played, number)
        for number in range(0, len(LESSON.moves), 3)
    },
    "incomes of five": lambda: draw_income(FIVE, language="de"),
    "income of one of five": lambda: draw_income(FIVE, seats=[2]),
    "sources of five": lambda: draw_sources(FIVE),
    "control of five": lambda: draw_control(LONGEST.after, language="de"),
    "domains of five": lambda: draw_domains(LONGEST.after, legend=False),
    "shadow chains of five": lambda: draw_shadow_chains(LONGEST.after, language="de"),
    "shadows of the longest move": lambda: draw_shadows(LONGEST.after, LONGEST.log, legend=False),
    "causes of the longest move": lambda: draw_causes(LONGEST.log, language="de"),
    "changes by the longest move": lambda: draw_changes(LONGEST.before, LONGEST.after),
    "what was erased": lambda: draw_heat(tables(1), "erased", language="de"),
}


def _lines(draw: Callable[..., Drawing], *args: Any, **how: Any) -> Iterator[str]:
    return drawing_lines(draw(*args, **how))


def _statistic(name: str) -> Iterator[str]:
    draw = FIGURES[name][0]
    games = {"games": 20} if "games" in signature(draw).parameters else {}
    return _lines(draw, frames()[name], **games)


def _answer(
    ask: Callable[[Dataset], Answer], language: str, games: Callable[[], Dataset]
) -> Iterator[str]:
    return drawing_lines(ask(games()).plot(language=language))


def _guest(name: str) -> Iterator[str]:
    ax = new_figure(9, 5).subplots(1, 2)[1]
    return drawing_lines(in_language("de", FIGURES[name][0], frames()[name], ax=ax))


def _shown(event: type[Event]) -> Iterator[str]:
    """What boards show of an event, without what stands there."""
    game, frame = moments()[event]
    table = Table.of(game.start.grid)
    still = {(each.label, each.look) for each in position(frame.state, table)}
    shown = VIEWS["shadows"].strokes(frame, None, table)
    return stroke_lines(each for each in shown if (each.label, each.look) not in still)


def _view(name: str, number: int, step: int) -> Iterator[str]:
    game = timeline(number)
    frame, table = game[range(len(game))[step]], Table.of(game.start.grid)
    return stroke_lines(VIEWS[name].strokes(frame, game.start, table))


def golden(file: str) -> Path:
    """The file of some goldens."""
    return FOLDER / f"{file}.txt"


def golden_text(file: str) -> str:
    """What the file should hold."""
    sections = goldens()[file].items()
    return "".join(
        f"== {name}\n" + "".join(f"{line}\n" for line in make()) for name, make in sections
    )


def kept(file: str) -> dict[str, list[str]]:
    """By name: the lines that the file holds."""
    sections = golden(file).read_text("utf-8").split("== ")[1:]
    return {name: lines for name, *lines in (each.splitlines() for each in sections)}
