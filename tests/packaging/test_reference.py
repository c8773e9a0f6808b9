"""A reference can be built from our docstrings: pdoc finds every module and warns of nothing.

Warnings are errors in every test, so one that pdoc gives fails here. To read the pages:
`pdoc -d numpy khronos_lab`.
"""

from __future__ import annotations

import pkgutil
import warnings
from pathlib import Path

import pdoc
import pdoc.render
import pytest

import khronos_lab


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("reference")
    for name in khronos_lab.draw.__all__:  # pdoc takes what is not loaded yet for a module
        getattr(khronos_lab.draw, name)
    found = pkgutil.walk_packages(khronos_lab.__path__, "khronos_lab.")
    pdoc.render.configure(docformat="numpy", show_source=False)
    with warnings.catch_warnings():
        # Types that only type checkers import are shown by their names.
        warnings.filterwarnings("ignore", "Error parsing type annotation", UserWarning)
        warnings.filterwarnings("ignore", "Failed to run TYPE_CHECKING code", UserWarning)
        # A package that lists its names hides its other modules, so each is named here.
        warnings.filterwarnings("ignore", "The module specification .* already been added")
        pdoc.pdoc("khronos_lab", *(each.name for each in found), output_directory=folder)
    return folder


def test_every_module_has_a_page(pages):
    for module in Path(khronos_lab.__path__[0]).rglob("*.py"):
        name = module.relative_to(Path(khronos_lab.__path__[0]).parent).with_suffix("")
        page = name.parent if name.name == "__init__" else name
        assert (pages / f"{page}.html").is_file(), page


def test_every_name_of_the_facade_is_explained(pages):
    text = (pages / "khronos_lab.html").read_text("utf-8")
    own = {path.stem for path in (pages / "khronos_lab").glob("*.html")}
    names = sorted(set(khronos_lab.__all__) - own)
    assert [name for name in names if f'id="{name}"' not in text] == []
