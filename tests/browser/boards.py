"""Boards that are drawn as SVG: where a square is on the screen, and what is drawn."""

from __future__ import annotations

from khronos_lab.core import STRIDE

_MIDDLE = """(svg, [age, column, row]) => {
  const left = svg.querySelectorAll('.kl-age')[age].x.baseVal[0].value;
  const spot = new DOMPoint(left + column + 0.5, row + 0.5).matrixTransform(svg.getScreenCTM());
  return [spot.x, spot.y];
}"""
PICTURE = "svg => svg.querySelector('.kl-picture').innerHTML"
BLANK = "svg => svg.querySelector('.kl-picture').childElementCount === 0"
# At every frame of the screen the boards are looked at.
WATCH = """svg => {
  window.blanks = window.frames = 0;
  const look = () => {
    window.frames += 1;
    if (!svg.querySelector('.kl-picture').childElementCount) window.blanks += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def boards(root):
    """The boards of a widget."""
    return root.locator(".kl-boards")


def middle(root, age: int, sq: int) -> tuple[float, float]:
    """Where the middle of a square is on the screen."""
    x, y = boards(root).evaluate(_MIDDLE, [int(age), sq % STRIDE, sq // STRIDE])
    return x, y


def picture(root) -> str:
    """What is drawn."""
    return boards(root).evaluate(PICTURE)


def wait_for_picture(page, root, old: str, *, same: bool = False) -> None:
    """Wait until something else is drawn, or the same again."""
    page.wait_for_function(
        "([svg, old, same]) => (svg.querySelector('.kl-picture').innerHTML === old) === same",
        arg=[boards(root).element_handle(), old, same],
    )
