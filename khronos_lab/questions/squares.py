"""Heat: how often each square of each age is built on, erased, contested or controlled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import Any, Final, Literal, get_args

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from numpy.typing import NDArray

from khronos_lab.analysis import AGE, SQUARE, LazyTables
from khronos_lab.core import (
    BITS,
    EVENT_TYPES,
    FOOTPRINT,
    Arrival,
    Grid,
    Removal,
    Replacement,
    bits,
    column_of,
    components,
    footprint,
    row_of,
    shipped_map,
)
from khronos_lab.core import name as square_name
from khronos_lab.core import square as square_of
from khronos_lab.drawing import HEAT, BoardLayout, Drawing, charts, new_canvas, themed
from khronos_lab.players import LEVEL, share_interval
from khronos_lab.questions.columns import label_of
from khronos_lab.questions.question import FEW, Question
from khronos_lab.questions.selection import Selection, tax_rounds
from khronos_lab.questions.shadows import erasures
from khronos_lab.rulebook import (
    AGES,
    RANKS,
    KhronosError,
    multilingual,
    number_text,
    percent_text,
    say,
)

What = Literal["built", "erased", "contested", "controlled", "coins"]
WHAT: Final[tuple[What, ...]] = get_args(What)

Shares = NDArray[np.float64]
"""By age, then by square (see `khronos_lab.core.squares`)."""

_BUILT: Final = ("BuildingBuilt", "BuildingUpgraded", "ShadowCast")
REMOVING: Final = {each.__name__ for each in EVENT_TYPES if issubclass(each, Removal)}
PLACING: Final = {each.__name__ for each in EVENT_TYPES if issubclass(each, Arrival | Replacement)}
_TAX: Final = "TaxCollected"


def heat(tables: LazyTables, what: What, *, grid: Grid | None = None) -> Shares:
    """How often each square is built on, struck by a paradox, contested, or controlled.

    A square is contested in a game if buildings of two players or more were put there, shadows
    included.
    Control is counted at taxations: the share of tax rounds, over all games, in which somebody
    collected from a domain that covers the square. Without a `grid` every game needs the name of
    its map in the tables. Coins are those that domains pay at taxations, shared equally by the
    squares of the domain, as a mean of all games.
    """
    if what not in WHAT:
        raise KhronosError(f"{what!r} cannot be counted; there are {', '.join(WHAT)}")
    games = tables.games.select("game", "map").unique().collect()
    if games.is_empty():
        raise KhronosError("there are no games in these tables, so nothing can be counted")
    if what in ("controlled", "coins"):
        return _controlled(tables, games, grid, coins=what == "coins")
    # A building that lives on in its copy was erased, but no paradox took it.
    lost = erasures(tables.events).filter(~pl.col("succeeded"))
    rows = lost if what == "erased" else tables.events.filter(pl.col("event").is_in(_BUILT))
    # Every game counts once for a square, however many buildings covered it.
    covered = rows.select("game", "seat", "age", pl.col("square").cast(pl.String), "rank")
    by_game = covered.join(_covers().lazy(), on=["square", "rank"]).group_by("game", "age", "cell")
    least = 2 if what == "contested" else 1
    seen = by_game.agg(players=pl.col("seat").n_unique()).filter(pl.col("players") >= least)
    counts = seen.group_by(pl.col("age").to_physical(), "cell").len().collect()
    found = np.zeros((len(AGES), BITS))
    found[counts["age"], counts["cell"]] = counts["len"]
    return found / len(games)


@cache
def _covers() -> pl.DataFrame:
    """By the first square and the rank of a building: each square that it covers."""
    rows = [
        (name, rank, cell)
        for name in SQUARE.categories
        for rank in RANKS
        for cell in bits(footprint(square_of(name), rank))
    ]
    return pl.DataFrame(
        rows, {"square": pl.String(), "rank": pl.UInt8(), "cell": pl.UInt16()}, orient="row"
    )


def _controlled(
    tables: LazyTables, games: pl.DataFrame, grid: Grid | None, *, coins: bool
) -> Shares:
    kept = [*PLACING, *REMOVING, _TAX]
    rows = (
        tables.events.filter(pl.col("event").is_in(kept))
        .sort("game", "step")
        .select(
            "game", "round", pl.col("event").cast(pl.String), pl.col("age").to_physical(),
            pl.col("square").cast(pl.String), "rank", "amount",
        )
        .collect()
    )  # fmt: skip
    found = np.zeros((len(AGES), BITS))
    parts = rows.partition_by("game", as_dict=True)
    for game, name in games.iter_rows():
        if (part := parts.get((game,))) is None:
            continue
        if grid is None and name is None:
            raise KhronosError(f"game {game} does not say on which map it was played; give a grid=")
        masks: dict[tuple[int, int], int] = {}
        for number, age, mask, amount in _taxed(part, (grid or shipped_map(name or "")).hamlets):
            if coins:
                found[age, list(bits(mask))] += amount / mask.bit_count()
            masks[number, age] = masks.get((number, age), 0) | mask
        if not coins:
            for (_, age), mask in masks.items():
                found[age, list(bits(mask))] += 1
    if coins:
        return found / max(1, games.height)
    played = tables.turns.filter("ended").select("game", "round").unique()
    rules = tables.games.select("game", "numbers").unique()
    taxed = rules.join(tax_rounds(tables.games).lazy(), on="numbers", nulls_equal=True)
    taxations = played.join(taxed, on=["game", "round"], how="semi").collect().height
    return found / max(1, taxations)


def _taxed(rows: pl.DataFrame, hamlets: int) -> Iterator[tuple[int, int, int, int]]:
    """Round, age, squares and coins of every domain that paid somebody in one game."""
    # By age which buildings stand, by first square and rank.
    standing: list[dict[int, int]] = [dict.fromkeys(bits(hamlets), 1) for _ in AGES]
    for _, number, event, age, square, rank, amount in rows.iter_rows():
        anchor, board = square_of(square), standing[age]
        if event in REMOVING:
            board.pop(anchor, None)
        elif event in PLACING:
            new = footprint(anchor, rank)
            # An upgrade covers the old building; a shrunk one lies inside it.
            for old in [each for each, size in board.items() if FOOTPRINT[size] << each & new]:
                del board[old]
            board[anchor] = rank
        else:
            occupied = reduce(or_, (footprint(*each) for each in board.items()), 0)
            domains = (part for part in components(occupied) if part >> anchor & 1)
            yield number, age, next(domains, 1 << anchor), amount


# ------------------------------------------------------------------ drawing


@themed
def draw_heat(
    tables: LazyTables, what: What = "built", *, ax: Axes | None = None, grid: Grid | None = None,
    language: str | None = None,
) -> Drawing:  # fmt: skip
    """Draw how often each square of each age is built on, erased, contested or controlled."""
    shares = heat(tables, what, grid=grid)
    grid = grid or grid_of(tables)
    table = BoardLayout.of(grid)
    canvas = new_canvas(grid, ax=ax, fade=0.8, table=table)
    top = max(float(shares.max()), 1e-9)
    norm = Normalize(0, top)
    window = table.window
    for age in AGES:
        image = np.full((window.rows, window.columns), np.nan)
        for sq in bits(grid.area):
            image[row_of(sq), column_of(sq)] = shares[age, sq]
        left = table.left(age)
        canvas.ax.imshow(
            image, cmap=HEAT, norm=norm, interpolation="nearest", zorder=1.5, alpha=0.92,
            extent=(left, left + window.columns, window.rows, 0),
        )  # fmt: skip
    canvas.ax.set_xlim(-1.0, table.width - 1.0)
    canvas.ax.set_ylim(window.rows + 0.5, -table.top)
    if ax is not None:
        return Drawing(canvas.figure, canvas.axes)
    width, height = canvas.figure.get_size_inches()
    canvas.figure.set_size_inches(width, height + 0.75)
    share = 0.75 / (height + 0.75)
    canvas.ax.set_position((0.0, share, 1.0, 1.0 - share))
    bar = canvas.figure.add_axes((0.3, share * 0.62, 0.4, share * 0.2))
    colours = canvas.figure.colorbar(ScalarMappable(norm, HEAT), cax=bar, orientation="horizontal")
    if what != "coins":
        charts.percent_axis(bar.xaxis)
    colours.set_label(say(f"axis-often_{what}"))
    colours.outline.set_linewidth(0.6)
    return Drawing(canvas.figure, (canvas.ax, bar))


def grid_of(tables: LazyTables) -> Grid:
    """The one map of all games."""
    names = tables.games.select("map").unique().sort("map").collect()["map"].to_list()
    if not names:
        raise KhronosError("There are no games here, so there is no map to draw.")
    if len(names) != 1 or names[0] is None:
        known = ", ".join(name or "one without a name" for name in names)
        raise KhronosError(
            f"These games are played on {len(names)} maps ({known}); choose one, "
            f'map="{names[-1]}", or give a grid=.'
        )
    return shipped_map(names[0])


# ------------------------------------------------------------------ the question


class Heat(Question):
    """How often each square is "built" on, "erased", "contested" or "controlled", or its "coins".

    `map=` chooses one where the games have several. Coins are those that domains pay at taxations,
    shared equally by the squares of the domain, in a game.
    """

    about, family = "games", "buildings"

    def __init__(self, asked: Selection, *given: Any, **options: Any) -> None:  # noqa: ANN401
        super().__init__(asked, *given, **options)
        if self.options["map"] is not None:
            self.asked = self.asked.where(map=self.options["map"])

    def rows(self, what: What = "built", map: str | None = None) -> pl.DataFrame:
        """Squares of all ages, the hottest first, with the share of games and its interval."""
        grid = grid_of(self.asked.whole)
        shares = heat(self.asked.whole, what)
        value = "coins" if what == "coins" else "share"
        rows = [
            (age.title, square_name(each), float(shares[age, each]))
            for age in AGES
            for each in bits(grid.area)
        ]
        schema = {"age": AGE, "square": pl.String(), value: pl.Float64()}
        frame = pl.DataFrame(rows, schema, orient="row")
        if what != "coins":
            spans = [share_interval(share, self.asked.clusters) for share in frame["share"]]
            frame = frame.hstack(pl.DataFrame(spans, ["share_low", "share_high"], orient="row"))
        return frame.sort(value, "age", "square", descending=[True, False, False])

    @multilingual
    def plot(self, ax: Axes | None = None, *, language: str | None = None) -> Drawing:
        """Draw it, into `ax` if one is given."""
        return draw_heat(self.asked.whole, self.options["what"], ax=ax)

    def tell(self) -> str:
        row, what = self.frame.row(0, named=True), self.options["what"]
        spot = {"square": row["square"], "age": label_of("age", row["age"])}
        if what == "coins":
            return say("finding-heat_coins", coins=number_text(row["coins"], 1), **spot)
        if what == "controlled":
            return say("finding-heat_controlled", share=percent_text(row["share"], 0), **spot)
        number = self.asked.clusters
        if number < FEW:
            return say("finding-heat_few", n=number, least=FEW)
        # The hottest of many squares is hot by chance, too: its interval allows for the choice.
        squares = self.frame.height
        low, high = share_interval(row["share"], number, 1 - (1 - LEVEL) / squares)
        second = self.frame.row(1, named=True)["share"]
        ties = self.frame.filter(pl.col("share") >= low).height - 1
        told = {
            **spot, "share": percent_text(row["share"], 0), "rivals": ties,
            "sure": ties == 0 and second < low,
            "ends": say("finding-ends", low=percent_text(low, 0), high=percent_text(high, 0)),
        }  # fmt: skip
        return say(_HEAT[what], **told)


_HEAT: Final = {
    "built": "finding-heat_built", "erased": "finding-heat_erased",
    "contested": "finding-heat_contested",
}  # fmt: skip
