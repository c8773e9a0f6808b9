"""Events: declared in one place, each known where it is read.

That folding a log gives the states of a game, and that none is changed, is watched in
`tests/properties`.
"""

from __future__ import annotations

import pytest

from khronos_lab.analysis import STOPS
from khronos_lab.core import EVENT_TYPES, evolve
from khronos_lab.core import events as e
from khronos_lab.drawing import MOVE_SORTS
from khronos_lab.questions import BIRTHS, FATES
from khronos_lab.rulebook import RuleSet
from tests.core.test_captions import EVENTS
from tests.golden.games import GAMES, moves_of


@pytest.mark.parametrize("sort", e.EVENT_TYPES)
def test_facts_are_known_where_they_are_read(sort):
    about = sort.about
    assert about.stop is None or about.stop in STOPS
    assert not about.arrow or (about.arrow in MOVE_SORTS and issubclass(sort, e.OfBuilding))
    assert not about.fate or about.fate in FATES
    assert bool(about.coins) == issubclass(sort, e.Payment)
    assert not issubclass(sort, e.Explanation) or not about.action


@pytest.mark.parametrize("sort", e.EVENT_TYPES)
def test_a_building_that_comes_or_goes_has_its_birth_and_its_fate(sort):
    printed = sort in (e.HamletCovered, e.HamletRevealed)
    assert (sort.__name__ in BIRTHS) == (
        issubclass(sort, e.Arrival | e.Replacement) and not printed
    )
    assert bool(sort.about.fate) == (issubclass(sort, e.Removal | e.Replacement) and not printed)


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_fills_only_what_it_says_and_its_amount_is_the_same_everywhere(event):
    columns = ("age", "kind", "rank", "owner", "square", "amount")
    rules = RuleSet()
    fact = event.fact(rules)
    filled = {name for name, cell in zip(columns, fact, strict=True) if cell is not None}
    assert filled <= set(event.about.fills)
    counted = event.counted(rules) if isinstance(event, e.OfBuilding) else event.amount
    assert fact[-1] == counted
    assert (fact[0] is None) == ("age" not in event.about.fills)
    assert all(type(cell) in (int, type(None)) for cell in fact)


def test_every_change_changes_something_in_the_goldens():
    changed = set()
    for event, before, after in steps():
        if event.changes and before != after:
            changed.add(type(event))
        assert event.changes or after is before
    missing = [each.__name__ for each in EVENT_TYPES if each.changes and each not in changed]
    assert missing == []


def steps():
    """Every event of the goldens with the states before and after it."""
    for file in GAMES:
        for move in moves_of(file):
            state = move.before
            for entry in move.outcome.log:
                after = evolve(state, entry.event)
                yield entry.event, state, after
                state = after
