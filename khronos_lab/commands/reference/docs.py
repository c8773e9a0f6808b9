"""`khronos-lab docs`: the reference of every function and the notebooks as pages."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from khronos_lab.commands.terminal import EXIT_CODES, echo, one_line
from khronos_lab.records.safe_files import refusal, replace_folder
from khronos_lab.rulebook.errors import KhronosError


@click.command(short_help="Build the reference and the notebooks as pages.", epilog=EXIT_CODES)
@click.option("-o", "--out", required=True, type=click.Path(), metavar="DIR", help="A new folder.")
@click.option("--execute", is_flag=True, help="Run the notebooks first, to show what they show.")
@click.option("--force", is_flag=True, help="Replace the folder.")
def docs(out: str, execute: bool, force: bool) -> None:
    """Write pages into DIR: a reference of all modules from their docstrings, and the notebooks.

    Open DIR/index.html. It needs pdoc: pip install "khronos-lab[docs]". With --execute it takes
    some minutes.

    \b
    Examples:
      khronos-lab docs -o reference
      khronos-lab docs -o reference --execute --force
    """  # noqa: D301
    target = Path(out)
    if target.exists() and not force and (not target.is_dir() or any(target.iterdir())):
        raise KhronosError(f"{out}: exists already; --force replaces it")
    if force and target.is_dir() and any(target.iterdir()) and not _is_ours(target):
        raise KhronosError(f"{out}: docs did not make this folder, so it is not replaced")
    try:
        import pdoc  # noqa: F401
    except ImportError as error:
        raise KhronosError(
            'the reference needs pdoc; install it with: pip install "khronos-lab[docs]"'
        ) from error
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".docs-") as made:
            pages = Path(made) / "pages"
            pages.mkdir()
            said = _build(pages, execute=execute)
            replace_folder(pages, target)
    except OSError as fault:
        raise refusal(out, "written", fault) from fault
    echo(f"{one_line(out)}: {said}; open {one_line(str(target / 'index.html'))}")


def _is_ours(folder: Path) -> bool:
    return (folder / "reference" / "khronos_lab.html").is_file()


def _build(folder: Path, *, execute: bool) -> str:
    """Make all pages; what was made is said in a few words."""
    from khronos_lab import __version__
    from khronos_lab.cli import bundled_notebooks
    from khronos_lab.commands.reference.pages import (
        REFERENCE,
        notebooks_in,
        write_entrance,
        write_notebook,
        write_reference,
    )

    pages = write_reference(folder / REFERENCE)
    notebooks = notebooks_in(bundled_notebooks())
    found = [(each, write_notebook(each, folder, execute=execute)) for each in notebooks]
    write_entrance(folder, found, __version__)
    return f"{pages} pages of reference, {len(notebooks)} notebooks"
