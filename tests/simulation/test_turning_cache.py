"""The turning points of a file are kept beside it, and what is kept is read with care."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from khronos_lab.analysis.review.turning_points import TurnValue
from khronos_lab.analysis.review.turning_words import (
    turning_summary,
)
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.players.greedy import GreedyPlayer
from khronos_lab.records.checked_json import sealed
from khronos_lab.records.model import Line, steps_of
from khronos_lab.records.saving import write_records
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import data_file
from khronos_lab.simulation.turning_cache import cache_beside
from khronos_lab.simulation.turning_points import turning_points
from tests.simulation.valued import QUICK, game, quick


@pytest.fixture
def file(tmp_path):
    return shutil.copy(data_file("games", "01-two-players-valley.khr"), tmp_path / "game.khr")


@dataclass(frozen=True)
class Poison:
    """A greedy player to look at, who cannot play."""

    def choose(self, view, rng):
        raise AssertionError("this was to come from the cache")

    def answer(self, view, move, question, rng):
        raise AssertionError("this was to come from the cache")

    def __repr__(self) -> str:
        return "GreedyPlayer()"


def test_a_cached_game_is_not_played_again(file):
    first = turning_points(file, **{**QUICK, "adviser": GreedyPlayer(), "games": 1})
    told = []
    again = turning_points(
        file,
        **{
            **QUICK,
            "adviser": GreedyPlayer(),
            "games": 1,
            "progress": lambda *each: told.append(each),
        },
    )
    assert again.values == first.values
    assert told == []
    with pytest.raises(AssertionError, match="to come from the cache"):
        turning_points(game(1), **{**QUICK, "players": Poison()})


def test_comments_and_variations_leave_the_cache_as_it_is(file):
    turning_points(file, **QUICK)
    record = game(1)
    nodes = list(record.line.nodes)
    nodes[3] = nodes[3]._replace(comment="Look!", mark="!")
    write_records(file, [replace(record, line=Line(tuple(nodes)))])
    told = []
    turning_points(file, **{**QUICK, "progress": lambda *each: told.append(each)})
    assert told == []


@pytest.mark.parametrize(
    "change", [{"games": 1}, {"seed": 4}, {"seed": "3"}, {"adviser": "random"}, {"adviser": None}]
)
def test_a_cache_that_does_not_fit_is_worked_out_anew(file, change):
    turning_points(file, **QUICK)
    before = cache_beside(file).read_bytes()
    points = turning_points(file, **{**QUICK, **change})
    assert points.notes == ()
    assert cache_beside(file).read_bytes() != before
    fresh = turning_points(game(1), **{**QUICK, **change})
    assert points.values == fresh.values


def test_another_game_does_not_take_the_cache(file):
    turning_points(file, **QUICK)
    record = game(1)
    write_records(file, [replace(record, line=Line(record.line.nodes[:20]))])
    points = turning_points(file, **QUICK)
    assert (
        points.values
        == turning_points(replace(record, line=Line(record.line.nodes[:20])), **QUICK).values
    )


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _resealed(found: dict[str, Any]) -> bytes:
    """As if it had been written so."""
    del found["sum"]
    return json.dumps(sealed(found)).encode()


def _other_version(data: bytes) -> bytes:
    return _resealed({**json.loads(data), "khronos_turning": 1})


def _other_coins(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"][0][0] += 1
    return json.dumps(found).encode()


def _without_games(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"] = []
    return _resealed(found)


def _wrong_type(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"][0][0] = "<b>9</b>"
    return _resealed(found)


def _no_moves(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["moves"] = ["<script>"]
    return _resealed(found)


def _three_players(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"] = [[1, 2, 3], [1, 2, 3]]
    return _resealed(found)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda data: b"", True),
        (lambda data: b"\xff\xfe\x00", True),
        (lambda data: b"[1, 2]", True),
        (lambda data: b"[" * 100_000, True),
        (_cut, True),
        (_other_coins, True),
        (_without_games, True),
        (_wrong_type, True),
        (_other_version, False),
        (_no_moves, False),
        (_three_players, False),
    ],
)
def test_a_damaged_cache_is_worked_out_anew(file, damage, told):
    whole = turning_points(file, **QUICK)
    kept = cache_beside(file)
    good = kept.read_bytes()
    kept.write_bytes(damage(good))
    points = turning_points(file, **QUICK)
    assert points.values == whole.values
    assert bool(points.notes) == told
    if told:
        assert "cannot be read" in points.notes[0]
        assert points.notes[0] in turning_summary(points)
    assert kept.read_bytes() == good


def test_where_nothing_can_be_written_that_is_said_once_and_the_result_is_the_same(tmp_path):
    (tmp_path / "a file").write_text("")
    points = turning_points(game(1), **QUICK, cache=tmp_path / "a file" / "kept.json")
    assert points.values == quick(1).values
    assert len(points.notes) <= 2
    assert "nothing is kept" in points.notes[-1]


class Nameless(GreedyPlayer):
    """A player whose text says nothing about it."""

    def __repr__(self) -> str:
        return object.__repr__(self)


def test_a_player_without_a_text_of_its_own_is_not_cached(file):
    points = turning_points(file, **{**QUICK, "games": 1, "adviser": Nameless()})
    assert "a player has no text of its own" in points.notes[0]
    assert not cache_beside(file).exists()


def test_nothing_is_kept_if_nobody_wants_it(file, tmp_path):
    turning_points(file, **QUICK, cache=False)
    turning_points(game(1), **QUICK)
    assert not cache_beside(file).exists()
    assert [path.name for path in tmp_path.iterdir()] == ["game.khr"]
    with pytest.raises(KhronosError, match="a record lies nowhere"):
        turning_points(game(1), **QUICK, cache=True)


def test_each_game_of_a_file_has_its_own_turning_points_and_its_own_cache(tmp_path):
    several = tmp_path / "club.khr"
    short = replace(game(2), line=Line(game(2).line.nodes[:9]))
    write_records(several, [game(1), short])
    second = turning_points(several, **QUICK, game=2)
    assert second == turning_points(short, **QUICK)
    assert [path.name for path in tmp_path.glob("*.json")] == ["club.khr.2.turning.json"]
    assert turning_points(several, **QUICK) == quick(1)
    kept = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    assert sorted(kept) == ["club.khr.2.turning.json", "club.khr.turning.json"]
    # Neither game takes the place of the other.
    again = turning_points(several, **{**QUICK, "progress": told_nothing}, game=2)
    assert again == second
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.json")} == kept


def told_nothing(done: int, total: int) -> None:
    """Progress of a call that finds everything in its cache."""
    assert done == total


def test_a_game_that_is_not_there_or_broken_is_refused(file):
    with pytest.raises(KhronosError, match="there is no game 2 in this file"):
        turning_points(file, **QUICK, game=2)
    with pytest.raises(KhronosError, match="count from 1"):
        turning_points(file, **QUICK, game=0)
    with pytest.raises(KhronosError, match="there is one game here"):
        turning_points(game(1), **QUICK, game=2)
    # Not even the turns before the fault are valued: nobody would see that the rest is missing.
    text = Path(file).read_text("utf-8")
    Path(file).write_text(text.replace("M+m2d5!", "M+m3a1", 1), "utf-8")
    with pytest.raises(KhronosError, match="line 17, column 5: M"):
        turning_points(file, **QUICK)
    assert not cache_beside(file).exists()


def test_what_makes_no_sense_is_refused(file):
    with pytest.raises(KhronosError, match="at least one game is needed, not 0"):
        turning_points(file, games=0)
    with pytest.raises(KhronosError, match="cannot be read"):
        turning_points("nowhere.khr")
    steps = list(steps_of(game(1)))[:3]
    timeline = Timeline.of([(each.before, each.node.move, each.after, each.log) for each in steps])
    with pytest.raises(KhronosError, match="need the moves of a record"):
        turning_points(timeline, **QUICK)
    assert isinstance(quick(1).values[0], TurnValue)


REVIEWING = """
import sys
from khronos_lab.simulation.turning_points import turning_points
turning_points(sys.argv[1], "random", games=2, adviser=None, progress=False)
"""


@pytest.mark.parametrize("turns", [1, 4])
def test_a_review_that_was_killed_goes_on_and_ends_the_same(file, turns):
    options: dict[str, Any] = {"games": 2, "adviser": None, "progress": False}
    whole = turning_points(file, "random", **options, cache=False)
    kept = cache_beside(file)
    reviewing = subprocess.Popen([sys.executable, "-c", REVIEWING, str(file)])
    while reviewing.poll() is None:
        if kept.exists() and len(json.loads(kept.read_bytes())["turns"]) >= turns:
            reviewing.kill()
    reviewing.wait()
    again = turning_points(file, "random", **options)
    assert (again.values, again.notes) == (whole.values, ())
    assert len(json.loads(kept.read_bytes())["turns"]) == len(whole.values)
