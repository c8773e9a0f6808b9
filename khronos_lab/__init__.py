"""khronos_lab: study games of Khronos, where what is built early casts shadows on later ages.

The names below are what a notebook needs; heavy parts load when they are used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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
from khronos_lab.core.squares import name, square
from khronos_lab.play.choices import choices, count_actions, legal_actions, random_action
from khronos_lab.play.engine import Outcome, Question, play, play_through, why_not
from khronos_lab.play.setup import new_game
from khronos_lab.rulebook.clauses import where
from khronos_lab.rulebook.pieces import CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS, Age, Kind
from khronos_lab.rulebook.ruleset import Edition, RuleSet

if TYPE_CHECKING:
    from khronos_lab.core.position import position_text
    from khronos_lab.core.position_reader import read_position
    from khronos_lab.play.players import GreedyPlayer, RandomPlayer, play_game
    from khronos_lab.play.preview import preview
    from khronos_lab.play.records.files import read_games
    from khronos_lab.play.records.model import GameRecord, Recorder, replay
    from khronos_lab.play.records.reader import read_record
    from khronos_lab.play.records.writer import record_text, write_records

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
    "GameRecord",
    "GreedyPlayer",
    "Kind",
    "Move",
    "Outcome",
    "Populate",
    "Question",
    "RandomPlayer",
    "Recorder",
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
    "play_game",
    "play_through",
    "position_text",
    "preview",
    "random_action",
    "read_games",
    "read_position",
    "read_record",
    "record_text",
    "replay",
    "square",
    "where",
    "why_not",
    "write_records",
]

# Loaded when first used: whoever only plays does not wait for them.
_LATER = {
    "GameRecord": "khronos_lab.play.records.model",
    "GreedyPlayer": "khronos_lab.play.players",
    "RandomPlayer": "khronos_lab.play.players",
    "Recorder": "khronos_lab.play.records.model",
    "position_text": "khronos_lab.core.position",
    "preview": "khronos_lab.play.preview",
    "read_position": "khronos_lab.core.position_reader",
    "play_game": "khronos_lab.play.players",
    "read_games": "khronos_lab.play.records.files",
    "read_record": "khronos_lab.play.records.reader",
    "record_text": "khronos_lab.play.records.writer",
    "replay": "khronos_lab.play.records.model",
    "write_records": "khronos_lab.play.records.writer",
}


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'khronos_lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
