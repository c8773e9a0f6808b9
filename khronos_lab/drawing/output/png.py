"""PNG: pixels to bytes, quickly. A picture that hardly changed costs hardly anything.

The picture is cut into bands of rows, each compressed by itself; a band that is as it was last time
is not compressed again. The bands together are one ordinary PNG stream. After a jump nearly every
band is another one: then threads help, which zlib lets work at the same time, each on its core.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows, columns, and red, green, blue, opacity."""

BAND: Final = 32
"""Rows that are compressed together."""

MANY: Final = 4
"""How many changed bands are worth another thread."""

HELPERS: Final = min(3, (os.cpu_count() or 1) - 1)
"""Threads that help; with more there is hardly anything left for each."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER = b"\x78\x01"
_ZLIB_END = b"\x03\x00"
"""An empty last block."""
_ADLER = 65521


class _Packed(NamedTuple):
    data: bytes
    check: int
    length: int


_EMPTY: Final = _Packed(b"", 1, 0)


class PngWriter:
    """Writes pictures of one size one after the other.

    Of `opaque` pictures the opacity is left out: a quarter less to compress.
    """

    def __init__(self, level: int = 1, *, opaque: bool = False) -> None:
        self._level = level
        self._samples = 3 if opaque else 4
        self._last: Pixels | None = None
        self._bands: list[_Packed] = []

    def write(self, pixels: Pixels) -> bytes:
        """The picture as a PNG file; the pixels come back exactly."""
        height, width, _ = pixels.shape
        tops = range(0, height, BAND)
        last, self._last = self._last, None  # should this fail, the next picture is the first
        if last is None or last.shape != pixels.shape:
            last = pixels.copy()
            self._bands = [_EMPTY] * len(tops)
            changed = list(tops)
        else:
            stretches = ((top, slice(top, top + BAND)) for top in tops)
            changed = [top for top, rows in stretches if (pixels[rows] != last[rows]).any()]
            for top in changed:
                last[top : top + BAND] = pixels[top : top + BAND]
        self._pack_all(pixels, deque(changed))
        self._last = last
        return _file(width, height, self._samples, self._bands)

    def _pack_all(self, pixels: Pixels, tops: deque[int]) -> None:
        """Pack the bands that begin at these rows; whoever is free takes the next one."""

        def work() -> None:
            while True:
                try:
                    top = tops.popleft()
                except IndexError:
                    return
                self._bands[top // BAND] = self._pack(pixels[top : top + BAND])

        helping = []
        if len(tops) >= MANY and HELPERS > 0:
            helping = [_helpers().submit(work) for _ in range(HELPERS)]
        work()
        for each in helping:
            # One that has not even begun on a busy computer has nothing left to do.
            if not each.cancel():
                each.result()

    def _pack(self, band: Pixels) -> _Packed:
        """One band: its first row as it is, every other as the difference to the one above."""
        height, width, _ = band.shape
        rows = self._rows(band)
        raw = np.empty((height, 1 + width * self._samples), np.uint8)
        raw[0, 0] = 0
        raw[0, 1:] = rows[0]
        raw[1:, 0] = 2
        np.subtract(rows[1:], rows[:-1], out=raw[1:, 1:])
        packer = zlib.compressobj(self._level, zlib.DEFLATED, -15)
        data = packer.compress(raw.data) + packer.flush(zlib.Z_FULL_FLUSH)
        return _Packed(data, zlib.adler32(raw.data), raw.size)

    def _rows(self, band: Pixels) -> Pixels:
        """The samples of every row side by side."""
        height, width, samples = band.shape
        if samples != self._samples:
            kept = np.empty((height, width, self._samples), np.uint8)
            # One colour after the other is five times as quick as all of them at once.
            for sample in range(self._samples):
                kept[..., sample] = band[..., sample]
            band = kept
        return band.reshape(height, width * self._samples)


@cache
def _helpers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(HELPERS, "khronos_lab png")


def png_bytes(pixels: Pixels, level: int = 1) -> bytes:
    """One picture as a PNG file."""
    return PngWriter(level).write(pixels)


def _file(width: int, height: int, samples: int, bands: list[_Packed]) -> bytes:
    check = 1
    for band in bands:
        check = _joined_check(check, band.check, band.length)
    stream = [_ZLIB_HEADER, *(band.data for band in bands), _ZLIB_END, struct.pack(">I", check)]
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if samples == 3 else 6, 0, 0, 0)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", b"".join(stream)), _chunk(b"IEND", b""))
    return _SIGNATURE + b"".join(chunks)


def _joined_check(one: int, two: int, length: int) -> int:
    """Adler-32 of two stretches one after the other, from theirs and the second's length."""
    low1, high1 = one & 0xFFFF, one >> 16
    low2, high2 = two & 0xFFFF, two >> 16
    low = (low1 + low2 - 1) % _ADLER
    high = (high1 + high2 + length * (low1 - 1)) % _ADLER
    return high << 16 | low


def _chunk(kind: bytes, data: bytes) -> bytes:
    length = struct.pack(">I", len(data))
    return length + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
