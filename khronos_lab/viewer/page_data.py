"""The data of an exported page: a record with its variations as steps, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from khronos_lab.analysis.timeline import STOPS, Frame, Span, Timeline
from khronos_lab.core.grid import TERRAIN_LETTERS
from khronos_lab.core.resolution import Entry
from khronos_lab.core.squares import STRIDE, bits, footprint
from khronos_lab.drawing.arrows import arrows_of
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.networks import NODE_GLYPH, NODE_SIZE
from khronos_lab.drawing.highlights import highlights_of
from khronos_lab.drawing.legend import MARK_WORDS
from khronos_lab.drawing.output.svg import Looks, arrow_of, catalogue, mark_of, moving, number
from khronos_lab.drawing.pieces import CUBE, GLYPH_SIZE, pawn_spot
from khronos_lab.records.format.tags import tags_of
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.clause_texts import whole_text
from khronos_lab.rulebook.language import LANGUAGES
from khronos_lab.rulebook.language.vocabulary import LANGUAGE_NAMES
from khronos_lab.rulebook.pieces import ADVENTURERS, AGES, MIGHT
from khronos_lab.viewer.moment_data import Scene, Scenes, change

ABOUT: Final = ("Site", "Date", "Map", "Rules")
"""Tags that a page shows, if they have one line."""

_JUMPS: Final = ("paradox", "blocked", "join", "split", "tax")
"""Sorts of stops that a page can jump to; moves and turns follow from the list of moves."""


def page_data(record: GameRecord, looks: Looks) -> dict[str, Any]:
    """Everything that a page shows of a record; `looks` collects the classes it needs."""
    table = Table.of(record.start.grid)
    scenes = Scenes(table)
    reader = _Reader(table, scenes)
    timeline = Timeline.of(record)
    reader.read(timeline, record.line.comment, None, 0)
    players = len(record.names)
    return {
        "names": list(record.names),
        "about": _about(record),
        "map": _map(record, table),
        "pawns": _pawns(table, players),
        "cube": [0.05 + CUBE / 2, CUBE * 1.12],
        "nodes": [[size, NODE_GLYPH * size / GLYPH_SIZE[rank]] for rank, size in NODE_SIZE.items()],
        "shapes": catalogue(looks, players) | moving(table),
        "scene": scenes.of(record.start),
        "lines": reader.lines,
        "outlines": scenes.outlines,
        "captions": reader.captions,
        "clauses": {
            label: [whole_text(label, language) for language in LANGUAGES]
            for label in sorted({said[0] for said in reader.captions})
        },
        "languages": list(LANGUAGE_NAMES.items()),
        "marks": MARK_WORDS,
    }


def _about(record: GameRecord) -> list[str]:
    tags = tags_of(record.start, record.tags)
    said = [tags[key] for key in ABOUT if tags.get(key, "?") != "?" and "\n" not in tags[key]]
    return [", ".join(record.names), *said]


def _map(record: GameRecord, table: Table) -> dict[str, Any]:
    grid = record.start.grid
    rows = [
        "".join(TERRAIN_LETTERS[grid.terrain(row * STRIDE + x)] for x in range(grid.columns))
        for row in range(grid.rows)
    ]
    lefts = [table.left(age) for age in AGES]
    hamlets = list(bits(grid.hamlets))
    size = {"width": table.width, "height": table.height, "top": table.top, "pitch": table.pitch}
    return {"rows": rows, "letters": TERRAIN_LETTERS, "stride": STRIDE, "lefts": lefts, **size,
            "hamlets": hamlets}  # fmt: skip


def _pawns(table: Table, players: int) -> list[Any]:
    """By age, seat and number: where an adventurer stands."""
    return [
        [
            [
                [float(number(part)) for part in pawn_spot(table, players, age, seat, each)]
                for each in range(ADVENTURERS)
            ]
            for seat in range(players)
        ]
        for age in AGES
    ]


class _Reader:
    """Walks through a record, line by line, and collects what the page needs."""

    def __init__(self, table: Table, scenes: Scenes) -> None:
        self._table, self._scenes = table, scenes
        self._said: dict[tuple[str, ...], int] = {}
        self.lines: list[dict[str, Any]] = []

    @property
    def captions(self) -> list[list[str]]:
        """All sentences by their numbers: the clause, then what is said in each language."""
        return [list(said) for said in self._said]

    def read(self, timeline: Timeline, comment: str, parent: int | None, at: int) -> int:
        """Add a line and its variations; `at` is the number of the parent's steps before it."""
        line: dict[str, Any] = {"at": at}
        if parent is not None:
            line["in"] = parent
        if comment:
            line["note"] = comment
        number = len(self.lines)
        self.lines.append(line)
        line["steps"] = list(self._steps(timeline))
        line["moves"] = [self._move(timeline, span, number) for span in timeline.moves]
        return number

    def _move(self, timeline: Timeline, span: Span, line: int) -> dict[str, Any]:
        node = span.node
        assert node is not None
        move: dict[str, Any] = {"text": node.text, "turn": node.label, "steps": len(span.log)}
        move["seat"] = span.before.seat
        if node.mark:
            move["mark"] = node.mark
        if node.comment:
            move["note"] = node.comment
        if span.ends_turn:
            move["ends"] = 1
        others = [
            self.read(timeline.variation(span.number, each), other.comment, line, span.first - 1)
            for each, other in enumerate(node.variations)
            if other.nodes or other.comment
        ]
        if others:
            move["others"] = others
        return move

    # -------------------------------------------------------------- steps

    def _steps(self, timeline: Timeline) -> Iterator[dict[str, Any]]:
        stops = _stops_by_frame(timeline)
        before = self._scenes.of(timeline.start)
        for frame in timeline:
            if frame.entry is None:
                continue
            after = self._scenes.of(frame.state)
            step = self._step(frame, change(before, after))
            gone = _gone(before, after, frame)
            if gone:
                step["gone"] = gone
            if frame.index in stops:
                step["stop"] = stops[frame.index]
            before = after
            yield step

    def _step(self, frame: Frame, new: Scene) -> dict[str, Any]:
        entry = frame.entry
        assert entry is not None
        said = tuple(_sentences(entry))
        step: dict[str, Any] = {"say": self._said.setdefault(said, len(self._said))}
        if frame.causes:
            step["why"] = frame.step - frame.causes[-1].step
        if new:
            step["new"] = new
        assert frame.event is not None
        shining = highlights_of(frame.event, frame.state)
        marks = [mark_of(each, self._table, self._scenes.places) for each in shining]
        if marks:
            step["marks"] = marks
        for arrow in arrows_of([entry]):
            if arrow.age is not MIGHT:
                step["arrow"] = arrow_of(arrow)
        age = entry.event.age
        if age is not None:
            step["age"] = int(age)
        return step


def _sentences(entry: Entry) -> Iterator[str]:
    """The clause of an event, and what is said of it in each language without the clause."""
    clause = entry.event.clause
    yield clause
    for language in LANGUAGES:
        yield entry.text(language).removesuffix(f" ({clause}).") + "."


def _stops_by_frame(timeline: Timeline) -> dict[int, str]:
    assert set(_JUMPS) <= set(STOPS)
    return {index: stop for stop in _JUMPS for index in timeline.stops(stop)}


def _gone(before: Scene, after: Scene, frame: Frame) -> Scene:
    """Buildings that went and left their squares empty, to be shown once more and pale."""
    return {
        key: value
        for key, value in before.items()
        if key[0] == "b" and key not in after and not _covered(key, value, frame)
    }


def _covered(key: str, value: str, frame: Frame) -> bool:
    age, square = key[1:].split(".")
    squares = footprint(int(square), int(value[1]))
    return bool(frame.state.boards[int(age)].occupied & squares)
