# The one list of what `khronos_lab` offers: `__init__.py` loads a name when it is first used, type
# checkers and editors read this file.

from . import draw as draw
from . import graphs as graphs
from . import players as players
from . import records as records
from .analysis import forecast as forecast
from .desk import edit_map as edit_map
from .desk import explain as explain
from .desk import play_against as play_against
from .desk import record_game as record_game
from .desk import sandbox as sandbox
from .engine import Build as Build
from .engine import Demolish as Demolish
from .engine import EndTurn as EndTurn
from .engine import Exchange as Exchange
from .engine import Populate as Populate
from .engine import Restore as Restore
from .engine import Swap as Swap
from .engine import Travel as Travel
from .engine import Upgrade as Upgrade
from .engine import legal_actions as legal_actions
from .engine import new_game as new_game
from .engine import play as play
from .engine import preview as preview
from .engine import read_position as read_position
from .engine import why_not as why_not
from .front import Dataset as Dataset
from .front import Game as Game
from .front import balance as balance
from .front import compare as compare
from .front import dataset as dataset
from .front import load as load
from .front import simulate as simulate
from .lessons import classroom as classroom
from .lessons import lesson as lesson
from .lessons import lesson_page as lesson_page
from .lessons import practice as practice
from .lessons import rules as rules
from .lessons import worksheet as worksheet
from .players import play_game as play_game
from .rulebook import CIVIL as CIVIL
from .rulebook import FAITH as FAITH
from .rulebook import MIGHT as MIGHT
from .rulebook import MILITARY as MILITARY
from .rulebook import REASON as REASON
from .rulebook import RELIGIOUS as RELIGIOUS
from .rulebook import rules_with as rules_with
from .rulebook import set_language as set_language
from .scrubber import scrub as scrub
from .simulation import ladder as ladder

__all__: list[str]
__version__: str
