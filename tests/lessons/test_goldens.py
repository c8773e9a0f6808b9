"""Exercises are what they were when somebody last read them; see `goldens.py`."""

from __future__ import annotations

import pytest

from tests.golden.sections import sections_of
from tests.golden.test_goldens import difference
from tests.lessons.goldens import goldens

GOLDENS = goldens()


@pytest.mark.parametrize(("file", "name"), GOLDENS.cases())
def test_an_exercise_stays_the_same(file, name):
    kept = sections_of(GOLDENS.path(file)).get(name, [])
    apart = difference(kept, list(GOLDENS.files[file][name]()))
    assert apart is None, f"{file}, {name}, {apart}"


def test_there_is_no_golden_without_an_exercise():
    assert GOLDENS.kept_names() == GOLDENS.cases()
