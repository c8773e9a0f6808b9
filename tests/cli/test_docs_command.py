"""`khronos-lab docs`: the reference is built from docstrings without a warning.

Warnings are errors in every test, so one that pdoc gives fails here.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import khronos_lab
from khronos_lab import cli
from khronos_lab.commands.reference import pages as docs_pages
from khronos_lab.commands.reference.pages import notebooks_in
from tests.architecture.floors import PACKAGE, modules
from tests.cli.calls import assert_refused
from tests.cli.calls import khronos_lab as call


class Links(HTMLParser):
    """Where a page leads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("docs") / "reference"
    offered = list(khronos_lab.__all__)
    result = call("docs", "-o", target)
    assert result.exit_code == 0, result.stderr
    assert khronos_lab.__all__ == offered
    assert re.search(r"reference: \d+ pages of reference, \d+ notebooks; open ", result.stdout)
    return target


def test_every_module_has_a_page(pages):
    for path in modules():
        name = path.relative_to(PACKAGE.parent).with_suffix("")
        page = name.parent if name.name == "__init__" else name
        if page.name != "__main__":
            assert (pages / "reference" / f"{page}.html").is_file(), page


def test_every_name_of_the_facade_is_explained(pages):
    text = (pages / "reference" / "khronos_lab.html").read_text("utf-8")
    own = {path.stem for path in (pages / "reference" / "khronos_lab").glob("*.html")}
    names = set(khronos_lab.__all__) - own
    assert [name for name in sorted(names) if f'id="{name}"' not in text] == []


def test_the_entrance_leads_to_every_notebook_and_nowhere_else(pages):
    notebooks = notebooks_in(cli.bundled_notebooks())
    assert len(notebooks) >= 8
    links = Links((pages / "index.html").read_text("utf-8")).found
    for link in links:
        assert (pages / unquote(link)).is_file(), link
    assert {each.page for each in notebooks} <= set(links)
    for each in notebooks:
        page = (pages / each.page).read_text("utf-8")
        assert each.title in page
        assert each.about
        assert not [link for link in Links(page).found if link.startswith("http")]


def test_a_notebook_that_was_run_shows_its_first_picture(tmp_path):
    source = tmp_path / "00_one.ipynb"
    cells = ["# One", "import khronos_lab\nkhronos_lab.new_game(2, seed=1)"]
    import nbformat

    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_markdown_cell(cells[0]), nbformat.v4.new_code_cell(cells[1])]
    )
    nbformat.write(notebook, source)
    [found] = notebooks_in(tmp_path)
    picture = docs_pages.write_notebook(found, tmp_path, execute=True)
    assert picture.startswith("data:image/webp;base64,UklGR")


def test_it_replaces_only_what_it_made(pages, tmp_path, monkeypatch):
    assert_refused(call("docs", "-o", pages), 1, "exists already", "--force")
    (tmp_path / "mine").write_text("mine", "utf-8")
    assert_refused(call("docs", "-o", tmp_path, "--force"), 1, "not replaced")
    assert (tmp_path / "mine").read_text("utf-8") == "mine"
    monkeypatch.setitem(sys.modules, "pdoc", None)
    assert_refused(call("docs", "-o", tmp_path / "new"), 1, "khronos-lab[docs]")
