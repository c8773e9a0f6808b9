"""What the modes tell beside the boards: who is to act, what happened, why something cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khronos_lab.analysis import signed
from khronos_lab.board import Markup, tag, together
from khronos_lab.core import Effect, Entry, GameState, violation_text
from khronos_lab.desk.mode import Panel
from khronos_lab.engine import coin_changes
from khronos_lab.kit import (
    effect_sign,
)
from khronos_lab.rulebook import AGES, Violation, capital, say, whole_text

_TOLD_FIRST: Final = (Effect.VANISHES, Effect.SHRINKS, Effect.BLOCKED, Effect.SPLITS)
_LEFT_OUT: Final = (None, Effect.CARDS, Effect.PAYS)
"""Coins are added up, and cards are on the entry itself."""


def turn_text(state: GameState) -> str:
    return f"{capital(say('word-round'))} {state.round}, {state.player.name}"


def note(words: str) -> Markup:
    return tag("p", words, class_="klc-note")


def reason(broken: Violation) -> Markup:
    """One reason, with the text of its clause folded away."""
    words = f"{capital(violation_text(broken))}."
    return tag("details", tag("summary", words), note(whole_text(broken.clause)))


# ------------------------------------------------------------------ what a log tells


def coins_text(log: Sequence[Entry], names: Sequence[str]) -> str:
    changes = zip(names, coin_changes(tuple(log), len(names)), strict=True)
    return ", ".join(f"{name} {signed(each)}" for name, each in changes if each)


def log_words(log: Sequence[Entry], names: Sequence[str]) -> str:
    """What would happen, in sentences: coins added up, then what is lost, then the rest."""
    coins = coins_text(log, names)
    told = [entry for entry in log if entry.event.about.effect not in _LEFT_OUT]
    told.sort(key=lambda entry: entry.event.about.effect not in _TOLD_FIRST)
    head = [f"{capital(say('word-coins'))}: {coins}."] if coins else []
    return " ".join([*head, *(entry.text() for entry in told)])


def log_panel(log: Sequence[Entry]) -> Markup:
    """What would happen, or has happened, age by age, one line for each effect."""
    columns = []
    for age in AGES:
        lines = [
            tag("li", effect_sign(entry.event, "klc-sign"), tag("span", entry.text()))
            for entry in log
            if entry.event.age is age
        ]
        told = tag("ul", *lines, class_="klc-effects") if lines else note(say("explain-nothing"))
        columns.append(tag("div", tag("h4", say(age)), told))
    return tag("div", *columns, class_="klc-columns")


def happened(log: Sequence[Entry], title: str = "") -> list[Panel]:
    """What a move has done: coins and cards, then age by age; nothing if it did nothing."""
    told = [entry for entry in log if entry.event.about.effect is not None]
    if not told:
        return []
    lines = [tag("li", x.text()) for x in told if x.event.age is None]
    parts = [tag("ul", *lines)] if lines else []
    if len(told) > len(lines):
        parts.append(log_panel(told))
    head = say("sandbox-happened")
    return [Panel("log", f"{head}: {title}" if title else head, together(parts), wide=True)]
