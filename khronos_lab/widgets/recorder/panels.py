"""What the recorder tells: what waits, what just happened, and all moves, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from khronos_lab.core.position.writer import player_marks
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState
from khronos_lab.engine.notation import SurplusAnswer
from khronos_lab.records.model import Node
from khronos_lab.records.session import Note, Session
from khronos_lab.rulebook.language import say
from khronos_lab.viewer.html import NOTHING, Markup, tag, together
from khronos_lab.widgets.kit.frame_panels import seat_mark
from khronos_lab.widgets.move_input.panels import log_panel
from khronos_lab.widgets.recorder.clicks import reason_text

SHOWN: Final = 12
"""How many of the waiting moves are listed."""


def waiting_panel(session: Session, before: bool, language: str) -> Markup:
    """The first move that no longer fits, why, and what can be done about it."""
    rest = session.waiting[1:]
    head, why = waiting_reason(session, language)
    parts = [tag("p", tag("b", f"✗ {head}: "), why, class_="klc-verdict klc-no")]
    key = "record-still_waiting_before" if before else "record-still_waiting"
    listed = " · ".join(map(_noted, rest[:SHOWN]))
    more = f" … (+{len(rest) - SHOWN})" if len(rest) > SHOWN else ""
    told = f"{say(key, language)} {listed}{more}" if rest else say(key, language).split(". ")[0]
    parts.append(tag("p", told.rstrip(",")))
    buttons = [("drop", "record-delete"), ("give_up", "record-give_up")]
    if isinstance(session.fault, SurplusAnswer):
        buttons.insert(0, ("unanswered", "record-unanswered"))
    if session.former is not None:
        buttons.append(("revert", "record-revert"))
    shown = [_button(name, say(key, language)) for name, key in buttons]
    parts.append(tag("p", *_spaced(shown)))
    return together(parts)


def waiting_reason(session: Session, language: str) -> tuple[str, str]:
    """The first move that no longer fits, and why."""
    why = "" if session.fault is None else reason_text(session.fault, language)
    return f"{_noted(session.waiting[0])} {say('record-waiting', language)}", why


def _noted(note: Note) -> str:
    return f"{note.label} {note.text}{note.mark}".strip()


def _button(name: str, words: str) -> Markup:
    return tag("button", words, type="button", class_="klc-button", data_press=name)


# ------------------------------------------------------------------ what happened


def happened_panel(log: Sequence[Entry], language: str) -> Markup:
    """What the last move has done: coins and cards, then age by age."""
    told = [entry for entry in log if entry.event.about.effect is not None]
    lines = [tag("li", entry.text(language)) for entry in told if entry.event.age is None]
    ages = any(entry.event.age is not None for entry in told)
    parts = [tag("ul", *lines)] if lines else []
    return together([*parts, log_panel(told, language) if ages else NOTHING])


# ------------------------------------------------------------------ the moves


def moves_panel(session: Session, picked: int | None, language: str) -> Markup:
    """All moves, newest first, a line for each turn; each is a button."""
    numbered = enumerate(session.nodes)
    turns = [(label, list(moves)) for label, moves in groupby(numbered, lambda pair: pair[1].label)]
    lines = [_turn(session.start, label, moves, picked) for label, moves in reversed(turns)]
    if session.undone:
        said = f"{say('record-undone', language)}: " + " ".join(
            _noted(note) for note in session.undone[:SHOWN]
        )
        forget = _button("forget", say("record-forget", language))
        lines.insert(0, tag("p", said, " ", forget, class_="klc-note"))
    if session.former is not None and not session.waiting:
        revert = _button("revert", say("record-revert", language))
        lines.insert(0, tag("p", revert, class_="klc-note"))
    if session.comment:
        lines.append(tag("p", session.comment, class_="klc-said"))
    if not lines:
        return tag("p", say("record-none_yet", language), class_="klc-note")
    hint = tag("p", say("record-moves_hint", language), class_="klc-note")
    return together([hint, tag("div", *lines, class_="klc-moves")])


def _turn(
    start: GameState, label: str, moves: list[tuple[int, Node]], picked: int | None
) -> Markup:
    pieces: list[Markup] = []
    for number, node in moves:
        pieces.append(
            tag(
                "button", f"{node.text}{node.mark}", type="button", class_="klc-move",
                data_press=f"pick:{number}", aria_pressed="true" if number == picked else "false",
            )
        )  # fmt: skip
        if node.comment:
            pieces.append(tag("span", node.comment, class_="klc-said"))
    seat = _seat(start, label)
    head = tag("span", seat_mark(seat), f" {label}", class_="klc-turn-label")
    return tag("div", head, " ", *_spaced(pieces), class_="klc-turn")


def _spaced(pieces: list[Markup]) -> list[str]:
    return [each for piece in pieces for each in (piece, " ")]


def _seat(start: GameState, label: str) -> int:
    return player_marks(start.names).index(label.rpartition(".")[2])


def count_text(session: Session, language: str) -> str:
    """`37 moves`."""
    return say("n-moves", language, n=len(session.nodes))
