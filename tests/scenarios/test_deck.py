"""The deck: what is due, what is mastered, what comes next."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from khronos_lab.scenarios import (
    CASES,
    DAYS,
    Session,
    Try,
    due_cards,
    due_day,
    fitting,
    level,
    new_cards,
    questions_on,
    stars,
    wrong_cards,
)

MONDAY = date(2026, 3, 2)
SHADOW, ERASED = ("B3", "shadow"), ("B6", "erased")


def tries(text, start=MONDAY):
    """A letter a day: `r` right, `w` wrong, `.` nothing; `rw` on one day is written `(rw)`."""
    found, day, inside = [], start, False
    for letter in text:
        inside = letter == "(" or (inside and letter != ")")
        if letter in "rw":
            found.append(Try(day, letter == "r"))
        if not inside:
            day += timedelta(1)
    return tuple(found)


@pytest.mark.parametrize(
    ("text", "wanted"), [("r", 1), ("rr", 2), ("rrw", 0), ("rrwr", 1), ("(rrr)", 1), ("(rw)", 0)]
)
def test_a_level_is_the_days_that_went_right_in_a_row(text, wanted):
    assert level(tries(text)) == wanted


def test_what_goes_right_rests_longer_and_longer_and_what_does_not_not_at_all():
    rests = [(due_day(tries("r" * n)) - tries("r" * n)[-1].day).days for n in range(1, 9)]
    assert rests == [1, 3, 7, 16, 35, 80, 80, 80]
    assert due_day(tries("rrrw")) == tries("rrrw")[-1].day
    assert list(DAYS) == sorted(DAYS)


def test_the_longest_waiting_card_is_due_first():
    deck = {SHADOW: tries("rr"), ERASED: tries("w"), ("C2", "strength"): tries("rrr")}
    assert due_cards(deck, MONDAY + timedelta(4)) == [ERASED, SHADOW]
    assert due_cards(deck, MONDAY) == [ERASED]
    assert wrong_cards(deck) == [ERASED]


def test_a_rule_is_mastered_by_three_right_first_tries_on_different_days():
    assert stars({SHADOW: tries("(rrrr)")}, "B3") == 1
    assert stars({SHADOW: tries("rr"), ("B3", "stopped"): tries("..r")}, "B3") == 3
    assert stars({SHADOW: tries("rrrrr")}, "B6") == 0


def test_new_cards_come_rule_by_rule_before_a_second_question_on_one():
    cards = new_cards({SHADOW: tries("r")})
    assert SHADOW not in cards
    labels = [label for label, _ in cards]
    assert len(set(labels[:20])) == 20
    assert set(cards) | {SHADOW} == {
        (label, topic) for label in CASES if label[-1].isdigit() for topic in questions_on(label)
    }


def test_what_is_known_better_is_asked_in_a_harder_form():
    assert [fitting(SHADOW, tries("r" * n)) for n in range(6)] == [
        "easy", "easy", "medium", "medium", "hard", "hard",
    ]  # fmt: skip
    assert fitting(("B1", "shadow"), tries("rrrrrrr")) == "medium"
    assert fitting(("C2", "shrunk"), ()) == "medium"


def asked(session, deck, today=MONDAY):
    """The exercise that a session asks next."""
    made = session.next(deck, today)
    assert made is not None
    return made


def card_of(made):
    return made.clause, made.exercise.topic


def test_a_session_asks_what_is_due_and_then_what_is_new():
    deck = {SHADOW: tries("w"), ERASED: tries("r")}
    session = Session(1)
    cards = [card_of(asked(session, deck, MONDAY + timedelta(1))) for _ in range(6)]
    assert cards[:2] == [SHADOW, ERASED]
    assert cards[2:4] == new_cards(deck)[:2]
    assert cards[4] not in cards[:4]


def test_wrong_ones_are_repeated_until_nothing_is_left():
    session, deck = Session(1, wrong=True), {SHADOW: tries("rw"), ERASED: tries("r")}
    assert card_of(asked(session, deck)) == SHADOW
    assert session.next({**deck, SHADOW: tries("rwr")}, MONDAY) is None


def test_positions_are_new_each_time_and_the_same_for_one_seed():
    deck = {SHADOW: tries("w")}
    one, other, same = (asked(Session(n), deck).exercise for n in (1, 2, 1))
    assert one.state != other.state
    assert one == same


def test_a_card_of_another_version_is_passed_over():
    session = Session(1)
    deck = {("Q9", "shadow"): tries("w"), ("B3", "nonsense"): tries("w"), SHADOW: tries("w")}
    assert card_of(asked(session, deck)) == SHADOW


@pytest.mark.parametrize("card", new_cards({}), ids=" ".join)
def test_every_card_can_be_asked(card):
    session, deck = Session(3), {card: tries("w")}
    assert card_of(asked(session, deck)) == card
