"""Revisions: what the rules page said otherwise in an earlier version.

Records store decisions and derive the rest, so a game written down under an earlier page may come
out differently. The reader then names the clause instead of blaming the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.resolution import Entry

REVISED: Final = {
    "B3a": "an older shadow of the building that is upgraded counts with its domain",
    "B6": "what a copy erases in Faith loses its shadow in Reason even without a copy there",
    "C2": "a conflict of a joining is settled by strength even if the domain falls apart",
}
"""By clause: what it says since version 0.2."""


def revised_clause(log: Sequence[Entry]) -> str | None:
    """The first revised clause that decided something in the log of a move, if any did."""
    split = set()
    for entry in log:
        event = entry.event
        if isinstance(event, e.DomainSplit):
            split.add(event.age)
        elif isinstance(event, e.StrengthsCompared) and event.age in split:
            return "C2"
        elif isinstance(event, e.ShadowBlocked) and event.older is not None:
            return "B3a"
        elif isinstance(event, e.BuildingErased) and _by_erasure(entry, log):
            return "B6"
    return None


def _by_erasure(entry: Entry, log: Sequence[Entry]) -> bool:
    return entry.cause is not None and isinstance(log[entry.cause].event, e.BuildingErased)
