"""Files of games, read with one game in memory at a time, written whole or not at all.

A file holds any number of games, plain or compressed with gzip; a game begins at a line that starts
with `[Khronos "` and ends where the next one begins. A game that cannot be read is reported and the
rest goes on::

    for game in read_games("club"):
        print(game.error if isinstance(game, BadGame) else game.names)

A game is written to a new file, or back to the file it came from, whose other games stay. A file
that somebody else has changed since it was read is left alone.
"""

from __future__ import annotations

import errno
import glob
import gzip
import hashlib
import json
import os
import re
import secrets
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, NoReturn, TextIO, cast

from khronos_lab.core import GameState
from khronos_lab.records.format import LONGEST_GAME, read_record, record_text
from khronos_lab.records.model import GameRecord, Line, Node, one_record
from khronos_lab.rulebook import (
    KhronosError,
    RecordError,
    is_shipped,
    own_or_shipped,
    path_text,
    quoted,
    say,
)

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    fcntl = None  # type: ignore[assignment]

PathName = str | os.PathLike[str]

PIECE: Final = 1 << 18
"""Bytes that are read, or unpacked, at a time."""
MOST_SKIPPED: Final = 1 << 26
"""After this many bytes without the beginning of a game, the rest of a file is skipped."""
OVERLAP: Final = 64
"""Bytes kept while skipping, so that a beginning between two pieces is found; the longest one."""

PART: Final = ".part"
"""The ending of files that are still being written."""
ABANDONED: Final = 3600.0
"""Seconds without a change after which a file that was being written is cleared away."""
PATIENCE: Final = 5.0
"""Seconds to wait for somebody else who is saving, which takes milliseconds."""

# With or without a byte order mark; written so that a flood of empty lines costs little.
_GAME = re.compile(rb'(?:\n|\n\xef\xbb\xbf)\[Khronos[ \t]{1,8}"')
_GAME_NAMES = (".khr", ".khr.gz")
_GZIPPED = b"\x1f\x8b"

ADVICE: Final = {
    errno.ENOENT: "check the name",
    errno.EACCES: "ask its owner for permission",
    errno.EROFS: "name a folder of your own",
    errno.ENOSPC: "make room on the disk",
}


def refusal(path: PathName, verb: str, fault: OSError) -> KhronosError:
    """What the system refused, in one sentence."""
    told = f"{os.fspath(path)}: cannot be {verb}: {fault.strerror or fault}"
    return KhronosError(f"{told}; {ADVICE[fault.errno]}" if fault.errno in ADVICE else told)


# ------------------------------------------------------------------ texts of games


class GameText(NamedTuple):
    """The text of one game, and where it stands."""

    file: str
    first_line: int
    text: str
    problem: RecordError | None = None
    """Why the text cannot be read; the text is empty then."""


def game_files(path: PathName) -> list[Path]:
    """The file itself, or in sorted order all games of a folder and the folders in it."""
    root = Path(path_text(path))
    if not root.is_dir():
        return [root]
    found: list[Path] = []

    def refuse(fault: OSError) -> None:
        raise refusal(fault.filename or path, "read", fault) from fault

    for folder, _, names in os.walk(root, onerror=refuse):
        files = (Path(folder, name) for name in names if name.lower().endswith(_GAME_NAMES))
        found += [file for file in files if file.is_file()]
    if not found:
        raise KhronosError(f"{root}: there is no game in this folder; games are named *.khr")
    return sorted(found)


def game_texts(path: PathName) -> Iterator[GameText]:
    """The texts of all games of a file or folder, one after the other, none of them read yet."""
    for file in game_files(path):
        try:
            yield from _texts_of(file)
        except KhronosError as fault:
            if not Path(path).is_dir():
                raise
            reason = str(fault).removeprefix(f"{file}: ")
            yield GameText(str(file), 1, "", RecordError(reason, str(file), 1, 1))


