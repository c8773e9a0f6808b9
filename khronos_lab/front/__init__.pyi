from .balance_lab import balance as balance
from .datasets import Dataset as Dataset
from .datasets import compare as compare
from .datasets import dataset as dataset
from .datasets import simulate as simulate
from .game import Game as Game
from .game import load as load
