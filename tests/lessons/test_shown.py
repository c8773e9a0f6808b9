"""Which clauses a move shows, where its events alone would say too much or too little."""

from __future__ import annotations

import pytest

from khronos_lab.lessons import clauses_shown, scenario


def shown(number):
    return clauses_shown(scenario(number).trial)


@pytest.mark.parametrize(
    ("label", "shows_it", "does_not"),
    [
        ("T5", "29", "01"),  # four cards at once, two of one adventurer
        ("G1", "39", "04"),  # on the river, on dry land
        ("G2", "40", "01"),
        ("D1", "22", "26"),  # a hamlet joins, a monastery only touches
        ("H1", "26", "11"),
        ("O1", "77", "68"),  # copies before the conflict, a conflict alone
        ("B1", "03", "01"),
        ("B9", "20", "09"),  # a demolition that would allow a copy, one that would not
        ("C2", "68", "22"),  # a joining with a conflict, one without
        ("C3", "78", "68"),  # a conflict after a split; a split after a conflict of C2
        ("C6", "74", "70"),  # something stands there in Faith, nothing does
        ("X1", "60", "64"),  # taxes collected, taxes missed
        ("S5", "52", "47"),
        ("S3", "59c", "59b"),  # an erased tile out of the game, one that is only enlarged
    ],
)
def test_evidence(label, shows_it, does_not):
    assert label in shown(shows_it)
    assert label not in shown(does_not)


def test_a_forbidden_move_shows_only_what_it_breaks():
    assert shown("21") == ("D1",)
