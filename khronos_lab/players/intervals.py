"""95 % confidence intervals of a share, a mean or a difference of independent values.

Rows of many games are not independent: `khronos_lab.questions` counts deals instead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, Final

LEVEL: Final = 0.95
NORMAL: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
EXACT: Final = 40
"""Degrees of freedom up to which Student's quantile is found from the distribution itself."""

Span = tuple[float, float]
"""The ends of an interval."""


def share_interval(share: float, number: int, level: float = LEVEL) -> Span:
    """Wilson score interval of a share of a `number` of independent cases.

    >>> [round(end, 3) for end in share_interval(0.0, 20)]
    [0.0, 0.161]
    """
    z = NORMAL if level == LEVEL else NormalDist().inv_cdf((1 + level) / 2)
    part = z * z / number
    middle = (share + part / 2) / (1 + part)
    half = z / (1 + part) * sqrt(share * (1 - share) / number + part / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)


@cache
def student_quantile(level: float, free: int) -> float:
    """Standard errors that an interval of this level reaches to either side (Student's t).

    >>> [round(student_quantile(0.95, free), 2) for free in (1, 2, 9, 1000)]
    [12.71, 4.3, 2.26, 1.96]
    """
    if free > EXACT:
        return float(student_series(level, float(free)))
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, free) < level else (low, middle)
    return math.sqrt(free) * math.tan(low)


def student_series(level: float, free: Any) -> Any:  # noqa: ANN401 - a number, or a column of them
    """Student's quantile by Cornish and Fisher: right to seven digits beyond `EXACT` degrees.

    `free` is a number, or a column of them.
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / free**power for power, term in enumerate(terms, 1))


def _within(angle: float, free: int) -> float:
    """The chance of Student's t between -t and t, where t is sqrt(free) times the tangent."""
    term = math.cos(angle) if free % 2 else 1.0
    total = term if free > 1 else 0.0
    for number in range(2 + free % 2, free - 1, 2):
        term *= (number - 1) / number * math.cos(angle) ** 2
        total += term
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if free % 2 else total


def standard_error(values: Sequence[float]) -> float:
    """The standard error of a mean; nothing is known of it from a single value."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")


def mean_interval(values: Sequence[float], fitted: int = 0) -> Span:
    """Confidence interval of a mean (Student's t).

    `fitted` numbers were fitted to the values before, and each of them makes it less sure.
    """
    mean, freedom = fmean(values), len(values) - 1 - fitted
    spread = (
        student_quantile(LEVEL, freedom) * standard_error(values) if freedom > 0 else float("inf")
    )
    return mean - spread, mean + spread


def paired_share_interval(changes: Sequence[float]) -> Span:
    """Confidence interval of the difference of two paired shares.

    Half a pair of games is added to each of the four ways in which a pair can end (Agresti and Min
    2005): a few games that all say the same prove little.

    >>> [round(each, 2) for each in paired_share_interval([1.0] * 4)]
    [0.17, 1.0]
    """
    games = len(changes) + 2
    mean = sum(changes) / games
    spread = (sum(each * each for each in changes) + 1) / games - mean * mean
    width = NORMAL * sqrt(spread / games)
    return max(-1.0, mean - width), min(1.0, mean + width)
