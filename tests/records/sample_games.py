"""Small games for tests of files and commands: played at random, and annotated."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from khronos_lab.core import EndTurn, GameState, Move, player_marks
from khronos_lab.engine import Outcome, choices, new_game, play, play_through
from khronos_lab.records import (
    BadGame,
    GameRecord,
    Line,
    Recorder,
    node_of,
    read_games,
    record_text,
)

ODD = 'A <b>bold</b> "move" \\ {in braces}\n[Khronos "2"]\n\tÄ 城 end'
"""A comment that means something to a careless reader, terminal or browser."""


@lru_cache
def played(seed: int = 1, moves: int = 24, names: tuple[str, ...] = ("Ann", "Ben")) -> GameRecord:
    """The beginning of a random game, or with moves enough all of it."""
    rng = Random(seed)
    state = new_game(names, seed=seed)
    recorder = Recorder(state, {"Seed": str(seed)})
    for _ in range(moves):
        if state.over:
            break
        action = choices(state).pick(rng)
        move, outcome = play_through(state, action, lambda _, asked: rng.choice(list_of(asked)))
        recorder.add(state, move, outcome)
        state = outcome.state
    return recorder.record()


def list_of(question) -> range:
    return range(len(question.options))


def end_of_turn(state: GameState) -> Line:
    """The line in which the turn ends at once, with a comment before and after."""
    outcome = play(state, EndTurn())
    assert isinstance(outcome, Outcome)
    node = node_of(state, Move(EndTurn()), outcome, player_marks(state.names))
    return Line((node._replace(mark="?!", comment="Lazy."),), "Or nothing:")


def annotated(record: GameRecord) -> GameRecord:
    """The record with marks, comments, and a variation in a variation of its first move."""
    inner = end_of_turn(record.start)
    outer = Line((inner.nodes[0]._replace(variations=(inner, Line(inner.nodes))),), ODD)
    first, second, *rest = record.line.nodes
    nodes = (
        first._replace(mark="!", comment=ODD, variations=(outer, inner)),
        second._replace(mark="??"),
        *rest,
    )
    return replace(record, line=Line(nodes, ODD), tags={**record.tags, "Event": ODD, "Zeta": "z"})


def texts_in(path) -> list[str]:
    """The texts of the games of a file, all of which must be good."""
    games = list(read_games(path))
    assert [game for game in games if isinstance(game, BadGame)] == []
    return [record_text(game) for game in games if isinstance(game, GameRecord)]


def text_of(*seeds: int) -> str:
    """The text of a file with such games."""
    return "\n".join(record_text(played(seed)) for seed in seeds)


def spoiled(text: str) -> str:
    """The text with a first move that no rules allow."""
    head, label, moves = text.partition("\n1.")
    mark, _, rest = moves.partition(" ")
    assert label
    return f"{head}{label}{mark} R+c7 {rest}"
