"""What is read is what was written, or one sentence names the damaged file: nothing is decoded."""

from __future__ import annotations

import errno
import os
from random import Random

import pytest

import khronos_lab as kl
from khronos_lab.analysis import read_tables, write_tables
from khronos_lab.records import whole_files
from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation import resume, simulate
from tests.analysis.test_files import same, some_tables
from tests.simulation.folders import content


@pytest.fixture(scope="module", params=["tables", "simulation"])
def dataset(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "tables":
        write_tables(folder, some_tables(1))
    else:
        simulate(2, ["random", "random"], folder, workers=1, shard_games=2)
    return folder


def test_a_byte_that_changed_anywhere_is_found_before_anything_is_decoded(dataset, tmp_path):
    good, whole = content(dataset), read_tables(dataset).collect()
    rng = Random("damage")
    for number in range(60):
        spoiled = dict(good)
        name = rng.choice(sorted(good))
        data = bytearray(good[name])
        place = rng.randrange(len(data))
        data[place] ^= 1 << rng.randrange(8)
        spoiled[name] = bytes(data)
        folder = tmp_path / str(number)
        for each, text in spoiled.items():
            (folder / each).parent.mkdir(parents=True, exist_ok=True)
            (folder / each).write_bytes(text)
        try:
            found = read_tables(folder).collect()
        except KhronosError as fault:
            said = str(fault)
        else:  # a name in the plan that this version does not know
            assert same(found, whole)
            said = "simulation.json"
        assert name in said
        assert said.isprintable()


def test_tables_without_sums_are_read_only_if_that_is_said(tmp_path):
    write_tables(tmp_path, some_tables(1))
    (tmp_path / "tables.json").unlink()
    with pytest.raises(KhronosError, match=r"has no tables\.json .* verify=False"):
        read_tables(tmp_path)
    assert same(read_tables(tmp_path, verify=False).collect(), some_tables(1))


@pytest.mark.parametrize("name", ["simulation.json", "shards/00000.json"])
def test_a_file_that_lost_the_name_of_its_sum_is_refused(tmp_path, name):
    simulate(1, ["random", "random"], tmp_path, workers=1)
    path = tmp_path / name
    path.write_text(path.read_text("utf-8").replace('"sum"', '"smu"'), "utf-8")
    with pytest.raises(KhronosError, match=f"{name} .*damaged"):
        read_tables(tmp_path)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": NaN}', '{"format": 1, "games": -5}'])
@pytest.mark.parametrize("name", ["simulation.json", "shards/00000.json"])
def test_json_of_any_sort_is_refused_in_a_sentence(tmp_path, text, name):
    simulate(1, ["random", "random"], tmp_path, workers=1)
    (tmp_path / name).write_text(text)
    for read in (read_tables, resume):
        with pytest.raises(KhronosError) as fault:
            read(tmp_path)
        assert len(str(fault.value)) < 400


def test_games_that_are_not_there_yet_are_told(tmp_path):
    simulate(3, ["random", "random"], tmp_path, workers=1, shard_games=1)
    assert read_tables(tmp_path).missing() == []
    (tmp_path / "shards" / "00001.json").unlink()
    assert read_tables(tmp_path).missing() == ["1 game of the plan is not there yet"]
    assert repr(kl.dataset(tmp_path)).endswith("; 1 game of the plan is not there yet")


def test_an_edited_plan_is_refused(tmp_path):
    simulate(4, ["random", "random"], tmp_path, workers=1)
    path = tmp_path / "simulation.json"
    path.write_text(path.read_text().replace('"games": 4', '"games": 3'))
    with pytest.raises(KhronosError, match="changed by hand"):
        resume(tmp_path)


# ------------------------------------------------------------------ whole or not at all


def full_disk(monkeypatch, after):
    """From the so-many-th file on, there is no room."""
    left = [after]
    real = os.fsync

    def fsync(handle):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("after", range(4))
def test_tables_on_a_full_disk_are_those_of_before(tmp_path, monkeypatch, after):
    write_tables(tmp_path, some_tables(1))
    before = content(tmp_path)
    full_disk(monkeypatch, after)
    with pytest.raises(KhronosError, match="cannot be written: No space left on device"):
        write_tables(tmp_path, some_tables(2), overwrite=True)
    assert content(tmp_path) == before


@pytest.mark.parametrize("broken", range(4))
def test_files_that_cannot_be_moved_leave_those_of_before(tmp_path, monkeypatch, broken):
    paths = [tmp_path / name for name in "abcd"]
    for path in paths[:3]:  # d is new
        path.write_text(f"old {path.name}")
    real, left = os.replace, [broken]

    def replace(self, target):
        left[0] -= 1
        if left[0] == -1:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(self, target)

    monkeypatch.setattr("pathlib.Path.replace", replace)

    def write():
        with whole_files(paths) as files:
            for file in files:
                file.write(b"new")

    with pytest.raises(KhronosError, match="cannot be written"):
        write()
    assert content(tmp_path) == {name: f"old {name}".encode() for name in "abc"}


def test_a_run_that_was_killed_between_two_files_shows(tmp_path):
    write_tables(tmp_path, some_tables(1))
    old = (tmp_path / "turns.parquet").read_bytes()
    write_tables(tmp_path, some_tables(2), overwrite=True)
    (tmp_path / "turns.parquet").write_bytes(old)
    with pytest.raises(KhronosError, match=r"turns\.parquet is damaged"):
        read_tables(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without them")
def test_what_is_no_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for target in (tmp_path / "pipe", tmp_path):
        with pytest.raises(KhronosError, match="is not an ordinary file"), whole_files([target]):
            pass
