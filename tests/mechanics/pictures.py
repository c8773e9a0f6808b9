"""For tests of B, C and O: positions that the rules allow, and moves answered by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import dedent

from khronos_lab.core import Action, Building, Event, GameState, Move, OpenChoice, cards_text, name
from khronos_lab.engine import Outcome, play
from khronos_lab.mechanics import faults
from tests.support import assert_story, boards, position


def legal(text: str) -> GameState:
    """A state from a text with boards on which nothing stands that the rules forbid."""
    state = position(text)
    wrong = [str(fault) for fault in faults(state)]
    assert not wrong, f"the test starts from an illegal position: {wrong}"
    return state


def options(state: GameState, question: OpenChoice) -> list[str]:
    """What may be chosen: players by name (B8), buildings and places by their first square."""
    if question.clause == "B8":
        return [state.players[seat].name for seat in question.options if isinstance(seat, int)]
    return [name(each.square if isinstance(each, Building) else each) for each in question.options]


def choosing(state: GameState, action: Action, *wishes: str) -> Outcome:
    """Play an action and answer its questions in order with these options, all of them."""
    answers: tuple[int, ...] = ()
    for wish in wishes:
        question = play(state, Move(action, answers))
        assert isinstance(question, OpenChoice), f"nobody was asked about {wish}"
        offered = options(state, question)
        assert wish in offered, f"{wish} was not offered, but {offered} ({question.clause})"
        answers = (*answers, offered.index(wish))
    outcome = play(state, Move(action, answers))
    if isinstance(outcome, OpenChoice):
        raise AssertionError(f"{outcome.clause} was left open: {options(state, outcome)}")
    return outcome


@dataclass(frozen=True, slots=True)
class Played(Outcome):
    """What came of an action, and the state before it."""

    before: GameState

    def shows(self, picture: str) -> Played:
        """The boards afterwards look so; below them sentences of the log, in their order.

        Others may stand between them. A picture may have sentences only.
        """
        rows, told = _parted(picture)
        if rows.strip():
            boards(self).are(rows)
        assert_story(self, *told)
        return self


class playing:  # noqa: N801
    """`playing(action).on(picture)`: plays an action, its questions answered by these wishes.

    Without players in the picture it is Red, who has the cards of the action and no others,
    against White. Below an arrow the picture shows what came of it (see `Played.shows`).
    """

    def __init__(self, action: Action, *wishes: str) -> None:
        self.action, self.wishes = action, wishes

    def on(self, picture: str | GameState) -> Played:
        """Play on these boards, which hold nothing that the rules forbid."""
        if isinstance(picture, GameState):
            outcome = choosing(picture, self.action, *self.wishes)
            return Played(outcome.state, outcome.log, picture)
        before, _, after = picture.partition("->\n")
        if "player" not in before:
            paid = cards_text(getattr(self.action, "cards", (0, 0, 0)))
            before = f"players Red: hand {paid}; White\n{dedent(before)}"
        return self.on(legal(before)).shows(after)


def _parted(picture: str) -> tuple[str, list[str]]:
    """The rows of a picture, and the sentences below them; each ends with its clause."""
    rows = re.match(r"(?:(?!^ *[A-Z][\w']+:? [^|\n]*$).*\n)*", picture, re.MULTILINE)
    assert rows is not None
    told = " ".join(picture[rows.end() :].split())
    return rows[0], re.split(r"(?<=[A-Z]\d\)\.|\d[ab]\)\.) ", told) if told else []


def home(state: GameState) -> dict[str, int]:
    """The cubes that each player has at home."""
    return {player.name: player.cubes for player in state.players}


def gained(before: GameState | Played, after: GameState | None = None) -> dict[str, int]:
    """How many cubes more each player has at home, where it changed."""
    if isinstance(before, Played):
        return gained(before.before, before.state)
    assert after is not None
    then = home(before)
    return {who: now - then[who] for who, now in home(after).items() if now != then[who]}


def index_of(outcome: Outcome, event: Event) -> int:
    """The place of an event in the log."""
    return [entry.event for entry in outcome.log].index(event)
