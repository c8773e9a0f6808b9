"""Exercises: how answers are read, what is said of them, and that nothing trivial is asked."""

from __future__ import annotations

from itertools import islice

import pytest

from khronos_lab.core import Build, Upgrade, square
from khronos_lab.lessons import (
    TOPICS,
    AnswerKind,
    attempt,
    exercises_on,
    main_exercise,
    mixed,
    scenario,
    scenarios,
)
from khronos_lab.rulebook import CIVIL, MIGHT, MILITARY, KhronosError, speaking
from tests.lessons.questions import exercise_on, exercises_in
from tests.support import position


def own(number):
    return main_exercise(scenario(number))


def wrong_answer(exercise):
    """Some answer that is not the right one."""
    if exercise.kind in (AnswerKind.YES_NO, AnswerKind.NUMBER):
        return not exercise.correct if isinstance(exercise.correct, bool) else exercise.correct + 1
    if exercise.kind is AnswerKind.SQUARES:
        return exercise.correct[1:]
    if exercise.kind is AnswerKind.BUILDINGS:
        return () if exercise.correct else (square("a1"),)
    return next(each.value for each in exercise.options if each.value != exercise.correct)


@pytest.mark.parametrize("each", scenarios(), ids=lambda each: each.id)
def test_the_right_answer_is_right_and_a_wrong_one_is_explained_in_both_languages(each):
    for exercise in exercises_in(each, trivial=True):
        assert_checked(exercise)


def assert_checked(exercise):
    for language in ("en", "de"):
        prompt = exercise.prompt(language)
        assert prompt[-1] in ".?"
        assert "{" not in prompt
        good = exercise.check(exercise.correct, language)
        assert good.right
        assert good.explanation.startswith({"en": "Right.", "de": "Richtig."}[language])
        bad = exercise.check(wrong_answer(exercise), language)
        assert not bad.right
        start = {"en": "Not quite. The answer is: ", "de": "Nicht ganz. Die Antwort ist: "}
        assert bad.explanation.startswith(start[language])
        assert any(f"({label})" in bad.explanation for label in exercise.clauses)
    assert exercise.check(exercise.answer).right
    assert exercise.prompt("en") != exercise.prompt("de")


def test_every_topic_comes_up_in_the_library():
    seen = {exercise.topic for each in scenarios() for exercise in exercises_in(each)}
    assert [topic for topic in TOPICS if topic not in seen] == []


def test_scenarios_ask_many_different_things():
    topics = [each.asks.partition(" ")[0] for each in scenarios()]
    assert set(topics) == set(TOPICS)
    # No answer can be guessed from the kind of question.
    yes = [each.answer for each in scenarios() if each.answer in ("yes", "no")]
    assert 0.35 < yes.count("yes") / len(yes) < 0.65


# ------------------------------------------------------------------ answers as people give them


@pytest.mark.parametrize(
    ("number", "ways"),
    [
        ("01", (True, "yes", "YES ", "ja", "Ja")),
        ("07", ("2", 2, " 2 ")),
        ("12", ("B3b", "b3b", " B3B ")),
        ("47", ("a1 b1 a2", "a2, b1, a1", ["a1", "b1", "a2"], {0, 1, 17}, ["a1", 1, 17, "a1"])),
        # Any square of a building stands for it.
        ("46", ("b1", "c2", ["b1", "c1"], square("b2"), "b1 b2 c1 c2")),
        ("63", ("Ann Ben", ["Ben", "Ann"], (0, 1), {1, 0}, "Ben, Ann")),
    ],
)
def test_an_answer_is_read_in_many_ways(number, ways):
    for given in ways:
        assert own(number).check(given).right, given


def test_nobody_is_an_answer():
    exercise = exercise_on(scenario("68").trial, "decides conflict")
    assert exercise.answer == "nobody"
    for given in ("nobody", "niemand", None, ()):
        assert exercise.check(given).right
    assert not exercise.check("Ann").right


@pytest.mark.parametrize(
    ("number", "ways"),
    [
        ("01", ("perhaps", 3)),
        ("07", ("two", True, 2.0)),
        ("12", ("Z9", "C2")),
        ("47", ("z9", [1.5], True)),
        ("63", ("Zoe", 7, object())),
    ],
)
def test_what_is_no_answer_at_all_is_refused_with_a_sentence(number, ways):
    for given in ways:
        with pytest.raises(KhronosError):
            own(number).check(given)


