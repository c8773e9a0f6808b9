"""Intervals a second time: Student's from his density, Wilson's from the test behind it."""

from __future__ import annotations

from functools import cache
from math import gamma, pi, sqrt


@cache
def student(free, level=0.95):
    """The quantile, by adding up the density until half the level is reached."""
    top = gamma((free + 1) / 2) / (sqrt(free * pi) * gamma(free / 2)) if free < 300 else 0.3989423
    low, high = 0.0, 100.0

    def area(end, parts=4000):
        step = end / parts
        heights = [
            (1 + (step * n) ** 2 / free) ** (-(free + 1) / 2) for n in range(parts + 1)
        ]  # fmt: skip
        inner = 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])
        return top * step / 3 * (heights[0] + inner + heights[-1])

    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if area(middle) < level / 2 else (low, middle)
    return low


def wilson(mean, error, clusters):
    """All shares from which what was seen is not further than the quantile, by halving."""
    even = mean * (1 - mean)
    rows = even / error**2 if error > 1e-12 and even > 1e-12 else clusters
    z = student(clusters - 1)

    def near(share):
        return abs(mean - share) <= z * sqrt(share * (1 - share) / rows)

    ends = []
    for end in (0.0, 1.0):
        inside, outside = mean, end
        if near(outside) and outside == mean:
            ends.append(end)
            continue
        for _ in range(60):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if near(middle) else (inside, middle)
        ends.append(inside)
    return ends[0], ends[1]
