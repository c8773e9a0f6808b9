"""A: build, upgrade, bonus, demolish, populate, restore: what forbids each, and what it does."""

from __future__ import annotations

from khronos_lab.core import (
    Board,
    Build,
    Building,
    Demolish,
    GameState,
    Join,
    Populate,
    Restore,
    Script,
    Upgrade,
    allowance,
    bits,
    cards_of,
    cards_text,
    footprint,
    name,
)
from khronos_lab.core import events as e
from khronos_lab.mechanics.placement import river, standing
from khronos_lab.mechanics.shadows import cast_shadows
from khronos_lab.mechanics.turn import holds, not_held, too_poor
from khronos_lab.rulebook import (
    BUILDING_AGES,
    CIVIL,
    DEMOLITION_COST,
    KINDS,
    OWNED_KINDS,
    RANKS,
    REASON,
    Age,
    Cards,
    Violation,
    implements,
    violation,
)

# ------------------------------------------------------------------ shared checks


@implements("T5")
def check_cards(state: GameState, age: Age, cards: Cards, clause: str) -> Violation | None:
    """An adventurer is there, the cards are in hand, and the allowance there covers them."""
    if age not in state.player.adventurers:
        return violation("T5", "refusal-no_adventurer", who=state.player.name, age=age)
    if not holds(state, cards):
        return not_held(state, cards, clause)
    allowed = allowance(state.turn.purses, age)
    if sum(cards) <= allowed:
        return None
    return violation("T5", "refusal-allowance", n=sum(cards), age=age, allowed=allowed)


def check_price(
    state: GameState, action: Build | Upgrade, price: int, clause: str
) -> Violation | None:
    """The cards offered are exactly the price in the building's colour and the terrain's extra."""
    extra = state.grid.surcharge_at(state.terrain_cost, action.rank, action.square)
    offered = action.cards
    if sum(offered) == price + extra and offered[action.kind] >= price:
        return None
    return violation(
        "G2" if extra and offered[action.kind] >= price else clause,
        "refusal-price",
        building=new_building(state, action),
        kind=action.kind,
        n=price,
        extra=extra,
        cards=cards_text(offered),
    )


def check_site(state: GameState, action: Build | Upgrade, clause: str) -> Violation | None:
    """A building that exists, in an age where players build, wholly on the map."""
    if action.age not in BUILDING_AGES:
        return Violation(clause, "refusal-building_ages")
    if action.kind not in KINDS or action.rank not in RANKS:
        return violation(clause, "refusal-rank", rank=action.rank)
    area = state.grid.area
    if not (action.square >= 0 and area >> action.square & 1):
        return violation(clause, "refusal-off_map", square=action.square)
    outside = footprint(action.square, action.rank) & ~area
    if outside:
        return violation(clause, "refusal-fit", building=new_building(state, action))
    return None


@implements("S3")
def check_tile(state: GameState, building: Building, clause: str) -> Violation | None:
    """A tile of it is in the supply."""
    if state.supply[building.kind][building.rank]:
        return None
    return violation(clause, "refusal-supply", building=building)


# ------------------------------------------------------------------ A1 build


@implements("A1")
def check_build(state: GameState, action: Build) -> Violation | None:
    """Free squares, price, cards, tile, cube, then G, D and H."""
    broken = check_site(state, action, "A1")
    if broken is not None:
        return broken
    board = state.boards[action.age]
    building = new_building(state, action)
    taken = building.mask & board.occupied
    if taken:
        return violation(
            "A1",
            "refusal-taken",
            tuple(bits(taken)),
            age=action.age,
            places=tuple(map(name, bits(taken))),
        )
    return (
        river(board, building)
        or check_price(state, action, state.rules.values[action.kind][action.rank], "A1")
        or check_cards(state, action.age, action.cards, "A1")
        or check_tile(state, building, "A1")
        or check_owner_cube(state, building)
        or standing(board, building)
    )


@implements("A1")
def check_owner_cube(state: GameState, building: Building) -> Violation | None:
    """A military or religious building needs one of the player's cubes."""
    if building.owner is None or state.player.cubes:
        return None
    return violation("A1", "refusal-owner_cube", who=state.player.name, building=building)


