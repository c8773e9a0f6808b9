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

STOPPING_CLAUSES: Final = ("B1", "B3a", "B3b", "B5")
"""What may keep a shadow away, to choose from."""
YES, NO = answered(True), answered(False)
CIVILS: Final = (CIVIL,)
TALL: Final = (2, 2, 3)

# ------------------------------------------------------------------ cases

in_faith: Final = partial(beside, age=FAITH, ranks=TALL)
"""A building in Might whose copy touches domains in Faith, perhaps with a leader to tie."""
CONNECTS: Final = partial(in_faith, number=2)
TIES: Final = partial(in_faith, number=1, difference=0)
scarce: Final = partial(plain_shadow, ages=(MIGHT, MIGHT, FAITH), ranks=TALL)
"""A building with few tiles left."""
few_cubes: Final = partial(plain_shadow, ages=(MIGHT,), kinds=OWNED_KINDS, ranks=TALL, tiles=4)
"""A building whose owner has few cubes left."""


def stopped_by(label: str) -> Fits:
    """A shadow that a clause keeps away."""
    return lambda x: any(event.clause == label for event in x.trial.events(e.NoShadow))


def appears(exercise: Exercise) -> bool:
    """A copy that appears although something stands beside it."""
    return exercise.correct is True and telling(exercise)


def _joins_there(exercise: Exercise) -> bool:
    joined = exercise.trial.events(e.DomainsJoined)
    return exercise.correct is True and any(event.age is exercise.age for event in joined)


def in_reason(right: bool) -> Fits:
    """A ruin appears, or does not."""
    return lambda x: x.correct is right and x.age is REASON


def gone(exercise: Exercise) -> list[e.Paradox]:
    """What copies remove in the age that is asked about."""
    return [event for event in exercise.trial.events(e.Paradox) if event.age is exercise.age]


def erasing(wanted: Callable[[Exercise], bool]) -> Fits:
    """By what a copy erases; there is something to find out."""
    return lambda x: telling(x) and wanted(x)


def _partly(exercise: Exercise) -> bool:
    return any(each.building.mask & ~exercise.trial.mask for each in gone(exercise))


def _own(exercise: Exercise) -> bool:
    return any(each.building.owner == exercise.state.seat for each in gone(exercise))


def _bared(exercise: Exercise) -> bool:
    return bool(exercise.trial.events(e.HamletRevealed))


def _with_cubes(exercise: Exercise) -> bool:
    return any(event.building.cubes for event in exercise.trial.events(e.Paradox))


def _cubes_gone(exercise: Exercise) -> list[e.Paradox]:
    """What goes in Reason with cubes on it."""
    paradoxes = exercise.trial.events(e.Paradox)
    return [x for x in paradoxes if x.age is REASON and x.building.cubes]


def _of_several(exercise: Exercise) -> bool:
    return len({event.building.square for event in _cubes_gone(exercise)}) > 1


def _tied_cubes(exercise: Exercise) -> bool:
    """True if several players have most cubes on what goes."""
    cubes = next((event.building.cubes for event in _cubes_gone(exercise)), ())
    counts = [cubes.count(seat) for seat in set(cubes)]
    return bool(counts) and counts.count(max(counts)) > 1


def _covers_hamlet(exercise: Exercise) -> bool:
    covered = exercise.trial.events(e.HamletCovered)
    return telling(exercise) and any(event.age is exercise.age for event in covered)


