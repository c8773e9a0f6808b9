"""Players and sets of games against each other, and clauses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import exp, log, nan, sqrt
from statistics import mean

import networkx as nx
import numpy as np

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
from tests.front_door.plain.winning import in_front
from tests.questions.naive_intervals import student


def met(plain: Plain) -> list[Row]:
    return [
        {"players": one["players"], "one": one["who"], "other": other["who"],
         "cluster": one["cluster"],
         "share": (one["coins"] > other["coins"]) + (one["coins"] == other["coins"]) / 2}
        for table in plain.tables.values()
        for one in table
        for other in table
        if one["who"] != other["who"]
    ]  # fmt: skip


def duels(plain: Plain) -> Told:
    return {
        key: means(rows, "share")
        for key, rows in grouped(met(plain), "players", "one", "other").items()
    }


def ratings(plain: Plain) -> Told:
    """Bradley and Terry's strengths by the old iteration; ends by slopes found by small steps."""
    rows = met(plain)
    names = sorted({row["one"] for row in rows})
    wins: Counter = Counter()
    for row in rows:
        wins[row["one"], row["other"]] += row["share"]
    duels = Counter(row["one"] for row in rows)
    anchor = max(names, key=lambda each: (duels[each], each == names[0]))
    graph = nx.DiGraph([pair for pair, number in wins.items() if number])
    linked = sorted(next(e for e in nx.strongly_connected_components(graph) if anchor in e))
    strength = dict.fromkeys(linked, 1.0)
    for _ in range(4000):
        for one in linked:
            others = [other for other in linked if other != one]
            won = sum(wins[one, other] for other in others)
            strength[one] = won / sum(
                (wins[one, other] + wins[other, one]) / (strength[one] + strength[other])
                for other in others
            )
    theta = {each: log(strength[each] / strength[anchor]) for each in linked}
    free = [each for each in linked if each != anchor]
    inner = [row for row in rows if row["one"] in linked and row["other"] in linked]
    clusters = grouped(inner, "cluster")

    def slopes(rows: list[Row], at: dict[str, float]) -> np.ndarray:
        """Of the likelihood of some meetings; each is there from both sides."""
        found = dict.fromkeys(linked, 0.0)
        for row in rows:
            one, other = row["one"], row["other"]
            found[one] += row["share"] - 1 / (1 + exp(at[other] - at[one]))
        return np.array([found[each] for each in free])

    tiny = 1e-5
    bend = np.array(
        [(slopes(inner, theta | {each: theta[each] + tiny})
          - slopes(inner, theta | {each: theta[each] - tiny})) / (2 * tiny) for each in free]
    )  # fmt: skip
    pulls = np.array([slopes(each, theta) for each in clusters.values()]) @ np.linalg.inv(bend)
    count = len(clusters)
    reach = student(count - 1) * np.sqrt((pulls**2).sum(axis=0) * count / (count - 1))
    points = 400 / log(10)
    found = {}
    for each in names:
        own = [row for row in rows if row["one"] == each]
        told: Row = {"group": 1, "anchor": anchor, "duels": len(own),
                     "clusters": len({row["cluster"] for row in own})}  # fmt: skip
        if each in free:
            value, width = theta[each] * points, reach[free.index(each)] * points
            told |= with_ends("rating", (value, value - width, value + width))
        elif each == anchor:
            told |= with_ends("rating", (0, 0, 0))
        else:
            told |= with_ends("rating", (None, None, _bound(own, theta) * points))
        found[each,] = told
    return found


def _bound(rows: list[Row], theta: dict[str, float]) -> float:
    """The most that somebody may be who lost all meetings, each cluster counted as one."""
    rows = [row for row in rows if row["other"] in theta]
    assert not any(row["share"] for row in rows)
    weight = len({row["cluster"] for row in rows}) / len(rows)
    low, high = -60.0, 60.0
    for _ in range(200):
        middle = (low + high) / 2
        likely = -sum(log(1 + exp(middle - theta[row["other"]])) for row in rows) * weight
        low, high = (middle, high) if likely > log(0.025) else (low, middle)
    return low


