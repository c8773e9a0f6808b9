"""The rows of a dataset, and numbers over them with how sure they are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from math import sqrt
from statistics import mean
from typing import Any

import networkx as nx
import numpy as np

import khronos_lab as kl
from tests.questions.naive_intervals import quotient, student

Row = dict[str, Any]
Told = dict[tuple, Row]

COST = {"military": (1, 2, 4), "religious": (1, 2, 4), "civil": (1, 3, 5)}
"""What buildings are worth and cost in cards (S2, A1)."""


class Plain:
    """The tables of a dataset as lists of rows, and what follows from them at once."""

    def __init__(self, data: kl.Dataset) -> None:
        self.data = data
        self.games = data.games.collect().rows(named=True)
        self.turns = data.turns.collect().rows(named=True)
        self.events = data.events.collect().rows(named=True)
        tables = defaultdict(list)
        for row in self.games:
            tables[row["game"]].append(row)
        for table in tables.values():
            best = max(row["coins"] for row in table)
            equal = sum(row["coins"] == best for row in table)
            company = tuple(sorted(row["player"].partition("#")[0] for row in table))
            for row in table:
                row["who"] = row["player"].partition("#")[0]
                row["company"] = company
                row["place"] = (row["seat"] - row["start_seat"]) % row["players"]
                row["cluster"] = row["seed"]
                row["win"] = (row["coins"] == best) / equal
                row["advantage"] = row["win"] - 1 / len(table)
                row["lead"] = row["coins"] - mean(each["coins"] for each in table)
        self.tables = dict(tables)
        self.people = {(row["game"], row["seat"]): row for row in self.games}
        self.seed = {row["game"]: row["seed"] for row in self.games}

    @cached_property
    def names(self) -> list[str]:
        return sorted({row["who"] for row in self.games})

    @cached_property
    def games_of(self) -> Counter:
        """By cluster: how many games."""
        return Counter(self.seed.values())

    def people_of(self, **like: object) -> Counter:
        """By cluster: how many players."""
        return Counter(
            row["cluster"] for row in self.games if all(row[key] == like[key] for key in like)
        )

    def named(self, *names: str) -> list[Row]:
        return [row for row in self.events if row["event"] in names]

    @cached_property
    def lost(self) -> list[Row]:
        """Buildings that a paradox took: those that do not live on in the copy (B6, B7).

        A shadow in Reason goes with its building in Faith, whether or not a copy falls there (B6).
        """
        falls = {(row["game"], row["step"]): row for row in self.named("ShadowFalls")}
        return [
            row
            for row in self.named("BuildingErased")
            if (copy := falls.get((row["game"], row["cause"]))) is None or not covers(copy, row)
        ]

    @cached_property
    def hands(self) -> dict[tuple[str, int], list[int]]:
        """By player: the strength of each hand that a turn began with (A1, S2)."""
        found = defaultdict(list)
        for row in self.turns:
            paid = [
                max((value for value in COST[kind] if value <= row[f"hand_{kind}"]), default=0)
                for kind in COST
            ]
            found[row["game"], row["seat"]].append(max(paid))
        return dict(found)

    @cached_property
    def stood(self) -> dict[str, dict[int, dict[int, Row]]]:
        """By game, round and seat: the turn."""
        found: dict = defaultdict(lambda: defaultdict(dict))
        for row in self.turns:
            found[row["game"]][row["round"]][row["seat"]] = row
        return found


def covers(copy: Row, building: Row) -> bool:
    """True if the copy is of the building's kind and owner and covers all of it (B6, B7)."""
    alike = (copy["kind"], copy["owner"]) == (building["kind"], building["owner"])
    return alike and squares(building) <= squares(copy)


def squares(row: Row) -> set[tuple[str, int]]:
    column, line = ord(row["square"][0]), int(row["square"][1:])
    return {(chr(column + x), line + y) for x in range(row["rank"]) for y in range(row["rank"])}


# ------------------------------------------------------------------ numbers and how sure they are


def with_ends(name: str, three: Iterable[float | None]) -> Row:
    return dict(zip((name, f"{name}_low", f"{name}_high"), three, strict=True))


def share_of(parts: Counter, wholes: Counter, name: str, *, share: bool = False) -> Row:
    """Sums by sums with an interval; a single cluster has none."""
    if len(wholes) < 2:
        alone = sum(parts.values()) / sum(wholes.values())
        return {**with_ends(name, (alone, None, None)), "clusters": len(wholes)}
    return {**with_ends(name, quotient(parts, wholes, share=share)), "clusters": len(wholes)}


