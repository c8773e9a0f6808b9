"""Random studies: games of all sorts, entered, taken back, corrected, fixed, tried otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from khronos_lab.core import GameState, player_marks
from khronos_lab.engine import play_through
from khronos_lab.records import MARKS, Study, node_of, record_text
from khronos_lab.rulebook import Edition, KhronosError, RuleSet
from tests.records.random_games import ODD_TEXTS, any_action, any_option

RULES = tuple(
    RuleSet(edition, holdem, ruins)
    for edition in Edition
    for holdem in (False, True)
    for ruins in (False, True)
)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
DEALS = ("mmrc", "rrcc", "m***", "****", "mrc*")

FIXING = ("fix_pending", "skip_pending") * 2 + ("enter", "discard_pending", "revert")
WRITING = ("enter",) * 14 + (
    "take_back", "do_again", "replace", "insert", "leave_out", "remark", "introduce", "revert",
    "restart", "discard_undone", "undo",
)  # fmt: skip
LOOKING = ("play",) * 6 + ("promote", "delete", "cut", "name_line", "comment", "mark", "redo")


def new_study(number: int) -> Study:
    """A game of its own sort for every number: rules, players, map, hands, start player."""
    rng = Random(f"desk {number}")
    names = NAMES[: 2 + number % 4]
    return Study.new(
        names,
        grid=rng.choice(("valley", "delta", "highlands")),
        rules=RULES[number % len(RULES)],
        start=rng.choice(names),
        hands={name: rng.choice(DEALS) for name in names if rng.random() < 0.5},
        tags={"Event": rng.choice(ODD_TEXTS)},
    )


def whole(study: Study) -> tuple[Any, ...]:
    """All of a game: moves and words, what is taken back, what is pending and why, positions."""
    end = [step.after._replace(chance=0) for step in study.steps(())]
    pending = study.pending, str(study.fault)
    return record_text(study.record), study.undone, pending, end


def some_move(state: GameState, rng: Random) -> str:
    """A legal move as somebody would type it; what a known hand draws is made up by chance."""
    move, outcome = play_through(state, any_action(state, rng), any_option(rng))
    return node_of(state, move, outcome, player_marks(state.names)).text


def changes(study: Study, rng: Random, *, lines: bool = False) -> Iterator[str]:
    """Change a study at random, again and again; what is refused is tried otherwise.

    With `lines`, other moves are tried at other places, too.
    """
    while True:
        before = study.record, study.undone, study.pending
        try:
            work = _change(study, rng, lines)
        except KhronosError:
            assert (study.record, study.undone, study.pending) == before
            continue
        yield work


def _change(study: Study, rng: Random, lines: bool) -> str:
    if lines and rng.random() < 0.4:
        return _look(study, rng)
    study.go((), len(study.nodes_of(())))
    number = len(study.nodes)
    k = rng.randrange(number) if number else 0
    fixes = study.pending and not study.undone and rng.random() < 0.6
    work = rng.choice(FIXING if fixes else WRITING)
    change = getattr(study, work)
    match work:
        case "take_back" | "do_again":
            change(rng.randint(1, 5))
        case "enter" | "fix_pending":
            change(some_move(study.state, rng))
        case "replace" | "insert":
            change(k, some_move(study.before(k), rng))
        case "leave_out":
            change(k)
        case "remark":
            change(k, mark=rng.choice(MARKS), comment=rng.choice(ODD_TEXTS).strip())
        case "introduce":
            change(rng.choice(ODD_TEXTS).strip())
        case "restart":
            seat = rng.randrange(len(study.start.players))
            turn = study.start.turn._replace(seat=seat)
            change(study.start._replace(start=seat, turn=turn))
        case _:
            change()
    return work


def _look(study: Study, rng: Random) -> str:
    """Go to any place of the tree and do something there."""
    line = rng.choice(list(study.lines()))
    study.go(line, rng.randint(0, len(study.nodes_of(line))))
    work = rng.choice(LOOKING)
    change = getattr(study, work)
    match work:
        case "play":
            change([some_move(study.state, rng)])
        case "name_line" | "comment":
            change(rng.choice(ODD_TEXTS))
        case "mark":
            change(rng.choice(MARKS))
        case _:
            change()
    return work
