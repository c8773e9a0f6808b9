"""The questions of the standard report as one would ask them in pandas: vectorised, no row loops.

Plain pandas: tables read once, `merge`, `groupby`, `sort_values`, `shift`; columns with few words
are categories, as they come from the files. What our own report does to be quick (keys of several
columns packed into one number, counting into arrays) is not borrowed here.

Only for `tests.benchmarks.statistics`; pandas is no dependency of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import numpy as np
import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]

from khronos_lab.analysis.statistics.buildings.lives import BIRTHS, FATES, _steps
from khronos_lab.analysis.statistics.buildings.survival import DEATHS, FOLDS

KEYS = ["game", "seat"]
NORMAL = 1.959964


class Frames:
    """The three tables in memory."""

    def __init__(self, folder: Path) -> None:
        self.games = pd.read_parquet(folder / "games")
        self.turns = pd.read_parquet(folder / "turns")
        self.events = pd.read_parquet(folder / "events")
        games = self.games
        games["place"] = (games.seat.astype(int) + games.players - games.start_seat) % games.players
        games["cluster"] = ("s" + games.seed).fillna("g" + games.game)

    def only(self, *names: str) -> pd.DataFrame:
        """The events of some types."""
        return self.events[self.events.event.isin(names)]


def grouped(frame: pd.DataFrame, by: list[str]):
    return frame.groupby(by, observed=True, dropna=False)


def quotients(parts, wholes, by: list[str], within: list[str]) -> pd.DataFrame:
    """Sums of parts by sums of wholes, with intervals by cluster; both have a row for each."""
    both = parts.merge(wholes, on=[*within, "cluster"])
    both["squares"], both["cross"] = both.coins**2, both.coins * both.whole
    found = grouped(both, by)[["coins", "squares", "cross"]].sum().reset_index()
    wholes = wholes.assign(sizes=wholes.whole**2)
    if within:
        groups = grouped(wholes, within)
        every = groups[["whole", "sizes"]].sum()
        found = found.merge(every.assign(clusters=groups.size()).reset_index(), on=within)
    else:
        found = found.assign(
            whole=wholes.whole.sum(), sizes=wholes.sizes.sum(), clusters=len(wholes)
        )
    mean = found.coins / found.whole
    spread = (found.squares - 2 * mean * found.cross + mean**2 * found.sizes).clip(lower=0)
    error = np.sqrt(spread * found.clusters / (found.clusters - 1)) / found.whole
    ends = {"low": mean - NORMAL * error, "high": mean + NORMAL * error}
    return found.assign(mean=mean, **ends).sort_values(by)


def per_player(parts: pd.DataFrame, games: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    who = [key for key in by if key in games.columns and key != "round"]
    people = grouped(games, [*who, "cluster"]).size().rename("whole").reset_index()
    return quotients(parts, people, by, who)


def paid_by_cluster(frames: Frames, games: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    paid = frames.only("BonusPaid", "TaxCollected")
    paid = paid.assign(source=np.where(paid.event == "BonusPaid", "bonus", "taxes"))
    wanted = [key for key in by if key in games.columns and key not in paid.columns]
    paid = paid.merge(games[[*KEYS, "cluster", *wanted]], on=KEYS)
    return grouped(paid, [*by, "cluster"]).amount.sum().rename("coins").reset_index()


def income(frames: Frames, by: list[str]) -> pd.DataFrame:
    return per_player(paid_by_cluster(frames, frames.games, by), frames.games, by)


def coin_curve(frames: Frames) -> pd.DataFrame:
    turns = frames.turns[frames.turns.ended]
    first = turns[turns["round"] == 1].assign(round=0, coins=turns.coins_before)
    coins = pd.concat([first, turns.assign(coins=turns.coins_after)])
    return grouped(coins, ["round"]).coins.quantile([0.1, 0.25, 0.5, 0.75, 0.9])


def how_won(frames: Frames) -> pd.DataFrame:
    games = frames.games[frames.games.finished]
    by = ["won", "source", "age"]
    parts = paid_by_cluster(frames, games, by)
    wholes = grouped(parts, ["won", "cluster"]).coins.sum().rename("whole").reset_index()
    means = per_player(parts, games, by)
    shares = quotients(parts, wholes, by, ["won"])
    return means.merge(shares[[*by, "mean", "low", "high"]], on=by, suffixes=("", "_share"))


def spending(frames: Frames) -> pd.DataFrame:
    columns = ["spent_exchange", "spent_travel", "spent_demolition"]
    turns = frames.turns.merge(frames.games[[*KEYS, "cluster"]], on=KEYS)
    sums = grouped(turns, ["round", "cluster"])[columns].sum().reset_index()
    parts = sums.melt(["round", "cluster"], var_name="purpose", value_name="coins")
    return per_player(parts, frames.games, ["purpose", "round"])


def cards_spent(frames: Frames) -> pd.DataFrame:
    found = grouped(frames.only("CardsPlayed"), ["clause", "age", "kind"]).amount
    return found.agg(["sum", "size"]).reset_index()


def with_copies(erased: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    falls = events[events.event == "ShadowFalls"]
    falls = falls[["game", "step", "kind", "rank", "owner", "place"]].rename(
        columns={"step": "cause", "kind": "copy_kind", "rank": "copy_rank",
                 "owner": "copy_owner", "place": "copy_place"}
    )  # fmt: skip
    found = erased.merge(falls, on=["game", "cause"], how="left")
    right = found.place % 16 - found.copy_place % 16
    down = found.place // 16 - found.copy_place // 16
    room = found.copy_rank - found["rank"].astype(float)
    same = (found.owner == found.copy_owner) | (found.owner.isna() & found.copy_owner.isna())
    found["succeeded"] = (
        (found.kind.astype(str) == found.copy_kind.astype(str))
        & same
        & right.between(0, room)
        & down.between(0, room)
        & found.copy_rank.notna()
    )
    return found


SITE = ["game", "age", "kind", "rank", "place"]


def lives(frames: Frames) -> pd.DataFrame:
    fate = {"BuildingErased": "paradox", "BuildingDemolished": "demolished",
            "BuildingDestroyed": "destroyed", "ShadowWithdrawn": "withdrawn"}  # fmt: skip
    rows = frames.only(*BIRTHS, *fate, "ShadowFalls", "TurnEnded", "GameEnded")
    rows = rows.assign(place=rows.square.cat.codes.astype(int))
    born = rows[rows.event.isin(BIRTHS)]
    named = rows[rows.event.isin(fate)]
    named = with_copies(named.assign(fate=named.event.astype(str).map(fate)), rows)
    named["fate"] = named.fate.mask(named.succeeded, "succeeded")
    steps = pd.DataFrame(_steps().to_dicts()).explode("offset")
    grown = rows[rows.event.isin(steps.event.unique())]
    guessed = grown.astype({"event": str, "kind": str}).merge(
        steps, on=["event", "kind", "rank", "amount"]
    )
    guessed["place"] = guessed.place + guessed.offset.astype(int)
    guessed["rank"] = guessed.old_rank
    columns = [*SITE, "step", "turn", "fate", "born"]
    ends = pd.concat([named, guessed.astype({"kind": rows.kind.dtype})]).assign(born=False)
    line = pd.concat([born.assign(born=True, fate=None)[columns], ends[columns]])
    line = line.sort_values([*SITE, "step"])
    following = line.groupby(SITE, observed=True)[["turn", "fate", "born"]].shift(-1)
    ended = following.born.eq(False)
    line["end"] = following.turn.where(ended)
    line["met"] = following.fate.where(ended, "standing")
    found = line[line.born].copy()
    last = rows.groupby("game").turn.max()
    found["time"] = found.end.fillna(found.game.map(last)) - found.turn
    own = frames.games[frames.games.seat == 0]
    fold = own.cluster.map(lambda name: crc32(name.encode()) % FOLDS)
    return found.merge(own.assign(fold=fold)[["game", "fold"]], on="game")


def survival(found: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Kaplan-Meier, once with all games and once without each fold of them."""
    counts = (
        found.assign(died=found.met.isin(DEATHS))
        .groupby(["fold", *by, "time"], observed=True)
        .died.agg(["sum", "size"])
        .reset_index()
    )
    whole = kaplan_meier(counts, by)
    return with_ends(whole, counts, lambda rest: kaplan_meier(rest, by).survival, 1.0)


