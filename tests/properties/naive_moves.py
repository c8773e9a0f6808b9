"""B and C played a second time, from the rules page alone, slowly and with nothing remembered.

`predict` takes a state, a placing or a demolition and its answers, and says what stands where
afterwards. Pieces are small mutable things on sets of squares; domains come from networkx every
time they are asked for. Legality, cards and coins are not its business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

import networkx as nx

from khronos_lab.core import Build, Building, Demolish, GameState, Upgrade
from khronos_lab.rulebook import Age, Kind
from tests.properties.oracles import RUIN_VALUE, VALUE, Square, hamlet_squares, square_at

MIGHT, FAITH, REASON = Age
MILITARY, RELIGIOUS, CIVIL = Kind


@dataclass(eq=False)
class Piece:
    """A building; it is itself, whatever becomes of it."""

    kind: Kind
    rank: int
    at: Square
    owner: int | None = None
    ruin: bool = False
    cubes: tuple[int, ...] = ()
    printed: bool = False

    @property
    def area(self) -> set[Square]:
        column, row = self.at
        return set(product(range(column, column + self.rank), range(row, row + self.rank)))

    @property
    def order(self) -> tuple[int, int]:
        """Reading order: rows first."""
        return self.at[1], self.at[0]

    @property
    def value(self) -> int:
        return RUIN_VALUE[self.rank] if self.ruin else VALUE[self.kind][self.rank]

    def touches(self, other: Piece) -> bool:
        return any(
            abs(column - x) + abs(row - y) == 1 for column, row in self.area for x, y in other.area
        )

    def same(self, other: Piece) -> bool:
        """C6, owners aside."""
        return (self.kind, self.rank, self.at) == (other.kind, other.rank, other.at)

    def copy(self, *, ruin: bool = False) -> Piece:
        return Piece(self.kind, self.rank, self.at, None if ruin else self.owner, ruin)


Domain = list[Piece]


def domains(pieces: Iterable[Piece]) -> list[Domain]:
    """Groups that touch, in reading order of their first squares."""
    standing = sorted(pieces, key=lambda piece: piece.order)
    ground = {square: piece for piece in standing for square in piece.area}
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(standing)
    for (column, row), piece in ground.items():
        for beside in ((column + 1, row), (column, row + 1)):
            if beside in ground:
                graph.add_edge(piece, ground[beside])
    groups = [[p for p in standing if p in group] for group in nx.connected_components(graph)]
    return sorted(groups, key=lambda group: group[0].order)


def domain_with(pieces: Iterable[Piece], piece: Piece) -> Domain:
    return next(domain for domain in domains(pieces) if piece in domain)


@dataclass
class Asked:
    """A question as the prediction puts it."""

    clause: str
    seat: int
    options: int


class World:
    """Three lists of pieces, the tiles and cubes at home, and the answers still to come."""

    def __init__(self, state: GameState, answers: Iterable[int]) -> None:
        self.seat = state.seat
        self.switch = state.rules.ruins_respect_domains
        self.tiles_return = state.rules.erased_tiles_return
        self.homes = hamlet_squares(state.grid)
        self.ages = {age: [piece_of(each) for each in state.boards[age]] for age in Age}
        self.tiles = {(k, r): state.supply[k][r] for k in Kind for r in (1, 2, 3)}
        self.cubes = [player.cubes for player in state.players]
        self.answers = iter(answers)
        self.asked: list[Asked] = []
        self.origins: dict[Age, dict[Piece, int]] = {}
        """C2: the number of the domain that a piece was in before something civil was placed."""
        self.joined: dict[Age, set[int]] = {}
        """C2: the numbers of the domains that it joined."""
        self.contested: list[set[Piece]] = []
        """C2: the conflicts of the joining in this age; a piece that shrinks leaves its set."""

    # -------------------------------------------------------------- pieces come and go

    def put(self, age: Age, piece: Piece) -> None:
        self.ages[age].append(piece)
        self.tiles[piece.kind, piece.rank] -= 1
        if piece.owner is not None:
            self.cubes[piece.owner] -= 1

    def take(self, age: Age, piece: Piece, *, out: bool = False) -> None:
        self.ages[age].remove(piece)
        if not piece.printed and not out:
            self.tiles[piece.kind, piece.rank] += 1
        for seat in (*piece.cubes, *([] if piece.owner is None else [piece.owner])):
            self.cubes[seat] += 1

    def alter(self, piece: Piece, rank: int, at: Square) -> None:
        """Another tile in its place; an owner's cube stays."""
        self.tiles[piece.kind, piece.rank] += 1
        self.tiles[piece.kind, rank] -= 1
        piece.rank, piece.at = rank, at

    def ask(self, clause: str, seat: int, options: list[object]) -> object:
        if len(options) == 1:
            return options[0]
        self.asked.append(Asked(clause, seat, len(options)))
        return options[next(self.answers)]

    # -------------------------------------------------------------- placing

    def place(self, action: Build | Upgrade) -> None:
        owner = None if action.kind == CIVIL else self.seat
        new = Piece(action.kind, action.rank, square_at(action.square), owner)
        before = domains(self.ages[action.age])
        old = next((each for each in self.ages[action.age] if each.area & new.area), None)
        if old is not None:
            self.take(action.age, old)
        self.put(action.age, new)
        if new.kind == CIVIL:
            self.join(action.age, before, new)
        if new.rank > 1:
            self.cast(action.age, new, old)

    def join(self, age: Age, before: list[Domain], new: Piece) -> None:
        """Remember who was together before the joining building or copy came."""
        origin = {piece: number for number, domain in enumerate(before) for piece in domain}
        self.origins[age] = origin
        self.joined[age] = {
            origin[piece] for piece in domain_with(self.ages[age], new) if piece in origin
        }

    def cast(self, age: Age, new: Piece, old: Piece | None) -> None:
        """B2 to B4; with a copy in Faith and none in Reason, what it erased loses its shadow."""
        was = [] if old is None or old.rank == 1 else self.shadows(age, old)
        stood = [piece.copy() for piece in self.ages[FAITH]]
        for later in [each for each in Age if each > age]:
            ruin = later == REASON and new.kind != CIVIL
            if not self.lay(later, new.copy(ruin=ruin), old, [p for at, p in was if at == later]):
                if (age, later) == (MIGHT, REASON):
                    self.forget(stood, new)
                return

    def forget(self, stood: list[Piece], copy: Piece) -> None:
        """B6: what a copy has erased in Faith has never existed; then B8."""
        bared: list[tuple[Piece, Piece]] = []
        for erased in sorted(stood, key=lambda piece: piece.order):
            if not erased.area & copy.area or erased.rank == 1 or renews(copy, erased):
                continue
            for shadow in [piece for piece in self.ages[REASON] if piece.same(erased)]:
                self.take(REASON, shadow, out=not self.tiles_return)
                hamlets = [Piece(CIVIL, 1, at, printed=True) for at in shadow.area & self.homes]
                self.ages[REASON] += hamlets
                bared += [(hamlet, shadow) for hamlet in hamlets]
        for hamlet, shadow in sorted(bared, key=lambda pair: pair[0].order):
            self.keep_cube(hamlet, shadow)

    # -------------------------------------------------------------- copies

    def lay(self, age: Age, copy: Piece, old: Piece | None, older: list[Piece]) -> bool:
        """One copy with its paradoxes; False if it fails, and then nothing has changed.

        `older` is the shadow, if any, of the building that was upgraded.
        """
        if self.forbidden(age, copy, older) or not self.tiles[copy.kind, copy.rank]:
            return False
        covered = self.under(age, copy)
        returning = [piece.owner for piece in covered]
        if copy.owner is not None and not (self.cubes[copy.owner] or copy.owner in returning):
            return False
        before = domains(self.ages[age])
        for piece in covered:
            self.take(age, piece, out=not (self.tiles_return or renews(copy, piece)))
        bared = [(hamlet, piece) for piece in covered for hamlet in self.bared(piece, copy)]
        self.ages[age] += [hamlet for hamlet, _ in bared]
        self.put(age, copy)
        if copy.kind == CIVIL and age == FAITH:
            self.join(age, before, copy)
        if age == REASON:
            self.move_cubes(covered, copy, old)
            for hamlet, erased in sorted(bared, key=lambda pair: pair[0].order):
                self.keep_cube(hamlet, erased)
        return True

    def under(self, age: Age, copy: Piece) -> list[Piece]:
        return [piece for piece in self.ages[age] if piece.area & copy.area]

    def bared(self, erased: Piece, copy: Piece) -> list[Piece]:
        """Printed hamlets that re-appear when a tile goes and the copy lies there."""
        if erased.printed:
            return []
        return [Piece(CIVIL, 1, at, printed=True) for at in (erased.area & self.homes) - copy.area]

    def forbidden(self, age: Age, copy: Piece, older: list[Piece]) -> bool:
        if copy.kind == CIVIL or (age == REASON and not self.switch):
            return False
        return self.connects(age, copy, older) or (age == FAITH and self.equals(copy))

    def connects(self, age: Age, copy: Piece, older: list[Piece]) -> bool:
        """B3a."""
        covered = self.under(age, copy)
        number = {piece: n for n, domain in enumerate(domains(self.ages[age])) for piece in domain}
        beside = {number[p] for p in self.ages[age] if p not in covered and p.touches(copy)}
        for piece in covered:
            beside |= {number[piece] for each in self.bared(piece, copy) if each.touches(copy)}
        beside |= {number[piece] for piece in older}
        return len(beside) > 1

    def equals(self, copy: Piece) -> bool:
        """B3b."""
        covered = self.under(FAITH, copy)
        bared = [hamlet for piece in covered for hamlet in self.bared(piece, copy)]
        rest = [piece for piece in self.ages[FAITH] if piece not in covered]
        others = [each for each in domain_with([*rest, *bared, copy], copy) if each is not copy]
        return max((p.rank for p in others if p.kind == copy.kind), default=0) == copy.rank

    def move_cubes(self, covered: list[Piece], copy: Piece, old: Piece | None) -> None:
        """B7."""
        for piece in covered:
            if (
                old is not None
                and copy.kind == piece.kind == CIVIL
                and old.area <= piece.area <= copy.area
            ):
                copy.cubes = piece.cubes
                for seat in piece.cubes:
                    self.cubes[seat] -= 1

    def keep_cube(self, hamlet: Piece, erased: Piece) -> None:
        """B8."""
        count = {seat: erased.cubes.count(seat) for seat in erased.cubes}
        first = sorted(seat for seat in count if count[seat] == max(count.values()))
        if len(first) > 1:
            first = [seat for seat in first if seat != self.seat]
        if first:
            seat = self.ask("B8", self.seat, [*first])
            assert isinstance(seat, int)
            hamlet.cubes = (seat,)
            self.cubes[seat] -= 1

    # -------------------------------------------------------------- putting right

    def put_right(self) -> None:
        for age, kinds in ((MIGHT, (MILITARY, RELIGIOUS)), (FAITH, (RELIGIOUS, MILITARY))):
            self.contested = [
                set(rivals)
                for domain, rivals, _ in self.conflicts(age, kinds)
                if len({self.origins[age].get(p) for p in domain} & self.joined[age]) > 1
            ] if age in self.joined else []  # fmt: skip
            while conflict := next(self.conflicts(age, kinds), None):
                _, rivals, kind = conflict
                clause, candidates = self.yielding(age, kind, rivals)
                loser = self.ask(clause, self.seat, [*candidates])
                assert isinstance(loser, Piece)
                self.shrink(age, loser)

    def conflicts(
        self, age: Age, kinds: tuple[Kind, ...]
    ) -> Iterator[tuple[Domain, list[Piece], Kind]]:
        """C1, the one to settle first."""
        for kind in kinds:
            for domain in domains(self.ages[age]):
                top = max((each.rank for each in domain if each.kind == kind), default=0)
                rivals = [each for each in domain if (each.kind, each.rank) == (kind, top)]
                if len(rivals) > 1:
                    yield domain, rivals, kind

    def yielding(self, age: Age, kind: Kind, rivals: list[Piece]) -> tuple[str, list[Piece]]:
        """C2 or C3: who may have to shrink."""
        joined = any(set(rivals) <= known for known in self.contested)
        if joined:
            origins = self.origins[age]
            strength = {
                each: sum(
                    piece.value
                    for piece in self.ages[age]
                    if piece.kind == kind and origins.get(piece) == each
                )
                for each in {origins[rival] for rival in rivals}
            }
            weaker = [r for r in rivals if strength[origins[r]] < max(strength.values())]
            if weaker:
                return "C2", weaker[:1]
        own = [rival for rival in rivals if rival.owner == self.seat]
        return "C2" if joined else "C3", own or rivals

    def shrink(self, age: Age, piece: Piece) -> None:
        """C4 to C6."""
        was = piece.copy()
        for known in self.contested:
            known.discard(piece)
        rank = next((r for r in range(piece.rank - 1, 0, -1) if self.tiles[piece.kind, r]), 0)
        if rank:
            column, row = piece.at
            room = range(piece.rank - rank + 1)
            assert piece.owner is not None
            at = self.ask("C4", piece.owner, [(column + x, row + y) for y in room for x in room])
            self.alter(piece, rank, at)  # type: ignore[arg-type]
        else:
            self.take(age, piece)
        if was.rank > 1:
            for later, shadow in self.shadows(age, was):
                self.follow(later, shadow, piece if rank == 2 else None)

    def shadows(self, age: Age, was: Piece) -> list[tuple[Age, Piece]]:
        """C6."""
        faith = [p for p in self.ages[FAITH] if p.same(was) and p.owner == was.owner]
        if age == MIGHT and not faith:
            return []
        reason = [piece for piece in self.ages[REASON] if piece.same(was)]
        found = [(REASON, piece) for piece in reason]
        return found if age == FAITH else [(FAITH, faith[0]), *found]

    def follow(self, later: Age, shadow: Piece, successor: Piece | None) -> None:
        """C5."""
        if successor is None or not self.tiles[shadow.kind, 2]:
            self.take(later, shadow)
            return
        self.alter(shadow, 2, successor.at)
        if later == REASON:
            for seat in shadow.cubes:
                self.cubes[seat] += 1
            shadow.ruin, shadow.cubes = True, ()


def renews(copy: Piece, stood: Piece) -> bool:
    """S3, B6: the copy merely enlarges or renews what stood there."""
    return (copy.kind, copy.owner) == (stood.kind, stood.owner) and stood.area <= copy.area


def piece_of(building: Building) -> Piece:
    kind, rank, square, owner, ruin, cubes, printed = building
    return Piece(kind, rank, square_at(square), owner, ruin, cubes, printed)


def building_of(piece: Piece) -> Building:
    square = 17 * piece.at[1] + piece.at[0]
    cubes = tuple(sorted(piece.cubes))
    return Building(piece.kind, piece.rank, square, piece.owner, piece.ruin, cubes, piece.printed)


def predict(state: GameState, action: Build | Upgrade | Demolish, answers: Iterable[int]) -> World:
    """What a placing or a demolition leads to."""
    world = World(state, answers)
    if isinstance(action, Demolish):
        at = square_at(action.square)
        world.take(action.age, next(p for p in world.ages[action.age] if p.at == at))
    else:
        world.place(action)
    world.put_right()
    return world
