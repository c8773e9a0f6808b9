"""Script: one move while it is being resolved. Rules *tell* what happens and *ask* for choices.

A rule never builds a state: it tells an event, and the script's state is what is now true. A choice
that a player has to make is asked; the move's next answer decides, and if it has none left the
resolution stops with the open question. Nothing is lost then, because nothing outside the script
has changed: play again with one more answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from khronos_lab.core.board import Board, Building, Domain
from khronos_lab.core.events import (
    BuildingErased,
    ChoiceMade,
    DomainsJoined,
    DomainSplit,
    Event,
    ShadowFalls,
)
from khronos_lab.core.evolution import evolve
from khronos_lab.core.squares import first, spread
from khronos_lab.core.state import DEFAULT_NAMES, GameState, PlayerState
from khronos_lab.rulebook import (
    REASON,
    Age,
    Cards,
    IllegalAction,
    Kind,
    implements,
    multilingual,
    violation,
)


class Join:
    """A civil building or copy of this move, and the domains of its age just before it.

    `origins` maps the first square of a building to the first square of its original domain. It
    is worked out by `trace`, only if there is a conflict to settle, and follows the buildings as
    they shrink or go. `contested` holds the conflicts of the joining, each as its buildings.
    """

    __slots__ = ("before", "contested", "origins")

    def __init__(self, before: Board) -> None:
        self.before = before
        self.origins: dict[int, int] = {}
        self.contested: list[list[Building]] = []

    @implements("C2")
    def trace(self, board: Board) -> None:
        """Note for every building of the age that was there before which domain it was in."""
        for anchor, building in board.buildings.items():
            if self.before.buildings.get(anchor) == building:
                self.origins[anchor] = first(self.before.domain_at(anchor).mask)

    def follow(self, old: Building, new: Building | None) -> None:
        """A successor counts where the building that it replaces counted."""
        origin = self.origins.pop(old.square, None)
        if new is not None and origin is not None:
            self.origins[new.square] = origin

    def joined(self, domain: Domain) -> bool:
        """True if a domain has buildings of two or more original domains.

        Only the joining building can have brought them together.
        """
        return len({self.origins[each] for each in domain.anchors if each in self.origins}) > 1

    @implements("C2")
    def settles(self, rivals: list[Building]) -> bool:
        """True if all rivals were in one conflict of the joining and have not shrunk since."""
        return any(all(rival in known for rival in rivals) for known in self.contested)

    @implements("C2")
    def strengths(self, board: Board, kind: Kind, rivals: list[Building]) -> dict[int, int]:
        """The strengths of the original domains that hold one of the rivals.

        The sum of the present values of their buildings of that kind that still stand in the age,
        wherever they are now and whoever owns them. Original domains without a rival are not
        compared (ruling).
        """
        found = {self.origin(rival): 0 for rival in rivals}
        for building in board.buildings.values():
            if building.kind is kind and self.origin(building) in found:
                found[self.origin(building)] += building.value(board.rules)
        return dict(sorted(found.items()))

    def origin(self, building: Building) -> int:
        """The first square of a building's original domain; what was in none is one by itself."""
        return self.origins.get(building.square, building.square)


Option = Building | int
"""What can be chosen: a building (C2, C3), a square (C4) or a seat (B8)."""


class Entry(NamedTuple):
    """One line of the log: an event and the number of the event that caused it."""

    event: Event
    cause: int | None
    players: tuple[PlayerState, ...]
    """The players when the move began: with their names an entry can be read by itself."""

    @multilingual
    def text(self, language: str | None = None) -> str:
        """The caption of the event; without a language in the one that is set."""
        # Words load when somebody reads them: a simulation never does.
        from khronos_lab.core.captions import caption

        return caption(self.event, tuple(player.name for player in self.players))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()


