"""A review for the browser: curves, and the verdict on every turn in both languages.

With it a page has everything that a step shows of the review; see `browser/verdict.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from khronos_lab.analysis import (
    Outlook,
    Review,
    ReviewedTurn,
    account_text,
    caveat,
    reason_texts,
)
from khronos_lab.core import Building, GameState, turn_sentence
from khronos_lab.players import Estimate
from khronos_lab.rulebook import AGES, Age, in_each_language, say

Part = dict[str, Any]
Placed = tuple[Age, Building]


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
            lambda: [*(account_text(each) for each in review.accounts), caveat(review)]
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
        told = in_each_language(partial(_reasons, turn))
        part["why"], part["more"] = zip(*told, strict=True)
        part["better"] = in_each_language(partial(_better, turn.other.logs))
        part["ghosts"] = ghosts_of(turn.before, turn.known, turn.other.known, piece)
    elif loss is not None:
        assert turn.loss is not None
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
            [
                in_each_language(partial(_better, each.logs)),
                round(each.coins.value),
                round(100 * each.chance.value),
            ]
            for each in outlook.turns[:2]
        ],
    }


def _reasons(turn: ReviewedTurn) -> tuple[str, str]:
    """What people would say first, and the balance with what the numbers rest on."""
    first, rest = reason_texts(turn)
    if turn.shown_only:
        rest = [*rest, say("review-shown")]
    if not turn.final:
        rest = [*rest, say("review-first")]
    return " ".join(first), " ".join(rest)


def _better(logs: Sequence[Any]) -> str:
    return f"{turn_sentence(logs)}."


def _short(value: float, digits: int = 0) -> float:
    """A number with the digits that are shown; the ends of an unknown interval stay in sight."""
    rounded = round(max(-999.0, min(999.0, value)), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def ghosts_of(
    before: GameState, played: GameState, other: GameState, piece: Callable[[Building], int]
) -> dict[str, dict[str, int]]:
    """By `age.square`: the shapes that the other turn adds, the ranks that it leaves out, takes."""
    had, has, would = ({_bare(each): each for each in _all(x)} for x in (before, played, other))
    added = [would[key] for key in would if key not in has and key not in had]
    left_out = [has[key] for key in has if key not in would and key not in had]
    covered = {(age, sq) for age, each in added for sq in each.squares}
    taken = [
        had[key]
        for key in had
        if key in has
        and key not in would
        and not covered.intersection((had[key][0], sq) for sq in had[key][1].squares)
    ]
    return {
        "added": {_place(each): piece(each[1]) for each in added},
        "out": {_place(each): each[1].rank for each in left_out},
        "gone": {_place(each): each[1].rank for each in taken},
    }


def _all(state: GameState) -> Iterator[Placed]:
    return ((age, each) for age in AGES for each in state.boards[age])


def _bare(placed: Placed) -> tuple[Any, ...]:
    age, building = placed
    return age, building.square, building.kind, building.rank, building.ruin


def _place(placed: Placed) -> str:
    age, building = placed
    return f"{int(age)}.{building.square}"
