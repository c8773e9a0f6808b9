"""Players and sets of games against each other, and which clauses came up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis import (
    balance_measures,
    balanced,
    clause_coverage,
    compare,
    duels,
    game_measures,
    player_measures,
    rating_text,
    ratings,
)
from khronos_lab.answers.answer import Answer, Question, of_rows
from khronos_lab.answers.chosen_games import ChosenGames
from khronos_lab.answers.sentences import ends, first_row, keys_of
from khronos_lab.drawing import (
    draw_balance,
    draw_comparison,
    draw_coverage,
    draw_duels,
    draw_ratings,
    labels_of,
    measure_word,
)
from khronos_lab.rulebook import number_text, percent_text, say

# ------------------------------------------------------------------ how each is worked out


def _compare(
    asked: ChosenGames,
    other: ChosenGames,
    names: tuple[str, str],
    measures: Sequence[str] | None = None,
) -> pl.LazyFrame:
    del names
    by_player = asked.seats is not None or other.seats is not None
    rows = _player_rows if by_player else _game_rows
    return compare(rows(asked), rows(other), measures)


def _balance(asked: ChosenGames, variants: Mapping[str, ChosenGames]) -> pl.LazyFrame:
    others = {name: balance_measures(each.whole) for name, each in variants.items()}
    return balanced(balance_measures(asked.whole), others)


def _game_rows(asked: ChosenGames) -> pl.LazyFrame:
    return game_measures(asked.whole)


def _player_rows(asked: ChosenGames) -> pl.LazyFrame:
    rows = player_measures(asked.whole)
    if asked.seats is None:
        return rows
    return rows.join(asked.seats, on=["game", "seat"], how="semi", maintain_order="left")


# ------------------------------------------------------------------ what each says


def ratings_finding(answer: Answer) -> str:
    """Who is strongest, against the anchor; by table where tables are rated apart."""
    keys = keys_of(answer)
    rows = answer.frame
    meant = rows.filter(
        pl.col("anchor").eq_missing(pl.lit(answer.options.get("anchor"), pl.String))
    )
    rows = rows if meant.is_empty() else meant
    best = rows.unique(keys, keep="first", maintain_order=True) if keys else rows
    if keys:
        named = tuple(
            say("finding-ratings_size", player=row["player"],
                players=labels_of(keys, row))
            for row in best.iter_rows(named=True)
        )  # fmt: skip
        anchors = tuple(rows["anchor"].unique(maintain_order=True))
        return say("finding-ratings_sizes", best=named, anchor=anchors)
    row = best.row(0, named=True)
    player, anchor = row["player"], row["anchor"]
    if player == anchor:
        second = answer.frame.row(1, named=True)
        points = rating_text(second["rating"], second["rating_low"], second["rating_high"])
        return say(
            "finding-ratings_anchor", player=player, second=second["player"],
            points=points, ends=ends(second, "rating", digits=0)
        )  # fmt: skip
    if row["rating"] is None:
        bound = rating_text(None, row["rating_low"], row["rating_high"])
        return say("finding-ratings_bound", player=player, anchor=anchor, bound=bound)
    return say(
        "finding-ratings",
        player=player,
        anchor=anchor,
        points=number_text(row["rating"], 0),
        ends=ends(row, "rating", digits=0),
    )


def duels_finding(answer: Answer) -> str:
    """The most one-sided pair."""
    row = first_row(answer.frame, "share")
    return say(
        "finding-duels",
        one=row["one"],
        other=row["other"],
        share=percent_text(row["share"], 0),
        ends=ends(row, "share", percent_text, 0),
    )


def compare_finding(answer: Answer) -> str:
    """How many measures differ, and which most clearly."""
    rows = answer.frame
    clear = rows.filter("differs")
    if clear.is_empty():
        return say("finding-compare_none", all=rows.height)
    most = first_row(clear.with_columns(_far=pl.col("effect").abs()), "_far")
    first, second = answer.options["names"]
    return say(
        "finding-compare",
        n=clear.height,
        all=rows.height,
        measure=measure_word(most["measure"]),
        one=number_text(most["one"], 2),
        other=number_text(most["other"], 2),
        first=first,
        second=second,
    )


def balance_finding(answer: Answer) -> str:
    """Variant by variant: how much differs, what most clearly, and what a player ends with."""
    said = []
    for rows in answer.frame.partition_by("variant", maintain_order=True):
        coins = rows.filter(pl.col("measure") == "coins").row(0, named=True)
        sign = "+" if coins["difference"] > 0 else ""
        told: dict[str, object] = {
            "variant": coins["variant"], "all": rows.height,
            "coins": sign + number_text(coins["difference"], 1),
            "ends": ends(coins, "difference"),
        }  # fmt: skip
        clear = rows.filter("differs")
        if clear.is_empty():
            said.append(say("finding-balance_none", **told))
            continue
        most = first_row(clear.with_columns(_far=pl.col("effect").abs()), "_far")
        told |= {
            "n": clear.height, "measure": measure_word(most["measure"]),
            "usual": number_text(most["usual"], 2),
            "changed": number_text(most["changed"], 2),
        }  # fmt: skip
        said.append(say("finding-balance", **told))
    return " ".join(said)


def coverage_finding(answer: Answer) -> str:
    """How many clauses came up, and which of them least."""
    sums = answer.frame.group_by("clause", maintain_order=True).agg(pl.col("number").sum())
    came = sums.filter(pl.col("number") > 0)
    if came.is_empty():
        return say("finding-nothing")
    rarest = first_row(came, "number", descending=False)
    return say(
        "finding-coverage",
        n=came.height,
        all=sums.height,
        clause=str(rarest["clause"]),
        number=int(rarest["number"]),
    )


# ------------------------------------------------------------------ the questions

QUESTIONS: Final = (
    Question("ratings", lambda asked, by, anchor: ratings(asked.whole.games, by, anchor=anchor),
             of_rows(draw_ratings), ratings_finding, "limit-ratings",
             {"by": (), "anchor": None}),
    Question("duels", lambda asked: duels(asked.whole.games), of_rows(draw_duels),
             duels_finding, "limit-ratings"),
    Question("balance", _balance, of_rows(draw_balance), balance_finding, "limit-balance"),
    Question("compare", _compare, of_rows(draw_comparison, "names"), compare_finding,
             "limit-compare"),
    Question("rules", lambda asked: clause_coverage(asked.whole.events),
             of_rows(draw_coverage, "games"), coverage_finding,
             "limit-clause_coverage"),
)  # fmt: skip
