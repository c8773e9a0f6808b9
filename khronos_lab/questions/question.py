"""Question: what many games can be asked, each one class; asked of a selection it is the answer.

A subclass is a question. It is declared once: `Dataset` has a method for it, reports and tests
find it in `QUESTIONS`. `rows` works it out (its parameters are those of the method, its class's
docstring that of the method), `draw` shows it, and `tell` says it. Its words are `title-…`,
`finding-…` and `limit-…` of the catalogues; `what-…` is the noun for its number, with which groups
are compared. A mean of rows (`Mean`) or a quotient of sums (`Ratio`) needs little else.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from html import escape
from inspect import signature
from types import NoneType
from typing import Any, ClassVar, Final, Literal, get_args, get_origin, get_type_hints

import polars as pl
from matplotlib.axes import Axes

from khronos_lab.drawing import DPI, Drawing, charts, theme
from khronos_lab.questions.columns import Fills, labels_of
from khronos_lab.questions.intervals import Estimates, cluster_means, quotients
from khronos_lab.questions.selection import (
    GAME_COLUMNS,
    OUTCOMES,
    PLAYER_COLUMNS,
    Condition,
    Selection,
    in_order,
)
from khronos_lab.rulebook import (
    KhronosError,
    capital,
    multilingual,
    number_text,
    percent_text,
    quoted,
    say,
)

Opener = Callable[[str, int], Any]
"""Opens the replay of a game, by its id, at a step."""
Row = Mapping[str, Any]
By = str | Sequence[str]
Text = Callable[[float, int], str]
Stacks = dict[str, dict[str, tuple[float, tuple[float, float] | None]]]
"""By group and part: a value, and how far its interval reaches below and above it."""
FEW: Final = 10
"""Independent deals that a group needs to be told of."""
COINS: Final = 50
"""About what a player has at the end."""
NAMED: Final = 5
"""Players that a sentence names; further ones are counted."""
LISTED: Final = 6
"""Groups that a sentence names, each with its number."""
COMMON: Final = (
    "age", "round", "place", "player", "source", "purpose", "kind", "rank", "birth", "seat", "map",
    "players", "edition", "holdem", "won", "is_start",
)  # fmt: skip
"""Columns that most people group by."""

QUESTIONS: Final[dict[str, type[Question]]] = {}
"""By name: every question, in the order of the modules and of a report."""


class Answer:
    """The answer to a question: `frame`, `plot()`, `finding`, `caveat`, and `open(row)`.

    Nothing is worked out before it is asked for. At the end of a cell it shows its figure with the
    finding above it and what it can't say folded below. pandas, DuckDB and R take its rows through
    Arrow: `pandas.DataFrame.from_arrow(answer)`.
    """

    asked: Selection
    options: dict[str, Any]
    opener: Opener | None
    rows: Callable[..., pl.LazyFrame | pl.DataFrame]
    draw: Callable[[charts.Sheet], Drawing]
    tell: Callable[[], str]

    title: ClassVar[str]
    """The key of its title, if that is not `title-` and its name; so is `limit`."""
    limit: ClassVar[str]
    winning: ClassVar[bool] = False
    """It is about winning: nothing can be said of players who were chosen by how they ended."""
    unanswered: ClassVar[str] = "finding-none"
    outcome_key: ClassVar[str] = ""
    """The key of what is said first where players were chosen by how they ended."""
    counts_games: ClassVar[bool] = False
    """The number of games is written below the figure: its rows do not tell enough."""

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The numbers, a polars DataFrame."""
        return self.rows(**self.options).lazy().collect(engine="streaming")

    @cached_property
    def games(self) -> int:
        """How many games were asked."""
        return self.asked.number

    @cached_property
    def who(self) -> list[str]:
        """Whose games they are."""
        return self.asked.who

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What was asked for: the filters."""
        return self.asked.conditions

    @property
    def finding(self) -> str:
        """The answer in a sentence."""
        return self.told()

    @property
    def caveat(self) -> str:
        """What the numbers can't say."""
        return self.limits()

    @multilingual
    def told(self, language: str | None = None, *, alone: bool = True) -> str:
        """The finding in a language; `alone`: with the games that it is about."""
        chosen = self.outcomes
        if not self.asked.number:
            said = say("finding-nothing")
        elif chosen and self.winning:
            said = say("finding-outcome_winning", words=", ".join(chosen.values()))
        elif self.frame.is_empty():
            said = say(self.unanswered)
        else:
            said = " ".join([*(say(key, words=each) for key, each in chosen.items()), self.tell()])
        return f"{said} {self.behind()}" if alone and self.asked.number else said

    @property
    def outcomes(self) -> dict[str, str]:
        """By the key of their sentence: the conditions that choose by how it ended, in words."""
        words = ", ".join(each.words for each in self.asked.outcomes)
        return {self.outcome_key: words} if words else {}

    @multilingual
    def limits(self, language: str | None = None) -> str:
        """The caveat in a language."""
        return f"{say('report-limits')}: {say(self.limit)}"

    @multilingual
    def plot(self, ax: Axes | None = None, *, language: str | None = None) -> Drawing:
        """Draw it, into `ax` if one is given."""
        with theme():
            sheet = charts.Sheet.of(ax, self.title, games=self.games if self.counts_games else None)
            return sheet.nothing() if self.frame.is_empty() else self.draw(sheet)

    @multilingual
    def behind(self, language: str | None = None) -> str:
        """How many games are behind it, and whom it pools."""
        named = self.who if len(self.who) <= NAMED else self.who[: NAMED - 1]
        left = len(self.who) - len(named)
        more = (say("finding-other_players", n=left),) if left else ()
        players = (*named, *more) or (say("caption-unknown"),)
        others = [each for each in self.conditions if each.name not in ("player", "who")]
        where = ", ".join(each.words for each in others)
        return say("finding-behind", n=self.games, players=players, where=where, some=bool(where))

    def open(self, row: int | Row = 0) -> Any:  # noqa: ANN401 - a widget
        """Open the replay at the moment of a row: its number in `frame`, or the row itself."""
        if not isinstance(row, Mapping):
            if not -self.frame.height <= row < self.frame.height:
                raise KhronosError(say("finding-no_row", n=self.frame.height, row=row))
            row = self.frame.row(row, named=True)
        game, step = row.get("game"), row.get("step")
        if game is None or step is None:
            raise KhronosError(say("finding-no_moment"))
        if self.opener is None:
            raise KhronosError(say("finding-no_games"))
        return self.opener(game, step)

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
        if not keys:
            return self.frame.select(**told)
        return self.frame.group_by(keys, maintain_order=True).agg(**told)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"{self.finding}\n{self.frame}\n{self.caveat}"

    def _repr_html_(self) -> str:
        drawing = self.plot()
        picture = b64encode(drawing.png()).decode()
        width = round(float(drawing.figure.get_size_inches()[0]) * DPI)
        limits, _, reason = self.caveat.partition(": ")
        alt = escape(self.finding, quote=True)
        first, rest = headline(self.told(alone=False))
        return (
            f"<p><b>{escape(first)}</b> {escape(rest)} <small>{escape(self.behind())}</small></p>"
            f'<img style="max-width:100%;width:{width}px" alt="{alt}" '
            f'src="data:image/png;base64,{picture}">'
            f"<details><summary>{escape(limits)}</summary><p>{escape(reason)}</p></details>"
        )


