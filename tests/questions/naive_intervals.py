"""Intervals a second time: Student's from his density, Wilson's from the test behind it."""

from __future__ import annotations

from functools import cache
from math import cos, gamma, pi, sqrt, tan


@cache
def student(free, level=0.95):
    """The quantile, by adding up the density until half the level is reached.

    The density is that of the angle whose tangent is t / sqrt(free).
    """
    top = (
        gamma((free + 1) / 2) / (sqrt(pi) * gamma(free / 2)) if free < 300 else sqrt(free / 2 / pi)
    )
    low, high = 0.0, pi / 2

    def area(end, parts=4000):
        step = end / parts
        heights = [cos(step * n) ** (free - 1) for n in range(parts + 1)]
        inner = 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])
        return top * step / 3 * (heights[0] + inner + heights[-1])

    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if area(middle) < level / 2 else (low, middle)
    return sqrt(free) * tan(low)


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


def quotient(parts, wholes, *, share=False):
    """Sum by sum with its interval; both by cluster, a cluster without a part has none of it."""
    whole, number = sum(wholes.values()), len(wholes)
    mean = sum(parts.values()) / whole
    off = sum((parts.get(seed, 0) - mean * size) ** 2 for seed, size in wholes.items())
    error = sqrt(off * number / (number - 1)) / whole
    width = student(number - 1) * error
    ends = wilson(mean, error, number) if share else (mean - width, mean + width)
    return tuple(round(value, 6) for value in (mean, *ends))
