"""All questions that a scenario makes possible, for tests that want many."""

from __future__ import annotations

from khronos_lab.lessons import exercises_on, main_exercise


def exercises_in(scenario, *, trivial=False):
    """Its own question first, then all others about its last move."""
    own = main_exercise(scenario)
    others = exercises_on(scenario.trial, trivial=trivial)
    return (own, *(each for each in others if each.asks != own.asks))


def exercise_on(look, asks):
    """The question about a move that asks this."""
    return next(each for each in exercises_on(look, trivial=True) if each.asks == asks)
