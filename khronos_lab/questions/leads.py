"""Leads: who is in front, when that is settled, and how often somebody comes back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import polars as pl

from khronos_lab.drawing import PLAYERS, Drawing, charts
from khronos_lab.questions.columns import label_of, labels_of, line_style
from khronos_lab.questions.intervals import cluster_means
from khronos_lab.questions.question import FEW, By, Mean, Question, first_row, span
from khronos_lab.questions.selection import (
    MOMENT,
    NUMBER,
    Schema,
    Selection,
    first_by_name,
    game_by_game,
    players,
    run_starts,
    shaped,
    tax_rounds,
    with_players,
)
from khronos_lab.rulebook import number_of, number_text, say

LEADS: Final[Schema] = {
    **MOMENT,
    "seat": pl.UInt8(),
    "round": pl.UInt8(),
    "behind": pl.Int32(),
    "leads": pl.Boolean(),
    "settled": pl.Boolean(),
    "decides": pl.Boolean(),
    "changed": pl.Boolean(),
    "win": pl.Float64(),
    "cluster": pl.UInt64(),
}

LIMITS: Final = (0, 1, 3, 6, 10, 15, 25)
"""Coins behind from which the groups of `comebacks` begin."""
TOLD: Final = 10
"""The group that its sentence is about."""
MOST_ROWS: Final = 1_000_000


def leads(turns: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """How everybody stands after each round of a finished game: a row for each player and round.

    `behind` is what the player has less than the richest, `leads` is true for the richest, alone or
    shared. `settled` is true if from here to the end the leaders are those who win, `decides` in
    the first such round; `changed` if they are not those of the round before. `win` is 1 for the
    winner, shared equally by equal winners (T7), and `cluster` the number of the game's cluster.
    `step` is the first event of the player's turn.
    """
    finished = players(games.filter("finished")).select("game", NUMBER).unique(maintain_order=True)
    ended = turns.filter("ended").select("game", "seat", "turn", "step", "round", "coins_after")
    return game_by_game(ended, _leads, LEADS, beside=finished)


def _leads(batch: pl.DataFrame) -> pl.DataFrame:
    """Rounds of a game end when all had their turn; who leads after the last has won (T7)."""
    # As one number: several times as fast as by three columns.
    stand = batch.sort(pl.col("number") * 2**32 + pl.col("round") * 2**16 + pl.col("turn"))
    number, seat, coins = (stand[name].to_numpy() for name in ("number", "seat", "coins_after"))
    moments = number * 256 + stand["round"].to_numpy()
    first = run_starts(moments)
    sizes = np.diff(first, append=len(moments))
    behind = np.repeat(np.maximum.reduceat(coins, first), sizes) - coins
    in_front = behind == 0
    own = 1 << seat.astype(np.int64)
    # Leaders as a set of bits, a seat each: sets of two rounds are compared at once.
    front = np.add.reduceat(np.where(in_front, own, 0), first)
    game = number[first]
    begins = run_starts(game)
    rounds = np.diff(begins, append=len(game))
    won = np.repeat(front[begins + rounds - 1], rounds)
    place = np.arange(len(game))
    last_other = np.maximum.reduceat(np.where(front == won, -1, place), begins)
    settled = place > np.repeat(last_other, rounds)
    opens = np.zeros(len(game), dtype=np.bool_)
    opens[begins] = True
    told = {
        "settled": settled,
        "decides": settled & (opens | ~np.roll(settled, 1)),
        "changed": (front != np.roll(front, 1)) & ~opens,
    }
    equals = np.add.reduceat(in_front.astype(np.int64), first)[begins + rounds - 1]
    share = np.repeat(np.repeat(1 / equals, rounds), sizes)
    columns = {name: np.repeat(values, sizes) for name, values in told.items()}
    columns |= {"behind": behind, "leads": in_front}
    columns["win"] = np.where(np.repeat(won, sizes) & own, share, 0.0)
    return shaped(stand.with_columns(pl.Series(*each) for each in columns.items()), LEADS)


def stood(asked: Selection) -> pl.LazyFrame:
    return asked.once("stood", lambda: leads(asked.whole.turns, asked.whole.games))


class LeadChanges(Question):
    """When games are decided, and how often the lead changes.

    A game is decided in the round from whose end on those in front are those who win. `share` is
    the share of games decided in a round, `changes` that of games in which another player was in
    front than a round before.
    """

    report, title, about, percent, digits = {"by": ()}, "title-decided", "games", True, 0
    family, value = "winning", "share"

    def _games(self, by: Sequence[str]) -> pl.LazyFrame:
        told = stood(self.asked)
        return self.asked.with_games(told.drop("cluster"), by) if by else told

    def rows(self, by: By = ()) -> pl.LazyFrame:
        told, keys = self._games(by).cache(), [*by, "round"]
        rows = told.filter(pl.col("seat") == 0).with_columns(
            share=pl.col("decides").cast(pl.Float64), changes=pl.col("changed").cast(pl.Float64)
        )
        deciding = first_by_name(told.filter(pl.col("decides") & pl.col("leads")), keys)
        found = cluster_means(rows, keys, ["share", "changes"])
        return found.join(deciding, on=keys, how="left", maintain_order="left")

    def cells(self, by: Sequence[str]) -> pl.LazyFrame:
        rows = self._games([each for each in by if each != "round"]).filter(pl.col("seat") == 0)
        last = pl.col("round") == pl.col("round").max()
        rows = rows if "round" in by else rows.filter(last)
        return rows.group_by(*by, "cluster").agg(part=pl.col("decides").sum(), whole=pl.len())

    def draw(self, sheet: charts.Sheet) -> Drawing:
        groups = charts.groups_of(self.frame, self.keys)
        titles = [labels_of(self.keys, group.row(0, named=True)) for group in groups]
        panels = sheet.panels(titles) if self.keys else [sheet.ax]
        for panel, group in zip(panels, groups, strict=True):
            rounds = [str(each) for each in group["round"]]
            charts.draw_columns(panel, charts.dots_of(group, "share"), rounds)
        panels[0].set_ylim(bottom=0)
        charts.percent_axis(panels[0].yaxis)
        panels[0].set_ylabel(say("axis-share_decided"))
        sheet.ax.set_xlabel(say("axis-round"))
        note = charts.interval_note(sheet, self.frame)
        return sheet.finished(note, panels=panels if self.keys else [])

    def strength(self) -> float:
        return first_row(self.frame, "round")["share_low"] or 0.0

    def tell(self) -> str:
        if self.keys:
            return self.compared(self.keys)
        last = first_row(self.frame, "round")
        said = say("finding-lead_changes", round=int(last["round"]), **self.numbers(last))
        found = self.estimates(("round",))
        earlier = [n for n, group in enumerate(found.groups) if group["round"] < last["round"]]
        if not earlier or last["clusters"] < FEW:
            return said
        rounds = found.only(earlier)
        best, rivals = rounds.leader()
        return f"{said} " + say(
            "finding-lead_changes_before", sure=not rivals,
            often=int(rounds.groups[best]["round"]), most=self.text(float(rounds.values[best])),
            ends=span(*rounds.interval(best, len(earlier)), self.text),
        )  # fmt: skip


class Comebacks(Mean):
    """The chance to win by the number of coins behind after a round.

    `behind` is the lower end of a group; equal winners share a win (T7). `game` and `step` are one
    who won from there.
    """

    report, winning, percent, family = {"by": ()}, True, True, "winning"
    means, value = ("win",), "win"

    def _stood(self, by: Sequence[str]) -> pl.LazyFrame:
        told = self.asked.counted(with_players(stood(self.asked), self.asked.whole.games, by))
        group = pl.sum_horizontal(
            (pl.col("behind") >= high).cast(pl.Int32) * (high - low)
            for low, high in pairwise(LIMITS)
        )
        return told.with_columns(behind=group)

    def rows(self, by: By = ()) -> pl.LazyFrame:
        rows, keys = self._stood(by), [*by, "round", "behind"]
        won = first_by_name(rows.filter(pl.col("win") > 0), keys)
        return cluster_means(rows, keys, ["win"]).join(
            won, on=keys, how="left", maintain_order="left"
        )

    @property
    def told_round(self) -> int:
        """The round that the sentence is about: the last but one."""
        rounds = sorted(set(self.frame["round"]))
        return int(rounds[-2:][0])

    def _told_group(self) -> tuple[pl.DataFrame, int]:
        """The rows of the group that is told: the widest up to ten coins with enough deals."""
        rows = self.frame.filter(pl.col("round") == self.told_round, pl.col("behind") > 0)
        near = rows.filter(pl.col("behind") <= TOLD, pl.col("clusters") >= FEW)
        least = int(near["behind"].max() or 0)  # type: ignore[arg-type]
        return rows.filter(pl.col("behind") == least), least

    def table(self, by: Sequence[str]) -> pl.LazyFrame:
        told = (pl.col("round") == self.told_round) & (pl.col("behind") == self._told_group()[1])
        return self._stood(by).filter(told)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rounds = sorted(set(self.frame["round"]))
        rounds = rounds[:-1] or rounds  # after the last one nothing is open
        # With groups there is a curve for each, after the round that the sentence is about.
        shown = [self.told_round] if self.keys else rounds[-len(PLAYERS) :]
        rows = self.frame.filter(self.frame["round"].is_in(shown))
        keys = [*self.keys, "round"]
        places = {value: place for place, value in enumerate(sorted(set(rows["behind"])))}
        names = []
        for number, group in enumerate(rows.partition_by(keys, maintain_order=True)):
            style = line_style("round", number, number)
            at = group["behind"].replace_strict(places)
            sheet.ax.plot(at, group["win"], **style, ms=5)
            names.append(labels_of(keys, group.row(0, named=True)))
            known = group.select(at, "win_low", "win_high").drop_nulls()
            if known.height:
                x, low, high = (each.to_list() for each in known)
                sheet.ax.fill_between(x, low, high, color=style["color"], alpha=0.12, lw=0)
        ticks = [f"{value}+" if value else "0" for value in places]
        sheet.ax.set_xticks(list(places.values()), ticks)
        sheet.ax.set_ylim(bottom=0)
        sheet.ax.legend(sheet.ax.get_lines(), names, loc="upper right", frameon=False)
        charts.percent_axis(sheet.ax.yaxis)
        sheet.ax.set_xlabel(say("axis-behind"))
        sheet.ax.set_ylabel(say("axis-wins"))
        return sheet.finished(charts.interval_note(sheet, rows))

    def strength(self) -> float:
        ends = self._told_group()[0]["win_high"].drop_nulls()
        return max(0.0, self.asked.chance - ends[0]) if ends.len() else 0.0

    def tell(self) -> str:
        rows, least = self._told_group()
        if not least:
            return say("finding-comebacks_few", least=FEW, round=self.told_round)
        most = next((limit - 1 for limit in LIMITS if limit > least), least)
        span = {"least": least, "most": most, "round": self.told_round}
        if self.keys:
            return self.compared(self.keys, say("what-comebacks", **span))
        return say("finding-comebacks", **self.numbers(rows.row(0, named=True)), **span)


class FirstLeader(Mean):
    """How often the leader after the first taxation wins, and by how many coins they led.

    `win` is the share of games that such a player wins; those who lead together count each.
    """

    report, winning, percent, digits, family = {"by": ()}, True, True, 0, "winning"
    means, value, axis = ("win", "margin"), "win", "axis-wins"

    def table(self, by: Sequence[str]) -> pl.LazyFrame:
        games = self.asked.whole.games
        taxed = tax_rounds(games).group_by("numbers").agg(pl.col("round").min())
        rules = games.select("game", "numbers").unique()
        first = rules.join(taxed.lazy(), on="numbers", nulls_equal=True).select("game", "round")
        rows = stood(self.asked).join(first, on=["game", "round"])
        second = pl.col("behind").filter(pl.col("behind") > 0).min().over("game").fill_null(0)
        told = rows.with_columns(margin=second.cast(pl.Float64)).filter("leads")
        return self.asked.counted(with_players(told, games, by))

    def rows(self, by: By = ()) -> pl.LazyFrame:
        return self.averaged(by)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        drawing = self.dots(sheet)
        sheet.ax.set_xlim(0, 1)
        charts.zero_line(sheet.ax, self.asked.chance)
        sheet.ax.annotate(
            say("caption-chance"), (self.asked.chance, 0), xytext=(4, 12),
            textcoords="offset points", fontsize=8,
        )  # fmt: skip
        return drawing

    def strength(self) -> float:
        low = self.frame["win_low"].drop_nulls()
        return max(0.0, low[0] - self.asked.chance) if low.len() else 0.0

    def tell(self) -> str:
        if self.keys:
            return self.compared(self.keys)
        row = self.frame.row(0, named=True)
        margin = number_text(row["margin"], 1)
        return say("finding-first_leader", margin=margin, **self.numbers(row))


class LargestComebacks(Question):
    """The games that were won from furthest behind, the largest gap first: `open(0)` shows it.

    `behind` is the most that the winner lacked to the richest after any round, `step` the first
    event of the winner's next turn.
    """

    limit, family, about = "limit-comebacks", "winning", "games"

    def rows(self, number: int = 10) -> pl.LazyFrame:
        wanted = min(number_of(number, "how many comebacks to show", 1), MOST_ROWS)
        won = stood(self.asked).filter(pl.col("win") > 0)
        furthest = won.sort("behind", "game", "round", descending=[True, False, False])
        first = furthest.unique(["game"], keep="first", maintain_order=True).head(wanted)
        told = with_players(first, self.asked.whole.games, ["player", "players"])
        return told.sort("behind", "game", descending=[True, False]).select(
            "game", "step", "player", "players", "round", "behind"
        )

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows = self.frame.head(20)
        sheet.set_height(charts.room_for(rows.height))
        labels = [
            f"{player}, {label_of('round', number)}"
            for player, number in rows.select("player", "round").iter_rows()
        ]
        dots = [charts.ChartPoint(float(each), float(each), float(each)) for each in rows["behind"]]
        notes = [label_of("players", each) for each in rows["players"]]
        charts.draw_dots(sheet, dots, labels, notes, across=say("axis-behind"))
        sheet.ax.set_xlim(left=0)
        return sheet.finished()

    def tell(self) -> str:
        row = self.frame.row(0, named=True)
        if not row["behind"]:
            return say("finding-largest_comebacks_none")
        return say(
            "finding-largest_comebacks", player=row["player"], game=row["game"],
            behind=int(row["behind"]), round=int(row["round"]),
        )  # fmt: skip
