"""Ideas and the introduction: an example is shown, questions hide more and more, an end."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook import KhronosError
from khronos_lab.scenarios import IDEAS
from khronos_lab.widgets import lesson


@pytest.mark.parametrize("idea", IDEAS, ids=lambda each: each.name)
def test_an_idea_shows_an_example_asks_about_others_and_ends(idea):
    shown = lesson(idea.name)
    last = len(shown.page["list"]) - 1
    assert (shown.stage, last) == ("look", len(idea.ids))
    assert any(step["note"] for step in shown.steps)
    for place in range(1, last):
        shown.place = place
        assert (shown.stage, shown.page["count"]) == ("ask", "")
        # What is seen already does not give the answer away.
        told = shown.page["plan"].removeprefix("So far: ")
        assert not all(each.words.text("en") in told for each in shown.exercise.because)
    shown.place = last
    assert (shown.stage, bool(shown.steps[0]["note"])) == ("look", True)


def test_which_rule_decides_is_asked_before_the_verdict_and_told_with_it():
    shown = lesson("covered")
    shown.place = 2
    assert shown.item.asks_rule
    shown.answer("nothing")
    assert (shown.stage, shown.page["verdict"], shown.page["right"]) == ("rule", "", None)
    labels = [each["value"] for each in shown.page["answer"]["options"]]
    assert len(labels) == 3
    assert "B6" in labels
    shown.given = [labels[0]]
    shown.check()
    assert (shown.stage, shown.page["right"]) == ("told", False)
    assert "Another rule decides: B6." in shown.page["verdict"]
    assert shown.page["verdict"].count("Whatever a copy covers") == 1
    shown.again()
    shown.answer("c1")
    assert shown.stage == "told"  # asked once
    with pytest.raises(KhronosError, match="no rule here 'X9'"):
        shown.name_rule("X9")


def test_an_idea_ends_with_what_is_known_now():
    shown = lesson("two-domains", language="de")
    shown.place = len(shown.page["list"]) - 1
    assert shown.stage == "look"
    assert shown.steps[0]["note"].startswith("Das war „Verhindert durch zwei Domänen“.")
    assert "keine Domänen verbinden" in shown.steps[0]["note"]
    assert "(D1)" in shown.steps[0]["note"]
    assert "(H1)" not in shown.steps[0]["note"]  # it is told two notebooks later


# ------------------------------------------------------------------ how Khronos is played


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
