"""What every plot function returns, how it is saved, and how a notebook shows it."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from khronos_lab import draw
from khronos_lab.drawing import draw_squares
from tests.drawing.games import STATE
from tests.drawing.test_png import decoded


def squares():
    return draw_squares(STATE.boards[0].domains[0].mask)


# ------------------------------------------------------------------ saving


def test_an_svg_is_made_of_paths_and_holds_no_date(tmp_path):
    text = draw.control(STATE).save(tmp_path / "control.svg").read_text("utf-8")
    assert "<path" in text
    assert "<dc:date>" not in text


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    target = tmp_path / "boards.svg"
    target.write_text("old")
    drawing = squares()

    def fail(*_, **__):
        raise RuntimeError("no ink")

    monkeypatch.setattr(Figure, "savefig", fail)
    with pytest.raises(RuntimeError, match="no ink"):
        drawing.save(target)
    assert target.read_text() == "old"


def test_a_png_has_the_pixels_asked_for_and_leaves_the_figure_alone():
    drawing = squares()
    wide, tall = drawing.figure.get_size_inches()
    dpi, canvas = drawing.figure.dpi, drawing.figure.canvas
    height, width, _ = decoded(drawing.png(3)).shape
    assert width == pytest.approx(wide * 300, abs=1)
    assert height == pytest.approx(tall * 300, abs=1)
    assert (drawing.figure.dpi, drawing.figure.canvas) == (dpi, canvas)


# ------------------------------------------------------------------ in a notebook


def test_a_drawing_shows_itself():
    data, about = draw.boards(STATE)._repr_mimebundle_()
    height, width, _ = decoded(data["image/png"]).shape
    size = about["image/png"]
    assert (width, height) == pytest.approx((2 * size["width"], 2 * size["height"]), abs=2)
