"""Streams of games: many games, bad games, and files that are no games at all."""

from __future__ import annotations

import gzip
import os
import time
import tracemalloc

import pytest

from khronos_lab.records import (
    BadGame,
    GameRecord,
    game_texts,
    read_games,
    record_text,
    write_records,
)
from khronos_lab.rulebook import KhronosError
from tests.records.sample_games import played, spoiled, text_of, texts_in

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


def test_a_folder_is_read_in_sorted_order_with_its_folders(tmp_path):
    (tmp_path / "b").mkdir()
    written(tmp_path, text_of(3), "c.khr")
    written(tmp_path, gzip.compress(text_of(2).encode()), "b/z.khr.gz")
    written(tmp_path, text_of(1), "a.KHR")
    written(tmp_path, "no game", "notes.txt")
    assert kinds(tmp_path) == [1, 2, 3]
    assert kinds(str(tmp_path)) == [1, 2, 3]


# ------------------------------------------------------------------ bad games among good ones


def test_a_bad_game_is_reported_and_the_rest_goes_on(tmp_path):
    path = written(tmp_path, text_of(1) + "\n" + spoiled(text_of(2)) + "\n" + text_of(3))
    first, (line, sentence), third = kinds(path)
    assert (first, third) == (1, 3)
    assert path.read_text("utf-8").splitlines()[line - 1].startswith("1.")
    assert "R+c7" in sentence
    assert "(T5)" in sentence or "(A5)" in sentence


def test_a_folder_goes_on_after_bad_files(tmp_path):
    written(tmp_path, text_of(1), "a.khr")
    written(tmp_path, os.urandom(5000), "b.khr")
    written(tmp_path, "", "c.khr")
    written(tmp_path, gzip.compress(text_of(2).encode())[:-20], "d.khr.gz")
    written(tmp_path, text_of(3), "e.khr")
    games = list(read_games(tmp_path))
    assert [type(game) for game in games] == [GameRecord, BadGame, BadGame, BadGame, GameRecord]
    assert [os.path.basename(g.file)[0] for g in games if isinstance(g, BadGame)] == ["b", "c", "d"]


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


@pytest.mark.parametrize("cut", [30, 0.6, -1])
def test_a_truncated_compressed_file_gives_the_games_before_the_cut(tmp_path, cut):
    packed = gzip.compress(text_of(*range(1, 9)).encode())
    at = int(cut * len(packed)) if isinstance(cut, float) else cut
    *good, (_, sentence) = kinds(written(tmp_path, packed[:at]))
    assert good == list(range(1, len(good) + 1))
    assert "damaged or cut off" in sentence


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


@pytest.mark.parametrize("filler", [b"x", b"[a\n"])
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
