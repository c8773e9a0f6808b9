"""Write the stub of the questions: `python -m tests.making.asking`, after a question was added.

Type checkers and editors find a method for each question there, with its parameters and docstring.
"""

from __future__ import annotations

from inspect import Parameter, cleandoc
from pathlib import Path

from khronos_lab.questions import QUESTIONS, Question, parameters
from tests.support import PACKAGE

STUB = PACKAGE / "questions" / "asking.pyi"
HEAD = '''"""Written by `python -m tests.making.asking`."""

from collections.abc import Mapping, Sequence
from inspect import Parameter
from typing import Any, Literal

import polars as pl

from khronos_lab.questions.question import QUESTIONS as QUESTIONS
from khronos_lab.questions.question import Answer, By, Opener, Question
from khronos_lab.questions.selection import Selection
from khronos_lab.questions.squares import What

FAMILIES: Mapping[str, Sequence[type[Question]]]

def parameters(question: type[Question]) -> list[Parameter]: ...

class Asking:
    _chosen: Selection
    _opener: Opener | None
'''


def stub() -> str:
    """The text of the stub."""
    return HEAD + "".join(_method(each) for each in QUESTIONS.values() if each.method)


def _method(question: type[Question]) -> str:
    said = ", ".join(["self", *map(_parameter, parameters(question))])
    text = cleandoc(question.__doc__ or "").splitlines()[0]
    return f'    def {question.name}({said}) -> Answer:\n        """{text}"""\n'


def _parameter(each: Parameter) -> str:
    stars = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}
    star = next((sign for kind, sign in stars.items() if kind is each.kind), "")
    default = "" if each.default is Parameter.empty else " = ..."
    return f"{star}{each.name}: {each.annotation}{default}"


if __name__ == "__main__":
    Path(STUB).write_text(stub(), encoding="utf-8")
