"""Written by `python -m tests.making.asking`."""

from collections.abc import Mapping, Sequence
from inspect import Parameter
from typing import Any, Literal

import polars as pl

from khronos_lab.questions.question import QUESTIONS as QUESTIONS
from khronos_lab.questions.question import Answer, By, Opener, Question
from khronos_lab.questions.selection import Selection
from khronos_lab.questions.squares import What

FAMILIES: Mapping[str, Sequence[type[Question]]]

def parameters(question: type[Question]) -> list[Parameter]: ...

class Asking:
    _chosen: Selection
    _opener: Opener | None
    def cards_held(self, by: By = ...) -> Answer:
        """What hands hold when turns begin: cards of each kind, by round, player, or `games`."""
    def hands(self, rounds: Sequence[int] = ...) -> Answer:
        """How players fare by the mean strength of their hands; `rounds=[1]`: of first hands."""
    def luck(self, by: By = ..., rounds: Sequence[int] = ...) -> Answer:
        """How much of the differences in coins goes with the cards; `rounds=[1]`: first hands."""
    def domains(self, by: By = ...) -> Answer:
        """How often domains join, split and come into conflict, and buildings shrink for it."""
    def cascades(self, by: By = ...) -> Answer:
        """How far one action ripples: how many chains of effects have each length."""
    def longest_cascades(self, number: int = ...) -> Answer:
        """The actions that rippled furthest, the longest first: `open(0)` shows it."""
    def rules(self) -> Answer:
        """Which clauses of the rules came up, and how often."""
    def adventurers(self, by: By = ...) -> Answer:
        """Where players have an adventurer at the first and the last taxation, and what they collect."""
    def domain_sizes(self, by: By = ...) -> Answer:
        """How many squares the domains have that pay a player at the first and the last taxation."""
    def lead_changes(self, by: By = ...) -> Answer:
        """When games are decided, and how often the lead changes."""
    def comebacks(self, by: By = ...) -> Answer:
        """The chance to win by the number of coins behind after a round."""
    def first_leader(self, by: By = ...) -> Answer:
        """How often the leader after the first taxation wins, and by how many coins they led."""
    def largest_comebacks(self, number: int = ...) -> Answer:
        """The games that were won from furthest behind, the largest gap first: `open(0)` shows it."""
    def income(self, by: By = ...) -> Answer:
        """Coins of a player in a game, by age, round, place, player, or any column of `games`."""
    def wealth(self, by: By = ...) -> Answer:
        """How coins spread among players after each round."""
    def how_won(self) -> Answer:
        """What winners and the others live on."""
    def spending(self, by: By = ...) -> Answer:
        """What coins are spent on: exchanges, travel, demolition; by round, player, or `games`."""
    def cards_spent(self, by: By = ...) -> Answer:
        """What cards are played for: by clause (A1 to A6), age, kind."""
    def worth(self, by: By = ...) -> Answer:
        """What each action was worth: coins that a turn with it gained, as players judge positions."""
    def shadows(self, by: By = ...) -> Answer:
        """What becomes of copies: cast, blocked (the clause says by what), or missing a tile or cube."""
    def paradoxes(self, by: By = ...) -> Answer:
        """What falling shadows erase, and whose it was."""
    def paradox_costs(self, by: By = ...) -> Answer:
        """What a building lost to a paradox costs its owner in coins, by kind, rank, age..."""
    def heat(self, what: What = ..., map: str | None = ...) -> Answer:
        """How often each square is "built" on, "erased", "contested" or "controlled", or its "coins"."""
    def ratings(self, anchor: str | None = ..., by: By = ...) -> Answer:
        """How much stronger players are than one of them; `by="players"`: each size of table."""
    def duels(self) -> Answer:
        """How often each player finishes ahead of each of the others, by size of the table."""
    def style(self, player: str | None = ...) -> Answer:
        """What a player does more or less of than the others at the same tables: `style("greedy")`."""
    def seats(self, adjust: Literal["player"] | None = ...) -> Answer:
        """Whether the place in turn order matters; with the players' strength taken out, or not."""
    def openings(self, by: By = ...) -> Answer:
        """First turns and how they ended, with the player's strength taken out; commonest first."""
    def pays(
        self, *conditions: pl.Expr, whose: Literal["doer", "owner"] = ..., **values: Any
    ) -> Answer:
        """Whether something pays: an event that some players have and some don't."""
    def opening_tree(self, depth: int = ..., least: int = ...) -> Answer:
        """First turns as a tree: the first action, then the second after it, and so on."""
