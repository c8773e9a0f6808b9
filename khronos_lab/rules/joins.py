"""What C2 has to remember: the domains just before a civil building or copy joined them."""

from __future__ import annotations

from dataclasses import dataclass, field

from khronos_lab.core.board import Board, Building
from khronos_lab.core.domains import Domain
from khronos_lab.core.squares import first
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import Age, Kind


@dataclass(slots=True)
class Join:
    """A joined domain and where each of its buildings came from.

    `origins` maps the anchors of its buildings to the first square of their original domain, or
    to None for what was not there before. It lives while one move is resolved and follows its
    buildings as they shrink or go.
    """

    origins: dict[int, int | None] = field(default_factory=dict)

    def follow(self, old: Building, new: Building | None) -> None:
        """A building has shrunk, been replaced by its successor, or gone."""
        if old.square in self.origins:
            origin = self.origins.pop(old.square)
            if new is not None:
                self.origins[new.square] = origin

    @implements("C2")
    def settles(self, domain: Domain) -> bool:
        """True if this is the joined domain and it is still in one piece."""
        return bool(self.origins) and self.origins.keys() <= set(domain.anchors)

    @implements("C2")
    def strengths(self, board: Board, kind: Kind, rivals: list[Building]) -> dict[int, int]:
        """The strengths of the original domains that hold one of the rivals.

        Of the buildings of that kind that still stand, at their present values, whoever owns
        them. Original domains without a rival are not compared (ruling).
        """
        found = {self.origin(rival): 0 for rival in rivals}
        for anchor, origin in self.origins.items():
            building = board.buildings[anchor]
            if origin in found and building.kind is kind:
                found[origin] += building.value
        return dict(sorted(found.items()))

    def origin(self, building: Building) -> int:
        """The first square of a building's original domain."""
        origin = self.origins[building.square]
        assert origin is not None, f"{building} joined no domain"
        return origin


Joins = dict[Age, Join]


@implements("C2")
def join_by(before: Board, after: Board, building: Building) -> Join:
    """What a civil building or copy has joined; empty if it joined nothing.

    Original domains are those before it was placed and before it removed anything.
    """
    if len(after.domains) >= len(before.domains) and not building.mask & before.occupied:
        return Join()
    joined = after.domain_at(building.square)
    if sum(bool(domain.mask & joined.mask) for domain in before.domains) < 2:
        return Join()
    origins: dict[int, int | None] = {}
    for anchor in joined.anchors:
        stood = anchor != building.square and before.occupied >> anchor & 1
        origins[anchor] = first(before.domain_at(anchor).mask) if stood else None
    if len({origin for origin in origins.values() if origin is not None}) < 2:
        return Join()
    return Join(origins)
