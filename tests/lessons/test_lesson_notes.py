"""What the notebooks and the teacher's notes promise is true."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from khronos_lab.core import Build, square
from khronos_lab.core import events as e
from khronos_lab.engine import preview
from khronos_lab.lessons import idea_named, scenario, scenarios
from khronos_lab.rulebook import CIVIL, MIGHT, MILITARY, RELIGIOUS

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
LESSONS = {
    "02_time_shadows": ("shadows",),
    "03_paradoxes": ("paradoxes",),
    "04_domains_and_hierarchy": ("domains", "cascades"),
    "05_taxes_and_adventurers": ("taxes", "adventurers"),
}


def outcomes(number, kind, rank, cards, squares):
    """By square: the clause that stops the move or its shadow, `erases`, `joins`, or nothing."""
    state = scenario(number).position
    found = {}
    for name in squares:
        seen = preview(state, Build(MIGHT, kind, rank, square(name), cards))
        events = [entry.event for entry in seen.log]
        blocked = [each.clause for each in events if isinstance(each, e.ShadowBlocked)]
        erases = any(isinstance(each, e.BuildingErased) for each in events)
        joins = any(isinstance(each, e.DomainsJoined) for each in events)
        stopped = [seen.violation.clause] if seen.violation else blocked
        found[name] = stopped[0] if stopped else "erases" if erases else "joins" if joins else ""
    return found


def test_b3a_the_first_try_it_yourself_is_refused_at_one_square_only():
    found = outcomes(11, RELIGIOUS, 2, (0, 2, 0), ("a1", "b1", "c1", "d1"))
    assert found == {"a1": "erases", "b1": "B3a", "c1": "erases", "d1": "erases"}


def test_b6_the_second_one_has_no_harmless_square():
    places = [f"{column}{row}" for column in "abc" for row in "123"]
    found = outcomes(47, MILITARY, 2, (2, 0, 0), places)
    refused = {"a3": "B3a", "c1": "B3a", "b3": "B3b", "c2": "B3b"}
    assert found == {place: refused.get(place, "erases") for place in places}


def test_c2_the_third_one_joins_at_two_squares():
    places = [f"{column}{row}" for column in "abcde" for row in "123"]
    found = outcomes(68, CIVIL, 1, (0, 0, 1), places)
    assert [place for place in places if found[place] == "joins"] == ["c1", "c2"]
    assert [place for place in places if found[place] == ""] == ["b3", "c3", "d3", "e3"]


@pytest.mark.parametrize("name", LESSONS)
def test_a_notebook_opens_the_lessons_it_is_about(name):
    cells = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    opened = set()
    for asked in set(re.findall(r"lesson\(\[?([^()\]]+)\]?\)", code)) - {
        f'"{lesson}"' for lesson in LESSONS[name]
    }:
        idea = idea_named(asked.strip('"'))
        numbers = idea.ids if idea else [each.strip(' "').zfill(2) for each in asked.split(",")]
        opened |= set(numbers)
    assert opened <= {each.id for each in scenarios()}
    for lesson in LESSONS[name]:
        # By its name, or all of it by its ideas.
        whole = {each.id for each in scenarios() if each.lesson == lesson}
        assert f'lesson("{lesson}")' in code or whole <= opened
    taught = {each.id for each in scenarios() if each.lesson in LESSONS[name]}
    assert len(opened & taught) >= 12
    assert "practice(" in code
    assert max(len(cell.source.splitlines()) for cell in cells if cell.cell_type == "code") <= 8
