"""What the recorder tells: what waits, and all moves, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from khronos_lab.board import Markup, tag, together
from khronos_lab.core import GameState, Move, action_text, move_sentence, player_marks
from khronos_lab.engine import Outcome, SurplusAnswer, play, read_token
from khronos_lab.records import Study, UnplayedMove
from khronos_lab.rulebook import KhronosError, cached_by_language, say

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


def _noted(study: Study, note: UnplayedMove) -> str:
    """What somebody wanted to do; whether it can be done is not asked."""
    try:
        words = action_text(read_token(study.state, note.text).action)
    except KhronosError:
        # Cards that another player could draw cannot be drawn here: then it says only what for.
        words = say("action-EndTurn") if note.text[:1] in ">-" else note.text
    who = f"{study.start.names[_seat(study.start, note.label)]} " if note.label else ""
    return f"{who}{note.label}: {words}{note.mark}".removeprefix(": ")


def _listed(study: Study, notes: Sequence[UnplayedMove]) -> list[Markup | str]:
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


def moves_panel(study: Study, looking: int | None) -> Markup:
    """What was taken back, and the button that corrects the move somebody looks at."""
    lines = []
    if study.undone:
        undone = f"{say('record-undone')}: "
        forget = _button("forget", say("record-forget"))
        listed = _listed(study, study.undone)
        lines.append(tag("p", undone, *listed, " ", forget, class_="klc-note"))
    if study.can_revert and not study.pending:
        lines.append(tag("p", _button("revert", say("record-revert")), class_="klc-note"))
    if looking is None:
        lines.append(tag("p", say("record-none_yet"), class_="klc-note"))
    else:
        node = study.nodes_of(())[looking]
        who = study.start.names[_seat(study.start, node.label)]
        told = f"{node.label} {who} {move_words(study, looking)}"
        correct = _button(f"pick:{looking}", say("record-correct"))
        lines.append(tag("p", correct, " ", told))
        lines.append(tag("p", say("record-moves_hint"), class_="klc-note"))
    return together(lines)


def _spaced(pieces: list[Markup]) -> list[str]:
    return [each for piece in pieces for each in (piece, " ")]


def _seat(start: GameState, label: str) -> int:
    return player_marks(start.names).index(label.rpartition(".")[2])
