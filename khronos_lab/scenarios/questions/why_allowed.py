"""Why something is allowed: what it touches, and who leads there.

What forbids a building or a copy is told by the engine. To somebody who wrongly saw a reason, the
explanation has to say how near it came: one domain only (D1, B3a), a leader that is not its equal
(H1, B3b).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from khronos_lab.core import events as e
from khronos_lab.core.board import Building, Domain, owned
from khronos_lab.core.squares import bits, name
from khronos_lab.mechanics.placement import contact_squares, touched_domains
from khronos_lab.mechanics.shadows import joined_by_copy, shadows_of, touched_by_copy
from khronos_lab.rulebook.language import Said
from khronos_lab.rulebook.pieces import CIVIL, FAITH, Age
from khronos_lab.scenarios.questions.exercise import Because
from khronos_lab.scenarios.questions.tried_action import Look


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
        yield _touches(FAITH, touched, tuple(bits(beside)), "B3a", copy=True)
    rest, joined = joined_by_copy(board, copy)
    if touched:
        others = (each for domain in joined for each in rest.members(domain))
        yield _beside(look, copy, others, FAITH, "B3b", copy=True)


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
    yield _touches(action.age, touched, contact_squares(board, new.mask), "D1")
    if new.kind is not CIVIL:
        others = (
            each for domain in touched for each in board.members(domain) if not each.mask & new.mask
        )
        yield _beside(look, new, others, action.age, "H1")


def _grows(older: Building, beside: int) -> Because:
    """A copy that touches nothing but the domain of its own older shadow."""
    said = Said("why-grows", {"age": FAITH, "place": name(older.square)})
    return Because("B3a", said, FAITH, tuple(bits(beside)))


def _touches(
    age: Age, domains: list[Domain], squares: tuple[int, ...], clause: str, *, copy: bool = False
) -> Because:
    """How many domains it touches, and where they are."""
    places = tuple(name(domain.anchors[0]) for domain in domains)
    told = {"age": age, "n": len(domains), "places": places, "clause": clause, "copy": copy}
    return Because(clause, Said("why-touching", told), age, squares)


def _beside(
    look: Look, new: Building, others: Iterable[Building], age: Age, clause: str, *,
    copy: bool = False,
) -> Because:  # fmt: skip
    """The highest other building of its kind, which is not its equal."""
    told = {"kind": new.kind, "clause": clause, "copy": copy}
    rivals = [each for each in others if each.kind is new.kind]
    if not rivals:
        return Because(clause, Said("why-no_rival", told), age)
    leader = max(rivals, key=lambda each: each.rank)
    told |= {"rival": owned(leader, look.before.names), "lower": leader.rank < new.rank}
    return Because(clause, Said("why-rival", told), age, leader.squares)
