"""Figures (matplotlib). Each takes `ax=` or `figure=`, `language=`, and gives a `Drawing`.

A `Drawing` shows itself at the end of a cell; `.save("figure.pdf")` writes it, `.ax` and `.figure`
lead on to matplotlib. The figures of one game are also methods of `game.draw`.
"""

from typing import TYPE_CHECKING

from khronos_lab.drawing import Drawing, save
from khronos_lab.drawing import draw_boards as boards
from khronos_lab.drawing import draw_causes as causes
from khronos_lab.drawing import draw_changes as changes
from khronos_lab.drawing import draw_control as control
from khronos_lab.drawing import draw_domains as domains
from khronos_lab.drawing import draw_income as income
from khronos_lab.drawing import draw_move as move
from khronos_lab.drawing import draw_prospects as prospects
from khronos_lab.drawing import draw_review as review
from khronos_lab.drawing import draw_shadow_chains as shadow_chains
from khronos_lab.drawing import draw_shadows as shadows
from khronos_lab.drawing import draw_side_by_side as side_by_side
from khronos_lab.drawing import draw_sources as sources
from khronos_lab.drawing import draw_storyboard as storyboard
from khronos_lab.drawing import draw_two_ages as two_ages
from khronos_lab.drawing import set_theme as set_theme
from khronos_lab.rulebook import nearest

if TYPE_CHECKING:
    from khronos_lab.questions import draw_heat as heat
    from khronos_lab.questions import draw_income_bands as income_bands
    from khronos_lab.questions import draw_income_worth as income_worth

__all__ = [
    "Drawing",
    "boards",
    "causes",
    "changes",
    "control",
    "domains",
    "heat",
    "income",
    "income_bands",
    "income_worth",
    "move",
    "prospects",
    "review",
    "save",
    "set_theme",
    "shadow_chains",
    "shadows",
    "side_by_side",
    "sources",
    "storyboard",
    "two_ages",
]


def __getattr__(name: str) -> object:
    """Figures of many games, which need polars and come with it."""
    if name not in __all__:
        near = nearest(name, __all__)
        told = f"Did you mean {near}?" if near else f"It has {', '.join(__all__)}."
        raise AttributeError(f"khronos_lab.draw has no {name}. {told}")
    from khronos_lab import questions

    globals()[name] = getattr(questions, f"draw_{name}")
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
