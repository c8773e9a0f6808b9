"""Buildings and domains: how long they stand, what shadows do to them, where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from khronos_lab.analysis import (
    AGE,
    COUNTED,
    Unit,
    cascade_lengths,
    cascades,
    domain_events,
    fates_with_intervals,
    folded_life_table,
    folds_of,
    lives,
    longest_cascades,
    paradox_costs,
    paradoxes,
    shadow_outcomes,
    share_interval,
    survival_with_intervals,
)
from khronos_lab.answers.answer import Answer, Question, of_rows
from khronos_lab.answers.chosen_games import ChosenGames
from khronos_lab.answers.sentences import ends, first_row, keys_of, way
from khronos_lab.core import bits, name
from khronos_lab.drawing import (
    Drawing,
    What,
    draw_cascades,
    draw_causes_of_death,
    draw_domain_events,
    draw_fates,
    draw_heat,
    draw_paradox_costs,
    draw_paradoxes,
    draw_shadow_outcomes,
    draw_survival,
    grid_of,
    heat,
    label_of,
    labels_of,
)
from khronos_lab.rulebook import AGES, number_text, percent_text, say

By = Sequence[str]

# ------------------------------------------------------------------ how each is worked out


def _survival(
    asked: ChosenGames, by: By, where: Sequence[pl.Expr] = (), unit: Unit = "rounds"
) -> pl.LazyFrame:
    return survival_with_intervals(_life_table(asked, by, where, unit), by)


def _fates(
    asked: ChosenGames, by: By, where: Sequence[pl.Expr] = (), unit: Unit = "rounds"
) -> pl.LazyFrame:
    return fates_with_intervals(_life_table(asked, by, where, unit), by)


def _life_table(asked: ChosenGames, by: By, where: Sequence[pl.Expr], unit: Unit) -> pl.LazyFrame:
    read = asked.read("lives")
    if read is not None and set(by) <= set(COUNTED) and not where and unit == "rounds":
        return folded_life_table(read, asked.whole.games, by)
    found = lives(asked.whole.events, folds_of(asked.whole.games).select("game", "fold"))
    found = found.filter(*where) if where else found
    return folded_life_table(found, asked.whole.games, by, unit=unit)


def _paradoxes(asked: ChosenGames, by: By) -> pl.LazyFrame:
    keys = by if "victim" in by else (*by, "victim")
    return paradoxes(asked.erased, asked.whole.games, keys)


def _shadows(asked: ChosenGames, by: By) -> pl.LazyFrame:
    read = asked.read("copies") if set(by) <= {"age", "kind", "rank"} else None
    return shadow_outcomes(asked.whole, by, copies=read)


def _domains(asked: ChosenGames, by: By) -> pl.LazyFrame:
    read = asked.read("changes") if set(by) <= {"age"} else None
    return domain_events(asked.whole, by, changes=read)


def _cascades(asked: ChosenGames, by: By) -> pl.LazyFrame:
    read = asked.read("cascades") if set(by) <= {"event"} else None
    if read is None:
        read = cascades(asked.whole.events, counted=False)
    return cascade_lengths(read, by)


def _longest_cascades(asked: ChosenGames, number: int) -> pl.LazyFrame:
    return longest_cascades(cascades(asked.whole.events), number)


def _draw_longest(answer: Answer, **how: Any) -> Drawing:  # noqa: ANN401 - ax and language
    """Among all others: the rows themselves are best looked at in the replay."""
    rows = _cascades(answer.asked, ("event",)).collect(engine="streaming")
    return draw_cascades(rows, games=answer.games, **how)


def _heat(asked: ChosenGames, what: What) -> pl.DataFrame:
    """Squares of all ages, the hottest first, with the share of games and its interval."""
    grid = grid_of(asked.whole)
    shares = heat(asked.whole, what)
    squares = list(bits(grid.area))
    frame = pl.DataFrame(
        {
            "age": [age.title for age in AGES for _ in squares],
            "square": [name(each) for _ in AGES for each in squares],
            "share": [float(shares[age, each]) for age in AGES for each in squares],
        },
        {"age": AGE, "square": pl.String(), "share": pl.Float64()},
    )
    clusters = asked.clusters
    both = frame.with_columns(
        pl.Series(
            f"share_{end}", [share_interval(share, clusters)[place] for share in frame["share"]]
        )
        for place, end in enumerate(("low", "high"))
    )
    return both.sort("share", "age", "square", descending=[True, False, False])


# ------------------------------------------------------------------ what each says


def survival_finding(answer: Answer) -> str:
    """Which buildings are lost soonest and which last, at the last time all curves reach."""
    keys, rows = keys_of(answer), answer.frame
    groups = rows.partition_by(keys, maintain_order=True) if keys else [rows]
    # Later times rest on few buildings: compare where every group still has some.
    time = min(int(_reliable(group)) for group in groups)
    known = (group.filter(pl.col("time") <= time).tail(1) for group in groups)
    at = [row for each in known for row in each.iter_rows(named=True)]
    worst, best = (pick(at, key=lambda row: row["survival"]) for pick in (min, max))
    if len(at) == 1:
        return say(
            "finding-survival_one", share=percent_text(worst["survival"], 0),
            ends=ends(worst, "survival", percent_text, 0), time=time
        )  # fmt: skip
    return say(
        "finding-survival",
        group=labels_of(keys, worst),
        share=percent_text(worst["survival"], 0),
        ends=ends(worst, "survival", percent_text, 0),
        time=time,
        best=labels_of(keys, best),
        most=percent_text(best["survival"], 0),
    )


def _reliable(curve: pl.DataFrame) -> int:
    """The last time at which a tenth of the buildings was still followed."""
    start = curve["at_risk"].max() or 0
    known = curve.filter(pl.col("at_risk") * 10 >= start)
    return int(known["time"].max() or 0)  # type: ignore[arg-type]


def fates_finding(answer: Answer) -> str:
    """The most common end among those that are one."""
    keys = keys_of(answer)
    last = answer.frame.group_by(*keys, "fate", maintain_order=True).agg(
        pl.col("incidence", "incidence_low", "incidence_high").last()
    )
    most = first_row(last, "incidence")
    return say(
        "finding-fates",
        group=labels_of(keys, most) if keys else say("caption-all_players"),
        fate=label_of("fate", most["fate"]),
        share=percent_text(most["incidence"], 0),
        ends=ends(most, "incidence", percent_text, 0),
    )


def shadows_finding(answer: Answer) -> str:
    """How many copies are cast, blocked or missing."""
    counts = dict(answer.frame.group_by("outcome").agg(pl.col("number").sum()).iter_rows())
    whole = sum(counts.values())
    share = {name: percent_text(counts.get(name, 0) / whole, 1) for name in _OUTCOMES}
    return say(
        "finding-shadows",
        n=whole,
        share=share["cast"],
        blocked=share["blocked"],
        missing=share["missing"],
    )


_OUTCOMES = ("cast", "blocked", "missing")


def paradoxes_finding(answer: Answer) -> str:
    """How many buildings are lost, and how many of them are one's own."""
    rows = answer.frame
    whole = int(rows["number"].sum())
    own = int(rows.filter(pl.col("victim") == "own")["number"].sum())
    return say(
        "finding-paradoxes",
        mean=number_text(whole / answer.games, 2),
        share=percent_text(own / whole, 0),
    )


