"""The controls of the recorder besides those of a move: set-up, typing, words about a move."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.records.model import MARKS
from khronos_lab.records.session import Session
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import MAX_PLAYERS, MIN_PLAYERS
from khronos_lab.rulebook.ruleset import RULES, Edition
from khronos_lab.widgets.clickable_boards.clickboard import Control, Group
from khronos_lab.widgets.kit.hidden_cards import HIDDEN, OPEN, Coins
from khronos_lab.widgets.recorder.setup_form import OWN_MAP, Form

REPLACE: Final = "replace"
BEFORE: Final = "before"


class Target(NamedTuple):
    """The move that comments, and perhaps corrections, are about."""

    number: int
    """-1 if there is no move yet."""
    title: str
    """As in `3.A Ann builds a keep at c5 in Might`."""


# ------------------------------------------------------------------ set-up


def setup_group(form: Form, begun: bool, maps: tuple[str, ...], language: str) -> Group:
    """Who plays what; before the game begins it stands above the boards."""

    def word(key: str) -> str:
        return say(f"record-setup-{key}", language)

    numbers = tuple((str(n), str(n)) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1))
    known = (*maps, OWN_MAP) if form.map == OWN_MAP else maps
    words = tuple((each, word("own_map") if each == OWN_MAP else Path(each).name) for each in known)
    editions = tuple((each.value, word(each.value)) for each in reversed(Edition))
    edition = capital(say("rule-edition", language))
    player = capital(say("word-player", language))
    seats = tuple(
        (str(seat), form.names[seat] or f"{player} {seat + 1}") for seat in range(form.number)
    )
    controls = [
        Control("setup.number", "choice", word("players"), str(form.number), numbers, begun),
        *(
            each
            for seat in range(form.number)
            for each in (
                Control(f"setup.name.{seat}", "text", f"{player} {seat + 1}", form.names[seat]),
                Control(f"setup.hand.{seat}", "text", word("hand"), form.hands[seat],
                        hint=word("hand_hint")),
            )
        ),
        Control("setup.start", "choice", word("start"), str(form.start), seats),
        Control("setup.map", "choice", word("map"), form.map, words),
        Control("setup.edition", "choice", edition, form.rules.edition.value, editions),
        *(
            Control(f"setup.{rule.name}", "check",
                    f"{capital(say(f'rule-{rule.name}', language))} ({rule.clause})",
                    getattr(form.rules, rule.name) != rule.default)
            for rule in RULES
            if rule.is_switch
        ),
        Control("setup.event", "text", word("event"), form.event),
        Control("setup.date", "text", word("date"), form.date, hint="2026-11-14"),
        Control("begin", "button", word("change" if begun else "begin"), strong=not begun),
    ]  # fmt: skip
    return Group("setup", say("record-setup", language), tuple(controls), folded=begun)


# ------------------------------------------------------------------ moves


def typing_group(session: Session, typed: str, language: str) -> Group:
    """The notation, typed; taking back and doing again."""
    back, again = say("record-take_back", language), say("record-redo", language)
    controls = (
        Control("take_back", "button", f"↶ {back}", disabled=not session.nodes, hint="Ctrl+Z"),
        Control("redo", "button", f"↷ {again}", disabled=not session.undone, hint="Ctrl+Y"),
        Control("typed", "text", say("record-typed", language), typed,
                hint=say("record-typed_hint", language)),
    )  # fmt: skip
    return Group("typing", "", controls)


# ------------------------------------------------------------------ corrections and words


def picked_group(target: Target | None, manner: str, language: str) -> Group:
    """What can be done about a move in the middle; without one, the place for it."""
    if target is None:
        return Group("picked", "", ())
    manners = (
        (REPLACE, say("record-replaces", language)),
        (BEFORE, say("record-comes_before", language)),
    )
    title = f"{say('record-correct', language)} {target.title}"
    controls = (
        Control("manner", "choice", title, manner, manners),
        Control("delete", "button", say("record-delete", language)),
        Control("leave", "button", say("record-leave", language), hint="Esc"),
    )
    return Group("picked", title, controls)


def words_group(session: Session, target: Target, language: str) -> Group:
    """Comment and mark of the last move, or of the one that was clicked; and the preface."""
    controls = []
    if target.number >= 0:
        node = session.nodes[target.number]
        marks = (("", say("record-no_mark", language)), *((each, each) for each in MARKS))
        controls += [
            Control("mark", "choice", say("record-mark", language), node.mark, marks),
            Control("comment", "text", f"{say('record-comment', language)}: {target.title}",
                    node.comment, wide=True),
        ]  # fmt: skip
    preface = say("record-preface", language)
    controls.append(Control("preface", "text", preface, session.comment, wide=True))
    return Group("words", say("record-words", language), tuple(controls), folded=True)


def shown_group(coins: Coins, notation: bool, language: str) -> Group:
    """What the page shows: whether coins lie open (S6), and moves in words or in notation."""
    options = tuple((each, say(f"panel-coins-{each}", language)) for each in (OPEN, HIDDEN))
    hint = say("tip-coins", language)
    choice = Control("coins", "choice", say("panel-coins", language), coins, options, hint=hint)
    written = Control("notation", "check", say("viewer-notation", language), notation)
    return Group("shown", say("record-shown", language), (choice, written), folded=True)
