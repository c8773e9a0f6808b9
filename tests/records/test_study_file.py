"""The file of a study: saved at every change; a crash, a second window, a strange file."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from khronos_lab.records import (
    GameRecord,
    Study,
    game_at,
    read_games,
    record_text,
)
from khronos_lab.rulebook import KhronosError, data_file
from tests.killing import lines_until_killed
from tests.records.sample_games import text_of
from tests.records.study_games import changes, new_study, whole

GAMES = range(0, 8, 2)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "my game.khr"


@pytest.mark.parametrize("number", GAMES)
def test_the_file_has_all_of_the_game_after_every_change_and_a_new_start_goes_on(number, path):
    study, rng = new_study(number).keep(path), Random(f"file {number}")
    changing, dirty = changes(study, rng), 0
    for _ in range(50):
        next(changing)
        [record] = read_games(path)
        assert record.line == study.record.line
        assert ("Pending" in record.tags, "TakenBack" in record.tags) == (
            bool(study.pending),
            bool(study.undone),
        )
        if study.is_clean:
            assert path.read_text("utf-8") == record_text(study.record)
        dirty += not study.is_clean
        assert [each.name for each in path.parent.iterdir()] == [path.name]
        assert not study.unsaved
        again = Study.open(path)
        assert whole(again) == whole(study)
        if rng.random() < 0.2:  # the kernel died: somebody goes on with the new one
            study, changing = again, changes(again, rng)
    assert 0 < dirty < 50


def _alive() -> Counter[str]:
    """How many objects of each type live now, those that other tests keep included."""
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects())


def test_after_3000_changes_a_study_is_the_one_in_its_file_and_takes_no_more_memory(path):
    study, rng = new_study(3), Random("long")
    done: Counter[str] = Counter()
    alive: list[Counter[str]] = []
    before = _alive()
    for number, work in enumerate(islice(changes(study, rng, lines=True), 3000), 1):
        done[work] += 1
        if len(list(study.lines())) > 12 or len(study.nodes_of(())) > 60:
            # What grows otherwise are the moves of the game itself.
            study.take_back(len(study.nodes_of(()))).discard_undone()
            if study.pending:
                study.discard_pending()
        if number % 250 == 0:
            # Not at every change: a thousand files take a minute.
            study.save(path, replace=True)
            again = Study.open(path)
            assert whole(again) == whole(study)
            assert list(again.lines()) == list(study.lines())
            del again
        if number % 500 == 0:
            alive.append(_alive() - before)
    assert {"play", "promote", "undo", "redo", "fix_pending", "replace", "take_back"} <= set(done)
    assert max(each["Step"] for each in alive) < 9 * 100, "positions of a few lines"
    assert max(each["_Snapshot"] for each in alive) < 500, "a bounded number of changes to undo"
    assert max(each["Node"] for each in alive[2:]) < 2 * max(each["Node"] for each in alive[:2])


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
def test_a_crash_at_any_moment_leaves_the_game_before_a_change_or_the_one_after(
    number, path, monkeypatch
):
    disk, met = Disk(monkeypatch, Random(f"crash {number}")), set()
    new_study(number).keep(path)
    for change in range(14):
        before, spot, kept = whole(Study.open(path)), 0, path.read_bytes()
        next(changes(Study.open(path), Random(change)))
        after = whole(Study.open(path))
        while True:
            path.write_bytes(kept)
            study = Study.open(path)
            assert whole(study) == before
            disk.left = spot
            try:
                next(changes(study, Random(change)))
            except Crash:
                disk.left = None
                assert whole(study) == before, "what is not saved is not shown"
                found = whole(Study.open(path))
                assert found in (before, after)
                met.add(found == before)
                spot += 1
                continue
            disk.left = None
            break
        assert whole(Study.open(path)) == after
    assert met == {True, False}


WRITING = """
import sys
from khronos_lab.records import Study
study = Study.new(["Ann", "Ben"]).keep(sys.argv[1])
for number in range(100_000):
    if number < 4:
        study.enter(("M>F", "F>M")[number % 2])
    with study.as_one_change():
        study.remark(0, comment=f"remark {number}")
        if number % 2 and study.nodes[1:]:
            study.take_back()
        elif study.undone:
            study.do_again()
    print(number, flush=True)
