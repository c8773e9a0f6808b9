"""Turns that are kept: what each player of the roster does in positions of shipped games.

A player is as strong as it was measured to be only as long as it plays the same turns for the same
seed. `python -m tests.golden.regenerate` writes them anew; after a change that is meant, measure.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

from khronos_lab.core import GameState
from khronos_lab.engine import new_game
from khronos_lab.players import (
    continuation,
    other_turns,
    play_game,
    table_names,
)
from khronos_lab.records import steps_of
from khronos_lab.rulebook import Edition, RuleSet
from tests.drawing.games import timeline
from tests.golden.sections import Goldens
from tests.players.test_players_games import ROSTER

FOLDER = Path(__file__).parents[1] / "golden" / "players"
QUICK = tuple(name for name in ROSTER if name != "master")
"""Those who need no second for a turn."""
GAMES = (1, 2, 4, 6)


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    turns = {f"turns in game {number}": partial(_turns, number) for number in GAMES}
    return Goldens(FOLDER, {"players": {**turns, "games": _games}})


def positions(number: int, every: int) -> Iterator[tuple[str, GameState]]:
    """Positions of a shipped game before some turns, each with the name of its turn."""
    spans = timeline(number).moves
    starts = [span for before, span in pairwise(spans) if before.ends_turn]
    for span in starts[1::every]:
        assert span.node is not None
        yield span.node.label, span.before


def _turns(number: int) -> Iterator[str]:
    for label, state in positions(number, 7):
        yield label
        for name in QUICK:
            nodes = continuation(state, name, seed=label, turns=1)
            yield f"  {name}: {' '.join(node.text for node in nodes)}"
        played = [node.text for node in nodes]
        others = other_turns(state, played, seed=label)
        yield from (f"  or {' '.join(node.text for node in each.nodes)}" for each in others[:3])


TABLES = (
    (("greedy", "random"), RuleSet()),
    (("random", "greedy", "greedy"), RuleSet(holdem=True)),
    (("greedy", "might-builder"), RuleSet(edition=Edition.FIRST, ruins_respect_domains=True)),
)


def _games() -> Iterator[str]:
    """Whole games: how many moves, and the coins at the end."""
    for players, rules in TABLES:
        record = play_game(players, new_game(table_names(players), 5, rules=rules), 5)
        *_, last = steps_of(record)
        coins = [player.coins for player in last.after.players]
        yield f"{' '.join(players)}: {len(record.line.nodes)} moves, {coins} coins"
