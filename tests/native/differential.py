"""Both engines through the same decisions: what is legal, asked, drawn, paid, and comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from khronos_lab.core import (
    Action,
    Build,
    Building,
    Demolish,
    EndTurn,
    Entry,
    Exchange,
    GameState,
    Move,
    OpenChoice,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    footprint,
    halo,
    spread,
)
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, choices, play
from khronos_lab.mechanics import dues
from khronos_lab.native import NativeChoice, NativePosition
from khronos_lab.rulebook import AGES, BUILDING_AGES, CIVIL, KINDS, Cards, IllegalAction
from tests.native.positions import dense_position, random_start
from tests.native.readable_value import prospects

Cases = Counter[str]
"""By clause, and some finer cases: how often it decided something."""


class Difference(AssertionError):
    """The engines do not agree."""


def same(what: str, ours: object, theirs: object, state: GameState) -> None:
    """Hold one thing of the compiled engine against the readable one's."""
    if ours != theirs:
        raise Difference(f"{what}: {ours!r}, but the rules say {theirs!r}; in\n{state}")


def compare_position(state: GameState, position: NativePosition) -> list[Action]:
    """The same position, legal actions, incomes and values; gives the actions."""
    same("position", position.state(), state, state)
    legal = list(choices(state))
    same("number of actions", position.count(), len(legal), state)
    same("legal actions", position.legal(), legal, state)
    for age in AGES:
        paid = [(due.domain, due.seats, due.amount) for due in dues(state.boards[age], age)]
        same(
            f"incomes of {age.title}", [tuple(each) for each in position.incomes(age)], paid, state
        )
    return legal


def compare_values(state: GameState, position: NativePosition) -> None:
    """The learned value of every seat, to the last bit."""
    for over in (False, True):
        worth = tuple(prospects(state, seat, over=over) for seat in range(len(state.players)))
        same("learned value", position.evaluate(over=over).coins, worth, state)


def compare_move(
    state: GameState,
    position: NativePosition,
    action: Action,
    rng: Random,
    cases: Cases,
    drawn: Cards | None = None,
) -> tuple[GameState, NativePosition] | None:
    """The same questions, refusal or outcome, for answers drawn by lot; None for a refusal."""
    answers: tuple[int, ...] = ()
    while True:
        ours = played(position, action, answers, drawn)
        try:
            theirs = play(state, Move(action, answers, drawn))
        except IllegalAction:
            same(f"refusal of {action} {answers} {drawn}", ours, None, state)
            cases["refused"] += 1
            return None
        if isinstance(theirs, Outcome):
            if not isinstance(ours, NativePosition):
                raise Difference(f"{action} {answers} gives {ours!r} in\n{state}")
            after = ours.state()
            same(f"outcome of {action} {answers}", after, theirs.state, state)
            count_cases(cases, theirs.log, len(answers))
            return theirs.state, ours
        same(f"question of {action} {answers}", ours, as_choice(theirs), state)
        if rng.random() < 0.02:
            answers = (*answers, len(theirs.options))
        else:
            answers = (*answers, rng.randrange(len(theirs.options)))


def played(
    position: NativePosition, action: Action, answers: Sequence[int], drawn: Cards | None
) -> NativePosition | NativeChoice | None:
    """A move in the compiled engine; None if it is refused."""
    try:
        return position.play(action, answers, drawn)
    except IllegalAction:
        return None


def as_choice(question: OpenChoice) -> NativeChoice:
    """A question as the compiled engine puts it."""
    options = tuple(
        each.square if isinstance(each, Building) else each for each in question.options
    )
    subject = None if question.subject is None else question.subject.square
    return NativeChoice(question.clause, question.seat, question.age, options, subject)


# ------------------------------------------------------------------ what was met


FINER = {
    e.ShadowReplaced: "C5 successor",
    e.ShadowWithdrawn: "C5 vanished",
    e.ConflictFound: "C1 conflict",
    e.StrengthsCompared: "C2 by strength",
    e.CubeKept: "B8 cube kept",
    e.CubesMoved: "B7 cubes move up",
}
"""Cases that an event tells apart."""


def count_cases(cases: Cases, log: Sequence[Entry], answers: int) -> None:
    """Count what a move met, by clause and by the finer cases."""
    cases["moves"] += 1
    cases["answers"] += answers
    met = {entry.event.clause for entry in log}
    met |= {FINER[type(entry.event)] for entry in log if type(entry.event) in FINER}
    for entry in log:
        cause = None if entry.cause is None else log[entry.cause].event
        met.add(_case_of(entry.event, cause))
    conflicts, strengths = (
        sum(isinstance(entry.event, sort) for entry in log)
        for sort in (e.ConflictFound, e.StrengthsCompared)
    )
    if conflicts > strengths:
        met.add("C3 conflict")
    cases.update(met - {""})


