"""Topics about shadows: whether the copy appears, what it removes, where the cubes go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import ClassVar, Final

from khronos_lab.core import Demolish, bits, name, owned, spread
from khronos_lab.core import events as e
from khronos_lab.lessons.actions import near
from khronos_lab.lessons.exercise import (
    AnswerKind,
    Because,
    Exercise,
    Feedback,
    Text,
    Trial,
    all_ways,
)
from khronos_lab.lessons.position_builder import (
    baring_a_hamlet,
    beside,
    covering_a_hamlet,
    covering_the_rival,
    falling_on,
    growing_shadow,
    joining,
    moving_up,
    plain_shadow,
)
from khronos_lab.lessons.topics import (
    SMALLER,
    Case,
    Fits,
    Topic,
    answered,
    cubes_there,
    happened,
    rule,
    telling,
    why_copied,
)
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, OWNED_KINDS, REASON, Said

STOPPING_CLAUSES: Final = ("B1", "B3a", "B3b", "B5")  # what may keep a shadow away, to choose from
YES, NO = answered(True), answered(False)
CIVILS: Final = (CIVIL,)
TALL: Final = (2, 2, 3)
IN_MIGHT: Final = (MIGHT,)

# ------------------------------------------------------------------ cases

in_faith: Final = partial(beside, age=FAITH, ranks=TALL)
"""A building in Might whose copy touches domains in Faith, perhaps with a leader to tie."""
scarce: Final = partial(plain_shadow, ages=(MIGHT, MIGHT, FAITH), ranks=TALL)
"""A building with few tiles left."""
few_cubes: Final = partial(plain_shadow, ages=IN_MIGHT, kinds=OWNED_KINDS, ranks=TALL, tiles=4)
"""A building whose owner has few cubes left."""


def stopped_by(label: str) -> Fits:
    return lambda x: any(event.clause == label for event in x.trial.events(e.NoShadow))


CONNECTS, TIES = stopped_by("B3a"), stopped_by("B3b")


def appears(exercise: Exercise) -> bool:
    """A copy that appears although something stands beside it."""
    return exercise.correct is True and telling(exercise)


def _joins_there(exercise: Exercise) -> bool:
    joined = exercise.trial.events(e.DomainsJoined)
    return exercise.correct is True and any(event.age is exercise.age for event in joined)


def in_reason(right: bool) -> Fits:
    return lambda x: x.correct is right and x.age is REASON


def gone(exercise: Exercise) -> list[e.Paradox]:
    return [event for event in exercise.trial.events(e.Paradox) if event.age is exercise.age]


def erasing(wanted: Callable[[Exercise], bool]) -> Fits:
    return lambda x: telling(x) and wanted(x)


def _partly(exercise: Exercise) -> bool:
    return any(each.building.mask & ~exercise.trial.mask for each in gone(exercise))


def _own(exercise: Exercise) -> bool:
    return any(each.building.owner == exercise.state.seat for each in gone(exercise))


def _bared(exercise: Exercise) -> bool:
    return bool(exercise.trial.events(e.HamletRevealed))


def _moves_cubes(exercise: Exercise) -> bool:
    return bool(exercise.trial.events(e.CubesMoved))


def _with_cubes(exercise: Exercise) -> bool:
    return any(event.building.cubes for event in exercise.trial.events(e.Paradox))


def _cubes_gone(exercise: Exercise) -> list[e.Paradox]:
    paradoxes = exercise.trial.events(e.Paradox)
    return [x for x in paradoxes if x.age is REASON and x.building.cubes]


def _of_several(exercise: Exercise) -> bool:
    return len({event.building.square for event in _cubes_gone(exercise)}) > 1


def _tied_cubes(exercise: Exercise) -> bool:
    cubes = next((event.building.cubes for event in _cubes_gone(exercise)), ())
    counts = [cubes.count(seat) for seat in set(cubes)]
    return bool(counts) and counts.count(max(counts)) > 1


def _covers_hamlet(exercise: Exercise) -> bool:
    covered = exercise.trial.events(e.HamletCovered)
    return telling(exercise) and any(event.age is exercise.age for event in covered)


def _shrinks_first(rank: int) -> Fits:
    def fits(exercise: Exercise) -> bool:
        first = exercise.trial.conflict
        return first is not None and first.loser is not None and first.loser.rank == rank

    return fits


# ------------------------------------------------------------------ does it appear?


class Shadow(Topic):
    """Asks whether the shadow appears in a later age."""

    name = "shadow"
    kind = AnswerKind.YES_NO
    reveals = ("stopped",)
    depth = 1
    trains: ClassVar = {
        "B1": (
            Case("small", plain_shadow, NO, SMALLER, ranks=(1,)),
            Case("not small", plain_shadow, YES, SMALLER),
        ),
        "B2": (
            Case("joins", in_faith, _joins_there, number=2, kinds=CIVILS),
            Case("no tile", scarce, NO, kinds=CIVILS, tiles=1),
            Case("not civil: connects", in_faith, CONNECTS, number=2),
            Case("not civil: allowed", in_faith, appears, number=1),
        ),
        "B3": (
            Case("allowed", in_faith, appears, number=1, difference=1, ranks=(2,)),
            Case("covers a rival", covering_the_rival, appears),
            Case("connects", in_faith, CONNECTS, number=2),
            Case("ties", in_faith, TIES, number=1, difference=0),
        ),
        "B3a": (
            Case("two domains", in_faith, CONNECTS, number=2),
            Case("one domain", in_faith, appears, number=1),
            Case("one domain, larger", in_faith, appears, number=1, more=2),
            Case("its older shadow", growing_shadow, CONNECTS),
            Case("its older shadow alone", growing_shadow, YES, alone=True),
            Case("three domains", in_faith, CONNECTS, number=3),
        ),
        "B3b": (
            Case("equal", in_faith, TIES, number=1, difference=0),
            Case("an equal stays", covering_the_rival, TIES, equal_stays=True),
            Case("equal, and others", in_faith, TIES, number=1, difference=0, more=1),
            Case("lower leader", in_faith, appears, number=1, difference=-1),
            Case("higher leader", in_faith, appears, number=1, difference=1, ranks=(2,)),
            Case("covered leader", covering_the_rival, appears),
        ),
        "B4": (
            Case("from Faith", plain_shadow, in_reason(True), ages=(FAITH,), kinds=OWNED_KINDS),
            Case("from Might", plain_shadow, in_reason(True), ages=IN_MIGHT, kinds=OWNED_KINDS),
            Case("none in Faith", in_faith, in_reason(False), number=2),
            Case("no tile", plain_shadow, NO, ages=(FAITH,), kinds=OWNED_KINDS, tiles=1),
        ),
        "B5": (
            Case("no tile", scarce, NO, tiles=1),
            Case("none for Reason", scarce, NO, tiles=2),
            Case("one for Faith", scarce, YES, tiles=2),
            Case("just enough", scarce, YES, tiles=3),
            Case("no cube", few_cubes, stopped_by("B5"), cubes=1),
            Case("last cube", few_cubes, YES, cubes=2),
        ),
    }
    told_by: ClassVar = {"B1": ("rank",)}

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        action = trial.built
        if action is None:
            return
        for age in AGES[action.age + 1 :]:
            cast = next((pair for pair in trial.told(e.ShadowCast) if pair[1].age is age), None)
            because = _why_shadow(trial, *cast) if cast else _why_no_shadow(trial)
            alone = cast is not None and not near(trial, age) and not _lacking(trial)
            yield self.exercise(
                trial, Said("ask-shadow", {"age": age}), cast is not None, because, about=age.title,
                age=age, trivial=action.rank == 1 or alone,
            )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        if exercise.correct:
            civil = exercise.trial.building.kind is CIVIL
            why = "civil" if civil else "ruin" if exercise.age is REASON else "copy"
            return Feedback({False: Said("missed-shadow", {"why": why})})
        clause = exercise.because[0].clause
        known = clause in STOPPING_CLAUSES
        return Feedback({True: Said(f"missed-stopped-{clause}")} if known else {})

    def answering(self, exercise: Exercise) -> list[int]:
        log = exercise.trial.log
        return [number for number, entry in enumerate(log) if entry.event.age is exercise.age]

    def therefore(self, exercise: Exercise) -> Said:
        if exercise.age is REASON and exercise.trial.building.kind is not CIVIL:
            return Said("so-ruin", {"age": exercise.age, "right": exercise.correct})
        return super().therefore(exercise)

    def is_answer(self, exercise: Exercise, words: Text) -> bool:
        said = getattr(words, "values", {}).get("said")
        cast = isinstance(said, Said) and said.key.startswith("caption-")
        return super().is_answer(exercise, words) or (exercise.correct is True and cast)


def _why_shadow(trial: Trial, number: int, cast: e.ShadowCast) -> tuple[Because, ...]:
    event, *mottos = happened(trial, number)
    last = (rule("B5"),) if _lacking(trial) else ()
    return (event, *why_copied(trial, cast), *mottos, *last)


def _lacking(trial: Trial) -> bool:
    """True if a later age gets no copy because a piece is missing: this one got the last."""
    return any(event.clause == "B5" for _, event in trial.told(e.ShadowMissing))


def _why_no_shadow(trial: Trial) -> tuple[Because, ...]:
    stopped = trial.numbers(e.NoShadow)
    if not stopped:
        return (rule("B1"),)
    event = trial.log[stopped[0]].event
    out_of_game = [
        number
        for number, erased in trial.told(e.BuildingErased)
        if isinstance(event, e.ShadowMissing)
        and number < stopped[0]
        and erased.out_of_game
        and erased.building[:2] == event.building[:2]
    ]
    # A tile that is out of the game may be why none is left.
    return (*happened(trial, stopped[0], *out_of_game), *map(rule, ["S3"] * bool(out_of_game)))


class Stopped(Topic):
    """Asks which rule keeps the shadow away."""

    name = "stopped"
    kind = AnswerKind.CLAUSE
    reveals = ("shadow",)
    depth = 9
    trains: ClassVar = {
        "B3": (
            Case("by which part: connects", in_faith, CONNECTS, number=2),
            Case("by which part: ties", in_faith, TIES, number=1, difference=0),
            Case("by which part: an equal stays", covering_the_rival, TIES, equal_stays=True),
            Case("by which part: three domains", in_faith, CONNECTS, number=3),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        action = trial.built
        if action is None or action.age is REASON:
            return
        blocks = [x for x in trial.events(e.NoShadow) if x.clause in STOPPING_CLAUSES]
        if not blocks and action.rank > 1:
            return
        right = blocks[0].clause if blocks else "B1"
        age = blocks[0].age if blocks else AGES[action.age + 1]
        yield self.exercise(
            trial, Said("ask-stopped", {"age": age}), right, _why_no_shadow(trial),
            options=STOPPING_CLAUSES, age=age, trivial=not blocks,
        )  # fmt: skip


# ------------------------------------------------------------------ what goes?


class WhatIsErased(Topic):
    """Asks which buildings are erased by the shadow."""

    name = "erased"
    kind = AnswerKind.BUILDINGS
    reveals = ("shadow", "emptied", "home")
    depth = 12
    repeats = True
    trains: ClassVar = {
        "B6": (
            Case("one", falling_on, erasing(lambda x: len(gone(x)) == 1 and not _partly(x))),
            Case("several", falling_on, erasing(lambda x: len(gone(x)) > 1), number=2),
            Case("partly covered", falling_on, erasing(_partly)),
            Case("cubes", falling_on, _with_cubes, cubes=True),
            Case("own", falling_on, erasing(_own), number=2, own=True),
            Case("nothing", plain_shadow, answered(()), ages=IN_MIGHT),
        ),
        "S5": (Case("is covered", covering_a_hamlet, _covers_hamlet),),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.built is None:
            return
        # That the shadow of a building grows when it is upgraded is no surprise.
        grown = {event.old[:3] for event in trial.events(e.BuildingUpgraded)}
        for _, cast in trial.told(e.ShadowCast):
            lost = dict(x for x in trial.told(e.Paradox) if x[1].age is cast.age)
            squares = tuple(sorted(event.building.square for event in lost.values()))
            nothing = Because("B6", Said("why-nothing_covered"), cast.age, cast.building.squares)
            met = _met(trial, cast, lost.values())
            because = (*met, *happened(trial, *lost)) or (nothing, rule("B6"))
            if any(getattr(event, "lifted", False) for event in lost.values()):
                because += (rule("B7"),)
            yield self.exercise(
                trial, Said("ask-erased", {"age": cast.age}), squares, because,
                about=cast.age.title, age=cast.age,
                trivial=all(event.building[:3] in grown for event in lost.values()),
            )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        trial, age, right = exercise.trial, exercise.age, exercise.parts
        assert age is not None
        covered = sum(x.building.mask for x in trial.events(e.ShadowCast) if x.age is age)
        extra, left = {}, {}
        for each in trial.before.boards[age]:
            told = {"building": owned(each, trial.before.names)}
            if each.square in right:
                key = "missed-erased_left" if each.mask & covered else "missed-erased_trace"
                left[each.square] = Said(key, told)
            else:
                beside = bool(spread(covered) & each.mask)
                extra[each.square] = Said("missed-erased_extra", {**told, "beside": beside})
        return Feedback({}, extra, left)


def _met(trial: Trial, cast: e.ShadowCast, lost: Iterable[e.Paradox]) -> Iterator[Because]:
    """The squares that a copy shares with what it removes; a mere trace shares none."""
    for event in lost:
        shared = tuple(bits(event.building.mask & cast.building.mask))
        if shared:
            told = {"building": owned(event.building, trial.before.names)}
            said = Said("why-met", {**told, "places": tuple(map(name, shared))})
            yield Because("B6", said, cast.age, shared)


class Emptied(Topic):
    """Asks which squares become empty."""

    name = "emptied"
    kind = AnswerKind.SQUARES
    reveals = ("shadow", "erased", "home", "vanishes")
    depth = 8
    trains: ClassVar = {
        "B6": (
            Case("several", falling_on, erasing(lambda x: len(gone(x)) > 1), number=2),
            Case("partly covered", falling_on, erasing(_partly)),
        ),
        "B9": (
            Case("hamlets come back", baring_a_hamlet, _bared),
            Case("towns stay away", falling_on, lambda x: not _bared(x), number=2),
        ),
        "S5": (Case("comes back", baring_a_hamlet, _bared),),
        "C4": (
            Case("one rank lower", joining, _shrinks_first(2), ranks=(2, 3)),
            Case("destroyed", joining, _shrinks_first(1), ranks=(1,), own=1),
            Case("a large one", joining, _shrinks_first(3), (2,), ranks=(3,)),
        ),
        "C5": (
            Case("bare ground", joining, lambda x: x.age is not MIGHT, ranks=(2, 3), ages=IN_MIGHT),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.after is None or trial.placing is None:
            return
        for age in AGES:
            bare = trial.before.boards[age].occupied & ~trial.after.boards[age].occupied
            revealed = trial.numbers(e.HamletRevealed, age=age)
            events = [entry.event for entry in trial.log]
            lost = [
                number
                for number, event in enumerate(events)
                if event.age is age and event.lost is not None and not event.lost.printed
            ]
            if not bare or not lost:
                continue
            back = [rule("B9")] if revealed else []  # Printed hamlets alone come back.
            yield self.exercise(
                trial, Said("ask-emptied", {"age": age}), tuple(bits(bare)),
                (*happened(trial, *lost, *revealed), *_covered(trial, age), *back),
                about=age.title, age=age, choices=True,
            )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        trial, age = exercise.trial, exercise.age
        assert age is not None
        if trial.after is None:
            return Feedback()
        then, now, names = trial.before.boards[age], trial.after.boards[age], trial.before.names
        extra, left = {}, {}
        for sq in bits(trial.before.grid.area):
            stood, stands = then.at(sq), now.at(sq)
            if sq in exercise.parts and stood is not None:
                left[sq] = Said("missed-emptied_left", {"building": owned(stood, names)})
            elif stands is not None:
                told = {"place": name(sq), "building": owned(stands, names)}
                extra[sq] = Said("missed-emptied_stands", told)
            elif stood is None:
                extra[sq] = Said("missed-emptied_before", {"place": name(sq)})
        return Feedback({}, extra, left)


def _covered(trial: Trial, age: object) -> Iterator[Because]:
    for _, cast in trial.told(e.ShadowCast):
        mask = cast.building.mask & trial.before.boards[cast.age].occupied
        if cast.age is age and mask:
            squares = tuple(bits(mask))
            said = Said("why-covers", {"places": tuple(map(name, squares))})
            yield Because("B6", said, cast.age, squares)


# ------------------------------------------------------------------ where do the cubes go?


class Keeps(Topic):
    """Asks who keeps a cube on the printed hamlet that comes to light."""

    name = "keeps"
    kind = AnswerKind.PLAYERS
    depth = 10
    repeats = True
    trains: ClassVar = {
        "B8": (
            Case("the most", baring_a_hamlet, lambda x: not _tied_cubes(x)),
            Case("a tie", baring_a_hamlet, _tied_cubes),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        kept = next(trial.told(e.CubeKept), None)
        if kept is None or any(event.clause == "B8" for event in trial.events(e.ChoiceMade)):
            return  # somebody decides it
        number, event = kept
        lost = trial.before.boards[REASON].at(event.building.square)
        assert lost is not None
        had = Because("B8", cubes_there(trial.before.names, lost.cubes), REASON, lost.squares)
        question = Said("ask-keeps", {"place": name(event.building.square)})
        because = (had, *happened(trial, number))
        yield self.exercise(trial, question, (event.seat,), because, age=REASON)

    def missed(self, exercise: Exercise) -> Feedback:
        trial = exercise.trial
        _, event = next(trial.told(e.CubeKept))
        lost = trial.before.boards[REASON].at(event.building.square)
        cubes = () if lost is None else lost.cubes
        best, extra = cubes.count(event.seat), {}
        for seat, who in enumerate(trial.before.names):
            n = cubes.count(seat)
            if seat != event.seat:
                extra[seat] = Said("missed-keeps", {"who": who, "n": n, "tie": n >= best})
        return Feedback({(): Said("missed-keeps_nobody")}, extra)


class Cubes(Topic):
    """Asks how many cubes end up on the copy in Reason."""

    name = "cubes"
    kind = AnswerKind.NUMBER
    depth = 3
    trains: ClassVar = {
        "B7": (
            Case("move up", moving_up, _moves_cubes, strangers=False),
            Case("others go home", moving_up, _of_several, strangers=True),
            Case("built, not upgraded", falling_on, answered(0), cubes=True),
        ),
    }
    told_by: ClassVar = {"B7": ("rank", "verb", "length")}

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.after is None or trial.placing is None or trial.placing.kind is not CIVIL:
            return
        for number, cast in trial.told(e.ShadowCast):
            if cast.age is not REASON:
                continue
            stood = trial.before.boards[REASON].overlapping(cast.building.mask)
            lost = [n for n, x in trial.told(e.Paradox) if x.age is REASON and x.building.cubes]
            new = trial.after.boards[REASON].at(cast.building.square)
            moved = happened(trial, *lost, *trial.numbers(e.CubesMoved))
            because = moved or happened(trial, number)
            if not any(each.cubes for each in stood):
                none = Because("B7", Said("why-no_cubes"), REASON, cast.building.squares)
                because = (none, *because)
            yield self.exercise(
                trial, Said("ask-cubes", {"building": owned(cast.building, trial.before.names)}),
                len(new.cubes) if new else 0, because, age=REASON,
                trivial=sum(len(each.cubes) for each in stood) < 2,
            )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        none = Said("why-no_cubes")
        if any(each.words == none for each in exercise.because):
            return Feedback(many=none)
        return super().missed(exercise)


class CubesReturned(Topic):
    """Asks how many cubes a player gets back."""

    name = "home"
    kind = AnswerKind.NUMBER
    reveals = ("erased", "emptied")
    depth = 2
    trains: ClassVar = {
        "B6": (Case("cubes", falling_on, _with_cubes, cubes=True),),
        "B7": (Case("others go home", moving_up, _of_several, strangers=True),),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.after is None:
            return
        ways = all_ways(trial) if trial.answers else [trial]
        for seat, then in enumerate(trial.before.players):
            # Choices are told if they change it.
            back = {each.after.players[seat].cubes for each in ways or () if each.after}
            more = trial.after.players[seat].cubes - then.cubes
            if more < 1 or seat == trial.before.seat:
                continue
            events = [entry.event for entry in trial.log]
            numbered = [n for n, x in enumerate(events) if x.changes and _holds_cube(x, seat)]
            yield self.exercise(
                trial, Said("ask-home", {"who": then.name}), more, happened(trial, *numbered),
                about=then.name, choices=len(back) != 1,
                trivial=isinstance(trial.action, Demolish),
            )  # fmt: skip


def _holds_cube(event: e.Event, seat: int) -> bool:
    """True if a cube of this player is on what goes, or stays on a hamlet that is bared."""
    if isinstance(event, e.CubeKept):
        return event.seat == seat
    old = event.lost
    if old is None or isinstance(event, e.BuildingShrunk):
        return False  # its owner's cube stays
    return old.owner == seat or seat in old.cubes