def rules(plain: Plain) -> Told:
    nothing = {"number": 0, "games": 0, "game": None, "step": None}
    found: Told = defaultdict(lambda: nothing)
    for key, rows in grouped(plain.events, "clause", "event").items():
        found[key] = {
            "number": len(rows), "games": len({row["game"] for row in rows}), **first(rows)
        }  # fmt: skip
    return found


SUMMED = (
    "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed", "spent_exchange",
    "spent_travel", "spent_demolition", "cards_played", "builds", "upgrades", "demolitions",
    "populates", "restores",
)  # fmt: skip


def measured(plain: Plain) -> list[Row]:
    """Every game as a row of numbers."""
    names = {"shadows_cast": "ShadowCast", "shadows_blocked": "ShadowBlocked",
             "shadows_missing": "ShadowMissing",
             "joined": "DomainsJoined", "split": "DomainSplit", "conflicts": "ConflictFound",
             "shrunk": "BuildingShrunk", "destroyed": "BuildingDestroyed"}  # fmt: skip
    events = Counter((row["game"], row["event"]) for row in plain.events)
    turns = grouped(plain.turns, "game")
    found = []
    for game, table in plain.tables.items():
        coins = [row["coins"] for row in table]
        row: Row = {"game": game, "cluster": plain.seed[game], "coins": mean(coins),
                    "winner": max(coins), "margin": max(coins) - min(coins)}  # fmt: skip
        row |= {each: sum(turn[each] for turn in turns[game,]) / len(table) for each in SUMMED}
        row |= {name: events[game, event] for name, event in names.items()}
        row["paradoxes"] = sum(each["game"] == game for each in plain.lost)
        found.append(row)
    return found


def balance_measured(plain: Plain) -> list[Row]:
    names = {
        "keep": ("military", 2),
        "castle": ("military", 3),
        "monastery": ("religious", 2),
        "abbey": ("religious", 3),
        "town": ("civil", 2),
        "city": ("civil", 3),
        "hamlet": ("civil", 1),
        "watchtower": ("military", 1),
        "chapel": ("religious", 1),
    }
    put_up = Counter(
        (row["game"], row["seat"], row["kind"], row["rank"])
        for row in plain.named("BuildingBuilt", "BuildingUpgraded")
    )
    found = []
    kept = ("game", "cluster", "coins", "margin", "bonus", "tax_might", "tax_faith",
            "tax_reason", "paradoxes")  # fmt: skip
    for row in measured(plain):
        table = plain.tables[row["game"]]
        told = {name: row[name] for name in kept}
        told["first_seat"] = next(each["advantage"] for each in table if each["place"] == 0)
        fronts = [in_front(turns) for _, turns in sorted(plain.stood[row["game"]].items())]
        told["open_end"] = float(fronts[-2] != fronts[-1])
        for name, (kind, rank) in names.items():
            numbers = [put_up[row["game"], each["seat"], kind, rank] for each in table]
            told[f"chosen_{name}"] = mean(numbers)
            lucky = [e["advantage"] for e, number in zip(table, numbers, strict=True) if number]
            told[f"wins_{name}"] = mean(lucky) if lucky else None
        found.append(told)
    return found


