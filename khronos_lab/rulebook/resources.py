"""Finding the files of `data/`: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

import os
from pathlib import Path

from khronos_lab.rulebook.errors import KhronosError, quoted

_PACKAGE = Path(__file__).resolve().parents[1]


LONGEST_PATH, LONGEST_PART = 4000, 255
"""Bytes of a path and of a name in it, as systems have them."""


def data_folder(package: Path = _PACKAGE) -> Path:
    """The `data` folder that belongs to this copy of the package.

    A wheel has it inside the package; only without that one is it the checkout's, because the
    folder beside an installed package may hold a `data` of somebody else.
    """
    shipped = package / "data"
    return shipped if shipped.is_dir() else package.parent / "data"


def data_file(*parts: str) -> Path:
    """The path of a file or folder of `data/`.

    >>> data_file("maps", "valley.txt").name
    'valley.txt'
    """
    path = data_folder().joinpath(*parts)
    if not path.exists():
        raise KhronosError(
            f"data/{'/'.join(parts)} is missing from this copy of khronos_lab; install it again"
        )
    return path


def own_or_shipped(path: str | os.PathLike[str]) -> Path:
    """The path itself; one that begins with `data/` and is not here is found with the package.

    >>> own_or_shipped("data/maps/valley.txt").samefile(data_file("maps", "valley.txt"))
    True
    """
    asked = Path(path_text(path))
    if asked.exists() or asked.parts[:1] != ("data",):
        return asked
    shipped = data_folder().joinpath(*asked.parts[1:])
    return shipped if shipped.exists() else asked


def path_text(path: object) -> str:
    """The name of a file or folder, refused if no system can have it."""
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    if not isinstance(text, str):
        raise KhronosError(f"a file or folder has a name, and {quoted(path)} is none")
    if not text:
        raise KhronosError("a file or folder without a name; name it, or write . for this one")
    try:
        data = os.fsencode(text)
    except UnicodeEncodeError:
        data = b"\0"
    if b"\0" in data:
        raise KhronosError(f"no file or folder is called {quoted(text)}")
    if len(data) > LONGEST_PATH or max(map(len, data.split(os.fsencode(os.sep)))) > LONGEST_PART:
        raise KhronosError(f"{text[:60]}…: File name too long; check it")
    return text


def is_shipped(path: str | os.PathLike[str]) -> bool:
    """True if a file came with khronos_lab, and so is nobody's to write to."""
    return data_folder().resolve() in Path(os.path.realpath(path)).parents
