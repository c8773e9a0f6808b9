"""Games played on from a replay: once, to be kept, or many times, to see how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.analysis.timeline import known_at
from khronos_lab.core.state import GameState
from khronos_lab.players.continuations import continuation, play_on
from khronos_lab.players.knowledge import ALL
from khronos_lab.players.rollout_results import Rollouts
from khronos_lab.records import tree
from khronos_lab.records.model import GameRecord, Node
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import term
from khronos_lab.rulebook.pieces import ROUNDS
from khronos_lab.simulation.turning_cache import cache_beside
from khronos_lab.simulation.turning_points import turning_points
from khronos_lab.widgets.coach.turning_points import (
    better_turns,
    strip_png,
    strip_words,
    with_best_turn,
)
from khronos_lab.widgets.kit.background import Report, Stop, with_helpers
from khronos_lab.widgets.kit.base import one_of
from khronos_lab.widgets.what_if.branch_points import BOTS
from khronos_lab.widgets.what_if.panels import Ends
from khronos_lab.widgets.what_if.record_edits import Edits

if TYPE_CHECKING:
    from typing import Self

SEED: Final = 0
"""Many games have the same luck in every branch, so that branches can be compared."""
MOST_GAMES: Final = 2000


class PlayingOn(Edits):
    """What a replay needs to hand over to players."""

    def hand_over(self, player: str = BOTS[0], to: str = "game") -> Self:
        """Let players play on to the end of the `turn` or of the `game`, once; it is kept.

        Every time it is asked, cards fall otherwise. It works in the background; `wait` for it.
        """
        spot, one_turn = self.spot, one_of(to, ("turn", "game"), "end") == "turn"
        one_of(player, BOTS, "player")
        if self.eyes != ALL:
            raise KhronosError(term("branch.hidden_once", self.language))
        if spot.state.over:
            raise KhronosError(term("move.over", self.language))
        self._handed_over += 1
        seed = f"hand over {self._handed_over}"

        def work(told: Report, stop: Stop) -> list[Node]:
            turns = 1 if one_turn else None
            return _turn_by_turn(spot.state, player, seed, turns, told, stop)

        def keep(nodes: object) -> None:
            assert isinstance(nodes, list)
            self._go_to(tree.grown(self.record, spot.branches, spot.moves, nodes))

        self._in_background(work, keep)
        return self

    def play_on(self, player: str = BOTS[1], games: int = 50) -> Self:
        """Let players finish the game so many times with other draws; see how it ends.

        What the eyes of this replay do not see is dealt anew in every game. It works in the
        background; `wait` for it.
        """
        one_of(player, BOTS, "player")
        if not 1 <= games <= MOST_GAMES:
            raise KhronosError(f"from 1 to {MOST_GAMES:,} games can be played, not {games}")
        spot, eyes, timeline = self.spot, self.eyes, self.timeline
        known = known_at(timeline, spot.frame, eyes)

        def work(told: Report, stop: Stop) -> Rollouts:
            return with_helpers(
                lambda executor: play_on(
                    known, player, games=games, seed=SEED, progress=told, stop=stop,
                    executor=executor,
                )
            )  # fmt: skip

        def keep(ends: object) -> None:
            assert isinstance(ends, Rollouts)
            self._keep_ends(Ends(spot.branches, spot.moves, player, eyes, ends))

        self._in_background(work, keep)
        return self

    def _keep_ends(self, ends: Ends) -> None:
        if ends.rollouts.games:
            self._ends = [each for each in self._ends if each.key != ends.key] + [ends]

    @property
    def results(self) -> tuple[Ends, ...]:
        """How games ended that were played on from here and elsewhere, the last ones last."""
        return tuple(self._ends)

    def turning(self, games: int = 8) -> Self:
        """Work out the turning points of the game as played; a curve stands under the slider then.

        It is kept beside the file of the game, if that is yours, so that another time goes on.
        """
        if not 1 <= games <= MOST_GAMES:
            raise KhronosError(f"from 1 to {MOST_GAMES:,} games can be played, not {games}")
        if self.eyes != ALL:
            # The best turns are sought with the hands that their players had.
            raise KhronosError(term("branch.hidden_turning", self.language))
        record, home = self.record, self.home
        kept = False if home is None or home.shipped else cache_beside(home.path, home.number)

        def work(told: Report, stop: Stop) -> TurningPoints:
            return with_helpers(
                lambda executor: turning_points(
                    record, "greedy", games=games, seed=SEED, progress=told, stop=stop, cache=kept,
                    executor=executor,
                )
            )  # fmt: skip

        def keep(points: object) -> None:
            assert isinstance(points, TurningPoints)
            self._points = points
            self._tell_strip()

        self._in_background(work, keep)
        return self

    def keep_best(self, turn: int | None = None) -> Self:
        """Keep the best turn found in place of a turn as a variation, named and commented.

        Turns count from 1; without a number it is the one with the largest difference.
        """
        points = self._points
        if points is None:
            raise KhronosError("no best turns were sought yet; use .turning() first")
        if self.eyes != ALL:
            raise KhronosError(term("branch.hidden_turning", self.language))
        if turn is None:
            better = better_turns(points)
            if not better:
                raise KhronosError("no turn was found that is better than the one played")
            turn = better[0].turn
        first = sum(span.turn < turn for span in self._lines.main.moves)
        self._go_to(with_best_turn(self.record, points, turn, first, self.language))
        return self

    def _tell_strip(self) -> None:
        points = self._points if self.eyes == ALL else None
        self.strip = {} if points is None else {"words": strip_words(points, self.language)}

    def _draw_strip(self, content: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
        """The curve under the slider, as wide as that is."""
        if self._points is None or self.eyes != ALL:
            return {"kind": "nothing"}, []
        width, ratio = int(content["width"]), float(content["ratio"])
        if not (100 <= width <= 4000 and 0.5 <= ratio <= 4):
            raise KhronosError(f"no curve is drawn {width} pixels wide at {ratio:g} per pixel")
        frames = len(self._lines.main)
        return {"kind": "strip"}, [strip_png(self._points, frames, width, ratio, self.language)]

    def wait(self, seconds: float | None = None) -> Self:
        """Wait for what is worked out in the background, without a browser."""
        self._work.join(seconds)
        return self

    def stop(self) -> Self:
        """Stop what is worked out in the background; what is done by then counts."""
        self._work.stop()
        return self

    def _in_background(
        self, work: Callable[[Report, Stop], object], keep: Callable[[object], None]
    ) -> None:
        if self._busy:
            raise KhronosError(term("branch.busy", self.language))
        shape = self._shape

        def told(done: int, total: int) -> None:
            if self._busy:
                self.progress = {"done": done, "total": total}

        def ended(result: object) -> None:
            with self._over_and_shown():
                if shape != self._shape:
                    raise KhronosError(term("branch.gone", self.language))
                keep(result)

        def failed(fault: Exception) -> None:
            with self._over_and_shown():
                raise fault

        self._busy = True
        self.progress = {"done": 0, "total": 0}
        self._tell_what_if()
        self._work.start(work, told=told, done=ended, failed=failed)

    @contextmanager
    def _over_and_shown(self) -> Iterator[None]:
        """What comes of the work; if that fails, it is shown."""
        self._busy = False
        self.progress = {}
        with self._shown_if_it_fails():
            yield
        self._tell_what_if()


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
