"""Money: what players earn and spend, how wealth spreads, and what winners live on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import Any, ClassVar, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis import LazyTables
from khronos_lab.drawing import (
    INK,
    MARKS,
    MUTED,
    PLAYERS,
    Drawing,
    axes_for,
    charts,
    figure_of,
    player_line,
    themed,
)
from khronos_lab.native import stages
from khronos_lab.questions.columns import (
    PARTS,
    PURPOSES,
    Fills,
    fills_of,
    kind_word_fill,
    labels_of,
    part_fill,
    part_of,
    part_word,
)
from khronos_lab.questions.intervals import QUANTILES, Estimates, Gap, quantiles_of, quotients
from khronos_lab.questions.question import (
    COINS,
    FEW,
    By,
    Mean,
    Question,
    Ratio,
    Row,
    first_row,
    span,
)
from khronos_lab.questions.selection import (
    NUMBER,
    READINGS,
    Reading,
    Selection,
    in_order,
    personal,
    players,
    shared,
    tax_rounds,
    with_players,
)
from khronos_lab.rulebook import (
    AGES,
    KINDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROUNDS,
    KhronosError,
    multilingual,
    number_text,
    percent_text,
    quoted,
    say,
)

SOURCE: Final = pl.Enum(["bonus", "taxes"])
_SOURCE: Final = (
    pl.when(pl.col("event") == "BonusPaid")
    .then(pl.lit("bonus", SOURCE))
    .otherwise(pl.lit("taxes", SOURCE))
)
PURPOSE: Final = pl.Enum(["exchange", "travel", "demolition"])
ACTIONS: Final = {
    "A1": "Build", "A2": "Upgrade", "A4": "Demolish", "A5": "Populate", "A6": "Restore",
}  # fmt: skip
"""By clause: the action that cards are played for."""
PAID: Final = ("player", "won", "source", "age")
_SUMS: Final = {"coins": pl.col("coins").cast(pl.Int64).sum()}


def _payments(batch: pl.DataFrame, _: pl.DataFrame, *, more: Sequence[str]) -> pl.LazyFrame:
    paid = batch.lazy().group_by("seat", "source", "age", *more, game="number")
    return paid.agg(**_SUMS, payments=pl.len().cast(pl.Int64))


READINGS["paid"] = lambda more: Reading(
    ("BonusPaid", "TaxCollected"),
    ("seat", "age", pl.col("amount").alias("coins"), _SOURCE.alias("source"), *more),
    partial(_payments, more=more),
)


def _paid(asked: Selection, by: Sequence[str]) -> pl.LazyFrame:
    """Coins and payments by some keys and cluster.

    A payment for a domain is not the merit of one building, nor of the turn in which it is paid.
    """
    usual = set(by) <= set(PAID)
    keys = PAID if usual else tuple(by)

    def work() -> pl.LazyFrame:
        found = asked.read("paid", [each for each in by if each == "round"])
        rows = with_players(
            found.drop("cluster", "fold"), asked.tables.games, [*personal(keys), "cluster"]
        )
        return rows.group_by(*keys, "cluster").agg(pl.col("coins", "payments").sum())

    known = asked.once("paid", work) if usual else work()
    return known.group_by(*by, "cluster").agg(pl.col("coins", "payments").sum())


class _Coins(Ratio):
    """Bars of coins or shares, one for each group, their parts stacked.

    Coins are divided by the players who could have had a part, those with nothing included.
    """

    family, counts_games = "money", True
    fills: Callable[[], Fills]
    """The parts of a bar, with their words and colours."""
    part: Callable[[Row], str]
    """Which of them a row belongs to."""

    def people(self, by: Sequence[str]) -> pl.LazyFrame:
        size = pl.len().cast(pl.Int64).alias("seats" if "players" in by else "players")
        return players(self.asked.tables.games).group_by(*by, NUMBER).agg(size)

    def notes(self, sheet: charts.Sheet) -> tuple[str, str]:
        size = self.frame["seats" if "seats" in self.frame.columns else "players"]
        counts = sorted({int(size.min() or 0), int(size.max() or 0)})  # type: ignore[arg-type]
        span = f" {say('caption-to')} ".join(number_text(each, 0) for each in counts)
        return f"{span} {say('caption-of_players')}", charts.line_note(sheet, self.frame)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        """Bars of coins by all keys but those of the parts, with their sums to the right."""
        keys = [each for each in self.keys if each not in (*self.parts[:1], "age")]
        rows = self.frame.sort(keys, nulls_last=True, maintain_order=True) if keys else self.frame
        groups = self.stacks(keys, self.part, rows)
        totals = [sum(value for value, _ in group.values()) for group in groups.values()]
        text = partial(number_text, digits=1 if max(totals) >= 2 else 2)
        across = say("axis-coins_a_player")
        self.bars(sheet, groups, self.fills(), across, text=text, notes=[*map(text, totals)])
        return sheet.finished(*self.notes(sheet))

    def strength(self) -> float:
        parts = self.estimates(self.keys)
        best, rivals = parts.leader()
        return 0.0 if rivals else max(0.0, parts.interval(best)[0]) / COINS

    def tell(self) -> str:
        """A player's coins, and the part that is the largest, if one surely is."""
        if split := self.own(self.keys):
            return self.compared(split)
        first, *others = self.parts
        parts = self.estimates([first, *(each for each in others if each in self.keys)])
        total, fills = parts.merged(()), self.fills()

        def words(row: Row) -> str:
            said = fills[self.part(row)][0]
            if row.get("round") is None:
                return said
            return say("finding-in_round", part=said, round=int(row["round"]))

        return self.largest(
            f"finding-{self.name}", parts, words, total=self.text(float(total.values[0])),
            total_ends=span(*total.interval(0), self.text),
        )  # fmt: skip


