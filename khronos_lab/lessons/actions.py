"""Topics about actions: what is allowed, what forbids it, what it costs and earns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from khronos_lab.core import (
    Building,
    Demolish,
    Populate,
    Restore,
    Travel,
    Upgrade,
    bits,
    halo,
    name,
    spread,
)
from khronos_lab.core import events as e
from khronos_lab.engine import price_of
from khronos_lab.lessons.exercise import (
    AnswerKind,
    Because,
    Exercise,
    Feedback,
    Trial,
    domains_around,
)
from khronos_lab.lessons.position_builder import (
    beside,
    by_the_river,
    ground,
    growing,
    growing_to_equal,
    moving_in,
    pooling,
    rebuilding,
    tearing_down,
)
from khronos_lab.lessons.topics import (
    SMALLER,
    Case,
    Fits,
    Topic,
    answered,
    broken,
    by_part,
    forbidden_by,
    happened,
    named,
    numbers,
    rule,
    telling,
    why_built,
)
from khronos_lab.mechanics import touched_domains
from khronos_lab.rulebook import (
    BUILDING_AGES,
    CARDS_PER_ADVENTURER,
    CIVIL,
    FAITH,
    KINDS,
    MIGHT,
    REASON,
    Age,
    Said,
)

PLACING_CLAUSES: Final = ("A1", "A2", "G1", "G2", "D1", "H1", "T5")
"""What may forbid a building, to choose from."""
EXPLAINED: Final = ("D1", "H1", "G1", "T5", "A2", "A4", "A5")
"""Clauses that have a sentence of their own for those who overlooked them."""
YES, NO = answered(True), answered(False)
WET, CONNECTS, TIES = map(forbidden_by, ("G1", "D1", "H1"))
RANKS: Final = (1, 2, 3)
CIVILS: Final = (CIVIL,)
GROUNDS: Final = {
    "forest": ("forest",),
    "mountain": ("mountain",),
    "both": ("forest", "mountain"),
    "neither": (),
}


def near(trial: Trial, age: Age) -> bool:
    """True if something stands in an age on the squares of a new building or beside them."""
    return bool(trial.before.boards[age].occupied & spread(trial.mask))


def covers(*terrains: str) -> Fits:
    """Buildings on ground of just these sorts."""
    return lambda x: all(
        bool(x.trial.mask & getattr(x.state.grid, each)) is (each in terrains)
        for each in ("forest", "mountain")
    )


def _allowed(exercise: Exercise) -> bool:
    return exercise.trial.violation is None


class Legal(Topic):
    """Asks whether that is allowed."""

    name = "legal"
    kind = AnswerKind.YES_NO
    reveals = ("clause", "against", "touches")
    plain = True
    trains: ClassVar = {
        "A2": (
            Case("allowed", growing, YES, SMALLER),
            Case("forbidden", growing, forbidden_by("A2"), SMALLER),
        ),
        "A4": (
            Case("own tile", tearing_down, YES, SMALLER, own=True),
            Case("another's", tearing_down, YES, SMALLER),
            Case("a hamlet that was built", tearing_down, YES, SMALLER, kinds=CIVILS),
            Case("too large", tearing_down, NO, SMALLER, rank=2, own=True),
            Case("too large, another's", tearing_down, NO, SMALLER, rank=2),
            Case("printed", tearing_down, NO, SMALLER, kinds=CIVILS, printed=True),
        ),
        "A5": (
            Case("room", moving_in, YES, SMALLER),
            Case("full", moving_in, NO, SMALLER),
        ),
        "G1": (
            Case("a town on it", by_the_river, YES, SMALLER, kinds=CIVILS, ranks=(2,)),
            Case("a hamlet on it", by_the_river, WET, SMALLER, kinds=CIVILS, ranks=(1,)),
            Case("on it", by_the_river, WET, SMALLER),
            Case("beside it", by_the_river, YES, SMALLER, on=False),
        ),
        "T5": (
            Case("together", pooling, YES, SMALLER, here=2, spent=0),
            Case("alone", pooling, forbidden_by("T5"), SMALLER, here=1, spent=0),
            Case("enough left", pooling, YES, SMALLER, here=2, spent=1),
            Case("not enough left", pooling, forbidden_by("T5"), SMALLER, here=1, spent=1),
        ),
        "D1": (
            Case("connects", beside, CONNECTS, number=2),
            Case("connects three", beside, CONNECTS, number=3, ranks=(2, 2, 1)),
            Case("grows into another", beside, CONNECTS, number=1, ranks=(2,), grows=True),
            Case("touches one", beside, _allowed, number=1),
            Case("grows alone", beside, _allowed, number=0, ranks=(2,), grows=True),
            Case("touches a large one", beside, _allowed, number=1, ranks=(2, 2, 1), more=2),
            Case("civil connects", beside, _allowed, number=2, kinds=CIVILS),
        ),
        "H1": (
            Case("equal", beside, TIES, number=1, difference=0, ranks=RANKS),
            Case("lower", beside, YES, number=1, difference=1),
            Case("higher", beside, YES, number=1, difference=-1, ranks=(2, 3)),
            Case("equal again", beside, TIES, number=1, difference=0, ranks=RANKS),
            Case("grows to an equal", growing_to_equal, TIES),
            Case("grows, and to no equal", growing_to_equal, YES),
        ),
    }
    told_by: ClassVar = {"A4": ("rank",), "G1": ("kind", "rank")}

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        question = Said("ask-legal")
        if trial.violation is not None:
            yield self.exercise(trial, question, False, broken(trial))
            return
        clauses = _permitting(trial)
        free = Because(clauses[0], Said("why-free"))
        cards = [_may_play(trial)] if "T5" in clauses else []
        easy = trial.placing is None or not near(trial, trial.placing.age)
        because = (free, *why_built(trial), *cards, *map(rule, clauses))
        yield self.exercise(trial, question, True, because, trivial=easy)

    def missed(self, exercise: Exercise) -> Feedback:
        violation = exercise.trial.violation
        if violation is None:
            return Feedback({False: _no_obstacle(exercise)})
        if violation.clause in EXPLAINED:
            return Feedback({True: Said(f"missed-forbidden-{violation.clause}")})
        return Feedback({True: Said("missed-rule", {"said": Said(f"motto-{violation.clause}")})})


def _permitting(trial: Trial) -> list[str]:
    action = trial.placing
    if action is None:
        played = [event.clause for event in trial.events(e.CardsPlayed)]
        return (played or [entry.event.clause for entry in trial.log])[:1]
    board = trial.before.boards[action.age]
    touches = bool(touched_domains(board, trial.mask))
    found = {
        "D1": touches,
        "H1": touches and action.kind is not CIVIL,
        "G1": bool(trial.mask & board.grid.river),
        "T5": sum(action.cards) > CARDS_PER_ADVENTURER or trial.before.turn.acted,
    }
    return [label for label, asked in found.items() if asked] or [trial.log[0].event.clause]


def _may_play(trial: Trial) -> Because:
    action = trial.placing
    assert action is not None
    accounts = trial.before.turn.purses
    left = max(sum(n for age, n in account if age is action.age) for account in accounts)
    told = {"age": action.age, "n": sum(action.cards), "left": left}
    return Because("T5", Said("why-may_play", told))


def _no_obstacle(exercise: Exercise) -> Said:
    """What came nearest to forbidding an action, and why it does not."""
    trial, state = exercise.trial, exercise.state
    action = trial.placing
    if isinstance(trial.action, Demolish):
        return Said("missed-legal", {"why": "demolish"})
    if isinstance(trial.action, Populate):
        home = state.boards[REASON].buildings[trial.action.square]
        told = {"n": len(home.cubes), "limit": state.rules.cube_limit(home.rank)}
        return Said("missed-legal_room", told)
    if action is None:
        return Said("missed-rule", {"said": Said(f"motto-{exercise.clauses[0]}")})
    board, new = state.boards[action.age], trial.building
    touched = touched_domains(board, new.mask)
    beside = (each for domain in touched for each in board.members(domain))
    rivals = [each for each in beside if each.kind is new.kind and not each.mask & new.mask]
    obstacles = {
        "river": bool(new.mask & state.grid.river),
        "civil": new.kind is CIVIL and len(touched) > 1,
        "rank": new.kind is not CIVIL and bool(rivals),
        "alone": bool(touched),
        "cards": sum(action.cards) > CARDS_PER_ADVENTURER or state.turn.acted,
        "free": True,
    }
    return Said("missed-legal", {"why": next(why for why, close in obstacles.items() if close)})


class WhichClause(Topic):
    """Asks which rule forbids it."""

    name = "clause"
    kind = AnswerKind.CLAUSE
    reveals = ("legal", "against", "touches")

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.violation is None or trial.placing is None:
            return
        right = trial.violation.clause
        if right in PLACING_CLAUSES:
            question = Said("ask-clause")
            yield self.exercise(trial, question, right, broken(trial), options=PLACING_CLAUSES)


class Against(Topic):
    """Asks which buildings, or which squares of the river, are in the way."""

    name = "against"
    kind = AnswerKind.BUILDINGS
    reveals = ("legal", "clause", "touches")
    trains: ClassVar = {
        "A2": (Case("in the way", growing, forbidden_by("A2"), SMALLER),),
        "G1": (
            Case(
                "which squares", by_the_river, lambda x: WET(x) and telling(x), SMALLER, ranks=(2,)
            ),
        ),
        "D1": (Case("in the way", beside, CONNECTS, number=2),),
        "H1": (Case("in the way", beside, TIES, number=1, difference=0, ranks=RANKS),),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        violation, age = trial.violation, trial.age
        if violation is None or age is None or trial.placing is None or not violation.squares:
            return
        if violation.clause == "G1":
            yield self.exercise(
                trial, Said("ask-against-squares"), violation.squares, broken(trial),
                kind=AnswerKind.SQUARES, age=age, trivial=trial.placing.rank == 1,
            )  # fmt: skip
            return
        inside = filter(None, map(trial.before.boards[age].at, violation.squares))
        anchors = tuple(sorted({each.square for each in inside}))
        question = Said("ask-against-buildings")
        yield self.exercise(trial, question, anchors, broken(trial), age=age)

    def missed(self, exercise: Exercise) -> Feedback:
        trial, new, clause = exercise.trial, exercise.trial.building, exercise.clauses[0]
        age = trial.age
        assert age is not None
        if exercise.kind is AnswerKind.SQUARES:
            spots = (
                (sq, {"place": name(sq), "on": bool(1 << sq & new.mask)})
                for sq in bits(trial.before.grid.area)
            )
            return by_part(spots, exercise.parts, "river")

        def why(each: Building) -> str:
            if each.mask & new.mask:
                return "own"
            if clause != "H1":
                return "apart"
            if each.kind is not new.kind:
                return "kind"
            return "rank" if each.rank != new.rank else "domain"

        standing = ((x, {"why": why(x), "clause": clause}) for x in trial.before.boards[age])
        return by_part(named(trial, standing), exercise.parts, "against")


class Touches(Topic):
    """Asks how many domains the new building touches."""

    name = "touches"
    kind = AnswerKind.NUMBER
    reveals = ("legal", "clause", "against")
    plain = True
    trains: ClassVar = {
        "D1": tuple(
            Case(f"touches {n}", beside, answered(n), number=n, kinds=KINDS) for n in (1, 2, 3)
        ),
    }

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        action, violation = trial.placing, trial.violation
        if action is None or (violation is not None and violation.clause not in ("D1", "H1")):
            return
        touched = touched_domains(trial.before.boards[action.age], trial.mask)
        # An upgrade brings its own domain along (D1).
        question = Said("ask-touches", {"age": action.age, "own": isinstance(action, Upgrade)})
        firsts = tuple(domain.anchors[0] for domain in touched)
        said = Said("why-touches", {"n": len(firsts), "places": tuple(map(name, firsts))})
        because = (Because("D1", said, action.age, firsts), rule("D1"))
        yield self.exercise(
            trial, question, len(touched), because, age=action.age, trivial=len(touched) < 2
        )

    def missed(self, exercise: Exercise) -> Feedback:
        trial, right = exercise.trial, exercise.correct
        assert exercise.age is not None
        assert isinstance(right, int)
        board = trial.before.boards[exercise.age]
        close = sum(bool(each.mask & halo(trial.mask)) for each in board)
        wrong = [(close, Said("missed-touches", {"n": close}))]
        wrong.append((len(domains_around(board, trial.mask)), Said("missed-touches_corner")))
        if isinstance(trial.action, Upgrade):
            wrong.append((right - 1, Said("missed-touches_own")))
        return numbers(exercise, wrong)


# ------------------------------------------------------------------ cards and coins


class CardsCost(Topic):
    """Asks how many cards that costs."""

    name = "cards"
    kind = AnswerKind.NUMBER
    plain = True
    trains: ClassVar = {
        "A1": (
            Case("1 card", ground, answered(1), (1,)),
            *(Case(f"{n} cards", ground, answered(n), SMALLER) for n in (2, 3, 4)),
        ),
        "A2": (
            Case("what it costs", growing, answered(1, 2), SMALLER),
            Case("costs more", growing, answered(3, 4), SMALLER),
        ),
        "G2": tuple(
            Case(case, ground, covers(*terrains), SMALLER, terrains=terrains)
            for case, terrains in GROUNDS.items()
        ),
    }
    told_by: ClassVar = {"A1": ("kind", "rank"), "A2": ("kind", "rank"), "G2": ("kind", "rank")}

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        action, violation = trial.placing, trial.violation
        if action is None or action.age not in BUILDING_AGES:
            return
        if violation is not None and violation.clause not in ("T5", "G2"):
            return
        state, upgrades = trial.before, isinstance(action, Upgrade)
        price = price_of(state, action.age, action.kind, action.rank, action.square, upgrades)
        extra = state.grid.surcharge_at(state.terrain_cost, action.rank, action.square)
        rough = bool(trial.mask & (state.grid.forest | state.grid.mountain))
        sum_up = Said("why-cards", {"n": price, "kind": action.kind, "extra": extra})
        clauses = ["A2" if upgrades else "A1", *(["G2"] if rough else [])]
        because = (Because(clauses[0], sum_up), *map(rule, clauses))
        easy = price == 1 and not rough
        yield self.exercise(trial, Said("ask-cards"), price + extra, because, trivial=easy)

    def missed(self, exercise: Exercise) -> Feedback:
        action, state = exercise.trial.placing, exercise.state
        assert action is not None
        extra = state.grid.surcharge_at(state.terrain_cost, action.rank, action.square)
        right = exercise.correct
        assert isinstance(right, int)
        price, full = right - extra, state.rules.values[action.kind][action.rank]
        wrong = [(price, Said("missed-cards_ground", {"n": extra}))] if extra else []
        if full != price:
            wrong += [(n, Said("missed-cards_difference")) for n in (full, full + extra)]
        return numbers(exercise, wrong)


class Bonus(Topic):
    """Asks how many coins that earns at once."""

    name = "bonus"
    kind = AnswerKind.NUMBER
    plain = True
    repeats = True
    trains: ClassVar = {
        "A3": tuple(
            Case(case, ground, answered(n), SMALLER)
            for n, case in enumerate(("nothing", "Might", "Faith"))
        ),
    }
    told_by: ClassVar = {"A3": ("rank", "age")}

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if trial.built is None:
            return
        paid = dict(trial.told(e.BonusPaid))
        amount = sum(event.amount for event in paid.values())
        because = happened(trial, *paid) or (rule("A3"),)
        yield self.exercise(trial, Said("ask-bonus"), amount, because, trivial=not paid)

    def missed(self, exercise: Exercise) -> Feedback:
        action = exercise.trial.placing
        assert action is not None
        if not exercise.correct:
            return Feedback(many=Said("missed-bonus_none"))
        other = FAITH if action.age is MIGHT else MIGHT
        wrong = Said("missed-bonus_age", {"age": action.age, "origin": other})
        bonus = exercise.state.rules.bonus
        return numbers(exercise, [(0, Said("missed-bonus_left")), (bonus[other], wrong)])


class WhatPays(Topic):
    """Asks how many coins that costs."""

    name = "pays"
    kind = AnswerKind.NUMBER
    repeats = True

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if not isinstance(trial.action, Demolish | Travel) or trial.violation is not None:
            return
        spent = dict(trial.told(e.CoinsSpent))
        amount = sum(event.amount for event in spent.values())
        because = happened(trial, *spent)
        yield self.exercise(trial, Said("ask-coins"), amount, because, trivial=True)

    def missed(self, exercise: Exercise) -> Feedback:
        return numbers(exercise, [], {"travel": isinstance(exercise.action, Travel)})


class Restored(Topic):
    """Asks whether the ruin is fully restored now."""

    name = "restored"
    kind = AnswerKind.YES_NO
    trains: ClassVar = {
        "A6": (
            Case("at once", rebuilding, YES, SMALLER),
            Case("half", rebuilding, NO, SMALLER),
        ),
    }
    told_by: ClassVar = {"A6": ("rank",)}

    def ask(self, trial: Trial) -> Iterator[Exercise]:
        if not isinstance(trial.action, Restore) or trial.violation is not None:
            return
        done = trial.numbers(e.RuinRestored)
        because = happened(trial, *done, *trial.numbers(e.RuinBegun))
        yield self.exercise(trial, Said("ask-restored"), bool(done), because, age=REASON)
