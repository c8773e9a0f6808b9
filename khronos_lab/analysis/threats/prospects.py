"""Threats and chances: what hangs by a thread, and what one action can make of it.

`chances` lists what a player can upset with one action, `threats` what the others can do to him:
domains that fall apart or are joined, copies that erase, conflicts, and taxes that go to somebody
else. Each `Prospect` is a concrete, legal action with its preview and its money, and the list is
ranked by money. Looked at is one action with cards, after at most two journeys, paid with the coins
at hand. The player's own hand is known; other hands may be any cards that are neither in it, nor
among the discards, nor open (S4, V2). Cards that an exchange (T2) or a swap (V2) might bring first
are not looked at, nor what a second action could do. Where players have to choose on the way, each
takes what pays him best; see `forecast.finish`.

The search costs from tens of milliseconds to seconds, the latter for threats to one of five players
on full boards, where many actions set off long chains of choices.

What hangs by a thread whoever has which cards is in `khronos_lab.analysis.threats.weak_spots`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from khronos_lab.analysis.forecast import Amounts, Money, amounts, finish, money_of, swing
from khronos_lab.analysis.threats.search import (
    Attempt,
    Handover,
    Sort,
    Upset,
    attempts,
    on_turn,
    stakes_of,
    upset_of,
)
from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, Build, Move, Travel, Upgrade
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import Outcome
from khronos_lab.engine.preview import Preview, coin_changes
from khronos_lab.players.views import seen_by
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import TRAVEL_COST


@dataclass(frozen=True, slots=True)
class Prospect:
    """One action that upsets something, and what it means for one player."""

    seat: int
    """Who can do it."""
    player: int
    """For whom it is a chance or a threat."""
    sorts: tuple[Sort, ...]
    travels: tuple[Travel, ...]
    """Journeys that come first."""
    move: Move
    """The action with the answers that are best for those who decide."""
    before: GameState
    """The position after the journeys; `why_not(before, move.action)` is None.

    Other players' hands are as `player` knows them.
    """
    preview: Preview
    """What it does, to its end."""
    handovers: tuple[Handover, ...]
    """What pays others than before."""
    money: tuple[Money, ...]
    """By seat, journeys included."""
    swing: float
    """What `player` gains more than the others on average, at once and in the next taxation."""
    clauses: tuple[str, ...]
    """The clauses of all that happens, in the order in which it happens."""
    erased: tuple[e.Paradox, ...]
    """What copies took away, but for the shadow that they grew from."""
    same: tuple[Action, ...] = ()
    """Other places for the same sort of building with the same effect on the same things."""

    @property
    def action(self) -> Action:
        """The action without its answers."""
        return self.move.action

    def text(self, language: str | None = None) -> str:
        """One sentence; without a language in the one that is set."""
        # Words load when somebody reads them: whoever only ranks never does.
        from khronos_lab.analysis.threats.words import Story, sentence

        story = Story(
            self.before.names,
            self.seat,
            (*self.travels, self.action),
            self.preview.log,
            self.erased,
            self.handovers,
            self.money,
        )
        return sentence(story, language)

    def __str__(self) -> str:
        return self.text()


def chances(state: GameState, seat: int, *, limit: int | None = None) -> tuple[Prospect, ...]:
    """What a player can upset with one action in his turn, the best for him first.

    If he is not on turn, as if his turn began now: he has the cards for it already (T6).

    >>> from khronos_lab import new_game
    >>> best = chances(new_game(2, seed=2), 0, limit=1)[0]
    >>> [sort.value for sort in best.sorts], best.money[0].total > 0
    (['control'], True)
    """
    _check(state, seat)
    found = _prospects(state, seat, seat)
    return _ranked(found, limit, best_first=True)


def threats(state: GameState, seat: int, *, limit: int | None = None) -> tuple[Prospect, ...]:
    """What each other player could do to this one with one action, the worst for him first.

    A threat costs him coins or taxes, or takes away or shrinks something with a cube of his.

    >>> from khronos_lab import new_game
    >>> threats(new_game(2, seed=2), 0)
    ()
    """
    _check(state, seat)
    found = [
        prospect
        for other in range(len(state.players))
        if other != seat
        for prospect in _prospects(state, other, seat)
        if _harms(prospect, seat)
    ]
    return _ranked(found, limit, best_first=False)


def _check(state: GameState, seat: int) -> None:
    if not 0 <= seat < len(state.players):
        raise KhronosError(f"there is no seat {seat}; seats are 0 to {len(state.players) - 1}")


def _ranked(
    found: Iterable[Prospect], limit: int | None, *, best_first: bool
) -> tuple[Prospect, ...]:
    """Ranked by money; the order in which they are found decides between equals."""
    sign = -1 if best_first else 1
    ranked = sorted(_grouped(found), key=lambda prospect: sign * prospect.swing)
    return tuple(ranked[:limit])


def _prospects(state: GameState, actor: int, player: int) -> Iterator[Prospect]:
    if state.over:
        return
    seen = seen_by(state, player)
    there, _ = amounts(seen)
    stakes = None if actor == player else stakes_of(seen, player)
    for attempt in attempts(on_turn(seen, actor), stakes):
        move, outcome = finish(attempt.before, attempt.action, (), there)
        upset = upset_of(attempt.before, attempt.action, outcome.log, outcome.state)
        if upset.sorts:
            money = _money(seen, attempt, outcome, there)
            yield _prospect(attempt, upset, move, outcome, money, player)


def _money(
    state: GameState, attempt: Attempt, outcome: Outcome, there: Amounts
) -> tuple[Money, ...]:
    """What an attempt is worth, counted from the position before the journeys."""
    coins = list(coin_changes(outcome.log, len(state.players)))
    coins[attempt.before.seat] -= TRAVEL_COST * len(attempt.travels)
    return money_of(state, outcome.state, tuple(coins), there)


def _prospect(
    attempt: Attempt,
    upset: Upset,
    move: Move,
    outcome: Outcome,
    money: tuple[Money, ...],
    player: int,
) -> Prospect:
    """All that is said of an attempt."""
    seat, log = attempt.before.seat, outcome.log
    preview = Preview(attempt.action, None, log, None, coin_changes(log, len(money)))
    return Prospect(
        seat=seat,
        player=player,
        sorts=upset.sorts,
        travels=attempt.travels,
        move=move,
        before=attempt.before,
        preview=preview,
        handovers=upset.handovers,
        money=money,
        swing=swing(money, player),
        clauses=tuple(dict.fromkeys(entry.event.clause for entry in log)),
        erased=upset.erased,
    )


# ------------------------------------------------------------------ whom it harms, what is alike


def _harms(prospect: Prospect, seat: int) -> bool:
    """True if a player loses money or taxes, or something with a cube of his."""
    money = prospect.money[seat]
    if money.total < 0 or money.there < 0:
        return True
    for entry in prospect.preview.log:
        lost = entry.event.lost
        if lost is not None and (lost.owner == seat or seat in lost.cubes):
            return True
    return False


def _grouped(found: Iterable[Prospect]) -> list[Prospect]:
    """One prospect for actions that differ only in their place and do the same to the same."""
    groups: dict[object, list[Prospect]] = {}
    for number, prospect in enumerate(found):
        action = prospect.action
        alone = not isinstance(action, Build | Upgrade)
        key = number if alone else _likeness(prospect)
        groups.setdefault(key, []).append(prospect)
    return [
        replace(first, same=tuple(each.action for each in rest)) for first, *rest in groups.values()
    ]


def _likeness(prospect: Prospect) -> object:
    """What makes two prospects the same for a reader: all but the place of what is put down."""
    action = prospect.action
    assert isinstance(action, Build | Upgrade)
    sort = (type(action), action.age, action.kind, action.rank)
    effects = tuple(filter(None, (_effect(entry.event) for entry in prospect.preview.log)))
    return (prospect.seat, prospect.travels, sort, prospect.money, effects, prospect.handovers)


def _effect(event: e.Event) -> object:
    """What an event does to what stood there before, None if nothing."""
    if event.lost is not None:
        return (type(event), event.lost)
    if isinstance(event, e.DomainsJoined):
        return (event.age, event.domains)
    if isinstance(event, e.DomainSplit):
        return (event.age, event.square, len(event.domains))
    return (event.age, event.buildings) if isinstance(event, e.ConflictFound) else None
