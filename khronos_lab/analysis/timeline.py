"""Timeline: a game as frames, one for the first position and one after each event.

Frames are counted by their step, as everywhere: 0 is the first position, and frame `n` shows the
game after `n` events. That is the very `step` of the tables in
`khronos_lab.analysis.tables.schema`, so `timeline[step]` is the moment of a row. Moves count from 0
and turns from 1, as in the tables.

States are kept between moves only; inside a move they follow by `evolve`, which takes
microseconds, so that any frame is at hand at once and a game needs little memory.

>>> from khronos_lab.core import EndTurn
>>> from khronos_lab.engine import new_game, play
>>> start = new_game(2, seed=7)
>>> outcome = play(start, EndTurn())
>>> timeline = Timeline.of([(start, EndTurn(), outcome.state, outcome.log)])
>>> len(timeline), timeline[0].event, timeline[2].index, timeline[2].entry is outcome.log[1]
(4, None, 2, True)
>>> timeline.next(0, "move"), timeline[3].state is outcome.state
(3, True)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, NamedTuple, get_args

from khronos_lab.core import (
    NO_MARKS,
    Action,
    Entry,
    GameState,
    Marks,
    Move,
    ends_turn,
    evolve,
    marks_of,
    move_sentence,
    player_marks,
)
from khronos_lab.core import events as e
from khronos_lab.engine import coin_changes
from khronos_lab.players import Eyes, known_to
from khronos_lab.records import GameRecord, Node, steps_of
from khronos_lab.rulebook import KhronosError, in_any_case, multilingual, quoted

Step = tuple[GameState, object, GameState, Sequence[Entry]]
"""State before, the move in any form, state after, and the log; `steps_of` gives these."""

Stop = Literal[
    "effect", "move", "turn", "paradox", "covered", "blocked", "join", "split", "conflict",
    "shrink", "tax",
]  # fmt: skip
"""A kind of moment to go on to, or back to; see `Timeline.next`.

