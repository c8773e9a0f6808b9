"""The introduction to the game, told and shown without a question.

A scene is a small position, perhaps a move, and what is said about each of its steps. The last one
lets the reader play a turn: it offers actions, whatever their order, and the engine judges them.

The files of `data/introduction` have the form of a scenario (`FORMAT.md`) with other words:
`title`, `move`, `offers` and `best`, which may be left out, and `note 0`, `note 1`, … for the steps
of the move; 0 is the position before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import takewhile
from typing import Final

from khronos_lab.core import GameState
from khronos_lab.lessons.exercise import Words
from khronos_lab.lessons.library import Reading, parts_of
from khronos_lab.lessons.model import ScenarioError
from khronos_lab.lessons.trial import Trial, attempt_token, still
from khronos_lab.rulebook import KhronosError, Violation, data_file

_FIRST: Final = "khronos scene 1"
_WORDS: Final = ("title", "title de", "move", "offers", "best", "note *", "note * de")
_OPTIONAL: Final = ("move", "offers", "best", "note *", "note * de")


@dataclass(frozen=True)
class Story:
    """A position with notes, and perhaps a move or actions to choose from."""

    title: Words
    position: GameState
    notes: tuple[Words, ...]
    """What is said at each step; steps without a note keep the one before."""
    move: str = ""
    offers: tuple[str, ...] = ()
    """Actions that the reader may take, in record notation; the last one ends the turn."""
    best: int = 0
    """The most coins that any turn brings, whatever is done: found beforehand by a full search."""

    @property
    def trial(self) -> Trial:
        """What the engine says of the move; without one the position stays as it is."""
        return attempt_token(self.position, self.move) if self.move else still(self.position)


@dataclass(frozen=True)
class Turn:
    """A turn that a reader plays: what was offered, and what has been done so far."""

    start: GameState
    offers: tuple[str, ...]
    played: tuple[str, ...] = ()
    last: Trial | None = field(default=None, compare=False, repr=False)
    """The action that was taken last; None before the first."""
    best: int = field(default=0, compare=False)
    """The most coins that any turn would bring."""

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

    def tried(self, offer: str) -> Trial:
        """What the engine says of an offer now; it may be forbidden."""
        if offer not in self.open:
            raise KhronosError(f"{offer!r} is not offered now; there is {', '.join(self.open)}")
        return attempt_token(self.state, offer)

    def forbidden(self, offer: str) -> Violation | None:
        """Why an offer may not be taken now, if it may not."""
        return self.tried(offer).violation

    def then(self, offer: str) -> Turn:
        """The turn after one more action."""
        trial = self.tried(offer)
        if trial.violation is not None:
            raise KhronosError(f"{offer!r} is forbidden now")
        return replace(self, played=(*self.played, offer), last=trial)

    @property
    def gain(self) -> int:
        """How many coins the turn has brought so far, less what it has cost."""
        seat = self.start.seat
        return self.state.players[seat].coins - self.start.players[seat].coins

    def all(self) -> tuple[Turn, ...]:
        """Itself and every way to go on from it; the order of what was done before is the same."""
        found: dict[tuple[frozenset[str], str], Turn] = {}
        pending = [self]
        while pending:
            turn = pending.pop(0)
            key = (frozenset(turn.played), turn.played[-1] if turn.played else "")
            if key not in found:
                found[key] = turn
                pending += [turn.then(x) for x in turn.open if turn.forbidden(x) is None]
        return tuple(found.values())


# ------------------------------------------------------------------ files


@cache
def introduction() -> tuple[Story, ...]:
    """The scenes of "How Khronos is played", in their order."""
    files = sorted(data_file("introduction").glob("*.scene"))
    return tuple(read_scene(file.read_text(encoding="utf-8"), file.name) for file in files)


def read_scene(text: str, file: str = "<text>") -> Story:
    """The scene that a text tells."""
    said, position = parts_of(text, file, _FIRST, _WORDS, _OPTIONAL)
    reading = Reading(said, file)
    numbered = list(takewhile(lambda n: f"note {n}" in said, range(len(said))))
    notes = [word for word in said if word.startswith("note ")]
    if len(notes) != 2 * len(numbered) or any(f"note {n} de" not in said for n in numbered):
        raise ScenarioError("notes are numbered from 0 and told in both languages", file)
    return Story(
        title=reading.words("title"),
        position=reading.position(position),
        notes=tuple(
            Words(reading.text(f"note {n}"), reading.text(f"note {n} de")) for n in numbered
        ),
        move=reading.text("move") if "move" in said else "",
        offers=tuple(reading.text("offers").split()) if "offers" in said else (),
        best=reading.number("best", range(100)) if "best" in said else 0,
    )
