"""Spoiled records: golden games with a few mutations, as text and as JSON Lines.

A record that was read must be written and read again as the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from khronos_lab.records import (
    BadGame,
    GameRecord,
    read_games,
    read_record,
    record_text,
    write_records,
)
from khronos_lab.rulebook import KhronosError
from tests.fuzz.messages import check_message

GOLDEN = Path(__file__).parents[1] / "records" / "golden"

PIECES = (
    "{", "}", "(", ")", "[", "]", '"', "\\", "#", "=", "/", ">", "<", "!", "?", "!?", "\n", "\r",
    " ", "*", "@", "-", "+", "^", "\x00", "\x1b", "\u2028", "\ufeff", "\ud800", "²", "٣", "é",
    "👩‍👧", "=a1", "=@1", "M>F", "R>M", "M+c1c5", "F^m2a1", "M-c5", "R+d7", "R^c5", "xm>r", "x*>*",
    ">", ">****", ">mmrc", "sm>r", "-m>r", "-*>*", "1.A", "1.B", "7.1", "#000000", "() ", "(M>R)",
    "{a}", '[Khronos "1"]', '[Khronos "2"]', '[Site "x"]', '[Deal "mmmm"]', '[Chance "1"]',
    '[Rules "hold\'em"]', '[Position "x"]', "coins 99999", "pile: -", "discards: mm**",
    "hand ****", "secret", "cubes 0", "supply: m 0 0 0, r 0 0 0, c 0 0 0", "at Reason Reason",
    "round 7", "over", "acted", "m3R", "c3:RRW", "m3%R", "h", "H", "~", "purses: Might 0 Might 0",
)  # fmt: skip


@cache
def sources() -> list[str]:
    """The games that are spoiled."""
    games = []
    for path in sorted(GOLDEN.glob("*.khr")):
        parts = path.read_text("utf-8").split('\n[Khronos "')
        games += [parts[0], *(f'[Khronos "{part}' for part in parts[1:])]
    return games


def _cut(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _delete(text: str, rng: Random) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + text[start + rng.choice((1, 1, 2, 5, 40)) :]


def _insert(text: str, rng: Random) -> str:
    start = rng.randrange(len(text) + 1)
    times = rng.choice((1, 1, 1, 2, 50, 300))
    return text[:start] + rng.choice(PIECES) * times + text[start:]


def _replace(text: str, rng: Random) -> str:
    start = rng.randrange(len(text) + 1)
    return (
        text[:start]
        + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000))))
        + text[start + 1 :]
    )


def _copy(text: str, rng: Random) -> str:
    start, to = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
    return text[:to] + text[start : start + rng.choice((3, 10, 80))] + text[to:]


def _swap_words(text: str, rng: Random) -> str:
    words = text.split(" ")
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def _digit(text: str, rng: Random) -> str:
    """Change a digit or a letter of a notation for another: what comes is often well-formed."""
    places = [i for i, letter in enumerate(text) if letter in "0123456789mrcabcdefMFR*"]
    if not places:
        return text
    index = rng.choice(places)
    row = next(r for r in ("0123456789", "mrc*", "abdefghij", "MFR") if text[index] in r)
    return text[:index] + rng.choice(row) + text[index + 1 :]


MUTATIONS: tuple[Callable[[str, Random], str], ...] = (
    _cut, _delete, _insert, _insert, _replace, _copy, _swap_words, _digit, _digit, _digit,
)  # fmt: skip


def mutated(games: list[str], rng: Random) -> str:
    """A game with one to four faults, digests taken off half of the time so that more is played."""
    text = rng.choice(games)
    if rng.random() < 0.5:
        text = "".join(part if i == 0 else part[6:] for i, part in enumerate(text.split(" #")))
    if rng.random() < 0.3:
        text = "\n".join(text.split("\n")[: rng.randrange(8, 30)])
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(MUTATIONS)(text, rng)
    return text


def check(text: str, *, tolerant: bool) -> str:
    """What becomes of an input: `accepted` or `refused`; anything else raises."""
    try:
        record = read_record(text, "fuzz", tolerant=tolerant)
    except KhronosError as fault:
        check_message(str(fault))
        return "refused"
    written = record_text(record)
    assert record_text(read_record(written)) == written, "not the same bytes"
    written.encode()
    return "accepted"


def attempt(rng: Random, folder: Path) -> str:
    """Read a spoiled game, as a text or as a file."""
    if rng.random() < 0.7:
        return check(mutated(sources(), rng), tolerant=rng.random() < 0.3)
    path = folder / "games.khr"
    write_records(path, [read_record(rng.choice(sources()))])
    lines = path.read_text("utf-8")
    for _ in range(rng.choice((1, 1, 2, 4))):
        lines = rng.choice(MUTATIONS)(lines, rng)
    path.write_bytes(lines.encode("utf-8", "surrogatepass"))
    found = list(read_games(path, tolerant=rng.random() < 0.3))
    for game in found:
        if isinstance(game, BadGame):
            check_message(str(game.error))
            return "refused"
    write_records(path, [game for game in found if isinstance(game, GameRecord)])
    kept = path.read_bytes()
    write_records(path, [game for game in read_games(path) if isinstance(game, GameRecord)])
    assert path.read_bytes() == kept, "not the same bytes"
    return "accepted"
