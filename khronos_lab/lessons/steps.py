"""A move of a lesson, effect by effect, as scenes: shadows, what goes, rivals, cubes that go home.

Somebody sees these for the first time, so there is more on them than in a replay: who is compared
with whom, which domain is meant, and where to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.core import Action, Building, Entry, GameState, cubes_on, first
from khronos_lab.core import events as e
from khronos_lab.lessons.course import Item
from khronos_lab.lessons.exercise import AnswerKind, Exercise
from khronos_lab.rulebook import AGES, Age
from khronos_lab.scenes import (
    Arrow,
    CubesHome,
    Erased,
    Highlight,
    Lettered,
    Mark,
    Note,
    Owners,
    Scene,
    SharedDomain,
    arrival,
    arrows_of,
    domain_mark,
    highlights_of,
    lettered,
    letters_on,
    lost_by,
    obstacle_marks,
    plan_marks,
    spotlights,
    trail,
)


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


def question_scene(state: GameState, action: Action) -> Scene:
    """The position, and what somebody wants to do."""
    return Scene(state, tuple(plan_marks(state, action)))


def asked_scene(item: Item, step: int, squares: Sequence[tuple[Age, int]]) -> Scene:
    """The picture of a question: the move up to a step, and squares that a hint points at."""
    shown = step_scene(item, step) if step else question_scene(item.state, item.action)
    return shown.with_marks(*spotlights(item.state, squares))


def look_scene(item: Item, exercise: Exercise) -> Scene:
    """The picture of an answer: where to look."""
    asked = question_scene(item.state, item.action)
    return asked.with_marks(*spotlights(item.state, look_squares(item.state, exercise)))


# ------------------------------------------------------------------ step by step


def step_scene(item: Item, index: int) -> Scene:
    """The boards after one effect, and what it is about."""
    timeline = item.timeline
    if index >= len(timeline):
        return _end_scene(item)
    frame = timeline[index]
    if frame.event is None:
        return question_scene(item.trial.before, item.trial.action)
    state = frame.state
    return Scene(
        state,
        (
            *_effect(frame),
            *_falling(frame),
            *_rivals(frame),
            # Whose a building is must be seen above every line.
            *(Owners(age, each) for age in AGES for each in state.boards[age].buildings.values()),
            *areas_of(timeline, index),
            *_reasons(frame),
            *_homeward(frame.event),
        ),
    )


def age_of(item: Item, index: int) -> int | None:
    """The age in which a step happens, if it happens in one."""
    event = item.timeline[index].event if index < len(item.timeline) else None
    return None if event is None or event.age is None else int(event.age)


def _effect(frame: Frame) -> Iterator[Mark]:
    """The effect, and thinly what led to it."""
    event, state = frame.event, frame.state
    assert event is not None
    # The clause on a card says more, and on one square there is room for the cube only.
    badge = not (isinstance(event, e.ShadowBlocked) or _crowded(event))
    now = [each for each in highlights_of(event, state) if each.mark not in _own_way(frame)]
    known = {(each.age, each.mask) for each in now}
    recent = _recent(frame)
    yield from lost_by(event, state)
    for each in _bare(trail(recent[:-1], state), state):
        if (each.age, each.mask) not in known:
            yield each
    yield from (each._replace(badge=badge) for each in now)
    # What was erased is crossed out apart, and clauses are cards of their own.
    yield from (each._replace(clause="") for each in arrows_of(recent) if each.sort != "erased")
    yield from _crosses(recent[:-1], state)
    yield from arrival(event, state)


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


def _crosses(log: Sequence[Entry], state: GameState) -> Iterator[Erased]:
    """A cross where a paradox has left bare ground."""
    for entry in log:
        event = entry.event
        if isinstance(event, e.BuildingErased):
            bare = event.building.mask & ~state.boards[event.age].occupied
            if bare:
                yield Erased(event.age, first(bare))


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


def _rivals(frame: Frame) -> Iterator[Mark]:
    """The buildings in conflict, strongly, and thinly the domain that has room for one."""
    event = frame.event
    if isinstance(event, e.ConflictFound):
        domain = frame.state.boards[event.age].domain_at(event.domain).mask
        yield SharedDomain(event.age, domain)
        yield from (Highlight("conflict", event.age, each.mask) for each in event.buildings)


def _reasons(frame: Frame) -> Iterator[Note]:
    """The clause that keeps a shadow away, on the squares where it would have been."""
    for entry in _recent(frame):
        event = entry.event
        if isinstance(event, e.NoShadow):
            yield Note(event.age, event.building, event.clause)


def _end_scene(item: Item) -> Scene:
    """A move that is refused, or ends at a choice that is left open."""
    broken, question = item.trial.violation, item.open
    if broken is not None:
        state = item.trial.before
        age = getattr(item.trial.action, "age", None)
        lettered_ = lettered(state, age, broken.domains) if isinstance(age, Age) else []
        # The letters say more than the symbol, which would lie on one of them.
        plan = plan_marks(state, item.trial.action, "blocked", badge=not lettered_)
        about = (
            obstacle_marks(state, age, broken.domains, broken.squares)
            if isinstance(age, Age)
            else []
        )
        return Scene(state, (*plan, *about))
    scene = step_scene(item, len(item.timeline) - 1)
    if question is not None and isinstance(question.options[0], Building):
        options = [sq for each in question.options for sq in getattr(each, "squares", ())]
        squares = ((question.age, sq) for sq in options)
        return scene.with_marks(*spotlights(item.timeline[-1].state, squares))
    return scene


def _falling(frame: Frame) -> Iterator[Arrow]:
    """The arrow of a shadow that is on its way: it has not been cast yet."""
    happened = [entry.event for entry in _recent(frame)]
    cast = {each.age for each in happened if isinstance(each, e.ShadowCast)}
    for each in happened:
        if isinstance(each, e.ShadowFalls) and each.age not in cast:
            yield Arrow("cast", each.age, each.building)


# ------------------------------------------------------------------ domains


def areas_of(timeline: Timeline, index: int) -> list[Lettered]:
    """The domains that an effect is about, each with its letter and what it counts."""
    frame = timeline[index]
    event, state = frame.event, frame.state
    if isinstance(event, e.DomainsJoined):
        masks = _originals(timeline, index, event.age, event.domains)
        left = [_remaining_squares(state, event.age, mask) for mask in masks]
        return letters_on(state, event.age, left)
    if isinstance(event, e.StrengthsCompared):
        firsts = [sq for sq, _ in event.strengths]
        masks = _originals(timeline, index, event.age, firsts)
        numbers = [f" {strength}" for _, strength in event.strengths]
        left = [_remaining_squares(state, event.age, mask) for mask in masks]
        return letters_on(state, event.age, left, numbers)
    if isinstance(event, e.DomainSplit | e.ShadowBlocked):
        return lettered(state, event.age, event.domains)
    if isinstance(event, e.Taxation):
        sign = "+" if event.changes else "0 / "
        board = state.boards[event.age]
        mask = board.domain_at(event.domain).mask
        inside = tuple(board.overlapping(mask))
        return [Lettered(event.age, mask, f"{sign}{event.amount}", 0, inside)]
    return []


def _originals(timeline: Timeline, index: int, age: Age, firsts: Sequence[int]) -> list[int]:
    """The domains with these first squares, as they last were while they were apart."""
    for earlier in range(index, -1, -1):
        board = timeline.state_at(earlier).boards[age]
        if all(board.occupied >> sq & 1 for sq in firsts):
            masks = [board.domain_at(sq).mask for sq in firsts]
            if len(set(masks)) == len(masks):
                return masks
    return [1 << sq for sq in firsts]


def _remaining_squares(state: GameState, age: Age, mask: int) -> int:
    """Remaining squares of an original domain, without buildings that reach beyond it."""
    left = 0
    for each in state.boards[age].overlapping(mask):
        if not each.mask & ~mask:
            left |= each.mask
    return left


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


def _homeward(event: e.Event) -> Iterator[CubesHome]:
    """Cubes that leave the board."""
    seats = cubes_home(event)
    if seats and isinstance(event, e.OfBuilding):
        yield CubesHome(event.age, event.lost or event.building, seats)
