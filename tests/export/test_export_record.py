from __future__ import annotations

import re
from dataclasses import replace

import pytest

from khronos_lab.export import some_turns, without_hands
from khronos_lab.records import (
    GameRecord,
    read_games,
    read_record,
    record_text,
    steps_of,
    table_digest,
)
from khronos_lab.rulebook import KhronosError, data_file

GAMES = sorted(data_file("games").glob("*.khr"))


def record_of(start: str) -> GameRecord:
    path = next(path for path in GAMES if path.name.startswith(start))
    return next(iter(read_games(path)))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("wanted", "labels"),
    [
        ("1", ["1.G"]),
        ("3-5", ["1.I", "1.F", "2.G"]),
        ("4.F", ["4.F"]),
        (" 4.F - 5.G ", ["4.F", "5.G"]),
        ("28", ["7.F"]),
    ],
)
def test_some_turns_are_a_record_of_their_own(wanted, labels):
    whole = record_of("03")
    part = some_turns(whole, wanted)
    assert list(dict.fromkeys(node.label for node in part.line.nodes)) == labels
    kept = [node for node in whole.line.nodes if node.label in labels]
    assert list(part.line.nodes) == kept
    before = next(step.before for step in steps_of(whole) if step.node.label == labels[0])
    assert part.start == before
    again = read_record(record_text(part))
    assert again.line == part.line
    assert table_digest(again.start) == table_digest(before)


def test_all_turns_are_the_record_itself():
    whole = record_of("03")
    assert some_turns(whole, "1-28") is whole


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("29", r"no turn '29'; turns are 1 to 28, or 1\.G to 7\.F"),
        ("0", "no turn '0'"),
        ("", "no turn ''"),
        ("3-", "no turn ''"),
        ("5-3", "turn 3 comes before turn 5"),
        ("8.G", "no turn '8.G'"),
    ],
)
def test_turns_that_are_not_there_are_refused(wanted, said):
    with pytest.raises(KhronosError, match=said):
        some_turns(record_of("03"), wanted)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_without_hands_a_record_tells_the_same_table(path):
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    hidden = without_hands(record)
    for one, other in zip(steps_of(record), steps_of(hidden), strict=True):
        assert table_digest(one.after) == table_digest(other.after)
        assert one.node.comment == other.node.comment
        assert one.node.digest == other.node.digest
        assert len(one.node.variations) == len(other.node.variations)
    text = record_text(hidden)
    assert record_text(read_record(text)) == text


def without_comments(text: str) -> str:
    return re.sub(r"\{[^}]*\}", "", text)


def test_without_hands_no_card_is_told_that_was_not_played():
    record = record_of("03")
    hidden = without_hands(record)
    moves = without_comments(record_text(hidden))
    assert re.findall(r">[mrc]+", without_comments(record_text(record)))
    assert re.findall(r">[mrc]+", moves) == []
    assert '[Deal "**** **** **** ****"]' in moves
    assert "Seed" not in moves
    assert hidden.start.chance == 0
    assert all(player.hand == (0, 0, 0) for player in hidden.start.players)


def test_what_is_said_before_the_first_move_stays_with_the_first_turn_only():
    whole = record_of("03")
    told = replace(whole, line=replace(whole.line, comment="Four friends."))
    said = [some_turns(told, wanted).line.comment for wanted in ("1", "1-2", "2", "3-4")]
    assert said == ["Four friends.", "Four friends.", "", ""]
