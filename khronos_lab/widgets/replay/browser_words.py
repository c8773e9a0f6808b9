"""Wording: what commands are called, and the words of a replay besides the viewer's own."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language import say
from khronos_lab.widgets.kit import base
from khronos_lab.widgets.replay.keys_and_commands import JUMPS, UNITS, WAYS

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


def command_word(command: str, language: str) -> str:
    """What a command does, in a few words, for its button.

    >>> command_word("taxation.back", "en"), command_word("turn.forward", "de")
    ('Previous taxation', 'Einen Zug vor (Bild ab)')
    """
    name, _, way = command.partition(".")
    if name in JUMPS:
        return say(f"jump-{name}" if way == WAYS[1] else f"back-{name}", language)
    return say(f"tip-{name}-{way}" if name in UNITS else f"tip-{name}", language)


def words_of(language: str) -> dict[str, str]:
    """By key: the words of a language."""
    return {key: say(key, language) for key in KEYS_OF_WORDS}
