"""Strength and style: duels between players of the same games, ratings, what one does more of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import nan
from typing import Any, Final

import numpy as np
import polars as pl

from khronos_lab.drawing import HEAT, INK, MUTED, PAPER, Drawing, charts
from khronos_lab.players import LEVEL, student_quantile
from khronos_lab.questions.adjustment import linked
from khronos_lab.questions.columns import labels_of, measure_word
from khronos_lab.questions.intervals import Estimates, Floats, cluster_means, widened
from khronos_lab.questions.measures import players_table
from khronos_lab.questions.question import FEW, By, Question, ends, signed_text, span
from khronos_lab.questions.selection import CLUSTER, WHO, Schema, Selection
from khronos_lab.rulebook import KhronosError, near, number_text, percent_text, say, there_is_no

ELO: Final = 400 / np.log(10)
"""Points of a rating in one step of the logistic curve: 400 points are ten to one."""
STEPS: Final = 100
LONGEST_STEP: Final = 2.0
FAR: Final = 60.0
"""Steps of the logistic curve that no two players are apart."""

RATINGS: Final[Schema] = {
    "group": pl.UInt32(),
    "player": pl.String(),
    "anchor": pl.String(),
    "rating": pl.Float64(),
    "rating_low": pl.Float64(),
    "rating_high": pl.Float64(),
    "duels": pl.UInt32(),
    "clusters": pl.UInt32(),
}


def meetings(games: pl.LazyFrame) -> pl.LazyFrame:
    """Every two different players of a finished game: `score` is 1 if `one` has more coins.

    As many coins count a half. Each pair is there twice, once from either side; a player who sits
    in several seats meets the others in each of them, never himself.
    """
    seats = games.filter("finished").select(
        pl.col("game").hash(), "players", "coins", one=WHO, cluster=CLUSTER.hash()
    )
    rivals = seats.select("game", other="one", theirs="coins")
    more, same = pl.col("coins") > pl.col("theirs"), pl.col("coins") == pl.col("theirs")
    met = seats.join(rivals, on="game").filter(pl.col("one") != pl.col("other"))
    return met.select(
        "players", "cluster", "one", "other",
        score=more.cast(pl.Float64) + same.cast(pl.Float64) / 2,
    )  # fmt: skip


def duels(games: pl.LazyFrame) -> pl.LazyFrame:
    """How often each player finishes ahead of each other, by size of the table (see `Duels`).

    Intervals count seeds, not meetings: the same deal with the seats changed is one piece of
    evidence.
    """
    found = meetings(games).rename({"score": "share"})
    return cluster_means(found, ["players", "one", "other"], ["share"])


def ratings(
    games: pl.LazyFrame,
    by: Sequence[str] = (),
    *,
    anchor: str | None = None,
) -> pl.LazyFrame:
    """How much stronger each player is than the `anchor`, best first, with intervals by seed.

    See `Ratings`. Whoever never lost to those whom wins both ways link has only a lower end. Where
    nothing links players they are rated apart: `group` counts from 1, the largest first, each has
    an anchor of its own, and numbers of different groups say nothing about each other.
    """
    met = meetings(games)
    keys = list(by)
    sums = met.group_by(*keys, "cluster", "one", "other").agg(
        wins=pl.col("score").sum(), duels=pl.len()
    )
    known = sums.collect_schema()
    schema = {**{key: known[key] for key in keys}, **RATINGS}
    work = partial(_rated_groups, by=keys, anchor=anchor)
    return sums.map_batches(work, schema=pl.Schema(schema))


def rating_text(value: float | None, low: float | None, high: float | None) -> str:
    """A rating in words: a number, or the bound of somebody who never won or never lost.

    >>> rating_text(12.4, 3.0, 21.0), rating_text(None, None, -590.2)
    ('12', 'below -590')
    """
    if value is not None:
        return number_text(value, 0)
    bound = low if high is None else high
    if bound is None:
        return say("caption-unknown")
    key = "caption-below" if high is not None else "caption-above"
    return say(key, bound=number_text(bound, 0))


def _rated_groups(sums: pl.DataFrame, *, by: list[str], anchor: str | None) -> pl.DataFrame:
    names = sums["one"].unique().sort().to_list()
    if anchor is not None and names and anchor not in names:
        raise KhronosError(
            f"No player {anchor!r} met another one in these games.{near(anchor, names)}"
        )
    known = {key: sums.schema[key] for key in by}
    parts = sums.sort(by).partition_by(by, maintain_order=True) if by else [sums]
    found = [
        _rated(part, anchor=anchor).select(
            *(pl.lit(part[key][0], dtype).alias(key) for key, dtype in known.items()), pl.all()
        )
        for part in parts
        if not part.is_empty()
    ]
    return pl.concat([pl.DataFrame(schema={**known, **RATINGS}), *found])


def _rated(sums: pl.DataFrame, *, anchor: str | None) -> pl.DataFrame:
    names = sums["one"].unique().sort().to_list()
    # For each cluster a square of wins: those of each player against each other.
    _, clusters = np.unique(sums["cluster"], return_inverse=True)
    wins = np.zeros((int(clusters.max()) + 1, len(names), len(names)))
    places = (sums[each].cast(pl.Enum(names)).to_physical().to_numpy() for each in ("one", "other"))
    wins[(clusters, *places)] = sums["wins"].to_numpy()
    numbers = sums.group_by("one").agg(pl.col("duels").sum(), pl.col("cluster").n_unique())
    counts = {one: more for one, *more in numbers.iter_rows()}
    # Players whom meetings link are rated together; the largest group comes first.
    met = wins.sum(axis=0) + wins.sum(axis=0).T > 0
    rows: list[tuple[object, ...]] = []
    for number, inside in enumerate(sorted(linked(met), key=lambda group: (-len(group), group)), 1):
        own = [names[place] for place in inside]
        base = anchor if anchor in own else max(own, key=lambda name: counts[name][0])
        ends = _against(wins[:, inside][:, :, inside], own.index(base))
        rows += [
            (number, name, base, *three, *counts[name])
            for name, three in zip(own, ends, strict=True)
        ]
    frame = pl.DataFrame(rows, RATINGS, orient="row")
    never_won = pl.when(pl.col("rating_high").is_null()).then(np.inf).otherwise(-np.inf)
    order = pl.coalesce("rating", never_won)
    return frame.sort("group", order, "player", descending=[False, True, False])


_Ends = tuple[float | None, float | None, float | None]


def _against(wins: Floats, base: int) -> list[_Ends]:
    """Rating and interval of each player against the base, for squares of wins by cluster."""
    total = wins.sum(axis=0)
    near = next(each for each in linked(total > 0) if base in each)
    inner = wins[:, near][:, :, near]
    strength = _strengths(inner.sum(axis=0), near.index(base))
    reach = _reach(inner, strength, near.index(base))
    known = dict(zip(near, zip(strength, reach, strict=True), strict=True))
    found = []
    for player in range(len(total)):
        value, low, high = None, None, None
        if player not in known:
            low, high = _bound(wins, player, near, strength)
        else:
            value, width = known[player]
            if np.isfinite(width):
                low, high = value - width, value + width
        points = (None if each is None else float(each * ELO) for each in (value, low, high))
        found.append(tuple(points))
    return found  # type: ignore[return-value]


def _reach(wins: Floats, strength: Floats, base: int) -> Floats:
    """Half the interval of each difference to the base; clusters are what is independent."""
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    duels = wins + wins.transpose(0, 2, 1)
    scores = (wins - duels * chance).sum(axis=2)
    scores = scores[duels.any(axis=(1, 2))]
    others = [place for place in range(len(strength)) if place != base]
    width = np.zeros(len(strength))
    if others:
        bend = _bend(duels.sum(axis=0), chance)[np.ix_(others, others)]
        pulls = np.einsum("ij,kj->ik", np.linalg.inv(bend), scores[:, others])
        number = len(scores)
        error = np.sqrt((pulls**2).sum(axis=1) * number / max(1, number - 1))
        width[others] = student_quantile(LEVEL, number - 1) * error if number > 1 else np.inf
    return width


def _bound(
    wins: Floats, player: int, near: Sequence[int], strength: Floats
) -> tuple[float | None, float | None]:
    """The end that is known for a player who has only lost to the linked ones, or only won.

    The strongest he can be so that all his meetings end as they did with a chance of no less than
    half of 1 - LEVEL, where every cluster counts as one meeting; the others' strength is taken as
    known.
    """
    won, lost = wins[:, player, near], wins[:, near, player]
    meetings = won + lost
    clusters = int((meetings.sum(axis=1) > 0).sum())
    if not clusters:
        return None, None
    share = meetings.sum(axis=0) * (clusters / meetings.sum())
    sign = 1.0 if won.sum() else -1.0
    least = np.log((1 - LEVEL) / 2)
    # The chance of such a row grows with sign * his strength: halve the span where it crosses.
    below, above = -FAR, FAR
    for _ in range(STEPS):
        middle = (below + above) / 2
        likely = -(share * np.logaddexp(0, -(middle - sign * strength))).sum()
        below, above = (middle, above) if likely < least else (below, middle)
    return (above, None) if sign > 0 else (None, -above)


def _bend(duels: Floats, chance: Floats) -> Floats:
    """How the slope of the likelihood changes with each strength."""
    bend = -duels * chance * (1 - chance)
    np.fill_diagonal(bend, bend.diagonal() - bend.sum(axis=1))
    return bend


def _strengths(wins: Floats, base: int) -> Floats:
    """The most likely strengths for a square of wins, by Newton's method; 0 for the base."""
    duels = wins + wins.T
    found = np.zeros(len(wins))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(found[None, :] - found[:, None]))
        slope = (wins - duels * chance).sum(axis=1)
        # Only differences count; what is added keeps the matrix from being singular.
        step = np.linalg.solve(_bend(duels, chance) + 1 / len(wins), slope)
        found += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-10:
            break
    return np.asarray(found - found[base])


