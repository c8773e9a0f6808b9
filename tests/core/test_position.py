"""Positions as text: written and read again, a state is the same, whatever is in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_lab.core import (
    GameState,
    boards_text,
    player_marks,
    position_text,
    read_position,
    usual_cubes,
    usual_pile,
    usual_supply,
)
from khronos_lab.engine import new_game
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS, Edition, RuleSet
from tests.support import position, rule_sets

RULES = rule_sets()


def assert_same_again(state: GameState) -> None:
    text = position_text(state)
    again = read_position(text)
    assert again == state, f"read again, this is another position:\n{text}"
    assert position_text(again) == text
    assert hash(again) == hash(state)


# ------------------------------------------------------------------ what is written


EVERYTHING = """\
rules: first edition, hold'em, ruins respect domains, erased tiles return
turn: round 5, White acts, Green starts, exchanged, swapped, acted
purses: Might 0 Faith 2 or Might 1 Faith 1
player Red: coins 5, hand mmc, at Might Faith
player White: coins 0, hand -, cubes 3, at Might Faith
player Green: coins 12, hand mrrc, at Reason Reason
pile: mmrrcc
discards: mmmc
open: mcc
supply: m 1 2 3, r 4 5 6, c 7 8 9
chance: 18446744073709551615

Might               | Faith               | Reason
m2R #   f   ^   .   | m2R #   f   ^   .   | m2%   #     f     ^     .
#   #   h   .   .   | #   #   h   .   r1W | #     #     h:G   .     .
c1  r1G .   ~   H   | c2  #   .   ~   H   | c2:RW #     .     ~     H
.   m1W .   ~   .   | #   #   .   ~   .   | #     #     .     ~     .
"""


def test_a_position_is_written_as_it_was_typed():
    assert position_text(read_position(EVERYTHING)) == EVERYTHING


def test_everything_in_a_position_is_understood():
    state = read_position(EVERYTHING)
    assert state.rules == RuleSet(
        Edition.FIRST, holdem=True, ruins_respect_domains=True, erased_tiles_return=True
    )
    assert (state.round, state.seat, state.start, state.over) == (5, 1, 2, False)
    assert state.turn.exchanged
    assert state.turn.swapped
    assert state.turn.acted
    assert state.turn.purses == (((MIGHT, 0), (FAITH, 2)), ((MIGHT, 1), (FAITH, 1)))
    assert [player.coins for player in state.players] == [5, 0, 12]
    assert [player.hand for player in state.players] == [(2, 0, 1), (0, 0, 0), (1, 2, 1)]
    assert [player.cubes for player in state.players] == [22, 3, 23]
    assert state.players[2].adventurers == (REASON, REASON)
    assert (state.pile, state.discards, state.open_cards) == ((2, 2, 2), (3, 0, 1), (1, 0, 2))
    assert state.supply == ((0, 1, 2, 3), (0, 4, 5, 6), (0, 7, 8, 9))
    assert state.chance == 2**64 - 1
    reason = [tuple(each)[:6] for each in state.boards[REASON]]
    assert reason == [
        (MILITARY, 2, 0, None, True, ()),
        (CIVIL, 1, 19, None, False, (2,)),
        (CIVIL, 2, 34, None, False, (0, 1)),
        (CIVIL, 1, 38, None, False, ()),
    ]
    faith = [tuple(each)[:4] for each in state.boards[FAITH]]
    assert (RELIGIOUS, 1, 21, 1) in faith
    assert state.grid.forest.bit_count() == 2
    assert state.grid.mountain.bit_count() == 1
    assert state.grid.river.bit_count() == 2


def test_what_is_left_out_is_as_usual():
    state = position("""
        Might
        .  h  .
    """)
    assert state.names == ("Black", "White")
    assert [player.coins for player in state.players] == [4, 4]
    assert all(player.adventurers == (MIGHT, MIGHT) for player in state.players)
    assert (state.round, state.seat, state.start, state.chance) == (1, 0, 0, 0)
    assert state.rules == RuleSet()
    assert state.pile == (18, 18, 19)
    assert [each.printed for board in state.boards for each in board] == [True] * 3
    assert_same_again(state)


def test_tiles_cubes_and_cards_elsewhere_are_taken_from_the_usual():
    state = position("""
        player Red: hand mmc
        player White:
        discards: rrr
        Might          | Faith          | Reason
        m2R #   .   h  | m2R #   .   h  | m2% #   .   h:R
        #   #   r1W .  | #   #   .   .  | #   #   .   .
    """)
    assert state.supply == ((0, 20, 21, 9), (0, 19, 20, 9), (0, 20, 24, 9))
    assert state.supply == usual_supply(state.boards)
    assert [usual_cubes(state.boards, seat) for seat in (0, 1)] == [22, 24]
    assert state.pile == usual_pile(state.rules, [(2, 0, 1), (0, 3, 0)]) == (16, 15, 18)


def test_terrain_under_buildings_is_told_by_a_map():
    state = position("""
        player Red:
        player White:
        Map     | Might       | Faith       | Reason
        f  ~  ^ | c2  #   ^   | c2  #   ^   | c2:W #   ^
        H  .  . | #   #   m1R | #   #   .   | #   #   .
    """)
    assert boards_text(state).startswith("Map")
    assert_same_again(state)


def test_terrain_that_shows_somewhere_needs_no_map():
    state = position("""
        player Red:
        player White:
        Might       | Faith       | Reason
        c2  #   m1R | f   ~   ^   | f   ~   ^
        #   #   .   | h   .   .   | h   .   .
    """)
    assert not boards_text(state).startswith("Map")
    assert_same_again(state)


def test_labels_spaces_comments_and_the_order_of_boards_do_not_matter():
    plain = position("""
        Might | Faith | Reason
        . h .  | . h . | . h .
        m1B . . | . . c1 | . . .
    """)
    labelled = position("""
        // a comment

        Reason    a  b  c
          1   .   h  .
          2   .   .  .

        Faith a b c
        1     . h .
        2     .     .    c1
        // another
        might   a b c
        1 .   h .
        2 m1B . .
    """)
    assert labelled == plain


def test_wide_boards_have_labels_and_narrow_ones_stand_beside_each_other():
    wide = boards_text(new_game(2, seed=1))
    assert wide.splitlines()[0].split() == ["Might", *"abcdefghijklmnop"]
    assert wide.splitlines()[20].split()[0] == "20"
    assert wide.count("\n\n") == 2
    assert "|" not in wide
    narrow = boards_text(position("Might\n. h"))
    assert narrow.splitlines() == ["Might | Faith | Reason", ". h   | . h   | . h"]


# Every state of a watched game is written and read again: tests/properties/checks.py.
# ------------------------------------------------------------------ names

NAMES = [
    ("Ann", "Ben"),
    ("Ann", "Anton"),
    ('Joe "the fox"', "x"),
    ("a, b", "c, d"),
    ("a|b", "||"),
    ("<b>bold</b>", "&amp;<script>"),
    ("Ålice", "Élan"),
    ("line\nbreak", "tab\tstop"),
    ("\u2028", "\x85"),
    (" lead", "#"),
    ("Might", "Map"),
    ("acts", "starts acts"),
    ("1", "2"),
    ("Ann ", "Ben"),
    ("ßeta", "round"),
    ("x" * 60, "y" * 60),
]

MARKED = """
    turn: round 2, Bb acts, Bb starts
    player Aa: at Might Faith
    player Bb: hand m
    Might       | Faith       | Reason
    m2A #   h   | m2A #   h   | m2%  #    h:B
    #   #   m1B | #   #   r1B | #    #    .
"""


def renamed(state: GameState, names: tuple[str, ...]) -> GameState:
    players = zip(state.players, names, strict=True)
    return state._replace(players=tuple(player._replace(name=name) for player, name in players))


@pytest.mark.parametrize("names", NAMES, ids=ascii)
def test_odd_names_come_back(names):
    state = renamed(position(MARKED), names)
    assert_same_again(state)
    assert read_position(position_text(state)).names == names


@settings(max_examples=200)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=2, unique=True))
def test_any_names_come_back(names):
    assert_same_again(renamed(position(MARKED), tuple(names)))


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (("Red", "White"), ("R", "W")),
        (("red", "white"), ("R", "W")),
        (("Ann", "Anton"), ("1", "2")),
        (("Ann", "anton"), ("1", "2")),
        (("Ann", "Ben", "Åsa"), ("1", "2", "3")),
        (("Ann", "5"), ("1", "2")),
        (("Ann", "Ben", "Cyd", "Dan", "Ben"), ("1", "2", "3", "4", "5")),
    ],
)
def test_marks_are_initials_or_numbers_of_seats(names, marks):
    assert player_marks(names) == marks
