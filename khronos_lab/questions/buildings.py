"""How long buildings stand, and what ends them: Kaplan-Meier and competing fates.

What is followed is one tile at one rank. It *dies* by a paradox, by demolition, by losing a
conflict (shrunk or destroyed) or with the building whose shadow it is. It does not die when it
grows: an upgraded building, or one that a copy of its own kind and owner covers, leaves the count
alive at that moment, as one does that stands when the game ends.

Buildings of one game fall together, so an interval from the number of buildings would be far too
narrow. So games are dealt into folds, the curve is worked out without each fold in turn, and how
much it moves says how sure it is (the jackknife that deletes a group).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from khronos_lab.analysis import KIND
from khronos_lab.drawing import Drawing, charts
from khronos_lab.players import LEVEL, share_interval
from khronos_lab.questions.building_lives import (
    FATE,
    FATES,
    LIVES,
    NUMBERS,
    USED,
    followed,
    lives,
    parts_of,
)
from khronos_lab.questions.columns import CAUSES, fills_of, label_of, line_of
from khronos_lab.questions.columns import FATES as FILLS
from khronos_lab.questions.intervals import Estimates, Floats
from khronos_lab.questions.question import FEW, Answer, By, Opener, Question, first_row
from khronos_lab.questions.selection import READINGS, Condition, Selection, conditions_of
from khronos_lab.questions.streams import (
    FOLDS,
    NUMBER,
    Reading,
    Schema,
    folds_of,
    in_step_order,
    players,
    shaped,
)
from khronos_lab.rulebook import say

Unit = Literal["turns", "rounds"]

DEATHS: Final = ("paradox", "demolished", "shrunk", "destroyed", "withdrawn", "replaced")
"""The fates that count as a death."""
MET: Final = [fate for fate in FATES if fate != "standing"]
"""The fates that end a life at its rank."""


def folded_life_table(
    lives: pl.LazyFrame, games: pl.LazyFrame, by: Sequence[str] = ("age", "kind", "rank"), *,
    unit: Unit = "turns", folds: int = FOLDS,
) -> pl.LazyFrame:  # fmt: skip
    """How many buildings met each fate after each number of turns or rounds, by fold of games.

    `time` 0 is the turn of birth, `clusters` the number of independent deals. It is all that
    intervals need, and small however many games there are. A game of more players has more turns
    in a round: mix them only with unit="rounds". Lives that have a column `fold` keep it, and those
    that were counted before, their numbers.
    """
    known = lives.collect_schema()
    if "fold" not in known:
        lives = lives.join(folds_of(games, folds).select("game", "fold"), on="game")
    if "number" not in known:
        lives = lives.with_columns(time=pl.col(unit).cast(pl.UInt16), number=pl.lit(1, pl.UInt32))
    keys = ("fold", *by, "time", "fate")
    rows = lives.group_by(keys).agg(pl.col("number").sum()).sort(keys)
    number = players(games).select(clusters=NUMBER.n_unique().cast(pl.UInt32))
    return rows.join(number, how="cross", maintain_order="left")


def _folded(batch: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """One number for all keys is counted: many times as fast as to count by the keys."""
    batch = in_step_order(batch)
    born, until, fate = followed(batch)
    fold = games["fold"].to_numpy()[batch["number"].to_numpy()[born]]
    kind, rank, _ = parts_of(batch["site"].to_numpy()[born])
    rounds = batch["round"].to_numpy()
    keys = (fold, kind, rank, fate, rounds[until] - rounds[born])
    shape = [int(key.max(initial=0)) + 1 for key in keys]
    counts = np.bincount(np.ravel_multi_index(keys, shape))
    cells = np.flatnonzero(counts)
    told = dict(zip(_FOLDED, (*np.unravel_index(cells, shape), counts[cells]), strict=True))
    return shaped(pl.DataFrame(told), _FOLDED).with_columns(
        pl.col("kind").cat.to(KIND), pl.col("fate").cat.to(FATE)
    )


_FOLDED: Final[Schema] = {
    "fold": pl.UInt16(), "kind": pl.UInt8(), "rank": pl.UInt8(), "fate": pl.UInt8(),
    "time": pl.UInt16(), "number": pl.UInt32(),
}  # fmt: skip
COUNTED: Final = ("kind", "rank")
READINGS["lives"] = lambda _: Reading(USED, ("step", "round", *NUMBERS), _folded)
"""The life table in rounds by fold and all of `COUNTED`."""


class Curves(NamedTuple):
    """Curves of groups with their intervals, and how each fold of games pulls at each row."""

    frame: pl.DataFrame
    pulls: Floats
    folds: Sequence[int]
    """By row: in how many folds of games its group has a building."""


def survival_curves(
    table: pl.DataFrame, by: Sequence[str] = ("kind", "rank"), *, level: float = LEVEL
) -> Curves:
    """The share of buildings that still stand after a time (Kaplan-Meier), from a life table.

    `at_risk` stood until then, `died` and `left` (grew, or the game ended) at that time, and
    `survival` is the share after it. Intervals are the usual ones with the normal distribution, cut
    at 0 and 1; with fewer than about thirty independent games they are too narrow, and where all
    games lie in one fold they are null. Each holds for its own time, not for the whole curve.

    It can't say what would have become of a building that grew: owners upgrade what is safe, or
    what is in danger, so leaving is not by chance.
    """
    dead = [fate in DEATHS for fate in FATES]

    def curve(counts: Floats) -> Floats:
        lost = _share(counts[..., dead].sum(axis=-1), _at_risk(counts))
        return np.asarray(np.cumprod(1 - lost, axis=-1))

    groups, counts = _counted(table, by)
    whole = counts.sum(axis=0)
    gone, died = whole.sum(axis=-1), whole[..., dead].sum(axis=-1)
    at = group, time = np.nonzero(gone)
    frame = groups[group].with_columns(
        time=pl.Series(time, dtype=pl.UInt16),
        at_risk=pl.Series(_at_risk(whole)[at]).cast(pl.UInt32),
        died=pl.Series(died[at]).cast(pl.UInt32),
        left=pl.Series((gone - died)[at]).cast(pl.UInt32),
        survival=pl.Series(curve(whole)[at]),
    )
    without = curve(whole - counts)[:, group, time]
    return _with_ends(frame, without, counts, group, table, "survival", level)


def incidence_curves(
    table: pl.DataFrame, by: Sequence[str] = ("kind", "rank"), *, level: float = LEVEL
) -> Curves:
    """The share of buildings that has met each fate by a time (Aalen-Johansen), from a life table.

    `number` met it at that time, `incidence` is the share that had met it by then, counted as if
    no game ever ended; growth is a fate, too. All fates of a group add up to 1 less the share that
    still stands, so when one is larger, others must be smaller. It says what does happen, not what
    would if another fate were abolished.
    """

    def curve(counts: Floats) -> Floats:
        met, at_risk = counts[..., : len(MET)], _at_risk(counts)
        staying = np.cumprod(1 - _share(met.sum(axis=-1), at_risk), axis=-1)
        before = np.concatenate([np.ones_like(staying[..., :1]), staying[..., :-1]], axis=-1)
        share = _share(met, at_risk[..., None]) * before[..., None]
        return np.asarray(np.cumsum(share, axis=-2).swapaxes(-1, -2))

    groups, counts = _counted(table, by)
    whole = counts.sum(axis=0)
    seen = np.broadcast_to(whole.sum(axis=-1)[:, None] > 0, (len(whole), len(MET), whole.shape[1]))
    at = group, fate, time = np.nonzero(seen)
    frame = groups[group].with_columns(
        fate=pl.Series(MET, dtype=pl.Enum(MET)).gather(fate),
        time=pl.Series(time, dtype=pl.UInt16),
        at_risk=pl.Series(_at_risk(whole)[group, time]).cast(pl.UInt32),
        number=pl.Series(whole[group, time, fate]).cast(pl.UInt32),
        incidence=pl.Series(curve(whole)[at]),
    )
    without = curve(whole - counts)[:, group, fate, time]
    return _with_ends(frame, without, counts, group, table, "incidence", level)


def _counted(table: pl.DataFrame, by: Sequence[str]) -> tuple[pl.DataFrame, Floats]:
    """The groups, and how many buildings each has by fold, group, time and fate."""
    own = table.select(by) if by else table.select(_all=0)
    groups = own.unique().sort(own.columns)
    places = (
        table["fold"].rank("dense") - 1,
        own.join(groups.with_row_index("_group"), on=own.columns, nulls_equal=True,
                 maintain_order="left")["_group"],
        table["time"],
        table["fate"].cast(FATE).to_physical(),
    )  # fmt: skip
    cells = tuple(each.to_numpy().astype(np.int64) for each in places)
    shape = (*(int(each.max(initial=0)) + 1 for each in cells[:-1]), len(FATES))
    counts = np.bincount(
        np.ravel_multi_index(cells, shape), table["number"].to_numpy(), math.prod(shape)
    )
    return groups, counts.reshape(shape).astype(np.float64)


def _at_risk(counts: Floats) -> Floats:
    """How many had not gone before a time."""
    return np.asarray(np.cumsum(counts.sum(axis=-1)[..., ::-1], axis=-1)[..., ::-1])


def _share(part: Floats, whole: Floats) -> Floats:
    """Quotients; where nothing is left, nothing more happens."""
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)


def _with_ends(
    frame: pl.DataFrame, without: Floats, counts: Floats, group: NDArray[np.int64],
    table: pl.DataFrame, name: str, level: float,
) -> Curves:  # fmt: skip
    """Curves with the interval that their values without each fold give: the grouped jackknife."""
    folds = len(without)
    pulls = (without - without.mean(axis=0)) * math.sqrt((folds - 1) / max(1, folds))
    low = high = pl.lit(None, pl.Float64())
    if folds > 1:
        reach = NormalDist().inv_cdf((1 + level) / 2)
        width = pl.Series(reach * np.sqrt((pulls**2).sum(axis=0)))
        low, high = (pl.col(name) - width).clip(0, 1), (pl.col(name) + width).clip(0, 1)
    told = frame.drop("_all", strict=False).with_columns(
        low.alias(f"{name}_low"), high.alias(f"{name}_high"),
        clusters=pl.lit(table["clusters"].first(), pl.UInt32()),
    )  # fmt: skip
    seen = (counts.sum(axis=(2, 3)) > 0).sum(axis=0)
    return Curves(told, pulls, seen[group].tolist())


# ------------------------------------------------------------------ the questions


@dataclass(frozen=True)
class Buildings:
    """Every tile that was put up, or some of them; `lives` has a row for each."""

    asked: Selection
    opener: Opener | None = None
    conditions: tuple[Condition, ...] = ()

    @classmethod
    def of(
        cls, asked: Selection, opener: Opener | None, given: Sequence[object],
        values: dict[str, object],
    ) -> Buildings:  # fmt: skip
        """The buildings with these values: building="keep", kind, rank, age, birth, owner..."""
        return cls(asked, opener, tuple(conditions_of("Buildings", LIVES, given, values)))

    @property
    def lives(self) -> pl.LazyFrame:
        """A row for each building: when it was put up, how long it stood, its fate."""
        return lives(self.asked.whole.events).filter(*(each.expr for each in self.conditions))

    def survival(self, by: By = ("kind", "rank"), unit: Unit = "rounds") -> Answer:
        """The share that still stands after a time; `.median()` says when half are gone."""
        return Survival(self.asked, by, unit, self.conditions, opener=self.opener)

    def fates(self, by: By = ("age", "kind")) -> Answer:
        """What becomes of them in the end."""
        return Fates(self.asked, by, "rounds", self.conditions, opener=self.opener)

    def causes_of_death(self, by: By = ("age",), unit: Unit = "rounds") -> Answer:
        """What ends them, and when."""
        return CausesOfDeath(self.asked, by, unit, self.conditions, opener=self.opener)


ENDINGS: Final = frozenset({"fate", "end_step", "rounds", "turns"})
"""Of a building: known only when it ends."""


class _OfBuildings(Question):
    """A question about buildings; `where` are conditions on their lives."""

    method, about, percent, digits, family = False, "games", True, 0, "buildings"
    parts = ("age", "kind", "rank", "birth", "round", "owner", "square")
    curves: Curves

    def table(self, by: Sequence[str]) -> pl.DataFrame:
        """The life table of every fold of games."""
        asked, unit, where = self.asked, self.options["unit"], self.options["where"]
        games = asked.whole.games
        if set(by) <= set(COUNTED) and not where and unit == "rounds":
            found = asked.read("lives")
        else:
            beside = folds_of(games).select("game", "fold")
            if own := self.own(by):
                known = games.filter(pl.col("seat") == 0).select("game", *own)
                beside = beside.join(known, on="game")
            found = lives(asked.whole.events, beside).filter(*(each.expr for each in where))
        return folded_life_table(found, games, by, unit=unit).collect(engine="streaming")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*super().conditions, *self.options["where"])

    @property
    def outcomes(self) -> dict[str, str]:
        own = ", ".join(each.words for each in self.options["where"] if ENDINGS & each.columns)
        return super().outcomes | ({"finding-outcome_buildings": own} if own else {})

    def group_estimates(self, rows: Sequence[int]) -> Estimates:
        """The told column of some rows, with the pull of every fold at it."""
        told, pulls = self.frame[list(rows)], self.curves.pulls[:, list(rows)]
        clusters = [self.curves.folds[row] for row in rows]
        spans = []
        for dot, number in zip(charts.dots_of(told, self.value), clusters, strict=True):
            value, low, high = dot
            if low is None or high is None:
                low, high = float("-inf"), float("inf")
            elif low == high:  # all alike: nothing spreads, and much is still unknown
                low, high = share_interval(value or 0.0, number)
            spans.append((low, high))
        groups = told.select(self.keys).rows(named=True) if self.keys else [{}]
        return Estimates(groups, told[self.value].to_numpy(), pulls, clusters, True, spans)

    def panels(
        self, sheet: charts.Sheet, rows: pl.DataFrame, keys: Sequence[str]
    ) -> list[tuple[Axes, pl.DataFrame]]:
        """Axes for every value of some keys, with the rows that belong there; without keys one."""
        if not keys:
            return [(sheet.ax, rows)]
        groups = rows.partition_by(keys, maintain_order=True)
        titles = [", ".join(label_of(key, part[key][0]) for key in keys) for part in groups]
        return list(zip(sheet.panels(titles[:PANELS]), groups, strict=False))


PANELS: Final = 12
"""More side by side are too narrow to read: the first are drawn."""


class Survival(_OfBuildings):
    """The share of buildings that still stands after a time (Kaplan-Meier)."""

    report, title = {"by": ("kind", "rank")}, "title-building_survival"
    value = "survival"

    def rows(
        self, by: By = ("kind", "rank"), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        self.curves = survival_curves(self.table(by), by)
        return self.curves.frame

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, self.keys
        panels = self.panels(sheet, rows, keys[:-1])
        column = keys[-1] if keys else ""
        values = rows[column].unique(maintain_order=True).to_list() if keys else [None]
        lines = [(value, line_of(column, value, place)) for place, value in enumerate(values)]
        known = [rows[name] for name in ("survival", "survival_low") if rows[name].count()]
        least = min(float(each.min() or 0.0) for each in known)  # type: ignore[arg-type]
        low = max(0.0, min(LOWEST, (least * 10) // 1 / 10))  # a tenth below the lowest end
        end = max(1, int(rows["time"].max() or 1))  # type: ignore[arg-type]
        for panel, part in panels:
            for value, style in lines:
                curve = part.filter(pl.col(column).eq_missing(value)) if keys else part
                if not curve.is_empty():
                    _draw_curve(panel, curve, style)
            panel.set_xlim(0, end * 1.02)
            panel.set_ylim(low, 1.0)
            panel.xaxis.set_major_locator(MaxNLocator(6, integer=True))
            charts.percent_axis(panel.yaxis)
        if column and len(panels) == 1:
            last = rows.group_by(column, maintain_order=True).agg(pl.col("survival").last())
            names = [(height, label_of(column, value)) for value, height in last.iter_rows()]
            charts.name_curves(sheet.ax, names)
        elif column:
            handles = [
                Line2D([], [], label=label_of(column, value), color=style["color"], lw=1.8,
                       ls=style["linestyle"])
                for value, style in lines
            ]  # fmt: skip
            sheet.legend(handles, 5, over_panels=True)
        sheet.ax.set_xlabel(say(f"axis-{self.options['unit']}_since"))
        (sheet.ax if len(panels) == 1 else panels[0][0]).set_ylabel(say("axis-standing"))
        cut = say("caption-cut") if low > 0 else ""
        own = [panel for panel, _ in panels if panel is not sheet.ax]
        note = charts.interval_note(sheet, rows)
        return sheet.finished(note, say("caption-censored"), cut, panels=own)

    def _compared_at(self) -> tuple[int, list[int]]:
        """The time at which groups are compared, and their rows there."""
        groups = charts.groups_of(self.frame.with_row_index("_row"), self.keys)
        # Later times rest on few buildings: compare where a tenth of every group is still followed,
        # but not before the first of them ends in each group.
        reliable = [
            int(each.filter(pl.col("at_risk") * 10 >= pl.col("at_risk").max())["time"].max() or 0)  # type: ignore[arg-type]
            for each in groups
        ]
        time = max(max(int(each["time"][0]) for each in groups), min(reliable))
        return time, [int(each.filter(pl.col("time") <= time)["_row"][-1]) for each in groups]

    def strength(self) -> float:
        gaps = self.group_estimates(self._compared_at()[1]).known(FEW).gaps()
        return max([0.0, *(gap.low for gap in gaps[:1])])

    def tell(self) -> str:
        time, at = self._compared_at()
        span = say(f"n-{self.options['unit']}", n=time)
        if not self.keys:
            numbers = self.numbers(self.frame.row(at[0], named=True))
            return say("finding-survival", time=span, **numbers)
        found = self.group_estimates(at)
        return self.compared(self.keys, say("what-survival", time=span), found)


def _draw_curve(ax: Axes, curve: pl.DataFrame, style: dict[str, Any]) -> None:
    """A step curve from 1, its band, and ticks where buildings left alive."""
    time = [0, *curve["time"].to_list()]
    ax.plot(
        time, [1.0, *curve["survival"].to_list()], drawstyle="steps-post", zorder=4, lw=1.8,
        color=style["color"], linestyle=style["linestyle"],
    )  # fmt: skip
    left = curve.filter(pl.col("left") > 0)
    ax.plot(
        left["time"], left["survival"], ls="", marker="+", ms=6, mew=1.0, color=style["color"],
        zorder=5,
    )  # fmt: skip
    if not curve["survival_low"].has_nulls():
        ends = (curve["survival_low"].to_list(), curve["survival_high"].to_list())
        ax.fill_between(
            time, [1.0, *ends[0]], [1.0, *ends[1]], step="post", color=style["color"], alpha=0.18,
            lw=0, zorder=2,
        )  # fmt: skip


LOWEST: Final = 0.9
"""The axis of survival begins here or lower, so that small losses do not look large."""


class Fates(_OfBuildings):
    """What becomes of buildings in the end (Aalen-Johansen): growth is a fate, too."""

    value = "incidence"
    told_fates: tuple[str, ...] = tuple(MET)
    """The fates of which the sentence tells the commonest."""
    counts_games = True

    def rows(
        self, by: By = ("age", "kind"), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        self.curves = incidence_curves(self.table(by), by)
        return self.curves.frame

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, list(self.keys)
        last = rows.sort("time").group_by([*keys, "fate"], maintain_order=True).last()
        last = last.sort(keys, maintain_order=True) if keys else last
        groups = self.stacks(keys, "fate", last)
        for group in groups.values():
            group["standing"] = (max(0.0, 1 - sum(share for share, _ in group.values())), None)
        self.bars(
            sheet, groups, fills_of("fate", FILLS), say("axis-share_of_buildings"), over=1.9,
            least=0.045, columns=3,
        )  # fmt: skip
        sheet.ax.set_xlim(0, 1)
        ended = say("n-buildings", n=int(rows["number"].sum()))
        return sheet.finished(ended, charts.line_note(sheet, rows))

    def tell(self) -> str:
        rows = self.frame.with_row_index("_row").filter(
            pl.col("fate").cast(pl.String).is_in(self.told_fates)
        )
        last = rows.group_by(*self.keys, "fate", maintain_order=True).agg(
            pl.col("_row", "incidence", "incidence_low", "incidence_high").last(),
            number=pl.col("number").sum(),
        )
        counts = last.group_by("fate", maintain_order=True).agg(pl.col("number").sum())
        commonest = first_row(counts, "number")
        if not commonest["number"]:
            return say("finding-none")
        mine = last.filter(pl.col("fate") == commonest["fate"])
        words = label_of("fate", commonest["fate"])
        if not self.keys:
            return say("finding-fates", fate=words, **self.numbers(mine.row(0, named=True)))
        found = self.group_estimates(mine["_row"].to_list())
        return self.compared(self.keys, say("what-fates", fate=words), found)


class CausesOfDeath(Fates):
    """What ends buildings, and when; growth is no death and is left out."""

    limit, told_fates = "limit-fates", DEATHS

    def rows(
        self, by: By = ("age",), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        return super().rows(by, unit, where)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, list(self.keys)
        died = rows.filter(pl.col("fate").cast(pl.String).is_in(list(CAUSES)))
        if died.is_empty():
            return sheet.nothing()
        panels = self.panels(sheet, died.sort([*keys, "fate", "time"]), keys)
        drawn: dict[str, Line2D] = {}
        for panel, part in panels:
            for (fate,), curve in part.group_by("fate", maintain_order=True):
                if curve["incidence"].sum():
                    drawn.setdefault(str(fate), _draw_cause(panel, curve, str(fate)))
            panel.set_xlim(left=0)
            panel.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        first = panels[0][0]
        first.set_ylim(bottom=0)
        charts.percent_axis(first.yaxis)
        sheet.ax.set_xlabel(say(f"axis-{self.options['unit']}_since"))
        first.set_ylabel(say("axis-ended"))
        lines = [drawn[fate] for fate in CAUSES if fate in drawn]
        sheet.legend(lines, 3, over_panels=len(panels) > 1)
        own = [panel for panel, _ in panels if panel is not sheet.ax]
        return sheet.finished(charts.line_note(sheet, rows, "caption-bands"), panels=own)


def _draw_cause(ax: Axes, curve: pl.DataFrame, fate: str) -> Line2D:
    lines = ax.plot(
        curve["time"], curve["incidence"], drawstyle="steps-post", lw=1.6, ms=6,
        markevery=max(1, curve.height // 5), label=label_of("fate", fate), **CAUSES[fate],
    )  # fmt: skip
    if not curve["incidence_low"].has_nulls():
        ends = (curve["incidence_low"].to_list(), curve["incidence_high"].to_list())
        colour = lines[0].get_color()
        ax.fill_between(curve["time"].to_list(), *ends, step="post", color=colour, alpha=0.13, lw=0)
    return lines[0]
