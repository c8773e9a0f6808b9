"""Editing: positions changed by hand, for editors, lessons and experiments.

Every function takes a state and gives another; the old one stays as it is. Tiles come from the
supply and go back to it, cubes leave home and go home (S1, S3). What cannot exist at all (a ruin
in Might, more tiles than the box has) is refused with a `PositionError`; what the rules could not
have brought about can be put down, and `mechanics.validity.faults` names it.

`put` and `removed` change one age and nothing else. `cast` and `torn_down` go through the rules,
cards and coins aside: shadows fall, paradoxes erase, domains are put right. `with_coins`,
`with_hand` and their like change what players have; cards come out of the pile and go back to it
(S4).

>>> from khronos_lab.core import square
>>> from khronos_lab.rulebook import FAITH, MIGHT, MILITARY
>>> state = empty_position(["Ann", "Ben"])
>>> keep = Building(MILITARY, 2, square("f4"), owner=1)
>>> put(state, MIGHT, keep).boards[FAITH].at(square("f4")) is None
True
>>> done = cast(state, MIGHT, keep)
>>> str(done.state.boards[FAITH].at(square("g5"))), done.state.players[1].cubes
('keep at f4', 23)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from khronos_lab.core import (
    Action,
    Board,
    Build,
    Building,
    Demolish,
    GameState,
    Grid,
    Move,
    OpenChoice,
    Turn,
    Upgrade,
    add_cards,
    bared_hamlets,
    cards_of,
    cards_text,
    cubes_on,
    full_purses,
    impossible,
    minus_cards,
    name,
    nameable,
    paying_age,
    printed_hamlet,
    restock,
    set_board,
    usual_cubes,
    usual_supply,
)
from khronos_lab.engine.moves import Outcome, play, why_not
from khronos_lab.engine.notation import price_of
from khronos_lab.engine.setup import dealt, new_game
from khronos_lab.rulebook import (
    ADVENTURERS,
    CIVIL,
    KINDS,
    NO_CARDS,
    RANKS,
    REASON,
    ROUNDS,
    Age,
    Cards,
    IllegalAction,
    Kind,
    PositionError,
    Said,
    Violation,
    building_thing,
    violation,
)

PLENTY: Final = 9
"""More cards and coins than any action costs."""


def empty_position(players: int | Sequence[str] = 2, grid: Grid | str = "valley") -> GameState:
    """The position at the start of a game, with no cards in anybody's hand."""
    state = new_game(players, grid=grid)
    bare = [(NO_CARDS, 0)] * len(state.players)
    return dealt(state.names, state.boards[0], bare, 0, 0)


# ------------------------------------------------------------------ buildings, one age alone


def put(state: GameState, age: Age, building: Building) -> GameState:
    """Put a building down in one age; whatever it covers is removed, as in a paradox (B6)."""
    check_building(state, age, building)
    return _exchanged(state, age, state.boards[age].overlapping(building.mask), building)


def removed(state: GameState, age: Age, sq: int) -> GameState:
    """Remove the building on a square; a printed hamlet below it reappears (S5)."""
    building = _standing(state, age, sq)
    if building.printed:
        raise PositionError(violation("S5", "refusal-hamlet_stays", building=building))
    return _exchanged(state, age, [building], None)


def owned(state: GameState, age: Age, sq: int, seat: int) -> GameState:
    """Give the military or religious building on a square to another player (A1)."""
    building = _standing(state, age, sq)
    check_seat(state, seat)
    if building.owner is None:
        raise PositionError(violation("A1", "refusal-ownerless", building=building, age=age))
    return _exchanged(state, age, [building], building._replace(owner=seat))


def settled(state: GameState, sq: int, seat: int) -> GameState:
    """Put a cube on a civil building of Reason (A5), or on a large ruin, half restored (A6)."""
    building = _standing(state, REASON, sq)
    check_seat(state, seat)
    cubes = tuple(sorted((*building.cubes, seat)))
    return _exchanged(state, REASON, [building], building._replace(cubes=cubes))


