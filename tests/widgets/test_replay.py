"""The replay without a browser: set values, read captions, frames and pictures."""

from __future__ import annotations

import re

import pytest

from khronos_lab.analysis import Timeline
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import KhronosError, data_file, speaking
from khronos_lab.widgets import COMMANDS, JUMPS, UNITS, replay, target
from tests.widgets.conftest import FOUR_PLAYERS, LESSON, SHIPPED

PNG = b"\x89PNG\r\n\x1a\n"


def record_of(name: str) -> GameRecord:
    record = next(iter(read_games(data_file("games", name))))
    assert isinstance(record, GameRecord)
    return record


# ------------------------------------------------------------------ opening


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_game_can_be_stepped_through_turn_by_turn(name, opened):
    browser = opened(f"data/games/{name}")
    widget = browser.widget
    game = browser.game()
    steps = game["lines"]["[]"]["steps"]
    assert len(steps) == widget.last
    assert game["names"] == widget.names
    while widget.index < widget.last:
        before = widget.index
        widget.go("turn.forward")
        if widget.index == before:  # an unfinished turn
            widget.go("end")
        assert widget.caption.endswith(").")


def test_a_file_a_record_and_a_timeline_open_the_same_game():
    record = record_of("08-lesson-three-ages.khr")
    sources = (LESSON, data_file("games", "08-lesson-three-ages.khr"), record, Timeline.of(record))
    texts = {replay(source, step=30).text for source in sources}
    assert len(texts) == 1


def test_a_shipped_game_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert replay(FOUR_PLAYERS).last == 482


def test_a_file_with_several_games_opens_the_one_asked_for(tmp_path):
    both = tmp_path / "two.khr"
    names = ("08-lesson-three-ages.khr", "03-four-players-valley.khr")
    both.write_text("\n\n".join(data_file("games", name).read_text("utf-8") for name in names))
    assert replay(both, game=2).timeline.start.names == ("Farid", "Greta", "Hugo", "Ines")
    with pytest.raises(KhronosError, match="there is no game 3 in this file"):
        replay(both, game=3)
    with pytest.raises(KhronosError, match="count from 1"):
        replay(both, game=0)


def test_what_cannot_be_replayed_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(KhronosError, match="can't load a game from an int"):
        replay(7)  # type: ignore[arg-type]
    with pytest.raises(KhronosError, match="nowhere"):
        replay(tmp_path / "nowhere.khr")


def test_a_game_with_a_bad_move_shows_its_good_beginning_and_why(tmp_path):
    text = data_file("games", "08-lesson-three-ages.khr").read_text("utf-8")
    broken = tmp_path / "broken.khr"
    broken.write_text(text.replace("3.W M+r2n2!", "3.W M+r2a1!"), "utf-8")
    widget = replay(broken)
    assert "M+r2a1" in widget.error
    assert 0 < widget.last < replay(LESSON).last


def test_a_step_is_a_moment_as_everywhere_else():
    widget = replay(FOUR_PLAYERS, step=138)
    assert widget.index == widget.step == 138
    assert widget.frame.index == 138
    assert replay(FOUR_PLAYERS, step=-1).index == widget.last
    assert widget.caption.startswith("No shadow in Faith: Hugo's castle at m1")
    with pytest.raises(KhronosError, match="no step 483"):
        replay(FOUR_PLAYERS, step=483)


def test_a_game_without_moves_can_be_looked_at():
    widget = replay(Timeline.of([], start=record_of(SHIPPED[0]).start))
    assert widget.last == 0
    assert widget.go("end").text.endswith("The game begins.")


# ------------------------------------------------------------------ going about


@pytest.mark.parametrize("command", [each for each in COMMANDS if each not in ("play", "what_if")])
def test_a_command_leads_where_the_timeline_says(command):
    widget = replay(FOUR_PLAYERS, step=200)
    index = widget.index
    expected = target(widget.timeline, index, command)
    assert widget.go(command).index == (index if expected is None else expected)
    name, _, way = command.partition(".")
    if name in (*UNITS, *JUMPS):
        stops = widget.timeline.stops({**UNITS, **JUMPS}[name])
        later = [each for each in stops if each > index]
        earlier = [each for each in stops if each < index]
        found = later[:1] if way == "forward" else earlier[-1:]
        assert [widget.index] == (found or [index])


def test_where_nothing_more_comes_nothing_changes():
    widget = replay(FOUR_PLAYERS)
    assert widget.go("end").go("paradox.forward").index == widget.last
    assert widget.go("start").go("effect.back").index == 0
    with pytest.raises(KhronosError, match=r"no way 'sideways' .* effect.back"):
        widget.go("sideways")


def test_values_that_make_no_sense_are_refused_and_change_nothing():
    widget = replay(LESSON)
    for name, value, why in (
        ("index", 10_000, "no number 10000"),
        ("view", "moon", "no view 'moon'; there are boards"),
        ("language", "fr", "no words in the language 'fr'"),
        ("eyes", "Zoe", "nobody here is 'Zoe'"),
        ("coins", "gone", "called 'gone'; there are open, hidden"),
        ("square", [1, 4000], "no square 4000"),
    ):
        before = getattr(widget, name)
        with pytest.raises(KhronosError, match=why):
            setattr(widget, name, value)
        assert getattr(widget, name) == before


# ------------------------------------------------------------------ views and languages


def test_the_language_is_that_of_the_setting_and_can_be_changed():
    with speaking("de"):
        widget = replay(LESSON, step=1)
    assert widget.caption == "Ruth spielt in der Macht 1 Karte (c) (A1)."
    assert widget.words["button-what_if"] == "Was wäre wenn"
    widget.language = "en"
    assert widget.caption == "Ruth plays 1 card (c) in Might (A1)."
    assert widget.words["button-what_if"] == "What if"
    assert widget.text.startswith("Step 1 of 78 · Round 3 · Ruth: Ruth plays")
    assert repr(widget).startswith("<Replay of Ruth, Wim: Step 1 of")


def test_the_browser_finds_every_word_it_asks_for(opened):
    from khronos_lab.widgets.game_replay.widget import _SCRIPT

    browser = opened(LESSON)
    own = set(re.findall(r'\bword\("([^"]+)"\)', _SCRIPT))
    assert len(own) > 10
    assert own <= set(browser.widget.words)
    asked = set(re.findall(r'\bsay\("([a-z_-]+[a-z])"', _SCRIPT))
    assert len(asked) > 30
    assert asked <= set(browser.game()["words"])
