"""Lessons without a browser: questions, answers, verdicts, steps, practice, both languages."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook import KhronosError
from khronos_lab.scenarios import AnswerKind, scenario, scenarios
from khronos_lab.widgets import lesson, practice
from tests.widgets.page import send, words

# ------------------------------------------------------------------ asking and answering


def test_every_question_of_a_scenario_takes_its_right_answer_and_says_why():
    for each in scenarios()[::2]:
        shown = lesson(each.id)
        assert (shown.stage, shown.page["verdict"]) == ("ask", "")
        shown.solve().check()
        assert shown.page["right"] is True
        assert words(shown.page["verdict"]).startswith("✓ Right. The answer is: ")
        assert "Why?" in shown.page["verdict"]
        assert shown.steps == [], "the steps are told when they are shown"


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


def test_hints_come_one_by_one_and_the_exact_rule_is_none_of_them():
    shown = lesson(11)
    before = shown.page["picture"]["items"]
    found = []
    while shown.page["hints"]:
        found.append(words(shown.hint().page["hint"]))
    assert found[0] == "Look at Faith."
    assert found[1] == f"{found[0]}Look at b1, c1, b2 and c2 in Faith, outlined on the board."
    assert found[2].startswith(f"{found[1]}The rule: A copy may not connect domains in Faith")
    assert shown.page["picture"]["items"] != before
    assert "A rank 2 or 3 military" not in found[-1]
    last = shown.page["hint"]
    assert shown.hint().page["hint"] == last


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


# ------------------------------------------------------------------ step by step


def test_b6_the_steps_follow_the_log_with_causes_clauses_and_ages():
    shown = lesson(46).show()
    log = shown.item.look.log
    captions = [step["caption"] for step in shown.steps]
    assert captions == ["Before the move.", *(entry.text("en") for entry in log)]
    shown.go(5)
    assert shown.caption.startswith("Paradox: Ben's monastery at b1 in Faith is erased")
    assert words(shown.said.causes).startswith("Ann builds a monastery at b1 in Might (A1).")
    assert 'data-index="2"' in shown.said.causes
    assert words(shown.said.clause).startswith("B6 Whatever a copy covers")
    might, faith, reason = map(words, shown.said.ages)
    assert "bonus of 1 coin" in might
    assert "erased" in faith
    assert reason == "nothing so far"


def test_h1_a_forbidden_move_ends_with_the_reason():
    shown = lesson(24).go(-1)
    assert shown.caption == (
        "Forbidden: The keep at a1 would equal the highest military building of its domain, the "
        "keep at c1 (H1)."
    )
    assert words(shown.said.clause).startswith("H1 The highest building of a kind")


# ------------------------------------------------------------------ lessons


def test_a_lesson_goes_through_its_scenarios():
    shown = lesson("paradoxes")
    assert shown.page["lesson"] == "Paradoxes"
    assert len(shown.page["list"]) == sum(each.lesson == "paradoxes" for each in scenarios())
    assert shown.page["progress"] == "0/16 right"
    shown.answer("b1")
    assert shown.page["progress"] == "1/16 right"
    assert shown.page["list"][0] == "46 · A paradox ✓"
    shown.show().next()
    assert (shown.stage, shown.step, shown.item.title.text("en")) == (
        "ask",
        0,
        "A corner is enough",
    )
    shown.back()
    assert shown.item.title.text("en") == "A paradox"
    last = shown.show().item.last
    shown.step = last
    with pytest.raises(KhronosError, match=f"there are {last + 1} steps"):
        shown.step = last + 1
    shown.place = 15
    with pytest.raises(KhronosError, match="16 items"):
        shown.next()


@pytest.mark.parametrize(
    ("source", "count"), [("11", 1), (11, 1), ("b8", 3), ([1, "02", scenario(3)], 3), ("taxes", 8)]
)
def test_a_lesson_opens_on_numbers_names_clauses_and_lists(source, count):
    assert len(lesson(source).page["list"]) == count


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


def test_german_is_spoken_everywhere_after_the_switch():
    shown = lesson("shadows")
    shown.place = 10
    shown.answer("yes")
    shown.language = "de"
    page = shown.page
    assert page["prompt"].startswith("Ann baut in der Macht ein Kloster auf b1.")
    said = words(page["verdict"])
    assert said.startswith("✗ Nicht ganz. Die Antwort ist: nein.Du hast übersehen")
    assert page["lesson"] == "Zeitschatten"
    assert page["list"][10] == "11 · Ein Schatten zwischen zwei Domänen ✗"
    assert page["progress"] == "0/21 richtig"
    assert shown.words["lesson-check"] == "Prüfen"
    assert shown.stage == "told"
    shown.show()
    assert shown.steps[0]["caption"] == "Vor der Aktion."
    assert words(shown.steps[1]["ages"][1]) == "bisher nichts"
    with pytest.raises(KhronosError, match="no words in the language"):
        shown.language = "xx"


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


# ------------------------------------------------------------------ messages
