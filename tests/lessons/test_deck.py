"""The deck: what is due, what is mastered, what comes next."""

from __future__ import annotations

from datetime import date, timedelta

from khronos_lab.lessons import Session, Try, due_cards, due_day, stars

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


def test_what_goes_right_rests_longer_and_longer_and_what_does_not_not_at_all():
    rests = [(due_day(tries("r" * n)) - tries("r" * n)[-1].day).days for n in range(1, 9)]
    assert rests == [1, 3, 7, 16, 35, 80, 80, 80]
    assert due_day(tries("rrrw")) == tries("rrrw")[-1].day


def test_the_longest_waiting_card_is_due_first():
    deck = {SHADOW: tries("rr"), ERASED: tries("w"), ("C2", "strength"): tries("rrr")}
    assert due_cards(deck, MONDAY + timedelta(4)) == [ERASED, SHADOW]
    assert due_cards(deck, MONDAY) == [ERASED]


def test_a_rule_is_mastered_by_three_right_first_tries_on_different_days():
    assert stars({SHADOW: tries("(rrrr)")}, "B3") == 1
    assert stars({SHADOW: tries("rr"), ("B3", "stopped"): tries("..r")}, "B3") == 3
    assert stars({SHADOW: tries("rrrrr")}, "B6") == 0


def asked(session, deck, today=MONDAY):
    """The exercise that a session asks next."""
    made = session.next(deck, today)
    assert made is not None
    return made


def card_of(made):
    return made.clause, made.topic


def test_a_session_asks_what_is_due_and_then_what_is_new():
    deck = {SHADOW: tries("w"), ERASED: tries("r")}
    session = Session(1)
    cards = [card_of(asked(session, deck, MONDAY + timedelta(1))) for _ in range(6)]
    assert cards[:2] == [SHADOW, ERASED]
    assert len(set(cards[:5])) == 5
    assert len({label for label, _ in cards[2:5]}) == 3


def test_wrong_ones_are_repeated_until_nothing_is_left():
    session, deck = Session(1, wrong=True), {SHADOW: tries("rw"), ERASED: tries("r")}
    assert card_of(asked(session, deck)) == SHADOW
    assert session.next({**deck, SHADOW: tries("rwr")}, MONDAY) is None


def test_positions_are_new_each_time_and_the_same_for_one_seed():
    deck = {SHADOW: tries("w")}
    one, other, same = (asked(Session(n), deck) for n in (1, 2, 1))
    assert one.state != other.state
    assert one == same


def test_a_card_of_another_version_is_passed_over():
    session = Session(1)
    deck = {("Q9", "shadow"): tries("w"), ("B3", "nonsense"): tries("w"), SHADOW: tries("w")}
    assert card_of(asked(session, deck)) == SHADOW
