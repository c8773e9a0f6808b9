"""Calls from Python with odd arguments: a value, or a sentence; never an error from the inside.

An error that Python itself makes at the call (an argument too many) is the caller's and counts as
refused; one that comes up inside of khronos_lab must be a `KhronosError`.
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

import polars as pl

import khronos_lab as kl
from khronos_lab.analysis import read_tables
from khronos_lab.records import read_record
from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation import play_again, record_of, resume
from tests.fuzz.messages import check_message

GAME = "data/games/08-lesson-three-ages.khr"
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    kl.read_position, kl.legal_actions, kl.play, kl.why_not, kl.preview, kl.new_game,
    kl.Build, kl.Demolish, kl.EndTurn, kl.Exchange, kl.Populate, kl.Restore, kl.Swap, kl.Travel,
    kl.Upgrade, kl.dataset, kl.load, kl.rules_with, read_record, read_tables, record_of,
    play_again, resume, kl.compare, kl.edit_map, kl.worksheet, kl.lesson_page, kl.play_game,
    kl.simulate, kl.ladder, kl.balance, kl.explain, kl.forecast, kl.lesson, kl.practice, kl.rules,
    kl.sandbox, kl.scrub, kl.record_game, kl.play_against, kl.set_language,
)  # fmt: skip
"""Everything that people call, but for what takes long by its nature: reviews, films, reports."""
METHODS = (
    "state", "__getitem__", "replay", "branch", "save", "game", "filter", "open", "positions",
    "explore", "compare", "describe", "buildings", "income", "wealth", "how_won", "spending",
    "cards_spent", "shadows", "paradoxes", "paradox_costs", "domains", "cascades",
    "longest_cascades", "heat", "seats", "openings", "pays", "luck", "hands", "cards_held",
    "lead_changes", "comebacks", "ratings", "duels", "rules", "boards", "shadow_chains", "control",
    "storyboard", "causes", "changes", "side_by_side", "sources",
)  # fmt: skip
"""Those of games, of their drawings and graphs, and of datasets."""
ABORT = "os:abort"
"""Whoever reads must not call what a file or an argument names."""
PLAYING = (kl.play_game, kl.play_against, kl.simulate, kl.ladder, kl.balance)
"""These are asked to: a player is named so, and is called."""
FIXED = {"workers": 1, "progress": False}
NOT_GIVEN = (*FIXED, "executor", "first_line", "file")


@cache
def functions() -> list[Callable[..., Any]]:
    """What is called."""
    game = kl.load(GAME)
    games = kl.dataset(game.record)
    objects = (game, games, game.draw, game.graph)
    methods = [
        getattr(each, name) for each in objects for name in METHODS if hasattr(type(each), name)
    ]
    return [*FUNCTIONS, *methods]


@cache
def values() -> list[object]:
    """Things that somebody may give, fitting or not."""
    state = kl.new_game(2, seed=7)
    game = kl.load(GAME)
    return [
        None, True, -1, 0, 1, 2, 7, 10**30, 1.5, nan, inf, "", " ", "x", "x" * 500, "a1", "z99",
        "Might", "Macht", "keep", "town b2 in Might", "M+m2f4", "M>F", ">mmrc", "B3", "Ada, Ben",
        "Ada,Ada", ["Ada", "Ben"], ["Ada", 7], [], (), {}, set(), b"x", object(), Path("nowhere"),
        Path(GAME), GAME, "data/sample/2-levels", "nowhere.khr", "a\0b", "*.khr", "\ud800", state,
        game, game.record, kl.MIGHT, kl.REASON, kl.CIVIL, (0, 0, 3), (0, -1, 3), (1, 2), len,
        kl.Build("Might", "keep", "f4"), kl.EndTurn(), kl.rules_with(), "first", [GAME, GAME],
        3 + 4j, kl.dataset(game.record), pl.col("won"), pl.col("no"), "age", ["age", "place"],
        ["random", "random"], "random", ["random", "x"], "de", "fr", "kind", game.frames[3],
        "player Ada:\nplayer Ben:\nMight\n. . .", range(3), iter("ab"), slice(1), 2**63, ABORT,
    ]  # fmt: skip


def call(function: Callable[..., Any], rng: Random) -> tuple[list[object], dict[str, object]]:
    """Some arguments for a function; sometimes one that it does not have."""
    known = inspect.signature(function).parameters
    names = [
        name
        for name, each in known.items()
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY) and name not in NOT_GIVEN
    ]
    given = [rng.choice(values()) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]
    left = names[len(given) :]
    named = {
        name: rng.choice(values())
        for name in rng.sample(left, min(len(left), rng.choice((0, 0, 1))))
    }
    named |= {name: value for name, value in FIXED.items() if name in known}
    if function in PLAYING:
        given = ["os:getcwd" if each is ABORT else each for each in given]
        named = {name: "os:getcwd" if each is ABORT else each for name, each in named.items()}
    return given, named


def attempt(rng: Random, folder: Path) -> str:
    """Call a function."""
    function = rng.choice(functions())
    return outcome(function, *call(function, rng), folder=folder)


def outcome(
    function: Callable[..., Any], given: list[object], named: dict[str, object], *, folder: Path
) -> str:
    """How a call ends."""
    try:
        inspect.signature(function).bind(*given, **named)
    except TypeError:
        return "refused"
    with chdir(folder):
        try:
            value = function(*given, **named)
            repr(value)
            str(getattr(value, "finding", ""))  # an answer is worked out when it is asked for
            return "accepted"
        except KhronosError as fault:
            check_message(str(fault).replace("\n", " "))
            return "refused"
        except Exception as fault:
            raise AssertionError((function.__name__, given, named)) from fault
        finally:
            kl.set_language("en")