def unsettled(state: GameState, sq: int, seat: int) -> GameState:
    """Take one cube of a player from a building of Reason."""
    building = _standing(state, REASON, sq)
    check_seat(state, seat)
    if seat not in building.cubes:
        who = state.players[seat].name
        raise PositionError(violation("A5", "refusal-no_cube_there", building=building, who=who))
    cubes = list(building.cubes)
    cubes.remove(seat)
    return _exchanged(state, REASON, [building], building._replace(cubes=tuple(cubes)))


def turned(state: GameState, sq: int) -> GameState:
    """Flip a building in Reason: a ruin is restored, a restored one becomes a ruin again (A6)."""
    building = _standing(state, REASON, sq)
    if building.kind is CIVIL:
        raise PositionError(violation("B2", "refusal-no_ruined_side", building=building))
    return _exchanged(
        state, REASON, [building], building._replace(ruin=not building.ruin, cubes=())
    )


def cleared(state: GameState, age: Age) -> GameState:
    """Clear a board except for the printed hamlets; cubes on those go home, too."""
    return _exchanged(state, age, list(state.boards[age]), None)


def _exchanged(
    state: GameState, age: Age, gone: Sequence[Building], new: Building | None
) -> GameState:
    """Take buildings away, put one down, let bared hamlets show; tiles and cubes are moved, too.

    The cubes and tiles of what goes may be used for what comes.
    """
    if new is not None:
        check_building(state, age, new)
    board = state.boards[age].change(gone)
    supply = state.supply
    for each in gone:
        supply = supply if each.printed else restock(supply, each.kind, each.rank, 1)
    cover = 0 if new is None else new.mask
    bared = [each.square for each in gone if each.printed and not each.mask & cover]
    for sq in [*bared_hamlets(state.grid, gone, cover), *bared]:
        board = board.change(added=printed_hamlet(sq))
    if new is not None:
        board = board.change(added=new)
        supply = supply if new.printed else restock(supply, new.kind, new.rank, -1)
        if supply[new.kind][new.rank] < 0:
            sort, number = building_thing(new.kind, new.rank), state.rules.tiles[new.kind][new.rank]
            raise PositionError(violation("S3", "refusal-no_tile", building=sort, n=number))
    home = [seat for each in gone for seat in cubes_on(each)]
    away = () if new is None else cubes_on(new)
    players = tuple(
        player._replace(cubes=player.cubes + home.count(seat) - away.count(seat))
        for seat, player in enumerate(state.players)
    )
    for player in players:
        if player.cubes < 0:
            raise PositionError(violation("S1", "refusal-no_cube", who=player.name))
    boards = set_board(state.boards, age, board)
    return state._replace(boards=boards, players=players, supply=supply)


# ------------------------------------------------------------------ buildings, through the rules


def cast(
    state: GameState, age: Age, building: Building, answers: tuple[int, ...] = ()
) -> Outcome | OpenChoice:
    """Put a building down as if its owner, or for a civil one the player to act, had built it.

    Where it holds a smaller one of its kind it is an upgrade. Cards, coins, adventurers and turns
    are not asked for and stay as they are; all else is: a forbidden place raises `IllegalAction`.
    As in `play`, a choice that `answers` leave open is given back as a question.
    """
    check_building(state, age, building)
    seat = state.seat if building.owner is None else building.owner
    action = placing(state, age, building.kind, building.rank, building.square)
    return _through(state, seat, action, answers)


def torn_down(
    state: GameState, age: Age, sq: int, answers: tuple[int, ...] = ()
) -> Outcome | OpenChoice:
    """Demolish the building on a square by the rules (A4), free of charge."""
    return _through(state, state.seat, Demolish(age, _standing(state, age, sq).square), answers)


