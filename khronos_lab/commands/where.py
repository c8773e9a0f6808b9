"""`khronos-lab where`: a clause of the rules and the code and tests that hold it."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from khronos_lab.commands.terminal import EXIT_CODES, WrongCall
from khronos_lab.rulebook import KhronosError, clauses
from khronos_lab.rulebook import where as where_told


def _labels(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The clauses that begin like this, for the shell."""
    wanted = begun.lower()
    return [
        CompletionItem(label, help=each.text[:60])
        for label, each in clauses().items()
        if label.lower().startswith(wanted)
    ]


@click.command(short_help="Look up a clause of the rules.", epilog=EXIT_CODES)
@click.argument("clause", shell_complete=_labels)
def where(clause: str) -> None:
    """Print a CLAUSE of the rules, the functions (Python and C) that implement it, and its tests.

    Sentences of a game name their clause in brackets; look it up here. A letter stands for a
    chapter: S setup, T turn, A actions, G terrain, D domains, H hierarchy, O order, B shadows,
    C repair, X taxes, V variants.

    \b
    Examples:
      khronos-lab where B3
      khronos-lab where b6
    """  # noqa: D301
    try:
        click.echo(str(where_told(clause)))
    except KhronosError as error:
        raise WrongCall(str(error)) from error
