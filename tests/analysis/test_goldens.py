"""What is worked out from games is what it was when somebody last looked; see `goldens.py`."""

from __future__ import annotations

import pytest

from tests.analysis.goldens import goldens
from tests.golden.sections import sections_of
from tests.golden.test_goldens import difference

GOLDENS = goldens()


@pytest.mark.parametrize(("file", "name"), GOLDENS.cases())
def test_the_same_games_give_the_same_results(file, name):
    kept = sections_of(GOLDENS.path(file)).get(name, [])
    apart = difference(kept, list(GOLDENS.files[file][name]()))
    assert apart is None, f"{file}, {name}, {apart}"


def test_there_is_no_golden_without_a_result():
    assert sorted(GOLDENS.kept_names()) == sorted(GOLDENS.cases())
