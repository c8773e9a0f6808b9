"""The explorer: linked histograms and a scatter of many games; a click opens the replay.

Brush one picture and all others follow. What is brushed is a dataset again: `x.selection`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

import ipywidgets as ui
import numpy as np
import polars as pl
import traitlets

from khronos_lab.analysis import LazyTables
from khronos_lab.board import SCRIPTS
from khronos_lab.drawing import GROUPS
from khronos_lab.explorer.counting import BinnedRows, Counter, Counts, Range
from khronos_lab.explorer.rows import (
    CATEGORIES,
    ROW_UNITS,
    measure_words,
    moment_of,
    units,
)
from khronos_lab.kit import WORDS, SafeWidget, in_its_language, joined, one_of
from khronos_lab.questions import tax_rounds
from khronos_lab.rulebook import (
    LANGUAGE_NAMES,
    Edition,
    KhronosError,
    multilingual,
    number_text,
    say,
    spoken,
)

LISTED: Final = 60
"""Games that are listed; a brush leads to the others."""
SCATTER: Final = 2
_SAID: Final = (
    *WORDS, "panel-language", "explore-unit", "explore-colour", "explore-none", "explore-reset",
    "explore-keys", "explore-all", "explore-listed", "explore-open", "explore-copy",
)  # fmt: skip
"""What the page says by itself."""
Chosen = TypeVar("Chosen")


class ExplorerPage(SafeWidget):
    """The pictures: what is shown and brushed; nothing of it is kept in the browser."""

    _esm = joined(SCRIPTS[0], "../explorer/explorer.js")
    _css = joined("../explorer/explorer.css")
    kernel_gone = "board-gone"

    page = traitlets.Dict().tag(sync=True)
    """What stands around the pictures, and what each of them is about."""
    brushes = traitlets.Dict().tag(sync=True)
    """By measure: the first and the last bin that are brushed."""

    @multilingual
    def __init__(
        self,
        tables: LazyTables,
        unit: str,
        show: Callable[[str, int], None],
        own: Mapping[str, pl.Expr],
        language: str | None = None,
    ) -> None:
        """Prepare the pictures; `show` opens a game at a step, `own` are further measures."""
        self._tables, self._show, self._own = tables, show, dict(own)
        self._units = units(tuple(tax_rounds(tables.games)["round"].unique().sort()))
        self._sheets: dict[str, BinnedRows] = {}
        self._begin(unit)
        super().__init__(language=spoken(language))
        self.observe(lambda _: self._tell(), "language")
        self._tell()

    def _begin(self, unit: str) -> None:
        self.unit = one_of(unit, ROW_UNITS, "kind of row")
        known = self._units[unit]
        if unit not in self._sheets:
            self._sheets[unit] = self._measured(unit)
        own = [name for name in self._own if name in self.sheet.axes]
        first = [*own, *known.first][: len(known.first)]
        self.shown, self.scatter = first, first[:SCATTER]
        self._brushes: dict[str, Range] = {}
        self._listed: tuple[dict[str, Range], str] = ({}, "coins")
        self._recount(None)

    def _measured(self, unit: str) -> BinnedRows:
        """The rows of a unit, with those of one's own measures that can be made of it."""
        known = self._units[unit]
        rows = known.rows(self._tables)
        columns = set(rows.collect_schema())
        own = {
            name: expr for name, expr in self._own.items() if set(expr.meta.root_names()) <= columns
        }
        if self._own and not own:
            missing, names = next(iter(self._own)), ", ".join(rows.collect_schema())
            raise KhronosError(f"{missing} can't be made of {unit}, which have: {names}.")
        return BinnedRows.of(rows.with_columns(**own).collect(), (*own, *known.measures))

    def _recount(self, colour: str | None) -> None:
        views = [*((name,) for name in self.shown), tuple(self.scatter)]
        self.counter = Counter(self._sheets[self.unit], views, colour)

    @property
    def sheet(self) -> BinnedRows:
        return self._sheets[self.unit]

    @in_its_language
    def brush(self, name: str, first: object, last: object) -> None:
        """Keep the rows whose measure lies between two values."""
        axis = self.sheet.axes[one_of(name, self.sheet.axes, "measure")]
        self._brushes = {**self._brushes, name: axis.bins(first, last)}
        self._tell()

    @in_its_language
    def clear(self) -> None:
        """Brush nothing."""
        self._brushes = {}
        self._tell()

    def chosen(self) -> pl.DataFrame:
        return self.counter.chosen(self._brushes)

    @property
    def code(self) -> str:
        """The brushes as code after which `.selection` is what they keep."""
        told = []
        for name, each in self._brushes.items():
            ends = f"({', '.join(map(repr, self.sheet.axes[name].values(*each)))})"
            told.append(f"{name}={ends}" if name.isidentifier() else f"**{{{name!r}: {ends}}}")
        of = [] if self.unit == "games" else [f'of="{self.unit}"']
        own = ["measures=measures"] if self._own.keys() & self._brushes.keys() else []
        brushed = f".brush({', '.join(told)})" if told else ""
        return f"games.explore({', '.join([*of, *own])}){brushed}.selection"

    # -------------------------------------------------------------- telling the browser

    def _tell(self) -> None:
        """Tell the browser everything again."""
        sheet, unit = self.sheet, self.unit
        self._list({}, self.shown[0])
        with self.hold_sync():
            self.brushes = {name: list(each) for name, each in self._brushes.items()}
            self.page = {
                "unit": unit,
                "units": [[each, say(f"explore-{each}")] for each in ROW_UNITS],
                "shown": list(self.shown),
                "scatter": list(self.scatter),
                "measures": [[name, measure_words(unit, name)] for name in sheet.axes],
                "labels": {
                    name: [self._label(name, place) for place in range(axis.size)]
                    for name, axis in sheet.axes.items()
                },
                "colour": self.counter.colour or "",
                "colours": [name for name in sheet.axes if name in CATEGORIES],
                "groups": list(self.counter.groups),
                "fills": list(GROUPS),
                "list": self._list_told(),
                "about": self._about(),
                "languages": LANGUAGE_NAMES,
                "words": {key: say(key) for key in _SAID},
                "title": say("explore-title"),
            }
        self._send_counts("all", self.counter.counts({}))
        self._send_counts("now", self.counter.counts(self._brushes))

    def _label(self, name: str, place: int) -> str:
        label = self.sheet.axes[name].label(place)
        if name in ("holdem", "won"):
            return say("answer-yes" if label == "true" else "answer-no")
        known = name == "edition" and label in {each.value for each in Edition}
        return say(f"edition-{label}") if known else label

    def _send_counts(self, kind: str, counts: list[Counts], number: int = 0) -> None:
        total, left = self.sheet.codes.height, self.counter.number(self._brushes)
        said = say("explore-status", unit=self.unit, n=number_text(left), all=number_text(total))
        shapes = [list(each.shape) for each in counts]
        data = b"".join(np.ascontiguousarray(each, "<u4").tobytes() for each in counts)
        told = {"kind": kind, "id": number, "shapes": shapes, "said": said}
        self.send({**told, "code": self.code if self._brushes else ""}, buffers=[data])

    # -------------------------------------------------------------- the list

    def _list(self, inside: dict[str, Range], about: str) -> None:
        self._listed = ({**self._brushes, **inside}, about)

    def _list_told(self) -> list[list[str]]:
        told = []
        for row in self._rows_listed().iter_rows(named=True):
            value = row[self._listed[1]]
            said = number_text(value, 2) if isinstance(value, float) else str(value)
            told.append([str(row["game"]), str(row["player"]), str(row["map"] or ""), said])
        return told

    def _rows_listed(self) -> pl.DataFrame:
        """The games behind the brushes or behind a bar, as many as one can look through."""
        return self.counter.chosen(self._listed[0]).head(LISTED)

    # -------------------------------------------------------------- messages of the browser

    def _answer_message(self, content: dict[str, Any]) -> None:
        self.error = ""
        kind = content["kind"]
        if kind == "brush":
            self._brushed(content)
        elif kind == "bar":
            inside = {str(name): self._range(name, each) for name, each in content["bins"].items()}
            self._list(inside, next(iter(inside)))
            self._tell_list()
            if self._rows_listed().height == 1:  # an outlier: there is nothing to choose
                self._open_row(0)
        elif kind == "open":
            self._open_row(int(content["row"]))
        elif kind == "choose":
            self._choose(str(content["what"]), str(content["value"]), int(content.get("place", 0)))
        elif kind == "ready":
            self._tell()
        else:
            super()._answer_message(content)

    def _range(self, name: object, each: Any) -> Range:  # noqa: ANN401
        axis = self.sheet.axes[one_of(str(name), self.sheet.axes, "measure")]
        first, last = sorted(int(bin_) for bin_ in each)
        if not 0 <= first <= last < axis.size:
            raise KhronosError(
                f"{name} has {axis.size} bins, so there are none from {first} to {last}"
            )
        return first, last

    def _brushed(self, content: dict[str, Any]) -> None:
        ranges = {
            str(name): None if each is None else self._range(name, each)
            for name, each in content["ranges"].items()
        }
        merged = {**self._brushes, **ranges}
        self._brushes = {name: each for name, each in merged.items() if each is not None}
        hand = next(iter(ranges)) if len(ranges) == 1 else ""
        self._send_counts("now", self.counter.counts(self._brushes, hand), int(content["id"]))
        if content["done"]:
            self.brushes = {name: list(each) for name, each in self._brushes.items()}
            self._list({}, hand or self.shown[0])
            self._tell_list()

    def _tell_list(self) -> None:
        self.send({"kind": "list", "rows": self._list_told(), "about": self._about()})

    def _about(self) -> str:
        return measure_words(self.unit, self._listed[1])

    def _open_row(self, place: int) -> None:
        rows = self._rows_listed()
        if not 0 <= place < rows.height:
            raise KhronosError(f"{rows.height} games are listed, so there is no number {place}")
        row = rows.row(place, named=True)
        step = row.get(moment_of(self._listed[1]))
        self._show(str(row["game"]), int(row["step"] if step is None else step))
        self.send({"kind": "opened"})

    def _choose(self, what: str, value: str, place: int) -> None:
        """Another kind of row, colour or measure; what was brushed and is shown no more stays."""
        if what == "unit":
            self._begin(value)
        elif what == "colour":
            self._recount(one_of(value, CATEGORIES, "colour") if value else None)
        elif what in ("shown", "scatter"):
            target = self.shown if what == "shown" else self.scatter
            if not 0 <= place < len(target):
                raise KhronosError(f"there is no picture {place}")
            target[place] = one_of(value, self.sheet.axes, "measure")
            self._recount(self.counter.colour)
        elif what == "reset":
            self._brushes = {}
        else:
            raise KhronosError(f"the explorer has no choice {what!r}")
        self._tell()


