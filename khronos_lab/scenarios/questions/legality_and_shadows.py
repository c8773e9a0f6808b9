"""Topics: what can be asked about an action before its effects are shown.

Each function gives the exercises of one topic that a position makes possible; the answers are read
off the engine's log, nothing is worked out a second time. Here: is it legal, does the shadow
appear, what does it remove and where do the cubes go? Conflicts and coins have their own modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from khronos_lab.core import Building, Demolish, Upgrade, bits, name, owned, spread
from khronos_lab.core import events as e
from khronos_lab.mechanics import touched_domains
from khronos_lab.rulebook import AGES, CARDS_PER_ADVENTURER, CIVIL, REASON, Age, Said
from khronos_lab.scenarios.questions.exercise import (
    YES_OR_NO,
    Answer,
    AnswerKind,
    Because,
    Choice,
    Exercise,
    Words,
)
from khronos_lab.scenarios.questions.reasons import (
    age_of_action,
    broken,
    cubes_there,
    happened,
    prompt,
    rule,
    why_built,
    why_copied,
)
from khronos_lab.scenarios.questions.tried_action import Look, label

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
    clauses: tuple[str, ...] = (),
    age: Age | None = None,
    trivial: bool = False,
    choices: bool = False,
) -> Exercise:
    """An exercise about a look; with `choices` the question tells what players chose."""
    words = prompt(look, question, choices=choices)
    answers, options = look.answers if choices else (), _options(look, kind, age, clauses)
    return Exercise(
        asks, kind, look.before, look.action, answers, words, correct, because, options, age,
        trivial, look.answers,
    )  # fmt: skip


def _options(
    look: Look, kind: AnswerKind, age: Age | None, clauses: tuple[str, ...]
) -> tuple[Choice, ...]:
    """What can be chosen: clauses, the buildings of an age before the action, players or nobody."""
    names = look.before.names
    match kind:
        case AnswerKind.YES_NO:
            return YES_OR_NO
        case AnswerKind.CLAUSE:
            return clause_options(clauses)
        case AnswerKind.BUILDINGS if age is not None:
            standing = look.before.boards[age]
            return tuple(Choice(each.square, label(each, names), each.squares) for each in standing)
        case AnswerKind.PLAYERS:
            players = [Choice((seat,), Words(who, who)) for seat, who in enumerate(names)]
            return (*players, Choice((), Said("word-nobody")))
    return ()


# ------------------------------------------------------------------ is it legal?


def legal(look: Look) -> Iterator[Exercise]:
    """Ask whether it may be done."""
    question = Said("ask-legal")
    if look.violation is not None:
        yield ask(look, "legal", AnswerKind.YES_NO, question, False, broken(look))
        return
    permitting = [rule(clause) for clause in _permitting(look)]
    free = Because(permitting[0].clause, Said("why-free"))
    cards = _may_play(look) if rule("T5") in permitting else ()
    because = (free, *why_built(look), *cards, *permitting)
    easy = look.placing is None or not _near(look, look.placing.age)
    yield ask(look, "legal", AnswerKind.YES_NO, question, True, because, trivial=easy)


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
        clauses=PLACING_CLAUSES,
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
        look, "against", AnswerKind.BUILDINGS, Said("ask-against-buildings"), anchors,
        broken(look), age=age,
    )  # fmt: skip


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
        cast = look.numbers(e.ShadowCast, age=age)
        question = Said("ask-shadow", {"age": age})
        because = _why_shadow(look, cast[0]) if cast else _why_no_shadow(look)
        easy = action.rank == 1 or (bool(cast) and not _near(look, age) and not _lacking(look))
        yield ask(
            look, f"shadow {age.title}", AnswerKind.YES_NO, question, bool(cast), because, age=age,
            trivial=easy,
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
    stopped = look.numbers(e.NoShadow)
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
    # A tile that is out of the game may be why none is left.
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
        _why_no_shadow(look), clauses=STOPPING_CLAUSES, age=age, trivial=not blocks,
    )  # fmt: skip


# ------------------------------------------------------------------ what goes?


def erased(look: Look) -> Iterator[Exercise]:
    """Ask what the copy removes."""
    if look.violation is not None or look.placing is None:
        return
    for _, cast in look.told(e.ShadowCast):
        gone = look.numbers(e.Paradox, age=cast.age)
        squares = tuple(sorted(_building(look, number).square for number in gone))
        question = Said("ask-erased", {"age": cast.age})
        nothing = Because("B6", Said("why-nothing_covered"), cast.age, cast.building.squares)
        because = (*_met(look, cast, gone), *happened(look, *gone)) or (nothing, rule("B6"))
        if any(getattr(look.log[number].event, "lifted", False) for number in gone):
            because += (rule("B7"),)
        yield ask(
            look, f"erased {cast.age.title}", AnswerKind.BUILDINGS, question, squares, because,
            age=cast.age, trivial=all(_own_trace(look, _building(look, x)) for x in gone),
        )  # fmt: skip


def _met(look: Look, cast: e.ShadowCast, gone: list[int]) -> Iterator[Because]:
    """The squares that a copy shares with what it removes; a mere trace shares none."""
    for building in (_building(look, number) for number in gone):
        shared = tuple(bits(building.mask & cast.building.mask))
        if shared:
            told = {"building": owned(building, look.before.names)}
            said = Said("why-met", {**told, "places": tuple(map(name, shared))})
            yield Because("B6", said, cast.age, shared)


def _own_trace(look: Look, building: Building) -> bool:
    """True of the same building in a later age as the one that is upgraded: of course it grows."""
    return any(
        (building.kind, building.square, building.rank) == (old.kind, old.square, old.rank)
        for old in (event.old for _, event in look.told(e.BuildingUpgraded))
    )


def _building(look: Look, number: int) -> Building:
    event = look.log[number].event
    assert isinstance(event, e.Paradox)
    return event.building


def emptied(look: Look) -> Iterator[Exercise]:
    """Ask which squares are bare afterwards."""
    if look.after is None or look.placing is None:
        return
    for age in AGES:
        gone = look.before.boards[age].occupied & ~look.after.boards[age].occupied
        revealed = look.numbers(e.HamletRevealed, age=age)
        numbers = [
            number
            for number, entry in enumerate(look.log)
            if entry.event.age is age
            and entry.event.lost is not None
            and not entry.event.lost.printed
        ]
        if not gone or not numbers:
            continue
        yield ask(
            look, f"emptied {age.title}", AnswerKind.SQUARES, Said("ask-emptied", {"age": age}),
            tuple(bits(gone)),
            # Printed hamlets alone come back (B9).
            (*happened(look, *numbers, *revealed), *_covered(look, age),
             *map(rule, ["B9"] * bool(revealed))),
            age=age, choices=True,
        )  # fmt: skip


def _covered(look: Look, age: Age) -> Iterator[Because]:
    """Squares that something has left and the copy has taken: they are not bare."""
    for _, cast in look.told(e.ShadowCast):
        mask = cast.building.mask & look.before.boards[age].occupied
        if cast.age is age and mask:
            squares = tuple(bits(mask))
            said = Said("why-covers", {"places": tuple(map(name, squares))})
            yield Because("B6", said, age, squares)


def keeps(look: Look) -> Iterator[Exercise]:
    """Ask who keeps a cube on a hamlet that re-appears."""
    if any(event.clause == "B8" for _, event in look.told(e.ChoiceMade)):
        return
    for number, event in look.told(e.CubeKept):
        question = Said("ask-keeps", {"place": name(event.building.square)})
        gone = look.before.boards[REASON].at(event.building.square)
        assert gone is not None
        had = Because("B8", cubes_there(look.before.names, gone.cubes), REASON, gone.squares)
        yield ask(
            look, "keeps", AnswerKind.PLAYERS, question, (event.seat,),
            (had, *happened(look, number)), age=REASON,
        )  # fmt: skip
        return


def home(look: Look) -> Iterator[Exercise]:
    """Ask how many cubes go home."""
    if look.after is None:
        return
    pairs = zip(look.before.players, look.after.players, strict=True)
    for seat, (then, now) in enumerate(pairs):
        more = now.cubes - then.cubes
        if more < 1 or seat == look.before.seat:
            continue
        numbers = [
            number
            for number, entry in enumerate(look.log)
            if _holds_cube(entry.event, seat) and entry.event.changes
        ]
        yield ask(
            look, f"home {then.name}", AnswerKind.NUMBER, Said("ask-home", {"who": then.name}),
            more, happened(look, *numbers), choices=True,
            trivial=isinstance(look.action, Demolish),
        )  # fmt: skip


def _holds_cube(event: e.Event, seat: int) -> bool:
    """True if a cube of this player is on what goes, or stays on a hamlet that is bared."""
    if isinstance(event, e.CubeKept):
        return event.seat == seat
    old = event.lost
    if old is None or isinstance(event, e.BuildingShrunk):
        return False  # its owner's cube stays
    return old.owner == seat or seat in old.cubes


def cubes(look: Look) -> Iterator[Exercise]:
    """Ask how many cubes stand on the new civil building in Reason."""
    if look.after is None or look.placing is None or look.placing.kind is not CIVIL:
        return
    for number, cast in look.told(e.ShadowCast):
        if cast.age is not REASON:
            continue
        stood = look.before.boards[REASON].overlapping(cast.building.mask)
        gone = [x for x in look.numbers(e.Paradox, age=REASON) if _building(look, x).cubes]
        new = look.after.boards[REASON].at(cast.building.square)
        question = Said("ask-cubes", {"building": owned(cast.building, look.before.names)})
        because = happened(look, *gone, *look.numbers(e.CubesMoved)) or happened(look, number)
        if not any(each.cubes for each in stood):
            none = Because("B7", Said("why-no_cubes"), REASON, cast.building.squares)
            because = (none, *because)
        yield ask(
            look, "cubes", AnswerKind.NUMBER, question, len(new.cubes) if new else 0, because,
            age=REASON, trivial=sum(len(each.cubes) for each in stood) < 2,
        )  # fmt: skip
