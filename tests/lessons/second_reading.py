"""Every answer of an exercise, worked out a second time from the rules page.

Nothing here reads the engine's log: legality is `naive_law`, shadows and conflicts are
`naive_moves` with a diary, taxes are `oracles`. `answer` knows every topic made for practice.
"""

from __future__ import annotations

from collections.abc import Callable

from khronos_lab.core import Build, Demolish, EndTurn, GameState, Restore, Upgrade
from khronos_lab.lessons import Exercise
from khronos_lab.rulebook import Age, Kind
from tests.properties import oracles
from tests.properties.naive_law import Law
from tests.properties.naive_moves import CIVIL, MIGHT, Domain, Piece, World
from tests.properties.oracles import (
    FOREST_CARDS,
    MOUNTAIN_CARDS,
    VALUE,
    Square,
    area,
    covered,
    domains,
    terrain_squares,
)


def answer(exercise: Exercise) -> object:
    """The answer in the form of `Exercise.correct`."""
    return _READINGS[exercise.topic](exercise)


def number(at: Square) -> int:
    return 17 * at[1] + at[0]


def square_name(at: Square) -> str:
    return f"{'abcdefghijklmnop'[at[0]]}{at[1] + 1}"


class Diary(World):
    """A world that notes what happens in it."""

    def __init__(self, exercise: Exercise) -> None:
        super().__init__(exercise.state, exercise.trial.answers)
        self.firsts: dict[Age, list[Square]] = {}
        self.laid: dict[Age, list[int]] = {}
        self.reason: str | None = None
        self.kept: list[int] = []
        self.rivalry: list[tuple[Age, list[int], str, dict[str, int], list[int]]] = []
        self.shrunk: list[tuple[Age, Piece, list[Age]]] = []
        action = exercise.action
        if isinstance(action, Demolish):
            self.take(action.age, next(p for p in self.ages[action.age]
                                       if number(p.at) == action.square))  # fmt: skip
        else:
            assert isinstance(action, Build | Upgrade)
            self.place(action)
        self.put_right()

    def join(self, age: Age, before: list[Domain], new: Piece) -> None:
        self.firsts[age] = [domain[0].at for domain in before]
        super().join(age, before, new)

    def lay(self, age: Age, copy: Piece, old: Piece | None, older: list[Piece]) -> bool:
        under = [number(piece.at) for piece in self.under(age, copy)]
        why = "B5"
        if self.forbidden(age, copy, older):
            why = "B3a" if self.connects(age, copy, older) else "B3b"
        done = super().lay(age, copy, old, older)
        if done:
            self.laid[age] = sorted(under)
        else:
            self.reason = why
        return done

    def keep_cube(self, hamlet: Piece, erased: Piece) -> None:
        super().keep_cube(hamlet, erased)
        self.kept += hamlet.cubes

    def yielding(self, age: Age, kind: Kind, rivals: list[Piece]) -> tuple[str, list[Piece]]:
        clause, candidates = super().yielding(age, kind, rivals)
        strengths = {}
        if clause == "C2":
            origins = self.origins[age]
            for rival in rivals:
                mine = [p for p in self.ages[age]
                        if p.kind == kind and origins.get(p) == origins[rival]]  # fmt: skip
                first = square_name(self.firsts[age][origins[rival]])
                strengths[first] = sum(piece.value for piece in mine)
        places = [number(each.at) for each in candidates]
        self.rivalry.append((age, sorted(number(r.at) for r in rivals), clause, strengths, places))
        return clause, candidates

    def shrink(self, age: Age, piece: Piece) -> None:
        was = piece.copy()
        found = self.shadows(age, was) if was.rank > 1 else []
        self.shrunk.append((age, was, [later for later, _ in found]))
        super().shrink(age, piece)


# ------------------------------------------------------------------ before anything happens


def _placing(exercise: Exercise) -> Build | Upgrade:
    assert isinstance(exercise.action, Build | Upgrade)
    return exercise.action


def _legal(exercise: Exercise) -> bool:
    return Law(exercise.state).allows(exercise.action)


def _inside(exercise: Exercise) -> list:
    action = _placing(exercise)
    squares = area(action.square, action.rank)
    return [each for each in exercise.state.boards[action.age] if covered(each) & squares]


def _cards(exercise: Exercise) -> int:
    action, grid = _placing(exercise), exercise.state.grid
    squares, players = area(action.square, action.rank), len(exercise.state.players)
    price = VALUE[action.kind][action.rank]
    if isinstance(action, Upgrade):
        price -= max(VALUE[each.kind][each.rank] for each in _inside(exercise))
    price += FOREST_CARDS[players] * bool(squares & terrain_squares(grid, grid.forest))
    return price + MOUNTAIN_CARDS[players] * bool(squares & terrain_squares(grid, grid.mountain))


def _bonus(exercise: Exercise) -> int:
    action = _placing(exercise)
    paid = action.rank > 1 or isinstance(action, Upgrade)
    return paid * (1 if action.age is MIGHT else 2)


def _around(exercise: Exercise) -> set[Square]:
    action = _placing(exercise)
    squares = area(action.square, action.rank)
    sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {(x + dx, y + dy) for x, y in squares for dx, dy in sides} | squares


def _touches(exercise: Exercise) -> int:
    near = _around(exercise)
    groups = domains(exercise.state.boards[_placing(exercise).age])
    return sum(any(covered(each) & near for each in group) for group in groups)


