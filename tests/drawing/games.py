"""The shipped games as timelines, moments worth drawing, and the words of a picture."""

from __future__ import annotations

from functools import cache

from matplotlib.figure import Figure
from matplotlib.text import Text

from khronos_lab.analysis import Frame, LazyTables, Span, Timeline, tables_of
from khronos_lab.core import Event
from khronos_lab.drawing import Drawing
from khronos_lab.players import Rollouts
from khronos_lab.records import game_files, read_record
from tests.support import ROOT

GAMES = game_files(ROOT / "data" / "games")


@cache
def timeline(number: int) -> Timeline:
    """The game whose file begins with this number."""
    return Timeline.of(read_record(GAMES[number - 1].read_text("utf-8")))


LESSON = timeline(8)
SPAN = max(LESSON.moves, key=lambda span: len(span.log))
STATE = SPAN.after
"""After the move with most effects of the lesson."""


@cache
def moments() -> dict[type[Event], tuple[Timeline, Frame]]:
    """By type of event: the first frame of all shipped games that shows one."""
    found: dict[type[Event], tuple[Timeline, Frame]] = {}
    for number in range(1, len(GAMES) + 1):
        game = timeline(number)
        for span in game.moves:
            for index, entry in enumerate(span.log, span.first):
                if type(entry.event) not in found:
                    found[type(entry.event)] = (game, game[index])
    return found


@cache
def longest_move() -> Span:
    """The move with most effects of the game of five."""
    return max(timeline(4).moves, key=lambda span: len(span.log))


def tables(*numbers: int) -> LazyTables:
    """The tables of some shipped games."""
    records = [read_record(GAMES[number - 1].read_text("utf-8")) for number in numbers]
    return tables_of(records).lazy()


def labels(ink) -> list[str]:
    """What the strokes of a picture show."""
    return [stroke.label for stroke in ink]


def texts(drawing: Drawing) -> list[str]:
    """The words on all axes of a drawing."""
    return [text.get_text() for ax in drawing.axes for text in ax.texts]


def all_texts(figure: Figure) -> list[str]:
    """All words of a figure: titles, labels, ticks, legends."""
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


ENDS = Rollouts(((30, 20), (34, 20), (26, 40), (31, 22), (35, 19)))
OTHER = Rollouts(((31, 20), (36, 20), (29, 40), (35, 22), (40, 19)))
"""Ends of five games of two, played on after one move and after another."""
