"""Plain intervals: between which numbers a share, a mean or a difference lies, 95 times of 100.

They take what they are given as independent. Rows of many games are not: for these see
`khronos_lab.analysis.statistics.computing.intervals`, which counts deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

SURE: Final = 1.96
"""Standard errors to either side of a share that hold 95 of 100 of them."""

Span = tuple[float, float]
"""The ends of an interval."""


def share_interval(share: float, games: int) -> Span:
    """Between which shares the true one lies, 95 times of 100 (Wilson 1927).

    >>> [round(each, 2) for each in share_interval(0.5, 100)]
    [0.4, 0.6]
    """
    square = SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    spread = SURE * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of a mean; nothing is known of it from a single value."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")


def mean_interval(values: Sequence[float], fitted: int = 0) -> Span:
    """Between which numbers the true mean lies, 95 times of 100 (Student 1908).

    `fitted` numbers were fitted to the values before, and each of them makes it less sure.
    """
    mean, freedom = fmean(values), len(values) - 1 - fitted
    spread = _student(freedom) * standard_error(values) if freedom > 0 else float("inf")
    return mean - spread, mean + spread


def without_luck(values: Sequence[float], luck: Sequence[float]) -> list[float]:
    """Values with that part taken out that goes with luck, which is 0 on average.

    This is a control variate: the mean stays what it was, and the values lie closer together. Luck
    counts from not at all to in full.

    >>> without_luck([3.0, 5.0, 7.0], [-1.0, 0.0, 1.0])
    [4.0, 5.0, 6.0]
    """
    middle, usual = fmean(values), fmean(luck)
    spread = sum([(each - usual) ** 2 for each in luck])
    if spread < 1e-9:
        return list(values)
    pairs = zip(values, luck, strict=True)
    share = sum([(each - middle) * (lucky - usual) for each, lucky in pairs]) / spread
    share = min(1.0, max(0.0, share))
    return [each - share * lucky for each, lucky in zip(values, luck, strict=True)]


def paired_share_interval(changes: Sequence[float]) -> Span:
    """Between which numbers the true difference of two paired shares lies, 95 times of 100.

    Half a pair of games is added to each of the four ways in which a pair can end (Agresti and Min
    2005): a few games that all say the same prove little.

    >>> [round(each, 2) for each in paired_share_interval([1.0] * 4)]
    [0.17, 1.0]
    """
    games = len(changes) + 2
    mean = sum(changes) / games
    spread = (sum(each * each for each in changes) + 1) / games - mean * mean
    width = SURE * sqrt(spread / games)
    return max(-1.0, mean - width), min(1.0, mean + width)


def _student(freedom: int) -> float:
    """Standard errors to either side of a mean that hold 95 of 100 of them, for small samples.

    Hill's expansion (1970); below 5 degrees of freedom it is too small, and exact values stand in.

    >>> [round(_student(each), 2) for each in (1, 2, 5, 15, 100)]
    [12.71, 4.3, 2.57, 2.13, 1.98]
    """
    if freedom < 5:
        return (12.706, 4.303, 3.182, 2.776)[freedom - 1]
    z = 1.959964
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
