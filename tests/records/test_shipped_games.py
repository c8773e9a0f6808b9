"""The annotated games of `data/games`: strict, canonical, and worth looking at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from khronos_lab.analysis import as_record
from khronos_lab.core import Entry, GameState
from khronos_lab.core import events as e
from khronos_lab.records import GameRecord, Line, Node, read_record, record_text, steps_of
from khronos_lab.rulebook import Edition, clauses, data_file, speaking

FOLDER = data_file("games")
FILES = sorted(FOLDER.glob("*.khr"))
LESSON = "08-lesson-three-ages.khr"
TYPED = "09-typed-by-hand.khr"

# In the main lines of all games together there are at least so many.
INTERESTING = {
    e.ShadowBlocked: 10,
    e.ShadowMissing: 1,
    e.BuildingErased: 60,
    e.HamletRevealed: 10,
    e.CubesMoved: 8,
    e.CubeKept: 3,
    e.DomainsJoined: 60,
    e.DomainSplit: 40,
    e.ConflictFound: 30,
    e.StrengthsCompared: 25,
    e.ChoiceMade: 40,
    e.BuildingShrunk: 30,
    e.BuildingDestroyed: 3,
    e.ShadowWithdrawn: 25,
    e.ShadowReplaced: 2,
    e.BuildingDemolished: 10,
    e.RuinRestored: 20,
    e.TaxMissed: 5,
}


@lru_cache(maxsize=32)
def record_of(path: Path) -> GameRecord:
    return read_record(path.read_text("utf-8"), path.name)


def end_of(record: GameRecord) -> GameState:
    state = record.start
    for step in steps_of(record):
        state = step.after
    return state


def nodes(line: Line) -> Iterator[Node]:
    """The nodes of a line and of its variations."""
    for node in line.nodes:
        yield node
        for variation in node.variations:
            yield from nodes(variation)


def depth(line: Line) -> int:
    return 1 + max((depth(v) for node in line.nodes for v in node.variations), default=0)


def entries(record: GameRecord, line: Line | None = None, start: GameState | None = None):
    """The log of a line and of its variations."""
    for step in steps_of(record, line, start):
        yield from step.log
        for variation in step.node.variations:
            yield from entries(record, variation, step.before)


every_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@every_game
def test_a_game_is_read_and_written_byte_for_byte(path):
    assert record_text(record_of(path)).encode() == path.read_bytes()


@every_game
def test_a_game_says_who_played_where_and_when(path):
    assert {"Event", "Site", "Date", "Source"} <= record_of(path).tags.keys()


@every_game
def test_a_game_opens_with_an_introduction_and_explains_key_moves(path):
    record = record_of(path)
    assert len(record.line.comment) > 200
    comments = [node.comment for node in record.line.nodes if node.comment]
    assert len(comments) >= 8
    assert any(node.mark for node in record.line.nodes)
    assert any(node.variations for node in record.line.nodes)


@every_game
def test_a_finished_game_has_its_result(path):
    record = record_of(path)
    end = end_of(record)
    assert end.over or path.name == LESSON
    if end.over:
        assert record.tags["Result"] == " ".join(str(player.coins) for player in end.players)
        assert record.line.nodes[-1].comment


@every_game
def test_every_clause_that_a_comment_names_exists(path):
    record = record_of(path)
    said = " ".join([record.line.comment, *(node.comment for node in nodes(record.line))])
    assert set(re.findall(r"\b[A-Z]\d+[ab]?\b", said)) - clauses().keys() == set()


def test_the_readme_lists_every_game():
    text = (FOLDER / "README.md").read_text("utf-8")
    assert [path.name for path in FILES if f"`{path.name}`" not in text] == []


def test_all_numbers_of_players_and_all_rules_are_there():
    starts = [record_of(path).start for path in FILES]
    assert {len(start.players) for start in starts} == {2, 3, 4, 5}
    assert {start.rules.edition for start in starts} == set(Edition)
    assert any(start.rules.holdem for start in starts)
    assert {start.grid.name for start in starts} >= {"valley", "delta", "highlands"}


def test_hidden_hands_are_there():
    hidden = [path.name for path in FILES if any(p.secret for p in record_of(path).start.players)]
    assert hidden == ["07-hidden-hands.khr", TYPED]


def test_the_lesson_starts_from_a_position_and_shows_its_effects():
    record = record_of(FOLDER / LESSON)
    assert record.tags["Position"]
    assert depth(record.line) >= 3
    seen = list(entries(record))
    blocked = {x.event.clause for x in seen if isinstance(x.event, e.ShadowBlocked)}
    assert blocked == {"B3a", "B3b"}
    assert types(seen) >= {
        e.ShadowCast,
        e.BuildingErased,
        e.HamletRevealed,
        e.CubeKept,
        e.DomainsJoined,
        e.StrengthsCompared,
        e.DomainSplit,
        e.ConflictFound,
        e.BuildingShrunk,
        e.ShadowReplaced,
        e.ShadowWithdrawn,
        e.TaxCollected,
    }


def test_the_games_together_are_full_of_what_people_find_hard():
    counts: Counter[type[e.Event]] = Counter()
    for path in FILES:
        for step in steps_of(record_of(path)):
            counts.update(type(entry.event) for entry in step.log)
    assert {kind: counts[kind] for kind, least in INTERESTING.items() if counts[kind] < least} == {}


def types(log: list[Entry]) -> set[type[e.Event]]:
    return {type(entry.event) for entry in log}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_game_is_told_in_german_where_german_is_spoken(path):
    english = as_record(path)[0]
    with speaking("de"):
        german = as_record(path)[0]
    ours, theirs = list(comments(english.line)), list(comments(german.line))
    # Nothing but the words differs, and nothing is left out.
    assert [bool(x) for x in theirs] == [bool(x) for x in ours]
    assert all(one != other for one, other in zip(ours, theirs, strict=True) if one)
    assert [set(CITED.findall(x)) for x in theirs] == [set(CITED.findall(x)) for x in ours]
    assert without_words(data_file("games-de", path.name)) == without_words(path)


CITED = re.compile(r"\b(?:[A-Z]\d[a-c]?|[a-p]\d{1,2}|\d\.[A-Z])\b")
"""Clauses, squares and turns."""


def comments(line):
    """All comments of a line and its variations, in order."""
    yield line.comment
    for node in line.nodes:
        yield node.comment
        for other in node.variations:
            yield from comments(other)


def without_words(path):
    return re.sub(r"\{.*?\}|\[Event .*?\]", "", path.read_text("utf-8"), flags=re.DOTALL)
