"""Numbers in words: what the findings of all questions have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from khronos_lab.rulebook import number_text, percent_text, say

if TYPE_CHECKING:
    from khronos_lab.answers.answer import Answer

Text = Callable[[float, int], str]
Row = Mapping[str, Any]


def ends(row: Row, name: str, text: Text = number_text, digits: int = 1) -> str:
    """Both ends of the interval beside a number."""
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    if low is None or high is None:
        return say("finding-no_ends")
    return say("finding-ends", low=text(low, digits), high=text(high, digits))


def points_text(value: float, digits: int = 1) -> str:
    """A change of a share in percentage points, with its sign.

    >>> points_text(0.0312), points_text(-0.02, 0)
    ('+3.1', '-2')
    """
    sign = "+" if round(value * 100, digits) > 0 else ""
    return sign + number_text(value * 100, digits)


def chance_text(value: float | None) -> str:
    """A probability; one that is smaller than the draws can show is said as a bound."""
    if value is None:
        return say("caption-unknown")
    if value < 0.001:
        return say("caption-below", bound=percent_text(0.001, 1))
    return percent_text(value, 1 if value < 0.1 else 0)


def way(row: Row, name: str) -> str:
    """Where the interval of a difference lies: all above 0 is "more", all below "less"."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if low is None or low <= 0 <= high:
        return "unclear"
    return "more" if low > 0 else "less"


def first_row(frame: pl.DataFrame, by: str, *, descending: bool = True) -> Row:
    """The row with the largest (or least) value; the first of equals."""
    return frame.sort(by, descending=descending, nulls_last=True, maintain_order=True).row(
        0, named=True
    )


def keys_of(answer: Answer) -> list[str]:
    """The columns that an answer is grouped by."""
    return [name for name in answer.options.get("by", ()) if name in answer.frame.columns]