def _through(
    state: GameState, seat: int, action: Action, answers: tuple[int, ...]
) -> Outcome | OpenChoice:
    pretended = at_leisure(state, seat, paying_age(action))
    broken = why_not(pretended, action)
    if broken is not None:
        raise IllegalAction(broken)
    result = play(pretended, Move(action, answers), trusted=True)
    if not isinstance(result, Outcome):
        return result
    return Outcome(grafted(state, result.state), result.log)


def placing(state: GameState, age: Age, kind: Kind, rank: int, sq: int) -> Build | Upgrade:
    """The action that puts a building down: an upgrade if a smaller one of its kind is inside.

    It is paid exactly, its surcharge with cards of its own kind.
    """
    new = Building(kind, rank, sq)
    inside = state.boards[age].overlapping(new.mask) if sq >= 0 else []
    old = [each for each in inside if each.kind is kind and each.rank < rank]
    price = price_of(state, age, kind, rank, sq, upgrade=bool(old))
    extra = state.grid.surcharge_at(state.terrain_cost, rank, sq)
    verb = Upgrade if old else Build
    return verb(age, kind, rank, sq, cards_of(kind, price + extra))


def at_leisure(state: GameState, seat: int, age: Age) -> GameState:
    """The position as if cards, coins and adventurers in one age were no object to a player.

    It is his turn. What `why_not` still refuses here is not a matter of cards or coins: T4's and
    A4's price, T5 and the cards of A1, A2, A4, A5 and A6 are paid for, while squares, tiles, cubes,
    ownership, G1, D1 and H1 are as they are.
    """
    player = state.players[seat]
    hand = (player.hand[0] + PLENTY, player.hand[1] + PLENTY, player.hand[2] + PLENTY)
    there = (age,) * ADVENTURERS
    rich = player._replace(hand=hand, coins=player.coins + PLENTY, adventurers=there, hidden=0)
    purses = (tuple((age, PLENTY) for _ in there),)
    turn = Turn(seat, purses, exchanged=True, swapped=True, acted=True)
    return state.with_player(seat, rich)._replace(turn=turn, over=False)


def grafted(state: GameState, after: GameState) -> GameState:
    """The state with the boards, tiles and cubes of another one; the rest is its own."""
    players = tuple(
        mine._replace(cubes=other.cubes)
        for mine, other in zip(state.players, after.players, strict=True)
    )
    return state._replace(boards=after.boards, supply=after.supply, players=players)


# ------------------------------------------------------------------ what cannot exist


def _standing(state: GameState, age: Age, sq: int) -> Building:
    building = state.boards[age].at(sq)
    if building is None:
        raise PositionError(Said("slip-nothing_stands", {"place": name(sq), "age": age}))
    return building


def check_seat(state: GameState, seat: int) -> None:
    """Refuse a seat that nobody has."""
    if not 0 <= seat < len(state.players):
        raise PositionError(f"there are {len(state.players)} players, so there is no seat {seat}")


def check_building(state: GameState, age: Age, building: Building) -> None:
    """Refuse what no board can hold; what a rule forbids is found by `faults`."""
    if building.kind not in KINDS or building.rank not in RANKS:
        raise PositionError(f"there is no building of kind {building.kind}, rank {building.rank}")
    wrong = _misfit(state.boards[age], building) or impossible(state.rules, age, building)
    if wrong is not None:
        raise PositionError(wrong)
    for seat in (*building.cubes, *([] if building.owner is None else [building.owner])):
        check_seat(state, seat)


def _misfit(board: Board, building: Building) -> Violation | None:
    if building.square < 0 or building.mask & ~board.grid.area:
        return violation("S5", "refusal-fit", building=nameable(building))
    if building.printed != bool(building.rank == 1 and building.mask & board.grid.hamlets):
        return violation("S5", "refusal-hamlet_below", building=nameable(building))
    return None


# ------------------------------------------------------------------ what players have