def _sources() -> Fills:
    return {part: (part_word(part), part_fill(part)) for part in PARTS}


def _of_source(row: Row) -> str:
    return part_of(row["source"], row.get("age"))


class Income(_Coins):
    """Coins of a player in a game, by age, round, place, player, or any column of `games`.

    `coins` are all coins of the group, `mean` those of a player, those with nothing included; the
    interval counts deals, never payments. Groups without a coin have no row.
    """

    report, title = {"by": ("age",)}, "title-income_sources"
    parts = ("source", "age", "round")
    fills, part = staticmethod(_sources), staticmethod(_of_source)

    def rows(self, by: By = ("age", "round")) -> pl.LazyFrame:
        return self.quotients(by if "source" in by else ("source", *by))

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        return _paid(self.asked, by), self.people(self.own(by))

    def tell(self) -> str:
        said = super().tell()
        if self.keys != ("age",) or len(self.who) < 2:
            return said
        # How unlike the pooled players are in the largest part.
        most = first_row(self.frame, "mean")
        keys = ("player", "source", "age")
        same = {"source": pl.lit(most["source"]), "age": pl.lit(most["age"])}
        paid, people = self.sums(keys)
        paid = paid.filter(pl.col(name).eq_missing(value) for name, value in same.items())
        rows = quotients(paid, people, keys, ("player",), "mean").filter(pl.col("clusters") >= FEW)
        means = sorted(rows.select("mean", "player").collect(engine="streaming").rows())
        if len(means) < len(self.who):  # what those of a few deals have is not known
            return said
        (least, poorest), (top, richest) = means[0], means[-1]
        return f"{said} " + say(
            "finding-income_spread", poorest=poorest, least=number_text(least, 1),
            richest=richest, most=number_text(top, 1),
        )  # fmt: skip


