"""Short games: what players are likely to have at the end, from a position and the unseen cards.

A position is played on for about a round by quick turns, with one deal of the unseen cards after
another, and where it stops the learned value guesses the rest. Two branches of a game meet the same
deals, so their difference is known better than either.

The hand of the next player decides most, and there are at most fifteen different ones. So that turn
is also played once with each of them, and its average is exact: what one deal's hand gave more or
less than that is luck, and can be taken out (a control variate).

>>> from khronos_lab.engine import new_game
>>> from khronos_lab.players.views import seen_by
>>> games = ShortGames(seen_by(new_game(2, seed=7), -1), seed=1)
>>> len(games.hands), round(sum(hand.share for hand in games.hands), 9)
(15, 1.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb
from random import Random
from typing import Final, NamedTuple

from khronos_lab.core import GameState, Travel, add_cards, minus_cards, seed_of
from khronos_lab.engine import choices
from khronos_lab.players.thinking.learned_value import prospects, win_chances
from khronos_lab.players.thinking.lookahead import quick_tables
from khronos_lab.players.thinking.placement_estimates import Estimator
from khronos_lab.players.thinking.table_value import Taste
from khronos_lab.players.thinking.tried_actions import after
from khronos_lab.players.thinking.unknown_hands import hand_promise
from khronos_lab.players.views import deal_hidden, hidden_hand
from khronos_lab.rulebook import TRAVEL_COST, Cards

QUICK: Final = Taste(envy=0.0)
"""Whoever plays on cares for his own coins; what others lose shows in theirs."""


DIGITS: Final = 3
"""Of what is told: a file that keeps it stays small, and nobody asks for more."""


class Outlook(NamedTuple):
    """By seat: what is expected of a game."""

    coins: tuple[float, ...]
    """At the end."""
    chances: tuple[float, ...]
    """To win."""


class Hand(NamedTuple):
    """A hand that the player to act may hold, and what he makes of it."""

    cards: Cards
    share: float
    """How likely it is."""
    outlook: Outlook


class Sample(NamedTuple):
    """What one deal says of a position."""

    outlook: Outlook
    luck: Outlook
    """How much better than the average the next player's hand was for everybody."""


class ShortGames:
    """The games from one position, as somebody knows it; they are numbered, and played on demand.

    The position is at the start of a turn, or the game is over.
    """

    def __init__(self, known: GameState, seed: int | str) -> None:
        self.known = known
        self._seed = seed
        self._samples: list[Sample] = []
        self._hands: dict[Cards, Hand] = {}
        self._outlooks: dict[int, Outlook] = {}

    @cached_property
    def _estimator(self) -> Estimator:
        """Whoever comes next meets the same boards in every game, so his estimates are shared."""
        return Estimator(self.known, QUICK)

    @cached_property
    def deals(self) -> list[tuple[Cards, float]]:
        """The hands that the player to act may hold, and how likely each is."""
        if self.known.over:
            return []
        held, hidden = self.known.player.hand, self.known.player.hidden
        return [(add_cards(held, cards), share) for cards, share in deals(self.known.pile, hidden)]

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """All hands of the player to act, with what he is likely to make of them."""
        return tuple(self._hand(*deal) for deal in self.deals)

    @cached_property
    def mean(self) -> Outlook:
        """What is expected on average over all hands, as far as the next turn tells."""
        if self.known.over:
            return outlook_of(self.known)
        return _rounded(*(_weighted(self.hands, which) for which in (0, 1)))

    def luck_of(self, cards: Cards) -> Outlook | None:
        """How much better for everybody this hand is than the average one; None: nobody has it."""
        for hand in self.hands:
            if hand.cards == cards:
                return _minus(hand.outlook, self.mean)
        return None

    def samples(self, number: int) -> list[Sample]:
        """The first `number` games."""
        while len(self._samples) < number:
            self._samples.append(self._sample(len(self._samples)))
        return self._samples[:number]

    def _sample(self, number: int) -> Sample:
        if self.known.over:
            nothing = (0.0,) * len(self.known.players)
            return Sample(outlook_of(self.known), Outlook(nothing, nothing))
        hand = self._hand(*self._dealt(number))
        return Sample(self.outlook_in(number), _minus(hand.outlook, self.mean))

    def outlook_in(self, number: int) -> Outlook:
        """What is expected after one of the games; its luck is not asked for."""
        if number not in self._outlooks:
            self._outlooks[number] = outlook_of(self.table_in(number))
        return self._outlooks[number]

    def table_in(self, number: int) -> GameState:
        """The table where one of the games stops."""
        return self.tables_in(number)[-1]

    def tables_in(self, number: int) -> list[GameState]:
        """The tables of one of the games, action by action."""
        if self.known.over:
            return [self.known]
        # A new lot in every game decides between squares that look alike: a choice that all games
        # of a branch share would be luck that no number of games shows.
        tables = self._next_turn(self._dealt(number)[0], number)
        tables[-1] = deal_hidden(tables[-1], Random(seed_of(self._seed, "deal", number)))
        for left in reversed(range(len(self.known.players) - 1)):
            table = tables[-1]
            if table.over:
                break
            turn = (number, table.round, table.seat)
            table = table._replace(chance=seed_of(self._seed, "draw", *turn))
            estimator = Estimator(table, QUICK)
            # The last turn is that of the player who is judged: where his adventurers are must not
            # count for more than a journey costs.
            tables.append(table if left else _gone_first(table, estimator))
            rng = Random(seed_of(self._seed, "turn", *turn))
            tables += quick_tables(tables[-1], rng, QUICK, estimator)
        return tables

    def _dealt(self, number: int) -> tuple[Cards, float]:
        """The next player's hand in a game: branches with the same cards left get the same one."""
        place = seed_of(self._seed, "hand", number) / (1 << 64)
        for deal in self.deals:
            place -= deal[1]
            if place < 0:
                break
        return deal

    def _hand(self, cards: Cards, share: float) -> Hand:
        """A hand with what comes of it in one turn, the same for all games."""
        if cards not in self._hands:
            outlook = outlook_of(self._next_turn(cards, "luck")[-1])
            self._hands[cards] = Hand(cards, share, outlook)
        return self._hands[cards]

    def _next_turn(self, cards: Cards, lot: int | str) -> list[GameState]:
        """The tables of the next player's quick turn with a hand; what he draws then is hidden.

        The lot decides between squares that look alike.
        """
        known, seat = self.known, self.known.seat
        pile = minus_cards(known.pile, minus_cards(cards, known.player.hand))
        player = known.player._replace(hand=cards, hidden=0)
        view = known._replace(
            players=(*known.players[:seat], player, *known.players[seat + 1 :]),
            pile=pile,
            chance=seed_of(self._seed, "first"),
        )
        rng = Random(seed_of(self._seed, "first turn", lot))
        tables = [view, *quick_tables(view, rng, QUICK, self._estimator)]
        last = tables[-1]
        drawn = last.players[seat]
        tables[-1] = last._replace(
            players=(*last.players[:seat], hidden_hand(drawn), *last.players[seat + 1 :]),
            pile=add_cards(last.pile, drawn.hand),
        )
        return tables


