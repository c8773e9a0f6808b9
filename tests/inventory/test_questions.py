"""Every question to many games: rows, intervals, the finding in words, limits, and the figure.

The numbers are those of `data/sample`: whoever makes that anew reads the new sentences and, if they
are right, writes them here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import polars as pl

from tests.inventory.entries import Entry, begins, has, inventory, like
from tests.inventory.kit import ink, kl, new_file, refused, sample, spoken, words


class Asked(NamedTuple):
    """A question, and what the sample answers."""

    name: str
    ask: Callable[[], Any]
    en: str
    de: str
    columns: str
    rows: int
    interval: tuple[str, float, float, float] | None
    """A column, and the first interval in it; None: none is checked."""
    limit: str
    """How what it can't say begins."""
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


QUESTIONS = (
    Asked("income", lambda: sample().income(),
          "A player earns 46.7 coins a game (46.2 to 47.1). Most of it comes from taxes in "
          "Faith, round 7: 8.1 (7.9 to 8.3).",
          "Ein Spieler verdient 46,7 Taler je Partie (46,2 bis 47,1). Am meisten bringt ihm: "
          "Steuern des Glaubens, Runde 7, 8,1 (7,9 bis 8,3).",
          "source age round coins payments players mean mean_low mean_high clusters",
          20, ("mean", 1.248, 1.222, 1.275), "Why: who stands in Faith in round",
          "What players live on", "coins a player and game", "Wovon Spieler leben"),
    Asked("wealth", lambda: sample().wealth(),
          "After round 7 the middle half of players has 40 to 56 coins, the median is 47.",
          "Nach Runde 7 hat die mittlere Hälfte der Spieler 40 bis 56 Taler, der Median ist 47.",
          "round quantile coins rows",
          40, None, "What becomes of anybody: who is",
          "Coins over the game", "coins", "Taler im Lauf der Partie"),
    Asked("how_won", lambda: sample().how_won(),
          "Winners are paid 58.2 coins a game and the others 41.7: 16.5 more (15.5 to 17.4). "
          "The gap is widest in taxes in Faith: 9.5 coins (7.8 to 11.3).",
          "Sieger nehmen 58,2 Taler je Partie ein und die anderen 41,7: 16,5 mehr (15,5 bis "
          "17,4). Am größten ist der Abstand hier: Steuern des Glaubens, 9,5",
          "won source age coins payments players mean mean_low mean_high clusters share "
          "share_low share_high",
          10, ("mean", 5.008, 4.897, 5.119), "That an age wins: winners are",
          "What winners and others live on", "share of income", "Wovon Sieger und andere leben"),
    Asked("spending", lambda: sample().spending(),
          "A player spends 3.6 coins a game (3.5 to 3.7), most of it on travel, round 4: 0.8 "
          "(0.8 to 0.9).",
          "Ein Spieler gibt 3,6 Taler je Partie aus (3,5 bis 3,7), am meisten hierfür: Reisen, "
          "Runde 4, 0,8 (0,8 bis 0,9).",
          "purpose round coins players mean mean_low mean_high clusters share",
          21, ("mean", 0.118, 0.096, 0.139), "How much was done: buildings cost",
          "What coins are spent on", "coins a player and game", "Wofür Taler ausgegeben werden"),
    Asked("cards_spent", lambda: sample().cards_spent(),
          "62% (61% to 63%) of the cards that players play are for building.",
          "62 % (61 % bis 63 %) der gespielten Karten dienen zum Bauen.",
          "clause age kind cards actions share share_low share_high clusters",
          25, ("share", 0.012, 0.01, 0.014), "What was thrown away: cards that",
          "What cards are played for", "share of all cards played", "Wofür Karten gespielt werden"),
    Asked("survival", lambda: sample().buildings().survival(),
          "Buildings that still stand after 4 rounds, the highest and the lowest of 9 groups: "
          "watchtower 98% (97% to 99%), hamlet 97% (96% to 98%), town 97%",
          "Gebäude, die nach 4 Runden noch stehen, die höchsten und die niedrigsten von 9 "
          "Gruppen: Wachturm 98 % (97 % bis 99 %), Weiler 97 % (96 % bis 98 %),",
          "kind rank time at_risk died left survival survival_low survival_high clusters",
          63, ("survival", 0.994, 0.991, 0.996), "What would have become of a",
          "How long buildings stand", "rounds since it was put up", "Wie lange Gebäude stehen"),
    Asked("fates", lambda: sample().buildings().fates(),
          "Buildings with this fate (upgraded), the highest and the lowest of 9 groups: Might, "
          "civil 22% (21% to 24%), Might, military 18% (17% to 19%), Faith,",
          "Gebäude mit diesem Schicksal (ausgebaut), die höchsten und die niedrigsten von 9 "
          "Gruppen: Macht, bürgerlich 22 % (21 % bis 24 %), Macht, militärisch",
          "age kind fate time at_risk number incidence incidence_low incidence_high clusters",
          504, ("incidence", 0.008, 0.006, 0.011), "What would happen if one danger",
          "What becomes of buildings", "share of buildings", "Was aus Gebäuden wird"),
    Asked("causes_of_death", lambda: sample().buildings().causes_of_death(),
          "Buildings with this fate (shadow withdrawn): Reason 19% (18% to 21%), Faith 9% (8% "
          "to 10%) and Might 0% (0% to 0%). All 3 differences are beyond",
          "Gebäude mit diesem Schicksal (Schatten verschwunden): Vernunft 19 % (18 % bis 21 %),"
          " Glaube 9 % (8 % bis 10 %) und Macht 0 % (0 % bis 0 %). Alle 3",
          "age fate time at_risk number incidence incidence_low incidence_high clusters",
          168, ("incidence", 0.013, 0.011, 0.015), "What would happen if one danger",
          "What ends buildings, and when",
          "rounds since it was put up",
          "Was Gebäude verschwinden lässt, und wann"),
    Asked("shadows", lambda: sample().shadows(),
          "97.6% of 24,927 copies are cast, 1.1% are blocked, and 1.3% lack a tile or a cube. "
          "Copies that fail, the highest and the lowest of 12 groups: Faith,",
          "97,6 % von 24.927 Kopien entstehen, 1,1 % werden verhindert, und 1,3 % fehlt ein "
          "Plättchen oder Würfel. Gescheiterte Kopien, die höchsten und die",
          "age kind rank outcome clause number share share_low share_high clusters game step",
          31, ("share", 0.928, 0.92, 0.935), "How often shadows would be",
          "What becomes of copies", "share of copies", "Was aus Kopien wird"),
    Asked("paradoxes", lambda: sample().paradoxes(),
          "Paradoxes take 3.66 buildings a game (3.42 to 3.91). 4% of them belong to the player"
          " who acts.",
          "Zeitparadoxa kosten 3,66 Gebäude je Partie (3,42 bis 3,91). 4 % davon gehören dem, "
          "der am Zug ist.",
          "age kind rank victim number value per_game per_game_low per_game_high clusters game "
          "step",
          20, ("per_game", 0.002, -0.002, 0.005), "What the loss cost (see what a",
          "What paradoxes erase", "buildings lost, per game", "Was Zeitparadoxa auslöschen"),
    Asked("paradox_costs", lambda: sample().paradox_costs(),
          "A lost building surely costs its owner coins if it is religious. Coins fewer at the "
          "end than similar players, given how many sorts there are:",
          "Sicher kostet ein verlorenes Gebäude seinen Besitzer Taler, wenn es so eines ist: "
          "religiös. Taler weniger am Ende als ähnliche Spieler, bei so vielen",
          "kind number cost cost_low cost_high rows clusters game step",
          2, ("cost", 0.428, -0.769, 1.625), "That the loss was the reason:",
          "What a lost building costs",
          "coins that each loss costs its owner",
          "Was ein verlorenes Gebäude kostet"),
    Asked("domains", lambda: sample().domains(),
          "In a game, domains join 11.0 times and split 3.7 times. How often domains join in a "
          "game: Might 4.2 (4.0 to 4.4), Faith 4.2 (4.0 to 4.4) and Reason",
          "Je Partie vereinigen sich Domänen 11,0-mal und werden 3,7-mal geteilt. So oft "
          "vereinigen sich Domänen je Partie: Macht 4,2 (4,0 bis 4,4), Glaube 4,2",
          "event age number amount game step per_game per_game_low per_game_high clusters",
          12, ("per_game", 4.223, 4.018, 4.429), "Who gained by it. In Reason",
          "How often domains change", "times a game", "Wie oft sich Domänen ändern"),
    Asked("cascades", lambda: sample().cascades(),
          "The longest chain of effects has 13 events. 90% of all chains have at most 5. Mean "
          "length of a chain: building built 4.1, building upgraded 4.7 and",
          "Die längste Kette von Folgen hat 13 Ereignisse. 90 % aller Ketten haben höchstens 5."
          " Mittlere Länge einer Kette: Gebäude gebaut 4,1, Gebäude",
          "event length number share effects game step",
          24, None, "Importance: length counts events",
          "How far an action ripples",
          "events in the longest chain of causes",
          "Wie weit eine Aktion wirkt"),
    Asked("longest_cascades", lambda: sample().longest_cascades(number=3),
          "One action in game 69e14c6d-000083 (step 390) set off 37 effects, 13 events in a "
          "row. Nothing here ripples further.",
          "Eine Aktion in Partie 69e14c6d-000083 (Schritt 390) löste 37 Wirkungen aus, 13 "
          "Ereignisse hintereinander. Weiter reicht hier keine.",
          "game step turn round seat event age kind rank length effects last_step cast blocked "
          "erased joined split conflicts shrunk destroyed",
          3, None, "Importance: length counts events",
          "How far an action ripples",
          "events in the longest chain of causes",
          "Wie weit eine Aktion wirkt"),
    Asked("heat", lambda: sample().heat(map="valley"),
          "m5 in Might is among the squares that get a building most often (9 others may be "
          "ahead of it): in 94% (81% to 98%) of games.",
          "m5, Macht, gehört zu den am häufigsten bebauten Feldern (9 andere könnten davor "
          "liegen): in 94 % (81 % bis 98 %) der Partien.",
          "age square share share_low share_high",
          960, ("share", 0.936, 0.889, 0.964), "Why: a square may be good, or",
          "Might", "share of games with a building here", "Macht"),
    Asked("seats", lambda: sample().seats(),
          "Whether playing first helps depends on the table, so one number for all would "
          "mislead. Percentage points more wins than the same players have at",
          "Ob es hilft zu beginnen, hängt vom Tisch ab; eine Zahl für alle führte in die Irre. "
          "Prozentpunkte mehr Siege, als dieselben Spieler auf anderen",
          "players place effect effect_low effect_high p rows clusters win win_low win_high",
          14, ("effect", 0.047, -0.022, 0.117), "Seat and skill apart, unless",
          "Does the place at the table matter?",
          "place in the order of turns",
          "Zählt der Platz am Tisch?"),
    Asked("openings", lambda: sample().openings(),
          "No first turn is clearly the best; “build keep, monastery (Might); swap” is the most"
          " promising of 30 common ones: +11.2 percentage points (-3.5 to",
          "Kein erster Zug ist eindeutig der beste; „Burg, Kloster bauen (Macht); offene Karten"
          " nehmen“ ist der aussichtsreichste von 30 häufigen: +11,2",
          "opening rows clusters win win_low win_high lead lead_low lead_high game step p "
          "advantage advantage_low advantage_high",
          30, ("win", 0.246, 0.201, 0.298), "That an opening wins: good",
          "First turns and how they ended",
          "share of wins above or below chance",
          "Erste Züge und wie es ausging"),
    Asked("pays", early_castle,
          "Players who do this (building built, military, rank 3, round 1, 2 or 3) end with 9.4"
          " coins more (6.6 to 12.2) than similar players who don't.",
          "Wer das tut (Gebäude gebaut, militärisch, groß, Runde 1, 2 oder 3), hat am Ende 9,4 "
          "Taler mehr (6,6 bis 12,2) als ähnliche Spieler, die es nicht tun.",
          "did rows clusters win win_low win_high lead lead_low lead_high effect effect_low "
          "effect_high p gain gain_low gain_high game step",
          2, ("win", 0.278, 0.269, 0.288), "That doing it pays: whoever can",
          "Does it pay?", "coins more than similar players", "Lohnt es sich?"),
    Asked("luck", lambda: sample().luck(),
          "The strength of hands accounts for 0.5% (0.0% to 1.4%) of the differences in coins "
          "at a table.",
          "Die Stärke der Hände erklärt 0,5 % (0,0 % bis 1,4 %) der Unterschiede an Talern an "
          "einem Tisch.",
          "explained explained_low explained_high slope slope_low slope_high rows clusters",
          1, ("explained", 0.005, 0.0, 0.014), "How much of a game is luck: a",
          "How much the cards decide",
          "share of differences in coins",
          "Wie viel die Karten entscheiden"),
    Asked("hands", lambda: sample().hands(),
          "With the best hands (strength 2.50 and more) players win about as often as by "
          "chance: -1.3 percentage points (-13.2 to +14.4).",
          "Mit den besten Händen (Stärke ab 2,50) gewinnt man etwa so oft wie durch Zufall: "
          "-1,3 Prozentpunkte (-13,2 bis +14,4).",
          "strength rows clusters win win_low win_high advantage advantage_low advantage_high "
          "lead lead_low lead_high",
          6, ("win", 0.273, 0.121, 0.504), "That luck does not matter: the",
          "Do better hands win?",
          "mean strength of the hands, from",
          "Gewinnen bessere Handkarten?"),
    Asked("cards_held", lambda: sample().cards_held(),
          "Civil cards in a hand: others 1.37 (1.36 to 1.38) and winners 1.37 (1.34 to 1.39). "
          "The difference is not beyond chance: 0.01 (-0.03 to 0.04).",
          "Handkarten der Art bürgerlich: andere 1,37 (1,36 bis 1,38) und Sieger 1,37 (1,34 bis"
          " 1,39). Den Unterschied könnte auch der Zufall erklären: 0,01",
          "won kind cards hands mean mean_low mean_high clusters",
          6, ("mean", 1.324, 1.312, 1.336), "What was dealt: in the first",
          "What hands hold", "cards in a hand", "Was auf der Hand ist"),
    Asked("lead_changes", lambda: sample().lead_changes(),
          "35% (31% to 39%) of games are decided only in round 7, with its taxation. Of the "
          "rounds before, round 4 decides most games: 34% (29% to 39%).",
          "35 % (31 % bis 39 %) der Partien entscheiden sich erst in Runde 7, mit ihrer "
          "Besteuerung. Von den Runden davor entscheidet Runde 4 am meisten: 34 %",
          "round rows clusters share share_low share_high changes changes_low changes_high game"
          " step",
          7, ("share", 0.103, 0.08, 0.132), "When a game could still have been",
          "When games are decided", "share of games decided", "Wann Partien entschieden sind"),
    Asked("comebacks", lambda: sample().comebacks(),
          "Whoever is 10 to 14 coins behind after round 6 still wins 5.6% (3.4% to 8.9%) of the"
          " games.",
          "Wer nach Runde 6 um 10 bis 14 Taler zurückliegt, gewinnt noch 5,6 % (3,4 % bis "
          "8,9 %) der Partien.",
          "round behind rows clusters win win_low win_high game step",
          40, ("win", 0.339, 0.317, 0.361), "How much can still happen:",
          "Chances from behind", "coins behind", "Chancen bei Rückstand"),
    Asked("ratings", lambda: sample().ratings(anchor="greedy"),
          "master is strongest: 216 points (150 to 282) above greedy.",
          "master ist am stärksten: 216 Punkte (150 bis 282) über greedy.",
          "group player anchor rating rating_low rating_high duels clusters",
          7, ("rating", 215.991, 149.8, 282.182), "That a stronger player beats",
          "How strong players are",
          "points above greedy (400 points: ten to one)",
          "Wie stark Spieler sind"),
    Asked("duels", lambda: sample().duels(),
          "One of the most one-sided pairs: greedy ends above random in 100% (81% to 100%) of "
          "their meetings at tables of 4.",
          "Eines der ungleichsten Paare: greedy liegt in 100 % (81 % bis 100 %) der Begegnungen"
          " vor random, an Tischen mit 4.",
          "players one other rows clusters share share_low share_high",
          56, ("share", 0.625, 0.413, 0.798), "That a stronger player beats",
          "Who ends above whom",
          "share of meetings in which the row ends above the column",
          "Wer vor wem endet"),
    Asked("rules", lambda: sample().rules(),
          "33 of 47 clauses came up. The rarest of them: B8, 32 times.",
          "33 von 47 Regeln kamen vor. Am seltensten: B8, 32-mal.",
          "clause event number games game step",
          72, None, "How often a rule matters: clauses",
          "Which clauses came up", "events (log)", "Welche Regeln vorkamen"),
    Asked("compare", lambda: sample().filter(holdem=True).compare(
          other=sample().filter(holdem=False), names=("with", "without")),
          "The sets differ in Hold'em (Hold'em → without Hold'em). 11 of 26 measures differ by "
          "more than chance can explain, given how many there are. Clearest:",
          "Die Mengen unterscheiden sich hierin: Hold'em (Hold'em → ohne Hold'em). 11 von 26 "
          "Größen unterscheiden sich stärker, als es bei so vielen der Zufall",
          "measure one other difference difference_low difference_high ratio ratio_low "
          "ratio_high effect effect_low effect_high p p_of_all differs rows_one rows_other "
          "clusters_one clusters_other clusters_both stratified stratified_low stratified_high",
          26, ("difference", -5.926, -6.888, -4.964), "What made the difference, if the",
          "Two sets of games compared",
          "difference in standard deviations",
          "Zwei Mengen von Partien im Vergleich"),
    Asked("balance", cheap_castles,
          "castle 3: none of the 27 measures differs by more than chance can explain, given how"
          " many there are. Coins at the end: +0.0 (-0.1 to 0.1).",
          "castle 3: Keine von 27 Größen unterscheidet sich stärker, als es bei so vielen der "
          "Zufall erklärt. Taler am Ende: +0,0 (-0,1 bis 0,1).",
          "variant measure usual changed difference difference_low difference_high effect "
          "effect_low effect_high p p_of_all differs clusters_one clusters_other clusters_both",
          27, None, "What people would do with these",
          "What other rules change",
          "change, in standard deviations of single games",
          "Was andere Regeln ändern"),
    Asked("first_leader", lambda: sample().first_leader(),
          "Whoever leads after the first taxation, by 4.8 coins on average, wins 69% (65% to "
          "72%) of the games.",
          "Wer nach der ersten Besteuerung führt, im Schnitt um 4,8 Taler, gewinnt 69 % (65 % "
          "bis 72 %) der Partien.",
          "rows clusters win win_low win_high margin margin_low margin_high",
          1, ("win", 0.688, 0.652, 0.722), "That leading makes one win:",
          "Who leads early wins?", "share of wins", "Gewinnt, wer früh führt?"),
    Asked("largest_comebacks", lambda: sample().largest_comebacks(number=3),
          "planner won game a669c5d8-000035 after being 15 coins behind (round 6). Nobody here "
          "came back from further.",
          "planner gewann Partie a669c5d8-000035 nach einem Rückstand von 15 Talern (Runde 6). "
          "Mehr holte hier niemand auf.",
          "game step player players round behind",
          3, None, "How much can still happen:",
          "The largest comebacks", "coins behind", "Die größten Aufholjagden"),
    Asked("measure", lambda: sample().measure("coins per card", CARDS, by="players"),
          "Coins per card: 5 players 1.96 (1.91 to 2.01), 4 players 1.88 (1.86 to 1.91), 3 "
          "players 1.87 (1.84 to 1.90) and 2 players 1.86 (1.81 to 1.90). 2 of 6",
          "Coins per card: 5 Spieler 1,96 (1,91 bis 2,01), 4 Spieler 1,88 (1,86 bis 1,91), 3 "
          "Spieler 1,87 (1,84 bis 1,90) und 2 Spieler 1,86 (1,81 bis 1,90). 2",
          "players rows clusters mean mean_low mean_high",
          4, ("mean", 1.858, 1.813, 1.902), "Why: groups may differ in",
          "A measure of your own", "coins per card", "Eine eigene Größe"),
)  # fmt: skip


