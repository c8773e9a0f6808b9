"""Games inside a report that replay in place: the viewer once, and the data of each game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from khronos_lab.analysis import Timeline
from khronos_lab.board import (
    BROWSER,
    GameData,
    Markup,
    Part,
    joined_modules,
    packed,
    tag,
    viewer_script,
    viewer_style,
    words_in,
)
from khronos_lab.records import GameRecord


class Replays(NamedTuple):
    """What a page needs to replay games: a style, two scripts and the packed whole of them."""

    style: str
    loader: str
    script: str
    data: str


def replay_data(record: GameRecord, timeline: Timeline) -> Part:
    """A game as the viewer reads it."""
    data = GameData(record.start)
    return data.whole(data.lines(timeline, record.line.comment))


def replays(games: Sequence[Part]) -> Replays:
    """The parts of a page with these games."""
    own = (Path(__file__).parent / "replays.js").read_text(encoding="utf-8")
    script = joined_modules((viewer_script(), own))
    facts = {"words": words_in(script, alone=True), "games": list(games)}
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    script = f'(() => {{"use strict";\n{script}}})();'
    style = viewer_style()
    loader = (BROWSER / "load.js").read_text(encoding="utf-8")
    return Replays(style, loader, script, packed("\0".join((style, script, told))))


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
