"""khronos_lab: study games of Khronos, where what is built early casts shadows on later ages.

The names below are what a notebook needs; heavy parts load when they are used.
"""

from __future__ import annotations

import sys
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
    from khronos_lab.analysis.differences import age_differences, differences
    from khronos_lab.analysis.files import read_tables, write_tables
    from khronos_lab.analysis.forecast import difference, forecast
    from khronos_lab.analysis.graphs import cause_graph, domain_graph, shadow_graph
    from khronos_lab.analysis.positions import known_at, position_at
    from khronos_lab.analysis.provenance import Provenance
    from khronos_lab.analysis.statistics.compare import compare
    from khronos_lab.analysis.statistics.report import collect_report, standard_report
    from khronos_lab.analysis.tables import tables_of
    from khronos_lab.analysis.threats import chances, threats
    from khronos_lab.analysis.timeline import Frame, Timeline
    from khronos_lab.analysis.turning import TurningPoints
    from khronos_lab.analysis.turning_words import turning_summary
    from khronos_lab.core.captions import caption
    from khronos_lab.core.position import position_text
    from khronos_lab.core.position_reader import read_position
    from khronos_lab.play.players.advice import advised_turn
    from khronos_lab.play.players.basic import RandomPlayer, sensible
    from khronos_lab.play.players.endings import Rollouts, contrast
    from khronos_lab.play.players.games import play_game
    from khronos_lab.play.players.greedy import GreedyPlayer
    from khronos_lab.play.players.knowledge import known_to
    from khronos_lab.play.players.planner import PlannerPlayer
    from khronos_lab.play.players.playing_on import continued, play_on, playing_on
    from khronos_lab.play.players.protocol import Player
    from khronos_lab.play.players.rollout import rollouts
    from khronos_lab.play.players.roster import player_named
    from khronos_lab.play.players.views import seen_by
    from khronos_lab.play.preview import preview
    from khronos_lab.play.records.files import read_games
    from khronos_lab.play.records.model import GameRecord, Recorder, steps_of
    from khronos_lab.play.records.reader import read_record
    from khronos_lab.play.records.writer import record_text, write_records
    from khronos_lab.play.scenarios.generator import exercises
    from khronos_lab.play.scenarios.library import scenario, scenarios, scenarios_for
    from khronos_lab.plots.boards import draw_boards
    from khronos_lab.plots.control import draw_control
    from khronos_lab.plots.differences import draw_difference
    from khronos_lab.plots.drawing import save
    from khronos_lab.plots.export import export_game
    from khronos_lab.plots.heat import draw_heat
    from khronos_lab.plots.income import draw_income, draw_income_bands, draw_sources
    from khronos_lab.plots.moves import draw_move
    from khronos_lab.plots.networks import draw_causes, draw_domain_graph
    from khronos_lab.plots.prospects import draw_prospects
    from khronos_lab.plots.shadows import draw_shadow_graph, draw_shadows, draw_storyboard
    from khronos_lab.plots.sides import draw_age_differences, draw_differences
    from khronos_lab.plots.turning import draw_turning_points, draw_turning_strip
    from khronos_lab.rulebook.clause_texts import clause_text
    from khronos_lab.rulebook.words import language, set_language, speaking
    from khronos_lab.simulation.ladder import ladder
    from khronos_lab.simulation.run import play_again, simulate
    from khronos_lab.simulation.turning import turning_points
    from khronos_lab.widgets.explainer import explain
    from khronos_lab.widgets.lesson import lesson, practice
    from khronos_lab.widgets.recorder import record_game
    from khronos_lab.widgets.replay import replay
    from khronos_lab.widgets.rule_index import rule_index
    from khronos_lab.widgets.sandbox import sandbox

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
    "scenarios",
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
    "GameRecord": "khronos_lab.play.records.model",
    "GreedyPlayer": "khronos_lab.play.players.greedy",
    "PlannerPlayer": "khronos_lab.play.players.planner",
    "Player": "khronos_lab.play.players.protocol",
    "Provenance": "khronos_lab.analysis.provenance",
    "RandomPlayer": "khronos_lab.play.players.basic",
    "Recorder": "khronos_lab.play.records.model",
    "Rollouts": "khronos_lab.play.players.endings",
    "Timeline": "khronos_lab.analysis.timeline",
    "TurningPoints": "khronos_lab.analysis.turning",
    "advised_turn": "khronos_lab.play.players.advice",
    "age_differences": "khronos_lab.analysis.differences",
    "caption": "khronos_lab.core.captions",
    "cause_graph": "khronos_lab.analysis.graphs",
    "chances": "khronos_lab.analysis.threats",
    "clause_text": "khronos_lab.rulebook.clause_texts",
    "collect_report": "khronos_lab.analysis.statistics.report",
    "compare": "khronos_lab.analysis.statistics.compare",
    "continued": "khronos_lab.play.players.playing_on",
    "contrast": "khronos_lab.play.players.endings",
    "difference": "khronos_lab.analysis.forecast",
    "differences": "khronos_lab.analysis.differences",
    "domain_graph": "khronos_lab.analysis.graphs",
    "draw_age_differences": "khronos_lab.plots.sides",
    "draw_boards": "khronos_lab.plots.boards",
    "draw_causes": "khronos_lab.plots.networks",
    "draw_control": "khronos_lab.plots.control",
    "draw_difference": "khronos_lab.plots.differences",
    "draw_differences": "khronos_lab.plots.sides",
    "draw_domain_graph": "khronos_lab.plots.networks",
    "draw_heat": "khronos_lab.plots.heat",
    "draw_income": "khronos_lab.plots.income",
    "draw_income_bands": "khronos_lab.plots.income",
    "draw_move": "khronos_lab.plots.moves",
    "draw_prospects": "khronos_lab.plots.prospects",
    "draw_shadow_graph": "khronos_lab.plots.shadows",
    "draw_shadows": "khronos_lab.plots.shadows",
    "draw_sources": "khronos_lab.plots.income",
    "draw_storyboard": "khronos_lab.plots.shadows",
    "draw_turning_points": "khronos_lab.plots.turning",
    "draw_turning_strip": "khronos_lab.plots.turning",
    "exercises": "khronos_lab.play.scenarios.generator",
    "explain": "khronos_lab.widgets.explainer",
    "export_game": "khronos_lab.plots.export",
    "forecast": "khronos_lab.analysis.forecast",
    "known_at": "khronos_lab.analysis.positions",
    "known_to": "khronos_lab.play.players.knowledge",
    "ladder": "khronos_lab.simulation.ladder",
    "language": "khronos_lab.rulebook.words",
    "lesson": "khronos_lab.widgets.lesson",
    "play_again": "khronos_lab.simulation.run",
    "play_game": "khronos_lab.play.players.games",
    "play_on": "khronos_lab.play.players.playing_on",
    "player_named": "khronos_lab.play.players.roster",
    "playing_on": "khronos_lab.play.players.playing_on",
    "position_at": "khronos_lab.analysis.positions",
    "position_text": "khronos_lab.core.position",
    "practice": "khronos_lab.widgets.lesson",
    "preview": "khronos_lab.play.preview",
    "read_games": "khronos_lab.play.records.files",
    "read_position": "khronos_lab.core.position_reader",
    "read_record": "khronos_lab.play.records.reader",
    "read_tables": "khronos_lab.analysis.files",
    "record_game": "khronos_lab.widgets.recorder",
    "record_text": "khronos_lab.play.records.writer",
    "replay": "khronos_lab.widgets.replay",
    "rollouts": "khronos_lab.play.players.rollout",
    "rule_index": "khronos_lab.widgets.rule_index",
    "sandbox": "khronos_lab.widgets.sandbox",
    "save": "khronos_lab.plots.drawing",
    "scenario": "khronos_lab.play.scenarios.library",
    "scenarios": "khronos_lab.play.scenarios.library",
    "scenarios_for": "khronos_lab.play.scenarios.library",
    "seen_by": "khronos_lab.play.players.views",
    "sensible": "khronos_lab.play.players.basic",
    "set_language": "khronos_lab.rulebook.words",
    "shadow_graph": "khronos_lab.analysis.graphs",
    "simulate": "khronos_lab.simulation.run",
    "speaking": "khronos_lab.rulebook.words",
    "standard_report": "khronos_lab.analysis.statistics.report",
    "steps_of": "khronos_lab.play.records.model",
    "tables_of": "khronos_lab.analysis.tables",
    "threats": "khronos_lab.analysis.threats",
    "turning_points": "khronos_lab.simulation.turning",
    "turning_summary": "khronos_lab.analysis.turning_words",
    "write_records": "khronos_lab.play.records.writer",
    "write_tables": "khronos_lab.analysis.files",
}

# In a notebook our types show their pictures; a name in a variable loads nothing by itself.
_DISPLAY = "khronos_lab.widgets.display"


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'khronos_lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


if "IPython" in sys.modules:
    import_module(_DISPLAY).register()
