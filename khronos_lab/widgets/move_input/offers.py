"""Offers: the tools of the tray and the buttons beside it, and why one leads to nothing now."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from khronos_lab.analysis.legality import PLACING, Wish, action_at, where_allowed
from khronos_lab.core.actions import Action, EndTurn, Exchange, Swap
from khronos_lab.core.captions import violation_text
from khronos_lab.core.squares import first
from khronos_lab.core.state import GameState, cards_of
from khronos_lab.engine.moves import why_not
from khronos_lab.rulebook.errors import Violation
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import BUILDING_AGES, KINDS, NO_CARDS, RANKS

BUILDINGS: Final = {f"{kind.letter}{rank}": (kind, rank) for kind in KINDS for rank in RANKS}
DEMOLISH: Final = "demolish"


class Reason(NamedTuple):
    """Why something is not possible: a violation of the rules, or other words with a clause."""

    key: str
    """The key of the words; empty if the violation speaks for itself."""
    clause: str = ""
    violation: Violation | None = None

    @classmethod
    def of(cls, broken: Violation) -> Reason:
        """The reason that a violation is."""
        return cls("", broken.clause, broken)

    def text(self, language: str | None = None) -> str:
        """One sentence, with its clause."""
        if self.violation is not None:
            return f"{capital(violation_text(self.violation, language))}."
        words = say(self.key, language)
        return f"{words.rstrip('.')} ({self.clause})." if self.clause else words


# ------------------------------------------------------------------ tools


def tool_wishes(tool: str) -> list[Wish]:
    """What a tool is for in Might and Faith; nothing is upgraded to the smallest."""
    if tool == DEMOLISH:
        return [Wish("demolish")]
    kind, rank = BUILDINGS[tool]
    return [Wish(verb, kind, rank) for verb in (("build",) if rank == 1 else PLACING)]


@lru_cache(maxsize=256)
def why_no_tool(state: GameState, tool: str) -> Reason | None:
    """Why no click with a tool is a move now; None if one is.

    It is what stands in the way of the nearest place besides the boards; without a place, these.
    """
    if state.over:
        return _why_not(state, EndTurn())
    wishes, home = tool_wishes(tool), state.player.adventurers
    if any(where.now for wish in wishes for where in where_allowed(state, wish)):
        return None
    wish = wishes[0]
    for age in sorted(BUILDING_AGES, key=lambda age: age not in home):
        free = where_allowed(state, wish)[age].free
        reason = _why_not(state, action_at(state, wish, age, first(free))) if free else None
        if reason is not None:
            return reason
    return Reason(f"move-none-{wish.verb}", "A4" if tool == DEMOLISH else "A1")


def _why_not(state: GameState, action: Action) -> Reason | None:
    broken = why_not(state, action)
    return None if broken is None else Reason.of(broken)


# ------------------------------------------------------------------ buttons


def card_verbs(state: GameState) -> tuple[str, ...]:
    """What is done with cards alone, under the rules of the game."""
    return ("exchange", "swap", "end") if state.rules.holdem else ("exchange", "end")


@lru_cache(maxsize=64)
def why_no_button(state: GameState, verb: str) -> Reason | None:
    """Why nothing can be done with cards now, in this way; None if something can."""
    reasons = [_why_not(state, each) for each in _samples(state, verb)]
    if not reasons:
        return Reason("move-none-cards", "T2" if verb == "exchange" else "V2")
    return None if None in reasons else reasons[0]


def _samples(state: GameState, verb: str) -> list[Action]:
    """Actions of a sort such that one of them is allowed if any is."""
    player = state.player
    held = [kind for kind in KINDS if player.hand[kind]]
    match verb:
        case "exchange":
            known: list[Action] = [Exchange(cards_of(kind)) for kind in held]
            return known + ([Exchange(NO_CARDS, 1)] if player.hidden else [])
        case "swap":
            mine = KINDS if player.hidden else held
            return [Swap(kind, cards_of(each)) for kind in KINDS for each in mine]
    return [EndTurn(NO_CARDS if state.rules.keeps_cards else None)]
