"""Markup of widgets: tables and links of escaped strings."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_lab.viewer.html import NOTHING, Markup, tag, text, together

__all__ = ["NOTHING", "Markup", "link", "table", "tag", "text", "together"]


def table(
    head: Iterable[str],
    rows: Iterable[Iterable[str]],
    *,
    above: Iterable[str] = (),
    class_: str | None = None,
) -> Markup:
    """A table: cells of its head, perhaps others above them, and rows that begin with their head.

    Head cells are elements already, the others become cells here.
    """
    heads = [tag("tr", *cells) for cells in (tuple(above), tuple(head)) if cells]
    body = [tag("tr", first, *(tag("td", cell) for cell in cells)) for first, *cells in rows]
    return tag("table", tag("thead", *heads), tag("tbody", *body), class_=class_)


def link(words: str, index: int, *, class_: str | None = None) -> Markup:
    """Words that lead to a frame of the line that is shown."""
    return tag("a", words, href="#", role="button", data_index=index, class_=class_)
