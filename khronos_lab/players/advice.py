"""Advice: turns that could be taken in a player's place, with the cards that are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from khronos_lab.core import (
    Action,
    ChoiceMade,
    Entry,
    GameState,
    Move,
    Question,
    Travel,
    add_cards,
    minus_cards,
    player_marks,
    seed_of,
    shortage,
)
from khronos_lab.engine import Outcome, play, play_through, play_token
from khronos_lab.players.built_in import GreedyPlayer, MasterPlayer, PlannerPlayer
from khronos_lab.players.continuations import Crew, crew_of
from khronos_lab.players.games import next_move
from khronos_lab.players.player import Player
from khronos_lab.players.random_player import sensible
from khronos_lab.players.roster import player_named
from khronos_lab.players.thinking.short_games import QUICK, lead, outlook_of
from khronos_lab.players.thinking.tried_actions import ending, journey
from khronos_lab.players.thinking.turn_search import plans_of
from khronos_lab.players.views import seen_by
from khronos_lab.records import Node, node_of
from khronos_lab.rulebook import Cards, KhronosError

BUDGET: Final = 128
"""Evaluations of the planner that looks for other turns."""
PLANS: Final = 4
"""How many of its plans are looked at, from the start of the turn and after each of its moves."""


class Advice(NamedTuple):
    """A whole turn: its moves, all that happens in it, and the position after it."""

    nodes: tuple[Node, ...]
    logs: tuple[tuple[Entry, ...], ...]
    """By move."""
    after: GameState

    @property
    def log(self) -> tuple[Entry, ...]:
        """All that happens in it."""
        return tuple(entry for log in self.logs for entry in log)


@dataclass(frozen=True, slots=True)
class _Honest:
    """Somebody who uses only cards that are known: of a hidden one nobody can say what it is."""

    player: Player

    def choose(self, view: GameState, rng: Random) -> Action:
        """What the player chooses who has the known cards only."""
        return self.player.choose(_known_only(view), rng)

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """What the player answers."""
        return self.player.answer(view, move, question, rng)


def _known_only(view: GameState) -> GameState:
    if not view.player.hidden:
        return view
    players = list(view.players)
    players[view.seat] = view.player._replace(hidden=0)
    return view._replace(players=tuple(players))


def advised_turn(
    state: GameState,
    player: str | Player = "planner",
    *,
    others: Crew = "greedy",
    seed: int | str = 0,
) -> Advice:
    """The rest of the turn as a player would take it who sees what the one to act may see.

    `others` answer what they are asked (C4). Our players exchange no cards here: what they would
    draw is luck, and a turn is to be judged without it. Cards of the hand that are hidden are not
    used; give `with_cards` to tell which they are.

    >>> from khronos_lab.engine import new_game
    >>> advised_turn(new_game(2, seed=7), "greedy").nodes[-1].text[0]
    '>'
    """
    adviser = player_named(player) if isinstance(player, str) else player
    if isinstance(adviser, PlannerPlayer | MasterPlayer):
        adviser = replace(adviser, draws=0)
    elif isinstance(adviser, GreedyPlayer):
        adviser = replace(adviser, exchanges=False)
    crew = crew_of(others, len(state.players))
    crew[state.seat] = _Honest(adviser)
    turn = (state.round, state.seat)
    table = [(each, Random(seed_of(seed, "advice", *turn, seat))) for seat, each in enumerate(crew)]
    state = state._replace(chance=seed_of(seed, "draw", *turn))
    marks = player_marks(state.names)
    nodes: list[Node] = []
    logs: list[tuple[Entry, ...]] = []
    while not state.over and (state.round, state.seat) == turn:
        move, outcome = next_move(table, state)
        nodes.append(node_of(state, move, outcome, marks))
        logs.append(outcome.log)
        state = outcome.state
    return Advice(tuple(nodes), tuple(logs), state)


def replayed(state: GameState, texts: Iterable[str]) -> Advice:
    """The same from moves in notation, each checked."""
    marks = player_marks(state.names)
    nodes: list[Node] = []
    logs: list[tuple[Entry, ...]] = []
    for text in texts:
        move, outcome = play_token(state, text, marks)
        nodes.append(node_of(state, move, outcome, marks))
        logs.append(outcome.log)
        state = outcome.state
    return Advice(tuple(nodes), tuple(logs), state)


# ------------------------------------------------------------------ many turns in place of one


def other_turns(
    state: GameState, played: Sequence[str], *, budget: int = BUDGET, seed: int | str = 0
) -> list[Advice]:
    """Turns that look good in place of the one played, the best by the learned value first.

    They are planned at the start of the turn, and after each of its moves: often only its end can
    be bettered. None of them leads to the table of the turn played, and where somebody else chose
    in it (C4), he chooses likewise: a turn is no better for his choice. Cards are not exchanged:
    what would be drawn is luck.

    >>> from khronos_lab.engine import new_game
    >>> turns = other_turns(new_game(2, seed=7), [">cccc"])
    >>> [node.text[0] for node in turns[0].nodes][-1]
    '>'
    """
    state = state._replace(chance=seed_of(seed, "draw", state.round, state.seat))
    begun = [replayed(state, played[:number]) for number in range(len(played) + 1)]
    known = {_table(begun[-1].after)}
    answered = [
        (before.after, after.nodes[-1].move)
        for before, after in pairwise(begun)
        if _others_chose(after.logs[-1], state.seat)
    ]
    found: list[tuple[float, Advice]] = []
    for first in begun[:-1]:
        for advice in _planned(state, first, budget, answered):
            if _table(advice.after) not in known:
                known.add(_table(advice.after))
                found.append((lead(outlook_of(advice.after).coins, state.seat), advice))
    # Of turns that look alike the one that was planned earlier comes first.
    return [advice for _, advice in sorted(found, key=lambda each: -each[0])]


def planned_turn(state: GameState, *, budget: int = BUDGET, seed: int | str = 0) -> Advice:
    """The turn that a planner finds by itself, without the hint of one that was played."""
    state = state._replace(chance=seed_of(seed, "draw", state.round, state.seat))
    return next(_planned(state, Advice((), (), state), budget))


def leaner_turn(
    state: GameState,
    turn: Advice,
    played: Sequence[str],
    as_good: Callable[[Advice], bool],
    *,
    seed: int | str = 0,
) -> Advice:
    """The turn without actions that it can do without; never the turn played."""
    state = state._replace(chance=seed_of(seed, "draw", state.round, state.seat))
    table = _table(replayed(state, played).after)
    for number in reversed(range(len(turn.nodes) - 1)):
        texts = [node.text for node in turn.nodes[:-1]]
        del texts[number]
        try:
            leaner = finished_turn(state, texts)
        except KhronosError:  # a later action needs this one
            continue
        if _table(leaner.after) != table and as_good(leaner):
            turn = leaner
    return turn


def finished_turn(state: GameState, texts: Sequence[str]) -> Advice:
    """A turn from moves in notation; one that is not ended is ended, with journeys that pay."""
    begun = replayed(state, texts)
    ended = (begun.after.round, begun.after.seat) != (state.round, state.seat)
    return begun if ended or begun.after.over else _carried_out(begun, ())


def _others_chose(log: Sequence[Entry], seat: int) -> bool:
    """True if there was something to choose in a move, and never for this player."""
    chose = [entry.event.seat for entry in log if isinstance(entry.event, ChoiceMade)]
    return bool(chose) and seat not in chose


Answered = Sequence[tuple[GameState, Move]]
"""Positions, and moves there with answers that are known."""


def _planned(
    state: GameState, begun: Advice, budget: int, answered: Answered = ()
) -> Iterator[Advice]:
    """The turns that a planner thinks of after what has begun, its best first."""
    for plan in plans_of(_known_only(seen_by(begun.after, state.seat)), budget)[:PLANS]:
        steps = [*(node.move for node in begun.nodes), *map(Move, plan.steps)]
        direct = _without_detours(steps)
        if len(direct) == len(steps):
            yield _carried_out(begun, plan.steps, answered)
        else:
            yield _carried_out(Advice((), (), state), direct, answered)


def _without_detours(moves: Sequence[Move]) -> list[Move]:
    """The same moves without journeys that lead on at once: Faith to Might, and on to Reason."""
    found: list[Move] = []
    for move in moves:
        last = found[-1].action if found else None
        if (
            isinstance(move.action, Travel)
            and isinstance(last, Travel)
            and last.target is move.action.origin
        ):
            found.pop()
            if last.origin is not move.action.target:
                found.append(Move(Travel(last.origin, move.action.target)))
        else:
            found.append(move)
    return found


def _carried_out(begun: Advice, steps: Iterable[Action | Move], answered: Answered = ()) -> Advice:
    """A turn that has begun, carried out to its end."""
    nodes, logs, state = list(begun.nodes), list(begun.logs), begun.after
    marks = player_marks(state.names)

    def add(step: Action | Move) -> None:
        nonlocal state
        action = step.action if isinstance(step, Move) else step
        step = next((each for at, each in answered if at == state and each.action == action), step)
        move, outcome = play_through(state, action, sensible)
        if isinstance(step, Move) and step.answers:
            told = play(state, step)
            assert isinstance(told, Outcome)
            move, outcome = step, told
        nodes.append(node_of(state, move, outcome, marks))
        logs.append(outcome.log)
        state = outcome.state

    for step in steps:
        add(step)
    while (journeyed := journey(_known_only(state), QUICK)) is not None:
        add(journeyed)
    add(ending(state))
    return Advice(tuple(nodes), tuple(logs), state)


def _table(state: GameState) -> object:
    """What tells the tables apart to which turns lead; cards drawn at their end do not."""
    players = tuple((each.coins, each.cubes, each.adventurers) for each in state.players)
    return (state.boards, players)


def with_cards(state: GameState, cards: Cards) -> GameState:
    """The position with these cards known to be in the hand of the player to act.

    Those that are not known yet must be among his hidden cards; what he plays in the turn shows
    which they are.
    """
    player = state.player
    shown = shortage(player.hand, cards)
    if sum(shown) > player.hidden or min(minus_cards(state.pile, shown)) < 0:
        raise KhronosError(f"{player.name} cannot have held all of these cards at once (S4)")
    players = list(state.players)
    players[state.seat] = player._replace(
        hand=add_cards(player.hand, shown), hidden=player.hidden - sum(shown)
    )
    return state._replace(players=tuple(players), pile=minus_cards(state.pile, shown))
