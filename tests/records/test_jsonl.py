"""JSON Lines: nothing is lost on the way there and back, and bad lines are told."""

from __future__ import annotations

import json

import pytest

from khronos_lab.records import BadGame, GameRecord, read_games, record_text, write_records
from tests.records.sample_games import annotated, played, texts_in


@pytest.mark.parametrize("name", ["games.jsonl", "games.JSONL", "games.jsonl.gz"])
def test_several_games_stand_in_one_file(tmp_path, name):
    path = tmp_path / name
    records = [annotated(played(1)), played(2, 10_000), played(3, 0)]
    assert write_records(path, records)[0] == 3
    assert texts_in(path) == [record_text(each) for each in records]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "too deep"),
        ('{"move": 1}', "move is not text"),
        ('{"move": "M>M"}', r"\(T4\)"),
        ('{"move": "M>F", "turn": "2.A"}', "it is turn 1.A"),
        ('{"move": "M>F", "coins": 3}', "'coins'"),
        ('{"move": "M>F", "variations": [["M>F"]]}', "object"),
    ],
)
def test_a_bad_game_is_told_with_its_line_and_the_rest_goes_on(tmp_path, bad, said):
    tags = {"Player1": "Ann", "Player2": "Ben"}
    path = tmp_path / "games.jsonl"
    write_records(path, [played(1)])
    good = path.read_text("utf-8")
    path.write_text(f"{good}{json.dumps({'khronos': 1, 'tags': tags})}\n{bad}\n{good}", "utf-8")
    one, two, three = read_games(path)
    assert isinstance(one, GameRecord)
    assert isinstance(three, GameRecord)
    assert isinstance(two, BadGame)
    assert two.line == good.count("\n") + 2
    with pytest.raises(type(two.error), match=said):
        raise two.error
