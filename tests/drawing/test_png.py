"""Pictures come back from PNG exactly, also when most of them is not packed again."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.image import imread

from khronos_lab.drawing import BAND, PngWriter, png_bytes


def decoded(data: bytes):
    return np.rint(imread(io.BytesIO(data), format="png") * 255).astype(np.uint8)


def noise(rng, height, width):
    return rng.integers(0, 256, (height, width, 4), dtype=np.uint8)


@pytest.mark.parametrize("height", [1, BAND - 1, BAND, BAND + 1, 3 * BAND + 5])
@pytest.mark.parametrize("width", [1, 7, 64])
def test_pixels_come_back(height, width):
    pixels = noise(np.random.default_rng(height * width), height, width)
    assert np.array_equal(decoded(png_bytes(pixels)), pixels)


def test_a_writer_gives_every_picture_as_if_it_were_the_first():
    rng = np.random.default_rng(4)
    writer = PngWriter()
    pixels = noise(rng, 100, 20)
    for row in (0, 31, 32, 50, 99, 50):
        pixels[row] = rng.integers(0, 256, (20, 4))
        assert writer.write(pixels) == png_bytes(pixels)
        assert np.array_equal(decoded(writer.write(pixels)), pixels)


def test_memory_that_changes_afterwards_does_not_matter():
    pixels = np.zeros((40, 8, 4), np.uint8)
    writer = PngWriter()
    writer.write(pixels)
    pixels[:] = 7
    assert np.array_equal(decoded(writer.write(pixels)), pixels)


def test_a_writer_takes_another_size():
    writer = PngWriter()
    for height, width in ((10, 4), (40, 4), (40, 9)):
        pixels = noise(np.random.default_rng(1), height, width)
        assert np.array_equal(decoded(writer.write(pixels)), pixels)


def test_only_changed_bands_are_packed_again(monkeypatch):
    writer = PngWriter()
    pixels = np.zeros((4 * BAND, 8, 4), np.uint8)
    writer.write(pixels)
    packed = []
    pack = PngWriter._pack

    def counted(self, rows):
        packed.append(rows)
        return pack(self, rows)

    monkeypatch.setattr(PngWriter, "_pack", counted)
    pixels[BAND + 3] = 9
    writer.write(pixels)
    assert len(packed) == 1


def test_an_opaque_picture_comes_back_without_its_opacity():
    rng = np.random.default_rng(5)
    writer = PngWriter(opaque=True)
    for _ in range(3):
        pixels = noise(rng, 2 * BAND + 3, 11)
        pixels[..., 3] = 255
        data = writer.write(pixels)
        assert np.array_equal(decoded(data), pixels[..., :3])
        assert data[25] == 2  # the kind of PNG without opacity


def test_after_a_failure_nothing_is_taken_for_packed(monkeypatch):
    writer = PngWriter()
    pixels = np.zeros((3 * BAND, 2, 4), np.uint8)
    writer.write(pixels)
    pixels[:] = 7

    def fail(_, rows):
        raise MemoryError("no room")

    monkeypatch.setattr(PngWriter, "_pack", fail)
    with pytest.raises(MemoryError):
        writer.write(pixels)
    monkeypatch.undo()
    assert np.array_equal(decoded(writer.write(pixels)), pixels)
