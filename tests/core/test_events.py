"""Events: declared in one place, and `evolve` as the only one who writes."""

from __future__ import annotations

import pickle

import pytest

from khronos_lab.analysis import STOPS
from khronos_lab.core import EVENT_TYPES, GameState, evolve, position_text
from khronos_lab.core import events as e
from khronos_lab.drawing import MOVE_SORTS
from khronos_lab.engine import Outcome, play
from khronos_lab.questions import BIRTHS, FATES
from khronos_lab.rulebook import AGES, KINDS, RANKS, Kind, RuleSet
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


def portrait(state: GameState) -> tuple[object, ...]:
    """All that a state holds, copied out of it, what boards keep up about themselves included."""
    boards = tuple(
        (
            tuple(board.buildings.items()),
            board.occupied,
            tuple(sorted((key, mask) for key, mask in board.sites.items() if mask)),
            tuple((each.mask, each.anchors, each.tops, each.peers) for each in board.domains),
        )
        for board in state.boards
    )
    return (position_text(state), boards, tuple(state)[2:])


Pieces = tuple[dict[tuple[Kind, int], int], tuple[int, ...], tuple[int, ...]]


def pieces(state: GameState) -> Pieces:
    """Tiles, cubes and cards that there are, wherever they lie."""
    tiles = {(kind, rank): state.supply[kind][rank] for kind in KINDS for rank in RANKS}
    cubes = [player.cubes for player in state.players]
    for board in state.boards:
        for building in board:
            if not building.printed:
                tiles[building.kind, building.rank] += 1
            for seat in (*building.cubes, building.owner):
                if seat is not None:
                    cubes[seat] += 1
    hands = [player.hand for player in state.players]
    cards = map(sum, zip(state.pile, state.discards, state.open_cards, *hands, strict=True))
    return tiles, tuple(cubes), tuple(cards)


# ------------------------------------------------------------------ who writes


def test_every_change_changes_something_in_the_goldens():
    changed = set()
    for _, event, before, after in steps():
        if event.changes and before != after:
            changed.add(type(event))
        assert event.changes or after is before
    missing = [each.__name__ for each in EVENT_TYPES if each.changes and each not in changed]
    assert missing == []


# ------------------------------------------------------------------ the old state stays


def steps():
    """Every event of the goldens with the states before and after it."""
    for file in GAMES:
        for move in moves_of(file):
            state = move.before
            for entry in move.outcome.log:
                after = evolve(state, entry.event)
                yield file, entry.event, state, after
                state = after


@pytest.mark.parametrize("file", [file for file in GAMES if file != "valley_3_players"])
def test_the_old_state_never_changes(file):
    for move in moves_of(file):
        state = move.before
        for entry in move.outcome.log:
            before = portrait(state)
            after = evolve(state, entry.event)
            assert portrait(state) == before, entry
            state = after


@pytest.mark.parametrize("file", GAMES)
def test_playing_never_changes_the_old_state(file):
    for move in moves_of(file)[::5]:
        before, copy = portrait(move.before), pickle.loads(pickle.dumps(move.before))
        outcome = play(move.before, move.move)
        assert isinstance(outcome, Outcome)
        assert portrait(move.before) == before
        assert copy == move.before
        assert play(copy, move.move) == outcome


@pytest.mark.parametrize("file", GAMES)
def test_folding_the_changes_alone_gives_the_states_of_the_game(file):
    for move in moves_of(file):
        state = move.before
        for entry in move.outcome.log:
            if entry.event.changes:
                state = evolve(state, entry.event)
        assert state == move.outcome.state


def test_no_piece_is_lost_or_made():
    """Except in between: a hamlet's cubes go home and come back; and tiles out of the game (S3)."""
    for file in GAMES:
        for move in moves_of(file):
            tiles, *others = pieces(move.outcome.state)
            for entry in move.outcome.log:
                if isinstance(entry.event, e.BuildingErased) and entry.event.out_of_game:
                    tiles[entry.event.building[:2]] += 1
            assert (tiles, *others) == pieces(move.before), f"{file}: {move.move}"


def test_boards_kept_up_step_by_step_are_as_from_scratch():
    for _, event, _, after in steps():
        if event.changes:
            for age in AGES:
                board = after.boards[age]
                scratch = pickle.loads(pickle.dumps(board))
                assert board.domains == scratch.domains
                assert board.occupied == scratch.occupied
                assert {k: m for k, m in board.sites.items() if m} == dict(scratch.sites)
