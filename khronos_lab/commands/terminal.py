"""What goes to a terminal: nothing that a file says can move its cursor, colour or title."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import Final

import click

from khronos_lab.records import local_path
from khronos_lab.rulebook import LANGUAGES, KhronosError, current_language, say

EXIT_CODES: Final = (
    "Exit codes: 0 done; 1 something is bad or stood in the way; 2 called wrongly. Why is said in "
    "one sentence on the error stream."
)
"""The last words of every command's help."""


language_option: Final = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=current_language,
    help="The language of the words.",
)
force_option: Final = click.option("--force", is_flag=True, help="Overwrite an existing file.")
game_option: Final = click.option(
    "--game", type=click.IntRange(1), default=1, help="The game of the file, from 1."
)
progress_option: Final = click.option(
    "--progress/--quiet", default=None, help="Show a progress bar."
)
trust_option: Final = click.option(
    "--trust",
    multiple=True,
    metavar="MODULE",
    help="Let players of this module of your own play games of DIR again.",
)
"""What a dataset names is never imported by itself."""


def find_own_players() -> None:
    """Players of one's own are found where people keep them: in the current folder."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


class WrongCall(click.ClickException):
    """An argument that makes no sense; the message is complete as it is."""

    exit_code = 2


def safe(text: str) -> str:
    r"""The text with every character that is not printed written as an escape.

    >>> print(safe("Ann\x1b[31m\nBen\u202e"))
    Ann\x1b[31m
    Ben\u202e
    """
    if text.isprintable():
        return text

    def shown(letter: str) -> str:
        if letter.isprintable() or letter == "\n" or unicodedata.category(letter) == "Zs":
            return letter
        return letter.encode("unicode_escape").decode("ascii")

    return "".join(map(shown, text))


def one_line(text: str) -> str:
    """The text as `safe`, and in one line."""
    return safe(text).replace("\n", "\\n")


def echo(text: str = "", *, err: bool = False, end: str = "\n", bold: bool = False) -> None:
    """Print a text, bold only in a terminal; what it has no letter for is escaped, too."""
    stream = sys.stderr if err else sys.stdout
    encoding = stream.encoding or "utf-8"
    words = safe(text).encode(encoding, "backslashreplace").decode(encoding)
    click.echo(f"{click.style(words, bold=True) if bold else words}{end}", err=err, nl=False)


def refuse_existing(target: str, *, force: bool | None) -> None:
    """Refuse what cannot be written, before any work is done.

    `force` is None if the command has no such option.
    """
    path = local_path(target)
    if not path.parent.is_dir():
        raise KhronosError(say("files-no_folder", path=target, folder=str(path.parent)))
    if not path.exists():
        return
    if not path.is_file():
        raise KhronosError(say("files-no_file", path=target))
    if not force:
        advice = "name another file" if force is None else "--force replaces it"
        raise KhronosError(f"{target}: exists already; {advice}")


def exit_if_partial(context: click.Context, problem: KhronosError | None) -> None:
    """Exit with code 1 if a game was read only up to a bad move, and say why."""
    if problem is not None:
        echo(f"khronos-lab: {one_line(str(problem))}", err=True)
        context.exit(1)


def size_text(number: int) -> str:
    """A number of bytes for people.

    >>> size_text(95420), size_text(3_200_000)
    ('95 kB', '3.2 MB')
    """
    return f"{number / 1000:.0f} kB" if number < 1_000_000 else f"{number / 1_000_000:.1f} MB"