Events say themselves at which of them they lie (`about.stop`); effects, moves, turns and taxes are
found apart.
"""

STOPS: Final[tuple[Stop, ...]] = get_args(Stop)


class Cause(NamedTuple):
    """One happening on the way from the first cause to an event."""

    step: int
    entry: Entry


class Span(NamedTuple):
    """One move: the frames it takes and what `steps_of` says of it."""

    number: int
    """The number of the move, from 0."""
    first: int
    """The index of the frame of its first event."""
    last: int
    """The index of the frame of its last event."""
    turn: int
    ends_turn: bool
    before: GameState
    after: GameState
    log: tuple[Entry, ...]
    node: Node | None
    """The node of the record; None for a move that came from elsewhere."""
    action: Action | None

    def __repr__(self) -> str:
        return f"<move {self.number}, turn {self.turn}: {self.action}, effects: {len(self.log)}>"

    @multilingual
    def sentence(self, language: str | None = None) -> str:
        """The move in one sentence: `Ines builds a keep at d3 in Might`."""
        mark = "" if self.node is None else self.node.mark
        return f"{self.before.player.name} {move_sentence(self.log)}{mark}"


class TurnTaxes(NamedTuple):
    """A player's taxes at the end of one turn (X1), as far as anything was paid or missed."""

    seat: int
    round: int
    first: int
    """The index of the first frame in which he collects or misses something."""
    last: int
    collected: int
    missed: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a game: the state after an event, and everything a picture of it needs."""

    index: int
    """The number of the frame in its timeline: the step that shows it."""
    state: GameState
    entry: Entry | None
    """The event with its cause; None for the first position."""
    causes: tuple[Cause, ...]
    """The chain of causes, first cause first; the event itself is left out."""
    marks: tuple[Marks, Marks, Marks]
    """The squares to highlight, by age."""
    span: Span | None
    """The move in which it happens; None for the first position."""
    turn: int
    """The number of the turn, from 1."""
    round: int
    """The round of the turn in which it happens."""
    seat: int
    """The seat of the player to act."""

    @property
    def event(self) -> e.Event | None:
        """The event of this frame; None for the first position."""
        return None if self.entry is None else self.entry.event

    @property
    def move(self) -> int | None:
        """The number of the move, from 0; None for the first position."""
        return None if self.span is None else self.span.number

    @property
    def node(self) -> Node | None:
        """The record's node of the move, if there is one."""
        return None if self.span is None else self.span.node

    @property
    def last_of_move(self) -> bool:
        """True if the move is over now; the first position counts as such."""
        return self.span is None or self.index == self.span.last

    @property
    def so_far(self) -> tuple[Entry, ...]:
        """The log of its move up to now."""
        return () if self.span is None else self.span.log[: self.index - self.span.first + 1]

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins at this moment, by seat."""
        return tuple(player.coins for player in self.state.players)

    @property
    def caption(self) -> str:
        """The event in one sentence with its clause; empty for the first position."""
        return "" if self.entry is None else str(self.entry)

    def __repr__(self) -> str:
        where = f"frame {self.index}, round {self.round}, {self.state.names[self.seat]}"
        return f"<{where}: {self.caption}>" if self.caption else f"<{where}>"


class Timeline:
    """All frames of a line of play; make one with `Timeline.of`.

    `timeline[n]` is a frame, `len` counts them, iterating gives all of them in order.
    """

    __slots__ = ("_coins", "_firsts", "_stops", "_turn", "moves", "start", "taxations")

    def __init__(self, start: GameState, moves: Iterable[Span], turn: int = 1) -> None:
        self.start: Final = start
        self._turn = turn
        self.moves: Final = tuple(moves)
        self._firsts = [span.first for span in self.moves]
        self.taxations: Final = tuple(_taxations(self.moves))
        self._stops = _stops(self.moves, self.taxations)
        self._coins: tuple[tuple[int, ...], ...] | None = None

    @classmethod
    def of(
        cls, game: GameRecord | Iterable[Step], *, start: GameState | None = None, turn: int = 1
    ) -> Timeline:
        """The frames of a record's main line, or of steps played elsewhere.

        Steps that begin in the middle of a game are in the turn with this number; their frames and
        moves count from 0, too. Without any, `start` is the position to show.
        """
        if isinstance(game, GameRecord):
            start, game = game.start, steps_of(game)
        spans = list(_spans(game, turn))
        if start is None:
            if not spans:
                raise KhronosError("a timeline without moves needs its first position as start")
            start = spans[0].before
        return cls(start, spans, turn)

    def variation(self, move: int, number: int = 0) -> Timeline:
        """The frames of a variation that a record's node carries, from the state before it."""
        span = self.moves[move]
        if span.node is None or not 0 <= number < len(span.node.variations):
            known = 0 if span.node is None else len(span.node.variations)
            raise KhronosError(f"move {move} has {known} variations, so there is no {number}")
        steps = steps_of(GameRecord({}, span.before, span.node.variations[number]))
        return Timeline.of(steps, start=span.before, turn=span.turn)

    # -------------------------------------------------------------- frames

    def __repr__(self) -> str:
        names = ", ".join(self.start.names)
        return f"<timeline of {names}: {len(self.moves)} moves, {len(self)} frames>"

    def __len__(self) -> int:
        return self.moves[-1].last + 1 if self.moves else 1

    def __getitem__(self, step: int | str) -> Frame:
        index = self.index_of(step)
        span = self.span_at(index)
        if span is None:
            return self._opening()
        return _frame(span, index, _state_at(span, index - span.first))

    def index_of(self, step: object) -> int:
        """The index of a step; a negative one counts from the end, `"4.F"` is the end of a turn."""
        if isinstance(step, str):
            return self.turn_named(step)[-1].last
        if isinstance(step, int) and -len(self) <= step < len(self):
            return step % len(self)
        raise KhronosError(
            f"This game has steps 0 to {len(self) - 1}; there is no step {quoted(step)}."
        )

    def turn_named(self, name: str) -> tuple[Span, ...]:
        """The moves of a turn by its name: round and the player's mark, as in `4.F`."""
        marks = player_marks(self.start.names)
        turns: dict[str, list[Span]] = {}
        for span in self.moves:
            turns.setdefault(f"{span.before.round}.{marks[span.before.seat]}", []).append(span)
        found = in_any_case(name, turns)
        if found in turns:
            return tuple(turns[found])
        if not turns:
            raise KhronosError("Nothing has been played in this game yet.")
        first, *_, last = [*turns, *turns]
        raise KhronosError(
            f"This game has no turn {quoted(name)}; turns are named {first} to {last}, by round "
            "and player."
        )

    def __iter__(self) -> Iterator[Frame]:
        yield self._opening()
        yield from self.frames_since(0)

    def frames_since(self, move: int) -> Iterator[Frame]:
        """The frames of a move and of all that follow it."""
        for span in self.moves[move:]:
            state = span.before
            for number, (event, _, _) in enumerate(span.log, 1):
                state = span.after if number == len(span.log) else evolve(state, event)
                yield _frame(span, span.first + number - 1, state)

    def state_at(self, index: int) -> GameState:
        """Only the state of a frame."""
        span = self.span_at(index)
        return self.start if span is None else _state_at(span, index - span.first)

    def span_at(self, index: int) -> Span | None:
        """The move in which a frame lies; None for the first position."""
        place = bisect_right(self._firsts, index)
        # A move always leaves a log, so frames of the last move found reach to the next one.
        return self.moves[place - 1] if place else None

    def _opening(self) -> Frame:
        start = self.start
        return Frame(0, start, None, (), NO_MARKS, None, self._turn, start.round, start.seat)

    # -------------------------------------------------------------- where to go

    def stops(self, stop: Stop) -> tuple[int, ...]:
        """The indices of all frames of one sort, in order.

        `effect` is every frame. `move` and `turn` are the first position and the last frame of
        each; so going back from inside a move leads to what was there before it. `paradox` is a
        building or a cube that a copy takes away (B6), `covered` a printed hamlet that nobody lived
        in and that a copy only hides, `blocked` a copy that is forbidden or lacks something (B3,
        B5), `join` and `split` what becomes of domains (C2, C3), `conflict` and `shrink` their
        putting right (C1, C4), and `tax` the last frame of each player's taxes (X1).
        """
        if stop not in STOPS:
            raise KhronosError(f"there is no stop {stop!r}; there are {', '.join(STOPS)}")
        return self._stops[stop]

    def next(self, index: int, stop: Stop = "effect") -> int | None:
        """The index of the next frame of one sort (see `stops`), None if there is none."""
        found = self.stops(stop)
        place = bisect_right(found, index)
        return found[place] if place < len(found) else None

    def previous(self, index: int, stop: Stop = "effect") -> int | None:
        """The index of the frame of one sort before this one, None if there is none."""
        found = self.stops(stop)
        place = bisect_left(found, index)
        return found[place - 1] if place else None

    # -------------------------------------------------------------- money

    @property
    def coins(self) -> tuple[tuple[int, ...], ...]:
        """The coins at every frame, by seat, for curves."""
        if self._coins is None:
            self._coins = tuple(self._curve(seat) for seat in range(len(self.start.players)))
        return self._coins

    def _curve(self, seat: int) -> tuple[int, ...]:
        players = len(self.start.players)
        changes = (
            coin_changes((entry,), players)[seat] for span in self.moves for entry in span.log
        )
        return tuple(accumulate(changes, initial=self.start.players[seat].coins))


