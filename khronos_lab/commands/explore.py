"""`khronos-lab explore`: the explorer of many games as a page of its own, served by Voila."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from khronos_lab.commands.terminal import EXIT_CODES
from khronos_lab.rulebook import LANGUAGES

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
    from khronos_lab.front import dataset

    found = dataset(*sources)  # what cannot be read is told here, not on the page

    from voila.app import Voila  # takes seconds

    click.echo(f"{found}; Ctrl-C stops it.", err=True)
    places = [str(Path(each).absolute()) if Path(each).exists() else each for each in sources]
    with TemporaryDirectory(prefix="khronos_lab_") as folder:
        path = Path(folder, "explore.ipynb")
        path.write_text(_notebook(CELL.format(language=language, sources=places, of=of)), "utf-8")
        arguments = [str(path), "--Voila.ip=127.0.0.1"]
        arguments += [] if port is None else [f"--port={port}"]
        Voila.launch_instance([*arguments, "--no-browser"] if no_browser else arguments)


def _notebook(source: str) -> str:
    """The text of a notebook with one cell."""
    cell: dict[str, object] = {
        "cell_type": "code", "id": "explore", "execution_count": None, "metadata": {},
        "outputs": [], "source": source,
    }  # fmt: skip
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    return json.dumps({"cells": [cell], "metadata": about, "nbformat": 4, "nbformat_minor": 5})
