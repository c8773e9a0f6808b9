"""The answers of exercises, worked out from the boards alone and not from the engine's log."""

from __future__ import annotations

from khronos_lab.core.actions import Build, Move, Upgrade
from khronos_lab.core.board import Board, Building
from khronos_lab.core.squares import name
from khronos_lab.core.state import GameState
from khronos_lab.play.choices import legal_actions
from khronos_lab.play.engine import Outcome, play
from khronos_lab.play.scenarios.exercise import Exercise
from khronos_lab.rulebook.pieces import AGES, CIVIL, MILITARY, REASON, RELIGIOUS, Age


def answer(exercise: Exercise) -> object:
    """The answer, or None where this reading has none of its own."""
    reading = _READINGS.get(exercise.topic)
    return None if reading is None else reading(exercise)


def after(exercise: Exercise) -> GameState | None:
    """The state that the move leads to, if its answers are all there."""
    result = play(exercise.state, Move(exercise.action, exercise.answers))
    return result.state if isinstance(result, Outcome) else None


def squares_of(building: Building) -> set[tuple[int, int]]:
    row, column = divmod(building.square, 17)
    return {(row + r, column + c) for r in range(building.rank) for c in range(building.rank)}


def domains(board: Board) -> list[list[Building]]:
    """Groups of buildings that touch along sides, found by asking every pair."""
    groups: list[list[Building]] = []
    for building in board:
        near = [g for g in groups if any(beside(building, other) for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append([building, *(each for g in near for each in g)])
    return groups


def beside(one: Building, other: Building) -> bool:
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    around = {(r + dr, c + dc) for r, c in squares_of(one) for dr, dc in steps}
    return bool(around & squares_of(other))


def _new(exercise: Exercise) -> Building:
    action = exercise.action
    assert isinstance(action, Build | Upgrade)
    return Building(action.kind, action.rank, action.square)


def _placed_in(exercise: Exercise) -> Age:
    assert isinstance(exercise.action, Build | Upgrade)
    return exercise.action.age


def _legal(exercise: Exercise) -> object:
    return exercise.action in legal_actions(exercise.state)


def _touches(exercise: Exercise) -> object:
    new = _new(exercise)
    groups = domains(exercise.state.boards[_placed_in(exercise)])
    return sum(
        any(beside(new, each) or squares_of(new) & squares_of(each) for each in group)
        for group in groups
    )


def _bonus(exercise: Exercise) -> object:
    state = after(exercise)
    return None if state is None else _gain(exercise, state)


def _tax(exercise: Exercise) -> object:
    state = after(exercise)
    return _gain(exercise, state) if state is not None and exercise.asks == "tax" else None


def _gain(exercise: Exercise, state: GameState) -> int:
    seat = exercise.state.seat
    return state.players[seat].coins - exercise.state.players[seat].coins


def _erased(exercise: Exercise) -> object:
    assert exercise.age is not None
    covered = squares_of(_new(exercise))
    board = exercise.state.boards[exercise.age]
    return tuple(each.square for each in board if squares_of(each) & covered)


def _shadow(exercise: Exercise) -> object:
    state = after(exercise)
    assert exercise.age is not None
    if state is None or _unsettled(exercise.state, state):
        return None
    new = _new(exercise)
    there = state.boards[exercise.age].buildings.get(new.square)
    if exercise.state.boards[exercise.age].buildings.get(new.square) == there:
        return None  # It looks the same either way.
    return there is not None and there[:2] == new[:2]


def _unsettled(before: GameState, state: GameState) -> bool:
    """True if a building of Might or Faith is lower than it was: something shrank."""
    for age in AGES[:2]:
        for old in before.boards[age]:
            new = state.boards[age].at(old.square)
            if new is not None and new.kind is old.kind and new.rank < old.rank:
                return True
    return False


def _ruler(exercise: Exercise) -> object:
    word, title, place = exercise.asks.split()
    state = after(exercise)
    if word != "ruler" or state is None:
        return None
    age = Age[title.upper()]
    board = state.boards[age]
    for group in domains(board):
        if any(name_inside(each, place) for each in group):
            return _rulers(group, age)
    return None


def name_inside(building: Building, place: str) -> bool:
    return place in {name(17 * row + column) for row, column in squares_of(building)}


def _rulers(group: list[Building], age: Age) -> tuple[int, ...]:
    if age is REASON:
        cubes = [seat for each in group if each.kind is CIVIL for seat in each.cubes]
        most = max((cubes.count(seat) for seat in cubes), default=0)
        return tuple(seat for seat in sorted(set(cubes)) if cubes.count(seat) == most)
    kind = RELIGIOUS if age else MILITARY
    ranked = sorted((each for each in group if each.kind is kind), key=lambda each: each.rank)
    return (ranked[-1].owner,) if ranked and ranked[-1].owner is not None else ()


def _cards(exercise: Exercise) -> object:
    state = after(exercise) if _legal(exercise) else None
    if state is None:
        return None
    seat = exercise.state.seat
    return sum(exercise.state.players[seat].hand) - sum(state.players[seat].hand)


def _emptied(exercise: Exercise) -> object:
    state = after(exercise)
    assert state is not None
    assert exercise.age is not None
    before, now = exercise.state.boards[exercise.age], state.boards[exercise.age]
    built = {sq for each in before for sq in squares_of(each)}
    built -= {sq for each in now for sq in squares_of(each)}
    return tuple(sorted(17 * row + column for row, column in built))


_READINGS = {
    "legal": _legal,
    "touches": _touches,
    "bonus": _bonus,
    "tax": _tax,
    "erased": _erased,
    "shadow": _shadow,
    "ruler": _ruler,
    "cards": _cards,
    "emptied": _emptied,
}
