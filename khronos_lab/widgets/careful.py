"""The base of the teaching widgets: what a browser's message sets off and fails is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets

from khronos_lab.rulebook.errors import KhronosError


class Refused(KhronosError, traitlets.TraitError):
    """A value that a trait does not take.

    Traitlets roll back what a browser has set together only for an error of their own.
    """


@contextmanager
def refusing() -> Iterator[None]:
    """Turn any refusal inside the block into one that traitlets understand."""
    try:
        yield
    except KhronosError as fault:
        raise Refused(str(fault)) from fault


class CarefulWidget(anywidget.AnyWidget):
    """A widget with a line for errors: one that is only logged is never seen."""

    error = traitlets.Unicode("").tag(sync=True)
    """What went wrong last; shown until it is closed."""

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the browser has set; what fails because of it is shown."""
        with self._shown_if_it_fails():
            super().set_state(sync_data)

    def _handle_custom_msg(self, content: dict[str, Any], buffers: object) -> None:
        with self._shown_if_it_fails():
            self._answer_message(content)

    def _answer_message(self, content: dict[str, Any]) -> None:
        """Do what a message of the browser asks for."""
        raise NotImplementedError

    @contextmanager
    def _shown_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except Exception as fault:
            known = isinstance(fault, KhronosError)
            if not known:
                self.log.exception("a callback of a lesson failed")
            self.error = str(fault) if known else f"{type(fault).__name__}: {fault}"


def within(value: int, count: int, what: str, of: str) -> int:
    """A number that counts from 0, refused if there are not so many."""
    if not 0 <= value < count:
        raise Refused(f"there are {count} {of}, so there is no {what} {value}")
    return value


def one_of(value: str, known: Iterable[str], what: str) -> str:
    """A name, refused if it is not known."""
    names = list(known)
    if value not in names:
        told = ", ".join(name for name in names if name)
        raise Refused(f"there is no {what} {value!r}; there are {told}")
    return value
