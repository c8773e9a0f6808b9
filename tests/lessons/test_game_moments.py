"""Exercises from games that were played: only where something happens, and true."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_lab.analysis import Timeline
from khronos_lab.core import events as e
from khronos_lab.engine import new_game
from khronos_lab.lessons import practice
from khronos_lab.rulebook import KhronosError, data_file
from tests.lessons import second_reading

GAMES = sorted(Path(data_file("games")).glob("0[1-7]*.khr"))


def test_moments_of_a_game_are_asked_about_and_a_second_reading_agrees():
    for path in GAMES[:3]:
        shown = practice(path)
        for place in range(len(shown.about["list"])):
            shown = shown.next() if place else shown
            kinds = {type(entry.event) for entry in shown.item.trial.log}
            assert kinds & {e.BuildingErased, e.ShadowBlocked, e.ConflictFound, e.DomainSplit}
            for exercise in shown.item.exercises:
                assert second_reading.answer(exercise) == exercise.correct, exercise.asks


def test_a_quiet_game_is_said_to_be_one():
    with pytest.raises(KhronosError, match="no paradox, no blocked shadow and no conflict"):
        practice(Timeline(new_game(2, seed=1), ()))
