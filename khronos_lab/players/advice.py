"""Advice: turns that could be taken in a player's place, with the cards that are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from khronos_lab.core import (
    Action,
    ChoiceMade,
    EndTurn,
    Entry,
    GameState,
    Move,
    OpenChoice,
    add_cards,
    minus_cards,
    player_marks,
    seed_of,
    shortage,
)
from khronos_lab.engine import Outcome, play, play_token
from khronos_lab.native import LEVELS, NativePosition
from khronos_lab.players.built_in import GreedyPlayer, MasterPlayer, PlannerPlayer
from khronos_lab.players.games import next_move
from khronos_lab.players.knowledge import seen_by
from khronos_lab.players.player import Player, sensible
from khronos_lab.players.rollouts import Crew, crew_of
from khronos_lab.players.roster import player_named
from khronos_lab.records import Node, node_of
from khronos_lab.rulebook import NO_CARDS, Cards, IllegalAction, KhronosError

ADVISER: Final = LEVELS["master"]._replace(draws=0, plans=10, budget=60_000)
"""Who says what to play in place of a turn: of ten plans he looks at each several times."""
FINISHER: Final = LEVELS["greedy"]._replace(draws=0)
"""Who plays what still gains at the end of a plan."""
PLANS, WIDTH = 3, 6
"""How many plans are looked at, and how wide the beam is that finds them."""


class Advice(NamedTuple):
    """A whole turn, or its beginning: its moves, all that happens, and the position after it."""

    nodes: tuple[Node, ...]
    logs: tuple[tuple[Entry, ...], ...]
    """By move."""
    after: GameState

    @property
    def log(self) -> tuple[Entry, ...]:
        """All that happens in it."""
        return tuple(entry for log in self.logs for entry in log)

    def then(self, move: Move, outcome: Outcome) -> Advice:
        """The turn with one more move."""
        node = node_of(self.after, move, outcome, player_marks(self.after.names))
        return Advice((*self.nodes, node), (*self.logs, outcome.log), outcome.state)

    def goes_on(self, turn: tuple[int, int]) -> bool:
        """True if the turn of this round and seat has not ended."""
        return not self.after.over and (self.after.round, self.after.seat) == turn


@dataclass(frozen=True, slots=True)
class _Honest:
    """Somebody who uses only cards that are known: of a hidden one nobody can say what it is."""

    player: Player

    def choose(self, view: GameState, rng: Random) -> Action:
        return self.player.choose(_known_only(view), rng)

    def answer(self, view: GameState, move: Move, question: OpenChoice, rng: Random) -> int:
        return self.player.answer(view, move, question, rng)


def _known_only(view: GameState) -> GameState:
    return view.with_player(view.seat, view.player._replace(hidden=0))


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
    advice = Advice((), (), state._replace(chance=seed_of(seed, "draw", *turn)))
    while advice.goes_on(turn):
        advice = advice.then(*next_move(table, advice.after))
    return advice


def replayed(state: GameState, texts: Iterable[str]) -> Advice:
    """The same from moves in notation, each checked."""
    *_, whole = _beginnings(state, texts)
    return whole


def _beginnings(state: GameState, texts: Iterable[str]) -> Iterator[Advice]:
    """A turn from moves in notation: without any, then after each."""
    advice, marks = Advice((), (), state), player_marks(state.names)
    yield advice
    for text in texts:
        advice = advice.then(*play_token(advice.after, text, marks))
        yield advice


# ------------------------------------------------------------------ many turns in place of one


def other_turns(
    state: GameState,
    played: Sequence[str],
    *,
    seed: int | str = 0,
    thorough: bool = True,
    most: int | None = None,
) -> list[Advice]:
    """Turns that look good in place of the one played, the most promising first, at most so many.

    The best plans of a beam that tries every action, from the start of the turn and after each of
    its moves (often only its end can be bettered); if `thorough`, first the turn of a master. Cards
    that gain something are played. None of the turns leads to the table of the one played, and
    where somebody else chose in it (C4), he chooses likewise: a turn is no better for his choice.
    Cards are not exchanged: what would be drawn is luck. Without a turn played, all are given.

    >>> from khronos_lab.engine import new_game
    >>> turns = other_turns(new_game(2, seed=7), [">cccc"])
    >>> [node.text[0] for node in turns[0].nodes][-1]
    '>'
    """
    state = state._replace(chance=seed_of(seed, "draw", state.round, state.seat))
    begun = list(_beginnings(state, played))
    answered = []
    for before, after in pairwise(begun):
        chose = {each.event.seat for each in after.logs[-1] if isinstance(each.event, ChoiceMade)}
        if chose and state.seat not in chose:
            answered.append((before.after, after.nodes[-1].move))
    found: dict[object, Advice | None] = {_table(begun[-1].after): None} if played else {}
    for first, moves in _candidates(begun, thorough, seed_of(seed, "lot", state.round, state.seat)):
        turn = _carried_out(first, moves, answered)
        found.setdefault(_table(turn.after), turn)
        if most is not None and len(found) == most + bool(played):
            break
    return [turn for turn in found.values() if turn is not None]


def _candidates(
    begun: Sequence[Advice], thorough: bool, lot: int
) -> Iterator[tuple[Advice, Sequence[Move]]]:
    """How a turn may go on from its start and after each of its moves."""
    start, *rest = begun[:-1] or begun
    position = _seen(start.after)
    if thorough:
        yield start, position.turn(ADVISER, lot)
    for plan in position.plans(PLANS, width=WIDTH):
        yield start, _with_free_cards(position, plan.moves)
    for first in rest:
        if first.goes_on((start.after.round, start.after.seat)):
            position = _seen(first.after)
            yield first, _with_free_cards(position, position.plans(1, width=2)[0].moves)


def _seen(state: GameState) -> NativePosition:
    """What the player to act may see, without cards of his that are hidden."""
    return NativePosition.of(_known_only(seen_by(state, state.seat)))


def _with_free_cards(position: NativePosition, moves: Sequence[Move]) -> list[Move]:
    """A plan and whatever still gains after it: cards that are not played are thrown away (T6)."""
    for move in moves:
        after = position.play(move.action, move.answers)
        assert isinstance(after, NativePosition)
        position = after
    return [*moves, *position.turn(FINISHER, 0)]


def finished_turn(state: GameState, texts: Sequence[str]) -> Advice:
    """A turn from moves in notation; one that is not ended is ended, with journeys that pay."""
    begun = replayed(state, texts)
    return _carried_out(begun, ()) if begun.goes_on((state.round, state.seat)) else begun


Answered = Sequence[tuple[GameState, Move]]
"""Positions, and moves there with answers that are known."""


def _carried_out(turn: Advice, moves: Sequence[Move], answered: Answered = ()) -> Advice:
    """A turn that has begun, carried out to its end."""

    def moved(move: Move) -> Advice:
        state = turn.after
        move = next(
            (each for at, each in answered if at == state and each.action == move.action), move
        )
        result = play(state, move)
        while not isinstance(result, Outcome):
            move = Move(move.action, (*move.answers, sensible(state, result)))
            result = play(state, move)
        return turn.then(move, result)

    with suppress(IllegalAction):  # somebody chose otherwise (C4) than the plan had expected
        for move in moves:
            if not isinstance(move.action, EndTurn):
                turn = moved(move)
    # Who holds no cards can only go where this turn's taxes are, and ends his turn.
    state = turn.after
    bare = state.with_player(state.seat, state.player._replace(hand=NO_CARDS, hidden=0))
    for move in NativePosition.of(bare).turn(FINISHER, 0)[:-1]:
        turn = moved(move)
    return moved(Move(_ending(turn.after)))


def _ending(view: GameState) -> EndTurn:
    """The end of the turn; in the first edition pairs are kept for the next one (V1)."""
    if not view.rules.keeps_cards:
        return EndTurn()
    one, two, three = (number if number == 1 else 0 for number in view.player.hand)
    return EndTurn((one, two, three), view.player.hidden)


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
    hand, hidden = add_cards(player.hand, shown), player.hidden - sum(shown)
    known = state.with_player(state.seat, player._replace(hand=hand, hidden=hidden))
    return known._replace(pile=minus_cards(state.pile, shown))
