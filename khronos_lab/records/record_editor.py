"""Editing a game at one place: its variations, names, comments and marks; and its file.

An editor is a value, and every edit gives another one:

>>> from khronos_lab.core.actions import EndTurn, Travel
>>> from khronos_lab.engine.setup import new_game
>>> from khronos_lab.rulebook.pieces import Age
>>> game = RecordEditor(GameRecord({}, new_game(2, seed=7))).play([EndTurn(), EndTurn()])
>>> other = game.at((), 1).play([Travel(Age.MIGHT, Age.FAITH)]).mark("?")
>>> other.branches, other.moves, other.unsaved
(((1, 0),), 2, True)
>>> other.delete().record == game.record
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from khronos_lab.core.actions import Action, Move
from khronos_lab.core.state import GameState
from khronos_lab.records import tree
from khronos_lab.records.model import GameRecord, Node
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.saving import Home, save
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say


@dataclass(frozen=True)
class RecordEditor:
    """A record, the place in it that is edited, and the file that it is saved in."""

    record: GameRecord
    branches: tree.Branches = ()
    moves: int = 0
    """How many moves of that line have been played."""
    home: Home | None = None
    """Where the game was last read or saved; None if it is in no file."""
    unsaved: bool = False
    """True if the record has unsaved changes."""
    renamed: int = 0
    """Changes whenever lines get other names: unfinished work from before has no place any more."""
    language: str = "en"

    def at(self, branches: tree.Branches, moves: int, language: str = "") -> RecordEditor:
        """The same record at another place."""
        return replace(self, branches=branches, moves=moves, language=language or self.language)

    @property
    def variation(self) -> tree.Branches:
        """The variation at this place; before its first move it is the line that it leaves."""
        return tree.line_at(self.branches, self.moves)

    @property
    def own_file(self) -> Home | None:
        """The file that `save` writes to; None if it has to be named."""
        return None if self.home is None or self.home.shipped else self.home

    # -------------------------------------------------------------- moves and lines

    def play(self, moves: Iterable[Action | Move], state: GameState | None = None) -> RecordEditor:
        """Play on; what is new becomes a variation. `state` is the position here, if known."""
        return self.become(tree.played(self.record, self.branches, self.moves, moves, state))

    def grow(self, nodes: Sequence[Node]) -> RecordEditor:
        """Add moves that somebody else has played."""
        return self.become(tree.grown(self.record, self.branches, self.moves, nodes))

    def promote(self) -> RecordEditor:
        """Swap the current variation with the line that it leaves."""
        place = tree.promoted(self.record, self._own_line())
        return self.become(place._replace(moves=max(self.moves, place.moves)), renamed=True)

    def delete(self) -> RecordEditor:
        """Delete the current variation with everything below it."""
        line = self._own_line()
        place = tree.Place(tree.without(self.record, line), line[:-1], line[-1][0])
        return self.become(place, renamed=True)

    def cut(self) -> RecordEditor:
        """Delete everything after the current position from the variation."""
        line = self._own_line()
        cut = tree.cut(self.record, line, self.moves)
        return self.become(tree.Place(cut, line, self.moves), renamed=True)

    # -------------------------------------------------------------- words

    def name_line(self, name: str) -> RecordEditor:
        """Name the current variation; without a name it goes by its first move."""
        return self._reworded(tree.named(self.record, self._own_line(), name))

    def comment(self, comment: str) -> RecordEditor:
        """Comment on the move that led here, or on the whole line."""
        if self.moves:
            last = self.moves - 1
            return self._reworded(tree.commented(self.record, self.branches, last, comment))
        return self._reworded(tree.introduced(self.record, (), comment))

    def mark(self, mark: str) -> RecordEditor:
        """Mark the move that led here: `!`, `?`, `!?` and the like; an empty text unmarks it."""
        if not self.moves:
            raise KhronosError("no move has been played here that could be marked")
        return self._reworded(tree.marked(self.record, self.branches, self.moves - 1, mark))

    def _own_line(self) -> tree.Branches:
        if not self.variation:
            raise KhronosError(say("branch-not_the_game", self.language))
        return self.variation

    def _reworded(self, record: GameRecord) -> RecordEditor:
        return self.become(tree.Place(record, self.branches, self.moves))

    def become(self, place: tree.Place, *, renamed: bool = False) -> RecordEditor:
        """The editor at a place of an edited record; `renamed` if lines got other names by it."""
        there = self.at(place.branches, place.moves)
        if place.record == self.record:
            return there
        number = self.renamed + renamed
        return replace(there, record=place.record, unsaved=True, renamed=number)

    # -------------------------------------------------------------- saving

    def save(self, path: PathName | None = None, *, overwrite: bool = False) -> RecordEditor:
        """Save the game with its variations, whole or not at all.

        Without a path it goes back to its place in the file that it came from; the other games of
        that file stay as they are. A new file must not exist, unless `overwrite` says otherwise.
        """
        home = save(self.record, self.home, path, replace=overwrite)
        return replace(self, home=home, unsaved=False)
