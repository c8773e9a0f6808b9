"""Writing files: whole or not at all, and what was there is never lost."""

from __future__ import annotations

import gzip

import pytest

from khronos_lab.records import whole_file, write_records
from khronos_lab.rulebook import KhronosError
from tests.records.sample_games import played, text_of, texts_in


def written(folder, text, name="games.khr"):
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = written(tmp_path, text_of(1))

    def failing():
        yield played(2)
        raise RuntimeError("the disk is on fire")

    with pytest.raises(RuntimeError, match="on fire"):
        write_records(path, failing())
    assert [(p.name, p.read_text("utf-8")) for p in tmp_path.iterdir()] == [
        ("games.khr", text_of(1))
    ]


def test_an_existing_file_is_replaced_only_if_asked(tmp_path):
    path = written(tmp_path, "mine")
    with pytest.raises(KhronosError, match="exists already"):
        write_records(path, [played(1)], replace=False)
    assert path.read_text("utf-8") == "mine"
    write_records(path, [played(1)])
    assert texts_in(path) == [text_of(1)]
    assert list(tmp_path.iterdir()) == [path]


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