class Explorer(ui.HBox, Generic[Chosen]):  # type: ignore[misc]  # ipywidgets has no types
    """The pictures, and beside them the game that was clicked; `selection` is what is brushed."""

    def __init__(
        self,
        tables: LazyTables,
        take: Callable[[pl.DataFrame], Chosen],
        replay: Callable[[str, int], Any],
        *,
        of: str = "games",
        measures: Mapping[str, pl.Expr] | None = None,
        language: str | None = None,
    ) -> None:
        """Prepare the explorer; `Dataset.explore` opens one."""
        self._take, self._replay = take, replay
        self.pictures = ExplorerPage(tables, of, self.show, measures or {}, language)
        self.game: Any = None
        """The replay that is open beside the pictures, if any."""
        super().__init__([self.pictures])
        self.layout.flex_flow = "row wrap"
        self.pictures.layout.flex = "1 1 600px"
        self.pictures.layout.min_width = "0"

    @property
    def selection(self) -> Chosen:
        """What is brushed, as a dataset; statistics of players count the players of its rows."""
        keys = ROW_UNITS[self.pictures.unit].keys
        return self._take(self.pictures.chosen().select(keys).unique(maintain_order=True))

    @property
    def code(self) -> str:
        """What is brushed, as code to copy: it gives the same selection again."""
        return self.pictures.code

    def brush(self, **between: tuple[object, object]) -> Explorer[Chosen]:
        """Keep what lies between two values: `x.brush(coins=(50, 70), paradoxes=(8, 20))`."""
        for name, (first, last) in between.items():
            self.pictures.brush(name, first, last)
        return self

    def clear(self) -> Explorer[Chosen]:
        """Brush nothing."""
        self.pictures.clear()
        return self

    def show(self, game: str, step: int) -> None:
        """Open a game at a step, beside the pictures."""
        self.game = self._replay(game, step)
        self.game.layout.flex = "1 1 560px"
        self.game.layout.min_width = "0"
        traitlets.dlink((self.pictures, "language"), (self.game, "language"))
        self.children = (self.pictures, self.game)
