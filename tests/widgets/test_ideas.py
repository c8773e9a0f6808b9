"""Ideas: an example is shown, questions hide more and more, which rule decides, an end."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import KhronosError
from khronos_lab.scenarios import IDEAS, AnswerKind, scenarios
from khronos_lab.widgets import VARIABLE, asks_rule, items_of, lesson, scenario_item, shown_before


@pytest.fixture(autouse=True)
def own_progress(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "progress.json"))


@pytest.mark.parametrize("idea", IDEAS, ids=lambda each: each.name)
def test_an_idea_shows_then_asks_and_ends(idea):
    example, *asked, end = items_of(idea.name)
    assert example.told
    assert end.told
    assert len(example.notes) == example.last + 1
    assert [each.hides for each in asked] == [1, 2, None, None][: len(asked)]
    assert all(each.exercises and each.key for each in asked)


def test_c2_the_first_question_hides_only_the_last_effect():
    shown = lesson("joining").next()
    assert shown.page["plan"].startswith("So far: Conflict in Might: Ben's keep at b1 and Cleo's")
    whole = lesson(70)
    assert whole.page["plan"] == "Pale with a dotted line: what is planned."
    assert shown.page["picture"]["items"] != whole.page["picture"]["items"]


def test_nothing_that_is_shown_gives_the_answer_away():
    seen = 0
    for taught in scenarios():
        item = scenario_item(taught)
        for exercise in item.exercises:
            shown = item.look.log[: shown_before(item, exercise)]
            events = [entry.event for entry in shown]
            seen += bool(events)
            if exercise.topic == "shadow":
                assert not any(each.age is exercise.age for each in events)
            if exercise.topic == "erased":
                assert not any(isinstance(x, e.Paradox) and x.age is exercise.age for x in events)
            if exercise.topic == "shrinks":
                assert not any(isinstance(each, e.BuildingShrunk) for each in events)
            two, all_hidden = (shown_before(item, exercise, hidden) for hidden in (2, None))
            assert all_hidden == 0 <= two <= len(events)
    assert seen > 20


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


@pytest.mark.parametrize("idea", IDEAS, ids=lambda each: each.name)
def test_an_idea_asks_once_about_a_move_and_for_a_rule_only_once(idea):
    for item in items_of(idea.name)[1:-1]:
        assert len(item.exercises) == 1
        assert not (item.asks_rule and item.exercises[0].kind is AnswerKind.CLAUSE)


def test_whoever_was_told_the_rule_is_not_asked_which_one_decides():
    shown = lesson("covered")
    shown.place = 2
    shown.hint().hint()
    assert asks_rule(shown.item, 0, 2)
    shown.hint()
    assert "The rule: " in shown.page["hint"]
    shown.answer("nothing")
    assert shown.stage == "told"


def test_an_example_says_again_only_what_it_is_about():
    notes = [each.text("en") for each in items_of("joining")[0].notes]
    assert not any("needs free squares" in each for each in notes)
    prices = [each.text("en") for each in items_of("prices")[0].notes]
    assert any("costs the difference in value" in each for each in prices)
