"""A whole game told as text: what was played, everything that followed, coins and boards.

A golden is such a text in a file. It is meant to be read: when a rule changes, the lines of the
files that change with it show what the change does to real games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from khronos_lab.core import (
    FULL,
    STRIDE,
    Action,
    Entry,
    GameState,
    Move,
    OpenChoice,
    below,
    boards_text,
    column_of,
    first,
    name,
    nth,
    position_text,
    row_of,
    seed_of,
    square,
)
from khronos_lab.engine import Outcome, legal_actions, play

Picker = Callable[[GameState], Move | None]
"""The next move of a game, with all its answers; None where the game stops being told."""


@dataclass(frozen=True)
class Game:
    """One game to tell: where it starts, and what is played."""

    title: str
    driven: str
    start: GameState
    picker: Callable[[], Picker]
    """Makes a picker; each telling needs a fresh one."""
    area: int = FULL
    """The squares that the boards of a large map show."""


@dataclass(frozen=True)
class Played:
    """One move of a game and what came of it."""

    before: GameState
    move: Move
    outcome: Outcome


# ------------------------------------------------------------------ who plays


def scripted(*moves: Move | Action) -> Callable[[], Picker]:
    """Plays just these moves."""

    def fresh() -> Picker:
        left = iter(moves)

        def pick(state: GameState) -> Move | None:
            move = next(left, None)
            return move if move is None or isinstance(move, Move) else Move(move)

        return pick

    return fresh


WEIGHTS = {
    "Upgrade": 8,
    "Build": 5,
    "Demolish": 1,
    "Populate": 3,
    "Restore": 4,
    "Travel": 1,
    "Exchange": 1,
    "Swap": 2,
    "EndTurn": 1,
}
"""How often a seeded player wants each kind of action, if there is one."""


def seeded(seed: int, area: int = FULL) -> Callable[[], Picker]:
    """Plays at random inside an area, by our own generator: the same on every Python.

    Actions are sorted by what they are called, so the order of listing them does not matter.
    """

    def fresh() -> Picker:
        chance = seed_of("golden", seed)

        def number(limit: int) -> int:
            nonlocal chance
            chance, drawn = below(chance, limit)
            return drawn

        def pick(state: GameState) -> Move | None:
            if state.over:
                return None
            kinds: dict[str, list[Action]] = {}
            for action in sorted(legal_actions(state), key=str):
                if area >> getattr(action, "square", first(area)) & 1:
                    kinds.setdefault(type(action).__name__, []).append(action)
            wanted = [kind for kind in sorted(kinds) for _ in range(WEIGHTS[kind])]
            actions = kinds[wanted[number(len(wanted))]]
            move = Move(actions[number(len(actions))])
            while isinstance(question := play(state, move), OpenChoice):
                move = Move(move.action, (*move.answers, number(len(question.options))))
            return move

        return pick

    return fresh


# ------------------------------------------------------------------ playing and telling


def played(game: Game) -> Iterator[Played]:
    """The moves of a game, one after the other."""
    state, pick = game.start, game.picker()
    while (move := pick(state)) is not None:
        outcome = play(state, move)
        assert isinstance(outcome, Outcome), f"{move} leaves a question open: {outcome}"
        yield Played(state, move, outcome)
        state = outcome.state


def told(game: Game) -> Iterator[str]:
    """The lines of a game."""
    names = ", ".join(game.start.names)
    yield game.title
    yield f"players: {names}"
    yield f"rules: {game.start.rules.text or 'second edition'}"
    yield f"driven by: {game.driven}"
    yield ""
    yield from position_lines(game.start, game.area)
    yield ""
    state = game.start
    for each in played(game):
        yield from move_lines(each)
        state = each.outcome.state
        if (state.round, state.over) != (each.before.round, each.before.over):
            yield f"end of round {each.before.round}"
            yield from board_lines(state, game.area)
            yield ""
    yield ""
    yield "at last"
    yield from position_lines(state, game.area)


def move_lines(each: Played) -> Iterator[str]:
    """What was played, then what followed, deeper for what is an effect of an effect."""
    before, move, outcome = each.before, each.move, each.outcome
    answers = f"; answers {', '.join(map(str, move.answers))}" if move.answers else ""
    yield f"round {before.round}, {before.player.name}: {move.action}{answers}"
    for number, entry in enumerate(outcome.log):
        yield f"{'  ' * (1 + depth(outcome.log, number))}{entry}"
    after = outcome.state
    if after.turn.seat != before.turn.seat or after.over:
        coins = ", ".join(f"{player.name} {player.coins}" for player in after.players)
        yield f"  coins: {coins}"
        yield ""


def depth(log: Sequence[Entry], number: int) -> int:
    """How many causes stand behind an entry of a log."""
    deep, cause = 0, log[number].cause
    while cause is not None:
        assert cause < number, "an effect stands before its cause"
        deep, number, cause = deep + 1, cause, log[cause].cause
    return deep


def position_lines(state: GameState, area: int) -> Iterator[str]:
    """The whole position; of a large map only the boards of the area."""
    header, _, _ = position_text(state).partition("\n\n")
    yield from header.splitlines()
    yield from board_lines(state, area)


def board_lines(state: GameState, area: int) -> Iterator[str]:
    """The three boards beside each other, cut to the area."""
    area &= state.grid.area
    top, left = row_of(first(area)), column_of(first(area))
    corner = nth(area, area.bit_count() - 1)
    bottom, right = row_of(corner), column_of(corner)
    if area == state.grid.area:
        yield from boards_text(state).splitlines()
        return
    yield f"the boards from {name(first(area))} to {name(corner)}"
    cut = []
    for block in boards_text(state, labels=False).split("\n\n"):
        title, *rows = block.splitlines()
        tokens = [row.split()[left : right + 1] for row in rows[top : bottom + 1]]
        width = max(len(token) for row in tokens for token in row)
        lines = [" ".join(token.ljust(width) for token in row) for row in tokens]
        cut.append([title.ljust(len(lines[0])), *lines])
    yield from (" | ".join(line).rstrip() for line in zip(*cut, strict=True))


def box(start: str, end: str) -> int:
    """The squares between two corners, given by name."""
    one, other = square(start), square(end)
    return sum(
        1 << row * STRIDE + column
        for row in range(row_of(one), row_of(other) + 1)
        for column in range(column_of(one), column_of(other) + 1)
    )
