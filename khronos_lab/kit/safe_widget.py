"""The base of all widgets: what a browser's message sets off and fails is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import signature
from logging import getLogger
from pathlib import Path
from reprlib import repr as shortened
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

import anywidget
import IPython.display
import traitlets
from traitlets import Bunch, validate

from khronos_lab.board import colour_sheet, joined_modules, tag
from khronos_lab.rulebook import KhronosError, Said, excerpt, say, speaking, spoken

_LOG: Final = getLogger("khronos_lab")
_KIT: Final = Path(__file__).parent
WORDS: Final = ("panel-error", "board-close")
"""The words that the line for errors needs in the browser."""


def joined(*names: str) -> str:
    """Files as one: `kit` and those named (`../desk/browser/replay.js`), in that order.

    A browser gets a widget's script as one piece that can import nothing beside it, so modules are
    put together here without their imports and exports; only the last one exports.
    """
    kit = f"browser/kit{Path(names[0]).suffix}"
    parts = joined_modules((_KIT / name).read_text("utf-8") for name in (kit, *names))
    return colour_sheet() + parts if kit.endswith(".css") else parts


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


_display: Callable[..., object] = IPython.display.display
_GONE: Final = """<style>
.kl-gone { opacity: 0; animation: kl-gone 0s 2s forwards; }
@keyframes kl-gone { to { opacity: 1; } }
.jp-OutputArea-child:has(.kl-widget) + .jp-OutputArea-child:has(.kl-gone),
.jp-OutputArea-child:not(:has(.kl-widget)):has(+ .jp-OutputArea-child .kl-gone) { display: none; }
</style>"""
"""Either the widget is seen or the words, and these only after a while: it may be on its way."""


Widget = TypeVar("Widget", bound="SafeWidget")
P = ParamSpec("P")
Result = TypeVar("Result")


def in_its_language(
    method: Callable[Concatenate[Widget, P], Result],
) -> Callable[Concatenate[Widget, P], Result]:
    """A method of a widget, called from Python, that speaks the widget's own language."""

    @wraps(method)
    def spoken(widget: Widget, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        with speaking(widget.language):
            return method(widget, *args, **kwargs)

    return spoken


class SafeWidget(anywidget.AnyWidget):
    """A widget in which an error becomes a line on the page: one only logged is never seen.

    It has a language of its own, which is spoken whenever a browser or a trait sets something off;
    methods that are called from Python are `in_its_language`.
    """

    error = traitlets.Unicode("").tag(sync=True)
    """What went wrong last; shown until it is closed."""
    language = traitlets.Unicode("en").tag(sync=True)

    @validate("language")
    def _check_language(self, proposal: Bunch) -> str:
        with refusing():
            return spoken(str(proposal["value"]))

    kernel_gone = ""
    """The key of what is said in the widget's place when its kernel is gone; empty for nothing."""

    def _ipython_display_(self) -> None:
        """Show the widget, and behind it what is to be seen when nobody answers any more.

        A saved notebook that JupyterLab trusts shows the widget's own representation or an error,
        never another one of the same output; so what stands in for it is an output of its own,
        which the widget's presence hides.
        """
        shown = super()._repr_mimebundle_()
        if shown is None:
            return
        _display(shown[0], raw=True, metadata=shown[1])
        later = self.stand_in()
        if later:
            _display({"text/html": later, "text/plain": ""}, raw=True)

    @in_its_language
    def stand_in(self) -> str:
        """What is seen in the widget's place once its kernel is gone, as HTML."""
        if not self.kernel_gone:
            return ""
        return _GONE + tag("p", say(self.kernel_gone), class_="kl-gone")

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the browser has set; what fails because of it is shown."""
        with speaking(self.language), self._shown_if_it_fails():
            super().set_state(sync_data)

    def notify_change(self, change: Bunch) -> None:
        """Tell the browser and all observers of a change."""
        with speaking(self.language):
            super().notify_change(change)

    def _handle_custom_msg(self, content: dict[str, Any], buffers: object) -> None:
        with speaking(self.language), self._shown_if_it_fails():
            self._answer_message(content)

    def _answer_message(self, content: dict[str, Any]) -> None:
        """Do what a message of the browser asks for."""
        raise KhronosError(f"nothing here answers a message {content.get('kind')!r}")

    @contextmanager
    def _shown_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except Exception as fault:
            if isinstance(fault, KhronosError):
                self.error = fault.text()
                return
            # Not `self.log`: a widget may call something else so.
            _LOG.exception("a callback of %s failed", type(self).__name__)
            wrong = say("panel-error")
            self.error = f"{wrong}: {type(fault).__name__}: {fault}"


def within(value: int, count: int, what: str, of: str) -> int:
    """A number that counts from 0, refused if it is too large."""
    if not 0 <= value < count:
        raise Refused(f"there are {count} {of}, so there is no {what} {value}")
    return value


def one_of(value: str, known: Iterable[str], what: str) -> str:
    """A name, refused if it is not known."""
    names = list(known)
    if type(value) is not str or value not in names:
        told = ", ".join(name for name in names if name)
        raise Refused(f"there is no {what} {shortened(value)}; there are {told}")
    return value


def number_in(value: str) -> int:
    """A number as somebody types it."""
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise KhronosError(Said("slip-number", {"text": excerpt(text)}))
    return int(text)


Given = ParamSpec("Given")
Part = TypeVar("Part")
Whole = TypeVar("Whole")
Value = TypeVar("Value")


def forwarded(
    part: str, method: Callable[Concatenate[Part, Given], object], after: str = ""
) -> Callable[Concatenate[Whole, Given], Whole]:
    """A method by which the whole hands on to a part, so that calls can follow one another.

    `part` is the attribute that holds the part, `after` a method of the whole that is called next.

    >>> class Shelf:
    ...     def __init__(self):
    ...         self.books = []
    ...
    ...     put = forwarded("books", list.append)
    >>> Shelf().put("Emma").put("Persuasion").books
    ['Emma', 'Persuasion']
    """

    @wraps(method)
    def forward(whole: Whole, /, *args: Given.args, **more: Given.kwargs) -> Whole:
        with speaking(getattr(whole, "language", None)):
            method(getattr(whole, part), *args, **more)
            if after:
                getattr(whole, after)()
        return whole

    # It reads as if the whole did it, and gives the whole back.
    forward.__signature__ = signature(method).replace(return_annotation="Self")  # type: ignore[attr-defined]
    return forward


class Shared(Generic[Value]):
    """A property delegated to a part: `spot = Shared("part", Part.spot)`."""

    def __init__(self, part: str, value: Callable[[Any], Value]) -> None:
        self._part, self._value = part, value
        self.__doc__ = value.__doc__

    def __get__(self, whole: object, kind: type) -> Value:
        """What the part says; the class itself has no part, only this."""
        if whole is None:
            return self  # type: ignore[return-value]
        with speaking(getattr(whole, "language", None)):
            return self._value.__get__(getattr(whole, self._part))  # type: ignore[no-any-return]
