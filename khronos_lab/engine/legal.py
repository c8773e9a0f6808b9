"""Legal actions: listed, counted, or one of them drawn at random without listing.

Actions come in *families*: all builds of one kind, rank and surcharge in one age, for example, are
a mask of squares and a few ways to pay. Counting multiplies, drawing picks a number and looks it
up, listing spells it all out. The order is stable: the order of the families, then reading order,
then payments; and no action is there twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, product
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple

from khronos_lab.core import (
    LEGAL,
    Action,
    Build,
    Demolish,
    EndTurn,
    Exchange,
    GameState,
    PlayerState,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    allowance,
    bits,
    cards_text,
    name,
    nth,
    shortage,
)
from khronos_lab.engine.moves import position_of
from khronos_lab.mechanics import room_of
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    DEMOLITION_COST,
    EXCHANGE_COST,
    KINDS,
    NO_CARDS,
    OWNED_KINDS,
    RANKS,
    REASON,
    TRAVEL_COST,
    Age,
    Cards,
    KhronosError,
    Kind,
    Values,
    building_thing,
    in_each_language,
    say,
)

Verb = type[Build] | type[Upgrade] | type[Demolish] | type[Populate] | type[Restore]


class Family(NamedTuple):
    """Actions that differ only in their square and, with a surcharge, in their payment."""

    verb: Verb
    age: Age
    kind: Kind
    rank: int
    anchors: int
    payments: tuple[Cards, ...]
    size: int

    def member(self, anchor: int, payment: Cards) -> Action:
        """The action of this family at a square for a payment."""
        verb = self.verb
        if verb is Build or verb is Upgrade:
            return verb(self.age, self.kind, self.rank, anchor, payment)
        if verb is Demolish:
            return Demolish(self.age, anchor)
        return Populate(anchor) if verb is Populate else Restore(anchor)


class Actions(list[Action]):
    """A list of actions that reads as a table: what, where, and at what cost."""

    __slots__ = ("state",)

    def __init__(self, actions: Iterable[Action], state: GameState | None = None) -> None:
        super().__init__(actions)
        self.state = state
        """The position in which they are legal, where that is known."""

    def of(self, *words: str) -> Actions:
        """The actions whose sentence has all these words, in any order and either language.

        A word that no action can have is refused, with the nearest that one can.

        >>> from khronos_lab.engine.setup import new_game
        >>> found = legal_actions(new_game(2, seed=7)).of("hamlet", "d8")
        >>> [str(action) for action in found]
        ['build hamlet at d8 in Might for c']
        """
        # Words load when somebody reads them: a simulation never does.
        from khronos_lab.core import action_text
        from khronos_lab.engine.reading import refuse_unknown_words

        said = [word for each in words for word in each.split()]
        wanted = {word.lower() for word in said}

        def meant(action: Action) -> bool:
            sentences = in_each_language(lambda: action_text(action))
            return any(wanted <= set(each.lower().split()) for each in sentences)

        found = Actions(filter(meant, self), self.state)
        if not found:
            refuse_unknown_words(said)
        return found

    def __repr__(self) -> str:
        return table_text(self)


class Choices:
    """The legal actions of a position: `len`, iteration, indexing, `count_by_kind`, `pick`."""

    __slots__ = ("_count", "families", "last", "plain")

    def __init__(self, state: GameState) -> None:
        if type(state) is not GameState:
            state = position_of(state)
        self.plain: tuple[Action, ...] = ()
        self.families: list[Family] = []
        self.last: tuple[Action, ...] = ()
        count = 0
        if not state.over:
            player = state.players[state.turn.seat]
            self.plain = _openings(state, player)
            if player.coins >= TRAVEL_COST:
                self.plain += _journeys(player.adventurers)
            self.families = _families(state, player)
            self.last = _endings(state.rules.keeps_cards, player.hand, player.hidden)
            count = len(self.plain) + len(self.last)
            for family in self.families:
                count += family.size
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Action]:
        yield from self.plain
        for family in self.families:
            for anchor in bits(family.anchors):
                for payment in family.payments:
                    yield family.member(anchor, payment)
        yield from self.last

    def __getitem__(self, index: int) -> Action:
        """The action with this number in the order of iteration."""
        if not -self._count <= index < self._count:
            raise IndexError(f"there are {self._count} legal actions, no number {index}")
        index %= self._count
        if index < len(self.plain):
            return self.plain[index]
        index -= len(self.plain)
        for family in self.families:
            if index < family.size:
                square, payment = divmod(index, len(family.payments))
                return family.member(nth(family.anchors, square), family.payments[payment])
            index -= family.size
        return self.last[index]

    def pick(self, rng: Random) -> Action:
        """One of them, each as likely as any other."""
        if not self._count:
            raise KhronosError("the game is over: there is no action to choose (T7)")
        return self[rng.randrange(self._count)]

    def count_by_kind(self) -> dict[str, int]:
        """How many actions of each kind there are, always in the same order."""
        counts: dict[str, int] = {}
        for action in (*self.plain, *self.last):
            key = type(action).__name__
            counts[key] = counts.get(key, 0) + 1
        for family in self.families:
            key = family.verb.__name__
            counts[key] = counts.get(key, 0) + family.size
        return dict(sorted(counts.items()))

    def __repr__(self) -> str:
        return repr(Actions(self))


def choices(state: GameState) -> Choices:
    """The legal actions as a collection that makes each action only when asked for it."""
    return Choices(state)


def legal_actions(state: GameState) -> Actions:
    """All legal actions, card choices for surcharges included; `of` picks some of them."""
    state = position_of(state)
    return Actions(Choices(state), state)


def _legal(state: GameState, *words: str) -> Actions:
    found = legal_actions(state)
    return found.of(*words) if words else found


LEGAL[:] = [_legal]


# ------------------------------------------------------------------ ways to choose cards


class Means(NamedTuple):
    """What a player can pay with: known cards, and hidden ones that may be any unseen card."""

    hand: Cards
    hidden: int = 0
    unseen: Cards = NO_CARDS

    def may_have(self, kind: Kind) -> bool:
        """True if a card of this kind is, or can be, in the hand."""
        return self.hand[kind] > 0 or self.unseen[kind] > 0


def means_of(state: GameState) -> Means:
    """The means of the player to act."""
    player = state.players[state.turn.seat]
    hidden = player.hidden
    if not hidden:
        return Means(player.hand)
    military, religious, civil = state.pile
    unseen = (min(military, hidden), min(religious, hidden), min(civil, hidden))
    return Means(player.hand, hidden, unseen)


@lru_cache(maxsize=4096)
def subsets(hand: Cards, hidden: int = 0, unseen: Cards = NO_CARDS) -> tuple[Cards, ...]:
    """Every selection of cards from a hand, from none to all."""
    counts = (range(held + more + 1) for held, more in zip(hand, unseen, strict=True))
    military, religious, civil = counts
    return tuple(
        cards
        for cards in product(military, religious, civil)
        if sum(shortage(hand, cards)) <= hidden
    )


@lru_cache(maxsize=4096)
def payments(means: Means, kind: Kind, price: int, extra: int) -> tuple[Cards, ...]:
    """Every way to pay a price in one colour, with `extra` more cards of any colour (G2)."""
    return tuple(
        cards for cards in subsets(*means) if sum(cards) == price + extra and cards[kind] >= price
    )


# ------------------------------------------------------------------ the families


def _openings(state: GameState, player: PlayerState) -> tuple[Action, ...]:
    """Phase I: exchange (T2) and the open cards (V2)."""
    turn = state.turn
    if turn.acted:
        return ()
    found: tuple[Action, ...] = ()
    if not turn.exchanged and player.coins >= EXCHANGE_COST:
        found = _exchanges(player.hand, player.hidden)
    if state.rules.holdem and not turn.swapped:
        found += _swaps(means_of(state), state.open_cards)
    return found


@lru_cache(maxsize=4096)
def _exchanges(hand: Cards, hidden: int) -> tuple[Action, ...]:
    """Exchanges name known cards by kind and hidden ones by number: nobody sees what they are."""
    return tuple(
        Exchange(cards, unseen)
        for unseen in range(hidden + 1)
        for cards in subsets(hand)
        if any(cards) or unseen
    )


@lru_cache(maxsize=4096)
def _swaps(means: Means, open_cards: Cards) -> tuple[Action, ...]:
    return tuple(
        Swap(kind, cards)
        for kind in KINDS
        for cards in subsets(*means)
        if 1 <= sum(cards) <= open_cards[kind]
    )


@lru_cache(maxsize=64)
def _journeys(adventurers: tuple[Age, ...]) -> tuple[Action, ...]:
    """T4."""
    return tuple(
        Travel(origin, target)
        for origin in AGES
        for target in AGES
        if origin in adventurers and origin is not target
    )


@lru_cache(maxsize=4096)
def _endings(keeps_cards: bool, hand: Cards, hidden: int) -> tuple[Action, ...]:
    """T6: one way to end a turn, or in the first edition one for each choice of cards (V1)."""
    if not keeps_cards:
        return (EndTurn(),)
    return tuple(EndTurn(cards, unseen) for unseen in range(hidden + 1) for cards in subsets(hand))


class Purchase(NamedTuple):
    """Something that a hand can pay for: a building, or an upgrade from `old_rank` to it."""

    kind: Kind
    rank: int
    old_rank: int
    """0 for a building."""
    ways: dict[int, tuple[Cards, ...]]
    """By surcharge: the ways to pay."""


@lru_cache(maxsize=4096)
def purchases(means: Means, allowed: int, values: Values) -> tuple[Purchase, ...]:
    """Everything that this many cards can pay for in one age (T5), terrain included."""
    found = []
    for kind in KINDS:
        for rank in RANKS:
            for old_rank in range(rank):
                price = values[kind][rank] - values[kind][old_rank]
                ways = {
                    extra: payments(means, kind, price, extra)
                    for extra in range(allowed - price + 1)
                    if payments(means, kind, price, extra)
                }
                if ways:
                    found.append(Purchase(kind, rank, old_rank, ways))
    return tuple(found)


def _families(state: GameState, player: PlayerState) -> list[Family]:
    found: list[Family] = []
    _, coins, hand, cubes, adventurers, hidden, _ = player
    if hand == NO_CARDS and not hidden:
        return found
    purses = state.turn.purses
    means = means_of(state)
    for age in BUILDING_AGES:
        allowed = allowance(purses, age) if age in adventurers else 0
        if allowed:
            _add_purchases(found, state, player, age, purchases(means, allowed, state.rules.values))
            if coins >= DEMOLITION_COST:
                room = room_of(state.boards[age])
                for kind in filter(means.may_have, KINDS):
                    _add_paid_by_square(found, Demolish, age, kind, 1, room.demolish(kind))
    if REASON in adventurers and allowance(purses, REASON):
        room = room_of(state.boards[REASON])
        if means.may_have(CIVIL) and cubes:
            _add_paid_by_square(found, Populate, REASON, CIVIL, 0, room.populate())
        for kind in filter(means.may_have, OWNED_KINDS):
            anchors = room.restore(kind, cubes=cubes > 0)
            _add_paid_by_square(found, Restore, REASON, kind, 0, anchors)
    return found


def _add_purchases(
    found: list[Family],
    state: GameState,
    player: PlayerState,
    age: Age,
    affordable: tuple[Purchase, ...],
) -> None:
    """A1 and A2 in one age: what can be paid, and where."""
    board = state.boards[age]
    room = room_of(board)
    terrain = board.grid.surcharges(state.terrain_cost)
    supply = state.supply
    for kind, rank, old_rank, ways in affordable:
        if not supply[kind][rank]:
            continue
        owner = None if kind is CIVIL else state.turn.seat
        verb: Verb
        if old_rank:
            verb, anchors = Upgrade, room.upgrade(kind, old_rank, rank, owner)
        elif owner is None or player.cubes:
            verb, anchors = Build, room.build(kind, rank)
        else:
            continue
        if anchors:
            for extra, ground in terrain[rank]:
                here = anchors & ground
                if here and extra in ways:
                    size = here.bit_count() * len(ways[extra])
                    found.append(Family(verb, age, kind, rank, here, ways[extra], size))


def _add_paid_by_square(
    found: list[Family], verb: Verb, age: Age, kind: Kind, rank: int, anchors: int
) -> None:
    """A4, A5, A6: what is paid follows from the square."""
    if anchors:
        found.append(Family(verb, age, kind, rank, anchors, (NO_CARDS,), anchors.bit_count()))


FEW: Final = 10
"""How many squares a row of text names; the rest is only counted."""
WAYS: Final = 4
"""The same for ways to pay."""


class Row(NamedTuple):
    """Actions that differ only in their square and payment."""

    what: str
    where: str
    squares: tuple[str, ...]
    cost: str


def rows_of(actions: Iterable[Action]) -> list[Row]:
    """The rows of a table of actions, in the order of the actions."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for (what, where, square, price), same in groupby(map(_cells, actions), itemgetter(0, 1, 2, 3)):
        cards = few([each[4] for each in same if each[4]], WAYS)
        cost = " + ".join(filter(None, (price, cards)))
        found.setdefault((what, where, cost), []).append(square)
    return [
        Row(what, where, tuple(filter(None, squares)), cost)
        for (what, where, cost), squares in found.items()
    ]


