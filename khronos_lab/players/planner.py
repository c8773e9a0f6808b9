"""PlannerPlayer: plans its whole turn within a fixed number of evaluations.

A plan is a sequence of journeys, swaps and actions with cards. Plans are compared by the table
they lead to (`judgement.standing_of`), and kept on shelves by the cards that are left to play:
from the best plans of one shelf the search goes on to the next. Estimates say which actions are
worth an evaluation. Of the best plans that one is taken after which the next player can do least;
with two players, and for `master` always, the one that comes out best when it is played on
(`lookahead`).

The budget counts evaluations, never seconds, so the same position gives the same plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from heapq import nlargest
from random import Random
from typing import Final, NamedTuple

from khronos_lab.core import Action, Exchange, GameState, Move, Question, Swap, Travel, seed_of
from khronos_lab.engine import Family, Outcome, choices, play
from khronos_lab.players.player import Described
from khronos_lab.players.thinking.judgement import standing_of
from khronos_lab.players.thinking.lookahead import Foresight, foremost
from khronos_lab.players.thinking.placement_estimates import Estimator, Spot
from khronos_lab.players.thinking.table_value import PLAIN, Taste
from khronos_lab.players.thinking.tried_actions import after, best_answer, ending, journey
from khronos_lab.players.thinking.unknown_hands import hope, table_after, threat
from khronos_lab.players.views import deal_hidden
from khronos_lab.rulebook import EXCHANGE_COST, ROUNDS

CARD_WORTH: Final = 0.8
"""What a card that can still be played this turn is likely to gain."""
DRAWS: Final = 3
"""How many draws stand for all that an exchange may bring."""
FEAR: Final = 0.8
"""What a coin counts that the next player could take at once."""
HOPE: Final = 0.8
"""What a coin counts that the player could gain at once in the next round, with two players."""
SHARES: Final = 10
"""Each shelf's share of the budget grows with the cards still to play: 4 + 3 + 2 + 1 parts."""
REPLIES: Final = 4
"""How many plans are looked at from the next player's side."""


USUAL_BUDGET: Final = 128
A_ROUND_AHEAD: Final = Foresight(6, (2, 4, 8), trust=4)
"""With the usual budget: plans are played on until the player has had another turn."""


class Plan(NamedTuple):
    """Actions of one turn, the table they lead to and what it is worth."""

    value: float
    view: GameState
    steps: tuple[Action, ...] = ()


class Look(NamedTuple):
    """An action worth an evaluation: what it promises, and how to get there."""

    promise: float
    plan: Plan
    before: GameState
    """The table after the journey or swap that comes first, if one does."""
    first: tuple[Action, ...]
    spot: Spot


