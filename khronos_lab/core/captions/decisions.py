"""What players decide: open questions, their options, and actions, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from khronos_lab.core import actions as a
from khronos_lab.core.board import Building
from khronos_lab.core.captions import english, german
from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook.language import building_word, either, kind_word
from khronos_lab.rulebook.language.german import FROM_AGE, IN_AGE, INTO_AGE, THE, inside, towards
from khronos_lab.rulebook.pieces import KINDS, RANKS

if TYPE_CHECKING:
    from khronos_lab.core.resolution import Option, Question

Names = tuple[str, ...]


# ------------------------------------------------------------------ questions and options


def _option_en(question: Question, option: Option, names: Names) -> str:
    if isinstance(option, Building):
        return english.owned(option, names)
    return names[option] if question.clause == "B8" else name(option)


def _option_de(question: Question, option: Option, names: Names) -> str:
    if isinstance(option, Building):
        return german.the(option, names)
    return names[option] if question.clause == "B8" else name(option)


def _question_en(question: Question, names: Names) -> str:
    options = either((_option_en(question, each, names) for each in question.options), "en")
    who, age = names[question.seat], question.age.title
    if question.subject is None:
        return f"{who} decides which building in {age} yields: {options}"
    subject = english.owned(question.subject, names)
    if question.clause == "B8":
        return f"{who} decides who keeps a cube on {subject} in {age}: {options}"
    return f"{who} chooses where {subject} in {age} shrinks to: {options}"


def _question_de(question: Question, names: Names) -> str:
    options = either((_option_de(question, each, names) for each in question.options), "de")
    who, where = names[question.seat], IN_AGE[question.age]
    if question.subject is None:
        return f"{who} entscheidet, welches Gebäude {where} weicht: {options}"
    if question.clause == "B8":
        hamlet = inside(german.the(question.subject, names, "dat"))
        return f"{who} entscheidet, wer {where} einen Kontrollwürfel {hamlet} behält: {options}"
    subject = german.the(question.subject, names)
    return f"{who} wählt, wohin {subject} {where} schrumpft: {options}"


QUESTIONS: Final[dict[str, Callable[[Question, Names], str]]] = {
    "en": _question_en,
    "de": _question_de,
}
OPTIONS: Final[dict[str, Callable[[Question, Option, Names], str]]] = {
    "en": _option_en,
    "de": _option_de,
}


# ------------------------------------------------------------------ actions


def _swap_de(action: a.Swap) -> str:
    kind = kind_word(KINDS[action.kind], "de") if action.kind in KINDS else f"Art {action.kind}"
    number, given = sum(action.cards), cards_text(action.cards)
    return f"{number} offene {'Karte' if number == 1 else 'Karten'} ({kind}) für {given} nehmen"


def _build_de(action: a.Build) -> str:
    known = action.rank in RANKS
    what = building_word(action.kind, action.rank, "de") if known else _strange(action.rank)
    return f"{what} {_where_and_price(action)} bauen"


def _upgrade_de(action: a.Upgrade) -> str:
    known = action.rank in RANKS
    target = (
        THE[action.kind, action.rank, False, "dat"] if known else f"dem {_strange(action.rank)}"
    )
    return f"{towards(target)} {_where_and_price(action)} ausbauen"


def _strange(rank: int) -> str:
    return f"Gebäude der Größe {rank}"


def _where_and_price(action: a.Build | a.Upgrade) -> str:
    paid = "" if action.cards == a.UNPAID else f" für {cards_text(action.cards)}"
    return f"auf {name(action.square)} {IN_AGE[action.age]}{paid}"


def _end_de(action: a.EndTurn) -> str:
    if action.discard is None:
        return "Zug beenden"
    return f"Zug beenden, {cards_text(action.discard, action.hidden)} abwerfen"


_GERMAN: Final[dict[type[a.Action], Callable[[Any], str]]] = {
    a.Exchange: lambda v: f"{cards_text(v.cards, v.hidden)} tauschen",
    a.Swap: _swap_de,
    a.Travel: lambda v: f"{FROM_AGE[v.origin]} {INTO_AGE[v.target]} reisen",
    a.Build: _build_de,
    a.Upgrade: _upgrade_de,
    a.Demolish: lambda v: f"das Gebäude auf {name(v.square)} {IN_AGE[v.age]} abreißen",
    a.Populate: lambda v: f"das Gebäude auf {name(v.square)} bevölkern",
    a.Restore: lambda v: f"die Ruine auf {name(v.square)} restaurieren",
    a.EndTurn: _end_de,
}

ACTIONS: Final[dict[str, Callable[[a.Action], str]]] = {
    "en": str,
    "de": lambda action: _GERMAN[type(action)](action),
}
