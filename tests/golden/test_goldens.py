"""Whole games are told as they were when somebody last read them; see `regenerate.py`."""

from __future__ import annotations

import pytest

from khronos_lab.core import EVENT_TYPES
from khronos_lab.rulebook import MAX_PLAYERS, MIN_PLAYERS, RULES
from tests.golden.games import FOLDER, GAMES, golden, lines_of, moves_of

CONTEXT = 4
LONGEST = 600
HINT = "if this is meant, run `python -m tests.golden.regenerate` and read what differs"


def difference(expected: list[str], found: list[str]) -> str | None:
    """The first line that differs, with what stands around it; None if there is none."""
    for number in range(max(len(expected), len(found))):
        was, now = (lines[number : number + 1] for lines in (expected, found))
        if was != now:
            before = [f"    {line}" for line in expected[max(0, number - CONTEXT) : number]]
            gone = [f"  - {line}" for line in expected[number : number + CONTEXT]]
            come = [f"  + {line}" for line in found[number : number + CONTEXT]]
            return "\n".join([f"line {number + 1} differs:", *before, *gone, *come, HINT])
    return None


@pytest.mark.parametrize("file", GAMES)
def test_the_game_is_told_as_before(file):
    assert golden(file).is_file(), f"there is no {golden(file).name}; {HINT}"
    expected = golden(file).read_text("utf-8").splitlines()
    apart = difference(expected, list(lines_of(file)))
    assert apart is None, f"{golden(file).name}, {apart}"


def test_there_is_no_golden_without_a_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


def test_every_event_type_happens_in_some_golden():
    told = {type(entry.event) for file in GAMES for move in moves_of(file) for entry in log(move)}
    missing = [each.__name__ for each in EVENT_TYPES if each not in told]
    assert not missing, f"no golden tells of {', '.join(missing)}"


def test_every_clause_that_lets_somebody_choose_is_met():
    met = {
        entry.event.clause
        for file in GAMES
        for move in moves_of(file)
        for entry in log(move)
        if type(entry.event).__name__ == "ChoiceMade"
    }
    assert met == {"B8", "C2", "C3", "C4"}


def test_the_goldens_span_all_numbers_of_players_and_all_options():
    starts = [game.start for games in GAMES.values() for game in games]
    numbers = {len(start.players) for start in starts}
    assert numbers == set(range(MIN_PLAYERS, MAX_PLAYERS + 1))
    for rule in RULES:
        assert len({getattr(start.rules, rule.name) for start in starts}) == 2, rule.name


@pytest.mark.parametrize("file", GAMES)
def test_a_golden_can_be_read(file):
    text = golden(file).read_text("utf-8")
    assert len(text.splitlines()) < LONGEST
    assert max(map(len, text.splitlines())) < 200
    assert "\n\n\n" not in text


# ------------------------------------------------------------------ the tools themselves


def test_the_first_different_line_is_shown_with_what_stands_around_it():
    old = [f"line {number}" for number in range(20)]
    new = [*old[:10], "other", *old[11:]]
    shown = difference(old, new)
    assert shown is not None
    assert shown.splitlines()[0] == "line 11 differs:"
    assert "    line 9" in shown
    assert "  - line 10" in shown
    assert "  + other" in shown
    assert difference(old, old) is None


def log(move):
    return move.outcome.log
