"""The shipped games as timelines, and moments of them worth drawing."""

from __future__ import annotations

from functools import cache

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.core import Event
from khronos_lab.records import game_files, read_record
from tests.support import ROOT

GAMES = game_files(ROOT / "data" / "games")


@cache
def timeline(number: int) -> Timeline:
    """The game whose file begins with this number."""
    return Timeline.of(read_record(GAMES[number - 1].read_text("utf-8")))


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
def longest_move():
    """The move with most effects of the game of five."""
    return max(timeline(4).moves, key=lambda span: len(span.log))


def labels(ink) -> list[str]:
    """What the strokes of a picture show."""
    return [stroke.label for stroke in ink]