"""


@pytest.mark.parametrize("after", [1, 9, 40])
def test_a_writer_killed_at_any_moment_has_what_was_acknowledged_and_leaves_nothing_behind(
    path, after
):
    shown = lines_until_killed(WRITING, str(path), lines=after, longest=0.03)
    study = Study.open(path)
    number = int(study.nodes[0].comment.removeprefix("remark "))
    assert number - int(shown[-1]) in (0, 1)
    # What the killed one left is cleared an hour later; what is young may still be written.
    old, young = (path.with_name(f".{path.name}.{each}.part") for each in ("01abcdef", "young"))
    old.write_text("half")
    for each in path.parent.glob(".*.part"):
        os.utime(each, (0, 0))
    young.write_text("half")
    study.remark(0, comment="on")
    assert {each.name for each in path.parent.iterdir()} == {path.name, young.name}


# ------------------------------------------------------------------ others


def test_two_windows_on_one_file_do_not_overwrite_each_other(path):
    one = Study.new(["Ann", "Ben"]).keep(path)
    other = Study.open(path).enter("M>F")
    kept, before = path.read_bytes(), whole(one)
    with pytest.raises(KhronosError, match="changed by somebody else since it was opened"):
        one.enter("M+m2c5")
    assert (path.read_bytes(), whole(one)) == (kept, before)
    # Taking back changes the file, too.
    Study.open(path).take_back()
    with pytest.raises(KhronosError, match="in a second window, so nothing was saved"):
        other.enter("F>M")
    assert Study.open(path).undone[0].text == "M>F"
    # What was refused can be kept elsewhere.
    assert whole(other.keep(path.with_name("mine.khr")).enter("F>M")) == whole(
        Study.open(path.with_name("mine.khr"))
    )


WORDS = """
import sys
from khronos_lab.records import Study
from khronos_lab.rulebook import KhronosError
sys.stdin.readline()
saved = 0
while saved < 25:
    study = Study.open(sys.argv[1])
    try:
        study.introduce(f"{study.intro_of()} word")
    except KhronosError as fault:
        assert "changed by somebody else" in str(fault), fault
    else:
        saved += 1
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_nothing_that_two_windows_save_at_the_same_moment_is_lost(path):
    Study.new(["Ann", "Ben"]).keep(path)
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
    assert Study.open(path).intro_of().split() == ["word"] * 50


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no game"),
        (b"hello\n", "begins with the tag"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not UTF-8"),
        (b'[Khronos "99"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n', "up to version 2: update it"),
        (b'[Khronos "2"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n\nM+m2a1\n', "left as it is"),
        (b'[Khronos "2"]\n[Player1 "A"]\n[Player2 "B"]\n[Pending "{why}"]\n', "belongs to no move"),
        (text_of(1, 2).encode(), "holds 2 games"),
    ],
)
def test_a_strange_newer_or_broken_file_is_refused_and_left_alone(path, content, said):
    path.write_bytes(content)
    with pytest.raises(KhronosError, match=said) as told:
        Study.open(path)
    assert path.name in str(told.value)
    assert "\n" not in str(told.value)
    with pytest.raises(KhronosError, match="exists already"):
        Study.new(["Ann", "Ben"]).keep(path)
    assert path.read_bytes() == content
    assert len(list(path.parent.iterdir())) == 1


def test_a_draft_of_an_older_version_is_told_and_left_alone(path):
    Study.new(["Ann", "Ben"]).keep(path)
    path.with_name(f"{path.name}.draft").write_text("{}")
    with pytest.raises(KhronosError, match="an older khronos_lab kept there"):
        Study.open(path)


def test_what_no_longer_fits_is_in_the_file_as_a_person_would_write_it(path):
    study = Study.new(["Ann", "Ben"]).enter("M+m2c5 > M+c2f4! {Why (not)?} >").keep(path)
    study.replace(0, "M+c2f4")
    assert '[Pending "1.B M+c2f4! {Why (not)?} 1.B >****"]' in path.read_text("utf-8")
    study.discard_pending().take_back(2)
    assert '[TakenBack "1.A M+c2f4 1.A >****"]' in path.read_text("utf-8")
    # A reader that knows nothing of it has the game as far as it is good.
    assert [node.text for node in game_at(path)[0].line.nodes] == []


def test_a_long_text_of_moves_that_wait_is_kept_in_several_tags(path):
    study = Study.new(["Ann", "Ben"]).enter("M+m2c5 > M+c2f4 >").keep(path)
    comments = ["}{ (" * 4000, '\\"[Khronos \n[' * 1200]
    study.remark(2, comment=comments[0]).remark(3, comment=comments[1]).replace(0, "M+c2f4")
    assert {"Pending", "Pending2"} <= set(game_at(path)[0].tags)
    again = Study.open(path)
    assert [note.comment for note in again.pending] == comments
    assert whole(again) == whole(study)


def test_a_game_that_came_with_the_package_is_not_written_to(tmp_path):
    path = data_file("games", "01-two-players-valley.khr")
    before = path.read_bytes()
    study = Study.open(path)
    with pytest.raises(KhronosError, match=r"valley\.khr came with khronos_lab: save it under"):
        study.remark(0, comment="Bold.")
    assert path.read_bytes() == before
    assert study.own_file is None
    study.keep(tmp_path / "mine.khr").remark(0, comment="Bold.")
    assert "Bold." in (tmp_path / "mine.khr").read_text("utf-8")


# ------------------------------------------------------------------ saved when told


def test_a_game_that_is_looked_at_is_saved_when_told_and_then_in_its_place(path):
    study = Study(GameRecord({}, new_study(1).start))
    study.enter("M>F").go((), 1).mark("?")
    with pytest.raises(KhronosError, match="lies in no file yet"):
        study.save()
    assert study.unsaved
    study.save(path)
    assert (study.unsaved, study.own_file) == (False, study.home)
    study.mark("!").undo().undo()
    assert study.unsaved
    study.redo()
    assert not study.unsaved, "that is what is in the file"
    study.mark("!?").save()
    assert [record.line for record in read_games(path)] == [study.record.line]
    with pytest.raises(KhronosError, match="exists already"):
        study.save(path)
    study.mark("").save(path, replace=True)
    assert game_at(path)[0].line == study.record.line