# ------------------------------------------------------------------ the questions


class Ratings(Question):
    """How much stronger players are than one of them; `by="players"`: each size of table.

    Ratings are those of Bradley and Terry on the scale of Elo: 400 points more are ten wins to
    one. The `anchor` has 0; without one it is whoever has most duels. Whoever never beat it, nor
    anybody who is linked with it by wins both ways, has only an upper end (`rating_high`).
    """

    report, winning, family = {"by": (), "anchor": None}, True, "strength"
    parts, about, value = ("players",), "pairs", "rating"

    def rows(self, anchor: str | None = None, by: By = ()) -> pl.LazyFrame:
        return ratings(self.asked.whole.games, by, anchor=anchor)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, self.keys
        dots = charts.dots_of(rows, "rating")
        for place, (value, low, high) in enumerate(dots):
            bound = low if high is None else high
            if value is None and bound is not None:
                marker = "<" if high is not None else ">"
                sheet.ax.plot(bound, place, marker=marker, ms=7, color=INK, mfc=PAPER, zorder=4)
        groups = rows.select(*keys, "group").rows()
        ranks = [groups[: place + 1].count(group) for place, group in enumerate(groups)]
        sizes = [labels_of(keys, row) if keys else "" for row in rows.iter_rows(named=True)]
        labels = [
            ", ".join(filter(None, (f"{rank}. {player}", size)))
            for rank, player, size in zip(ranks, rows["player"], sizes, strict=True)
        ]
        axis = say("axis-rating", anchor=tuple(rows["anchor"].unique(maintain_order=True)))
        apart = say("caption-groups_apart") if rows["group"].n_unique() > 1 else ""
        drawing = self.dots(
            sheet, axis, labels=labels, notes=[rating_text(*dot) for dot in dots], zero=True,
            below=(charts.interval_note(sheet, rows), apart),
        )  # fmt: skip
        for place in (place for place, rank in enumerate(ranks) if place and rank == 1):
            sheet.ax.axhline(place - 0.5, color=INK, linewidth=1)
        return drawing

    def tell(self) -> str:
        rows, anchor = self.frame, self.options["anchor"]
        meant = rows.filter(pl.col("anchor").eq_missing(pl.lit(anchor, pl.String)))
        rows = (rows if meant.is_empty() else meant).filter(pl.col("clusters") >= FEW)
        if rows.is_empty():
            return say("finding-ratings_few", least=FEW)
        if not self.keys:
            first = rows["group"][0]
            return self._best(rows.filter(pl.col("group") == first))
        parts = rows.partition_by([*self.keys, "group"], maintain_order=True)
        said = [
            f"{labels_of(self.keys, part.row(0, named=True))}: {self._best(part)}"
            for part in parts
            if part.height > 1
        ]
        return " ".join(said) or say("finding-ratings_few", least=FEW)

    def strength(self) -> float:
        rows = self.frame.filter(pl.col("clusters") >= FEW, pl.col("rating").is_not_null())
        if rows.height < 2:
            return 0.0
        first, second = rows.head(2).rows(named=True)
        # Against whoever has 0 the interval is the other's own.
        low = first["rating_low"] or -(second["rating_high"] or 0.0)
        low = low if second["player"] == second["anchor"] or not first["rating"] else 0.0
        return float(max(0.0, 1 / (1 + 10 ** (-low / 400)) - 0.5))

    def _best(self, rows: pl.DataFrame) -> str:
        best, *others = rows.rows(named=True)
        player, anchor = best["player"], best["anchor"]
        if best["rating"] is None:
            bound = rating_text(None, best["rating_low"], best["rating_high"])
            return say("finding-ratings_bound", player=player, anchor=anchor, bound=bound)
        known = [each for each in others if each["rating"] is not None]
        low = best["rating"] if best["rating_low"] is None else best["rating_low"]
        close = [
            each["player"]
            for each in known
            if (each["rating"] if each["rating_high"] is None else each["rating_high"]) >= low
        ]
        if player != anchor:
            points = number_text(best["rating"], 0)
            told = say(
                "finding-ratings", sure=not close, player=player, anchor=anchor, points=points,
                ends=ends(best, "rating", digits=0),
            )  # fmt: skip
        elif not known:
            return say("finding-ratings_only", player=player)
        else:  # seen from the second
            second = known[0]
            turned = {f"x_{one}": None if (end := second[f"rating_{other}"]) is None else -end
                      for one, other in (("low", "high"), ("high", "low"))}  # fmt: skip
            told = say(
                "finding-ratings_anchor", sure=not close, player=player, second=second["player"],
                points=number_text(-second["rating"], 0), ends=ends(turned, "x", digits=0),
            )  # fmt: skip
        return f"{told} {say('finding-not_ahead', others=tuple(close[:3]))}" if close else told


