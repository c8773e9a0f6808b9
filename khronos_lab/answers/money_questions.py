"""Money and cards: what players earn, spend and play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis import PAID, cards_spent, coin_curve, how_won, income, spending
from khronos_lab.answers.answer import Answer, Question, of_rows
from khronos_lab.answers.chosen_games import ChosenGames
from khronos_lab.answers.sentences import ends, first_row
from khronos_lab.drawing import (
    draw_cards_spent,
    draw_how_won,
    draw_income_bands,
    draw_income_sources,
    draw_spending,
    label_of,
    part_of,
    part_word,
)
from khronos_lab.rulebook import number_text, percent_text, say

By = Sequence[str]

# ------------------------------------------------------------------ how each is worked out


def _income(asked: ChosenGames, by: By) -> pl.LazyFrame:
    keys = by if "source" in by else ("source", *by)
    return income(asked.tables, keys, paid=asked.paid if set(keys) <= set(PAID) else None)


# ------------------------------------------------------------------ what each says


def income_finding(answer: Answer) -> str:
    """What a player earns, where most comes from, and how unlike the pooled players are."""
    asked = answer.asked
    parts = answer.frame
    if answer.options["by"] != ("age",):
        parts = _income(asked, ("age",)).collect(engine="streaming")
    most = first_row(parts, "mean")
    said = say(
        "finding-income",
        total=number_text(float(parts["mean"].sum()), 1),
        part=part_word(part_of(most["source"], most["age"])),
        mean=number_text(most["mean"], 1),
        ends=ends(most, "mean"),
    )
    if len(answer.who) < 2:
        return said
    by_player = _income(asked, ("player", "source", "age")).collect(engine="streaming")
    same = by_player.filter(
        (pl.col("source") == most["source"]) & (pl.col("age") == most["age"])
    ).select("player", "mean")
    nothing = [(name, 0.0) for name in answer.who if name not in same["player"]]
    shares = sorted([*same.rows(), *nothing], key=lambda row: (row[1], row[0]))
    (poorest, least), (richest, top) = shares[0], shares[-1]
    spread = say(
        "finding-income_spread",
        poorest=poorest,
        least=number_text(least, 1),
        richest=richest,
        most=number_text(top, 1),
    )
    return f"{said} {spread}"


def wealth_finding(answer: Answer) -> str:
    """How the middle half of players stands at the end."""
    rows = answer.frame
    last = rows.filter(pl.col("round") == pl.col("round").max())
    coins = dict(last.select("quantile", "coins").iter_rows())
    return say(
        "finding-wealth",
        round=int(last["round"][0]),
        low=coins[0.25],
        high=coins[0.75],
        middle=coins[0.5],
    )


def how_won_finding(answer: Answer) -> str:
    """What winners are paid more than others."""
    rows = answer.frame
    means = {won: float(group["mean"].sum()) for (won,), group in rows.group_by("won")}
    wide = rows.select("source", "age", "won", "mean").pivot("won", values="mean").fill_null(0.0)
    if {"true", "false"} - set(wide.columns):
        return say("finding-nothing")
    gap = first_row(wide.with_columns(gap=pl.col("true") - pl.col("false")), "gap")
    return say(
        "finding-how_won",
        won=number_text(means[True], 1),
        lost=number_text(means[False], 1),
        part=part_word(part_of(gap["source"], gap["age"])),
        more=number_text(gap["gap"], 1),
    )


def spending_finding(answer: Answer) -> str:
    """What coins are spent on."""
    rows = answer.frame
    if answer.options["by"] != ("purpose",):
        rows = spending(answer.asked.tables, ("purpose",)).collect(engine="streaming")
    most = first_row(rows, "mean")
    return say(
        "finding-spending",
        total=number_text(float(rows["mean"].sum()), 1),
        purpose=label_of("purpose", most["purpose"]),
        mean=number_text(most["mean"], 1),
        ends=ends(most, "mean"),
    )


_ACTIONS = {
    "A1": "action-Build", "A2": "action-Upgrade", "A4": "action-Demolish",
    "A5": "action-Populate", "A6": "action-Restore",
}  # fmt: skip


def cards_spent_finding(answer: Answer) -> str:
    """What most cards are played for."""
    rows = answer.frame
    if "clause" not in rows.columns:
        rows = cards_spent(answer.asked.whole, ("clause",)).collect(engine="streaming")
    most = first_row(rows.group_by("clause").agg(pl.col("share").sum()), "share")
    clause = str(most["clause"])
    action = say(_ACTIONS[clause]) if clause in _ACTIONS else clause
    return say("finding-cards_spent", share=percent_text(most["share"], 0), action=action)


# ------------------------------------------------------------------ the questions

QUESTIONS: Final = (
    Question("income", _income, of_rows(draw_income_sources, "games"), income_finding,
             "limit-income", {"by": ("age",)}),
    Question("wealth", lambda asked, by: coin_curve(asked.tables, by),
             lambda answer, **how: draw_income_bands(answer.asked.tables, **how),
             wealth_finding, "limit-coin_curve", {"by": ()}),
    Question("how_won", lambda asked: how_won(asked.tables, asked.paid),
             of_rows(draw_how_won, "games"), how_won_finding, "limit-how_won", {}),
    Question("spending", lambda asked, by: spending(asked.tables, by),
             of_rows(draw_spending, "games"), spending_finding,
             "limit-spending", {"by": ("purpose",)}),
    Question("cards_spent", lambda asked, by: cards_spent(asked.whole, by),
             of_rows(draw_cards_spent, "games"), cards_spent_finding,
             "limit-cards_spent"),
)  # fmt: skip
