"""Figures and graphs of odd things: a picture or a sentence; and what was drawn can be saved."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any

from matplotlib.figure import Figure

import khronos_lab as kl
from khronos_lab.drawing import Drawing
from tests.fuzz.python_calls import GAME, call, outcome, values

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(kl.draw, name) for name in kl.draw.__all__ if name not in ("Drawing", "save")},
    **{f"graph of {name}": getattr(kl.graphs, name) for name in kl.graphs.__all__},
}


@cache
def fitting() -> list[object]:
    """Things that most figures can draw."""
    game = kl.load(GAME)
    frame = game.frames[20]
    odd = kl.new_game(["$x^2$ <b>", "Ä" * 60, "_{", "\\frac", "%s"], seed=3)
    return [game, game.record, frame, frame.state, odd, GAME, kl.play(odd, "M>F"), game.timeline]


def attempt(rng: Random, folder: Path) -> str:
    """Draw something, mostly of the right sort, and save it now and then."""
    function = FUNCTIONS[rng.choice(sorted(FUNCTIONS))]
    known = signature(function).parameters
    given, named = call(function, rng)
    if rng.random() < 0.7:
        # Something that fits, perhaps with one thing beside it that does not.
        given, named = [rng.choice(fitting()), *given[1:]][: rng.choice((1, 1, 1, 2))], {}
    for name, choices in LIKELY.items():
        if rng.random() < 0.2 and (name in known or rng.random() < 0.1):
            named[name] = rng.choice([*choices, rng.choice(values())])
    if "ax" in known and rng.random() < 0.1:
        named["ax"] = Figure(figsize=(4, 3)).add_subplot()
    if rng.random() < 0.05:
        return outcome(_saved(function, rng), given, named, folder=folder)
    return outcome(function, given, named, folder=folder)


LIKELY: dict[str, tuple[object, ...]] = {
    "step": (0, 5, -1, 10**6, "3"),
    "language": ("de", "en", "fr", ""),
    "legend": (True, False),
}


def _saved(function: Callable[..., Any], rng: Random) -> Callable[..., Any]:
    """The function, with its picture written to a file."""
    ending = rng.choice(("png", "svg", "txt", ""))

    def saved(*given: object, **named: object) -> object:
        drawn = function(*given, **named)
        return drawn.save(f"picture.{ending}") if isinstance(drawn, Drawing) else drawn

    return saved
