"""Styles: planners that care for some things more than winning asks for, so that games differ."""

from __future__ import annotations

from typing import Final

from khronos_lab.players.thinking.table_value import Taste

MIGHT_BUILDER: Final = Taste(ages=(1.8, 0.7, 0.6))
"""Builds and rules in Might, the age whose buildings cast every shadow."""

FAITH_RAIDER: Final = Taste(ages=(0.7, 1.8, 0.6), envy=1.2)
"""Takes Faith, its own way or others', and likes what hurts."""

REASON_SETTLER: Final = Taste(ages=(0.6, 0.7, 1.8))
"""Settles Reason and restores what the past left there."""
