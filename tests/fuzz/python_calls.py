"""Calls from Python with odd arguments: a value, or a sentence; never an error from the inside.

An error that Python itself makes at the call (an argument too many) is the caller's; one that comes
up inside of khronos_lab must be a `KhronosError`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

import khronos_lab as kl
from khronos_lab.analysis.tables.parquet_files import read_tables
from khronos_lab.records.format.reader import read_record
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.simulation.game_of_row import record_of
from khronos_lab.simulation.run import play_again, resume
from tests.fuzz.messages import check_message

GAME = "data/games/08-lesson-three-ages.khr"
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    kl.read_position, kl.legal_actions, kl.play, kl.why_not, kl.preview, kl.new_game,
    kl.Build, kl.Demolish, kl.EndTurn, kl.Exchange, kl.Populate, kl.Restore, kl.Swap, kl.Travel,
    kl.Upgrade, kl.dataset, kl.load, kl.rules_with, read_record, read_tables, record_of,
    play_again, resume, kl.compare, kl.edit_map, kl.worksheet, kl.lesson_page,
)  # fmt: skip


@cache
def values() -> list[object]:
    """Things that somebody may give, fitting or not."""
    state = kl.new_game(2, seed=7)
    game = kl.load(GAME)
    return [
        None, True, -1, 0, 1, 2, 7, 10**30, 1.5, nan, inf, "", " ", "x", "x" * 500, "a1", "z99",
        "Might", "Macht", "keep", "town b2 in Might", "M+m2f4", "M>F", ">mmrc", "B3", "Ada, Ben",
        "Ada,Ada", ["Ada", "Ben"], ["Ada", 7], [], (), {}, set(), b"x", object(), Path("nowhere"),
        Path(GAME), GAME, "data/sample/2-styles", "nowhere.khr", "a\0b", "*.khr", "\ud800", state,
        game, game.record, kl.MIGHT, kl.REASON, kl.CIVIL, (0, 0, 3), (0, -1, 3), (1, 2), len,
        kl.Build("Might", "keep", "f4"), kl.EndTurn(), kl.rules_with(), "first", [GAME, GAME],
        3 + 4j,
        "player Ada:\nplayer Ben:\nMight\n. . .", range(3), iter("ab"), slice(1), 2**63, "os:abort",
    ]  # fmt: skip


def call(function: Callable[..., Any], rng: Random) -> tuple[list[object], dict[str, object]]:
    """Some arguments for a function; sometimes one that it does not have."""
    names = [
        name
        for name, each in inspect.signature(function).parameters.items()
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        and name not in ("workers", "executor", "first_line", "file")
    ]
    given = [rng.choice(values()) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]
    left = names[len(given) :]
    named = {
        name: rng.choice(values())
        for name in rng.sample(left, min(len(left), rng.choice((0, 0, 1))))
    }
    return given, named


def attempt(rng: Random, folder: Path) -> str:
    """Call a function."""
    function = rng.choice(FUNCTIONS)
    return outcome(function, *call(function, rng), folder=folder)


def outcome(
    function: Callable[..., Any], given: list[object], named: dict[str, object], *, folder: Path
) -> str:
    """How a call ends."""
    with chdir(folder):
        try:
            value = function(*given, **named)
            repr(value)
            return "value"
        except KhronosError as fault:
            check_message(str(fault).replace("\n", " "))
            return "refused"
        except TypeError as fault:
            if fault.__traceback__ is not None and fault.__traceback__.tb_next is None:
                return "not callable so"
            raise AssertionError((function.__name__, given, named)) from fault
        except Exception as fault:
            raise AssertionError((function.__name__, given, named)) from fault