def paradox_costs_finding(answer: Answer) -> str:
    """What a lost building costs, for the group where it costs most."""
    keys, row = keys_of(answer), first_row(answer.frame, "cost")
    cost = {
        "way": way(row, "cost"),
        "cost": number_text(row["cost"], 1),
        "ends": ends(row, "cost"),
    }
    if answer.frame.height == 1:
        return say("finding-paradox_costs", **cost)
    least = first_row(answer.frame, "cost", descending=False)
    return say(
        "finding-paradox_costs_by", **cost,
        group=labels_of(keys, row), other=labels_of(keys, least),
        least=number_text(least["cost"], 1),
        least_ends=ends(least, "cost")
    )  # fmt: skip


def domains_finding(answer: Answer) -> str:
    """How often domains join and split."""
    sums = dict(answer.frame.group_by("event").agg(pl.col("per_game").sum()).iter_rows())
    return say(
        "finding-domains",
        joined=number_text(sums.get("DomainsJoined", 0.0), 1),
        split=number_text(sums.get("DomainSplit", 0.0), 1),
    )


def cascades_finding(answer: Answer) -> str:
    """How long chains are at most, and mostly."""
    counts = answer.frame.group_by("length").agg(pl.col("number").sum()).sort("length")
    reached = counts.with_columns(share=pl.col("number").cum_sum() / pl.col("number").sum())
    short = reached.filter(pl.col("share") >= 0.9).row(0, named=True)
    return say(
        "finding-cascades",
        length=int(counts["length"][-1]),
        share=percent_text(short["share"], 0),
        short=int(short["length"]),
    )


