"""Turning points in words: what a turn did, how far it moved the game, what was missed."""

from __future__ import annotations

from typing import Final

from khronos_lab.analysis.review.turning_points import Swing, TurningPoints, TurnValue
from khronos_lab.core import events as e
from khronos_lab.core.resolution import Entry
from khronos_lab.players.intervals import Span
from khronos_lab.rulebook.language import number_text, percent_text, say

MINUS: Final = "\N{MINUS SIGN}"


def main_effect(log: tuple[Entry, ...]) -> Entry | None:
    """The event of a turn to tell first: others' losses, then joins and conflicts, then taxes."""
    told = [entry for entry in log if entry.event.about.weight]
    return max(told, key=lambda entry: _weight(entry.event), default=None)


def _weight(event: e.Event) -> int:
    """How much it is worth telling; a large building or a high tax adds to that."""
    weight = event.about.weight
    if isinstance(event, e.OfBuilding):
        weight += 2 * (event.old if isinstance(event, e.Replacement) else event.building).rank
    return weight + (event.amount if isinstance(event, e.Tax) else 0)


def turn_text(value: TurnValue, names: tuple[str, ...], language: str | None = None) -> str:
    """Which turn, whose, its moves in notation and its most important effect."""
    effect = main_effect(value.log)
    said = f" {effect.text(language)}" if effect is not None else ""
    return f"{value.label} {names[value.seat]}: {' '.join(value.texts)}.{said}"


def swing_text(points: TurningPoints, swing: Swing, language: str | None = None) -> str:
    """How far a turn moved a player's chances, with intervals."""
    turn, seat = swing.value.turn, swing.seat
    low, high = swing.win_interval
    return say(
        "turning-swing",
        language,
        who=points.names[seat],
        was=percent_text(points.values[turn - 1].ends.win_shares[seat], 0, language),
        now=percent_text(swing.value.ends.win_shares[seat], 0, language),
        points=between((100 * low, 100 * high), 0, language),
        coins=signed(swing.coins, 1, language),
        between=between(swing.coin_interval, 1, language),
        sure=swing.sure,
    )


def best_text(points: TurningPoints, value: TurnValue, language: str | None = None) -> str:
    """The best turn found beside the one played, and what it is worth; empty if none was sought."""
    if value.best is None or value.missed is None:
        return ""
    if value.same:
        return say("turning-same", language, adviser=points.adviser)
    low, high = value.missed.coin_intervals[value.seat]
    return say(
        "turning-best",
        language,
        adviser=points.adviser,
        moves=" ".join(node.text for node in value.best.nodes),
        who=points.names[value.seat],
        coins=signed(value.missed.coins[value.seat], 1, language),
        between=between((low, high), 1, language),
        shown=value.best.shown_only,
        exchanged=value.best.exchanged,
        sure=low > 0 or high < 0,
    )


def kept_text(points: TurningPoints, language: str | None = None) -> str:
    """What such a difference rests on, for a comment that stands alone in a file."""
    return say("turning-kept", language, players=points.players, games=points.games)


def caveat(points: TurningPoints, language: str | None = None) -> str:
    """What the numbers mean and what they do not, to be shown beside them."""
    return say(
        "turning-caveat",
        language,
        players=points.players,
        games=points.games,
        adviser=points.adviser,
        advised=bool(points.adviser),
    )


def turning_summary(
    points: TurningPoints, number: int = 3, language: str | None = None
) -> list[str]:
    """The largest swings, the best turns missed and the caveat, a sentence or two each."""
    lines = [
        f"{turn_text(swing.value, points.names, language)} {swing_text(points, swing, language)}"
        for swing in points.swings(number)
    ]
    lines += [
        f"{value.label}: {best_text(points, value, language)}" for value in points.missed(number)
    ]
    return [*lines, caveat(points, language), *points.notes]


# ------------------------------------------------------------------ numbers


def signed(value: float, digits: int = 0, language: str | None = None) -> str:
    """A number with its sign, a true minus; no sign for zero.

    >>> signed(1.25, 1), signed(-3.0, 1)[1:], signed(-0.04, 1)
    ('+1.2', '3.0', '0.0')
    """
    text = number_text(abs(value), digits, language)
    if not float(f"{abs(value):.{digits}f}"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def between(span: Span, digits: int, language: str | None) -> str:
    """The ends of an interval in words; with a single game nothing is known."""
    low, high = span
    if high == float("inf"):
        return say("turning-unknown", language)
    ends = {"low": signed(low, digits, language), "high": signed(high, digits, language)}
    return say("turning-between", language, **ends)
