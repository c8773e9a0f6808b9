"""Tags: the first position that follows from them, and sentences for tags that give none."""

from __future__ import annotations

import pytest

from khronos_lab.core.grid import load_map
from khronos_lab.core.position import position_text
from khronos_lab.engine.map_generator import generate_map
from khronos_lab.engine.setup import new_game
from khronos_lab.records.format.reader import read_record
from khronos_lab.records.format.tags import ORDER, TagError, is_first_position, start_of, tags_of
from khronos_lab.rulebook.errors import RecordError
from khronos_lab.rulebook.ruleset import Edition, RuleSet

TWO = {"Player1": "Ann", "Player2": "Ben"}
KHRONOS = '[Khronos "2"]\n'
GRID = "\n".join(["." * 16] * 20)


def test_s1_the_least_that_a_record_says():
    state = start_of(TWO)
    assert state.names == ("Ann", "Ben")
    assert state.grid == load_map("valley")
    assert (state.rules, state.start, state.chance) == (RuleSet(), 0, 0)
    assert all(player.hidden == 4 and player.secret for player in state.players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", [RuleSet(), RuleSet(Edition.FIRST), RuleSet(holdem=True)])
def test_a_new_game_follows_from_its_tags(players, rules):
    start = new_game(players, 5, rules=rules, grid="delta")
    tags = tags_of(start, {"Seed": "5"})
    assert start_of(tags) == start
    assert "Position" not in tags
    assert list(tags) == sorted(tags, key=ORDER.index)


def test_tags_for_people_are_kept_and_others_follow_in_alphabetical_order():
    tags = tags_of(new_game(2, 1), {"Zeta": "z", "Alpha": "a", "Event": "Club", "Result": "4-4"})
    assert next(iter(tags)) == "Event"
    assert list(tags)[-3:] == ["Result", "Alpha", "Zeta"]


def test_marks_are_numbers_if_initials_do_not_tell_players_apart():
    start = new_game(["Ann", "Anton", "émile"], 1)
    assert tags_of(start, {})["Start"] == str(start.start + 1)


def test_only_a_set_up_is_a_first_position():
    start = new_game(2, 1)
    assert is_first_position(start)
    assert not is_first_position(start._replace(round=2))
    assert not is_first_position(start._replace(turn=start.turn._replace(seat=1 - start.start)))
    assert not is_first_position(start._replace(pile=(1, 1, 1)))
    rich = start.players[0]._replace(coins=5)
    assert not is_first_position(start._replace(players=(rich, start.players[1])))


def test_an_inline_map_is_read():
    grid = generate_map(2)
    text = tags_of(new_game(2, 1, grid=grid), {})["Map"]
    assert start_of({**TWO, "Map": text}).grid == grid
    assert start_of({**TWO, "Map": text.strip("\n") + "\n"}).grid == grid


@pytest.mark.parametrize(
    ("tags", "tag", "word"),
    [
        ({}, "Player1", "2 to 5 players, not 0"),
        ({"Player1": "Ann"}, "Player1", "not 1"),
        ({"Player1": "Ann", "Player3": "Ben"}, "Player3", "no 2"),
        ({"Player1": "Ann", "Player2": "Ann"}, "Player1", "different names"),
        ({"Player1": "Ann", "Player2": " "}, "Player1", "cannot be a player.s name"),
        ({"Player1": "Ann", "Player2": "B\nC"}, "Player1", "printable"),
        ({**TWO, "Rules": "third edition"}, "Rules", "unknown rule"),
        ({**TWO, "Start": "C"}, "Start", "nobody's mark"),
        ({**TWO, "Deal": "mmrc"}, "Deal", "four cards for each"),
        ({**TWO, "Deal": "mmrc mmr"}, "Deal", "four cards for each"),
        ({**TWO, "Deal": "mmrc mmrx"}, "Deal", "four cards for each"),
        ({**TWO, "Map": "atlantis"}, "Map", "delta, highlands, valley"),
        ({**TWO, "Map": "../valley"}, "Map", "delta, highlands, valley"),
        ({**TWO, "Map": "/etc/passwd"}, "Map", "delta, highlands, valley"),
        ({**TWO, "Map": "\n...\n"}, "Map", "16 squares"),
        ({**TWO, "Chance": "x"}, "Chance", "generator"),
        ({**TWO, "Chance": str(1 << 64)}, "Chance", "generator"),
        ({**TWO, "Chance": "-1"}, "Chance", "generator"),
        ({"Position": "nothing"}, "Position", "expected"),
        ({"Position": 'player "A\\u0007": \nplayer B:\nMight\n. .\n'}, "Position", "printable"),
        ({**TWO, "Position": "player X:\nplayer Y:\nMight\n. .\n"}, "Player1", "other players"),
        ({"Deal": "mmrc mmrc", "Position": "Might\n. .\n"}, "Deal", "says this already"),
    ],
)  # fmt: skip
def test_tags_that_give_no_first_position(tags, tag, word):
    with pytest.raises(TagError, match=word) as caught:
        start_of(tags)
    assert caught.value.tag == tag


def test_s4_a_deal_of_more_cards_than_the_deck_has():
    names = {f"Player{n}": name for n, name in enumerate("ABCDE", 1)}
    with pytest.raises(TagError, match="S4"):
        start_of({**names, "Deal": " ".join(["mmmm"] * 5)})


@pytest.mark.parametrize(
    ("text", "line", "column", "clause"),
    [
        ('[Player1 "A"]\n[Player2 "B"]\n [Start "C"]\n', 4, 2, None),
        ('[Player1 "A"]\n[Player2 "B"]\n[Event "two\nlines"] [Deal "m"]\n', 5, 9, None),
        (f'[Player1 "A"]\n[Player2 "B"]\n[Map "\n{GRID}\n"]\n', 5, 1, "S5"),
        (f'[Player1 "A"]\n[Player2 "B"]\n[Map "\n{GRID[:100]}x{GRID[101:]}\n"]\n', 10, 16, "S5"),
        ('[Position "\nplayer A:\nplayer B:\nMight\n. q\n"]\n', 6, 1, None),
        ('[Site "x"]\n', 1, 1, "S1"),
    ],
)
def test_the_fault_is_told_where_it_stands(text, line, column, clause):
    with pytest.raises(RecordError) as caught:
        read_record(KHRONOS + text, "a.khr")
    fault = caught.value
    assert (fault.file, fault.line, fault.column, fault.clause) == ("a.khr", line, column, clause)
    assert str(fault).startswith(f"a.khr, line {line}, column {column}: in the tag ")


@pytest.mark.parametrize(
    ("said", "before", "now"),
    [
        ("", True, False),
        ("erased tiles return", True, True),
        ("erased tiles do not return", False, False),
        ("first edition", True, False),
    ],
)
def test_s3_in_version_1_erased_tiles_return_unless_it_says_otherwise(said, before, now):
    tags = {**TWO, "Rules": said}
    position = position_text(new_game(2, 1)._replace(round=2))
    whole = {"Position": f"rules: {said}\n{position}" if said else position}
    for version, returns in ((1, before), (2, now)):
        assert start_of(tags, version).rules.erased_tiles_return is returns
        assert start_of(whole, version).rules.erased_tiles_return is returns
        assert start_of(whole, version).boards[0].rules.erased_tiles_return is returns
