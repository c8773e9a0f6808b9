"""A machine that plays whole games in every way it knows, watched after every action."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from khronos_lab.core import Action, EndTurn, GameState, OpenChoice
from khronos_lab.engine import choices, legal_actions, play, why_not
from khronos_lab.rulebook import IllegalAction
from tests.properties import strategies
from tests.properties.checks import Watcher
from tests.properties.players import DRIVERS, Driver, Step, drive, finish
from tests.properties.starts import STARTS

running = precondition(lambda machine: not machine.state.over)


class GameMachine(RuleBasedStateMachine):
    """One game. Every action goes through `see`, so a whole round is checked as one action is."""

    @initialize(start=strategies.new_games() | st.sampled_from(list(STARTS.values())))
    def begin(self, start: GameState) -> None:
        self.watcher = Watcher(start)
        self.failed = False

    @property
    def state(self) -> GameState:
        """The game as it is now."""
        return self.watcher.state

    def see(self, step: Step) -> None:
        note(f"{step.before.player.name}: {step.move}")
        self.failed = True
        self.watcher.see(step)
        self.failed = False

    def act(self, action: Action, answers: list[int]) -> None:
        """One action, with answers that Hypothesis drew."""
        left = iter(answers)

        def answer(question: OpenChoice) -> int:
            return next(left, 0) % len(question.options)

        self.see(finish(self.state, action, answer))

    def drive(self, driver: Driver, rng: Random, turns: int) -> None:
        """Whole turns of one driver."""
        while turns and not self.state.over:
            step = drive(self.state, driver, rng)
            self.see(step)
            turns -= isinstance(step.move.action, EndTurn)

    @running
    @rule(index=st.integers(0, 10_000), answers=strategies.ANSWERS)
    def any_action(self, index: int, answers: list[int]) -> None:
        """An action by its number."""
        legal = choices(self.state)
        self.act(legal[index % len(legal)], answers)

    @running
    @rule(kind=st.integers(0, 8), index=st.integers(0, 10_000), answers=strategies.ANSWERS)
    def action_of_a_kind(self, kind: int, index: int, answers: list[int]) -> None:
        """A kind of action first, then one of that kind."""
        counts = choices(self.state).count_by_kind()
        wanted = list(counts)[kind % len(counts)]
        alike = [each for each in legal_actions(self.state) if type(each).__name__ == wanted]
        self.act(alike[index % len(alike)], answers)

    @running
    @rule(driver=strategies.drivers(), seed=strategies.SEEDS, answers=strategies.ANSWERS)
    def driven_action(self, driver: Driver, seed: int, answers: list[int]) -> None:
        """An action that a driver likes, with drawn answers."""
        self.act(driver.choose(self.state, Random(seed)), answers)

    @running
    @rule(driver=strategies.drivers(), seed=strategies.SEEDS)
    def turn(self, driver: Driver, seed: int) -> None:
        """What is left of a turn."""
        self.drive(driver, Random(seed), 1)

    @running
    @rule(driver=strategies.drivers(), seed=strategies.SEEDS)
    def round(self, driver: Driver, seed: int) -> None:
        """As many turns as there are players."""
        self.drive(driver, Random(seed), len(self.state.players))

    @rule(action=strategies.garbage_actions())
    def nonsense(self, action: Action) -> None:
        """What is forbidden raises and changes nothing; what happens to be legal is played."""
        broken = why_not(self.state, action)
        if broken is None:
            self.act(action, [])
            return
        with pytest.raises(IllegalAction) as refused:
            play(self.state, action)
        assert refused.value.violation == broken

    @precondition(lambda machine: machine.state.over)
    @rule(action=strategies.garbage_actions())
    def after_the_end(self, action: Action) -> None:
        """T7: nothing can be done any more."""
        assert legal_actions(self.state) == []
        broken = why_not(self.state, action)
        assert broken is not None
        assert broken.clause == "T7"

    def teardown(self) -> None:
        """Every game is played to its end."""
        if hasattr(self, "watcher") and not self.failed:
            seed = self.state.chance
            self.drive(DRIVERS[seed % len(DRIVERS)], Random(seed), 7 * len(self.state.players))
            assert self.state.over
