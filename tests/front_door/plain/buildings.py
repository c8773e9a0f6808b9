"""Buildings, shadows and domains."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby, product
from math import sqrt
from statistics import NormalDist, mean
from zlib import crc32

import numpy as np

from khronos_lab.questions import lives
from tests.front_door.plain.rows import (
    Plain,
    Row,
    Told,
    first,
    grouped,
    share_of,
    squares,
    with_ends,
)
from tests.questions.naive_intervals import student

DEATHS = ("paradox", "demolished", "shrunk", "destroyed", "withdrawn", "replaced")
GROWN = ("upgraded", "succeeded")
"""Fates of buildings that leave the count alive, besides those that stand at the end."""
FOLDS = 40

Counts = Counter[tuple[int, str]]
"""Buildings by how many rounds they stood and what ended them."""


def _lives(plain: Plain, *keys: str) -> dict[tuple, dict[int, Counts]]:
    """By group and fold of games: the buildings."""
    found: dict[tuple, dict[int, Counts]] = defaultdict(lambda: defaultdict(Counter))
    for row in lives(plain.data.events).collect().iter_rows(named=True):
        fold = crc32(f"s{plain.seed[row['game']]}".encode()) % FOLDS
        found[tuple(row[key] for key in keys)][fold][row["rounds"], row["fate"]] += 1
    return found


def told_curve(
    groups: dict[tuple, dict[int, Counts]], key: tuple, curve: Callable[[Counts], Curve], name: str
) -> Iterator[tuple[int, Counter[str], int, Row]]:
    """At each time: who went, how many stood until then, the value, and its interval.

    The interval comes from how the curve moves without each fold in turn.
    """
    folds = {fold for group in groups.values() for fold in group}
    every = sum(groups[key].values(), Counter())
    parts = [curve(every - groups[key].get(fold, Counter())) for fold in folds]
    for time, value in curve(every).items():
        # Where nothing is left, nothing more happens.
        moved = [
            next((each[t] for t in sorted(each, reverse=True) if t <= time), each.start)
            for each in parts
        ]
        spread = sum((each - mean(moved)) ** 2 for each in moved) * (len(folds) - 1) / len(folds)
        width = NormalDist().inv_cdf(0.975) * sqrt(spread)
        now = Counter({fate: n for (rounds, fate), n in every.items() if rounds == time})
        ends = with_ends(name, (value, max(0, value - width), min(1, value + width)))
        yield time, now, at_risk(every, time), ends


def at_risk(counts: Counts, time: int) -> int:
    return sum(number for (rounds, _), number in counts.items() if rounds >= time)


class Curve(dict):
    """A value by time, and what it is before the first."""

    start = 1.0


def kaplan_meier(counts: Counts) -> Curve:
    share, curve = 1.0, Curve()
    for time in sorted({rounds for rounds, _ in counts}):
        died = sum(counts[time, fate] for fate in DEATHS)
        share *= 1 - died / at_risk(counts, time)
        curve[time] = share
    return curve


def aalen_johansen(counts: Counts, fate: str) -> Curve:
    staying, met, curve = 1.0, 0.0, Curve()
    curve.start = 0.0
    for time in sorted({rounds for rounds, _ in counts}):
        stood = at_risk(counts, time)
        met += staying * counts[time, fate] / stood
        staying *= 1 - sum(counts[time, each] for each in (*DEATHS, *GROWN)) / stood
        curve[time] = met
    return curve


def survival(plain: Plain, keys: tuple[str, ...] = ("kind", "rank")) -> Told:
    found, groups = {}, _lives(plain, *keys)
    for key in groups:
        for time, now, stood, ends in told_curve(groups, key, kaplan_meier, "survival"):
            died = sum(now[fate] for fate in DEATHS)
            found[*key, time] = {
                "at_risk": stood, "died": died, "left": now.total() - died, **ends,
                "clusters": len(plain.games_of),
            }  # fmt: skip
    return found


def fates(plain: Plain, keys: tuple[str, ...]) -> Told:
    found, groups = {}, _lives(plain, *keys)
    for key, fate in product(groups, (*DEATHS, *GROWN)):
        curve = partial(aalen_johansen, fate=fate)
        for time, now, stood, ends in told_curve(groups, key, curve, "incidence"):
            found[*key, fate, time] = {
                "at_risk": stood, "number": now[fate], **ends, "clusters": len(plain.games_of),
            }  # fmt: skip
    return found


def shadows(plain: Plain) -> Told:
    outcomes = {"ShadowFalls": "cast", "ShadowReplaced": "cast", "ShadowBlocked": "blocked",
                "ShadowMissing": "missing"}  # fmt: skip
    copies = [row | {"outcome": outcomes[row["event"]]} for row in plain.named(*outcomes)]
    groups = grouped(copies, "age", "kind", "rank")
    found = {}
    for key, rows in grouped(copies, "age", "kind", "rank", "outcome", "clause").items():
        whole = Counter(plain.seed[row["game"]] for row in groups[key[:3]])
        part = Counter(plain.seed[row["game"]] for row in rows)
        found[key] = {"number": len(rows), **share_of(part, whole, "share", share=True),
                      **first(rows)}  # fmt: skip
    return found


def paradoxes(plain: Plain) -> Told:
    def victim(row: Row) -> str:
        if row["owner"] is None:
            return "nobody's"
        return "own" if row["owner"] == row["seat"] else "another's"

    lost = [row | {"victim": victim(row)} for row in plain.lost]
    return {
        key: {
            "number": len(rows), "value": sum(row["amount"] for row in rows), **first(rows),
            **share_of(Counter(plain.seed[row["game"]] for row in rows), plain.games_of,
                       "per_game"),
        }
        for key, rows in grouped(lost, "age", "kind", "rank", "victim").items()
    }  # fmt: skip


def paradox_costs(plain: Plain, keys: tuple[str, ...] = ("kind",)) -> Told:
    """The slope of the lead in buildings lost, among players alike: a regression by hand."""
    found = {}
    owned = [row for row in plain.lost if row["owner"] is not None]
    for key, rows in grouped(owned, *keys).items():
        number = Counter((row["game"], row["owner"]) for row in rows)
        parts: dict = defaultdict(lambda: [0.0, 0.0])
        alike = grouped(plain.games, "who", "company", "place").values()
        for same in alike:
            x = [number[row["game"], row["seat"]] for row in same]
            y = [row["lead"] for row in same]
            for row, one, two in zip(same, x, y, strict=True):
                parts[row["cluster"]][0] += (one - mean(x)) ** 2
                parts[row["cluster"]][1] += (one - mean(x)) * (two - mean(y))
        xx, xy = (sum(each[n] for each in parts.values()) for n in (0, 1))
        slope, count = xy / xx, len(parts)
        off = sum((b - slope * a) ** 2 for a, b in parts.values())
        width = student(count - 1) * sqrt(off * count / (count - 1)) / xx
        found[key] = {
            "number": len(rows), **with_ends("cost", (-slope, -slope - width, -slope + width)),
            "rows": len(plain.games), "clusters": count, **first(rows),
        }  # fmt: skip
    return found


def domains(plain: Plain) -> Told:
    rows = plain.named(
        "DomainsJoined", "DomainSplit", "ConflictFound", "BuildingShrunk", "BuildingDestroyed"
    )
    return {
        key: {
            "number": len(each), **first(each),
            "amount": mean(row["amount"] for row in each if row["amount"] is not None),
            **share_of(Counter(plain.seed[row["game"]] for row in each), plain.games_of,
                       "per_game"),
        }
        for key, each in grouped(rows, "event", "age").items()
    }  # fmt: skip


def chains(plain: Plain) -> list[Row]:
    """Every action that had an effect, with the events that it set off."""
    found = []
    begin = ("BuildingBuilt", "BuildingUpgraded", "BuildingDemolished", "ConflictFound")
    for _, rows in groupby(plain.events, key=lambda row: row["game"]):
        by_step, depth, below = dict[int, Row](), dict[int, int](), defaultdict[int, list](list)
        for row in rows:
            step, above = row["step"], row["cause"]
            by_step[step] = row
            depth[step] = 1 if above is None else depth[above] + 1
            while above is not None and by_step[above]["cause"] is not None:
                above = by_step[above]["cause"]
            if above is not None:
                below[above].append(step)
        for root, steps in sorted(below.items()):
            if by_step[root]["event"] in begin:
                counts = Counter(by_step[step]["event"] for step in steps)
                found.append(
                    by_step[root]
                    | {"length": max(depth[step] for step in steps), "effects": len(steps),
                       "last_step": max(steps)}
                    | {name: counts[event] for name, event in COUNTED.items()}
                )  # fmt: skip
    return found


COUNTED = {
    "cast": "ShadowCast", "blocked": "ShadowBlocked", "erased": "BuildingErased",
    "joined": "DomainsJoined", "split": "DomainSplit", "conflicts": "ConflictFound",
    "shrunk": "BuildingShrunk", "destroyed": "BuildingDestroyed",
}  # fmt: skip


def cascades(plain: Plain) -> Told:
    every = chains(plain)
    number = Counter(row["event"] for row in every)
    return {
        key: {
            "number": len(rows), "share": len(rows) / number[key[0]],
            "effects": mean(row["effects"] for row in rows), **first(rows),
        }
        for key, rows in grouped(every, "event", "length").items()
    }  # fmt: skip


def longest_cascades(plain: Plain) -> Told:
    order = sorted(chains(plain), key=lambda r: (-r["length"], -r["effects"], r["game"], r["step"]))
    names = ("turn", "round", "seat", "event", "age", "kind", "rank", "length", "effects",
             "last_step", *COUNTED)  # fmt: skip
    return {(r["game"], r["step"]): {name: r[name] for name in names} for r in order[:10]}


def heat(plain: Plain) -> Told:
    """Squares on which two players built, shadows included, in games on one map."""
    builders = defaultdict(set)
    games = [table for table in plain.tables.values() if table[0]["map"] == "valley"]
    ids = {table[0]["game"] for table in games}
    for row in plain.named("BuildingBuilt", "BuildingUpgraded", "ShadowCast"):
        if row["game"] in ids:
            for column, line in squares(row):
                builders[row["game"], row["age"], f"{column}{line}"].add(row["seat"])
    number = Counter(key[1:] for key, seats in builders.items() if len(seats) > 1)
    clusters = len({table[0]["seed"] for table in games})

    def told(share: float) -> Row:
        # Wilson's interval: all shares that the normal test of this number does not reject.
        z = NormalDist().inv_cdf(0.975)
        roots = np.roots(
            [1 + z * z / clusters, -2 * share - z * z / clusters, share * share]
        )  # (share - p)^2 = z^2 p (1 - p) / n
        return with_ends("share", (share, *sorted(each.real for each in roots)))

    return defaultdict(lambda: told(0.0), {k: told(n / len(games)) for k, n in number.items()})
