"""A class: the same sheet for all, codes that come in, and what is asked next."""

from __future__ import annotations

import pytest

from khronos_lab.lessons import classroom, lesson
from khronos_lab.rulebook import KhronosError

TUESDAY = classroom("Tuesday", "B3", "C2", "D1", n=7)


def test_everybody_has_the_same_sheet_and_the_next_one_is_another():
    assert classroom(" tuesday ", "B3", "C2", "D1", n=7) == TUESDAY
    assert classroom("Tuesday", "B3", "C2", "D1", n=7, sheet=2) != TUESDAY
    shown = lesson(TUESDAY, language="de")
    assert (len(shown.about["list"]), shown.about["title"]) == (8, "Tuesday, Blatt 1")
    assert shown.about["class"] == {"name": "TUESDAY", "sheet": 1, "n": 7}


def test_a_code_tells_how_every_answer_went_whoever_types_it():
    given = [1, 2, 3, 0, 1, 1, 3]
    code = TUESDAY.code("Mia Meier", given)
    assert len(code) < 30
    for typed in (code, f"  {code.lower().replace('mia meier', 'Mia Meier')}  "):
        assert TUESDAY.results([typed]).answers == {"Mia Meier": tuple(given)}
    # A zero that is written like an O is understood.
    assert TUESDAY.results([code.replace("0", "O")]).answers["Mia Meier"] == tuple(given)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("Mia", "no code of a pupil"),
        ("Mia TUESDAY.1.ZZZZ.00", "no code of a pupil"),
        ("Mia MONDAY.1.ZZZZ.00", "another class or sheet"),
        ("Mia TUESDAY.2.ZZZZ.00", "another class or sheet"),
    ],
)
def test_what_is_no_code_is_told(code, said):
    with pytest.raises(KhronosError, match=said):
        TUESDAY.results([code])


def test_the_next_sheet_asks_what_was_missed_most():
    wrong = [3] * 7
    found = TUESDAY.results([TUESDAY.code("Mia", wrong), TUESDAY.code("Ben", [1] * 6 + [3])])
    assert found.missed["Mia"] == tuple(dict.fromkeys(found.rules))
    assert found.missed["Ben"] == (found.rules[6],)
    assert found.hardest[0] == found.rules[6]
    following = found.next_sheet(n=4)
    assert (following.number, len(following.sheet.exercises)) == (2, 4)
    assert following.sheet.exercises[0].clause == found.hardest[0]
    assert "Mia" in repr(found)
    assert "✗" in found._repr_html_()


def test_a_class_has_a_name():
    with pytest.raises(KhronosError, match="a name of letters and digits"):
        classroom("")
