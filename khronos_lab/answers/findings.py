"""Findings: what the rows of an answer say, in one sentence or two of the catalogue.

Each takes an answer that has rows and a language. The words are `finding-…` in the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from khronos_lab.analysis.statistics.income import income as income_of
from khronos_lab.analysis.statistics.leads import LIMITS
from khronos_lab.analysis.statistics.ratings import rating_text
from khronos_lab.analysis.statistics.seats import first_seat
from khronos_lab.drawing.statistics.labels_and_fills import (
    label_of,
    labels_of,
    measure_word,
    opening_words,
    part_of,
    part_word,
)
from khronos_lab.rulebook.language import capital, number_text, percent_text, say

if TYPE_CHECKING:
    from khronos_lab.answers.answer import Answer

Text = Callable[[float, int, str | None], str]
Row = Mapping[str, Any]

# ------------------------------------------------------------------ numbers in words


def ends(
    row: Row, name: str, language: str | None, text: Text = number_text, digits: int = 1
) -> str:
    """Both ends of the interval beside a number."""
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    if low is None or high is None:
        return say("finding-no_ends", language)
    return say(
        "finding-ends",
        language,
        low=text(low, digits, language),
        high=text(high, digits, language),
    )


def points_text(value: float, digits: int = 1, language: str | None = None) -> str:
    """A change of a share in percentage points, with its sign.

    >>> points_text(0.0312), points_text(-0.02, 0, "de")
    ('+3.1', '-2')
    """
    sign = "+" if round(value * 100, digits) > 0 else ""
    return sign + number_text(value * 100, digits, language)


def chance_text(value: float | None, language: str | None = None) -> str:
    """A probability; one that is smaller than the draws can show is said as a bound."""
    if value is None:
        return say("caption-unknown", language)
    if value < 0.001:
        return say("caption-below", language, bound=percent_text(0.001, 1, language))
    return percent_text(value, 1 if value < 0.1 else 0, language)


def _first(frame: pl.DataFrame, by: str, *, descending: bool = True) -> Row:
    """The row with the largest (or least) value; the first of equals."""
    return frame.sort(by, descending=descending, nulls_last=True, maintain_order=True).row(
        0, named=True
    )


def _keys(answer: Answer) -> list[str]:
    return [name for name in answer.options.get("by", ()) if name in answer.frame.columns]


# ------------------------------------------------------------------ money


def income(answer: Answer, language: str | None) -> str:
    """What a player earns, where most comes from, and how unlike the pooled players are."""
    games = answer.asked.tables
    parts = income_of(games, ("source", "age")).collect(engine="streaming")
    most = _first(parts, "mean")
    said = say(
        "finding-income",
        language,
        total=number_text(float(parts["mean"].sum()), 1, language),
        part=part_word(part_of(most["source"], most["age"]), language),
        mean=number_text(most["mean"], 1, language),
        ends=ends(most, "mean", language),
    )
    if len(answer.who) < 2:
        return said
    by_player = income_of(games, ("player", "source", "age")).collect(engine="streaming")
    same = by_player.filter(
        (pl.col("source") == most["source"]) & (pl.col("age") == most["age"])
    ).select("player", "mean")
    nothing = [(name, 0.0) for name in answer.who if name not in same["player"]]
    shares = sorted([*same.rows(), *nothing], key=lambda row: (row[1], row[0]))
    (poorest, least), (richest, top) = shares[0], shares[-1]
    spread = say(
        "finding-income_spread",
        language,
        poorest=poorest,
        least=number_text(least, 1, language),
        richest=richest,
        most=number_text(top, 1, language),
    )
    return f"{said} {spread}"


def wealth(answer: Answer, language: str | None) -> str:
    """How the middle half of players stands at the end."""
    rows = answer.frame
    last = rows.filter(pl.col("round") == pl.col("round").max())
    coins = dict(last.select("quantile", "coins").iter_rows())
    return say(
        "finding-wealth",
        language,
        round=int(last["round"][0]),
        low=coins[0.25],
        high=coins[0.75],
        middle=coins[0.5],
    )


def how_won(answer: Answer, language: str | None) -> str:
    """What winners are paid more than others."""
    rows = answer.frame
    means = {won: float(group["mean"].sum()) for (won,), group in rows.group_by("won")}
    wide = rows.select("source", "age", "won", "mean").pivot("won", values="mean").fill_null(0.0)
    if {"true", "false"} - set(wide.columns):
        return say("finding-nothing", language)
    gap = _first(wide.with_columns(gap=pl.col("true") - pl.col("false")), "gap")
    return say(
        "finding-how_won",
        language,
        won=number_text(means[True], 1, language),
        lost=number_text(means[False], 1, language),
        part=part_word(part_of(gap["source"], gap["age"]), language),
        more=number_text(gap["gap"], 1, language),
    )


def spending(answer: Answer, language: str | None) -> str:
    """What coins are spent on."""
    from khronos_lab.analysis.statistics.spending import spending as spending_of

    rows = spending_of(answer.asked.tables, ("purpose",)).collect(engine="streaming")
    most = _first(rows, "mean")
    return say(
        "finding-spending",
        language,
        total=number_text(float(rows["mean"].sum()), 1, language),
        purpose=label_of("purpose", most["purpose"], language),
        mean=number_text(most["mean"], 1, language),
        ends=ends(most, "mean", language),
    )


_ACTIONS = {
    "A1": "action-Build", "A2": "action-Upgrade", "A4": "action-Demolish",
    "A5": "action-Populate", "A6": "action-Restore",
}  # fmt: skip


def cards_spent(answer: Answer, language: str | None) -> str:
    """What most cards are played for."""
    most = _first(answer.frame.group_by("clause").agg(pl.col("share").sum()), "share")
    clause = str(most["clause"])
    action = say(_ACTIONS[clause], language) if clause in _ACTIONS else clause
    return say(
        "finding-cards_spent",
        language,
        share=percent_text(most["share"], 0, language),
        action=action,
    )


# ------------------------------------------------------------------ buildings


def survival(answer: Answer, language: str | None) -> str:
    """Which buildings are lost soonest and which last, at the last time all curves reach."""
    keys, rows = _keys(answer), answer.frame
    groups = rows.partition_by(keys, maintain_order=True) if keys else [rows]
    # Later times rest on few buildings: compare where every group still has some.
    time = min(int(_reliable(group)) for group in groups)
    at = [group.filter(pl.col("time") <= time).tail(1).row(0, named=True) for group in groups]
    worst, best = (pick(at, key=lambda row: row["survival"]) for pick in (min, max))
    if len(groups) == 1:
        return say(
            "finding-survival_one", language, share=percent_text(worst["survival"], 0, language),
            ends=ends(worst, "survival", language, percent_text, 0), time=time,
        )  # fmt: skip
    return say(
        "finding-survival",
        language,
        group=labels_of(keys, worst, language),
        share=percent_text(worst["survival"], 0, language),
        ends=ends(worst, "survival", language, percent_text, 0),
        time=time,
        best=labels_of(keys, best, language),
        most=percent_text(best["survival"], 0, language),
    )


def _reliable(curve: pl.DataFrame) -> int:
    """The last time at which a tenth of the buildings was still followed."""
    start = curve["at_risk"].max() or 0
    known = curve.filter(pl.col("at_risk") * 10 >= start)
    return int(known["time"].max() or 0)  # type: ignore[arg-type]


def fates(answer: Answer, language: str | None) -> str:
    """The most common end among those that are one."""
    keys = _keys(answer)
    last = answer.frame.group_by(*keys, "fate", maintain_order=True).agg(
        pl.col("incidence", "incidence_low", "incidence_high").last()
    )
    most = _first(last, "incidence")
    return say(
        "finding-fates",
        language,
        group=labels_of(keys, most, language) if keys else say("caption-all_players", language),
        fate=label_of("fate", most["fate"], language),
        share=percent_text(most["incidence"], 0, language),
        ends=ends(most, "incidence", language, percent_text, 0),
    )


def shadows(answer: Answer, language: str | None) -> str:
    """How many copies are cast, blocked or missing."""
    counts = dict(answer.frame.group_by("outcome").agg(pl.col("number").sum()).iter_rows())
    whole = sum(counts.values())
    share = {name: percent_text(counts.get(name, 0) / whole, 0, language) for name in _OUTCOMES}
    return say(
        "finding-shadows",
        language,
        n=whole,
        share=share["cast"],
        blocked=share["blocked"],
        missing=share["missing"],
    )


_OUTCOMES = ("cast", "blocked", "missing")


def paradoxes(answer: Answer, language: str | None) -> str:
    """How many buildings are lost, and how many of them are one's own."""
    rows = answer.frame
    whole = int(rows["number"].sum())
    own = int(rows.filter(pl.col("victim") == "own")["number"].sum())
    return say(
        "finding-paradoxes",
        language,
        mean=number_text(whole / answer.games, 2, language),
        share=percent_text(own / whole, 0, language),
    )


