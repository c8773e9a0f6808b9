"""Overlays: strokes as SVG, to lie over a picture of the boards that is there already."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_lab.drawing.board_layout import LEFT, Table
from khronos_lab.drawing.output.svg import look_rules, number, svg_path
from khronos_lab.drawing.strokes import Stroke


def overlay(strokes: Iterable[Stroke], table: Table) -> str:
    """Strokes as SVG with the extent of a picture of boards without its legend.

    >>> from khronos_lab.core.grid import plain_grid
    >>> overlay([], Table.of(plain_grid(4, 4)))
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -2.5 17.5 7" \
preserveAspectRatio="none"></svg>'
    """
    box = " ".join(number(each) for each in (-LEFT, -table.top, table.width, table.height))
    paths = [
        f'<path style="{look_rules(stroke.look)}" d="{svg_path(stroke.path)}"/>'
        for stroke in strokes
        if len(stroke.path)
    ]
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="{box}" preserveAspectRatio="none"'
    return f"<svg {head}>{''.join(paths)}</svg>"
