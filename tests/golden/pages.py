"""Pages that are kept as the sentences that a reader finds on them, without their pictures.

`python -m tests.golden.regenerate` writes them anew.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from pathlib import Path

import khronos_lab as kl
from khronos_lab.report import story_html
from tests.golden.sections import Goldens, Lines
from tests.simulation.reviewed import game, glanced
from tests.support import in_language

FOLDER = Path(__file__).parent / "pages"
UNSEEN = re.compile(r"<script.*?</script>|<style.*?</style>|<head.*?</head>", re.S)
BLOCK = re.compile(r"</?(?:section|h[1-4]|table|tr|figure|figcaption|details|summary|p|li|div)[ >]")


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    pages: dict[str, Lines] = {
        "report of a game": partial(_report, 8, "en"),
        "report in German": partial(_report, 9, "de"),
        "report of many games": partial(_many, "en"),
        "report of many games in German": partial(_many, "de"),
        "review": partial(_review, "en"),
        "review in German": partial(_review, "de"),
        "worksheet": _worksheet,
    }
    return Goldens(FOLDER, {"pages": pages})


def sentences(page: str) -> Iterator[str]:
    """The words of a page, a line for each paragraph, heading, row or entry of a list."""
    # The whole game, turn by turn, is in other goldens.
    for part in BLOCK.split(UNSEEN.sub("", page).partition('<h2 id="telling">')[0]):
        cells = re.sub(r"</t[hd]>", " | ", part)
        words = unescape(re.sub(r"<[^>]*>|^[^<>]*>", " ", cells))
        told = " ".join(words.split()).strip(" |")
        if told:
            yield told


def _report(number: int, language: str) -> Iterator[str]:
    return sentences(in_language(language, story_html, game(number), version="1"))


def _saved(save: Callable[[Path], object]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        save(path)
        yield from sentences(path.read_text("utf-8"))


def _many(language: str) -> Iterator[str]:
    games = kl.dataset([game(8), game(9)])
    return _saved(lambda path: games.report(path, replays=0, date="2026", language=language))


def _review(language: str) -> Iterator[str]:
    yield from glanced().text(language).split("\n")


def _worksheet() -> Iterator[str]:
    return _saved(kl.worksheet("B6", "C2", "X2", n=9, seed=3, language="de").save)
