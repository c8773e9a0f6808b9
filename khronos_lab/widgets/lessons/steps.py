"""A move of a lesson, effect by effect: shadows, what goes, rivals, cubes that go home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khronos_lab.analysis import Frame
from khronos_lab.core import Building, Entry, GameState, cubes_on, first
from khronos_lab.core import events as e
from khronos_lab.drawing import (
    ARROWS,
    BADGE,
    CUBE,
    INK,
    PAPER,
    SYMBOLS,
    Arrow,
    Corner,
    Highlight,
    Look,
    Stroke,
    Table,
    arrow_strokes,
    arrows_of,
    badge,
    bow,
    card,
    closed,
    cube_stroke,
    cubes,
    domain_mark,
    ghosts,
    highlights_of,
    placed,
    shine,
    trail,
)
from khronos_lab.rulebook import AGES, Age, KhronosError
from khronos_lab.scenarios import AnswerKind, Exercise
from khronos_lab.widgets.clickable_boards.board_strokes import (
    CARD,
    area_strokes,
    areas_of,
    lettered,
    look_strokes,
    pawn_spot,
    plan_strokes,
    position,
    question_strokes,
)
from khronos_lab.widgets.lessons.items import Item


def look_squares(state: GameState, exercise: Exercise) -> list[tuple[Age, int]]:
    """The squares that the reasons are about; those of the answer itself the browser marks."""
    marked = 0
    if exercise.age is not None and exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        assert isinstance(exercise.correct, tuple)
        chosen = sum(1 << sq for sq in exercise.correct)
        marked = chosen | sum(each.mask for each in state.boards[exercise.age].overlapping(chosen))
    return [
        (each.age, sq)
        for each in exercise.because
        if each.age is not None
        for sq in each.squares
        if each.age is not exercise.age or not marked >> sq & 1
    ]


def asked_strokes(
    item: Item, step: int, squares: Sequence[tuple[Age, int]], table: Table
) -> list[Stroke]:
    """The picture of a question: the move up to a step, and squares that a hint points at."""
    shown = step_strokes(item, step, table) if step else picture_strokes(item, 0, "ask", table)
    return [*shown, *look_strokes(item.state, squares, table)]


def picture_strokes(item: Item, question: int, name: str, table: Table) -> list[Stroke]:
    """A picture: of the question (`ask`), with where to look (`told`), or of a step (`step 3`)."""
    if name.startswith("step "):
        step = int(name.removeprefix("step "))
        if not 0 <= step <= item.last:
            raise KhronosError(f"this move has the steps 0 to {item.last}, so there is no {step}")
        return step_strokes(item, step, table)
    asked = question_strokes(item.state, item.action, table)
    if name != "told" or not item.exercises:
        return asked
    squares = look_squares(item.look.before, item.exercises[question])
    symbols = [each for each in asked if each.label.startswith(("badge", "symbol"))]
    plain = [each for each in asked if each not in symbols]
    return [*plain, *look_strokes(item.look.before, squares, table), *symbols]


# ------------------------------------------------------------------ step by step


def step_strokes(item: Item, index: int, table: Table) -> list[Stroke]:
    """The boards after one effect, and what it is about."""
    timeline = item.timeline
    if index >= len(timeline):
        return _end_strokes(item, table)
    frame = timeline[index]
    if frame.event is None:
        return question_strokes(item.look.before, item.look.action, table)
    return [
        *_effect(frame, table),
        *_falling(frame, table),
        *_rivals(frame, table),
        # Whose a building is must be seen under every line.
        *cubes([(x, y) for x in AGES for y in frame.state.boards[x].buildings.values()], table),
        *area_strokes(areas_of(timeline, index), frame.state, table),
        *_reason_cards(frame, table),
        *_homeward(frame, table),
    ]


def age_of(item: Item, index: int) -> int | None:
    """The age in which a step happens, if it happens in one."""
    event = item.timeline[index].event if index < len(item.timeline) else None
    return None if event is None or event.age is None else int(event.age)


def _effect(frame: Frame, table: Table) -> list[Stroke]:
    """The position, the effect, and thinly what led to it."""
    event, state = frame.event, frame.state
    assert event is not None
    now = [each for each in highlights_of(event, state) if each.mark not in _own_way(frame)]
    known = {(each.age, each.mask) for each in now}
    recent = _recent(frame)
    before = [
        each
        for each in _bare(trail(recent[:-1], state), state)
        if (each.age, each.mask) not in known
    ]
    shining = shine([*before, *now], table)
    if isinstance(event, e.ShadowBlocked) or _crowded(event):
        # The clause on a card says more, and on one square there is room for the cube only.
        shining = [each for each in shining if not each.label.startswith(("badge", "symbol"))]
    strokes = [
        *position(state, table),
        *ghosts(event, state, table),
        *shining,
        *_arrows(recent, table),
        *_crosses(recent[:-1], state, table),
    ]
    if isinstance(event, e.AdventurerTravelled):
        count = state.players[event.seat].adventurers.count(event.target)
        x, y = pawn_spot(table, len(state.players), event.target, event.seat, count - 1)
        strokes += badge("new", (x - 0.35, y + 0.3), 0.45)
    return strokes


def _recent(frame: Frame) -> Sequence[Entry]:
    """The log of the move up to this effect, without what is settled.

    Every conflict begins with a clean picture: arrows of shadows that stand, and marks of what was
    put right before, would only hide who is compared now.
    """
    happened = frame.so_far
    found = [n for n, each in enumerate(happened) if isinstance(each.event, e.ConflictFound)]
    return happened[found[-1] :] if found else happened


def _bare(highlights: Sequence[Highlight], state: GameState) -> Iterator[Highlight]:
    """What is gone, where the ground is bare now; what stands there since is not crossed out."""
    for each in highlights:
        if each.mark != "gone":
            yield each
            continue
        bare = each.mask & ~state.boards[each.age].occupied
        if bare:
            yield each._replace(mask=bare)


def _arrows(log: Sequence[Entry], table: Table) -> list[Stroke]:
    """Shadows on their way; what was erased is crossed out apart, words are cards of their own."""
    arrows = [each for each in arrows_of(log) if each.sort != "erased"]
    return [
        stroke
        for stroke in arrow_strokes(arrows, table)
        if not stroke.label.startswith(("card", "word "))
    ]


def _crosses(log: Sequence[Entry], state: GameState, table: Table) -> list[Stroke]:
    """A cross where a paradox has left bare ground."""
    style = ARROWS["erased"]
    strokes = []
    for entry in log:
        event = entry.event
        if isinstance(event, e.BuildingErased):
            bare = event.building.mask & ~state.boards[event.age].occupied
            if bare:
                x, y = table.corner(event.age, first(bare))
                path = placed(SYMBOLS["times"], [(x + 0.5, y + 0.5)], [1.2])
                strokes.append(Stroke(path, Look(style.colour, PAPER, 1.2), "end erased"))
    return strokes


def _own_way(frame: Frame) -> tuple[str, ...]:
    """The marks for which domains with letters, cards, or small pawns stand here."""
    event = frame.event
    if isinstance(event, e.ShadowBlocked):
        return ("conflict",) if len(event.domains) > 1 else ()
    if event is None or not any(marks.domain for marks in frame.marks):
        return ()
    return (domain_mark(event),)


def _crowded(event: e.Event) -> bool:
    """True if a cube goes home from a single square, where a symbol would lie on its way."""
    return bool(cubes_home(event)) and isinstance(event, e.OfBuilding) and event.building.rank == 1


def _rivals(frame: Frame, table: Table) -> list[Stroke]:
    """The buildings in conflict, strongly, and thinly the domain that has room for one."""
    event = frame.event
    if not isinstance(event, e.ConflictFound):
        return []
    domain = frame.state.boards[event.age].domain_at(event.domain).mask
    path = table.outline(event.age, domain, -0.04)
    around = [
        Stroke(path, Look(line=PAPER, width=3.4), "halo"),
        Stroke(path, Look(line=INK, width=1.6, dash=(4.0, 2.0)), "one domain"),
    ]
    marks = [Highlight("conflict", event.age, each.mask) for each in event.buildings]
    return [*around, *shine(marks, table)]


def _reason_cards(frame: Frame, table: Table) -> list[Stroke]:
    """The clause that keeps a shadow away, on the squares where it would have been."""
    strokes: list[Stroke] = []
    for entry in _recent(frame):
        event = entry.event
        if isinstance(event, e.NoShadow):
            x, y = table.corner(event.age, event.building.square)
            half = event.building.rank / 2
            strokes += card(event.clause, (x + half, y + half), CARD)
    return strokes


def _end_strokes(item: Item, table: Table) -> list[Stroke]:
    """A move that is refused, or ends at a choice that is left open."""
    broken, question = item.look.violation, item.open
    if broken is not None:
        state = item.look.before
        age = getattr(item.look.action, "age", None)
        plan = plan_strokes(state, item.look.action, table, "blocked")
        symbols = [each for each in plan if each.label.startswith(("badge", "symbol"))]
        strokes = [*position(state, table), *(each for each in plan if each not in symbols)]
        if isinstance(age, Age):
            areas = lettered(state, age, broken.domains)
            squares = () if areas else broken.squares
            strokes += look_strokes(state, ((age, sq) for sq in squares), table)
            strokes += area_strokes(areas, state, table)
            # The letters say more than the symbol, which would lie on one of them.
            symbols = [] if areas else symbols
        return [*strokes, *symbols]
    strokes = step_strokes(item, len(item.timeline) - 1, table)
    if question is not None and isinstance(question.options[0], Building):
        options = [sq for each in question.options for sq in getattr(each, "squares", ())]
        strokes += look_strokes(
            item.timeline[-1].state, ((question.age, sq) for sq in options), table
        )
    return strokes


def _falling(frame: Frame, table: Table) -> list[Stroke]:
    """The arrow of a shadow that is on its way: it has not been cast yet."""
    happened = [entry.event for entry in _recent(frame)]
    cast = {each.age for each in happened if isinstance(each, e.ShadowCast)}
    return [
        stroke
        for each in happened
        if isinstance(each, e.ShadowFalls) and each.age not in cast
        for stroke in arrow_strokes([Arrow("cast", each.age, each.building)], table)
    ]


# ------------------------------------------------------------------ cubes


def cubes_home(event: e.Event) -> tuple[int, ...]:
    """The seats whose cubes an event sends home, one for each cube."""
    if isinstance(event, e.Removal):
        return () if event.lifted else cubes_on(event.building)
    if isinstance(event, e.RuinRestored):
        return event.building.cubes
    if isinstance(event, e.ShadowReplaced):
        stay = list(cubes_on(event.building))
        return tuple(seat for seat in cubes_on(event.old) if seat not in stay)
    return ()


def _homeward(frame: Frame, table: Table) -> list[Stroke]:
    """Cubes that leave the board, large, with an arrow that leads away from it."""
    event = frame.event
    seats = () if event is None else cubes_home(event)
    if not seats or not isinstance(event, e.OfBuilding):
        return []
    building = event.lost or event.building
    x, y = table.corner(event.age, building.square)
    right, bottom = x + building.rank - 0.3, y + building.rank - 0.3
    strokes = list(_way_home((right, bottom)))
    for number, seat in enumerate(seats):
        spot = (right - 0.62 * number, bottom)
        disc = placed(BADGE, [spot], [CUBE * 1.75])
        strokes.append(Stroke(disc, Look(PAPER, INK, 1.0), "home disc"))
        strokes.append(cube_stroke(seat, [spot], CUBE * 1.1))
    return strokes


def _way_home(start: Corner) -> Iterator[Stroke]:
    """An arrow that leads away."""
    x, y = start
    end = (x + 0.55, y - 0.95)
    curve = bow(start, end, 0.2)
    yield Stroke(curve, Look(line=PAPER, width=4.6), "halo")
    yield Stroke(curve, Look(line=INK, width=2.0), "home")
    left, right = (end[0] - 0.24, end[1] + 0.16), (end[0] + 0.2, end[1] + 0.2)
    head = closed([left, right, (end[0] + 0.06, end[1] - 0.2)])
    yield Stroke(head, Look(INK, PAPER, 0.8), "home head")
