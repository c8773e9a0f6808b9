"""Games of players: each sees its own view and has its own chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import get_args

from khronos_lab.core import Action, GameState, Move, OpenChoice, seed_of
from khronos_lab.engine import Outcome, listed_names, new_game, paid, play, position_of
from khronos_lab.players.knowledge import seen_by
from khronos_lab.players.player import Player
from khronos_lab.players.roster import player_named, seat_title, table_names
from khronos_lab.records import GameRecord, Recorder
from khronos_lab.rulebook import IllegalAction, KhronosError, say

ACTIONS = get_args(Action)


def play_game(
    players: Sequence[Player | str],
    start: GameState | None = None,
    seed: int | str = 0,
    tags: Mapping[str, str] | None = None,
) -> GameRecord:
    """Let players, in seat order, play a game to its end; give its record.

    Players may be named as in the roster. Without a start the seed deals the cards, too.

    >>> record = play_game(["random", "random"], seed=7)
    >>> record.names, record.line.nodes[-1].label[0]
    (('random', 'random#2'), '7')
    """
    named = listed_names(players)
    crew = [player_named(each) for each in named]
    if start is None:
        start = new_game(table_names([seat_title(each) for each in named]), seed)
    start = position_of(start)
    recorder = Recorder(start, tags)
    for before, move, outcome in moves_of_game(crew, start, seed):
        recorder.add(before, move, outcome)
    return recorder.record()


def moves_of_game(
    players: Sequence[Player], start: GameState, seed: int | str
) -> Iterator[tuple[GameState, Move, Outcome]]:
    """Let players play from a position to the end: the state before each move, move, outcome.

    The seed is for what players decide by chance, seat by seat: another player in one seat
    leaves the streams of the others as they are. Cards are drawn by the chance of `start`.
    """
    check_seats(players, start)
    table = [(player, Random(seed_of(seed, "seat", seat))) for seat, player in enumerate(players)]
    state = start
    while not state.over:
        move, outcome = next_move(table, state)
        yield state, move, outcome
        state = outcome.state


def check_seats(players: Sequence[Player], start: GameState) -> None:
    """Refuse players who are too few or too many for a game."""
    if len(players) != len(start.players):
        raise KhronosError(
            f"{len(players)} players cannot take the {len(start.players)} seats of this game"
        )


Table = list[tuple[Player, Random]]


def next_move(table: Table, state: GameState) -> tuple[Move, Outcome]:
    """What the player to act does, with the answers of whoever is asked, and what comes of it."""
    player, rng = table[state.seat]
    try:
        action = player.choose(seen_by(state, state.seat), rng)
    except SystemExit as fault:
        raise _left(table, state, state.seat) from fault
    if not isinstance(action, ACTIONS):
        raise IllegalAction(f"{_title(table, state, state.seat)} chose {action!r}, not an action")
    action = paid(state, action)
    answers: tuple[int, ...] = ()
    while True:
        move = Move(action, answers)
        try:
            # Nobody's action is trusted: a player may be anybody's code. Answers are checked.
            result = play(state, move, trusted=bool(answers))
        except IllegalAction as error:
            title = _title(table, state, state.seat)
            raise IllegalAction(f"{title} made an {error}", error.violation) from error
        if isinstance(result, Outcome):
            return move, result
        answers = (*answers, _answered(table, state, move, result.seat))


def _answered(table: Table, state: GameState, move: Move, seat: int) -> int:
    """What the player of a seat answers to the question that a move leaves open."""
    player, rng = table[seat]
    view = seen_by(state, seat)
    # Asked of the view: the log of the question as it is carries everybody's cards.
    question = play(view, move, trusted=True)
    assert isinstance(question, OpenChoice)
    try:
        answer: object = player.answer(view, move, question, rng)
    except SystemExit as fault:
        raise _left(table, state, seat) from fault
    if not isinstance(answer, int) or not 0 <= answer < len(question.options):
        raise IllegalAction(
            f"{_title(table, state, seat)} answered {answer!r} to a question with "
            f"{len(question.options)} options, 0 to {len(question.options) - 1} "
            f"({question.clause})"
        )
    return answer


def _left(table: Table, state: GameState, seat: int) -> KhronosError:
    """A player that would take the whole program with it fails like any other."""
    return KhronosError(say("files-player_left", who=_title(table, state, seat)))


def _title(table: Table, state: GameState, seat: int) -> str:
    return f"{state.players[seat].name}, played by {type(table[seat][0]).__name__},"