def _case_of(event: e.Event, cause: e.Event | None) -> str:
    if isinstance(event, e.ChoiceMade):
        return f"{event.clause} asked"
    if isinstance(event, e.ShadowBlocked) and event.older is not None:
        return "B3a older shadow"
    if isinstance(event, e.BuildingErased):
        if isinstance(cause, e.BuildingErased):
            return "B6 twin in Reason"
        if isinstance(cause, e.ShadowFalls) and cause.building[:4] == event.building[:4]:
            return "B6 equal building"
    return ""


# ------------------------------------------------------------------ runs


def run_dense(seed: int, cases: Cases, moves: int = 3) -> None:
    """One dense position, some moves from it, and a few that nobody may make."""
    rng = Random(seed)
    state = dense_position(seed)
    position = NativePosition.of(state)
    legal = compare_position(state, position)
    if seed % 4 == 0:
        compare_values(state, position)
    weights = [liking(state, action) for action in legal]
    for action in rng.choices(legal, weights, k=moves):
        compare_move(state, position, action, rng, cases, some_draw(action, rng))
    compare_move(state, position, garbage(rng), rng, cases)
    cases["dense positions"] += 1


def run_game(seed: int, cases: Cases) -> None:
    """A game from its start to its end; every position and move compared."""
    rng = Random(seed)
    state = random_start(rng, seed)
    position = NativePosition.of(state)
    biased = rng.random() < 0.5
    while not state.over:
        legal = compare_position(state, position)
        if rng.random() < 0.1:
            compare_values(state, position)
        weights = [liking(state, each) for each in legal] if biased else None
        action = rng.choices(legal, weights)[0]
        drawn = some_draw(action, rng) if rng.random() < 0.2 else None
        following = compare_move(state, position, action, rng, cases, drawn)
        if following is not None:
            state, position = following
    compare_position(state, position)
    cases["games"] += 1


def some_draw(action: Action, rng: Random) -> Cards | None:
    """Cards that a move says were drawn: now and then, and not always possible."""
    if rng.random() < 0.7 or (rng.random() < 0.9 and not isinstance(action, EndTurn | Exchange)):
        return None
    number = sum(action.cards) if isinstance(action, Exchange) else 4
    kinds = [rng.choice(KINDS) for _ in range(number)]
    return (kinds.count(KINDS[0]), kinds.count(KINDS[1]), kinds.count(KINDS[2]))


def liking(state: GameState, action: Action) -> float:
    """Prefer what joins, casts shadows, splits and settles."""
    if isinstance(action, Build | Upgrade):
        return _liking_of_placing(state, action)
    if isinstance(action, Demolish):
        around = halo(footprint(action.square, 1)) & state.boards[action.age].occupied
        return 40.0 if around.bit_count() > 1 else 5.0
    if isinstance(action, EndTurn):
        return 12.0
    return 6.0 if isinstance(action, Populate | Restore) else 2.0


def _liking_of_placing(state: GameState, action: Build | Upgrade) -> float:
    mask = footprint(action.square, action.rank)
    like = 1.0
    if isinstance(action, Upgrade):
        like += 3 if action.kind is CIVIL else 25
    ages = (action.age,) if action.rank == 1 else BUILDING_AGES[action.age :]
    touched = [
        [domain.tops for domain in state.boards[age].domains if domain.mask & spread(mask)]
        for age in ages
    ]
    if action.kind is CIVIL:
        for domains in touched:
            for tops in zip(*domains, strict=True):
                equals = tops.count(max(tops)) - 1 if max(tops) else 0
                like += equals * (0, 10, 60, 150)[max(tops)]
    if action.rank > 1:
        like += 4 + (15 if action.kind is not CIVIL and len(touched[-1]) > 1 else 0)
        hamlets = state.grid.hamlets & ~mask
        for age in AGES[action.age + 1 :]:
            under = state.boards[age].overlapping(mask)
            like += 3 * len(under)
            like += 15 * any(each.mask & hamlets and not each.printed for each in under)
    return like


def garbage(rng: Random) -> Action:
    """An action with squares, ranks, ages and cards that may be sensible or not at all."""
    age, kind, square = rng.choice(AGES), rng.choice(KINDS), rng.randint(-40, 400)
    cards = (rng.randint(-1, 3), rng.randint(-1, 3), rng.randint(-1, 3))
    rank = rng.randint(-1, 5)
    return rng.choice(
        (
            Exchange(cards, rng.randint(0, 2)),
            Swap(kind, cards),
            Travel(age, rng.choice(AGES)),
            Build(age, kind, rank, square, cards),
            Upgrade(age, kind, rank, square, cards),
            Demolish(age, square),
            Populate(square),
            Restore(square),
            EndTurn(rng.choice((None, cards)), rng.randint(0, 1)),
        )
    )
