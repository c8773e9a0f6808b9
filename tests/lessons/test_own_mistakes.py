"""Own mistakes: what the coach found comes back among the day's questions, if somebody wants it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khronos_lab.lessons import practice
from khronos_lab.rulebook import KhronosError
from tests.simulation.reviewed import reviewed


def test_a_mistake_of_ones_own_is_asked_and_comes_back():
    turn = reviewed().mistakes[0]
    shown = practice(turn)
    assert shown.exercise.state.seat == turn.seat
    said = {each.words.text(): each.value for each in shown.exercise.options}
    assert {turn.better, turn.played} <= {text[0].lower() + text[1:] for text in said}
    verdict = shown.answer(said[turn.played[0].upper() + turn.played[1:]])
    assert not verdict.right
    assert "(" in verdict.explanation
    assert shown.feedback == (
        "The coach found a turn that brings more. Think of what the others do next, and of the "
        "next taxation.",
    )
    assert practice().prompt == shown.prompt
    right = practice(language="de")
    assert right.prompt.startswith(f"Runde {turn.round}: {turn.player} ist am Zug")
    assert right.answer(right.exercise.correct).right
    assert practice().prompt != shown.prompt  # It rests until tomorrow.


def test_those_of_a_review_wait_behind_what_is_due_until_a_rule_is_chosen():
    mistakes = reviewed().mistakes
    assert len(practice(reviewed())._items) == len(mistakes)
    asked = practice()
    prompts = [asked.exercise.asks, *(asked.next().exercise.asks for _ in mistakes)]
    assert [each.split()[0] for each in prompts].count("mistake") == len(mistakes)
    assert practice("B3").exercise.clause == "B3"


def test_a_good_turn_is_no_mistake():
    good = replace(reviewed().turns[0], other=None)
    with pytest.raises(KhronosError, match="mistake"):
        practice(good)
