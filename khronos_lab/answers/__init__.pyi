from .answer import Answer as Answer
from .chosen_buildings import Buildings as Buildings
from .chosen_games import ChosenGames as ChosenGames
from .chosen_games import conditions_of as conditions_of
from .chosen_games import words_of as words_of
from .questions import FAMILIES as FAMILIES
from .questions import QUESTIONS as QUESTIONS
