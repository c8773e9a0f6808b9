"""Estimates: what every placement of a family would gain, for all squares at once.

Playing an action to see what comes of it costs a thousand times what adding a few numbers does,
and a position has hundreds of actions. So first looks are estimates: a *gain* is a mask of anchors
and what a placement there adds to the player's standing, and the gains that hold for an anchor are
added up. Near enough to find the few actions worth playing; never the last word.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from khronos_lab.core import (
    FOOTPRINT,
    STRIDE,
    Action,
    Board,
    Demolish,
    GameState,
    Populate,
    Restore,
    Upgrade,
    anchors_inside,
    anchors_meeting,
    first,
    highest,
    nth,
)
from khronos_lab.engine import Family, Verb
from khronos_lab.mechanics import RULING_KIND
from khronos_lab.players.thinking.judgement import SHADOW, coin_worth
from khronos_lab.players.thinking.table_value import (
    GUESSING,
    PLAIN,
    Fact,
    Taste,
    board_outlook,
    majority_hold,
)
from khronos_lab.rulebook import (
    CIVIL,
    DEMOLITION_COST,
    FAITH,
    MIGHT,
    REASON,
    Age,
    Kind,
    TerrainCost,
)

Gain = tuple[int, float]
"""A mask of anchors, and what a placement at any of them gains."""

Weights = list[tuple[float, float, float, float]]
"""By seat, then by hold: what one more coin of income in an age is worth to the viewer."""

ROOM_TO_GROW: Final = 0.15
"""What it is worth that a small building can be upgraded later."""
HALF: Final = 0.4
"""What the first of two cards counts that a large ruin needs (A6)."""
MOST_LOTS: Final = 10
"""How many sets of squares are told apart, from the best on."""

MOST_SPOTS: Final = 3
"""How many spots of one family are worth naming."""

Boards = tuple[Board, Board, Board]
Key = tuple[Verb, Age, Kind, int, int, tuple[int, ...]]
"""What gains depend on: verb, age, kind, rank, old rank, and the boards by identity."""


class Spot(NamedTuple):
    """An action worth a look: what it is likely to gain, and what it is."""

    gain: float
    family: Family
    anchors: int
    """All anchors for which the estimate is the same."""

    def action(self, number: int = 0) -> Action:
        """One of the actions that look alike; payments that differ are not looked at."""
        anchor = nth(self.anchors, number % self.anchors.bit_count())
        return self.family.member(anchor, self.family.payments[0])

    @property
    def price(self) -> int:
        """The cards that it costs."""
        return sum(self.family.payments[0]) or 1


class Estimator:
    """Estimates for the player to act in one turn; what it knows of a board it works out once.

    Boards are known by identity: a journey or a payment leaves them as they are, and then all
    that was worked out still holds.
    """

    def __init__(self, view: GameState, taste: Taste) -> None:
        self._seat = view.turn.seat
        self._rules = view.rules
        self._terrain = view.terrain_cost
        self._weights = weights_of(view, taste)
        self._gains: dict[Key, list[Gain]] = {}
        self._lots: dict[tuple[Key, int], list[Gain]] = {}
        self._stakes: dict[tuple[int, Age], dict[int, float]] = {}
        self._placings: dict[tuple[int, Age, Kind, int, int, int], list[Gain]] = {}
        self._erasings: dict[tuple[int, Age, int], list[Gain]] = {}
        self._boards: list[object] = []
        """Keeps the boards that are known, so that no other takes over an identity."""

    def spots(self, view: GameState, family: Family) -> list[Spot]:
        """The actions of a family, those alike taken together, best first."""
        verb, age, kind, rank, anchors, *_ = family
        boards = view.boards
        old = _old_rank(boards[age], family) if verb is Upgrade else 0
        key = (verb, age, kind, rank, old, tuple([id(board) for board in boards[age:]]))
        lots = self._lots.get((key, anchors))
        if lots is None:
            lots = [(anchors, self._coins(verb, age, rank))]
            for mask, gain in self._gains_of(boards, key):
                if mask & anchors:
                    lots = _split(lots, mask, gain)
            lots.sort(key=_amount, reverse=True)
            self._lots[key, anchors] = lots
        return [Spot(gain, family, mask) for mask, gain in lots[:MOST_SPOTS]]

    def _coins(self, verb: Verb, age: Age, rank: int) -> float:
        """What an action pays or costs at once (A3, A4)."""
        if verb is Demolish:
            return float(-DEMOLITION_COST)
        return float(self._rules.bonus[age]) if rank > 1 else 0.0

    def _gains_of(self, boards: Boards, key: Key) -> list[Gain]:
        found = self._gains.get(key)
        if found is None:
            self._boards.append(boards)
            verb, age, kind, rank, old, _ = key
            found = self._found(boards, verb, age, kind, rank, old)
            found.sort(key=_amount, reverse=True)
            self._gains[key] = found
        return found

    def _found(
        self, boards: Boards, verb: Verb, age: Age, kind: Kind, rank: int, old: int
    ) -> list[Gain]:
        board = boards[age]
        if verb is Populate:
            return self._populating(board)
        if verb is Restore:
            return self._restoring(board, kind)
        if verb is Demolish:
            return [(1 << anchor, gain) for anchor, gain in self._stakes_in(board, age).items()]
        gains = self._placing(board, age, kind, rank, old, age)
        if rank == 1:
            return [*gains, (growing(board, self._terrain), ROOM_TO_GROW)]
        return [*gains, *self._copying(boards, age, kind, rank)]

    # -------------------------------------------------------------- Might and Faith

    def _placing(
        self, board: Board, age: Age, kind: Kind, rank: int, old: int, row: int
    ) -> list[Gain]:
        """What a building of a rank gains in its own age or, as a copy, in Faith."""
        key = (id(board), age, kind, rank, old, row)
        found = self._placings.get(key)
        if found is None:
            self._boards.append(board)
            facts = board_outlook(board, age).facts
            if kind is CIVIL:
                values = self._rules.values[CIVIL]
                more = values[rank] - values[old]
                joining = self._joining(facts, age, rank, more, board.touch.two[rank])
                found = [*self._paying(facts, age, rank, more), *joining]
            else:
                found = self._ruling(facts, age, rank, row) if kind is RULING_KIND[age] else []
            self._placings[key] = found
        return found

    def _paying(self, facts: tuple[Fact, ...], age: Age, rank: int, more: int) -> Iterator[Gain]:
        """A civil building pays the ruler of the domain that it touches."""
        weights = self._weights[age]
        for domain, _, hold, seats, _, _ in facts:
            if seats:
                yield domain.near[rank], more * weights[seats[0]][hold]

    def _joining(
        self, facts: tuple[Fact, ...], age: Age, rank: int, more: int, anchors: int
    ) -> Iterator[Gain]:
        """A civil building that joins two domains gives both to the higher ruler."""
        if not anchors:
            return
        weights = self._weights[age]
        near = [(fact, fact.domain.near[rank] & anchors) for fact in facts]
        for (one, here), (other, there) in combinations([each for each in near if each[1]], 2):
            if here & there and (one.seats or other.seats):
                ruler = self._ruler(one, other)
                gain = (one.amount + other.amount + more) * weights[ruler.seats[0]][ruler.hold]
                for each in (one, other):
                    if each.seats:
                        gain -= (each.amount + more) * weights[each.seats[0]][each.hold]
                yield here & there, gain

    def _ruler(self, one: Fact, other: Fact) -> Fact:
        """Which of two domains gives the joined one its ruler (C2).

        The higher building, then the stronger domain; between equals the viewer yields.
        """
        if one.hold != other.hold:
            return one if one.hold > other.hold else other
        if one.strength != other.strength:
            return one if one.strength > other.strength else other
        return one if self._seat in other.seats else other

    def _ruling(self, facts: tuple[Fact, ...], age: Age, rank: int, row: int) -> list[Gain]:
        """A building higher than all others of its kind rules the domain that it touches."""
        weights = self._weights[age]
        own = self._weights[row][self._seat][rank]
        found = []
        for domain, amount, hold, seats, _, _ in facts:
            if amount and hold < rank:
                gain = amount * (own - (weights[seats[0]][hold] if seats else 0.0))
                found.append((domain.near[rank], gain))
        return found

    # -------------------------------------------------------------- copies

    def _copying(self, boards: Boards, age: Age, kind: Kind, rank: int) -> list[Gain]:
        """What the copies of a building gain in later ages: they pay, rule and erase."""
        found: list[Gain] = []
        _, faith, reason = boards
        if age is MIGHT:
            found += self._erasing(faith, FAITH, rank)
            found += self._placing(faith, FAITH, kind, rank, 0, SHADOW)
        found += self._erasing(reason, REASON, rank)
        if kind is CIVIL:
            return found
        value = self._rules.ruin_values[rank]
        for fact in board_outlook(reason, REASON).facts:
            if fact.seats:
                found.append((fact.domain.near[rank], value * self._settled(fact)))
        if age is MIGHT:
            allowed = ~_blocked(faith, kind, rank)
            found = [(mask & allowed, gain) for mask, gain in found]
        return found

    def _erasing(self, board: Board, age: Age, rank: int) -> list[Gain]:
        """What is lost, by anybody, to a copy that covers it (B6)."""
        found = self._erasings.get((id(board), age, rank))
        if found is None:
            buildings = board.buildings
            found = self._erasings[id(board), age, rank] = [
                (anchors_meeting(buildings[anchor].mask, rank), gain)
                for anchor, gain in self._stakes_in(board, age).items()
            ]
        return found

    def _stakes_in(self, board: Board, age: Age) -> dict[int, float]:
        """By first square: what the viewer gains if a building goes."""
        key = (id(board), age)
        found = self._stakes.get(key)
        if found is None:
            self._boards.append(board)
            find = self._settled_stakes if age is REASON else self._ruled_stakes
            found = self._stakes[key] = {
                anchor: gain
                for fact in board_outlook(board, age).facts
                if fact.seats and fact.amount
                for anchor, gain in find(board, age, fact)
                if gain
            }
        return found

    def _ruled_stakes(self, board: Board, age: Age, fact: Fact) -> Iterator[Gain]:
        weight = self._weights[age][fact.seats[0]][fact.hold]
        ruling = RULING_KIND[age]
        for anchor in fact.domain.anchors:
            building = board.buildings[anchor]
            if building.kind is CIVIL:
                yield anchor, -weight * building.value(board.rules)
            elif building.kind is ruling and building.rank == fact.hold:
                yield anchor, -weight * fact.amount

    def _settled_stakes(self, board: Board, age: Age, fact: Fact) -> Iterator[Gain]:
        weight = self._settled(fact)
        for anchor in fact.domain.anchors:
            building = board.buildings[anchor]
            if building.kind is not CIVIL:
                yield anchor, -weight * building.value(board.rules)
            elif building.cubes:
                left = list(fact.cubes)
                for seat in building.cubes:
                    left.remove(seat)
                yield anchor, self._settlement(fact.amount, tuple(left)) - weight * fact.amount

    # -------------------------------------------------------------- Reason

    def _settled(self, fact: Fact) -> float:
        """What one more coin of a domain in Reason is worth to the viewer."""
        weights = self._weights[REASON]
        return sum([weights[seat][fact.hold] for seat in fact.seats])

    def _settlement(self, amount: int, cubes: tuple[int, ...]) -> float:
        hold, seats = majority_hold(cubes)
        weights = self._weights[REASON]
        return amount * sum([weights[seat][hold] for seat in seats])

    def _populating(self, board: Board) -> list[Gain]:
        """One cube more of the viewer's, anywhere in a domain of Reason."""
        found = []
        for fact in board_outlook(board, REASON).facts:
            if fact.amount:
                after = self._settlement(fact.amount, tuple(sorted((*fact.cubes, self._seat))))
                found.append((fact.domain.mask, after - self._settled(fact) * fact.amount))
        return found

    def _restoring(self, board: Board, kind: Kind) -> list[Gain]:
        """A ruin turned to its intact side pays more; the first card on a large one is half."""
        found = []
        for fact in board_outlook(board, REASON).facts:
            for anchor in fact.domain.anchors if fact.seats else ():
                what, rank, _, _, ruin, cubes, _ = board.buildings[anchor]
                if ruin and what is kind:
                    more = self._rules.values[kind][rank] - self._rules.ruin_values[rank]
                    share = HALF if rank == 3 and not cubes else 1.0
                    found.append((1 << anchor, more * share * self._settled(fact)))
        return found


