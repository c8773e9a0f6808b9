"""Streams of games: many games, bad games, and files that are no games at all."""

from __future__ import annotations

import builtins
import gzip
import os
import time
import tracemalloc
from itertools import islice

import pytest

from khronos_lab.records import safe_files as storage
from khronos_lab.records.format.reader import MOST_MOVES
from khronos_lab.records.format.writer import LONGEST_GAME, record_text
from khronos_lab.records.game_files import (
    BadGame,
    game_texts,
    read_games,
    write_records,
)
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.errors import KhronosError
from tests.records.sample_games import ODD, annotated, played, spoiled, text_of, texts_in

MIB = 1 << 20


def written(folder, data, name="games.khr"):
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def kinds(path, **options):
    """Per game: its seed, or the line and sentence of its fault."""
    games = read_games(path, **options)
    return [
        (g.line, str(g.error)) if isinstance(g, BadGame) else int(g.tags["Seed"]) for g in games
    ]


def only_fault(path):
    [(line, sentence)] = kinds(path)
    assert sentence.startswith(f"{path}, line {line}, ")
    assert "\n" not in sentence
    return line, sentence


# ------------------------------------------------------------------ good games


def test_a_file_of_many_games_is_read_one_after_the_other(tmp_path):
    path = tmp_path / "many.khr"
    assert write_records(path, (played(seed) for seed in (1, 2, 3))) == (3, 72)
    assert texts_in(path) == [record_text(played(seed)) for seed in (1, 2, 3)]


def test_texts_come_with_their_file_and_line(tmp_path):
    path = written(tmp_path, text_of(1, 2))
    first, second = game_texts(path)
    assert (first.file, first.first_line, second.first_line) == (
        str(path),
        1,
        first.text.count("\n") + 1,
    )
    assert first.text + second.text == text_of(1, 2)


@pytest.mark.parametrize("name", ["games.khr.gz", "a name that says nothing"])
def test_a_compressed_file_is_known_by_its_content(tmp_path, name):
    path = written(tmp_path, gzip.compress(text_of(1).encode()) * 2, name)
    assert kinds(path) == [1, 1]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + text_of(1, 2),
        text_of(1) + "\n\ufeff" + text_of(2),
        text_of(1, 2).replace("\n", "\r\n"),
        "\n\n  \n" + text_of(1, 2) + "\n\n\n",
        text_of(1, 2).rstrip("\n"),
    ],
    ids=["mark", "marks", "dos", "empty lines", "no newline"],
)
def test_what_editors_leave_behind_does_no_harm(tmp_path, text):
    assert kinds(written(tmp_path, text)) == [1, 2]


def test_a_comment_that_looks_like_a_game_is_none(tmp_path):
    path = tmp_path / "odd.khr"
    write_records(path, [annotated(played(1)), played(2)])
    first, second = read_games(path)
    assert isinstance(first, GameRecord)
    assert first.line.nodes[0].comment == first.line.comment == first.tags["Event"] == ODD
    assert isinstance(second, GameRecord)


@pytest.mark.parametrize("size", [1, 7, 64, 100])
def test_games_are_found_wherever_the_pieces_are_cut(tmp_path, monkeypatch, size):
    monkeypatch.setattr(storage, "PIECE", size)
    path = written(tmp_path, "\n" + text_of(1, 2, 3))
    assert kinds(path) == [1, 2, 3]
    lines = path.read_text("utf-8").splitlines()
    assert {lines[text.first_line - 1] for text in game_texts(path)} == {'[Khronos "2"]'}


def test_a_folder_is_read_in_sorted_order_with_its_folders(tmp_path):
    (tmp_path / "b").mkdir()
    written(tmp_path, text_of(3), "c.khr")
    written(tmp_path, gzip.compress(text_of(2).encode()), "b/z.khr.gz")
    written(tmp_path, text_of(1), "a.KHR")
    written(tmp_path, "no game", "notes.txt")
    assert kinds(tmp_path) == [1, 2, 3]
    assert kinds(str(tmp_path)) == [1, 2, 3]


def test_only_one_game_is_built_at_a_time(tmp_path):
    path = written(tmp_path, text_of(1) * 100)
    kept, peak = peak_of(lambda: sum(len(game.line.nodes) for game in good_games(path)))
    assert kept == 100 * 24
    assert peak < 0.8 * MIB  # all of them take 1.3


def good_games(path):
    return (game for game in read_games(path) if isinstance(game, GameRecord))


# ------------------------------------------------------------------ bad games among good ones


