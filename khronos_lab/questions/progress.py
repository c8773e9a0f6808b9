"""Progress: whether a player gives away less in later games than in earlier ones."""

from __future__ import annotations

from typing import Final

import polars as pl

from khronos_lab.drawing import Drawing, charts
from khronos_lab.questions.columns import measure_word
from khronos_lab.questions.comparison import LEAST, compare
from khronos_lab.questions.question import Question, ends, first_row, way
from khronos_lab.rulebook import KhronosError, number_text, say

REVIEWED: Final = {
    "game": pl.String(),
    "round": pl.UInt8(),
    "mark": pl.String(),
    "coins": pl.Float64(),
}
"""Of a reviewed turn of the player, in the order of the games: what it gave away."""
MARKS: Final = {"?!": "inaccuracies", "?": "mistakes", "??": "blunders"}


class Progress(Question):
    """Am I getting better? What a player gives away in the later half of the games, and before.

    Coins given away a turn, in all and by phase (up to the first taxation, and after it), and how
    many turns of a game have each mark. Games count in the order in which they were loaded; each
    half needs ten.
    """

    method, family, digits = False, "strength", 2

    def rows(self, reviewed: pl.DataFrame, player: str, taxed: int = 4) -> pl.DataFrame:
        games = reviewed["game"].unique(maintain_order=True)
        half = games.len() // 2
        if half < LEAST:
            raise KhronosError(
                say("finding-progress_few", player=player, n=games.len(), least=2 * LEAST)
            )
        early = pl.col("round") <= taxed
        told = reviewed.group_by("game", maintain_order=True).agg(
            given_away=pl.col("coins").mean(),
            given_away_early=pl.col("coins").filter(early).mean(),
            given_away_late=pl.col("coins").filter(~early).mean(),
            **{name: (pl.col("mark") == mark).sum() for mark, name in MARKS.items()},
        )
        told = told.with_columns(cluster="game").drop("game")
        return compare(told.head(half).lazy(), told.tail(half).lazy()).collect()

    def draw(self, sheet: charts.Sheet) -> Drawing:
        known = self.frame.filter(pl.col("effect").is_not_null())
        pairs = known.select("one", "other").iter_rows()
        return self.dots(
            sheet, "effect", say("axis-progress"), rows=known, zero=True, letters=34,
            labels=[measure_word(each) for each in known["measure"]],
            notes=[" → ".join(number_text(each, 2) for each in pair) for pair in pairs],
            below=(charts.level_note(sheet.level), say("caption-by_chance")),
        )  # fmt: skip

    def tell(self) -> str:
        row = self.frame.row(0, named=True)
        said = say(
            "finding-progress", player=self.options["player"], way=way(row, "difference"),
            earlier=self.text(row["one"]), later=self.text(row["other"]),
            difference=number_text(row["difference"], 2), ends=ends(row, "difference", digits=2),
            n=int(row["rows_one"] + row["rows_other"]),
        )  # fmt: skip
        clear = self.frame.filter("differs")
        if clear.is_empty():
            return f"{said} {say('finding-compare_none', all=self.frame.height)}"
        most = first_row(clear.with_columns(_far=pl.col("effect").abs()), "_far")
        return f"{said} " + say(
            "finding-progress_sort", measure=measure_word(most["measure"]),
            one=self.text(most["one"]), other=self.text(most["other"]),
        )  # fmt: skip
