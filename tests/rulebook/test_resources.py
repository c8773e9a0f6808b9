"""The files of `data/` are found in a checkout and in an installed package."""

from __future__ import annotations

import pytest

from khronos_lab.rulebook import KhronosError, data_file, data_folder


def test_a_file_of_this_copy_is_found():
    assert data_file("maps", "valley.txt").is_file()
    assert data_file("maps").is_dir()


def test_a_missing_file_is_refused_in_one_sentence():
    with pytest.raises(KhronosError) as caught:
        data_file("maps", "atlantis.txt")
    assert str(caught.value) == (
        "data/maps/atlantis.txt is missing from this copy of khronos_lab; install it again"
    )


def test_a_checkout_has_its_data_beside_the_package(tmp_path):
    package = tmp_path / "khronos_lab"
    (tmp_path / "data").mkdir()
    package.mkdir()
    assert data_folder(package) == tmp_path / "data"


def test_an_installed_package_never_takes_the_data_of_a_neighbour(tmp_path):
    package = tmp_path / "khronos_lab"
    (tmp_path / "data").mkdir()
    (package / "data").mkdir(parents=True)
    assert data_folder(package) == package / "data"
