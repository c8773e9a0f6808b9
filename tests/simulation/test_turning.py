"""Turning points: every turn valued, stopped and resumed with the same bytes, cached with care."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.analysis.turning import BestTurn, TurningPoints, TurnValue, decided
from khronos_lab.analysis.turning_words import (
    best_text,
    caveat,
    main_effect,
    swing_text,
    turn_text,
    turning_summary,
)
from khronos_lab.core import events as e
from khronos_lab.core.state import add_cards
from khronos_lab.play.players.advice import replayed
from khronos_lab.play.players.endings import Rollouts
from khronos_lab.play.players.greedy import GreedyPlayer
from khronos_lab.play.records.files import read_games
from khronos_lab.play.records.model import GameRecord, Line, steps_of
from khronos_lab.play.records.reader import read_record
from khronos_lab.play.records.writer import record_text, write_records
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import data_file
from khronos_lab.simulation.turning import turning_points
from khronos_lab.simulation.turning_cache import cache_beside

ROOT = Path(__file__).resolve().parents[2]
QUICK: dict[str, Any] = {
    "players": "random",
    "games": 2,
    "seed": 3,
    "adviser": "greedy",
    "progress": False,
}
"""Random players are quick; how well anybody plays is not asked here."""


@cache
def game(number: int) -> GameRecord:
    [path] = Path(str(data_file("games", ""))).glob(f"{number:02}-*.khr")
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    return record


@cache
def quick(number: int) -> TurningPoints:
    return turning_points(game(number), **QUICK)


@pytest.fixture
def file(tmp_path):
    return shutil.copy(data_file("games", "01-two-players-valley.khr"), tmp_path / "game.khr")


# ------------------------------------------------------------------ values


@pytest.mark.parametrize("number", [1, 5, 6, 7])
def test_every_turn_has_its_value(number):
    points, timeline = quick(number), Timeline.of(game(number))
    assert points.complete
    assert [value.frame for value in points.values] == list(timeline.stops("turn"))
    assert [value.turn for value in points.values] == list(range(points.turns + 1))
    for value in points.values:
        assert value.ends.games == 2
        assert sum(value.ends.win_shares) == pytest.approx(1)
    texts = [text for value in points.values for text in value.texts]
    assert texts == [node.text for node in game(number).line.nodes]
    last = points.values[-1]
    coins = tuple(curve[-1] for curve in timeline.coins)
    assert last.ends.coins == (coins, coins)
    assert last.over
    assert all(low == high for low, high in last.win_intervals)
    assert points.value_at(0).turn == 0
    assert points.value_at(timeline.stops("turn")[3] + 1).turn == 3


@pytest.mark.parametrize("number", [1, 5, 6, 7])
def test_a_best_turn_is_legal_and_can_be_kept_as_a_variation(number):
    record = game(number)
    nodes = list(record.line.nodes)
    firsts: dict[tuple[int, int], int] = {}
    for place, step in enumerate(steps_of(record)):
        firsts.setdefault((step.before.round, step.before.seat), place)
    found = [value for value in quick(number).values if value.best is not None]
    assert len(found) > 10
    for value in found:
        assert value.best is not None
        place = firsts[value.round, value.seat]
        nodes[place] = nodes[place]._replace(variations=(Line(value.best.nodes),))
    text = record_text(replace(record, line=Line(tuple(nodes))))
    assert record_text(read_record(text)) == text


def test_with_hidden_hands_only_cards_that_were_shown_are_used():
    points = quick(7)
    hidden = [value for value in points.values if value.turn and value.before.player.hidden]
    assert hidden
    for value in hidden:
        if value.best is None:
            continue
        assert value.best.shown_only
        shown = _played(value.log)
        best = replayed(value.before, [node.text for node in value.best.nodes])
        assert all(one <= other for one, other in zip(_played(best.log), shown, strict=True))
    vera = [value for value in points.values if value.turn and not value.before.player.hidden]
    assert all(value.best and not value.best.shown_only for value in vera)


def _played(log):
    total = (0, 0, 0)
    for entry in log:
        if isinstance(entry.event, e.CardsPlayed):
            total = add_cards(total, entry.event.cards)
    return total


def test_nobody_needs_to_advise():
    points = turning_points(game(1), **{**QUICK, "adviser": None})
    assert all(value.best is None for value in points.values)
    assert [value.ends for value in points.values] == [value.ends for value in quick(1).values]
    assert "sought" not in caveat(points)


def test_a_game_that_is_not_over_is_valued_as_far_as_it_goes():
    record = game(1)
    cut = replace(record, line=Line(record.line.nodes[:8]))  # in the middle of a turn
    points = turning_points(cut, **QUICK)
    assert points.complete
    assert points.values[-1].frame == len(Timeline.of(cut)) - 1
    assert points.values[-1].best is None
    empty = turning_points(replace(record, line=Line()), **QUICK)
    assert [value.turn for value in empty.values] == [0]
    assert empty.swings() == ()


# ------------------------------------------------------------------ by hand


def made(*coins: tuple[tuple[int, ...], ...], best: tuple[tuple[int, ...], ...] = ()):
    """Turning points with these ends after every turn; the last turn has a best one, too."""
    real = quick(1)
    values = []
    for number, ends in enumerate(coins):
        found = None
        if best and number == len(coins) - 1:
            sought = real.values[number].best
            assert sought is not None
            found = BestTurn(sought.nodes, Rollouts(best))
        values.append(replace(real.values[number], ends=Rollouts(ends), best=found))
    return TurningPoints(("Ada", "Ben"), tuple(values), real.turns, "greedy", "planner", 2)


def test_the_largest_swing_is_named_with_whom_it_moved():
    points = made(
        ((10, 5), (10, 5)),  # Ada wins both
        ((10, 11), (10, 5)),  # half and half
        ((10, 11), (10, 11)),
        ((10, 11), (10, 30)),
    )
    assert not points.complete
    swings = points.swings(9)
    # The first two move the chances alike, and the first of them moves more coins (tie: by turn).
    assert [each.value.turn for each in swings] == [1, 2, 3]
    assert (swings[0].wins, swings[0].seat) == (0.5, 1)
    assert swings[0].coins == 3.0
    assert swings[2].wins == 0.0
    assert swings[2].coins == 9.5
    assert not swings[2].sure
    with pytest.raises(KhronosError, match="turn 7 was not valued"):
        points.swing(7)


def test_what_was_missed_is_told_in_coins_of_the_acting_player():
    points = made(((9, 9), (9, 9)), ((9, 9), (9, 9)), best=((9, 12), (9, 12)))
    [value] = points.missed()
    assert value.seat == 1
    assert value.missed.coins == (0.0, 3.0)
    said = best_text(points, value, "en")
    assert said.startswith("planner found ")
    assert "+3.0 coins for Ben (+3.0 to +3.0)" in said
    assert "+3,0 Taler für Ben (+3,0 bis +3,0)" in best_text(points, value, "de")
    worse = made(((9, 9), (9, 9)), ((9, 9), (9, 9)), best=((9, 7), (9, 7)))
    assert worse.missed() == ()
    assert "\N{MINUS SIGN}2.0 coins for Ben" in best_text(worse, worse.values[1], "en")


def test_the_same_turn_is_called_the_same():
    value = quick(1).values[1]
    texts = value.texts
    assert value.best is not None
    assert value.same == (decided(node.text for node in value.best.nodes) == decided(texts))
    assert not value.same
    own = replayed(value.before, [*texts[:-1], ">mmmm"]).nodes
    assert replace(value, best=BestTurn(own, value.ends)).same
    points = made(((9, 9),), ((9, 9),))
    told = best_text(points, replace(value, best=BestTurn(own, value.ends)), "de")
    assert told == "planner fand denselben Zug."


def test_the_caption_names_turn_player_moves_and_the_main_effect():
    [value] = [each for each in quick(7).values if each.label == "4.Y"]
    names = quick(7).names
    said = turn_text(value, names, "en")
    assert said.startswith("4.Y Yusuf: F+c1h4=k4=j5 ")
    assert "shrinks to a" in said
    assert "(C4)" in said
    assert "schrumpft" in turn_text(value, names, "de")
    assert main_effect(()) is None


def test_the_summary_has_swings_misses_and_the_caveat():
    points = quick(1)
    for language, word in (("en", "no masters"), ("de", "keine Meister")):
        lines = turning_summary(points, 2, language)
        assert word in lines[-1]
        assert len(lines) == 2 + len(points.missed(2)) + 1
    swing = points.swings(1)[0]
    assert "chance to win" in swing_text(points, swing, "en")
    assert "Gewinnchance von" in swing_text(points, swing, "de")


# ------------------------------------------------------------------ stopped, resumed, shared out


def test_stopped_and_resumed_the_cache_has_the_same_bytes(file):
    whole = turning_points(file, **QUICK)
    kept = cache_beside(file)
    data = kept.read_bytes()
    kept.unlink()
    runs = 0
    while True:
        asked = count(1)
        part = turning_points(file, **QUICK, stop=lambda: next(asked) > 11)  # noqa: B023
        runs += 1
        assert part.values == whole.values[: len(part.values)]
        if part.complete:
            break
    assert runs > 2
    assert kept.read_bytes() == data
    assert part == whole


def test_stopped_before_the_first_turn_there_is_nothing(file):
    points = turning_points(file, **QUICK, stop=lambda: True)
    assert (points.values, points.complete, points.swings()) == ((), False, ())
    with pytest.raises(KhronosError, match="no turn has been valued yet"):
        points.value_at(0)


def test_several_workers_give_the_same_bytes(file, tmp_path):
    alone = turning_points(file, **QUICK)
    other = tmp_path / "other.json"
    told = []
    shared = turning_points(
        file,
        **{**QUICK, "progress": lambda done, games: told.append((done, games))},
        cache=other,
        workers=2,
    )
    assert shared == alone
    assert other.read_bytes() == cache_beside(file).read_bytes()
    assert told[-1][0] == told[-1][1]
    assert told == sorted(told)


PROBE = """
import sys
from khronos_lab.simulation.turning import turning_points
turning_points(sys.argv[1], "random", games=2, seed=3, adviser="greedy", progress=False)
"""


def test_a_hash_seed_changes_nothing(file):
    turning_points(file, **QUICK)
    data = cache_beside(file).read_bytes()
    cache_beside(file).unlink()
    subprocess.run(
        [sys.executable, "-c", PROBE, str(file)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "77"},
        check=True,
    )
    assert cache_beside(file).read_bytes() == data


def test_progress_is_told_game_by_game():
    told = []
    turning_points(game(1), **{**QUICK, "progress": lambda *each: told.append(each)})
    games = 2 * 15 + 2 * 14  # the first position and 14 turns, and a best turn for each
    assert told[-1] == (games, games)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


# ------------------------------------------------------------------ the cache


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


def _other_version(data: bytes) -> bytes:
    return data.replace(b'"khronos_turning": 1', b'"khronos_turning": 2')


def _without_games(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"] = []
    return json.dumps(found).encode()


def _wrong_type(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"][0][0] = "<b>9</b>"
    return json.dumps(found).encode()


def _no_moves(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["moves"] = ["<script>"]
    return json.dumps(found).encode()


def _three_players(data: bytes) -> bytes:
    found = json.loads(data)
    found["turns"][2]["played"] = [[1, 2, 3], [1, 2, 3]]
    return json.dumps(found).encode()


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda data: b"", True),
        (lambda data: b"\xff\xfe\x00", True),
        (lambda data: b"[1, 2]", True),
        (lambda data: b"[" * 100_000, True),
        (_cut, True),
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
