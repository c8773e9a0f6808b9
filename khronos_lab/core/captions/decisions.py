"""What players decide: the values that messages about questions, options and actions speak of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from khronos_lab.core import actions as a
from khronos_lab.core.board import Building, owned
from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook.language import Said, Thing
from khronos_lab.rulebook.pieces import KINDS, RANKS, building_thing

if TYPE_CHECKING:
    from khronos_lab.core.resolution import Option, Question

Names = tuple[str, ...]


def question_said(question: Question, names: Names) -> Said:
    """What is to be decided, by whom and between what."""
    options = tuple(_option(question, each, names) for each in question.options)
    told = {"who": names[question.seat], "age": question.age, "options": options}
    if question.subject is None:
        return Said("question-yields", told)
    told["subject"] = owned(question.subject, names)
    return Said("question-cube" if question.clause == "B8" else "question-square", told)


def option_said(question: Question, option: Option, names: Names) -> str | Said:
    """One option: a building, a square or a player's name."""
    shown = _option(question, option, names)
    return shown if isinstance(shown, str) else Said("option-building", {"building": shown})


def _option(question: Question, option: Option, names: Names) -> str | Thing:
    if isinstance(option, Building):
        return owned(option, names)
    return names[option] if question.clause == "B8" else name(option)


def action_said(action: a.Action) -> Said:
    """What a player wants to do."""
    kind = type(action)
    return Said(f"deed-{kind.__name__}", _ACTIONS[kind](action))


def _placed(action: a.Build | a.Upgrade) -> dict[str, object]:
    known, unpaid = action.rank in RANKS, a.is_unpaid(action)
    return {
        "known": known,
        "building": building_thing(action.kind, action.rank) if known else str(action.rank),
        "place": name(action.square),
        "age": action.age,
        "paid": not unpaid,
        "cards": "" if unpaid else cards_text(action.cards),
    }


def _swap(action: a.Swap) -> dict[str, object]:
    known = action.kind in KINDS
    return {
        "known": known,
        "kind": KINDS[action.kind] if known else str(action.kind),
        "n": sum(action.cards),
        "cards": cards_text(action.cards),
    }


def _end(action: a.EndTurn) -> dict[str, object]:
    if action.discard is None:
        return {"discards": False}
    return {"discards": True, "cards": cards_text(action.discard, action.hidden)}


_ACTIONS: Final[dict[type[a.Action], Callable[[Any], dict[str, object]]]] = {
    a.Exchange: lambda v: {"cards": cards_text(v.cards, v.hidden)},
    a.Swap: _swap,
    a.Travel: lambda v: {"origin": v.origin, "target": v.target},
    a.Build: _placed,
    a.Upgrade: _placed,
    a.Demolish: lambda v: {"place": name(v.square), "age": v.age},
    a.Populate: lambda v: {"place": name(v.square)},
    a.Restore: lambda v: {"place": name(v.square)},
    a.EndTurn: _end,
}
