"""One self-contained HTML page of a game: no network, no server, safe to open from a mail.

The page holds, packed into letters, the record as text, everything that happens in it as data, a
style sheet and a small script that draws; a smaller script unpacks them. Texts of a record never
become markup: they reach the page as data that the script only ever writes as text. A content
security policy forbids all that is not in the file: a script that is not ours, a picture from
elsewhere, any request.

Each script can be loaded by itself, as the tests do; a page and a widget need several of them as
one text. So imports of each other and the word `export` are left out and the rest follows in order.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from string import Template
from typing import Any, Final

from khronos_lab.analysis import Review, Timeline
from khronos_lab.board.game_data import GameData, Part
from khronos_lab.drawing import DARK, LIGHT
from khronos_lab.records import GameRecord, record_text
from khronos_lab.rulebook import (
    LANGUAGES,
    catalogue,
    current_language,
    in_each_language,
    say,
    speaking,
)

# ------------------------------------------------------------------ scripts, styles and words

BROWSER: Final = Path(__file__).parent / "browser"
SCRIPTS: Final = tuple(f"../board/browser/{each}.js" for each in ("nodes", "squares", "board"))
"""The board's, each after those it needs. Seen from a folder of the package."""
STYLE: Final = "../board/browser/board.css"
VIEWER: Final = ("lines", "curve", "panels", "moves", "viewer")
"""The scripts of a game's page beside the board, in their order."""

NIGHT: Final = ':is([data-jp-theme-light="false"], [data-theme="dark"], .vscode-dark)'
"""Where a page is dark: in JupyterLab, in VS Code, and where a script says so."""

_IMPORT: Final = re.compile(r'^import .* from "\.\.?/.*";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=const|function|async)", re.MULTILINE)
_REMARK: Final = re.compile(
    r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/ *)\n|^ +| // [^\"'`\n]*$", re.MULTILINE
)
"""Comments and indents: no page needs them, and they are a seventh of it."""
_STYLE_REMARK: Final = re.compile(r"/\*.*?\*/\s*|^ +|\n(?=\n)", re.MULTILINE | re.DOTALL)
_COLOUR: Final = re.compile(r"var\((--kb-[\w-]+)")
_DEFINED: Final = re.compile(r"(--kb-[\w-]+):[^;}]+;")  # a page has only the colours that it names
_TWICE: Final = re.compile(r"^const (AGES) = .*\n", re.MULTILINE)

_FAMILIES: Final = (*("age", "kind", "building", "terrain", "tip", "view", "card", "viewer"),)
"""First parts of keys that the scripts put together; all others are named in them."""
_KERNEL: Final = ("act", "mode")  # the same of what a page by itself cannot do
_PLACES: Final = ("n", "all", "who", "what")
"""Values that the scripts fill in; a message shows them as `{n}`."""


def viewer_script(*, verdict: bool = True) -> str:
    """All modules of the page of a game as one text, without exports.

    Without the `verdict` on turns: the game has no review and gets none.
    """
    board = (BROWSER.parent / each for each in SCRIPTS)
    viewer = (BROWSER / f"{each}.js" for each in (*VIEWER, *["verdict"] * verdict))
    return joined_modules(path.read_text("utf-8") for path in (*board, *viewer))


def joined_modules(sources: Iterable[str]) -> str:
    r"""Modules one after the other; what several of them define alike is kept once.

    >>> print(
    ...     joined_modules(["export const one = 1;\n", 'import { one } from "./one.js";\none;\n'])
    ... )
    const one = 1;
    one;
    <BLANKLINE>
    """
    seen: set[str] = set()

    def once(found: re.Match[str]) -> str:
        known = found[1] in seen
        seen.add(found[1])
        return "" if known else found[0]

    texts = (_REMARK.sub("", _EXPORT.sub("", _IMPORT.sub("", source))) for source in sources)
    return "".join(_TWICE.sub(once, text) for text in texts)


def colour_sheet() -> str:
    """The colours of both themes as variables of a style sheet."""

    def rules(where: str, colours: Mapping[str, str]) -> str:
        said = "".join(f"--kb-{name}:{colour};" for name, colour in colours.items())
        return f"{where}{{{said}}}\n"

    return rules(":root, [data-theme]", LIGHT) + rules(NIGHT, DARK)


