"""Asking: a method for each question, with the parameters of its rows and its docstring."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from khronos_lab.questions.question import QUESTIONS, Answer, Opener, Question
from khronos_lab.questions.selection import Selection

# Loading a module of this folder makes its questions known.
for _module in iter_modules([str(Path(__file__).parent)]):
    import_module(f"khronos_lab.questions.{_module.name}")
_ordered = sorted(QUESTIONS.items(), key=lambda each: each[1].__module__)
QUESTIONS.clear()
QUESTIONS.update(_ordered)

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
