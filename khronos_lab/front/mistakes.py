"""Mistakes of many games: what was given away where, the costliest first, each to be opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from khronos_lab.analysis import Review, ReviewedTurn
from khronos_lab.questions import REVIEWED
from khronos_lab.records import GameRecord
from khronos_lab.rulebook import KhronosError, is_shipped, say
from khronos_lab.simulation import new_bar, review_game

if TYPE_CHECKING:
    from khronos_lab.desk import Replay

Place = tuple[Path, int]
"""A file, and the number of a game in it."""


class Mistakes:
    """The mistakes of many games; `frame` has a row each, `open(row)` shows the moment."""

    def __init__(
        self, records: Mapping[str, GameRecord], reviews: Mapping[str, Review], player: str | None
    ) -> None:
        self._records, self._reviews = records, reviews
        found = [
            (game, turn)
            for game, review in reviews.items()
            for turn in review.mistakes
            if player is None or turn.player == player
        ]
        self.turns: Sequence[tuple[str, ReviewedTurn]] = sorted(
            found, key=lambda each: -_lost(each[1])
        )
        """By row: the id of its game, and its turn."""

    @cached_property
    def frame(self) -> pl.DataFrame:
        """One row per mistake; `step` is the moment before its turn."""
        rows = [_row(game, turn) for game, turn in self.turns]
        return pl.DataFrame(rows, schema=SCHEMA, orient="row")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self.turns)

    def __getitem__(self, row: int) -> ReviewedTurn:
        return self._at(row)[1]

    def open(self, row: int = 0) -> Replay:
        """The replay before a mistake, with the coach beside it."""
        game, turn = self._at(row)
        shown = self._replay(game)
        shown.coach.choose(turn.turn)
        shown.step = turn.first
        return shown.review()

    def practice(self, row: int = 0) -> Replay:
        """The same to try on the boards, with the answer hidden."""
        game, turn = self._at(row)
        shown = self._replay(game).practice(turn.player)
        while shown.coach.practice is not None and shown.coach.practice.turn.turn != turn.turn:
            shown.next_mistake()
        return shown

    def _replay(self, game: str) -> Replay:
        from khronos_lab.desk import replay

        shown = replay(self._records[game])
        shown.coach.review = self._reviews[game]
        return shown

    def _at(self, row: int) -> tuple[str, ReviewedTurn]:
        if not -len(self.turns) <= row < len(self.turns):
            raise KhronosError(say("finding-no_row", n=len(self.turns), row=row))
        return self.turns[row]

    def __repr__(self) -> str:
        if not self.turns:
            reviewed = sum(review.reviewed for review in self._reviews.values())
            return say("review-none", n=reviewed)
        return "\n".join(f"{row}: {turn}" for row, (_, turn) in enumerate(self.turns[:5]))

    def _repr_html_(self) -> str:
        shown = self.frame.select("player", "round", "mark", "coins", "chance", "better", "why")
        with pl.Config(fmt_str_lengths=200, tbl_rows=20):
            return shown._repr_html_()


SCHEMA = {
    "game": pl.String,
    "step": pl.Int64,
    "turn": pl.Int64,
    "round": pl.Int64,
    "player": pl.String,
    "mark": pl.String,
    "coins": pl.Float64,
    "coins_low": pl.Float64,
    "coins_high": pl.Float64,
    "chance": pl.Float64,
    "played": pl.String,
    "better": pl.String,
    "why": pl.String,
}
"""The columns of `frame`."""


def mistakes_of(
    records: Mapping[str, GameRecord],
    places: Mapping[str, Place],
    player: str | None,
    progress: bool | None,
) -> Mistakes:
    """Review games, each kept beside its file if that is one's own; interrupted, those done count.

    Games in which `player` does not play are left out.
    """
    wanted = {
        game: record for game, record in records.items() if player is None or player in record.names
    }
    if player is not None and not wanted:
        raise KhronosError(f"{player!r} plays in none of these games.")
    found: dict[str, Review] = {}
    with new_bar(len(wanted), shown=progress) as bar:
        for game, record in wanted.items():
            path, number = places.get(game, (None, 1))
            try:
                if path is None or is_shipped(path):
                    found[game] = review_game(record, progress=False)
                else:
                    found[game] = review_game(path, game=number, progress=False)
            except KeyboardInterrupt:
                break
            bar.update(1)
    return Mistakes(wanted, found, player)


def reviewed_turns(mistakes: Mistakes, player: str) -> pl.DataFrame:
    """Every reviewed turn of a player: what it gave away, 0 if it was no mistake."""
    rows = [
        (game, turn.round, turn.mark, _lost(turn) if turn.is_mistake else 0.0)
        for game, review in mistakes._reviews.items()
        for turn in review.turns
        if turn.player == player and turn.loss is not None
    ]
    return pl.DataFrame(rows, REVIEWED, orient="row")


def _lost(turn: ReviewedTurn) -> float:
    return 0.0 if turn.loss is None else turn.loss.coins.value


def _row(game: str, turn: ReviewedTurn) -> tuple[object, ...]:
    assert turn.loss is not None
    coins = [round(each, 2) for each in turn.loss.coins]
    return (
        game, turn.first, turn.turn, turn.round, turn.player, turn.mark, *coins,
        round(turn.loss.chance.value, 3), turn.played, turn.better, turn.why,
    )  # fmt: skip