def kaplan_meier(counts: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    sums = counts.groupby([*by, "time"], observed=True)[["sum", "size"]].sum()
    at_risk = sums["size"][::-1].groupby(level=by, observed=True).cumsum()[::-1]
    step = 1 - sums["sum"] / at_risk
    return sums.assign(survival=step.groupby(level=by, observed=True).cumprod())


def with_ends(whole, counts, curve_of, before: float) -> pd.DataFrame:
    """A result with its interval, from how it moves when a fold of games is left out."""
    [name] = [column for column in whole if column in ("survival", "incidence")]
    keys = [key for key in whole.index.names if key != "time"]
    without = {}
    for fold in counts.fold.unique():
        curve = curve_of(counts[counts.fold != fold]).reindex(whole.index)
        without[fold] = curve.groupby(level=keys, observed=True).ffill().fillna(before)
    table = pd.DataFrame(without)
    folds = table.shape[1]
    spread = table.sub(table.mean(axis=1), axis=0).pow(2).sum(axis=1) * (folds - 1) / folds
    width = NORMAL * np.sqrt(spread)
    return whole.assign(
        low=(whole[name] - width).clip(0, 1), high=(whole[name] + width).clip(0, 1)
    ).reset_index()


def fates(found: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Shares of fates, once with all games and once without each fold of them."""
    counts = found.groupby(["fold", *by, "time", "met"], observed=True).size()
    counts = counts.rename("number").reset_index()
    whole = incidences(counts, by)
    return with_ends(whole.to_frame("incidence"), counts, lambda rest: incidences(rest, by), 0.0)


def incidences(counts: pd.DataFrame, by: list[str]) -> pd.Series:
    """Aalen-Johansen."""
    table = counts.pivot_table(
        index=[*by, "time"], columns="met", values="number", aggfunc="sum", fill_value=0,
        observed=True,
    ).reindex(columns=list(FATES), fill_value=0)  # fmt: skip
    met = [fate for fate in FATES if fate != "standing"]
    gone = table.sum(axis=1)
    at_risk = gone[::-1].groupby(level=by, observed=True).cumsum()[::-1]
    after = (1 - table[met].sum(axis=1) / at_risk).groupby(level=by, observed=True).cumprod()
    before = after.groupby(level=by, observed=True).shift(1).fillna(1)
    parts = table[met].mul(before / at_risk, axis=0)
    return parts.groupby(level=by, observed=True).cumsum().stack()


def shadow_outcomes(frames: Frames) -> pd.DataFrame:
    words = {"ShadowFalls": "cast", "ShadowReplaced": "cast", "ShadowBlocked": "blocked",
             "ShadowMissing": "missing"}  # fmt: skip
    copies = frames.only(*words)
    copies = copies.assign(outcome=copies.event.astype(str).map(words))
    by = ["age", "kind", "rank", "outcome", "clause"]
    found = grouped(copies, by).agg(
        number=("step", "size"), game=("game", "first"), step=("step", "first")
    )
    return found.reset_index()


def paradoxes(frames: Frames) -> pd.DataFrame:
    rows = frames.only("BuildingErased", "ShadowFalls")
    rows = rows.assign(place=rows.square.cat.codes.astype(int))
    erased = with_copies(rows[rows.event == "BuildingErased"], rows)
    own = np.where(erased.owner == erased.seat, "own", "another's")
    erased["victim"] = np.where(erased.owner.isna(), "nobody's", own)
    lost = erased[~erased.succeeded]
    found = grouped(lost, ["age", "kind", "rank", "victim"]).agg(
        number=("step", "size"), value=("amount", "sum"), game=("game", "first"),
        step=("step", "first"),
    )  # fmt: skip
    return found.reset_index()


def domain_events(frames: Frames) -> pd.DataFrame:
    found = frames.only(
        "DomainsJoined", "DomainSplit", "ConflictFound", "BuildingShrunk", "BuildingDestroyed"
    )
    by = ["event", "age"]
    counts = grouped(found, by).agg(
        amount=("amount", "mean"), game=("game", "first"), step=("step", "first")
    )
    own = frames.games[frames.games.seat == 0]
    found = found.merge(own[["game", "cluster"]], on="game")
    parts = grouped(found, [*by, "cluster"]).size().rename("coins").reset_index()
    wholes = own.groupby("cluster").size().rename("whole").reset_index()
    return quotients(parts, wholes, by, []).merge(counts.reset_index(), on=by)


def cascade_lengths(frames: Frames) -> pd.DataFrame:
    roots = ["BuildingBuilt", "BuildingUpgraded", "BuildingDemolished", "ConflictFound"]
    rows = frames.events[["game", "step", "cause", "event"]]
    above = rows[["game", "step", "cause"]].rename(columns={"step": "at", "cause": "next"})
    chains = rows[rows.cause.notna()].assign(depth=1, at=lambda x: x.cause)
    done = []
    while len(chains):
        chains = chains.merge(above, on=["game", "at"])
        chains["depth"] += 1
        done.append(chains[chains.next.isna()])
        chains = chains[chains.next.notna()].assign(at=lambda x: x.next).drop(columns="next")
    chains = pd.concat(done)
    sums = chains.groupby(["game", "at"]).agg(length=("depth", "max"), effects=("depth", "size"))
    sums = sums.rename_axis(["game", "step"]).reset_index()
    found = rows.merge(sums, on=["game", "step"])
    found = found[found.event.isin(roots)]
    counts = grouped(found, ["event", "length"]).agg(
        number=("step", "size"), effects=("effects", "mean"), game=("game", "first"),
        step=("step", "first"),
    )  # fmt: skip
    return counts.reset_index()


def results(frames: Frames) -> pd.DataFrame:
    games = frames.games[frames.games.finished]
    each = games.groupby("game")
    won = games.won.astype(float)
    win = won / won.groupby(games.game).transform("sum")
    lead = games.coins - each.coins.transform("mean")
    return games.assign(win=win, advantage=win - 1 / games.players, lead=lead)


VALUES = ["win", "advantage", "lead"]


def cluster_means(frame: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    sums = grouped(frame, [*by, "cluster"])[VALUES].sum()
    sums["n"] = grouped(frame, [*by, "cluster"]).size()
    sums = sums.reset_index()
    groups = grouped(sums, by)
    rows, clusters = groups.n.sum(), groups.size()
    found = pd.DataFrame({"rows": rows, "clusters": clusters})
    for value in VALUES:
        mean = groups[value].sum() / rows
        off = sums[value] - sums.n * sums[by].merge(mean.rename("m").reset_index(), on=by).m
        squares = (off**2).groupby([sums[key] for key in by], observed=True).sum()
        error = np.sqrt(squares * clusters / (clusters - 1)) / rows
        found[value], found[f"{value}_low"], found[f"{value}_high"] = (
            mean, mean - NORMAL * error, mean + NORMAL * error,
        )  # fmt: skip
    return found.reset_index()


def seat_effects(frames: Frames) -> pd.DataFrame:
    return cluster_means(results(frames), ["players", "place"])


def openings(frames: Frames, *, first: bool = False) -> pd.DataFrame:
    verbs = {"BuildingBuilt": "build", "BuildingUpgraded": "upgrade",
             "BuildingDemolished": "demolish", "CubePlaced": "populate", "RuinBegun": "restore",
             "RuinRestored": "restore", "AdventurerTravelled": "travel",
             "OpenCardsSwapped": "swap", "TurnEnded": "", "CoinsSpent": "exchange"}  # fmt: skip
    events = frames.events
    wanted = events.event.isin(verbs) & (events["round"] == 1)
    rows = events[wanted & ~((events.event == "CoinsSpent") & (events.clause != "T2"))]
    verb = rows.event.astype(str).map(verbs)
    age, rank = rows.age.astype(str), rows["rank"].fillna(0).astype(int).astype(str)
    built = verb + " " + rows.kind.astype(str) + " " + rank + " in " + age
    word = np.select(
        [verb == "", verb.isin(["exchange", "swap"]), verb == "travel", verb == "populate"],
        [None, verb, "travel to " + age, "populate rank " + rank],
        built,
    )
    rows = rows.assign(word=word)
    if not first:
        rows = rows.sort_values(["game", "turn", "word"], kind="stable")
    turns = rows.groupby(["game", "turn"], sort=False)
    ends = turns.agg(seat=("seat", "first"), step=("step", "max"))
    ended = rows[rows.event == "TurnEnded"].set_index(["game", "turn"]).index
    told = rows[rows.word.notna()].groupby(["game", "turn"]).word
    text = told.first() if first else told.agg("; ".join)
    ends = ends.loc[ended].join(text.rename("opening")).fillna({"opening": "nothing"})
    joined = ends.reset_index().merge(results(frames)[[*KEYS, "cluster", *VALUES]], on=KEYS)
    found = cluster_means(joined, ["opening"])
    examples = joined.sort_values(["game", "step"]).groupby("opening")[["game", "step"]].first()
    found = found.merge(examples.reset_index(), on="opening")
    return found.sort_values(["rows", "opening"], ascending=[False, True])


def hands(frames: Frames) -> pd.DataFrame:
    turns = frames.turns.dropna(subset=["hand_military", "hand_religious", "hand_civil"])
    best = np.zeros(len(turns))
    for column, values in (
        ("hand_military", (1, 2, 4)), ("hand_religious", (1, 2, 4)), ("hand_civil", (1, 3, 5)),
    ):  # fmt: skip
        for value in values:
            best = np.maximum(best, np.where(turns[column] >= value, value, 0))
    return turns.assign(strength=best)


def cards_held(frames: Frames) -> pd.DataFrame:
    held = hands(frames).merge(frames.games[[*KEYS, "won", "cluster"]], on=KEYS)
    columns = ["hand_military", "hand_religious", "hand_civil"]
    groups = grouped(held, ["won", "cluster"])
    parts = groups[columns].sum().astype(int).reset_index()
    parts = parts.melt(["won", "cluster"], var_name="kind", value_name="coins")
    wholes = groups.size().rename("whole").reset_index()
    return quotients(parts, wholes, ["won", "kind"], ["won"])


def hand_results(frames: Frames, *, first: bool = False) -> pd.DataFrame:
    held = hands(frames)
    held = held[held["round"] == 1] if first else held
    means = held.groupby(KEYS).strength.mean().reset_index()
    limits = [0.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, np.inf]
    means["strength"] = pd.cut(means.strength, limits, right=False, labels=limits[:-1])
    return cluster_means(means.merge(results(frames), on=KEYS), ["strength"])


def clause_coverage(frames: Frames) -> pd.DataFrame:
    found = grouped(frames.events, ["clause", "event"]).agg(
        number=("step", "size"), games=("game", "nunique"), game=("game", "first"),
        step=("step", "first"),
    )  # fmt: skip
    return found.reset_index()


def report(folder: Path, clock: Callable[[str], None]) -> dict[str, pd.DataFrame]:
    """The whole report; the clock is told the name of each part when it is done."""
    frames = Frames(folder)
    clock("reading")
    found: dict[str, pd.DataFrame] = {}
    asked: dict[str, Callable[[], pd.DataFrame]] = {
        "income": lambda: income(frames, ["source", "age"]),
        "income_by_round": lambda: income(frames, ["source", "round"]),
        "income_by_place": lambda: income(frames, ["place", "source"]),
        "income_by_player": lambda: income(frames, ["player", "source"]),
        "coin_curve": lambda: coin_curve(frames),
        "how_won": lambda: how_won(frames),
        "spending": lambda: spending(frames),
        "cards_spent": lambda: cards_spent(frames),
        "lives": lambda: lives(frames),
        "survival": lambda: survival(found["lives"], ["kind", "rank"]),
        "survival_by_age": lambda: survival(found["lives"], ["age", "kind", "rank"]),
        "fates": lambda: fates(found["lives"], ["age", "kind"]),
        "shadow_outcomes": lambda: shadow_outcomes(frames),
        "paradoxes": lambda: paradoxes(frames),
        "domain_events": lambda: domain_events(frames),
        "cascade_lengths": lambda: cascade_lengths(frames),
        "seat_effects": lambda: seat_effects(frames),
        "openings": lambda: openings(frames),
        "first_actions": lambda: openings(frames, first=True),
        "cards_held": lambda: cards_held(frames),
        "hand_results": lambda: hand_results(frames),
        "first_hand": lambda: hand_results(frames, first=True),
        "clause_coverage": lambda: clause_coverage(frames),
    }
    for name, ask in asked.items():
        found[name] = ask()
        clock(name)
    return found
