"""Topics about who collects, coins, cards and ruins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from khronos_lab.core import (
    Board,
    Demolish,
    Domain,
    EndTurn,
    Restore,
    Travel,
    Upgrade,
    highest,
    name,
    owned,
)
from khronos_lab.core import events as e
from khronos_lab.engine import price_of
from khronos_lab.mechanics import RULING_KIND, dues, entitled
from khronos_lab.rulebook import AGES, BUILDING_AGES, CIVIL, REASON, Age, Said
from khronos_lab.scenarios.questions.conflicts import values_of
from khronos_lab.scenarios.questions.exercise import AnswerKind, Because, Exercise
from khronos_lab.scenarios.questions.legality_and_shadows import ask
from khronos_lab.scenarios.questions.reasons import cubes_there, happened, rule
from khronos_lab.scenarios.questions.tried_action import Look

# ------------------------------------------------------------------ who collects


def ruler(look: Look) -> Iterator[Exercise]:
    """Who may tax a domain afterwards: the one that the action changed, or any at a turn's end."""
    if look.after is None:
        return
    if isinstance(look.action, EndTurn):
        yield from _ruled(look)
        return
    for age, square in _changed(look):
        board = look.after.boards[age]
        if board.at(square) is None:
            continue
        domain = board.domain_at(square)
        seats = entitled(board, age, domain)
        question = Said("ask-ruler-after", {"age": age, "place": name(square)})
        yield ask(
            look, f"ruler {age.title} {name(square)}", AnswerKind.PLAYERS, question, seats,
            _why(look, board, age, domain), age=age, choices=True,
        )  # fmt: skip


def _why(look: Look, board: Board, age: Age, domain: Domain) -> tuple[Because, ...]:
    """What decides who collects: the highest building, or the cubes."""
    names = look.before.names
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


def _changed(look: Look) -> Iterator[tuple[Age, int]]:
    """Ages where domains were joined, with a square of what joined them."""
    for _, event in look.told(e.DomainsJoined):
        cast = (each.building for _, each in look.told(e.ShadowCast) if each.age is event.age)
        joined = next(cast, None) or look.placing
        if joined is not None:
            yield event.age, joined.square


def _ruled(look: Look) -> Iterator[Exercise]:
    if look.before.round not in look.before.rules.tax_rounds:
        return
    for age in AGES:
        for due in dues(look.before.boards[age], age):
            if not due.amount:
                continue
            question = Said("ask-ruler", {"age": age, "place": name(due.domain)})
            domain = look.before.boards[age].domain_at(due.domain)
            yield ask(
                look, f"ruler {age.title} {name(due.domain)}", AnswerKind.PLAYERS, question,
                due.seats, _why(look, look.before.boards[age], age, domain), age=age,
                # A lone hamlet pays nobody: that is seen at once.
                trivial=not due.seats and len(domain.anchors) == 1,
            )  # fmt: skip


# ------------------------------------------------------------------ coins and cards


def bonus(look: Look) -> Iterator[Exercise]:
    """Ask how many coins it pays at once."""
    if look.violation is not None or look.placing is None:
        return
    amount = sum(event.amount for _, event in look.told(e.BonusPaid))
    because = happened(look, *look.numbers(e.BonusPaid)) or (rule("A3"),)
    yield ask(
        look, "bonus", AnswerKind.NUMBER, Said("ask-bonus"), amount, because,
        trivial=not look.numbers(e.BonusPaid),
    )  # fmt: skip


def pays(look: Look) -> Iterator[Exercise]:
    """Ask how many coins it costs."""
    if not isinstance(look.action, Demolish | Travel) or look.violation is not None:
        return
    spent = sum(event.amount for _, event in look.told(e.CoinsSpent))
    because = happened(look, *look.numbers(e.CoinsSpent))
    yield ask(look, "pays", AnswerKind.NUMBER, Said("ask-coins"), spent, because, trivial=True)


