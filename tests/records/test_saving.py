"""Writing games: whole or not at all; other games of a file stay, nobody's changes are lost."""

from __future__ import annotations

import gzip
import os

import pytest

from khronos_lab.core import EndTurn
from khronos_lab.records import (
    Study,
    game_at,
    record_text,
    save,
    save_as,
    whole_file,
    whole_files,
    write_records,
)
from khronos_lab.rulebook import KhronosError, data_file
from tests.records.sample_games import annotated, played, spoiled, text_of, texts_in


@pytest.fixture
def club(tmp_path):
    """A file of three games, written by hand in parts."""
    path = tmp_path / "club.khr"
    path.write_text(f"{text_of(1)}\n\n\n{text_of(2)}{text_of(3)}", "utf-8", newline="\r\n")
    return path


def edited(record):
    return Study(record).go((), 3).play([EndTurn()]).name_line("Ends it").record


def test_the_other_games_stay_byte_for_byte(club):
    before = club.read_bytes()
    record, home = game_at(club, 2)
    save(edited(record), home)
    after = club.read_bytes()
    first = before.index(b"[Khronos", before.index(b"[Khronos") + 1)
    third = before.rindex(b"[Khronos")
    assert after[:first] == before[:first]
    assert after[after.rindex(b"[Khronos") :] == before[third:]
    assert texts_in(club)[1] == record_text(edited(record))
    assert len(texts_in(club)) == 3


def test_a_file_changed_by_somebody_else_is_left_alone(club):
    record, home = game_at(club, 2)
    save(Study(record).remark(0, comment="Somebody else.").record, home)
    before = club.read_bytes()
    with pytest.raises(KhronosError, match="changed by somebody else"):
        save(edited(record), home)
    assert club.read_bytes() == before


def test_a_game_that_was_read_in_part_is_not_saved_over_itself(tmp_path):
    path = tmp_path / "bad.khr"
    path.write_text(spoiled(text_of(1)), "utf-8")
    record, home = game_at(path)
    assert record.problem is not None
    with pytest.raises(KhronosError, match="would lose the rest"):
        save(record, home)


def test_what_cannot_be_read_is_not_lost(tmp_path):
    path = tmp_path / "mixed.khr"
    path.write_bytes(text_of(1).encode() + b'\n[Khronos "2"]\n\xff\xfe')
    record, home = game_at(path)
    with pytest.raises(KhronosError, match="cannot be read"):
        save(edited(record), home)
    assert path.read_bytes().endswith(b"\xff\xfe")


def test_a_shipped_game_is_saved_under_another_name(tmp_path):
    record, home = game_at(data_file("games", "01-two-players-valley.khr"))
    with pytest.raises(KhronosError, match="came with khronos_lab"):
        save(record, home)
    with pytest.raises(KhronosError, match="came with khronos_lab"):
        save_as(home.path, record, replace=True)
    mine = save_as(tmp_path / "mine.khr", record)
    assert game_at(mine.path)[0].line == record.line


def test_an_existing_file_is_replaced_only_if_that_is_said(tmp_path):
    path = tmp_path / "mine.khr"
    save_as(path, played(1))
    with pytest.raises(KhronosError, match="exists already"):
        save_as(path, played(2))
    assert texts_in(path) == [record_text(played(1))]
    save_as(path, played(2), replace=True)
    assert texts_in(path) == [record_text(played(2))]
    with pytest.raises(KhronosError, match="named"):
        save_as(tmp_path / "mine.txt", played(1))


def test_compressed_files_stay_what_they_are(tmp_path):
    packed = tmp_path / "club.khr.gz"
    packed.write_bytes(gzip.compress(text_of(1, 2).encode()))
    record, home = game_at(packed, 1)
    save(annotated(record), home)
    assert gzip.decompress(packed.read_bytes()).decode().startswith("[Khronos")
    assert texts_in(packed)[1] == record_text(played(2))


def test_games_of_a_folder_are_saved_in_their_own_file(tmp_path):
    (tmp_path / "a.khr").write_text(text_of(1, 2), "utf-8")
    (tmp_path / "b.khr").write_text(text_of(3), "utf-8")
    record, home = game_at(tmp_path, 3)
    assert (home.path.name, home.number) == ("b.khr", 1)
    save(edited(record), home)
    assert texts_in(tmp_path / "a.khr") == [record_text(played(1)), record_text(played(2))]
    assert texts_in(tmp_path / "b.khr") == [record_text(edited(played(3)))]


def test_of_several_files_none_is_touched_while_one_cannot_be_written(tmp_path, monkeypatch):
    paths = [tmp_path / f"{each}.txt" for each in range(3)]
    for path in paths:
        path.write_text("old", "utf-8")
    full, fsync = iter([False, True]), os.fsync

    def sync(handle):
        if next(full):
            raise OSError("no room")
        fsync(handle)

    def write():
        with whole_files(paths) as files:
            for file in files:
                file.write(b"new")

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(KhronosError, match="no room"):
        write()
    assert [path.read_text("utf-8") for path in paths] == ["old"] * 3
    assert sorted(tmp_path.iterdir()) == paths


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "games.khr"
    path.write_text(text_of(1), "utf-8")

    def failing():
        yield played(2)
        raise RuntimeError("the disk is on fire")

    with pytest.raises(RuntimeError, match="on fire"):
        write_records(path, failing())
    assert [(p.name, p.read_text("utf-8")) for p in tmp_path.iterdir()] == [
        ("games.khr", text_of(1))
    ]


def test_compressed_files_are_the_same_whenever_they_are_written(tmp_path):
    one, other = tmp_path / "one.khr.gz", tmp_path / "other.khr.gz"
    write_records(one, [played(1)])
    write_records(other, [played(1)])
    assert one.read_bytes() == other.read_bytes()
    assert gzip.decompress(one.read_bytes()).decode() == text_of(1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("s3://", "on this computer"),
        ("s3://bucket/x.khr", "on this computer"),
        ("", "without a name"),
        ("a\0.khr", "no file or folder is called"),
        (None, "has a name"),
        ("x" * 300 + ".khr", "File name too long"),
    ],
)
def test_a_name_of_no_file_is_refused_and_nothing_is_made(tmp_path, monkeypatch, name, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KhronosError, match=said) as fault, whole_file(name):
        pass
    assert "Errno" not in str(fault.value)
    assert list(tmp_path.iterdir()) == []
