"""The questions of the standard report as one would ask them in pandas: vectorised, no loops.

Only for `tests.benchmarks.statistics`; pandas is no dependency of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]

from khronos_lab.analysis.statistics.buildings import _END, _STEPS, BIRTHS, FATES
from khronos_lab.analysis.statistics.survival import DEATHS

KEYS = ["game", "seat"]


GAMES = "game seat players start_seat"
PAID = "game seat age round event amount"
MOMENT = "game step event clause"
LIVES = "game step cause turn round age event kind rank owner square amount"
FARED = f"{GAMES} coins won seed finished"
OPENED = "game step turn round seat age event clause kind rank"
HANDS = "game seat round hand_military hand_religious hand_civil"
READ = {
    "income": (GAMES, "", PAID),
    "income_by_round": (GAMES, "", PAID),
    "income_by_seat": (GAMES, "", PAID),
    "income_by_player": (f"{GAMES} player", "", PAID),
    "coin_curve": ("", "round coins_before coins_after ended", ""),
    "how_won": (f"{GAMES} won", "", PAID),
    "spending": ("", "round spent_exchange spent_travel spent_demolition", ""),
    "cards_spent": ("", "", "event clause age kind amount"),
    "lives": ("", "", LIVES),
    "shadow_outcomes": ("", "", f"{MOMENT} age kind rank"),
    "paradoxes": ("", "", f"{LIVES} seat"),
    "domain_events": (GAMES, "", f"{MOMENT} age amount"),
    "cascade_lengths": ("", "", f"{MOMENT} cause"),
    "seat_effects": (FARED, "", ""),
    "openings": (FARED, "", OPENED),
    "first_actions": (FARED, "", OPENED),
    "cards_held": (f"{GAMES} won", HANDS, ""),
    "hand_results": (FARED, HANDS, ""),
    "first_hand": (FARED, HANDS, ""),
    "clause_coverage": ("", "", MOMENT),
}
"""By question: the columns it needs of games, turns and events."""


class Frames:
    """The three tables in memory: all of them, or the columns that one question needs."""

    def __init__(self, folder: Path, question: str = "") -> None:
        wanted = READ[question] if question else (None, None, None)
        names = ("games", "turns", "events")
        self.games, self.turns, self.events = (
            pd.read_parquet(folder / name, columns=columns.split() if columns else None)
            if columns != ""
            else pd.DataFrame()
            for name, columns in zip(names, wanted, strict=True)
        )
        if len(self.games):
            games = self.games
            place = games.seat.astype(int) + games.players - games.start_seat
            self.games["place"] = place % games.players

    def only(self, *names: str) -> pd.DataFrame:
        """The events of some types."""
        return self.events[self.events.event.isin(names)]


def grouped(frame: pd.DataFrame, by: list[str]):
    return frame.groupby(by, observed=True, dropna=False)


def income(frames: Frames, by: list[str]) -> pd.DataFrame:
    paid = frames.only("BonusPaid", "TaxCollected")
    paid = paid.assign(source=np.where(paid.event == "BonusPaid", "bonus", "taxes"))
    who = [key for key in by if key in frames.games.columns]
    wanted = [key for key in who if key not in paid.columns]
    if wanted:
        paid = paid.merge(frames.games[[*KEYS, *wanted]], on=KEYS)
    found = grouped(paid, by).amount.agg(["sum", "size"]).reset_index()
    if who:
        people = grouped(frames.games, who).size().rename("players").reset_index()
        found = found.merge(people, on=who)
    else:
        found["players"] = len(frames.games)
    return found.assign(mean=found["sum"] / found.players).sort_values(by)


def coin_curve(frames: Frames) -> pd.DataFrame:
    turns = frames.turns[frames.turns.ended]
    first = turns[turns["round"] == 1].assign(round=0, coins=turns.coins_before)
    coins = pd.concat([first, turns.assign(coins=turns.coins_after)])
    return grouped(coins, ["round"]).coins.quantile([0.1, 0.25, 0.5, 0.75, 0.9])


def how_won(frames: Frames) -> pd.DataFrame:
    found = income(frames, ["won", "source", "age"])
    return found.assign(share=found["sum"] / grouped(found, ["won"])["sum"].transform("sum"))


def spending(frames: Frames) -> pd.DataFrame:
    columns = ["spent_exchange", "spent_travel", "spent_demolition"]
    sums = grouped(frames.turns, ["round"])[columns].sum().reset_index()
    return sums.melt("round", var_name="purpose", value_name="coins")


def cards_spent(frames: Frames) -> pd.DataFrame:
    found = grouped(frames.only("CardsPlayed"), ["clause", "age", "kind"]).amount
    return found.agg(["sum", "size"]).reset_index()


def keyed(frame: pd.DataFrame, rank: str = "rank", place: str = "place") -> pd.Series:
    code = frame.number * 3 + frame.age.cat.codes
    code = (code * 3 + frame.kind.cat.codes) * 4 + frame[rank].astype("int64")
    return (code * 512 + frame[place]) * 2**20 + frame.step.astype("int64")


def with_copies(erased: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    falls = events[events.event == "ShadowFalls"]
    falls = falls[["number", "step", "kind", "rank", "owner", "place"]].rename(
        columns={"step": "cause", "kind": "copy_kind", "rank": "copy_rank",
                 "owner": "copy_owner", "place": "copy_place"}
    )  # fmt: skip
    found = erased.merge(falls, on=["number", "cause"], how="left")
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


def numbered(events: pd.DataFrame) -> pd.DataFrame:
    return events.assign(
        number=pd.factorize(events.game)[0].astype("int64"), place=events.square.cat.codes
    )


def lives(frames: Frames) -> pd.DataFrame:
    used = {*BIRTHS, "BuildingErased", "BuildingDemolished", "BuildingDestroyed",
            "ShadowWithdrawn", "ShadowFalls", "TurnEnded", "GameEnded"}  # fmt: skip
    rows = numbered(frames.only(*used))
    born = rows[rows.event.isin(BIRTHS)]
    born = born.assign(key=keyed(born), born=True)
    fate = {"BuildingErased": "paradox", "BuildingDemolished": "demolished",
            "BuildingDestroyed": "destroyed", "ShadowWithdrawn": "withdrawn"}  # fmt: skip
    named = rows[rows.event.isin(fate)]
    named = with_copies(named.assign(fate=named.event.astype(str).map(fate)), rows)
    named["fate"] = named.fate.mask(named.succeeded, "succeeded")
    named["key"] = keyed(named)
    steps = _STEPS.with_columns(event=_STEPS["event"].cast(str), kind=_STEPS["kind"].cast(str))
    grown = rows[rows.event.isin(steps["event"].unique().to_list())].assign(
        event=lambda x: x.event.astype(str), word=lambda x: x.kind.astype(str)
    )
    table = pd.DataFrame(steps.to_dicts()).rename(columns={"kind": "word"})
    guessed = grown.merge(table, on=["event", "word", "rank", "amount"]).explode("offset")
    guessed["old"] = guessed.place + guessed.offset.astype("int64")
    guessed = guessed[guessed.old >= 0]
    guessed["key"] = keyed(guessed, "old_rank", "old")
    ends = pd.concat([named, guessed])[["key", *_END]].assign(born=False)
    columns = ["key", "born", "game", "age", "kind", "rank", *_END]
    line = pd.concat([born.assign(fate=None), ends])[columns].sort_values("key")
    follows = (line.key.shift(-1) // 2**20 == line.key // 2**20) & (line.born.shift(-1) == False)  # noqa: E712
    line["end"] = line.turn.shift(-1).where(follows)
    line["met"] = line.fate.shift(-1).where(follows, "standing")
    found = line[line.born]
    last = rows.groupby("game").turn.max()
    found["time"] = found.end.fillna(found.game.map(last)) - found.turn
    return found


def survival(found: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    counts = (
        found.assign(died=found.met.isin(DEATHS))
        .groupby([*by, "time"], observed=True)
        .died.agg(["sum", "size"])
        .reset_index()
        .sort_values([*by, "time"])
    )
    backwards = counts[::-1]
    counts["at_risk"] = backwards.groupby(by, observed=True)["size"].cumsum()[::-1]
    step = 1 - counts["sum"] / counts.at_risk
    counts["survival"] = step.groupby([counts[key] for key in by], observed=True).cumprod()
    return counts


def fates(found: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    counts = found.groupby([*by, "time", "met"], observed=True).size().unstack(fill_value=0)
    met = [fate for fate in FATES if fate != "standing" and fate in counts]
    gone = counts.sum(axis=1)
    at_risk = gone[::-1].groupby(level=by, observed=True).cumsum()[::-1]
    after = (1 - counts[met].sum(axis=1) / at_risk).groupby(level=by, observed=True).cumprod()
    before = after.groupby(level=by, observed=True).shift(1).fillna(1)
    parts = counts[met].mul(before / at_risk, axis=0)
    return parts.groupby(level=by, observed=True).cumsum()


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
    rows = numbered(frames.only("BuildingErased", "ShadowFalls"))
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
    counts = grouped(found, ["event", "age"]).agg(
        number=("step", "size"), amount=("amount", "mean"), game=("game", "first"),
        step=("step", "first"),
    )  # fmt: skip
    return counts.assign(per_game=counts.number / frames.games.game.nunique()).reset_index()


def cascade_lengths(frames: Frames) -> pd.DataFrame:
    roots = ["BuildingBuilt", "BuildingUpgraded", "BuildingDemolished", "ConflictFound"]
    rows = frames.events[["game", "step", "cause", "event"]].reset_index(drop=True)
    rows["number"] = pd.factorize(rows.game)[0].astype("int64") * 2**32
    keys = (rows.number + rows.step).to_numpy()
    causes = (rows.number + rows.cause.fillna(0).astype("int64")).to_numpy()
    parent = np.where(rows.cause.notna(), np.searchsorted(keys, causes), -1)
    depth, root, above = np.ones(len(rows), int), np.arange(len(rows)), parent
    while (climbing := above >= 0).any():
        depth[climbing] += 1
        root[climbing] = above[climbing]
        above = np.where(climbing, parent[above], -1)
    chains = rows.assign(root=root, depth=depth)[depth > 1]
    sums = chains.groupby("root").agg(length=("depth", "max"), effects=("depth", "size"))
    found = rows.loc[sums.index].join(sums)
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
    cluster = ("s" + games.seed).fillna("g" + games.game)
    lead = games.coins - each.coins.transform("mean")
    return games.assign(win=win, advantage=win - 1 / games.players, lead=lead, cluster=cluster)


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
            mean, mean - 1.959964 * error, mean + 1.959964 * error,
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
    held = hands(frames).merge(frames.games[[*KEYS, "won"]], on=KEYS)
    columns = ["hand_military", "hand_religious", "hand_civil"]
    return grouped(held, ["won"])[columns].mean().reset_index()


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


def report(folder: Path, clock: Callable[[str], None], *, once: bool) -> dict[str, pd.DataFrame]:
    """The whole report; the clock is told the name of each part when it is done.

    The tables are read once and kept, or each question reads the columns that it needs, as
    each question of ours does.
    """
    kept = Frames(folder) if once else None
    clock("reading")
    found: dict[str, pd.DataFrame] = {}
    asked: dict[str, Callable[[Frames], pd.DataFrame]] = {
        "income": lambda frames: income(frames, ["source", "age"]),
        "income_by_round": lambda frames: income(frames, ["source", "round"]),
        "income_by_seat": lambda frames: income(frames, ["seat", "source"]),
        "income_by_player": lambda frames: income(frames, ["player", "source"]),
        "coin_curve": coin_curve,
        "how_won": how_won,
        "spending": spending,
        "cards_spent": cards_spent,
        "lives": lives,
        "survival": lambda _: survival(found["lives"], ["kind", "rank"]),
        "survival_by_age": lambda _: survival(found["lives"], ["age", "kind", "rank"]),
        "fates": lambda _: fates(found["lives"], ["age", "kind"]),
        "shadow_outcomes": shadow_outcomes,
        "paradoxes": paradoxes,
        "domain_events": domain_events,
        "cascade_lengths": cascade_lengths,
        "seat_effects": seat_effects,
        "openings": openings,
        "first_actions": lambda frames: openings(frames, first=True),
        "cards_held": cards_held,
        "hand_results": hand_results,
        "first_hand": lambda frames: hand_results(frames, first=True),
        "clause_coverage": clause_coverage,
    }
    nothing = Frames.__new__(Frames)
    for name, ask in asked.items():
        frames = kept or (Frames(folder, name) if name in READ else nothing)
        found[name] = ask(frames)
        clock(name)
    return found
