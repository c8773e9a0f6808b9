"""What every plot function returns, how it is saved, and how a notebook shows it."""

from __future__ import annotations

import matplotlib
import pytest
from matplotlib.figure import Figure

from khronos_lab import draw
from khronos_lab.drawing import Drawing, draw_squares, save
from khronos_lab.rulebook import KhronosError
from tests.drawing.games import LESSON, SPAN, STATE, tables
from tests.drawing.test_png import decoded

ON_AXES = {
    "boards": lambda **more: draw.boards(STATE, **more),
    "shadows": lambda **more: draw.shadows(STATE, SPAN.log, **more),
    "shadow graph": lambda **more: draw.shadow_chains(STATE, **more),
    "control": lambda **more: draw.control(STATE, **more),
    "difference": lambda **more: draw.changes(SPAN.before, STATE, **more),
    "domains": lambda **more: draw.domains(STATE, **more),
    "causes": lambda **more: draw.causes(SPAN.log, **more),
    "income": lambda **more: draw.income(LESSON, **more),
    "bands": lambda **more: draw.income_bands(tables(1), **more),
    "heat": lambda **more: draw.heat(tables(1), **more),
    "squares": lambda **more: draw_squares(STATE.boards[0].domains[0].mask, **more),
}
ON_FIGURES = {
    "storyboard": lambda **more: draw.storyboard(SPAN.before, SPAN.log, **more),
    "sources": lambda **more: draw.sources(LESSON, **more),
}


@pytest.mark.parametrize("name", ON_AXES)
def test_every_function_draws_into_given_axes_and_returns_the_same_type(name):
    before = dict(matplotlib.rcParams)
    ax = Figure(figsize=(6, 4)).add_subplot()
    own, given = ON_AXES[name](), ON_AXES[name](ax=ax)
    assert type(own) is type(given) is Drawing
    assert given.ax is ax
    assert own.ax is not ax
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("name", ON_FIGURES)
def test_pictures_of_several_panels_take_a_figure_and_return_the_same_type(name):
    figure = Figure(figsize=(9, 5))
    own, given = ON_FIGURES[name](), ON_FIGURES[name](figure=figure)
    assert type(own) is type(given) is Drawing
    assert given.figure is figure
    assert len(given.axes) == len(own.axes) > 1


# ------------------------------------------------------------------ saving


@pytest.mark.parametrize(
    ("ending", "start"),
    [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")],
    ids=["svg", "pdf", "png"],
)
def test_a_picture_is_saved_by_the_end_of_its_name(tmp_path, ending, start):
    drawing = ON_AXES["squares"]()
    path = drawing.save(tmp_path / f"squares.{ending}")
    assert path.read_bytes().startswith(start)
    again = save(drawing, tmp_path / f"again.{ending}")
    assert again.read_bytes() == path.read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == [again.name, path.name]


def test_an_svg_is_made_of_paths_and_holds_no_date(tmp_path):
    text = ON_AXES["control"]().save(tmp_path / "control.svg").read_text("utf-8")
    assert "<path" in text
    assert "<dc:date>" not in text


def test_another_ending_is_refused_and_nothing_written(tmp_path):
    with pytest.raises(KhronosError, match="saved as pdf, png, svg"):
        ON_AXES["squares"]().save(tmp_path / "boards.jpg")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    target = tmp_path / "boards.svg"
    target.write_text("old")
    drawing = ON_AXES["squares"]()

    def fail(*_, **__):
        raise RuntimeError("no ink")

    monkeypatch.setattr(Figure, "savefig", fail)
    with pytest.raises(RuntimeError, match="no ink"):
        drawing.save(target)
    assert target.read_text() == "old"


def test_a_png_has_the_pixels_asked_for_and_leaves_the_figure_alone():
    drawing = ON_AXES["squares"]()
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