def new_building(state: GameState, action: Build | Upgrade) -> Building:
    """What the action would put down: the player's own, or nobody's if civil."""
    owner = state.seat if action.kind in OWNED_KINDS else None
    return Building(action.kind, action.rank, action.square, owner)


@implements("A1")
def build(script: Script, action: Build) -> None:
    """Pay, place, bonus; then the copies."""
    script.tell(e.CardsPlayed(script.seat, action.age, action.cards, "A1"))
    building = new_building(script.state, action)
    before = script.state.boards[action.age]
    number = script.tell(e.BuildingBuilt(script.seat, action.age, building))
    if action.rank > 1:
        pay_bonus(script, action.age, number)
    after_placing(script, action.age, before, building, None, number)


# ------------------------------------------------------------------ A2 upgrade


@implements("A2")
def check_upgrade(state: GameState, action: Upgrade) -> Violation | None:
    """One smaller building of the kind and otherwise free squares inside, then as for A1."""
    broken = check_site(state, action, "A2")
    if broken is not None:
        return broken
    board = state.boards[action.age]
    found = upgraded(board, action)
    if isinstance(found, Violation):
        return found
    if found.owner is not None and found.owner != state.seat:
        return violation(
            "A2",
            "refusal-not_owner",
            (found.square,),
            building=found,
            owner=state.players[found.owner].name,
        )
    building = new_building(state, action)
    values = state.rules.values[action.kind]
    price = values[action.rank] - values[found.rank]
    return (
        river(board, building)
        or check_price(state, action, price, "A2")
        or check_cards(state, action.age, action.cards, "A2")
        or check_tile(state, building, "A2")
        or standing(board, building)
    )


@implements("A2")
def upgraded(board: Board, action: Upgrade) -> Building | Violation:
    """The one smaller building of the same kind inside the new footprint, or why there is none."""
    mask = footprint(action.square, action.rank)
    inside = board.overlapping(mask)
    new = Building(action.kind, action.rank, action.square)
    if not inside:
        return violation("A2", "refusal-nothing_to_upgrade", new=new)
    same = [each for each in inside if each.kind is action.kind and each.rank < action.rank]
    squares = tuple(each.square for each in inside)
    if len(same) > 1:
        return violation("A2", "refusal-two_buildings", squares, new=new)
    if len(inside) > 1 or not same:
        others = tuple(each for each in inside if each not in same)
        return violation("A2", "refusal-upgrade_taken", squares, new=new, others=others)
    if same[0].mask & ~mask:
        return violation("A2", "refusal-upgrade_cuts", squares, new=new, old=same[0])
    return same[0]


@implements("A2")
def upgrade(script: Script, action: Upgrade) -> None:
    """Pay, replace, bonus; then the copies."""
    before = script.state.boards[action.age]
    old = upgraded(before, action)
    assert isinstance(old, Building)
    script.tell(e.CardsPlayed(script.seat, action.age, action.cards, "A2"))
    building = Building(action.kind, action.rank, action.square, old.owner)
    number = script.tell(e.BuildingUpgraded(script.seat, action.age, old, building))
    pay_bonus(script, action.age, number)
    after_placing(script, action.age, before, building, old, number)


@implements("A3")
def pay_bonus(script: Script, age: Age, cause: int) -> None:
    """1 coin in Might, 2 in Faith, also when the copy fails; copies themselves pay nothing."""
    coins = script.state.rules.bonus[age]
    if coins:
        script.tell(e.BonusPaid(script.seat, age, coins), cause)


@implements("O1")
def after_placing(
    script: Script, age: Age, before: Board, building: Building, old: Building | None, number: int
) -> None:
    """What was joined is remembered for C2; then the shadows fall."""
    script.note_domains(age, before, 0, number)
    if building.kind is CIVIL:
        script.joins[age] = Join(before)
    cast_shadows(script, age, building, old, number)


# ------------------------------------------------------------------ A4 demolish


