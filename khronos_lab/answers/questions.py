"""All questions that many games can be asked, by name.

They are declared by family, each with its sentence; `Dataset` has a method for each of them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from khronos_lab.answers import (
    buildings_questions,
    money_questions,
    strength_questions,
    winning_questions,
)

FAMILIES: Final = MappingProxyType(
    {
        "winning": winning_questions.QUESTIONS,
        "money": money_questions.QUESTIONS,
        "buildings": buildings_questions.QUESTIONS,
        "strength": strength_questions.QUESTIONS,
    }
)
"""Questions by what they are about, in the order in which a report tells them."""

QUESTIONS: Final = MappingProxyType(
    {question.name: question for family in FAMILIES.values() for question in family}
)
"""By name: every question."""
