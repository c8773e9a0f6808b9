"""Domains: how often they change, how far one action ripples, and what taxations find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import polars as pl
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator
from numpy.typing import NDArray

from khronos_lab.analysis import AGE, CLAUSE, EVENT, KIND
from khronos_lab.core import EVENT_TYPES
from khronos_lab.drawing import GRID, INK, PAPER, Drawing, charts
from khronos_lab.questions.columns import age_fill, label_of, labels_of, line_style
from khronos_lab.questions.intervals import beside, quotients
from khronos_lab.questions.leads import MOST_ROWS
from khronos_lab.questions.measures import players_table
from khronos_lab.questions.question import By, Question, Ratio, Row, first_row, group_text
from khronos_lab.questions.selection import (
    MOMENT,
    NUMBER,
    READINGS,
    Reading,
    Schema,
    Selection,
    counted,
    first_moment,
    game_by_game,
    run_starts,
    shaped,
    shared,
)
from khronos_lab.rulebook import AGES, number_of, number_text, percent_text, say

Integers = NDArray[np.int64]

_DOMAIN_EVENTS: Final = (
    "DomainsJoined", "DomainSplit", "ConflictFound", "BuildingShrunk", "BuildingDestroyed",
)  # fmt: skip

_RIPPLES: Final = [each.__name__ for each in EVENT_TYPES if each.about.ripple]
_ACTIONS: Final = [each.__name__ for each in EVENT_TYPES if each.about.action]
_ROOTS: Final = (*_ACTIONS, "ConflictFound")
_COUNTED: Final = {
    "cast": "ShadowCast",
    "blocked": "ShadowBlocked",
    "erased": "BuildingErased",
    "joined": "DomainsJoined",
    "split": "DomainSplit",
    "conflicts": "ConflictFound",
    "shrunk": "BuildingShrunk",
    "destroyed": "BuildingDestroyed",
}

CASCADES: Final[Schema] = {
    **MOMENT,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "seat": pl.UInt8(),
    "event": EVENT,
    "age": AGE,
    "kind": KIND,
    "rank": pl.UInt8(),
    "length": pl.UInt16(),
    "effects": pl.UInt16(),
    "last_step": pl.UInt32(),
    **{name: pl.UInt16() for name in _COUNTED},
}

READINGS["changes"] = lambda more: Reading(
    _DOMAIN_EVENTS,
    ("step", "event", "age", "amount", *more),
    counted(
        ("event", "age", *more), pl.col("amount").cast(pl.Int64).sum(),
        pl.col("amount").count().cast(pl.Int64).alias("told"),
    ),
)  # fmt: skip
_NO_FILL: Final[Mapping[str, Any]] = {"facecolor": GRID, "edgecolor": INK, "linewidth": 0.5}


class Domains(Ratio):
    """How often domains join, split and come into conflict, and buildings shrink for it.

    `amount` is the mean of what an event counts: domains joined, parts of a split, rivals of a
    conflict, value lost. In Reason nothing conflicts. Intervals of what was seen a few times are
    rough, and may reach below 0.
    """

    report, limit, title = {"by": ("age",)}, "limit-domain_events", "title-domain_events"
    parts, about, family = ("age", "round"), "games", "buildings"
    value, counts_games = "per_game", True

    def _changes(self, by: Sequence[str]) -> pl.LazyFrame:
        found = self.asked.read("changes", [each for each in by if each == "round"])
        return self.asked.with_games(found, self.own(by))

    def rows(self, by: By = ("age",)) -> pl.LazyFrame:
        keys, changes = ["event", *by], self._changes(by)
        numbers = changes.group_by(*keys, "cluster").agg(
            pl.col(each).cast(pl.Int64).sum().alias(name)
            for name, each in (("number", "rows"), ("amount", "amount"), ("told", "told"))
        )
        first = changes.group_by(keys).agg(**first_moment())
        own = self.own(by)
        found = quotients(numbers, self.asked.games_by(own), keys, own, self.value)
        return beside(found, first, keys).sort(keys).select(
            *keys, pl.col("number").cast(pl.UInt32), pl.col("amount") / pl.col("told"),
            "game", "step", "per_game", "per_game_low", "per_game_high", "clusters",
        )  # fmt: skip

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        """Joins a game, which is what groups are compared by."""
        joins = self._changes(by).filter(pl.col("event") == "DomainsJoined")
        sums = joins.group_by(*by, "cluster").agg(number=pl.col("rows").sum())
        return sums, self.asked.games_by(self.own(by))

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, list(self.keys)
        events = rows["event"].unique(maintain_order=True).to_list()
        bars = []
        for place, own in enumerate(charts.groups_of(rows.sort(keys) if keys else rows, keys)):
            told = {row["event"]: row for row in own.iter_rows(named=True)}
            fill = age_fill(own["age"][0]) if keys == ["age"] else dict(_NO_FILL)
            if keys and keys != ["age"]:
                fill["facecolor"] = line_style("", None, place)["color"]
            label = labels_of(keys, own.row(0, named=True)) if keys else ""
            bars.append((label, fill, [told.get(each) for each in events]))
        sheet.set_height(charts.room_for(len(events) * (2 if len(bars) < 4 else len(bars))))
        charts.draw_grouped(
            sheet, bars, [label_of("event", each) for each in events], "per_game",
            across=say("axis-per_game"), text=partial(number_text, digits=2),
        )  # fmt: skip
        sheet.ax.margins(x=0.08)
        return sheet.finished(charts.line_note(sheet, rows, "caption-bar_whiskers"))

    def tell(self) -> str:
        if split := self.own(self.keys):
            return self.compared(split)
        sums = dict(self.frame.group_by("event").agg(pl.col("number").sum()).iter_rows())
        joined, split_up = (
            number_text(sums.get(each, 0) / self.games, 1)
            for each in ("DomainsJoined", "DomainSplit")
        )
        said = say("finding-domains", joined=joined, split=split_up)
        # In a report the changes were handed out once, and its sentence needs no groups.
        alone = not self.keys or self.asked.in_report
        return said if alone else f"{said} {self.compared(self.keys)}"


def cascades(events: pl.LazyFrame, *, counted: bool = True) -> pl.LazyFrame:
    """What each building action set off: a row for each that had any effect.

    `step` is the action (built, upgraded, demolished), `length` the number of events in the longest
    chain of causes, itself included, `effects` how many events it caused in all and `last_step` the
    last of them; then how many shadows were cast and blocked, buildings erased, domains joined...
    A bonus alone is a chain of 2. Causes are those of the log: where two things together caused a
    third, the log names the later one. Length counts events, not importance. Without `counted` the
    counts of shadows, buildings and domains are left out.
    """
    wanted = events.filter(pl.col("event").is_in(_RIPPLES)).select("cause", *_OF_EVENTS)
    names = (name for name in CASCADES if counted or name not in _COUNTED)
    schema = {name: CASCADES[name] for name in names}
    return game_by_game(wanted, partial(_cascades, schema=schema), schema)


_OF_EVENTS: Final = ("game", "step", "turn", "round", "seat", "event", "age", "kind", "rank")


READINGS["cascades"] = lambda more: Reading(
    _RIPPLES, ("cause", "step", "event", *more), partial(_lengths, more=more)
)


def _lengths(batch: pl.DataFrame, _: pl.DataFrame, *, more: Sequence[str]) -> pl.LazyFrame:
    names = ("event", *more, "length", "effects", "step")
    schema = {**{name: CASCADES[name] for name in names}, "number": pl.UInt64()}
    found = _cascades(batch, schema).group_by("event", *more, "length", maintain_order=True)
    first = {"game": pl.col("number").first(), "step": pl.col("step").first()}
    return found.agg(rows=pl.len(), effects=pl.col("effects").sum(), **first)


FEW_CASES: Final = 10
"""Fewer cases than these are shown hollow: a share of them says little."""


class Cascades(Question):
    """How far one action ripples: how many chains of effects have each length.

    Actions without any effect have no chain. Long chains are rare: look at `number` before
    believing a share.
    """

    report, limit, family = {"by": ("event",)}, "limit-cascade_lengths", "buildings"
    parts, about = ("event", "age", "kind", "rank", "round"), "actions"
    counts_games = True

    def rows(self, by: By = ("event",)) -> pl.LazyFrame:
        found = self.asked.read("cascades", [each for each in by if each != "event"])
        number, effects = pl.col("rows").sum(), pl.col("effects").sum()
        told = found.group_by(*by, "length").agg(
            number=number, effects=effects / number, **first_moment()
        )
        share = shared("number", by).alias("share")
        return told.sort(*by, "length").select(
            *by, "length", "number", share, "effects", "game", "step"
        )

    def draw(self, sheet: charts.Sheet) -> Drawing:
        return _draw_lengths(sheet, self.frame, self.keys)

    def tell(self) -> str:
        counts = self.frame.group_by("length").agg(pl.col("number").sum()).sort("length")
        reached = counts.with_columns(share=pl.col("number").cum_sum() / pl.col("number").sum())
        short = reached.filter(pl.col("share") >= 0.9).row(0, named=True)
        said = say(
            "finding-cascades", length=int(counts["length"][-1]),
            share=percent_text(short["share"], 0), short=int(short["length"]),
        )  # fmt: skip
        if not self.keys:
            return said
        whole = (pl.col("length").cast(pl.Int64) * pl.col("number").cast(pl.Int64)).sum()
        number = pl.col("number").sum()
        means = self.frame.group_by(self.keys, maintain_order=True).agg(
            mean=whole / number, n=number
        )
        groups = tuple(
            group_text(labels_of(self.keys, row), number_text(row["mean"], 1))
            for row in means.filter(pl.col("n") >= FEW_CASES).iter_rows(named=True)
        )
        return f"{said} {say('finding-cascades_by', groups=groups)}" if len(groups) > 1 else said


def _draw_lengths(sheet: charts.Sheet, rows: pl.DataFrame, keys: Sequence[str]) -> Drawing:
    handles = []
    for place, group in enumerate(charts.groups_of(rows, keys)):
        style = line_style("", None, place)
        said = ", ".join(label_of(key, group[key][0]) for key in keys)
        label = f"{said} ({number_text(int(group['number'].sum()), 0)})"
        look = {"color": style["color"], "ls": style["linestyle"], "lw": 1.5}
        sheet.ax.plot(group["length"], group["share"], **look)
        for length, number, share in group.select("length", "number", "share").iter_rows():
            sheet.ax.plot(
                length, share, marker=style["marker"], ms=6.5, markeredgecolor=style["color"],
                markerfacecolor=PAPER if number < FEW_CASES else style["color"], zorder=4,
            )  # fmt: skip
        handles.append(Line2D([], [], marker=style["marker"], ms=6.5, label=label, **look))
    sheet.ax.set_yscale("log")
    sheet.ax.set_ylim(top=1.3)
    charts.percent_axis(sheet.ax.yaxis)
    sheet.ax.yaxis.set_minor_locator(NullLocator())
    sheet.ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    sheet.ax.set_xlabel(say("axis-length"))
    sheet.ax.set_ylabel(say("axis-share_of_cascades"))
    sheet.legend(handles, 2)
    few = say("caption-few") if int(rows["number"].min() or 0) < FEW_CASES else ""  # type: ignore[arg-type]
    return sheet.finished(few)


class LongestCascades(Question):
    """The actions that rippled furthest, the longest first: `open(0)` shows it."""

    limit, title, about, family = "limit-cascade_lengths", "title-cascades", "actions", "buildings"
    counts_games = True

    def rows(self, number: int = 10) -> pl.LazyFrame:
        wanted = min(number_of(number, "how many cascades to show", 1), MOST_ROWS)
        return longest_cascades(cascades(self.asked.whole.events), wanted)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        """Among all others: the rows themselves are best looked at in the replay."""
        return _draw_lengths(sheet, Cascades(self.asked).frame, ("event",))

    def tell(self) -> str:
        row = self.frame.row(0, named=True)
        return say(
            "finding-longest_cascades", game=row["game"], step=row["step"], length=row["length"],
            effects=row["effects"],
        )  # fmt: skip


def longest_cascades(cascades: pl.LazyFrame, number: int = 10) -> pl.LazyFrame:
    """The longest cascades, the one with most effects first; worth a look in the replay."""
    order = ["length", "effects", "game", "step"]
    return cascades.sort(order, descending=[True, True, False, False]).head(number)


# ------------------------------------------------------------------ one batch of games


def _cascades(rows: pl.DataFrame, schema: Schema) -> pl.LazyFrame:
    effects, depth, root = _chains(rows)
    begins = np.zeros(rows.height, dtype=np.bool_)
    begins[root] = True
    roots = np.flatnonzero(begins)
    group = (np.cumsum(begins) - 1)[root]
    lengths = np.zeros(len(roots), dtype=np.int64)
    np.maximum.at(lengths, group, depth)
    last = np.empty(len(roots), dtype=np.int64)
    last[group] = rows["step"].to_numpy()[effects]  # in their order, so the last one stays
    events = rows["event"].to_physical().to_numpy()[effects]
    counts = {
        name: np.bincount(group[events == _CODES[event]], minlength=len(roots))
        for name, event in _COUNTED.items()
        if name in schema
    }
    sums = {
        "length": lengths, "effects": np.bincount(group, minlength=len(roots)), "last_step": last,
        **counts,
    }  # fmt: skip
    found = rows.lazy().select(pl.all().gather(roots))
    found = found.with_columns(pl.Series(name, column) for name, column in sums.items())
    return shaped(found.filter(pl.col("event").is_in(_ROOTS)), schema)


_CODES: Final = {word: code for code, word in enumerate(EVENT.categories.to_list())}


def _chains(rows: pl.DataFrame) -> tuple[Integers, Integers, Integers]:
    """Rows that have a cause among the rows; their places in the chain, and its first row.

    The first of a chain has place 1, what it causes 2.
    """
    game, step = rows["number"].to_numpy(), rows["step"].to_numpy().astype(np.int64)
    first = run_starts(game)
    last = np.append(first, len(step))[1:] - 1
    longest = step[last] + 1
    # Every step of every game has a place of its own, which holds the row of its event.
    begin = np.repeat(np.cumsum(longest) - longest, last + 1 - first)
    places = np.full(int(longest.sum()), -1, dtype=np.int64)
    places[begin + step] = np.arange(len(step))
    cause = rows["cause"].fill_null(0).to_numpy()
    above = np.where(cause > 0, places[begin + cause], -1)
    effects = np.flatnonzero(above >= 0)
    parent, above = above, above[effects]
    depth = np.full(len(effects), 2, dtype=np.int64)
    root = above.copy()
    climbing = np.arange(len(effects))
    while len(climbing):
        higher = parent[root[climbing]]
        climbing, higher = climbing[higher >= 0], higher[higher >= 0]
        root[climbing] = higher
        depth[climbing] += 1
    return effects, depth, root


# ------------------------------------------------------------------ which clauses came up

LEAST: Final = 0.33
"""Where the axis of clauses begins: it counts in powers of ten, and none has 0."""
_BY_BATCH: Final[Schema] = {
    **MOMENT,
    "clause": CLAUSE,
    "event": EVENT,
    "number": pl.UInt32(),
    "games": pl.UInt32(),
}


def clause_coverage(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every clause of the rules page with the events that name it, and how often they came.

    `number` of events, `games` they came in, and the first of them as `game` and `step`. A clause
    that never fired has one row with 0. Clauses that forbid, or that say what others mean (D1, H1,
    S2...), have no event of their own and stay at 0 however often they matter; a 0 elsewhere says
    only that it did not come up here.
    """
    read = events.select("game", "step", "clause", "event")
    found = (
        game_by_game(read, _coverage, _BY_BATCH)
        .group_by("clause", "event")
        .agg(pl.col("number", "games").sum(), **first_moment())
    )
    every = pl.LazyFrame({"clause": CLAUSE.categories}, {"clause": CLAUSE})
    return (
        every.join(found, on="clause", how="left")
        .with_columns(pl.col("number", "games").fill_null(0))
        .sort("clause", "event")
    )


