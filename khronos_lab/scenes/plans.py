"""Plans: what somebody wants to do, where one may, what stands in the way, where to look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from khronos_lab.core import (
    Action,
    Build,
    Building,
    Demolish,
    GameState,
    Populate,
    Restore,
    Upgrade,
    bits,
    components,
)
from khronos_lab.rulebook import AGES, PLAIN, REASON, Age
from khronos_lab.scenes.marks import Dot, Highlight, Lettered, Mark, Owners, Planned, Spotlight


def plan_marks(
    state: GameState, action: Action, mark: str = "", *, badge: bool = True
) -> list[Mark]:
    """The footprint of an action: pale what would come, an outline around it.

    Without a `mark` of its own it has no symbol: that would say too much before there is one.
    """
    if isinstance(action, Build | Upgrade):
        new = Building(action.kind, action.rank, action.square, None, False, (), False)
        there = tuple(state.boards[action.age].overlapping(new.mask))
        rough = sum(1 << sq for sq in new.squares if state.grid.terrain(sq) is not PLAIN)
        outline = Highlight(mark or "shadow", action.age, new.mask, badge=bool(mark) and badge)
        return [Planned(action.age, new, rough, there), outline]
    if isinstance(action, Demolish):
        age = action.age
    elif isinstance(action, Populate | Restore):
        age = REASON
    else:
        return []
    building = state.boards[age].at(action.square)
    if building is None:
        return []
    usual = "gone" if isinstance(action, Demolish) else "touched"
    return [Highlight(mark or usual, age, building.mask, badge=badge), Owners(age, building)]


def allowed_marks(now: Mapping[Age, int], lacking: Mapping[Age, int]) -> list[Dot]:
    """Dots where a wish may be done, rings where only means are missing."""
    dots = [Dot(age, sq) for age in AGES for sq in bits(now.get(age, 0))]
    rings = [Dot(age, sq, "ring") for age in AGES for sq in bits(lacking.get(age, 0))]
    return [*dots, *rings]


def spotlights(state: GameState, squares: Iterable[tuple[Age, int]]) -> Iterator[Mark]:
    """Everything to look at: buildings as a whole with their owners, and bare squares."""
    masks: dict[Age, int] = {}
    for age, sq in squares:
        masks[age] = masks.get(age, 0) | 1 << sq
    for age, mask in masks.items():
        there = state.boards[age].overlapping(mask)
        bare = mask & ~state.boards[age].occupied
        for part in [*components(bare), *(each.mask for each in there)]:
            yield Spotlight(age, part)
        for each in there:
            yield Owners(age, each)


def lettered(state: GameState, age: Age, firsts: Sequence[int]) -> list[Lettered]:
    """The domains of a state with these first squares; one alone needs no letter."""
    board = state.boards[age]
    masks = [board.domain_at(sq).mask for sq in firsts if board.occupied >> sq & 1]
    return letters_on(state, age, list(dict.fromkeys(masks))) if len(masks) > 1 else []


def letters_on(
    state: GameState, age: Age, masks: Sequence[int], more: Sequence[str] = ()
) -> list[Lettered]:
    """Sets of squares with the letters A, B, … and perhaps a number each; no letter for none."""
    words = more or [""] * len(masks)
    texts = [
        (mask, f"{chr(ord('A') + number)}{words[number]}")
        for number, mask in enumerate(masks)
        if mask
    ]
    board = state.boards[age]
    return [
        Lettered(age, mask, text, number, tuple(board.overlapping(mask)))
        for number, (mask, text) in enumerate(texts)
    ]


def obstacle_marks(
    state: GameState, age: Age, domains: Sequence[int], squares: Iterable[int]
) -> list[Mark]:
    """What a broken clause is about: its domains by letter, or else its squares."""
    areas = lettered(state, age, domains)
    return [*areas] or [*spotlights(state, ((age, sq) for sq in squares))]
