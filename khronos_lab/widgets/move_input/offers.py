"""Offers of the mover: which actions and buildings there are now, and why another is not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from khronos_lab.analysis.legality import AGES_OF, PLACING, Wish, action_at
from khronos_lab.core.actions import Action, EndTurn, Exchange, Swap, Travel, Violation
from khronos_lab.core.captions import violation_text
from khronos_lab.core.squares import first
from khronos_lab.core.state import GameState, cards_of
from khronos_lab.engine.legal_actions import Family, choices
from khronos_lab.engine.moves import why_not
from khronos_lab.engine.position_editing import at_leisure
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import AGES, KINDS, NO_CARDS, RANKS, Age, Kind

VERBS: Final = (
    "build", "upgrade", "demolish", "populate", "restore", "travel", "exchange", "swap", "end",
)  # fmt: skip
CLAUSES: Final = {
    "build": "A1",
    "upgrade": "A2",
    "demolish": "A4",
    "populate": "A5",
    "restore": "A6",
}


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


class Offer(NamedTuple):
    """Something that can be chosen, and why it leads to nothing, if so."""

    value: str
    why: Reason | None = None

    @property
    def possible(self) -> bool:
        """True if the rules allow some move with it now."""
        return self.why is None


@lru_cache(maxsize=64)
def verbs_of(state: GameState) -> tuple[Offer, ...]:
    """All actions there are under the rules of the game."""
    shown = (verb for verb in VERBS if verb != "swap" or state.rules.holdem)
    return tuple(Offer(verb, _why_no(state, verb)) for verb in shown)


@lru_cache(maxsize=64)
def buildings_of(state: GameState, verb: str) -> tuple[Offer, ...]:
    """All buildings, for building them or upgrading to them."""
    return tuple(
        Offer(f"{kind.letter}{rank}", _why_not_placed(state, verb, kind, rank))
        for kind in KINDS
        for rank in RANKS
        if verb == "build" or rank > 1
    )


def _why_no(state: GameState, verb: str) -> Reason | None:
    if verb in CLAUSES:
        if any(_named(family) == verb for family in _families(state)):
            return None
        return _representative(state, verb, _free(state))
    tried = _samples(state, verb)
    broken = [why_not(state, each) for each in tried]
    if not broken:
        return Reason("move-none-cards", "T2" if verb == "exchange" else "V2")
    return None if None in broken else Reason.of(broken[0])  # type: ignore[arg-type]


def _samples(state: GameState, verb: str) -> list[Action]:
    """Actions of a sort such that one of them is allowed if any is."""
    player = state.player
    held = [kind for kind in KINDS if player.hand[kind]]
    match verb:
        case "travel":
            return [Travel(age, to) for age in player.adventurers for to in AGES if to is not age]
        case "exchange":
            known: list[Action] = [Exchange(cards_of(kind)) for kind in held]
            return known + ([Exchange(NO_CARDS, 1)] if player.hidden else [])
        case "swap":
            mine = KINDS if player.hidden else held
            return [Swap(kind, cards_of(each)) for kind in KINDS for each in mine]
    return [EndTurn(NO_CARDS if state.rules.keeps_cards else None)]


def _why_not_placed(state: GameState, verb: str, kind: Kind, rank: int) -> Reason | None:
    def is_it(family: Family) -> bool:
        return _named(family) == verb and family.kind is kind and family.rank == rank

    if any(map(is_it, _families(state))):
        return None
    return _representative(state, verb, filter(is_it, _free(state)))


def _representative(state: GameState, verb: str, free: Iterable[Family]) -> Reason:
    """Why the nearest thing of a sort cannot be done: what stands in its way besides the boards."""
    if state.over:
        broken = why_not(state, EndTurn())
        assert broken is not None
        return Reason.of(broken)
    home = state.player.adventurers
    near = sorted(
        (family for family in free if _named(family) == verb),
        key=lambda family: (family.age not in home, _cost(state, family)),
    )
    for family in near:
        wish = Wish(verb, family.kind, family.rank)
        action = action_at(state, wish, family.age, first(family.anchors))
        broken = why_not(state, action)
        if broken is not None:
            return Reason.of(broken)
    return Reason(f"move-none-{verb}", CLAUSES[verb])


def _cost(state: GameState, family: Family) -> int:
    values = state.rules.values[family.kind]
    return values[family.rank] if family.verb.__name__.lower() in PLACING else 1


def _named(family: Family) -> str:
    return family.verb.__name__.lower()


@lru_cache(maxsize=64)
def _families(state: GameState) -> tuple[Family, ...]:
    return tuple(choices(state).families)


@lru_cache(maxsize=64)
def _free(state: GameState) -> tuple[Family, ...]:
    """What could be done if cards, coins and adventurers were no object."""
    ages: tuple[Age, ...] = AGES
    return tuple(
        family
        for age in ages
        for family in choices(at_leisure(state, state.seat, age)).families
        if family.age is age and age in AGES_OF[_named(family)]
    )
