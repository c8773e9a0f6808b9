from .exporter import export_game as export_game
from .exporter import some_turns as some_turns
from .exporter import turn_named as turn_named
from .exporter import turns_of as turns_of
from .exporter import without_hands as without_hands
from .film import gif_bytes as gif_bytes
from .film import plain_words as plain_words