def _texts_of(file: Path) -> Iterator[GameText]:
    name, is_empty = str(file), True
    for line, data, problem in _stretches(file):
        if not problem and not data.removeprefix(b"\n\xef\xbb\xbf").strip():
            continue
        is_empty = False
        if line == 0:  # what stands before the first game; the newline is not in the file
            line, data = 1, data[1:]
        if problem:
            yield GameText(name, line, "", RecordError(problem, name, line, 1))
            continue
        try:
            yield GameText(name, line, data.decode("utf-8"))
        except UnicodeDecodeError as fault:
            before = data[: fault.start].decode("utf-8")
            place = line + before.count("\n"), len(before) - before.rfind("\n")
            reason = f"the byte {data[fault.start]:#04x} is not UTF-8: save the file as UTF-8 text"
            yield GameText(name, line, "", RecordError(reason, name, *place))
    if is_empty:
        yield GameText(name, 1, "", RecordError("the file holds no game", name, 1, 1))


def _stretches(path: Path) -> Iterator[tuple[int, bytes, str]]:
    """The bytes from each beginning of a game to the next: first line, data, problem.

    What stands before the first beginning is a stretch, too. One that is too long comes without its
    data. Damage in a compressed file ends the reading with the stretch it is in.
    """
    # A newline in front, as line 0, so that a beginning on the first line has one.
    buffer, line, problem, skipped, dropped = b"\n", 0, "", 0, 0
    try:
        for piece in _pieces(path):
            searched, cut = max(0, len(buffer) - OVERLAP), 0
            buffer += piece
            for match in _GAME.finditer(buffer, searched):
                end = match.start() + 1
                yield line, b"" if problem else buffer[cut:end], problem
                line += dropped + buffer.count(b"\n", cut, end)
                cut, problem, skipped, dropped = end, "", 0, 0
            buffer = buffer[cut:]
            if problem or len(buffer) > LONGEST_GAME:
                problem = f"this stretch is longer than {LONGEST_GAME >> 20} MiB, which no game is"
                gone, buffer = buffer[:-OVERLAP], buffer[-OVERLAP:]
                skipped += len(gone)
                dropped += gone.count(b"\n")
                if skipped > MOST_SKIPPED:
                    problem += "; the rest of the file is not read"
                    break
    except (EOFError, zlib.error, gzip.BadGzipFile) as fault:
        problem = f"the compressed file is damaged or cut off here ({fault})"
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    yield line, b"" if problem else buffer, problem


def _pieces(path: Path) -> Iterator[bytes]:
    with open(path, "rb") as file:
        if file.peek(len(_GZIPPED)).startswith(_GZIPPED):
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield from iter(lambda: unpacked.read1(PIECE), b"")
        else:
            yield from iter(lambda: file.read(PIECE), b"")


# ------------------------------------------------------------------ games


class BadGame(NamedTuple):
    """A game that cannot be read, and why."""

    file: str
    line: int
    error: KhronosError


class Home(NamedTuple):
    """Where a game stands: its file, its number in it, and the text that stood there."""

    path: Path
    number: int
    """From 1."""
    text: str

    @property
    def shipped(self) -> bool:
        """True if the file came with khronos_lab, so that nobody may write to it."""
        return is_shipped(self.path)


def read_game(text: GameText, *, tolerant: bool = False) -> GameRecord | BadGame:
    """Read one game; a bad one comes back as a `BadGame` instead of an error."""
    if text.problem is not None:
        return BadGame(text.file, text.problem.line, text.problem)
    try:
        return read_record(text.text, text.file, first_line=text.first_line, tolerant=tolerant)
    except RecordError as fault:
        return BadGame(text.file, fault.line, fault)


def read_games(path: PathName, *, tolerant: bool = False) -> Iterator[GameRecord | BadGame]:
    """Read all games of a file or folder, one at a time.

    A tolerant reader keeps the good beginning of a game with a bad move; see `read_record`.
    """
    return (read_game(text, tolerant=tolerant) for text in game_texts(path))


def game_at(path: PathName, number: int = 1) -> tuple[GameRecord, Home]:
    """The game with this number in a file or folder, read tolerantly, and where it stands.

    Games before it are not played. A path that begins with `data/` and is not here is found with
    the package.
    """
    if type(number) is not int or number < 1:
        raise KhronosError(f"games of a file count from 1, so there is no game {quoted(number)}")
    games, file, place = 0, "", 0
    for games, text in enumerate(game_texts(own_or_shipped(path)), 1):
        file, place = text.file, place + 1 if text.file == file else 1
        if games == number:
            game = read_game(text, tolerant=True)
            if isinstance(game, BadGame):
                raise game.error
            return game, Home(Path(file), place, text.text)
    raise KhronosError(
        f"{os.fspath(path)}: there is no game {number} in this file, which has {games}"
    )


