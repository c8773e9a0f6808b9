"""Buildings, shadows and domains."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import groupby
from math import sqrt
from statistics import NormalDist, mean
from zlib import crc32

import numpy as np

from khronos_lab.analysis import DEATHS, FATES, lives
from tests.analysis.statistics.naive_intervals import student
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


def _lives(plain: Plain, *keys: str) -> dict[tuple, list[Row]]:
    rows = lives(plain.data.events).collect().rows(named=True)
    for row in rows:
        row["fold"] = crc32(f"s{plain.seed[row['game']]}".encode()) % 40
    return grouped(rows, *keys)


def jackknife(rows: list[Row], folds: list[int], curve: Callable, name: str) -> Row:
    """A value at each time without each fold in turn, and the interval from how it moves."""
    whole = curve(rows)
    parts = [curve([row for row in rows if row["fold"] != fold]) for fold in folds]
    found = {}
    for time, value in whole.items():
        # Where nothing is left, nothing more happens.
        moved = [
            next((each[t] for t in sorted(each, reverse=True) if t <= time), each.start)
            for each in parts
        ]
        spread = sum((each - mean(moved)) ** 2 for each in moved) * (len(folds) - 1) / len(folds)
        width = NormalDist().inv_cdf(0.975) * sqrt(spread)
        found[time] = with_ends(name, (value, max(0, value - width), min(1, value + width)))
    return found


class Curve(dict):
    """A value by time, and what it is before the first."""

    start = 1.0


def survival(plain: Plain, keys: tuple[str, ...] = ("kind", "rank")) -> Told:
    everything = _lives(plain, *keys)
    folds = sorted({row["fold"] for rows in everything.values() for row in rows})
    found = {}
    for key, rows in everything.items():

        def kaplan_meier(rows: list[Row]) -> Curve:
            share, curve = 1.0, Curve()
            for time in sorted({row["rounds"] for row in rows}):
                at_risk = [row for row in rows if row["rounds"] >= time]
                died = sum(row["rounds"] == time and row["fate"] in DEATHS for row in at_risk)
                share *= 1 - died / len(at_risk)
                curve[time] = share
            return curve

        ends = jackknife(rows, folds, kaplan_meier, "survival")
        for time in sorted({row["rounds"] for row in rows}):
            now = [row for row in rows if row["rounds"] == time]
            died = sum(row["fate"] in DEATHS for row in now)
            found[*key, time] = {
                "at_risk": sum(row["rounds"] >= time for row in rows), "died": died,
                "left": len(now) - died, **ends[time], "clusters": len(plain.games_of),
            }  # fmt: skip
    return found


def fates(plain: Plain, keys: tuple[str, ...]) -> Told:
    everything = _lives(plain, *keys)
    folds = sorted({row["fold"] for rows in everything.values() for row in rows})
    found = {}
    for key, rows in everything.items():
        for fate in FATES:
            if fate == "standing":
                continue

            def aalen_johansen(rows: list[Row], fate: str = fate) -> Curve:
                staying, met, curve = 1.0, 0.0, Curve()
                curve.start = 0.0
                for time in sorted({row["rounds"] for row in rows}):
                    at_risk = sum(row["rounds"] >= time for row in rows)
                    now = Counter(row["fate"] for row in rows if row["rounds"] == time)
                    met += staying * now[fate] / at_risk
                    staying *= 1 - (now.total() - now["standing"]) / at_risk
                    curve[time] = met
                return curve

            ends = jackknife(rows, folds, aalen_johansen, "incidence")
            for time in sorted({row["rounds"] for row in rows}):
                now = [row for row in rows if row["rounds"] == time]
                found[*key, fate, time] = {
                    "at_risk": sum(row["rounds"] >= time for row in rows),
                    "number": sum(row["fate"] == fate for row in now),
                    **ends[time], "clusters": len(plain.games_of),
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


def paradox_costs(plain: Plain) -> Told:
    """The slope of the lead in buildings lost, among players alike: a regression by hand."""
    found = {}
    owned = [row for row in plain.lost if row["owner"] is not None]
    for key, rows in grouped(owned, "kind").items():
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
