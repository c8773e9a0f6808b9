"""How long buildings stand, and what ends them: Kaplan-Meier and competing fates.

What is followed is one tile at one rank. It *dies* by a paradox, by demolition, by losing a
conflict (shrunk or destroyed) or with the building whose shadow it is. It does not die when it
grows: an upgraded building, or one that a copy of its own kind and owner covers, leaves the count
alive at that moment, as one does that stands when the game ends.

Buildings of one game fall together, so an interval from the number of buildings would be far too
narrow. For `survival_with_intervals` and `fates_with_intervals` games are dealt into folds, the
curve is worked out without each fold in turn, and how much it moves says how sure it is (the
jackknife that deletes a group).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any, Final, Literal

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis import KIND
from khronos_lab.drawing import Drawing, charts
from khronos_lab.players import LEVEL
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
from khronos_lab.questions.columns import CAUSES, label_of, labels_of, line_of
from khronos_lab.questions.columns import FATES as FILLS
from khronos_lab.questions.intervals import Estimates, Floats
from khronos_lab.questions.question import Answer, By, Opener, Question, ends
from khronos_lab.questions.selection import READINGS, Condition, Selection, conditions_of
from khronos_lab.questions.streams import (
    FOLDS,
    NUMBER,
    Reading,
    Schema,
    folds_of,
    in_step_order,
    players,
)
from khronos_lab.rulebook import KhronosError, percent_text, quoted, say

Unit = Literal["turns", "rounds"]

DEATHS: Final = ("paradox", "demolished", "shrunk", "destroyed", "withdrawn", "replaced")
"""The fates that count as a death."""
MET: Final = [fate for fate in FATES if fate != "standing"]
"""The fates that end a life at its rank."""


def life_table(
    lives: pl.LazyFrame, by: Sequence[str] = ("age", "kind", "rank"), *, unit: Unit = "turns"
) -> pl.LazyFrame:
    """How many buildings met each fate after each number of turns or rounds.

    `time` 0 is the turn of birth. `by` are columns of `lives`: age, kind, rank, birth, round... A
    game of more players has more turns in a round: mix them only with unit="rounds".
    """
    table = lives.group_by(*by, "fate", time=pl.col(unit).cast(pl.UInt16)).agg(number=pl.len())
    return table.sort(*by, "time", "fate")


def survival(
    table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank"), *, deaths: Sequence[str] = DEATHS
) -> pl.LazyFrame:
    """The share of buildings that still stand after a time (Kaplan-Meier), from a life table.

    `at_risk` stood until then, `died` and `left` (grew, or the game ended) at that time, and
    `survival` is the share after it. `by` are keys of the life table. One cause of death alone:
    `deaths=("paradox",)`.

    It can't say what would have become of a building that grew: owners upgrade what is safe, or
    what is in danger, so leaving is not by chance. Buildings of one game fall together: how sure a
    curve is tells `survival_with_intervals`.
    """
    died = pl.col("number").filter(pl.col("fate").is_in(list(deaths))).sum()
    ends = table.group_by(*by, "time").agg(died=died, gone=pl.col("number").sum())
    ends = ends.sort(*by, "time").with_columns(at_risk=_at_risk("gone", by))
    step = 1 - pl.col("died") / pl.col("at_risk")
    return ends.select(
        *by,
        "time",
        "at_risk",
        "died",
        left=pl.col("gone") - pl.col("died"),
        survival=_within(step.cum_prod(), by),
    )


def fates(table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank")) -> pl.LazyFrame:
    """What share of buildings has met each fate by a time (Aalen-Johansen), from a life table.

    `number` met it at that time, `incidence` is the share that had met it by then, counted as if
    no game ever ended; growth is a fate, too. All fates of a group add up to 1 less the share that
    still stands. It says what does happen, not what would if another fate were abolished. How sure
    a share is tells `fates_with_intervals`.
    """
    ends = table.group_by(*by, "time").agg(
        *(pl.col("number").filter(pl.col("fate") == fate).sum().alias(fate) for fate in MET),
        gone=pl.col("number").sum(),
    )
    ends = ends.sort(*by, "time").with_columns(at_risk=_at_risk("gone", by))
    staying = 1 - pl.sum_horizontal(MET) / pl.col("at_risk")
    before = _within(staying.cum_prod().shift(1, fill_value=1.0), by)
    long = ends.with_columns(_before=before).unpivot(
        MET, index=[*by, "time", "at_risk", "_before"], variable_name="fate", value_name="number"
    )
    part = pl.col("_before") * pl.col("number") / pl.col("at_risk")
    return (
        long.with_columns(pl.col("fate").cast(pl.Enum(MET)))
        .sort(*by, "fate", "time")
        .with_columns(incidence=_within(part.cum_sum(), [*by, "fate"]))
        .select(*by, "fate", "time", "at_risk", "number", "incidence")
    )


def _within(value: pl.Expr, by: Sequence[str]) -> pl.Expr:
    return value.over(list(by)) if by else value


def _at_risk(gone: str, by: Sequence[str]) -> pl.Expr:
    """How many had not gone before this time."""
    return _within(pl.col(gone).cum_sum(reverse=True), by)


# ------------------------------------------------------------------ how sure they are


def folded_life_table(
    lives: pl.LazyFrame,
    games: pl.LazyFrame,
    by: Sequence[str] = ("age", "kind", "rank"),
    *,
    unit: Unit = "turns",
    folds: int = FOLDS,
) -> pl.LazyFrame:
    """The life table of `life_table` for each fold of games, with the number of `clusters`.

    It is all that intervals need, and small however many games there are. Lives that have a column
    `fold` keep it, and those of `FOLDED`, which were counted before, their numbers.
    """
    known = lives.collect_schema()
    if "fold" not in known:
        lives = lives.join(folds_of(games, folds).select("game", "fold"), on="game")
    keys = ("fold", *by)
    if "number" in known:
        sums = lives.group_by(*keys, "fate", "time").agg(pl.col("number").sum())
        rows = sums.sort(*keys, "time", "fate")
    else:
        rows = life_table(lives, keys, unit=unit)
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
    told = np.array([*np.unravel_index(cells, shape), counts[cells]])
    return pl.DataFrame(told, _FOLDED, orient="col").with_columns(
        pl.col("kind").cat.to(KIND), pl.col("fate").cat.to(FATE)
    )


_FOLDED: Final[Schema] = {
    "fold": pl.UInt16(), "kind": pl.UInt8(), "rank": pl.UInt8(), "fate": pl.UInt8(),
    "time": pl.UInt16(), "number": pl.UInt32(),
}  # fmt: skip
COUNTED: Final = ("kind", "rank")
READINGS["lives"] = Reading(USED, ("step", "round", *NUMBERS), _folded)
"""The life table in rounds by fold and all of `COUNTED`."""


def survival_with_intervals(
    table: pl.LazyFrame,
    by: Sequence[str] = ("kind", "rank"),
    *,
    deaths: Sequence[str] = DEATHS,
    level: float = LEVEL,
) -> pl.LazyFrame:
    """The curves of `survival` with `survival_low` and `survival_high`, and `clusters` behind them.

    The table is a `folded_life_table`. Intervals are the usual ones with the normal distribution,
    cut at 0 and 1; with fewer than about thirty independent games they are too narrow, and where
    all games lie in one fold they are null. Each holds for its own time, not for the whole curve
    at once. What `survival` can't say, this can't say, either.
    """
    curves = survival(table, by, deaths=deaths).collect_schema()
    work = partial(_survival, by=list(by), deaths=deaths, level=level)
    return table.map_batches(work, schema=pl.Schema({**curves, **_ends("survival")}))


def fates_with_intervals(
    table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank"), *, level: float = LEVEL
) -> pl.LazyFrame:
    """The shares of `fates` with `incidence_low` and `incidence_high`, and `clusters` behind them.

    The table is a `folded_life_table`, and intervals are those of `survival_with_intervals`. The
    fates of a group are no independent shares: when one is larger, others must be smaller. What
    `fates` can't say, this can't say, either.
    """
    shares = fates(table, by).collect_schema()
    work = partial(_fates, by=list(by), level=level)
    return table.map_batches(work, schema=pl.Schema({**shares, **_ends("incidence")}))


def _ends(name: str) -> dict[str, pl.DataType]:
    return {f"{name}_low": pl.Float64(), f"{name}_high": pl.Float64(), "clusters": pl.UInt32()}


# ------------------------------------------------------------------ leaving out a fold


def _survival(
    table: pl.DataFrame, *, by: list[str], deaths: Sequence[str], level: float
) -> pl.DataFrame:
    return _with_ends(*survival_without(table, by, deaths), table, "survival", level)


def survival_without(
    table: pl.DataFrame, by: list[str], deaths: Sequence[str] = DEATHS
) -> tuple[pl.DataFrame, Floats]:
    """The survival curves, and by fold and row those without each fold."""
    whole = survival(table.lazy(), by, deaths=deaths).collect(engine="in-memory")
    group, counts = _without_each(table, whole, by)
    died = counts[..., [fate in deaths for fate in FATES]].sum(axis=-1)
    curves = np.asarray(
        np.cumprod(1 - _share(died, _still_at_risk(counts)), axis=2), dtype=np.float64
    )
    return whole, curves[:, group, whole["time"].to_numpy()]


def _fates(table: pl.DataFrame, *, by: list[str], level: float) -> pl.DataFrame:
    return _with_ends(*fates_without(table, by), table, "incidence", level)


def fates_without(table: pl.DataFrame, by: list[str]) -> tuple[pl.DataFrame, Floats]:
    """The shares of fates, and by fold and row those without each fold."""
    whole = fates(table.lazy(), by).collect(engine="in-memory")
    group, counts = _without_each(table, whole, by)
    met = counts[..., : len(MET)]
    at_risk = _still_at_risk(counts)
    staying = np.cumprod(1 - _share(met.sum(axis=-1), at_risk), axis=2)
    before = np.concatenate([np.ones_like(staying[:, :, :1]), staying[:, :, :-1]], axis=2)
    shares = np.cumsum(_share(met, at_risk[..., None]) * before[..., None], axis=2)
    fate = whole["fate"].to_physical().to_numpy()
    return whole, shares[:, group, whole["time"].to_numpy(), fate]


def _without_each(
    table: pl.DataFrame, whole: pl.DataFrame, by: list[str]
) -> tuple[np.ndarray, Floats]:
    """For rows of a result the number of their group; and counts of buildings without each fold.

    Counts are those by fold left out, group, time and fate.
    """
    groups = table.select(by).unique(maintain_order=True).with_row_index("group")
    places = (
        table["fold"].rank("dense").to_numpy() - 1,
        _numbered(table, groups, by)["group"].to_numpy(),
        table["time"].to_numpy(),
        table["fate"].cast(FATE).to_physical().to_numpy(),
    )
    shape = (*(int(place.max(initial=0)) + 1 for place in places[:-1]), len(FATES))
    cells = np.ravel_multi_index(tuple(place.astype(np.int64) for place in places), shape)
    numbers = table["number"].to_numpy()
    counts = np.bincount(cells, numbers, minlength=math.prod(shape)).reshape(shape)
    return _numbered(whole, groups, by)["group"].to_numpy(), counts.sum(axis=0) - counts


def _numbered(frame: pl.DataFrame, groups: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    if not by:
        return frame.with_columns(group=pl.lit(0, pl.UInt32))
    return frame.join(groups, on=by, nulls_equal=True, maintain_order="left")


def _still_at_risk(counts: Floats) -> Floats:
    """How many had not gone before a time."""
    return np.asarray(np.cumsum(counts.sum(axis=-1)[:, :, ::-1], axis=2)[:, :, ::-1])


def _share(part: Floats, whole: Floats) -> Floats:
    """Quotients; where nothing is left, nothing more happens."""
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)


def _with_ends(
    whole: pl.DataFrame, curves: Floats, table: pl.DataFrame, name: str, level: float
) -> pl.DataFrame:
    """A result with the interval that its values without each fold give."""
    clusters = pl.lit(table["clusters"].first(), pl.UInt32())
    if len(curves) < 2:
        low = high = pl.lit(None, pl.Float64())
    else:
        spread = (_pulls(curves) ** 2).sum(axis=0)
        width = pl.Series(NormalDist().inv_cdf((1 + level) / 2) * np.sqrt(spread))
        low, high = (pl.col(name) - width).clip(0, 1), (pl.col(name) + width).clip(0, 1)
    return whole.with_columns(
        low.alias(f"{name}_low"), high.alias(f"{name}_high"), clusters=clusters
    )


def _pulls(curves: Floats) -> Floats:
    """How each fold pulls at values: the jackknife that deletes a group."""
    folds = len(curves)
    return np.asarray((curves - curves.mean(axis=0)) * math.sqrt((folds - 1) / max(1, folds)))


# ------------------------------------------------------------------ the questions


@dataclass(frozen=True)
class Buildings:
    """Every tile that was put up, or some of them; `lives` has a row for each."""

    asked: Selection
    opener: Opener | None = None
    conditions: tuple[Condition, ...] = ()

    @classmethod
    def of(
        cls,
        asked: Selection,
        opener: Opener | None,
        given: Sequence[object],
        values: dict[str, object],
    ) -> Buildings:
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
    value = ""
    """The column that is told, with its ends."""

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> tuple[Sequence[Any], dict[str, Any]]:  # noqa: ANN401
        _, found = super().checked(*given, **options)
        if found["unit"] not in ("rounds", "turns"):
            raise KhronosError(f'unit= is "rounds" or "turns", not {quoted(found["unit"])}.')
        return (), found

    def table(self, by: Sequence[str]) -> pl.LazyFrame:
        """The life table of every fold of games."""
        asked, unit, where = self.asked, self.options["unit"], self.options["where"]
        own = [each for each in by if each not in self.parts]
        usual = set(by) <= set(COUNTED) and not where and unit == "rounds"
        if usual and (read := asked.read("lives")) is not None:
            return folded_life_table(read, asked.whole.games, by)
        beside = folds_of(asked.whole.games).select("game", "fold")
        if own:
            known = asked.whole.games.filter(pl.col("seat") == 0).select("game", *own)
            beside = beside.join(known, on="game")
        found = lives(asked.whole.events, beside).filter(*(each.expr for each in where))
        return folded_life_table(found, asked.whole.games, by, unit=unit)

    @property
    def outcomes(self) -> list[str]:
        own = [each.words for each in self.options["where"] if ENDINGS & each.columns]
        return [*super().outcomes, *own]

    def group_estimates(
        self, whole: pl.DataFrame, curves: Floats, rows: Sequence[int]
    ) -> Estimates:
        """The told column of some rows, with the pull of every fold at it."""
        told = self.frame[list(rows)]
        names = (f"{self.value}_low", f"{self.value}_high")
        spans = [
            (low, high) if low is not None else (float("-inf"), float("inf"))
            for low, high in told.select(names).iter_rows()
        ]
        groups = whole[list(rows)].select(self.keys).rows(named=True) if self.keys else [{}]
        return Estimates(
            groups, told[self.value].to_numpy(), _pulls(curves[:, list(rows)]),
            [len(curves)] * len(told), share=True, spans=spans,
        )  # fmt: skip


def _key_panels(
    sheet: charts.Sheet, rows: pl.DataFrame, keys: Sequence[str]
) -> list[tuple[Axes, pl.DataFrame]]:
    """Axes for every value of some keys, with the rows that belong there; without keys one."""
    if not keys:
        return [(sheet.ax, rows)]
    groups = rows.partition_by(keys, maintain_order=True)
    titles = [", ".join(label_of(key, part[key][0]) for key in keys) for part in groups]
    return list(zip(sheet.panels(titles), groups, strict=True))


class Survival(_OfBuildings):
    """The share of buildings that still stands after a time (Kaplan-Meier)."""

    report, title = {"by": ("kind", "rank")}, "title-building_survival"
    value = "survival"

    def rows(
        self, by: By = ("kind", "rank"), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        table = self.table(by).collect(engine="streaming")
        self._without = survival_without(table, list(by))
        return _with_ends(*self._without, table, "survival", LEVEL)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, self.keys
        panels = _key_panels(sheet, rows, keys[:-1])
        column = keys[-1] if keys else ""
        values = rows[column].unique(maintain_order=True).to_list() if keys else [None]
        for panel, part in panels:
            for place, value in enumerate(values):
                curve = part.filter(pl.col(column).eq_missing(value)) if keys else part
                if not curve.is_empty():
                    _draw_curve(panel, curve, line_of(column, value, place))
        low = _lowest(rows)
        end = max(1, int(rows["time"].max() or 1))  # type: ignore[arg-type]
        for panel, _ in panels:
            panel.set_xlim(0, end * 1.02)
            panel.set_ylim(low, 1.0)
            panel.xaxis.set_major_locator(MaxNLocator(6, integer=True))
            charts.percent_axis(panel.yaxis)
        if column and len(panels) == 1:
            last = rows.group_by(column, maintain_order=True).agg(pl.col("survival").last())
            names = [(height, label_of(column, value)) for value, height in last.iter_rows()]
            charts.name_curves(sheet.ax, names)
        elif column:
            handles = []
            for place, value in enumerate(values):
                style = line_of(column, value, place)
                look = {"color": style["color"], "ls": style["linestyle"], "lw": 1.8}
                handles.append(Line2D([], [], label=label_of(column, value), **look))
            sheet.legend(handles, 5, over_panels=True)
        sheet.ax.set_xlabel(say(f"axis-{self.options['unit']}_since"))
        (sheet.ax if len(panels) == 1 else panels[0][0]).set_ylabel(say("axis-standing"))
        notes = [charts.interval_note(sheet, rows), say("caption-censored")]
        if low > 0:
            notes.append(say("caption-cut"))
        own = [panel for panel, _ in panels if panel is not sheet.ax]
        return sheet.finished(*notes, panels=own)

    def tell(self) -> str:
        rows = self.frame.with_row_index("_row")
        groups = rows.partition_by(self.keys, maintain_order=True) if self.keys else [rows]
        # Later times rest on few buildings: compare where every group still has some.
        time = min(_reliable(group) for group in groups)
        at = [int(group.filter(pl.col("time") <= time)["_row"][-1]) for group in groups]
        span = say(f"n-{self.options['unit']}", n=time)
        if not self.keys:
            row = self.frame.row(at[0], named=True)
            return say(
                "finding-survival", share=self.text(row["survival"]), time=span,
                ends=ends(row, "survival", percent_text, 0),
            )  # fmt: skip
        found = self.group_estimates(*self._without, at)
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


def _lowest(rows: pl.DataFrame) -> float:
    """Where the axis of survival begins: a tenth below the lowest end."""
    known = [rows[name] for name in ("survival", "survival_low") if rows[name].count()]
    least = min(float(each.min() or 0.0) for each in known)  # type: ignore[arg-type]
    return max(0.0, min(LOWEST, (least * 10) // 1 / 10))


def _reliable(curve: pl.DataFrame) -> int:
    """The last time at which a tenth of the buildings was still followed."""
    start = curve["at_risk"].max() or 0
    known = curve.filter(pl.col("at_risk") * 10 >= start)
    return int(known["time"].max() or 0)  # type: ignore[arg-type]


class Fates(_OfBuildings):
    """What becomes of buildings in the end (Aalen-Johansen): growth is a fate, too."""

    value = "incidence"
    told_fates: tuple[str, ...] = tuple(MET)
    """The fates of which the sentence tells the commonest."""

    @property
    def shown_games(self) -> int:  # type: ignore[override]
        return self.games

    def rows(
        self, by: By = ("age", "kind"), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        table = self.table(by).collect(engine="streaming")
        self._without = fates_without(table, list(by))
        return _with_ends(*self._without, table, "incidence", LEVEL)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, list(self.keys)
        last = rows.sort("time").group_by([*keys, "fate"], maintain_order=True).last()
        groups = last.sort(keys).partition_by(keys, maintain_order=True) if keys else [last]
        sheet.set_height(charts.room_for(len(groups), over=1.9))
        told = [{row["fate"]: row for row in group.iter_rows(named=True)} for group in groups]
        shares = [{fate: row["incidence"] for fate, row in group.items()} for group in told]
        for share in shares:
            share["standing"] = max(0.0, 1 - sum(share.values()))
        parts = [
            charts.Part(
                label_of("fate", fate),
                [share.get(fate, 0.0) for share in shares],
                style,
                [
                    charts.reach(group[fate], "incidence") if fate in group else None
                    for group in told
                ],
            )
            for fate, style in FILLS.items()
        ]
        labels = [labels_of(keys, group.row(0, named=True)) for group in groups]
        charts.draw_bars(
            sheet, parts, labels, lambda value: percent_text(value, 0), least=0.045, columns=3,
            percent=True, across=say("axis-share_of_buildings"),
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
        fate = counts.sort("number", descending=True, maintain_order=True)["fate"][0]
        mine = last.filter(pl.col("fate") == fate)
        words = label_of("fate", fate)
        if not self.keys:
            row = mine.row(0, named=True)
            return say(
                "finding-fates", fate=words, share=self.text(row["incidence"]),
                ends=ends(row, "incidence", percent_text, 0),
            )  # fmt: skip
        found = self.group_estimates(*self._without, mine["_row"].to_list())
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
        panels = _key_panels(sheet, died.sort([*keys, "fate", "time"]), keys)
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
