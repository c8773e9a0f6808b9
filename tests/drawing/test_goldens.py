"""Figures say what they said when somebody last read them; see `goldens.py`."""

from __future__ import annotations

import pytest

from tests.drawing.goldens import goldens
from tests.golden.sections import sections_of
from tests.golden.test_goldens import difference

GOLDENS = goldens()


@pytest.mark.parametrize(("file", "name"), GOLDENS.cases())
def test_a_figure_says_what_it_said(file, name):
    kept = sections_of(GOLDENS.path(file)).get(name, [])
    apart = difference(kept, list(GOLDENS.files[file][name]()))
    assert apart is None, f"{name}, {apart}"


def test_there_is_no_golden_without_a_figure():
    assert sorted(GOLDENS.kept_names()) == sorted(GOLDENS.cases())