def cards(look: Look) -> Iterator[Exercise]:
    """Ask how many cards it costs."""
    action = look.placing
    if action is None or action.age not in BUILDING_AGES:
        return
    if look.violation is not None and look.violation.clause not in ("T5", "G2"):
        return
    state = look.before
    upgrade = "A2" if isinstance(action, Upgrade) else "A1"
    price = price_of(state, action.age, action.kind, action.rank, action.square, upgrade == "A2")
    extra = state.grid.surcharge_at(state.terrain_cost, action.rank, action.square)
    sum_up = Said("why-cards", {"n": price, "kind": action.kind, "extra": extra})
    clauses = [upgrade, *(["G2"] if _rough(look) else [])]
    because = (Because(upgrade, sum_up), *map(rule, clauses))
    yield ask(
        look, "cards", AnswerKind.NUMBER, Said("ask-cards"), price + extra, because,
        trivial=price == 1 and not _rough(look),
    )  # fmt: skip


def _rough(look: Look) -> bool:
    """True if the new building covers forest or mountain."""
    grid = look.before.grid
    return bool(look.mask & (grid.forest | grid.mountain))


def tax(look: Look) -> Iterator[Exercise]:
    """Ask how many coins are collected, in all and in each age."""
    if not isinstance(look.action, EndTurn) or look.violation is not None:
        return
    if look.before.round not in look.before.rules.tax_rounds:
        return
    who = look.before.player.name
    paid = list(look.told(e.TaxCollected))
    missed = list(look.told(e.TaxMissed))
    both: list[tuple[int, e.Tax]] = [*paid, *missed]
    numbers = [number for number, _ in both]
    because = (*_added_up(look, paid), *happened(look, *numbers), rule("X1"))
    amount = sum(event.amount for _, event in paid)
    question = Said("ask-tax", {"round": look.before.round, "who": who})
    yield ask(
        look, "tax", AnswerKind.NUMBER, question, amount, because, trivial=not (paid or missed)
    )
    for age in AGES:
        here = [number for number, event in both if event.age is age]
        if not here:
            continue
        amount = sum(event.amount for _, event in paid if event.age is age)
        yield ask(
            look, f"tax {age.title}", AnswerKind.NUMBER,
            Said("ask-tax-age", {"who": who, "age": age}), amount,
            (*_added_up(look, [pair for pair in paid if pair[0] in here]),
             *happened(look, *here), rule("X1")),
            age=age,
        )  # fmt: skip


def _added_up(look: Look, taxed: Sequence[tuple[int, e.TaxCollected]]) -> Iterator[Because]:
    """Domain by domain: the buildings whose values are collected, with their values."""
    for _, event in taxed:
        board = look.before.boards[event.age]
        members = board.members(board.domain_at(event.domain))
        worth = [each for each in members if (each.kind is CIVIL) is (event.age is not REASON)]
        parts = values_of(look.before, worth)
        told = {"place": name(event.domain), "age": event.age, "parts": parts}
        clause, squares = "X3" if event.age is REASON else "X2", (x.squares for x in worth)
        yield Because(clause, Said("why-values", told), event.age, tuple(chain(*squares)))


def winner(look: Look) -> Iterator[Exercise]:
    """Ask who wins, when the last turn ends."""
    for number, event in look.told(e.GameEnded):
        because = happened(look, *look.numbers(e.TaxCollected), number)
        yield ask(look, "winner", AnswerKind.PLAYERS, Said("ask-winner"), event.winners, because)


def restored(look: Look) -> Iterator[Exercise]:
    """Ask whether the ruin turns at once."""
    if not isinstance(look.action, Restore) or look.violation is not None:
        return
    done = look.numbers(e.RuinRestored)
    because = happened(look, *done, *look.numbers(e.RuinBegun))
    yield ask(
        look, "restored", AnswerKind.YES_NO, Said("ask-restored"), bool(done), because, age=REASON
    )
