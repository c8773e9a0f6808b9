"""Foresight: plans played on in the head, and carried out once one is taken."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from khronos_lab.core import GameState
from khronos_lab.engine import new_game
from khronos_lab.players import (
    PLAIN,
    Foresight,
    Futures,
    GreedyPlayer,
    PlannerPlayer,
    Player,
    RandomPlayer,
    deal_hidden,
    foremost,
    moves_of_game,
    quick_turn,
    seen_by,
    selfish,
)
from khronos_lab.players import planner as planner_module
from khronos_lab.rulebook import ROUNDS, Edition, RuleSet

SOME = Foresight(8, (2, 3, 5))


def moments(seed: int, number: int = 2, rules: RuleSet | None = None) -> list[GameState]:
    """What the players to act saw in a game."""
    start = new_game(number, seed=seed, rules=rules)
    moves = moves_of_game([GreedyPlayer()] * number, start, seed)
    return [seen_by(before, before.seat) for before, _, _ in moves]


def richer(view: GameState, coins: int) -> GameState:
    """The view with so many coins more for the player to act."""
    player = view.player._replace(coins=view.player.coins + coins)
    players = list(view.players)
    players[view.seat] = player
    return view._replace(players=tuple(players))


@pytest.mark.parametrize("best", [0, 3, 7])
def test_the_table_that_leaves_most_is_foremost(best):
    view = moments(5)[20]
    tables = [richer(view, 15 if number == best else 0) for number in range(8)]
    assert foremost(tables, PLAIN, Random(1), SOME) == best


def test_of_like_tables_the_first_is_foremost():
    view = seen_by(new_game(2, seed=3), 0)
    assert foremost([view] * 8, PLAIN, Random(1), SOME) == 0


def test_one_table_needs_no_foresight(monkeypatch):
    monkeypatch.setattr(Futures, "standing", None)
    view = moments(5)[20]
    assert foremost([view], PLAIN, Random(1), SOME) == 0


def test_the_same_deal_gives_the_same_end_and_deals_differ():
    view = moments(6)[15]
    futures = Futures(view, PLAIN, 3)
    ends = [futures.standing(seed) for seed in range(6)]
    assert ends == [Futures(view, PLAIN, 3).standing(seed) for seed in range(6)]
    assert len(set(ends)) > 1


@pytest.mark.parametrize(
    "rules",
    [RuleSet(), RuleSet(edition=Edition.FIRST), RuleSet(holdem=True)],
    ids=["second edition", "first edition", "Hold'em"],
)
def test_a_quick_turn_is_one_turn(rules):
    for view in moments(9, 3, rules)[::17]:
        dealt = deal_hidden(view, Random(2))
        table = quick_turn(dealt, Random(2), selfish(PLAIN))
        places = [(each.seat - each.start) % 3 + 3 * each.round for each in (dealt, table)]
        assert table.over or places[1] == places[0] + 1


def test_quick_turns_beat_turns_by_chance():
    coins = Counter[int]()
    for seed in range(4):
        table, rng, quick = new_game(2, seed=seed), Random(seed), seed % 2
        while not table.over:
            if table.seat == quick:
                table = quick_turn(table, rng, selfish(PLAIN))
            else:
                moves = moves_of_game([RandomPlayer()] * 2, table, rng.getrandbits(32))
                seat, number = table.seat, table.round
                for _, _, outcome in moves:
                    table = outcome.state
                    if table.over or (table.seat, table.round) != (seat, number):
                        break
        for seat in (0, 1):
            coins[seat == quick] += table.players[seat].coins
    assert coins[True] > coins[False] + 40


# ------------------------------------------------------------------ in the planner


def looked_ahead(monkeypatch, number: int, player: PlannerPlayer) -> list[GameState]:
    """The tables from which plans were played on in a game of so many."""
    found: list[GameState] = []

    def noting(tables, taste, rng, foresight):
        found.append(tables[0])
        return len(tables) - 1

    monkeypatch.setattr(planner_module, "foremost", noting)
    players: list[Player] = [player, *[GreedyPlayer()] * (number - 1)]
    for _ in moves_of_game(players, new_game(number, seed=4), 4):
        pass
    return found


def test_a_plan_is_carried_out_and_not_thought_about_again(monkeypatch):
    found = looked_ahead(monkeypatch, 2, PlannerPlayer(budget=24))
    turns = Counter(table.round for table in found)
    assert set(turns) == set(range(1, ROUNDS))
    # A turn is thought about once more only after a journey to taxes, or if a question was
    # answered otherwise than expected.
    assert len(found) <= ROUNDS + 1


def test_plans_are_played_on_with_two_players_or_where_that_is_asked_for(monkeypatch):
    assert looked_ahead(monkeypatch, 3, PlannerPlayer(budget=24, thorough=True)) != []
    assert looked_ahead(monkeypatch, 3, PlannerPlayer(budget=24)) == []
    blind = PlannerPlayer(budget=24, foresight=Foresight(0, ()))
    assert looked_ahead(monkeypatch, 2, blind) == []


def test_a_plan_of_another_moment_is_not_carried_out():
    player, fresh = (PlannerPlayer(budget=24, foresight=Foresight(2, (2,))) for _ in range(2))
    seen = moments(4)
    player.choose(seen[0], Random(1))
    for view in seen[10::20]:
        assert player.choose(view, Random(1)) == fresh.choose(view, Random(1))
    assert player == fresh
