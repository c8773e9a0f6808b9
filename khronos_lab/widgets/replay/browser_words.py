"""Wording: the words on buttons and panels that the browser shows by itself, and its choices."""

from __future__ import annotations

from typing import Final

from khronos_lab.core.squares import STRIDE
from khronos_lab.drawing.figures.board_scene import VIEWS
from khronos_lab.rulebook.language import LANGUAGE_NAMES, capital, say
from khronos_lab.rulebook.pieces import AGES
from khronos_lab.widgets.kit import base
from khronos_lab.widgets.kit.opened_game import Opened
from khronos_lab.widgets.replay.keys_and_commands import COMMANDS, JUMPS, UNITS, WAYS

SPEEDS: Final = (1, 2, 4, 8, 15, 30)
"""Steps a second that can be chosen."""
_PANELS: Final = (
    "language", "speed", "step", "income", "legend", "loading", "hands", "eyes-all", "coins",
    "coins-open", "coins-hidden",
    "main_line", "variation_shown", "keys_hint",
)  # fmt: skip
TITLES: Final = {
    "moves": "panel-moves",
    "causes": "panel-causes",
    "square": "panel-square",
    "players": "word-players",
    "income": "panel-income",
    "legend": "panel-legend",
}
"""By panel: the key of its title."""
KEYS_OF_WORDS: Final = (
    *base.WORDS,
    *("button-what_if", "branch-unsaved", "branch-stop", "branch-close"),
    "word-view",
    *(f"view-{view}" for view in VIEWS),
    *(f"panel-{name}" for name in _PANELS),
    *(f"stop-{jump}" for jump in JUMPS),
    *("button-play", "button-pause", "button-keys", "tip-pause", "tip-slider", "tip-speed"),
    *("board-keys", "keys-squares", "keys-square_on", "keys-squares_end"),
    *("tip-square", "tip-move", "tip-hidden", "tip-coins", "word-nobody"),
    *("jump-none", "jump-none_before"),
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
    """By key: the words of a language; those of a command as `do-…`, of a panel as `title-…`."""
    spoken = {key: say(key, language) for key in KEYS_OF_WORDS}
    told = {f"do-{each}": command_word(each, language) for each in COMMANDS}
    titles = {f"title-{name}": capital(say(key, language)) for name, key in TITLES.items()}
    return {**spoken, **told, **titles}


def choices_of(game: Opened) -> dict[str, object]:
    """What can be chosen on the page, and what it needs to know of the game."""
    grid, parts = game.timeline.start.grid, [game.tags.get(key, "") for key in ("Event", "Date")]
    board = {"columns": grid.columns, "rows": grid.rows, "stride": STRIDE, "ages": len(AGES)}
    return {
        "views": list(VIEWS),
        "languages": LANGUAGE_NAMES,
        "speeds": list(SPEEDS),
        "names": list(game.timeline.start.names),
        "title": " · ".join(part for part in parts if part and "?" not in part),
        "board": board,
    }
