"""Evaluation of turns by rollouts: games that are played on from each.

Every position is played on by two kinds of players, `greedy` and `planner`, past the next taxation
or to the end. What is hidden is dealt from the unseen cards, and two positions meet the same deals,
so their difference is known much better than either. Hints, warnings, reviews and practice all
ask for it.

A loss is the mean of what the two kinds find. Its interval holds the luck of the deals, and the
error of the model: how far the two differ, and what better players were seen to find
(`tests/benchmarks/coach.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from khronos_lab.core import GameState, seed_of
from khronos_lab.native import LEVELS, CoinSources, Level, NativePosition
from khronos_lab.players.intervals import NORMAL, mean_interval
from khronos_lab.players.rollouts import Rollouts
from khronos_lab.rulebook import ROUNDS

Game = tuple[CoinSources, ...]
"""By seat: where coins came from in a game that was played on."""

PLAYERS: Final[tuple[Level, ...]] = (LEVELS["greedy"], LEVELS["planner"])
"""The two kinds of players that play on."""
QUICK: Final = (6, 0)
"""Games of each kind for a quick look, where a round is enough."""
FIRST: Final = (8, 4)
"""Games of each kind after every turn."""
MORE: Final = ((14, 8), (24, 14))
"""Games where these decide: the turn may be a mistake, or a very good one."""
CONFIRM: Final = (52, 34)
"""Games where it seems to be one. Those from before are not counted then: they were what made it
look like one, so they flatter it (the winner's curse)."""
ERROR: Final = 1.0
"""The error of the model in coins, as a standard deviation, beside that in `SHARE`."""
SHARE: Final = 0.25
"""The error of the model as a part of how much one deal differs from the next."""
CHANCE_ERROR: Final = 0.02
"""The error of the model in chances to win."""


# ------------------------------------------------------------------ numbers


class Estimate(NamedTuple):
    """A mean with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def turned(self) -> Estimate:
        """The same with the other sign."""
        return Estimate(-self.value, -self.high, -self.low)

    def moved(self, by: float) -> Estimate:
        """A number that differs by so much, and is known as well."""
        return Estimate(*(each + by for each in self))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of values with its interval."""
    return Estimate(fmean(values), *mean_interval(values))


class Branch(NamedTuple):
    """How games went on from one position; they are numbered, and other branches have the same."""

    held: tuple[int, ...]
    """By seat: the coins at this position."""
    greedy: tuple[Game, ...] = ()
    planner: tuple[Game, ...] = ()

    @property
    def games(self) -> tuple[Game, ...]:
        """All of them."""
        return self.greedy + self.planner

    @property
    def kinds(self) -> tuple[tuple[Game, ...], ...]:
        """Rollouts by kind of players, empty ones left out."""
        return tuple(each for each in (self.greedy, self.planner) if each)

    @property
    def counted(self) -> Branch:
        """The same with only the games that a loss is counted by."""
        greedy, planner = MORE[-1]
        if len(self.greedy) <= greedy:
            return self
        return self._replace(greedy=self.greedy[greedy:], planner=self.planner[planner:])

    @property
    def over(self) -> bool:
        """True if the game was over: then all games are alike."""
        return len(set(self.games)) == 1

    def coins(self, game: Game) -> list[float]:
        """By seat: the coins at the end of a game."""
        return [held + account.coins for held, account in zip(self.held, game, strict=True)]

    def mean(self, measure: Callable[[Game], float]) -> float:
        """A mean in which both kinds of players count alike."""
        return fmean(fmean(measure(game) for game in games) for games in self.kinds)

    def mean_lead(self, seat: int) -> float:
        """A player's coins at the end, less the others' average, on average."""
        return self.mean(lambda game: lead(self.coins(game), seat))

    def expected_coins(self, seat: int) -> Estimate:
        """What a player will have at the end."""
        return _pooled([[self.coins(game)[seat] for game in games] for games in self.kinds], ERROR)

    def chance(self, seat: int) -> Estimate:
        """A player's chance to win."""
        found = _pooled([[game[seat].win for game in games] for games in self.kinds], CHANCE_ERROR)
        return _within(found, 0.0)


def lead(coins: Sequence[float], seat: int) -> float:
    """The coins of a player, less the others' average.

    >>> lead((10.0, 4.0, 6.0), 0)
    5.0
    """
    return coins[seat] - (sum(coins) - coins[seat]) / (len(coins) - 1)


def _pooled(kinds: Sequence[Sequence[float]], error: float) -> Estimate:
    """The mean of the kinds' means, with an interval for luck and the error of the model."""
    if any(len(values) < 2 for values in kinds):
        return Estimate(fmean(map(fmean, kinds)), float("-inf"), float("inf"))
    means = [fmean(values) for values in kinds]
    mean, luck = fmean(means), _luck(kinds)
    usual = fmean(stdev(values) for values in kinds)
    model = error**2 + (SHARE * usual) ** 2 + fmean((each - mean) ** 2 for each in means)
    # Where nothing differs from deal to deal there is no model to be wrong about.
    width = NORMAL * sqrt(luck**2 + model) if usual else 0.0
    return Estimate(mean, mean - width, mean + width)


def _luck(kinds: Sequence[Sequence[float]]) -> float:
    """The standard error of the mean of the kinds' means, from the luck of the deals alone."""
    if any(len(values) < 2 for values in kinds):
        return float("inf")
    return sqrt(sum(stdev(values) ** 2 / len(values) for values in kinds)) / len(kinds)


def _within(share: Estimate, least: float) -> Estimate:
    """A share of 1, or a difference of two, with no end beyond what is possible."""
    return Estimate(*(min(1.0, max(least, each)) for each in share))


# ------------------------------------------------------------------ losses and marks


class Loss(NamedTuple):
    """What a turn gave away against another; less than 0 if it was better than that."""

    coins: Estimate
    """Against the others' average."""
    chance: Estimate
    """Of the chance to win, from 0 to 1."""
    games: int
    by_kind: tuple[tuple[float, float], ...] = ()
    """By kind of players: coins and chance."""
    luck: tuple[float, float] = (0.0, 0.0)
    """The standard errors of both that the deals alone make."""

    @property
    def turned(self) -> Loss:
        """The same as a gain."""
        kinds = tuple((-coins, -chance) for coins, chance in self.by_kind)
        return Loss(self.coins.turned, self.chance.turned, self.games, kinds, self.luck)


def loss_of(played: Branch, other: Branch, seat: int) -> Loss:
    """What a player lost by one branch against another, paired by deal."""
    played, other = played.counted, other.counted
    pairs = [
        list(zip(one, two, strict=False))
        for one, two in zip(played.kinds, other.kinds, strict=False)
    ]
    coins = [
        [lead(other.coins(two), seat) - lead(played.coins(one), seat) for one, two in kind]
        for kind in pairs
    ]
    chances = [[two[seat].win - one[seat].win for one, two in kind] for kind in pairs]
    return Loss(
        _pooled(coins, ERROR),
        _within(_pooled(chances, CHANCE_ERROR), -1.0),
        sum(map(len, pairs)),
        tuple(zip(map(fmean, coins), map(fmean, chances), strict=True)),
        (_luck(coins), _luck(chances)),
    )


class MarkThreshold(NamedTuple):
    """A mark, and what a turn has to give away for it: either of the two is enough."""

    sign: str
    coins: float
    chance: float


MARKS: Final = (
    MarkThreshold("??", 8.0, 0.20),
    MarkThreshold("?", 4.0, 0.10),
    MarkThreshold("?!", 2.0, 0.05),
)
"""Marks of mistakes, the worst first."""
GREAT: Final = tuple(mark.sign for mark in MARKS[:2])
"""The marks of mistakes that give away much."""
GOOD: Final = "!"
"""The mark of a turn that beats every other that was found by as much as a `?` gives away."""
BEYOND: Final = 1.64
"""Standard errors that a loss must be above 0, by the luck of the deals."""


def mark_of(loss: Loss) -> str:
    """The mark of a mistake: both kinds of players find a loss, and the smaller is large enough.

    Where coins and chance may both be nothing, by their intervals, it is the mildest mark.

    >>> near = Estimate(5.0, 3.0, 7.0)
    >>> little = Estimate(0.01, -0.1, 0.1)
    >>> mark_of(Loss(near, little, 16, ((6.0, 0.01), (4.5, 0.01)), (1.0, 1.0)))
    '?'
    >>> mark_of(Loss(near, little, 16, ((11.0, 0.01), (-1.0, 0.01)), (1.0, 1.0)))
    ''
    """
    coins = min(each for each, _ in loss.by_kind)
    chance = min(each for _, each in loss.by_kind)
    if coins <= 0 or chance < -CHANCE_ERROR:
        return ""
    sure = [
        each.value > BEYOND * luck
        for each, luck in zip((loss.coins, loss.chance), loss.luck, strict=True)
    ]
    clear = loss.coins.low > 0 or loss.chance.low > 0
    for mark in MARKS:
        if (sure[0] and coins >= mark.coins) or (sure[1] and chance >= mark.chance):
            return mark.sign if clear else MARKS[-1].sign
    return ""


def is_open(loss: Loss) -> bool:
    """Whether more games may still make or unmake a mark, of a mistake or of a good turn."""
    luck = loss.luck
    for side, (_, coins, chance) in ((loss, MARKS[-1]), (loss.turned, MARKS[1])):
        found, error = side.coins.value, min(luck[0], MARKS[-1].coins)
        likely = side.chance.value >= chance and side.chance.value > luck[1]
        if found + error / 2 >= coins or (likely and found > 0):
            return True
    return False


# ------------------------------------------------------------------ games played on


def horizon(state: GameState) -> int:
    """How many turns are played on: past the next taxation, or to the end if that is the last."""
    players = len(state.players)
    through = min((each for each in state.rules.tax_rounds if each > state.round), default=ROUNDS)
    done = (state.seat - state.start) % players
    return (through - state.round + 1) * players - done


def deals(seed: int | str, number: int, first: int = 0) -> list[int]:
    """Numbers from which games follow."""
    return [seed_of(seed, "deal", each) for each in range(first, first + number)]


def played_on(
    known: GameState,
    seed: int | str,
    games: tuple[int, int] = FIRST,
    *,
    rounds: int | None = None,
) -> Branch:
    """So many games of each kind of players from a position, as somebody knows it.

    They are played past the next taxation; or for so many rounds, then the learned value counts.
    """
    held = tuple(player.coins for player in known.players)
    return more_games(Branch(held), known, seed, games, rounds=rounds)


def more_games(
    branch: Branch,
    known: GameState,
    seed: int | str,
    games: tuple[int, int],
    *,
    rounds: int | None = None,
) -> Branch:
    """The branch with further games, up to so many of each kind."""
    if known.over:
        # All games end alike; two of each kind say so.
        return branch._replace(greedy=(_ended(known),) * 2, planner=(_ended(known),) * 2)
    position = NativePosition.of(known)
    turns = horizon(known) if rounds is None else rounds * len(known.players)
    kinds = [branch.greedy, branch.planner]
    for kind, (level, number) in enumerate(zip(PLAYERS, games, strict=True)):
        new = deals(seed, number - len(kinds[kind]), len(kinds[kind]))
        if new:
            found = position.rollouts(new, level, turns)
            # Three digits are enough, and files stay small.
            kinds[kind] += tuple(
                tuple(CoinSources(*(round(part, 3) for part in account)) for account in game)
                for game in found
            )
    return branch._replace(greedy=kinds[0], planner=kinds[1])


def _ended(state: GameState) -> Game:
    """The accounts of a game that is over: nobody gets anything more."""
    [shares] = Rollouts((tuple(player.coins for player in state.players),)).wins
    return tuple(CoinSources(0.0, 0.0, 0.0, 0.0, 0.0, share) for share in shares)


def compared(one: GameState, other: GameState, seat: int, seed: int | str) -> tuple[Branch, Branch]:
    """Both branches with games where they decide: few if the difference is small."""
    first, second = played_on(one, seed), played_on(other, seed)
    for games in MORE:
        if is_open(loss_of(first, second, seat)):
            first = more_games(first, one, seed, games)
            second = more_games(second, other, seed, games)
    loss = loss_of(first, second, seat)
    if mark_of(loss) or mark_of(loss.turned) in GREAT:
        first = more_games(first, one, seed, CONFIRM)
        second = more_games(second, other, seed, CONFIRM)
    return first, second


def hand_luck(known: GameState, state: GameState, seed: int | str, number: int = 12) -> float:
    """The coins that the hand of the player to act is worth more than an average one.

    `known` is what everybody knew before he looked at it.
    """
    seat = state.seat

    def worth(table: GameState) -> float:
        position = NativePosition.of(table)
        for move in position.plans(1, width=1)[0].moves:
            after = position.play(move.action, move.answers)
            assert isinstance(after, NativePosition)
            position = after
        return position.evaluate(over=True).coins[seat]

    start = NativePosition.of(known)
    usual = [worth(start.dealt(each).state()) for each in deals(seed, number)]
    return worth(state) - fmean(usual)
