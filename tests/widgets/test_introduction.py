"""How Khronos is played: scenes that are told, and the turn at their end."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook import KhronosError
from khronos_lab.widgets import VARIABLE, lesson


@pytest.fixture(autouse=True)
def own_progress(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "progress.json"))


@pytest.mark.parametrize(
    "name", ["How Khronos is played", "introduction", "wie khronos gespielt wird"]
)
def test_it_opens_by_its_title_in_any_language(name):
    shown = lesson(name)
    assert shown.page["lesson"] == "How Khronos is played"
    assert (shown.stage, len(shown.page["list"])) == ("look", 9)
    assert shown.steps[0]["note"].startswith("Khronos is a game for two to five players.")


def test_a_scene_is_shown_at_once_with_a_note_and_the_table_of_every_step():
    shown = lesson("introduction")
    shown.place = 3
    assert (shown.stage, shown.step) == ("look", 0)
    assert "time shadow" in shown.steps[4]["note"]
    coins = [step["players"].count("<b>5</b>") for step in shown.steps]
    assert coins == [0, 0, 0, 1, 1, 1, 1, 1]  # the bonus (A3)


def test_the_reader_plays_a_turn_and_is_told_what_it_brought():
    shown = lesson("introduction")
    shown.place = 8
    assert shown.stage == "ask"
    shown.given = ["F+r1g3"]
    shown.check()
    assert (shown.stage, shown.page["right"]) == ("told", False)
    assert "Ben has no adventurer in Faith (T5)" in shown.page["verdict"]
    shown.again()
    for offer in ("M+m1g3", "M>F", "F+r1g3"):
        assert shown.take(offer).stage == "look"
        assert shown.page["turn"] == "on"
        shown.again()
    assert shown.prompt == "You have 3 coins. What next?"
    assert offer not in [each["value"] for each in shown.page["answer"]["options"]]
    shown.take(">mrcc")
    assert shown.page["turn"] == "over"
    assert shown.steps[0]["note"] == ""
    assert "brought 7 coins. Nobody could have made more" in shown.steps[-1]["note"]
    shown.restart().take(">mrcc")
    assert "It could have been 7" in shown.steps[-1]["note"]
    with pytest.raises(KhronosError, match="a question to answer"):
        lesson(11).take(">")
