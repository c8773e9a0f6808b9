"""Files on disk: read in small pieces, unpacked if need be; written whole or not at all.

Small JSON files know their own sum: what is read is what was written, or is refused. The sum is
that of the values, not of the text: a file may be reformatted, but not changed.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import os
import re
import secrets
import shutil
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, NoReturn, TextIO, cast

from khronos_lab.rulebook import KhronosError, path_text, say

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    fcntl = None  # type: ignore[assignment]

LOCKS: Final = os.name == "posix"

PathName = str | os.PathLike[str]

PIECE: Final = 1 << 18
"""Bytes that are read, or unpacked, at a time."""

MOST_SKIPPED: Final = 1 << 26
"""After this many bytes without the beginning of a game, the rest of a file is skipped."""

PART: Final = ".part"
"""The ending of files that are still being written."""

OLD: Final = ".old.part"
"""The ending of files that are about to be replaced."""

YOUNG: Final = 2.0
DAY: Final = 86_400.0
"""Seconds after which an unlocked file is no longer written to; a day where nothing is locked."""

PATIENCE: Final = 5.0
"""Seconds to wait for somebody else who is saving, which takes milliseconds."""

_OVERLAP = 64
"""Bytes kept while skipping, so that a beginning between two pieces is found; the longest one."""

_MAGIC = b"\x1f\x8b"


class Stretch(NamedTuple):
    """The bytes from one beginning to the next, with the line of the first."""

    line: int
    data: bytes
    problem: str = ""
    """Why the data is not all there."""


# ------------------------------------------------------------------ reading


def stretches(path: PathName, beginning: re.Pattern[bytes], longest: int) -> Iterator[Stretch]:
    """Cut a file at every match of `beginning`, which starts with a newline, in bounded memory.

    What stands before the first beginning is a stretch, too. One of more than `longest` bytes comes
    without its data. Damage in a compressed file ends the reading with the stretch it is in.
    """
    cutter = _Cutter(beginning, longest)
    try:
        with open(path, "rb") as file:
            try:
                for piece in _pieces(file):
                    yield from cutter.feed(piece)
                    if cutter.skipped > MOST_SKIPPED:
                        cutter.problem += "; the rest of the file is not read"
                        break
            except (EOFError, zlib.error, gzip.BadGzipFile) as fault:
                cutter.problem = f"the compressed file is damaged or cut off here ({fault})"
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    yield cutter.last()


def _pieces(file: BufferedReader) -> Iterator[bytes]:
    """The content of a file, unpacked if it is compressed."""
    if file.peek(len(_MAGIC))[: len(_MAGIC)] != _MAGIC:
        while piece := file.read(PIECE):
            yield piece
        return
    with gzip.GzipFile(fileobj=file) as unpacked:
        while piece := unpacked.read1(PIECE):
            yield piece


class _Cutter:
    """Collects pieces and gives out stretches as soon as they are complete."""

    def __init__(self, beginning: re.Pattern[bytes], longest: int) -> None:
        self._beginning, self._longest = beginning, longest
        self._buffer = b"\n"  # so that a beginning on the first line has its newline
        self._line = 0  # that newline is line 0
        self._dropped_lines = 0
        self.skipped = 0
        self.problem = ""

    def feed(self, piece: bytes) -> Iterator[Stretch]:
        """Take a piece and give what is complete."""
        search_from = max(0, len(self._buffer) - _OVERLAP)
        self._buffer += piece
        cut = 0
        for match in self._beginning.finditer(self._buffer, search_from):
            yield self._stretch(self._buffer[cut : match.start() + 1])
            cut = match.start() + 1
        self._buffer = self._buffer[cut:]
        if len(self._buffer) > self._longest or self.problem:
            self._drop()

    def last(self) -> Stretch:
        """What is left at the end of the file."""
        return self._stretch(self._buffer)

    def _stretch(self, data: bytes) -> Stretch:
        done = Stretch(self._line, b"" if self.problem else data, self.problem)
        self._line += self._dropped_lines + data.count(b"\n")
        self._dropped_lines, self.skipped, self.problem = 0, 0, ""
        return done

    def _drop(self) -> None:
        """Drop the text of a stretch that is too long, except for its very end."""
        size = self._longest >> 20
        self.problem = f"this stretch is longer than {size} MiB, which no game is"
        gone, self._buffer = self._buffer[:-_OVERLAP], self._buffer[-_OVERLAP:]
        self._dropped_lines += gone.count(b"\n")
        self.skipped += len(gone)


def refusal(path: PathName, verb: str, fault: OSError) -> KhronosError:
    """What the system refused, in one sentence."""
    advice = {
        errno.ENOENT: "check the name",
        errno.EACCES: "ask its owner for permission",
        errno.EROFS: "name a folder of your own",
        errno.ENOSPC: "make room on the disk",
    }
    reason = fault.strerror or str(fault)
    told = f"{os.fspath(path)}: cannot be {verb}: {reason}"
    return KhronosError(f"{told}; {advice[fault.errno]}" if fault.errno in advice else told)


# ------------------------------------------------------------------ writing


def local_path(path: PathName) -> Path:
    """The path to write a file to; places on other computers are refused."""
    text = path_text(path)
    if "://" in text:
        raise KhronosError(say("files-elsewhere", path=text))
    return Path(text)


@contextmanager
def whole_file(path: PathName, *, replace: bool = True) -> Iterator[TextIO]:
    """A text file to write to, compressed if its name ends in `.gz`; see `whole_bytes`."""
    packed = os.path.realpath(local_path(path)).endswith(".gz")
    with whole_bytes(path, replace=replace) as raw, _text(raw, packed=packed) as text:
        yield text


@contextmanager
def whole_bytes(path: PathName, *, replace: bool = True) -> Iterator[IO[bytes]]:
    """A file to write bytes to; it appears whole or not at all; see `whole_files`."""
    with whole_files([path], replace=replace) as [file]:
        yield file


@contextmanager
def whole_files(paths: Sequence[PathName], *, replace: bool = True) -> Iterator[list[IO[bytes]]]:
    """Files to write bytes to; all of them appear whole at the end, or none.

    They are written under other names beside their places and moved there when all of them are
    complete and on the disk; after an error, whatever was there before is untouched. With
    `replace=False` an existing file is an error.
    """
    places = [_Place.of(path, replace=replace) for path in paths]
    told = paths[0]
    try:
        with ExitStack() as stack:
            files = [stack.enter_context(open(place.new, "xb")) for place in places]
            for place, file in zip(places, files, strict=True):
                _is_locked(file.fileno())
                _clear_dead(place)
            yield [*files]
            for place, file in zip(places, files, strict=True):
                told = place.path
                file.flush()
                os.fsync(file.fileno())
                # The lock ends before the file is moved: till then it counts as new.
                os.utime(place.new)
        _move(places, replace=replace)
    except OSError as fault:
        raise refusal(told, "written", fault) from fault
    finally:
        for name in (name for place in places for name in (place.new, place.old)):
            with suppress(OSError):
                name.unlink(missing_ok=True)


class _Place(NamedTuple):
    """A file to be written: its name as given, and its real path."""

    path: PathName
    target: Path
    new: Path
    """Its content until it is complete."""
    old: Path
    """What was there before, until all files are in their places."""

    @classmethod
    def of(cls, path: PathName, *, replace: bool) -> _Place:
        target = Path(os.path.realpath(local_path(path)))
        try:
            there = target.exists()
        except OSError as fault:
            raise refusal(path, "written", fault) from fault
        if there and not target.is_file():
            raise KhronosError(say("files-no_file", path=os.fspath(path)))
        if there and not replace:
            raise KhronosError(f"{os.fspath(path)}: exists already; name another file")
        token = secrets.token_hex(4)
        names = (target.with_name(f".{target.name[:40]}.{token}{each}") for each in (PART, OLD))
        return cls(path, target, *names)


def _is_locked(handle: int) -> bool:
    """Lock an open file as long as this process has it open; True if somebody else has."""
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _clear_dead(place: _Place) -> None:
    """Remove what writers of this file left behind that were killed.

    Whoever still writes has locked his file. The first moments of a file do not count: it is locked
    only after it was made.
    """
    head = f".{place.target.name[:40]}."
    with suppress(OSError):
        for left in place.target.parent.iterdir():
            if not (left.name.startswith(head) and left.name.endswith(PART)) or left == place.new:
                continue
            with suppress(OSError), left.open("rb") as file:
                times = os.fstat(file.fileno())
                locks = LOCKS and not left.name.endswith(OLD)
                age = time.time() - (times.st_mtime if locks else times.st_ctime)
                if age > (YOUNG if locks else DAY) and not _is_locked(file.fileno()):
                    left.unlink()


def _move(places: Sequence[_Place], *, replace: bool) -> None:
    """Move complete files to their places; if one cannot be, those before it go back."""
    moved: list[_Place] = []
    try:
        for place in places:
            if place.target.exists():
                if not replace:
                    raise KhronosError(f"{os.fspath(place.path)}: exists already")
                place.new.chmod(place.target.stat().st_mode & 0o777)
                if len(places) > 1:
                    _second_name(place.target, place.old)
            place.new.replace(place.target)
            moved.append(place)
    except BaseException:
        for place in moved:
            if place.old.exists():
                place.old.replace(place.target)
            else:
                place.target.unlink(missing_ok=True)
        raise
    for folder in {place.target.parent: None for place in places}:
        sync_folder(folder)


def _second_name(target: Path, name: Path) -> None:
    try:
        os.link(target, name)
    except OSError:  # a file system without links
        shutil.copy2(target, name)


@contextmanager
def _text(raw: IO[bytes], *, packed: bool) -> Iterator[TextIO]:
    """A text layer above bytes; closing it leaves `raw` open."""
    packer = gzip.GzipFile("", "wb", fileobj=raw, mtime=0) if packed else None
    layer = TextIOWrapper(cast("IO[bytes]", packer or raw), encoding="utf-8", newline="\n")
    try:
        yield layer
        layer.flush()
    finally:
        layer.detach()
        if packer is not None:
            packer.close()


def sync_folder(folder: Path) -> None:
    """Write a rename to the disk where the system can: until then it is only in memory."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def lock_folder(folder: Path) -> int:
    """Lock a folder until the handle is closed; `BlockingIOError` if somebody else has it."""
    if fcntl is None:  # Windows opens no folders, so it locks a byte of a file in it
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT)
    else:
        handle = os.open(folder, os.O_RDONLY)
    try:
        if fcntl is None:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        if fault.errno in (errno.ENOTSUP, errno.ENOLCK):
            return handle  # a file system without locks
        os.close(handle)
        if fcntl is None and fault.errno in (errno.EACCES, errno.EDEADLK):
            raise BlockingIOError(fault.errno, fault.strerror) from fault
        raise
    return handle


