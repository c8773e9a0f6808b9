"""The pictures of the README, made by the kit itself.

Made again with `python -m tests.making.gallery data/pictures`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from PIL import Image

from khronos_lab.analysis import Span
from khronos_lab.core import BuildingErased, read_position
from khronos_lab.drawing import Drawing, draw_storyboard
from khronos_lab.engine import Outcome, as_move, play
from khronos_lab.export import gif_bytes
from khronos_lab.front import Game, dataset, load
from khronos_lab.lessons import scenario
from khronos_lab.records import GameRecord, Study
from khronos_lab.rulebook import KhronosError, data_file
from tests.support import in_language

GAME: Final = "03-four-players-valley.khr"
LESSON: Final = "58"
"""The scenario whose move is shown effect by effect."""
PARADOX: Final = """
player Ada: hand ccc
player Ben: coins 6
Might           | Faith                     | Reason
f f . . . ~ ~ . | f f . .   .   ~ ~ .       | f f . .   .   ~ ~ .
f . . . . . ~ . | f . . m3B #   # ~ .       | f . . m3% #   # ~ .
. . . . . . ~ ~ | . . . #   #   # ~ ~       | . . . #   #   # ~ ~
h . . . . . . ^ | h . . #   #   # . ^       | h . . #   #   # . ^
. . f f . . ^ ^ | . . f f   .   . ^ ^       | . . f f   .   . ^ ^
"""
"""Ada is about to build a town at c3 in Might; later Ben's castle stands there."""


def paradox() -> GameRecord:
    """The one move of the film."""
    start = read_position(PARADOX)
    move = as_move(start, "town c3 in Might")
    return Study(GameRecord({}, start)).play([move]).record


def _game() -> Game:
    return load(data_file("games", GAME))


def _erased(span: Span) -> int:
    return sum(isinstance(entry.event, BuildingErased) for entry in span.log)


def _shadows() -> Drawing:
    game = _game()
    return game.draw.shadows(max(game.timeline.moves, key=_erased).last)


def _control() -> Drawing:
    game = _game()
    return game.draw.control(game.timeline.stops("tax")[-1])


def _storyboard() -> Drawing:
    shown = scenario(LESSON)
    outcome = play(shown.state, shown.action)
    assert isinstance(outcome, Outcome)
    return draw_storyboard(shown.state, outcome.log)


def _statistics() -> Drawing:
    return dataset(Path(str(data_file("sample")))).income(by=["age", "round"]).plot()


def _png(draw: Callable[[], Drawing]) -> Callable[[], bytes]:
    return lambda: _small_png(draw())


def _small_png(drawing: Drawing) -> bytes:
    """A drawing with a palette: the same to the eye, in a third of the bytes."""
    data = io.BytesIO()
    # One pixel and a quarter for one of the screen: a page of pictures should load quickly.
    image = Image.fromarray(drawing.pixels(1.25)[..., :3])
    image.quantize(256, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()


PICTURES: Final[Mapping[str, Callable[[], bytes]]] = MappingProxyType(
    {
        "paradox.gif": lambda: gif_bytes(paradox()),
        "paradox_de.gif": lambda: in_language("de", gif_bytes, paradox()),
        "shadows.png": _png(_shadows),
        "storyboard.png": _png(_storyboard),
        "control.png": _png(_control),
        "income.png": _png(lambda: _game().draw.income()),
        "statistics.png": _png(_statistics),
    }
)
"""By name of the file: how it is made."""


def make_gallery(folder: str | Path) -> list[Path]:
    """Write the pictures into a folder; gives their files."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    made = []
    for name, make in PICTURES.items():
        made.append(Path(folder) / name)
        made[-1].write_bytes(make())
    return made


def main() -> None:
    """Make the gallery in the folder that is named."""
    if len(sys.argv) != 2:
        sys.exit("name the folder: python -m tests.making.gallery data/pictures")
    try:
        for path in make_gallery(sys.argv[1]):
            print(path)
    except (KhronosError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
