"""Topics: what can be asked about an action before its effects are shown.

Each function gives the exercises of one topic that a position makes possible; the answers are read
off the engine's log, nothing is worked out a second time. Here: is it legal, and does the shadow
appear? Paradoxes, conflicts and coins have their own modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.actions import Upgrade
from khronos_lab.core.squares import name, spread
from khronos_lab.mechanics.placement import touched_domains
from khronos_lab.rulebook.language import Said
from khronos_lab.rulebook.pieces import AGES, CARDS_PER_ADVENTURER, CIVIL, REASON, Age
from khronos_lab.scenarios.questions.exercise import (
    YES_OR_NO,
    Answer,
    AnswerKind,
    Because,
    Choice,
    Exercise,
)
from khronos_lab.scenarios.questions.phrases import Words, label
from khronos_lab.scenarios.questions.reasons import age_of_action, broken, happened, prompt, rule
from khronos_lab.scenarios.questions.tried_action import Look
from khronos_lab.scenarios.questions.why_allowed import why_built, why_copied

PLACING_CLAUSES: Final = ("A1", "A2", "G1", "G2", "D1", "H1", "T5")
"""What may forbid a building, to choose from."""
STOPPING_CLAUSES: Final = ("B1", "B3a", "B3b", "B5")
"""What may keep a shadow away, to choose from."""


def ask(
    look: Look,
    asks: str,
    kind: AnswerKind,
    question: Said,
    correct: Answer,
    because: tuple[Because, ...],
    *,
    options: tuple[Choice, ...] = (),
    age: Age | None = None,
    trivial: bool = False,
    choices: bool = False,
) -> Exercise:
    """An exercise about a look; with `choices` the question tells what players chose."""
    words = prompt(look, question, choices=choices)
    answers = look.answers if choices else ()
    return Exercise(
        asks, kind, look.before, look.action, answers, words, correct, because, options, age,
        trivial, look.answers,
    )  # fmt: skip


# ------------------------------------------------------------------ is it legal?


def legal(look: Look) -> Iterator[Exercise]:
    """Ask whether it may be done."""
    question = Said("ask-legal")
    if look.violation is not None:
        yield ask(
            look, "legal", AnswerKind.YES_NO, question, False, broken(look), options=YES_OR_NO
        )
        return
    permitting = [rule(clause) for clause in _permitting(look)]
    free = Because(permitting[0].clause, Said("why-free"))
    cards = _may_play(look) if rule("T5") in permitting else ()
    because = (free, *why_built(look), *cards, *permitting)
    easy = look.placing is None or not _near(look, look.placing.age)
    yield ask(
        look, "legal", AnswerKind.YES_NO, question, True, because, options=YES_OR_NO, trivial=easy
    )


def _permitting(look: Look) -> list[str]:
    """The clauses that an allowed action was measured by."""
    action = look.placing
    if action is None:
        played = [event.clause for _, event in look.told(e.CardsPlayed)]
        return (played or [entry.event.clause for entry in look.log])[:1]
    board = look.before.boards[action.age]
    found = [clause for clause in ("D1",) if touched_domains(board, look.mask)]
    if action.kind is not CIVIL and found:
        found.append("H1")
    if look.mask & board.grid.river:
        found.append("G1")
    if sum(action.cards) > CARDS_PER_ADVENTURER or look.before.turn.acted:
        found.append("T5")
    return found or [look.log[0].event.clause]


def _may_play(look: Look) -> Iterator[Because]:
    """How many cards an action takes, and how many the adventurers there may still play."""
    action = look.placing
    assert action is not None
    accounts = look.before.turn.purses
    left = max(sum(n for age, n in account if age is action.age) for account in accounts)
    told = {"age": action.age, "n": sum(action.cards), "left": left}
    yield Because("T5", Said("why-may_play", told))


def clause(look: Look) -> Iterator[Exercise]:
    """Ask which clause forbids it."""
    if look.violation is None or look.placing is None:
        return
    right = look.violation.clause
    if right not in PLACING_CLAUSES:
        return
    yield ask(
        look, "clause", AnswerKind.CLAUSE, Said("ask-clause"), right, broken(look),
        options=clause_options(PLACING_CLAUSES),
    )  # fmt: skip


def clause_options(labels: tuple[str, ...]) -> tuple[Choice, ...]:
    """Clauses to choose from, each with its motto."""
    return tuple(
        Choice(label, Said("choice-clause", {"label": label, "motto": Said(f"motto-{label}")}))
        for label in labels
    )


def against(look: Look) -> Iterator[Exercise]:
    """Ask which buildings, or which squares of the river, are in the way."""
    violation, age = look.violation, age_of_action(look)
    if violation is None or age is None or look.placing is None or not violation.squares:
        return
    if violation.clause == "G1":
        yield ask(
            look, "against", AnswerKind.SQUARES, Said("ask-against-squares"), violation.squares,
            broken(look), age=age, trivial=look.placing.rank == 1,
        )  # fmt: skip
        return
    board = look.before.boards[age]
    inside = [board.at(sq) for sq in violation.squares]
    anchors = tuple(sorted({each.square for each in inside if each is not None}))
    yield ask(
        look, "against", AnswerKind.BUILDINGS, Said("ask-against-buildings"), anchors, broken(look),
        age=age, options=building_options(look, age),
    )  # fmt: skip


def building_options(look: Look, age: Age) -> tuple[Choice, ...]:
    """The buildings of an age before the action."""
    names = look.before.names
    return tuple(
        Choice(each.square, label(each, names), each.squares) for each in look.before.boards[age]
    )


def touches(look: Look) -> Iterator[Exercise]:
    """Ask how many domains the new building touches."""
    action = look.placing
    if action is None or (look.violation is not None and look.violation.clause not in ("D1", "H1")):
        return
    near = touched_domains(look.before.boards[action.age], look.mask)
    # An upgrade brings its own domain along (D1).
    question = Said("ask-touches", {"age": action.age, "own": isinstance(action, Upgrade)})
    firsts = tuple(domain.anchors[0] for domain in near)
    said = Said("why-touches", {"n": len(firsts), "places": tuple(map(name, firsts))})
    yield ask(
        look, "touches", AnswerKind.NUMBER, question, len(near),
        (Because("D1", said, action.age, firsts), rule("D1")), age=action.age,
        trivial=len(near) < 2,
    )  # fmt: skip


# ------------------------------------------------------------------ does the shadow appear?


def shadow(look: Look) -> Iterator[Exercise]:
    """Ask whether the copy appears in a later age."""
    action = look.placing
    if action is None or look.violation is not None:
        return
    for age in AGES[action.age + 1 :]:
        cast = [number for number, event in look.told(e.ShadowCast) if event.age is age]
        question = Said("ask-shadow", {"age": age})
        because = _why_shadow(look, cast[0]) if cast else _why_no_shadow(look)
        easy = action.rank == 1 or (bool(cast) and not _near(look, age) and not _lacking(look))
        yield ask(
            look, f"shadow {age.title}", AnswerKind.YES_NO, question, bool(cast), because,
            options=YES_OR_NO, age=age, trivial=easy,
        )  # fmt: skip


def _why_shadow(look: Look, number: int) -> tuple[Because, ...]:
    """The copy, what Faith had to say to it, and the clause."""
    event, *mottos = happened(look, number)
    cast = look.log[number].event
    assert isinstance(cast, e.ShadowCast)
    scarce = (rule("B5"),) if _lacking(look) else ()
    return (event, *why_copied(look, cast), *mottos, *scarce)


def _lacking(look: Look) -> bool:
    """True if a later age gets no copy because a piece is missing: this one got the last."""
    return any(event.clause == "B5" for _, event in look.told(e.ShadowMissing))


def _why_no_shadow(look: Look) -> tuple[Because, ...]:
    stopped = [
        number for number, entry in enumerate(look.log) if isinstance(entry.event, e.NoShadow)
    ]
    if not stopped:
        return (rule("B1"),)
    event = look.log[stopped[0]].event
    out_of_game = [
        number
        for number, erased in look.told(e.BuildingErased)
        if isinstance(event, e.ShadowMissing)
        and number < stopped[0]
        and erased.out_of_game
        and erased.building[:2] == event.building[:2]
    ]
    # Where erased tiles do not return, that may be why none is left.
    return (*happened(look, stopped[0], *out_of_game), *map(rule, ["S3"] * bool(out_of_game)))


def _near(look: Look, age: Age) -> bool:
    """True if something stands in an age on the squares of a new building or beside them."""
    return bool(look.before.boards[age].occupied & spread(look.mask))


def stopped(look: Look) -> Iterator[Exercise]:
    """Ask which clause keeps the shadow away."""
    action = look.placing
    if action is None or look.violation is not None or action.age is REASON:
        return
    blocks = [
        entry.event
        for entry in look.log
        if isinstance(entry.event, e.NoShadow) and entry.event.clause in STOPPING_CLAUSES
    ]
    if not blocks and action.rank > 1:
        return
    right = blocks[0].clause if blocks else "B1"
    age = blocks[0].age if blocks else AGES[action.age + 1]
    yield ask(
        look, "stopped", AnswerKind.CLAUSE, Said("ask-stopped", {"age": age}), right,
        _why_no_shadow(look), options=clause_options(STOPPING_CLAUSES), age=age, trivial=not blocks,
    )  # fmt: skip


def player_options(look: Look) -> tuple[Choice, ...]:
    """The players, and nobody."""
    players = [Choice((seat,), Words(who, who)) for seat, who in enumerate(look.before.names)]
    return (*players, Choice((), Said("word-nobody")))
