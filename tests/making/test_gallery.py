"""The pictures of the README are those that the kit makes now, and are small."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.making.gallery import PICTURES

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "data" / "pictures"
FILM = "viewer.webp"
"""Made by `tests.browser.film`."""
AGAIN = "make them again: python -m tests.making.gallery data/pictures"


def rough(image: Image.Image) -> np.ndarray:
    """A picture as coarse greys: fonts of another matplotlib differ, what is shown does not."""
    return np.asarray(image.convert("L").resize((48, 32), Image.Resampling.BOX), float)


def is_like(one: Image.Image, two: Image.Image) -> bool:
    """True if two pictures show the same, whatever library drew them."""
    sizes = zip(one.size, two.size, strict=True)
    if any(abs(a - b) > 0.03 * max(a, b) for a, b in sizes):
        return False
    difference = np.abs(rough(one) - rough(two))
    return bool(difference.mean() < 4 and difference.max() < 60)


def frames(data: bytes) -> list[Image.Image]:
    with Image.open(io.BytesIO(data)) as image:
        found = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append(image.convert("RGB"))
        return found


def test_the_readme_and_the_german_notebook_show_what_the_gallery_makes():
    text = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"!\[[^\]]+\]\((data/pictures/[^)]+)\)", text)
    german = (ROOT / "notebooks" / "de" / "00_start_here.ipynb").read_text("utf-8")
    inside = re.findall(r"\(attachment:([^)]+)\)", german)
    assert {*(Path(path).name for path in shown), *inside} == {FILM, *PICTURES}
    assert {path.name for path in FOLDER.iterdir()} == {FILM, *PICTURES}


def test_the_film_of_the_viewer_moves_and_is_small():
    kept = (FOLDER / FILM).read_bytes()
    assert len(kept) < 1_500_000
    first, *_, last = frames(kept)
    assert first.width > 1000
    assert first.tobytes() != last.tobytes()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_current_and_small(name):
    kept = (FOLDER / name).read_bytes()
    assert len(kept) < 250_000
    old, new = frames(kept), frames(PICTURES[name]())
    assert len(old) == len(new), AGAIN
    assert all(map(is_like, old, new)), AGAIN


def test_the_check_sees_another_picture():
    old = frames((FOLDER / "shadows.png").read_bytes())[0]
    assert not is_like(old, frames((FOLDER / "control.png").read_bytes())[0].resize(old.size))
    first, *_, last = frames((FOLDER / "paradox.gif").read_bytes())
    assert not is_like(first, last)
