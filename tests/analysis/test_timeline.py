"""Frames: the states that a replay gives, the steps that the tables give, and ways through them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.analysis import Stop, Timeline, tables_of
from khronos_lab.core import events as e
from khronos_lab.core import evolve
from khronos_lab.export import without_hands
from khronos_lab.records import GameRecord, read_record, steps_of
from khronos_lab.rulebook import AGES, KhronosError, data_file
from tests.analysis.games import RULES, random_game

FILES = sorted(data_file("games").glob("*.khr"))
LESSON = next(path for path in FILES if "lesson" in path.name)


@lru_cache(maxsize=16)
def record_of(path: Path) -> GameRecord:
    return read_record(path.read_text("utf-8"), path.name)


@lru_cache(maxsize=16)
def timeline_of(path: Path) -> Timeline:
    return Timeline.of(record_of(path))


def files(function):
    return pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)(function)


# ------------------------------------------------------------------ frames are the game


@files
def test_folding_gives_the_states_of_the_replay(path):
    timeline = timeline_of(path)
    steps = list(steps_of(record_of(path)))
    state, index = timeline.start, 0
    assert timeline[0].state is record_of(path).start
    for step, span in zip(steps, timeline.moves, strict=True):
        for entry in step.log:
            index += 1
            state = evolve(state, entry.event)
            assert timeline.state_at(index) == state
        assert timeline[index].state == step.after
        assert (span.before, span.node, span.action) == (
            step.before, step.node, step.node.move.action,
        )  # fmt: skip
    assert len(timeline) == index + 1


@files
def test_frames_have_the_steps_moves_turns_rounds_and_causes_of_the_tables(path):
    timeline = timeline_of(path)
    tables = tables_of([record_of(path)])
    events, turns = tables.events, tables.turns
    ends = [timeline[index] for index in timeline.stops("turn")[1:]]
    expected = turns.filter(turns["ended"]).select("turn", "seat", "round", "coins_after").rows()
    assert [(f.turn, f.seat, f.round, f.coins[f.seat]) for f in ends] == expected
    assert timeline[0].index == 0
    assert timeline[0].move is None
    rows = events.select("step", "move", "cause", "turn", "round", "event", "clause").rows()
    assert len(rows) == len(timeline) - 1
    for frame, row in zip(list(timeline)[1:], rows, strict=True):
        cause = frame.causes[-1].step if frame.causes else None
        clause = None if frame.event is None else frame.event.clause
        word = type(frame.event).__name__
        assert (frame.index, frame.move, cause, frame.turn, frame.round, word, clause) == row
        assert timeline[row[0]].entry is frame.entry


@files
def test_any_frame_is_the_one_that_iterating_gives_with_the_coins_of_the_curves(path):
    timeline = timeline_of(path)
    frames = list(timeline)
    rng = Random(path.name)
    for index in rng.sample(range(len(timeline)), 40):
        assert timeline[index] == frames[index]
        assert timeline[index - len(timeline)] == frames[index]
    assert [frame.index for frame in frames] == list(range(len(timeline)))
    assert list(zip(*timeline.coins, strict=True)) == [frame.coins for frame in timeline]


@settings(max_examples=10)
@given(st.integers(0, 999), st.integers(2, 5), st.sampled_from(RULES))
def test_random_games_fold_too(seed, players, rules):
    start, steps = random_game(seed, players, rules)
    timeline = Timeline.of(steps)
    assert timeline.start is start
    frames = list(timeline)
    assert len(frames) == 1 + sum(len(log) for *_, log in steps)
    ends = [frame for frame in frames if frame.last_of_move][1:]
    assert [frame.state for frame in ends] == [after for _, _, after, _ in steps]
    for span in timeline.moves:
        state = timeline.state_at(span.last - 1)
        assert evolve(state, span.log[-1].event) == span.after
    index = Random(seed).randrange(len(frames))
    assert timeline[index] == frames[index]
    assert sum(t.collected for t in timeline.taxations) == sum(
        frame.event.amount for frame in frames if isinstance(frame.event, e.TaxCollected)
    )


def test_cause_chains_lead_to_the_first_cause():
    timeline = timeline_of(LESSON)
    longest = max(timeline, key=lambda frame: len(frame.causes))
    assert len(longest.causes) >= 4
    assert longest.entry is not None
    assert longest.causes[0].entry.cause is None
    span = longest.span
    assert span is not None
    for cause, effect in zip(longest.causes, [*longest.causes[1:], None], strict=True):
        entry = longest.entry if effect is None else effect.entry
        assert entry.cause == cause.step - span.first
        assert timeline[cause.step].entry is cause.entry


def test_a_frame_says_what_happened_in_words():
    timeline = timeline_of(LESSON)
    assert timeline[0].caption == ""
    assert timeline[1].caption == "Ruth plays 1 card (c) in Might (A1)."
    node = timeline[1].node
    assert node is not None
    assert node.text.startswith("M+c1d8")


# ------------------------------------------------------------------ stops


@files
def test_going_on_and_back_visits_every_stop(path):
    timeline = timeline_of(path)
    for stop in get_args(Stop):
        visited = [-1]
        while (found := timeline.next(visited[-1], stop)) is not None:
            visited.append(found)
        assert tuple(visited[1:]) == timeline.stops(stop)
        back = [len(timeline)]
        while (found := timeline.previous(back[-1], stop)) is not None:
            back.append(found)
        assert back[:0:-1] == visited[1:]


def test_stops_are_the_frames_of_their_events():
    events: dict[Stop, tuple[type[e.Event], ...]] = {
        "blocked": (e.ShadowBlocked, e.ShadowMissing),
        "join": (e.DomainsJoined,),
        "split": (e.DomainSplit,),
        "conflict": (e.ConflictFound,),
        "shrink": (e.BuildingShrunk, e.BuildingDestroyed),
    }
    found = 0
    for timeline in map(timeline_of, FILES):
        for stop, types in events.items():
            expected = [frame.index for frame in timeline if isinstance(frame.event, types)]
            assert list(timeline.stops(stop)) == expected
            found += len(expected)
        gone = [f for f in timeline if isinstance(f.event, e.BuildingErased | e.HamletCovered)]
        # B6: a building or a cube is lost; a printed hamlet without cubes was nobody's.
        covered = [
            f.index for f in gone if type(f.event) is e.HamletCovered and not f.event.building.cubes
        ]
        assert list(timeline.stops("covered")) == covered
        assert list(timeline.stops("paradox")) == [f.index for f in gone if f.index not in covered]
    assert found > 50


@files
def test_tax_stops_are_the_last_taxes_of_each_turn(path):
    timeline = timeline_of(path)
    taxed = [f for f in timeline if isinstance(f.event, e.TaxCollected | e.TaxMissed)]
    last = {frame.turn: frame.index for frame in taxed}
    assert list(timeline.stops("tax")) == list(last.values())
    assert {taxation.round for taxation in timeline.taxations} <= {4, 7}
    for taxation in timeline.taxations:
        mine = [f for f in taxed if taxation.first <= f.index <= taxation.last]
        paid = sum(f.event.amount for f in mine if isinstance(f.event, e.TaxCollected))
        assert (paid, {f.seat for f in mine}) == (taxation.collected, {taxation.seat})


def test_from_inside_a_move_back_leads_to_what_was_before_it():
    timeline = timeline_of(LESSON)
    span = timeline.moves[1]
    inside = span.first + 1
    assert timeline.previous(inside, "move") == timeline.moves[0].last
    assert timeline.next(inside, "move") == span.last
    assert timeline.next(span.last, "move") == timeline.moves[2].last
    assert timeline.previous(timeline.moves[0].first, "move") == 0
    assert timeline.previous(0, "move") is None
    assert timeline.next(len(timeline) - 1, "turn") is None


def test_refusals_are_sentences():
    timeline = timeline_of(LESSON)
    with pytest.raises(KhronosError, match="steps 0 to 78; there is no step 79"):
        timeline[79]
    with pytest.raises(KhronosError, match="there is no stop 'moves'"):
        timeline.next(0, "moves")  # type: ignore[arg-type]
    with pytest.raises(KhronosError, match="needs its first position"):
        Timeline.of([])
    with pytest.raises(KhronosError, match="move 1 has 1 variations, so there is no 1"):
        timeline.variation(1, 1)


def test_a_game_without_moves_is_one_frame():
    start = record_of(LESSON).start
    timeline = Timeline.of([], start=start)
    assert len(timeline) == 1
    assert [frame.state for frame in timeline] == [start]
    assert timeline.coins == ((4,), (4,))
    assert timeline.next(0, "effect") is None


# ------------------------------------------------------------------ variations


def test_a_variation_begins_before_the_move_it_replaces():
    timeline = timeline_of(LESSON)
    node = timeline.moves[1].node
    assert node is not None
    variation = timeline.variation(1)
    assert variation.start is timeline.moves[1].before
    assert variation.moves[0].node is node.variations[0].nodes[0]
    assert variation.stops("blocked")


def test_turns_of_a_variation_count_on():
    timeline = timeline_of(LESSON)
    (span,) = [each for each in timeline.moves if each.node and each.node.variations][2:]
    variation = timeline.variation(span.number)
    assert span.turn == 2
    assert [frame.turn for frame in variation] == [2] * len(variation)
    inner = variation.variation(0)
    assert inner.start is span.before
    assert inner.stops("blocked") == variation.stops("blocked")


# ------------------------------------------------------------------ squares to highlight


@files
def test_marks_agree_with_what_changed_on_the_boards(path):
    before = None
    for frame in timeline_of(path):
        if before is not None and frame.event is not None and frame.event.changes:
            for age in AGES:
                old, new = before.boards[age], frame.state.boards[age]
                marks = frame.marks[age]
                assert (new.occupied & ~old.occupied) & ~marks.new == 0
                assert (old.occupied & ~new.occupied) & ~marks.gone == 0
                if old != new:
                    assert marks.new | marks.gone | marks.touched
                else:
                    assert not marks.new | marks.gone | marks.touched
        before = frame.state


CARDS = {"CardsDrawn", "CardsDiscarded", "PileRenewed"}


@pytest.mark.parametrize("path", FILES[::2], ids=lambda path: path.stem)
def test_hidden_hands_change_no_frame_but_for_the_cards(path):
    record = record_of(path)
    known, hidden = Timeline.of(record), Timeline.of(without_hands(record))
    assert len(known) == len(hidden)
    for one, other in zip(known, hidden, strict=True):
        assert one.state.boards == other.state.boards
        assert one.coins == other.coins
        assert type(one.event) is type(other.event)
        assert (one.index, one.move, one.turn, one.round) == (
            other.index, other.move, other.turn, other.round,
        )  # fmt: skip
        if type(one.event).__name__ not in CARDS:
            assert (one.caption, one.marks) == (other.caption, other.marks)