def compared(one: list[Row], other: list[Row], names: Iterable[str]) -> Told:
    """Two sets of rows side by side, measure by measure."""
    sides = (one, other)
    clusters = [sorted({row["cluster"] for row in side}) for side in sides]
    every = sorted({*clusters[0], *clusters[1]})
    reach = student(min(map(len, clusters)) - 1)
    found, pulls = Told(), dict[str, tuple[float, list[float]]]()
    for name in names:
        known = [[row for row in side if row[name] is not None] for side in sides]
        middle = [mean(row[name] for row in side) if side else nan for side in known]
        pull = []
        for side, centre, own in zip(known, middle, clusters, strict=True):
            sums: Counter = Counter()
            for row in side:
                sums[row["cluster"]] += (row[name] - centre) / len(side)
            many = len(own)
            pull.append({each: value * sqrt(many / (many - 1)) for each, value in sums.items()})
        told = Row(zip(("one", "other"), (m if m == m else None for m in middle), strict=True))
        told |= dict.fromkeys(("ratio", "ratio_low", "ratio_high"))
        if all(known):
            gap = middle[1] - middle[0]
            both = [pull[1].get(each, 0) - pull[0].get(each, 0) for each in every]
            pulls[name] = (gap, both)
            width = reach * sqrt(sum(each**2 for each in both))
            squares = sum(
                (row[name] - centre) ** 2
                for side, centre in zip(known, middle, strict=True)
                for row in side
            )
            spread = sqrt(squares / (len(known[0]) + len(known[1]) - 2))
            ends = (gap, gap - width, gap + width)
            told |= with_ends("difference", ends)
            told |= with_ends("effect", [each / spread if spread else None for each in ends])
            least = min(row[name] for side in known for row in side)
            if least >= 0 and middle[0]:
                ratio = middle[1] / middle[0]
                told["ratio"] = ratio
                if middle[1]:
                    turns = [
                        pull[1].get(each, 0) / middle[1] - pull[0].get(each, 0) / middle[0]
                        for each in every
                    ]
                    turn = exp(reach * sqrt(sum(each**2 for each in turns)))
                    told |= with_ends("ratio", (ratio, ratio / turn, ratio * turn))
        else:
            told |= dict.fromkeys(
                f"{each}{end}" for each in ("difference", "effect") for end in ("", "_low", "_high")
            )
        for place, word in enumerate(("one", "other")):
            told |= {f"rows_{word}": len(sides[place]), f"clusters_{word}": len(clusters[place])}
        told["clusters_both"] = len({*clusters[0]} & {*clusters[1]})
        found[name,] = told
    for name, (alone, of_all) in _chances(pulls).items():
        found[name,] |= {"p": alone, "p_of_all": of_all}
        found[name,]["differs"] = of_all is not None and of_all < 0.05
    for told in found.values():
        told |= {key: None for key in ("p", "p_of_all") if key not in told}
        told.setdefault("differs", False)
    return found


def _chances(pulls: dict[str, tuple[float, list[float]]], draws: int = 10_000) -> dict:
    """By flipping clusters with other draws: how often a gap as clear, alone and among all."""
    rng = np.random.default_rng(99)
    names = [name for name, (_, both) in pulls.items() if any(abs(e) > 1e-12 for e in both)]
    matrix = np.array([pulls[name][1] for name in names]).T
    error = np.sqrt((matrix**2).sum(axis=0))
    clear = np.abs([pulls[name][0] for name in names]) / error
    alone, of_all = np.ones(len(names)), np.ones(len(names))
    for _ in range(draws):
        sums = rng.choice((-1.0, 1.0), len(matrix)) @ matrix
        seen = np.abs(sums) / np.sqrt(error**2 - sums**2 / len(matrix))
        alone += seen >= clear
        of_all += seen.max() >= clear
    told = zip(alone / (draws + 1), of_all / (draws + 1), strict=True)
    return dict(zip(names, told, strict=True))


def both_sides(plain: Plain) -> tuple[Plain, Plain]:
    return Plain(plain.data.filter(holdem=True)), Plain(plain.data.filter(holdem=False))


def compare(plain: Plain) -> Told:
    sides = both_sides(plain)
    one, other = map(measured, sides)
    names = [name for name in one[0] if name not in ("game", "cluster")]
    found = compared(one, other, names)
    # Alike are games of one table size, map and edition: what is compared is Hold'em.
    tables = {row["game"]: row for side in sides for row in side.games}
    both = [
        row | {"side": side, **{key: tables[row["game"]][key] for key in ALIKE}}
        for side, rows in ((False, one), (True, other))
        for row in rows
    ]
    for name in names:
        effects = regression(both, "side", ALIKE, name)
        gain = gains(effects, (False,), (True,))
        found[name,] |= {f"stratified{end}": gain[f"gain{end}"] for end in ("", "_low", "_high")}
    return found


ALIKE = ("players", "map", "edition")


def balance(plain: Plain) -> Told:
    one, other = map(balance_measured, both_sides(plain))
    names = {"one": "usual", "other": "changed"}
    found = {}
    told = compared(one, other, [name for name in one[0] if name not in ("game", "cluster")])
    for key, row in told.items():
        kept = {
            names.get(name, name): value
            for name, value in row.items()
            if not name.startswith(("ratio", "rows"))
        }
        found[key] = kept | {"variant": "one"}
    return found
