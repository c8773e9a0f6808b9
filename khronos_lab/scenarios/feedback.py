"""Feedback: what a wrong answer has overlooked.

For every answer that somebody may give there is a sentence, or there is one for each part of it: a
square too many, a building left out. They are worked out before anybody answers, so a page without
Python has them, too. `chain_of_reasons` leads from what happens to the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from khronos_lab.core import (
    Building,
    Demolish,
    GameState,
    Populate,
    Travel,
    Upgrade,
    bits,
    halo,
    name,
    owned,
    spread,
)
from khronos_lab.core import events as e
from khronos_lab.core import square as square_named
from khronos_lab.mechanics import RULING_KIND, touched_domains
from khronos_lab.rulebook import AGES, CARDS_PER_ADVENTURER, CIVIL, FAITH, MIGHT, REASON, Age, Said
from khronos_lab.scenarios.questions.conflicts import Conflict, conflicts
from khronos_lab.scenarios.questions.exercise import (
    Answer,
    AnswerKind,
    Exercise,
    Text,
    answer_buildings,
)
from khronos_lab.scenarios.questions.reasons import rule
from khronos_lab.scenarios.questions.tried_action import Look, domains_around

MOST: Final = 2
"""How many sentences are said about one answer."""
Values = Mapping[str, object]
Missed = Callable[[Look, Exercise], "Feedback"]
"""What is said about the wrong answers to an exercise on a topic."""


@dataclass(frozen=True)
class Feedback:
    """What to say about wrong answers."""

    answers: dict[Answer, Said] = field(default_factory=dict)
    """By whole answer: yes or no, a number, a clause, or nothing at all: `()`."""
    extra: dict[int, Said] = field(default_factory=dict)
    """By square, building or player that does not belong to the answer."""
    left: dict[int, Said] = field(default_factory=dict)
    """By square, building or player that was left out."""
    few: Said | None = None
    many: Said | None = None
    """For numbers that are too small or too large in no way of their own."""

    def on(self, exercise: Exercise, given: Answer) -> tuple[Said, ...]:
        """What a wrong answer has overlooked, in at most two sentences."""
        if given == exercise.correct:
            return ()
        if given in self.answers:
            return (self.answers[given],)
        if type(given) is int and isinstance(exercise.correct, int):
            said = self.few if given < exercise.correct else self.many
            return () if said is None else (said,)
        if not isinstance(given, tuple) or not isinstance(exercise.correct, tuple):
            return ()
        found = [self.extra[part] for part in given if part in self.extra]
        found += [self.left[x] for x in exercise.correct if x in self.left and x not in given]
        unlike = {each.text("en"): each for each in found}
        return tuple(unlike.values())[:MOST]


def feedback_on(look: Look, exercise: Exercise) -> Feedback:
    """What to say about the wrong answers to an exercise."""
    return _TOPICS[exercise.topic](look, exercise)


_LEADS_THERE: Final = {"vanishes": ("C4",), "shrinks": ("C1", "C4"), "shrunk": ("C1", "C4")}
"""By topic: clauses that are part of the reason, but answer another question."""


def deciding_rule(exercise: Exercise, taught: tuple[str, ...] = ()) -> str:
    """The clause that decides: the one that is taught, or else that of the last reason."""
    aside = _LEADS_THERE.get(exercise.topic, ())
    known = [each for each in exercise.clauses if each not in aside] or exercise.clauses
    return next((each for each in taught if each in known), known[-1])


def chain_of_reasons(exercise: Exercise, taught: tuple[str, ...] = ()) -> tuple[Text, ...]:
    """What happens, the rule that decides in one sentence, and the answer.

    Of several rules only the one that decides is told: a chain has to be short to be followed.
    """
    label = deciding_rule(exercise, taught)
    decides = rule(label).words
    mottos = [rule(label).words for label in exercise.clauses]
    links = [
        each.words
        for each in exercise.because
        if each.words == decides or not (each.words in mottos or _answers(exercise, each.words))
        # Whether that number of cards may be played (T5) is asked elsewhere.
        if each.clause != "T5" or label == "T5"
    ]
    said = {each.text("en"): each for each in (*links, decides)}
    return (*said.values(), Said("therefore", {"answer": _answer(exercise)}))


_EVENT_IS_ANSWER: Final = ("erased", "keeps", "bonus", "pays", "strength", "tax")
"""Topics whose events only repeat the answer: what leads to it is told besides."""


def _answers(exercise: Exercise, words: Text) -> bool:
    """True of a sentence that is the answer, not a reason for it."""
    assert isinstance(words, Said)
    if words.key == "why-free":
        return True  # that nothing forbids it
    told = words.values.get("said")
    event = told.key if isinstance(told, Said) else ""
    copied = exercise.topic == "shadow" and exercise.correct is True
    repeats = (copied or exercise.topic in _EVENT_IS_ANSWER) and event.startswith("caption-")
    return repeats and event != "caption-TaxMissed"


def _answer(exercise: Exercise) -> Said:
    """The answer as a sentence of its own."""
    right, age = exercise.correct, exercise.age
    told: dict[str, object] = {"age": age} if age is not None else {}
    if isinstance(right, bool):
        civil = getattr(exercise.action, "kind", None) is CIVIL
        ruin = exercise.topic == "shadow" and age is REASON and not civil
        return Said("so-ruin" if ruin else f"so-{exercise.topic}", told | {"right": right})
    if exercise.kind is AnswerKind.PLAYERS and isinstance(right, tuple):
        names = tuple(exercise.state.names[seat] for seat in right)
        return Said("so-players", {"n": len(names), "names": names})
    if exercise.kind is AnswerKind.BUILDINGS and isinstance(right, tuple) and right:
        return Said("so-is", {"answer": answer_buildings(exercise, right)})
    if isinstance(right, tuple):
        places = tuple(name(sq) for sq in right)
        return Said("so-places", {"n": len(places), "places": places})
    return Said("so-is", {"answer": str(right)})


# ------------------------------------------------------------------ yes or no


def _shadow(look: Look, exercise: Exercise) -> Feedback:
    clause = exercise.because[0].clause
    if exercise.correct:
        civil = look.placing is not None and look.placing.kind is CIVIL
        why = "civil" if civil else "ruin" if exercise.age is REASON else "copy"
        return Feedback({False: Said("missed-shadow", {"why": why})})
    return Feedback({True: Said(f"missed-stopped-{clause}")} if clause in _STOPS else {})


_STOPS: Final = ("B1", "B3a", "B3b", "B5")


def _legal(look: Look, exercise: Exercise) -> Feedback:
    if look.violation is None:
        return Feedback({False: _no_obstacle(look, exercise)})
    clause = look.violation.clause
    if clause in _FORBIDS:
        return Feedback({True: Said(f"missed-forbidden-{clause}")})
    return Feedback({True: Said("missed-rule", {"said": Said(f"motto-{clause}")})})


_FORBIDS: Final = ("D1", "H1", "G1", "T5", "A2", "A4", "A5")


def _no_obstacle(look: Look, exercise: Exercise) -> Said:
    """What came nearest to forbidding an action, and why it does not."""
    action, state = look.placing, look.before
    if isinstance(look.action, Demolish):
        return Said("missed-legal", {"why": "demolish"})
    if isinstance(look.action, Populate):
        home = state.boards[REASON].buildings[look.action.square]
        told = {"n": len(home.cubes), "limit": state.rules.cube_limit(home.rank)}
        return Said("missed-legal_room", told)
    if action is None:
        return Said("missed-rule", {"said": Said(f"motto-{exercise.clauses[0]}")})
    board, new = state.boards[action.age], Building(action.kind, action.rank, action.square)
    touched = touched_domains(board, new.mask)
    rivals = [
        each
        for domain in touched
        for each in board.members(domain)
        if each.kind is new.kind and not each.mask & new.mask
    ]
    obstacles = {
        "river": bool(new.mask & state.grid.river),
        "civil": new.kind is CIVIL and len(touched) > 1,
        "rank": new.kind is not CIVIL and bool(rivals),
        "alone": bool(touched),
        "cards": sum(action.cards) > CARDS_PER_ADVENTURER or state.turn.acted,
        "free": True,
    }
    return Said("missed-legal", {"why": next(why for why, near in obstacles.items() if near)})


def _yes_no(key: str) -> Missed:
    """The one wrong answer to a question of that topic."""
    return lambda _, asked: Feedback({not asked.correct: Said(key, {"right": bool(asked.correct)})})


# ------------------------------------------------------------------ clauses


def _clause(look: Look, exercise: Exercise) -> Feedback:
    """Why each other clause does not decide."""
    others = [str(each.value) for each in exercise.options if each.value != exercise.correct]
    return Feedback({label: Said(f"missed-clause-{label}") for label in others})


# ------------------------------------------------------------------ buildings and squares


def _against(look: Look, exercise: Exercise) -> Feedback:
    action, violation, right = look.placing, look.violation, _parts(exercise)
    assert action is not None
    assert violation is not None
    new, clause = Building(action.kind, action.rank, action.square), violation.clause
    if exercise.kind is AnswerKind.SQUARES:
        spots = [(sq, {"place": name(sq)}) for sq in bits(look.before.grid.area)]
        return _by_part(
            ((sq, {**told, "on": bool(1 << sq & new.mask)}) for sq, told in spots), right, "river"
        )

    def why(each: Building) -> str:
        if each.mask & new.mask:
            return "own"
        if clause != "H1":
            return "apart"
        return (
            "kind" if each.kind is not new.kind else "rank" if each.rank != new.rank else "domain"
        )

    standing = ((x, {"why": why(x), "clause": clause}) for x in look.before.boards[action.age])
    return _by_part(_named(look, standing), right, "against")


def _by_part(told: Iterable[tuple[int, Values]], right: tuple[int, ...], key: str) -> Feedback:
    """A sentence for every part that is chosen wrongly, and for every one that is left out."""
    parts = dict(told)
    extra = {x: Said(f"missed-{key}_extra", y) for x, y in parts.items() if x not in right}
    left = {x: Said(f"missed-{key}_left", parts[x]) for x in right if x in parts}
    return Feedback({}, extra, left)


def _named(look: Look, told: Iterable[tuple[Building, Values]]) -> Iterator[tuple[int, Values]]:
    """By square: what is said of a building, and which one it is."""
    for each, values in told:
        yield each.square, {"building": owned(each, look.before.names), **values}


def _parts(exercise: Exercise) -> tuple[int, ...]:
    """The parts of an answer that has several."""
    assert isinstance(exercise.correct, tuple)
    return exercise.correct


def _erased(look: Look, exercise: Exercise) -> Feedback:
    age, right = exercise.age, _parts(exercise)
    assert age is not None
    covered = sum(event.building.mask for _, event in look.told(e.ShadowCast) if event.age is age)
    extra, left = {}, {}
    for each in look.before.boards[age]:
        told = {"building": owned(each, look.before.names)}
        if each.square in right:
            key = "missed-erased_left" if each.mask & covered else "missed-erased_trace"
            left[each.square] = Said(key, told)
        else:
            beside = bool(spread(covered) & each.mask)
            extra[each.square] = Said("missed-erased_extra", {**told, "beside": beside})
    return Feedback({}, extra, left)


def _emptied(look: Look, exercise: Exercise) -> Feedback:
    age, right = exercise.age, _parts(exercise)
    assert age is not None
    if look.after is None:
        return Feedback()
    then, now = look.before.boards[age], look.after.boards[age]
    extra, left = {}, {}
    for sq in bits(look.before.grid.area):
        stood, stands = then.at(sq), now.at(sq)
        if sq in right and stood is not None:
            left[sq] = Said("missed-emptied_left", {"building": owned(stood, look.before.names)})
        elif stands is not None:
            told = {"place": name(sq), "building": owned(stands, look.before.names)}
            extra[sq] = Said("missed-emptied_stands", told)
        elif stood is None:
            extra[sq] = Said("missed-emptied_before", {"place": name(sq)})
    return Feedback({}, extra, left)


def _conflict(look: Look, exercise: Exercise) -> Feedback:
    event = next(conflicts(look)).event
    board = look.before.boards[event.age]
    standing = ((x, {"kind": event.kind, "why": _apart(x, event)}) for x in board)
    return _by_part(_named(look, standing), _parts(exercise), "conflict")


def _apart(building: Building, event: e.ConflictFound) -> str:
    """Why a building has no part in a conflict."""
    if building.kind is not event.kind:
        return "kind"
    return "rank" if building.rank < event.buildings[0].rank else "domain"


def _shrinks(look: Look, exercise: Exercise) -> Feedback:
    first = next(conflicts(look))
    names, event = look.before.names, first.event
    rivals = {each.square: each for each in event.buildings}
    nothing = Said(
        "missed-shrinks_none", {"buildings": tuple(owned(x, names) for x in rivals.values())}
    )
    extra = {}
    for each in look.before.boards[event.age]:
        told = {"building": owned(each, names), "kind": event.kind}
        if each.square not in rivals:
            extra[each.square] = Said("missed-conflict_extra", {**told, "why": _apart(each, event)})
        elif each.square not in _parts(exercise):
            extra[each.square] = _stays(look, first, each)
    return Feedback({(): nothing}, extra)


def _stays(look: Look, conflict: Conflict, chosen: Building) -> Said:
    """Why a building in conflict is not the one that shrinks."""
    names, who = look.before.names, look.before.player.name
    loser = conflict.loser
    assert loser is not None
    told = {"building": owned(chosen, names), "loser": owned(loser, names), "who": who}
    if conflict.strengths is None:
        return Said("missed-shrinks_c3", told)
    board = look.before.boards[conflict.event.age]
    strength = {board.domain_at(sq).mask: value for sq, value in conflict.compared(look)}
    mine, other = (
        next((value for mask, value in strength.items() if mask & each.mask), 0)
        for each in (chosen, loser)
    )
    key = "missed-shrinks_tie" if mine == other else "missed-shrinks_strong"
    return Said(key, {**told, "n": mine, "other": other})


# ------------------------------------------------------------------ players


def _decides(look: Look, exercise: Exercise) -> Feedback:
    names, actor = look.before.names, look.before.player.name
    clause, right = exercise.asks.partition(" ")[2], _parts(exercise)
    key = f"missed-decides-{clause}"
    told: dict[str, object] = {"actor": actor}
    if clause == "conflict":
        first = next(conflicts(look))
        owners = {each.owner for each in first.event.buildings}
        told["why"] = "split" if first.strengths is None else "tie"
        if not right:
            uneven = len({value for _, value in first.compared(look)}) > 1
            key, told["why"] = "missed-decides_none", "weaker" if uneven else "own"
    else:
        owners = set(right)
    extra = {
        seat: Said(key, {**told, "who": who, "owns": seat in owners,
                         "acts": seat == look.before.seat})
        for seat, who in enumerate(names)
        if seat not in right
    }  # fmt: skip
    nobody: dict[Answer, Said] = {(): Said("missed-decides_nobody", {"clause": clause})}
    return Feedback(nobody if right else {}, extra)


def _keeps(look: Look, exercise: Exercise) -> Feedback:
    """How many cubes the others have on what goes."""
    _, event = next(look.told(e.CubeKept))
    gone = look.before.boards[REASON].at(event.building.square)
    cubes = () if gone is None else gone.cubes
    names, best = look.before.names, cubes.count(event.seat)
    had = {seat: cubes.count(seat) for seat in range(len(names)) if seat != event.seat}
    told = {"best": names[event.seat]}
    extra = {
        seat: Said("missed-keeps", {**told, "who": names[seat], "n": n, "tie": n >= best})
        for seat, n in had.items()
    }
    return Feedback({(): Said("missed-keeps_nobody")}, extra)


def _winner(look: Look, exercise: Exercise) -> Feedback:
    """How rich the others are in the end."""
    assert look.after is not None
    coins = [player.coins for player in look.after.players]
    told = ({"who": x.name, "n": x.coins, "most": max(coins)} for x in look.after.players)
    found = _by_part(enumerate(told), _parts(exercise), "winner")
    left = found.left if len(found.left) > 1 else {}
    return Feedback({(): Said("missed-winner_nobody")}, found.extra, left)


def _ruler(look: Look, exercise: Exercise) -> Feedback:
    """What the others have in that domain."""
    age, place = exercise.age, exercise.asks.split()[-1]
    assert age is not None
    state = look.after if look.after is not None and look.placing else look.before
    board = state.boards[age]
    members = board.members(board.domain_at(square_named(place)))
    extra = {
        seat: _claim(state, age, members, seat, exercise.correct != ())
        for seat in range(len(state.players))
        if seat not in _parts(exercise)
    }
    nobody: dict[Answer, Said] = {(): Said("missed-ruler_nobody", {"age": age})}
    left = {seat: Said("missed-ruler_tie") for seat in _parts(exercise)}
    return Feedback(nobody if left else {}, extra, left if len(left) > 1 else {})


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


# ------------------------------------------------------------------ numbers


def _numbers(
    exercise: Exercise, wrong: list[tuple[int, Said]], told: Values | None = None
) -> Feedback:
    """Sentences for wrong numbers, the first for each; and for those too small or too large."""
    found: dict[Answer, Said] = {}
    for number, said in wrong:
        if number != exercise.correct:
            found.setdefault(number, said)
    few, many = (
        Said(f"missed-{exercise.topic}_number", {**(told or {}), "few": few})
        for few in (True, False)
    )
    return Feedback(found, few=few, many=many)


def _strength(look: Look, exercise: Exercise) -> Feedback:
    _, event = next(look.told(e.StrengthsCompared))
    board = look.before.boards[event.age]
    members = board.members(board.domain_at(square_named(exercise.asks.split()[-1])))
    same = [each for each in members if each.kind is event.kind]
    others = [each for each in members if each.kind not in (event.kind, CIVIL)]
    told = {"kind": event.kind}
    worth = board.rules
    return _numbers(
        exercise,
        [
            (max([0, *(x.value(worth) for x in same)]), Said("missed-strength_leader", told)),
            (len(same), Said("missed-strength_count", told)),
            (sum(value for _, value in event.strengths), Said("missed-strength_both", told)),
            (sum(x.value(worth) for x in (*same, *others)), Said("missed-strength_kinds", told)),
            (sum(each.value(worth) for each in members), Said("missed-strength_kinds", told)),
        ],
        {"kind": event.kind},
    )


def _touches(look: Look, exercise: Exercise) -> Feedback:
    action = look.placing
    assert action is not None
    board = look.before.boards[action.age]
    near = [each for each in board if each.mask & halo(look.mask)]
    wrong = [(len(near), Said("missed-touches", {"n": len(near)}))]
    wrong.append((len(domains_around(board, look.mask)), Said("missed-touches_corner")))
    if isinstance(action, Upgrade):
        wrong.append((len(touched_domains(board, look.mask)) - 1, Said("missed-touches_own")))
    return _numbers(exercise, wrong)


def _cards(look: Look, exercise: Exercise) -> Feedback:
    action, state = look.placing, look.before
    assert action is not None
    extra = state.grid.surcharge_at(state.terrain_cost, action.rank, action.square)
    right = exercise.correct
    assert isinstance(right, int)
    price, full = right - extra, state.rules.values[action.kind][action.rank]
    wrong = [(price, Said("missed-cards_ground", {"n": extra}))] if extra else []
    if full != price:
        wrong += [(n, Said("missed-cards_difference")) for n in (full, full + extra)]
    return _numbers(exercise, wrong)


def _bonus(look: Look, exercise: Exercise) -> Feedback:
    action = look.placing
    assert action is not None
    if not exercise.correct:
        return Feedback(many=Said("missed-bonus_none"))
    other = FAITH if action.age is MIGHT else MIGHT
    wrong = Said("missed-bonus_age", {"age": action.age, "origin": other})
    return _numbers(
        exercise, [(0, Said("missed-bonus_left")), (look.before.rules.bonus[other], wrong)]
    )


def _tax(look: Look, exercise: Exercise) -> Feedback:
    ages = AGES if exercise.age is None else (exercise.age,)
    paid = [event for _, event in look.told(e.TaxCollected) if event.age in ages]
    missed = [event for _, event in look.told(e.TaxMissed) if event.age in ages]
    whole = 0
    for event in paid:
        board = look.before.boards[event.age]
        members = board.members(board.domain_at(event.domain))
        whole += sum(each.value(board.rules) for each in members)
    total = sum(event.amount for event in paid)
    wrong = [(total + sum(event.amount for event in missed), Said("missed-tax_absent"))]
    wrong.append((whole, Said("missed-tax_kinds")))
    if len(paid) > 1:
        wrong += [(event.amount, Said("missed-tax_one", {"n": len(paid)})) for event in paid]
    return _numbers(exercise, wrong, {"who": look.before.player.name, "n": len(paid)})


def _cubes(look: Look, exercise: Exercise) -> Feedback:
    none = Said("why-no_cubes")
    if any(each.words == none for each in exercise.because):
        return Feedback(many=none)
    return _count(look, exercise)


def _count(look: Look, exercise: Exercise) -> Feedback:
    told = {"travel": isinstance(look.action, Travel)} if exercise.topic == "pays" else None
    return _numbers(exercise, [], told)


_TOPICS: Final[dict[str, Missed]] = {
    "legal": _legal,
    "clause": _clause,
    "against": _against,
    "touches": _touches,
    "cards": _cards,
    "bonus": _bonus,
    "pays": _count,
    "shadow": _shadow,
    "stopped": _clause,
    "erased": _erased,
    "keeps": _keeps,
    "cubes": _cubes,
    "conflict": _conflict,
    "settled": _clause,
    "strength": _strength,
    "decides": _decides,
    "shrinks": _shrinks,
    "shrunk": _count,
    "vanishes": _yes_no("missed-vanishes"),
    "late": _yes_no("missed-late"),
    "emptied": _emptied,
    "home": _count,
    "ruler": _ruler,
    "restored": _yes_no("missed-restored"),
    "tax": _tax,
    "winner": _winner,
}
"""By topic: how its wrong answers are understood."""
