"""`khronos-lab lab` and `khronos-lab explore`: pages that a Jupyter server of this computer shows.

It listens on this computer only, asks for a token and refuses requests for another host.
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
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import click

from khronos_lab.commands.terminal import EXIT_CODES
from khronos_lab.rulebook import LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent
FIRST_NOTEBOOK = "00_start_here.ipynb"
COPIED_NOTEBOOKS = "khronos_lab_notebooks"
LOCALHOST = "127.0.0.1"
WORKSPACES = "JUPYTERLAB_WORKSPACES_DIR"
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


@click.command(short_help="Start JupyterLab on the first notebook.", epilog=EXIT_CODES)
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
    root = folder.parent
    url = f"/lab/tree/{notebook.relative_to(root).as_posix()}"
    arguments = [
        *server_arguments(root, url, port, no_browser),
        "--LabApp.log_level=WARN",
        "--LabApp.news_url=None",  # nothing is fetched from elsewhere
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    click.echo(f"Starting JupyterLab on {notebook}; Ctrl-C stops it.", err=True)
    with TemporaryDirectory(prefix="khronos_lab_") as workspaces:
        launch("jupyterlab.labapp", "LabApp", [*arguments, *closed_sidebar(Path(workspaces))])
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


def server_arguments(root: Path, url: str, port: int | None, no_browser: bool) -> list[str]:
    """The command line of a Jupyter server; what is not named stays as the user configured it."""
    arguments = [
        f"--ServerApp.root_dir={root}",
        f"--ServerApp.ip={LOCALHOST}",
        f"--{'LabApp' if url.startswith('/lab') else 'ServerApp'}.default_url={url}",
        "--ServerApp.answer_yes=True",  # one Ctrl-C stops it
        "--ServerApp.log_level=WARN",
    ]
    if port is not None:
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if reason := "" if no_browser else why_no_browser():
        click.echo(
            f"No browser is opened, because {reason}; open the address that is printed below.",
            err=True,
        )
    if no_browser or reason:
        arguments.append("--ServerApp.open_browser=False")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # in a container; Jupyter refuses otherwise
        arguments.append("--ServerApp.allow_root=True")
    return arguments


def launch(module: str, app: str, arguments: list[str]) -> None:
    """Run an application of Jupyter in this process until it is stopped."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    # Defaults of ours that JupyterLab reads beside the user's own settings: it asks nobody whether
    # to fetch news. A setting that the user made wins over them.
    paths = [str(PACKAGE / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(path for path in paths if path)
    try:
        application = getattr(import_module(module), app)
    except ImportError as error:
        package = module.partition(".")[0]
        raise click.ClickException(
            f"{package} cannot be loaded ({error}); install it with: pip install {package}"
        ) from error
    refuse_locked_home()
    try:
        application.launch_instance(arguments)
    except OSError as error:
        raise click.ClickException(f"Jupyter cannot run: {error}.") from error


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


CELL = """import khronos_lab as kl
kl.set_language({language!r})
kl.dataset(*{sources!r}).explore({of!r})"""


@click.command(short_help="Look through many games in the browser.", epilog=EXIT_CODES)
@click.argument("sources", nargs=-1, required=True, metavar="FOLDER...")
@click.option(
    "--of",
    type=click.Choice(["games", "players", "turns"]),
    default="games",
    show_default=True,
    help="What is counted.",
)
@click.option("--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), help="Use this port and no other.")
@click.option("--no-browser", is_flag=True, help="Print the address instead of opening a browser.")
def explore(
    sources: tuple[str, ...], of: str, language: str, port: int | None, no_browser: bool
) -> None:
    """Brush the games of FOLDER: pictures that follow each other, and a replay for every game.

    FOLDER is a dataset of simulate, or holds games; several are looked through together. The page
    is served to this computer only; Ctrl-C stops it. It needs Voila: pip install voila.

    \b
    Examples:
      khronos-lab explore data/sample
      khronos-lab explore runs/first --of players --language de
    """  # noqa: D301
    if port is not None:
        refuse_taken(port)

    from khronos_lab.front import dataset

    found = dataset(*sources)  # what cannot be read is told here, not on the page

    import voila  # noqa: F401  (the server finds it by itself; without it, it is named here)

    click.echo(f"{found}; Ctrl-C stops it.", err=True)
    places = [str(Path(each).absolute()) if Path(each).exists() else each for each in sources]
    with TemporaryDirectory(prefix="khronos_lab_") as folder:
        cell = CELL.format(language=language, sources=places, of=of)
        Path(folder, "explore.ipynb").write_text(_notebook(cell), "utf-8")
        url = "/voila/render/explore.ipynb"
        arguments = server_arguments(Path(folder), url, port, no_browser)
        launch("jupyter_server.serverapp", "ServerApp", arguments)


def _notebook(source: str) -> str:
    cell: dict[str, object] = {
        "cell_type": "code", "id": "explore", "execution_count": None, "metadata": {},
        "outputs": [], "source": source,
    }  # fmt: skip
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    return json.dumps({"cells": [cell], "metadata": about, "nbformat": 4, "nbformat_minor": 5})
