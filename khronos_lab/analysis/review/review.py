"""Review: what every turn of a game gave away, and what luck and skill made of it.

Values and their words; `khronos_lab.simulation.review` works them out, `reasons` says why.

After every turn games are played on from what everybody at the table could know, and as many from
the best other turn that was found (`players.turn_evaluation`). Coins are counted against the
others' average: what a turn takes from an opponent counts, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from khronos_lab.analysis.review.reasons import MINUS, Comparison, signed, why
from khronos_lab.core import Entry, GameState, turn_sentence
from khronos_lab.players import (
    GOOD,
    GREAT,
    MARKS,
    NOBODY,
    Advice,
    Branch,
    Estimate,
    Loss,
    Span,
    estimate,
    loss_of,
    mark_of,
    watched,
)
from khronos_lab.records import Cursor, GameRecord, Node, Study
from khronos_lab.rulebook import KhronosError, multilingual, number_text, say, there_is_no

NOT_PLAYED: Final = Branch(())
SHOWN: Final = 5
"""Mistakes, and good turns, that are told where there is not room for all."""

# ------------------------------------------------------------------ turns


@dataclass(frozen=True)
class OtherTurn:
    """A turn that could have been taken, or could be taken now, and games that went on after it."""

    nodes: tuple[Node, ...]
    """Its moves; they can be kept as a variation of the first move of the turn."""
    logs: tuple[tuple[Entry, ...], ...]
    """The log of each move."""
    known: GameState
    """The position after it, as everybody at the table knows it."""
    seat: int
    branch: Branch = NOT_PLAYED

    @property
    def moves(self) -> tuple[str, ...]:
        """In notation."""
        return tuple(node.text for node in self.nodes)

    @property
    def coins(self) -> Estimate:
        """Its player's coins at the end."""
        return self.branch.expected_coins(self.seat)

    @property
    def chance(self) -> Estimate:
        """Its player's chance to win."""
        return self.branch.chance(self.seat)

    @property
    def ahead(self) -> float:
        """The coins of its player at the end, less the others' average."""
        return self.branch.mean_lead(self.seat)


@dataclass(frozen=True)
class ReviewedTurn:
    """One turn of a game: what it led to, and what it gave away.

    At the end of a cell it tells itself: the mark, what was lost, the better turn and why.
    """

    turn: int
    """Its number, from 1; 0 stands for the first position, before all turns."""
    first: int
    """The step before its first event."""
    step: int
    """The step of its last event."""
    label: str
    """Round and player as in records, `4.Y`."""
    texts: tuple[str, ...]
    """The moves played, in notation."""
    before: GameState
    """The position before the turn, as recorded."""
    logs: tuple[tuple[Entry, ...], ...]
    """The log of each move."""
    known_before: GameState
    known: GameState
    """The positions before and after it, as everybody at the table knows them."""
    seed: int | str = 0
    """The seed of the deals."""
    next_logs: tuple[tuple[int, tuple[Entry, ...]], ...] = ()
    """The turns of the others until the player's next one: seat and log."""
    held: GameState | None = None
    """The position in which another turn is sought; None if there is nothing to seek.

    The hand has the cards that the player is known to have held, after an exchange (T2) those that
    it brought.
    """
    begun: Advice | None = None
    """An exchange that is taken as it was."""
    branch: Branch = NOT_PLAYED
    """Games that went on after it; empty as long as none were played."""
    other: OtherTurn | None = None
    """The best other turn found; None if there is none, or nobody knows the hand."""
    draw: float | None = None
    """The coins that the hand of this turn was worth more than the average one, for its player."""

    def instead(self, advice: Advice) -> OtherTurn:
        """Another turn in its place, with the exchange that it began with."""
        nodes, logs = advice.nodes, advice.logs
        if self.begun is not None:
            nodes, logs = (*self.begun.nodes, *nodes), (*self.begun.logs, *logs)
        entries = tuple(entry for log in logs for entry in log)
        return OtherTurn(nodes, logs, watched(self.known_before, entries, NOBODY), self.seat)

    @property
    def seat(self) -> int:
        """The player's seat."""
        return self.before.seat

    @property
    def round(self) -> int:
        """The round."""
        return self.before.round

    @property
    def player(self) -> str:
        """The player's name."""
        return self.before.player.name

    @cached_property
    def loss(self) -> Loss | None:
        """Its loss against the best other turn found; None if nothing was compared."""
        if self.other is None or not self.other.branch.games or not self.branch.games:
            return None
        return loss_of(self.branch, self.other.branch, self.seat)

    @cached_property
    def gain(self) -> Loss | None:
        """Its gain on the best other turn found, if planners, too, leave much of it."""
        if self.loss is None or not self.branch.planner or self.shown_only:
            return None
        gain = self.loss.turned
        return gain if mark_of(gain) in GREAT else None

    @property
    def shown_only(self) -> bool:
        """The hand was hidden: the other turn uses only cards that were shown in this one."""
        return bool(self.before.player.hidden)

    @property
    def final(self) -> bool:
        """False as long as only a first look was taken."""
        return bool(self.branch.planner)

    @cached_property
    def mark(self) -> str:
        """`??`, `?`, `?!` for a mistake beyond chance, `!` for a good turn, or nothing."""
        if self.loss is None:
            return ""
        return mark_of(self.loss) or (GOOD if self.gain is not None else "")

    @property
    def is_mistake(self) -> bool:
        """True if a better turn was found, beyond chance."""
        return self.mark.startswith("?")

    @property
    def played(self) -> str:
        """The turn in words."""
        return turn_sentence(self.logs)

    @property
    def better(self) -> str:
        """The best other turn found, in words; empty if there is none."""
        return "" if self.other is None else turn_sentence(self.other.logs)

    @property
    def why(self) -> str:
        """The reasons why the other turn is better, or a good turn good, with their clauses."""
        return self.reasons()

    @multilingual
    def reasons(self, language: str | None = None) -> str:
        """The same in another language."""
        return " ".join(why(self))

    @cached_property
    def case(self) -> Comparison | None:
        """The turn and the best other one, looked at once for what makes the difference."""
        return None if self.loss is None else Comparison(self)

    @multilingual
    def text(self, language: str | None = None) -> str:
        """All that there is to say of it, in sentences."""
        return " ".join([heading(self), *verdict(self)])

    def __repr__(self) -> str:
        return self.text()


