"""Where a dataset lies: a folder of this computer, or any place that fsspec can write to.

A file is there whole or not at all. In a folder it is written under another name and moved to its
place; an object store shows an upload when it is complete.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from khronos_lab.analysis import Folder, local_folder
from khronos_lab.records import PART, refusal, whole_bytes
from khronos_lab.rulebook import KhronosError


class LocalStore:
    """A folder of this computer."""

    def __init__(self, folder: Path) -> None:
        self._folder = Path(os.path.abspath(folder))
        self.place = str(self._folder)

    def is_empty(self) -> bool:
        """True if there is nothing, or only what is hidden."""
        if not self._folder.exists():
            return True
        if not self._folder.is_dir():
            raise KhronosError(f"{self.place} is a file; name a folder")
        return all(path.name.startswith(".") for path in self._folder.iterdir())

    def sizes(self) -> dict[str, int]:
        """The files by name and size, hidden ones left out."""
        found = sorted(path for path in self._folder.rglob("*") if path.is_file())
        return {
            path.relative_to(self._folder).as_posix(): path.stat().st_size
            for path in found
            if not path.name.startswith(".")
        }

    def read(self, name: str) -> bytes:
        """The content of a file."""
        try:
            return (self._folder / name).read_bytes()
        except OSError as fault:
            raise refusal(self._folder / name, "read", fault) from fault

    def write(self, name: str, data: bytes) -> None:
        """Write under another name and move to the place."""
        target = self._folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise refusal(target, "written", fault) from fault
        try:
            self._write(target, data)
        except KhronosError as fault:
            if not isinstance(fault.__cause__, FileNotFoundError):
                raise
            # Another run of this simulation ended and swept our part.
            self._write(target, data)

    def _write(self, target: Path, data: bytes) -> None:
        with whole_bytes(target) as file:
            file.write(data)

    def has(self, name: str) -> bool:
        """True if a file is there."""
        return (self._folder / name).is_file()

    def sum_of(self, name: str) -> str:
        """The SHA-256 sum of a file."""
        try:
            with open(self._folder / name, "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as fault:
            raise refusal(self._folder / name, "read", fault) from fault

    def sweep(self) -> None:
        """Remove the parts of writers that were killed."""
        for part in sorted(self._folder.rglob(f".*{PART}")):
            part.unlink(missing_ok=True)


class RemoteStore:
    """A place that fsspec can write to, such as `s3://bucket/run` or `memory://run`."""

    def __init__(self, url: str) -> None:
        self.place = url.rstrip("/")
        self._files, self._root = _file_system(self.place)

    def is_empty(self) -> bool:
        """True if there is nothing."""
        self._files.invalidate_cache()
        return not self._ask("listed", self._files.ls, self._root, detail=False)

    def sizes(self) -> dict[str, int]:
        """The files by name and size."""
        self._files.invalidate_cache()
        found = self._ask("listed", self._files.find, self._root, detail=True)
        cut = len(self._root.rstrip("/")) + 1
        return {path[cut:]: int(found[path]["size"]) for path in sorted(found)}

    def read(self, name: str) -> bytes:
        """The content of a file."""
        data = self._ask("read", self._files.cat_file, f"{self._root}/{name}")
        return bytes(data)

    def write(self, name: str, data: bytes) -> None:
        """Upload a file in one piece."""
        path = f"{self._root}/{name}"
        parent = path.rpartition("/")[0]
        self._ask("written", self._files.makedirs, parent, exist_ok=True)
        self._ask("written", self._files.pipe_file, path, data)

    def has(self, name: str) -> bool:
        """True if a file is there."""
        self._files.invalidate_cache()
        return bool(self._ask("read", self._files.exists, f"{self._root}/{name}"))

    def sum_of(self, name: str) -> str:
        """The SHA-256 sum of a file."""
        return hashlib.sha256(self.read(name)).hexdigest()

    def sweep(self) -> None:
        """Nothing to do: what is not complete is not there."""

    def _ask(self, verb: str, method: Any, *args: object, **options: object) -> Any:  # noqa: ANN401
        """Call a method of the file system; what goes wrong there is told in one sentence."""
        try:
            return method(*args, **options)
        except FileNotFoundError:
            if verb == "listed":
                return {}
            raise KhronosError(f"{args[0]} is not there") from None
        except Exception as fault:
            raise KhronosError(f"{self.place}: cannot be {verb}: {fault}") from fault


Store = LocalStore | RemoteStore
"""Files by name, such as `games/00003.parquet`; `place` is the folder or URL of all of them."""


def open_store(out: Folder) -> Store:
    """The store at a folder or URL."""
    folder = local_folder(out)
    return LocalStore(folder) if folder is not None else RemoteStore(os.fspath(out))


def _file_system(url: str) -> tuple[Any, str]:
    """The file system of a URL and the path there."""
    scheme = url.partition("://")[0]
    try:
        import fsspec
    except ImportError as fault:
        raise KhronosError(
            f'{url} needs fsspec; install it with: pip install "khronos-lab[dask]"'
        ) from fault
    try:
        files, root = fsspec.core.url_to_fs(url)
    except ImportError as fault:
        raise KhronosError(f"{url} needs a package for {scheme}: {fault}") from fault
    except ValueError as fault:
        raise KhronosError(f"{url} cannot be used: {fault}") from fault
    return files, str(root).rstrip("/")
