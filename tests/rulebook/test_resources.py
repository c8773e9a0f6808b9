"""The files of `data/` are found in a checkout and in an installed package."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook import KhronosError, data_file


def test_a_file_of_this_copy_is_found():
    assert data_file("maps", "valley.txt").is_file()
    assert data_file("maps").is_dir()


def test_a_missing_file_is_refused_in_one_sentence():
    with pytest.raises(KhronosError) as caught:
        data_file("maps", "atlantis.txt")
    assert str(caught.value) == (
        "data/maps/atlantis.txt is missing from this copy of khronos_lab; install it again"
    )