# ------------------------------------------------------------------ helpers


def _amount(lot: Gain) -> float:
    return lot[1]


def _split(lots: list[Gain], mask: int, gain: float) -> list[Gain]:
    """The lots with a gain added where it holds; only the best are kept if there are many."""
    found = []
    for anchors, total in lots:
        inside = anchors & mask
        if inside:
            found.append((inside, total + gain))
            anchors ^= inside
        if anchors:
            found.append((anchors, total))
    if len(found) > MOST_LOTS:
        found.sort(key=_amount, reverse=True)
        del found[MOST_LOTS:]
    return found


def _old_rank(board: Board, family: Family) -> int:
    """The rank of what the upgrades of a family replace: it is the same for all of them."""
    return board.overlapping(FOOTPRINT[family.rank] << first(family.anchors))[0].rank


def _blocked(faith: Board, kind: Kind, rank: int) -> int:
    """Anchors where a military or religious copy is forbidden in Faith, nearly (B3).

    A copy that covers its equal is not hindered by it.
    """
    found = faith.touch.two[rank]
    for domain in faith.domains:
        if domain.tops[kind] == rank:
            equal = highest(faith, domain, kind)[0]
            found |= domain.near[rank] & ~anchors_meeting(equal.mask, rank)
    return found


def growing(board: Board, cost: TerrainCost) -> int:
    """Squares from which a rank 1 building could grow without surcharge."""
    plain = next((mask for extra, mask in board.grid.surcharges(cost)[2] if not extra), 0)
    fits = anchors_inside(board.grid.area & ~board.grid.river & ~board.occupied, 2) & plain
    return fits | fits << 1 | fits << STRIDE | fits << STRIDE + 1


def weights_of(view: GameState, taste: Taste) -> list[Weights]:
    """By age (and `SHADOW`), seat and hold: what one more coin is worth to the player to act."""
    seats = len(view.players)
    others = PLAIN if taste.learned else GUESSING
    found: list[Weights] = [[], [], [], []]
    for seat in range(seats):
        own = seat == view.turn.seat
        sign = 1.0 if own else -taste.envy / (seats - 1)
        for rows, (_, a, b, c) in zip(
            found, coin_worth(view, seat, taste if own else others), strict=True
        ):
            rows.append((0.0, a * sign, b * sign, c * sign))
    return found
