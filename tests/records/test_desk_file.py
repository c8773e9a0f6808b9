"""A session's file: saved after every change; a crash, a second recorder, a strange file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from khronos_lab.records import GameFile, begin, read_games, record_text
from khronos_lab.rulebook import KhronosError, data_file
from tests.killing import lines_until_killed
from tests.records.desk_games import changes, new_session
from tests.records.sample_games import text_of

GAMES = range(0, 8, 2)


def opened(path):
    file = GameFile(path)
    return file, file.load()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "my game.khr"


@pytest.mark.parametrize("number", GAMES)
def test_the_file_is_the_record_so_far_after_every_change_and_a_new_start_goes_on(number, path):
    session, rng = new_session(number), Random(f"file {number}")
    file = GameFile(path)
    file.save(session)
    drafts = 0
    for session in islice(changes(session, rng), 50):  # noqa: B020
        file.save(session)
        assert path.read_text("utf-8") == record_text(session.record)
        [record] = read_games(path)
        assert record.line == session.record.line
        assert file.draft_path.exists() != session.is_whole
        drafts += file.draft_path.exists()
        assert {each.name for each in path.parent.iterdir()} <= {path.name, f"{path.name}.draft"}
        again, loaded = opened(path)
        assert loaded == session
        assert str(loaded.fault) == str(session.fault)
        if rng.random() < 0.2:  # the kernel died: somebody goes on with the new one
            file = again
    assert 0 < drafts < 50


# ------------------------------------------------------------------ crashes


class Crash(BaseException):
    """The computer stops: nothing after it is done, not even tidying up."""


class Disk:
    """Counts what reaches the disk and stops for good at a chosen operation."""

    def __init__(self, monkeypatch, rng):
        self.left, self.done, self._rng = None, 0, rng
        rename, unlink = Path.replace, Path.unlink
        monkeypatch.setattr(os, "fsync", self._stopping(lambda _: None, self._tear))
        monkeypatch.setattr(Path, "replace", self._stopping(rename))
        monkeypatch.setattr(Path, "unlink", self._stopping(unlink))

    def _stopping(self, work, before=lambda *_: None):
        def stopped(*arguments, **more):
            if self.left == 0:
                before(*arguments)
                self.left = -1
            if self.left == -1:
                raise Crash
            if self.left is not None:
                self.left -= 1
            self.done += 1
            return work(*arguments, **more)

        return stopped

    def _tear(self, handle):
        """Only a part of what was written has reached the disk."""
        size = os.fstat(handle).st_size
        if size and not os.path.isdir(f"/proc/self/fd/{handle}"):
            os.truncate(handle, self._rng.randrange(size))


@pytest.mark.parametrize("number", GAMES[::2])
def test_a_crash_at_any_moment_leaves_the_session_before_a_change_or_the_one_after(
    number, path, monkeypatch
):
    session, rng = new_session(number), Random(f"crash {number}")
    disk = Disk(monkeypatch, rng)
    GameFile(path).save(session)
    met = set()
    for after in islice(changes(session, rng), 14):
        spot, kept = 0, {each.name: each.read_bytes() for each in path.parent.iterdir()}
        while True:
            for each in path.parent.iterdir():
                os.remove(each)
            for name, data in kept.items():
                (path.parent / name).write_bytes(data)
            file, before = opened(path)
            assert before == session
            disk.left = spot
            try:
                file.save(after)
            except Crash:
                disk.left = None
                _, found = opened(path)
                assert found in (before, after)
                met.add(found == before)
                assert [type(game).__name__ for game in read_games(path)] == ["GameRecord"]
                # And one can go on from there.
                again, found = opened(path)
                again.save(after)
                assert opened(path)[1] == after
                spot += 1
                continue
            disk.left = None
            break
        assert opened(path)[1] == after
        session = after
    assert met == {True, False}


WRITING = """
import sys
from khronos_lab.records import begin
from khronos_lab.records import GameFile
file, session = GameFile(sys.argv[1]), begin(["Ann", "Ben"])
for number in range(100_000):
    session = session.enter(("M>F", "F>M")[number % 2]) if number < 4 else session
    session = session.remark(0, comment=f"remark {number}")
    session = session.take_back() if number % 2 and session.nodes[1:] else session.redo() if (
        session.undone) else session
    file.save(session)
    print(number, flush=True)
