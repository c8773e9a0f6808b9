"""Lessons in Python: what is asked, told, hinted, shown and kept, without a browser."""

from __future__ import annotations

import pytest

from khronos_lab.lessons import IDEAS, AnswerKind, lesson, practice, scenario
from khronos_lab.rulebook import KhronosError
from tests.widgets.page import send, standing, tiles, words

# ------------------------------------------------------------------ asking and answering


def test_b3a_the_first_wrong_answer_is_told_what_it_overlooked_and_may_try_again():
    shown = lesson(11)
    assert not shown.answer("yes").right
    assert shown.stage == "ask"
    assert shown.feedback[0].startswith("You overlooked what the copy would touch in Faith")
    assert shown.hints == ()
    shown.answer("yes")
    assert (shown.stage, len(shown.hints)) == ("ask", 1)
    shown.answer("yes")
    assert shown.stage == "told"
    assert lesson(11).answer("no").right


def question(shown):
    """What the browser knows of the question that is asked."""
    return shown.data["items"][0]["questions"][0]


def test_the_answer_comes_with_a_chain_of_reasons_that_ends_in_therefore():
    told = question(lesson(11))
    assert told["answer"] == "no"
    assert "connect the domains at a1 and d1 (B3a)" in told["reasons"][0]
    assert told["reasons"][-1] == "Therefore no copy appears in Faith."
    assert "a) if it would connect domains in Faith" in lesson(11).data["rules"]["B3a"][1]


@pytest.mark.parametrize(
    ("number", "kind", "given", "right"),
    [
        (11, AnswerKind.YES_NO, ["no"], True),
        (11, AnswerKind.YES_NO, ["yes"], False),
        (6, AnswerKind.NUMBER, ["7"], False),
        (12, AnswerKind.CLAUSE, ["B3b"], True),
        (12, AnswerKind.CLAUSE, ["B1"], False),
        (47, AnswerKind.SQUARES, ["a2", "a1", "b1"], True),
        (47, AnswerKind.SQUARES, ["-"], False),
        (46, AnswerKind.BUILDINGS, ["c2"], True),
        (46, AnswerKind.BUILDINGS, ["-"], False),
        (71, AnswerKind.PLAYERS, ["0"], True),
        (71, AnswerKind.PLAYERS, ["-"], False),
    ],
)
def test_each_kind_of_answer_is_kept_as_the_browser_writes_it(number, kind, given, right):
    shown = lesson(number)
    assert shown.exercise.kind is kind
    send(shown, "answered", place=0, question=0, given=given, first=True)
    own = shown.exercise.asks
    assert shown.error == ""
    assert shown.progress.right([(shown.item.key, own)]) == right


def test_a_title_that_gives_the_answer_away_is_hidden_until_then():
    shown = lesson([28, 10])
    assert [asked for asked, _, _ in shown.about["list"]] == ["Question", "Question"]
    shown.answer("1")
    assert shown.about["list"][0] == ["Question", "Corners do not touch", " ✓"]


def test_one_more_question_about_the_same_move():
    taught = scenario(70)
    shown = lesson((taught.state, taught.action))
    shown.solve().check()
    assert (shown.stage, shown.more().stage, shown.given) == ("told", "ask", [])
    assert shown.prompt.endswith("How strong was the domain at b1 before the join?")
    with pytest.raises(KhronosError, match="there are 3 questions about this move"):
        shown.more().more()


@pytest.mark.parametrize("number", [1, 11, 24, 46, 60, 71])
def test_hints_never_repeat_the_question(number):
    shown = lesson(number)
    for each in question(shown)["hints"]:
        assert each.removesuffix(".").partition(": ")[2] not in shown.prompt or ": " not in each
        assert not each.startswith("Look at Might.")


def test_which_rule_decides_is_asked_before_anything_is_shown():
    shown = lesson("covered").next().next()
    assert shown.item.asks_rule
    shown.answer("nothing")
    assert (shown.stage, shown.prompt) == ("rule", "Before you see the answer: which rule decides?")
    labels = [label for label, _ in question(shown)["rules"]]
    assert len(labels) == 3
    assert "B6" in labels
    assert shown.name_rule(labels[0]).stage == "ask"
    with pytest.raises(KhronosError, match="no rule here 'X9'"):
        shown.name_rule("X9")


