"""JSON Lines: nothing is lost on the way there and back, and nothing bad comes in."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from khronos_lab.records.format.jsonl import json_text, read_json_record
from khronos_lab.records.format.reader import read_record
from khronos_lab.records.format.writer import record_text
from khronos_lab.records.game_files import BadGame, read_games, write_records
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.errors import RecordError
from tests.records.sample_games import ODD, annotated, played, texts_in

HEADER = {"khronos": 1, "tags": {"Player1": "Ann", "Player2": "Ben", "Deal": "mmmm rrrr"}}
FIRST_TURN = [
    {"turn": "1.A", "move": "M>F"},
    {"turn": "1.A", "move": ">rrcc"},
]


def lines(*objects):
    return "".join(f"{json.dumps(each)}\n" for each in objects)


def fault(text):
    with pytest.raises(RecordError) as caught:
        read_json_record(text, "games.jsonl")
    assert str(caught.value).startswith(f"games.jsonl, line {caught.value.line}, column ")
    return caught.value.line, caught.value.reason


@pytest.mark.parametrize(
    "record",
    [
        played(1),
        played(2, 10_000),
        played(3, 400, ("Ann", "Anton", "Åsa", "O'Neill", "李")),
        played(4, 0),
        annotated(played(5)),
    ],
    ids=["short", "whole", "five", "empty", "annotated"],
)
def test_there_and_back_the_record_is_the_same(record):
    text = record_text(record)
    there = json_text(read_record(text))
    assert record_text(read_json_record(there)) == text
    assert json_text(read_json_record(there)) == there


def test_an_object_stands_on_each_line():
    record = annotated(played(1))
    header, opening, first, second, *_ = map(json.loads, json_text(record).splitlines())
    assert list(header) == ["khronos", "tags"]
    assert header["tags"]["Player1"] == "Ann"
    assert header["tags"]["Event"] == ODD
    assert opening == {"comment": ODD}
    assert list(first) == ["turn", "move", "mark", "comment", "variations"]
    assert first["variations"][0][0] == {"comment": ODD}
    assert first["variations"][0][1]["variations"][1][0]["mark"] == "?!"
    assert list(second) == ["turn", "move", "mark"]
    assert len(json_text(record).splitlines()) == 2 + len(record.line.nodes)


@pytest.mark.parametrize("name", ["games.jsonl", "games.JSONL", "games.jsonl.gz"])
def test_several_games_stand_in_one_file(tmp_path, name):
    path = tmp_path / name
    records = [annotated(played(1)), played(2), played(3, 0)]
    assert write_records(path, records) == (3, 48)
    assert texts_in(path) == [record_text(each) for each in records]


def test_a_bad_game_is_reported_and_the_rest_goes_on(tmp_path):
    path = tmp_path / "games.jsonl"
    bad = lines(HEADER, {"move": "R+c7"}) + "what\n\n" + lines({"move": "M>F"})
    path.write_text(json_text(played(1)) + bad + json_text(played(2)), "utf-8")
    one, two, three = read_games(path)
    assert isinstance(one, GameRecord)
    assert isinstance(two, BadGame)
    assert isinstance(three, GameRecord)
    assert two.line == len(played(1).line.nodes) + 3


def test_other_programs_may_leave_out_what_follows():
    record = read_json_record(lines(HEADER, {"move": "M>F"}, {"move": ">rrcc"}))
    assert [node.label for node in record.line.nodes] == ["1.A", "1.A"]
    assert record.line.nodes[1].digest


def test_keys_may_come_in_alphabetical_order():
    text = "".join(
        f"{json.dumps(json.loads(line), sort_keys=True)}\n"
        for line in json_text(annotated(played(1))).splitlines()
    )
    assert record_text(read_json_record(text)) == record_text(annotated(played(1)))


def test_a_tolerant_reader_keeps_the_good_beginning():
    record = read_json_record(lines(HEADER, *FIRST_TURN) + "{", tolerant=True)
    assert [node.text for node in record.line.nodes] == ["M>F", ">rrcc"]
    assert record.problem is not None


def test_digests_are_compared():
    line, reason = fault(lines(HEADER, FIRST_TURN[0], {**FIRST_TURN[1], "digest": "000000"}))
    assert (line, "#000000" in reason) == (3, True)


def test_an_illegal_move_comes_with_clause_and_position():
    with pytest.raises(RecordError) as caught:
        read_json_record(lines(HEADER, {"move": "M>M"}))
    assert (caught.value.line, caught.value.clause) == (2, "T4")
    assert "Might" in str(caught.value.position)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("", 1, "header"),
        ("[]", 1, "object"),
        ("{}", 1, "header"),
        ('{"khronos": true}', 1, "header"),
        ('{"khronos": "1"}', 1, "header"),
        ('{"khronos": -1}', 1, "header"),
        ('{"khronos": 3, "tags": {}}', 1, "version 3"),
        ('{"khronos": 1, "tags": []}', 1, "tags"),
        ('{"khronos": 1, "tags": {}}', 1, "players"),
        ('{"khronos": 1, "tags": {"Player1": 7}}', 1, "Player1 is not text"),
        ('{"khronos": 1, "tags": {"<b>": "x"}}', 1, "'<b>' cannot be the name"),
        ('{"khronos": 1, "tags": {"Khronos": "1"}}', 1, "second time"),
        ('{"khronos": 1, "tags": {"Event": "\\u001b[31m"}}', 1, "U+001B"),
        ('{"khronos": 1, "tags": {"Event": "\\ud800"}}', 1, "U+D800"),
        ('{"khronos": 1, "tags": {"Event": "' + "x" * 30_000 + '"}}', 1, "20,000"),
        ('{"khronos": 1, "players": 3}', 1, "'players'"),
        ('{"khronos": ' + "9" * 10_000 + "}", 1, "too long"),
        ('{"khronos": NaN}', 1, "header"),
        ("{" * 100_000, 1, "no JSON"),
        ("[" * 100_000, 1, "too deep"),
        ('{"khronos": 1, "tags": ' + '{"a":' * 100_000, 1, "too deep"),
        (lines(HEADER) + "\n{", 3, "no JSON"),
        (lines(HEADER, "M>F"), 2, "object"),
        (lines(HEADER, {}), 2, '"move"'),
        (lines(HEADER, {"comment": "x", "mark": "!"}), 2, '"move"'),
        (lines(HEADER, FIRST_TURN[0], {"comment": "x"}), 3, '"move"'),
        (lines(HEADER, {"move": 1}), 2, "move is not text"),
        (lines(HEADER, {"move": "M>F "}), 2, "not a move"),
        (lines(HEADER, {"move": "M>F!"}), 2, "not a move"),
        (lines(HEADER, {"move": "1.A"}), 2, "not a move"),
        (lines(HEADER, {"move": "(M>F)"}), 2, "not a move"),
        (lines(HEADER, {"move": "x" * 300}), 2, "200"),
        (lines(HEADER, {"move": "Zz"}), 2, "'Zz' is not an action"),
        (lines(HEADER, {"move": "M>F", "turn": "2.A"}), 2, "it is turn 1.A"),
        (lines(HEADER, {"move": "M>F", "turn": "Ann"}), 2, "not a turn"),
        (lines(HEADER, {"move": "M>F", "mark": "!!!"}), 2, "not a mark"),
        (lines(HEADER, {"move": "M>F", "digest": "83aafc"}), 2, "end of a turn"),
        (lines(HEADER, {"move": "M>F", "comment": ["x"]}), 2, "comment is not text"),
        (lines(HEADER, {"move": "M>F", "comment": "\x00"}), 2, "U+0000"),
        (lines(HEADER, {"move": "M>F", "coins": 3}), 2, "'coins'"),
        (lines(HEADER, {"move": "M>F", "variations": {}}), 2, "list"),
        (lines(HEADER, {"move": "M>F", "variations": ["M>F"]}), 2, "list"),
        (lines(HEADER, {"move": "M>F", "variations": [["M>F"]]}), 2, "object"),
        (lines(HEADER, {"move": "M>F", "variations": [[{"move": "M>M"}]]}), 2, "(T4)"),
    ],
)
def test_bad_input_is_a_sentence_with_its_line(text, line, word):
    told, reason = fault(text)
    assert (told, word in reason) == (line, True), reason
    assert "\n" not in reason


def test_deep_variations_are_a_sentence():
    node: dict[str, object] = {"move": "M>F"}
    for _ in range(60):
        node = {"move": "M>F", "variations": [[node]]}
    assert "nested" in fault(lines(HEADER, node))[1]


def test_a_comment_with_control_characters_can_be_read_back():
    record = played(1)
    said = record.line.nodes[0]._replace(comment="one\rtwo\x07three")
    odd = replace(record, line=replace(record.line, nodes=(said, *record.line.nodes[1:])))
    back = read_json_record(json_text(odd), "games.jsonl")
    assert back.line.nodes[0].comment == "one\ntwo\ufffdthree"