@contextmanager
def locked_folder(path: PathName) -> Iterator[None]:
    """Keep everybody else who uses this lock from writing into the folder of a file."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            handle = lock_folder(Path(os.path.realpath(path)).parent)
            break
        except BlockingIOError:
            if time.monotonic() > end:
                raise KhronosError(
                    f"{os.fspath(path)}: somebody else has been saving in this folder for "
                    f"{PATIENCE:g} seconds, so nothing was saved; try again, or close the other one"
                ) from None
            time.sleep(0.01)
        except OSError as fault:
            raise refusal(path, "written", fault) from fault
    try:
        yield
    finally:
        os.close(handle)


# ------------------------------------------------------------------ JSON that knows its sum

SUM: Final = "sum"


def sealed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values with their sum; it comes last."""
    return {**data, SUM: _sum(data)}


def read_sealed(text: str | bytes, *, needed: bool = True) -> dict[str, Any]:
    """The values in a text, without their sum; a `ValueError` says what is wrong with them.

    The first files of progress had no sum; whoever reads them does not need it, and looks at every
    value.

    >>> read_sealed('{"games": 7, "sum": "0123"}')
    Traceback (most recent call last):
    ValueError: it is not what was written: its sum is another
    """
    try:
        data = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None
    if not isinstance(data, dict):
        raise ValueError("it is not a JSON object")
    told = data.pop(SUM, None)
    if told is None and not needed:
        return data
    if told != _sum(data):
        raise ValueError("it is not what was written: its sum is another")
    return data


def _sum(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
