"""The page about the format tells the truth: its example is a game, its table is the notation."""

from __future__ import annotations

import re
from importlib.resources import files

from khronos_lab.core import read_rules
from khronos_lab.engine import new_game, read_token
from khronos_lab.records import GameRecord, read_record, record_text, steps_of
from khronos_lab.rulebook import Edition, RuleSet

PAGE = files("khronos_lab.records").joinpath("FORMAT.md").read_text("utf-8")
EXAMPLE = PAGE.split("```\n")[1]


def test_the_example_is_a_whole_game_with_all_its_digests():
    record = read_record(EXAMPLE, "FORMAT.md")
    *_, last = steps_of(record)
    assert last.after.over
    assert [player.coins for player in last.after.players] == [3, 17]
    assert record_text(record) == EXAMPLE
    assert len(re.findall("#[0-9a-f]{6}", EXAMPLE)) == 15


def test_the_example_shows_what_the_page_explains():
    for piece in ("!", "{", "(", "=", "*", "/", "x", "M-", "R+", "R^", "M>"):
        assert piece in EXAMPLE.partition("\n\n")[2]


def test_the_page_names_every_tag_and_the_version():
    named = PAGE.replace("`Player1` ... `Player5`", "".join(f"`Player{n}`" for n in range(1, 6)))
    people = dict.fromkeys(("Event", "Site", "Date", "Result"), "x")
    starts = (
        new_game(5, 1),
        new_game(2, 1)._replace(round=2),
        new_game(2, 1, rules=RuleSet(holdem=True)),
    )
    written = {
        tag
        for start in starts
        for tag in re.findall(r"^\[(\w+) ", record_text(GameRecord(people, start)), re.MULTILINE)
    }
    assert len(written) >= 14
    assert [tag for tag in sorted(written) if f"`{tag}`" not in named] == []
    assert "version 2" in PAGE.splitlines()[0]


def test_the_page_says_rules_in_words_that_can_be_read():
    [row] = [line for line in PAGE.splitlines() if line.startswith("| `Rules`")]
    words = re.findall("`([^`]+)`", row)[1:]
    assert [read_rules(each).text for each in words] == words
    assert len(words) == 6


def test_every_example_of_the_table_is_an_action():
    rows = re.findall(r"^\| .* \((?:[A-Z][0-9])\) \| .* \| `([^`]+)` \|$", PAGE, re.MULTILINE)
    assert len(rows) == 10
    state = new_game(2, 1)
    first = new_game(2, 1, rules=RuleSet(Edition.FIRST))
    for token in rows:
        read_token(first if token.startswith("-") else state, token)


def test_inline_examples_are_tokens():
    state = new_game(2, 1)
    for token in ("M+c1b1=d1=e2", "M+m2c3=@W"):
        assert f"`{token}`" in PAGE
        read_token(state, token)
