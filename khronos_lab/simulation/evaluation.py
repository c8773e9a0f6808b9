"""Evaluation of many games: what every turn was worth, and the chance to win after it.

After every turn a few short games are played on from what everybody could know, on the same deals
before and after; games are looked at side by side. What is done is kept in parts of a few games,
written under a hidden name and renamed: run the same call again, and it goes on from there.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import polars as pl

from khronos_lab.analysis import SCHEMAS, Timeline
from khronos_lab.players import played_on
from khronos_lab.records import GameRecord, PathName
from khronos_lab.simulation.review import turns_of
from khronos_lab.simulation.run import write_part
from khronos_lab.simulation.workers import new_bar, processors

PART: Final = 20
"""Games of a part: what is lost if somebody ends the run."""
SEED: Final = "evaluate"
COLUMNS: Final = ("game", "turn", "value", "win_chance")
SCHEMA: Final = pl.Schema({name: SCHEMAS["turns"][name] for name in COLUMNS})


def evaluated(
    games: Sequence[str],
    record: Callable[[str], GameRecord],
    *,
    short_games: int,
    keep: PathName | None = None,
    progress: bool | None = None,
) -> pl.DataFrame:
    """One row per turn of these games: what it was worth, and the chance to win after it."""
    parts = []
    with new_bar(len(games), shown=progress) as bar, ThreadPoolExecutor(processors()) as pool:
        for number, first in enumerate(range(0, len(games), PART)):
            some = games[first : first + PART]
            path = Path(keep, f"part-{number:05}-{short_games}.parquet") if keep else None
            part = _kept(path, some) if path else None
            if part is None:
                work = [pool.submit(_rows, game, record(game), short_games) for game in some]
                rows = [row for each in work for row in each.result()]
                part = pl.DataFrame(rows, SCHEMA, orient="row")
                if path:
                    buffer = io.BytesIO()
                    part.write_parquet(buffer)
                    write_part(path, buffer.getvalue())
            parts.append(part)
            bar.update(len(some))
    return pl.concat(parts) if parts else pl.DataFrame(schema=SCHEMA)


def _rows(game: str, record: GameRecord, number: int) -> list[tuple[object, ...]]:
    found, before = list[tuple[object, ...]](), None
    for turn in turns_of(Timeline.of(record)):
        after = played_on(turn.known, SEED, (number, 0), rounds=1)
        if before is not None:
            seat = turn.seat
            value = after.expected_coins(seat).value - before.expected_coins(seat).value
            found.append((game, turn.turn, value, after.chance(seat).value))
        before = after
    return found


def _kept(path: Path, games: Sequence[str]) -> pl.DataFrame | None:
    """A part that is there and whole."""
    try:
        part = pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError):
        return None
    same = part.schema == SCHEMA and part["game"].unique(maintain_order=True).to_list() == [*games]
    return part if same else None
