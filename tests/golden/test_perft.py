"""Counted action trees are as they were, and the small ones agree with asking for every action."""

from __future__ import annotations

from collections import Counter

import pytest

from khronos_lab.core import (
    Build,
    Demolish,
    EndTurn,
    Exchange,
    GameState,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.engine import legal_actions
from tests.golden.perft import (
    FILE,
    branches,
    counts_text,
    one_ply,
    perft_text,
    read_perft,
    two_plies,
)

PERFTS = read_perft(FILE.read_text("utf-8"))
SMALL = [each for each in PERFTS if each.two is not None]
HINT = "if this is meant, run `python -m tests.golden.regenerate` and read what differs"


def by_name(perft):
    return perft.name


# ------------------------------------------------------------------ what is counted


@pytest.mark.parametrize("perft", PERFTS, ids=by_name)
def test_one_ply_is_as_counted_before(perft):
    state = perft.state
    found = one_ply(state)
    assert found == perft.one, (
        f"{perft.name} had {counts_text(perft.one)}\nand has {counts_text(found)}\n"
        f"{families(state)}\n{HINT}"
    )


@pytest.mark.parametrize("perft", SMALL, ids=by_name)
def test_two_plies_are_as_counted_before(perft):
    assert perft.two is not None
    found, states = two_plies(perft.state)
    assert (found, states) == (perft.two, perft.states), (
        f"{perft.name} had {counts_text(perft.two)} and {perft.states} states\n"
        f"and has {counts_text(found)} and {states}; after each first action:\n"
        f"{after_each(perft.state)}\n{HINT}"
    )


def families(state: GameState) -> str:
    """How many legal actions there are of each verb, age and building, a line each."""
    found: Counter[str] = Counter()
    for action in legal_actions(state):
        age, kind, rank = (getattr(action, part, "") for part in ("age", "kind", "rank"))
        found[f"{type(action).__name__} {age!s:2} {kind!s:2} {rank}".rstrip()] += 1
    return "\n".join(f"  {what}: {number}" for what, number in found.items())


def after_each(state: GameState) -> str:
    """The counts after every first action with its answers, a line each."""
    lines = []
    for move, after in branches(state):
        answers = "".join(f" {each}" for each in move.answers)
        lines.append(f"  {move.action}{answers}: {counts_text(one_ply(after))}")
    return "\n".join(lines)


# ------------------------------------------------------------------ the file


def test_the_file_is_read_and_written_alike():
    assert perft_text(PERFTS) == FILE.read_text("utf-8")


def test_every_position_says_what_it_is_for_and_has_its_own_name():
    assert all(each.text.startswith("// ") for each in PERFTS)
    assert len({each.name for each in PERFTS}) == len(PERFTS)
    assert len(PERFTS) >= 12
    assert len(SMALL) >= 10


def test_the_small_positions_meet_every_kind_of_action():
    one = Counter(kind for each in SMALL for kind in each.one)
    verbs = (Build, Upgrade, Demolish, Populate, Restore, Exchange, Swap, Travel, EndTurn)
    assert set(one) == {verb.__name__ for verb in verbs}


def test_some_questions_are_answered_in_every_way():
    (joins,) = [each for each in SMALL if each.name == "joins"]
    moves = [move for move, _ in branches(joins.state)]
    assert len({move.action for move in moves}) == sum(joins.one.values())
    assert len(moves) > sum(joins.one.values())
    assert len(set(moves)) == len(moves)
