"""Boards that are drawn as SVG: where a square is on the screen, and what is drawn."""

from __future__ import annotations

from khronos_lab.core import STRIDE, square
from khronos_lab.rulebook import FAITH, MIGHT, REASON

__all__ = ["FAITH", "MIGHT", "REASON", "square"]

_MIDDLE = """(svg, [age, column, row]) => {
  const left = svg.querySelectorAll('.kb-age')[age].x.baseVal[0].value;
  const spot = new DOMPoint(left + column + 0.5, row + 0.5).matrixTransform(svg.getScreenCTM());
  return [spot.x, spot.y];
}"""
PICTURE = "svg => svg.querySelector('.kb-scene').innerHTML"
BLANK = "svg => svg.querySelector('.kb-scene').childElementCount === 0"
# At every frame of the screen the boards are looked at, as long as they are there.
WATCH = """svg => {
  window.blanks = window.looked = 0;
  const look = () => {
    if (!svg.isConnected) return;
    window.looked += 1;
    if (!svg.querySelector('.kb-scene').childElementCount) window.blanks += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def boards(root):
    """The boards of a widget."""
    return root.locator(".kb-boards")


def middle(root, age: int, sq: int) -> tuple[float, float]:
    """Where the middle of a square is on the screen."""
    x, y = boards(root).evaluate(_MIDDLE, [int(age), sq % STRIDE, sq // STRIDE])
    return x, y


def click(root, age: int, name: str | int) -> None:
    """Click the middle of a square, once the boards are in sight and still."""
    svg = boards(root)
    svg.scroll_into_view_if_needed()
    sq = square(name) if isinstance(name, str) else name
    box, (x, y) = svg.bounding_box(), middle(root, age, sq)
    svg.click(position={"x": x - box["x"], "y": y - box["y"]})


def picture(root) -> str:
    """The drawing of the boards, as SVG."""
    return boards(root).evaluate(PICTURE)


def wait_for_picture(page, root, old: str, *, same: bool = False) -> None:
    """Wait until something else is drawn, or the same again."""
    page.wait_for_function(
        "([svg, old, same]) => (svg.querySelector('.kb-scene').innerHTML === old) === same",
        arg=[boards(root).element_handle(), old, same],
    )


def settle(root) -> None:
    """Wait until the kernel has answered everything that was sent to it."""
    root.page.wait_for_function(
        "root => root.dataset.asked === root.dataset.answered", arg=root.element_handle()
    )