DARK: Final = 0.6
"""Shares from which on the letters of the table of duels are white."""


class Duels(Question):
    """How often each player finishes ahead of each of the others, by size of the table.

    `share` counts equal coins as a half; 0.5 is even, whatever the size of the table.
    """

    limit, winning, about, family = "limit-ratings", True, "pairs", "strength"

    def rows(self) -> pl.LazyFrame:
        return duels(self.asked.whole.games)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows = self.frame
        names = sorted({*rows["one"], *rows["other"]})
        sheet.set_height(charts.room_for(len(names), over=2.0))
        one_size = rows["players"].n_unique() == 1
        pairs = rows.select("one", "other", "share", "share_low", "share_high")
        if not one_size:  # those of several table sizes have no interval
            mean = (pl.col("share") * pl.col("rows")).sum() / pl.col("rows").sum()
            none = dict.fromkeys(("share_low", "share_high"), pl.lit(None, pl.Float64()))
            pairs = rows.group_by("one", "other").agg(share=mean, **none).sort("one", "other")
        shares = {(one, other): dot for one, other, *dot in pairs.iter_rows()}
        image = [[shares.get((one, other), [nan])[0] for other in names] for one in names]
        sheet.ax.imshow(image, cmap=HEAT, vmin=0, vmax=1, aspect="auto")
        for (one, other), (value, low, high) in shares.items():
            said = percent_text(value, 0)
            if low is not None and high is not None:
                ends = [percent_text(min(1.0, max(0.0, end)), 0) for end in (low, high)]
                said = f"{said}\n{ends[0]} {say('caption-to')} {ends[1]}"
            colour = PAPER if value > DARK else INK if value > 0 else MUTED
            at = names.index(other), names.index(one)
            sheet.ax.text(*at, said, ha="center", va="center", fontsize=8, color=colour)
        sheet.ax.set_xticks(range(len(names)), names, rotation=20, ha="right")
        sheet.ax.set_yticks(range(len(names)), names)
        sheet.ax.grid(visible=False)
        sheet.ax.tick_params(length=0)
        sheet.ax.spines[:].set_visible(False)
        sheet.ax.set_xlabel(say("axis-rival"))
        note = charts.interval_note(sheet, rows) if one_size else say("caption-no_interval")
        met = number_text(int(rows["rows"].sum()) // 2, 0)
        never = len(shares) < len(names) * (len(names) - 1)
        empty = (say("caption-never_met"),) if never else ()
        return sheet.finished(f"{met} {say('caption-meetings')}", note, *empty)

    def tell(self) -> str:
        keys = ["players", "one", "other"]
        met = meetings(self.asked.whole.games)
        every = Estimates.means(met, "score", keys, share=True).known(FEW)
        above = [place for place, value in enumerate(every.values) if value >= 0.5]
        if not above:
            return say("finding-duels_few", least=FEW)
        found = every.only(above)
        spans = [found.interval(place, len(above)) for place in range(len(above))]
        best = max(range(len(above)), key=lambda place: (spans[place][0], found.values[place]))
        row, (low, high) = found.groups[best], spans[best]
        others = [span[1] for place, span in enumerate(spans) if place != best]
        return say(
            "finding-duels", sure=all(low > each for each in others), one=row["one"],
            other=row["other"], share=percent_text(float(found.values[best]), 0),
            ends=span(low, high, percent_text), players=int(row["players"]),
        )  # fmt: skip


# ------------------------------------------------------------------ style

MEASURES: Final = (
    "builds", "upgrades", "populates", "restores", "demolitions", "travels", "exchanges",
    "cards_played", "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed",
    "paradoxes_caused", "paradoxes_suffered",
)  # fmt: skip
TOLD: Final = 3
"""Measures that the sentence names."""


class Style(Question):
    """What a player does more or less of than the others at the same tables: `style("greedy")`.

    `own` is the player's mean in a game, `others` that of the others at the table, `difference` the
    one less the other. `effect` is the difference in standard deviations of players. Its interval
    counts deals and allows for the number of measures.
    """

    digits, family, value = 2, "strength", "effect"

    def __init__(self, asked: Selection, *given: Any, **options: Any) -> None:  # noqa: ANN401
        super().__init__(asked, *given, **options)
        who, everybody = self.options["player"], asked.who
        if who is not None and who not in everybody:
            raise KhronosError(there_is_no("player", who, everybody))
        if who is None and len(everybody) > 1:
            raise KhronosError(f'Whose style? style("{everybody[0]}"), say.')
        self.player = "".join(everybody) if who is None else str(who)

    def rows(self, player: str | None = None) -> pl.DataFrame:
        everybody = players_table(Selection(self.asked.whole)).with_columns(
            pl.col(MEASURES).cast(pl.Float64), mine=pl.col("player") == self.player
        )
        spread = everybody.select(pl.col(MEASURES).std()).collect().row(0, named=True)
        means = (
            pl.col(each).filter(pl.col("mine") == mine).mean().alias(f"{side} {each}")
            for side, mine in (("own", True), ("others", False))
            for each in MEASURES
        )
        sides = everybody.group_by("game", "cluster").agg(means)
        told = []
        for each in MEASURES:
            own, others = pl.col(f"own {each}"), pl.col(f"others {each}")
            values = sides.select("cluster", own=own, others=others, difference=own - others)
            values = values.filter(pl.col("difference").is_not_null())
            found = cluster_means(values, [], ["own", "others", "difference"]).collect()
            if not found.is_empty() and spread[each]:
                told.append({"measure": each, **found.row(0, named=True), "sd": spread[each]})
        if not told:
            return pl.DataFrame(schema={"measure": pl.String})
        frame = pl.DataFrame(told)
        wider = widened(len(told), max(frame["clusters"]))
        middle, ends = pl.col("difference"), ("", "_low", "_high")
        frame = frame.with_columns(
            (middle + (pl.col(f"difference{end}") - middle) * wider).alias(f"difference{end}")
            for end in ends[1:]
        )
        effects = {f"effect{end}": pl.col(f"difference{end}") / pl.col("sd") for end in ends}
        columns = ("measure", "own", "others", *(f"difference{end}" for end in ends), *effects)
        frame = frame.with_columns(**effects).select(*columns, "rows", "clusters")
        return frame.sort("effect", descending=True)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        labels = [measure_word(each) for each in self.frame["measure"]]
        across = say("axis-style", player=self.player)
        return self.dots(sheet, across, notes=(), zero=True, labels=labels)

    def tell(self) -> str:
        if max(self.frame["clusters"]) < FEW:
            return say("finding-style_few", player=self.player, least=FEW)
        clear = self.frame.filter((pl.col("effect_low") > 0) | (pl.col("effect_high") < 0))
        if clear.is_empty():
            return say("finding-style_none", player=self.player, n=self.frame.height)
        text = partial(signed_text, digits=2)
        told = tuple(
            say(
                "finding-style_measure", measure=measure_word(row["measure"]),
                own=self.text(row["own"]), others=self.text(row["others"]),
                ends=span(row["difference_low"], row["difference_high"], text),
            )
            for row in clear.sort(-pl.col("effect").abs()).head(TOLD).iter_rows(named=True)
        )  # fmt: skip
        said = {"player": self.player, "n": clear.height, "all": self.frame.height}
        return say("finding-style", told=told, **said)
