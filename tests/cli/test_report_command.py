"""`khronos-lab report`: what it writes and refuses."""

from __future__ import annotations

import re

import pytest

from tests.cli.calls import assert_refused, khronos_lab
from tests.records.sample_games import played, spoiled, text_of

GAME = "data/games/08-lesson-three-ages.khr"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_becomes_a_page(here):
    result = khronos_lab("report", GAME, "-o", "story.html", "--no-review", "--moments", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.fullmatch(r"story\.html: [\d.]+ [kM]B\n", result.stdout)
    page = (here / "story.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "Mistakes, luck and skill" not in page
    assert page.count("data-replay=") == 1


def test_key_moments_are_sought_unless_somebody_says_no(here):
    (here / "game.khr").write_text(text_of(1), "utf-8")
    result = khronos_lab(
        *("report", "game.khr", "-o", "de.html", "--language", "de", "--moments", 0, "--quiet")
    )
    assert (result.exit_code, result.stderr) == (0, "")
    page = (here / "de.html").read_text("utf-8")
    assert "Fehler, Glück und Können" in page
    assert "Glück und Können" in page
    assert [path.name for path in sorted(here.iterdir())] == ["de.html", "game.khr"]


def test_hands_can_be_left_out(here):
    (here / "game.khr").write_text(text_of(1), "utf-8")
    for name, flags in (("open.html", ()), ("shut.html", ("--hide-hands",))):
        call = ("report", "game.khr", "-o", name, "--no-review", "--moments", 0)
        assert khronos_lab(*call, *flags).exit_code == 0
    drawn = re.compile(r"Ann draws \d cards? \([mrc]+\)")
    assert drawn.search((here / "open.html").read_text("utf-8"))
    assert not drawn.search((here / "shut.html").read_text("utf-8"))
    assert played(1).names == ("Ann", "Ben")


def test_a_dataset_becomes_a_page(here):
    khronos_lab(
        *("simulate", "--games", 2, "--players", "random,random", "--workers", 1, "--out", "runs")
    )
    result = khronos_lab("report", "runs", "-o", "report.html", "--moments", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    page = (here / "report.html").read_text("utf-8")
    assert "2 games, 2 players" in page
    assert page.count('<details class="replay"') == 1
    saved = khronos_lab("simulate", "--out", "runs", "--game", 1, "--save", "one.khr")
    assert saved.stdout.endswith("; saved as one.khr\n")
    assert khronos_lab("validate", "one.khr").exit_code == 0
    again = khronos_lab("simulate", "--out", "runs", "--game", 1, "--save", "one.khr")
    assert_refused(again, 1, "one.khr", "exists already")
    assert_refused(khronos_lab("simulate", "--out", "runs", "--save", "x.khr"), 2, "--game")


def test_a_folder_of_records_becomes_a_page_and_bad_games_are_told(here):
    (here / "club").mkdir()
    (here / "club" / "a.khr").write_text(text_of(1, 2), "utf-8")
    (here / "club" / "b.khr").write_text(spoiled(text_of(3)), "utf-8")
    result = khronos_lab("report", "club", "-o", "club.html", "--moments", 1)
    assert result.exit_code == 0
    assert "b.khr, line" in result.stderr
    page = (here / "club.html").read_text("utf-8")
    assert "2 games, 2 players" in page
    assert "<title>club</title>" in page


def test_a_game_with_a_bad_move_is_told_up_to_there(here):
    (here / "bad.khr").write_text(text_of(1).rstrip() + " M>M\n", "utf-8")
    call = ("report", "bad.khr", "-o", "bad.html", "--no-review", "--moments", 0)
    result = khronos_lab(*call)
    assert result.exit_code == 1
    assert "(T4)" in result.stderr
    assert "is told up to a bad move" in (here / "bad.html").read_text("utf-8")


def test_it_never_overwrites_unless_told(here):
    (here / "mine.html").write_text("mine", "utf-8")
    call = ("report", GAME, "-o", "mine.html", "--no-review", "--moments", 0)
    assert_refused(khronos_lab(*call), 1, "mine.html", "--force")
    assert (here / "mine.html").read_text("utf-8") == "mine"
    assert khronos_lab(*call, "--force").exit_code == 0
    assert (here / "mine.html").read_text("utf-8") != "mine"


def test_what_cannot_be_reported_on_is_refused(here):
    (here / "empty").mkdir()
    assert_refused(khronos_lab("report", "empty", "-o", "x.html"), 1, "empty", "no game")
    assert_refused(khronos_lab("report", "none.khr", "-o", "x.html"), 1, "none.khr")
    assert_refused(khronos_lab("report", GAME, "-o", "x.html", "--game", 2), 1, "no game 2")
    assert_refused(khronos_lab("report", GAME), 2, "--out")
    assert list(here.iterdir()) == [here / "empty"]


def test_a_report_is_named_as_a_page_before_any_work_is_done(here):
    result = khronos_lab("report", GAME, "-o", "story.pdf")
    assert_refused(result, 2, "a report is a page; name it *.html, not story.pdf")
    assert "(see khronos-lab report --help)" in result.stderr
    assert not list(here.iterdir())
