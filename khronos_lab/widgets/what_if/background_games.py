"""Games that players play on in the background: once, or many times, to see how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.analysis.timeline import Timeline, known_at
from khronos_lab.core.state import GameState
from khronos_lab.players.continuations import continuation, play_on
from khronos_lab.players.knowledge import ALL
from khronos_lab.players.rollout_results import Rollouts
from khronos_lab.records import tree
from khronos_lab.records.model import GameRecord, Node
from khronos_lab.records.saving import Home
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import ROUNDS
from khronos_lab.simulation.turning_cache import cache_beside
from khronos_lab.simulation.turning_points import turning_points
from khronos_lab.widgets.kit.background import Background, Report, Result, Stop, with_helpers
from khronos_lab.widgets.kit.base import one_of
from khronos_lab.widgets.kit.hidden_cards import Audience
from khronos_lab.widgets.what_if.branch_points import BOTS, Spot
from khronos_lab.widgets.what_if.panels import Ends

SEED: Final = 0
"""Many games have the same luck in every branch, so that branches can be compared."""
MOST_GAMES: Final = 2000


class BackgroundGames:
    """One piece of work at a time, and what came of all of it."""

    def __init__(self, changed: Callable[[Exception | None], None]) -> None:
        """`changed` is called when work begins, gets on and ends; with what failed, if it did."""
        self._results: tuple[Ends, ...] = ()
        self.points: TurningPoints | None = None
        """The turning points of the game as played, once they are worked out."""
        self.progress: dict[str, int] = {}
        """How much of the work is done; empty if there is none."""
        self._changed = changed
        self._work = Background()
        self._handed_over = 0
        self._renamed = 0

    @property
    def results(self) -> tuple[Ends, ...]:
        """How games ended that were played on from here and elsewhere, the last ones last."""
        return self._results

    def hand_over(
        self,
        state: GameState,
        keep: Callable[[list[Node]], None],
        player: str,
        to: str,
        audience: Audience,
    ) -> None:
        """Let players play on to the end of the `turn` or of the `game`, once."""
        one_turn = one_of(to, ("turn", "game"), "end") == "turn"
        one_of(player, BOTS, "player")
        if audience.eyes != ALL:
            raise KhronosError(say("branch-hidden_once", audience.language))
        if state.over:
            raise KhronosError(say("move-over", audience.language))
        self._handed_over += 1
        seed, turns = f"hand over {self._handed_over}", 1 if one_turn else None

        def work(told: Report, stop: Stop) -> list[Node]:
            return _turn_by_turn(state, player, seed, turns, told, stop)

        self._start(work, keep, audience.language)

    def play_on(
        self, timeline: Timeline, spot: Spot, player: str, games: int, audience: Audience
    ) -> None:
        """Let players finish the game several times with other draws, and see how it ends."""
        one_of(player, BOTS, "player")
        _check_number(games)
        known = known_at(timeline, spot.frame, audience.eyes)

        def work(told: Report, stop: Stop) -> Rollouts:
            return with_helpers(
                lambda executor: play_on(
                    known, player, games=games, seed=SEED, progress=told, stop=stop,
                    executor=executor,
                )
            )  # fmt: skip

        def keep(rollouts: Rollouts) -> None:
            ends = Ends(spot.branches, spot.moves, player, audience.eyes, rollouts)
            if rollouts.games:
                self._results = (*(each for each in self._results if each.key != ends.key), ends)

        self._start(work, keep, audience.language)

    def turning(
        self, record: GameRecord, home: Home | None, games: int, audience: Audience
    ) -> None:
        """Work out the turning points of the game as played; they are kept beside its file."""
        _check_number(games)
        if audience.eyes != ALL:
            # The best turns are sought with the hands that their players had.
            raise KhronosError(say("branch-hidden_turning", audience.language))
        kept = False if home is None or home.shipped else cache_beside(home.path, home.number)

        def work(told: Report, stop: Stop) -> TurningPoints:
            return with_helpers(
                lambda executor: turning_points(
                    record, "greedy", games=games, seed=SEED, progress=told, stop=stop, cache=kept,
                    executor=executor,
                )
            )  # fmt: skip

        def keep(points: TurningPoints) -> None:
            self.points = points

        self._start(work, keep, audience.language)

    def wait(self, seconds: float | None = None) -> None:
        """Wait for what is worked out in the background, without a browser."""
        self._work.join(seconds)

    def stop(self) -> None:
        """Stop what is worked out in the background; what is done by then counts."""
        self._work.stop()

    def forget_places(self) -> None:
        """Lines got other names: what was found or is sought elsewhere belongs nowhere."""
        self._results, self._renamed = (), self._renamed + 1

    def _start(
        self, work: Callable[[Report, Stop], Result], keep: Callable[[Result], None], language: str
    ) -> None:
        if self.progress:
            raise KhronosError(say("branch-busy", language))
        renamed = self._renamed

        def told(done: int, total: int) -> None:
            if self.progress:
                self.progress = {"done": done, "total": total}
                self._changed(None)

        def ended(result: Result) -> None:
            self.progress = {}
            try:
                if renamed != self._renamed:
                    raise KhronosError(say("branch-gone", language))
                keep(result)
            except Exception as fault:
                # Whatever it is, it must be seen.
                self._changed(fault)
            else:
                self._changed(None)

        def failed(fault: Exception) -> None:
            self.progress = {}
            self._changed(fault)

        self.progress = {"done": 0, "total": 0}
        self._changed(None)
        self._work.start(work, told=told, done=ended, failed=failed)


def _check_number(games: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise KhronosError(f"from 1 to {MOST_GAMES:,} games can be played, not {games}")


def _turn_by_turn(
    state: GameState,
    player: str,
    seed: str,
    turns: int | None,
    told: Report,
    stop: Stop,
) -> list[Node]:
    """Let players play on, a turn at a time, so that it can be stopped in between."""
    seats = len(state.players)
    left = (ROUNDS - state.round + 1) * seats - (state.seat - state.start) % seats
    total = left if turns is None else min(turns, left)
    nodes: list[Node] = []
    for number in range(total):
        if stop() or state.over:
            break
        new = continuation(state, player, seed=seed, turns=1)
        nodes += new
        place = tree.grown(GameRecord({}, state), (), 0, new)
        state = tree.state_at(place.record, (), place.moves)
        told(number + 1, total)
    return nodes
