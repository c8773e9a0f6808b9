"""Tags: the first position that follows from them, and sentences for tags that give none."""

from __future__ import annotations

import re

import pytest

from khronos_lab.core import load_map, position_text
from khronos_lab.engine import new_game
from khronos_lab.records import is_first_position, read_record, tags_of
from khronos_lab.rulebook import RecordError, RuleSet

TWO = '[Player1 "A"]\n[Player2 "B"]\n'
GRID = "\n".join(["." * 16] * 20)


def read(tags: str, version: int = 2):
    return read_record(f'[Khronos "{version}"]\n{tags}', "a.khr").start


def text(tags: dict[str, str]) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items())


def test_s1_the_least_that_a_record_says():
    state = read(TWO)
    assert state.names == ("A", "B")
    assert state.grid == load_map("valley")
    assert (state.rules, state.start, state.chance) == (RuleSet(), 0, 0)
    assert all(player.hidden == 4 and player.secret for player in state.players)


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


@pytest.mark.parametrize(
    ("tags", "line", "column", "clause", "said"),
    [
        ("", 1, 1, "S1", "2 to 5 players, not 0"),
        ('[Player1 "Ann"]\n[Player3 "Ben"]\n', 3, 1, None, "no 2"),
        ('[Player1 "Ann"]\n[Player2 "Ann"]\n', 2, 1, None, "different names"),
        ('[Player1 "Ann"]\n[Player2 " "]\n', 2, 1, None, "cannot be a player's name"),
        (TWO + '[Rules "third edition"]\n', 4, 1, None, "unknown rule"),
        (TWO + ' [Start "C"]\n', 4, 2, None, "nobody's mark"),
        (TWO + '[Event "two\nlines"] [Deal "m"]\n', 5, 9, None, "four cards for each"),
        (TWO + '[Deal "mmrc mmrx"]\n', 4, 1, None, "four cards for each"),
        (TWO + '[Map "../valley"]\n', 4, 1, None, "delta, highlands, valley"),
        (TWO + '[Map "\n...\n"]\n', 5, 4, "S5", "16 squares"),
        (TWO + f'[Map "\n{GRID}\n"]\n', 5, 1, "S5", "printed hamlets"),
        (TWO + f'[Map "\n{GRID[:100]}x{GRID[101:]}\n"]\n', 10, 16, "S5", "'x'"),
        (TWO + f'[Chance "{1 << 64}"]\n', 4, 1, None, "generator"),
        ('[Position "\nplayer A:\nplayer B:\nMight\n. q\n"]\n', 6, 1, None, "'q'"),
        (TWO + '[Position "player X:\nplayer Y:\nMight\n. .\n"]', 2, 1, None, "other players"),
        ('[Deal "mmrc mmrc"]\n[Position "Might\n. .\n"]', 2, 1, None, "says this already"),
        (
            "".join(f'[Player{n} "{n}"]\n' for n in range(1, 6)) + f'[Deal "{"mmmm " * 5}"]\n',
            *(7, 1, "S4", "the deck has"),
        ),
    ],
)
def test_tags_that_give_no_first_position_are_told_where_they_stand(
    tags, line, column, clause, said
):
    with pytest.raises(RecordError, match=re.escape(said)) as caught:
        read(tags)
    fault = caught.value
    assert (fault.file, fault.line, fault.column, fault.clause) == ("a.khr", line, column, clause)


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
    position = position_text(new_game(2, 1)._replace(round=2))
    tags = TWO + f'[Rules "{said}"]\n'
    whole = (
        f'[Position "\nrules: {said}\n{position}"]\n' if said else f'[Position "\n{position}"]\n'
    )
    for version, returns in ((1, before), (2, now)):
        assert read(tags, version).rules.erased_tiles_return is returns
        state = read(whole, version)
        assert state.rules.erased_tiles_return is returns
        assert state.boards[0].rules.erased_tiles_return is returns
