"""Counting many rows while somebody brushes: small arrays of numbers go to the browser.

Each measure is cut into at most sixty bins once; a brush is a range of bins. A picture counts the
rows that all brushes but its own keep. For the measure that is being brushed, cubes are made: how
often each of its bins meets each bin of the others. A further step of that brush only adds up
slices of them and reads no rows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.explorer.rows import CATEGORIES
from khronos_lab.rulebook import KhronosError, near

MOST_BINS: Final = 60
FEWEST_BINS: Final = 20
EPSILON: Final = 1e-9
MOST_GROUPS: Final = 6
"""Colours that can be told apart; further groups are one."""
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)

Range = tuple[int, int]
"""The first and the last bin of a brush."""
Counts = NDArray[np.uint32]


class Axis(NamedTuple):
    """The bins of a measure: numbers from `low` in steps of `width`, or names.

    Both are counted in parts: `scale` of them are one.
    """

    size: int
    low: int = 0
    width: int = 1
    scale: int = 1
    names: tuple[str, ...] = ()

    def label(self, place: int) -> str:
        """What a bin holds."""
        if self.names:
            return self.names[place]
        first, last = self.values(place, place)
        between = "–" if self.low + place * self.width >= 0 else " … "
        told = str(first) if self.width == 1 else f"{first}{between}{last}"
        return told.replace("-", "\N{MINUS SIGN}")

    def values(self, first: int, last: int) -> tuple[object, object]:
        """The values that a range of bins holds, from the first to the last."""
        if self.names:
            return self.names[first], self.names[last]
        ends = self.low + first * self.width, self.low + (last + 1) * self.width - 1
        return ends if self.scale == 1 else (ends[0] / self.scale, ends[1] / self.scale)

    def bins(self, first: object, last: object) -> Range:
        """The bins from one value to another, as far as there are any."""
        if self.names:
            for wanted in map(str, (first, last)):
                if wanted not in self.names:
                    raise KhronosError(f"There is no {wanted!r} here.{near(wanted, self.names)}")
            places = [self.names.index(str(each)) for each in (first, last)]
            return min(places), max(places)
        parts = (math.floor(float(str(each)) * self.scale + EPSILON) for each in (first, last))
        low, high = (min(max(0, (each - self.low) // self.width), self.size - 1) for each in parts)
        return low, high


class BinnedRows(NamedTuple):
    """Rows whose measures are bins, and what the rows are about."""

    codes: pl.DataFrame
    rows: pl.DataFrame
    axes: Mapping[str, Axis]

    @classmethod
    def of(cls, rows: pl.DataFrame, measures: Sequence[str]) -> BinnedRows:
        """Cut the measures of rows into bins; without a value a row is in none, and is dropped."""
        numbers = [each for each in measures if each not in CATEGORIES]
        kept = rows.drop_nulls(numbers)
        kept = kept.filter(pl.all_horizontal(pl.col(numbers).is_finite()))
        made = {name: _cut(kept[name], name in CATEGORIES) for name in measures}
        codes = pl.DataFrame([codes.alias(name) for name, (_, codes) in made.items()])
        return cls(codes, kept, {name: axis for name, (axis, _) in made.items()})


def _cut(column: pl.Series, named: bool) -> tuple[Axis, pl.Series]:
    """A column as numbers of bins, and what the bins are."""
    if named:
        return _named(column.cast(pl.String).fill_null("–"))
    scale = 1
    if column.dtype.is_float() and not column.is_empty():
        # Fractions are scaled up, so that an own measure has enough bins.
        room = float(column.max()) - float(column.min())  # type: ignore[arg-type]
        scale = next((each for each in (1, 10, 100, 1000) if room * each >= FEWEST_BINS), 1)
        column = (column * scale + EPSILON).floor() if scale > 1 else column
    numbers = column.cast(pl.Int64)
    low, high = (int(end or 0) for end in (numbers.min(), numbers.max()))  # type: ignore[arg-type]
    width = next(each for each in STEPS if (high - low) // each < MOST_BINS)
    low = low // width * width
    axis = Axis((high - low) // width + 1, low, width, scale)
    return axis, ((numbers - low) // width).cast(pl.UInt8)


def _named(column: pl.Series) -> tuple[Axis, pl.Series]:
    """The most frequent names first; those beyond the last bin are in it."""
    if column.is_empty():
        return Axis(1, names=("–",)), column.cast(pl.UInt8)
    counted = column.value_counts(name="n").sort("n", column.name, descending=[True, False])
    names = counted[column.name].to_list()
    shown = names if len(names) <= MOST_BINS else [*names[: MOST_BINS - 1], "…"]
    places = {name: min(place, len(shown) - 1) for place, name in enumerate(names)}
    codes = column.replace_strict(places, return_dtype=pl.UInt8)
    return Axis(len(shown), names=tuple(shown)), codes


class Counter:
    """What the pictures show, for brushes that change."""

    def __init__(
        self, sheet: BinnedRows, views: Sequence[tuple[str, ...]], colour: str | None = None
    ) -> None:
        """`views` are the measures of each picture: one for a histogram, two for a scatter."""
        self.sheet, self.views, self.colour = sheet, tuple(views), colour
        self._held: tuple[str, tuple[tuple[str, Range], ...]] | None = None
        self._cubes: list[Counts] = []

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the colours."""
        if self.colour is None:
            return ("",)
        names = self.sheet.axes[self.colour].names
        return names if len(names) <= MOST_GROUPS else (*names[: MOST_GROUPS - 1], "…")

    def counts(self, brushes: Mapping[str, Range], hand: str = "") -> list[Counts]:
        """For each picture: how many rows are in each bin, by colour; `hand` is being brushed."""
        if not hand or hand not in brushes:
            self._held = None
            return self._counted(brushes)
        others = tuple(sorted((name, each) for name, each in brushes.items() if name != hand))
        if self._held != (hand, others):
            self._cubes, self._held = self._counted(dict(others), hand), (hand, others)
        first, last = brushes[hand]
        return [
            cube if hand in view else cube[first : last + 1].sum(axis=0, dtype=np.uint32)
            for view, cube in zip(self.views, self._cubes, strict=True)
        ]

    def chosen(self, brushes: Mapping[str, Range]) -> pl.DataFrame:
        """The rows that all brushes keep."""
        return self.sheet.rows.filter(self.kept(brushes)) if brushes else self.sheet.rows

    def kept(self, brushes: Mapping[str, Range]) -> pl.Series:
        """By row: whether all brushes keep it."""
        return self.sheet.codes.select(_within(brushes).alias("kept"))["kept"]

    def number(self, brushes: Mapping[str, Range]) -> int:
        """How many rows all brushes keep."""
        return int(self.kept(brushes).sum()) if brushes else self.sheet.codes.height

    # -------------------------------------------------------------- counting

    def _counted(self, brushes: Mapping[str, Range], hand: str = "") -> list[Counts]:
        """The counts of each picture, which its own brushes do not touch; cubes with `hand`."""
        needed = {name for view in self.views for name in view} | {hand, self.colour or ""}
        columns = [name for name in self.sheet.axes if name in needed]
        kept: dict[tuple[str, ...], pl.DataFrame] = {}
        found = []
        for view in self.views:
            others = {name: each for name, each in brushes.items() if name not in view}
            key = tuple(sorted(others))
            if key not in kept:
                wanted = self.sheet.codes.lazy().filter(_within(others)).select(columns)
                kept[key] = wanted.collect()
            names = (hand, *view) if hand and hand not in view else view
            found.append(self._array(kept[key], names))
        return found

    def _array(self, codes: pl.DataFrame, names: tuple[str, ...]) -> Counts:
        """How often the bins of some measures meet, by colour.

        All places of a row make one number, and numbers are counted: for a million rows that takes
        a tenth of the time of grouping by several columns.
        """
        shape = (*(self.sheet.axes[name].size for name in names), len(self.groups))
        place = np.zeros(codes.height, np.intp)
        for name, size in zip(names, shape, strict=False):
            place *= size
            place += codes[name].to_numpy()
        if self.colour is not None:
            place *= shape[-1]
            place += np.minimum(codes[self.colour].to_numpy(), shape[-1] - 1)
        counts = np.bincount(place, minlength=int(np.prod(shape)))
        return counts.astype(np.uint32).reshape(shape)


def _within(brushes: Mapping[str, Range]) -> pl.Expr:
    conditions = [pl.col(name).is_between(*each) for name, each in brushes.items()]
    return reduce(lambda one, other: one & other, conditions) if conditions else pl.lit(True)
