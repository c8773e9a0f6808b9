"""What the recorder tells: what waits, and all moves, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from khronos_lab.core import GameState, Move, action_text, move_sentence, player_marks
from khronos_lab.engine import Outcome, SurplusAnswer, play, read_token
from khronos_lab.kit import seat_mark
from khronos_lab.records import Node, Note, Study
from khronos_lab.rulebook import KhronosError, cached_by_language, say
from khronos_lab.viewer import Markup, tag, together

SHOWN: Final = 12
"""How many of the waiting moves are listed."""


def waiting_panel(study: Study, before: bool) -> Markup:
    """The first move that no longer fits, why, and what can be done about it."""
    rest = study.pending[1:]
    head, why = waiting_reason(study)
    first = tag("b", f"✗ {head}: ", title=study.pending[0].text)
    parts = [tag("p", first, why, class_="klc-verdict klc-no")]
    key = "record-still_waiting_before" if before else "record-still_waiting"
    told = say(key) if rest else say(key).split(". ")[0]
    parts.append(tag("p", told.rstrip(","), " ", *_listed(study, rest)))
    buttons = [("drop", "record-delete"), ("give_up", "record-give_up")]
    if isinstance(study.fault, SurplusAnswer):
        buttons.insert(0, ("unanswered", "record-unanswered"))
    if study.can_revert:
        buttons.append(("revert", "record-revert"))
    shown = [_button(name, say(key)) for name, key in buttons]
    parts.append(tag("p", *_spaced(shown)))
    return together(parts)


def waiting_reason(study: Study) -> tuple[str, str]:
    """The first move that no longer fits, and why."""
    why = "" if study.fault is None else study.fault.text()
    head = _noted(study, study.pending[0])
    return f"{head}, {say('record-waiting')}", why


def _noted(study: Study, note: Note) -> str:
    """What somebody wanted to do; whether it can be done is not asked."""
    try:
        words = action_text(read_token(study.state, note.text).action)
    except KhronosError:
        # Cards that another player could draw cannot be drawn here: then it says only what for.
        words = say("action-EndTurn") if note.text[:1] in ">-" else note.text
    who = f"{study.start.names[_seat(study.start, note.label)]} " if note.label else ""
    return f"{who}{note.label}: {words}{note.mark}".removeprefix(": ")


def _listed(study: Study, notes: Sequence[Note]) -> list[Markup | str]:
    """The first of several moves, each in words and with its notation."""
    said = [tag("span", _noted(study, note), title=note.text) for note in notes[:SHOWN]]
    more = [f" … (+{len(notes) - SHOWN})"] if len(notes) > SHOWN else []
    return [part for each in said for part in (" · ", each)][1:] + more


def _button(name: str, words: str) -> Markup:
    return tag("button", words, type="button", class_="klc-button", data_press=name)


# ------------------------------------------------------------------ the moves


def move_words(study: Study, number: int) -> str:
    """What a move did, without its player: `builds a keep at d3 in Might`, with its mark."""
    node = study.nodes[number]
    return f"{_sentence(study.before(number), node.move)}{node.mark}"


@cached_by_language(maxsize=2048)
def _sentence(before: GameState, move: Move) -> str:
    result = play(before, move)
    return move_sentence(result.log) if isinstance(result, Outcome) else ""


def moves_panel(study: Study, picked: int | None, notation: bool = False) -> Markup:
    """All moves, newest first, turn by turn; each is a button, in words or in notation."""
    numbered = enumerate(study.nodes)
    turns = [(label, list(moves)) for label, moves in groupby(numbered, lambda pair: pair[1].label)]
    said = [
        node.text + node.mark if notation else move_words(study, number)
        for number, node in enumerate(study.nodes)
    ]
    lines = [_turn(study.start, label, moves, said, picked) for label, moves in reversed(turns)]
    if study.undone:
        undone = f"{say('record-undone')}: "
        forget = _button("forget", say("record-forget"))
        listed = _listed(study, study.undone)
        lines.insert(0, tag("p", undone, *listed, " ", forget, class_="klc-note"))
    if study.can_revert and not study.pending:
        revert = _button("revert", say("record-revert"))
        lines.insert(0, tag("p", revert, class_="klc-note"))
    if study.intro_of():
        lines.append(tag("p", study.intro_of(), class_="klc-said"))
    if not lines:
        return tag("p", say("record-none_yet"), class_="klc-note")
    hint = tag("p", say("record-moves_hint"), class_="klc-note")
    return together([hint, tag("div", *lines, class_="klc-moves")])


def _turn(
    start: GameState,
    label: str,
    moves: list[tuple[int, Node]],
    said: Sequence[str],
    picked: int | None,
) -> Markup:
    pieces: list[Markup] = []
    for number, node in moves:
        pieces.append(
            tag(
                "button", said[number], type="button", class_="klc-move",
                title=f"{node.text}{node.mark}", data_press=f"pick:{number}",
                aria_pressed="true" if number == picked else "false",
            )
        )  # fmt: skip
        if node.comment:
            pieces.append(tag("span", node.comment, class_="klc-said"))
    seat = _seat(start, label)
    head = tag("span", seat_mark(seat), f" {start.names[seat]} {label}", class_="klc-turn-label")
    return tag("div", head, " ", *_spaced(pieces), class_="klc-turn")


def _spaced(pieces: list[Markup]) -> list[str]:
    return [each for piece in pieces for each in (piece, " ")]


def _seat(start: GameState, label: str) -> int:
    return player_marks(start.names).index(label.rpartition(".")[2])