def test_a_bad_game_is_reported_and_the_rest_goes_on(tmp_path):
    path = written(tmp_path, text_of(1) + "\n" + spoiled(text_of(2)) + "\n" + text_of(3))
    first, (line, sentence), third = kinds(path)
    assert (first, third) == (1, 3)
    assert path.read_text("utf-8").splitlines()[line - 1].startswith("1.")
    assert "R+c7" in sentence
    assert "(T5)" in sentence or "(A5)" in sentence


def test_a_tolerant_reader_keeps_the_good_beginning(tmp_path):
    text = text_of(1).rstrip("\n") + " R+c7\n"
    path = written(tmp_path, text + "\n" + text_of(2))
    bad, good = read_games(path, tolerant=True)
    assert isinstance(bad, GameRecord)
    assert isinstance(good, GameRecord)
    assert len(bad.line.nodes) == 24
    assert (bad.problem is None, good.problem is None) == (False, True)


def test_a_folder_goes_on_after_bad_files(tmp_path):
    written(tmp_path, text_of(1), "a.khr")
    written(tmp_path, os.urandom(5000), "b.khr")
    written(tmp_path, "", "c.khr")
    written(tmp_path, gzip.compress(text_of(2).encode())[:-20], "d.khr.gz")
    written(tmp_path, text_of(3), "e.khr")
    games = list(read_games(tmp_path))
    assert [type(game) for game in games] == [GameRecord, BadGame, BadGame, BadGame, GameRecord]
    assert [os.path.basename(g.file)[0] for g in games if isinstance(g, BadGame)] == ["b", "c", "d"]


def test_a_folder_goes_on_after_a_file_that_cannot_be_read(tmp_path, monkeypatch):
    written(tmp_path, text_of(1), "a.khr")
    written(tmp_path, text_of(2), "b.khr")
    refuse(monkeypatch, "a.khr")
    fault, good = kinds(tmp_path)
    assert fault[1].endswith("line 1, column 1: cannot be read: Permission denied; ask its owner "
                             "for permission")  # fmt: skip
    assert good == 2
    with pytest.raises(KhronosError, match=r"a\.khr: cannot be read: Permission denied"):
        kinds(tmp_path / "a.khr")


def refuse(monkeypatch, name):
    def guarded(path, *arguments):
        if str(path).endswith(name):
            raise PermissionError(13, "Permission denied", str(path))
        return builtins.open(path, *arguments)

    monkeypatch.setattr(storage, "open", guarded, raising=False)


def test_what_is_not_there_is_told_in_one_sentence(tmp_path):
    with pytest.raises(KhronosError, match=r"nowhere\.khr: cannot be read: No such file"):
        kinds(tmp_path / "nowhere.khr")
    with pytest.raises(KhronosError, match="there is no game in this folder"):
        kinds(tmp_path)


# ------------------------------------------------------------------ no games at all


@pytest.mark.parametrize(
    ("data", "line", "word"),
    [
        (b"", 1, "holds no game"),
        (b" \n\n", 1, "holds no game"),
        (b"\xef\xbb\xbf", 1, "holds no game"),
        (b"dear diary", 1, '[Khronos "2"]'),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1, "not UTF-8"),
        (b"[Khronos \"1\"]\n\x00\x01", 2, "U+0000"),
        (b"[Khronos \"1\"]\n[Event \"\x1b[31m\"]", 2, "U+001B"),
        (b"[Khronos \"1\"]\n\n{\xc3\xa4 \xe4}", 3, "0xe4 is not UTF-8"),
        ('[Khronos "2"]'.encode("utf-16"), 1, "not UTF-8"),
        (b'[Khronos "1', 1, ""),
        (b'[Khronos "99"]', 1, "version 99"),
        (b'[Khronos "2"]' + b"(" * 100_000, 1, ""),
        (b"\x1f\x8b", 1, "damaged or cut off"),
        (b"\x1f\x8b" + b"\x00" * 100, 1, "damaged or cut off"),
    ],
)  # fmt: skip
def test_bad_input_is_a_sentence_with_its_line(tmp_path, data, line, word):
    told, sentence = only_fault(written(tmp_path, data))
    assert (told, word in sentence) == (line, True), sentence


def test_a_byte_that_is_not_utf8_is_told_with_its_column(tmp_path):
    path = written(tmp_path, b'[Khronos "2"]\n{\xc3\xa4\xe4}')
    assert only_fault(path)[1].startswith(f"{path}, line 2, column 3: ")


