"""Lessons without a browser: questions, answers, verdicts, steps, practice, both languages."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook import KhronosError
from khronos_lab.scenarios import AnswerKind, scenario
from khronos_lab.widgets import lesson, practice
from tests.widgets.page import send, words

# ------------------------------------------------------------------ asking and answering


def test_b3a_a_wrong_answer_is_explained_with_the_clause_and_the_squares():
    shown = lesson(11)
    before = shown.page["picture"]
    verdict = shown.answer("yes")
    assert not verdict.right
    said = words(shown.page["verdict"])
    assert said.startswith(
        "✗ Not quite. The answer is: no.You overlooked what the copy would touch"
    )
    assert "connect the domains at a1 and d1 (B3a)" in said
    assert "Therefore no copy appears in Faith." in said
    # The exact text is the last thing that is said, and folded.
    assert "a) if it would connect domains in Faith" in said
    assert "<details><summary>B3a</summary>" in shown.page["verdict"]
    assert shown.page["look"] == "Outlined in violet: where to look."
    assert shown.stage == "told"
    assert shown.page["picture"]["items"] != before["items"]


@pytest.mark.parametrize(
    ("number", "kind", "given", "right"),
    [
        (11, AnswerKind.YES_NO, ["no"], True),
        (11, AnswerKind.YES_NO, ["yes"], False),
        (6, AnswerKind.NUMBER, ["7"], False),
        (12, AnswerKind.CLAUSE, ["B3b"], True),
        (12, AnswerKind.CLAUSE, ["B1"], False),
        (47, AnswerKind.SQUARES, ["a2", "a1", "b1"], True),
        (47, AnswerKind.SQUARES, ["a1"], False),
        (47, AnswerKind.SQUARES, ["-"], False),
        (46, AnswerKind.BUILDINGS, ["c2"], True),
        (46, AnswerKind.BUILDINGS, ["-"], False),
        (71, AnswerKind.PLAYERS, ["0"], True),
        (71, AnswerKind.PLAYERS, ["1", "2"], False),
        (71, AnswerKind.PLAYERS, ["-"], False),
    ],
)
def test_each_kind_of_answer_is_judged_as_the_browser_writes_it(number, kind, given, right):
    shown = lesson(number)
    assert shown.exercise.kind is kind
    shown.given = given
    send(shown, "do", what="check")
    assert (shown.stage, shown.page["right"], shown.error) == ("told", right, "")


def test_a_title_that_gives_the_answer_away_is_hidden_until_then():
    shown = lesson([28, 10])
    assert shown.page["list"] == ["28 · Question", "10 · Question"]
    shown.answer("1")
    assert shown.page["list"] == ["28 · Corners do not touch ✓", "10 · Question"]
    shown.next().show()
    assert shown.page["list"][1] == "10 · Nobody stops a town"
    assert lesson(10).page["lesson"] == "Question"


def joining():
    """A lesson on a move that is no scenario, with several questions."""
    taught = scenario(70)
    return lesson((taught.state, taught.action))


def test_one_more_question_about_the_same_move():
    shown = joining()
    shown.solve().check()
    assert shown.page["count"] == "Question 1/3"
    assert shown.page["more"]
    shown.more()
    assert (shown.stage, shown.given, shown.page["count"]) == ("ask", [], "Question 2/3")
    assert shown.prompt.endswith("How strong was the domain at b1 before the join?")
    shown.solve().check().show()
    shown.stage = "told"
    assert not shown.page["more"], "nothing more is asked about what was shown"


# ------------------------------------------------------------------ lessons


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


# ------------------------------------------------------------------ languages and safety


def test_without_a_kernel_it_says_how_to_go_on():
    said = words(lesson(46, language="de").stand_in())
    assert "Führe das Notebook noch einmal aus; dein Fortschritt ist" in said
    assert "es geht weiter, wo du aufgehört hast." in said


# ------------------------------------------------------------------ practice


def test_c2_practice_is_about_the_clause_and_shows_what_its_reasons_speak_of():
    shown, reduced = practice("C2", "easy", seed=8), 0
    for _ in range(6):
        assert "C2" in shown.exercise.clauses
        told = {each.words.text("en") for each in shown.exercise.because}
        shown.solve().check().show()
        assert shown.page["right"] is True
        captions = {step["caption"] for step in shown.steps}
        assert any("(C2)" in each for each in captions)
        places = {each for each in told if " is reduced to " in each}
        assert places <= captions
        reduced += len(places)
        shown.next()
    assert reduced > 0


def test_practice_counts_the_first_answer_only():
    shown = practice("H1", "easy", seed=1)
    wrong = not shown.exercise.correct
    shown.answer(wrong)
    shown.again()
    shown.answer(shown.exercise.correct)
    assert shown.page["progress"] == "0/1 right at the first try"
    shown.next().solve().check()
    assert shown.page["progress"] == "1/2 right at the first try"
    assert practice("H1").page["progress"] == "1/2 right at the first try"
    assert practice("B6").page["progress"] == ""
