"""Captions: events, questions, actions and refusals in one sentence each, in English and German.

The sentences of a language are in its own module; this one chooses between them. None for the
language is the setting, see `rulebook.language`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from khronos_lab.core import events as e
from khronos_lab.core.actions import Action
from khronos_lab.core.captions import decisions, english, german, refusals
from khronos_lab.rulebook.errors import Violation
from khronos_lab.rulebook.language import spoken

if TYPE_CHECKING:
    from khronos_lab.core.resolution import Option, Question

Names = tuple[str, ...]

_SENTENCES: Final[Mapping[str, dict[type[e.Event], Callable[[Any, Names], str]]]] = {
    "en": english.SENTENCES,
    "de": german.SENTENCES,
}


def caption(event: e.Event, names: Names, language: str | None = None) -> str:
    """One sentence in the present tense, with the clause in brackets."""
    sentence = _SENTENCES[spoken(language)][type(event)](event, names)
    return _finished(sentence, event.clause)


def question_text(question: Question, names: Names, language: str | None = None) -> str:
    """What is to be decided, by whom and between what, with the clause in brackets."""
    sentence = decisions.QUESTIONS[spoken(language)](question, names)
    return _finished(sentence, question.clause)


def option_text(
    question: Question, option: Option, names: Names, language: str | None = None
) -> str:
    """One option of a question, for a button: a building, a square or a player's name."""
    return decisions.OPTIONS[spoken(language)](question, option, names)


def action_text(action: Action, language: str | None = None) -> str:
    """What a player wants to do, before anything has happened."""
    return decisions.ACTIONS[spoken(language)](action)


def violation_text(violation: Violation, language: str | None = None) -> str:
    """Why an action is forbidden, with the clause in brackets."""
    return f"{refusals.REASONS[spoken(language)](violation)} ({violation.clause})"


def _finished(sentence: str, clause: str) -> str:
    return f"{_upper(sentence[0])}{sentence[1:]} ({clause})."


def _upper(letter: str) -> str:
    """The letter in upper case, if that is one letter, too."""
    return letter.upper() if len(letter.upper()) == 1 else letter