@pytest.mark.parametrize("cut", [30, 0.3, 0.6, 0.9, -9, -1])
def test_a_truncated_compressed_file_gives_the_games_before_the_cut(tmp_path, cut):
    packed = gzip.compress(text_of(*range(1, 9)).encode())
    at = int(cut * len(packed)) if isinstance(cut, float) else cut
    *good, (_, sentence) = kinds(written(tmp_path, packed[:at]))
    assert good == list(range(1, len(good) + 1))
    assert "damaged or cut off" in sentence


def test_a_damaged_compressed_file_is_told(tmp_path):
    packed = bytearray(gzip.compress(text_of(*range(1, 9)).encode()))
    packed[len(packed) // 2] ^= 0xFF
    games = kinds(written(tmp_path, bytes(packed)))
    assert any(isinstance(game, tuple) for game in games)


def test_deep_nesting_is_a_sentence(tmp_path):
    text = text_of(1).rstrip("\n")
    first_move = played(1).line.nodes[0].text
    deep = text.replace(first_move, first_move + f" ({first_move}" * 5000, 1)
    assert "deep" in only_fault(written(tmp_path, deep))[1]


@pytest.mark.parametrize("filler", ["()", "({x})", "{x}"])
def test_a_flood_after_a_move_is_a_sentence_in_bounded_time(tmp_path, filler):
    first_move = played(1).line.nodes[0].text
    flood = filler * (LONGEST_GAME // len(filler) - 1000)
    path = written(tmp_path, text_of(1).replace(first_move, first_move + " " + flood, 1))
    start = time.perf_counter()
    sentence = only_fault(path)[1]
    assert time.perf_counter() - start < 30
    assert f"{MOST_MOVES:,} moves" in sentence or "20,000 characters" in sentence


# ------------------------------------------------------------------ too much of it


def peak_of(work):
    tracemalloc.start()
    try:
        result = work()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def giant(path, filler, opened=open, size=50):
    """Two games and between them so many MiB in a third."""
    with opened(path, "wb") as file:
        file.write(text_of(1).encode() + b'\n[Khronos "2"]\n')
        for _ in range(size):
            file.write(filler * (MIB // len(filler)))
        file.write(b"\n" + text_of(2).encode())
    return path


@pytest.mark.parametrize("filler", [b"x", b"\n", b"\x00", b"\xff", b"(", b'{"', b"[a\n"])
def test_a_line_of_50_mib_is_skipped_in_bounded_memory_and_time(tmp_path, filler):
    path = giant(tmp_path / "giant.khr", filler)
    start = time.perf_counter()
    games, peak = peak_of(lambda: kinds(path))
    first, (line, sentence), last = games
    assert (first, last) == (1, 2)
    assert line == text_of(1).count("\n") + 2
    assert "longer than 4 MiB" in sentence
    assert peak < 24 * MIB
    assert time.perf_counter() - start < 30


def test_the_lines_after_a_giant_are_counted_right(tmp_path):
    path = giant(tmp_path / "giant.khr", b"[a\n")
    *_, last = game_texts(path)
    assert last.first_line == path.read_bytes().count(b"\n") - last.text.count("\n") + 1


def test_a_compressed_giant_is_skipped_too(tmp_path):
    path = giant(tmp_path / "giant.khr.gz", b"x", gzip.open)
    assert path.stat().st_size < MIB
    games, peak = peak_of(lambda: kinds(path))
    assert [game for game in games if isinstance(game, int)] == [1, 2]
    assert peak < 24 * MIB


def test_a_decompression_bomb_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "MOST_SKIPPED", 20 * MIB)
    first, (_, sentence) = kinds(giant(tmp_path / "bomb.khr.gz", b"x", gzip.open))
    assert first == 1
    assert sentence.endswith("the rest of the file is not read")


def test_millions_of_empty_lines_in_a_game_fit_into_little_memory(tmp_path):
    empty = b"\n" * (LONGEST_GAME - 10_000)
    path = written(tmp_path, text_of(1).encode().replace(b"\n\n", empty, 1))
    games, peak = peak_of(lambda: kinds(path))
    assert games == [1]
    assert peak < 96 * MIB


def test_giants_before_the_first_game_are_told(tmp_path):
    path = written(tmp_path, b"x" * (5 * MIB) + b"\n" + text_of(1).encode())
    (line, sentence), good = kinds(path)
    assert (line, good) == (1, 1)
    assert "longer than 4 MiB" in sentence


def test_an_endless_file_ends(monkeypatch):
    if not os.path.exists("/dev/zero"):
        pytest.skip("this system has no endless file")
    monkeypatch.setattr(storage, "MOST_SKIPPED", 20 * MIB)
    [(_, sentence)] = list(islice(kinds("/dev/zero"), 2))
    assert "not read" in sentence
