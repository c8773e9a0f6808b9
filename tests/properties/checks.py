"""What must hold after every action: `Watcher` follows a game and looks at each step.

A check of one state is in `state_checks.py`; here is what compares a step's two states and its log,
and what a game must be remembered for: totals, missing tiles, the turn so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from khronos_lab.core import (
    Build,
    Building,
    Demolish,
    EndTurn,
    Entry,
    GameState,
    Move,
    Populate,
    Restore,
    Upgrade,
    evolve,
    position_text,
    read_position,
)
from khronos_lab.core import events as e
from khronos_lab.engine import choices, play
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON, Age, IllegalAction, clauses
from tests.properties import oracles
from tests.properties.naive_moves import building_of, predict
from tests.properties.players import Step
from tests.properties.state_checks import check_boards, check_pieces, check_play, kept
from tests.support import events_of

REMOVALS = (
    e.BuildingDemolished, e.BuildingErased, e.HamletCovered, e.BuildingDestroyed, e.ShadowWithdrawn,
)  # fmt: skip
REPLACEMENTS = (e.BuildingUpgraded, e.BuildingShrunk, e.ShadowReplaced)
TAX_ROUNDS = (4, 7)


class Watcher:
    """Follows one game from a state on; `see` each step."""

    def __init__(self, start: GameState) -> None:
        self.state = start
        self.tiles = oracles.tiles(start)
        self.cubes = oracles.cubes(start)
        self.cards = oracles.cards(start)
        self.layouts_agree = not start.rules.ruins_respect_domains and (
            oracles.layout(start.boards[FAITH]) == oracles.layout(start.boards[REASON])
        )
        self.accounts = set(start.turn.purses)
        self.history: list[oracles.Deed] = []
        self.turns_left: int | None = None
        if start.round == 1 and start.seat == start.start:
            self.turns_left = 7 * len(start.players)
        self.check_state(start, None)

    def see(self, step: Step) -> None:
        """Check one step, which must follow the one before."""
        assert step.before is self.state, "the steps of a game follow each other"
        check_unchanged(step.before, self.copy)
        states = fold(step)
        check_again(step)
        check_questions(step)
        check_log(step)
        check_coins(step)
        check_price(step)
        check_earlier_ages(step)
        check_events_fit(step, states)
        check_failed_shadows(step, states)
        check_paradoxes(step, states)
        check_repair(step, states)
        check_prediction(step)
        check_turn_end(step)
        self.remember(step)
        self.state = step.outcome.state
        self.check_state(self.state, step.before)

    def remember(self, step: Step) -> None:
        """Keep what later steps are held to."""
        for entry in step.outcome.log:
            event = entry.event
            match event:
                case e.CardsPlayed():
                    self.history.append((event.age, sum(event.cards)))
                case e.AdventurerTravelled():
                    self.history.append((event.origin, event.target))
                case e.BuildingErased(out_of_game=True):
                    self.tiles[event.building.kind, event.building.rank] -= 1
                case e.ShadowMissing(lacking="tile"):
                    self.layouts_agree = False
                case e.TurnEnded() | e.GameEnded():
                    self.history.clear()
                    ages = step.outcome.state.player.adventurers
                    self.accounts = {tuple((age, 2) for age in ages)}
                    self.count_turn(step.outcome.state)

    def count_turn(self, state: GameState) -> None:
        """T1, T7: seven rounds, then it is over."""
        if self.turns_left is not None:
            self.turns_left -= 1
            assert state.over == (self.turns_left == 0), "a game has seven rounds (T1)"

    def check_state(self, state: GameState, before: GameState | None) -> None:
        """Hold one state to everything that follows from the rules alone."""
        check_boards(state, before)
        check_pieces(state, self.tiles, self.cubes, self.cards)
        check_play(state)
        if not state.over:
            wanted = oracles.accounts(self.accounts, self.history)
            assert set(state.turn.purses) == wanted, "the purses are not all accounts (T5)"
        if self.layouts_agree:
            faith, reason = (oracles.layout(state.boards[age]) for age in (FAITH, REASON))
            assert faith == reason, f"no tile was short, but layouts differ: {faith ^ reason}"
        text = position_text(state)
        self.copy = read_position(text)
        assert self.copy == state, f"written and read again the state is another one:\n{text}"
        assert choices(self.copy).count_by_kind() == choices(state).count_by_kind(), (
            f"the same state, read from text, allows other actions:\n{text}"
        )


# ------------------------------------------------------------------ the fold


def fold(step: Step) -> list[GameState]:
    """The state before each entry of the log, and the last one; with and without notes."""
    states = [step.before]
    changes_only = step.before
    for entry in step.outcome.log:
        states.append(evolve(states[-1], entry.event))
        if entry.event.changes:
            changes_only = evolve(changes_only, entry.event)
        else:
            assert states[-1] == states[-2], f"the note {entry} changed something"
    assert states[-1] == step.outcome.state, "folding the log gives another state"
    assert changes_only == step.outcome.state, "folding the changes alone gives another state"
    return states


def check_unchanged(state: GameState, copy: GameState) -> None:
    """The old state is still what its copy, made before the move, says; what it keeps, too."""
    assert state == copy, "the old state was changed by a move"
    for board, fresh in zip(state.boards, copy.boards, strict=True):
        assert kept(board) == kept(fresh), "what the old state keeps was changed by a move"


def check_again(step: Step) -> None:
    """The same move gives the same outcome once more."""
    assert play(step.before, step.move) == step.outcome, f"{step.move} came out another way"


# ------------------------------------------------------------------ questions


def check_questions(step: Step) -> None:
    """Who is asked, what can be answered, and that the story went on from there."""
    log = step.outcome.log
    for number, question in enumerate(step.questions):
        assert question.clause in {"B8", "C2", "C3", "C4"}
        assert len(set(question.options)) == len(question.options) > 1, question
        owner = question.subject.owner if question.subject is not None else None
        assert question.seat == (owner if question.clause == "C4" else step.before.seat), question
        assert log[: len(question.log)] == question.log, "a question told another story"
        told = log[len(question.log)].event
        chosen = question.options[step.move.answers[number]]
        assert told == e.ChoiceMade(question.seat, question.age, chosen, question.clause)
        for wrong in (-1, len(question.options)):
            answers = (*step.move.answers[:number], wrong)
            with pytest.raises(IllegalAction):
                play(step.before, Move(step.move.action, answers, step.move.drawn))
    made = [entry for entry in log if isinstance(entry.event, e.ChoiceMade)]
    assert len(made) == len(step.questions) == len(step.move.answers)


# ------------------------------------------------------------------ the log


def check_log(step: Step) -> None:
    """Causes point backwards, captions are sentences with their clause, clauses exist."""
    for number, entry in enumerate(step.outcome.log):
        assert entry.cause is None or 0 <= entry.cause < number, f"{entry} has a later cause"
        clause = entry.event.clause
        assert clause in clauses(), f"{entry} cites {clause}, which is not on the page"
        caption = str(entry)
        ending = f" ({clause})."
        assert caption.endswith(ending), f"{caption!r} does not end with its clause"
        assert len(caption) > len(ending), "a caption says nothing"


def check_coins(step: Step) -> None:
    """Coins change only by events with an amount."""
    coins = [player.coins for player in step.before.players]
    for entry in step.outcome.log:
        event = entry.event
        match event:
            case e.CoinsSpent():
                coins[event.seat] -= event.amount
            case e.BonusPaid() | e.TaxCollected():
                coins[event.seat] += event.amount
        assert min(coins) >= 0, f"{entry} leaves somebody in debt"
    assert coins == [player.coins for player in step.outcome.state.players]


def check_price(step: Step) -> None:
    """A1 to A4: what an action costs and pays, by the naive count."""
    action = step.move.action
    if not isinstance(action, Build | Upgrade):
        return
    price, extra = oracles.card_price(step.before, action)
    played = [each.cards for each in events_of(step.outcome, e.CardsPlayed)]  # type: ignore[attr-defined]
    assert played == [action.cards]
    assert sum(action.cards) == price + extra, f"{action} costs {price} and {extra} more"
    assert action.cards[action.kind] >= price
    paid = [each.amount for each in events_of(step.outcome, e.BonusPaid)]
    small = isinstance(action, Build) and action.rank == 1
    assert paid == ([] if small else [{MIGHT: 1, FAITH: 2}[action.age]])


def check_earlier_ages(step: Step) -> None:
    """An action in a later age never changes an earlier one; what is no building changes none."""
    action = step.move.action
    match action:
        case Build() | Upgrade() | Demolish():
            same = [age for age in AGES if age < action.age]
        case Populate() | Restore():
            same = [MIGHT, FAITH]
        case _:
            same = list(AGES)
    for age in same:
        assert step.before.boards[age] == step.outcome.state.boards[age], (
            f"{action} changed {age.title}"
        )


def check_events_fit(step: Step, states: list[GameState]) -> None:
    """What an event takes away stood there, cubes and all; what replaces it fits its squares."""
    for entry, state in zip(step.outcome.log, states, strict=False):
        event = entry.event
        if isinstance(event, REMOVALS):
            assert state.boards[event.age].standing(event.building), f"{entry}: it did not stand"
        elif isinstance(event, REPLACEMENTS):
            assert state.boards[event.age].standing(event.old), f"{entry}: it did not stand"
            old, new = oracles.covered(event.old), oracles.covered(event.building)
            grows = isinstance(event, e.BuildingUpgraded)
            assert (old < new) if grows else (new < old), f"{entry}: wrong squares"
            assert event.old.kind == event.building.kind
            assert event.old.owner == event.building.owner


# ------------------------------------------------------------------ shadows


def check_failed_shadows(step: Step, states: list[GameState]) -> None:
    """A blocked or missing copy changes nothing in that age or a later one until repair begins.

    Only what its copy in Faith has erased is gone from Reason, too (B6).
    """
    log = step.outcome.log
    repair = next(index_of(log, e.ConflictFound), len(log))
    for number, entry in enumerate(log):
        event = entry.event
        if not isinstance(event, e.ShadowBlocked | e.ShadowMissing) or event.clause == "C5":
            continue
        assert number < repair, f"{entry}: copies come before repair (O1)"
        never_was = {
            each.event.building.square
            for each in log[:repair]
            if isinstance(each.event, e.BuildingErased) and erased_with(each, log)
        }
        for age in AGES[event.age :]:
            before, after = (set(states[at].boards[age]) for at in (0, repair))
            lost = {piece.square for piece in before - after}
            assert lost <= (never_was if age is REASON else set()), f"{entry}, but {lost} went"
            assert all(piece.printed for piece in after - before), f"{entry}, but something came"


def erased_with(entry: Entry, log: Sequence[Entry]) -> bool:
    """True if a building is gone because it was erased in the age before."""
    return entry.cause is not None and isinstance(log[entry.cause].event, e.BuildingErased)


def check_paradoxes(step: Step, states: list[GameState]) -> None:
    """A shadow whose original stood before and stands now is never erased; only copies erase.

    In Reason a shadow hangs on its building in Faith, too: upgrading that one replaces the ruin.
    """
    for entry, state in zip(step.outcome.log, states, strict=False):
        event = entry.event
        if not isinstance(event, e.BuildingErased):
            continue
        lost = event.building
        assert entry.cause is not None
        falls = step.outcome.log[entry.cause].event
        if isinstance(falls, e.BuildingErased):
            ages = (falls.age, event.age)
            assert ages == (FAITH, REASON), f"{entry}, but not for a building of Faith"
            assert falls.building[:3] == lost[:3], f"{entry}: it was no shadow (C6)"
            continue
        assert isinstance(falls, e.ShadowFalls), f"{entry}, but no shadow fell"
        assert oracles.covered(lost) & oracles.covered(falls.building), f"{entry}: not covered"
        stood = [originals_of(each, event.age, lost) for each in (step.before, state)]
        assert not all(stood), f"{entry}, but its original stands"


def originals_of(state: GameState, age: Age, shadow: Building) -> bool:
    """True if the same building, owners aside, stands in every earlier age."""
    above = [state.boards[earlier].buildings.get(shadow.square) for earlier in AGES[:age]]
    return all(each is not None and each[:3] == shadow[:3] for each in above)


# ------------------------------------------------------------------ repair


def check_repair(step: Step, states: list[GameState]) -> None:
    """C1: the next conflict by the naive search, Might before Faith, one shrinking for each."""
    log = step.outcome.log
    found = list(index_of(log, e.ConflictFound))
    ages = [each.age for each in events_of(step.outcome, e.ConflictFound) if each.age is not None]
    assert ages == sorted(ages), "Might is put right before Faith (O1)"
    for number, following in pairwise([*found, len(log)]):
        conflict = log[number].event
        assert isinstance(conflict, e.ConflictFound)
        wanted = oracles.first_conflict(states[number].boards[conflict.age], conflict.age)
        assert wanted == (conflict.kind, list(conflict.buildings)), f"{log[number]}: not the first"
        shrunk = [
            entry.event
            for entry in log[number:following]
            if isinstance(entry.event, e.BuildingShrunk | e.BuildingDestroyed)
        ]
        assert len(shrunk) == 1, f"{log[number]}: one building yields at a time"
        loser = getattr(shrunk[0], "old", None) or shrunk[0].building
        assert loser in conflict.buildings, f"{log[number]}: {loser} yields without a conflict"


def index_of(log: tuple[Entry, ...], kind: type[e.Event]) -> Iterator[int]:
    """Where events of a type stand in a log."""
    return (number for number, entry in enumerate(log) if isinstance(entry.event, kind))


def check_prediction(step: Step) -> None:
    """B and C played a second time lead to the same boards, by the same questions."""
    action = step.move.action
    if not isinstance(action, Build | Upgrade | Demolish):
        return
    world = predict(step.before, action, step.move.answers)
    asked = [(each.clause, each.seat, each.options) for each in world.asked]
    wanted = [(each.clause, each.seat, len(each.options)) for each in step.questions]
    assert asked == wanted, f"asked were {wanted}, and should have been {asked}"
    for age in AGES:
        found, predicted = set(step.outcome.state.boards[age]), map(building_of, world.ages[age])
        wrong = found ^ set(predicted)
        assert not wrong, f"{age.title} should be another one: {sorted(map(str, wrong))}"


# ------------------------------------------------------------------ the end of a turn


def check_turn_end(step: Step) -> None:
    """Taxes by the naive count, in their rounds alone; and the richest win."""
    paid = dict.fromkeys(AGES, 0)
    for entry in step.outcome.log:
        if isinstance(entry.event, e.TaxCollected):
            assert entry.event.seat == step.before.seat
            paid[entry.event.age] += entry.event.amount
        if isinstance(entry.event, e.GameEnded):
            check_winners(step.outcome.state, entry.event)
    due = dict.fromkeys(AGES, 0)
    if isinstance(step.move.action, EndTurn) and step.before.round in TAX_ROUNDS:
        due |= oracles.naive_taxes_by_age(step.before, step.before.seat)
    assert paid == due, f"taxes of {due} are due, and {paid} were paid (X)"


def check_winners(state: GameState, event: e.GameEnded) -> None:
    """T7."""
    wealth = [player.coins for player in state.players]
    assert event.coins == tuple(wealth)
    assert event.winners == tuple(seat for seat, each in enumerate(wealth) if each == max(wealth))
    assert state.over
