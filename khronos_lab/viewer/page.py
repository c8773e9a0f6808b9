"""One self-contained HTML page of a game: no network, no server, safe to open from a mail.

The page holds, packed into letters, the record as text, everything that happens in it as data, a
style sheet and a small script that draws; a smaller script unpacks them. Texts of a record never
become markup: they reach the page as data that the script only ever writes as text. A content
security policy forbids all that is not in the file: a script that is not ours, a picture from
elsewhere, any request.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import zlib
from collections.abc import Sequence
from string import Template
from typing import Final

from khronos_lab.analysis import Review, Timeline
from khronos_lab.records import GameRecord, record_text
from khronos_lab.rulebook import current_language, in_each_language, say
from khronos_lab.viewer.game_data import GameData, Part
from khronos_lab.viewer.modules import (
    BROWSER,
    joined_modules,
    viewer_script,
    viewer_style,
    words_in,
)

_FIRST: Final = ("lines", "record", "captions", "clauses", "words", "legends")
"""What is alike stands together: a packer looks back 32 kB, and the record beside the moves that it
writes down costs a tenth of its letters."""


def page_html(record: GameRecord, review: Review | None = None) -> str:
    """The page of a game, in both languages; it begins with the one that is spoken.

    With a review the coach is inside: its curve, and the verdict on every turn. The same record
    gives the same page, byte for byte.
    """
    data = GameData(record.start)
    facts = data.whole(data.lines(Timeline.of(record), record.line.comment), review)
    return page_of(facts, _event(record), record.names, record)


def page_of(facts: Part, title: str, names: Sequence[str], record: GameRecord | None = None) -> str:
    """The page of a game whose data are made already; without a record it has none to save."""
    players = say("list-and", items=tuple(names))
    body = _BODY.format(html.escape(title or players), html.escape(say("page-record")))
    script = joined_modules((viewer_script(), _file("page.js")))
    written = "" if record is None else record_text(record)
    facts = {**facts, "record": written, "words": words_in(_BODY + script, alone=True)}
    facts = {**{key: facts[key] for key in _FIRST}, **facts}
    style = viewer_style() + _file("page.css")
    heading = f"{title}: {', '.join(names)}" if title else ", ".join(names)
    return packed_page(heading, facts, style, script, body=body)


def packed_page(
    title: str, facts: Part, style: str, script: str, *, body: str, policy: str = ""
) -> str:
    """A page that holds its style, its script and its data packed; `policy` allows what it adds."""
    loader = _file("load.js")
    script = f'(() => {{"use strict";\n{script}}})();'
    packed_facts = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return Template(_file("page.html")).substitute(
        language=current_language(),
        title=html.escape(title),
        policy=html.escape(content_policy([style], [loader, script]) + policy),
        body=body,
        loader=loader,
        no_script=html.escape(" ".join(in_each_language(lambda: say("page-no_script")))),
        data=packed("\0".join((style, script, packed_facts))),
    )


_BODY: Final = """<main hidden data-title="{}"></main>
<details id="record" hidden><summary data-word="page-record">{}</summary>
<p><button id="save" data-word="page-save_record" hidden></button></p>
<pre></pre></details>"""


def page_title(record: GameRecord) -> str:
    """What the game is called: its event if it has one, and who plays."""
    names, event = ", ".join(record.names), _event(record)
    return f"{event}: {names}" if event else names


def _event(record: GameRecord) -> str:
    return record.tags.get("Event", "").strip(" ?")


def _file(name: str) -> str:
    return (BROWSER / name).read_text(encoding="utf-8")


def content_policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """What a browser may do with a page: run these scripts, use these styles, and nothing else."""
    rules = {
        "default-src": "'none'",
        "script-src": " ".join(map(_hash, scripts)) or "'none'",
        "style-src": " ".join(map(_hash, styles)),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {said}" for name, said in rules.items())


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_RAW: Final = -15
"""Deflate without a head, as browsers call `deflate-raw`."""
_BLOCKS: Final = 5
"""Of the packer's memory: a page changes its kind of text often, so short blocks pack it best."""


_SAFE: Final = bytes.maketrans(b"<>&", b".:,")
"""Letters that would mean something to HTML, and those in their place."""


def packed(text: str) -> str:
    """Text deflated, which any browser inflates by itself, as base85: 5 letters for 4 bytes.

    The first letter says how many bytes were added to make them fit. `load.js` reads it; base64
    would make every page a fifteenth longer.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, _BLOCKS)
    data = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    missing = -len(data) % 4
    letters = base64.b85encode(data + bytes(missing)).translate(_SAFE).decode("ascii")
    return f"{missing}{letters}"
