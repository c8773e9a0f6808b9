"""Why something is allowed: what it touches, and who leads there.

What forbids a building or a copy is told by the engine. To somebody who wrongly saw a reason, the
explanation has to say how near it came: one domain only (D1, B3a), a leader that is not its equal
(H1, B3b).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.board import Building
from khronos_lab.core.domains import Domain
from khronos_lab.core.squares import bits, name
from khronos_lab.rulebook.language import capital
from khronos_lab.rulebook.language.german import KIND_STEMS
from khronos_lab.rulebook.pieces import CIVIL, FAITH, Age
from khronos_lab.rules.placement import contact_squares, touched_domains
from khronos_lab.rules.shadows import joined_by_copy, shadows_of, touched_by_copy
from khronos_lab.scenarios.questions.exercise import Because
from khronos_lab.scenarios.questions.phrases import IN_AGE, Words, listed, the_building
from khronos_lab.scenarios.questions.tried_action import Look

_IT: Final = Words("the new building", "das neue Gebäude")
_COPY: Final = Words("the copy", "die Kopie")


def why_copied(look: Look, cast: e.ShadowCast) -> Iterator[Because]:
    """Why Faith allows a copy; elsewhere, and to civil ones, no such question is put."""
    copy = cast.building
    if cast.age is not FAITH or copy.kind is CIVIL:
        return
    board = look.before.boards[FAITH]
    upgraded = next((event for _, event in look.told(e.BuildingUpgraded)), None)
    older = {} if upgraded is None else dict(shadows_of(look.before, upgraded.age, upgraded.old))
    own = older.get(FAITH)
    touched, beside = touched_by_copy(board, copy, own)
    if own is not None and len(touched) == 1:
        yield _grows(own, beside)
    else:
        yield _touches(_COPY, FAITH, touched, tuple(bits(beside)), "B3a")
    rest, joined = joined_by_copy(board, copy)
    if touched:
        others = (each for domain in joined for each in rest.members(domain))
        yield _beside(_COPY, look, copy, others, FAITH, "B3b")


def why_built(look: Look) -> Iterator[Because]:
    """Why a building is allowed where it touches others."""
    action = look.placing
    if action is None:
        return
    new = Building(action.kind, action.rank, action.square)
    board = look.before.boards[action.age]
    touched = touched_domains(board, new.mask)
    if not touched:
        return
    yield _touches(_IT, action.age, touched, contact_squares(board, new.mask), "D1")
    if new.kind is not CIVIL:
        others = (
            each for domain in touched for each in board.members(domain) if not each.mask & new.mask
        )
        yield _beside(_IT, look, new, others, action.age, "H1")


def _grows(older: Building, beside: int) -> Because:
    """A copy that touches nothing but the domain of its own older shadow."""
    at, where = name(older.square), IN_AGE[FAITH]
    words = Words(
        f"{capital(where.en)} the copy grows in the domain of its own older shadow at {at} and "
        "touches no other, so it connects nothing (B3a).",
        f"{capital(where.de)} wächst die Kopie in der Domäne des eigenen älteren Zeitschattens auf "
        f"{at} und berührt keine andere, verbindet also nichts (B3a).",
    )
    return Because("B3a", words, FAITH, tuple(bits(beside)))


def _touches(
    what: Words, age: Age, domains: list[Domain], squares: tuple[int, ...], clause: str
) -> Because:
    """How many domains it touches, and where they are."""
    where = IN_AGE[age]
    firsts = [name(domain.anchors[0]) for domain in domains]
    at = listed([Words(first, first) for first in firsts])
    if not domains:
        words = Words(
            f"{capital(where.en)} {what.en} touches no building that stays ({clause}).",
            f"{capital(where.de)} berührt {what.de} kein Gebäude, das stehen bleibt ({clause}).",
        )
    elif len(domains) == 1:
        words = Words(
            f"{capital(where.en)} {what.en} touches one domain only, at {at.en}, so it connects "
            f"nothing ({clause}).",
            f"{capital(where.de)} berührt {what.de} nur eine Domäne, bei {at.de}, verbindet also "
            f"nichts ({clause}).",
        )
    else:
        words = Words(
            f"{capital(where.en)} {what.en} connects the domains at {at.en}, and being civil it "
            f"may ({clause}).",
            f"{capital(where.de)} verbindet {what.de} die Domänen bei {at.de}; als bürgerliches "
            f"darf es das ({clause}).",
        )
    return Because(clause, words, age, squares)


def _beside(
    what: Words, look: Look, new: Building, others: Iterable[Building], age: Age, clause: str
) -> Because:
    """The highest other building of its kind, which is not its equal."""
    kind, stem = new.kind.word, KIND_STEMS[new.kind]
    rivals = [each for each in others if each.kind is new.kind]
    if not rivals:
        words = Words(
            f"There is no other {kind} building in that domain, so none of its rank ({clause}).",
            f"In dieser Domäne gibt es kein anderes {stem}es Gebäude, also kein gleich großes "
            f"({clause}).",
        )
        return Because(clause, words, age)
    leader = max(rivals, key=lambda each: each.rank)
    said = the_building(leader, look.before.names, "nom")
    lower = leader.rank < new.rank
    words = Words(
        f"The highest other {kind} building there, {said.en}, is {'lower' if lower else 'higher'}"
        f" than {what.en}, not equal to it ({clause}).",
        f"Das höchste andere {stem}e Gebäude dort, {said.de}, ist "
        f"{'kleiner' if lower else 'größer'} als {what.de}, nicht gleich groß ({clause}).",
    )
    return Because(clause, words, age, leader.squares)
