"""Winning: whether the seat, the first turn or something that one does goes with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, Literal

import polars as pl
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis import SCHEMAS
from khronos_lab.core import EVENT_TYPES
from khronos_lab.drawing import INK, Drawing, charts
from khronos_lab.players import LEVEL
from khronos_lab.questions.adjustment import (
    ALIKE,
    Stratum,
    adjusted_difference,
    adjusted_effects,
    alike,
    contrast,
    disagreement,
    fared,
    fared_means,
)
from khronos_lab.questions.columns import label_of, opening_words
from khronos_lab.questions.intervals import Estimates, cluster_means
from khronos_lab.questions.question import (
    FEW,
    By,
    Question,
    Row,
    ends,
    first_row,
    gain_text,
    group_text,
    keys_of,
    points_text,
    signed_text,
    span,
    way,
)
from khronos_lab.questions.selection import (
    MOMENT,
    READINGS,
    Condition,
    Reading,
    Schema,
    conditions_of,
    game_by_game,
    joined,
    shaped,
)
from khronos_lab.rulebook import KhronosError, number_of, number_text, percent_text, quoted, say


def _strata(
    column: str, found: Sequence[Stratum], text: Callable[[float], str]
) -> dict[str, object]:
    """By what strata are told apart, and each in words with its gain and interval."""
    name, what = ("player", "word-player") if column == "who" else (column, f"compare-{column}")
    strata = (
        group_text(label_of(name, each.value), text(each.gain), span(each.low, each.high, text))
        for each in found
    )
    return {"what": say(what), "strata": tuple(strata)}


class Seats(Question):
    """Whether the place in turn order matters; with the players' strength taken out, or not.

    Each player is compared with itself in the same company at other places. `win` is the chance
    that an average player has there; `p` the chance of places that differ at least as much if none
    mattered. `adjust=None` gives plain shares: a strong player who always sits first looks like an
    advantage of the first seat there.
    """

    report, limit, winning, family = {"adjust": "player"}, "limit-seat_effects", True, "winning"

    def rows(self, adjust: Literal["player"] | None = "player") -> pl.LazyFrame:
        if adjust is None:
            return fared_means(fared(self.asked), ("players", "place"))
        effects = adjusted_effects(
            fared(self.asked), ["players", "place"], "advantage", ["who", "company"]
        )
        chances = [
            (1 / pl.col("players") + pl.col(f"effect{end}")).clip(0, 1).alias(f"win{end}")
            for end in ("", "_low", "_high")
        ]
        return effects.with_columns(chances).sort("players", "place")

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows = self.frame.sort("players", "place")
        groups = rows.partition_by("players", maintain_order=True)
        panels = sheet.panels([label_of("players", group["players"][0]) for group in groups])
        for panel, group in zip(panels, groups, strict=True):
            places = [str(place + 1) for place in group["place"]]
            charts.draw_columns(panel, charts.dots_of(group, "win"), places)
            charts.zero_line(panel, 1 / group["players"][0], upright=False)
        panels[0].set_ylim(bottom=min(0.0, panels[0].get_ylim()[0]))
        charts.percent_axis(panels[0].yaxis)
        panels[0].set_ylabel(say("axis-wins"))
        sheet.ax.set_xlabel(say("axis-place"))
        chance = f"- - {say('caption-chance')}"
        return sheet.finished(charts.interval_note(sheet, rows), chance, panels=panels)

    def tell(self) -> str:
        if self.options["adjust"] is None:
            return self._raw()
        split, first = self._first
        if split is not None:
            return say("finding-seats_split", **_strata(*split, points_text))
        if first["gain"] is None:
            return say("finding-seats_none")
        said = say(
            "finding-seats", way=way(first, "gain"), points=points_text(first["gain"]),
            ends=ends(first, "gain", points_text),
        )  # fmt: skip
        p = self.frame["p"][0]
        known = self.frame.filter(pl.col("clusters") >= FEW, pl.col("effect").is_not_null())
        if way(first, "gain") != "unclear" or p is None or p >= 1 - LEVEL or known.is_empty():
            return said
        # The place that differs most, where the joint test rejects that all are equal.
        row = first_row(known, pl.col("effect").abs())
        return f"{said} " + say(
            "finding-seats_joint", place=label_of("place", row["place"]),
            players=label_of("players", row["players"]), points=points_text(row["effect"]),
            ends=ends(row, "effect", points_text),
        )  # fmt: skip

    @cached_property
    def _first(self) -> tuple[tuple[str, list[Stratum]] | None, Row]:
        rows = fared(self.asked).with_columns(first=pl.col("place") == 0)
        within = ["who", "company"]
        split = disagreement(rows, "first", "advantage", within)
        pooled = (
            None if split else adjusted_difference(rows.collect(), "first", "advantage", within)
        )
        ends = ("gain", "gain_low", "gain_high")
        return split, dict(zip(ends, pooled or (None, None, None), strict=True))

    def strength(self) -> float:
        split, first = self._first
        found = [(each.low, each.high) for each in split[1]] if split else []
        found.append((first["gain_low"] or 0.0, first["gain_high"] or 0.0))
        return max([0.0, *(max(low, -high) for low, high in found)])

    def _raw(self) -> str:
        """The place that is furthest from chance, if one surely is."""
        keys = ("players", "place")
        found = Estimates.means(fared(self.asked), "win", keys, share=True).known(FEW)
        number = len(found.groups)
        if not number:
            return say("finding-groups_few", what=say("what-seats"), groups=(), n=0, least=FEW)
        chances = [1 / group["players"] for group in found.groups]
        place = int(abs(found.values - chances).argmax())
        row, (low, high) = found.groups[place], found.interval(place, number)
        return say(
            "finding-seats_raw", sure=not low <= chances[place] <= high,
            place=label_of("place", row["place"]), players=int(row["players"]),
            win=percent_text(float(found.values[place]), 0), ends=span(low, high, percent_text),
            chance=percent_text(chances[place], 0),
        )  # fmt: skip


# ------------------------------------------------------------------ first turns

_VERBS: Final = {each.__name__: each.about.action for each in EVENT_TYPES if each.about.action}
_BUILDING_VERBS: Final = ("build", "upgrade", "demolish", "restore")
COMMON: Final = 30
"""Openings that are told apart when they are rated; the others are one group."""
COMMONEST: Final = 12
"""Openings that are drawn."""

OPENINGS: Final[Schema] = {
    **MOMENT,
    "seat": pl.UInt8(),
    "opening": pl.String(),
    "first_action": pl.String(),
    "actions": pl.UInt8(),
}


def openings(events: pl.LazyFrame) -> pl.LazyFrame:
    """The first turn of every player in words: a row for each player of each game.

    `opening` tells the actions in an order of their own, so that the same actions in another order
    are the same opening: "build civil 2 in Might; travel to Faith". Squares and cards are left out.
    `first_action` is the first of them alone, which leaves fewer openings to tell apart.
    `step` is the last event of the turn. A first turn that did not end has no row.
    """
    return game_by_game(_begun(events), lambda batch: shaped(_openings(batch), OPENINGS), OPENINGS)


_OF_OPENINGS: Final = Reading(
    [*_VERBS, "CoinsSpent", "TurnEnded"],
    ("step", "turn", "round", "seat", "age", "event", "clause", "kind", "rank"),
    lambda batch, _: _openings(batch).select(*list(OPENINGS)[1:], game="number"),
    first_round=True,
)
READINGS["openings"] = lambda _: _OF_OPENINGS


def _begun(events: pl.LazyFrame) -> pl.LazyFrame:
    first = events.filter((pl.col("round") == 1) & pl.col("event").is_in(_OF_OPENINGS.events))
    return first.select("game", *_OF_OPENINGS.columns)


def _acted(batch: pl.DataFrame, turn: Sequence[str]) -> pl.DataFrame:
    """Actions with their words, which are made once for each sort of action."""
    exchange = (pl.col("event") != "CoinsSpent") | (pl.col("clause") == "T2")
    keys = ("event", "age", "kind", "rank")
    acted = batch.filter(exchange & (pl.col("event") != "TurnEnded"))
    acted = acted.select(*turn, "seat", "step", *keys)
    return acted.join(_words(acted.select(keys).unique()), on=keys, nulls_equal=True)


def _openings(batch: pl.DataFrame) -> pl.DataFrame:
    turn = ("number", "turn")
    # Sorted as one number: several times as fast as by four columns.
    order = (pl.col("number") * 2**8 + pl.col("turn")) * 2**12 + pl.col("place")
    turns = (
        _acted(batch, turn)
        .sort(order * 2**20 + pl.col("step"))
        .group_by(turn, maintain_order=True)
        .agg("word", first_action=pl.col("word").get(pl.col("step").arg_min()))
    )
    ended = batch.filter(pl.col("event") == "TurnEnded")
    return ended.join(turns, on=turn, how="left", maintain_order="left").with_columns(
        pl.col("first_action").fill_null("nothing"),
        actions=pl.col("word").list.len().fill_null(0),
        opening=pl.col("word").list.join("; ").fill_null("nothing"),
    )


def _words(sorts: pl.DataFrame) -> pl.DataFrame:
    """Sorts of actions with their words, and their place in the order of words."""
    event = pl.col("event").cast(pl.String)
    verb = event.replace(_VERBS)
    age = pl.col("age").cast(pl.String)
    word = (
        pl.when(event == "CoinsSpent").then(pl.lit("exchange"))
        .when(verb == "travel").then("travel to " + age)
        .when(verb == "swap").then(verb)
        .when(verb.is_in(_BUILDING_VERBS)).then(
            pl.format("{} {} {} in {}", verb, pl.col("kind").cast(pl.String), "rank", age)
        )
        .otherwise(pl.format("{} rank {}", verb, "rank"))
    )  # fmt: skip
    return sorts.with_columns(word=word).with_columns(place=pl.col("word").rank("dense"))


class Openings(Question):
    """First turns and how they ended, with the player's strength taken out; commonest first.

    `advantage` says how much more often a player wins after this opening than the same player in
    the same company at the same place after others. The intervals of all of them hold at once,
    because one looks at the best. `by="first_action"` makes one group of turns that began alike.
    """

    report, winning, family = {"by": "opening"}, True, "winning"
    parts, value, percent = ("opening", "first_action"), "advantage", True
    axis = "axis-advantage"

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401
        by = given[0] if given else options.get("by", "opening")
        if keys_of(by) not in (("opening",), ("first_action",)):
            raise KhronosError(f'by= is "opening" or "first_action", not {quoted(by)}.')
        return super().checked(*given, **options)

    @property
    def usable(self) -> tuple[str, ...]:
        return self.parts

    def rows(self, by: By = "opening") -> pl.LazyFrame:
        key, own = next(iter(by)), fared(self.asked)
        told = self.asked.read("openings").drop("cluster", "fold")
        rows = joined(told, own.drop("step")).collect(engine="streaming")
        # Words as numbers in the order of the words: several times faster to group.
        rows = rows.with_columns(pl.col(key).cast(pl.Enum(rows[key].unique().sort())))
        plain = fared_means(rows.lazy(), [key], moment=True)
        raw = plain.sort("rows", key, descending=[True, False]).head(COMMON).collect()
        common = pl.when(pl.col(key).is_in(raw[key].implode())).then(key).alias(key)
        at_once = 1 - (1 - LEVEL) / COMMON
        effects = adjusted_effects(
            rows.lazy().with_columns(common), [key], "advantage", ALIKE, level=at_once
        )
        ends = ("", "_low", "_high")
        adjusted = effects.select(
            key, "p", **{f"advantage{end}": pl.col(f"effect{end}").clip(-1, 1) for end in ends}
        )
        found = raw.lazy().drop(f"advantage{end}" for end in ends)
        found = found.join(adjusted, on=key, how="left", maintain_order="left")
        return found.with_columns(pl.col(key).cast(pl.String))

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows = self.frame.sort("rows", descending=True, maintain_order=True)
        shown = rows.head(COMMONEST)
        cut = say("caption-only_commonest") if shown.height < rows.height else ""
        drawing = self.dots(
            sheet, rows=shown, zero=True,
            labels=[opening_words(each) for each in shown[self.keys[0]]], letters=44, lines=2,
            below=(charts.interval_note(sheet, shown), cut),
        )  # fmt: skip
        sheet.ax.tick_params(axis="y", labelsize=7.5)
        sheet.ax.xaxis.set_major_locator(MaxNLocator(5))
        return drawing

    def strength(self) -> float:
        known = self.frame.filter(pl.col("clusters") >= FEW)
        return float(max([0.0, *known["advantage_low"].drop_nulls()]))

    def tell(self) -> str:
        known = self.frame.filter(pl.col("clusters") >= FEW, pl.col("advantage").is_not_null())
        if known.height < 2:
            return say("finding-openings_few", least=FEW)
        best = first_row(known, "advantage_low")
        return say(
            "finding-openings", way=way(best, "advantage"), n=known.height,
            opening=opening_words(best[self.keys[0]]), points=points_text(best["advantage"]),
            ends=ends(best, "advantage", points_text),
        )  # fmt: skip


# ------------------------------------------------------------------ whether something pays


class Pays(Question):
    """Whether something pays: an event that some players have and some don't.

    An early castle: `pays(event="BuildingBuilt", building="castle", round=[1, 2, 3])`, or
    conditions on `events` as polars has them. `whose="owner"` counts the owner of the building
    instead of the player who acts: what it costs to be the victim. `effect` is the lead that goes
    with it among players who are alike, `gain` how much more that is than in the other row.
    """

    winning, limit, title, family = True, "limit-payoff", "title-payoff", "winning"
    value, axis = "effect", "axis-lead_alike"

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401
        whose = options.pop("whose", "doer")
        asked = conditions_of("Events", SCHEMAS["events"], given, options)
        if not asked:
            raise KhronosError('Say what may pay: `pays(kind="military", rank=3, round=[1, 2])`.')
        return super().checked(tuple(asked), whose)

    def asked_with(
        self, *conditions: pl.Expr, whose: Literal["doer", "owner"] = "doer", **values: Any  # noqa: ANN401
    ) -> None: ...  # fmt: skip

    def rows(
        self, done: Sequence[Condition] = (), whose: Literal["doer", "owner"] = "doer"
    ) -> pl.LazyFrame:
        seat = "seat" if whose == "doer" else "owner"
        acted = self.asked.whole.events.filter(*(each.expr for each in done))
        doers = acted.select("game", "step", seat=seat).drop_nulls().group_by("game", "seat")
        first = doers.agg(pl.col("step").min()).with_columns(did=True)
        people = alike(fared(self.asked).drop("step")).join(first, on=["game", "seat"], how="left")
        self._people = people.with_columns(pl.col("did").fill_null(value=False))
        means = cluster_means(self._people, ["did"], ["win", "lead"])
        effects = contrast(adjusted_effects(self._people, ["did"], "lead", ALIKE))
        did = self._people.select("did", "game", "step").filter("did").sort("game", "step")
        for more in (effects.drop("rows", "clusters"), did.head(1)):
            means = means.join(more, on="did", how="left", maintain_order="left")
        return means

    def draw(self, sheet: charts.Sheet) -> Drawing:
        labels = [say("caption-did" if did else "caption-did_not") for did in self.frame["did"]]
        return self.dots(sheet, zero=True, labels=labels)

    @property
    def event(self) -> str:
        return ", ".join(each.words for each in self.options["done"])

    def tell(self) -> str:
        rows: dict[bool, Row] = {row["did"]: row for row in self.frame.iter_rows(named=True)}
        told: dict[str, Any] = {"event": self.event, "whose": self.options["whose"]}
        if set(rows) != {True, False}:
            return say("finding-payoff_never", did=True in rows, **told)
        row = rows[True]
        if row["gain"] is None:
            return say("finding-payoff_alone", **told)
        split = disagreement(self._people, "did", "lead", ALIKE)
        if split is not None:
            return say("finding-payoff_split", **told, **_strata(*split, signed_text))
        return say("finding-payoff", **gain_text(row, "gain"), **told)


# ------------------------------------------------------------------ first turns as a tree

DEEPEST: Final = 6
SHOWN: Final = 18
"""Branches that are drawn."""


class OpeningTree(Question):
    """First turns as a tree: the first action, then the second after it, and so on.

    `share` is that of the turns which began like the branch above, `win` how often they won. What
    was played in fewer than `least` games is left out.
    """

    winning, family, value, percent, digits = True, "winning", "win", True, 0

    def rows(self, depth: int = 3, least: int = 10) -> pl.LazyFrame:
        deepest = min(number_of(depth, "how many actions deep", 1), DEEPEST)
        fewest = number_of(least, "in how many games at least", 1)
        played = _begun(self.asked.whole.events).collect(engine="streaming")
        acted = _acted(played, ("game", "turn")).sort("game", "turn", "step")
        turns = acted.group_by("game", "turn", maintain_order=True)
        in_order = turns.agg(pl.col("seat", "step").last(), actions="word").lazy()
        told = joined(in_order, fared(self.asked).drop("step"))
        levels = []
        above = told.with_columns(path=pl.lit(""))
        for level in range(1, deepest + 1):
            begun = pl.col("actions").list.head(level).list.join("; ")
            deeper = told.filter(pl.col("actions").list.len() >= level).with_columns(path=begun)
            found = cluster_means(deeper, ["path"], ["win"], moment=True)
            before = pl.col("path").str.split("; ").list.head(level - 1).list.join("; ")
            wholes = above.group_by("path").agg(turns=pl.len()).rename({"path": "before"})
            levels.append(
                found.with_columns(depth=pl.lit(level, pl.UInt8), before=before)
                .join(wholes, on="before", how="left")
                .with_columns(share=pl.col("rows") / pl.col("turns"))
            )
            above = deeper
        known = pl.concat(levels).filter(pl.col("rows") >= fewest).sort("path")
        return known.select(
            "depth", "path", "rows", "share", "win", "win_low", "win_high", "clusters", "game",
            "step",
        )  # fmt: skip

    def draw(self, sheet: charts.Sheet) -> Drawing:
        shown = self.frame.sort("rows", descending=True, maintain_order=True).head(SHOWN)
        shown = shown.sort("path")
        sheet.set_height(charts.room_for(shown.height))
        sheet.ax.barh(range(shown.height), shown["share"], height=0.5, color=INK, alpha=0.35)
        labels = [
            "    " * (depth - 1) + opening_words(path.split("; ")[-1])
            for depth, path in shown.select("depth", "path").iter_rows()
        ]
        charts.rows_down(sheet.ax, labels, letters=40)
        for label in sheet.ax.get_yticklabels():
            label.set_horizontalalignment("left")
        sheet.ax.tick_params(axis="y", pad=210)
        notes = [
            f"n = {number_text(rows, 0)}, {say('axis-wins')} {percent_text(win, 0)}"
            for rows, win in shown.select("rows", "win").iter_rows()
        ]
        charts.notes_right(sheet.ax, notes)
        charts.label_across(sheet, say("axis-opening_tree"), percent=True)
        cut = say("caption-only_commonest") if shown.height < self.frame.height else ""
        return sheet.finished(cut)

    def tell(self) -> str:
        first = first_row(self.frame.filter(pl.col("depth") == 1), "rows")
        said = say(
            "finding-opening_tree", action=opening_words(first["path"]), n=int(first["rows"]),
            share=percent_text(first["share"], 0), **self.numbers(first, "win"),
        )  # fmt: skip
        after = self.frame.filter(
            pl.col("depth") == 2, pl.col("path").str.starts_with(first["path"] + "; ")
        )
        if after.is_empty() or first["clusters"] < FEW:
            return said
        second = first_row(after, "rows")
        return f"{said} " + say(
            "finding-opening_tree_then", share=percent_text(second["share"], 0),
            action=opening_words(second["path"].split("; ")[-1]),
        )  # fmt: skip
