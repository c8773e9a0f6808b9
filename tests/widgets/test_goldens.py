"""Whoever clicks about sees what was seen when somebody last looked; see `goldens.py`."""

from __future__ import annotations

import pytest

from tests.golden.sections import sections_of
from tests.golden.test_goldens import difference
from tests.widgets.goldens import goldens

GOLDENS = goldens()


@pytest.mark.parametrize(("file", "name"), GOLDENS.cases())
def test_a_walk_through_a_widget_shows_the_same(file, name):
    kept = sections_of(GOLDENS.path(file)).get(name, [])
    apart = difference(kept, list(GOLDENS.files[file][name]()))
    assert apart is None, f"{name}, {apart}"


def test_there_is_no_golden_without_a_walk():
    assert GOLDENS.kept_names() == GOLDENS.cases()
