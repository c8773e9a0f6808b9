"""Written and read, a game is the same game; written again, the same bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import GameState, map_names
from khronos_lab.engine import generate_map, new_game
from khronos_lab.records import GameRecord, Line, read_record, record_text, steps_of
from khronos_lab.rulebook import KhronosError
from tests.properties import starts
from tests.records.random_games import annotate, play_on
from tests.support import position, rule_sets

RULES = rule_sets()
BY_HAND = {
    key: value
    for key, value in vars(starts).items()
    if key.isupper() and isinstance(value, GameState)
}


def assert_same(record: GameRecord) -> GameRecord:
    text = record_text(record)
    again = read_record(text, "a.khr")
    assert record_text(again) == text
    assert again.start == record.start
    assert again.line == record.line
    assert final(again) == final(record)
    assert final(again).chance == final(record).chance
    return again


def final(record: GameRecord) -> GameState:
    state = record.start
    for step in steps_of(record):
        state = step.after
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", RULES)
def test_whole_games(players, rules):
    for seed in range(3):
        start = new_game(players, f"{rules} {seed}", rules=RULES[rules])
        record = play_on(start, seed, Seed=f"{rules} {seed}")
        assert final(record).over
        again = assert_same(record)
        assert "Chance" not in record_text(again)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", RULES)
def test_annotated_games(players, rules):
    start = new_game(players, players, rules=RULES[rules])
    record = annotate(play_on(start, players), rules)
    again = assert_same(record)
    assert again.tags["Event"] == record.tags["Event"]
    assert again.tags["Zz_9"] == record.tags["Zz_9"]


@pytest.mark.parametrize("start", BY_HAND)
def test_games_from_positions_made_by_hand(start):
    for seed in range(3):
        record = annotate(play_on(BY_HAND[start], seed, 40), seed)
        assert "\n[Position " in record_text(assert_same(record))


def test_games_that_go_on_from_the_middle():
    whole = play_on(new_game(3, 5), 5)
    for number, step in enumerate(steps_of(whole)):
        if number % 13 == 4 and not step.before.over:
            assert_same(play_on(step.before, number, 12))


@pytest.mark.parametrize("name", map_names())
def test_a_shipped_map_is_named(name):
    record = play_on(new_game(2, 1, grid=name), 1, 20)
    assert f'[Map "{name}"]' in record_text(assert_same(record))


def test_a_generated_map_stands_in_the_record():
    record = play_on(new_game(2, 1, grid=generate_map(3)), 1, 30)
    assert '[Map "\n' in record_text(assert_same(record))


def test_a_small_map_needs_a_position():
    state = position("""
        players Red: hand mmrc; White: hand mmrc
        Might   | Faith   | Reason
        h . .   | h . .   | h . .
        . . .   | . . .   | . . .
        """)
    assert '[Position "\n' in record_text(assert_same(play_on(state, 1, 10)))


def test_the_generator_is_told_where_no_seed_tells_it():
    record = play_on(new_game(2, 8), 8)
    assert "\n[Chance " in record_text(assert_same(record))
    told = play_on(new_game(2, 8), 8, Seed="8")
    assert "\n[Chance " not in record_text(assert_same(told))
    wrong = play_on(new_game(2, 8), 8, Seed="9")
    assert "\n[Chance " in record_text(assert_same(wrong))


ODD_LETTERS = st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Co", "Cn"))
NAMES = st.lists(
    st.text(ODD_LETTERS, max_size=9).filter(lambda name: name.strip() and name.isprintable()),
    min_size=2,
    max_size=5,
    unique=True,
)


@given(NAMES, st.booleans())
def test_odd_names(names, by_position):
    start = new_game(names, 1)
    if by_position:
        start = start._replace(players=(start.players[0]._replace(coins=9), *start.players[1:]))
    assert assert_same(play_on(start, 1, 8)).names == tuple(names)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_odd_comments_and_tags(comment, before, tag):
    record = play_on(new_game(2, 1), 1, 3)
    nodes = (record.line.nodes[0]._replace(comment=comment), *record.line.nodes[1:])
    record = replace(record, line=Line(nodes, before), tags={"Site": tag})
    text = record_text(record)
    again = read_record(text)
    assert record_text(again) == text
    if tag.isprintable() and comment.isprintable():
        assert again.tags["Site"] == tag
        assert again.line.nodes[0].comment == comment


@pytest.mark.parametrize(
    ("tags", "word"), [({"No tag!": "x"}, "name"), ({"Site": "x" * 20_001}, "20,000")]
)
def test_what_could_not_be_read_again_is_not_written(tags, word):
    with pytest.raises(KhronosError, match=word):
        record_text(GameRecord(tags, new_game(2, 1)))


def test_the_tags_of_a_game_are_those_of_its_start():
    record = GameRecord({"Khronos": "7", "Player1": "Eve", "Map": "x", "Deal": "?"}, new_game(2, 1))
    assert record_text(record).startswith('[Khronos "2"]\n[Player1 "Black"]\n')
    assert_same(record)
