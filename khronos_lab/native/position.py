"""Position: a game in the compiled engine; what is legal, play, evaluate, plan, play on.

A position never changes. It knows what the readable engine knows and gives it back exactly:
`Position.of(state).state() == state`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import chain, starmap
from struct import Struct, error
from typing import Final, NamedTuple

from khronos_lab.core import (
    STRIDE,
    Board,
    Building,
    GameState,
    Grid,
    PlayerState,
    Purses,
    Turn,
    bits,
    board_of,
    load_map,
    seed_of,
    step,
)
from khronos_lab.core import actions as a
from khronos_lab.engine import Outcome, paid, play, seat_names
from khronos_lab.native import layout as c
from khronos_lab.native.learned import KEPT, stages, weights_at
from khronos_lab.native.levels import ENVY, Level, crew_of, level_of, written
from khronos_lab.rulebook import (
    ADVENTURERS,
    AGES,
    CARDS_PER_ADVENTURER,
    CIVIL,
    KINDS,
    REASON,
    ROUNDS,
    Age,
    BrokenInvariant,
    Cards,
    KhronosError,
    RuleSet,
)

CLAUSES: Final = ("", "B8", "C2", "C3", "C4")
OVER, NO_JOURNEYS, CHANCES = 1, 2, 4
_VERBS: Final = (
    None, a.Exchange, a.Swap, a.Travel, a.Build, a.Upgrade, a.Demolish, a.Populate, a.Restore,
    a.EndTurn,
)  # fmt: skip
_NOWHERE: Final = 0xFFFF
WHOLE: Final = 99
"""Turns: more than a game has."""
LONGEST_TURN: Final = 200
"""Moves of a turn that are noted; those of planners have a handful."""


class NativeChoice(NamedTuple):
    """A choice that a move leaves open; the readable engine puts it in words."""

    clause: str
    seat: int
    age: Age
    options: tuple[int, ...]
    """First squares of buildings (C2, C3), squares (C4) or seats (B8)."""
    subject: int | None
    """The first square of what shrinks (C4), or the hamlet (B8)."""


class DomainIncome(NamedTuple):
    """What one domain pays, and to whom."""

    square: int
    """The first of the domain."""
    seats: tuple[int, ...]
    amount: int


class Evaluation(NamedTuple):
    """The learned value of a position, by seat."""

    coins: tuple[float, ...]
    """Likely at the end."""
    chances: tuple[float, ...]
    """To win."""
    traits: tuple[tuple[float, ...], ...]
    """As `learned.traits` names them."""


class CoinSources(NamedTuple):
    """Where a player got coins in a game played on; the parts add up to what he has more."""

    might: float
    faith: float
    reason: float
    """Taxes collected, by age."""
    purse: float
    """Earned and spent otherwise."""
    ahead: float = 0.0
    """Still to come, by the learned value; nothing when the game is over."""
    win: float = 0.0
    """The chance to win; a shared win counts in parts (T7)."""

    @property
    def coins(self) -> float:
        """All of it."""
        return self.might + self.faith + self.reason + self.purse + self.ahead


class TurnPlan(NamedTuple):
    """One way to play a turn."""

    moves: tuple[a.Move, ...]
    """All but the end of the turn."""
    standing: float
    """Coins likely at the end, less a share of what others will have."""


class Setup(NamedTuple):
    """What a game never changes: map, rules and names, and the same as a table of the C side."""

    grid: Grid
    rules: RuleSet
    names: tuple[str, ...]
    table: c.TableStruct


@lru_cache(maxsize=256)
def setup_of(grid: Grid, rules: RuleSet, names: tuple[str, ...]) -> Setup:
    """The set-up of a game, made once."""
    table, players = c.TableStruct(), len(names)
    table.players = players
    table.keeps_cards = rules.keeps_cards
    table.holdem = rules.holdem
    table.ruins_respect_domains = rules.ruins_respect_domains
    table.erased_tiles_return = rules.erased_tiles_return
    table.tax_rounds = sum(1 << number for number in rules.tax_rounds)
    table.columns, table.rows = grid.columns, grid.rows
    for kind in KINDS:
        table.values[kind][:] = rules.values[kind]
        table.tiles[kind][:] = rules.tiles[kind]
    table.ruin_values[:] = rules.ruin_values
    table.deck[:] = rules.deck
    table.bonus[:] = rules.bonus
    table.forest_cost, table.mountain_cost = rules.terrain[players]
    table.start_coins = rules.start_coins
    for name in ("forest", "mountain", "river", "hamlets"):
        _write_squares(getattr(table, name).w, getattr(grid, name))
    for left in range(ROUNDS + 1):
        table.deviation[left] = stages(players)[left].spread
        for before in range(players):
            table.weights[left][before][:] = weights_at(players, left, before)
    for age in AGES:
        table.share[age][:] = KEPT[players][age]
    if c.library().khronos_table(table) != c.DONE:
        raise KhronosError("the compiled engine cannot play by these numbers")
    return Setup(grid, rules, names, table)


class NativePosition:
    """A game at one moment, in the compiled engine."""

    __slots__ = ("_data", "_setup")

    def __init__(self, setup: Setup, data: c.StateStruct) -> None:
        self._setup = setup
        self._data = data

    @classmethod
    def of(cls, state: GameState) -> NativePosition:
        """The same game here; refused if it is beyond any game (thousands of tiles or cards)."""
        setup = setup_of(state.grid, state.rules, state.names)
        written, data = _write_state(state), c.StateStruct()
        if written is None or c.library().khronos_admit(setup.table, written, data) != c.DONE:
            raise KhronosError("the compiled engine cannot hold this position")
        return cls(setup, data)

    @classmethod
    def new(
        cls, names: Sequence[str], seed: int | str, grid: Grid, rules: RuleSet | None = None
    ) -> NativePosition:
        """A new game, dealt as `new_game` deals it."""
        setup, data = setup_of(grid, rules or RuleSet(), tuple(names)), c.StateStruct()
        c.library().khronos_new(setup.table, seed_of("khronos", seed), data)
        return cls(setup, data)

    def state(self) -> GameState:
        """The same game in the readable engine."""
        return _read_state(self._setup, self._data)

    def _ask(self, name: str, *arguments: object) -> int:
        """Call a function of the library about this position."""
        function = getattr(c.library(), f"khronos_{name}")
        result: int = function(self._setup.table, self._data, *arguments)
        if result == c.NONSENSE:
            raise KhronosError("the compiled engine was given something that is no position")
        return result

    # -------------------------------------------------------------- rules

    def count(self) -> int:
        """How many actions are legal."""
        return self._ask("legal", None, 0)

    def legal(self) -> list[a.Action]:
        """All legal actions, in the order of the readable engine."""
        number = self.count()
        found = (c.ActionStruct * number)()
        self._ask("legal", found, number)
        return list(starmap(_action, _ACTION.iter_unpack(bytes(found))))

    def play(
        self, action: a.Action, answers: Sequence[int] = (), drawn: Cards | None = None
    ) -> NativePosition | NativeChoice:
        """The position after a move, or the first choice that it leaves open.

        A forbidden move is refused as the readable engine refuses it, with the clause. An action
        that leaves its cards open is paid as there.
        """
        if a.is_unpaid(action):
            action = paid(self.state(), action)
        data, question = c.StateStruct(), c.QuestionStruct()
        move = _write_move(action, answers, drawn)
        done = c.ILLEGAL if move is None else self._ask("play", move, data, question)
        if done == c.DONE:
            return NativePosition(self._setup, data)
        if done == c.ASKED:
            return _choice(question)
        outcome = play(self.state(), a.Move(action, tuple(answers), drawn))
        raise BrokenInvariant(f"the compiled engine refuses {action}, which gives {outcome!r}")

    def incomes(self, age: Age) -> list[DomainIncome]:
        """What the domains of an age pay, in reading order (X2, X3)."""
        found = (c.DueStruct * c.CELLS)()
        number = self._ask("dues", age, found)
        return [
            DomainIncome(_SQUARES[due.first], tuple(bits(due.seats)), due.amount)
            for due in found[:number]
        ]

    def dealt(self, seed: int) -> NativePosition:
        """A whole game that looks like this one: what is hidden is dealt from the unseen cards."""
        data = c.StateStruct()
        self._ask("deal", seed, data)
        return NativePosition(self._setup, data)

    # -------------------------------------------------------------- judgement

    def evaluate(self, *, over: bool | None = None, journeys: bool = True) -> Evaluation:
        """The learned value; `over`: the turn under way ends here (usual once it has begun)."""
        value, seats = c.ValueStruct(), len(self._setup.names)
        if over is None:
            over = bool(self._data.acted)
        self._ask("value", CHANCES | OVER * over | NO_JOURNEYS * (not journeys), value)
        traits = tuple(map(tuple, value.traits[:seats]))
        return Evaluation(tuple(value.coins[:seats]), tuple(value.chance[:seats]), traits)

    def try_all(self) -> list[tuple[a.Action, tuple[float, ...]]]:
        """Every legal action, and the coins that each seat is then likely to have at the end."""
        number, seats = self.count(), len(self._setup.names)
        actions, coins = (c.ActionStruct * number)(), (ctypes.c_double * c.SEATS * number)()
        self._ask("try_all", actions, coins, number)
        return [
            (_read_action(action), tuple(row[:seats]))
            for action, row in zip(actions, coins, strict=True)
        ]

    def plans(self, number: int = 8, *, width: int = 12, envy: float = ENVY) -> list[TurnPlan]:
        """The best ways to play this turn, best first: a beam in which every action is tried.

        Exchanges and swaps are left out; so are ends of the turn. It uses nothing that the player
        to act may not know.
        """
        found = (c.PlanStruct * number)()
        many = self._ask("plans", width, c.TasteStruct(envy), number, found)
        return [
            TurnPlan(tuple(map(read_move, plan.moves[: plan.actions])), plan.standing)
            for plan in found[:many]
        ]

    def turn(self, player: str | Level, lot: int) -> list[a.Move]:
        """The rest of this turn as a built-in player plays it, who sees what his seat may see.

        The lot decides what the player leaves to chance. After an exchange it goes on with cards
        that are drawn here.
        """
        moves, level = (c.MoveStruct * LONGEST_TURN)(), ctypes.byref(written(level_of(player)))
        number = self._ask("turn", level, lot, moves, LONGEST_TURN, c.StateStruct())
        return list(map(read_move, moves[:number]))

    def rollouts(
        self, deals: Sequence[int], player: str | Level = "greedy", turns: int = WHOLE
    ) -> list[tuple[CoinSources, ...]]:
        """By deal and seat: where coins come from when everybody plays on, to the end by default.

        All chance of a turn follows from the deal, the round and the seat, so two positions with
        the same deals meet the same luck.
        """
        return self._rollouts(deals, player, turns, None, 0)[0]

    def rollout(
        self, deal: int, player: str | Level = "greedy", turns: int = WHOLE
    ) -> list[tuple[GameState, a.Move, Outcome]]:
        """One of these games as the readable engine tells it: state before, move, outcome."""
        moves, found = (c.MoveStruct * (LONGEST_TURN * turns))(), []
        _, number = self._rollouts([deal], player, turns, moves, len(moves))
        state, begins = self.dealt(step(deal)[1]).state(), True
        for move in map(read_move, moves[:number]):
            if begins:
                luck = deal + (state.round << 8 | state.seat) & (1 << 64) - 1
                state = state._replace(chance=step(luck)[1])
            outcome = play(state, move, trusted=True)
            assert isinstance(outcome, Outcome)
            found.append((state, move, outcome))
            state, begins = outcome.state, isinstance(move.action, a.EndTurn)
        return found

    def _rollouts(
        self, deals: Sequence[int], player: str | Level, turns: int, moves: object, room: int
    ) -> tuple[list[tuple[CoinSources, ...]], int]:
        seats, many = len(self._setup.names), len(deals)
        array, crew = (ctypes.c_uint64 * many)(*deals), crew_of([player] * seats, seats)
        accounts = (c.AccountStruct * c.SEATS * many)()
        number = self._ask("rollouts", crew, turns, array, many, accounts, moves, room)
        rows = [
            tuple(
                CoinSources._make((*each.taxes, each.purse, each.ahead, each.win))
                for each in row[:seats]
            )
            for row in accounts
        ]
        return rows, number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativePosition) and self.state() == other.state()

    def __hash__(self) -> int:
        return hash(self.state())

    def __reduce__(self) -> tuple[object, ...]:
        return (NativePosition.of, (self.state(),))

    def __repr__(self) -> str:
        return repr(self.state())


# ------------------------------------------------------------------ whole games

LONGEST = 10_000
"""Moves of a game that are noted; games of built-in players have some hundred."""


class PlayedGame(NamedTuple):
    """A game with all its moves."""

    start: NativePosition
    moves: tuple[a.Move, ...]
    end: NativePosition


def play_games(
    players: Sequence[str | Level],
    seeds: Sequence[int | str],
    *,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
    threads: int = 1,
) -> list[tuple[int, ...]]:
    """By game and seat, the coins at the end of games of built-in players (`LEVELS`).

    A seed deals as `new_game` does, and decides what the players leave to chance.
    """
    setup = setup_of(_map(grid), rules or RuleSet(), seat_names(len(players)))
    crew, number = crew_of(players, len(players)), len(seeds)
    chances = (ctypes.c_uint64 * number)(*(seed_of("khronos", seed) for seed in seeds))
    lots = (ctypes.c_uint64 * c.SEATS * number)(*(_lots(seed, len(players)) for seed in seeds))
    coins = (ctypes.c_int32 * c.SEATS * number)()
    share = -(-number // max(1, threads))

    def run(first: int) -> None:
        many = min(share, number - first)
        places = (ctypes.byref(array, first * size) for array, size in ((chances, 8), (lots, 40)))
        to = ctypes.byref(coins, first * 20)
        c.library().khronos_games(setup.table, crew, *places, many, to)

    with ThreadPoolExecutor(max(1, threads)) as pool:
        list(pool.map(run, range(0, number, max(1, share))))
    return [tuple(row[: len(players)]) for row in coins]


def play_game(
    players: Sequence[str | Level],
    seed: int | str,
    *,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
) -> PlayedGame:
    """One game of `play_games`, move by move."""
    names = seat_names(len(players))
    start = NativePosition.new(names, seed, _map(grid), rules)
    setup = setup_of(_map(grid), rules or RuleSet(), names)
    crew, lots, data = crew_of(players, len(players)), _lots(seed, len(players)), c.StateStruct()
    moves = (c.MoveStruct * LONGEST)()
    chance = seed_of("khronos", seed)
    number = c.library().khronos_game(setup.table, crew, chance, lots, moves, LONGEST, data)
    return PlayedGame(start, tuple(map(read_move, moves[:number])), NativePosition(setup, data))


def _map(grid: Grid | str) -> Grid:
    return load_map(grid) if isinstance(grid, str) else grid


def _lots(seed: int | str, players: int) -> ctypes.Array[ctypes.c_uint64]:
    """What each seat decides by: another player in one seat leaves the lots of the others alone."""
    return (ctypes.c_uint64 * c.SEATS)(*(seed_of(seed, "lot", seat) for seat in range(players)))


# ------------------------------------------------------------------ squares, actions, questions


def _cell(sq: int) -> int:
    """A square as the C side counts it, without the empty bit of each row."""
    row, column = divmod(sq, STRIDE)
    return 16 * row + column if 0 <= row < 20 and column < 16 else _NOWHERE


_SQUARES: Final = tuple(STRIDE * (cell >> 4) + (cell & 15) for cell in range(c.CELLS))
"""By cell: the square of the readable engine."""


def _write_squares(target: ctypes.Array[ctypes.c_uint64], mask: int) -> None:
    for sq in bits(mask):
        cell = _cell(sq)
        target[cell >> 6] |= 1 << (cell & 63)


_ACTION: Final = Struct("8BH2B")
"""The fields of an action of the C side, in order; one that is too large cannot be packed."""


def _fields(action: a.Action) -> tuple[int, ...]:
    """The fields of an action of the C side."""
    age = kind = rank = cell = target = hidden = named = 0
    cards: Cards = (0, 0, 0)
    match action:
        case a.Exchange(cards, hidden):
            pass
        case a.Swap(kind, cards):
            pass
        case a.Travel(age, target):
            pass
        case a.Build(age, kind, rank, square, cards) | a.Upgrade(age, kind, rank, square, cards):
            cell = _cell(square)
        case a.Demolish(age, square):
            cell = _cell(square)
        case a.Populate(square) | a.Restore(square):
            cell = _cell(square)
        case a.EndTurn(discard, hidden):
            cards, named = discard or (0, 0, 0), discard is not None
    return (_VERBS.index(type(action)), age, kind, rank, *cards, hidden, cell, target, named)


def _write_move(
    action: a.Action, answers: Sequence[int], drawn: Cards | None
) -> c.MoveStruct | None:
    """A move of the C side; None if its numbers are beyond any move."""
    if len(answers) > 64 or not all(0 <= each < 1 << 16 for each in answers):
        return None
    if not all(0 <= each < 1 << 8 for each in drawn or ()):
        return None
    try:
        packed = _ACTION.pack(*_fields(action))
    except error:
        return None
    move = c.MoveStruct(
        c.ActionStruct.from_buffer_copy(packed), known=drawn is not None, count=len(answers)
    )
    move.answers[: len(answers)] = answers
    move.drawn[:] = drawn or (0, 0, 0)
    return move


def _read_action(it: c.ActionStruct) -> a.Action:
    return _action(*_ACTION.unpack(bytes(it)))


def _action(
    verb: int, age: int, kind: int, rank: int, military: int, religious: int, civil: int,
    hidden: int, cell: int, target: int, named: int,
) -> a.Action:  # fmt: skip
    sort = _VERBS[verb]
    if sort is a.Build or sort is a.Upgrade:
        paid = (military, religious, civil)
        return sort(AGES[age], KINDS[kind], rank, _SQUARES[cell], paid)
    if sort is a.Demolish:
        return a.Demolish(AGES[age], _SQUARES[cell])
    if sort is a.Populate or sort is a.Restore:
        return sort(_SQUARES[cell])
    if sort is a.Travel:
        return a.Travel(AGES[age], AGES[target])
    cards: Cards = (military, religious, civil)
    if sort is a.Exchange:
        return a.Exchange(cards, hidden)
    if sort is a.Swap:
        return a.Swap(KINDS[kind], cards)
    return a.EndTurn(cards if named else None, hidden)


def read_move(move: c.MoveStruct) -> a.Move:
    return a.Move(_read_action(move.action), tuple(move.answers[: move.count]))


def _choice(question: c.QuestionStruct) -> NativeChoice:
    clause = CLAUSES[question.clause]
    options = tuple(question.options[: question.count])
    if clause != "B8":
        options = tuple(_SQUARES[cell] for cell in options)
    subject = _SQUARES[question.subject] if clause in ("B8", "C4") else None
    return NativeChoice(clause, question.seat, AGES[question.age], options, subject)


# ------------------------------------------------------------------ states


def _write_state(state: GameState) -> c.StateStruct | None:
    """A position of the C side; None if its numbers are beyond any game."""
    players, supply = state.players, state.supply
    cards = (state.pile, state.discards, state.open_cards, *(each.hand for each in players))
    small = [*chain(*cards), *chain(*supply), state.hidden_discards]
    small += [number for each in players for number in (each.hidden, each.cubes)]
    most = max(player.coins for player in players)
    if not all(0 <= each < 1 << 15 for each in small) or most >= 1 << 31:
        return None
    if any(len(player.adventurers) != ADVENTURERS for player in players):
        return None
    data = c.StateStruct()
    for account, player in zip(data.players, players, strict=False):
        account.coins, account.hand[:] = player.coins, player.hand
        account.hidden, account.cubes = player.hidden, player.cubes
        account.at[:], account.secret = player.adventurers, player.secret
    for kind in KINDS:
        data.supply[kind][:] = supply[kind]
    data.pile[:], data.discards[:], data.open[:] = state.pile, state.discards, state.open_cards
    data.hidden_discards, data.purse = state.hidden_discards, _purse(state)
    data.chance, data.round, data.start, data.over = (
        state.chance, state.round, state.start, state.over,
    )  # fmt: skip
    data.seat, _, data.exchanged, data.swapped, data.acted = state.turn
    for age in AGES:
        for building in state.boards[age].buildings.values():
            _write_building(data, age, building)
    return data


def _write_building(data: c.StateStruct, age: Age, building: Building) -> None:
    kind, rank, square, owner, ruin, cubes, printed = building
    cell = _cell(square)
    side = ruin or printed
    data.boards[age].what[cell] = (
        kind | rank << 2 | (0 if owner is None else owner + 1) << 4 | side << 7
    )
    for seat in cubes:
        data.cubes[cell][seat] += 1


def _purse(state: GameState) -> int:
    """T5: the accounts of the player to act, as bits; see `t_turn.c`."""
    purse = 0
    for account in state.turn.purses:
        if tuple(age for age, _ in account) != state.player.adventurers:
            return 0
        one, other = (left for _, left in account)
        if not 0 <= one <= CARDS_PER_ADVENTURER or not 0 <= other <= CARDS_PER_ADVENTURER:
            return 0
        purse |= 1 << (3 * one + other)
    return purse


def _purses(purse: int, adventurers: tuple[Age, ...]) -> Purses:
    assert len(adventurers) == ADVENTURERS
    return tuple(
        tuple(zip(adventurers, divmod(account, 3), strict=True)) for account in bits(purse)
    )


def _read_state(setup: Setup, data: c.StateStruct) -> GameState:
    players = tuple(
        PlayerState(
            name,
            account.coins,
            _cards(account.hand),
            account.cubes,
            (AGES[account.at[0]], AGES[account.at[1]]),
            account.hidden,
            bool(account.secret),
        )
        for name, account in zip(setup.names, data.players, strict=False)
    )
    purses = _purses(data.purse, players[data.seat].adventurers)
    flags = (bool(data.exchanged), bool(data.swapped), bool(data.acted))
    one, two, three = ((0, row[1], row[2], row[3]) for row in data.supply)
    might, faith, reason = (_read_board(setup, data, age) for age in AGES)
    return GameState(
        setup.rules,
        (might, faith, reason),
        players,
        (one, two, three),
        _cards(data.pile),
        _cards(data.discards),
        _cards(data.open),
        data.chance,
        data.round,
        data.start,
        Turn(data.seat, purses, *flags),
        bool(data.over),
        data.hidden_discards,
    )


def _cards(numbers: Sequence[int]) -> Cards:
    return (numbers[0], numbers[1], numbers[2])


def _read_board(setup: Setup, data: c.StateStruct, age: Age) -> Board:
    what = bytes(data.boards[age].what)
    found = (_read_building(data, age, cell, what[cell]) for cell in range(c.CELLS) if what[cell])
    return board_of(setup.grid, found, setup.rules)


def _read_building(data: c.StateStruct, age: Age, cell: int, it: int) -> Building:
    kind, side = KINDS[it & 3], bool(it >> 7)
    owner = (it >> 4 & 7) - 1
    cubes: tuple[int, ...] = ()
    if age is REASON:
        cubes = tuple(seat for seat, number in enumerate(data.cubes[cell]) for _ in range(number))
    return Building(
        kind,
        it >> 2 & 3,
        _SQUARES[cell],
        None if owner < 0 else owner,
        side and kind is not CIVIL,
        cubes,
        side and kind is CIVIL,
    )
