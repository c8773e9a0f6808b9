"""What goes to a terminal: nothing that a file says can move its cursor, colour or title."""

from __future__ import annotations

import sys
import unicodedata

import click


def safe(text: str) -> str:
    r"""The text with every character that is not printed written as an escape.

    >>> print(safe("Ann\x1b[31m\nBen\u202e"))
    Ann\x1b[31m
    Ben\u202e
    """
    if text.isprintable():
        return text
    return "".join(letter if _is_harmless(letter) else _escape(letter) for letter in text)


def _is_harmless(letter: str) -> bool:
    return letter.isprintable() or letter == "\n" or unicodedata.category(letter) == "Zs"


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def one_line(text: str) -> str:
    """The text as `safe`, and in one line."""
    return safe(text).replace("\n", "\\n")


def say(text: str = "", *, err: bool = False) -> None:
    """Print a text; what the terminal has no letter for is escaped, too."""
    stream = sys.stderr if err else sys.stdout
    encoding = stream.encoding or "utf-8"
    click.echo(safe(text).encode(encoding, "backslashreplace").decode(encoding), err=err)
