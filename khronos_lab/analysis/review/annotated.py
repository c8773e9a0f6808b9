"""A review written into a record: marks and comments, and better turns as variations."""

from __future__ import annotations

from khronos_lab.analysis.review.review import Review, ReviewedTurn
from khronos_lab.analysis.review.review_words import loss_text, verdict
from khronos_lab.records import GameRecord, tree
from khronos_lab.rulebook import KhronosError, say


def annotated(record: GameRecord, review: Review) -> GameRecord:
    """The record with the marks of a review, what it says of these turns, and the better ones.

    A mark or comment that somebody else wrote stays.
    """
    for turn in review.turns:
        if not turn.mark:
            continue
        # A mark belongs to a turn; it stands on its first move.
        first = first_move(review, turn)
        node = record.line.nodes[first]
        if not node.mark:
            record = tree.marked(record, (), first, turn.mark)
        if not node.comment:
            record = tree.commented(record, (), first, " ".join(verdict(turn)))
        if turn.is_mistake:
            record = with_better_turn(record, review, turn).record
    return record


def with_better_turn(record: GameRecord, review: Review, turn: ReviewedTurn) -> tree.Place:
    """The record with the better turn as a variation, named and commented, and its place there.

    What was kept before is found again, and what somebody wrote there stays.
    """
    if turn.other is None:
        raise KhronosError(f"no other turn was found in place of {turn.label}")
    record, branches, moves = tree.grown(record, (), first_move(review, turn), turn.other.nodes)
    if branches and not tree.name_of(record, branches):
        record = tree.named(record, branches, say("review-name"))
    if branches and not tree.nodes_of(record, branches)[moves - 1].comment:
        said = [turn.reasons()]
        if turn.is_mistake:
            said = [loss_text(turn, gained=True), *said]
        record = tree.commented(record, branches, moves - 1, " ".join(said))
    return tree.Place(record, branches, moves)


def first_move(review: Review, turn: ReviewedTurn) -> int:
    """The number of the first move of a turn, from 0."""
    return sum(len(each.texts) for each in review.turns if each.turn < turn.turn)
