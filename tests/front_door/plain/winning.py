"""What goes with winning."""

from __future__ import annotations

from collections import defaultdict
from statistics import mean

import numpy as np

from khronos_lab.questions import LIMITS
from khronos_lab.questions import openings as first_turns
from tests.front_door.plain.rows import (
    Plain,
    Row,
    Told,
    first,
    gains,
    grouped,
    means,
    regression,
    with_ends,
)

STRENGTHS = (0.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0)
"""Limits of the groups of hands."""


def seats(plain: Plain) -> Told:
    rows = [row | {"at": (row["players"], row["place"])} for row in plain.games]
    found = {}
    for (key,), told in regression(rows, "at", ("who", "company"), "advantage").items():
        chance = 1 / key[0]
        ends = [told[f"effect{end}"] for end in ("", "_low", "_high")]
        found[key] = told | with_ends(
            "win", [None if e is None else min(1, max(0, e + chance)) for e in ends]
        )
    return found


def first_seat(plain: Plain) -> Row:
    rows = [row | {"first": row["place"] == 0} for row in plain.games]
    return gains(regression(rows, "first", ("who", "company"), "advantage"), (False,), (True,))


def openings(plain: Plain) -> Told:
    rows = []
    for row in first_turns(plain.data.events).collect().iter_rows(named=True):
        rows.append(
            plain.people[row["game"], row["seat"]] | {"opening": row["opening"], "at": row["step"]}
        )
    groups = sorted(grouped(rows, "opening").items(), key=lambda item: (-len(item[1]), item[0]))
    common = dict(groups[:30])
    for row in rows:
        row["rated"] = row["opening"] if (row["opening"],) in common else None
    level = 1 - 0.05 / 30  # all at once
    rated = regression(rows, "rated", ("who", "company", "place"), "advantage", level)
    found = {}
    for key, each in common.items():
        moment = first([row | {"step": row["at"]} for row in each], by_name=True)
        told = rated[key]
        ends = [
            None if (e := told[f"effect{end}"]) is None else min(1, max(-1, e))
            for end in ("", "_low", "_high")
        ]
        found[key] = (
            means(each, "win", "lead") | moment | {"p": told["p"]} | with_ends("advantage", ends)
        )
    return found


def hands(plain: Plain) -> Told:
    rows = []
    for key, strengths in plain.hands.items():
        limit = max(each for each in STRENGTHS if each <= mean(strengths))
        rows.append(plain.people[key] | {"strength": limit})
    return {
        key: means(each, "win", "advantage", "lead")
        for key, each in grouped(rows, "strength").items()
    }


def luck(plain: Plain) -> Told:
    """Slope and share of all, with ends by drawing clusters with another source of chance."""
    strength = {key: mean(each) for key, each in plain.hands.items()}
    pairs = defaultdict(list)
    for game, table in plain.tables.items():
        even = mean(strength[game, row["seat"]] for row in table)
        for row in table:
            pairs[row["cluster"]].append((strength[game, row["seat"]] - even, row["lead"]))
    sums = np.array(
        [[sum(a * a for a, _ in each), sum(a * b for a, b in each), sum(b * b for _, b in each)]
         for each in pairs.values()]
    )  # fmt: skip
    rng = np.random.default_rng(5)
    drawn = [sums[rng.integers(len(sums), size=len(sums))].sum(axis=0) for _ in range(4000)]
    every = np.array([sums.sum(axis=0), *drawn])
    told: Row = {"rows": len(plain.games), "clusters": len(pairs)}
    for name, values in (
        ("slope", every[:, 1] / every[:, 0]),
        ("explained", every[:, 1] ** 2 / every[:, 0] / every[:, 2]),
    ):
        told |= with_ends(name, (values[0], *np.quantile(values[1:], [0.025, 0.975])))
    return {(): told}


def in_front(turns: dict[int, Row]) -> set[int]:
    best = max(row["coins_after"] for row in turns.values())
    return {seat for seat, row in turns.items() if row["coins_after"] == best}


def lead_changes(plain: Plain) -> Told:
    rows, deciding = list[Row](), defaultdict[int, list[Row]](list)
    for game, rounds in plain.stood.items():
        front = {number: in_front(turns) for number, turns in sorted(rounds.items())}
        last = max(front)
        decided = last
        while decided > 1 and front[decided - 1] == front[last]:
            decided -= 1
        deciding[decided] += [rounds[decided][seat] for seat in front[decided]]
        rows += [
            {"cluster": plain.seed[game], "round": number, "share": float(number == decided),
             "changes": float(number > 1 and front[number] != front.get(number - 1))}
            for number in front
        ]  # fmt: skip
    return {
        key: means(each, "share", "changes") | first(deciding[key[0]], by_name=True)
        for key, each in grouped(rows, "round").items()
    }


def comebacks(plain: Plain) -> Told:
    rows = []
    for game, rounds in plain.stood.items():
        for number, turns in rounds.items():
            best = max(row["coins_after"] for row in turns.values())
            for seat, row in turns.items():
                behind = max(each for each in LIMITS if each <= best - row["coins_after"])
                rows.append(
                    {"cluster": plain.seed[game], "round": number, "behind": behind, "game": game,
                     "step": row["step"], "win": plain.people[game, seat]["win"]}
                )  # fmt: skip
    return {
        key: means(each, "win") | first([row for row in each if row["win"]], by_name=True)
        for key, each in grouped(rows, "round", "behind").items()
    }


def pays(plain: Plain) -> Told:
    """An early castle."""
    built = [
        row for row in plain.named("BuildingBuilt")
        if (row["kind"], row["rank"]) == ("military", 3) and row["round"] <= 3
    ]  # fmt: skip
    did = {(row["game"], row["seat"]) for row in built}
    rows = [row | {"did": key in did} for key, row in plain.people.items()]
    effects = regression(rows, "did", ("who", "company", "place"), "lead")
    nowhere = {"game": None, "step": None}
    return {
        (own,): means([row for row in rows if row["did"] == own], "win", "lead")
        | effects[own,]
        | gains(effects, (not own,), (own,))
        | (first(built, by_name=True) if own else nowhere)
        for own in (False, True)
    }


def first_leader(plain: Plain) -> Told:
    """Those in front after round 4, with the first taxation, and how far ahead of the next."""
    rows = []
    for game, rounds in plain.stood.items():
        turns = rounds[4]
        coins = sorted({row["coins_after"] for row in turns.values()}, reverse=True)
        margin = coins[0] - coins[1] if len(coins) > 1 else 0
        rows += [
            {"cluster": plain.seed[game], "win": plain.people[game, seat]["win"],
             "margin": float(margin)}
            for seat in in_front(turns)
        ]  # fmt: skip
    return {(): means(rows, "win", "margin")}


def largest_comebacks(plain: Plain) -> Told:
    """The ten winners who were furthest behind after a round, with the first such round."""
    found = dict[str, Row]()
    for game, rounds in plain.stood.items():
        for seat in in_front(rounds[7]):
            for number, turns in sorted(rounds.items()):
                behind = max(each["coins_after"] for each in turns.values())
                behind -= turns[seat]["coins_after"]
                if game not in found or behind > found[game]["behind"]:
                    person = plain.people[game, seat]
                    found[game] = {
                        "step": turns[seat]["step"], "player": person["who"], "round": number,
                        "players": person["players"], "behind": behind,
                    }  # fmt: skip
    order = sorted(found, key=lambda game: (-found[game]["behind"], game))
    return {(game,): found[game] for game in order[:10]}
