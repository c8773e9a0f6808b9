"""Turns that are kept: what each player of the roster does in positions of shipped games.

A player is as strong as it was measured to be only as long as it plays the same turns for the same
seed. `python -m tests.golden.regenerate` writes them anew; after a change that is meant, measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

from khronos_lab.core import GameState
from khronos_lab.engine import new_game
from khronos_lab.players import (
    NAMES,
    ShortGames,
    advised_turn,
    incomes_of,
    known_to,
    leaner_turn,
    other_turns,
    outlook_of,
    play_game,
    play_on,
    reach_of,
    seen_by,
    splits_of,
    table_names,
    value,
)
from khronos_lab.players.thinking import judgement, table_value
from khronos_lab.rulebook import AGES, Edition, RuleSet
from tests.drawing.games import timeline
from tests.golden.sections import Goldens, checksum

FOLDER = Path(__file__).parents[1] / "golden" / "players"
QUICK = (*(name for name in NAMES if name != "master"), "planner-1")
"""Those who need no second for a turn."""
GAMES = (1, 2, 4, 6)
NOBODY = "nobody"


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    turns = {f"turns in game {number}": partial(_turns, number) for number in GAMES}
    thoughts = {f"thoughts on game {number}": partial(_thoughts, number) for number in GAMES}
    return Goldens(FOLDER, {"players": {**turns, **thoughts, "games": _games}})


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
            advice = advised_turn(state, name, seed=label)
            yield f"  {name}: {' '.join(node.text for node in advice.nodes)}"
        played = [node.text for node in advice.nodes]
        others = other_turns(state, played, seed=label)
        yield from (f"  or {' '.join(node.text for node in each.nodes)}" for each in others[:3])
        lean = leaner_turn(state, others[0], played, lambda _: True, seed=label)
        yield f"  leaner {' '.join(node.text for node in lean.nodes)}"


def _thoughts(number: int) -> Iterator[str]:
    for label, state in positions(number, 9):
        known = known_to(state, (), NOBODY)
        outlook = outlook_of(known)
        yield f"{label}: {numbers(outlook.coins)}, {numbers(outlook.chances)}"
        seat = state.seat
        mine = seen_by(state, seat)
        for name, module in (("learned", judgement), ("guessed", table_value)):
            rows = module.coin_worth(mine, seat)
            yield f"  {name} {module.standing_of(mine, seat):.4f} {[numbers(row) for row in rows]}"
        told = value(known, seat)
        yield f"  value {checksum(str([round(x, 4) for x in _flat(told)]))}"
        yield f"  worth {table_value.worth(mine, seat):.4f}"
        yield f"  incomes {incomes_of(mine, seat)}"
        for age in AGES:
            board = state.boards[age]
            reach = reach_of(board)
            yield f"  {age.name} {checksum(str((reach, splits_of(board, age, reach))))}"
        for sample in ShortGames(known, "golden").samples(1):
            yield f"  then {numbers(sample.outlook.coins)} luck {numbers(sample.luck.coins)}"


def _flat(values: Iterable[object]) -> Iterator[float]:
    for each in values:
        if isinstance(each, int | float):
            yield float(each)
        elif isinstance(each, Iterable):
            yield from _flat(each)


def numbers(values: Iterable[float]) -> str:
    """Numbers, short."""
    return " ".join(f"{each:.4f}" for each in values)


TABLES = (
    (("greedy", "random"), RuleSet()),
    (("random", "greedy", "greedy"), RuleSet(holdem=True)),
    (("greedy", "might-builder"), RuleSet(edition=Edition.FIRST, ruins_respect_domains=True)),
)


def _games() -> Iterator[str]:
    """Whole games: the coins at the end, and a checksum of all moves."""
    for players, rules in TABLES:
        record = play_game(players, new_game(table_names(players), 5, rules=rules), 5)
        texts = [node.text for node in record.line.nodes]
        yield f"{' '.join(players)}: {len(texts)} moves {checksum(' '.join(texts))}"
    start = next(state for _, state in positions(1, 12))
    ends = play_on(start, "greedy", games=3, seed=2)
    yield f"played on {ends}"
