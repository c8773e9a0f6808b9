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


@cache
def noted() -> Any:
    """Twelve games with all that is noted of players."""
    return kl.simulate(12, ["random", "random"], seed=1, workers=1, progress=False)


QUESTIONS = (
    Asked("income", lambda: sample().income(),
          "A player earns 42.6 coins a game (42.1 to 43.1). The largest part comes from "
          "taxes in Faith in round 7: 8.6 (8.4 to 8.8). Based on 1,104 games of greedy, "
          "master,",
          "Ein Spieler verdient 42,6 Taler je Partie (42,1 bis 43,1). Am meisten bringt "
          "ihm: Steuern des Glaubens in Runde 7, 8,6 (8,4 bis 8,8). Grundlage: 1.104 "
          "Partien von greedy, master,",
          "source age round coins payments players mean mean_low mean_high clusters",
          20, ("mean", 1.036, 1.001, 1.072), "Why: who stands in Faith in round",
          "What players live on", "coins a player and game", "Wovon Spieler leben"),
    Asked("wealth", lambda: sample().wealth(),
          "After round 7 the middle half of players has 35 to 53 coins, the median is 44.",
          "Nach Runde 7 hat die mittlere Hälfte der Spieler 35 bis 53 Taler, der Median ist 44.",
          "round quantile coins rows",
          40, None, "What becomes of anybody: who is",
          "Coins over the game", "coins", "Taler im Lauf der Partie"),
    Asked("how_won", lambda: sample().how_won(),
          "Winners are paid 56.6 coins a game and the others 36.7: 19.9 more (19.0 to 20.9). The "
          "gap is widest in taxes in Might: 13.1 coins (11.8 to 14.5).",
          "Sieger nehmen 56,6 Taler je Partie ein und die anderen 36,7: 19,9 mehr (19,0 bis "
          "20,9). Am größten ist der Abstand hier: Steuern der Macht, 13,1",
          "won source age coins payments players mean mean_low mean_high clusters share "
          "share_low share_high",
          10, ("mean", 4.149, 4.041, 4.258), "That an age wins: winners are",
          "What winners and others live on", "share of income", "Wovon Sieger und andere leben"),
    Asked("spending", lambda: sample().spending(),
          "A player spends 4.7 coins a game (4.6 to 4.7), the largest part on travel in "
          "round 4: 0.8 (0.8 to 0.8). Based on 1,104 games of greedy, master,",
          "Ein Spieler gibt 4,7 Taler je Partie aus (4,6 bis 4,7), am meisten hierfür: "
          "Reisen in Runde 4, 0,8 (0,8 bis 0,8). Grundlage: 1.104 Partien von greedy, "
          "master,",
          "purpose round coins players mean mean_low mean_high clusters share",
          21, ("mean", 0.109, 0.093, 0.126), "How much was done: buildings cost",
          "What coins are spent on", "coins a player and game", "Wofür Taler ausgegeben werden"),
    Asked("cards_spent", lambda: sample().cards_spent(),
          "70.4% (69.9% to 71.0%) of the cards that players play are for building. Based "
          "on 1,104 games of greedy, master,",
          "70,4 % (69,9 % bis 71,0 %) der gespielten Karten dienen zum Bauen. Grundlage: "
          "1.104 Partien von greedy, master,",
          "clause age kind cards actions share share_low share_high clusters",
          25, ("share", 0.025, 0.021, 0.029), "What was thrown away: cards that",
          "What cards are played for", "share of all cards played", "Wofür Karten gespielt werden"),
    Asked("survival", lambda: sample().buildings().survival(),
          "Buildings that still stand after 5 rounds, the highest and the lowest of 9 groups: "
          "town 92% (91% to 94%), hamlet 87% (86% to 88%), watchtower 84%",
          "Gebäude, die nach 5 Runden noch stehen, die höchsten und die niedrigsten von 9 "
          "Gruppen: Dorf 92 % (91 % bis 94 %), Weiler 87 % (86 % bis 88 %),",
          "kind rank time at_risk died left survival survival_low survival_high clusters",
          63, ("survival", 0.979, 0.977, 0.982), "What would have become of a",
          "How long buildings stand", "rounds since it was put up", "Wie lange Gebäude stehen"),
    Asked("fates", lambda: sample().buildings().fates(),
          "Buildings that ended in the commonest way (erased by a paradox), the highest and the "
          "lowest of 9 groups: Reason, religious 23% (22% to 25%), Faith,",
          "Gebäude, die auf die häufigste Art endeten (vom Zeitparadoxon ausgelöscht), die "
          "höchsten und die niedrigsten von 9 Gruppen: Vernunft, religiös 23 %",
          "age kind fate time at_risk number incidence incidence_low incidence_high clusters",
          504, ("incidence", 0.008, 0.006, 0.009), "What would happen if one danger",
          "What becomes of buildings", "share of buildings", "Was aus Gebäuden wird"),
    Asked("causes_of_death", lambda: sample().buildings().causes_of_death(),
          "Buildings that ended in the commonest way (erased by a paradox): Faith 14% (14% to "
          "15%), Reason 14% (13% to 14%) and Might 0% (0% to 9%). All 3",
          "Gebäude, die auf die häufigste Art endeten (vom Zeitparadoxon ausgelöscht): Glaube 14 "
          "% (14 % bis 15 %), Vernunft 14 % (13 % bis 14 %) und Macht 0 %",
          "age fate time at_risk number incidence incidence_low incidence_high clusters",
          168, ("incidence", 0.011, 0.01, 0.012), "What would happen if one danger",
          "What ends buildings, and when",
          "rounds since it was put up",
          "Was Gebäude verschwinden lässt, und wann"),
    Asked("shadows", lambda: sample().shadows(),
          "97.3% of 45,799 copies are cast, 1.4% are blocked, and 1.2% lack a tile or a cube. "
          "Copies that fail, the highest and the lowest of 12 groups: Faith,",
          "97,3 % von 45.799 Kopien entstehen, 1,4 % werden verhindert, und 1,2 % fehlt ein "
          "Plättchen oder Würfel. Gescheiterte Kopien, die höchsten und die",
          "age kind rank outcome clause number share share_low share_high clusters game step",
          35, ("share", 0.914, 0.907, 0.92), "How often shadows would be",
          "What becomes of copies", "share of copies", "Was aus Kopien wird"),
    Asked("paradoxes", lambda: sample().paradoxes(),
          "Paradoxes take 7.04 buildings a game (6.51 to 7.57). 2% of them belong to the player "
          "who acts.",
          "Zeitparadoxa kosten 7,04 Gebäude je Partie (6,51 bis 7,57). 2 % davon gehören dem, der"
          " am Zug ist.",
          "age kind rank victim number value per_game per_game_low per_game_high clusters game "
          "step",
          20, ("per_game", 0.006, 0.002, 0.011), "What the loss cost (see what a",
          "What paradoxes erase", "buildings lost, per game", "Was Zeitparadoxa auslöschen"),
    Asked("paradox_costs", lambda: sample().paradox_costs(),
          "Losing a building to a paradox surely goes with fewer coins for its owner if "
          "it is of this sort: religious or military. Coins fewer at the end than similar "
          "players have,",
          "Wer ein Gebäude durch ein Zeitparadoxon verliert, hat am Ende sicher weniger "
          "Taler, wenn es von dieser Art ist: religiös oder militärisch.",
          "kind number cost cost_low cost_high rows clusters game step",
          2, ("cost", 1.893, 1.177, 2.609), "That the loss was the reason:",
          "What a lost building costs",
          "coins that each loss costs its owner",
          "Was ein verlorenes Gebäude kostet"),
    Asked("domains", lambda: sample().domains(),
          "In a game, domains join 13.9 times and split 7.0 times. How often domains join in a "
          "game: Might 5.4 (5.2 to 5.6), Faith 5.3 (5.1 to 5.5) and Reason",
          "Je Partie vereinigen sich Domänen 13,9-mal und werden 7,0-mal geteilt. So oft "
          "vereinigen sich Domänen je Partie: Macht 5,4 (5,2 bis 5,6), Glaube 5,3",
          "event age number amount game step per_game per_game_low per_game_high clusters",
          12, ("per_game", 5.416, 5.231, 5.601), "Who gained by it. In Reason",
          "How often domains change", "times a game", "Wie oft sich Domänen ändern"),
    Asked("cascades", lambda: sample().cascades(),
          "The longest chain of effects has 21 events. 98% of all chains have at most 6. Mean "
          "length of a chain: building built 4.1, building upgraded 4.6 and",
          "Die längste Kette von Folgen hat 21 Ereignisse. 98 % aller Ketten haben höchstens 6. "
          "Mittlere Länge einer Kette: Gebäude gebaut 4,1, Gebäude",
          "event length number share effects game step",
          41, None, "Importance: length counts events",
          "How far an action ripples",
          "events in the longest chain of causes",
          "Wie weit eine Aktion wirkt"),
    Asked("longest_cascades", lambda: sample().longest_cascades(number=3),
          "One action in game 4bfcd6e1-000017 (step 354) set off 42 effects, 21 events in a row. "
          "Nothing here ripples further.",
          "Eine Aktion in Partie 4bfcd6e1-000017 (Schritt 354) löste 42 Wirkungen aus, 21 "
          "Ereignisse hintereinander. Weiter reicht hier keine.",
          "game step turn round seat event age kind rank length effects last_step cast blocked "
          "erased joined split conflicts shrunk destroyed",
          3, None, "Importance: length counts events",
          "How far an action ripples",
          "events in the longest chain of causes",
          "Wie weit eine Aktion wirkt"),
    Asked("heat", lambda: sample().heat(map="valley"),
          "f4 in Faith is among the squares that get a building most often (20 others may be "
          "ahead of it): in 92% (82% to 97%) of games.",
          "f4, Glaube, gehört zu den am häufigsten bebauten Feldern (20 andere könnten davor "
          "liegen): in 92 % (82 % bis 97 %) der Partien.",
          "age square share share_low share_high",
          960, ("share", 0.924, 0.881, 0.952), "Why: a square may be good, or",
          "Might", "share of games with a building here", "Macht"),
    Asked("seats", lambda: sample().seats(),
          "Whoever plays first wins less often: -8.3 percentage points (-11.7 to -4.9), compared "
          "with the same players at other places.",
          "Wer beginnt, gewinnt seltener: -8,3 Prozentpunkte (-11,7 bis -4,9), verglichen mit "
          "denselben Spielern auf anderen Plätzen.",
          "players place effect effect_low effect_high p rows clusters win win_low win_high",
          14, ("effect", -0.054, -0.105, -0.004), "Seat and skill apart, unless",
          "Does the place at the table matter?",
          "place in the order of turns",
          "Zählt der Platz am Tisch?"),
    Asked("openings", lambda: sample().openings(),
          "“build keep, monastery (Might)” is the most promising of 30 common ones: +12.6 "
          "percentage points (+2.9 to +22.3) in the same player's chance to win.",
          "„Burg, Kloster bauen (Macht)“ ist der aussichtsreichste von 30 häufigen: +12,6 "
          "Prozentpunkte (+2,9 bis +22,3) an Gewinnchance desselben Spielers.",
          "opening rows clusters win win_low win_high lead lead_low lead_high game step p "
          "advantage advantage_low advantage_high",
          30, ("win", 0.394, 0.336, 0.456), "That an opening wins: good",
          "First turns and how they ended",
          "share of wins above or below chance",
          "Erste Züge und wie es ausging"),
    Asked("pays", early_castle,
          "Players who do this (building built, military, rank 3, round 1, 2 or 3) end with 7.6 "
          "coins more (6.1 to 9.2) than similar players who don't.",
          "Wer das tut (Gebäude gebaut, militärisch, groß, Runde 1, 2 oder 3), hat am Ende 7,6 "
          "Taler mehr (6,1 bis 9,2) als ähnliche Spieler, die es nicht tun.",
          "did rows clusters win win_low win_high lead lead_low lead_high effect effect_low "
          "effect_high p gain gain_low gain_high game step",
          2, ("win", 0.274, 0.264, 0.284), "That doing it pays: whoever can",
          "Does it pay?", "coins more than similar players", "Lohnt es sich?"),
    Asked("luck", lambda: sample().luck(),
          "The strength of hands accounts for 0.1% (0.0% to 0.4%) of the differences in coins at "
          "a table.",
          "Die Stärke der Hände erklärt 0,1 % (0,0 % bis 0,4 %) der Unterschiede an Talern an "
          "einem Tisch.",
          "explained explained_low explained_high slope slope_low slope_high rows clusters",
          1, ("explained", 0.001, 0.0, 0.004), "How much of a game is luck: a",
          "How much the cards decide",
          "share of differences in coins",
          "Wie viel die Karten entscheiden"),
    Asked("hands", lambda: sample().hands(),
          "Players with the best hands (strength 2.50 and more) win neither clearly more nor "
          "clearly less often than by chance: -3.6 percentage points (-16.1 to",
          "Mit den besten Händen (Stärke ab 2,50) gewinnt man weder klar öfter noch klar seltener"
          " als durch Zufall: -3,6 Prozentpunkte (-16,1 bis +14,3).",
          "strength rows clusters win win_low win_high advantage advantage_low advantage_high "
          "lead lead_low lead_high",
          7, ("win", 0.271, 0.172, 0.399), "That luck does not matter: the",
          "Do better hands win?",
          "mean strength of the hands, from",
          "Gewinnen bessere Handkarten?"),
    Asked("cards_held", lambda: sample().cards_held(),
          "Religious cards in a hand, the kind in which these groups differ most: others "
          "1.33 (1.32 to 1.33) and winners 1.29 (1.27 to 1.30). The difference is beyond "
          "chance: 0.04 (0.01 to 0.07).",
          "Handkarten der Art religiös, in der sich diese Gruppen am meisten "
          "unterscheiden: andere 1,33 (1,32 bis 1,33) und Sieger 1,29 (1,27 bis 1,30). "
          "Der Unterschied ist größer,",
          "won kind cards hands mean mean_low mean_high clusters",
          6, ("mean", 1.32, 1.311, 1.33), "What was dealt: in the first",
          "What hands hold", "cards in a hand", "Was auf der Hand ist"),
    Asked("lead_changes", lambda: sample().lead_changes(),
          "42% (39% to 45%) of games are decided only in round 7, with its taxation. Of the "
          "rounds before, round 4 decides most games: 34% (30% to 38%).",
          "42 % (39 % bis 45 %) der Partien entscheiden sich erst in Runde 7, mit ihrer "
          "Besteuerung. Von den Runden davor entscheidet Runde 4 am meisten: 34 %",
          "round rows clusters share share_low share_high changes changes_low changes_high game"
          " step",
          7, ("share", 0.09, 0.071, 0.113), "When a game could still have been",
          "When games are decided", "share of games decided", "Wann Partien entschieden sind"),
    Asked("comebacks", lambda: sample().comebacks(),
          "Whoever is 10 to 14 coins behind after round 6 still wins 9.5% (7.5% to 12.1%) of the "
          "games.",
          "Wer nach Runde 6 um 10 bis 14 Taler zurückliegt, gewinnt noch 9,5 % (7,5 % bis 12,1 %)"
          " der Partien.",
          "round behind rows clusters win win_low win_high game step",
          41, ("win", 0.363, 0.344, 0.382), "How much can still happen:",
          "Chances from behind", "coins behind", "Chancen bei Rückstand"),
    Asked("ratings", lambda: sample().ratings(anchor="greedy"),
          "master is strongest: 139 Elo points (96 to 183) above greedy.",
          "master ist am stärksten: 139 Elo-Punkte (96 bis 183) über greedy.",
          "group player anchor rating rating_low rating_high duels clusters",
          4, ("rating", 139.305, 95.606, 183.005), "That a stronger player beats",
          "How strong players are",
          "points above greedy (400 points: ten to one)",
          "Wie stark Spieler sind"),
    Asked("duels", lambda: sample().duels(),
          "One of the most one-sided pairs: greedy ends above random in 100% (78% to 100%) of "
          "their meetings at tables of 3.",
          "Eines der ungleichsten Paare: greedy liegt in 100 % (78 % bis 100 %) der "
          "Begegnungen vor random, an Tischen mit 3 Spielern. Grundlage: 1.104 Partien "
          "von greedy, master,",
          "players one other rows clusters share share_low share_high",
          36, ("share", 0.317, 0.245, 0.399), "That a stronger player beats",
          "Who ends above whom",
          "share of meetings in which the row ends above the column",
          "Wer vor wem endet"),
    Asked("rules", lambda: sample().rules(),
          "33 of 47 clauses came up. The rarest of them: B8, 175 times.",
          "33 von 47 Regeln kamen vor. Am seltensten: B8, 175-mal.",
          "clause event number games game step",
          72, None, "How often a rule matters: clauses",
          "Which clauses came up", "events (log)", "Welche Regeln vorkamen"),
    Asked("compare", lambda: sample().filter(holdem=True).compare(
          other=sample().filter(holdem=False), names=("with", "without")),
          "The sets differ in Hold'em (Hold'em → without Hold'em). 13 of 26 measures "
          "differ by more than chance can explain, allowing for how many there are. "
          "Clearest: coins at the end, 44.24 (with)",
          "Die Mengen unterscheiden sich hierin: Hold'em (Hold'em → ohne Hold'em). 13 von 26 "
          "Größen unterscheiden sich stärker, als es bei so vielen der Zufall",
          "measure one other difference difference_low difference_high ratio ratio_low "
          "ratio_high effect effect_low effect_high p p_of_all differs rows_one rows_other "
          "clusters_one clusters_other clusters_both stratified stratified_low stratified_high",
          26, ("difference", -4.378, -5.399, -3.356), "What made the difference, if the",
          "Two sets of games compared",
          "difference in standard deviations",
          "Zwei Mengen von Partien im Vergleich"),
    Asked("balance", cheap_castles,
          "castle 3: none of the 27 measures differs by more than chance can explain, "
          "allowing for how many there are. Coins at the end: -0.5 (-1.2 to 0.2). Based "
          "on 12 games of random.",
          "castle 3: Keine von 27 Größen unterscheidet sich stärker, als es bei so vielen der "
          "Zufall erklärt. Taler am Ende: -0,5 (-1,2 bis 0,2).",
          "variant measure usual changed difference difference_low difference_high effect "
          "effect_low effect_high p p_of_all differs clusters_one clusters_other clusters_both",
          27, None, "What people would do with these",
          "What other rules change",
          "change, in standard deviations of single games",
          "Was andere Regeln ändern"),
    Asked("first_leader", lambda: sample().first_leader(),
          "Whoever leads after the first taxation, by 6.0 coins on average, wins 63% (60% to 65%)"
          " of the games.",
          "Wer nach der ersten Besteuerung führt, im Schnitt um 6,0 Taler, gewinnt 63 % (60 % bis"
          " 65 %) der Partien.",
          "rows clusters win win_low win_high margin margin_low margin_high",
          1, ("win", 0.627, 0.599, 0.655), "That leading makes one win:",
          "Who leads early wins?", "share of wins", "Gewinnt, wer früh führt?"),
    Asked("largest_comebacks", lambda: sample().largest_comebacks(number=3),
          "planner won game bbf38702-000106 after being 22 coins behind (round 6). Nobody here "
          "came back from further.",
          "planner gewann Partie bbf38702-000106 nach einem Rückstand von 22 Talern (Runde 6). "
          "Mehr holte hier niemand auf.",
          "game step player players round behind",
          3, None, "How much can still happen:",
          "The largest comebacks", "coins behind", "Die größten Aufholjagden"),
    Asked("measure", lambda: sample().measure("coins per card", CARDS, by="players"),
          "Coins per card: 4 players 1.67 (1.62 to 1.71), 5 players 1.61 (1.58 to 1.64), 2 "
          "players 1.60 (1.57 to 1.64) and 3 players 1.54 (1.49 to 1.58). 1 of 6",
          "Coins per card: 4 Spieler 1,67 (1,62 bis 1,71), 5 Spieler 1,61 (1,58 bis 1,64), 2 "
          "Spieler 1,60 (1,57 bis 1,64) und 3 Spieler 1,54 (1,49 bis 1,58). 1",
          "players rows clusters mean mean_low mean_high",
          4, ("mean", 1.603, 1.567, 1.639), "Why: groups may differ in",
          "A measure of your own", "coins per card", "Eine eigene Größe"),
    Asked("adventurers", lambda: sample().adventurers(),
          "The largest share: 82% (80% to 83%) of players have an adventurer in Faith at "
          "the last taxation. Based on 1,104 games of greedy, master, planner and random.",
          "Der größte Anteil: 82 % (80 % bis 83 %) der Spieler haben bei der letzten "
          "Besteuerung im Glauben einen Abenteurer. Grundlage: 1.104 Partien von greedy, "
          "master, planner und random.",
          "taxation age present players share share_low share_high clusters coins",
          6, ("share", 0.761, 0.745, 0.776), "Whether it is right to stand there",
          "Where adventurers stand at taxations", "share of players with an adventurer there",
          "Wo Abenteurer bei Besteuerungen stehen"),
    Asked("domain_sizes", lambda: noted().domain_sizes(),
          "The domains that pay somebody are largest in Reason at the last taxation: 6.3 "
          "squares on average (0.6 to 12.1).",
          "Domänen, die jemandem zahlen, sind bei der letzten Besteuerung in der Vernunft "
          "am größten: im Schnitt 6,3 Felder (0,6 bis 12,1).",
          "taxation age squares domains size size_low size_high clusters",
          6, None, "What size is worth: a large domain",
          "How large domains are at taxations", "squares of a domain that pays somebody",
          "Wie groß Domänen bei Besteuerungen sind"),
    Asked("opening_tree", lambda: sample().opening_tree(),
          "24% of first turns begin with “build keep (Might)” (936 of them); whoever plays it "
          "wins 39% (36% to 42%) of the games. After it, the commonest next",
          "24 % der ersten Züge beginnen mit „Burg bauen (Macht)“ (936); wer das spielt, gewinnt "
          "39 % (36 % bis 42 %) der Partien. Danach folgt am häufigsten",
          "depth path rows share win win_low win_high clusters game step",
          119, ("win", 0.069, 0.037, 0.126), "That a first action is good:",
          "What players do first", "share of the turns that began like this so far",
          "Was Spieler zuerst tun"),
    Asked("style", lambda: sample().style(player="greedy"),
          "greedy differs from the others at the same tables in 13 of 15 things, by more "
          "than chance can explain, allowing for how many there are.",
          "greedy unterscheidet sich in 13 von 15 Größen von den anderen am Tisch, "
          "stärker, als es bei so vielen der Zufall erklärt.",
          "measure own others difference difference_low difference_high effect effect_low "
          "effect_high rows clusters",
          15, ("difference", 3.203, 2.6, 3.807), "Why: cards, seats and opponents",
          "What a player does more or less of",
          "greedy against the others at the table, in standard deviations",
          "Was ein Spieler öfter oder seltener tut"),
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
              like(rf"^What this can't say: {re.escape(each.limit)}.* Based on [\d,]+ games "),
              like(r"^Was sich daraus nicht ablesen lässt: .{20,} Grundlage: [\d.]+ Partien")),
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
