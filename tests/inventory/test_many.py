"""Ask many games: the dataset and its answers, the explorer, simulations, players, the ladder."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import polars as pl

from tests.inventory.entries import Entry, begins, every, has, inventory, like
from tests.inventory.kit import (
    LESSON,
    TWO,
    ends,
    game,
    kl,
    ladder,
    new_file,
    own,
    refused,
    sample,
    table,
    words,
)

AGREED = "Dataset: 1,104 games, 2 to 5 players (data/sample)"

# ------------------------------------------------------------------ the dataset


@cache
def records() -> Any:
    """The annotated games as a dataset."""
    return kl.dataset("data/games")


@cache
def mistakes() -> Any:
    """The mistakes of the short game."""
    return kl.dataset(own()).mistakes(player=None, progress=False)


def first_id() -> str:
    """The id of the first game of the sample."""
    return str(sample().games.select("game").first().collect().item())


DATASET = (
    Entry("kl.dataset", "a folder of tables", lambda: repr(sample()),
          like(r"^Dataset: 1,104 games, 2 to 5 players \(.*data/sample\)$"),
          like(r"^.*: 1.104 Partien, 2 bis 5 Spieler \(.*data/sample\)$")),
    Entry("kl.dataset", "a folder of records, a file, a pattern, games, a list of these", lambda: [
        len(each) for each in (records(), kl.dataset(TWO), kl.dataset(game(), game().record,
        [TWO]))],
        [9, 1, 2]),
    Entry("kl.dataset", "a game that is there twice counts once", lambda: kl.dataset([game(),
          game()]),
          has("1 games", "1 game given twice counts once")),
    Entry("kl.dataset", "what is not there is told", lambda: refused(lambda: kl.dataset("runs/x")),
          "runs/x is not there: name a folder or file of games."),
    Entry("kl.Dataset games.name", "what `kl.dataset` gives", lambda: [
        isinstance(sample(), kl.Dataset), Path(sample().name).name,
        refused(lambda: kl.Dataset("x"))], has("True", "sample", "Games are read by kl.dataset")),
    Entry("games.games", "one row per player of each game", lambda: [
        sample().games.collect().height, *sample().games.collect().columns], has(
            "3840", "game", "seat", "step", "player", "players", "edition", "holdem", "map", "seed",
            "is_start", "coins", "won", "rank", "finished")),
    Entry("games.turns", "one row per turn", lambda: sample().turns.collect_schema().names(), has(
        "game", "turn", "round", "seat", "coins_after", "cards_played", "hand_military")),
    Entry("games.events", "one row per event", lambda: [
        sample().events.select(pl.len()).collect().item(), *sample().events.collect_schema().names(
        )],
        [466646, "game", "step", "move", "cause", "turn", "round", "seat", "age", "event", "clause",
         "kind", "rank", "owner", "square", "amount"]),
    Entry("games.players", "one row per player and game: how the player came there", lambda: [
        sample().players.select(pl.len()).collect().item(),
        *sample().players.collect_schema().names()], has(
            "3840", "lead", "bonus", "tax_reason", "paradoxes_caused", "domains_might_first",
            "squares_faith_last", "adventurer_1_first", "rank_first")),
    Entry("games.tables", "all four together", lambda: sample().tables.games.collect().height,
          3840),
    Entry("games.columns", "every column with its meaning", lambda: [
        *sample().columns.columns, sample().columns["meaning"].str.len_chars().min() > 8],
        ["table", "column", "type", "meaning", True]),
    Entry("games.describe", "who played, how often, on which maps", lambda: [
        *sample().describe().columns, sample().describe()["games"].sum()],
        ["players", "edition", "holdem", "who", "games", "maps", 1104]),
    Entry("games.game", "one game: by its place or its id", lambda: [
        records().game().players, sample().game(number=first_id()).players,
        sample().game(-1, trust=()).players],
        has("('Ada', 'Ben')")),
    Entry("games.game", "an unknown one is told", lambda: refused(lambda: sample().game("x")),
          begins('There is no game "x" in ')),
    Entry("games.filter", "by values, lists, polars", lambda: [
        len(sample().filter(players=4)) < 1104,
        len(sample().filter(map=["valley", "delta"])) < 1104,
        len(sample().filter(pl.col("players") == 4)) == len(sample().filter(players=4)),
        repr(sample().filter(players=4, holdem=True)).endswith("players=4, holdem=True)")],
        [True] * 4),
    Entry("games.filter", "an unknown column is told", lambda: refused(
        lambda: sample().filter(colour=1)), "Games have no column 'colour'."),
    Entry("games.open", "the replay at the moment of a row", lambda: sample().open(
        row={"game": first_id(), "step": 5}), like(r"^<Replay of .*: Step 5 of ")),
    Entry("games.positions position.game .state .event .domains", "positions just before events",
          lambda: [(each.game == first_id(), each.state.round, each.event["event"],
                    isinstance(each.domains(age="Might"), nx.Graph)) for each in [next(
                        sample().positions(event="TaxCollected", games=2))]],
          [(True, 4, "TaxCollected", True)]),
    Entry("games.mistakes mistakes.frame", "the mistakes of all games, a row each", lambda: [
        len(mistakes()) == mistakes().frame.height > 0, *mistakes().frame.columns], [
            True, "game", "step", "turn", "round", "player", "mark", "coins", "coins_low",
            "coins_high",
            "chance", "played", "better", "why"]),
    Entry("games.evaluate", "what every turn was worth, and the chance to win after it", lambda: [
        (found := kl.dataset(LESSON).evaluate(short_games=2, progress=False, trust=())
         .turns.collect())["value"].null_count(), found["win_chance"].is_between(0, 1).all()],
        [0, True]),
    Entry("mistakes.turns .open .practice", "the costliest first; each opens before its turn",
          lambda: [
        mistakes().turns[0][1] is mistakes()[0], mistakes().open(row=0).step == mistakes()[0].first,
        mistakes().practice(row=0).trying], [True, True, True]),
    Entry("games.mistakes", "of one player; tables alone have no records", lambda: [
        refused(lambda: kl.dataset(LESSON).mistakes("Zoe", progress=False)),
        refused(lambda: sample().mistakes())], has("'Zoe' plays in none of these games.",
        "records")),
    *(Entry(name, "whether a player gives away less; asks for twenty games", lambda: refused(
        lambda: kl.dataset(LESSON).progress(player="Ruth", progress=False).finding),
        begins("Ruth has one reviewed game here; 20 are needed"))
      for name in ("games.progress", "question: progress")),
    Entry("games.buildings buildings.lives", "a row for each building, or for some", lambda: [
        sample().buildings(kind="military", rank=3).lives.select(pl.len()).collect().item()
        < sample().buildings().lives.select(pl.len()).collect().item(),
        refused(lambda: sample().buildings(colour=1))], [True,
        "Buildings have no column 'colour'."]),
)  # fmt: skip


# ------------------------------------------------------------------ answers and their options


GROUPED: dict[str, Callable[[], Any]] = {
    "income": lambda: sample().income(by=["age", "player"]),
    "wealth": lambda: sample().wealth(by="players"),
    "spending": lambda: sample().spending(by="player"),
    "cards_spent": lambda: sample().cards_spent(by="kind"),
    "shadows": lambda: sample().shadows(by="kind"),
    "paradoxes": lambda: sample().paradoxes(by="age"),
    "paradox_costs": lambda: sample().paradox_costs(by="rank"),
    "domains": lambda: sample().domains(by="round"),
    "cascades": lambda: sample().cascades(by="age"),
    "openings": lambda: sample().openings(by="first_action"),
    "luck": lambda: sample().luck(by="players", rounds=[1]),
    "hands": lambda: sample().hands(rounds=[1]),
    "cards_held": lambda: sample().cards_held(by="round"),
    "lead_changes": lambda: sample().lead_changes(by="players"),
    "comebacks": lambda: sample().comebacks(by="players"),
    "ratings": lambda: sample().ratings(anchor="planner", by="players"),
    "seats": lambda: sample().seats(adjust=None),
    "longest_cascades": lambda: sample().longest_cascades(number=2),
    "how_won": lambda: sample().how_won(),
    "duels": lambda: sample().duels(),
    "rules": lambda: sample().rules(),
    "pays": lambda: sample().pays(pl.col("event") == "RuinRestored"),
}
LASTING: dict[str, Callable[[], Any]] = {
    "survival": lambda: sample().buildings().survival(by="age", unit="turns"),
    "fates": lambda: sample().buildings().fates(by="age"),
    "causes_of_death": lambda: sample().buildings().causes_of_death(by="age", unit="turns"),
}


def own_axes() -> bool:
    """Whether an answer draws into axes that somebody gives it."""
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    return sample().wealth().plot(ax=ax).ax is ax and bool(ax.get_children())


ANSWERS = (
    Entry("answer.finding .frame .caveat .games .who .behind", "all parts of an answer", lambda: [
        (each.finding[:8], each.frame.height, each.caveat[:15], each.games, len(each.who),
         each.behind()[:26]) for each in [sample().income()]],
        [("A player", 20, "What this can't", 1104, 4, "Based on 1,104 games of gr")]),
    Entry("answer.told .limits .behind", "in either language", lambda: [
        sample().income().told(language="de")[:11], sample().income().limits(language="de")[:8],
        sample().income().behind(language="de")[:10]], ["Ein Spieler", "Was sich", "Grundlage:"]),
    Entry("answer.plot", "a figure, into axes of one's own, in either language", lambda: [
        words(sample().wealth().plot(language="de")), own_axes()], has("Taler im Lauf der Partie",
        "True")),
    Entry("answer.open", "the replay at the moment of a row", lambda: sample().longest_cascades(
          ).open(
        row=0), like(r"^<Replay of .*: Step 354 of ")),
    Entry("answer.open", "a row without a moment is told", lambda: refused(
        lambda: sample().income().open(0)), True),
    Entry("answer.counts_games .winning .outcome_key .unanswered", "what its question is about",
          lambda: [(each.counts_games, each.winning, each.outcome_key, each.unanswered)
                   for each in (sample().seats(), sample().domains())],
          [(False, True, "finding-outcome", "finding-none"),
           (True, False, "finding-outcome_games", "finding-none")]),
    Entry("answer.median", "after what time half of a group is gone", lambda: [
        *sample().buildings().survival(by="kind", unit="turns").median().columns,
        refused(lambda: sample().income().median())],
        has("kind", "median", "median_low", "median_high", "buildings")),
    Entry("answer.finding", "at the end of a cell: finding, figure, limits", lambda: (
        sample().income()._repr_html_()), has("<b>A player earns 42.6", "<img",
        "<summary>What this")),
    *every("games.{}", "by whatever the rows have", lambda name: list(GROUPED[name](
    ).frame.columns)[:3], {
        "income": has("source", "age", "player"),
        "wealth": has("players"),
        "spending": has("purpose", "player"),
        "cards_spent": has("kind"),
        "shadows": has("kind"),
        "paradoxes": has("age"),
        "paradox_costs": has("rank"),
        "domains": has("event", "round"),
        "cascades": has("age"),
        "openings": has("first_action"),
        "luck": has("players"),
        "hands": has("strength"),
        "cards_held": has("round"),
        "lead_changes": has("players"),
        "comebacks": has("players"),
        "ratings": has("players"),
        "seats": has("players", "place"),
        "longest_cascades": has("game", "step"),
        "how_won": has("won"),
        "duels": has("players", "one", "other"),
        "rules": has("clause"),
        "pays": has("did")}),
    *every("buildings.{}", "by whatever the rows have, in turns or rounds", lambda name: [
        LASTING[name]().frame.columns[0], LASTING[name]().frame["time"].max()], {
        "survival": ["age", 34], "fates": ["age", 6], "causes_of_death": ["age", 34]}),
    Entry("buildings.survival .fates", "of some buildings only", lambda: [
        asked.frame.height for some in (sample().buildings(kind="military", rank=3),)
        for asked in (some.survival(), some.fates())], [7, 168]),
    Entry("games.luck games.hands", "of some rounds only", lambda: [
        [round(sample().luck(rounds=each).frame["explained"][0], 4) for each in ((), [1])],
        [sample().hands(rounds=each).frame["rows"][0] for each in ((), [1])]],
        [[0.0011, 0.0009], [48, 619]]),
    Entry("games.seats", "with the players' strength taken out, or as it is", lambda: [
        "effect" in sample().seats(adjust=each).frame.columns for each in ("player", None)],
        [True, False]),
    Entry("games.income", "an unknown group is told", lambda: refused(
        lambda: sample().income(by="colour")),
        begins('I can\'t group income by "colour". You can use: age')),
    *every("heat: {}", "how often each square is one of these", lambda what: sample().heat(
        what=what, map="valley").finding, {
        "built": like(r"^\w+ in \w+ .*get.* a building most often.*: in \d+%"),
        "erased": like(r"aradoxes strike .*most often.*: in \d+% \("),
        "contested": like(r"^\w+ in \w+ is among the most contested squares"),
        "controlled": begins(
            "In these games no square is controlled more often than g3 in Might: at 99%")}),
    Entry("games.heat", "games on several maps ask for one", lambda: refused(
        lambda: sample().heat().frame), has('choose one, map="valley"')),
    Entry("games.compare kl.compare", "two sets side by side, all measures or some", lambda: [
        sample().filter(holdem=True).compare(other=sample().filter(holdem=False)).frame.columns[0],
        kl.compare(one=sample().filter(holdem=True), other=sample().filter(holdem=False),
                   measures=["coins"], names=("a", "b")).frame.height,
        sample().compare(sample().filter(players=4), measures=["coins"], names=("a",
        "b")).finding], like(
        r"^measure\n1\nThe sets differ in .*at the end, [\d.]+ \(a\) against [\d.]+ \(b\), a ")),
    Entry("kl.compare", "too few games are refused", lambda: refused(
        lambda: kl.compare(records(), sample()).frame),
        has("independent deals are too few to compare")),
    Entry("games.measure", "a measure of your own, by group", lambda: (
        sample().measure(name="coins", expr="coins", by="players", of="players").finding),
        begins("Coins at the end: ")),
    Entry("games.players", "one row per player and game", lambda: [
        sample().players.collect_schema().names()[0],
        sample().players.select("squares_might_last").collect().height], ["game", 3840]),
    Entry("games.filter", "exactly these players", lambda: len(
        sample().filter(who=["planner", "greedy"]))),
    Entry("games.pays", "what it costs to be the owner", lambda: sample().pays(
        event="BuildingErased", whose="owner").finding, has("(building erased)")),
    Entry("games.first_leader games.largest_comebacks", "early leaders, comebacks", lambda: [
        sample().first_leader(by="players").frame.height,
        sample().largest_comebacks(number=3).frame.height], [4, 3]),
    Entry("answer.told", "without the games behind it", lambda: sample().rules().told(
        alone=False), has("clauses came up")),
    Entry("games.explore", "with measures of one's own", lambda: sample().explore(
        measures={"steps": pl.col("step") * 1}).pictures.shown[0], "steps"),
    Entry("explorer.code", "what is brushed, as code", lambda: sample().explore().brush(
        coins=(50, 70)).code, begins("games.explore().brush(coins=(")),
    Entry("kl.draw.income_bands", "by any column of games", lambda: words(
        kl.draw.income_bands(tables=sample().tables, by=("players",))), has("2 players")),
    Entry("heat: coins", "coins of a square", lambda: sample().heat(
        what="coins", map="valley").finding, has("no square paid more than")),
    Entry("games.pays", "asks what may pay", lambda: refused(lambda: sample().pays()),
          begins("Say what may pay:")),
)  # fmt: skip


# ------------------------------------------------------------------ the explorer


MEASURES = re.findall(
    r"\w+",
    "coins lead paradoxes tax_might_4 tax_faith_4 tax_reason_4 tax_might_7 tax_faith_7 "
    "tax_reason_7 joined shrunk bonus tax_missed cards_played builds upgrades demolitions "
    "populates restores",
)
NAMED = {"place": (1, 2), "player": ("greedy", "master"), "players": (4, 4), "map": ("delta",
"delta"),
         "edition": ("first", "first"), "holdem": ("true", "true")}  # fmt: skip


def shown_beside() -> Any:
    """The replay that opens beside the pictures."""
    explorer = sample().explore()
    explorer.show(game=first_id(), step=5)
    return explorer.game


EXPLORING = (
    Entry("games.explore explorer.selection .brush .clear", "what is brushed is a dataset again",
          lambda: [
        len(sample().explore().selection),
        len(sample().explore().brush(paradoxes=(8, 40), players=(4, 4)).selection),
        len(sample().explore().brush(paradoxes=(8, 40)).clear().selection)], [1104, 50, 1104]),
    *every("explore: {}", "what is counted, brushed and selected", lambda of: (
        sample().explore(of=of, language="de").brush(bonus=(1, 5)).selection
        .games.collect().height), {"games": 2, "players": 333, "turns": 3746}),
    *every("brush: {}", "keeps some of the games", lambda measure: 0 < len(
        sample().explore().brush(**{measure: (1, 12)}).selection) < 1104, dict.fromkeys(MEASURES,
        True)),
    *every("brush: {}", "keeps those of one sort", lambda measure: len(
        sample().explore().brush(**{measure: NAMED[measure]}).selection) > 0, dict.fromkeys(NAMED,
        True)),
    Entry("explorer.show", "a game opens beside the pictures at its moment", shown_beside,
          like(r"^<Replay of .*: Step 5 of ")),
)  # fmt: skip


# ------------------------------------------------------------------ simulations and players


@cache
def simulated() -> Any:
    """Eight games of random players, kept in a folder."""
    return kl.simulate(
        games=8, players=["random", "random"], out=new_file("runs"), seed=3, maps=["valley",
        "delta"],
        rules=[kl.rules_with(castle=3), kl.rules_with()], seats="fixed", paired=True, records=True,
        workers=1, progress=False,
    )  # fmt: skip


MINE = """
class Miser:
    def choose(self, view, rng):
        return view.legal("end turn")[-1]

    def answer(self, view, move, question, rng):
        return 0
