"""The German notebooks, `notebooks/de`: translated words around the code of the English ones.

Each German text cell carries the digest of the English cell that it translates. Change an English
cell, and a test names the German one to translate again. Having done so, run
`python -m tests.notebooks.german`: it copies the code, brings new cells over (in English, for you
to translate), and notes the digests. `python -m tests.notebooks.ways` writes the last cells.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import nbformat

from tests.notebooks.ways import FOLDER, GERMAN, WAY, notebooks, pictures_of

DIGEST = "translates"
"""The entry of a cell's metadata."""
IMPORT = "import khronos_lab as kl"
SPEAK = f'{IMPORT}\n\nkl.set_language("de")'


def digest(source: str) -> str:
    """What tells one text from another."""
    return sha256(source.encode()).hexdigest()[:16]


def german_code(english: list[nbformat.NotebookNode]) -> list[str]:
    """The code cells of a German notebook: the first one also sets the language."""
    first, *others = [cell.source for cell in english if cell.cell_type == "code"]
    return [first.replace(IMPORT, SPEAK), *others]


def stale(english: Path, german: Path) -> list[str]:
    """What to do until a German notebook says what the English one says."""
    if not german.exists():
        return [f"translate notebook {english.stem}"]
    ours = nbformat.read(english, as_version=4).cells
    theirs = nbformat.read(german, as_version=4).cells
    if [(cell.id, cell.cell_type) for cell in ours] != [
        (cell.id, cell.cell_type) for cell in theirs
    ]:
        return [f"notebook {english.stem} has other cells: python -m tests.notebooks.german"]
    return [
        f"translate cell {number} of notebook {english.stem} again"
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True))
        if one.cell_type == "markdown" and one.id != WAY
        if other.metadata.get(DIGEST) != digest(one.source)
    ]


def write_digests() -> None:
    """Bring every German notebook in step with its English one, whose texts it translates."""
    GERMAN.mkdir(exist_ok=True)
    for path in notebooks(FOLDER):
        english = nbformat.read(path, as_version=4)
        target = GERMAN / path.name
        known = nbformat.read(target, as_version=4).cells if target.exists() else []
        words = {cell.id: cell.source for cell in known if cell.cell_type == "markdown"}
        code = iter(german_code(english.cells))
        for cell in english.cells:
            source = cell.source
            if cell.cell_type == "code":
                cell.source = next(code)
                continue
            cell.source = words.get(cell.id, source)
            cell.pop("attachments", None)
            cell.update(pictures_of(cell.source))
            if cell.id != WAY and cell.source != source:
                cell.metadata[DIGEST] = digest(source)
        nbformat.write(english, target)


if __name__ == "__main__":
    write_digests()
