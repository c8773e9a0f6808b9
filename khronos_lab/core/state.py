"""GameState: everything that a game is at one moment, as one immutable value.

These are NamedTuples because every event makes a new one; a frozen dataclass costs twice as much.

T5 leaves open which adventurer's allowance pays until it matters. Each adventurer may play two
cards a turn where he stands. Nobody says which of two adventurers in one age paid, or which of them
left, so all consistent accounts are kept side by side. An *account* is where the two stand and how
many cards each may still play, e.g. `((MIGHT, 1), (FAITH, 2))`, sorted because the two are alike; a
*purse* is the tuple of all accounts that are still possible. There are never more than a handful,
and the steps between them are remembered for all games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.core.board import Board
from khronos_lab.core.grid import Grid
from khronos_lab.rulebook import (
    CARDS_PER_ADVENTURER,
    Age,
    Cards,
    Kind,
    RuleSet,
    TerrainCost,
    implements,
)

if TYPE_CHECKING:
    from khronos_lab.core.actions import Action


DEFAULT_NAMES: Final = ("Black", "White", "Sky", "Red", "Indigo")
"""Seats are named by colour unless a game names its players; initials differ for text boards."""

Account = tuple[tuple[Age, int], ...]
Purses = tuple[Account, ...]
Supply = tuple[tuple[int, int, int, int], ...]
"""By kind, then by rank (index 0 unused): the tiles not on a board (S3)."""


class PlayerState(NamedTuple):
    """What one player has."""

    name: str
    coins: int
    hand: Cards
    cubes: int
    adventurers: tuple[Age, ...]
    """Where they stand, earliest age first; which is which is never asked (T5)."""
    hidden: int = 0
    """Cards in hand that nobody wrote down; one that is played shows what it is."""
    secret: bool = False
    """What this player draws stays hidden unless a move says otherwise."""


class Turn(NamedTuple):
    """What the player whose turn it is has done in it so far."""

    seat: int
    purses: Purses
    """T5: every consistent account of who paid what."""
    exchanged: bool = False
    """T2 was used."""
    swapped: bool = False
    """V2 was used."""
    acted: bool = False
    """Phase II has begun, so T2 and V2 are over."""


class GameState(NamedTuple):
    """A whole game at one moment."""

    rules: RuleSet
    boards: tuple[Board, Board, Board]
    players: tuple[PlayerState, ...]
    supply: Supply
    pile: Cards
    """The cards nobody has seen, as numbers: their order is decided when one is drawn.

    They are the draw pile and whatever is hidden in hands and discards; see `pile_size`.
    """
    discards: Cards
    open_cards: Cards
    """V2's open cards; none without Hold'em."""
    chance: int
    """The state of the random generator that draws cards; one seed gives one game."""
    round: int
    start: int
    """The seat that starts every round (S1)."""
    turn: Turn
    over: bool
    hidden_discards: int = 0
    """Discards that nobody wrote down."""

    @property
    def grid(self) -> Grid:
        """The map of all three ages."""
        return self.boards[0].grid

    @property
    def terrain_cost(self) -> TerrainCost:
        """What terrain costs at this table (G2)."""
        return self.rules.terrain[len(self.players)]

    @property
    def seat(self) -> int:
        """The seat of the player to act."""
        return self.turn.seat

    @property
    def player(self) -> PlayerState:
        """The player to act."""
        return self.players[self.turn.seat]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(player.name for player in self.players)

    def with_player(self, seat: int, player: PlayerState) -> GameState:
        """The state with another player in a seat."""
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def legal(self, *words: str) -> list[Action]:
        """What may be done now, or only what has these words: `state.legal("keep")`.

        Words may be in either language. In a notebook the list shows a table and, where all of it
        is about squares, a picture of them.
        """
        return LEGAL[0](self, *words)

    def __repr__(self) -> str:
        # The text form lives in its own module, which needs this one.
        from khronos_lab.core.position import position_text

        return position_text(self)


LEGAL: Final[list[Callable[..., list[Action]]]] = []
"""Answers `GameState.legal`: the engine puts it here, because a state knows no rule."""


def set_board(
    boards: tuple[Board, Board, Board], age: Age, board: Board
) -> tuple[Board, Board, Board]:
    """The boards with another one in one age."""
    might, faith, reason = boards
    if age == 0:
        return (board, faith, reason)
    return (might, board, reason) if age == 1 else (might, faith, board)


def set_player(
    players: tuple[PlayerState, ...],
    seat: int,
    *,
    coins: int = 0,
    cubes: int = 0,
    hand: Cards | None = None,
    hidden: int = 0,
) -> tuple[PlayerState, ...]:
    """The players with one account changed: more coins, cubes, hidden cards, another hand."""
    name, had, held, home, adventurers, unseen, secret = players[seat]
    held = held if hand is None else hand
    new = PlayerState(name, had + coins, held, home + cubes, adventurers, unseen + hidden, secret)
    return (*players[:seat], new, *players[seat + 1 :])


def restock(supply: Supply, kind: Kind, rank: int, change: int) -> Supply:
    """The supply with tiles of one sort put back (1) or taken (-1)."""
    row = list(supply[kind])
    row[rank] += change
    new = (row[0], row[1], row[2], row[3])
    return (*supply[:kind], new, *supply[kind + 1 :])


def add_cards(one: Cards, other: Cards) -> Cards:
    """The cards of both.

    >>> add_cards((1, 0, 2), (1, 1, 0))
    (2, 1, 2)
    """
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def minus_cards(one: Cards, other: Cards) -> Cards:
    """The first cards without the second."""
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2])


def shortage(hand: Cards, cards: Cards) -> Cards:
    """The cards that a hand lacks: if it hides others, they must be among those.

    >>> shortage((2, 0, 0), (1, 1, 2))
    (0, 1, 2)
    """
    return (max(0, cards[0] - hand[0]), max(0, cards[1] - hand[1]), max(0, cards[2] - hand[2]))


def pile_size(state: GameState) -> int:
    """How many cards can be drawn before the discards become the new pile (S4)."""
    hidden = sum(player.hidden for player in state.players)
    return sum(state.pile) - hidden - state.hidden_discards


def cards_of(kind: Kind, number: int = 1) -> Cards:
    """A number of cards of one kind, as cards.

    >>> cards_of(Kind.CIVIL, 3)
    (0, 0, 3)
    """
    cards = [0, 0, 0]
    cards[kind] = number
    return (cards[0], cards[1], cards[2])


def cards_text(cards: Cards, hidden: int = 0) -> str:
    """Cards as letters, hidden ones as stars: `mmrc`, `m***`, or `-` for none.

    >>> cards_text((2, 0, 1)), cards_text((1, 0, 0), 3)
    ('mmc', 'm***')
    """
    known = "".join("mrc"[kind] * number for kind, number in enumerate(cards))
    return known + "*" * hidden or "-"


def ends_turn(before: GameState, after: GameState) -> bool:
    """True if a move between these states ended a turn."""
    return after.over or after.turn.seat != before.turn.seat or after.round != before.round


# ------------------------------------------------------------------ allowances (T5)


@lru_cache(maxsize=64)
@implements("T5")
def full_purses(adventurers: tuple[Age, ...]) -> Purses:
    """The one account at the start of a turn: two cards for each adventurer."""
    return (tuple(sorted((age, CARDS_PER_ADVENTURER) for age in adventurers)),)


@lru_cache(maxsize=4096)
@implements("T5")
def allowance(purses: Purses, age: Age) -> int:
    """The most cards that one action in this age may still cost."""
    return max(sum(left for place, left in account if place == age) for account in purses)


@lru_cache(maxsize=4096)
@implements("T5")
def pay_cards(purses: Purses, age: Age, number: int) -> Purses:
    """The accounts possible after `number` cards were played in this age; none if too many."""
    after = {paid for account in purses for paid in _payments(account, age, number)}
    return tuple(sorted(after))


@lru_cache(maxsize=4096)
@implements("T5")
def travel(purses: Purses, origin: Age, target: Age) -> Purses:
    """The accounts possible after some adventurer went from one age to another."""
    after = set()
    for account in purses:
        for index, (place, left) in enumerate(account):
            if place == origin:
                moved = (*account[:index], (target, left), *account[index + 1 :])
                after.add(tuple(sorted(moved)))
    return tuple(sorted(after))


def _payments(account: Account, age: Age, number: int) -> list[Account]:
    """Every way in which the adventurers of one account share a payment in one age."""
    if not account:
        return [()] if number == 0 else []
    (place, left), rest = account[0], account[1:]
    most = min(left, number) if place == age else 0
    return [
        tuple(sorted(((place, left - share), *others)))
        for share in range(most + 1)
        for others in _payments(rest, age, number - share)
    ]
