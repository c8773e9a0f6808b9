"""khronos_lab: study games of Khronos, where what is built early casts shadows on later ages.

The names below are what a notebook needs; heavy parts load when they are used.
"""

from __future__ import annotations

from khronos_lab.core.actions import (
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Move,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.core.maps import load_map
from khronos_lab.core.position import position_text
from khronos_lab.core.position_reader import read_position
from khronos_lab.core.squares import name, square
from khronos_lab.play.choices import choices, count_actions, legal_actions, random_action
from khronos_lab.play.engine import Outcome, Question, play, play_through, why_not
from khronos_lab.play.preview import preview
from khronos_lab.play.setup import new_game
from khronos_lab.rulebook.clauses import where
from khronos_lab.rulebook.pieces import CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS, Age, Kind
from khronos_lab.rulebook.ruleset import Edition, RuleSet

__version__ = "0.1.0"

__all__ = [
    "CIVIL",
    "FAITH",
    "MIGHT",
    "MILITARY",
    "REASON",
    "RELIGIOUS",
    "Age",
    "Build",
    "Demolish",
    "Edition",
    "EndTurn",
    "Exchange",
    "Kind",
    "Move",
    "Outcome",
    "Populate",
    "Question",
    "Restore",
    "RuleSet",
    "Swap",
    "Travel",
    "Upgrade",
    "choices",
    "count_actions",
    "legal_actions",
    "load_map",
    "name",
    "new_game",
    "play",
    "play_through",
    "position_text",
    "preview",
    "random_action",
    "read_position",
    "square",
    "where",
    "why_not",
]
