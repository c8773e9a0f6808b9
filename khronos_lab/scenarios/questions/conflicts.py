"""Topics about conflicts: between whom, by which clause, who yields, who decides, what vanishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from khronos_lab.core import Board, Building, GameState, evolve, name, owned
from khronos_lab.core import events as e
from khronos_lab.mechanics import forbidden_in_faith, lives_on, missing_piece
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, Said
from khronos_lab.scenarios.questions.exercise import AnswerKind, Because, Exercise
from khronos_lab.scenarios.questions.legality_and_shadows import ask
from khronos_lab.scenarios.questions.reasons import happened, rule
from khronos_lab.scenarios.questions.tried_action import Look

# ------------------------------------------------------------------ conflicts


class Conflict(NamedTuple):
    """A conflict of the log and how it was settled, as far as the log goes."""

    number: int
    event: e.ConflictFound
    strengths: int | None
    """The number of the comparison in the log; None if no strengths count (C3)."""
    chosen: bool
    """True if somebody chooses which building yields."""
    loser: Building | None
    """None if it is still to be chosen."""
    end: int | None
    """The number of the shrinking in the log."""

    def compared(self, look: Look) -> tuple[tuple[int, int], ...]:
        """The strengths, each with a square of its domain; none if none count (C3)."""
        event = None if self.strengths is None else look.log[self.strengths].event
        return event.strengths if isinstance(event, e.StrengthsCompared) else ()


def conflicts(look: Look) -> Iterator[Conflict]:
    """The conflicts of a move, in order."""
    for number, following in pairwise([*look.numbers(e.ConflictFound), len(look.log)]):
        yield _conflict(look, number, following)


def _conflict(look: Look, number: int, following: int) -> Conflict:
    strengths = end = loser = None
    chosen = False
    for later in range(number + 1, following):
        match look.log[later].event:
            case e.StrengthsCompared():
                strengths = later
            case e.ChoiceMade(clause="C2" | "C3"):
                chosen = True
            case e.BuildingShrunk(old=old):
                loser, end = old, later
            case e.BuildingDestroyed(building=old):
                loser, end = old, later
    if end is None and look.questions:
        question = look.questions[-1]
        chosen = chosen or question.clause in ("C2", "C3")
        loser = question.subject if question.clause == "C4" else None
    event = look.log[number].event
    assert isinstance(event, e.ConflictFound)
    return Conflict(number, event, strengths, chosen, loser, end)


def conflict(look: Look) -> Iterator[Exercise]:
    """Ask which buildings are in conflict."""
    for each in conflicts(look):
        age = each.event.age
        anchors = tuple(sorted(building.square for building in each.event.buildings))
        if not {building.square for building in look.before.boards[age]}.issuperset(anchors):
            return  # What came as a copy just now cannot be pointed at yet.
        yield ask(
            look, f"conflict {age.title}", AnswerKind.BUILDINGS, Said("ask-conflict", {"age": age}),
            anchors, happened(look, each.number), age=age,
        )  # fmt: skip
        return


def strength(look: Look) -> Iterator[Exercise]:
    """Ask how strong an original domain is."""
    compared = next(look.told(e.StrengthsCompared), None)
    if compared is None:
        return
    number, event = compared
    # Small buildings that meet have strength 1 each: there is nothing to add up.
    easy = all(value == 1 for _, value in event.strengths)
    for sq, value in event.strengths:
        question = Said("ask-strength", {"age": event.age, "kind": event.kind, "place": name(sq)})
        yield ask(
            look, f"strength {event.age.title} {name(sq)}", AnswerKind.NUMBER, question, value,
            (_added_up(look, number, sq), *happened(look, number), rule("S2")), age=event.age,
            trivial=easy,
        )  # fmt: skip


def _added_up(look: Look, number: int, square: int) -> Because:
    """The buildings of an original domain that its strength is made of, with their values.

    All that still stand in the age count, also those that are no longer in the conflict's domain.
    """
    event = look.log[number].event
    assert isinstance(event, e.StrengthsCompared)
    age = event.age
    original = look.before.boards[age].domain_at(square).mask
    now = reduce(evolve, (entry.event for entry in look.log[:number]), look.before).boards[age]
    rival = next(each for _, each in look.told(e.ConflictFound) if each.age is age).buildings[0]
    counted = [each for each in now if each.kind is event.kind and each.mask & original]
    domain = now.domain_at(rival.square).mask
    apart = [each for each in counted if not each.mask & domain]
    parts = values_of(look.before, counted)
    said = Said("why-strength", {"parts": parts, "apart": bool(apart)})
    squares = tuple(sorted(sq for each in counted for sq in each.squares))
    return Because("C2", said, age, squares)


def values_of(state: GameState, buildings: Iterable[Building]) -> tuple[dict[str, object], ...]:
    """Buildings with their values, for the catalogues' lists."""
    return tuple(
        {"building": owned(each, state.names), "n": each.value(state.rules)} for each in buildings
    )


def _why_settled(look: Look, conflict: Conflict) -> tuple[Because, ...]:
    """The conflict, what makes it one of a joining (C2) or of none (C3), and that clause."""
    age = conflict.event.age
    if conflict.strengths is not None:
        return (*happened(look, conflict.number, conflict.strengths), rule("C2"))
    joined = any(event.age is age for _, event in look.told(e.DomainsJoined))
    why = Said("why-others_joined" if joined else "why-not_joined", {"age": age})
    return (*happened(look, conflict.number), Because("C3", why, age), rule("C3"))


