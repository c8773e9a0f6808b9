"""The learned value once more, written for reading: what the compiled one is held against.

Incomes are told apart by how firmly they are held and by whether a copy from an earlier age could
still fall on them (B6). What is at stake is worked out square by square and tile by tile. Nothing
is remembered, and none of the shortcuts of `value.c` is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from khronos_lab.core import (
    STRIDE,
    Board,
    Building,
    Domain,
    GameState,
    anchors_inside,
    bits,
    footprint,
    halo,
)
from khronos_lab.mechanics import RULING_KIND
from khronos_lab.native import KEPT, kept_after, weights_at
from khronos_lab.rulebook import (
    ADVENTURERS,
    AGES,
    CIVIL,
    FAITH,
    MIGHT,
    MILITARY,
    REASON,
    RELIGIOUS,
    ROUNDS,
    Age,
)

LATER_JOURNEY = 0.6
"""What a journey for later taxes costs: often cards call the adventurer there anyway."""


class Fact(NamedTuple):
    """What one domain pays and to whom."""

    domain: Domain
    buildings: tuple[Building, ...]
    amount: int
    hold: int
    """0 for nobody's; in Might and Faith the rank of the ruling building, in Reason 1 for a tie, 2
    for one cube more than anybody else, 3 for more than that."""
    seats: tuple[int, ...]
    """Who is entitled."""
    strength: int = 0
    """In Might and Faith: the values of the buildings of the ruling kind (C2)."""


def facts_of(board: Board, age: Age) -> list[Fact]:
    """What each domain of a board pays in an age (X2, X3)."""
    found = []
    for domain in board.domains:
        buildings = tuple(board.buildings[anchor] for anchor in domain.anchors)
        civil = [each for each in buildings if each.kind is CIVIL]
        if age is REASON:
            amount = sum(each.value(board.rules) for each in buildings if each.kind is not CIVIL)
            hold, seats = majority_hold([seat for each in civil for seat in each.cubes])
            found.append(Fact(domain, buildings, amount, hold, seats))
            continue
        ruling = [each for each in buildings if each.kind is RULING_KIND[age]]
        ruler = max(ruling, key=lambda each: each.rank, default=None)
        amount, strength = (
            sum(each.value(board.rules) for each in some) for some in (civil, ruling)
        )
        if ruler is None:
            found.append(Fact(domain, buildings, amount, 0, ()))
        else:
            assert ruler.owner is not None
            found.append(Fact(domain, buildings, amount, ruler.rank, (ruler.owner,), strength))
    return found


def majority_hold(cubes: list[int]) -> tuple[int, tuple[int, ...]]:
    """How firmly the players with most of these cubes hold a domain of Reason, and who they are.

    >>> majority_hold([0, 1]), majority_hold([0, 1, 1]), majority_hold([2, 2])
    ((1, (0, 1)), (2, (1,)), (3, (2,)))
    """
    counts = Counter(cubes)
    most, second = sorted([*counts.values(), 0, 0], reverse=True)[:2]
    seats = tuple(sorted(seat for seat, count in counts.items() if count == most))
    return min(3, 1 + most - second) if cubes else 0, seats


def reach_of(board: Board) -> int:
    """The squares on which a copy from this board may still fall: where rank 2 finds room (B1).

    Small buildings count as room: they can grow.
    """
    room = board.grid.area & ~board.occupied
    for (_, rank, _), anchors in board.sites.items():
        if rank == 1:
            room |= anchors
    fits = anchors_inside(room, 2)
    row = fits | fits << 1
    return row | row << STRIDE


# ------------------------------------------------------------------ where adventurers will be

Incomes = list[list[int]]
"""By age, then by hold: what a player is entitled to."""


def best_station(
    gains: list[float], standing: tuple[Age, ...], most: int, price: float
) -> tuple[float, tuple[Age, ...]]:
    """The most that adventurers can collect with at most this number of journeys, and where."""
    best, where = -1.0, standing
    for pair in combinations_with_replacement(AGES, len(standing)):
        journeys = sum(max(0, pair.count(age) - standing.count(age)) for age in AGES)
        total = -price * journeys
        for age in sorted(set(pair)):
            total += gains[age]
        if journeys <= most and total > best:
            best, where = total, pair
    return best, where


def places_of(state: GameState, seat: int) -> tuple[int, int]:
    """The places in a round of the player to act and of another."""
    players = len(state.players)
    return (state.turn.seat - state.start) % players, (seat - state.start) % players


def station(
    state: GameState, seat: int, incomes: Incomes, adventurers: tuple[Age, ...], over: bool
) -> tuple[Age, ...]:
    """Where a player is likely to collect the next taxes; `over`: those of this turn are past.

    The more turns of others come before them, the less is left of what he holds today.
    """
    (turn, place), players = places_of(state, seat), len(state.players)
    for number in state.rules.tax_rounds:
        rounds = number - state.round
        between = rounds * (players - 1) + (place - turn) + (place < turn)
        if rounds + (place >= turn) > 0 and not (between == 0 and over):
            gains = []
            for row, shares in zip(incomes, KEPT[players], strict=True):
                a, b, c = (
                    income * kept_after(share, between)
                    for income, share in zip(row[1:], shares[1:], strict=True)
                )
                gains.append(a + b + c)
            return best_station(gains, adventurers, ADVENTURERS, LATER_JOURNEY)[1]
    return ()


# ------------------------------------------------------------------ one player


def prospects(state: GameState, seat: int, *, over: bool) -> float:
    """The coins that a player is likely to have at the end."""
    player = state.players[seat]
    if state.over:
        return player.coins
    have, adventurers = float(player.coins), player.adventurers
    if over and seat == state.seat and state.round in state.rules.tax_rounds:
        taxes = [float(sum(row)) for row in incomes_of(state, seat)]
        most = min(player.coins, len(adventurers))
        gain, adventurers = best_station(taxes, adventurers, most, 1.0)
        have += gain
    turn, place = places_of(state, seat)
    left = ROUNDS - state.round + (place > turn or (place == turn and not over))
    before = (place - turn - over) % len(state.players)
    if not left:
        return have
    total, *weights = weights_at(len(state.players), left, before)
    for weight, trait in zip(weights, traits(state, seat, have, adventurers, over), strict=True):
        total += weight * trait
    return have + total


def incomes_of(state: GameState, seat: int) -> Incomes:
    """What a player is entitled to."""
    rows = [[0, 0, 0, 0] for _ in AGES]
    for age in AGES:
        for fact in facts_of(state.boards[age], age):
            rows[age][fact.hold] += fact.amount * (seat in fact.seats)
    return rows


def traits(
    state: GameState, seat: int, coins: float, adventurers: tuple[Age, ...], over: bool
) -> list[float]:
    """All traits of a player who has these coins and stands there, in the order of the weights."""
    where = station(state, seat, incomes_of(state, seat), adventurers, over)
    might, faith, reason = state.boards
    costs = state.rules.terrain[len(state.players)]
    shadow = reach_of(might)
    reached = (0, shadow, shadow | reach_of(faith))
    splits = [splits_of(state.boards[age], age, reached[age], seat) for age in AGES]
    ruled = ((might, MIGHT), (faith, FAITH))
    lost, won = zip(*(joined(board, age, seat, costs) for board, age in ruled), strict=True)
    less, more = cubes_away(reason, seat)
    cuts = [cut(board, age, seat) for board, age in ruled]

    def there(age: Age, number: float) -> float:
        return number if age in where else 0

    return [
        *(there(age, number) for age in AGES for number in splits[age][:3]),
        *(sum(splits[age][:3]) * (age not in where) for age in AGES),
        might.sites.get((MILITARY, 1, seat), 0).bit_count(),
        faith.sites.get((RELIGIOUS, 1, seat), 0).bit_count(),
        splits[MIGHT][3],
        splits[FAITH][3],
        max(0.0, 4 - coins),
        *(there(age, number) for age, number in zip(AGES, (*lost, less), strict=True)),
        *won,
        more,
        *(there(age, number) for (_, age), number in zip(ruled, cuts, strict=True)),
    ]


def splits_of(board: Board, age: Age, reach: int, seat: int) -> list[int]:
    """A player's incomes of an age by hold, what earlier ages can reach told apart; the largest.

    In Might holds are ranks. Later the first is what anybody tops or ties, the second lies within
    reach of a copy, the third does not.
    """
    row = [0, 0, 0, 0]
    for fact in facts_of(board, age):
        if not fact.amount or seat not in fact.seats:
            continue
        row[3] = max(row[3], fact.amount)
        if age is MIGHT or fact.hold == 1:
            row[fact.hold - 1] += fact.amount
        else:
            hit = exposed(board, age, fact, reach)
            row[1] += hit
            row[2] += fact.amount - hit
    return row


def exposed(board: Board, age: Age, fact: Fact, reach: int) -> int:
    """How much of a domain's income a single copy could take from its only ruler."""
    if age is REASON:
        [seat] = fact.seats
        safe = any(seat in each.cubes and not each.mask & reach for each in fact.buildings)
        return 0 if safe or not fact.domain.mask & reach else fact.amount
    loss = 0
    for each in fact.buildings:
        if each.mask & reach:
            if each.kind is RULING_KIND[age] and each.rank == fact.hold:
                return fact.amount
            # On a printed hamlet only a town or city can fall, and that pays as well.
            if each.kind is CIVIL and not each.printed:
                loss = max(loss, each.value(board.rules))
    return loss


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
            losses = [
                fact.amount - kept_without(board, age, fact.buildings, tile)
                for tile in fact.buildings
                if tile.rank == 1 and not tile.printed and len(neighbours(tile, fact.buildings)) > 1
            ]
            total += max([0, *losses])
    return total


def neighbours(one: Building, buildings: Sequence[Building]) -> list[Building]:
    """The buildings that touch one along a side."""
    return [each for each in buildings if each is not one and each.mask & halo(one.mask)]


def kept_without(board: Board, age: Age, buildings: Sequence[Building], tile: Building) -> int:
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
        civil = [each for each in fact.buildings if each.kind is CIVIL]
        if not any(len(each.cubes) < each.value(board.rules) for each in civil):
            continue
        cubes = [cube for each in civil for cube in each.cubes]
        most = max([0, *map(cubes.count, cubes)])
        if seat in fact.seats and len(fact.seats) > 1:
            less += fact.amount
        if seat not in fact.seats and cubes.count(seat) + 1 >= most:
            more += fact.amount
    return less, more
