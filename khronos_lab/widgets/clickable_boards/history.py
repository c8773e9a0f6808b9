"""History: what can be undone and done again."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from khronos_lab.rulebook import KhronosError, Said

Value = TypeVar("Value")


class History(NamedTuple, Generic[Value]):
    """A value with those before it and those that were undone; it never changes.

    Values share what an edit leaves as it is, so all of them can be kept.

    >>> History(1).then(2).then(3).undone()
    History(now=2, past=(1,), future=(3,))
    """

    now: Value
    past: tuple[Value, ...] = ()
    future: tuple[Value, ...] = ()

    def then(self, value: Value) -> History[Value]:
        """The history after an edit; one that changes nothing is not kept."""
        if value == self.now:
            return self
        return History(value, (*self.past, self.now))

    def undone(self) -> History[Value]:
        """One edit back."""
        if not self.past:
            raise KhronosError(Said("slip-undo"))
        return History(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redone(self) -> History[Value]:
        """One edit that was undone, forward again."""
        if not self.future:
            raise KhronosError(Said("slip-redo"))
        return History(self.future[0], (*self.past, self.now), self.future[1:])
