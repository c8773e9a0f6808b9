"""The review in words: what a turn gave away, the better one and why; luck and skill apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from khronos_lab.analysis.review.reasons import why
from khronos_lab.analysis.review.review import Account, Review, ReviewedTurn, between, signed
from khronos_lab.players import GOOD, Estimate, Loss
from khronos_lab.records import Cursor, GameRecord, Study
from khronos_lab.rulebook import KhronosError, number_text, say

SHOWN: Final = 5
"""Mistakes, and good turns, that are told where there is not room for all."""


def heading(turn: ReviewedTurn) -> str:
    """Which turn, whose, and its moves."""
    return say("review-turn", label=turn.label, mark=turn.mark, who=turn.player, moves=turn.played)


def verdict(turn: ReviewedTurn) -> list[str]:
    """What a turn gave away, the better one and why: a sentence each."""
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
    """What the numbers of a mistake rest on, where that is not the usual."""
    shown = [say("review-shown")] if turn.shown_only else []
    return shown if turn.final else [*shown, say("review-first")]


def loss_text(turn: ReviewedTurn, *, gained: bool = False) -> str:
    """What a turn gave away, with intervals; or the same as what the better one gains."""
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
    """Luck and skill of one player, in sentences; the numbers shown add up."""
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
