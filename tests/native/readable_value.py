"""The learned value once more, written for reading: what the compiled one is held against.

The first traits are in `readable_boards`; what is at stake is worked out here square by
square and tile by tile, without any of the shortcuts of `value.c`.
"""

from __future__ import annotations

from khronos_lab.core import Board, Building, GameState, bits, footprint, halo
from khronos_lab.mechanics import RULING_KIND
from khronos_lab.native import weights_at
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, REASON, Age
from tests.native.readable_boards import (
    Fact,
    clock_of,
    facts_of,
    incomes_of,
    moment_of,
    station,
    taxes_now,
    traits_of,
)


def prospects(state: GameState, seat: int, *, over: bool) -> float:
    """The coins that a player is likely to have at the end."""
    player = state.players[seat]
    if state.over:
        return player.coins
    have, adventurers = float(player.coins), player.adventurers
    if over and seat == state.seat and state.round in state.rules.tax_rounds:
        most = min(player.coins, len(adventurers))
        gain, adventurers = taxes_now(incomes_of(state, seat), adventurers, most, (1.0, 1.0, 1.0))
        have += gain
    left, before = moment_of(state, seat, over=over)
    if not left:
        return have
    total, *weights = weights_at(len(state.players), left, before)
    for weight, trait in zip(weights, traits(state, seat, have, adventurers, over), strict=True):
        total += weight * trait
    return have + total


def traits(
    state: GameState, seat: int, coins: float, adventurers: tuple[Age, ...], over: bool
) -> list[float]:
    """All traits of a player who has these coins and stands there."""
    where = station(incomes_of(state, seat), adventurers, clock_of(state, seat), over)
    might, faith, reason = state.boards
    costs = state.rules.terrain[len(state.players)]
    lost, won = zip(*(joined(board, age, seat, costs) for board, age in
                      ((might, MIGHT), (faith, FAITH))), strict=True)  # fmt: skip
    less, more = cubes_away(reason, seat)
    cuts = [cut(board, age, seat) for board, age in ((might, MIGHT), (faith, FAITH))]

    def there(age: Age, number: int) -> int:
        return number if age in where else 0

    return [
        *traits_of(state, seat, coins, adventurers, over=over),
        there(MIGHT, lost[0]), there(FAITH, lost[1]), there(REASON, less),
        *won, more,
        there(MIGHT, cuts[0]), there(FAITH, cuts[1]),
    ]  # fmt: skip


# ------------------------------------------------------------------ joining (C2)


def joined(board: Board, age: Age, seat: int, costs: tuple[int, int]) -> tuple[int, int]:
    """Coins of his domains that fall to another's if one hamlet joins them; those he could win."""
    facts = facts_of(board, age)
    lost, won = set(), set()
    for square in bits(board.grid.area & ~board.occupied & ~board.grid.river):
        place = footprint(square, 1)
        extra = sum(
            cost
            for ground, cost in zip((board.grid.forest, board.grid.mountain), costs, strict=True)
            if place & ground
        )
        if extra > 1:
            continue
        around = [
            number
            for number, fact in enumerate(facts)
            if fact.hold and fact.domain.mask & halo(place)
        ]
        for number in around:
            winner = ruler_of([facts[each] for each in around])
            if winner is None or facts[number].seats == winner.seats:
                continue
            if facts[number].seats == (seat,):
                lost.add(number)
            if winner.seats == (seat,):
                won.add(number)
    return sum(facts[each].amount for each in lost), sum(facts[each].amount for each in won)


def ruler_of(facts: list[Fact]) -> Fact | None:
    """Whose building rules domains that are joined: the highest, of equal ones the stronger's."""
    best = max((fact.hold, fact.strength) for fact in facts)
    first, *others = [fact for fact in facts if (fact.hold, fact.strength) == best]
    return None if others else first


# ------------------------------------------------------------------ cutting (A4)


def cut(board: Board, age: Age, seat: int) -> int:
    """Coins that he loses at most in each of his domains if one small tile is demolished."""
    total = 0
    for fact in facts_of(board, age):
        if fact.seats == (seat,) and fact.amount > 1:
            buildings = [board.buildings[anchor] for anchor in fact.domain.anchors]
            losses = [
                fact.amount - kept_without(board, age, buildings, tile)
                for tile in buildings
                if tile.rank == 1 and not tile.printed and len(neighbours(tile, buildings)) > 1
            ]
            total += max([0, *losses])
    return total


def neighbours(one: Building, buildings: list[Building]) -> list[Building]:
    """The buildings that touch one along a side."""
    return [each for each in buildings if each is not one and each.mask & halo(one.mask)]


def kept_without(board: Board, age: Age, buildings: list[Building], tile: Building) -> int:
    """What the civil buildings pay that still hang together with the ruling one."""
    rest = [each for each in buildings if each is not tile]
    ruling = [each for each in buildings if each.kind is RULING_KIND[age]]
    ruler = max(ruling, key=lambda each: each.rank)
    found = [] if ruler is tile else [ruler]
    for each in found:
        found += [other for other in neighbours(each, rest) if other not in found]
    return sum(each.value(board.rules) for each in found if each.kind is CIVIL)


# ------------------------------------------------------------------ cubes (X3)


def cubes_away(board: Board, seat: int) -> tuple[int, int]:
    """Coins of Reason that one cube of another takes, and that one of his own would bring."""
    less = more = 0
    for fact in facts_of(board, REASON):
        civil = [
            board.buildings[anchor]
            for anchor in fact.domain.anchors
            if board.buildings[anchor].kind is CIVIL
        ]
        if not any(len(each.cubes) < each.value(board.rules) for each in civil):
            continue
        cubes = [cube for each in civil for cube in each.cubes]
        most = max([0, *map(cubes.count, cubes)])
        if seat in fact.seats and len(fact.seats) > 1:
            less += fact.amount
        if seat not in fact.seats and cubes.count(seat) + 1 >= most:
            more += fact.amount
    return less, more
