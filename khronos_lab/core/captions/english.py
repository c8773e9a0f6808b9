"""Buildings in English, for sentences of analysis that still stand in Python."""

from __future__ import annotations

from khronos_lab.core.board import Building

Names = tuple[str, ...]


def owned(building: Building, names: Names, seat: int | None = None) -> str:
    """`Red's keep at f4`, or `the town at c2`; for that seat `their own keep at f4`."""
    whose = "the" if building.owner is None else f"{names[building.owner]}'s"
    if building.owner is not None and building.owner == seat:
        whose = "their own"
    printed = " printed" if building.printed else ""
    return f"{whose}{printed} {building}"
