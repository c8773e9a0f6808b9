"""Mistakes of a game and of a folder of games: found, sorted, opened, practised."""

from __future__ import annotations

import shutil

import pytest

import khronos_lab as kl
from khronos_lab.rulebook import KhronosError, data_file
from tests.simulation.reviewed import LESSON, game

LABELS = {"3.R", "4.R", "4.W"}
"""Turns of the lesson that are mistakes whatever the players learn."""


def test_mistakes_of_a_game_and_of_a_folder_are_found_sorted_opened_and_practised(tmp_path):
    shutil.copy(data_file("games", "08-lesson-three-ages.khr"), tmp_path / "lesson.khr")
    kl.load(game(LESSON, 6)).save(tmp_path / "begun.khr")
    loaded = kl.load(tmp_path / "lesson.khr")
    loaded.review(progress=False)
    assert {each.label for each in loaded.mistakes} >= LABELS
    assert "(" in loaded.mistakes[0].why
    assert loaded.practice().coach.practice is not None
    assert (tmp_path / "lesson.khr.review.json").exists()
    hers = loaded.mistakes.of("ruth")
    assert {each.player for each in hers} == {"Ruth"}
    assert hers == loaded.mistakes("Ruth") == loaded.player("RUTH").mistakes
    assert hers[0] == hers.of("Ruth")[0]
    assert loaded.practice("ruth").coach.practice is not None
    with pytest.raises(KhronosError, match="There is no row 99"):
        loaded.mistakes[99]
    with pytest.raises(KhronosError, match='There is no player "Zoe"'):
        loaded.mistakes.of("Zoe")

    found = kl.dataset(tmp_path).mistakes(progress=False)
    coins = found.frame["coins"].to_list()
    assert coins == sorted(coins, reverse=True)
    assert len(found) >= len(LABELS)
    first = found.open(0)
    assert first.step == found[0].first
    assert first.coach.turn is not None
    assert first.coach.turn.label == found[0].label
    tried = found.practice(1)
    assert tried.coach.practice is not None
    assert tried.coach.practice.turn.label == found[1].label
    with pytest.raises(KhronosError, match="row"):
        found.open(99)

    ruth = kl.dataset(tmp_path).mistakes(player="Ruth", progress=False)
    assert set(ruth.frame["player"]) == {"Ruth"}
    with pytest.raises(KhronosError, match="none of these games"):
        kl.dataset(tmp_path).mistakes(player="Zoe")
