"""Answer: what a question about many games gives back, and how it shows itself."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes

from khronos_lab.analysis import SCHEMAS
from khronos_lab.answers.chosen_games import ChosenGames
from khronos_lab.drawing import DPI, Drawing
from khronos_lab.rulebook import KhronosError, multilingual, say

GROUPS: Final = (
    "age", "round", "place", "player", "source", "purpose", "kind", "rank", "birth", "seat",
    "map", "players", "edition", "holdem", "is_start",
)  # fmt: skip
"""What people group by, of the columns that a question has."""
_COLUMNS: Final = frozenset(GROUPS).union(*SCHEMAS.values())

Opener = Callable[[str, int], Any]
"""Opens the replay of a game, by its id, at a step."""


@dataclass(frozen=True, slots=True)
class Question:
    """One statistic: how it is worked out, drawn and said. All of them are in `questions.py`."""

    name: str
    compute: Callable[..., pl.LazyFrame | pl.DataFrame]
    """Of chosen games and options, the rows."""
    draw: Callable[..., Drawing]
    """Of an answer, with `ax`, the figure."""
    finding: Callable[[Answer], str]
    """Of an answer that has rows, the sentence."""
    caveat: str
    """The key of what it can't say."""
    in_report: Mapping[str, Any] | None = None
    """The options with which a report asks it; None: reports leave it out."""


def of_rows(draw: Callable[..., Drawing], *names: str) -> Callable[..., Drawing]:
    """A figure of an answer's rows; of its options those that are named, and the games."""

    def drawn(answer: Answer, **how: Any) -> Drawing:  # noqa: ANN401 - ax and language
        more = {each: answer.options[each] for each in names if each in answer.options}
        if "games" in names:
            more["games"] = answer.games
        return draw(answer.frame, **more, **how)

    return drawn


@dataclass(frozen=True)
class Answer:
    """The answer to a question: `frame`, `plot()`, `finding`, `caveat`, and `open(row)`.

    Nothing is worked out before it is asked for. At the end of a cell it shows its figure with the
    finding above it and what it can't say folded below.
    """

    question: Question
    asked: ChosenGames = field(repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)
    opener: Opener | None = field(default=None, repr=False)

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The numbers, a polars DataFrame."""
        try:
            found = self.question.compute(self.asked, **self.options)
            return found.collect(engine="streaming") if isinstance(found, pl.LazyFrame) else found
        except pl.exceptions.ColumnNotFoundError as fault:
            raise self._refusal(str(fault)) from None

    def with_known_groups(self) -> Answer:
        """The answer itself; refused now, not when it is shown, if it groups by what nobody has."""
        if any(each not in _COLUMNS for each in self.options.get("by", ())):
            self.frame  # noqa: B018 - it says what can be grouped by
        return self

    def _refusal(self, fault: str) -> KhronosError:
        """What cannot be grouped by, and what can, out of the words of polars."""
        wrong, *known = re.findall(r'"(\w+)"', fault.partition("\n")[0])
        usable = ", ".join(each for each in GROUPS if each in known)
        return KhronosError(
            f'I can\'t group {self.question.name} by "{wrong}". You can use: {usable}.'
        )

    @cached_property
    def games(self) -> int:
        """How many games were asked."""
        return self.asked.number

    @cached_property
    def who(self) -> list[str]:
        """Whose games they are."""
        return self.asked.who

    @multilingual
    def plot(self, ax: Axes | None = None, *, language: str | None = None) -> Drawing:
        """Draw it, into `ax` if one is given."""
        return self.question.draw(self, ax=ax)

    @property
    def finding(self) -> str:
        """The answer in a sentence."""
        return self.told()

    @multilingual
    def told(self, language: str | None = None) -> str:
        """The finding in a language; without one in the language that is spoken."""
        if self.frame.is_empty():
            return say("finding-nothing")
        return self.question.finding(self)

    @property
    def caveat(self) -> str:
        """What the numbers can't say."""
        return self.limits()

    @multilingual
    def limits(self, language: str | None = None) -> str:
        """The caveat in a language."""
        return f"{say('report-limits')}: {say(self.question.caveat)}"

    @multilingual
    def behind(self, language: str | None = None) -> str:
        """How many games are behind it, and whom it pools."""
        players = tuple(self.who) or (say("caption-unknown"),)
        return say("finding-behind", n=self.games, players=players, many=len(players))

    def open(self, row: int | Mapping[str, Any] = 0) -> Any:  # noqa: ANN401 - a widget
        """Open the replay at the moment of a row: its number in `frame`, or the row itself."""
        found = self._row(row)
        game, step = found.get("game"), found.get("step")
        if game is None or step is None:
            raise KhronosError(say("finding-no_moment"))
        if self.opener is None:
            raise KhronosError(say("finding-no_games"))
        return self.opener(game, step)

    def _row(self, row: int | Mapping[str, Any]) -> Mapping[str, Any]:
        if isinstance(row, Mapping):
            return row
        if not -self.frame.height <= row < self.frame.height:
            raise KhronosError(say("finding-no_row", n=self.frame.height, row=row))
        return self.frame.row(row, named=True)

    def median(self) -> pl.DataFrame:
        """Of survival curves: after what time half of a group is gone, with its interval.

        Null where more than half still stand when nothing is known any more.
        """
        if "survival" not in self.frame.columns:
            raise KhronosError(say("finding-no_median"))
        keys = [each for each in self.options.get("by", ()) if each in self.frame.columns]
        half = {
            f"median{end}": pl.col("time").filter(pl.col(f"survival{end}") <= 0.5).min()
            for end in ("", "_low", "_high")
        }
        told = {**half, "buildings": pl.col("at_risk").max()}
        groups = self.frame.group_by(keys, maintain_order=True) if keys else None
        return self.frame.select(**told) if groups is None else groups.agg(**told)

    def __repr__(self) -> str:
        return f"{self.finding} {self.behind()}\n{self.frame}\n{self.caveat}"

    def _repr_html_(self) -> str:
        drawing = self.plot()
        picture = b64encode(drawing.png()).decode()
        width = round(float(drawing.figure.get_size_inches()[0]) * DPI)
        limits, _, reason = self.caveat.partition(": ")
        alt = escape(self.finding, quote=True)
        return (
            f"<p><b>{escape(self.finding)}</b> <small>{escape(self.behind())}</small></p>"
            f'<img style="max-width:100%;width:{width}px" alt="{alt}" '
            f'src="data:image/png;base64,{picture}">'
            f"<details><summary>{escape(limits)}</summary><p>{escape(reason)}</p></details>"
        )
