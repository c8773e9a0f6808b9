"""The pages of `khronos-lab docs`: a reference from docstrings, the notebooks, an entrance."""

from __future__ import annotations

import pkgutil
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from khronos_lab.commands.reference.gallery import PICTURES
from khronos_lab.report.page import DARK, LIGHT
from khronos_lab.viewer.html import Markup, tag, together

REFERENCE: Final = "reference"
NOTEBOOKS: Final = "notebooks"
THUMBNAILS: Final = {
    "00": "shadows.png",
    "01": "shadows.png",
    "02": "storyboard.png",
    "03": "paradox.gif",
    "04": "control.png",
    "05": "income.png",
    "06": "shadows.png",
    "07": "control.png",
    "08": "statistics.png",
    "09": "income.png",
}
"""By number of a notebook: the picture that stands for it where the notebook was not run."""
STYLE: Final = """
body { margin: 0 auto; max-width: 1040px; padding: 16px 20px 40px; color: var(--ink);
  background: var(--paper); font: 16px/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
a { color: var(--link); }
.cards { display: grid; gap: 20px; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); }
.card { border: 1px solid var(--grid); border-radius: 8px; overflow: hidden; padding-bottom: 10px; }
.card img { width: 100%; height: 170px; object-fit: cover; object-position: top left;
  background: #fff; display: block; border-bottom: 1px solid var(--grid); }
.card h3, .card p { margin: 8px 12px; } .muted { color: var(--muted); font-size: 14px; }
pre { background: var(--wash); padding: 10px 12px; border-radius: 6px; overflow-x: auto; }
pre, code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 14px; }
table { border-collapse: collapse; } th, td { border: 1px solid var(--grid); padding: 3px 10px; }
img { max-width: 100%; } .jp-OutputArea-output img, .output img { background: #fff; }
.jp-InputPrompt, .jp-OutputPrompt, .anchor-link { display: none; }
"""


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook as the gallery shows it."""

    path: Path
    title: str
    about: str

    @property
    def page(self) -> str:
        """The name of its page."""
        return f"{NOTEBOOKS}/{self.path.stem}.html"


# ------------------------------------------------------------------ the reference


def write_reference(folder: Path) -> int:
    """Write a page for every module, from its docstrings; gives the number of pages."""
    import pdoc
    import pdoc.render

    package = import_module("khronos_lab")
    for name in package.__all__:  # what loads when it is first used is loaded now
        setattr(package, name, getattr(package, name))
    pdoc.render.configure(docformat="numpy", footer_text="khronos_lab", show_source=False)
    with warnings.catch_warnings():
        # Types that only type checkers import are shown by their names.
        warnings.filterwarnings("ignore", "Error parsing type annotation", UserWarning)
        pdoc.pdoc("khronos_lab", *_unlisted(package), output_directory=folder)
    return len(list(folder.rglob("*.html")))


def _unlisted(package: ModuleType) -> Iterator[str]:
    """The modules that pdoc would not find: a package that lists its names hides the others."""
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        parent, _, name = each.name.rpartition(".")
        if name not in getattr(import_module(parent), "__all__", (name,)):
            yield each.name


# ------------------------------------------------------------------ notebooks


def notebooks_in(folder: Path) -> list[Notebook]:
    """The notebooks of a folder in order."""
    found = []
    for path in sorted(folder.glob("[0-9]*.ipynb")):
        cells = _read(path).cells
        found.append(Notebook(path, *_beginning(cells[0].source)))
    return found


def _beginning(text: str) -> tuple[str, str]:
    r"""The title of a notebook, and its first paragraph in plain words.

    >>> _beginning("# Shadows\n\nThey *fall*, see [B2](x).\n\nMore.")
    ('Shadows', 'They fall, see B2.')
    """
    title, *paragraphs = (part.strip() for part in text.split("\n\n"))
    words = next((part for part in paragraphs if part and part[0] not in "|#-<*["), "")
    plain = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", words)
    return title.lstrip("# "), re.sub(r"[*`]", "", plain)


def write_notebook(notebook: Notebook, folder: Path, *, execute: bool) -> str:
    """Write the page of a notebook; gives the address of a picture that stands for it."""
    import nbconvert

    content = _read(notebook.path)
    if execute:
        _run(content, notebook.path.parent)
    make: Any = nbconvert.HTMLExporter
    body, _ = make(template_name="basic").from_notebook_node(content)
    back = tag("p", tag("a", "khronos_lab", href="../index.html"))
    _write(folder / notebook.page, notebook.title, together([back, Markup(body)]))
    return next(_pictures(content), "")


def _read(path: Path) -> Any:  # noqa: ANN401
    import nbformat

    read: Any = nbformat.read
    return read(path, as_version=4)


def _run(content: Any, folder: Path) -> None:  # noqa: ANN401
    from nbclient import NotebookClient

    resources = {"metadata": {"path": str(folder)}}
    # Kernels warn about the transport of their messages; whoever builds pages can do nothing.
    quiet = ["--IPKernelApp.log_level=ERROR"]
    NotebookClient(
        content, timeout=600, kernel_name="python3", resources=resources, extra_arguments=quiet
    ).execute()


def _pictures(content: Any) -> Iterator[str]:  # noqa: ANN401
    for cell in content.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            shown = _IN_PAGE.search("".join(data.get("text/html", "")))
            if "image/png" in data:
                yield "data:image/png;base64," + data["image/png"].replace("\n", "")
            elif shown:
                yield shown[1]


_IN_PAGE = re.compile(r'src="(data:image/\w+;base64,[^"]+)"')
"""The picture of a value that shows itself as HTML."""


# ------------------------------------------------------------------ the entrance


def write_entrance(folder: Path, notebooks: list[tuple[Notebook, str]], version: str) -> None:
    """Write the first page: links to the reference and a card for every notebook."""
    used = {THUMBNAILS.get(each.path.name[:2], "shadows.png") for each, found in notebooks
            if not found}  # fmt: skip
    for name in sorted(used):
        (folder / name).write_bytes(PICTURES[name]())
    cards = [_card(each, found) for each, found in notebooks]
    modules = f"{REFERENCE}/khronos_lab.html"
    body = together(
        [
            tag("h1", "khronos_lab"),
            tag("p", f"Version {version}. Study the board game Khronos in Jupyter notebooks."),
            tag("p", tag("a", "Reference of all modules and functions", href=modules)),
            tag("h2", "The notebooks"),
            tag("div", *cards, class_="cards"),
        ]
    )
    _write(folder / "index.html", "khronos_lab", body)


def _card(notebook: Notebook, found: str) -> Markup:
    source = found or THUMBNAILS.get(notebook.path.name[:2], "shadows.png")
    link = tag("a", f"{notebook.path.name[:2]} {notebook.title}", href=notebook.page)
    image = tag("a", Markup(f'<img src="{source}" alt="">'), href=notebook.page)
    return tag("div", image, tag("h3", link), tag("p", notebook.about), class_="card")


def _write(path: Path, title: str, body: Markup) -> None:
    light, dark = (
        "".join(f"--{name}:{colour};" for name, colour in colours.items())
        for colours in (LIGHT, DARK)
    )
    colours = f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    head = together(
        [
            Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width">'),
            tag("title", title),
            tag("style", Markup(colours + STYLE)),
        ]
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    page = tag("html", tag("head", head), tag("body", body), lang="en")
    path.write_text(f"<!doctype html>\n{page}\n", "utf-8")
