"""Folders are rooms: few files each, named like nothing else, and widgets import in one order."""

from __future__ import annotations

import ast
from types import ModuleType

import pytest

import khronos_lab
from tests.architecture.floors import PACKAGE, imports

MOST_FILES = 15
# A room of `widgets` imports from those before it.
WIDGET_ROOMS = (
    "kit",
    "clickable_boards",
    "lessons",
    "move_input",
    "explainer",
    "coach",
    "map_editor",
    "what_if",
    "replay",
    "recorder",
    "sandbox",
    "explorer",
    "scrub",
)
FOLDERS = sorted(
    path for path in (PACKAGE, *PACKAGE.rglob("*")) if path.is_dir() and path.name != "__pycache__"
)
WIDGETS = sorted((PACKAGE / "widgets").glob("*/*.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_folder_can_be_taken_in_at_a_glance(folder):
    files = [path for path in folder.iterdir() if path.is_file() and path.suffix != ".pyc"]
    assert len(files) <= MOST_FILES


def test_no_name_of_the_facade_is_both_a_module_and_something_else():
    modules = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    for name in modules & set(khronos_lab.__all__):
        assert isinstance(getattr(khronos_lab, name), ModuleType), name


@pytest.mark.parametrize("path", WIDGETS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_of_widgets_imports_only_from_those_before_it(path):
    own = WIDGET_ROOMS.index(path.parent.name)
    names = [name.split(".") for _, name in imports(ast.parse(path.read_text("utf-8")))]
    rooms = {name[2] for name in names if name[:2] == ["khronos_lab", "widgets"]}
    assert {room for room in rooms if WIDGET_ROOMS.index(room) > own} == set()
