# The one list of what `khronos_lab` offers: `__init__.py` loads a name when it is first used, type
# checkers and editors read this file.

from . import draw as draw
from . import graphs as graphs
from . import players as players
from . import records as records
from .analysis.forecast import forecast as forecast
from .engine.legal_actions import legal_actions as legal_actions
from .engine.moves import play as play
from .engine.moves import preview as preview
from .engine.moves import why_not as why_not
from .engine.setup import new_game as new_game
from .engine.setup import read_position as read_position
from .engine.spoken.names import Build as Build
from .engine.spoken.names import Demolish as Demolish
from .engine.spoken.names import EndTurn as EndTurn
from .engine.spoken.names import Exchange as Exchange
from .engine.spoken.names import Populate as Populate
from .engine.spoken.names import Restore as Restore
from .engine.spoken.names import Swap as Swap
from .engine.spoken.names import Travel as Travel
from .engine.spoken.names import Upgrade as Upgrade
from .front.balance import balance as balance
from .front.dataset import Dataset as Dataset
from .front.dataset import compare as compare
from .front.dataset import dataset as dataset
from .front.dataset import simulate as simulate
from .front.game import Game as Game
from .front.game import load as load
from .players.games import play_game as play_game
from .rulebook.language import set_language as set_language
from .rulebook.pieces import CIVIL as CIVIL
from .rulebook.pieces import FAITH as FAITH
from .rulebook.pieces import MIGHT as MIGHT
from .rulebook.pieces import MILITARY as MILITARY
from .rulebook.pieces import REASON as REASON
from .rulebook.pieces import RELIGIOUS as RELIGIOUS
from .rulebook.ruleset import rules_with as rules_with
from .simulation.ladder import ladder as ladder
from .widgets.explainer.widget import explain as explain
from .widgets.lessons.lesson_page import lesson_page as lesson_page
from .widgets.lessons.rule_index import rules as rules
from .widgets.lessons.widget import lesson as lesson
from .widgets.lessons.widget import practice as practice
from .widgets.lessons.worksheet import worksheet as worksheet
from .widgets.map_editor.widget import edit_map as edit_map
from .widgets.recorder.play_against import play_against as play_against
from .widgets.recorder.widget import record_game as record_game
from .widgets.sandbox.widget import sandbox as sandbox
from .widgets.scrub.widget import scrub as scrub

__all__: list[str]
__version__: str