class Wealth(Question):
    """How coins spread among players after each round."""

    report, title, family = {"by": ()}, "title-income", "money"
    limit = "limit-coin_curve"

    def rows(self, by: By = ()) -> pl.LazyFrame:
        return coin_curve(self.asked.tables, tuple(by))

    def cells(self, by: Sequence[str]) -> pl.LazyFrame:
        games = self.asked.tables.games
        coins = players(games.filter("finished")).group_by(*by, NUMBER)
        return coins.agg(part=pl.col("coins").cast(pl.Int64).sum(), whole=pl.len().cast(pl.Int64))

    @multilingual
    def plot(self, ax: Axes | None = None, *, language: str | None = None) -> Drawing:
        """Draw it, into `ax` if one is given."""
        return draw_income_bands(self.asked.tables, ax=ax, by=self.keys)

    def tell(self) -> str:
        if self.keys:
            return self.compared(self.keys)
        last = self.frame.filter(pl.col("round") == pl.col("round").max())
        coins = dict(last.select("quantile", "coins").iter_rows())
        ends = {"low": coins[0.25], "middle": coins[0.5], "high": coins[0.75]}
        return say("finding-wealth", round=int(last["round"][0]), **ends)


def coin_curve(
    tables: LazyTables, by: Sequence[str] = (), quantiles: Sequence[float] = QUANTILES
) -> pl.LazyFrame:
    """Quantiles of coins in hand after each round (0: before the first turn).

    A band says how players spread at that moment; it follows no single player.
    """
    turns = tables.turns.filter("ended")
    began = turns.filter(pl.col("round") == 1).with_columns(
        round=pl.lit(0, pl.UInt8), coins="coins_before"
    )
    coins = pl.concat([began, turns.with_columns(coins="coins_after")])
    rows = with_players(coins.select("game", "seat", "round", "coins"), tables.games, by)
    return quantiles_of(rows, [*by, "round"], "coins", quantiles)


class HowWon(_Coins):
    """What winners and the others live on.

    Finished games only. `share` is the group's share of all coins that winners (or others) were
    paid, not a mean of shares, so that a poor game counts less.
    """

    report: ClassVar[Mapping[str, Any]] = {}
    fills, part = staticmethod(_sources), staticmethod(_of_source)

    def rows(self) -> pl.LazyFrame:
        by = ("won", "source", "age")
        coins = _paid(self.asked, by).filter(pl.col("won").is_not_null()).cache()
        wholes = coins.group_by("won", "cluster").agg(all_coins=pl.col("coins").sum())
        shares = quotients(coins, wholes, by, ("won",), "share")
        wanted = [*by, "share", "share_low", "share_high"]
        return self.quotients(by).join(shares.select(wanted), on=by, maintain_order="left")

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        known = pl.col("won").is_not_null()
        return _paid(self.asked, by).filter(known), self.people(("won",)).filter(known)

    def within(self, by: Sequence[str]) -> list[str]:
        return ["won"]

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows = self.frame.sort("won", descending=True, maintain_order=True)
        groups = self.stacks(["won"], _of_source, rows, "share")
        sums = rows.group_by("won", maintain_order=True).agg(pl.col("mean").sum())["mean"]
        parts = self.bars(
            sheet, groups, _sources(), say("axis-share_of_income"),
            text=percent_text, percent=True, least=0.04,
            notes=[f"{number_text(each, 1)} {say('word-coins')}" for each in sums],
        )  # fmt: skip
        sheet.ax.set_xlim(0, 1)
        reached = [0.0] * len(groups)
        for part in parts[:-1]:  # thin lines from bar to bar, along the ends of the same part
            reached = [end + value for end, value in zip(reached, part.values, strict=True)]
            for down, both in enumerate(pairwise(reached)):
                sheet.ax.plot(both, [down + 0.34, down + 0.66], color=MUTED, lw=0.7, zorder=1)
        return sheet.finished(*self.notes(sheet))

    def _totals(self) -> tuple[Estimates, int, int, Gap]:
        totals = self.estimates(("won", "source", "age")).merged(("won",))
        won, lost = (totals.groups.index({"won": each}) for each in (True, False))
        return totals, won, lost, totals.gap(won, lost, 1)

    def strength(self) -> float:
        if self.frame["won"].n_unique() < 2:
            return 0.0
        totals, won, _, gap = self._totals()
        return max(0.0, gap.low) / float(totals.values[won])

    def tell(self) -> str:
        if self.frame["won"].n_unique() < 2:
            return say("finding-none")
        totals, won, lost, whole = self._totals()
        parts = self.estimates(("won", "source", "age"))
        pairs: dict[tuple[str, str], dict[bool, int]] = {}
        for place, group in enumerate(parts.groups):
            pairs.setdefault((group["source"], group["age"]), {})[group["won"]] = place
        both = [each for each in pairs.values() if len(each) == 2]
        gaps = [parts.gap(each[True], each[False], max(1, len(both))) for each in both]
        widest = max(gaps, key=lambda gap: gap.value)
        return say(
            "finding-how_won",
            won=number_text(float(totals.values[won]), 1),
            lost=number_text(float(totals.values[lost]), 1),
            more=number_text(whole.value, 1),
            more_ends=span(whole.low, whole.high, self.text),
            part=part_word(_of_source(parts.groups[widest.first])),
            widest=number_text(widest.value, 1),
            ends=span(widest.low, widest.high, self.text),
        )


