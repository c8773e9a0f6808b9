"""Turning points in the replay: the curve under the slider, what it says, and the best turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from khronos_lab.analysis.review.turning_points import TurningPoints, TurnValue
from khronos_lab.analysis.review.turning_words import (
    best_text,
    between,
    kept_text,
    signed,
)
from khronos_lab.drawing.figures.turning_points import draw_slider_strip
from khronos_lab.records import tree
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.viewer.html import tag, together
from khronos_lab.widgets.clickable_boards.clickboard import Control, Panel
from khronos_lab.widgets.kit.frame_pictures import LOCK

# ------------------------------------------------------------------ under the slider


@lru_cache(maxsize=4)
def strip_png(points: TurningPoints, frames: int, width: int, ratio: float, language: str) -> bytes:
    """The curve as wide as the slider above it, as PNG."""
    with LOCK:
        return draw_slider_strip(points, frames, width, language=language).png(ratio)


def strip_words(points: TurningPoints, language: str) -> str:
    """What it says, for those who do not see it."""
    return " ".join([say("branch-strip", language), *points.sentences(3, language)])


def turning_panel(points: TurningPoints | None, language: str) -> list[Panel]:
    """The largest swings and the best turns missed, in sentences."""
    if points is None or len(points.values) < 2:
        return []
    lines = [tag("li", each) for each in points.sentences(3, language)]
    note = tag("p", say("branch-strip", language), class_="klc-note")
    title = say("branch-turning", language)
    return [Panel("branch_turning", title, together([tag("ul", *lines), note]), wide=True)]


# ------------------------------------------------------------------ best turns


def better_turns(points: TurningPoints | None) -> Sequence[TurnValue]:
    """The turns for which a better one was found, the largest difference first."""
    return () if points is None else points.missed(len(points.values))


def best_controls(points: TurningPoints | None, chosen: str, language: str) -> tuple[Control, ...]:
    """Which best turn, and the button that keeps it as a variation."""
    better = better_turns(points)
    if points is None or not better:
        return ()
    options = tuple((str(value.turn), _option(points, value, language)) for value in better)
    chosen = chosen if chosen in dict(options) else options[0][0]
    said, keep, hint = (
        say(f"branch-{key}", language) for key in ("best", "best_keep", "best_hint")
    )
    return (
        Control("branch.best", "select", said, chosen, options),
        Control("branch.best_keep", "button", keep, hint=hint),
    )


def _option(points: TurningPoints, value: TurnValue, language: str) -> str:
    missed = value.missed
    assert missed is not None
    coins = signed(missed.coins[value.seat], 1, language)
    span = between(missed.coin_intervals[value.seat], 1, language)
    who = points.names[value.seat]
    return f"{value.label} {who}: {coins} {say('word-coins', language)} ({span})"


def with_best_turn(
    record: GameRecord, points: TurningPoints, turn: int, first: int, language: str
) -> tree.Place:
    """The record with the best turn found as a variation, named and commented.

    `first` is the number of the first move of the turn that was played. What was kept before is
    found again, and what somebody wrote there stays.
    """
    value = next((each for each in points.values if each.turn == turn), None)
    if value is None or value.best is None or value.same:
        raise KhronosError(f"no other turn was found in place of turn {turn}")
    record, branches, moves = tree.grown(record, (), first, value.best.nodes)
    if branches and not tree.name_of(record, branches):
        name = f"{say('branch-best_name', language)} {points.adviser}"
        record = tree.named(record, branches, name)
    if not tree.nodes_of(record, branches)[moves - 1].comment:
        said = f"{best_text(points, value, language)} {kept_text(points, language)}"
        record = tree.commented(record, branches, moves - 1, said)
    return tree.Place(record, branches, moves)
