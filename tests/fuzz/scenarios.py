"""Spoiled scenarios: what is read can be written, and reads again as the same, or is refused.

Scenes of the introduction have their form and are only read.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.scenarios import SUFFIX, load_scenario, read_scenario, read_scene, scenario_text
from tests.fuzz.messages import check_message
from tests.fuzz.records import MUTATIONS


@cache
def sources() -> list[str]:
    """The shipped scenarios."""
    paths = sorted(data_file("scenarios").glob(f"*{SUFFIX}"))
    return [path.read_text("utf-8") for path in paths]


@cache
def scenes() -> list[str]:
    """The scenes of the introduction."""
    return [path.read_text("utf-8") for path in sorted(data_file("introduction").glob("*.scene"))]


def attempt(rng: Random, folder: Path) -> str:
    """Read a spoiled scenario, as a text or in a file, or a scene."""
    is_scene = rng.random() < 0.2
    text = rng.choice(scenes() if is_scene else sources())
    for _number in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(MUTATIONS)(text, rng)
    try:
        if is_scene:
            repr(read_scene(text).look)
            return "accepted"
        if rng.random() < 0.3:
            path = folder / f"spoiled{SUFFIX}"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            found = load_scenario(path)
        else:
            found = read_scenario(text)
        written = scenario_text(found)
    except KhronosError as fault:
        check_message(str(fault))
        return "refused"
    assert scenario_text(read_scenario(written)) == written, "not the same text"
    return "accepted"
