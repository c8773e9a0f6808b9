"""The scripts and the style of the board."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from khronos_lab.drawing import DARK, LIGHT

BROWSER: Final = Path(__file__).parent / "browser"
SCRIPTS: Final = tuple(f"../board/browser/{each}.js" for each in ("nodes", "squares", "board"))
"""In their order: each one needs only those before it. Seen from a folder of the package."""
STYLE: Final = "../board/browser/board.css"

NIGHT: Final = ':is([data-jp-theme-light="false"], [data-theme="dark"], .vscode-dark)'
"""Where a page is dark: in JupyterLab, in VS Code, and where a script says so."""


def colour_sheet() -> str:
    """The colours of both themes as variables of a style sheet."""
    return _rules(":root, [data-theme]", LIGHT) + _rules(NIGHT, DARK)


def _rules(where: str, colours: Mapping[str, str]) -> str:
    said = "".join(f"--kb-{name}:{colour};" for name, colour in colours.items())
    return f"{where}{{{said}}}\n"


def board_style() -> str:
    """The style sheet of the board with its colours."""
    return colour_sheet() + (BROWSER / "board.css").read_text("utf-8")
