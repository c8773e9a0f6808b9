"""Advice: the turn that a player would take in another's place, with the cards that are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from khronos_lab.core.actions import Action, Move
from khronos_lab.core.chance import seed_of
from khronos_lab.core.position.writer import player_marks
from khronos_lab.core.resolution import Entry, Question
from khronos_lab.core.state import GameState, add_cards, minus_cards, shortage
from khronos_lab.engine.notation import play_token
from khronos_lab.players.continuations import Crew, crew_of
from khronos_lab.players.games import next_move
from khronos_lab.players.planner import PlannerPlayer
from khronos_lab.players.player import Player
from khronos_lab.players.roster import player_named
from khronos_lab.records.model import Node, node_of
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import Cards


class Advice(NamedTuple):
    """A whole turn: its moves, all that happens in it, and the position after it."""

    nodes: tuple[Node, ...]
    log: tuple[Entry, ...]
    after: GameState


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

    `others` answer what they are asked (C4). Planners do not exchange cards here: what they would
    draw is luck, and a turn is to be judged without it. Cards of the hand that are hidden are not
    used; give `with_cards` to tell which they are.

    >>> from khronos_lab.engine.setup import new_game
    >>> advised_turn(new_game(2, seed=7), "greedy").nodes[-1].text[0]
    '>'
    """
    adviser = player_named(player) if isinstance(player, str) else player
    if isinstance(adviser, PlannerPlayer):
        adviser = replace(adviser, boredom=float("-inf"))
    crew = crew_of(others, len(state.players))
    crew[state.seat] = _Honest(adviser)
    turn = (state.round, state.seat)
    table = [(each, Random(seed_of(seed, "advice", *turn, seat))) for seat, each in enumerate(crew)]
    state = state._replace(chance=seed_of(seed, "draw", *turn))
    marks = player_marks(state.names)
    nodes: list[Node] = []
    log: list[Entry] = []
    while not state.over and (state.round, state.seat) == turn:
        move, outcome = next_move(table, state)
        nodes.append(node_of(state, move, outcome, marks))
        log += outcome.log
        state = outcome.state
    return Advice(tuple(nodes), tuple(log), state)


def replayed(state: GameState, texts: Iterable[str]) -> Advice:
    """The same from moves in notation, each checked."""
    marks = player_marks(state.names)
    nodes: list[Node] = []
    log: list[Entry] = []
    for text in texts:
        move, outcome = play_token(state, text, marks)
        nodes.append(node_of(state, move, outcome, marks))
        log += outcome.log
        state = outcome.state
    return Advice(tuple(nodes), tuple(log), state)


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
