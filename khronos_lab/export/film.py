"""A game as a film: an animated GIF, or a video where the program ffmpeg is installed."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.drawing import (
    DPI,
    INK,
    MUTED,
    BoardScene,
    matplotlib_set,
    new_figure,
    pixels_of,
    theme,
)
from khronos_lab.records import GameRecord, harmless
from khronos_lab.rulebook import KhronosError, say
from khronos_lab.scenes import highlights_of

Picture = NDArray[np.uint8]

WIDTH: Final = 9.6  # inches of a film, at 100 pixels each
_STRIP: Final = 0.74  # inches below the boards for words
RATE: Final = 10  # pictures a second of a video; a moment that is shown longer is repeated


@contextmanager
def plain_words() -> Iterator[None]:
    """Let matplotlib write names and comments as they are.

    A dollar sign is a dollar sign and begins no formula; a letter that the font lacks is an empty
    box, and nobody is warned of it.
    """
    with matplotlib_set({"text.parse_math": False}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


class Shot(NamedTuple):
    """One picture of a film, and for how long it is shown."""

    picture: Picture
    seconds: float


def shots(record: GameRecord, *, moves: bool = False) -> Iterator[Shot]:
    """The pictures of a game: one for each effect, or only one for each move.

    A sentence stays for as long as reading it takes; the last picture stays longer.
    """
    timeline = Timeline.of(record)
    with plain_words(), theme():
        scene = BoardScene(timeline.start, "shadows", width=WIDTH, legend=False)
        strip = _Words(scene.size[0])
        for frame in timeline:
            if moves and not frame.last_of_move:
                continue
            said = _sentence(frame, moves)
            picture = np.vstack([scene.pixels(frame)[..., :3], strip.write(frame, said)])
            last = frame.index == len(timeline) - 1
            yield Shot(picture, 4.0 if last else 0.5 + len(said) / 50)


def _sentence(frame: Frame, moves: bool) -> str:
    """What is said below a picture: the event, or of a whole move the first that is seen."""
    span = frame.span
    if frame.entry is None or span is None:
        return say("panel-game_start")
    if not moves:
        return frame.entry.text()
    seen = [entry for entry in span.log if highlights_of(entry.event, span.after)]
    return (seen or span.log)[0].text()


class _Words:
    """The strip below the boards: turn, move and coins, and a sentence."""

    def __init__(self, width: int) -> None:
        self._figure = new_figure(width / DPI, _STRIP)
        self._head = self._figure.text(0.012, 0.93, "", fontsize=9, va="top", color=MUTED)
        self._said = self._figure.text(0.012, 0.62, "", fontsize=11, va="top", color=INK)
        self._letters = int(width / 7.0)

    def write(self, frame: Frame, said: str) -> Picture:
        coins = ", ".join(f"{p.name[:20]} {p.coins}" for p in frame.state.players)
        node = frame.node
        coins = f"{say('panel-coins')}: {coins}"
        room = max(20, int(self._letters * 1.1) - len(coins))
        told = "" if frame.span is None else frame.span.sentence()
        turn = "" if node is None else f"{textwrap.shorten(f'{node.label}  {told}', room)}    "
        self._head.set_text(harmless(f"{turn}{coins}"))
        lines = textwrap.wrap(harmless(said), self._letters)
        self._said.set_text("\n".join(lines[:2]))
        return np.array(pixels_of(self._figure)[..., :3])


# ------------------------------------------------------------------ files


def gif_bytes(record: GameRecord, *, moves: bool = False) -> bytes:
    """A game as an animated GIF that plays for ever."""
    palette = _Palette(record)
    pictures: list[Image.Image] = []
    durations: list[int] = []
    for shot in shots(record, moves=moves):
        pictures.append(palette.image(shot.picture))
        durations.append(round(shot.seconds * 100) * 10)
    data = io.BytesIO()
    pictures[0].save(
        data, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0
    )
    return data.getvalue()


class _Palette:
    """The 256 colours that fill most of a game, and which of them is nearest to any other.

    Flat colours are among them as they are, so paper stays white, and what stays the same from one
    picture to the next keeps its pixels and packs to nothing.
    """

    def __init__(self, record: GameRecord) -> None:
        timeline = Timeline.of(record)
        scene = BoardScene(timeline.start, "shadows", width=WIDTH, legend=False)
        places = {len(timeline) * share // 6 for share in range(6)} | {len(timeline) - 1}
        some = [_whole(scene.pixels(timeline[place])[..., :3]) for place in sorted(places)]
        colours, counts = np.unique(np.concatenate(some, axis=None), return_counts=True)
        common = colours[np.argsort(-counts, kind="stable")[:256]]
        self._colours = np.stack([common >> 16, common >> 8 & 255, common & 255], axis=1)
        self._nearest = np.zeros(1 << 24, np.uint8)
        self._known = np.zeros(1 << 24, np.bool_)

    def image(self, picture: Picture) -> Image.Image:
        whole = _whole(picture)
        for colour in np.unique(whole[~self._known[whole]]):
            parts = np.array([colour >> 16, colour >> 8 & 255, colour & 255])
            distances = ((self._colours - parts) ** 2).sum(axis=1)
            self._nearest[colour] = distances.argmin()
            self._known[colour] = True
        image = Image.fromarray(self._nearest[whole])
        image.putpalette(self._colours.astype(np.uint8).tobytes())
        return image


def _whole(picture: Picture) -> NDArray[np.int32]:
    red, green, blue = (picture[..., part].astype(np.int32) for part in range(3))
    return red << 16 | green << 8 | blue


def mp4_bytes(record: GameRecord, *, moves: bool = False) -> bytes:
    """A game as a video; the program ffmpeg makes it."""
    program = shutil.which("ffmpeg")
    if program is None:
        raise KhronosError(
            "a video needs the program ffmpeg, which is not installed here; install it, or name "
            "a file *.gif"
        )
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "game.mp4"
        _encode(program, target, shots(record, moves=moves))
        return target.read_bytes()


def _encode(program: str, target: Path, film: Iterator[Shot]) -> None:
    first = next(film)
    tall, wide = (side // 2 * 2 for side in first.picture.shape[:2])
    arguments = [
        *(program, "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"),
        *("-s", f"{wide}x{tall}", "-r", str(RATE), "-i", "-", "-an", "-c:v", "libx264"),
        *("-pix_fmt", "yuv420p", "-movflags", "+faststart", str(target)),
    ]
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stderr=said) as process:
            assert process.stdin is not None
            try:
                for shot in chain((first,), film):
                    # Video wants even sides; the last row or column of pixels is paper.
                    data = np.ascontiguousarray(shot.picture[:tall, :wide]).tobytes()
                    for _ in range(max(1, round(shot.seconds * RATE))):
                        process.stdin.write(data)
            except BrokenPipeError:
                pass  # it has given up; why is told below
            finally:
                with suppress(BrokenPipeError):
                    process.stdin.close()
        said.seek(0)
        if process.returncode or not target.is_file():
            reason = said.read().decode("utf-8", "replace").strip().splitlines() or [
                "no reason given"
            ]
            raise KhronosError(f"ffmpeg could not make the video: {reason[-1]}")