class Spending(_Coins):
    """What coins are spent on: exchanges, travel, demolition; by round, player, or `games`.

    Buildings cost cards, not coins: see `cards_spent`.
    """

    report, parts = {"by": ("purpose",)}, ("purpose", "round")
    fills = staticmethod(partial(fills_of, "purpose", PURPOSES))
    part = staticmethod(itemgetter("purpose"))

    def rows(self, by: By = ("round",)) -> pl.LazyFrame:
        keys = by if "purpose" in by else ("purpose", *by)
        rest = [key for key in keys if key != "purpose"]
        return self.quotients(keys).with_columns(share=shared("coins", rest))

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        tables, rest = self.asked.tables, [each for each in by if each != "purpose"]
        turns = with_players(tables.turns, tables.games, [*personal(rest), "cluster"])
        sums = {each: pl.col(f"spent_{each}").cast(pl.Int64).sum() for each in PURPOSE.categories}
        wide, index = turns.group_by(*rest, "cluster").agg(**sums), [*rest, "cluster"]
        long = wide.unpivot(list(sums), index=index, variable_name="purpose", value_name="coins")
        coins = long.with_columns(pl.col("purpose").cast(PURPOSE)).group_by(*by, "cluster")
        return coins.agg(pl.col("coins").sum()), self.people(self.own(by))


class CardsSpent(Ratio):
    """What cards are played for: by clause (A1 to A6), age, kind.

    `share` is that of all cards played. The kind is null where cards of several kinds paid
    together, as terrain allows (G2).
    """

    parts = ("clause", "age", "kind", "round")
    about, percent, family, value = "cards", True, "money", "share"
    axis, counts_games = "axis-share_of_cards", True

    def rows(self, by: By = ("clause", "age", "kind")) -> pl.LazyFrame:
        return self.quotients(by).drop("all_cards")

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        played = self.asked.whole.events.filter(pl.col("event") == "CardsPlayed")
        sums = {"cards": pl.col("amount").cast(pl.Int64).sum(), "actions": pl.len().cast(pl.Int64)}
        parts = self.asked.with_games(played, self.own(by)).group_by(*by, "cluster").agg(**sums)
        parts = parts.cache()
        wholes = parts.group_by(*self.own(by), "cluster").agg(all_cards=pl.col("cards").sum())
        return parts, wholes

    def estimates(self, by: Sequence[str]) -> Estimates:
        found = super().estimates(by)
        return replace(found, groups=[_several(group) for group in found.groups])

    @property
    def labels(self) -> list[str]:
        return [labels_of(self.keys, _several(row)) for row in self.frame.iter_rows(named=True)]

    def draw(self, sheet: charts.Sheet) -> Drawing:
        if not {"clause", "kind"} <= set(self.keys):
            return self.dots(sheet, notes=())
        whole = int(self.frame["cards"].sum())
        rows = self.frame.with_columns(
            share=pl.col("cards") / whole, kind=pl.col("kind").cast(pl.String).fill_null("several")
        )
        found = self.stacks(["clause"], "kind", rows)
        groups = {
            f"{say(f'action-{action}')} ({clause})": found.get(clause, {})
            for clause, action in ACTIONS.items()
        }
        totals = [sum(value for value, _ in group.values()) for group in groups.values()]
        fills = {kind.word: kind_word_fill(kind.word) for kind in KINDS}
        self.bars(
            sheet, groups, fills_of("kind", {**fills, "several": kind_word_fill(None)}),
            say(self.axis), notes=[percent_text(each, 1) for each in totals], whiskers=False,
        )  # fmt: skip
        return sheet.finished(say("n-cards", n=whole))

    def tell(self) -> str:
        if self.keys not in ((), ("clause",), ("clause", "age", "kind")):
            return self.compared(self.keys)

        def words(row: Row) -> str:
            action = ACTIONS.get(str(row["clause"]))
            return say(f"what-cards_{action}") if action else str(row["clause"])

        return self.largest("finding-cards_spent", self.estimates(["clause"]), words)


