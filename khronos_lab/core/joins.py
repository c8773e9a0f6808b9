"""What C2 has to remember of a joining while one move is resolved."""

from __future__ import annotations

from khronos_lab.core.board import Board, Building
from khronos_lab.core.domains import Domain
from khronos_lab.core.squares import first
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import Kind


class Join:
    """A civil building or copy of this move, and the domains of its age just before it.

    `origins` maps the first square of a building to the first square of its original domain. It
    is worked out by `trace`, only if there is a conflict to settle, and follows the buildings as
    they shrink or go. `contested` holds the conflicts of the joining, each as its buildings.
    """

    __slots__ = ("before", "contested", "origins")

    def __init__(self, before: Board) -> None:
        self.before = before
        self.origins: dict[int, int] = {}
        self.contested: list[list[Building]] = []

    @implements("C2")
    def trace(self, board: Board) -> None:
        """Note for every building of the age that was there before which domain it was in."""
        for anchor, building in board.buildings.items():
            if self.before.buildings.get(anchor) == building:
                self.origins[anchor] = first(self.before.domain_at(anchor).mask)

    def follow(self, old: Building, new: Building | None) -> None:
        """A successor counts where the building that it replaces counted."""
        origin = self.origins.pop(old.square, None)
        if new is not None and origin is not None:
            self.origins[new.square] = origin

    def joined(self, domain: Domain) -> bool:
        """True if a domain has buildings of two or more original domains.

        Only the joining building can have brought them together.
        """
        return len({self.origins[each] for each in domain.anchors if each in self.origins}) > 1

    @implements("C2")
    def settles(self, rivals: list[Building]) -> bool:
        """True if all rivals were in one conflict of the joining and have not shrunk since."""
        return any(all(rival in known for rival in rivals) for known in self.contested)

    @implements("C2")
    def strengths(self, board: Board, kind: Kind, rivals: list[Building]) -> dict[int, int]:
        """The strengths of the original domains that hold one of the rivals.

        The sum of the present values of their buildings of that kind that still stand in the age,
        wherever they are now and whoever owns them. Original domains without a rival are not
        compared (ruling).
        """
        found = {self.origin(rival): 0 for rival in rivals}
        for building in board.buildings.values():
            if building.kind is kind and self.origin(building) in found:
                found[self.origin(building)] += building.value(board.rules)
        return dict(sorted(found.items()))

    def origin(self, building: Building) -> int:
        """The first square of a building's original domain; what was in none is one by itself."""
        return self.origins.get(building.square, building.square)
