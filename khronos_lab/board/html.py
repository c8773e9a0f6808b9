"""Markup: HTML made of escaped strings. Whatever is not markup already is text and is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from typing import Final


class Markup(str):
    """A piece of HTML that is safe to show."""

    __slots__ = ()


NOTHING: Final = Markup("")


def tag(name: str, *inside: str, **attributes: str | int | None) -> Markup:
    """An element; attributes end their name with `_` where Python needs it, None leaves one out.

    >>> tag("a", "<Rita> & ", tag("b", "Sam"), class_="name", data_step=3, title=None)
    '<a class="name" data-step="3">&lt;Rita&gt; &amp; <b>Sam</b></a>'
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{said}>{together(inside)}</{name}>")


def text(words: str) -> Markup:
    """Words as HTML, between tags: a quotation mark is safe there, and pages are full of them."""
    return words if isinstance(words, Markup) else Markup(escape(words, quote=False))


def together(pieces: Iterable[str], between: str = "") -> Markup:
    """Pieces one after the other."""
    return Markup(text(between).join(text(piece) for piece in pieces))


def table(
    head: Iterable[str],
    rows: Iterable[Iterable[str]],
    *,
    above: Iterable[str] = (),
    labels: Sequence[str] = (),
    class_: str | None = None,
) -> Markup:
    """A table: cells of its head, perhaps others above them, and rows that begin with their head.

    Head cells are elements already, the others become cells here. `labels` are said before the
    cells of a row where the page is too narrow for a head.
    """
    heads = [tag("tr", *cells) for cells in (tuple(above), tuple(head)) if cells]
    body = [
        tag(
            "tr",
            first,
            *(tag("td", cell, data_head=label) for cell, label in zip_longest(cells, labels)),
        )
        for first, *cells in rows
    ]
    return tag("table", tag("thead", *heads), tag("tbody", *body), class_=class_)


def link(words: str, index: int, *, class_: str | None = None) -> Markup:
    """Words that lead to a frame of the line that is shown."""
    return tag("a", words, href="#", role="button", data_index=index, class_=class_)