def table_text(actions: Iterable[Action]) -> str:
    """The table as text."""
    rows = rows_of(actions)
    if not rows:
        return say("shown-no_actions")
    cells = [(row.what, row.where, row.cost, few(row.squares)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def few(words: Iterable[str], most: int = FEW) -> str:
    """The first few words, and how many more there are.

    >>> few("abc"), few("abcdefghijklm")
    ('a, b, c', 'a, b, c, d, e, f, g, h, i, j, +3')
    """
    said = list(words)
    more = [f"+{len(said) - most}"] if len(said) > most else []
    return ", ".join([*said[:most], *more])


def _cells(action: Action) -> tuple[str, str, str, str, str]:
    """What, where, on which square, for which price, and for which cards."""
    what = say(f"action-{type(action).__name__}")
    match action:
        case Build(age, kind, rank, square, cards) | Upgrade(age, kind, rank, square, cards):
            what = f"{what}: {say(building_thing(kind, rank))}"
            return what, say(age), name(square), "", cards_text(cards)
        case Exchange(cards, hidden):
            return what, "", "", say("n-coins", n=EXCHANGE_COST), cards_text(cards, hidden)
        case Swap(kind, cards):
            return f"{what}: {say(kind)}", "", "", "", cards_text(cards)
        case Travel(origin, target):
            where = f"{say(origin)} → {say(target)}"
            return what, where, "", say("n-coins", n=TRAVEL_COST), ""
        case Demolish(age, square):
            price = f"{say('n-coins', n=DEMOLITION_COST)} + {say('n-cards', n=1)}"
            return what, say(age), name(square), price, ""
        case Populate(square):
            return what, say(REASON), name(square), cards_text((0, 0, 1)), ""
        case Restore(square):
            return what, say(REASON), name(square), say("n-cards", n=1), ""
        case EndTurn(discard, hidden):
            return what, "", "", "", "" if discard is None else cards_text(discard, hidden)
