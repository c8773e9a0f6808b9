"""Export: a game as one file to send to others, some of its turns, or all of it without hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from khronos_lab.analysis import Review
from khronos_lab.board import page_html
from khronos_lab.export.film import gif_bytes, mp4_bytes
from khronos_lab.export.paper import pdf_bytes
from khronos_lab.export.record_parts import some_turns, without_hands
from khronos_lab.records import GameRecord, PathName, local_path, whole_file
from khronos_lab.rulebook import KhronosError, multilingual

Maker = Callable[[GameRecord, bool, Review | None], bytes]

MAKERS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "html": lambda record, _, review: page_html(record, review).encode("utf-8", "replace"),
        "gif": lambda record, moves, _: gif_bytes(record, moves=moves),
        "mp4": lambda record, moves, _: mp4_bytes(record, moves=moves),
        "pdf": lambda record, moves, _: pdf_bytes(record, moves=moves),
    }
)
"""By the end of a file's name: what makes it."""


@multilingual
def export_game(
    record: GameRecord,
    path: PathName,
    *,
    turns: str | None = None,
    moves: bool = False,
    hide_hands: bool = False,
    review: Review | None = None,
    language: str | None = None,
    replace: bool = True,
) -> Path:
    """Write a game as a page (`.html`), a film (`.gif`, `.mp4`) or paper (`.pdf`).

    `turns` are some turns only, as `3-5` or `2.R`. With `moves` a film has one picture for each
    move, and paper a storyboard of each; a page has all of that anyway. `hide_hands` leaves out
    every card that was not played. With a `review` of the whole game a page has the coach inside.
    The file is written whole or not at all; with `replace=False` an existing one is an error.
    """
    target = local_path(path)
    maker = MAKERS.get(target.suffix.lower().removeprefix("."))
    if maker is None:
        known = ", ".join(f".{ending}" for ending in MAKERS)
        raise KhronosError(f"{target}: games become {known}; end the name with one of these")
    if not replace and target.exists():
        raise KhronosError(f"{target}: exists already; name another file")
    if turns is not None or hide_hands:
        review = None  # it speaks of turns that are not there, or of cards that are hidden
    if turns is not None:
        record = some_turns(record, turns)
    if hide_hands:
        record = without_hands(record)
    data = maker(record, moves, review)
    with whole_file(target, replace=replace) as file:
        file.buffer.write(data)
    return target
