"""What the entries share: games, files that vanish, figures and the command as people see them."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from html import unescape
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import click
import matplotlib as mpl
from click.testing import CliRunner, Result
from matplotlib.text import Text
from PIL import Image, ImageColor

import khronos_lab

mpl.use("Agg")

kl: Any = khronos_lab
"""As a notebook has it: nothing here depends on types."""

ROOT = Path(__file__).resolve().parents[2]
GAMES = "data/games"
FOUR = f"{GAMES}/03-four-players-valley.khr"
TWO = f"{GAMES}/01-two-players-valley.khr"
LESSON = f"{GAMES}/08-lesson-three-ages.khr"

_home = TemporaryDirectory(prefix="khronos-inventory-")
HOME = Path(_home.name)


_spoken = ["en"]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Have khronos_lab speak a language for a while, as `kl.set_language` does."""
    _spoken.append(language)
    kl.set_language(language)
    try:
        yield
    finally:
        _spoken.pop()
        kl.set_language(_spoken[-1])


def spoken() -> str:
    """The language that is spoken now."""
    return _spoken[-1]


def new_file(name: str) -> Path:
    """A path in a new, empty folder."""
    return Path(mkdtemp(dir=HOME)) / name


def refused(call: Callable[[], object]) -> str:
    """The sentence with which something is refused."""
    try:
        found = call()
    except (ValueError, AttributeError) as fault:
        return str(fault)
    raise AssertionError(f"not refused: {found!r}")


def read(html: str) -> str:
    """The words of a page, or of a part of one, as they are read."""
    bare = re.sub(r"<(style|script)\b.*?</\1>|<[^>]+>", " ", html, flags=re.S)
    return " ".join(unescape(bare).split())


# ------------------------------------------------------------------ games


@cache
def game() -> Any:
    """Four players, seven rounds, 482 steps."""
    with speaking("en"):
        return kl.load(FOUR)


@cache
def lesson_game() -> Any:
    """A short one of two players, with variations and comments."""
    with speaking("en"):
        return kl.load(LESSON)


@cache
def own() -> Path:
    """The short game in a file of one's own, and beside it its review, worked out once."""
    path = lesson_game().save(new_file("mine.khr"))
    kl.load(path).review(progress=False)
    return path


@cache
def review() -> Any:
    """The review of the short game."""
    return kl.load(own()).review(progress=False)


@cache
def sample() -> Any:
    """The games that come with the kit."""
    return kl.dataset("data/sample")


@cache
def table() -> Any:
    """The first position of a game of four."""
    return kl.new_game(["Ada", "Ben", "Cleo", "Dan"], seed=1)


@cache
def ends() -> Any:
    """How a game ends that random players finish four times."""
    return kl.players.play_on(game().state(400), "random", games=4, seed=1)


@cache
def ladder() -> Any:
    """Two players on two deals."""
    return kl.ladder(["random", "greedy"], new_file("ladder"), deals=2, workers=1, progress=False)


def scenario(number: int) -> Any:
    """The position of a scenario."""
    return kl.lesson(number).exercise.state


# ------------------------------------------------------------------ pictures


def words(drawing: Any) -> list[str]:
    """Every text that can be read in a figure."""
    texts = drawing.figure.findobj(Text)
    return [each.get_text() for each in texts if each.get_visible() and each.get_text().strip()]


def pixels(picture: Any) -> Image.Image:
    """A figure, or the bytes of a picture, as it is seen."""
    data = picture if isinstance(picture, bytes) else picture.png(0.5)
    return Image.open(io.BytesIO(data)).convert("RGB")


def ink(picture: Any) -> float:
    """The share of a picture that is not its background."""
    seen = pixels(picture)
    colours = seen.getcolors(1 << 24) or []
    return 1 - max(number for number, _ in colours) / (seen.width * seen.height)


def differ(one: Any, other: Any) -> bool:
    """True if two figures do not look the same."""
    return pixels(one).tobytes() != pixels(other).tobytes()


def share_of(colour: str, picture: Any) -> float:
    """The share of a picture that has a colour, written `#00523B`."""
    seen = pixels(picture if isinstance(picture, bytes) else picture.png(1.0))
    wanted = ImageColor.getrgb(colour)
    numbers = {each: number for number, each in seen.getcolors(1 << 24) or []}
    return numbers.get(wanted, 0) / (seen.width * seen.height)


def film(path: Path) -> list[Any]:
    """How many pictures a film has, whether they differ, and whether words stand below them."""
    with Image.open(path) as shown:
        number = getattr(shown, "n_frames", 1)
        shown.seek(0)
        first = shown.convert("RGB").tobytes()
        shown.seek(number - 1)
        last = shown.convert("RGB")
        below = last.crop((0, last.height - 40, last.width, last.height)).convert("L")
        return [
            number,
            first != last.tobytes(),
            below.point(lambda x: x < 128).getbbox() is not None,
        ]


def pages(path: Path) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type ?/Page\b", path.read_bytes()))


# ------------------------------------------------------------------ the command


@cache
def program() -> click.Group:
    """The command, as the package's own settings name it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found = resolve_name(settings["project"]["scripts"]["khronos-lab"])
    assert isinstance(found, click.Group)
    return found


def run(*arguments: object) -> Result:
    """Run the command in this process."""
    result = CliRunner().invoke(program(), [str(each) for each in arguments])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def told(*arguments: object) -> str:
    """What the command prints if all is well."""
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def complaint(*arguments: object) -> tuple[int, str]:
    """The exit code of the command, and the sentence on the error stream."""
    result = run(*arguments)
    return result.exit_code, result.stderr
