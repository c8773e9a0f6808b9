"""Turning points: every turn valued, stopped and resumed with the same bytes, cached with care."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from khronos_lab.analysis.review.turning_points import BestTurn, TurningPoints, decided
from khronos_lab.analysis.review.turning_words import (
    best_text,
    caveat,
    main_effect,
    swing_text,
    turn_text,
    turning_summary,
)
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core import events as e
from khronos_lab.core.state import add_cards
from khronos_lab.players.advice import replayed
from khronos_lab.players.rollout_results import Rollouts
from khronos_lab.records.format.reader import read_record
from khronos_lab.records.format.writer import record_text
from khronos_lab.records.model import Line, steps_of
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import data_file
from khronos_lab.simulation.turning_cache import cache_beside
from khronos_lab.simulation.turning_points import turning_points
from tests.simulation.valued import QUICK, game, quick

ROOT = Path(__file__).resolve().parents[2]


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
    assert "is reduced to a" in said
    assert "(C4)" in said
    assert "verkleinert" in turn_text(value, names, "de")
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
from khronos_lab.simulation.turning_points import turning_points
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


WITHOUT_GUARD = """
from khronos_lab.simulation.turning_points import turning_points
turning_points("data/games/08-lesson-three-ages.khr", games=1, adviser=None, cache=False, workers=2)
"""


def test_a_script_without_a_main_guard_is_told_in_a_sentence(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(WITHOUT_GUARD)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("khronos_lab.rulebook.errors.KhronosError: the processes that were to")
    assert "__main__" in last
