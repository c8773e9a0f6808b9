"""The German notebooks keep step with the English ones."""

from __future__ import annotations

import re

import nbformat
import pytest

from tests.notebooks.german import DIGEST, german_code, stale, write_digests
from tests.notebooks.ways import FOLDER, GERMAN, WAY, notebooks

NAMES = [path.name for path in notebooks(FOLDER)]
BOTH = (FOLDER, GERMAN)
NOT_YET: tuple[str, ...] = ()
"""English notebooks without a German twin."""


def cells_of(path):
    return nbformat.read(path, as_version=4).cells


def test_every_notebook_has_its_twin():
    assert sorted([*NOT_YET, *(path.name for path in notebooks(GERMAN))]) == NAMES


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_YET])
class TestATwin:
    def test_translates_every_text_as_it_is_now(self, name):
        assert stale(FOLDER / name, GERMAN / name) == []

    def test_has_the_same_code(self, name):
        code = [cell.source for cell in cells_of(GERMAN / name) if cell.cell_type == "code"]
        assert code == german_code(cells_of(FOLDER / name))
        assert code[0].count('kl.set_language("de")') == 1

    def test_names_the_same_clauses_and_calls(self, name):
        # A label with an arrow is not code: the buttons of a journey speak German, too.
        marks = re.compile(r"`[^`\n→]+`|\b[A-Z]\d[a-c]?\b")
        for one, other in zip(cells_of(FOLDER / name), cells_of(GERMAN / name), strict=True):
            if one.cell_type == "markdown" and one.id != WAY:
                missing = set(marks.findall(one.source)) - set(marks.findall(other.source))
                assert missing == set(), one.id

    def test_comes_without_outputs(self, name):
        assert [cell for cell in cells_of(GERMAN / name) if cell.get("outputs")] == []


def test_the_german_notes_for_teachers_name_the_same_scenarios_clauses_and_calls():
    name = "TEACHERS_NOTES.md"
    marks = re.compile(r"`[^`\n]+`|\b[A-Z]\d[a-c]?\b|\b\d\d[bc]?\b")
    english, german = (set(marks.findall((each / name).read_text("utf-8"))) for each in BOTH)
    only = {'`kl.worksheet("B3", "C2", n=12, seed=7).save("sheet.pdf")`', '`language="de"`'}
    assert english - german <= {*only, "`khronos-lab lab`"}


@pytest.fixture
def pair(tmp_path):
    """An English notebook of two cells and its twin."""
    paths = tmp_path / "01_x.ipynb", tmp_path / "01_x_de.ipynb"
    cells = [
        nbformat.v4.new_markdown_cell("Good morning", id="one"),
        nbformat.v4.new_code_cell("import khronos_lab as kl", id="two"),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), paths[0])
    return paths


def test_a_changed_text_is_to_be_translated_again(pair, monkeypatch, tmp_path):
    english, _ = pair
    german = tmp_path / "de" / english.name
    monkeypatch.setattr("tests.notebooks.german.FOLDER", tmp_path)
    monkeypatch.setattr("tests.notebooks.german.GERMAN", german.parent)
    assert stale(english, german) == ["translate notebook 01_x"]
    write_digests()
    assert stale(english, german) == ["translate cell 0 of notebook 01_x again"]
    say(german, "Guten Morgen")
    write_digests()
    assert stale(english, german) == []
    assert DIGEST in cells_of(german)[0].metadata
    say(english, "Good evening")
    assert stale(english, german) == ["translate cell 0 of notebook 01_x again"]


def say(path, words):
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].source = words
    nbformat.write(notebook, path)
