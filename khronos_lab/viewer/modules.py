"""The viewer's scripts as one: plain modules that import each other, joined without a build step.

Each module can be loaded by itself, as the tests do; a page and a widget need all of them as one
text. So imports of each other and the word `export` are left out and the rest follows in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final

from khronos_lab.board import SCRIPTS, board_style
from khronos_lab.rulebook import LANGUAGES, catalogue, in_each_language, say, speaking

BROWSER: Final = Path(__file__).parent / "browser"

MODULES: Final = (
    *(f"../{each}" for each in SCRIPTS),
    *("lines.js", "verdict.js", "curve.js", "panels.js", "moves.js", "viewer.js"),
)
"""In their order: each one needs only those before it."""

_IMPORT: Final = re.compile(r'^import .* from "\.\.?/.*";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=const|function|async)", re.MULTILINE)
_REMARK: Final = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/ *)\n|^ +", re.MULTILINE)
"""Comments on lines of their own, and indents: no page needs them, and they are a seventh of it."""
_STYLE_REMARK: Final = re.compile(r"/\*.*?\*/\s*|^ +|\n(?=\n)", re.MULTILINE | re.DOTALL)
_TWICE: Final = re.compile(r"^const (AGES) = .*\n", re.MULTILINE)

_FAMILIES: Final = (
    *("age", "kind", "building", "terrain", "tip", "view", "card", "viewer", "verdict"),
)
"""First parts of keys that the scripts put together; all others are named in them."""
_KERNEL: Final = ("act", "mode")
"""The same of what a page by itself cannot do."""

PLACES: Final = ("n", "all", "who", "what")
"""Values that the scripts fill in; a message shows them as `{n}`."""


def viewer_script() -> str:
    """All modules of the viewer as one text, without exports."""
    return joined_modules((BROWSER / name).read_text("utf-8") for name in MODULES)


def joined_modules(sources: Iterable[str]) -> str:
    r"""Modules one after the other; what several of them define alike is kept once.

    >>> print(
    ...     joined_modules(["export const one = 1;\n", 'import { one } from "./one.js";\none;\n'])
    ... )
    const one = 1;
    one;
    <BLANKLINE>
    """
    seen: set[str] = set()

    def once(found: re.Match[str]) -> str:
        known = found[1] in seen
        seen.add(found[1])
        return "" if known else found[0]

    texts = (_REMARK.sub("", _EXPORT.sub("", _IMPORT.sub("", source))) for source in sources)
    return "".join(_TWICE.sub(once, text) for text in texts)


def viewer_style() -> str:
    """The style sheet of the viewer with its colours."""
    return _STYLE_REMARK.sub("", board_style() + (BROWSER / "viewer.css").read_text("utf-8"))


def words_in(source: str, *, alone: bool = False) -> dict[str, list[str]]:
    """By key: the words that a script or a page asks for, in each language.

    A page that is `alone` has no kernel, and no words for what only a kernel can do.
    """
    named = set(re.findall(r'"([a-z_]+(?:-[a-z_]+)+)"', source))
    families = tuple(f"{family}-" for family in (*_FAMILIES, *(() if alone else _KERNEL)))
    others = {f"tip-{key}" for key in ("hidden", "coins", "what_if", "coach")} - named
    with speaking(LANGUAGES[0]):
        known = list(catalogue())
    keys = (
        key for key in known if (key in named or key.startswith(families)) and key not in others
    )
    values = {name: f"{{{name}}}" for name in PLACES}
    return {key: in_each_language(partial(say, key, **values)) for key in keys}
