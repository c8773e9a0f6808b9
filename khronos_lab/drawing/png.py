"""PNG: pixels to bytes, quickly. A picture that hardly changed costs hardly anything.

The picture is cut into bands of rows, each compressed by itself; a band that is as it was last time
is not compressed again. The bands together are one ordinary PNG stream.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows, columns, and red, green, blue, opacity."""

BAND: Final = 32
"""Rows that are compressed together."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER = b"\x78\x01"
_ZLIB_END = b"\x03\x00"
"""An empty last block."""
_ADLER = 65521


class _Packed(NamedTuple):
    data: bytes
    check: int
    length: int


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
        last, self._last = self._last, None  # should this fail, the next picture is the first
        if last is None or last.shape != pixels.shape:
            last, self._bands = pixels.copy(), []
        for number, top in enumerate(range(0, height, BAND)):
            band, before = pixels[top : top + BAND], last[top : top + BAND]
            if number == len(self._bands):
                self._bands.append(self._pack(band))
            elif (band != before).any():
                before[:] = band
                self._bands[number] = self._pack(band)
        self._last = last
        return _file(width, height, self._samples, self._bands)

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
