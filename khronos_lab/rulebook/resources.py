"""Finding the files of `data/`: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

import os
from pathlib import Path

from khronos_lab.rulebook.errors import KhronosError

_PACKAGE = Path(__file__).resolve().parents[1]


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
    if not os.fspath(path):
        raise KhronosError("a file or folder without a name; name it, or write . for this one")
    asked = Path(path)
    try:
        there = asked.exists()
    except OSError as fault:
        raise KhronosError(f"{str(asked)[:60]}…: {fault.strerror}; check the name") from fault
    if there or asked.parts[:1] != ("data",):
        return asked
    shipped = data_folder().joinpath(*asked.parts[1:])
    return shipped if shipped.exists() else asked


def is_shipped(path: str | os.PathLike[str]) -> bool:
    """True if a file came with khronos_lab, and so is nobody's to write to."""
    return data_folder().resolve() in Path(path).resolve().parents
