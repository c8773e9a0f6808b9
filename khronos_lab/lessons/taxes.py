"""Topics about taxes: who collects, how much, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import ClassVar, Final

from khronos_lab.core import Board, Building, Domain, EndTurn, GameState, highest, name, owned
from khronos_lab.core import events as e
from khronos_lab.core import square as square_named
from khronos_lab.lessons.conflicts import values_of
from khronos_lab.lessons.exercise import Answer, AnswerKind, Because, Exercise, Feedback, Text
from khronos_lab.lessons.position_builder import taxing
from khronos_lab.lessons.topics import (
    Case,
    Fits,
    Topic,
    by_part,
    cubes_there,
    happened,
    numbers,
    rule,
    telling,
)
from khronos_lab.lessons.trial import Trial
from khronos_lab.mechanics import RULING_KIND, dues, entitled
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, REASON, Age, Said

# ------------------------------------------------------------------ cases


def collected(*ages: Age) -> Fits:
    """Something is collected there, and the question is about it."""
    return lambda x: (
        (x.age is None or x.age in ages)
        and any(event.age in ages for event in x.trial.events(e.TaxCollected))
    )


def _missed(exercise: Exercise) -> bool:
    """Somebody who is entitled is not there."""
    missed = exercise.trial.events(e.TaxMissed)
    return any(exercise.age in (None, event.age) for event in missed) and telling(exercise)


def ruled(number: int, *ages: Age) -> Fits:
    """Who rules a domain in one of these ages: nobody, one, or several."""
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
    """What decides who collects: the highest building, or the cubes."""
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
            Case("how much in Might", partial(taxing, ages=(MIGHT,)), collected(MIGHT)),
            Case("how much in Faith", partial(taxing, ages=(FAITH,)), collected(FAITH)),
        ),
        "X3": (Case("how much", partial(taxing, ages=(REASON,)), collected(REASON)),),
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
    trains: ClassVar = {
        "T7": (Case("who wins", partial(taxing, last=True), lambda _: True),),
    }

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