def board_style() -> str:
    """The style sheet of the board with its colours."""
    return colour_sheet() + (BROWSER / "board.css").read_text("utf-8")


def viewer_style(*, verdict: bool = True) -> str:
    """The style sheet of the page of a game with its colours."""
    sheets = ("viewer.css", *["verdict.css"] * verdict)
    return _STYLE_REMARK.sub("", board_style() + "".join(map(_file, sheets)))


def words_in(source: str, *, alone: bool = False) -> dict[str, list[str]]:
    """By key: the words that a script or a page asks for, in each language.

    A page that is `alone` has no kernel, and no words for what only a kernel can do.
    """
    named = set(re.findall(r'"([a-z_]+(?:-[a-z_]+)+)"', source))
    families = tuple(f"{family}-" for family in (*_FAMILIES, *(() if alone else _KERNEL)))
    others = {f"tip-{key}" for key in ("hidden", "coins", "what_if", "coach")}
    others = {*others, "kind-several", "building-printed"} - named
    with speaking(LANGUAGES[0]):
        known = list(catalogue())
    keys = (
        key for key in known if (key in named or key.startswith(families)) and key not in others
    )
    values = {name: f"{{{name}}}" for name in _PLACES}
    return {key: in_each_language(partial(say, key, **values)) for key in keys}


# ------------------------------------------------------------------ a page

_FIRST: Final = ("table", "lines", "record", "views", "languages", "words", "legends", "clauses")
_LAST: Final = ("looks", "map", "start", "shapes")
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
    judged = "review" in facts
    script = joined_modules((viewer_script(verdict=judged), _file("page.js")))
    script += f"beginPage(window.game{', makeVerdict' if judged else ''});\n"
    written = "" if record is None else record_text(record)
    facts = {
        **facts,
        "record": written,
        "words": words_in(_BODY + script, alone=True),
        "lines": {
            name: {**line, "steps": _columns(line["steps"]), "moves": _columns(line["moves"])}
            for name, line in facts["lines"].items()
        },
        "shapes": [[shape[0::2] for shape in facts["shapes"]], [x[1::2] for x in facts["shapes"]]],
    }
    others = [key for key in facts if key not in _FIRST + _LAST]
    facts = {key: facts[key] for key in (*_FIRST, *others, *_LAST)}
    style = viewer_style(verdict=judged) + _file("page.css")
    used = {*_COLOUR.findall(f"{style}{script}{json.dumps(facts)}")}
    style = _DEFINED.sub(lambda found: found[0] if found[1] in used else "", style)
    heading = f"{title}: {', '.join(names)}" if title else ", ".join(names)
    return packed_page(heading, facts, style, script, body=body)


def _columns(rows: Sequence[Part]) -> dict[str, list[Any]]:
    """Rows fact by fact, empty where a row has none, as they pack best; `page.js` reads them."""
    facts = dict.fromkeys(fact for row in rows for fact in row)
    return {fact: [row.get(fact, "") for row in rows] for fact in facts}


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


_RAW: Final = -15  # deflate without a head, as browsers call `deflate-raw`
_BLOCKS: Final = 5
"""Of the packer's memory: a page changes its kind of text often, so short blocks pack it best."""
_LETTERS: Final = "".join(chr(code) for code in range(32, 127) if chr(code) not in "\"&'<>")
"""90 letters that mean nothing to HTML, even where a page lies inside another one."""


def packed(text: str) -> str:
    """Text deflated, which any browser inflates by itself, as 37 letters for 30 bytes.

    The first letter says how many bytes were added to make them fit. `load.js` reads it; base64
    would make every page a thirteenth longer.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, _BLOCKS)
    data = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    missing = -len(data) % 30
    data += bytes(missing)
    letters = [_LETTERS[missing]]
    for at in range(0, len(data), 30):
        value = int.from_bytes(data[at : at + 30])
        for _ in range(37):
            value, digit = divmod(value, len(_LETTERS))
            letters.append(_LETTERS[digit])
    return "".join(letters)
