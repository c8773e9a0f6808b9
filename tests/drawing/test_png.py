"""Pictures come back from PNG exactly, also when most of them is not packed again."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.image import imread

from khronos_lab.drawing import PngWriter

BAND = 32
"""Rows that are packed together."""


def decoded(data: bytes):
    return np.rint(imread(io.BytesIO(data), format="png") * 255).astype(np.uint8)


def noise(rng, height, width):
    return rng.integers(0, 256, (height, width, 4), dtype=np.uint8)


@pytest.mark.parametrize("height", [1, BAND - 1, BAND, BAND + 1, 3 * BAND + 5])
def test_pixels_come_back(height):
    for width in (1, 7, 64):
        pixels = noise(np.random.default_rng(height * width), height, width)
        assert np.array_equal(decoded(PngWriter().write(pixels)), pixels)


def test_a_writer_gives_every_picture_as_if_it_were_the_first():
    rng = np.random.default_rng(4)
    writer = PngWriter()
    pixels = noise(rng, 100, 20)
    for row in (0, 31, 32, 50, 99, 50):
        pixels[row] = rng.integers(0, 256, (20, 4))  # in the same memory
        assert writer.write(pixels) == PngWriter().write(pixels)
        assert np.array_equal(decoded(writer.write(pixels)), pixels)


def test_a_writer_takes_another_size():
    writer = PngWriter()
    for height, width in ((10, 4), (40, 4), (40, 9)):
        pixels = noise(np.random.default_rng(1), height, width)
        assert np.array_equal(decoded(writer.write(pixels)), pixels)


def test_an_opaque_picture_comes_back_without_its_opacity():
    rng = np.random.default_rng(5)
    writer = PngWriter(opaque=True)
    for _ in range(3):
        pixels = noise(rng, 2 * BAND + 3, 11)
        pixels[..., 3] = 255
        data = writer.write(pixels)
        assert np.array_equal(decoded(data), pixels[..., :3])
        assert data[25] == 2  # the kind of PNG without opacity