# ------------------------------------------------------------------ saving games


def game_path(path: PathName) -> Path:
    """The path to write a game to; names that are not those of game files are refused."""
    target = local_path(path)
    if not target.name.lower().endswith(_GAME_NAMES):
        raise KhronosError(f"{target}: a file of games is named *.khr or *.khr.gz")
    refuse_shipped(target)
    return target


def refuse_shipped(path: Path) -> None:
    """Refuse to write over what came with khronos_lab."""
    if is_shipped(path):
        raise KhronosError(f"{path.name} came with khronos_lab: save it under another name")


def save(
    record: GameRecord, home: Home | None, path: PathName | None = None, *, replace: bool = False
) -> Home:
    """Write a game back to its place, or to a file of its own if a path is given.

    Gives the place as it is now.
    """
    if path is not None:
        return save_as(path, record, replace=replace)
    if home is None:
        raise KhronosError('this game lies in no file yet: name one, as in save("my-game.khr")')
    refuse_shipped(home.path)
    if record.problem is not None:
        raise KhronosError(
            f"{home.path.name} was read only up to a fault, and saving would lose the rest: "
            "save under another name"
        )
    new = _game_text(record, f"{home.path.name}: the game")
    with locked_folder(home.path):
        with whole_file(home.path) as file:
            # One game in memory at a time; whatever is refused leaves the file as it was.
            file.writelines(_with_new(home, new))
        return _read_back(home)


def save_as(path: PathName, record: GameRecord, *, replace: bool = False) -> Home:
    """Write a game to a file of its own; an existing file is replaced only if asked."""
    target = game_path(path)
    text = _game_text(record, f"{target.name}: the game")
    with locked_folder(target):
        with whole_file(target, replace=replace) as file:
            file.write(text)
        return _read_back(Home(target, 1, ""))


def _with_new(home: Home, new: str) -> Iterator[str]:
    found = False
    for number, each in enumerate(game_texts(home.path), 1):
        if each.problem is not None:
            raise KhronosError(
                f"{home.path.name} holds something that cannot be read (line {each.first_line}): "
                "save under another name"
            )
        if found and number == home.number + 1:
            yield "\n"
        if number != home.number:
            yield each.text
        elif each.text == home.text:
            found = True
            yield new
    if not found:
        raise KhronosError(
            f"{home.path.name} has been changed by somebody else since it was opened, perhaps in a "
            "second window, so nothing was saved: open it again, or save under another name"
        )


def _read_back(home: Home) -> Home:
    text = next(islice(game_texts(home.path), home.number - 1, None)).text
    return home._replace(text=text)


def write_records(
    path: PathName, records: Iterable[GameRecord] | GameRecord, *, replace: bool = True
) -> tuple[int, int]:
    """Write records, or one, to a file, whole or not at all; gives the numbers of games and moves.

    A name that ends in `.gz` makes a compressed file. With `replace=False` an existing file is an
    error.
    """
    games = moves = 0
    if not isinstance(records, Iterable) or hasattr(records, "record"):  # as a `Game` has
        records = [one_record(records, "write_records")]
    with whole_file(path, replace=replace) as file:
        for record in records:
            record = one_record(record, "write_records")
            file.write("\n" * (games > 0) + _game_text(record, f"game {games + 1}"))
            games, moves = games + 1, moves + len(record.line.nodes)
    return games, moves


def _game_text(record: GameRecord, title: str) -> str:
    text = record_text(record)
    if len(text.encode()) > LONGEST_GAME:
        raise KhronosError(f"{title} is too long to be read again; delete some variations")
    return text


# ------------------------------------------------------------------ identity of games


def game_digest(start: GameState, nodes: Iterable[Node]) -> str:
    """The identity of a game: a digest of its first position and its moves.

    Comments, marks, variations, tags and the file may change: it still is the same game.
    """
    bare = tuple(node._replace(mark="", comment="", variations=()) for node in nodes)
    text = record_text(GameRecord({}, start, Line(bare)))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def game_id(record: GameRecord) -> str:
    """The id of a record's game in tables: the same in every folder and run."""
    return game_digest(record.start, record.line.nodes)[:16]


