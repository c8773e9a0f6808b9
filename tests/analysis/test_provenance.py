"""Chains of events behind a square, on small boards and against a scan of every state."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.analysis.provenance import Provenance
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core import events as e
from khronos_lab.core.squares import bits, square
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import AGES, FAITH, MIGHT, REASON
from tests.analysis.games import RULES, played, random_game
from tests.analysis.test_timeline import LESSON, files, timeline_of
from tests.mechanics.moves import build, demolish, populate, upgrade
from tests.support import position

EMPTY = """
    player Red: coins 9, hand mmmcccc, at Might Might
    player White:
    Might      | Faith      | Reason
    . . . .    | . . . r1W  | . . . .
    . . . .    | . . . .    | . . . .
    . . . h    | . . . h    | . . . h
    """


def chain(timeline, place, age, index=-1):
    origin = Provenance(timeline).of(square(place), age, index)
    return [type(link.event).__name__ for link in origin.links], origin


def test_an_upgraded_building_begins_with_the_first_small_one():
    start = position(EMPTY)
    steps = played(start, build(MIGHT, "m1", "a1", "m"), upgrade(MIGHT, "m2", "a1", "m"))
    events, origin = chain(Timeline.of(steps), "b2", MIGHT)
    # b2 was empty when the watchtower was built at a1: the chain follows the building.
    assert events == ["BuildingBuilt", "BuildingUpgraded"]
    assert not origin.from_start
    assert origin.building.rank == 2


def test_a_copy_begins_with_what_cast_it():
    start = position(EMPTY)
    steps = played(start, build(MIGHT, "m1", "a1", "m"), upgrade(MIGHT, "m2", "a1", "m"))
    events, origin = chain(Timeline.of(steps), "b2", REASON)
    assert events == ["BuildingBuilt", "BuildingUpgraded", *["ShadowFalls", "ShadowCast"] * 2]
    assert [link.age for link in origin.links] == [MIGHT, MIGHT, FAITH, FAITH, REASON, REASON]
    assert [link.clause for link in origin.links] == ["A1", "A2", "B3", "B3", "B4", "B4"]
    assert str(origin).splitlines()[0] == "b2 in Reason: keep ruin at a1"


def test_an_empty_square_tells_what_it_lost():
    start = position(EMPTY)
    steps = played(start, build(MIGHT, "m1", "a1", "m"), demolish(MIGHT, "a1"))
    events, origin = chain(Timeline.of(steps), "a1", MIGHT)
    assert events == ["BuildingBuilt", "BuildingDemolished"]
    assert origin.building is None
    assert str(origin).startswith("a1 in Might: empty")


def test_b6_what_a_copy_erased_is_told_where_it_stood_alone():
    start = position(EMPTY)
    timeline = Timeline.of(played(start, build(MIGHT, "m2", "c1", "mm")))
    events, origin = chain(timeline, "d1", FAITH)
    # The chapel's square carries the keep now; before the copy was cast it was empty.
    assert events == ["BuildingBuilt", "ShadowFalls", "ShadowCast"]
    erased = next(f for f in timeline if isinstance(f.event, e.BuildingErased))
    events, origin = chain(timeline, "d1", FAITH, erased.index)
    assert events == ["BuildingBuilt", "ShadowFalls", "BuildingErased"]
    assert origin.from_start
    assert origin.building is None


def test_a_printed_hamlet_is_there_from_the_start_and_grows():
    start = position(EMPTY)
    timeline = Timeline.of(played(start, upgrade(MIGHT, "c2", "c2", "cc")))
    events, origin = chain(timeline, "c2", MIGHT)
    assert (events, origin.from_start) == (["BuildingUpgraded"], True)
    assert [line.split(":")[0].strip() for line in str(origin).splitlines()] == [
        "c2 in Might",
        "there from the start",
        str(origin.links[0].step),
    ]
    events, origin = chain(timeline, "c2", REASON)
    assert events == ["BuildingUpgraded", "ShadowFalls", "ShadowCast", "ShadowFalls", "ShadowCast"]
    assert origin.from_start
    events, origin = chain(timeline, "d3", MIGHT, 0)
    assert (events, origin.from_start) == ([], True)
    events, origin = chain(timeline, "a1", MIGHT)
    assert (events, origin.from_start, origin.building) == ([], False, None)


def test_cubes_are_part_of_the_chain():
    start = position("""
        player Red: hand cc, at Reason Reason
        player White:
        Might | Faith | Reason
        h .   | h .   | h .
        """)
    timeline = Timeline.of(played(start, populate("a1")))
    events, origin = chain(timeline, "a1", REASON)
    assert (events, origin.from_start) == (["CubePlaced"], True)


def test_c4_c5_a_shrunk_building_and_its_lost_squares():
    timeline = timeline_of(LESSON)
    # In the first move Wim's castle at e7 shrinks to a keep at f7, in all ages.
    last = timeline.moves[0].last
    for age, word in zip(AGES, ("BuildingShrunk", "ShadowReplaced", "ShadowReplaced"), strict=True):
        kept, origin = chain(timeline, "f7", age, last)
        assert kept[0] == "BuildingBuilt"  # the hamlet that joined the domains
        assert "ConflictFound" in kept
        assert kept[-1] == word
        assert origin.from_start
        lost, origin = chain(timeline, "e7", age, last)
        assert lost == kept
        assert origin.building is None


def test_refusals_are_sentences():
    provenance = Provenance(timeline_of(LESSON))
    with pytest.raises(KhronosError, match="there are 79 frames, no number 79"):
        provenance.of(0, MIGHT, 79)
    with pytest.raises(KhronosError, match="square 16 is not on the map"):
        provenance.of(16, MIGHT)


# ------------------------------------------------------------------ against a scan of all states


def naive_chain(timeline, age, sq, index):
    """The same by walking back over every event and looking at the boards before and after."""
    steps, states = set(), [timeline.state_at(number) for number in range(index + 1)]
    while index > 0:
        before, after = states[index - 1].boards[age].at(sq), states[index].boards[age].at(sq)
        if before == after:
            index -= 1
            continue
        frame = timeline[index]
        event = frame.event
        steps.add(frame.index)
        cubes_only = before is not None and after is not None and before[:4] == after[:4]
        index -= 1
        if cubes_only and not hasattr(event, "old"):
            continue
        steps |= {cause.step for cause in frame.causes}
        if before is None and after is not None:
            upgrades = [c for c in frame.causes if isinstance(c.entry.event, e.BuildingUpgraded)]
            if hasattr(event, "old"):
                sq = event.old.square
            elif isinstance(event, e.ShadowCast) and upgrades:
                cause = upgrades[0]
                age, sq, index = cause.entry.event.age, cause.entry.event.old.square, cause.step - 1
            else:
                return sorted(steps), False
        elif after is not None:
            sq = event.old.square
    return sorted(steps), states[0].boards[age].at(sq) is not None


def check(timeline, rng, samples):
    provenance = Provenance(timeline)
    area = list(bits(timeline.start.grid.area))
    busy = [
        (age, sq)
        for frame in timeline
        if frame.event is not None and frame.event.touched
        for age in AGES
        for sq in bits(frame.event.touched)
    ]
    for _ in range(samples):
        age, sq = (
            rng.choice(busy)
            if busy and rng.random() < 0.9
            else (rng.choice(AGES), rng.choice(area))
        )
        index = rng.randrange(len(timeline))
        origin = provenance.of(sq, age, index)
        assert origin.building == timeline.state_at(index).boards[age].at(sq)
        found = [link.step for link in origin.links], origin.from_start
        assert found == naive_chain(timeline, age, sq, index), origin
        for link in origin.links:
            assert timeline[link.step].caption == link.caption


@files
def test_chains_in_shipped_games_are_those_of_a_scan(path):
    check(timeline_of(path), Random(path.name), 12)


@settings(max_examples=6)
@given(st.integers(0, 99), st.sampled_from(RULES))
def test_chains_in_random_games_are_those_of_a_scan(seed, rules):
    _, steps = random_game(seed, 3, rules)
    check(Timeline.of(steps), Random(seed), 12)