def _several(row: Row) -> dict[str, Any]:
    """A group, whose kind is "several" where it is null."""
    return {"kind": "several"} | {name: each for name, each in row.items() if each is not None}


# ------------------------------------------------------------------ the figure of wealth

BANDS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


@themed
def draw_income_bands(
    tables: LazyTables, *, ax: Axes | None = None, by_seat: bool = False, by: Sequence[str] = (),
    language: str | None = None,
) -> Drawing:  # fmt: skip
    """Draw how players' coins spread over many games, round by round: median and quantile bands.

    With `by_seat`, or columns of `games` in `by`, each group has its own median and middle half.
    """
    ax = axes_for(ax, 8.6, 4.2)
    by = ("seat",) if by_seat else tuple(by)
    rows = coin_curve(tables, by, BANDS).collect()
    groups = rows.partition_by(by, maintain_order=True) if by else [rows] if rows.height else []
    for place, group in enumerate(groups):
        coins = group.sort("round").partition_by("quantile", as_dict=True)
        lowest, low, middle, high, highest = (coins[each,]["coins"].to_list() for each in BANDS)
        x = sorted(group["round"].unique())
        if by:  # each group's median and middle half, beside those of the others
            shift = (place - (len(groups) - 1) / 2) * 0.56 / max(4, len(groups))
            x = [number + shift for number in x]
            style = player_line(place % len(PLAYERS))
            ax.vlines(x, low, high, colors=style["color"], lw=4, alpha=0.35, zorder=3)
            ax.plot(x, middle, label=labels_of(by, group.row(0, named=True)), zorder=4, **style)
        else:
            bands: dict[str, Any] = {"color": INK, "linewidth": 0}
            ax.fill_between(x, lowest, highest, alpha=0.10, label=say("legend-wide_band"), **bands)
            ax.plot(x, middle, color=INK, label=say("legend-median"), zorder=3)
            ax.fill_between(x, low, high, alpha=0.18, label=say("legend-band"), **bands)
    if by:
        ax.add_line(Line2D([], [], color=MUTED, lw=4, alpha=0.5, label=say("legend-band")))
    taxes: dict[str, Any] = {"color": MARKS["pay"].colour, "lw": 1.0, "ls": (0, (4, 2))}
    for number in tax_rounds(tables.games)["round"].unique().sort():
        ax.axvline(number, zorder=1, **taxes)
    ax.set_xlabel(say("axis-round"))
    ax.set_ylabel(say("axis-coins"))
    ax.set_title(say("title-income"))
    ax.set_xlim(-0.4, ROUNDS + 0.4)
    ax.set_ylim(0, None)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    handles, labels = ax.get_legend_handles_labels()
    words = [*labels, say("legend-taxation")]
    ax.legend(
        [*handles, Line2D([], [], **taxes)], words, loc="upper left", bbox_to_anchor=(1.0, 1.0)
    )
    return Drawing(figure_of(ax), (ax,))


