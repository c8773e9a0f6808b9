"""Wording: the words of a replay besides the viewer's own."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook import say
from khronos_lab.widgets.kit import base

KEYS_OF_WORDS: Final = (
    *base.WORDS,
    *("coach-title", "tip-coach"),
    *(
        "button-what_if",
        "tip-what_if",
        "branch-unsaved",
        "branch-close",
        "record-take_back",
        "panel-loading",
    ),
    *("panel-eyes-all", "panel-eyes-nobody", "tip-hidden"),
    *("panel-coins", "panel-coins-open", "panel-coins-hidden", "tip-coins"),
)


def words_of() -> dict[str, str]:
    """Words by key."""
    return {key: say(key) for key in KEYS_OF_WORDS}