def domains(answer: Answer, language: str | None) -> str:
    """How often domains join and split."""
    sums = dict(answer.frame.group_by("event").agg(pl.col("per_game").sum()).iter_rows())
    return say(
        "finding-domains",
        language,
        joined=number_text(sums.get("DomainsJoined", 0.0), 1, language),
        split=number_text(sums.get("DomainSplit", 0.0), 1, language),
    )


def cascades(answer: Answer, language: str | None) -> str:
    """How long chains are at most, and mostly."""
    counts = answer.frame.group_by("length").agg(pl.col("number").sum()).sort("length")
    reached = counts.with_columns(share=pl.col("number").cum_sum() / pl.col("number").sum())
    short = reached.filter(pl.col("share") >= 0.9).row(0, named=True)
    return say(
        "finding-cascades",
        language,
        length=int(counts["length"][-1]),
        share=percent_text(short["share"], 0, language),
        short=int(short["length"]),
    )


# ------------------------------------------------------------------ players


def seats(answer: Answer, language: str | None) -> str:
    """One pooled number and the joint test; without the adjustment the place furthest from 0."""
    if answer.options.get("adjust") is None:
        return _seats_raw(answer, language)
    row = first_seat(answer.asked.fared).collect(engine="streaming")
    first = row.filter("first").row(0, named=True) if row["first"].any() else {}
    if first.get("gain") is None:
        return say("finding-nothing", language)
    return say(
        "finding-seats",
        language,
        points=points_text(first["gain"], 1, language),
        ends=ends(first, "gain", language, points_text),
        p=chance_text(answer.frame["p"][0], language),
    )