def means(rows: list[Row], *names: str) -> Row:
    """Means of some columns of rows with a cluster; wins and shares stay within 0 and 1."""
    sizes = Counter(row["cluster"] for row in rows)
    found: Row = {"rows": len(rows)}
    for name in names:
        parts: Counter = Counter()
        for row in rows:
            parts[row["cluster"]] += row[name]
        found |= share_of(parts, sizes, name, share=name in ("win", "share", "changes"))
    if "advantage" in found:  # chance is known: what is unsure is the share of wins
        ends = [found[f"win_{end}"] for end in ("low", "high")]
        found |= with_ends(
            "advantage",
            [found["advantage"], *(found["advantage"] + e - found["win"] if e is not None else None
                                   for e in ends)],
        )  # fmt: skip
    return found


def grouped(rows: Iterable[Row], *keys: str) -> dict[tuple, list[Row]]:
    found = defaultdict(list)
    for row in rows:
        found[tuple(row[key] for key in keys)].append(row)
    return dict(found)


def first(rows: Iterable[Row], *, by_name: bool = False) -> Row:
    """The moment of the first row, in the order of the table or by name of game."""
    ordered = sorted(rows, key=lambda row: (row["game"], row["step"])) if by_name else list(rows)
    if not ordered:
        return {"game": None, "step": None}
    return {"game": ordered[0]["game"], "step": ordered[0]["step"]}


def regression(
    rows: list[Row], group: str, within: tuple[str, ...], value: str, level: float = 0.95
) -> Told:
    """Effects of groups among rows alike, by dummies for both, and the joint test of the groups."""
    groups = sorted({row[group] for row in rows}, key=lambda each: (each is None, each))
    strata = sorted({tuple(row[key] for key in within) for row in rows})
    own = np.array([[row[group] == each for each in groups] for row in rows], dtype=float)
    place = {each: number for number, each in enumerate(strata)}
    other = np.zeros((len(rows), len(strata)))
    for number, row in enumerate(rows):
        other[number, place[tuple(row[key] for key in within)]] = 1
    y = np.array([row[value] for row in rows])
    clusters = sorted({row["cluster"] for row in rows})
    numbered = {each: n for n, each in enumerate(clusters)}
    of = np.array([numbered[row["cluster"]] for row in rows])
    means_of = np.diag(1 / other.sum(axis=0)) @ other.T
    left_x, left_y = own - other @ (means_of @ own), y - other @ (means_of @ y)
    beta = np.linalg.pinv(left_x, rcond=1e-9) @ left_y
    residual = left_y - left_x @ beta
    bread = np.linalg.pinv(left_x.T @ left_x, rcond=1e-9, hermitian=True)

    def pulls(left):
        return np.array([left_x[of == n].T @ left[of == n] for n in range(len(clusters))])

    scores = pulls(residual) @ bread * sqrt(len(clusters) / (len(clusters) - 1))
    # Effects are told against the mean of the groups that strata link.
    links = nx.Graph()
    links.add_nodes_from(range(len(groups)))
    met = other.T @ own > 0
    for row in met:
        links.add_edges_from(nx.utils.pairwise(np.flatnonzero(row)))
    weight = own.sum(axis=0)
    centre = np.eye(len(groups))
    for block in map(sorted, nx.connected_components(links)):
        centre[np.ix_(block, block)] -= weight[block] / weight[block].sum()
    effect, errors = centre @ beta, scores @ centre.T
    p = flipped(pulls(left_y))
    found = {}
    for n, each in enumerate(groups):
        mine = {row["cluster"] for row in rows if row[group] == each}
        alone = links.degree(n) == 0
        width = (
            student(len(mine) - 1, level) * sqrt((errors[:, n] ** 2).sum())
            if len(mine) > 1
            else None
        )
        ends = (None, None) if alone or width is None else (effect[n] - width, effect[n] + width)
        found[each,] = {
            **with_ends("effect", (None if alone else effect[n], *ends)),
            "p": p, "rows": int(weight[n]), "clusters": len(mine),
        }  # fmt: skip
    return found


def flipped(pulls: np.ndarray, draws: int = 4000) -> float:
    """How often clusters with flipped signs pull as hard as the true ones, by other draws."""
    inverse = np.linalg.pinv(pulls.T @ pulls, rcond=1e-9, hermitian=True)
    rng = np.random.default_rng(77)
    strength = [
        total @ inverse @ total
        for total in (
            pulls.sum(axis=0),
            *(rng.choice((-1.0, 1.0), len(pulls)) @ pulls for _ in range(draws)),
        )
    ]
    return sum(each >= strength[0] - 1e-9 for each in strength) / len(strength)


def gains(effects: Told, low: tuple, high: tuple) -> Row:
    """How much more the second group has than the first."""
    rest = effects[low]["rows"] / (effects[low]["rows"] + effects[high]["rows"])
    return {
        f"gain{end}": None if (e := effects[high][f"effect{end}"]) is None else e / rest
        for end in ("", "_low", "_high")
    }
