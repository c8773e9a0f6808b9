"""Ways to drive games into trouble: uniform, confined, drawn to other buildings, short of pieces.

A driver chooses one action from a state with the random generator it is given, and nothing else:
the same generator gives the same game. `Step` is what a driver leaves behind for `checks.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from khronos_lab.core import (
    Action,
    Board,
    Build,
    Demolish,
    EndTurn,
    Exchange,
    GameState,
    Move,
    OpenChoice,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    column_of,
    footprint,
    halo,
    row_of,
    spread,
)
from khronos_lab.engine import Outcome, choices, legal_actions, play
from khronos_lab.rulebook import BUILDING_AGES, CIVIL, FAITH, MIGHT, REASON, Cards

Choose = Callable[[GameState, Random], Action]
Answer = Callable[[OpenChoice], int]


@dataclass(frozen=True)
class Driver:
    """A way to choose, by name so that failures can be read and played again."""

    name: str
    choose: Choose
    loaded: bool = False
    """Draws lean towards one kind, so that large buildings are affordable."""

    def __repr__(self) -> str:
        return f"Driver({self.name!r})"


class Step(NamedTuple):
    """One action of a game: before, the complete move, what came of it and what was asked."""

    before: GameState
    move: Move
    outcome: Outcome
    questions: tuple[OpenChoice, ...] = ()


# ------------------------------------------------------------------ playing


def finish(state: GameState, action: Action, answer: Answer, drawn: Cards | None = None) -> Step:
    """Play an action, answering whatever is asked."""
    answers: tuple[int, ...] = ()
    questions: tuple[OpenChoice, ...] = ()
    while True:
        move = Move(action, answers, drawn)
        result = play(state, move)
        if isinstance(result, Outcome):
            return Step(state, move, result, questions)
        questions = (*questions, result)
        answers = (*answers, answer(result))


def drive(state: GameState, driver: Driver, rng: Random) -> Step:
    """One action of a driver, questions answered at random."""
    action = driver.choose(state, rng)
    drawn = loaded_draw(state, action, rng) if driver.loaded else None
    return finish(state, action, lambda question: rng.randrange(len(question.options)), drawn)


def game(
    state: GameState, driver: Driver, rng: Random, *, actions: int | None = None
) -> Iterator[Step]:
    """The steps of a game to its end, or so many of them."""
    while not state.over and actions != 0:
        step = drive(state, driver, rng)
        yield step
        state = step.outcome.state
        actions = None if actions is None else actions - 1


def position_after(state: GameState, driver: Driver, seed: int, actions: int) -> GameState:
    """Where seeded play gets to in so many actions."""
    for step in game(state, driver, Random(seed), actions=actions):
        state = step.outcome.state
    return state


def loaded_draw(state: GameState, action: Action, rng: Random) -> Cards | None:
    """A draw with as many cards of one kind as the pile has; None leaves it to chance."""
    if isinstance(action, Exchange):
        number = sum(action.cards)
    elif isinstance(action, EndTurn):
        kept = 0 if action.discard is None else sum(state.player.hand) - sum(action.discard)
        number = 4 - kept
    else:
        return None
    if not 0 < number <= sum(state.pile):
        return None
    drawn = [0, 0, 0]
    for kind in rng.sample(range(3), 3):
        drawn[kind] = min(number - sum(drawn), state.pile[kind])
    return (drawn[0], drawn[1], drawn[2])


# ------------------------------------------------------------------ ways to choose


def uniform(state: GameState, rng: Random) -> Action:
    """Each legal action as likely as any other."""
    return choices(state).pick(rng)


def varied(state: GameState, rng: Random) -> Action:
    """First a type of action, then one of that type: journeys and Reason are visited often."""
    by_type: dict[str, list[Action]] = {}
    for action in legal_actions(state):
        by_type.setdefault(type(action).__name__, []).append(action)
    if len(by_type) > 1 and rng.random() < 0.7:
        by_type.pop("EndTurn")
    return rng.choice(by_type[rng.choice(list(by_type))])


def confined(left: int, top: int, columns: int, rows: int) -> Choose:
    """Only squares of a small window of the map, as long as something can be done there."""

    def choose(state: GameState, rng: Random) -> Action:
        actions = legal_actions(state)
        inside = [
            action
            for action in actions
            if (sq := square_of(action)) is not None
            and left <= column_of(sq) < left + columns
            and top <= row_of(sq) < top + rows
        ]
        elsewhere = [action for action in actions if square_of(action) is None]
        return rng.choice(inside if inside and rng.random() < 0.85 else elsewhere)

    return choose


def drawn_together(state: GameState, rng: Random) -> Action:
    """Prefers to touch, join, upgrade, demolish, and to cast shadows on what stands later."""
    actions = legal_actions(state)
    return rng.choices(actions, [weight(state, action) for action in actions])[0]


def quarrelsome(state: GameState, rng: Random) -> Action:
    """Builds large, and joins domains whose highest buildings are equal."""
    actions = legal_actions(state)
    return rng.choices(actions, [quarrel(state, action) for action in actions])[0]


def in_turn(*choosers: Choose) -> Choose:
    """Another way for each action, chosen at random."""
    return lambda state, rng: rng.choice(choosers)(state, rng)


def square_of(action: Action) -> int | None:
    """The square of an action that has one."""
    if isinstance(action, Build | Upgrade | Demolish | Populate | Restore):
        return action.square
    return None


def weight(state: GameState, action: Action) -> float:
    """How much `drawn_together` likes an action."""
    match action:
        case Build():
            return 0.2 + trouble(state, action)
        case Upgrade():
            return 4 + 2 * trouble(state, action)
        case Demolish():
            return 6
        case Populate() | Restore():
            return 6
        case Travel():
            return 2 if action.target is REASON else 4
        case Exchange() | Swap():
            return 0.5
        case _:
            return 1


def trouble(state: GameState, action: Build | Upgrade) -> float:
    """How many domains a placing touches, here and where its copies would fall."""
    mask = footprint(action.square, action.rank)
    touched = touched_domains(state.boards[action.age], mask)
    liking = touched + (6 if action.kind is CIVIL and touched > 1 else 0)
    if action.rank > 1:
        liking += 2
        for later in {MIGHT: (FAITH, REASON), FAITH: (REASON,)}[action.age]:
            liking += touched_domains(state.boards[later], mask)
            liking += 3 * bool(mask & state.boards[later].occupied)
    return liking * action.rank


def quarrel(state: GameState, action: Action) -> float:
    """How much `quarrelsome` likes an action."""
    match action:
        case Build() | Upgrade() if action.kind is CIVIL:
            ages = (action.age,) if action.rank == 1 else BUILDING_AGES[action.age :]
            mask = footprint(action.square, action.rank)
            return 0.1 + sum(clash(state.boards[age], mask) for age in ages)
        case Build() | Upgrade():
            return (0.1, 4, 20)[action.rank - 1]
        case Demolish():
            return 20 if action.square in cuts(state.boards[action.age]) else 0.5
        case Populate() | Restore():
            return 10
        case Travel():
            return 3
        case _:
            return 1


def clash(board: Board, mask: int) -> float:
    """How high the equal buildings are that would meet if these squares were joined."""
    reach = spread(mask)
    touched = [domain.tops for domain in board.domains if domain.mask & reach]
    liking = 0.0
    for tops in zip(*touched, strict=True):
        equals = tops.count(max(tops)) - 1
        liking += equals**2 * (0, 2, 60, 400)[max(tops)]
    return liking


def cuts(board: Board) -> set[int]:
    """The rank 1 tiles between two or more others."""
    return {
        building.square
        for building in board
        if building.rank == 1 and len(board.overlapping(halo(building.mask))) > 1
    }


def touched_domains(board: Board, mask: int) -> int:
    """How many domains these squares touch or meet."""
    reach = spread(mask)
    return sum(bool(domain.mask & reach) for domain in board.domains)


# ------------------------------------------------------------------ starts with few pieces


def scarce(state: GameState, rng: Random) -> GameState:
    """The same start with few tiles of every sort and few cubes."""
    few = [[min(each, rng.randrange(1, 7)) for each in row] for row in state.supply]
    supply = tuple((0, small, middle, large) for _, small, middle, large in few)
    players = tuple(player._replace(cubes=rng.randrange(2, 9)) for player in state.players)
    return state._replace(supply=supply, players=players)


def rich(state: GameState, coins: int = 20) -> GameState:
    """The same start with money for journeys and demolitions."""
    players = tuple(player._replace(coins=coins) for player in state.players)
    return state._replace(players=players)


UNIFORM = Driver("uniform", uniform)
VARIED = Driver("varied", varied)
CONFINED = Driver("confined", confined(3, 4, 6, 6))
CORNERED = Driver("cornered", in_turn(confined(0, 0, 4, 5), varied), loaded=True)
TOGETHER = Driver("drawn together", drawn_together)
LOADED = Driver("drawn together, loaded", in_turn(drawn_together, drawn_together, varied), True)
QUARREL = Driver("quarrelsome", in_turn(quarrelsome, quarrelsome, quarrelsome, varied), True)
DRIVERS = (UNIFORM, VARIED, CONFINED, CORNERED, TOGETHER, LOADED, QUARREL)