# ------------------------------------------------------------------ luck and skill


class Account(NamedTuple):
    """A player's result by its sources, in coins; the parts add up to it."""

    player: str
    seat: int
    start: Estimate
    """Expected coins when the game began."""
    draws: float | None
    """Luck of the hands against average ones; None if nobody knows them."""
    decisions: Estimate
    """Skill: the player's own turns against what such hands give on average."""
    others: Estimate
    """The effect of the others' turns."""
    result: float
    """The coins at the end, or those to be expected where the game or its review ends."""

    def __str__(self) -> str:
        return account_text(self)


# ------------------------------------------------------------------ the whole


@dataclass(frozen=True)
class Review:
    """The turns of a game with their marks, in order; while it is worked out some have none yet."""

    names: tuple[str, ...]
    start: Branch
    """Games that went on from the first position."""
    turns: tuple[ReviewedTurn, ...]
    seed: int | str = 0
    """The seed of the deals."""
    finished: bool = True
    """False if it was stopped before every turn had all its games."""
    notes: tuple[str, ...] = ()
    """Remarks on the run, for example about a file that could not be used."""

    @property
    def reviewed(self) -> int:
        """The number of turns that have been looked at."""
        return sum(bool(each.branch.games) for each in self.turns)

    @property
    def judged(self) -> int:
        """The number of those with their last mark."""
        return sum(each.final for each in self.turns)

    @cached_property
    def mistakes(self) -> tuple[ReviewedTurn, ...]:
        """The turns for which a better one was found, beyond chance: the costliest first."""
        found = [each for each in self.turns if each.is_mistake]
        return tuple(sorted(found, key=lambda each: (-weight(each), each.turn)))

    def of_player(self, name: str) -> Review:
        """The same with the marks and luck of one player only."""
        if name not in self.names:
            raise KhronosError(there_is_no("player", name, self.names))
        turns = tuple(
            each if each.player == name else replace(each, other=None) for each in self.turns
        )
        return replace(self, turns=turns)

    def key_moments(self, number: int = 3) -> tuple[ReviewedTurn, ...]:
        """The turns to look at first, mistakes and good ones, in the order of the game."""
        found = sorted(
            (each for each in self.turns if each.mark), key=lambda each: (-weight(each), each.turn)
        )
        return tuple(sorted(found[:number], key=lambda each: each.turn))

    def curve(self, seat: int) -> list[tuple[int, Estimate, Estimate]]:
        """A player's expected coins and chance to win: at the start and after every turn.

        Each with its step; turns that were not looked at yet are left out.
        """
        branches = [(0, self.start), *((each.step, each.branch) for each in self.turns)]
        return [
            (step, branch.expected_coins(seat), branch.chance(seat))
            for step, branch in branches
            if branch.games
        ]

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """Luck and skill apart, for each player; nothing until every turn was looked at."""
        if not self.start.games or self.reviewed < len(self.turns):
            return ()
        return tuple(self._account(seat) for seat in range(len(self.names)))

    def _account(self, seat: int) -> Account:
        branches = [self.start, *(each.branch for each in self.turns)]
        means = [each.expected_coins(seat).value for each in branches]
        # Deal by deal, because all positions meet the same deals: luck falls out of the sums.
        games = min(len(each.greedy) for each in branches if not each.over)
        coins = [
            [each.coins(each.greedy[0 if each.over else game])[seat] for game in range(games)]
            for each in branches
        ]

        def part(own: bool) -> Estimate:
            """The effect of own or others' turns, with its spread from deal to deal."""
            chosen = [
                number for number, each in enumerate(self.turns) if (each.seat == seat) == own
            ]
            value = sum(means[number + 1] - means[number] for number in chosen)
            spread = estimate(
                [
                    sum(coins[number + 1][game] - coins[number][game] for number in chosen)
                    for game in range(games)
                ]
            )
            return spread.moved(value - spread.value)

        known = [each.draw for each in self.turns if each.seat == seat]
        draws = None if None in known else sum(each or 0.0 for each in known)
        start = self.start.expected_coins(seat)
        skill = part(True).moved(-(draws or 0.0))
        return Account(self.names[seat], seat, start, draws, skill, part(False), means[-1])

    @multilingual
    def text(self, language: str | None = None) -> str:
        """The mistakes, luck and skill, and what the numbers mean."""
        return "\n\n".join(
            "\n".join([chapter.title, *map(" ".join, chapter.items)])
            for chapter in chapters(self, SHOWN)
        )

    def __repr__(self) -> str:
        return self.text()


