"""What is legal, read from the rules page a second time: `Law(state).allows(action)`.

Squares are pairs of column and row, domains are networkx's. Only the purses of T5 are taken over;
`checks.py` holds those to every consistent account of a turn.
"""

from __future__ import annotations

from khronos_lab.core import Building, GameState
from khronos_lab.core import actions as a
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, REASON, Age, Cards, Edition, Kind
from tests.properties import oracles
from tests.properties.oracles import VALUE, Square

ROOM = {1: 1, 2: 3, 3: 5}
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Law:
    """The rules page applied to one state."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.hand = state.player.hand
        self.coins = state.player.coins
        grid = state.grid
        self.land = {(x, y) for x in range(grid.columns) for y in range(grid.rows)}
        self.wet, self.woods, self.hills = (
            oracles.terrain_squares(grid, mask) for mask in (grid.river, grid.forest, grid.mountain)
        )
        self.domains = {age: oracles.domains(state.boards[age]) for age in AGES}
        self.ground: dict[Age, dict[Square, tuple[Building, int]]] = {
            age: {
                square: (building, number)
                for number, domain in enumerate(self.domains[age])
                for building in domain
                for square in oracles.covered(building)
            }
            for age in AGES
        }

    def allows(self, action: a.Action) -> bool:
        """T3: nothing on the page speaks against it."""
        if self.state.over:
            return False
        match action:
            case a.Build() | a.Upgrade():
                return self.allows_placing(action)
            case a.Demolish():
                return self.allows_demolition(action)
            case a.Populate() | a.Restore():
                return self.allows_in_reason(action)
            case _:
                return self.allows_in_turn(action)

    # -------------------------------------------------------------- cards and turns

    def holds(self, cards: Cards) -> bool:
        return all(0 <= each <= held for each, held in zip(cards, self.hand, strict=True))

    def may_play(self, age: Age, number: int) -> bool:
        """T5: some account has room for so many cards in an age."""
        return any(
            age in dict(account) and sum(left for at, left in account if at == age) >= number
            for account in self.state.turn.purses
        )

    def allows_in_turn(self, action: a.Action) -> bool:
        turn, rules = self.state.turn, self.state.rules
        match action:
            case a.Exchange(cards):
                early = not (turn.acted or turn.exchanged)
                return early and self.coins >= 2 and sum(cards) > 0 and self.holds(cards)
            case a.Swap(kind, cards):
                early = rules.holdem and not (turn.acted or turn.swapped)
                enough = 0 < sum(cards) <= self.state.open_cards[kind]
                return early and enough and self.holds(cards)
            case a.Travel(origin, target):
                here = origin in self.state.player.adventurers
                return here and origin != target and self.coins >= 1
            case a.EndTurn(discard):
                if rules.edition is Edition.SECOND:
                    return discard is None
                return discard is not None and self.holds(discard)
        raise AssertionError(f"no such action: {action}")

    # -------------------------------------------------------------- small actions

    def first_square_of(self, age: Age, number: int) -> Building | None:
        """The building that is named by a square."""
        building, _ = self.ground[age].get(oracles.square_at(number), (None, 0))
        return building if building is not None and building.square == number else None

    def allows_demolition(self, action: a.Demolish) -> bool:
        building = self.first_square_of(action.age, action.square)
        if action.age == REASON or building is None or building.printed or building.rank > 1:
            return False
        return self.coins >= 1 and self.hand[building.kind] > 0 and self.may_play(action.age, 1)

    def allows_in_reason(self, action: a.Populate | a.Restore) -> bool:
        building = self.first_square_of(REASON, action.square)
        if building is None or not self.hand[building.kind] or not self.may_play(REASON, 1):
            return False
        cube = self.state.player.cubes > 0
        if isinstance(action, a.Populate):
            full = len(building.cubes) >= ROOM[building.rank]
            return building.kind == CIVIL and cube and not full
        return building.ruin and (building.rank == 2 or cube or bool(building.cubes))

    # -------------------------------------------------------------- placing

    def allows_placing(self, action: a.Build | a.Upgrade) -> bool:
        if action.age not in (MIGHT, FAITH):
            return False
        squares = oracles.area(action.square, action.rank)
        ground = self.ground[action.age]
        under = {ground[square][0] for square in squares if square in ground}
        price = VALUE[action.kind][action.rank]
        if isinstance(action, a.Upgrade):
            if not self.may_grow(action, squares, under):
                return False
            price -= VALUE[action.kind][under.pop().rank]
        elif under or (action.kind != CIVIL and not self.state.player.cubes):
            return False
        return (
            squares <= self.land
            and self.state.supply[action.kind][action.rank] > 0
            and self.pays(action, price, squares)
            and self.may_stand(action, squares)
        )

    def may_grow(self, action: a.Upgrade, squares: frozenset[Square], under: set[Building]) -> bool:
        """A2: one smaller building of the kind, wholly inside, by its owner."""
        if len(under) != 1:
            return False
        (old,) = under
        mine = old.owner in (None, self.state.seat)
        smaller = old.kind == action.kind and old.rank < action.rank
        return mine and smaller and oracles.covered(old) <= squares

    def pays(self, action: a.Build | a.Upgrade, price: int, squares: frozenset[Square]) -> bool:
        """A1, A2, G2, T5."""
        players = len(self.state.players)
        extra = oracles.FOREST_CARDS[players] * bool(squares & self.woods)
        extra += oracles.MOUNTAIN_CARDS[players] * bool(squares & self.hills)
        cards = action.cards
        exact = sum(cards) == price + extra and cards[action.kind] >= price
        return exact and self.holds(cards) and self.may_play(action.age, sum(cards))

    def may_stand(self, action: a.Build | a.Upgrade, squares: frozenset[Square]) -> bool:
        """G1, D1, H1."""
        if action.kind == CIVIL:
            return action.rank > 1 or not squares & self.wet
        ground = self.ground[action.age]
        reach = {(x + dx, y + dy) for x, y in squares for dx, dy in SIDES} | squares
        touched = {ground[square][1] for square in reach if square in ground}
        tops = [self.top(action.age, number, action.kind) for number in touched]
        return not squares & self.wet and len(touched) < 2 and action.rank not in tops

    def top(self, age: Age, number: int, kind: Kind) -> int:
        """The highest rank of a kind in a domain; 0 for none."""
        highest = oracles.rivals(self.domains[age][number], kind)
        return highest[0].rank if highest else 0
