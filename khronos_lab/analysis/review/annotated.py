"""A review written into a record: marks and comments, and better turns as variations."""

from __future__ import annotations

from khronos_lab.analysis.review.review import Review, ReviewedTurn
from khronos_lab.analysis.review.review_words import loss_text, verdict
from khronos_lab.records import Cursor, GameRecord, Study
from khronos_lab.rulebook import KhronosError, say


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
            said = [turn.reasons()]
            if turn.is_mistake:
                said = [loss_text(turn, gained=True), *said]
            study.comment(" ".join(said))


def first_move(review: Review, turn: ReviewedTurn) -> int:
    """The number of the first move of a turn, from 0."""
    return sum(len(each.texts) for each in review.turns if each.turn < turn.turn)
