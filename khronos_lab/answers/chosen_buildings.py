"""Buildings of many games, or some of them: how long they stand, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from khronos_lab.analysis import LIVES, Unit, lives
from khronos_lab.answers.answer import Answer, Opener
from khronos_lab.answers.chosen_games import ChosenGames, conditions_of
from khronos_lab.answers.questions import QUESTIONS

By = str | Sequence[str]


@dataclass(frozen=True)
class Buildings:
    """Every tile that was put up, or some of them; `lives` has a row for each."""

    asked: ChosenGames
    opener: Opener
    conditions: tuple[pl.Expr, ...] = ()

    @classmethod
    def of(
        cls,
        asked: ChosenGames,
        opener: Opener,
        conditions: Sequence[pl.Expr],
        values: Mapping[str, object],
    ) -> Buildings:
        """The buildings with these values: kind, rank, age, birth, owner, fate, round..."""
        return cls(asked, opener, tuple(conditions_of("Buildings", LIVES, conditions, values)))

    @property
    def lives(self) -> pl.LazyFrame:
        """A row for each building: when it was put up, how long it stood, its fate."""
        found = lives(self.asked.whole.events)
        return found.filter(*self.conditions) if self.conditions else found

    def survival(self, by: By = ("kind", "rank"), unit: Unit = "rounds") -> Answer:
        """The share that still stands after a time; `.median()` says when half are gone."""
        return self._ask("survival", by, unit)

    def fates(self, by: By = ("age", "kind")) -> Answer:
        """What becomes of them in the end."""
        return self._ask("fates", by, "rounds")

    def causes_of_death(self, by: By = ("age",), unit: Unit = "rounds") -> Answer:
        """What ends them, and when."""
        return self._ask("causes_of_death", by, unit)

    def _ask(self, name: str, by: By, unit: Unit) -> Answer:
        keys = (by,) if isinstance(by, str) else tuple(by)
        options = {"by": keys, "where": self.conditions, "unit": unit}
        return Answer(QUESTIONS[name], self.asked, options, self.opener)