def weight(turn: ReviewedTurn) -> float:
    """The importance of a turn: ten points of the chance to win weigh as much as four coins."""
    counted = turn.gain if turn.mark == GOOD else turn.loss
    if counted is None:
        return 0.0
    _, coins, chance = MARKS[1]
    return abs(counted.coins.value) / coins + abs(counted.chance.value) / chance


# ------------------------------------------------------------------ numbers in words


def between(span: Span, digits: int, *, plus: bool = True) -> str:
    """The ends of an interval in words; of a single game nothing is known."""
    if span[1] == float("inf"):
        return say("review-unknown")
    low, high = (signed(each, digits) for each in span)
    if low == high:
        return say("review-certain")
    if not plus and not low.startswith(MINUS):
        low, high = low.removeprefix("+"), high.removeprefix("+")
    return say("review-between", low=low, high=high)


# ------------------------------------------------------------------ words


def heading(turn: ReviewedTurn) -> str:
    """The turn's label, player and moves."""
    return say("review-turn", label=turn.label, mark=turn.mark, who=turn.player, moves=turn.played)


def verdict(turn: ReviewedTurn) -> list[str]:
    """The loss of a turn, the better one and the reasons: a sentence or paragraph each."""
    if turn.mark == GOOD and turn.gain is not None:
        return [
            _given_away("review-good", turn, turn.gain),
            *why(turn),
            say("review-plain", who=turn.player, moves=turn.better),
        ]
    if turn.loss is None:
        return [say("review-alone" if turn.branch.games else "review-waiting")]
    if not turn.is_mistake:
        return [say("review-fine", games=turn.loss.games)]
    return [loss_text(turn), better_text(turn), *why(turn), *remarks(turn)]


def remarks(turn: ReviewedTurn) -> list[str]:
    """Caveats about the numbers of a mistake."""
    shown = [say("review-shown")] if turn.shown_only else []
    return shown if turn.final else [*shown, say("review-first")]


