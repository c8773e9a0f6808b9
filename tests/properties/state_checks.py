"""What must hold in every state, whatever led to it."""

from __future__ import annotations

from collections import Counter

from khronos_lab.core import Board, Building, GameState, board_of
from khronos_lab.mechanics import faults
from khronos_lab.rulebook import AGES, CIVIL, MILITARY, OWNED_KINDS, REASON, RELIGIOUS, Age
from tests.properties import oracles

LATER = ("limits", "settled", "stamp")
"""What a board works out when somebody asks; `tests/core/test_digest.py` checks the last two."""
CUBE_LIMIT = {1: 1, 2: 3, 3: 5}


# ------------------------------------------------------------------ boards


def check_boards(state: GameState, before: GameState | None = None) -> None:
    """Each board by itself; one that is the very object of the state before was checked then."""
    for age in AGES:
        board = state.boards[age]
        if before is not None and board is before.boards[age]:
            continue
        check_squares(board, age)
        check_hamlets(board, age)
        check_buildings(board, age, len(state.players))
        check_caches(board, age)
        assert board.rules == state.rules, f"{age.title} has other rules"
        check_domains(board, age)
    broken = faults(state)
    assert not broken, f"the package itself finds fault: {[str(each) for each in broken]}"


def check_squares(board: Board, age: Age) -> None:
    """Nothing overlaps, and all is on the map."""
    seen: Counter[oracles.Square] = Counter()
    for building in board:
        seen.update(oracles.covered(building))
    twice = [square for square, number in seen.items() if number > 1]
    assert not twice, f"buildings of {age.title} overlap at {twice}"
    grid = board.grid
    off = [at for at in seen if not (0 <= at[0] < grid.columns and 0 <= at[1] < grid.rows)]
    assert not off, f"buildings of {age.title} leave the map at {off}"
    assert all(anchor == each.square for anchor, each in board.buildings.items())


def check_hamlets(board: Board, age: Age) -> None:
    """S5: a printed hamlet stands wherever nothing covers it, and what covers one is civil."""
    homes = oracles.hamlet_squares(board.grid)
    bare = set(homes)
    for building in board:
        on = oracles.covered(building) & homes
        bare -= on
        assert len(on) <= 1, f"the {building} in {age.title} covers several printed hamlets"
        assert not on or building.kind == CIVIL, f"the {building} in {age.title} is on a hamlet"
        if building.rank == 1:
            assert building.printed == bool(on), f"the {building} in {age.title}: tile on print"
        assert not building.printed or on, f"the {building} in {age.title} is printed nowhere"
    assert not bare, f"printed hamlets are missing in {age.title}: {bare}"


def check_buildings(board: Board, age: Age, players: int) -> None:
    """A1, A5, A6, B1, B4: who owns what, which cubes stand where, what exists in Reason."""
    wet = oracles.terrain_squares(board.grid, board.grid.river)
    for building in board:
        where = f"the {building} in {age.title}"
        owned = building.kind in OWNED_KINDS
        if age is REASON:
            assert building.owner is None, f"{where} has an owner"
            assert building.rank > 1 or building.printed, f"{where} was never copied (B1)"
            check_cubes(building, where)
        else:
            assert (building.owner is not None) == owned, f"{where} has a wrong owner"
            assert not building.ruin, f"{where} is a ruin"
            assert not building.cubes, f"{where} carries cubes"
        assert building.owner is None or 0 <= building.owner < players
        assert all(0 <= seat < players for seat in building.cubes)
        if oracles.covered(building) & wet:
            assert not owned, f"{where} is on the river (G1)"
            assert building.rank > 1, f"{where} is on the river (G1)"


def check_cubes(building: Building, where: str) -> None:
    """A5, A6: no more cubes than fit, in seat order."""
    assert list(building.cubes) == sorted(building.cubes)
    if building.kind == CIVIL:
        assert not building.ruin, f"{where} is a ruin"
        assert len(building.cubes) <= CUBE_LIMIT[building.rank], f"{where} is overcrowded"
    else:
        half = 1 if building.ruin and building.rank == 3 else 0
        assert len(building.cubes) <= half, f"{where} carries {building.cubes}"


def check_caches(board: Board, age: Age) -> None:
    """What a board keeps equals what is worked out from scratch."""
    fresh = board_of(board.grid, tuple(board), board.rules)
    assert board == fresh
    wrong = [what for what, value in kept(board).items() if value != kept(fresh)[what]]
    assert not wrong, f"{age.title} keeps {wrong} wrong"


def kept(board: Board) -> dict[str, object]:
    """All that a board keeps besides its buildings, whatever it is called."""
    found = {slot: getattr(board, slot) for slot in Board.__slots__ if slot not in LATER}
    found["sites"] = {sort: anchors for sort, anchors in board.sites.items() if anchors}
    return found


def check_domains(board: Board, age: Age) -> None:
    """Domains are networkx's components; in Might and Faith hierarchy is unique (H1)."""
    found = oracles.domains(board)
    assert [list(domain.anchors) for domain in board.domains] == [
        [building.square for building in group] for group in found
    ], f"the domains of {age.title} are not the connected components"
    for domain, group in zip(board.domains, found, strict=True):
        squares = frozenset().union(*(oracles.covered(each) for each in group))
        assert oracles.terrain_squares(board.grid, domain.mask) == squares
        for kind in (MILITARY, RELIGIOUS):
            top = oracles.rivals(group, kind)
            rank = top[0].rank if top else 0
            assert (domain.tops[kind], domain.peers[kind]) == (rank, len(top))
            assert age is REASON or len(top) < 2, f"{age.title} has equals at the top: {top} (H1)"


# ------------------------------------------------------------------ pieces and the turn


def check_pieces(
    state: GameState,
    tiles: dict[tuple[int, int], int],
    cubes: list[int],
    cards: tuple[int, ...],
) -> None:
    """Tiles, cubes and cards are never made or lost, and nobody owes any."""
    assert oracles.tiles(state) == tiles, "tiles were made or lost (S3)"
    assert oracles.cubes(state) == cubes, "cubes were made or lost (S1)"
    assert oracles.cards(state) == cards, "cards were made or lost (S4)"
    assert all(number >= 0 for row in state.supply for number in row), "tiles are owed"
    piles = [state.pile, state.discards, state.open_cards]
    for player in state.players:
        assert player.cubes >= 0, f"{player.name} owes cubes"
        assert player.coins >= 0, f"{player.name} owes coins"
        assert sum(player.hand) <= 4, f"{player.name} holds {player.hand}"
        piles.append(player.hand)
    assert all(number >= 0 for pile in piles for number in pile), "cards are owed"


def check_play(state: GameState) -> None:
    """Round, seats, adventurers and purses are what they can be."""
    assert 1 <= state.round <= 7
    assert 0 <= state.seat < len(state.players)
    assert 0 <= state.start < len(state.players)
    assert sum(state.open_cards) == (3 if state.rules.holdem else 0)
    for player in state.players:
        assert len(player.adventurers) == 2
        assert list(player.adventurers) == sorted(player.adventurers)
        assert all(isinstance(age, Age) for age in player.adventurers)
    purses = state.turn.purses
    assert purses, "no account of T5 is left"
    assert len(set(purses)) == len(purses)
    for account in purses:
        assert tuple(age for age, _ in account) == state.player.adventurers, "T5: wrong places"
        assert all(0 <= left <= 2 for _, left in account), "T5: wrong allowance"
    assert len({sum(left for _, left in account) for account in purses}) == 1