@cache
def answer(name: str) -> Any:
    """The answer to a question, worked out once."""
    return next(each.ask() for each in QUESTIONS if each.name == name)


def interval(name: str) -> tuple[object, ...] | None:
    """The first interval in the rows of an answer, rounded."""
    frame = answer(name).frame
    column = next((each for each in frame.columns if f"{each}_low" in frame.columns), None)
    if column is None:
        return None
    ends = [column, f"{column}_low", f"{column}_high"]
    return (column, *(round(each, 3) for each in frame.select(ends).drop_nulls().row(0)))


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
        Entry(f"question: {name}", "the finding in a sentence", lambda: answer(name).finding,
              begins(each.en), begins(each.de)),
        Entry(f"question: {name} / rows", "polars, one row per group, with honest intervals",
              lambda: [*answer(name).frame.columns, answer(name).frame.height, is_ordered(name)],
              [*each.columns.split(), each.rows, True]),
        Entry(f"question: {name} / interval", "at 95 %", lambda: [interval(name)], [each.interval])
        if each.interval
        else Entry(f"question: {name} / games", "how many", lambda: answer(name).games),
        Entry(f"question: {name} / limits", "what it can't say, and how many games are behind it",
              lambda: f"{answer(name).caveat} {answer(name).behind()}",
              like(rf"^What this can't say: {re.escape(each.limit)}.* Based on \d+ games "),
              like(r"^Was sich daraus nicht ablesen lässt: .{20,} Grundlage: \d+ Partien")),
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
ENTRIES = (*(entry for each in QUESTIONS for entry in about(each)), *BALANCE)
test = inventory(*ENTRIES)
