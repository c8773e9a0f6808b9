"""The `khronos-lab` command: start the notebooks, work with games, maps, datasets and rules.

What can go wrong is told in one sentence on the error stream: exit code 2 if the command was called
wrongly, 1 if something is bad or stood in the way, 3 if we are at fault. Heavy imports are inside
the functions, so that `khronos-lab --help` answers at once.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import socket
import sys
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NoReturn

import click

from khronos_lab.commands.completion import completion
from khronos_lab.commands.explore import explore
from khronos_lab.commands.games import convert, show, validate
from khronos_lab.commands.new_map import new_map
from khronos_lab.commands.report import export, report, review
from khronos_lab.commands.simulate import ladder, simulate
from khronos_lab.commands.terminal import EXIT_CODES, one_line
from khronos_lab.commands.where import where
from khronos_lab.rulebook import LANGUAGES, KhronosError

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def why_no_browser() -> str:
    """Why no window of a browser can be opened here; empty if one can.

    Without a display Python would start a browser of the terminal, such as lynx, in which no
    notebook runs; so nothing is opened then, unless the user has named a browser.
    """
    if os.environ.get("BROWSER"):
        return ""
    windows = sys.platform in ("win32", "cygwin", "darwin")
    if not windows and not any(os.environ.get(name) for name in DISPLAYS):
        return "there is no display here"
    try:
        webbrowser.get()
    except webbrowser.Error:
        return "there is no browser here"
    return ""


PACKAGE = Path(__file__).resolve().parent.parent
FIRST_NOTEBOOK = "00_start_here.ipynb"
COPIED_NOTEBOOKS = "khronos_lab_notebooks"
LOCALHOST = "127.0.0.1"
WORKSPACES = "JUPYTERLAB_WORKSPACES_DIR"
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
    # Only who asks waits for the library to be loaded.
    from importlib.metadata import version

    from khronos_lab.native import availability

    click.echo(f"khronos-lab, version {version('khronos-lab')}, {availability()}")
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


@main.command(short_help="Start JupyterLab on the first notebook.", epilog=EXIT_CODES)
@click.option("--port", type=click.IntRange(1, 65535), help="Use this port and no other.")
@click.option("--no-browser", is_flag=True, help="Print the address instead of opening a browser.")
@click.option("--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True)
def lab(port: int | None, no_browser: bool, language: str) -> None:
    """Start JupyterLab on the first notebook.

    It listens on this computer only; Ctrl-C stops it. From an installed package, the notebooks are
    first copied to the folder khronos_lab_notebooks, where no file of yours is overwritten.

    \b
    Examples:
      khronos-lab lab
      khronos-lab lab --language de
      khronos-lab lab --no-browser --port 8900
    """  # noqa: D301
    if port is not None:
        refuse_taken(port)
    folder = notebooks_folder()
    # English notebooks lie in the folder itself, others in one named after their language.
    own = "" if language == LANGUAGES[0] else language
    notebook = folder / own / FIRST_NOTEBOOK
    if not notebook.is_file():
        raise click.ClickException(f"there is no {notebook}; the installation is incomplete.")
    if not os.access(notebook.parent, os.W_OK):
        click.echo(
            f"{notebook.parent} is read-only: everything runs, but changes cannot be saved there.",
            err=True,
        )
    reason = "" if no_browser else why_no_browser()
    if reason:
        click.echo(
            f"No browser is opened, because {reason}; open the address that is printed below.",
            err=True,
        )
        no_browser = True
    click.echo(f"Starting JupyterLab on {notebook}; Ctrl-C stops it.", err=True)
    launch(lab_arguments(notebook, folder.parent, port, no_browser))
    click.echo("JupyterLab has stopped.", err=True)


def refuse_taken(port: int) -> None:
    """Raise unless a server could listen on the port now."""
    with socket.socket() as probe:
        if os.name == "posix":  # as the server does; otherwise a port just left looks taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOCALHOST, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            reason = "it is taken" if taken else (error.strerror or str(error))
            raise click.ClickException(
                f"cannot use port {port}: {reason}; name another one or leave --port out."
            ) from error


def notebooks_folder() -> Path:
    """Where the notebooks can be edited: in the checkout, or copied to the current folder."""
    bundled = bundled_notebooks()
    if bundled.parent != PACKAGE:
        return bundled
    target = Path.cwd() / COPIED_NOTEBOOKS
    try:
        copy_missing(bundled, target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(
            f"cannot put the notebooks into {target} ({reason}); start in a folder of your own."
        ) from error
    return target


def bundled_notebooks() -> Path:
    """The notebooks as they came: inside the package of a wheel, beside that of a checkout."""
    bundled = PACKAGE / "notebooks"
    return bundled if bundled.is_dir() else PACKAGE.parent / "notebooks"


def copy_missing(source: Path, target: Path) -> None:
    """Copy the files that are not yet there; never overwrite one."""
    target.mkdir(exist_ok=True)
    for item in sorted(source.iterdir()):
        if item.is_dir():
            copy_missing(item, target / item.name)
        elif not (target / item.name).exists():
            shutil.copyfile(item, target / item.name)


def lab_arguments(notebook: Path, root: Path, port: int | None, no_browser: bool) -> list[str]:
    """The command line of JupyterLab; what is not named stays as the user has configured it."""
    arguments = [
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{notebook.relative_to(root).as_posix()}",
        f"--ServerApp.ip={LOCALHOST}",
        "--ServerApp.answer_yes=True",  # one Ctrl-C stops it
        "--ServerApp.log_level=WARN",
        "--LabApp.log_level=WARN",
        "--LabApp.news_url=None",  # nothing is fetched from elsewhere
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if port is not None:
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if no_browser:
        arguments.append("--ServerApp.open_browser=False")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # in a container; JupyterLab refuses otherwise
        arguments.append("--ServerApp.allow_root=True")
    return arguments


def launch(arguments: list[str]) -> None:
    """Run JupyterLab in this process until it is stopped."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    # Defaults of ours that JupyterLab reads beside the user's own settings: it asks nobody whether
    # to fetch news. A setting that the user made wins over them.
    paths = [str(PACKAGE / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(path for path in paths if path)
    try:
        from jupyterlab.labapp import LabApp
    except ImportError as error:
        raise click.ClickException(
            f"JupyterLab cannot be loaded ({error}); install it with: pip install jupyterlab"
        ) from error
    refuse_locked_home()
    try:
        with TemporaryDirectory(prefix="khronos_lab_") as folder:
            LabApp.launch_instance([*arguments, *closed_sidebar(Path(folder))])
    except OSError as error:
        raise click.ClickException(f"JupyterLab cannot run: {error}.") from error


def closed_sidebar(folder: Path) -> list[str]:
    """What tells JupyterLab to begin with its sidebars closed: all the room is the notebook's.

    Whether they are open is part of a workspace, which JupyterLab keeps in a folder. This run gets
    a folder of its own that goes when it ends, so the user's workspaces stay as they are; whoever
    has named a folder for them keeps it.
    """
    if os.environ.get(WORKSPACES):
        return []
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    side = {"collapsed": True, "visible": True, "widgets": []}
    layout = {"main": None, "left": side, "right": side, "relativeSizes": [0, 1, 0]}
    workspace = {"data": {"layout-restorer:data": layout}, "metadata": {"id": "default"}}
    WorkspacesManager(str(folder)).save("default", json.dumps(workspace))
    return [f"--LabApp.workspaces_dir={folder}"]


def refuse_locked_home() -> None:
    """Raise unless JupyterLab can write where it notes that it runs; it would show a traceback."""
    from jupyter_core.paths import jupyter_runtime_dir

    folder = Path(jupyter_runtime_dir())
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        reason = "" if os.access(folder, os.W_OK) else os.strerror(errno.EACCES)
    except OSError as error:
        reason = error.strerror or str(error)
    if reason:
        raise click.ClickException(
            f"JupyterLab cannot write into {folder} ({reason}); set JUPYTER_RUNTIME_DIR to a "
            "folder of your own."
        )


def stop(number: int, frame: FrameType | None) -> None:
    """Answer Ctrl-C: once JupyterLab is up, let it end as if it had been told to terminate.

    At a terminal it does that by itself. Elsewhere a `KeyboardInterrupt` only breaks its loop, and
    a thread that has just read a file can then keep the process alive for ever. While JupyterLab is
    being loaded, the exception may get lost inside an import, so we leave at once instead.
    """
    terminate = signal.getsignal(signal.SIGTERM)
    if callable(terminate):
        terminate(number, frame)
    else:
        os.write(2, b"khronos-lab: stopped before JupyterLab was up.\n")
        os._exit(1)


for command in (
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
