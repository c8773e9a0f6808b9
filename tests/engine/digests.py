"""Random games as digests, to be compared between processes; `python -m tests.engine.digests`."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from random import Random

from khronos_lab.core import GameState, position_text
from khronos_lab.engine import choices, new_game, play_through
from khronos_lab.rulebook import Edition, RuleSet


@dataclass(frozen=True)
class Spec:
    """A game to play: how many players, which rules, which seed."""

    players: int
    seed: int
    edition: str = "second"
    holdem: bool = False
    ruins_respect_domains: bool = False

    def start(self) -> GameState:
        """The first position."""
        rules = RuleSet(Edition(self.edition), self.holdem, self.ruins_respect_domains)
        return new_game(self.players, self.seed, rules=rules)


SPECS = (
    Spec(2, 1),
    Spec(2, 2, edition="first"),
    Spec(3, 3, holdem=True),
    Spec(3, 4, ruins_respect_domains=True),
    Spec(4, 5, edition="first", holdem=True),
    Spec(5, 6),
    Spec(5, 7, edition="first", holdem=True, ruins_respect_domains=True),
)


def told(state: GameState, seed: object) -> list[str]:
    """A game to its end: every move, every log, and the whole position after every turn."""
    rng = Random(f"digest {seed}")
    lines = [position_text(state)]
    while not state.over:
        action = choices(state).pick(rng)
        move, outcome = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))
        lines += [str(move), str(outcome)]
        if outcome.state.turn.seat != state.turn.seat or outcome.state.over:
            lines.append(position_text(outcome.state))
        state = outcome.state
    return lines


def digest_of(spec: Spec) -> str:
    """The digest of a game played from its first position."""
    return _digest(told(spec.start(), spec.seed))


def digest_from(given: tuple[GameState, int]) -> str:
    """The digest of a game played on from a state that was sent here."""
    return _digest(told(*given))


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


if __name__ == "__main__":
    print(json.dumps([digest_of(spec) for spec in SPECS]))