class Identified(NamedTuple):
    """A game among many, with its id; `twin_of` is the number of the same game before it."""

    id: str
    record: GameRecord
    twin_of: int | None


def with_twins(records: Iterable[GameRecord]) -> Iterator[Identified]:
    """Every record with its id, and whether the same game came before; they count from 0."""
    first: dict[str, int] = {}
    for number, record in enumerate(records):
        game = game_id(record)
        before = first.setdefault(game, number)
        yield Identified(game, record, None if before == number else before)


# ------------------------------------------------------------------ any file, whole or not at all


def local_path(path: PathName) -> Path:
    """The path to write a file to; places on other computers are refused."""
    text = path_text(path)
    if "://" in text:
        raise KhronosError(say("files-elsewhere", path=text))
    return Path(text)


@contextmanager
def whole_file(path: PathName, *, replace: bool = True) -> Iterator[TextIO]:
    """A text file to write to, compressed if its name ends in `.gz`; see `whole_files`."""
    with whole_bytes(path, replace=replace) as raw, ExitStack() as stack:
        out = raw
        if os.path.realpath(local_path(path)).endswith(".gz"):
            packer = gzip.GzipFile("", "wb", fileobj=raw, mtime=0)
            out = cast("IO[bytes]", stack.enter_context(packer))
        text = TextIOWrapper(out, encoding="utf-8", newline="\n")
        stack.callback(text.detach)  # closing it would close the file before it is on the disk
        yield text
        text.flush()


@contextmanager
def whole_bytes(path: PathName, *, replace: bool = True) -> Iterator[IO[bytes]]:
    """A file to write bytes to; it appears whole or not at all; see `whole_files`."""
    with whole_files([path], replace=replace) as [file]:
        yield file


@contextmanager
def whole_files(paths: Sequence[PathName], *, replace: bool = True) -> Iterator[list[IO[bytes]]]:
    """Files to write bytes to, which appear when all of them are complete and on the disk.

    They are written under other names and moved to their places at the end; after an error,
    whatever was there before is untouched. With `replace=False` an existing file is an error.
    """
    targets = [_target(path, replace=replace) for path in paths]
    parts = [_part_of(target) for target in targets]
    told = paths[0]
    try:
        with ExitStack() as stack:
            files: list[IO[bytes]] = [stack.enter_context(part.open("xb")) for part in parts]
            yield files
            for file in files:
                file.flush()
                os.fsync(file.fileno())
        for told, part, target in zip(paths, parts, targets, strict=True):
            if target.exists():
                if not replace:
                    raise KhronosError(f"{os.fspath(told)}: exists already")
                part.chmod(target.stat().st_mode & 0o777)
            part.replace(target)
            _sync_folder(target.parent)
    except OSError as fault:
        raise refusal(told, "written", fault) from fault
    finally:
        for part in parts:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _target(path: PathName, *, replace: bool) -> Path:
    target = Path(os.path.realpath(local_path(path)))
    try:
        there = target.exists()
    except OSError as fault:
        raise refusal(path, "written", fault) from fault
    if there and not target.is_file():
        raise KhronosError(say("files-no_file", path=os.fspath(path)))
    if there and not replace:
        raise KhronosError(f"{os.fspath(path)}: exists already; name another file")
    return target


def _part_of(target: Path) -> Path:
    """A new name beside a file; what killed writers left under such names goes."""
    head = f".{target.name[:40]}."
    with suppress(OSError):
        for left in target.parent.glob(f"{glob.escape(head)}*{PART}"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > ABANDONED:
                    left.unlink()
    return target.with_name(f"{head}{secrets.token_hex(4)}{PART}")


def _sync_folder(folder: Path) -> None:
    """Write a rename to the disk where the system can: until then it is only in memory."""
    if os.name == "posix":
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
        if fault.errno in (errno.ENOTSUP, errno.ENOLCK):  # a file system without locks
            return handle
        os.close(handle)
        if fault.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
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
    """The values with their sum, which comes last.

    The sum is that of the values, not of the text: a file may be reformatted, but not changed.
    """
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return {**data, SUM: hashlib.sha256(text.encode()).hexdigest()[:32]}


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
    if (told is not None or needed) and told != sealed(data)[SUM]:
        raise ValueError("it is not what was written: its sum is another")
    return data


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
