"""What wrong answers are told, and the course of ideas."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.core import bits
from khronos_lab.lessons import (
    CASES,
    IDEAS,
    AnswerKind,
    Maker,
    chain_of_reasons,
    feedback_on,
    idea_named,
    ideas_of,
    main_exercise,
    mixed,
    read_answer,
    scenario,
    scenarios,
    topics_of,
)
from khronos_lab.rulebook import LANGUAGES
from tests.lessons.questions import exercises_in


def missed(number, given):
    """What is said about an answer to a scenario's own question."""
    taught = scenario(number)
    exercise = main_exercise(taught)
    said = feedback_on(exercise).on(exercise, read_answer(exercise, given))
    return [each.text("en") for each in said]


@pytest.mark.parametrize(
    ("number", "given", "told"),
    [
        ("11", "yes", "buildings of two different domains"),
        ("10", "no", "Towns and cities are never stopped"),
        ("12", "B3a", "B3a would need two different domains in Faith"),
        ("28", "2", "You counted a corner: only sides count."),
        ("46", "nothing", "You left out Ben's monastery at b1: the copy covers at least one"),
        ("47", "b2", "b2 does not become empty: Ann's keep at b2 stands there afterwards."),
        ("68", "a1", "its domain was the stronger one: 3 against 2."),
        ("68", "nothing", "One of them has to shrink"),
        ("70", "2", "You counted the leader only."),
        ("70", "4", "You counted buildings. What counts is their value"),
        ("72", "a1", "You compared 2 with 2: a tie. Then it matters whose turn it is: Ann's."),
        ("66", "Ann", "rank counts, not number"),
        ("60", "7", "You counted one domain only; 2 of them pay."),
        ("06", "2", "An upgrade costs only the difference in value."),
    ],
)
def test_a_wrong_answer_is_told_what_it_overlooked(number, given, told):
    assert any(told in each for each in missed(number, given)), missed(number, given)


def test_b7_where_no_cubes_lay_a_wrong_count_is_told_just_that():
    made = mixed("B7", seed=1)
    none = "There are no cubes on what the copy covers."
    exercise = next(x for x in made if x.because[0].words.text("en") == none)
    assert [each.text("en") for each in feedback_on(exercise).on(exercise, 1)] == [none]


def test_a_right_answer_has_overlooked_nothing():
    for taught in scenarios():
        for exercise in exercises_in(taught):
            said = feedback_on(exercise)
            assert said.on(exercise, exercise.correct) == (), exercise.asks


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_and_every_chain_ends(language):
    start = {"en": "Therefore ", "de": "Also: "}[language]
    for taught in scenarios():
        for exercise in exercises_in(taught):
            found = feedback_on(exercise)
            for table in (found.answers, found.extra, found.left):
                assert all(said.text(language).endswith(".") for said in table.values())
            *links, end = chain_of_reasons(exercise, taught.clauses)
            assert end.text(language).startswith(start)
            assert links
            assert len(links) == len({each.text(language) for each in links})


@pytest.mark.parametrize(
    ("number", "chain"),
    [
        ("48", ["The copy covers c2 and c3 of Ben's castle at c1.", "Whatever a copy covers",
                "Therefore the answer is Ben's castle at c1."]),
        ("56", ["Cubes there: Ann (1) and Ben (1).", "When a printed hamlet", "Therefore the"]),
        ("07", ["Building rank 2 or 3", "Therefore the answer is 2."]),
        ("13", ["In Faith the copy touches only one domain", "The highest other military building",
                "A military or religious building", "Therefore the copy appears in Faith."]),
        ("31", ["This takes 2 cards in Faith, and the adventurers there may still play 2.",
                "Each adventurer plays at most two cards", "Therefore it is allowed."]),
        ("65", ["These count in the domain at a1 in Might", "These count in the domain at b1",
                "Ann misses 3 coins", "In rounds 4 and 7", "Therefore the answer is 4."]),
        ("79", ["Ben's castle at e1 in Might is reduced", "The shadow of Ben's castle",
                "The shadows of a reduced building", "Therefore it disappears from Faith"]),
    ],
)  # fmt: skip
def test_a_reason_is_not_the_answer_in_other_words(number, chain):
    taught = scenario(number)
    said = [each.text("en") for each in chain_of_reasons(main_exercise(taught), taught.clauses)]
    assert len(said) == len(chain), said
    assert all(each.startswith(start) for each, start in zip(said, chain, strict=True)), said


def test_c2_the_plain_case_comes_before_the_tie():
    names = [idea.name for idea in IDEAS]
    assert names.index("joining") < names.index("ties") < names.index("breaking-off")


def test_every_scenario_is_in_one_idea_and_none_takes_more_than_twelve_minutes():
    ids = [each for idea in IDEAS for each in idea.ids]
    assert sorted(ids) == sorted(each.id for each in scenarios())
    assert max(idea.minutes for idea in IDEAS) <= 12
    assert sum(len(ideas_of(each)) for each in ("02", "03", "04", "05")) == len(IDEAS)


@pytest.mark.parametrize(
    "name", ["two-domains", "Stopped by two domains", "Verhindert durch zwei Domänen"]
)
def test_an_idea_is_found_by_name_or_title(name):
    idea = idea_named(name)
    assert idea is not None
    assert idea.name == "two-domains"
    assert idea_named("nonsense") is None


def made(label, topic):
    """A made exercise that asks one kind of question."""
    return Maker(label, Random(f"feedback {label} {topic}")).make(None, (topic,))


@pytest.mark.parametrize(
    ("label", "topic"), [(label, topic) for label in CASES for topic in topics_of(label)]
)
def test_every_wrong_answer_to_a_made_exercise_is_told_something(label, topic):
    exercise = made(label, topic)
    found = feedback_on(exercise)
    for wrong in wrong_answers(exercise):
        for language in LANGUAGES:
            said = [each.text(language) for each in found.on(exercise, wrong)]
            assert said, (exercise.asks, wrong)
            assert all(each.endswith(".") and "missed" not in each for each in said)


def wrong_answers(exercise):
    """All wrong answers of one part, and nothing at all; numbers up to twelve."""
    right = exercise.correct
    if exercise.kind is AnswerKind.YES_NO:
        return [not right]
    if exercise.kind is AnswerKind.NUMBER:
        return [number for number in range(13) if number != right]
    if exercise.kind is AnswerKind.CLAUSE:
        return [each.value for each in exercise.options if each.value != right]
    parts = list(bits(exercise.state.grid.area))
    if exercise.kind is not AnswerKind.SQUARES:
        values = (each.value for each in exercise.options)
        parts = [each[0] if isinstance(each, tuple) else each for each in values if each != ()]
    return [each for each in ((), *((part,) for part in parts)) if each != right]