@implements("A4")
def check_demolish(state: GameState, action: Demolish) -> Violation | None:
    """A rank 1 tile of anyone, for 1 coin and 1 card of its colour; never a printed hamlet."""
    if action.age not in BUILDING_AGES:
        return Violation("A4", "refusal-demolition_ages")
    building = state.boards[action.age].buildings.get(action.square)
    if building is None:
        return nothing_there(state.boards[action.age], action.square, "A4")
    if building.printed:
        return violation("A4", "refusal-printed", (action.square,), building=building)
    if building.rank > 1:
        return violation("A4", "refusal-large", (action.square,), building=building)
    return check_cards(state, action.age, cards_of(building.kind), "A4") or too_poor(
        state, DEMOLITION_COST, "refusal-demolition_price", "A4"
    )


@implements("A4")
def demolish(script: Script, action: Demolish) -> None:
    """Pay, remove."""
    before = script.state.boards[action.age]
    building = before.buildings[action.square]
    script.tell(e.CardsPlayed(script.seat, action.age, cards_of(building.kind), "A4"))
    script.tell(e.CoinsSpent(script.seat, DEMOLITION_COST, "A4"))
    number = script.tell(e.BuildingDemolished(script.seat, action.age, building))
    script.note_domains(action.age, before, building.mask, number)


# ------------------------------------------------------------------ A5 populate, A6 restore


@implements("A5")
def check_populate(state: GameState, action: Populate) -> Violation | None:
    """A civil building of Reason with room, a civil card, a cube."""
    board = state.boards[REASON]
    building = board.buildings.get(action.square)
    if building is None:
        return nothing_there(board, action.square, "A5")
    if building.kind is not CIVIL:
        return violation("A5", "refusal-not_civil", building=building)
    if len(building.cubes) >= state.rules.cube_limit(building.rank):
        return violation("A5", "refusal-full", (action.square,), building=building, age=REASON)
    if not state.player.cubes:
        return violation("A5", "refusal-no_cube", who=state.player.name)
    return check_cards(state, REASON, cards_of(CIVIL), "A5")


@implements("A5")
def populate(script: Script, action: Populate) -> None:
    """Play a civil card, put a cube."""
    building = script.state.boards[REASON].buildings[action.square]
    number = script.tell(e.CardsPlayed(script.seat, REASON, cards_of(CIVIL), "A5"))
    script.tell(e.CubePlaced(script.seat, building), number)


@implements("A6")
def check_restore(state: GameState, action: Restore) -> Violation | None:
    """A ruin, a card of its colour and, to begin a rank 3 ruin, a cube."""
    board = state.boards[REASON]
    building = board.buildings.get(action.square)
    if building is None:
        return nothing_there(board, action.square, "A6")
    if not building.ruin:
        return violation("A6", "refusal-no_ruin", (action.square,), building=building)
    if building.rank == 3 and not building.cubes and not state.player.cubes:
        return violation("A6", "refusal-ruin_cube", who=state.player.name, building=building)
    return check_cards(state, REASON, cards_of(building.kind), "A6")


@implements("A6")
def restore(script: Script, action: Restore) -> None:
    """Play a card; a rank 3 ruin needs a second one before it turns."""
    building = script.state.boards[REASON].buildings[action.square]
    number = script.tell(e.CardsPlayed(script.seat, REASON, cards_of(building.kind), "A6"))
    begins = building.rank == 3 and not building.cubes
    event = e.RuinBegun if begins else e.RuinRestored
    script.tell(event(script.seat, building), number)


def nothing_there(board: Board, sq: int, clause: str) -> Violation:
    """The sentence for a square that is not the first square of a building."""
    if not (sq >= 0 and board.grid.area >> sq & 1):
        return violation(clause, "refusal-off_map", square=sq)
    building = board.at(sq)
    if building is None:
        return violation(clause, "refusal-nothing_there", (sq,), place=name(sq))
    return violation(
        clause,
        "refusal-first_square",
        (building.square,),
        building=building,
        place=name(sq),
        first=name(building.square),
    )
