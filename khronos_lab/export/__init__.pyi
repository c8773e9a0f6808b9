from .exporter import export_game as export_game
from .film import gif_bytes as gif_bytes
from .film import plain_words as plain_words
from .record_parts import some_turns as some_turns
from .record_parts import turn_named as turn_named
from .record_parts import turns_of as turns_of
from .record_parts import without_hands as without_hands
