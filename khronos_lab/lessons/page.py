"""A lesson as one page that works without Python, on a phone, too: its questions are checked there.

>>> page = lesson_page("Stopped by an equal")
>>> page.title, "<script" in page.html
('Stopped by an equal', True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from khronos_lab.board import SCRIPTS, board_style, joined_modules, packed_page
from khronos_lab.lessons.course import Item, Source, ideas_of, items_of, lesson_title
from khronos_lab.lessons.data import Data, LessonData, lesson_words
from khronos_lab.lessons.exercise import Text
from khronos_lab.records import PathName, whole_file
from khronos_lab.rulebook import LANGUAGE_NAMES, LANGUAGES, multilingual, speaking

BROWSER: Final = Path(__file__).parent / "browser"
_LONG: Final = 20
"""Letters from which a text is kept once for the whole page."""
NOTEBOOKS: Final = {
    "00": "introduction",
    "02": "shadows",
    "03": "paradoxes",
    "04": "domains",
    "05": "taxes",
}
"""By notebook: the lesson whose title the page has."""


@dataclass(frozen=True)
class LessonPage:
    """A lesson as HTML; `save` writes it to a file."""

    title: str
    html: str

    def save(self, path: PathName) -> None:
        """Write the page to a file, whole or not at all."""
        with whole_file(path) as file:
            file.write(self.html)

    def __repr__(self) -> str:
        size = len(self.html.encode()) / 1000
        return f'<LessonPage {self.title!r}, {size:.0f} kB: .save("lesson.html")>'


@multilingual
def lesson_page(source: Source, *, language: str | None = None) -> LessonPage:
    """A lesson as one offline page in both languages: a notebook's ideas (`"02"`), or any lesson.

    Whatever `lesson` opens can be made a page; `"00"` is the introduction. It remembers on its
    device what was answered.
    """
    notebook = source.strip() if isinstance(source, str) else ""
    if notebook in NOTEBOOKS:
        name = lesson_title(NOTEBOOKS[notebook])
        ideas = ideas_of(notebook)
        items = [item for idea in ideas for item in items_of(idea.name)]
        return page_of_items(items or items_of("introduction"), name)
    return page_of_items(items_of(source), lesson_title(source))


def page_of_items(
    items: Sequence[Item], title: Text | None, classroom: Mapping[str, Any] | None = None
) -> LessonPage:
    """The page of some items; that of a class makes a code to hand in."""
    named = title or items[0].title
    titles = {language: named.text(language) for language in LANGUAGES}
    data = LessonData().whole(items)
    data |= {
        "id": f"{titles[LANGUAGES[0]]} {len(items)}",
        "languages": LANGUAGE_NAMES,
        "title": titles,
        "words": _words(),
        "class": classroom,
    }
    texts: dict[str, int] = {}
    facts = {"lesson": _numbered(data, texts), "texts": list(texts)}
    modules = [*(BROWSER.parent / x for x in SCRIPTS)]
    modules += [BROWSER / f"{x}.js" for x in ("model", "lesson", "hand_in", "lesson_page")]
    script = joined_modules(path.read_text("utf-8") for path in modules)
    sheets = [(BROWSER / name).read_text("utf-8") for name in ("lesson.css", "lesson_page.css")]
    style = "".join([board_style(), *sheets])
    html = packed_page(
        named.text(), facts, style, script, body="<main></main>",
        policy="; style-src-attr 'unsafe-inline'",
    )  # fmt: skip
    return LessonPage(named.text(), html)


def _words() -> Data:
    found = {}
    for language in LANGUAGES:
        with speaking(language):
            found[language] = lesson_words()
    return found


def _numbered(value: object, texts: dict[str, int]) -> object:
    """The same value with the number of each long text in its place."""
    if isinstance(value, str):
        text = str(value)
        return f"\1{texts.setdefault(text, len(texts))}" if len(text) >= _LONG else text
    if isinstance(value, Mapping):
        return {key: _numbered(each, texts) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_numbered(each, texts) for each in value]
    return value
