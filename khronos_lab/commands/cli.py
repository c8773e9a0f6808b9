"""The `khronos-lab` command: start the notebooks, work with games, maps, datasets and rules.

What can go wrong is told in one sentence on the error stream: exit code 2 if the command was called
wrongly, 1 if something is bad or stood in the way, 3 if we are at fault. Heavy imports are inside
the functions, so that `khronos-lab --help` answers at once.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem, get_completion_class

from khronos_lab.commands.games import convert, new_map, show, validate
from khronos_lab.commands.report import export, report, review
from khronos_lab.commands.server import explore, lab
from khronos_lab.commands.simulate import ladder, simulate
from khronos_lab.commands.terminal import EXIT_CODES, WrongCall, one_line
from khronos_lab.rulebook import KhronosError, clauses
from khronos_lab.rulebook import where as where_told

TRACEBACK = "KHRONOS_LAB_TRACEBACK"
"""The environment variable with which a defect of ours shows where it is."""


class OneSentence(click.Group):
    """A click group that tells every error in one sentence, without usage text or traceback."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:  # noqa: ANN401
        """Run the command and leave with its exit code."""
        extra["standalone_mode"] = False
        try:
            code = super().main(*args, **extra)
        except click.UsageError as error:
            command = error.ctx.info_name if error.ctx and error.ctx.parent else None
            asked = " ".join(filter(None, ("khronos-lab", command)))
            code = tell(f"{error.format_message().rstrip('.')} (see {asked} --help)", 2)
        except click.ClickException as error:
            code = tell(error.format_message(), error.exit_code)
        except KhronosError as error:
            code = tell(str(error), 1)
        except OSError as error:
            name, reason = str(error.filename or ""), error.strerror or str(error)
            code = tell(f"{name[:100]}: {reason}" if name else reason, 1)
        except click.Abort:
            code = tell("interrupted.", 1)
        except ModuleNotFoundError as error:
            code = tell(f"{error.name} is missing here; install it: pip install {error.name}", 1)
        except Exception as error:
            code = tell_defect(error)
        sys.exit(code)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one meets them."""
        return list(self.commands)


def tell(message: str, code: int) -> int:
    """Print a sentence on the error stream and give the exit code back."""
    click.echo(f"khronos-lab: {one_line(message)}", err=True)
    return code


def tell_defect(error: Exception) -> int:
    """Say that we are at fault and how to see where; gives the exit code."""
    if os.environ.get(TRACEBACK):
        raise error
    name = type(error).__name__
    return tell(
        f"this is a defect of khronos_lab, please report it: {name}: {error}; "
        f"with {TRACEBACK}=1 before the command it shows where.",
        3,
    )


def _tell_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from khronos_lab import __version__
    from khronos_lab.native import availability  # who does not ask need not wait for it

    click.echo(f"khronos-lab, version {__version__}, {availability()}")
    context.exit()


@click.group(
    cls=OneSentence,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"khronos-lab COMMAND --help has examples. {EXIT_CODES}",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version, and whether the compiled engine is there.",
)
@click.pass_context
def main(context: click.Context) -> None:
    """Study the board game Khronos: replay games, learn its shadows and paradoxes, ask many games.

    \b
    First steps:
      khronos-lab lab                                           notebooks in the browser
      khronos-lab show data/games/03-four-players-valley.khr    a game in the terminal
      khronos-lab export data/games/08-lesson-three-ages.khr -o lesson.html
      khronos-lab where B6                                      what is a paradox?

    \b
    Games of your own, written like those of data/games:
      khronos-lab validate friday.khr
      khronos-lab review friday.khr
      khronos-lab report friday.khr -o story.html

    \b
    Many games:
      khronos-lab simulate --games 200 --players greedy,greedy,random --out runs/first
      khronos-lab report runs/first -o report.html
      khronos-lab explore runs/first                            brush them in the browser

    What begins with data/ comes with khronos-lab and is found from any folder.
    """  # noqa: D301
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


# ------------------------------------------------------------------ two small commands


def _labels(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    return [
        CompletionItem(label, help=text[:60])
        for label, text in clauses().items()
        if label.lower().startswith(begun.lower())
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


@click.command(short_help="Print a script for completion with the Tab key.", epilog=EXIT_CODES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
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
    command = context.find_root().command
    click.echo(found(command, {}, "khronos-lab", "_KHRONOS_LAB_COMPLETE").source())


for command in (
    lab,
    show,
    validate,
    convert,
    export,
    report,
    review,
    explore,
    where,
    new_map,
    simulate,
    ladder,
    completion,
):
    main.add_command(command)


if __name__ == "__main__":
    main()
