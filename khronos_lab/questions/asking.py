"""Asking: a method for each question, with the parameters of its rows and its docstring."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Any, Final

from khronos_lab.questions.question import QUESTIONS, Answer, Opener, Question
from khronos_lab.questions.selection import Selection

# A module's questions are known once it is loaded; a report tells them in this order.
for _module in (
    "winning", "leads", "cards", "money", "buildings", "shadows", "domains", "squares", "strength",
    "comparison",
):  # fmt: skip
    import_module(f"khronos_lab.questions.{_module}")

__all__ = ["FAMILIES", "QUESTIONS", "Asking", "parameters"]

FAMILIES: Final = {
    family: [each for each in QUESTIONS.values() if each.family == family]
    for family in ("winning", "money", "buildings", "strength")
}
"""Questions by what they are about, in the order in which a report tells them."""


class Asking:
    """Something that can be asked every question."""

    _chosen: Selection
    _opener: Opener | None = None


def _method(question: type[Question]) -> Callable[..., Answer]:
    def ask(self: Asking, *given: Any, **options: Any) -> Answer:  # noqa: ANN401
        return question(self._chosen, *given, opener=self._opener, **options)

    ask.__name__ = question.name
    ask.__qualname__ = f"Dataset.{question.name}"
    ask.__doc__ = question.__doc__
    ask.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *parameters(question)],
        return_annotation="Answer",
    )
    return ask


def parameters(question: type[Question]) -> list[Parameter]:
    """What a question is asked with."""
    asked = getattr(question, "asked_with", question.rows)
    return [each for each in signature(asked).parameters.values() if each.name != "self"]


for _question in QUESTIONS.values():
    if _question.method:
        setattr(Asking, _question.name, _method(_question))