def _seats_raw(answer: Answer, language: str | None) -> str:
    rows = answer.frame.with_columns(_far=pl.col("advantage").abs())
    row = _first(rows, "_far")
    return say(
        "finding-seats_raw",
        language,
        place=capital(label_of("place", row["place"], language)),
        players=int(row["players"]),
        win=percent_text(row["win"], 0, language),
        ends=ends(row, "win", language, percent_text, 0),
        chance=percent_text(1 / row["players"], 0, language),
    )


def openings(answer: Answer, language: str | None) -> str:
    """The opening that goes with most wins of the same player."""
    best = _first(answer.frame, "advantage")
    if best["advantage"] is None:
        return say("finding-nothing", language)
    (key,) = answer.options["by"]
    return say(
        "finding-openings",
        language,
        opening=opening_words(best[key], language),
        points=points_text(best["advantage"], 1, language),
        ends=ends(best, "advantage", language, points_text),
        n=answer.frame.height,
        p=chance_text(best["p"], language),
    )


def hands(answer: Answer, language: str | None) -> str:
    """How those with the best hands do."""
    known = answer.frame.filter(pl.col("clusters") > 1)
    if known.is_empty():
        return say("finding-nothing", language)
    best = _first(known, "strength")
    return say(
        "finding-hands",
        language,
        strength=number_text(best["strength"], 2, language),
        points=points_text(best["advantage"], 1, language),
        ends=ends(best, "advantage", language, points_text),
    )


