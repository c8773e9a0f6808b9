"""The pictures of the README, made by the kit itself.

Made again with `python -m khronos_lab.plots.gallery data/pictures`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from khronos_lab.analysis.timeline import Span, Timeline
from khronos_lab.core.events import BuildingErased
from khronos_lab.play.records.files import BadGame, read_games
from khronos_lab.plots.drawing import Drawing
from khronos_lab.plots.income import draw_income
from khronos_lab.plots.shadows import draw_shadows
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import data_file

GAME = "03-four-players-valley.khr"


def pictures() -> Iterator[tuple[str, Drawing]]:
    """Every picture with its name."""
    record = next(iter(read_games(data_file("games", GAME))))
    if isinstance(record, BadGame):
        raise record.error
    timeline = Timeline.of(record)
    paradox = max(timeline.moves, key=_erased)
    yield "shadows", draw_shadows(paradox.after, paradox.log)
    yield "income", draw_income(timeline)


def _erased(span: Span) -> int:
    return sum(isinstance(entry.event, BuildingErased) for entry in span.log)


def make_gallery(folder: str | Path) -> list[Path]:
    """Write the pictures into a folder; gives their files."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    made = []
    for name, drawing in pictures():
        made.append(Path(folder) / f"{name}.png")
        # One pixel for one of the screen: a page of pictures should load quickly.
        made[-1].write_bytes(drawing.png(ratio=1))
    return made


def main() -> None:
    """Make the gallery in the folder that is named."""
    if len(sys.argv) != 2:
        sys.exit("name the folder: python -m khronos_lab.plots.gallery data/pictures")
    try:
        for path in make_gallery(sys.argv[1]):
            print(path)
    except (KhronosError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