@dataclass(frozen=True, slots=True, repr=False)
class PlannerPlayer(Described):
    """Searches its own turn for the best table, with what others can do to it in mind."""

    budget: int = USUAL_BUDGET
    """Evaluations for a decision with all cards to play, and so how much is played on.

    With three players and more it takes a quarter of them unless it is `thorough`: so much happens
    before its next turn that fine plans are wasted if they are not played on. Once a turn has begun
    two thirds are enough, because most of the plan is there already. Thinking about an exchange
    takes half for each draw that is tried.
    """
    taste: Taste = PLAIN
    """What it cares about; see `styles`."""
    boredom: float = 0.7
    """An exchange is thought about if the best plan gains less than this by card (T2)."""
    foresight: Foresight | None = None
    """How the best plans are played on in the head before the last round; None: as the budget says.

    That costs more than all the rest, so such a plan is carried out to its end and not thought
    about again after every action.
    """
    thorough: bool = False
    """Plans are played on at tables of three and more and in the last round, too: slow there."""
    draws: int = DRAWS
    """How many draws stand for all that an exchange may bring."""
    _begun: dict[object, tuple[Action, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What is left to do of this turn's plan, by the moment that it was made for."""

    def choose(self, view: GameState, rng: Random) -> Action:
        """The first action of the best plan, or the next one of a plan that has begun."""
        steps = self._begun.get(_moment(view)) if self._begun else None
        self._begun.clear()
        if steps is None:
            estimator = Estimator(view, self._taste(view))
            budget = self._budget(view)
            plans = self._search(view, estimator, budget * 2 // 3 if view.turn.acted else budget)
            exchange = self._exchange(view, plans[0], estimator, rng)
            if exchange is not None:
                return exchange
            steps = self._safest(plans, view, rng).steps
        if not steps:
            return journey(view, self._taste(view)) or ending(view)
        if self._looks_ahead(view):
            self._begun[_moment(after(view, steps[0]))] = steps[1:]
        return steps[0]

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """The option after which the player stands best."""
        return best_answer(view, move, question, self._taste(view))

    def plans(self, view: GameState) -> list[Plan]:
        """What the player thinks of: plans that lead to different tables, best first."""
        return self._search(view, Estimator(view, self._taste(view)), self._budget(view))

    def _taste(self, view: GameState) -> Taste:
        """The guess needs envy at its full height at a table of two; what was learned does not."""
        if self.taste.learned or len(view.players) > 2:
            return self.taste
        return _envious(self.taste)

    @property
    def _foresight(self) -> Foresight:
        return foresight_for(self.budget) if self.foresight is None else self.foresight

    def _budget(self, view: GameState) -> int:
        return self.budget if self.thorough or len(view.players) == 2 else self.budget // 4

    def _search(self, view: GameState, estimator: Estimator, budget: int) -> list[Plan]:
        """The plans found with this number of evaluations; one of them is to do nothing."""
        seat = view.seat
        cards = _cards_left(view)
        # Of squares that look alike the same is taken all turn long, so that a plan is found
        # again when it is half done; but not the same in every turn.
        pick = seed_of(view.round, seat)
        shelves: list[list[Plan]] = [[] for _ in range(cards + 1)]
        shelves[cards].append(Plan(standing_of(view, seat, self._taste(view)), view))
        for left in range(cards, 0, -1):
            for look in _looks(shelves[left], estimator, max(2, budget * left // SHARES)):
                action = look.spot.action(pick)
                table = after(look.before, action)
                steps = (*look.plan.steps, *look.first, action)
                plan = Plan(standing_of(table, seat, self._taste(view)), table, steps)
                shelves[_cards_left(table)].append(plan)
        # Of equal plans the one that spends fewer cards comes first.
        return _different([plan for shelf in reversed(shelves) for plan in shelf])

    def _looks_ahead(self, view: GameState) -> bool:
        """Whether plans are played on; when the last turn of all ends, nothing is left to find."""
        if not self._foresight.plans:
            return False
        if self.thorough:
            place = (view.seat - view.start) % len(view.players) + 1
            return (view.round, place) != (ROUNDS, len(view.players))
        return len(view.players) == 2 and view.round < ROUNDS

    def _safest(self, plans: list[Plan], view: GameState, rng: Random) -> Plan:
        """Of the best plans the one that is still best after what the next round may bring."""
        if self._looks_ahead(view):
            few = plans[: self._foresight.plans]
            tables = [plan.view for plan in few]
            return few[foremost(tables, self._taste(view), rng, self._foresight)]
        few = plans[:REPLIES]
        seed = rng.getrandbits(32)
        values = [plan.value + self._outlook(plan.view, seed) for plan in few]
        return few[values.index(max(values))]

    def _outlook(self, view: GameState, seed: int) -> float:
        """What may come: the player's own next turn, less that of the next opponent."""
        table = table_after(view)
        danger = FEAR * threat(table, Random(seed), learned=self.taste.learned)
        if len(view.players) > 2:
            # Too much happens before the player's next turn; matches show no use in it.
            return -danger
        return HOPE * hope(table, view.seat, Random(seed), self._taste(view)) - danger

    def _exchange(
        self, view: GameState, plan: Plan, estimator: Estimator, rng: Random
    ) -> Action | None:
        """The exchange after which turns are better on average, if one is (T2)."""
        _, coins, hand, _, _, hidden, _ = view.player
        if view.turn.exchanged or view.turn.acted or hidden or coins < EXCHANGE_COST:
            return None
        gain = plan.value - standing_of(view, view.seat, self._taste(view))
        if gain > self.boredom * sum(hand):
            return None
        unused = plan.view.player.hand
        tries = [Exchange(each) for each in dict.fromkeys((unused, hand)) if any(each)]
        values = [self._expected(view, each, estimator, rng) for each in tries]
        best = max(values, default=plan.value)
        return tries[values.index(best)] if best > plan.value + 1e-9 else None

    def _expected(
        self, view: GameState, exchange: Exchange, estimator: Estimator, rng: Random
    ) -> float:
        """What a turn is worth on average after an exchange, whose draw nobody knows.

        Each draw comes from another deal of the unseen cards. If the pile runs out, the discards
        come in, those of the exchange included (S4).
        """
        total = 0.0
        for _ in range(self.draws):
            dealt = deal_hidden(view, Random(rng.getrandbits(64)))
            outcome = play(dealt, exchange, trusted=True)
            assert isinstance(outcome, Outcome)
            total += self._search(outcome.state, estimator, self._budget(view) // 2)[0].value
        return total / self.draws


@lru_cache(maxsize=64)
def foresight_for(budget: int) -> Foresight:
    """How plans are played on: four times the budget buys twice the plans and twice the deals.

    Evaluations alone buy hardly any strength. A budget too small for three plans plays none on.

    >>> [foresight_for(budget).plans for budget in (8, 32, 128, 512)]
    [0, 3, 6, 12]
    """
    scale = (budget / USUAL_BUDGET) ** 0.5
    plans = round(A_ROUND_AHEAD.plans * scale)
    deals = tuple(max(1, round(number * scale)) for number in A_ROUND_AHEAD.deals)
    return A_ROUND_AHEAD._replace(plans=plans if plans > 2 else 0, deals=deals)


def _moment(view: GameState) -> object:
    """What tells one moment of a turn from another; until cards are drawn, the rest follows."""
    return (view.round, view.turn, view.players, view.boards)


def _cards_left(view: GameState) -> int:
    """How many cards the player to act can still play this turn (T5)."""
    player = view.player
    left = max([sum([each for _, each in account]) for account in view.turn.purses])
    return min(left, sum(player.hand) + player.hidden)


def _different(plans: list[Plan]) -> list[Plan]:
    """The plans, best first, without those that only take another way to the same table."""
    found: dict[object, Plan] = {}
    for plan in sorted(plans, key=lambda each: -each.value):
        player = plan.view.player
        found.setdefault((round(plan.value, 6), player.hand, player.adventurers), plan)
    return list(found.values())


def _looks(plans: list[Plan], estimator: Estimator, number: int) -> list[Look]:
    """The actions that promise most after the best plans of a shelf."""
    few = _different(plans)[: max(1, number // 4)]
    found = [look for plan in few for look in _looks_after(plan, estimator)]
    return nlargest(number, found, key=lambda look: look.promise)


def _looks_after(plan: Plan, estimator: Estimator) -> Iterator[Look]:
    """Every action with cards, alone or after a journey or a swap that allows it."""
    options = choices(plan.view)
    yield from _looks_at(plan, plan.view, (), options.families, estimator)
    for first in options.plain:
        if isinstance(first, Travel):
            before = after(plan.view, first)
            families = [each for each in choices(before).families if each.age is first.target]
            yield from _looks_at(plan, before, (first,), families, estimator)
        elif isinstance(first, Swap):
            before = after(plan.view, first)
            yield from _looks_at(plan, before, (first,), choices(before).families, estimator)


def _looks_at(
    plan: Plan,
    before: GameState,
    first: tuple[Action, ...],
    families: list[Family],
    estimator: Estimator,
) -> Iterator[Look]:
    paid = plan.view.player.coins - before.player.coins
    left = _cards_left(before)
    for family in families:
        for spot in estimator.spots(before, family):
            promise = plan.value - paid + spot.gain + CARD_WORTH * (left - spot.price)
            yield Look(promise, plan, before, first, spot)


@lru_cache(maxsize=64)
def _envious(taste: Taste) -> Taste:
    return replace(taste, envy=max(1.0, taste.envy))
