"""Reports as one page: sections of words, tables, pictures and replays, nothing from elsewhere.

The only script is that of the viewer, where games replay in the page. Every word passes through
`board.html`, which escapes it; pictures lie in the page as data; a content security policy forbids
all else. Pictures keep their white paper on a dark screen, so that colours mean the same.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

import numpy as np
from PIL import Image

from khronos_lab.analysis import Timeline
from khronos_lab.board import (
    BROWSER,
    NOTHING,
    GameData,
    Markup,
    Part,
    content_policy,
    joined_modules,
    packed,
    tag,
    together,
    viewer_script,
    viewer_style,
    words_in,
)
from khronos_lab.drawing import DPI, GRID, INK, MARKS, MUTED, PAPER, TERRAIN, Drawing, mixed
from khronos_lab.records import GameRecord
from khronos_lab.rulebook import Terrain, current_language, number_text, say

RATIO: Final = 4 / 3
"""Pixels of a picture for each of an ordinary screen: sharp enough on a good one, half as large."""
FULL_RATIO: Final = 1.6
"""Those of a picture that is as wide as the page."""
COLOURS: Final = 32
"""Of a picture: those of its parts, and the shades of their edges."""
BOARD_COLOURS: Final = 96
"""Of a picture with boards, whose legend shows many a colour in a small sign."""

LIGHT: Final = {
    "ink": INK,
    "paper": PAPER,
    "muted": MUTED,
    "grid": GRID,
    "wash": mixed(GRID, PAPER, 0.62),
    "sun": mixed(TERRAIN[Terrain.PLAIN], PAPER, 0.45),
    "link": MARKS["touched"].colour,
}
DARK: Final = {
    "ink": "#EDEDED",
    "paper": "#161616",
    "muted": "#A8A8A8",
    "grid": "#444444",
    "wash": "#262626",
    "sun": "#3A3420",
    "link": "#8CCBF0",
}
"""The colours of a page's own words and lines; those of pictures never change."""


class Section(NamedTuple):
    """A part of a report with a heading; `name` is what links lead to."""

    name: str
    title: str
    parts: tuple[Markup, ...]


def report_page(
    title: str, lead: Sequence[Markup], sections: Sequence[Section], games: Sequence[Part],
    version: str,
) -> str:  # fmt: skip
    """The whole page; `games` are the data of those that replay in it."""
    styles, allowed, scripts = list[str](), list[str](), list[Markup]()
    if games:
        viewer, loader, script, data = _replays(games)
        styles, allowed = [viewer], [loader, script]
        packed_games = f'<script type="application/octet-stream" id="data">{data}</script>'
        scripts = [Markup(packed_games), Markup(f"<script>{loader}</script>")]
    links = [tag("li", tag("a", each.title, href=f"#{each.name}")) for each in sections]
    parts = [tag("section", tag("h2", each.title, id=each.name), *each.parts) for each in sections]
    footer = (say("story-made_by", version=version), say("report-offline"))
    body = [
        tag("header", tag("h1", title), *lead),
        tag("nav", tag("ul", *links), aria_label=say("report-contents")),
        tag("main", *parts),
        tag("footer", *(tag("p", each) for each in footer)),
        *scripts,
    ]
    # The variables of the style sheet, for light and for dark screens.
    light, dark = (
        "".join(f"--{name}:{colour};" for name, colour in colours.items())
        for colours in (LIGHT, DARK)
    )
    style = (
        _file("report.css")
        + f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    )
    return Template(_file("report.html")).substitute(
        language=current_language(), title=escape(title), style=style, body=together(body, "\n"),
        policy=escape(content_policy([style, *styles], allowed)),
    )  # fmt: skip


