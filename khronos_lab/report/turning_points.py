"""Turning points of a game as a section of its report."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_lab.analysis.review.turning_points import Swing, TurningPoints, TurnValue
from khronos_lab.report.page import Section, data_table, limits, paragraph
from khronos_lab.rulebook.language import number_text, percent_text, say
from khronos_lab.viewer.html import Markup, tag

SHOWN = 5
"""Turns in each table."""
ENOUGH = 20
"""Games below which an interval is too rough to say that something was more than chance."""


def turning_section(points: TurningPoints, who: str, language: str) -> Section:
    """The turns that moved the chances to win most, and those for which a better one was found.

    `who` is the name of the player who played the games on.
    """
    return Section("turning", say("report-turning", language), tuple(_parts(points, who, language)))


def _parts(points: TurningPoints, who: str, language: str) -> Iterator[Markup]:
    yield paragraph(
        say(
            "story-turning",
            language,
            games=points.games,
            players=who,
            turns=len(points.values) - 1,
        )
    )
    swings = points.swings(SHOWN)
    head = [
        *(say(key, language) for key in ("word-turn", "report-turning-whom")),
        *(say(f"report-turning-{key}", language) for key in ("wins", "coins", "sure")),
    ]
    yield data_table(head, [_swing(each, points, language) for each in swings], language)
    missed = points.missed(SHOWN)
    if missed:
        yield tag("h3", say("report-turning-missed", language))
        head = [
            *(say(key, language) for key in ("word-turn", "word-player")),
            *(say(f"report-turning-{key}", language) for key in ("better", "coins")),
        ]
        yield data_table(head, [_missed(each, points, language) for each in missed], language)
    yield limits("report-turning-limits", language)


def _swing(swing: Swing, points: TurningPoints, language: str) -> list[object]:
    value = swing.value
    low, high = (max(-1.0, min(1.0, end)) for end in swing.win_interval)
    wins = (
        f"{_signed(percent_text(swing.wins, 0, language), swing.wins)} "
        f"({percent_text(low, 0, language)} … {percent_text(high, 0, language)})"
    )
    moves = tag("span", f"{value.label} {points.names[value.seat]}: ", _moves(value.texts))
    sure = "few" if points.games < ENOUGH else "yes" if swing.sure else "no"
    return [
        moves,
        points.names[swing.seat],
        wins,
        _span(swing.coins, swing.coin_interval, language),
        say(f"report-turning-{sure}", language),
    ]


def _missed(value: TurnValue, points: TurningPoints, language: str) -> list[object]:
    more = value.missed
    assert value.best is not None
    assert more is not None
    best = _moves(tuple(node.text for node in value.best.nodes))
    coins = _span(more.coins[value.seat], more.coin_intervals[value.seat], language)
    return [value.label, points.names[value.seat], best, coins]


def _moves(texts: tuple[str, ...]) -> Markup:
    return tag("code", " ".join(texts))


def _span(number: float, interval: tuple[float, float], language: str) -> str:
    low, high = (number_text(end, 1, language) for end in interval)
    return f"{_signed(number_text(number, 1, language), number)} ({low} … {high})"


def _signed(words: str, number: float) -> str:
    return f"+{words}" if number > 0 else words
