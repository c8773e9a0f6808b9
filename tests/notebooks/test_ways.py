"""One finds the way through the notebooks: links that lead somewhere, and how long each takes."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from tests.notebooks.ways import FOLDER, GERMAN, WAY, notebooks, pictures_of, way_of

EACH = pytest.mark.parametrize(
    "path",
    [*notebooks(), *notebooks(GERMAN)],
    ids=lambda path: path.relative_to(FOLDER).as_posix(),
)
ROOT = FOLDER.parent
AGAIN = "write the last cells anew: python -m tests.notebooks.ways"


def words_of(path: Path) -> list[str]:
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "markdown"]


@EACH
def test_it_says_what_one_can_do_afterwards_and_how_long_it_takes(path):
    first = words_of(path)[0]
    assert re.match(r"# \S", first)
    assert re.search(
        r"\b(minutes|hour|Minuten|(?:Dreiv|V)iertelstunde|Stunden?)\b[^.]*"
        r"\b(you can|you will|kannst du|siehst du|hast du)\b",
        first,
    )


@EACH
def test_its_last_cell_leads_on_and_back(path):
    last = nbformat.read(path, as_version=4).cells[-1]
    assert (last.id, last.source) == (WAY, way_of(path)), AGAIN


@EACH
def test_links_lead_to_files(path):
    for text in words_of(path):
        for target in re.findall(r"\]\((?!attachment:)([^)#]+)\)", text):
            assert (path.parent / target).exists(), target


@EACH
def test_pictures_travel_inside_their_cells(path):
    for cell in nbformat.read(path, as_version=4).cells:
        carried = {"attachments": cell.attachments} if cell.get("attachments") else {}
        assert carried == pictures_of(cell.source), AGAIN


@pytest.mark.parametrize("folder", [FOLDER, GERMAN], ids=["en", "de"])
def test_the_first_notebook_opens_with_a_picture(folder):
    first = nbformat.read(notebooks(folder)[0], as_version=4).cells[0]
    assert re.match(r"# .+\n\n!\[.+\]\(attachment:", first.source)


def test_the_first_and_the_readme_name_each_once_in_order_with_the_same_time():
    first = "\n".join(words_of(notebooks()[0])[:-1])
    readme = (ROOT / "README.md").read_text("utf-8")
    inside = re.findall(r"^\| \[.+?\]\((\d\d_\w+)\.ipynb\) \|.+\| (.+) \|$", first, re.MULTILINE)
    outside = re.findall(r"^\| `(\d\d_\w+)` \|.+\| (.+) \|$", readme, re.MULTILINE)
    assert [name for name, _ in outside] == [path.stem for path in notebooks()]
    assert inside == outside[1:]


@EACH
def test_everything_is_found_from_the_front_door(path):
    inside = [
        cell.source
        for cell in nbformat.read(path, as_version=4).cells
        if re.search(r"^(from|import) khronos_lab\.", cell.source, re.MULTILINE)
    ]
    assert inside == []
