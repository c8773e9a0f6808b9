"""An event is declared in one place: what it forgets to say is missed here or at import."""

from __future__ import annotations

import pytest

from khronos_lab.analysis import BIRTHS, FATES, STOPS
from khronos_lab.core import Building
from khronos_lab.core import events as e
from khronos_lab.core.events import families
from khronos_lab.drawing import MOVE_SORTS
from khronos_lab.rulebook import MIGHT, MILITARY, Age, Cards, RuleSet
from tests.core.test_captions import SAMPLES


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    """Events declared in a test are gone after it."""
    monkeypatch.setattr(families, "EVENTS", list(families.EVENTS))


@pytest.mark.parametrize("sort", e.EVENT_TYPES)
def test_facts_are_known_where_they_are_read(sort):
    about = sort.about
    assert about.stop is None or about.stop in STOPS
    assert not about.arrow or (about.arrow in MOVE_SORTS and issubclass(sort, e.OfBuilding))
    assert not about.fate or about.fate in FATES
    assert bool(about.coins) == issubclass(sort, e.Payment)
    assert not issubclass(sort, e.Note) or not about.action


@pytest.mark.parametrize("sort", e.EVENT_TYPES)
def test_a_building_that_comes_or_goes_has_its_birth_and_its_fate(sort):
    printed = sort in (e.HamletCovered, e.HamletRevealed)
    assert (sort.__name__ in BIRTHS) == (
        issubclass(sort, e.Arrival | e.Replacement) and not printed
    )
    assert bool(sort.about.fate) == (issubclass(sort, e.Removal | e.Replacement) and not printed)


@pytest.mark.parametrize(("event", "_"), SAMPLES)
def test_an_event_fills_only_what_it_says_and_its_amount_is_the_same_everywhere(event, _):
    columns = ("age", "kind", "rank", "owner", "square", "amount")
    rules = RuleSet()
    fact = event.fact(rules)
    filled = {name for name, cell in zip(columns, fact, strict=True) if cell is not None}
    assert filled <= set(event.about.fills)
    counted = event.counted(rules) if isinstance(event, e.OfBuilding) else event.amount
    assert fact[-1] == counted
    assert (fact[0] is None) == ("age" not in event.about.fills)
    assert all(type(cell) in (int, type(None)) for cell in fact)


def test_an_event_without_a_fact_is_refused():
    with pytest.raises(TypeError, match=r"Stolen: .* 'effect'"):

        @e.event
        class Stolen(e.Event, fills=(), ripple=False):
            clause: str


def test_an_event_with_cards_says_who_sees_them():
    with pytest.raises(TypeError, match="Shown: who sees its `cards`"):

        @e.event
        class Shown(e.CardMove, effect=None):
            cards: Cards
            clause: str


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"mark": "burnt"}, "no mark 'burnt'"),
        ({"mark": ""}, "which `mark` has its building"),
        ({"stop": "fire"}, "no stop 'fire'"),
        ({"counts": ""}, "says what that counts"),
        ({"colour": "red"}, "unexpected keyword argument 'colour'"),
    ],
)
def test_a_fact_that_nobody_reads_is_refused(facts, why):
    with pytest.raises(TypeError, match=f"Burnt: .*{why}"):

        @e.event
        class Burnt(e.Removal, **facts):
            age: Age
            building: Building
            clause: str


def test_a_new_event_of_a_family_needs_nothing_else():
    @e.event
    class Burnt(e.Removal, fate="destroyed"):
        age: Age
        building: Building
        clause: str = "B6"

    keep = Building(MILITARY, 2, 0)
    burnt = Burnt(MIGHT, keep)
    assert (burnt.lost, burnt.touched, burnt.counted(RuleSet())) == (keep, keep.mask, 2)
    assert burnt.about.effect is e.Effect.VANISHES
    assert burnt != Burnt(MIGHT, keep, "C4")
