"""Evaluations: of a moment of a game, and of all turns of many games."""

from __future__ import annotations

import shutil

import pytest

import khronos_lab as kl
from khronos_lab.rulebook import data_file
from tests.simulation.reviewed import game


def test_a_moment_says_what_everybody_can_expect_and_the_best_turns():
    lesson = kl.load(game())
    found = lesson.evaluate(0)
    assert sum(each.value for each in found.chances) == pytest.approx(1, abs=0.01)
    assert all(each.low <= each.value <= each.high for each in found.coins)
    leads = [turn.ahead for turn in found.turns]
    assert leads == sorted(leads, reverse=True)
    assert found.turns[0].moves[-1].startswith(">")
    assert "1. Ruth" in found.text("en")
    assert "Taler" in found.text("de")
    assert lesson.evaluate(0) is found


def test_within_a_move_the_position_before_it_counts():
    lesson = kl.load(game())
    span = next(each for each in lesson.timeline.moves if each.last > each.first)
    assert lesson.evaluate(span.first).state == span.before
    assert lesson.evaluate(span.last).state == span.after
    assert not lesson.evaluate(span.last).refined


def test_a_game_that_is_over_is_told_as_it_is():
    whole = kl.load("data/games/01-two-players-valley.khr")
    over = whole.evaluate()
    assert [each.value for each in over.coins] == [39, 42]
    assert [each.value for each in over.chances] == [0, 1]
    assert not over.turns
    assert over.text().startswith("The game is over")


def test_the_turns_of_many_games_get_their_values_and_it_goes_on_where_it_was(
    tmp_path, monkeypatch
):
    games = tmp_path / "games"
    games.mkdir()
    for name in ("08-lesson-three-ages", "09-typed-by-hand"):
        shutil.copy(data_file("games", f"{name}.khr"), games)
    plain = kl.dataset(games)
    assert plain.turns.collect()["value"].null_count() == plain.turns.collect().height
    monkeypatch.setattr("khronos_lab.simulation.evaluation.PART", 1)
    kept = tmp_path / "kept"
    found = plain.evaluate(kept, short_games=2, progress=False)
    rows = found.turns.collect()
    ended = rows.filter(rows["ended"]) if "ended" in rows.columns else rows
    assert ended["value"].null_count() == 0
    assert ended["win_chance"].is_between(0, 1).all()
    assert ended["value"].n_unique() > 1
    first, second = sorted(kept.iterdir())
    second.unlink()
    changed = first.stat().st_mtime_ns
    again = plain.evaluate(kept, short_games=2, progress=False)
    assert again.turns.collect().equals(rows)
    assert first.stat().st_mtime_ns == changed
    assert len(list(kept.iterdir())) == 2
    first.write_bytes(b"spoiled")
    assert plain.evaluate(kept, short_games=2, progress=False).turns.collect().equals(rows)
