"""Goldens in sections: a file holds `== name` and below it the lines that something tells.

Numbers, places and keys of messages are kept, not sentences: those may be said better at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from khronos_lab.rulebook import Said

Lines = Callable[[], Iterable[str]]


class Goldens(NamedTuple):
    """The files of a folder beside this module, and what makes their sections."""

    folder: Path
    files: Mapping[str, Mapping[str, Lines]]

    def path(self, file: str) -> Path:
        """The file of some goldens."""
        return self.folder / f"{file}.txt"

    def text(self, file: str) -> str:
        """What the file should hold."""
        sections = self.files[file].items()
        return "".join(
            f"== {name}\n" + "".join(f"{line}\n" for line in make()) for name, make in sections
        )

    def cases(self) -> list[tuple[str, str]]:
        """All sections, each with its file."""
        return [(file, name) for file, names in self.files.items() for name in names]

    def kept_names(self) -> list[tuple[str, str]]:
        """All sections that are kept."""
        return [
            (path.stem, name)
            for path in sorted(self.folder.glob("*.txt"))
            for name in sections_of(path)
        ]


@cache
def sections_of(path: Path) -> dict[str, list[str]]:
    """By name: the lines that a file holds."""
    sections = ("\n" + path.read_text("utf-8")).split("\n== ")[1:]
    return {name: lines for name, *lines in (each.splitlines() for each in sections)}


def checksum(text: str) -> str:
    """What is too long to be read, so that it can be compared all the same."""
    return f"~{crc32(text.encode()):08x}"


def plain(value: object) -> str:
    """A value without its sentences: of a message its key and what it speaks of."""
    match value:
        case Said(key, values):
            return f"{key}{plain(values) if values else ''}"
        case Enum():
            return value.name
        case Mapping():
            return "{" + ", ".join(f"{key}: {plain(each)}" for key, each in value.items()) + "}"
        case str() | int() | None:
            return str(value)
        case tuple() | list():
            return "(" + " ".join(map(plain, value)) + ")"
    return f"{value!r}"