def _gone_first(view: GameState, estimator: Estimator) -> GameState:
    """The table after the journey with which a turn had better begin, if one is worth its price."""
    best, found = hand_promise(view, estimator), view
    for action in choices(view).plain:
        if isinstance(action, Travel):
            there = after(view, action)
            promise = hand_promise(there, estimator) - TRAVEL_COST
            if promise > best + 1e-9:
                best, found = promise, there
    return found


def outlook_of(table: GameState) -> Outlook:
    """What the learned value says of a table before a turn, or of a game that is over."""
    coins = [prospects(table, seat, over=False) for seat in range(len(table.players))]
    return _rounded(coins, win_chances(table, coins, over=False))


def lead(coins: Sequence[float], seat: int) -> float:
    """The coins of a player, less the others' average.

    >>> lead((10.0, 4.0, 6.0), 0)
    5.0
    """
    return coins[seat] - (sum(coins) - coins[seat]) / (len(coins) - 1)


def deals(pile: Cards, number: int) -> list[tuple[Cards, float]]:
    """All ways to draw this many cards from a pile, and how likely each is.

    >>> deals((1, 1, 0), 1)
    [((1, 0, 0), 0.5), ((0, 1, 0), 0.5)]
    """
    military, religious, civil = pile
    ways = comb(sum(pile), number)
    return [
        ((a, b, c), comb(military, a) * comb(religious, b) * comb(civil, c) / ways)
        for a in range(min(military, number), -1, -1)
        for b in range(min(religious, number - a), -1, -1)
        if (c := number - a - b) <= civil
    ]


def _weighted(hands: tuple[Hand, ...], which: int) -> list[float]:
    rows = [[hand.share * each for each in hand.outlook[which]] for hand in hands]
    return [sum(column) for column in zip(*rows, strict=True)]


def _minus(one: Outlook, other: Outlook) -> Outlook:
    coins, chances = (
        [a - b for a, b in zip(first, second, strict=True)]
        for first, second in zip(one, other, strict=True)
    )
    return _rounded(coins, chances)


def _rounded(coins: Sequence[float], chances: Sequence[float]) -> Outlook:
    return Outlook(
        tuple([round(each, DIGITS) for each in coins]),
        tuple([round(each, DIGITS) for each in chances]),
    )