"""


def own_player() -> list[str]:
    """A player of one's own in a file, by its name."""
    path = new_file("my_players_of_the_inventory.py")
    path.write_text(MINE, "utf-8")
    sys.path.insert(0, str(path.parent))
    try:
        name = "my_players_of_the_inventory:Miser"
        return [str(kl.play_game([name, "random"], seed=1).names),
                str(type(kl.players.player_named(name=name)).__name__)]  # fmt: skip
    finally:
        sys.path.remove(str(path.parent))


def coins_of(seed: int) -> tuple[int, ...]:
    """How a game of two random players ends."""
    return kl.load(kl.play_game(["random", "random"], seed=seed))[-1].coins


def simple(seed: int) -> pl.DataFrame:
    """The table of two games of random players."""
    found = kl.simulate(2, ["random", "random"], seed=seed, workers=1, progress=False)
    return found.games.collect()


def on_a_cluster() -> Any:
    """The ends of two games that a Dask cluster has played."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as crew,
        Client(crew) as client,
    ):
        return kl.simulate(
            2, ["random", "random"], new_file("runs"), events=False, cluster=client, progress=False
        )


def first_seats(seats: Any) -> set[str]:
    """Who sat in the first seat in four games."""
    found = kl.simulate(4, ["random", "greedy"], seats=seats, workers=1, progress=False)
    return set(found.games.filter(pl.col("seat") == 0).collect()["player"])


@cache
def last_turn() -> Any:
    """The position before the last turn of a game."""
    return next(each.before for each in game().timeline.moves if each.turn == 28)


def open_choice() -> Any:
    """A choice that a move leaves open."""
    return kl.play(kl.lesson(68).exercise.state, "hamlet c2 in Might")


def followed() -> list[object]:
    """How far games are that somebody follows and could stop, and how many ends he saw."""
    seen: list[int] = []
    ended: list[object] = []
    kl.players.play_on(
        game().state(400), "random", games=4, seed=1, eyes=0, executor=None,
        progress=lambda done, all_of_them: seen.append(done), ended=ended.append,
        stop=lambda: False,
    )  # fmt: skip
    return [[seen[-1], len(ended)], len(ended)]


PLAYING = (
    Entry("kl.simulate", "maps, rules and seats as asked; kept in a folder", lambda: [
        len(simulated()), *simulated().describe()["maps"][0], simulated().describe()["games"].sum(
        )],
        [8, "delta", "valley", 8]),
    Entry("kl.simulate", "one seed, the same games; another, others", lambda: [
        simple(1).equals(simple(1)), simple(1).equals(simple(2))], [True, False]),
    Entry("kl.simulate", "the same deals from every seat; records, if asked", lambda: [
        [len({*found.games.collect()["seed"]}), (Path(found.name) / "records").exists()]
        for found in (kl.simulate(4, ["random", "greedy"], new_file("runs"), paired=each,
        records=each, workers=1, progress=False) for each in (True, False))],
        [[2, True], [4, False]]),
    Entry("kl.simulate", "on a Dask cluster; only the ends of games until somebody asks", lambda: [
        (found := on_a_cluster()).games.collect()["step"].null_count(),
        found.turns.collect().height, found.games.collect()["step"].null_count()], [4, 28, 0]),
    *every("seats: {}", "how players change seats", first_seats, {
        "fixed": {"random"}, "rotate": {"random", "greedy"}, "all": {"random", "greedy"}}),
    Entry("kl.play_game kl.players.play_game", "one game, as a record; from a position, with tags",
          lambda: [coins_of(5) == coins_of(5), coins_of(5) == coins_of(6), kl.players.play_game(
              players=["random"] * 4, start=table(), seed=1, tags={"Event": "x"}).tags["Event"]],
          [True, False, "x"]),
    Entry("kl.players.Player kl.players.player_named", "a class with two methods, by file and name",
          own_player, ["('my_players_of_the_inventory:Miser', 'random')", "Miser"]),
    *every("player: {}", "plays a turn to its end", lambda name: kl.players.advised_turn(
        last_turn(), name).nodes[-1].text, {name: like(r"^>") for name in (
            "random", "greedy", "planner", "master", "might-builder", "faith-raider",
            "reason-settler")}),
    Entry("kl.players.player_named", "an unknown player is told", lambda: refused(
        lambda: kl.players.player_named("x")),
        begins('There is no player "x". There are: random, greedy')),
    Entry("kl.players.RandomPlayer kl.players.GreedyPlayer kl.players.PlannerPlayer "
          "kl.players.MasterPlayer",
          "the classes behind the names", lambda: [str(kl.players.RandomPlayer()), str(
              kl.players.GreedyPlayer(envy=0.0)), str(kl.players.PlannerPlayer(width=4)),
              str(kl.players.MasterPlayer(budget=50_000))], has(
              "RandomPlayer(): Every legal action", "GreedyPlayer(envy=0.0)",
              "PlannerPlayer(width=4)", "MasterPlayer(budget=50000)")),
    Entry("kl.players.advised_turn advice.nodes .log .logs .after",
          "a whole turn as a player takes it",
          lambda: [(each.nodes[-1].text[0], len(each.log) == sum(map(len, each.logs)),
                    each.after.player.name) for each in [kl.players.advised_turn(
                        state=table(), player="greedy", others="greedy", seed=1)]],
          [(">", True, "Cleo")]),
    Entry("kl.players.continuation", "the moves with which players finish a game", lambda: len({
        each.label for each in kl.players.continuation(
            state=table(), players="random", seed=1, turns=2)}), 2),
    Entry("kl.players.play_on kl.players.Rollouts ends.games .coins .by_seat .wins",
          "games from here on",
          lambda: [(isinstance(each, kl.players.Rollouts), each.games, len(each.coins),
          len(each.by_seat),
                    [sum(game) for game in each.wins]) for each in [ends()]],
          [(True, 4, 4, 4, [1.0] * 4)]),
    Entry("ends.mean_coins .coin_errors .coin_intervals .coin_quantiles", "coins, by seat",
          lambda: all(
        low <= mean <= high and error >= 0 and len(cut) == 3 for mean, error, (low, high),
        cut in zip(
            ends().mean_coins, ends().coin_errors, ends().coin_intervals,
            ends().coin_quantiles(parts=4), strict=True))),
    Entry("ends.win_shares .win_intervals", "wins, by seat", lambda: [
        round(sum(ends().win_shares), 9), all(low <= share <= high for share, (low, high) in zip(
            ends().win_shares, ends().win_intervals, strict=True))], [1.0, True]),
    Entry("kl.players.play_on", "with the same seed the same games; told, stopped, seen by one",
          lambda: [
        [kl.players.play_on(state=game().state(400), players="random", games=4, seed=1,
        eyes=each) == ends() for each in (None, 0)], followed()], [[True, False], [[4, 4], 4]]),
    Entry("kl.players.contrast contrast.coins .wins .coin_intervals .win_intervals .games",
          "one branch against another, deal by deal", lambda: kl.players.contrast(
              one=ends(), other=ends())[:], has("(0.0, 0.0, 0.0, 0.0)", "4")),
    Entry("kl.players.seen_by", "a player sees no hand but the own", lambda: [
        (sum(each.hand), each.hidden) for each in kl.players.seen_by(state=table(),
        seat=1).players],
        [(0, 4), (4, 0), (0, 4), (0, 4)]),
    Entry("kl.players.known_to", "what somebody knows who has watched", lambda: [
        each.hidden for each in kl.players.known_to(start=table(), log=[], eyes=0).players],
        [0, 4, 4, 4]),
    Entry("kl.players.sensible", "an answer without thinking", lambda: kl.players.sensible(
        view=table(), question=open_choice()) in range(4)),
    Entry("kl.players.best_plans", "the best ways to play a turn, every action tried", lambda: [
        len(found := kl.players.best_plans(view=table(), number=3)),
        found[0].standing >= found[1].standing, len(found[0].moves) > 0], [3, True, True]),
    Entry("kl.players.likely_coins", "by seat, at the end", lambda: len(
        kl.players.likely_coins(view=table())) == len(table().players)),
    Entry("kl.ladder ladder.ratings .duels", "every pair from every seat, and rated", lambda: [
        str(ladder()), *ladder().ratings.columns, ladder().duels.height], has(
            "greedy", "random", "95 % interval", "rating_low", "rating_high")),
    Entry("kl.ladder", "table, deals, seed and maps as asked", lambda: set(kl.ladder(
        players=["random", "greedy"], out=new_file("ladder"), table=3, deals=1, seed=2,
        maps=["delta"],
        workers=1, cluster=None, progress=False).ratings["player"]), {"random", "greedy"}),
)  # fmt: skip


ENTRIES = (*DATASET, *ANSWERS, *EXPLORING, *PLAYING)
test = inventory(*ENTRIES)
