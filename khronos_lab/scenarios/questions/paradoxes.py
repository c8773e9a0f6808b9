"""Topics about paradoxes: what a copy removes, what is bare then, and where the cubes go."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_lab.core import events as e
from khronos_lab.core.actions import Demolish
from khronos_lab.core.board import Board, Building, owned
from khronos_lab.core.squares import bits, name
from khronos_lab.rulebook.language import Said
from khronos_lab.rulebook.pieces import AGES, CIVIL, REASON, Age
from khronos_lab.scenarios.questions.exercise import AnswerKind, Because, Exercise
from khronos_lab.scenarios.questions.legality_and_shadows import (
    ask,
    building_options,
    player_options,
)
from khronos_lab.scenarios.questions.reasons import cubes_there, happened, rule
from khronos_lab.scenarios.questions.tried_action import Look


def erased(look: Look) -> Iterator[Exercise]:
    """Ask what the copy removes."""
    if look.violation is not None or look.placing is None:
        return
    for _, cast in look.told(e.ShadowCast):
        gone = [
            number
            for number, entry in enumerate(look.log)
            if isinstance(entry.event, e.Paradox) and entry.event.age is cast.age
        ]
        squares = tuple(sorted(_building(look, number).square for number in gone))
        question = Said("ask-erased", {"age": cast.age})
        nothing = Because("B6", Said("why-nothing_covered"), cast.age, cast.building.squares)
        because = (*_met(look, cast, gone), *happened(look, *gone)) or (nothing, rule("B6"))
        if any(getattr(look.log[number].event, "lifted", False) for number in gone):
            because += (rule("B7"),)
        yield ask(
            look, f"erased {cast.age.title}", AnswerKind.BUILDINGS, question, squares, because,
            options=building_options(look, cast.age), age=cast.age,
            trivial=all(_own_trace(look, _building(look, number)) for number in gone),
        )  # fmt: skip


def _met(look: Look, cast: e.ShadowCast, gone: list[int]) -> Iterator[Because]:
    """The squares that a copy shares with what it removes; a mere trace shares none."""
    for building in (_building(look, number) for number in gone):
        shared = tuple(bits(building.mask & cast.building.mask))
        if shared:
            told = {"building": owned(building, look.before.names)}
            said = Said("why-met", {**told, "places": tuple(map(name, shared))})
            yield Because("B6", said, cast.age, shared)


def _own_trace(look: Look, building: Building) -> bool:
    """True of the same building in a later age as the one that is upgraded: of course it grows."""
    return any(
        (building.kind, building.square, building.rank) == (old.kind, old.square, old.rank)
        for old in (event.old for _, event in look.told(e.BuildingUpgraded))
    )


def _building(look: Look, number: int) -> Building:
    event = look.log[number].event
    assert isinstance(event, e.Paradox)
    return event.building


def emptied(look: Look) -> Iterator[Exercise]:
    """Ask which squares are bare afterwards."""
    if look.after is None or look.placing is None:
        return
    for age in AGES:
        gone = _lost(look.before.boards[age], look.after.boards[age])
        numbers = [
            number
            for number, entry in enumerate(look.log)
            if entry.event.age is age
            and entry.event.lost is not None
            and not entry.event.lost.printed
        ]
        if not gone or not numbers:
            continue
        yield ask(
            look, f"emptied {age.title}", AnswerKind.SQUARES, Said("ask-emptied", {"age": age}),
            tuple(bits(gone)),
            (
                *happened(look, *numbers, *_revealed(look, age)),
                *_covered(look, age), *_exception(look, age),
            ),
            age=age, choices=True,
        )  # fmt: skip


def _covered(look: Look, age: Age) -> Iterator[Because]:
    """Squares that something has left and the copy has taken: they are not bare."""
    for _, cast in look.told(e.ShadowCast):
        mask = cast.building.mask & look.before.boards[age].occupied
        if cast.age is age and mask:
            squares = tuple(bits(mask))
            said = Said("why-covers", {"places": tuple(map(name, squares))})
            yield Because("B6", said, age, squares)


def _revealed(look: Look, age: Age) -> list[int]:
    return [number for number, event in look.told(e.HamletRevealed) if event.age is age]


def _exception(look: Look, age: Age) -> tuple[Because, ...]:
    """Printed hamlets alone come back."""
    return (rule("B9"),) if _revealed(look, age) else ()


def _lost(before: Board, after: Board) -> int:
    return before.occupied & ~after.occupied


def keeps(look: Look) -> Iterator[Exercise]:
    """Ask who keeps a cube on a hamlet that re-appears."""
    if any(event.clause == "B8" for _, event in look.told(e.ChoiceMade)):
        return
    for number, event in look.told(e.CubeKept):
        question = Said("ask-keeps", {"place": name(event.building.square)})
        gone = look.before.boards[REASON].at(event.building.square)
        assert gone is not None
        had = Because("B8", cubes_there(look.before.names, gone.cubes), REASON, gone.squares)
        yield ask(
            look, "keeps", AnswerKind.PLAYERS, question, (event.seat,),
            (had, *happened(look, number)), options=player_options(look), age=REASON,
        )  # fmt: skip
        return


def home(look: Look) -> Iterator[Exercise]:
    """Ask how many cubes go home."""
    if look.after is None:
        return
    pairs = zip(look.before.players, look.after.players, strict=True)
    for seat, (then, now) in enumerate(pairs):
        more = now.cubes - then.cubes
        if more < 1 or seat == look.before.seat:
            continue
        numbers = [
            number
            for number, entry in enumerate(look.log)
            if _holds_cube(entry.event, seat) and entry.event.changes
        ]
        yield ask(
            look, f"home {then.name}", AnswerKind.NUMBER, Said("ask-home", {"who": then.name}),
            more, happened(look, *numbers), choices=True,
            trivial=isinstance(look.action, Demolish),
        )  # fmt: skip


def _holds_cube(event: e.Event, seat: int) -> bool:
    """True if a cube of this player is on what goes, or stays on a hamlet that is bared."""
    if isinstance(event, e.CubeKept):
        return event.seat == seat
    old = event.lost
    if old is None or isinstance(event, e.BuildingShrunk):
        return False  # its owner's cube stays
    return old.owner == seat or seat in old.cubes


def cubes(look: Look) -> Iterator[Exercise]:
    """Ask how many cubes stand on the new civil building in Reason."""
    if look.after is None or look.placing is None or look.placing.kind is not CIVIL:
        return
    for number, cast in look.told(e.ShadowCast):
        if cast.age is not REASON:
            continue
        stood = look.before.boards[REASON].overlapping(cast.building.mask)
        moved = [number for number, _ in look.told(e.CubesMoved)]
        gone = [
            number
            for number, event in enumerate(entry.event for entry in look.log)
            if isinstance(event, e.Paradox) and event.age is REASON and event.building.cubes
        ]
        new = look.after.boards[REASON].at(cast.building.square)
        question = Said("ask-cubes", {"building": owned(cast.building, look.before.names)})
        because = happened(look, *gone, *moved) or happened(look, number)
        if not any(each.cubes for each in stood):
            none = Because("B7", Said("why-no_cubes"), REASON, cast.building.squares)
            because = (none, *because)
        yield ask(
            look, "cubes", AnswerKind.NUMBER, question, len(new.cubes) if new else 0, because,
            age=REASON, trivial=sum(len(each.cubes) for each in stood) < 2,
        )  # fmt: skip
