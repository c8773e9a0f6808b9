"""Spoiled maps, positions, scenarios and scenes: what is read is written and read as the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from khronos_lab.core import load_map, map_names, map_text, position_text, read_map, read_position
from khronos_lab.engine import legal_actions
from khronos_lab.lessons import load_scenario, scenarios, write_scenario
from khronos_lab.rulebook import KhronosError, data_file
from tests.fuzz.messages import check_message
from tests.fuzz.records import MUTATIONS
from tests.golden.perft import FILE, read_perft


class Form(NamedTuple):
    """Good texts of one form, how such a text is read in a folder, and how it is written."""

    texts: list[str]
    read: Callable[[str, Path], Any]
    write: Callable[[Any, Path], str]


def _from_file(load: Callable[[Path], Any]) -> Callable[[str, Path], Any]:
    def read(text: str, folder: Path) -> Any:
        path = folder / "spoiled.khs"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return load(path)

    return read


def _written_scenario(scenario: Any, folder: Path) -> str:
    path = folder / "written.khs"
    write_scenario(scenario, path)
    return path.read_text("utf-8")


@cache
def forms() -> list[Form]:
    """All sorts of texts that people write by hand."""
    states = [each.state for each in scenarios()]
    states += [each.state for each in read_perft(FILE.read_text("utf-8"))]
    shipped = sorted(data_file("scenarios").glob("*.khs"))
    maps = [map_text(load_map(name)) for name in map_names()]
    return [
        Form(maps, lambda text, _: read_map(text), lambda grid, _: map_text(grid)),
        Form(maps, _from_file(load_map), lambda grid, _: map_text(grid)),
        Form(
            [position_text(state) for state in states],
            lambda text, _: read_position(text),
            lambda state, _: position_text(state),
        ),
        Form(
            [path.read_text("utf-8") for path in shipped],
            _from_file(load_scenario),
            _written_scenario,
        ),
    ]


def attempt(rng: Random, folder: Path) -> str:
    """Read a spoiled text."""
    form = rng.choice(forms())
    text = rng.choice(form.texts)
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(MUTATIONS)(text, rng) or "."
    try:
        found = form.read(text, folder)
        written = form.write(found, folder)
    except KhronosError as fault:
        check_message(str(fault))
        return "refused"
    assert form.write(form.read(written, folder), folder) == written, "not the same text"
    written.encode()
    if hasattr(found, "boards") and rng.random() < 0.1:
        len(legal_actions(found))
    return "accepted"
