"""Every question to many games: rows, intervals, the finding in words, limits, and the figure.

What each of them says is in `tests/golden/analysis/findings.txt`, its rows in `answers.txt` there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import polars as pl

from tests.inventory.entries import Entry, begins, has, inventory, like
from tests.inventory.kit import ink, kl, new_file, refused, sample, spoken, words


class Asked(NamedTuple):
    """A question, how what it can't say begins, and title and axis of its figure."""

    name: str
    ask: Callable[[], Any]
    limit: str
    title: str
    axis: str
    title_de: str


CARDS = pl.col("income") / pl.col("cards_played")


def early_castle() -> Any:
    """Whether a castle in the first three rounds pays."""
    return sample().pays(event="BuildingBuilt", kind="military", rank=3, round=[1, 2, 3])


def cheap_castles() -> Any:
    """The same twelve deals with cheaper castles."""
    return kl.balance(
        variants={"castle 3": kl.rules_with(castle=3)}, games=12, players=["random"] * 2,
        out=new_file("balance"), seed=1, maps=["valley"], workers=1, progress=False,
    )  # fmt: skip


@cache
def noted() -> Any:
    """Twelve games with all that is noted of players."""
    return kl.simulate(12, ["random", "random"], seed=1, workers=1, progress=False)


QUESTIONS = (
    Asked("income", lambda: sample().income(), "Why: who stands in Faith in round",
          "What players live on", "coins a player and game", "Wovon Spieler leben"),
    Asked("wealth", lambda: sample().wealth(), "What becomes of anybody: who is",
          "Coins over the game", "coins", "Taler im Lauf der Partie"),
    Asked("how_won", lambda: sample().how_won(), "That an age wins: winners are",
          "What winners and others live on", "share of income", "Wovon Sieger und andere leben"),
    Asked("spending", lambda: sample().spending(), "How much was done: buildings cost",
          "What coins are spent on", "coins a player and game", "Wofür Taler ausgegeben werden"),
    Asked("cards_spent", lambda: sample().cards_spent(), "What was thrown away: cards that",
          "What cards are played for", "share of all cards played", "Wofür Karten gespielt werden"),
    Asked("survival", lambda: sample().buildings().survival(), "What would have become of a",
          "How long buildings stand", "rounds since it was put up", "Wie lange Gebäude stehen"),
    Asked("fates", lambda: sample().buildings().fates(), "What would happen if one danger",
          "What becomes of buildings", "share of buildings", "Was aus Gebäuden wird"),
    Asked("causes_of_death", lambda: sample().buildings().causes_of_death(),
          "What would happen if one danger",
          "What ends buildings, and when", "rounds since it was put up",
          "Was Gebäude verschwinden lässt, und wann"),
    Asked("shadows", lambda: sample().shadows(), "How often shadows would be",
          "What becomes of copies", "share of copies", "Was aus Kopien wird"),
    Asked("paradoxes", lambda: sample().paradoxes(), "What the loss cost (see what a",
          "What paradoxes erase", "buildings lost, per game", "Was Zeitparadoxa auslöschen"),
    Asked("paradox_costs", lambda: sample().paradox_costs(), "That the loss was the reason:",
          "What a lost building costs", "coins that each loss costs its owner",
          "Was ein verlorenes Gebäude kostet"),
    Asked("domains", lambda: sample().domains(), "Who gained by it. In Reason",
          "How often domains change", "times a game", "Wie oft sich Domänen ändern"),
    Asked("cascades", lambda: sample().cascades(), "Importance: length counts events",
          "How far an action ripples", "events in the longest chain of causes",
          "Wie weit eine Aktion wirkt"),
    Asked("longest_cascades", lambda: sample().longest_cascades(number=3),
          "Importance: length counts events",
          "How far an action ripples", "events in the longest chain of causes",
          "Wie weit eine Aktion wirkt"),
    Asked("heat", lambda: sample().heat(map="valley"), "Why: a square may be good, or",
          "Might", "share of games with a building here", "Macht"),
    Asked("seats", lambda: sample().seats(), "Seat and skill apart, unless",
          "Does the place at the table matter?", "place in the order of turns",
          "Zählt der Platz am Tisch?"),
    Asked("openings", lambda: sample().openings(), "That an opening wins: good",
          "First turns and how they ended", "share of wins above or below chance",
          "Erste Züge und wie es ausging"),
    Asked("pays", early_castle, "That doing it pays: whoever can",
          "Does it pay?", "coins more than similar players", "Lohnt es sich?"),
    Asked("luck", lambda: sample().luck(), "How much of a game is luck: a",
          "How much the cards decide", "share of differences in coins",
          "Wie viel die Karten entscheiden"),
    Asked("hands", lambda: sample().hands(), "That luck does not matter: the",
          "Do better hands win?", "mean strength of the hands, from",
          "Gewinnen bessere Handkarten?"),
    Asked("cards_held", lambda: sample().cards_held(), "What was dealt: in the first",
          "What hands hold", "cards in a hand", "Was auf der Hand ist"),
    Asked("lead_changes", lambda: sample().lead_changes(), "When a game could still have been",
          "When games are decided", "share of games decided", "Wann Partien entschieden sind"),
    Asked("comebacks", lambda: sample().comebacks(), "How much can still happen:",
          "Chances from behind", "coins behind", "Chancen bei Rückstand"),
    Asked("ratings", lambda: sample().ratings(anchor="greedy"), "That a stronger player beats",
          "How strong players are", "points above greedy (400 points: ten to one)",
          "Wie stark Spieler sind"),
    Asked("duels", lambda: sample().duels(), "That a stronger player beats",
          "Who ends above whom", "share of meetings in which the row ends above the column",
          "Wer vor wem endet"),
    Asked("rules", lambda: sample().rules(), "How often a rule matters: clauses",
          "Which clauses came up", "events (log)", "Welche Regeln vorkamen"),
    Asked("compare", lambda: sample().filter(holdem=True).compare(
          other=sample().filter(holdem=False), names=("with", "without")),
          "What made the difference, if the", "Two sets of games compared",
          "difference in standard deviations", "Zwei Mengen von Partien im Vergleich"),
    Asked("balance", cheap_castles, "What people would do with these",
          "What other rules change", "change, in standard deviations of single games",
          "Was andere Regeln ändern"),
    Asked("first_leader", lambda: sample().first_leader(), "That leading makes one win:",
          "Who leads early wins?", "share of wins", "Gewinnt, wer früh führt?"),
    Asked("largest_comebacks", lambda: sample().largest_comebacks(number=3),
          "How much can still happen:",
          "The largest comebacks", "coins behind", "Die größten Aufholjagden"),
    Asked("measure", lambda: sample().measure("coins per card", CARDS, by="players"),
          "Why: groups may differ in",
          "A measure of your own", "coins per card", "Eine eigene Größe"),
    Asked("adventurers", lambda: sample().adventurers(), "Whether it is right to stand there",
          "Where adventurers stand at taxations", "share of players with an adventurer there",
          "Wo Abenteurer bei Besteuerungen stehen"),
    Asked("domain_sizes", lambda: noted().domain_sizes(), "What size is worth: a large domain",
          "How large domains are at taxations", "squares of a domain that pays somebody",
          "Wie groß Domänen bei Besteuerungen sind"),
    Asked("opening_tree", lambda: sample().opening_tree(), "That a first action is good:",
          "What players do first", "share of the turns that began like this so far",
          "Was Spieler zuerst tun"),
    Asked("style", lambda: sample().style(player="greedy"), "Why: cards, seats and opponents",
          "What a player does more or less of",
          "greedy against the others at the table, in standard deviations",
          "Was ein Spieler öfter oder seltener tut"),
)  # fmt: skip


