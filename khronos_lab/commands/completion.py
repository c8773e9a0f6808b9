"""`khronos-lab completion`: what a shell needs to complete the command with the Tab key."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from khronos_lab.commands.terminal import EXIT_CODES

PROGRAM = "khronos-lab"
VARIABLE = "_KHRONOS_LAB_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


@click.command(short_help="Print a script for completion with the Tab key.", epilog=EXIT_CODES)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete commands, options, files and clauses.

    \b
    Switch it on for good with one of these lines, then open a new terminal:
      khronos-lab completion bash >> ~/.bashrc
      khronos-lab completion zsh >> ~/.zshrc
      khronos-lab completion fish > ~/.config/fish/completions/khronos-lab.fish
    """  # noqa: D301
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, PROGRAM, VARIABLE).source())
