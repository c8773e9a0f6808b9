"""Highlights: the squares that an event is about, as outlines with a symbol at a corner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from khronos_lab.core import (
    Building,
    Entry,
    GameState,
    Marks,
    bits,
    column_of,
    components,
    marks_of,
    row_of,
)
from khronos_lab.core import events as e
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.pieces import ghost, pawn_spot
from khronos_lab.drawing.strokes import BADGE, SYMBOLS, Corner, Look, Stroke, placed
from khronos_lab.drawing.themes import EFFECT_MARKS, MARKS, PAPER
from khronos_lab.rulebook import AGES, Age

BADGE_SIZE: Final = 0.66
JOURNEY_SIZE: Final = 0.55

_CORNERS: Final[dict[str, tuple[int, int]]] = {
    "new": (0, 0),
    "shadow": (0, 0),
    "blocked": (0, 0),
    "gone": (1, 0),
    "touched": (1, 0),
    "conflict": (0, 1),
    "join": (0, 1),
    "split": (0, 1),
    "pay": (0, 1),
}
"""Where the symbol sits, so that several marks of one place can be seen: right?, bottom?"""

_INSETS: Final = {"new": -0.07, "gone": 0.13, "touched": -0.07, "join": -0.1, "split": -0.1}


class Highlight(NamedTuple):
    """One outline: what it means, where, and whether it is the event shown or an earlier one."""

    mark: str
    age: Age
    mask: int
    strong: bool = True


def highlights_of(event: e.Event, state: GameState, *, strong: bool = True) -> list[Highlight]:
    """What an event highlights; `state` is the one after it."""
    found = []
    for age, marks in zip(AGES, marks_of(event, state), strict=True):
        for field, mask in zip(Marks._fields, marks, strict=True):
            if mask:
                mark = domain_mark(event) if field == "domain" else field
                for part in _parts(field, mask, state, age):
                    found.append(Highlight(mark, age, part, strong))
    return found


def domain_mark(event: e.Event) -> str:
    """What the `domain` of an event's marks means."""
    effect = event.about.effect
    return "join" if effect is None else EFFECT_MARKS[effect]


def _parts(field: str, mask: int, state: GameState, age: Age) -> list[int]:
    """Each building or domain by itself."""
    if field == "conflict":
        masks = [each.mask for each in state.boards[age].overlapping(mask)]
        return masks or components(mask)
    return components(mask)


def log_highlights(log: Sequence[Entry], state: GameState) -> list[Highlight]:
    """What a whole move highlights at its end, every place once for each mark."""
    found = [
        each
        for entry in log
        if entry.event.about.effect is not e.Effect.CONFLICTS
        for each in highlights_of(entry.event, state)
    ]
    fallen = {(each.age, each.mask) for each in found if each.mark in ("new", "blocked")}
    kept = [each for each in found if each.mark != "shadow" or (each.age, each.mask) not in fallen]
    return list(dict.fromkeys(kept))


def trail(log: Sequence[Entry], state: GameState) -> list[Highlight]:
    """What earlier effects of the move did, thinly: only what came, went or was blocked."""
    found = [
        each
        for entry in log
        for each in highlights_of(entry.event, state, strong=False)
        if each.mark in ("new", "gone", "blocked")
    ]
    return list(dict.fromkeys(found))


# ------------------------------------------------------------------ strokes


def shine(highlights: Iterable[Highlight], table: Table) -> list[Stroke]:
    """Outlines and symbols of highlights, the strong ones on top."""
    seen = [each for each in highlights if each.mask & table.squares]
    ordered = sorted(seen, key=lambda each: each.strong)
    outlines = [stroke for each in ordered for stroke in outline_strokes(each, table)]
    strong = (badge(each.mark, badge_spot(each, table)) for each in ordered if each.strong)
    return [*outlines, *(stroke for strokes in strong for stroke in strokes)]


def outline_strokes(highlight: Highlight, table: Table) -> Iterator[Stroke]:
    """The line around a highlight, with a halo; thin for what happened before."""
    style = MARKS[highlight.mark]
    inset = _INSETS.get(highlight.mark, 0.0)
    path = table.outline(highlight.age, highlight.mask, inset)
    if highlight.strong:
        yield Stroke(path, Look(line=PAPER, width=4.6), "halo")
        yield Stroke(path, Look(line=style.colour, width=2.4, dash=style.dash), highlight.mark)
    else:
        yield Stroke(path, Look(line=PAPER, width=2.4, opacity=0.8), "halo")
        look = Look(line=style.colour, width=1.2, dash=style.dash, opacity=0.8)
        yield Stroke(path, look, f"trail {highlight.mark}")


def badge(mark: str, spot: Corner, size: float = BADGE_SIZE) -> list[Stroke]:
    """The symbol of a mark on a disc of its colour."""
    style = MARKS[mark]
    disc = placed(BADGE, [spot], [size])
    sign = placed(SYMBOLS[style.symbol], [spot], [size])
    return [
        Stroke(disc, Look(style.colour, PAPER, 1.0), f"badge {mark}"),
        Stroke(sign, Look(PAPER), f"symbol {mark}"),
    ]


def badge_spot(highlight: Highlight, table: Table) -> Corner:
    """The corner of a highlight where its symbol sits: of its topmost or its lowest row."""
    right, bottom = _CORNERS[highlight.mark]
    squares = list(bits(highlight.mask & table.squares))
    row = row_of(squares[-1] if bottom else squares[0])
    in_row = [sq for sq in squares if row_of(sq) == row]
    square = max(in_row, key=column_of) if right else min(in_row, key=column_of)
    x, y = table.corner(highlight.age, square)
    window = table.window
    left = table.left(highlight.age)
    # Not over the edge of the board, where the coordinates are.
    return (
        min(max(x + right, left + 0.2), left + window.columns - 0.2),
        min(max(y + bottom, 0.2), window.rows - 0.2),
    )


def ghosts(event: e.Event, state: GameState, table: Table) -> list[Stroke]:
    """What an event took away, pale, where nothing stands in its place."""
    gone = lost_by(event, state)
    return [] if gone is None else ghost(table, *gone)


def lost_by(event: e.Event, state: GameState) -> tuple[Age, Building] | None:
    """The building that an event took away, if nothing stands in its place."""
    if not isinstance(event, e.Removal) or state.boards[event.age].occupied & event.lost.mask:
        return None
    return event.age, event.lost


def journey(event: e.Event, state: GameState, table: Table) -> list[Stroke]:
    """The symbol beside a pawn that has just arrived, if one has."""
    spot = journey_spot(event, state, table)
    return [] if spot is None else badge("new", spot, JOURNEY_SIZE)


def journey_spot(event: e.Event, state: GameState, table: Table) -> Corner | None:
    """Where that symbol lies."""
    if not isinstance(event, e.AdventurerTravelled):
        return None
    count = state.players[event.seat].adventurers.count(event.target)
    x, y = pawn_spot(table, len(state.players), event.target, event.seat, count - 1)
    return x - 0.5, y + 0.55
