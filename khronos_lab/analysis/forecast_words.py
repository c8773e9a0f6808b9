"""Taxes in words: why a domain pays whom, in the language that is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khronos_lab.core.board import Building, highest
from khronos_lab.core.captions import english, german
from khronos_lab.core.squares import name
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.language import spoken
from khronos_lab.rulebook.language.german import KIND_STEMS
from khronos_lab.rulebook.language.old_tables import age_word, coins, listed
from khronos_lab.rulebook.pieces import CIVIL, REASON, Kind
from khronos_lab.rules.taxes import RULING_KIND, Due

if TYPE_CHECKING:
    from khronos_lab.analysis.forecast import DomainTax


def why_text(
    state: GameState, due: Due, present: tuple[int, ...], language: str | None = None
) -> str:
    """Why a domain would pay somebody or nobody; `present` are those of them who are there."""
    language = spoken(language)
    reason = _majority(state, due, language) if due.age is REASON else _ruler(state, due, language)
    if due.seats and due.amount and not present:
        absent, several = _names(state, due, language), len(due.seats) > 1
        if language == "de":
            reason += f", aber {absent} {'haben' if several else 'hat'} dort keinen Abenteurer"
        else:
            reason += f", but {absent} {'have' if several else 'has'} no adventurer there"
    return reason


def tax_text(line: DomainTax, names: tuple[str, ...], language: str | None = None) -> str:
    """One line of a forecast as a sentence; its reason is in the language that was set then.

    >>> from khronos_lab.analysis.forecast import DomainTax
    >>> from khronos_lab.rulebook.pieces import Age
    >>> line = DomainTax(Age.MIGHT, 0, (1,), (1,), 3, "X2", "White has the highest (X2)")
    >>> tax_text(line, ("Red", "White"))
    'Might, domain at a1: 3 coins for White; White has the highest (X2).'
    """
    language = spoken(language)
    who = listed((names[seat] for seat in line.collecting), language)
    where, amount = age_word(line.age, language), coins(line.amount, language)
    place = name(line.domain)
    if language == "de":
        return f"{where}, Domäne bei {place}: {amount} für {who or 'niemanden'}; {line.why}."
    return f"{where}, domain at {place}: {amount} for {who or 'nobody'}; {line.why}."


def _names(state: GameState, due: Due, language: str) -> str:
    return listed((state.players[seat].name for seat in due.seats), language)


def _ruler(state: GameState, due: Due, language: str) -> str:
    board, kind = state.boards[due.age], RULING_KIND[due.age]
    tops = highest(board, board.domain_at(due.domain), kind)
    top = tops[0] if tops and tops[0].owner is not None else None
    rules = _rules_de if language == "de" else _rules_en
    return rules(top, kind, state.names)


def _rules_en(top: Building | None, kind: Kind, names: tuple[str, ...]) -> str:
    if top is None:
        return f"no {kind.word} building rules here"
    return f"{english.owned(top, names)} is the highest {kind.word} building"


def _rules_de(top: Building | None, kind: Kind, names: tuple[str, ...]) -> str:
    if top is None:
        return f"hier herrscht kein {KIND_STEMS[kind]}es Gebäude"
    return f"{german.the(top, names)} ist das höchste {KIND_STEMS[kind]}e Gebäude"


def _majority(state: GameState, due: Due, language: str) -> str:
    if not due.seats:
        return "nobody has a cube here" if language == "en" else "hier hat niemand einen Würfel"
    board = state.boards[REASON]
    members = board.members(board.domain_at(due.domain))
    cubes = sum(each.cubes.count(due.seats[0]) for each in members if each.kind is CIVIL)
    names, tied = _names(state, due, language), len(due.seats) > 1
    if language == "de":
        return f"{names} " + (
            f"haben je {cubes} Würfel, niemand hat mehr"
            if tied
            else f"hat die meisten Würfel, {cubes}"
        )
    if tied:
        return f"{names} are tied with {cubes} cube{'s' * (cubes != 1)} each"
    return f"{names} has most cubes, {cubes}"