def _file(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


# ------------------------------------------------------------------ parts


def paragraph(words: str, class_: str | None = None) -> Markup:
    """A paragraph; no words give nothing."""
    return tag("p", words, class_=class_) if words else NOTHING


def picture(
    drawing: Drawing, words: str, *, wide: bool = False, narrow: Drawing | None = None,
    colours: int = COLOURS,
) -> Markup:  # fmt: skip
    """A drawing as a picture of the page; `words` are for those who do not see it.

    A wide one does not shrink below what can be read: a narrow screen scrolls it. One that comes
    with a `narrow` form has the width of the page, and that form on a telephone.
    """

    def data(shown: Drawing) -> str:
        small = small_picture(shown, colours, RATIO if narrow is None else FULL_RATIO)
        return f"data:image/webp;base64,{base64.b64encode(small).decode('ascii')}"

    width, height = (round(inches * DPI) for inches in drawing.figure.get_size_inches())
    image = Markup(
        f'<img src="{data(drawing)}" width="{width}" height="{height}" alt="{escape(words)}">'
    )
    if narrow is None:
        return tag("figure", image, class_="wide" if wide else None)
    source = Markup(f'<source media="(max-width: 600px)" srcset="{data(narrow)}">')
    return tag("figure", tag("picture", source, image), class_="full")


def small_picture(drawing: Drawing, colours: int, ratio: float = RATIO) -> bytes:
    """A drawing in its commonest colours as WebP: the same to the eye, in a sixth of the bytes.

    Colours mean something, so each is one that was drawn, never a mixture of several.
    """
    for axis in (each for ax in drawing.axes for each in (ax.xaxis, ax.yaxis)):
        if not axis.label.get_text():  # else a place is found for it, which takes long
            axis.set_label_coords(0, 0)
    pixels = np.ascontiguousarray(drawing.pixels(ratio))
    codes = pixels.view("<u4").ravel()
    # Runs of one colour, which are few.
    first = np.flatnonzero(np.diff(codes, prepend=~codes[:1]))
    sizes = np.diff(first, append=len(codes))
    found, where = np.unique(codes[first], return_inverse=True)
    numbers = np.bincount(where, sizes)
    shades = found.view(np.uint8).reshape(-1, 4)[:, :3]
    common = shades[np.argsort(-numbers, kind="stable")[:colours]]
    apart = shades[:, None].astype(np.int32) - common
    few = common[(apart**2).sum(axis=2).argmin(axis=1)][where]
    few = few.repeat(sizes, axis=0).reshape(*pixels.shape[:2], 3)
    data = io.BytesIO()
    # Method 2 of 6: a bit smaller than the usual 4 for such pictures, in half the time.
    Image.fromarray(few).save(data, "WEBP", lossless=True, quality=60, method=2)
    return data.getvalue()


def folded(summary: str, *inside: Markup) -> Markup:
    """Something that opens when its first line is clicked."""
    return tag("details", tag("summary", summary), *inside)


def limits(words: str) -> Markup:
    """What a number can't say, folded."""
    return folded(say("report-limits"), paragraph(words, "limits"))


def data_table(head: Sequence[str], rows: Iterable[Sequence[object]], *, first: int = 0) -> Markup:
    """A table: numbers stand to the right; the first rows are set bold."""
    cells = [[cell_text(cell) for cell in row] for row in rows]
    columns = list(zip(*cells, strict=True)) or [()] * len(head)
    right = [
        "number" if column and all(is_number for _, is_number in column) else None
        for column in columns
    ]
    top = [tag("th", each, class_=c, scope="col") for each, c in zip(head, right, strict=True)]
    body = [
        tag(
            "tr",
            *(tag("td", words, class_=c) for (words, _), c in zip(row, right, strict=True)),
            class_="first" if number < first else None,
        )
        for number, row in enumerate(cells)
    ]
    whole = tag("table", tag("thead", tag("tr", *top)), tag("tbody", *body))
    return tag("div", whole, class_="scroll")


def cell_text(value: object) -> tuple[str, bool]:
    """The words of a cell, and whether it may stand in a column of numbers.

    >>> cell_text(0.12345), cell_text(None), cell_text("<b>")
    (('0.123', True), ('', True), ('<b>', False))
    """
    if value is None:
        return "", True
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value if isinstance(value, str) else str(value), False
    if isinstance(value, int):
        return number_text(value, 0), True
    return number_text(value, 3 if abs(value) < 10 else 1), True


# ------------------------------------------------------------------ games that replay in the page


def replay_data(record: GameRecord, timeline: Timeline) -> Part:
    """A game as the viewer reads it."""
    data = GameData(record.start)
    return data.whole(data.lines(timeline, record.line.comment))


def _replays(games: Sequence[Part]) -> tuple[str, str, str, str]:
    """What a page needs to replay games: a style, two scripts and the packed whole of them."""
    own = _file("replays.js")
    script = joined_modules((viewer_script(verdict=False), own))
    facts = {"words": words_in(script, alone=True), "games": list(games)}
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    script = f'(() => {{"use strict";\n{script}}})();'
    style = viewer_style(verdict=False)
    loader = (BROWSER / "load.js").read_text(encoding="utf-8")
    return style, loader, script, packed("\0".join((style, script, told)))


def replay_link(words: str, number: int, step: int) -> Markup:
    """A link that shows a game of the page at a step."""
    place = f"#replay-{number}"
    return tag("a", words, href=place, class_="watch", data_replay=number, data_step=step)


def replay_room(
    words: str, number: int, step: int, *, title: str = "", is_open: bool = False
) -> Markup:
    """Where a game of the page replays, from a step on; `words` open it, under its `title`."""
    room = tag("div", id=f"replay-{number}", data_title=title or words)
    opened = "" if is_open else None
    return tag(
        "details", tag("summary", words), room,
        class_="replay", data_number=number, data_step=step, open=opened,
    )  # fmt: skip
