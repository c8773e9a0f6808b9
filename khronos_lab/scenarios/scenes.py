"""Scenes: the introduction to the game, told and shown without a question.

A scene is a small position, perhaps a move, and what is said about each of its steps. The last one
lets the reader play a turn: it offers actions, whatever their order, and the engine judges them.

The files of `data/introduction` have the form of a scenario (`FORMAT.md`) with other words:
`title`, `move` and `offers`, which may be left out, and `note 0`, `note 1`, … for the steps of the
move; 0 is the position before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final

from khronos_lab.core import EndTurn, GameState
from khronos_lab.rulebook import KhronosError, Violation, data_file
from khronos_lab.scenarios.library import Reading, parts_of
from khronos_lab.scenarios.model import ScenarioError, seen
from khronos_lab.scenarios.questions.exercise import Words
from khronos_lab.scenarios.questions.tried_action import Look

_FIRST: Final = "khronos scene 1"
_WORDS: Final = ("title", "title de", "move", "offers", "note *", "note * de")
_OPTIONAL: Final = ("move", "offers", "note *", "note * de")


@dataclass(frozen=True)
class Scene:
    """A position with notes, and perhaps a move or actions to choose from."""

    title: Words
    position: GameState
    notes: tuple[Words, ...]
    """What is said at each step; steps without a note keep the one before."""
    move: str = ""
    offers: tuple[str, ...] = ()
    """Actions that the reader may take, in record notation; the last one ends the turn."""

    @property
    def look(self) -> Look:
        """What the engine says of the move; without one the position stays as it is."""
        return seen(self.position, self.move) if self.move else still(self.position)


def still(state: GameState) -> Look:
    """A look at a position in which nothing is done."""
    return Look(state, EndTurn(), (), None, (), (), state)


@dataclass(frozen=True)
class Turn:
    """A turn that a reader plays: what was offered, and what has been done so far."""

    start: GameState
    offers: tuple[str, ...]
    played: tuple[str, ...] = ()
    last: Look | None = field(default=None, compare=False, repr=False)
    """The action that was taken last; None before the first."""

    @property
    def state(self) -> GameState:
        """The position now."""
        if self.last is None:
            return self.start
        if self.last.after is None:
            raise KhronosError("a turn goes on only with what is allowed and leaves nothing open")
        return self.last.after

    @property
    def over(self) -> bool:
        """True if the turn has been ended."""
        return self.played[-1:] == self.offers[-1:]

    @property
    def open(self) -> tuple[str, ...]:
        """What is still offered."""
        return () if self.over else tuple(o for o in self.offers if o not in self.played)

    def tried(self, offer: str) -> Look:
        """What the engine says of an offer now; it may be forbidden."""
        if offer not in self.open:
            raise KhronosError(f"{offer!r} is not offered now; there is {', '.join(self.open)}")
        return seen(self.state, offer)

    def forbidden(self, offer: str) -> Violation | None:
        """Why an offer may not be taken now, if it may not."""
        return self.tried(offer).violation

    def then(self, offer: str) -> Turn:
        """The turn after one more action."""
        look = self.tried(offer)
        if look.violation is not None:
            raise KhronosError(f"{offer!r} is forbidden now")
        return Turn(self.start, self.offers, (*self.played, offer), look)

    @property
    def gain(self) -> int:
        """How many coins the turn has brought so far, less what it has cost."""
        seat = self.start.seat
        return self.state.players[seat].coins - self.start.players[seat].coins

    def all(self) -> tuple[Turn, ...]:
        """Itself and every way to go on from it."""
        ways = [self.then(each) for each in self.open if self.forbidden(each) is None]
        return (self, *(turn for way in ways for turn in way.all()))


@lru_cache(maxsize=8)
def best_gain(turn: Turn) -> int:
    """The most coins that any order of the offers brings."""
    return max(each.gain for each in turn.all() if each.over)


# ------------------------------------------------------------------ files


@cache
def introduction() -> tuple[Scene, ...]:
    """The scenes of "How Khronos is played", in their order."""
    files = sorted(data_file("introduction").glob("*.scene"))
    return tuple(read_scene(file.read_text(encoding="utf-8"), file.name) for file in files)


def read_scene(text: str, file: str = "<text>") -> Scene:
    """The scene that a text tells."""
    said, position = parts_of(text, file, _FIRST, _WORDS, _OPTIONAL)
    reading = Reading(said, file)
    numbered = list(takewhile(lambda n: f"note {n}" in said, range(len(said))))
    notes = [word for word in said if word.startswith("note ")]
    if len(notes) != 2 * len(numbered) or any(f"note {n} de" not in said for n in numbered):
        raise ScenarioError("notes are numbered from 0 and told in both languages", file)
    return Scene(
        title=reading.words("title"),
        position=reading.position(position),
        notes=tuple(
            Words(reading.text(f"note {n}"), reading.text(f"note {n} de")) for n in numbered
        ),
        move=reading.text("move") if "move" in said else "",
        offers=tuple(reading.text("offers").split()) if "offers" in said else (),
    )
