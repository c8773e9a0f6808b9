"""The answers of exercises, worked out from the boards alone and not from the engine's log."""

from __future__ import annotations

from typing import NamedTuple

from khronos_lab.core import Board, Build, Building, GameState, Move, Upgrade, name
from khronos_lab.engine import Outcome, legal_actions, play
from khronos_lab.rulebook import AGES, CIVIL, MILITARY, REASON, RELIGIOUS, Age, Kind
from khronos_lab.scenarios import Exercise


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
    """The domains of a board."""
    return groups_of(list(board))


def groups_of(buildings: list[Building]) -> list[list[Building]]:
    """Groups of buildings that touch along sides, found by asking every pair."""
    groups: list[list[Building]] = []
    for building in buildings:
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


# ------------------------------------------------------------------ conflicts (C1, C2, C3)


class First(NamedTuple):
    """The first conflict that a building brings about, and how it stands to the joining."""

    age: Age
    kind: Kind
    joined: bool
    origins: list[list[Building]]
    """The domains of the age before, each with its buildings that still stand."""


def _first_conflict(exercise: Exercise) -> First | None:
    """Read off the boards as the building and its copy leave them, before anything shrinks."""
    action = exercise.action
    if not isinstance(action, Build | Upgrade) or action.kind is not CIVIL:
        return None
    new = _new(exercise)
    for age in AGES[action.age : 2]:
        # In Faith it is a copy, which rank 1 does not cast and which needs a tile after the first.
        left = exercise.state.supply[CIVIL][new.rank] - 1
        if age is not action.age and (new.rank == 1 or left < 1):
            return None
        before = domains(exercise.state.boards[age])
        stays = [[each for each in g if not squares_of(each) & squares_of(new)] for g in before]
        # A hamlet that the covered building hid is back, and is of no original domain.
        back = _hamlets_back(exercise, age, new)
        now = groups_of([*(each for g in stays for each in g), *back, new])
        kinds = (RELIGIOUS, MILITARY) if age else (MILITARY, RELIGIOUS)
        for kind in kinds:
            found = [group for group in now if _tied(group, kind)]
            if found:
                domain = min(found, key=lambda g: min(min(squares_of(each)) for each in g))
                joined = sum(any(each in domain for each in g) for g in stays) > 1
                return First(age, kind, joined, stays)
    return None


def _hamlets_back(exercise: Exercise, age: Age, new: Building) -> list[Building]:
    board = exercise.state.boards[age]
    gone = [each for each in board if squares_of(each) & squares_of(new)]
    places = {sq for each in gone for sq in squares_of(each)} - squares_of(new)
    numbers = sorted(17 * row + column for row, column in places)
    return [Building(CIVIL, 1, sq, printed=True) for sq in numbers if board.grid.hamlets >> sq & 1]


def _tied(group: list[Building], kind: Kind) -> bool:
    ranks = [each.rank for each in group if each.kind is kind]
    return ranks.count(max(ranks, default=0)) > 1


def _settled(exercise: Exercise) -> object:
    action = exercise.action
    if not (isinstance(action, Build | Upgrade) and action.kind is CIVIL):
        return "C3"  # Nothing but a civil building joins domains.
    found = _first_conflict(exercise)
    return None if found is None else "C2" if found.joined else "C3"


def _strength(exercise: Exercise) -> object:
    _, _, place = exercise.asks.split()
    found = _first_conflict(exercise)
    if found is None or found.age is not exercise.age or not found.joined:
        return None  # Another conflict came before: what stands by then is another matter.
    before = domains(exercise.state.boards[found.age])
    for old, stays in zip(before, found.origins, strict=True):
        if any(name_inside(each, place) for each in old):
            return sum(VALUES[each.rank] for each in stays if each.kind is found.kind)
    return None


VALUES = (0, 1, 2, 4)
"""Of military and religious buildings, by rank (S2)."""


# ------------------------------------------------------------------ copies (B3a, B3b)


def _stopped(exercise: Exercise) -> object:
    """B3a or B3b, for what is built or upgraded in Might; anything else is not read here."""
    action, state = exercise.action, exercise.state
    assert isinstance(action, Build | Upgrade)
    if action.age or action.kind is CIVIL or action.rank == 1:
        return None
    new, faith = _new(exercise), state.boards[1]
    groups = domains(faith)
    covered = [each for each in faith if squares_of(each) & squares_of(new)]
    back = _hamlets_back(exercise, AGES[1], new)
    counted = 0
    for group in groups:
        hidden = [h for h in back for each in group if squares_of(h) <= squares_of(each)]
        stays = [each for each in group if each not in covered]
        own = [each for each in group if _own_older_shadow(exercise, each)]
        counted += bool(own) or any(beside(new, each) for each in (*stays, *hidden))
    if counted > 1:
        return "B3a"
    rest = groups_of([*(each for each in faith if each not in covered), *back])
    near = [each for group in rest if any(beside(new, one) for one in group) for each in group]
    ranks = [each.rank for each in near if each.kind is new.kind]
    return "B3b" if max(ranks, default=0) == new.rank else None


def _own_older_shadow(exercise: Exercise, building: Building) -> bool:
    """True of the very building in Faith that is upgraded in Might: kind, rank, squares, owner."""
    if not isinstance(exercise.action, Upgrade) or building.rank == 1:
        return False
    inside = [
        each
        for each in exercise.state.boards[0]
        if squares_of(each) & squares_of(_new(exercise)) and each.kind is exercise.action.kind
    ]
    return [each[:4] for each in inside] == [building[:4]]


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
    "settled": _settled,
    "strength": _strength,
    "stopped": _stopped,
}