"""


@pytest.mark.parametrize("after", [1, 9, 40])
def test_a_recorder_killed_at_any_moment_has_the_session_before_or_after_a_change(path, after):
    shown = lines_until_killed(WRITING, str(path), lines=after, longest=0.03)
    _, session = opened(path)
    number = int(session.nodes[0].comment.removeprefix("remark "))
    assert number - int(shown[-1]) in (0, 1)


# ------------------------------------------------------------------ others


def test_two_recorders_on_one_file_do_not_overwrite_each_other(path):
    one = GameFile(path)
    session = begin(["Ann", "Ben"])
    one.save(session)
    other, _ = opened(path)
    other.save(session.enter("M>F"))
    kept = path.read_bytes()
    with pytest.raises(KhronosError, match="somebody else has written to it since"):
        one.save(session.enter("M+m2c5"))
    assert path.read_bytes() == kept
    # Only a draft is a change, too.
    third, found = opened(path)
    third.save(found.take_back())
    with pytest.raises(KhronosError, match="somebody else has written to it since"):
        other.save(found.enter("F>M"))
    assert opened(path)[1].undone[0].text == "M>F"


WORDS = """
import sys
from khronos_lab.records import GameFile
from khronos_lab.rulebook import KhronosError
sys.stdin.readline()
saved = 0
while saved < 25:
    file = GameFile(sys.argv[1])
    session = file.load()
    try:
        file.save(session.preface(f"{session.comment} word"))
    except KhronosError as fault:
        assert "somebody else has written" in str(fault), fault
    else:
        saved += 1
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_nothing_that_two_recorders_save_at_the_same_moment_is_lost(path):
    GameFile(path).save(begin(["Ann", "Ben"]))
    command = [sys.executable, "-c", WORDS, str(path)]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as one,
        subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as other,
    ):
        for each in (one, other):
            assert each.stdin is not None
            each.stdin.write("go\n")
            each.stdin.flush()
    assert (one.returncode, other.returncode) == (0, 0)
    assert opened(path)[1].comment.split() == ["word"] * 50


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no game"),
        (b"hello\n", "begins with the tag"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not UTF-8"),
        (b'[Khronos "99"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n', "up to version 2: update it"),
        (b'[Khronos "2"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n\nM+m2a1\n', "left as it is"),
        (text_of(1, 2).encode(), "holds 2 games"),
    ],
)
def test_a_strange_newer_or_broken_file_is_refused_and_left_alone(path, content, said):
    path.write_bytes(content)
    file = GameFile(path)
    with pytest.raises(KhronosError, match=said) as told:
        file.load()
    assert path.name in str(told.value)
    assert "\n" not in str(told.value)
    with pytest.raises(KhronosError, match="exists already"):
        file.save(begin(["Ann", "Ben"]))
    assert path.read_bytes() == content
    assert len(list(path.parent.iterdir())) == 1


# ------------------------------------------------------------------ drafts


@pytest.fixture
def half(path):
    """A half-corrected game on disk."""
    file = GameFile(path)
    session = begin(["Ann", "Ben"]).enter("M+m2c5 > M+c2f4 >")
    file.save(session)
    file.save(session.correct(0, "M+c2f4"))
    return file


@pytest.mark.parametrize(
    "spoiled",
    [lambda _: b"hello", lambda draft: draft[:-9], lambda draft: draft.replace(b"M+c", b"M+m")],
)
def test_a_broken_draft_is_refused_and_nothing_is_touched(half, spoiled):
    half.draft_path.write_bytes(spoiled(half.draft_path.read_bytes()))
    kept = half.path.read_bytes(), half.draft_path.read_bytes()
    file = GameFile(half.path)
    with pytest.raises(KhronosError, match="is not the draft of a game"):
        file.load()
    with pytest.raises(KhronosError):
        file.save(begin(["Ann", "Ben"]))
    assert (half.path.read_bytes(), half.draft_path.read_bytes()) == kept


def test_a_record_that_was_changed_by_hand_beside_a_draft_is_not_guessed_at(half, tmp_path):
    shutil.copy(half.path, tmp_path / "kept")
    half.path.write_text(text_of(1), "utf-8")
    with pytest.raises(KhronosError, match="changed or removed by somebody else"):
        GameFile(half.path).load()
    half.path.unlink()
    with pytest.raises(KhronosError, match="changed or removed by somebody else"):
        GameFile(half.path).load()
    shutil.copy(tmp_path / "kept", half.path)
    assert [note.text for note in GameFile(half.path).load().waiting] == ["M+c2f4", ">****"]
    half.draft_path.unlink()
    assert GameFile(half.path).load().is_whole


def test_a_game_that_came_with_the_package_is_not_written_to(tmp_path):
    path = data_file("games", "01-two-players-valley.khr")
    before = path.read_bytes()
    file = GameFile(path)
    session = file.load().remark(0, comment="Bold.")
    with pytest.raises(KhronosError, match=r"valley\.khr came with khronos_lab: save it under"):
        file.save(session)
    assert path.read_bytes() == before
    GameFile(tmp_path / "mine.khr").save(session)
    assert "Bold." in (tmp_path / "mine.khr").read_text("utf-8")
