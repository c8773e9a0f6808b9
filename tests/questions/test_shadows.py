"""Copies cast, blocked and missing, and what they erase."""

from __future__ import annotations

from khronos_lab.questions import erasures
from tests.questions.asked import answer
from tests.questions.rows import rows, tables

GAMES = """
    game seat player players start_seat
    a    0    Ann    2       0
    a    1    Bob    2       0
    b    0    Bob    2       0
    b    1    Ann    2       0
"""

COPIES = """
    game step age    event          clause kind     rank
    a    3    Faith  ShadowFalls    B3     military 2
    a    4    Faith  ShadowCast     B3     military 2
    a    9    Faith  ShadowBlocked  B3a    military 2
    b    2    Faith  ShadowBlocked  B3b    military 3
    b    5    Faith  ShadowBlocked  B3a    military 2
    b    7    Reason ShadowMissing  B5     military 2
    b    8    Reason ShadowReplaced C5     military 2
"""


def test_shadows_cast_blocked_by_clause_and_missing():
    found = answer("shadows", tables(GAMES, events=COPIES), ("age",))
    columns = ("age", "outcome", "clause", "number", "share", "game", "step")
    assert rows(found, *columns) == [
        ("Faith", "cast", "B3", 1, 0.25, "a", 3),
        ("Faith", "blocked", "B3a", 2, 0.5, "a", 9),
        ("Faith", "blocked", "B3b", 1, 0.25, "b", 2),
        ("Reason", "cast", "C5", 1, 0.5, "b", 8),
        ("Reason", "missing", "B5", 1, 0.5, "b", 7),
    ]


ERASED = """
    game step cause turn round seat age    event          kind      rank owner square amount
    a    5    4     3    1     0    Faith  ShadowFalls    civil     3    -     c3     5
    a    6    5     3    1     0    Faith  BuildingErased religious 1    1     c3     1
    a    7    5     3    1     0    Faith  BuildingErased military  2    0     d4     2
    a    8    5     3    1     0    Faith  BuildingErased civil     2    -     d3     3
    b    5    4     3    1     1    Reason ShadowFalls    military  2    -     c3     1
    b    6    5     3    1     1    Reason BuildingErased military  2    -     d3     1
"""


def test_b6_every_erased_building_names_its_copy_and_its_victim():
    columns = ("game", "step", "kind", "value", "victim", "succeeded", "copy_kind", "copy_rank")
    assert rows(erasures(tables(events=ERASED).events), *columns) == [
        ("a", 6, "religious", 1, "another's", False, "civil", 3),
        ("a", 7, "military", 2, "own", False, "civil", 3),
        ("a", 8, "civil", 3, "nobody's", True, "civil", 3),
        # Of its kind, but it sticks out of the copy to the right.
        ("b", 6, "military", 1, "nobody's", False, "military", 2),
    ]


def test_paradoxes_leave_out_what_lives_on():
    told = tables(GAMES, events=ERASED)
    columns = ("number", "value", "per_game", "game", "step")
    found = answer("paradoxes", told, ("victim",))
    assert rows(found, "victim", *columns) == [
        ("own", 1, 2, 0.5, "a", 7), ("another's", 1, 1, 0.5, "a", 6),
        ("nobody's", 1, 1, 0.5, "b", 6),
    ]  # fmt: skip
    by_kind = rows(answer("paradoxes", told, ("kind",)), "kind", "victim", "number")
    assert by_kind == [
        ("military", "own", 1), ("military", "nobody's", 1), ("religious", "another's", 1),
    ]  # fmt: skip