def _against(exercise: Exercise) -> tuple[int, ...]:
    action, grid = _placing(exercise), exercise.state.grid
    squares, near = area(action.square, action.rank), _around(exercise)
    river = squares & terrain_squares(grid, grid.river)
    if exercise.kind.name == "SQUARES":
        return tuple(sorted(number(at) for at in river))
    if inside := _inside(exercise):
        return tuple(sorted(each.square for each in inside))
    groups = [group for group in domains(exercise.state.boards[action.age])
              if any(covered(each) & near for each in group)]  # fmt: skip
    if len(groups) > 1:  # D1: those that it touches
        touching = [each for group in groups for each in group if covered(each) & near]
    else:  # H1: the highest of its kind
        touching = [each for group in groups for each in group
                    if (each.kind, each.rank) == (action.kind, action.rank)]  # fmt: skip
    return tuple(sorted(each.square for each in touching))


# ------------------------------------------------------------------ shadows


def _shadow(exercise: Exercise) -> bool:
    return exercise.age in Diary(exercise).laid


def _stopped(exercise: Exercise) -> str | None:
    return "B1" if _placing(exercise).rank == 1 else Diary(exercise).reason


def _erased(exercise: Exercise) -> tuple[int, ...]:
    assert exercise.age is not None
    return tuple(Diary(exercise).laid[exercise.age])


def _emptied(exercise: Exercise) -> tuple[int, ...]:
    assert exercise.age is not None
    before = {at for each in exercise.state.boards[exercise.age] for at in covered(each)}
    after = {at for piece in Diary(exercise).ages[exercise.age] for at in piece.area}
    return tuple(sorted(number(at) for at in before - after))


def _home(exercise: Exercise) -> int:
    seat = exercise.state.names.index(exercise.asks.partition(" ")[2])
    return Diary(exercise).cubes[seat] - exercise.state.players[seat].cubes


def _cubes(exercise: Exercise) -> int:
    action = _placing(exercise)
    reason = Diary(exercise).ages[Age.REASON]
    return next(len(p.cubes) for p in reason if number(p.at) == action.square and p.kind == CIVIL)


def _keeps(exercise: Exercise) -> tuple[int, ...]:
    return tuple(Diary(exercise).kept[:1])


# ------------------------------------------------------------------ conflicts


def _conflict(exercise: Exercise) -> tuple[int, ...]:
    return tuple(Diary(exercise).rivalry[0][1])


def _settled(exercise: Exercise) -> str:
    return Diary(exercise).rivalry[0][2]


def _strength(exercise: Exercise) -> int:
    place = exercise.asks.rpartition(" ")[2]
    return Diary(exercise).rivalry[0][3][place]


def _shrinks(exercise: Exercise) -> tuple[int, ...]:
    return tuple(Diary(exercise).rivalry[0][4])


def _decides(exercise: Exercise) -> tuple[int, ...]:
    diary = Diary(exercise)
    clause = exercise.asks.rpartition(" ")[2]
    if clause == "conflict":
        return (exercise.state.seat,) if len(diary.rivalry[0][4]) > 1 else ()
    return next((each.seat,) for each in diary.asked if each.clause == clause)


def _shrunk(exercise: Exercise) -> int:
    return len(Diary(exercise).shrunk)


def _vanishes(exercise: Exercise) -> bool:
    # One that is destroyed at once, for want of tiles, has not shrunk: there are always some here.
    first = next(each for each in Diary(exercise).shrunk if each[1].rank > 1)
    return exercise.age in first[2]


# ------------------------------------------------------------------ coins


def _ruler(exercise: Exercise) -> tuple[int, ...]:
    assert isinstance(exercise.action, EndTurn)
    _, title, place = exercise.asks.split()
    age = Age[title.upper()]
    for group in oracles.domains(exercise.state.boards[age]):
        if any(square_name(at) == place for each in group for at in oracles.covered(each)):
            return tuple(sorted(oracles.entitled(age, group)))
    raise AssertionError(exercise.asks)


def _tax(exercise: Exercise) -> int:
    state = exercise.state
    assert state.round in (4, 7)
    by_age = oracles.naive_taxes_by_age(state, state.seat)
    title = exercise.asks.partition(" ")[2]
    return by_age.get(Age[title.upper()], 0) if title else sum(by_age.values())


def _winner(exercise: Exercise) -> tuple[int, ...]:
    state: GameState = exercise.state
    coins = [player.coins for player in state.players]
    coins[state.seat] += oracles.naive_taxes(state, state.seat)
    return tuple(seat for seat, each in enumerate(coins) if each == max(coins))


def _restored(exercise: Exercise) -> bool:
    assert isinstance(exercise.action, Restore)
    ruin = exercise.state.boards[Age.REASON].buildings[exercise.action.square]
    return ruin.rank == 2 or bool(ruin.cubes)


_READINGS: dict[str, Callable[[Exercise], object]] = {
    "legal": _legal, "cards": _cards, "bonus": _bonus, "touches": _touches, "against": _against,
    "shadow": _shadow, "stopped": _stopped, "erased": _erased, "emptied": _emptied,
    "home": _home, "cubes": _cubes, "keeps": _keeps, "conflict": _conflict,
    "settled": _settled, "strength": _strength, "shrinks": _shrinks, "decides": _decides,
    "shrunk": _shrunk, "vanishes": _vanishes, "ruler": _ruler, "tax": _tax,
    "winner": _winner, "restored": _restored,
}  # fmt: skip