@cache
def answer(name: str) -> Any:
    """The answer to a question, worked out once."""
    return next(each.ask() for each in QUESTIONS if each.name == name)


def is_ordered(name: str) -> bool:
    """True if no value lies outside its interval."""
    frame = answer(name).frame
    for column in frame.columns:
        if f"{column}_low" in frame.columns:
            known = frame.select(column, f"{column}_low", f"{column}_high").drop_nulls()
            for value, low, high in known.rows():
                if not low - 1e-9 <= value <= high + 1e-9:
                    return False
    return True


def seen(drawing: Any) -> list[str]:
    """The words of a figure and, once for both languages, whether anything is drawn."""
    return [*words(drawing), *([f"ink {ink(drawing) > 0.02}"] if spoken() == "en" else [])]


def about(each: Asked) -> tuple[Entry, ...]:
    """What is promised of every question."""
    name = each.name
    return (
        Entry(f"question: {name}", "a finding in a sentence, and how many games are behind it",
              lambda: f"{answer(name).finding} {answer(name).behind()}",
              like(r"\.\)? Based on [\d,]+ games "), like(r"\.\)? Grundlage: [\d.]+ Partien")),
        Entry(f"question: {name} / rows", "polars, one row per group, with honest intervals",
              lambda: answer(name).frame.height and is_ordered(name)),
        Entry(f"question: {name} / limits", "what it can't say", lambda: answer(name).caveat,
              begins(f"What this can't say: {each.limit}"),
              like("^Was sich daraus nicht ablesen lässt: .{20,}")),
        Entry(f"question: {name} / figure", "its title and axis, and something in it",
              lambda: seen(answer(name).plot()),
              has(each.title, each.axis, "ink True"), has(each.title_de)),
    )  # fmt: skip


BALANCE = (
    Entry("kl.balance", "the same deals under other rules; all games are kept", lambda: (
        cheap_castles().games), 12),
    Entry("kl.balance", "rules that change nothing are refused", lambda: refused(
        lambda: kl.balance({"same": kl.rules_with()})),
        '"same" changes nothing: those are the usual rules.'),
)  # fmt: skip
REFUSED = (
    *(Entry(name, "what each action was worth; asks for values of turns", lambda: refused(
        lambda: sample().worth(by=("action", "round")).frame),
        begins("These turns have no values yet: `turns.value` is empty"))
      for name in ("games.worth", "question: worth")),
    Entry("games.style", "asks whose", lambda: refused(lambda: sample().style()),
          begins("Whose style? style(")),
    Entry("games.opening_tree", "as deep as asked, and as rare", lambda: sample().opening_tree(
        depth=1, least=100).frame["depth"].unique().to_list(), [1]),
    Entry("games.adventurers", "by winners and others", lambda: sample().adventurers(
        by="won").finding, begins("Players with an adventurer in ")),
    Entry("games.domain_sizes", "by player", lambda: noted().domain_sizes(by="player").finding,
          begins("Squares of a domain that pays somebody at a taxation: random ")),
)  # fmt: skip
ENTRIES = (*(entry for each in QUESTIONS for entry in about(each)), *BALANCE, *REFUSED)
test = inventory(*ENTRIES)
