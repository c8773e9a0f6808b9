"""Games to make tables of: random ones, and the same with hidden hands."""

from __future__ import annotations

from random import Random

from khronos_lab.core import GameState
from khronos_lab.engine import Outcome, choices, new_game, play, play_through
from khronos_lab.rulebook import Edition, RuleSet

RULES = (
    RuleSet(),
    RuleSet(holdem=True),
    RuleSet(edition=Edition.FIRST),
    RuleSet(edition=Edition.FIRST, holdem=True, ruins_respect_domains=True),
)


def random_game(seed: int, players: int = 4, rules: RuleSet | None = None):
    """The first state and the steps of a game of random moves."""
    rng = Random(seed)
    start = state = new_game(players, seed, rules=rules)
    steps = []
    while not state.over:
        action = choices(state).pick(rng)
        move, outcome = play_through(
            state, action, lambda _, question: rng.randrange(len(question.options)), trusted=True
        )
        steps.append((state, move, outcome.state, outcome.log))
        state = outcome.state
    return start, steps


def played(start: GameState, *moves):
    """The steps of these moves, each an action or a move."""
    steps = []
    state = start
    for move in moves:
        outcome = play(state, move)
        assert isinstance(outcome, Outcome), f"an answer is missing: {outcome}"
        steps.append((state, move, outcome.state, outcome.log))
        state = outcome.state
    return steps
