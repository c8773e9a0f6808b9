"""What a wrong answer is told: what is touched, who leads, what is added up, what differs."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from khronos_lab.core import Build, square
from khronos_lab.core import events as e
from khronos_lab.lessons import attempt, main_exercise, mixed, scenario
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT
from tests.lessons.questions import exercise_on
from tests.support import position


def told(number, asks=None, language="en"):
    """The reasons of a scenario's own question, or of another about the same move."""
    seen = scenario(number).trial
    exercise = main_exercise(scenario(number)) if asks is None else exercise_on(seen, asks)
    return [each.words.text(language) for each in exercise.because]


def test_b3_a_copy_that_touches_one_domain_is_told_so_and_who_leads_there():
    assert told(13, language="de")[1:3] == [
        "Im Glauben berührt die Kopie nur eine Domäne, bei d1, verbindet also nichts (B3a).",
        "Das höchstrangige andere militärische Gebäude dort, die Burg von Ben auf d1, ist kleiner "
        "als die Kopie, also nicht gleichrangig (B3b).",
    ]
    because = main_exercise(scenario(13)).because
    assert any(each.age is FAITH and square("d1") in each.squares for each in because)


@pytest.mark.parametrize(
    ("number", "asks", "reasons"),
    [
        (13, None, [  # B3a, B3b: who is touched, and who leads there
            "In Faith the copy touches only one domain, at d1, so it connects nothing (B3a).",
            "The highest other military building there, Ben's keep at d1, ranks below the copy, "
            "so they do not tie (B3b).",
        ]),
        # B3a: what the copy covers does not stay
        (46, "shadow Faith", ["In Faith the copy touches no building that stays (B3a)."]),
        (58, None, [  # B3a: two towns of one domain
            "In Faith the copy touches only one domain, at a1, so it connects nothing (B3a).",
            "There is no other military building in that domain, so it ties with none (B3b).",
        ]),
        ("14b", None, [  # B3a: its own older shadow
            "No shadow in Faith: Ann's castle at a1 would connect the domain of its own older "
            "shadow at a1 with the domain at d1 (B3a).",
        ]),
        ("59b", "shadow Faith", [
            "In Faith the copy grows within the domain of its own older shadow at a1 and touches "
            "no other, so it connects nothing (B3a).",
        ]),
        (25, None, [  # D1, H1
            "In Might the new building touches only one domain, at d1, so it connects nothing "
            "(D1).",
            "The highest other military building there, Ben's keep at d1, ranks below the new "
            "building, so they do not tie (H1).",
        ]),
        (22, "legal", [  # D1: a civil building
            "In Might the new building connects the domains at a1 and e1. Being civil, it may "
            "(D1).",
        ]),
        (70, None, [  # C2: a strength is added up
            "These count there: Cleo's keep at e1 (2), Cleo's watchtower at g1 (1), Cleo's "
            "watchtower at e3 (1) and Ann's watchtower at f3 (1).",
        ]),
        # C3: no join
        (78, "settled", ["No domains were joined in Might, so strengths do not count."]),
        (81, "settled", ["No domains were joined in Faith, so strengths do not count."]),
        (82, None, ["Military strength in Might before the join: 3 at a1 and 2 at d3 (C2)."]),
        (60, None, [  # X2: domain by domain
            "These count in the domain at a1 in Might: the town at a1 (3), the town at e1 (3) and "
            "the printed hamlet at g1 (1).",
            "These count in the domain at a4 in Might: the town at a4 (3) and the hamlet at d4 "
            "(1).",
        ]),
        (62, None, [  # X3: ruins
            "These count in the domain at a1 in Reason: the keep at c1 (2), the abbey ruin at e1 "
            "(2) and the monastery ruin at h1 (1).",
        ]),
        (74, None, ["Ann's keep at d1 in Faith is not the very same building."]),  # C6
        (47, "emptied Faith", ["The copy covers b2 and c3."]),  # B6
    ],
)  # fmt: skip
def test_what_decides_is_told(number, asks, reasons):
    said = told(number, asks)
    places = [said.index(each) for each in reasons]
    assert places == sorted(places)


def test_b3a_an_own_older_shadow_that_forbids_the_copy_is_named_in_german():
    assert "des eigenen älteren Zeitschattens bei a1 mit der bei d1" in told("14b", None, "de")[0]


def test_s3_a_tile_that_does_not_return_is_why_none_is_left():
    said = told("59c")
    assert "there is no keep tile left (B5)" in said[0]
    assert "Ben's keep at c1 in Faith is erased" in said[1]
    assert "its tile is out of the game (B6)" in said[1]
    assert not any("ruin at c1" in words for words in said)  # It goes later.
    assert said[-1].endswith("is out of the game (S3).")


def test_b2_nothing_is_asked_of_a_civil_copy():
    assert not any("B3" in words for words in told(10))


def test_h1_a_higher_leader_is_told():
    assert "ranks above the new building" in told(26)[2]


CUT_OFF = """
    player Ann: hand ccc
    player Ben:
    player Cleo:
    Might        | Faith                   | Reason
    . . . . . .  | m1B c2  #   .   .   .   | .   c2  #   .   .   .
    . . . . . .  | .   #   #   .   m2C #   | .   #   #   .   m2% #
    . . . . . .  | m2B #   .   .   #   #   | m2% #   .   .   #   #
    . . . . . .  | #   #   .   .   .   .   | #   #   .   .   .   .
    """


def test_c2_what_is_cut_off_still_counts_for_its_old_domain():
    # The copy erases the town that held Ben's watchtower.
    seen = attempt(position(CUT_OFF), Build(MIGHT, CIVIL, 2, square("c2"), (0, 0, 3)))
    asked = exercise_on(seen, "strength Faith a1")
    assert asked.correct == 3
    assert asked.because[0].words.text("en") == (
        "These count there: Ben's watchtower at a1 (1) and Ben's keep at a3 (2). Buildings that "
        "have been cut off from the joined domain still count for their old one."
    )
    assert exercise_on(seen, "shrinks").answer == "e2"


@pytest.mark.parametrize("number", ["72b", "75b"])
def test_c2_each_conflict_that_a_join_has_made_is_told_with_strengths(number):
    said = told(number)
    assert sum("strength in Might before the join: 3 at a1" in words for words in said) == 2
    assert not any("(C3)" in words for words in said)


def test_c3_a_conflict_that_came_after_the_join_is_told_with_its_own_rule():
    assert any(x.startswith("In a conflict that no join has made") for x in told(82))


@pytest.mark.parametrize("difficulty", ["medium", "hard"])
def test_c2_what_counts_adds_up_to_the_answer_in_random_games(difficulty):
    drawn = (each for each in mixed("C2", difficulty, seed=6))
    asked = (exercise for exercise in drawn if exercise.topic == "strength")
    for exercise in islice(asked, 6):
        values = re.findall(r"\((\d)\)", exercise.because[0].words.text("en"))
        assert sum(map(int, values)) == exercise.correct


def test_x2_the_squares_of_a_tax_are_shown_domain_by_domain():
    first, second, *_ = main_exercise(scenario(60)).because
    assert (first.age, second.age) == (MIGHT, MIGHT)
    assert square("a1") in first.squares
    assert square("d4") in second.squares


def test_what_faith_allows_is_always_explained():
    for exercise in islice(mixed("B3", seed=9), 30):
        if exercise.topic != "shadow" or exercise.asks != "shadow Faith" or not exercise.correct:
            continue
        cast = exercise.trial.events(e.ShadowCast)
        assert any(event.age is FAITH for event in cast)
        assert "B3a" in exercise.clauses
