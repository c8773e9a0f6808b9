"""How long buildings stand, and what ends them: Kaplan-Meier and competing fates.

What is followed is one tile at one rank. It *dies* by a paradox, by demolition, by losing a
conflict (shrunk or destroyed) or with the building whose shadow it is. It does not die when it
grows: an upgraded building, or one that a copy of its own kind and owner covers, leaves the count
alive at that moment, as one does that stands when the game ends.

Buildings of one game fall together, so an interval from the number of buildings would be far too
narrow. So games are dealt into folds, the curve is worked out without each fold in turn, and how
much it moves says how sure it is (the jackknife that deletes a group).

A building is known by its age, kind, rank and first square, as C6 knows it. Events that take one
away name it by these. An upgrade, a shrinking and the replacing of a shadow name only the new
building; the old one is of another rank, and its place is one of few:

    upgrade to rank 2     # #    the old watchtower stood on one of these four squares,
                          # #    and nothing else did (A2)
    shrunk to rank 1      ? ?    the old keep began on one of the four squares up and left of
                          ? N    the new watchtower N, and no other keep can (they would overlap)

So all these places are looked at, and the one where such a building stands is meant.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from statistics import NormalDist
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from khronos_lab.analysis import AGE, EVENT, KIND, SQUARE
from khronos_lab.core import EVENT_TYPES, Paradox, Removal, Replacement
from khronos_lab.drawing import Drawing, charts
from khronos_lab.players import LEVEL, share_interval
from khronos_lab.questions.columns import CAUSES, fills_of, label_of, line_style
from khronos_lab.questions.columns import FATES as FILLS
from khronos_lab.questions.intervals import Estimates, Floats
from khronos_lab.questions.question import FEW, Answer, By, Opener, Question, first_row
from khronos_lab.questions.selection import (
    FOLDS,
    MOMENT,
    NUMBER,
    READINGS,
    Condition,
    Reading,
    Schema,
    Selection,
    folds_of,
    game_by_game,
    players,
    run_starts,
    shaped,
)
from khronos_lab.rulebook import RANKS, say

BIRTHS: Final = {each.__name__: each.about.birth for each in EVENT_TYPES if each.about.birth}
"""By event: how a building came to be."""
BIRTH: Final = pl.Enum(list(BIRTHS.values()))

FATES: Final = {
    "upgraded": "a larger one of its kind was made of it (A2); it lives on",
    "succeeded": "a copy of its kind and owner covered all of it (B6, B7); it lives on",
    "paradox": "any other copy covered it, wholly or partly (B6)",
    "demolished": "a player took it away (A4)",
    "shrunk": "it lost a conflict and became smaller (C4)",
    "destroyed": "it lost a conflict and could not become smaller (C4)",
    "withdrawn": "it was the shadow of one that shrank or was destroyed (C5)",
    "replaced": "it was the shadow of one that shrank, and became smaller with it (C5)",
    "standing": "it stood when the game, or what is told of it, ended",
}
"""What can become of a building."""
FATE: Final = pl.Enum(list(FATES))

_ENDS: Final = {each.__name__: each.about.fate for each in EVENT_TYPES if each.about.fate}
_NAMED: Final = [
    each.__name__
    for each in EVENT_TYPES
    if each.about.fate and issubclass(each, Removal) and not issubclass(each, Paradox)
]
"""Events that name the building that ends; so does a paradox, which may not be an end."""
_UNNAMED: Final = [each.__name__ for each in EVENT_TYPES if issubclass(each, Replacement)]

LIVES: Final[Schema] = {
    **MOMENT,
    "end_step": pl.UInt32(),
    "age": AGE,
    "kind": KIND,
    "rank": pl.UInt8(),
    "owner": pl.UInt8(),
    "square": SQUARE,
    "birth": BIRTH,
    "fate": FATE,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "turns": pl.UInt16(),
    "rounds": pl.UInt8(),
}
USED: Final = sorted({*BIRTHS, *_ENDS, "ShadowFalls", "TurnEnded", "GameEnded"})
_WIDTH: Final = SQUARE.categories.to_list().index("a2")
"""Squares in a row, as the vocabulary of squares counts them."""


def lives(events: pl.LazyFrame, beside: pl.LazyFrame | None = None) -> pl.LazyFrame:
    """Every tile that was put up, with its end: a row for each building.

    `step` is the event that put it up, `end_step` the one that ended it (null if it stands);
    `turn` and `round` are those of its birth, `turns` and `rounds` how long it stood. `fate` is one
    of `FATES`. Printed hamlets are no tiles and are left out, restoring a ruin (A6) is no end, and
    a building that stood before the first event has no row. An unfinished game ends with its last
    turn that ended, or the last building event after that. `beside` has a row for each game that
    counts; its columns are added.
    """
    read = events.filter(pl.col("event").is_in(USED)).select(_READ)
    schema = LIVES if beside is None else {**LIVES, **beside.collect_schema()}
    return game_by_game(read, partial(lives_of, schema=schema), schema, beside=beside)


# ------------------------------------------------------------------ one batch of games

Integers = NDArray[np.int64]
Codes = NDArray[np.uint8]

_STEP_ROOM: Final = 2**20
_CODES: Final = {word: code for code, word in enumerate(EVENT.categories.to_list())}
_FATE_CODES: Final = {word: code for code, word in enumerate(FATES)}
_STANDING: Final = _FATE_CODES["standing"]
_FATE_OF: Final = np.array([_FATE_CODES[_ENDS.get(word, "standing")] for word in _CODES])
"""By code of an event the code of the fate of the building that ends."""


def _is_one_of(event: Codes, names: Iterable[str]) -> Integers:
    wanted = np.zeros(len(_CODES), dtype=np.bool_)
    wanted[[_CODES[name] for name in names]] = True
    return np.flatnonzero(wanted[event])


def lives_of(batch: pl.DataFrame, schema: Schema) -> pl.LazyFrame:
    born, until, fate = followed(batch)
    lasted = {f"{each}s": batch[each].gather(until) - batch[each].gather(born)
              for each in ("turn", "round")}  # fmt: skip
    told = batch.lazy().select(pl.all().gather(born)).with_columns(
        birth=pl.col("event").replace_strict(BIRTHS, return_dtype=BIRTH),
        fate=pl.Series(list(FATES), dtype=FATE).gather(fate),
        end_step=pl.when(pl.Series(fate != _STANDING)).then(batch["step"].gather(until)),
        **lasted,
    )  # fmt: skip
    return shaped(told, schema)


def followed(batch: pl.DataFrame) -> tuple[Integers, Integers, Integers]:
    """Of a batch in the order of steps the rows of births, of their ends, and the code of the fate.

    What stands at the end has the last row of its game.
    """
    event, number = batch["code"].to_numpy(), batch["number"].to_numpy()
    sites = number.astype(np.int64) * _SITES + batch["site"].to_numpy()
    born = _is_one_of(event, BIRTHS)
    named, (erased, copies) = _is_one_of(event, _NAMED), copies_over(batch)
    grown = lives_on(batch, erased, copies)  # a copy may cover its own shadow
    lost = np.where(grown, _FATE_CODES["succeeded"], _FATE_CODES["paradox"])
    # Rows of ends, where the building stood that ends, and how it ended.
    parts = [
        (named, sites[named], _FATE_OF[event[named]]),
        (erased, sites[erased], lost),
        *_guessed_ends(batch, event, sites),
    ]
    rows, ended, fates = (np.concatenate(each) for each in zip(*parts, strict=True))
    fate = np.empty(len(event), dtype=np.int64)
    fate[rows] = fates
    end = _end_of(sites, born, ended, rows)[born]
    stands = end < 0
    past = np.append(run_starts(number), len(number))[1:]  # the row after the last of each game
    final = np.repeat(past - 1, np.diff(past, prepend=0))
    return born, np.where(stands, final[born], end), np.where(stands, _STANDING, fate[end])


def _end_of(sites: Integers, born: Integers, ended: Integers, rows: Integers) -> Integers:
    """By row of a birth the row of its end; -1 if it has none.

    A building's site is free again once it ended, so what follows its birth there is its end; of
    two that were put up before one end, it is the end of the later. Site, row and what happens are
    sorted as one number: several times as fast as to sort places by it.
    """
    room = len(sites).bit_length()
    keys = np.concatenate([(ended << room) + rows << 1, ((sites[born] << room) + born << 1) + 1])
    keys.sort()
    one, following = keys[:-1], keys[1:]
    # A birth and then an end at the same site: they differ in the last bit and in the row only.
    pairs = np.flatnonzero((one & 1 > following & 1) & (one ^ following < 2 << room))
    row = (1 << room) - 1
    found = np.full(len(sites), -1, dtype=np.int64)
    found[one[pairs] >> 1 & row] = following[pairs] >> 1 & row
    return found


_PLACES: Final = 512
"""More than there are squares."""
_SITES: Final = 3 * 3 * 4 * _PLACES
"""More than a game has of what `site` tells apart."""


def _code(name: str) -> pl.Expr:
    return pl.col(name).to_physical().cast(pl.Int32).fill_null(0)


NUMBERS: Final = (
    pl.col("event").to_physical().alias("code"),
    pl.col("cause").fill_null(0).alias("because"),
    pl.col("owner").fill_null(255).alias("holder"),
    (((_code("age") * 3 + _code("kind")) * 4 + _code("rank")) * _PLACES + _code("square")).alias(
        "site"
    ),
)
"""What is read of an event besides its columns, in numbers without gaps, which numpy takes as they
are; `site` is age, kind, rank and first square."""

_READ: Final = (
    "game", "step", "turn", "round", "age", "event", "kind", "rank", "owner", "square", *NUMBERS,
)  # fmt: skip


def parts_of(site: Integers) -> tuple[Integers, Integers, Integers]:
    return site // (4 * _PLACES) % 3, site // _PLACES & 3, site & _PLACES - 1


def copies_over(batch: pl.DataFrame) -> tuple[Integers, Integers]:
    """The rows of buildings that were erased, and of the copy that covered each; -1 if none did."""
    event = batch["code"].to_numpy()
    erased, falls = (np.flatnonzero(event == _CODES[name]) for name in COVERING)
    game = batch["number"].to_numpy().astype(np.int64) * _STEP_ROOM
    cause = game[erased] + batch["because"].to_numpy()[erased]
    copies = game[falls] + batch["step"].to_numpy()[falls]
    place = np.searchsorted(copies, cause)
    found = np.append(copies, -1)[place] == cause
    return erased, np.where(found, np.append(falls, -1)[place], -1)


COVERING: Final = ("BuildingErased", "ShadowFalls")


def lives_on(batch: pl.DataFrame, erased: Integers, copies: Integers) -> NDArray[np.bool_]:
    """True for a building whose copy is of its kind and owner and covers all of it."""
    site, holder = batch["site"].to_numpy(), batch["holder"].to_numpy()
    old, new = site[erased], site[copies]
    (kind, rank, square), (new_kind, new_rank, new_square) = map(parts_of, (old, new))
    room = new_rank - rank
    right, down = square % _WIDTH - new_square % _WIDTH, square // _WIDTH - new_square // _WIDTH
    within = (right >= 0) & (right <= room) & (down >= 0) & (down <= room)
    same = (kind == new_kind) & (holder[erased] == holder[copies])
    return np.asarray((copies >= 0) & same & within)


def _guessed_ends(
    batch: pl.DataFrame, event: Codes, sites: Integers
) -> Iterator[tuple[Integers, Integers, Integers]]:
    """The ends of buildings whose event names only the new one: all places where it could be."""
    rows = _is_one_of(event, _UNNAMED)
    sort = event[rows].astype(np.int64) * 4 + batch["site"].to_numpy()[rows] // _PLACES % 4
    for (name, rank), befores in _befores().items():
        here = rows[sort == _CODES[name] * 4 + rank]
        # A place above the first row of the board gives a site that no building has.
        yield from ((here, sites[here] + shift, _FATE_OF[event[here]]) for shift in befores)


@cache
def _befores() -> dict[tuple[str, int], list[int]]:
    """By event and rank: from the new building's site to all where the old one may have stood.

    Only one of these places can have held a building of its kind that covers, or lies in, the new
    one; so the others meet none that stands.
    """
    found = [("ShadowReplaced", 2, 3)]  # only a rank 3 shadow is replaced (C5)
    for small in RANKS:
        for large in RANKS[small:]:
            found += [("BuildingUpgraded", large, small), ("BuildingShrunk", small, large)]
    shifts: dict[tuple[str, int], list[int]] = {}
    for event, new, old in found:
        reach, sign = range(abs(new - old) + 1), 1 if new > old else -1
        shifts.setdefault((event, new), []).extend(
            (old - new) * _PLACES + sign * (down * _WIDTH + right)
            for down in reach
            for right in reach
        )
    return shifts


Unit = Literal["turns", "rounds"]

DEATHS: Final = ("paradox", "demolished", "shrunk", "destroyed", "withdrawn", "replaced")
"""The fates that count as a death."""
MET: Final = [fate for fate in FATES if fate != "standing"]
"""The fates that end a life at its rank."""


def folded_life_table(
    lives: pl.LazyFrame, games: pl.LazyFrame, by: Sequence[str] = ("age", "kind", "rank"), *,
    unit: Unit = "turns", folds: int = FOLDS,
) -> pl.LazyFrame:  # fmt: skip
    """How many buildings met each fate after each number of turns or rounds, by fold of games.

    `time` 0 is the turn of birth, `clusters` the number of independent deals. It is all that
    intervals need, and small however many games there are. A game of more players has more turns
    in a round: mix them only with unit="rounds". Lives that have a column `fold` keep it, and those
    that were counted before, their numbers.
    """
    known = lives.collect_schema()
    if "fold" not in known:
        lives = lives.join(folds_of(games, folds).select("game", "fold"), on="game")
    if "number" not in known:
        lives = lives.with_columns(time=pl.col(unit).cast(pl.UInt16), number=pl.lit(1, pl.UInt32))
    keys = ("fold", *by, "time", "fate")
    rows = lives.group_by(keys).agg(pl.col("number").sum()).sort(keys)
    number = players(games).select(clusters=NUMBER.n_unique().cast(pl.UInt32))
    return rows.join(number, how="cross", maintain_order="left")


def _folded(batch: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """One number for all keys is counted: many times as fast as to count by the keys."""
    born, until, fate = followed(batch)
    fold = games["fold"].to_numpy()[batch["number"].to_numpy()[born]]
    kind, rank, _ = parts_of(batch["site"].to_numpy()[born])
    rounds = batch["round"].to_numpy()
    keys = (fold, kind, rank, fate, rounds[until] - rounds[born])
    shape = [int(key.max(initial=0)) + 1 for key in keys]
    counts = np.bincount(np.ravel_multi_index(keys, shape))
    cells = np.flatnonzero(counts)
    told = dict(zip(_FOLDED, (*np.unravel_index(cells, shape), counts[cells]), strict=True))
    return shaped(pl.DataFrame(told), _FOLDED).with_columns(
        pl.col("kind").cat.to(KIND), pl.col("fate").cat.to(FATE)
    )


_FOLDED: Final[Schema] = {
    "fold": pl.UInt16(), "kind": pl.UInt8(), "rank": pl.UInt8(), "fate": pl.UInt8(),
    "time": pl.UInt16(), "number": pl.UInt32(),
}  # fmt: skip
COUNTED: Final = ("kind", "rank")
READINGS["lives"] = lambda _: Reading(USED, ("step", "round", *NUMBERS), _folded)


class Curves(NamedTuple):
    """Curves of groups with their intervals, and how each fold of games pulls at each row."""

    frame: pl.DataFrame
    pulls: Floats
    folds: Sequence[int]
    """By row: in how many folds of games its group has a building."""


def survival_curves(table: pl.DataFrame, by: Sequence[str] = ("kind", "rank")) -> Curves:
    """The share of buildings that still stand after a time (Kaplan-Meier), from a life table.

    `at_risk` stood until then, `died` and `left` (grew, or the game ended) at that time, and
    `survival` is the share after it. Intervals are the usual ones with the normal distribution, cut
    at 0 and 1; where all games lie in one fold they are null. Each holds for its own time, not for
    the whole curve.
    """
    dead = [fate in DEATHS for fate in FATES]

    def curve(counts: Floats) -> Floats:
        lost = _share(counts[..., dead].sum(axis=-1), _at_risk(counts))
        return np.asarray(np.cumprod(1 - lost, axis=-1))

    groups, counts = _counts_by_fold(table, by)
    whole = counts.sum(axis=0)
    gone, died = whole.sum(axis=-1), whole[..., dead].sum(axis=-1)
    at = group, time = np.nonzero(gone)
    frame = groups[group].with_columns(
        time=pl.Series(time, dtype=pl.UInt16),
        at_risk=pl.Series(_at_risk(whole)[at]).cast(pl.UInt32),
        died=pl.Series(died[at]).cast(pl.UInt32),
        left=pl.Series((gone - died)[at]).cast(pl.UInt32),
        survival=pl.Series(curve(whole)[at]),
    )
    without = curve(whole - counts)[:, group, time]
    return _with_ends(frame, without, counts, group, table, "survival")


def incidence_curves(table: pl.DataFrame, by: Sequence[str] = ("kind", "rank")) -> Curves:
    """The share of buildings that has met each fate by a time (Aalen-Johansen), from a life table.

    `number` met it at that time, `incidence` is the share that had met it by then, counted as if
    no game ever ended; growth is a fate, too. All fates of a group add up to 1 less the share that
    still stands, so when one is larger, others must be smaller. It says what does happen, not what
    would if another fate were abolished.
    """

    def curve(counts: Floats) -> Floats:
        met, at_risk = counts[..., : len(MET)], _at_risk(counts)
        staying = np.cumprod(1 - _share(met.sum(axis=-1), at_risk), axis=-1)
        before = np.concatenate([np.ones_like(staying[..., :1]), staying[..., :-1]], axis=-1)
        share = _share(met, at_risk[..., None]) * before[..., None]
        return np.asarray(np.cumsum(share, axis=-2).swapaxes(-1, -2))

    groups, counts = _counts_by_fold(table, by)
    whole = counts.sum(axis=0)
    seen = np.broadcast_to(whole.sum(axis=-1)[:, None] > 0, (len(whole), len(MET), whole.shape[1]))
    at = group, fate, time = np.nonzero(seen)
    frame = groups[group].with_columns(
        fate=pl.Series(MET, dtype=pl.Enum(MET)).gather(fate),
        time=pl.Series(time, dtype=pl.UInt16),
        at_risk=pl.Series(_at_risk(whole)[group, time]).cast(pl.UInt32),
        number=pl.Series(whole[group, time, fate]).cast(pl.UInt32),
        incidence=pl.Series(curve(whole)[at]),
    )
    without = curve(whole - counts)[:, group, fate, time]
    return _with_ends(frame, without, counts, group, table, "incidence")


def _counts_by_fold(table: pl.DataFrame, by: Sequence[str]) -> tuple[pl.DataFrame, Floats]:
    own = table.select(by) if by else table.select(_all=0)
    groups = own.unique().sort(own.columns)
    places = (
        table["fold"].rank("dense") - 1,
        own.join(groups.with_row_index("_group"), on=own.columns, nulls_equal=True,
                 maintain_order="left")["_group"],
        table["time"],
        table["fate"].cast(FATE).to_physical(),
    )  # fmt: skip
    cells = tuple(each.to_numpy().astype(np.int64) for each in places)
    shape = (*(int(each.max(initial=0)) + 1 for each in cells[:-1]), len(FATES))
    counts = np.bincount(
        np.ravel_multi_index(cells, shape), table["number"].to_numpy(), math.prod(shape)
    )
    return groups, counts.reshape(shape).astype(np.float64)


def _at_risk(counts: Floats) -> Floats:
    return np.asarray(np.cumsum(counts.sum(axis=-1)[..., ::-1], axis=-1)[..., ::-1])


def _share(part: Floats, whole: Floats) -> Floats:
    """Quotients; where nothing is left, nothing more happens."""
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)


def _with_ends(
    frame: pl.DataFrame, without: Floats, counts: Floats, group: NDArray[np.int64],
    table: pl.DataFrame, name: str,
) -> Curves:  # fmt: skip
    """Curves with the interval that their values without each fold give: the grouped jackknife."""
    folds = len(without)
    pulls = (without - without.mean(axis=0)) * math.sqrt((folds - 1) / max(1, folds))
    low = high = pl.lit(None, pl.Float64())
    if folds > 1:
        reach = NormalDist().inv_cdf((1 + LEVEL) / 2)
        width = pl.Series(reach * np.sqrt((pulls**2).sum(axis=0)))
        low, high = (pl.col(name) - width).clip(0, 1), (pl.col(name) + width).clip(0, 1)
    told = frame.drop("_all", strict=False).with_columns(
        low.alias(f"{name}_low"), high.alias(f"{name}_high"),
        clusters=pl.lit(table["clusters"].first(), pl.UInt32()),
    )  # fmt: skip
    seen = (counts.sum(axis=(2, 3)) > 0).sum(axis=0)
    return Curves(told, pulls, seen[group].tolist())


# ------------------------------------------------------------------ the questions


@dataclass(frozen=True)
class Buildings:
    """Every tile that was put up, or some of them; `lives` has a row for each."""

    asked: Selection
    opener: Opener | None = None
    conditions: tuple[Condition, ...] = ()

    @property
    def lives(self) -> pl.LazyFrame:
        """A row for each building: when it was put up, how long it stood, its fate."""
        return lives(self.asked.whole.events).filter(*(each.expr for each in self.conditions))

    def survival(self, by: By = ("kind", "rank"), unit: Unit = "rounds") -> Answer:
        """The share that still stands after a time; `.median()` says when half are gone."""
        return Survival(self.asked, by, unit, self.conditions, opener=self.opener)

    def fates(self, by: By = ("age", "kind")) -> Answer:
        """What becomes of them in the end."""
        return Fates(self.asked, by, "rounds", self.conditions, opener=self.opener)

    def causes_of_death(self, by: By = ("age",), unit: Unit = "rounds") -> Answer:
        """What ends them, and when."""
        return CausesOfDeath(self.asked, by, unit, self.conditions, opener=self.opener)


ENDINGS: Final = frozenset({"fate", "end_step", "rounds", "turns"})
"""Of a building: known only when it ends."""


class _OfBuildings(Question):
    method, about, percent, digits, family = False, "games", True, 0, "buildings"
    parts = ("age", "kind", "rank", "birth", "round", "owner", "square")
    curves: Curves
    cut = ""
    """What is said below the figure if not all groups fit into it."""

    def table(self, by: Sequence[str]) -> pl.DataFrame:
        asked, unit, where = self.asked, self.options["unit"], self.options["where"]
        games = asked.whole.games
        if set(by) <= set(COUNTED) and not where and unit == "rounds":
            found = asked.read("lives")
        else:
            beside = folds_of(games).select("game", "fold")
            if own := self.own(by):
                known = games.filter(pl.col("seat") == 0).select("game", *own)
                beside = beside.join(known, on="game")
            found = lives(asked.whole.events, beside).filter(*(each.expr for each in where))
        return folded_life_table(found, games, by, unit=unit).collect(engine="streaming")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*super().conditions, *self.options["where"])

    @property
    def outcomes(self) -> dict[str, str]:
        own = ", ".join(each.words for each in self.options["where"] if ENDINGS & each.columns)
        return super().outcomes | ({"finding-outcome_buildings": own} if own else {})

    def group_estimates(self, rows: Sequence[int]) -> Estimates:
        """The told column of some rows, with the pull of every fold at it."""
        told, pulls = self.frame[list(rows)], self.curves.pulls[:, list(rows)]
        clusters = [self.curves.folds[row] for row in rows]
        spans = []
        for dot, number in zip(charts.dots_of(told, self.value), clusters, strict=True):
            value, low, high = dot
            if low is None or high is None:
                low, high = float("-inf"), float("inf")
            elif low == high:  # all alike: nothing spreads, and much is still unknown
                low, high = share_interval(value or 0.0, number)
            spans.append((low, high))
        groups = told.select(self.keys).rows(named=True) if self.keys else [{}]
        return Estimates(groups, told[self.value].to_numpy(), pulls, clusters, True, spans)

    def panels(
        self, sheet: charts.Sheet, rows: pl.DataFrame, keys: Sequence[str]
    ) -> list[tuple[Axes, pl.DataFrame]]:
        """Axes for every value of some keys, with the rows that belong there; without keys one."""
        if not keys:
            return [(sheet.ax, rows)]
        groups = rows.partition_by(keys, maintain_order=True)
        titles = [", ".join(label_of(key, part[key][0]) for key in keys) for part in groups]
        if len(groups) > PANELS:
            self.cut = say("caption-first_groups", n=PANELS, all=len(groups))
        return list(zip(sheet.panels(titles[:PANELS]), groups, strict=False))


PANELS: Final = 12
"""More side by side are too narrow to read."""


class Survival(_OfBuildings):
    """The share of buildings that still stands after a time (Kaplan-Meier)."""

    report, title = {"by": ("kind", "rank")}, "title-building_survival"
    value = "survival"

    def rows(
        self, by: By = ("kind", "rank"), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        self.curves = survival_curves(self.table(by), by)
        return self.curves.frame

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, self.keys
        panels = self.panels(sheet, rows, keys[:-1])
        column = keys[-1] if keys else ""
        values = rows[column].unique(maintain_order=True).to_list() if keys else [None]
        lines = [(value, line_style(column, value, place)) for place, value in enumerate(values)]
        known = [rows[name] for name in ("survival", "survival_low") if rows[name].count()]
        least = min(float(each.min() or 0.0) for each in known)  # type: ignore[arg-type]
        low = max(0.0, min(LOWEST, (least * 10) // 1 / 10))  # a tenth below the lowest end
        end = max(1, int(rows["time"].max() or 1))  # type: ignore[arg-type]
        for panel, part in panels:
            for value, style in lines:
                curve = part.filter(pl.col(column).eq_missing(value)) if keys else part
                if not curve.is_empty():
                    _draw_curve(panel, curve, style)
            panel.set_xlim(0, end * 1.02)
            panel.set_ylim(low, 1.0)
            panel.xaxis.set_major_locator(MaxNLocator(6, integer=True))
            charts.percent_axis(panel.yaxis)
        if column and len(panels) == 1:
            last = rows.group_by(column, maintain_order=True).agg(pl.col("survival").last())
            names = [(height, label_of(column, value)) for value, height in last.iter_rows()]
            charts.name_curves(sheet.ax, names)
        elif column:
            handles = [
                Line2D([], [], label=label_of(column, value), color=style["color"], lw=1.8,
                       ls=style["linestyle"])
                for value, style in lines
            ]  # fmt: skip
            sheet.legend(handles, 5, over_panels=True)
        sheet.ax.set_xlabel(say(f"axis-{self.options['unit']}_since"))
        (sheet.ax if len(panels) == 1 else panels[0][0]).set_ylabel(say("axis-standing"))
        cut = say("caption-cut") if low > 0 else ""
        own = [panel for panel, _ in panels if panel is not sheet.ax]
        note = charts.interval_note(sheet, rows)
        return sheet.finished(note, say("caption-censored"), cut, self.cut, panels=own)

    def _compared_at(self) -> tuple[int, list[int]]:
        groups = charts.groups_of(self.frame.with_row_index("_row"), self.keys)
        # Later times rest on few buildings: compare where a tenth of every group is still followed,
        # but not before the first of them ends in each group.
        reliable = [
            int(each.filter(pl.col("at_risk") * 10 >= pl.col("at_risk").max())["time"].max() or 0)  # type: ignore[arg-type]
            for each in groups
        ]
        time = max(max(int(each["time"][0]) for each in groups), min(reliable))
        return time, [int(each.filter(pl.col("time") <= time)["_row"][-1]) for each in groups]

    def strength(self) -> float:
        gaps = self.group_estimates(self._compared_at()[1]).known(FEW).gaps()
        return max([0.0, *(gap.low for gap in gaps[:1])])

    def tell(self) -> str:
        time, at = self._compared_at()
        span = say(f"n-{self.options['unit']}", n=time)
        if not self.keys:
            numbers = self.numbers(self.frame.row(at[0], named=True))
            return say("finding-survival", time=span, **numbers)
        found = self.group_estimates(at)
        return self.compared(self.keys, say("what-survival", time=span), found)


def _draw_curve(ax: Axes, curve: pl.DataFrame, style: dict[str, Any]) -> None:
    """A step curve from 1, its band, and ticks where buildings left alive."""
    time = [0, *curve["time"].to_list()]
    ax.plot(
        time, [1.0, *curve["survival"].to_list()], drawstyle="steps-post", zorder=4, lw=1.8,
        color=style["color"], linestyle=style["linestyle"],
    )  # fmt: skip
    left = curve.filter(pl.col("left") > 0)
    ax.plot(
        left["time"], left["survival"], ls="", marker="+", ms=6, mew=1.0, color=style["color"],
        zorder=5,
    )  # fmt: skip
    if not curve["survival_low"].has_nulls():
        ends = (curve["survival_low"].to_list(), curve["survival_high"].to_list())
        ax.fill_between(
            time, [1.0, *ends[0]], [1.0, *ends[1]], step="post", color=style["color"], alpha=0.18,
            lw=0, zorder=2,
        )  # fmt: skip


LOWEST: Final = 0.9
"""The axis of survival begins here or lower, so that small losses do not look large."""


class Fates(_OfBuildings):
    """What becomes of buildings: cumulative incidence (Aalen-Johansen); growth competes, too."""

    value = "incidence"
    told_fates: tuple[str, ...] = tuple(MET)
    """The fates of which the sentence tells the commonest."""
    counts_games = True

    def rows(
        self, by: By = ("age", "kind"), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        self.curves = incidence_curves(self.table(by), by)
        return self.curves.frame

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, list(self.keys)
        last = rows.sort("time").group_by([*keys, "fate"], maintain_order=True).last()
        last = last.sort(keys, maintain_order=True) if keys else last
        groups = self.stacks(keys, "fate", last)
        for group in groups.values():
            group["standing"] = (max(0.0, 1 - sum(share for share, _ in group.values())), None)
        self.bars(
            sheet, groups, fills_of("fate", FILLS), say("axis-share_of_buildings"), over=1.9,
            least=0.045, columns=3,
        )  # fmt: skip
        sheet.ax.set_xlim(0, 1)
        ended = say("n-buildings", n=int(rows["number"].sum()))
        return sheet.finished(ended, charts.line_note(sheet, rows))

    def tell(self) -> str:
        rows = self.frame.with_row_index("_row").filter(
            pl.col("fate").cast(pl.String).is_in(self.told_fates)
        )
        last = rows.group_by(*self.keys, "fate", maintain_order=True).agg(
            pl.col("_row", "incidence", "incidence_low", "incidence_high").last(),
            number=pl.col("number").sum(),
        )
        counts = last.group_by("fate", maintain_order=True).agg(pl.col("number").sum())
        commonest = first_row(counts, "number")
        if not commonest["number"]:
            return say("finding-none")
        mine = last.filter(pl.col("fate") == commonest["fate"])
        words = label_of("fate", commonest["fate"])
        if not self.keys:
            return say("finding-fates", fate=words, **self.numbers(mine.row(0, named=True)))
        found = self.group_estimates(mine["_row"].to_list())
        return self.compared(self.keys, say("what-fates", fate=words), found)


class CausesOfDeath(Fates):
    """What ends buildings, and when; growth is no death and is left out."""

    limit, told_fates = "limit-fates", DEATHS

    def rows(
        self, by: By = ("age",), unit: Unit = "rounds", where: Sequence[Condition] = ()
    ) -> pl.DataFrame:
        return super().rows(by, unit, where)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows, keys = self.frame, list(self.keys)
        died = rows.filter(pl.col("fate").cast(pl.String).is_in(list(CAUSES)))
        if died.is_empty():
            return sheet.nothing()
        panels = self.panels(sheet, died.sort([*keys, "fate", "time"]), keys)
        drawn: dict[str, Line2D] = {}
        for panel, part in panels:
            for (fate,), curve in part.group_by("fate", maintain_order=True):
                if curve["incidence"].sum():
                    drawn.setdefault(str(fate), _draw_cause(panel, curve, str(fate)))
            panel.set_xlim(left=0)
            panel.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        first = panels[0][0]
        first.set_ylim(bottom=0)
        charts.percent_axis(first.yaxis)
        sheet.ax.set_xlabel(say(f"axis-{self.options['unit']}_since"))
        first.set_ylabel(say("axis-ended"))
        lines = [drawn[fate] for fate in CAUSES if fate in drawn]
        sheet.legend(lines, 3, over_panels=len(panels) > 1)
        own = [panel for panel, _ in panels if panel is not sheet.ax]
        note = charts.line_note(sheet, rows, "caption-bands")
        return sheet.finished(note, self.cut, panels=own)


def _draw_cause(ax: Axes, curve: pl.DataFrame, fate: str) -> Line2D:
    lines = ax.plot(
        curve["time"], curve["incidence"], drawstyle="steps-post", lw=1.6, ms=6,
        markevery=max(1, curve.height // 5), label=label_of("fate", fate), **CAUSES[fate],
    )  # fmt: skip
    if not curve["incidence_low"].has_nulls():
        ends = (curve["incidence_low"].to_list(), curve["incidence_high"].to_list())
        colour = lines[0].get_color()
        ax.fill_between(curve["time"].to_list(), *ends, step="post", color=colour, alpha=0.13, lw=0)
    return lines[0]
