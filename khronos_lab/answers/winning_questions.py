"""Winning: what goes with it, from the seat to the cards, and when it is decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis import (
    LIMITS,
    cards_held,
    comebacks,
    decided,
    fair_seats,
    first_seat,
    hand_results,
    luck,
    openings,
    payoff,
    rated_openings,
    seat_effects,
)
from khronos_lab.answers.answer import Answer, Question, of_rows
from khronos_lab.answers.chosen_games import ChosenGames
from khronos_lab.answers.sentences import (
    Row,
    chance_text,
    ends,
    first_row,
    keys_of,
    points_text,
    way,
)
from khronos_lab.drawing import (
    draw_cards_held,
    draw_comebacks,
    draw_decided,
    draw_hand_results,
    draw_luck,
    draw_openings,
    draw_payoff,
    draw_seats,
    label_of,
    labels_of,
    opening_words,
)
from khronos_lab.rulebook import capital, number_text, percent_text, say

By = Sequence[str]

# ------------------------------------------------------------------ how each is worked out


def _seats(asked: ChosenGames, adjust: str | None) -> pl.LazyFrame:
    return seat_effects(asked.fared) if adjust is None else fair_seats(asked.fared)


def _openings(asked: ChosenGames, by: By) -> pl.LazyFrame:
    (key,) = by
    read = asked.read("openings")
    told = openings(asked.whole.events) if read is None else read
    return rated_openings(told, asked.fared, key)


# ------------------------------------------------------------------ what each says


def seats_finding(answer: Answer) -> str:
    """One pooled number and the joint test; without the adjustment the place furthest from 0."""
    if answer.options.get("adjust") is None:
        return _seats_raw(answer)
    row = first_seat(answer.asked.fared).collect(engine="streaming")
    first = row.filter("first").row(0, named=True) if row["first"].any() else {}
    if first.get("gain") is None:
        return say("finding-nothing")
    return say(
        "finding-seats",
        way=way(first, "gain"),
        points=points_text(first["gain"], 1),
        ends=ends(first, "gain", points_text),
        p=chance_text(answer.frame["p"][0]),
    )


def _seats_raw(answer: Answer) -> str:
    rows = answer.frame.with_columns(_far=pl.col("advantage").abs())
    row = first_row(rows, "_far")
    return say(
        "finding-seats_raw",
        place=capital(label_of("place", row["place"])),
        players=int(row["players"]),
        win=percent_text(row["win"], 0),
        ends=ends(row, "win", percent_text, 0),
        chance=percent_text(1 / row["players"], 0),
    )


def openings_finding(answer: Answer) -> str:
    """The opening that surely goes with most wins of the same player, if any does."""
    best = first_row(answer.frame, "advantage_low")
    if best["advantage"] is None:
        return say("finding-nothing")
    (key,) = answer.options["by"]
    return say(
        "finding-openings",
        way=way(best, "advantage"),
        opening=opening_words(best[key]),
        points=points_text(best["advantage"], 1),
        ends=ends(best, "advantage", points_text),
        n=answer.frame.height,
        p=chance_text(best["p"]),
    )


def hands_finding(answer: Answer) -> str:
    """How those with the best hands do."""
    known = answer.frame.filter(pl.col("clusters") > 1)
    if known.is_empty():
        return say("finding-nothing")
    best = first_row(known, "strength")
    return say(
        "finding-hands",
        strength=number_text(best["strength"], 2),
        points=points_text(best["advantage"], 1),
        ends=ends(best, "advantage", points_text),
    )


def luck_finding(answer: Answer) -> str:
    """How much hands explain, and whether groups differ."""
    keys = keys_of(answer)
    rows = answer.frame.rows(named=True)
    if not keys or len(rows) == 1:
        row = rows[0]
        return say(
            "finding-luck", share=percent_text(row["explained"] or 0.0, 1),
            ends=ends(row, "explained", percent_text)
        )  # fmt: skip
    groups = tuple(
        say(
            "finding-luck_group",
            group=labels_of(keys, row),
            share=percent_text(row["explained"] or 0.0, 1),
            ends=ends(row, "explained", percent_text),
        )
        for row in rows
    )
    return say("finding-luck_groups", groups=groups, apart=_apart(rows))


def _apart(rows: Sequence[Row]) -> bool:
    """True if the intervals of some two rows have nothing in common."""
    low = [row["explained_low"] for row in rows if row["explained_low"] is not None]
    high = [row["explained_high"] for row in rows if row["explained_high"] is not None]
    return bool(low and high) and max(low) > min(high)


def cards_held_finding(answer: Answer) -> str:
    """The kind that hands hold most of."""
    most = first_row(answer.frame, "mean")
    return say(
        "finding-cards_held",
        kind=label_of("kind", most["kind"]),
        mean=number_text(most["mean"], 2),
        ends=ends(most, "mean", digits=2),
    )


def lead_changes_finding(answer: Answer) -> str:
    """How many games are open until the last taxation."""
    rows = answer.frame
    last = first_row(rows, "round")
    for key in keys_of(answer):  # the first group of those told apart
        rows = rows.filter(pl.col(key).eq_missing(last[key]))
    before = rows.filter(pl.col("round") < last["round"])
    often = first_row(before, "share") if before.height else last
    return say(
        "finding-lead_changes",
        share=percent_text(last["share"], 0),
        ends=ends(last, "share", percent_text, 0),
        round=int(last["round"]),
        often=int(often["round"]),
        most=percent_text(often["share"], 0),
    )


def comebacks_finding(answer: Answer) -> str:
    """The chance from ten coins behind, a round before the end."""
    rounds = sorted(set(answer.frame["round"]))
    number = rounds[-2] if len(rounds) > 1 else rounds[-1]
    rows = answer.frame.filter((pl.col("round") == number) & (pl.col("behind") > 0))
    near = rows.filter(pl.col("behind") <= 10)
    if near.is_empty():
        return say("finding-nothing")
    row = first_row(near, "behind")
    least = int(row["behind"])
    most = next((limit - 1 for limit in LIMITS if limit > least), least)
    return say(
        "finding-comebacks",
        least=least,
        most=most,
        round=int(number),
        share=percent_text(row["win"], 1),
        ends=ends(row, "win", percent_text),
    )


def payoff_finding(answer: Answer) -> str:
    """What goes with doing it, against similar players who do not."""
    rows = {row["did"]: row for row in answer.frame.iter_rows(named=True)}
    if set(rows) != {True, False} or rows[True]["gain"] is None:
        return say("finding-payoff_never")
    row = rows[True]
    sign = "+" if row["gain"] > 0 else ""
    return say("finding-payoff", coins=sign + number_text(row["gain"], 1), ends=ends(row, "gain"))


# ------------------------------------------------------------------ the questions

QUESTIONS: Final = (
    Question("seats", _seats, of_rows(draw_seats), seats_finding,
             "limit-seat_effects", {"adjust": "player"}),
    Question("openings", _openings, lambda answer, **how: draw_openings(
                 answer.frame.rename({answer.options["by"][0]: "opening"}), **how),
             openings_finding, "limit-openings", {"by": ("opening",)}),
    Question("hands", lambda asked, rounds: hand_results(asked.tables, asked.fared, rounds=rounds),
             of_rows(draw_hand_results), hands_finding, "limit-hand_results"),
    Question("luck", lambda asked, by, rounds: luck(
                 asked.tables, asked.fared, by, rounds=rounds),
             of_rows(draw_luck), luck_finding, "limit-luck", {"by": (), "rounds": ()}),
    Question("cards_held", lambda asked, by: cards_held(asked.tables, by),
             of_rows(draw_cards_held), cards_held_finding, "limit-cards_held"),
    Question("lead_changes", lambda asked, by: decided(asked.whole, by, stood=asked.stood),
             of_rows(draw_decided), lead_changes_finding, "limit-lead_changes", {"by": ()}),
    Question("comebacks", lambda asked, by: comebacks(
                 asked.whole, by, seats=asked.seats, stood=asked.stood),
             of_rows(draw_comebacks), comebacks_finding, "limit-comebacks", {"by": ()}),
    Question("pays", lambda asked, done: payoff(asked.whole, done, fared=asked.fared),
             of_rows(draw_payoff), payoff_finding, "limit-payoff"),
)  # fmt: skip
