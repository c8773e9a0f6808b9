"""Every question, asked in several ways, and what it says in both languages: to be read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from textwrap import wrap

import polars as pl

import khronos_lab as kl
from khronos_lab.questions import Answer
from khronos_lab.rulebook import LANGUAGES, KhronosError, speaking

WIDTH = 118
COINS = 'pl.col("income") / pl.col("cards_played")'

ASKED = """
income() | income(by="age") | income(by="players") | income(by=("won", "age", "round"))
income(by=("source", "map"))
wealth() | wealth(by="players") | how_won() | spending() | spending(by="player")
spending(by=("player", "purpose"))
cards_spent() | cards_spent(by="age") | cards_spent(by="kind")
buildings().survival() | buildings().survival(by="kind", unit="turns")
buildings(building="keep").survival(by="players") | buildings(fate="paradox").survival(by=())
buildings().fates() | buildings().fates(by=()) | buildings(age="Faith").fates(by="rank")
buildings().causes_of_death() | buildings().causes_of_death(by="players")
shadows() | shadows(by="age") | shadows(by="players") | paradoxes() | paradoxes(by="players")
paradox_costs() | paradox_costs(by=()) | domains() | domains(by=()) | domains(by="players")
cascades() | cascades(by="age") | longest_cascades(3)
seats() | seats(adjust=None) | openings() | openings(by="first_action")
pays(event="BuildingBuilt", building="castle", round=[1, 2, 3])
pays(event="BuildingErased", whose="owner") | pays(event="BuildingErased")
pays(pl.col("age") == "Reason", event="AdventurerTravelled") | pays(event="TurnEnded")
lead_changes() | lead_changes(by="players") | comebacks() | comebacks(by="players")
comebacks(by="player") | first_leader() | first_leader(by="players") | largest_comebacks(3)
cards_held() | cards_held(by=()) | cards_held(by="round") | hands() | hands(rounds=[1])
luck() | luck(by="players") | luck(by="player") | ratings() | ratings(by="players") | duels()
rules() | heat(map="valley") | heat("erased", map="valley") | heat("coins", map="valley")
measure("coins per card", COINS) | measure("coins per card", COINS, by="player")
measure("squares in Might", "squares_might_last", by="players")
measure("margin", of="games", by="map")
compare(games.filter(players=3)) | filter(player="greedy").compare(games.filter(player="planner"))
filter(won=True).comebacks() | filter(won=True).income() | filter(won=True).seats()
filter(pl.col("coins") > 50).paradox_costs() | filter(rank=1).cards_held()
filter(player="planner").income() | filter(player="planner").comebacks()
filter(players=2).seats() | filter(players=2, map="valley").income(by="age")
filter(who=["planner", "greedy"]).lead_changes() | filter(holdem=True).luck()
filter(players=2).filter(player="greedy").pays(event="BuildingUpgraded")
filter(players=5).income() | filter(players=5).ratings() | filter(players=5).heat()
adventurers() | adventurers(by="won") | adventurers(by="player") | domain_sizes()
opening_tree() | style("greedy") | style() | worth() | filter(player="greedy").style()
income(by="player") | income(by="round") | spending(by="round") | shadows(by="kind")
paradoxes(by="age") | paradoxes(by="map") | domains(by="map") | cards_held(by="player")
lead_changes(by="map") | wealth(by="player") | first_leader(by="player") | comebacks(by="map")
luck(rounds=[1]) | buildings().fates(by="players") | buildings(kind="civil").causes_of_death(by=())
filter(holdem=False).adventurers(by="place") | filter(map="valley").opening_tree(2)
filter(player="greedy").income(by="map") | filter(place=0).wealth() | filter(won=False).spending()
filter(won=True).adventurers() | filter(players=3).ratings() | filter(players=2).duels()
filter(map="delta").shadows() | filter(map="delta").paradoxes() | filter(rank=2).openings()
filter(players=2).compare(games.filter(players=2, holdem=True))
lead_changes(by="player") | comebacks(by="won") | lead_changes(by="seat") | cards_spent(by="map")
paradoxes(by="victim") | cascades(by="round") | measure("bonus", of="turns", by="round")
filter(won=True).domains(by="map") | filter(rank=2).buildings(fate="paradox").survival(by="kind")
compare(games) | income(by="weather") | filter(building="castel") | filter(who=["gredy"])
"""
"""Code after `games.`; what is refused says why."""


@cache
def games() -> kl.Dataset:
    """Tables of two and of three players."""
    return kl.dataset(["data/sample/2-levels", "data/sample/3-levels"])


def asked() -> list[str]:
    """Every way of asking, as code."""
    return [each.strip() for each in ASKED.replace("\n", "|").split("|") if each.strip()]


def answer(code: str) -> Answer:
    """What a line of code gives."""
    known = {"games": games(), "pl": pl, "COINS": pl.col("income") / pl.col("cards_played")}
    found: Answer = eval(f"games.{code}", known)
    return found


def finding(code: str) -> Iterator[str]:
    """The sentences of a question in both languages, or why it is refused."""
    try:
        found = answer(code)
        for language in LANGUAGES:
            with speaking(language):
                yield from wrapped(found.finding)
    except KhronosError as refused:
        yield from wrapped(f"! {refused}")


def wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
