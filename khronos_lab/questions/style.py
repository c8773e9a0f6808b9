"""Style: what one player does more or less of than the others at the same tables."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import polars as pl

from khronos_lab.drawing import Drawing, charts
from khronos_lab.players import LEVEL, student_quantile
from khronos_lab.questions.columns import measure_word
from khronos_lab.questions.intervals import cluster_means
from khronos_lab.questions.measures import players_table
from khronos_lab.questions.question import FEW, Question, signed_text, span
from khronos_lab.questions.selection import Selection
from khronos_lab.rulebook import KhronosError, say, there_is_no

MEASURES: Final = (
    "builds", "upgrades", "populates", "restores", "demolitions", "travels", "exchanges",
    "cards_played", "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed",
    "paradoxes_caused", "paradoxes_suffered",
)  # fmt: skip
_signed: Final = partial(signed_text, digits=2)
TOLD: Final = 3
"""Measures that the sentence names."""


class Style(Question):
    """What a player does more or less of than the others at the same tables: `style("greedy")`.

    `own` is the player's mean in a game, `others` that of the others at the table, `difference` the
    one less the other. `effect` is the difference in standard deviations of players. Its interval
    counts deals and allows for the number of measures.
    """

    digits, family = 2, "strength"

    def __init__(self, asked: Selection, *given: Any, **options: Any) -> None:  # noqa: ANN401
        super().__init__(asked, *given, **options)
        who, everybody = self.options["player"], asked.who
        if who is None and len(everybody) == 1:
            self.player = everybody[0]
        elif who in everybody:
            self.player = str(who)
        elif who is None:
            raise KhronosError(f'Whose style? style("{everybody[0]}"), say.')
        else:
            raise KhronosError(there_is_no("player", who, everybody))

    def rows(self, player: str | None = None) -> pl.DataFrame:
        everybody = players_table(Selection(self.asked.whole))
        mine = pl.col("player") == self.player
        known = everybody.select(
            "game", "cluster", mine.alias("mine"), pl.col(MEASURES).cast(pl.Float64)
        )
        spread = known.select(pl.col(MEASURES).std()).collect().row(0, named=True)
        sides = known.group_by("game", "cluster").agg(
            *(pl.col(each).filter("mine").mean().alias(f"own {each}") for each in MEASURES),
            *(pl.col(each).filter(~pl.col("mine")).mean().alias(f"others {each}")
              for each in MEASURES),
        )  # fmt: skip
        told = []
        for each in MEASURES:
            own, others = pl.col(f"own {each}"), pl.col(f"others {each}")
            values = sides.select("cluster", own=own, others=others, difference=own - others)
            values = values.filter(pl.col("difference").is_not_null())
            means = cluster_means(values, [], ["own", "others", "difference"]).collect()
            if not means.is_empty() and spread[each]:
                told.append({"measure": each, **means.row(0, named=True), "sd": spread[each]})
        if not told:
            return pl.DataFrame(schema={"measure": pl.String})
        frame = pl.DataFrame(told)
        free = max(1, max(frame["clusters"]) - 1)
        wider = student_quantile(1 - (1 - LEVEL) / len(told), free) / student_quantile(LEVEL, free)
        middle = pl.col("difference")
        frame = frame.with_columns(
            (middle + (pl.col(f"difference_{end}") - middle) * wider).alias(f"difference_{end}")
            for end in ("low", "high")
        )
        ends = ("", "_low", "_high")
        return frame.with_columns(
            (pl.col(f"difference{end}") / pl.col("sd")).alias(f"effect{end}") for end in ends
        ).select(
            "measure", "own", "others", *(f"difference{end}" for end in ends),
            *(f"effect{end}" for end in ends), "rows", "clusters",
        ).sort("effect", descending=True)  # fmt: skip

    def draw(self, sheet: charts.Sheet) -> Drawing:
        labels = [measure_word(each) for each in self.frame["measure"]]
        return self.dots(
            sheet, "effect", say("axis-style", player=self.player), notes=(), zero=True,
            labels=labels,
        )  # fmt: skip

    def tell(self) -> str:
        if max(self.frame["clusters"]) < FEW:
            return say("finding-style_few", player=self.player, least=FEW)
        clear = self.frame.filter(
            (pl.col("effect_low") > 0) | (pl.col("effect_high") < 0)
        ).sort(pl.col("effect").abs(), descending=True)  # fmt: skip
        if clear.is_empty():
            return say("finding-style_none", player=self.player, n=self.frame.height)
        told = [self._measure(row) for row in clear.head(TOLD).iter_rows(named=True)]
        return say(
            "finding-style", player=self.player, n=clear.height, all=self.frame.height,
            told=tuple(told),
        )  # fmt: skip

    def _measure(self, row: dict[str, Any]) -> str:
        return say(
            "finding-style_measure", measure=measure_word(row["measure"]),
            own=self.text(row["own"]), others=self.text(row["others"]),
            ends=span(row["difference_low"], row["difference_high"], _signed),
        )  # fmt: skip