def _spans(steps: Iterable[Step], turn: int) -> Iterator[Span]:
    first = 1
    for number, (before, played, after, log) in enumerate(steps):
        ends = ends_turn(before, after)
        node = played if isinstance(played, Node) else None
        action = played.move.action if isinstance(played, Node) else played
        action = action.action if isinstance(action, Move) else action
        last = first + len(log) - 1
        yield Span(
            number, first, last, turn, ends, before, after, tuple(log), node,
            action if isinstance(action, Action) else None,
        )  # fmt: skip
        first, turn = last + 1, turn + ends


def _state_at(span: Span, number: int) -> GameState:
    if number == len(span.log) - 1:
        return span.after
    state = span.before
    for event, _, _ in span.log[: number + 1]:
        state = evolve(state, event)
    return state


def _frame(span: Span, index: int, state: GameState) -> Frame:
    entry = span.log[index - span.first]
    before = span.before
    return Frame(
        index,
        state,
        entry,
        _causes(span, entry),
        marks_of(entry.event, state),
        span,
        span.turn,
        before.round,
        before.turn.seat,
    )


def _causes(span: Span, entry: Entry) -> tuple[Cause, ...]:
    chain = []
    while entry.cause is not None:
        number = entry.cause
        entry = span.log[number]
        chain.append(Cause(span.first + number, entry))
    return tuple(reversed(chain))


def _taxations(moves: Iterable[Span]) -> Iterator[TurnTaxes]:
    """The taxes of each turn's end at which anything was paid or missed."""
    for span in moves:
        taxes = [
            (span.first + number, entry.event)
            for number, entry in enumerate(span.log)
            if isinstance(entry.event, e.Taxation)
        ]
        if taxes:
            paid = sum(tax.amount for _, tax in taxes if tax.changes)
            missed = sum(tax.amount for _, tax in taxes) - paid
            seat, number = span.before.turn.seat, span.before.round
            yield TurnTaxes(seat, number, taxes[0][0], taxes[-1][0], paid, missed)


def _stops(moves: Sequence[Span], taxations: Sequence[TurnTaxes]) -> dict[Stop, tuple[int, ...]]:
    found: dict[Stop, list[int]] = {stop: [] for stop in STOPS}
    for span in moves:
        for number, entry in enumerate(span.log, span.first):
            event = entry.event
            # An empty printed hamlet under a copy is nobody's loss.
            empty = isinstance(event, e.HamletCovered) and not event.building.cubes
            stop: Stop | None = "covered" if empty else event.about.stop
            if stop is not None:
                found[stop].append(number)
    found["effect"] = list(range(moves[-1].last + 1 if moves else 1))
    found["move"] = [0, *(span.last for span in moves)]
    found["turn"] = [0, *(span.last for span in moves if span.ends_turn)]
    found["tax"] = [taxation.last for taxation in taxations]
    return {stop: tuple(indices) for stop, indices in found.items()}


# ------------------------------------------------------------------ what is known at a frame


def known_at(timeline: Timeline, index: int, eyes: Eyes = None) -> GameState:
    """The position of a frame as these eyes know it that have watched the whole game.

    Inside a move it is the one at the end of that move: before, shadows have not fallen yet, or
    domains are not yet put right (O1). See `knowledge`.
    """
    log = (entry for span in timeline.moves if span.first <= index for entry in span.log)
    return known_to(timeline.start, log, eyes)


def branched(timeline: Timeline, move: int, number: int) -> Timeline:
    """The line up to a move, and then a variation in its place."""
    if not 0 <= move < len(timeline.moves):
        raise KhronosError(f"this line has {len(timeline.moves)} moves, and no move {move}")
    same, left = timeline.moves[:move], timeline.moves[move].first - 1
    own = (
        span._replace(number=span.number + move, first=span.first + left, last=span.last + left)
        for span in timeline.variation(move, number).moves
    )
    return Timeline(timeline.start, (*same, *own))
