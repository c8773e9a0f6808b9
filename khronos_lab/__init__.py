"""khronos_lab: study games of Khronos, where what is built early casts shadows on later ages.

The names below are what a notebook needs; heavy parts load when they are used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from khronos_lab.core.actions import Move
from khronos_lab.core.maps import load_map
from khronos_lab.core.squares import name, square
from khronos_lab.engine.legal_actions import choices, count_actions, legal_actions, random_action
from khronos_lab.engine.moves import Outcome, Question, play, play_through, why_not
from khronos_lab.engine.setup import new_game
from khronos_lab.engine.spoken.actions import (
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.rulebook.clauses import where
from khronos_lab.rulebook.pieces import CIVIL, FAITH, MIGHT, MILITARY, REASON, RELIGIOUS, Age, Kind
from khronos_lab.rulebook.ruleset import Edition, RuleSet

if TYPE_CHECKING:
    from khronos_lab.analysis.differences import age_differences, differences
    from khronos_lab.analysis.forecast import difference, forecast
    from khronos_lab.analysis.graphs import cause_graph, domain_graph, shadow_graph
    from khronos_lab.analysis.positions import known_at, position_at
    from khronos_lab.analysis.provenance import Provenance
    from khronos_lab.analysis.review.turning_points import TurningPoints
    from khronos_lab.analysis.review.turning_words import turning_summary
    from khronos_lab.analysis.statistics.compare import compare
    from khronos_lab.analysis.statistics.standard_report import collect_report, standard_report
    from khronos_lab.analysis.tables.game_tables import tables_of
    from khronos_lab.analysis.tables.parquet_files import read_tables, write_tables
    from khronos_lab.analysis.threats.prospects import chances, threats
    from khronos_lab.analysis.timeline import Frame, Timeline
    from khronos_lab.core.captions import caption
    from khronos_lab.core.position.reader import read_position
    from khronos_lab.core.position.writer import position_text
    from khronos_lab.drawing.figures.boards import draw_boards
    from khronos_lab.drawing.figures.changes import draw_difference
    from khronos_lab.drawing.figures.control import draw_control
    from khronos_lab.drawing.figures.income import draw_income, draw_income_bands, draw_sources
    from khronos_lab.drawing.figures.moves import draw_move
    from khronos_lab.drawing.figures.networks import draw_causes, draw_domain_graph
    from khronos_lab.drawing.figures.rollout_results import draw_prospects
    from khronos_lab.drawing.figures.shadows import draw_shadow_graph, draw_shadows, draw_storyboard
    from khronos_lab.drawing.figures.side_by_side import draw_age_differences, draw_differences
    from khronos_lab.drawing.figures.turning_points import draw_turning_points, draw_turning_strip
    from khronos_lab.drawing.output.figure import save
    from khronos_lab.drawing.statistics.heat_map import draw_heat
    from khronos_lab.engine.preview import preview
    from khronos_lab.export.export_game import export_game
    from khronos_lab.players.advice import advised_turn
    from khronos_lab.players.continuations import continued, play_on, playing_on
    from khronos_lab.players.games import play_game
    from khronos_lab.players.greedy import GreedyPlayer
    from khronos_lab.players.knowledge import known_to
    from khronos_lab.players.planner import PlannerPlayer
    from khronos_lab.players.player import Player
    from khronos_lab.players.random_player import RandomPlayer, sensible
    from khronos_lab.players.rollout_player import rollouts
    from khronos_lab.players.rollout_results import Rollouts, contrast
    from khronos_lab.players.roster import player_named
    from khronos_lab.players.views import seen_by
    from khronos_lab.records.format.reader import read_record
    from khronos_lab.records.format.writer import record_text, write_records
    from khronos_lab.records.game_files import read_games
    from khronos_lab.records.model import GameRecord, Recorder, steps_of
    from khronos_lab.rulebook.clause_texts import clause_text
    from khronos_lab.rulebook.language import language, set_language, speaking
    from khronos_lab.scenarios.generator import exercises
    from khronos_lab.scenarios.library import scenario, scenarios_for
    from khronos_lab.simulation.ladder import ladder
    from khronos_lab.simulation.run import play_again, simulate
    from khronos_lab.simulation.turning_points import turning_points
    from khronos_lab.widgets.explainer.widget import explain
    from khronos_lab.widgets.lessons.rule_index import rule_index
    from khronos_lab.widgets.lessons.widget import lesson, practice
    from khronos_lab.widgets.recorder.widget import record_game
    from khronos_lab.widgets.replay.widget import replay
    from khronos_lab.widgets.sandbox.widget import sandbox

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
    "Frame",
    "GameRecord",
    "GreedyPlayer",
    "Kind",
    "Move",
    "Outcome",
    "PlannerPlayer",
    "Player",
    "Populate",
    "Provenance",
    "Question",
    "RandomPlayer",
    "Recorder",
    "Restore",
    "Rollouts",
    "RuleSet",
    "Swap",
    "Timeline",
    "Travel",
    "TurningPoints",
    "Upgrade",
    "advised_turn",
    "age_differences",
    "caption",
    "cause_graph",
    "chances",
    "choices",
    "clause_text",
    "collect_report",
    "compare",
    "continued",
    "contrast",
    "count_actions",
    "difference",
    "differences",
    "domain_graph",
    "draw_age_differences",
    "draw_boards",
    "draw_causes",
    "draw_control",
    "draw_difference",
    "draw_differences",
    "draw_domain_graph",
    "draw_heat",
    "draw_income",
    "draw_income_bands",
    "draw_move",
    "draw_prospects",
    "draw_shadow_graph",
    "draw_shadows",
    "draw_sources",
    "draw_storyboard",
    "draw_turning_points",
    "draw_turning_strip",
    "exercises",
    "explain",
    "export_game",
    "forecast",
    "known_at",
    "known_to",
    "ladder",
    "language",
    "legal_actions",
    "lesson",
    "load_map",
    "name",
    "new_game",
    "play",
    "play_again",
    "play_game",
    "play_on",
    "play_through",
    "player_named",
    "playing_on",
    "position_at",
    "position_text",
    "practice",
    "preview",
    "random_action",
    "read_games",
    "read_position",
    "read_record",
    "read_tables",
    "record_game",
    "record_text",
    "replay",
    "rollouts",
    "rule_index",
    "sandbox",
    "save",
    "scenario",
    "scenarios_for",
    "seen_by",
    "sensible",
    "set_language",
    "shadow_graph",
    "simulate",
    "speaking",
    "square",
    "standard_report",
    "steps_of",
    "tables_of",
    "threats",
    "turning_points",
    "turning_summary",
    "where",
    "why_not",
    "write_records",
    "write_tables",
]

# Loaded when first used: whoever only plays does not wait for them.
_LATER = {
    "Frame": "khronos_lab.analysis.timeline",
    "GameRecord": "khronos_lab.records.model",
    "GreedyPlayer": "khronos_lab.players.greedy",
    "PlannerPlayer": "khronos_lab.players.planner",
    "Player": "khronos_lab.players.player",
    "Provenance": "khronos_lab.analysis.provenance",
    "RandomPlayer": "khronos_lab.players.random_player",
    "Recorder": "khronos_lab.records.model",
    "Rollouts": "khronos_lab.players.rollout_results",
    "Timeline": "khronos_lab.analysis.timeline",
    "TurningPoints": "khronos_lab.analysis.review.turning_points",
    "advised_turn": "khronos_lab.players.advice",
    "age_differences": "khronos_lab.analysis.differences",
    "caption": "khronos_lab.core.captions",
    "cause_graph": "khronos_lab.analysis.graphs",
    "chances": "khronos_lab.analysis.threats.prospects",
    "clause_text": "khronos_lab.rulebook.clause_texts",
    "collect_report": "khronos_lab.analysis.statistics.standard_report",
    "compare": "khronos_lab.analysis.statistics.compare",
    "continued": "khronos_lab.players.continuations",
    "contrast": "khronos_lab.players.rollout_results",
    "difference": "khronos_lab.analysis.forecast",
    "differences": "khronos_lab.analysis.differences",
    "domain_graph": "khronos_lab.analysis.graphs",
    "draw_age_differences": "khronos_lab.drawing.figures.side_by_side",
    "draw_boards": "khronos_lab.drawing.figures.boards",
    "draw_causes": "khronos_lab.drawing.figures.networks",
    "draw_control": "khronos_lab.drawing.figures.control",
    "draw_difference": "khronos_lab.drawing.figures.changes",
    "draw_differences": "khronos_lab.drawing.figures.side_by_side",
    "draw_domain_graph": "khronos_lab.drawing.figures.networks",
    "draw_heat": "khronos_lab.drawing.statistics.heat_map",
    "draw_income": "khronos_lab.drawing.figures.income",
    "draw_income_bands": "khronos_lab.drawing.figures.income",
    "draw_move": "khronos_lab.drawing.figures.moves",
    "draw_prospects": "khronos_lab.drawing.figures.rollout_results",
    "draw_shadow_graph": "khronos_lab.drawing.figures.shadows",
    "draw_shadows": "khronos_lab.drawing.figures.shadows",
    "draw_sources": "khronos_lab.drawing.figures.income",
    "draw_storyboard": "khronos_lab.drawing.figures.shadows",
    "draw_turning_points": "khronos_lab.drawing.figures.turning_points",
    "draw_turning_strip": "khronos_lab.drawing.figures.turning_points",
    "exercises": "khronos_lab.scenarios.generator",
    "explain": "khronos_lab.widgets.explainer.widget",
    "export_game": "khronos_lab.export.export_game",
    "forecast": "khronos_lab.analysis.forecast",
    "known_at": "khronos_lab.analysis.positions",
    "known_to": "khronos_lab.players.knowledge",
    "ladder": "khronos_lab.simulation.ladder",
    "language": "khronos_lab.rulebook.language",
    "lesson": "khronos_lab.widgets.lessons.widget",
    "play_again": "khronos_lab.simulation.run",
    "play_game": "khronos_lab.players.games",
    "play_on": "khronos_lab.players.continuations",
    "player_named": "khronos_lab.players.roster",
    "playing_on": "khronos_lab.players.continuations",
    "position_at": "khronos_lab.analysis.positions",
    "position_text": "khronos_lab.core.position.writer",
    "practice": "khronos_lab.widgets.lessons.widget",
    "preview": "khronos_lab.engine.preview",
    "read_games": "khronos_lab.records.game_files",
    "read_position": "khronos_lab.core.position.reader",
    "read_record": "khronos_lab.records.format.reader",
    "read_tables": "khronos_lab.analysis.tables.parquet_files",
    "record_game": "khronos_lab.widgets.recorder.widget",
    "record_text": "khronos_lab.records.format.writer",
    "replay": "khronos_lab.widgets.replay.widget",
    "rollouts": "khronos_lab.players.rollout_player",
    "rule_index": "khronos_lab.widgets.lessons.rule_index",
    "sandbox": "khronos_lab.widgets.sandbox.widget",
    "save": "khronos_lab.drawing.output.figure",
    "scenario": "khronos_lab.scenarios.library",
    "scenarios_for": "khronos_lab.scenarios.library",
    "seen_by": "khronos_lab.players.views",
    "sensible": "khronos_lab.players.random_player",
    "set_language": "khronos_lab.rulebook.language",
    "shadow_graph": "khronos_lab.analysis.graphs",
    "simulate": "khronos_lab.simulation.run",
    "speaking": "khronos_lab.rulebook.language",
    "standard_report": "khronos_lab.analysis.statistics.standard_report",
    "steps_of": "khronos_lab.records.model",
    "tables_of": "khronos_lab.analysis.tables.game_tables",
    "threats": "khronos_lab.analysis.threats.prospects",
    "turning_points": "khronos_lab.simulation.turning_points",
    "turning_summary": "khronos_lab.analysis.review.turning_words",
    "write_records": "khronos_lab.records.format.writer",
    "write_tables": "khronos_lab.analysis.tables.parquet_files",
}

# In a notebook our types show their pictures; a name in a variable loads nothing by itself.
_DISPLAY = "khronos_lab.widgets.replay.notebook_display"


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'khronos_lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


if "IPython" in sys.modules:
    import_module(_DISPLAY).register()