def settled(look: Look) -> Iterator[Exercise]:
    """Ask whether strength (C2) settles the conflict or not (C3)."""
    for each in conflicts(look):
        age = each.event.age
        right = "C3" if each.strengths is None else "C2"
        yield ask(
            look, "settled", AnswerKind.CLAUSE, Said("ask-settled", {"age": age}), right,
            _why_settled(look, each), clauses=("C2", "C3"), age=age,
        )  # fmt: skip
        return


def shrinks(look: Look) -> Iterator[Exercise]:
    """Ask which building has to yield first, where the rules decide it."""
    for each in conflicts(look):
        age, loser = each.event.age, each.loser
        if loser is None or each.chosen or look.before.boards[age].at(loser.square) is None:
            return
        because = _why_settled(look, each)
        if each.end is not None:
            because += happened(look, each.end)
        yield ask(
            look, "shrinks", AnswerKind.BUILDINGS, Said("ask-shrinks", {"age": age}),
            (loser.square,), because, age=age,
        )  # fmt: skip
        return


def decides(look: Look) -> Iterator[Exercise]:
    """Ask who decides: which building yields, where it stands then, who keeps a cube."""
    yield from _who_yields(look)
    for clause in ("C4", "B8"):
        asked = next((each for each in look.questions if each.clause == clause), None)
        if asked is None or asked.subject is None:
            continue
        what = owned(asked.subject, look.before.names)
        because = (rule(clause, asked.age, asked.subject.squares),)
        yield ask(
            look, f"decides {clause}", AnswerKind.PLAYERS,
            Said(f"ask-decides-{clause}", {"building": what}), (asked.seat,), because,
            age=asked.age,
        )  # fmt: skip


def _who_yields(look: Look) -> Iterator[Exercise]:
    first = next(conflicts(look), None)
    if first is None:
        return
    age = first.event.age
    clause = "C3" if first.strengths is None else "C2"
    seats = (look.before.seat,) if first.chosen else ()
    because = _why_settled(look, first)
    if not seats:
        because += (Because(clause, Said("why-only_one")),)
    yield ask(
        look, "decides conflict", AnswerKind.PLAYERS, Said("ask-decides-conflict", {"age": age}),
        seats, because, age=age,
    )  # fmt: skip


def shrunk(look: Look) -> Iterator[Exercise]:
    """Ask how many buildings shrink or are destroyed in all."""
    if look.after is None:
        return
    numbers = look.numbers(e.BuildingShrunk, e.BuildingDestroyed)
    if not numbers:
        return
    found = list(conflicts(look))
    settling = [each.number if each.strengths is None else each.strengths for each in found]
    because = happened(look, *sorted({*numbers, *settling}))
    if any(each.strengths is None for each in found):
        because += (rule("C3"),)
    yield ask(
        look, "shrunk", AnswerKind.NUMBER, Said("ask-shrunk"), len(numbers), because,
        choices=True, trivial=len(numbers) < 2,
    )  # fmt: skip


# ------------------------------------------------------------------ what becomes of shadows


def vanishes(look: Look) -> Iterator[Exercise]:
    """Ask whether the shadows of the first building that shrinks give way."""
    shrinking = next((pair for pair in look.told(e.BuildingShrunk) if pair[1].old.rank > 1), None)
    if shrinking is None or look.after is None:
        return
    number, event = shrinking
    for age in AGES[event.age + 1 :]:
        stood = look.before.boards[age].overlapping(event.old.mask)
        given_way = look.numbers(e.ShadowWithdrawn, e.ShadowReplaced, age=age)
        gone = [later for later in given_way if _follows(look, later, number)]
        names = look.before.names
        what = {"building": owned(event.old, names), "origin": event.age, "age": age}
        spots = tuple(sorted(sq for each in stood for sq in each.squares))
        because = (*happened(look, number, *gone), rule("C6", age, spots))
        if stood and not gone:
            others = tuple(owned(each, names) for each in stood)
            said = Said("why-not_same", {"n": len(others), "buildings": others, "age": age})
            because = (Because("C6", said, age, spots), *because)
        yield ask(
            look, f"vanishes {age.title}", AnswerKind.YES_NO, Said("ask-vanishes", what),
            bool(gone), because, age=age, trivial=not stood,
        )  # fmt: skip


def _follows(look: Look, number: int, cause: int) -> bool:
    """True if one event of the log comes of another."""
    step: int | None = number
    while step is not None and step != cause:
        step = look.log[step].cause
    return step == cause


def late(look: Look) -> Iterator[Exercise]:
    """Ask whether a copy is made up for that was forbidden and would be allowed now."""
    for building in made_possible(look):
        question = Said("ask-late", {"building": owned(building, look.before.names)})
        yield ask(
            look, f"late {name(building.square)}", AnswerKind.YES_NO, question, False,
            (rule("B9", MIGHT, building.squares),), age=FAITH,
        )  # fmt: skip


def made_possible(look: Look) -> Iterator[Building]:
    """Buildings of Might whose forbidden copy nothing would forbid any more; B9 denies it."""
    if look.after is None:
        return
    faith, then = look.after.boards[FAITH], look.before.boards[FAITH]
    for building in look.before.boards[MIGHT]:
        if (
            building.rank > 1
            and building.kind is not CIVIL
            and look.after.boards[MIGHT].standing(building)
            and not then.standing(building)
            and forbidden_in_faith(then, building, _smaller_shadow(then, building)) is not None
            and not faith.standing(building)
            and forbidden_in_faith(faith, building, _smaller_shadow(faith, building)) is None
            and missing_piece(look.after, FAITH, building) is None
        ):
            yield building


def _smaller_shadow(faith: Board, building: Building) -> Building | None:
    """What a copy would enlarge: the building's own older shadow counts with its domain (B3a)."""
    inside = (each for each in faith.overlapping(building.mask) if lives_on(each, building))
    return next(inside, None)