def _shrinks_first(rank: int) -> Fits:
    """The first building that shrinks has this rank."""

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
            Case("small", partial(plain_shadow, ranks=(1,)), NO, SMALLER),
            Case("not small", plain_shadow, YES, SMALLER),
        ),
        "B2": (
            Case("joins", partial(in_faith, number=2, kinds=CIVILS), _joins_there),
            Case("no tile", partial(scarce, kinds=CIVILS, tiles=1), NO),
            Case("not civil: connects", CONNECTS, stopped_by("B3a")),
            Case("not civil: allowed", partial(in_faith, number=1), appears),
        ),
        "B3": (
            Case("allowed", partial(TIES, difference=1, ranks=(2,)), appears),
            Case("covers a rival", covering_the_rival, appears),
            Case("connects", CONNECTS, stopped_by("B3a")),
            Case("ties", TIES, stopped_by("B3b")),
        ),
        "B3a": (
            Case("two domains", CONNECTS, stopped_by("B3a")),
            Case("one domain", partial(in_faith, number=1), appears),
            Case("one domain, larger", partial(in_faith, number=1, more=2), appears),
            Case("its older shadow", growing_shadow, stopped_by("B3a")),
            Case("its older shadow alone", partial(growing_shadow, alone=True), YES),
            Case("three domains", partial(in_faith, number=3), stopped_by("B3a")),
        ),
        "B3b": (
            Case("equal", TIES, stopped_by("B3b")),
            Case("an equal stays", partial(covering_the_rival, equal_stays=True),
                 stopped_by("B3b")),
            Case("equal, and others", partial(TIES, more=1), stopped_by("B3b")),
            Case("lower leader", partial(in_faith, number=1, difference=-1), appears),
            Case("higher leader", partial(in_faith, number=1, difference=1, ranks=(2,)), appears),
            Case("covered leader", covering_the_rival, appears),
        ),
        "B4": (
            Case("from Faith", partial(plain_shadow, ages=(FAITH,), kinds=OWNED_KINDS),
                 in_reason(True)),
            Case("from Might", partial(plain_shadow, ages=(MIGHT,), kinds=OWNED_KINDS),
                 in_reason(True)),
            Case("none in Faith", CONNECTS, in_reason(False)),
            Case("no tile", partial(plain_shadow, ages=(FAITH,), kinds=OWNED_KINDS, tiles=1), NO),
        ),
        "B5": (
            Case("no tile", partial(scarce, tiles=1), NO),
            Case("none for Reason", partial(scarce, tiles=2), NO),
            Case("one for Faith", partial(scarce, tiles=2), YES),
            Case("just enough", partial(scarce, tiles=3), YES),
            Case("no cube", partial(few_cubes, cubes=1), stopped_by("B5")),
            Case("last cube", partial(few_cubes, cubes=2), YES),
        ),
    }  # fmt: skip
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
    """The copy, what Faith had to say to it, and the clause."""
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
            Case("by which part: connects", CONNECTS, stopped_by("B3a")),
            Case("by which part: ties", TIES, stopped_by("B3b")),
            Case("by which part: an equal stays", partial(covering_the_rival, equal_stays=True),
                 stopped_by("B3b")),
            Case("by which part: three domains", partial(in_faith, number=3), stopped_by("B3a")),
        ),
    }  # fmt: skip

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
            Case("one", partial(falling_on, number=1),
                 erasing(lambda x: len(gone(x)) == 1 and not _partly(x))),
            Case("several", partial(falling_on, number=2), erasing(lambda x: len(gone(x)) > 1)),
            Case("partly covered", partial(falling_on, number=1), erasing(_partly)),
            Case("cubes", partial(falling_on, number=1, cubes=True), _with_cubes),
            Case("own", partial(falling_on, number=2, own=True), erasing(_own)),
            Case("nothing", partial(plain_shadow, ages=(MIGHT,)), answered(())),
        ),
        "S5": (Case("is covered", covering_a_hamlet, _covers_hamlet),),
    }  # fmt: skip

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
            Case("several", partial(falling_on, number=2), erasing(lambda x: len(gone(x)) > 1)),
            Case("partly covered", partial(falling_on, number=1), erasing(_partly)),
        ),
        "B9": (
            Case("hamlets come back", baring_a_hamlet, _bared),
            Case("towns stay away", partial(falling_on, number=2), lambda x: not _bared(x)),
        ),
        "S5": (Case("comes back", baring_a_hamlet, _bared),),
        "C4": (
            Case("one rank lower", partial(joining, ranks=(2, 3)), _shrinks_first(2)),
            Case("destroyed", partial(joining, ranks=(1,), own=1), _shrinks_first(1)),
            Case("a large one", partial(joining, ranks=(3,)), _shrinks_first(3), (2,)),
        ),
        "C5": (
            Case("bare ground", partial(joining, ranks=(2, 3), ages=(MIGHT,)),
                 lambda x: x.age is not MIGHT),
        ),
    }  # fmt: skip

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
    """Squares that something has left and the copy has taken: they are not bare."""
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
            Case("move up", partial(moving_up, strangers=False),
                 lambda x: bool(x.trial.events(e.CubesMoved))),
            Case("others go home", partial(moving_up, strangers=True), _of_several),
            Case("built, not upgraded", partial(falling_on, number=1, cubes=True), answered(0)),
        ),
    }  # fmt: skip
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
        "B6": (Case("cubes", partial(falling_on, number=1, cubes=True), _with_cubes),),
        "B7": (Case("others go home", partial(moving_up, strangers=True), _of_several),),
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
