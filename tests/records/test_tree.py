"""Editing the tree of a record: what is played, said, deleted and turned round, and read again."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import EndTurn, Travel
from khronos_lab.engine import new_game, play_through
from khronos_lab.records import MARKS, GameRecord, Line, read_record, record_text, steps_of, tree
from khronos_lab.rulebook import Age, IllegalAction, KhronosError
from tests.records.random_games import ODD_TEXTS, any_action, any_option
from tests.records.sample_games import played as sample

TO_FAITH = Travel(Age.MIGHT, Age.FAITH)
TO_REASON = Travel(Age.MIGHT, Age.REASON)


def game(turns: int = 4) -> GameRecord:
    """A game in which nobody does anything."""
    empty = GameRecord({}, new_game(["Ann", "Ben"], seed=7))
    return tree.played(empty, (), 0, [EndTurn()] * turns).record


def texts(record: GameRecord, branches: tree.Branches = ()) -> str:
    return " ".join(node.text for node in tree.nodes_of(record, branches))


def same_again(record: GameRecord) -> None:
    again = read_record(record_text(record))
    assert again.line == record.line
    assert record_text(again) == record_text(record)
    for branches in tree.all_lines(again):
        list(steps_of(again, Line(tree.nodes_of(again, branches))))


# ------------------------------------------------------------------ playing


def test_another_move_becomes_a_variation():
    record = game()
    place = tree.played(record, (), 1, [TO_FAITH, EndTurn()])
    assert (place.branches, place.moves) == (((1, 0),), 3)
    assert texts(place.record) == texts(record)
    assert [node.label for node in tree.line_of(place.record, ((1, 0),)).nodes] == ["1.B", "1.B"]
    same_again(place.record)


def test_a_move_that_is_on_record_is_followed():
    record = tree.played(game(), (), 1, [TO_FAITH, EndTurn()]).record
    again = tree.played(record, (), 1, [TO_FAITH, EndTurn(), EndTurn()])
    assert again.branches == ((1, 0),)
    assert len(tree.line_of(again.record, ((1, 0),)).nodes) == 3
    assert tree.played(record, (), 1, [EndTurn()]) == tree.Place(record, (), 2)


def test_at_the_first_move_of_a_variation_others_are_its_sisters():
    record = tree.played(game(), (), 1, [TO_FAITH, EndTurn()]).record
    sister = tree.played(record, ((1, 0),), 1, [TO_REASON])
    assert sister.branches == ((1, 1),)
    assert tree.played(record, ((1, 0),), 1, [EndTurn()]) == tree.Place(record, (), 2)
    assert tree.played(record, ((1, 0),), 1, [TO_FAITH]).branches == ((1, 0),)


def test_variations_are_nested():
    record = tree.played(game(), (), 1, [TO_FAITH, EndTurn()]).record
    inner = tree.played(record, ((1, 0),), 2, [TO_REASON, EndTurn()])
    assert inner.branches == ((1, 0), (2, 0))
    assert texts(inner.record, inner.branches).split()[1:3] == ["M>F", "M>R"]
    assert list(tree.all_lines(inner.record)) == [(), ((1, 0),), ((1, 0), (2, 0))]
    same_again(inner.record)


def test_an_illegal_move_changes_nothing_and_tells_the_clause():
    with pytest.raises(IllegalAction, match="T4"):
        tree.played(game(), (), 1, [Travel(Age.REASON, Age.FAITH)])


def test_places_that_do_not_exist_are_refused():
    record = tree.played(game(), (), 1, [TO_FAITH]).record
    for branches, count in (((), 5), ((), -1), (((1, 1),), 1), (((9, 0),), 9), (((1, 0),), 3)):
        with pytest.raises(KhronosError, match=r"this line has|variations"):
            tree.played(record, branches, count, [EndTurn()])


# ------------------------------------------------------------------ words


def branched() -> GameRecord:
    record = tree.played(game(), (), 1, [TO_FAITH, EndTurn()]).record
    return tree.played(record, ((1, 0),), 2, [TO_REASON, EndTurn()]).record


@pytest.mark.parametrize("odd", ODD_TEXTS)
def test_names_remarks_and_comments_come_back(odd):
    record = branched()
    record = tree.named(record, ((1, 0),), odd)
    record = tree.introduced(record, ((1, 0),), f"{tree.name_of(record, ((1, 0),))}\n{odd}")
    record = tree.named(record, ((1, 0), (2, 0)), odd)
    record = tree.commented(record, ((1, 0),), 2, odd)
    record = tree.introduced(record, (), odd)
    same_again(record)
    again = read_record(record_text(record))
    assert tree.name_of(again, ((1, 0),)) == " ".join(odd.split())
    assert tree.remark_of(again, ((1, 0),)) == odd
    assert tree.remark_of(again, ((1, 0), (2, 0))) == ""
    assert tree.remark_of(again, ()) == odd


def test_what_cannot_be_said_is_refused():
    with pytest.raises(KhronosError, match="marks are"):
        tree.marked(game(), (), 0, "!!!")
    with pytest.raises(KhronosError, match="Event"):
        tree.named(game(), (), "x")
    with pytest.raises(KhronosError, match="20,000 characters"):
        tree.commented(game(), (), 0, "x" * 20_001)
    with pytest.raises(KhronosError, match="and no move 4"):
        tree.commented(game(), (), 4, "x")


# ------------------------------------------------------------------ deleting and promoting


def test_a_variation_goes_with_all_that_hangs_on_it():
    assert tree.without(branched(), ((1, 0),)) == game()
    assert list(tree.all_lines(tree.without(branched(), ((1, 0), (2, 0))))) == [(), ((1, 0),)]
    with pytest.raises(KhronosError, match="cut it"):
        tree.without(game(), ())


def test_a_line_is_cut_after_a_move():
    record = tree.cut(branched(), ((1, 0),), 2)
    assert list(tree.all_lines(record)) == [(), ((1, 0),)]
    assert len(tree.nodes_of(record, ((1, 0),))) == 2
    assert tree.cut(branched(), (), 1) == game(1)
    with pytest.raises(KhronosError, match="delete it"):
        tree.cut(branched(), ((1, 0),), 1)


def test_a_promoted_variation_changes_places_with_its_line():
    record = tree.named(branched(), ((1, 0),), "To Faith")
    record = tree.played(record, (), 1, [TO_REASON]).record
    place = tree.promoted(record, ((1, 0),))
    assert (place.branches, place.moves) == ((), 1)
    assert texts(place.record) == texts(record, ((1, 0),))
    assert texts(place.record, ((1, 0),)) == texts(record)
    assert texts(place.record, ((1, 1),)) == texts(record, ((1, 1),))
    assert place.record.line.nodes[1].comment == "To Faith"
    assert texts(place.record, ((2, 0),)) == texts(record, ((1, 0), (2, 0)))
    same_again(place.record)


# ------------------------------------------------------------------ anything, in any order


@given(seed=st.integers(0, 10**6), edits=st.integers(1, 12))
def test_any_edits_give_a_record_that_comes_back(seed, edits):
    rng = Random(seed)
    record = sample(seed % 3, 10)
    for _ in range(edits):
        record = edited(record, rng)
        lines = list(tree.all_lines(record))
        assert len(set(lines)) == len(lines)
    same_again(record)


def edited(record: GameRecord, rng: Random) -> GameRecord:
    branches = rng.choice(list(tree.all_lines(record)))
    nodes = tree.nodes_of(record, branches)
    count = rng.randint(0, len(nodes))
    moves_before = texts(record, branches)
    match rng.randrange(8):
        case 0 | 1 | 2:
            return grow(record, branches, count, rng)
        case 3 if nodes:
            return tree.commented(
                record, branches, rng.randrange(len(nodes)), rng.choice(ODD_TEXTS)
            )
        case 4 if nodes:
            return tree.marked(record, branches, rng.randrange(len(nodes)), rng.choice(MARKS))
        case 5 if branches:
            name = " ".join(rng.choice(ODD_TEXTS).split())
            return tree.introduced(record, branches, f"{name}\n{rng.choice(ODD_TEXTS)}")
        case 6 if branches:
            place = tree.promoted(record, branches)
            assert texts(place.record, place.branches) == moves_before
            return place.record
        case 7 if branches and rng.random() < 0.5:
            return tree.without(record, branches)
    return record


def grow(record: GameRecord, branches: tree.Branches, count: int, rng: Random) -> GameRecord:
    state = tree.state_at(record, branches, count)
    moves, now = [], state
    for _ in range(rng.randint(1, 3)):
        if not now.over:
            move, outcome = play_through(now, any_action(now, rng), any_option(rng))
            moves.append(move)
            now = outcome.state
    place = tree.played(record, branches, count, moves, state)
    assert place.moves == count + len(moves)
    assert tree.state_at(place.record, place.branches, place.moves) == now
    return place.record