# ------------------------------------------------------------------ what actions are worth

TURNED: Final = {
    "builds": "Build", "upgrades": "Upgrade", "demolitions": "Demolish", "populates": "Populate",
    "restores": "Restore", "exchanges": "Exchange", "swaps": "Swap", "travels": "Travel",
}  # fmt: skip
"""By column of `turns`: the action that it counts."""


class Worth(Mean):
    """What each action was worth: coins that a turn with it gained, as players judge positions.

    Needs `turns.value`, which an evaluation fills. A turn with several actions counts for each of
    them, so these numbers do not add up.
    """

    parts, family, value, axis = ("action", "round"), "money", "value", "axis-worth"

    def table(self, by: Sequence[str]) -> pl.LazyFrame:
        tables = self.asked.tables
        known = tables.turns.filter(pl.col("value").is_not_null())
        if known.head(1).collect().is_empty():
            raise KhronosError(say("finding-worth_unknown"))
        rows = with_players(known, tables.games, [*self.own(by), "cluster"])
        rows = rows.with_columns(pl.col("value").cast(pl.Float64))
        if "action" not in by:
            return rows
        names = pl.Enum(list(TURNED.values()))
        return pl.concat(
            rows.filter(pl.col(column) > 0).with_columns(pl.lit(action, names).alias("action"))
            for column, action in TURNED.items()
        )

    def rows(self, by: By = ("action",)) -> pl.LazyFrame:
        return in_order(self.averaged(by), by)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        return self.dots(sheet, zero=True)


# ------------------------------------------------------------------ what an income is worth

HOLDS: Final = (
    ("watchtower", "keep", "castle"),
    ("chapel", "open", "safe"),
    ("tie", "open", "safe"),
)
"""By age, from the weakest on, in the order of `traits.INCOMES`: the last parts of their words."""
LEGEND: Final = 0.3
"""Room for the legends above the lines, as a share of their height."""
LINES: Final = (("o", ":", MUTED), ("s", "--", INK), ("^", "-", INK))


@themed
def draw_income_worth(
    players: int = 4, *, ax: Axes | None = None, language: str | None = None
) -> Drawing:
    """Draw what players expect of one coin of income, by age, hold and round.

    A point says how many coins more a player has at the end, on average, for one coin more of such
    an income when the turn of that round is over. Two taxations are still to come up to round 3, so
    the most is about 2 there and about 1 later. The weights are those of `learned_value`.
    """
    if players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        raise KhronosError(f"two to five play Khronos, not {quoted(players)} (S1)")
    sheet = charts.Sheet.of(ax, "title-income_worth")
    panels = sheet.panels([say(f"age-{age.name.lower()}") for age in AGES])
    rounds = list(range(1, ROUNDS))
    for age, panel in zip(AGES, panels, strict=True):
        for hold, (marker, line, colour) in enumerate(LINES):
            trait = 1 + len(LINES) * age + hold
            worths = [stages(players)[ROUNDS - number].end[trait] for number in rounds]
            word = say(f"hold-{HOLDS[age][hold]}")
            panel.plot(rounds, worths, line, marker=marker, ms=5, color=colour, label=word)
        panel.axhline(0, color=MUTED, lw=0.8, zorder=0)
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        panel.legend(fontsize=7.5, loc="upper right", borderaxespad=0.2)
        charts.number_axis(panel.yaxis)
    low, high = panels[0].get_ylim()
    panels[0].set_ylim(low, high + LEGEND * (high - low))
    panels[0].set_ylabel(say("axis-income_worth"))
    sheet.ax.set_xlabel(say("axis-round"))
    return sheet.finished(say("income_worth-note", players=players), panels=panels)