class Log(tuple[Entry, ...]):
    """The log of a move: a tuple of entries that reads as sentences."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(map(str, self))


def is_loss(entry: Entry, log: Sequence[Entry]) -> bool:
    """True if a paradox took a building that does not live on in the copy (B6, B7)."""
    event = entry.event
    if not isinstance(event, BuildingErased) or entry.cause is None:
        return False
    cause, old = log[entry.cause].event, event.building
    if not isinstance(cause, ShadowFalls):
        return True
    copy = cause.building
    return copy.kind is not old.kind or copy.owner != old.owner or bool(old.mask & ~copy.mask)


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice that the move leaves open; nothing has happened yet."""

    clause: str
    seat: int
    """Who decides: the acting player, or in C4 the owner."""
    age: Age
    options: tuple[Option, ...]
    subject: Building | None
    """The building that shrinks (C4) or the hamlet that re-appeared (B8)."""
    log: tuple[Entry, ...] = ()
    """What would have happened so far."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, as the log knows them."""
        if not self.log:
            return DEFAULT_NAMES
        return tuple(player.name for player in self.log[0].players)

    @multilingual
    def text(self, language: str | None = None) -> str:
        """Who decides what, and below it the options with the numbers that answer them."""
        from khronos_lab.core.captions import option_text, question_text

        options = (option_text(self, each, self.names) for each in self.options)
        lines = (f"  {number}  {option}" for number, option in enumerate(options))
        return "\n".join([question_text(self, self.names), *lines])

    def __repr__(self) -> str:
        return self.text()


class OpenQuestion(Exception):
    """Ends a resolution at a question without an answer."""

    def __init__(self, question: OpenChoice) -> None:
        super().__init__(question)
        self.question = question


class Script:
    """A move being resolved: the state as it is now, the log so far, the answers left."""

    __slots__ = ("answers", "drawn", "joins", "log", "players", "seat", "state", "used")

    def __init__(self, state: GameState, answers: tuple[int, ...], drawn: Cards | None) -> None:
        self.state = state
        self.seat = state.turn.seat
        self.players = state.players
        self.log: list[Entry] = []
        self.answers = answers
        self.used = 0
        self.drawn = drawn
        self.joins: dict[Age, Join] = {}
        """C2: the civil building or copy that this move put into an age."""

    def tell(self, event: Event, cause: int | None = None) -> int:
        """Let an event happen; its number in the log is returned for later causes."""
        self.state = evolve(self.state, event)
        self.log.append(Entry(event, cause, self.players))
        return len(self.log) - 1

    def ask(
        self,
        clause: str,
        seat: int,
        age: Age,
        options: tuple[Option, ...],
        *,
        subject: Building | None = None,
        cause: int | None = None,
    ) -> Option:
        """Let a player choose; a single possibility is taken without asking."""
        if len(options) == 1:
            return options[0]
        if self.used == len(self.answers):
            raise OpenQuestion(OpenChoice(clause, seat, age, options, subject, Log(self.log)))
        answer = self.answers[self.used]
        self.used += 1
        if not 0 <= answer < len(options):
            last = len(options) - 1
            raise IllegalAction(
                violation(clause, "refusal-answer", answer=answer, question=self.used, last=last)
            )
        self.tell(ChoiceMade(seat, age, options[answer], clause), cause)
        return options[answer]

    def latest_change(self, age: Age, mask: int) -> int | None:
        """The number of the latest event that put, changed or removed a building on these squares.

        Buildings that touch them count, too. Conflicts are rare, so the log is searched when one
        is met instead of being indexed with every event.
        """
        for number in range(len(self.log) - 1, -1, -1):
            event = self.log[number].event
            if event.age is age and spread(event.touched) & mask:
                return number
        return None

    def note_domains(self, age: Age, before: Board, gone: int, cause: int) -> None:
        """Note which domains an age's change has joined or split.

        `gone` are squares of what went for good: they connect nothing any more.
        """
        after = self.state.boards[age]
        if not gone and len(after.domains) >= len(before.domains):
            # Nothing went, so nothing split; and a joining leaves fewer domains than there were.
            return
        for event in domain_changes(age, before, after, gone):
            self.tell(event, cause)


def domain_changes(age: Age, before: Board, after: Board, gone: int) -> Iterator[Event]:
    """What became one and what fell apart between two boards."""
    # Reason needs no putting right: nothing is compared there, and nobody has to give way.
    calm = age is REASON
    # A change hands on every domain it does not touch, so identity finds the touched ones.
    still = {id(domain) for domain in after.domains}
    old = [domain for domain in before.domains if id(domain) not in still]
    if not old:
        return
    known = {id(domain) for domain in before.domains}
    new = [domain for domain in after.domains if id(domain) not in known]
    for domain in new:
        origins = [each for each in old if each.mask & ~gone & domain.mask]
        if len(origins) > 1:
            firsts = tuple(first(each.mask) for each in origins)
            yield DomainsJoined(age, firsts, first(domain.mask), "O1" if calm else "C2")
    for domain in old:
        parts = [each for each in new if each.mask & domain.mask & ~gone]
        if len(parts) > 1:
            firsts = tuple(first(each.mask) for each in parts)
            yield DomainSplit(age, first(domain.mask), firsts, "O1" if calm else "C3")
