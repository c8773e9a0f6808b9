"""How colours look to people: simulated deficiencies of colour vision, grey, and distances.

The simulation follows G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
Visualization and Computer Graphics 15 (2009), 1291-1298: their matrices for severity 1.0, which
work on linear RGB.
Distances are CIEDE2000 (CIE 142-2001), written after G. Sharma, W. Wu and E. N. Dalal, "The
CIEDE2000 Color-Difference Formula", Color Research and Application 30 (2005), 21-30, whose pairs of
test data the tests use.
"""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import numpy as np
from matplotlib.colors import to_rgb

DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
GREY = ((0.2126, 0.7152, 0.0722),) * 3
"""Relative luminance of sRGB (IEC 61966-2-1), in all three channels."""
SIGHTS = {
    "ordinary": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    **DEFICIENCIES,
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
WHITE = np.array([0.95047, 1.0, 1.08883])

Lab = tuple[float, float, float]


def lab(colour: str, sight) -> Lab:
    """A colour in CIELAB as somebody with this sight sees it."""
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(sight) @ linear, 0, 1)
    ratio = TO_XYZ @ seen / WHITE
    x, y, z = (float(v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116) for v in ratio)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Lab, two: Lab) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = hypot(a1 * (1 + g), b1), hypot(a2 * (1 + g), b2)
    h1, h2 = _hue(a1 * (1 + g), b1), _hue(a2 * (1 + g), b2)
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25.0**7))
    rotation *= sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    terms = (dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * dc / sc * dh / sh
    return sqrt(max(0.0, terms))


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360


def distance(one: str, two: str, sight) -> float:
    """How far apart two colours look."""
    return difference(lab(one, sight), lab(two, sight))


def closest(colours, sight) -> float:
    """The distance of the two colours that look most alike."""
    return min(distance(one, two, sight) for one, two in combinations(colours, 2))


def contrast(one: str, two: str) -> float:
    """The contrast of the Web Content Accessibility Guidelines 2, from 1 to 21."""
    low, high = sorted(_luminance(each) for each in (one, two))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(np.array(GREY[0]) @ linear)
