"""The pictures of the README are those that the kit makes, and are there."""

from __future__ import annotations

import re
from pathlib import Path

from khronos_lab.plots.gallery import make_gallery

ROOT = Path(__file__).resolve().parents[2]


def test_the_readme_shows_what_the_gallery_makes(tmp_path):
    shown = re.findall(r"\]\((data/pictures/[^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    made = {path.name for path in make_gallery(tmp_path)}
    assert {Path(path).name for path in shown} == made
    assert {path.name for path in (ROOT / "data/pictures").iterdir()} == made
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in tmp_path.iterdir())