def luck(answer: Answer, language: str | None) -> str:
    """How much hands explain, and whether groups differ."""
    keys = _keys(answer)
    rows = answer.frame.rows(named=True)
    if not keys or len(rows) == 1:
        row = rows[0]
        return say(
            "finding-luck", language, share=percent_text(row["explained"] or 0.0, 1, language),
            ends=ends(row, "explained", language, percent_text),
        )  # fmt: skip
    groups = tuple(
        say(
            "finding-luck_group",
            language,
            group=labels_of(keys, row, language),
            share=percent_text(row["explained"] or 0.0, 1, language),
            ends=ends(row, "explained", language, percent_text),
        )
        for row in rows
    )
    return say("finding-luck_groups", language, groups=groups, apart=_apart(rows))


def _apart(rows: Sequence[Row]) -> bool:
    """True if the intervals of some two rows have nothing in common."""
    low = [row["explained_low"] for row in rows if row["explained_low"] is not None]
    high = [row["explained_high"] for row in rows if row["explained_high"] is not None]
    return bool(low and high) and max(low) > min(high)


def cards_held(answer: Answer, language: str | None) -> str:
    """The kind that hands hold most of."""
    most = _first(answer.frame, "mean")
    return say(
        "finding-cards_held",
        language,
        kind=label_of("kind", most["kind"], language),
        mean=number_text(most["mean"], 2, language),
        ends=ends(most, "mean", language, digits=2),
    )


def coverage(answer: Answer, language: str | None) -> str:
    """How many clauses came up, and which of them least."""
    sums = answer.frame.group_by("clause", maintain_order=True).agg(pl.col("number").sum())
    came = sums.filter(pl.col("number") > 0)
    if came.is_empty():
        return say("finding-nothing", language)
    rarest = _first(came, "number", descending=False)
    return say(
        "finding-coverage",
        language,
        n=came.height,
        all=sums.height,
        clause=str(rarest["clause"]),
        number=int(rarest["number"]),
    )


def ratings(answer: Answer, language: str | None) -> str:
    """Who is strongest, against the anchor; by table where tables are rated apart."""
    keys = _keys(answer)
    rows = answer.frame
    meant = rows.filter(
        pl.col("anchor").eq_missing(pl.lit(answer.options.get("anchor"), pl.String))
    )
    rows = rows if meant.is_empty() else meant
    best = rows.unique(keys, keep="first", maintain_order=True) if keys else rows
    if keys:
        named = tuple(
            say("finding-ratings_size", language, player=row["player"],
                players=labels_of(keys, row, language))
            for row in best.iter_rows(named=True)
        )  # fmt: skip
        anchors = tuple(rows["anchor"].unique(maintain_order=True))
        return say("finding-ratings_sizes", language, best=named, anchor=anchors)
    row = best.row(0, named=True)
    player, anchor = row["player"], row["anchor"]
    if player == anchor:
        second = answer.frame.row(1, named=True)
        points = rating_text(
            second["rating"], second["rating_low"], second["rating_high"], language
        )
        return say(
            "finding-ratings_anchor", language, player=player, second=second["player"],
            points=points, ends=ends(second, "rating", language, digits=0),
        )  # fmt: skip
    if row["rating"] is None:
        bound = rating_text(None, row["rating_low"], row["rating_high"], language)
        return say("finding-ratings_bound", language, player=player, anchor=anchor, bound=bound)
    return say(
        "finding-ratings",
        language,
        player=player,
        anchor=anchor,
        points=number_text(row["rating"], 0, language),
        ends=ends(row, "rating", language, digits=0),
    )


