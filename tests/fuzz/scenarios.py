"""Spoiled scenarios: what is read can be written, and reads again as the same, or is refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import data_file
from khronos_lab.scenarios.scenario_files import SUFFIX, load_scenario, read_scenario, scenario_text
from tests.fuzz.messages import check_message
from tests.fuzz.records import MUTATIONS


@cache
def sources() -> list[str]:
    """The shipped scenarios."""
    paths = sorted(data_file("scenarios").glob(f"*{SUFFIX}"))
    return [path.read_text("utf-8") for path in paths]


def attempt(rng: Random, folder: Path) -> str:
    """Read a spoiled scenario, as a text or in a file."""
    text = rng.choice(sources())
    for _number in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(MUTATIONS)(text, rng)
    try:
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
    return "read"
