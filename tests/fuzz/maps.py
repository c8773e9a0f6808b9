"""Spoiled maps: what is read is written and read again as the same map."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from khronos_lab.core import load_map, map_names, map_text, read_map
from khronos_lab.rulebook import KhronosError
from tests.fuzz.messages import check_message
from tests.fuzz.records import MUTATIONS


@cache
def sources() -> list[str]:
    """The shipped maps."""
    return [map_text(load_map(name)) for name in map_names()]


def _other_terrain(text: str, rng: Random) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice(".f^~hH#\n\r ") + text[place + 1 :]


def attempt(rng: Random, folder: Path) -> str:
    """Read a spoiled map, as a text or in a file."""
    text = rng.choice(sources())
    for _number in range(rng.choice((1, 1, 2, 6))):
        change = _other_terrain if rng.random() < 0.7 else rng.choice(MUTATIONS)
        text = change(text, rng) or "."
    try:
        if rng.random() < 0.3:
            path = folder / "map.txt"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            grid = load_map(path)
        else:
            grid = read_map(text)
    except KhronosError as fault:
        check_message(str(fault))
        return "refused"
    assert read_map(map_text(grid)) == grid, "not the same map"
    return "accepted"