class Question(Answer):
    """A subclass is a question: `rows` works it out, `draw` shows it, `tell` says it.

    `cells` gives the sums of `part` and `whole` by group and `cluster` whose quotient groups are
    compared by.
    """

    cells: Callable[[Sequence[str]], pl.LazyFrame]

    name: ClassVar[str] = ""
    report: ClassVar[Mapping[str, Any] | None] = None
    """The options with which a report asks it; None: reports leave it out."""
    family: ClassVar[str] = ""
    """The part of a report that it belongs to."""
    about: ClassVar[str] = "players"
    """Of what its rows tell: games, players, or things that belong to neither (events)."""
    parts: ClassVar[tuple[str, ...]] = ()
    """Columns of its own that it may be grouped by."""
    method: ClassVar[bool] = True
    """`Dataset` has a method for it."""
    value: ClassVar[str] = "mean"
    """The column that is told, with its interval."""
    axis: ClassVar[str] = ""
    """The key of its axis, if that is not `axis-` and its name."""
    percent: ClassVar[bool] = False
    digits: ClassVar[int] = 1
    """How the number is written that groups are compared by."""

    def __init_subclass__(cls) -> None:
        if "rows" not in cls.__dict__:
            return  # what several questions have in common
        cls.name = re.sub(r"(?<!^)([A-Z])", r"_\1", cls.__name__).lower()
        cls.title = cls.__dict__.get("title", f"title-{cls.name}")
        cls.limit = cls.__dict__.get("limit", f"limit-{cls.name}")
        cls.axis = cls.__dict__.get("axis", f"axis-{cls.name}")
        if not cls.outcome_key:  # a question about games counts all their players
            about_players = cls.about == "players"
            cls.outcome_key = "finding-outcome" if about_players else "finding-outcome_games"
        QUESTIONS[cls.name] = cls

    def __init__(
        self, asked: Selection, *given: Any, opener: Opener | None = None, **options: Any  # noqa: ANN401
    ) -> None:  # fmt: skip
        self.asked, self.opener = asked, opener
        self._estimates: dict[tuple[str, ...], Estimates] = {}
        self.options = self.checked(*given, **options)
        self.keys: tuple[str, ...] = tuple(self.options.get("by", ()))
        for each in self.keys:
            if each not in self.usable:
                raise KhronosError(self._refusal(each))

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401
        """What was asked for, as `rows` takes it; refused in a sentence if that is nonsense."""
        try:
            bound = signature(cls.rows).bind(None, *given, **options)
        except TypeError as fault:
            raise TypeError(f"{cls.name}: {fault}") from None
        bound.apply_defaults()
        found = {name: value for name, value in bound.arguments.items() if name != "self"}
        if "by" in found:
            found["by"] = keys_of(found["by"])
        for name, wanted in get_type_hints(cls.rows).items():
            choices = choices_of(wanted)
            if choices and found[name] not in choices:
                *others, last = map(quoted, choices)
                said = f"{', '.join(others)} or {last}"
                raise KhronosError(f"{name}= is {said}, not {quoted(found[name])}.")
        return found

    @property
    def usable(self) -> tuple[str, ...]:
        """The columns that it can be grouped by."""
        games = GAME_COLUMNS if self.about in ("players", "games") else ()
        people = PLAYER_COLUMNS if self.about == "players" else ()
        people = tuple(each for each in people if not (self.winning and each in OUTCOMES))
        return (*self.parts, *people, *games)

    def _refusal(self, key: str) -> str:
        named = dict.fromkeys((*COMMON, *self.parts))
        known = ", ".join(each for each in named if each in self.usable)
        why = ""
        if self.winning and key in OUTCOMES:
            why = " It is about winning, and that would sort players by how they ended."
        elif self.about == "games" and key in PLAYER_COLUMNS:
            why = " It is about games, not about single players."
        can = f" You can use: {known}." if known else ""
        return f"I can't group {self.name} by {quoted(key)}.{why}{can}"

    def __dir__(self) -> list[str]:
        """The parts of an answer; those of a question are for whoever writes one."""
        hidden = ("asked", "opener", "conditions", "outcomes")
        return sorted(name for name in dir(Answer) if name not in hidden)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        """The figure of `frame`, which has rows."""
        return self.dots(sheet)

    def tell(self) -> str:
        """The sentence of `frame`, which has rows."""
        return self.compared(self.keys)

    def strength(self) -> float:
        """How large and sure the finding is, from 0 (nothing beyond chance) to about 1.

        A report begins with the strongest. It is the end of the interval that is nearer to no
        effect, as a share of what is at stake: wins, coins, buildings.
        """
        return 0.0

    # -------------------------------------------------------------- groups

    def own(self, by: Sequence[str]) -> list[str]:
        """Those of some keys that tell games or players apart, not what the question counts."""
        return [each for each in by if each not in self.parts]

    @property
    def labels(self) -> list[str]:
        return [labels_of(self.keys, row) for row in self.frame.iter_rows(named=True)]

    def dots(
        self, sheet: charts.Sheet, across: str = "", *, rows: pl.DataFrame | None = None,
        labels: Sequence[str] = (), notes: Sequence[str] | None = None,
        below: Sequence[str] | None = None, zero: bool = False, over: float = 1.5,
        **how: Any,  # noqa: ANN401
    ) -> Drawing:  # fmt: skip
        """A dot with its interval for each row; `zero`: with the line that they are compared to.

        `notes` stand to the right (how many cases there are), `below` under the figure.
        """
        rows = self.frame if rows is None else rows
        sheet.set_height(charts.room_for(rows.height, over=over))
        counts = charts.count_notes(rows["rows"]) if notes is None else notes
        dots = charts.dots_of(rows, self.value)
        how = {"across": across or say(self.axis), "percent": self.percent, **how}
        charts.draw_dots(sheet, dots, labels or self.labels, counts, **how)
        if zero:
            charts.zero_line(sheet.ax)
        sheet.ax.margins(x=0.06)
        return sheet.finished(*([charts.interval_note(sheet, rows)] if below is None else below))

    def stacks(
        self, keys: Sequence[str], part: str | Callable[[Row], str],
        rows: pl.DataFrame | None = None, value: str = "",
    ) -> Stacks:  # fmt: skip
        """By the words of a group and by part: the value, and how far its interval reaches."""
        found: Stacks = {}
        value = value or self.value
        for row in (self.frame if rows is None else rows).iter_rows(named=True):
            group = found.setdefault(labels_of(keys, row), {})
            name = row[part] if isinstance(part, str) else part(row)
            before, ends = group.get(name, (0.0, charts.reach(row, value)))
            # What adds up several means has no interval of its own.
            group[name] = (before + row[value], None if name in group else ends)
        return found

    def bars(
        self, sheet: charts.Sheet, stacks: Stacks, fills: Fills, across: str, *, over: float = 1.5,
        whiskers: bool = True, **how: Any,  # noqa: ANN401
    ) -> list[charts.BarPart]:  # fmt: skip
        """A stacked bar for each group, with its parts in the order of their fills."""
        sheet.set_height(charts.room_for(len(stacks), over=over))
        parts = []
        for name, (label, style) in fills.items():
            pairs = [group.get(name, (0.0, None)) for group in stacks.values()]
            lines = [ends for _, ends in pairs] if whiskers else ()
            parts.append(charts.BarPart(label, [value for value, _ in pairs], style, lines))
        how = {"text": self.text, "percent": self.percent, **how}
        charts.draw_bars(sheet, parts, list(stacks), across=across, **how)
        return parts

    def text(self, value: float) -> str:
        return (percent_text if self.percent else number_text)(value, self.digits)

    def numbers(self, row: Row, name: str = "share", digits: int | None = None) -> dict[str, str]:
        """The told number of a row with its interval, as a sentence takes them."""
        text, digits = percent_text if self.percent else number_text, digits or self.digits
        return {name: self.text(row[self.value]), "ends": ends(row, self.value, text, digits)}

    def _end(self, value: float, *, clear: bool = False) -> str:
        """The end of a difference; of a clear one never 0, however near it is."""
        shown, digits = 100 * value if self.percent else value, max(1, self.digits)
        while clear and shown and not round(shown, digits):
            digits += 1
        return number_text(shown, digits)

    def estimates(self, by: Sequence[str]) -> Estimates:
        """The number of each group, with the pull of every cluster at it; worked out once."""
        keys = tuple(by)
        if keys not in self._estimates:
            cells = self.cells(keys).collect(engine="streaming")
            parts, wholes = cells.drop("whole"), cells.drop("part")
            self._estimates[keys] = Estimates.of(parts, wholes, keys, keys, share=self.percent)
        return self._estimates[keys]

    def compared(
        self, by: Sequence[str], noun: str = "", every: Estimates | None = None, choices: int = 1
    ) -> str:
        """Groups against each other: what each has, and which differences are beyond chance.

        `choices` is from how many things the one was chosen in which they differ most.
        """
        every = every or self.estimates(by)
        found = every.known(FEW)
        noun = capital(noun or say(f"what-{self.name}"))
        order = [int(each) for each in (-found.values).argsort(kind="stable")]
        listed = order if len(order) <= LISTED else [*order[:3], *order[-2:]]
        names = [labels_of(by, group) for group in found.groups]
        groups = tuple(
            group_text(
                names[each], self.text(float(found.values[each])),
                span(*found.interval(each), self.text),
            )
            for each in listed
        )  # fmt: skip
        if len(order) < 2:
            key = "finding-groups_one" if groups else "finding-groups_few"
            return say(key, what=noun, groups=groups, n=len(every.groups), least=FEW)
        key = "finding-groups" if len(listed) == len(order) else "finding-groups_some"
        said = say(key, what=noun, groups=groups, n=len(order))
        gaps = found.gaps(choices)
        clear = [gap for gap in gaps if gap.clear]
        widest = (clear or gaps)[0]
        apart = self._end(widest.value) if self.percent else self.text(widest.value)
        told = {
            "one": names[widest.first], "other": names[widest.second],
            "value": say("finding-points", points=apart) if self.percent else apart,
            "ends": span(widest.low, widest.high, partial(self._end, clear=bool(clear))),
        }  # fmt: skip
        if len(gaps) == 1:
            said = f"{said} {say('finding-gap' if clear else 'finding-gap_none', **told)}"
        elif not clear:
            said = f"{said} {say('finding-gaps_none')}"
        else:
            some = "all" if len(clear) == len(gaps) else "some"
            said = f"{said} {say('finding-gaps', some=some, n=len(clear), all=len(gaps), **told)}"
        left = len(every.groups) - len(order)
        return f"{said} {say('finding-groups_left', n=left, least=FEW)}" if left else said

    def largest(
        self, key: str, found: Estimates, words: Callable[[Row], str], **more: object
    ) -> str:
        """The group with the largest number, and which ones are not surely below it."""
        best, rivals = found.leader()
        said = say(
            key, part=words(found.groups[best]), mean=self.text(float(found.values[best])),
            ends=span(*found.interval(best), self.text), **more,
        )  # fmt: skip
        if not rivals or len(found.pulls) < 2:
            return said
        others = tuple(words(found.groups[each]) for each in rivals[:2])
        return f"{said} {say('finding-not_sure', others=others)}"