# ------------------------------------------------------------------ explanations


def test_b3a_a_wrong_answer_is_explained_with_the_clause_and_the_squares():
    verdict = own("11").check("yes", "en")
    assert not verdict.right
    assert "would connect the domains at a1 and d1 (B3a)" in verdict.explanation
    assert own("11").clauses == ("B3a",)
    assert {square("a1"), square("d1")} <= set(own("11").because[0].squares)


def test_d1_a_forbidden_move_is_explained_in_german_too():
    verdict = own("21").check("ja", "de")
    assert not verdict.right
    assert "(D1)" in verdict.explanation
    assert "Domänen" in verdict.explanation
    assert own("21").because[0].squares == (square("c1"), square("e1"))


def test_the_language_that_is_set_is_spoken():
    with speaking("de"):
        assert own("11").prompt() == scenario("11").question.de
        assert own("11").check("nein").explanation.startswith("Richtig.")
    assert own("11").prompt() == scenario("11").question.en


# ------------------------------------------------------------------ from any position

LONELY = """
    player Ann: hand mmc
    player Ben:
    Might        | Faith        | Reason
    . . . . .    | . . . . .    | . . . . .
    . . . . .    | . . . . .    | . . . . .
    . . . . h    | . . . . h    | . . . . h
    """


def test_what_is_trivial_is_not_asked_unless_wanted():
    state = position(LONELY)
    action = Build(MIGHT, MILITARY, 2, square("a1"), (2, 0, 0))
    asked = [exercise.asks for exercise in exercises_on(attempt(state, action))]
    assert asked == ["cards", "bonus"]
    more = {exercise.asks for exercise in exercises_on(attempt(state, action), trivial=True)}
    assert {"legal", "shadow Faith", "shadow Reason", "erased Faith", "erased Reason"} <= more


def test_a_forbidden_action_is_asked_about_too():
    each = scenario("21")
    asked = [exercise.asks for exercise in exercises_on(attempt(each.state, each.action))]
    assert asked == ["legal", "clause", "against", "touches"]


def test_without_answers_only_what_is_settled_before_the_first_choice_is_asked():
    each = scenario("71")
    open_ones = {exercise.asks for exercise in exercises_on(attempt(each.state, each.action))}
    assert {"conflict Might", "settled", "strength Might a1", "decides conflict"} <= open_ones
    assert not open_ones & {"shrunk", "ruler Might c2", "emptied Might", "shrinks", "decides C4"}
    answered = exercises_on(attempt(each.state, each.action, each.trial.answers))
    assert {"ruler Might c2", "emptied Might"} <= {one.asks for one in answered}


def test_a_question_about_the_end_tells_what_was_chosen_on_the_way():
    each = scenario("71")
    emptied = exercise_on(each.trial, "emptied Might")
    said = "Ann decides that Cleo's keep at d1 gives way. Cleo chooses d2 for the smaller building."
    assert said in emptied.prompt("en")
    first = exercise_on(each.trial, "settled")
    assert "chooses d2" not in first.prompt("en")


def test_what_has_to_be_counted_is_not_listed():
    for exercise in islice(mixed("C2", "hard", seed=3), 40):
        if exercise.topic == "shrunk":
            assert exercise.prompt("en").count(". ") == 1


def test_c4_the_place_is_the_owners_choice_even_before_anything_is_answered():
    each = scenario("68")
    asked = {one.asks: one for one in exercises_on(attempt(each.state, each.action))}
    assert asked["decides C4"].answer == "Ben"
    assert asked["shrinks"].answer == "d1"


def test_b6_a_printed_hamlet_that_a_copy_covers_is_removed_too():
    state = position("""
        player Ann: hand cc
        player Ben:
        Might      | Faith        | Reason
        . h . .    | . h r1B .    | . h:B . .
        . . . .    | . . .   .    | . .   . .
        """)
    town = Upgrade(MIGHT, CIVIL, 2, square("b1"), (0, 0, 2))
    removed = {
        one.asks: (one.answer, one.trivial)
        for one in exercises_on(attempt(state, town), trivial=True)
        if one.topic == "erased"
    }
    # That the hamlet itself grows is not worth a question.
    assert removed == {"erased Faith": ("b1 c1", False), "erased Reason": ("b1", True)}