def _coverage(batch: pl.DataFrame) -> pl.DataFrame:
    """The first row of each clause and event, how many there are, and in how many games.

    Clause and event are a small number together, so this counts into an array of them by game: no
    sorting, no hashing.
    """
    words = len(EVENT.categories)
    pair = pl.col("clause").to_physical().cast(pl.Int32) * words + pl.col("event").to_physical()
    pairs = batch.select(pair).to_series().to_numpy()
    found = np.flatnonzero(np.bincount(pairs))
    place = np.zeros(found[-1] + 1, dtype=np.int64)
    place[found] = np.arange(len(found))
    places = place[pairs]
    first = np.empty(len(found), dtype=np.uint32)
    first[places[::-1]] = np.arange(len(pairs))[::-1]  # what is written last stays
    cells = np.bincount(batch["number"].to_numpy().astype(np.int64) * len(found) + places)
    games = np.zeros((-(-len(cells) // len(found)), len(found)), dtype=np.int64)
    games.ravel()[: len(cells)] = cells
    counts = {"number": games.sum(axis=0), "games": (games > 0).sum(axis=0)}
    told = batch[first].with_columns(pl.Series(name, column) for name, column in counts.items())
    return shaped(told, _BY_BATCH)


class Rules(Question):
    """Which clauses of the rules came up, and how often.

    A clause that never fired has one row with 0. Clauses that forbid, or that say what others
    mean (D1, H1, S2...), have no event of their own and stay at 0 however often they matter.
    """

    limit, title, about = "limit-clause_coverage", "title-coverage", "events"
    family, counts_games = "strength", True

    def rows(self) -> pl.LazyFrame:
        return clause_coverage(self.asked.whole.events)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        counts = self.frame.group_by("clause", maintain_order=True).agg(pl.col("number").sum())
        names, numbers = counts["clause"].cast(pl.String).to_list(), counts["number"].to_list()
        letters = [name[0] for name in names]
        came = [place for place, number in enumerate(numbers) if number]
        never = [place for place, number in enumerate(numbers) if not number]
        tops = [numbers[place] for place in came]
        dots: dict[str, Any] = {"ls": "", "marker": "o", "ms": 5, "color": INK}
        sheet.ax.vlines(came, LEAST, tops, colors=INK, lw=1.2, zorder=3)
        sheet.ax.plot(came, tops, zorder=4, **dots)
        sheet.ax.plot(never, [0.5] * len(never), markerfacecolor=PAPER, **dots)
        for letter in list(dict.fromkeys(letters))[1::2]:
            first = letters.index(letter)
            last = first + letters.count(letter)
            sheet.ax.axvspan(first - 0.5, last - 0.5, color=GRID, alpha=0.45, lw=0, zorder=0)
        sheet.ax.set_yscale("log")
        sheet.ax.set_ylim(LEAST, max([*numbers, 5]) * 2)
        sheet.ax.yaxis.set_major_locator(LogLocator(numticks=8))
        sheet.ax.yaxis.set_minor_locator(NullLocator())
        charts.number_axis(sheet.ax.yaxis)
        sheet.ax.set_xlim(-0.7, len(names) - 0.3)
        sheet.ax.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
        sheet.ax.tick_params(axis="x", length=0)
        sheet.ax.grid(visible=False, axis="x")
        sheet.ax.set_ylabel(say("axis-number_of_events"))
        events = f"{number_text(sum(numbers), 0)} {say('axis-events')}"
        said = f"{len(came)} / {len(names)} {say('caption-clauses')}"
        return sheet.finished(events, said, say("caption-never") if never else "")

    def tell(self) -> str:
        sums = self.frame.group_by("clause", maintain_order=True).agg(pl.col("number").sum())
        came = sums.filter(pl.col("number") > 0)
        if came.is_empty():
            return say("finding-none")
        rarest = first_row(came, "number", descending=False)
        return say(
            "finding-coverage", n=came.height, all=sums.height, clause=str(rarest["clause"]),
            number=int(rarest["number"]),
        )  # fmt: skip


# ------------------------------------------------------------------ taxations

TAXATION: Final = pl.Enum(["first", "last"])


def taxed(asked: Selection) -> pl.LazyFrame:
    """One row per player, taxation and age: `present`, coins, domains that pay, their squares."""
    rows = asked.once("players", lambda: players_table(asked).with_columns(NUMBER))

    def part(when: str, age: str) -> pl.LazyFrame:
        end, stood = f"{age.lower()}_{when}", [f"adventurer_{n}_{when}" for n in (1, 2)]
        there = pl.any_horizontal(pl.col(each).eq(age).fill_null(value=False) for each in stood)
        counts = {"domains": "domains", "squares": "squares", "paid": "tax"}
        return rows.filter(pl.col(stood[0]).is_not_null()).with_columns(
            pl.lit(when, TAXATION).alias("taxation"),
            pl.lit(age, AGE).alias("age"),
            there.cast(pl.Int64).alias("present"),
            *(pl.col(f"{each}_{end}").cast(pl.Int64).alias(name) for name, each in counts.items()),
        )

    return pl.concat(part(when, age.title) for when in TAXATION.categories for age in AGES)


class _Taxed(Ratio):
    """A question about the first and the last taxation, by age."""

    parts, family = ("taxation", "age"), "money"

    def fullest(self, by: Sequence[str]) -> list[str]:
        return [*by, *(each for each in self.parts if each not in by)]

    def within(self, by: Sequence[str]) -> list[str]:
        return list(by)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        keys = [each for each in self.keys if each != "age"]
        groups = charts.groups_of(self.frame, keys)
        rows = [{row["age"]: row for row in group.iter_rows(named=True)} for group in groups]
        ages = [age.title for age in AGES]
        sheet.set_height(charts.room_for(len(ages) * len(groups), over=1.9))
        charts.draw_grouped(
            sheet, [(label_of("age", age), age_fill(age), [row.get(age) for row in rows])
                    for age in ages],
            [labels_of(keys, group.row(0, named=True)) for group in groups], self.value,
            across=say(self.axis), percent=self.percent,
        )  # fmt: skip
        return sheet.finished(charts.line_note(sheet, self.frame, "caption-bar_whiskers"))

    def tell(self) -> str:
        split = self.own(self.keys)
        return self.compared(split) if split else self.most()

    def most(self) -> str:
        def words(row: Row) -> str:
            return say("taxation-where", age=row["age"], when=row["taxation"])

        return self.largest(f"finding-{self.name}", self.estimates(self.parts), words)


class Adventurers(_Taxed):
    """Where players have an adventurer at the first and the last taxation, and what they collect.

    `share` is that of players with at least one adventurer in the age, `coins` what those who have
    one collect there. Groups are compared by how many ages they stand in at a taxation.
    """

    percent, digits, value = True, 0, "share"

    def rows(self, by: By = ("taxation", "age")) -> pl.LazyFrame:
        keys = self.fullest(by)
        there = pl.col("present") > 0
        coins = taxed(self.asked).filter(there).group_by(keys).agg(coins=pl.col("paid").mean())
        found = self.quotients(keys).join(coins, on=keys, how="left", nulls_equal=True)
        return found.sort(keys)

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        sums = taxed(self.asked).group_by(*by, "cluster")
        size = pl.len().cast(pl.Int64).alias("seats" if "players" in by else "players")
        return sums.agg(pl.col("present").sum()), sums.agg(size)

    def tell(self) -> str:
        split = self.own(self.keys)
        if self.frame.select(split).n_unique() < 2:
            return self.most()
        # The age in which groups are furthest apart at the last taxation.
        last = self.frame.filter(pl.col("taxation") == "last")
        spread = last.group_by("age").agg(apart=pl.col("share").max() - pl.col("share").min())
        age = spread.sort("apart", "age", descending=[True, False])["age"][0]
        keys = [*split, *self.parts]
        found = self.estimates(keys).where(taxation="last", age=age)
        noun = say("what-adventurers", age=label_of("age", age))
        return self.compared(split, noun, found, len(AGES))


class DomainSizes(_Taxed):
    """How many squares the domains have that pay a player at the first and the last taxation.

    `squares` is the mean size of a domain, `domains` how many there are that pay somebody, missed
    ones included (X4).
    """

    value, unanswered = "size", "finding-not_noted"

    def rows(self, by: By = ("taxation", "age")) -> pl.LazyFrame:
        return self.quotients(self.fullest(by))

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        known = taxed(self.asked).filter(pl.col("domains") > 0).group_by(*by, "cluster")
        return known.agg(pl.col("squares").sum()), known.agg(pl.col("domains").sum())