class Mean(Question, ABC):
    """A question about a mean of rows: `table` has them, with `cluster` and the means' columns."""

    means: ClassVar[tuple[str, ...]] = ("value",)
    """The columns of which means are told; the first is what groups are compared by."""

    @abstractmethod
    def table(self, by: Sequence[str]) -> pl.LazyFrame:
        """The rows, with some columns to group by."""

    def averaged(self, by: Sequence[str]) -> pl.LazyFrame:
        """The means of each group with their intervals, and one of its moments."""
        return cluster_means(self.table(by), list(by), self.means, moment=bool(by))

    def cells(self, by: Sequence[str]) -> pl.LazyFrame:
        told = self.table(by).group_by(*by, "cluster")
        return told.agg(part=pl.col(self.means[0]).sum(), whole=pl.len())


class Ratio(Question, ABC):
    """A question about a quotient of sums: coins by players, cards by hands, joins by games.

    `sums` says what is divided by what; rows, their intervals and comparisons follow.
    """

    @abstractmethod
    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        """Parts by group and cluster, and wholes by those keys of `within` and cluster."""

    def within(self, by: Sequence[str]) -> list[str]:
        """The keys that wholes have, too."""
        return self.own(by)

    def quotients(self, by: Sequence[str]) -> pl.LazyFrame:
        """The quotient of each group with its interval, in the order of the keys."""
        parts, wholes = (each.lazy() for each in self._summed(by))
        return in_order(quotients(parts, wholes, by, self.within(by), self.value), by)

    def estimates(self, by: Sequence[str]) -> Estimates:
        keys = tuple(by)
        if keys not in self._estimates:
            sums = self._summed(keys)
            self._estimates[keys] = Estimates.of(*sums, keys, self.within(keys), share=self.percent)
        return self._estimates[keys]

    def _summed(self, by: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The sums, worked out once: rows and sentences often need the same."""
        known: dict[tuple[str, ...], Any] = self.__dict__.setdefault("_sums", {})
        keys = tuple(by)
        if keys not in known:
            known[keys] = tuple(pl.collect_all(self.sums(keys), engine="streaming"))
        found: tuple[pl.DataFrame, pl.DataFrame] = known[keys]
        return found


# ------------------------------------------------------------------ options and words


def keys_of(by: object, option: str = "by") -> tuple[str, ...]:
    """Columns to group by, or to measure: one name, or several; what is named twice counts once."""
    names = (by,) if isinstance(by, str) else by
    if isinstance(names, Iterable):
        names = tuple(names)
        if all(isinstance(name, str) and name.isprintable() for name in names):
            return tuple(dict.fromkeys(names))
    example = "coins" if option == "measures" else "player"
    raise KhronosError(f'{option}= names columns, as {option}="{example}", not {quoted(by)}.')


def choices_of(hint: object) -> tuple[object, ...]:
    """The values that a `Literal` allows; none for other types."""
    parts = get_args(hint)
    if get_origin(hint) is Literal:
        return parts
    inner = tuple(value for part in parts for value in choices_of(part))
    return (*inner, None) if inner and NoneType in parts else inner


def headline(said: str) -> tuple[str, str]:
    """The first sentence of a finding, which is set bold, and what follows it."""
    first, dot, rest = said.partition(". ")
    return first + dot.strip(), rest


def ends(row: Row, name: str, text: Text = number_text, digits: int = 1) -> str:
    """Both ends of the interval beside a number."""
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    if low is None or high is None:
        return say("finding-no_ends")
    return say("finding-ends", low=text(low, digits), high=text(high, digits))


def span(low: float, high: float, text: Callable[[float], str]) -> str:
    """Both ends of an interval, or that a single deal gives none."""
    if low == float("-inf"):
        return say("finding-no_ends")
    return say("finding-ends", low=text(low), high=text(high))


def group_text(group: str, value: str, ends: str = "") -> str:
    """A group with its number, told apart where both are numbers: "round 7 with 1.4"."""
    key = "finding-group" if ends else "finding-mean"
    return say(key, group=group, value=value, ends=ends, number=group[-1:].isdigit())


def gain_text(row: Row, name: str) -> dict[str, object]:
    """A difference as a sentence has it: more or less, how many coins, between which ends."""
    less, low, high = row[name] < 0, row[f"{name}_low"], row[f"{name}_high"]
    if less and low is not None:
        low, high = -high, -low
    return {
        "way": way(row, name), "less": less, "coins": number_text(abs(row[name]), 1),
        "ends": ends({"x_low": low, "x_high": high}, "x"),
    }  # fmt: skip


def points_text(value: float, digits: int = 1) -> str:
    """A change of a share in percentage points, with its sign.

    >>> points_text(0.0312), points_text(-0.02, 0)
    ('+3.1', '-2')
    """
    return signed_text(value * 100, digits)


def signed_text(value: float, digits: int = 1) -> str:
    """A difference with its sign."""
    return ("+" if round(value, digits) > 0 else "") + number_text(value, digits)


def way(row: Row, name: str) -> str:
    """Where the interval of a difference lies: all above 0 is "more", all below "less"."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if low is None or low <= 0 <= high:
        return "unclear"
    return "more" if low > 0 else "less"


def first_row(frame: pl.DataFrame, by: str | pl.Expr, *, descending: bool = True) -> Row:
    """The row with the largest (or least) value; the first of equals."""
    ordered = frame.sort(by, descending=descending, nulls_last=True, maintain_order=True)
    return ordered.row(0, named=True)
