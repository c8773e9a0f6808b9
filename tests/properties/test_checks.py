"""The watchers watched: each check sees a step or a state that was spoilt on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from khronos_lab.core import (
    Board,
    Build,
    Building,
    Demolish,
    EndTurn,
    Entry,
    GameState,
    board_of,
    evolve,
    square,
)
from khronos_lab.core import events as e
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, MILITARY, REASON, Age
from tests.properties import checks, oracles, starts, state_checks
from tests.properties.composing import with_board, with_player
from tests.properties.players import Step, finish

JOINED = finish(starts.TRIO, Build(MIGHT, CIVIL, 1, square("c4"), (0, 0, 1)), lambda _: 0)
"""A hamlet joins three keeps; two shrink."""
BLOCKED = finish(starts.BARED, Build(MIGHT, MILITARY, 2, square("b2"), (2, 0, 0)), lambda _: 0)
"""A keep whose shadow is blocked."""
CUT = finish(
    with_player(
        starts.BRIDGES, 0, starts.BRIDGES.player._replace(adventurers=(FAITH, FAITH))
    )._replace(turn=starts.BRIDGES.turn._replace(purses=(((FAITH, 2), (FAITH, 2)),))),
    Demolish(FAITH, square("d7")),
    lambda _: 0,
)
"""A demolition in Faith leaves two monasteries without their abbey."""
PAID = finish(starts.BRIDGES._replace(round=4), EndTurn(), lambda _: 0)
"""The end of a turn in a tax round."""
OVER = finish(starts.LAST_TURN, EndTurn(), lambda _: 0)
"""The end of a game."""


def after(step: Step, state: GameState) -> Step:
    """The step with another state at its end."""
    return step._replace(outcome=replace(step.outcome, state=state))


def logged(step: Step, *entries: Entry) -> Step:
    """The step with another log."""
    return step._replace(outcome=replace(step.outcome, log=entries))


def put(state: GameState, age: Age, *buildings: Building) -> GameState:
    """The state with exactly these buildings more in an age."""
    board = state.boards[age]
    return with_board(state, age, board_of(board.grid, (*board, *buildings), board.rules))


def told(event: e.Event, cause: int | None) -> Entry:
    """An entry for a log that is made up."""
    return JOINED.outcome.log[0]._replace(event=event, cause=cause)


def spoilt_event(step: Step, which: type[e.Event], **changes: object) -> Step:
    """The step with the first event of a type changed."""
    log = list(step.outcome.log)
    at = next(checks.index_of(step.outcome.log, which))
    log[at] = log[at]._replace(event=replace(log[at].event, **changes))  # type: ignore[type-var]
    return logged(step, *log)


def folded(check: Callable[[Step, list[GameState]], None]) -> Callable[[Step], None]:
    """A check that also takes the states between the entries."""

    def run(step: Step) -> None:
        states = [step.before]
        for entry in step.outcome.log:
            states.append(evolve(states[-1], entry.event))
        check(step, states)

    return run


TOWER = Building(MILITARY, 1, square("d3"), 0)
RICHER = JOINED.before.player._replace(coins=99)
ERASED = (
    told(e.ShadowFalls(FAITH, Building(CIVIL, 3, square("a4")), "B2"), None),
    told(e.BuildingErased(FAITH, Building(MILITARY, 2, square("a4"), 0)), 0),
)
SPOILT_STEPS = {
    "a change left out": (checks.fold, logged(JOINED, *JOINED.outcome.log[1:])),
    "another end": (checks.check_again, after(JOINED, JOINED.outcome.state._replace(chance=1))),
    "coins from nowhere": (
        checks.check_coins,
        after(JOINED, with_player(JOINED.outcome.state, 0, RICHER)),
    ),
    "a bonus too much": (checks.check_price, spoilt_event(BLOCKED, e.BonusPaid, amount=2)),
    "no bonus": (
        checks.check_price,
        logged(BLOCKED, *(x for x in BLOCKED.outcome.log if not isinstance(x.event, e.BonusPaid))),
    ),
    "a later cause": (checks.check_log, logged(JOINED, JOINED.outcome.log[1]._replace(cause=1))),
    "no such clause": (checks.check_log, spoilt_event(JOINED, e.CardsPlayed, clause="Z9")),
    "a question answered otherwise": (
        checks.check_questions,
        spoilt_event(JOINED, e.ChoiceMade, choice=0),
    ),
    "a question not told": (checks.check_questions, JOINED._replace(questions=())),
    "an earlier age changed": (
        checks.check_earlier_ages,
        after(CUT, put(CUT.outcome.state, MIGHT, TOWER)),
    ),
    "a watchtower outside its keep": (
        folded(checks.check_events_fit),
        spoilt_event(JOINED, e.BuildingShrunk, building=Building(MILITARY, 1, square("f6"), 1)),
    ),
    "a blocked shadow that falls": (
        folded(checks.check_failed_shadows),
        logged(
            BLOCKED,
            *BLOCKED.outcome.log,
            told(e.ShadowCast(REASON, TOWER._replace(owner=None), "B4"), 0),
        ),
    ),
    "a shadow erased below its original": (
        folded(checks.check_paradoxes),
        logged(JOINED, *ERASED),
    ),
    "a conflict out of order": (
        folded(checks.check_repair),
        spoilt_event(JOINED, e.ConflictFound, kind=CIVIL),
    ),
    "another board than predicted": (
        checks.check_prediction,
        after(JOINED, put(JOINED.outcome.state, REASON, TOWER)),
    ),
    "taxes too high": (checks.check_turn_end, spoilt_event(PAID, e.TaxCollected, amount=50)),
    "the wrong winner": (checks.check_turn_end, spoilt_event(OVER, e.GameEnded, winners=(0,))),
}


@pytest.mark.parametrize("name", SPOILT_STEPS)
def test_a_spoilt_step_is_seen(name):
    check, step = SPOILT_STEPS[name]
    with pytest.raises(AssertionError):
        check(step)


@pytest.mark.parametrize("step", [JOINED, BLOCKED, CUT, PAID, OVER])
def test_the_same_steps_unspoilt_pass(step):
    checks.Watcher(step.before).see(step)


# ------------------------------------------------------------------ states

START = starts.BRIDGES


def with_cache(board: Board, slot: str, value: object) -> Board:
    """A board that keeps something wrong."""
    wrong = board_of(board.grid, tuple(board), board.rules)
    setattr(wrong, slot, value)
    return wrong


def without(state: GameState, age: Age, building: Building) -> GameState:
    board = state.boards[age]
    left = [each for each in board if each != building]
    return with_board(state, age, board_of(board.grid, left, board.rules))


HOME = Building(CIVIL, 1, square("a5"), printed=True)
TWICE = {**START.boards[0].buildings, square("c3"): Building(MILITARY, 2, square("c3"), 0)}
SPOILT_STATES = {
    "overlap": with_board(START, MIGHT, with_cache(START.boards[0], "buildings", TWICE)),
    "off the map": put(START, MIGHT, Building(MILITARY, 2, square("i8"), 0)),
    "a hamlet missing": without(START, FAITH, HOME),
    "a tower on a hamlet": put(
        without(START, MIGHT, HOME), MIGHT, Building(MILITARY, 1, HOME.square, 0)
    ),
    "equals at the top": put(START, MIGHT, Building(MILITARY, 3, square("d3"), 0)),
    "a ruin in Faith": put(START, FAITH, Building(MILITARY, 2, square("e4"), 0, True)),
    "a tower in Reason": put(START, REASON, Building(MILITARY, 1, square("e4"))),
    "an owner in Reason": put(START, REASON, Building(MILITARY, 2, square("e5"), 1)),
    "too many cubes": put(START, REASON, Building(CIVIL, 2, square("e5"), cubes=(0, 0, 1, 1))),
    "domains kept wrong": with_board(START, MIGHT, with_cache(START.boards[0], "domains", ())),
    "squares kept wrong": with_board(START, MIGHT, with_cache(START.boards[0], "occupied", 1)),
    "sites kept wrong": with_board(START, MIGHT, with_cache(START.boards[0], "sites", {})),
}


@pytest.mark.parametrize("name", SPOILT_STATES)
def test_a_spoilt_board_is_seen(name):
    state_checks.check_boards(START)
    with pytest.raises(AssertionError):
        state_checks.check_boards(SPOILT_STATES[name])


@pytest.mark.parametrize(
    ("part", "spoilt"),
    [
        ("tiles", START._replace(supply=((0, 1, 1, 1), *START.supply[1:]))),
        ("cubes", with_player(START, 1, START.players[1]._replace(cubes=3))),
        ("cards", START._replace(pile=(0, 0, 1))),
        ("owe", with_player(START, 1, START.players[1]._replace(coins=-1))),
    ],
)
def test_pieces_from_nowhere_are_seen(part, spoilt):
    totals = (oracles.tiles(START), oracles.cubes(START), oracles.cards(START))
    state_checks.check_pieces(START, *totals)
    with pytest.raises(AssertionError, match=part):
        state_checks.check_pieces(spoilt, *totals)


@pytest.mark.parametrize(
    "purses",
    [(), (((MIGHT, 2), (MIGHT, 2)),), (((MIGHT, 3), (FAITH, 2)),), (((MIGHT, 1), (FAITH, 2)),) * 2],
)
def test_wrong_purses_are_seen(purses):
    state_checks.check_play(START)
    with pytest.raises(AssertionError):
        state_checks.check_play(START._replace(turn=START.turn._replace(purses=purses)))
