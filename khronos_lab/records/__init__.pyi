from .format.reader import read_record as read_record
from .format.writer import record_text as record_text
from .game_files import read_games as read_games
from .game_files import write_records as write_records
from .model import GameRecord as GameRecord
from .model import Recorder as Recorder
from .model import steps_of as steps_of
