"""A session's file: saved after every change; a crash, a second recorder, a strange file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from khronos_lab.records import safe_files
from khronos_lab.records import session as desk_file
from khronos_lab.records.format.writer import record_text
from khronos_lab.records.game_files import read_games
from khronos_lab.records.safe_files import read_sealed, sealed
from khronos_lab.records.session import GameFile, begin, resumed
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import data_file
from tests.killing import lines_until_killed
from tests.records.desk_games import changes, new_session
from tests.records.sample_games import text_of

GAMES = range(8)

NO_DRAFT = "is not the draft of a game"


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
from khronos_lab.records.session import begin
from khronos_lab.records.session import GameFile
file, session = GameFile(sys.argv[1]), begin(["Ann", "Ben"])
for number in range(100_000):
    session = session.enter(("M>F", "F>M")[number % 2]) if number < 4 else session
    session = session.remark(0, comment=f"remark {number}")
    session = session.take_back() if number % 2 and session.nodes[1:] else session.redo() if (
        session.undone) else session
    file.save(session)
    print(number, flush=True)
"""


@pytest.mark.parametrize("after", [1, 2, 9, 16, 40])
def test_a_recorder_killed_at_any_moment_has_the_session_before_or_after_a_change(path, after):
    shown = lines_until_killed(WRITING, str(path), lines=after, longest=0.03)
    _, session = opened(path)
    number = int(session.nodes[0].comment.removeprefix("remark "))
    assert number - int(shown[-1]) in (0, 1)


def test_a_killed_process_loses_nothing_that_was_confirmed(path):
    code = f"""
import os, sys
from khronos_lab.records.session import begin
from khronos_lab.records.session import GameFile
file, session = GameFile({str(path)!r}), begin(["Ann", "Ben"])
for move in ("M+m2c5", ">", "M+c2f4", ">", "M>F"):
    session = session.enter(move)
    file.save(session)
    print(move, flush=True)
file.save(session.take_back(2))
print("back", flush=True)
os.kill(os.getpid(), 9)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == -9
    assert ran.stdout.split()[-1] == "back"
    _, session = opened(path)
    assert [node.text for node in session.nodes] == ["M+m2c5", ">****", "M+c2f4"]
    assert [note.text for note in session.undone] == [">****", "M>F"]


def test_what_could_not_be_saved_is_not_there_later_either(path, monkeypatch):
    file = GameFile(path)
    session = begin(["Ann", "Ben"]).enter("M+m2c5 > M+c2f4 >")
    file.save(session)

    def full(target):
        if target == path:
            raise KhronosError("no space left on the disk")
        return safe_files.whole_file(target)

    monkeypatch.setattr(desk_file, "whole_file", full)
    for change in (session.enter("M>F"), session.take_back(), session.correct(0, "M+c2f4")):
        with pytest.raises(KhronosError, match="no space left"):
            file.save(change)
        assert opened(path)[1] == session
        assert not file.draft_path.exists()
    monkeypatch.undo()
    half = session.correct(0, "M+c2f4")
    file.save(half)
    monkeypatch.setattr(desk_file, "whole_file", full)
    with pytest.raises(KhronosError, match="no space left"):
        file.save(half.mend("M>F"))
    assert opened(path)[1] == half


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


LOCKED = """
import fcntl, os, sys, time
handle = os.open(sys.argv[1], os.O_RDONLY)
fcntl.flock(handle, fcntl.LOCK_EX)
print("locked", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_a_recorder_that_hangs_while_saving_is_told_of_and_a_dead_one_hinders_nobody(
    path, monkeypatch
):
    file, session = GameFile(path), begin(["Ann", "Ben"])
    file.save(session)
    with subprocess.Popen(
        [sys.executable, "-c", LOCKED, str(path.parent)], stdout=subprocess.PIPE, text=True
    ) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "locked\n"
            monkeypatch.setattr(safe_files, "PATIENCE", 0.05)
            kept = path.read_bytes()
            with pytest.raises(KhronosError, match="somebody else has been saving"):
                file.save(session.enter("M>F"))
            assert path.read_bytes() == kept
        finally:
            other.kill()
    monkeypatch.undo()
    file.save(session.enter("M>F"))
    assert [each.name for each in path.parent.iterdir()] == [path.name]


WORDS = """
import sys
from khronos_lab.records.session import GameFile
from khronos_lab.rulebook.errors import KhronosError
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


def test_a_file_that_is_there_is_not_taken_for_a_new_one(path):
    path.write_text(text_of(1), "utf-8")
    with pytest.raises(KhronosError, match="exists already"):
        GameFile(path).save(begin(["Ann", "Ben"]))
    file, session = opened(path)
    file.save(session.take_back(3))
    assert len(opened(path)[1].undone) == 3


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


@pytest.mark.parametrize("name", ["game.txt", "game.khr.gz", "game.jsonl", ".khr", "nowhere/a.khr"])
def test_a_name_that_is_no_game_of_ours_is_refused(tmp_path, name):
    with pytest.raises(KhronosError, match=r"a file named \*.khr|there is no folder"):
        GameFile(tmp_path / name)


# ------------------------------------------------------------------ drafts


@pytest.fixture
def half(path):
    """A half-corrected game on disk."""
    file = GameFile(path)
    session = begin(["Ann", "Ben"]).enter("M+m2c5 > M+c2f4 >")
    file.save(session)
    file.save(session.correct(0, "M+c2f4"))
    return file


def resealed(draft, **changed):
    """A draft with other values, and the sum that fits them."""
    return json.dumps(sealed({**draft, **changed}))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda _: "hello", NO_DRAFT),
        (lambda _: "[]", NO_DRAFT),
        (lambda draft: json.dumps({**sealed(draft), "before": "x"}), NO_DRAFT),
        (lambda _: "[" * 100_000, NO_DRAFT),
        (json.dumps, NO_DRAFT),  # without its sum
        (lambda draft: resealed(draft, khronos_draft=2), "in version 2; .* update it"),
        (
            lambda draft: resealed(draft, waiting=[{"text": 5}]),
            NO_DRAFT,
        ),
        (
            lambda draft: resealed(draft, waiting=[{"eval": "x"}]),
            NO_DRAFT,
        ),
        (lambda draft: resealed(draft, record=None), NO_DRAFT),
        (lambda draft: resealed(draft, record="x"), "a record begins with"),
    ],
)
def test_a_broken_draft_is_refused_and_nothing_is_touched(half, spoil, said):
    draft = read_sealed(half.draft_path.read_bytes())
    half.draft_path.write_text(spoil(draft), "utf-8")
    kept = half.path.read_bytes(), half.draft_path.read_bytes()
    file = GameFile(half.path)
    with pytest.raises(KhronosError, match=said) as told:
        file.load()
    assert "draft" in str(told.value)
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


def test_a_draft_holds_what_was_said_about_the_moves(path):
    *_, session = islice(changes(new_session(3), Random("draft")), 60)
    back = session.give_up() if session.waiting and not session.undone else session
    back = back.take_back(min(5, len(back.nodes)))
    GameFile(path).save(back)
    assert opened(path)[1] == back
    assert resumed(back.record, back.undone, back.waiting) == back


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
