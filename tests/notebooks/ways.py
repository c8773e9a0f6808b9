"""The last cell of every notebook leads on and back, and pictures travel inside their cells.

Written anew with `python -m tests.notebooks.ways`, when a notebook is added or gets another name,
or a picture was made anew.
"""

from __future__ import annotations

import re
from base64 import b64encode
from mimetypes import guess_type
from pathlib import Path

import nbformat

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
GERMAN = FOLDER / "de"
PICTURES = FOLDER.parent / "data" / "pictures"
WAY = "way"
"""The id of the cell."""


def notebooks(folder: Path = FOLDER) -> list[Path]:
    """The notebooks in order."""
    return sorted(folder.glob("[0-9]*.ipynb"))


def title_of(path: Path) -> str:
    """The first heading of a notebook."""
    line = str(nbformat.read(path, as_version=4).cells[0].source).partition("\n")[0]
    return line.lstrip("# ").strip()


def way_of(path: Path) -> str:
    """What the last cell of a notebook says."""
    every = notebooks(path.parent)
    place = every.index(path)
    parts = []
    if place > 0:
        parts.append(f"← {_link(every[place - 1])}")
    if place > 1:
        parts.append(_link(every[0]))
    if place + 1 < len(every):
        parts.append(f"{_link(every[place + 1])} →")
    return "---\n\n" + " · ".join(parts)


def _link(path: Path) -> str:
    return f"[{path.name[:2]} {title_of(path)}]({path.name})"


def write_ways() -> None:
    """Give every notebook its last cell."""
    for path in (*notebooks(), *notebooks(GERMAN)):
        notebook = nbformat.read(path, as_version=4)
        kept = [cell for cell in notebook.cells if cell.id != WAY]
        notebook.cells = [*kept, nbformat.v4.new_markdown_cell(way_of(path), id=WAY)]
        for cell in notebook.cells:
            cell.update(pictures_of(cell.source))
        nbformat.write(notebook, path)


def pictures_of(text: str) -> dict[str, dict[str, dict[str, str]]]:
    """The pictures that a cell carries with it: a copied notebook has no `data` beside it."""
    names = re.findall(r"\]\(attachment:([^)]+)\)", text)
    found = {
        name: {str(guess_type(name)[0]): b64encode((PICTURES / name).read_bytes()).decode()}
        for name in names
    }
    return {"attachments": found} if found else {}


if __name__ == "__main__":
    write_ways()