def longest_cascades_finding(answer: Answer) -> str:
    """The longest of them."""
    row = answer.frame.row(0, named=True)
    return say(
        "finding-longest_cascades",
        game=row["game"],
        step=row["step"],
        length=row["length"],
        effects=row["effects"],
    )


def heat_finding(answer: Answer) -> str:
    """The hottest square."""
    row = answer.frame.row(0, named=True)
    values = {
        "square": row["square"],
        "age": label_of("age", row["age"]),
        "share": percent_text(row["share"], 0),
        "ends": ends(row, "share", percent_text, 0),
    }
    what = answer.options["what"]
    if what == "controlled":
        del values["ends"]
    return say(_HEAT[what], **values)


_HEAT = {
    "built": "finding-heat_built", "erased": "finding-heat_erased",
    "contested": "finding-heat_contested", "controlled": "finding-heat_controlled",
}  # fmt: skip


# ------------------------------------------------------------------ the questions

QUESTIONS: Final = (
    Question("survival", _survival, of_rows(draw_survival, "unit"),
             survival_finding, "limit-survival", {"by": ("kind", "rank")}),
    Question("fates", _fates, of_rows(draw_fates, "games"), fates_finding,
             "limit-fates"),
    Question("causes_of_death", _fates, of_rows(draw_causes_of_death, "unit", "games"),
             fates_finding, "limit-fates"),
    Question("shadows", _shadows, of_rows(draw_shadow_outcomes, "games"),
             shadows_finding, "limit-shadow_outcomes", {"by": ("age", "kind", "rank")}),
    Question("paradoxes", _paradoxes, of_rows(draw_paradoxes, "games"),
             paradoxes_finding, "limit-paradoxes", {"by": ("age", "kind", "rank")}),
    Question("paradox_costs", lambda asked, by: paradox_costs(asked.erased, asked.fared, by),
             of_rows(draw_paradox_costs), paradox_costs_finding,
             "limit-paradox_costs", {"by": ("kind",)}),
    Question("domains", _domains, of_rows(draw_domain_events, "games"),
             domains_finding, "limit-domain_events", {"by": ("age",)}),
    Question("cascades", _cascades, of_rows(draw_cascades, "games"), cascades_finding,
             "limit-cascade_lengths", {"by": ("event",)}),
    Question("longest_cascades", _longest_cascades, _draw_longest, longest_cascades_finding,
             "limit-cascade_lengths"),
    Question("heat", _heat, lambda answer, **how: draw_heat(
                 answer.asked.whole, answer.options["what"], **how),
             heat_finding, "limit-heat"),
)  # fmt: skip
