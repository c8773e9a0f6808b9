"""The colours of the viewer as variables of a style sheet, light and dark, from the one theme."""

from __future__ import annotations

from typing import Final

from khronos_lab.drawing import GRID, INK, MARKS, MUTED, PAPER, TERRAIN, mixed
from khronos_lab.rulebook import PLAIN

_NIGHT: Final = mixed(INK, PAPER, 0.05)
"""Paper at night."""

LIGHT: Final = {
    "ink": INK,
    "paper": PAPER,
    "board": PAPER,
    "muted": MUTED,
    "line": mixed(MUTED, PAPER, 0.35),
    "grid": GRID,
    "focus": MARKS["touched"].colour,
    "wash": mixed(GRID, PAPER, 0.62),
    "sun": mixed(TERRAIN[PLAIN], PAPER, 0.45),
    "shadow": f"{INK}40",
    "rule": GRID,
    "rule-text": MUTED,
}
DARK: Final = LIGHT | {
    "ink": mixed(INK, PAPER, 0.9),
    "paper": _NIGHT,
    # Curves and signs are drawn for light ground; at night it is a quiet grey.
    "board": mixed(INK, PAPER, 0.72),
    "muted": mixed(INK, PAPER, 0.66),
    "line": mixed(INK, PAPER, 0.4),
    "grid": mixed(INK, PAPER, 0.22),
    "focus": mixed(MARKS["touched"].colour, PAPER, 0.55),
    "wash": mixed(INK, PAPER, 0.13),
    "sun": mixed(TERRAIN[PLAIN], INK, 0.68),
    "shadow": "#000000A0",
    "rule": mixed(INK, PAPER, 0.6),
    "rule-text": mixed(INK, PAPER, 0.15),
}


def colour_sheet() -> str:
    """The variables of both themes."""
    return _rules(":root, .kv", LIGHT) + _rules(
        '[data-theme="dark"], [data-theme="dark"] .kv, .kv[data-theme="dark"]', DARK
    )


def _rules(where: str, colours: dict[str, str]) -> str:
    said = "".join(f"--kv-{name}:{colour};" for name, colour in colours.items())
    return f"{where}{{{said}}}\n"
