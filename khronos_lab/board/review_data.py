"""A review for the browser: curves, and the verdict on every turn in both languages.

With it a page has everything that a step shows of the review; see `browser/verdict.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from khronos_lab.analysis import Outlook, Review, ReviewedTurn, account_text, remarks, why
from khronos_lab.core import Building, GameState, turn_sentence
from khronos_lab.players import Estimate
from khronos_lab.rulebook import AGES, in_each_language, say
from khronos_lab.scenes import Highlight, Wished, better_turn

Part = dict[str, Any]


def review_part(review: Review, piece: Callable[[Building], int], *, working: bool = False) -> Part:
    """A review as far as it is worked out; `piece` numbers the shape of a building."""
    seats = range(len(review.names))
    curves = [review.curve(seat) for seat in seats]
    points = range(len(curves[0]))

    def table(value: Callable[[Estimate, Estimate], float], digits: int = 0) -> list[list[float]]:
        return [[_short(value(*curves[s][n][1:]), digits) for s in seats] for n in points]

    part: Part = {
        "steps": [step for step, *_ in curves[0]],
        "coins": table(lambda coins, chance: coins.value, 1),
        "chance": table(lambda coins, chance: 100 * chance.value),
        "low": table(lambda coins, chance: 100 * chance.low),
        "high": table(lambda coins, chance: 100 * chance.high),
        "turns": [turn_part(each, piece) for each in review.turns],
        "finished": review.finished and not working,
    }
    if review.accounts and not working:
        part["luck"] = in_each_language(
            lambda: [*(account_text(each) for each in review.accounts), say("review-caveat")]
        )
    if working:
        part["working"] = [review.judged, len(review.turns)]
    return part


def turn_part(turn: ReviewedTurn, piece: Callable[[Building], int]) -> Part:
    """The verdict on a turn."""
    part: Part = {
        "turn": turn.turn,
        "first": turn.first,
        "step": turn.step,
        "seat": turn.seat,
        "label": turn.label,
        "mark": turn.mark,
    }
    loss = turn.gain if turn.gain is not None else turn.loss and turn.loss.turned
    if loss:
        part["coins"] = [_short(each, 1) for each in loss.coins]
        part["chance"] = [_short(100 * each) for each in loss.chance]
    if turn.mark and turn.other is not None:
        # First what people would say, then the balance and what the numbers rest on.
        told = in_each_language(lambda: (why(turn), remarks(turn)))
        part["why"] = [paragraphs[0] for paragraphs, _ in told]
        part["more"] = [" ".join([*paragraphs[1:], *rest]) for paragraphs, rest in told]
        part["better"] = _moves(turn.other.logs)
        part["ghosts"] = ghosts_of(turn.before, turn.known, turn.other.known, piece)
    elif turn.loss is not None:
        part["why"] = in_each_language(partial(say, "review-fine", games=turn.loss.games))
    return part


def outlook_part(outlook: Outlook) -> Part:
    """What a moment promises everybody, and the best turns found."""
    return {
        "seat": outlook.state.seat,
        "over": outlook.state.over,
        "chance": [round(100 * each.value) for each in outlook.chances],
        "coins": [round(each.value) for each in outlook.coins],
        "turns": [
            [_moves(each.logs), round(each.coins.value), round(100 * each.chance.value)]
            for each in outlook.turns[:2]
        ],
    }


def _moves(logs: Sequence[Any]) -> list[str]:
    """The moves of a turn, in both languages."""
    return in_each_language(lambda: f"{turn_sentence(logs)}.")


def _short(value: float, digits: int = 0) -> float:
    """A number with the digits that are shown; the ends of an unknown interval stay in sight."""
    rounded = round(max(-999.0, min(999.0, value)), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def ghosts_of(
    before: GameState, played: GameState, better: GameState, piece: Callable[[Building], int]
) -> dict[str, dict[str, int]]:
    """By `age.square`: the shapes that the better turn adds, the ranks it leaves out or takes."""
    part: dict[str, dict[str, int]] = {"added": {}, "out": {}, "gone": {}}
    covered = dict.fromkeys(AGES, 0)
    taken = []
    for mark in better_turn(played, better):
        if isinstance(mark, Wished) and mark.building not in before.boards[mark.age]:
            part["added"][f"{int(mark.age)}.{mark.building.square}"] = piece(mark.building)
            covered[mark.age] |= mark.building.mask
        elif isinstance(mark, Highlight):
            first = played.boards[mark.age].at((mark.mask & -mark.mask).bit_length() - 1)
            assert first is not None
            if first in before.boards[mark.age]:
                taken.append((mark.age, first))
            else:
                part["out"][f"{int(mark.age)}.{first.square}"] = first.rank
    for age, building in taken:
        if not building.mask & covered[age]:
            part["gone"][f"{int(age)}.{building.square}"] = building.rank
    return part
