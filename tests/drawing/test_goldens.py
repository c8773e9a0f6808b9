"""Pictures hold what they held when somebody last looked at them; see `goldens.py`."""

from __future__ import annotations

from functools import cache

import pytest

from tests.drawing.goldens import FOLDER, goldens, kept
from tests.golden.test_goldens import difference

CASES = [(file, name) for file, names in goldens().items() for name in names]
kept_once = cache(kept)


@pytest.mark.parametrize(("file", "name"), CASES)
def test_a_picture_is_drawn_as_before(file, name):
    apart = difference(kept_once(file).get(name, []), list(goldens()[file][name]()))
    assert apart is None, f"{file}, {name}, {apart}"


def test_there_is_no_golden_without_a_picture():
    assert [(file, name) for file in goldens() for name in kept_once(file)] == CASES
    assert {path.stem for path in FOLDER.iterdir()} == {*goldens()}