# ------------------------------------------------------------------ ideas


@pytest.mark.parametrize("idea", IDEAS, ids=lambda each: each.name)
def test_an_idea_shows_an_example_asks_about_others_and_ends(idea):
    shown = lesson(idea.name)
    assert (shown.stage, len(shown.about["list"])) == ("look", len(idea.ids) + 1)
    assert shown.said["note"]
    for _ in idea.ids[1:]:
        assert shown.next().stage == "ask"
        # What is seen already does not give the answer away.
        told = question(shown)["plans"][0].removeprefix("So far: ")
        assert not all(each.words.text("en") in told for each in shown.exercise.because)
    assert shown.next().stage == "look"
    assert shown.said["note"].startswith(f'That was "{idea.title.text("en")}".')
    assert "mastered" in shown.about["known"]


def test_an_idea_leads_on_to_the_next_one_and_to_practice():
    shown = lesson("first-shadows")
    assert shown.about["next_idea"] == "Stopped by two domains"
    send(shown, "next_idea")
    assert repr(shown).startswith("<Lesson 1/5: Example: ")
    send(shown, "practise")
    assert (shown.about["endless"], shown.clause) == (True, "B3a")


# ------------------------------------------------------------------ how Khronos is played


def test_a_scene_is_shown_at_once_with_a_note_and_the_table_of_every_step():
    shown = lesson("introduction").next().next().next()
    assert (shown.stage, shown.step) == ("look", 0)
    assert "time shadow" in shown.go(4).said["note"]
    coins = [shown.go(step).said["players"]["rows"][0]["coins"] for step in (2, 3)]
    assert coins == [4, 5]  # the bonus (A3)


# ------------------------------------------------------------------ pictures


@pytest.mark.parametrize("number", [1, 11, 46, 53, 60, 68, 76, 84])
def test_every_step_shows_the_buildings_of_its_moment(number):
    shown = lesson(number)
    data = shown.data
    [item], [ground], [shapes] = data["items"], data["grounds"], data["shapes"]
    for frame, step in zip(shown.item.timeline, item["steps"], strict=True):
        assert tiles(ground, {"items": step["items"], **shapes}) >= standing(frame.state)
    asked, _, _, told = item["questions"][0]["pictures"]
    assert tiles(ground, {"items": asked, **shapes}) >= standing(shown.item.state)
    assert len(told) >= len(asked)


# ------------------------------------------------------------------ what is refused; practice


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("nonsense", "there is no lesson 'nonsense'"),
        (99, "no scenario is called 99"),
        ("S6", "no move shows S6"),
        ([], "nothing to learn"),
        (3.5, "no lesson on a float"),
        ((scenario(1).position, 3.5), "is not a move"),
    ],
)
def test_what_is_no_lesson_is_refused_in_a_sentence(source, reason):
    with pytest.raises(KhronosError, match=reason):
        lesson(source)


def test_without_a_kernel_it_says_how_to_go_on():
    said = words(lesson(46, language="de").stand_in())
    assert "Führe das Notebook noch einmal aus; dein Fortschritt ist" in said


def test_c2_practice_is_about_the_clause_and_shows_what_its_reasons_speak_of():
    shown = practice("C2", "easy", seed=8)
    for _ in range(6):
        assert "C2" in shown.exercise.clauses
        told = {each.words.text("en") for each in shown.exercise.because}
        shown.solve().check()
        assert shown.stage == "told"
        captions = {shown.go(step).caption for step in range(shown.item.last + 1)}
        assert {each for each in told if " is reduced to " in each} <= captions
        shown.next()


def test_practice_counts_the_first_answer_only():
    shown = practice("A6", "easy", seed=1)
    shown.answer(not shown.exercise.correct)
    shown.answer(shown.exercise.correct)
    assert shown.about["progress"] == "0/1 right at the first try"
    shown.next().solve().check()
    assert shown.about["progress"] == "1/2 right at the first try"