def loss_text(turn: ReviewedTurn, *, gained: bool = False) -> str:
    """The loss with its intervals; or the same as a gain of the better turn."""
    assert turn.loss is not None
    return _given_away("review-gain" if gained else "review-loss", turn, turn.loss)


def _given_away(key: str, turn: ReviewedTurn, loss: Loss) -> str:
    points = Estimate(*(100 * each for each in loss.chance))
    others = [name for name in turn.before.names if name != turn.player]
    return say(
        key,
        duel=len(others) == 1,
        rival=others[0],
        coins=signed(loss.coins.value, 1).removeprefix("+"),
        between=between(loss.coins[1:], 1, plus=False),
        points=signed(points.value, 0).removeprefix("+"),
        count=abs(round(points.value)),
        spread=between(points[1:], 0, plus=False),
    )


def better_text(turn: ReviewedTurn) -> str:
    """The better turn in words."""
    return say("review-better", who=turn.player, moves=turn.better)


def account_text(account: Account) -> str:
    """Luck and skill of one player in sentences; the numbers shown add up."""
    whole = (account.result, account.start.value, account.draws or 0.0, account.decisions.value)
    result, start, draws, decisions = (round(each, 1) for each in whole)
    return say(
        "review-account",
        who=account.player,
        start=number_text(start, 1),
        known=account.draws is not None,
        draws=signed(draws, 1),
        decisions=signed(decisions, 1),
        decided=between(account.decisions[1:], 1),
        others=signed(result - start - draws - decisions, 1),
        took=between(account.others[1:], 1),
        result=number_text(result, 0 if result.is_integer() else 1),
    )


class Chapter(NamedTuple):
    """A part of a review in words."""

    title: str
    items: list[list[str]]
    """Each in paragraphs; those of a turn begin with what was played."""


def chapters(review: Review, most: int | None = None) -> Iterator[Chapter]:
    """The costliest mistakes, good turns, luck and skill, and what the numbers mean."""

    def told(turns: list[ReviewedTurn]) -> list[list[str]]:
        return [[heading(turn), *verdict(turn)] for turn in turns[:most]]

    found = told([*review.mistakes]) or [[say("review-none", n=review.reviewed)]]
    if most is not None and len(review.mistakes) > most:
        found.append([say("review-more", n=len(review.mistakes) - most)])
    if not review.finished:
        found.append([say("review-stopped", done=review.reviewed, turns=len(review.turns))])
    yield Chapter(say("review-mistakes"), found)
    if good := [turn for turn in review.turns if turn.mark == GOOD]:
        yield Chapter(say("review-found"), told(good))
    if review.accounts:
        yield Chapter(say("review-luck"), [[account_text(each)] for each in review.accounts])
    notes = [[note] for note in review.notes]
    yield Chapter(say("review-meaning"), [[say("review-caveat")], *notes])


# ------------------------------------------------------------------ in a record


def annotated(record: GameRecord, review: Review) -> GameRecord:
    """The record with the marks of a review, what it says of these turns, and the better ones.

    A mark or comment that somebody else wrote stays.
    """
    study = Study(record)
    for turn in review.turns:
        if not turn.mark:
            continue
        # A mark belongs to a turn; it stands on its first move.
        first = first_move(review, turn)
        node = study.go((), first + 1).nodes[first]
        if not node.mark:
            study.mark(turn.mark)
        if not node.comment:
            study.comment(" ".join(verdict(turn)))
        if turn.is_mistake:
            keep_better_turn(study, review, turn)
    return study.record


def keep_better_turn(study: Study, review: Review, turn: ReviewedTurn) -> None:
    """Add the better turn to a study as a variation, named and commented, and go to its end.

    What was kept before is found again, and what somebody wrote there stays.
    """
    if turn.other is None:
        raise KhronosError(f"no other turn was found in place of {turn.label}")
    with study.as_one_change():
        study.grow(turn.other.nodes, Cursor((), first_move(review, turn)))
        if study.variation and not study.name_of(study.variation):
            study.name_line(say("review-name"))
        if study.variation and not study.nodes[study.cursor.moves - 1].comment:
            gained = [loss_text(turn, gained=True)] if turn.is_mistake else []
            study.comment(" ".join([*gained, turn.why]))


def first_move(review: Review, turn: ReviewedTurn) -> int:
    """The number of the first move of a turn, from 0."""
    return sum(len(each.texts) for each in review.turns if each.turn < turn.turn)
