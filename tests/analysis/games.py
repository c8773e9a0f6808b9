"""Games to make tables of: random ones, and the same with hidden hands."""

from __future__ import annotations

from random import Random

from khronos_lab.core import GameState, Move, add_cards
from khronos_lab.engine import Outcome, choices, new_game, play, play_through
from khronos_lab.rulebook import NO_CARDS, Edition, RuleSet

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


def hide_hands(start: GameState) -> GameState:
    """The same first state as somebody sees it who is shown no hand."""
    pile = start.pile
    for player in start.players:
        pile = add_cards(pile, player.hand)
    hidden = tuple(
        player._replace(hand=NO_CARDS, hidden=sum(player.hand), secret=True)
        for player in start.players
    )
    return start._replace(players=hidden, pile=pile)


def undrawn(steps) -> list[Move]:
    """The moves of a game without what was drawn."""
    return [Move(move.action, move.answers) for _, move, _, _ in steps]
