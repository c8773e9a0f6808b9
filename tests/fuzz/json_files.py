"""Spoiled JSON files: plans, marks, sums, reviews, progress, drafts.

A text that was changed gives what was written or is refused. Values that were changed together
with the sum, as if we had written them so, may be read, but nothing breaks by them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from khronos_lab.analysis import Timeline, asked_of, read_mark, read_sums, write_tables
from khronos_lab.records import GameFile, begin, sealed
from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation import ReviewFile, key_of, read_plan, review_game, simulate
from khronos_lab.widgets import Progress, read_progress
from tests.analysis.test_files import some_tables
from tests.fuzz.messages import check_message
from tests.fuzz.records import MUTATIONS
from tests.simulation.reviewed import game as game_of

ODD: tuple[object, ...] = (
    None, True, -5, 0, 10**30, 10**400, 1.5, "", "x" * 300, "../../etc", "os:abort", [], {}, [[]],
    [None],
)  # fmt: skip


class Source:
    """A file: its text, and how it is read; the reader gives something that can be compared."""

    def __init__(self, path: Path, read: Callable[[str, Path], object]) -> None:
        self.text, self._read, self._path = path.read_text("utf-8"), read, path
        self.good = self.read(self.text)

    def read(self, text: str) -> object:
        """What the file would give if this stood in it."""
        return self._read(text, self._path)


@cache
def sources() -> list[Source]:
    """One file of each sort."""
    folder = Path(mkdtemp(prefix="fuzz-json-"))
    simulate(2, ["random", "random"], folder / "run", workers=1, shard_games=2)
    write_tables(folder / "tables", some_tables(1))
    progress = Progress(folder / "progress.json")
    progress.answered("11", "shadow Faith", True)
    progress.practised("B3", ("B3", "shadow"), False)
    review_file = folder / "game.review.json"
    review_game(game_of(8, 6), keep=review_file, progress=False)
    game = GameFile(folder / "game.khr")
    session = begin(["Ann", "Ben"])
    game.save(session.enter(">mmrc").take_back())
    return [
        Source(folder / "run" / "simulation.json", lambda text, _: read_plan(text, "here")),
        Source(folder / "run" / "simulation.json", lambda text, _: asked_of(text, "here")),
        Source(folder / "run/shards/00000.json", lambda text, path: read_mark(text, str(path))),
        Source(folder / "tables" / "tables.json", lambda text, _: read_sums(text.encode(), "here")),
        Source(folder / "progress.json", lambda text, _: _progress(text)),
        Source(review_file, _review),
        Source(game.draft_path, _draft),
    ]


def _progress(text: str) -> object:
    try:
        return read_progress(text)
    except ValueError as fault:
        raise KhronosError(str(fault)) from fault


def _review(text: str, path: Path) -> object:
    path.write_text(text, "utf-8", newline="")
    file = ReviewFile(path)
    found = file.read(key_of(Timeline.of(game_of(8, 6)), 0))
    if not found:
        raise KhronosError(" ".join(file.notes) or "it is the review of another game")
    return found


def _draft(text: str, path: Path) -> object:
    path.write_text(text, "utf-8", newline="")
    return GameFile(path.with_name(path.name.removesuffix(".draft"))).load().undone


def _odd_value(data: Any, rng: Random) -> Any:
    """Another value, or none, somewhere in the data."""
    if isinstance(data, dict) and data and rng.random() < 0.8:
        key = rng.choice(sorted(data))
        rest = {name: value for name, value in data.items() if name != key}
        return rest if rng.random() < 0.15 else {**data, key: _odd_value(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.8:
        place = rng.randrange(len(data))
        return [*data[:place], _odd_value(data[place], rng), *data[place + 1 :]]
    return rng.choice(ODD)


def attempt(rng: Random, _: Path) -> str:
    """Read a spoiled file."""
    source = rng.choice(sources())
    is_sealed = rng.random() < 0.5
    if is_sealed:
        data = json.loads(source.text)
        data.pop("sum")
        spoiled = _odd_value(data, rng)
        text = json.dumps(sealed(spoiled) if isinstance(spoiled, dict) else spoiled)
    else:
        text = source.text
        for _number in range(rng.choice((1, 1, 2))):
            text = rng.choice(MUTATIONS)(text, rng)
        text = text.encode("utf-8", "replace").decode()
    try:
        found = source.read(text)
    except KhronosError as fault:
        check_message(str(fault))
        return "refused"
    finally:
        if source.text != text:
            source.read(source.text)
    if not is_sealed:
        assert found == source.good, "a changed text was read as something else"
    return "accepted"
