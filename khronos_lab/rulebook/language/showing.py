"""Words of values that show themselves in a notebook: scores, tables of actions, players."""

from __future__ import annotations

from typing import Final

from khronos_lab.rulebook.language.vocabulary import Words

SHOWING: Final[dict[str, Words]] = {
    "shown.no_actions": ("There is no such action.", "Es gibt keine solche Aktion."),
}
