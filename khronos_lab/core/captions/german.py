"""Buildings in German, for sentences of analysis that still stand in Python."""

from __future__ import annotations

from khronos_lab.core.board import Building
from khronos_lab.core.squares import name
from khronos_lab.rulebook.language.german import OWN, PRINTED, THE, Case
from khronos_lab.rulebook.language.old_tables import listed

Names = tuple[str, ...]


def the(building: Building, names: Names, case: Case = "nom", seat: int | None = None) -> str:
    """`die Burg von Rot auf f4`; for the player on that seat `die eigene Burg auf f4`."""
    place = name(building.square)
    if building.printed:
        return f"{PRINTED[case]} auf {place}"
    key = (building.kind, building.rank, building.ruin, case)
    if building.owner is None:
        return f"{THE[key]} auf {place}"
    if building.owner == seat:
        return f"{OWN[key]} auf {place}"
    return f"{THE[key]} von {names[building.owner]} auf {place}"


def squares_text(squares: tuple[int, ...]) -> str:
    """`a1, d1 und f1`."""
    return listed((name(sq) for sq in squares), "de")
