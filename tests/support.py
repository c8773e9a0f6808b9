"""What rule tests share: positions as text boards, moves, and comparing what came of them."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import khronos_lab
from khronos_lab.core import (
    Action,
    Event,
    GameState,
    Move,
    OpenChoice,
    boards_text,
    name,
    read_position,
)
from khronos_lab.engine import Outcome, play, why_not
from khronos_lab.rulebook import (
    NUMBERS,
    RULES,
    Amount,
    Edition,
    Number,
    Rule,
    RuleSet,
    Value,
    Violation,
    rules_with,
)
from khronos_lab.rulebook import in_language as in_language

PACKAGE = Path(khronos_lab.__file__).parent
ROOT = PACKAGE.parent


def rule_values(rule: Rule) -> list[Value]:
    """Values that a field of the rule set can have: its default and others."""
    return [False, True] if isinstance(rule.default, bool) else list(Edition)


def other_amount(number: Number) -> Amount:
    """A value of a number that is not the usual one, but not far from it."""
    if isinstance(number.default, tuple):
        return (3, 5, 7)
    return 17 + number.path[0] if number.field == "cards" else number.default + 1


def rule_sets() -> dict[str, RuleSet]:
    """The usual rules, every rule changed by itself, and all of them at once."""
    changed: dict[str, Any] = {
        each.name: next(value for value in rule_values(each) if value != each.default)
        for each in RULES
    }
    alone = {name: RuleSet(**{name: value}) for name, value in changed.items()}
    amounts: dict[str, Any] = {name: other_amount(each) for name, each in NUMBERS.items()}
    alone["numbers"] = rules_with(**amounts)
    return {"usual": RuleSet(), **alone, "all": rules_with(**changed, **amounts)}


def position(text: str) -> GameState:
    """A state from a text with boards (see `khronos_lab.core.position`).

    Players may stand in one line: `players Red: hand mm; White`. Rows without a heading are those
    of Might, Faith and Reason.
    """
    text = _PLAYERS.sub(_one_by_one, dedent(text))
    return read_position(text if _HEADING.search(text) else _ROW.sub(_AGES, text, count=1))


_PLAYERS = re.compile(r"^players (.*)$", re.MULTILINE)
_ROW = re.compile(r"^.*[|].*$", re.MULTILINE)
_HEADING = re.compile(r"^ *(Map|Might|Faith|Reason) *([|]|$)", re.MULTILINE)
_AGES = "Might | Faith | Reason\n\\g<0>"


def _one_by_one(players: re.Match[str]) -> str:
    parts = (each.partition(":") for each in players[1].split(";"))
    return "\n".join(f"player {name.strip()}:{rest}" for name, _, rest in parts)


def do(state: GameState, action: Action, *answers: int) -> Outcome:
    """Play an action that must come to its end with these answers."""
    result = play(state, Move(action, answers))
    assert isinstance(result, Outcome), f"an answer is missing: {result}"
    return result


def asked(state: GameState, action: Action, *answers: int) -> OpenChoice:
    """Play an action that must stop at a question after these answers."""
    result = play(state, Move(action, answers))
    assert isinstance(result, OpenChoice), f"nothing was asked: {result}"
    return result


def forbidden(state: GameState, action: Action, clause: str) -> Violation:
    """The violation of an action that must be forbidden by this clause."""
    broken = why_not(state, action)
    assert broken is not None, f"{action} is legal"
    assert broken.clause == clause, f"forbidden by {broken}, not by {clause}"
    return broken


class Boards:
    """Boards to be compared with a picture: `boards(outcome).are(picture)`."""

    def __init__(self, text: str) -> None:
        self.text = text

    def are(self, picture: str) -> None:
        """They look so, token by token: spaces and a line with the ages do not matter."""
        same = _tokens(self.text) == _tokens(picture)
        assert same, f"the boards are\n{self.text}\nnot\n{dedent(picture)}"


def boards(of: GameState | Outcome) -> Boards:
    """The boards after something was played."""
    return Boards(boards_text(of if isinstance(of, GameState) else of.state, labels=False))


def _tokens(text: str) -> list[list[str]]:
    lines = [line.replace("|", " | ").split() for line in text.splitlines() if line.strip()]
    return [line for line in lines if not {"Might", "Faith", "Reason"} & set(line)]


def events_of(outcome: Outcome, *types: type[Event]) -> list[Event]:
    """The events of these types, in order."""
    return [entry.event for entry in outcome.log if isinstance(entry.event, types)]


def story(outcome: Outcome | OpenChoice) -> list[str]:
    """The log in words."""
    return [str(entry) for entry in outcome.log]


def assert_story(outcome: Outcome | OpenChoice, *sentences: str) -> None:
    """These sentences occur in the log, in this order; others may stand between them."""
    told = story(outcome)
    left = iter(told)
    for sentence in sentences:
        if sentence not in left:
            listing = "\n  ".join(told)
            raise AssertionError(f"not told (in this order): {sentence!r}\ntold was:\n  {listing}")


def chain(outcome: Outcome, index: int) -> list[str]:
    """The types of an event's causes, first cause first, itself last."""
    names: list[str] = []
    number: int | None = index
    while number is not None:
        names.append(type(outcome.log[number].event).__name__)
        number = outcome.log[number].cause
    return names[::-1]


def square_names(squares: tuple[int, ...]) -> list[str]:
    """Squares by name."""
    return [name(sq) for sq in squares]