def duels(answer: Answer, language: str | None) -> str:
    """The most one-sided pair."""
    row = _first(answer.frame, "share")
    return say(
        "finding-duels",
        language,
        one=row["one"],
        other=row["other"],
        share=percent_text(row["share"], 0, language),
        ends=ends(row, "share", language, percent_text, 0),
    )


def lead_changes(answer: Answer, language: str | None) -> str:
    """How many games are open until the last taxation."""
    rows = answer.frame
    last = _first(rows, "round")
    for key in _keys(answer):  # the first group of those told apart
        rows = rows.filter(pl.col(key).eq_missing(last[key]))
    before = rows.filter(pl.col("round") < last["round"])
    often = _first(before, "share") if before.height else last
    return say(
        "finding-lead_changes",
        language,
        share=percent_text(last["share"], 0, language),
        ends=ends(last, "share", language, percent_text, 0),
        round=int(last["round"]),
        often=int(often["round"]),
        most=percent_text(often["share"], 0, language),
    )


def comebacks(answer: Answer, language: str | None) -> str:
    """The chance from ten coins behind, a round before the end."""
    rounds = sorted(set(answer.frame["round"]))
    number = rounds[-2] if len(rounds) > 1 else rounds[-1]
    rows = answer.frame.filter((pl.col("round") == number) & (pl.col("behind") > 0))
    near = rows.filter(pl.col("behind") <= 10)
    if near.is_empty():
        return say("finding-nothing", language)
    row = _first(near, "behind")
    least = int(row["behind"])
    most = next((limit - 1 for limit in LIMITS if limit > least), least)
    return say(
        "finding-comebacks",
        language,
        least=least,
        most=most,
        round=int(number),
        share=percent_text(row["win"], 1, language),
        ends=ends(row, "win", language, percent_text),
    )


def compare(answer: Answer, language: str | None) -> str:
    """How many measures differ, and which most clearly."""
    rows = answer.frame
    clear = rows.filter("differs")
    if clear.is_empty():
        return say("finding-compare_none", language, all=rows.height)
    most = _first(clear.with_columns(_far=pl.col("effect").abs()), "_far")
    first, second = answer.options["names"]
    return say(
        "finding-compare",
        language,
        n=clear.height,
        all=rows.height,
        measure=measure_word(most["measure"], language),
        one=number_text(most["one"], 2, language),
        other=number_text(most["other"], 2, language),
        first=first,
        second=second,
    )


def heat(answer: Answer, language: str | None) -> str:
    """The hottest square."""
    row = answer.frame.row(0, named=True)
    values = {
        "square": row["square"],
        "age": label_of("age", row["age"], language),
        "share": percent_text(row["share"], 0, language),
        "ends": ends(row, "share", language, percent_text, 0),
    }
    what = answer.options["what"]
    if what == "controlled":
        del values["ends"]
    return say(_HEAT[what], language, **values)


_HEAT = {
    "built": "finding-heat_built", "erased": "finding-heat_erased",
    "contested": "finding-heat_contested", "controlled": "finding-heat_controlled",
}  # fmt: skip


def payoff(answer: Answer, language: str | None) -> str:
    """What goes with doing it, against like players who do not."""
    rows = {row["did"]: row for row in answer.frame.iter_rows(named=True)}
    if set(rows) != {True, False} or rows[True]["gain"] is None:
        return say("finding-payoff_never", language)
    row = rows[True]
    sign = "+" if row["gain"] > 0 else ""
    return say(
        "finding-payoff",
        language,
        coins=sign + number_text(row["gain"], 1, language),
        ends=ends(row, "gain", language),
    )
