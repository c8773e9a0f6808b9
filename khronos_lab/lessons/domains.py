"""Topics about domains: conflicts, who shrinks, what vanishes; and who collects the taxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import chain
from typing import ClassVar, Final

from khronos_lab.core import (
    Board,
    Building,
    Domain,
    EndTurn,
    GameState,
    evolve,
    highest,
    name,
    owned,
)
from khronos_lab.core import events as e
from khronos_lab.core import square as square_named
from khronos_lab.lessons.exercise import (
    Answer,
    AnswerKind,
    Because,
    Conflict,
    Exercise,
    Feedback,
    Text,
    Trial,
    all_ways,
    conflicts,
)
from khronos_lab.lessons.position_builder import beheading, joining, taxing, tearing_apart
from khronos_lab.lessons.topics import (
    Case,
    Fits,
    Topic,
    answered,
    by_part,
    cubes_there,
    happened,
    named,
    numbers,
    rule,
    telling,
)
from khronos_lab.mechanics import (
    RULING_KIND,
    dues,
    entitled,
    forbidden_in_faith,
    lives_on,
    missing_piece,
)
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, REASON, Age, Said

# ------------------------------------------------------------------ cases

YES: Final = answered(True)
IN_MIGHT: Final = (MIGHT,)
changed: Final = partial(joining, even=False, ranks=(2,), ages=IN_MIGHT, changed=True)


def about_who(exercise: Exercise) -> bool:
    return "C4" not in exercise.asks


def _place_of(own: bool) -> Fits:
    return lambda x: not about_who(x) and (x.correct == (x.state.seat,)) is own


def _rivals(number: int) -> Fits:
    return lambda x: [len(each.event.buildings) for each in conflicts(x.trial)][:1] == [number]


def _split(own: bool | None = None) -> Fits:
    return lambda x: (
        x.trial.conflict is not None and not x.trial.strengths and about_who(x)
        and own in (None, x.trial.own)
    )  # fmt: skip


def _tie(own: bool) -> Fits:
    return lambda x: len(set(x.trial.strengths)) == 1 and x.trial.own is own and about_who(x)


def _weaker(number: int) -> Fits:
    def fits(exercise: Exercise) -> bool:
        found = exercise.trial.strengths
        weaker = sum(value < max(found) for value in found)
        return weaker == number and telling(exercise) and about_who(exercise)

    return fits


def _falls_apart(exercise: Exercise) -> bool:
    trial = exercise.trial
    return bool(trial.strengths and trial.events(e.DomainSplit)) and telling(exercise)


def _shrinking(*wanted: int) -> Fits:
    """So many shrink, whatever players choose: what they chose would tell it."""
    return lambda x: x.correct in wanted and x.prompt("en").count(". ") == 1


def _both_kinds(exercise: Exercise) -> bool:
    return len({event.kind for event in exercise.trial.events(e.ConflictFound)}) > 1


def _another(exercise: Exercise) -> bool:
    return exercise.correct is False and telling(exercise)


# ------------------------------------------------------------------ between whom, and by which rule


class ConflictBetween(Topic):
    """Asks between which buildings the first conflict is."""

    name = "conflict"
    kind = AnswerKind.BUILDINGS
    reveals = ("touches", "settled", "shrinks")
    depth = 13
    trains: ClassVar = {
        "C1": (
            Case("two", joining, _rivals(2)),
            Case("three", joining, _rivals(3), sides=3),
            Case("both kinds", joining, _both_kinds, (2, 3), second=True, ranks=(1, 2)),
            Case("after a split", tearing_apart, _split()),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        first = trial.conflict
        if first is None:
            return
        age = first.event.age
        anchors = tuple(sorted(building.square for building in first.event.buildings))
        # What came as a copy just now cannot be pointed at yet.
        if {each.square for each in trial.before.boards[age]}.issuperset(anchors):
            yield self.exercise(
                trial, Said("ask-conflict", {"age": age}), anchors,
                happened(trial, first.number), about=age.title, age=age,
            )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        trial = exercise.trial
        event = next(conflicts(trial)).event
        board = trial.before.boards[event.age]
        standing = ((x, {"kind": event.kind, "why": _apart(x, event)}) for x in board)
        return by_part(named(trial, standing), exercise.parts, "conflict")


def _apart(building: Building, event: e.ConflictFound) -> str:
    if building.kind is not event.kind:
        return "kind"
    return "rank" if building.rank < event.buildings[0].rank else "domain"


class Settled(Topic):
    """Asks which rule settles the conflict: by strength (C2) or not (C3)."""

    name = "settled"
    kind = AnswerKind.CLAUSE
    reveals = ("touches", "conflict", "strength")
    depth = 4
    leading = (e.ConflictFound,)
    trains: ClassVar = {
        label: (
            Case("not by strength", beheading, answered("C3"), town=True),
            Case("by strength", joining, answered("C2"), copied=True, ranks=(1, 2, 2)),
        )
        for label in ("C1", "C3")
    }
    """A town of Might whose copy takes a leader away, or joins two: they look alike."""

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        first = trial.conflict
        if first is None:
            return
        age = first.event.age
        right = "C3" if first.strengths is None else "C2"
        yield self.exercise(
            trial, Said("ask-settled", {"age": age}), right, _why_settled(trial, first),
            options=("C2", "C3"), age=age,
        )  # fmt: skip


def _why_settled(trial: Trial, conflict: Conflict) -> tuple[Because, ...]:
    """The conflict, what makes it one of a joining (C2) or of none (C3), and that clause."""
    age = conflict.event.age
    if conflict.strengths is not None:
        return (*happened(trial, conflict.number, conflict.strengths), rule("C2"))
    joined = any(event.age is age for _, event in trial.told(e.DomainsJoined))
    why = Said("why-others_joined" if joined else "why-not_joined", {"age": age})
    return (*happened(trial, conflict.number), Because("C3", why, age), rule("C3"))


class Strength(Topic):
    """Asks how strong an original domain was."""

    name = "strength"
    kind = AnswerKind.NUMBER
    reveals = ("touches", "conflict", "settled", "shrinks")
    depth = 5
    leading = (e.ConflictFound,)
    repeats = True
    trains: ClassVar = {
        "C2": (
            Case("one side stronger", joining, _weaker(1), even=False),
            Case("three sides", joining, telling, (2, 3), even=False, sides=3, ranks=(2,)),
        ),
        "S2": (Case("strength", joining, telling, even=False),),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        compared = next(trial.told(e.StrengthsCompared), None)
        if compared is None:
            return
        number, event = compared
        for sq, value in event.strengths:
            told = {"age": event.age, "kind": event.kind, "place": name(sq)}
            because = (_strength_of(trial, number, event, sq), *happened(trial, number), rule("S2"))
            yield self.exercise(
                trial, Said("ask-strength", told), value, because,
                about=f"{event.age.title} {name(sq)}", age=event.age,
                # Small buildings that meet have strength 1 each: there is nothing to add up.
                trivial=all(each == 1 for _, each in event.strengths),
            )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        trial = exercise.trial
        _, event = next(trial.told(e.StrengthsCompared))
        board = trial.before.boards[event.age]
        members = board.members(board.domain_at(square_named(exercise.asks.split()[-1])))
        same = [each for each in members if each.kind is event.kind]
        others = [each for each in members if each.kind not in (event.kind, CIVIL)]
        told = {"kind": event.kind}

        def worth(*buildings: Building) -> list[int]:
            return [each.value(board.rules) for each in buildings]

        wrong = {
            "missed-strength_leader": max([0, *worth(*same)]),
            "missed-strength_count": len(same),
            "missed-strength_both": sum(value for _, value in event.strengths),
            "missed-strength_kinds": sum(worth(*same, *others)),
        }
        found = [(value, Said(key, told)) for key, value in wrong.items()]
        found.append((sum(worth(*members)), Said("missed-strength_kinds", told)))
        return numbers(exercise, found, told)


def _strength_of(trial: Trial, number: int, event: e.StrengthsCompared, square: int) -> Because:
    """The buildings of an original domain that its strength is made of, with their values.

    All that still stand in the age count, also those that are no longer in the conflict's domain.
    """
    age = event.age
    original = trial.before.boards[age].domain_at(square).mask
    now = reduce(evolve, (entry.event for entry in trial.log[:number]), trial.before).boards[age]
    rival = next(each for _, each in trial.told(e.ConflictFound) if each.age is age).buildings[0]
    counted = [each for each in now if each.kind is event.kind and each.mask & original]
    domain = now.domain_at(rival.square).mask
    apart = [each for each in counted if not each.mask & domain]
    said = Said("why-strength", {"parts": values_of(trial.before, counted), "apart": bool(apart)})
    squares = tuple(sorted(sq for each in counted for sq in each.squares))
    return Because("C2", said, age, squares)


def values_of(state: GameState, buildings: Iterable[Building]) -> tuple[dict[str, object], ...]:
    return tuple(
        {"building": owned(each, state.names), "n": each.value(state.rules)} for each in buildings
    )


# ------------------------------------------------------------------ who shrinks, and who decides


class Decides(Topic):
    """Asks who decides which building shrinks, where it stands then, or who keeps a cube."""

    name = "decides"
    kind = AnswerKind.PLAYERS
    reveals = ("touches",)
    depth = 6
    leading = (e.ConflictFound, e.StrengthsCompared)
    trains: ClassVar = {
        "C2": (
            Case("one side stronger", joining, _weaker(1), even=False),
            Case("tie with own", joining, _tie(own=True), even=True, own=1),
            Case("tie without own", joining, _tie(own=False), even=True, own=0),
            Case("tie with two of one's own", joining, _tie(own=True), even=True, own=2),
        ),
        "C3": (
            Case("one own", tearing_apart, _split(own=True), own=1),
            Case("none own", tearing_apart, _split(own=False), own=0),
            Case("beheaded: one own", beheading, _split(own=True), own=1),
            Case("beheaded: none own", beheading, _split(own=False), own=0),
        ),
        "C4": (
            Case("another chooses the place", joining, _place_of(False), even=False),
            Case("another again", joining, _place_of(False), even=True, own=0),
            Case("the player chooses the place", joining, _place_of(True), own=1),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        yield from self._who_shrinks(trial)
        for clause in ("C4", "B8"):
            asked = next((each for each in trial.questions if each.clause == clause), None)
            if asked is None or asked.subject is None:
                continue
            what = owned(asked.subject, trial.before.names)
            yield self.exercise(
                trial, Said(f"ask-decides-{clause}", {"building": what}), (asked.seat,),
                (rule(clause, asked.age, asked.subject.squares),), about=clause, age=asked.age,
            )  # fmt: skip

    def _who_shrinks(self, trial: Trial) -> Iterator[Exercise]:
        first = trial.conflict
        if first is None:
            return
        age = first.event.age
        seats = (trial.before.seat,) if first.chosen else ()
        because = _why_settled(trial, first)
        if not seats:
            clause = "C3" if first.strengths is None else "C2"
            because += (Because(clause, Said("why-only_one")),)
        question = Said("ask-decides-conflict", {"age": age})
        yield self.exercise(trial, question, seats, because, about="conflict", age=age)

    def missed(self, exercise: Exercise) -> Feedback:
        trial, right = exercise.trial, exercise.parts
        names, actor = trial.before.names, trial.before.player.name
        clause = exercise.asks.partition(" ")[2]
        key, told = f"missed-decides-{clause}", dict[str, object](actor=actor)
        owners: set[int | None] = set(right)
        if clause == "conflict":
            first = next(conflicts(trial))
            owners = {each.owner for each in first.event.buildings}
            told["why"] = "split" if first.strengths is None else "tie"
            if not right:
                uneven = len(set(trial.strengths)) > 1
                key, told["why"] = "missed-decides_none", "weaker" if uneven else "own"
        acting = trial.before.seat
        extra = {
            seat: Said(key, {**told, "who": who, "owns": seat in owners, "acts": seat == acting})
            for seat, who in enumerate(names)
            if seat not in right
        }
        nobody: dict[Answer, Said] = {(): Said("missed-decides_nobody", {"clause": clause})}
        return Feedback(nobody if right else {}, extra)


class Shrinks(Topic):
    """Asks which building is reduced or destroyed first."""

    name = "shrinks"
    kind = AnswerKind.BUILDINGS
    reveals = ("touches", "conflict", "settled", "strength", "shrunk")
    depth = 14
    leading = (e.ConflictFound, e.StrengthsCompared)
    aside = ("C1", "C4")
    trains: ClassVar = {
        "C2": (
            Case("one side stronger", joining, _weaker(1), even=False),
            Case("two weaker sides", joining, _weaker(2), (2, 3), even=False, sides=3, ranks=(2,)),
            Case("tie with own", joining, _tie(own=True), even=True, own=1),
            Case("falls apart", joining, _falls_apart, (2, 3), even=False, ranks=(2, 3)),
        ),
        "C3": (
            Case("one own", tearing_apart, _split(own=True), own=1),
            Case("beheaded", beheading, _split(own=True), own=1),
        ),
        "C4": (Case("destroyed", joining, telling, ranks=(1,), own=1),),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        first = trial.conflict
        if first is None:
            return
        age, loser = first.event.age, first.loser
        if loser is None or first.chosen or trial.before.boards[age].at(loser.square) is None:
            return
        end = () if first.end is None else happened(trial, first.end)
        because = (*_why_settled(trial, first), *end)
        question = Said("ask-shrinks", {"age": age})
        yield self.exercise(trial, question, (loser.square,), because, age=age)

    def missed(self, exercise: Exercise) -> Feedback:
        trial = exercise.trial
        first = next(conflicts(trial))
        names, event = trial.before.names, first.event
        rivals = {each.square: each for each in event.buildings}
        nothing = Said(
            "missed-shrinks_none", {"buildings": tuple(owned(x, names) for x in rivals.values())}
        )
        extra = {}
        for each in trial.before.boards[event.age]:
            told = {"building": owned(each, names), "kind": event.kind}
            if each.square not in rivals:
                apart = {**told, "why": _apart(each, event)}
                extra[each.square] = Said("missed-conflict_extra", apart)
            elif each.square not in exercise.parts:
                extra[each.square] = _stays(trial, first, each)
        return Feedback({(): nothing}, extra)


def _stays(trial: Trial, conflict: Conflict, chosen: Building) -> Said:
    names, who = trial.before.names, trial.before.player.name
    loser = conflict.loser
    assert loser is not None
    told = {"building": owned(chosen, names), "who": who}
    if conflict.strengths is None:
        return Said("missed-shrinks_c3", told)
    board = trial.before.boards[conflict.event.age]
    strength = {board.domain_at(sq).mask: value for sq, value in conflict.compared}
    mine, other = (
        next((value for mask, value in strength.items() if mask & each.mask), 0)
        for each in (chosen, loser)
    )
    key = "missed-shrinks_tie" if mine == other else "missed-shrinks_strong"
    return Said(key, {**told, "n": mine, "other": other})


class Shrunk(Topic):
    """Asks how many buildings are reduced or destroyed in all."""

    name = "shrunk"
    kind = AnswerKind.NUMBER
    reveals = ("touches", "conflict", "shrinks", "vanishes")
    depth = 7
    aside = ("C1", "C4")
    trains: ClassVar = {
        "C2": (
            Case("one", joining, _shrinking(1), (2, 3), even=False),
            Case(
                "two weaker sides", joining, _shrinking(2), (2, 3), even=False, sides=3, ranks=(2,)
            ),
            Case("more", joining, _shrinking(3, 4), (2, 3), sides=3, second=True),
        ),
        "C3": (
            Case("one", tearing_apart, _shrinking(1), (2, 3), own=1),
            Case("more", tearing_apart, _shrinking(2, 3), (2, 3), own=1),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.after is None:
            return
        count = trial.numbers(e.BuildingShrunk, e.BuildingDestroyed)
        if not count:
            return
        ways = all_ways(trial) if trial.answers else [trial]
        depends = ways is None or any(
            len(each.numbers(e.BuildingShrunk, e.BuildingDestroyed)) != len(count) for each in ways
        )
        found = list(conflicts(trial))
        settling = [each.number if each.strengths is None else each.strengths for each in found]
        because = happened(trial, *sorted({*count, *settling}))
        if any(each.strengths is None for each in found):
            because += (rule("C3"),)
        yield self.exercise(
            trial, Said("ask-shrunk"), len(count), because, choices=depends,
            trivial=len(count) < 2 or depends,
        )  # fmt: skip


# ------------------------------------------------------------------ what becomes of shadows


class Vanishes(Topic):
    """Asks whether the shadow of a shrunk building disappears, too."""

    name = "vanishes"
    kind = AnswerKind.YES_NO
    reveals = ("emptied",)
    depth = 11
    leading = (e.BuildingShrunk,)
    aside = ("C4",)
    trains: ClassVar = {
        "C5": (
            Case("vanish", joining, YES, ranks=(2,), ages=IN_MIGHT),
            Case("a large one", joining, YES, (2, 3), ranks=(3,), ages=IN_MIGHT),
            Case("another building", changed, _another),
            Case("another again", changed, _another, (2, 3)),
        ),
        "C6": (
            Case("the same", joining, YES, ranks=(2, 3), ages=IN_MIGHT),
            Case("another", changed, _another),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        shrunk = next((pair for pair in trial.told(e.BuildingShrunk) if pair[1].old.rank > 1), None)
        if shrunk is None or trial.after is None:
            return
        number, event = shrunk
        names = trial.before.names
        for age in AGES[event.age + 1 :]:
            stood = trial.before.boards[age].overlapping(event.old.mask)
            withdrawn = trial.numbers(e.ShadowWithdrawn, e.ShadowReplaced, age=age)
            lost = [later for later in withdrawn if _follows(trial, later, number)]
            what = {"building": owned(event.old, names), "origin": event.age, "age": age}
            spots = tuple(sorted(sq for each in stood for sq in each.squares))
            because = (*happened(trial, number, *lost), rule("C6", age, spots))
            if stood and not lost:
                others = tuple(owned(each, names) for each in stood)
                said = Said("why-not_same", {"n": len(others), "buildings": others, "age": age})
                because = (Because("C6", said, age, spots), *because)
            yield self.exercise(
                trial, Said("ask-vanishes", what), bool(lost), because, about=age.title, age=age,
                trivial=not stood,
            )  # fmt: skip

    def hint_squares(self, exercise: Exercise) -> list[tuple[Age, int]]:
        age = exercise.age
        return [] if age is None else [(age, sq) for sq in exercise.because[-1].squares]


def _follows(trial: Trial, number: int, cause: int) -> bool:
    step: int | None = number
    while step is not None and step != cause:
        step = trial.log[step].cause
    return step == cause


class Late(Topic):
    """Asks whether a copy that failed before appears after all."""

    name = "late"
    kind = AnswerKind.YES_NO

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        for building in made_possible(trial):
            question = Said("ask-late", {"building": owned(building, trial.before.names)})
            because = (rule("B9", MIGHT, building.squares),)
            yield self.exercise(
                trial, question, False, because, about=name(building.square), age=FAITH
            )

    def hint_squares(self, exercise: Exercise) -> list[tuple[Age, int]]:
        return [(MIGHT, sq) for sq in exercise.because[0].squares]


def made_possible(trial: Trial) -> Iterator[Building]:
    """Buildings of Might whose forbidden copy nothing would forbid any more; B9 denies it."""
    if trial.after is None:
        return
    then, now = trial.before.boards[FAITH], trial.after.boards[FAITH]
    for building in trial.before.boards[MIGHT]:
        if (
            building.rank > 1
            and building.kind is not CIVIL
            and trial.after.boards[MIGHT].standing(building)
            and not (then.standing(building) or now.standing(building))
            and _forbidden(then, building)
            and not _forbidden(now, building)
            and missing_piece(trial.after, FAITH, building) is None
        ):
            yield building


def _forbidden(faith: Board, building: Building) -> bool:
    """True if Faith keeps a copy away; a smaller one that it enlarges is of its domain (B3a)."""
    older = next((x for x in faith.overlapping(building.mask) if lives_on(x, building)), None)
    return forbidden_in_faith(faith, building, older) is not None


# ------------------------------------------------------------------ cases


def collected(*ages: Age) -> Fits:
    return lambda x: (
        (x.age is None or x.age in ages)
        and any(event.age in ages for event in x.trial.events(e.TaxCollected))
    )


def _missed(exercise: Exercise) -> bool:
    missed = exercise.trial.events(e.TaxMissed)
    return any(exercise.age in (None, event.age) for event in missed) and telling(exercise)


def ruled(number: int, *ages: Age) -> Fits:
    return lambda x: x.age in ages and telling(x) and min(len(x.parts), 2) == number


ANYWHERE: Final = collected(*AGES)


class Ruler(Topic):
    """Asks who is entitled to the taxes of a domain."""

    name = "ruler"
    kind = AnswerKind.PLAYERS
    reveals = ("tax",)
    trains: ClassVar = {
        "X2": (
            Case("Might: who", taxing, ruled(1, MIGHT)),
            Case("Faith: who", taxing, ruled(1, FAITH)),
            Case("nobody", taxing, ruled(0, MIGHT, FAITH)),
        ),
        "X3": (
            Case("most cubes", taxing, ruled(1, REASON)),
            Case("a tie", taxing, ruled(2, REASON)),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.after is None:
            return
        taxed = trial.before.round in trial.before.rules.tax_rounds
        if not isinstance(trial.action, EndTurn):
            for age, square in _changed(trial):
                board = trial.after.boards[age]
                if board.at(square) is None:
                    continue
                domain = board.domain_at(square)
                yield self.exercise(
                    trial, Said("ask-ruler-after", {"age": age, "place": name(square)}),
                    entitled(board, age, domain), _why(trial, board, age, domain),
                    about=f"{age.title} {name(square)}", age=age, choices=True,
                )  # fmt: skip
            return
        for age in AGES if taxed else ():
            board = trial.before.boards[age]
            for due in dues(board, age):
                if not due.amount:
                    continue
                domain, place = board.domain_at(due.domain), name(due.domain)
                yield self.exercise(
                    trial, Said("ask-ruler", {"age": age, "place": place}), due.seats,
                    _why(trial, board, age, domain), about=f"{age.title} {place}", age=age,
                    # A lone hamlet pays nobody: that is seen at once.
                    trivial=not due.seats and len(domain.anchors) == 1,
                )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        trial, age, place = exercise.trial, exercise.age, exercise.asks.split()[-1]
        assert age is not None
        state = trial.after if trial.after is not None and trial.placing else trial.before
        board = state.boards[age]
        members = board.members(board.domain_at(square_named(place)))
        others = set(range(len(state.players))) - set(exercise.parts)
        extra = {x: _claim(state, age, members, x, exercise.correct != ()) for x in others}
        nobody: dict[Answer, Said] = {(): Said("missed-ruler_nobody", {"age": age})}
        left = {seat: Said("missed-ruler_tie") for seat in exercise.parts}
        return Feedback(nobody if left else {}, extra, left if len(left) > 1 else {})


def _why(trial: Trial, board: Board, age: Age, domain: Domain) -> tuple[Because, ...]:
    names = trial.before.names
    if age is REASON:
        cubes = [seat for each in board.members(domain) for seat in each.cubes if not each.ruin]
        return (Because("X3", cubes_there(names, cubes), age, domain.anchors), rule("X3"))
    kind = RULING_KIND[age]
    top = highest(board, domain, kind)
    if not top:
        said = Said("why-no_ruler", {"kind": kind})
        return (Because("X2", said, age, domain.anchors), rule("X2"))
    said = Said("why-ruler", {"kind": kind, "building": owned(top[0], names)})
    return (Because("X2", said, age, top[0].squares), rule("X2"))


def _changed(trial: Trial) -> Iterator[tuple[Age, int]]:
    """Ages where domains were joined, with a square of what joined them."""
    for _, event in trial.told(e.DomainsJoined):
        cast = (each.building for _, each in trial.told(e.ShadowCast) if each.age is event.age)
        joined = next(cast, None) or trial.placing
        if joined is not None:
            yield event.age, joined.square


def _claim(state: GameState, age: Age, members: list[Building], seat: int, entitled: bool) -> Said:
    """What a player has in a domain; `entitled`: somebody else has more."""
    who = state.names[seat]
    if age is REASON:
        cubes = sum(each.cubes.count(seat) for each in members if not each.ruin)
        return Said("missed-ruler_cubes", {"who": who, "n": cubes, "more": entitled})
    kind = RULING_KIND[age]
    own = [each for each in members if each.kind is kind and each.owner == seat]
    if not own:
        return Said("missed-ruler_none", {"who": who, "kind": kind})
    best = max(own, key=lambda each: each.rank)
    return Said("missed-ruler_lower", {"kind": kind, "building": owned(best, state.names)})


class Tax(Topic):
    """Asks how many coins are collected."""

    name = "tax"
    kind = AnswerKind.NUMBER
    reveals = ("ruler",)
    repeats = True
    trains: ClassVar = {
        "S2": (Case("tax", taxing, ANYWHERE),),
        "X1": (
            Case("all ages", taxing, lambda x: x.age is None and ANYWHERE(x)),
            Case("one age", taxing, lambda x: x.age is not None and ANYWHERE(x)),
        ),
        "X2": (
            Case("how much in Might", taxing, collected(MIGHT), ages=IN_MIGHT),
            Case("how much in Faith", taxing, collected(FAITH), ages=(FAITH,)),
        ),
        "X3": (Case("how much", taxing, collected(REASON), ages=(REASON,)),),
        "X4": (
            Case("not there", taxing, _missed),
            Case("there", taxing, ANYWHERE),
            Case("there again", taxing, ANYWHERE),
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if not isinstance(trial.action, EndTurn) or trial.violation is not None:
            return
        if trial.before.round not in trial.before.rules.tax_rounds:
            return
        who = trial.before.player.name
        for age in (None, *AGES):
            paid, missed = (
                {n: event for n, event in trial.told(sort) if age in (None, event.age)}
                for sort in (e.TaxCollected, e.TaxMissed)
            )
            if age is not None and not (paid or missed):
                continue
            question = Said("ask-tax", {"round": trial.before.round, "who": who})
            if age is not None:
                question = Said("ask-tax-age", {"who": who, "age": age})
            yield self.exercise(
                trial, question, sum(event.amount for event in paid.values()),
                (*_added_up(trial, paid.values()), *happened(trial, *paid, *missed), rule("X1")),
                about="" if age is None else age.title, age=age,
                trivial=not (paid or missed),
            )  # fmt: skip

    def missed(self, exercise: Exercise) -> Feedback:
        trial = exercise.trial
        ages = AGES if exercise.age is None else (exercise.age,)
        paid = [event for _, event in trial.told(e.TaxCollected) if event.age in ages]
        missed = [event for _, event in trial.told(e.TaxMissed) if event.age in ages]
        whole = 0
        for event in paid:
            board = trial.before.boards[event.age]
            members = board.members(board.domain_at(event.domain))
            whole += sum(each.value(board.rules) for each in members)
        total = sum(event.amount for event in paid)
        wrong = [(total + sum(event.amount for event in missed), Said("missed-tax_absent"))]
        wrong.append((whole, Said("missed-tax_kinds")))
        if len(paid) > 1:
            wrong += [(event.amount, Said("missed-tax_one", {"n": len(paid)})) for event in paid]
        return numbers(exercise, wrong, {"who": trial.before.player.name, "n": len(paid)})

    def hint_step(self, exercise: Exercise) -> Text | None:
        said = (each.words for each in exercise.because)
        sums = [each for each in said if isinstance(each, Said) and each.key == "why-values"]
        return sums[0] if len(sums) > 1 else None


def _added_up(trial: Trial, taxed: Iterable[e.Taxation]) -> Iterator[Because]:
    """Domain by domain: the buildings whose values are collected, with their values."""
    for event in taxed:
        board = trial.before.boards[event.age]
        members = board.members(board.domain_at(event.domain))
        worth = [each for each in members if (each.kind is CIVIL) is (event.age is not REASON)]
        parts = values_of(trial.before, worth)
        told = {"place": name(event.domain), "age": event.age, "parts": parts}
        clause, squares = "X3" if event.age is REASON else "X2", (x.squares for x in worth)
        yield Because(clause, Said("why-values", told), event.age, tuple(chain(*squares)))


class Winner(Topic):
    """Asks who wins."""

    name = "winner"
    kind = AnswerKind.PLAYERS
    trains: ClassVar = {"T7": (Case("who wins", taxing, lambda _: True, last=True),)}

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        for number, event in trial.told(e.GameEnded):
            because = happened(trial, *trial.numbers(e.TaxCollected), number)
            yield self.exercise(trial, Said("ask-winner"), event.winners, because)

    def missed(self, exercise: Exercise) -> Feedback:
        after = exercise.trial.after
        assert after is not None
        most = max(player.coins for player in after.players)
        told = ({"who": x.name, "n": x.coins, "most": most} for x in after.players)
        found = by_part(enumerate(told), exercise.parts, "winner")
        left = found.left if len(found.left) > 1 else {}
        return Feedback({(): Said("missed-winner_nobody")}, found.extra, left)