RICHEST: Final = 9999
"""Coins that a player can be given."""


def with_coins(state: GameState, seat: int, coins: int) -> GameState:
    """Set the number of a player's coins."""
    check_seat(state, seat)
    if not 0 <= coins <= RICHEST:
        raise PositionError(Said("slip-coins", {"most": str(RICHEST), "n": str(coins)}))
    return state.with_player(seat, state.players[seat]._replace(coins=coins))


def with_hand(state: GameState, seat: int, hand: Cards, hidden: int = 0) -> GameState:
    """Give a player these cards and `hidden` unseen ones; the old hand goes back.

    Cards come from the pile and, if it has none left of a kind, from the discards (S4).
    """
    check_seat(state, seat)
    if min(hand) < 0 or hidden < 0:
        raise PositionError(f"a hand cannot hold {min(*hand, hidden)} cards")
    player = state.players[seat]
    pile = minus_cards(add_cards(state.pile, player.hand), hand)
    taken = (max(0, -pile[0]), max(0, -pile[1]), max(0, -pile[2]))
    pile, discards = add_cards(pile, taken), minus_cards(state.discards, taken)
    unseen = sum(each.hidden for each in state.players) - player.hidden + hidden
    if min(discards) < 0 or unseen + state.hidden_discards > sum(pile):
        raise PositionError(
            violation("S4", "refusal-hand", who=player.name, cards=cards_text(hand, hidden))
        )
    dealt = state.with_player(seat, player._replace(hand=hand, hidden=hidden))
    return dealt._replace(pile=pile, discards=discards)


def with_cubes(state: GameState, seat: int, cubes: int) -> GameState:
    """Set the number of cubes a player has at home; the others leave the game, to show B5."""
    check_seat(state, seat)
    most = usual_cubes(state.boards, seat)
    if not 0 <= cubes <= most:
        who = state.players[seat].name
        raise PositionError(violation("S1", "refusal-home_cubes", who=who, most=most, n=cubes))
    return state.with_player(seat, state.players[seat]._replace(cubes=cubes))


def with_adventurers(state: GameState, seat: int, ages: Iterable[Age]) -> GameState:
    """Send a player's two adventurers to these ages; in his turn each may play two cards (T5)."""
    check_seat(state, seat)
    places = tuple(sorted(Age(age) for age in ages))
    if len(places) != ADVENTURERS:
        raise PositionError(f"each player has {ADVENTURERS} adventurers, not {len(places)} (S1)")
    moved = state.with_player(seat, state.players[seat]._replace(adventurers=places))
    if seat == state.seat:
        return moved._replace(turn=state.turn._replace(purses=full_purses(places)))
    return moved


def with_turn(
    state: GameState, *, round: int | None = None, seat: int | None = None, start: int | None = None
) -> GameState:
    """Begin another turn: its round, who acts, who starts each round; left out, they stay."""
    number = state.round if round is None else round
    acting = state.seat if seat is None else seat
    first = state.start if start is None else start
    if not 1 <= number <= ROUNDS:
        raise PositionError(violation("T1", "refusal-round", most=ROUNDS, n=number))
    check_seat(state, acting)
    check_seat(state, first)
    turn = Turn(acting, full_purses(state.players[acting].adventurers))
    return state._replace(round=number, start=first, turn=turn, over=False)


def with_supply(state: GameState, kind: Kind, rank: int, tiles: int) -> GameState:
    """Set the number of tiles of a sort in the supply; the others leave the game (B5, C4)."""
    most = usual_supply(state.boards, state.rules)[kind][rank]
    if rank not in RANKS or not 0 <= tiles <= most:
        sort = building_thing(kind, rank)
        raise PositionError(violation("S3", "refusal-tiles", building=sort, most=most, n=tiles))
    return state._replace(
        supply=restock(state.supply, kind, rank, tiles - state.supply[kind][rank])
    )
